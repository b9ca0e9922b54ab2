//! What lists of what follows from a position are asked: which stones are captured, kept, or made immortal.

use super::{Continuation, Continuing};
use crate::board::{Colour, Points};
use crate::solve::Bounds;
use crate::solve::attractor::Targets;
use crate::solve::fixpoint::Question;

/// ms.dead: which stones of `owner` the opponent forces off the board.
pub struct Captured<'a> {
    /// The continuation.
    pub game: &'a Continuation,
    /// Whose stones.
    pub owner: Colour,
}

impl Targets<Continuation> for Captured<'_> {
    fn attacker(&self) -> Colour {
        self.owner.opponent()
    }

    fn live(&self, state: &Continuing) -> Points {
        state.position.of(self.owner)
    }

    fn reached(&self, from: &Continuing, to: &Continuing) -> Points {
        from.position.of(self.owner) & !to.position.of(self.owner)
    }

    fn known(&mut self, state: &Continuing) -> (Points, Points) {
        if state.ended {
            return (0, 0);
        }
        // An owner who always passes keeps an immortal stone; the opponent takes what is where nothing can live, unless the
        // owner may end the sequence by a pass first. His plays for that are never banned by ms.ko: a stone of his on such a
        // point was never taken from a place to which it returns, and a play that takes two does not bring a position back.
        let live = self.live(state);
        let late = state.passed && state.mover == self.owner;
        let lost = if late { 0 } else { live & self.game.board.denied(state.position, self.owner.opponent()) };
        (lost, live & !self.game.board.immortal(state.position, self.owner))
    }
}

/// Which original stones of `owner` he brings to the end of the sequence (what the superko reading needs to know besides
/// [`Captured`]: where neither is forced, only a cycle keeps the string on the board).
pub struct Kept<'a> {
    /// The continuation.
    pub game: &'a Continuation,
    /// Whose stones.
    pub owner: Colour,
}

impl Question<Continuation> for Kept<'_> {
    type Value = Points;

    fn maximiser(&self) -> Colour {
        self.owner
    }

    fn through(&self, from: &Continuing, to: &Continuing, value: Points) -> Points {
        value & from.position.of(self.owner) & to.position.of(self.owner)
    }

    fn known(&mut self, state: &Continuing) -> Bounds<Points> {
        let lower = self.game.board.immortal(state.position, self.owner);
        Bounds { lower, upper: state.position.of(self.owner) }
    }

    fn end(&mut self, state: &Continuing) -> Points {
        state.position.of(self.owner)
    }
}

/// ms.seki: which stones of `owner` he forces to be immortal, each having stood throughout.
pub struct Independent<'a> {
    /// The continuation.
    pub game: &'a Continuation,
    /// Whose stones.
    pub owner: Colour,
}

impl Targets<Continuation> for Independent<'_> {
    fn attacker(&self) -> Colour {
        self.owner
    }

    fn live(&self, state: &Continuing) -> Points {
        state.position.of(self.owner)
    }

    fn reached(&self, _: &Continuing, _: &Continuing) -> Points {
        0
    }

    fn known(&mut self, state: &Continuing) -> (Points, Points) {
        let immortal = self.game.board.immortal(state.position, self.owner);
        (immortal, if state.ended { immortal } else { self.live(state) })
    }
}
