//! Positions together with bans of kos that last for more than a move, several at once.
//!
//! A ban is a pair of adjacent points ([`Edges`]): an empty one, and the lone stone beside it that has taken a stone there in a ko. Its opponent
//! may not retake it. The ban is over when the stone is taken or joins others, or when the point is played on.
//!
//! Positions have their numbers ([`Slots`]); states are numbered by rank: first the positions that there are, then those that remember
//! bans, in the order of position and bans. Those that can follow from a position without bans are listed, and no others.

use std::hint::black_box;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::edges::Edges;
use super::moves::{self, Play, Retake, Sides};
use super::on_disk::{self, Counts, Numbered};
use super::slots::{Place, Slots};
use super::sweep::pieces;
use super::values::Marks;
use crate::board::{Board, Points, points_of};
use crate::solve::whole::store::{Stages, StoreError, Subject, each};
use crate::solve::whole::sweep::Sweeps;

/// Whether a player whose stone was taken in a ko may retake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retaking {
    /// At once.
    Allowed,
    /// Not while the ban lasts.
    Banned,
    /// Not before he has given up a move for that ko, which is no ordinary pass.
    AfterPass,
}

/// Which of 64 slots are positions, which of these have states with bans, and how many of either come before.
#[derive(Clone, Copy, Default)]
struct Ranks {
    positions: u64,
    remembering: u64,
    positions_before: u32,
    remembering_before: u32,
}

/// Of each slot, whether it is a position and has states with bans, and its rank among these. One access finds all.
struct Ranked(Vec<Ranks>);

impl Ranked {
    /// The positions.
    fn of(positions: &Marks) -> Ranked {
        let mut before = 0;
        let ranks = |word: &AtomicU64| {
            let ranks = Ranks { positions: word.load(Relaxed), positions_before: before, ..Ranks::default() };
            before += ranks.positions.count_ones();
            ranks
        };
        Ranked(positions.words().iter().map(ranks).collect())
    }

    /// Those that have states with bans.
    fn remember(&mut self, marks: &Marks) {
        let mut before = 0;
        for (ranks, word) in self.0.iter_mut().zip(marks.words()) {
            (ranks.remembering, ranks.remembering_before) = (word.load(Relaxed), before);
            before += ranks.remembering.count_ones();
        }
    }

    #[inline]
    fn position(&self, slot: usize) -> Option<usize> {
        let Ranks { positions, positions_before, .. } = self.0[slot / 64];
        rank(positions, positions_before, slot % 64)
    }

    #[inline]
    fn remembering(&self, slot: usize) -> Option<usize> {
        let Ranks { remembering, remembering_before, .. } = self.0[slot / 64];
        rank(remembering, remembering_before, slot % 64)
    }

    fn positions(&self) -> usize {
        self.0.last().map_or(0, |last| (last.positions_before + last.positions.count_ones()) as usize)
    }
}

/// The rank of a bit that is set.
#[inline]
fn rank(word: u64, before: u32, bit: usize) -> Option<usize> {
    (word >> bit & 1 == 1).then(|| before as usize + (word & ((1 << bit) - 1)).count_ones() as usize)
}

/// A position that a move leads to, seen from the player to move there.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub sides: Sides,
    /// Where it is, if that has been needed.
    place: Option<Place>,
    /// Points of a play, of its captures and of what it joins: bans there are over.
    over: Points,
    /// The ban that the play brings, if it takes a stone in a ko; the same pair of points forbids it.
    pub pair: u32,
    /// Where the states with bans of the position are in the list, if that has been needed.
    listed: Option<(u32, u32)>,
}

impl Step {
    /// Where it is, which has been found.
    #[inline]
    pub fn place(&self) -> Place {
        self.place.expect("all places have been found")
    }
}

/// The states.
pub struct Lasting {
    slots: Arc<Slots>,
    edges: Edges,
    retaking: Retaking,
    pub(super) pieces: Vec<Range<usize>>,
    ranked: Ranked,
    /// How many positions there are.
    positions: usize,
    /// By rank of such a position: where its states begin; and the end.
    firsts: Vec<u32>,
    bans: Vec<u32>,
}

/// Parts of a set that many threads add to.
const PARTS: usize = 512;
/// States expanded by one thread at a time.
const BATCH: usize = 1 << 10;

/// States with bans, as numbers: the position, then the bans.
struct Seen(Vec<Mutex<FxHashSet<u64>>>);

impl Seen {
    fn insert(&self, key: u64) -> bool {
        let part = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % PARTS;
        self.0[part].lock().unwrap_or_else(PoisonError::into_inner).insert(key)
    }

    fn sorted(self) -> Vec<u64> {
        let len = self.0.iter().map(|part| part.lock().unwrap_or_else(PoisonError::into_inner).len()).sum();
        let mut all = Vec::with_capacity(len);
        for part in self.0 {
            all.extend(part.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
        all.par_sort_unstable();
        all
    }
}

fn key(slot: usize, bans: u32) -> u64 {
    (slot as u64) << 32 | u64::from(bans)
}

impl Lasting {
    /// All states; `None` if it was stopped.
    #[must_use]
    pub fn new(slots: &Arc<Slots>, retaking: Retaking, sweeping: &Sweeps<'_>) -> Option<Lasting> {
        let (mut states, first) = Lasting::of_positions(slots, retaking, sweeping)?;
        let seen = Seen((0..PARTS).map(|_| Mutex::default()).collect());
        let mut frontier: Vec<u64> = first.into_iter().filter(|&key| seen.insert(key)).collect();
        let (mut done, mut found) = (0, frontier.len() as u64);
        while !frontier.is_empty() {
            let expand = |some: &[u64]| {
                let (mut plays, mut steps, mut new) = (Vec::new(), Vec::new(), Vec::new());
                if !sweeping.stops() {
                    some.iter().for_each(|&key| states.expand(key, &mut plays, &mut steps, &mut new));
                    new.retain(|&key| seen.insert(key));
                }
                new
            };
            let next: Vec<u64> = frontier.par_chunks(BATCH).flat_map_iter(expand).collect();
            if sweeping.stops() {
                return None;
            }
            done += frontier.len() as u64;
            found += next.len() as u64;
            sweeping.expanded(done, found);
            frontier = next;
        }
        states.list(&seen.sorted());
        Some(states)
    }

    /// The same as a stage of a solution: the list of the states with bans is read if it is there, otherwise found, and kept if that is
    /// asked for.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn stage(
        slots: &Arc<Slots>,
        retaking: Retaking,
        subject: &Subject,
        stage: &str,
        stages: &Stages<'_>,
    ) -> Result<Lasting, StoreError> {
        stages.progress.begins(subject, stage);
        let sweeping = stages.sweeping(subject, stage);
        let rows = stages.store.map(|store| store.long_rows(subject, stage)).transpose()?.flatten();
        if let Some((store, rows)) = stages.store.zip(rows) {
            let mut keys = vec![0; rows / 4];
            let set = |at: usize, word: u16| {
                if let Some(key) = keys.get_mut(at / 4) {
                    *key |= u64::from(word) << (16 * (at % 4));
                }
            };
            store.read_long(subject, stage, rows, set)?;
            let (mut states, _) = Lasting::of_positions(slots, retaking, &sweeping).ok_or(StoreError::Stopped)?;
            let is_one = |key: u64| states.plain((key >> 32) as usize).is_some() && key as u32 != 0;
            let known = |key: u64| ((key >> 32) as usize) < slots.len() && is_one(key);
            if rows % 4 != 0 || !keys.iter().all(|&key| known(key)) || !keys.is_sorted() {
                let what = "it lists what is no state".to_string();
                return Err(StoreError::Damaged { file: store.file(subject, stage), what });
            }
            states.list(&keys);
            states.keep_counts(subject, stage, stages)?;
            stages.progress.ends(subject, stage, true);
            return Ok(states);
        }
        let states = Lasting::new(slots, retaking, &sweeping).ok_or(StoreError::Stopped)?;
        if let Some(store) = stages.store.filter(|_| stages.keeps) {
            let keys = states.keys();
            store.write_long(subject, stage, 4 * keys.len(), each(|at| (keys[at / 4] >> (16 * (at % 4))) as u16))?;
        }
        states.keep_counts(subject, stage, stages)?;
        stages.progress.ends(subject, stage, false);
        Ok(states)
    }

    /// The positions, and the states with one ban that a ko capture leads to from them.
    fn of_positions(slots: &Arc<Slots>, retaking: Retaking, sweeping: &Sweeps<'_>) -> Option<(Lasting, Vec<u64>)> {
        let mut states = Lasting {
            slots: slots.clone(),
            edges: Edges::new(slots.board(), slots.turns()),
            retaking,
            pieces: pieces(slots),
            ranked: Ranked(Vec::new()),
            positions: 0,
            firsts: vec![0],
            bans: Vec::new(),
        };
        let marks = Marks::none(slots.len());
        let begin = |piece: &Range<usize>| (!sweeping.stops()).then(|| states.begin(piece.clone(), &marks));
        let first: Vec<Vec<u64>> = states.pieces.par_iter().map(begin).collect::<Option<_>>()?;
        states.ranked = Ranked::of(&marks);
        states.positions = states.ranked.positions();
        Some((states, first.concat()))
    }

    /// Marks the positions of some blocks, and lists what their ko captures lead to.
    fn begin(&self, blocks: Range<usize>, positions: &Marks) -> Vec<u64> {
        let (board, mut plays, mut steps, mut found) = (self.board(), Vec::new(), Vec::new(), Vec::new());
        for block in &self.slots.blocks()[blocks] {
            for code in 0..block.colourings() {
                let Some(sides) = self.slots.legal(block, code) else { continue };
                let slot = block.base + code as usize;
                positions.words()[slot / 64].fetch_or(1 << (slot % 64), Relaxed);
                let empty = board.all() & !sides.occupied();
                let surrounded = empty & !board.around(empty | sides.own);
                if self.retaking == Retaking::Allowed || surrounded == 0 {
                    continue;
                }
                self.steps(sides, &mut plays, &mut steps);
                found.extend(steps.iter_mut().filter(|step| step.pair != 0).map(|step| self.key(step, step.pair)));
            }
        }
        found
    }

    fn key(&self, step: &mut Step, bans: u32) -> u64 {
        let place = self.place(step);
        key(place.slot, self.edges.least(&self.slots, place, step.sides, bans).0)
    }

    /// The states with bans that moves of this one lead to.
    fn expand(&self, key: u64, plays: &mut Vec<Play>, steps: &mut Vec<Step>, found: &mut Vec<u64>) {
        let (slot, bans) = ((key >> 32) as usize, key as u32);
        let block = &self.slots.blocks()[self.slots.block_of(slot)];
        let sides = self.slots.sides(block, (slot - block.base) as u32);
        self.steps(sides, plays, steps);
        for i in 0..steps.len() {
            if let Some((to, then)) = self.after(steps, i, bans)
                && then != 0
            {
                found.push(self.key(&mut steps[to], then));
            }
        }
    }

    /// Which position a move leads to, and with which bans; `None` if these forbid it. A pass for a ko leads to that of the pass.
    #[inline]
    pub(super) fn after(&self, steps: &[Step], i: usize, bans: u32) -> Option<(usize, u32)> {
        let Step { over, pair, .. } = steps[i];
        if bans & pair == 0 {
            let kept = if bans == 0 { 0 } else { bans & !self.edges.around(over) };
            Some((i, kept | pair))
        } else {
            (self.retaking == Retaking::AfterPass).then_some((0, bans & !pair))
        }
    }

    /// Finds out where all of these lead.
    pub(super) fn places(&self, steps: &mut [Step]) {
        steps.iter_mut().for_each(|step| step.place = Some(self.slots.place(step.sides)));
    }

    /// Finds out where the states with bans are that these lead to; their places have been found.
    pub(super) fn lists(&self, steps: &mut [Step]) {
        // One after the other, so that no load waits for another.
        for step in &mut *steps {
            let Range { start, end } = self.range(step.place().slot);
            step.listed = Some((start as u32, end as u32));
        }
        let first = |step: &Step| {
            step.listed.filter(|(start, end)| start < end).map_or(0, |(start, _)| self.bans[start as usize])
        };
        black_box(steps.iter().map(first).fold(0, |m, bans| m | bans));
    }

    /// The first state with bans that each of these may lead to, once they have been listed.
    pub(super) fn firsts<'a>(&'a self, steps: &'a [Step]) -> impl Iterator<Item = usize> + 'a {
        let listed = steps.iter().filter_map(|step| step.listed).filter(|(start, end)| start < end);
        listed.map(|(start, _)| self.positions + start as usize)
    }

    /// Where a step leads.
    #[inline]
    fn place(&self, step: &mut Step) -> Place {
        *step.place.get_or_insert_with(|| self.slots.place(step.sides))
    }

    /// What the moves lead to: the pass first, then the plays.
    pub(super) fn steps(&self, sides: Sides, plays: &mut Vec<Play>, steps: &mut Vec<Step>) {
        let board = self.board();
        moves::plays(board, sides, plays);
        let swapped = sides.swapped();
        steps.clear();
        steps.push(Step { sides: swapped, place: None, over: 0, pair: 0, listed: None });
        steps.extend(plays.iter().map(|play| {
            let point = play.stone.trailing_zeros() as usize;
            let joined = board.adjacent(point) & sides.own;
            let is_ko = play.retake == Retake::Ko && self.retaking != Retaking::Allowed;
            let pair = if is_ko { self.edges.between(point, play.captured.trailing_zeros() as usize) } else { 0 };
            Step {
                sides: play.after(sides),
                place: None,
                over: play.stone | play.captured | joined,
                pair,
                listed: None,
            }
        }));
    }

    /// Takes over the list of states with bans.
    fn list(&mut self, keys: &[u64]) {
        let marks = Marks::none(self.slots.len());
        let (mut last, mut firsts) = (usize::MAX, Vec::new());
        for (i, key) in keys.iter().enumerate() {
            let slot = (key >> 32) as usize;
            if slot != last {
                marks.words()[slot / 64].fetch_or(1 << (slot % 64), Relaxed);
                firsts.push(i as u32);
                last = slot;
            }
        }
        firsts.push(keys.len() as u32);
        self.firsts = firsts;
        self.bans = keys.iter().map(|key| *key as u32).collect();
        self.ranked.remember(&marks);
    }

    fn keys(&self) -> Vec<u64> {
        let slots = (0..self.slots.len()).filter(|&slot| self.is_remembering(slot));
        slots.flat_map(|slot| self.remembered(slot).map(move |(_, bans)| key(slot, bans))).collect()
    }

    /// Keeps what finds the states on disk, if it is not there ([`OnDisk`]).
    fn keep_counts(&self, subject: &Subject, stage: &str, stages: &Stages<'_>) -> Result<(), StoreError> {
        let Some(store) = stages.store.filter(|_| stages.keeps) else { return Ok(()) };
        if store.read::<Counts>(subject, &on_disk::counts(stage))?.is_some() {
            return Ok(());
        }
        let every = self.ranked.0.iter().step_by(on_disk::EVERY / 64).map(|ranks| ranks.positions_before);
        let counts = Counts(every.chain([self.positions as u32]).collect());
        store.write(subject, &on_disk::counts(stage), &counts)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.slots.board()
    }

    /// The numbers of the positions.
    #[must_use]
    pub fn slots(&self) -> &Arc<Slots> {
        &self.slots
    }

    /// The pairs of points that stand for bans.
    #[must_use]
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Whether a player may retake in a ko.
    #[must_use]
    pub fn retaking(&self) -> Retaking {
        self.retaking
    }

    /// How many states there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.positions + self.bans.len()
    }

    /// How many of them are without bans. They come first.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The state of a number that is one of a position, without bans.
    #[inline]
    pub(super) fn plain(&self, slot: usize) -> Option<usize> {
        self.ranked.position(slot)
    }

    /// Whether a position has states with bans.
    #[inline]
    pub(super) fn is_remembering(&self, slot: usize) -> bool {
        self.ranked.remembering(slot).is_some()
    }

    /// The states with bans of a position, and their bans.
    #[inline]
    pub(super) fn remembered(&self, slot: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.range(slot).map(|i| (self.positions + i, self.bans[i]))
    }

    #[inline]
    fn range(&self, slot: usize) -> Range<usize> {
        let Some(rank) = self.ranked.remembering(slot) else { return 0..0 };
        self.firsts[rank] as usize..self.firsts[rank + 1] as usize
    }

    /// The state of a position with bans, and the symmetry that leads back from its image; `None` if it does not follow from a position
    /// without bans.
    #[inline]
    pub(super) fn find(&self, place: Place, sides: Sides, bans: u32) -> Option<(usize, usize)> {
        if bans == 0 {
            return self.plain(place.slot).map(|state| (state, place.back as usize));
        }
        self.among(self.range(place.slot), place, sides, bans)
    }

    /// The state with these bans that a step leads to, whose states are listed.
    #[inline]
    pub(super) fn listed(&self, step: &Step, bans: u32) -> Option<(usize, usize)> {
        let range = match step.listed {
            Some((start, end)) => start as usize..end as usize,
            None => self.range(step.place().slot),
        };
        self.among(range, step.place(), step.sides, bans)
    }

    #[inline]
    fn among(&self, range: Range<usize>, place: Place, sides: Sides, bans: u32) -> Option<(usize, usize)> {
        let (bans, back) = self.edges.least(&self.slots, place, sides, bans);
        let at = self.bans[range.clone()].binary_search(&bans).ok()?;
        Some((self.positions + range.start + at, back))
    }

    /// The position before the capture that brought this one ban, if it may have been the last play: seen from the player who made it.
    pub(super) fn before_ko(&self, Sides { own, theirs }: Sides, ban: u32) -> Option<Sides> {
        let ends = self.edges.ends(ban);
        let (stone, point) = (ends & theirs, ends & !(own | theirs));
        if stone == 0 || point == 0 {
            return None;
        }
        let before = Sides { own: theirs & !stone, theirs: own | point };
        let alone = points_of(stone).all(|p| self.board().adjacent(p) & !before.theirs == 0);
        (alone && self.board().is_legal(before.position())).then_some(before)
    }

    /// About the bytes that the states take on a board with these numbers; not less.
    #[must_use]
    pub fn memory(slots: &Slots) -> u64 {
        let (_, banned) = Lasting::expected(slots);
        Slots::memory(slots.board().len()) + slots.len() as u64 * size_of::<Ranks>() as u64 / 64 + 6 * banned
    }

    /// About the bytes that it takes to find them, besides; not less.
    #[must_use]
    pub fn finding(slots: &Slots) -> u64 {
        // Sets that may be less than half full, and a list.
        Lasting::expected(slots).1 * 29
    }

    /// About how many positions there are, and states with bans; not less. Up to 55 % of the numbers are positions (4x4). To one there are up to 0.7
    /// states with bans on 4x4, 0.9 on 2x6, and on lines, full of kos, 4.3 on 1x13, in proportion to the length.
    #[must_use]
    pub fn expected(slots: &Slots) -> (u64, u64) {
        let grid = slots.board().grid();
        let positions = slots.len() as u64 * 57 / 100;
        let banned = match grid.rows().min(grid.cols()) {
            1 => positions * grid.len() as u64 / 3,
            2 => positions,
            _ => positions * 3 / 4,
        };
        (positions, banned)
    }
}

impl Numbered for Lasting {
    fn slots(&self) -> &Arc<Slots> {
        &self.slots
    }

    fn edges(&self) -> &Edges {
        &self.edges
    }

    fn state(&self, sides: Sides, bans: u32) -> Option<(usize, usize)> {
        self.find(self.slots.place(sides), sides, bans)
    }
}
