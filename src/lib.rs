//! shinpan: a formal reference for the rules of Go.
//!
//! Rules documents are encoded as literal interpreters, clause by clause, and compared on every position of small boards.
//! Imports run one way: [`board`], then [`law`] (what the texts share: clauses, readings, verdicts, procedures) and [`solve`]
//! (solvers that know no rule text, of one position or of a whole board), then [`texts`] (a folder each), then [`record`]
//! (recorded games) and [`atlas`] (whole boards compared); [`gtp`] speaks GTP in both directions, and [`check`] compares an
//! engine with the texts. [`files`] are written whole or not at all and read within limits; [`foreign`] is text of others, made
//! harmless, and a panic is one of the [`defects`].

pub mod atlas;
pub mod board;
pub mod cases;
pub mod check;
pub mod cli;
pub mod defects;
pub mod files;
pub mod foreign;
pub mod gtp;
pub mod law;
pub mod proof;
pub mod record;
pub mod report;
pub mod solve;
pub mod texts;
