//! What is known of every state of a board once it has been solved as a whole. A rule set's interpreter that is given such
//! facts looks them up where it would search; its answers are the same. Whoever states a fact answers for it being exact.

use std::sync::Arc;

use crate::board::{Colour, Points, Position, StoneString};
use crate::solve::part::Part;
use crate::solve::{Bounds, Budget};
use crate::texts::aj2004::{Analysing, Weights};
use crate::texts::j1989::Confirming;
use crate::texts::j1997::Playing;

/// What is known, for the rule sets for which it is.
#[derive(Clone, Default)]
pub struct Facts {
    /// For j1989.
    pub confirmation: Option<Arc<dyn ConfirmationFacts>>,
    /// For aj2004.
    pub analysis: Option<Arc<dyn AnalysisFacts>>,
    /// For the MindSports counts.
    pub continuation: Option<Arc<dyn ContinuationFacts>>,
    /// For their reading `dead=superko`.
    pub superko: Option<Arc<dyn SuperkoFacts>>,
    /// For the play-out of j1997.
    pub play_out: Option<Arc<dyn PlayOutFacts>>,
    /// For j1989 and the MindSports counts: the answers to all questions about one position. Nothing is searched then.
    pub answers: Option<Arc<dyn Answers>>,
}

impl Facts {
    /// Makes ready for questions about many positions of the board.
    pub fn list(&self) {
        if let Some(analysis) = &self.analysis {
            analysis.list();
        }
    }
}

/// A question that a clause about life asks of the games from one final position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// j1989.7.1: does the opponent of its owner force the capture of the string?
    Captured(StoneString),
    /// j1989.7.1: does he force both that it is captured and that no stone new on these points is permanent?
    ForGood(StoneString, Points),
    /// ms.dead: is the string dead?
    Dead(StoneString),
    /// ms.seki: is the string of the position without the dead stones independent?
    Independent(StoneString),
    /// ms.seki: does the opponent of its owner force the capture of the string of the position without the dead stones, moving
    /// first?
    Capturable(StoneString),
}

/// The answers to the questions about one position.
pub trait Answers: Send + Sync {
    /// The answer; `None` leaves what depends on it undecided.
    fn answer(&self, asked: Asked) -> Option<bool>;
}

/// The stones that are (lower) and may be (upper) what is asked of their strings.
pub(crate) fn told(
    answers: &dyn Answers,
    strings: impl Iterator<Item = StoneString>,
    asked: impl Fn(StoneString) -> Asked,
) -> Bounds<Points> {
    let mut told = Bounds::exactly(0);
    for string in strings {
        let answer = answers.answer(asked(string));
        told.lower |= if answer == Some(true) { string.stones } else { 0 };
        told.upper |= if answer == Some(false) { 0 } else { string.stones };
    }
    told
}

/// What the opponent of `owner` forces in a confirmation (j1989.7), the last move of a state being no ordinary pass.
pub trait ConfirmationFacts: Send + Sync {
    /// The stones of `owner` that he forces off the board, moving first in a final position.
    fn captured(&self, position: Position, owner: Colour) -> Points;

    /// What becomes of the points for ever; `None` of a state that cannot follow from a final position.
    fn cleared(&self, state: &Confirming, owner: Colour) -> Option<Cleared>;
}

/// What the opponent forces to become of points for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cleared {
    /// Each by itself: no stone of the owner stands on the point for ever.
    pub each: Points,
    /// The same, the stone that the owner has on the point being removed there and then; on other points as `each`.
    pub captured: Points,
    /// No stone of the owner stands for ever anywhere.
    pub everywhere: bool,
}

/// A state of a black-analysis, as whoever lists them names it.
pub type ListedState = u64;

/// What is forced in a black-analysis (aj2004.analysis), without fixed-ko.
pub trait AnalysisFacts: Send + Sync {
    /// Black forces control of every point.
    fn everything(&self, state: &Analysing) -> Option<bool>;

    /// White forces that Black controls no point.
    fn nothing(&self, state: &Analysing) -> Option<bool>;

    /// Keeps every state with its successors in memory, for [`AnalysisFacts::part`]: pays where many positions are asked for.
    fn list(&self);

    /// The part of the black-analysis of a final position that matters to its value with these weights. `None` unless the states
    /// are listed, or if the budget is too small.
    fn part(&self, position: Position, weights: Weights, budget: Budget) -> Option<Part<ListedState>>;

    /// What a state is.
    fn state(&self, state: ListedState) -> Analysing;
}

/// What is forced in a continuation (ms.dead, ms.seki) from a position without bans.
pub trait ContinuationFacts: Send + Sync {
    /// The stones of `owner` that his opponent forces off the board, `first` moving first.
    fn captured(&self, position: Position, owner: Colour, first: Colour) -> Points;

    /// The stones of `owner` that he makes immortal before they are removed, his opponent moving first.
    fn independent(&self, position: Position, owner: Colour) -> Points;
}

/// What is forced in a continuation without a repetition rule, and under situational superko (ms.dead, reading `superko`).
pub trait SuperkoFacts: Send + Sync {
    /// Without a repetition rule, this player to move: the stones of `owner` that his opponent forces off the board, and those
    /// that the owner brings to the end of the sequence.
    fn freely(&self, position: Position, owner: Colour, mover: Colour) -> [Points; 2];

    /// The stones of `owner` that are (lower) or may be (upper) dead in a final position.
    fn dead(&self, position: Position, owner: Colour) -> Bounds<Points>;
}

/// Bounds of the value of a play-out (j1997.playout).
pub trait PlayOutFacts: Send + Sync {
    /// What `player` forces at least in all, from a state in which nobody has made the last of two passes: points for him, stones removed
    /// so far included.
    fn at_least(&self, state: &Playing, player: Colour) -> i16;
}
