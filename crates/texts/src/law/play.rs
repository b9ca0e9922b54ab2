//! The game that a rule set defines: it is read off what each text declares of itself ([`super::Document`]).

use super::text::PlayingRules;
use super::{KoRule, RuleSet};
pub use crate::solve::play::{Play, Remembered, Stone, Taken};

impl RuleSet {
    /// The game that it defines, clauses that are not applied left out.
    #[must_use]
    pub fn play(&self) -> Play {
        let PlayingRules { repetition, repetition_clauses, suicide, pass_stones, .. } = *self.text.playing();
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
