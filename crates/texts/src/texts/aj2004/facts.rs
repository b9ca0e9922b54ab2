//! What may be known of the black-analyses of a board before a position on it is judged.

use crate::board::Position;
use crate::law::RuleSet;
use crate::solve::Budget;
use crate::solve::subgame::Subgame;
use crate::texts::aj2004::control::Weights;
use crate::texts::aj2004::game::Analysing;

/// A state of a black-analysis, as whoever lists them names it.
pub type ListedState = u64;

/// What is forced in a black-analysis (aj2004.analysis), without fixed-ko.
pub trait AnalysisFacts: Send + Sync {
    /// Which of the most and the least is forced from a state, if one is.
    fn extreme(&self, state: &Analysing) -> Option<Extreme>;

    /// The part of the black-analysis of a final position that matters to its value with these weights. `None` unless the states
    /// are at hand ([`prepare`](crate::law::facts::Facts::prepare)), or if the budget is too small.
    fn subgame(&self, position: Position, weights: Weights, budget: Budget) -> Option<Subgame<ListedState>>;

    /// What a state is.
    fn state(&self, state: ListedState) -> Analysing;

    /// Whether the states are made anew for each position: a search that needs few of them is then sooner done.
    fn are_made_anew(&self) -> bool {
        false
    }
}

/// What the black-analyses of a board come to.
pub trait AnalysisValues: Send + Sync {
    /// Under these rules.
    fn rules(&self) -> &RuleSet;

    /// Of this position, and whether a history decides it; `None` where it has been left open.
    fn value(&self, position: Position) -> Option<(i16, bool)>;
}

/// What is worth the most and the least in a black-analysis, whatever points count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// Black forces control of every point.
    Everything,
    /// White forces that Black controls no point.
    Nothing,
}
