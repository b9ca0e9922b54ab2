//! What a rule set says of a position of any size: found by a search where one is needed, on boards too large for that at sight.

use super::facts::Facts;
use super::finished::{Finished, Unfinished};
use super::judge::knowing;
use super::sight::{Sight, Sights};
use super::text::RuleSet;
use super::trace::Trace;
use super::verdict::{Outcome, Step, Verdict};
use crate::board::plain::{PlainPosition, PlainString};
use crate::board::{Board, PointSet, Position};
use crate::solve::{Budget, clock};

/// One rule set's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The rule set.
    pub rules: RuleSet,
    /// The position.
    pub position: PlainPosition,
    /// What it says.
    pub found: Found,
    /// By which clauses, if that was asked for.
    pub steps: Vec<Step>,
    /// What people should know besides.
    pub remarks: Vec<String>,
}

/// What a rule set says, by the way it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// By a search where one is needed.
    Verdict(Box<Verdict>),
    /// On a board too large to be searched whole: at sight, or by a search of what is open where that is little.
    Finished(Box<Finished>),
    /// On such a board, where that leaves something open.
    Unfinished(Box<Unfinished>),
}

impl Answer {
    /// The result, Black minus White in points, without komi and without prisoners from before the position.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match &self.found {
            Found::Verdict(verdict) => verdict.outcome,
            Found::Finished(finished) => finished.outcome(),
            Found::Unfinished(unfinished) => unfinished.outcome(),
        }
    }

    /// Whether all that is known was seen at sight, and that leaves the outcome open.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        matches!(self.found, Found::Unfinished(_))
    }

    /// The verdict, where it was not found at sight.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        if let Found::Verdict(verdict) = &self.found { Some(verdict) } else { None }
    }
}

/// What a rule set says at sight.
impl Sight {
    /// The verdict of a rule set, if it is known, and in the trace by which clauses.
    #[must_use]
    pub fn finished(&self, rules: &RuleSet, trace: &mut Trace) -> Option<Finished> {
        rules.text.finished(rules, self, trace)
    }

    /// The verdict of a rule set, if it is known once what is open is searched, where that is little.
    #[must_use]
    pub fn nearly_finished(&self, rules: &RuleSet, trace: &mut Trace) -> Option<Finished> {
        rules.text.nearly_finished(rules, self, trace)
    }

    /// What is known where it is not.
    #[must_use]
    pub fn unfinished(&self, rules: &RuleSet) -> Unfinished {
        let grid = self.position().grid();
        let most = 2 * grid.len() as i32;
        let found = rules.text.bounds(rules, self);
        let known = rules.text.partly(rules, self);
        let in_doubt = |string: &PlainString| {
            let stone = string.stones[0];
            !self.kept(string.colour).has(stone) && known.string_at(stone).is_none()
        };
        let open =
            if found.is_some() { self.position().strings().into_iter().filter(in_doubt).collect() } else { vec![] };
        Unfinished { bounds: found.unwrap_or([-most, most]), open, known, grid }
    }
}

/// A position that rule sets are asked about, one after the other.
pub struct Asking {
    position: PlainPosition,
    /// On a board that is searched.
    small: Option<(Board, Position)>,
    /// On a larger one.
    sights: Sights,
}

impl Asking {
    /// Of this position.
    #[must_use]
    pub fn of(position: &PlainPosition) -> Asking {
        let small = Board::new(position.grid()).zip(position.to_position());
        Asking { position: position.clone(), small, sights: Sights::of(position) }
    }

    /// What `rules` say, given what is known of the board already; also by which clauses, if `traced`.
    #[must_use]
    pub fn answer(&self, rules: &RuleSet, facts: &Facts, budget: Budget, traced: bool) -> Answer {
        let (found, steps, remarks) = match &self.small {
            Some((board, position)) => {
                let mut judge = knowing(rules, board, budget, facts);
                let (verdict, steps) =
                    if traced { judge.trace(*position) } else { (judge.judge(*position), Vec::new()) };
                let remarks = judge.remarks(*position, &verdict);
                (Found::Verdict(Box::new(verdict)), steps, remarks)
            }
            None => clock::within(budget.time, || self.at_sight(rules, budget, traced)),
        };
        Answer { rules: rules.clone(), position: self.position.clone(), found, steps, remarks }
    }

    /// At sight, with more and more searched of each region, and of the open points where they are few.
    fn at_sight(&self, rules: &RuleSet, budget: Budget, traced: bool) -> (Found, Vec<Step>, Vec<String>) {
        let mut last = None;
        for sight in self.sights.each(budget) {
            let mut trace = if traced { Trace::kept() } else { Trace::silent() };
            let finished = sight.finished(rules, &mut trace);
            let finished = finished.or_else(|| {
                trace = if traced { Trace::kept() } else { Trace::silent() };
                sight.nearly_finished(rules, &mut trace)
            });
            if let Some(finished) = finished {
                let remarks = rules.text.remarks(rules, sight, &finished);
                return (Found::Finished(Box::new(finished)), trace.steps(), remarks);
            }
            last = Some(sight);
        }
        // What was cited on the way to nothing does not count.
        let unfinished = last.map(|sight| Found::Unfinished(Box::new(sight.unfinished(rules))));
        (unfinished.expect("a level"), Vec::new(), Vec::new())
    }
}
