//! Games whose repetition rule remembers the whole sequence (fixed-ko, situational superko): who forces a condition, when
//! the bounds without that memory leave it open.
//!
//! Let the *core* be the states that neither player wins without the memory. A player who leads out of the core loses: what
//! has been used up so far led into the core, and the other player's winning strategy, found by backward induction, never
//! leads into it nor to the same state twice, so the memory forbids none of its moves. So the core is searched alone, with
//! its memory; a player without a move inside it loses. What was used up matters only while it can be met again, that is in
//! the strongly connected components still reachable; the rest is forgotten, which makes the search small.

use std::hash::Hash;

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::{Budget, Game};
use crate::board::Colour;

/// What a repetition rule remembers.
pub trait Memory<G: Game> {
    /// What is remembered: a pair of positions, a position with the player to move.
    type Mark: Clone + Eq + Hash;

    /// The mark that the start of the sequence leaves.
    fn initial(&self, root: &G::State) -> Option<Self::Mark>;

    /// The mark that this move leaves.
    fn left(&self, from: &G::State, mv: &G::Move, to: &G::State) -> Option<Self::Mark>;

    /// The mark that forbids this move if it was left before; moves with the same such mark lead to the same state.
    fn forbidding(&self, from: &G::State, mv: &G::Move, to: &G::State) -> Option<Self::Mark>;
}

/// Who wins a state without the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// This player forces his condition.
    Won(Colour),
    /// Neither does: the state belongs to the core.
    Open,
}

struct Edge {
    to: u32,
    forbidding: Option<u32>,
    left: Option<u32>,
}

/// The core reachable from a root, its marks numbered.
struct Core {
    movers: Vec<Colour>,
    edges: Vec<Vec<Edge>>,
    /// By node: its strongly connected component; one that is reachable from another has a smaller number.
    component: Vec<u32>,
    /// By mark: the component of the state that a move with this forbidding mark leads to.
    mark_component: Vec<Option<u32>>,
    initial: Option<u32>,
}

/// Whether `player` wins `root` under the repetition rule; `None` if the budget ran out or `without` could not tell.
pub fn wins<G: Game, M: Memory<G>>(
    game: &G,
    memory: &M,
    root: &G::State,
    player: Colour,
    mut without: impl FnMut(&G::State) -> Option<Without>,
    budget: Budget,
) -> Option<bool> {
    if let Without::Won(winner) = without(root)? {
        return Some(winner == player);
    }
    let core = Core::build(game, memory, root, without, budget)?;
    core.search(player, budget)
}

impl Core {
    fn build<G: Game, M: Memory<G>>(
        game: &G,
        memory: &M,
        root: &G::State,
        mut without: impl FnMut(&G::State) -> Option<Without>,
        budget: Budget,
    ) -> Option<Core> {
        let mut nodes: indexmap::IndexSet<G::State> = indexmap::IndexSet::from([root.clone()]);
        let mut marks: indexmap::IndexSet<M::Mark> = indexmap::IndexSet::new();
        let mut number = |mark: Option<M::Mark>| mark.map(|m| marks.insert_full(m).0 as u32);
        let initial = number(memory.initial(root));
        let (mut movers, mut edges) = (Vec::new(), Vec::new());
        let mut moves = Vec::new();
        while edges.len() < nodes.len() {
            if budget.is_spent(nodes.len(), 0) {
                return None;
            }
            let from = nodes[edges.len()].clone();
            movers.push(game.mover(&from));
            game.moves(&from, &mut moves);
            let mut out = Vec::new();
            for (mv, to) in moves.drain(..) {
                if without(&to)? == Without::Open {
                    out.push(Edge {
                        forbidding: number(memory.forbidding(&from, &mv, &to)),
                        left: number(memory.left(&from, &mv, &to)),
                        to: nodes.insert_full(to).0 as u32,
                    });
                }
            }
            edges.push(out);
        }
        let mut graph = DiGraph::<(), ()>::with_capacity(edges.len(), 0);
        edges.iter().for_each(|_| {
            graph.add_node(());
        });
        for (from, out) in edges.iter().enumerate() {
            for edge in out {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(edge.to as usize), ());
            }
        }
        let mut component = vec![0; edges.len()];
        // Tarjan's algorithm yields a component after all those it leads to.
        for (number, members) in petgraph::algo::tarjan_scc(&graph).into_iter().enumerate() {
            members.into_iter().for_each(|node| component[node.index()] = number as u32);
        }
        let mut mark_component = vec![None; marks.len()];
        for edge in edges.iter().flatten() {
            if let Some(mark) = edge.forbidding {
                mark_component[mark as usize] = Some(component[edge.to as usize]);
            }
        }
        Some(Core { movers, edges, component, mark_component, initial })
    }

    /// What of `used` can still forbid a move of the core from `node` on.
    fn relevant(&self, node: u32, used: &[u32]) -> Vec<u32> {
        let here = self.component[node as usize];
        let mut kept: Vec<u32> =
            used.iter().copied().filter(|&m| self.mark_component[m as usize].is_some_and(|c| c <= here)).collect();
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    fn search(&self, player: Colour, budget: Budget) -> Option<bool> {
        struct Frame {
            node: u32,
            used: Vec<u32>,
            next: usize,
        }
        // Whether the player to move wins, by node and what is used up.
        let mut known: FxHashMap<(u32, Vec<u32>), bool> = FxHashMap::default();
        let root = Frame { node: 0, used: self.relevant(0, self.initial.as_slice()), next: 0 };
        let mut stack = vec![root];
        let mut result = false;
        let mut steps = 0;
        while let Some(frame) = stack.last_mut() {
            let mover = self.movers[frame.node as usize];
            let mut won = false;
            let mut deeper = None;
            while let Some(edge) = self.edges[frame.node as usize].get(frame.next) {
                if edge.forbidding.is_some_and(|m| frame.used.binary_search(&m).is_ok()) {
                    frame.next += 1;
                    continue;
                }
                let mut used = frame.used.clone();
                used.extend(edge.left);
                let used = self.relevant(edge.to, &used);
                match known.get(&(edge.to, used.clone())) {
                    Some(&theirs) if (self.movers[edge.to as usize] == mover) == theirs => {
                        won = true;
                        break;
                    }
                    Some(_) => frame.next += 1,
                    None => {
                        deeper = Some(Frame { node: edge.to, used, next: 0 });
                        break;
                    }
                }
            }
            if let Some(next) = deeper {
                steps += 1;
                if budget.is_spent(steps, 0) {
                    return None;
                }
                stack.push(next);
            } else if let Some(done) = stack.pop() {
                result = won == (mover == player);
                known.insert((done.node, done.used), won);
            }
        }
        Some(result)
    }
}
