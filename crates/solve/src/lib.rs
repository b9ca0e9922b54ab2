//! Solvers for two-player games on finite graphs of states. They know no rule text: a rule set hands them a [`Game`], whose
//! states compare equal exactly when the text calls them the same.
//!
//! * [`arena`]: the part of a game's graph explored so far, grown on demand until its root is decided;
//! * [`clock`]: the time a question may take;
//! * [`attractor`]: what a player forces in finitely many moves (attractors, as least fixpoints), for many stones at once;
//! * [`line`]: lines of play that show what was decided; [`evidence`]: what an answer rests on, and lines read from that;
//! * [`memory`]: the memory a question may take; [`parallel`]: work on all threads;
//! * [`buechi`]: what a player forces infinitely often (generalised Büchi games, as nested fixpoints);
//! * [`fixpoint`]: least fixpoints over any lattice of values, on which [`attractor`] and [`score`] rest;
//! * [`play`]: the moves of a whole game under what rules may say of them;
//! * [`score`]: the bounds `lo` and `hi` of games that end in a number;
//! * [`subgame`]: the same, by listing every state that matters; [`deepening`]: by a search within a growing number of moves;
//! * [`search`]: what is forced about a few points of a board too large to list, by depth-first proof-number search;
//! * [`thresholds`]: the same for games that end in a number, of all thresholds at once;
//! * [`local`]: what a player holds on a board of any size, region by region;
//! * [`frozen`]: the same where almost nothing is open, on a board of the open points alone;
//! * [`ladder`]: in which order answers are sought, and with what part of the budget;
//! * [`history`]: games whose repetition rule remembers the whole sequence (fixed-ko, superko);
//! * [`recreated`]: games in which no play may recreate a position, though a state says more than its position;
//! * [`superko`]: what a position is worth that is played on to two passes under superko;
//! * [`dense`]: whole boards of up to 20 points, a few bytes to a position;
//! * [`value`]: what the whole game is worth from every position of a board.

extern crate self as solve;
use shinpan_board as board;
use shinpan_outside::files;

pub mod arena;
pub mod attractor;
pub mod buechi;
pub mod clock;
pub mod deepening;
pub mod dense;
pub mod evidence;
pub mod fixpoint;
mod frontier;
pub mod frozen;
pub mod history;
pub mod ladder;
pub mod line;
pub mod local;
pub mod memory;
mod objective;
pub mod parallel;
pub mod play;
mod predecessors;
pub mod progress;
pub mod recreated;
pub mod score;
pub mod search;
pub mod subgame;
pub mod superko;
pub mod thresholds;
pub mod value;
pub mod whole;

pub use predecessors::Predecessors;

use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::board::Colour;

/// A two-player game as a graph of states.
pub trait Game {
    /// A state: everything on which the further course may depend. `Eq` is the text's own notion of "same".
    type State: Clone + Eq + Hash + std::fmt::Debug;
    /// What a player may do.
    type Move: Clone + Eq + std::fmt::Debug;

    /// The player to move.
    fn mover(&self, state: &Self::State) -> Colour;

    /// Appends the moves of the player to move with the states they lead to. None at all means: the sequence has ended.
    fn moves(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>);
}

/// How far one question may go before its answer is `undecided`.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Most states expanded for one root.
    pub states: usize,
    /// Once set, no question goes any further; whoever sets it throws away what is answered from then on.
    pub stop: Option<&'static AtomicBool>,
    /// Most time for one question: a verdict of one rule set on one position.
    pub time: Option<Duration>,
    /// Most bytes that this process may take while a question is answered.
    pub memory: Option<u64>,
    /// Threads that look at one question together, where that can be; at least 1. With more than one, what is left open may differ from run to run.
    pub threads: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { states: 4_000_000, stop: None, time: None, memory: None, threads: 1 }
    }
}

impl Budget {
    /// At most `states` states.
    #[must_use]
    pub fn of(states: usize) -> Budget {
        Budget { states, ..Budget::default() }
    }

    /// At most so much time for a question and so many bytes of memory, or any if none are given.
    #[must_use]
    pub fn within(self, time: Option<Duration>, memory: Option<u64>) -> Budget {
        Budget { time, memory, ..self }
    }

    /// Whether `more` bytes are too many.
    #[must_use]
    pub fn is_full(&self, more: usize) -> bool {
        self.memory.is_some_and(|limit| memory::exceeds(limit, more as u64))
    }

    /// A part of it: one of so many.
    #[must_use]
    pub fn part(self, of: usize) -> Budget {
        Budget { states: (self.states / of).max(1), ..self }
    }

    /// Whether a question that has expanded `expanded` states may not expand `more`, or its time or the memory is used up
    /// ([`clock`], [`memory`]).
    #[must_use]
    pub fn is_spent(&self, expanded: usize, more: usize) -> bool {
        let stopped = || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        expanded + more > self.states || stopped() || clock::is_over() || self.is_full(0)
    }
}

/// What is known of a value: `lower <= value <= upper` in the order of the values' lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds<V> {
    /// The value is at least this.
    pub lower: V,
    /// The value is at most this.
    pub upper: V,
}

impl Bounds<crate::board::Points> {
    /// What both say of a set of points.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Bounds { lower: self.lower | other.lower, upper: self.upper & other.upper }
    }
}

impl<V: Copy + Ord> Bounds<V> {
    /// What both say of a number.
    #[must_use]
    pub fn within(self, other: Bounds<V>) -> Bounds<V> {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

impl<V: Copy + Eq> Bounds<V> {
    /// Bounds that decide the value.
    pub fn exactly(value: V) -> Bounds<V> {
        Bounds { lower: value, upper: value }
    }

    /// The value, if the bounds decide it.
    pub fn decided(&self) -> Option<V> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
