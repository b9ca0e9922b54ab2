//! New Amateur-Japanese 2004: the black-analysis and the white-analysis of a final position, control, score and result, in the order
//! of the text.

pub use super::control::{Control, Weights, control, controlled};
use super::search::Asking;
pub use super::search::{Analysis, Value};
pub use super::sure::Sure;
use crate::board::{Board, Colour, Position, diagram};
use crate::law::facts::Facts;
use crate::law::trace::points;
use crate::law::verdict::{Claim, Notes, Outcome, Verdict};
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::solve::line::Forced;
use crate::solve::{Bounds, Budget};
use crate::texts::aj2004::clauses::*;

/// The interpreter.
pub struct Aj2004Interpreter {
    pub(super) rules: RuleSet,
    /// The black-analysis: who is asked what it comes to.
    pub(super) ask: Asking,
}

impl Aj2004Interpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> Aj2004Interpreter {
        let ask = Asking::new(&rules, &board, budget, facts);
        Aj2004Interpreter { rules, ask }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(mut self) -> Aj2004Interpreter {
        self.ask.searches = true;
        self
    }

    /// The value of the black-analysis of `position` to Black.
    pub fn black_analysis(&mut self, position: Position) -> Analysis {
        let weights = Weights::new(&self.ask.game.board, &self.rules, position);
        self.ask.value(position, weights)
    }

    /// aj2004.final, aj2004.analysis: two move-sequences continue from the final position. What `player`'s own is worth to him; it is
    /// played with the colours named from his side.
    fn analysis(&mut self, position: Position, player: Colour, trace: &mut Trace) -> Analysis {
        let own = position.seen_by(player);
        // What is shown has to be found.
        let known = if trace.is_kept() { None } else { self.ask.known_value(own) };
        let analysis = known.unwrap_or_else(|| self.black_analysis(own));
        if trace.is_kept() {
            self.shown(own, player, analysis, trace);
        }
        analysis
    }

    /// What an analysis rests on.
    fn shown(&mut self, own: Position, player: Colour, analysis: Analysis, trace: &mut Trace) {
        let name = if player == Colour::Black { "black-analysis" } else { "white-analysis" };
        let Some(value) = analysis.value.decided() else {
            let Bounds { lower: lo, upper: hi } = analysis.value;
            let why = if analysis.undecided { "the budget ran out" } else { "only a cycle keeps the players apart" };
            return trace.cite(AJ2004_ANALYSIS, || format!("the {name} is worth {lo} to {hi} to {player}: {why}"));
        };
        if let Some(Bounds { lower: lo, upper: hi }) = analysis.without {
            return trace.cite(AJ2004_FIXED_KO, || {
                format!(
                    "without a memory of the sequence {player} forces {lo} and is held to {hi} in the {name}; as no pair of \
                     positions may be repeated, its value is {value}"
                )
            });
        }
        let weights = Weights::new(&self.ask.game.board, &self.rules, own);
        let mut forced = Forced::new(value);
        let (line, end) = self.ask.best_line(own, weights, player, &mut forced);
        if let (Some(controlled), true) = (analysis.seen, line.is_empty()) {
            let board = &self.ask.game.board;
            trace.cite(AJ2004_ANALYSIS, || {
                format!(
                    "the {name} is worth {value} to {player}: seen region by region, where every play has an answer beside it; no line \
                     of play was found within the budget"
                )
            });
            trace.cite(AJ2004_CONTROL, || {
                format!("whatever is played, {player} comes to control {}", points(board, controlled))
            });
            return trace.cite_read(AJ2004_SCORE, &self.rules, Score::CHOICE, || {
                format!("counted by what these points hold in the final position: {value}; no other point that counts can be controlled")
            });
        }
        let part = if end.passes == 3 { "one line" } else { "how one line begins" };
        trace.show(AJ2004_ANALYSIS, || (format!("the {name} is worth {value} to {player}; {part} of best play"), line));
        if self.rules.applies(AJ2004_BASIC_KO)
            && let Some(found) = self.ask.decided_by_basic_ko(&self.rules, own, weights, player, &mut forced)
        {
            let forced = if found.keeper == player {
                format!("force {value} in the {name}")
            } else {
                format!("hold {player} to {value} in the {name}")
            };
            trace.show(AJ2004_BASIC_KO, || (found.text(&forced), found.line));
        }
        if end.passes == 3 && self.rules.applies(AJ2004_CONTROL) {
            let board = &self.ask.game.board;
            let at_end = control(board, end.position, Colour::Black);
            at_end.cite(board, player, trace);
            trace.cite_read(AJ2004_SCORE, &self.rules, Score::CHOICE, || {
                format!("counted by what these points hold in the final position: {}", weights.of(at_end.points))
            });
        }
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
        let history = black.history || white.history;
        Verdict { outcome, status: None, claims, notes: Notes { history } }
    }
}

impl Interpreter for Aj2004Interpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let grid = self.ask.game.board.grid();
        trace.cite(AJ2004_FINAL, || format!("the final position is {}", diagram::text(grid, position)));
        let [black, white] = Colour::ALL.map(|player| self.analysis(position, player, trace));
        let verdict = Self::result(black, white);
        if let Outcome::Margin(margin) = verdict.outcome {
            trace.cite(AJ2004_RESULT, || {
                format!("value of the black-analysis less that of the white-analysis = {margin}")
            });
        }
        verdict
    }
}
