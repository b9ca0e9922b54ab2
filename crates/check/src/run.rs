//! Going through the suites: what is done, what is found, what could not be checked.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::cause::{OTHER_SIZE, REFUSES_A_PASS, of_answer, of_trouble};
use super::engine::{Engine, Got, MOST_TROUBLES};
use super::evidence::{Asked, REFUSED};
use super::family::Family;
use super::findings::{Done, State};
use super::jobs::{Job, Suite};
use super::journal::Journal;
use super::reference::Reference;
use super::shrink::Effort;
use super::{Disagreement, MoveRecord, Question};
use crate::board::index::Index;
use crate::board::plain::PlainPosition;
use crate::foreign;
use crate::gtp::game::GtpGame;
use crate::gtp::peer::Trouble;

/// Whether a question is answered by the position on the board.
fn asks_stones(question: &Question) -> bool {
    matches!(question, Question::Stones | Question::Undo(_))
}

/// What cannot be checked if the rules are in doubt: as they were set, and as the engine declares them.
pub const DOUBTS: [&str; 2] = ["rules as set", "rules as declared"];
/// Why an answer is no evidence.
pub const CHANGES: &str = "the engine changes its answer";
/// A check in progress.
pub struct Checker {
    /// The engine.
    pub engine: Engine,
    /// The judge.
    pub reference: Reference,
    /// What it has come to.
    pub state: State,
    /// Witnesses of larger boards have at least so many rows and columns.
    pub smallest: (usize, usize),
    /// Positions of which scores and statuses have been asked in the job in work.
    pub(super) seen: HashSet<PlainPosition>,
    /// The same for the other jobs.
    seen_by: HashMap<usize, HashSet<PlainPosition>>,
    /// Commands that brought trouble twice: they are not asked again.
    avoided: HashSet<&'static str>,
    pub(super) now: Done,
    /// What the unit in work has found: kept when it is done.
    found: Vec<(Suite, Disagreement)>,
    right: Vec<(Family, Asked)>,
    /// For making one disagreement smaller.
    pub effort: Effort,
    /// The time in which all witnesses together are made small, if that is limited.
    pub witness_time: Option<Duration>,
    /// About how many commands a unit may send, where it can do with fewer: a slow engine would not come to the end of one.
    pub allowance: Option<u64>,
    /// Where units are noted as they are done.
    pub journal: Option<Journal>,
    /// Why the journal cannot be written: the run stops there.
    pub unwritten: Option<std::io::Error>,
    /// The numbering of the positions of the board in work.
    pub(super) index: Option<Index>,
    /// For random choices; the same for the same unit of the same job.
    pub(super) seed: u64,
}

/// Where a run stops before its end.
pub struct Bounds<'a> {
    /// Set when the user wants to stop.
    pub stop: &'a AtomicBool,
    /// When the time is up.
    pub until: Option<Instant>,
}

impl Bounds<'_> {
    fn reached(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.until.is_some_and(|t| Instant::now() >= t)
    }
}

impl Checker {
    /// A check of `engine` that goes on from `state`.
    #[must_use]
    pub fn new(engine: Engine, reference: Reference, state: State, seed: u64) -> Checker {
        let (seen, avoided) = (HashSet::new(), HashSet::new());
        Checker {
            engine,
            reference,
            state,
            smallest: (1, 1),
            seen,
            seen_by: HashMap::new(),
            avoided,
            now: Done::default(),
            found: Vec::new(),
            right: Vec::new(),
            effort: Effort::default(),
            witness_time: None,
            allowance: None,
            journal: None,
            unwritten: None,
            index: None,
            seed,
        }
    }

    /// Goes through the jobs; `progress` is told of each unit done. Where time is short every job gets its share: one that does not
    /// need all of its own leaves it to those that come after it, and what is left in the end goes to those that are not done.
    ///
    /// # Errors
    /// The engine had to be given up; what was done so far is in the state.
    pub fn run(&mut self, bounds: &Bounds, mut progress: impl FnMut(&Job, u64)) -> Result<(), Trouble> {
        let mut refused = HashSet::new();
        loop {
            let is_open = |(job, done): &(Job, Done)| done.units < job.units;
            let open = |at: &usize| is_open(&self.state.jobs[*at]) && !refused.contains(at);
            let jobs: Vec<usize> = (0..self.state.jobs.len()).filter(open).collect();
            if jobs.is_empty() {
                return Ok(());
            }
            for (i, &at) in jobs.iter().enumerate() {
                if bounds.reached() || self.unwritten.is_some() {
                    return Ok(());
                }
                if !self.can_begin(&self.state.jobs[at].0.clone())? {
                    refused.insert(at);
                    continue;
                }
                let share = bounds.until.map(|until| {
                    let left = until.saturating_duration_since(Instant::now());
                    Instant::now() + left / (jobs.len() - i) as u32
                });
                self.work(at, &Bounds { until: share, ..*bounds }, &mut progress)?;
            }
        }
    }

    /// Goes on with a job until its share of the time is used up; one unit is done in any case.
    fn work(&mut self, at: usize, share: &Bounds, progress: &mut impl FnMut(&Job, u64)) -> Result<(), Trouble> {
        let (job, done) = self.state.jobs[at].clone();
        self.index = None;
        self.seen = std::mem::take(self.seen_by.entry(at).or_default());
        for unit in done.units..job.units {
            if share.stop.load(Ordering::Relaxed) || unit > done.units && share.reached() {
                break;
            }
            self.now = Done::default();
            if let Some(until) = share.until {
                self.allowance = Some(self.engine.commands_until(until));
            }
            let result = self.unit(&job, unit);
            if share.stop.load(Ordering::Relaxed) {
                // What was found in half a unit will be found when it is done again: it is to be counted once.
                self.found.clear();
                self.right.clear();
                break;
            }
            let total = &mut self.state.jobs[at].1;
            total.questions += self.now.questions;
            total.skipped += self.now.skipped;
            total.declined += self.now.declined;
            total.disagreements += self.found.len() as u64;
            // Also where the engine is given up: the unit has been tried, and what came of it is counted.
            total.units = unit + 1;
            let total = *total;
            if let Some(journal) = &mut self.journal
                && let Err(error) = journal.unit(&job, total, &self.found, &self.state)
            {
                self.unwritten = Some(error);
            }
            self.settle();
            result?;
            if self.unwritten.is_some() {
                break;
            }
            progress(&job, unit + 1);
        }
        let seen = std::mem::take(&mut self.seen);
        self.seen_by.insert(at, seen);
        Ok(())
    }

    /// Keeps what has been found.
    pub(super) fn settle(&mut self) {
        for (suite, found) in std::mem::take(&mut self.found) {
            self.state.evidence.wrong(&mut self.reference, suite, found, 1);
        }
        for (family, asked) in std::mem::take(&mut self.right) {
            self.state.evidence.right(&mut self.reference, family, asked);
        }
    }

    /// Whether the engine can do a job; notes why not.
    fn can_begin(&mut self, job: &Job) -> Result<bool, Trouble> {
        let Some(grid) = job.grid else { return Ok(true) };
        if let Err(why) = self.engine.accepts(grid)? {
            self.could_not(format!("board {grid}"), &why);
            if why.starts_with("accepts ") {
                // Not a board it lacks, but one it says it has.
                let record = MoveRecord { grid, moves: Vec::new() };
                let cause = OTHER_SIZE.to_string();
                let (expected, clause) = ("a refusal, or this board".to_string(), "GTP 2, boardsize".to_string());
                let found = Disagreement { record, question: Question::Stones, expected, clause, got: why, cause };
                self.note(job.suite, found);
                self.settle();
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Notes what could not be checked, once.
    pub fn could_not(&mut self, what: String, why: &str) {
        let entry = (what, why.to_string());
        if !self.state.unchecked.contains(&entry) {
            self.state.unchecked.push(entry);
        }
    }

    /// Whether a question can and may be asked; notes why not.
    pub(super) fn may_ask(&mut self, question: &Question) -> bool {
        if self.avoided.contains(question.command()) {
            return false;
        }
        match self.engine.can(question) {
            Ok(()) => true,
            Err(why) => {
                self.could_not(question.command().to_string(), &why);
                false
            }
        }
    }

    /// Puts a question that a suite has chosen: counts it and notes a disagreement.
    pub(super) fn put(&mut self, suite: Suite, record: &MoveRecord, question: &Question) -> Result<(), Trouble> {
        let record = &record.for_question(question);
        let lacks_pass = self.engine.lacks_pass(record);
        if lacks_pass || !self.may_ask(question) || self.reference.answer(record, question).is_none() {
            self.now.skipped += 1;
            return Ok(());
        }
        self.now.questions += 1;
        if let Some(found) = self.examine(record, question)? {
            self.note(suite, found);
        }
        Ok(())
    }

    /// Asks the engine from an empty board and compares.
    ///
    /// # Errors
    /// The engine has to be given up.
    pub fn examine(&mut self, record: &MoveRecord, question: &Question) -> Result<Option<Disagreement>, Trouble> {
        if self.avoided.contains(question.command()) || !matches!(self.engine.accepts(record.grid), Ok(Ok(()))) {
            return Ok(None);
        }
        let record = &record.for_question(question);
        if self.engine.lacks_pass(record) {
            return Ok(None);
        }
        let Some(expected) = self.reference.answer(record, question) else { return Ok(None) };
        // Trouble may pass: an engine that was started anew is asked once more.
        let got = match self.engine.answer(record, question) {
            Err(_) => self.engine.answer(record, question),
            got => got,
        };
        let disagreement = |cause: String, got: String| {
            let (record, question) = (record.clone(), *question);
            Disagreement {
                record,
                question,
                expected: expected.answer.clone(),
                clause: expected.clause.clone(),
                got,
                cause,
            }
        };
        match got {
            Err(trouble @ Trouble::Stopped { .. }) => Err(trouble),
            Err(trouble) => {
                if self.engine.troubles.len() > MOST_TROUBLES {
                    return Err(trouble);
                }
                self.avoided.insert(question.command());
                self.could_not(question.command().to_string(), &format!("it was not asked again after: {trouble}"));
                Ok(Some(disagreement(of_trouble(&trouble), trouble.to_string())))
            }
            Ok(Got::Answer(text)) if text == expected.answer => {
                self.note_right(record, question, &text);
                Ok(None)
            }
            Ok(Got::Declined(why)) => {
                self.now.declined += 1;
                let what = format!("{} of some positions", question.command());
                if !self.state.unchecked.iter().any(|(known, _)| *known == what) {
                    self.could_not(what, &format!("the engine declines, at first with `{}`", foreign::line(&why)));
                }
                Ok(None)
            }
            Ok(Got::Refused(at, error)) => Ok(Some(self.refusal(record, at, &error))),
            // A layout that was guessed by its shape, however well, is no word of the engine.
            Ok(Got::Unusable(_)) if self.engine.ways.layout.is_some() && asks_stones(question) => {
                self.could_not(
                    "showboard of some positions".to_string(),
                    "the board is not found in the answer by its shape",
                );
                Ok(None)
            }
            Ok(got) => {
                let cause = of_answer(&mut self.reference, record, question, &expected.answer, &got);
                let (Got::Answer(text) | Got::Unusable(text) | Got::Declined(text) | Got::Refused(_, text)) = got;
                Ok(Some(disagreement(cause, text)))
            }
        }
    }

    /// A move of the record that the engine refuses: a disagreement about that move.
    fn refusal(&mut self, record: &MoveRecord, at: usize, error: &str) -> Disagreement {
        let made = record.moves[at];
        let before = record.with_moves(at);
        let got = format!("0{REFUSED}{error})");
        let Some(p) = made.point else {
            let (expected, clause) = ("1".to_string(), "GTP 2, play".to_string());
            let cause = REFUSES_A_PASS.to_string();
            let record = record.with_moves(at + 1);
            return Disagreement { record, question: Question::Stones, expected, clause, got, cause };
        };
        let question = Question::Legal(made.player, p);
        let expected = self.reference.answer(&before, &question).map(|e| (e.answer, e.clause)).unwrap_or_default();
        let said = Got::Answer("0".to_string());
        let cause = of_answer(&mut self.reference, &before, &question, &expected.0, &said);
        Disagreement { record: before, question, expected: expected.0, clause: expected.1, got, cause }
    }

    /// Notes a disagreement that a suite has found.
    pub(super) fn note(&mut self, suite: Suite, found: Disagreement) {
        self.found.push((suite, found));
    }

    /// Notes a right answer, as long as such are of use for telling causes apart.
    pub(super) fn note_right(&mut self, record: &MoveRecord, question: &Question, answer: &str) {
        let Some(game) = self.reference.game(record) else { return };
        self.note_right_in(&game, record, question, answer);
    }

    /// The same at the end of this game.
    pub(super) fn note_right_in(&mut self, game: &GtpGame, record: &MoveRecord, question: &Question, answer: &str) {
        let family = Family::of(game, question);
        let waiting = self.right.iter().filter(|(of, _)| *of == family).count();
        if self.state.evidence.wants(family, waiting) {
            let (record, expected, got) = (record.clone(), answer.to_string(), answer.to_string());
            self.right.push((family, Asked { record, question: *question, expected, got }));
        }
    }

    /// Whether a question is not asked any more: its command has brought trouble twice.
    pub(super) fn is_avoided(&self, question: &Question) -> bool {
        self.avoided.contains(question.command())
    }

    /// What has been found, without any more questions: no witness is made smaller.
    pub(super) fn forget_unit(&mut self) {
        self.found.clear();
        self.right.clear();
    }
}
