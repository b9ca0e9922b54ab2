//! What a search reads from the table that it may share with others, and what it keeps there.

use std::sync::Arc;

use super::{DOUBTFUL, Frame, Kid, LostHere, MOST_REMEMBERED, Search, spread};
use crate::solve::thresholds::found::Found;
use crate::solve::thresholds::game::{Counted, Sight, Sure};
use crate::solve::thresholds::table::{Entry, Last, NEVER};

impl<G: Counted> Search<'_, G> {
    /// What is known of a state, which may be only what is sure.
    pub(super) fn look_up(&mut self, key: &G::Key, state: &G::State) -> Entry {
        self.make_room_if_small();
        self.table.get_or(key, || sure(self.game, state))
    }

    /// Changes what is known of a state.
    fn change(&mut self, key: &G::Key, state: &G::State, change: impl FnOnce(&mut Entry)) {
        self.make_room_if_small();
        self.table.change(key, || sure(self.game, state), change);
    }

    fn make_room_if_small(&mut self) {
        if self.table.is_small()
            && let Some(table) = Arc::get_mut(&mut self.table)
        {
            table.grow();
        }
    }

    /// What was found of a state that has left the path.
    pub(super) fn keep(&mut self, frame: &Frame<G::State, G::Key>, found: Found) {
        let (k, maximising, who) = (frame.k, self.maximising, usize::from(self.maximising));
        let work = (self.expanded - frame.before).ilog2() as u8 + 1;
        let held = found.disproof == 0 && found.rests.is_none() && maximising;
        let is_held = (found.disproof == 0 && found.finite) || (held && self.game.endless_holds(&frame.state));
        let mut is_new = false;
        self.change(&frame.key, &frame.state, |entry| {
            let before = (entry.lower, entry.upper);
            entry.work = entry.work.max(work);
            if found.proof == 0 {
                entry.prove(maximising, k, found.fall);
            } else if is_held {
                entry.prove(!maximising, k, found.fall);
            } else {
                entry.here &= !(1 << who);
                entry.last[who] = if found.disproof > 0 {
                    Last::open(k, found.proof, found.disproof)
                } else if found.rests.is_none() {
                    Last { k, proof: found.fall.into(), disproof: 0 }
                } else {
                    entry.here |= 1 << who;
                    Last::open(k, DOUBTFUL.0, DOUBTFUL.1)
                };
            }
            is_new = before != (entry.lower, entry.upper);
        });
        if found.proof > 0
            && found.disproof == 0
            && !is_held
            && let Some(last) = usize::from(found.rests.last).checked_sub(1).and_then(|at| self.path.get(at))
        {
            let (key, serial) = (frame.key, last.serial);
            let Found { fall, rests, .. } = found;
            self.here[spread(&key)] = Some(LostHere { key, maximising, k, fall, rests, serial });
        }
        if is_new
            && let Some(found_at) = &mut self.found_at
            && found_at.len() < MOST_REMEMBERED
        {
            found_at.insert(frame.key, self.serial);
        }
    }

    /// Other threads see a move as hard as it may become here: they try others meanwhile.
    pub(super) fn turn_away(&mut self, kid: usize, key: G::Key, k: i16, most: (u32, u32)) {
        let frame = &self.path[self.path.len() - 1];
        let Kid { state, found, .. } = self.kids[kid];
        let asks_next = (self.game.mover(&state) == self.game.maximiser()) == self.maximising;
        let room = if asks_next == frame.asks { most.0 } else { most.1 };
        let last = if frame.asks { Last::open(k, room, found.disproof) } else { Last::open(k, found.proof, room) };
        let who = usize::from(self.maximising);
        self.change(&key, &state, |entry| {
            if entry.last[who].k == NEVER || entry.last[who].disproof != 0 {
                entry.last[who] = last;
                entry.here &= !(1 << who);
            }
        });
    }

    /// How late it was found what is forced from a state: 0 if that was seen at once, or is not remembered.
    pub fn found_at(&self, state: &G::State) -> u64 {
        match (&self.found_at, self.game.sight(state)) {
            (Some(found_at), Sight::Open(key)) => found_at.get(&key).copied().unwrap_or(0),
            _ => 0,
        }
    }
}

/// What is sure of a state of which nothing else is known.
fn sure<G: Counted>(game: &G, state: &G::State) -> Entry {
    let Sure { lower, upper } = game.sure(state);
    Entry {
        lower: lower.value,
        upper: upper.value,
        falls: [upper.fall, lower.fall],
        last: [Last { k: NEVER, proof: 0, disproof: 0 }; 2],
        here: 0,
        work: 0,
    }
}
