//! The outcome of a game on the board of which nothing more is played.

use rustc_hash::FxHashMap;

use super::game::GtpGame;
use crate::atlas::compare::{counts_stones, differ};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Grid, Position, points_of};
use crate::law::answer::{Answer, Asking, Found};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Unfinished};
use crate::law::{Interpreter, Life, Outcome, PointStatus, Step, Verdict, interpreter};
use crate::law::{RuleSet, Text};
use shinpan_solve::Budget;

/// How a position was judged.
#[derive(Clone, Debug)]
pub enum Judged {
    /// By the interpreter of the rule set.
    Verdict(Verdict),
    /// At sight, on a board too large for the interpreter.
    Finished(Finished),
}

/// The outcome of a game.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The rule set applied (where it matters, with who passed first).
    pub rules: RuleSet,
    /// What it says of the position.
    pub judged: Judged,
    /// Its outcome with the prisoners of the game where the text counts them; without komi.
    pub score: Outcome,
}

impl Judgement {
    /// The strings of a life, each as its points; `None` if the text defines no status of stones.
    #[must_use]
    pub fn strings(&self, life: Life) -> Option<Vec<Vec<usize>>> {
        Some(match &self.judged {
            Judged::Verdict(verdict) => {
                let found = verdict.status.as_ref()?.strings.iter().filter(|s| s.life == life);
                found.map(|s| points_of(s.string.stones).collect()).collect()
            }
            Judged::Finished(finished) => {
                let found = finished.strings.as_ref()?.iter().filter(|(_, l)| *l == life);
                found.map(|(s, _)| s.stones.clone()).collect()
            }
        })
    }

    /// The points of a status; `None` if the text defines none.
    #[must_use]
    pub fn points(&self, status: PointStatus) -> Option<Vec<usize>> {
        Some(match &self.judged {
            Judged::Verdict(verdict) => {
                let points = verdict.status.as_ref()?.points.iter().enumerate();
                points.filter(|(_, s)| **s == status).map(|(p, _)| p).collect()
            }
            Judged::Finished(finished) => {
                let points = finished.points.as_ref()?.iter().enumerate();
                points.filter(|(_, s)| **s == status).map(|(p, _)| p).collect()
            }
        })
    }
}

/// Why a game was not judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotJudged {
    /// On a board too large for the interpreter something is left open.
    #[error("{0}")]
    Open(Box<Unfinished>),
    /// The outcome depends on who passed first.
    #[error("the outcome depends on who passed first (Black: {black}, White: {white}); pass to say who")]
    FirstPasser {
        /// If Black did.
        black: Outcome,
        /// If White did.
        white: Outcome,
    },
}

/// Judges games under one rule set (two for a name that does not say who passed first where that matters).
pub struct Referee {
    sets: Vec<RuleSet>,
    budget: Budget,
    interpreters: FxHashMap<(Grid, RuleSet), Box<dyn Interpreter>>,
    /// Judgements since the interpreters were made anew: what they remember is not to grow without end.
    judged: usize,
    /// The last answer about a board too large for them.
    at_sight: Option<Answer>,
}

/// How many judgements an interpreter lives for.
const LIFETIME: usize = 500;

impl Referee {
    /// A referee of one rule set, as [`RuleSet::parse`] gives it.
    #[must_use]
    pub fn new(sets: Vec<RuleSet>, budget: Budget) -> Referee {
        Referee { sets, budget, interpreters: FxHashMap::default(), judged: 0, at_sight: None }
    }

    /// The rule sets.
    #[must_use]
    pub fn sets(&self) -> &[RuleSet] {
        &self.sets
    }

    /// The rule set, or the first of two.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.sets[0]
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> Text {
        self.sets[0].text
    }

    fn interpreter(&mut self, rules: &RuleSet, board: &Board) -> &mut Box<dyn Interpreter> {
        self.judged += 1;
        if self.judged > LIFETIME {
            self.judged = 0;
            self.interpreters.clear();
        }
        let budget = self.budget;
        let key = (board.grid(), rules.clone());
        self.interpreters.entry(key).or_insert_with(|| interpreter(rules, board, budget))
    }

    /// The verdict of any rule set on a position; `None` on boards of more than 64 points.
    pub fn verdict(&mut self, rules: &RuleSet, position: &PlainPosition) -> Option<Verdict> {
        let (board, bits) = Board::new(position.grid()).zip(position.to_position())?;
        Some(self.interpreter(rules, &board).judge(bits))
    }

    /// What a rule set says of a position of more than 64 points, within the budget, and by which steps.
    pub fn at_sight(&mut self, rules: &RuleSet, position: &PlainPosition) -> &Answer {
        let last = self.at_sight.take().filter(|last| last.rules == *rules && last.position == *position);
        let ask = || Asking::of(position).answer(rules, &Facts::default(), self.budget, true);
        let answer = last.unwrap_or_else(ask);
        self.at_sight.insert(answer)
    }

    /// The verdict of a rule set on a position with the steps that lead to it; `None` on boards of more than 64 points.
    pub fn trace(&mut self, rules: &RuleSet, position: &PlainPosition) -> Option<(Position, Verdict, Vec<Step>)> {
        let (board, bits) = Board::new(position.grid()).zip(position.to_position())?;
        let (verdict, steps) = self.interpreter(rules, &board).trace(bits);
        Some((bits, verdict, steps))
    }

    /// Judges the position of a game as final.
    ///
    /// # Errors
    /// [`NotJudged`].
    pub fn judge(&mut self, game: &GtpGame) -> Result<Judgement, NotJudged> {
        let besides = |rules: &RuleSet| if counts_stones(rules) { game.handicap_points() } else { game.prisoners() };
        let first = game.first_passer();
        let mut found: Vec<Judgement> = Vec::new();
        for rules in self.sets.clone() {
            let others = first.and_then(|c| rules.text.first_passer(&rules, c)).is_some_and(|set| set != rules);
            if self.sets.len() > 1 && others {
                continue;
            }
            let judged = match self.verdict(&rules, game.position()) {
                Some(verdict) => Judged::Verdict(verdict),
                None => match &self.at_sight(&rules, game.position()).found {
                    Found::Verdict(verdict) => Judged::Verdict((**verdict).clone()),
                    Found::Finished(finished) => Judged::Finished((**finished).clone()),
                    Found::Unfinished(unfinished) => return Err(NotJudged::Open(unfinished.clone())),
                },
            };
            let outcome = match &judged {
                Judged::Verdict(verdict) => verdict.outcome,
                Judged::Finished(finished) => finished.outcome(),
            };
            let score = outcome.plus(besides(&rules));
            found.push(Judgement { rules, judged, score });
        }
        if let [black, white] = &found[..]
            && differ(black.score, white.score)
        {
            return Err(NotJudged::FirstPasser { black: black.score, white: white.score });
        }
        Ok(found.into_iter().next().expect("a rule set for whoever passed first"))
    }
}
