//! Answers by the exhaustive analysis to what the players of a record have left open.

use super::count::Counted;
use super::judged::{Decision, GameResult, Judged};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour};
use crate::law::answer::{Asking, Found};
use crate::law::facts::Facts;
use crate::law::judge::interpreter;
pub use crate::law::text::Agree;
use crate::law::text::{Procedure, RuleSet};
use crate::law::verdict::Outcome;
use crate::record::{Act, Action};
use crate::solve::Budget;

/// The most passes after which every text here has stopped the game.
const PASSES: usize = 4;

/// The players agree that the strings of these stones are dead and in seki and no others: passes are made as the text asks for them
/// (`last` made the last move), Black makes the claims, White agrees. What was done, and what the text says of the agreement.
///
/// # Errors
/// What the text says instead, if it does not leave it to the players, or not like that.
pub fn agree_on(
    going: &mut dyn Procedure,
    last: Option<Colour>,
    dead: &[usize],
    seki: &[usize],
) -> Result<(Vec<Action>, Judged), Judged> {
    let mut done = Vec::new();
    let mut last = last;
    let claim = Act::ClaimDead(dead.to_vec());
    let mut tried = going.why(Colour::Black, &claim);
    while !tried.is_accepted() && done.len() < PASSES {
        let player = going.to_move().unwrap_or(last.map_or(Colour::Black, Colour::opponent));
        going.step(player, &Act::Pass);
        done.push(Action::new(player, Act::Pass));
        last = Some(player);
        tried = going.why(Colour::Black, &claim);
    }
    if !tried.is_accepted() {
        return Err(tried);
    }
    let seki = (!seki.is_empty()).then(|| Act::ClaimSeki(seki.to_vec()));
    for act in [Some(claim), seki].into_iter().flatten() {
        let judged = going.step(Colour::Black, &act);
        done.push(Action::new(Colour::Black, act));
        if !judged.is_accepted() {
            return Err(judged);
        }
    }
    let agreed = going.step(Colour::White, &Act::Agree);
    done.push(Action::new(Colour::White, Act::Agree));
    if going.result().is_some() { Ok((done, agreed)) } else { Err(agreed) }
}

/// The result of a final position by best play: `count` holds what is known besides (prisoners, komi), `first` passed first.
pub fn best_play(
    rules: &RuleSet,
    position: &PlainPosition,
    first: Colour,
    budget: Budget,
    mut count: Counted,
) -> GameResult {
    let rules = rules.text.first_passer(rules, first).unwrap_or_else(|| rules.clone());
    let Some((board, small)) = Board::new(position.grid()).zip(position.to_position()) else {
        let answer = Asking::of(position).answer(&rules, &Facts::default(), budget, false);
        let Found::Finished(finished) = answer.found else { return result(answer.outcome(), count) };
        count.items.extend(finished.count.items);
        return result(Outcome::Margin(0), count);
    };
    let verdict = interpreter(&rules, &board, budget).judge(small);
    if verdict.outcome.margin().is_some() {
        count.add_claims(&verdict.claims);
        return result(Outcome::Margin(0), count);
    }
    result(verdict.outcome, count)
}

/// An outcome with what is counted besides.
pub fn result(outcome: Outcome, count: Counted) -> GameResult {
    let bounds = count.around(outcome);
    let decision = match outcome {
        Outcome::Margin(_) => Decision::Margin(bounds[0]),
        Outcome::NoResult { .. } => Decision::NoResult(Some(bounds)),
        Outcome::Undecided { .. } => Decision::Undecided(bounds),
    };
    GameResult { decision, count: Some(count.sorted()) }
}
