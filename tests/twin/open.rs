//! Twins of positions of any size on which at most ten points are open and all else has two eyes: MindSports, j1989, aj2004 and j1997, from the specification alone. Nothing
//! of the solvers is used.
//!
//! The position is a graph: the open points, the strings with two eyes, a node each, and their eyes, a node each. Until such a string is
//! taken, play on the graph is play on the board. A state in which one has been taken is not looked into: whatever follows there, what is found must
//! hold if it is good for the one player and if it is good for the other. Eyes with the same strings around them are alike, so that they are filled in order.

pub mod aj2004;
pub mod j1989;
pub mod j1997;
pub mod ms;

use shinpan::board::plain::{PlainPosition, PlainString};
use shinpan::board::{Colour, Grid};
use shinpan::law::{Life, Outcome, PointStatus, RuleSet};
use shinpan::texts;

use super::graph::Graph;

/// The most positions that may follow from one that is looked into.
const MOST: usize = 1_000_000;

/// A set of nodes.
type Nodes = u128;
type Stones = [Nodes; 2];

fn nodes(set: Nodes) -> impl Iterator<Item = usize> {
    (0..128).filter(move |&n| set >> n & 1 == 1)
}

/// The points of the strings of a player that have two eyes each, and these eyes; an eye has such strings on all sides.
pub fn two_eyed(position: &PlainPosition, colour: Colour) -> (Vec<bool>, Vec<bool>) {
    let grid = position.grid();
    let mut wall: Vec<bool> = (0..grid.len()).map(|p| position.at(p) == Some(colour)).collect();
    loop {
        let eye = |p: usize| position.at(p).is_none() && grid.neighbours(p).all(|q| wall[q]);
        let eyes: Vec<bool> = (0..grid.len()).map(eye).collect();
        let short = position.strings().into_iter().find(|s| {
            let liberties = position.liberties(&s.stones);
            s.colour == colour && wall[s.stones[0]] && liberties.iter().filter(|&&p| eyes[p]).count() < 2
        });
        let Some(short) = short else { return (wall, eyes) };
        short.stones.iter().for_each(|&p| wall[p] = false);
    }
}

/// The points that are neither of strings with two eyes nor eyes of theirs.
pub fn open_points(position: &PlainPosition) -> Vec<usize> {
    let [black, white] = Colour::ALL.map(|c| two_eyed(position, c));
    (0..position.grid().len()).filter(|&p| !(black.0[p] || black.1[p] || white.0[p] || white.1[p])).collect()
}

/// How many points are of such strings and eyes.
pub fn two_eyed_points(position: &PlainPosition) -> usize {
    position.grid().len() - open_points(position).len()
}

/// A play on the graph.
struct Played {
    after: Stones,
    captured: Nodes,
    ko: Option<usize>,
}

/// The graph of a position.
struct Part {
    /// By node, the nodes next to it.
    beside: Vec<Nodes>,
    /// By point, its node.
    node: Vec<usize>,
    stones: Stones,
    /// The strings with two eyes.
    walls: Nodes,
    open: Nodes,
    /// By node of an eye, the one that is alike and is filled before it.
    before: Vec<Option<usize>>,
}

impl Part {
    /// With at most [`MOST`] positions that may follow.
    fn of(position: &PlainPosition) -> Option<Part> {
        Part::within(position, MOST)
    }

    /// `None` where more nodes than a set has room for would be needed, more than ten points are open, or more than `most` positions may follow.
    fn within(position: &PlainPosition, most: usize) -> Option<Part> {
        let grid = position.grid();
        let found = Colour::ALL.map(|c| two_eyed(position, c));
        let open = open_points(position);
        if open.len() > 10 {
            return None;
        }
        let mut node = vec![usize::MAX; grid.len()];
        let mut count = 0;
        let mut number = |points: &[usize]| {
            points.iter().for_each(|&p| node[p] = count);
            count += 1;
            count - 1
        };
        let mut stones = [0; 2];
        let (mut walls, mut open_nodes, mut eyes) = (0, 0, Vec::new());
        for &p in &open {
            let n = number(&[p]);
            if n >= 128 {
                return None;
            }
            open_nodes |= 1 << n;
            if let Some(colour) = position.at(p) {
                stones[colour.index()] |= 1 << n;
            }
        }
        for string in position.strings().iter().filter(|s| found[s.colour.index()].0[s.stones[0]]) {
            let n = number(&string.stones);
            if n >= 128 {
                return None;
            }
            walls |= 1 << n;
            stones[string.colour.index()] |= 1 << n;
        }
        for p in (0..grid.len()).filter(|&p| found[0].1[p] || found[1].1[p]) {
            eyes.push(number(&[p]));
        }
        if count > 128 {
            return None;
        }
        let mut beside = vec![0; count];
        for p in 0..grid.len() {
            for q in grid.neighbours(p).filter(|&q| node[q] != node[p]) {
                beside[node[p]] |= 1 << node[q];
            }
        }
        let mut before = vec![None; count];
        for (i, &eye) in eyes.iter().enumerate() {
            before[eye] = eyes[..i].iter().rev().copied().find(|&other| beside[other] == beside[eye]);
        }
        // Stones on open points, and how many are filled of eyes that are alike.
        let alike = |last: &&usize| !eyes.iter().any(|&eye| before[eye] == Some(**last));
        let filled = |last: &usize| eyes.iter().filter(|&&eye| beside[eye] == beside[*last]).count() + 1;
        let ways: usize = eyes.iter().filter(alike).map(filled).fold(1, usize::saturating_mul);
        if ways.saturating_mul(3usize.pow(open.len() as u32)) > most {
            return None;
        }
        Some(Part { beside, node, stones, walls, open: open_nodes, before })
    }

    fn all(&self) -> Nodes {
        if self.beside.len() == 128 { !0 } else { (1 << self.beside.len()) - 1 }
    }

    fn around(&self, set: Nodes) -> Nodes {
        nodes(set).fold(0, |m, n| m | self.beside[n])
    }

    /// The nodes of `within` that hang together with this one.
    fn joined(&self, n: usize, within: Nodes) -> Nodes {
        let mut part = 1 << n;
        loop {
            let more = part | self.around(part) & within;
            if more == part {
                return part;
            }
            part = more;
        }
    }

    fn play(&self, stones: Stones, colour: Colour, n: usize) -> Option<Played> {
        if (stones[0] | stones[1]) >> n & 1 == 1
            || self.before[n].is_some_and(|m| (stones[0] | stones[1]) >> m & 1 == 0)
        {
            return None;
        }
        let (own, other) = (colour.index(), 1 - colour.index());
        let mut after = stones;
        after[own] |= 1 << n;
        let empty = self.all() & !after[0] & !after[1];
        let mut captured = 0;
        for m in nodes(self.beside[n] & stones[other]) {
            let string = self.joined(m, stones[other]);
            if self.around(string) & empty == 0 {
                captured |= string;
            }
        }
        after[other] &= !captured;
        let string = self.joined(n, after[own]);
        let liberties = self.around(string) & (empty | captured);
        if liberties == 0 {
            return None;
        }
        let single = captured.count_ones() == 1 && captured & self.walls == 0;
        let ko = (single && string == 1 << n && liberties == captured).then(|| captured.trailing_zeros() as usize);
        Some(Played { after, captured, ko })
    }

    fn plays(&self, stones: Stones, colour: Colour) -> impl Iterator<Item = (usize, Played)> + '_ {
        (0..self.beside.len()).filter_map(move |n| Some((n, self.play(stones, colour, n)?)))
    }

    /// A string with two eyes has been taken.
    fn is_left(&self, stones: Stones) -> bool {
        self.walls & !stones[0] & !stones[1] != 0
    }

    /// Whether no plays of the opponent remove the stone while its owner always passes: every such sequence is tried. The opponent does not fill eyes of his
    /// own: that takes no liberty but his. `None` if it rests on what is not looked into.
    fn is_immortal(&self, stones: Stones, owner: Colour, n: usize) -> Option<bool> {
        let mut seen = vec![stones];
        let (mut next, mut is_known) = (0, true);
        while next < seen.len() {
            let here = seen[next];
            next += 1;
            if here[owner.index()] >> n & 1 == 0 {
                return Some(false);
            }
            if self.is_left(here) {
                is_known = false;
                continue;
            }
            let own_eye = |n: usize| self.open >> n & 1 == 0 && self.beside[n] & here[owner.index()] == 0;
            for (_, play) in self.plays(here, owner.opponent()).filter(|(n, _)| !own_eye(*n)) {
                if !seen.contains(&play.after) {
                    seen.push(play.after);
                }
            }
        }
        is_known.then_some(true)
    }

    /// The nodes of these points.
    fn nodes_of(&self, points: &[usize]) -> Nodes {
        points.iter().fold(0, |m, &p| m | 1 << self.node[p])
    }
}

/// What holds if all that is not looked into is bad for the attacker, and if it is good for him; `None` if that is not the same.
fn either_way(found: impl Fn(bool) -> bool) -> Option<bool> {
    let (least, most) = (found(false), found(true));
    assert!(most || !least);
    (least == most).then_some(least)
}

/// The points of a part of the board, and the parts of a set of points.
fn parts(grid: Grid, set: &[bool]) -> Vec<Vec<usize>> {
    let mut met: Vec<bool> = set.iter().map(|inside| !inside).collect();
    let mut parts = Vec::new();
    for first in 0..grid.len() {
        if met[first] {
            continue;
        }
        met[first] = true;
        let (mut part, mut next) = (vec![first], 0);
        while next < part.len() {
            for q in grid.neighbours(part[next]) {
                if !std::mem::replace(&mut met[q], true) {
                    part.push(q);
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    parts
}

/// The strings beside a part, by number.
fn strings_beside(grid: Grid, part: &[usize], strings: &[PlainString]) -> Vec<usize> {
    let is_beside = |s: &PlainString| part.iter().any(|&p| grid.neighbours(p).any(|q| s.stones.contains(&q)));
    (0..strings.len()).filter(|&i| is_beside(&strings[i])).collect()
}
