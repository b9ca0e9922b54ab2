//! The whole-board solution of each rule set's game, as the facts that its interpreter looks up.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::classes::Classes;
use super::forced::Whole;
use super::graph::{Graph, Nodes, States};
use super::lanes::Lanes;
use super::store::{Remembering, Stages, Store, StoreError, Subject, Words};
use crate::board::{Board, Colour, Grid, Points, Position};
use crate::law::facts::{AnalysisFacts, Cleared, ConfirmationFacts, ContinuationFacts, Facts, ListedState};
use crate::law::{ClauseId, RuleSet};
use crate::solve::history::Learned;
use crate::solve::part::Part;
use crate::solve::{Budget, Predecessors};
use crate::texts;
use crate::texts::aj2004::clauses::*;
use crate::texts::aj2004::extremes::{everything, extremes, nothing};
use crate::texts::aj2004::listed::Analyses;
use crate::texts::aj2004::{Analysing, BlackAnalysis, Weights};
use crate::texts::j1989::clauses::*;
use crate::texts::j1989::{Confirmation, Confirming};
use crate::texts::j1997::PlayOut;
use crate::texts::j1997::clauses::*;
use crate::texts::j1997::conceding;
use crate::texts::j1997::layers;
use crate::texts::j1997::whole::{SolvedPlayOut, VALUES};
use crate::texts::mindsports::Continuation;
use crate::texts::mindsports::clauses::*;
use crate::texts::mindsports::superko::{self, Free, SolvedSuperko};

/// The clauses of j1997 on the count at the end of a play-out that can be lifted where it is solved.
const AT_THE_END: [ClauseId; 3] = [J1997_LIFE_1, J1997_LIFE_4, J1997_PLAYOUT_7];

/// The stage that lists the states.
pub const STATES: &str = "states";

/// The stages of a play-out.
const PLAY_OUT_STAGES: [&str; conceding::STAGES.len() + 1] = {
    let [a, b, c, d, e, f, g] = conceding::STAGES;
    [a, b, c, d, e, f, g, VALUES]
};

/// The stages of the continuation, reading `dead=superko`.
const SUPERKO_STAGES: [&str; superko::STAGES.len() + 3] = {
    let [captured, kept, dead] = superko::STAGES;
    [STATES, "captured", "made-immortal", captured, kept, dead]
};

/// Which game of a rule set is solved as a whole. Rule sets with the same game share the solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Solvable {
    /// Confirmation of life and death: with the ko ban of j1989.7.2 or without, with its pass for a ko or without.
    Confirmation {
        /// j1989.7.2 is applied.
        ban: bool,
        /// j1989.7.2.pass is applied.
        pass_for_ko: bool,
    },
    /// The analyses of aj2004: with basic ko or without.
    Analysis {
        /// aj2004.basic-ko is applied.
        basic_ko: bool,
    },
    /// The continuation of the MindSports text: with basic ko or without.
    Continuation {
        /// ms.ko is applied.
        basic_ko: bool,
        /// Reading `dead=superko`.
        superko: bool,
    },
    /// The play-out of j1997: which of its clauses on the count at the end (life.1, life.4, playout.7) are applied, and whether dead
    /// ko stones are prisoners.
    PlayOut {
        /// By clause.
        applied: [bool; 3],
        /// Reading `ko-stones=prisoners`.
        prisoners: bool,
    },
}

impl Solvable {
    /// What tables of this game are about: the game, and the clauses that are not applied.
    #[must_use]
    pub fn subject(self, grid: Grid) -> Subject {
        let (text, game, clauses) = match self {
            Solvable::Confirmation { ban, pass_for_ko } => {
                let lifted = [(ban, J1989_7_2), (pass_for_ko, J1989_7_2_PASS)];
                (texts::j1989::TEXT, "j1989 confirmation", lifted.to_vec())
            }
            Solvable::Analysis { basic_ko } => {
                (texts::aj2004::TEXT, "aj2004 analysis", vec![(basic_ko, AJ2004_BASIC_KO)])
            }
            Solvable::Continuation { basic_ko, superko } => {
                let game = if superko { "ms continuation dead=superko" } else { "ms continuation" };
                (texts::mindsports::JAPANESE, game, vec![(basic_ko, MS_KO)])
            }
            Solvable::PlayOut { applied, prisoners } => {
                let game = if prisoners { "j1997 play-out ko-stones=prisoners" } else { "j1997 play-out" };
                (texts::j1997::TEXT, game, applied.into_iter().zip(AT_THE_END).collect())
            }
        };
        let lifted = clauses.iter().filter(|(applied, _)| !applied).map(|(_, clause)| format!(" without {clause}"));
        Subject { grid, text, rules: lifted.fold(game.to_string(), |rules, without| rules + &without) }
    }

    /// The stages of its solution, in the order in which they are solved.
    #[must_use]
    pub fn stages(self) -> &'static [&'static str] {
        match self {
            Solvable::Confirmation { .. } => {
                &[STATES, "captured", "cleared", "captured-for-good", "cleared-everywhere"]
            }
            Solvable::Analysis { .. } => &[STATES, "extremes"],
            Solvable::Continuation { superko: false, .. } => &[STATES, "captured", "made-immortal"],
            Solvable::Continuation { superko: true, .. } => &SUPERKO_STAGES,
            Solvable::PlayOut { .. } => &PLAY_OUT_STAGES,
        }
    }

    /// About how much memory the game takes on a board with so many classes under symmetry; not less. For each state: its
    /// moves, on average to no more than half of the points, with their ways back; 4 bytes for each table that is kept and
    /// for the six that are needed meanwhile; and where it remembers something, twice what that is, with an index.
    #[must_use]
    pub fn memory(self, grid: Grid, classes: u64) -> Memory {
        let moves = 2 * 4 * (grid.len() as u64 / 2 + 2);
        // Measured: 1.6 and 1.7 states to a class on 4x4, up to 1.9 on 2x6; on lines, full of kos, up to 5.3 on 1x13, in
        // proportion to the length.
        let one_row = grid.rows().min(grid.cols()) == 1;
        let with_bans = if one_row { grid.len() as u64 * 2 } else { 9 };
        let (states, tables, remembered) = match self {
            Solvable::Confirmation { .. } => (with_bans * classes / 4, 4, size_of::<[u16; 3]>()),
            // 1.04 on 4x4.
            Solvable::Analysis { .. } => (5 * classes / 4, 1, size_of::<u8>()),
            Solvable::Continuation { .. } => (with_bans * classes / 4, 4, size_of::<[u32; 2]>()),
            Solvable::PlayOut { .. } => {
                let values = if layers::takes(grid) { layers::memory(grid, classes) } else { 0 };
                let kept = classes * (conceding::BYTES + size_of::<Option<(i8, i8)>>() as u64);
                return Memory { solving: kept + classes * (moves + moves / 4) + values, kept };
            }
        };
        let remembering = states.saturating_sub(classes) * 2 * (remembered as u64 + 24);
        // What the analyses learn of histories on long boards of one row, each thread by itself; little elsewhere.
        let learns = matches!(self, Solvable::Analysis { .. }) && one_row && grid.len() > 8;
        let learned = if learns { (rayon::current_num_threads() * Learned::<Analysing>::MOST) as u64 } else { 0 };
        let solving = states * (moves + 4 * (tables + 6)) + remembering + learned;
        // Of the continuation only what is forced from states without bans; of the analyses their moves too.
        let kept = match self {
            Solvable::Continuation { .. } => classes * 4 * (tables + 1),
            Solvable::Analysis { .. } => {
                states * (moves / 2 + 4 * tables + 1) + classes * Analyses::BYTES + remembering
            }
            _ => states * 4 * tables + remembering,
        };
        Memory { solving, kept }
    }

    /// Whether the whole solution is there.
    #[must_use]
    pub fn is_in(self, store: &Store, grid: Grid) -> bool {
        let subject = self.subject(grid);
        self.stages().iter().all(|stage| store.file(&subject, stage).exists())
    }

    /// Solves the game of `rules` from every position.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    pub fn solve(self, classes: &Arc<Classes>, rules: &RuleSet, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let board = classes.board();
        let subject = self.subject(board.grid());
        Ok(match self {
            Solvable::Confirmation { .. } => {
                let game = Confirmation::new(rules, board, Colour::Black);
                let facts = SolvedConfirmation::new(classes, game, &subject, stages)?;
                Facts { confirmation: Some(Arc::new(facts)), ..Facts::default() }
            }
            Solvable::Analysis { .. } => {
                let facts = SolvedAnalysis::new(classes, BlackAnalysis::new(rules, board), &subject, stages)?;
                Facts { analysis: Some(Arc::new(facts)), ..Facts::default() }
            }
            Solvable::Continuation { basic_ko, superko } => {
                let game = Continuation::new(board, basic_ko);
                let facts = SolvedContinuation::new(classes, &game, &subject, stages)?;
                let mut facts = Facts { continuation: Some(Arc::new(facts)), ..Facts::default() };
                if superko {
                    facts.superko =
                        Some(Arc::new(SolvedSuperko::new(free(classes, &subject, stages)?, &subject, stages)?));
                }
                facts
            }
            Solvable::PlayOut { .. } => {
                let facts = SolvedPlayOut::new(classes, bounded(rules, board), &subject, stages)?;
                Facts { play_out: Some(Arc::new(facts)), ..Facts::default() }
            }
        })
    }
}

/// The play-out that is solved as a whole: what is bounded is the value by `endless=gain-wins`, also where another reading makes
/// use of the bounds.
#[must_use]
pub fn bounded(rules: &RuleSet, board: &Board) -> PlayOut {
    PlayOut::new(&rules.clone().reading(Endless::GainWins), board)
}

/// Bytes that a solution takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// While the game is solved, the solution included.
    pub solving: u64,
    /// Afterwards.
    pub kept: u64,
}

/// Solutions that have been read from a folder.
#[derive(Default)]
pub struct Known(Vec<(Solvable, Facts)>);

impl Known {
    /// The solutions of the games of these rule sets, as far as all their stages are there.
    ///
    /// # Errors
    /// [`StoreError`], if a table is damaged or of something else, or if it was asked to stop.
    pub fn read(
        classes: &Arc<Classes>,
        store: &Store,
        rules: &[RuleSet],
        stop: &AtomicBool,
    ) -> Result<Known, StoreError> {
        let stages = Stages { store: Some(store), keeps: false, stop, watch: &() };
        let mut known = Known::default();
        for set in rules {
            let game = set.text.solvable(set).filter(|game| game.is_in(store, classes.board().grid()));
            if let Some(game) = game.filter(|game| known.of(*game).is_none()) {
                known.0.push((game, game.solve(classes, set, &stages)?));
            }
        }
        Ok(known)
    }

    /// The solution of a game, if it is known.
    #[must_use]
    pub fn of(&self, game: Solvable) -> Option<&Facts> {
        self.0.iter().find(|(known, _)| *known == game).map(|(_, facts)| facts)
    }

    /// What is known for a rule set.
    #[must_use]
    pub fn facts(&self, rules: &RuleSet) -> Facts {
        rules.text.solvable(rules).and_then(|game| self.of(game)).cloned().unwrap_or_default()
    }
}

/// A game of which some stages may be solved already: its states are found once, if any is not.
struct Solving<'a, S: States> {
    classes: &'a Classes,
    states: &'a S,
    subject: &'a Subject,
    stages: &'a Stages<'a>,
    found: OnceCell<(Graph<S::Extra>, Predecessors)>,
}

impl<'a, S: States<Extra: Words>> Solving<'a, S> {
    /// Begins with the stage that lists the states.
    fn new(
        classes: &'a Classes,
        states: &'a S,
        subject: &'a Subject,
        stages: &'a Stages<'a>,
    ) -> Result<(Solving<'a, S>, Nodes<S::Extra>), StoreError> {
        let solving = Solving { classes, states, subject, stages, found: OnceCell::new() };
        let Remembering(listed) =
            stages.stage(subject, STATES, || Ok(Remembering(solving.graph()?.0.nodes().remembering().to_vec())))?;
        let nodes = Nodes::new(classes.len(), listed);
        Ok((solving, nodes))
    }

    fn graph(&self) -> Result<&(Graph<S::Extra>, Predecessors), StoreError> {
        if let Some(found) = self.found.get() {
            return Ok(found);
        }
        let sweeping = self.stages.sweeping(self.subject, STATES);
        let graph = Graph::new(self.classes, self.states, &sweeping).ok_or(StoreError::Stopped)?;
        let predecessors = graph.predecessors();
        Ok(self.found.get_or_init(|| (graph, predecessors)))
    }

    /// One more stage, with a value for each of the `nodes`.
    fn lanes(
        &self,
        nodes: &Nodes<S::Extra>,
        stage: &str,
        solve: impl FnOnce(&Whole<'_, S::Extra>) -> Option<Lanes>,
    ) -> Result<Lanes, StoreError> {
        let lanes = self.stages.stage(self.subject, stage, || {
            let (graph, predecessors) = self.graph()?;
            let sweeping = &self.stages.sweeping(self.subject, stage);
            solve(&Whole { classes: self.classes, graph, predecessors, sweeping }).ok_or(StoreError::Stopped)
        })?;
        if let Some(store) = self.stages.store.filter(|_| lanes.attacker.len() != nodes.len()) {
            let what = format!("it has {} rows instead of {}", lanes.attacker.len(), nodes.len());
            return Err(StoreError::Damaged { file: store.file(self.subject, stage), what });
        }
        Ok(lanes)
    }
}

struct SolvedConfirmation {
    classes: Arc<Classes>,
    game: Confirmation,
    nodes: Nodes<[u16; 3]>,
    captured: Lanes,
    cleared: Lanes,
    captured_for_good: Lanes,
    everywhere: Lanes,
}

impl SolvedConfirmation {
    fn new(
        classes: &Arc<Classes>,
        game: Confirmation,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<SolvedConfirmation, StoreError> {
        let (solving, nodes) = Solving::new(classes, &game, subject, stages)?;
        let captured = solving.lanes(&nodes, "captured", |w| w.captured())?;
        let cleared = solving.lanes(&nodes, "cleared", |w| w.cleared())?;
        let captured_for_good = solving.lanes(&nodes, "captured-for-good", |w| w.captured_for_good(&cleared))?;
        let everywhere = solving.lanes(&nodes, "cleared-everywhere", |w| w.cleared_everywhere(&cleared))?;
        drop(solving);
        Ok(SolvedConfirmation {
            classes: classes.clone(),
            game,
            nodes,
            captured,
            cleared,
            captured_for_good,
            everywhere,
        })
    }
}

impl ConfirmationFacts for SolvedConfirmation {
    fn captured(&self, position: Position, owner: Colour) -> Points {
        let seat = self.classes.seat(position.seen_by(owner.opponent()));
        self.captured.points(self.classes.turns(), seat, true) & position.of(owner)
    }

    fn cleared(&self, state: &Confirming, owner: Colour) -> Option<Cleared> {
        let bans = state.bans().map(|b| b as u16);
        let seat = self.nodes.seat(&self.classes, &self.game, state.position.seen_by(state.mover), bans)?;
        let (turns, attacks) = (self.classes.turns(), state.mover != owner);
        Some(Cleared {
            each: self.cleared.points(turns, seat, attacks),
            captured: self.captured_for_good.points(turns, seat, attacks),
            everywhere: self.everywhere.of(seat, attacks) != 0,
        })
    }
}

struct SolvedAnalysis {
    classes: Arc<Classes>,
    game: BlackAnalysis,
    nodes: Nodes<u8>,
    extremes: Lanes,
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
        let extremes = solving.lanes(&nodes, "extremes", extremes)?;
        let graph = solving.found.into_inner().map(|(graph, _)| graph);
        let listed = graph.map_or_else(OnceLock::new, |graph| OnceLock::from(Analyses::new(classes, graph)));
        Ok(SolvedAnalysis { classes: classes.clone(), game, nodes, extremes, listed })
    }

    /// What `player` forces.
    fn forced(&self, state: &Analysing, player: Colour) -> Option<u16> {
        let ban = state.ban().map_or(0, |p| p + 1);
        let seat = self.nodes.seat(&self.classes, &self.game, state.position.seen_by(state.mover), ban)?;
        (state.passes < 3).then(|| self.extremes.of(seat, state.mover == player))
    }
}

impl AnalysisFacts for SolvedAnalysis {
    fn everything(&self, state: &Analysing) -> Option<bool> {
        self.forced(state, Colour::Black).map(|lanes| everything(lanes, state.passes))
    }

    fn nothing(&self, state: &Analysing) -> Option<bool> {
        self.forced(state, Colour::White).map(|lanes| nothing(lanes, state.passes))
    }

    fn list(&self) {
        self.listed.get_or_init(|| {
            let graph = Graph::new(&self.classes, &self.game, &()).expect("nobody stops it");
            Analyses::new(&self.classes, graph)
        });
    }

    fn part(&self, position: Position, weights: Weights, budget: Budget) -> Option<Part<ListedState>> {
        self.listed.get()?.part(&self.extremes, position, weights, budget)
    }

    fn state(&self, state: ListedState) -> Analysing {
        self.listed.get().expect("whoever has a state has them listed").named(&self.game, state)
    }
}

/// The continuation without a repetition rule, which needs no states but the positions.
fn free(classes: &Arc<Classes>, subject: &Subject, stages: &Stages<'_>) -> Result<Free, StoreError> {
    let game = Continuation::new(classes.board(), false);
    let solving = Solving { classes, states: &game, subject, stages, found: OnceCell::new() };
    let nodes = Nodes::new(classes.len(), Vec::new());
    let captured = solving.lanes(&nodes, superko::CAPTURED, |w| w.captured())?;
    let kept = solving.lanes(&nodes, superko::KEPT, |w| w.kept())?;
    Ok(Free { classes: classes.clone(), captured, kept })
}

struct SolvedContinuation {
    classes: Arc<Classes>,
    captured: Lanes,
    immortal: Lanes,
}

impl SolvedContinuation {
    fn new(
        classes: &Arc<Classes>,
        game: &Continuation,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<SolvedContinuation, StoreError> {
        let (solving, nodes) = Solving::new(classes, game, subject, stages)?;
        // Only states without bans are asked for.
        let unbanned = |lanes: Lanes| Lanes {
            attacker: lanes.attacker[..classes.len()].to_vec(),
            owner: lanes.owner[..classes.len()].to_vec(),
        };
        let captured = unbanned(solving.lanes(&nodes, "captured", |w| w.captured())?);
        let immortal = unbanned(solving.lanes(&nodes, "made-immortal", |w| w.made_immortal())?);
        Ok(SolvedContinuation { classes: classes.clone(), captured, immortal })
    }
}

impl ContinuationFacts for SolvedContinuation {
    fn captured(&self, position: Position, owner: Colour, first: Colour) -> Points {
        let seat = self.classes.seat(position.seen_by(first));
        self.captured.points(self.classes.turns(), seat, first != owner) & position.of(owner)
    }

    fn independent(&self, position: Position, owner: Colour) -> Points {
        let seat = self.classes.seat(position.seen_by(owner.opponent()));
        self.immortal.points(self.classes.turns(), seat, false) & position.of(owner)
    }
}
