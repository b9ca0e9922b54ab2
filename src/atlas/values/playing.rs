//! The rest of a game that has come to a state: what it comes to by best play, and a move that forces that. Where the rules remember
//! the game it is searched with all that was played before.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use super::searching::Searches;
use super::solving::Grounds;
use super::{BestLine, Move, Values};
use crate::atlas::WholeBoard;
use crate::board::{Colour, Position};
use crate::law::Outcome;
use crate::solve::value::remembering::Asked;
use crate::solve::{Bounds, Budget, clock};

/// A state that a game has come to.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'h> {
    /// The states before it, from the first on, each with the player to move.
    pub before: &'h [(Position, Colour)],
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// The last move was a pass.
    pub passed: bool,
    /// The point on which a ko may not be retaken.
    pub ban: Option<usize>,
}

impl Values {
    /// What the rest of a game comes to by best play, prisoners so far aside, and a move of those `allowed` that forces it; none if it is not
    /// known. Under a rule that remembers the game this takes searches with the history, each with this budget.
    pub fn rest(
        &self,
        reached: &Reached<'_>,
        budget: Budget,
        allowed: impl Fn(Move) -> bool,
        stop: &AtomicBool,
    ) -> (Outcome, Option<Move>) {
        let Reached { position, mover, passed, ban, .. } = *reached;
        if !self.may_be_searched() {
            let from = self.graph.node_of(position, mover, passed, ban);
            let value = self.outcome(self.solution.bounds(&self.graph, from), mover, self.besides(position));
            return (value, self.choice((position, mover), passed, ban, allowed));
        }
        clock::within(budget.time, || self.searched_rest(reached, budget, &allowed, stop))
    }

    /// A line of best play under a rule that remembers the game, each move found by searches with this budget and the line so far; `None` if
    /// one of them does not tell.
    #[must_use]
    pub fn searched_line(
        &self,
        board: &WholeBoard,
        position: Position,
        mover: Colour,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Option<BestLine> {
        self.follow(board, position, mover, |reached, options, allowed| {
            let may = |mv: Move| options.iter().any(|option| option.mv == mv && allowed(option));
            self.rest(reached, budget, may, stop).1
        })
    }

    /// [`Values::rest`] by searches.
    fn searched_rest(
        &self,
        reached: &Reached<'_>,
        budget: Budget,
        allowed: impl Fn(Move) -> bool,
        interrupt: &AtomicBool,
    ) -> (Outcome, Option<Move>) {
        let besides = self.besides(reached.position);
        let undecided = |lo: i16, hi: i16| (Outcome::Undecided { lo: lo.into(), hi: hi.into() }.plus(besides), None);
        let most = self.solution.greatest;
        let Some(grounds) = self.solution.grounds(&self.graph, interrupt) else { return undecided(-most, most) };
        let (stop, mut bounds) = (self.stop(reached), self.outermost(&grounds, reached));
        // What bounds give may lead back to a state of the game; what is had by passing does not.
        let passing = OnceCell::new();
        let by_passing = || passing.get_or_init(|| self.solution.passing(&self.graph)).as_slice();
        for always in [false, true].into_iter().take(if self.bounds_hold() { 2 } else { 1 }) {
            let ends = always.then(by_passing);
            let mut searches = Searches::new(self, &self.graph, &self.solution, &grounds, ends);
            let Bounds { lower, upper } = searches.rest(reached, bounds, stop, budget);
            bounds = [lower, upper];
            if lower == upper
                && let Some(mv) = self.keeping(&mut searches, reached, lower, budget, &allowed)
            {
                return (Outcome::Margin(lower.into()).plus(besides), Some(mv));
            }
        }
        match bounds {
            [lo, hi] if lo == hi => (Outcome::Margin(lo.into()).plus(besides), None),
            [lo, hi] => undecided(lo, hi),
        }
    }

    /// A move that keeps what the rest of a game comes to.
    fn keeping(
        &self,
        searches: &mut Searches<'_>,
        reached: &Reached<'_>,
        value: i16,
        budget: Budget,
        allowed: impl Fn(Move) -> bool,
    ) -> Option<Move> {
        let Reached { before, position, mover, passed, ban } = *reached;
        if passed && self.stop(reached) == [value; 2] && allowed(None) {
            return Some(None);
        }
        // A pass first if a stop is as good, then those that are best by bounds without the history.
        let bounds = self.move_bounds(position, mover);
        let ends = self.stop(reached) == [value; 2];
        let mut moves: Vec<(usize, Move)> =
            self.options(position, mover, false, None).iter().map(|option| option.mv).enumerate().collect();
        moves.sort_by_key(|(at, mv)| Reverse((ends && mv.is_none(), bounds[*at])));
        let possible = |mv: &Move| match mv {
            None => !passed,
            Some(point) => ban != Some(usize::from(*point)),
        };
        let keeps = |&(first, mv): &(usize, Move)| {
            let asked = Asked { before, position, mover, first: Some(first) };
            possible(&mv) && allowed(mv) && searches.keeps(asked, value, budget) == Some(true)
        };
        moves.into_iter().find(keeps).map(|(_, mv)| mv)
    }

    /// Bounds of what the rest of a game comes to whatever was played before, as Black has them, prisoners so far aside.
    fn outermost(&self, grounds: &Grounds<'_>, reached: &Reached<'_>) -> [i16; 2] {
        let (most, mover) = (self.solution.greatest, reached.mover);
        // Without prisoners it comes to the worth of some end.
        let [lo, hi] = match self.bounds_hold() {
            true => [-most, most],
            false => grounds.sure()[self.graph.node_of(reached.position, mover, false, None)].map(i16::from),
        };
        if mover == Colour::Black { [lo, hi] } else { [-hi, -lo] }
    }

    /// What a stop is worth to Black, prisoners aside; bounds if that is not decided.
    fn stop(&self, reached: &Reached<'_>) -> [i16; 2] {
        let class = self.classes().form(reached.position.seen_by(reached.mover)).number();
        let [lo, hi] = self.solution.end[class].map(i16::from);
        if reached.mover == Colour::Black { [lo, hi] } else { [-hi, -lo] }
    }
}

impl Searches<'_> {
    /// What the rest of a game comes to between these bounds, as Black has it, where a stop comes to so much.
    fn rest(&mut self, reached: &Reached<'_>, bounds: [i16; 2], stop: [i16; 2], budget: Budget) -> Bounds<i16> {
        let Reached { before, position, mover, passed, .. } = *reached;
        let found = self.value(Asked { before, position, mover, first: None }, bounds, budget);
        if !passed {
            return found;
        }
        // After a pass the player to move may stop.
        let better = |x: i16, y: i16| if mover == Colour::Black { x.max(y) } else { x.min(y) };
        Bounds { lower: better(found.lower, stop[0]), upper: better(found.upper, stop[1]) }
    }
}
