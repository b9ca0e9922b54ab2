//! The schedule: in which order the answers to a text's questions are sought, and with what part of the budget.
//!
//! A text asks questions that are answered by yes or no ([`Ask`]), and says what follows from as many of the answers as there are. How a question
//! is answered is the business of a [`Seeker`]. [`climb`] lets the text ask again on every rung of a ladder until nothing is open,
//! and what has been answered once is remembered: so questions share what is known of each other, and none gets the whole
//! budget before all have had a small part of it.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::evidence::Known;
use super::local::LEVELS;

/// On boards of at most so many points what follows from a position is listed; on larger ones questions are searched.
pub const LARGEST_LISTED: usize = 16;

/// What a search leaves open is listed after all, with such a part of the budget: positions with few empty points and many kos.
pub const LISTED_AFTER_SEARCHES: usize = 16;

/// States expanded in any case to say what a rule decides ([`decided_by`](super::line::decided_by)) on a board of so many points; on small ones that is soon done.
#[must_use]
pub fn least_for(points: usize) -> usize {
    if points <= LARGEST_LISTED { 200_000 } else { 4_000 }
}

/// Who answers questions, as far as he can.
pub trait Ask<Q> {
    /// The answer; `None` if it is not known.
    fn ask(&mut self, question: Q) -> Option<bool>;
}

impl<Q, F: FnMut(Q) -> Option<bool>> Ask<Q> for F {
    fn ask(&mut self, question: Q) -> Option<bool> {
        self(question)
    }
}

/// How answers are sought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// By what is seen at sight and, where that is not enough, by a search for each question.
    Search,
    /// By a list of all that follows from the position.
    List,
}

/// One attempt at all questions that are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// How.
    pub by: By,
    /// Each question gets one of so many parts of the budget.
    pub part: usize,
    /// It is looked at, too, what is seen after each play of the one who moves first, with so many states for each region.
    pub plays: Option<usize>,
    /// Only what is expected is tried.
    pub trusts: bool,
}

impl Rung {
    const fn search(part: usize) -> Rung {
        Rung { by: By::Search, part, plays: None, trusts: false }
    }

    const fn list(part: usize) -> Rung {
        Rung { by: By::List, part, plays: None, trusts: false }
    }

    const fn trusting(part: usize) -> Rung {
        Rung { trusts: true, ..Rung::search(part) }
    }

    const fn with_plays(self, states: usize) -> Rung {
        Rung { plays: Some(states), ..self }
    }
}

/// The rungs of a ladder, the first by itself.
pub type Rungs = (Rung, &'static [Rung]);

/// On small boards, and where all that follows is known: lists.
pub const LISTED: Rungs = (Rung::list(1), &[]);

/// On larger boards: searches with more and more room, and lists last.
pub const SEARCHED: Rungs = (
    Rung::search(1024),
    &[
        Rung::search(256),
        Rung::search(64).with_plays(LEVELS[0]),
        Rung::search(16),
        Rung::search(4),
        Rung::search(1).with_plays(LEVELS[1]),
        Rung::list(LISTED_AFTER_SEARCHES),
    ],
);

/// Where something is expected it is tried by itself, each time before a rung that gives as much or more.
const EXPECTED: [Rung; 5] =
    [Rung::trusting(1024), Rung::trusting(256), Rung::trusting(64), Rung::trusting(16), Rung::trusting(4)];

/// On larger boards where all of the budget is given to one question after the other.
pub const SEARCHED_WHOLE: Rungs = (Rung::search(1), &[Rung::list(LISTED_AFTER_SEARCHES)]);

/// On larger boards where only some questions can be searched.
pub const SEARCHED_ONCE: Rungs = (Rung::search(1), &[Rung::list(1)]);

/// What is known of the questions about one position, each answer with what it rests on.
#[derive(Clone, Debug)]
pub struct Answered<Q, L> {
    answers: FxHashMap<Q, Known<L>>,
    /// Asked last, and without an answer.
    open: Vec<Q>,
}

impl<Q, L> Default for Answered<Q, L> {
    fn default() -> Answered<Q, L> {
        Answered { answers: FxHashMap::default(), open: Vec::new() }
    }
}

impl<Q: Copy + Eq + Hash, L> Answered<Q, L> {
    /// The answer to a question, if it is known.
    #[must_use]
    pub fn get(&self, question: Q) -> Option<bool> {
        self.known(question).map(|known| known.holds)
    }

    /// The answer to a question and what it rests on.
    #[must_use]
    pub fn known(&self, question: Q) -> Option<&Known<L>> {
        self.answers.get(&question)
    }

    /// The questions that were asked on the last rung and left open.
    #[must_use]
    pub fn open(&self) -> &[Q] {
        &self.open
    }

    /// Forgets everything, for another position.
    pub fn clear(&mut self) {
        self.answers.clear();
        self.open.clear();
    }
}

/// Who seeks answers for the questions of a text about one position.
pub trait Seeker<Q> {
    /// The play that shows an answer.
    type Line;

    /// Whether something is expected, so that it is tried by itself first. What is found then holds whatever is expected.
    fn expects(&self) -> bool {
        false
    }

    /// Gets ready for a rung, given what is known.
    fn begin(&mut self, rung: Rung, known: &Answered<Q, Self::Line>);

    /// The answer to a question that has none yet, and what it rests on; `None` if this rung does not give it.
    fn seek(&mut self, question: Q) -> Option<Known<Self::Line>>;
}

/// Lets `judge` ask its questions rung by rung until nothing is `open` in what it says: what it says last.
pub fn climb<Q: Copy + Eq + Hash, S: Seeker<Q>, T>(
    (first, more): Rungs,
    seeker: &mut S,
    known: &mut Answered<Q, S::Line>,
    mut judge: impl FnMut(&mut dyn Ask<Q>) -> T,
    is_open: impl Fn(&T) -> bool,
) -> T {
    let mut trusted: &[Rung] = if first.by == By::Search && seeker.expects() { &EXPECTED } else { &[] };
    let mut on = |rung: Rung| {
        seeker.begin(rung, known);
        let mut open = Vec::new();
        let mut answer = |question: Q| {
            if let Some(answer) = known.get(question) {
                return Some(answer);
            }
            let found = seeker.seek(question);
            let answer = found.as_ref().map(|found| found.holds);
            match found {
                Some(found) => drop(known.answers.insert(question, found)),
                None if !open.contains(&question) => open.push(question),
                None => {}
            }
            answer
        };
        let said = judge(&mut answer);
        known.open = open;
        said
    };
    let mut said = None;
    for &rung in [first].iter().chain(more) {
        let due = trusted.iter().take_while(|expected| expected.part >= rung.part).count();
        for &rung in trusted[..due].iter().chain([&rung]) {
            if said.as_ref().is_none_or(&is_open) {
                said = Some(on(rung));
            }
        }
        trusted = &trusted[due..];
    }
    said.unwrap_or_else(|| on(first))
}
