//! Final positions in which nothing has to be searched for.

use super::judge;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Kernel, PointSet, Wide};
use crate::law::RuleSet;
use crate::law::finished::{Finished, Sight};

/// Every string is immortal, so not dead; or its opponent denies it life, so that it is dead whoever moves first (ms.dead). Where a
/// region is shared the strings on it are independent, being immortal when the dead ones are gone (ms.seki).
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let sight = Sight::of(position);
    let (board, dead) = (&sight.board, sight.dead()?);
    let after = sight.stones.map(|s| s.less(dead));
    let mortal = Colour::ALL.map(|c| after[c.index()].less(board.immortal_stones(after, c)));
    for region in board.components(board.vacant(after)) {
        let around = board.around(region);
        if after.iter().all(|s| around.meets(*s)) && mortal.iter().any(|s| around.meets(*s)) {
            return None;
        }
    }
    let seki = Wide::default();
    let claims = judge::count(rules, board, sight.stones, dead, seki);
    Some(Finished::with_status(position, dead, seki, &claims))
}
