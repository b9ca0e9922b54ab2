//! What is kept of states: one table for all thresholds and both players, which never grows.

/// What tells states apart: a few words.
pub trait Key: Copy + Eq + std::fmt::Debug {
    /// How many.
    const WORDS: usize;

    /// They.
    fn words(&self) -> &[u64];

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
const WORDS: usize = 3;
/// Entries among which one is replaced.
const WAYS: usize = 4;
/// In the word with the work: the entry is in use.
const USED: u64 = 1 << 63;
/// Of so many entries that are replaced, at one the others in its place lose some of their standing.
const AGES: u32 = 8;

/// The table: words, `WORDS` of an entry after those of its key.
pub(super) struct Table<K> {
    words: Vec<u64>,
    mask: usize,
    replaced: u32,
    key: std::marker::PhantomData<K>,
}

impl<K: Key> Table<K> {
    /// Words of an entry with its key.
    const STRIDE: usize = K::WORDS + WORDS;

    /// Bytes of an entry.
    pub const BYTES: usize = 8 * Self::STRIDE;

    /// For at least so many entries, as far as a power of two goes: they are at most twice as many.
    pub fn new(entries: usize) -> Table<K> {
        let places = entries.div_ceil(WAYS).next_power_of_two();
        let words = vec![0; places * WAYS * Self::STRIDE];
        Table { words, mask: places - 1, replaced: 0, key: std::marker::PhantomData }
    }

    /// The first word of the first entry of a place.
    fn place(&self, key: &K) -> usize {
        (key.spread() as usize & self.mask) * WAYS * Self::STRIDE
    }

    /// What is known of a state.
    pub fn get(&self, key: &K) -> Option<Entry> {
        let place = self.place(key);
        let ways = self.words[place..place + WAYS * Self::STRIDE].chunks_exact(Self::STRIDE);
        let found =
            ways.map(|words| words.split_at(K::WORDS)).find(|(of, kept)| *of == key.words() && kept[2] & USED != 0);
        found.map(|(_, kept)| Entry::unpacked(kept))
    }

    /// Keeps what is known of a state, in place of what was known of it before or of the one that cost least.
    pub fn put(&mut self, key: &K, entry: &Entry) {
        let place = self.place(key);
        let (mut at, mut least) = (0, u64::MAX);
        let mut ours = false;
        for (way, words) in self.words[place..place + WAYS * Self::STRIDE].chunks_exact(Self::STRIDE).enumerate() {
            let last = words[Self::STRIDE - 1];
            if last & USED != 0 && words[..K::WORDS] == *key.words() {
                (at, ours) = (way, true);
                break;
            }
            // What is not in use counts for less than anything.
            let standing = if last & USED == 0 { 0 } else { 1 + (last & 0xFF) };
            if standing < least {
                (at, least) = (way, standing);
            }
        }
        if !ours && least > 0 {
            self.replaced = self.replaced.wrapping_add(1);
            if self.replaced.is_multiple_of(AGES) {
                for words in self.words[place..place + WAYS * Self::STRIDE].chunks_exact_mut(Self::STRIDE) {
                    let last = &mut words[Self::STRIDE - 1];
                    *last -= u64::from(*last & 0xFF != 0);
                }
            }
        }
        let words = &mut self.words[place + at * Self::STRIDE..][..Self::STRIDE];
        words[..K::WORDS].copy_from_slice(key.words());
        words[K::WORDS..].copy_from_slice(&entry.packed());
    }
}

impl Entry {
    fn packed(&self) -> [u64; WORDS] {
        let word = |parts: [u16; 4]| parts.into_iter().rev().fold(0, |word, part| word << 16 | u64::from(part));
        let [minimiser, maximiser] = self.last;
        [
            word([self.lower as u16, self.upper as u16, minimiser.k as u16, maximiser.k as u16]),
            word([minimiser.proof, minimiser.disproof, maximiser.proof, maximiser.disproof]),
            USED | u64::from(u32::from_le_bytes([self.work, self.here, self.falls[0], self.falls[1]])),
        ]
    }

    fn unpacked(words: &[u64]) -> Entry {
        let part = |word: usize, at: u32| (words[word] >> (16 * at)) as u16;
        let last =
            |who: u32| Last { k: part(0, 2 + who) as i16, proof: part(1, 2 * who), disproof: part(1, 2 * who + 1) };
        let [work, here, least, most] = (words[2] as u32).to_le_bytes();
        Entry {
            lower: part(0, 0) as i16,
            upper: part(0, 1) as i16,
            falls: [least, most],
            last: [last(0), last(1)],
            here,
            work,
        }
    }
}
