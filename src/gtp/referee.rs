//! The outcome of a game on the board of which nothing more is played.

use rustc_hash::FxHashMap;

use super::game::Game;
use crate::atlas::compare::{counts_stones, differ};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour, Grid, MAX_POINTS, Position, points_of};
use crate::law::procedure::count;
use crate::law::{Interpreter, Life, Outcome, PointStatus, Step, Verdict, interpreter};
use crate::law::{RuleSet, Text};
use crate::solve::Budget;

/// How a position was judged.
#[derive(Clone, Debug)]
pub enum Judged {
    /// By the interpreter of the rule set.
    Verdict(Verdict),
    /// Every stone is immortal by Benson's theorem and every empty point lies in a region of one or two points of one
    /// player: all texts give each player exactly these points, and nothing is dead or in seki ([`all_immortal`]).
    AllImmortal(PlainPosition),
    /// Counted as it stands, on a board that is too large for anything else: every stone stays.
    Counted(PlainPosition),
}

/// The outcome of a game.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The rule set applied (for j1997: with who passed first).
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
            Judged::AllImmortal(position) | Judged::Counted(position) if life == Life::Alive => {
                position.strings().into_iter().map(|s| s.stones).collect()
            }
            Judged::AllImmortal(_) | Judged::Counted(_) => Vec::new(),
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
            Judged::Counted(position) => {
                let of = |p: &usize| {
                    count::region(position, *p).map_or(PointStatus::Stone, |by| match by {
                        [true, false] => PointStatus::Territory(Colour::Black),
                        [false, true] => PointStatus::Territory(Colour::White),
                        _ => PointStatus::Dame,
                    })
                };
                (0..position.grid().len()).filter(|p| of(p) == status).collect()
            }
            Judged::AllImmortal(position) => {
                let owner = |p| position.grid().neighbours(p).find_map(|q| position.at(q));
                let empty = (0..position.grid().len()).filter(|&p| position.at(p).is_none());
                // In a region of two points the one may touch only the other: ask that one then.
                let owner = |p: usize| owner(p).or_else(|| position.grid().neighbours(p).find_map(owner));
                empty.filter(|&p| owner(p).map(PointStatus::Territory) == Some(status)).collect()
            }
        })
    }
}

/// Why a game was not judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotJudged {
    /// Too many points.
    #[error(
        "boards of more than {MAX_POINTS} points are judged only where every stone is beyond doubt alive and no dame is left, or \
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

/// Judges games under one rule set (two for a `j1997` that does not say who passed first).
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
    pub fn trace(&mut self, game: &Game) -> Result<(Position, Verdict, Vec<Step>), NotJudged> {
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
    pub fn judge(&mut self, game: &Game) -> Result<Judgement, NotJudged> {
        let besides = |rules: &RuleSet| if counts_stones(rules) { game.handicap_points() } else { game.prisoners() };
        if game.grid().len() > MAX_POINTS {
            let position = game.position();
            let rules = self.sets[0].clone();
            if let Some(count) = rules.text.counted(&rules, position) {
                let margin = count.margin() / 100;
                let score = Outcome::Margin(margin + besides(&rules));
                return Ok(Judgement { rules, judged: Judged::Counted(position.clone()), score });
            }
            let margin = all_immortal(position, counts_stones(&rules)).ok_or(NotJudged::TooLarge)?;
            let score = Outcome::Margin(margin + besides(&rules));
            return Ok(Judgement { rules, judged: Judged::AllImmortal(position.clone()), score });
        }
        let first = game.first_passer();
        let mut found: Vec<Judgement> = Vec::new();
        for rules in self.sets.clone() {
            let others = first.and_then(|c| rules.text.first_passer(&rules, c)).is_some_and(|set| set != rules);
            if self.sets.len() > 1 && others {
                continue;
            }
            let verdict = self.verdict(&rules, game.position()).ok_or(NotJudged::TooLarge)?;
            let score = verdict.outcome.plus(besides(&rules));
            found.push(Judgement { rules, judged: Judged::Verdict(verdict), score });
        }
        if let [black, white] = &found[..]
            && differ(black.score, white.score)
        {
            return Err(NotJudged::FirstPasser { black: black.score, white: white.score });
        }
        found.into_iter().next().ok_or(NotJudged::TooLarge)
    }
}

/// Black's points less White's where nothing is in doubt: every string has, among the regions of one or two empty points
/// that one player's stones enclose, two whose points are all its liberties (so by Benson's theorem no stone can be taken),
/// and there is no other empty point. `area` counts stones as well. `None` for any other position.
///
/// An opposing stone in a region of two points can be taken at once, at no loss under any text; in a region of one point it
/// cannot be played. So all texts agree; a test holds this against the interpreters on whole boards.
#[must_use]
pub fn all_immortal(position: &PlainPosition, area: bool) -> Option<i32> {
    let grid = position.grid();
    let mut margin = 0;
    let sign = |c: Colour| if c == Colour::Black { 1 } else { -1 };
    // Regions: their points and their owner.
    let mut regions: Vec<(Vec<usize>, Colour)> = Vec::new();
    for p in (0..grid.len()).filter(|&p| position.at(p).is_none()) {
        if regions.iter().any(|(r, _)| r.contains(&p)) {
            continue;
        }
        let mut region = vec![p];
        region.extend(grid.neighbours(p).filter(|&q| position.at(q).is_none()));
        let border = || region.iter().flat_map(|&q| grid.neighbours(q)).filter(|q| !region.contains(q));
        let owner = border().find_map(|q| position.at(q))?;
        if region.len() > 2 || border().any(|q| position.at(q) != Some(owner)) {
            return None;
        }
        margin += sign(owner) * region.len() as i32;
        regions.push((region, owner));
    }
    for string in position.strings() {
        let touches = |q: usize| grid.neighbours(q).any(|r| string.stones.binary_search(&r).is_ok());
        // No string can be given up here, so that Benson's iteration ends with its first round.
        if regions.iter().filter(|(r, _)| r.iter().all(|&q| touches(q))).count() < 2 {
            return None;
        }
        if area {
            margin += sign(string.colour) * string.stones.len() as i32;
        }
    }
    (!regions.is_empty()).then_some(margin)
}
