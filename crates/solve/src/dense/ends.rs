//! What players force of how a sequence of moves ends that three passes in succession end, from every position of a board.
//!
//! Of each state it is known, for up to two things that can be so at the end and for each number of passes just made, whether the player
//! to move forces it, and whether his opponent does. Values are the least solution of their equations: they grow in sweeps over the
//! positions until nothing changes, and a position is looked at again when the value of one grows that a move from it leads to. What is
//! reached depends neither on the order nor on the number of threads.
//!
//! A play may not bring back the position just before the opponent's last move, where that is the rule ([`States`]): a single stone that
//! has been taken by a single stone cannot be retaken at once. After a pass there is no ban.

use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed, Ordering::Release};

use super::moves::{self, Play, Retake, Sides};
use super::reach::States;
use super::slots::{Place, Slots};
use super::sweep::{Keep, Rounds};
use super::values::{Bans, Marks};
use crate::board::{Board, Points};
use crate::solve::whole::store::{Stages, StoreError, Subject, each};
use crate::solve::whole::sweep::Sweeps;

/// What can be so at the end of a sequence.
pub trait AtEnd: Sync {
    /// What is so for the player with the stones `own`, if a sequence ends with these stones: a bit for each of two things.
    fn holds(&self, sides: Sides) -> u8;
}

/// What one player forces from a position on: three bits for each thing, by the number of passes just made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forces(u16);

/// Bits of what one player forces.
const BITS: u32 = 6;
/// No pass has been made.
const FRESH: u16 = 0b001_001;
/// Two passes have been made.
const LAST: u16 = 0b100_100;
/// As many passes as there can be, of one thing.
const ALWAYS: u16 = 0b111;

impl Forces {
    /// Whether `thing` (0 or 1) is forced after so many passes, up to two.
    #[must_use]
    #[inline]
    pub fn has(self, thing: u32, passes: u32) -> bool {
        self.0 >> (3 * thing + passes) & 1 == 1
    }

    /// What is forced by a play that leads to where this is forced: after a play no pass has just been made.
    #[inline]
    fn by_play(self) -> Forces {
        Forces((self.0 & FRESH) * ALWAYS)
    }

    /// The same by a pass, unless it is the third.
    #[inline]
    fn by_pass(self) -> Forces {
        Forces(self.0 >> 1 & !LAST)
    }

    /// By the third pass, where this is so.
    #[inline]
    fn by_end(holds: u8) -> Forces {
        Forces((u16::from(holds) & 1 | (u16::from(holds) >> 1 & 1) << 3) << 2)
    }
}

/// What both players force from a state on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Both {
    /// The player to move.
    pub mover: Forces,
    /// His opponent.
    pub opponent: Forces,
}

impl Both {
    fn of(word: u16) -> Both {
        Both { mover: Forces(word & ((1 << BITS) - 1)), opponent: Forces(word >> BITS) }
    }

    fn word(self) -> u16 {
        self.mover.0 | self.opponent.0 << BITS
    }

    /// What a play contributes that leads here: to what the player who makes it forces, and what is left to his opponent.
    #[inline]
    fn by_play(self) -> Both {
        Both { mover: self.opponent.by_play(), opponent: self.mover.by_play() }
    }

    #[inline]
    fn by_pass(self) -> Both {
        Both { mover: self.opponent.by_pass(), opponent: self.mover.by_pass() }
    }

    /// With one more move to choose from.
    #[inline]
    fn or(self, other: Both) -> Both {
        Both { mover: Forces(self.mover.0 | other.mover.0), opponent: Forces(self.opponent.0 & other.opponent.0) }
    }
}

/// What is forced of the end, from every position.
pub struct Ends {
    values: Vec<AtomicU16>,
    bans: Bans,
}

/// The bytes of a value.
const BYTES: u64 = 2;

impl Ends {
    fn none(states: &States) -> Ends {
        Ends { values: (0..states.slots().len()).map(|_| AtomicU16::new(0)).collect(), bans: states.bans() }
    }

    /// What is forced from a state on in which there is no ban, or on one point.
    #[must_use]
    #[inline]
    pub fn at(&self, slots: &Slots, sides: Sides, ban: Option<Points>) -> Both {
        let place = slots.place(sides);
        Both::of(match ban {
            None => self.values[place.slot].load(Relaxed),
            Some(point) => self.bans.at(slots, place, point).load(Relaxed) as u16,
        })
    }

    /// The bytes that they take on a board with these numbers.
    #[must_use]
    pub fn memory(slots: &Slots) -> u64 {
        BYTES * slots.len() as u64 + States::memory_of_bans(slots)
    }

    fn words(&self) -> usize {
        self.values.len() + self.bans.len()
    }

    fn word(&self, at: usize) -> u16 {
        match self.values.get(at) {
            Some(value) => value.load(Relaxed),
            None => self.bans.values()[at - self.values.len()].load(Relaxed) as u16,
        }
    }

    fn set_word(&self, at: usize, word: u16) {
        match self.values.get(at) {
            Some(value) => value.store(word, Relaxed),
            None => self.bans.values()[at - self.values.len()].store(word.into(), Relaxed),
        }
    }
}

/// Values that grow.
struct Growing<'a> {
    states: &'a States,
    slots: &'a Slots,
    board: &'a Board,
    at_end: &'a dyn AtEnd,
    ends: Ends,
    pending: Marks,
    /// It is not known yet that every position has been looked at once.
    first: AtomicBool,
}

/// What one thread uses for a position.
#[derive(Default)]
struct Scratch {
    plays: Vec<Play>,
    worth: Vec<Both>,
}

impl States {
    /// What is forced of the end, from every position; `None` if it was stopped.
    #[must_use]
    pub fn ends(&self, at_end: &dyn AtEnd, sweeping: &Sweeps<'_>) -> Option<Ends> {
        Growing::new(self, at_end).solve(sweeping, &|_| Ok(())).ok()
    }

    /// The same as a stage of a solution: read if it is there, otherwise found, and kept if that is asked for; then it goes on
    /// from what a run that was ended has left, which is kept every few minutes.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn ends_stage(
        &self,
        at_end: &dyn AtEnd,
        (subject, stage): (&Subject, &str),
        stages: &Stages<'_>,
    ) -> Result<Ends, StoreError> {
        stages.progress.begins(subject, stage);
        if let Some(store) = stages.store
            && store.long_rows(subject, stage)?.is_some()
        {
            let read = Ends::none(self);
            store.read_long(subject, stage, read.words(), |at, word| read.set_word(at, word))?;
            stages.progress.ends(subject, stage, true);
            return Ok(read);
        }
        let (growing, sweeping) = (Growing::new(self, at_end), stages.sweeping(subject, stage));
        let found = match stages.store.filter(|_| stages.keeps) {
            None => growing.solve(&sweeping, &|_| Ok(()))?,
            Some(store) => {
                let unfinished = format!("{stage}-unfinished");
                store.read_long(subject, &unfinished, growing.words(), |at, word| growing.set_word(at, word))?;
                let keep =
                    |now: &Growing<'_>| store.write_long(subject, &unfinished, now.words(), each(|at| now.word(at)));
                let found = growing.solve(&sweeping, &keep)?;
                store.write_long(subject, stage, found.words(), each(|at| found.word(at)))?;
                store.remove(subject, &unfinished)?;
                found
            }
        };
        stages.progress.ends(subject, stage, false);
        Ok(found)
    }
}

impl<'a> Growing<'a> {
    fn new(states: &'a States, at_end: &'a dyn AtEnd) -> Growing<'a> {
        let slots = &**states.slots();
        let growing = Growing {
            states,
            slots,
            board: slots.board(),
            at_end,
            ends: Ends::none(states),
            pending: Marks::none(slots.len()),
            first: AtomicBool::new(true),
        };
        for (word, positions) in growing.pending.words().iter().zip(states.positions().words()) {
            word.store(positions.load(Relaxed), Relaxed);
        }
        growing
    }

    /// What is kept of it as numbers of two bytes: how many.
    fn words(&self) -> usize {
        self.ends.words() + 4 * self.pending.words().len()
    }

    fn word(&self, at: usize) -> u16 {
        match at.checked_sub(self.ends.words()) {
            None => self.ends.word(at),
            Some(at) => self.pending.part(at),
        }
    }

    fn set_word(&self, at: usize, word: u16) {
        match at.checked_sub(self.ends.words()) {
            None => self.ends.set_word(at, word),
            Some(at) => self.pending.set_part(at, word),
        }
    }

    /// The least solution. What is found so far is handed to `keep` now and then.
    fn solve(
        self,
        sweeping: &Sweeps<'_>,
        keep: &dyn Fn(&Growing<'_>) -> Result<(), StoreError>,
    ) -> Result<Ends, StoreError> {
        let keep: Keep<'_> = &|| keep(&self);
        let visit = |block: usize, slot: usize, scratch: &mut Scratch| self.visit(block, slot, scratch);
        let swept = || self.first.store(false, Relaxed);
        Rounds::new(self.slots, self.states.pieces(), &self.pending, sweeping).until_stable(keep, visit, swept)?;
        Ok(self.ends)
    }

    /// Brings the values of a position and of the states in it up to date, and marks what they may change: how many have grown.
    fn visit(&self, block: usize, slot: usize, Scratch { plays, worth }: &mut Scratch) -> u64 {
        let of = &self.slots.blocks()[block];
        let code = (slot - of.base) as u32;
        let sides = self.slots.sides(of, code);
        moves::plays(self.board, sides, plays);
        worth.clear();
        worth.extend(plays.iter().map(|play| self.at(play.after(sides), self.ban(play)).by_play()));
        let passed = self.at(sides.swapped(), None).by_pass();
        let mut end = None;
        let mut changed = 0;
        let value = &self.ends.values[slot];
        let old = value.load(Relaxed);
        let new = old | self.follows(sides, worth.iter(), passed, &mut end).word();
        if new != old {
            value.store(new, Relaxed);
            let grown = Both::of(new & !old);
            self.mark(sides.swapped(), grown.by_pass());
            let by_play = grown.by_play();
            if by_play != Both::default() {
                moves::predecessors(self.board, sides, |before| self.mark(before, by_play));
            }
            changed += 1;
        }
        let kos = plays.iter().enumerate().filter(|(_, play)| self.ban(play).is_some());
        for (at, retake) in kos {
            let left = worth.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, worth)| worth);
            let kept = self.ends.bans.value(block, code, retake.stone.trailing_zeros());
            let old = kept.load(Relaxed) as u16;
            let new = old | self.follows(sides, left, passed, &mut end).word();
            if new != old {
                kept.store(new.into(), Relaxed);
                // The opponent has just taken a stone there, with the one that would be retaken.
                let before = Sides { own: sides.theirs & !retake.captured, theirs: sides.own | retake.stone };
                self.mark_surely(self.slots.place(before));
                changed += 1;
            }
        }
        changed
    }

    /// The point on which the opponent may not play at once after this.
    fn ban(&self, play: &Play) -> Option<Points> {
        (self.states.bans_retakes() && play.retake == Retake::Ko).then_some(play.captured)
    }

    /// What is forced with these plays and a pass to choose from. What is so if the sequence ends here, for the player to move and for his
    /// opponent, is found if it is needed.
    fn follows<'b>(
        &self,
        sides: Sides,
        plays: impl Iterator<Item = &'b Both>,
        passed: Both,
        end: &mut Option<[u8; 2]>,
    ) -> Both {
        let none = Both { mover: Forces(0), opponent: Forces((1 << BITS) - 1) };
        let played = plays.fold(none, |all, play| all.or(*play));
        // What the player to move forces by ending it has been found when the position was looked at first.
        let ends = if self.first.load(Relaxed) || played.opponent.0 & LAST != 0 {
            *end.get_or_insert_with(|| [sides, sides.swapped()].map(|sides| self.at_end.holds(sides)))
        } else {
            [0; 2]
        };
        let [mover, opponent] = ends.map(Forces::by_end);
        let passed = Both { mover: Forces(passed.mover.0 | mover.0), opponent: Forces(passed.opponent.0 | opponent.0) };
        played.or(passed)
    }

    /// This may be new where a move leads from here.
    fn mark(&self, before: Sides, more: Both) {
        if more == Both::default() {
            return;
        }
        let place = self.slots.place(before);
        let known = self.ends.values[place.slot].load(Relaxed);
        // What a state with a ban is worth is not in the value.
        if more.word() & !known != 0 || self.states.remembers(place.slot) {
            self.mark_surely(place);
        }
    }

    fn mark_surely(&self, place: Place) {
        self.pending.words()[place.slot / 64].fetch_or(1 << (place.slot % 64), Release);
    }

    fn at(&self, sides: Sides, ban: Option<Points>) -> Both {
        self.ends.at(self.slots, sides, ban)
    }
}
