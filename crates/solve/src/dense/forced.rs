//! What a player forces about points, from every state with lasting bans: in finitely many moves, or again and again.
//!
//! Each state has a [`Pair`]: bits of the points about which the player to move, as the attacker, forces something about the other's stones there,
//! and of those about which his opponent does, as the attacker of his own stones. Values are the least solution of their equations; they grow in
//! sweeps until nothing changes, and do not depend on the order. A position is looked at with all its states at once.
//!
//! *Passes.* A sequence ends with two ordinary passes in succession. The player against whom the end would speak cannot pass, as the other would
//! pass too; the other may, since it hands over the move and nothing else ([`crate::solve::whole::forced`]).
//!
//! *Again and again.* The greatest set of states in which the attacker forces the point to be free while he stays in the set. What he cannot
//! force is given up, with everything from where the owner forces that it is; the rest is tried again.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::lasting::{Lasting, Step};
use super::moves::{self, Play, Sides};
use super::pairs::{Pair, Pairs};
use super::slots::Place;
use super::still::Still;
use super::sweep::{Keep, Rounds};
use super::values::Marks;
use crate::solve::whole::store::{Stages, Store, StoreError, Subject, each};
use crate::solve::whole::sweep::Sweeps;

/// What the attacker forces about points, against their owner.
#[derive(Clone, Copy)]
pub enum Forced<'a> {
    /// No stone of the owner's is there, or the one that is there is taken.
    Taken,
    /// Again and again no stone of the owner's is there. These values say where it is [`Forced::Taken`], which is where it is so once.
    Again(&'a Pairs),
    /// For all points at once, all bits or none: again and again no stone of the owner's is there. These values say it of each by itself.
    AgainEverywhere(&'a Pairs),
}

/// One least solution.
#[derive(Clone, Copy)]
pub(super) enum Phase<'a> {
    Taken,
    /// Points that the attacker forces to be free, in states where nothing of this is lost.
    Again {
        lost: &'a Pairs,
        everywhere: bool,
    },
    /// What the owner forces: a state where the attacker does not force this.
    Lost {
        again: &'a Pairs,
        everywhere: bool,
    },
}

/// All points if there are none of these.
fn if_none(points: u32, all: u32) -> u32 {
    if points == 0 { all } else { 0 }
}

impl Phase<'_> {
    /// The points about which a pass is worth making: to the player to move, as the one who forces and as the other.
    #[inline]
    pub(super) fn passes(self, own: u32, theirs: u32, all: u32) -> Pair {
        match self {
            Phase::Taken => Pair { forces: 0, suffers: all },
            Phase::Again { everywhere: false, .. } => Pair { forces: all & !theirs, suffers: own },
            Phase::Again { .. } => Pair { forces: if_none(theirs, all), suffers: all & !if_none(own, all) },
            Phase::Lost { everywhere: false, .. } => Pair { forces: own, suffers: all & !theirs },
            Phase::Lost { .. } => Pair { forces: all & !if_none(own, all), suffers: if_none(theirs, all) },
        }
    }

    /// What is so at once.
    #[inline]
    fn start(self, own: u32, theirs: u32, all: u32, state: usize) -> Pair {
        let free = Pair { forces: all & !theirs, suffers: all & !own };
        match self {
            Phase::Taken => free,
            Phase::Again { .. } => free & self.most(all, state),
            Phase::Lost { again, everywhere } => {
                let Pair { forces, suffers } = again.get(state);
                let lost = |points: u32| {
                    if everywhere { all & !if_none(all & !points, all) } else { all & !points }
                };
                Pair { forces: lost(suffers), suffers: lost(forces) }
            }
        }
    }

    /// What can be so.
    #[inline]
    fn most(self, all: u32, state: usize) -> Pair {
        match self {
            Phase::Taken | Phase::Lost { .. } => Pair { forces: all, suffers: all },
            Phase::Again { lost, .. } => Pair { forces: all, suffers: all } & !lost.get(state).swapped(),
        }
    }
}

/// Values that grow.
struct Growing<'a> {
    states: &'a Lasting,
    phase: Phase<'a>,
    values: &'a Pairs,
    all: u32,
    /// What is to be looked at.
    pending: &'a Pending,
}

/// What is to be looked at.
struct Pending {
    /// Positions.
    positions: Marks,
    /// Of these, where the state without bans is to be looked at too.
    plain: Marks,
}

impl Pending {
    fn none(slots: usize) -> Pending {
        Pending { positions: Marks::none(slots), plain: Marks::none(slots) }
    }

    /// A position with its state without bans.
    fn mark(&self, slot: usize) {
        mark(&self.plain, slot);
        mark(&self.positions, slot);
    }

    /// As numbers of two bytes: how many.
    fn words(&self) -> usize {
        4 * (self.positions.words().len() + self.plain.words().len())
    }

    /// The set in which one of these numbers is, and where.
    fn part(&self, at: usize) -> (&Marks, usize) {
        match at.checked_sub(4 * self.positions.words().len()) {
            None => (&self.positions, at),
            Some(at) => (&self.plain, at),
        }
    }
}

/// What one thread uses for a position.
#[derive(Default)]
struct Scratch {
    plays: Vec<Play>,
    steps: Vec<Step>,
    /// The states with bans that the steps lead to are found.
    are_listed: bool,
    /// By step, what the state without bans is worth.
    worth: Vec<Pair>,
    numbers: Vec<usize>,
    /// Where a move leads from, and the number of the state without bans.
    before: Vec<(Place, usize)>,
}

fn mark(marks: &Marks, slot: usize) {
    marks.words()[slot / 64].fetch_or(1 << (slot % 64), Ordering::Release);
}

fn take(marks: &Marks, slot: usize) -> bool {
    let bit = 1 << (slot % 64);
    marks.words()[slot / 64].fetch_and(!bit, Ordering::Acquire) & bit != 0
}

impl<'a> Growing<'a> {
    fn new(states: &'a Lasting, phase: Phase<'a>, values: &'a Pairs, pending: &'a Pending) -> Growing<'a> {
        Growing { states, phase, values, all: states.board().all() as u32, pending }
    }

    /// Brings in what is so at once: how many values have grown by it. All that can grow is looked at, or, if the values were a solution
    /// before, what that changes.
    fn begin(&self, was_solution: bool) -> u64 {
        let slots = self.states.slots();
        let of_piece = |piece: &std::ops::Range<usize>| {
            let (mut grown, mut before) = (0, Vec::new());
            for block in &slots.blocks()[piece.clone()] {
                for code in 0..block.colourings() {
                    let slot = block.base + code as usize;
                    let Some(plain) = self.states.plain(slot) else { continue };
                    let sides = slots.sides(block, code);
                    let (first, is_open) = self.begin_state(sides, plain);
                    let (mut any, mut others_open) = (first, false);
                    for (state, ban) in self.states.remembered(slot) {
                        let (more, is_open) = self.begin_state(sides, state);
                        others_open |= is_open;
                        if !more.is_empty() {
                            any = any | more;
                            grown += 1;
                            if was_solution {
                                self.mark_before_ko(sides, ban);
                            }
                        }
                    }
                    grown += u64::from(!first.is_empty());
                    if was_solution {
                        if !any.is_empty() {
                            self.spread(sides, first, any, &mut before);
                        }
                    } else if is_open || others_open {
                        self.pending.mark(slot);
                    }
                }
            }
            grown
        };
        self.states.pieces.par_iter().map(of_piece).sum()
    }

    /// By what a state grows at once, and whether it can grow further.
    fn begin_state(&self, sides: Sides, state: usize) -> (Pair, bool) {
        let (own, theirs) = (sides.own as u32, sides.theirs as u32);
        let old = self.values.get(state);
        let more = self.phase.start(own, theirs, self.all, state) & !old;
        if !more.is_empty() {
            self.values.set(state, old | more);
        }
        let open = self.phase.most(self.all, state) & !(old | more);
        (more, !open.is_empty())
    }

    /// The least solution.
    fn solve(&self, sweeping: &Sweeps<'_>, keep: Keep<'_>) -> Result<(), StoreError> {
        let (slots, pieces) = (&**self.states.slots(), &self.states.pieces[..]);
        let visit = |block: usize, slot: usize, scratch: &mut Scratch| self.visit(block, slot, scratch);
        Rounds::new(slots, pieces, &self.pending.positions, sweeping).until_stable(keep, visit, || {}).map(|_| ())
    }

    /// Brings the values of the states of a position up to date, and marks what they may change: how many have grown.
    fn visit(&self, block: usize, slot: usize, scratch: &mut Scratch) -> u64 {
        let slots = self.states.slots();
        let of = &slots.blocks()[block];
        let sides = slots.sides(of, (slot - of.base) as u32);
        scratch.steps.clear();
        scratch.are_listed = false;
        let (mut changed, mut grown, mut any) = (0, Pair::default(), Pair::default());
        if take(&self.pending.plain, slot)
            && let Some(plain) = self.states.plain(slot)
        {
            grown = self.look(sides, plain, 0, scratch);
            any = grown;
            changed += u64::from(!grown.is_empty());
        }
        for (state, bans) in self.states.remembered(slot) {
            let more = self.look(sides, state, bans, scratch);
            if !more.is_empty() {
                any = any | more;
                changed += 1;
                self.mark_before_ko(sides, bans);
            }
        }
        if changed > 0 {
            self.spread(sides, grown, any, &mut scratch.before);
        }
        changed
    }

    /// Brings one state up to date: by what it has grown.
    fn look(&self, sides: Sides, state: usize, bans: u32, scratch: &mut Scratch) -> Pair {
        let (own, theirs) = (sides.own as u32, sides.theirs as u32);
        let old = self.values.get(state);
        let open = self.phase.most(self.all, state) & !old;
        if open.is_empty() {
            return open;
        }
        if scratch.steps.is_empty() {
            self.states.steps(sides, &mut scratch.plays, &mut scratch.steps);
            self.states.places(&mut scratch.steps);
            // One after the other, so that no load waits for another.
            let number = |step: &Step| self.states.plain(step.place().slot).expect("a position");
            scratch.numbers.clear();
            scratch.numbers.extend(scratch.steps.iter().map(number));
            scratch.worth.clear();
            scratch.worth.extend(scratch.numbers.iter().map(|number| self.values.get(*number)));
        }
        if bans != 0 && !scratch.are_listed {
            scratch.are_listed = true;
            self.states.lists(&mut scratch.steps);
            let worth = self.states.firsts(&scratch.steps).map(|state| self.values.get(state));
            black_box(worth.fold(Pair::default(), |m, pair| m | pair));
        }
        let passes = self.phase.passes(own, theirs, self.all);
        let more = self.evaluate(bans, open, passes, scratch);
        if !more.is_empty() {
            self.values.set(state, old | more);
        }
        more
    }

    /// What of `open` follows from the moves of a state.
    fn evaluate(&self, bans: u32, open: Pair, passes: Pair, Scratch { steps, worth, .. }: &Scratch) -> Pair {
        let mut found = Pair { forces: 0, suffers: open.suffers };
        if !(open & passes).is_empty() {
            let passed = self.at(&steps[0], worth[0], bans);
            found.forces = passes.forces & passed.suffers;
            found.suffers &= !passes.suffers | passed.forces;
        }
        for i in 1..steps.len() {
            if open.forces & !found.forces == 0 && found.suffers == 0 {
                break;
            }
            let Some((to, then)) = self.states.after(steps, i, bans) else { continue };
            let to = self.at(&steps[to], worth[to], then);
            found.forces |= to.suffers;
            found.suffers &= to.forces;
        }
        Pair { forces: found.forces & open.forces, suffers: found.suffers }
    }

    /// What a state is worth that a move leads to, `plain` being what it is worth without bans, not yet led back.
    #[inline]
    fn at(&self, step: &Step, plain: Pair, bans: u32) -> Pair {
        let (pair, back) = if bans == 0 {
            (plain, step.place().back as usize)
        } else {
            let found = self.states.listed(step, bans);
            let (state, back) = found.expect("what follows from a state is one");
            (self.values.get(state), back)
        };
        pair.led_back(self.states.slots(), back)
    }

    /// Marks the positions from which a move leads here, the state without bans having grown by so much, and any of the states by so much.
    fn spread(&self, sides: Sides, grown: Pair, any: Pair, before: &mut Vec<(Place, usize)>) {
        let slots = self.states.slots();
        before.clear();
        before.push((slots.place(sides.swapped()), 0));
        moves::predecessors(self.states.board(), sides, |sides| before.push((slots.place(sides), 0)));
        // One after the other, so that no load waits for another.
        for (place, number) in before.iter_mut() {
            *number = self.states.plain(place.slot).expect("a position");
        }
        let needed = |(place, number): &(Place, usize)| {
            let word = place.slot / 64;
            let marks = [&self.pending.positions, &self.pending.plain];
            let marked = marks.map(|marks| marks.words()[word].load(Ordering::Relaxed));
            let Pair { forces, suffers } = self.values.get(*number);
            marked[0] ^ marked[1] ^ u64::from(forces ^ suffers)
        };
        black_box(before.iter().map(needed).fold(0, |m, word| m ^ word));
        // What his opponent forces is what the player to move there suffers.
        let (grown, any) = (grown.swapped(), any.swapped());
        before.iter().for_each(|(place, number)| self.mark(*place, *number, grown, any));
    }

    /// Marks a position of which the state without bans may grow by so much, and any of the others by so much, unless that is known.
    fn mark(&self, place: Place, plain: usize, grown: Pair, any: Pair) {
        let slots = self.states.slots();
        let to = slots.turns().inverse(place.back as usize);
        let turned = |pair: Pair| pair.led_back(slots, to);
        // Of two images of a position in one block, either may have been looked at with the other's points.
        let lacks = |state: usize, more: Pair| {
            let new = more & !self.values.get(state);
            place.symmetric || !new.is_empty() && !(new & self.phase.most(self.all, state)).is_empty()
        };
        if !grown.is_empty() && lacks(plain, turned(grown)) {
            self.pending.mark(place.slot);
        } else if self.states.is_remembering(place.slot) {
            let any = turned(any);
            if self.states.remembered(place.slot).any(|(state, _)| lacks(state, any)) {
                mark(&self.pending.positions, place.slot);
            }
        }
    }

    /// A state with these bans has grown: if a ko capture from a position without bans leads there, that is marked.
    fn mark_before_ko(&self, sides: Sides, bans: u32) {
        if bans.is_power_of_two()
            && let Some(before) = self.states.before_ko(sides, bans)
        {
            let place = self.states.slots().place(before);
            self.pending.mark(place.slot);
        }
    }
}

/// What writes numbers of two bytes from one on into a part.
type Fill<'a> = &'a dyn Fn(usize, &mut [u16]);

/// Values that are being found, and how far it is.
struct Unfinished {
    /// 0: nothing is found yet; 1: what is forced is being found; 2: what is lost after that; 3: what is lost at the beginning.
    phase: AtomicUsize,
    values: Pairs,
    /// What is lost, if that is asked for.
    lost: Pairs,
    /// What is to be looked at in this phase, unless it is 0.
    pending: Pending,
    /// How many states are looked at after a round to do without the next one, which takes no less.
    most: usize,
}

impl Unfinished {
    fn words(&self) -> usize {
        1 + self.values.words() + self.lost.words() + self.pending.words()
    }

    /// Writes these numbers from one on into a part.
    fn fill(&self, mut from: usize, mut into: &mut [u16]) {
        let phase = each(|_| self.phase.load(Ordering::Relaxed) as u16);
        let [values, lost] =
            [&self.values, &self.lost].map(|pairs| move |from, into: &mut [u16]| pairs.fill(from, into));
        let pending = each(|at| {
            let (marks, at) = self.pending.part(at);
            marks.part(at)
        });
        let parts: [(usize, Fill<'_>); 4] =
            [(1, &phase), (self.values.words(), &values), (self.lost.words(), &lost), (self.pending.words(), &pending)];
        for (words, fill) in parts {
            let (here, rest) = into.split_at_mut(words.saturating_sub(from).min(into.len()));
            if !here.is_empty() {
                fill(from, here);
            }
            (from, into) = (from.saturating_sub(words), rest);
        }
    }

    fn set_word(&self, at: usize, word: u16) {
        let Some(at) = at.checked_sub(1) else { return self.phase.store(word.into(), Ordering::Relaxed) };
        let Some(at) = at.checked_sub(self.values.words()) else { return self.values.set_word(at, word) };
        let Some(at) = at.checked_sub(self.lost.words()) else { return self.lost.set_word(at, word) };
        let (marks, at) = self.pending.part(at);
        marks.set_part(at, word);
    }

    /// Goes on to what is asked.
    fn solve(
        self,
        states: &Lasting,
        asked: Forced<'_>,
        sweeping: &Sweeps<'_>,
        keep: &dyn Fn(&Unfinished) -> Result<(), StoreError>,
    ) -> Result<Pairs, StoreError> {
        let keep = || keep(&self);
        // The phase that a run that was ended was in; it is gone on with, and those that follow begin.
        let mut ended = self.phase.load(Ordering::Relaxed);
        let force = |phase: Phase<'_>, begins: bool| {
            let growing = Growing::new(states, phase, &self.values, &self.pending);
            if begins {
                growing.begin(false);
                self.phase.store(1, Ordering::Relaxed);
            }
            growing.solve(sweeping, &keep)
        };
        // Whether any more is lost. What goes on began with something that was.
        let lose = |again: &Pairs, everywhere: bool, number: usize, ended: usize| {
            let growing = Growing::new(states, Phase::Lost { again, everywhere }, &self.lost, &self.pending);
            let begins = ended != number;
            // That nothing is lost solves it but for the start, so what follows from that is enough; of all points at once the start
            // is nearly everything, and it takes less to look at all.
            let grown = begins.then(|| growing.begin(number == 2 || !everywhere));
            self.phase.store(number, Ordering::Relaxed);
            growing.solve(sweeping, &keep).map(|()| grown != Some(0))
        };
        let (first, everywhere) = match asked {
            Forced::Taken => {
                force(Phase::Taken, ended == 0)?;
                return Ok(self.values);
            }
            Forced::Again(once) => (once, false),
            Forced::AgainEverywhere(each) => (each, true),
        };
        if ended == 0 || ended == 3 {
            lose(first, everywhere, 3, ended)?;
            ended = 0;
        }
        loop {
            let phase = Phase::Again { lost: &self.lost, everywhere };
            if ended != 2 {
                force(phase, ended == 0)?;
            }
            if !lose(&self.values, everywhere, 2, ended)? {
                return Ok(self.values);
            }
            ended = 0;
            let still = Still { states, values: &self.values, lost: &self.lost, phase, most: self.most };
            if still.all(sweeping) {
                still.take_away_what_is_lost();
                return Ok(self.values);
            }
            if sweeping.stops() {
                keep()?;
                return Err(StoreError::Stopped);
            }
            self.values.clear();
        }
    }
}

impl Lasting {
    fn unfinished(&self, asked: Forced<'_>) -> Unfinished {
        let points = self.board().len();
        let lost = match asked {
            Forced::Taken => 0,
            Forced::Again(_) | Forced::AgainEverywhere(_) => self.len(),
        };
        let (values, lost) = (Pairs::none(points, self.len()), Pairs::none(points, lost));
        let (phase, pending) = (AtomicUsize::new(0), Pending::none(self.slots().len()));
        Unfinished { phase, values, lost, pending, most: self.len() }
    }

    /// What is forced about points, from every state; `None` if it was stopped.
    #[must_use]
    pub fn forced(&self, asked: Forced<'_>, sweeping: &Sweeps<'_>) -> Option<Pairs> {
        self.unfinished(asked).solve(self, asked, sweeping, &|_| Ok(())).ok()
    }

    /// The same as a stage of a solution: read if it is there, otherwise found, and kept if that is asked for; then it goes on from what a run that was ended has left, which is kept every few minutes.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn forced_stage(
        &self,
        asked: Forced<'_>,
        (subject, stage): (&Subject, &str),
        stages: &Stages<'_>,
    ) -> Result<Pairs, StoreError> {
        stages.progress.begins(subject, stage);
        if let Some(store) = stages.store
            && let Some(read) = read(self, (subject, stage), store)?
        {
            stages.progress.ends(subject, stage, true);
            return Ok(read);
        }
        let (begun, sweeping) = (self.unfinished(asked), stages.sweeping(subject, stage));
        let found = match stages.store.filter(|_| stages.keeps) {
            None => begun.solve(self, asked, &sweeping, &|_| Ok(()))?,
            Some(store) => {
                let name = format!("{stage}-unfinished");
                store.read_long(subject, &name, begun.words(), |at, word| begun.set_word(at, word))?;
                begun.solve(self, asked, &sweeping, &|now| {
                    store.write_long(subject, &name, now.words(), |from, part| now.fill(from, part))
                })?
            }
        };
        if let Some(store) = stages.store.filter(|_| stages.keeps) {
            store.write_long(subject, stage, found.words(), |from, part| found.fill(from, part))?;
            store.remove(subject, &format!("{stage}-unfinished"))?;
        }
        stages.progress.ends(subject, stage, false);
        Ok(found)
    }
}

fn read(states: &Lasting, (subject, stage): (&Subject, &str), store: &Store) -> Result<Option<Pairs>, StoreError> {
    if store.long_rows(subject, stage)?.is_none() {
        return Ok(None);
    }
    let read = Pairs::none(states.board().len(), states.len());
    let there = store.read_long(subject, stage, read.words(), |at, word| read.set_word(at, word))?;
    Ok(there.then_some(read))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::{Board, Grid};
    use crate::solve::dense::{Retaking, Slots};

    #[test]
    fn another_round_finds_what_searches_after_the_first_have_seen() {
        for (rows, columns) in [(3, 3), (3, 4)] {
            let board = Board::new(Grid::new(rows, columns).expect("a size")).expect("small");
            let (slots, sweeping) = (Arc::new(Slots::new(&board).expect("small")), Sweeps::alone());
            let states = Lasting::new(&slots, Retaking::AfterPass, &sweeping).expect("nothing stops it");
            let captured = states.forced(Forced::Taken, &sweeping).expect("nothing stops it");
            let asked = Forced::Again(&captured);
            let searched = states.forced(asked, &sweeping).expect("nothing stops it");
            let without = Unfinished { most: 0, ..states.unfinished(asked) };
            let all = |pairs: &Pairs| (0..states.len()).map(|state| pairs.get(state)).collect::<Vec<_>>();
            let found = without.solve(&states, asked, &sweeping, &|_| Ok(())).expect("nothing is kept");
            assert!(all(&found) == all(&searched), "{rows}x{columns}");
        }
    }
}
