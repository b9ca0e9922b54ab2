//! What a long run tells of itself: one observer for all of it.

use std::fmt::Display;

use super::whole::store::Subject;
use super::whole::sweep::Swept;

/// Hears how far a long run has come; called from several threads. What it does not care for it need not hear. Rule sets are told by
/// their names.
pub trait Progress: Sync {
    /// The game of `rules` (and of the rule sets that share it) is being solved from all positions, before they are judged.
    fn solving(&self, _rules: &dyn Display) {}

    /// A stage of a solution begins.
    fn begins(&self, _subject: &Subject, _stage: &str) {}

    /// So much of a long stage is done, of what is known of it so far.
    fn advances(&self, _subject: &Subject, _stage: &str, _done: u64, _of: u64) {}

    /// A sweep of a stage that grows by sweeps has ended; there may be more than one fixpoint in a stage.
    fn swept(&self, _subject: &Subject, _stage: &str, _swept: Swept) {}

    /// The stage has been computed, or (`read`) read.
    fn ends(&self, _subject: &Subject, _stage: &str, _read: bool) {}

    /// The game has been solved.
    fn solved(&self, _rules: &dyn Display) {}

    /// `count` more positions have been judged under `rules`.
    fn judged(&self, _rules: &dyn Display, _count: u64) {}

    /// `count` more positions have been searched with the history under `rules`.
    fn searched(&self, _rules: &dyn Display, _count: u64) {}

    /// `classes` more classes have been compared.
    fn compared(&self, _classes: u64) {}
}

/// Hears nothing.
pub struct Silent;

impl Progress for Silent {}
