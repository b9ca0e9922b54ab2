//! New Amateur-Japanese 2004: the black-analysis and the white-analysis of a final position, control and score.

use super::Interpreter;
use super::bounds::analysis::{Extremes, Listed};
pub use super::bounds::analysis::{Sure, Value};
use super::continuation::recreating;
use super::facts::{Facts, ListedState};
use super::verdict::{Claim, Notes, Outcome, Step, Verdict};
use crate::board::{Board, Colour, Points, Position, points_of};
use crate::game::history::{Learned, Memory, Without, wins};
use crate::game::part::Part;
use crate::game::score::{Score, Scores};
use crate::game::{Bounds, Budget, Game};
use crate::spec::RuleSet;

/// A state of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Analysing {
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// Successive passes just made; three end the sequence.
    pub passes: u8,
    /// Where a play would recreate the position just before the last opposing move (aj2004.basic-ko).
    ban: Option<u8>,
}

/// aj2004.analysis: the black-analysis, a move-sequence that starts by White. The white-analysis is the black-analysis of the
/// position with the colours exchanged.
#[derive(Clone, Debug)]
pub struct BlackAnalysis {
    pub(super) board: Board,
    basic_ko: bool,
}

/// A move: a play, or `None` for a pass.
pub type Move = Option<u8>;

impl Analysing {
    /// The point on which a play would recreate the position just before the last opposing move (aj2004.basic-ko).
    #[must_use]
    pub fn ban(&self) -> Option<u8> {
        self.ban
    }
}

impl BlackAnalysis {
    /// A state in the course of a sequence, after `passes` successive passes.
    #[must_use]
    pub fn remembering(&self, position: Position, mover: Colour, passes: u8, ban: Option<u8>) -> Analysing {
        Analysing { position, mover, passes, ban }
    }

    /// The analysis of `rules` on `board`.
    #[must_use]
    pub fn new(rules: &RuleSet, board: &Board) -> BlackAnalysis {
        BlackAnalysis { board: board.clone(), basic_ko: rules.applies("aj2004.basic-ko") }
    }

    /// The start of the sequence.
    #[must_use]
    pub fn start(&self, position: Position) -> Analysing {
        Analysing { position, mover: Colour::White, passes: 0, ban: None }
    }
}

impl Game for BlackAnalysis {
    type State = Analysing;
    type Move = Move;

    fn mover(&self, state: &Analysing) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Analysing, out: &mut Vec<(Move, Analysing)>) {
        if state.passes == 3 {
            return;
        }
        let mover = state.mover.opponent();
        // A pass leaves the position as it was: no play can recreate the position just before it.
        out.push((None, Analysing { mover, passes: state.passes + 1, ban: None, ..*state }));
        for p in points_of(self.board.empty(state.position)) {
            if state.ban == Some(p as u8) {
                continue;
            }
            if let Some(play) = self.board.play(state.position, state.mover, p) {
                let ban = self.basic_ko.then(|| recreating(&self.board, state.position, play.after, mover)).flatten();
                out.push((Some(p as u8), Analysing { position: play.after, mover, passes: 0, ban }));
            }
        }
    }
}

/// aj2004.fixed-ko: a play may not repeat the pair of positions just before and just after it.
pub struct FixedKo;

impl FixedKo {
    /// The pair of a move from one position to another: a pass, which leaves the position as it is, has none.
    fn pair(before: Position, after: Position) -> Option<(Position, Position)> {
        (before != after).then_some((before, after))
    }
}

impl Memory<BlackAnalysis> for FixedKo {
    type Mark = (Position, Position);
    type Name = Analysing;

    fn name(&self, state: &Analysing) -> Analysing {
        *state
    }

    fn visited(&self, _: &Analysing) -> Option<Self::Mark> {
        None
    }

    fn left(&self, from: &Analysing, _: &Move, to: &Analysing) -> Option<Self::Mark> {
        FixedKo::pair(from.position, to.position)
    }

    fn forbidding(&self, from: &Analysing, mv: &Move, to: &Analysing) -> Option<Self::Mark> {
        self.left(from, mv, to)
    }
}

/// [`FixedKo`] where the states are listed.
struct FixedKoInPart<'a>(&'a Listed<'a>);

impl Memory<Part<ListedState>> for FixedKoInPart<'_> {
    type Mark = (Position, Position);
    type Name = Analysing;

    fn name(&self, state: &u32) -> Analysing {
        self.0.state(*state)
    }

    fn visited(&self, _: &u32) -> Option<Self::Mark> {
        None
    }

    fn left(&self, from: &u32, (): &(), to: &u32) -> Option<Self::Mark> {
        FixedKo::pair(self.0.state(*from).position, self.0.state(*to).position)
    }

    fn forbidding(&self, from: &u32, mv: &(), to: &u32) -> Option<Self::Mark> {
        self.left(from, mv, to)
    }
}

/// The black-analysis with aj2004.fixed-ko, the pairs of positions used up being part of the state.
pub struct FixedKoAnalysis<'a>(pub &'a BlackAnalysis);

/// A state of a [`FixedKoAnalysis`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Remembering {
    /// The state without the history.
    pub state: Analysing,
    /// The pairs of positions just before and just after each play, in ascending order.
    pub used: Vec<(Position, Position)>,
}

impl Game for FixedKoAnalysis<'_> {
    type State = Remembering;
    type Move = Move;

    fn mover(&self, state: &Remembering) -> Colour {
        state.state.mover
    }

    fn moves(&self, from: &Remembering, out: &mut Vec<(Move, Remembering)>) {
        let mut moves = Vec::new();
        self.0.moves(&from.state, &mut moves);
        for (mv, state) in moves {
            let mut used = from.used.clone();
            if mv.is_some() {
                let pair = (from.state.position, state.position);
                let Err(at) = used.binary_search(&pair) else { continue };
                used.insert(at, pair);
            }
            out.push((mv, Remembering { state, used }));
        }
    }
}

/// aj2004.control: the points that `player` controls when the sequence ends in `position`: an immortal stone of his is on
/// the point or on all its adjacent points (on 1x1 the one point has none, and both players control it).
#[must_use]
pub fn controlled(board: &Board, position: Position, player: Colour) -> Points {
    let immortal = board.immortal(position, player);
    (0..board.len())
        .filter(|&p| immortal >> p & 1 == 1 || board.adjacent(p) & !immortal == 0)
        .fold(0, |m, p| m | 1 << p)
}

/// aj2004.score: what each controlled point counts.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    one: Points,
    two: Points,
}

impl Weights {
    /// 1 for an empty point and 2 for one that holds a white stone in the final position (reading `territory`), or 1 for
    /// every point (`area`).
    #[must_use]
    pub fn new(board: &Board, rules: &RuleSet, position: Position) -> Weights {
        if rules.reading("score") == "area" {
            Weights { one: board.all(), two: 0 }
        } else {
            Weights { one: board.empty(position), two: position.of(Colour::White) }
        }
    }

    /// What these points count.
    #[must_use]
    pub fn of(self, points: Points) -> i16 {
        ((points & self.one).count_ones() + 2 * (points & self.two).count_ones()) as i16
    }
}

/// The value of one analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The value, or bounds of it where the budget ran out or fixed-ko is lifted.
    pub value: Bounds<i16>,
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
        let control = self.rules.applies("aj2004.control");
        let fixed_ko = self.rules.applies("aj2004.fixed-ko");
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
            return Analysis { value, history: false, undecided: true };
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
        Analysis { value: Bounds { lower: lo, upper: hi }, history: false, undecided: false }
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
        let Bounds { lower: mut best, upper } = self.value;
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
                None => return Analysis { value: Bounds { lower: best, upper }, history, undecided: true },
            }
        }
        Analysis { value: Bounds::exactly(best), history, undecided: false }
    }
}

impl Interpreter for Aj2004 {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// aj2004.result: the value of the black-analysis less that of the white-analysis.
    fn judge(&mut self, position: Position) -> Verdict {
        let black = self.black_analysis(position);
        let white = self.black_analysis(position.swapped());
        Self::result(black, white)
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let verdict = self.judge(position);
        let steps = self.steps(position, &verdict);
        (verdict, steps)
    }
}

impl Aj2004 {
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
                claims.push(Claim { clause: "aj2004.score", player, what, points: 0, value: i32::from(value) });
            }
        }
        Verdict { outcome, status: None, claims, notes: Notes { history: black.history || white.history } }
    }
}
