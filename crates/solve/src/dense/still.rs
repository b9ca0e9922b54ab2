//! Whether what is forced again and again is so still, a little more being lost.
//!
//! A round has found what the attacker forces to be free without coming to what was lost then; now more is lost, with everything from where
//! the owner forces that. From what is left, the owner has no move to what is lost. So the attacker's way of that round is there still, but
//! for his moves to what is lost now. If he has others wherever he had one of these, he forces the same from all that is left: he
//! goes his way to the first such state, and from there the other. That is looked for a few moves deep; where it is not found, the next
//! round finds what is so.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::forced::Phase;
use super::lasting::{Lasting, Step};
use super::moves::{self, Sides};
use super::on_disk::Numbered;
use super::pairs::{Pair, Pairs};
use super::slots::Place;
use crate::board::points_of;
use crate::solve::whole::sweep::Sweeps;

/// How many plays of the attacker are looked at one after the other.
const DEPTH: u32 = 16;

/// What a round has found, and what is lost after it.
pub(super) struct Still<'a> {
    pub states: &'a Lasting,
    pub values: &'a Pairs,
    pub lost: &'a Pairs,
    pub phase: Phase<'a>,
    /// How many states may be looked at.
    pub most: usize,
}

/// What ends all searches: as many states as may be have been looked at, one has failed, or it was stopped.
struct Looked<'a> {
    /// That may still be looked at.
    states: AtomicUsize,
    fails: AtomicBool,
    sweeping: &'a Sweeps<'a>,
}

impl Looked<'_> {
    fn at_one_more(&self) -> bool {
        let some = self.states.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok();
        some && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.fails.load(Relaxed) || self.sweeping.stops()
    }
}

impl Still<'_> {
    /// Whether all that is not lost is seen to be forced still.
    pub fn all(&self, sweeping: &Sweeps<'_>) -> bool {
        let slots = self.states.slots();
        let (states, fails) = (AtomicUsize::new(self.most), AtomicBool::new(false));
        let (looked, done) = (Looked { states, fails, sweeping }, AtomicUsize::new(0));
        let of_piece = |piece: &std::ops::Range<usize>| {
            for block in &slots.blocks()[piece.clone()] {
                if looked.is_over() {
                    return;
                }
                for code in 0..block.colourings() {
                    let slot = block.base + code as usize;
                    let Some(plain) = self.states.plain(slot) else { continue };
                    let others = self.states.remembered(slot).map(|(state, _)| state);
                    // The owner is to move: the attacker may have moved here.
                    let gone = std::iter::once(plain)
                        .chain(others)
                        .map(|state| self.gone(state).suffers)
                        .fold(0, |m, p| m | p);
                    if gone != 0 && !self.has_others(slots.sides(block, code), gone, &looked) {
                        looked.fails.store(true, Relaxed);
                    }
                }
                let done = done.fetch_add(block.len(), Relaxed) + block.len();
                sweeping.expanded(done as u64, slots.len() as u64);
            }
        };
        self.states.pieces.par_iter().for_each(of_piece);
        !looked.is_over()
    }

    /// Takes away what is lost.
    pub fn take_away_what_is_lost(&self) {
        (0..self.states.len()).into_par_iter().for_each(|state| {
            let gone = self.gone(state);
            if !gone.is_empty() {
                self.values.set(state, self.values.get(state) & !gone);
            }
        });
    }

    /// What was found about a state and is lost.
    fn gone(&self, state: usize) -> Pair {
        self.values.get(state) & self.lost.get(state).swapped()
    }

    /// Whether the attacker forces about these points what he did, in all states from which he may have moved to this position.
    fn has_others(&self, sides: Sides, points: u32, looked: &Looked<'_>) -> bool {
        let mut before = vec![sides.swapped()];
        moves::predecessors(self.states.board(), sides, |sides| before.push(sides));
        before.into_iter().all(|sides| {
            let slots = self.states.slots();
            let place = slots.place(sides);
            let plain = self.states.plain(place.slot).expect("a position");
            let all = std::iter::once((plain, 0)).chain(self.states.remembered(place.slot));
            let block = &slots.blocks()[slots.block_of(place.slot)];
            let sides = slots.sides(block, (place.slot - block.base) as u32);
            let points = self.turned(place, points);
            all.into_iter().all(|(state, bans)| {
                let left = self.values.get(state).forces & !self.gone(state).forces & points & sides.theirs as u32;
                points_of(left.into()).all(|point| self.has_another(sides, bans, 1 << point, looked))
            })
        })
    }

    /// Points of a position as points of its image that has the number; of all such images, if the position is symmetric.
    fn turned(&self, place: Place, points: u32) -> u32 {
        let turns = self.states.slots().turns();
        let to = turns.inverse(place.back as usize);
        let image = turns.set(to, points.into());
        if !place.symmetric {
            return image as u32;
        }
        self.states.slots().still(place.occupied).map(|then| turns.set(then, image)).fold(image, |m, p| m | p) as u32
    }

    /// Points about which the attacker did force it, and has not lost it: the player to move, and his opponent.
    fn left(&self, sides: Sides, bans: u32) -> Pair {
        let (state, back) = self.states.state(sides, bans).expect("what follows from a state is one");
        (self.values.get(state) & !self.lost.get(state).swapped()).led_back(self.states.slots(), back)
    }

    /// Whether the player to move is seen to force that the point is free of the other's stones, in as few plays of his as it takes.
    fn has_another(&self, sides: Sides, bans: u32, point: u32, looked: &Looked<'_>) -> bool {
        (1..=DEPTH).any(|depth| self.forces((sides, bans), point, depth, looked))
    }

    /// Whether he is seen to force it in so many plays of his.
    fn forces(&self, (sides, bans): (Sides, u32), point: u32, depth: u32, looked: &Looked<'_>) -> bool {
        if !looked.at_one_more() || self.left(sides, bans).forces & point == 0 {
            return false;
        }
        if sides.theirs as u32 & point == 0 {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let passes = self.phase.passes(sides.own as u32, sides.theirs as u32, point);
        self.after(sides, bans, passes.forces != 0).any(|to| self.suffers(to, point, depth - 1, looked))
    }

    /// Whether the player to move is seen to be forced to have no stone on the point.
    fn suffers(&self, (sides, bans): (Sides, u32), point: u32, depth: u32, looked: &Looked<'_>) -> bool {
        if !looked.at_one_more() || self.left(sides, bans).suffers & point == 0 {
            return false;
        }
        if sides.own as u32 & point == 0 {
            return true;
        }
        let passes = self.phase.passes(sides.own as u32, sides.theirs as u32, point);
        self.after(sides, bans, passes.suffers != 0).all(|to| self.forces(to, point, depth, looked))
    }

    /// What the moves lead to, the pass only if it is asked for.
    fn after(&self, sides: Sides, bans: u32, passes: bool) -> impl Iterator<Item = (Sides, u32)> {
        let (mut plays, mut steps): (_, Vec<Step>) = (Vec::new(), Vec::new());
        self.states.steps(sides, &mut plays, &mut steps);
        let first = usize::from(!passes);
        let to: Vec<(Sides, u32)> = (first..steps.len())
            .filter_map(|i| self.states.after(&steps, i, bans))
            .map(|(to, then)| (steps[to].sides, then))
            .collect();
        to.into_iter()
    }
}
