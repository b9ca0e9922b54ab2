//! Twins of positions of any size on which at most ten points are open and all else has two eyes: MindSports and j1989, from the specification alone. Nothing
//! of the solvers is used.
//!
//! The position is a graph: the open points, the strings with two eyes, a node each, and their eyes, a node each. Until such a string is
//! taken, play on the graph is play on the board. A state in which one has been taken is not looked into: whatever follows there, what is found must
//! hold if it is good for the one player and if it is good for the other. Eyes with the same strings around them are alike, so that they are filled in order.

use shinpan::board::plain::{PlainPosition, PlainString};
use shinpan::board::{Colour, Grid};
use shinpan::law::{Life, Outcome, PointStatus, RuleSet};
use shinpan::texts;

use super::graph::Graph;

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
    /// `None` where more nodes than a set has room for would be needed, or more than ten points are open.
    fn of(position: &PlainPosition) -> Option<Part> {
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

/// MindSports.
pub mod ms {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    struct Continuing {
        stones: Stones,
        mover: Colour,
        passes: u8,
        /// By player: the position just before his last play.
        before: [Option<Stones>; 2],
    }

    fn start(part: &Part, first: Colour) -> Continuing {
        Continuing { stones: part.stones, mover: first, passes: 0, before: [None; 2] }
    }

    /// Plays of the opponent of `player` alone add his stones and remove the player's: whether they might lead back.
    fn may_return(now: Stones, before: Stones, player: Colour) -> bool {
        let (own, other) = (player.index(), 1 - player.index());
        before[own] & !now[own] == 0 && now[other] & !before[other] == 0 && now[other] != before[other]
    }

    fn moves(part: &Part, is_over: impl Fn(Stones) -> bool, s: &Continuing) -> Vec<Continuing> {
        if s.passes == 2 || part.is_left(s.stones) || is_over(s.stones) {
            return Vec::new();
        }
        let mover = s.mover.opponent();
        let mut after = vec![Continuing { mover, passes: s.passes + 1, ..*s }];
        for (_, play) in part.plays(s.stones, s.mover) {
            if s.before[mover.index()] == Some(play.after) {
                continue;
            }
            let mut before = s.before;
            before[s.mover.index()] = Some(s.stones);
            for player in Colour::ALL {
                let kept = before[player.index()].filter(|b| may_return(play.after, *b, player));
                before[player.index()] = kept;
            }
            after.push(Continuing { stones: play.after, mover, passes: 0, before });
        }
        after
    }

    /// The continuations from a position.
    struct Game {
        part: Part,
        /// Black first, White first.
        graph: Graph<Continuing>,
    }

    impl Game {
        fn new(position: &PlainPosition) -> Option<Game> {
            let part = Part::of(position)?;
            let roots = Colour::ALL.map(|first| start(&part, first)).to_vec();
            let graph = Graph::explore_from(roots, |s| s.mover, |s| moves(&part, |_| false, s));
            Some(Game { part, graph })
        }

        fn is_captured(&self, string: &PlainString, first: Colour) -> Option<bool> {
            let n = self.part.node[string.stones[0]];
            if self.part.walls >> n & 1 == 1 {
                // It has two eyes, and its owner may pass.
                return Some(false);
            }
            either_way(|good| {
                let is_gone = |s: &Continuing| s.stones[string.colour.index()] >> n & 1 == 0;
                let target = self.graph.all(|s| if self.part.is_left(s.stones) { good } else { is_gone(s) });
                let everywhere = vec![true; self.graph.len()];
                self.graph.attractor(string.colour.opponent(), &target, &everywhere)[first.index()]
            })
        }

        fn is_independent(&self, string: &PlainString) -> Option<bool> {
            let part = &self.part;
            let n = part.node[string.stones[0]];
            if part.walls >> n & 1 == 1 {
                return Some(true);
            }
            let own = string.colour.index();
            let is_gone = |stones: Stones| stones[own] >> n & 1 == 0;
            let root = start(part, string.colour.opponent());
            let graph = Graph::explore(root, |s| s.mover, |s| moves(part, is_gone, s));
            let mut known: std::collections::HashMap<Stones, Option<bool>> = Default::default();
            let mut immortal = |s: &Continuing| {
                if part.is_left(s.stones) {
                    return None;
                }
                *known.entry(s.stones).or_insert_with(|| part.is_immortal(s.stones, string.colour, n))
            };
            let found: Vec<Option<bool>> = graph.states.iter().map(&mut immortal).collect();
            either_way(|good| {
                let target: Vec<bool> = found.iter().map(|f| f.unwrap_or(good)).collect();
                graph.attractor(string.colour, &target, &vec![true; graph.len()])[0]
            })
        }
    }

    /// What the readings `dead=owner-first` and `dead=opponent-first` make of a position; `None` if it is not looked into far enough.
    pub fn ruling(position: &PlainPosition, rules: &RuleSet) -> Option<super::super::Ruling> {
        let game = Game::new(position)?;
        let (grid, strings) = (position.grid(), position.strings());
        let dead: Option<Vec<bool>> = strings
            .iter()
            .map(|s| {
                let first = match rules.value("dead") {
                    Some("owner-first") => s.colour,
                    Some("opponent-first") => s.colour.opponent(),
                    _ => return None,
                };
                game.is_captured(s, first)
            })
            .collect();
        let dead = dead?;
        let mut cells = position.cells().to_vec();
        (0..dead.len()).filter(|&i| dead[i]).for_each(|i| strings[i].stones.iter().for_each(|&p| cells[p] = None));
        let empty: Vec<bool> = cells.iter().map(Option::is_none).collect();
        let after = PlainPosition::from_cells(grid, cells)?;
        let again = Game::new(&after)?;
        let regions = parts(grid, &empty);
        let beside: Vec<Vec<usize>> = regions
            .iter()
            .map(|r| strings_beside(grid, r, &strings).into_iter().filter(|&i| !dead[i]).collect())
            .collect();
        let shared = |at: &Vec<usize>| Colour::ALL.iter().all(|c| at.iter().any(|&i| strings[i].colour == *c));
        let mut seki = vec![false; strings.len()];
        for i in 0..strings.len() {
            if beside.iter().any(|at| at.contains(&i) && shared(at)) && !again.is_independent(&strings[i])? {
                seki[i] = !again.is_captured(&strings[i], strings[i].colour.opponent())?;
            }
        }
        let mut points = vec![PointStatus::Stone; grid.len()];
        let mut score = [0; 2];
        for (region, at) in regions.iter().zip(&beside) {
            let status = match at.first().map(|&i| strings[i].colour) {
                None => PointStatus::Dame,
                Some(_) if shared(at) => PointStatus::Dame,
                Some(x) if at.iter().any(|&i| seki[i]) && rules.value("seki") == Some("no-points") => {
                    PointStatus::EyeInSeki(x)
                }
                Some(x) => PointStatus::Territory(x),
            };
            region.iter().for_each(|&p| points[p] = status);
            if let PointStatus::Territory(x) = status {
                score[x.index()] += region.len() as i32;
            }
        }
        for (i, s) in strings.iter().enumerate() {
            let stones = s.stones.len() as i32;
            if rules.text == texts::mindsports::CHINESE {
                score[s.colour.index()] += if dead[i] { 0 } else { stones };
            } else if dead[i] {
                score[1 - s.colour.index()] += stones;
            }
        }
        let life = |i: usize| match (dead[i], seki[i]) {
            (true, _) => Life::Dead,
            (_, true) => Life::Seki,
            _ => Life::Alive,
        };
        let life = (0..strings.len()).map(life).collect();
        Some(super::super::Ruling { outcome: Outcome::Margin(score[0] - score[1]), life, points })
    }
}

/// j1989.
pub mod j1989 {
    use super::*;

    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Confirming {
        stones: Stones,
        mover: Colour,
        passes: u8,
        /// j1989.7.2, ascending: the stone on the second node took one on the first and may not be taken back.
        bans: Vec<(u8, u8)>,
        /// The defender's open stones that have stood since the start.
        old: Nodes,
    }

    fn moves(part: &Part, s: &Confirming) -> Vec<Confirming> {
        if s.passes == 2 || part.is_left(s.stones) {
            return Vec::new();
        }
        let mover = s.mover.opponent();
        let mut after = vec![Confirming { mover, passes: s.passes + 1, ..s.clone() }];
        for (v, play) in part.plays(s.stones, s.mover) {
            let banned = play.ko.map(|stone| (v as u8, stone as u8)).filter(|ban| s.bans.contains(ban));
            let mut bans = s.bans.clone();
            if let Some(banned) = banned {
                // j1989.7.2.pass: the pass for this ko instead.
                bans.retain(|ban| *ban != banned);
                after.push(Confirming { mover, passes: 0, bans, ..s.clone() });
                continue;
            }
            bans.retain(|&(p, stone)| usize::from(p) != v && play.captured >> stone & 1 == 0);
            if let Some(p) = play.ko {
                bans.push((p as u8, v as u8));
                bans.sort_unstable();
            }
            after.push(Confirming { stones: play.after, mover, passes: 0, bans, old: s.old & !play.captured });
        }
        after
    }

    struct Game<'a> {
        part: &'a Part,
        attacker: Colour,
        graph: Graph<Confirming>,
    }

    impl Game<'_> {
        fn new(part: &Part, attacker: Colour) -> Game<'_> {
            let old = part.stones[1 - attacker.index()] & part.open;
            let root = Confirming { stones: part.stones, mover: attacker, passes: 0, bans: Vec::new(), old };
            let graph = Graph::explore(root, |s| s.mover, |s| moves(part, s));
            Game { part, attacker, graph }
        }

        /// The states that have a property, those not looked into as they are taken to be.
        fn all(&self, good: bool, property: impl Fn(&Confirming) -> bool) -> Vec<bool> {
            self.graph.all(|s| if self.part.is_left(s.stones) { good } else { property(s) })
        }

        fn is_uncapturable(&self, string: Nodes) -> Option<bool> {
            if string & self.part.walls != 0 {
                return Some(true);
            }
            let captured = either_way(|good| {
                let captured = self.all(good, |s| s.old & string == 0);
                self.graph.attractor(self.attacker, &captured, &vec![true; self.graph.len()])[0]
            });
            captured.map(|captured| !captured)
        }

        fn lives_through(&self, string: Nodes, points: Nodes) -> Option<bool> {
            let defender = 1 - self.attacker.index();
            let for_good = either_way(|good| {
                let mut aims = vec![self.all(good, |s| s.old & string == 0)];
                let free = |n: usize| self.all(good, move |s| (s.stones[defender] & !s.old) >> n & 1 == 0);
                aims.extend(nodes(points & !self.part.walls).map(free));
                self.graph.forces_for_ever(self.attacker, &aims)
            });
            for_good.map(|for_good| !for_good)
        }
    }

    /// What the readings with `infinite=attacker` make of a position; `None` if it is not looked into far enough.
    pub fn ruling(position: &PlainPosition, rules: &RuleSet) -> Option<super::super::Ruling> {
        if rules.value("infinite") != Some("attacker") {
            return None;
        }
        let part = Part::of(position)?;
        let (grid, strings) = (position.grid(), position.strings());
        let games = Colour::ALL.map(|owner| Game::new(&part, owner.opponent()));
        let game = |i: usize| &games[strings[i].colour.index()];
        let points = |i: usize| part.nodes_of(&strings[i].stones);
        let each = 0..strings.len();
        let uncapturable: Option<Vec<bool>> = each.clone().map(|i| game(i).is_uncapturable(points(i))).collect();
        let uncapturable = uncapturable?;
        let enable = rules.value("enable").unwrap_or_default();
        let mut lives = uncapturable.clone();
        if enable != "none" {
            let local_1: Option<Vec<bool>> = each
                .clone()
                .map(|i| if uncapturable[i] { Some(true) } else { game(i).lives_through(points(i), points(i)) })
                .collect();
            let firm = if enable == "anywhere" { uncapturable.clone() } else { local_1? };
            for i in each.clone().filter(|&i| !uncapturable[i]) {
                // All points, or those that no firm string cuts off.
                let mut inside = vec![false; grid.len()];
                let bounds = |q: usize| {
                    let by = |j: usize| enable == "enclosed" || strings[j].colour == strings[i].colour;
                    each.clone().any(|j| firm[j] && by(j) && strings[j].stones.contains(&q))
                };
                let mut local = match enable {
                    "anywhere" => (0..grid.len()).collect(),
                    _ => strings[i].stones.clone(),
                };
                local.iter().for_each(|&p| inside[p] = true);
                let mut next = 0;
                while enable != "local-1" && next < local.len() {
                    for q in grid.neighbours(local[next]).filter(|&q| !bounds(q)) {
                        if !std::mem::replace(&mut inside[q], true) {
                            local.push(q);
                        }
                    }
                    next += 1;
                }
                lives[i] = firm[i] || game(i).lives_through(points(i), part.nodes_of(&local))?;
            }
        }
        Some(count(position, &strings, &lives, rules))
    }

    /// Articles 8 and 10, given which strings live.
    fn count(
        position: &PlainPosition,
        strings: &[PlainString],
        lives: &[bool],
        rules: &RuleSet,
    ) -> super::super::Ruling {
        let grid = position.grid();
        let mut living = vec![false; grid.len()];
        (0..lives.len()).filter(|&i| lives[i]).for_each(|i| strings[i].stones.iter().for_each(|&p| living[p] = true));
        let outside: Vec<bool> = living.iter().map(|l| !l).collect();
        let regions = parts(grid, &outside);
        let beside: Vec<Vec<usize>> = regions
            .iter()
            .map(|r| strings_beside(grid, r, strings).into_iter().filter(|&i| lives[i]).collect())
            .collect();
        let owner = |region: &[usize], at: &[usize]| {
            let owner = at.first().map(|&i| strings[i].colour)?;
            let is_his = at.iter().all(|&i| strings[i].colour == owner);
            let with_his_dead = region.iter().any(|&p| position.at(p) == Some(owner));
            (is_his && !(with_his_dead && rules.value("eye") == Some("living-only"))).then_some(owner)
        };
        let owners: Vec<Option<Colour>> = regions.iter().zip(&beside).map(|(r, at)| owner(r, at)).collect();
        let mut seki = vec![false; strings.len()];
        for (region, at) in (0..regions.len()).filter(|&r| owners[r].is_none()).map(|r| (&regions[r], &beside[r])) {
            let dame: Vec<usize> = region.iter().copied().filter(|&p| position.at(p).is_none()).collect();
            let with_dame = strings_beside(grid, &dame, strings);
            at.iter().filter(|i| with_dame.contains(i)).for_each(|&i| seki[i] = true);
        }
        if rules.value("seki") != Some("string") {
            for _ in 0..strings.len() {
                for at in (0..regions.len()).filter(|&r| owners[r].is_some()).map(|r| &beside[r]) {
                    if at.iter().any(|&i| seki[i]) {
                        at.iter().for_each(|&i| seki[i] = true);
                    }
                }
            }
        }
        let mut points = vec![PointStatus::Stone; grid.len()];
        let mut margin = 0;
        for r in 0..regions.len() {
            for &p in &regions[r] {
                points[p] = match owners[r] {
                    None if position.at(p).is_some() => PointStatus::Stone,
                    None => PointStatus::Dame,
                    Some(x) if beside[r].iter().any(|&i| seki[i]) => PointStatus::EyeInSeki(x),
                    Some(x) => PointStatus::Territory(x),
                };
                if let PointStatus::Territory(x) = points[p] {
                    let worth = match position.at(p) {
                        None => 1,
                        Some(c) if c != x => 2,
                        Some(_) => 0,
                    };
                    margin += if x == Colour::Black { worth } else { -worth };
                }
            }
        }
        let life = |i: usize| match (lives[i], seki[i]) {
            (false, _) => Life::Dead,
            (true, true) => Life::Seki,
            (true, false) => Life::Alive,
        };
        super::super::Ruling { outcome: Outcome::Margin(margin), life: (0..lives.len()).map(life).collect(), points }
    }
}
