//! Conformance cases: what the texts say of small positions, short sequences and recorded games, as data (`cases/*.toml`), and a runner.
//!
//! A case states an expectation that was derived from the text before any program was asked. [`read`] reads a file of them,
//! [`run`] compares them with this program, and [`built_in`] is the collection compiled into it.

extern crate self as cases;
use shinpan_board as board;
use shinpan_record as record;
use shinpan_solve as solve;
use shinpan_texts::law;

mod format;
mod moves;
mod place;
mod replay;
mod run;

pub use crate::law::{KoRule, Refusal};
pub use format::{Case, Count, Judge, Moves, Points, Ruling, Statuses, read};
pub use moves::{Keeping, Made, Move, replay};
pub use place::BadFile;
pub use replay::{ExpectedReplay, unmet};
pub use run::{Difference, Failed, Report, judge_with, run};

// `FILES`: the files of `cases/` with their names, in the order of names.
include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// The most bytes of a file of cases: reading one takes some fifty times its size.
pub const MOST_BYTES: u64 = 4 << 20;

/// The cases compiled into the program, file by file.
///
/// # Errors
/// [`BadFile`], if one of the files is malformed; a test reads them all.
pub fn built_in() -> Result<Vec<Case>, BadFile> {
    let mut cases = Vec::new();
    for (name, text) in FILES {
        cases.extend(read(name, text)?);
    }
    Ok(cases)
}
