//! Why a win is one: the wins that it was found by, kept for a certificate.

use std::rc::Rc;

use super::{Asked, Frame, Proof, Search};
use crate::board::{Colour, Position};
use crate::solve::Budget;

/// A state and the moves by which it was won: the winner's, or each of the loser's that is not refused.
pub struct Reasons {
    position: Position,
    mover: Colour,
    ban: Option<u8>,
    need: i16,
    by: Vec<(usize, Rc<Proof>)>,
}

/// A win that was found.
#[derive(Clone)]
pub struct Shown(Rc<Proof>);

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

impl Search<'_> {
    /// Why Black gets at least `need`, or does not, from a state that has just begun.
    pub fn show(&mut self, position: Position, mover: Colour, need: i16, budget: Budget) -> Found {
        if !self.reasoned {
            self.forget();
            self.reasoned = true;
        }
        if self.wins(Asked { before: &[], position, mover, first: None }, need, budget).is_none() {
            return Found::Open;
        }
        let start = self.number(position, mover, None);
        // It was just found, by the marks of the start alone.
        let mark = self.nodes[start as usize].mark;
        self.leave(mark);
        let found = self.won_before(start, need, super::NONE);
        self.take_back(mark);
        found.map_or(Found::Sure, |(_, proof)| Found::Shown(Shown(proof)))
    }

    /// The reasons for a win, if they are asked for.
    pub(super) fn reasons<'p>(
        &self,
        frame: &Frame,
        by: impl IntoIterator<Item = (usize, &'p Rc<Proof>)>,
    ) -> Option<Box<Reasons>> {
        let node = &self.nodes[frame.node as usize];
        let (position, mover, ban, need) = (node.position, node.mover, node.ban, frame.need);
        let by = || by.into_iter().map(|(at, proof)| (at, proof.clone())).collect();
        self.reasoned.then(|| Box::new(Reasons { position, mover, ban, need, by: by() }))
    }
}
