//! The rules documents, a folder each, and the registry: outside this folder no text is named.

pub mod aga;
pub mod aj2004;
pub mod chinese_2002;
mod each_reading;
mod escape;
pub mod in_words;
pub mod j1989;
pub mod j1997;
pub mod katago;
mod kinds;
pub mod mindsports;
mod names;
mod nearest;
pub mod new_zealand;
mod refusals;
mod registry;
mod rules_named;
mod settled;
pub mod simplified_ing;
pub mod tromp_taylor;

pub use each_reading::{each_reading, every_reading, every_text};
pub use kinds::Kind;
pub use names::RuleSetError;
pub use nearest::{Difference, Near, Original, originals, rules_in_use};
pub use registry::{ALL, proofs};
pub use rules_named::{RulesName, dame_harmless, other_count, rules_named};
pub use settled::{agreeing_where_settled, fates, play_outs};
