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
mod rows;
pub mod sample;
pub mod settled;
mod stopped;
pub mod tally;
pub mod unfinished;
pub mod values;
mod whole;
pub mod worth;

pub use stopped::Stopped;
pub use whole::{Kept, MAX_CHOSEN_POINTS, Only, Table, Verdicts, WholeBoard, WholeBoardError};

pub use crate::solve::progress::{Progress, Silent};
