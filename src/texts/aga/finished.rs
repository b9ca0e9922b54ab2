//! Final positions of any size: nothing has to be searched for where they are counted as they stand.

use super::judge::count;
use crate::board::Wide;
use crate::law::RuleSet;
use crate::law::finished::{Finished, Sight};

/// aga.12 with nothing agreed to be dead.
pub fn finished(rules: &RuleSet, sight: &Sight) -> Option<Finished> {
    let (position, board, stones) = (sight.position(), &sight.board, sight.stones);
    let none = Wide::default();
    let counts = rules.is_whole() && rules.text.only_counts(rules);
    counts.then(|| Finished::with_status(position, none, none, &count(rules, board, stones, none)))
}
