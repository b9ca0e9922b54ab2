//! shinpan: a formal reference for the rules of Go.
//!
//! Rules documents are encoded as literal interpreters, clause by clause, and compared on every position of small boards.
//! Imports run one way: [`board`] and [`spec`], then [`game`] (solvers that know no rule text), then [`rules`] (the texts
//! and the questions they put to the solvers), then [`record`] and [`procedure`] (recorded games) and [`atlas`] (whole boards);
//! [`whole`] solves boards from every position at once, and [`files`] are written whole or not at all;
//! [`engine`] speaks GTP in both directions, and [`check`] compares an engine with the texts.

pub mod atlas;
pub mod board;
pub mod cases;
pub mod check;
pub mod cli;
pub mod engine;
pub mod files;
pub mod game;
pub mod procedure;
pub mod proof;
pub mod record;
pub mod report;
pub mod rules;
pub mod spec;
pub mod whole;
