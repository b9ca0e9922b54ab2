//! The questions that ms.dead and ms.seki ask of the continuations from one final position, and what is sound of them at sight.

use crate::board::{Colour, PointSet, Wide};
use crate::law::finished::Sight;

/// A question about a string of its owner's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked<S> {
    /// ms.dead: is the string dead?
    Dead(Colour, S),
    /// ms.seki, of a string of the position without these stones, which are dead: does its owner force it to be immortal, the opponent moving first?
    Independent(Colour, S, S),
    /// ms.seki, likewise: does the opponent of its owner force its capture, moving first?
    Capturable(Colour, S, S),
}

impl<S: PointSet> Asked<S> {
    /// The owner of the string.
    pub fn owner(self) -> Colour {
        let (Asked::Dead(owner, _) | Asked::Independent(owner, ..) | Asked::Capturable(owner, ..)) = self;
        owner
    }

    /// The string.
    pub fn string(self) -> S {
        let (Asked::Dead(_, string) | Asked::Independent(_, string, _) | Asked::Capturable(_, string, _)) = self;
        string
    }

    /// The dead stones that have been taken off before.
    pub fn removed(self) -> S {
        match self {
            Asked::Dead(..) => S::default(),
            Asked::Independent(_, _, removed) | Asked::Capturable(_, _, removed) => removed,
        }
    }

    /// The same with other sets of points.
    pub fn map<T>(self, set: impl Fn(S) -> T) -> Asked<T> {
        match self {
            Asked::Dead(owner, string) => Asked::Dead(owner, set(string)),
            Asked::Independent(owner, string, removed) => Asked::Independent(owner, set(string), set(removed)),
            Asked::Capturable(owner, string, removed) => Asked::Capturable(owner, set(string), set(removed)),
        }
    }
}

/// What is seen of a position and of the one without its dead stones.
pub struct Seen<'a> {
    /// The position.
    pub sight: &'a Sight,
    /// That without the dead stones.
    pub after: Option<&'a Sight>,
}

impl Seen<'_> {
    /// The answer to a question: what is barred is dead, whoever moves first, and what is kept is not; where it is kept without the dead
    /// stones it can be made immortal, and cannot be captured.
    pub fn answer(&self, question: Asked<Wide>) -> Option<bool> {
        let (owner, string) = (question.owner(), question.string());
        let keeps = |sight: &Sight| string.less(sight.kept(owner)).is_none();
        match question {
            Asked::Dead(..) if string.less(self.sight.held(owner.opponent()).barred).is_none() => Some(true),
            Asked::Dead(..) => keeps(self.sight).then_some(false),
            Asked::Independent(..) => self.after.filter(|after| keeps(after)).map(|_| true),
            Asked::Capturable(..) => self.after.filter(|after| keeps(after)).map(|_| false),
        }
    }
}
