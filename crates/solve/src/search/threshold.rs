//! Games that end in a number: whether a player comes to at least so much, as a game won or lost, of which the steps of a proof are written.
//! A sequence without end is lost by the player who asks. What is forced is found by [`crate::solve::thresholds`].

use std::sync::{Mutex, PoisonError};

use super::siege::{Siege, Step};
use crate::board::{Board, Colour, Points, Position};
use crate::solve::score::Valuation;
use crate::solve::{Bounds, Game};

/// A game on the positions of a board.
pub trait OnBoard: Game<State: Copy> {
    /// The board.
    fn board(&self) -> &Board;

    /// The position.
    fn position(&self, state: &Self::State) -> Position;

    /// What a move does.
    fn step(mv: &Self::Move) -> Step;
}

/// The game in which the maximiser is to come to `least`, or (not `maximising`) the minimiser to less.
pub fn threshold_game<'a, G: OnBoard + Sync, V: Valuation<G> + Send>(
    game: &'a G,
    valuation: &'a Mutex<V>,
    maximising: bool,
    least: i16,
) -> impl Siege<State = G::State, Move = G::Move> + Sync + 'a {
    let held = || valuation.lock().unwrap_or_else(PoisonError::into_inner);
    let maximiser = held().maximiser();
    let known = move |state: &G::State| held().known(state);
    AtLeast { game, player: if maximising { maximiser } else { maximiser.opponent() }, maximising, least, known }
}

/// Whether `player` comes to `least` if he is the maximiser, or to less if he is not.
struct AtLeast<'a, G: OnBoard, F> {
    game: &'a G,
    player: Colour,
    maximising: bool,
    least: i16,
    known: F,
}

impl<G: OnBoard, F: Fn(&G::State) -> Bounds<i16>> AtLeast<'_, G, F> {
    /// How far the player is from what he wants, and his opponent from keeping him from it: nothing or less is there.
    fn short(&self, state: &G::State) -> (i16, i16) {
        let Bounds { lower, upper } = (self.known)(state);
        let [more, less] = [self.least - lower, upper - (self.least - 1)];
        if self.maximising { (more, less) } else { (less, more) }
    }
}

impl<G: OnBoard, F: Fn(&G::State) -> Bounds<i16>> Game for AtLeast<'_, G, F> {
    type State = G::State;
    type Move = G::Move;

    fn mover(&self, state: &G::State) -> Colour {
        self.game.mover(state)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<(G::Move, G::State)>) {
        self.game.moves(state, out);
    }
}

impl<G: OnBoard, F: Fn(&G::State) -> Bounds<i16>> Siege for AtLeast<'_, G, F> {
    fn board(&self) -> &Board {
        self.game.board()
    }

    fn attacker(&self) -> Colour {
        self.player
    }

    fn position(&self, state: &G::State) -> Position {
        self.game.position(state)
    }

    fn step(mv: &G::Move) -> Step {
        G::step(mv)
    }

    fn core(&self) -> Points {
        self.board().all()
    }

    /// All points matter.
    fn local(&self) -> bool {
        false
    }

    fn known(&self, state: &G::State) -> Option<(bool, Points)> {
        let (proof, disproof) = self.short(state);
        (proof <= 0 || disproof <= 0).then(|| (proof <= 0, self.core()))
    }

    fn estimate(&self, state: &G::State) -> (u32, u32) {
        let (proof, disproof) = self.short(state);
        let number = |short: i16| 1 + u32::from(short.unsigned_abs()).min(64) / 4;
        (number(proof), number(disproof))
    }

    fn middle(&self, _: &G::State) -> Points {
        self.core()
    }
}
