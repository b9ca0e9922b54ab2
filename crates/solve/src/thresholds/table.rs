//! What is kept of states: one table for all thresholds and both players, of a bounded size.

use std::ops::{Deref, DerefMut};

use crate::solve::Budget;

/// What tells states apart: a few words.
pub trait Key: Copy + Eq + std::hash::Hash + std::fmt::Debug {
    /// How many.
    const WORDS: usize;

    /// They.
    fn words(&self) -> &[u64];

    /// The key with these words, as many as it has.
    fn of(words: &[u64]) -> Self;

    /// A number that spreads keys over a table.
    fn spread(&self) -> u64 {
        let mixed =
            self.words().iter().fold(0u64, |h, word| (h ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ (mixed >> 32)
    }
}

impl<const N: usize> Key for [u64; N] {
    const WORDS: usize = N;

    fn words(&self) -> &[u64] {
        self
    }

    fn of(words: &[u64]) -> [u64; N] {
        std::array::from_fn(|at| words[at])
    }
}

/// What has been found of the question whether a player comes to a threshold, which was asked last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Last {
    /// The threshold.
    pub k: i16,
    /// Its proof number; where it is disproved, how far the gains of the player who holds may fall.
    pub proof: u16,
    /// Its disproof number; 0 where it is disproved for good.
    pub disproof: u16,
}

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The maximiser forces so much from here on.
    pub lower: i16,
    /// The minimiser holds him to so much.
    pub upper: i16,
    /// How far the gains of the one who forces these may fall: of the maximiser, of the minimiser.
    pub falls: [u8; 2],
    /// By who asks (the minimiser first): what was asked last. Nothing if its `k` is [`NEVER`].
    pub last: [Last; 2],
    /// By who asks, a bit each: it was disproved by what was met again on a path, see [`super::search`].
    pub here: u8,
    /// About the logarithm of the states expanded for it.
    pub work: u8,
}

/// No threshold.
pub(super) const NEVER: i16 = i16::MIN;

/// Words of an entry besides its key.
const WORDS: usize = 2;
/// Entries among which one is replaced.
const WAYS: usize = 4;
/// In the first of these words: the entry is in use.
const USED: u64 = 1 << 63;
/// There: the work, five bits.
const WORK: u32 = 58;
/// Of so many entries that are replaced, at one the others in its place lose some of their standing.
const AGES: u32 = 8;
/// Entries of a new table.
const AT_FIRST: usize = 1 << 12;
/// It grows once one of so many of its entries is in use.
const FULL: usize = 2;

/// The table: words, `WORDS` of an entry after those of its key. It grows as it fills, up to a bound: what little is known is so found
/// near by.
pub(super) struct Table<K> {
    words: Words,
    mask: usize,
    used: usize,
    /// Places at the most.
    most: usize,
    replaced: u32,
    key: std::marker::PhantomData<K>,
}

/// Words of a cache line.
const LINE: usize = 8;

/// Words from the beginning of a cache line on: so a place lies in as few lines as it can.
struct Words {
    kept: Vec<u64>,
    from: usize,
}

impl Words {
    fn zero(many: usize) -> Words {
        let kept = vec![0u64; many + LINE - 1];
        let from = kept.as_ptr().align_offset(8 * LINE);
        // It may be that this is not told.
        Words { from: if from < LINE { from } else { 0 }, kept }
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.kept[self.from..]
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.kept[self.from..]
    }
}

impl<K: Key> Table<K> {
    /// Words of an entry with its key.
    const STRIDE: usize = K::WORDS + WORDS;
    /// Words of a place.
    const PLACE: usize = WAYS * Self::STRIDE;

    /// Bytes of an entry.
    pub const BYTES: usize = 8 * Self::STRIDE;

    /// With room for at least so many entries, as far as a power of two goes: they are at most twice as many.
    pub fn new(entries: usize) -> Table<K> {
        let most = entries.div_ceil(WAYS).next_power_of_two();
        let places = most.min(AT_FIRST / WAYS);
        let words = Words::zero(places * Self::PLACE);
        Table { words, mask: places - 1, used: 0, most, replaced: 0, key: std::marker::PhantomData }
    }

    /// With room for `wanted` entries, or as many as fit into half of the memory that is left, but no fewer than `least`.
    pub fn within(wanted: usize, least: usize, budget: Budget) -> Table<K> {
        let mut entries = wanted;
        while entries > least && budget.is_full(2 * entries * Self::BYTES) {
            entries /= 2;
        }
        Table::new(entries)
    }

    /// The first word of the first entry of a place.
    fn place(&self, key: &K) -> usize {
        (key.spread() as usize & self.mask) * Self::PLACE
    }

    /// A word from each cache line of a key's place: who reads them of several keys waits for memory once and not for each.
    pub fn touch(&self, key: &K) -> u64 {
        let place = &self.words[self.place(key)..][..Self::PLACE];
        place.iter().step_by(LINE).fold(place[Self::PLACE - 1], |touched, word| touched ^ word)
    }

    /// What is known of a state.
    pub fn get(&self, key: &K) -> Option<Entry> {
        let place = self.place(key);
        let ways = self.words[place..place + Self::PLACE].chunks_exact(Self::STRIDE);
        let found =
            ways.map(|words| words.split_at(K::WORDS)).find(|(of, kept)| *of == key.words() && kept[0] & USED != 0);
        found.map(|(_, kept)| Entry::unpacked([kept[0], kept[1]]))
    }

    /// Keeps what is known of a state, in place of what was known of it before or of the one that cost least.
    pub fn put(&mut self, key: &K, entry: &Entry) {
        if self.used > (self.mask + 1) * WAYS / FULL && self.mask + 1 < self.most {
            self.grow();
        }
        let place = self.place(key);
        let (mut at, mut least) = (0, u64::MAX);
        let mut ours = false;
        for (way, words) in self.words[place..place + Self::PLACE].chunks_exact(Self::STRIDE).enumerate() {
            let first = words[K::WORDS];
            if first & USED != 0 && words[..K::WORDS] == *key.words() {
                (at, ours) = (way, true);
                break;
            }
            // What is not in use counts for less than anything.
            let standing = if first & USED == 0 { 0 } else { 1 + (first >> WORK & 0x1F) };
            if standing < least {
                (at, least) = (way, standing);
            }
        }
        self.used += usize::from(!ours && least == 0);
        if !ours && least > 0 {
            self.replaced = self.replaced.wrapping_add(1);
            if self.replaced.is_multiple_of(AGES) {
                for words in self.words[place..place + Self::PLACE].chunks_exact_mut(Self::STRIDE) {
                    let first = &mut words[K::WORDS];
                    *first -= u64::from(*first >> WORK & 0x1F != 0) << WORK;
                }
            }
        }
        let words = &mut self.words[place + at * Self::STRIDE..][..Self::STRIDE];
        words[..K::WORDS].copy_from_slice(key.words());
        words[K::WORDS..].copy_from_slice(&entry.packed());
    }

    /// Twice as many places: the entries of one go to two.
    fn grow(&mut self) {
        let places = 2 * (self.mask + 1);
        let before = std::mem::replace(&mut self.words, Words::zero(places * Self::PLACE));
        self.mask = places - 1;
        for words in before.chunks_exact(Self::STRIDE).filter(|words| words[K::WORDS] & USED != 0) {
            let place = self.place(&K::of(&words[..K::WORDS]));
            let ways = self.words[place..place + Self::PLACE].chunks_exact_mut(Self::STRIDE);
            if let Some(free) = ways.into_iter().find(|free| free[K::WORDS] & USED == 0) {
                free.copy_from_slice(words);
            }
        }
    }
}

/// The greatest number that an entry can hold.
const MOST: i16 = 511;

impl Entry {
    /// Ten bits a number of points: the maximiser's `lower`, the minimiser's `upper`, what was asked last; the falls; and what is left
    /// of the first word. Bounds that are too wide are as if nothing was known.
    fn packed(&self) -> [u64; WORDS] {
        let [minimiser, maximiser] = self.last;
        let ten = |number: i16| number as u64 & 0x3FF;
        let asked = |k: i16| if k.abs_diff(0) > MOST.unsigned_abs() { ten(-MOST - 1) } else { ten(k) };
        let lower = if self.lower < -MOST { -MOST - 1 } else { self.lower.min(MOST) };
        let upper = if self.upper >= MOST { MOST } else { self.upper.max(-MOST - 1) };
        let first = ten(lower) | ten(upper) << 10 | asked(minimiser.k) << 20 | asked(maximiser.k) << 30;
        let [least, most] = self.falls.map(u64::from);
        let numbers = [minimiser.proof, minimiser.disproof, maximiser.proof, maximiser.disproof];
        [
            first | least << 40 | most << 48 | u64::from(self.here) << 56 | u64::from(self.work.min(31)) << WORK | USED,
            numbers.into_iter().rev().fold(0, |word, number| word << 16 | u64::from(number)),
        ]
    }

    fn unpacked(words: [u64; WORDS]) -> Entry {
        let ten = |at: u32| ((words[0] >> at) as i16) << 6 >> 6;
        let number = |at: u32| (words[1] >> (16 * at)) as u16;
        let last = |who: u32| {
            let k = ten(20 + 10 * who);
            let k = if k < -MOST { NEVER } else { k };
            Last { k, proof: number(2 * who), disproof: number(2 * who + 1) }
        };
        let (lower, upper) = (ten(0), ten(10));
        Entry {
            lower: if lower < -MOST { i16::MIN } else { lower },
            upper: if upper == MOST { i16::MAX } else { upper },
            falls: [(words[0] >> 40) as u8, (words[0] >> 48) as u8],
            last: [last(0), last(1)],
            here: (words[0] >> 56) as u8 & 3,
            work: (words[0] >> WORK) as u8 & 0x1F,
        }
    }
}
