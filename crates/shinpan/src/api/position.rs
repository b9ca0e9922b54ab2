//! Which positions are judged.

use crate::board::plain::PlainPosition;
use crate::board::{Board, Grid, MAX_POINTS, Position};

/// Why a position is not judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotJudged {
    /// The board has more points than boards on which positions are judged.
    #[error("the board is {0}: positions are judged on boards of up to {MAX_POINTS} points")]
    TooLarge(Grid),
    /// A string on the board has no liberty.
    #[error("a string on the board has no liberty: no sequence of play leaves it there")]
    NoLiberty,
}

/// The board and the position.
///
/// # Errors
/// [`NotJudged`].
pub(super) fn judged(position: &PlainPosition) -> Result<(Board, Position), NotJudged> {
    if !position.is_legal() {
        return Err(NotJudged::NoLiberty);
    }
    let grid = position.grid();
    Board::new(grid).zip(position.to_position()).ok_or(NotJudged::TooLarge(grid))
}
