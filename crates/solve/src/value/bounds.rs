//! `lo` and `hi` of every state: fixpoints of what a player forces.

use std::time::Instant;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::graph::{Edge, Graph, State};
use crate::solve::parallel;
use crate::solve::whole::sweep::{Sweeps, Swept};

/// What a player forces, as numbers to the player to move: `[the most that he forces, the least that the other holds him to]`.
pub type Pair = [i8; 2];

/// What a player has given up in a state for a bound of his.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Given {
    /// Nothing.
    #[default]
    Nothing,
    /// To pass and play on: he plays, or passes from now on.
    Passes,
    /// To know of a ban: he plays as in the same position without one.
    Ban,
    /// Everything but to pass from now on.
    All,
}

impl Given {
    /// The one with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Given> {
        [Given::Nothing, Given::Passes, Given::Ban, Given::All].into_iter().find(|given| *given as u8 == number)
    }
}

/// A game on a [`Graph`] that ends in a number.
pub struct PayoffGame<'a> {
    /// The plays.
    pub graph: &'a Graph,
    /// By class: what a stop by a pass of the player to move is worth to him, prisoners from the play aside; bounds, if that is not
    /// decided.
    pub end: &'a [Pair],
    /// Plays that retake a ko at once are refused.
    pub basic_ko: bool,
    /// Stones captured count.
    pub prisoners: bool,
}

/// Bounds of every node, with the sweep in which each was reached: 0 for what is had by passing alone.
pub struct Bounds {
    /// By node.
    pub pairs: Vec<Pair>,
    /// By node.
    pub ranks: Vec<[u16; 2]>,
}

impl PayoffGame<'_> {
    /// The node that an edge to `node` leads to.
    #[inline]
    pub(super) fn entered(&self, node: usize) -> usize {
        if self.basic_ko { node } else { self.graph.class(node) }
    }

    /// Whether a node is a state of the game: bans that are not looked at are none.
    #[inline]
    pub(super) fn is_state(&self, node: usize) -> bool {
        self.basic_ko || !matches!(self.graph.state(node), State::Banned(_))
    }

    /// What a play brings whoever makes it.
    #[inline]
    pub(super) fn gain(&self, edge: Edge) -> i8 {
        if self.prisoners { edge.captured } else { 0 }
    }

    /// What each player has at least if he does nothing but pass: `[that of the player to move, what he is held to if the other
    /// does]`. Against passes alone stones are only added and taken, so that the play ends (with suicide it may not, but a rule that
    /// remembers positions ends it): what matters is which ends can be reached.
    #[must_use]
    pub fn passing(&self) -> Vec<Pair> {
        let (graph, classes) = (self.graph, self.graph.classes().len());
        // Of a player who passes in a state where that stops the game, or else hands the move to the other, who plays or stops.
        let passed = |node: usize, held: &[i8]| match graph.state(node) {
            State::Passed(class) => self.end[class][0],
            _ => -held[graph.other(graph.class(node))],
        };
        // By class: what the player to move makes at most of the position after a pass, if the other goes on passing.
        let mut held = vec![i8::MIN / 2; classes];
        loop {
            let next: Vec<i8> = parallel::map(classes, &|class| {
                let plays = graph.plays(class).map(|e| self.gain(e) - passed(graph.class(e.to), &held));
                plays.fold(self.end[class][1].max(held[class]), i8::max)
            });
            if next == held {
                break;
            }
            held = next;
        }
        let of = |node: usize| {
            let class = graph.class(node);
            let banned = graph.banned(node);
            let stopped = match graph.state(node) {
                State::Passed(class) => self.end[class][1],
                // Passed, and passed again.
                _ => -self.end[graph.other(class)][0],
            };
            let plays = graph.plays(class).filter(|e| banned != Some(e.point));
            let least = plays.map(|e| self.gain(e) - passed(graph.class(e.to), &held)).fold(stopped, i8::max);
            [passed(node, &held), least]
        };
        parallel::map(graph.len(), &of)
    }

    /// What the plays from a class are worth, the bounds of those after them being `pairs`.
    #[inline]
    fn plays(&self, class: usize, pairs: &[Pair]) -> BestPlays {
        let mut best = BestPlays::default();
        for edge in self.graph.plays(class) {
            best.take(negated(pairs[self.entered(edge.to)], self.gain(edge)), edge.point);
        }
        best
    }

    /// What the best move from a node is worth, the bounds of those after it being `pairs` and the `plays` of its class what they
    /// are worth; the greatest for each bound. A pass is none of those for the first bound if `no_pass`.
    #[inline]
    fn step(&self, node: usize, pairs: &[Pair], plays: &BestPlays, no_pass: bool) -> Pair {
        let graph = self.graph;
        let mut best = match graph.state(node) {
            State::Passed(class) => self.end[class],
            _ => negated(pairs[graph.node(State::Passed(graph.other(graph.class(node))))], 0),
        };
        if no_pass {
            best[0] = i8::MIN;
        }
        let plays = plays.without(graph.banned(node));
        [best[0].max(plays[0]), best[1].max(plays[1])]
    }

    /// The bounds of a node as they follow from those of others, taken up.
    fn taken_up(&self, node: usize, given: [Given; 2], pairs: &[Pair], plays: &BestPlays) -> Pair {
        let old = pairs[node];
        if given == [Given::All; 2] || !self.is_state(node) {
            return old;
        }
        let step = self.step(node, pairs, plays, given[0] == Given::Passes);
        let plain = pairs[self.graph.class(node)];
        let of = |i: usize| match given[i] {
            Given::All => old[i],
            Given::Ban => plain[i],
            _ => step[i],
        };
        [old[0].max(of(0)), old[1].min(of(1))]
    }

    /// The bounds of every node, from what passing alone brings; in nodes with [`Given`] a player has that or less besides.
    ///
    /// A bound is taken up only if a move leads to it, in the sweep after the one in which what it leads to was reached: ranks
    /// descend along the strategy that it stands for, or else the other player has given something away. `None` if it was stopped.
    #[must_use]
    pub fn bounds(&self, given_up: &[[Given; 2]], sweeping: &Sweeps<'_>) -> Option<Bounds> {
        self.bounds_above(self.passing(), given_up, sweeping)
    }

    /// [`PayoffGame::bounds`], what [`PayoffGame::passing`] brings being known.
    pub(super) fn bounds_above(
        &self,
        passing: Vec<Pair>,
        given_up: &[[Given; 2]],
        sweeping: &Sweeps<'_>,
    ) -> Option<Bounds> {
        let (begun, mut visited) = (Instant::now(), 0);
        let graph = self.graph;
        let mut pairs = passing;
        for (node, given) in given_up.iter().enumerate() {
            for i in (0..2).filter(|&i| given[i] == Given::Ban) {
                pairs[node][i] = pairs[graph.class(node)][i];
            }
        }
        let mut ranks = vec![[0u16; 2]; pairs.len()];
        // What a class comes to follows from the classes that its moves lead to.
        let mut pending: Vec<u32> = (0..graph.classes().len() as u32).collect();
        for sweep in 1..=u16::MAX {
            if sweeping.stops() {
                return None;
            }
            visited += pending.len() as u64;
            let changes: Vec<(u32, Pair)> = pending
                .par_iter()
                .with_min_len(1 << 8)
                .flat_map_iter(|&class| {
                    let (plays, pairs) = (self.plays(class as usize, &pairs), &pairs);
                    graph.nodes(class as usize).filter_map(move |node| {
                        let given = given_up.get(node).copied().unwrap_or_default();
                        let new = self.taken_up(node, given, pairs, &plays);
                        (new != pairs[node]).then_some((node as u32, new))
                    })
                })
                .collect();
            if changes.is_empty() {
                return Some(Bounds { pairs, ranks });
            }
            let mut changed = FixedBitSet::with_capacity(graph.classes().len());
            for (node, new) in changes {
                let node = node as usize;
                for i in (0..2).filter(|&i| new[i] != pairs[node][i]) {
                    ranks[node][i] = sweep;
                }
                pairs[node] = new;
                let class = graph.class(node);
                // Its bans may do as it does.
                changed.insert(class);
                graph.before(class).iter().for_each(|&before| changed.insert(before as usize));
            }
            pending = changed.ones().map(|class| class as u32).collect();
            let (sweeps, pending) = (u32::from(sweep), pending.len() as u64);
            sweeping.swept(Swept { sweeps, visited, pending, elapsed: begun.elapsed() });
        }
        // A sweep that changes something brings one of finitely many bounds nearer to the other player's.
        unreachable!("bounds of {} states that change in every sweep", pairs.len())
    }
}

/// What the plays from a class are worth: for each bound the best, its point, and the best of the others, since a ban takes one away.
struct BestPlays {
    best: Pair,
    point: [u8; 2],
    second: Pair,
}

impl Default for BestPlays {
    fn default() -> BestPlays {
        BestPlays { best: [i8::MIN; 2], point: [u8::MAX; 2], second: [i8::MIN; 2] }
    }
}

impl BestPlays {
    /// One more play.
    #[inline]
    fn take(&mut self, value: Pair, point: u8) {
        for (i, value) in value.into_iter().enumerate() {
            if value > self.best[i] {
                self.second[i] = self.best[i];
                (self.best[i], self.point[i]) = (value, point);
            } else {
                self.second[i] = self.second[i].max(value);
            }
        }
    }

    /// The best of those that are not banned.
    #[inline]
    fn without(&self, banned: Option<u8>) -> Pair {
        std::array::from_fn(|i| if banned == Some(self.point[i]) { self.second[i] } else { self.best[i] })
    }
}

/// What the player who moves has of what the other one then has.
#[inline]
pub(super) fn negated([most, least]: Pair, gain: i8) -> Pair {
    [gain - least, gain - most]
}
