//! All states of a game over all legal positions of a board, up to symmetry, with their successors in memory.
//!
//! A state is seen from the player to move, who is called Black: every move exchanges the colours. The rule's own code makes
//! the moves; passes that end a sequence are left to the solvers, which know what an end is worth.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::classes::{CanonicalForm, Classes};
use super::sweep::Sweeps;
use crate::board::Position;
use crate::solve::{Predecessors, parallel};

/// What a state may remember besides the position.
pub trait Extra: Copy + Ord + Hash + Default + Send + Sync + std::fmt::Debug {}

impl<T: Copy + Ord + Hash + Default + Send + Sync + std::fmt::Debug> Extra for T {}

/// What a rule set's states remember besides the position, and its moves.
pub trait States: Sync {
    /// What is remembered, seen from the player to move (Black); the default is nothing.
    type Extra: Extra;

    /// Appends the states after each of Black's moves but the pass, the colours exchanged.
    fn plays(&self, position: Position, extra: Self::Extra, out: &mut Vec<(Position, Self::Extra)>);

    /// What is remembered after a pass, the colours exchanged.
    fn after_pass(&self, extra: Self::Extra) -> Self::Extra;

    /// What is remembered, turned by a symmetry of the board.
    fn turned(&self, extra: Self::Extra, classes: &Classes, turn: usize) -> Self::Extra;
}

/// The states of a game, numbered. The first are the classes of positions with nothing remembered.
pub struct Nodes<X> {
    classes: usize,
    /// By node from the number of classes on: its class and what it remembers.
    remembering: Vec<(u32, X)>,
    /// Where in that list a state is.
    places: HashTable<u32>,
}

impl<X: Extra> Nodes<X> {
    /// The nodes of so many classes, and of these states that remember something.
    #[must_use]
    pub fn new(classes: usize, remembering: Vec<(u32, X)>) -> Nodes<X> {
        let mut nodes = Nodes { classes, remembering: Vec::with_capacity(remembering.len()), places: HashTable::new() };
        for (class, extra) in remembering {
            nodes.insert(class, extra);
        }
        nodes
    }

    /// The states that remember something, class and memory, in the order of their numbers.
    #[must_use]
    pub fn remembering(&self) -> &[(u32, X)] {
        &self.remembering
    }

    fn insert(&mut self, class: u32, extra: X) -> usize {
        if extra == X::default() {
            return class as usize;
        }
        let state = (class, extra);
        let hash = FxBuildHasher.hash_one(state);
        let (known, same) = (&self.remembering, |&place: &u32| self.remembering[place as usize] == state);
        let rehash = |&place: &u32| FxBuildHasher.hash_one(known[place as usize]);
        let place = *self.places.entry(hash, same, rehash).or_insert(known.len() as u32).get();
        if place as usize == self.remembering.len() {
            self.remembering.push(state);
        }
        self.classes + place as usize
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.classes + self.remembering.len()
    }

    /// Never: there is the empty board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node of a state, Black to move, and the symmetry that leads from the node's own state to it; `None` if it cannot
    /// follow from a position with nothing remembered.
    pub fn form<S: States<Extra = X>>(
        &self,
        classes: &Classes,
        states: &S,
        position: Position,
        extra: X,
    ) -> Option<CanonicalForm> {
        let (class, extra, turn) = canonical(classes, states, position, extra);
        if extra == X::default() {
            return Some(CanonicalForm::new(class as usize, turn as usize));
        }
        let same = |&place: &u32| self.remembering[place as usize] == (class, extra);
        let place = *self.places.find(FxBuildHasher.hash_one((class, extra)), same)?;
        Some(CanonicalForm::new(self.classes + place as usize, turn as usize))
    }
}

/// The states of a game and their successors.
pub struct Graph<X> {
    nodes: Nodes<X>,
    starts: Vec<u32>,
    successors: Vec<CanonicalForm>,
}

/// Nodes expanded at a time; the order of their successors does not depend on it.
const BATCH: usize = 1 << 14;

impl<X: Extra> Graph<X> {
    /// All states that can follow from any legal position with nothing remembered; `None` if it was stopped.
    pub fn new<S: States<Extra = X>>(classes: &Classes, states: &S, sweeping: &Sweeps<'_>) -> Option<Graph<X>> {
        let nodes = Nodes::new(classes.len(), Vec::new());
        let mut graph = Graph { nodes, starts: vec![0], successors: Vec::new() };
        let mut from = 0;
        while from < graph.len() {
            if sweeping.stops() {
                return None;
            }
            let to = graph.len().min(from + BATCH);
            let found: Vec<Vec<(u32, X, u8)>> = parallel::map(to - from, &|at| {
                let (position, extra) = graph.state(classes, from + at);
                let mut next = vec![(position.swapped(), states.after_pass(extra))];
                states.plays(position, extra, &mut next);
                next.iter().map(|&(p, x)| canonical(classes, states, p, x)).collect()
            });
            for next in &found {
                for &(class, extra, turn) in next {
                    let number = graph.nodes.insert(class, extra);
                    graph.successors.push(CanonicalForm::new(number, turn as usize));
                }
                graph.starts.push(graph.successors.len() as u32);
            }
            from = to;
            sweeping.expanded(from as u64, graph.len() as u64);
        }
        Some(graph)
    }

    /// Its states.
    #[must_use]
    pub fn nodes(&self) -> &Nodes<X> {
        &self.nodes
    }

    /// Its states without their successors.
    #[must_use]
    pub fn into_nodes(self) -> Nodes<X> {
        self.nodes
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is the empty board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The class of a node.
    #[must_use]
    #[inline]
    pub fn class(&self, node: usize) -> usize {
        let Nodes { classes, remembering, .. } = &self.nodes;
        if node < *classes { node } else { remembering[node - classes].0 as usize }
    }

    /// The state of a node, Black to move.
    #[must_use]
    pub fn state(&self, classes: &Classes, node: usize) -> (Position, X) {
        let first = self.nodes.classes;
        let extra = if node < first { X::default() } else { self.nodes.remembering[node - first].1 };
        (classes.representative(self.class(node)), extra)
    }

    /// The successor by a pass, as seen by the other player.
    #[must_use]
    #[inline]
    pub fn pass(&self, node: usize) -> CanonicalForm {
        self.successors[self.starts[node] as usize]
    }

    /// The successors by all other moves, as seen by the other player.
    #[must_use]
    #[inline]
    pub fn plays(&self, node: usize) -> &[CanonicalForm] {
        &self.successors[self.starts[node] as usize + 1..self.starts[node + 1] as usize]
    }

    /// By node, the nodes it is reached from by one move.
    #[must_use]
    pub fn predecessors(&self) -> Predecessors {
        let of = |node: usize| &self.successors[self.starts[node] as usize..self.starts[node + 1] as usize];
        Predecessors::new(self.len(), |node| of(node).iter().map(move |form| (form.number(), node as u32)))
    }
}

/// The class of a state, what it remembers in the frame of the class, and the symmetry that leads from there to it. Of the
/// symmetries that keep the representative, the one with the least image is taken, so equal states are found equal.
fn canonical<S: States>(classes: &Classes, states: &S, position: Position, extra: S::Extra) -> (u32, S::Extra, u8) {
    let form = classes.form(position);
    let (class, turn) = (form.number(), form.turn());
    if extra == S::Extra::default() {
        return (class as u32, extra, turn as u8);
    }
    let turns = classes.turns();
    let representative = classes.representative(class);
    (0..turns.len())
        .filter(|&t| turns.position(t, representative) == position)
        .map(|t| (states.turned(extra, classes, turns.inverse(t)), t))
        .min()
        .map_or((class as u32, extra, turn as u8), |(x, t)| (class as u32, x, t as u8))
}
