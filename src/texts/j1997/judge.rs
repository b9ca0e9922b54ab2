//! Japanese 1997: life and death of a position (its clauses 1 to 5) and the play-out to completion (its clauses 1 to 7).

use std::sync::Arc;

use super::search::{Conceded, Value};
use crate::board::{Board, Colour, Points, Position, points_of};
use crate::law::Interpreter;
use crate::law::RuleSet;
use crate::law::facts::{Facts, PlayOutFacts};
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
use crate::solve::Budget;
use crate::solve::arena::Decided;
use crate::solve::deepening::Deepening;
use crate::solve::score::Scores;
use crate::texts::j1997::clauses::*;

use super::game::*;

/// The interpreter.
pub struct J1997 {
    pub(super) rules: RuleSet,
    pub(super) out: PlayOut,
    pub(super) first: Colour,
    pub(super) budget: Budget,
    pub(super) conceded: Decided<Conceded, [i16; 2]>,
    pub(super) known: Option<Arc<dyn PlayOutFacts>>,
    /// What short play-outs have settled, where there are facts.
    short: Deepening<Playing>,
}

impl J1997 {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> J1997 {
        let out = PlayOut::new(&rules, &board);
        let first = if rules.read::<First>() == First::White { Colour::White } else { Colour::Black };
        let known = facts.play_out.clone();
        J1997 { rules, out, first, budget, conceded: Decided::default(), known, short: Deepening::default() }
    }

    /// Reading `agreement=as-it-stands`: life.1 to life.5 on the final position.
    fn as_it_stands(&self, position: Position) -> Verdict {
        let board = &self.out.board;
        let life = self.out.clauses.apply(position);
        let strings = board
            .strings(position)
            .into_iter()
            .map(|string| {
                let (life, by) = if string.stones & life.dead != 0 {
                    (Life::Dead, "ko stone")
                } else if string.stones & life.seki != 0 {
                    (Life::Seki, "its group possesses dame")
                } else {
                    (Life::Alive, "not a ko stone")
                };
                StringStatus { string, life, by }
            })
            .collect();
        let standing = if self.out.clauses.ko_stones_are_prisoners { position.without(life.dead) } else { position };
        let mut points = vec![PointStatus::Dame; board.len()];
        points_of(standing.occupied()).for_each(|p| points[p] = PointStatus::Stone);
        let mut claims = Vec::new();
        for c in Colour::ALL {
            points_of(life.territory[c.index()]).for_each(|p| points[p] = PointStatus::Territory(c));
            points_of(life.eyes_in_seki[c.index()]).for_each(|p| points[p] = PointStatus::EyeInSeki(c));
            let mut claim = |clause, what, points: Points| {
                if points != 0 {
                    let value = points.count_ones() as i32;
                    claims.push(Claim { clause, player: c, what, points, value });
                }
            };
            claim(J1997_LIFE_5, "points of territory", life.territory[c.index()]);
            if self.out.clauses.ko_stones_are_prisoners {
                claim(J1997_RESULT, "dead ko stones taken as prisoners", position.of(c.opponent()) & life.dead);
            }
        }
        let margin = claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        Verdict {
            outcome: Outcome::Margin(margin),
            status: Some(Status { strings, points }),
            claims,
            notes: Notes::default(),
        }
        .in_order()
    }

    fn play_out(&mut self, position: Position) -> Verdict {
        let start = self.out.start(position, self.first);
        let score = match &self.known {
            Some(facts) => self.out.settle(facts.as_ref(), &mut self.short, &start, self.budget).score,
            None => {
                let mut value = Value::new(&self.out, &mut self.conceded, None, self.budget);
                Scores::default().score(&self.out, &mut value, &start, self.budget)
            }
        };
        let most = 3 * self.out.board.len() as i16;
        let bounded = |v: i16| i32::from(v.clamp(-most, most));
        let outcome = match (score.lo.decided(), score.hi.decided()) {
            (Some(lo), Some(hi)) if lo == hi => Outcome::Margin(i32::from(lo)),
            (Some(lo), Some(hi)) => Outcome::NoResult { lo: i32::from(lo), hi: i32::from(hi) },
            _ => Outcome::Undecided { lo: bounded(score.lo.lower), hi: bounded(score.hi.upper) },
        };
        Self::result(outcome)
    }

    /// j1997.result: what a play-out comes to.
    #[must_use]
    pub fn result(outcome: Outcome) -> Verdict {
        let claims = match outcome {
            Outcome::Margin(m) if m != 0 => vec![Claim {
                clause: J1997_PLAYOUT_6,
                player: if m > 0 { Colour::Black } else { Colour::White },
                what: "value of the play-out",
                points: 0,
                value: m.abs(),
            }],
            _ => Vec::new(),
        };
        Verdict { outcome, status: None, claims, notes: Notes::default() }
    }
}

impl Interpreter for J1997 {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn judge(&mut self, position: Position) -> Verdict {
        if self.rules.first_passer_matters() { self.play_out(position) } else { self.as_it_stands(position) }
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let verdict = self.judge(position);
        let steps = self.steps(position, &verdict);
        (verdict, steps)
    }
}
