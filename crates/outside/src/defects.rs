//! Defects of this program: a panic is one, wherever it is. It becomes an error of one clear line that says what to report, and is
//! counted, in whatever thread it was.

use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::foreign;

/// A defect that showed itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// What the panic said.
    pub what: String,
    /// File, line and column of the source.
    pub place: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "this is a defect of shinpan {}, and no result: {} ({}); please report this line, with the command and the files it read",
            env!("CARGO_PKG_VERSION"),
            self.what,
            self.place
        )
    }
}

impl std::error::Error for Defect {}

static COUNT: AtomicUsize = AtomicUsize::new(0);
/// The last one that nobody has taken.
static LAST: Mutex<Option<Defect>> = Mutex::new(None);

/// From now on a panic prints nothing by itself: it is noted, for [`caught`] and [`count`].
pub fn note_panics() {
    panic::set_hook(Box::new(|info| {
        COUNT.fetch_add(1, Ordering::Relaxed);
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(of(info));
    }));
}

fn of(info: &PanicHookInfo<'_>) -> Defect {
    let payload = info.payload();
    let said = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let what = said.unwrap_or("it does not say what");
    let place = info.location().map_or("an unknown place".to_string(), ToString::to_string);
    Defect { what: foreign::line(what), place }
}

/// How many there have been since [`note_panics`].
#[must_use]
pub fn count() -> usize {
    COUNT.load(Ordering::Relaxed)
}

/// The last one that [`caught`] has not given, as in a thread that nothing waits for.
#[must_use]
pub fn last() -> Option<Defect> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// What `work` comes to. What it was changing when a panic ended it is not to be used any more.
///
/// # Errors
/// The defect that showed itself in it.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Defect> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let said = payload.downcast_ref::<&str>().map(ToString::to_string).or_else(|| payload.downcast_ref().cloned());
        let what = foreign::line(&said.unwrap_or_else(|| "it does not say what".to_string()));
        last().unwrap_or(Defect { what, place: "an unknown place".to_string() })
    })
}
