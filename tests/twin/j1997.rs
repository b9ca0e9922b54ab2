//! The twin of j1997.

use shinpan::board::Colour;
use shinpan::law::RuleSet;
use shinpan::law::{Life, Outcome, PointStatus};

use std::cmp::Reverse;

use super::Ruling;
use super::graph::{Graph, Kernel, Remembering, Set, forces, has, set_of};
use super::j1989::{Bans, ban, bans_after};
use super::tt::exact;

const INFINITE: i32 = 1_000_000;

/// A position as j1997.life.1 to life.5 see it.
pub struct Life1To5 {
    points: Vec<PointStatus>,
    /// By colour: living stones not in seki, and living stones in seki.
    free: [Set; 2],
    seki: [Set; 2],
    /// Territory, and prisoners if dead ko stones become such: Black minus White.
    score: i32,
}

impl Life1To5 {
    /// With `prisoners` the dead ko stones are taken off and counted before territory is.
    fn new(kernel: &Kernel, pos: usize, prisoners: bool) -> Life1To5 {
        let all: Set = (1 << kernel.len()) - 1;
        let ko = kernel.ko_stones(pos);
        let stones = Colour::ALL.map(|c| kernel.stones(pos, c));
        let living = stones.map(|s| s & !ko);
        let mut score = 0;
        let mut empty = all & !stones[0] & !stones[1];
        if prisoners {
            score = (stones[1] & ko).count_ones() as i32 - (stones[0] & ko).count_ones() as i32;
            empty |= ko;
        }

        // life.2: a dead ko stone that stays is no living stone of anyone.
        let mut eyes: [Set; 2] = [0; 2];
        let mut dame: Set = 0;
        let regions = kernel.parts(empty);
        for &region in &regions {
            let beside = kernel.around(region) & !region;
            let owner = (0..2).find(|&x| beside != 0 && beside & !living[x] == 0);
            match owner {
                Some(x) => eyes[x] |= region,
                None => dame |= region,
            }
        }

        // life.2 calls empty points dame: one with a dead ko stone that stays is no empty point.
        let mut points = vec![PointStatus::Stone; kernel.len()];
        for p in (0..kernel.len()).filter(|&p| has(empty, p)) {
            points[p] = PointStatus::Dame;
        }
        let (mut free, mut seki) = ([0; 2], [0; 2]);
        for x in Colour::ALL {
            let i = x.index();
            // life.3: groups. An eye region has a stone of its owner beside it, so every part holds one.
            for group in kernel.parts(living[i] | eyes[i]) {
                let shared = kernel.around(group & living[i]) & dame != 0;
                let set = if shared { &mut seki } else { &mut free };
                set[i] |= group & living[i];
                for p in (0..kernel.len()).filter(|&p| has(group & eyes[i], p)) {
                    points[p] = if shared { PointStatus::EyeInSeki(x) } else { PointStatus::Territory(x) };
                    if !shared {
                        score += if x == Colour::Black { 1 } else { -1 };
                    }
                }
            }
        }
        Life1To5 { points, free, seki, score }
    }
}

/// A state of the play-out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Playing {
    pos: u16,
    mover: Colour,
    /// Normal passes just made in succession; the second ends the play-out.
    passes: u8,
    bans: Bans,
    /// Points on which a ko stone has been taken.
    taken: Set,
    /// Points whose stone was played during the play-out.
    played: Set,
    /// White stones removed, less black stones removed.
    won: i32,
}

fn moves(kernel: &Kernel, s: &Playing) -> Vec<Playing> {
    // The no-result clause: a gain of two boards has no end. What that comes to `bounds` says.
    let endless = s.won.unsigned_abs() as usize >= 2 * kernel.len();
    if endless { Vec::new() } else { moves_of_any(kernel, s) }
}

/// However much has been won.
fn moves_of_any(kernel: &Kernel, s: &Playing) -> Vec<Playing> {
    let mut after = Vec::new();
    if s.passes == 2 {
        return after;
    }
    let mover = s.mover.opponent();
    after.push(Playing { mover, passes: s.passes + 1, ..*s });
    for (v, play) in kernel.plays(s.pos.into(), s.mover) {
        if play.ko.is_some_and(|p| has(s.taken, p)) {
            continue;
        }
        let banned = play.ko.map_or(0, |stone| ban(v, stone)) & s.bans;
        if banned != 0 {
            after.push(Playing { mover, passes: 0, bans: s.bans & !banned, ..*s });
            continue;
        }
        let count = play.captured.count_ones() as i32;
        after.push(Playing {
            pos: play.after as u16,
            mover,
            passes: 0,
            bans: bans_after(s.bans, v, play.captured, play.ko),
            taken: s.taken | play.ko.map_or(0, |p| 1 << p),
            played: s.played & !play.captured | 1 << v,
            won: s.won + if s.mover == Colour::Black { count } else { -count },
        });
    }
    after
}

/// What the clauses on life and death say of every position of a board, by the readings `stay` and `prisoners`.
pub struct Positions<'a> {
    kernel: &'a Kernel,
    life: Vec<[Life1To5; 2]>,
}

impl Positions<'_> {
    pub fn new(kernel: &Kernel) -> Positions<'_> {
        let life = |pos| [false, true].map(|prisoners| Life1To5::new(kernel, pos, prisoners));
        Positions { kernel, life: (0..kernel.positions.len()).map(life).collect() }
    }
}

/// Play in which no position comes back, and the question whether Black gets at least `k`. The facts of the past are the positions.
struct Once<'a> {
    positions: &'a Positions<'a>,
    reading: usize,
    k: i32,
    /// Where positions come back.
    graph: &'a Graph<Playing>,
    /// There, how far Black, and White, are from what they want: the order in which moves are tried.
    hope: [Vec<Option<u32>>; 2],
}

impl Remembering for Once<'_> {
    type State = Playing;

    fn ended(&self, s: &Playing) -> Option<bool> {
        (s.passes == 2).then(|| self.positions.count(s, self.reading) >= self.k)
    }

    fn his_move(&self, s: &Playing) -> bool {
        s.mover == Colour::Black
    }

    /// A pass of either kind leaves the position, and recreates nothing.
    fn moves(&self, s: &Playing, past: &[u16]) -> Vec<(Playing, Option<u16>)> {
        let mut moves = moves_of_any(self.positions.kernel, s);
        moves.retain(|after| after.pos == s.pos || past.binary_search(&after.pos).is_err());
        let mine = s.mover.index();
        moves.sort_by_key(|after| {
            let of = |hope: &[Option<u32>]| self.graph.number(after).and_then(|i| hope[i]);
            let (mine, theirs) = (of(&self.hope[mine]), of(&self.hope[1 - mine]));
            (mine.unwrap_or(u32::MAX), Reverse(theirs.unwrap_or(u32::MAX)))
        });
        moves.into_iter().map(|after| (after, (after.pos != s.pos).then_some(after.pos))).collect()
    }
}

impl Positions<'_> {
    /// The count at the end. playout.7: stones played that live and are not in seki.
    fn count(&self, s: &Playing, reading: usize) -> i32 {
        let life = &self.life[usize::from(s.pos)][reading];
        let played = |i: usize| (life.free[i] & s.played).count_ones() as i32;
        life.score + s.won + played(0) - played(1)
    }

    /// What a play-out comes to in which no position comes back.
    fn once(&self, graph: &Graph<Playing>, start: &Playing, reading: usize, guess: i32) -> i32 {
        // Whoever always passes loses no more than his stones and all points.
        let most = 2 * self.kernel.len() as i32;
        let reaches = |k: i32| {
            let ends = |good: bool| {
                let end = |i: usize| graph.ended(i) && (self.count(&graph.states[i], reading) >= k) == good;
                (0..graph.len()).map(end).collect::<Vec<_>>()
            };
            let hope = [(Colour::Black, true), (Colour::White, false)];
            let hope = hope.map(|(player, good)| graph.distances(player, &ends(good)));
            forces(&Once { positions: self, reading, k, graph, hope }, start, &[start.pos])
        };
        exact(guess.clamp(-most, most), -most..most + 1, reaches)
    }
}

/// lo and hi of the play-out by `ko-stones`, then by `endless`; by `refused` only if it is `carried`.
fn bounds(positions: &Positions, pos: usize, first: Colour, carried: bool) -> [Bounds; 2] {
    let kernel = positions.kernel;
    let start = Playing { pos: pos as u16, mover: first, passes: 0, bans: 0, taken: 0, played: 0, won: 0 };
    let graph = Graph::explore(start, |s| s.mover, |s| moves(kernel, s));
    let limit = 2 * kernel.len() as i32;
    [0, 1].map(|reading| {
        let end = |s: &Playing| {
            if s.won.abs() >= limit { s.won.signum() * INFINITE } else { positions.count(s, reading) }
        };
        let end: Vec<i32> = graph.states.iter().map(end).collect();
        let bound = |from| graph.value(Colour::Black, &end, from);
        let gain_wins = (bound(-INFINITE), bound(INFINITE));
        // A sequence that comes to the limit never ends: neither player reaches anything by it.
        let bound = |from| {
            let never = |(s, &end): (&Playing, &i32)| if s.won.abs() >= limit { from } else { end };
            let end: Vec<i32> = graph.states.iter().zip(&end).map(never).collect();
            graph.value(Colour::Black, &end, from)
        };
        let never_ends = (bound(-INFINITE), bound(INFINITE));
        let refused = if carried { positions.once(&graph, &start, reading, gain_wins.0) } else { 0 };
        [gain_wins, never_ends, (refused, refused)]
    })
}

/// `lo` and `hi`, by the reading `endless`.
type Bounds = [(i32, i32); 3];

/// A position under every reading; the play-out only if it is wanted.
pub struct Facts<'a> {
    positions: &'a Positions<'a>,
    pos: usize,
    /// By first passer, then by `ko-stones`, then by `endless`: the bounds of the play-out.
    bounds: Option<[[Bounds; 2]; 2]>,
}

impl Facts<'_> {
    pub fn new<'a>(positions: &'a Positions<'a>, pos: usize, play_out: bool, carried: bool) -> Facts<'a> {
        let bounds = play_out.then(|| Colour::ALL.map(|first| bounds(positions, pos, first, carried)));
        Facts { positions, pos, bounds }
    }

    pub fn ruling(&self, rules: &RuleSet) -> Ruling {
        let kernel = self.positions.kernel;
        let reading = usize::from(rules.value("ko-stones").unwrap_or_default() == "prisoners");
        let position = &self.positions.life[self.pos][reading];
        let outcome = match self.bounds {
            Some(bounds) if rules.first_passer_matters() => {
                let endless = ["gain-wins", "never-ends", "refused"];
                let endless = endless.iter().position(|&e| rules.value("endless") == Some(e)).expect("one of them");
                let (lo, hi) =
                    bounds[usize::from(rules.value("first").unwrap_or_default() == "white")][reading][endless];
                if lo == hi { Outcome::Margin(lo) } else { Outcome::NoResult { lo, hi } }
            }
            _ => Outcome::Margin(position.score),
        };
        let strings = kernel.positions[self.pos].strings();
        let life = strings.iter().map(|string| {
            let stones = set_of(&string.stones);
            let of = |set: [Set; 2]| set[string.colour.index()] & stones != 0;
            match (of(position.free), of(position.seki)) {
                (true, _) => Life::Alive,
                (_, true) => Life::Seki,
                _ => Life::Dead,
            }
        });
        Ruling { outcome, life: life.collect(), points: position.points.clone() }
    }
}
