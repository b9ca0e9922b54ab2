//! Final positions in which nothing has to be searched for.

use super::judge::Clauses;
use crate::board::WideBoard;
use crate::board::plain::PlainPosition;
use crate::law::finished::{Finished, all_immortal};
use crate::law::{RuleSet, Trace};

/// The position is counted as it stands; or nothing is in doubt, and the play-out changes nothing.
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    let counted = rules.text.only_counts(rules) || all_immortal(position, false).is_some();
    if !(rules.is_whole() && counted) {
        return None;
    }
    let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
    let clauses = Clauses::new(rules);
    let life = clauses.apply(&board, stones, &mut Trace::silent());
    Some(Finished::counted(position, &clauses.claims::<WideBoard>(stones, &life)))
}
