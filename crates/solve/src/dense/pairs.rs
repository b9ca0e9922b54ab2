//! Two sets of points for each state: what the player to move forces, and what his opponent does.

use std::ops::{BitAnd, BitOr, Not};
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::slots::Slots;
use super::values::Marks;
use crate::solve::whole::store::LookedUp;

/// What is forced about points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair {
    /// By the player to move.
    pub forces: u32,
    /// By his opponent.
    pub suffers: u32,
}

impl Pair {
    /// Whether it is nothing.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.forces | self.suffers == 0
    }

    /// What these bits say of a board of so many points.
    #[inline]
    fn of_bits(points: u32, bits: u64) -> Pair {
        let all = (1 << points) - 1;
        Pair { forces: bits as u32 & all, suffers: (bits >> points) as u32 & all }
    }

    /// Of an image, led back from there by this symmetry.
    #[inline]
    pub(super) fn led_back(self, slots: &Slots, back: usize) -> Pair {
        let led = |points: u32| slots.turns().set(back, points.into()) as u32;
        Pair { forces: led(self.forces), suffers: led(self.suffers) }
    }

    /// The other player to move.
    #[must_use]
    #[inline]
    pub fn swapped(self) -> Pair {
        Pair { forces: self.suffers, suffers: self.forces }
    }
}

impl BitAnd for Pair {
    type Output = Pair;

    #[inline]
    fn bitand(self, other: Pair) -> Pair {
        Pair { forces: self.forces & other.forces, suffers: self.suffers & other.suffers }
    }
}

impl BitOr for Pair {
    type Output = Pair;

    #[inline]
    fn bitor(self, other: Pair) -> Pair {
        Pair { forces: self.forces | other.forces, suffers: self.suffers | other.suffers }
    }
}

impl Not for Pair {
    type Output = Pair;

    #[inline]
    fn not(self) -> Pair {
        Pair { forces: !self.forces, suffers: !self.suffers }
    }
}

/// States of more than 16 points in one line of a cache.
const IN_LINE: usize = 12;

/// Pairs of more than 16 points: of each state the lower 32 bits, and those above. One access finds both.
#[derive(Default)]
#[repr(align(64))]
struct Line {
    low: [AtomicU32; IN_LINE],
    high: [AtomicU8; IN_LINE],
}

enum Values {
    /// Of up to 16 points.
    Short(Vec<AtomicU32>),
    Long(Vec<Line>),
}

/// A pair for each state of a board of up to 20 points, in 4 bytes or 5 and a third.
pub struct Pairs {
    /// Points of the board.
    points: u32,
    states: usize,
    values: Values,
}

/// Words as halves, the lower first, from this half on.
fn halves<'a>(mut words: impl Iterator<Item = &'a AtomicU32>, from: usize, into: &mut [u16]) {
    let (begun, into) = into.split_at_mut(from % 2);
    if let [half] = begun {
        *half = words.next().map_or(0, |word| (word.load(Relaxed) >> 16) as u16);
    }
    for (two, word) in into.chunks_mut(2).zip(words) {
        let word = word.load(Relaxed);
        two.iter_mut().zip([word as u16, (word >> 16) as u16]).for_each(|(into, half)| *into = half);
    }
}

impl Pairs {
    /// All empty.
    #[must_use]
    pub fn none(points: usize, states: usize) -> Pairs {
        let values = if points > 16 {
            Values::Long((0..states.div_ceil(IN_LINE)).into_par_iter().map(|_| Line::default()).collect())
        } else {
            Values::Short((0..states).into_par_iter().map(|_| AtomicU32::new(0)).collect())
        };
        Pairs { points: points as u32, states, values }
    }

    /// All points.
    #[inline]
    fn all(&self) -> u32 {
        (1 << self.points) - 1
    }

    fn low(&self, state: usize) -> &AtomicU32 {
        match &self.values {
            Values::Short(low) => &low[state],
            Values::Long(lines) => &lines[state / IN_LINE].low[state % IN_LINE],
        }
    }

    fn high(&self, state: usize) -> Option<&AtomicU8> {
        match &self.values {
            Values::Long(lines) if state < self.states => Some(&lines[state / IN_LINE].high[state % IN_LINE]),
            _ => None,
        }
    }

    /// One of them.
    #[must_use]
    #[inline]
    pub fn get(&self, state: usize) -> Pair {
        let both = match &self.values {
            Values::Short(low) => u64::from(low[state].load(Relaxed)),
            Values::Long(lines) => {
                let (line, at) = (&lines[state / IN_LINE], state % IN_LINE);
                u64::from(line.low[at].load(Relaxed)) | u64::from(line.high[at].load(Relaxed)) << 32
            }
        };
        Pair::of_bits(self.points, both)
    }

    /// One of those of so many states of a board with so many points that are kept as numbers of two bytes.
    #[must_use]
    pub fn looked_up(points: usize, states: usize, numbers: &LookedUp, state: usize) -> Pair {
        let low = [2 * state, 2 * state + 1].map(|at| u64::from(numbers.number(at)));
        let high = if points > 16 { numbers.number(2 * states + state / 2) >> (8 * (state % 2)) & 0xff } else { 0 };
        Pair::of_bits(points as u32, low[0] | low[1] << 16 | u64::from(high) << 32)
    }

    /// Replaces one of them.
    #[inline]
    pub fn set(&self, state: usize, pair: Pair) {
        let both = u64::from(pair.forces & self.all()) | u64::from(pair.suffers & self.all()) << self.points;
        self.low(state).store(both as u32, Relaxed);
        if let Some(high) = self.high(state) {
            high.store((both >> 32) as u8, Relaxed);
        }
    }

    /// Empties all.
    pub fn clear(&self) {
        match &self.values {
            Values::Short(low) => low.par_iter().for_each(|word| word.store(0, Relaxed)),
            Values::Long(lines) => lines.par_iter().for_each(|line| {
                line.low.iter().for_each(|word| word.store(0, Relaxed));
                line.high.iter().for_each(|byte| byte.store(0, Relaxed));
            }),
        }
    }

    /// The states of which the player to move forces something, and those of which his opponent does.
    #[must_use]
    pub fn any(&self) -> [Marks; 2] {
        let some = |which: fn(Pair) -> u32| {
            let marks = Marks::none(self.states);
            marks.words().par_iter().enumerate().for_each(|(at, word)| {
                let states = 64 * at..self.states.min(64 * at + 64);
                let bit = |state: usize| u64::from(which(self.get(state)) != 0) << (state % 64);
                word.store(states.map(bit).fold(0, |m, b| m | b), Relaxed);
            });
            marks
        };
        [some(|pair| pair.forces), some(|pair| pair.suffers)]
    }

    /// Forgets all but the first.
    pub fn truncate(&mut self, states: usize) {
        self.states = self.states.min(states);
        match &mut self.values {
            Values::Short(low) => {
                low.truncate(states);
                low.shrink_to_fit();
            }
            Values::Long(lines) => {
                lines.truncate(states.div_ceil(IN_LINE));
                lines.shrink_to_fit();
            }
        }
    }

    /// As numbers of two bytes, the lower 32 bits of all states first: how many.
    #[must_use]
    pub fn words(&self) -> usize {
        Pairs::numbers(self.points as usize, self.states)
    }

    /// How many numbers of two bytes so many states of a board with so many points are kept as.
    pub(super) fn numbers(points: usize, states: usize) -> usize {
        let high = if points > 16 { states.div_ceil(2) } else { 0 };
        2 * states + high
    }

    /// Writes these numbers from one on into a part.
    pub fn fill(&self, from: usize, into: &mut [u16]) {
        let (low, high) = into.split_at_mut((2 * self.states).saturating_sub(from).min(into.len()));
        let first = from / 2;
        match &self.values {
            _ if low.is_empty() => {}
            Values::Short(words) => halves(words[first..].iter(), from, low),
            Values::Long(lines) => {
                let words = lines[first / IN_LINE..].iter().flat_map(|line| &line.low);
                halves(words.skip(first % IN_LINE), from, low);
            }
        }
        if let Values::Long(lines) = &self.values
            && !high.is_empty()
        {
            let first = 2 * (from + low.len() - 2 * self.states);
            let bytes = lines[first / IN_LINE..].iter().flat_map(|line| &line.high).skip(first % IN_LINE);
            let mut bytes = bytes.take(self.states - first).map(|byte| byte.load(Relaxed)).fuse();
            for number in high {
                *number = u16::from_le_bytes(std::array::from_fn(|_| bytes.next().unwrap_or(0)));
            }
        }
    }

    /// Sets one of these numbers that was 0. One at a time.
    pub fn set_word(&self, at: usize, word: u16) {
        let Some(at) = at.checked_sub(2 * self.states) else {
            let low = self.low(at / 2);
            low.store(low.load(Relaxed) | u32::from(word) << (16 * (at % 2)), Relaxed);
            return;
        };
        for (at, byte) in [(2 * at, word as u8), (2 * at + 1, (word >> 8) as u8)] {
            if let Some(high) = self.high(at) {
                high.store(byte, Relaxed);
            }
        }
    }

    /// Bytes that so many take.
    #[must_use]
    pub fn memory(points: usize, states: u64) -> u64 {
        if points > 16 { states.div_ceil(IN_LINE as u64) * size_of::<Line>() as u64 } else { 4 * states }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_there_on_boards_of_any_size_and_in_the_numbers_that_are_kept() {
        let mut random = fastrand::Rng::with_seed(20);
        for points in 1..=20 {
            let some = |random: &mut fastrand::Rng| random.u32(..) & ((1 << points) - 1);
            let all: Vec<Pair> =
                (0..101).map(|_| Pair { forces: some(&mut random), suffers: some(&mut random) }).collect();
            let pairs = Pairs::none(points, all.len());
            all.iter().enumerate().for_each(|(state, pair)| pairs.set(state, *pair));
            let read = Pairs::none(points, all.len());
            let part = random.usize(1..20);
            for from in (0..pairs.words()).step_by(part) {
                let mut numbers = vec![0; part.min(pairs.words() - from)];
                pairs.fill(from, &mut numbers);
                (from..).zip(numbers).for_each(|(at, word)| read.set_word(at, word));
            }
            for (state, pair) in all.iter().enumerate() {
                assert_eq!([pairs.get(state), read.get(state)], [*pair; 2], "{points} points");
            }
        }
    }
}
