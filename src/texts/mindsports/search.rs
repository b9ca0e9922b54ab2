//! The questions of ms.dead and ms.seki.

use crate::board::{Board, Colour, Points, Position};
use crate::solve::forcing::Targets;
use crate::solve::least::Question;
use crate::solve::search::{Search, Siege, Step};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::j1989::search::{hope_of_taking, last_liberty, surely_taken};
use crate::texts::mindsports::{Continuation, Continuing};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        self.game.moves(state, out);
        if state.mover == self.attacker() {
            out.retain(|(mv, _)| mv.is_some());
        }
        for (_, next) in out {
            *next = self.plain(*next);
        }
    }
}

impl Wanting<'_> {
    fn plain(&self, mut state: Continuing) -> Continuing {
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
        let (captured, zone) = surely_taken(self.board(), state.position, self.owner, self.point)?;
        Some((captured == (self.what == What::Captured), zone))
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

/// The stones of `owner` in strings with a point of `among` of which it is forced (lower) or might be (upper), `first` moving
/// first, by a search string by string.
pub fn searched(
    game: &Continuation,
    position: Position,
    owner: Colour,
    first: Colour,
    what: What,
    among: Points,
    budget: Budget,
) -> Bounds<Points> {
    let mut found = Bounds::exactly(0);
    for string in game.board.components(position.of(owner)).filter(|string| string & among != 0) {
        let wanting = Wanting { game, owner, point: string.trailing_zeros() as usize, what };
        let answer = Search::new(&wanting).wins(&game.start(position, first), budget);
        found.lower |= if answer == Some(true) { string } else { 0 };
        found.upper |= if answer == Some(false) { 0 } else { string };
    }
    found
}
