//! Boards of up to 20 points solved as a whole with a few bytes for each position: no position is looked up by a hash, and no
//! move is kept.
//!
//! * [`slots`]: a number for each position up to symmetry, by its occupied points and then by their colours;
//! * [`turns`]: the symmetries of a board and sets of its points as numbers;
//! * [`moves`]: the plays from a position, and the positions from which a play leads to it, made anew whenever they are needed;
//! * [`values`]: a bit for each stone of each position, and the states in which a ko may not be retaken;
//! * [`reach`]: what the players force about stones;
//! * [`ends`]: what they force of how a sequence ends;
//! * [`column`]: a number found for each position by itself;
//! * [`lasting`]: positions with bans of kos that last, several at once, the pairs of points ([`edges`]) that stand for them;
//! * [`forced`]: what the players force about points in such states, in finitely many moves or again and again ([`pairs`], [`still`]);
//! * [`on_disk`]: such states and what is forced there, looked up without being held in memory.
//!
//! A position is seen from the player to move, who is called Black; each move exchanges the colours.

pub mod column;
pub mod edges;
pub mod ends;
pub mod forced;
pub mod lasting;
pub mod moves;
pub mod on_disk;
pub mod pairs;
pub mod reach;
pub mod slots;
mod still;
mod sweep;
pub mod turns;
pub mod values;

pub use column::{Column, Finder};
pub use ends::{AtEnd, Both, Ends, Forces};
pub use forced::Forced;
pub use lasting::{Lasting, Retaking};
pub use moves::{Play, Retake, Sides};
pub use on_disk::{Numbered, OnDisk, Table};
pub use pairs::{Pair, Pairs};
pub use reach::{Goal, Reached, Repetition, States};
pub use slots::{MAX_DENSE_POINTS, Place, Slots};
