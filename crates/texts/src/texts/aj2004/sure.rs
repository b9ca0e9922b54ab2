//! What is sure of a position in a black-analysis, whatever is played.

use super::control::{Weights, with_surrounded};
use crate::board::{Board, Colour, Points, Position};
use crate::solve::Bounds;
use crate::solve::search::LARGEST_LISTED;

/// Points that Black can never come to control while White keeps to passing: those of White's immortal stones and those
/// surrounded by them.
pub(super) fn lost(board: &Board, position: Position) -> Points {
    kept_from_black(board, board.immortal(position, Colour::White))
}

/// The same, these being White's immortal stones.
fn kept_from_black(board: &Board, immortal: Points) -> Points {
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
        Sure::taking(board, Colour::ALL.map(|c| board.immortal_and_barred(position, c)))
    }

    /// Of this position, what a player may take over being what he [denies](Board::denied) to the other.
    pub fn denied(board: &Board, position: Position) -> Sure {
        Sure::taking(board, Colour::ALL.map(|c| (board.immortal(position, c), board.denied(position, c))))
    }

    /// By the immortal stones of each player and what he may take over.
    fn taking(board: &Board, [(black, by_black), (white, by_white)]: [(Points, Points); 2]) -> Sure {
        Sure {
            controlled: with_surrounded(board, black),
            lost: kept_from_black(board, white),
            taken: [by_black, by_white],
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
