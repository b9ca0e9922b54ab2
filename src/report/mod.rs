//! Verdicts and comparisons as text for people and JSON for programs.

pub mod board;
pub mod divergence;
pub mod first;
pub mod replay;
