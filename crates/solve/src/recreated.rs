//! Games that end in a number, in which no play may recreate a position of the sequence, whoever is to move.
//!
//! A state says more than its position, so that a strategy without a memory, which never comes back to a state, may well come back
//! to a position. What it forces is therefore no bound here, unlike under a rule that forbids what a state says ([`super::history`]), and the
//! search carries all positions of the sequence from its first move. For the question whether Black gets at least `k` it looks at
//! growing numbers of moves. What it finds of a state rests on which of a few positions have come up and which have not; it is kept with
//! them, and holds for every sequence in which the same of these have.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::line::Line;
use super::{Bounds, Budget, Game};
use crate::board::Colour;

/// A game in which positions are not recreated.
pub trait Unrecreated: Game {
    /// What may not come back.
    type Position: Clone + Eq + Hash;

    /// The position of a state.
    fn position(&self, state: &Self::State) -> Self::Position;

    /// Whether the move makes a position. A move that changes nothing recreates nothing.
    fn makes(&self, mv: &Self::Move) -> bool;

    /// The state as if nothing had been won yet, and what has been won: the further course does not depend on that, and it is
    /// part of the value.
    fn level(&self, state: &Self::State) -> (Self::State, i16);

    /// What is known of the value of a state, to Black, whatever came before it. Of a state in which the sequence has ended it is the value.
    fn known(&self, state: &Self::State) -> Bounds<i16>;

    /// What a state would be worth to Black if it was the end; only the order in which moves are looked at depends on it.
    fn looks(&self, state: &Self::State) -> i16;
}

/// Which positions an answer rests on, by their numbers, 64 to a word: those looked at, and those of them that had come up.
#[derive(Clone, Default)]
struct Rest(Vec<[u64; 2]>);

impl Rest {
    fn on(&mut self, position: usize, came_up: bool) {
        let (word, bit) = (position / 64, 1 << (position % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, [0; 2]);
        }
        self.0[word][0] |= bit;
        self.0[word][1] |= if came_up { bit } else { 0 };
    }

    /// Whether it does not rest on the position: it came up within what was looked at.
    fn off(&mut self, position: usize) {
        let (word, bit) = (position / 64, 1 << (position % 64));
        if let Some(word) = self.0.get_mut(word) {
            *word = word.map(|half| half & !bit);
        }
    }

    fn and(&mut self, other: &Rest) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), [0; 2]);
        }
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word = [word[0] | other[0], word[1] | other[1]];
        }
    }

    fn holds(&self, up: &[u64]) -> bool {
        self.0.iter().enumerate().all(|(i, [looked, came_up])| up.get(i).copied().unwrap_or(0) & looked == *came_up)
    }
}

/// Who wins, or that so many moves do not tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Won(Colour),
    Open(usize),
}

/// What has been found of a state for one `k`.
#[derive(Clone)]
struct Found {
    answer: Answer,
    rest: Rest,
}

/// Answers kept for a state: of those that leave it open, the last few.
const KEPT_OPEN: usize = 4;

/// States whose answers are kept; when there are more, all are forgotten.
const MOST_KEPT: usize = 1 << 20;

/// No sequence is looked at further than so many moves.
const MOST_MOVES: usize = 1_000;

/// The search from one start.
pub struct Sequences<'a, G: Unrecreated> {
    game: &'a G,
    numbers: IndexSet<G::Position, FxBuildHasher>,
    /// The positions that have come up, by their numbers.
    up: Vec<u64>,
    found: FxHashMap<(G::State, i16), Vec<Found>>,
    expanded: usize,
    budget: Budget,
}

impl<'a, G: Unrecreated> Sequences<'a, G> {
    /// Nothing is known yet. The start is the first position.
    pub fn new(game: &'a G, start: &G::State, budget: Budget) -> Sequences<'a, G> {
        let numbers = IndexSet::default();
        let mut new = Sequences { game, numbers, up: Vec::new(), found: FxHashMap::default(), expanded: 0, budget };
        let first = new.number(start);
        new.comes_up(first, true);
        new
    }

    fn number(&mut self, state: &G::State) -> usize {
        let number = self.numbers.insert_full(self.game.position(state)).0;
        self.up.resize(self.numbers.len().div_ceil(64), 0);
        number
    }

    fn comes_up(&mut self, position: usize, up: bool) {
        let bit = 1 << (position % 64);
        let word = &mut self.up[position / 64];
        *word = if up { *word | bit } else { *word & !bit };
    }

    fn is_up(&self, position: usize) -> bool {
        self.up[position / 64] >> (position % 64) & 1 == 1
    }

    /// What a state is worth to Black after the positions that have come up, itself among them. `guess` is asked for first; it
    /// only saves work. Bounds, if the budget runs out.
    pub fn value(&mut self, state: &G::State, guess: i16) -> Bounds<i16> {
        let mut value = self.game.known(state);
        let mut k = guess.clamp(value.lower + 1, value.upper.max(value.lower + 1));
        while value.decided().is_none() {
            match self.at_least(state, k) {
                Some(true) => (value.lower, k) = (k, k + 1),
                Some(false) => (value.upper, k) = (k - 1, k - 1),
                None => break,
            }
        }
        value
    }

    /// Whether Black gets at least `k`; `None` if the budget ran out.
    pub fn at_least(&mut self, state: &G::State, k: i16) -> Option<bool> {
        for moves in 1..=MOST_MOVES {
            if let Answer::Won(winner) = self.search(state, k, moves)?.answer {
                return Some(winner == Colour::Black);
            }
        }
        None
    }

    /// A sequence of best play from a state that is worth `value`: at most so many moves, and fewer if the budget runs out.
    pub fn line(&mut self, state: &G::State, value: i16, most: usize) -> Line<G> {
        let before = self.up.clone();
        let mut line: Line<G> = Vec::new();
        while line.len() < most {
            let from = line.last().map_or(state, |(_, state)| state).clone();
            let mover = self.game.mover(&from);
            let good = self.ordered(&from, mover).into_iter().find_map(|(mv, to)| {
                let place = self.game.makes(&mv).then(|| self.number(&to));
                if place.is_some_and(|place| self.is_up(place)) {
                    return None;
                }
                place.into_iter().for_each(|place| self.comes_up(place, true));
                let k = if mover == Colour::Black { value } else { value + 1 };
                let good = self.at_least(&to, k) == Some(mover == Colour::Black);
                if !good {
                    place.into_iter().for_each(|place| self.comes_up(place, false));
                }
                good.then_some((mv, to))
            });
            match good {
                Some(step) => line.push(step),
                None => break,
            }
        }
        self.up = before;
        line
    }

    /// The moves, those first that look best to `player`.
    fn ordered(&self, state: &G::State, player: Colour) -> Vec<(G::Move, G::State)> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves.sort_by_cached_key(|(_, to)| {
            let looks = self.game.looks(to);
            if player == Colour::Black { -looks } else { looks }
        });
        moves
    }

    /// Whether Black gets at least `k` from a state, as far as so many moves tell; `None` if the budget ran out.
    fn search(&mut self, state: &G::State, k: i16, moves: usize) -> Option<Found> {
        let known = self.game.known(state);
        if known.lower >= k || known.upper < k {
            let winner = if known.lower >= k { Colour::Black } else { Colour::White };
            return Some(Found { answer: Answer::Won(winner), rest: Rest::default() });
        }
        let (level, won) = self.game.level(state);
        let key = (level, k - won);
        if let Some(found) = self.found.get(&key) {
            let tells = |found: &&Found| match found.answer {
                Answer::Won(_) => true,
                Answer::Open(looked) => looked >= moves,
            };
            if let Some(found) = found.iter().find(|found| tells(found) && found.rest.holds(&self.up)) {
                return Some(found.clone());
            }
        }
        if moves == 0 {
            return Some(Found { answer: Answer::Open(0), rest: Rest::default() });
        }
        self.expanded += 1;
        if self.budget.is_spent(self.expanded, 0) {
            return None;
        }
        let mover = self.game.mover(state);
        let mut found = Found { answer: Answer::Won(mover.opponent()), rest: Rest::default() };
        for (mv, to) in self.ordered(state, mover) {
            let place = self.game.makes(&mv).then(|| self.number(&to));
            if let Some(place) = place.filter(|&place| self.is_up(place)) {
                found.rest.on(place, true);
                continue;
            }
            place.into_iter().for_each(|place| self.comes_up(place, true));
            let after = self.search(&to, k, moves - 1);
            place.into_iter().for_each(|place| self.comes_up(place, false));
            let Found { answer, mut rest } = after?;
            place.into_iter().for_each(|place| rest.off(place));
            match answer {
                Answer::Won(winner) if winner == mover => {
                    place.into_iter().for_each(|place| rest.on(place, false));
                    found = Found { answer, rest };
                    break;
                }
                // Were the move forbidden, it would do as little.
                Answer::Won(_) => found.rest.and(&rest),
                Answer::Open(_) => {
                    place.into_iter().for_each(|place| rest.on(place, false));
                    found.rest.and(&rest);
                    found.answer = Answer::Open(moves);
                }
            }
        }
        if self.found.len() >= MOST_KEPT {
            self.found.clear();
        }
        let kept = self.found.entry(key).or_default();
        if matches!(found.answer, Answer::Open(_)) {
            let open = |found: &Found| matches!(found.answer, Answer::Open(_));
            if kept.iter().filter(|found| open(found)).count() >= KEPT_OPEN {
                let oldest = kept.iter().position(open).expect("there are some");
                kept.remove(oldest);
            }
        }
        kept.push(found.clone());
        Some(found)
    }
}
