//! Traces of aj2004.

use crate::board::{Colour, Position};
use crate::law::trace::{move_name, moves, names, step};
use crate::law::verdict::{Outcome, Step, Verdict};
use crate::solve::Bounds;
use crate::solve::line::best_line;
use crate::texts::aj2004::clauses::*;
use crate::texts::aj2004::{Aj2004, Analysis, Value, Weights, controlled};

impl Aj2004 {
    /// The steps that lead to `verdict`.
    pub(super) fn steps(&mut self, position: Position, analyses: [Analysis; 2], verdict: &Verdict) -> Vec<Step> {
        let mut steps = Vec::new();
        for (player, analysis) in Colour::ALL.into_iter().zip(analyses) {
            self.analysis_steps(position, player, analysis, &mut steps);
        }
        if let Outcome::Margin(margin) = verdict.outcome {
            let fact = format!("value of the black-analysis less that of the white-analysis = {margin}");
            steps.push(step(AJ2004_RESULT, &self.rules, None, fact, Vec::new()));
        }
        steps
    }

    fn analysis_steps(&mut self, position: Position, player: Colour, analysis: Analysis, steps: &mut Vec<Step>) {
        let name = if player == Colour::Black { "black-analysis" } else { "white-analysis" };
        // The white-analysis is played with the colours exchanged, and shown as it is.
        let flip = |p: Position| p.seen_by(player);
        let root = flip(position);
        let board = self.game.board.clone();
        let start = self.game.start(root);
        let weights = Weights::new(&board, &self.rules, root);
        let Some(value) = analysis.value.decided() else {
            let (lo, hi) = (analysis.value.lower, analysis.value.upper);
            let why = if analysis.undecided { "the budget ran out" } else { "only a cycle keeps the players apart" };
            let fact = format!("the {name} is worth {lo} to {hi} to {player}: {why}");
            steps.push(step(AJ2004_ANALYSIS, &self.rules, None, fact, Vec::new()));
            return;
        };
        if analysis.history {
            let Bounds { lower: lo, upper: hi } = analysis.free;
            let fact = format!(
                "without a memory of the sequence {player} forces {lo} and is held to {hi} in the {name}; as no pair of \
                 positions may be repeated, its value is {value}"
            );
            steps.push(step(AJ2004_FIXED_KO, &self.rules, None, fact, Vec::new()));
            return;
        }
        let mut valuation = Value::new(&self.game, weights);
        let line = best_line(&self.game, &mut valuation, &start, value, 60, self.budget);
        let end = line.last().map_or(start, |(_, state)| *state);
        let part = if end.passes == 3 { "one line" } else { "how one line begins" };
        let fact = format!("the {name} is worth {value} to {player}; {part} of best play");
        let line = moves(line, |mv, state| {
            let mover = if player == Colour::Black { state.mover.opponent() } else { state.mover };
            (mover, move_name(&board, *mv), flip(state.position))
        });
        steps.push(step(AJ2004_ANALYSIS, &self.rules, None, fact, line));
        if end.passes == 3 {
            let control = controlled(&board, end.position, Colour::Black);
            let fact = format!("at its end {player} controls {}", names(&board, control));
            steps.push(step(AJ2004_CONTROL, &self.rules, None, fact, Vec::new()));
            let fact = format!("counted by what these points hold in the final position: {value}");
            steps.push(step(AJ2004_SCORE, &self.rules, Some("score"), fact, Vec::new()));
        }
    }
}
