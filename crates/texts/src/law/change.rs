//! Changes to a rule set in one respect.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::clause::ClauseId;
use super::words::Word;

/// A change to a rule set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Change {
    /// The clause is not applied.
    Lifted(ClauseId),
    /// A choice is read otherwise: key and value.
    Reading(Word, Word),
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
