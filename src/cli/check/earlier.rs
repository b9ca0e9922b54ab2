//! What earlier runs have left: a report to go on from, a journal, a baseline.

use std::path::Path;

use super::super::Failure;
use super::super::output::reason;
use crate::check::Disagreement;
use crate::check::baseline::{Baseline, Compared};
use crate::check::findings::{Finding, State};
use crate::check::journal::{self, Journal, Kept};
use crate::check::suites::Suite;
use crate::check::written::{self, Earlier, read};
use crate::files;

fn report_in(path: &Path) -> Result<Earlier, Failure> {
    let shown = path.display();
    let text = files::read(path, written::MOST_BYTES).and_then(files::text);
    let text = text.map_err(|e| Failure(format!("cannot read {shown}: {e}")))?;
    read(&text).map_err(|e| Failure(format!("{shown}: {e}")))
}

/// The report to hold findings against.
pub fn baseline(path: &Path, rules: &str, update: bool) -> Result<Option<Baseline>, Failure> {
    if update && !path.exists() {
        return Ok(None);
    }
    match Baseline::of(report_in(path)?, rules, written::PROGRAM) {
        Ok(baseline) => Ok(Some(baseline)),
        Err(_) if update => Ok(None),
        Err(why) => Err(Failure(format!(
            "{} is no baseline for this check: {why}; --update-baseline makes one",
            path.display()
        ))),
    }
}

/// Holds the findings against a baseline.
pub fn compared(baseline: Option<&Baseline>, state: &State, mended: Vec<String>, settings: &str) -> Compared {
    let Some(baseline) = baseline else { return Compared::default() };
    let questions = state.jobs.iter().map(|(_, done)| done.questions).sum();
    let same = baseline.asks_the_same(settings);
    let findings = state.findings.iter();
    let news = findings.map(|(key, finding)| (key.clone(), baseline.news(key, finding, questions, same))).collect();
    Compared { news, mended }
}

/// The journal beside the report.
pub const JOURNAL: &str = "check.journal";
/// The file that has the report.
pub const REPORT: &str = "check.jsonl";

/// What an earlier run has left: its journal, which has more than a report of a run that was stopped, or its report; nothing if there is
/// none of both, or if it is not gone on with.
pub fn earlier(dir: &Path, resume: bool, force: bool) -> Result<Kept, Failure> {
    let (journal, report) = (dir.join(JOURNAL), dir.join(REPORT));
    let shown = journal.display();
    if !resume {
        return match journal.exists() {
            true if force => {
                std::fs::remove_file(&journal).map_err(|e| Failure(format!("{shown}: {}", reason(&e))))?;
                Ok(Kept::default())
            }
            true => Err(Failure(format!(
                "{shown} is that of a run which was stopped: --resume goes on with it, --force starts anew"
            ))),
            false => Ok(Kept::default()),
        };
    }
    if journal.exists() {
        let text = files::read(&journal, journal::MOST_BYTES).and_then(files::text);
        let text = text.map_err(|e| Failure(format!("cannot read {shown}: {e}")))?;
        return journal::read(&text).map_err(|e| Failure(format!("{shown}: {e}")));
    }
    match report.exists() {
        true => Ok(Kept { earlier: report_in(&report)?, ..Kept::default() }),
        false => Ok(Kept::default()),
    }
}

/// The journal of this run: that of the earlier one, or a new one.
pub fn journal(path: &Path, resume: bool, kept: &Kept, about: &[String; 3]) -> Result<Journal, Failure> {
    let journal = if resume && kept.whole > 0 {
        same_check(&kept.earlier, about)?;
        Journal::go_on(path, kept.whole)
    } else {
        // One that a kill has cut short in its first line has nothing.
        let _ = std::fs::remove_file(path);
        Journal::begin(path, about)
    };
    journal.map_err(|e| Failure(format!("cannot write {}: {}", path.display(), reason(&e))))
}

/// Whether an earlier run has asked the same questions.
fn same_check(earlier: &Earlier, about: &[String; 3]) -> Result<(), Failure> {
    match earlier.about.iter().zip(about).find(|(then, now)| then != now) {
        None => Ok(()),
        Some((then, now)) => Err(Failure(format!(
            "the report to resume is of another check: it has `{then}`, now it is `{now}`; give the same arguments, or \
             start anew with --force"
        ))),
    }
}

/// Takes over what an earlier run has done; its findings, and its wrong answers.
pub fn go_on(state: &mut State, kept: Kept, about: &[String; 3]) -> Result<(Vec<Finding>, Wrong), Failure> {
    let Kept { earlier, found, .. } = kept;
    if earlier == Earlier::default() {
        return Ok((Vec::new(), found));
    }
    same_check(&earlier, about)?;
    for (job, done) in &mut state.jobs {
        if let Some(earlier) = earlier.done.get(&job.name()) {
            *done = *earlier;
        }
    }
    state.unchecked = earlier.unchecked;
    state.implemented = earlier.implemented;
    state.left_large = earlier.left_large;
    Ok((earlier.findings.into_values().collect(), found))
}

/// Wrong answers, each with the suite that has found it.
pub type Wrong = Vec<(Suite, Disagreement)>;
