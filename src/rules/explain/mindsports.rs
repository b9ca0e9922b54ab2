//! Traces of the MindSports counts.

use super::{claim_steps, move_name, moves, names, points_where, step, string_name};
use crate::board::{Colour, Position};
use crate::game::forcing::Forcing;
use crate::game::line::forcing_line;
use crate::rules::bounds::continuation::Captured;
use crate::rules::mindsports::MindSports;
use crate::rules::verdict::{Life, LineMove, PointStatus, Step, StringStatus, Verdict};

impl MindSports {
    /// The steps that lead to `verdict`.
    pub(in crate::rules) fn steps(&mut self, position: Position, verdict: &Verdict) -> Vec<Step> {
        let board = self.board().clone();
        let rules = self.rules.clone();
        let Some(status) = &verdict.status else { return Vec::new() };
        let mut steps = Vec::new();
        for s in &status.strings {
            let name = string_name(&board, s.string);
            let opponent = s.string.colour.opponent();
            let (fact, line) = match s.life {
                Life::Dead => {
                    (format!("{name} is dead: {opponent} forces its capture"), self.capture_line(position, s))
                }
                Life::Undecided => (format!("{name}: undecided, the budget ran out"), Vec::new()),
                _ => (format!("{name} is not dead: {opponent} cannot force its capture"), Vec::new()),
            };
            steps.push(step("ms.dead", &rules, Some("dead"), fact, line));
        }
        if status.strings.iter().any(|s| s.life == Life::Undecided) {
            return steps;
        }
        let removed = status.strings.iter().filter(|s| s.life == Life::Dead).fold(0, |m, s| m | s.string.stones);
        if removed != 0 {
            let fact = format!("the dead stones {} are removed", names(&board, removed));
            steps.push(step("ms.removed", &rules, None, fact, Vec::new()));
        }
        for s in status.strings.iter().filter(|s| s.life == Life::Seki) {
            let fact = format!(
                "{} is in seki: it cannot be made independent and borders a region that both colours border",
                string_name(&board, s.string)
            );
            steps.push(step("ms.seki", &rules, Some("seki"), fact, Vec::new()));
        }
        for player in Colour::ALL {
            let eyes = points_where(status, |p| p == PointStatus::EyeInSeki(player));
            if eyes != 0 {
                let fact = format!("{player} surrounds {}, but with stones in seki: no territory", names(&board, eyes));
                steps.push(step("ms.seki", &rules, Some("seki"), fact, Vec::new()));
            }
        }
        let dame = points_where(status, |p| p == PointStatus::Dame);
        if dame != 0 {
            let fact = format!("nobody's points: {}", names(&board, dame));
            steps.push(step("ms.territory", &rules, None, fact, Vec::new()));
        }
        steps.extend(claim_steps(&board, &verdict.claims));
        steps
    }

    /// The capture of a dead string; none where only the memory of superko forces it.
    fn capture_line(&mut self, position: Position, s: &StringStatus) -> Vec<LineMove> {
        let owner = s.string.colour;
        let (game, first) = match self.rules.reading("dead") {
            "superko" => (&self.free, owner),
            "opponent-first" => (&self.game, owner.opponent()),
            _ => (&self.game, owner),
        };
        let mut question = Forcing(Captured { game, owner });
        let start = game.start(position, first);
        let wanted = |v| v & s.string.stones != 0;
        let line = forcing_line(game, &mut question, &start, 0, wanted, self.budget).unwrap_or_default();
        moves(line, |mv, state| (state.mover.opponent(), move_name(self.board(), *mv), state.position))
    }
}
