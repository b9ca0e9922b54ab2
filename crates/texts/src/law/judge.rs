//! The interpreters of final positions.

use super::facts::Facts;
use super::text::{Interpreter, RuleSet};
use super::trace::Trace;
use super::verdict::Verdict;
use crate::board::{Board, Position};
use crate::solve::{Budget, clock, memory};

/// The interpreter of `rules` on `board`.
#[must_use]
pub fn interpreter(rules: &RuleSet, board: &Board, budget: Budget) -> Box<dyn Interpreter> {
    knowing(rules, board, budget, &Facts::default())
}

/// The interpreter of `rules` on `board`, given what is known of the board already.
#[must_use]
pub fn knowing(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter> {
    let make = || rules.text.interpreter(rules, board, budget, facts);
    if budget.time.is_none() && budget.memory.is_none() {
        return make();
    }
    Box::new(Limited { inner: make(), board: board.clone(), facts: facts.clone(), budget })
}

/// How dear an answer is likely to be, least first: positions that are only counted, fates of strings, values of points by play,
/// outcomes of whole play-outs. Only the order in which they are found depends on it.
#[must_use]
pub fn cost(rules: &RuleSet) -> u8 {
    let text = rules.text;
    match () {
        () if text.only_counts(rules) => 0,
        () if text.as_it_stands(rules).is_some() => 3,
        () if text.values_points_by_play() => 2,
        () => 1,
    }
}

/// An interpreter whose every answer has its time and its memory.
struct Limited {
    inner: Box<dyn Interpreter>,
    board: Board,
    facts: Facts,
    budget: Budget,
}

impl Limited {
    /// Answers with what it remembers, unless that fills half of the memory.
    fn answer<T>(&mut self, question: impl FnOnce(&mut dyn Interpreter) -> T) -> T {
        if self.budget.memory.is_some_and(|limit| memory::exceeds(limit / 2, 0)) {
            let rules = self.inner.rules().clone();
            self.inner = rules.text.interpreter(&rules, &self.board, self.budget, &self.facts);
        }
        clock::within(self.budget.time, || question(self.inner.as_mut()))
    }
}

impl Interpreter for Limited {
    fn rules(&self) -> &RuleSet {
        self.inner.rules()
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        self.answer(|inner| inner.decide(position, trace))
    }

    fn remarks(&mut self, position: Position, verdict: &Verdict) -> Vec<String> {
        self.answer(|inner| inner.remarks(position, verdict))
    }
}
