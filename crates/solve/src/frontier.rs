//! Which frontier nodes are expanded next: those of the cheapest proof and of the cheapest disproof of one yes-or-no question
//! about the root, in the manner of proof-number search (L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number
//! search", 1994), several at a time. A set of moves counts as its hardest member and one for each other (weak proof
//! numbers), since states are reached along many paths. A heuristic through and through: the answer does not depend on it.

use std::cmp::Reverse;

use super::objective::{Arena, Objective};
use super::{Bounds, Game};

const NEVER: u32 = u32::MAX;
/// Passes over the graph that disproof numbers get.
const PASSES: usize = 8;

/// Room for the numbers of a graph, kept from one choice to the next.
#[derive(Default)]
pub struct Frontier {
    /// By node of the arena: its place among the nodes looked at, if it has one.
    place: Vec<u32>,
    /// The nodes looked at.
    nodes: Vec<u32>,
    /// By place: the span of its open moves in `moves`.
    spans: Vec<(u32, u32)>,
    /// Places that open moves lead to.
    moves: Vec<u32>,
    /// By place: whether the maximiser moves.
    maximising: Vec<bool>,
    /// By place: a frontier node.
    leaf: Vec<bool>,
    /// By place: a frontier node already chosen.
    picked: Vec<bool>,
    proof: Vec<u32>,
    disproof: Vec<u32>,
}

impl Frontier {
    /// The next frontier nodes to expand; none if no frontier node can matter to the root any more.
    pub fn next<G: Game, O: Objective<G>>(
        &mut self,
        objective: &O,
        arena: &Arena<G::State>,
        bounds: &[Bounds<O::Value>],
    ) -> Vec<u32> {
        if bounds[0].decided().is_some() {
            return Vec::new();
        }
        let expanded = arena.expanded().len();
        let mut found = Vec::new();
        if let Some(target) = objective.target(bounds[0]) {
            self.look(objective, arena, |node, child| objective.open(arena, node, child, bounds, target));
            self.prove();
            self.disprove();
            let most = (expanded / 8).max(8);
            self.collect(true, most, &mut found);
            self.collect(false, most, &mut found);
        }
        if found.is_empty() {
            let most = expanded.max(64);
            self.look(objective, arena, |node, child| objective.relevant(arena, node, child, bounds));
            found = (0..self.nodes.len()).filter(|&i| self.leaf[i]).map(|i| self.nodes[i]).take(most).collect();
        }
        found
    }

    /// The nodes looked at for the last choice, breadth first from the root.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// Takes in the nodes that matter, breadth first from the root.
    fn look<G: Game, O: Objective<G>>(
        &mut self,
        objective: &O,
        arena: &Arena<G::State>,
        open: impl Fn(usize, usize) -> bool,
    ) {
        self.place.clear();
        self.place.resize(arena.len(), NEVER);
        self.nodes.clear();
        self.spans.clear();
        self.moves.clear();
        self.maximising.clear();
        self.leaf.clear();
        self.picked.clear();
        self.nodes.push(0);
        self.place[0] = 0;
        let mut i = 0;
        while i < self.nodes.len() {
            let node = self.nodes[i] as usize;
            let start = self.moves.len() as u32;
            self.leaf.push(arena.is_frontier(node) && !objective.opaque(arena.state(node)));
            self.maximising.push(arena.maximising[node]);
            for &to in arena.successors(node) {
                if open(node, to as usize) {
                    if self.place[to as usize] == NEVER {
                        self.place[to as usize] = self.nodes.len() as u32;
                        self.nodes.push(to);
                    }
                    self.moves.push(self.place[to as usize]);
                }
            }
            self.spans.push((start, self.moves.len() as u32));
            i += 1;
        }
    }

    fn moves(&self, i: usize) -> &[u32] {
        let (start, end) = self.spans[i];
        &self.moves[start as usize..end as usize]
    }

    /// Proof numbers: the least solution, found in ascending order (D. E. Knuth, "A generalization of Dijkstra's algorithm",
    /// 1977). So a choice of moves with the least numbers never runs in a circle.
    fn prove(&mut self) {
        let n = self.nodes.len();
        let mut before: Vec<(u32, u32)> = vec![(0, 0); n];
        for &to in &self.moves {
            before[to as usize].1 += 1;
        }
        let mut start = 0;
        for span in &mut before {
            let len = span.1;
            *span = (start, start);
            start += len;
        }
        let mut from = vec![0; self.moves.len()];
        for i in 0..n {
            let (start, end) = self.spans[i];
            for &to in &self.moves[start as usize..end as usize] {
                let span = &mut before[to as usize];
                from[span.1 as usize] = i as u32;
                span.1 += 1;
            }
        }
        let mut waiting: Vec<u32> = self.spans.iter().map(|(start, end)| end - start).collect();
        self.proof.clear();
        self.proof.resize(n, NEVER);
        // Numbers are few and small: a list of nodes for each.
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(), (0..n as u32).filter(|&i| self.leaf[i as usize]).collect()];
        let mut cost = 1;
        while cost < lists.len() {
            while let Some(i) = lists[cost].pop() {
                if self.proof[i as usize] != NEVER {
                    continue;
                }
                self.proof[i as usize] = cost as u32;
                let (start, end) = before[i as usize];
                for &p in &from[start as usize..end as usize] {
                    if self.proof[p as usize] != NEVER {
                        continue;
                    }
                    waiting[p as usize] -= 1;
                    let others = if self.maximising[p as usize] { 0 } else { self.moves(p as usize).len() - 1 };
                    if others == 0 || waiting[p as usize] == 0 {
                        let cost = cost + others;
                        if lists.len() <= cost {
                            lists.resize(cost + 1, Vec::new());
                        }
                        lists[cost].push(p);
                    }
                }
            }
            cost += 1;
        }
    }

    /// Disproof numbers, from below: a circle costs the minimiser nothing.
    fn disprove(&mut self) {
        let n = self.nodes.len();
        let mut cost = std::mem::take(&mut self.disproof);
        cost.clear();
        cost.extend((0..n).map(|i| match (self.leaf[i], self.moves(i).is_empty()) {
            (true, _) => 1,
            (false, true) => NEVER,
            (false, false) => 0,
        }));
        for _ in 0..PASSES {
            let mut changed = false;
            for i in (0..n).rev() {
                let options = self.moves(i).iter().map(|&to| cost[to as usize]);
                let now = if self.maximising[i] {
                    options.max().map(|most| most.saturating_add(self.moves(i).len() as u32 - 1))
                } else {
                    options.min()
                };
                if let Some(now) = now
                    && now != cost[i]
                {
                    cost[i] = now;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        self.disproof = cost;
    }

    /// Adds at most `most` leaves of the cheapest proof (or disproof): at the own nodes the cheapest move, at the other
    /// player's all, first those that are the cheapest for him.
    fn collect(&mut self, proof: bool, most: usize, found: &mut Vec<u32>) {
        let mut picked = std::mem::take(&mut self.picked);
        picked.resize(self.nodes.len(), false);
        let (mine, theirs) = if proof { (&self.proof, &self.disproof) } else { (&self.disproof, &self.proof) };
        let mut left = most;
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = if mine[0] == NEVER { Vec::new() } else { vec![0u32] };
        while let Some(i) = stack.pop() {
            let i = i as usize;
            if std::mem::replace(&mut seen[i], true) {
                continue;
            }
            if self.leaf[i] {
                if !std::mem::replace(&mut picked[i], true) {
                    found.push(self.nodes[i]);
                }
                left -= 1;
                if left == 0 {
                    break;
                }
            } else if self.maximising[i] == proof {
                stack.extend(self.moves(i).iter().min_by_key(|&&to| mine[to as usize]));
            } else {
                let start = stack.len();
                stack.extend(self.moves(i));
                stack[start..].sort_by_key(|&to| Reverse(theirs[to as usize]));
            }
        }
        self.picked = picked;
    }
}
