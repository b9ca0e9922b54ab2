//! The game that a rule set defines: it is read off what each text declares of itself ([`super::Document`]). The game stops at two successive passes,
//! and by nothing else, and every play changes the position: rule sets of which that is not so have no game here ([`RuleSet::ends_by_passes`]).

use super::declared::{Ending, PlayingRules};
use super::repetition::KoRule;
use super::text::RuleSet;
pub use crate::solve::play::{Play, Remembered, Stone, Taken};

/// A rule set whose games are others than those that are solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndsOtherwise {
    /// They end otherwise.
    #[error(
        "games under {0} do not end by two successive passes alone, so what they come to is not worked out; positions and records are judged"
    )]
    End(String),
    /// A play may leave the position as it is.
    #[error(
        "under {0} a play may leave the position as it is, so what its games come to is not worked out; positions and records are judged"
    )]
    Unchanged(String),
}

impl RuleSet {
    /// Whether its games end by two successive passes alone, so that [`RuleSet::play`] is all that their value depends on.
    ///
    /// # Errors
    /// If their end is another, or a play may leave the position as it is.
    pub fn ends_by_passes(&self) -> Result<(), EndsOtherwise> {
        let PlayingRules { ending, repetition, .. } = self.text.playing(self);
        match () {
            () if ending != Ending::default() => Err(EndsOtherwise::End(self.to_string())),
            () if repetition.contains(&KoRule::OwnMoves) => Err(EndsOtherwise::Unchanged(self.to_string())),
            () => Ok(()),
        }
    }

    /// The game that it defines, clauses that are not applied left out.
    #[must_use]
    pub fn play(&self) -> Play {
        let PlayingRules { repetition, repetition_clauses, suicide, pass_stones, .. } = self.text.playing(self);
        let applied = |rule: KoRule| {
            repetition.iter().zip(repetition_clauses).any(|(r, clause)| *r == rule && self.applies(*clause))
        };
        let remembered = match () {
            () if applied(KoRule::Positional) => Remembered::Positions,
            () if applied(KoRule::Situational) => Remembered::Situations,
            () if applied(KoRule::Fixed) => Remembered::Pairs,
            () => Remembered::Nothing,
        };
        Play {
            suicide: suicide.is_none_or(|clause| !self.applies(clause)),
            // What superko refuses whatever the history was.
            basic_ko: applied(KoRule::Basic) || matches!(remembered, Remembered::Situations | Remembered::Positions),
            remembered,
            taken: match pass_stones {
                _ if self.text.counts_stones(self) => Taken::Nothing,
                Some(clause) if self.applies(clause) => Taken::CapturedAndPassed,
                _ => Taken::Captured,
            },
        }
    }
}
