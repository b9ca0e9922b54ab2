//! Who tells, while steps are looked for, which states are won. Nothing rests on it that the steps are right: they are checked by themselves.

use crate::solve::Budget;
use crate::solve::search::{ProofNumberSearch, Siege};
use crate::solve::thresholds::{Counted, Settled, Thresholds, for_thresholds};

/// A search that tells whether the attacker of a game wins from its states.
pub trait Teller<S> {
    /// Whether he wins, where that is known; and how late it was found: later than what it rests on.
    fn told(&mut self, state: &S) -> Option<(bool, u64)>;

    /// Whether he wins; `None` if that takes more states than the budget has.
    fn settle(&mut self, state: &S, budget: Budget) -> Option<bool>;
}

impl<G: Siege> Teller<G::State> for ProofNumberSearch<'_, G> {
    fn told(&mut self, state: &G::State) -> Option<(bool, u64)> {
        self.told_at(state)
    }

    fn settle(&mut self, state: &G::State, budget: Budget) -> Option<bool> {
        self.wins(state, Budget { states: self.expanded() + budget.states, ..budget })
    }
}

/// What the attacker wants, as a question about a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants {
    /// If he maximises, an end worth at least so much; else one worth less.
    Score {
        /// He maximises.
        maximising: bool,
        /// So much.
        least: i16,
    },
    /// Something, of which the number is 1; he may also get it by going on for ever, or not.
    Something {
        /// He may.
        recurs: bool,
    },
}

/// A search of thresholds: the state of its game for one of the game of the steps.
pub struct ByThresholds<'a, C: Counted, M> {
    thresholds: Thresholds<'a, C>,
    wants: Wants,
    state: M,
}

impl<'a, C: Counted, M> ByThresholds<'a, C, M> {
    /// A search for what he `wants`, with room for this budget.
    pub fn new(game: &'a C, wants: Wants, budget: Budget, state: M) -> ByThresholds<'a, C, M> {
        ByThresholds { thresholds: Thresholds::new(game, for_thresholds(budget)).remembering(), wants, state }
    }
}

impl<C: Counted, S, M: FnMut(&S) -> C::State> Teller<S> for ByThresholds<'_, C, M> {
    fn told(&mut self, state: &S) -> Option<(bool, u64)> {
        let state = (self.state)(state);
        match self.wants {
            Wants::Score { maximising, least } => {
                self.thresholds.told(&state, least).map(|(holds, at)| (holds == maximising, at))
            }
            Wants::Something { .. } => self.thresholds.told(&state, 1),
        }
    }

    fn settle(&mut self, state: &S, budget: Budget) -> Option<bool> {
        let (state, budget) = ((self.state)(state), for_thresholds(budget));
        match self.wants {
            Wants::Score { maximising, least } => self.thresholds.forces(&state, maximising, least, budget),
            Wants::Something { recurs } => match self.thresholds.settle(&state, 1, recurs, budget) {
                Settled::Forced => Some(true),
                Settled::Prevented => Some(false),
                Settled::Endless | Settled::Open => None,
            },
        }
    }
}
