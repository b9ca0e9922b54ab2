//! Samples of large boards, and their journals (`specs/journal.md`), for runs in one process or spread over many.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::atlas::Progress;
use crate::atlas::journal::{Decided, Head, Journal, JournalError, ordered};
use crate::atlas::sample::{Asked, Row, draw, judge};
use crate::board::index::{Index, IndexError};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Grid, MAX_POINTS, Position, diagram};
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;

/// Why there is no sample.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// The positions of the board cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// Positions are not judged on this board.
    #[error("{grid} has {} points: at most {MAX_POINTS}, for example 8x8", .grid.len())]
    TooLarge {
        /// The board.
        grid: Grid,
    },
    /// There is nothing to draw from.
    #[error("no legal position of {grid} has exactly {empty} empty points")]
    None {
        /// The board.
        grid: Grid,
        /// The number asked for.
        empty: usize,
    },
    /// A position of a list is of another board.
    #[error("position {at} (from 0) is of {found}, not of {grid}")]
    OtherBoard {
        /// Its place.
        at: usize,
        /// Its board.
        found: Grid,
        /// That of the sample.
        grid: Grid,
    },
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What is said of a position does not fit what is asked.
    #[error(
        "position {0} (from 0): there is no such position, or not one outcome for each rule set, or an outcome that its board cannot have"
    )]
    Row(usize),
    /// Something was found in this run before.
    #[error("a part of this sample was judged in this run: go on with its journal in another one")]
    Begun,
    /// The run was stopped, or positions are missing.
    #[error("{found} of {of} positions are judged: the journal goes on where it is")]
    Unfinished {
        /// Positions with everything that is asked.
        found: usize,
        /// Positions of the sample.
        of: usize,
    },
}

/// How a journal begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begin {
    /// There must be none.
    New,
    /// One that is there is replaced.
    Replace,
    /// One that is there goes on, if it is of the same sample.
    Resume,
}

/// Positions of one board, and what is asked of them, as `shinpan sample` has them.
pub struct Sample {
    board: Board,
    rules: Vec<RuleSet>,
    positions: Vec<Position>,
    seed: u64,
    empty: Option<usize>,
    settled: bool,
    budget: Budget,
    journal: Option<(PathBuf, Journal)>,
    /// What is known of each position.
    rows: Vec<Option<Row>>,
    /// Something was found in this run: what the journal knew at its beginning is not all.
    begun: bool,
}

/// What was found of a position of a [`Sample`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sampled {
    /// By rule set.
    pub outcomes: Vec<Outcome>,
    /// Whether players could sensibly stop there, if that was asked; `None` inside if the budget left it open.
    pub settled: Option<Option<bool>>,
}

impl Sample {
    /// `n` legal positions of a board, drawn uniformly (of those with exactly `empty` empty points) by a generator that begins with
    /// `seed`: those of `shinpan sample`. Each will be judged under `rules` and, if `settled`, asked whether players could stop there.
    ///
    /// # Errors
    /// [`SampleError`].
    ///
    /// # Examples
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use shinpan::{Budget, Grid, RuleSet, Sample, Silent};
    ///
    /// let rules = &RuleSet::defaults()[..2];
    /// let mut sample = Sample::draw(Grid::parse("2x3")?, 5, 1, None, rules, false, Budget::default())?;
    /// sample.judge(&Silent, &AtomicBool::new(false))?;
    /// assert!(sample.missing().is_empty());
    /// assert_eq!(sample.found(4).map(|found| found.outcomes.len()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draw(
        grid: Grid,
        n: usize,
        seed: u64,
        empty: Option<usize>,
        rules: &[RuleSet],
        settled: bool,
        budget: Budget,
    ) -> Result<Sample, SampleError> {
        let index = Index::new(grid)?;
        let none = || SampleError::None { grid, empty: empty.unwrap_or_default() };
        let (positions, _) = draw(&index, empty, n, seed).ok_or_else(none)?;
        Sample::new(grid, positions, (seed, empty), rules, settled, budget)
    }

    /// These positions instead, all of one board: those of `shinpan sample --from`.
    ///
    /// # Errors
    /// [`SampleError::OtherBoard`], [`SampleError::TooLarge`].
    pub fn of(
        grid: Grid,
        positions: &[PlainPosition],
        rules: &[RuleSet],
        settled: bool,
        budget: Budget,
    ) -> Result<Sample, SampleError> {
        let mut small = Vec::with_capacity(positions.len());
        for (at, position) in positions.iter().enumerate() {
            if position.grid() != grid {
                return Err(SampleError::OtherBoard { at, found: position.grid(), grid });
            }
            small.push(position.to_position().ok_or(SampleError::TooLarge { grid })?);
        }
        Sample::new(grid, small, (0, None), rules, settled, budget)
    }

    fn new(
        grid: Grid,
        positions: Vec<Position>,
        (seed, empty): (u64, Option<usize>),
        rules: &[RuleSet],
        settled: bool,
        budget: Budget,
    ) -> Result<Sample, SampleError> {
        let board = Board::new(grid).ok_or(SampleError::TooLarge { grid })?;
        let rows = vec![None; positions.len()];
        Ok(Sample {
            board,
            rules: rules.to_vec(),
            positions,
            seed,
            empty,
            settled,
            budget,
            journal: None,
            rows,
            begun: false,
        })
    }

    fn asked(&self) -> Asked<'_> {
        Asked { board: &self.board, rules: &self.rules, settled: self.settled, budget: self.budget, solved: None }
    }

    fn head(&self) -> Head {
        Head::new(&self.asked(), &self.positions, self.seed, self.empty)
    }

    /// From now on what is found is kept in this file as well; what one that goes on has need not be found again. Nor need what the journals
    /// `earlier` of other samples of these positions, or of the first of them, have decided: under other rule sets, or with another budget.
    ///
    /// # Errors
    /// [`SampleError::Journal`]; if one of `earlier` is of no use, no journal is begun.
    pub fn keep(&mut self, file: &Path, begin: Begin, earlier: &[PathBuf]) -> Result<(), SampleError> {
        let head = self.head();
        let read = |other: &PathBuf| Decided::read(other, self.board.grid(), &self.positions);
        let decided = earlier.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let resumed = if begin == Begin::Resume { Journal::resume(file, &head)? } else { None };
        let mut journal = match resumed {
            Some(journal) => journal,
            None => Journal::begin(file, &head, begin == Begin::Replace)?,
        };
        decided.iter().try_for_each(|other| journal.take_over(other))?;
        for (at, known) in journal.known().iter().enumerate() {
            let outcomes = known.outcomes.iter().copied().collect::<Option<Vec<_>>>();
            if let Some(outcomes) = outcomes.filter(|_| known.settled.is_some() == self.settled) {
                self.rows[at] = Some(Row { position: self.positions[at], outcomes, settled: known.settled });
            }
        }
        self.journal = Some((file.to_path_buf(), journal));
        Ok(())
    }

    /// Leaves the journal as it is, for another run to go on with.
    pub fn let_go(&mut self) {
        self.journal = None;
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The rule sets.
    #[must_use]
    pub fn rules(&self) -> &[RuleSet] {
        &self.rules
    }

    /// Position `at`, from 0, as text.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn text(&self, at: usize) -> String {
        diagram::text(self.board.grid(), self.positions[at])
    }

    /// The positions of which something is not known yet, by their places.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&at| self.rows[at].is_none()).collect()
    }

    /// What was found of position `at`; `None` if something is missing.
    #[must_use]
    pub fn found(&self, at: usize) -> Option<Sampled> {
        let row = self.rows.get(at)?.as_ref()?;
        Some(Sampled { outcomes: row.outcomes.clone(), settled: row.settled })
    }

    /// Questions end without an answer when `stop` is set as well: it is the flag to give [`Sample::judge`].
    pub fn stopped_by(&mut self, stop: &'static AtomicBool) {
        self.budget.stop = Some(stop);
    }

    /// Judges what is missing, on as many threads as the current rayon pool has, until `stop` is set.
    ///
    /// # Errors
    /// [`SampleError::Journal`], [`SampleError::Begun`].
    pub fn judge(&mut self, progress: &dyn Progress, stop: &AtomicBool) -> Result<(), SampleError> {
        if self.missing().is_empty() {
            return Ok(());
        }
        if self.begun {
            return Err(SampleError::Begun);
        }
        self.begun = true;
        let journal = self.journal.as_ref().map(|(_, journal)| journal);
        let (rows, _) = judge(&self.asked(), &self.positions, journal, progress, stop)?;
        for (at, row) in rows.into_iter().enumerate() {
            self.rows[at] = Some(row);
        }
        Ok(())
    }

    /// Takes what was found of position `at` elsewhere; what is known already stays.
    ///
    /// # Errors
    /// [`SampleError::Row`], [`SampleError::Journal`].
    pub fn add(&mut self, at: usize, found: &Sampled) -> Result<(), SampleError> {
        // Every point is a point or two: territory and the stone that died there.
        let most = 2 * self.board.len() as i32;
        let can_be = |outcome: &Outcome| {
            let (_, lo, hi) = outcome.parts();
            -most <= lo && lo <= hi && hi <= most
        };
        let fits = found.outcomes.len() == self.rules.len()
            && found.settled.is_some() == self.settled
            && found.outcomes.iter().all(can_be);
        let row = self.rows.get_mut(at).filter(|_| fits).ok_or(SampleError::Row(at))?;
        if row.is_some() {
            return Ok(());
        }
        let mut outcomes = found.outcomes.clone();
        let mut settled = found.settled;
        if let Some((_, journal)) = &self.journal {
            let known = &journal.known()[at];
            for (set, outcome) in outcomes.iter_mut().enumerate() {
                match known.outcomes[set] {
                    Some(known) => *outcome = known,
                    None => journal.outcome(at, set, *outcome)?,
                }
            }
            match (known.settled, settled) {
                (Some(known), _) => settled = Some(known),
                (None, Some(found)) => journal.settled(at, found)?,
                (None, None) => {}
            }
        }
        self.begun = true;
        *row = Some(Row { position: self.positions[at], outcomes, settled });
        Ok(())
    }

    /// Puts the lines of the journal into the order of the sample: its bytes depend then neither on the number of threads or processes
    /// nor on where a run was stopped. Those of `shinpan sample --keep-journal`.
    ///
    /// # Errors
    /// [`SampleError::Unfinished`], if something is missing; [`SampleError::Journal`].
    pub fn finish(&mut self) -> Result<(), SampleError> {
        let rows: Vec<Row> = self.rows.iter().flatten().cloned().collect();
        if rows.len() < self.rows.len() {
            return Err(SampleError::Unfinished { found: rows.len(), of: self.rows.len() });
        }
        if let Some((file, journal)) = self.journal.take() {
            // It is held until it has been replaced.
            ordered(&file, &self.head(), &rows)?;
            drop(journal);
        }
        Ok(())
    }
}
