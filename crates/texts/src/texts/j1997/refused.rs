//! The play-out by `endless=refused`: every offer of no result having been refused, no play recreates a position of the play-out
//! (j1997.no-result.refused).
//!
//! Positions are compared, not what else a state says: who is to move, bans, on which points ko stones were captured. The position that the
//! play-out starts from is one of it. A pass, normal or for a ko, recreates nothing. Every play-out has an end, as there are finitely many
//! positions and between two plays there are only as many passes as there are bans to lift, but for two normal ones; so there is always a
//! value, and no limit on the stones removed.

use super::game::{PlayOut, Playing, UNBOUNDED};
use super::search::{Asking, Value, gain_at_most};
use crate::board::{Colour, Position};
use crate::law::trace::ruled;
use crate::law::verdict::Outcome;
use crate::law::{KoMove, LineMove, RuleSet};
use crate::solve::Bounds;
use crate::solve::recreated::{Sequences, Unrecreated};
use crate::solve::score::{Score, Scores};
use crate::texts::j1997::clauses::*;

impl Unrecreated for PlayOut {
    type Position = Position;

    fn position(&self, state: &Playing) -> Position {
        state.position
    }

    fn makes(&self, mv: &KoMove) -> bool {
        matches!(mv, KoMove::Play(_))
    }

    fn level(&self, state: &Playing) -> (Playing, i16) {
        (Playing { prisoners: 0, ..*state }, state.prisoners)
    }

    /// A player may always pass; after a pass that ends the play-out.
    fn known(&self, state: &Playing) -> Bounds<i16> {
        if state.ended {
            return Bounds::exactly(self.value(state));
        }
        let most = |player| gain_at_most(&self.board, state.position, state.played, player);
        let lower = state.prisoners - most(Colour::White);
        let upper = state.prisoners + most(Colour::Black);
        match (state.passed, state.mover) {
            (true, Colour::Black) => Bounds { lower: lower.max(self.looks(state)), upper },
            (true, Colour::White) => Bounds { lower, upper: upper.min(self.looks(state)) },
            (false, _) => Bounds { lower, upper },
        }
    }

    fn looks(&self, state: &Playing) -> i16 {
        state.prisoners + self.count(state.position, state.played)
    }
}

/// The largest boards on which every position is judged so.
pub const MOST_CARRIED: usize = 6;

/// The longest line shown.
const MOST_MOVES: usize = 80;
/// What the same play-out by another reading may cost: one of so many parts.
const FOR_ANOTHER_READING: usize = 16;

impl Asking {
    /// The value of a play-out in which no position is recreated, of which these bounds are known; if it is decided and `shows`, a sequence
    /// of best play with the state that it comes to.
    pub(super) fn refused(
        &mut self,
        start: &Playing,
        known: Bounds<i16>,
        shows: bool,
    ) -> (Bounds<i16>, Option<(Vec<LineMove>, Playing)>) {
        let guess = self.guess(start).clamp(known.lower, known.upper);
        let (out, board) = (&self.out, &self.out.board);
        let mut sequences = Sequences::new(out, start, self.budget);
        let found = sequences.value(start, guess).within(known);
        let Some(value) = found.decided().filter(|_| shows) else { return (found, None) };
        let line = sequences.line(start, value, MOST_MOVES);
        let end = line.last().map_or(*start, |(_, state)| *state);
        let of = |mv: &KoMove, state: &Playing| (state.mover.opponent(), mv.text(board), state.position);
        (found, Some((ruled(out, board, start, &line, of), end)))
    }

    /// What the play-out is likely to be worth: what it is worth where positions may be recreated.
    fn guess(&mut self, start: &Playing) -> i16 {
        if self.searches {
            return self.out.looks(start);
        }
        let out = PlayOut { endless: Endless::GainWins, ..self.out.clone() };
        let mut value = Value::new(&out, &mut self.conceded, None, self.budget.part(FOR_ANOTHER_READING));
        let score = Scores::default().score(&out, &mut value, start, self.budget.part(FOR_ANOTHER_READING));
        score.lo.decided().filter(|lo| lo.abs() < UNBOUNDED).unwrap_or_else(|| self.out.looks(start))
    }

    /// What the play-out comes to by another way to read `endless`; `None` where a play-out is searched, not listed.
    pub(super) fn by(&self, rules: &RuleSet, endless: Endless, start: &Playing) -> Option<Outcome> {
        if self.searches {
            return None;
        }
        let out = PlayOut::new(&rules.clone().reading(endless), &self.out.board);
        let budget = self.budget.part(FOR_ANOTHER_READING);
        let mut conceded = Default::default();
        let mut value = Value::new(&out, &mut conceded, None, budget);
        let score = Scores::default().score(&out, &mut value, start, budget);
        Some(out.outcome(score))
    }
}

impl PlayOut {
    /// What these bounds of `lo` and `hi` say.
    pub(super) fn outcome(&self, score: Score) -> Outcome {
        let most = 3 * self.board.len() as i16;
        let bounded = |v: i16| i32::from(v.clamp(-most, most));
        match (score.lo.decided(), score.hi.decided()) {
            (Some(lo), Some(hi)) if lo == hi => Outcome::Margin(i32::from(lo)),
            (Some(lo), Some(hi)) => Outcome::NoResult { lo: i32::from(lo), hi: i32::from(hi) },
            _ => Outcome::Undecided { lo: bounded(score.lo.lower), hi: bounded(score.hi.upper) },
        }
    }
}
