//! New Amateur-Japanese 2004: the black-analysis and the white-analysis of a final position, control and score.

use super::search::Extremes;
pub use super::search::{Sure, Value};
use crate::board::{Board, Colour, Position};
use crate::law::Interpreter;
use crate::law::RuleSet;
use crate::law::facts::Facts;
use crate::law::verdict::{Claim, Notes, Outcome, Step, Verdict};
use crate::solve::history::{Learned, Memory, Without, wins};
use crate::solve::score::{Score, Scores};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::aj2004::clauses::*;

use super::game::*;

/// The value of one analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The value, or bounds of it where the budget ran out or fixed-ko is lifted.
    pub value: Bounds<i16>,
    /// What Black forces and is held to without a memory of the sequence.
    pub free: Bounds<i16>,
    /// The history was needed.
    pub history: bool,
    /// The budget ran out.
    pub undecided: bool,
}

/// The interpreter.
pub struct Aj2004 {
    pub(super) rules: RuleSet,
    pub(super) game: BlackAnalysis,
    pub(super) budget: Budget,
    extremes: Extremes,
    learned: Learned<Analysing>,
}

impl Aj2004 {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> Aj2004 {
        let game = BlackAnalysis::new(&rules, &board);
        Aj2004 { rules, game, budget, extremes: Extremes::new(facts), learned: Learned::default() }
    }

    /// The value of the black-analysis of `position` to Black.
    pub fn black_analysis(&mut self, position: Position) -> Analysis {
        let weights = Weights::new(&self.game.board, &self.rules, position);
        let control = self.rules.applies(AJ2004_CONTROL);
        let fixed_ko = self.rules.applies(AJ2004_FIXED_KO);
        let (game, budget) = (&self.game, self.budget);
        if control && let Some(listed) = self.extremes.part(position, weights, budget) {
            let part = &listed.part;
            let free = Analysis::without_history(part.lo(0), part.hi(0));
            let forced =
                |&state: &u32, player| Some(if player == Colour::Black { part.lo(state) } else { part.hi(state) });
            let memory = FixedKoInPart(&listed);
            return if fixed_ko {
                free.with_history(part, &memory, &0, forced, &mut self.learned, budget)
            } else {
                free
            };
        }
        let start = game.start(position);
        let mut scores = Scores::default();
        let mut value = Value::new(game, weights);
        value.control = control;
        value.extremes = Some((&mut self.extremes, budget));
        let Score { lo, hi } = scores.score(game, &mut value, &start, budget);
        let (Some(lower), Some(upper)) = (lo.decided(), hi.decided()) else {
            let value = Bounds { lower: lo.lower, upper: hi.upper };
            return Analysis { value, free: value, history: false, undecided: true };
        };
        let free = Analysis::without_history(lower, upper);
        let forced = |state: &Analysing, player| match player {
            Colour::Black => scores.lo(game, &mut value, state, budget).decided(),
            Colour::White => scores.hi(game, &mut value, state, budget).decided(),
        };
        if fixed_ko { free.with_history(game, &FixedKo, &start, forced, &mut self.learned, budget) } else { free }
    }
}

impl Analysis {
    /// What the players force without aj2004.fixed-ko.
    fn without_history(lo: i16, hi: i16) -> Analysis {
        let value = Bounds { lower: lo, upper: hi };
        Analysis { value, free: value, history: false, undecided: false }
    }

    /// The value under aj2004.fixed-ko, the greatest that Black forces: where what is forced without it leaves that open, by a
    /// search with the history. `forced` is what a player forces from a state without it: Black at least, White at most.
    fn with_history<G: Game, M: Memory<G>>(
        self,
        game: &G,
        memory: &M,
        start: &G::State,
        mut forced: impl FnMut(&G::State, Colour) -> Option<i16>,
        learned: &mut Learned<M::Name>,
        budget: Budget,
    ) -> Analysis {
        let free = self.value;
        let Bounds { lower: mut best, upper } = free;
        let mut history = false;
        while best < upper {
            history = true;
            let k = best + 1;
            // The greatest k for which everything that is looked at is won without the history, or is not, as for this one: the
            // answer is the same up to there.
            let mut alike = upper;
            let without = |state: &G::State| {
                let lo = forced(state, Colour::Black)?;
                if lo >= k {
                    alike = alike.min(lo);
                    return Some(Without::Won(Colour::Black));
                }
                let hi = forced(state, Colour::White)?;
                if hi < k {
                    return Some(Without::Won(Colour::White));
                }
                alike = alike.min(hi);
                Some(Without::Open)
            };
            match wins(game, memory, start, Colour::Black, without, learned, budget) {
                Some(true) => best = alike,
                Some(false) => break,
                None => return Analysis { value: Bounds { lower: best, upper }, free, history, undecided: true },
            }
        }
        Analysis { value: Bounds::exactly(best), free, history, undecided: false }
    }
}

impl Interpreter for Aj2004 {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// aj2004.result: the value of the black-analysis less that of the white-analysis.
    fn judge(&mut self, position: Position) -> Verdict {
        let [black, white] = self.analyses(position);
        Self::result(black, white)
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let analyses @ [black, white] = self.analyses(position);
        let verdict = Self::result(black, white);
        let steps = self.steps(position, analyses, &verdict);
        (verdict, steps)
    }
}

impl Aj2004 {
    /// The black-analysis and the white-analysis, each from the side of its own player.
    fn analyses(&mut self, position: Position) -> [Analysis; 2] {
        [position, position.swapped()].map(|position| self.black_analysis(position))
    }

    /// aj2004.result on the values of the black-analysis and of the white-analysis, each to its own player.
    #[must_use]
    pub fn result(black: Analysis, white: Analysis) -> Verdict {
        let lo = i32::from(black.value.lower - white.value.upper);
        let hi = i32::from(black.value.upper - white.value.lower);
        let outcome = if black.undecided || white.undecided {
            Outcome::Undecided { lo, hi }
        } else if lo == hi {
            Outcome::Margin(lo)
        } else {
            Outcome::NoResult { lo, hi }
        };
        let mut claims = Vec::new();
        for (player, analysis) in [(Colour::Black, black), (Colour::White, white)] {
            if let (Some(value), Outcome::Margin(_)) = (analysis.value.decided(), outcome) {
                let what = "value of the player's own analysis";
                claims.push(Claim { clause: AJ2004_SCORE, player, what, points: 0, value: i32::from(value) });
            }
        }
        Verdict { outcome, status: None, claims, notes: Notes { history: black.history || white.history } }
    }
}
