//! What a player forces about stones, from every position of a board: that they are captured, or made immortal.
//!
//! The value of a position has a bit for each stone. For the stones about which the player to move may force something the bit
//! says that he does, for the others that his opponent does. Values are the least solution of their equations: they grow in
//! sweeps over the positions until nothing changes, and a position is looked at again when the value of one grows that a
//! move from it leads to. What is reached depends neither on the order nor on the number of threads.
//!
//! *Passes.* A sequence ends with two in succession. The player who forces never passes: the other would pass too. The other may:
//! it hands over the move and nothing else.
//!
//! *Basic ko.* A play may not bring back the position just before the opponent's last play. A single stone that has been
//! taken by a single stone cannot be retaken at once: such states are listed with the positions ([`Bans`]). After several stones have
//! been taken, the ban binds plays that together fill their points again, while the opponent passes; so it can only ever bind
//! the player who forces, and it ends when his opponent plays. What follows is found by looking on from the play that
//! captured: each time further such stones are taken in between, the player who is bound has fewer, so it ends. As values
//! of such positions depend on more than their successors, they are looked at again as long as anything has changed.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::moves::{self, Play, Retake, Sides, can_return};
use super::slots::{Place, Slots};
use super::sweep::{self, Rounds};
use super::values::{Bans, Marks, Values};
use crate::board::{Board, Colour, Points};
use crate::solve::whole::store::{Failed, LookedUp, Stages, Store, StoreError, Subject, each};
use crate::solve::whole::sweep::Sweeps;

/// What is forced about stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Their owner's opponent captures them.
    Captured,
    /// Their owner makes them immortal before they are captured.
    Immortal,
}

impl Goal {
    /// The stones about which the player to move forces something.
    #[inline]
    fn forced(self, sides: Sides) -> Points {
        match self {
            Goal::Captured => sides.theirs,
            Goal::Immortal => sides.own,
        }
    }
}

/// Which plays are forbidden for what was played before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// None.
    Allowed,
    /// Those that bring back the position just before the opponent's last play.
    BasicKo,
}

/// The states of a game over all positions of a board.
pub struct States {
    slots: Arc<Slots>,
    repetition: Repetition,
    pieces: Vec<Range<usize>>,
    positions: Marks,
    /// Positions with states in which a ko may not be retaken.
    remembering: Marks,
    /// Positions with a play that takes several stones which could be filled in again.
    refilled: Marks,
    /// By block: how many states in which a ko may not be retaken; and their keys ([`Bans`]).
    banned: (Vec<u32>, Vec<u32>),
}

impl States {
    /// All legal positions of a board and what a state may remember besides; `None` if it was stopped.
    #[must_use]
    pub fn new(slots: &Arc<Slots>, repetition: Repetition, sweeping: &Sweeps<'_>) -> Option<States> {
        let none = || Marks::none(slots.len());
        let mut states = States {
            slots: slots.clone(),
            repetition,
            pieces: sweep::pieces(slots),
            positions: none(),
            remembering: none(),
            refilled: none(),
            banned: Default::default(),
        };
        let found: Vec<(Vec<u32>, Vec<u32>)> = states
            .pieces
            .par_iter()
            .map(|piece| (!sweeping.stops()).then(|| states.find(piece.clone())))
            .collect::<Option<_>>()?;
        for (counts, keys) in found {
            states.banned.0.extend(counts);
            states.banned.1.extend(keys);
        }
        Some(states)
    }

    /// The states of some blocks: marks them, and lists those in which a ko may not be retaken.
    fn find(&self, blocks: Range<usize>) -> (Vec<u32>, Vec<u32>) {
        let (slots, board) = (&*self.slots, self.slots.board());
        let (mut counts, mut keys, mut plays) = (Vec::new(), Vec::new(), Vec::new());
        let mark = |marks: &Marks, slot: usize| {
            marks.words()[slot / 64].fetch_or(1 << (slot % 64), Ordering::Relaxed);
        };
        for block in &slots.blocks()[blocks] {
            let before = keys.len();
            for code in 0..block.colourings() {
                let Some(sides) = slots.legal(block, code) else { continue };
                let slot = block.base + code as usize;
                mark(&self.positions, slot);
                let empty = board.all() & !sides.occupied();
                let surrounded = empty & !board.around(empty | sides.own);
                if self.repetition == Repetition::Allowed || surrounded == 0 {
                    continue;
                }
                moves::plays(board, sides, &mut plays);
                for play in &plays {
                    match play.retake {
                        Retake::Never => {}
                        Retake::Ko => {
                            keys.push(Bans::key(code, play.stone.trailing_zeros()));
                            mark(&self.remembering, slot);
                        }
                        Retake::Refill => mark(&self.refilled, slot),
                    }
                }
            }
            counts.push((keys.len() - before) as u32);
        }
        (counts, keys)
    }

    /// The numbers of the positions.
    #[must_use]
    pub fn slots(&self) -> &Arc<Slots> {
        &self.slots
    }

    /// Whether a number is that of a position.
    #[must_use]
    pub fn has(&self, slot: usize) -> bool {
        self.positions.has(slot)
    }

    /// How many states there are in which a ko may not be retaken.
    #[must_use]
    pub fn banned(&self) -> usize {
        self.banned.1.len()
    }

    /// The numbers of the positions, as a set.
    pub(super) fn positions(&self) -> &Marks {
        &self.positions
    }

    /// Blocks that one thread goes through at a time.
    pub(super) fn pieces(&self) -> &[Range<usize>] {
        &self.pieces
    }

    /// Whether a ko may not be retaken at once.
    pub(super) fn bans_retakes(&self) -> bool {
        self.repetition == Repetition::BasicKo
    }

    /// Whether there are states of this position in which a ko may not be retaken.
    pub(super) fn remembers(&self, slot: usize) -> bool {
        self.remembering.has(slot)
    }

    /// Those states, without what is known of them.
    pub(super) fn bans(&self) -> Bans {
        let (counts, keys) = &self.banned;
        Bans::new(counts.iter().copied(), keys.clone())
    }

    /// What is forced, from every position; `None` if it was stopped.
    #[must_use]
    pub fn reach(&self, goal: Goal, sweeping: &Sweeps<'_>) -> Option<Reached> {
        Reach::new(self, goal).solve(sweeping, |_| Ok(())).ok()
    }

    /// The same as a stage of a solution: read if it is there, otherwise found, and kept if that is asked for; then it goes on
    /// from what a run that was ended has left, which is kept every few minutes.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn stage(
        &self,
        goal: Goal,
        subject: &Subject,
        stage: &str,
        stages: &Stages<'_>,
    ) -> Result<Reached, StoreError> {
        stages.progress.begins(subject, stage);
        let values = Values::new(&self.slots);
        let set = |at: usize, word: u16| values.set_word(at, word);
        if let Some(store) = stages.store
            && store.read_long(subject, stage, values.words(), set)?
        {
            stages.progress.ends(subject, stage, true);
            return Ok(Reached { slots: self.slots.clone(), goal, values: Kept::InMemory(values) });
        }
        drop(values);
        let (reach, sweeping) = (Reach::new(self, goal), stages.sweeping(subject, stage));
        let unfinished = format!("{stage}-unfinished");
        let Some(store) = stages.store.filter(|_| stages.keeps) else { return reach.solve(&sweeping, |_| Ok(())) };
        store.read_long(subject, &unfinished, reach.words(), |at, word| reach.set_word(at, word))?;
        let keep = |reach: &Reach| store.write_long(subject, &unfinished, reach.words(), each(|at| reach.word(at)));
        let values = reach.values(&sweeping, keep)?;
        store.write_long(subject, stage, values.words(), each(|at| values.word(at)))?;
        store.remove(subject, &unfinished)?;
        stages.progress.ends(subject, stage, false);
        Ok(Reached { slots: self.slots.clone(), goal, values: Kept::InMemory(values) })
    }

    /// About the bytes that they take while what is forced is found; not less. What is found takes [`Reached::memory`] more.
    #[must_use]
    pub fn memory(slots: &Slots) -> u64 {
        Slots::memory(slots.board().len()) + slots.len() as u64 / 2 + 2 * States::memory_of_bans(slots)
    }

    /// About the bytes that the states take in which a ko may not be retaken.
    pub(super) fn memory_of_bans(slots: &Slots) -> u64 {
        // Of numbers up to one in 40 has a ban (5x5); on boards of one row, full of kos, up to one in 8.
        let grid = slots.board().grid();
        let banned = slots.len() / if grid.rows().min(grid.cols()) == 1 { 6 } else { 36 };
        Bans::memory(slots.blocks().len(), banned)
    }
}

/// What is forced about stones from every position of a board.
pub struct Reached {
    slots: Arc<Slots>,
    goal: Goal,
    values: Kept,
}

/// Where values are.
enum Kept {
    InMemory(Values),
    OnDisk(LookedUp),
}

impl Reached {
    /// What a stage has kept, looked up on disk; `None` if it is not there. Errors that come later go to `failed`.
    ///
    /// # Errors
    /// [`StoreError`], if it is damaged or of something else.
    pub fn on_disk(
        slots: &Arc<Slots>,
        goal: Goal,
        (subject, stage): (&Subject, &str),
        store: &Store,
        failed: &Arc<Failed>,
    ) -> Result<Option<Reached>, StoreError> {
        let Some(numbers) = store.look_up(subject, stage, failed)? else { return Ok(None) };
        let wanted = Values::numbers(slots);
        if numbers.rows() != wanted {
            let what = format!("it has {} rows instead of {wanted}", numbers.rows());
            return Err(StoreError::Damaged { file: store.file(subject, stage), what });
        }
        Ok(Some(Reached { slots: slots.clone(), goal, values: Kept::OnDisk(numbers) }))
    }

    /// The stones about which it is forced, by whoever forces it for them.
    #[must_use]
    pub fn points(&self, sides: Sides) -> Points {
        let place = self.slots.place(sides);
        let value = match &self.values {
            Kept::InMemory(values) => values.get(place.slot),
            Kept::OnDisk(numbers) => Values::looked_up(&self.slots, numbers, place.slot),
        };
        self.slots.points(place, value)
    }

    /// What it is.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The bytes that it takes on a board with these numbers.
    #[must_use]
    pub fn memory(slots: &Slots) -> u64 {
        Values::memory(slots)
    }
}

/// Values that grow.
struct Reach<'a> {
    states: &'a States,
    slots: &'a Slots,
    board: &'a Board,
    goal: Goal,
    values: Values,
    bans: Bans,
    pending: Marks,
    /// Not every position has been looked at once.
    first: AtomicBool,
}

/// What one thread uses for a position.
#[derive(Default)]
struct Scratch {
    plays: Vec<Play>,
    worth: Vec<[Points; 2]>,
    /// Points on which a ko may not be retaken, and the value of that state.
    banned: Vec<(Play, Points)>,
}

impl<'a> Reach<'a> {
    fn new(states: &'a States, goal: Goal) -> Reach<'a> {
        let slots = &*states.slots;
        let pending = Marks::none(slots.len());
        for (word, positions) in pending.words().iter().zip(states.positions.words()) {
            word.store(positions.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        let bans = states.bans();
        let (board, values) = (slots.board(), Values::new(slots));
        Reach { states, slots, board, goal, values, bans, pending, first: AtomicBool::new(true) }
    }

    /// What is kept of it as numbers of two bytes: how many.
    fn words(&self) -> usize {
        self.values.words() + 2 * self.bans.len() + 4 * self.pending.words().len() + 1
    }

    /// One of these numbers.
    fn word(&self, at: usize) -> u16 {
        let Some(at) = at.checked_sub(self.values.words()) else { return self.values.word(at) };
        let Some(at) = at.checked_sub(2 * self.bans.len()) else {
            return (self.bans.values()[at / 2].load(Ordering::Relaxed) >> (16 * (at % 2))) as u16;
        };
        if at < 4 * self.pending.words().len() {
            self.pending.part(at)
        } else {
            u16::from(self.first.load(Ordering::Relaxed))
        }
    }

    /// Sets one of these numbers.
    fn set_word(&self, at: usize, word: u16) {
        let Some(at) = at.checked_sub(self.values.words()) else { return self.values.set_word(at, word) };
        let Some(at) = at.checked_sub(2 * self.bans.len()) else {
            self.bans.values()[at / 2].fetch_or(u32::from(word) << (16 * (at % 2)), Ordering::Relaxed);
            return;
        };
        if at < 4 * self.pending.words().len() {
            self.pending.set_part(at, word);
        } else {
            self.first.store(word == 1, Ordering::Relaxed);
        }
    }

    /// The least solution. What is found so far is handed to `keep` now and then.
    fn solve(
        self,
        sweeping: &Sweeps<'_>,
        keep: impl Fn(&Reach) -> Result<(), StoreError>,
    ) -> Result<Reached, StoreError> {
        let (slots, goal) = (self.states.slots.clone(), self.goal);
        Ok(Reached { slots, goal, values: Kept::InMemory(self.values(sweeping, keep)?) })
    }

    /// The values of the positions.
    fn values(
        self,
        sweeping: &Sweeps<'_>,
        keep: impl Fn(&Reach) -> Result<(), StoreError>,
    ) -> Result<Values, StoreError> {
        let visit = |block: usize, slot: usize, scratch: &mut Scratch| {
            self.visit(block, slot, self.first.load(Ordering::Relaxed), scratch)
        };
        let swept = || self.first.store(false, Ordering::Relaxed);
        let mut rounds = Rounds::new(self.slots, &self.states.pieces, &self.pending, sweeping);
        let mut since = 0;
        loop {
            let changed = rounds.until_stable(&|| keep(&self), visit, swept)?;
            if changed == since {
                break;
            }
            since = changed;
            for (word, refilled) in self.pending.words().iter().zip(self.states.refilled.words()) {
                word.store(refilled.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        Ok(self.values)
    }

    /// Brings the values of a position and of the states in it up to date, and marks what they may change: how many have grown.
    fn visit(&self, block: usize, slot: usize, first: bool, scratch: &mut Scratch) -> u64 {
        let of = &self.slots.blocks()[block];
        let (code, old) = ((slot - of.base) as u32, self.values.get(slot));
        if old == of.colourings() - 1 && !self.states.remembering.has(slot) {
            return 0;
        }
        let sides = self.slots.sides(of, code);
        let immortal = if first && self.goal == Goal::Immortal {
            self.immortal(sides) | self.immortal(sides.swapped())
        } else {
            0
        };
        let new = old | self.slots.value(of.occupied, self.evaluate(sides, scratch) | immortal);
        let mut changed = 0;
        if new != old {
            self.values.set(slot, new);
            let grown = self.slots.unturned(of.occupied, new & !old);
            self.mark(sides.swapped(), grown);
            moves::predecessors(self.board, sides, |before| self.mark(before, grown));
            changed += 1;
        }
        for (retake, value) in &scratch.banned {
            let kept = self.bans.value(block, code, retake.stone.trailing_zeros());
            let old = kept.load(Ordering::Relaxed);
            let new = old | (value | immortal) as u32;
            if new != old {
                kept.store(new, Ordering::Relaxed);
                // The opponent has just taken a stone there, with the one that would be retaken.
                let before = Sides { own: sides.theirs & !retake.captured, theirs: sides.own | retake.stone };
                self.mark_surely(self.slots.place(before));
                changed += 1;
            }
        }
        changed
    }

    /// These stones have a new bit in what follows from a play or a pass here.
    fn mark(&self, before: Sides, grown: Points) {
        let grown = grown & before.occupied();
        if grown == 0 {
            return;
        }
        let place = self.slots.place(before);
        // Of two images of a position in one block, either may have been looked at with the other's stones, and what a
        // state with a ban is worth is not in the value.
        let known = |place: Place| grown & !self.slots.points(place, self.values.get(place.slot)) == 0;
        if place.symmetric || self.states.remembering.has(place.slot) || !known(place) {
            self.mark_surely(place);
        }
    }

    fn mark_surely(&self, place: Place) {
        self.pending.words()[place.slot / 64].fetch_or(1 << (place.slot % 64), Ordering::Release);
    }

    fn immortal(&self, sides: Sides) -> Points {
        self.board.immortal(sides.position(), Colour::Black)
    }

    /// The value of a state without a ban.
    #[inline]
    fn at(&self, sides: Sides) -> Points {
        let place = self.slots.place(sides);
        self.slots.points(place, self.values.get(place.slot))
    }

    /// The value of the state in which the player to move may not retake on `point`.
    fn at_banned(&self, sides: Sides, point: Points) -> Points {
        let place = self.slots.place(sides);
        let value = self.bans.at(self.slots, place, point).load(Ordering::Relaxed);
        self.slots.turns().set(place.back as usize, value.into())
    }

    fn retake(&self, play: &Play) -> Retake {
        if self.states.repetition == Repetition::Allowed { Retake::Never } else { play.retake }
    }

    /// The value of a position that follows from its moves, and in `scratch` those of the states in it with a ban.
    fn evaluate(&self, sides: Sides, scratch: &mut Scratch) -> Points {
        let Scratch { plays, worth, banned } = scratch;
        banned.clear();
        moves::plays(self.board, sides, plays);
        let forced = self.goal.forced(sides);
        // By passing, the player to move leaves what his opponent forces.
        let passed = sides.occupied() & !forced & self.at(sides.swapped());
        if plays.iter().all(|play| self.retake(play) != Retake::Ko) {
            let (mut forces, mut suffers) = (0, passed);
            for play in plays.iter() {
                let [forcing, suffering] = self.worth(sides, play, suffers);
                forces |= forcing & forced;
                suffers &= suffering;
                if suffers == 0 && forces == forced {
                    break;
                }
            }
            return forces | suffers;
        }
        worth.clear();
        worth.extend(plays.iter().map(|play| self.worth(sides, play, passed)));
        let all_but = |but: Option<usize>| {
            let left = worth.iter().enumerate().filter(|(i, _)| Some(*i) != but);
            let (forces, suffers) = left.fold((0, passed), |(f, s), (_, worth)| (f | worth[0], s & worth[1]));
            forces & forced | suffers
        };
        let kos = plays.iter().enumerate().filter(|(_, play)| play.retake == Retake::Ko);
        banned.extend(kos.map(|(i, play)| (*play, all_but(Some(i)))));
        all_but(None)
    }

    /// What a play comes to: the stones about which the player who makes it forces it, and those of `asked` about which his
    /// opponent does.
    #[inline]
    fn worth(&self, sides: Sides, play: &Play, asked: Points) -> [Points; 2] {
        let after = play.after(sides);
        match self.retake(play) {
            Retake::Ko => {
                let value = self.at_banned(after, play.captured);
                [value | play.captured, value]
            }
            Retake::Never => {
                let value = self.at(after);
                [value | play.captured, value]
            }
            Retake::Refill => {
                let value = self.at(after);
                [value | play.captured, self.bound(after, sides.swapped(), value & asked)]
            }
        }
    }

    /// Those of `asked` about which the player to move forces it, who may not bring about `before`.
    fn bound(&self, sides: Sides, before: Sides, asked: Points) -> Points {
        if asked == 0 {
            return 0;
        }
        let mut forces = self.reached(sides, asked);
        // The ban helps him nowhere.
        let most = forces | asked & self.at(sides);
        let mut plays = Vec::new();
        moves::plays(self.board, sides, &mut plays);
        let stays_bound = |play: &Play| can_return(self.board, play.after(sides).swapped(), before);
        for play in plays.iter().filter(|play| play.after(sides).swapped() != before && !stays_bound(play)) {
            if forces == most {
                return forces;
            }
            forces |= asked & self.worth(sides, play, 0)[0];
        }
        for play in plays.iter().filter(|play| stays_bound(play)) {
            forces |= self.binding(sides, play, before, most & !forces);
        }
        forces
    }

    /// Those of `asked` about which the player who makes this play forces it, who may not bring about `before` until his opponent
    /// has played.
    fn binding(&self, sides: Sides, play: &Play, before: Sides, asked: Points) -> Points {
        let after = play.after(sides);
        let reached = self.reached(after.swapped(), asked);
        let mut forces = asked & !reached;
        let mut plays = Vec::new();
        moves::plays(self.board, after, &mut plays);
        let ban = if play.retake == Retake::Ko { play.captured } else { 0 };
        for answer in plays.iter().filter(|answer| answer.stone != ban) {
            if forces == 0 {
                return reached;
            }
            forces &= self.worth(after, answer, forces)[1];
        }
        reached | self.bound(after.swapped(), before, forces)
    }

    /// Those of `asked` about which the goal is reached, seen from the player who forces.
    fn reached(&self, sides: Sides, asked: Points) -> Points {
        match self.goal {
            Goal::Captured => asked & !sides.theirs,
            Goal::Immortal => asked & self.immortal(sides),
        }
    }
}
