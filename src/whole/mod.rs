//! A whole board solved at once.

pub mod classes;
pub mod conceding;
pub mod extremes;
pub mod forced;
pub mod graph;
pub mod lanes;
pub mod states;
