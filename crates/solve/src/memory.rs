//! The memory that answering a question may take: that of the whole process, as the system reports it.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// When this thread looked last, and what it found.
    static SEEN: Cell<Option<(Instant, u64)>> = const { Cell::new(None) };
}

/// How long what was found is good for: a search fills some megabytes in it.
const GOOD_FOR: Duration = Duration::from_millis(5);

/// The bytes of this process that are in memory, where the system says so.
#[must_use]
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok().map(|kib: u64| kib << 10)
}

/// Whether this process, with `more` bytes, takes more than `limit`. Where the system does not say what it takes, it does.
#[must_use]
pub fn exceeds(limit: u64, more: u64) -> bool {
    let now = Instant::now();
    let bytes = match SEEN.get().filter(|&(then, _)| now - then < GOOD_FOR) {
        Some((_, bytes)) => bytes,
        None => {
            let bytes = resident().unwrap_or(u64::MAX);
            SEEN.set(Some((now, bytes)));
            bytes
        }
    };
    bytes.saturating_add(more) > limit
}
