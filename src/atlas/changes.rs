//! Rule sets changed in one respect, to see what that respect decides.

use std::fmt;

use crate::spec::{RuleSet, Text};

/// A change to a rule set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// The clause is not applied.
    Lifted(&'static str),
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

/// Changes that are tried: of clauses that decide whether a string lives or what a sequence comes to (a string's status does
/// not show them, so they are found by lifting them), and of choices.
const CHANGES: [(Text, Changes, Change); 24] = {
    use Change::{Lifted, Reading};
    use Changes::{All, Light, Usual};
    use Text::{Aj2004, J1989, J1997, MsChinese, MsJapanese};
    [
        (J1989, Usual, Lifted("j1989.7.2")),
        (J1989, All, Lifted("j1989.7.2.pass")),
        (J1989, Light, Reading("enable", "none")),
        (J1989, All, Reading("infinite", "defender")),
        (J1997, All, Lifted("j1997.life.1")),
        (J1997, Usual, Lifted("j1997.life.4")),
        (J1997, All, Lifted("j1997.playout.3")),
        (J1997, Usual, Lifted("j1997.playout.4")),
        (J1997, Usual, Lifted("j1997.playout.5")),
        (J1997, Usual, Lifted("j1997.playout.7")),
        (J1997, Light, Reading("first", "black")),
        (J1997, Light, Reading("first", "white")),
        (J1997, Light, Reading("agreement", "as-it-stands")),
        (J1997, All, Reading("ko-stones", "prisoners")),
        (Aj2004, Usual, Lifted("aj2004.basic-ko")),
        (Aj2004, Usual, Lifted("aj2004.fixed-ko")),
        (MsJapanese, Usual, Lifted("ms.ko")),
        (MsJapanese, Light, Reading("dead", "opponent-first")),
        (MsJapanese, Light, Reading("dead", "owner-first")),
        (MsJapanese, Light, Reading("seki", "points")),
        (MsChinese, Usual, Lifted("ms.ko")),
        (MsChinese, Light, Reading("dead", "opponent-first")),
        (MsChinese, Light, Reading("dead", "owner-first")),
        (MsChinese, Light, Reading("seki", "points")),
    ]
};

/// The changes of a rule set that are tried.
#[must_use]
pub fn variants(rules: &RuleSet, changes: Changes) -> Vec<Variant> {
    // The final position as it stands has no sequences in it: what its clauses decide is in the status of its points.
    if rules.text == Text::J1997 && !rules.is_play_out() {
        return Vec::new();
    }
    CHANGES
        .iter()
        .filter(|(text, from, _)| *text == rules.text && *from <= changes)
        .filter_map(|&(_, _, change)| match change {
            Change::Lifted(clause) => Some(Variant { change, rules: rules.clone().lifting(clause) }),
            Change::Reading(key, value) if rules.reading(key) != value => {
                Some(Variant { change, rules: rules.clone().with(key, value)? })
            }
            Change::Reading(..) => None,
        })
        .collect()
}

/// The play-out with the other player as the one who passed first.
#[must_use]
pub fn other_first_passer(rules: &RuleSet) -> Option<RuleSet> {
    let other = if rules.reading("first") == "black" { "white" } else { "black" };
    rules.clone().with("first", other)
}

/// Every rule set in default readings and, after each, those that read one choice of it otherwise. The position as it stands
/// does not depend on who passed first and is listed once.
#[must_use]
pub fn each_reading() -> Vec<RuleSet> {
    let mut found: Vec<RuleSet> = Vec::new();
    for text in Text::ALL {
        let defaults: Vec<RuleSet> = RuleSet::defaults().into_iter().filter(|r| r.text == text).collect();
        let changed = text.readings().filter(|(key, _)| *key != "first").flat_map(|(key, values)| {
            let with = |&value: &&'static str| defaults.iter().filter_map(move |d| d.clone().with(key, value));
            values.iter().skip(1).flat_map(with).collect::<Vec<RuleSet>>()
        });
        let changed: Vec<RuleSet> = changed.collect();
        for set in defaults.iter().cloned().chain(changed) {
            let once = set.reading("agreement") == "as-it-stands"
                && other_first_passer(&set).is_some_and(|other| found.contains(&other));
            if !once {
                found.push(set);
            }
        }
    }
    found
}
