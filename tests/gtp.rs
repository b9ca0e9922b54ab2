//! `shinpan gtp` as an engine.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use shinpan::law::RuleSet;
use tempfile::TempDir;

/// The answers to the commands, one a command, without the empty lines.
fn session(rules: &str, commands: &[&str]) -> Vec<String> {
    let mut gtp = Command::cargo_bin("shinpan").unwrap();
    let output = gtp.args(["gtp", "--rules", rules]).write_stdin(commands.join("\n")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<String> = text.split("\n\n").filter(|a| !a.is_empty()).map(str::to_string).collect();
    assert_eq!(answers.len(), commands.len(), "{text}");
    answers
}

/// The answer to the last command.
fn last(rules: &str, commands: &[&str]) -> String {
    session(rules, commands).pop().unwrap()
}

#[test]
fn ids_are_repeated_and_unknown_commands_are_errors() {
    let answers = session(
        "j1989",
        &["1 protocol_version", "name", "3 nonsense", "4 known_command play", "5 known_command x", "6 quit"],
    );
    assert_eq!(answers, ["=1 2", "= shinpan", "?3 unknown command", "=4 true", "=5 false", "=6 "]);
}

/// The commands of GTP 2, section 6.3.
const GTP_2: [&str; 22] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "loadsgf",
    "reg_genmove",
    "showboard",
];

#[test]
fn every_listed_command_is_known() {
    let listed = last("j1989", &["list_commands"]);
    let names: Vec<&str> = listed.trim_start_matches('=').split_whitespace().collect();
    for name in GTP_2.iter().chain(&["is_legal", "all_legal", "kata-get-rules", "shinpan-why", "shinpan-trace"]) {
        assert!(names.contains(name), "{name}");
    }
    for name in names {
        assert_eq!(last("j1989", &[&format!("known_command {name}")]), "= true");
    }
}

#[test]
fn a_ko_is_retaken_when_the_text_allows_it() {
    // Black has the ko stone; after White's capture and an exchange the texts part from what they say at once.
    let ko = ["boardsize 4", "set_position B B4 B A3 B B2 B C3 W C4 W D3 W C2", "play w B3"];
    for (rules, clause) in [("j1989", "j1989.6.recapture"), ("aj2004", "aj2004.basic-ko"), ("ms-chinese", "ms.ko")] {
        let at_once = last(rules, &[&ko[..], &["play b C3"]].concat());
        assert_eq!(at_once, format!("? illegal move (repetition [{clause}])"));
        let later = last(rules, &[&ko[..], &["play b A1", "play w D1", "is_legal b C3"]].concat());
        assert_eq!(later, "= 1", "{rules}");
        let why = last(rules, &[&ko[..], &["shinpan-why C3"]].concat());
        assert!(why.starts_with("= Black C3: illegal (") && why.contains(&format!("[{clause}]")), "{why}");
    }
}

/// Two passes end the game, or stop it: all commands say the same of what is played then, and by the clause of the text.
#[test]
fn after_two_passes_no_play_is_legal_whatever_is_asked() {
    let over = ["boardsize 3", "play b B2", "play w pass", "play b pass"];
    for (rules, clause) in [
        ("tromp-taylor", "tt.8"),
        ("ms-chinese", "ms.end"),
        ("aga-area", "aga.9"),
        ("j1989", "j1989.9.1"),
        ("j1997", "j1997.stop"),
        ("aj2004", "aj2004.alternation"),
    ] {
        let ask = |command: &str| last(rules, &[&over[..], &[command]].concat());
        assert_eq!(ask("is_legal w A1"), "= 0", "{rules}");
        assert_eq!(ask("is_legal w pass"), "= 0", "{rules}");
        assert_eq!(ask("all_legal w"), "= ", "{rules}");
        assert_eq!(ask("gogui-rules_legal_moves"), "= ", "{rules}");
        let refused = format!("? illegal move (game over by two passes [{clause}])");
        assert_eq!(ask("play w A1"), refused, "{rules}");
        assert_eq!(ask("play w pass"), refused, "{rules}");
        let why = ask("shinpan-why A1");
        assert!(why.starts_with("= White A1: illegal"), "{rules}: {why}");
        // After an undoing the game goes on.
        assert_eq!(session(rules, &[&over[..], &["undo", "is_legal w A1"]].concat())[5], "= 1", "{rules}");
    }
}

/// The ko rule of KataGo that its page does not describe: passes lift what is forbidden and end nothing, until one is made again.
#[test]
fn under_spight_passes_lift_the_ban_and_end_the_game_when_they_are_made_again() {
    let ko = ["boardsize 4", "set_position B B4 B A3 B B2 B C3 W C4 W D3 W C2", "play w B3"];
    let passes = ["play b pass", "play w pass", "play b pass"];
    let ask = |rules: &str, passes: &[&str], command: &str| last(rules, &[&ko[..], passes, &[command]].concat());
    assert_eq!(ask("katago:ko=spight", &[], "is_legal b C3"), "= 0");
    assert_eq!(ask("katago:ko=spight", &["play b A1", "play w D1"], "is_legal b C3"), "= 1");
    assert_eq!(ask("katago:ko=spight", &passes[..2], "is_legal b C3"), "= 1");
    assert_eq!(ask("katago:ko=situational", &passes[..2], "is_legal b C3"), "= 0");
    let refused = "? illegal move (game over by repetition [katago.main.end.repeated])";
    assert_eq!(ask("katago:ko=spight", &passes, "play w A1"), refused);
}

#[test]
fn undo_takes_back_captures_and_what_they_counted() {
    let moves = ["boardsize 2", "play b A1", "play w A2", "play b pass", "play w B1"];
    assert_eq!(
        session(
            "j1989",
            &[&moves[..], &["captures w", "list_stones b", "undo", "captures w", "list_stones b"]].concat()
        )[5..],
        ["= 1", "= ", "= ", "= 0", "= A1"]
    );
    assert_eq!(last("j1989", &["undo"]), "? cannot undo");
}

#[test]
fn the_score_counts_prisoners_where_the_text_does_and_komi_always() {
    // Black captures one stone on 1x3 and has the board: three points of area; one of territory beside a prisoner, and its stone.
    let game = ["rectangular_boardsize 3 1", "play w A1", "play b B1", "komi 0.5", "final_score"];
    for (rules, score) in [("ms-chinese", "B+2.5"), ("ms-japanese", "B+2.5"), ("j1989", "B+2.5")] {
        assert_eq!(last(rules, &game), format!("= {score}"), "{rules}");
    }
}

#[test]
fn rules_are_told_and_said_by_our_ids() {
    let answers = session("j1989", &["kata-set-rules aj2004:score=area", "kata-get-rules", "kata-set-rules japanese"]);
    let said: Value = serde_json::from_str(answers[1].trim_start_matches("= ")).unwrap();
    assert_eq!((&said["id"], &said["readings"]["score"]), (&"aj2004:score=area".into(), &"area".into()));
    assert!(answers[2].starts_with("? `japanese` names no text: it could mean j1989, j1997, aj2004"), "{}", answers[2]);
    let answers = session("j1989", &["kata-set-rules aga", "kata-set-rules chinese", "kata-set-rules korean"]);
    assert!(answers[0].starts_with("? `aga` names no text: it could mean aga-territory, aga-area,"), "{}", answers[0]);
    assert!(answers[1].contains("it could mean ms-chinese, chinese-2002"), "{}", answers[1]);
    assert!(answers[2].contains("not among those encoded"), "{}", answers[2]);
}

#[test]
fn a_game_is_loaded_from_sgf_up_to_a_move() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.sgf");
    fs::write(&file, "(;FF[4]GM[1]SZ[3]KM[1.5];B[bb];W[aa];B[];W[])").unwrap();
    let load = format!("loadsgf {}", file.display());
    assert_eq!(last("ms-chinese", &[&load, "list_stones white"]), "= A3");
    assert_eq!(last("ms-chinese", &[&format!("{load} 2"), "list_stones white"]), "= ");
    assert_eq!(last("ms-chinese", &[&load, "get_komi"]), "= 1.5");
    let missing = last("ms-chinese", &["loadsgf /no/such.sgf"]);
    assert!(missing.starts_with("? cannot load file: /no/such.sgf"), "{missing}");
}

#[test]
fn rules_are_told_and_said_in_the_terms_of_katago_where_they_mean_one_text() {
    let said = |rules: &str| -> Value {
        serde_json::from_str(last(rules, &["kata-get-rules"]).trim_start_matches("= ")).unwrap()
    };
    let trompt = said("tromp-taylor");
    assert_eq!(
        (&trompt["ko"], &trompt["scoring"], &trompt["suicide"]),
        (&"POSITIONAL".into(), &"AREA".into(), &true.into())
    );
    assert_eq!(trompt["differs"], Value::Array(Vec::new()));
    assert!(said("j1989")["differs"][0].as_str().unwrap().contains("j1989.7.2"));
    // What one engine says another takes.
    let answers = session("j1989", &[&format!("kata-set-rules {trompt}"), "kata-get-rules"]);
    assert_eq!(answers[0], "= ");
    assert!(answers[1].contains("\"id\":\"tromp-taylor\""), "{}", answers[1]);
    let parameters = "{\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\"}";
    let answers = session("j1989", &[&format!("kata-set-rules {parameters}"), "kata-get-rules"]);
    assert_eq!(answers[0], "= ");
    assert!(answers[1].contains("\"id\":\"tromp-taylor\""), "{}", answers[1]);
    // None is guessed; what is in force already is kept.
    let territory = "kata-set-rules {\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\"}";
    let guess = last("ms-chinese", &[territory]);
    assert!(guess.starts_with("? these parameters could mean j1989, j1997, aj2004"), "{guess}");
    assert_eq!(last("aj2004", &[territory]), "= ");
}

/// As KataGo speaks them: what it says by `kata-get-rules` is a rule set, its own text with these parameters where no other text has them, and
/// so are its names while its text is in force.
#[test]
fn katagos_parameters_are_its_own_text_where_no_other_has_them() {
    let chinese = r#"kata-set-rules {"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#;
    let id_of = |rules: &str, command: &str| -> Value {
        let answers = session(rules, &[command, "kata-get-rules"]);
        assert_eq!(answers[0], "= ", "{command}");
        serde_json::from_str::<Value>(answers[1].trim_start_matches("= ")).unwrap()["id"].clone()
    };
    assert_eq!(id_of("j1989", chinese), "katago:ko=simple,suicide=no,handicap-bonus=n");
    let territory = r#"kata-set-rules {"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#;
    assert_eq!(id_of("katago", territory), "katago:ko=simple,scoring=territory,tax=seki,suicide=no");
    // What is left out KataGo fills in by rules of its own, which its text does not have.
    let part = last("katago", &[r#"kata-set-rules {"ko":"SIMPLE","scoring":"TERRITORY"}"#]);
    assert_eq!(part, "? which rule set is meant depends on `tax`, which is not given");
    assert_eq!(id_of("katago", "kata-set-rules japanese"), "katago/japanese");
    assert_eq!(id_of("katago/aga", "kata-set-rules ms-chinese"), "ms-chinese");
    // What the one says another takes, also where it has readings and names.
    let said = last("katago/aga:suicide=yes", &["kata-get-rules"]);
    let id = id_of("j1989", &format!("kata-set-rules {}", said.trim_start_matches("= ")));
    let [theirs, ours] = ["katago/aga:suicide=yes", id.as_str().unwrap()].map(|name| {
        let sets = RuleSet::parse(name).unwrap();
        sets[0].to_string()
    });
    assert_eq!(theirs, ours);
    let unknown = last("j1989", &[r#"kata-set-rules {"koRule":"SIMPLE"}"#]);
    assert_eq!(unknown, "? `koRule` is no parameter of rules");
    let none = last("j1989", &[r#"kata-set-rules {"ko":"NONE"}"#]);
    assert_eq!(none, "? `ko` as \"NONE\", which katago has not");
    let spight = r#"kata-set-rules {"ko":"SPIGHT","scoring":"AREA","tax":"NONE","suicide":true,"hasButton":false,"whiteHandicapBonus":"0"}"#;
    assert_eq!(id_of("j1989", spight), "katago:ko=spight");
    assert!(last("j1989", &["kata-set-rules japanese"]).starts_with("? `japanese` names no text"));
}

#[test]
fn the_commands_of_servers_and_of_gogui_are_known() {
    assert_eq!(last("j1989", &["kgs-rules japanese"]), "= ");
    assert_eq!(session("j1989", &["kgs-rules chinese", "kata-get-rules"])[0], "= ");
    let zealand = session("j1989", &["kgs-rules new_zealand", "kata-get-rules"]);
    assert!(zealand[0] == "= " && zealand[1].contains("\"id\":\"new-zealand\""), "{zealand:?}");
    let guess = last("ms-chinese", &["kgs-rules japanese"]);
    assert!(guess.starts_with("? `japanese` could mean j1989, j1997, aj2004"), "{guess}");
    for (system, answer) in
        [("none", "= "), ("absolute 300", "= "), ("byoyomi 300 30 5", "= "), ("canadian 300 300 25", "= ")]
    {
        assert_eq!(last("j1989", &[&format!("kgs-time_settings {system}")]), answer);
    }
    assert!(last("j1989", &["kgs-time_settings fischer 1"]).starts_with("? syntax error"));
    let listed = last("j1989", &["gogui-analyze_commands"]);
    for line in listed.trim_start_matches("= ").lines() {
        let [_, _, command] = line.split('/').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let name = command.split(' ').next().unwrap();
        assert_eq!(last("j1989", &[&format!("known_command {name}")]), "= true", "{line}");
    }
}

/// White's two stones on the right are taken off where the players say so, and stand where they do not.
#[test]
fn a_game_is_scored_with_the_dead_stones_that_the_players_agree_on() {
    let game = ["boardsize 5", "komi 0.5", "set_position B C5 B C4 B C3 B C2 B C1 W E3"];
    let score =
        |rules: &str, command: &str| last(rules, &[&game[..], &["play b pass", "play w pass", command]].concat());
    // 25 points of area less komi; with the stone alive the points right of the wall are nobody's.
    assert_eq!(score("ms-chinese", "shinpan-score E3"), "= B+24.5");
    assert_eq!(score("ms-chinese", "shinpan-score"), "= B+13.5");
    assert_eq!(score("aga-area", "shinpan-score e3"), "= B+24.5");
    // 20 empty points, one of them under the stone, and the stone.
    assert_eq!(score("j1989", "shinpan-score E3"), "= B+20.5");
    assert!(score("ms-chinese", "shinpan-score A1").starts_with("? there is no stone on A1"));
    // Nothing is agreed on where the text only counts.
    assert_eq!(score("tromp-taylor", "shinpan-score"), "= B+13.5");
    assert!(score("tromp-taylor", "shinpan-score E3").contains("[tt."));
}

// handicap and time

#[test]
fn a_fixed_handicap_stands_where_gtp_2_puts_it() {
    let fixed = |size: usize, stones: usize| {
        last("j1989", &[&format!("boardsize {size}"), &format!("fixed_handicap {stones}")])
    };
    for (size, stones, points) in [
        (7, 4, "C3 E5 C5 E3"),
        (8, 2, "C3 F6"),
        (9, 3, "C3 G7 C7"),
        (9, 5, "C3 G7 C7 G3 E5"),
        (11, 6, "C3 J9 C9 J3 C6 J6"),
        // The fourth lines from 13x13 on.
        (12, 4, "C3 K10 C10 K3"),
        (13, 2, "D4 K10"),
        (18, 4, "D4 P15 D15 P4"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
    ] {
        assert_eq!(fixed(size, stones), format!("= {points}"), "{stones} stones on {size}");
    }
    for (size, stones) in [(5, 2), (6, 2), (7, 5), (8, 5), (19, 1), (19, 10)] {
        let answer = fixed(size, stones);
        assert!(answer.starts_with("? invalid number of stones"), "{stones} stones on {size}: {answer}");
    }
    let oblong = last("j1989", &["rectangular_boardsize 9 13", "fixed_handicap 2"]);
    assert_eq!(oblong, "? invalid number of stones: GTP 2 has no placement of 2 stones on 13x9");
    for bad in ["fixed_handicap", "fixed_handicap x", "fixed_handicap -2", "fixed_handicap 2 3"] {
        assert!(last("j1989", &[bad]).starts_with("? syntax error"), "{bad}");
    }
}

#[test]
fn handicap_stones_come_before_whites_first_move_and_are_no_moves() {
    let answers = session(
        "j1997",
        &[
            "boardsize 9",
            "set_free_handicap A1 c2 J9",
            "list_stones black",
            "gogui-rules_side_to_move",
            "move_history",
            "undo",
            "play w A2",
            "undo",
            "list_stones black",
        ],
    );
    assert_eq!(answers[1..], ["= ", "= J9 C2 A1", "= white", "= ", "? cannot undo", "= ", "= ", "= J9 C2 A1"]);
}

#[test]
fn a_handicap_is_refused_on_a_board_that_is_not_empty() {
    for command in ["fixed_handicap 2", "place_free_handicap 2", "set_free_handicap A1 B1"] {
        let answers = session("j1989", &["boardsize 9", "play b E5", command, "list_stones b", "undo", command]);
        assert_eq!(answers[2..5], ["? board not empty", "= E5", "= "], "{command}");
        assert!(answers[5].starts_with('='), "{command}: {}", answers[5]);
    }
}

#[test]
fn a_free_handicap_is_of_two_points_to_all_but_one_each_given_once() {
    let set = |points: &str| last("j1989", &["boardsize 2", &format!("set_free_handicap {points}")]);
    assert_eq!(set("A1 A2 B2"), "= ");
    for (points, part) in [
        ("", "expected 2 to 3 stones, not 0"),
        ("A1", "expected 2 to 3 stones, not 1"),
        ("A1 A2 B1 B2", "expected 2 to 3 stones, not 4"),
        ("A1 B1 a1", "A1 is given twice"),
        ("A1 pass", "`pass`"),
        ("A1 C1", "`C1`"),
    ] {
        let answer = set(points);
        assert!(answer.starts_with("? bad vertex list: ") && answer.contains(part), "{points}: {answer}");
    }
}

#[test]
fn an_own_choice_of_handicap_has_as_many_stones_as_asked_for_on_any_board() {
    for (size, stones) in [("2", 2), ("2", 3), ("1 3", 2), ("5", 24), ("8", 7), ("19", 3), ("19", 12)] {
        let place = format!("place_free_handicap {stones}");
        let answers = session("j1989", &[&format!("boardsize {size}"), &place, "list_stones black"]);
        let points = |answer: &str| {
            let mut points: Vec<String> = answer.trim_start_matches("= ").split(' ').map(str::to_string).collect();
            points.sort();
            points
        };
        assert_eq!(points(&answers[1]).len(), stones, "{size}: {}", answers[1]);
        assert_eq!(points(&answers[1]), points(&answers[2]), "{size}");
    }
    for stones in [0, 1, 4] {
        let answer = last("j1989", &["boardsize 2", &format!("place_free_handicap {stones}")]);
        assert!(answer.starts_with("? invalid number of stones: expected 2 to 3"), "{answer}");
    }
}

#[test]
fn a_handicap_that_the_text_refuses_is_answered_with_the_clause() {
    // With three stones the far left corner stays vacant by convention, where GTP 2 has the third.
    assert_eq!(last("ms-chinese", &["fixed_handicap 3"]), "= D4 Q16 D16");
    assert_eq!(last("ms-chinese", &["place_free_handicap 3"]), "= D4 Q16 Q4");
    assert!(last("ms-japanese", &["place_free_handicap 10"]).ends_with("[ms.handicap]"));
    // The other texts say nothing of where the stones go, nor how many they are.
    for rules in ["j1989", "j1997", "aj2004"] {
        for command in ["set_free_handicap A1 T19", "place_free_handicap 10"] {
            assert!(last(rules, &[command]).starts_with('='), "{rules} {command}");
        }
    }
    // A pass is a move: after it the board is empty, and it is too late.
    let late = ["play b pass", "fixed_handicap 2"];
    assert!(last("j1997", &late).ends_with("[j1997.game.2]"));
    assert!(last("ms-chinese", &late).ends_with("[ms.handicap]"));
}

#[test]
fn the_status_of_a_string_is_answered_where_the_score_is_open() {
    // Black lives in the corner without dame, White around him perhaps with some; the rest is open.
    let stones = "B B9 B D9 B A8 B B8 B C8 B D8 W E9 W G9 W E8 W F8 W G8 W A7 W B7 W C7 W D7 W E7 W G7 W E6 W F6 W G6 \
                  B C4 B D4 B E4 B F4 B G4 B C3 B G3 B C2 B D2 B E2 B F2 B G2";
    let asked = |command: &str| last("j1989", &["boardsize 9", &format!("set_position {stones}"), command]);
    assert!(asked("final_score").starts_with("? cannot score"));
    assert_eq!(asked("final_status B9"), "= alive");
    assert_eq!(asked("final_status A9"), "= black_territory");
    assert_eq!(asked("final_status E9"), "? undecided: alive, or in seki");
    assert_eq!(asked("final_status J1"), "? undecided");
    // The lists have what is known; the strings that are open are one list more.
    assert_eq!(asked("final_status_list black_territory"), "= A9 C9");
    assert_eq!(asked("final_status_list dead"), "= ");
    let listed = |status: &str| {
        let text = asked(&format!("final_status_list {status}"));
        let lines = text.trim_start_matches("= ").lines();
        lines.map(|line| line.split(' ').map(str::to_string).collect()).collect::<Vec<Vec<String>>>()
    };
    assert_eq!(listed("alive"), [["B9", "D9", "A8", "B8", "C8", "D8"]]);
    let open = listed("undecided");
    assert_eq!((open.len(), open.iter().map(Vec::len).sum::<usize>()), (2, 26), "{open:?}");
    assert!(open.iter().any(|string| string.contains(&"E9".to_string())));
}

#[test]
fn a_list_that_is_not_whole_is_said_to_be() {
    let told = |args: &[&str], commands: &[&str]| {
        let mut gtp = Command::cargo_bin("shinpan").unwrap();
        let output =
            gtp.args(["gtp", "--rules", "j1989"]).args(args).write_stdin(commands.join("\n")).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (out.split("\n\n").filter(|a| !a.is_empty()).map(str::to_string).collect::<Vec<_>>(), err)
    };
    // White has two eyes on the left; whether the black stone lives is beyond the budget.
    let board = ["rectangular_boardsize 7 3", "set_position w B1 w B2 w B3 w A2 b F2"];
    let (answers, err) = told(&["--budget", "30"], &[&board[..], &["final_score", "final_status_list alive"]].concat());
    assert!(answers[2].starts_with("? cannot score: undecided"), "{answers:?}");
    assert_eq!(answers[3], "= B3 A2 B2 B1", "{answers:?}");
    assert_eq!(err, "shinpan: the list is not whole, some statuses are open: F2\n");
    let (answers, err) = told(&["--budget", "30"], &[&board[..], &["final_status E2", "final_status F2"]].concat());
    assert_eq!((&answers[2..], err.as_str()), (&["? undecided".to_string(), "? undecided".to_string()][..], ""));
    // Nothing is open.
    let (answers, err) = told(&[], &["boardsize 3", "set_position b B1 b B2 b B3", "final_status_list alive"]);
    assert_eq!((answers[2].as_str(), err.as_str()), ("= B3 B2 B1", ""));
}

#[test]
fn a_batch_carries_out_the_commands_of_a_line_and_answers_each() {
    let line = "7 shinpan-batch boardsize 3; play b B2; play w B2 ;; 5 list_stones b; nonsense; showboard; quit; shinpan-batch name";
    let answers = session("tromp-taylor", &[line, "list_stones b", "shinpan-batch"]);
    assert_eq!(answers[1..], ["= B2", "= []"]);
    let said: Vec<String> = serde_json::from_str(answers[0].strip_prefix("=7 ").unwrap()).unwrap();
    let alone = ["boardsize 3", "play b B2", "play w B2", "list_stones b", "nonsense", "showboard"];
    let alone = session("tromp-taylor", &alone);
    // Each is what the command answers by itself.
    for (said, alone) in said.iter().zip(&alone) {
        let words = |text: &str| text[1..].split_whitespace().map(str::to_string).collect::<Vec<_>>();
        assert_eq!((&said[..1], words(said)), (&alone[..1], words(alone)));
    }
    assert_eq!(said[6..], ["?`quit` stands alone on its line", "?`shinpan-batch` stands alone on its line"]);
    // A game of some moves on one line.
    let game = "shinpan-batch boardsize 9; play b C3; play w G7; play b pass; play w pass; final_score; is_legal b E5";
    assert_eq!(last("tromp-taylor", &[game]), r#"= ["=","=","=","=","=","=0","=0"]"#);
}

#[test]
fn times_are_taken_as_whole_numbers() {
    for good in ["time_settings 0 60 25", "time_left b 30 0", "time_left White 0 5"] {
        assert_eq!(last("j1989", &[good]), "= ", "{good}");
    }
    for bad in ["time_settings", "time_settings 1 2", "time_settings 1 2 x", "time_left b 1", "time_left b 1 2 3"] {
        assert!(last("j1989", &[bad]).starts_with("? syntax error"), "{bad}");
    }
    for bad in ["time_left", "time_left c 1 2"] {
        assert!(last("j1989", &[bad]).contains("is no colour"), "{bad}");
    }
}

#[test]
fn a_status_list_is_of_one_known_status() {
    // Told before anything is judged: a board of this size cannot be.
    for bad in ["final_status_list", "final_status_list dead alive"] {
        assert!(last("j1989", &["boardsize 19", bad]).starts_with("? syntax error: expected one of alive, "), "{bad}");
    }
    let unknown = last("j1989", &["boardsize 19", "final_status_list died"]);
    assert!(unknown.starts_with("? invalid status: expected one of alive, seki, dead"), "{unknown}");
}

#[test]
fn genmove_plays_a_game_to_its_end_with_legal_moves_only() {
    let mut commands = vec!["boardsize 5"];
    commands.extend(["genmove b", "genmove w"].repeat(80));
    let answers = session("ms-chinese", &commands);
    let over = answers.windows(2).position(|two| two == ["= pass", "= pass"]).unwrap() + 2;
    assert!(answers[1..over].iter().all(|a| a.starts_with("= ")), "{answers:?}");
    // No move is left to be made.
    assert!(answers[over..].iter().all(|a| a == "? game over by two passes [ms.end]"), "{answers:?}");
}

#[test]
fn genmove_finds_the_best_move_where_every_game_is_searched() {
    // On 1x3 the middle wins the board under superko with area counting.
    assert_eq!(last("ms-chinese", &["rectangular_boardsize 3 1", "genmove b"]), "= B1");
}

#[test]
fn gogui_rules_commands_describe_the_game() {
    let answers = session(
        "j1989",
        &[
            "boardsize 2",
            "play b A1",
            "gogui-rules_board",
            "gogui-rules_board_size",
            "gogui-rules_side_to_move",
            "gogui-rules_legal_moves",
            "gogui-rules_final_result",
            "gogui-rules_game_id",
        ],
    );
    assert_eq!(answers[2..], ["= \n..\nX.", "= 2", "= white", "= A2 B2 B1 pass", "= ", "= Go"]);
}

#[test]
fn a_referee_scores_a_large_board_only_where_nothing_is_in_doubt() {
    let lone = ["boardsize 19", "play b K10", "final_score"];
    let refused = last("j1989", &lone);
    assert!(refused.starts_with("? cannot score: undecided [") && refused.ends_with(" (1): Black K10"), "{refused}");
    assert_eq!(last("j1989", &["boardsize 19", "final_score"]), "= 0");
    // Two rows of each colour with two eyes each, and the rest of a 9x9 filled by stones of the one or the other.
    let mut commands = vec!["boardsize 9".to_string()];
    for (colour, rows) in [("b", 1..=5), ("w", 6..=9)] {
        for row in rows {
            for column in "ABCDEFGHJ".chars() {
                let eye = (row == 1 || row == 9) && (column == 'A' || column == 'C');
                if !eye {
                    commands.push(format!("play {colour} {column}{row}"));
                }
            }
        }
    }
    commands.push("final_score".to_string());
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    assert_eq!(last("ms-chinese", &commands), "= B+9.0");
}

/// What is seen with the least search leaves it open here.
#[test]
fn a_large_board_is_searched_region_by_region_within_the_budget() {
    let rows = [
        ".OOXXOX..",
        "OOO..OX.X",
        "..OOOOXX.",
        "OOOO.OOX.",
        "....O.OX.",
        "...OOOXX.",
        "...OXX.XX",
        "...OX.XX.",
        "...OOX.XX",
    ];
    let mut commands = vec!["boardsize 9".to_string()];
    for (row, stones) in rows.iter().enumerate() {
        for (column, stone) in stones.chars().enumerate().filter(|(_, stone)| *stone != '.') {
            let player = if stone == 'X' { "b" } else { "w" };
            let column = char::from(b"ABCDEFGHJ"[column]);
            commands.push(format!("play {player} {column}{}", 9 - row));
        }
    }
    let asked = ["final_score", "final_status_list dead", "shinpan-why D9", "shinpan-trace"];
    let commands: Vec<&str> = commands.iter().map(String::as_str).chain(asked).collect();
    let answers = session("j1989", &commands);
    let [score, dead, why, trace] = &answers[answers.len() - 4..] else { panic!("{answers:?}") };
    assert_eq!((score.as_str(), dead.as_str()), ("= W+16.0", "= D9 E9"));
    assert!(why.contains("as a final position, j1989: D9 is dead (at sight)"), "{why}");
    assert!(why.contains("counted for White: dead stones in territory"), "{why}");
    assert!(trace.contains("the black string D9 E9 is dead") && trace.contains("j1989.10.1"), "{trace}");
    assert_eq!(last("aj2004", &commands[..commands.len() - 3]), "= W+16.0");
}

#[test]
fn nothing_on_the_input_stops_the_session_but_quit_and_the_end() {
    let mut gtp = Command::cargo_bin("shinpan").unwrap();
    let mut input = b"\xff\xfe\x00\n\nplay\nplay b\nplay b Z99\nboardsize 99\nboardsize -1\nkomi x\n123456789012345678901234567890 name\n".to_vec();
    input.extend(vec![b'x'; 3_000_000]);
    input.extend(b"\nname\nundo undo\nloadsgf\nfinal_status_list\nset_position b\nset_position b A1 b A1\nname");
    let output = gtp.arg("gtp").write_stdin(input).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("= shinpan").count(), 2, "{text}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
