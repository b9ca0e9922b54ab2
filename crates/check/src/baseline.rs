//! What was known before: an earlier report whose witnesses are put again, and against which findings are held.

use std::collections::BTreeMap;

use super::family::Family;
use super::findings::Finding;
use super::run::Checker;
use super::written::Earlier;

/// So many times the share of wrong answers that a cause had before is new.
pub const FACTOR: u64 = 2;
/// So many wrong answers more than before are no news by their number alone.
pub const SLACK: u64 = 5;

/// An earlier report.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// By key.
    pub findings: BTreeMap<String, Finding>,
    /// Questions that had been asked.
    questions: u64,
    /// On what the questions depended.
    settings: String,
}

/// What a baseline makes of the findings of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// By key: `None` of what is known, else why it is new.
    pub news: BTreeMap<String, Option<String>>,
    /// Causes whose witness is answered rightly now.
    pub mended: Vec<String>,
}

impl Compared {
    /// Whether a finding is known.
    #[must_use]
    pub fn is_known(&self, key: &str) -> bool {
        self.news.get(key).is_some_and(Option::is_none)
    }

    /// Why a finding is new although its cause is known; `None` without a baseline, or of what it does not have.
    #[must_use]
    pub fn why(&self, key: &str) -> Option<&str> {
        self.news.get(key)?.as_deref()
    }
}

impl Baseline {
    /// Takes an earlier report as a baseline for a check against `rules` by `program`.
    ///
    /// # Errors
    /// It is of another rule set, or of another version of the program, whose causes and questions may be others.
    pub fn of(earlier: Earlier, rules: &str, program: &str) -> Result<Baseline, String> {
        let [then, _, settings] = &earlier.about;
        if then != rules {
            return Err(format!("it is of a check against {then}, not {rules}"));
        }
        if earlier.program != program {
            return Err(format!("it is by {}, and this is {program}", earlier.program));
        }
        let questions = earlier.done.values().map(|done| done.questions).sum();
        Ok(Baseline { findings: earlier.findings, questions, settings: settings.clone() })
    }

    /// Whether the run asks what was asked for the baseline.
    #[must_use]
    pub fn asks_the_same(&self, settings: &str) -> bool {
        self.settings == settings
    }

    /// Why a finding of a run with so many questions is new; `None` if it is known: its cause is, on the same board and in the same
    /// shape, and not much more often than before. Where the same was asked every shape must have been met.
    #[must_use]
    pub fn news(&self, key: &str, finding: &Finding, questions: u64, same: bool) -> Option<String> {
        let Some(known) = self.findings.get(key) else {
            return Some("a cause that the baseline does not have".to_string());
        };
        let shape = finding.shape();
        let fresh = |shape: &&String| !known.shapes.contains_key(*shape) && **shape != known.shape();
        if fresh(&&shape) {
            return Some(format!("a smallest witness of another shape: {shape}"));
        }
        if let Some(shape) = finding.shapes.keys().filter(|_| same).find(fresh) {
            return Some(format!("a shape that the baseline does not have: {shape}"));
        }
        let (before, now) = (known.count, finding.count);
        // Shares, without division: now / questions > FACTOR * before / self.questions.
        let more = u128::from(now) * u128::from(self.questions) > u128::from(FACTOR * before) * u128::from(questions);
        (more && now > before + SLACK).then(|| {
            format!(
                "more than {FACTOR} times the share of wrong answers: {now} of {questions} questions, {before} of {} before",
                self.questions
            )
        })
    }
}

impl Checker {
    /// Puts the witnesses of a baseline again: the causes of those that are answered rightly now. Those that are not are noted.
    pub fn replay(&mut self, baseline: &Baseline) -> Vec<String> {
        let mut mended = Vec::new();
        for finding in baseline.findings.values().filter(|finding| finding.about != Family::Protocol) {
            let witness = &finding.witness;
            if !self.may_ask(&witness.question) || self.reference.answer(&witness.record, &witness.question).is_none() {
                continue;
            }
            match self.examine(&witness.record, &witness.question) {
                Ok(Some(found)) => self.note(finding.suite, found),
                // A command that is not asked again has not been answered.
                Ok(None) if !self.is_avoided(&witness.question) => mended.push(witness.cause.clone()),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        self.settle();
        mended
    }
}
