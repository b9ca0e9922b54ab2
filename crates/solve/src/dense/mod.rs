//! Boards of up to 20 points solved as a whole with a few bytes for each position: no position is looked up by a hash, and no
//! move is kept.
//!
//! * [`slots`]: a number for each position up to symmetry, by its occupied points and then by their colours;
//! * [`turns`]: the symmetries of a board and sets of its points as numbers;
//! * [`moves`]: the plays from a position, and the positions from which a play leads to it, made anew whenever they are needed;
//! * [`values`]: a bit for each stone of each position, and the states in which a ko may not be retaken;
//! * [`reach`]: what the players force about stones.
//!
//! A position is seen from the player to move, who is called Black; each move exchanges the colours.

pub mod moves;
pub mod reach;
pub mod slots;
pub mod turns;
pub mod values;

pub use moves::{Play, Retake, Sides};
pub use reach::{Goal, Reached, Repetition, States};
pub use slots::{MAX_DENSE_POINTS, Place, Slots};
