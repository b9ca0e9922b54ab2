//! The rules documents as data: their clauses (from `specs/*/clauses.toml`) and the rule sets that can be asked for.

mod clauses;
mod ruleset;

pub use clauses::{ClauseSpec, ClauseState, ReadingSpec, Spec, ValueSpec, clause, source, specs};
pub use ruleset::{RuleSet, RuleSetError, Text};
