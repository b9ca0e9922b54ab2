//! Every legal position of a board, judged under a list of rule sets.
//!
//! One position of each class under the symmetries of the board is judged, and under the exchange of the colours too where
//! the rule set treats the players alike; the verdicts on the others are its images. Where the game of a rule set can be
//! solved as a whole ([`crate::solve::whole`]), its interpreter looks up what it would search. Tests hold both equal to judging all
//! positions one by one.
//!
//! The classes of a board of up to 16 points are listed. Those of a larger one are not: they are gone through by the numbers that
//! [`crate::solve::dense`] gives them, under the rule sets whose games are solved there and those for which there is nothing to solve.

mod chosen;
pub mod drawn;
mod kept;
mod space;
mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{Progress, Stopped};
use crate::board::index::{Index, IndexError};
use crate::board::{Board, Colour, Grid, Position};
use crate::law::changes::other_first_passer;
use crate::law::facts::Facts;
use crate::law::solved::{Known, Solvable};
use crate::law::{Interpreter, Outcome, Verdict};
use crate::law::{Practical, RuleSet};
use crate::solve::Budget;
use crate::solve::dense::{MAX_DENSE_POINTS, Slots};
use crate::solve::whole::classes::{Classes, MAX_WHOLE_POINTS};
use chosen::Chosen;
pub use chosen::{MAX_CHOSEN_POINTS, Only};
pub(super) use space::Half;
use space::{Image, Listed, Space};
pub use table::{Kept, Table, Verdicts};

/// The legal positions of a board and their classes under symmetry and the exchange of the colours.
pub struct WholeBoard {
    board: Board,
    index: Index,
    /// Its classes.
    space: Space,
    /// Solutions that need not be computed.
    known: Known,
}

/// Why a whole board cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WholeBoardError {
    /// Too many points.
    #[error("{grid} has {} points; {} up to {most} points ({})", grid.len(), what_is_done(*.most), examples(*.most))]
    TooLarge {
        /// The board.
        grid: Grid,
        /// The limit.
        most: usize,
    },
    /// Too many points for this rule set.
    #[error(
        "{grid} has {} points, more than {MAX_WHOLE_POINTS}: all of it is judged under {} and their readings that are solved there, \
         not under {rules}",
        grid.len(),
        dense_defaults()
    )]
    NotThere {
        /// The board.
        grid: Grid,
        /// The rule set.
        rules: Box<RuleSet>,
    },
    /// The board is too large to count.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// What is done with boards of up to so many points.
fn what_is_done(most: usize) -> &'static str {
    if most == MAX_CHOSEN_POINTS {
        "positions of one kind or of a list are gone through"
    } else {
        "whole boards are judged"
    }
}

/// Boards of the most points.
fn examples(most: usize) -> &'static str {
    match most {
        MAX_WHOLE_POINTS => "4x4, 3x5, 2x8, 1x16",
        MAX_DENSE_POINTS => "4x5, 3x6, 2x10, 1x20",
        _ => "5x5, 4x6, 3x8, 1x19",
    }
}

/// The rule sets in default readings that larger boards are judged under.
fn dense_defaults() -> String {
    let names: Vec<String> =
        RuleSet::defaults().iter().filter(|set| Method::of(set).is_dense()).map(RuleSet::to_string).collect();
    names.join(", ")
}

/// Classes judged by one interpreter where the game has been solved: what it remembers is of little use to others.
pub(super) const PIECE: usize = 1 << 13;

/// How the verdicts of a rule set on a whole board are come by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// Its game is solved from every position at once.
    Solved(Solvable),
    /// Nothing is searched for: the position is counted as it stands.
    Counted,
    /// By a search from every position.
    Searched,
}

impl Method {
    pub(super) fn of(rules: &RuleSet) -> Method {
        match rules.text.solvable(rules) {
            Some(game) => Method::Solved(game),
            None if rules.text.only_counts(rules) => Method::Counted,
            None => Method::Searched,
        }
    }

    /// Whether it needs no list of the classes.
    fn is_dense(&self) -> bool {
        match self {
            Method::Solved(game) => game.is_dense(),
            Method::Counted => true,
            Method::Searched => false,
        }
    }
}

impl WholeBoard {
    /// A board with more legal positions than this is large: searching from each of them takes too long.
    pub const LARGE: u64 = 1_000_000;

    /// A board with no more legal positions than this has few: searching from each of them is done soon.
    pub const FEW: u64 = 20_000;

    /// The legal positions of `grid` in ascending order of their text, and a list of their classes.
    ///
    /// # Errors
    /// [`WholeBoardError`] if it has more than [`MAX_WHOLE_POINTS`] points.
    pub fn new(grid: Grid) -> Result<WholeBoard, WholeBoardError> {
        let too_large = WholeBoardError::TooLarge { grid, most: MAX_WHOLE_POINTS };
        let board = Board::new(grid).ok_or_else(|| too_large.clone())?;
        let listed = Listed::new(&board).ok_or(too_large)?;
        let index = Index::new(grid)?;
        let space = Space::Listed(listed);
        Ok(WholeBoard { board, index, space, known: Known::default() })
    }

    /// The same without a list of the classes: they are gone through by [`Columns`](super::columns::Columns), and nothing else, under
    /// rule sets that [`WholeBoard::allows`] on the largest boards; it is a mistake of the program to ask for others, and it panics.
    ///
    /// # Errors
    /// [`WholeBoardError`] if it has more than [`MAX_DENSE_POINTS`] points.
    pub fn dense(grid: Grid) -> Result<WholeBoard, WholeBoardError> {
        let too_large = WholeBoardError::TooLarge { grid, most: MAX_DENSE_POINTS };
        let board = Board::new(grid).ok_or_else(|| too_large.clone())?;
        let slots = Slots::new(&board).ok_or(too_large)?;
        let index = Index::new(grid)?;
        Ok(WholeBoard { board, index, space: Space::Dense(Arc::new(slots)), known: Known::default() })
    }

    /// Some positions of a board, gone through by [`Columns`](super::columns::Columns) and nothing else, each judged by itself.
    ///
    /// # Errors
    /// [`WholeBoardError`] if it has more than [`MAX_CHOSEN_POINTS`] points.
    pub fn only(grid: Grid, only: Only) -> Result<WholeBoard, WholeBoardError> {
        let too_large = WholeBoardError::TooLarge { grid, most: MAX_CHOSEN_POINTS };
        let (Some(board), Some(chosen)) = (Board::new(grid), Chosen::new(grid, only)) else { return Err(too_large) };
        let index = Index::new(grid)?;
        Ok(WholeBoard { board, index, space: Space::Chosen(chosen), known: Known::default() })
    }

    /// The positions of a list, each as often as it is there, gone through in the same way.
    ///
    /// # Errors
    /// The same.
    pub fn given(grid: Grid, positions: Vec<Position>) -> Result<WholeBoard, WholeBoardError> {
        let too_large = WholeBoardError::TooLarge { grid, most: MAX_CHOSEN_POINTS };
        let (Some(board), Some(chosen)) = (Board::new(grid), Chosen::given(grid, positions)) else {
            return Err(too_large);
        };
        let index = Index::new(grid)?;
        Ok(WholeBoard { board, index, space: Space::Chosen(chosen), known: Known::default() })
    }

    /// Classes that one interpreter goes through: of listed positions each is judged by one that has seen no other, so that what a budget
    /// leaves open does not depend on the list.
    #[must_use]
    pub(super) fn piece(&self) -> usize {
        if let Some(Only::Given { .. }) = self.is_only() { 1 } else { PIECE }
    }

    /// Which positions are gone through, if not all.
    #[must_use]
    pub fn is_only(&self) -> Option<Only> {
        match &self.space {
            Space::Chosen(chosen) => Some(chosen.only),
            Space::Listed(_) | Space::Dense(_) => None,
        }
    }

    /// The board to be judged under these rule sets: listed if it is small enough.
    ///
    /// # Errors
    /// [`WholeBoardError`] if it has too many points, for some of the rule sets or for all.
    pub fn for_rules(grid: Grid, rules: &[RuleSet]) -> Result<WholeBoard, WholeBoardError> {
        WholeBoard::allows(grid, rules)?;
        if grid.len() > MAX_WHOLE_POINTS { WholeBoard::dense(grid) } else { WholeBoard::new(grid) }
    }

    /// Whether all of a board can be judged under these rule sets.
    ///
    /// # Errors
    /// [`WholeBoardError`] if it has too many points, for some of the rule sets or for all.
    pub fn allows(grid: Grid, rules: &[RuleSet]) -> Result<(), WholeBoardError> {
        if grid.len() > MAX_DENSE_POINTS {
            return Err(WholeBoardError::TooLarge { grid, most: MAX_DENSE_POINTS });
        }
        match rules.iter().find(|set| grid.len() > MAX_WHOLE_POINTS && !Method::of(set).is_dense()) {
            Some(set) => Err(WholeBoardError::NotThere { grid, rules: Box::new(set.clone()) }),
            None => Ok(()),
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The classes of the positions under the symmetries alone.
    ///
    /// # Panics
    /// If the classes are not listed ([`WholeBoard::dense`]).
    #[must_use]
    pub fn symmetric(&self) -> &Arc<Classes> {
        &self.listed().kept
    }

    /// The numbers of the positions, where their classes are not listed.
    #[must_use]
    pub fn slots(&self) -> Option<&Arc<Slots>> {
        match &self.space {
            Space::Dense(slots) => Some(slots),
            Space::Listed(_) | Space::Chosen(_) => None,
        }
    }

    fn listed(&self) -> &Listed {
        match &self.space {
            Space::Listed(listed) => listed,
            Space::Dense(_) | Space::Chosen(_) => panic!("the classes of {} are not listed", self.board.grid()),
        }
    }

    /// How many positions are gone through: all legal ones, or those chosen.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.space {
            Space::Chosen(chosen) => chosen.positions as usize,
            Space::Listed(_) | Space::Dense(_) => self.index.count() as usize,
        }
    }

    /// Never: the empty board is a legal position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All legal positions, in ascending order of their text.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.index.iter()
    }

    /// Position `at` in that order.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn position(&self, at: usize) -> Position {
        self.index.unrank(at as u64).expect("a number of a position")
    }

    /// The number of a legal position in that order.
    #[must_use]
    pub fn at(&self, position: Position) -> Option<usize> {
        self.index.rank(position).map(|rank| rank as usize)
    }

    /// How many classes there are under the symmetries and the exchange of the colours.
    ///
    /// # Panics
    /// If the classes are not listed ([`WholeBoard::dense`]).
    #[must_use]
    pub fn classes(&self) -> usize {
        self.listed().representatives.len()
    }

    /// The classes have numbers from 0 up to this; not every number need be one of a class.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.space.numbers()
    }

    /// The class of a position: a number from 0, in the order of the classes' first positions.
    #[must_use]
    pub fn class(&self, at: usize) -> usize {
        self.image(self.position(at)).0.class as usize
    }

    /// The first position of each class by its number, and how many positions the class has.
    #[must_use]
    pub fn representatives(&self) -> Vec<(usize, u32)> {
        let mut found: Vec<(usize, u32)> = Vec::with_capacity(self.classes());
        for at in 0..self.len() {
            let class = self.class(at);
            // Classes have their numbers in the order of their first positions.
            if class == found.len() {
                found.push((at, 0));
            }
            found[class].1 += 1;
        }
        found
    }

    /// The image that leads from a class's representative to the representative under symmetry alone, and the symmetry that
    /// leads from there to `position`.
    fn image(&self, position: Position) -> (Image, usize) {
        let Listed { kept, classes, .. } = self.listed();
        let form = kept.form(position);
        (classes[form.number()], form.turn())
    }

    /// Judges the board under every rule set, two or more positions at a time where there are processors for it. The answers
    /// do not depend on how many.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn judge<K: Kept>(
        &self,
        rules: &[RuleSet],
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Vec<Table<K>>, Stopped> {
        let mut found: Vec<(usize, Table<K>)> = Vec::new();
        let methods: Vec<Method> = rules.iter().map(Method::of).collect();
        for (i, method) in methods.iter().enumerate() {
            if *method == Method::Searched || methods[..i].contains(method) {
                continue;
            }
            // One game at a time is in memory.
            let (facts, mut solving) = self.solve_game(&rules[i], progress, stop)?;
            for (j, set) in rules.iter().enumerate().filter(|(j, _)| methods[*j] == *method) {
                let before = found.iter().find_map(|(_, table)| self.other_first_passer(table, set));
                let mut table = match before {
                    Some(table) => {
                        progress.judged(set, 2 * self.classes() as u64);
                        table
                    }
                    None => self.judge_pieces(set, &facts, budget, progress, stop)?,
                };
                table.seconds += std::mem::take(&mut solving);
                found.push((j, table));
            }
        }
        let searched = (0..rules.len()).into_par_iter().filter(|&i| methods[i] == Method::Searched);
        let searched =
            searched.map(|i| Ok((i, self.judge_pieces(&rules[i], &Facts::default(), budget, progress, stop)?)));
        found.extend(searched.collect::<Result<Vec<_>, Stopped>>()?);
        found.sort_by_key(|(i, _)| *i);
        Ok(found.into_iter().map(|(_, table)| table).collect())
    }

    /// What is known of the game of each of these rule sets, none of which needs a search.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn facts(&self, rules: &[RuleSet], progress: &dyn Progress, stop: &AtomicBool) -> Result<Vec<Facts>, Stopped> {
        let solved = self.solve(rules, progress, stop)?;
        Ok(solved.into_iter().map(|found| found.map(|(facts, _)| facts).unwrap_or_default()).collect())
    }

    /// What is known of the game of `rules`, where it need not be searched, and the seconds it took to know it.
    fn solve_game(&self, rules: &RuleSet, progress: &dyn Progress, stop: &AtomicBool) -> Result<(Facts, f64), Stopped> {
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let Some(game) = rules.text.solvable(rules) else { return Ok((Facts::default(), 0.0)) };
        let started = std::time::Instant::now();
        progress.solving(rules);
        let facts = self.solution(&game, progress, stop)?;
        facts.prepare();
        progress.solved(rules);
        Ok((facts, started.elapsed().as_secs_f64()))
    }

    /// What is known of the game of each of `rules`, each game solved once, and the seconds it took, put down to the first
    /// that needs it; `None` for those that are judged by searching.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub(super) fn solve(
        &self,
        rules: &[RuleSet],
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Vec<Option<(Facts, f64)>>, Stopped> {
        let mut found: Vec<Option<(Facts, f64)>> = Vec::with_capacity(rules.len());
        for (i, set) in rules.iter().enumerate() {
            let method = Method::of(set);
            let before = (0..i).find(|&j| Method::of(&rules[j]) == method);
            found.push(match (method, before) {
                (Method::Searched, _) => None,
                (_, Some(j)) => found[j].clone().map(|(facts, _)| (facts, 0.0)),
                _ => Some(self.solve_game(set, progress, stop)?),
            });
        }
        Ok(found)
    }

    /// The verdicts on the representatives `of` these classes, and if `exchanged` on them with the colours exchanged.
    fn judge_with<K: Kept>(
        &self,
        mut interpreter: Box<dyn Interpreter>,
        of: std::ops::Range<usize>,
        exchanged: bool,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<[Vec<K>; 2], Stopped> {
        let rules = interpreter.rules().clone();
        let mut judge = |position: Position| {
            let verdict = interpreter.judge(position);
            // What was answered meanwhile may have been cut short.
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            progress.judged(&rules, 1);
            Ok(K::of(verdict))
        };
        let mut found = [Vec::with_capacity(of.len()), Vec::new()];
        let Listed { kept, representatives, .. } = self.listed();
        for &first in &representatives[of] {
            let position = kept.representative(first as usize);
            found[0].push(judge(position)?);
            if exchanged {
                found[1].push(judge(position.swapped())?);
            }
        }
        Ok(found)
    }

    /// What a table of one first passer says of the other: of a position what it says of that with the colours exchanged, the
    /// colours exchanged. `None` if it is not that of the other first passer.
    pub(super) fn other_first_passer<K: Kept>(&self, table: &Table<K>, rules: &RuleSet) -> Option<Table<K>> {
        if other_first_passer(rules).as_ref() != Some(&table.rules) {
            return None;
        }
        let of = |kept: &[K]| kept.iter().map(|k| k.exchanged(&self.board)).collect();
        let (verdicts, swapped) = (of(&table.swapped), of(&table.verdicts));
        Some(Table { rules: rules.clone(), verdicts, swapped, seconds: 0.0 })
    }

    /// All classes in pieces, each by an interpreter that is given what is known of the game.
    fn judge_pieces<K: Kept>(
        &self,
        rules: &RuleSet,
        facts: &Facts,
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Table<K>, Stopped> {
        let started = std::time::Instant::now();
        let judge = |of| self.judge_piece(rules, facts, of, budget, progress, stop);
        let found = self.pieces(rules).into_par_iter().map(judge).collect::<Result<Vec<_>, Stopped>>()?;
        Ok(Table::of_pieces(rules, found, started.elapsed().as_secs_f64()))
    }

    /// Whether it is practical to judge a board under a rule set. It is not where most positions need a long search and there
    /// are more than [`WholeBoard::LARGE`] of them, and where the rule set says so.
    #[must_use]
    pub fn practical(grid: Grid, rules: &RuleSet) -> bool {
        if grid.len() > MAX_DENSE_POINTS {
            // Refused with the reason when the board is set up.
            return true;
        }
        if grid.len() > MAX_WHOLE_POINTS {
            return Method::of(rules).is_dense();
        }
        match rules.text.practical(rules, grid) {
            Practical::Yes => true,
            Practical::FewPositions | Practical::Slow => {
                Index::new(grid).is_ok_and(|index| index.count() <= Self::LARGE)
            }
            Practical::No => false,
        }
    }

    /// Whether that is practical many times over: a text's game is solved as a whole, or the board has no more than [`WholeBoard::FEW`] positions.
    #[must_use]
    pub fn is_quick(grid: Grid, rules: &RuleSet) -> bool {
        let few = || Index::new(grid).is_ok_and(|index| index.count() <= Self::FEW);
        WholeBoard::practical(grid, rules) && (rules.text.practical(rules, grid) == Practical::Yes || few())
    }

    /// Whether the rule set needs a search for every position: it is not solved as a whole.
    #[must_use]
    pub fn searches(rules: &RuleSet) -> bool {
        Method::of(rules) == Method::Searched
    }

    /// A position of the class of this number, the first in the order of texts where classes are listed; `None` if no class has
    /// this number.
    pub(super) fn representative(&self, class: usize) -> Option<Position> {
        self.space.representative(class)
    }

    /// Of a class, named by its representative: that with its images under the symmetries, and that with the colours exchanged, with
    /// its images, unless they are the same positions.
    pub(super) fn halves(&self, position: Position) -> [Option<Half>; 2] {
        self.space.halves(position)
    }

    /// The first in the order of texts of the images of a position under the symmetries.
    pub(super) fn first(&self, position: Position) -> Position {
        self.space.first(position)
    }

    /// The verdicts on a class's representative and on it with the colours exchanged.
    pub(super) fn kept_of(&self, table: &Table<Verdict>, class: usize) -> [Verdict; 2] {
        let own = table.verdicts[class].clone();
        let exchanged = table.swapped.get(class).cloned().unwrap_or_else(|| own.exchanged(&self.board));
        [own, exchanged]
    }

    /// The verdict on position `at`.
    #[must_use]
    pub fn verdict(&self, table: &Table<Verdict>, at: usize) -> Verdict {
        let (Image { class, turn, swap }, then) = self.image(self.position(at));
        let turns = self.listed().kept.turns();
        let verdict = match table.swapped.get(class as usize) {
            Some(swapped) if swap => swapped.mapped(turns.symmetry(turn as usize), false),
            _ => table.verdicts[class as usize].mapped(turns.symmetry(turn as usize), swap),
        };
        if then == 0 { verdict } else { verdict.mapped(turns.symmetry(then), false) }
    }

    /// The outcome of position `at`, without the rest of the verdict.
    #[must_use]
    pub fn outcome<K: Kept>(&self, table: &Table<K>, at: usize) -> Outcome {
        self.outcome_of(table, self.position(at))
    }

    /// The outcome of a legal position.
    #[must_use]
    pub fn outcome_of<K: Kept>(&self, table: &Table<K>, position: Position) -> Outcome {
        let (Image { class, swap, .. }, _) = self.image(position);
        match table.swapped.get(class as usize) {
            Some(swapped) if swap => swapped.outcome(),
            _ if swap => table.verdicts[class as usize].outcome().negated(),
            _ => table.verdicts[class as usize].outcome(),
        }
    }

    /// Black stones less white stones of position `at`: what the convention `level` adds to a territory margin.
    #[must_use]
    pub fn stone_difference(&self, at: usize) -> i32 {
        let position = self.position(at);
        let of = |c| position.of(c).count_ones() as i32;
        of(Colour::Black) - of(Colour::White)
    }
}
