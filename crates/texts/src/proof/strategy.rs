//! Strategies read off what a solver has explored.

use std::collections::VecDeque;

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Entry;
use crate::board::{Board, Points, points_of};
use crate::law::Written;
use crate::solve::Game;
use crate::solve::arena::Arena;

/// What an entry says besides state and move.
#[derive(Default)]
pub(super) struct Label {
    pub(super) suffix: String,
    pub(super) rank: Option<u32>,
    pub(super) stands: Option<String>,
    /// The number of the point that is next to be met in the states that follow.
    pub(super) turn: usize,
}

/// How a strategy is read off an arena.
pub(super) struct Walk<'a> {
    /// The player of the strategy is the maximiser.
    pub(super) owner: bool,
    /// The strategy goes no further.
    pub(super) leaf: &'a dyn Fn(usize) -> bool,
    /// How good it is to go from a node to another (less is better), the point of this number being next; `None`: never.
    pub(super) rate: &'a dyn Fn(usize, usize, usize) -> Option<u32>,
    pub(super) label: &'a dyn Fn(usize, usize) -> Label,
}

/// The moves of a node with the nodes they lead to, a pass first.
fn in_order<G: Game>(game: &G, arena: &Arena<G::State>, node: usize) -> Vec<(G::Move, usize)>
where
    G::Move: Written,
{
    let mut moves = Vec::new();
    game.moves(arena.state(node), &mut moves);
    let mut moves: Vec<_> =
        moves.into_iter().zip(arena.successors(node)).map(|((mv, _), &to)| (mv, to as usize)).collect();
    moves.sort_by_key(|(mv, _)| !mv.is_pass());
    moves
}

/// The entries of a strategy, and the nodes in which it ends.
pub(super) fn entries<G: Game>(
    game: &G,
    board: &Board,
    arena: &Arena<G::State>,
    walk: &Walk<'_>,
) -> (Vec<Entry>, FxHashSet<usize>)
where
    G::State: Written,
    G::Move: Written,
{
    let mut entries = Vec::new();
    let mut ends = FxHashSet::default();
    let mut open = VecDeque::new();
    let mut seen = FxHashSet::default();
    if !(walk.leaf)(0) {
        open.push_back((0, 0));
        seen.insert((0, 0));
    }
    while let Some((n, turn)) = open.pop_front() {
        let Label { suffix, rank, stands, turn: next } = (walk.label)(n, turn);
        let mut moves = in_order(game, arena, n);
        let mut mv = None;
        if arena.maximising[n] == walk.owner {
            let able = moves.iter().enumerate().filter_map(|(i, &(_, to))| Some(((walk.rate)(n, to, next)?, i)));
            if let Some((_, best)) = able.min() {
                moves = vec![moves.swap_remove(best)];
                mv = Some(moves[0].0.written(board));
            }
        }
        entries.push(Entry { state: arena.state(n).written(board) + &suffix, mv, within: None, rank, stands });
        for (_, to) in moves {
            if (walk.leaf)(to) {
                ends.insert(to);
            } else if seen.insert((to, next)) {
                open.push_back((to, next));
            }
        }
    }
    (entries, ends)
}

/// The graph on which the minimiser sees to it that one of the points of `local` is not among `holding` from some time on.
pub(super) struct Against<'a, S> {
    pub(super) arena: &'a Arena<S>,
    /// He does so from these nodes.
    pub(super) lost: Vec<bool>,
    pub(super) holding: Vec<Points>,
    pub(super) local: Points,
    pub(super) ended: &'a [bool],
}

/// By node: the rank, and the point that is not met while it lasts.
pub(super) type Numbers = Vec<Option<(u32, Option<usize>)>>;

/// The minimiser's strategy, by node, and its numbers.
pub(super) fn against<G: Game>(game: &G, graph: &Against<'_, G::State>) -> (Vec<u32>, Numbers)
where
    G::Move: Written,
{
    let mut choice = graph.choice();
    loop {
        let numbers = graph.numbers(&choice);
        let follows = |n: usize, to: usize| match (numbers[n], numbers[to]) {
            _ if graph.ended[to] => graph.lost[to],
            (Some(here), Some(there)) => there.0 < here.0 || (here.1.is_some() && here == there),
            _ => false,
        };
        // The first move that the numbers allow. That is the chosen one or one before it, so this comes to an end.
        let mut changed = false;
        for n in (0..numbers.len()).filter(|&n| numbers[n].is_some() && !graph.arena.maximising[n]) {
            let first = in_order(game, graph.arena, n).into_iter().find(|&(_, to)| follows(n, to));
            if let Some((_, to)) = first
                && choice[n] != to as u32
            {
                choice[n] = to as u32;
                changed = true;
            }
        }
        if !changed {
            return (choice, numbers);
        }
    }
}

const NONE: u32 = u32::MAX;

impl<S: Clone + Eq + std::hash::Hash> Against<'_, S> {
    /// A strategy, found as the complement of the nested fixpoint of [`crate::solve::buechi`]: what the maximiser cannot lead to a point
    /// being met without leaving what is still in question is taken out, and all again.
    fn choice(&self) -> Vec<u32> {
        let arena = self.arena;
        let mut choice = vec![NONE; arena.len()];
        let mut done: Vec<bool> = (0..arena.len()).map(|n| self.lost[n] && self.ended[n]).collect();
        let mut rest: Vec<usize> = (0..arena.len()).filter(|&n| self.lost[n] && !self.ended[n]).collect();
        loop {
            let out = points_of(self.local).find_map(|p| {
                let led = self.led(&rest, &done, p);
                let (out, rest): (Vec<usize>, Vec<usize>) = rest.iter().partition(|&&n| !led[n]);
                (!out.is_empty()).then_some((out, rest, led))
            });
            // Nothing is left over in the end: the nodes are lost to the maximiser.
            let Some((out, left, led)) = out else { return choice };
            for &n in out.iter().filter(|&&n| !arena.maximising[n]) {
                let next = arena.successors(n);
                let leaves = next.iter().find(|&&to| done[to as usize]);
                let stays = || next.iter().find(|&&to| self.lost[to as usize] && !led[to as usize]);
                choice[n] = leaves.or_else(stays).copied().unwrap_or(NONE);
            }
            out.into_iter().for_each(|n| done[n] = true);
            rest = left;
        }
    }

    /// From which of `rest` the maximiser forces that `p` is met in a node from which he need not leave them.
    fn led(&self, rest: &[usize], done: &[bool], p: usize) -> Vec<bool> {
        let arena = self.arena;
        let inside = |n: usize| self.lost[n] && !done[n];
        // Whether the maximiser can go on to, or the minimiser cannot help going on to, a node that `is` so.
        let forces = |n: usize, is: &dyn Fn(usize) -> bool| {
            let mut next = arena.successors(n).iter().map(|&to| to as usize);
            if arena.maximising[n] { next.any(is) } else { next.filter(|&to| self.lost[to]).all(is) }
        };
        let mut led = vec![false; arena.len()];
        for &n in rest {
            led[n] = self.holding[n] >> p & 1 == 1 && forces(n, &inside);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &n in rest.iter().rev() {
                if !led[n] && forces(n, &|to| led[to]) {
                    led[n] = true;
                    changed = true;
                }
            }
        }
        led
    }

    /// The numbers of the nodes that can come about under a strategy: 0 for the ends; nodes that can follow each other for
    /// ever share a rank and a point.
    fn numbers(&self, choice: &[u32]) -> Numbers {
        let arena = self.arena;
        let chosen = |n: usize| if arena.maximising[n] { arena.successors(n) } else { &choice[n..=n] };
        let mut graph = DiGraph::<usize, ()>::new();
        let mut place: FxHashMap<usize, NodeIndex> = FxHashMap::default();
        place.insert(0, graph.add_node(0));
        let mut i = 0;
        while i < graph.node_count() {
            let n = graph[NodeIndex::new(i)];
            let next: &[u32] = if self.ended[n] { &[] } else { chosen(n) };
            for &to in next.iter().filter(|&&to| to != NONE) {
                let to = *place.entry(to as usize).or_insert_with(|| graph.add_node(to as usize));
                graph.add_edge(NodeIndex::new(i), to, ());
            }
            i += 1;
        }
        let mut numbers: Numbers = vec![None; arena.len()];
        for part in petgraph::algo::tarjan_scc(&graph) {
            let nodes: Vec<usize> = part.iter().map(|&i| graph[i]).collect();
            if self.ended[nodes[0]] {
                continue;
            }
            let next = part.iter().flat_map(|&i| graph.neighbors(i));
            let rank = 1 + next.filter_map(|to| numbers[graph[to]]).map(|(rank, _)| rank).max().unwrap_or(0);
            let met = nodes.iter().fold(0, |m, &n| m | self.holding[n]);
            let point = if nodes.len() > 1 { points_of(self.local & !met).next() } else { None };
            nodes.iter().for_each(|&n| numbers[n] = Some((rank, point)));
        }
        numbers
    }
}
