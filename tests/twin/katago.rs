//! The twin of katago: counts, with pass-aliveness found by playing every sequence of the opponent's.

use shinpan::board::{Colour, Grid};
use shinpan::law::{Life, Outcome, PointStatus, RuleSet};

use super::Ruling;
use super::graph::Kernel;
use super::tt::Table;

pub type Cells = Vec<Option<Colour>>;

pub fn is(rules: &RuleSet, key: &str, value: &str) -> bool {
    rules.value(key).unwrap() == value
}

pub fn sign(colour: Colour) -> i32 {
    if colour == Colour::Black { 1 } else { -1 }
}

/// The regions of the points for which `of` holds, each ascending.
pub fn regions(grid: Grid, of: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for p in (0..grid.len()).filter(|&p| of(p)) {
        if found.iter().any(|region| region.contains(&p)) {
            continue;
        }
        let mut region = vec![p];
        let mut next = 0;
        while next < region.len() {
            for q in grid.neighbours(region[next]) {
                if of(q) && !region.contains(&q) {
                    region.push(q);
                }
            }
            next += 1;
        }
        region.sort_unstable();
        found.push(region);
    }
    found
}

fn borders(grid: Grid, cells: &Cells, region: &[usize], colour: Option<Colour>) -> bool {
    region.iter().any(|&p| grid.neighbours(p).any(|q| cells[q] == colour))
}

pub fn liberties(grid: Grid, cells: &Cells, region: &[usize]) -> usize {
    let next_to = |q: usize| grid.neighbours(q).any(|p| region.contains(&p));
    (0..grid.len()).filter(|&q| cells[q].is_none() && next_to(q)).count()
}

/// Moves of one colour alone: by position and colour, what pseudolegal moves lead to, without suicide and with it.
pub struct Alone {
    turns: Vec<[[Vec<u16>; 2]; 2]>,
}

impl Alone {
    pub fn new(kernel: &Kernel, table: &Table<'_>) -> Alone {
        let of = |pos: usize| {
            [false, true].map(|suicide| {
                Colour::ALL.map(|colour| {
                    let stones =
                        |at: usize| kernel.positions[at].cells().iter().filter(|c| **c == Some(colour)).count();
                    let after = table.turns(pos, colour).filter(|&after| usize::from(after) != pos);
                    // What is no suicide has one stone more.
                    after.filter(|&after| suicide || stones(after.into()) == stones(pos) + 1).collect()
                })
            })
        };
        Alone { turns: (0..kernel.positions.len()).map(of).collect() }
    }

    /// By point, whether its stone is of a pass-alive-group: no sequence of moves of the other colour alone empties it.
    fn pass_alive(&self, kernel: &Kernel, pos: usize, suicide: bool) -> Vec<bool> {
        let mut alive: Vec<bool> = kernel.positions[pos].cells().iter().map(Option::is_some).collect();
        for colour in Colour::ALL {
            let (mut seen, mut open) = (vec![false; self.turns.len()], vec![pos]);
            seen[pos] = true;
            while let Some(here) = open.pop() {
                for (p, was) in kernel.positions[pos].cells().iter().enumerate() {
                    alive[p] &= *was != Some(colour) || kernel.positions[here].cells()[p] == Some(colour);
                }
                for &after in &self.turns[here][usize::from(suicide)][colour.opponent().index()] {
                    if !std::mem::replace(&mut seen[usize::from(after)], true) {
                        open.push(after.into());
                    }
                }
            }
        }
        alive
    }
}

/// A position with what is pass-alive in it, without suicide and with it.
pub struct Facts {
    pub grid: Grid,
    pub cells: Cells,
    pub strings: Vec<Vec<usize>>,
    pub alive: [Vec<bool>; 2],
}

impl Facts {
    pub fn new(kernel: &Kernel, alone: &Alone, pos: usize) -> Facts {
        let position = &kernel.positions[pos];
        Facts {
            grid: kernel.grid,
            cells: position.cells().to_vec(),
            strings: position.strings().into_iter().map(|s| s.stones).collect(),
            alive: [false, true].map(|suicide| alone.pass_alive(kernel, pos, suicide)),
        }
    }

    /// The points of a colour's pass-alive-territory.
    pub fn territory(&self, colour: Colour, suicide: bool) -> Vec<usize> {
        let (grid, cells, alive) = (self.grid, &self.cells, &self.alive[usize::from(suicide)]);
        let own = |p: usize| cells[p] == Some(colour);
        let is_territory = |region: &Vec<usize>| {
            let around = |p: usize| grid.neighbours(p).filter(|&q| own(q));
            let all_alive = region.iter().all(|&p| around(p).all(|q| alive[q]));
            all_alive && region.iter().filter(|&&p| around(p).next().is_none()).count() <= 1
        };
        regions(grid, |p| !own(p)).into_iter().filter(is_territory).flatten().collect()
    }

    pub fn ruling(&self, rules: &RuleSet) -> Ruling {
        let mut after = self.cells.clone();
        if is(rules, "self-play-opts", "yes") {
            let suicide = is(rules, "suicide", "yes");
            for colour in Colour::ALL {
                for p in self.territory(colour, suicide) {
                    after[p] = after[p].filter(|stone| *stone == colour);
                }
            }
        }
        let off: Vec<usize> = (0..after.len()).filter(|&p| after[p] != self.cells[p]).collect();
        let score = Score::of(self.grid, &after, rules);
        let captures: i32 = off.iter().map(|&p| self.cells[p].map_or(0, |c| -sign(c))).sum();
        let margin = score.margin + if is(rules, "scoring", "territory") { captures } else { 0 };
        let seki = |s: &Vec<usize>| !is(rules, "tax", "none") && !score.independent.iter().any(|r| r.contains(&s[0]));
        let life = |s: &Vec<usize>| match () {
            () if off.contains(&s[0]) => Life::Dead,
            () if seki(s) => Life::Seki,
            () => Life::Alive,
        };
        Ruling { outcome: Outcome::Margin(margin), life: self.strings.iter().map(life).collect(), points: score.points }
    }
}

/// The count of a grid colouring.
pub struct Score {
    /// Of the board alone, stones included where they count.
    margin: i32,
    points: Vec<PointStatus>,
    /// The points of independent-life-regions, by player.
    pub independent: [Vec<usize>; 2],
}

impl Score {
    pub fn of(grid: Grid, cells: &Cells, rules: &RuleSet) -> Score {
        let mut margin = 0;
        let mut points: Vec<PointStatus> =
            cells.iter().map(|c| if c.is_some() { PointStatus::Stone } else { PointStatus::Dame }).collect();
        let mut independent = [Vec::new(), Vec::new()];
        let is_dame = |region: &Vec<usize>| Colour::ALL.into_iter().all(|c| borders(grid, cells, region, Some(c)));
        let empty = regions(grid, |p| cells[p].is_none());
        for player in Colour::ALL {
            let other = Some(player.opponent());
            let holds = |region: &Vec<usize>| {
                let dame = empty.iter().any(|e| is_dame(e) && e.iter().all(|p| region.contains(p)));
                let strings = regions(grid, |p| cells[p] == Some(player));
                let atari = strings.iter().any(|s| region.contains(&s[0]) && liberties(grid, cells, s) == 1);
                let stone = region.iter().any(|&p| cells[p] == Some(player)) || is(rules, "life-regions", "any");
                !dame && !atari && stone
            };
            let lives: Vec<Vec<usize>> = regions(grid, |p| cells[p] != other).into_iter().filter(holds).collect();
            let within: Vec<usize> = lives.concat();
            let alone = |e: &&Vec<usize>| {
                borders(grid, cells, e, Some(player)) && !borders(grid, cells, e, Some(player.opponent()))
            };
            for e in empty.iter().filter(alone) {
                let counts = is(rules, "tax", "none") || within.contains(&e[0]);
                let status = if counts { PointStatus::Territory(player) } else { PointStatus::EyeInSeki(player) };
                e.iter().for_each(|&p| points[p] = status);
            }
            let mut mine = match rules.value("tax").unwrap() {
                "none" => empty.iter().filter(alone).map(Vec::len).sum::<usize>() as i32,
                _ => within.iter().filter(|&&p| cells[p].is_none()).count() as i32,
            };
            mine -= if is(rules, "tax", "all") { 2 * lives.len() as i32 } else { 0 };
            mine += if is(rules, "scoring", "area") { count(cells, player) } else { 0 };
            margin += sign(player) * mine;
            independent[player.index()] = within;
        }
        Score { margin, points, independent }
    }
}

fn count(cells: &Cells, player: Colour) -> i32 {
    cells.iter().filter(|c| **c == Some(player)).count() as i32
}
