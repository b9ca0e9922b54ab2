//! Japanese 1997: what a final position comes to as it stands ([`super::life`]), or by a play-out to completion (its clauses 2, 6 and 7),
//! and the result.

use super::finished;
use super::search::Asking;
use crate::board::{Board, Colour, Points, Position, StoneString, points_of};
use crate::law::facts::Facts;
use crate::law::verdict::{Life, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::words::called;
use crate::law::{ClauseId, Interpreter, Reading, RuleSet, Trace};
use crate::solve::line::Forced;
use crate::solve::score::Score;
use crate::solve::{Bounds, Budget};
use crate::texts::j1997::clauses::*;

use super::game::*;

called! {
    /// What the text calls a string.
    pub enum Called {
        /// Dead (life.1).
        KoStone = "ko stone",
        /// In seki (life.4).
        HasDame = "its group possesses dame",
        /// Alive (life.1).
        NoKoStone = "not a ko stone",
    }
}

/// The interpreter.
pub struct J1997Interpreter {
    pub(super) rules: RuleSet,
    /// The play-out: who is asked what it comes to.
    pub(super) ask: Asking,
}

impl J1997Interpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> J1997Interpreter {
        let ask = Asking::new(PlayOut::new(&rules, &board), budget, facts);
        J1997Interpreter { rules, ask }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(mut self) -> J1997Interpreter {
        self.ask.searches = true;
        self
    }

    /// Reading `agreement=as-it-stands`: life.1 to life.5 on the final position.
    fn as_it_stands(&self, position: Position, trace: &mut Trace) -> Verdict {
        let PlayOut { board, clauses, .. } = &self.ask.out;
        let life = clauses.apply(board, position.stones, trace);
        let status = |string: StoneString| {
            let (life, by, clause) = if string.stones & life.dead != 0 {
                (Life::Dead, Called::KoStone, J1997_LIFE_1)
            } else if string.stones & life.seki != 0 {
                (Life::Seki, Called::HasDame, J1997_LIFE_4)
            } else {
                (Life::Alive, Called::NoKoStone, J1997_LIFE_1)
            };
            StringStatus { string, life, by: by.into(), clause }
        };
        let strings = board.strings(position).into_iter().map(status).collect();
        let mut points = vec![PointStatus::Stone; board.len()];
        let lifted = if clauses.ko_stones_are_prisoners { life.dead } else { 0 };
        points_of(life.dame | lifted).for_each(|p| points[p] = PointStatus::Dame);
        for c in Colour::ALL {
            points_of(life.territory[c.index()]).for_each(|p| points[p] = PointStatus::Territory(c));
            points_of(life.eyes_in_seki[c.index()]).for_each(|p| points[p] = PointStatus::EyeInSeki(c));
        }
        let claims = clauses.claims::<Board>(position.stones, &life);
        trace.count(board, &claims);
        let outcome = Outcome::Margin(margin(&claims));
        Verdict { outcome, status: Some(Status { strings, points }), claims, notes: Notes::default() }
    }

    /// playout.2: play goes on from the final position, and the player who passed first moves first.
    fn play_out(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let first = if self.rules.read::<First>() == First::White { Colour::White } else { Colour::Black };
        let start = self.ask.out.start(position, first);
        trace.cite_read(J1997_PLAYOUT_2, &self.rules, First::CHOICE, || {
            format!("the play-out starts from the final position; {first} passed first and moves first")
        });
        let seen = self.ask.seen(&self.rules, position);
        if let Some((known, sights)) = &seen
            && let Some(value) = known.decided().map(i32::from)
            && let Some(sight) = sights.seen().find(|sight| finished::of_play_out(&self.rules, sight) == [value; 2])
        {
            finished::cite(sight, value, trace);
            return result(Outcome::Margin(value));
        }
        let known = seen.map_or(Bounds { lower: -UNBOUNDED, upper: UNBOUNDED }, |(known, _)| known);
        if self.ask.out.endless == Endless::Refused {
            return result(self.played_out_once(&start, known, trace));
        }
        let (score, forced) =
            if trace.is_kept() { self.ask.proved_score(&start, known) } else { (self.ask.score(&start, known), None) };
        let outcome = self.ask.out.outcome(score);
        if trace.is_kept() {
            self.played_out(&start, outcome, forced, trace);
        }
        result(outcome)
    }

    /// Reading `endless=refused`: what play comes to if no position of the play-out is recreated, with a line of it.
    fn played_out_once(&mut self, start: &Playing, known: Bounds<i16>, trace: &mut Trace) -> Outcome {
        let (value, shown) = self.ask.refused(start, known, trace.is_kept());
        let outcome = self.ask.out.outcome(Score { lo: value, hi: value });
        if !trace.is_kept() {
            return outcome;
        }
        let without = self.ask.by(&self.rules, Endless::NeverEnds, start).filter(|other| *other != outcome);
        trace.cite_read(J1997_NO_RESULT, &self.rules, Endless::CHOICE, || {
            let decides =
                without.map_or(String::new(), |other| format!("; by endless=never-ends it would come to {other}"));
            format!("every offer of no result is refused, and positions of the play-out are not recreated{decides}")
        });
        match (outcome, shown) {
            (Outcome::Margin(margin), Some((line, end))) => {
                let part = if end.has_ended() { "one line" } else { "how one line begins" };
                trace.show(J1997_PLAYOUT_6, || {
                    (format!("Black forces {margin} and White holds him to it; {part} of best play"), line)
                });
                if end.has_ended() {
                    self.completed(&end, trace);
                }
            }
            _ => self.ran_out(outcome, trace),
        }
        outcome
    }

    /// playout.6: the play-out is undecided.
    fn ran_out(&self, outcome: Outcome, trace: &mut Trace) {
        if let Outcome::Undecided { lo, hi } = outcome {
            trace.cite(J1997_PLAYOUT_6, || format!("undecided between {lo} and {hi}: the budget ran out"));
        }
    }

    /// no-result, where the value rests on what this project makes of an endless gain, if it can be told.
    fn gains(&self, start: &Playing, outcome: Outcome, trace: &mut Trace) {
        if self.ask.out.endless != Endless::GainWins {
            return;
        }
        let other = self.ask.by(&self.rules, Endless::NeverEnds, start);
        let told = |other: &Outcome| *other != outcome && !matches!(other, Outcome::Undecided { .. });
        if let Some(other) = other.filter(told) {
            trace.cite_read(J1997_NO_RESULT, &self.rules, Endless::CHOICE, || {
                format!(
                    "whoever gains stones without end wins; the text only prohibits that positions are recreated, if an offer of no \
                     result is refused. By endless=never-ends it comes to {other}"
                )
            });
        }
    }

    /// playout.6, or that there is no result: what play has come to, with a line of it.
    fn played_out(&mut self, start: &Playing, outcome: Outcome, forced: Option<Forced<Playing>>, trace: &mut Trace) {
        match outcome {
            Outcome::Margin(margin) => {
                let Some(mut forced) = forced else { return };
                let (line, end) = self.ask.best_line(start, &mut forced);
                let part = if end.has_ended() { "one line" } else { "how one line begins" };
                trace.show(J1997_PLAYOUT_6, || {
                    (format!("Black forces {margin} and White holds him to it; {part} of best play"), line)
                });
                for clause in [J1997_PLAYOUT_3, J1997_PLAYOUT_4, J1997_PLAYOUT_5] {
                    self.decides(clause, start, margin, &mut forced, trace);
                }
                self.gains(start, outcome, trace);
                if end.has_ended() {
                    self.completed(&end, trace);
                }
            }
            Outcome::NoResult { lo, hi } => trace.cite_read(J1997_NO_RESULT, &self.rules, Endless::CHOICE, || {
                format!(
                    "Black forces {lo} and White holds him to {hi}: only an endless cycle keeps them apart, no result"
                )
            }),
            Outcome::Undecided { .. } => self.ran_out(outcome, trace),
        }
    }

    /// playout.3, playout.4, playout.5, where the value of the play-out rests on one of them.
    fn decides(
        &mut self,
        clause: ClauseId,
        start: &Playing,
        margin: i32,
        forced: &mut Forced<Playing>,
        trace: &mut Trace,
    ) {
        let applies = self.rules.applies(clause);
        let found = if applies { self.ask.decided_by(&self.rules, clause, start, forced) } else { None };
        if let Some(found) = found {
            let forced = match found.keeper {
                Colour::Black => format!("force {margin}"),
                Colour::White => format!("hold Black to {margin}"),
            };
            trace.show(clause, || (found.text(&forced), found.line));
        }
    }

    /// The end of the line that is shown: life.1 to life.5, playout.7 and the result.
    fn completed(&self, end: &Playing, trace: &mut Trace) {
        let out = &self.ask.out;
        let stones = end.position.stones;
        let life = out.clauses.apply(&out.board, stones, trace);
        let n = if out.counts_played() { life.played(stones, end.played).map(Points::count_ones) } else { [0; 2] };
        if out.counts_played() {
            trace.cite(J1997_PLAYOUT_7, || {
                format!("living stones not in seki played during the play-out: Black {}, White {}", n[0], n[1])
            });
        }
        trace.cite(J1997_RESULT, || {
            let territory = life.territory.map(Points::count_ones);
            format!(
                "territory {} - {}, prisoners of the play-out {:+} for Black, stones played {} - {}: Black minus White = {}",
                territory[0],
                territory[1],
                end.prisoners,
                n[0],
                n[1],
                out.value(end)
            )
        });
    }
}

impl Interpreter for J1997Interpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        match self.rules.read() {
            Agreement::PlayOut => self.play_out(position, trace),
            Agreement::AsItStands => self.as_it_stands(position, trace),
        }
    }
}
