//! What all rules documents share: clauses and readings as data (from `specs/*/clauses.toml`), rule sets, and what a rule set
//! says of a position.

pub mod answer;
pub mod area;
mod change;
pub mod changes;
mod clause;
mod declared;
pub mod encoded;
pub mod facts;
pub mod finished;
pub mod further;
pub mod games;
pub mod hints;
mod judge;
pub mod open;
pub mod partly;
pub mod play;
pub mod procedure;
mod refusal;
pub mod repetition;
mod rule_set;
mod sight;
mod solvable;
pub mod solved;
mod spec;
mod text;
pub mod trace;
pub mod verdict;
pub mod words;
pub mod written;

pub use clause::ClauseId;
pub use declared::{Choice, Ending, HandicapPoints, Named, NearTo, PlayingRules, Practical, Reading};
pub use judge::{cost, interpreter, knowing};
pub use refusal::Refusal;
pub use repetition::{Bans, History, KoMove, KoRule, recreating};
pub use spec::{ClauseSpec, ClauseState, ReadingSpec, Spec, ValueSpec, Whose, clause, specs};
pub use text::{Document, Interpreter, RuleSet, Text};
pub use trace::{Refused, Ruled, Trace};
pub use verdict::{Cited, Claim, Life, LineMove, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
pub use written::Written;
