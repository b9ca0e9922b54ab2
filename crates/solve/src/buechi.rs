//! What a player forces infinitely often: generalised Buechi games. The attacker wins a sequence that never ends if every
//! condition holds again and again, and one that ends if all hold at the end. Winning region of the classical nested
//! fixpoint: the greatest Z such that from Z, for every condition, the attacker forces a state of Z's predecessors in
//! which it holds (see E. Graedel, W. Thomas, T. Wilke, "Automata, Logics, and Infinite Games", 2002).

use super::objective::{Arena, Objective};
use super::{Bounds, Game, clock};
use crate::board::{Colour, Points};

/// Conditions to be met again and again; one bit each.
pub trait Conditions<G: Game> {
    /// The player who wants them met.
    fn attacker(&self) -> Colour;

    /// All conditions.
    fn all(&self) -> Points;

    /// The conditions that hold in `state`.
    fn holding(&self, state: &G::State) -> Points;

    /// A sound static judgement: `Some(attacker wins)` or `None`.
    fn known(&mut self, state: &G::State) -> Option<bool>;
}

/// [`Conditions`] as an objective; the value says whether the attacker wins.
pub struct Buechi<C>(pub C);

impl<C> Buechi<C> {
    /// Whether the attacker can move into `inside`, or the defender cannot avoid it.
    fn of_moves(
        arena: &Arena<impl Clone + Eq + std::hash::Hash>,
        node: usize,
        value: impl Fn(usize) -> Points,
    ) -> Points {
        let options = arena.successors(node).iter().map(|&to| value(to as usize));
        if arena.maximising[node] { options.fold(0, |a, b| a | b) } else { options.fold(!0, |a, b| a & b) }
    }

    /// The winning region over the open nodes, the other nodes won as `fixed` says; `None` if the time for it is over.
    fn winning<G: Game>(
        &self,
        arena: &Arena<G::State>,
        open: &[u32],
        fixed: impl Fn(usize) -> bool,
    ) -> Option<Vec<bool>>
    where
        C: Conditions<G>,
    {
        let all = self.0.all();
        let mut z: Vec<Points> = (0..arena.len()).map(|n| if fixed(n) { all } else { 0 }).collect();
        for &node in open {
            z[node as usize] = all;
        }
        let holding: Vec<Points> = open.iter().map(|&n| self.0.holding(arena.state(n as usize)) & all).collect();
        loop {
            let mut y = z.clone();
            for (i, &node) in open.iter().enumerate() {
                let again = Self::of_moves(arena, node as usize, |n| z[n]) == all;
                y[node as usize] = if again { holding[i] } else { 0 };
            }
            let mut changed = true;
            while changed {
                changed = false;
                for (i, &node) in open.iter().rev().enumerate() {
                    if i % clock::STEPS == 0 && clock::is_over() {
                        return None;
                    }
                    let more = y[node as usize] | Self::of_moves(arena, node as usize, |n| y[n]);
                    if more != y[node as usize] {
                        y[node as usize] = more;
                        changed = true;
                    }
                }
            }
            let mut shrunk = false;
            for &node in open {
                if z[node as usize] == all && y[node as usize] != all {
                    z[node as usize] = 0;
                    shrunk = true;
                }
            }
            if !shrunk {
                return Some(z.into_iter().map(|met| met == all).collect());
            }
        }
    }
}

impl<G: Game, C: Conditions<G>> Objective<G> for Buechi<C> {
    type Value = bool;

    fn maximiser(&self) -> Colour {
        self.0.attacker()
    }

    fn known(&mut self, state: &G::State) -> Bounds<bool> {
        self.0.known(state).map_or(Bounds { lower: false, upper: true }, Bounds::exactly)
    }

    fn opaque(&self, _: &G::State) -> bool {
        false
    }

    fn end(&mut self, state: &G::State) -> bool {
        self.0.holding(state) & self.0.all() == self.0.all()
    }

    fn evaluate(&self, arena: &Arena<G::State>, open: &[u32], thorough: bool, bounds: &mut [Bounds<bool>]) {
        if thorough {
            let lower = self.winning(arena, open, |n| bounds[n].lower);
            let upper = lower.as_ref().and_then(|_| self.winning(arena, open, |n| bounds[n].upper));
            // What is known stays as it is when the time is over.
            let Some((lower, upper)) = lower.zip(upper) else { return };
            for &node in open {
                bounds[node as usize] = Bounds { lower: lower[node as usize], upper: upper[node as usize] };
            }
            return;
        }
        // A player who can move into a state won for him wins.
        let mut changed = true;
        while changed {
            changed = false;
            for (i, &node) in open.iter().rev().enumerate() {
                if i % clock::STEPS == 0 && clock::is_over() {
                    return;
                }
                let node = node as usize;
                if bounds[node].decided().is_some() {
                    continue;
                }
                let maximising = arena.maximising[node];
                let mut options = arena.successors(node).iter().map(|&to| bounds[to as usize]);
                let quick = Bounds::exactly(maximising);
                if options.clone().any(|b| b == quick) {
                    bounds[node] = quick;
                } else if options.all(|b| b == Bounds::exactly(!maximising)) {
                    bounds[node] = Bounds::exactly(!maximising);
                }
                changed |= bounds[node].decided().is_some();
            }
        }
    }

    fn relevant(&self, _: &Arena<G::State>, _: usize, child: usize, bounds: &[Bounds<bool>]) -> bool {
        bounds[child].decided().is_none()
    }

    fn target(&self, _: Bounds<bool>) -> Option<bool> {
        Some(true)
    }

    fn open(&self, _: &Arena<G::State>, _: usize, child: usize, bounds: &[Bounds<bool>], _: bool) -> bool {
        bounds[child].decided().is_none()
    }
}
