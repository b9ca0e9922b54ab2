//! The twin of aj2004.

use std::cmp::Reverse;

use shinpan::board::Colour;

use super::graph::{Graph, Kernel, Remembering, Set, forces, has};

/// A state of an analysis but for the pairs of positions used.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Analysing {
    pos: u16,
    mover: Colour,
    /// Passes just made in succession; the third ends the analysis.
    passes: u8,
    /// aj2004.basic-ko: the position just before the last opposing move.
    before: Option<u16>,
}

fn moves(kernel: &Kernel, s: &Analysing) -> Vec<(Analysing, Option<u16>)> {
    let mut after = Vec::new();
    if s.passes == 3 {
        return after;
    }
    let (mover, before) = (s.mover.opponent(), Some(s.pos));
    after.push((Analysing { pos: s.pos, mover, passes: s.passes + 1, before }, None));
    for (p, play) in kernel.plays(s.pos.into(), s.mover) {
        let pos = play.after as u16;
        if s.before != Some(pos) {
            // A pair of positions names a stone and its colour, and these with the position before name the pair.
            let pair = (s.pos * 2 + s.mover.index() as u16) * kernel.len() as u16 + p as u16;
            after.push((Analysing { pos, mover, passes: 0, before }, Some(pair)));
        }
    }
    after
}

/// aj2004.control: an immortal stone on the point or on all its adjacent points.
fn controlled(kernel: &Kernel, pos: usize, player: Colour) -> Set {
    let immortal = kernel.immortal(pos, player);
    let controls = |p: usize| has(immortal, p) || kernel.grid.neighbours(p).all(|q| has(immortal, q));
    (0..kernel.len()).filter(|&p| controls(p)).fold(0, |set, p| set | 1 << p)
}

/// The analysis of one player, who plays for his own value and moves second.
pub struct Analysis<'a> {
    kernel: &'a Kernel,
    player: Colour,
    graph: Graph<Analysing>,
    /// Where the sequence has ended.
    values: Vec<i32>,
    most: i32,
}

/// What was found of the value.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Without fixed-ko.
    pub lo: i32,
    pub hi: i32,
    /// With it, by a search that carries the pairs used.
    pub exact: i32,
}

impl Analysis<'_> {
    pub fn new(kernel: &Kernel, pos: usize, player: Colour, area: bool) -> Analysis<'_> {
        let worth = |p: usize| match kernel.positions[pos].at(p) {
            _ if area => 1,
            None => 1,
            Some(c) if c != player => 2,
            Some(_) => 0,
        };
        let start = Analysing { pos: pos as u16, mover: player.opponent(), passes: 0, before: None };
        let graph = Graph::explore(start, |s| s.mover, |s| moves(kernel, s).into_iter().map(|(s, _)| s).collect());
        let value = |s: &Analysing| {
            let control = controlled(kernel, s.pos.into(), player);
            (0..kernel.len()).filter(|&p| has(control, p)).map(worth).sum()
        };
        let values = graph.states.iter().map(value).collect();
        Analysis { kernel, player, graph, values, most: (0..kernel.len()).map(worth).sum() }
    }

    pub fn value(&self) -> Value {
        // The bounds are no part of the search: `lo` is only where it begins to ask.
        let (lo, hi) = (self.bound(i32::MIN), self.bound(i32::MAX));
        Value { lo, hi, exact: self.exact(lo) }
    }

    fn bound(&self, from: i32) -> i32 {
        self.graph.value(self.player, &self.values, from)
    }

    fn exact(&self, guess: i32) -> i32 {
        let mut value = guess;
        while value < self.most && self.reaches(value + 1) {
            value += 1;
        }
        while value > 0 && value <= guess && !self.reaches(value) {
            value -= 1;
        }
        value
    }

    /// Whether the player forces at least `value` under fixed-ko.
    fn reaches(&self, value: i32) -> bool {
        let good: Vec<bool> = (0..self.graph.len()).map(|i| self.graph.ended(i) && self.values[i] >= value).collect();
        let bad: Vec<bool> = (0..self.graph.len()).map(|i| self.graph.ended(i) && self.values[i] < value).collect();
        let hope = [self.graph.distances(self.player, &good), self.graph.distances(self.player.opponent(), &bad)];
        let search = FixedKo { analysis: self, value, hope };
        forces(&search, &self.graph.states[0], &[])
    }
}

/// An analysis with fixed-ko and the question whether its value is at least this.
struct FixedKo<'a> {
    analysis: &'a Analysis<'a>,
    value: i32,
    /// How far the player, and his opponent, are from what they want where fixed-ko is no obstacle: the order in which moves
    /// are tried.
    hope: [Vec<Option<u32>>; 2],
}

impl Remembering for FixedKo<'_> {
    type State = Analysing;

    fn ended(&self, state: &Analysing) -> Option<bool> {
        let i = self.analysis.graph.number(state).unwrap();
        (state.passes == 3).then(|| self.analysis.values[i] >= self.value)
    }

    fn his_move(&self, state: &Analysing) -> bool {
        state.mover == self.analysis.player
    }

    fn moves(&self, state: &Analysing, past: &[u16]) -> Vec<(Analysing, Option<u16>)> {
        let mut moves = moves(self.analysis.kernel, state);
        moves.retain(|(_, pair)| pair.is_none_or(|pair| past.binary_search(&pair).is_err()));
        let mine = usize::from(!self.his_move(state));
        moves.sort_by_key(|(after, _)| {
            let i = self.analysis.graph.number(after).unwrap();
            let (mine, theirs) = (self.hope[mine][i], self.hope[1 - mine][i]);
            (mine.unwrap_or(u32::MAX), Reverse(theirs.unwrap_or(u32::MAX)))
        });
        moves
    }
}
