//! Game records as they are met: what the file says is used, and `check --games` says a line for each as soon as it is checked.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

struct Run {
    status: i32,
    out: String,
    err: String,
}

fn run(folder: &TempDir, args: &[&str]) -> Run {
    let output = Command::cargo_bin("shinpan").unwrap().current_dir(folder.path()).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

fn files(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    folder
}

/// Black's wall on the second column of 4x4; both white stones are marked as dead: 12 points and 2 prisoners, less komi.
const MARKED: &str = "(;SZ[4]RU[Japanese]KM[0.5]RE[B+13.5]PB[First]PW[Second];B[ba];W[da];B[bb];W[dd];B[bc];W[];B[bd];W[];B[]\
                      ;TB[aa][ab][ac][ad][ca][cb][cc][cd][da][db][dc][dd])";
/// Black's stone has all of 3x3: 8 points of territory less komi. White passes once more.
const THREE_PASSES: &str = "(;SZ[3]RU[Japanese]KM[0.5]RE[B+7.5];B[bb];W[];B[];W[])";
/// Many points are open: what it comes to is not found soon.
const OPEN: &str = "(;SZ[6]RU[Japanese]KM[0]RE[B+1];B[bb];W[ee];B[be];W[eb];B[];W[])";

#[test]
fn the_agreement_that_a_file_marks_is_the_default_where_there_is_one() {
    let folder = files(&[("marked.sgf", MARKED)]);
    let check = |more: &[&str]| run(&folder, &[&["check", "--games", "marked.sgf", "--rules", "j1989"], more].concat());
    for more in [&[][..], &["--agree", "marked"]] {
        let run = check(more);
        assert_eq!(run.status, 0, "{}{}", run.out, run.err);
        assert!(run.out.contains("the result is B+13.5 by what the file marks, as recorded"), "{}", run.out);
    }
    let recorded = check(&["--agree", "recorded"]);
    assert_eq!(recorded.status, 2, "{}", recorded.out);
    assert!(recorded.out.contains("the result is not compared"), "{}", recorded.out);
    let best_play = check(&["--agree", "best-play", "--format", "json"]);
    let line: Value = serde_json::from_str(best_play.out.lines().next().unwrap()).unwrap();
    assert_eq!((&line["by"], &line["black"], &line["rules"]), (&"best play".into(), &"First".into(), &"j1989".into()));
    let replay =
        run(&folder, &["replay", "marked.sgf", "--rules", "j1989,tromp-taylor", "--agree", "marked", "--trace"]);
    assert!(replay.out.starts_with("4x4, 9 actions, komi 0.5, Black: First, White: Second\n"), "{}", replay.out);
    assert!(replay.out.contains("j1989: B+13.5") && replay.out.contains("as the file marks it"), "{}", replay.out);
    assert!(run(&folder, &["replay", "marked.sgf", "--rules", "j1989"]).out.contains("j1989: no result yet"));
}

#[test]
fn marks_count_for_nothing_where_a_move_before_does_not_stand() {
    let refused = MARKED.replace("B[bb]", "B[ba]");
    let folder = files(&[("refused.sgf", &refused)]);
    let run = run(&folder, &["check", "--games", "refused.sgf", "--rules", "ms-japanese", "--agree", "marked"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(
        run.out.contains("move 3 (B B4) does not stand [ms.turn]") && run.out.contains("not compared"),
        "{}",
        run.out
    );
}

#[test]
fn a_pass_after_the_end_is_not_at_odds_with_the_text() {
    let folder = files(&[("three.sgf", THREE_PASSES)]);
    for rules in ["j1989", "ms-japanese"] {
        let run = run(&folder, &["check", "--rules", rules, "--games", "three.sgf"]);
        assert_eq!(run.status, 0, "{rules}: {}{}", run.out, run.err);
        assert!(run.out.contains("the result is B+7.5, as recorded"), "{rules}: {}", run.out);
    }
    let run = run(&folder, &["check", "--rules", "j1989", "--games", "three.sgf"]);
    assert!(run.out.contains("but move 4 (W pass), after the end [j1989.9.1]"), "{}", run.out);
}

#[test]
fn results_that_say_no_margin_are_read_as_what_they_are() {
    let games: Vec<(String, String)> = ["Void", "?", "Jigo", "0", "Draw", "B+9 moku", "B+9,0"]
        .iter()
        .map(|re| (format!("{}.sgf", re.replace('?', "q")), format!("(;SZ[3]KM[0]RE[{re}];B[bb];W[];B[])")))
        .collect();
    let named: Vec<(&str, &str)> = games.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = files(&named);
    for ((name, _), said) in games.iter().zip([
        "not compared: the record says that the game is void",
        "not compared: the record says that the result is not known",
        "the record says Jigo, and the result is B+9",
        "the record says 0, and the result is B+9",
        "the record says Draw, and the result is B+9",
        "the result is B+9 moku, as recorded",
        "the result is B+9,0, as recorded",
    ]) {
        let run = run(&folder, &["check", "--rules", "tromp-taylor", "--games", name]);
        assert!(run.out.contains(said), "{name}: {}", run.out);
    }
}

#[test]
fn handicap_stones_played_in_a_row_have_the_texts_compensation() {
    // Black has all of 3x3: 9 by area, less a point for the second handicap stone and the komi.
    let folder = files(&[
        ("aga.sgf", "(;SZ[3]HA[2]KM[0.5]RU[AGA]RE[B+7.5];B[ba];B[bb];W[];B[bc];W[];B[])"),
        ("nine.sgf", "(;SZ[9]HA[3];B[cc];B[gg];B[gc];W[cg];B[ee];W[];B[])"),
    ]);
    let counted = run(&folder, &["judge", "aga.sgf", "--dead", "none", "--rules", "aga-area"]);
    assert!(counted.out.contains("aga-area: B+7.5 [aga.9.agreement"), "{}", counted.out);
    assert!(counted.out.contains("-1  White: handicap stones but the first [aga.4.area]"), "{}", counted.out);
    let checked = run(&folder, &["check", "--games", "aga.sgf", "--rules", "aga-area"]);
    assert_eq!(checked.status, 0, "{}", checked.out);
    let replay = run(&folder, &["replay", "nine.sgf", "--trace"]);
    assert!(!replay.out.contains("refused"), "{}", replay.out);
    assert!(replay.out.contains("1 B handicap C7 G7 G3") && replay.out.contains("5 B pass"), "{}", replay.out);
    assert!(replay.out.contains("ms-chinese: outside the text [ms.handicap.placement]"), "{}", replay.out);
}

#[test]
fn a_setup_with_white_first_and_pl_beside_a_move_are_followed_under_every_text() {
    let folder = files(&[
        ("setup.sgf", "(;SZ[9]AB[cc][gg]AW[gc];W[cg];B[ee];W[];B[])"),
        ("beside.sgf", "(;SZ[9]KM[6.5];B[ce];W[gc]PL[B];B[gg];W[];B[])"),
    ]);
    for (file, steps) in [("setup.sgf", 4), ("beside.sgf", 5)] {
        let run = run(&folder, &["replay", file, "--format", "json"]);
        let replay: Value = serde_json::from_str(&run.out).unwrap();
        let text = replay.to_string();
        assert!(!text.contains("\"refused\""), "{file}: {text}");
        assert_eq!(replay["actions"].as_array().unwrap().len(), steps, "{file}");
    }
}

#[test]
fn an_archive_is_checked_by_one_command_with_a_summary_by_rule_set() {
    let folder = files(&[
        ("a.sgf", MARKED),
        // The same without komi, with the count of stones and points, by that count under two texts, and one under rules of nobody.
        ("b.sgf", &MARKED.replace("B+13.5", "B+14")),
        ("c.sgf", &MARKED.replace("B+13.5", "B+15.5")),
        ("d.sgf", &MARKED.replace("Japanese", "NZ").replace("B+13.5", "B+15.5")),
        ("e.sgf", &MARKED.replace("Japanese", "House")),
        ("g.sgf", &MARKED.replace("Japanese", "Chinese").replace("B+13.5", "B+15.5")),
        ("f.sgf", "(;SZ[4]RU[AGA]KM[0]RE[B+14];B[ba];W[da];B[bb];W[dd];B[bc];W[];B[bd];W[];B[];TB[da][dd])"),
    ]);
    let names = ["a.sgf", "b.sgf", "c.sgf", "d.sgf", "e.sgf", "f.sgf", "g.sgf"];
    let run = run(&folder, &[&["check", "--format", "json", "--games"][..], &names].concat());
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |name: &str| lines.iter().find(|line| line["game"] == name).unwrap();
    assert_eq!(of("a.sgf")["result"], "same");
    assert_eq!(of("b.sgf")["cause"], "komi");
    assert_eq!(of("c.sgf")["cause"], "the other count");
    assert_eq!((&of("d.sgf")["rules"], &of("d.sgf")["result"]), (&"new-zealand".into(), &"same".into()));
    assert_eq!((&of("g.sgf")["rules"], &of("g.sgf")["result"]), (&"chinese-2002".into(), &"same".into()));
    assert!(of("e.sgf")["rules"].is_null());
    // White has passed twice and Black once: Black has a stone more than by prisoners alone.
    assert_eq!(of("f.sgf")["cause"], "pass stones");
    let summary = lines.last().unwrap();
    assert_eq!(summary["kind"], "summary");
    assert_eq!(summary["rules"]["j1989"]["equal"], 1);
    assert_eq!(summary["rules"]["j1989"]["differs"]["komi"], 1);
    assert!(
        run.err.contains("j1989: 1 equal, 2 differ (1 by komi, 1 by the other count), 0 not compared"),
        "{}",
        run.err
    );
    assert!(run.err.contains("compared with chinese-2002"), "{}", run.err);
}

#[test]
fn equal_final_positions_are_searched_once() {
    // The same stones in another order; then another komi, which is another result.
    let game = |moves: &str, komi: &str| format!("(;SZ[3]KM[{komi}]RE[B+9];{moves};W[];B[])");
    let text = [game("B[bb];W[];B[ba]", "0"), game("B[ba];W[];B[bb]", "0"), game("B[ba];W[];B[bb]", "1")].concat();
    let folder = files(&[("games.sgf", &text)]);
    let run = run(&folder, &["check", "--rules", "ms-chinese", "--games", "games.sgf"]);
    assert_eq!(run.out.lines().count(), 3, "{}", run.out);
    assert!(run.err.contains("final positions searched: 2"), "{}", run.err);
}

/// The first line is there while the second game is still being searched; a run that is killed then goes on with it.
#[test]
fn a_line_is_written_as_soon_as_a_game_is_checked_and_resume_goes_on_after_it() {
    let folder = files(&[("quick.sgf", THREE_PASSES), ("open.sgf", OPEN)]);
    let args = ["check", "--rules", "j1989", "--states", "1000000000", "--out", "kept"];
    let mut check = std::process::Command::new(assert_cmd::cargo::cargo_bin("shinpan"));
    check.current_dir(folder.path()).args(args).args(["--games", "quick.sgf", "open.sgf"]);
    let mut check = check.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(check.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("quick.sgf: "), "{line}");
    check.kill().unwrap();
    check.wait().unwrap();
    let kept = folder.path().join("kept/games.jsonl");
    let lines = fs::read_to_string(&kept).unwrap();
    assert_eq!(lines.lines().count(), 2, "{lines}");
    let again = |more: &[&str]| run(&folder, &[&args[..], more, &["--games", "quick.sgf"]].concat());
    assert!(again(&[]).err.contains("--resume goes on with it"));
    let resumed = again(&["--resume"]);
    assert_eq!((resumed.status, resumed.out.as_str()), (0, ""), "{}", resumed.err);
    assert!(resumed.err.contains("1 games: 0 at odds"), "{}", resumed.err);
    // What was written in part is done again; so is all of it where nothing is.
    fs::write(&kept, &lines[..lines.len() - 5]).unwrap();
    assert!(again(&["--resume"]).out.starts_with("quick.sgf: "));
    assert_eq!(fs::read_to_string(&kept).unwrap(), lines);
    fs::remove_file(&kept).unwrap();
    assert!(again(&["--resume"]).out.starts_with("quick.sgf: "));
    // The lines of another check are not gone on with.
    let other = run(&folder, &["check", "--rules", "j1997", "--out", "kept", "--resume", "--games", "quick.sgf"]);
    assert_eq!(other.status, 2);
    assert!(other.err.contains("is of another check"), "{}", other.err);
}

#[test]
fn what_is_not_begun_when_the_time_is_up_is_said_to_be_left() {
    let folder = files(&[("open.sgf", &OPEN.repeat(3))]);
    let all = ["check", "--rules", "j1989", "--states", "1000000000", "--time", "1", "--games", "open.sgf"];
    let run = run(&folder, &all);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("the time is up: 3 games are left"), "{}", run.err);
}

/// Two walls of 7x7 with one open dame between them: 21 points for Black less 15 for White.
#[test]
fn open_dame_that_put_walls_in_seki_are_said_with_the_count_once_they_are_filled() {
    let folder = files(&[(
        "dame.sgf",
        "(;SZ[7]RU[Japanese]KM[5.5]RE[B+0.5];B[ca];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de];W[ee];B[df];W[ef];B[dg]\
         ;W[eg];B[];W[];TB[aa:cg]TW[fa:gg])",
    )]);
    // The rectangle of Black's marks has his own stone on it, which is no dead one.
    let run = run(&folder, &["judge", "dame.sgf", "--dead", "marked", "--rules", "j1989,ms-japanese"]);
    assert!(run.out.contains("ms-japanese: B+0.5"), "{}", run.out);
    assert!(run.out.contains("j1989: W+5.5"), "{}", run.out);
    let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("(dame D7 puts C7 E7 D6 E6"), "{words}");
    assert!(words.contains("in seki; filled by either side the count is B+0.5 [j1989.8.seki])"), "{words}");
    let check = self::run(&folder, &["check", "--games", "dame.sgf", "--format", "json"]);
    let line: Value = serde_json::from_str(check.out.lines().next().unwrap()).unwrap();
    assert_eq!((&line["result"], &line["cause"]), (&"differs".into(), &"dame".into()), "{}", check.out);
}

/// Black lives in the corner with two eyes and has no dame; White lives around him and may have some; the rest of the board is open.
const PARTLY: &str = ".X.XO.O../XXXXOOO../OOOOO.O../....OOO../........./..XXXXX../..X...X../..XXXXX../.........";

#[test]
fn what_is_known_of_an_open_board_is_said_by_which_clause_and_why_the_rest_is_not() {
    let folder = files(&[]);
    let run = run(&folder, &["judge", PARTLY, "--rules", "j1989,ms-japanese", "--budget", "1000", "--format", "json"]);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    for (at, life, territory) in [(0, "j1989.7.1", "j1989.8.territory"), (1, "ms.dead", "ms.territory")] {
        let verdict = &answer["verdicts"][at];
        assert!(verdict["outcome"]["undecided"].is_array(), "{verdict}");
        let known = &verdict["known"];
        let strings = known["strings"].as_array().unwrap();
        let of =
            |stone: &str| strings.iter().find(|s| s["stones"].as_array().unwrap().contains(&stone.into())).unwrap();
        assert_eq!((&of("B9")["life"], &of("B9")["clause"]), (&"alive".into(), &life.into()));
        assert!(of("E9")["life"].is_null(), "alive, or in seki: {known}");
        let points = known["points"].as_object().unwrap();
        assert_eq!(points.keys().collect::<Vec<_>>(), ["A9", "C9"]);
        assert_eq!(known["points_by"], territory);
        assert!(known["why"].as_str().unwrap().contains("region by region"));
    }
    // A board that is searched: strings by the clause of their life, and those in doubt.
    let small = self::run(
        &folder,
        &["judge", "...../.XOO./.XOX./..XX./.....", "--rules", "j1989", "--budget", "200", "--format", "json"],
    );
    let answer: Value = serde_json::from_str(&small.out).unwrap();
    assert_eq!(answer["verdicts"][0]["known"]["open"].as_array().unwrap().len(), 3, "{}", small.out);
}

#[test]
fn an_open_outcome_ends_with_what_to_do_and_what_hangs_on_each_string() {
    let folder = files(&[]);
    let run = run(&folder, &["judge", "...../.XOO./.XOX./..XX./.....", "--rules", "j1989", "--budget", "200"]);
    let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("can be counted: --dead B4,D3,C4 without those of them that live, or --dead none)"),
        "{words}"
    );
    // Nobody encloses anything while all live. Without White's three stones all of the board is Black's: 17 empty points, three where
    // they stood, and three prisoners.
    assert!(words.contains("(if the white string C4 dies B+23, else draw)"), "{words}");
    for dead in ["C4", "none"] {
        let counted =
            self::run(&folder, &["judge", "...../.XOO./.XOX./..XX./.....", "--rules", "j1989", "--dead", dead]);
        assert!(counted.out.contains(if dead == "none" { "j1989: draw" } else { "j1989: B+23" }), "{}", counted.out);
    }
}
