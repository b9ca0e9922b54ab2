//! Rule sets changed in one respect, to see what that respect decides.

use std::fmt;

use crate::board::Colour;
use crate::law::{ClauseId, RuleSet};
use crate::texts;

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

/// Every rule set in default readings and, after each, those that read one choice of it otherwise, where that makes a difference. The position as it stands
/// does not depend on who passed first and is listed once.
#[must_use]
pub fn each_reading() -> Vec<RuleSet> {
    let mut found: Vec<RuleSet> = Vec::new();
    for text in texts::ALL {
        let defaults: Vec<RuleSet> = RuleSet::defaults().into_iter().filter(|r| r.text == text).collect();
        let choices = text.choices().iter().filter(|choice| !choice.required);
        let changed = choices.flat_map(|choice| {
            let with = |&value: &&'static str| {
                let defaults = defaults.iter().filter(move |d| text.matters(d, choice));
                defaults.filter_map(move |d| d.clone().with(choice.key, value))
            };
            choice.values.iter().skip(1).flat_map(with).collect::<Vec<RuleSet>>()
        });
        let changed: Vec<RuleSet> = changed.collect();
        for set in defaults.iter().cloned().chain(changed) {
            // What a bare name stands for apart from this set is the same to a position as it stands.
            let required = text.choices().iter().filter(|choice| choice.required);
            let images = required.flat_map(|choice| choice.values.iter().map(|value| (choice.key, *value)));
            let once = set.text.only_counts(&set)
                && images.filter_map(|(key, value)| set.clone().with(key, value)).any(|other| found.contains(&other));
            if !once {
                found.push(set);
            }
        }
    }
    found
}
