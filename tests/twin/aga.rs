//! The twin of aga-territory and aga-area: what is dead by the twin of the MindSports text, and every further game with all positions
//! that have been there, its prisoners, its pass stones and the last pass.

use std::cmp::Reverse;

use shinpan::board::Colour;
use shinpan::law::{Life, Outcome, PointStatus, RuleSet};

use super::Ruling;
use super::graph::{Graph, Kernel, Remembering, forces, has, set_of};
use super::ms;
use super::tt::exact;

fn sign(colour: Colour) -> i32 {
    if colour == Colour::Black { 1 } else { -1 }
}

/// Who surrounds each empty point; territory and area.
struct Count {
    points: Vec<PointStatus>,
    territory: i32,
    stones: i32,
}

fn count(kernel: &Kernel, pos: usize) -> Count {
    let stones = Colour::ALL.map(|c| kernel.stones(pos, c));
    let mut count = Count { points: vec![PointStatus::Stone; kernel.len()], territory: 0, stones: 0 };
    count.stones = stones[0].count_ones() as i32 - stones[1].count_ones() as i32;
    for region in kernel.parts(((1 << kernel.len()) - 1) & !stones[0] & !stones[1]) {
        let beside = stones.map(|s| s & kernel.around(region) != 0);
        let status = match beside {
            [true, false] => PointStatus::Territory(Colour::Black),
            [false, true] => PointStatus::Territory(Colour::White),
            _ => PointStatus::Dame,
        };
        (0..kernel.len()).filter(|&p| has(region, p)).for_each(|p| count.points[p] = status);
        if let PointStatus::Territory(player) = status {
            count.territory += sign(player) * region.count_ones() as i32;
        }
    }
    count
}

/// Further play: what is remembered besides the positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    pos: u16,
    mover: Colour,
    passes: u8,
    /// Black's prisoners less White's.
    prisoners: i16,
}

impl State {
    fn bare(self) -> State {
        State { prisoners: 0, ..self }
    }
}

fn fact(s: &State) -> u16 {
    s.pos * 2 + s.mover.index() as u16
}

fn moves(kernel: &Kernel, s: &State) -> Vec<State> {
    if s.passes == 2 {
        return Vec::new();
    }
    let (mover, own) = (s.mover.opponent(), sign(s.mover) as i16);
    let play = |(_, play): (usize, super::graph::Played)| State {
        pos: play.after as u16,
        mover,
        passes: 0,
        prisoners: s.prisoners + own * play.captured.count_ones() as i16,
    };
    let mut moves: Vec<State> = kernel.plays(s.pos.into(), s.mover).map(play).collect();
    moves.push(State { mover, passes: s.passes + 1, prisoners: s.prisoners - own, ..*s });
    moves
}

/// The question whether Black gets at least `k`, by one of the counts.
struct Played<'a> {
    kernel: &'a Kernel,
    counts: &'a [(i32, i32)],
    first: Colour,
    by_area: bool,
    k: i32,
    graph: &'a Graph<State>,
    hope: [Vec<Option<u32>>; 2],
}

impl Played<'_> {
    fn score(&self, state: &State) -> i32 {
        let (territory, stones) = self.counts[usize::from(state.pos)];
        if self.by_area {
            return territory + stones;
        }
        // Who began has made the last move as well: the other one passes once more.
        let again = if state.mover == self.first { 0 } else { sign(self.first) };
        territory + i32::from(state.prisoners) + again
    }
}

impl Remembering for Played<'_> {
    type State = State;

    fn ended(&self, state: &State) -> Option<bool> {
        (state.passes == 2).then(|| self.score(state) >= self.k)
    }

    fn his_move(&self, state: &State) -> bool {
        state.mover == Colour::Black
    }

    fn moves(&self, state: &State, past: &[u16]) -> Vec<(State, Option<u16>)> {
        let mut moves = moves(self.kernel, state);
        moves.retain(|after| after.passes > 0 || past.binary_search(&fact(after)).is_err());
        let mine = state.mover.index();
        moves.sort_by_key(|after| {
            let i = self.graph.number(&after.bare()).unwrap();
            let (mine, theirs) = (self.hope[mine][i], self.hope[1 - mine][i]);
            (mine.unwrap_or(u32::MAX), Reverse(theirs.unwrap_or(u32::MAX)))
        });
        moves.into_iter().map(|after| (after, Some(fact(&after)))).collect()
    }
}

/// The values of further play by territory and by area.
fn played(kernel: &Kernel, counts: &[(i32, i32)], pos: usize, first: Colour) -> [i32; 2] {
    let start = State { pos: pos as u16, mover: first, passes: 0, prisoners: 0 };
    let bare = |s: &State| moves(kernel, s).into_iter().map(State::bare).collect();
    let graph = Graph::explore(start, |s| s.mover, bare);
    let area: Vec<i32> = graph.states.iter().map(|s| counts[usize::from(s.pos)]).map(|(t, s)| t + s).collect();
    let all = kernel.len() as i32;
    let [lo, hi] = [-all, all].map(|from| graph.value(Colour::Black, &area, from));
    [false, true].map(|by_area| {
        let apart = if by_area { 0 } else { counts[pos].1 };
        let reaches = |k: i32| {
            let ends = |good: bool| {
                (0..graph.len()).map(|i| graph.ended(i) && (area[i] >= k + apart) == good).collect::<Vec<_>>()
            };
            let hope = [(Colour::Black, true), (Colour::White, false)];
            let hope = hope.map(|(player, good)| graph.distances(player, &ends(good)));
            forces(&Played { kernel, counts, first, by_area, k, graph: &graph, hope }, &start, &[fact(&start)])
        };
        let value = exact(lo - apart, -3 * all..3 * all, reaches);
        assert!(lo <= value + apart && value + apart <= hi, "{} {first}", kernel.positions[pos]);
        value
    })
}

/// What the counts look up, by position: territory and stones, Black's less White's.
pub fn counts(kernel: &Kernel) -> Vec<(i32, i32)> {
    let of = |pos| {
        let count = count(kernel, pos);
        (count.territory, count.stones)
    };
    (0..kernel.positions.len()).map(of).collect()
}

/// A position under every reading.
pub struct Facts<'a> {
    kernel: &'a Kernel,
    pos: usize,
    /// By string, by best play.
    dead: Vec<bool>,
    /// By who moves first, by territory and by area.
    played: Option<[[i32; 2]; 2]>,
}

impl Facts<'_> {
    pub fn new<'a>(kernel: &'a Kernel, counts: &[(i32, i32)], pos: usize, play: bool) -> Facts<'a> {
        let strings = kernel.positions[pos].strings();
        let dead = strings.iter().map(|s| ms::is_dead(kernel, pos, s, s.colour)).collect();
        let played = play.then(|| Colour::ALL.map(|first| played(kernel, counts, pos, first)));
        Facts { kernel, pos, dead, played }
    }

    pub fn ruling(&self, rules: &RuleSet) -> Ruling {
        let by_area = rules.text.id() == "aga-area";
        let strings = self.kernel.positions[self.pos].strings();
        let agreement = rules.value("agreement").unwrap();
        let is_dead = |i: usize| agreement == "best-play" && self.dead[i];
        let dead = |i: &usize| is_dead(*i);
        let removed = (0..strings.len()).filter(dead).fold(0, |set, i| set | set_of(&strings[i].stones));
        let after = count(self.kernel, self.kernel.without(self.pos, removed));
        let taken: i32 =
            (0..strings.len()).filter(dead).map(|i| -sign(strings[i].colour) * strings[i].stones.len() as i32).sum();
        let margin = match (agreement, self.played) {
            ("play-out", Some(played)) => {
                played[usize::from(rules.value("first").unwrap() == "white")][usize::from(by_area)]
            }
            _ if by_area => after.territory + after.stones,
            _ => after.territory + taken,
        };
        let life = (0..strings.len()).map(|i| if is_dead(i) { Life::Dead } else { Life::Alive }).collect();
        Ruling { outcome: Outcome::Margin(margin), life, points: after.points }
    }
}
