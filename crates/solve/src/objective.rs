//! The explored part of a game's graph ([`super::arena`] grows it), and what is asked of a game.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Bounds, Game};
use crate::board::Colour;

/// The span of a node that is not expanded begins here.
pub(super) const UNEXPANDED: u32 = u32::MAX;

/// The explored part of a graph of states. Node 0 is the root.
pub struct Arena<S> {
    pub(super) states: IndexSet<S, FxBuildHasher>,
    pub(super) spans: Vec<(u32, u32)>,
    pub(super) edges: Vec<u32>,
    /// Whether the maximiser of the objective is to move, by node.
    pub maximising: Vec<bool>,
    pub(super) order: Vec<u32>,
}

impl<S: Clone + Eq + std::hash::Hash> Arena<S> {
    pub(super) fn new() -> Arena<S> {
        Arena {
            states: IndexSet::default(),
            spans: Vec::new(),
            edges: Vec::new(),
            maximising: Vec::new(),
            order: Vec::new(),
        }
    }

    /// The state of a node.
    pub fn state(&self, node: usize) -> &S {
        &self.states[node]
    }

    /// The node of a state, if it has been met.
    pub fn node(&self, state: &S) -> Option<usize> {
        self.states.get_index_of(state)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Whether a node is on the frontier.
    pub fn is_frontier(&self, node: usize) -> bool {
        self.spans[node].0 == UNEXPANDED
    }

    /// The successors of a node; empty unless it is expanded.
    pub fn successors(&self, node: usize) -> &[u32] {
        match self.spans[node] {
            (UNEXPANDED, _) => &[],
            (start, len) => &self.edges[start as usize..(start + len) as usize],
        }
    }

    /// Bytes that the next growth takes at most, where it is near: what is full doubles, and is copied.
    pub(super) fn growth(&self) -> usize {
        fn of(len: usize, capacity: usize, size: usize) -> usize {
            if len + len / 8 < capacity { 0 } else { 2 * capacity * size }
        }
        // An entry of the set is a state with its hash and its place.
        of(self.states.len(), self.states.capacity(), size_of::<S>() + 3 * size_of::<usize>())
            + of(self.spans.len(), self.spans.capacity(), size_of::<(u32, u32)>())
            + of(self.edges.len(), self.edges.capacity(), size_of::<u32>())
    }

    /// The expanded nodes, in the order in which they were expanded.
    pub fn expanded(&self) -> &[u32] {
        &self.order
    }
}

/// What is asked of a game: a value for every state, as a fixpoint over the arena.
pub trait Objective<G: Game> {
    /// The values.
    type Value: Copy + Eq + std::fmt::Debug;

    /// The player who wants a great value.
    fn maximiser(&self) -> Colour;

    /// What is known of a state without looking at its successors; equal bounds decide it.
    fn known(&mut self, state: &G::State) -> Bounds<Self::Value>;

    /// Whether the successors of `state` say nothing of its value: it is never expanded, and stays as it is known.
    fn opaque(&self, state: &G::State) -> bool;

    /// The value of a sequence that has ended in `state`.
    fn end(&mut self, state: &G::State) -> Self::Value;

    /// Recomputes the bounds of the expanded nodes in `open` from those of the others: sound in any case, and the fixpoints
    /// themselves if `thorough`.
    fn evaluate(&self, arena: &Arena<G::State>, open: &[u32], thorough: bool, bounds: &mut [Bounds<Self::Value>]);

    /// Whether the value of `child` can still change that of its undecided predecessor `node`.
    fn relevant(&self, arena: &Arena<G::State>, node: usize, child: usize, bounds: &[Bounds<Self::Value>]) -> bool;

    /// A value that lies between the bounds of the root, for the question whether the root is worth at least that; `None` if
    /// that question is not the same for all states of a sequence.
    fn target(&self, root: Bounds<Self::Value>) -> Option<Self::Value>;

    /// Whether the move from `node` to `child` leaves it open if `node` is worth at least `target`.
    fn open(
        &self,
        arena: &Arena<G::State>,
        node: usize,
        child: usize,
        bounds: &[Bounds<Self::Value>],
        target: Self::Value,
    ) -> bool;
}
