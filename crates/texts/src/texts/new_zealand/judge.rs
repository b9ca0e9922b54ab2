//! The rules of New Zealand: territory, the count of a position as it stands, and what it is worth if play goes on.
//!
//! The count is written over any kernel: the end of a recorded game is counted by the same functions.

use super::clauses::*;
use crate::board::{Board, Colour, Kernel, PointSet, Position};
use crate::law::area::{self, AreaPlay};
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
        Stays = "not agreed to be dead",
    }
}

/// The interpreter.
pub struct NewZealandInterpreter {
    pub(super) rules: RuleSet,
    pub(super) values: SuperkoValues<AreaPlay>,
}

/// nz.territory: a player's stones and, again and again, the empty points adjacent to his territory.
#[must_use]
pub fn territory<K: Kernel>(board: &K, stones: [K::Set; 2], player: Colour) -> K::Set {
    let empty = board.vacant(stones);
    let mut territory = stones[player.index()];
    loop {
        let more = territory | board.around(territory) & empty;
        if more == territory {
            return territory;
        }
        territory = more;
    }
}

/// nz.territory as claims.
#[must_use]
pub fn claims<K: Kernel>(board: &K, stones: [K::Set; 2]) -> Vec<Claim<K::Set>> {
    let of = |player: Colour| {
        let own = stones[player.index()];
        let empty = territory(board, stones, player).less(own);
        let stones = Claim::each(NZ_TERRITORY, player, "points of the player's stones", own, 1);
        stones.into_iter().chain(Claim::each(NZ_TERRITORY, player, "empty points next to territory", empty, 1))
    };
    Colour::ALL.into_iter().flat_map(of).collect()
}

/// nz.territory: cites which points are territory of both, or of nobody, where there are any.
pub(super) fn cite_shared<K: Kernel>(board: &K, stones: [K::Set; 2], trace: &mut Trace) {
    let [black, white] = Colour::ALL.map(|player| territory(board, stones, player));
    let (both, none) = (black & white, board.all().less(black | white));
    if !both.is_none() {
        trace.cite(NZ_TERRITORY, || format!("territory of both, which cancels out: {}", points(board, both)));
    }
    if !none.is_none() {
        trace.cite(NZ_TERRITORY, || format!("territory of nobody: {}", points(board, none)));
    }
}

impl NewZealandInterpreter {
    fn board(&self) -> &Board {
        &self.values.play().board
    }

    /// nz.dead, nz.territory: the position as it stands, nothing being agreed to be dead.
    fn counted(&self, position: Position, trace: &mut Trace) -> Verdict {
        let board = self.board();
        trace.cite_read(NZ_DEAD, &self.rules, Agreement::CHOICE, || "nothing is agreed to be dead".to_string());
        cite_shared(board, position.stones, trace);
        let claims = claims(board, position.stones);
        trace.count(board, &claims);
        let alive = |string| StringStatus { string, life: Life::Alive, by: Called::Stays.into(), clause: NZ_DEAD };
        area::verdict(board, position, board.strings(position).into_iter().map(alive).collect(), claims)
    }

    /// nz.dead.play-on, nz.move.repeat: what the position is worth if play goes on from it.
    fn played_on(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let first = match self.rules.read() {
            First::Black => Colour::Black,
            First::White => Colour::White,
        };
        trace.cite_read(NZ_DEAD, &self.rules, Agreement::CHOICE, || {
            "play goes on from the position, before which no move was made".to_string()
        });
        trace.cite_read(NZ_START, &self.rules, First::CHOICE, || format!("{first} moves first"));
        let words = Wording {
            value: NZ_TERRITORY,
            how: "",
            superko: NZ_MOVE_REPEAT,
            forbids: "no play may lead to a position that a move of the same player has led to",
        };
        let (board, superko) = (self.board().clone(), self.rules.applies(NZ_MOVE_REPEAT));
        further::verdict(&mut self.values, &board, (position, first), superko, &words, trace)
    }
}

impl Interpreter for NewZealandInterpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let verdict = match self.rules.read() {
            Agreement::AsItStands => self.counted(position, trace),
            Agreement::PlayOut => self.played_on(position, trace),
        };
        if let Some(margin) = verdict.outcome.margin() {
            trace.cite(NZ_WINNER, || match margin {
                0 => "equal points: nobody wins".to_string(),
                _ => format!("more points win: {}", verdict.outcome),
            });
        }
        verdict
    }
}
