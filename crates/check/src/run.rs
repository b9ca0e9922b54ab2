//! Going through the suites: what is done, what is found, what could not be checked.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::cause::{UNEXPLAINED, of_answer, of_trouble};
use super::classes::NOT_REPEATED;
use super::engine::{Engine, Got, MOST_TROUBLES};
use super::ko::Implemented;
use super::reference::Reference;
use super::shrink::{Effort, shrink};
use super::suites::{Job, Suite};
use super::{Disagreement, MoveRecord, Question};
use crate::board::index::Index;
use crate::board::plain::PlainPosition;
use crate::foreign;
use crate::gtp::peer::Trouble;

/// Disagreements of one cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The suite that found it first.
    pub suite: Suite,
    /// How often it was found.
    pub count: u64,
    /// A smallest one.
    pub witness: Disagreement,
    /// The moves of the first one found, before it was made smaller.
    pub found_with: usize,
}

impl Finding {
    /// By which it is known again: the cause, and the witness too where the cause explains nothing.
    #[must_use]
    pub fn key(&self) -> String {
        if self.witness.cause == UNEXPLAINED { unexplained(&self.witness) } else { self.witness.cause.clone() }
    }
}

fn unexplained(found: &Disagreement) -> String {
    format!("{}: {} {}: {} for {}", found.cause, found.record.grid, found.record.text(), found.got, found.expected)
}

/// What has been done of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Units gone through.
    pub units: u64,
    /// Questions that the text answers and the engine was asked.
    pub questions: u64,
    /// Questions that were not asked: not settled, not decided within the budget, or beyond the engine.
    pub skipped: u64,
    /// Questions that the engine declined to answer.
    pub declined: u64,
    /// Answers that were not the text's.
    pub disagreements: u64,
}

/// Everything a check has come to, so far.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// By job, in their order.
    pub jobs: Vec<(Job, Done)>,
    /// By key.
    pub findings: BTreeMap<String, Finding>,
    /// What the engine implements of the ko rules.
    pub implemented: Option<Implemented>,
    /// What could not be checked, and why.
    pub unchecked: Vec<(String, String)>,
    /// Disagreements of unexplained causes that were not made smaller, because there were too many.
    pub left_large: u64,
}

/// What units add to a state besides the counts of their job.
type SoFar = (BTreeMap<String, Finding>, Option<Implemented>, Vec<(String, String)>, u64);

impl State {
    fn so_far(&self) -> SoFar {
        (self.findings.clone(), self.implemented.clone(), self.unchecked.clone(), self.left_large)
    }

    fn back_to(&mut self, before: SoFar) {
        (self.findings, self.implemented, self.unchecked, self.left_large) = before;
    }
}

/// What cannot be checked if the rules are in doubt: as they were set, and as the engine declares them.
pub const DOUBTS: [&str; 2] = ["rules as set", "rules as declared"];
/// Why an answer is no evidence.
pub const CHANGES: &str = "the engine changes its answer";
/// Most unexplained disagreements that are made smaller one by one.
const MOST_UNEXPLAINED: usize = 20;

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
    /// Positions of which scores and statuses have been asked.
    pub(super) seen: HashSet<PlainPosition>,
    /// Commands that brought trouble twice: they are not asked again.
    avoided: HashSet<&'static str>,
    pub(super) now: Done,
    /// By the cause of a disagreement as it was found, the key of what a new process made of it.
    confirmed_as: HashMap<String, String>,
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
            avoided,
            now: Done::default(),
            confirmed_as: HashMap::new(),
            index: None,
            seed,
        }
    }

    /// Goes through the jobs; `progress` is told of each unit done.
    ///
    /// # Errors
    /// The engine had to be given up; what was done so far is in the state.
    pub fn run(&mut self, bounds: &Bounds, mut progress: impl FnMut(&Job, u64)) -> Result<(), Trouble> {
        for at in 0..self.state.jobs.len() {
            let (job, done) = self.state.jobs[at].clone();
            self.seen.clear();
            if !self.can_begin(&job)? {
                continue;
            }
            for unit in done.units..job.units {
                if bounds.reached() {
                    return Ok(());
                }
                self.now = Done::default();
                let before = self.state.so_far();
                let result = self.unit(&job, unit);
                if bounds.stop.load(Ordering::Relaxed) {
                    // What was found in half a unit will be found when it is done again: it is to be counted once.
                    self.state.back_to(before);
                    return Ok(());
                }
                let total = &mut self.state.jobs[at].1;
                total.questions += self.now.questions;
                total.skipped += self.now.skipped;
                total.declined += self.now.declined;
                total.disagreements += self.now.disagreements;
                // Also where the engine is given up: the unit has been tried, and what came of it is counted.
                total.units = unit + 1;
                result?;
                progress(&job, unit + 1);
            }
        }
        Ok(())
    }

    /// Whether the engine can do a job; notes why not.
    fn can_begin(&mut self, job: &Job) -> Result<bool, Trouble> {
        let Some(grid) = job.grid else { return Ok(true) };
        if let Err(why) = self.engine.accepts(grid)? {
            self.could_not(format!("board {grid}"), &why);
            if why.starts_with("accepts ") {
                // Not a board it lacks, but one it says it has.
                let record = MoveRecord { grid, moves: Vec::new() };
                let cause = "accepts the size of a board and plays on another".to_string();
                let (expected, clause) = ("a refusal, or this board".to_string(), "GTP 2, boardsize".to_string());
                let witness = Disagreement { record, question: Question::Stones, expected, clause, got: why, cause };
                self.keep(job.suite, witness, 0);
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
        if !self.may_ask(question) || self.reference.answer(record, question).is_none() {
            self.now.skipped += 1;
            return Ok(());
        }
        self.now.questions += 1;
        if let Some(found) = self.examine(record, question)? {
            self.note(suite, found)?;
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
            Ok(Got::Answer(text)) if text == expected.answer => Ok(None),
            Ok(Got::Declined(why)) => {
                self.now.declined += 1;
                let what = format!("{} of some positions", question.command());
                if !self.state.unchecked.iter().any(|(known, _)| *known == what) {
                    self.could_not(what, &format!("the engine declines, at first with `{}`", foreign::line(&why)));
                }
                Ok(None)
            }
            Ok(Got::Refused(at, error)) => Ok(Some(self.refusal(record, at, &error))),
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
        let got = format!("0 (play refused: {error})");
        let Some(p) = made.point else {
            let (expected, clause) = ("1".to_string(), "GTP 2, play".to_string());
            let cause = "refuses a pass".to_string();
            let record = record.with_moves(at + 1);
            return Disagreement { record, question: Question::Stones, expected, clause, got, cause };
        };
        let question = Question::Legal(made.player, p);
        let expected = self.reference.answer(&before, &question).map(|e| (e.answer, e.clause)).unwrap_or_default();
        let said = Got::Answer("0".to_string());
        let cause = of_answer(&mut self.reference, &before, &question, &expected.0, &said);
        Disagreement { record: before, question, expected: expected.0, clause: expected.1, got, cause }
    }

    /// Notes a disagreement: the first of its cause is made small, later ones are counted.
    pub(super) fn note(&mut self, suite: Suite, found: Disagreement) -> Result<(), Trouble> {
        self.now.disagreements += 1;
        let key = self.confirmed_as.get(&found.cause).unwrap_or(&found.cause);
        if let Some(known) = self.state.findings.get_mut(key) {
            known.count += 1;
            return Ok(());
        }
        let open = found.cause == UNEXPLAINED;
        if open && self.unexplained_so_far() >= MOST_UNEXPLAINED {
            self.state.left_large += 1;
            return Ok(());
        }
        let (found_with, cause) = (found.record.moves.len(), found.cause.clone());
        let witness = self.confirmed(found)?;
        let key = self.keep(suite, witness, found_with);
        if !open {
            self.confirmed_as.insert(cause, key);
        }
        Ok(())
    }

    /// Keeps a finding; returns its key.
    fn keep(&mut self, suite: Suite, witness: Disagreement, found_with: usize) -> String {
        let finding = Finding { suite, count: 1, witness, found_with };
        let key = finding.key();
        let entry = self.state.findings.entry(key.clone());
        entry.and_modify(|known| known.count += 1).or_insert(finding);
        key
    }

    /// The smallest disagreement of its cause that a new process shows as well: a witness must not depend on what the
    /// engine was asked before.
    fn confirmed(&mut self, found: Disagreement) -> Result<Disagreement, Trouble> {
        if self.engine.troubles.len() > MOST_TROUBLES {
            return Ok(found);
        }
        let small = self.small(&found, false);
        self.engine.renew();
        if let Some(again) = self.examine(&small.record, &small.question)? {
            return Ok(again);
        }
        if self.avoided.contains(small.question.command()) {
            return Ok(small);
        }
        // As it was found, in a new process; made smaller with a new process for each question.
        self.engine.renew();
        if let Some(again) = self.examine(&found.record, &found.question)? {
            return Ok(self.small(&again, true));
        }
        let cause = format!("an answer to `{}` {NOT_REPEATED}", found.question.command());
        self.could_not(found.question.command().to_string(), &format!("{CHANGES}: a new process does not repeat it"));
        Ok(Disagreement { cause, ..found })
    }

    /// Makes a disagreement small; trouble with the engine leaves it as it is.
    fn small(&mut self, found: &Disagreement, anew: bool) -> Disagreement {
        // What was found on a smaller board is not made larger.
        let (rows, cols) =
            (self.smallest.0.min(found.record.grid.rows()), self.smallest.1.min(found.record.grid.cols()));
        let result = shrink(found, Effort::default(), &mut |record, question| {
            let small = record.grid.rows() < rows || record.grid.cols() < cols;
            if self.engine.troubles.len() > MOST_TROUBLES || small {
                return Ok(None);
            }
            if anew {
                self.engine.renew();
            }
            self.examine(record, question)
        });
        result.unwrap_or_else(|_| found.clone())
    }

    fn unexplained_so_far(&self) -> usize {
        self.state.findings.values().filter(|f| f.witness.cause == UNEXPLAINED).count()
    }
}
