//! Many positions at a time: a list of them, or all of a board.

use std::sync::atomic::AtomicBool;

use super::position::{NotJudged, judged};
use crate::atlas::sample::{Asked, judge};
use crate::atlas::{Progress, Stopped, Table, WholeBoard, WholeBoardError};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour, Grid, Position, diagram};
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;

/// Why many positions are not judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotMany {
    /// One of them is not.
    #[error("position {at} (from 0): {why}")]
    Position {
        /// Its place in the list, from 0.
        at: usize,
        /// Why.
        why: NotJudged,
    },
    /// The board is too large to be judged whole.
    #[error(transparent)]
    Board(#[from] WholeBoardError),
    /// The flag was set meanwhile.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Judges positions, of one size or of several, under each of `rules`, on as many threads as the current rayon pool has: for each
/// position the outcome by rule set. Each is judged by itself, so that what a budget leaves undecided does not depend on the others.
///
/// # Errors
/// [`NotMany`].
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
/// use shinpan::{Budget, RuleSet, Silent, diagram, judge, judge_many};
///
/// let positions = [diagram::parse(".X./XX./...")?, diagram::parse("....")?];
/// let rules = RuleSet::defaults();
/// let outcomes = judge_many(&positions, &rules, Budget::default(), &Silent, &AtomicBool::new(false))?;
/// assert_eq!(outcomes[0][1], judge(&positions[0], &rules[1], Budget::default())?.outcome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge_many(
    positions: &[PlainPosition],
    rules: &[RuleSet],
    budget: Budget,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Vec<Vec<Outcome>>, NotMany> {
    // Those of one size go together.
    let mut boards: Vec<(Board, Vec<(usize, Position)>)> = Vec::new();
    for (at, position) in positions.iter().enumerate() {
        let (board, small) = judged(position).map_err(|why| NotMany::Position { at, why })?;
        match boards.iter_mut().find(|(other, _)| other.grid() == board.grid()) {
            Some((_, of)) => of.push((at, small)),
            None => boards.push((board, vec![(at, small)])),
        }
    }
    let mut found = vec![Vec::new(); positions.len()];
    for (board, of) in boards {
        let asked = Asked { board: &board, rules, settled: false, budget, solved: None };
        let positions: Vec<Position> = of.iter().map(|(_, position)| *position).collect();
        let rows = judge(&asked, &positions, None, progress, stop).map_or_else(|_| Vec::new(), |(rows, _)| rows);
        if rows.len() < of.len() {
            return Err(Stopped.into());
        }
        for ((at, _), row) in of.into_iter().zip(rows) {
            found[at] = row.outcomes;
        }
    }
    Ok(found)
}

/// What rule sets say of every legal position of a board, in ascending order of the positions' text.
pub struct BoardTable {
    board: WholeBoard,
    tables: Vec<Table<Outcome>>,
}

/// A row of a [`BoardTable`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRow {
    /// The position, as text.
    pub position: String,
    /// Its class under the symmetries and the exchange of the colours, a number from 0 in the order of first positions.
    pub class: usize,
    /// Stones on the board, Black's and White's.
    pub stones: [u32; 2],
    /// By rule set.
    pub outcomes: Vec<Outcome>,
}

/// Judges every legal position of a board of up to 16 points under each of `rules`, on as many threads as the current rayon pool
/// has: what [`super::table`] does for one.
///
/// # Errors
/// [`NotMany::Board`] or [`NotMany::Stopped`].
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
/// use shinpan::{Budget, Grid, RuleSet, Silent, tables};
///
/// let rules = &RuleSet::defaults()[..2];
/// let table = tables(Grid::parse("2x2")?, rules, Budget::default(), &Silent, &AtomicBool::new(false))?;
/// assert_eq!((table.len(), table.row(0).position.as_str()), (57, "../.."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tables(
    grid: Grid,
    rules: &[RuleSet],
    budget: Budget,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<BoardTable, NotMany> {
    let board = WholeBoard::new(grid)?;
    let tables = board.judge::<Outcome>(rules, budget, progress, stop)?;
    Ok(BoardTable { board, tables })
}

/// Whether it is practical to judge a whole board under a rule set: `shinpan table` leaves others out unless they are named.
#[must_use]
pub fn practical(grid: Grid, rules: &RuleSet) -> bool {
    WholeBoard::practical(grid, rules)
}

impl BoardTable {
    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.board.len()
    }

    /// Never: the empty board is a legal position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.board.is_empty()
    }

    /// The rule sets.
    pub fn rules(&self) -> impl Iterator<Item = &RuleSet> {
        self.tables.iter().map(|table| &table.rules)
    }

    /// Row `at`, from 0.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn row(&self, at: usize) -> BoardRow {
        let position = self.board.position(at);
        BoardRow {
            position: diagram::text(self.board.board().grid(), position),
            class: self.board.class(at),
            stones: Colour::ALL.map(|c| position.of(c).count_ones()),
            outcomes: self.tables.iter().map(|table| self.board.outcome_of(table, position)).collect(),
        }
    }
}
