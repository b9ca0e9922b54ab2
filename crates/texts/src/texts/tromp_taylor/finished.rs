//! Final positions of any size: nothing has to be searched for where they are counted as they stand.

use super::count::{cite_dame, claims};
use crate::board::Wide;
use crate::law::finished::{Finished, Sight};
use crate::law::{RuleSet, Trace};

/// tt.9 of the position as it stands.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    let (position, board, stones) = (sight.position(), &sight.board, sight.stones);
    let none = Wide::default();
    if !(rules.is_whole() && rules.text.only_counts(rules)) {
        return None;
    }
    cite_dame(board, stones, trace);
    let claims = claims(board, stones);
    trace.count(board, &claims);
    Some(Finished::with_status(position, none, none, &claims))
}
