//! A continuation as a search plays it: what is wanted of one stone.

use super::{Continuation, Continuing};
use crate::board::{Board, Colour, Points, Position, points_of};
use crate::solve::Game;
use crate::solve::search::{Siege, Step, hope_of_taking, last_liberty, surely_taken};

/// A continuation in which one player wants something of a stone of `owner` and the other not, for a search. Who wants it does
/// not pass, as the other would end the sequence by a pass of his own; so nobody has to remember whether the last move was one.
/// Nor does it matter what the other may not recreate when that player is to move: he plays, and then it is another position.
pub struct Wanting<'a> {
    /// The continuation.
    pub game: &'a Continuation,
    /// Whose stone.
    pub owner: Colour,
    /// Where.
    pub point: usize,
    /// What is wanted of it.
    pub what: What,
}

/// What is wanted of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// ms.dead, ms.seki: by the opponent of its owner, that it is captured.
    Captured,
    /// ms.seki: by its owner, that it is immortal before it is captured.
    Immortal,
}

impl Game for Wanting<'_> {
    type State = Continuing;
    type Move = Option<u8>;

    fn mover(&self, state: &Continuing) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Continuing, out: &mut Vec<(Option<u8>, Continuing)>) {
        self.each(state, |mv, next| out.push((mv, next)));
    }
}

impl Wanting<'_> {
    /// Each move with the state that it leads to.
    pub(super) fn each(&self, state: &Continuing, mut found: impl FnMut(Option<u8>, Continuing)) {
        for p in points_of(self.board().empty(state.position)) {
            if let Some(next) = self.game.play(state, p) {
                found(Some(p as u8), self.plain(next));
            }
        }
        if state.mover != self.attacker() {
            found(None, self.plain(Continuing { mover: state.mover.opponent(), ..*state }));
        }
    }

    /// The state without what makes no difference.
    pub(super) fn plain(&self, mut state: Continuing) -> Continuing {
        state.passed = false;
        state.ended = false;
        if state.mover == self.attacker() {
            state.before[state.mover.index()] = None;
        }
        state
    }
}

impl Siege for Wanting<'_> {
    fn board(&self) -> &Board {
        &self.game.board
    }

    fn attacker(&self) -> Colour {
        match self.what {
            What::Captured => self.owner.opponent(),
            What::Immortal => self.owner,
        }
    }

    fn position(&self, state: &Continuing) -> Position {
        state.position
    }

    fn step(mv: &Option<u8>) -> Step {
        mv.map_or(Step::Pass, |p| Step::Play(p.into()))
    }

    fn core(&self) -> Points {
        1 << self.point
    }

    /// Two eyes are made anywhere.
    fn local(&self) -> bool {
        self.what == What::Captured
    }

    /// What may not be recreated is a position of the whole board, and a move anywhere makes an end of it.
    fn bound(&self, state: &Continuing) -> bool {
        state.before != [None; 2]
    }

    fn known(&self, state: &Continuing) -> Option<(bool, Points)> {
        let (board, position) = (self.board(), state.position);
        let (captured, zone) = surely_taken(board, position, self.owner, self.point)?;
        match self.what {
            What::Captured => Some((captured, zone)),
            // What is safe by answers has yet to be made immortal.
            What::Immortal if captured => Some((false, zone)),
            What::Immortal => board.immortal_zone(position, self.owner, self.point).map(|zone| (true, zone)),
        }
    }

    fn strike(&self, state: &Continuing) -> Option<(usize, Points)> {
        let taking = self.what == What::Captured && state.mover != self.owner;
        let v = last_liberty(self.board(), state.position, self.owner, self.point).filter(|_| taking)?;
        self.game.play(state, v).map(|_| (v, self.core()))
    }

    fn estimate(&self, state: &Continuing) -> (u32, u32) {
        let moves = state.mover == self.owner;
        let (taken, kept) = hope_of_taking(self.board(), state.position, self.owner, self.point, moves);
        match self.what {
            What::Captured => (taken, kept),
            What::Immortal => (2 + kept, taken),
        }
    }

    fn middle(&self, state: &Continuing) -> Points {
        self.board().string_at(state.position, self.point)
    }
}
