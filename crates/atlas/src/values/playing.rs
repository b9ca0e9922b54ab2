//! The rest of a game that has come to a state: what it comes to by best play, and a move that forces that. Where the rules remember
//! the game it is searched with all that was played before.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use super::game::{BestLine, Move, Reached, Values};
use super::searching::Searches;
use super::solution::Grounds;
use crate::atlas::WholeBoard;
use crate::board::{Colour, Position};
use crate::law::Outcome;
use crate::law::play::Remembered;
use crate::solve::value::bounds::Pair;
use crate::solve::value::remembering::Asked;
use crate::solve::{Bounds, Budget, clock};

impl Values {
    /// What the rest of a game comes to by best play, prisoners so far aside, and a move of those `allowed` that forces it; none if it is not
    /// known. Under a rule that remembers the game this takes searches with the history, each with this budget. `None` if it was stopped, or
    /// where what was played matters and is not searched.
    pub fn rest(
        &self,
        reached: &Reached<'_>,
        budget: Budget,
        allowed: impl Fn(Move) -> bool,
        stop: &AtomicBool,
    ) -> Option<(Outcome, Option<Move>)> {
        if self.may_be_searched() {
            let (grounds, passing) = (self.solution.grounds(&self.graph, stop)?, OnceCell::new());
            return Some(Rests::new(self, &grounds, &passing).of(reached, budget, allowed));
        }
        let Reached { before, position, mover, passed, ban } = *reached;
        if self.play().remembered != Remembered::Nothing && !before.is_empty() {
            return None;
        }
        let from = self.graph.node_of(position, mover, passed, ban);
        let value = self.outcome(self.solution.bounds(&self.graph, from), mover, self.besides(position));
        Some((value, self.choice((position, mover), passed, ban, allowed)))
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
        if !self.may_be_searched() {
            return None;
        }
        let (grounds, passing) = (self.solution.grounds(&self.graph, stop)?, OnceCell::new());
        let mut rests = Rests::new(self, &grounds, &passing);
        self.follow(board, position, mover, |reached, options, allowed| {
            let may = |mv: Move| options.iter().any(|option| option.mv == mv && allowed(option));
            rests.of(reached, budget, may).1
        })
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

/// Searches of the rest of a game, each with what was learned in those before.
struct Rests<'a> {
    values: &'a Values,
    grounds: &'a Grounds<'a>,
    /// Bounds of what is had by passing alone, once they are needed.
    passing: &'a OnceCell<Vec<Pair>>,
    /// Down to bounds, and down to passing alone.
    searches: [Option<Searches<'a>>; 2],
}

impl<'a> Rests<'a> {
    fn new(values: &'a Values, grounds: &'a Grounds<'a>, passing: &'a OnceCell<Vec<Pair>>) -> Rests<'a> {
        Rests { values, grounds, passing, searches: [None, None] }
    }

    /// The outcome of the rest, prisoners so far aside, and a move of those `allowed` that forces it.
    fn of(&mut self, reached: &Reached<'_>, budget: Budget, allowed: impl Fn(Move) -> bool) -> (Outcome, Option<Move>) {
        clock::within(budget.time, || self.searched(reached, budget, allowed))
    }

    fn searched(
        &mut self,
        reached: &Reached<'_>,
        budget: Budget,
        allowed: impl Fn(Move) -> bool,
    ) -> (Outcome, Option<Move>) {
        let Rests { values, grounds, passing, .. } = *self;
        let Values { graph, solution, .. } = values;
        let (besides, stop) = (values.besides(reached.position), values.stop(reached));
        let [mut lower, mut upper] = values.outermost(grounds, reached);
        // What bounds give may lead back to a state of the game; what is had by passing does not.
        for (always, searches) in [false, true].into_iter().zip(&mut self.searches) {
            if always && !values.bounds_hold() {
                break;
            }
            let searches = searches.get_or_insert_with(|| {
                let ends = always.then(|| passing.get_or_init(|| solution.passing(graph)).as_slice());
                Searches::new(values, graph, solution, grounds, ends)
            });
            Bounds { lower, upper } = searches.rest(reached, [lower, upper], stop, budget);
            if lower == upper
                && let Some(mv) = values.keeping(searches, reached, lower, budget, &allowed)
            {
                return (Outcome::Margin(lower.into()).plus(besides), Some(mv));
            }
        }
        let (lo, hi) = (i32::from(lower), i32::from(upper));
        let outcome = if lo == hi { Outcome::Margin(lo) } else { Outcome::Undecided { lo, hi } };
        (outcome.plus(besides), None)
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
