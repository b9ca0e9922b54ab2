//! Traces of the AGA rules.

use super::clauses::*;
use super::judge::Aga;
use crate::board::Position;
use crate::law::RuleSet;
use crate::law::trace::{claim_steps, move_name, moves, names, points_where, step, string_name};
use crate::law::verdict::{Life, Outcome, PointStatus, Step, Verdict};
use crate::solve::line::principal_line;
use crate::solve::superko::{Free, State};

/// The longest line shown.
const MOST_MOVES: usize = 60;

impl Aga {
    /// The steps that lead to `verdict`.
    pub fn steps(&mut self, position: Position, verdict: &Verdict) -> Vec<Step> {
        let board = self.board().clone();
        let rules = self.rules.clone();
        let Some(status) = &verdict.status else { return self.play_steps(position, verdict) };
        let mut steps = Vec::new();
        let mut agreement = |fact, line| steps.push(step(AGA_9_DEAD, &rules, Some("agreement"), fact, line));
        if rules.read::<Agreement>() == Agreement::AsItStands {
            agreement("nothing is agreed to be dead".to_string(), Vec::new());
        } else {
            for s in &status.strings {
                let (name, opponent) = (string_name(&board, s.string), s.string.colour.opponent());
                let (fact, line) = match s.life {
                    Life::Dead => {
                        let line = self.continuation.capture_line(position, s);
                        (
                            format!(
                                "{name} is dead: {opponent} forces its capture though {} moves first",
                                s.string.colour
                            ),
                            line,
                        )
                    }
                    Life::Undecided => (format!("{name}: undecided, the budget ran out"), Vec::new()),
                    _ => (format!("{name} is alive: {opponent} cannot force its capture"), Vec::new()),
                };
                agreement(fact, line);
            }
        }
        let dame = points_where(status, |p| p == PointStatus::Dame);
        if dame != 0 {
            let fact = format!("not surrounded by stones of one player: {}", names(&board, dame));
            steps.push(step(AGA_12_TERRITORY, &rules, None, fact, Vec::new()));
        }
        steps.extend(claim_steps(&board, &verdict.claims));
        steps
    }

    fn play_steps(&mut self, position: Position, verdict: &Verdict) -> Vec<Step> {
        let board = self.board().clone();
        let rules = self.rules.clone();
        let first = self.first();
        let fact = "play goes on from the position, which is the whole history".to_string();
        let mut steps = vec![step(AGA_9_DEAD, &rules, Some("agreement"), fact, Vec::new())];
        steps.push(step(AGA_2, &rules, Some("first"), format!("{first} moves first"), Vec::new()));
        let start = State::new(position, first);
        let bounds = self.values.bounds(&start);
        let clause = self.clause();
        let besides = self.besides(position);
        let say = |clause, fact, line| step(clause, &rules, None, fact, line);
        match (verdict.outcome, bounds) {
            (Outcome::Margin(margin), Some(bounds)) if bounds.decided().is_some() => {
                let play = self.values.play().clone();
                let line = principal_line(&Free(&play), &start, MOST_MOVES, |state| self.values.bounds(state));
                let line = moves(line, |mv, state| (state.mover.opponent(), move_name(&board, *mv), state.position));
                let area = margin - besides;
                let fact = format!("Black forces {area} by area and White holds him to it; one line of best play");
                steps.push(say(AGA_12_BY_AREA, fact, line));
            }
            (Outcome::Margin(margin), bounds) => {
                let free = bounds.map_or(String::new(), |b| {
                    format!("without a memory of the game Black forces {} and is held to {}; ", b.lower, b.upper)
                });
                let fact = format!(
                    "by area: {free}as no position may come back with the same player to move, it is worth {}",
                    margin - besides
                );
                steps.push(say(AGA_6, fact, Vec::new()));
            }
            (outcome, _) => {
                let why = match outcome {
                    Outcome::Undecided { .. } => "the budget ran out, or passes are not paid for",
                    _ => "only a cycle keeps the players apart",
                };
                steps.push(say(clause, format!("{outcome}: {why}"), Vec::new()));
            }
        }
        if let Some(margin) = verdict.outcome.margin() {
            steps.extend(prisoners(&rules, besides, margin));
        }
        steps
    }
}

/// How the count by territory comes from the area.
fn prisoners(rules: &RuleSet, besides: i32, margin: i32) -> Vec<Step> {
    if rules.text.counts_stones(rules) {
        return Vec::new();
    }
    let passes = "each pass hands over a stone";
    let even = "both end with equally many moves, so that prisoners and pass stones make up for what further play puts on the board";
    let count = format!(
        "area {:+}, stones that stood at the start {besides:+}: Black minus White = {margin}",
        margin - besides
    );
    let say = |clause, fact: &str| step(clause, rules, None, fact.to_string(), Vec::new());
    vec![say(AGA_7, passes), say(AGA_11, even), say(AGA_12_BY_TERRITORY, &count)]
}
