//! Traces of the MindSports counts.

use crate::board::{Colour, Position, StoneString};
use crate::law::trace::{claim_steps, move_name, moves, names, points_where, step, string_name};
use crate::law::verdict::{Life, LineMove, PointStatus, Step, StringStatus, Verdict};
use crate::solve::forcing::Forcing;
use crate::solve::line::forcing_line;
use crate::texts::mindsports::clauses::*;
use crate::texts::mindsports::search::Captured;
use crate::texts::mindsports::{Continuation, MindSports, UNFINISHED};

impl MindSports {
    /// The steps that lead to `verdict`.
    pub fn steps(&mut self, position: Position, verdict: &Verdict) -> Vec<Step> {
        let board = self.board().clone();
        let rules = self.rules.clone();
        let Some(status) = &verdict.status else { return Vec::new() };
        let mut steps = Vec::new();
        if rules.applies(MS_KO) && !status.strings.is_empty() {
            let fact = if rules.read::<Dead>() == Dead::Superko {
                "strings are dead or not under situational superko, with this position as the whole history; what ms.seki asks \
                 is bound by basic ko only, which is no word of the text but the part of its superko that holds whatever the \
                 history was"
            } else {
                "play from here is bound by basic ko only, which is no word of the text but the part of its superko that holds \
                 whatever the history was (dead=superko takes this position for the whole history)"
            };
            steps.push(step(MS_KO, &rules, Some("dead"), fact.to_string(), Vec::new()));
        }
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
            steps.push(step(MS_DEAD, &rules, Some("dead"), fact, line));
        }
        if status.strings.iter().any(|s| s.life == Life::Undecided) {
            return steps;
        }
        let removed = status.strings.iter().filter(|s| s.life == Life::Dead).fold(0, |m, s| m | s.string.stones);
        if removed != 0 {
            let fact = format!("the dead stones {} are removed", names(&board, removed));
            steps.push(step(MS_REMOVED, &rules, None, fact, Vec::new()));
        }
        for s in status.strings.iter().filter(|s| s.life == Life::Seki) {
            let fact = format!(
                "{} is in seki: it borders a region that both colours border, {} cannot make it immortal, and {} cannot \
                 capture it even by moving first",
                string_name(&board, s.string),
                s.string.colour,
                s.string.colour.opponent()
            );
            steps.push(step(MS_SEKI, &rules, Some("seki"), fact, Vec::new()));
        }
        for s in status.strings.iter().filter(|s| s.by == UNFINISHED) {
            let fact = format!(
                "{} borders a region that both colours border and is not in seki: {} captures it if he moves first{}; its \
                 fate is open, and it counts as it stands",
                string_name(&board, s.string),
                s.string.colour.opponent(),
                if removed == 0 { "" } else { " after the removal" }
            );
            let line = self.line(&self.game, position.without(removed), s.string, s.string.colour.opponent());
            steps.push(step(MS_SEKI, &rules, Some("seki"), fact, line));
        }
        for player in Colour::ALL {
            let eyes = points_where(status, |p| p == PointStatus::EyeInSeki(player));
            if eyes != 0 {
                let fact = format!("{player} surrounds {}, but with stones in seki: no territory", names(&board, eyes));
                steps.push(step(MS_SEKI, &rules, Some("seki"), fact, Vec::new()));
            }
        }
        let dame = points_where(status, |p| p == PointStatus::Dame);
        if dame != 0 {
            let fact = format!("nobody's points: {}", names(&board, dame));
            steps.push(step(MS_TERRITORY, &rules, None, fact, Vec::new()));
        }
        steps.extend(claim_steps(&board, &verdict.claims));
        steps
    }

    /// The capture of a dead string; none where only the memory of superko forces it.
    pub(in crate::texts) fn capture_line(&self, position: Position, s: &StringStatus) -> Vec<LineMove> {
        let owner = s.string.colour;
        let (game, first) = match self.rules.read() {
            Dead::Superko => (&self.free, owner),
            Dead::OpponentFirst => (&self.game, owner.opponent()),
            Dead::OwnerFirst => (&self.game, owner),
        };
        self.line(game, position, s.string, first)
    }

    /// A line in which the opponent forces the capture of a string, `first` moving first.
    fn line(&self, game: &Continuation, position: Position, string: StoneString, first: Colour) -> Vec<LineMove> {
        let mut question = Forcing(Captured { game, owner: string.colour });
        let start = game.start(position, first);
        let wanted = |v| v & string.stones != 0;
        let line = forcing_line(game, &mut question, &start, 0, wanted, self.budget).unwrap_or_default();
        moves(line, |mv, state| (state.mover.opponent(), move_name(self.board(), *mv), state.position))
    }
}
