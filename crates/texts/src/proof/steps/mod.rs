//! Proofs by steps: what a search has decided on a board too large to list, as states each of which is won because of earlier ones.
//!
//! A step is a state that is won for one player, with his move, or with the points on which the other player's moves are answered.
//! It is proved for all states that are the same on its zone, by the rules of `docs/src/reach.md` (*Zones*, 1 to 8), and by what is
//! seen at once there. [`check`] goes through the steps in their order and works out each zone anew; [`prove`] finds them with a
//! search. They share [`states`]: how moves are looked up, and what the other player's moves make of a zone.

mod check;
mod prove;
mod states;
mod teller;

pub use self::check::check;
pub use self::prove::{steps, steps_told};
pub use self::teller::{ByThresholds, Teller, done_told};
use super::Entry;
use crate::law::Written;
use crate::solve::Budget;
use crate::solve::search::Siege;

/// What is wanted of a game that is searched.
pub enum Task<'a> {
    /// Steps that show that its attacker wins, or does not.
    Prove(bool, Budget),
    /// That steps show it.
    Check(bool, &'a [Entry]),
}

/// What has become of it.
pub enum Done {
    /// Steps; nothing if the budget ran out or no order of them was found.
    Proved(Option<Vec<Entry>>),
    /// They show it, or what is wrong with them.
    Checked(Result<(), String>),
}

impl Done {
    /// The steps found.
    #[must_use]
    pub fn steps(self) -> Option<Vec<Entry>> {
        match self {
            Done::Proved(steps) => steps,
            Done::Checked(_) => None,
        }
    }
}

/// Does what is wanted of a game from its first state.
pub fn done<G: Siege<State: Written + Send + Sync, Move: Written> + Sync>(
    game: &G,
    start: &G::State,
    task: Task<'_>,
) -> Done {
    match task {
        Task::Prove(holds, budget) => Done::Proved(steps(game, start, holds, budget)),
        Task::Check(holds, steps) => Done::Checked(check(game, start, holds, steps).map(|_| ())),
    }
}

/// A claim about a game that can be listed, and that can be searched.
pub struct Searched<R> {
    /// As it is listed.
    pub listed: R,
    /// Whether it holds.
    pub holds: bool,
    /// Does what is wanted of the game that is searched, in which the attacker wins if the claim holds.
    pub game: Box<dyn Fn(Task<'_>) -> Done>,
}

impl<R> Searched<R> {
    pub(super) fn prove(&self, budget: Budget) -> Option<Vec<Entry>> {
        (self.game)(Task::Prove(self.holds, budget)).steps()
    }

    pub(super) fn check(&self, steps: &[Entry]) -> Result<(), String> {
        match (self.game)(Task::Check(self.holds, steps)) {
            Done::Checked(checked) => checked,
            Done::Proved(_) => Err("it is not checked".to_string()),
        }
    }
}
