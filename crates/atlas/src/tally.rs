//! Counts of positions and of their classes.

use serde::{Deserialize, Serialize};

use super::WholeBoard;
use super::columns::Members;
use crate::board::Position;

/// How many positions, and how many classes of them under symmetry and the exchange of the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Positions.
    pub positions: u64,
    /// Classes with such a position.
    pub classes: u64,
}

/// Positions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrences {
    /// How many.
    pub tally: Tally,
    /// The smallest, a number of [`WholeBoard::position`]: fewest stones, then smallest text.
    pub witness: usize,
}

/// Counts positions and their classes. What it is given comes in the order of classes.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub struct Counter {
    tally: Tally,
    /// Of nothing that is put by.
    #[serde(skip)]
    last: Option<usize>,
}

impl Counter {
    /// Counts all positions that `here` stands for.
    pub fn add(&mut self, here: &Members) {
        self.tally.positions += here.positions;
        if self.last.replace(here.class) != Some(here.class) {
            self.tally.classes += 1;
        }
    }

    /// With what was counted of other classes.
    pub fn merge(&mut self, other: &Counter) {
        self.tally.positions += other.tally.positions;
        self.tally.classes += other.tally.classes;
        self.last = None;
    }

    /// What was counted.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }
}

/// Positions found of one kind and the smallest of them: fewest stones, then smallest text.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub struct Sample {
    counter: Counter,
    /// Stones, and the position.
    smallest: Option<(u32, Position)>,
}

impl Sample {
    /// Counts all positions that `here` stands for.
    pub fn add(&mut self, here: &Members) {
        self.counter.add(here);
        let stones = here.position.occupied().count_ones();
        if self.smallest.is_none_or(|(least, _)| stones <= least) {
            self.least((stones, here.first()));
        }
    }

    fn least(&mut self, this: (u32, Position)) {
        let less = |s: (u32, Position)| s.0.cmp(&this.0).then_with(|| s.1.cmp_text(&this.1)).is_le();
        self.smallest = self.smallest.filter(|s| less(*s)).or(Some(this));
    }

    /// With what was found in other classes.
    pub fn merge(&mut self, other: &Sample) {
        self.counter.merge(&other.counter);
        other.smallest.into_iter().for_each(|s| self.least(s));
    }

    /// What was found on `whole`, if anything.
    #[must_use]
    pub fn found(&self, whole: &WholeBoard) -> Option<Occurrences> {
        let found = self.smallest.and_then(|(_, first)| whole.at(first));
        found.map(|witness| Occurrences { tally: self.counter.tally(), witness })
    }
}
