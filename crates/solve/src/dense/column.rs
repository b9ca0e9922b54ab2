//! A number of one byte for each position of a board, found position by position.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::moves::Sides;
use super::reach::States;
use super::slots::Slots;
use super::sweep::{Keep, Rounds};
use super::values::Marks;
use crate::solve::whole::store::{Stages, StoreError, Subject, each};
use crate::solve::whole::sweep::Sweeps;

/// A number from 1 to 255 for each position, seen from the player to move.
pub struct Column {
    slots: Arc<Slots>,
    /// 0 where it is not known, or where there is no position.
    numbers: Vec<AtomicU8>,
}

impl Column {
    fn none(slots: &Arc<Slots>) -> Column {
        Column { slots: slots.clone(), numbers: (0..slots.len()).map(|_| AtomicU8::new(0)).collect() }
    }

    /// Of a position.
    #[must_use]
    pub fn at(&self, sides: Sides) -> u8 {
        self.numbers[self.slots.place(sides).slot].load(Relaxed)
    }

    /// The bytes that it takes on a board with these numbers of positions.
    #[must_use]
    pub fn memory(slots: &Slots) -> u64 {
        slots.len() as u64
    }

    /// As numbers of two bytes: how many.
    fn words(&self) -> usize {
        self.numbers.len().div_ceil(2)
    }

    fn word(&self, at: usize) -> u16 {
        let byte = |at: usize| self.numbers.get(at).map_or(0, |number| number.load(Relaxed));
        u16::from_le_bytes([byte(2 * at), byte(2 * at + 1)])
    }

    fn set_word(&self, at: usize, word: u16) {
        for (number, byte) in self.numbers[2 * at..].iter().zip(word.to_le_bytes()) {
            number.store(byte, Relaxed);
        }
    }
}

/// Who finds the number of a position, with what he remembers from one to the next.
pub trait Finder: Send + Sync {
    /// What is remembered, by one thread.
    type Memory;

    /// Nothing yet.
    fn begin(&self) -> Self::Memory;

    /// The number of a position, from 1 on.
    fn find(&self, memory: &mut Self::Memory, sides: Sides) -> u8;
}

/// What one thread remembers, once it has begun.
struct Begun<M>(Option<M>);

impl<M> Default for Begun<M> {
    fn default() -> Begun<M> {
        Begun(None)
    }
}

impl States {
    /// A number for each position as a stage of a solution: read if it is there, otherwise found, those with many stones first, and kept if
    /// that is asked for; then it goes on from what a run that was ended has left, which is kept every few minutes.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn column_stage<F: Finder>(
        &self,
        finder: &F,
        (subject, stage): (&Subject, &str),
        stages: &Stages<'_>,
    ) -> Result<Column, StoreError> {
        stages.progress.begins(subject, stage);
        let column = Column::none(self.slots());
        let set = |at: usize, word: u16| column.set_word(at, word);
        if let Some(store) = stages.store
            && store.read_long(subject, stage, column.words(), set)?
        {
            stages.progress.ends(subject, stage, true);
            return Ok(column);
        }
        let (store, unfinished) = (stages.store.filter(|_| stages.keeps), format!("{stage}-unfinished"));
        if let Some(store) = store {
            store.read_long(subject, &unfinished, column.words(), set)?;
        }
        let keep = |stage: &str| {
            store.map_or(Ok(()), |store| store.write_long(subject, stage, column.words(), each(|at| column.word(at))))
        };
        self.fill(&column, finder, &stages.sweeping(subject, stage), &|| keep(&unfinished))?;
        keep(stage)?;
        store.map_or(Ok(()), |store| store.remove(subject, &unfinished))?;
        stages.progress.ends(subject, stage, false);
        Ok(column)
    }

    fn fill<F: Finder>(
        &self,
        column: &Column,
        finder: &F,
        sweeping: &Sweeps<'_>,
        keep: Keep<'_>,
    ) -> Result<(), StoreError> {
        let slots = &**self.slots();
        let pending = Marks::none(slots.len());
        for (at, (word, positions)) in pending.words().iter().zip(self.positions().words()).enumerate() {
            let known = column.numbers[64 * at..].iter().take(64).enumerate();
            let known = known.filter(|(_, number)| number.load(Relaxed) != 0).fold(0, |m, (bit, _)| m | 1 << bit);
            word.store(positions.load(Relaxed) & !known, Relaxed);
        }
        let visit = |block: usize, slot: usize, Begun(memory): &mut Begun<F::Memory>| {
            let of = &slots.blocks()[block];
            let memory = memory.get_or_insert_with(|| finder.begin());
            let number = finder.find(memory, slots.sides(of, (slot - of.base) as u32));
            column.numbers[slot].store(number, Relaxed);
            1
        };
        Rounds::new(slots, self.pieces(), &pending, sweeping).until_stable(keep, visit, || {}).map(|_| ())
    }
}
