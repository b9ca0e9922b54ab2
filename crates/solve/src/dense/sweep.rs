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

/// Blocks that one thread goes through at a time.
pub(super) fn pieces(slots: &Slots) -> Vec<Range<usize>> {
    let (mut pieces, mut from, mut len) = (Vec::new(), 0, 0);
    for (i, block) in slots.blocks().iter().enumerate() {
        len += block.len();
        if len >= PIECE || i + 1 == slots.blocks().len() {
            pieces.push(from..i + 1);
            (from, len) = (i + 1, 0);
        }
    }
    pieces
}

/// One pass over what is pending, up or down.
pub(super) struct Sweep<'a> {
    pub slots: &'a Slots,
    pub pieces: &'a [Range<usize>],
    pub pending: &'a Marks,
    pub upwards: bool,
    /// The piece that comes next, in the order of the pass.
    pub next: &'a AtomicUsize,
    /// Positions looked at, and values that have changed.
    pub counts: &'a [AtomicU64; 2],
}

impl Sweep<'_> {
    /// Looks at what is pending, until the pass `is_over` (told how many have been looked at) or done. `visit` is given the block and the number,
    /// and says how many values have changed.
    pub fn run<S: Default>(
        &self,
        is_over: &(dyn Fn(u64) -> bool + Sync),
        visit: impl Fn(usize, usize, &mut S) -> u64 + Sync,
    ) {
        let [visited, changed] = self.counts;
        rayon::broadcast(|_| {
            let mut scratch = S::default();
            while !is_over(visited.load(Ordering::Relaxed)) {
                let piece = self.next.fetch_add(1, Ordering::Relaxed);
                if piece >= self.pieces.len() {
                    return;
                }
                let piece = if self.upwards { piece } else { self.pieces.len() - 1 - piece };
                let [looked, grown] = self.piece(self.pieces[piece].clone(), &visit, &mut scratch);
                visited.fetch_add(looked, Ordering::Relaxed);
                changed.fetch_add(grown, Ordering::Relaxed);
            }
        });
    }

    /// Whether all pieces have been gone through.
    pub fn is_done(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.pieces.len()
    }

    fn piece<S>(
        &self,
        blocks: Range<usize>,
        visit: &impl Fn(usize, usize, &mut S) -> u64,
        scratch: &mut S,
    ) -> [u64; 2] {
        let (mut visited, mut changed) = (0, 0);
        let (words, end) = (self.pending.words(), blocks.end - 1);
        for i in blocks.clone() {
            let block = if self.upwards { i } else { blocks.start + end - i };
            let of = &self.slots.blocks()[block];
            let (from, len) = (of.base / 64, of.len() / 64);
            for i in 0..len {
                let word = from + if self.upwards { i } else { len - 1 - i };
                if words[word].load(Ordering::Relaxed) == 0 {
                    continue;
                }
                // A mark that comes after this is seen by the next sweep.
                let mut marked = words[word].swap(0, Ordering::Acquire);
                visited += u64::from(marked.count_ones());
                while marked != 0 {
                    let bit = if self.upwards { marked.trailing_zeros() } else { 63 - marked.leading_zeros() };
                    marked &= !(1 << bit);
                    changed += visit(block, 64 * word + bit as usize, scratch);
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

/// Sweeps over what is pending, up and down in turn.
pub(super) struct Rounds<'a> {
    slots: &'a Slots,
    pieces: &'a [Range<usize>],
    pending: &'a Marks,
    sweeping: &'a Sweeps<'a>,
    upwards: bool,
    sweeps: u32,
    /// Pending at the beginning.
    first: u64,
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
        let first = count(pending);
        Rounds { slots, pieces, pending, sweeping, upwards: true, sweeps: 0, first, counts, begun: now, kept: now }
    }

    /// Sweeps until nothing is pending: how many values have changed in all rounds. `visit` is as for [`Sweep::run`]; what is found so
    /// far is handed to `keep` now and then, and `after` is called after each sweep.
    pub fn until_stable<S: Default>(
        &mut self,
        keep: Keep<'_>,
        visit: impl Fn(usize, usize, &mut S) -> u64 + Sync,
        after: impl Fn(),
    ) -> Result<u64, StoreError> {
        let mut pending = count(self.pending);
        while pending > 0 {
            let next = AtomicUsize::new(0);
            let Rounds { slots, pieces, pending: marks, sweeping, upwards, sweeps, first, counts, .. } = &*self;
            let sweep = Sweep { slots, pieces, pending: marks, upwards: *upwards, next: &next, counts };
            let mut kept = self.kept;
            while !sweep.is_done() {
                let is_over = |visited| {
                    // Nothing is known of later sweeps.
                    if *sweeps == 0 {
                        sweeping.expanded(visited, *first);
                    }
                    sweeping.stops() || kept.elapsed() >= KEPT
                };
                sweep.run(&is_over, &visit);
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
            self.upwards = !self.upwards;
            after();
            pending = count(self.pending);
            let visited = self.counts[0].load(Ordering::Relaxed);
            let swept = Swept { sweeps: self.sweeps, visited, pending, elapsed: self.begun.elapsed() };
            self.sweeping.swept(swept);
        }
        Ok(self.counts[1].load(Ordering::Relaxed))
    }
}

/// How many a set holds.
pub(super) fn count(marks: &Marks) -> u64 {
    marks.words().par_iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum()
}
