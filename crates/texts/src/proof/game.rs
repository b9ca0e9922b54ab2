//! What claims are about: a position under a rule set, and games in which something is to be brought about.

use crate::board::{Board, Colour, Points, Position, points_of};
use crate::law::RuleSet;
use crate::solve::Game;

/// A position under a rule set.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// The board.
    pub board: &'a Board,
    /// The final position.
    pub position: Position,
    /// The rule set.
    pub rules: &'a RuleSet,
}

impl Judged<'_> {
    /// The names of points.
    #[must_use]
    pub fn names(&self, points: Points) -> Vec<String> {
        points_of(points).map(|p| self.board.grid().name(p)).collect()
    }

    /// Of a claim about something else: nothing rests on it.
    ///
    /// # Errors
    /// Always.
    pub fn not_asked<T>(&self) -> Result<T, String> {
        Err(format!("{} does not ask for it", self.rules))
    }
}

/// Tells of a state of a game whether something is met, or (`Some(false)`) can no longer be.
pub type Over<G> = Box<dyn Fn(&G, &<G as Game>::State) -> Option<bool>>;

/// The points that hold in a state of a game.
pub type Holding<G> = Box<dyn Fn(&G, &<G as Game>::State) -> Points>;

/// A player reaches a state in which something is met, or the other prevents it.
pub struct Reach<G: Game> {
    /// The game.
    pub game: G,
    /// The first state.
    pub start: G::State,
    /// Who is to reach it.
    pub player: Colour,
    /// He does: he has a strategy. Else the other has.
    pub holds: bool,
    /// Whether it is met.
    pub over: Over<G>,
}

/// The same where it may rest on a history, which the whole game remembers: a strategy may begin with states of that, and goes
/// on without the history once it is enough. (What is not to be shown so holds.)
pub struct ReachWithHistory<F: Game, W: Game> {
    /// The game without the history.
    pub without: Reach<F>,
    /// The game with it.
    pub whole: W,
    /// Its first state.
    pub start: W::State,
    /// A state without the history.
    pub forget: fn(&W::State) -> F::State,
    /// What has to be the same of a state that is reached and of one of the strategy without the history for that to begin there:
    /// of its text and whether the other player is to move. The text says why no move of the strategy is forbidden then.
    pub leaves_at: fn(&str, bool) -> &str,
}

/// A player brings about again and again, of each of some points, that it is among those that are `holding`; or that all are at the
/// end of the sequence; or the other prevents it.
pub struct Recur<G: Game> {
    /// The game.
    pub game: G,
    /// The first state.
    pub start: G::State,
    /// Who is to bring it about.
    pub player: Colour,
    /// He does: he has a strategy. Else the other has.
    pub holds: bool,
    /// The points.
    pub all: Points,
    /// Those of them that hold in a state.
    pub holding: Holding<G>,
    /// Whether the sequence has ended.
    pub ended: fn(&G::State) -> bool,
}

impl<G: Game> Reach<G> {
    /// Whether it is met in a state.
    pub fn over(&self, state: &G::State) -> Option<bool> {
        (self.over)(&self.game, state)
    }
}

impl<G: Game> Recur<G> {
    /// The points that hold in a state.
    pub fn holding(&self, state: &G::State) -> Points {
        (self.holding)(&self.game, state)
    }

    /// Of a state at the end of a sequence: whether all points hold.
    pub fn over(&self, state: &G::State) -> Option<bool> {
        (self.ended)(state).then(|| self.holding(state) == self.all)
    }
}
