//! By which rule sets settled positions are told from others: those in which players could sensibly stop, as no string's fate
//! depends on who moves first and what play comes to does not depend on who passed first.

use super::j1997::{self, clauses::First};
use super::mindsports::{self, clauses::Dead};
use crate::law::RuleSet;

/// The MindSports text with the owner and with the opponent of a string moving first.
#[must_use]
pub fn fates() -> [RuleSet; 2] {
    let ms = RuleSet::default_of(mindsports::JAPANESE);
    let opponent_first = ms.clone().reading(Dead::OpponentFirst);
    [ms, opponent_first]
}

/// The play-out of the 1997 text with Black and with White as the one who passed first.
#[must_use]
pub fn play_outs() -> [RuleSet; 2] {
    [First::Black, First::White].map(|first| RuleSet::default_of(j1997::TEXT).reading(first))
}

/// Pairs of rule sets that agree on every settled position by what that word means.
#[must_use]
pub fn agreeing_where_settled() -> [[RuleSet; 2]; 3] {
    let chinese = RuleSet::default_of(mindsports::CHINESE);
    [play_outs(), fates(), [chinese.clone(), chinese.reading(Dead::OpponentFirst)]]
}
