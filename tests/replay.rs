//! `shinpan replay` and `shinpan play` as a user meets them.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Status, standard output and standard error of a run in `folder`.
fn run(folder: &TempDir, args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("shinpan").unwrap();
    let output = command.current_dir(folder.path()).args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A folder with the record of a game on 1x4 in which superko and fixed-ko refuse steps.
fn game() -> TempDir {
    let folder = TempDir::new().unwrap();
    let text = "(;SZ[4:1]RU[Japanese]RE[B+2];B[ba];W[da];B[aa];W[ca];B[ba];W[da];B[];W[];SHIN[B agree][W agree])";
    fs::write(folder.path().join("game.sgf"), text).unwrap();
    folder
}

#[test]
fn replay_shows_the_steps_side_by_side_and_where_the_rule_sets_part() {
    let (status, out, err) = run(&game(), &["replay", "game.sgf"], "");
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("5     B B1"), "{out}");
    assert!(out.contains("x superko") && out.contains("x fixed-ko"), "{out}");
    assert!(out.contains("the rule sets disagree at step 5: j1989, j1997, aj2004: accepted; ms-japanese"), "{out}");
    assert!(out.contains("the record's result is B+2, but j1989 gives draw"), "{out}");
    assert!(err.contains("names its rules `Japanese`"), "{err}");
}

#[test]
fn the_trace_names_clause_fact_and_consequence_of_every_step() {
    let (_, out, _) =
        run(&game(), &["replay", "game.sgf", "--trace", "--rules", "j1989,ms-chinese", "--until", "5"], "");
    assert!(out.contains("4 W C1\n    j1989: accepted [j1989.3] takes A1 B1\n        -> White has A1 B1"), "{out}");
    let refused = "    ms-chinese: refused (superko) [ms.ko] brings back the position after step 1 with White to move";
    assert!(out.contains(refused), "{out}");
    assert!(!out.contains("\n6 "), "{out}");
}

#[test]
fn the_json_has_every_step_with_facts_as_data() {
    let (status, out, _) = run(&game(), &["replay", "game.sgf", "--format", "json"], "");
    assert_eq!(status, 0);
    let json: Value = serde_json::from_str(&out).unwrap();
    let games = json["games"].as_array().unwrap();
    assert_eq!(games.len(), 8);
    assert_eq!(games[3]["rules"], "ms-japanese");
    let step = &games[3]["steps"][4];
    assert_eq!(
        (&step["judgement"], &step["refusal"], &step["clause"]),
        (&"refused".into(), &"superko".into(), &"ms.ko".into())
    );
    assert_eq!(step["fact"]["data"]["step"], 1);
    assert_eq!(games[0]["result"], "draw");
    assert_eq!(json["actions"][8]["action"], "B agree");
}

#[test]
fn the_annotated_sgf_is_a_record_with_the_same_actions() {
    let folder = game();
    let (_, annotated, _) = run(&folder, &["replay", "game.sgf", "--format", "sgf"], "");
    assert!(annotated.contains("refused (superko) [ms.ko\\]"), "{annotated}");
    fs::write(folder.path().join("annotated.sgf"), annotated).unwrap();
    let script = |file: &str| run(&folder, &["replay", file, "--format", "script"], "").1;
    assert_eq!(script("annotated.sgf"), script("game.sgf"));
    assert!(script("game.sgf").ends_with("B agree\nW agree\n"));
}

#[test]
fn best_play_answers_only_when_it_is_asked() {
    let folder = TempDir::new().unwrap();
    let script = "size 2x3\nB B2\nW pass\nB B1\nW pass\nB pass\n";
    let (_, out, _) = run(&folder, &["replay", "-"], script);
    assert!(out.contains("j1989: no result yet (phase: stopped)"), "{out}");
    let (_, out, _) = run(&folder, &["replay", "-", "--agree", "best-play", "--rules", "j1989"], script);
    assert!(out.contains("j1989: B+4"), "{out}");
    for limit in [["--budget", "10"], ["--time", "5s"]] {
        let (status, _, err) = run(&folder, &["replay", "-", limit[0], limit[1]], script);
        assert_eq!((status, err.contains("--agree best-play")), (2, true), "{err}");
    }
}

/// What is seen with the least search leaves it open here.
#[test]
fn best_play_on_a_large_board_is_searched_region_by_region() {
    let folder = TempDir::new().unwrap();
    let board = ".OOXXOX../OOO..OX.X/..OOOOXX./OOOO.OOX./....O.OX./...OOOXX./...OXX.XX/...OX.XX./...OOX.XX";
    let script = format!("board {board}\nB pass\nW pass\nB pass\nW pass\n");
    let args = ["replay", "-", "--agree", "best-play", "--rules", "j1989,aj2004"];
    let (_, out, err) = run(&folder, &args, &script);
    assert!(out.contains("j1989: W+16") && out.contains("aj2004: W+16"), "{out}{err}");
}

#[test]
fn what_cannot_be_read_is_one_line_with_file_line_and_column() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bad.txt"), "size 3x3\nB A1\nW D9\n").unwrap();
    for (args, part) in [
        (vec!["replay", "bad.txt"], "bad.txt:3:3: `D9` is not a point of a 3x3 board"),
        (vec!["replay", "none.sgf"], "cannot read none.sgf"),
        (vec!["replay", "."], "it is a folder"),
        (vec!["replay", "bad.txt", "--line", "x"], "for example 2.1"),
        (vec!["replay", "bad.txt", "--rules", "j1997:first=white"], "a game shows who passed first"),
    ] {
        let (status, out, err) = run(&folder, &args, "");
        assert_eq!((status, out.as_str(), err.lines().count()), (2, "", 1), "{args:?}: {err}");
        assert!(err.contains(part), "{args:?}: {err}");
    }
}

#[test]
fn play_takes_actions_says_why_takes_back_and_saves() {
    let folder = TempDir::new().unwrap();
    let input = "B2\nwhy B2?\nwhy A1\nW B2\nA1\nundo\nC1\npass\npass\nB claim dead C1\nW agree\nresult\nsave game.sgf\nsave game.sgf\n\
        nonsense\nhelp\noptions\nboard\nquit\n";
    let (status, out, err) = run(&folder, &["play", "3x3", "--rules", "j1997"], input);
    assert_eq!((status, err.as_str()), (0, ""));
    for part in [
        "refused (occupied), j1997.point",
        "not carried out; `! W B2` carries it out all the same",
        "the game is over, B+9 under j1997; type undo, save FILE or quit",
        "j1997: nothing, the game is over",
        "j1997: accepted, j1997.point (Board and point of play): a play",
        "taken back: W A1",
        "result: B+9 [j1997.end]",
        "written: game.sgf",
        "game.sgf exists",
        "`nonsense` is no player",
        "why C3?",
    ] {
        assert!(out.contains(part), "{part:?} is not in: {out}");
    }
    let (_, script, _) = run(&folder, &["replay", "game.sgf", "--format", "script"], "");
    assert_eq!(script, "size 3x3\nB B2\nW C1\nB pass\nW pass\nB claim dead C1\nW agree\n");
}

#[test]
fn play_carries_out_what_is_refused_if_it_is_meant() {
    for (args, input) in
        [(&["play", "3x3"][..], "B2\n! W B2\nquit\n"), (&["play", "3x3", "--strict"], "B2\nW B2\nquit\n")]
    {
        let (_, out, _) = run(&TempDir::new().unwrap(), args, input);
        assert!(!out.contains("not carried out"), "{out}");
        assert!(out.contains("3 ") && out.contains("refused (occupied)"), "{out}");
    }
}

#[test]
fn play_ends_with_its_input_and_takes_any_bytes() {
    let folder = TempDir::new().unwrap();
    let mut command = Command::cargo_bin("shinpan").unwrap();
    let input: Vec<u8> = (0..=255).cycle().take(30_000).collect();
    let output = command.current_dir(folder.path()).args(["play", "2x2"]).write_stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn replay_calls_neither_no_result_nor_an_undecided_one_an_agreement_or_a_difference() {
    let folder = TempDir::new().unwrap();
    let (_, out, _) = run(&folder, &["replay", "-"], "size 3x3\nB B2\n");
    assert!(out.contains("the rule sets agree on every step, and none of them gives a result yet\n"), "{out}");
    assert!(out.contains("3 . . .\n2 . X .\n") || out.contains("3 . . . 3\n2 . X . 2\n"), "the board is drawn: {out}");
    // Two passes end the game; one text cannot decide within ten states, and another needs none.
    let script = "board .X.O/XX.O/.XOO/..O.\nB pass\nW pass\nB pass\nW pass\n";
    let args = ["replay", "-", "--agree", "best-play", "--budget", "2", "--rules", "j1989,ms-japanese"];
    let (_, out, _) = run(&folder, &args, script);
    assert!(out.contains("neither agreement nor difference: "), "{out}");
    assert!(!out.contains("not on the result"), "{out}");
}

#[test]
fn replay_draws_the_board_after_each_step_where_the_rule_sets_part_once_for_each() {
    let (_, out, _) =
        run(&game(), &["replay", "game.sgf", "--board", "--until", "5", "--rules", "j1989,ms-chinese"], "");
    let last = out.split("after 5 B B1\n").nth(1).expect("the last step");
    assert!(last.starts_with("j1989") && last.lines().next().is_some_and(|l| l.contains("ms-chinese")), "{out}");
    assert!(out.contains("after 1 B B1\n  A B C D\n1 . X . . 1\n"), "{out}");
}
