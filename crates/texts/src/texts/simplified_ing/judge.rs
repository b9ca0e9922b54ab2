//! The Simplified Ing rules: the score of a position as it stands, and what it is worth if moving is resumed.
//!
//! The score is written over any kernel: the end of a recorded game is counted by the same functions.

use super::clauses::*;
use crate::board::{Board, Colour, Kernel, PointSet, Position};
use crate::law::area::{self, AreaPlay, surrounded};
use crate::law::further::{self, Wording};
use crate::law::trace::points;
use crate::law::verdict::{Claim, Life, StringStatus, Verdict};
use crate::law::words::called;
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::solve::superko::SuperkoValues;

called! {
    /// What the text calls a string.
    pub enum Called {
        /// Alive.
        NotRemoved = "not agreed to be removed",
    }
}

/// The interpreter.
pub struct SimplifiedIngInterpreter {
    pub(super) rules: RuleSet,
    pub(super) values: SuperkoValues<AreaPlay>,
}

/// ing.score as claims: intersections with the player's stones, and those of empty regions adjacent to such intersections only.
#[must_use]
pub fn claims<K: Kernel>(board: &K, stones: [K::Set; 2]) -> Vec<Claim<K::Set>> {
    let of = |player: Colour| {
        let own = Claim::each(ING_SCORE, player, "intersections with the player's stones", stones[player.index()], 1);
        let empty = surrounded(board, stones, player);
        own.into_iter().chain(Claim::each(ING_SCORE, player, "empty regions adjacent to these only", empty, 1))
    };
    Colour::ALL.into_iter().flat_map(of).collect()
}

/// ing.score: cites which empty intersections score for nobody, where there are any.
pub(super) fn cite_nobodys<K: Kernel>(board: &K, stones: [K::Set; 2], trace: &mut Trace) {
    let owned = Colour::ALL.into_iter().fold(K::Set::default(), |all, player| all | surrounded(board, stones, player));
    let nobodys = board.vacant(stones).less(owned);
    if !nobodys.is_none() {
        trace.cite(ING_SCORE, || format!("not adjacent to stones of one player only: {}", points(board, nobodys)));
    }
}

impl SimplifiedIngInterpreter {
    fn board(&self) -> &Board {
        &self.values.play().board
    }

    /// ing.agreement, ing.score: the position as it stands, no region being agreed to be removed.
    fn scored(&self, position: Position, trace: &mut Trace) -> Verdict {
        let board = self.board();
        trace.cite_read(ING_AGREEMENT, &self.rules, Agreement::CHOICE, || {
            "no region is agreed to be removed".to_string()
        });
        cite_nobodys(board, position.stones, trace);
        let claims = claims(board, position.stones);
        trace.count(board, &claims);
        let alive =
            |string| StringStatus { string, life: Life::Alive, by: Called::NotRemoved.into(), clause: ING_AGREEMENT };
        area::verdict(board, position, board.strings(position).into_iter().map(alive).collect(), claims)
    }

    /// ing.disagreement, ing.repetition: what the position is worth if moving is resumed from it.
    fn resumed(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let first = match self.rules.read() {
            First::Black => Colour::Black,
            First::White => Colour::White,
        };
        trace.cite_read(ING_AGREEMENT, &self.rules, Agreement::CHOICE, || {
            "moving is resumed from the position, which is the whole history".to_string()
        });
        trace.cite_read(ING_START, &self.rules, First::CHOICE, || format!("{first} moves first"));
        let forbids = "no play may recreate a position";
        let words = Wording { value: ING_SCORE, how: "", superko: ING_REPETITION, forbids };
        let (board, superko) = (self.board().clone(), self.rules.applies(ING_REPETITION));
        further::verdict(&mut self.values, &board, (position, first), superko, &words, trace)
    }
}

impl Interpreter for SimplifiedIngInterpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let verdict = match self.rules.read() {
            Agreement::AsItStands => self.scored(position, trace),
            Agreement::PlayOut => self.resumed(position, trace),
        };
        if let Some(margin) = verdict.outcome.margin() {
            trace.cite(ING_RESULT, || match margin {
                0 => "equal scores: a tie".to_string(),
                _ => format!("the greater score wins: {}", verdict.outcome),
            });
        }
        verdict
    }
}
