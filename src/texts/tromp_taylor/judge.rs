//! Tromp-Taylor: the score of a position as it stands, and what it is worth if the game goes on.

use super::clauses::*;
use super::game::{Turns, reaching};
use crate::board::{Board, Colour, Points, Position, points_of};
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
use crate::law::{Interpreter, RuleSet};
use crate::solve::Budget;
use crate::solve::superko::{Value, Values};

/// Why a string is alive: nothing is taken off a grid that is counted.
pub const COUNTED: &str = "on the grid";

/// The interpreter.
pub struct TrompTaylor {
    pub(super) rules: RuleSet,
    pub(super) values: Values<Turns>,
}

/// tt.9: the empty points from which the player's colour alone is reached.
#[must_use]
pub fn reaching_only(board: &Board, position: Position, player: Colour) -> Points {
    let empty = board.empty(position);
    let reaches = |colour| reaching(board, empty, position.of(colour));
    reaches(player) & !reaches(player.opponent())
}

/// tt.9: the points that a player scores.
#[must_use]
pub fn score(board: &Board, position: Position, player: Colour) -> Points {
    position.of(player) | reaching_only(board, position, player)
}

impl TrompTaylor {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: &Board, budget: Budget) -> TrompTaylor {
        TrompTaylor { rules, values: Values::new(Turns::new(board), budget) }
    }

    pub(super) fn board(&self) -> &Board {
        self.values.play().board()
    }

    /// tt.5: who has the next turn.
    pub(super) fn first(&self) -> Colour {
        match self.rules.read() {
            First::Black => Colour::Black,
            First::White => Colour::White,
        }
    }

    /// tt.9 for the position as it stands.
    fn counted(&self, position: Position) -> Verdict {
        let board = self.board();
        let mut points = vec![PointStatus::Stone; board.len()];
        points_of(board.empty(position)).for_each(|p| points[p] = PointStatus::Dame);
        let mut claims = Vec::new();
        let mut claim = |player, what, points: Points| {
            let value = points.count_ones() as i32;
            claims.extend((value > 0).then_some(Claim { clause: TT_9, player, what, points, value }));
        };
        for player in Colour::ALL {
            let only = reaching_only(board, position, player);
            points_of(only).for_each(|p| points[p] = PointStatus::Territory(player));
            claim(player, "points of the player's colour", position.of(player));
            claim(player, "empty points that reach only that colour", only);
        }
        let alive = |string| StringStatus { string, life: Life::Alive, by: COUNTED };
        let strings = board.strings(position).into_iter().map(alive).collect();
        let status = Some(Status { strings, points });
        let margin = claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        Verdict { outcome: tie_or_win(margin), status, claims, notes: Notes::default() }.in_order()
    }

    /// tt.6: what the position is worth if the game goes on from it.
    pub(super) fn value(&mut self, position: Position) -> Value {
        let (first, superko) = (self.first(), self.rules.applies(TT_6));
        self.values.value(position, first, superko)
    }

    fn played_out(&mut self, position: Position) -> Verdict {
        let Value { worth, history, undecided } = self.value(position);
        let (lo, hi) = (i32::from(worth.lower), i32::from(worth.upper));
        let outcome = match (undecided, lo == hi) {
            (true, _) => Outcome::Undecided { lo, hi },
            (false, true) => tie_or_win(lo),
            (false, false) => Outcome::NoResult { lo, hi },
        };
        let player = if lo < 0 { Colour::White } else { Colour::Black };
        let what = "value of further play";
        let claim = Claim { clause: TT_9, player, what, points: 0, value: lo.abs() };
        let claims = if outcome.margin().is_some_and(|m| m != 0) { vec![claim] } else { Vec::new() };
        Verdict { outcome, status: None, claims, notes: Notes { history } }
    }
}

/// tt.10.
fn tie_or_win(margin: i32) -> Outcome {
    Outcome::Margin(margin)
}

impl Interpreter for TrompTaylor {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// tt.8: a position that is the end of a game is counted; from another one the game goes on.
    fn judge(&mut self, position: Position) -> Verdict {
        match self.rules.read() {
            Agreement::AsItStands => self.counted(position),
            Agreement::PlayOut => self.played_out(position),
        }
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let verdict = self.judge(position);
        let steps = self.steps(position, &verdict);
        (verdict, steps)
    }
}
