//! The explored part of a game's graph, and the loop that grows it until the root's value is decided.
//!
//! A node is *expanded* (all its successors are in the graph), *ended* (it has none), or on the *frontier*. Values are
//! bounded from both sides: once with the frontier at its worst and once at its best for the maximiser. Where both agree
//! the value is exact, whatever lies beyond the frontier; so a decided value is final and may be kept for other roots.
//! When the frontier is empty the two bounds coincide, so on a graph within the budget every value is decided. Which
//! frontier nodes are expanded next ([`super::frontier`]) changes the time an answer takes, never the answer.

use rustc_hash::FxHashMap;

use super::frontier::Frontier;
use super::objective::UNEXPANDED;
pub use super::objective::{Arena, Objective};
use super::{Bounds, Budget, Game};

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
