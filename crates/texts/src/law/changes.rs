//! Rule sets changed in one respect, to see what that respect decides.

use std::fmt;

use crate::board::Colour;
use crate::law::{ClauseId, RuleSet};

/// A change to a rule set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// The clause is not applied.
    Lifted(ClauseId),
    /// A choice is read otherwise: key and value.
    Reading(&'static str, &'static str),
}

/// A rule set changed in one respect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The change.
    pub change: Change,
    /// The changed rule set.
    pub rules: RuleSet,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Lifted(clause) => write!(f, "without {clause}"),
            Change::Reading(key, value) => write!(f, "{key}={value}"),
        }
    }
}

/// How many changes to the rule sets are tried. Each costs a table of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Changes {
    /// None.
    None,
    /// Those that cost little: choices of what counts at the end of the same game, for which no further game is solved.
    Light,
    /// The clauses and choices that decide most often, and those that cost little.
    #[default]
    Usual,
    /// Also those that decide seldom and cost much.
    All,
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
            Change::Reading(key, value) if rules.value(key) != Some(value) => {
                Some(Variant { change, rules: rules.clone().with(key, value)? })
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
