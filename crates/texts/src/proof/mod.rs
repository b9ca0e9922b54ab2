//! What is claimed in a proof, and the strategies that show it, as data: what a text says of its claims ([`claim`]), how strategies
//! are found ([`shown`]) and how they are verified ([`verified`]), in whatever game. `specs/proof.md` describes the format.

pub mod claim;
mod follow;
mod game;
pub mod shown;
pub mod steps;
mod strategy;
pub mod verified;

use serde::{Deserialize, Serialize};

/// A claim with its certificate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What is claimed to be forced.
    pub claim: Statement,
    /// Whether it is: a claim that does not hold is shown by the other player's strategy.
    pub holds: bool,
    /// What comes before the strategy where the claim rests on the history: the same with states that hold the history, until it
    /// is forced without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<Entry>>,
    /// The strategy: what its player does in each state that can come about, starting with the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Vec<Entry>>,
    /// Instead of a strategy: states each of which is won because of earlier ones, where a search has decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Entry>>,
    /// Instead of these: it is seen from what players hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seen: bool,
    /// Why there is no strategy: the verdict is then not shown by this proof alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_certified: Option<String>,
}

/// What is claimed to be forced: a statement of a text ([`claim`]; specs/proof.md lists them all). Points are written as coordinates.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// What is said: a term of the text, or `at-least` or `at-most`.
    pub says: String,
    /// The stones of the string that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub string: Option<Vec<String>>,
    /// The points that matter to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local: Option<Vec<String>>,
    /// The game whose end has a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The value to the player who maximises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i16>,
}

/// What the player of a strategy does in one state, or, if the other player is to move, that the state can come about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The state, as [`crate::law::Written`] has it; of a strategy with a memory, also the point that is next to be met.
    pub state: String,
    /// The move, where the player of the strategy is to move.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Of a step: the points on which moves of the other player are answered, where they are not the whole board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Vec<String>>,
    /// How far it is at most to what is to be reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// The point on which a new stone stands from now on while the rank stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands: Option<String>,
}
