//! A board solved as a whole: every state that can follow from any of its positions, up to symmetry, with its successors in
//! memory, and fixpoints over all of them at once.
//!
//! * [`classes`]: the legal positions up to the symmetries of the board;
//! * [`graph`]: the states of a game and their successors, made by the rules' own moves;
//! * [`winning`]: fixpoints, a question about each point to a bit;
//! * [`numbers`]: fixpoints over numbers;
//! * [`sweep`]: how both are reached;
//! * [`forced`]: what the players force about stones;
//! * [`store`]: solutions on disk, stage by stage;
//! * [`verify`]: solutions checked against the rules' own moves.
//!
//! Which games there are, with their states and stages, say the texts.

pub mod classes;
pub mod forced;
pub mod graph;
pub mod numbers;
pub mod store;
pub mod sweep;
pub mod verify;
pub mod winning;

/// The stage that lists the states.
pub const STATES: &str = "states";
