//! Whole boards: enumeration, tables, comparison.

extern crate self as atlas;
use shinpan_board as board;
use shinpan_outside::files;
use shinpan_proof as proof;
use shinpan_solve as solve;
use shinpan_texts::{law, texts};

pub mod best;
pub mod causes;
pub mod census;
pub mod claimed;
pub mod columns;
pub mod compare;
pub mod first;
pub mod journal;
pub mod listing;
pub mod map;
pub mod perft;
pub mod prisoners;
pub mod sample;
pub mod settled;
pub mod tally;
pub mod values;
mod whole;
pub mod worth;

pub use whole::{Kept, MAX_CHOSEN_POINTS, Only, Table, Verdicts, WholeBoard, WholeBoardError};

pub use crate::solve::progress::{Progress, Silent};

/// The run was asked to stop before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end; nothing was written")]
pub struct Stopped;
