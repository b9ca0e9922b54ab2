//! What is kept of each position: a bit for each stone; and of each state in which one ko may not be retaken.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::slots::{Place, Slots};
use crate::board::Points;
use crate::solve::whole::store::LookedUp;

/// The most stones whose bits are kept in two bytes.
const NARROW: u32 = 16;

/// A value for each number of a position: a bit for each stone, in the order of points.
pub struct Values {
    /// Of positions with more than 16 stones, which have the least numbers.
    wide: Vec<AtomicU32>,
    narrow: Vec<AtomicU16>,
}

impl Values {
    /// All without bits.
    #[must_use]
    pub fn new(slots: &Slots) -> Values {
        let wide = wide(slots);
        let narrow = slots.len() - wide;
        Values {
            wide: (0..wide).map(|_| AtomicU32::new(0)).collect(),
            narrow: (0..narrow).map(|_| AtomicU16::new(0)).collect(),
        }
    }

    /// Bytes that they take.
    #[must_use]
    pub fn memory(slots: &Slots) -> u64 {
        (2 * slots.len() + 2 * wide(slots)) as u64
    }

    /// As numbers of two bytes: how many.
    #[must_use]
    pub fn words(&self) -> usize {
        2 * self.wide.len() + self.narrow.len()
    }

    /// How many numbers of two bytes the values of all positions are kept as.
    pub(super) fn numbers(slots: &Slots) -> usize {
        slots.len() + wide(slots)
    }

    /// The value of a position of those that are kept so.
    pub(super) fn looked_up(slots: &Slots, numbers: &LookedUp, slot: usize) -> u32 {
        let wide = wide(slots);
        match slot.checked_sub(wide) {
            Some(slot) => numbers.number(2 * wide + slot).into(),
            None => u32::from(numbers.number(2 * slot)) | u32::from(numbers.number(2 * slot + 1)) << 16,
        }
    }

    /// One of these numbers.
    #[must_use]
    pub fn word(&self, at: usize) -> u16 {
        match at.checked_sub(2 * self.wide.len()) {
            Some(at) => self.narrow[at].load(Relaxed),
            None => (self.wide[at / 2].load(Relaxed) >> (16 * (at % 2))) as u16,
        }
    }

    /// Sets one of these numbers that was 0.
    pub fn set_word(&self, at: usize, word: u16) {
        match at.checked_sub(2 * self.wide.len()) {
            Some(at) => self.narrow[at].store(word, Relaxed),
            None => {
                self.wide[at / 2].fetch_or(u32::from(word) << (16 * (at % 2)), Relaxed);
            }
        }
    }

    /// One of them.
    #[must_use]
    #[inline]
    pub fn get(&self, slot: usize) -> u32 {
        match slot.checked_sub(self.wide.len()) {
            Some(slot) => self.narrow[slot].load(Relaxed).into(),
            None => self.wide[slot].load(Relaxed),
        }
    }

    /// Replaces one of them.
    #[inline]
    pub fn set(&self, slot: usize, value: u32) {
        match slot.checked_sub(self.wide.len()) {
            Some(slot) => self.narrow[slot].store(value as u16, Relaxed),
            None => self.wide[slot].store(value, Relaxed),
        }
    }
}

/// Numbers of positions with more than 16 stones.
fn wide(slots: &Slots) -> usize {
    let last = slots.blocks().iter().take_while(|block| block.stones() > NARROW).last();
    last.map_or(0, |block| block.base + block.len())
}

/// The states in which the player to move may not retake a ko on one point: by block, a sorted list of the colouring and the
/// point, and for each the stones that a value has bits for, as points.
pub struct Bans {
    /// By block: where its part of the list begins; and the end.
    starts: Vec<u32>,
    keys: Vec<u32>,
    values: Vec<AtomicU32>,
}

/// Bits of a key that name the point.
const POINT: u32 = 5;

impl Bans {
    /// The key of a colouring and a point.
    #[must_use]
    pub fn key(code: u32, point: u32) -> u32 {
        code << POINT | point
    }

    /// With this number of states for each block, and their keys, in order.
    #[must_use]
    pub fn new(counts: impl Iterator<Item = u32>, keys: Vec<u32>) -> Bans {
        let mut starts = vec![0];
        for count in counts {
            starts.push(starts[starts.len() - 1] + count);
        }
        let values = (0..keys.len()).map(|_| AtomicU32::new(0)).collect();
        Bans { starts, keys, values }
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The values of all states, in the order of the list.
    #[must_use]
    pub fn values(&self) -> &[AtomicU32] {
        &self.values
    }

    /// The value of a state.
    ///
    /// # Panics
    /// If there is no such state.
    #[must_use]
    pub fn value(&self, block: usize, code: u32, point: u32) -> &AtomicU32 {
        let (from, to) = (self.starts[block] as usize, self.starts[block + 1] as usize);
        let at = self.keys[from..to].binary_search(&Bans::key(code, point)).expect("every ko is listed");
        &self.values[from + at]
    }

    /// The value of the state of a position, found at this place, in which the player to move may not retake on `point`.
    ///
    /// # Panics
    /// If there is no such state.
    #[must_use]
    pub(super) fn at(&self, slots: &Slots, place: Place, point: Points) -> &AtomicU32 {
        let turns = slots.turns();
        let image = turns.set(turns.inverse(place.back as usize), point).trailing_zeros();
        let block = slots.block_of(place.slot);
        let code = (place.slot - slots.blocks()[block].base) as u32;
        self.value(block, code, image)
    }

    /// Bytes that so many states of so many blocks take.
    #[must_use]
    pub fn memory(blocks: usize, states: usize) -> u64 {
        (4 * (blocks + 1) + 8 * states) as u64
    }
}

/// A set of numbers of positions.
pub struct Marks(Vec<AtomicU64>);

impl Marks {
    /// None of so many.
    #[must_use]
    pub fn none(len: usize) -> Marks {
        Marks((0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// As numbers of two bytes, four for each word: one of them.
    pub(super) fn part(&self, at: usize) -> u16 {
        (self.0[at / 4].load(Relaxed) >> (16 * (at % 4))) as u16
    }

    /// Sets one of these numbers.
    pub(super) fn set_part(&self, at: usize, part: u16) {
        let (marks, shift) = (&self.0[at / 4], 16 * (at % 4));
        marks.store(marks.load(Relaxed) & !(0xffff << shift) | u64::from(part) << shift, Relaxed);
    }

    /// The words of the set.
    #[must_use]
    pub fn words(&self) -> &[AtomicU64] {
        &self.0
    }

    /// Whether it holds this one.
    #[must_use]
    #[inline]
    pub fn has(&self, slot: usize) -> bool {
        self.0[slot / 64].load(Relaxed) >> (slot % 64) & 1 == 1
    }
}
