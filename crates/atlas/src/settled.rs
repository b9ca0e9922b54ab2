//! Settled positions: those in which players could sensibly stop.

use super::columns::{Columns, Members};
use crate::law::verdict::{differ, undecided};
use crate::law::{Life, Outcome, RuleSet, Verdict};
use crate::texts::{agreeing_where_settled, fates, play_outs};

/// Whether two rule sets agree on every settled position by what that word means: they are those whose agreement makes a
/// position settled.
#[must_use]
pub fn agree_where_settled(a: &RuleSet, b: &RuleSet) -> bool {
    agreeing_where_settled().iter().any(|pair| pair.contains(a) && pair.contains(b) && a != b)
}

/// By what settled positions are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettledBy {
    /// They are not.
    Nothing,
    /// By the fates of strings alone: all settled positions are among those found.
    Fates,
    /// By the fates of strings and the play-outs: what settled means.
    FatesAndPlayOuts,
}

impl SettledBy {
    /// The rule sets that must be judged.
    #[must_use]
    pub fn rules(self) -> Vec<RuleSet> {
        match self {
            SettledBy::Nothing => Vec::new(),
            SettledBy::Fates => fates().to_vec(),
            SettledBy::FatesAndPlayOuts => fates().into_iter().chain(play_outs()).collect(),
        }
    }
}

/// The columns that say whether a position is settled, whatever rule sets are compared.
pub struct Settled {
    fates: [usize; 2],
    play_outs: PlayOuts,
}

enum PlayOuts {
    Judged([usize; 2]),
    /// The board cannot be judged under them.
    Unknown,
    NotAsked,
}

impl Settled {
    /// Looks up the columns; `None` if settled positions are not told apart.
    pub fn new(columns: &mut Columns, by: SettledBy) -> Option<Settled> {
        let mut both = |[a, b]: [RuleSet; 2]| Some([columns.number(&a)?, columns.number(&b)?]);
        let play_outs = match by {
            SettledBy::Nothing => return None,
            SettledBy::Fates => PlayOuts::NotAsked,
            SettledBy::FatesAndPlayOuts => both(play_outs()).map_or(PlayOuts::Unknown, PlayOuts::Judged),
        };
        Some(Settled { fates: both(fates())?, play_outs })
    }

    /// No string's fate depends on who moves first, and (if that is asked) what play comes to does not depend on who passed
    /// first; `None` if it is not known.
    #[must_use]
    pub fn holds(&self, here: &Members) -> Option<bool> {
        let [a, b] = self.fates.map(|column| &here.verdicts[column]);
        and(same_fates(a, b), || match self.play_outs {
            PlayOuts::NotAsked => Some(true),
            PlayOuts::Unknown => None,
            PlayOuts::Judged([a, b]) => same_result(here.verdicts[a].outcome, here.verdicts[b].outcome),
        })
    }
}

/// Whether a position is settled, by verdicts on it: no string's fate depends on who moves first, and what play comes to does
/// not depend on who passed first. `judge` gives the verdict under a rule set, if there is one. `None` if what is known
/// leaves it open.
pub fn is_settled(mut judge: impl FnMut(&RuleSet) -> Option<Verdict>) -> Option<bool> {
    let [a, b] = fates();
    let fates = judge(&a).zip(judge(&b)).and_then(|(a, b)| same_fates(&a, &b));
    and(fates, || {
        let [a, b] = play_outs();
        judge(&a).zip(judge(&b)).and_then(|(a, b)| same_result(a.outcome, b.outcome))
    })
}

/// Both hold; known to be false where one is, whatever the other.
fn and(first: Option<bool>, second: impl FnOnce() -> Option<bool>) -> Option<bool> {
    match first {
        Some(false) => Some(false),
        Some(true) => second(),
        None => second().filter(|holds| !holds),
    }
}

/// Whether the same strings are dead in two verdicts on one position: not, where one is known to be dead in one only.
fn same_fates(a: &Verdict, b: &Verdict) -> Option<bool> {
    let [a, b] = [a.status.as_ref()?, b.status.as_ref()?];
    let mut known = true;
    for (a, b) in a.strings.iter().zip(&b.strings) {
        if a.life == Life::Undecided || b.life == Life::Undecided {
            known = false;
        } else if (a.life == Life::Dead) != (b.life == Life::Dead) {
            return Some(false);
        }
    }
    known.then_some(true)
}

/// Whether two outcomes are the same result, if both are decided.
fn same_result(a: Outcome, b: Outcome) -> Option<bool> {
    (!undecided(a) && !undecided(b)).then(|| !differ(a, b))
}
