//! The explored part of a game's graph, and the loop that grows it until the root's value is decided.
//!
//! A node is *expanded* (all its successors are in the graph), *ended* (it has none), or on the *frontier*. Values are
//! bounded from both sides: once with the frontier at its worst and once at its best for the maximiser. Where both agree
//! the value is exact, whatever lies beyond the frontier; so a decided value is final and may be kept for other roots.
//! When the frontier is empty the two bounds coincide, so on a graph within the budget every value is decided. Which
//! frontier nodes are expanded next ([`super::frontier`]) changes the time an answer takes, never the answer.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::frontier::Frontier;
use super::{Bounds, Budget, Game};

const UNEXPANDED: u32 = u32::MAX;

/// The explored part of a graph of states. Node 0 is the root.
pub struct Arena<S> {
    states: IndexSet<S, FxBuildHasher>,
    spans: Vec<(u32, u32)>,
    edges: Vec<u32>,
    /// Whether the maximiser of the objective is to move, by node.
    pub maximising: Vec<bool>,
    order: Vec<u32>,
}

impl<S: Clone + Eq + std::hash::Hash> Arena<S> {
    fn new() -> Arena<S> {
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
    fn growth(&self) -> usize {
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
    fn maximiser(&self) -> crate::board::Colour;

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

/// Values that have been decided for good, by state.
pub type Decided<S, V> = FxHashMap<S, V>;

/// Solves for the value of `root`: explores as much as is needed, keeps every value decided on the way in `memo`, and
/// returns the bounds of the root, which decide it unless the budget ran out.
pub fn solve<G: Game, O: Objective<G>>(
    game: &G,
    objective: &mut O,
    memo: &mut Decided<G::State, O::Value>,
    root: &G::State,
    budget: Budget,
) -> Bounds<O::Value> {
    if let Some(&value) = memo.get(root) {
        return Bounds::exactly(value);
    }
    let Explored { arena, bounds } = explore(game, objective, memo, root, budget);
    remember(memo, &arena, &bounds);
    bounds[0]
}

/// What an exploration leaves: the graph and the bounds of its nodes.
pub struct Explored<S, V> {
    /// The graph; node 0 is the root.
    pub arena: Arena<S>,
    /// By node.
    pub bounds: Vec<Bounds<V>>,
}

impl<S: Clone + Eq + std::hash::Hash, V: Copy> Explored<S, V> {
    /// The states met, with their bounds.
    pub fn values(&self) -> impl Iterator<Item = (&S, Bounds<V>)> {
        self.arena.states.iter().zip(self.bounds.iter().copied())
    }
}

/// Explores from `root` until its value is decided or the budget runs out. States in `memo` are not explored further.
pub fn explore<G: Game, O: Objective<G>>(
    game: &G,
    objective: &mut O,
    memo: &Decided<G::State, O::Value>,
    root: &G::State,
    budget: Budget,
) -> Explored<G::State, O::Value> {
    let mut arena = Arena::new();
    let mut bounds: Vec<Bounds<O::Value>> = Vec::new();
    let mut moves = Vec::new();
    add(game, objective, memo, &mut arena, &mut bounds, root.clone());
    let mut batch = vec![0u32];
    let mut frontier = Frontier::default();
    // Expanded nodes when the fixpoints were last computed.
    let mut evaluated = 0;
    while bounds[0].decided().is_none() && !batch.is_empty() {
        if budget.is_spent(arena.order.len(), batch.len()) || budget.is_full(arena.growth()) {
            break;
        }
        for &node in &batch {
            let state = arena.state(node as usize).clone();
            moves.clear();
            game.moves(&state, &mut moves);
            arena.order.push(node);
            if moves.is_empty() {
                arena.spans[node as usize] = (arena.edges.len() as u32, 0);
                bounds[node as usize] = Bounds::exactly(objective.end(&state));
                continue;
            }
            let start = arena.edges.len() as u32;
            for (_, next) in moves.drain(..) {
                let to = add(game, objective, memo, &mut arena, &mut bounds, next);
                arena.edges.push(to);
            }
            arena.spans[node as usize] = (start, arena.edges.len() as u32 - start);
        }
        let thorough = arena.order.len() >= evaluated + evaluated / 2;
        loop {
            let thorough = thorough || batch.is_empty();
            // Between the fixpoints only what matters to the last choice is brought up to date.
            let nodes = if thorough { &arena.order[..] } else { frontier.nodes() };
            let undecided = |&n: &u32| bounds[n as usize].decided().is_none() && !arena.is_frontier(n as usize);
            let open: Vec<u32> = nodes.iter().copied().filter(undecided).collect();
            objective.evaluate(&arena, &open, thorough, &mut bounds);
            if thorough {
                evaluated = arena.order.len();
            }
            batch = frontier.next(objective, &arena, &bounds);
            if thorough || !batch.is_empty() || bounds[0].decided().is_some() {
                break;
            }
        }
    }
    Explored { arena, bounds }
}

/// Keeps what is decided.
fn remember<S: Clone + Eq + std::hash::Hash, V: Copy + Eq>(
    memo: &mut Decided<S, V>,
    arena: &Arena<S>,
    bounds: &[Bounds<V>],
) {
    let decided = bounds.iter().enumerate().filter_map(|(node, b)| Some((arena.state(node).clone(), b.decided()?)));
    memo.extend(decided);
}

fn add<G: Game, O: Objective<G>>(
    game: &G,
    objective: &mut O,
    memo: &Decided<G::State, O::Value>,
    arena: &mut Arena<G::State>,
    bounds: &mut Vec<Bounds<O::Value>>,
    state: G::State,
) -> u32 {
    let (node, new) = arena.states.insert_full(state);
    if new {
        let state = &arena.states[node];
        bounds.push(memo.get(state).map_or_else(|| objective.known(state), |&v| Bounds::exactly(v)));
        arena.maximising.push(game.mover(state) == objective.maximiser());
        arena.spans.push((UNEXPANDED, 0));
    }
    node as u32
}
