//! A table of values that others have made, held against those of a rule set.

use rustc_hash::FxHashSet;

use super::WholeBoard;
use super::best::{Place, order};
use super::values::Values;
use crate::law::Outcome;

/// An entry that is not right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The position and the player to move.
    pub place: Place,
    /// What the table has.
    pub claimed: Outcome,
    /// What best play comes to.
    pub value: Outcome,
}

/// What a comparison comes to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Entries that are right.
    pub right: u64,
    /// Entries that neither are known to be right nor to be wrong: the value is not decided here, or not said there.
    pub open: u64,
    /// Entries that are wrong, the smallest first: with the fewest stones, then by text, Black to move first.
    pub wrong: Vec<Wrong>,
    /// Their number where positions count once that are images of each other, the exchange of the colours included.
    pub classes: usize,
}

/// Compares the entries of a table with the values of its board. An entry is wrong if what it says cannot be: it is open while what is
/// known here leaves room for it.
pub fn compare(values: &Values, entries: impl IntoIterator<Item = (Place, Outcome)>) -> Compared {
    let mut found = Compared::default();
    let mut classes = FxHashSet::default();
    for ((position, mover), claimed) in entries {
        let value = values.value(position, mover);
        match agrees(claimed, value) {
            Some(true) => found.right += 1,
            None => found.open += 1,
            Some(false) => {
                classes.insert(values.classes().form(position.seen_by(mover)).number());
                found.wrong.push(Wrong { place: (position, mover), claimed, value });
            }
        }
    }
    found.wrong.sort_by(|a, b| order(a.place, b.place));
    found.classes = classes.len();
    found
}

/// Whether a value is what is claimed; `None` if that is not known.
fn agrees(claimed: Outcome, value: Outcome) -> Option<bool> {
    let ((_, lo, hi), (_, least, most)) = (claimed.parts(), value.parts());
    match (claimed, value) {
        (Outcome::Undecided { .. }, _) | (_, Outcome::Undecided { .. }) => (hi < least || most < lo).then_some(false),
        _ => Some(claimed == value),
    }
}

/// Entries of one position with the same player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twice {
    /// The number of the first, from 0.
    pub first: usize,
    /// The number of another one.
    pub other: usize,
}

/// The first entry that contradicts an earlier one, if there is any.
#[must_use]
pub fn contradiction(entries: &[(Place, Outcome)]) -> Option<Twice> {
    let mut numbers: Vec<usize> = (0..entries.len()).collect();
    numbers.sort_by(|&a, &b| order(entries[a].0, entries[b].0).then(a.cmp(&b)));
    let pairs = numbers.windows(2).filter(|pair| entries[pair[0]].0 == entries[pair[1]].0);
    let pairs = pairs.filter(|pair| entries[pair[0]].1 != entries[pair[1]].1);
    pairs.map(|pair| Twice { first: pair[0], other: pair[1] }).min_by_key(|twice| twice.other)
}

/// How many positions with a player to move there are on the board.
#[must_use]
pub fn places(board: &WholeBoard) -> u64 {
    2 * board.len() as u64
}
