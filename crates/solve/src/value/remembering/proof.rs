//! Why a win is one: what it rests on, and, for a certificate, the wins that it was found by.

use std::rc::Rc;

use crate::board::{Colour, Position};

/// What a win rests on, both in order.
#[derive(Default)]
pub(super) struct Proof {
    pub(super) free: Box<[u32]>,
    pub(super) left: Box<[u32]>,
    /// Where they are asked for.
    pub(super) reasons: Option<Box<Reasons>>,
}

/// A state and the moves by which it was won: the winner's, or each of the loser's that is not refused.
pub struct Reasons {
    pub(super) position: Position,
    pub(super) mover: Colour,
    pub(super) ban: Option<u8>,
    pub(super) need: i16,
    pub(super) by: Vec<(usize, Rc<Proof>)>,
}

/// A win that was found.
#[derive(Clone)]
pub struct Shown(pub(super) Rc<Proof>);

/// What is found of a question.
pub enum Found {
    /// The answer, and why.
    Shown(Shown),
    /// The bounds of the start say it.
    Sure,
    /// The budget ran out.
    Open,
}

impl Shown {
    /// A number that no other win has as long as this one is kept.
    #[must_use]
    pub fn number(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }

    /// The state: the position, the player to move, and the point that he may not play on, where the history does not imply it.
    /// `None` if bounds say who wins.
    #[must_use]
    pub fn state(&self) -> Option<(Position, Colour, Option<usize>)> {
        let Reasons { position, mover, ban, .. } = **self.0.reasons.as_ref()?;
        Some((position, mover, ban.map(usize::from)))
    }

    /// What was asked of the state: whether Black gets at least so much.
    #[must_use]
    pub fn need(&self) -> Option<i16> {
        self.0.reasons.as_ref().map(|reasons| reasons.need)
    }

    /// The moves by their numbers, plays by ascending point, then a pass, each with what shows who wins after it.
    pub fn by(&self) -> impl Iterator<Item = (usize, Shown)> + '_ {
        let by = self.0.reasons.iter().flat_map(|reasons| &reasons.by);
        by.map(|(at, proof)| (*at, Shown(proof.clone())))
    }
}
