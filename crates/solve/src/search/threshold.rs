//! Games that end in a number, on boards too large to list: does a player come to at least so much? Each such question is a game won
//! or lost, in which a sequence without end is lost by the player who asks, and is searched by itself; what one finds of a
//! state serves the others.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::{ProofNumberSearch, Siege, Step};
use crate::board::{Board, Colour, Points, Position};
use crate::solve::score::{Score, Valuation};
use crate::solve::{Bounds, Budget, Game};

/// The parts of the budget that each question is given, round by round.
const ROUNDS: [usize; 5] = [256, 64, 16, 4, 1];

/// Most states of which something is remembered from one question to the next.
const MOST_REMEMBERED: usize = 1 << 20;

/// A game on the positions of a board.
pub trait OnBoard: Game<State: Copy> {
    /// The board.
    fn board(&self) -> &Board;

    /// The position.
    fn position(&self, state: &Self::State) -> Position;

    /// What a move does.
    fn step(mv: &Self::Move) -> Step;
}

/// What is known of a state: of `lo`, the most that the maximiser forces in finitely many moves, and of `hi`, the least that the
/// minimiser does.
#[derive(Clone, Copy)]
struct Known {
    lo: Bounds<i16>,
    hi: Bounds<i16>,
}

/// `lo` and `hi` of states of a game, found by proof-number search.
pub struct Thresholds<'a, G: OnBoard, V> {
    game: &'a G,
    valuation: &'a mut V,
    known: FxHashMap<G::State, Known>,
}

impl<'a, G: OnBoard, V: Valuation<G>> Thresholds<'a, G, V> {
    /// Of this valuation, which has to decide every state without a move.
    #[must_use]
    pub fn new(game: &'a G, valuation: &'a mut V) -> Thresholds<'a, G, V> {
        Thresholds { game, valuation, known: FxHashMap::default() }
    }

    /// Where bounds of `lo` and `hi` of a state are known from elsewhere.
    #[must_use]
    pub fn knowing(mut self, state: &G::State, bounds: Bounds<i16>) -> Thresholds<'a, G, V> {
        let Known { lo, hi } = self.look(state);
        let within = |of: Bounds<i16>| of.within(bounds);
        self.known.insert(*state, Known { lo: within(lo), hi: within(hi) });
        self
    }

    fn look(&mut self, state: &G::State) -> Known {
        if let Some(known) = self.known.get(state) {
            return *known;
        }
        let bounds = self.valuation.known(state);
        let known = Known { lo: bounds, hi: bounds };
        if self.known.len() >= MOST_REMEMBERED {
            self.known.clear();
        }
        self.known.insert(*state, known);
        known
    }

    /// `lo` and `hi` of `start`, as far as they are found within the budget, which all questions share.
    pub fn score(mut self, start: &G::State, budget: Budget) -> Score {
        let mut left = budget.states;
        for part in ROUNDS {
            let most = budget.part(part).states;
            loop {
                let before = self.look(start);
                let Known { lo, hi } = before;
                if lo.decided().is_some() && hi.decided().is_some() {
                    return Score { lo, hi };
                }
                // The ends first: what one player holds, or takes from the other, is most often all that there is.
                let middle = |Bounds { lower, upper }: Bounds<i16>| lower + (upper - lower) / 2 + 1;
                let maximiser = self.valuation.maximiser();
                let asked = [
                    (true, lo.upper),
                    (false, hi.lower + 1),
                    (true, lo.lower + 1),
                    (false, hi.upper),
                    (true, middle(lo)),
                    (false, middle(hi)),
                ];
                let mut found = false;
                for (maximising, least) in asked {
                    let bounds = if maximising { lo } else { hi };
                    if least <= bounds.lower || least > bounds.upper {
                        continue;
                    }
                    let player = if maximising { maximiser } else { maximiser.opponent() };
                    let budget = Budget { states: most.min(left), ..budget };
                    let (answered, expanded) = self.ask(start, player, least, budget);
                    left -= expanded.min(left);
                    if answered {
                        found = true;
                        break;
                    }
                    if left == 0 {
                        return Score { lo, hi };
                    }
                }
                if !found {
                    break;
                }
            }
        }
        let Known { lo, hi } = self.look(start);
        Score { lo, hi }
    }

    /// Whether the maximiser comes to `least`, or the minimiser to less: whether that was found, and the states expanded for it.
    fn ask(&mut self, start: &G::State, player: Colour, least: i16, budget: Budget) -> (bool, usize) {
        let maximising = player == self.valuation.maximiser();
        let game = self.game;
        let shared = RefCell::new(&mut *self);
        let question =
            AtLeast { game, player, maximising, least, known: |state: &G::State| shared.borrow_mut().look(state) };
        let mut search = ProofNumberSearch::new(&question);
        let answer = search.wins(start, budget);
        let expanded = search.expanded();
        let found: Vec<(G::State, bool)> = search.decided().map(|(state, won, _)| (*state, won)).collect();
        drop(search);
        for (state, won) in found {
            self.learn(&state, maximising, least, won);
        }
        if let Some(won) = answer {
            self.learn(start, maximising, least, won);
        }
        (answer.is_some(), expanded)
    }

    /// What an answer says: what a player forces bounds `lo` and `hi`, what he does not only one of them.
    fn learn(&mut self, state: &G::State, maximising: bool, least: i16, won: bool) {
        let mut known = self.look(state);
        match (maximising, won) {
            (true, true) => {
                known.lo.lower = known.lo.lower.max(least);
                known.hi.lower = known.hi.lower.max(least);
            }
            (true, false) => known.lo.upper = known.lo.upper.min(least - 1),
            (false, true) => {
                known.hi.upper = known.hi.upper.min(least - 1);
                known.lo.upper = known.lo.upper.min(least - 1);
            }
            (false, false) => known.hi.lower = known.hi.lower.max(least),
        }
        self.known.insert(*state, known);
    }
}

/// The game in which the maximiser is to come to `least`, or (not `maximising`) the minimiser to less.
pub fn threshold_game<'a, G: OnBoard + Sync, V: Valuation<G> + Send>(
    game: &'a G,
    valuation: &'a Mutex<V>,
    maximising: bool,
    least: i16,
) -> impl Siege<State = G::State, Move = G::Move> + Sync + 'a {
    let held = || valuation.lock().unwrap_or_else(PoisonError::into_inner);
    let maximiser = held().maximiser();
    let known = move |state: &G::State| {
        let bounds = held().known(state);
        Known { lo: bounds, hi: bounds }
    };
    AtLeast { game, player: if maximising { maximiser } else { maximiser.opponent() }, maximising, least, known }
}

/// Whether `player` comes to `least` if he is the maximiser, or to less if he is not.
struct AtLeast<'a, G: OnBoard, F> {
    game: &'a G,
    player: Colour,
    maximising: bool,
    least: i16,
    known: F,
}

impl<G: OnBoard, F: Fn(&G::State) -> Known> AtLeast<'_, G, F> {
    /// How far the player is from what he wants, and his opponent from keeping him from it: nothing or less is there.
    fn short(&self, state: &G::State) -> (i16, i16) {
        let Known { lo, hi } = (self.known)(state);
        if self.maximising {
            (self.least - lo.lower, lo.upper - (self.least - 1))
        } else {
            (hi.upper - (self.least - 1), self.least - hi.lower)
        }
    }
}

impl<G: OnBoard, F: Fn(&G::State) -> Known> Game for AtLeast<'_, G, F> {
    type State = G::State;
    type Move = G::Move;

    fn mover(&self, state: &G::State) -> Colour {
        self.game.mover(state)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<(G::Move, G::State)>) {
        self.game.moves(state, out);
    }
}

impl<G: OnBoard, F: Fn(&G::State) -> Known> Siege for AtLeast<'_, G, F> {
    fn board(&self) -> &Board {
        self.game.board()
    }

    fn attacker(&self) -> Colour {
        self.player
    }

    fn position(&self, state: &G::State) -> Position {
        self.game.position(state)
    }

    fn step(mv: &G::Move) -> Step {
        G::step(mv)
    }

    fn core(&self) -> Points {
        self.board().all()
    }

    /// All points matter.
    fn local(&self) -> bool {
        false
    }

    fn known(&self, state: &G::State) -> Option<(bool, Points)> {
        let (proof, disproof) = self.short(state);
        (proof <= 0 || disproof <= 0).then(|| (proof <= 0, self.core()))
    }

    fn estimate(&self, state: &G::State) -> (u32, u32) {
        let (proof, disproof) = self.short(state);
        let number = |short: i16| 1 + u32::from(short.unsigned_abs()).min(64) / 4;
        (number(proof), number(disproof))
    }

    fn middle(&self, _: &G::State) -> Points {
        self.core()
    }
}
