//! Boards solved for `shinpan value` and `shinpan diverge --values`.

use std::path::Path;
use std::time::Duration;

use super::memory::{MemoryArg, QUIET, one_at_a_time};
use super::output::{make_folder, message};
use super::progress::{Bars, was_interrupted};
use super::solve::{TablesArg, Times};
use super::waiting::meanwhile;
use super::{Effort, Failure};
use crate::atlas::values::{self, Values};
use crate::atlas::{Progress, Stopped, Table, WholeBoard};
use crate::board::{Colour, Grid, Position};
use crate::files::Held;
use crate::law::play::Remembered;
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;
use crate::solve::value::graph::Graph;
use crate::solve::whole::store::{Stages, Store, StoreError};

/// The most points of a board, by its shorter side up to 4, on which searches with the history are made from every position: these
/// take seconds, larger ones may take hours.
const MOST_SEARCHED: [usize; 4] = [7, 12, 12, 12];
/// The same where bounds hold whatever was played before: searches are short.
const MOST_SEARCHED_SURELY: [usize; 4] = [10, 12, 12, 16];
/// The same where each search ends after a few states.
const MOST_SEARCHED_BRIEFLY: [usize; 4] = [7, 12, 12, 16];
/// These few, unless `--budget` says how many. So many decide half of what takes a search with prisoners on 4x4, in some minutes; ten
/// times as many decide six of seven, and take three to four times as long.
const FEW_STATES: usize = 1_000;

/// Where the limit for a board is found.
fn side(grid: Grid) -> usize {
    grid.rows().min(grid.cols()).min(4) - 1
}

/// Whether all positions of a board are searched under some rule set.
fn is_searched(grid: Grid) -> bool {
    grid.len() <= MOST_SEARCHED_SURELY[side(grid)]
}

/// Whether a rule set remembers the game.
fn remembers(rules: &RuleSet) -> bool {
    rules.play().remembered != Remembered::Nothing
}

/// What a run may use to solve a board.
pub struct Means<'a> {
    /// Verdicts and solutions of games that are looked up.
    pub tables: &'a TablesArg,
    /// The most memory.
    pub memory: &'a MemoryArg,
    /// Threads, and how far a search goes.
    pub effort: &'a Effort,
    /// The most time for a search with the history.
    pub time: Option<Duration>,
    /// The folder that keeps what has been found, and whether to go on with what is there.
    pub keep: Option<(&'a Path, bool)>,
}

impl Means<'_> {
    /// The values of a board; searches with the history are made for the position asked about, or for all if there are few.
    ///
    /// # Errors
    /// One line, if it needs too much memory, was interrupted, or a table cannot be used.
    pub fn solve(
        &self,
        grid: Grid,
        rules: &[RuleSet],
        asked: Option<(Position, Colour)>,
    ) -> Result<(WholeBoard, Vec<Values>), Failure> {
        rules.iter().try_for_each(RuleSet::ends_by_passes)?;
        let rules = values::games_of(rules);
        let points = grid.len() as u64;
        let threads = self.effort.threads();
        let searched = asked.is_none() && is_searched(grid) && rules.iter().any(remembers);
        self.memory.state(grid, QUIET, |classes, positions| {
            let solving = 2 * Graph::memory(classes, points) + rules.len() as u64 * classes * 40;
            let searching = if searched { values::searching_memory(classes, positions, threads) } else { 0 };
            one_at_a_time(grid, classes, &rules).max(solving) + searching
        })?;
        let mut board = WholeBoard::new(grid)?;
        let ends: Vec<RuleSet> = rules.iter().map(values::ends_of).collect();
        let budget = self.effort.budget.budget.unwrap_or_default();
        // It is held until all is done.
        let kept = self.keep.map(|(folder, resume)| Kept::new(folder, resume)).transpose()?;
        let mut found = match &kept {
            Some(kept) => self.kept(kept, &board, &rules, &ends)?,
            None => {
                let stored: Vec<Table<Outcome>> = self.tables.outcomes(&board, &ends, budget)?;
                let rest: Vec<RuleSet> =
                    ends.iter().filter(|e| stored.iter().all(|t| t.rules != **e)).cloned().collect();
                self.tables.look_up(&mut board, &rest)?;
                let bars = Bars::of(&board, &rest);
                self.effort.run(|budget, stop| {
                    values::solve(&board, &rules, stored, budget.within(None, self.memory.limit()), &bars, stop)
                })??
            }
        };
        let store = kept.as_ref().map(|kept| &kept.store);
        match asked {
            Some(asked) => self.search(&board, &mut found, asked, store)?,
            None => self.search_all(&board, &mut found, store)?,
        }
        Ok((board, found))
    }

    /// What a search with the history from each position of a board may use under a rule set; `None` if there is none.
    fn each(&self, grid: Grid, values: &Values, budget: Budget) -> Option<Budget> {
        let side = side(grid);
        let most = if values.bounds_hold() { MOST_SEARCHED_SURELY } else { MOST_SEARCHED };
        let states = match () {
            () if grid.len() <= most[side] => budget.states,
            () if grid.len() <= MOST_SEARCHED_BRIEFLY[side] => {
                self.effort.budget.budget.map_or(FEW_STATES, |given| given.states)
            }
            () => return None,
        };
        Some(Budget { states, ..budget.within(self.time, self.memory.limit()) })
    }

    /// Searches one position of a board that is solved with the history, and its moves.
    ///
    /// # Errors
    /// One line, if it was interrupted.
    pub fn search_one(
        &self,
        board: &WholeBoard,
        found: &mut [Values],
        asked: (Position, Colour),
    ) -> Result<(), Failure> {
        self.search(board, found, asked, None)
    }

    /// Searches the position asked about with the history, and its moves, unless it was searched before.
    fn search(
        &self,
        board: &WholeBoard,
        found: &mut [Values],
        asked: (Position, Colour),
        store: Option<&Store>,
    ) -> Result<(), Failure> {
        let grid = board.board().grid();
        meanwhile("searching with the history", |_| {
            self.effort.run(|budget, stop| {
                if let Some(store) = store {
                    values::look_up(board, found, asked, budget, |values| self.each(grid, values, budget), store)?;
                }
                values::search(found, asked, budget.within(self.time, self.memory.limit()), stop);
                Ok::<(), StoreError>(())
            })
        })??;
        if was_interrupted() { Err(Stopped.into()) } else { Ok(()) }
    }

    /// Searches all positions with the history that take it.
    fn search_all(&self, board: &WholeBoard, found: &mut [Values], store: Option<&Store>) -> Result<(), Failure> {
        let grid = board.board().grid();
        let searched = self.effort.run(|budget, stop| {
            let each = |values: &Values| self.each(grid, values, budget);
            let bars = Bars::searching(values::to_search(found, each));
            let times = Times::new(&bars, false);
            let progress: &dyn Progress = if store.is_some() { &times } else { &bars };
            let stages = Stages { store, keeps: store.is_some(), stop, progress };
            values::search_all(board, found, budget, each, &stages)
        })?;
        match searched {
            Err(StoreError::Stopped) if store.is_none() => Err(Stopped.into()),
            searched => Ok(searched?),
        }
    }

    /// Searches with the history what is open after captures in a ko, on boards on which it searches all positions.
    ///
    /// # Errors
    /// One line, if it was interrupted.
    pub fn search_kos(&self, grid: Grid, found: &mut [Values]) -> Result<(), Failure> {
        self.effort.run(|budget, stop| {
            let each = |values: &Values| self.each(grid, values, budget);
            let bars = Bars::searching(values::to_search_kos(found, each));
            values::search_kos(found, each, &bars, stop)
        })??;
        Ok(())
    }

    /// Checks values: bounds against the moves, and what searches with the history found by searching again.
    ///
    /// # Errors
    /// One line, with the first that is wrong, or if it was interrupted.
    pub fn verify(&self, grid: Grid, found: &[Values]) -> Result<(), Failure> {
        for values in found {
            values.verify().map_err(|wrong| Failure(format!("{}: {wrong}", values.name)))?;
        }
        message(&format!("{grid}: every bound follows from those of the positions after it"));
        let again = values::searched(found);
        if again.is_empty() {
            return Ok(());
        }
        let classes: usize = again.iter().map(|(_, classes)| classes).sum();
        self.effort.run(|budget, stop| {
            let bars = Bars::searching(again);
            let of = |values: &Values| {
                let alone = budget.within(self.time, self.memory.limit());
                self.each(grid, values, budget).unwrap_or(alone)
            };
            values::search_again(found, of, &bars, stop)
        })??;
        message(&format!("{grid}: {classes} classes searched with the history, and again: no value is contradicted"));
        Ok(())
    }

    /// The values of a board, what has been found being kept in a folder.
    fn kept(
        &self,
        Kept { store, resume, .. }: &Kept,
        board: &WholeBoard,
        rules: &[RuleSet],
        ends: &[RuleSet],
    ) -> Result<Vec<Values>, Failure> {
        let found = self.effort.run(|budget, stop| {
            if *resume {
                store.tidy()?;
            } else {
                board.nothing_kept(ends, budget, store)?;
            }
            let bars = Bars::of(board, ends);
            let stages = Stages { store: Some(store), keeps: true, stop, progress: &Times::new(&bars, false) };
            board.keep(ends, budget, store, &stages)?;
            let mut tables = Vec::new();
            for set in ends {
                // It has just been kept.
                tables.extend(board.stored(set, budget, store)?);
            }
            values::games(board, rules, tables, budget, &bars, &stages)
        })??;
        Ok(found)
    }
}

/// A folder that keeps what is found, held as long as this is there.
struct Kept {
    store: Store,
    resume: bool,
    _held: Option<Held>,
}

impl Kept {
    fn new(folder: &Path, resume: bool) -> Result<Kept, Failure> {
        make_folder(folder)?;
        let store = Store::new(folder);
        let _held = store.hold()?;
        Ok(Kept { store, resume, _held })
    }
}
