//! What a player forces in finitely many moves, for up to 64 targets at once: each bit of a value is one target (a stone
//! to be removed, a stone to become immortal), each the attractor of the positions in which it is reached.

use super::fixpoint::Question;
use super::{Bounds, Game};
use crate::board::{Colour, Points};

/// The targets of a forcing question. A bit means the same target before and after a move.
pub trait Targets<G: Game> {
    /// The player who forces.
    fn attacker(&self) -> Colour;

    /// The targets that make sense in `state`; the bits of all others are 0.
    fn live(&self, state: &G::State) -> Points;

    /// The targets of `live(from)` that the move from `from` to `to` reaches.
    fn reached(&self, from: &G::State, to: &G::State) -> Points;

    /// A sound static judgement of the live targets of `state`: (surely reached, possibly reached); `(0, live)` when
    /// nothing is known.
    fn known(&mut self, state: &G::State) -> (Points, Points);
}

/// [`Targets`] as a [`Question`].
pub struct Attractor<T>(pub T);

impl<G: Game, T: Targets<G>> Question<G> for Attractor<T> {
    type Value = Points;

    fn maximiser(&self) -> Colour {
        self.0.attacker()
    }

    fn through(&self, from: &G::State, to: &G::State, value: Points) -> Points {
        (self.0.reached(from, to) | (value & self.0.live(to))) & self.0.live(from)
    }

    fn known(&mut self, state: &G::State) -> Bounds<Points> {
        let (lower, upper) = self.0.known(state);
        Bounds { lower, upper }
    }

    fn end(&mut self, state: &G::State) -> Points {
        self.0.known(state).0
    }
}
