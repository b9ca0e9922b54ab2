//! Conformance cases: what the texts say of small positions, short sequences and recorded games, as data (`cases/*.toml`), and a runner.
//!
//! A case states an expectation that was derived from the text before any program was asked. [`read`] reads a file of them,
//! [`run`] compares them with this program, and [`built_in`] is the collection compiled into it.

mod format;
mod moves;
mod replay;
mod run;

pub use format::{BadFile, Case, Count, Judge, Moves, Points, read};
pub use moves::{Keeping, KoRule, Made, Move, Refusal, replay};
pub use replay::{Replay, unmet};
pub use run::{Failed, Report, judge_with, run};

/// The files compiled into the program, with their names.
pub const FILES: [(&str, &str); 11] = [
    ("cases/kernel.toml", include_str!("../../cases/kernel.toml")),
    ("cases/ko.toml", include_str!("../../cases/ko.toml")),
    ("cases/j1989.toml", include_str!("../../cases/j1989.toml")),
    ("cases/j1997.toml", include_str!("../../cases/j1997.toml")),
    ("cases/aj2004.toml", include_str!("../../cases/aj2004.toml")),
    ("cases/ms.toml", include_str!("../../cases/ms.toml")),
    ("cases/beasts.toml", include_str!("../../cases/beasts.toml")),
    ("cases/records-j1989.toml", include_str!("../../cases/records-j1989.toml")),
    ("cases/records-j1997.toml", include_str!("../../cases/records-j1997.toml")),
    ("cases/records-aj2004.toml", include_str!("../../cases/records-aj2004.toml")),
    ("cases/records-ms.toml", include_str!("../../cases/records-ms.toml")),
];

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
