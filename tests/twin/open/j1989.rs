//! j1989.

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
pub fn ruling(position: &PlainPosition, rules: &RuleSet) -> Option<crate::twin::Ruling> {
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
fn count(position: &PlainPosition, strings: &[PlainString], lives: &[bool], rules: &RuleSet) -> crate::twin::Ruling {
    let grid = position.grid();
    let mut living = vec![false; grid.len()];
    (0..lives.len()).filter(|&i| lives[i]).for_each(|i| strings[i].stones.iter().for_each(|&p| living[p] = true));
    let outside: Vec<bool> = living.iter().map(|l| !l).collect();
    let regions = parts(grid, &outside);
    let beside: Vec<Vec<usize>> =
        regions.iter().map(|r| strings_beside(grid, r, strings).into_iter().filter(|&i| lives[i]).collect()).collect();
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
    crate::twin::Ruling { outcome: Outcome::Margin(margin), life: (0..lives.len()).map(life).collect(), points }
}
