//! Boards and positions: the part on which all rules documents agree.
//!
//! [`Grid`] names points; [`Board`] is the bitboard kernel (up to 64 points), [`plain`] the obvious one for any
//! size up to 19 x 19. The two are held equal by tests over every position and play of whole small boards.

extern crate self as board;

mod bits;
pub mod diagram;
mod grid;
mod immortal;
pub mod index;
mod kernel;
mod likely;
pub mod pass_alive;
pub mod plain;
mod printed;
mod symmetry;

pub use bits::{Board, MAX_POINTS, Play, Points, Position, StoneString, points_of};
pub use grid::{Colour, Grid, GridError};
pub use kernel::{Kernel, Played, PointSet, Wide, WideBoard};
pub use symmetry::Symmetry;
