//! What somebody believes of a position: it says what is tried first. No answer rests on it.

use crate::board::plain::{PlainPosition, PlainString};
use crate::board::{Board, Colour, PointSet, Position, Wide, WideBoard};

/// Which stones of a position are believed to live.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hints {
    stones: [Wide; 2],
    living: [Wide; 2],
}

impl Hints {
    /// Of these strings of the position, those that `live`.
    #[must_use]
    pub fn of(position: &PlainPosition, lives: impl Fn(&PlainString) -> bool) -> Hints {
        let mut living = [Wide::default(); 2];
        for string in position.strings().iter().filter(|string| lives(string)) {
            let own = string.colour.index();
            living[own] = living[own] | string.stones.iter().copied().collect();
        }
        Hints { stones: WideBoard::stones(position), living }
    }

    /// What is believed of a position with these stones: nothing, unless all of them are among those of the position in mind.
    #[must_use]
    pub fn within(&self, stones: [Wide; 2]) -> Option<Hints> {
        let of = |own: usize| stones[own].less(self.stones[own]).is_none();
        (of(0) && of(1)).then(|| Hints { stones, living: [0, 1].map(|own| self.living[own] & stones[own]) })
    }

    /// Whether they are about a position of a board.
    #[must_use]
    pub fn are_of(&self, board: &Board, position: Position) -> bool {
        let plain = PlainPosition::from_position(board.grid(), position);
        plain.is_some_and(|plain| WideBoard::stones(&plain) == self.stones)
    }

    /// The stones of a player that are believed to live.
    #[must_use]
    pub fn living(&self, player: Colour) -> Wide {
        self.living[player.index()]
    }
}
