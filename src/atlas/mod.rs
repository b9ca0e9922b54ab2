//! Whole boards: enumeration, tables, comparison.

pub mod best;
pub mod causes;
pub mod census;
pub mod changes;
pub mod columns;
pub mod compare;
pub mod first;
pub mod journal;
pub mod listing;
pub mod perft;
pub mod prisoners;
pub mod sample;
pub mod settled;
pub mod tally;
pub mod values;
mod whole;

pub use whole::{Kept, Table, Verdicts, WholeBoard, WholeBoardError};

use crate::law::RuleSet;
use crate::solve::whole::sweep::Swept;

/// Receives the progress of a long run; called from several threads.
pub trait Progress: Sync {
    /// `count` more positions have been judged under `rules`.
    fn judged(&self, rules: &RuleSet, count: u64);

    /// The game of `rules` (and of the rule sets that share it) is being solved from all positions, before they are judged.
    fn solving(&self, rules: &RuleSet);

    /// So many of the positions of a long stage of that are done.
    fn solving_part(&self, _rules: &RuleSet, _done: u64, _of: u64) {}

    /// A sweep of a stage of that has ended.
    fn solving_sweep(&self, _rules: &RuleSet, _stage: &str, _swept: Swept) {}

    /// That game has been solved.
    fn solved(&self, rules: &RuleSet);

    /// `classes` more classes have been compared.
    fn compared(&self, classes: u64);
}

/// Reports nothing.
pub struct Silent;

impl Progress for Silent {
    fn judged(&self, _: &RuleSet, _: u64) {}

    fn solving(&self, _: &RuleSet) {}

    fn solved(&self, _: &RuleSet) {}

    fn compared(&self, _: u64) {}
}

/// The run was asked to stop before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end; nothing was written")]
pub struct Stopped;
