//! Final positions in which nothing has to be searched for.

use crate::board::plain::PlainPosition;
use crate::law::RuleSet;
use crate::law::finished::{Finished, all_immortal};
use crate::law::procedure::count::j1997;

/// The position is counted as it stands; or nothing is in doubt, and the play-out changes nothing.
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    let counted = rules.text.only_counts(rules) || all_immortal(position, false).is_some();
    (rules.is_whole() && counted).then(|| Finished {
        position: position.clone(),
        strings: None,
        points: None,
        count: j1997(rules, position).count,
    })
}
