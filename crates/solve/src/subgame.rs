//! The part of a game that ends in a number which matters to one root: every state that can follow from it through undecided
//! ones, numbered, with `lo` and `hi` of each (see [`super::score`]). Where listing a state costs next to nothing this is
//! sooner done than a search that picks its states.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::{Bounds, Budget, Game, Predecessors};
use crate::board::Colour;

/// A game that ends in a number, for one valuation; Black maximises.
pub trait Source {
    /// A state.
    type State: Copy + Eq + Hash + std::fmt::Debug;

    /// The player to move.
    fn mover(&self, state: Self::State) -> Colour;

    /// Bounds that hold for both `lo` and `hi`; equal ones where the sequence has ended.
    fn known(&self, state: Self::State) -> Bounds<i16>;

    /// Appends the states that the moves lead to.
    fn successors(&self, state: Self::State, out: &mut Vec<Self::State>);
}

/// The states, by number; the root is number 0.
pub struct Subgame<S> {
    states: Vec<S>,
    movers: Vec<Colour>,
    /// By state: where its successors start; it has none if it is decided.
    starts: Vec<u32>,
    successors: Vec<u32>,
    lo: Vec<i16>,
    hi: Vec<i16>,
}

impl<S: Copy + Eq + Hash + std::fmt::Debug> Subgame<S> {
    /// The part of the game that matters to `root`; `None` if the budget is too small to list it.
    pub fn new<G: Source<State = S>>(game: &G, root: S, budget: Budget) -> Option<Subgame<S>> {
        let mut subgame = Subgame {
            states: Vec::new(),
            movers: Vec::new(),
            starts: vec![0],
            successors: Vec::new(),
            lo: Vec::new(),
            hi: Vec::new(),
        };
        let mut numbers = HashTable::new();
        let mut next = Vec::new();
        subgame.add(game, &mut numbers, root);
        for at in 0.. {
            if at == subgame.states.len() {
                break;
            }
            if subgame.lo[at] < subgame.hi[at] {
                if budget.is_spent(at, 1) {
                    return None;
                }
                game.successors(subgame.states[at], &mut next);
                for state in next.drain(..) {
                    let number = subgame.add(game, &mut numbers, state);
                    subgame.successors.push(number);
                }
            }
            subgame.starts.push(subgame.successors.len() as u32);
        }
        let of = |from: usize| subgame.successors(from).iter().map(move |&to| (to as usize, from as u32));
        let predecessors = Predecessors::new(subgame.states.len(), of);
        let lo = subgame.least(&predecessors, Colour::Black, subgame.lo.clone());
        let minus_hi = subgame.least(&predecessors, Colour::White, subgame.hi.iter().map(|v| -v).collect());
        subgame.lo = lo;
        subgame.hi = minus_hi.into_iter().map(|v| -v).collect();
        Some(subgame)
    }

    fn add<G: Source<State = S>>(&mut self, game: &G, numbers: &mut HashTable<u32>, state: S) -> u32 {
        let next = self.states.len() as u32;
        let hash = |number: u32| FxBuildHasher.hash_one(self.states[number as usize]);
        let same = |&number: &u32| self.states[number as usize] == state;
        let number = *numbers.entry(FxBuildHasher.hash_one(state), same, |&n| hash(n)).or_insert(next).get();
        if number == next {
            let known = game.known(state);
            self.states.push(state);
            self.movers.push(game.mover(state));
            self.lo.push(known.lower);
            self.hi.push(known.upper);
        }
        number
    }

    /// A state.
    pub fn state(&self, number: u32) -> S {
        self.states[number as usize]
    }

    /// `lo` of a state.
    pub fn lo(&self, number: u32) -> i16 {
        self.lo[number as usize]
    }

    /// `hi` of a state.
    pub fn hi(&self, number: u32) -> i16 {
        self.hi[number as usize]
    }

    fn successors(&self, number: usize) -> &[u32] {
        &self.successors[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The least values that are not below those given and not below what the `maximiser` gets by the moves.
    fn least(&self, predecessors: &Predecessors, maximiser: Colour, mut values: Vec<i16>) -> Vec<i16> {
        // A state with the value it had before it grew.
        let mut grown: Vec<(u32, i16)> = Vec::new();
        let of_moves = |values: &[i16], at: usize| {
            let options = self.successors(at).iter().map(|&to| values[to as usize]);
            if self.movers[at] == maximiser { options.max() } else { options.min() }
        };
        let visit = |values: &mut Vec<i16>, grown: &mut Vec<(u32, i16)>, at: usize| {
            if let Some(value) = of_moves(values, at).filter(|&value| value > values[at]) {
                grown.push((at as u32, std::mem::replace(&mut values[at], value)));
            }
        };
        (0..self.states.len()).rev().for_each(|at| visit(&mut values, &mut grown, at));
        while let Some((to, before)) = grown.pop() {
            let now = values[to as usize];
            for &from in predecessors.of(to as usize) {
                let at = from as usize;
                if self.movers[at] == maximiser {
                    if now > values[at] {
                        grown.push((from, std::mem::replace(&mut values[at], now)));
                    }
                } else if before <= values[at] {
                    // Else another move holds him to less.
                    visit(&mut values, &mut grown, at);
                }
            }
        }
        values
    }
}

/// As a game, its states are their numbers; one that is decided has no moves.
impl<S: Copy + Eq + Hash + std::fmt::Debug> Game for Subgame<S> {
    type State = u32;
    type Move = ();

    fn mover(&self, state: &u32) -> Colour {
        self.movers[*state as usize]
    }

    fn moves(&self, state: &u32, out: &mut Vec<((), u32)>) {
        out.extend(self.successors(*state as usize).iter().map(|&to| ((), to)));
    }
}
