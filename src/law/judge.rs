//! The interpreters of final positions.

use std::time::Duration;

use super::facts::Facts;
use super::{RuleSet, Step, Verdict};
use crate::board::{Board, Position};
use crate::solve::{Budget, clock};

/// An interpreter of one rule set on one board. It remembers what it has solved, so many positions of one board are best
/// given to one interpreter; the answers do not depend on that.
pub trait Interpreter {
    /// The rule set it interprets.
    fn rules(&self) -> &RuleSet;

    /// Judges a final position. The margin is Black minus White with no prisoners from before the position.
    fn judge(&mut self, position: Position) -> Verdict;

    /// Judges a final position and says by which clauses, with the lines of play that show it.
    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>);
}

/// The interpreter of `rules` on `board`.
#[must_use]
pub fn interpreter(rules: &RuleSet, board: &Board, budget: Budget) -> Box<dyn Interpreter> {
    knowing(rules, board, budget, &Facts::default())
}

/// The interpreter of `rules` on `board`, given what is known of the board already.
#[must_use]
pub fn knowing(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
    let inner = rules.text.interpreter(rules, board, budget, facts);
    match budget.time {
        Some(time) => Box::new(Timed { inner, time }),
        None => inner,
    }
}

/// An interpreter whose every answer has its time.
struct Timed {
    inner: Box<dyn Interpreter>,
    time: Duration,
}

impl Interpreter for Timed {
    fn rules(&self) -> &RuleSet {
        self.inner.rules()
    }

    fn judge(&mut self, position: Position) -> Verdict {
        clock::within(Some(self.time), || self.inner.judge(position))
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        clock::within(Some(self.time), || self.inner.trace(position))
    }
}
