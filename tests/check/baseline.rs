//! Baselines: what is known, what is new, what has been mended.

use shinpan::check::baseline::{Baseline, Compared};
use shinpan::check::evidence::Evidence;
use shinpan::check::findings::State;
use shinpan::check::reference::Reference;
use shinpan::check::report::{self, Head};
use shinpan::check::suites::Suite;
use shinpan::check::written::{self, PROGRAM};
use shinpan::check::{Disagreement, MoveRecord, Question};
use shinpan::solve::Budget;

use super::mutant::{Mutant, TROMP_TAYLOR};
use super::mutants::checked;
use super::*;

fn head(rules: &str) -> Head {
    let text = |text: &str| text.to_string();
    Head {
        command: text("mutant"),
        engine: [text("Mutant"), text("1"), text("2")],
        rules: text(rules),
        told: Default::default(),
        asked: Vec::new(),
        settings: text("a test"),
    }
}

fn written(state: &State) -> String {
    report::json_lines(&head("tromp-taylor"), state, &Compared::default(), true)
}

fn baseline(report: &str, rules: &str, program: &str) -> Result<Baseline, String> {
    Baseline::of(written::read(report).unwrap(), rules, program)
}

fn fault(fault: &'static str) -> Mutant {
    Mutant { fault, ..TROMP_TAYLOR }
}

/// Why findings are new, by their causes; `None` of what is known.
fn news(baseline: &Baseline, state: &State) -> Vec<(String, Option<String>)> {
    let questions = state.jobs.iter().map(|(_, done)| done.questions).sum();
    let news = state.findings.iter().map(|(key, f)| (key.clone(), baseline.news(key, f, questions, true)));
    news.collect()
}

#[test]
fn a_regression_within_a_known_cause_is_new() {
    let before = checked(fault("forbidden points"), "tromp-taylor", 30).state;
    let known = baseline(&written(&before), "tromp-taylor", PROGRAM).unwrap();
    // The same engine again: all is known.
    let again = news(&known, &checked(fault("forbidden points"), "tromp-taylor", 30).state);
    assert!(!again.is_empty() && again.iter().all(|(_, why)| why.is_none()), "{again:?}");
    // The same cause by name, on more points.
    let worse = news(&known, &checked(fault("many forbidden points"), "tromp-taylor", 30).state);
    let of_plays = worse.iter().find(|(cause, _)| cause == "refuses a legal play").unwrap();
    assert!(of_plays.1.is_some(), "{worse:?}");
    assert!(before.findings.contains_key("refuses a legal play"));
}

/// Whether causes have to be told apart depends on what else is wrong: what is asked for it makes nothing known new.
#[test]
fn what_is_asked_to_tell_causes_apart_is_no_new_shape() {
    let mut reference = Reference::new(RuleSet::parse("tromp-taylor").unwrap(), Budget::of(1000));
    let mut evidence = Evidence::default();
    for (side, times) in [(3, 1), (5, 1), (9, 0)] {
        let record = MoveRecord { grid: Grid::new(side, side).unwrap(), moves: Vec::new() }.ended();
        let [expected, got, clause, cause] = ["0", "1", "tt.9", "another final_score"].map(str::to_string);
        let found = Disagreement { record, question: Question::Score, expected, got, clause, cause };
        evidence.wrong(&mut reference, Suite::Score, found, times);
    }
    let shapes: Vec<&String> =
        evidence.matters.values().flat_map(|a| a.wrong.values()).flat_map(|w| w.shapes.keys()).collect();
    assert_eq!(shapes, ["3x3 final_score", "5x5 final_score"]);
}

#[test]
fn what_is_answered_rightly_now_is_mended() {
    let before = checked(fault("forbidden points"), "tromp-taylor", 30).state;
    let known = baseline(&written(&before), "tromp-taylor", PROGRAM).unwrap();
    let mut checker = checked(fault(""), "tromp-taylor", 1);
    let mended = checker.replay(&known);
    let causes: Vec<&String> = before.findings.values().map(|f| &f.witness.cause).collect();
    assert_eq!(mended.iter().collect::<Vec<_>>(), causes);
    let mut still = checked(fault("forbidden points"), "tromp-taylor", 1);
    assert!(still.replay(&known).is_empty());
}

#[test]
fn a_baseline_of_other_rules_or_of_another_version_is_refused() {
    let report = written(&checked(fault("forbidden points"), "tromp-taylor", 1).state);
    let other = baseline(&report, "aga-area", PROGRAM).unwrap_err();
    assert_eq!(other, "it is of a check against tromp-taylor, not aga-area");
    let older = baseline(&report, "tromp-taylor", "shinpan 99.0.0").unwrap_err();
    assert!(older.contains("and this is shinpan 99.0.0"), "{older}");
}

#[test]
fn a_baseline_is_made_and_updated_by_one_option() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("known.jsonl").display().to_string();
    let args = ["--board", "2x2", "--suite", "legality", "--budget", "10", "--baseline", &file];
    let bad = misbehaving("allows-all", "j1989");
    let missing = check(&bad, "j1989", &args);
    assert_eq!(missing.status, 2, "{}", missing.err);
    let made = check(&bad, "j1989", &[&args[..], &["--update-baseline"]].concat());
    assert_eq!(made.status, 1, "{}", made.err);
    let known = check(&bad, "j1989", &args);
    assert_eq!(known.status, 0, "{}", known.err);
    // An engine that is right has mended it all; under other rules it is no baseline, unless a new one is made.
    let right = check(&format!("{} gtp --rules j1989", shinpan()), "j1989", &args);
    assert_eq!((right.status, right.of_kind("mended").len()), (0, made.causes().len()), "{}", right.err);
    assert!(right.err.contains("mended since the baseline: "), "{}", right.err);
    let other = check(&bad, "aj2004", &args);
    assert_eq!(other.status, 2, "{}", other.err);
    assert!(
        other.err.contains("it is of a check against j1989, not aj2004; --update-baseline makes one"),
        "{}",
        other.err
    );
}
