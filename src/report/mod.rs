//! Verdicts and comparisons as text for people and JSON for programs.

pub mod board;
pub mod divergence;
pub mod first;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod replay;
pub mod sample;
