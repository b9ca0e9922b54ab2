//! One position under several rule sets: each answer as soon as it is known, those that are cheap to find first, and on stderr
//! what is being decided.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::progress::was_interrupted;
use super::waiting::{TICK, Waiting};
use crate::board::plain::PlainPosition;
use crate::law::answer::{Answer, Asking};
use crate::law::facts::Facts;
use crate::law::{RuleSet, cost};
use crate::solve::Budget;

/// What is asked of each rule set.
#[derive(Clone)]
pub struct Question {
    /// The final position.
    pub position: PlainPosition,
    /// Also by which clauses.
    pub trace: bool,
    /// How far it may go; its flag ends all of it.
    pub budget: Budget,
}

/// What a thread has to say; rule sets by their number.
enum Event {
    Begun(usize),
    Known(usize, Box<Answer>),
}

/// The answers on their way.
pub struct Deciding {
    names: Vec<String>,
    begun: Vec<bool>,
    known: Vec<Option<String>>,
    events: Receiver<Event>,
    stop: &'static AtomicBool,
    stopped: Option<Instant>,
    waiting: Waiting,
}

/// Once the time is up, or after a signal, an answer may still come for so long: undecided, between the bounds found so far.
const GRACE: Duration = Duration::from_secs(2);

impl Deciding {
    /// Begins, on as many threads as there are processors.
    pub fn begin(sets: Vec<(RuleSet, Facts)>, question: &Question, stop: &'static AtomicBool, quiet: bool) -> Deciding {
        let names: Vec<String> = sets.iter().map(|(rules, _)| rules.to_string()).collect();
        let count = names.len();
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(count);
        let mut jobs: Vec<(usize, RuleSet, Facts)> =
            sets.into_iter().enumerate().map(|(n, (rules, facts))| (n, rules, facts)).collect();
        jobs.sort_by_key(|(_, rules, _)| cost(rules));
        let jobs = Arc::new(Mutex::new(VecDeque::from(jobs)));
        let (sender, events) = channel();
        for _ in 0..threads {
            let (jobs, question, sender) = (Arc::clone(&jobs), question.clone(), sender.clone());
            // Nobody waits for a thread whose answer comes too late: it ends with the process.
            std::thread::spawn(move || work(&jobs, &question, &sender));
        }
        let known = vec![None; count];
        let waiting = Waiting::new(quiet);
        Deciding { names, begun: vec![false; count], known, events, stop, stopped: None, waiting }
    }

    /// The next answer, with the number of its rule set; `None` if there is none `until` then.
    ///
    /// # Errors
    /// [`Ended`], if no more will come: all are known, or it has been stopped.
    pub fn next(&mut self, until: Option<Instant>) -> Result<Option<(usize, Answer)>, Ended> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                let since = *self.stopped.get_or_insert_with(Instant::now);
                if since.elapsed() > GRACE {
                    return Err(Ended);
                }
            }
            match self.events.recv_timeout(TICK) {
                Ok(Event::Begun(n)) => self.begun[n] = true,
                Ok(Event::Known(n, answer)) => {
                    self.known[n] = Some(answer.outcome().to_string());
                    return Ok(Some((n, *answer)));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok(None);
            }
            if self.waiting.is_due() {
                let line = self.line();
                self.waiting.show(&line);
            }
        }
    }

    /// Ends all of it, and waits until no thread works on it any more.
    pub fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        while self.events.recv().is_ok() {}
    }

    /// The names of the rule sets that have not answered.
    pub fn open(&self) -> Vec<&str> {
        self.names.iter().zip(&self.known).filter(|(_, known)| known.is_none()).map(|(n, _)| n.as_str()).collect()
    }

    /// Writes to the terminal with the progress out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.waiting.aside(write)
    }

    fn line(&self) -> String {
        let of = |wanted: &dyn Fn(usize) -> bool| {
            (0..self.names.len()).filter(|&n| wanted(n)).map(|n| self.names[n].as_str()).collect::<Vec<_>>().join(", ")
        };
        let mut line = format!("deciding {}", of(&|n| self.begun[n] && self.known[n].is_none()));
        let waiting = of(&|n| !self.begun[n]);
        if !waiting.is_empty() {
            line.push_str(&format!("; then {waiting}"));
        }
        let known: Vec<String> =
            self.names.iter().zip(&self.known).filter_map(|(n, k)| Some(format!("{n} {}", k.as_ref()?))).collect();
        if !known.is_empty() {
            line.push_str(&format!("; known: {}", known.join(", ")));
        }
        line
    }
}

/// No more answers come.
pub struct Ended;

fn work(jobs: &Mutex<VecDeque<(usize, RuleSet, Facts)>>, question: &Question, sender: &Sender<Event>) {
    let asking = Asking::of(&question.position);
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        // After a signal nothing more is begun: it would have nothing to say.
        let Some((n, rules, facts)) = job.filter(|_| !was_interrupted()) else { return };
        if sender.send(Event::Begun(n)).is_err() {
            return;
        }
        let answer = asking.answer(&rules, &facts, question.budget, question.trace);
        if sender.send(Event::Known(n, Box::new(answer))).is_err() {
            return;
        }
    }
}
