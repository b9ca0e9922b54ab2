//! The twin of tromp-taylor: clearing by paths, and every further game with all colourings that have been on the grid.

use std::cmp::Reverse;
use std::ops::Range;

use shinpan::board::Colour;
use shinpan::board::plain::PlainPosition;
use shinpan::law::RuleSet;
use shinpan::law::{Life, Outcome, PointStatus};

use super::Ruling;
use super::graph::{Graph, Kernel, Remembering, forces};

type Cells = Vec<Option<Colour>>;

/// A path of points of p's colour leads from p to a point of the other colour.
fn reaches(kernel: &Kernel, cells: &Cells, p: usize, colour: Option<Colour>) -> bool {
    let mut path = vec![p];
    let mut next = 0;
    while next < path.len() {
        for q in kernel.grid.neighbours(path[next]) {
            if cells[q] == colour {
                return true;
            }
            if cells[q] == cells[p] && !path.contains(&q) {
                path.push(q);
            }
        }
        next += 1;
    }
    false
}

fn clear(kernel: &Kernel, cells: &Cells, colour: Colour) -> Cells {
    let keeps = |p: usize| cells[p] != Some(colour) || reaches(kernel, cells, p, None);
    (0..cells.len()).map(|p| cells[p].filter(|_| keeps(p))).collect()
}

/// Everything that is looked up: by position and player, the positions that moves lead to, and the score.
pub struct Table<'a> {
    kernel: &'a Kernel,
    turns: Vec<[Vec<u16>; 2]>,
    scores: Vec<i32>,
}

impl Table<'_> {
    pub fn new(kernel: &Kernel) -> Table<'_> {
        let turn = |position: &PlainPosition, player: Colour| {
            let points = (0..kernel.len()).filter(|&p| position.at(p).is_none());
            let after = |p: usize| {
                let mut cells = position.cells().to_vec();
                cells[p] = Some(player);
                let cells = clear(kernel, &clear(kernel, &cells, player.opponent()), player);
                kernel.numbered(&PlainPosition::from_cells(kernel.grid, cells).unwrap()) as u16
            };
            points.map(after).collect::<Vec<u16>>()
        };
        let turns = kernel.positions.iter().map(|p| Colour::ALL.map(|c| turn(p, c))).collect();
        let mut table = Table { kernel, turns, scores: Vec::new() };
        table.scores = (0..kernel.positions.len()).map(|pos| table.score(pos)).collect();
        table
    }

    /// The positions that a player's moves on empty points lead to.
    pub fn turns(&self, pos: usize, player: Colour) -> impl Iterator<Item = u16> + '_ {
        self.turns[pos][player.index()].iter().copied()
    }

    fn score(&self, pos: usize) -> i32 {
        let points = self.points(pos);
        let cells = self.kernel.positions[pos].cells();
        let owner = |p: usize| match points[p] {
            PointStatus::Territory(player) => Some(player),
            _ => cells[p],
        };
        (0..cells.len()).filter_map(owner).map(|c| if c == Colour::Black { 1 } else { -1 }).sum()
    }

    fn points(&self, pos: usize) -> Vec<PointStatus> {
        let cells = self.kernel.positions[pos].cells().to_vec();
        let point = |p: usize| match Colour::ALL.map(|c| cells[p].is_none() && reaches(self.kernel, &cells, p, Some(c)))
        {
            _ if cells[p].is_some() => PointStatus::Stone,
            [true, false] => PointStatus::Territory(Colour::Black),
            [false, true] => PointStatus::Territory(Colour::White),
            _ => PointStatus::Dame,
        };
        (0..cells.len()).map(point).collect()
    }

    /// A position as it stands.
    pub fn stands(&self, pos: usize) -> Ruling {
        let life = vec![Life::Alive; self.kernel.positions[pos].strings().len()];
        Ruling { outcome: Outcome::Margin(self.scores[pos]), life, points: self.points(pos) }
    }

    /// The value of further play, and whether it takes the history to tell.
    pub fn played(&self, pos: usize, first: Colour) -> (i32, bool) {
        let start = State { pos: pos as u16, mover: first, passes: 0 };
        let moves = |s: &State| self.moves(s, &[]);
        let graph = Graph::explore(start, |s| s.mover, moves);
        let worth: Vec<i32> = graph.states.iter().map(|s| self.scores[usize::from(s.pos)]).collect();
        // By suicide a player may go on for ever by himself: without the history nobody need be able to force any end.
        let all = self.kernel.len() as i32;
        let [lo, hi] = [-all, all].map(|from| graph.value(Colour::Black, &worth, from));
        let reaches = |k: i32| {
            let ends =
                |good: bool| (0..graph.len()).map(|i| graph.ended(i) && (worth[i] >= k) == good).collect::<Vec<_>>();
            let hope = [(Colour::Black, true), (Colour::White, false)];
            let hope = hope.map(|(player, good)| graph.distances(player, &ends(good)));
            forces(&Played { table: self, graph: &graph, k, hope }, &start, &[start.pos])
        };
        let value = exact(lo, -all..all + 1, reaches);
        assert!(lo <= value && value <= hi, "{} {first} {lo} {value} {hi}", self.kernel.positions[pos]);
        (value, lo < hi)
    }

    /// The turns that repeat none of these positions.
    fn moves(&self, s: &State, past: &[u16]) -> Vec<State> {
        if s.passes == 2 {
            return Vec::new();
        }
        let mover = s.mover.opponent();
        let after = self.turns[usize::from(s.pos)][s.mover.index()].iter();
        let after = after.filter(|&after| *after != s.pos && past.binary_search(after).is_err());
        let mut moves: Vec<State> = after.map(|&pos| State { pos, mover, passes: 0 }).collect();
        moves.push(State { mover, passes: s.passes + 1, ..*s });
        moves
    }
}

/// The greatest value that is reached, where every less one is: asked for from `guess` on.
pub fn exact(guess: i32, range: Range<i32>, reaches: impl Fn(i32) -> bool) -> i32 {
    let mut value = guess;
    if reaches(value) {
        while value + 1 < range.end && reaches(value + 1) {
            value += 1;
        }
        return value;
    }
    while value > range.start {
        value -= 1;
        if reaches(value) {
            break;
        }
    }
    value
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    pos: u16,
    mover: Colour,
    passes: u8,
}

/// Further play, and the question whether Black gets at least `k`. The facts of the past are the positions that were there.
struct Played<'a> {
    table: &'a Table<'a>,
    graph: &'a Graph<State>,
    k: i32,
    /// How far Black, and White, are from what they want where nothing is forbidden: the order in which moves are tried.
    hope: [Vec<Option<u32>>; 2],
}

impl Remembering for Played<'_> {
    type State = State;

    fn ended(&self, state: &State) -> Option<bool> {
        (state.passes == 2).then(|| self.table.scores[usize::from(state.pos)] >= self.k)
    }

    fn his_move(&self, state: &State) -> bool {
        state.mover == Colour::Black
    }

    fn moves(&self, state: &State, past: &[u16]) -> Vec<(State, Option<u16>)> {
        let mut moves = self.table.moves(state, past);
        let mine = state.mover.index();
        moves.sort_by_key(|after| {
            let i = self.graph.number(after).unwrap();
            let (mine, theirs) = (self.hope[mine][i], self.hope[1 - mine][i]);
            (mine.unwrap_or(u32::MAX), Reverse(theirs.unwrap_or(u32::MAX)))
        });
        moves.into_iter().map(|after| (after, Some(after.pos))).collect()
    }
}

/// A position under every reading; `play` says whether further play is asked for.
pub struct Facts {
    stands: Ruling,
    /// By who has the next turn.
    played: [i32; 2],
    /// Of those, how many took the history to tell.
    pub open: usize,
}

impl Facts {
    pub fn new(table: &Table<'_>, pos: usize, play: bool) -> Facts {
        let played = if play { Colour::ALL.map(|first| table.played(pos, first)) } else { [(0, false); 2] };
        let open = played.iter().filter(|(_, open)| *open).count();
        Facts { stands: table.stands(pos), played: played.map(|(value, _)| value), open }
    }

    pub fn ruling(&self, rules: &RuleSet) -> Ruling {
        if rules.value("agreement").unwrap() == "as-it-stands" {
            return self.stands.clone();
        }
        let first = usize::from(rules.value("first").unwrap() == "white");
        Ruling { outcome: Outcome::Margin(self.played[first]), ..self.stands.clone() }
    }
}
