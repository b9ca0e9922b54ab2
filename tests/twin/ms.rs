//! The twin of ms-japanese and ms-chinese.

use std::cmp::Reverse;

use shinpan::board::Colour;
use shinpan::board::plain::PlainString;
use shinpan::law::RuleSet;
use shinpan::law::{Life, Outcome, PointStatus};
use shinpan::texts;

use super::Ruling;
use super::graph::{Graph, Kernel, Remembering, Set, forces, has, set_of};

/// A state of a continuation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Continuing {
    pos: u16,
    mover: Colour,
    /// Passes just made in succession; the second ends the continuation.
    passes: u8,
    /// Under basic ko, by player: the position just before his last play. It bans the other player's play, also across a
    /// pass.
    before: [Option<u16>; 2],
    /// The string in question has been captured: nothing after that matters.
    captured: bool,
}

impl Continuing {
    fn start(pos: usize, first: Colour) -> Continuing {
        Continuing { pos: pos as u16, mover: first, passes: 0, before: [None; 2], captured: false }
    }

    fn over(&self) -> bool {
        self.passes == 2 || self.captured
    }
}

fn moves(kernel: &Kernel, string: Set, basic_ko: bool, s: &Continuing) -> Vec<Continuing> {
    let mut after = Vec::new();
    if s.over() {
        return after;
    }
    let mover = s.mover.opponent();
    after.push(Continuing { mover, passes: s.passes + 1, ..*s });
    for (_, play) in kernel.plays(s.pos.into(), s.mover) {
        let pos = play.after as u16;
        if s.before[mover.index()] != Some(pos) {
            let mut before = s.before;
            if basic_ko {
                before[s.mover.index()] = Some(s.pos);
            }
            after.push(Continuing { pos, mover, passes: 0, before, captured: play.captured & string != 0 });
        }
    }
    after
}

fn continuation(kernel: &Kernel, pos: usize, first: Colour, string: Set, basic_ko: bool) -> Graph<Continuing> {
    Graph::explore(Continuing::start(pos, first), |s| s.mover, |s| moves(kernel, string, basic_ko, s))
}

/// Whether the opponent forces the capture of the string.
pub fn is_dead(kernel: &Kernel, pos: usize, string: &PlainString, first: Colour) -> bool {
    let graph = continuation(kernel, pos, first, set_of(&string.stones), true);
    let captured = graph.all(|s| s.captured);
    graph.attractor(string.colour.opponent(), &captured, &vec![true; graph.len()])[0]
}

/// Of every position of a board at once, which black stones White forces to be gone: by who moves first and position, a set of points. A stone
/// stands until it is captured, so that it is the same question for all of its string.
pub fn taken_everywhere(kernel: &Kernel) -> [Vec<Set>; 2] {
    let count = kernel.positions.len();
    let roots = Colour::ALL.into_iter().flat_map(|first| (0..count).map(move |pos| Continuing::start(pos, first)));
    let graph = Graph::explore_from(roots.collect(), |s| s.mover, |s| moves(kernel, 0, true, s));
    let everywhere = vec![true; graph.len()];
    let mut taken = [vec![0; count], vec![0; count]];
    for p in 0..kernel.len() {
        let gone = graph.all(|s| !has(kernel.stones(s.pos.into(), Colour::Black), p));
        let forced = graph.attractor(Colour::White, &gone, &everywhere);
        for (first, taken) in taken.iter_mut().enumerate() {
            for (pos, taken) in taken.iter_mut().enumerate() {
                *taken |= u32::from(forced[first * count + pos]) << p;
            }
        }
    }
    taken.map(|by| by.into_iter().zip(0..).map(|(taken, pos)| taken & kernel.stones(pos, Colour::Black)).collect())
}

/// Whether the owner, moving second, makes one of the string's own stones immortal before it is captured.
fn is_independent(kernel: &Kernel, pos: usize, string: &PlainString) -> bool {
    let stones = set_of(&string.stones);
    let graph = continuation(kernel, pos, string.colour.opponent(), stones, true);
    let safe = graph.all(|s| !s.captured && kernel.immortal(s.pos.into(), string.colour) & stones != 0);
    graph.attractor(string.colour, &safe, &vec![true; graph.len()])[0]
}

/// Continuations under situational superko. The facts of the past are the positions that were there with a player to move.
struct Superko<'a> {
    kernel: &'a Kernel,
    owner: Colour,
    string: Set,
    graph: Graph<Continuing>,
    /// How far the attacker, and the owner, are from what they want where no repetition is forbidden: the order in which
    /// moves are tried.
    hope: [Vec<Option<u32>>; 2],
}

fn fact(s: &Continuing) -> u16 {
    s.pos * 2 + s.mover.index() as u16
}

impl Remembering for Superko<'_> {
    type State = Continuing;

    fn ended(&self, state: &Continuing) -> Option<bool> {
        state.over().then_some(state.captured)
    }

    fn his_move(&self, state: &Continuing) -> bool {
        state.mover != self.owner
    }

    fn moves(&self, state: &Continuing, past: &[u16]) -> Vec<(Continuing, Option<u16>)> {
        let mut moves = moves(self.kernel, self.string, false, state);
        moves.retain(|after| after.passes > 0 || past.binary_search(&fact(after)).is_err());
        let mine = usize::from(!self.his_move(state));
        moves.sort_by_key(|after| {
            let i = self.graph.number(after).unwrap();
            let (mine, theirs) = (self.hope[mine][i], self.hope[1 - mine][i]);
            (mine.unwrap_or(u32::MAX), Reverse(theirs.unwrap_or(u32::MAX)))
        });
        moves.into_iter().map(|after| (after, Some(fact(&after)))).collect()
    }
}

/// What superko does to a string whose owner moves first.
struct UnderSuperko {
    dead: bool,
    /// What the two force where no repetition is forbidden does not settle it.
    open: bool,
}

impl UnderSuperko {
    fn new(kernel: &Kernel, pos: usize, string: &PlainString) -> UnderSuperko {
        let stones = set_of(&string.stones);
        let graph = continuation(kernel, pos, string.colour, stones, false);
        let captured = graph.all(|s| s.captured);
        let kept = graph.all(|s| s.passes == 2);
        let hope = [(string.colour.opponent(), captured), (string.colour, kept)];
        let hope = hope.map(|(player, aim)| graph.distances(player, &aim));
        let forced = [hope[0][0].is_some(), hope[1][0].is_some()];

        let game = Superko { kernel, owner: string.colour, string: stones, graph, hope };
        let start = Continuing::start(pos, string.colour);
        let dead = forces(&game, &start, &[fact(&start)]);
        // The sandwich: what is forced without the history is forced with it.
        assert!(forced != [true, false] || dead, "{} {:?}", kernel.positions[pos], string);
        assert!(forced != [false, true] || !dead, "{} {:?}", kernel.positions[pos], string);
        UnderSuperko { dead, open: forced == [false, false] }
    }
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
        let regions = kernel.parts(((1 << kernel.len()) - 1) & !stones[0] & !stones[1]);
        let shared = |r: Set| stones.iter().all(|s| s & kernel.around(r) != 0);
        let in_seki = |i: usize| {
            let around = kernel.around(set_of(&strings[i].stones));
            !dead[i]
                && regions.iter().any(|&r| shared(r) && r & around != 0)
                && !is_independent(kernel, pos, &strings[i])
                // Neither can capture the other: not even the opponent who moves first.
                && !is_dead(kernel, pos, &strings[i], strings[i].colour.opponent())
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
    /// Strings whose fate under superko needed the history.
    pub open: usize,
}

impl Facts<'_> {
    pub fn new(kernel: &Kernel, pos: usize, superko: bool) -> Facts<'_> {
        let strings = kernel.positions[pos].strings();
        let mut removed = Vec::new();
        let mut add = |name, dead| removed.push((name, Removed::new(kernel, pos, &strings, dead)));
        add("owner-first", strings.iter().map(|s| is_dead(kernel, pos, s, s.colour)).collect());
        add("opponent-first", strings.iter().map(|s| is_dead(kernel, pos, s, s.colour.opponent())).collect());
        let mut open = 0;
        if superko {
            let fates: Vec<UnderSuperko> = strings.iter().map(|s| UnderSuperko::new(kernel, pos, s)).collect();
            open = fates.iter().filter(|f| f.open).count();
            add("superko", fates.iter().map(|f| f.dead).collect());
        }
        Facts { kernel, strings, removed, open }
    }

    pub fn ruling(&self, rules: &RuleSet) -> Ruling {
        let (_, removed) =
            self.removed.iter().find(|(name, _)| *name == rules.value("dead").unwrap_or_default()).unwrap();
        let mut points = vec![PointStatus::Stone; self.kernel.len()];
        let mut score = [0; 2];
        for &(region, owner, seki) in &removed.regions {
            for p in (0..self.kernel.len()).filter(|&p| has(region, p)) {
                points[p] = match owner {
                    None => PointStatus::Dame,
                    Some(x) if seki && rules.value("seki").unwrap_or_default() == "no-points" => {
                        PointStatus::EyeInSeki(x)
                    }
                    Some(x) => PointStatus::Territory(x),
                };
                if let PointStatus::Territory(x) = points[p] {
                    score[x.index()] += 1;
                }
            }
        }
        for (i, string) in self.strings.iter().enumerate().filter(|_| rules.text == texts::mindsports::JAPANESE) {
            if removed.dead[i] {
                score[string.colour.opponent().index()] += string.stones.len() as i32;
            }
        }
        if rules.text == texts::mindsports::CHINESE {
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
