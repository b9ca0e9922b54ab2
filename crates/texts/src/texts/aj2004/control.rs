//! What a player controls when a sequence ends, and what that counts (aj2004.immortal, aj2004.control, aj2004.score).
//!
//! Both are written over any kernel: the analyses of a recorded game are counted by the same functions.

use crate::board::{Board, Colour, Kernel, PointSet, Points, Position};
use crate::law::trace::points;
use crate::law::{RuleSet, Trace};
use crate::texts::aj2004::clauses::*;

/// What a player controls when a sequence ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control<S> {
    /// aj2004.immortal: his immortal stones.
    pub immortal: S,
    /// aj2004.control: the points.
    pub points: S,
}

/// aj2004.immortal, aj2004.control: a point is controlled if an immortal stone is on it, or on all the points next to it (on 1x1 the
/// one point has none, and both players control it).
pub fn control<K: Kernel>(board: &K, stones: impl Into<[K::Set; 2]>, player: Colour) -> Control<K::Set> {
    let immortal = board.immortal_stones(stones.into(), player);
    Control { immortal, points: with_surrounded(board, immortal) }
}

/// aj2004.control: immortal stones and the points next to which there are only such.
pub(super) fn with_surrounded<K: Kernel>(board: &K, immortal: K::Set) -> K::Set {
    // What has no neighbour that is not immortal.
    immortal | board.all().less(board.around(board.all().less(immortal)))
}

/// The points that `player` controls when the sequence ends in `position` ([`control`]).
#[must_use]
pub fn controlled(board: &Board, position: Position, player: Colour) -> Points {
    control(board, position, player).points
}

impl<S: PointSet> Control<S> {
    pub(super) fn cite<K: Kernel<Set = S>>(&self, board: &K, player: Colour, trace: &mut Trace) {
        if !self.immortal.is_none() {
            trace.cite(AJ2004_IMMORTAL, || {
                format!("immortal stones of {player} at its end: {}", points(board, self.immortal))
            });
        }
        let next_to = self.points.less(self.immortal);
        if !next_to.is_none() {
            trace.cite(AJ2004_ADJACENT, || {
                format!("points next to which all are immortal stones of {player}: {}", points(board, next_to))
            });
        }
        trace.cite(AJ2004_CONTROL, || format!("at its end {player} controls {}", points(board, self.points)));
    }
}

/// aj2004.score: what each controlled point counts.
#[derive(Clone, Copy, Debug)]
pub struct Weights<S = Points> {
    pub(super) one: S,
    pub(super) two: S,
}

impl<S: PointSet> Weights<S> {
    /// 1 for an empty point and 2 for one that holds an opposing stone in the final position (reading `territory`), or 1 for
    /// every point (`area`). The stones are those of the player whose analysis it is, and his opponent's.
    #[must_use]
    pub fn new<K: Kernel<Set = S>>(board: &K, rules: &RuleSet, stones: impl Into<[S; 2]>) -> Weights<S> {
        let stones = stones.into();
        match rules.read() {
            Score::Area => Weights { one: board.all(), two: S::default() },
            Score::Territory => Weights { one: board.vacant(stones), two: stones[1] },
        }
    }

    /// What these points count.
    #[must_use]
    pub fn of(self, points: S) -> i16 {
        ((points & self.one).count() + 2 * (points & self.two).count()) as i16
    }
}
