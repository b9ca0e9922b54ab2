//! Traces of Tromp-Taylor.

use super::clauses::*;
use super::judge::TrompTaylor;
use crate::board::Position;
use crate::law::trace::{claim_steps, move_name, moves, names, points_where, step};
use crate::law::verdict::{Outcome, PointStatus, Step, Verdict};
use crate::solve::line::principal_line;
use crate::solve::superko::{Free, State};

/// The longest line shown.
const MOST_MOVES: usize = 60;

impl TrompTaylor {
    /// The steps that lead to `verdict`.
    pub fn steps(&mut self, position: Position, verdict: &Verdict) -> Vec<Step> {
        let board = self.board().clone();
        let rules = self.rules.clone();
        let Some(status) = &verdict.status else { return self.play_steps(position, verdict) };
        let fact = "the position is the end of a game; what stands on the grid is counted".to_string();
        let mut steps = vec![step(TT_8, &rules, Some("agreement"), fact, Vec::new())];
        let dame = points_where(status, |p| p == PointStatus::Dame);
        if dame != 0 {
            let why = if position.occupied() == 0 { "reach no colour" } else { "reach both colours" };
            let fact = format!("empty points that {why}, and are nobody's: {}", names(&board, dame));
            steps.push(step(TT_3, &rules, None, fact, Vec::new()));
        }
        steps.extend(claim_steps(&board, &verdict.claims));
        steps.push(winner(&rules, verdict.outcome));
        steps
    }

    fn play_steps(&mut self, position: Position, verdict: &Verdict) -> Vec<Step> {
        let board = self.board().clone();
        let rules = self.rules.clone();
        let first = self.first();
        let fact = "the game goes on from the position, which is the whole history".to_string();
        let mut steps = vec![step(TT_8, &rules, Some("agreement"), fact, Vec::new())];
        steps.push(step(TT_5, &rules, Some("first"), format!("{first} has the next turn"), Vec::new()));
        let start = State::new(position, first);
        let bounds = self.values.bounds(&start);
        match (verdict.outcome, bounds) {
            (Outcome::Margin(value), Some(bounds)) if bounds.decided().is_some() => {
                let turns = self.values.play().clone();
                let line = principal_line(&Free(&turns), &start, MOST_MOVES, |state| self.values.bounds(state));
                let line = moves(line, |mv, state| (state.mover.opponent(), move_name(&board, *mv), state.position));
                let fact = format!("Black forces {value} and White holds him to it; one line of best play");
                steps.push(step(TT_9, &rules, None, fact, line));
                steps.push(winner(&rules, verdict.outcome));
            }
            (Outcome::Margin(value), bounds) => {
                let free = bounds.map_or(String::new(), |b| {
                    format!("without a memory of the game Black forces {} and is held to {}; ", b.lower, b.upper)
                });
                let fact = format!("{free}as no colouring may come back, the position is worth {value}");
                steps.push(step(TT_6, &rules, None, fact, Vec::new()));
                steps.push(winner(&rules, verdict.outcome));
            }
            (outcome, _) => {
                let why = match outcome {
                    Outcome::Undecided { .. } => "the budget ran out",
                    _ => "only a cycle keeps the players apart",
                };
                steps.push(step(TT_9, &rules, None, format!("{outcome}: {why}"), Vec::new()));
            }
        }
        steps
    }
}

fn winner(rules: &crate::law::RuleSet, outcome: Outcome) -> Step {
    let fact = match outcome.margin() {
        Some(0) => "equal scores: a tie".to_string(),
        _ => format!("the higher score wins: {outcome}"),
    };
    step(TT_10, rules, None, fact, Vec::new())
}
