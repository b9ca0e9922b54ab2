//! The game that a rule set defines, as far as its value depends on it: which plays there are, what repetition is refused and which
//! prisoners count. Every text stops the game at two successive passes.

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

impl Play {
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
