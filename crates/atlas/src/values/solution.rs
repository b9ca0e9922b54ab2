//! What a game is worth from every state, without a search with the history.

use std::sync::atomic::AtomicBool;

use crate::law::play::{Play, Remembered, Taken};
use crate::solve::value::bounds::{Bounds, Given, Pair, PayoffGame};
use crate::solve::value::graph::{Graph, State};
use crate::solve::value::remembering::Memorable;
use crate::solve::whole::sweep::Sweeps;

/// One way to bound the values: a graph with or without basic ko in its states.
pub(super) struct System {
    pub(super) basic_ko: bool,
    pub(super) bounds: Bounds,
    pub(super) given_up: Vec<[Given; 2]>,
}

/// What a game is worth, shared by the rule sets that have the same one.
pub(super) struct Solution {
    pub(super) play: Play,
    pub(super) end: Vec<Pair>,
    /// No end is worth more than this to either player.
    pub(super) greatest: i16,
    pub(super) systems: Vec<System>,
}

/// What a search with the history goes by: bounds whatever was played before, and bounds that only suggest.
pub(super) enum Grounds<'a> {
    Kept([&'a Bounds; 2]),
    Made { sure: Vec<Pair>, guide: Bounds },
}

impl Grounds<'_> {
    pub(super) fn sure(&self) -> &[Pair] {
        match self {
            Grounds::Kept([sure, _]) => &sure.pairs,
            Grounds::Made { sure, .. } => sure,
        }
    }

    pub(super) fn guide(&self) -> &Bounds {
        match self {
            Grounds::Kept([_, guide]) => guide,
            Grounds::Made { guide, .. } => guide,
        }
    }
}

impl System {
    /// The node of the system that stands for a state.
    pub(super) fn node(&self, graph: &Graph, node: usize) -> usize {
        match graph.state(node) {
            State::Banned(_) if !self.basic_ko => graph.class(node),
            _ => node,
        }
    }
}

impl Solution {
    /// The bounds of a node, of all systems together.
    pub(super) fn bounds(&self, graph: &Graph, node: usize) -> [i16; 2] {
        let pairs = self.systems.iter().map(|system| system.bounds.pairs[system.node(graph, node)]);
        let pair = pairs.reduce(|x, y| [x[0].max(y[0]), x[1].min(y[1])]).expect("there is a system");
        pair.map(i16::from)
    }

    /// Whether the bounds of the system without basic ko hold whatever was played before.
    pub(super) fn bounds_hold(&self) -> bool {
        let Play { taken, remembered, .. } = self.play;
        taken != Taken::Captured && matches!(remembered, Remembered::Situations | Remembered::Positions)
    }

    /// What a search with the history goes by; `None` if it was stopped.
    ///
    /// By passing alone a player has what he has whatever was played before. Where only the last position counts and the position
    /// after a play is all of the state, so is what is forced without basic ko (`docs/src/values.md`).
    pub(super) fn grounds(&self, graph: &Graph, stop: &AtomicBool) -> Option<Grounds<'_>> {
        let of = |basic_ko: bool| self.systems.iter().find(|system| system.basic_ko == basic_ko);
        if let (true, Some(free), Some(guide)) = (self.bounds_hold(), of(false), of(true)) {
            return Some(Grounds::Kept([&free.bounds, &guide.bounds]));
        }
        let game = self.game(graph);
        Some(Grounds::Made { sure: game.passing(), guide: game.bounds(&[], &Sweeps::silent(stop))? })
    }

    /// By node: bounds of what is had by passing alone.
    pub(super) fn passing(&self, graph: &Graph) -> Vec<Pair> {
        self.game(graph).passing()
    }

    /// The game with basic ko, if the text has it.
    fn game<'a>(&'a self, graph: &'a Graph) -> PayoffGame<'a> {
        let prisoners = self.play.taken == Taken::Captured;
        PayoffGame { graph, end: &self.end, basic_ko: self.play.basic_ko, prisoners }
    }

    /// The game that is searched with its history.
    pub(super) fn memorable<'a>(&'a self, graph: &'a Graph, grounds: &'a Grounds<'_>, generous: bool) -> Memorable<'a> {
        let (sure, guide) = (grounds.sure(), grounds.guide());
        let always_sure = !self.bounds_hold();
        Memorable { graph, play: self.play, end: &self.end, generous, sure, always_sure, guide }
    }

    /// Whether a move from `from` to `to` keeps the first bound by a strategy that forces it: what it leads to was reached before;
    /// and how long before the end.
    pub(super) fn keeps(&self, graph: &Graph, from: usize, to: usize, gain: i16) -> Option<u16> {
        let most = self.bounds(graph, from)[0];
        let rank = |system: &System| {
            let [from, to] = [from, to].map(|node| system.node(graph, node));
            let Bounds { pairs, ranks } = &system.bounds;
            let keeps = i16::from(pairs[from][0]) == most && gain - i16::from(pairs[to][1]) == most;
            (keeps && ranks[to][1] < ranks[from][0]).then_some(ranks[to][1])
        };
        self.systems.iter().filter_map(rank).min()
    }
}
