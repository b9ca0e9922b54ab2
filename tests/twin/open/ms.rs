//! MindSports.

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
pub fn ruling(position: &PlainPosition, rules: &RuleSet) -> Option<crate::twin::Ruling> {
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
    let beside: Vec<Vec<usize>> =
        regions.iter().map(|r| strings_beside(grid, r, &strings).into_iter().filter(|&i| !dead[i]).collect()).collect();
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
    Some(crate::twin::Ruling { outcome: Outcome::Margin(score[0] - score[1]), life, points })
}
