//! States and moves as text: everything on which the further course may depend, so that two states of one game read alike
//! only if they are the same.

use super::repetition::{Bans, KoMove};
use crate::board::{Board, Colour, Points, Position, diagram, points_of};

/// What is written in proofs.
pub trait Written {
    /// The text.
    fn written(&self, board: &Board) -> String;

    /// Whether it is a move that is an ordinary pass.
    fn is_pass(&self) -> bool {
        false
    }
}

/// The position and the player to move: `X.O/XXO B`.
pub(crate) fn start(board: &Board, position: Position, mover: Colour) -> String {
    format!("{} {}", diagram::text(board.grid(), position), mover.letter())
}

pub(crate) fn passes(passed: bool, ended: bool) -> &'static str {
    match (passed, ended) {
        (_, true) => " ended",
        (true, false) => " passed",
        (false, false) => "",
    }
}

/// ` NAME A1 B2`, nothing if there are no points.
pub(crate) fn points(board: &Board, name: &str, points: Points) -> String {
    let names: String = points_of(points).map(|p| format!(" {}", board.grid().name(p))).collect();
    if names.is_empty() { names } else { format!(" {name}{names}") }
}

/// ` ban A1>B1`: the capture of the stone on B1 by a play on A1 is banned.
pub(crate) fn bans(board: &Board, bans: Bans) -> String {
    let ban = |p| {
        let stone = bans.stone(board, p)?;
        Some(format!(" ban {}>{}", board.grid().name(p), board.grid().name(stone)))
    };
    points_of(bans.sets()[0]).filter_map(ban).collect()
}

impl Written for KoMove {
    fn written(&self, board: &Board) -> String {
        self.text(board)
    }

    fn is_pass(&self) -> bool {
        *self == KoMove::Pass
    }
}

impl Written for Option<u8> {
    fn written(&self, board: &Board) -> String {
        self.map_or_else(|| "pass".to_string(), |p| board.grid().name(p as usize))
    }

    fn is_pass(&self) -> bool {
        self.is_none()
    }
}
