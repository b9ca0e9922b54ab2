//! Games that end in a number, without a memory of the sequence: `lo`, the most that the maximiser forces in finitely many
//! moves, and `hi`, the least that the minimiser does. Where they agree the value is decided; where they differ, only a
//! cycle keeps either player from conceding.

use super::arena::{Decided, solve};
use super::fixpoint::{LeastFixpoint, Question};
use super::{Bounds, Budget, Game};
use crate::board::Colour;

/// How sequences are valued, from the side of the maximiser.
pub trait Valuation<G: Game> {
    /// The player who wants a great number.
    fn maximiser(&self) -> Colour;

    /// The number at the end of a sequence.
    fn end(&self, state: &G::State) -> i16;

    /// Bounds that hold for both `lo` and `hi` of a state.
    fn known(&mut self, state: &G::State) -> Bounds<i16>;
}

/// One side of a valuation: `lo` as it stands, `hi` as the other player's `lo`, negated.
pub(super) struct Side<'v, V> {
    pub valuation: &'v mut V,
    /// The player whose `lo` this is.
    pub player: Colour,
    pub sign: i16,
}

impl<G: Game, V: Valuation<G>> Question<G> for Side<'_, V> {
    type Value = i16;

    fn maximiser(&self) -> Colour {
        self.player
    }

    fn through(&self, _: &G::State, _: &G::State, value: i16) -> i16 {
        value
    }

    fn known(&mut self, state: &G::State) -> Bounds<i16> {
        let Bounds { lower, upper } = self.valuation.known(state);
        if self.sign > 0 { Bounds { lower, upper } } else { Bounds { lower: -upper, upper: -lower } }
    }

    fn end(&mut self, state: &G::State) -> i16 {
        self.sign * self.valuation.end(state)
    }
}

/// What has been decided for one valuation: `lo` and (negated) `hi`, by state.
pub struct Scores<S> {
    lo: Decided<S, i16>,
    minus_hi: Decided<S, i16>,
}

impl<S> Default for Scores<S> {
    fn default() -> Scores<S> {
        Scores { lo: Decided::default(), minus_hi: Decided::default() }
    }
}

/// `lo` and `hi` of a state, each within bounds that the budget may have left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Bounds of `lo`.
    pub lo: Bounds<i16>,
    /// Bounds of `hi`.
    pub hi: Bounds<i16>,
}

impl Score {
    /// What both say.
    #[must_use]
    pub fn and(self, other: Score) -> Score {
        Score { lo: self.lo.within(other.lo), hi: self.hi.within(other.hi) }
    }
}

impl<S: Clone + Eq + std::hash::Hash> Scores<S> {
    /// `lo` and `hi` of `state`.
    pub fn score<G: Game<State = S>, V: Valuation<G>>(
        &mut self,
        game: &G,
        valuation: &mut V,
        state: &S,
        budget: Budget,
    ) -> Score {
        let lo = self.lo(game, valuation, state, budget);
        let hi = self.hi(game, valuation, state, budget);
        Score { lo, hi }
    }

    /// `lo` of `state`.
    pub fn lo<G: Game<State = S>, V: Valuation<G>>(
        &mut self,
        game: &G,
        valuation: &mut V,
        state: &S,
        budget: Budget,
    ) -> Bounds<i16> {
        let player = valuation.maximiser();
        let mut side = Side { valuation, player, sign: 1 };
        solve(game, &mut LeastFixpoint(&mut side), &mut self.lo, state, budget)
    }

    /// `hi` of `state`.
    pub fn hi<G: Game<State = S>, V: Valuation<G>>(
        &mut self,
        game: &G,
        valuation: &mut V,
        state: &S,
        budget: Budget,
    ) -> Bounds<i16> {
        let player = valuation.maximiser().opponent();
        let mut side = Side { valuation, player, sign: -1 };
        let Bounds { lower, upper } = solve(game, &mut LeastFixpoint(&mut side), &mut self.minus_hi, state, budget);
        Bounds { lower: -upper, upper: -lower }
    }
}
