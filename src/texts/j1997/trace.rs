//! Traces of j1997.

use crate::board::{Colour, Points, Position};
use crate::law::trace::{claim_steps, moves, names, step};
use crate::law::verdict::{Outcome, Step, Verdict};
use crate::solve::line::best_line;
use crate::texts::j1997::clauses::*;
use crate::texts::j1997::search::Value;
use crate::texts::j1997::{J1997, LifeAndDeath, Playing};

impl J1997 {
    /// The steps that lead to `verdict`.
    pub fn steps(&mut self, position: Position, verdict: &Verdict) -> Vec<Step> {
        if !self.rules.first_passer_matters() {
            let mut steps = self.life_steps(position);
            steps.extend(claim_steps(&self.out.board, &verdict.claims));
            return steps;
        }
        let (first, rules) = (self.first, self.rules.clone());
        let mut steps = vec![step(
            J1997_PLAYOUT_2,
            &rules,
            Some("first"),
            format!("the play-out starts from the final position; {first} passed first and moves first"),
            Vec::new(),
        )];
        match verdict.outcome {
            Outcome::Margin(margin) => self.play_out_steps(position, margin, &mut steps),
            Outcome::NoResult { lo, hi } => {
                let fact = format!(
                    "Black forces {lo} and White holds him to {hi}: only an endless cycle keeps them apart, no result"
                );
                steps.push(step(J1997_NO_RESULT, &rules, Some("endless"), fact, Vec::new()));
            }
            Outcome::Undecided { lo, hi } => {
                let fact = format!("undecided between {lo} and {hi}: the budget ran out");
                steps.push(step(J1997_PLAYOUT_6, &rules, None, fact, Vec::new()));
            }
        }
        steps
    }

    fn play_out_steps(&mut self, position: Position, margin: i32, steps: &mut Vec<Step>) {
        let start = self.out.start(position, self.first);
        let (out, budget) = (&self.out, self.budget);
        let mut value = Value::new(out, &mut self.conceded, self.known.as_deref(), budget);
        let line = best_line(out, &mut value, &start, margin as i16, 80, budget);
        let end = line.last().map_or(start, |(_, state)| *state);
        let board = out.board.clone();
        let written = moves(line, |mv, state: &Playing| (state.mover.opponent(), mv.text(&board), state.position));
        let part = if end.ended { "one line" } else { "how one line begins" };
        let fact = format!("Black forces {margin} and White holds him to it; {part} of best play");
        let rules = self.rules.clone();
        steps.push(step(J1997_PLAYOUT_6, &rules, None, fact, written));
        if !end.ended {
            return;
        }
        steps.extend(self.life_steps(end.position));
        let life = self.out.clauses.apply(end.position);
        let counted = end.played & !life.dead & !life.seki;
        let n = Colour::ALL.map(|c| (end.position.of(c) & counted).count_ones());
        let fact = format!("living stones not in seki played during the play-out: Black {}, White {}", n[0], n[1]);
        steps.push(step(J1997_PLAYOUT_7, &rules, None, fact, Vec::new()));
        let territory = life.territory.map(Points::count_ones);
        let fact = format!(
            "territory {} - {}, prisoners of the play-out {:+} for Black, stones played {} - {}: Black minus White = {margin}",
            territory[0], territory[1], end.prisoners, n[0], n[1]
        );
        steps.push(step(J1997_RESULT, &rules, None, fact, Vec::new()));
    }

    /// life.1 to life.5 on a position.
    fn life_steps(&self, position: Position) -> Vec<Step> {
        let board = &self.out.board;
        let LifeAndDeath { dead, seki, territory, eyes_in_seki, dame } = self.out.clauses.apply(position);
        let mut steps = Vec::new();
        let mut add = |clause, key, fact| steps.push(step(clause, &self.rules, key, fact, Vec::new()));
        if dead != 0 {
            add(J1997_LIFE_1, Some("ko-stones"), format!("dead ko stones: {}", names(board, dead)));
        }
        for c in Colour::ALL {
            let eyes = territory[c.index()] | eyes_in_seki[c.index()];
            if eyes != 0 {
                add(J1997_LIFE_2, None, format!("eye points of {c}: {}", names(board, eyes)));
            }
        }
        if dame != 0 {
            add(J1997_LIFE_2, None, format!("dame: {}", names(board, dame)));
        }
        if seki != 0 {
            add(J1997_LIFE_4, None, format!("stones of groups that possess dame, in seki: {}", names(board, seki)));
        }
        for c in Colour::ALL {
            if territory[c.index()] != 0 {
                add(J1997_LIFE_5, None, format!("territory of {c}: {}", names(board, territory[c.index()])));
            }
        }
        steps
    }
}
