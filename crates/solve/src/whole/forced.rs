//! What a player forces about the stones on the board, from every state: that they are removed, that their points are free
//! again and again, that they come to be immortal.
//!
//! Passes: a sequence ends with two in succession, and the values here are of states whose last move was no pass. Whether a
//! pass is worth making follows from what an end at once would be worth: the player against whom it speaks cannot pass
//! (the other would pass too), and the other may, since it hands over the move and nothing else.

use super::classes::{CanonicalForm, Classes, Turns};
use super::graph::{Extra, Graph};
use super::sweep::Sweeps;
use super::winning::{Equation, WinningSets, least_fixpoint};
use crate::board::Colour;
use crate::solve::Predecessors;

/// The states of one game with what the questions need of their positions.
pub struct Whole<'a, X> {
    /// The classes of positions.
    pub classes: &'a Classes,
    /// The states.
    pub graph: &'a Graph<X>,
    /// Their predecessors.
    pub predecessors: &'a Predecessors,
    /// Hears how far each fixpoint is, and may end it: then there is none.
    pub sweeping: Sweeps<'a>,
}

/// The moves of both players, where passes are possible on the points that the two functions say (of a node: the attacker to
/// move, the owner to move).
struct Moves<'a, X, A, O> {
    graph: &'a Graph<X>,
    attacker_passes: A,
    owner_passes: O,
}

impl<X: Extra, A: Fn(usize) -> u16 + Sync, O: Fn(usize) -> u16 + Sync> Equation for Moves<'_, X, A, O> {
    #[inline]
    fn attacker(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16 {
        let may = (self.attacker_passes)(node);
        let mut won = if may == 0 { 0 } else { may & at(self.graph.pass(node)) };
        for &s in self.graph.plays(node) {
            if won == u16::MAX {
                break;
            }
            won |= at(s);
        }
        won
    }

    #[inline]
    fn owner(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16 {
        let may = (self.owner_passes)(node);
        let mut won = if may == 0 { u16::MAX } else { !may | at(self.graph.pass(node)) };
        for &s in self.graph.plays(node) {
            if won == 0 {
                break;
            }
            won &= at(s);
        }
        won
    }
}

/// The same moves for questions about stones on the board: what the two functions say, of a node with the attacker or the
/// owner to move; all other points keep their value.
struct Standing<M, A, O> {
    moves: M,
    attacker: A,
    owner: O,
}

impl<M: Equation, A: Fn(usize) -> u16 + Sync, O: Fn(usize) -> u16 + Sync> Equation for Standing<M, A, O> {
    #[inline]
    fn attacker(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16 {
        self.moves.attacker(node, at) & (self.attacker)(node)
    }

    #[inline]
    fn owner(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16 {
        self.moves.owner(node, at) & (self.owner)(node)
    }
}

impl<X: Extra> Whole<'_, X> {
    fn turns(&self) -> &Turns {
        self.classes.turns()
    }

    /// The stones of the player to move.
    #[inline]
    fn mover(&self, node: usize) -> u16 {
        self.classes.representative(self.graph.class(node)).stones[0] as u16
    }

    /// The stones of the other player.
    #[inline]
    fn other(&self, node: usize) -> u16 {
        self.classes.representative(self.graph.class(node)).stones[1] as u16
    }

    fn start(
        &self,
        attacker: impl Fn(usize) -> u16 + Sync + Send,
        owner: impl Fn(usize) -> u16 + Sync + Send,
    ) -> WinningSets {
        WinningSets::new(self.graph.len(), attacker, owner)
    }

    /// The stones that are immortal, of the player who forces.
    fn immortal(&self) -> WinningSets {
        let board = self.classes.board();
        let immortal = |n: usize, c: Colour| board.immortal(self.classes.representative(self.graph.class(n)), c) as u16;
        self.start(|n| immortal(n, Colour::Black), |n| immortal(n, Colour::White))
    }

    /// Points that hold none of the owner's stones, or one that the attacker forces off the board.
    #[must_use]
    pub fn captured(&self) -> Option<WinningSets> {
        let moves = Moves { graph: self.graph, attacker_passes: |_| 0, owner_passes: |_| u16::MAX };
        least_fixpoint(
            self.start(|n| !self.other(n), |n| !self.mover(n)),
            self.turns(),
            &moves,
            self.predecessors,
            &self.sweeping,
        )
    }

    /// Stones that their owner, who is the one to force here, makes immortal before they are removed.
    #[must_use]
    pub fn made_immortal(&self) -> Option<WinningSets> {
        let moves = Moves { graph: self.graph, attacker_passes: |_| 0, owner_passes: |_| u16::MAX };
        let stones = Standing { moves, attacker: |n| self.mover(n), owner: |n| self.other(n) };
        least_fixpoint(self.immortal(), self.turns(), &stones, self.predecessors, &self.sweeping)
    }

    /// Stones that their owner, who is the one to force here, brings to the end of the sequence, if only by not playing (those
    /// that are immortal). A pass hands over the move; one of the other player can be answered by the last.
    #[must_use]
    pub fn kept(&self) -> Option<WinningSets> {
        let moves = Moves { graph: self.graph, attacker_passes: |_| u16::MAX, owner_passes: |_| 0 };
        let stones = Standing { moves, attacker: |n| self.mover(n), owner: |n| self.other(n) };
        least_fixpoint(self.immortal(), self.turns(), &stones, self.predecessors, &self.sweeping)
    }

    /// Points on which the attacker forces that no stone of the owner stands for ever. Where one stands now, he forces that it is taken and
    /// that none stands there for ever after: a way to have the point free again and again comes to a state in which it is free, and goes on
    /// from there.
    #[must_use]
    pub fn cleared(&self) -> Option<WinningSets> {
        let moves = Moves { graph: self.graph, attacker_passes: |n| !self.other(n), owner_passes: |n| self.mover(n) };
        self.again_and_again(&moves, WinningSets::all(u16::MAX, self.graph.len()), |sets| sets)
    }

    /// Whether the attacker forces that no stone of the owner stands for ever anywhere: all bits or none. `each` are the
    /// points by themselves, as [`Whole::cleared`] gives them.
    #[must_use]
    pub fn cleared_everywhere(&self, each: &WinningSets) -> Option<WinningSets> {
        let all = self.classes.board().all() as u16;
        let no = |stones: u16| if stones == 0 { u16::MAX } else { 0 };
        let moves =
            Moves { graph: self.graph, attacker_passes: |n| no(self.other(n)), owner_passes: |n| !no(self.mover(n)) };
        let every = |sets: u16| if sets & all == all { u16::MAX } else { 0 };
        let z = self.start(|n| every(each.attacker[n]), |n| every(each.owner[n]));
        self.again_and_again(&moves, z, every)
    }

    /// The greatest part of `z` in which the attacker forces, for every point, that it is free of the owner's stones again
    /// and again while he stays in that part; `needed` says what of the points that can be freed counts. What the attacker
    /// cannot free is given up together with everything from where the owner forces it.
    fn again_and_again<A, O>(
        &self,
        moves: &Moves<'_, X, A, O>,
        mut z: WinningSets,
        needed: impl Fn(u16) -> u16 + Sync + Send,
    ) -> Option<WinningSets>
    where
        A: Fn(usize) -> u16 + Sync,
        O: Fn(usize) -> u16 + Sync,
    {
        loop {
            let again = z.image(self.turns(), moves);
            let start = self.start(
                |n| z.attacker[n] & again.attacker[n] & !self.other(n),
                |n| z.owner[n] & again.owner[n] & !self.mover(n),
            );
            let y = least_fixpoint(start, self.turns(), moves, self.predecessors, &self.sweeping)?;
            let given_up =
                self.start(|n| !(needed(y.attacker[n]) & z.attacker[n]), |n| !(needed(y.owner[n]) & z.owner[n]));
            if (0..self.graph.len()).all(|n| given_up.attacker[n] == !z.attacker[n] && given_up.owner[n] == !z.owner[n])
            {
                return Some(z);
            }
            // The owner's turn to force: his nodes are the attacker's of this question.
            let lost = least_fixpoint(
                WinningSets { attacker: given_up.owner, owner: given_up.attacker },
                self.turns(),
                &Turned(moves),
                self.predecessors,
                &self.sweeping,
            )?;
            z = self.start(|n| !lost.owner[n], |n| !lost.attacker[n]);
        }
    }
}

/// The same moves, the owner forcing.
struct Turned<'a, E>(&'a E);

impl<E: Equation> Equation for Turned<'_, E> {
    #[inline]
    fn attacker(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16 {
        !self.0.owner(node, |s| !at(s))
    }

    #[inline]
    fn owner(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16 {
        !self.0.attacker(node, |s| !at(s))
    }
}
