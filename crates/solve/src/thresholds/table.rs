//! What is kept of states: one table for all thresholds and both players, and for all threads that look at one question, of a bounded size.
//!
//! A place of the table is read and written as a whole, by versions (sequence locks): who reads sees an entry as somebody has written it, and
//! never parts of two.

use std::ops::Deref;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};

use crate::solve::Budget;

/// What tells states apart: a few words.
pub trait Key: Copy + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync {
    /// How many, at most 8.
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

impl Last {
    /// That it is open.
    #[inline]
    pub fn open(k: i16, proof: u32, disproof: u32) -> Last {
        let small = |number: u32| number.min(u16::MAX.into()) as u16;
        Last { k, proof: small(proof), disproof: small(disproof) }
    }
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
const AGES: usize = 8;
/// Entries of a new table.
const AT_FIRST: usize = 1 << 12;
/// It grows once one of so many of its entries is in use.
const FULL: usize = 2;

/// Versions: places that are so many apart share one.
const VERSIONS: usize = 1 << 16;
/// After so many looks at a place to which another thread writes, that one is given time.
const LOOKS: u32 = 64;

/// The table: words, `WORDS` of an entry after those of its key. It grows as it fills, up to a bound: what little is known is so found
/// near by.
pub(super) struct Table<K> {
    words: Words,
    /// Several threads use it.
    shared: bool,
    /// If it is shared, by place: how often somebody has begun to write there, and has ended; so it is odd meanwhile.
    versions: Box<[AtomicU32]>,
    mask: usize,
    /// About how many entries are in use.
    used: AtomicUsize,
    /// Places at the most.
    most: usize,
    /// About how many have been replaced.
    replaced: AtomicUsize,
    key: std::marker::PhantomData<K>,
}

/// Words of a cache line.
const LINE: usize = 8;

/// Words from the beginning of a cache line on: so a place lies in as few lines as it can.
struct Words {
    kept: Vec<AtomicU64>,
    from: usize,
}

impl Words {
    fn zero(many: usize) -> Words {
        let kept: Vec<AtomicU64> = std::iter::repeat_with(AtomicU64::default).take(many + LINE - 1).collect();
        let from = kept.as_ptr().align_offset(8 * LINE);
        // It may be that this is not told.
        Words { from: if from < LINE { from } else { 0 }, kept }
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.kept[self.from..]
    }
}

/// A word as it is now. Versions say whether words belong together.
#[inline]
fn now(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

/// One more. Who counts at the same time may be left out.
#[inline]
fn count(number: &AtomicUsize) -> usize {
    let more = number.load(Ordering::Relaxed).wrapping_add(1);
    number.store(more, Ordering::Relaxed);
    more
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
        Table {
            words: Words::zero(places * Self::PLACE),
            shared: false,
            versions: std::iter::repeat_with(AtomicU32::default).take(most.min(VERSIONS)).collect(),
            mask: places - 1,
            used: AtomicUsize::new(0),
            most,
            replaced: AtomicUsize::new(0),
            key: std::marker::PhantomData,
        }
    }

    /// With room for `wanted` entries, or as many as fit into half of the memory that is left, but no fewer than `least`.
    pub fn within(wanted: usize, least: usize, budget: Budget) -> Table<K> {
        let mut entries = wanted;
        while entries > least && budget.is_full(2 * entries * Self::BYTES) {
            entries /= 2;
        }
        Table::new(entries)
    }

    /// The number of a key's place.
    fn at(&self, key: &K) -> usize {
        key.spread() as usize & self.mask
    }

    /// Its words.
    fn place(&self, key: &K) -> &[AtomicU64] {
        &self.words[self.at(key) * Self::PLACE..][..Self::PLACE]
    }

    /// Its version.
    fn version(&self, key: &K) -> &AtomicU32 {
        &self.versions[self.at(key) & (self.versions.len() - 1)]
    }

    /// A word from each cache line of a key's place: who reads them of several keys waits for memory once and not for each.
    pub fn touch(&self, key: &K) -> u64 {
        let place = self.place(key);
        let (mut touched, mut at) = (now(&place[Self::PLACE - 1]), 0);
        while at < Self::PLACE {
            touched ^= now(&place[at]);
            at += LINE;
        }
        touched
    }

    /// What is known of a state.
    pub fn get(&self, key: &K) -> Option<Entry> {
        let place = self.place(key);
        if !self.shared {
            return find(place, key).map(|(_, entry)| entry);
        }
        let (version, mut looks) = (self.version(key), 0);
        loop {
            let before = version.load(Ordering::Acquire);
            if before.is_multiple_of(2) {
                let found = find(place, key);
                fence(Ordering::Acquire);
                if version.load(Ordering::Relaxed) == before {
                    return found.map(|(_, entry)| entry);
                }
            }
            wait(&mut looks);
        }
    }

    /// What is known of a state. If that is nothing, what `make` makes of it is kept, in place of what cost least.
    pub fn get_or(&self, key: &K, make: impl FnOnce() -> Entry) -> Entry {
        if self.shared {
            // Nobody waits for it to be made.
            return self.get(key).unwrap_or_else(|| {
                let entry = make();
                self.change(key, || entry, |_| {});
                entry
            });
        }
        let place = self.place(key);
        find(place, key).map_or_else(
            || {
                let entry = make();
                self.write(key, self.free(place), &entry);
                entry
            },
            |(_, entry)| entry,
        )
    }

    /// Changes what is known of a state, or what `make` makes of it; nobody else changes it meanwhile.
    pub fn change(&self, key: &K, make: impl FnOnce() -> Entry, change: impl FnOnce(&mut Entry)) {
        let place = self.place(key);
        let write = || {
            let (at, mut entry) = find(place, key).unwrap_or_else(|| (self.free(place), make()));
            change(&mut entry);
            self.write(key, at, &entry);
        };
        if !self.shared {
            return write();
        }
        let (version, mut looks) = (self.version(key), 0);
        let before = loop {
            let before = version.load(Ordering::Relaxed);
            let begun = before.wrapping_add(1);
            let (success, failure) = (Ordering::Acquire, Ordering::Relaxed);
            if before.is_multiple_of(2) && version.compare_exchange_weak(before, begun, success, failure).is_ok() {
                break before;
            }
            wait(&mut looks);
        };
        fence(Ordering::Release);
        write();
        version.store(before.wrapping_add(2), Ordering::Release);
    }

    fn write(&self, key: &K, at: usize, entry: &Entry) {
        let (of, kept) = self.place(key)[at * Self::STRIDE..][..Self::STRIDE].split_at(K::WORDS);
        of.iter().zip(key.words()).for_each(|(to, word)| to.store(*word, Ordering::Relaxed));
        kept.iter().zip(entry.packed()).for_each(|(to, word)| to.store(word, Ordering::Relaxed));
    }

    /// The entry of a place that is replaced next.
    fn free(&self, place: &[AtomicU64]) -> usize {
        // What is not in use counts for less than anything.
        let standing = |first: u64| if first & USED == 0 { 0 } else { 1 + (first >> WORK & 0x1F) };
        let firsts = || place.iter().skip(K::WORDS).step_by(Self::STRIDE);
        let (at, least) = firsts()
            .map(|first| standing(now(first)))
            .enumerate()
            .min_by_key(|(_, standing)| *standing)
            .unwrap_or_default();
        if least == 0 {
            count(&self.used);
        } else if count(&self.replaced).is_multiple_of(AGES) {
            for word in firsts() {
                let first = now(word);
                word.store(first - (u64::from(first >> WORK & 0x1F != 0) << WORK), Ordering::Relaxed);
            }
        }
        at
    }

    /// Whether it should [grow](Table::grow).
    pub fn is_small(&self) -> bool {
        self.used.load(Ordering::Relaxed) > (self.mask + 1) * WAYS / FULL && self.mask + 1 < self.most
    }

    /// Several threads use it from now on, or no longer.
    pub fn share(&mut self, shared: bool) {
        self.shared = shared;
    }

    /// Room for so many entries more, as far as there may be: while it is shared it does not grow.
    pub fn reserve(&mut self, entries: usize) {
        let wanted = self.used.load(Ordering::Relaxed).saturating_add(entries);
        while wanted > (self.mask + 1) * WAYS / FULL && self.mask + 1 < self.most {
            self.grow();
        }
    }

    /// Twice as many places: the entries of one go to two.
    pub fn grow(&mut self) {
        let places = 2 * (self.mask + 1);
        let before = std::mem::replace(&mut self.words, Words::zero(places * Self::PLACE));
        self.mask = places - 1;
        for words in before.chunks_exact(Self::STRIDE).filter(|words| now(&words[K::WORDS]) & USED != 0) {
            let mut key = [0; LINE];
            key.iter_mut().zip(&words[..K::WORDS]).for_each(|(to, word)| *to = now(word));
            let mut ways = self.place(&K::of(&key)).chunks_exact(Self::STRIDE);
            if let Some(free) = ways.find(|free| now(&free[K::WORDS]) & USED == 0) {
                free.iter().zip(words).for_each(|(to, word)| to.store(now(word), Ordering::Relaxed));
            }
        }
    }
}

/// What a place has of a state, and which of its entries that is.
fn find<K: Key>(place: &[AtomicU64], key: &K) -> Option<(usize, Entry)> {
    let mut ways = place.chunks_exact(Table::<K>::STRIDE).map(|words| words.split_at(K::WORDS)).enumerate();
    let is = |of: &[AtomicU64]| of.iter().zip(key.words()).all(|(of, word)| now(of) == *word);
    ways.find_map(|(at, (of, kept))| {
        let first = now(&kept[0]);
        (first & USED != 0 && is(of)).then(|| (at, Entry::unpacked([first, now(&kept[1])])))
    })
}

/// Another thread is about to end what it writes.
fn wait(looks: &mut u32) {
    *looks += 1;
    if looks.is_multiple_of(LOOKS) { std::thread::yield_now() } else { std::hint::spin_loop() }
}

/// The greatest number that an entry can hold.
const MOST: i16 = 511;

impl Entry {
    /// A finite tree shows that the maximiser comes to `k`, or the minimiser to less.
    pub fn prove(&mut self, maximising: bool, k: i16, fall: u8) {
        let falls = &mut self.falls[usize::from(maximising)];
        if maximising && (k > self.lower || (k == self.lower && fall < *falls)) {
            (self.lower, *falls) = (k, fall);
        }
        if !maximising && (k - 1 < self.upper || (k - 1 == self.upper && fall < *falls)) {
            (self.upper, *falls) = (k - 1, fall);
        }
    }

    /// Ten bits a number of points: the maximiser's `lower`, the minimiser's `upper`, what was asked last; the falls; and what is left
    /// of the first word. Bounds that are too wide are as if nothing was known.
    #[inline]
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

    #[inline]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// More states than one place has room for.
    const KEYS: u64 = 6;

    /// What is kept of a state the so-manieth time: each part of it tells all others.
    fn entry(key: u64, time: i16) -> Entry {
        let k = (key as i16 + 7 * time) % 500;
        let last = Last { k, proof: k as u16 * 3 + 1, disproof: k as u16 * 5 + 1 };
        Entry {
            lower: k,
            upper: 500 - k,
            falls: [k as u8, !(k as u8)],
            last: [last; 2],
            here: 0,
            work: 1 + (k % 20) as u8,
        }
    }

    #[test]
    fn what_several_threads_keep_is_never_mixed_up() {
        let mut table: Table<[u64; 2]> = Table::new(WAYS);
        table.share(true);
        let key = |n: u64| [n, n.wrapping_mul(0x9E37_79B9)];
        let met = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let (table, met) = (&table, &met);
                scope.spawn(move || {
                    let mut random = fastrand::Rng::with_seed(thread);
                    for _ in 0..1_000_000 {
                        let (n, time) = (random.u64(0..KEYS), random.i16(0..50));
                        if let Some(kept) = table.get(&key(n)) {
                            let time =
                                (0..50).find(|time| entry(n, *time).lower == kept.lower).expect("it is one of these");
                            let is = entry(n, time);
                            assert_eq!((kept.upper, kept.falls, kept.last), (is.upper, is.falls, is.last), "of {n}");
                            met.fetch_add(1, Ordering::Relaxed);
                        }
                        table.change(&key(n), || entry(n, time), |kept| *kept = entry(n, time));
                    }
                });
            }
        });
        assert!(met.into_inner() > 10_000);
    }
}
