//! Territory and score on boards of any size, once it is known which stones are dead (and, for MindSports, in seki): the plain
//! twins of what `crate::law` does on small boards. Tests hold them equal.

use crate::board::plain::{PlainPosition, PlainString};
use crate::board::{Colour, points_of};
use crate::law::ClauseId;
use crate::law::RuleSet;
use crate::law::{Claim, Outcome};
use crate::record::Komi;
use crate::texts::aj2004::clauses::*;
use crate::texts::j1989::clauses::{self as j1989, *};
use crate::texts::j1997::clauses::*;
use crate::texts::mindsports::clauses::{self as ms, *};

/// One item of a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The clause it rests on; none for komi, of which no text speaks.
    pub clause: Option<ClauseId>,
    /// Whose points.
    pub player: Colour,
    /// What is counted.
    pub what: &'static str,
    /// Where; empty for what is not on the board.
    pub points: Vec<usize>,
    /// How many points, in hundredths.
    pub value: i32,
}

/// A score: its items.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Black's items first, each player's in the order of the text.
    pub items: Vec<Item>,
}

impl Counted {
    /// Adds so many points for `player`, if it is any.
    pub fn add(&mut self, clause: ClauseId, player: Colour, what: &'static str, points: Vec<usize>, value: i32) {
        if value != 0 {
            self.items.push(Item { clause: Some(clause), player, what, points, value: 100 * value });
        }
    }

    /// Adds the claims of a verdict.
    pub fn add_claims(&mut self, claims: &[Claim]) {
        for c in claims {
            self.add(c.clause, c.player, c.what, points_of(c.points).collect(), c.value);
        }
    }

    /// Adds prisoners, by the player who took them.
    pub fn add_prisoners(&mut self, clause: ClauseId, what: &'static str, taken: [u32; 2]) {
        for player in Colour::ALL {
            self.add(clause, player, what, Vec::new(), taken[player.index()] as i32);
        }
    }

    /// Adds komi as White's points (as Black's if it is negative).
    pub fn add_komi(&mut self, komi: Option<Komi>) {
        if let Some(Komi(value)) = komi.filter(|k| k.0 != 0) {
            let player = if value > 0 { Colour::White } else { Colour::Black };
            let what = "komi, as the record has it";
            self.items.push(Item { clause: None, player, what, points: Vec::new(), value: value.abs() });
        }
    }

    /// Black's points less White's, in hundredths.
    #[must_use]
    pub fn margin(&self) -> i32 {
        self.items.iter().map(|i| if i.player == Colour::Black { i.value } else { -i.value }).sum()
    }

    /// The items in order.
    #[must_use]
    pub fn sorted(mut self) -> Counted {
        self.items.sort_by_key(|i| (i.player, i.clause.is_none(), i.clause, i.points.first().copied()));
        self
    }

    /// Bounds of an outcome with what is counted here added, in hundredths.
    #[must_use]
    pub fn around(&self, outcome: Outcome) -> [i32; 2] {
        let (lo, hi) = match outcome {
            Outcome::Margin(m) => (m, m),
            Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => (lo, hi),
        };
        [lo, hi].map(|v| 100 * v + self.margin())
    }
}

/// The colours next to the empty region that holds a point; `None` if the point holds a stone.
#[must_use]
pub fn region(position: &PlainPosition, p: usize) -> Option<[bool; 2]> {
    let regions = components(position, |q| position.at(q).is_none());
    regions.iter().find(|region| region.contains(&p)).map(|region| bordered_by(position, region, |_| true))
}

/// Maximal connected sets of points that meet a condition, in the order of their first points.
pub(crate) fn components(position: &PlainPosition, within: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let grid = position.grid();
    let mut found = vec![false; grid.len()];
    let mut sets = Vec::new();
    for first in 0..grid.len() {
        if found[first] || !within(first) {
            continue;
        }
        let mut set = vec![first];
        found[first] = true;
        let mut next = 0;
        while next < set.len() {
            for q in grid.neighbours(set[next]) {
                if !found[q] && within(q) {
                    found[q] = true;
                    set.push(q);
                }
            }
            next += 1;
        }
        set.sort_unstable();
        sets.push(set);
    }
    sets
}

/// The colours of the stones adjacent to a set of points, among those that count.
pub(crate) fn bordered_by(position: &PlainPosition, set: &[usize], counts: impl Fn(usize) -> bool) -> [bool; 2] {
    let mut by = [false; 2];
    for q in set.iter().flat_map(|&p| position.grid().neighbours(p)) {
        if let Some(colour) = position.at(q).filter(|_| counts(q)) {
            by[colour.index()] = true;
        }
    }
    by
}

/// The player whose colour alone is among them.
pub(crate) fn single(by: [bool; 2]) -> Option<Colour> {
    match by {
        [true, false] => Some(Colour::Black),
        [false, true] => Some(Colour::White),
        _ => None,
    }
}

/// Whether one of the stones is adjacent to a point that meets a condition.
fn touches(position: &PlainPosition, stones: &[usize], wanted: impl Fn(usize) -> bool) -> bool {
    stones.iter().flat_map(|&p| position.grid().neighbours(p)).any(wanted)
}

/// The marks of a set of points, one a point of the grid.
#[must_use]
pub fn marked(position: &PlainPosition, points: &[usize]) -> Vec<bool> {
    let mut marks = vec![false; position.grid().len()];
    points.iter().for_each(|&p| marks[p] = true);
    marks
}

/// j1989 Articles 8 and 10 with these stones dead: territory, and the dead stones in it.
#[must_use]
pub fn j1989(rules: &RuleSet, position: &PlainPosition, dead: &[usize]) -> Counted {
    let is_dead = marked(position, dead);
    let living = |p: usize| position.at(p).is_some() && !is_dead[p];
    // 8.eye, 8.dame: dead stones are looked through.
    let regions: Vec<(Vec<usize>, Option<Colour>)> = components(position, |p| !living(p))
        .into_iter()
        .map(|region| {
            let eye_of = single(bordered_by(position, &region, living));
            (region, eye_of)
        })
        .collect();
    let dame: Vec<usize> = regions.iter().filter(|r| r.1.is_none()).flat_map(|r| r.0.iter().copied()).collect();
    let seki = j1989_seki(rules, position, &regions, &marked(position, &dame), living);
    let mut count = Counted::default();
    for (region, eye_of) in regions {
        // 8.territory
        let Some(player) = eye_of.filter(|_| !touches(position, &region, |q| living(q) && seki[q])) else { continue };
        let (empty, stones): (Vec<usize>, Vec<usize>) = region.into_iter().partition(|&p| position.at(p).is_none());
        let theirs: Vec<usize> = stones.into_iter().filter(|&p| position.at(p) == Some(player.opponent())).collect();
        let (n, m) = (empty.len() as i32, theirs.len() as i32);
        count.add(J1989_8_TERRITORY, player, "empty points of territory", empty, n);
        if rules.applies(J1989_10_1) {
            count.add(J1989_10_1, player, "dead stones in territory: the point and the prisoner", theirs, 2 * m);
        }
    }
    count
}

/// j1989.8.seki: which points hold living stones in seki.
fn j1989_seki(
    rules: &RuleSet,
    position: &PlainPosition,
    regions: &[(Vec<usize>, Option<Colour>)],
    dame: &[bool],
    living: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut seki = vec![false; position.grid().len()];
    if !rules.applies(J1989_8_SEKI) {
        return seki;
    }
    let strings: Vec<PlainString> = position.strings().into_iter().filter(|s| living(s.stones[0])).collect();
    for s in strings.iter().filter(|s| touches(position, &s.stones, |q| dame[q])) {
        s.stones.iter().for_each(|&p| seki[p] = true);
    }
    while rules.read::<j1989::Seki>() == j1989::Seki::Group {
        let before = seki.clone();
        for (region, _) in regions.iter().filter(|r| r.1.is_some()) {
            if touches(position, region, |q| living(q) && seki[q]) {
                for s in strings.iter().filter(|s| touches(position, &s.stones, |q| region.contains(&q))) {
                    s.stones.iter().for_each(|&p| seki[p] = true);
                }
            }
        }
        if seki == before {
            break;
        }
    }
    seki
}

/// What j1997.life.1 to life.5 say of a position.
pub struct J1997Life {
    /// Which points hold a dead ko stone.
    pub dead: Vec<bool>,
    /// Which points hold a stone of a group in seki.
    pub seki: Vec<bool>,
    /// Territory and, with `ko-stones=prisoners`, dead ko stones.
    pub count: Counted,
}

/// j1997.life.1 to life.5.
#[must_use]
pub fn j1997(rules: &RuleSet, position: &PlainPosition) -> J1997Life {
    let grid = position.grid();
    // life.1
    let mut dead = vec![false; grid.len()];
    if rules.applies(J1997_LIFE_1) {
        for p in (0..grid.len()).filter(|&p| position.at(p).is_none()) {
            for captured in Colour::ALL.into_iter().filter_map(|c| position.play(c, p).ok()?.ko) {
                dead[captured] = true;
            }
        }
    }
    let mut count = Counted::default();
    let mut standing = position.clone();
    if rules.read::<KoStones>() == KoStones::Prisoners {
        let cells = (0..grid.len()).map(|p| position.at(p).filter(|_| !dead[p])).collect();
        standing = PlainPosition::from_cells(grid, cells).unwrap_or(standing);
        for player in Colour::ALL {
            let taken: Vec<usize> =
                (0..grid.len()).filter(|&p| dead[p] && position.at(p) == Some(player.opponent())).collect();
            let n = taken.len() as i32;
            count.add(J1997_RESULT, player, "dead ko stones taken as prisoners", taken, n);
        }
    }
    // life.2
    let mut eye_of: Vec<Option<Colour>> = vec![None; grid.len()];
    for region in components(&standing, |p| standing.at(p).is_none()) {
        let all_living = !touches(&standing, &region, |q| standing.at(q).is_some() && dead[q]);
        let player = single(bordered_by(&standing, &region, |_| true)).filter(|_| all_living);
        region.iter().for_each(|&p| eye_of[p] = player);
    }
    let is_dame = |p: usize| standing.at(p).is_none() && eye_of[p].is_none();
    let mut seki = vec![false; grid.len()];
    for player in Colour::ALL {
        let stone = |p: usize| standing.at(p) == Some(player) && !dead[p];
        // life.3
        for group in components(&standing, |p| stone(p) || eye_of[p] == Some(player)) {
            let stones: Vec<usize> = group.iter().copied().filter(|&p| stone(p)).collect();
            if stones.is_empty() {
                continue;
            }
            // life.4
            if rules.applies(J1997_LIFE_4) && touches(&standing, &stones, is_dame) {
                stones.iter().for_each(|&p| seki[p] = true);
                continue;
            }
            // life.5
            let points: Vec<usize> = group.into_iter().filter(|&p| !stone(p)).collect();
            let n = points.len() as i32;
            count.add(J1997_LIFE_5, player, "points of territory", points, n);
        }
    }
    J1997Life { dead, seki, count }
}

/// The MindSports counts with these stones removed as dead and these in seki.
#[must_use]
pub fn mindsports(rules: &RuleSet, position: &PlainPosition, dead: &[usize], seki: &[usize]) -> Counted {
    let grid = position.grid();
    let (is_dead, in_seki) = (marked(position, dead), marked(position, seki));
    let mut count = Counted::default();
    // ms.removed
    let cells = (0..grid.len()).map(|p| position.at(p).filter(|_| !is_dead[p])).collect();
    let after = PlainPosition::from_cells(grid, cells).unwrap_or_else(|| position.clone());
    for region in components(&after, |p| after.at(p).is_none()) {
        let Some(player) = single(bordered_by(&after, &region, |_| true)) else { continue };
        if rules.applies(MS_SEKI)
            && rules.read::<ms::Seki>() == ms::Seki::NoPoints
            && touches(&after, &region, |q| after.at(q).is_some() && in_seki[q])
        {
            continue;
        }
        let n = region.len() as i32;
        count.add(MS_TERRITORY, player, "vacant points of territory", region, n);
    }
    for player in Colour::ALL {
        let stones = |wanted: &dyn Fn(usize) -> bool| (0..grid.len()).filter(|&p| wanted(p)).collect::<Vec<usize>>();
        if rules.text.counts_stones(rules) {
            let own = stones(&|p| after.at(p) == Some(player));
            let n = own.len() as i32;
            count.add(MS_COUNT_CHINESE, player, "stones on the board", own, n);
        } else if rules.applies(MS_REMOVED) {
            let theirs = stones(&|p| is_dead[p] && position.at(p) == Some(player.opponent()));
            let n = theirs.len() as i32;
            count.add(MS_COUNT_JAPANESE, player, "stones removed as dead", theirs, n);
        }
    }
    count
}

/// aj2004.immortal on a board of any size, by Benson's theorem (see [`crate::board::Board::immortal`], its twin).
#[must_use]
pub fn immortal(position: &PlainPosition, player: Colour) -> Vec<bool> {
    let grid = position.grid();
    let mut strings: Vec<Vec<usize>> =
        position.strings().into_iter().filter(|s| s.colour == player).map(|s| s.stones).collect();
    let mut regions = components(position, |p| position.at(p) != Some(player));
    let next_to = |p: usize, stones: &[bool]| grid.neighbours(p).any(|q| stones[q]);
    let all: Vec<usize> = strings.concat();
    let all = marked(position, &all);
    regions.retain(|r| r.iter().all(|&p| position.at(p).is_some() || next_to(p, &all)));
    loop {
        let before = strings.len();
        strings.retain(|string| {
            let own = marked(position, string);
            let vital = |r: &&Vec<usize>| {
                r.iter().any(|&p| next_to(p, &own)) && r.iter().all(|&p| position.at(p).is_some() || next_to(p, &own))
            };
            regions.iter().filter(vital).count() >= 2
        });
        let alive = marked(position, &strings.concat());
        if strings.len() == before {
            return alive;
        }
        regions.retain(|r| !touches(position, r, |q| position.at(q) == Some(player) && !alive[q]));
    }
}

/// aj2004.control at the end of an analysis: an immortal stone on the point or on all points next to it.
#[must_use]
pub fn controlled(position: &PlainPosition, player: Colour) -> Vec<usize> {
    let grid = position.grid();
    let immortal = immortal(position, player);
    (0..grid.len()).filter(|&p| immortal[p] || grid.neighbours(p).all(|q| immortal[q])).collect()
}

/// aj2004.score: what the points count that a player controls.
#[must_use]
pub fn aj2004_value(rules: &RuleSet, final_position: &PlainPosition, controlled: &[usize], player: Colour) -> i32 {
    let weight = |&p: &usize| match final_position.at(p) {
        _ if rules.read::<Score>() == Score::Area => 1,
        None => 1,
        Some(stone) => 2 * i32::from(stone != player),
    };
    if rules.applies(AJ2004_CONTROL) { controlled.iter().map(weight).sum() } else { 0 }
}
