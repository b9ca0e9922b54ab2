//! Whole graphs of states and what a player forces in them, by sweeping until nothing changes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use rustc_hash::FxHasher;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Colour, Grid};

/// A map that hashes short keys fast: the graphs here have no other luxury.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<FxHasher>>;
/// A set of points of a small board.
pub type Set = u32;

/// What a legal play does, with positions by number.
#[derive(Clone, Copy)]
pub struct Played {
    pub after: usize,
    pub captured: Set,
    pub ko: Option<usize>,
}

/// All legal positions of a board, and the plain kernel's plays as a table.
pub struct Kernel {
    pub grid: Grid,
    pub positions: Vec<PlainPosition>,
    number: Map<PlainPosition, usize>,
    plays: Vec<[Vec<Option<Played>>; 2]>,
    immortal: Vec<[Set; 2]>,
}

pub fn set_of(points: &[usize]) -> Set {
    points.iter().fold(0, |set, p| set | 1 << p)
}

pub fn has(set: Set, p: usize) -> bool {
    set >> p & 1 == 1
}

impl Kernel {
    pub fn new(rows: usize, cols: usize) -> Kernel {
        let grid = Grid::new(rows, cols).unwrap();
        let mut positions = vec![Vec::new()];
        for _ in 0..grid.len() {
            let with = |cells: &Vec<_>, cell| [cells.clone(), vec![cell]].concat();
            let cells = [None, Some(Colour::White), Some(Colour::Black)];
            positions = positions.iter().flat_map(|done| cells.map(|cell| with(done, cell))).collect();
        }
        let positions: Vec<PlainPosition> = positions
            .into_iter()
            .map(|cells| PlainPosition::from_cells(grid, cells).unwrap())
            .filter(PlainPosition::is_legal)
            .collect();
        let number: Map<_, _> = positions.iter().cloned().enumerate().map(|(i, p)| (p, i)).collect();
        let played = |position: &PlainPosition, colour, p| {
            let play = position.play(colour, p).ok()?;
            Some(Played { after: number[&play.after], captured: set_of(&play.captured), ko: play.ko })
        };
        let plays = positions
            .iter()
            .map(|position| Colour::ALL.map(|c| (0..grid.len()).map(|p| played(position, c, p)).collect()))
            .collect();
        let mut kernel = Kernel { grid, positions, number, plays, immortal: Vec::new() };
        kernel.immortal =
            (0..kernel.positions.len()).map(|pos| Colour::ALL.map(|c| kernel.never_removed(pos, c))).collect();
        kernel
    }

    pub fn len(&self) -> usize {
        self.grid.len()
    }

    /// The number of a legal position.
    pub fn numbered(&self, position: &PlainPosition) -> usize {
        self.number[position]
    }

    pub fn plays(&self, pos: usize, colour: Colour) -> impl Iterator<Item = (usize, Played)> + '_ {
        self.plays[pos][colour.index()].iter().enumerate().filter_map(|(p, play)| play.map(|play| (p, play)))
    }

    pub fn stones(&self, pos: usize, colour: Colour) -> Set {
        let cells = self.positions[pos].cells();
        (0..cells.len()).filter(|&p| cells[p] == Some(colour)).fold(0, |set, p| set | 1 << p)
    }

    /// The position without these stones.
    pub fn without(&self, pos: usize, stones: Set) -> usize {
        let cells = self.positions[pos].cells().iter().enumerate();
        let cells = cells.map(|(p, &cell)| if has(stones, p) { None } else { cell }).collect();
        self.number[&PlainPosition::from_cells(self.grid, cells).unwrap()]
    }

    /// The stones that the opponent could remove by a ko capture.
    pub fn ko_stones(&self, pos: usize) -> Set {
        let captures = Colour::ALL.into_iter().flat_map(|c| self.plays(pos, c));
        captures.filter_map(|(_, play)| play.ko).fold(0, |set, p| set | 1 << p)
    }

    /// The immortal stones of a player.
    pub fn immortal(&self, pos: usize, colour: Colour) -> Set {
        self.immortal[pos][colour.index()]
    }

    /// The stones that no moves of the opponent remove while their owner always passes: every such sequence is tried.
    fn never_removed(&self, pos: usize, owner: Colour) -> Set {
        let mut safe = self.stones(pos, owner);
        let mut seen = vec![pos];
        let mut next = 0;
        while next < seen.len() {
            for (_, play) in self.plays(seen[next], owner.opponent()) {
                safe &= !play.captured;
                if !seen.contains(&play.after) {
                    seen.push(play.after);
                }
            }
            next += 1;
        }
        safe
    }

    /// The maximal connected parts of a set of points.
    pub fn parts(&self, set: Set) -> Vec<Set> {
        let mut parts = Vec::new();
        let mut rest = set;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let more = (part | self.around(part)) & set;
                if more == part {
                    break;
                }
                part = more;
            }
            parts.push(part);
            rest &= !part;
        }
        parts
    }

    /// The points adjacent to a point of the set.
    pub fn around(&self, set: Set) -> Set {
        let points = (0..self.len()).filter(|&p| has(set, p));
        points.flat_map(|p| self.grid.neighbours(p)).fold(0, |around, q| around | 1 << q)
    }
}

/// All states reachable from a root, which is number 0.
pub struct Graph<S> {
    pub states: Vec<S>,
    pub movers: Vec<Colour>,
    next: Vec<Vec<u32>>,
    number: Map<S, u32>,
}

impl<S: Clone + Eq + Hash> Graph<S> {
    pub fn explore(root: S, mover: impl Fn(&S) -> Colour, moves: impl Fn(&S) -> Vec<S>) -> Graph<S> {
        Graph::explore_from(vec![root], mover, moves)
    }

    /// From several roots, which are different and come first.
    pub fn explore_from(roots: Vec<S>, mover: impl Fn(&S) -> Colour, moves: impl Fn(&S) -> Vec<S>) -> Graph<S> {
        let number = roots.iter().cloned().zip(0..).collect();
        let mut graph = Graph { states: roots, movers: Vec::new(), next: Vec::new(), number };
        while graph.next.len() < graph.states.len() {
            let state = graph.states[graph.next.len()].clone();
            graph.movers.push(mover(&state));
            let mut next = Vec::new();
            for after in moves(&state) {
                let number = *graph.number.entry(after).or_insert_with_key(|after| {
                    graph.states.push(after.clone());
                    graph.states.len() as u32 - 1
                });
                next.push(number);
            }
            graph.next.push(next);
        }
        graph
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of a state of the graph.
    pub fn number(&self, state: &S) -> Option<usize> {
        self.number.get(state).map(|&i| i as usize)
    }

    /// A state without moves: the sequence has ended.
    pub fn ended(&self, i: usize) -> bool {
        self.next[i].is_empty()
    }

    pub fn all(&self, property: impl Fn(&S) -> bool) -> Vec<bool> {
        self.states.iter().map(property).collect()
    }

    /// The states of `within` from which `player` forces to reach `target` in finitely many moves, all inside `within`.
    pub fn attractor(&self, player: Colour, target: &[bool], within: &[bool]) -> Vec<bool> {
        let mut won: Vec<bool> = (0..self.len()).map(|i| within[i] && target[i]).collect();
        loop {
            let mut stable = true;
            for i in (0..self.len()).rev() {
                if within[i] && !won[i] && self.steps_into(i, player, within, |j| won[j]) {
                    won[i] = true;
                    stable = false;
                }
            }
            if stable {
                return won;
            }
        }
    }

    fn steps_into(&self, i: usize, player: Colour, within: &[bool], won: impl Fn(usize) -> bool) -> bool {
        let mut next = self.next[i].iter().map(|&j| j as usize).filter(|&j| within[j]).peekable();
        let some = next.peek().is_some();
        if self.movers[i] == player { next.any(won) } else { some && next.all(won) }
    }

    /// In how many moves at most `player` forces to reach `target`, where he does.
    pub fn distances(&self, player: Colour, target: &[bool]) -> Vec<Option<u32>> {
        let within = vec![true; self.len()];
        let mut distance: Vec<Option<u32>> = target.iter().map(|&t| t.then_some(0)).collect();
        for sweep in 1.. {
            let fresh: Vec<usize> = (0..self.len())
                .filter(|&i| distance[i].is_none() && self.steps_into(i, player, &within, |j| distance[j].is_some()))
                .collect();
            if fresh.is_empty() {
                break;
            }
            for i in fresh {
                distance[i] = Some(sweep);
            }
        }
        distance
    }

    /// Whether `player` forces from the root that each of the sets is met infinitely often; a sequence that has ended
    /// stays for ever in its last state. The classical removal: where he cannot even reach one of the sets he has lost,
    /// and so has he wherever the other player can lead him there.
    pub fn forces_for_ever(&self, player: Colour, sets: &[Vec<bool>]) -> bool {
        let mut left = vec![true; self.len()];
        loop {
            let mut stable = true;
            for set in sets {
                let reaches = self.attractor(player, set, &left);
                let lost: Vec<bool> = (0..self.len()).map(|i| left[i] && !reaches[i]).collect();
                if lost.contains(&true) {
                    let lost = self.attractor(player.opponent(), &lost, &left);
                    for i in 0..self.len() {
                        left[i] &= !lost[i];
                    }
                    stable = false;
                }
            }
            if stable || !left[0] {
                return left[0];
            }
        }
    }

    /// The value of the root when `maximiser` and his opponent play for the value of the end. From `from` = minus infinity
    /// this is the most the maximiser forces to reach; from plus infinity the least the opponent forces to reach.
    pub fn value(&self, maximiser: Colour, end: &[i32], from: i32) -> i32 {
        let mut value: Vec<i32> = (0..self.len()).map(|i| if self.ended(i) { end[i] } else { from }).collect();
        loop {
            let mut stable = true;
            for i in (0..self.len()).rev().filter(|&i| !self.ended(i)) {
                let next = self.next[i].iter().map(|&j| value[j as usize]);
                let best = if self.movers[i] == maximiser { next.max() } else { next.min() };
                if let Some(best) = best
                    && best != value[i]
                {
                    value[i] = best;
                    stable = false;
                }
            }
            if stable {
                return value[0];
            }
        }
    }
}

/// A game whose moves depend on everything that has happened.
pub trait Remembering {
    type State: Clone + Eq + Hash;

    /// At an end: whether the player asked about has what he wants.
    fn ended(&self, state: &Self::State) -> Option<bool>;

    /// Whether the player asked about is to move.
    fn his_move(&self, state: &Self::State) -> bool;

    /// The moves, with the fact each adds to the history, if any. Their order does not matter for the answer.
    fn moves(&self, state: &Self::State, past: &[u16]) -> Vec<(Self::State, Option<u16>)>;
}

/// Whether the player asked about forces what he wants. The past is a sorted list of facts; answers are kept for the exact
/// state with the exact past.
pub fn forces<G: Remembering>(game: &G, state: &G::State, past: &[u16]) -> bool {
    forces_from(game, state, past, &mut Map::default())
}

fn forces_from<G: Remembering>(
    game: &G,
    state: &G::State,
    past: &[u16],
    known: &mut Map<(G::State, Vec<u16>), bool>,
) -> bool {
    if let Some(answer) = game.ended(state) {
        return answer;
    }
    let key = (state.clone(), past.to_vec());
    if let Some(&answer) = known.get(&key) {
        return answer;
    }
    let wanted = game.his_move(state);
    let found = game.moves(state, past).into_iter().any(|(after, fact)| {
        let mut now = past.to_vec();
        if let Some(fact) = fact
            && let Err(place) = now.binary_search(&fact)
        {
            now.insert(place, fact);
        }
        forces_from(game, &after, &now, known) == wanted
    });
    known.insert(key, found == wanted);
    found == wanted
}
