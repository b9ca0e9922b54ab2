//! The value of an analysis (aj2004.analysis): how it is asked, and bounds of it.

use std::sync::Arc;

use crate::board::{Board, Colour, Points, Position};
use crate::law::RuleSet;
use crate::law::facts::Facts;
use crate::law::finished::{Sights, for_local, narrow};
use crate::law::repetition::pair;
use crate::law::trace::{Deciding, move_name, ruled};
use crate::law::verdict::LineMove;
use crate::solve::arena::{Decided, solve};
use crate::solve::fixpoint::{LeastFixpoint, Question};
use crate::solve::history::{Learned, Memory, Without, wins};
use crate::solve::ladder::least_for;
use crate::solve::line::{Forced, Line, Parting, best_line, decided_by};
use crate::solve::score::{Score, Scores, Valuation};
use crate::solve::search::{LARGEST_LISTED, LISTED_AFTER_SEARCHES};
use crate::solve::subgame::Subgame;
use crate::solve::thresholds::{Thresholds, for_thresholds};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::aj2004::clauses::*;
use crate::texts::aj2004::control::{Weights, controlled};
use crate::texts::aj2004::counted::{MOST_IN_A_WORD, Worth};
use crate::texts::aj2004::facts::{AnalysisFacts, AnalysisValues, Extreme, ListedState};
use crate::texts::aj2004::finished::points;
use crate::texts::aj2004::game::{Analysing, BlackAnalysis, FixedKo};
use crate::texts::aj2004::sure::{Sure, lost};
use crate::texts::aj2004::taking::{taken, takes_all};

/// Where states are made anew for each position: how many a search expands, and how many are listed at the most if it does not tell the value;
/// then the same once more.
const SEARCHED_THEN_LISTED: [[usize; 2]; 2] = [[400, 4_000], [4_000, 60_000]];

/// The value of one analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The value, or bounds of it where the budget ran out or fixed-ko is lifted.
    pub value: Bounds<i16>,
    /// What is forced without the history, where a search has found that it leaves the value open.
    pub without: Option<Bounds<i16>>,
    /// A history decides the value.
    pub history: bool,
    /// The budget ran out.
    pub undecided: bool,
    /// Where the value is seen region by region: the points that Black comes to control, whatever is played.
    pub seen: Option<Points>,
}

/// The black-analyses of one board, asked what they come to. What has been solved is remembered.
pub struct Asking {
    /// The game.
    pub game: BlackAnalysis,
    budget: Budget,
    control: bool,
    fixed_ko: bool,
    extremes: Extremes,
    values: Option<Arc<dyn AnalysisValues>>,
    learned: Learned<Analysing>,
    /// What was seen of the last position, for the analysis of the other player.
    sights: Option<(Position, Sights)>,
    /// Whether one player takes the whole board is searched for before states are listed.
    pub(super) searches: bool,
}

impl Asking {
    /// The analyses of `rules` on `board`.
    pub fn new(rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Asking {
        Asking {
            game: BlackAnalysis::new(rules, board),
            budget,
            control: rules.applies(AJ2004_CONTROL),
            fixed_ko: rules.applies(AJ2004_FIXED_KO),
            extremes: Extremes::new(facts),
            values: facts.known::<Arc<dyn AnalysisValues>>().filter(|values| values.rules() == rules),
            learned: Learned::default(),
            sights: None,
            searches: board.len() > LARGEST_LISTED,
        }
    }

    /// The value of the black-analysis of `position` to Black, if it is known.
    pub fn known_value(&self, position: Position) -> Option<Analysis> {
        let (value, history) = self.values.as_ref()?.value(position)?;
        Some(Analysis { history, ..Analysis::without_history(value, value) })
    }

    /// The value of the black-analysis of `position` to Black, searched for.
    pub fn value(&mut self, position: Position, weights: Weights) -> Analysis {
        let (game, budget, fixed_ko) = (&self.game, self.budget, self.fixed_ko);
        let told = if self.control { self.extremes.told(game, position, weights, budget) } else { None };
        if let Some(Told::Value(value)) = told {
            return Analysis::without_history(value, value);
        }
        if let Some(Told::Listed(listed)) = told {
            let subgame = &listed.subgame;
            let free = Analysis::without_history(subgame.lo(0), subgame.hi(0));
            let forced = |&state: &u32, player| {
                Some(if player == Colour::Black { subgame.lo(state) } else { subgame.hi(state) })
            };
            let memory = FixedKoInSubgame(&listed);
            return if fixed_ko {
                free.with_history(subgame, &memory, &0, forced, &mut self.learned, budget)
            } else {
                free
            };
        }
        let start = game.start(position);
        let mut known = Bounds { lower: 0, upper: weights.of(game.board.all()) };
        if self.control && self.searches {
            let controlled;
            (known, controlled) = seen(&mut self.sights, &game.board, position, weights, budget);
            if let Some(value) = known.decided() {
                return Analysis { seen: Some(controlled), ..Analysis::without_history(value, value) };
            }
            let small = game.board.len() <= MOST_IN_A_WORD;
            let all = weights.of(game.board.all());
            let hopeful = [(Colour::Black, known.upper == all), (Colour::White, known.lower == 0)];
            let hopeful = hopeful.into_iter().filter(|(_, hopes)| *hopes && !small).map(|(player, _)| player).collect();
            if let Some(player) = takes_all(game, position, hopeful, budget) {
                let value = weights.of(taken(&game.board, player));
                return Analysis::without_history(value, value);
            }
            let (learned, facts) = (&mut self.learned, self.extremes.facts.as_deref());
            let found = if small {
                searched(&Worth::<1> { game, weights, facts }, &start, known, fixed_ko, learned, budget)
            } else {
                searched(&Worth::<3> { game, weights, facts }, &start, known, fixed_ko, learned, budget)
            };
            if !found.undecided {
                return found;
            }
            known = found.value;
        }
        let budget = if self.searches { budget.part(LISTED_AFTER_SEARCHES) } else { budget };
        let mut scores = Scores::default();
        let mut value = Value::new(game, weights);
        value.control = self.control;
        value.extremes = Some((&mut self.extremes, budget));
        let Score { lo, hi } = scores.score(game, &mut value, &start, budget);
        let (Some(lower), Some(upper)) = (lo.decided(), hi.decided()) else {
            let value = Bounds { lower: lo.lower.max(known.lower), upper: hi.upper.min(known.upper) };
            return Analysis { value, without: None, history: false, undecided: true, seen: None };
        };
        let free = Analysis::without_history(lower, upper);
        let forced = |state: &Analysing, player| match player {
            Colour::Black => scores.lo(game, &mut value, state, budget).decided(),
            Colour::White => scores.hi(game, &mut value, state, budget).decided(),
        };
        if fixed_ko { free.with_history(game, &FixedKo, &start, forced, &mut self.learned, budget) } else { free }
    }

    /// A line of best play of a black-analysis whatever the history, with the clauses that its moves rest on, and where it
    /// ends. It is written as `player`'s own analysis.
    pub fn best_line(
        &self,
        position: Position,
        weights: Weights,
        player: Colour,
        forced: &mut Forced<Analysing>,
    ) -> (Vec<LineMove>, Analysing) {
        let (game, budget) = (&self.game, self.budget);
        let start = game.start(position);
        let mut value = Value::new(game, weights);
        value.control = self.control;
        let line = best_line([game; 2], &mut value, forced, &start, 60, budget);
        let end = line.last().map_or(start, |(_, state)| *state);
        (self.written(&start, &line, player), end)
    }
}

impl Asking {
    /// What aj2004.basic-ko decides about a black-analysis whose value no history decides, if it can be told. It is written as
    /// `player`'s own analysis.
    pub(super) fn decided_by_basic_ko(
        &self,
        rules: &RuleSet,
        position: Position,
        weights: Weights,
        player: Colour,
        forced: &mut Forced<Analysing>,
    ) -> Option<Deciding> {
        let lifted = BlackAnalysis::new(&rules.clone().lifting(AJ2004_BASIC_KO), &self.game.board);
        let (games, start) = ([&self.game, &lifted], self.game.start(position));
        let [mut with, mut without] = games.map(|game| Value { control: self.control, ..Value::new(game, weights) });
        let (keeper, found) = decided_by(
            games,
            [&mut with, &mut without],
            forced,
            &start,
            least_for(self.game.board.len()),
            self.budget,
        )?;
        let line = found.in_first();
        let only = if let Parting::Only(mv, _) = found.parting { Some(move_name(&self.game.board, mv)) } else { None };
        let keeper = if player == Colour::Black { keeper } else { keeper.opponent() };
        Some(Deciding { keeper, only, line: self.written(&start, &line, player) })
    }

    /// A line with the clauses that its moves rest on, as `player`'s own analysis: the white-analysis is played with the colours
    /// exchanged, and shown as it is.
    fn written(&self, start: &Analysing, line: &Line<BlackAnalysis>, player: Colour) -> Vec<LineMove> {
        let board = &self.game.board;
        ruled(&self.game, board, start, line, |mv, state: &Analysing| {
            let mover = state.mover.opponent();
            let mover = if player == Colour::Black { mover } else { mover.opponent() };
            (mover, move_name(board, *mv), state.position.seen_by(player))
        })
    }
}

impl Analysis {
    /// What the players force without aj2004.fixed-ko.
    fn without_history(lo: i16, hi: i16) -> Analysis {
        Analysis { value: Bounds { lower: lo, upper: hi }, without: None, history: false, undecided: false, seen: None }
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
        let mut without_history = None;
        while best < upper {
            without_history = Some(self.value);
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
                None => {
                    return Analysis {
                        value: Bounds { lower: best, upper },
                        without: without_history,
                        history: true,
                        undecided: true,
                        seen: None,
                    };
                }
            }
        }
        Analysis {
            value: Bounds::exactly(best),
            without: without_history,
            history: without_history.is_some(),
            undecided: false,
            seen: None,
        }
    }
}

/// The value of a black-analysis of which these bounds are known, by searches of thresholds, and with the history where nothing else decides it.
fn searched<const WORDS: usize>(
    worth: &Worth<'_, WORDS>,
    start: &Analysing,
    known: Bounds<i16>,
    fixed_ko: bool,
    learned: &mut Learned<Analysing>,
    budget: Budget,
) -> Analysis {
    let many = for_thresholds(budget);
    let mut thresholds = Thresholds::new(worth, many);
    let Score { lo, hi } = thresholds.score(start, known, many);
    let (Some(lower), Some(upper)) = (lo.decided(), hi.decided()) else {
        let value = Bounds { lower: lo.lower, upper: hi.upper };
        return Analysis { value, without: None, history: false, undecided: true, seen: None };
    };
    let free = Analysis::without_history(lower, upper);
    if !fixed_ko || lower == upper {
        return free;
    }
    let Bounds { lower: mut best, upper: mut most } = free.value;
    let end = thresholds.expanded().saturating_add(many.states);
    while best < most {
        let k = if most - best > 2 { best + (most - best) / 2 + 1 } else { best + 1 };
        let without = |state: &Analysing| {
            for player in Colour::ALL {
                let budget = Budget { states: end.saturating_sub(thresholds.expanded()), ..budget };
                if thresholds.forces(state, player == Colour::Black, k, budget)? {
                    return Some(Without::Won(player));
                }
            }
            Some(Without::Open)
        };
        match wins(worth.game, &FixedKo, start, Colour::Black, without, learned, budget) {
            Some(true) => best = k,
            Some(false) => most = k - 1,
            None => {
                let value = Bounds { lower: best, upper: most };
                return Analysis { value, without: Some(free.value), history: true, undecided: true, seen: None };
            }
        }
    }
    Analysis { value: Bounds::exactly(best), without: Some(free.value), history: true, undecided: false, seen: None }
}

/// Bounds of the value of a black-analysis that are seen region by region, and the points that Black comes to control for the lower one.
fn seen(
    sights: &mut Option<(Position, Sights)>,
    board: &Board,
    position: Position,
    weights: Weights,
    budget: Budget,
) -> (Bounds<i16>, Points) {
    let (mut known, mut controlled) = (Bounds { lower: 0, upper: weights.of(board.all()) }, 0);
    // The white-analysis of the same position is asked about with the colours exchanged.
    let player = match sights {
        Some((last, _)) if *last == position.seen_by(Colour::White) => Colour::White,
        _ => Colour::Black,
    };
    if sights.as_ref().is_none_or(|(last, _)| last.seen_by(player) != position) {
        *sights = Sights::on(board, position).map(|new| (position, new));
    }
    let Some((_, sights)) = sights else { return (known, controlled) };
    let budget = for_local(budget);
    for sight in sights.each(budget) {
        let [least, most] = points(sight, player).map(narrow);
        if weights.of(least) >= known.lower {
            (known.lower, controlled) = (weights.of(least), least);
        }
        known.upper = known.upper.min(weights.of(most));
        if known.decided().is_some() {
            break;
        }
    }
    (known, controlled)
}

/// The black-analysis valued from Black's side, with or without the help of what is known of it for all weights.
pub struct Value<'a> {
    game: &'a BlackAnalysis,
    weights: Weights,
    /// Control is applied (aj2004.control).
    pub control: bool,
    /// What is known for all weights, and what may be spent on it.
    pub extremes: Option<(&'a mut Extremes, Budget)>,
}

impl<'a> Value<'a> {
    /// The value of the black-analysis of a position with these weights.
    pub fn new(game: &'a BlackAnalysis, weights: Weights) -> Value<'a> {
        Value { game, weights, control: true, extremes: None }
    }
}

impl Valuation<BlackAnalysis> for Value<'_> {
    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn end(&self, state: &Analysing) -> i16 {
        if !self.control {
            return 0;
        }
        self.weights.of(controlled(&self.game.board, state.position, Colour::Black))
    }

    fn known(&mut self, state: &Analysing) -> Bounds<i16> {
        if !self.control {
            return Bounds::exactly(0);
        }
        let board = &self.game.board;
        let sure = Sure::of(board, state.position);
        let bounds = sure.bounds(board, self.weights, state.mover, state.passes);
        if bounds.decided().is_none()
            && let Some((extremes, budget)) = &mut self.extremes
        {
            return extremes.narrow(self.game, state, bounds, self.weights, *budget);
        }
        bounds
    }
}

/// The states in which Black forces control of every point, and those in which White forces that he controls none: they
/// are worth the most and the least whatever the weights, so they are shared by all final positions of a board.
#[derive(Default)]
pub struct Extremes {
    everything: Decided<Analysing, u64>,
    nothing: Decided<Analysing, u64>,
    given_up: bool,
    facts: Option<Arc<dyn AnalysisFacts>>,
}

/// The part of a black-analysis that matters to its value.
pub struct Listed<'a> {
    facts: &'a dyn AnalysisFacts,
    /// The states, their successors and their `lo` and `hi`.
    pub subgame: Subgame<ListedState>,
}

impl Listed<'_> {
    /// A state by its number.
    pub fn state(&self, number: u32) -> Analysing {
        self.facts.state(self.subgame.state(number))
    }
}

/// What is told of a black-analysis by facts about the board.
enum Told<'a> {
    /// What it comes to.
    Value(i16),
    /// What matters to it.
    Listed(Listed<'a>),
}

/// [`FixedKo`] where the states are listed.
struct FixedKoInSubgame<'a>(&'a Listed<'a>);

impl Memory<Subgame<ListedState>> for FixedKoInSubgame<'_> {
    type Mark = (Position, Position);
    type Name = Analysing;

    fn name(&self, state: &u32) -> Analysing {
        self.0.state(*state)
    }

    fn visited(&self, _: &u32) -> Option<Self::Mark> {
        None
    }

    fn left(&self, from: &u32, (): &(), to: &u32) -> Option<Self::Mark> {
        pair(self.0.state(*from).position, self.0.state(*to).position)
    }

    fn forbidding(&self, from: &u32, mv: &(), to: &u32) -> Option<Self::Mark> {
        self.left(from, mv, to)
    }
}

struct Asks<'a> {
    game: &'a BlackAnalysis,
    /// Black: control everything; White: leave Black nothing.
    player: Colour,
}

impl Question<BlackAnalysis> for Asks<'_> {
    type Value = u64;

    fn maximiser(&self) -> Colour {
        self.player
    }

    fn through(&self, _: &Analysing, _: &Analysing, value: u64) -> u64 {
        value
    }

    fn known(&mut self, state: &Analysing) -> Bounds<u64> {
        let board = &self.game.board;
        let at_least = controlled(board, state.position, Colour::Black);
        let at_most = board.all() & !lost(board, state.position);
        let (lower, upper) = match self.player {
            Colour::Black => (at_least == board.all(), at_most == board.all()),
            Colour::White => (at_most == 0, at_least == 0),
        };
        Bounds { lower: u64::from(lower), upper: u64::from(upper) }
    }

    fn end(&mut self, state: &Analysing) -> u64 {
        let control = controlled(&self.game.board, state.position, Colour::Black);
        u64::from(match self.player {
            Colour::Black => control == self.game.board.all(),
            Colour::White => control == 0,
        })
    }
}

impl Extremes {
    /// The largest board on which these questions are asked: they are solved there once for all final positions.
    const MOST_POINTS: usize = 12;

    /// With what is known of the board already.
    pub fn new(facts: &Facts) -> Extremes {
        Extremes { facts: facts.known(), ..Extremes::default() }
    }

    /// What the facts tell of the black-analysis of `position`.
    fn told(&self, game: &BlackAnalysis, position: Position, weights: Weights, budget: Budget) -> Option<Told<'_>> {
        let facts = self.facts.as_deref()?;
        let listed = |states: usize| {
            let subgame = facts.subgame(position, weights, Budget { states: budget.states.min(states), ..budget })?;
            Some(Told::Listed(Listed { facts, subgame }))
        };
        if !facts.are_made_anew() {
            return listed(budget.states);
        }
        let (worth, start) = (Worth::<1> { game, weights, facts: Some(facts) }, game.start(position));
        let mut known = worth.bounds(&start);
        if let Some(value) = known.decided() {
            return Some(Told::Value(value));
        }
        let mut thresholds = Thresholds::new(&worth, Budget { states: SEARCHED_THEN_LISTED[1][0], ..budget });
        for [searched, most] in SEARCHED_THEN_LISTED {
            let Score { lo, hi } = thresholds.score(&start, known, Budget { states: searched, ..budget });
            known = Bounds { lower: lo.lower, upper: hi.upper };
            let told = known.decided().map(Told::Value).or_else(|| listed(most));
            if told.is_some() {
                return told;
            }
        }
        None
    }

    fn narrow(
        &mut self,
        game: &BlackAnalysis,
        state: &Analysing,
        bounds: Bounds<i16>,
        weights: Weights,
        budget: Budget,
    ) -> Bounds<i16> {
        if let Some(facts) = &self.facts {
            return match facts.extreme(state) {
                Some(Extreme::Everything) => Bounds::exactly(weights.of(game.board.all())),
                Some(Extreme::Nothing) => Bounds::exactly(0),
                None => bounds,
            };
        }
        if self.given_up || game.board.len() > Self::MOST_POINTS {
            return bounds;
        }
        let mut everything = Asks { game, player: Colour::Black };
        let all = solve(game, &mut LeastFixpoint(&mut everything), &mut self.everything, state, budget);
        let mut nothing = Asks { game, player: Colour::White };
        let none = solve(game, &mut LeastFixpoint(&mut nothing), &mut self.nothing, state, budget);
        match (all.decided(), none.decided()) {
            (Some(1), _) => Bounds::exactly(weights.of(game.board.all())),
            (_, Some(1)) => Bounds::exactly(0),
            (Some(_), Some(_)) => bounds,
            _ => {
                self.given_up = true;
                bounds
            }
        }
    }
}
