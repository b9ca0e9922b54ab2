//! The AGA rules: what is dead, territory, and the score by either count.

use super::clauses::*;
use super::count::{cite_dame, count};
use super::game::Resumption;
use crate::board::{Board, Colour, Position};
use crate::law::further::{self, Wording};
use crate::law::verdict::{Life, Notes, Outcome, StringStatus, Verdict};
use crate::law::words::called;
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::solve::superko::{State, SuperkoValues};
use crate::texts::escape;
use crate::texts::mindsports::answers::ContinuationSolver;

called! {
    /// What the text calls a string.
    pub enum Called {
        /// Alive.
        NotAgreedDead = "not agreed to be dead",
        /// Dead.
        CannotEscape = "could not escape capture",
    }
}

const WORDS: escape::Words = escape::Words {
    alive: (Called::NotAgreedDead.word(), AGA_9_DEAD),
    dead: (Called::CannotEscape.word(), AGA_9_DEAD),
    choice: Agreement::CHOICE,
    though: |string| format!(" though {} moves first", string.colour),
};

/// The interpreter, for either count.
pub struct AgaInterpreter {
    pub(super) rules: RuleSet,
    pub(super) values: SuperkoValues<Resumption>,
    /// The continuation in which it is asked what is dead.
    pub(super) ask: ContinuationSolver,
}

impl AgaInterpreter {
    fn board(&self) -> &Board {
        self.values.play().board()
    }

    /// aga.2: who moves first in further play.
    fn first(&self) -> Colour {
        match self.rules.read() {
            First::Black => Colour::Black,
            First::White => Colour::White,
        }
    }

    /// aga.9.dead, of each string: with `best-play` those are agreed to be dead that cannot escape.
    fn lives(&mut self, position: Position, trace: &mut Trace) -> Vec<StringStatus> {
        let applied = self.rules.applies(AGA_9_DEAD);
        if applied && self.rules.read::<Agreement>() == Agreement::BestPlay {
            let AgaInterpreter { rules, values, ask } = self;
            return escape::lives(ask, (values.play().board(), position), &WORDS, rules, trace);
        }
        if applied {
            trace.cite_read(AGA_9_DEAD, &self.rules, Agreement::CHOICE, || "nothing is agreed to be dead".to_string());
        }
        let alive =
            |string| StringStatus { string, life: Life::Alive, by: Called::NotAgreedDead.into(), clause: AGA_9_DEAD };
        self.board().strings(position).into_iter().map(alive).collect()
    }

    /// aga.12: the score with what is dead taken off.
    fn counted(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let strings = self.lives(position, trace);
        let judge = |strings, trace: &mut Trace| self.without_dead(position, strings, trace);
        let counted = escape::counted(self.board(), &strings, &WORDS, &self.rules, trace, judge);
        counted.unwrap_or_else(|| self.undecided(position, strings))
    }

    /// The same, once it is known which strings are dead.
    fn without_dead(&self, position: Position, strings: Vec<StringStatus>, trace: &mut Trace) -> Verdict {
        let board = self.board();
        let removed = escape::dead_stones(&strings);
        let after = position.without(removed);
        cite_dame(board, after.stones, trace);
        let claims = count(&self.rules, board, position.stones, removed);
        trace.count(board, &claims);
        crate::law::area::verdict(board, after, strings, claims)
    }

    fn undecided(&self, position: Position, strings: Vec<StringStatus>) -> Verdict {
        let empty = self.board().empty(position).count_ones() as i32;
        let stones = Colour::ALL.map(|c| position.of(c).count_ones() as i32);
        let most = |mine: i32, theirs: i32| match self.rules.text.counts_stones(&self.rules) {
            true => empty + mine + theirs,
            false => empty + 2 * theirs,
        };
        escape::undecided(self.board(), strings, [-most(stones[1], stones[0]), most(stones[0], stones[1])])
    }

    /// What has to be added to the area of an end: with aga.7 and aga.11 prisoners and passes make up for the stones on the board, but
    /// for those that were there at the start.
    fn besides(&self, position: Position) -> i32 {
        let stones = |c| position.of(c).count_ones() as i32;
        if self.rules.text.counts_stones(&self.rules) { 0 } else { stones(Colour::White) - stones(Colour::Black) }
    }

    /// aga.2, aga.6: what further play from the position comes to.
    fn resumed(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let (first, superko) = (self.first(), self.rules.applies(AGA_6));
        if self.rules.applies(AGA_9_DEAD) {
            trace.cite_read(AGA_9_DEAD, &self.rules, Agreement::CHOICE, || {
                "play goes on from the position, which is the whole history".to_string()
            });
        }
        trace.cite_read(AGA_2, &self.rules, First::CHOICE, || format!("{first} moves first"));
        let value = self.values.value(position, first, superko);
        let evenly = self.rules.applies(AGA_7) && self.rules.applies(AGA_11);
        let clause = self.rules.text.score_clause();
        let outcome = if evenly || self.rules.text.counts_stones(&self.rules) {
            further::outcome(value).plus(self.besides(position))
        } else {
            // Unless passes are paid for the counts are games of their own, of which this one is not solved.
            let most = 3 * self.board().len() as i32;
            Outcome::Undecided { lo: -most, hi: most }
        };
        if trace.is_kept() {
            self.shown(State::new(position, first), outcome, trace);
        }
        let claims = further::claims(clause, outcome);
        Verdict { outcome, status: None, claims, notes: Notes { history: value.history } }
    }

    /// What the value of further play rests on.
    fn shown(&mut self, start: State, outcome: Outcome, trace: &mut Trace) {
        let (besides, board) = (self.besides(start.position), self.board().clone());
        let Some(margin) = outcome.margin() else {
            let why = match outcome {
                Outcome::Undecided { .. } => "the budget ran out, or passes are not paid for",
                _ => "only a cycle keeps the players apart",
            };
            return trace.cite(self.rules.text.score_clause(), || format!("{outcome}: {why}"));
        };
        let area = margin - besides;
        let forbids = "no position may come back with the same player to move";
        let words = Wording { value: AGA_12_BY_AREA, how: " by area", superko: AGA_6, forbids };
        further::show(&mut self.values, &board, &start, area, &words, trace);
        self.prisoners(besides, margin, trace);
    }

    /// aga.7, aga.11, aga.12.by-territory: how the count by territory comes from the area.
    fn prisoners(&self, besides: i32, margin: i32, trace: &mut Trace) {
        if self.rules.text.counts_stones(&self.rules) {
            return;
        }
        trace.cite(AGA_7, || "each pass hands over a stone".to_string());
        trace.cite(AGA_11, || {
            "both end with equally many moves, so that prisoners and pass stones make up for what further play puts on the board"
                .to_string()
        });
        trace.cite(AGA_12_BY_TERRITORY, || {
            let area = margin - besides;
            format!("area {area:+}, stones that stood at the start {besides:+}: Black minus White = {margin}")
        });
    }
}

impl Interpreter for AgaInterpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        match self.rules.read() {
            Agreement::AsItStands | Agreement::BestPlay => self.counted(position, trace),
            Agreement::PlayOut => self.resumed(position, trace),
        }
    }
}
