//! Fixpoints over all states at once, sixteen questions to a state: bit `l` of a value is the question about point `l`.
//!
//! Each node has two values, since the player who forces (the attacker) may be the one to move or the other (the owner).
//! A least fixpoint grows from its start in sweeps over the nodes; as every equation is monotone, neither the order of the
//! sweeps nor the number of threads matters for what is reached.

use std::sync::atomic::{AtomicU16, Ordering};

use super::classes::{CanonicalForm, Turns};
use super::sweep::{Sweeps, until_stable};
use crate::board::Points;
use crate::solve::{Predecessors, parallel};

/// How the value of a node follows from those of its successors; monotone in them. `at` gives the value of a successor, in
/// the node's own frame, with the other player to move.
pub trait Equation: Sync {
    /// Whether the bits stand for points, which a symmetry moves.
    const POINTS: bool = true;

    /// The value with the attacker to move.
    fn attacker(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16;

    /// The value with the owner to move.
    fn owner(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16;
}

/// The values of all nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningSets {
    /// By node, the attacker to move.
    pub attacker: Vec<u16>,
    /// By node, the owner to move.
    pub owner: Vec<u16>,
}

impl WinningSets {
    /// The same value for every node.
    #[must_use]
    pub fn all(value: u16, nodes: usize) -> WinningSets {
        WinningSets { attacker: vec![value; nodes], owner: vec![value; nodes] }
    }

    /// The values that the two functions give.
    #[must_use]
    pub fn new(
        nodes: usize,
        attacker: impl Fn(usize) -> u16 + Sync,
        owner: impl Fn(usize) -> u16 + Sync,
    ) -> WinningSets {
        WinningSets { attacker: parallel::map(nodes, &attacker), owner: parallel::map(nodes, &owner) }
    }

    /// The value of a form with the attacker to move, or the owner.
    #[must_use]
    pub fn of(&self, form: CanonicalForm, attacks: bool) -> u16 {
        if attacks { self.attacker[form.number()] } else { self.owner[form.number()] }
    }

    /// The same as points of the position that has the form.
    #[must_use]
    pub fn points(&self, turns: &Turns, form: CanonicalForm, attacks: bool) -> Points {
        Points::from(turns.set(form.turn(), self.of(form, attacks)))
    }

    /// Applies the equation once to these values.
    #[must_use]
    pub fn image<E: Equation>(&self, turns: &Turns, equation: &E) -> WinningSets {
        let at = |values: &[u16], s: CanonicalForm| turned::<E>(turns, s, values[s.number()]);
        WinningSets::new(
            self.attacker.len(),
            |n| equation.attacker(n, |s| at(&self.owner, s)),
            |n| equation.owner(n, |s| at(&self.attacker, s)),
        )
    }
}

/// The value of a form whose node has this value.
#[inline]
fn turned<E: Equation>(turns: &Turns, form: CanonicalForm, value: u16) -> u16 {
    if E::POINTS { turns.set(form.turn(), value) } else { value }
}

/// The least solution of `values = start | equation(values)`; `None` if it was stopped.
#[must_use]
pub fn least_fixpoint<E: Equation>(
    start: WinningSets,
    turns: &Turns,
    equation: &E,
    predecessors: &Predecessors,
    sweeping: &Sweeps<'_>,
) -> Option<WinningSets> {
    let nodes = start.attacker.len();
    let shared = |values: Vec<u16>| values.into_iter().map(AtomicU16::new).collect::<Vec<_>>();
    let values = [shared(start.attacker), shared(start.owner)];
    let at = |role: usize, s: CanonicalForm| turned::<E>(turns, s, values[role][s.number()].load(Ordering::Relaxed));
    let visit = |role: usize, n: usize| {
        let value = &values[role][n];
        let old = value.load(Ordering::Relaxed);
        if old == u16::MAX {
            return false;
        }
        let new = match role {
            0 => equation.attacker(n, |s| at(1, s)),
            _ => equation.owner(n, |s| at(0, s)),
        };
        if old | new != old {
            value.store(old | new, Ordering::Relaxed);
        }
        old | new != old
    };
    until_stable(nodes, |n| predecessors.of(n), visit, sweeping)?;
    let [attacker, owner] = values.map(|v| v.into_iter().map(AtomicU16::into_inner).collect());
    Some(WinningSets { attacker, owner })
}
