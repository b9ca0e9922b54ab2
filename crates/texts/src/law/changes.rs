//! Rule sets changed in one respect, to see what that respect decides.

pub use super::change::{Change, Changes};
use super::text::RuleSet;
use crate::board::Colour;

/// A rule set changed in one respect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The change.
    pub change: Change,
    /// The changed rule set.
    pub rules: RuleSet,
}

/// The changes of a rule set that are tried.
#[must_use]
pub fn variants(rules: &RuleSet, changes: Changes) -> Vec<Variant> {
    // The final position as it stands has no sequences in it: what its clauses decide is in the status of its points.
    if rules.text.only_counts(rules) {
        return Vec::new();
    }
    let tried = rules.text.changes().iter().filter(|(from, _)| *from <= changes);
    tried
        .filter_map(|&(_, change)| match change {
            Change::Lifted(clause) => Some(Variant { change, rules: rules.clone().lifting(clause) }),
            Change::Reading(key, value) if rules.value(key.0) != Some(value.0) => {
                Some(Variant { change, rules: rules.clone().with(key.0, value.0)? })
            }
            Change::Reading(..) => None,
        })
        .collect()
}

/// Where the outcome depends on who passed first: the same with the other player as the one who did.
#[must_use]
pub fn other_first_passer(rules: &RuleSet) -> Option<RuleSet> {
    Colour::ALL.into_iter().filter_map(|player| rules.text.first_passer(rules, player)).find(|other| other != rules)
}
