//! The games of which thresholds are asked.

use super::table::Key;
use crate::board::Colour;
use crate::solve::{Bounds, Game};

/// A game that ends in a number.
pub trait Counted: Game<State: Copy + Send + Sync, Move: Send> + Sync {
    /// What tells states apart.
    type Key: Key;

    /// The player who wants a great number.
    fn maximiser(&self) -> Colour;

    /// What is seen of a state without looking at its moves.
    fn sight(&self, state: &Self::State) -> Sight<Self::Key>;

    /// What the maximiser has gained so far, which the key leaves out.
    fn gained(&self, state: &Self::State) -> i16;

    /// The gains of a player that end the game, whoever's they are: it is then no longer [`Sight::Open`]. At least 1.
    fn limit(&self) -> i16;

    /// What is sure to be forced from a state on that is [`Sight::Open`].
    fn sure(&self, state: &Self::State) -> Sure;

    /// Whether a sequence without end is as good for the minimiser as one that ends with less, from this state on.
    fn endless_holds(&self, _state: &Self::State) -> bool {
        false
    }

    /// Where the minimiser is to move: states, each with the number of a move, of which any is enough to hold the maximiser, too, if it is held.
    fn claims(&self, _state: &Self::State, _moves: &[(Self::Move, Self::State)], _out: &mut Vec<(usize, Self::State)>) {
    }

    /// How hard it seems for the maximiser to come to at least `k` from a state on, and to keep him from it, given what is known of what is forced.
    /// At least 1 each.
    fn estimate(&self, _state: &Self::State, known: Bounds<i16>, k: i16) -> (u32, u32) {
        missing([known], k)
    }

    /// The number of a move, less than [`MOVES`]; moves that are alike may share one.
    fn number(mv: &Self::Move) -> usize;
}

/// So many points that are missing count as one more move.
const POINTS: u32 = 4;
/// More points than that count no more.
const MOST_POINTS: i16 = 64;

/// How hard it seems to come to at least `k`, and to less: by what each of these bounds, known or likely, leaves missing.
pub fn missing(bounds: impl IntoIterator<Item = Bounds<i16>>, k: i16) -> (u32, u32) {
    let points = |points: i16| points.clamp(0, MOST_POINTS) as u32;
    let (to_come, to_hold) = bounds.into_iter().fold((0, 0), |(to_come, to_hold), Bounds { lower, upper }| {
        (to_come + points(k.saturating_sub(lower)), to_hold + points(upper.saturating_sub(k - 1)))
    });
    (1 + to_come / POINTS, 1 + to_hold / POINTS)
}

/// So many points of the board count as one more move for who is behind.
const LEAD: u16 = 2;

/// How hard it seems to come to something in one place, and to keep the maximiser from it, by how hard it seems `here` and by the maximiser's
/// likely lead on the whole board.
pub fn on_the_whole((to_come, to_hold): (u32, u32), lead: i16) -> (u32, u32) {
    let behind = |points: i16| u32::from(points.max(0).unsigned_abs() / LEAD);
    (to_come + behind(-lead), to_hold + behind(lead))
}

/// Numbers of moves.
pub const MOVES: usize = 128;

/// What is seen of a state at once.
#[derive(Clone, Copy, Debug)]
pub enum Sight<K> {
    /// The game is over, and comes to so much from here on.
    Over(i16),
    /// It goes on for ever.
    Endless,
    /// Nothing is to be said of it, neither that it is won nor that it is not.
    Untold,
    /// It goes on; states with the same key come to the same from there on.
    Open(K),
}

/// A number that is forced from a state on, and how far the gains of the player who forces it may fall on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forced {
    /// At least so much, or at most.
    pub value: i16,
    /// How far his gains may fall.
    pub fall: u8,
}

/// What both players are sure to force from a state on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sure {
    /// The maximiser comes to at least so much.
    pub lower: Forced,
    /// The minimiser holds him to so much.
    pub upper: Forced,
}
