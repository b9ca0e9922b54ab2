//! The reasons of a win are kept as it is found, where they are asked for.

use std::rc::Rc;

use super::proof::{Found, Proof, Reasons, Shown};
use super::{Asked, Frame, Search};
use crate::board::{Colour, Position};
use crate::solve::Budget;

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
