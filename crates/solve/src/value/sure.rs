//! Which bounds stand under a rule that remembers the whole sequence.
//!
//! Such a rule takes moves away from both. What a player forces without it he forces with it if his strategy never needs a play that
//! the rule refuses him: if along no sequence that agrees with the strategy a play of his leads to a *place* that was there before, a
//! place being what may not come back. The strategy answers in every state in one way; its graph has his one move where he moves,
//! all moves where the other does. A state is a place and what the last move left of consequence (a pass, a ban), so a place may
//! come back in the same state or in another one:
//!
//! * *In the same state.* Ranks descend, so something was gained on the way. On such a cycle the other player gives something away each
//!   time round, which he can only do by playing where the player himself passes: stones that come onto the board and go again cost
//!   whoever played them one each, so that what a cycle gains is the passes that a player makes more than the other. So where the
//!   strategy passes on a cycle it has to do without: from there on he plays, or he does nothing but pass, which no rule on repetition
//!   refuses.
//! * *In another state.* The graph gets an edge from each state that a play of his may have led to back to the states of the same place
//!   that may have been there before. If such an edge lies on a cycle, the state it starts from is one where he does without
//!   knowing of the ban, as if the place had come back as it is without one. Where nothing is gained on the way what he forces never
//!   gets less, and ranks descend while it stays the same: a state that promises less than another, or as much no sooner,
//!   does not follow it.
//!
//! What is left on cycles after that, if anything is, he leaves by passing from then on. With that bounds get weaker and strategies change,
//! so it is looked at again until there is no cycle.
//!
//! Two states are taken for the same place more often than they are the same (images under a symmetry count as one; for fixed-ko a place
//! is the position after a play, whatever was there before it): that costs bounds, not truth. A pass that leaves a position as it is
//! is no return to it.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::bounds::{Bounds, Given, PayoffGame, negated};
use super::graph::State;
use crate::solve::play::Remembered;
use crate::solve::whole::sweep::Sweeps;

/// A player of the strategy looked at: who follows it, or the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Own,
    Other,
}

/// Bounds that stand under a rule on repetition.
pub struct Sure {
    /// The bounds.
    pub bounds: Bounds,
    /// By node: for each bound, what was given up.
    pub given_up: Vec<[Given; 2]>,
}

/// Bounds of every node that stand under the rule; `None` if it was stopped.
#[must_use]
pub fn sure(game: &PayoffGame<'_>, remembered: Remembered, sweeping: &Sweeps<'_>) -> Option<Sure> {
    let mut given_up = vec![[Given::Nothing; 2]; game.graph.len()];
    let passing = game.passing();
    // Every round gives something up, and there are finitely many states.
    loop {
        let bounds = game.bounds_above(passing.clone(), &given_up, sweeping)?;
        let strategy = Strategy { game, bounds: &bounds, given_up: &given_up, remembered };
        let gives = strategy.gives();
        if gives.is_empty() {
            return Some(Sure { bounds, given_up });
        }
        for (side, node, given) in gives {
            given_up[node][side as usize] = given;
        }
    }
}

/// What a player gives up in a state.
type Giving = (Side, usize, Given);

/// The strategy of the player who forces the first bound where he moves, the second where the other moves.
struct Strategy<'a> {
    game: &'a PayoffGame<'a>,
    bounds: &'a Bounds,
    given_up: &'a [[Given; 2]],
    remembered: Remembered,
}

impl Strategy<'_> {
    /// What has to be given up, if anything.
    fn gives(&self) -> Vec<Giving> {
        // Without a gain no state comes back.
        let gaining = if self.game.prisoners { self.cycles(false) } else { Vec::new() };
        if !gaining.is_empty() {
            let passes = self.giving(&gaining, |side, node| self.gives_passes(side, node));
            return if passes.is_empty() {
                self.giving(&gaining, |side, node| self.gives_all(side, node))
            } else {
                passes
            };
        }
        let cycles = self.cycles(true);
        // Where a play of his may come back to a place.
        let returns: Vec<Vec<u32>> = cycles
            .iter()
            .map(|cycle| {
                let returns = |&&at: &&u32| {
                    let mut leads = false;
                    self.before(at, |to| leads |= cycle.binary_search(&to).is_ok());
                    leads
                };
                cycle.iter().filter(returns).copied().collect()
            })
            .collect();
        let bans = self.giving(&returns, |side, node| self.gives_ban(side, node));
        if !bans.is_empty() {
            return bans;
        }
        let passes = self.giving(&cycles, |side, node| self.gives_passes(side, node));
        if !passes.is_empty() {
            return passes;
        }
        let returns = self.giving(&returns, |side, node| self.gives_all(side, node));
        // From where he passes anyway nothing is left to give up: then on the way there.
        if returns.is_empty() { self.giving(&cycles, |side, node| self.gives_all(side, node)) } else { returns }
    }

    fn giving(&self, cycles: &[Vec<u32>], given: impl Fn(Side, usize) -> Option<Given>) -> Vec<Giving> {
        let states = cycles.iter().flatten().map(|&at| self.of(at));
        states.filter_map(|(side, node)| Some((side, node, given(side, node)?))).collect()
    }

    fn gives_ban(&self, side: Side, node: usize) -> Option<Given> {
        let is_ban = side == Side::Other && matches!(self.game.graph.state(node), State::Banned(_));
        (is_ban && self.given_up[node][1] == Given::Nothing).then_some(Given::Ban)
    }

    fn gives_passes(&self, side: Side, node: usize) -> Option<Given> {
        let gives = side == Side::Own && self.given_up[node][0] == Given::Nothing && self.passes_on(node);
        gives.then_some(Given::Passes)
    }

    fn gives_all(&self, side: Side, node: usize) -> Option<Given> {
        (self.given_up[node][side as usize] != Given::All).then_some(Given::All)
    }

    /// The state with a number.
    fn of(&self, at: u32) -> (Side, usize) {
        let nodes = self.game.graph.len();
        let at = at as usize;
        if at < nodes { (Side::Own, at) } else { (Side::Other, at - nodes) }
    }

    fn number(&self, side: Side, node: usize) -> u32 {
        (node + if side == Side::Own { 0 } else { self.game.graph.len() }) as u32
    }

    /// Whether the strategy passes in a node, and not from there on whatever happens. It does where it cannot do better by a play.
    fn passes_on(&self, node: usize) -> bool {
        let (game, graph) = (self.game, self.game.graph);
        let Bounds { pairs, ranks } = self.bounds;
        let rank = ranks[node][0];
        if rank == 0 || !game.is_state(node) || matches!(graph.state(node), State::Passed(_)) {
            return false;
        }
        let keeps = |to: usize, gain: i8| negated(pairs[to], gain)[0] == pairs[node][0] && ranks[to][1] < rank;
        let (class, banned) = (graph.class(node), graph.banned(node));
        let plays = graph.plays(class).filter(|edge| banned != Some(edge.point));
        !plays.map(|edge| (game.entered(edge.to), game.gain(edge))).any(|(to, gain)| keeps(to, gain))
    }

    /// The states that the strategy leads to from a state.
    fn next(&self, side: Side, node: usize, mut visit: impl FnMut(u32)) {
        let (game, graph) = (self.game, self.game.graph);
        let Bounds { pairs, ranks } = self.bounds;
        let at = side as usize;
        let rank = ranks[node][at];
        // He passes from now on.
        if rank == 0 || !game.is_state(node) {
            return;
        }
        let class = graph.class(node);
        if self.given_up[node][at] == Given::Ban {
            return visit(self.number(side, class));
        }
        let own = pairs[node][at];
        let passed = graph.node(State::Passed(graph.other(class)));
        if side == Side::Own && self.passes_on(node) {
            return visit(self.number(Side::Other, passed));
        }
        let then = if side == Side::Own { Side::Other } else { Side::Own };
        // Whether the move is the one chosen: it keeps the bound, and what it leads to was reached before.
        let keeps = |to: usize, gain: i8| negated(pairs[to], gain)[0] == own && ranks[to][1] < rank;
        match (graph.state(node), side) {
            (State::Passed(class), Side::Own) if game.end[class][0] == own => return,
            // Whoever moves stops the game by a pass.
            (State::Passed(_), _) | (_, Side::Own) => {}
            (_, Side::Other) => visit(self.number(then, passed)),
        }
        let banned = graph.banned(node);
        for edge in graph.plays(class) {
            let to = game.entered(edge.to);
            if banned == Some(edge.point) || (side == Side::Own && !keeps(to, game.gain(edge))) {
                continue;
            }
            visit(self.number(then, to));
            if side == Side::Own {
                return;
            }
        }
    }

    /// Of a state that a play of his leads to, the other states of the place that may have been there before.
    fn before(&self, at: u32, mut visit: impl FnMut(u32)) {
        let (game, graph) = (self.game, self.game.graph);
        let (side, node) = self.of(at);
        if !game.is_state(node) {
            return;
        }
        let class = graph.class(node);
        let promised = self.promised(side, node);
        let mut source = |side: Side, source: usize| {
            // What prisoners come to on the way is not known.
            let may = game.is_state(source) && (game.prisoners || promised > self.promised(side, source));
            if may && self.number(side, source) != at {
                visit(self.number(side, source));
            }
        };
        if side == Side::Own || matches!(graph.state(node), State::Passed(_)) {
            return;
        }
        graph.nodes(class).for_each(|node| source(Side::Other, node));
        if self.remembered == Remembered::Positions {
            graph.nodes(graph.other(class)).for_each(|node| source(Side::Own, node));
        }
    }

    /// What the strategy promises in a state, and how soon: greater is better.
    fn promised(&self, side: Side, node: usize) -> (i8, Reverse<u16>) {
        let at = side as usize;
        let node = if self.given_up[node][at] == Given::Ban { self.game.graph.class(node) } else { node };
        let value = self.bounds.pairs[node][at];
        (if side == Side::Own { value } else { -value }, Reverse(self.bounds.ranks[node][at]))
    }

    fn after(&self, at: u32, back: bool, mut visit: impl FnMut(u32)) {
        let (side, node) = self.of(at);
        self.next(side, node, &mut visit);
        if back {
            self.before(at, visit);
        }
    }

    /// The cycles of states, each in order, those that can be reached from each other together; with the edges to what may have been there
    /// before if `back`.
    fn cycles(&self, back: bool) -> Vec<Vec<u32>> {
        let states = 2 * self.game.graph.len();
        let done: Vec<AtomicBool> = (0..states).map(|_| AtomicBool::new(false)).collect();
        // From behind: a state is done when all that it leads to are.
        let open = |among: &[u32]| -> Vec<u32> {
            let is_open = |&&at: &&u32| {
                let mut all = true;
                self.after(at, back, |to| all &= done[to as usize].load(Ordering::Relaxed));
                if all {
                    done[at as usize].store(true, Ordering::Relaxed);
                }
                !all
            };
            among.par_iter().with_min_len(1 << 10).filter(is_open).copied().collect()
        };
        let rank = |at: u32| {
            let (side, node) = self.of(at);
            self.bounds.ranks[node][side as usize]
        };
        let mut left: Vec<u32> = (0..states as u32).collect();
        left.par_sort_unstable_by_key(|&at| rank(at));
        // As long as that is less work than what follows.
        loop {
            let rest: Vec<u32> = left.chunk_by(|&a, &b| rank(a) == rank(b)).flat_map(open).collect();
            let before = std::mem::replace(&mut left, rest).len();
            if left.len() > before / 2 || left.is_empty() {
                break;
            }
        }
        drop(done);
        left.sort_unstable();
        self.on_cycles(&left, back)
    }

    /// Of states in order, the cycles of states among them.
    fn on_cycles(&self, left: &[u32], back: bool) -> Vec<Vec<u32>> {
        let mut places = vec![NEW; 2 * self.game.graph.len()];
        left.iter().zip(0..).for_each(|(&at, place)| places[at as usize] = place);
        let of = |among: &[u32]| {
            let (mut lengths, mut found) = (Vec::with_capacity(among.len()), Vec::new());
            for &at in among {
                let before = found.len();
                self.after(at, back, |to| found.extend(Some(places[to as usize]).filter(|&place| place != NEW)));
                lengths.push((found.len() - before) as u32);
            }
            (lengths, found)
        };
        let found: Vec<(Vec<u32>, Vec<u32>)> = left.par_chunks(1 << 12).map(of).collect();
        let mut next = Edges { starts: vec![0], to: Vec::with_capacity(found.iter().map(|f| f.1.len()).sum()) };
        for (lengths, found) in found {
            for length in lengths {
                next.starts.push(next.starts[next.starts.len() - 1] + u64::from(length));
            }
            next.to.extend(found);
        }
        drop(places);
        let components = components(&next);
        let mut sizes = vec![0u32; left.len()];
        components.iter().for_each(|&c| sizes[c as usize] += 1);
        let mut cycles: Vec<Vec<u32>> = sizes.iter().map(|_| Vec::new()).collect();
        for (&at, c) in left.iter().zip(components) {
            if sizes[c as usize] > 1 {
                cycles[c as usize].push(at);
            }
        }
        cycles.retain(|cycle| !cycle.is_empty());
        cycles
    }
}

/// No number.
const NEW: u32 = u32::MAX;

/// A graph: by node, where the nodes that its edges lead to start.
struct Edges {
    starts: Vec<u64>,
    to: Vec<u32>,
}

impl Edges {
    /// How many nodes there are.
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.to[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// By node, the number of its strongly connected component (Tarjan's algorithm, without recursion).
fn components(next: &Edges) -> Vec<u32> {
    let mut index = vec![NEW; next.len()];
    let mut low = vec![0u32; next.len()];
    let mut component = vec![NEW; next.len()];
    let (mut visited, mut found) = (0, 0);
    let mut stack: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..next.len() as u32 {
        if index[root as usize] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some((node, at)) = path.pop() {
            let n = node as usize;
            if at == 0 {
                index[n] = visited;
                low[n] = visited;
                visited += 1;
                stack.push(node);
            } else {
                let child = next.of(n)[at - 1] as usize;
                low[n] = low[n].min(low[child]);
            }
            let mut at = at;
            let mut deeper = None;
            while let Some(&child) = next.of(n).get(at) {
                let child = child as usize;
                at += 1;
                if index[child] == NEW {
                    deeper = Some(child as u32);
                    break;
                }
                if component[child] == NEW {
                    low[n] = low[n].min(index[child]);
                }
            }
            if let Some(child) = deeper {
                path.push((node, at));
                path.push((child, 0));
                continue;
            }
            if low[n] == index[n] {
                while let Some(member) = stack.pop() {
                    component[member as usize] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}
