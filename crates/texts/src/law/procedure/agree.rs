//! Answers by the exhaustive analysis to what the players of a record have left open.

use super::count::Counted;
use super::judged::{Decision, GameResult};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour};
use crate::law::RuleSet;
use crate::law::answer::{Asking, Found};
use crate::law::facts::Facts;
use crate::law::{Outcome, interpreter};
use crate::solve::Budget;

/// Who decides what a text leaves to the players, where the record says nothing.
#[derive(Clone, Copy, Debug)]
pub enum Agree {
    /// Nobody: the game has no result.
    Recorded,
    /// The verdict of best play.
    BestPlay(Budget),
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
