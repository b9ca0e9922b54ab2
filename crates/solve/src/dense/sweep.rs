//! Passes over the numbers of positions that are to be looked at.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::slots::Slots;
use super::values::Marks;
use crate::solve::whole::store::StoreError;
use crate::solve::whole::sweep::{Sweeps, Swept};

/// Numbers of one piece of work, at least.
const PIECE: usize = 1 << 14;

/// Blocks of positions with equally many stones that one thread goes through at a time.
pub(super) fn pieces(slots: &Slots) -> Vec<Range<usize>> {
    let (blocks, mut pieces, mut from, mut len) = (slots.blocks(), Vec::new(), 0, 0);
    for (i, block) in blocks.iter().enumerate() {
        len += block.len();
        if len >= PIECE || blocks.get(i + 1).is_none_or(|next| next.stones() != block.stones()) {
            pieces.push(from..i + 1);
            (from, len) = (i + 1, 0);
        }
    }
    pieces
}

/// The pieces of all positions with the same number of stones.
struct Level {
    pieces: Range<usize>,
    /// Words of a set of numbers.
    words: Range<usize>,
}

/// The fullest first.
fn levels(slots: &Slots, pieces: &[Range<usize>]) -> Vec<Level> {
    let blocks = slots.blocks();
    let by_stones = pieces.chunk_by(|one, next| blocks[one.start].stones() == blocks[next.start].stones());
    let mut from = 0;
    by_stones
        .map(|some| {
            let (first, last) = (&blocks[some[0].start], &blocks[some[some.len() - 1].end - 1]);
            let level =
                Level { pieces: from..from + some.len(), words: first.base / 64..(last.base + last.len()) / 64 };
            from += some.len();
            level
        })
        .collect()
}

/// One pass over what is pending in some pieces.
struct Sweep<'a> {
    slots: &'a Slots,
    pieces: &'a [Range<usize>],
    pending: &'a Marks,
    /// The piece that comes next.
    next: AtomicUsize,
    /// Positions looked at, and values that have changed.
    counts: &'a [AtomicU64; 2],
}

impl Sweep<'_> {
    /// Looks at what is pending, until the pass `is_over` (told how many have been looked at) or done, in this thread or in all. `visit` is given
    /// the block and the number, and says how many values have changed.
    fn run<S: Default>(
        &self,
        in_all: bool,
        is_over: &(dyn Fn(u64) -> bool + Sync),
        visit: impl Fn(usize, usize, &mut S) -> u64 + Sync,
    ) {
        let [visited, changed] = self.counts;
        let run = || {
            let mut scratch = S::default();
            while !is_over(visited.load(Ordering::Relaxed)) {
                let piece = self.next.fetch_add(1, Ordering::Relaxed);
                let Some(piece) = self.pieces.get(piece) else { return };
                let [looked, grown] = self.piece(piece.clone(), &visit, &mut scratch);
                visited.fetch_add(looked, Ordering::Relaxed);
                changed.fetch_add(grown, Ordering::Relaxed);
            }
        };
        if in_all {
            rayon::broadcast(|_| run());
        } else {
            run();
        }
    }

    /// Whether all pieces have been gone through.
    fn is_done(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.pieces.len()
    }

    fn piece<S>(
        &self,
        blocks: Range<usize>,
        visit: &impl Fn(usize, usize, &mut S) -> u64,
        scratch: &mut S,
    ) -> [u64; 2] {
        let (mut visited, mut changed) = (0, 0);
        for i in blocks {
            let block = &self.slots.blocks()[i];
            let words = block.base / 64..(block.base + block.len()) / 64;
            for (at, word) in words.clone().zip(&self.pending.words()[words]) {
                if word.load(Ordering::Relaxed) == 0 {
                    continue;
                }
                // A mark that comes after this is seen by the next sweep.
                let mut marked = word.swap(0, Ordering::Acquire);
                visited += u64::from(marked.count_ones());
                while marked != 0 {
                    changed += visit(i, 64 * at + marked.trailing_zeros() as usize, scratch);
                    marked &= marked - 1;
                }
            }
        }
        [visited, changed]
    }
}

/// What is found so far is kept after this time.
const KEPT: Duration = Duration::from_secs(200);

/// What keeps what is found so far.
pub(super) type Keep<'a> = &'a dyn Fn() -> Result<(), StoreError>;

/// So few are looked at by one thread: to wait until others begin would take longer.
const FEW: u64 = 2_000;

/// One of so many numbers pending is many.
const MANY: u64 = 100;

/// Sweeps over what is pending.
///
/// What a play leads to that takes nothing has more stones. So positions with equally many stones are swept until few of them are pending, then
/// those with fewer; and when captures make many pending that have more stones, it goes back to these. Against going through all of
/// them time after time a third of all visits is saved on 3x5 for what is forced in states with bans.
pub(super) struct Rounds<'a> {
    slots: &'a Slots,
    pieces: &'a [Range<usize>],
    levels: Vec<Level>,
    pending: &'a Marks,
    sweeping: &'a Sweeps<'a>,
    sweeps: u32,
    /// Pending at the beginning in the levels before each, and in all.
    first: Vec<u64>,
    /// The levels swept once come before this one.
    reached: usize,
    /// Positions looked at, and values that have changed.
    counts: [AtomicU64; 2],
    begun: Instant,
    kept: Instant,
}

impl<'a> Rounds<'a> {
    /// None has been made yet.
    pub fn new(
        slots: &'a Slots,
        pieces: &'a [Range<usize>],
        pending: &'a Marks,
        sweeping: &'a Sweeps<'a>,
    ) -> Rounds<'a> {
        let (counts, now) = ([AtomicU64::new(0), AtomicU64::new(0)], Instant::now());
        let levels = levels(slots, pieces);
        let mut first = vec![0];
        for level in &levels {
            first.push(first[first.len() - 1] + count(pending, level.words.clone()));
        }
        let (sweeps, reached) = (0, 0);
        Rounds { slots, pieces, levels, pending, sweeping, sweeps, first, reached, counts, begun: now, kept: now }
    }

    /// Sweeps until nothing is pending: how many values have changed in all rounds. `visit` is as for [`Sweep::run`]; what is found so
    /// far is handed to `keep` now and then, and `after` is called when all that was pending has been looked at once, and so on.
    pub fn until_stable<S: Default>(
        &mut self,
        keep: Keep<'_>,
        visit: impl Fn(usize, usize, &mut S) -> u64 + Sync,
        after: impl Fn(),
    ) -> Result<u64, StoreError> {
        while let Some(mut at) = self.next_from(0) {
            loop {
                self.sweep(at, keep, &visit)?;
                let many =
                    (0..=at).find(|&level| MANY * self.pending_of(level) > 64 * self.levels[level].words.len() as u64);
                match many.or_else(|| self.next_from(at + 1)) {
                    Some(next) => at = next,
                    None => break,
                }
            }
            self.reached = self.levels.len();
            after();
        }
        Ok(self.counts[1].load(Ordering::Relaxed))
    }

    /// How many are pending in a level.
    fn pending_of(&self, level: usize) -> u64 {
        count(self.pending, self.levels[level].words.clone())
    }

    /// The next level in which any are.
    fn next_from(&self, level: usize) -> Option<usize> {
        (level..self.levels.len()).find(|&level| self.pending_of(level) > 0)
    }

    /// One pass over a level.
    fn sweep<S: Default>(
        &mut self,
        level: usize,
        keep: Keep<'_>,
        visit: &(impl Fn(usize, usize, &mut S) -> u64 + Sync),
    ) -> Result<(), StoreError> {
        let Rounds { slots, pieces, levels, pending, sweeping, first, reached, counts, .. } = &*self;
        let (before, is_new) = (counts[0].load(Ordering::Relaxed), level >= *reached);
        let pieces = &pieces[levels[level].pieces.clone()];
        let sweep = Sweep { slots, pieces, pending, next: AtomicUsize::new(0), counts };
        let (mut kept, in_all) = (self.kept, pieces.len() > 1 && self.pending_of(level) > FEW);
        while !sweep.is_done() {
            let is_over = |visited: u64| {
                // Nothing is known of what comes when all have been swept once.
                if *reached < levels.len() {
                    let swept = (visited - before).min(first[level + 1] - first[level]);
                    let done = if is_new { first[level] + swept } else { first[*reached] };
                    sweeping.expanded(done, first[levels.len()]);
                }
                sweeping.stops() || kept.elapsed() >= KEPT
            };
            sweep.run(in_all, &is_over, visit);
            if sweeping.stops() {
                keep()?;
                return Err(StoreError::Stopped);
            }
            if kept.elapsed() >= KEPT {
                keep()?;
                kept = Instant::now();
            }
        }
        self.kept = kept;
        self.sweeps += 1;
        self.reached = self.reached.max(level + 1);
        if self.reached == self.levels.len() {
            let (visited, pending) =
                (self.counts[0].load(Ordering::Relaxed), count(self.pending, 0..self.pending.words().len()));
            let swept = Swept { sweeps: self.sweeps, visited, pending, elapsed: self.begun.elapsed() };
            self.sweeping.swept(swept);
        }
        Ok(())
    }
}

/// How many some words of a set hold.
pub(super) fn count(marks: &Marks, words: Range<usize>) -> u64 {
    marks.words()[words].par_iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum()
}
