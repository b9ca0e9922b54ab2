//! Basic ko as a property of the position to come, shared by the continuations of aj2004 and MindSports.

use crate::board::{Board, Colour, Position};

/// The point on which a play of `mover` in `here` would recreate the position `before`, if there is one.
pub fn recreating(board: &Board, before: Position, here: Position, mover: Colour) -> Option<u8> {
    let missing = before.of(mover) & !here.of(mover);
    let p = missing.trailing_zeros() as usize;
    (missing.count_ones() == 1 && board.play(here, mover, p).is_some_and(|play| play.after == before))
        .then_some(p as u8)
}
