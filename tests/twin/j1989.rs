//! The twin of j1989.

use shinpan::board::Colour;
use shinpan::board::plain::PlainString;
use shinpan::law::RuleSet;
use shinpan::law::{Life, Outcome, PointStatus};

use super::Ruling;
use super::graph::{Graph, Kernel, Set, has, set_of};

/// j1989.7.2: ordered pairs (p, v) as bit p * MAX + v: the stone on v took one on p and may not be taken back.
pub type Bans = u64;
const MAX: usize = 8;

pub fn ban(p: usize, v: usize) -> Bans {
    1 << (p * MAX + v)
}

/// The bans after a play on `v`: those go whose stone was removed or whose point is now occupied; a ko capture adds one.
pub fn bans_after(bans: Bans, v: usize, captured: Set, ko: Option<usize>) -> Bans {
    let mut after = 0;
    for p in 0..MAX {
        for stone in 0..MAX {
            if bans & ban(p, stone) != 0 && !has(captured, stone) && p != v {
                after |= ban(p, stone);
            }
        }
    }
    after | ko.map_or(0, |p| ban(p, v))
}

/// A state of a confirmation sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Confirming {
    pos: u16,
    mover: Colour,
    /// Ordinary passes just made in succession; the second ends the sequence.
    passes: u8,
    bans: Bans,
    /// The defender's stones that have stood since the start; his others are new.
    old: Set,
}

/// What an attacker forces against the strings of his opponent.
struct Confirmation<'a> {
    kernel: &'a Kernel,
    attacker: Colour,
    graph: Graph<Confirming>,
}

impl Confirmation<'_> {
    fn new(kernel: &Kernel, pos: usize, attacker: Colour) -> Confirmation<'_> {
        let old = kernel.stones(pos, attacker.opponent());
        let start = Confirming { pos: pos as u16, mover: attacker, passes: 0, bans: 0, old };
        let graph = Graph::explore(start, |s| s.mover, |s| moves(kernel, s));
        Confirmation { kernel, attacker, graph }
    }

    fn uncapturable(&self, string: Set) -> bool {
        let captured = self.graph.all(|s| s.old & string == 0);
        !self.graph.attractor(self.attacker, &captured, &vec![true; self.graph.len()])[0]
    }

    /// The states in which no stone new on `p` stands.
    fn free_of_new(&self, p: usize) -> Vec<bool> {
        let defender = self.attacker.opponent();
        self.graph.all(|s| !has(self.kernel.stones(s.pos.into(), defender) & !s.old, p))
    }

    /// Whether the defender keeps the string or a new stone on one of the points. With `endless` an endless sequence in
    /// which every new stone is removed serves the attacker.
    fn alive_through(&self, string: Set, points: Set, endless: bool) -> bool {
        let mut aims = vec![self.graph.all(|s| s.old & string == 0)];
        aims.extend((0..self.kernel.len()).filter(|&p| has(points, p)).map(|p| self.free_of_new(p)));
        if endless {
            return !self.graph.forces_for_ever(self.attacker, &aims);
        }
        let done: Vec<bool> =
            (0..self.graph.len()).map(|i| self.graph.ended(i) && aims.iter().all(|aim| aim[i])).collect();
        !self.graph.attractor(self.attacker, &done, &vec![true; self.graph.len()])[0]
    }
}

fn moves(kernel: &Kernel, s: &Confirming) -> Vec<Confirming> {
    let mut after = Vec::new();
    if s.passes == 2 {
        return after;
    }
    let pos = usize::from(s.pos);
    let mover = s.mover.opponent();
    after.push(Confirming { mover, passes: s.passes + 1, ..*s });
    for (v, play) in kernel.plays(pos, s.mover) {
        let banned = play.ko.map_or(0, |stone| ban(v, stone)) & s.bans;
        if banned != 0 {
            // j1989.7.2.pass: the pass for this ko instead.
            after.push(Confirming { mover, passes: 0, bans: s.bans & !banned, ..*s });
        } else {
            let bans = bans_after(s.bans, v, play.captured, play.ko);
            after.push(Confirming { pos: play.after as u16, mover, passes: 0, bans, old: s.old & !play.captured });
        }
    }
    after
}

/// The life of every string under each reading of `enable` and `infinite`.
pub struct Facts<'a> {
    kernel: &'a Kernel,
    pos: usize,
    strings: Vec<PlainString>,
    uncapturable: Vec<bool>,
    /// By string, first for `infinite=attacker`, then for `defender`: alive through local-1, local-2, local-2 as `enclosed` has
    /// it, and the whole board.
    through: [Vec<[bool; 4]>; 2],
}

impl Facts<'_> {
    pub fn new(kernel: &Kernel, pos: usize) -> Facts<'_> {
        let strings = kernel.positions[pos].strings();
        let games = Colour::ALL.map(|owner| {
            let owns = strings.iter().any(|s| s.colour == owner);
            owns.then(|| Confirmation::new(kernel, pos, owner.opponent()))
        });
        let game = |i: usize| games[strings[i].colour.index()].as_ref().unwrap();
        let points = |i: usize| set_of(&strings[i].stones);

        let uncapturable: Vec<bool> = (0..strings.len()).map(|i| game(i).uncapturable(points(i))).collect();
        let through = [true, false].map(|endless| {
            let local_1: Vec<bool> = (0..strings.len())
                .map(|i| !uncapturable[i] && game(i).alive_through(points(i), points(i), endless))
                .collect();
            let firm: Vec<usize> = (0..strings.len()).filter(|&i| uncapturable[i] || local_1[i]).collect();
            let all = (1 << kernel.len()) - 1;
            let through = |i: usize| {
                if uncapturable[i] {
                    return [false; 4];
                }
                // Strings of the opponent bound it only as `enclosed` has it.
                let local_2 = |enclosed: bool| {
                    let bounds = firm.iter().filter(|&&j| enclosed || strings[j].colour == strings[i].colour);
                    let bound = bounds.fold(0, |set, &j| set | points(j));
                    let mut local_2 = points(i);
                    loop {
                        let more = local_2 | kernel.around(local_2) & all & !bound;
                        if more == local_2 {
                            break local_2;
                        }
                        local_2 = more;
                    }
                };
                let alive = |l| game(i).alive_through(points(i), l, endless);
                [local_1[i], alive(local_2(false)), alive(local_2(true)), alive(all)]
            };
            (0..strings.len()).map(through).collect()
        });
        Facts { kernel, pos, strings, uncapturable, through }
    }

    fn lives(&self, i: usize, rules: &RuleSet) -> bool {
        let [local_1, local_2, enclosed, anywhere] =
            self.through[usize::from(rules.value("infinite").unwrap_or_default() == "defender")][i];
        self.uncapturable[i]
            || match rules.value("enable").unwrap_or_default() {
                "local-2" => local_1 || local_2,
                "enclosed" => local_1 || enclosed,
                "local-1" => local_1,
                "anywhere" => anywhere,
                _ => false,
            }
    }

    pub fn ruling(&self, rules: &RuleSet) -> Ruling {
        let kernel = self.kernel;
        let lives: Vec<bool> = (0..self.strings.len()).map(|i| self.lives(i, rules)).collect();
        let living: Vec<(usize, Set)> =
            (0..lives.len()).filter(|&i| lives[i]).map(|i| (i, set_of(&self.strings[i].stones))).collect();
        let all: Set = (1 << kernel.len()) - 1;
        let regions = kernel.parts(all & !living.iter().fold(0, |set, (_, stones)| set | stones));

        let held_by = |p: usize| kernel.positions[self.pos].at(p);
        let living_only = rules.value("eye").unwrap_or_default() == "living-only";
        // j1989.8: whose eye points a region is, and the living strings next to it. A region without an owner has dame where it is
        // empty.
        let regions: Vec<(Set, Option<Colour>, Vec<usize>)> = regions
            .into_iter()
            .map(|region| {
                let beside = living.iter().filter(|(_, stones)| stones & kernel.around(region) != 0);
                let beside: Vec<usize> = beside.map(|&(i, _)| i).collect();
                let owner = beside.first().map(|&i| self.strings[i].colour);
                let owner = owner.filter(|&o| beside.iter().all(|&i| self.strings[i].colour == o));
                let own_dead = |o: Colour| (0..kernel.len()).any(|p| has(region, p) && held_by(p) == Some(o));
                let owner = owner.filter(|&o| !(living_only && own_dead(o)));
                (region, owner, beside)
            })
            .collect();
        let mut seki = vec![false; lives.len()];
        for (region, owner, _) in &regions {
            let dame = (0..kernel.len()).filter(|&p| owner.is_none() && has(*region, p) && held_by(p).is_none());
            let dame = dame.fold(0, |set, p| set | 1 << p);
            for &(i, stones) in &living {
                seki[i] |= stones & kernel.around(dame) != 0;
            }
        }
        if rules.value("seki").unwrap_or_default() != "string" {
            // As often as there are strings: a chain of common eyes is no longer.
            for _ in 0..lives.len() {
                for (_, owner, beside) in &regions {
                    if owner.is_some() && beside.iter().any(|&i| seki[i]) {
                        beside.iter().for_each(|&i| seki[i] = true);
                    }
                }
            }
        }

        let mut points = vec![PointStatus::Stone; kernel.len()];
        let mut margin = 0;
        for (region, owner, beside) in &regions {
            for p in (0..kernel.len()).filter(|&p| has(*region, p)) {
                points[p] = match owner {
                    None if held_by(p).is_some() => PointStatus::Stone,
                    None => PointStatus::Dame,
                    Some(x) if beside.iter().any(|&i| seki[i]) => PointStatus::EyeInSeki(*x),
                    Some(x) => PointStatus::Territory(*x),
                };
                // j1989.10: the point, and the prisoner on it.
                if let PointStatus::Territory(x) = points[p] {
                    let sign = if x == Colour::Black { 1 } else { -1 };
                    margin += sign
                        * match held_by(p) {
                            None => 1,
                            Some(c) if c != x => 2,
                            Some(_) => 0,
                        };
                }
            }
        }
        let life = |i: usize| match (lives[i], seki[i]) {
            (false, _) => Life::Dead,
            (true, true) => Life::Seki,
            (true, false) => Life::Alive,
        };
        Ruling { outcome: Outcome::Margin(margin), life: (0..lives.len()).map(life).collect(), points }
    }
}
