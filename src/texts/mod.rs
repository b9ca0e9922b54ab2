//! The rules documents, a folder each, and the registry: outside this folder no text is named.

pub mod aga;
pub mod aj2004;
pub(crate) mod in_words;
pub mod j1989;
pub mod j1997;
pub mod katago;
mod kinds;
pub mod mindsports;
mod names;
mod rules_named;
mod settled;
pub mod tromp_taylor;

pub use kinds::Kind;
pub use names::RuleSetError;
pub use rules_named::{RulesName, rules_named};
pub use settled::{agreeing_where_settled, fates, play_outs};

use crate::law::Text;

/// The rule sets, in the order in which they are listed.
pub const ALL: [Text; 9] = [
    j1989::TEXT,
    j1997::TEXT,
    aj2004::TEXT,
    mindsports::JAPANESE,
    mindsports::CHINESE,
    tromp_taylor::TEXT,
    aga::TERRITORY,
    aga::AREA,
    katago::TEXT,
];
