//! `shinpan judge`.

use std::fs;
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;

use super::{Run, command, finish, good, json, refused, run, run_in, with_board};

// judge

#[test]
fn judge_draws_the_verdicts_side_by_side_with_the_claims_that_sum_to_the_score() {
    let out = good(run(&["judge", ".XO.", "--rules", "j1989,ms-chinese"]));
    assert_eq!(
        out,
        "\
1x4 .XO.

j1989         ms-chinese
  A B C D       A B C D
1 . x o . 1   1 b X O w 1
  A B C D       A B C D
draw          draw

X O living stones; x o dead stones; b w territory of Black and of White; . dame

j1989
   sum  draw: neither player has a point to claim

ms-chinese
    +1  Black: stones on the board [ms.count.chinese] B1
    +1  Black: vacant points of territory [ms.territory] A1
    -1  White: stones on the board [ms.count.chinese] C1
    -1  White: vacant points of territory [ms.territory] D1
   sum  draw
"
    );
}

#[test]
fn judge_uses_all_rule_sets_in_default_readings_unless_told() {
    let verdicts = json(&good(run(&["judge", "X.X/...", "--format", "json"])));
    let rules: Vec<&str> =
        verdicts["verdicts"].as_array().unwrap().iter().map(|v| v["rules"].as_str().unwrap()).collect();
    let before = ["j1989", "j1997:first=black", "j1997:first=white", "aj2004", "ms-japanese", "ms-chinese"];
    assert_eq!(rules, [&before[..], &["tromp-taylor", "aga-territory", "aga-area"]].concat());
}

#[test]
fn the_claims_of_every_margin_sum_to_it() {
    for board in ["X.X/...", ".XO.", "X.X.X", "XX/.X", "../.O", ".X.OO.", "."] {
        let all = json(&good(run(&["judge", board, "--format", "json"])));
        assert_eq!(all["position"], board);
        for verdict in all["verdicts"].as_array().unwrap() {
            let Some(margin) = verdict["outcome"].as_i64() else { continue };
            let signed = |c: &Value| c["value"].as_i64().unwrap() * if c["player"] == "black" { 1 } else { -1 };
            let sum: i64 = verdict["claims"].as_array().unwrap().iter().map(signed).sum();
            assert_eq!(sum, margin, "{board} {}", verdict["rules"]);
        }
    }
}

#[test]
fn judge_reads_a_file_standard_input_a_forum_diagram_and_line_ends_of_any_kind() {
    let expected = good(run(&["judge", "X.O/XXO", "--rules", "ms-chinese"]));
    for content in
        ["X.O/XXO", "X.O/XXO\n", "X.O\nXXO\n", "X.O\r\nXXO\r\n", "\u{feff}X . O\r\nX X O", "$$\n$$ X . O\n$$ X X O\n"]
    {
        let folder = with_board(content);
        let args = ["judge", "board.txt", "--rules", "ms-chinese"];
        assert_eq!(good(run_in(folder.path(), &args)), expected, "{content:?}");
        let mut from_stdin = command(folder.path(), &["judge", "-", "--rules", "ms-chinese"]);
        from_stdin.write_stdin(content);
        assert_eq!(good(finish(from_stdin)), expected, "{content:?}");
    }
}

#[test]
fn judge_decides_the_board_of_one_point() {
    let out = good(run(&["judge", "."]));
    assert!(out.starts_with("1x1 .\n"), "{out}");
    let draws = out.lines().filter(|l| l.starts_with("draw")).map(|l| l.matches("draw").count());
    assert_eq!(draws.sum::<usize>(), 9, "{out}");
}

#[test]
fn judge_with_trace_cites_only_clauses_that_exist() {
    let all = json(&good(run(&["judge", ".XO.", "--trace", "--format", "json"])));
    for verdict in all["verdicts"].as_array().unwrap() {
        for step in verdict["trace"].as_array().unwrap() {
            assert!(step["title"].is_string() && step["paraphrase"].is_string(), "{step}");
        }
    }
    assert_eq!(run(&["judge", ".XO.", "--trace"]).status, 0);
}

#[test]
fn judge_says_undecided_where_the_budget_runs_out() {
    let out = good(run(&["judge", "X..X/..../..O.", "--rules", "j1989", "--budget", "10"]));
    assert!(
        out.contains("undecided [") && out.contains("a larger --budget (or --time, --memory) may decide it"),
        "{out}"
    );
}

#[test]
fn several_threads_give_the_verdict_of_one() {
    for (position, rules, says) in [
        ("O.X.X/..X../X...O/...XX/OOOOX", "j1997:first=white", "B+24"),
        ("O..O./X.OO./.X..X/..OXX/XXO..", "j1997:first=white", "W+26"),
        ("O.X.X/..X../X...O/...XX/OOOOX", "aj2004,ms-japanese", "B+24"),
    ] {
        for threads in ["1", "3"] {
            let out = good(run(&["judge", position, "--rules", rules, "--threads", threads, "--quiet"]));
            assert!(out.contains(says) && !out.contains("undecided"), "{threads}: {out}");
        }
    }
    refused(run(&["judge", "X.O", "--threads", "0"]), &["--threads", "from 1 to 256"]);
}

#[test]
fn judge_gives_the_margin_where_open_strings_make_no_difference_to_it() {
    // White's stone on A5 stands in what is White's territory, whether it lives or not.
    let position = ["O..OO/.O.OX/.X.../.OOOX/.OOO.", "--rules", "j1989", "--budget", "2000", "--quiet"];
    let out = good(run(&[&["judge"][..], &position, &["--trace"]].concat()));
    assert!(out.contains("\nW+17\n") && out.contains("\n5 Q w w O O 5\n") && out.contains(" sum  W+17"), "{out}");
    assert!(out.contains("open: the strings of White A5; the margin is the same whatever they are"), "{out}");
    assert!(
        out.contains("alive or dead, the margin is the same, and it is made up as if these were alive: the white"),
        "{out}"
    );
    // No proof rests on what is open.
    refused(run(&[&["prove"][..], &position].concat()), &["a larger --budget may tell"]);
}

/// Without a limit none of these is decided within minutes.
#[test]
fn a_question_ends_when_its_time_or_its_memory_does() {
    // On up to 25 points a table that fits into the memory goes on for as many states as there may be.
    let (small, large) = ("...../.X.../...../...O./.....", "....../.X..../....../....../....O./......");
    for (open, limit) in [(small, ["--time", "1s"]), (large, ["--memory", "48MiB"])] {
        let limited = [limit[0], limit[1], "--budget", "1000000000", "--quiet"];
        let out = good(run(&[&["judge", open, "--rules", "j1989"][..], &limited].concat()));
        assert!(out.contains("undecided ["), "{limit:?}: {out}");
    }
    let sample = ["sample", "5x5", "--n", "1", "--seed", "1", "--rules", "aj2004", "--empty", "23", "--each", "1s"];
    // What it says on the way of how long it took is no error.
    let Run { status, out, .. } = run(&[&sample[..], &["--budget", "1000000000"]].concat());
    assert!(status == 0 && out.contains("--each 1s") && out.contains("undecided"), "{out}");
    refused(run(&["judge", "X.O", "--memory", "1KiB"]), &["the program alone takes"]);
    refused(run(&["judge", "X.O", "--time", "0s"]), &["90s"]);
}

#[test]
fn the_picture_of_a_small_board_is_as_wide_as_what_its_marks_mean() {
    let picture = good(run(&["judge", ".X.", "--rules", "j1989", "--format", "svg"]));
    let width = picture.split(" width=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a width");
    // 34 characters of 6.5 beside the mark.
    assert!(picture.contains("stone; alive, if a status is given"), "{picture}");
    assert!(width.parse::<usize>().expect("a number") >= 32 + 34 * 13 / 2, "{width}");
}

#[test]
fn judge_refuses_diagrams_that_are_ragged_illegal_empty_or_too_large() {
    refused(run(&["judge", "X.O/XX"]), &["row 2 has 2 points, but row 1 has 3"]);
    refused(run(&["judge", "XO./O.."]), &["illegal position: the black string of A2 has no liberty"]);
    refused(run(&["judge", ""]), &["the diagram is empty", "X (black), O (white)"]);
    refused(run(&["judge", "X//X"]), &["row 2 has no points"]);
    refused(run(&["judge", &".".repeat(20)]), &["board size 1x20 is out of range", "1 to 19"]);
    let large = vec![".".repeat(19); 19].join("/");
    refused(run(&["prove", &large, "--rules", "j1989", "--value"]), &["19x19, 361 points", "up to 64 points", "8x8"]);
    // A lone stone is in doubt.
    refused(run(&["prove", &large.replacen('.', "X", 1), "--rules", "j1989"]), &["undecided: the budget ran out"]);
}

#[test]
fn judge_says_of_a_large_board_what_is_seen_at_once_and_leaves_the_rest_open() {
    // A lone stone may be dead or alive, and then White counts two for it; on an empty board there is nothing to be decided in 1989.
    let empty = vec![".".repeat(19); 19].join("/");
    let open = good(run(&["judge", &empty.replacen('.', "X", 1), "--rules", "j1989,aj2004"]));
    assert_eq!(open.matches("undecided [-362,360]: ").count(), 2, "{open}");
    assert_eq!(open.matches("whether they are dead (1): Black A19").count(), 2, "{open}");
    assert_eq!(good(run(&["judge", &empty, "--rules", "j1989"])).matches("draw: neither").count(), 1);
    // Black has two eyes and all the board but White's corner, where two dead stones have two points left.
    let finished = "XXXXXXXXX/X.XXXXX.X/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXXX./XXXXXXXOO";
    let lines = good(run(&["judge", finished, "--rules", "j1989,ms-japanese,ms-chinese,aj2004"]));
    // Three points; two dead stones twice each; 75 stones.
    assert_eq!(lines.matches("sum  B+7").count(), 3, "{lines}");
    assert_eq!(lines.matches(" sum  B+81").count(), 1, "{lines}");
    let counted = good(run(&["judge", &vec![".".repeat(19); 19].join("/"), "--rules", "tromp-taylor,aga-area"]));
    assert_eq!(counted.matches("draw: neither").count(), 2, "{counted}");
    let open = good(run(&["judge", &vec![".".repeat(19); 19].join("/"), "--rules", "tromp-taylor:agreement=play-out"]));
    assert_eq!(open.matches("undecided [-722,722]: ").count(), 1, "{open}");
}

#[test]
fn judge_refuses_files_that_are_missing_or_hold_no_diagram() {
    refused(run(&["judge", "no.txt"]), &["`no.txt`", "no such file", "X, O, . and /"]);
    refused(run(&["judge", "X.z/..."]), &["no such file", "column 3: unknown character `z`"]);
    let refuses = |content: &[u8], parts: &[&str]| {
        let folder = with_board(content);
        refused(run_in(folder.path(), &["judge", "board.txt"]), parts);
    };
    refuses(b"", &["board.txt", "the diagram is empty"]);
    refuses(b"\r\n\r\n", &["board.txt", "the diagram is empty"]);
    refuses(b"X.O\r\nXX\r\n", &["board.txt: line 2: row 2 has 2 points"]);
    refuses(b"X.O\nX\x1b[2JO\n", &["board.txt: line 2, column 2: unknown character `\\u001b`"]);
    refuses(b"\xff\xfe\x00", &["board.txt", "not UTF-8"]);
    refuses(&[b'.'; 70_000], &["board.txt", "larger than 64 KiB"]);
    refused(run(&["judge", "/"]), &["row 1 has no points"]);
    refused(run(&["judge", "/tmp"]), &["/tmp", "it is a folder"]);
}

#[test]
fn judge_refuses_bad_options() {
    refused(run(&["judge", ".", "--rules", "ms-chines"]), &["did you mean `ms-chinese`?"]);
    refused(run(&["judge", ".", "--rules", "j1989:seki=x"]), &["`x` is no value of `j1989:seki`", "group, string"]);
    refused(run(&["judge", ".", "--rules", " , "]), &["no rule set given", "j1989"]);
    refused(run(&["judge", ".", "--rules", "aj2004:score=area,score=area"]), &["`score` is given twice"]);
    for budget in ["0", "-4"] {
        refused(run(&["judge", ".", "--budget", budget]), &["--budget", "from 1 up"]);
    }
    refused(run(&["judge", ".", "--format", "xml"]), &["xml", "text, json"]);
    refused(run(&["judge"]), &["were not provided", "BOARD|FILE|-"]);
}

/// Walls with two eyes each, and a black stone (G4) in one of White's; 9x9.
const LARGE: &str = ".X.XO.OO./XX.XOO.OO/.XXXXOOO./XX.XOO.OO/XXXXOOOO./..XXXOX.O/XXX.XOOOO/X.XXXOO.O/.XXXXXOO.";

#[test]
fn judge_draws_and_traces_a_board_too_large_to_search_in_every_form() {
    let judge = |more: &[&str]| good(run(&[&["judge", LARGE, "--rules", "j1989,aj2004,aga-area"], more].concat()));
    let text = judge(&["--trace"]);
    for line in [
        "4 b b X X X O x w O 4",
        "W+1",
        "x o dead stones",
        "    -2  White: dead stones in territory: the point and the prisoner [j1989.10.1] G4",
        "   +10  Black: empty points of territory [j1989.8.territory] A9 C9 C8 A7 C6 A4 B4 D3 B2 A1",
        "    - the black string G4 is dead: every play by which",
        "(33 in all)",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let json: Value = serde_json::from_str(&judge(&["--trace", "--format", "json"])).unwrap();
    let verdict = &json["verdicts"][0];
    assert_eq!((&verdict["outcome"], &verdict["points"]["G4"]), (&Value::from(-1), &Value::from("white territory")));
    assert!(verdict["trace"].as_array().unwrap().iter().any(|step| step["clause"] == "j1989.7.1"), "{verdict}");
    assert!(judge(&["--format", "markdown"]).contains("| aga-area | B+6 |"));
    assert!(judge(&["--format", "sgf"]).contains("MA[gf]"));
    let folder = TempDir::new().unwrap();
    let picture = folder.path().join("large.svg");
    judge(&["--svg", picture.to_str().unwrap()]);
    assert!(fs::read_to_string(picture).unwrap().contains("j1989: W+1"));
    // What stays open is drawn: the strings in doubt.
    let open = good(run(&["judge", &["X........"; 9].join("/"), "--rules", "j1989"]));
    assert!(open.contains("9 Y . . . . . . . . 9") && open.contains("undecided ["), "{open}");
    assert!(!open.contains("no status"), "{open}");
    let small = good(run(&["judge", "...../.XOO./.XOX./..XX./.....", "--rules", "j1989", "--budget", "200"]));
    assert!(small.contains("      open: the strings of Black B4 D3, White C4\n"), "{small}");
    assert!(small.contains("what the players agree on can be counted: --dead "), "{small}");
}

// judge: games, agreements, time

/// A folder with a game of 3x3 in which Black has taken a stone; the file marks what is left of White as dead.
fn with_game() -> TempDir {
    let folder = TempDir::new().unwrap();
    let game = "(;GM[1]SZ[3]KM[375]RU[Chinese];B[bb];W[ab];B[aa];W[cc];B[ac];W[];B[];AE[cc]TB[aa:cc])(;SZ[2];B[aa])";
    fs::write(folder.path().join("game.sgf"), game).unwrap();
    folder
}

#[test]
fn judge_takes_the_final_position_of_a_game_or_that_after_a_move() {
    let folder = with_game();
    let last = run_in(folder.path(), &["judge", "game.sgf", "--rules", "ms-chinese"]);
    assert_eq!(last.status, 0, "{}", last.err);
    assert!(
        last.out.starts_with("3x3 X../.X./X.O\nafter 7 actions; stones taken before: 1 by Black, 0 by White; komi 7.5"),
        "{}",
        last.out
    );
    for said in [
        "KM[375] is taken as hundredths: 3.75 stones",
        "taken as dead stones that somebody removed",
        "only the first game",
    ] {
        assert!(last.err.contains(said), "{said}: {}", last.err);
    }
    // Who names the first game knows of the others.
    let first = run_in(folder.path(), &["judge", "game.sgf", "--rules", "ms-chinese", "--game", "1"]);
    assert!(first.out == last.out && !first.err.contains("only the first game"), "{}", first.err);
    let second = run_in(folder.path(), &["judge", "game.sgf", "--rules", "ms-chinese", "--move", "2"]);
    assert!(second.out.starts_with("3x3 .../OX./...\nafter 2 actions"), "{}", second.out);
    let other = good(run_in(folder.path(), &["judge", "game.sgf", "--rules", "ms-chinese", "--game", "2"]));
    assert!(other.starts_with("2x2 X./..\n"), "{other}");
    refused(run_in(folder.path(), &["judge", "game.sgf", "--game", "3"]), &["game.sgf:1:", "the file has 2 games"]);
    refused(run(&["judge", "X.O", "--move", "1"]), &["SGF"]);
    let beyond = run_in(folder.path(), &["judge", "game.sgf", "--move", "8"]);
    assert!(beyond.status == 2 && beyond.err.contains("the main line has 7"), "{}", beyond.err);
}

#[test]
fn judge_counts_what_an_agreement_comes_to_by_the_clause_that_lets_the_players_agree() {
    let out =
        good(run(&["judge", ".../.X./O..", "--dead", "A1", "--rules", "j1989,j1997,aj2004,ms-japanese,ms-chinese"]));
    // Eight points and a prisoner; nine points of area; an analysis is played, not agreed on.
    for part in [
        "j1989: B+9 [j1989.",
        "j1997: B+9 [j1997.",
        "ms-chinese: B+9 [ms.",
        "aj2004: the text counts nothing by such an agreement [aj2004.",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(out.contains("given that the players agree: dead A1\n") && out.contains("1 o . . 1"), "{out}");
    let alive = good(run(&["judge", ".../.X./O..", "--dead", "none", "--rules", "j1989"]));
    assert!(alive.contains("j1989: draw"), "{alive}");
    refused(run(&["judge", ".../.X./O..", "--dead", "C3"]), &["--dead", "no stone on C3"]);
    refused(run(&["judge", ".../.X./O..", "--dead", "marked"]), &["nothing is marked"]);
    // On a board on which nothing can be judged.
    let large = good(run(&["judge", &["........."; 9].join("/"), "--dead", "none", "--rules", "ms-chinese"]));
    assert!(large.contains("ms-chinese: draw"), "{large}");
}

#[test]
fn judge_takes_the_marks_of_a_file_as_an_agreement_with_komi_and_prisoners() {
    let run = run_in(with_game().path(), &["judge", "game.sgf", "--dead", "marked", "--rules", "j1989,ms-chinese"]);
    assert!(run.out.contains("given that the players agree: dead C1\n"), "{}", run.out);
    // 9 of area less 7.5; 6 points of territory and 2 prisoners less 7.5.
    assert!(run.out.contains("ms-chinese: B+1.5 [ms."), "{}", run.out);
    assert!(run.out.contains("j1989: B+0.5 [j1989."), "{}", run.out);
    let alive =
        run_in(with_game().path(), &["judge", "game.sgf", "--dead", "marked", "--alive", "C1", "--rules", "j1989"]);
    assert!(alive.out.contains("agree: dead none\n"), "{}", alive.out);
}

#[test]
fn judge_takes_the_marks_that_stand_with_the_last_pass() {
    // As KGS writes them: in the node of the last pass, not after it. Those with a move in the middle count nothing.
    let folder = TempDir::new().unwrap();
    let game = "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[3]KM[0.50]\n;B[bb]BL[9];W[ac]WL[8]TW[aa]\n;B[]BL[7]\n\
        ;W[]WL[6]TB[aa][ba][ca][ab][cb][ac][bc][cc])";
    fs::write(folder.path().join("kgs.sgf"), game).unwrap();
    let run = run_in(folder.path(), &["judge", "kgs.sgf", "--dead", "marked", "--rules", "j1989"]);
    assert!(run.out.contains("given that the players agree: dead A1\n"), "{}{}", run.out, run.err);
    assert!(run.out.contains("j1989: B+8.5 [j1989."), "{}", run.out);
    // Whoever does not ask for it is told once.
    let told = run_in(folder.path(), &["judge", "kgs.sgf", "--rules", "j1989"]);
    assert_eq!(told.err.matches("`judge --dead marked` counts it").count(), 1, "{}", told.err);
    let before = run_in(folder.path(), &["judge", "kgs.sgf", "--rules", "j1989", "--move", "3", "--dead", "marked"]);
    assert!(before.status == 2 && before.err.contains("nothing is marked"), "{}", before.err);
}

#[test]
fn every_command_can_be_told_to_say_nothing_of_progress() {
    for command in [&["table", "2x2", "--memory", "1GiB"][..], &["diverge", "2x2", "--memory", "1GiB"]] {
        let told = run(command);
        assert!(told.status == 0 && told.err.contains("MiB of memory"), "{}", told.err);
        for flag in ["-q", "--quiet"] {
            let quiet = run(&[command, &[flag]].concat());
            assert_eq!((quiet.status, quiet.err.as_str()), (0, ""), "{command:?}");
            assert_eq!(quiet.out, told.out);
        }
    }
    // What is refused is said all the same.
    refused(run(&["-q", "table", "2x2", "--memory", "1MiB"]), &["more than the 1 MiB"]);
}

#[test]
fn a_time_is_a_number_of_seconds_or_has_a_unit_everywhere() {
    let folder = with_game();
    for command in [
        &["replay", "game.sgf", "--agree", "best-play", "--rules", "ms-chinese"][..],
        &["prove", ".OO", "--rules", "j1989"],
        &["table", "1x2", "--rules", "j1989"],
        &["judge", ".OO"],
    ] {
        let flag = if command[0] == "table" { "--each" } else { "--time" };
        for time in ["5", "5s", "1m"] {
            let run = run_in(folder.path(), &[command, &[flag, time]].concat());
            assert!(!run.err.contains("invalid value"), "{command:?} {time}: {}", run.err);
            assert_eq!(run.status, 0, "{command:?} {time}: {}", run.err);
        }
        refused(run_in(folder.path(), &[command, &[flag, "0"]].concat()), &["such as 90, 90s, 5m or 2h"]);
        refused(run_in(folder.path(), &[command, &[flag, ""]].concat()), &["such as 90, 90s, 5m or 2h"]);
    }
}

#[test]
fn judge_prints_each_verdict_as_it_is_known_and_all_of_them_in_the_end() {
    let out = good(run(&["judge", ".XO.", "--as-known"]));
    let summary = out.trim_end().rsplit("\n\n").next().unwrap().replace('\n', " ");
    for rules in ["j1989 ", "j1997:first=black ", "j1997:first=white ", "aj2004 ", "ms-japanese ", "ms-chinese "] {
        assert!(summary.contains(rules), "{summary}");
        assert!(out.contains(&format!("\n{}\n  A B C D\n", rules.trim())), "{rules}: {out}");
    }
    refused(run(&["judge", ".XO.", "--as-known", "--format", "json"]), &["--as-known"]);
}

#[cfg(unix)]
#[test]
fn judge_leaves_at_a_signal_with_what_it_has_found_and_status_130() {
    use std::io::Read;

    use nix::sys::signal::{Signal, kill};
    let board = [".......", ".......", "...X...", ".......", "..O....", ".......", "......."].join("/");
    let mut judge = std::process::Command::new(assert_cmd::cargo::cargo_bin("shinpan"));
    // What is counted as it stands is known at once.
    let rules = "j1997:first=black,j1997:first=black,agreement=as-it-stands";
    judge.args(["judge", &board, "--as-known", "--rules", rules]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut judge = judge.spawn().unwrap();
    let mut out = String::new();
    let mut from = std::io::BufReader::new(judge.stdout.take().unwrap());
    while !out.contains("agreement=as-it-stands\n") {
        assert_ne!(std::io::BufRead::read_line(&mut from, &mut out).unwrap(), 0, "{out}");
    }
    kill(nix::unistd::Pid::from_raw(judge.id() as i32), Signal::SIGINT).unwrap();
    from.read_to_string(&mut out).unwrap();
    let mut err = String::new();
    judge.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(judge.wait().unwrap().code(), Some(130), "{err}");
    assert!(out.contains("j1997:first=black undecided ["), "{out}");
    assert!(err.contains("interrupted; not decided: j1997:first=black"), "{err}");
}

#[test]
fn judge_keeps_to_its_time_and_calls_the_rest_undecided() {
    let board = [".......", ".......", "...X...", ".......", "..O....", ".......", "......."].join("/");
    let run = run(&["judge", &board, "--time", "1", "--rules", "j1997:first=black"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(
        run.out.contains("its limits ran out") || run.err.contains("the time is up; not decided"),
        "{} {}",
        run.out,
        run.err
    );
}

#[test]
fn judge_writes_pictures_records_and_markdown() {
    let folder = TempDir::new().unwrap();
    let args = ["judge", ".XX/XX./OO.", "--rules", "j1989,aj2004", "--format", "sgf", "--svg", "board.svg"];
    let sgf = good(run_in(folder.path(), &args));
    let record = shinpan::record::read("f", sgf.as_bytes(), &[1]).unwrap();
    assert_eq!(record.setup.position.to_string(), ".XX/XX./OO.");
    assert_eq!(
        record.marked.dead(&record.setup.position).unwrap().len(),
        2,
        "White's stones stand in Black's territory"
    );
    assert!(sgf.contains("MA[ac]") && sgf.contains("j1989: B+7"), "{sgf}");
    let svg = fs::read_to_string(folder.path().join("board.svg")).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.trim_end().ends_with("</svg>"), "{svg}");
    assert!(svg.contains("j1989: B+7") && svg.contains("dead stone") && !svg.contains("in seki"), "{svg}");
    refused(run_in(folder.path(), &args), &["board.svg exists", "--force"]);
    let markdown = good(run(&["judge", ".XX/XX./OO.", "--rules", "j1989", "--format", "markdown"]));
    assert!(
        markdown.starts_with("# 3x3 `.XX/XX./OO.`\n\n| rule set | outcome |\n|---|---|\n| j1989 | B+7 |\n"),
        "{markdown}"
    );
    assert!(markdown.contains("\n2 X X b 2\n1 o o b 1\n") && markdown.contains("; x o dead stones; "), "{markdown}");
    assert!(markdown.is_ascii(), "{markdown}");
}

// What people meet besides

#[test]
fn names_of_rules_that_several_texts_could_mean_are_not_guessed() {
    refused(
        run(&["judge", ".XO.", "--rules", "japanese"]),
        &["`japanese` names no text", "j1989, j1997, aj2004, ms-japanese", "write which"],
    );
    refused(
        run(&["judge", ".XO.", "--rules", "Chinese"]),
        &["`Chinese` names no text: it could mean ms-chinese, chinese-2002, which differ; write which"],
    );
    refused(run(&["rules", "ing"]), &["simplified-ing comes nearest", "write simplified-ing if that is meant"]);
}

#[test]
fn the_page_of_a_position_stands_by_itself_and_says_what_the_texts_disagree_about() {
    let page = good(run(&[
        "judge",
        ".OO",
        "--rules",
        "j1989,j1989:enable=none,j1989:enable=none,seki=string",
        "--format",
        "html",
    ]));
    assert!(page.starts_with("<!DOCTYPE html>") && !page.replace("http-equiv", "").contains("http"), "{page}");
    assert!(
        page.contains(
            "They disagree about White's B1 C1: alive under j1989; dead under j1989:enable=none, j1989:enable=none,seki=string."
        ),
        "{page}"
    );
    // Answers that are the same share a board.
    assert_eq!(page.matches("<figure>").count(), 2, "{page}");
    assert_eq!(page.matches("class=\"differs-halo\"").count(), 2, "{page}");
    assert!(page.contains("j1989.7.1") && page.contains("Made by <code>shinpan judge .OO --rules"), "{page}");
    refused(run(&["judge", ".OO", "--dead", "none", "--format", "html"]), &["--dead has no form"]);
}

/// Two walls with a line of dame between them: what lives is open with so few states.
pub const WALLS: &str = "..X.O../..X.O../..X.O../..X.O../..X.O../..X.O../..X.O..";

#[test]
fn what_is_assumed_is_said_as_such_beside_the_bounds() {
    let asked = |more: &[&str]| {
        run(&[&["judge", WALLS, "--rules", "ms-japanese,tromp-taylor", "--budget", "300"], more].concat())
    };
    let text = good(asked(&["--assume", "alive:C1,E1"]));
    let assumed = "ASSUMED, not proved (C7 alive, E7 alive): draw [ms.agreement]";
    assert!(text.contains(assumed) && text.contains("undecided [-56,56]"), "{text}");
    assert_eq!(text.matches("ASSUMED").count(), 1, "tromp-taylor decides by itself: {text}");
    // In every form, and a string that is not mentioned is asked for.
    let verdicts = json(&good(asked(&["--assume", "alive:C1,E1", "--format", "json"])));
    assert_eq!(verdicts["verdicts"][0]["remarks"], serde_json::json!([assumed]));
    for form in ["svg", "html", "sgf", "latex"] {
        let text = good(asked(&["--assume", "alive:C1,E1", "--format", form]));
        assert!(text.contains("ASSUMED, not proved"), "{form}: {text}");
    }
    let dies = good(asked(&["--assume", "dead:C1"]));
    assert!(dies.contains("the assumptions leave it open: say too whether E7 live"), "{dies}");
    let dies = good(asked(&["--assume", "dead:C1,alive:E1"]));
    assert!(dies.contains("ASSUMED, not proved (E7 alive, C7 dead): W+49"), "{dies}");
    // Where a verdict is proved nothing is assumed.
    let proved = good(run(&["judge", ".OO", "--rules", "j1989", "--assume", "dead:B1"]));
    assert!(proved.contains("W+1") && !proved.contains("ASSUMED"), "{proved}");
}

#[test]
fn strict_tells_a_verdict_from_an_assumption_by_the_exit_status() {
    let status = |args: &[&str]| run(args).status;
    let open = ["judge", WALLS, "--rules", "ms-japanese", "--budget", "300", "--assume", "alive:C1,E1"];
    assert_eq!(status(&open), 0);
    assert_eq!(status(&[&open[..], &["--strict"]].concat()), 1);
    assert_eq!(status(&["judge", ".OO", "--strict"]), 0);
}

#[test]
fn assumptions_that_cannot_be_read_are_refused_in_a_line() {
    for (text, says) in [
        ("D4", "is D4 alive or dead?"),
        ("seki:C1", "`seki` is neither alive nor dead"),
        ("alive:D4", "there is no stone on D4"),
        ("alive:Z9", "Z9"),
        ("alive:C1,dead:C3", "the string of C7 is to live and to die"),
        ("alive:", "names no stone"),
        ("", "is  alive or dead?"),
    ] {
        refused(run(&["judge", WALLS, "--assume", text]), &["--assume", says]);
    }
    refused(run(&["judge", WALLS, "--assume", "dead:C1", "--dead", "C1"]), &["--dead"]);
}
