//! The game that a rule set defines, as far as its value depends on it: which plays there are, what repetition is refused and which
//! prisoners count. It is read off what each text declares of itself ([`super::Document`]). The game stops at two successive passes, and
//! by nothing else: rule sets of which that is not so have no game here ([`Play::describes`]).

use super::text::PlayingRules;
use super::{Ending, KoRule, RuleSet};
use crate::board::{Board, Colour, Position, points_of};

/// What is kept from coming back during play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remembered {
    /// Nothing: basic ko alone. Endless play is possible.
    Nothing,
    /// The pair of positions before and after a play (and basic ko).
    Pairs,
    /// A position with the player to move.
    Situations,
    /// A position.
    Positions,
}

/// Which prisoners are part of the margin of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Taken {
    /// None: stones on the board are counted.
    Nothing,
    /// Stones captured.
    Captured,
    /// Stones captured and stones handed over by passes, both players having made equally many moves in the end: together the
    /// stones that came onto the board less those that are on it.
    CapturedAndPassed,
}

/// The game of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play {
    /// Removing one's own stones is a move, if it changes the position.
    pub suicide: bool,
    /// A stone captured in a ko is not retaken with the next move.
    pub basic_ko: bool,
    /// What may not come back.
    pub remembered: Remembered,
    /// Which prisoners count.
    pub taken: Taken,
}

/// A play on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// The point.
    pub point: usize,
    /// The position after it.
    pub after: Position,
    /// Opposing stones removed less one's own.
    pub removed: i16,
    /// The point of the stone removed, if it was taken in a ko.
    pub ko: Option<usize>,
}

/// A rule set whose games end otherwise than those that are solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "games under {0} do not end by two successive passes alone, so what they come to is not worked out; positions and records are judged"
)]
pub struct EndsOtherwise(String);

impl Play {
    /// Whether [`Play`] is all that the value of games under a rule set depends on.
    ///
    /// # Errors
    /// If their end is another.
    pub fn describes(rules: &RuleSet) -> Result<(), EndsOtherwise> {
        let two_passes = rules.text.playing(rules).ending == Ending::default();
        if two_passes { Ok(()) } else { Err(EndsOtherwise(rules.to_string())) }
    }

    /// The game of a rule set, clauses that are not applied left out.
    #[must_use]
    pub fn of(rules: &RuleSet) -> Play {
        let PlayingRules { repetition, repetition_clauses, suicide, pass_stones, .. } = rules.text.playing(rules);
        let applied = |rule: KoRule| {
            repetition.iter().zip(repetition_clauses).any(|(r, clause)| *r == rule && rules.applies(*clause))
        };
        let remembered = match () {
            () if applied(KoRule::Positional) => Remembered::Positions,
            () if applied(KoRule::Situational) => Remembered::Situations,
            () if applied(KoRule::Fixed) => Remembered::Pairs,
            () => Remembered::Nothing,
        };
        Play {
            suicide: suicide.is_none_or(|clause| !rules.applies(clause)),
            // What superko refuses whatever the history was.
            basic_ko: applied(KoRule::Basic) || matches!(remembered, Remembered::Situations | Remembered::Positions),
            remembered,
            taken: match pass_stones {
                _ if rules.text.counts_stones(rules) => Taken::Nothing,
                Some(clause) if rules.applies(clause) => Taken::CapturedAndPassed,
                _ => Taken::Captured,
            },
        }
    }

    /// The play on a point, rules on repetition aside; `None` if there is none.
    #[must_use]
    pub fn stone(&self, board: &Board, position: Position, mover: Colour, point: usize) -> Option<Stone> {
        if let Some(play) = board.play(position, mover, point) {
            let removed = play.captured.count_ones() as i16;
            return Some(Stone { point, after: play.after, removed, ko: play.ko });
        }
        if !self.suicide || position.at(point).is_some() {
            return None;
        }
        // A play that captures is no suicide, so it is the own string that goes; of one stone nothing changes.
        let own = board.connected(1 << point, position.of(mover) | 1 << point);
        let after = position.without(own);
        (after != position).then_some(Stone { point, after, removed: -(own.count_ones() as i16), ko: None })
    }

    /// All plays, by ascending point, rules on repetition aside.
    pub fn stones<'a>(
        &'a self,
        board: &'a Board,
        position: Position,
        mover: Colour,
    ) -> impl Iterator<Item = Stone> + 'a {
        points_of(board.empty(position)).filter_map(move |p| self.stone(board, position, mover, p))
    }

    /// What a play brings whoever makes it, in prisoners.
    #[must_use]
    pub fn gain(&self, stone: &Stone) -> i16 {
        if self.taken == Taken::Captured { stone.removed } else { 0 }
    }
}
