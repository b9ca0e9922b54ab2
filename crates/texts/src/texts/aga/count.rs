//! aga.12: territory and area, and the score by either count.
//!
//! The counts are written over any kernel: the end of a recorded game is counted by the same functions.

use super::clauses::*;
use crate::board::{Colour, Kernel, PointSet};
use crate::law::trace::points;
use crate::law::verdict::Claim;
use crate::law::{RuleSet, Trace};

/// aga.12.territory: the empty points surrounded by stones of one player alone.
#[must_use]
pub fn territory<K: Kernel>(board: &K, stones: impl Into<[K::Set; 2]>, player: Colour) -> K::Set {
    let stones = stones.into();
    let beside = |region: K::Set, colour: Colour| board.around(region).meets(stones[colour.index()]);
    let surrounded = |region: &K::Set| beside(*region, player) && !beside(*region, player.opponent());
    PointSet::union(board.components(board.vacant(stones)).filter(surrounded))
}

/// aga.12.by-area: territory and stones.
#[must_use]
pub fn area<K: Kernel>(board: &K, stones: impl Into<[K::Set; 2]>, player: Colour) -> K::Set {
    let stones = stones.into();
    stones[player.index()] | territory(board, stones, player)
}

/// aga.12: cites which empty points are nobody's, where there are any.
pub(super) fn cite_dame<K: Kernel>(board: &K, living: [K::Set; 2], trace: &mut Trace) {
    let owned = Colour::ALL.into_iter().fold(K::Set::default(), |all, player| all | territory(board, living, player));
    let dame = board.vacant(living).less(owned);
    if !dame.is_none() {
        trace.cite(AGA_12_TERRITORY, || format!("not surrounded by stones of one player: {}", points(board, dame)));
    }
}

/// aga.12: the score with these stones dead, without prisoners from before.
pub(super) fn count<K: Kernel>(rules: &RuleSet, board: &K, stones: [K::Set; 2], dead: K::Set) -> Vec<Claim<K::Set>> {
    let living = stones.map(|s| s.less(dead));
    let of = |player: Colour| {
        let own = Claim::each(AGA_12_TERRITORY, player, "points of territory", territory(board, living, player), 1);
        let besides = if rules.text.counts_stones(rules) {
            Claim::each(AGA_12_BY_AREA, player, "living stones", living[player.index()], 1)
        } else {
            let taken = stones[player.opponent().index()] & dead;
            Claim::each(AGA_12_BY_TERRITORY, player, "dead stones taken as prisoners", taken, 1)
        };
        own.into_iter().chain(besides)
    };
    Colour::ALL.into_iter().flat_map(of).collect()
}
