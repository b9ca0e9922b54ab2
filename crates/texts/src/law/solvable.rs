//! Games that are solved from every position of a board at once: what a text says of its own, and what all have in common.

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use super::facts::Facts;
use crate::board::Grid;
use crate::solve::Predecessors;
use crate::solve::dense::Slots;
use crate::solve::whole::STATES;
use crate::solve::whole::classes::Classes;
use crate::solve::whole::forced::Whole;
use crate::solve::whole::graph::{Graph, Nodes, States};
use crate::solve::whole::store::{Failed, Remembering, Stages, Store, StoreError, Subject, Words};
use crate::solve::whole::verify::{Check, VerifyError};
use crate::solve::whole::winning::WinningSets;

/// A game of a text that can be solved from every position of a board at once.
pub trait WholeGame: Send + Sync {
    /// The clauses on which its tables rest: the clause file of a text.
    fn clauses(&self) -> &'static str;

    /// What it is called, with all on which its values depend: clauses that are not applied ([`super::solved::without`]), and readings. Rule
    /// sets whose games have the same name share the solution.
    fn name(&self) -> String;

    /// The stages of its solution, in the order in which they are solved.
    fn stages(&self) -> &'static [&'static str];

    /// About how much memory it takes on a board with so many classes under symmetry; not less.
    fn memory(&self, grid: Grid, classes: u64) -> Memory;

    /// Solves it from every position, and gives the facts that the interpreter of a rule set looks up.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    fn solve(&self, classes: &Arc<Classes>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError>;

    /// Checks the solution that is kept: every value of every stage, against the rules' own moves.
    ///
    /// # Errors
    /// [`VerifyError`], with the first state whose value does not follow.
    fn verify(&self, check: &Check<'_>) -> Result<(), VerifyError>;

    /// The same game solved without a list of the classes, if it is.
    fn dense(&self) -> Option<&dyn DenseGame> {
        None
    }
}

/// A game that can be solved on boards whose classes are not listed ([`crate::solve::dense`]).
pub trait DenseGame {
    /// The stages of its solution, in the order in which they are solved.
    fn stages(&self) -> &'static [&'static str];

    /// About how much memory it takes; not less.
    fn memory(&self, slots: &Slots) -> Memory;

    /// About the seconds of processor time that it takes.
    fn seconds(&self, slots: &Slots) -> f64;

    /// Solves it from every position, and gives the facts that the interpreter of a rule set looks up.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    fn solve(&self, slots: &Arc<Slots>, subject: &Subject, stages: &Stages<'_>) -> Result<Facts, StoreError>;

    /// The stages that [`DenseGame::look_up`] needs.
    fn looked_up(&self) -> &'static [&'static str] {
        &[]
    }

    /// The same facts, looked up in tables that stay on disk; `None` if that is not to be had, or not all that it takes is there. Errors
    /// that come later go to `failed`.
    ///
    /// # Errors
    /// [`StoreError`], if a file is damaged or of something else.
    fn look_up(
        &self,
        _slots: &Arc<Slots>,
        _subject: &Subject,
        _store: &Store,
        _failed: &Arc<Failed>,
    ) -> Result<Option<Facts>, StoreError> {
        Ok(None)
    }
}

/// The game of a rule set that is solved as a whole. Two are equal if one solution serves both.
#[derive(Clone)]
pub struct Solvable(pub(super) Arc<dyn WholeGame>);

impl PartialEq for Solvable {
    fn eq(&self, other: &Solvable) -> bool {
        self.0.clauses() == other.0.clauses() && self.0.name() == other.0.name()
    }
}

impl Eq for Solvable {}

impl fmt::Debug for Solvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name())
    }
}

impl Solvable {
    /// For a text.
    #[must_use]
    pub fn of(game: impl WholeGame + 'static) -> Solvable {
        Solvable(Arc::new(game))
    }

    /// What tables of this game are about.
    #[must_use]
    pub fn subject(&self, grid: Grid) -> Subject {
        Subject { grid, clauses: self.0.clauses(), rules: self.0.name() }
    }

    /// The stages of its solution, in the order in which they are solved.
    #[must_use]
    pub fn stages(&self) -> &'static [&'static str] {
        self.0.stages()
    }

    /// See [`WholeGame::memory`].
    #[must_use]
    pub fn memory(&self, grid: Grid, classes: u64) -> Memory {
        self.0.memory(grid, classes)
    }

    /// Whether it is solved without a list of the classes, too.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        self.0.dense().is_some()
    }

    /// See [`DenseGame::memory`]; nothing where it is not solved so.
    #[must_use]
    pub fn dense_memory(&self, slots: &Slots) -> Memory {
        self.0.dense().map_or(Memory { solving: 0, kept: 0 }, |game| game.memory(slots))
    }

    /// See [`DenseGame::seconds`]; none where it is not solved so.
    #[must_use]
    pub fn dense_seconds(&self, slots: &Slots) -> f64 {
        self.0.dense().map_or(0.0, |game| game.seconds(slots))
    }

    /// What tables of this game without a list of the classes are about.
    #[must_use]
    pub fn dense_subject(&self, grid: Grid) -> Subject {
        Subject { rules: format!("{} dense", self.0.name()), ..self.subject(grid) }
    }

    /// Solves the game from every position without a list of the classes.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    ///
    /// # Panics
    /// If it is not solved so ([`Solvable::is_dense`]).
    pub fn solve_dense(&self, slots: &Arc<Slots>, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        let game = self.0.dense().expect("a game that is solved without a list of the classes");
        let subject = self.dense_subject(slots.board().grid());
        let solved = game.solve(slots, &subject, stages)?;
        if let Some(store) = stages.store.filter(|_| stages.keeps) {
            game.looked_up().iter().try_for_each(|stage| store.index(&subject, stage))?;
        }
        Ok(solved)
    }

    /// The solution of the game, looked up in tables that stay on disk; `None` if not all that it takes is there. Errors that come later go to
    /// `failed`.
    ///
    /// # Errors
    /// [`StoreError`], if a file is damaged or of something else.
    pub fn look_up(
        &self,
        slots: &Arc<Slots>,
        store: &Store,
        failed: &Arc<Failed>,
    ) -> Result<Option<Facts>, StoreError> {
        let subject = self.dense_subject(slots.board().grid());
        self.0.dense().map_or(Ok(None), |game| game.look_up(slots, &subject, store, failed))
    }

    /// Whether the whole solution is there.
    #[must_use]
    pub fn is_in(&self, store: &Store, grid: Grid) -> bool {
        let subject = self.subject(grid);
        self.stages().iter().all(|stage| store.file(&subject, stage).exists())
    }

    /// Whether a folder has all stages of the game on a board whose classes are not listed.
    #[must_use]
    pub fn is_in_dense(&self, store: &Store, grid: Grid) -> bool {
        let subject = self.dense_subject(grid);
        self.0.dense().is_some_and(|game| game.stages().iter().all(|stage| store.file(&subject, stage).exists()))
    }

    /// Solves the game from every position.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    pub fn solve(&self, classes: &Arc<Classes>, stages: &Stages<'_>) -> Result<Facts, StoreError> {
        self.0.solve(classes, &self.subject(classes.board().grid()), stages)
    }

    /// Checks the solution that is kept: every value of every stage.
    ///
    /// # Errors
    /// [`VerifyError`], with the first state whose value does not follow.
    pub fn verify(&self, classes: &Arc<Classes>, stages: &Stages<'_>) -> Result<(), VerifyError> {
        let subject = self.subject(classes.board().grid());
        self.0.verify(&Check { subject: &subject, classes, stages })
    }
}

/// Bytes that a solution takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// While the game is solved, the solution included.
    pub solving: u64,
    /// Afterwards.
    pub kept: u64,
}

/// How many states a game has, and what is kept of each.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// States.
    pub states: u64,
    /// Tables that are kept.
    pub tables: u64,
    /// Bytes of what a state remembers.
    pub remembered: usize,
}

impl Size {
    /// Of a game whose states are positions with bans of recaptures. Measured: 1.6 and 1.7 states to a class on 4x4, up to 1.9 on
    /// 2x6; on lines, full of kos, up to 5.3 on 1x13, in proportion to the length.
    #[must_use]
    pub fn with_bans(grid: Grid, classes: u64, tables: u64, remembered: usize) -> Size {
        let with_bans = if grid.rows().min(grid.cols()) == 1 { grid.len() as u64 * 2 } else { 9 };
        Size { states: with_bans * classes / 4, tables, remembered }
    }

    /// Bytes of the moves of a state, on average to no more than half of the points, with their ways back.
    #[must_use]
    pub fn moves(grid: Grid) -> u64 {
        2 * 4 * (grid.len() as u64 / 2 + 2)
    }

    /// Bytes of what the states remember, twice, with an index.
    #[must_use]
    pub fn remembering(&self, classes: u64) -> u64 {
        self.states.saturating_sub(classes) * 2 * (self.remembered as u64 + 24)
    }

    /// Bytes while it is solved: for each state its moves and 4 for each table that is kept and for the six that are needed meanwhile.
    #[must_use]
    pub fn solving(&self, grid: Grid, classes: u64) -> u64 {
        self.states * (Size::moves(grid) + 4 * (self.tables + 6)) + self.remembering(classes)
    }
}

/// A game of which some stages may be solved already: its states are found once, if any is not.
pub struct Solving<'a, S: States> {
    classes: &'a Classes,
    states: &'a S,
    subject: &'a Subject,
    stages: &'a Stages<'a>,
    found: OnceCell<(Graph<S::Extra>, Predecessors)>,
}

impl<'a, S: States<Extra: Words>> Solving<'a, S> {
    /// Begins with the stage that lists the states.
    ///
    /// # Errors
    /// [`StoreError`], if it cannot be read or kept, or if it was asked to stop.
    pub fn new(
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

    /// Without that stage: its states are the positions.
    #[must_use]
    pub fn of_positions(
        classes: &'a Classes,
        states: &'a S,
        subject: &'a Subject,
        stages: &'a Stages<'a>,
    ) -> (Solving<'a, S>, Nodes<S::Extra>) {
        let nodes = Nodes::new(classes.len(), Vec::new());
        (Solving { classes, states, subject, stages, found: OnceCell::new() }, nodes)
    }

    /// The states with their successors, if they have been found for any of the stages.
    #[must_use]
    pub fn into_graph(self) -> Option<Graph<S::Extra>> {
        self.found.into_inner().map(|(graph, _)| graph)
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
    ///
    /// # Errors
    /// [`StoreError`], if it cannot be read or kept, or if it was asked to stop.
    pub fn winning_sets(
        &self,
        nodes: &Nodes<S::Extra>,
        stage: &str,
        solve: impl FnOnce(&Whole<'_, S::Extra>) -> Option<WinningSets>,
    ) -> Result<WinningSets, StoreError> {
        let sets = self.stages.stage(self.subject, stage, || {
            let (graph, predecessors) = self.graph()?;
            let sweeping = self.stages.sweeping(self.subject, stage);
            solve(&Whole { classes: self.classes, graph, predecessors, sweeping }).ok_or(StoreError::Stopped)
        })?;
        if let Some(store) = self.stages.store.filter(|_| sets.attacker.len() != nodes.len()) {
            let what = format!("it has {} rows instead of {}", sets.attacker.len(), nodes.len());
            return Err(StoreError::Damaged { file: store.file(self.subject, stage), what });
        }
        Ok(sets)
    }
}
