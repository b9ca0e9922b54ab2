//! What proofs of a verdict claim: the value of the play-out.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::board::Colour;
use crate::law::{Outcome, Verdict, interpreter};
use crate::proof::claim::{
    Claims, Forced, Judged, Provable, Reach, Term, What, enough, maximiser_if, of_value, value_of,
};
use crate::proof::steps::{ByThresholds, Searched, Task, done_told};
use crate::solve::arena::Decided;
use crate::solve::search::threshold_game;
use crate::solve::{Bounds, Budget};
use crate::texts::j1997::clauses::First;
use crate::texts::j1997::counted::{MOST_IN_TWO_WORDS, Worth};
use crate::texts::j1997::search;
use crate::texts::j1997::{PlayOut, Playing, result};

/// Black maximises.
const PLAY_OUT: Term = "play-out";

/// What verdicts rest on where play goes on.
pub struct PlayOuts;

impl Provable for PlayOuts {
    fn terms(&self) -> &'static [Term] {
        &[PLAY_OUT]
    }

    fn judged(&self, of: Judged<'_>, budget: Budget) -> (Verdict, Option<Vec<(What, bool)>>) {
        let verdict = interpreter(of.rules, of.board, budget).judge(of.position);
        let (lo, hi) = match verdict.outcome {
            Outcome::Margin(m) => (m, m),
            Outcome::NoResult { lo, hi } => (lo, hi),
            Outcome::Undecided { .. } => return (verdict, None),
        };
        let claims = of_value(PLAY_OUT, Bounds { lower: lo as i16, upper: hi as i16 });
        (verdict, Some(claims))
    }

    fn forced(&self, of: Judged<'_>, what: What, holds: bool, _: &Claims) -> Result<Box<dyn Forced>, String> {
        let What::Value { at_least, value, .. } = what else { return of.not_asked() };
        let game = PlayOut::new(of.rules, of.board);
        let first = if of.rules.read::<First>() == First::White { Colour::White } else { Colour::Black };
        let start = game.start(of.position, first);
        let over = move |game: &PlayOut, state: &Playing| {
            state.has_ended().then(|| enough(game.value(state), at_least, value))
        };
        let searched = game.clone();
        let player = maximiser_if(at_least);
        let listed = Reach { game, start, player, holds, over: Box::new(over) };
        let steps = move |task: Task<'_>| {
            let mut conceded = Decided::default();
            let mut valuation = search::Value::new(&searched, &mut conceded, None, Budget::of(0));
            valuation.concedes = false;
            let valuation = Mutex::new(valuation);
            let least = value + i16::from(!at_least);
            let game = threshold_game(&searched, &valuation, at_least, least);
            let (small, large) = (Worth::<2>(&searched), Worth::<6>(&searched));
            if searched.board.len() <= MOST_IN_TWO_WORDS && small.is_level() {
                done_told(&game, |budget| ByThresholds::new(&small, at_least, least, budget), &start, task)
            } else {
                done_told(&game, |budget| ByThresholds::new(&large, at_least, least, budget), &start, task)
            }
        };
        Ok(Box::new(Searched { listed, holds, game: Box::new(steps) }))
    }

    fn sentence(&self, of: Judged<'_>, what: What, holds: bool) -> String {
        let What::Value { at_least, value, .. } = what else { return what.statement(of).says };
        let (forces, most) = (if holds { "forces" } else { "cannot force" }, if at_least { "least" } else { "most" });
        format!("{} {forces} an end worth at {most} {value} to Black", maximiser_if(at_least))
    }

    fn verdict(&self, _: Judged<'_>, claims: &Claims) -> Result<(Verdict, HashSet<What>), String> {
        let mut used = HashSet::new();
        let value = value_of(claims, PLAY_OUT, &mut used)?;
        let outcome = match value.decided() {
            Some(margin) => Outcome::Margin(margin.into()),
            None => Outcome::NoResult { lo: value.lower.into(), hi: value.upper.into() },
        };
        Ok((result(outcome), used))
    }
}
