//! States with lasting bans of which nothing is held in memory: their numbers are found in the list that is kept, and in counts of the positions.

use std::sync::Arc;

use super::edges::Edges;
use super::moves::Sides;
use super::pairs::{Pair, Pairs};
use super::slots::Slots;
use crate::solve::whole::store::{Columns, Failed, LookedUp, Store, StoreError, Stored, Subject};

/// Positions are counted up to each of so many numbers.
pub(super) const EVERY: usize = 512;

/// What numbers the states with lasting bans.
pub trait Numbered: Send + Sync {
    /// The numbers of the positions.
    fn slots(&self) -> &Arc<Slots>;

    /// The pairs of points that stand for bans.
    fn edges(&self) -> &Edges;

    /// The number of a state of a legal position, and the symmetry that leads back from its image; `None` if it does not follow from a
    /// position without bans.
    fn state(&self, sides: Sides, bans: u32) -> Option<(usize, usize)>;
}

/// What is forced about points from each state, by its number; wherever that is kept.
pub struct Table(Box<dyn Fn(usize) -> Pair + Send + Sync>);

impl Table {
    /// What this says of each number.
    #[must_use]
    pub fn new(of: impl Fn(usize) -> Pair + Send + Sync + 'static) -> Table {
        Table(Box::new(of))
    }

    /// The points of a position about which the player to move forces what the table says, and those about which his opponent does. The
    /// state has been found ([`Numbered::state`]).
    #[must_use]
    pub fn points(&self, slots: &Slots, (state, back): (usize, usize)) -> Pair {
        self.0(state).led_back(slots, back)
    }
}

/// How many positions there are before each [`EVERY`] numbers; and in all.
pub(super) struct Counts(pub Vec<u32>);

impl Stored for Counts {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        columns.put("before", self.0.iter().copied());
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<Counts> {
        columns.take("before").map(Counts)
    }
}

/// The name of the counts for a list of states.
pub(super) fn counts(stage: &str) -> String {
    format!("{stage}-counts")
}

/// Numbers of two bytes that a state of the list takes.
const WORDS: usize = 4;

/// The states on disk.
pub struct OnDisk {
    slots: Arc<Slots>,
    edges: Edges,
    counts: Vec<u32>,
    listed: LookedUp,
}

impl OnDisk {
    /// The states that the stage has listed; `None` if not all that is needed is there. Errors that come later go to `failed`.
    ///
    /// # Errors
    /// [`StoreError`], if a file is damaged or of something else.
    pub fn new(
        slots: &Arc<Slots>,
        store: &Store,
        (subject, stage): (&Subject, &str),
        failed: &Arc<Failed>,
    ) -> Result<Option<OnDisk>, StoreError> {
        let Some(listed) = store.look_up(subject, stage, failed)? else { return Ok(None) };
        let Some(Counts(counts)) = store.read(subject, &counts(stage))? else { return Ok(None) };
        let wanted = slots.len().div_ceil(EVERY) + 1;
        if counts.len() != wanted || listed.rows() % WORDS != 0 {
            let what = format!("it has {} rows instead of {wanted}", counts.len());
            return Err(StoreError::Damaged { file: store.file(subject, &self::counts(stage)), what });
        }
        let edges = Edges::new(slots.board(), slots.turns());
        Ok(Some(OnDisk { slots: slots.clone(), edges, counts, listed }))
    }

    /// What a stage says of these states; `None` if it is not there.
    ///
    /// # Errors
    /// [`StoreError`], if it is damaged or of something else.
    pub fn table(
        &self,
        store: &Store,
        (subject, stage): (&Subject, &str),
        failed: &Arc<Failed>,
    ) -> Result<Option<Table>, StoreError> {
        let Some(numbers) = store.look_up(subject, stage, failed)? else { return Ok(None) };
        let (points, states) = (self.slots.board().len(), self.positions() + self.listed.rows() / WORDS);
        let wanted = Pairs::numbers(points, states);
        if numbers.rows() != wanted {
            let what = format!("it has {} rows instead of {wanted}", numbers.rows());
            return Err(StoreError::Damaged { file: store.file(subject, stage), what });
        }
        Ok(Some(Table::new(move |state| Pairs::looked_up(points, states, &numbers, state))))
    }

    fn positions(&self) -> usize {
        self.counts.last().map_or(0, |all| *all as usize)
    }

    /// The rank of a number among those that belong to positions, if it does.
    fn rank(&self, slot: usize) -> Option<usize> {
        let slots = &*self.slots;
        let (mut from, mut rank) = (slot / EVERY * EVERY, self.counts[slot / EVERY] as usize);
        for block in &slots.blocks()[slots.block_of(from)..] {
            let is_one = |number: &usize| slots.legal(block, (number - block.base) as u32).is_some();
            let end = block.base + block.len();
            rank += (from..end.min(slot)).filter(is_one).count();
            if slot < end {
                return is_one(&slot).then_some(rank);
            }
            from = end;
        }
        None
    }

    /// A state of the list: the number of the position in the upper half, the bans in the lower one.
    fn key(&self, at: usize) -> u64 {
        (0..WORDS).fold(0, |key, word| key | u64::from(self.listed.number(WORDS * at + word)) << (16 * word))
    }
}

impl Numbered for OnDisk {
    fn slots(&self) -> &Arc<Slots> {
        &self.slots
    }

    fn edges(&self) -> &Edges {
        &self.edges
    }

    fn state(&self, sides: Sides, bans: u32) -> Option<(usize, usize)> {
        let place = self.slots.place(sides);
        if bans == 0 {
            return self.rank(place.slot).map(|state| (state, place.back as usize));
        }
        let (bans, back) = self.edges.least(&self.slots, place, sides, bans);
        let wanted = (place.slot as u64) << 32 | u64::from(bans);
        let (mut from, mut to) = (0, self.listed.rows() / WORDS);
        while from < to {
            let middle = from.midpoint(to);
            if self.key(middle) < wanted {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        let is_there = from < self.listed.rows() / WORDS && self.key(from) == wanted;
        is_there.then(|| (self.positions() + from, back))
    }
}
