//! The program as a user meets it: what each command prints, and one clear line with exit status 2 for what it cannot do.

mod draw;
mod guesses;
mod guide;
mod judge;
mod reports;

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
    assert_eq!(all.as_array().unwrap().len(), 12);
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
    refused(run(&["table", "19x19"]), &["361 points", "20 points", "4x5"]);
    refused(run(&["table", "3x6", "--rules", "j1997"]), &["18 points", "ms-japanese", "not under j1997"]);
    refused(run(&["table", "3x6", "--rules", "j1989:infinite=defender"]), &["18 points", "not under j1989:infinite"]);
    refused(run(&["diverge", "4x5", "--rules", "ms-japanese,ms-chinese:dead=superko"]), &["20 points", "dead=superko"]);
    refused(
        run(&["diverge", "4x5", "--rules", "ms-japanese,aga-area", "--memory", "1GiB"]),
        &["processor time", "--memory"],
    );
    refused(run(&["solve", "3x6", "--rules", "aga-area", "--out", "nowhere"]), &["no game to be solved"]);
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
    refused(run(&["diverge", "5x5"]), &["5x5 has 25 points", "4x5"]);
    refused(run(&["diverge", "1x2", "2x2"]), &["--first"]);
    refused(run(&["diverge", "--first", "--up-to", "17"]), &["17", "1..=16"]);
    refused(run(&["diverge"]), &["<MxN>"]);
    refused(run(&["diverge", "2x2", "--prisoners", "some"]), &["some"]);
}

#[test]
fn a_map_shows_how_far_rule_sets_are_from_each_other_and_tells_them_apart_clause_by_clause() {
    let folder = TempDir::new().unwrap();
    let args = ["--quiet", "map", "1x3", "2x2", "--rules", "j1989,tromp-taylor,aga-area,new-zealand", "--out", "map"];
    assert_eq!(good(run_in(folder.path(), &args)), "");
    let read = |name: &str| fs::read_to_string(folder.path().join("map").join(name)).unwrap();
    let data = json(&read("map.json"));
    let pairs = data["boards"][0]["pairs"].as_array().unwrap();
    let of = |a: &str, b: &str| pairs.iter().find(|p| p["rules"][0] == a && p["rules"][1] == b).unwrap();
    // As they stand, these count the same.
    assert_eq!(of("tromp-taylor", "aga-area")["all"], 0);
    let diverge = ["--quiet", "diverge", "1x3", "--rules", "j1989,tromp-taylor", "--format", "json"];
    let diverge = json(&good(run(&diverge)));
    assert_eq!(of("j1989", "tromp-taylor")["all"], diverge["pairs"][0]["diverge"]["positions"], "{diverge}");
    let page = read("map.md");
    assert!(page.contains("![Tree, all positions](tree-2x2-all.svg)"), "{page}");
    assert!(page.contains("| refused (suicide) | `j1989` [j1989.4], `aga-area` [aga.5.self-capture] |"), "{page}");
    assert!(page.contains("| accepted | `new-zealand` [nz.play] |"), "{page}");
    for name in ["tree-1x3-all.svg", "plane-1x3-settled.svg", "tree-2x2-settled.svg", "plane-2x2-all.svg"] {
        let picture = read(name);
        assert!(picture.starts_with("<svg") && picture.contains("tromp-taylor, aga-area, new-zealand"), "{picture}");
    }
    refused(run_in(folder.path(), &args), &["exists", "--force"]);
    let before = page;
    assert_eq!(good(run_in(folder.path(), &[&args[..], &["--force"]].concat())), "");
    assert_eq!(read("map.md"), before);
    refused(run_in(folder.path(), &["--quiet", "map", "1x3", "--rules", "j1989", "--out", "map2"]), &["one rule set"]);
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

#[test]
fn diverge_begins_with_the_answer_and_the_whole_report_is_there_for_who_asks() {
    let args = ["diverge", "2x2", "--rules", "j1989,aj2004,ms-japanese"];
    let brief = run(&args).out;
    assert!(brief.starts_with("2x2: 57 legal positions, 41 of them settled\n"), "{brief}");
    assert!(brief.contains("\nx o dead stones") || brief.contains("; x o dead stones"), "what the marks mean: {brief}");
    assert!(brief.lines().count() <= 24 && brief.contains("agree on every position: j1989 / aj2004"), "{brief}");
    assert!(brief.contains("40 positions (70.2 %); the winner differs on 32; 32 are settled"), "{brief}");
    let full = run(&[&args[..], &["--full"]].concat()).out;
    assert!(full.starts_with("# Divergences on 2x2\n") && full.contains("## Causes"), "{full}");
    refused(run(&["diverge", "1x2", "--full", "--format", "json"]), &["--full"]);
    let sheet = run(&[&args[..], &["--format", "svg"]].concat()).out;
    assert!(sheet.starts_with("<svg ") && sheet.contains("j1989: W+2") && sheet.contains("../OO"), "{sheet}");
    // It says what it draws, and of which pair.
    assert!(
        sheet.contains("The smallest settled position of 2x2 on which two rule sets diverge, pair by pair</text>"),
        "{sheet}"
    );
    assert!(sheet.contains(">j1989 / ms-japanese: settled</text>"), "{sheet}");
    // Both say that the stones are dead: only what that counts differs, and nothing is outlined.
    assert!(!sheet.contains("here the verdicts differ"), "{sheet}");
    let sheet = run(&["judge", ".OO", "--rules", "j1989,j1989:enable=none", "--format", "svg"]).out;
    assert!(
        sheet.contains("here the verdicts differ") && sheet.matches("class=\"differs-halo\"").count() == 2,
        "{sheet}"
    );
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
    let open = good(run(&["judge", "X..O", "--rules", "tromp-taylor", "--color", "always"]));
    assert!(open.contains("· · ") && open.contains("; · dame\n"), "{open}");
    let bare = |text: &str| regex::Regex::new("\u{1b}\\[[0-9]+m").unwrap().replace_all(text, "").chars().count();
    assert_eq!(bare(&drawn), plain.chars().count(), "as wide as without");
}

#[cfg(feature = "pictures")]
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
    refused(run(&["judge", "X.O", "--force"]), &["--svg, --png or --pdf"]);
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
        assert!(good(run(&["judge", filled, "--rules", "j1989"])).contains(" sum  B+2"), "{filled}");
    }
    // Two strings that share their last two liberties: whoever fills one is taken.
    assert_eq!(said("X.OO/XXO./.XOO"), Value::Null);
    assert_eq!(said(".XX/XX./OO."), Value::Null);
}

#[test]
fn j1989_says_what_unfilled_dame_cost_on_boards_of_any_size_and_of_agreements() {
    // Nine rows: two walls with eyes, and a column of dame between them.
    let rows = [".X.X.O.O", "XXXX.OOO"];
    let board = (0..9).map(|row| rows[row % 2]).collect::<Vec<_>>().join("/");
    let filled = board.replace(".OOO", "XOOO").replace("X.O.O", "XXO.O");
    let said = |arguments: &[&str]| {
        let text = good(run(&[&["judge", &board, "--rules", "j1989"], arguments].concat()));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(good(run(&["judge", &filled, "--rules", "j1989"])).contains(" sum  B+5"), "ten eyes against five");
    for arguments in [&[][..], &["--trace"]] {
        let text = said(arguments);
        assert!(text.contains("dame E9 E8"), "{arguments:?}: {text}");
        assert!(text.contains("in seki [j1989.8.seki]; filled by either side the count is B+5"), "{text}");
    }
    assert!(said(&["--dead", "none"]).contains("in seki; filled by either side the count is B+5 [j1989.8.seki]"));
    for arguments in [&["--format", "json"][..], &["--format", "json", "--dead", "none"]] {
        assert!(said(arguments).contains("filled by either side the count is B+5"), "{arguments:?}");
    }
}
