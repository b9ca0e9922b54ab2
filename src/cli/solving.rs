//! Boards solved for `shinpan value` and `shinpan diverge --values`.

use std::path::Path;
use std::time::Duration;

use super::memory::{MemoryArg, QUIET, one_at_a_time};
use super::output::make_folder;
use super::progress::{Bars, was_interrupted};
use super::solve::{TablesArg, Times};
use super::{Effort, Failure};
use crate::atlas::values::{self, Values};
use crate::atlas::{Stopped, Table, WholeBoard};
use crate::board::{Colour, Grid, Position};
use crate::law::{Outcome, RuleSet};
use crate::solve::value::graph::Graph;
use crate::solve::whole::store::{Stages, Store};

/// The most points of a board, of one row and of more, on which searches with the history are made from every position: these take
/// seconds, larger ones hours.
const MOST_SEARCHED: [usize; 2] = [7, 12];

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
        let rules = values::games_of(rules);
        let points = grid.len() as u64;
        self.memory.state(grid, QUIET, |classes| {
            let solving = 2 * Graph::memory(classes, points) + rules.len() as u64 * classes * 40;
            one_at_a_time(grid, classes, &rules).max(solving)
        })?;
        let mut board = WholeBoard::new(grid)?;
        let ends: Vec<RuleSet> = rules.iter().map(values::ends_of).collect();
        let budget = self.effort.budget.budget.unwrap_or_default();
        let mut found = match self.keep {
            Some((folder, resume)) => self.kept(folder, resume, &board, &rules, &ends)?,
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
        let few = grid.len() <= MOST_SEARCHED[usize::from(grid.rows().min(grid.cols()) > 1)];
        if asked.is_some() || few {
            self.effort.run(|budget, stop| {
                values::search(&mut found, asked, budget.within(self.time, self.memory.limit()), stop);
            })?;
            if was_interrupted() {
                return Err(Stopped.into());
            }
        }
        Ok((board, found))
    }

    /// The values of a board, what has been found being kept in a folder.
    fn kept(
        &self,
        folder: &Path,
        resume: bool,
        board: &WholeBoard,
        rules: &[RuleSet],
        ends: &[RuleSet],
    ) -> Result<Vec<Values>, Failure> {
        make_folder(folder)?;
        let store = Store::new(folder);
        let _held = store.hold()?;
        let found = self.effort.run(|budget, stop| {
            if resume {
                store.tidy()?;
            } else {
                board.nothing_kept(ends, budget, &store)?;
            }
            let bars = Bars::of(board, ends);
            let stages = Stages { store: Some(&store), keeps: true, stop, progress: &Times::new(&bars, false) };
            board.keep(ends, budget, &store, &stages)?;
            let mut tables = Vec::new();
            for set in ends {
                // It has just been kept.
                tables.extend(board.stored(set, budget, &store)?);
            }
            values::games(board, rules, tables, budget, &bars, &stages)
        })??;
        Ok(found)
    }
}
