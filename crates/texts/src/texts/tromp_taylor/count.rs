//! tt.3, tt.9: what is reached, and what each player scores.
//!
//! The score is written over any kernel: the end of a recorded game is counted by the same functions.

use super::clauses::*;
use crate::board::{Colour, Kernel, PointSet};
use crate::law::Trace;
use crate::law::trace::points;
use crate::law::verdict::Claim;

/// tt.3: of points of one colour, those that reach a point of `target`.
#[must_use]
pub fn reaching<K: Kernel>(board: &K, points: K::Set, target: K::Set) -> K::Set {
    board.connected(board.around(target) & points, points)
}

/// tt.9: the empty points from which the player's colour alone is reached.
#[must_use]
pub fn reaching_only<K: Kernel>(board: &K, stones: impl Into<[K::Set; 2]>, player: Colour) -> K::Set {
    let stones = stones.into();
    let empty = board.vacant(stones);
    let reaches = |colour: Colour| reaching(board, empty, stones[colour.index()]);
    reaches(player).less(reaches(player.opponent()))
}

/// tt.9: the points that a player scores.
#[must_use]
pub fn score<K: Kernel>(board: &K, stones: impl Into<[K::Set; 2]>, player: Colour) -> K::Set {
    let stones = stones.into();
    stones[player.index()] | reaching_only(board, stones, player)
}

/// tt.3: cites which empty points are nobody's, where there are any.
pub(super) fn cite_dame<K: Kernel>(board: &K, stones: [K::Set; 2], trace: &mut Trace) {
    let owned =
        Colour::ALL.into_iter().fold(K::Set::default(), |all, player| all | reaching_only(board, stones, player));
    let dame = board.vacant(stones).less(owned);
    if !dame.is_none() {
        trace.cite(TT_3, || {
            let why = if stones.iter().all(|s| s.is_none()) { "reach no colour" } else { "reach both colours" };
            format!("empty points that {why}, and are nobody's: {}", points(board, dame))
        });
    }
}

/// tt.9 as claims.
pub(super) fn claims<K: Kernel>(board: &K, stones: [K::Set; 2]) -> Vec<Claim<K::Set>> {
    let of = |player: Colour| {
        let only = reaching_only(board, stones, player);
        let own = Claim::each(TT_9, player, "points of the player's colour", stones[player.index()], 1);
        own.into_iter().chain(Claim::each(TT_9, player, "empty points that reach only that colour", only, 1))
    };
    Colour::ALL.into_iter().flat_map(of).collect()
}
