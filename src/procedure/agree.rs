//! Answers by the exhaustive analysis to what the players of a record have left open.

use super::count::Counted;
use super::judged::{Decision, GameResult};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour};
use crate::game::Budget;
use crate::rules::facts::Facts;
use crate::rules::{Outcome, aj2004, interpreter};
use crate::spec::{RuleSet, Text};

/// Who decides what a text leaves to the players, where the record says nothing.
#[derive(Clone, Copy, Debug)]
pub enum Agree {
    /// Nobody: the game has no result.
    Recorded,
    /// The verdict of best play.
    BestPlay(Budget),
}

/// What is known without looking: nobody gets more than two points for each intersection.
fn anything(position: &PlainPosition) -> Outcome {
    let most = 2 * position.grid().len() as i32;
    Outcome::Undecided { lo: -most, hi: most }
}

/// The result of a final position by best play: `count` holds what is known besides (prisoners, komi), `first` passed first.
pub fn best_play(
    rules: &RuleSet,
    position: &PlainPosition,
    first: Colour,
    budget: Budget,
    mut count: Counted,
) -> GameResult {
    let mut rules = rules.clone();
    if rules.text == Text::J1997 {
        let name = first.to_string().to_lowercase();
        rules = rules.clone().with("first", &name).unwrap_or(rules);
    }
    let Some((board, small)) = Board::new(position.grid()).zip(position.to_position()) else {
        return result(anything(position), count);
    };
    let verdict = interpreter(&rules, &board, budget).judge(small);
    if verdict.outcome.margin().is_some() {
        count.add_claims(&verdict.claims);
        return result(Outcome::Margin(0), count);
    }
    result(verdict.outcome, count)
}

/// The value by best play of the analysis of `player` under aj2004: exact, or bounds.
pub fn best_analysis(rules: &RuleSet, position: &PlainPosition, player: Colour, budget: Budget) -> [i32; 2] {
    let Some((board, small)) = Board::new(position.grid()).zip(position.to_position()) else {
        return [0, 2 * position.grid().len() as i32];
    };
    let small = small.seen_by(player);
    let analysis = aj2004::Aj2004::new(rules.clone(), board, budget, &Facts::default()).black_analysis(small);
    [analysis.value.lower.into(), analysis.value.upper.into()]
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
