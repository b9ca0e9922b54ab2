//! `shinpan check` against engines that misbehave, against shinpan itself, and against GNU Go.

mod baseline;
mod declared;
mod engines;
mod formats;
mod guide;
mod mutant;
mod mutants;
mod sequences;
mod shims;
#[cfg(unix)]
mod stopped;
mod suicide;
mod tolerant;
mod values;

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use shinpan::board::Grid;
use shinpan::cases::KoRule;
use shinpan::check::{Question, Reference, ko, terms};
use shinpan::gtp::game::{GtpGame, Move};
use shinpan::law::RuleSet;
use tempfile::TempDir;

fn shinpan() -> String {
    assert_cmd::cargo::cargo_bin("shinpan").display().to_string()
}

/// The command of a misbehaving engine.
fn misbehaving(mode: &str, rules: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/misbehaving.py");
    format!("python3 '{script}' {mode} '{}' gtp --rules {rules}", shinpan())
}

/// What a check came to.
struct Run {
    status: i32,
    lines: Vec<Value>,
    err: String,
}

impl Run {
    fn of_kind(&self, kind: &str) -> Vec<&Value> {
        self.lines.iter().filter(|line| line["kind"] == kind).collect()
    }

    fn causes(&self) -> Vec<&str> {
        self.of_kind("finding").into_iter().map(|f| f["cause"].as_str().unwrap()).collect()
    }

    #[track_caller]
    fn finding(&self, cause: &str) -> &Value {
        let found = self.of_kind("finding").into_iter().find(|f| f["cause"] == cause);
        found.unwrap_or_else(|| panic!("{cause:?} is not among {:?}; {}", self.causes(), self.err))
    }
}

fn read(output: &Output) -> Run {
    let out = String::from_utf8(output.stdout.clone()).unwrap();
    Run {
        status: output.status.code().unwrap(),
        lines: out.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        err: String::from_utf8(output.stderr.clone()).unwrap(),
    }
}

fn command(engine: &str, rules: &str, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("shinpan").unwrap();
    command.args(["check", "--engine", engine, "--rules", rules]).args(args);
    if !args.contains(&"--smallest") {
        // However small: what shows there is seen at a glance.
        command.args(["--smallest", "1x1"]);
    }
    if !args.contains(&"--timeout") {
        // Ample, for machines that have other things to do.
        command.args(["--timeout", "60"]);
    }
    command
}

fn check(engine: &str, rules: &str, args: &[&str]) -> Run {
    read(&command(engine, rules, args).args(["--format", "json"]).output().unwrap())
}

/// A rule set that only counts the board as it stands.
const COUNTED: &str = "tromp-taylor";

/// A short check of the scores of small boards: enough to ask `final_score` and `list_stones` some times.
const SHORT: [&str; 8] = ["--board", "2x2", "--suite", "legality,score", "--budget", "8", "--seed", "2"];

fn bad(mode: &str) -> Run {
    check(&misbehaving(mode, "ms-chinese"), "ms-chinese", &[&SHORT[..], &["--timeout", "4"]].concat())
}

// trouble

#[test]
fn a_hanging_engine_is_timed_out_started_anew_and_asked_no_more() {
    let run = bad("hangs");
    assert_eq!(run.status, 1, "{}", run.err);
    assert_eq!(run.causes(), ["no answer in time to `final_score`"]);
    assert!(run.err.contains("`final_score`: no answer within 4 s"), "{}", run.err);
    let unchecked = run.of_kind("unchecked");
    assert!(
        unchecked.iter().any(|u| u["what"] == "final_score" && u["why"].as_str().unwrap().contains("not asked again"))
    );
    // The rest was done.
    assert!(run.of_kind("job").iter().all(|job| job["done"] == job["of"]));
}

#[test]
fn a_dying_engine_is_quoted_with_its_exit_status_and_last_words() {
    let run = bad("dies");
    assert_eq!(run.status, 1);
    assert_eq!(run.causes(), ["the engine ended to `final_score`"]);
    for part in ["`final_score`: the engine ended without an answer", "exit status: 3", "assertion failed: a_reason()"]
    {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
}

#[test]
fn an_engine_that_dies_once_is_started_anew_and_nothing_is_lost() {
    let folder = TempDir::new().unwrap();
    let engine = misbehaving("dies-once", "ms-chinese");
    let mut command = command(&engine, "ms-chinese", &SHORT);
    let run = read(&command.env("ONCE", folder.path().join("once")).args(["--format", "json"]).output().unwrap());
    assert_eq!((run.status, run.causes().len()), (0, 0), "{}", run.err);
    assert!(run.err.contains("the engine ended without an answer (exit status: 3)"), "{}", run.err);
}

#[test]
fn a_late_answer_is_discarded_and_the_engine_goes_on() {
    let run = bad("late");
    assert_eq!((run.status, run.causes().len()), (0, 0), "{}", run.err);
    assert!(run.err.contains("no answer within 4 s"), "{}", run.err);
    assert!(run.err.contains("answers came late and were discarded"), "{}", run.err);
}

#[test]
fn garbage_in_place_of_an_answer_is_quoted_and_garbage_before_one_is_passed_over() {
    let run = bad("garbage");
    assert_eq!(run.causes(), ["no answer in time to `final_score`"]);
    assert!(run.err.contains("came so far: `Segmentation fault (not really)`"), "{}", run.err);
    assert_eq!(bad("garbage-before").causes(), [""; 0]);
}

#[test]
fn an_answer_that_is_no_score_is_a_disagreement() {
    let run = bad("nonsense");
    let finding = run.finding("no usable answer to `final_score`");
    assert_eq!(finding["got"], "= maybe B+2");
}

#[test]
fn output_without_end_and_an_answer_of_ten_megabytes_are_cut_off() {
    for (mode, what) in [("floods", "bytes of text that is no answer"), ("ten-megabytes", "bytes of answer")] {
        let run = bad(mode);
        assert_eq!(run.causes(), ["too much output to `final_score`"], "{mode}");
        assert!(run.err.contains("more than 1048576") && run.err.contains(what), "{mode}: {}", run.err);
    }
}

#[test]
fn an_answer_with_a_wrong_id_is_trouble_and_answers_without_ids_are_not() {
    let run = bad("wrong-id");
    assert_eq!(run.causes(), ["answer with a wrong id to `final_score`"]);
    for mode in ["no-ids", "crlf", "slow-start"] {
        let run = bad(mode);
        assert_eq!((run.status, run.causes().len()), (0, 0), "{mode}: {}", run.err);
    }
}

#[test]
fn an_engine_that_lies_about_the_size_of_its_board_is_found_out() {
    let run = bad("lies-about-size");
    let finding = run.finding("accepts the size of a board and plays on another");
    assert!(finding["got"].as_str().unwrap().contains("`boardsize 2`"), "{finding}");
    // Nothing is concluded from positions of another board.
    assert!(run.of_kind("job").iter().all(|job| job["questions"] == 0));
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_of_an_engine_that_ignores_quit_nor_of_its_children() {
    let folder = TempDir::new().unwrap();
    let pids = folder.path().join("pids");
    let mut command = command(&misbehaving("ignores-quit", "ms-chinese"), "ms-chinese", &SHORT);
    assert!(command.env("PIDS", &pids).status_ok());
    let pids = fs::read_to_string(pids).unwrap();
    assert_eq!(pids.lines().count(), 3);
    for pid in pids.lines() {
        // What remains of a killed orphan for a moment is a zombie that init has yet to wait for.
        let status = fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
        assert!(status.is_empty() || status.contains(") Z "), "{pid}: {status}");
    }
}

#[cfg(target_os = "linux")]
trait StatusOk {
    fn status_ok(&mut self) -> bool;
}

#[cfg(target_os = "linux")]
impl StatusOk for Command {
    fn status_ok(&mut self) -> bool {
        self.output().unwrap().status.success()
    }
}

#[test]
fn a_command_that_is_no_engine_is_one_line_and_status_2() {
    for (engine, part) in [
        ("/no/such/engine", "cannot start `/no/such/engine`"),
        ("true", "the engine ended without an answer"),
        ("'", "a quote is not closed"),
    ] {
        let run = check(engine, "j1989", &[]);
        assert_eq!((run.status, run.lines.len()), (2, 0), "{engine}");
        assert!(run.err.starts_with("shinpan: ") && run.err.contains(part), "{engine}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1);
    }
}

// disagreements

#[test]
fn suicide_is_found_and_shrunk_to_one_stone() {
    let run = check(
        &misbehaving("allows-all", "j1989"),
        "j1989",
        &["--board", "3x3", "--suite", "legality", "--budget", "30"],
    );
    assert_eq!(run.status, 1);
    let finding = run.finding("allows suicide of one stone [j1989.4]");
    // On 1x2 a stone on the last empty point takes the other: it takes three points in a row.
    assert_eq!(finding["board"], "1x3");
    assert_eq!((&finding["expected"], &finding["got"]), (&"0".into(), &"1".into()));
    assert_eq!(finding["clause"], "j1989.4");
    assert_eq!(finding["moves"].as_array().unwrap().len(), 1, "{finding}");
    let ko = run.finding("plays by no repetition rule, where the text has basic ko [j1989.6.recapture]");
    assert_eq!((&ko["board"], ko["moves"].as_array().unwrap().len()), (&"1x2".into(), 2));
}

#[test]
fn an_undo_that_does_nothing_is_found_by_asking_from_an_empty_board() {
    let run =
        check(&misbehaving("no-undo", "j1989"), "j1989", &["--board", "2x2", "--suite", "legality", "--budget", "5"]);
    let finding = run.finding("undo takes nothing back");
    assert_eq!((&finding["board"], finding["moves"].as_array().unwrap().len()), (&"1x2".into(), 0));
}

#[test]
fn exchanged_captures_are_named() {
    let engine = misbehaving("exchanges-captures", "j1989");
    let run = check(&engine, "j1989", &["--board", "2x2", "--suite", "capture", "--budget", "10"]);
    let finding = run.finding("counts as a player's captures those of his own stones");
    assert_eq!((&finding["board"], &finding["expected"]), (&"1x2".into(), &"black 0 white 1".into()));
}

#[test]
fn captures_that_only_showboard_tells_are_compared() {
    let args = ["--board", "3x3", "--suite", "capture", "--budget", "10"];
    let run = check(&misbehaving("shows-captures", "j1989"), "j1989", &args);
    assert_eq!((run.status, run.causes().len()), (0, 0), "{:?} {}", run.of_kind("finding"), run.err);
    let asked = run.of_kind("run")[0]["asked"].to_string();
    assert!(asked.contains("captures: `showboard`"), "{asked}");
    let run = check(&misbehaving("shows-no-more-than-one", "j1989"), "j1989", &args);
    assert!(run.finding("another number of captures")["expected"].as_str().unwrap().contains('2'));
}

#[test]
fn dead_stones_that_are_not_listed_are_found() {
    let engine = misbehaving("nothing-dead", "ms-chinese");
    let run = check(&engine, "ms-chinese", &["--board", "2x3", "--suite", "status", "--budget", "40"]);
    assert_eq!(run.finding("lists no dead stones")["question"]["status"], "dead");
}

#[test]
fn a_repetition_rule_is_recognised_whatever_the_engine_says() {
    for (rules, names) in
        [("j1989", &["basic ko"][..]), ("aj2004", &["basic ko and fixed-ko"]), ("ms-chinese", &["situational superko"])]
    {
        let run = check(&format!("{} gtp --rules {rules}", shinpan()), rules, &["--suite", "ko"]);
        let found = run.of_kind("implemented")[0];
        assert_eq!((&found["repetition"], &found["suicide"]), (&names.to_vec().into(), &"forbidden".into()), "{rules}");
    }
    // An engine that cannot be told the rule set: asked about superko, it turns out to have basic ko.
    let run = check(&misbehaving("few-commands", "j1989"), "ms-chinese", &["--suite", "ko"]);
    assert_eq!(run.of_kind("implemented")[0]["repetition"], Value::from(vec!["basic ko"]));
    assert_eq!(run.causes(), ["plays by basic ko, where the text has situational superko [ms.ko]"]);
}

#[test]
fn what_an_engine_has_no_command_for_is_said_and_no_failure_unless_it_was_named() {
    let few = misbehaving("few-commands", "j1989");
    let run = check(&few, "j1989", &["--board", "2x2", "--budget", "5"]);
    assert_eq!((run.status, run.causes().len()), (0, 0), "{}", run.err);
    assert!(run.err.contains("suite capture, suite score, suite status left out"), "{}", run.err);
    let unchecked: Vec<&str> = run.of_kind("unchecked").into_iter().map(|u| u["what"].as_str().unwrap()).collect();
    for what in ["list_stones", "captures", "final_score", "final_status_list"] {
        assert!(unchecked.contains(&what), "{what}: {unchecked:?}");
    }
    let named = check(&few, "j1989", &["--board", "2x2", "--budget", "5", "--suite", "legality,score"]);
    assert_eq!(named.status, 2, "{}", named.err);
    assert!(named.err.contains("suite score left out"), "{}", named.err);
}

// the terms of engines

#[test]
fn every_rule_set_says_what_it_amounts_to_in_the_terms_of_engines() {
    for text in shinpan::texts::ALL {
        for rules in RuleSet::all_readings(text) {
            let found = terms::of(&rules).unwrap_or_else(|| panic!("{rules}"));
            let set = |rule: &str| found.kata[rule].clone();
            assert_eq!(set("suicide"), text.playing(&rules).suicide.is_none(), "{rules}");
            let superko = |rule| text.playing(&rules).repetition.contains(&rule);
            let ko = match () {
                () if superko(KoRule::Positional) => "POSITIONAL",
                // What comes nearest to it there: engines know no rule for a player's own moves.
                () if superko(KoRule::Situational) || superko(KoRule::OwnMoves) => "SITUATIONAL",
                () if superko(KoRule::PositionalSincePass) => "SPIGHT",
                () => "SIMPLE",
            };
            assert_eq!(set("ko"), ko, "{rules}");
            // A margin by territory with pass stones is one by area.
            let area = text.counts_stones(&rules) || text.playing(&rules).pass_stones.is_some();
            assert_eq!(set("scoring"), if area { "AREA" } else { "TERRITORY" }, "{rules}");
            // What only counts is to be counted as it stands.
            assert!(set("friendlyPassOk") == !text.only_counts(&rules), "{rules}");
        }
    }
}

// baselines, resuming, files

#[test]
fn known_disagreements_are_no_news_and_new_ones_are() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out").display().to_string();
    let engine = misbehaving("allows-all", "j1989");
    let args = ["--board", "2x2", "--suite", "legality", "--budget", "10"];
    let first = command(&engine, "j1989", &args).args(["--out", &out]).output().unwrap();
    assert_eq!(first.status.code(), Some(1));
    let baseline = format!("{out}/check.jsonl");
    let again = check(&engine, "j1989", &[&args[..], &["--baseline", &baseline]].concat());
    assert_eq!(again.status, 0, "{}", again.err);
    assert!(again.of_kind("finding").iter().all(|f| f["known"] == true) && !again.causes().is_empty());
    let other = misbehaving("no-undo", "j1989");
    let other = check(&other, "j1989", &[&args[..], &["--baseline", &baseline]].concat());
    assert_eq!(other.status, 1);
    assert_eq!(other.finding("undo takes nothing back")["known"], false);
    // The regression file fails where the engine does, and passes with one that is right.
    let tests = fs::read_to_string(format!("{out}/regression.tst")).unwrap();
    assert!(failing(&engine, &tests) > 0);
    assert_eq!(failing(&format!("{} gtp --rules j1989", shinpan()), &tests), 0);
    // The witnesses are games that can be read.
    let games = fs::read_to_string(format!("{out}/witnesses.sgf")).unwrap();
    assert_eq!(games.matches("(;FF[4]").count(), again.causes().len());
}

/// Runs a regression file as gogui-regress does (a command with an id is a test; its answer must match the whole pattern):
/// the number of tests that fail.
fn failing(engine: &str, tests: &str) -> usize {
    let words = shlex::split(engine).unwrap();
    let mut process = Command::new(&words[0]);
    let commands: String = tests.lines().filter(|l| !l.starts_with('#')).map(|l| format!("{l}\n")).collect();
    let output = process.args(&words[1..]).write_stdin(format!("{commands}quit\n")).output().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let answer = |id: &str| {
        let mark = format!("={id} ");
        answers.split("\n\n").find_map(|a| a.trim_start().strip_prefix(&mark)).map(|a| a.trim().to_string())
    };
    let mut failing = 0;
    let lines: Vec<&str> = tests.lines().collect();
    for pair in lines.windows(2) {
        if let Some(pattern) = pair[1].strip_prefix("#? [").and_then(|p| p.strip_suffix(']')) {
            let id = pair[0].split_whitespace().next().unwrap();
            let (not, pattern) = pattern.strip_prefix('!').map_or((false, pattern), |p| (true, p));
            let whole = regex::Regex::new(&format!("^(?s:{pattern})$")).unwrap();
            failing += usize::from(answer(id).is_none_or(|a| whole.is_match(&a) == not));
        }
    }
    failing
}

#[test]
fn a_check_that_was_stopped_is_resumed_and_comes_to_the_same() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let engine = format!("{} gtp --rules j1989", shinpan());
    let args = ["--board", "2x2", "--suite", "legality,score", "--budget", "30"];
    let mut whole = command(&engine, "j1989", &args);
    assert_eq!(whole.args(["--out", &path("whole")]).output().unwrap().status.code(), Some(0));
    // As if it had been stopped after eleven games.
    fs::create_dir(path("part")).unwrap();
    let report = fs::read_to_string(path("whole/check.jsonl")).unwrap();
    let stopped: Vec<String> = report
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            if line["job"] == "score 2x2 random games" {
                line["done"] = 11.into();
            }
            line.to_string()
        })
        .collect();
    fs::write(path("part/check.jsonl"), stopped.join("\n")).unwrap();
    let mut resumed = command(&engine, "j1989", &args);
    assert_eq!(resumed.args(["--out", &path("part"), "--resume"]).output().unwrap().status.code(), Some(0));
    let resumed = fs::read_to_string(path("part/check.jsonl")).unwrap();
    let job = |text: &str, field: &str| {
        let line = text.lines().find(|l| l.contains("score 2x2")).unwrap().to_string();
        serde_json::from_str::<Value>(&line).unwrap()[field].clone()
    };
    assert_eq!((job(&resumed, "done"), job(&report, "done")), (30.into(), 30.into()));
    // Another check is not gone on with.
    let mut other = command(&engine, "ms-chinese", &args);
    let output = other.args(["--out", &path("part"), "--resume"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("of another check"));
}

// shinpan itself

#[test]
fn check_finds_nothing_against_gtp_under_any_rule_set() {
    let boards = ["--board", "2x2", "--board", "1x4", "--board", "2x3", "--budget", "25", "--states", "1000"];
    let readings = ["j1989:enable=none,seki=group", "aj2004:score=area", "ms-japanese:seki=points,dead=opponent-first"];
    for rules in ["j1989", "j1997", "aj2004", "ms-japanese", "ms-chinese"].iter().chain(&readings) {
        let run = check(
            &format!("{} gtp", shinpan()),
            rules,
            &[&boards[..], &["--suite", "legality,capture,ko,score,status"]].concat(),
        );
        assert_eq!((run.status, run.causes().len()), (0, 0), "{rules}: {:?} {}", run.of_kind("finding"), run.err);
        assert_eq!(run.of_kind("run")[0]["told"], true);
        let asked = |suite: &str| {
            let jobs = run.of_kind("job").into_iter().filter(|job| job["job"].as_str().unwrap().starts_with(suite));
            jobs.map(|job| job["questions"].as_u64().unwrap()).sum::<u64>()
        };
        for suite in ["legality", "capture", "ko", "score"] {
            assert!(asked(suite) > 5, "{rules} {suite}");
        }
    }
}

#[test]
fn replaying_the_cases_finds_nothing_against_gtp() {
    let run = check(&format!("{} gtp", shinpan()), "j1989", &["--suite", "replay", "--states", "500"]);
    assert_eq!((run.status, run.causes().len()), (0, 0), "{:?}", run.of_kind("finding"));
    assert!(run.of_kind("job")[0]["questions"].as_u64().unwrap() > 20);
}

// game records

#[test]
fn games_are_checked_move_by_move_and_by_their_result() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    // Black has all of 3x3: 9 by area. Then the same with another result, an immediate recapture of a ko, and no SGF.
    let right = file("right.sgf", "(;FF[4]SZ[3]KM[0]RE[B+9];B[bb];W[];B[])");
    let wrong = file("wrong.sgf", "(;FF[4]SZ[3]KM[0]RE[W+2];B[bb];W[];B[])(;FF[4]SZ[3]KM[0]RE[B+R];B[bb];W[])");
    let ko = file("ko.sgf", "(;FF[4]SZ[4]KM[0]RE[B+1];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])");
    let none = file("none.sgf", "no game");
    let check = |files: &[&String]| {
        let mut command = Command::cargo_bin("shinpan").unwrap();
        command.args(["check", "--rules", COUNTED, "--games"]).args(files);
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let (status, out, err) = check(&[&right]);
    assert_eq!(status, 0, "{out}{err}");
    assert!(out.contains("3 moves, all of which stand; the result is B+9, as recorded"), "{out}");
    let (status, out, err) = check(&[&right, &wrong, &ko, &none]);
    assert_eq!(status, 1, "{out}{err}");
    assert_eq!(out.lines().count(), 4, "{out}");
    assert!(out.contains("game 1: 3 moves, all of which stand; the record says W+2, and the result is B+9"), "{out}");
    assert!(out.contains("move 9 (B C3) does not stand [tt.6]"), "{out}");
    assert!(err.contains("none.sgf") && err.contains("1 not read"), "{err}");
    let (status, _, _) = check(&[&right, &none]);
    assert_eq!(status, 2);
}

// interruption

/// There is no report to leave, and a command that waits for input would not see that it is to end.
#[cfg(unix)]
#[test]
fn sigterm_ends_a_command_that_waits_for_input_at_once() {
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Stdio;

    use nix::sys::signal::{Signal, kill};
    let mut play = std::process::Command::new(shinpan());
    play.args(["play", "2x2", "--agree", "best-play"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut play = play.spawn().unwrap();
    // Once the board is shown, the handler of Ctrl-C is there.
    play.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    kill(nix::unistd::Pid::from_raw(play.id() as i32), Signal::SIGTERM).unwrap();
    assert_eq!(play.wait().unwrap().signal(), Some(Signal::SIGTERM as i32));
}
