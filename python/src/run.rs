//! Work without the lock of the interpreter: it ends when Python is interrupted or the caller's progress fails, and a panic in it is an
//! exception.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use shinpan::{Progress, caught};

use crate::Defect;

/// How often interrupts and progress are looked at.
const TICK: Duration = Duration::from_millis(50);

/// How long an interrupt waits for work that may be left to end by itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// Flags that stop work, those that are not in use: a question keeps its flag for ever, so they are used again.
static FLAGS: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

/// A flag for one piece of work.
struct Flag(&'static AtomicBool);

impl Flag {
    fn take() -> Flag {
        let free = FLAGS.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let flag = free.unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false))));
        flag.store(false, Ordering::Relaxed);
        Flag(flag)
    }
}

impl Drop for Flag {
    fn drop(&mut self) {
        FLAGS.lock().unwrap_or_else(PoisonError::into_inner).push(self.0);
    }
}

/// A piece of work: the flag that tells it to end, and a count that it may raise. Shared, so that neither is used for another while work
/// that was left goes on.
#[derive(Clone)]
struct Task(Arc<(Flag, AtomicU64)>);

impl Task {
    fn new() -> Task {
        Task(Arc::new((Flag::take(), AtomicU64::new(0))))
    }

    fn done<T>(&self, work: impl FnOnce(&'static AtomicBool, &AtomicU64) -> T) -> Result<T, shinpan::Defect> {
        let (flag, count) = &*self.0;
        caught(|| work(flag.0, count))
    }

    /// Waits for the answer; meanwhile `progress` is called with what the count has risen by. After an interrupt, or what
    /// `progress` raises, the work is told to end, and waited for: no longer than `patience`, if it has one.
    fn wait<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        mut answer: Receiver<Result<T, shinpan::Defect>>,
        patience: Option<Duration>,
    ) -> PyResult<T> {
        let (flag, count) = &*self.0;
        let mut last = 0;
        let mut told = || -> PyResult<()> {
            py.check_signals()?;
            let now = count.load(Ordering::Relaxed);
            if let Some(progress) = progress.filter(|_| now > last) {
                progress.call1((now - last,))?;
                last = now;
            }
            Ok(())
        };
        loop {
            let (said, back) = py.detach(move || (answer.recv_timeout(TICK), answer));
            answer = back;
            match said {
                Ok(done) => {
                    told()?;
                    return done.map_err(|defect| Defect::new_err(defect.to_string()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = told() {
                        flag.0.store(true, Ordering::Relaxed);
                        py.detach(move || match patience {
                            Some(patience) => drop(answer.recv_timeout(patience)),
                            None => drop(answer.recv()),
                        });
                        return Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Defect::new_err("the thread that worked on it has gone"));
                }
            }
        }
    }
}

/// What the system refuses as an `OSError`, with its `errno` where there is one.
pub fn of_system(error: &std::io::Error, text: &str) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, text.to_string())),
        None => PyOSError::new_err(text.to_string()),
    }
}

fn no_thread(error: std::io::Error) -> PyErr {
    of_system(&error, &format!("no thread can be started: {error}"))
}

/// Does `work` in a thread of its own, with a flag that tells it to end and a count that it may raise; meanwhile `progress` is called
/// with what the count has risen by. An interrupt (`KeyboardInterrupt`), or what `progress` raises, ends it.
///
/// # Errors
/// What interrupted it; [`Defect`] if it panicked; `OSError` if there is no thread for it.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&'static AtomicBool, &AtomicU64) -> T + Send,
) -> PyResult<T> {
    let (task, (sender, answer)) = (Task::new(), channel());
    let working = task.clone();
    std::thread::scope(|scope| {
        let work = move || {
            // Nobody listens if it was interrupted.
            let _ = sender.send(working.done(work));
        };
        std::thread::Builder::new().spawn_scoped(scope, work).map_err(no_thread)?;
        task.wait(py, progress, answer, None)
    })
}

/// Like [`interruptible`], for work that keeps nothing but what it answers and looks at its flag seldom: an interrupt leaves it to end by
/// itself if it does not at once.
///
/// # Errors
/// What interrupted it; [`Defect`] if it panicked; `OSError` if there is no thread for it.
pub fn left_when_interrupted<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&'static AtomicBool, &AtomicU64) -> T + Send + 'static,
) -> PyResult<T> {
    let (task, (sender, answer)) = (Task::new(), channel());
    let working = task.clone();
    let work = move || {
        // Nobody listens if it was interrupted.
        let _ = sender.send(working.done(work));
    };
    std::thread::Builder::new().spawn(work).map_err(no_thread)?;
    task.wait(py, progress, answer, Some(PATIENCE))
}

/// What `work` comes to on so many threads, or one a processor. They are its own: what a process has when it is forked, its child has
/// not.
///
/// # Errors
/// One line, if they cannot be started.
pub fn with_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    if threads.is_some_and(|n| !(1..=256).contains(&n)) {
        return Err("threads: write a number from 1 to 256".to_string());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    Ok(pool.map_err(|error| format!("cannot start threads: {error}"))?.install(work))
}

/// Counts verdicts.
pub struct Counted<'a>(pub &'a AtomicU64);

impl Progress for Counted<'_> {
    fn judged(&self, _: &dyn Display, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    fn solving(&self, _: &dyn Display) {}

    fn solved(&self, _: &dyn Display) {}

    fn compared(&self, _: u64) {}
}
