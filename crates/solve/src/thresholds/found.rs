//! What a search finds of a state: its numbers, or who wins, and on what that rests.

/// More than any number.
pub(super) const INFINITE: u32 = 1_000_000_000;

/// The states of the path on which it rests that something is lost for the player who asks: by their places on the path, from 1 on; 0 is for
/// that nothing can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rests {
    pub first: u16,
    pub last: u16,
}

impl Rests {
    /// On none.
    pub const NONE: Rests = Rests { first: u16::MAX, last: 0 };
    /// On what nothing can be told of: that is never good but for this question.
    pub const UNTOLD: Rests = Rests { first: 0, last: 1 };

    #[inline]
    pub fn is_none(self) -> bool {
        self == Rests::NONE
    }

    #[inline]
    pub fn and(self, other: Rests) -> Rests {
        Rests { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// Once the state after so many others of the path is left: what rests only on states from it on stands by itself.
    #[inline]
    pub fn left(self, depth: usize) -> Rests {
        if usize::from(self.first) > depth { Rests::NONE } else { Rests { last: self.last.min(depth as u16), ..self } }
    }
}

/// What is found of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub proof: u32,
    pub disproof: u32,
    /// Where it is decided: how far the gains of the winner may fall.
    pub fall: u8,
    /// Where it is disproved.
    pub rests: Rests,
    /// Where it is disproved: a finite tree shows it, in which nothing is met again. The other player then forces it.
    pub finite: bool,
}

impl Found {
    #[inline]
    pub fn won(fall: u8) -> Found {
        Found { proof: 0, disproof: INFINITE, fall, rests: Rests::NONE, finite: true }
    }

    #[inline]
    pub fn lost(fall: u8, rests: Rests) -> Found {
        Found { proof: INFINITE, disproof: 0, fall, rests, finite: false }
    }

    #[inline]
    pub fn forced_by_the_other(fall: u8) -> Found {
        Found { finite: true, ..Found::lost(fall, Rests::NONE) }
    }

    #[inline]
    pub fn open((proof, disproof): (u32, u32)) -> Found {
        Found { proof, disproof, fall: 0, rests: Rests::NONE, finite: false }
    }

    #[inline]
    pub fn is_open(&self) -> bool {
        self.proof > 0 && self.disproof > 0
    }

    /// What the player to move has to reach, and what the other has.
    #[inline]
    pub fn numbers(&self, asks: bool) -> (u32, u32) {
        if asks { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
}
