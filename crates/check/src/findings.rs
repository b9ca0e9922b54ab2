//! What a check comes to: what is done of its jobs, and what was found.

use std::collections::BTreeMap;

use super::Disagreement;
use super::cause::UNEXPLAINED;
use super::evidence::{Evidence, shape};
use super::family::Family;
use super::implemented::Implemented;
use super::jobs::{Job, Suite};

/// Disagreements of one cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The suite that found it first.
    pub suite: Suite,
    /// What the witness is about.
    pub about: Family,
    /// How often it was found.
    pub count: u64,
    /// A smallest one.
    pub witness: Disagreement,
    /// The moves of the one that was made smaller.
    pub found_with: usize,
    /// How often by shape ([`super::evidence::shape`]).
    pub shapes: BTreeMap<String, u64>,
}

impl Finding {
    /// By which it is known again: the cause, and the witness too where the cause explains nothing.
    #[must_use]
    pub fn key(&self) -> String {
        let found = &self.witness;
        if !found.cause.starts_with(UNEXPLAINED) {
            return found.cause.clone();
        }
        let (record, cause) = (&found.record, &found.cause);
        format!("{cause}: {} {}: {} for {}", record.grid, record.text(), found.got, found.expected)
    }

    /// The shape of the witness.
    #[must_use]
    pub fn shape(&self) -> String {
        shape(&self.witness)
    }
}

/// What has been done of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Units gone through.
    pub units: u64,
    /// Questions that the text answers and the engine was asked.
    pub questions: u64,
    /// Questions that were not asked: not settled, not decided within the budget, or beyond the engine.
    pub skipped: u64,
    /// Questions that the engine declined to answer.
    pub declined: u64,
    /// Answers that were not the text's.
    pub disagreements: u64,
}

/// Everything a check has come to, so far.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// By job, in their order.
    pub jobs: Vec<(Job, Done)>,
    /// By key; they are found from the evidence when the suites are through, or stopped.
    pub findings: BTreeMap<String, Finding>,
    /// What was answered.
    pub evidence: Evidence,
    /// What the engine implements of the ko rules.
    pub implemented: Option<Implemented>,
    /// What could not be checked, and why.
    pub unchecked: Vec<(String, String)>,
    /// Disagreements of unexplained causes that were not made smaller, because there were too many.
    pub left_large: u64,
}
