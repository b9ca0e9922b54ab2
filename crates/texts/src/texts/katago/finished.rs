//! Final positions of any size: nothing has to be searched for, as a position is counted as it stands.

use super::judge::{cite, count, life, points_of_count};
use crate::law::finished::{Finished, Sight};
use crate::law::{RuleSet, Trace};

/// The count of the position as it stands.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let (position, board) = (sight.position(), &sight.board);
    let count = count(rules, board, sight.stones, None);
    cite(rules, board, &count, trace);
    let strings = position.strings().into_iter().map(|s| {
        let stones = s.stones.iter().copied().collect();
        (s, life(rules, &count, stones).0)
    });
    let points = Some(points_of_count(rules, board, &count));
    Some(Finished { strings: Some(strings.collect()), points, ..Finished::counted(position, &count.claims) })
}
