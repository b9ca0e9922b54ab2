//! Work without the lock of the interpreter: it ends when Python is interrupted or the caller's progress fails, and a panic in it is an
//! exception.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use shinpan::{Progress, RuleSet, caught};

use crate::Defect;

/// How often interrupts and progress are looked at.
const TICK: Duration = Duration::from_millis(50);

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

/// Does `work` in a thread of its own, with a flag that tells it to end and a count that it may raise; meanwhile `progress` is called
/// with what the count has risen by. An interrupt (`KeyboardInterrupt`), or what `progress` raises, ends it.
///
/// # Errors
/// What interrupted it; [`Defect`] if it panicked.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&'static AtomicBool, &AtomicU64) -> T + Send,
) -> PyResult<T> {
    let progress = progress.map(|progress| progress.clone().unbind());
    let count = AtomicU64::new(0);
    let told = |py: Python<'_>, last: &mut u64| -> PyResult<()> {
        let now = count.load(Ordering::Relaxed);
        if let Some(progress) = progress.as_ref().filter(|_| now > *last) {
            progress.call1(py, (now - *last,))?;
            *last = now;
        }
        Ok(())
    };
    let mut last = 0;
    let done = py.detach(|| {
        let flag = Flag::take();
        let stop = flag.0;
        let count = &count;
        let (sender, answer) = channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // Nobody listens if it was interrupted.
                let _ = sender.send(caught(|| work(stop, count)));
            });
            loop {
                match answer.recv_timeout(TICK) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        let looked = Python::attach(|py| py.check_signals().and_then(|()| told(py, &mut last)));
                        if let Err(error) = looked {
                            stop.store(true, Ordering::Relaxed);
                            let _ = answer.recv();
                            return Err(error);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(Defect::new_err("the thread that worked on it has gone"));
                    }
                }
            }
        })
    })?;
    let done = done.map_err(|defect| Defect::new_err(defect.to_string()))?;
    py.check_signals()?;
    told(py, &mut last)?;
    Ok(done)
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
    fn judged(&self, _: &RuleSet, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    fn solving(&self, _: &RuleSet) {}

    fn solved(&self, _: &RuleSet) {}

    fn compared(&self, _: u64) {}
}
