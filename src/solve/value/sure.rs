//! Which bounds stand under a rule that remembers the whole sequence.
//!
//! Such a rule takes moves away from both. What a player forces without it he forces with it if his strategy never needs a play that
//! the rule refuses him: if along no sequence that agrees with the strategy he comes to the same *place* twice, a place being what may
//! not come back. The strategy answers in every state in one way; its graph has his one move where he moves, all moves where the other
//! does. Where no cycle of places can be reached in it, the bound stands.
//!
//! On a cycle the other player gives something away each time round, which he can only do by playing where the player himself
//! passes: stones that come onto the board and go again cost whoever played them one each, so that what a cycle gains is the passes
//! that a player makes more than the other. So where the strategy passes on a cycle it has to do without: from there on he plays, or
//! he does nothing but pass, which no rule on repetition refuses. A cycle without such passes comes back to a place with another
//! ban: in its places the player does without knowing of bans, so that they are one state each. Cycles that are left, if there are any,
//! he leaves by passing from then on. With that bounds get weaker and strategies change, so it is looked at again until there is no
//! cycle.
//!
//! Two states are taken for the same place more often than they are the same (images under a symmetry count as one, and a place as
//! what it is with any ban): that costs bounds, not truth. A pass that leaves a position as it is is no return to it.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::bounds::{Bounds, Game, Given, negated};
use super::graph::State;
use crate::law::play::Remembered;

/// A player of the strategy looked at: who follows it, or the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Own,
    Other,
}

/// Bounds that stand under a rule on repetition, and how often strategies had to be given up.
pub struct Sure {
    /// The bounds.
    pub bounds: Bounds,
    /// By node: for each bound, what was given up.
    pub given_up: Vec<[Given; 2]>,
    /// How often that was looked at.
    pub rounds: usize,
}

/// Bounds of every node that stand under the rule.
#[must_use]
pub fn sure(game: &Game<'_>, remembered: Remembered, swept: &dyn Fn(u16)) -> Sure {
    let mut given_up = vec![[Given::Nothing; 2]; game.graph.len()];
    for rounds in 0.. {
        let bounds = game.bounds(&given_up, swept);
        let strategy = Strategy { game, bounds: &bounds, given_up: &given_up, remembered };
        let cyclic = strategy.cyclic();
        if cyclic.is_empty() {
            return Sure { bounds, given_up, rounds };
        }
        let own = cyclic.iter().filter(|(side, _)| *side == Side::Own);
        let passing: Vec<usize> = own
            .flat_map(|(_, class)| game.graph.nodes(*class))
            .filter(|&node| given_up[node][0] == Given::Nothing && strategy.passes_on(node))
            .collect();
        let mut gives = !passing.is_empty();
        passing.into_iter().for_each(|node| given_up[node][0] = Given::Passes);
        for level in [Given::Ban, Given::All].into_iter().skip(usize::from(!game.basic_ko)) {
            if gives {
                break;
            }
            for &(side, class) in &cyclic {
                for node in game.graph.nodes(class) {
                    let given = &mut given_up[node][usize::from(side == Side::Other)];
                    let applies = level == Given::All || matches!(game.graph.state(node), State::Banned(_));
                    if applies && *given != level && *given != Given::All {
                        *given = level;
                        gives = true;
                    }
                }
            }
        }
    }
    unreachable!("every round gives something up, and there are finitely many states")
}

/// The strategy of the player who forces the first bound where he moves, the second where the other moves.
struct Strategy<'a> {
    game: &'a Game<'a>,
    bounds: &'a Bounds,
    given_up: &'a [[Given; 2]],
    remembered: Remembered,
}

impl Strategy<'_> {
    /// The number of a place.
    fn place(&self, side: Side, class: usize) -> usize {
        match (self.remembered, side) {
            // The position as the player himself sees it.
            (Remembered::Positions, Side::Own) => class,
            (Remembered::Positions, Side::Other) => self.game.graph.other(class),
            (_, Side::Own) => class,
            (_, Side::Other) => self.game.graph.classes().len() + class,
        }
    }

    fn places(&self) -> usize {
        let classes = self.game.graph.classes().len();
        if self.remembered == Remembered::Positions { classes } else { 2 * classes }
    }

    /// The nodes of a place.
    fn nodes(&self, place: usize) -> impl Iterator<Item = (Side, usize)> {
        let graph = self.game.graph;
        let classes = graph.classes().len();
        let [own, other] = match self.remembered {
            Remembered::Positions => [Some(place), Some(graph.other(place))],
            _ if place < classes => [Some(place), None],
            _ => [None, Some(place - classes)],
        };
        let of = |side: Side, class: Option<usize>| {
            class.into_iter().flat_map(|c| graph.nodes(c)).map(move |node| (side, node))
        };
        of(Side::Own, own).chain(of(Side::Other, other))
    }

    /// Whether the strategy passes in a node, and not from there on whatever happens. It does where it cannot do better by a play.
    fn passes_on(&self, node: usize) -> bool {
        let (game, graph) = (self.game, self.game.graph);
        let Bounds { pairs, ranks } = self.bounds;
        let rank = ranks[node][0];
        let is_entered = game.basic_ko || !matches!(graph.state(node), State::Banned(_));
        if rank == 0
            || !is_entered
            || self.given_up[node][0] == Given::Ban
            || matches!(graph.state(node), State::Passed(_))
        {
            return false;
        }
        let keeps = |to: usize, gain: i8| negated(pairs[to], gain)[0] == pairs[node][0] && ranks[to][1] < rank;
        let (class, banned) = (graph.class(node), graph.banned(node));
        let plays = graph.plays(class).filter(|edge| banned != Some(edge.point));
        !plays.map(|edge| (game.entered(edge.to), game.gain(edge))).any(|(to, gain)| keeps(to, gain))
    }

    /// The places that the strategy leads to from a node.
    fn next(&self, side: Side, node: usize, mut visit: impl FnMut(usize)) {
        let (game, graph) = (self.game, self.game.graph);
        let Bounds { pairs, ranks } = self.bounds;
        if !game.basic_ko && matches!(graph.state(node), State::Banned(_)) {
            return;
        }
        let at = usize::from(side == Side::Other);
        let rank = ranks[node][at];
        // He passes from now on, or goes on as from the same place without a ban.
        if rank == 0 || self.given_up[node][at] == Given::Ban {
            return;
        }
        let class = graph.class(node);
        let own = pairs[node][at];
        if side == Side::Own && self.passes_on(node) {
            return visit(self.place(Side::Other, graph.other(class)));
        }
        let then = if side == Side::Own { Side::Other } else { Side::Own };
        // Whether the move is the one chosen: it keeps the bound, and what it leads to was reached before.
        let keeps = |to: usize, gain: i8| negated(pairs[to], gain)[0] == own && ranks[to][1] < rank;
        match (graph.state(node), side) {
            (State::Passed(class), Side::Own) if game.end[class][0] == own => return,
            // Whoever moves stops the game by a pass.
            (State::Passed(_), _) | (_, Side::Own) => {}
            (_, Side::Other) => visit(self.place(then, graph.other(class))),
        }
        let banned = graph.banned(node);
        for edge in graph.plays(class) {
            let to = game.entered(edge.to);
            if banned == Some(edge.point) || (side == Side::Own && !keeps(to, game.gain(edge))) {
                continue;
            }
            visit(self.place(then, graph.class(to)));
            if side == Side::Own {
                return;
            }
        }
    }

    /// The places on cycles, and between cycles.
    fn cyclic(&self) -> Vec<(Side, usize)> {
        let done: Vec<AtomicBool> = (0..self.places()).map(|_| AtomicBool::new(false)).collect();
        let is_done = |place: usize| done[place].load(Ordering::Relaxed);
        let mut left: Vec<usize> = (0..self.places()).collect();
        // From behind: a place is done when all that it leads to are.
        loop {
            let (finished, rest): (Vec<usize>, Vec<usize>) = left.par_iter().partition(|&&place| {
                let mut all = true;
                for (side, node) in self.nodes(place) {
                    self.next(side, node, |to| all &= to == place || is_done(to));
                }
                if all {
                    done[place].store(true, Ordering::Relaxed);
                }
                all
            });
            left = rest;
            if finished.is_empty() || left.is_empty() {
                break;
            }
        }
        let left = self.on_cycles(left);
        let sides = |place: usize| {
            let classes = self.game.graph.classes().len();
            match self.remembered {
                Remembered::Positions => [Some((Side::Own, place)), Some((Side::Other, self.game.graph.other(place)))],
                _ if place < classes => [Some((Side::Own, place)), None],
                _ => [None, Some((Side::Other, place - classes))],
            }
        };
        left.into_iter().flat_map(|place| sides(place).into_iter().flatten()).collect()
    }
    /// Of places, those on cycles of places among them.
    fn on_cycles(&self, left: Vec<usize>) -> Vec<usize> {
        let mut number = vec![u32::MAX; self.places()];
        left.iter().enumerate().for_each(|(at, &place)| number[place] = at as u32);
        let next: Vec<Vec<u32>> = left
            .par_iter()
            .map(|&place| {
                let mut found = Vec::new();
                for (side, node) in self.nodes(place) {
                    self.next(side, node, |to| {
                        if to != place && number[to] != u32::MAX && !found.contains(&number[to]) {
                            found.push(number[to]);
                        }
                    });
                }
                found
            })
            .collect();
        let components = components(&next);
        let mut sizes = vec![0u32; left.len()];
        components.iter().for_each(|&c| sizes[c as usize] += 1);
        left.into_iter().zip(components).filter(|(_, c)| sizes[*c as usize] > 1).map(|(place, _)| place).collect()
    }
}

/// By node, the number of its strongly connected component (Tarjan's algorithm, without recursion).
fn components(next: &[Vec<u32>]) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
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
                let child = next[n][at - 1] as usize;
                low[n] = low[n].min(low[child]);
            }
            let mut at = at;
            let mut deeper = None;
            while at < next[n].len() {
                let child = next[n][at] as usize;
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
