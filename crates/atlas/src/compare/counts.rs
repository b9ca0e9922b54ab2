//! What is counted while a board is gone through: it can be put by, and gone on with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CauseFound, Pair, Results, Summary};
use crate::causes::Cause;
use crate::columns::Members;
use crate::law::{Outcome, Verdict};
use crate::tally::{Counter, Occurrences, Sample};
use crate::{WholeBoard, unfinished};

/// Counts of a part of a board.
#[derive(Clone, Serialize, Deserialize)]
pub struct Counts {
    pub all: Counter,
    pub settled: Counter,
    pub settled_open: u64,
    pub changes_undecided: u64,
    /// By rule set.
    pub summaries: Vec<Summary>,
    /// By pair.
    pub counting: Vec<Counting>,
    /// By kind of the census: all, and settled.
    pub beasts: Vec<[Sample; 2]>,
    pub by_stones: ByStones,
}

impl Counts {
    /// Nothing yet, of so many rule sets, pairs and conventions.
    pub fn none(rules: usize, pairs: usize, conventions: usize, beasts: Vec<[Sample; 2]>) -> Counts {
        let none = Counting { results: vec![Results::default(); conventions], ..Counting::default() };
        Counts {
            all: Counter::default(),
            settled: Counter::default(),
            settled_open: 0,
            changes_undecided: 0,
            summaries: vec![Summary::default(); rules],
            counting: vec![none; pairs],
            beasts,
            by_stones: ByStones::default(),
        }
    }

    /// With what was counted of other classes.
    pub fn merge(&mut self, other: Counts) {
        self.all.merge(&other.all);
        self.settled.merge(&other.settled);
        self.settled_open += other.settled_open;
        self.changes_undecided += other.changes_undecided;
        self.by_stones.merge(&other.by_stones);
        for (mine, other) in self.summaries.iter_mut().zip(other.summaries) {
            mine.merge(other);
        }
        for (mine, other) in self.counting.iter_mut().zip(other.counting) {
            mine.merge(other);
        }
        for (mine, other) in self.beasts.iter_mut().flatten().zip(other.beasts.iter().flatten()) {
            mine.merge(other);
        }
    }

    /// Whether it has as many counts of each sort.
    pub fn is_like(&self, other: &Counts) -> bool {
        let sizes = |counts: &Counts| {
            let conventions: Vec<usize> = counts.counting.iter().map(|c| c.results.len()).collect();
            (counts.summaries.len(), conventions, counts.beasts.len())
        };
        sizes(self) == sizes(other)
    }
}

/// What is counted for one pair.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Counting {
    /// By convention, that of [`Options::prisoners`] first.
    pub results: Vec<Results<Sample>>,
    pub status: Option<Counter>,
    pub settled_status: Counter,
    pub undecided: Counter,
    #[serde(with = "unfinished::pairs")]
    pub causes: BTreeMap<Cause, CauseCounting>,
    pub by_stones: ByStones,
}

/// Positions by the number of stones on the board.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct ByStones(Vec<u64>);

impl ByStones {
    pub fn add(&mut self, here: &Members) {
        let stones = here.position.occupied().count_ones() as usize;
        if self.0.len() <= stones {
            self.0.resize(stones + 1, 0);
        }
        self.0[stones] += here.positions;
    }

    pub fn merge(&mut self, other: &ByStones) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        self.0.iter_mut().zip(&other.0).for_each(|(mine, other)| *mine += other);
    }

    /// A number for each number of stones that the board can hold.
    pub fn on(mut self, whole: &WholeBoard) -> Vec<u64> {
        self.0.resize(whole.board().len() + 1, 0);
        self.0
    }
}

/// What is counted of one cause.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct CauseCounting {
    pub sample: Sample,
    pub alone: u64,
    pub settled: Sample,
}

impl Results<Sample> {
    pub(super) fn add(&mut self, here: &Members, winner: bool, settled: bool) {
        self.diverge.add(here);
        if winner {
            self.winner.add(here);
        }
        if settled {
            self.settled.add(here);
            if winner {
                self.settled_winner.add(here);
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.diverge.merge(&other.diverge);
        self.settled.merge(&other.settled);
        self.winner.merge(&other.winner);
        self.settled_winner.merge(&other.settled_winner);
    }

    pub(super) fn found(&self, whole: &WholeBoard) -> Results<Option<Occurrences>> {
        Results {
            diverge: self.diverge.found(whole),
            settled: self.settled.found(whole),
            winner: self.winner.found(whole),
            settled_winner: self.settled_winner.found(whole),
        }
    }
}

impl Counting {
    pub fn merge(&mut self, other: Counting) {
        for (mine, other) in self.results.iter_mut().zip(&other.results) {
            mine.merge(other);
        }
        if let Some(status) = &other.status {
            self.status.get_or_insert_default().merge(status);
        }
        self.settled_status.merge(&other.settled_status);
        self.undecided.merge(&other.undecided);
        self.by_stones.merge(&other.by_stones);
        for (cause, other) in other.causes {
            let mine = self.causes.entry(cause).or_default();
            mine.sample.merge(&other.sample);
            mine.alone += other.alone;
            mine.settled.merge(&other.settled);
        }
    }

    pub fn pair(self, whole: &WholeBoard, a: usize, b: usize) -> Pair {
        let causes = self.causes.into_iter().filter_map(|(cause, c)| {
            Some((cause, CauseFound { found: c.sample.found(whole)?, alone: c.alone, settled: c.settled.found(whole) }))
        });
        let mut results = self.results.iter().map(|r| r.found(whole));
        Pair {
            a,
            b,
            results: results.next().unwrap_or_default(),
            also: results.collect(),
            settled_status: self.status.map(|_| self.settled_status.tally()),
            status: self.status.map(|s| s.tally()),
            undecided: self.undecided.tally(),
            causes: causes.collect(),
            by_stones: self.by_stones.on(whole),
        }
    }
}

impl Summary {
    pub(super) fn add(&mut self, here: &Members, verdict: &Verdict, outcome: Outcome) {
        if verdict.notes.history {
            self.history += here.positions;
        }
        match outcome {
            Outcome::Margin(m) => {
                *self.margins.entry(m).or_default() += here.positions - here.exchanged;
                if here.exchanged > 0 {
                    *self.margins.entry(-m).or_default() += here.exchanged;
                }
            }
            Outcome::NoResult { .. } => self.no_result += here.positions,
            Outcome::Undecided { .. } => self.undecided += here.positions,
        }
    }

    pub(super) fn merge(&mut self, other: Summary) {
        for (margin, positions) in other.margins {
            *self.margins.entry(margin).or_default() += positions;
        }
        self.no_result += other.no_result;
        self.undecided += other.undecided;
        self.history += other.history;
    }
}
