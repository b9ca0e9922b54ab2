//! The part of a game in which it matters what its repetition rule remembers.

use std::hash::Hash;

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::board::Colour;
use crate::solve::{Budget, Game, Predecessors};

/// What a repetition rule remembers. A move that is forbidden leads to a state that was visited before.
pub trait Memory<G: Game> {
    /// What is remembered: a pair of positions, a position with the player to move.
    type Mark: Clone + Eq + Hash;
    /// A state as it is called in every game with the same moves.
    type Name: Eq + Hash;

    /// What a state is called.
    fn name(&self, state: &G::State) -> Self::Name;

    /// The mark that a state leaves, however it was entered.
    fn visited(&self, state: &G::State) -> Option<Self::Mark>;

    /// The mark that this move leaves, besides that of the state it leads to.
    fn left(&self, from: &G::State, mv: &G::Move, to: &G::State) -> Option<Self::Mark>;

    /// The mark that forbids this move if it was left before.
    fn forbidding(&self, from: &G::State, mv: &G::Move, to: &G::State) -> Option<Self::Mark>;
}

/// Who wins a state without the memory, or by what was decided before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// This player forces his condition.
    Won(Colour),
    /// Neither does: the state belongs to the core.
    Open,
}

/// A move to a state of the core, with the marks that forbid it and that it leaves.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) forbidding: Option<u32>,
    pub(super) left: Option<u32>,
}

/// The states of the core that can be reached from a root, which is the first; their marks numbered.
pub(super) struct Core<S> {
    pub(super) states: indexmap::IndexSet<S, FxBuildHasher>,
    pub(super) movers: Vec<Colour>,
    /// The moves to states of the core.
    pub(super) edges: Vec<Vec<Edge>>,
    pub(super) predecessors: Predecessors,
    /// By state: the player to move leads to a state that is won for him.
    pub(super) won: Vec<bool>,
    /// By state: the mark that it leaves.
    pub(super) visited: Vec<Option<u32>>,
    /// By mark that moves leave: the states they are made in.
    pub(super) leaving: FxHashMap<u32, Vec<u32>>,
}

impl<S: Clone + Eq + Hash> Core<S> {
    pub(super) fn build<G: Game<State = S>, M: Memory<G>>(
        game: &G,
        memory: &M,
        root: &S,
        mut without: impl FnMut(&S) -> Option<Without>,
        budget: Budget,
    ) -> Option<Core<S>> {
        let mut states = indexmap::IndexSet::from_iter([root.clone()]);
        let mut marks: indexmap::IndexSet<M::Mark, FxBuildHasher> = indexmap::IndexSet::default();
        let mut number = |mark: Option<M::Mark>| mark.map(|m| marks.insert_full(m).0 as u32);
        let (mut movers, mut edges, mut won, mut visited) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut leaving: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut moves = Vec::new();
        while edges.len() < states.len() {
            if budget.is_spent(states.len(), 0) {
                return None;
            }
            let from = states[edges.len()].clone();
            let mover = game.mover(&from);
            game.moves(&from, &mut moves);
            let (mut out, mut wins) = (Vec::new(), false);
            for (mv, to) in moves.drain(..) {
                match without(&to)? {
                    Without::Won(winner) => wins |= winner == mover,
                    Without::Open => out.push(Edge {
                        forbidding: number(memory.forbidding(&from, &mv, &to)),
                        left: number(memory.left(&from, &mv, &to)),
                        to: states.insert_full(to).0 as u32,
                    }),
                }
            }
            for mark in out.iter().filter_map(|edge| edge.left) {
                leaving.entry(mark).or_default().push(edges.len() as u32);
            }
            visited.push(number(memory.visited(&from)));
            movers.push(mover);
            edges.push(out);
            won.push(wins);
        }
        let of = |from: usize| edges[from].iter().map(move |edge| (edge.to as usize, from as u32));
        let predecessors = Predecessors::new(edges.len(), of);
        Some(Core { states, movers, edges, predecessors, won, visited, leaving })
    }

    /// The strongly connected components among some nodes, each after all those it leads to.
    pub(super) fn components(&self, nodes: &[u32]) -> Vec<Vec<u32>> {
        let numbers: FxHashMap<u32, u32> = nodes.iter().copied().zip(0..).collect();
        let mut graph = DiGraph::<(), ()>::with_capacity(nodes.len(), 0);
        nodes.iter().for_each(|_| {
            graph.add_node(());
        });
        for (from, &node) in nodes.iter().enumerate() {
            let edges = &self.edges[node as usize];
            let alike = edges.iter().filter_map(|edge| self.leaving.get(&edge.forbidding?)).flatten();
            for to in edges.iter().map(|edge| &edge.to).chain(alike).filter_map(|to| numbers.get(to)) {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(*to as usize), ());
            }
        }
        let found = petgraph::algo::tarjan_scc(&graph).into_iter();
        found.map(|members| members.into_iter().map(|m| nodes[m.index()]).collect()).collect()
    }
}
