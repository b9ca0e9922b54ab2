//! The program as a user meets it: what each command prints, and one clear line with exit status 2 for what it cannot do.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;
use serde_json::Value;
use shinpan::atlas::WholeBoard;
use shinpan::board::Grid;
use tempfile::TempDir;

/// What a run came to.
struct Run {
    status: i32,
    out: String,
    err: String,
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("shinpan").unwrap();
    command.current_dir(folder).args(args);
    command
}

fn finish(mut command: Command) -> Run {
    let output = command.output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run_in(folder: &Path, args: &[&str]) -> Run {
    finish(command(folder, args))
}

/// A run in a folder of its own, which is empty.
fn run(args: &[&str]) -> Run {
    run_in(TempDir::new().unwrap().path(), args)
}

/// The data of a run that goes well and says nothing else.
#[track_caller]
fn good(run: Run) -> String {
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.out
}

/// A run is refused: exit status 2, no data, one line on stderr that holds all of these.
#[track_caller]
fn refused(run: Run, parts: &[&str]) {
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with("shinpan: "), "{}", run.err);
    for part in parts {
        assert!(run.err.contains(part), "{part:?} is not in: {}", run.err);
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A folder with one file, `board.txt`.
fn with_board(content: impl AsRef<[u8]>) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("board.txt"), content).unwrap();
    folder
}

// rules

#[test]
fn rules_lists_every_rule_set_with_its_readings() {
    let out = good(run(&["rules"]));
    for id in ["j1989", "j1997", "aj2004", "ms-japanese", "ms-chinese"] {
        assert!(out.lines().any(|l| l.starts_with(&format!("{id}  "))), "{id}");
    }
    assert!(out.contains("enable: local-2*, enclosed, local-1, anywhere, none"), "{out}");
    assert!(out.contains("first: black, white\n"), "{out}");
}

#[test]
fn rules_of_one_text_gives_the_meaning_of_its_readings_and_its_clauses_with_their_states() {
    let out = good(run(&["rules", "aj2004", "--clauses"]));
    assert!(out.contains("score=area"), "{out}");
    assert!(out.contains("aj2004.adjacent  Adjacency (definition, modelled)"), "{out}");
    assert!(!out.contains("j1989"), "{out}");
    assert!(out.lines().all(|l| l.chars().count() <= 100 && l == l.trim_end()), "{out}");
}

#[test]
fn rules_shows_one_clause() {
    assert!(good(run(&["rules", "j1989.7.1"])).starts_with("j1989.7.1  Living and dead stones (life, modelled)\n"));
}

#[test]
fn rules_as_json_has_every_clause_and_the_defaults() {
    let all = json(&good(run(&["rules", "--clauses", "--format", "json"])));
    assert_eq!(all.as_array().unwrap().len(), 8);
    assert_eq!(all[0]["readings"][0]["values"][0]["default"], true);
    assert_eq!(all[0]["clauses"][0]["id"], "j1989.preamble");
    assert!(all[1]["readings"][0]["values"].as_array().unwrap().iter().all(|v| v["default"] == false));
}

#[test]
fn rules_refuses_unknown_rule_sets_readings_values_and_clauses_and_suggests_the_nearest() {
    refused(run(&["rules", "j1988"]), &["unknown rule set `j1988`", "did you mean `j1989`?", "ms-chinese"]);
    refused(run(&["rules", "j1989:enabel=none"]), &["no reading `enabel`", "did you mean `enable`?", "infinite"]);
    refused(run(&["rules", "j1989:enable=local"]), &["`local` is no value", "local-1", "anywhere"]);
    refused(run(&["rules", "j1989:enable"]), &["not KEY=VALUE", "j1989:enable=local-2"]);
    refused(run(&["rules", "j1989.7.9"]), &["unknown clause `j1989.7.9`", "did you mean `j1989.7."]);
}

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
    =0  draw: neither player has a point to claim

ms-chinese
    +1  Black: stones on the board [ms.count.chinese] B1
    +1  Black: vacant points of territory [ms.territory] A1
    -1  White: stones on the board [ms.count.chinese] C1
    -1  White: vacant points of territory [ms.territory] D1
    =0  draw
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

/// Without a limit none of these is decided within minutes.
#[test]
fn a_question_ends_when_its_time_or_its_memory_does() {
    let open = "...../.X.../...../...O./.....";
    for limit in [["--time", "1s"], ["--memory", "48MiB"]] {
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
fn judge_refuses_diagrams_that_are_ragged_illegal_empty_or_too_large() {
    refused(run(&["judge", "X.O/XX"]), &["row 2 has 2 points, but row 1 has 3"]);
    refused(run(&["judge", "XO./O.."]), &["illegal position: the black string of A2 has no liberty"]);
    refused(run(&["judge", ""]), &["the diagram is empty", "X (black), O (white)"]);
    refused(run(&["judge", "X//X"]), &["row 2 has no points"]);
    refused(run(&["judge", &".".repeat(20)]), &["board size 1x20 is out of range", "1 to 19"]);
    let large = vec![".".repeat(19); 19].join("/");
    refused(run(&["prove", &large, "--rules", "j1989"]), &["19x19, 361 points", "up to 64 points", "8x8"]);
}

#[test]
fn judge_says_of_a_large_board_what_is_seen_at_once_and_leaves_the_rest_open() {
    // A lone stone may be dead or alive; on an empty board there is nothing to be decided in 1989.
    let empty = vec![".".repeat(19); 19].join("/");
    let open = good(run(&["judge", &empty.replacen('.', "X", 1), "--rules", "j1989,aj2004"]));
    assert_eq!(open.matches("undecided [-722,722]").count(), 2, "{open}");
    assert_eq!(good(run(&["judge", &empty, "--rules", "j1989"])).matches("draw").count(), 1);
    // Black has two eyes and all the board but White's corner, where two dead stones have two points left.
    let finished = "XXXXXXXXX/X.XXXXX.X/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXXXX/XXXXXXXX./XXXXXXXOO";
    let lines = good(run(&["judge", finished, "--rules", "j1989,ms-japanese,ms-chinese,aj2004"]));
    // Three points; two dead stones twice each; 75 stones.
    assert_eq!(lines.matches("B+7").count(), 3, "{lines}");
    assert_eq!(lines.matches("B+81").count(), 1, "{lines}");
    let counted = good(run(&["judge", &vec![".".repeat(19); 19].join("/"), "--rules", "tromp-taylor,aga-area"]));
    assert_eq!(counted.matches("draw").count(), 2, "{counted}");
    let open = good(run(&["judge", &vec![".".repeat(19); 19].join("/"), "--rules", "tromp-taylor:agreement=play-out"]));
    assert_eq!(open.matches("undecided [-722,722]").count(), 1, "{open}");
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
    refused(run(&["judge", ".", "--budget", "0"]), &["--budget", "from 1 up"]);
    refused(run(&["judge", ".", "--format", "xml"]), &["xml", "text, json"]);
    refused(run(&["judge"]), &["were not provided", "BOARD|FILE|-"]);
}

// table

#[test]
fn table_gives_one_object_a_position_in_ascending_order_of_its_text() {
    let out = good(run(&["table", "1x2"]));
    let first = r#"{"position":"..","j1989":0,"j1997:first=black":0,"j1997:first=white":0,"aj2004":0,"ms-japanese":0,"ms-chinese":0,"tromp-taylor":0,"aga-territory":0,"aga-area":0}"#;
    assert_eq!(out.lines().next(), Some(first));
    let positions: Vec<String> = out.lines().map(|line| json(line)["position"].as_str().unwrap().to_string()).collect();
    assert_eq!(positions, ["..", ".O", ".X", "O.", "X."]);
}

#[test]
fn table_does_not_depend_on_the_threads_or_on_where_it_is_written() {
    let folder = TempDir::new().unwrap();
    let args = ["table", "2x2", "--rules", "j1989,j1989:enable=none,aj2004"];
    let expected = good(run(&args));
    assert_eq!(expected.lines().count(), 57);
    assert!(expected.starts_with(r#"{"position":"../..","j1989":0,"j1989:enable=none":0,"aj2004":0}"#), "{expected}");
    let to_file = [&args[..], &["--threads", "1", "--out", "2x2.jsonl"]].concat();
    assert_eq!(good(run_in(folder.path(), &to_file)), "");
    assert_eq!(fs::read_to_string(folder.path().join("2x2.jsonl")).unwrap(), expected);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file is left");
}

#[test]
fn table_replaces_an_existing_file_only_if_forced() {
    let folder = with_board("precious");
    let file = folder.path().join("board.txt");
    let args = ["table", "1x1", "--rules", "aj2004", "--out", "board.txt"];
    refused(run_in(folder.path(), &args), &["board.txt exists", "--force"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    assert_eq!(good(run_in(folder.path(), &[&args[..], &["--force"]].concat())), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\"position\":\".\",\"aj2004\":0}\n");
}

#[test]
fn table_refuses_places_it_cannot_write_to_before_it_computes() {
    // 3x4 would take long.
    refused(run(&["table", "3x4", "--out", "no/such/file"]), &["no/such/file", "there is no folder no/such"]);
    refused(run(&["table", "3x4", "--out", "."]), &["`.`", "no name of a file"]);
    refused(run(&["table", "3x4", "--out", "/tmp", "--force"]), &["/tmp exists and is no regular file"]);
    refused(run(&["table", "3x4", "--force"]), &["--out"]);
}

#[test]
fn table_refuses_sizes_that_are_none_or_too_large() {
    refused(run(&["table", "0x3"]), &["board size 0x3 is out of range", "1 to 19"]);
    refused(run(&["table", "3x20"]), &["board size 3x20 is out of range", "1 to 19"]);
    refused(run(&["table", "3"]), &["`3` is not a board size", "ROWSxCOLUMNS", "3x4"]);
    refused(run(&["table", "19x19"]), &["361 points", "16 points", "4x4"]);
    refused(run(&["table", "2x2", "--threads", "0"]), &["--threads", "from 1 to 256"]);
    refused(run(&["table", "2x2", "--rules", "j1990"]), &["unknown rule set `j1990`", "did you mean"]);
}

// count

#[test]
fn count_gives_legal_positions_and_their_classes() {
    let out = good(run(&["count", "3x3"]));
    assert_eq!(out, "3x3: 12675 legal positions\nup to 8 symmetries: 1824\nand exchange of the colours: 924\n");
    for (size, count) in [("1x1", 1), ("2x2", 57), ("4x4", 24_318_165_u64), ("5x5", 414_295_148_741)] {
        assert_eq!(json(&good(run(&["count", size, "--format", "json"])))["legal"], count, "{size}");
    }
    let (wide, high) = (good(run(&["count", "2x12"])), good(run(&["count", "12x2"])));
    assert_eq!(wide.strip_prefix("2x12"), high.strip_prefix("12x2"));
}

#[test]
fn count_refuses_sizes_that_are_none_or_too_large() {
    refused(run(&["count", "5x6"]), &["5x6 has 30 points", "up to 25 points", "5x5"]);
    refused(run(&["count", "19x19"]), &["361 points", "up to 25 points"]);
    refused(run(&["count", "20x1"]), &["board size 20x1 is out of range"]);
    refused(run(&["count", "ax3"]), &["`ax3` is not a board size"]);
}

// perft

#[test]
fn perft_gives_a_line_for_each_length() {
    assert_eq!(good(run(&["perft", "2x2", "--depth", "4"])), "0 1\n1 5\n2 21\n3 68\n4 156\n");
    let last = |ko| good(run(&["perft", "1x4", "--depth", "7", "--ko", ko])).lines().last().unwrap().to_string();
    let rules = ["none", "basic", "situational", "positional", "fixed"];
    assert_eq!(rules.map(last), ["7 916", "7 800", "7 724", "7 714", "7 856"]);
    let out = good(run(&["perft", "1x1", "--depth", "30", "--format", "json"]));
    assert_eq!(out.lines().nth(2), Some(r#"{"depth":2,"sequences":1}"#));
    assert_eq!(out.lines().count(), 31);
}

#[test]
fn perft_says_in_its_help_that_passes_count_and_two_of_them_end_a_sequence() {
    let help = good(run(&["perft", "--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("A pass is a move") && help.contains("two successive passes end a sequence"), "{help}");
}

#[test]
fn perft_refuses_what_it_cannot_count() {
    refused(run(&["perft", "2x2", "--depth", "31"]), &["--depth", "from 0 to 30"]);
    refused(run(&["perft", "2x2", "--depth", "-1"]), &["-1"]);
    refused(run(&["perft", "2x2"]), &["--depth <D>"]);
    refused(run(&["perft", "19x19", "--depth", "1"]), &["361 points", "up to 64 points", "8x8"]);
    refused(run(&["perft", "2x2", "--depth", "2", "--ko", "super"]), &["super", "situational, positional"]);
}

// all

#[test]
fn an_unknown_command_or_option_is_refused_in_one_line() {
    refused(run(&["jugde", "."]), &["jugde", "judge"]);
    refused(run(&["count", "3x3", "--rule", "j1989"]), &["--rule"]);
}

#[test]
fn help_goes_to_standard_output_and_has_examples() {
    for name in ["rules", "judge", "table", "count", "perft"] {
        let help = good(run(&[name, "--help"]));
        assert!(help.contains("Examples:\n  shinpan "), "{help}");
    }
    assert!(good(run(&["--help"])).contains("Exit status"));
    assert_eq!(good(run(&["--version"])).trim(), concat!("shinpan ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    let program = Command::cargo_bin("shinpan").unwrap().get_program().to_os_string();
    let mut child = std::process::Command::new(program)
        .args(["rules", "--clauses", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Closed before it is read; and more is written than a pipe takes in.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_of_one_line() {
    let program = Command::cargo_bin("shinpan").unwrap().get_program().to_os_string();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = std::process::Command::new(program).args(["count", "2x2"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "shinpan: cannot write to standard output: no space left on the disk\n"
    );
}

#[test]
fn cases_pass_fail_and_are_refused_with_their_own_exit_status() {
    let folder = TempDir::new().unwrap();
    let case = |outcome: i32| {
        format!(
            "[[case]]\nname = \"two eyes\"\nclauses = [\"ms.count.japanese\"]\nsource = \"by hand\"\nboard = \".X.X.\"\n\
             judge = [{{ rules = \"ms-japanese\", outcome = {outcome} }}]\n"
        )
    };
    fs::write(folder.path().join("right.toml"), case(3)).unwrap();
    fs::write(folder.path().join("wrong.toml"), case(4)).unwrap();
    fs::write(folder.path().join("broken.toml"), "[[case]]\nname = 3\n").unwrap();
    assert!(good(run_in(folder.path(), &["cases", "right.toml"])).contains("0 failing"));
    let failing = run_in(folder.path(), &["cases", "wrong.toml"]);
    assert_eq!(failing.status, 1);
    assert!(failing.out.contains("two eyes") && failing.out.contains("expected"), "{}", failing.out);
    refused(run_in(folder.path(), &["cases", "broken.toml"]), &["broken.toml:2:8", "expected a string"]);
    refused(run_in(folder.path(), &["cases", "none.toml"]), &["none.toml"]);
    fs::write(folder.path().join("empty.toml"), "").unwrap();
    refused(run_in(folder.path(), &["cases", "empty.toml"]), &["empty.toml", "[[case]]"]);
}

#[test]
fn diverge_writes_its_two_files_and_keeps_those_that_exist() {
    let folder = TempDir::new().unwrap();
    let args = ["diverge", "2x2", "--rules", "j1989,aj2004,ms-japanese", "--out", "report"];
    let first = run_in(folder.path(), &args);
    assert_eq!(first.status, 0, "{}", first.err);
    let markdown = fs::read_to_string(folder.path().join("report/diverge.md")).unwrap();
    assert!(markdown.contains("57 legal positions"));
    let data = json(&fs::read_to_string(folder.path().join("report/diverge.json")).unwrap());
    assert!(data.is_object());
    refused(run_in(folder.path(), &args), &["--force"]);
    refused(run(&["diverge", "5x5"]), &["5x5 has 25 points", "4x4"]);
    refused(run(&["diverge", "1x2", "2x2"]), &["--first"]);
    refused(run(&["diverge", "--first", "--up-to", "17"]), &["17", "1..=16"]);
    refused(run(&["diverge"]), &["<MxN>"]);
    refused(run(&["diverge", "2x2", "--prisoners", "some"]), &["some"]);
}

#[test]
fn diverge_counts_kinds_of_positions_and_further_conventions_if_asked() {
    let args = ["diverge", "1x3", "--rules", "j1989,ms-chinese", "--prisoners", "all", "--census", "--format", "json"];
    let data = json(&run(&args).out);
    assert_eq!(data["command"], "shinpan diverge 1x3 --rules j1989,ms-chinese --prisoners all --census");
    // `.OO`, `OO.`, `.XX` and `XX.`: one class.
    let kind = data["census"].as_array().unwrap().iter().find(|k| k["kind"] == "capturable-1").unwrap();
    assert_eq!((kind["count"]["positions"].as_u64(), kind["count"]["classes"].as_u64()), (Some(4), Some(1)));
    let also: Vec<&Value> = data["pairs"][0]["also"].as_array().unwrap().iter().map(|r| &r["prisoners"]).collect();
    assert_eq!(also, ["none", "black-ahead"]);
}

#[test]
fn diverge_first_takes_all_boards_up_to_a_number_of_points_in_one_orientation() {
    let args = ["diverge", "--first", "--up-to", "6", "--rules", "j1989,j1989:enable=none", "--format", "json"];
    let data = json(&run(&args).out);
    let boards: Vec<&str> = data["boards"].as_array().unwrap().iter().filter_map(|b| b["board"].as_str()).collect();
    assert_eq!(boards, ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3"]);
    assert_eq!(data["pairs"][0]["smallest"]["position"], ".OO");
}

/// There is nothing to lose while the games of a board are solved, so Ctrl-C need not wait for that.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_comparison_at_once_while_a_whole_board_is_being_solved() {
    use std::io::{BufRead, BufReader};

    use nix::sys::signal::{Signal, kill};
    let folder = TempDir::new().unwrap();
    let mut diverge = std::process::Command::new(assert_cmd::cargo::cargo_bin("shinpan"));
    diverge.current_dir(folder.path()).args(["diverge", "1x14", "--rules", "j1989,aj2004", "--out", "report"]);
    let mut diverge = diverge.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(diverge.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.next().unwrap().contains("1x14 needs about"));
    assert!(lines.next().unwrap().contains("solving the game of j1989"));
    kill(nix::unistd::Pid::from_raw(diverge.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(lines.collect::<Vec<_>>(), ["shinpan: stopped before the end; nothing was written"]);
    assert_eq!(diverge.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_dir(folder.path().join("report")).unwrap().count(), 0);
}

#[test]
fn count_has_the_classes_of_the_whole_board() {
    for (rows, cols) in [(1, 1), (1, 5), (2, 2), (2, 3), (3, 3), (4, 2)] {
        let size = format!("{rows}x{cols}");
        let counted: Value = serde_json::from_str(&good(run(&["count", &size, "--format", "json"]))).unwrap();
        let whole = WholeBoard::new(Grid::new(rows, cols).unwrap()).unwrap();
        assert_eq!(counted["canonical-with-colours"], whole.classes(), "{size}");
        let plain = counted["canonical"].as_u64().unwrap();
        assert!(whole.classes() as u64 <= plain && plain <= whole.len() as u64, "{size}");
    }
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
    assert!(out.contains("j1997:first=black not decided"), "{out}");
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
        &["ms-chinese comes nearest", "write ms-chinese if that is meant"],
    );
    refused(run(&["rules", "ing"]), &["not among those encoded"]);
}

#[test]
fn diverge_begins_with_the_answer_and_the_whole_report_is_there_for_who_asks() {
    let args = ["diverge", "2x2", "--rules", "j1989,aj2004,ms-japanese"];
    let brief = run(&args).out;
    assert!(brief.starts_with("2x2: 57 legal positions, 41 of them settled\n"), "{brief}");
    assert!(brief.lines().count() <= 22 && brief.contains("agree on every position: j1989 / aj2004"), "{brief}");
    assert!(brief.contains("40 positions (70.2 %), on 32 of them another winner; 32 of them settled"), "{brief}");
    let full = run(&[&args[..], &["--full"]].concat()).out;
    assert!(full.starts_with("# Divergences on 2x2\n") && full.contains("## Causes"), "{full}");
    refused(run(&["diverge", "1x2", "--full", "--format", "json"]), &["--full"]);
    let sheet = run(&[&args[..], &["--format", "svg"]].concat()).out;
    assert!(sheet.starts_with("<svg ") && sheet.contains("j1989: W+2") && sheet.contains("../OO"), "{sheet}");
}

#[test]
fn the_page_of_a_comparison_stands_by_itself() {
    let page = run(&["diverge", "1x4", "--rules", "j1989,aj2004,ms-chinese", "--format", "html"]).out;
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    assert_eq!(page.matches("<section class=\"pair\"").count(), 3);
    // Nothing is fetched: no address but anchors within the page.
    for fetched in ["http://", "https://", " src=", "<link", "@import", "url("] {
        assert!(!page.contains(fetched), "{fetched}");
    }
    for anchor in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(page.contains(&format!("id=\"{anchor}\"")), "{anchor}");
    }
    assert!(
        page.contains("aria-label") && page.contains("j1989.7.1"),
        "boards are told in words, clauses stand beside them"
    );
}

#[test]
fn a_table_is_written_as_csv_too() {
    let folder = TempDir::new().unwrap();
    run_in(folder.path(), &["table", "1x2", "--rules", "j1989,ms-chinese", "--out", "t.csv"]);
    let csv = fs::read_to_string(folder.path().join("t.csv")).unwrap();
    // A lone stone can be taken wherever it stands.
    assert_eq!(csv, "position,j1989,ms-chinese\n..,0,0\n.O,0,0\n.X,0,0\nO.,0,0\nX.,0,0\n");
}

#[test]
fn completions_and_manual_pages_are_made_from_the_help() {
    let bash = good(run(&["completions", "bash"]));
    assert!(bash.contains("diverge") && bash.contains("--as-known"), "{bash}");
    let folder = TempDir::new().unwrap();
    good(run_in(folder.path(), &["man", "--out", "man"]));
    let page = fs::read_to_string(folder.path().join("man/shinpan-judge.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("final position"), "{page}");
    assert!(folder.path().join("man/shinpan.1").exists());
}

#[test]
fn stones_and_colour_are_drawn_where_they_are_wanted() {
    let judged = |color: &str| good(run(&["judge", ".XX/XX./OO.", "--rules", "j1989", "--color", color]));
    let plain = judged("never");
    assert_eq!(plain, good(run(&["judge", ".XX/XX./OO.", "--rules", "j1989"])), "no terminal, no colour");
    assert!(plain.contains("3 b X X 3") && plain.is_ascii(), "{plain}");
    let drawn = judged("always");
    let [black, dead] = ["\u{1b}[36m●\u{1b}[0m", "\u{1b}[31m⊗\u{1b}[0m"];
    assert!(drawn.contains(&format!("2 {black} {black} ")) && drawn.contains(&format!("1 {dead} {dead} ")), "{drawn}");
    // What the characters mean is said with the same characters, and words are left alone.
    assert!(drawn.contains(&format!("{black} \u{1b}[33m○\u{1b}[0m living stones")), "{drawn}");
    assert!(drawn.contains("Black: empty points of territory"), "{drawn}");
    let bare = |text: &str| regex::Regex::new("\u{1b}\\[[0-9]+m").unwrap().replace_all(text, "").chars().count();
    assert_eq!(bare(&drawn), plain.chars().count(), "as wide as without");
}

#[cfg(feature = "png")]
#[test]
fn a_picture_in_png_is_that_in_svg_with_two_pixels_for_one() {
    let folder = TempDir::new().unwrap();
    let args = ["judge", ".XX/XX./OO.", "--rules", "j1989", "--svg", "board.svg", "--png", "board.png"];
    good(run_in(folder.path(), &args));
    let picture = fs::read(folder.path().join("board.png")).unwrap();
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    let svg = fs::read_to_string(folder.path().join("board.svg")).unwrap();
    let [width, height] = [number(16), number(20)].map(|pixels| pixels / 2);
    assert!(svg.contains(&format!("viewBox=\"0 0 {width} {height}\"")), "{width}x{height} {svg}");
    refused(run_in(folder.path(), &args), &["board.svg exists", "--force"]);
    refused(run(&["judge", "X.O", "--force"]), &["--svg or --png"]);
}

#[test]
fn j1989_says_what_unfilled_dame_cost_and_nothing_of_a_true_seki() {
    let said = |board: &str| {
        let json: Value =
            serde_json::from_str(&good(run(&["judge", board, "--rules", "j1989", "--format", "json"]))).unwrap();
        json["verdicts"][0]["remarks"].clone()
    };
    let case = "..X.O./XXX.OO/..X.O.";
    let text = good(run(&["judge", case, "--rules", "j1989"]));
    let sentence = "dame D3 D2 D1 put Black C3 A2 B2 C2 C1, White E3 E2 F2 E1 in seki [j1989.8.seki]; filled by either side the \
                    count is B+2";
    assert_eq!(said(case), serde_json::json!([sentence]));
    assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(sentence), "{text}");
    // What is said is what the text says of the filled positions.
    for filled in ["..XXO./XXXXOO/..XXO.", "..XOO./XXXOOO/..XOO."] {
        assert!(good(run(&["judge", filled, "--rules", "j1989"])).contains("=+2  B+2"), "{filled}");
    }
    // Two strings that share their last two liberties: whoever fills one is taken.
    assert_eq!(said("X.OO/XXO./.XOO"), Value::Null);
    assert_eq!(said(".XX/XX./OO."), Value::Null);
}
