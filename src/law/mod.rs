//! What all rules documents share: clauses and readings as data (from `specs/*/clauses.toml`), rule sets, and what a rule set
//! says of a position.

mod bans;
mod basic_ko;
mod clause;
pub mod facts;
mod judge;
pub mod procedure;
mod rule_set;
mod spec;
mod text;
pub mod trace;
pub mod verdict;
pub(crate) mod written;

pub use bans::{Bans, KoMove};
pub use basic_ko::recreating;
pub use clause::ClauseId;
pub use judge::{Interpreter, interpreter, knowing};
pub use rule_set::RuleSet;
pub use spec::{ClauseSpec, ClauseState, ReadingSpec, Spec, ValueSpec, clause, specs};
pub use text::{Choice, Document, PlayingRules, Practical, Reading, RestsOn, Text};
pub use verdict::{Claim, Life, LineMove, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
pub use written::Written;
