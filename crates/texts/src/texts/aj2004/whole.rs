//! The analyses solved from every position of a board: their states, what their tables keep, and what follows from them.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::board::{Colour, Grid, Position};
use crate::law::RuleSet;
use crate::law::facts::Facts;
use crate::law::solved::{Memory, Size, Solving, WholeGame, without};
use crate::solve::history::Learned;
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
use crate::texts::aj2004::extremes::{everything, extremes, nothing};
use crate::texts::aj2004::game::{Analysing, BlackAnalysis};
use crate::texts::aj2004::listed::Analyses;
use crate::texts::aj2004::search::{AnalysisFacts, ListedState};

const EXTREMES: &str = "extremes";

/// The analyses with basic ko or without.
pub struct WholeAnalysis(pub RuleSet);

impl WholeGame for WholeAnalysis {
    fn clauses(&self) -> &'static str {
        self.0.text.source()
    }

    fn name(&self) -> String {
        without("aj2004 analysis", &self.0, &[AJ2004_BASIC_KO])
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
        let ends = [0, 1].map(|role| (0..graph.len()).into_par_iter().map(|n| end(role, n)).collect::<Vec<_>>());
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
    fn everything(&self, state: &Analysing) -> Option<bool> {
        self.forced(state, Colour::Black).map(|sets| everything(sets, state.passes))
    }

    fn nothing(&self, state: &Analysing) -> Option<bool> {
        self.forced(state, Colour::White).map(|sets| nothing(sets, state.passes))
    }

    fn subgame(&self, position: Position, weights: Weights, budget: Budget) -> Option<Subgame<ListedState>> {
        self.listed.get()?.subgame(&self.extremes, position, weights, budget)
    }

    fn state(&self, state: ListedState) -> Analysing {
        self.listed.get().expect("whoever has a state has them listed").named(&self.game, state)
    }
}
