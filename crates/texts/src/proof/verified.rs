//! Verifies what a claim says of a game: that the strategy given for it does bring it about ([`super::follow`]).

use std::cell::RefCell;
use std::collections::HashSet;

use super::follow::{Aim, Contest};
use super::game::{Judged, Reach, ReachWithHistory, Recur};
use super::steps::Searched;
use super::{Claim, Entry};
use crate::board::{Board, Colour};
use crate::law::Written;
use crate::solve::Game;

/// What can be verified of a game.
pub trait Verified {
    /// Verifies the strategy of a claim.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    fn verify(&self, of: Judged<'_>, claim: &Claim) -> Result<(), String>;
}

/// The strategy of a claim that does not rest on the history.
fn strategy_of<'a>(of: Judged<'_>, claim: &'a Claim) -> Result<&'a [Entry], String> {
    match (&claim.history, &claim.steps) {
        (Some(_), _) => Err(format!("under {} it does not rest on the history", of.rules)),
        (_, Some(_)) => Err("it is not shown by steps".to_string()),
        _ => Ok(claim.strategy.as_deref().ok_or("it has no strategy")?),
    }
}

impl<G: Game> Verified for Reach<G>
where
    G::State: Written,
    G::Move: Written,
{
    fn verify(&self, of: Judged<'_>, claim: &Claim) -> Result<(), String> {
        let over = |state: &G::State| self.over(state);
        let contest = Contest { board: of.board, game: &self.game, player: self.player, aim: Aim::Reach(&over) };
        contest.verify(vec![self.start.clone()], self.holds, strategy_of(of, claim)?)
    }
}

impl<G: Game> Verified for Recur<G>
where
    G::State: Written,
    G::Move: Written,
{
    fn verify(&self, of: Judged<'_>, claim: &Claim) -> Result<(), String> {
        let (holding, over) = (|state: &G::State| self.holding(state), |state: &G::State| self.over(state));
        let aim = Aim::Recur { all: self.all, holding: &holding, ended: &over };
        let contest = Contest { board: of.board, game: &self.game, player: self.player, aim };
        contest.verify(vec![self.start.clone()], self.holds, strategy_of(of, claim)?)
    }
}

impl<R: Verified> Verified for Searched<R> {
    fn verify(&self, of: Judged<'_>, claim: &Claim) -> Result<(), String> {
        match &claim.steps {
            None => self.listed.verify(of, claim),
            Some(_) if claim.strategy.is_some() || claim.history.is_some() => {
                Err("it is shown by steps or by a strategy, not by both".to_string())
            }
            Some(steps) => self.check(steps),
        }
    }
}

impl<F: Game, W: Game> Verified for ReachWithHistory<F, W>
where
    F::State: Written,
    F::Move: Written,
    W::State: Written,
    W::Move: Written,
{
    fn verify(&self, of: Judged<'_>, claim: &Claim) -> Result<(), String> {
        let Some(history) = &claim.history else { return self.without.verify(of, claim) };
        if claim.steps.is_some() {
            return Err("it is not shown by steps".to_string());
        }
        let strategy = claim.strategy.as_deref().ok_or("it has no strategy")?;
        let Reach { game, player, .. } = &self.without;
        let entries: HashSet<&str> = strategy.iter().map(|e| (self.leaves_at)(&e.state, e.mv.is_none())).collect();
        let is_left = |state: &F::State| {
            let other = game.mover(state) != *player;
            entries.contains((self.leaves_at)(&state.written(of.board), other))
        };
        let starts = self.leave(of.board, &is_left, history)?;
        let over = |state: &F::State| self.without.over(state);
        let contest = Contest { board: of.board, game, player: *player, aim: Aim::Reach(&over) };
        contest.verify(starts, true, strategy)
    }
}

impl<F: Game, W: Game> ReachWithHistory<F, W>
where
    W::State: Written,
    W::Move: Written,
{
    /// Verifies that by his moves in `history` the player brings about what he wants, or that `is_left` becomes true: gives the states
    /// in which it does.
    fn leave(
        &self,
        board: &Board,
        is_left: &dyn Fn(&F::State) -> bool,
        history: &[Entry],
    ) -> Result<Vec<F::State>, String> {
        if history.is_empty() {
            return Err("its history is empty".to_string());
        }
        let left = RefCell::new(Vec::new());
        let over = |state: &W::State| {
            let state = (self.forget)(state);
            self.without.over(&state).or_else(|| is_left(&state).then(|| left.borrow_mut().push(state)).map(|()| true))
        };
        let player: Colour = self.without.player;
        let contest = Contest { board, game: &self.whole, player, aim: Aim::Reach(&over) };
        contest.verify(vec![self.start.clone()], true, history)?;
        Ok(left.into_inner())
    }
}
