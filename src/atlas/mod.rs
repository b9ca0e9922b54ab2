//! Whole boards: enumeration, tables, comparison.

pub mod perft;
