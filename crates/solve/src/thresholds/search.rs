//! The search. It goes down the tree of moves to where the numbers say that least is missing, and never further than they say
//! (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002).
//!
//! To win, a player needs the easiest of his own moves, and has an answer to all of the other's; of what is to be answered the hardest
//! counts, and a quarter for each of the others: a sum would count twice what moves have in common. Where two moves are equally easy the one
//! comes first that has decided more often (the history heuristic, J. Schaeffer 1989).

mod kept;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use super::found::{Found, INFINITE, Rests};
use super::game::{Counted, Forced, MOVES, Sight};
use super::table::{Entry, Key, NEVER, Table};
use crate::board::Colour;
use crate::solve::{Bounds, Budget};

/// Numbers of what was disproved on another path only: it is likely to be disproved again.
const DOUBTFUL: (u32, u32) = (40, 2);
/// So many of the other moves that have to be answered count as one more.
const OTHERS: u32 = 4;
/// A move is searched until it is harder than the next easiest one by one part in so many, and by one.
const BEYOND: u32 = 8;
/// States expanded between two changes of turns. In every second one a move is searched until it is harder by one more: what has few states and
/// small numbers is else gone through again and again, from one move to the next.
const TURN: usize = 1 << 14;
/// States expanded between two looks at the clock.
const STEPS: usize = 256;
/// Entries of the table for each state that may be expanded, as so many are looked at; and at the most, unless there are more states.
const LOOKED_AT: (usize, usize) = (8, 1 << 21);
/// Entries of the table for each state that several threads may expand, as so many are new.
const NEW: usize = 2;
/// Entries of the table at the most.
const MOST_ENTRIES: usize = 1 << 24;
/// Entries of the table at the least.
const LEAST_ENTRIES: usize = 1 << 10;
/// What is remembered of the path.
const REMEMBERED_HERE: usize = 1 << 12;
/// States of which it is remembered how late something was found.
const MOST_REMEMBERED: usize = 1 << 22;
/// Moves that have decided count so much more.
const DECIDED: u32 = 16;
/// From here on all that is known of moves counts for half.
const OFTEN: u32 = 1 << 27;
/// Paths longer than that are not followed.
const LONGEST: usize = 4096;

/// An answer to one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The player who asks forces it.
    Won,
    /// He does not.
    Lost,
    /// It was not shown, and that may be for what nothing is to be said of.
    Untold,
    /// The budget ran out; the proof number and the disproof number that were come to.
    Spent(u32, u32),
}

/// A move and where it leads.
struct Kid<S> {
    state: S,
    number: u8,
    /// What the maximiser gains by it.
    gain: i16,
    found: Found,
}

/// A state of the path.
struct Frame<S, K> {
    state: S,
    key: K,
    /// The threshold from here on.
    k: i16,
    /// The player who asks is to move.
    asks: bool,
    mover: Colour,
    /// Its first move among those of the path.
    kids: usize,
    /// The move that is being searched.
    chosen: usize,
    /// Numbers of the player to move and of the other up to which it is searched.
    most: (u32, u32),
    /// Expanded before it.
    before: usize,
    serial: u64,
}

/// That something was lost for the player who asks because of states of the path: it is so as long as these are on it.
#[derive(Clone, Copy)]
struct LostHere<K> {
    key: K,
    maximising: bool,
    k: i16,
    fall: u8,
    rests: Rests,
    /// Of the last of the states on which it rests.
    serial: u64,
}

/// What the moves of a state come to.
struct Weighed {
    /// What is found, if they decide it.
    decided: Option<Found>,
    /// The move that is easiest for the player to move, how easy it is and how easy the next one.
    chosen: usize,
    easiest: u32,
    next: u32,
    /// How hard the hardest of them is for the other player, and what the others count.
    hardest: u32,
    besides: u32,
}

impl Weighed {
    /// Of the player to move and of the other.
    fn numbers(&self) -> (u32, u32) {
        (self.easiest, self.hardest.saturating_add(self.besides).min(INFINITE - 1))
    }
}

/// What is to be done next.
enum Next {
    Done(Found),
    Down(usize, (u32, u32)),
}

/// By who asks, by who moves: how often moves have decided.
type History = [[[u32; MOVES]; 2]; 2];

/// A search.
pub(super) struct Search<'a, G: Counted> {
    game: &'a G,
    /// Shared with the threads that help.
    table: Arc<Table<G::Key>>,
    here: Vec<Option<LostHere<G::Key>>>,
    history: Box<History>,
    path: Vec<Frame<G::State, G::Key>>,
    /// By some bits of their keys: how many states are on the path.
    on_path: Vec<u16>,
    kids: Vec<Kid<G::State>>,
    moves: Vec<(G::Move, G::State)>,
    claims: Vec<(usize, G::State)>,
    sights: Vec<Sight<G::Key>>,
    /// Moves to look at, those that have decided more often first: how often, less in the upper half; which; and its number.
    order: Vec<u64>,
    serial: u64,
    maximising: bool,
    pub expanded: usize,
    /// Which of the threads that look at a question together this is, from 0: every second one is patient when the others are not.
    number: usize,
    /// How late it was found what is forced from states, if that is remembered.
    pub found_at: Option<FxHashMap<G::Key, u64>>,
}

impl<'a, G: Counted> Search<'a, G> {
    pub fn new(game: &'a G, budget: Budget) -> Search<'a, G> {
        let looked_at = budget.states.saturating_mul(LOOKED_AT.0).min(LOOKED_AT.1);
        let wanted = looked_at.max(budget.states / 4).clamp(LEAST_ENTRIES, MOST_ENTRIES);
        Search::with(game, Arc::new(Table::within(wanted, LEAST_ENTRIES, budget)), 0)
    }

    /// Searches for so many threads more that look at a question which gets so many states: they have the same table.
    pub fn helpers(&mut self, many: usize, states: usize) -> Vec<Search<'a, G>> {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.reserve(states.saturating_mul(NEW));
            table.share(true);
        }
        let helper = |number| {
            let history = self.history.clone();
            Search { history, ..Search::with(self.game, Arc::clone(&self.table), number) }
        };
        (1..=many).map(helper).collect()
    }

    /// They are done.
    pub fn helped_by(&mut self, helpers: Vec<Search<'a, G>>) {
        self.expanded += helpers.into_iter().map(|helper| helper.expanded).sum::<usize>();
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.share(false);
        }
    }

    fn with(game: &'a G, table: Arc<Table<G::Key>>, number: usize) -> Search<'a, G> {
        Search {
            game,
            table,
            here: vec![None; REMEMBERED_HERE],
            history: Box::new([[[0; MOVES]; 2]; 2]),
            path: Vec::new(),
            on_path: vec![0; REMEMBERED_HERE],
            kids: Vec::new(),
            moves: Vec::new(),
            claims: Vec::new(),
            sights: Vec::new(),
            order: Vec::new(),
            serial: 0,
            maximising: true,
            expanded: 0,
            number,
            found_at: None,
        }
    }

    /// Forgets everything, and has room for so many entries.
    pub fn make_room(&mut self, entries: usize) {
        self.table = Arc::new(Table::new(entries));
    }

    /// Bounds of the value of a state, all that was gained counted, as far as they are known.
    pub fn known(&mut self, state: &G::State) -> Option<Bounds<i16>> {
        let gained = self.game.gained(state);
        match self.game.sight(state) {
            Sight::Over(value) => Some(Bounds::exactly(value + gained)),
            Sight::Endless | Sight::Untold => None,
            Sight::Open(key) => {
                let Entry { lower, upper, falls, .. } = self.look_up(&key, state);
                let lower = if self.fits(true, falls[1], gained) { lower.saturating_add(gained) } else { i16::MIN };
                let upper = if self.fits(false, falls[0], gained) { upper.saturating_add(gained) } else { i16::MAX };
                Some(Bounds { lower, upper })
            }
        }
    }

    /// Whether the maximiser comes to `k` at least, or the minimiser to less.
    /// Once it is `over` it is given up.
    pub fn ask(&mut self, root: &G::State, maximising: bool, k: i16, budget: Budget, over: &AtomicBool) -> Answer {
        self.maximising = maximising;
        let k = k - self.game.gained(root);
        let sight = self.game.sight(root);
        let found = self.look(root, sight, k);
        let Sight::Open(key) = sight else { return answer(found) };
        if !found.is_open() {
            return answer(found);
        }
        let until = self.expanded.saturating_add(budget.states);
        self.enter(*root, key, k, (INFINITE, INFINITE));
        loop {
            match self.next() {
                Next::Down(kid, most) => {
                    let spent = self.expanded.is_multiple_of(STEPS) && budget.is_spent(0, 0);
                    if self.expanded >= until || spent || over.load(Ordering::Relaxed) {
                        return answer(self.give_up());
                    }
                    let at = self.path.len() - 1;
                    let k = self.path[at].k - self.kids[kid].gain;
                    self.path[at].chosen = kid;
                    let state = self.kids[kid].state;
                    let Sight::Open(key) = self.game.sight(&state) else {
                        unreachable!("what is not open is decided at sight")
                    };
                    if Arc::strong_count(&self.table) > 1 {
                        // Others may have been there.
                        let found = self.look(&state, Sight::Open(key), k);
                        if found != self.kids[kid].found {
                            self.kids[kid].found = found;
                            continue;
                        }
                        self.turn_away(kid, key, k, most);
                    }
                    self.enter(state, key, k, most);
                }
                Next::Done(found) => {
                    let found = self.leave(found);
                    let Some(parent) = self.path.last() else { return answer(found) };
                    self.kids[parent.chosen].found = found;
                }
            }
        }
    }

    /// Leaves the path; what it has come to is kept. It is what has been found of the first state.
    fn give_up(&mut self) -> Found {
        loop {
            let weighed = self.weigh();
            let found = weighed.decided.unwrap_or_else(|| self.open(weighed.numbers()));
            let found = self.leave(found);
            let Some(parent) = self.path.last() else { return found };
            self.kids[parent.chosen].found = found;
        }
    }

    /// Whether what a player forces is not cut off because his gains fall too far.
    fn fits(&self, maximiser: bool, fall: u8, gained: i16) -> bool {
        let (gained, fall, limit) = (i32::from(gained), i32::from(fall), i32::from(self.game.limit()));
        let gained = if maximiser { gained } else { -gained };
        gained - fall > -limit
    }

    /// Whether the threshold `k` is at least as hard for the player who asks as `than`.
    fn is_as_hard(&self, k: i16, than: i16) -> bool {
        if self.maximising { k >= than } else { k <= than }
    }

    /// What is found of a state without looking at its moves.
    fn look(&mut self, state: &G::State, sight: Sight<G::Key>, k: i16) -> Found {
        let key = match sight {
            Sight::Over(value) if (value >= k) == self.maximising => return Found::won(0),
            Sight::Over(_) => return Found::forced_by_the_other(0),
            Sight::Endless => return Found::lost(0, Rests::NONE),
            Sight::Untold => return Found::lost(0, Rests::UNTOLD),
            Sight::Open(key) => key,
        };
        if let Some(met) = self.met(&key, k) {
            return Found::lost(0, met);
        }
        let entry = self.look_up(&key, state);
        let (maximising, gained) = (self.maximising, self.game.gained(state));
        let least = Forced { value: entry.lower, fall: entry.falls[1] };
        let most = Forced { value: entry.upper, fall: entry.falls[0] };
        let won_by = if least.value >= k && self.fits(true, least.fall, gained) {
            Some((true, least.fall))
        } else if most.value < k && self.fits(false, most.fall, gained) {
            Some((false, most.fall))
        } else {
            None
        };
        match won_by {
            Some((maximiser, fall)) if maximiser == maximising => return Found::won(fall),
            Some((_, fall)) => return Found::forced_by_the_other(fall),
            None => {}
        }
        let who = usize::from(maximising);
        let last = entry.last[who];
        if last.k != NEVER && last.disproof == 0 {
            let fall = last.proof as u8;
            if self.is_as_hard(k, last.k) && self.fits(!maximising, fall, gained) {
                return Found::lost(fall, Rests::NONE);
            }
        } else if last.k == k {
            if entry.here >> who & 1 == 1
                && let Some(lost) = self.lost_here(&key, k)
            {
                return lost;
            }
            return Found::open((last.proof.into(), last.disproof.into()));
        }
        let (to_come, to_hold) = self.game.estimate(state, Bounds { lower: entry.lower, upper: entry.upper }, k);
        Found::open(if maximising { (to_come, to_hold) } else { (to_hold, to_come) })
    }

    /// Where a state is met again on the path, with what is asked there no easier.
    fn met(&self, key: &G::Key, k: i16) -> Option<Rests> {
        if self.on_path[spread(key)] == 0 {
            return None;
        }
        let again = |frame: &Frame<G::State, G::Key>| frame.key == *key && self.is_as_hard(k, frame.k);
        let place = self.path.iter().rposition(again)? as u16 + 1;
        Some(Rests { first: place, last: place })
    }

    /// What was lost because of states that are still on the path.
    fn lost_here(&self, key: &G::Key, k: i16) -> Option<Found> {
        let lost = self.here[spread(key)].as_ref()?;
        let still = self.path.get(usize::from(lost.rests.last) - 1).is_some_and(|frame| frame.serial == lost.serial);
        let same = lost.key == *key && lost.maximising == self.maximising && lost.k == k;
        (still && same).then_some(Found::lost(lost.fall, lost.rests))
    }

    /// Puts a state on the path, with its moves.
    fn enter(&mut self, state: G::State, key: G::Key, k: i16, most: (u32, u32)) {
        let mover = self.game.mover(&state);
        let asks = (mover == self.game.maximiser()) == self.maximising;
        let kids = self.kids.len();
        self.serial += 1;
        let frame =
            Frame { state, key, k, asks, mover, kids, chosen: 0, most, before: self.expanded, serial: self.serial };
        self.path.push(frame);
        self.on_path[spread(&key)] += 1;
        self.expanded += 1;
        let mut moves = std::mem::take(&mut self.moves);
        let mut claims = std::mem::take(&mut self.claims);
        let mut order = std::mem::take(&mut self.order);
        let mut sights = std::mem::take(&mut self.sights);
        moves.clear();
        self.game.moves(&state, &mut moves);
        claims.clear();
        if asks && !self.maximising {
            self.game.claims(&state, &moves, &mut claims);
        }
        let history = &self.history[usize::from(self.maximising)][mover.index()];
        let numbers = moves.iter().map(|(mv, _)| G::number(mv)).chain(claims.iter().map(|(number, _)| *number));
        order.clear();
        order.extend(numbers.zip(0u64..).map(|(n, at)| u64::from(u32::MAX - history[n]) << 32 | at << 8 | n as u64));
        order.sort_unstable();
        let gained = self.game.gained(&state);
        let states = moves.iter().map(|(_, state)| state).chain(claims.iter().map(|(_, state)| state));
        sights.clear();
        sights.extend(states.map(|state| self.game.sight(state)));
        // What is looked at below is so fetched all at once.
        let touched = sights.iter().fold(0, |touched, sight| match sight {
            Sight::Open(key) => touched ^ self.table.touch(key),
            _ => touched,
        });
        std::hint::black_box(touched);
        for &packed in &order {
            let (at, number) = ((packed >> 8) as usize & 0xFF_FFFF, packed as u8);
            let state = moves.get(at).map_or_else(|| &claims[at - moves.len()].1, |(_, state)| state);
            let sight = sights[at];
            let gain = self.game.gained(state) - gained;
            let found = if self.path.len() < LONGEST {
                self.look(state, sight, k - gain)
            } else {
                Found::lost(0, Rests::UNTOLD)
            };
            self.kids.push(Kid { state: *state, number, gain, found });
            let decides = if asks { found.proof == 0 } else { found.disproof == 0 && found.rests.is_none() };
            if decides {
                break;
            }
        }
        (self.moves, self.claims, self.order, self.sights) = (moves, claims, order, sights);
    }

    /// What the moves of the last state of the path come to.
    fn weigh(&self) -> Weighed {
        let frame = &self.path[self.path.len() - 1];
        let (asks, maximising) = (frame.asks, self.maximising);
        // Of the player who asks if it is won, of the other if it is lost.
        let fall = |kid: &Kid<G::State>, won: bool| {
            let gain = if won == maximising { kid.gain } else { -kid.gain };
            (i16::from(kid.found.fall) - gain).clamp(0, u8::MAX.into()) as u8
        };
        let (mut easiest, mut next, mut chosen) = (INFINITE, INFINITE, usize::MAX);
        let (mut hardest, mut others) = (0, 0);
        let (mut falls, mut rests, mut finite) = (0, Rests::NONE, true);
        let mut decided: Option<Found> = None;
        for (at, kid) in self.kids.iter().enumerate().skip(frame.kids) {
            let (own, other) = kid.found.numbers(asks);
            if own == 0 {
                // What rests on nothing is better.
                let rests = kid.found.rests;
                if decided.is_none() || rests.is_none() {
                    decided = Some(Found { fall: fall(kid, asks), ..kid.found });
                }
                if rests.is_none() {
                    break;
                }
            } else if other == 0 {
                falls = falls.max(fall(kid, !asks));
                rests = rests.and(kid.found.rests);
                finite &= kid.found.finite;
            } else {
                (hardest, others) = (hardest.max(other), others + 1);
                if own < easiest {
                    (next, easiest, chosen) = (easiest, own, at);
                } else {
                    next = next.min(own);
                }
            }
        }
        if decided.is_none() && chosen == usize::MAX {
            decided = Some(if asks { Found { finite, ..Found::lost(falls, rests) } } else { Found::won(falls) });
        }
        Weighed { decided, chosen, easiest, next, hardest, besides: u32::saturating_sub(others, 1) / OTHERS }
    }

    fn open(&self, (own, other): (u32, u32)) -> Found {
        let asks = self.path[self.path.len() - 1].asks;
        Found::open(if asks { (own, other) } else { (other, own) })
    }

    /// What comes next for the last state of the path.
    fn next(&mut self) -> Next {
        let weighed = self.weigh();
        let (own, other) = weighed.numbers();
        let Weighed { chosen, next, .. } = weighed;
        let frame = &self.path[self.path.len() - 1];
        if let Some(found) = weighed.decided {
            let deciding = |kid: &&Kid<G::State>| kid.found.numbers(frame.asks).0 == 0;
            if let Some(kid) = self.kids[frame.kids..].iter().find(deciding) {
                let history = &mut self.history[usize::from(self.maximising)][frame.mover.index()];
                let much = &mut history[usize::from(kid.number)];
                *much += DECIDED;
                if *much > OFTEN {
                    history.iter_mut().for_each(|much| *much /= 2);
                }
            }
            return Next::Done(found);
        }
        let (most, most_other) = frame.most;
        if own >= most || other >= most_other {
            return Next::Done(self.open((own, other)));
        }
        let (kid_own, kid_other) = self.kids[chosen].found.numbers(frame.asks);
        let patience = 1 + ((self.expanded / TURN + self.number) % 2) as u32;
        let room = most.min(next.saturating_add(next / BEYOND + patience)).max(kid_own + 1);
        // It may become as hard as what is hardest may.
        let room_other = most_other.saturating_sub(weighed.besides).max(kid_other + 1).min(INFINITE);
        // The other player moves there, or the same.
        let asks_next = (self.game.mover(&self.kids[chosen].state) == self.game.maximiser()) == self.maximising;
        let same = asks_next == frame.asks;
        Next::Down(chosen, if same { (room, room_other) } else { (room_other, room) })
    }

    /// Takes the last state off the path; what is found of it is kept.
    fn leave(&mut self, mut found: Found) -> Found {
        let Some(frame) = self.path.pop() else { return found };
        self.kids.truncate(frame.kids);
        self.on_path[spread(&frame.key)] -= 1;
        let depth = self.path.len();
        if found.disproof == 0 && !found.rests.is_none() {
            found.rests = found.rests.left(depth);
        }
        self.keep(&frame, found);
        found
    }
}

fn answer(found: Found) -> Answer {
    match found {
        Found { proof: 0, .. } => Answer::Won,
        Found { disproof: 0, rests, .. } if rests.is_none() => Answer::Lost,
        Found { disproof: 0, .. } => Answer::Untold,
        Found { proof, disproof, .. } => Answer::Spent(proof, disproof),
    }
}

/// Some bits of a key.
fn spread<K: Key>(key: &K) -> usize {
    (key.spread() >> 40) as usize % REMEMBERED_HERE
}
