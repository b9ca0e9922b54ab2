//! Games that end in a number: does a player come to at least so much? Each such question is a game won or lost, in which a sequence
//! without end is lost by the player who asks. One depth-first proof-number search ([`search`]) answers all of them about a position, with
//! one bounded table ([`table`]) for all thresholds and both players.
//!
//! * Keys are exact: states, never hashes of them.
//! * What is gained on the way (prisoners) is no part of a key: states that differ only in that share what is known of them, as *what is
//!   forced from there on*. A game may end when somebody has gained so much. So each win says how far the winner's gains may *fall* on the
//!   way, and is used only where that does not end the game before.
//! * A bound is kept only where a finite tree shows it, in which whatever is met again counts as failure of the player who asks. So it does
//!   not depend on the path, nor on the order of the search, nor on what has been forgotten when the table is full.
//! * That somebody does *not* come to so much may rest on a state met again on the path. It counts for good only once all such states
//!   lie below the one that it is said of. A state met again with other gains is none, unless what is asked has become harder.
//!
//! The claims and their proofs are in `docs/src/reach.md` (*Thresholds*).

mod found;
mod game;
mod search;
mod table;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ScopedJoinHandle;

use rustc_hash::FxHashMap;

pub use self::game::{Counted, Forced, MOVES, Sight, Sure, missing, on_the_whole};
use self::search::{Answer, Search};
pub use self::table::Key;
use super::score::Score;
use super::{Bounds, Budget, clock};

/// What has been found of a threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// The maximiser forces it.
    Forced,
    /// He does not, or his opponent forces less.
    Prevented,
    /// Neither is forced in finitely many moves, or nothing is to be said of it.
    Endless,
    /// The budget ran out.
    Open,
}

impl Settled {
    /// Whether the maximiser forces it, where that was found.
    #[must_use]
    pub fn told(self) -> Option<bool> {
        match self {
            Settled::Forced => Some(true),
            Settled::Prevented => Some(false),
            Settled::Endless | Settled::Open => None,
        }
    }
}

/// Of these states so many take as long as one of other searches.
const CHEAP: usize = 4;

/// What a search of thresholds may use where other questions have this budget: it takes about as long.
#[must_use]
pub fn for_thresholds(budget: Budget) -> Budget {
    Budget { states: budget.states.saturating_mul(CHEAP), ..budget }
}

/// States expanded for a question in the first round; in each further one three times as many.
const FIRST_ROUND: usize = 200;

/// The question of two that looks nearer to being won gets so many times as much as any other.
const NEARER: usize = 3;

/// Questions about a value from this one on are asked only where nothing is to be said of any before.
const IF_NOTHING_ELSE: usize = 4;

/// Several threads look at a question together if it gets so many states.
const TOGETHER: usize = 2_000;

/// Thresholds of one game. What is found serves all questions.
pub struct Thresholds<'a, G: Counted> {
    search: Search<'a, G>,
    /// How many threads look at a question together, if it gets so many states.
    threads: usize,
    together: usize,
}

impl<'a, G: Counted> Thresholds<'a, G> {
    /// Of a game; the table is as large as a question with this budget can use.
    #[must_use]
    pub fn new(game: &'a G, budget: Budget) -> Thresholds<'a, G> {
        Thresholds { search: Search::new(game, budget), threads: budget.threads, together: TOGETHER }
    }

    /// With a table of so many entries, or somewhat more; what is known is forgotten.
    #[must_use]
    pub fn with_room(mut self, entries: usize) -> Thresholds<'a, G> {
        self.search.make_room(entries);
        self
    }

    /// All questions are looked at together that get so many states.
    #[must_use]
    pub fn together_from(self, states: usize) -> Thresholds<'a, G> {
        Thresholds { together: states, ..self }
    }

    /// It is remembered how late something was found: by one thread.
    #[must_use]
    pub fn remembering(mut self) -> Thresholds<'a, G> {
        self.threads = 1;
        self.search.found_at = Some(FxHashMap::default());
        self
    }

    /// Whether the maximiser is known to come to `k` from a state, or not to come to it; and how late that was found: later than what it rests on,
    /// if that is remembered.
    pub fn told(&mut self, state: &G::State, k: i16) -> Option<(bool, u64)> {
        let known = self.search.known(state)?;
        let holds = if known.lower >= k {
            true
        } else if known.upper < k {
            false
        } else {
            return None;
        };
        Some((holds, self.search.found_at(state)))
    }

    /// States expanded so far.
    #[must_use]
    pub fn expanded(&self) -> usize {
        self.search.expanded
    }

    /// Asks, in all threads if that is worth while: who first finds the answer tells the others that it is over.
    fn ask(&mut self, root: &G::State, maximising: bool, k: i16, budget: Budget) -> Answer {
        let over = AtomicBool::new(false);
        if self.threads <= 1 || budget.states < self.together {
            return self.search.ask(root, maximising, k, budget, &over);
        }
        let mut helpers = self.search.helpers(self.threads - 1, budget.states);
        let (each, left) = (budget.part(self.threads), clock::left());
        let ask = |search: &mut Search<'a, G>| {
            let answer = search.ask(root, maximising, k, each, &over);
            over.store(true, Ordering::Relaxed);
            answer
        };
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let help = |helper| scope.spawn(|| clock::within(left, || ask(helper)));
            let helping: Vec<_> = helpers.iter_mut().map(help).collect();
            let answer = ask(&mut self.search);
            let join =
                |helper: ScopedJoinHandle<'_, Answer>| helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            [answer].into_iter().chain(helping.into_iter().map(join)).collect()
        });
        self.search.helped_by(helpers);
        // Who has been stopped has nothing to say if another has the answer.
        let told = |answer: &&Answer| matches!(answer, Answer::Won | Answer::Lost);
        let ended = |answer: &&Answer| !matches!(answer, Answer::Spent(..));
        *answers.iter().find(told).or_else(|| answers.iter().find(ended)).unwrap_or(&answers[0])
    }

    /// Whether the maximiser forces at least `k`, or the minimiser less (not `maximising`), all that was gained counted; `None` if the budget
    /// ran out, or nothing can be told.
    pub fn forces(&mut self, state: &G::State, maximising: bool, k: i16, budget: Budget) -> Option<bool> {
        match self.ask(state, maximising, k, budget) {
            Answer::Won => Some(true),
            Answer::Lost => Some(false),
            Answer::Untold | Answer::Spent(..) => None,
        }
    }

    /// Whether the maximiser forces at least `k`, or the minimiser less: both are asked in turn, in rounds. It `recurs` if the maximiser may also come
    /// to it by going on for ever.
    pub fn settle(&mut self, start: &G::State, k: i16, recurs: bool, budget: Budget) -> Settled {
        let end = self.search.expanded.saturating_add(budget.states);
        let mut open = [true, true];
        let mut numbers = [None; 2];
        let mut round = FIRST_ROUND;
        while open != [false, false] {
            let nearer = nearer(numbers);
            for which in if nearer == Some(1) { [1, 0] } else { [0, 1] } {
                if !open[which] {
                    continue;
                }
                let maximising = which == 0;
                let share = if nearer == Some(which) { round.saturating_mul(NEARER) } else { round };
                let states = share.min(end.saturating_sub(self.search.expanded));
                if budget.is_spent(0, 0) || states == 0 {
                    return Settled::Open;
                }
                match self.ask(start, maximising, k, Budget { states, ..budget }) {
                    Answer::Won => return if maximising { Settled::Forced } else { Settled::Prevented },
                    Answer::Lost if maximising && !recurs => return Settled::Prevented,
                    Answer::Lost | Answer::Untold => open[which] = false,
                    Answer::Spent(proof, disproof) => numbers[which] = Some((proof, disproof)),
                }
            }
            round = round.saturating_mul(3);
        }
        Settled::Endless
    }

    /// `lo` and `hi` of `start`, of which bounds are known from elsewhere, as far as they are found within the budget, which all questions
    /// share.
    pub fn score(&mut self, start: &G::State, known: Bounds<i16>, budget: Budget) -> Score {
        let known = self.search.known(start).map_or(known, |seen| seen.within(known));
        let mut found = Score { lo: known, hi: known };
        let end = self.search.expanded.saturating_add(budget.states);
        // Nothing is to be said of these.
        let mut untold = Vec::new();
        let mut numbers = [None; 2];
        let mut round = FIRST_ROUND;
        loop {
            let nearer = nearer(numbers);
            let (before, mut spent) = (found, Vec::new());
            for which in if nearer == Some(1) { [1, 0, 2, 3, 4, 5] } else { [0, 1, 2, 3, 4, 5] } {
                if which >= IF_NOTHING_ELSE && !spent.is_empty() {
                    break;
                }
                let mut left = if nearer == Some(which) { round.saturating_mul(NEARER) } else { round };
                while let Some(question) = asked(&found, which)
                    && !untold.contains(&question)
                    && !spent.contains(&question)
                {
                    let before = self.search.expanded;
                    if budget.is_spent(0, 0) || before >= end {
                        return found;
                    }
                    match self.learn(start, question, &mut found, Budget { states: left.min(end - before), ..budget }) {
                        Answer::Spent(proof, disproof) => {
                            spent.push(question);
                            if let Some(numbers) = numbers.get_mut(which) {
                                *numbers = Some((proof, disproof));
                            }
                        }
                        Answer::Untold => untold.push(question),
                        Answer::Won | Answer::Lost => {}
                    }
                    left = left.saturating_sub(self.search.expanded - before);
                }
            }
            if spent.is_empty() && found == before {
                return found;
            }
            round = round.saturating_mul(3);
        }
    }

    /// Asks whether the maximiser comes to so much, or the minimiser to less, and narrows what has been found.
    fn learn(&mut self, start: &G::State, (maximising, k): (bool, i16), found: &mut Score, budget: Budget) -> Answer {
        let answer = self.ask(start, maximising, k, budget);
        if let Answer::Won | Answer::Lost = answer {
            learn(found, maximising, k, answer == Answer::Won);
            // That one player does not force it may have shown that the other prevents it.
            if let Some(known) = self.search.known(start) {
                *found = Score { lo: known.within(found.lo), hi: known.within(found.hi) };
            }
        }
        answer
    }
}

/// Which of two questions looks nearer to being won, by proof and disproof numbers, once both are known.
fn nearer(numbers: [Option<(u32, u32)>; 2]) -> Option<usize> {
    let [Some(one), Some(other)] =
        numbers.map(|numbers| numbers.map(|(proof, disproof)| (u64::from(proof), u64::from(disproof))))
    else {
        return None;
    };
    Some(usize::from(other.0 * one.1 < one.0 * other.1))
}

/// A threshold that is worth asking about, if there is one: whether the maximiser comes to so much, or the minimiser to less. The ends come first:
/// what one player holds, or takes from the other, is most often all that there is; then the next step of each player, which gives bounds.
fn asked(found: &Score, which: usize) -> Option<(bool, i16)> {
    let Score { lo, hi } = found;
    let middle = |Bounds { lower, upper }: &Bounds<i16>| lower + (upper - lower) / 2 + 1;
    let (maximising, k) = [
        (true, lo.upper),
        (false, hi.lower + 1),
        (true, lo.lower + 1),
        (false, hi.upper),
        (true, middle(lo)),
        (false, middle(hi)),
    ][which];
    let bounds = if maximising { lo } else { hi };
    (k > bounds.lower && k <= bounds.upper).then_some((maximising, k))
}

/// What an answer says: what a player forces bounds `lo` and `hi`, what he does not only one of them.
fn learn(found: &mut Score, maximising: bool, k: i16, won: bool) {
    let Score { lo, hi } = found;
    match (maximising, won) {
        (true, true) => {
            lo.lower = lo.lower.max(k);
            hi.lower = hi.lower.max(k);
        }
        (true, false) => lo.upper = lo.upper.min(k - 1),
        (false, true) => {
            hi.upper = hi.upper.min(k - 1);
            lo.upper = lo.upper.min(k - 1);
        }
        (false, false) => hi.lower = hi.lower.max(k),
    }
}
