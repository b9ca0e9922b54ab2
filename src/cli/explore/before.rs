//! What came before a position and is not on the board: stones taken, and komi.

use super::Refused;
use crate::atlas::prisoners::{Prisoners, counts_stones};
use crate::law::procedure::Decision;
use crate::law::{Outcome, RuleSet};
use crate::record::Komi;

/// The most stones that are taken to have been taken: more than any game had.
const MOST_TAKEN: u32 = 9999;

/// Stones taken before a position, by a convention or as told.
#[derive(Clone, Copy)]
pub enum Taken {
    /// As many as follow from a convention.
    By(Prisoners),
    /// So many by Black and by White.
    Told([u32; 2]),
}

/// Stones taken before a position, and komi.
#[derive(Clone, Copy)]
pub struct Before {
    /// Stones taken.
    pub taken: Taken,
    /// Komi.
    pub komi: Komi,
}

impl Before {
    /// `prisoners` is the name of a convention, or two numbers: `3,1` where Black has taken three stones and White one.
    pub fn parse(prisoners: Option<&str>, komi: Option<&str>) -> Result<Before, Refused> {
        let komi = komi.map_or(Ok(Komi::default()), |text| {
            Komi::parse(text).ok_or_else(|| Refused(format!("komi: a number such as 6.5 or -5, not `{text}`")))
        })?;
        let numbers = prisoners.and_then(|text| text.split_once(','));
        let taken = match numbers {
            Some((black, white)) => {
                let number = |text: &str| text.trim().parse().ok().filter(|n| *n <= MOST_TAKEN);
                let told = number(black).zip(number(white)).map(|(black, white)| Taken::Told([black, white]));
                told.ok_or_else(|| {
                    Refused(format!("stones taken before: two numbers up to {MOST_TAKEN}, not `{black},{white}`"))
                })?
            }
            None => Taken::By(convention(prisoners)?),
        };
        Ok(Before { taken, komi })
    }

    /// What the stones taken add to a margin of `rules` on a position with `stones` more black stones than white ones.
    pub fn added(&self, rules: &RuleSet, stones: i32) -> i32 {
        match self.taken {
            Taken::By(convention) => convention.added(rules, stones),
            Taken::Told(_) if counts_stones(rules) => 0,
            Taken::Told([black, white]) => black as i32 - white as i32,
        }
    }

    /// Where the stones taken come from, in words.
    pub fn of_what(&self) -> String {
        match self.taken {
            Taken::By(Prisoners::None) => "stones taken before the position: none".to_string(),
            Taken::By(Prisoners::Level) => {
                "stones taken before the position, if both players have played equally many stones".to_string()
            }
            Taken::By(Prisoners::BlackAhead) => {
                "stones taken before the position, if Black has played one stone more".to_string()
            }
            Taken::Told([black, white]) => {
                format!("stones taken before the position: {black} by Black, {white} by White")
            }
        }
    }

    /// An outcome of `rules` with what was taken and with komi, and the margin in hundredths of a point, if it is one.
    pub fn applied(&self, outcome: Outcome, added: i32) -> (String, Option<i32>) {
        let outcome = outcome.plus(added);
        let hundredths = |margin: i32| 100 * margin - self.komi.0;
        let margin = outcome.margin().map(hundredths);
        if self.komi.0 == 0 {
            return (outcome.to_string(), margin);
        }
        let text = match outcome {
            Outcome::Margin(m) => Decision::Margin(hundredths(m)),
            Outcome::NoResult { lo, hi } => Decision::NoResult(Some([lo, hi].map(hundredths))),
            Outcome::Undecided { lo, hi } => Decision::Undecided([lo, hi].map(hundredths)),
        };
        (text.to_string(), margin)
    }
}

/// The convention for earlier prisoners of this name; none if none is named.
pub fn convention(name: Option<&str>) -> Result<Prisoners, Refused> {
    let Some(name) = name else { return Ok(Prisoners::None) };
    let found = Prisoners::ALL.into_iter().find(|convention| convention.name() == name);
    found.ok_or_else(|| {
        let all = Prisoners::ALL.map(Prisoners::name).join(", ");
        Refused(format!("earlier prisoners: one of {all}, not `{name}`"))
    })
}
