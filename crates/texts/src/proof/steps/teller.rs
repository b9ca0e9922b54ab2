//! Who tells, while steps are looked for, which states are won. Nothing rests on it that the steps are right: they are checked by themselves.

use super::prove::steps_told;
use super::{Done, Task, done};
use crate::law::Written;
use crate::solve::Budget;
use crate::solve::search::{ProofNumberSearch, Siege};
use crate::solve::thresholds::{Counted, Thresholds, for_thresholds};

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

/// Does what is wanted of a game from its first state, a `teller` that is made for a budget saying who wins.
pub fn done_told<G: Siege<State: Written + Send + Sync, Move: Written> + Sync, T: Teller<G::State> + Send>(
    game: &G,
    teller: impl FnOnce(Budget) -> T,
    start: &G::State,
    task: Task<'_>,
) -> Done {
    match task {
        Task::Prove(holds, budget) => Done::Proved(steps_told(game, &mut teller(budget), start, holds, budget)),
        Task::Check(..) => done(game, start, task),
    }
}

/// A search of thresholds of a game with the same states: the attacker wants an end worth at least so much if he maximises, else one worth less.
pub struct ByThresholds<'a, C: Counted> {
    thresholds: Thresholds<'a, C>,
    maximising: bool,
    least: i16,
}

impl<'a, C: Counted> ByThresholds<'a, C> {
    /// Of a game, with room for this budget.
    pub fn new(game: &'a C, maximising: bool, least: i16, budget: Budget) -> ByThresholds<'a, C> {
        ByThresholds { thresholds: Thresholds::new(game, for_thresholds(budget)).remembering(), maximising, least }
    }
}

impl<C: Counted> Teller<C::State> for ByThresholds<'_, C> {
    fn told(&mut self, state: &C::State) -> Option<(bool, u64)> {
        let (holds, at) = self.thresholds.told(state, self.least)?;
        Some((holds == self.maximising, at))
    }

    fn settle(&mut self, state: &C::State, budget: Budget) -> Option<bool> {
        self.thresholds.forces(state, self.maximising, self.least, for_thresholds(budget))
    }
}
