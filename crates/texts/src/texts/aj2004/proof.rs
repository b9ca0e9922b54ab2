//! What proofs of a verdict claim: the values of both players' analyses.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::board::Colour;
use crate::law::Verdict;
use crate::law::facts::Facts;
use crate::proof::claim::{
    Claims, Forced, Judged, Provable, Reach, ReachWithHistory, Term, What, enough, maximiser_if, of_value, value_of,
};
use crate::proof::steps::{ByThresholds, Searched, Task, done_told};
use crate::solve::Budget;
use crate::solve::search::threshold_game;
use crate::texts::aj2004::counted::{MOST_IN_A_WORD, Worth};
use crate::texts::aj2004::search;
use crate::texts::aj2004::{
    Aj2004Interpreter, Analysing, Analysis, BlackAnalysis, FixedKoAnalysis, Remembering, Weights, controlled,
};

/// Black maximises.
const BLACK_ANALYSIS: Term = "black-analysis";
/// White maximises. Its states are written with the colours exchanged: it is the black-analysis of the position with the colours
/// exchanged.
const WHITE_ANALYSIS: Term = "white-analysis";

/// What verdicts rest on.
pub struct Analyses;

impl Provable for Analyses {
    fn terms(&self) -> &'static [Term] {
        &[BLACK_ANALYSIS, WHITE_ANALYSIS]
    }

    fn judged(&self, of: Judged<'_>, budget: Budget) -> (Verdict, Option<Vec<(What, bool)>>) {
        let mut judge = Aj2004Interpreter::new(of.rules.clone(), of.board.clone(), budget, &Facts::default());
        let analyses = [of.position, of.position.swapped()].map(|position| judge.black_analysis(position));
        let claims = analyses.iter().zip([BLACK_ANALYSIS, WHITE_ANALYSIS]).map(|(analysis, name)| {
            analysis.value.decided()?;
            Some(of_value(name, analysis.value))
        });
        let claims: Option<Vec<_>> = claims.collect();
        let [black, white] = analyses;
        (Aj2004Interpreter::result(black, white), claims.map(|claims| claims.concat()))
    }

    /// Where the value rests on the history, aj2004.fixed-ko is kept to up to a state of the strategy without it. It forbids no
    /// move of the strategy after that: what is used up leads to other states, and a strategy whose rank falls repeats nothing.
    fn forced(&self, of: Judged<'_>, what: What, holds: bool, _: &Claims) -> Result<Box<dyn Forced>, String> {
        let What::Value { of: analysis, at_least, value } = what else { return of.not_asked() };
        let position = if analysis == WHITE_ANALYSIS { of.position.swapped() } else { of.position };
        let game = BlackAnalysis::new(of.rules, of.board);
        let weights = Weights::new(of.board, of.rules, position);
        let over = move |game: &BlackAnalysis, state: &Analysing| {
            let worth = || weights.of(controlled(&game.board, state.position, Colour::Black));
            (state.passes == 3).then(|| enough(worth(), at_least, value))
        };
        let (player, first) = (maximiser_if(at_least), game.start(position));
        let whole = FixedKoAnalysis(game.clone());
        let without = Reach { game, start: first, player, holds, over: Box::new(over) };
        if !holds {
            return Ok(Box::new(without));
        }
        let start = Remembering { state: first, used: Vec::new() };
        let forget = |r: &Remembering| r.state;
        let searched = BlackAnalysis::new(of.rules, of.board);
        let listed = ReachWithHistory { without, whole, start, forget, leaves_at: |state, _| state };
        let steps = move |task: Task<'_>| {
            let (valuation, least) = (Mutex::new(search::Value::new(&searched, weights)), value + i16::from(!at_least));
            let game = threshold_game(&searched, &valuation, at_least, least);
            if searched.board.len() <= MOST_IN_A_WORD {
                let worth = Worth::<1> { game: &searched, weights, facts: None };
                done_told(&game, |budget| ByThresholds::new(&worth, at_least, least, budget), &first, task)
            } else {
                let worth = Worth::<3> { game: &searched, weights, facts: None };
                done_told(&game, |budget| ByThresholds::new(&worth, at_least, least, budget), &first, task)
            }
        };
        Ok(Box::new(Searched { listed, holds, game: Box::new(steps) }))
    }

    fn sentence(&self, of: Judged<'_>, what: What, holds: bool) -> String {
        let What::Value { of: analysis, at_least, value } = what else { return what.statement(of).says };
        let maximiser = if analysis == WHITE_ANALYSIS { Colour::White } else { Colour::Black };
        let player = if at_least { maximiser } else { maximiser.opponent() };
        let (forces, most) = (if holds { "forces" } else { "cannot force" }, if at_least { "least" } else { "most" });
        format!("{player} {forces} an end worth at {most} {value} to {maximiser}")
    }

    fn verdict(&self, _: Judged<'_>, claims: &Claims) -> Result<(Verdict, HashSet<What>), String> {
        let mut used = HashSet::new();
        let mut value = |analysis| {
            let value = value_of(claims, analysis, &mut used)?;
            value.decided().ok_or("the claims do not decide the values of both analyses")?;
            Ok::<_, String>(Analysis { value, without: None, history: false, undecided: false, seen: None })
        };
        let (black, white) = (value(BLACK_ANALYSIS)?, value(WHITE_ANALYSIS)?);
        Ok((Aj2004Interpreter::result(black, white), used))
    }
}
