//! The Chinese rules: what can be taken, and the count of stones and points.
//!
//! The count is written over any kernel: the end of a recorded game is counted by the same functions.

use super::clauses::*;
use crate::board::{Board, Colour, Kernel, PointSet, Position};
use crate::law::area::{self, between, surrounded};
use crate::law::trace::points;
use crate::law::verdict::{Claim, Life as Lives, StringStatus, Verdict};
use crate::law::words::called;
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::texts::escape;
use crate::texts::mindsports::answers::ContinuationSolver;

called! {
    /// What the text calls a string.
    pub enum Called {
        /// Alive.
        CannotBeTaken = "cannot be taken",
        /// Dead.
        CanBeTaken = "can be taken",
        /// Alive where nothing has been confirmed.
        NotConfirmed = "not confirmed to be dead",
    }
}

const WORDS: escape::Words = escape::Words {
    alive: (Called::CannotBeTaken.word(), CN_8_ALIVE),
    dead: (Called::CanBeTaken.word(), CN_8_DEAD),
    choice: Life::CHOICE,
    though: |_| String::new(),
};

/// The interpreter.
pub struct ChineseInterpreter {
    pub(super) rules: RuleSet,
    pub(super) board: Board,
    /// The continuation in which it is asked what can be taken.
    pub(super) ask: ContinuationSolver,
}

/// Whether it is asked at all what can be taken.
#[must_use]
pub fn asks(rules: &RuleSet) -> bool {
    rules.applies(CN_8_DEAD) && rules.read::<Life>() != Life::AsItStands
}

/// cn.9.count as claims: living stones, and the points that they surround.
#[must_use]
pub fn claims<K: Kernel>(board: &K, living: [K::Set; 2]) -> Vec<Claim<K::Set>> {
    let of = |player: Colour| {
        let stones = Claim::each(CN_9_COUNT, player, "living stones", living[player.index()], 1);
        let around = surrounded(board, living, player);
        stones.into_iter().chain(Claim::each(CN_9_COUNT, player, "points that they surround", around, 1))
    };
    Colour::ALL.into_iter().flat_map(of).collect()
}

/// cn.9.between: cites the points between living stones of both, where there are any.
pub(super) fn cite_between<K: Kernel>(board: &K, living: [K::Set; 2], trace: &mut Trace) {
    let between = between(board, living);
    if !between.is_none() {
        trace.cite(CN_9_BETWEEN, || format!("half for each player: {}", points(board, between)));
    }
}

/// cn.9.base: what the count comes to.
pub(super) fn cite_base(points: usize, margin: i32, trace: &mut Trace) {
    let half = |twice: i32| format!("{}{}", twice / 2, if twice % 2 == 0 { "" } else { ".5" });
    trace.cite(CN_9_BASE, || {
        let all = points as i32;
        let base = half(all);
        match margin {
            0 => format!("both have {base}, half of the points of the board: a draw"),
            _ => format!("the winner has {}, more than {base}", half(all + margin.abs())),
        }
    });
}

impl ChineseInterpreter {
    /// cn.8, of each string.
    fn lives(&mut self, position: Position, trace: &mut Trace) -> Vec<StringStatus> {
        let ChineseInterpreter { rules, board, ask } = self;
        if asks(rules) {
            return escape::lives(ask, (board, position), &WORDS, rules, trace);
        }
        if rules.applies(CN_8_DEAD) {
            trace.cite_read(CN_8_DEAD, rules, Life::CHOICE, || "nothing is confirmed to be dead".to_string());
        }
        let alive =
            |string| StringStatus { string, life: Lives::Alive, by: Called::NotConfirmed.into(), clause: CN_8_ALIVE };
        board.strings(position).into_iter().map(alive).collect()
    }

    /// cn.9, once it is known which strings are dead.
    fn counted(&self, position: Position, strings: Vec<StringStatus>, trace: &mut Trace) -> Verdict {
        let dead = if self.rules.applies(CN_9_OFF) { escape::dead_stones(&strings) } else { 0 };
        let living = position.without(dead);
        if dead != 0 {
            trace.cite(CN_9_OFF, || format!("taken off: {}", points(&self.board, dead)));
        }
        cite_between(&self.board, living.stones, trace);
        let claims = claims(&self.board, living.stones);
        trace.count(&self.board, &claims);
        area::verdict(&self.board, living, strings, claims)
    }
}

impl Interpreter for ChineseInterpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let strings = self.lives(position, trace);
        let judge = |strings, trace: &mut Trace| self.counted(position, strings, trace);
        let counted = escape::counted(&self.board, &strings, &WORDS, &self.rules, trace, judge);
        let all = self.board.len() as i32;
        let verdict = counted.unwrap_or_else(|| escape::undecided(&self.board, strings, [-all, all]));
        if let Some(margin) = verdict.outcome.margin() {
            cite_base(self.board.len(), margin, trace);
        }
        verdict
    }
}
