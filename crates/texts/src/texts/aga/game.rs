//! Further play from a position (aga.2, aga.5, aga.6).

use super::count::area;
use crate::board::{Board, Colour, Position, points_of};
use crate::solve::superko::{Play, Superko};

/// Plays and passes, valued by area: aga.12 has both counts come to the same.
#[derive(Clone, Debug)]
pub struct Resumption {
    board: Board,
}

impl Resumption {
    /// On a board.
    #[must_use]
    pub fn new(board: &Board) -> Resumption {
        Resumption { board: board.clone() }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Play for Resumption {
    fn plays(&self, position: Position, mover: Colour, out: &mut Vec<(u8, Position)>) {
        let play = |p| Some((p as u8, self.board.play(position, mover, p)?.after));
        out.extend(points_of(self.board.empty(position)).filter_map(play));
    }

    fn worth(&self, position: Position) -> i16 {
        let [black, white] = Colour::ALL.map(|player| area(&self.board, position, player).count_ones() as i16);
        black - white
    }

    fn most(&self) -> i16 {
        self.board.len() as i16
    }

    fn superko(&self) -> Superko {
        Superko::Situations
    }
}
