//! The twin of the value of the game: every state of every game that may follow a position, prisoners and all that has to be
//! remembered included, from section to section of the definition. What final positions are worth is taken from the tables, which
//! have twins of their own.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use shinpan::atlas::values::{Reached, Values, games_of, search, search_all, solve};
use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::{Colour, Grid};
use shinpan::law::{Outcome, RuleSet};
use shinpan::solve::Budget;
use shinpan::solve::whole::store::Stages;

use super::graph::{Graph, Kernel, Map, Played, Remembering, forces};
use super::tt;

/// The rules of a game, as each text words them, and what a final position is worth by who passed first.
struct Text<'a> {
    kernel: &'a Kernel,
    id: &'static str,
    /// By position: the positions that plays lead to, with stones captured.
    plays: Vec<[Vec<(u16, i16)>; 2]>,
    /// By position, by first passer.
    worth: Vec<[(i32, i32); 2]>,
}

/// A state without a memory of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    pos: u16,
    mover: Colour,
    passes: u8,
    /// The position before the opponent's last move, if that was a play.
    before: Option<u16>,
    /// Black's prisoners less White's.
    prisoners: i16,
}

fn sign(player: Colour) -> i16 {
    if player == Colour::Black { 1 } else { -1 }
}

impl Text<'_> {
    fn new<'a>(kernel: &'a Kernel, board: &WholeBoard, id: &'static str) -> Text<'a> {
        let of = |name: &str| {
            let rules = RuleSet::parse(name).unwrap();
            board.judge::<Outcome>(&rules, Budget::default(), &Silent, &AtomicBool::new(false)).unwrap().remove(0)
        };
        let tables = match id {
            "j1997" => ["j1997:first=black", "j1997:first=white"].map(of),
            _ => [id, id].map(of),
        };
        let worth = |at: usize| {
            let position = kernel.positions[at].to_position().unwrap();
            [0, 1].map(|first| match board.outcome_of(&tables[first], position) {
                Outcome::Margin(m) => (m, m),
                Outcome::NoResult { lo, hi } => (lo, hi),
                Outcome::Undecided { .. } => unreachable!("nothing is undecided on boards so small"),
            })
        };
        let worth = (0..kernel.positions.len()).map(worth).collect();
        let clearing = tt::Table::new(kernel);
        let plays = (0..kernel.positions.len()).map(|pos| {
            Colour::ALL.map(|player| match id {
                "tromp-taylor" => {
                    clearing.turns(pos, player).filter(|after| usize::from(*after) != pos).map(|a| (a, 0)).collect()
                }
                _ => kernel.plays(pos, player).map(|(_, p)| (p.after as u16, p.captured.count_ones() as i16)).collect(),
            })
        });
        let plays = plays.collect();
        Text { kernel, id, plays, worth }
    }

    /// Captured stones are part of the margin.
    fn counts_prisoners(&self) -> bool {
        matches!(self.id, "j1989" | "j1997" | "aj2004" | "ms-japanese" | "aga-territory")
    }

    fn start(&self, pos: usize, mover: Colour) -> State {
        State { pos: pos as u16, mover, passes: 0, before: None, prisoners: 0 }
    }

    fn moves(&self, s: &State) -> Vec<State> {
        // A gain of two boards is won without bound.
        if s.passes == 2 || usize::from(s.prisoners.unsigned_abs()) >= 2 * self.kernel.len() && self.is_endless() {
            return Vec::new();
        }
        let mover = s.mover.opponent();
        let plays = self.plays[usize::from(s.pos)][s.mover.index()].iter();
        // Basic ko, which superko implies. A play that captures nothing brings no position back.
        let plays = plays.filter(|(after, _)| s.before != Some(*after));
        let mut moves: Vec<State> = plays
            .map(|&(pos, captured)| State {
                pos,
                mover,
                passes: 0,
                before: Some(s.pos),
                prisoners: s.prisoners + if self.counts_prisoners() { sign(s.mover) * captured } else { 0 },
            })
            .collect();
        let given = if self.id == "aga-territory" { sign(s.mover) } else { 0 };
        moves.push(State { mover, passes: s.passes + 1, before: None, prisoners: s.prisoners - given, ..*s });
        moves
    }

    /// Without a rule that remembers the game.
    fn is_endless(&self) -> bool {
        matches!(self.id, "j1989" | "j1997")
    }

    /// What an end is worth, bounds; `first` is who began.
    fn end(&self, s: &State, first: Colour) -> (i32, i32) {
        if s.passes < 2 {
            return (1000 * i32::from(s.prisoners.signum()), 1000 * i32::from(s.prisoners.signum()));
        }
        // Who began has made the last move as well: the other one passes once more.
        let again = if self.id == "aga-territory" && s.mover != first { sign(first) } else { 0 };
        let more = i32::from(s.prisoners + again);
        // The next to move passed first.
        let (lo, hi) = self.worth[usize::from(s.pos)][s.mover.index()];
        (lo + more, hi + more)
    }

    /// What is remembered of having come to a state from another one.
    fn fact(&self, from: Option<&State>, to: &State) -> Option<u16> {
        match self.id {
            "aj2004" => from.filter(|f| f.pos != to.pos).map(|f| f.pos * self.kernel.positions.len() as u16 + to.pos),
            "tromp-taylor" => Some(to.pos),
            _ => Some(2 * to.pos + to.mover.index() as u16),
        }
    }
}

/// Bounds of every position without a memory of the game, both players to move: all states that follow from any of them.
fn endless(text: &Text<'_>) -> Map<(u16, Colour), (i32, i32)> {
    let mut number: Map<State, u32> = Map::default();
    let mut states: Vec<State> = Vec::new();
    for pos in 0..text.kernel.positions.len() {
        for mover in Colour::ALL {
            number.insert(text.start(pos, mover), states.len() as u32);
            states.push(text.start(pos, mover));
        }
    }
    let roots = states.len();
    let mut next: Vec<Vec<u32>> = Vec::new();
    while next.len() < states.len() {
        let moves = text.moves(&states[next.len()]);
        let of = |after: State| {
            *number.entry(after).or_insert_with(|| {
                states.push(after);
                states.len() as u32 - 1
            })
        };
        next.push(moves.into_iter().map(of).collect());
    }
    let value = |lower: bool| {
        let end = |s: &State| {
            let (lo, hi) = text.end(s, Colour::Black);
            if lower { lo } else { hi }
        };
        let from = if lower { -10_000 } else { 10_000 };
        let mut value: Vec<i32> =
            states.iter().zip(&next).map(|(s, next)| if next.is_empty() { end(s) } else { from }).collect();
        loop {
            let mut stable = true;
            for i in (0..states.len()).rev().filter(|&i| !next[i].is_empty()) {
                let after = next[i].iter().map(|&j| value[j as usize]);
                let best = if states[i].mover == Colour::Black { after.max() } else { after.min() };
                if best != Some(value[i]) {
                    (value[i], stable) = (best.unwrap(), false);
                }
            }
            if stable {
                return value;
            }
        }
    };
    let (lo, hi) = (value(true), value(false));
    (0..roots).map(|i| ((states[i].pos, states[i].mover), (lo[i], hi[i]))).collect()
}

/// The question whether Black gets at least `k` under the rule that remembers the game.
struct Asked<'a> {
    text: &'a Text<'a>,
    first: Colour,
    k: i32,
    graph: &'a Graph<State>,
    hope: [Vec<Option<u32>>; 2],
}

impl Remembering for Asked<'_> {
    type State = State;

    fn ended(&self, state: &State) -> Option<bool> {
        (state.passes == 2).then(|| self.text.end(state, self.first).0 >= self.k)
    }

    fn his_move(&self, state: &State) -> bool {
        state.mover == Colour::Black
    }

    fn moves(&self, state: &State, past: &[u16]) -> Vec<(State, Option<u16>)> {
        let fact = |after: &State| self.text.fact(Some(state), after);
        let mut moves = self.text.moves(state);
        moves.retain(|after| after.passes > 0 || fact(after).is_none_or(|f| past.binary_search(&f).is_err()));
        let mine = state.mover.index();
        moves.sort_by_key(|after| {
            let i = self.graph.number(&State { prisoners: 0, ..*after }).unwrap();
            let (mine, theirs) = (self.hope[mine][i], self.hope[1 - mine][i]);
            (mine.unwrap_or(u32::MAX), Reverse(theirs.unwrap_or(u32::MAX)))
        });
        moves.into_iter().map(|after| (after, fact(&after))).collect()
    }
}

/// Whether Black gets at least `k` from a position, once `mover` has made the move that leads to `next` if one is given; all of the
/// history is carried, the start being part of it.
fn reaches(text: &Text<'_>, pos: usize, mover: Colour, next: Option<&State>, k: i32) -> bool {
    let start = text.start(pos, mover);
    goes_on_to(text, &start, &past_of(text, None, &start, &[]), next, k)
}

/// The facts so far with that of having come to a state from another one, in order.
fn past_of(text: &Text<'_>, from: Option<&State>, to: &State, past: &[u16]) -> Vec<u16> {
    let mut past: Vec<u16> = past.iter().copied().chain(text.fact(from, to)).collect();
    past.sort_unstable();
    past.dedup();
    past
}

/// Whether Black gets at least `k` in the rest of a game that has come to a state with these facts, once the move that leads to `next` has
/// been made if one is given.
fn goes_on_to(text: &Text<'_>, state: &State, past: &[u16], next: Option<&State>, k: i32) -> bool {
    let mover = state.mover;
    let bare = |s: &State| text.moves(s).into_iter().map(|s| State { prisoners: 0, ..s }).collect();
    let graph = Graph::explore(*state, |s| s.mover, bare);
    let ends = |good: bool| {
        (0..graph.len())
            .map(|i| graph.ended(i) && (text.end(&graph.states[i], mover).0 >= k) == good)
            .collect::<Vec<_>>()
    };
    let hope = [(Colour::Black, true), (Colour::White, false)];
    let hope = hope.map(|(player, good)| graph.distances(player, &ends(good)));
    let past = next.map_or_else(|| past.to_vec(), |next| past_of(text, Some(state), next, past));
    forces(&Asked { text, first: mover, k, graph: &graph, hope }, next.unwrap_or(state), &past)
}

/// The values of a board under some texts, searched with the history too.
fn values(kernel: &Kernel, ids: &[&'static str]) -> (WholeBoard, Vec<Values>) {
    let board = WholeBoard::new(Grid::new(kernel.grid.rows(), kernel.grid.cols()).unwrap()).unwrap();
    let rules: Vec<RuleSet> = ids.iter().flat_map(|id| RuleSet::parse(id).unwrap()).collect();
    let rules = games_of(&rules);
    let never = AtomicBool::new(false);
    let mut values = solve(&board, &rules, Vec::new(), Budget::default(), &Silent, &never).unwrap();
    let (budget, stages) = (Budget::default(), Stages::in_memory(&never));
    search_all(&board, &mut values, budget, |_| Some(budget), &stages).unwrap();
    values.iter().for_each(|v| v.verify().unwrap());
    (board, values)
}

fn endless_agree((rows, cols): (usize, usize), no_results: usize) {
    let kernel = Kernel::new(rows, cols);
    let ids = ["j1989", "j1997"];
    let (board, values) = values(&kernel, &ids);
    let mut found = 0;
    for (values, id) in values.iter().zip(ids) {
        let text = Text::new(&kernel, &board, id);
        for ((pos, mover), (lo, hi)) in endless(&text) {
            let position = kernel.positions[usize::from(pos)].to_position().unwrap();
            let expected = if lo == hi { Outcome::Margin(lo) } else { Outcome::NoResult { lo, hi } };
            found += usize::from(lo < hi);
            assert_eq!(values.value(position, mover), expected, "{id} {} {mover}", kernel.positions[usize::from(pos)]);
        }
    }
    assert_eq!(found, no_results, "{rows}x{cols}");
}

#[test]
fn values_without_a_memory_of_the_game_are_those_of_all_states_with_their_prisoners() {
    for (size, no_results) in
        [((1, 1), 0), ((1, 2), 0), ((1, 3), 0), ((1, 4), 0), ((1, 5), 0), ((2, 2), 96), ((2, 3), 112)]
    {
        endless_agree(size, no_results);
    }
}

/// Every value under a rule that remembers the game; how many of them were undecided.
fn remembering_agree((rows, cols): (usize, usize), ids: &[&'static str], undecided: &[usize]) {
    let kernel = Kernel::new(rows, cols);
    let (board, values) = values(&kernel, ids);
    let mut found = Vec::new();
    for (values, id) in values.iter().zip(ids) {
        let text = Text::new(&kernel, &board, id);
        let roots = 0..2 * kernel.positions.len();
        let open = roots.into_par_iter().filter(|root| {
            let (pos, mover) = (root / 2, Colour::ALL[root % 2]);
            let value = values.value(kernel.positions[pos].to_position().unwrap(), mover);
            let (lo, hi) = match value {
                Outcome::Margin(m) => (m, m),
                Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => (lo, hi),
            };
            let holds = reaches(&text, pos, mover, None, lo) && !reaches(&text, pos, mover, None, hi + 1);
            assert!(holds, "{id} {} {mover}: {value}", kernel.positions[pos]);
            lo < hi
        });
        found.push(open.count());
    }
    assert_eq!(found, undecided, "{rows}x{cols}");
}

const REMEMBERING: [&str; 6] = ["aj2004", "ms-japanese", "ms-chinese", "tromp-taylor", "aga-territory", "aga-area"];

#[test]
fn values_under_a_rule_that_remembers_the_game_are_those_with_all_of_the_history() {
    remembering_agree((1, 1), &REMEMBERING, &[0; 6]);
    remembering_agree((1, 2), &REMEMBERING, &[0; 6]);
    remembering_agree((1, 3), &REMEMBERING, &[0; 6]);
    remembering_agree((1, 4), &REMEMBERING, &[0; 6]);
    remembering_agree((1, 5), &["ms-japanese", "ms-chinese", "tromp-taylor", "aga-area"], &[0; 4]);
}

#[test]
fn values_with_all_of_the_history_on_two_by_two() {
    remembering_agree((2, 2), &REMEMBERING, &[0; 6]);
}

#[test]
#[ignore = "minutes"]
fn values_with_all_of_the_history_on_two_by_three() {
    remembering_agree((2, 3), &["ms-japanese"], &[0]);
}

/// Every move of every position under a rule that remembers the game; how many of them were undecided.
fn moves_agree((rows, cols): (usize, usize)) -> usize {
    let kernel = Kernel::new(rows, cols);
    let (board, mut values) = values(&kernel, &REMEMBERING);
    let mut open = 0;
    for (values, id) in values.chunks_mut(1).zip(REMEMBERING) {
        let text = Text::new(&kernel, &board, id);
        for root in 0..2 * kernel.positions.len() {
            let (pos, mover) = (root / 2, Colour::ALL[root % 2]);
            let position = kernel.positions[pos].to_position().unwrap();
            search(values, (position, mover), Budget::default(), &AtomicBool::new(false));
            let (moves, twins) = (values[0].moves(position, mover), text.moves(&text.start(pos, mover)));
            assert_eq!(moves.len(), twins.len(), "{id} {} {mover}", kernel.positions[pos]);
            for (found, next) in moves.iter().zip(&twins) {
                let (lo, hi) = match found.value {
                    Outcome::Margin(m) => (m, m),
                    Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => (lo, hi),
                };
                let after = |k| reaches(&text, pos, mover, Some(next), k);
                assert!(after(lo) && !after(hi + 1), "{id} {} {mover}: {found:?}", kernel.positions[pos]);
                open += usize::from(lo < hi);
            }
        }
    }
    open
}

#[test]
fn moves_under_a_rule_that_remembers_the_game_are_those_with_all_of_the_history() {
    for (size, undecided) in [((1, 3), 6), ((1, 4), 34)] {
        assert_eq!(moves_agree(size), undecided, "{size:?}");
    }
}

#[test]
#[ignore = "minutes"]
fn moves_under_a_rule_that_remembers_the_game_are_those_with_all_of_the_history_on_two_by_two() {
    assert_eq!(moves_agree((2, 2)), 196);
}

/// Games of random moves: what the rest of them comes to, and the move that is said to force it. How many were looked at, in how many of them
/// the value was not decided, and in how many it was without a move that keeps it.
fn rests_agree((rows, cols): (usize, usize), games: usize) -> [usize; 3] {
    let kernel = Kernel::new(rows, cols);
    let (board, values) = values(&kernel, &REMEMBERING);
    let mut random = fastrand::Rng::with_seed(20 + rows as u64);
    let (mut looked_at, mut open, mut unplayed) = (0, 0, 0);
    for (values, id) in values.iter().zip(REMEMBERING) {
        let text = Text::new(&kernel, &board, id);
        for _ in 0..games {
            let start = text.start(random.usize(0..kernel.positions.len()), Colour::ALL[random.usize(0..2)]);
            let (mut state, mut past, mut before) = (start, past_of(&text, None, &start, &[]), Vec::new());
            let at = |pos: u16| kernel.positions[usize::from(pos)].to_position().unwrap();
            for _ in 0..random.usize(1..8) {
                let mut moves = text.moves(&state);
                let refused = |to: &State| text.fact(Some(&state), to).is_some_and(|f| past.binary_search(&f).is_ok());
                moves.retain(|to| to.passes == 1 || to.passes == 0 && !refused(to));
                let Some(to) = random.choice(moves) else { break };
                past = past_of(&text, Some(&state), &to, &past);
                before.push((at(state.pos), state.mover));
                state = State { prisoners: 0, ..to };
            }
            let retakes = |p: &(usize, Played)| Some(p.1.after as u16) == state.before;
            let ban = kernel.plays(state.pos.into(), state.mover).find(retakes).map(|(p, _)| p);
            let (position, mover, passed) = (at(state.pos), state.mover, state.passes > 0);
            let reached = Reached { before: &before, position, mover, passed, ban };
            let next = |mv: Option<u8>| {
                let after = values.after(position, mover, mv)?;
                let moves = text.moves(&state);
                moves.into_iter().find(|to| (to.passes > 0) == mv.is_none() && at(to.pos) == after)
            };
            let allowed = |mv: Option<u8>| {
                let fact = |to: State| text.fact(Some(&state), &to).filter(|_| mv.is_some());
                next(mv).is_some_and(|to| fact(to).is_none_or(|f| past.binary_search(&f).is_err()))
            };
            let rest = values.rest(&reached, Budget::default(), allowed, &AtomicBool::new(false));
            let (value, mv) = rest.expect("not stopped");
            let said = format!("{id} {before:?} {reached:?}: {value} by {mv:?}");
            looked_at += 1;
            let Some(k) = value.margin() else {
                open += 1;
                continue;
            };
            let reaches = |next: Option<&State>, k| goes_on_to(&text, &state, &past, next, k);
            assert!(reaches(None, k) && !reaches(None, k + 1), "{said}");
            if let Some(mv) = mv {
                let to = next(mv).expect("a move that the rules allow");
                let to = Some(&to);
                assert!(if mover == Colour::Black { reaches(to, k) } else { !reaches(to, k + 1) }, "{said}");
            } else {
                unplayed += 1;
            }
        }
    }
    [looked_at, open, unplayed]
}

#[test]
fn the_rest_of_a_game_is_that_with_all_of_its_history() {
    rests_of(&[((1, 4), 100), ((2, 2), 60), ((1, 5), 15)]);
}

#[test]
#[ignore = "minutes"]
fn the_rest_of_many_games_is_that_with_all_of_their_history() {
    rests_of(&[((1, 4), 400), ((2, 2), 200), ((1, 5), 60)]);
}

fn rests_of(games: &[((usize, usize), usize)]) {
    for &(size, games) in games {
        assert_eq!(rests_agree(size, games), [6 * games, 0, 0], "{size:?}");
    }
}
