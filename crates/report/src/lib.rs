//! Verdicts and comparisons as text for people and JSON for programs.

extern crate self as report;
use shinpan_atlas as atlas;
use shinpan_record as record;
use shinpan_solve as solve;
use shinpan_texts::{law, texts};

pub mod answers;
pub mod aspects;
pub mod board;
pub mod brief;
pub mod divergence;
pub mod document;
pub mod figure;
pub mod first;
pub mod game;
pub mod latex;
pub mod map;
pub mod page;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "pictures")]
pub mod pictures;
pub mod replay;
pub mod sample;
pub mod svg;
pub mod values;
pub mod worth;
