//! Tromp-Taylor: the score of a position as it stands, and what it is worth if the game goes on.

use super::clauses::*;
use super::count::{cite_dame, claims, reaching_only};
use super::game::Turns;
use crate::board::{Board, Colour, Position, points_of};
use crate::law::further::{self, Wording};
use crate::law::verdict::{Life, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::words::called;
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::solve::superko::{State, SuperkoValues};

called! {
    /// What the text calls a string.
    pub enum Called {
        /// Alive: nothing is taken off a grid that is counted.
        Counted = "on the grid",
    }
}

/// The interpreter.
pub struct TrompTaylorInterpreter {
    pub(super) rules: RuleSet,
    pub(super) values: SuperkoValues<Turns>,
}

impl TrompTaylorInterpreter {
    fn board(&self) -> &Board {
        self.values.play().board()
    }

    /// tt.5: who has the next turn.
    fn first(&self) -> Colour {
        match self.rules.read() {
            First::Black => Colour::Black,
            First::White => Colour::White,
        }
    }

    /// tt.9 for the position as it stands.
    fn counted(&self, position: Position, trace: &mut Trace) -> Verdict {
        let board = self.board();
        let mut points = vec![PointStatus::Dame; board.len()];
        points_of(position.occupied()).for_each(|p| points[p] = PointStatus::Stone);
        for player in Colour::ALL {
            points_of(reaching_only(board, position, player)).for_each(|p| points[p] = PointStatus::Territory(player));
        }
        cite_dame(board, position.stones, trace);
        let claims = claims(board, position.stones);
        trace.count(board, &claims);
        let alive = |string| StringStatus { string, life: Life::Alive, by: Called::Counted.into(), clause: TT_9 };
        let strings = board.strings(position).into_iter().map(alive).collect();
        let outcome = Outcome::Margin(margin(&claims));
        Verdict { outcome, status: Some(Status { strings, points }), claims, notes: Notes::default() }.in_order()
    }

    /// tt.5, tt.6, tt.9: what the position is worth if the game goes on from it.
    fn played_out(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let (first, superko) = (self.first(), self.rules.applies(TT_6));
        trace.cite_read(TT_5, &self.rules, First::CHOICE, || format!("{first} has the next turn"));
        let value = self.values.value(position, first, superko);
        let outcome = further::outcome(value);
        if trace.is_kept() {
            self.shown(State::new(position, first), outcome, trace);
        }
        let claims = further::claims(TT_9, outcome);
        Verdict { outcome, status: None, claims, notes: Notes { history: value.history } }
    }

    /// What the value of further play rests on.
    fn shown(&mut self, start: State, outcome: Outcome, trace: &mut Trace) {
        let Some(value) = outcome.margin() else {
            let undecided = matches!(outcome, Outcome::Undecided { .. });
            let why = if undecided { "the budget ran out" } else { "only a cycle keeps the players apart" };
            return trace.cite(TT_9, || format!("{outcome}: {why}"));
        };
        let words = Wording { value: TT_9, how: "", superko: TT_6, forbids: "no colouring may come back" };
        let board = self.board().clone();
        further::show(&mut self.values, &board, &start, value, &words, trace);
    }
}

/// tt.10.
fn tie_or_win(outcome: Outcome, trace: &mut Trace) {
    if let Some(margin) = outcome.margin() {
        trace.cite(TT_10, || match margin {
            0 => "equal scores: a tie".to_string(),
            _ => format!("the higher score wins: {outcome}"),
        });
    }
}

impl Interpreter for TrompTaylorInterpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// tt.8: a position that is the end of a game is counted; from another one the game goes on.
    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let ends = self.rules.read::<Agreement>() == Agreement::AsItStands;
        trace.cite_read(TT_8, &self.rules, Agreement::CHOICE, || {
            let counted = "the position is the end of a game; what stands on the grid is counted";
            if ends { counted } else { "the game goes on from the position, which is the whole history" }.to_string()
        });
        let verdict = if ends { self.counted(position, trace) } else { self.played_out(position, trace) };
        tie_or_win(verdict.outcome, trace);
        verdict
    }
}
