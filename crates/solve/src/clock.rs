//! The time a question may take. A question is asked in one thread: its deadline belongs to that thread, so that every search
//! on the way to its answer knows it.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// How many cheap steps a loop may take before it looks at the clock again.
pub const STEPS: usize = 4096;

/// Answers a question within `time`, if it is given, and within the time of the question that asks this one.
pub fn within<T>(time: Option<Duration>, answer: impl FnOnce() -> T) -> T {
    /// Puts the deadline back even if the answer panics.
    struct Restore(Option<Instant>);
    impl Drop for Restore {
        fn drop(&mut self) {
            DEADLINE.set(self.0);
        }
    }
    let before = DEADLINE.get();
    let _restore = Restore(before);
    let here = time.and_then(|time| Instant::now().checked_add(time));
    DEADLINE.set(match (before, here) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    });
    answer()
}

/// What is left of the time of the question that this thread answers, for a thread that helps with it.
#[must_use]
pub fn left() -> Option<Duration> {
    DEADLINE.get().map(|deadline| deadline.saturating_duration_since(Instant::now()))
}

/// Whether the time of the question that this thread answers is over.
#[must_use]
pub fn is_over() -> bool {
    DEADLINE.get().is_some_and(|deadline| Instant::now() >= deadline)
}
