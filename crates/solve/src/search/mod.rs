//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) for games on the positions of a
//! board, too large to list, in which an attacker wants something of a few points: that a string is taken, or that a point is
//! free again and again.
//!
//! * Keys are exact: states, never hashes of them.
//! * A state met again on its path is won as the cycle says. What rests on that holds on that path only, and is kept apart
//!   until the head of the cycle is decided by itself.
//! * What is decided comes with a *zone* ([`zone`]): states that are the same there have the same winner. So a player who has
//!   lost whatever he does within the zone has lost, and what is proved serves other positions ([`patterns`]).
//!
//! The answer depends neither on the order of the search nor on what is forgotten when the table is full.

mod decide;
mod patterns;
mod siege;
mod threshold;
mod tries;
pub mod zone;

use rustc_hash::FxHashMap;

use self::patterns::Patterns;
pub use self::siege::{Siege, Step, hope_of_taking, last_liberty, surely_taken};
pub use self::threshold::{OnBoard, threshold_game};
pub use self::tries::Trying;
use self::zone::{Ban, Care, Scene};
use super::Budget;
pub use super::ladder::{LARGEST_LISTED, LISTED_AFTER_SEARCHES};
use crate::board::Points;

const INFINITE: u32 = 1_000_000_000;
/// No repetition.
const NOWHERE: u32 = u32::MAX;
/// Most states kept.
const MOST_STATES: usize = 1 << 20;
/// Moves so far from the middle are looked at only when needed.
const NEAR: u32 = 2;

/// What is found of a state.
#[derive(Clone, Copy, Debug)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
    /// Where it is decided: its zone.
    zone: Points,
    /// Where a repetition decided it: the depths of the first and the last state of the path on which it rests.
    rests: (u32, u32),
    /// Where it is a disproof: it rests on cycles that are only taken for lost.
    doubtful: bool,
}

impl ProofNumbers {
    fn decided(won: bool, zone: Points) -> ProofNumbers {
        let (proof, disproof) = if won { (0, INFINITE) } else { (INFINITE, 0) };
        ProofNumbers { proof, disproof, zone, rests: (NOWHERE, 0), doubtful: false }
    }

    fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof, zone: 0, rests: (NOWHERE, 0), doubtful: false }
    }

    fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn answer(&self) -> Option<bool> {
        (self.is_decided() && !self.doubtful).then_some(self.proof == 0)
    }

    fn won_by(&self, attacker: bool) -> bool {
        if attacker { self.proof == 0 } else { self.disproof == 0 }
    }

    fn rests_on_path(&self) -> bool {
        self.rests.0 != NOWHERE
    }

    /// What the player has to reach, and what his opponent has.
    fn numbers(&self, attacking: bool) -> (u32, u32) {
        if attacking { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
}

/// What is kept of a state.
struct Kept {
    found: ProofNumbers,
    /// Its place on the path, plus one.
    on: u32,
    /// Where it rests on a repetition: the state of the path with which it stands and falls. Else how late it was decided.
    anchor: u64,
    /// States expanded for it.
    work: u32,
}

/// A move and where it leads.
struct Kid<S> {
    step: Step,
    state: S,
    /// Steps from the middle.
    far: u32,
    /// Nothing as long as it has not been looked at.
    found: Option<ProofNumbers>,
    /// Not yet refuted, and needed to lose.
    needed: bool,
}

/// A state of the path.
struct Frame<S> {
    state: S,
    attacking: bool,
    kids: Vec<Kid<S>>,
    bans: Vec<Ban>,
    /// Thresholds.
    most: (u32, u32),
    /// The move being searched.
    chosen: usize,
    /// Something was decided since the needed moves were found.
    stale: bool,
    /// States of the path up to here in which the attacker has what he wants.
    met: u32,
    serial: u64,
    /// Expanded before this one.
    before: usize,
}

/// What comes next.
enum Next {
    Done(ProofNumbers),
    Down(usize, u32, u32),
}

/// A search for the answer of one question.
pub struct ProofNumberSearch<'a, G: Siege> {
    game: &'a G,
    care: Care,
    zones: bool,
    table: FxHashMap<G::State, Kept>,
    patterns: Patterns,
    path: Vec<Frame<G::State>>,
    serials: u64,
    expanded: usize,
    most_states: usize,
    doubted: bool,
}

impl<'a, G: Siege> ProofNumberSearch<'a, G> {
    /// A search of this game.
    #[must_use]
    pub fn new(game: &'a G) -> ProofNumberSearch<'a, G> {
        ProofNumberSearch {
            game,
            care: Care::default(),
            zones: game.local(),
            table: FxHashMap::default(),
            patterns: Patterns::new(game.board(), game.core()),
            path: Vec::new(),
            serials: 0,
            expanded: 0,
            most_states: MOST_STATES,
            doubted: false,
        }
    }

    /// Without zones: every move counts.
    #[must_use]
    pub fn without_zones(self) -> ProofNumberSearch<'a, G> {
        ProofNumberSearch { zones: false, ..self }
    }

    /// With zones that leave something out of care.
    #[must_use]
    pub fn careless(self, care: Care) -> ProofNumberSearch<'a, G> {
        ProofNumberSearch { care, ..self }
    }

    /// With room for so many states.
    #[must_use]
    pub fn keeping(self, most_states: usize) -> ProofNumberSearch<'a, G> {
        ProofNumberSearch { most_states, ..self }
    }

    /// States expanded.
    #[must_use]
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// Whether the search came to a disproof that is none, because it rests on cycles that are only taken for lost.
    #[must_use]
    pub fn is_doubted(&self) -> bool {
        self.doubted
    }

    /// The states decided, with the winner (whether it is the attacker) and a zone.
    pub fn decided(&self) -> impl Iterator<Item = (&G::State, bool, Points)> {
        let decided = self
            .table
            .iter()
            .filter(|(_, kept)| kept.found.is_decided() && !kept.found.rests_on_path() && !kept.found.doubtful);
        decided.map(|(state, kept)| (state, kept.found.proof == 0, kept.found.zone))
    }

    /// Whether the attacker wins from `root`; `None` if the budget ran out.
    pub fn wins(&mut self, root: &G::State, budget: Budget) -> Option<bool> {
        self.leave_path();
        let found = self.look(root);
        if found.is_decided() {
            return found.answer();
        }
        self.enter(*root, (INFINITE, INFINITE));
        loop {
            match self.next() {
                Next::Down(kid, most, most_other) => {
                    if budget.is_spent(self.expanded, 1) {
                        return None;
                    }
                    let at = self.path.len() - 1;
                    let frame = &mut self.path[at];
                    frame.chosen = kid;
                    let state = frame.kids[kid].state;
                    let most = if frame.attacking { (most, most_other) } else { (most_other, most) };
                    self.enter(state, most);
                }
                Next::Done(found) => {
                    let found = self.leave(found);
                    let Some(parent) = self.path.last_mut() else {
                        self.doubted = found.is_decided() && found.doubtful;
                        return found.answer();
                    };
                    parent.stale |= found.is_decided();
                    parent.kids[parent.chosen].found = Some(found);
                }
            }
        }
    }

    /// Whether the attacker wins a state, where that is known already.
    pub fn told(&mut self, state: &G::State) -> Option<bool> {
        self.told_at(state).map(|(won, _)| won)
    }

    /// The same, and how late that was decided: a state that is won or lost because of others is so later than they are.
    pub fn told_at(&mut self, state: &G::State) -> Option<(bool, u64)> {
        self.leave_path();
        match self.table.get(state) {
            Some(kept) if kept.found.is_decided() && !kept.found.rests_on_path() => {
                kept.found.answer().map(|won| (won, kept.anchor))
            }
            Some(_) => None,
            None => self.look(state).answer().map(|won| (won, 0)),
        }
    }

    /// Leaves the path of a search that ran out of its budget.
    fn leave_path(&mut self) {
        if !self.path.is_empty() {
            self.path.clear();
            self.table.values_mut().for_each(|kept| kept.on = 0);
        }
    }

    /// Puts a state on the path.
    fn enter(&mut self, state: G::State, most: (u32, u32)) {
        let depth = self.path.len() as u32;
        self.expanded += 1;
        self.serials += 1;
        if self.table.len() >= self.most_states {
            self.forget();
        }
        let kept =
            self.table.entry(state).or_insert(Kept { found: ProofNumbers::open(1, 1), on: 0, anchor: 0, work: 0 });
        kept.on = depth + 1;
        let met = self.path.last().map_or(0, |f| f.met) + u32::from(self.game.met(&state));
        let attacking = self.game.mover(&state) == self.game.attacker();
        let kids = self.kids(&state);
        self.path.push(Frame {
            state,
            attacking,
            kids,
            bans: self.game.bans(&state),
            most,
            chosen: 0,
            stale: true,
            met,
            serial: self.serials,
            before: self.expanded - 1,
        });
    }

    /// Takes the last state off the path, with what was found of it; and what it rests on, seen from its parent.
    fn leave(&mut self, mut found: ProofNumbers) -> ProofNumbers {
        let Some(frame) = self.path.pop() else { return found };
        let depth = self.path.len() as u32;
        if found.rests.0 != NOWHERE && found.rests.0 >= depth {
            // It rests on nothing before it.
            found.rests = (NOWHERE, 0);
        }
        if !self.care.repetitions {
            found.rests = (NOWHERE, 0);
        }
        let mut anchor = self.serials;
        if found.rests_on_path() {
            // What a cycle is worth may depend on what lies on it: where that can be, only the same path will do.
            let last = if self.game.again() { depth - 1 } else { found.rests.1.min(depth - 1) };
            found.rests.1 = last;
            anchor = self.path[last as usize].serial;
        }
        let work = u32::try_from(self.expanded - frame.before).unwrap_or(u32::MAX);
        if let Some(kept) = self.table.get_mut(&frame.state) {
            *kept = Kept { found, on: 0, anchor, work: kept.work.saturating_add(work) };
        }
        if found.is_decided()
            && !found.rests_on_path()
            && !found.doubtful
            && self.zones
            && found.zone != self.game.board().all()
            && frame.bans.is_empty()
        {
            let root = (frame.attacking, self.game.mark(&frame.state));
            self.patterns.add(root, self.stones(&frame.state), found.proof == 0, found.zone);
        }
        found
    }

    /// Makes room: what was found at little cost goes, as much as is needed.
    fn forget(&mut self) {
        let mut least = 2;
        while self.table.len() > self.most_states / 2 {
            let before = self.table.len();
            self.table.retain(|_, kept| kept.on > 0 || kept.work >= least);
            if least > u32::MAX / 2 {
                // Nothing is left but the path.
                self.most_states = self.most_states.max(2 * before);
                return;
            }
            least *= 2;
        }
    }

    /// The owner's and the attacker's stones.
    fn stones(&self, state: &G::State) -> [Points; 2] {
        let position = self.game.position(state);
        [position.of(self.game.attacker().opponent()), position.of(self.game.attacker())]
    }

    /// The moves, the nearest first.
    fn kids(&self, state: &G::State) -> Vec<Kid<G::State>> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let board = self.game.board();
        let mut rings = vec![self.game.middle(state)];
        let mut seen = rings[0];
        loop {
            let ring = board.around(seen) & !seen;
            if ring == 0 {
                break;
            }
            seen |= ring;
            rings.push(ring);
        }
        let far = |step| match step {
            // A point next to the middle is no step away.
            Step::Play(p) => rings.iter().position(|r| r >> p & 1 == 1).map_or(0, |d| (d as u32).saturating_sub(1)),
            Step::Pass | Step::Lift(_) => 0,
        };
        let kid = |(mv, state)| {
            let step = G::step(&mv);
            Kid { step, state, far: far(step), found: None, needed: true }
        };
        let mut kids: Vec<_> = moves.into_iter().map(kid).collect();
        kids.sort_by_key(|kid| kid.far);
        kids
    }

    /// What is known of a state that the last one of the path leads to.
    fn look(&mut self, state: &G::State) -> ProofNumbers {
        let depth = self.path.len() as u32;
        if let Some(kept) = self.table.get(state) {
            let found = kept.found;
            if kept.on > 0 {
                let head = kept.on - 1;
                let last = self.path.last().map_or(0, |f| f.met);
                let won = self.game.met(state) || last > self.path[head as usize].met;
                let doubtful = !won && self.game.simplified(state);
                return ProofNumbers {
                    rests: (head, head),
                    doubtful,
                    ..ProofNumbers::decided(won, self.game.board().all())
                };
            }
            if !found.rests_on_path() {
                return if found.is_decided() { found } else { ProofNumbers::open(found.proof, found.disproof) };
            }
            let (_, last) = found.rests;
            if last < depth && self.path[last as usize].serial == kept.anchor {
                return ProofNumbers { zone: self.game.board().all(), ..found };
            }
            return ProofNumbers::open(2, 2);
        }
        if let Some((won, zone)) = self.game.known(state) {
            return ProofNumbers::decided(won, self.zone_of(state, zone));
        }
        if let Some((v, zone)) = self.game.strike(state)
            && let Some(play) = self.game.board().play(self.game.position(state), self.game.attacker(), v)
        {
            let bans = self.game.bans(state);
            return ProofNumbers::decided(
                true,
                self.zone_of(state, self.scene(state, &bans).through(v, &play, true, zone)),
            );
        }
        if self.zones && !self.game.bound(state) && self.game.bans(state).is_empty() {
            let root = (self.game.mover(state) == self.game.attacker(), self.game.mark(state));
            if let Some((won, zone)) = self.patterns.find(root, self.stones(state)) {
                return ProofNumbers::decided(won, zone);
            }
        }
        let (proof, disproof) = self.game.estimate(state);
        ProofNumbers::open(proof, disproof)
    }

    fn zone_of(&self, state: &G::State, zone: Points) -> Points {
        let all = self.game.board().all();
        if !self.zones || self.game.bound(state) {
            return all;
        }
        let bans = self.game.bans(state);
        self.scene(state, &bans).with_bans(zone | self.game.core())
    }

    fn scene<'s>(&'s self, state: &G::State, bans: &'s [Ban]) -> Scene<'s> {
        Scene {
            board: self.game.board(),
            position: self.game.position(state),
            mover: self.game.mover(state),
            bans,
            care: self.care,
        }
    }

    /// What is to be done with the last state of the path.
    fn next(&mut self) -> Next {
        let at = self.path.len() - 1;
        let attacking = self.path[at].attacking;
        self.look_at(at, |kid| kid.far <= NEAR);
        loop {
            if let Some(found) = self.won(at) {
                return Next::Done(found);
            }
            if !self.path[at].stale {
                break;
            }
            self.path[at].stale = false;
            let (lost, open) = self.lost(at);
            if open.is_empty() {
                return Next::Done(lost);
            }
            self.path[at].kids.iter_mut().for_each(|kid| kid.needed = false);
            open.iter().for_each(|&kid| self.path[at].kids[kid].needed = true);
            if self.look_at(at, |kid| kid.needed) {
                self.path[at].stale = true;
            }
        }
        let frame = &self.path[at];
        // Where even a pass has lost, what is needed is all that can help the owner.
        let pass = frame.kids.iter().find(|kid| kid.step == Step::Pass);
        let only = !attacking && pass.and_then(|kid| kid.found).is_some_and(|found| found.won_by(true));
        let (mut best, mut second, mut chosen, mut hardest, mut count) = (INFINITE, INFINITE, 0, 0, 0u32);
        for (i, kid) in frame.kids.iter().enumerate() {
            let Some(found) = kid.found.filter(|found| !found.won_by(!attacking)) else { continue };
            if only && !kid.needed {
                continue;
            }
            let (mine, other) = found.numbers(attacking);
            let mine = mine + kid.far + if kid.needed { 0 } else { 2 };
            (hardest, count) = (other.max(hardest), count + 1);
            if mine < best {
                (second, best, chosen) = (best, mine, i);
            } else {
                second = second.min(mine);
            }
        }
        let mine = best.min(INFINITE - 1);
        let other = (hardest + (count - 1) / 4).min(INFINITE - 1);
        let (most, most_other) = if attacking { frame.most } else { (frame.most.1, frame.most.0) };
        if mine >= most || other >= most_other {
            let (proof, disproof) = if attacking { (mine, other) } else { (other, mine) };
            return Next::Done(ProofNumbers::open(proof, disproof));
        }
        let (m, o) = frame.kids[chosen].found.map_or((1, 1), |found| found.numbers(attacking));
        let most = most.min(second.saturating_add(second / 4 + 1)).saturating_sub(best - m).max(m + 1);
        let most_other = (most_other - other).saturating_add(o).max(o + 1).min(INFINITE);
        Next::Down(chosen, most.min(INFINITE), most_other)
    }

    /// Looks at these moves, if that has not been done; whether there were any.
    fn look_at(&mut self, at: usize, which: impl Fn(&Kid<G::State>) -> bool) -> bool {
        let mut any = false;
        for i in 0..self.path[at].kids.len() {
            let kid = &self.path[at].kids[i];
            if kid.found.is_none() && which(kid) {
                any = true;
                let state = kid.state;
                let found = self.look(&state);
                self.path[at].kids[i].found = Some(found);
                if found.won_by(self.path[at].attacking) {
                    break;
                }
            }
        }
        any
    }
}
