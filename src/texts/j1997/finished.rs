//! Final positions in which nothing has to be searched for.

use super::judge::Clauses;
use crate::board::WideBoard;
use crate::law::finished::{Finished, Sight, all_immortal};
use crate::law::{RuleSet, Trace};

/// The position is counted as it stands; or nothing is in doubt, and the play-out changes nothing.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    let (position, board, stones) = (sight.position(), &sight.board, sight.stones);
    let counted = rules.text.only_counts(rules) || all_immortal(position, false).is_some();
    if !(rules.is_whole() && counted) {
        return None;
    }
    let clauses = Clauses::new(rules);
    let life = clauses.apply(board, stones, trace);
    let claims = clauses.claims::<WideBoard>(stones, &life);
    trace.count(board, &claims);
    Some(Finished::counted(position, &claims))
}
