//! Comparisons that were stopped go on with what they had counted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use shinpan::atlas::compare::{Comparison, Options, Prisoners};
use shinpan::atlas::journal::JournalError;
use shinpan::atlas::settled::SettledBy;
use shinpan::atlas::unfinished::{Ended, Unfinished};
use shinpan::atlas::{Progress, Silent};
use shinpan::law::RuleSet;
use shinpan::law::changes::Changes;
use shinpan::report::divergence::Report;
use shinpan::solve::Budget;

use super::{compare, options, rules, whole};

/// Stops a comparison once so many classes have been gone through.
struct Stopping(AtomicBool, AtomicU64);

impl Progress for Stopping {
    fn compared(&self, count: u64) {
        if self.1.fetch_add(count, Ordering::Relaxed) + count > 20_000 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_comparison_that_was_stopped_goes_on_to_the_same_report() {
    stopped_and_gone_on_with(false);
}

/// With what is judged for its sake.
#[test]
#[ignore = "minutes"]
fn a_census_that_was_stopped_goes_on_to_the_same_report() {
    stopped_and_gone_on_with(true);
}

fn stopped_and_gone_on_with(census: bool) {
    let (whole, sets) = (whole("3x4"), rules("tromp-taylor,aga-area,ms-japanese"));
    let options = options(Prisoners::Level, Some(Changes::None));
    let options = Options { census, settled: SettledBy::Fates, ..options };
    let written = |comparison: &Comparison| {
        let report = Report { command: "diverge", comparison, left_out: &[] };
        report.markdown() + &report.json().to_string()
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("diverge.unfinished");
    let never = AtomicBool::new(false);
    let run = |sets: &[RuleSet], options: &Options| {
        let kept = Unfinished::at(&file, true).unwrap();
        Comparison::run_keeping(&whole, sets, options, Some(&kept), &Silent, &never).map(|found| written(&found))
    };
    {
        let stopping = Stopping(AtomicBool::new(false), AtomicU64::new(0));
        let kept = Unfinished::at(&file, false).unwrap();
        let busy = Unfinished::at(&file, true).unwrap_err();
        assert!(matches!(busy, JournalError::Busy { .. }), "{busy}");
        let ended = Comparison::run_keeping(&whole, &sets, &options, Some(&kept), &stopping, &stopping.0);
        assert!(matches!(ended, Err(Ended::Stopped(_))));
    }
    assert!(matches!(Unfinished::at(&file, false).unwrap_err(), JournalError::Exists { .. }));
    let text = std::fs::read_to_string(&file).unwrap();
    let line: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let done = line["done"].as_u64().unwrap();
    assert!(done >= 8192 && done < whole.numbers() as u64, "{done}");
    assert!(line["counts"]["all"]["tally"]["classes"].as_u64().unwrap() >= done / 2, "{line}");
    // Something else is refused, and so is damage.
    let differs = |sets: &[RuleSet], options: &Options, key: &str| {
        let said = run(sets, options).unwrap_err().to_string();
        assert!(said.contains(&format!("diverge.unfinished is of another {key}: ")), "{said}");
    };
    differs(&sets[..2], &options, "rules");
    differs(&sets, &Options { census: !census, ..options }, "census");
    differs(&sets, &Options { prisoners: Prisoners::None, ..options }, "prisoners");
    differs(&sets, &Options { budget: Budget::of(7), ..options }, "budget");
    let mut damaged = text.clone().into_bytes();
    damaged[text.len() / 2] ^= 1;
    std::fs::write(&file, &damaged).unwrap();
    let said = run(&sets, &options).unwrap_err().to_string();
    assert!(said.contains("diverge.unfinished: line 2: its checksum is not that of what is written"), "{said}");
    std::fs::write(&file, &text).unwrap();
    let whole_run = written(&compare(&whole, &sets, &options));
    assert_eq!(run(&sets, &options).unwrap(), whole_run);
    // What was counted is used: other counts give another report.
    let (line, _) = text.split_once('\n').unwrap();
    let positions = format!(
        "\"positions\":{}",
        serde_json::from_str::<serde_json::Value>(line).unwrap()["counts"]["all"]["tally"]["positions"]
    );
    let altered = line.replacen(&positions, "\"positions\":1", 1);
    assert_ne!(altered, line);
    std::fs::write(&file, format!("{altered}\n{}\n", blake3::hash(altered.as_bytes()).to_hex())).unwrap();
    assert_ne!(run(&sets, &options).unwrap(), whole_run);
}

#[test]
fn the_command_goes_on_with_a_comparison_that_was_stopped() {
    let (whole, sets) = (whole("1x12"), rules("aga-territory,ms-japanese"));
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("r");
    std::fs::create_dir(&report).unwrap();
    let kept = Unfinished::at(&report.join("diverge.unfinished"), false).unwrap();
    let stopping = Stopping(AtomicBool::new(false), AtomicU64::new(0));
    let options = options(Prisoners::Level, Some(Changes::None));
    assert!(Comparison::run_keeping(&whole, &sets, &options, Some(&kept), &stopping, &stopping.0).is_err());
    drop(kept);
    let run = |words: &str| {
        let mut command = assert_cmd::Command::cargo_bin("shinpan").unwrap();
        let line = format!("diverge 1x12 --rules aga-territory,ms-japanese --changes none --out {words}");
        command.current_dir(folder.path()).args(line.split(' ')).output().unwrap()
    };
    let refused = run("r");
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("an earlier run was stopped; go on with --resume, or start anew with --force"), "{said}");
    for ended in [run("r --resume"), run("s")] {
        assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
    }
    for name in ["diverge.md", "diverge.json"] {
        let [a, b] = ["r", "s"].map(|dir| std::fs::read_to_string(folder.path().join(dir).join(name)).unwrap());
        assert_eq!(a, b);
    }
    assert_eq!(std::fs::read_dir(&report).unwrap().count(), 2);
}
