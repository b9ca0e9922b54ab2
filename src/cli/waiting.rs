//! What is being done while an answer takes its time: a line on stderr.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::output::message;
use super::progress::quiet;

/// How often the line is looked at.
pub const TICK: Duration = Duration::from_millis(100);

/// Does `work`, which is handed what to say by what it is doing now; `first` is what it begins with.
pub fn meanwhile<T>(first: &str, work: impl FnOnce(&dyn Fn(String)) -> T) -> T {
    let line = Mutex::new(first.to_string());
    let (working, done) = channel::<()>();
    std::thread::scope(|scope| {
        // Dropped at the end of the work, also where that panics.
        let _working = working;
        scope.spawn(|| {
            let done = done;
            let mut waiting = Waiting::new(quiet());
            while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(TICK) {
                if waiting.is_due() {
                    let now = line.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    waiting.show(&now);
                }
            }
        });
        work(&|now| *line.lock().unwrap_or_else(PoisonError::into_inner) = now)
    })
}

/// The line: kept up to date if stderr is a terminal, otherwise written anew now and then. Nothing is said of what is soon done.
pub struct Waiting {
    drawn: Option<ProgressBar>,
    quiet: bool,
    last: Instant,
    started: Instant,
}

/// Time before the first word on a terminal.
const SOON: Duration = Duration::from_secs(1);
/// Time between two lines elsewhere.
const QUIET: Duration = Duration::from_secs(10);

impl Waiting {
    /// Begins to wait.
    pub fn new(quiet: bool) -> Waiting {
        let drawn = (!quiet && io::stderr().is_terminal()).then(ProgressBar::new_spinner);
        if let Some(bar) = &drawn {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        }
        let now = Instant::now();
        Waiting { drawn, quiet, last: now, started: now }
    }

    /// Whether something is to be said by now.
    pub fn is_due(&self) -> bool {
        match &self.drawn {
            Some(_) => self.started.elapsed() >= SOON,
            None => !self.quiet && self.last.elapsed() >= QUIET,
        }
    }

    /// Says what is being done.
    pub fn show(&mut self, line: &str) {
        self.last = Instant::now();
        match &self.drawn {
            Some(bar) => {
                bar.set_message(line.to_string());
                bar.tick();
            }
            None => message(&format!("{} s: {line}", self.started.elapsed().as_secs())),
        }
    }

    /// Writes to the terminal with the line out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.drawn {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Waiting {
    /// Takes the line off the screen.
    fn drop(&mut self) {
        if let Some(bar) = &self.drawn {
            bar.finish_and_clear();
        }
    }
}
