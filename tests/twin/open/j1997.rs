//! j1997: the play-out.

use std::cell::Cell;

use super::*;

/// Stones removed on balance from which on play is not looked into.
const MOST_REMOVED: i32 = 8;
/// The most positions that may follow from one that is looked into: what was played and taken is a part of a state.
const MOST_PLAYED: usize = 60_000;
/// The most states that are looked into.
const MOST_STATES: usize = 400_000;
/// More than any play-out comes to.
const INFINITE: i32 = 1_000_000;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Playing {
    stones: Stones,
    mover: Colour,
    /// Normal passes in succession.
    passes: u8,
    /// j1997.playout.5, ascending: the stone on the second node took one on the first and may not be taken back.
    bans: Vec<(u8, u8)>,
    /// j1997.playout.3: nodes on which a ko stone has been taken.
    taken: Nodes,
    /// Stones played during the play-out.
    played: Nodes,
    /// White stones removed less black ones.
    removed: i32,
}

/// Whether what follows is not looked into.
fn is_left(part: &Part, s: &Playing) -> bool {
    part.is_left(s.stones) || s.removed.abs() >= MOST_REMOVED
}

fn moves(part: &Part, s: &Playing) -> Vec<Playing> {
    if s.passes == 2 || is_left(part, s) {
        return Vec::new();
    }
    let mover = s.mover.opponent();
    let mut after = vec![Playing { mover, passes: s.passes + 1, ..s.clone() }];
    for (v, play) in part.plays(s.stones, s.mover) {
        if play.ko.is_some_and(|stone| s.taken >> stone & 1 == 1) {
            continue;
        }
        let mut bans = s.bans.clone();
        let banned = play.ko.map(|stone| (v as u8, stone as u8)).filter(|ban| bans.contains(ban));
        if let Some(banned) = banned {
            // j1997.playout.4: the pass for this ko instead.
            bans.retain(|ban| *ban != banned);
            after.push(Playing { mover, passes: 0, bans, ..s.clone() });
            continue;
        }
        bans.retain(|&(p, stone)| usize::from(p) != v && play.captured >> stone & 1 == 0);
        let mut taken = s.taken;
        if let Some(stone) = play.ko {
            taken |= 1 << stone;
            bans.push((stone as u8, v as u8));
            bans.sort_unstable();
        }
        let count = (play.captured & part.open).count_ones() as i32;
        after.push(Playing {
            stones: play.after,
            mover,
            passes: 0,
            bans,
            taken,
            played: s.played & !play.captured | 1 << v,
            removed: s.removed + if s.mover == Colour::Black { count } else { -count },
        });
    }
    after
}

/// The parts of a set of nodes.
fn parts_of(part: &Part, set: Nodes) -> Vec<Nodes> {
    let (mut found, mut rest) = (Vec::new(), set);
    while rest != 0 {
        let joined = part.joined(rest.trailing_zeros() as usize, set);
        found.push(joined);
        rest &= !joined;
    }
    found
}

/// j1997.life.1 to life.5 and playout.7 at an end, Black less White, but for the stones removed. Every empty node is a point.
fn count(part: &Part, s: &Playing, prisoners: bool) -> i32 {
    let kos = Colour::ALL.into_iter().flat_map(|c| part.plays(s.stones, c));
    let dead: Nodes = kos.filter_map(|(_, play)| play.ko).fold(0, |m, stone| m | 1 << stone);
    let living = s.stones.map(|own| own & !dead);
    let number = |set: Nodes| set.count_ones() as i32;
    let (standing, mut score) =
        if prisoners { (living, number(s.stones[1] & dead) - number(s.stones[0] & dead)) } else { (s.stones, 0) };
    let empty = part.all() & !standing[0] & !standing[1];
    let (mut eyes, mut dame) = ([0; 2], 0);
    for region in parts_of(part, empty) {
        let beside = part.around(region) & !empty;
        match (0..2).find(|&c| beside != 0 && beside & !living[c] == 0) {
            Some(c) => eyes[c] |= region,
            None => dame |= region,
        }
    }
    for c in [0, 1] {
        let sign = 1 - 2 * c as i32;
        for group in parts_of(part, living[c] | eyes[c]) {
            if part.around(group & living[c]) & dame == 0 {
                score += sign * (number(group & eyes[c]) + number(group & living[c] & s.played));
            }
        }
    }
    score
}

/// What the play-out comes to, this player moving first; `None` if it is not looked into far enough, or comes to no result.
fn value(part: &Part, first: Colour, prisoners: bool) -> Option<i32> {
    let start =
        Playing { stones: part.stones, mover: first, passes: 0, bans: Vec::new(), taken: 0, played: 0, removed: 0 };
    let looked = Cell::new(0);
    let next = |s: &Playing| {
        looked.set(looked.get() + 1);
        if looked.get() > MOST_STATES { Vec::new() } else { moves(part, s) }
    };
    let graph = Graph::explore(start, |s| s.mover, next);
    if looked.get() > MOST_STATES {
        return None;
    }
    let [lo, hi] = [-INFINITE, INFINITE].map(|unknown| {
        let end = |s: &Playing| match () {
            () if is_left(part, s) => unknown,
            () if s.passes == 2 => s.removed + count(part, s, prisoners),
            () => 0,
        };
        let ends: Vec<i32> = graph.states.iter().map(end).collect();
        graph.value(Colour::Black, &ends, unknown)
    });
    (lo == hi).then_some(lo)
}

/// What the play-out of a position comes to, whoever moves first if that is not said; `None` if that is not looked into far enough.
pub fn ruling(position: &PlainPosition, rules: &RuleSet) -> Option<crate::twin::Ruling> {
    let part = Part::within(position, MOST_PLAYED)?;
    let prisoners = rules.value("ko-stones") == Some("prisoners");
    let [black, white] = Colour::ALL.map(|first| value(&part, first, prisoners));
    let value = match rules.value("first") {
        Some("black") => black?,
        Some(_) => white?,
        None => black.filter(|black| white == Some(*black))?,
    };
    Some(crate::twin::Ruling { outcome: Outcome::Margin(value), life: Vec::new(), points: Vec::new() })
}
