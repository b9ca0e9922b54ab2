//! The outcome of a game on the board of which nothing more is played.

use rustc_hash::FxHashMap;

use super::game::GtpGame;
use crate::atlas::compare::{counts_stones, differ};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Grid, MAX_POINTS, Position, points_of};
use crate::law::finished::{Finished, finished};
use crate::law::{Interpreter, Life, Outcome, PointStatus, Step, Verdict, interpreter};
use crate::law::{RuleSet, Text};
use crate::solve::Budget;

/// How a position was judged.
#[derive(Clone, Debug)]
pub enum Judged {
    /// By the interpreter of the rule set.
    Verdict(Verdict),
    /// At sight, on a board too large for the interpreter: nothing has to be searched for.
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
    /// Too many points.
    #[error(
        "boards of more than {MAX_POINTS} points are judged only where every stone is immortal, or dead where nothing can live, or \
         under rule sets that only count; there are no traces of them"
    )]
    TooLarge,
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
}

/// How many judgements an interpreter lives for.
const LIFETIME: usize = 500;

impl Referee {
    /// A referee of one rule set, as [`RuleSet::parse`] gives it.
    #[must_use]
    pub fn new(sets: Vec<RuleSet>, budget: Budget) -> Referee {
        Referee { sets, budget, interpreters: FxHashMap::default(), judged: 0 }
    }

    /// The rule sets.
    #[must_use]
    pub fn sets(&self) -> &[RuleSet] {
        &self.sets
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

    /// The verdict of a game's position with the steps that lead to it.
    ///
    /// # Errors
    /// As for [`Referee::judge`].
    pub fn trace(&mut self, game: &GtpGame) -> Result<(Position, Verdict, Vec<Step>), NotJudged> {
        let judgement = self.judge(game)?;
        let position = game.position();
        let found = Board::new(position.grid()).zip(position.to_position());
        let (board, bits) = found.ok_or(NotJudged::TooLarge)?;
        let (verdict, steps) = self.interpreter(&judgement.rules, &board).trace(bits);
        Ok((bits, verdict, steps))
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
                None => Judged::Finished(finished(&rules, game.position()).ok_or(NotJudged::TooLarge)?),
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
        found.into_iter().next().ok_or(NotJudged::TooLarge)
    }
}
