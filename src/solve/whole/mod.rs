//! A board solved as a whole: every state that can follow from any of its positions, up to symmetry, with its successors in
//! memory, and fixpoints over all of them at once.
//!
//! * [`classes`]: the legal positions up to the symmetries of the board;
//! * [`graph`]: the states of a game and their successors, made by the rules' own moves ([`states`]);
//! * [`lanes`]: fixpoints, a question about each point to a bit;
//! * [`numbers`]: fixpoints over numbers;
//! * [`sweep`]: how both are reached;
//! * [`forced`], [`extremes`]: what the players force; [`superko`]: the same under situational superko;
//! * [`analyses`]: the values of the analyses of aj2004, over all their states;
//! * [`conceding`], [`play_out`]: bounds of play-outs, over [`plays`], and their values;
//! * [`layers`]: the values of all states of the play-outs on a short board of one row;
//! * [`solved`]: the solution of a rule set's game, as [`crate::law::facts`];
//! * [`store`]: solutions on disk, stage by stage;
//! * [`verify`]: solutions checked against the rules' own moves.

pub mod classes;
pub mod forced;
pub mod graph;
pub mod lanes;
pub mod numbers;
pub mod solved;
pub mod states;
pub mod store;
pub mod sweep;
pub mod verify;
