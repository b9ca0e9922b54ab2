//! The value of the whole game from every position of a board, under a list of rule sets (`docs/src/values.md`).
//!
//! The verdicts on final positions are those of [`crate::WholeBoard::judge`]; the game over them is solved by [`crate::solve::value`]. Texts
//! that allow the same plays share the graph of them, and texts whose games are the same share the solution.

mod game;
mod playing;
mod searching;
mod solution;
mod solving;
mod steps;
mod strategy;

pub use self::game::{BestLine, KoCapture, Move, MoveValue, Reached, Values};
pub use self::searching::{
    WrongSearch, look_up, search, search_again, search_all, search_kos, searched, searching_memory, to_search,
    to_search_kos,
};
pub use self::solving::{games, kept, solve};
pub use crate::law::games::{ends_of, game_of, games_of, name_of};
