//! Final positions of any size: nothing has to be searched for where they are counted as they stand.

use super::judge::claims;
use crate::board::plain::PlainPosition;
use crate::board::{Wide, WideBoard};
use crate::law::RuleSet;
use crate::law::finished::Finished;

/// tt.9 of the position as it stands.
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
    let none = Wide::default();
    let counts = rules.is_whole() && rules.text.only_counts(rules);
    counts.then(|| Finished::with_status(position, none, none, &claims(&board, stones)))
}
