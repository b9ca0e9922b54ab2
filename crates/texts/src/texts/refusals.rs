//! What the clauses of all texts refuse.

use super::ALL;
use crate::law::{ClauseId, KoRule, Refusal, RuleSet};

impl Refusal {
    /// What a clause (or `positional-superko`, whichever text has it) refuses; `None` if it refuses no move.
    #[must_use]
    pub fn by(clause: &str) -> Option<Refusal> {
        if clause == "positional-superko" {
            return Some(Refusal::Repetition(KoRule::Positional));
        }
        let clause = ClauseId::parse(clause)?;
        ALL.into_iter().find_map(|text| text.refusal(&RuleSet::default_of(text), clause))
    }
}
