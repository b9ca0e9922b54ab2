//! What is sure of a position in a black-analysis, whatever is played.

use super::control::{Weights, controlled};
use crate::board::{Board, Colour, Points, Position};
use crate::solve::Bounds;
use crate::solve::search::LARGEST_LISTED;

/// Points that Black can never come to control while White keeps to passing: those of White's immortal stones and those
/// surrounded by them.
pub(super) fn lost(board: &Board, position: Position) -> Points {
    let immortal = board.immortal(position, Colour::White);
    // A point without neighbours is never lost by them.
    let surrounded = board.all() & !board.around(board.all() & !immortal);
    immortal | surrounded & board.around(immortal)
}

/// What is sure of a position in a black-analysis, whatever is played. Either player may pass for ever: his immortal stones stay,
/// and the sequence ends. Or he may take over what he denies to the other ([`Board::denied`]), unless the sequence is over or the
/// other may end it first. A play for that is not forbidden by aj2004.basic-ko: a stone of his next to such points was not
/// taken by the last move, and a play that takes two does not bring a position back.
#[derive(Clone, Copy)]
pub struct Sure {
    /// The points that Black controls, whatever comes, if he passes.
    pub controlled: Points,
    /// The points that Black can never come to control while White keeps to passing.
    pub lost: Points,
    /// What each player may take over.
    pub taken: [Points; 2],
}

impl Sure {
    /// Of this position.
    pub fn of(board: &Board, position: Position) -> Sure {
        // On small boards all states are listed, and what is denied is soon found.
        if board.len() <= LARGEST_LISTED {
            return Sure::denied(board, position);
        }
        Sure::taking(board, position, Board::barred)
    }

    /// Of this position, what a player may take over being what he [denies](Board::denied) to the other.
    pub fn denied(board: &Board, position: Position) -> Sure {
        Sure::taking(board, position, Board::denied)
    }

    fn taking(board: &Board, position: Position, taken: impl Fn(&Board, Position, Colour) -> Points) -> Sure {
        Sure {
            controlled: controlled(board, position, Colour::Black),
            lost: lost(board, position),
            taken: Colour::ALL.map(|c| taken(board, position, c)),
        }
    }

    /// Bounds of the value in this position with this player to move, after so many passes.
    pub fn bounds(&self, board: &Board, weights: Weights, mover: Colour, passes: u8) -> Bounds<i16> {
        if passes == 3 {
            return Bounds::exactly(weights.of(self.controlled));
        }
        let takes = |player: Colour| if passes == 2 && mover != player { 0 } else { self.taken[player.index()] };
        let lower = weights.of(self.controlled | takes(Colour::Black));
        let upper = weights.of(board.all() & !(self.lost | takes(Colour::White)));
        Bounds { lower, upper }
    }
}
