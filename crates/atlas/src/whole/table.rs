//! What one rule set says of a whole board.

use crate::board::{Board, Symmetry};
use crate::law::{Outcome, RuleSet, Verdict};

/// What is kept of a verdict.
pub trait Kept: Send + Sync {
    /// Of this verdict.
    fn of(verdict: Verdict) -> Self;

    /// The outcome.
    fn outcome(&self) -> Outcome;

    /// With the colours exchanged, the points where they are.
    fn exchanged(&self, board: &Board) -> Self;
}

impl Kept for Verdict {
    fn of(verdict: Verdict) -> Verdict {
        verdict
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn exchanged(&self, board: &Board) -> Verdict {
        self.mapped(&Symmetry::identity(board.grid()), true)
    }
}

impl Kept for Outcome {
    fn of(verdict: Verdict) -> Outcome {
        verdict.outcome
    }

    fn outcome(&self) -> Outcome {
        *self
    }

    fn exchanged(&self, _: &Board) -> Outcome {
        self.negated()
    }
}

/// What one rule set says of a whole board, read through [`WholeBoard::verdict`] and [`WholeBoard::outcome`].
pub struct Table<K> {
    /// The rule set.
    pub rules: RuleSet,
    /// By class, of its representative.
    pub(super) verdicts: Vec<K>,
    /// By class, of its representative with the colours exchanged; only where the rule set tells the players apart.
    pub(super) swapped: Vec<K>,
    /// Wall time it took, the solution of its game included if it was the first to need it.
    pub seconds: f64,
}

/// Whole verdicts.
pub type Verdicts = Table<Verdict>;
