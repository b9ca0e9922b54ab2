//! One position under several rule sets: each answer as soon as it is known, those that are cheap to find first, and on stderr
//! what is being decided.
//!
//! If there is a time it is shared: each rule set gets its part of what is left, the cheap ones first, so that what they do not use is
//! left to the others. Those that are still open are asked again with what is left at the end.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::progress::was_interrupted;
use super::waiting::{TICK, Waiting};
use crate::board::plain::PlainPosition;
use crate::law::answer::{Answer, Asking};
use crate::law::facts::Facts;
use crate::law::{Outcome, RuleSet, cost};
use crate::solve::Budget;

/// What is asked of each rule set.
#[derive(Clone)]
pub struct Question {
    /// The final position.
    pub position: PlainPosition,
    /// Also by which clauses.
    pub trace: bool,
    /// How far it may go: so many states for each question, and so much time for all rule sets together. Its flag ends all of it.
    pub budget: Budget,
    /// Threads for all of it. If they are given, those that no rule set is left for help with the others; else each rule set has one, as many
    /// at once as there are processors.
    pub threads: Option<usize>,
}

/// What a thread has to say; rule sets by their number.
enum Event {
    Begun(usize),
    Known(usize, Box<Answer>),
}

/// What is to be decided.
struct Job {
    /// The number of its rule set.
    n: usize,
    rules: RuleSet,
    facts: Facts,
    /// What it came to within its share of the time, and how long that was.
    before: Option<(Box<Answer>, Duration)>,
}

/// What all threads have.
struct Shared {
    question: Question,
    /// Those that have not been asked, and behind them those that are asked again.
    jobs: Mutex<VecDeque<Job>>,
    threads: usize,
    until: Option<Instant>,
    out_of_time: AtomicBool,
}

/// The answers on their way.
pub struct Deciding {
    names: Vec<String>,
    begun: Vec<bool>,
    known: Vec<Option<String>>,
    events: Receiver<Event>,
    shared: Arc<Shared>,
    stop: &'static AtomicBool,
    stopped: Option<Instant>,
    waiting: Waiting,
}

/// Once the time is up, or after a signal, an answer may still come for so long: undecided, between the bounds found so far.
const GRACE: Duration = Duration::from_secs(2);

impl Deciding {
    /// Begins.
    pub fn begin(sets: Vec<(RuleSet, Facts)>, question: &Question, stop: &'static AtomicBool, quiet: bool) -> Deciding {
        let names: Vec<String> = sets.iter().map(|(rules, _)| rules.to_string()).collect();
        let count = names.len();
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = question.threads.unwrap_or_else(processors).min(count);
        let job = |(n, (rules, facts))| Job { n, rules, facts, before: None };
        let mut jobs: Vec<Job> = sets.into_iter().enumerate().map(job).collect();
        jobs.sort_by_key(|job| cost(&job.rules));
        let shared = Arc::new(Shared {
            question: question.clone(),
            jobs: Mutex::new(jobs.into()),
            threads,
            until: question.budget.time.and_then(|time| Instant::now().checked_add(time)),
            out_of_time: AtomicBool::new(false),
        });
        let (sender, events) = channel();
        for _ in 0..threads {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            // Nobody waits for a thread whose answer comes too late: it ends with the process.
            std::thread::spawn(move || shared.work(&sender));
        }
        let known = vec![None; count];
        let waiting = Waiting::new(quiet);
        Deciding { names, begun: vec![false; count], known, events, shared, stop, stopped: None, waiting }
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

    /// Whether an answer is undecided because there was no more time for it.
    pub fn is_out_of_time(&self) -> bool {
        self.shared.out_of_time.load(Ordering::Relaxed)
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

impl Shared {
    /// Answers one question after the other, until none is left for this thread.
    fn work(&self, sender: &Sender<Event>) {
        let asking = Asking::of(&self.question.position);
        loop {
            let Some((job, share, threads)) = self.take() else { return };
            let Job { n, rules, facts, before } = job;
            // What has been found is said, if there is no time to find more.
            let before = before.filter(|_| was_interrupted() || share.is_some_and(|share| share.is_zero()));
            if let Some((answer, _)) = before {
                self.out_of_time.store(true, Ordering::Relaxed);
                if sender.send(Event::Known(n, answer)).is_err() {
                    return;
                }
                continue;
            }
            // After a signal nothing more is begun: it would have nothing to say.
            if was_interrupted() {
                continue;
            }
            if sender.send(Event::Begun(n)).is_err() {
                return;
            }
            let budget = Budget { time: share, threads, ..self.question.budget };
            let began = Instant::now();
            let answer = asking.answer(&rules, &facts, budget, self.question.trace);
            let took = began.elapsed();
            let is_open = matches!(answer.outcome(), Outcome::Undecided { .. });
            if is_open && share.is_some_and(|share| took >= share) {
                self.jobs().push_back(Job { n, rules, facts, before: Some((Box::new(answer), took)) });
            } else if sender.send(Event::Known(n, Box::new(answer))).is_err() {
                return;
            }
        }
    }

    fn jobs(&self) -> MutexGuard<'_, VecDeque<Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next to be asked, its share of the time that is left, if there is a limit, and its share of the threads. Who is asked again gets half as much again
    /// at least, or nothing: the same time would not say more.
    fn take(&self) -> Option<(Job, Option<Duration>, usize)> {
        let mut jobs = self.jobs();
        let job = jobs.pop_front()?;
        let share = self.until.map(|until| {
            let left = until.saturating_duration_since(Instant::now());
            let others = jobs.len() + self.threads;
            let fair = left.mul_f64(self.threads as f64 / others as f64);
            match &job.before {
                None => fair,
                Some((_, had)) => [fair, left].into_iter().find(|share| *share > had.mul_f64(1.5)).unwrap_or_default(),
            }
        });
        let at_once = self.threads.min(jobs.len() + 1);
        let threads = self.question.threads.map_or(1, |threads| (threads / at_once).max(1));
        Some((job, share, threads))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Grid;

    const HOUR: Duration = Duration::from_secs(3600);

    fn shared(threads: usize, jobs: usize) -> Shared {
        let budget = Budget::default().within(Some(HOUR), None);
        let rules = RuleSet::defaults().remove(0);
        let job = |n| Job { n, rules: rules.clone(), facts: Facts::default(), before: None };
        let position = PlainPosition::new(Grid::parse("1x1").unwrap());
        Shared {
            question: Question { position, trace: false, budget, threads: None },
            jobs: Mutex::new((0..jobs).map(job).collect()),
            threads,
            until: Instant::now().checked_add(HOUR),
            out_of_time: AtomicBool::new(false),
        }
    }

    #[test]
    fn each_rule_set_gets_its_part_of_the_time_that_is_left_and_the_last_all_of_it() {
        let shared = shared(1, 4);
        // Nobody used any of it, so each part is larger than the one before.
        let shares: Vec<Duration> = (0..4).map(|_| shared.take().unwrap().1.unwrap()).collect();
        for (share, part) in shares.iter().zip([4, 3, 2, 1]) {
            assert!(*share <= HOUR / part && *share > HOUR / (part + 1), "{share:?} of {part}");
        }
        assert!(shared.take().is_none());
    }

    #[test]
    fn who_is_asked_again_gets_clearly_more_time_or_none() {
        let again = |had: Duration| {
            let shared = shared(2, 1);
            let (mut job, ..) = shared.take().unwrap();
            let answer =
                Asking::of(&shared.question.position).answer(&job.rules, &job.facts, shared.question.budget, false);
            job.before = Some((Box::new(answer), had));
            shared.jobs().push_back(job);
            shared.take().unwrap().1.unwrap()
        };
        assert!(again(HOUR / 60) > HOUR / 2);
        assert_eq!(again(HOUR * 3 / 4), Duration::ZERO);
    }
}
