//! What all rules documents share: clauses and readings as data (from `specs/*/clauses.toml`), rule sets, and what a rule set
//! says of a position.

pub mod answer;
pub mod area;
pub mod changes;
mod clause;
pub mod encoded;
pub mod facts;
pub mod finished;
pub mod further;
pub mod games;
mod judge;
pub mod open;
pub mod partly;
pub mod play;
pub mod procedure;
mod refusal;
pub mod repetition;
mod rule_set;
pub mod solved;
mod spec;
mod text;
pub mod trace;
pub mod verdict;
pub mod written;

pub use clause::ClauseId;
pub use judge::{Interpreter, cost, interpreter, knowing};
pub use refusal::Refusal;
pub use repetition::{Bans, History, KoMove, KoRule, recreating};
pub use rule_set::RuleSet;
pub use spec::{ClauseSpec, ClauseState, ReadingSpec, Spec, ValueSpec, Whose, clause, specs};
pub use text::{Choice, Document, Ending, HandicapPoints, Named, NearTo, PlayingRules, Practical, Reading, Text};
pub use trace::{Refused, Ruled, Trace};
pub use verdict::{Cited, Claim, Life, LineMove, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
pub use written::Written;
