//! Settled positions: those in which players could sensibly stop.

use super::changes::other_first_passer;
use super::columns::{Columns, Here};
use super::prisoners::{differ, undecided};
use crate::rules::{Life, Verdict};
use crate::spec::{RuleSet, Text};

/// The MindSports text with the owner and with the opponent of a string moving first.
#[must_use]
pub fn fates() -> [RuleSet; 2] {
    let ms = RuleSet::default_of(Text::MsJapanese);
    let opponent_first = ms.clone().with("dead", "opponent-first").unwrap_or_else(|| ms.clone());
    [ms, opponent_first]
}

/// The play-out of the 1997 text with Black and with White as the one who passed first.
#[must_use]
pub fn play_outs() -> [RuleSet; 2] {
    let black = RuleSet::default_of(Text::J1997);
    let white = other_first_passer(&black).unwrap_or_else(|| black.clone());
    [black, white]
}

/// Whether two rule sets agree on every settled position by what that word means: they are those whose agreement makes a
/// position settled.
#[must_use]
pub fn agree_where_settled(a: &RuleSet, b: &RuleSet) -> bool {
    let [owner, opponent] = fates();
    let chinese = |r: &RuleSet| RuleSet::default_of(Text::MsChinese).with("dead", r.reading("dead"));
    [play_outs(), [owner.clone(), opponent.clone()]]
        .into_iter()
        .chain(chinese(&owner).zip(chinese(&opponent)).map(|(x, y)| [x, y]))
        .any(|pair| pair.contains(a) && pair.contains(b) && a != b)
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

    /// No string's fate in `ms` depends on who moves first, and (if that is asked) the play-out's outcome does not depend on
    /// who passed first; `None` if it is not known.
    #[must_use]
    pub fn holds(&self, here: &Here) -> Option<bool> {
        if self.changeable(here)? {
            return Some(false);
        }
        match self.play_outs {
            PlayOuts::NotAsked => Some(true),
            PlayOuts::Unknown => None,
            PlayOuts::Judged(columns) => {
                let [black, white] = columns.map(|c| here.verdicts[c].outcome);
                (!undecided(black) && !undecided(white)).then(|| !differ(black, white))
            }
        }
    }

    /// Whether the fate of some string in `ms` depends on who moves first; `None` if that is undecided.
    fn changeable(&self, here: &Here) -> Option<bool> {
        let verdicts: [&Verdict; 2] = self.fates.map(|c| &here.verdicts[c]);
        let [a, b] = [verdicts[0].status.as_ref()?, verdicts[1].status.as_ref()?];
        let mut differs = false;
        for (a, b) in a.strings.iter().zip(&b.strings) {
            if a.life == Life::Undecided || b.life == Life::Undecided {
                return None;
            }
            differs |= (a.life == Life::Dead) != (b.life == Life::Dead);
        }
        Some(differs)
    }
}
