//! Checks that are stopped, killed, or out of time, and gone on with.

use std::process::{Child, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use shinpan::check::journal::{self, Journal};
use shinpan::check::run::{Bounds, Checker};

use super::mutant::{Mutant, TROMP_TAYLOR};
use super::mutants::{NEVER, begun};
use super::*;

/// More than can be done before the end comes: the settings are those of the run that goes on.
const MANY: [&str; 6] = ["--board", "2x3", "--suite", "legality", "--budget", "100000000"];

fn start(out: &str, more: &[&str]) -> Child {
    let engine = format!("{} gtp --rules ms-chinese", shinpan());
    let mut check = std::process::Command::new(shinpan());
    check.args(["check", "--engine", &engine, "--rules", "ms-chinese", "--out", out]).args(MANY).args(more);
    check.stderr(Stdio::null()).spawn().unwrap()
}

/// Units that the journal has.
fn units(out: &str) -> usize {
    let text = fs::read_to_string(Path::new(out).join("check.journal")).unwrap_or_default();
    text.lines().filter(|line| line.contains("\"kind\":\"unit\"")).count()
}

/// Waits until the journal has more units than so many.
fn wait_for_more(out: &str, than: usize) {
    while units(out) <= than {
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn end(check: &mut Child, signal: Signal) -> Option<i32> {
    kill(nix::unistd::Pid::from_raw(check.id() as i32), signal).unwrap();
    check.wait().unwrap().code()
}

/// Units that the report says are done.
fn done(out: &str) -> u64 {
    let text = fs::read_to_string(Path::new(out).join("check.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.last().unwrap()["complete"], false);
    lines.iter().filter_map(|l| l["done"].as_u64()).sum()
}

/// A kill leaves the journal, Ctrl-C and SIGTERM a report as well; each run goes on with what was done. The first is told to go on where
/// nothing is.
#[test]
fn a_check_that_is_killed_or_stopped_is_gone_on_with() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out").display().to_string();
    let mut check = start(&out, &["--resume"]);
    wait_for_more(&out, 3);
    assert_eq!(end(&mut check, Signal::SIGKILL), None);
    let killed = units(&out);
    assert!(!Path::new(&out).join("check.jsonl").exists());
    // A line that the kill has cut short is passed over.
    let journal = Path::new(&out).join("check.journal");
    let whole = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, format!("{whole}{{\"kind\":\"un")).unwrap();
    let mut check = start(&out, &["--resume"]);
    wait_for_more(&out, killed);
    assert_eq!(end(&mut check, Signal::SIGINT), Some(130));
    let first = done(&out);
    assert!(first > killed as u64, "{first} {killed}");
    // Without being told to go on nothing is lost.
    assert_eq!(start(&out, &[]).wait().unwrap().code(), Some(2));
    let before = units(&out);
    let mut check = start(&out, &["--resume"]);
    wait_for_more(&out, before);
    assert_eq!(end(&mut check, Signal::SIGTERM), Some(130));
    assert!(done(&out) > first);
}

/// What was found before a kill is found after it, and counted once.
#[test]
fn a_journal_has_what_was_found() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("check.journal");
    let about = ["tromp-taylor", "mutant", "a test"].map(str::to_string);
    let mutant = Mutant { fault: "touched twice", ..TROMP_TAYLOR };
    let mut whole = begun(mutant, "tromp-taylor", 30);
    whole.journal = Some(Journal::begin(&path, &about).unwrap());
    let findings = |checker: &mut Checker| {
        checker.run(&Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
        checker.conclude(true);
        checker.state.findings.clone()
    };
    let expected = findings(&mut whole);
    assert_eq!(expected.len(), 1);
    let text = fs::read_to_string(&path).unwrap();
    // Cut off in the middle of a line.
    for part in [0, text.len() / 3, text.len() / 2, text.len()] {
        let kept = journal::read(&text[..part]).unwrap();
        let mut resumed = begun(mutant, "tromp-taylor", 30);
        for (job, done) in &mut resumed.state.jobs {
            *done = kept.earlier.done.get(&job.name()).copied().unwrap_or_default();
        }
        resumed.take_again(kept.found);
        assert_eq!(findings(&mut resumed), expected, "{part} of {} bytes", text.len());
    }
}

/// The engine takes a second for its first answer, and the check has no more.
#[test]
fn a_check_that_has_no_time_to_ask_anything_says_so_and_fails() {
    let engine = misbehaving("slow-start", "ms-chinese");
    let run = check(&engine, "ms-chinese", &["--board", "3x3", "--board", "9x9", "--budget", "1s"]);
    assert_eq!((run.status, run.causes().len()), (2, 0), "{}", run.err);
    assert!(run.err.contains("nothing was checked: the time was up before anything was asked"), "{}", run.err);
}
