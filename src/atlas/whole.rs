//! Every legal position of a board, judged under a list of rule sets.
//!
//! One position of each class under the symmetries of the board is judged, and under the exchange of the colours too where
//! the rule set treats the players alike; the verdicts on the others are its images. Tests hold that equal to judging all.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{Progress, Stopped};
use crate::board::index::{Index, IndexError};
use crate::board::{Board, Colour, Grid, Position, Symmetry};
use crate::game::Budget;
use crate::rules::{Verdict, interpreter};
use crate::spec::RuleSet;

/// The legal positions of a board and their classes under symmetry and the exchange of the colours.
pub struct WholeBoard {
    board: Board,
    symmetries: Vec<Symmetry>,
    positions: Vec<Position>,
    /// By position: its class (a number from 0) and the image that leads from the representative to it.
    classes: Vec<Image>,
    representatives: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Image {
    class: u32,
    symmetry: u8,
    swap: bool,
}

/// Why a whole board cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WholeBoardError {
    /// More positions than are kept in memory.
    #[error("{grid} has {count} legal positions; whole boards are judged up to {most} (3x4, 2x6, 1x13)")]
    TooMany {
        /// The board.
        grid: Grid,
        /// Its legal positions.
        count: u64,
        /// The limit.
        most: u64,
    },
    /// The board is too large to count.
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl WholeBoard {
    /// The most legal positions of a board that is judged whole.
    pub const MOST: u64 = 1_000_000;

    /// The legal positions of `grid` in ascending order of their text.
    ///
    /// # Errors
    /// [`WholeBoardError`] if there are more than [`WholeBoard::MOST`].
    pub fn new(grid: Grid) -> Result<WholeBoard, WholeBoardError> {
        let index = Index::new(grid)?;
        let too_many = WholeBoardError::TooMany { grid, count: index.count(), most: Self::MOST };
        let board = Board::new(grid).filter(|_| index.count() <= Self::MOST).ok_or(too_many)?;
        let positions: Vec<Position> = index.iter().collect();
        let symmetries = Symmetry::all(grid);
        let mut classes: Vec<Option<Image>> = vec![None; positions.len()];
        let mut representatives = Vec::new();
        for (i, &position) in positions.iter().enumerate() {
            if classes[i].is_some() {
                continue;
            }
            let class = representatives.len() as u32;
            representatives.push(i as u32);
            for swap in [false, true] {
                for (s, symmetry) in symmetries.iter().enumerate() {
                    let image = symmetry.position(if swap { position.swapped() } else { position });
                    let Some(at) = index.rank(image) else { continue };
                    classes[at as usize].get_or_insert(Image { class, symmetry: s as u8, swap });
                }
            }
        }
        let classes = classes.into_iter().flatten().collect();
        Ok(WholeBoard { board, symmetries, positions, classes, representatives })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All legal positions, in ascending order of their text.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The positions, as indices into [`WholeBoard::positions`], that are the first of their class under the symmetries and
    /// the exchange of the colours.
    #[must_use]
    pub fn representatives(&self) -> &[u32] {
        &self.representatives
    }

    /// The class of a position: an index into [`WholeBoard::representatives`].
    #[must_use]
    pub fn class(&self, at: usize) -> usize {
        self.classes[at].class as usize
    }

    /// Judges the board under every rule set, two or more at a time where there are processors for it. The answers do not
    /// depend on how many.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn judge(
        &self,
        rules: &[RuleSet],
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Vec<Verdicts>, Stopped> {
        rules.par_iter().map(|set| self.judge_one(set, budget, progress, stop)).collect()
    }

    fn judge_one(
        &self,
        rules: &RuleSet,
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Verdicts, Stopped> {
        let started = std::time::Instant::now();
        // A play-out depends on who passed first: what is said of one first passer is, with the colours exchanged, what is
        // said of the other, but each is judged under its own rule set here.
        let by_colour = rules.is_play_out();
        let mut interpreter = interpreter(rules, &self.board, budget);
        let mut judge = |position: Position| {
            let verdict = interpreter.judge(position);
            // What was answered meanwhile may have been cut short.
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            progress.judged(rules, 1);
            Ok(verdict)
        };
        let mut verdicts = Vec::with_capacity(self.representatives.len());
        let mut swapped = Vec::new();
        for &at in &self.representatives {
            let position = self.positions[at as usize];
            verdicts.push(judge(position)?);
            if by_colour {
                swapped.push(judge(position.swapped())?);
            }
        }
        Ok(Verdicts { rules: rules.clone(), verdicts, swapped, seconds: started.elapsed().as_secs_f64() })
    }

    /// The verdict on position `at`.
    #[must_use]
    pub fn verdict(&self, verdicts: &Verdicts, at: usize) -> Verdict {
        let Image { class, symmetry, swap } = self.classes[at];
        let symmetry = &self.symmetries[symmetry as usize];
        match verdicts.swapped.get(class as usize) {
            Some(swapped) if swap => swapped.mapped(symmetry, false),
            _ => verdicts.verdicts[class as usize].mapped(symmetry, swap),
        }
    }

    /// The outcome of position `at`, without the rest of the verdict.
    #[must_use]
    pub fn outcome(&self, verdicts: &Verdicts, at: usize) -> crate::rules::Outcome {
        let Image { class, swap, .. } = self.classes[at];
        match verdicts.swapped.get(class as usize) {
            Some(swapped) if swap => swapped.outcome,
            _ if swap => verdicts.verdicts[class as usize].outcome.negated(),
            _ => verdicts.verdicts[class as usize].outcome,
        }
    }

    /// Black stones less white stones of position `at`: what the convention `level` adds to a territory margin.
    #[must_use]
    pub fn stone_difference(&self, at: usize) -> i32 {
        let of = |c| self.positions[at].of(c).count_ones() as i32;
        of(Colour::Black) - of(Colour::White)
    }
}

/// The verdicts of one rule set on a whole board, read through [`WholeBoard::verdict`].
pub struct Verdicts {
    /// The rule set.
    pub rules: RuleSet,
    /// By class, of its representative.
    verdicts: Vec<Verdict>,
    /// By class, of its representative with the colours exchanged; only where the rule set tells the players apart.
    swapped: Vec<Verdict>,
    /// Wall time it took.
    pub seconds: f64,
}
