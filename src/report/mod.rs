//! Verdicts and comparisons as text for people and JSON for programs.

pub mod board;
pub mod divergence;
pub mod replay;
pub mod sample;
