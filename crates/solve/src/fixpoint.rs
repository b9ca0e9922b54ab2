//! Values that are least fixpoints: what the maximiser gets at least, in finitely many moves. A sequence that goes on for
//! ever is worth the least value to him.

use super::objective::{Arena, Objective};
use super::{Bounds, Game, clock};
use crate::board::Colour;

/// A distributive lattice of values.
pub trait Lattice: Copy + Eq + std::fmt::Debug {
    /// The least value that is at least both.
    #[must_use]
    fn join(self, other: Self) -> Self;
    /// The greatest value that is at most both.
    #[must_use]
    fn meet(self, other: Self) -> Self;
    /// A value `v` that is not at most `lower` but at most `upper` (which is greater than `lower`), such that of any two
    /// values whose join is at least `v` one is at least `v` itself: what can be asked for with yes or no.
    fn between(lower: Self, upper: Self) -> Self;
}

impl Lattice for u64 {
    fn join(self, other: u64) -> u64 {
        self | other
    }
    fn meet(self, other: u64) -> u64 {
        self & other
    }
    fn between(lower: u64, upper: u64) -> u64 {
        let open = upper & !lower;
        open & open.wrapping_neg()
    }
}

impl Lattice for i16 {
    fn join(self, other: i16) -> i16 {
        self.max(other)
    }
    fn meet(self, other: i16) -> i16 {
        self.min(other)
    }
    fn between(lower: i16, upper: i16) -> i16 {
        lower + (upper - lower + 1) / 2
    }
}

impl<const N: usize> Lattice for [i16; N] {
    fn join(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i].max(other[i]))
    }
    fn meet(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i].min(other[i]))
    }
    fn between(lower: Self, upper: Self) -> Self {
        let open = (0..N).find(|&i| lower[i] < upper[i]);
        std::array::from_fn(|i| if open == Some(i) { i16::between(lower[i], upper[i]) } else { i16::MIN })
    }
}

/// A question whose answer is a least fixpoint.
pub trait Question<G: Game> {
    /// The values.
    type Value: Lattice;

    /// The player who wants a great value.
    fn maximiser(&self) -> Colour;

    /// What the value of `to` is worth in `from`, when a move leads from the one to the other. Monotone in `value`.
    fn through(&self, from: &G::State, to: &G::State, value: Self::Value) -> Self::Value;

    /// Sound bounds of the value of a state, its successors unseen.
    fn known(&mut self, state: &G::State) -> Bounds<Self::Value>;

    /// Whether the value of `state` is another question's answer, not a fixpoint over its successors: if that is not known
    /// it stays unknown.
    fn opaque(&self, _state: &G::State) -> bool {
        false
    }

    /// The value of a sequence that has ended in `state`.
    fn end(&mut self, state: &G::State) -> Self::Value;

    /// Whether `through` may leave a value neither at least nor at most what it was: a question about the root is then
    /// another one about its successors.
    fn shifts(&self) -> bool {
        false
    }
}

/// A [`Question`] as an objective of the arena.
pub struct LeastFixpoint<'q, Q>(pub &'q mut Q);

impl<Q> LeastFixpoint<'_, Q> {
    fn step<G: Game>(&self, arena: &Arena<G::State>, node: usize, value: impl Fn(usize) -> Q::Value) -> Option<Q::Value>
    where
        Q: Question<G>,
    {
        let from = arena.state(node);
        let options =
            arena.successors(node).iter().map(|&to| self.0.through(from, arena.state(to as usize), value(to as usize)));
        if arena.maximising[node] { options.reduce(Lattice::join) } else { options.reduce(Lattice::meet) }
    }
}

impl<G: Game, Q: Question<G>> Objective<G> for LeastFixpoint<'_, Q> {
    type Value = Q::Value;

    fn maximiser(&self) -> Colour {
        self.0.maximiser()
    }

    fn known(&mut self, state: &G::State) -> Bounds<Q::Value> {
        self.0.known(state)
    }

    fn opaque(&self, state: &G::State) -> bool {
        self.0.opaque(state)
    }

    fn end(&mut self, state: &G::State) -> Q::Value {
        self.0.end(state)
    }

    fn evaluate(&self, arena: &Arena<G::State>, open: &[u32], thorough: bool, bounds: &mut [Bounds<Q::Value>]) {
        // Lower bounds only grow from one round to the next and are taken up where they stood; upper bounds are a least
        // fixpoint over a frontier at its best and start again from below, or else only fall from where they stood.
        let before: Vec<Q::Value> = open.iter().filter(|_| thorough).map(|&node| bounds[node as usize].upper).collect();
        if thorough {
            for &node in open {
                bounds[node as usize].upper = bounds[node as usize].lower;
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (i, &node) in open.iter().rev().enumerate() {
                if i % clock::STEPS == 0 && clock::is_over() {
                    // Upper bounds that have not come up to their fixpoint say nothing: those from before hold.
                    for (&node, upper) in open.iter().zip(before) {
                        let here = &mut bounds[node as usize];
                        here.upper = upper.join(here.lower);
                    }
                    return;
                }
                let node = node as usize;
                let here = bounds[node];
                let lower = self.step::<G>(arena, node, |n| bounds[n].lower).map_or(here.lower, |v| v.join(here.lower));
                let upper = self
                    .step::<G>(arena, node, |n| bounds[n].upper)
                    .map_or(here.upper, |v| if thorough { v.join(here.upper) } else { v.meet(here.upper) });
                let now = Bounds { lower, upper: upper.join(lower) };
                if now != here {
                    bounds[node] = now;
                    changed = true;
                }
            }
        }
    }

    fn relevant(&self, arena: &Arena<G::State>, node: usize, child: usize, bounds: &[Bounds<Q::Value>]) -> bool {
        let (from, to) = (arena.state(node), arena.state(child));
        let here = bounds[node];
        if arena.maximising[node] {
            let most = self.0.through(from, to, bounds[child].upper);
            bounds[child].decided().is_none() && most.join(here.lower) != here.lower
        } else {
            let least = self.0.through(from, to, bounds[child].lower);
            bounds[child].decided().is_none() && least.meet(here.upper) != here.upper
        }
    }

    fn target(&self, root: Bounds<Q::Value>) -> Option<Q::Value> {
        (!self.0.shifts()).then(|| Lattice::between(root.lower, root.upper))
    }

    fn open(
        &self,
        arena: &Arena<G::State>,
        node: usize,
        child: usize,
        bounds: &[Bounds<Q::Value>],
        target: Q::Value,
    ) -> bool {
        let (from, to) = (arena.state(node), arena.state(child));
        let reaches = |value: Q::Value| self.0.through(from, to, value).meet(target) == target;
        reaches(bounds[child].upper) && !reaches(bounds[child].lower)
    }
}
