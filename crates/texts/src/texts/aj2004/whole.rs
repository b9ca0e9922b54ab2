//! The analyses solved from every position of a board: their states, what their tables keep, and what follows from them.

use std::sync::{Arc, OnceLock};

use crate::board::{Board, Colour, Grid, Position};
use crate::law::RuleSet;
use crate::law::facts::Facts;
use crate::law::solved::{DenseGame, Memory, Size, Solving, WholeGame, without};
use crate::solve::dense::{self, AtEnd, Both, Column, Ends, Finder, Repetition, Sides, Slots};
use crate::solve::history::Learned;
use crate::solve::parallel;
use crate::solve::subgame::Subgame;
use crate::solve::whole::STATES;
use crate::solve::whole::classes::Classes;
use crate::solve::whole::graph::{Graph, Nodes, States};
use crate::solve::whole::store::{Stages, StoreError, Subject};
use crate::solve::whole::sweep::Sweeps;
use crate::solve::whole::verify::{Check, StateValues, Value, VerifyError, Whole};
use crate::solve::whole::winning::WinningSets;
use crate::solve::{Budget, Game};
use crate::texts::aj2004::clauses::*;
use crate::texts::aj2004::control::{Weights, controlled};
use crate::texts::aj2004::counted::{Worth, named};
use crate::texts::aj2004::extremes::{everything, extremes, nothing};
use crate::texts::aj2004::facts::{AnalysisFacts, AnalysisValues, Extreme, ListedState};
use crate::texts::aj2004::game::{Analysing, BlackAnalysis};
use crate::texts::aj2004::listed::Analyses;
use crate::texts::aj2004::search::Asking;

const EXTREMES: &str = "extremes";
const VALUES: &str = "values";

/// The analyses with basic ko or without.
pub struct WholeAnalysis(pub RuleSet);

impl WholeGame for WholeAnalysis {
    fn clauses(&self) -> &'static str {
        self.0.text.source()
    }

    fn name(&self) -> String {
        // What is kept of large boards depends on what a controlled point counts.
        let game = match self.0.read() {
            Score::Territory => "aj2004 analysis",
            Score::Area => "aj2004 analysis score=area",
        };
        without(game, &self.0, &[AJ2004_BASIC_KO])
    }

    fn stages(&self) -> &'static [&'static str] {
        &[STATES, EXTREMES]
    }

    fn memory(&self, grid: Grid, classes: u64) -> Memory {
        // 1.04 states to a class on 4x4.
        let size = Size { states: 5 * classes / 4, tables: 1, remembered: size_of::<u8>() };
        // What is learnt of histories on long boards of one row, each thread by itself; little elsewhere.
        let learns = grid.rows().min(grid.cols()) == 1 && grid.len() > 8;
        let learned = if learns { (rayon::current_num_threads() * Learned::<Analysing>::MOST) as u64 } else { 0 };
        // The moves are kept too.
        let kept = size.states * (Size::moves(grid) / 2 + 4 * size.tables + 1)
            + classes * Analyses::BYTES
            + size.remembering(classes);
        Memory { solving: size.solving(grid, classes) + learned, kept }
    }

    fn solve(&self, classes: &Arc<Classes>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let game = BlackAnalysis::new(&self.0, classes.board());
        let solved = Arc::new(SolvedAnalysis::new(classes, game, subject, stages)?);
        let listed = solved.clone();
        Ok(Facts::default().with::<Arc<dyn AnalysisFacts>>(solved).prepared_by(move || listed.list()))
    }

    fn verify(&self, check: &Check<'_>) -> Result<(), VerifyError> {
        let board = check.classes.board();
        let graph = check.states(&BlackAnalysis::new(&self.0, board))?;
        let moves = check.sequences(&graph, 3);
        // Bit 0: he controls everything; bit 1: the other controls nothing.
        let end = |role: usize, node: usize| {
            let control = |c| controlled(board, moves.position(node), c);
            let [mine, other] = [[Colour::Black, Colour::White], [Colour::White, Colour::Black]][role].map(control);
            Whole(u16::from(mine == board.all()) | u16::from(other == 0) << 1)
        };
        let ends = [0, 1].map(|role| parallel::map(graph.len(), &|n| end(role, n)));
        let found = |role: usize, node: usize, values: &StateValues<Whole>| {
            let bits = |passes| values.of(passes, role, node).0;
            (0..3).fold(0, |sets, p| sets | (bits(p) & 1) << p | (bits(p) >> 1 & 1) << (3 + p))
        };
        // A table may have any bit.
        let what = |bit: usize| match ["everything", "nothing"].get(bit / 3) {
            Some(question) => format!("{question} after {} passes", bit % 3),
            None => format!("bit {bit}"),
        };
        let values = |_: usize, _: usize, _: usize| Whole::WORST;
        let derive = || moves.least_fixpoint(values, |_, _| Whole::BEST, |role, n| ends[role][n]);
        check.compare(&moves, EXTREMES, derive, found, what)?;
        Ok(())
    }

    fn dense(&self) -> Option<&dyn DenseGame> {
        Some(self)
    }
}

/// The black-analysis and the white-analysis. Remembered: the point on which a play would recreate the position before the
/// last play, plus 1.
impl States for BlackAnalysis {
    type Extra = u8;

    fn plays(&self, position: Position, extra: u8, out: &mut Vec<(Position, u8)>) {
        let state = self.remembering(position, Colour::Black, 0, extra.checked_sub(1));
        let mut moves = Vec::new();
        self.moves(&state, &mut moves);
        for (mv, next) in moves {
            if mv.is_some() {
                out.push((next.position.swapped(), next.ban().map_or(0, |p| p + 1)));
            }
        }
    }

    fn after_pass(&self, _: u8) -> u8 {
        0
    }

    fn turned(&self, extra: u8, classes: &Classes, turn: usize) -> u8 {
        extra.checked_sub(1).map_or(0, |p| classes.turns().symmetry(turn).point(p as usize) as u8 + 1)
    }
}

struct SolvedAnalysis {
    classes: Arc<Classes>,
    game: BlackAnalysis,
    nodes: Nodes<u8>,
    extremes: WinningSets,
    listed: OnceLock<Analyses>,
}

impl SolvedAnalysis {
    fn new(
        classes: &Arc<Classes>,
        game: BlackAnalysis,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<SolvedAnalysis, StoreError> {
        let (solving, nodes) = Solving::new(classes, &game, subject, stages)?;
        let extremes = solving.winning_sets(&nodes, EXTREMES, extremes)?;
        let listed =
            solving.into_graph().map_or_else(OnceLock::new, |graph| OnceLock::from(Analyses::new(classes, graph)));
        Ok(SolvedAnalysis { classes: classes.clone(), game, nodes, extremes, listed })
    }

    /// Keeps every state with its successors in memory, for [`AnalysisFacts::subgame`]: pays where many positions are asked for.
    fn list(&self) {
        self.listed.get_or_init(|| {
            let graph = Graph::new(&self.classes, &self.game, &Sweeps::alone()).expect("nobody stops it");
            Analyses::new(&self.classes, graph)
        });
    }

    /// What `player` forces.
    fn forced(&self, state: &Analysing, player: Colour) -> Option<u16> {
        let ban = state.ban().map_or(0, |p| p + 1);
        let form = self.nodes.form(&self.classes, &self.game, state.position.seen_by(state.mover), ban)?;
        (state.passes < 3).then(|| self.extremes.of(form, state.mover == player))
    }
}

impl AnalysisFacts for SolvedAnalysis {
    fn extreme(&self, state: &Analysing) -> Option<Extreme> {
        if self.forced(state, Colour::Black).is_some_and(|sets| everything(sets, state.passes)) {
            return Some(Extreme::Everything);
        }
        let nothing = self.forced(state, Colour::White).is_some_and(|sets| nothing(sets, state.passes));
        nothing.then_some(Extreme::Nothing)
    }

    fn subgame(&self, position: Position, weights: Weights, budget: Budget) -> Option<Subgame<ListedState>> {
        self.listed.get()?.subgame(&self.extremes, position, weights, budget)
    }

    fn state(&self, state: ListedState) -> Analysing {
        self.listed.get().expect("whoever has a state has them listed").named(&self.game, state)
    }
}

impl DenseGame for WholeAnalysis {
    fn stages(&self) -> &'static [&'static str] {
        &[EXTREMES]
    }

    fn memory(&self, slots: &Slots) -> Memory {
        let kept = Ends::memory(slots) + Column::memory(slots);
        Memory { solving: kept + dense::States::memory(slots), kept }
    }

    fn seconds(&self, slots: &Slots) -> f64 {
        // Measured on 3x6: 5e-5 for a number; on the larger board more is open in each position.
        let more = slots.board().len().saturating_sub(18) as i32;
        slots.len() as f64 * 5e-5 * 1.7f64.powi(more)
    }

    fn solve(&self, slots: &Arc<Slots>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let repetition = if self.0.applies(AJ2004_BASIC_KO) { Repetition::BasicKo } else { Repetition::Allowed };
        let states = dense::States::new(slots, repetition, &stages.sweeping(subject, STATES));
        let states = states.ok_or(StoreError::Stopped)?;
        let ends = states.ends_stage(&Extremes(slots.board()), (subject, EXTREMES), stages)?;
        let game = BlackAnalysis::new(&self.0, slots.board());
        let solved: Arc<dyn AnalysisFacts> = Arc::new(DenseAnalysis { game, slots: slots.clone(), ends });
        let facts = Facts::default().with(solved.clone());
        // The name of the game says nothing of these clauses, on which the values depend.
        if !self.0.applies(AJ2004_FIXED_KO) || !self.0.applies(AJ2004_CONTROL) {
            return Ok(facts);
        }
        // All values are found where tables are made; whoever asks about some positions only has those found.
        if !stages.keeps && !stages.store.is_some_and(|store| store.file(subject, VALUES).exists()) {
            return Ok(facts);
        }
        let finder = ValueOfEach { rules: self.0.clone(), board: slots.board(), facts: solved };
        let values = states.column_stage(&finder, (subject, VALUES), stages)?;
        let values: Arc<dyn AnalysisValues> = Arc::new(Kept { rules: self.0.clone(), values });
        Ok(facts.with(values))
    }
}

/// Of an end: the player controls everything, and leaves the other control of nothing.
struct Extremes<'a>(&'a Board);

impl AtEnd for Extremes<'_> {
    fn holds(&self, sides: Sides) -> u8 {
        let Extremes(board) = self;
        let [own, theirs] = Colour::ALL.map(|player| controlled(board, sides.position(), player));
        u8::from(own == board.all()) | u8::from(theirs == 0) << 1
    }
}

/// The analyses solved without a list of the classes.
struct DenseAnalysis {
    game: BlackAnalysis,
    slots: Arc<Slots>,
    ends: Ends,
}

impl AnalysisFacts for DenseAnalysis {
    fn extreme(&self, state: &Analysing) -> Option<Extreme> {
        if state.passes == 3 {
            return None;
        }
        let ban = state.ban().map(|point| 1 << point);
        let Both { mover, opponent } = self.ends.at(&self.slots, Sides::of(state.position, state.mover), ban);
        let [black, white] = if state.mover == Colour::Black { [mover, opponent] } else { [opponent, mover] };
        if black.has(0, state.passes.into()) {
            Some(Extreme::Everything)
        } else {
            white.has(1, state.passes.into()).then_some(Extreme::Nothing)
        }
    }

    fn subgame(&self, position: Position, weights: Weights, budget: Budget) -> Option<Subgame<ListedState>> {
        let worth = Worth::<1> { game: &self.game, weights, facts: Some(self) };
        let [root] = worth.key(&self.game.start(position));
        Subgame::new(&worth, root, budget)
    }

    fn state(&self, state: ListedState) -> Analysing {
        named(state)
    }

    fn are_made_anew(&self) -> bool {
        true
    }
}

/// What finds the value of the black-analysis of each position, White to move.
struct ValueOfEach<'a> {
    rules: RuleSet,
    board: &'a Board,
    facts: Arc<dyn AnalysisFacts>,
}

/// States for each value that is kept: what takes more is left to whoever asks for it.
const STATES_OF_A_VALUE: usize = 400_000;

/// The number of a value that is left open.
const OPEN: u8 = u8::MAX;
/// Added to that of a value which a history decides.
const BY_HISTORY: u8 = 128;

impl Finder for ValueOfEach<'_> {
    type Memory = Asking;

    fn begin(&self) -> Asking {
        let facts = Facts::default().with(self.facts.clone());
        Asking::new(&self.rules, self.board, Budget::of(STATES_OF_A_VALUE), &facts)
    }

    fn find(&self, ask: &mut Asking, sides: Sides) -> u8 {
        let position = sides.swapped().position();
        let found = ask.value(position, Weights::new(self.board, &self.rules, position));
        match found.value.decided() {
            Some(value) if found.history => BY_HISTORY + 1 + value as u8,
            Some(value) => 1 + value as u8,
            None => OPEN,
        }
    }
}

/// What the analyses come to under a rule set.
struct Kept {
    rules: RuleSet,
    values: Column,
}

impl AnalysisValues for Kept {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn value(&self, position: Position) -> Option<(i16, bool)> {
        let number = self.values.at(Sides::of(position, Colour::White));
        let (value, history) = (number & !BY_HISTORY, number & BY_HISTORY != 0);
        (number != OPEN && number != 0).then(|| (i16::from(value) - 1, history))
    }
}
