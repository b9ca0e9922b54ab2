//! The twin of ms-japanese and ms-chinese.

use shinpan::board::Colour;
use shinpan::board::plain::PlainString;
use shinpan::rules::{Life, Outcome, PointStatus};
use shinpan::spec::{RuleSet, Text};

use crate::Ruling;
use crate::graph::{Graph, Kernel, Remembering, Set, forces, has, set_of};

/// A state of a continuation under basic ko.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Continuing {
    pos: u16,
    mover: Colour,
    /// Passes just made in succession; the second ends the continuation.
    passes: u8,
    /// By player: the position just before his last play. It bans the other player's play, also across a pass.
    before: [Option<u16>; 2],
    /// The string in question has been captured: nothing after that matters.
    captured: bool,
}

fn continuation(kernel: &Kernel, pos: usize, first: Colour, string: Set) -> Graph<Continuing> {
    let start = Continuing { pos: pos as u16, mover: first, passes: 0, before: [None; 2], captured: false };
    Graph::explore(start, |s| s.mover, |s| {
        let mut after = Vec::new();
        if s.passes == 2 || s.captured {
            return after;
        }
        let mover = s.mover.opponent();
        after.push(Continuing { mover, passes: s.passes + 1, ..*s });
        for (_, play) in kernel.plays(s.pos.into(), s.mover) {
            let pos = play.after as u16;
            if s.before[mover.index()] != Some(pos) {
                let mut before = s.before;
                before[s.mover.index()] = Some(s.pos);
                after.push(Continuing { pos, mover, passes: 0, before, captured: play.captured & string != 0 });
            }
        }
        after
    })
}

/// Whether the opponent forces the capture of the string.
fn is_dead(kernel: &Kernel, pos: usize, string: &PlainString, first: Colour) -> bool {
    let graph = continuation(kernel, pos, first, set_of(&string.stones));
    let captured = graph.all(|s| s.captured);
    graph.attractor(string.colour.opponent(), &captured, &vec![true; graph.len()])[0]
}

/// Whether the owner, moving second, makes one of the string's own stones immortal before it is captured.
fn is_independent(kernel: &Kernel, pos: usize, string: &PlainString) -> bool {
    let stones = set_of(&string.stones);
    let graph = continuation(kernel, pos, string.colour.opponent(), stones);
    let safe = graph.all(|s| !s.captured && kernel.immortal(s.pos.into(), string.colour) & stones != 0);
    graph.attractor(string.colour, &safe, &vec![true; graph.len()])[0]
}

/// A continuation under situational superko, the owner of the string moving first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Remembered {
    pos: u16,
    mover: Colour,
    passes: u8,
    captured: bool,
}

struct Superko<'a> {
    kernel: &'a Kernel,
    owner: Colour,
    string: Set,
    /// The continuation under basic ko, by position, mover and pass: how near the attacker is at best to a capture. Only
    /// the order in which moves are tried.
    hope: crate::graph::Map<(u16, Colour, u8, bool), u32>,
}

fn fact(pos: u16, mover: Colour) -> u16 {
    pos * 2 + mover.index() as u16
}

impl Remembering for Superko<'_> {
    type State = Remembered;

    fn ended(&self, state: &Remembered) -> Option<bool> {
        (state.captured || state.passes == 2).then_some(state.captured)
    }

    fn his_move(&self, state: &Remembered) -> bool {
        state.mover != self.owner
    }

    fn moves(&self, state: &Remembered, past: &[u16]) -> Vec<(Remembered, Option<u16>)> {
        let mover = state.mover.opponent();
        let pass = Remembered { mover, passes: state.passes + 1, ..*state };
        let mut moves = vec![(pass, Some(fact(pass.pos, mover)))];
        for (_, play) in self.kernel.plays(state.pos.into(), state.mover) {
            let pos = play.after as u16;
            if past.binary_search(&fact(pos, mover)).is_err() {
                let captured = play.captured & self.string != 0;
                moves.push((Remembered { pos, mover, passes: 0, captured }, Some(fact(pos, mover))));
            }
        }
        moves.sort_by_key(|(s, _)| {
            let near = self.hope.get(&(s.pos, s.mover, s.passes, s.captured)).copied().unwrap_or(u32::MAX);
            if self.his_move(state) { near } else { u32::MAX - near }
        });
        moves
    }
}

fn is_dead_under_superko(kernel: &Kernel, pos: usize, string: &PlainString) -> bool {
    let stones = set_of(&string.stones);
    let graph = continuation(kernel, pos, string.colour, stones);
    let captured = graph.all(|s| s.captured);
    let mut hope = crate::graph::Map::default();
    for (s, distance) in graph.states.iter().zip(graph.distances(string.colour.opponent(), &captured)) {
        if let Some(distance) = distance {
            let best = hope.entry((s.pos, s.mover, s.passes, s.captured)).or_insert(distance);
            *best = distance.min(*best);
        }
    }
    let game = Superko { kernel, owner: string.colour, string: stones, hope };
    let start = Remembered { pos: pos as u16, mover: string.colour, passes: 0, captured: false };
    forces(&game, &start, &[fact(start.pos, start.mover)], usize::MAX).unwrap()
}

/// One count of dead strings: the position without them, and which of the others are in seki.
struct Removed {
    dead: Vec<bool>,
    seki: Vec<bool>,
    /// Empty regions, with the one player whose strings are beside it, and whether one of them is in seki.
    regions: Vec<(Set, Option<Colour>, bool)>,
    left: [i32; 2],
}

impl Removed {
    fn new(kernel: &Kernel, pos: usize, strings: &[PlainString], dead: Vec<bool>) -> Removed {
        let dead_stones = (0..dead.len()).filter(|&i| dead[i]).fold(0, |set, i| set | set_of(&strings[i].stones));
        let pos = kernel.without(pos, dead_stones);
        let stones = Colour::ALL.map(|c| kernel.stones(pos, c));
        let regions = kernel.parts((1 << kernel.len()) - 1 & !stones[0] & !stones[1]);
        let shared = |r: Set| stones.iter().all(|s| s & kernel.around(r) != 0);
        let in_seki = |i: usize| {
            let around = kernel.around(set_of(&strings[i].stones));
            !dead[i]
                && regions.iter().any(|&r| shared(r) && r & around != 0)
                && !is_independent(kernel, pos, &strings[i])
        };
        let seki: Vec<bool> = (0..dead.len()).map(in_seki).collect();
        let owned = |&r: &Set| {
            let beside: Vec<Colour> =
                Colour::ALL.into_iter().filter(|c| stones[c.index()] & kernel.around(r) != 0).collect();
            let owner = if let [owner] = beside[..] { Some(owner) } else { None };
            (r, owner, (0..dead.len()).any(|i| seki[i] && set_of(&strings[i].stones) & kernel.around(r) != 0))
        };
        let regions = regions.iter().map(owned).collect();
        Removed { dead, seki, regions, left: stones.map(|s| s.count_ones() as i32) }
    }
}

/// A position under every reading.
pub struct Facts<'a> {
    kernel: &'a Kernel,
    strings: Vec<PlainString>,
    /// By reading of `dead`; without `superko` where it was not asked for.
    removed: Vec<(&'static str, Removed)>,
}

impl Facts<'_> {
    pub fn new(kernel: &Kernel, pos: usize, superko: bool) -> Facts<'_> {
        let strings = kernel.positions[pos].strings();
        let mut removed = Vec::new();
        let mut add = |name, dead: &dyn Fn(&PlainString) -> bool| {
            removed.push((name, Removed::new(kernel, pos, &strings, strings.iter().map(dead).collect())));
        };
        add("owner-first", &|s| is_dead(kernel, pos, s, s.colour));
        add("opponent-first", &|s| is_dead(kernel, pos, s, s.colour.opponent()));
        if superko {
            add("superko", &|s| is_dead_under_superko(kernel, pos, s));
        }
        Facts { kernel, strings, removed }
    }

    pub fn ruling(&self, rules: &RuleSet) -> Ruling {
        let (_, removed) = self.removed.iter().find(|(name, _)| *name == rules.reading("dead")).unwrap();
        let mut points = vec![PointStatus::Stone; self.kernel.len()];
        let mut score = [0; 2];
        for &(region, owner, seki) in &removed.regions {
            for p in (0..self.kernel.len()).filter(|&p| has(region, p)) {
                points[p] = match owner {
                    None => PointStatus::Dame,
                    Some(x) if seki && rules.reading("seki") == "no-points" => PointStatus::EyeInSeki(x),
                    Some(x) => PointStatus::Territory(x),
                };
                if let PointStatus::Territory(x) = points[p] {
                    score[x.index()] += 1;
                }
            }
        }
        for (i, string) in self.strings.iter().enumerate().filter(|_| rules.text == Text::MsJapanese) {
            if removed.dead[i] {
                score[string.colour.opponent().index()] += string.stones.len() as i32;
            }
        }
        if rules.text == Text::MsChinese {
            score = [score[0] + removed.left[0], score[1] + removed.left[1]];
        }
        let life = |i: usize| match (removed.dead[i], removed.seki[i]) {
            (true, _) => Life::Dead,
            (_, true) => Life::Seki,
            _ => Life::Alive,
        };
        let life = (0..self.strings.len()).map(life).collect();
        Ruling { outcome: Outcome::Margin(score[0] - score[1]), life, points }
    }
}
