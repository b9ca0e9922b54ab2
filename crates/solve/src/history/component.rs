//! The search within a strongly connected component, history and all: a player leads out of it or has no move, and loses.
//!
//! The moves that are forbidden by now are taken away, and backward induction over what is left cuts the search short. What is
//! found of a history is learned for all others that are alike in what it rests on: a proof uses few of the marks that were
//! left.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hash};

use fixedbitset::FixedBitSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::core::{Core, Edge};
use crate::board::Colour;
use crate::solve::{Budget, Predecessors};

/// The states of one component, numbered anew, with their moves inside it.
pub(super) struct Batch {
    movers: Vec<Colour>,
    edges: Vec<Vec<Edge>>,
    /// By state: the states from which it is reached, and by which of their moves.
    predecessors: Predecessors<(u32, u32)>,
    visited: Vec<Option<u32>>,
    marks: usize,
}

/// What a win in a search rests on: besides the moves, only on these marks. One player leaves a mark and is forbidden by it to
/// move, so it is never to the winner's good that a mark of his own is left, nor to his harm that one of the other player's is.
#[derive(Clone, PartialEq, Eq)]
struct Rest {
    /// All of them: those that were not left let the winner make his moves.
    marks: FixedBitSet,
    /// Those that were left: they forbid moves to the other player.
    left: FixedBitSet,
}

impl Rest {
    fn on_nothing(marks: usize) -> Rest {
        Rest { marks: FixedBitSet::with_capacity(marks), left: FixedBitSet::with_capacity(marks) }
    }

    fn and(&mut self, other: &Rest) {
        self.marks.union_with(&other.marks);
        self.left.union_with(&other.left);
    }

    /// A move is not forbidden.
    fn on_free(&mut self, mark: Option<u32>) {
        self.marks.extend(mark.map(|mark| mark as usize));
    }

    /// A move is forbidden.
    fn on_left(&mut self, mark: u32) {
        self.marks.insert(mark as usize);
        self.left.insert(mark as usize);
    }

    /// Whether it is so with these marks left.
    fn holds(&self, used: &FixedBitSet) -> bool {
        let blocks = self.marks.as_slice().iter().zip(self.left.as_slice()).zip(used.as_slice());
        blocks.into_iter().all(|((marks, left), used)| used & marks == *left)
    }
}

/// A win, and what it rests on.
#[derive(Clone)]
struct Win {
    winner: Colour,
    rest: Rest,
}

/// How a node was closed: its winner makes this move there, or whatever is played loses if the other moves.
#[derive(Clone, Copy)]
struct Closed {
    node: u32,
    mv: Option<u32>,
}

/// A node that has just been entered.
struct Visit {
    node: u32,
    /// Who wins it by induction.
    winner: Option<Colour>,
    /// The marks left so far.
    used: FixedBitSet,
    /// The nodes that can be reached and that nobody wins by induction.
    open: FixedBitSet,
    /// Those that were open before and no longer are.
    closed: Vec<Closed>,
}

/// What has been learned of the components of one game with one memory. All that matters of a component is which states it
/// has: their moves are then the same, and whoever leads out of it loses.
pub struct Learned<N> {
    components: Vec<Component<N>>,
    /// By the sum of the hashes of its names.
    places: FxHashMap<u64, Vec<usize>>,
}

impl<N> Default for Learned<N> {
    fn default() -> Learned<N> {
        Learned { components: Vec::new(), places: FxHashMap::default() }
    }
}

/// A component, and for each of its nodes the wins that have been found. They hold for all histories.
pub(super) struct Component<N> {
    numbers: FxHashMap<N, u32>,
    batch: Batch,
    wins: Vec<Vec<Win>>,
}

impl<N> Component<N> {
    /// About the memory that the wins take: two sets of marks each.
    fn bytes(&self) -> usize {
        self.wins.iter().map(Vec::len).sum::<usize>() * (size_of::<Win>() + self.batch.marks / 4 + 32)
    }
}

impl<N: Eq + Hash> Learned<N> {
    /// About so many bytes are kept at the most, and one component if it is larger.
    pub const MOST: usize = 1 << 26;

    /// The component of these states, and their numbers in it.
    pub(super) fn component(&mut self, names: Vec<N>, batch: impl FnOnce() -> Batch) -> (&mut Component<N>, Vec<u32>) {
        if self.components.iter().map(Component::bytes).sum::<usize>() > Self::MOST {
            *self = Learned::default();
        }
        let hash = names.iter().fold(0u64, |sum, name| sum.wrapping_add(FxBuildHasher.hash_one(name)));
        let places = self.places.entry(hash).or_default();
        let numbers = |component: &Component<N>| -> Option<Vec<u32>> {
            let same = component.numbers.len() == names.len();
            names.iter().map(|name| component.numbers.get(name).copied().filter(|_| same)).collect()
        };
        let known = places.iter().find_map(|&at| Some((at, numbers(&self.components[at])?)));
        let (at, numbers) = known.unwrap_or_else(|| {
            places.push(self.components.len());
            let wins = names.iter().map(|_| Vec::new()).collect();
            let numbers = (0..names.len() as u32).collect();
            self.components.push(Component { numbers: names.into_iter().zip(0..).collect(), batch: batch(), wins });
            (self.components.len() - 1, numbers)
        });
        (&mut self.components[at], numbers)
    }
}

/// A search within a component.
pub(super) struct ComponentSearch<'a> {
    batch: &'a Batch,
    /// By node.
    learned: &'a mut Vec<Vec<Win>>,
    /// The sequence so far.
    line: Vec<Frame>,
    /// By node: how it was closed in the course of the sequence, and the marks left by then, by their number in `used`.
    closed: Vec<Option<(Closed, usize)>>,
    used: Vec<FixedBitSet>,
}

struct Frame {
    visit: Visit,
    /// The moves still to be tried, and what they lead to; the last is the next.
    next: Vec<(u32, Visit)>,
    /// The move that is being tried.
    trying: u32,
    /// What it rests on that all moves tried so far lose.
    refuted: Rest,
}

impl Batch {
    pub(super) fn new<S>(core: &Core<S>, nodes: &[u32]) -> Batch {
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
        let of = |from: usize| {
            edges[from].iter().enumerate().map(move |(mv, edge)| (edge.to as usize, (from as u32, mv as u32)))
        };
        let predecessors = Predecessors::new(nodes.len(), of);
        Batch {
            movers: nodes.iter().map(|&n| core.movers[n as usize]).collect(),
            edges,
            predecessors,
            visited: nodes.iter().map(|&n| mark(core.visited[n as usize])).collect(),
            marks: marks.len(),
        }
    }

    /// The marks left once a node has been entered.
    fn entered(&self, node: u32, mut used: FixedBitSet) -> FixedBitSet {
        used.extend(self.visited[node as usize].map(|mark| mark as usize));
        used
    }

    /// What a win after a move rests on before it.
    fn before(&self, edge: &Edge, mover: Colour, win: &mut Win) {
        for mark in [edge.left, self.visited[edge.to as usize]].into_iter().flatten() {
            win.rest.marks.set(mark as usize, false);
            win.rest.left.set(mark as usize, false);
        }
        if win.winner == mover {
            win.rest.on_free(edge.forbidding);
        }
    }

    /// Backward induction over what can still be reached from a node that has just been entered; who moves out of what was
    /// open before loses.
    fn induce(&self, node: u32, before: &FixedBitSet, used: FixedBitSet, work: &mut usize) -> Visit {
        let allowed = |edge: &Edge| {
            before.contains(edge.to as usize) && !edge.forbidding.is_some_and(|mark| used.contains(mark as usize))
        };
        let reached = self.reach(node, allowed);
        *work += reached.count_ones(..);
        let mut left = vec![0; self.movers.len()];
        let mut winners: Vec<Option<Colour>> = vec![None; self.movers.len()];
        let mut closed = Vec::new();
        // With the winner, and his move if it is his.
        let mut news = VecDeque::new();
        for from in reached.ones() {
            left[from] = self.edges[from].iter().filter(|e| allowed(e)).count();
            if left[from] == 0 {
                news.push_back((Closed { node: from as u32, mv: None }, self.movers[from].opponent()));
            }
        }
        // In the order of the moves that it takes, so a win rests on little.
        while let Some((here, winner)) = news.pop_front() {
            let at = here.node as usize;
            if winners[at].is_some() {
                continue;
            }
            winners[at] = Some(winner);
            closed.push(here);
            for &(from, mv) in self.predecessors.of(at) {
                let (back, mover) = (from as usize, self.movers[from as usize]);
                if !reached.contains(back) || !allowed(&self.edges[back][mv as usize]) {
                    continue;
                }
                left[back] -= usize::from(mover != winner);
                if mover == winner {
                    news.push_back((Closed { node: from, mv: Some(mv) }, winner));
                } else if left[back] == 0 {
                    news.push_back((Closed { node: from, mv: None }, winner));
                }
            }
        }
        let open = if winners[node as usize].is_some() {
            FixedBitSet::with_capacity(self.movers.len())
        } else {
            self.reach(node, |edge| allowed(edge) && winners[edge.to as usize].is_none())
        };
        Visit { node, winner: winners[node as usize], used, open, closed }
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

impl<'a> ComponentSearch<'a> {
    pub(super) fn new<N>(component: &'a mut Component<N>) -> ComponentSearch<'a> {
        let nodes = component.batch.movers.len();
        ComponentSearch {
            batch: &component.batch,
            learned: &mut component.wins,
            line: Vec::new(),
            closed: vec![None; nodes],
            used: Vec::new(),
        }
    }

    /// Who wins a node with nothing visited but itself; `None` if the budget ran out.
    pub(super) fn winner(&mut self, node: u32, budget: Budget, work: &mut usize) -> Option<Colour> {
        let batch = self.batch;
        let mut all = FixedBitSet::with_capacity(batch.movers.len());
        all.insert_range(..);
        let used = batch.entered(node, FixedBitSet::with_capacity(batch.marks));
        if let Some(win) = self.known(node, &used) {
            return Some(win.winner);
        }
        let visit = batch.induce(node, &all, used, work);
        if visit.winner.is_some() {
            return visit.winner;
        }
        let mut won = self.enter(visit, work);
        loop {
            let Some(frame) = self.line.last_mut() else { return won.map(|win| win.winner) };
            let mover = batch.movers[frame.visit.node as usize];
            if let Some(mut win) = won.take() {
                batch.before(&batch.edges[frame.visit.node as usize][frame.trying as usize], mover, &mut win);
                if win.winner == mover {
                    won = Some(self.leave(win));
                    continue;
                }
                frame.refuted.and(&win.rest);
            }
            let Some((trying, visit)) = frame.next.pop() else {
                let win = Win { winner: mover.opponent(), rest: frame.refuted.clone() };
                won = Some(self.leave(win));
                continue;
            };
            frame.trying = trying;
            if budget.is_spent(*work, 0) {
                while let Some(frame) = self.line.pop() {
                    self.reopen(&frame.visit);
                }
                return None;
            }
            won = match self.known(visit.node, &visit.used) {
                Some(win) => Some(win.clone()),
                None => self.enter(visit, work),
            };
        }
    }

    /// A win that has been learned and holds in this node with these marks left.
    fn known(&self, node: u32, used: &FixedBitSet) -> Option<&Win> {
        self.learned[node as usize].iter().rev().find(|win| win.rest.holds(used))
    }

    /// Goes on from a visit that is open: who wins, if that turns out at once; else its moves are to be tried one by one.
    fn enter(&mut self, visit: Visit, work: &mut usize) -> Option<Win> {
        let batch = self.batch;
        let mover = batch.movers[visit.node as usize];
        self.close(&visit);
        let (mut next, mut refuted) = (Vec::new(), Rest::on_nothing(batch.marks));
        let mut won = None;
        for (at, edge) in (0..).zip(&batch.edges[visit.node as usize]) {
            if let Some(mark) = edge.forbidding.filter(|&mark| visit.used.contains(mark as usize)) {
                refuted.on_left(mark);
                continue;
            }
            if !visit.open.contains(edge.to as usize) {
                // Where it leads out of what is open the other player wins.
                self.explain(edge.to, &mut refuted);
                continue;
            }
            let mut used = visit.used.clone();
            used.extend(edge.left.map(|mark| mark as usize));
            let used = batch.entered(edge.to, used);
            let mut win = match self.known(edge.to, &used) {
                Some(win) => win.clone(),
                None => {
                    let after = batch.induce(edge.to, &visit.open, used, work);
                    if after.winner.is_none() {
                        next.push((at, after));
                        continue;
                    }
                    self.induced(&after)
                }
            };
            batch.before(edge, mover, &mut win);
            if win.winner == mover {
                won = Some(win);
                break;
            }
            refuted.and(&win.rest);
        }
        // The smallest part to search first.
        next.sort_by_key(|(_, after)| std::cmp::Reverse(after.open.count_ones(..)));
        self.line.push(Frame { visit, next, trying: 0, refuted });
        won.map(|win| self.leave(win))
    }

    /// The last node of the sequence is won.
    fn leave(&mut self, win: Win) -> Win {
        if let Some(frame) = self.line.pop() {
            self.reopen(&frame.visit);
            self.learned[frame.visit.node as usize].push(win.clone());
        }
        win
    }

    /// What is won by induction.
    fn induced(&mut self, visit: &Visit) -> Win {
        let winner = visit.winner.expect("somebody wins it");
        let mut rest = Rest::on_nothing(self.batch.marks);
        self.close(visit);
        self.explain(visit.node, &mut rest);
        self.reopen(visit);
        let win = Win { winner, rest };
        self.learned[visit.node as usize].push(win.clone());
        win
    }

    fn close(&mut self, visit: &Visit) {
        for closed in &visit.closed {
            self.closed[closed.node as usize] = Some((*closed, self.used.len()));
        }
        self.used.push(visit.used.clone());
    }

    fn reopen(&mut self, visit: &Visit) {
        self.used.pop();
        visit.closed.iter().for_each(|closed| self.closed[closed.node as usize] = None);
    }

    /// What it rests on that a closed node is won: the moves of the winner from there on, and that the other has no more than
    /// he has. Those moves do not leave what was closed, and what was left since then was left by moves to what was open.
    fn explain(&self, node: u32, rest: &mut Rest) {
        let mut seen = FixedBitSet::with_capacity(self.closed.len());
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if seen.put(node as usize) {
                continue;
            }
            let (Closed { mv, .. }, used) = self.closed[node as usize].expect("what is no longer open was closed");
            let edges = &self.batch.edges[node as usize];
            if let Some(mv) = mv {
                let edge = edges[mv as usize];
                rest.on_free(edge.forbidding);
                stack.push(edge.to);
                continue;
            }
            for edge in edges {
                match edge.forbidding.filter(|&mark| self.used[used].contains(mark as usize)) {
                    Some(mark) => rest.on_left(mark),
                    None => stack.push(edge.to),
                }
            }
        }
    }
}
