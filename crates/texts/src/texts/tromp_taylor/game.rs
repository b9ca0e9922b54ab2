//! tt.4, tt.7: clearing and moves, and play on under positional superko.

use super::count::{reaching, score};
use crate::board::{Board, Colour, Position, points_of};
use crate::solve::superko::{Play, Superko};

/// tt.4: a colour cleared.
#[must_use]
pub fn cleared(board: &Board, position: Position, colour: Colour) -> Position {
    let points = position.of(colour);
    position.without(points & !reaching(board, points, board.empty(position)))
}

/// tt.7: a move on the empty point `p`.
#[must_use]
pub fn moved(board: &Board, position: Position, player: Colour, p: usize) -> Position {
    let mut after = position;
    after.stones[player.index()] |= 1 << p;
    cleared(board, cleared(board, after, player.opponent()), player)
}

/// Play from a position (tt.5 to tt.9). Of the moves that tt.6 forbids only those are left out that change nothing.
#[derive(Clone, Debug)]
pub struct Turns {
    board: Board,
}

impl Turns {
    /// On a board.
    #[must_use]
    pub fn new(board: &Board) -> Turns {
        Turns { board: board.clone() }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Play for Turns {
    fn plays(&self, position: Position, mover: Colour, out: &mut Vec<(u8, Position)>) {
        for p in points_of(self.board.empty(position)) {
            let after = moved(&self.board, position, mover, p);
            if after != position {
                out.push((p as u8, after));
            }
        }
    }

    fn worth(&self, position: Position) -> i16 {
        let [black, white] = Colour::ALL.map(|player| score(&self.board, position, player).count_ones() as i16);
        black - white
    }

    fn most(&self) -> i16 {
        self.board.len() as i16
    }

    fn superko(&self) -> Superko {
        Superko::Positions
    }
}
