//! Games whose repetition rule remembers the whole sequence (fixed-ko, situational superko): who forces a condition, when
//! the bounds without that memory leave it open.
//!
//! A move is forbidden only if its state was entered before ([`Memory`]). That makes backward induction go a long way. Let
//! states be *settled* one after the other, each for the player who wins whatever was visited before, if only none of it was
//! settled earlier than the state itself:
//!
//! * what is won without the memory: the winner's strategy never leads to the same state twice, nor to one that is open;
//! * a state from which the player to move reaches one settled for him, or can reach none but such as are settled for the
//!   other: what is reached was settled earlier, so it was not visited;
//! * once all that the states of a strongly connected component lead to outside it is settled, all of them at a time, each by
//!   a search within the component with nothing visited but itself. For this, states whose moves leave the same mark are
//!   connected: what was visited outside the component forbids nothing inside it.
//!
//! Every state of the *core*, those not won without the memory, is settled in this way. A player without a move inside it loses.
//! In the search the moves that are forbidden by now are taken away, and the same induction over what is left cuts it short.

use std::hash::Hash;

use fixedbitset::FixedBitSet;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::{Budget, Game};
use crate::board::Colour;

/// What a repetition rule remembers. A move that is forbidden leads to a state that was visited before.
pub trait Memory<G: Game> {
    /// What is remembered: a pair of positions, a position with the player to move.
    type Mark: Clone + Eq + Hash;

    /// The mark that a state leaves, however it was entered.
    fn visited(&self, state: &G::State) -> Option<Self::Mark>;

    /// The mark that this move leaves, besides that of the state it leads to.
    fn left(&self, from: &G::State, mv: &G::Move, to: &G::State) -> Option<Self::Mark>;

    /// The mark that forbids this move if it was left before.
    fn forbidding(&self, from: &G::State, mv: &G::Move, to: &G::State) -> Option<Self::Mark>;
}

/// Who wins a state without the memory, or by what was settled before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// This player forces his condition.
    Won(Colour),
    /// Neither does: the state belongs to the core.
    Open,
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
    core.settle(budget, false)[0].map(|winner| winner == player)
}

/// Settles every state of the core that can be reached from `root`: tells `found` who wins it with nothing visited but
/// itself. A `without` that knows what was found in this way, all of it, is right for other roots too. If the budget runs out,
/// `found` hears `None` of what is not settled by then. `None` if `without` could not tell, or the budget was too small to list
/// the states; nothing is found then.
pub fn settle<G: Game, M: Memory<G>>(
    game: &G,
    memory: &M,
    root: &G::State,
    mut without: impl FnMut(&G::State) -> Option<Without>,
    budget: Budget,
    mut found: impl FnMut(&G::State, Option<Colour>),
) -> Option<()> {
    if without(root)? == Without::Open {
        let core = Core::build(game, memory, root, without, budget)?;
        core.states.iter().zip(core.settle(budget, true)).for_each(|(state, winner)| found(state, winner));
    }
    Some(())
}

#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    forbidding: Option<u32>,
    left: Option<u32>,
}

/// The states of the core that can be reached from a root, which is the first; their marks numbered.
struct Core<S> {
    states: indexmap::IndexSet<S, rustc_hash::FxBuildHasher>,
    movers: Vec<Colour>,
    /// The moves to states of the core.
    edges: Vec<Vec<Edge>>,
    predecessors: Vec<Vec<u32>>,
    /// By state: the player to move leads to a state that is won for him.
    won: Vec<bool>,
    /// By state: the mark that it leaves.
    visited: Vec<Option<u32>>,
    /// By mark that moves leave: the states they are made in.
    leaving: FxHashMap<u32, Vec<u32>>,
}

impl<S: Clone + Eq + Hash> Core<S> {
    fn build<G: Game<State = S>, M: Memory<G>>(
        game: &G,
        memory: &M,
        root: &S,
        mut without: impl FnMut(&S) -> Option<Without>,
        budget: Budget,
    ) -> Option<Core<S>> {
        let mut states = indexmap::IndexSet::from_iter([root.clone()]);
        let mut marks: indexmap::IndexSet<M::Mark, rustc_hash::FxBuildHasher> = indexmap::IndexSet::default();
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
        let predecessors = backwards(&edges);
        Some(Core { states, movers, edges, predecessors, won, visited, leaving })
    }

    /// Who wins each state with nothing visited but itself, as far as the budget goes. Unless it is to be `every` one, those
    /// are left out that a sequence from the root enters only after others of the same component.
    fn settle(&self, budget: Budget, every: bool) -> Vec<Option<Colour>> {
        let nodes = self.edges.len();
        let searched = FixedBitSet::with_capacity(nodes);
        let mut settled = Settled { core: self, winners: vec![None; nodes], left: Vec::new(), searched };
        let mut work = 0;
        settled.left = self.edges.iter().zip(&self.won).map(|(out, &won)| out.len() as u32 + u32::from(won)).collect();
        for node in 0..nodes {
            if self.won[node] {
                settled.put(node as u32, self.movers[node]);
            } else if self.edges[node].is_empty() {
                settled.put(node as u32, self.movers[node].opponent());
            }
        }
        // The next one is the last; whatever it leads to outside itself has been settled by then.
        let mut components = vec![(0..nodes as u32).collect::<Vec<_>>()];
        while let Some(component) = components.pop() {
            let open: Vec<u32> = component.iter().copied().filter(|&n| settled.winners[n as usize].is_none()).collect();
            let connected = if open.len() == component.len() { self.components(&open) } else { Vec::new() };
            if connected.len() == 1 {
                settled.searched.extend(open.iter().map(|&n| n as usize));
                let entered = |n: u32| {
                    let outside =
                        |p: &u32| !settled.searched.contains(*p as usize) && settled.winners[*p as usize].is_none();
                    every || n == 0 || self.predecessors[n as usize].iter().any(outside)
                };
                let entries: Vec<usize> = (0..open.len()).filter(|&at| entered(open[at])).collect();
                let batch = Batch::new(self, &open);
                let mut search = |at: usize| batch.search(at as u32, budget, &mut work);
                let found: Option<Vec<(u32, Colour)>> =
                    entries.iter().map(|&at| Some((open[at], search(at)?))).collect();
                let Some(found) = found else { break };
                found.into_iter().for_each(|(n, winner)| settled.put(n, winner));
            } else if !open.is_empty() {
                let parts = if connected.is_empty() { self.components(&open) } else { connected };
                components.extend(parts.into_iter().rev());
            }
        }
        settled.winners
    }

    /// The strongly connected components among some nodes, each after all those it leads to.
    fn components(&self, nodes: &[u32]) -> Vec<Vec<u32>> {
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

fn backwards(edges: &[Vec<Edge>]) -> Vec<Vec<u32>> {
    let mut predecessors = vec![Vec::new(); edges.len()];
    for (from, out) in edges.iter().enumerate() {
        out.iter().for_each(|edge| predecessors[edge.to as usize].push(from as u32));
    }
    predecessors
}

/// What has been settled of a core.
struct Settled<'a, S> {
    core: &'a Core<S>,
    winners: Vec<Option<Colour>>,
    /// By state: moves that are not settled against the player to move.
    left: Vec<u32>,
    /// The states of components that have been searched: nothing else is to be concluded about them.
    searched: FixedBitSet,
}

impl<S> Settled<'_, S> {
    /// A state is settled, and what follows from it.
    fn put(&mut self, node: u32, winner: Colour) {
        let mut news = vec![(node, winner)];
        while let Some((node, winner)) = news.pop() {
            if self.winners[node as usize].is_some() {
                continue;
            }
            self.winners[node as usize] = Some(winner);
            for &from in &self.core.predecessors[node as usize] {
                let at = from as usize;
                self.left[at] -= u32::from(self.core.movers[at] != winner);
                if self.searched.contains(at) {
                    continue;
                }
                if self.core.movers[at] == winner || self.left[at] == 0 {
                    news.push((from, winner));
                }
            }
        }
    }
}

/// The states of one component, numbered anew, with their moves inside it.
struct Batch {
    movers: Vec<Colour>,
    edges: Vec<Vec<Edge>>,
    predecessors: Vec<Vec<Edge>>,
    visited: Vec<Option<u32>>,
    marks: usize,
}

/// A state of a search: what was visited is told by the marks that still forbid a move between `open` states, which are those
/// that can be reached and that nobody wins by induction.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Visit {
    node: u32,
    open: FixedBitSet,
    used: FixedBitSet,
}

/// What the induction says of a state of a search.
enum Induced {
    Won(Colour),
    Open(Visit),
}

impl Batch {
    fn new<S>(core: &Core<S>, nodes: &[u32]) -> Batch {
        let numbers: FxHashMap<u32, u32> = nodes.iter().copied().zip(0..).collect();
        let mut marks: FxHashMap<u32, u32> = FxHashMap::default();
        // A mark that forbids no move inside is of no use.
        let inside = |edge: &Edge| numbers.contains_key(&edge.to);
        for edge in nodes.iter().flat_map(|&n| &core.edges[n as usize]).filter(|e| inside(e)) {
            if let Some(mark) = edge.forbidding {
                let next = marks.len() as u32;
                marks.entry(mark).or_insert(next);
            }
        }
        let mark = |mark: Option<u32>| mark.and_then(|m| marks.get(&m).copied());
        let within = |&n: &u32| -> Vec<Edge> {
            let inside = core.edges[n as usize].iter().filter(|e| inside(e));
            inside.map(|e| Edge { to: numbers[&e.to], forbidding: mark(e.forbidding), left: mark(e.left) }).collect()
        };
        let edges: Vec<Vec<Edge>> = nodes.iter().map(within).collect();
        let mut predecessors = vec![Vec::new(); nodes.len()];
        for (from, out) in edges.iter().enumerate() {
            out.iter().for_each(|e| predecessors[e.to as usize].push(Edge { to: from as u32, ..*e }));
        }
        Batch {
            movers: nodes.iter().map(|&n| core.movers[n as usize]).collect(),
            edges,
            predecessors,
            visited: nodes.iter().map(|&n| mark(core.visited[n as usize])).collect(),
            marks: marks.len(),
        }
    }

    /// Who wins a node with nothing visited but itself; `None` if the budget ran out.
    fn search(&self, node: u32, budget: Budget, work: &mut usize) -> Option<Colour> {
        struct Frame {
            visit: Visit,
            /// What its moves lead to, the last to be tried first.
            next: Vec<Visit>,
        }
        let mut all = FixedBitSet::with_capacity(self.movers.len());
        all.insert_range(..);
        let start = match self.induce(node, &all, FixedBitSet::with_capacity(self.marks), work) {
            Induced::Won(winner) => return Some(winner),
            Induced::Open(visit) => visit,
        };
        let mut known: FxHashMap<Visit, Colour> = FxHashMap::default();
        let mut stack: Vec<Frame> = Vec::new();
        let mut entering = Some(start);
        let mut result = None;
        loop {
            if let Some(visit) = entering.take() {
                if budget.is_spent(*work, 0) {
                    return None;
                }
                result = known.get(&visit).copied();
                if result.is_none() {
                    match self.moves(&visit, work) {
                        Ok(next) => stack.push(Frame { visit, next }),
                        Err(winner) => {
                            known.insert(visit, winner);
                            result = Some(winner);
                        }
                    }
                }
            }
            let Some(frame) = stack.last_mut() else { return result };
            let mover = self.movers[frame.visit.node as usize];
            if result == Some(mover) {
                frame.next.clear();
            }
            match frame.next.pop() {
                Some(visit) => entering = Some(visit),
                None => {
                    // Won by the last move tried, or by none.
                    let winner = if result == Some(mover) { mover } else { mover.opponent() };
                    known.extend(stack.pop().map(|frame| (frame.visit, winner)));
                    result = Some(winner);
                    if stack.is_empty() {
                        return result;
                    }
                }
            }
        }
    }

    /// What the moves in a state lead to, the smallest part to search last; the player to move, if one of them wins.
    fn moves(&self, visit: &Visit, work: &mut usize) -> Result<Vec<Visit>, Colour> {
        let mover = self.movers[visit.node as usize];
        let mut next = Vec::new();
        for edge in &self.edges[visit.node as usize] {
            let forbidden = edge.forbidding.is_some_and(|mark| visit.used.contains(mark as usize));
            // Where it leads out of what is open the other player wins.
            if forbidden || !visit.open.contains(edge.to as usize) {
                continue;
            }
            let mut used = visit.used.clone();
            used.extend(edge.left.map(|mark| mark as usize));
            match self.induce(edge.to, &visit.open, used, work) {
                Induced::Won(winner) if winner == mover => return Err(mover),
                Induced::Won(_) => {}
                Induced::Open(after) => next.push(after),
            }
        }
        next.sort_by_key(|after| std::cmp::Reverse(after.open.count_ones(..)));
        Ok(next)
    }

    /// Backward induction over what can still be reached from a node that has just been entered; who moves out of what was
    /// open before loses.
    fn induce(&self, node: u32, before: &FixedBitSet, mut used: FixedBitSet, work: &mut usize) -> Induced {
        used.extend(self.visited[node as usize].map(|mark| mark as usize));
        let allowed = |edge: &Edge| {
            before.contains(edge.to as usize) && !edge.forbidding.is_some_and(|mark| used.contains(mark as usize))
        };
        let reached = self.reach(node, allowed);
        *work += reached.count_ones(..);
        let mut left = vec![0; self.movers.len()];
        let mut winners: Vec<Option<Colour>> = vec![None; self.movers.len()];
        let mut news = Vec::new();
        for from in reached.ones() {
            left[from] = self.edges[from].iter().filter(|e| allowed(e)).count();
            if left[from] == 0 {
                news.push((from, self.movers[from].opponent()));
            }
        }
        while let Some((at, winner)) = news.pop() {
            if winners[at].is_some() {
                continue;
            }
            winners[at] = Some(winner);
            for back in &self.predecessors[at] {
                let from = back.to as usize;
                if !reached.contains(from) || !allowed(&Edge { to: at as u32, ..*back }) {
                    continue;
                }
                left[from] -= usize::from(self.movers[from] != winner);
                if self.movers[from] == winner || left[from] == 0 {
                    news.push((from, winner));
                }
            }
        }
        if let Some(winner) = winners[node as usize] {
            return Induced::Won(winner);
        }
        let open = self.reach(node, |edge| allowed(edge) && winners[edge.to as usize].is_none());
        let mut relevant = FixedBitSet::with_capacity(self.marks);
        for edge in open.ones().flat_map(|from| &self.edges[from]).filter(|e| open.contains(e.to as usize)) {
            relevant.extend(edge.forbidding.map(|mark| mark as usize));
        }
        used.intersect_with(&relevant);
        Induced::Open(Visit { node, open, used })
    }

    /// The nodes that are reached from one by moves of which `follows` is true.
    fn reach(&self, node: u32, follows: impl Fn(&Edge) -> bool) -> FixedBitSet {
        let mut reached = FixedBitSet::with_capacity(self.movers.len());
        reached.insert(node as usize);
        let mut stack = vec![node as usize];
        while let Some(from) = stack.pop() {
            for edge in self.edges[from].iter().filter(|e| follows(e)) {
                if !reached.put(edge.to as usize) {
                    stack.push(edge.to as usize);
                }
            }
        }
        reached
    }
}
