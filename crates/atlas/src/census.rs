//! A census: how many positions of a board hold a ko stone, a seki, a life that rests on one clause, and so on. Each kind is
//! a predicate over the position and over verdicts on it; a position may be of several kinds.

use super::columns::{Columns, Members};
use super::tally::{Occurrences, Sample};
use super::{Only, WholeBoard, tally::Tally};
use crate::board::{Board, Grid};
use crate::law::{RuleSet, Verdict};
use crate::solve::whole::classes::MAX_WHOLE_POINTS;
use crate::texts::Kind;

/// Positions of one kind on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beast {
    /// The kind.
    pub kind: Kind,
    /// How many, and the smallest; `None` if there are none.
    pub found: Option<Occurrences>,
    /// Those among them that are settled.
    pub settled: Option<Occurrences>,
    /// The columns of the rule sets looked at.
    pub columns: Vec<usize>,
}

impl Beast {
    /// How many.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.found.map(|f| f.tally).unwrap_or_default()
    }
}

/// What is counted: the kinds whose rule sets are judged.
pub struct Census {
    board: Board,
    kinds: Vec<(Kind, Vec<usize>)>,
}

impl Census {
    /// The rule sets that are judged for the sake of a census. Whether an endless sequence decides is counted only where
    /// the rule sets that it takes are compared anyway: they cost more than all others. So is every kind where all positions of
    /// a board of more than [`MAX_WHOLE_POINTS`] points are looked at: one more game to be solved there takes hours.
    #[must_use]
    pub fn asks_for(grid: Grid, only: Option<Only>) -> Vec<RuleSet> {
        if only.is_none() && grid.len() > MAX_WHOLE_POINTS {
            return Vec::new();
        }
        Kind::ALL.into_iter().filter(|&k| k != Kind::Endless).flat_map(Kind::rules).collect()
    }

    /// Of all kinds whose rule sets have a column.
    pub fn new(columns: &mut Columns) -> Census {
        let numbers = |kind: Kind| {
            kind.rules().iter().map(|r| columns.number(r)).collect::<Option<Vec<usize>>>().map(|c| (kind, c))
        };
        let kinds = Kind::ALL.into_iter().filter_map(numbers).collect();
        Census { board: columns.whole().board().clone(), kinds }
    }

    /// Nothing counted yet: by kind, all positions and settled ones.
    #[must_use]
    pub fn none(&self) -> Vec<[Sample; 2]> {
        vec![Default::default(); self.kinds.len()]
    }

    /// Counts some positions.
    pub fn count(&self, here: &Members, settled: bool, counted: &mut [[Sample; 2]]) {
        for ((kind, columns), [all, in_settled]) in self.kinds.iter().zip(counted) {
            let verdicts: Vec<&Verdict> = columns.iter().map(|&c| &here.verdicts[c]).collect();
            if kind.holds(&self.board, here.position, &verdicts) {
                all.add(here);
                if settled {
                    in_settled.add(here);
                }
            }
        }
    }

    /// What was counted.
    #[must_use]
    pub fn found(&self, whole: &WholeBoard, counted: &[[Sample; 2]]) -> Vec<Beast> {
        let of = |((kind, columns), [all, settled]): (&(Kind, Vec<usize>), &[Sample; 2])| Beast {
            kind: *kind,
            found: all.found(whole),
            settled: settled.found(whole),
            columns: columns.clone(),
        };
        self.kinds.iter().zip(counted).map(of).collect()
    }
}
