//! The questions that Article 7.1 asks of the confirmations from one final position, and what is sound of them at sight.

use crate::board::{Colour, PointSet, Wide};
use crate::law::RuleSet;
use crate::law::finished::Sight;
use crate::texts::j1989::clauses::Infinite;

/// A question about a string of its owner's, whose opponent moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked<S> {
    /// Does the opponent of the owner force the capture of the string?
    Captured(Colour, S),
    /// Does he force both that it is captured and that no stone new on these points is permanent?
    ForGood(Colour, S, S),
}

impl<S: Copy> Asked<S> {
    /// The owner of the string.
    pub fn owner(self) -> Colour {
        let (Asked::Captured(owner, _) | Asked::ForGood(owner, ..)) = self;
        owner
    }

    /// The string.
    pub fn string(self) -> S {
        let (Asked::Captured(_, string) | Asked::ForGood(_, string, _)) = self;
        string
    }

    /// The same with other sets of points.
    pub fn map<T>(self, set: impl Fn(S) -> T) -> Asked<T> {
        match self {
            Asked::Captured(owner, string) => Asked::Captured(owner, set(string)),
            Asked::ForGood(owner, string, local) => Asked::ForGood(owner, set(string), set(local)),
        }
    }
}

/// What is seen region by region of a player's stones.
#[derive(Clone, Copy, Default, Debug)]
pub struct Seen<S> {
    /// They are never taken, whoever is to move.
    pub kept: S,
    /// They are taken.
    pub dead: S,
    /// On these points he never has a stone again.
    pub forbidden: S,
}

impl Seen<Wide> {
    /// Of the stones of `owner`.
    pub fn of(sight: &Sight, owner: Colour) -> Seen<Wide> {
        let opponent = owner.opponent();
        Seen {
            kept: sight.kept(owner),
            dead: sight.stones[owner.index()] & sight.held(opponent).barred,
            forbidden: sight.forbidden(opponent),
        }
    }
}

impl<S: PointSet> Seen<S> {
    /// The same as other sets of points.
    pub fn map<T>(self, set: impl Fn(S) -> T) -> Seen<T> {
        Seen { kept: set(self.kept), dead: set(self.dead), forbidden: set(self.forbidden) }
    }

    /// The answer to a question about the owner's stones: what is kept is not captured, what is dead is, and no new stone is permanent
    /// where the owner can have none. What must be seen to everywhere, for the sequence to end (`infinite=defender`), is not tried here.
    pub fn answer(&self, rules: &RuleSet, question: Asked<S>) -> Option<bool> {
        let is_taken = || {
            let is_dead = question.string().less(self.dead).is_none();
            is_dead && rules.read::<Infinite>() == Infinite::Attacker
        };
        match question {
            Asked::Captured(_, string) if string.less(self.kept).is_none() => Some(false),
            Asked::Captured(..) => is_taken().then_some(true),
            Asked::ForGood(_, _, local) => (local.less(self.forbidden).is_none() && is_taken()).then_some(true),
        }
    }
}
