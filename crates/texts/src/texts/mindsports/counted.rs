//! What a player wants of a stone in a continuation as a game that ends in a number, 1 if he gets it and 0 if not: what tells its states
//! apart, and what is seen of them at once.

use super::sieges::{Wanting, What};
use super::{Continuation, Continuing};
use crate::board::{Board, Colour, Points, Position};
use crate::solve::search::{hope_of_taking, last_liberty};
use crate::solve::thresholds::{Counted, Forced, Sight, Sure, on_the_whole};
use crate::solve::{Bounds, Game};

/// The most points of a board whose states are told apart by three words.
pub const MOST_IN_WORDS: usize = 25;

/// A state of a continuation in which something is wanted of the stone on a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pursued {
    /// The state, as [`Wanting`] has it.
    pub at: Continuing,
    /// Where the stone is.
    pub point: u8,
    /// What is wanted of it.
    pub what: What,
}

/// The continuations in which one player wants something: that a stone of his opponent's is captured, or that one of his own is immortal. What
/// goes on for ever does not give it to him.
pub struct Pursuit<'a> {
    /// The continuations.
    pub game: &'a Continuation,
    /// The player.
    pub player: Colour,
}

impl Pursuit<'_> {
    /// The state from which something is wanted.
    #[must_use]
    pub fn pursued(&self, state: &Continuing, point: usize, what: What) -> Pursued {
        let at = self.wanting(point as u8, what).plain(*state);
        Pursued { at, point: point as u8, what }
    }

    fn board(&self) -> &Board {
        &self.game.board
    }

    fn owner(&self, what: What) -> Colour {
        if what == What::Captured { self.player.opponent() } else { self.player }
    }

    fn wanting(&self, point: u8, what: What) -> Wanting<'_> {
        Wanting { game: self.game, owner: self.owner(what), point: point.into(), what }
    }
}

impl Game for Pursuit<'_> {
    type State = Pursued;
    type Move = Option<u8>;

    fn mover(&self, state: &Pursued) -> Colour {
        state.at.mover
    }

    fn moves(&self, state: &Pursued, out: &mut Vec<(Option<u8>, Pursued)>) {
        let wanting = self.wanting(state.point, state.what);
        wanting.each(&state.at, |mv, at| out.push((mv, Pursued { at, ..*state })));
    }
}

impl Counted for Pursuit<'_> {
    type Key = [u64; 3];

    fn maximiser(&self) -> Colour {
        self.player
    }

    fn sight(&self, state: &Pursued) -> Sight<[u64; 3]> {
        let Pursued { at: Continuing { position, mover, before, .. }, point, what } = *state;
        if position.of(self.owner(what)) >> point & 1 == 0 {
            return Sight::Over(i16::from(what == What::Captured));
        }
        let stones = |of: Position| of.stones[0] | of.stones[1] << MOST_IN_WORDS;
        let [first, second] = before.map(|of: Option<Position>| of.map_or(0, |of| stones(of) | 1 << 50));
        let rest = mover.index() as u64 | u64::from(what == What::Captured) << 1 | u64::from(point) << 2;
        Sight::Open([stones(position) | rest << 50, first, second])
    }

    fn gained(&self, _: &Pursued) -> i16 {
        0
    }

    fn limit(&self) -> i16 {
        i16::MAX
    }

    fn sure(&self, state: &Pursued) -> Sure {
        let (board, position, owner) = (self.board(), state.at.position, self.owner(state.what));
        let (point, stone): (usize, Points) = (state.point.into(), 1 << state.point);
        let is_kept = || board.is_any_safe(position, owner, stone);
        let is_lost = || board.barred(position, owner.opponent()) & stone != 0;
        let (lower, upper) = match state.what {
            What::Captured if is_kept() => (false, false),
            What::Captured => {
                let takes = || {
                    let last = || last_liberty(board, position, owner, point);
                    state.at.mover != owner && last().is_some_and(|v| self.game.play(&state.at, v).is_some())
                };
                (takes() || is_lost(), true)
            }
            What::Immortal if is_lost() => (false, false),
            What::Immortal => (board.immortal(position, owner) & stone != 0, true),
        };
        let [lower, upper] = [lower, upper].map(|value| Forced { value: value.into(), fall: 0 });
        Sure { lower, upper }
    }

    fn endless_holds(&self, _: &Pursued) -> bool {
        true
    }

    fn estimate(&self, state: &Pursued, _: Bounds<i16>, _: i16) -> (u32, u32) {
        let owner = self.owner(state.what);
        let moves = state.at.mover == owner;
        let (taken, kept) = hope_of_taking(self.board(), state.at.position, owner, state.point.into(), moves);
        let here = match state.what {
            What::Captured => (taken, kept),
            What::Immortal => (2 + kept, taken),
        };
        let lead = self.board().likely_lead(state.at.position, self.player, state.at.mover);
        on_the_whole(here, lead)
    }

    fn number(mv: &Option<u8>) -> usize {
        mv.map_or(64, usize::from)
    }
}
