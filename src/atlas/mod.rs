//! Whole boards: enumeration, tables, comparison.

pub mod causes;
pub mod changes;
pub mod compare;
pub mod perft;
pub mod sample;
mod whole;

pub use whole::{Kept, Table, Verdicts, WholeBoard, WholeBoardError};

use crate::spec::RuleSet;

/// Receives the progress of a long run; called from several threads.
pub trait Progress: Sync {
    /// `count` more positions have been judged under `rules`.
    fn judged(&self, rules: &RuleSet, count: u64);

    /// The game of `rules` (and of the rule sets that share it) is being solved from all positions, before they are judged.
    fn solving(&self, rules: &RuleSet);
}

/// Reports nothing.
pub struct Silent;

impl Progress for Silent {
    fn judged(&self, _: &RuleSet, _: u64) {}

    fn solving(&self, _: &RuleSet) {}
}

/// The run was asked to stop before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end; nothing was written")]
pub struct Stopped;
