//! Progress on stderr, and Ctrl-C.
//!
//! ```text
//! let stop = progress::stop_on_interrupt();
//! let bars = Bars::of(&whole, &rules);
//! let verdicts = whole.judge(&rules, budget, &bars, stop)?;    // `Stopped` becomes exit status 130
//! drop(bars);
//! ```

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressState, ProgressStyle};

use super::output::message;
use crate::atlas::{Progress, WholeBoard};
use crate::law::RuleSet;
use crate::solve::whole::store::Subject;
use crate::solve::whole::sweep::Swept;

/// Exit status of a command that was interrupted, as shells have it: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Nothing looks at the flag while the game of a whole board is being solved, and there is nothing to lose.
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// It was not a signal that set the flag.
static TIME_IS_UP: AtomicBool = AtomicBool::new(false);

/// Nothing is said of progress.
static QUIETLY: AtomicBool = AtomicBool::new(false);

/// Whether nothing is to be said of progress from now on (`--quiet`).
pub fn say_nothing(quiet: bool) {
    QUIETLY.store(quiet, Ordering::Relaxed);
}

/// Whether `--quiet` is given.
pub fn quiet() -> bool {
    QUIETLY.load(Ordering::Relaxed)
}

/// A line on how the run went, unless `--quiet` is given.
pub fn tell(text: &str) {
    if !quiet() {
        message(text);
    }
}

/// From now on the first Ctrl-C sets the flag, for the command to end in good order, and a second one (or the first, while a
/// whole board is being solved) ends the process at once.
pub fn stop_on_interrupt() -> &'static AtomicBool {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C ends the process at once, which does no harm: files are written whole.
        let _ = ctrlc::set_handler(|| {
            // The command must not see the flag too and say the same once more.
            if AT_ONCE.load(Ordering::Relaxed) {
                message(&crate::atlas::Stopped.to_string());
                std::process::exit(i32::from(INTERRUPTED));
            }
            let again = STOP.swap(true, Ordering::Relaxed);
            if IN_ORDER.load(Ordering::Relaxed) {
                message(if again { "still stopping" } else { "stopping: what was found is being written" });
                return;
            }
            if again {
                std::process::exit(i32::from(INTERRUPTED));
            }
            message("stopping; press Ctrl-C again to end at once");
        });
    });
    &STOP
}

/// The command sees to its end itself.
static IN_ORDER: AtomicBool = AtomicBool::new(false);

/// For commands that have something to leave behind and look at the flag all the time: from now on SIGTERM, SIGHUP (unless it is
/// ignored, as under nohup) and SIGQUIT do what Ctrl-C does after [`stop_on_interrupt`], and a second signal does no more than
/// the first. The command has `grace` to end; then `last` is called and the process ended.
pub fn stop_in_order(grace: Duration, last: fn()) -> &'static AtomicBool {
    let stop = stop_on_interrupt();
    IN_ORDER.store(true, Ordering::Relaxed);
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
        for signal in [SIGTERM, SIGHUP, SIGQUIT] {
            // Without a handler a signal ends the process at once.
            if signal != SIGHUP || !hangup_is_ignored() {
                let _ = signal_hook::flag::register(signal, Arc::clone(&STOP));
            }
        }
    }
    std::thread::spawn(move || {
        while !was_interrupted() {
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(grace);
        last();
        message("the run did not end by itself; what it had found since the last report is lost");
        std::process::exit(INTERRUPTED.into());
    });
    stop
}

/// Whether this process was started with SIGHUP ignored, as far as the system says so.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// After this time the flag of [`stop_on_interrupt`] is set as well.
pub fn stop_after(time: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(time);
        if !STOP.load(Ordering::Relaxed) {
            TIME_IS_UP.store(true, Ordering::Relaxed);
            STOP.store(true, Ordering::Relaxed);
        }
    });
}

/// Whether a signal set the flag of [`stop_on_interrupt`].
pub fn was_interrupted() -> bool {
    STOP.load(Ordering::Relaxed) && !TIME_IS_UP.load(Ordering::Relaxed)
}

/// Whether the flag was set because the time of [`stop_after`] ran out.
pub fn time_is_up() -> bool {
    TIME_IS_UP.load(Ordering::Relaxed)
}

/// Time between two lines where stderr is no terminal.
const QUIET: Duration = Duration::from_secs(10);
/// What has taken no longer than this says nothing of what is to come.
const TELLING: Duration = Duration::from_secs(5);

/// Whether an estimate means something yet: some seconds of work lie behind, and more than a hundredth of all of it. The first things
/// of a long run are seldom like the others.
fn tells(done: u64, of: u64, taken: Duration) -> bool {
    taken >= TELLING && done > of / 100
}

/// So many a second, or a minute where that would be none.
fn per_time(rate: f64) -> String {
    if rate > 0.0 && rate < 1.0 { format!("{:.1}/min", 60.0 * rate) } else { format!("{rate:.0}/s") }
}

/// The progress of judging a whole board: a bar for each rule set if stderr is a terminal, otherwise a line now and then
/// (none at all in a short run).
pub struct Bars {
    entries: Vec<Entry>,
    /// Present if stderr is a terminal.
    drawn: Option<MultiProgress>,
    /// Whether the board is large enough for each game to be named that is being solved.
    large: bool,
    started: Instant,
    last_line: Mutex<Instant>,
    part: Mutex<Option<Part>>,
}

/// A pass of a long stage.
struct Part {
    label: String,
    /// How much of it was done when it began to be watched, and when that was.
    first: u64,
    since: Instant,
    /// The most that has been done.
    most: u64,
}

/// The label under which classes are compared.
const COMPARED: &str = "classes compared";

struct Entry {
    label: String,
    total: u64,
    done: AtomicU64,
    bar: ProgressBar,
    /// When the first of it was done: what goes before (a whole board is solved) has no rate.
    since: OnceLock<Instant>,
}

impl Bars {
    /// The progress of [`WholeBoard::judge`].
    pub fn of(board: &WholeBoard, rules: &[RuleSet]) -> Bars {
        let classes = board.classes() as u64;
        // Where the rule set tells the players apart, each class is judged with the colours exchanged as well.
        Bars::new(
            rules.iter().map(|set| (set.to_string(), if set.first_passer_matters() { 2 * classes } else { classes })),
        )
    }

    /// The progress of a comparison of rule sets: a bar for each of `searched`, judged before the others, and one for the
    /// classes compared. Rule sets with a clause lifted share the bar of the one whose name they bear.
    pub fn comparing(board: &WholeBoard, searched: &[RuleSet]) -> Bars {
        let classes = board.numbers() as u64;
        let mut totals: Vec<(String, u64)> = Vec::new();
        for set in searched {
            let (label, total) = (set.to_string(), if set.first_passer_matters() { 2 * classes } else { classes });
            match totals.iter_mut().find(|(l, _)| *l == label) {
                Some((_, sum)) => *sum += total,
                None => totals.push((label, total)),
            }
        }
        totals.push((COMPARED.to_string(), classes));
        let mut bars = Bars::new(totals);
        bars.large = board.len() as u64 > WholeBoard::LARGE;
        bars
    }

    /// The progress of searches with the history: a bar for each rule set, of so many classes.
    pub fn searching<'a>(open: impl IntoIterator<Item = (&'a RuleSet, usize)>) -> Bars {
        Bars::new(open.into_iter().map(|(rules, classes)| (searched(rules), classes as u64)))
    }

    /// The progress of a comparison of what is known of every class: the classes compared.
    pub fn of_classes(classes: usize) -> Bars {
        Bars::new([(COMPARED.to_string(), classes as u64)])
    }

    /// A bar for each label (a rule set, a kind of work) and the number of things to be done under it.
    pub fn new(totals: impl IntoIterator<Item = (String, u64)>) -> Bars {
        let drawn = (!quiet() && io::stderr().is_terminal()).then(MultiProgress::new);
        let totals: Vec<(String, u64)> = totals.into_iter().collect();
        let width = totals.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        let style = ProgressStyle::with_template(
            "{prefix} {bar:24} {human_pos:>9}/{human_len} {rate:>8} {elapsed:>4} {left:>9} {msg}",
        )
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("left", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let (done, of) = (state.pos(), state.len().unwrap_or(0));
            if tells(done, of, state.elapsed()) {
                let _ = write!(out, "eta {:#}", HumanDuration(state.eta()));
            }
        })
        .with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // A rate that cannot be written is not shown.
            let _ = out.write_str(&per_time(state.per_sec()));
        });
        let entries = totals
            .into_iter()
            .map(|(label, total)| {
                let bar = match &drawn {
                    Some(all) => all.add(ProgressBar::new(total)),
                    None => ProgressBar::hidden(),
                };
                bar.set_style(style.clone());
                bar.set_prefix(format!("{label:width$}"));
                Entry { label, total, done: AtomicU64::new(0), bar, since: OnceLock::new() }
            })
            .collect();
        let now = Instant::now();
        Bars { entries, drawn, large: false, started: now, last_line: Mutex::new(now), part: Mutex::default() }
    }

    /// A line above the bars.
    pub fn say(&self, text: &str) {
        match &self.drawn {
            Some(all) => all.suspend(|| tell(text)),
            None => tell(text),
        }
    }

    /// One line for all labels: `ID 1200/1693 (120/s), ID done; 10 s, about 4 s left`.
    fn line(&self) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let mut left: f64 = 0.0;
        // Of what waits for a processor nothing is known yet.
        let mut waiting = false;
        let parts: Vec<String> = self
            .entries
            .iter()
            .map(|Entry { label, total, done, since, .. }| {
                let done = done.load(Ordering::Relaxed);
                if done >= *total {
                    return format!("{label} done");
                }
                let own = since.get().map_or(Duration::ZERO, Instant::elapsed);
                let rate = if own >= Duration::from_secs(1) { done as f64 / own.as_secs_f64() } else { 0.0 };
                if tells(done, *total, own) {
                    left = left.max((total - done) as f64 / rate);
                } else {
                    waiting = true;
                }
                format!("{label} {done}/{total} ({})", per_time(rate))
            })
            .collect();
        let about = if waiting { "more than" } else { "about" };
        let eta = if left > 0.0 { format!(", {about} {left:.0} s left") } else { String::new() };
        format!("{}; {seconds:.0} s{eta}", parts.join(", "))
    }
}

impl Progress for Bars {
    fn solving(&self, rules: &dyn Display) {
        AT_ONCE.store(true, Ordering::Relaxed);
        let label = rules.to_string();
        if let Some(entry) = self.entries.iter().find(|e| e.label == label) {
            entry.bar.set_message("solving the whole board");
            entry.bar.tick();
        } else if let (Some(_), Some(entry)) = (&self.drawn, self.entries.last()) {
            entry.bar.set_message(format!("solving the game of {label}"));
            entry.bar.tick();
        } else if self.large {
            tell(&format!(
                "{:.0} s: solving the game of {label} from every position",
                self.started.elapsed().as_secs_f64()
            ));
        }
    }

    /// Said now and then.
    fn advances(&self, subject: &Subject, stage: &str, done: u64, of: u64) {
        let label = format!("{} {stage}", subject.rules);
        let mut part = self.part.lock().unwrap_or_else(PoisonError::into_inner);
        // The next pass of a stage begins with much less; of several threads one may be a little behind.
        let known = part.take().filter(|part| part.label == label && part.first <= done && part.most / 2 <= done);
        let known = known.unwrap_or_else(|| Part { label: label.clone(), first: done, since: Instant::now(), most: 0 });
        let Part { first, since, .. } = *part.insert(Part { most: known.most.max(done), ..known });
        let Ok(mut last) = self.last_line.try_lock() else { return };
        if quiet() || last.elapsed() < QUIET || done == first {
            return;
        }
        *last = Instant::now();
        let rate = (done - first) as f64 / since.elapsed().as_secs_f64();
        let left = of.saturating_sub(done) as f64 / rate;
        let eta =
            if tells(done - first, of, since.elapsed()) { format!(", about {left:.0} s left") } else { String::new() };
        self.say(&format!("{label}: {done}/{of} ({}){eta}", per_time(rate)));
    }

    /// Said now and then. When such a stage ends is not known.
    fn swept(&self, subject: &Subject, stage: &str, swept: Swept) {
        let Swept { sweeps, visited, pending, elapsed } = swept;
        let Ok(mut last) = self.last_line.try_lock() else { return };
        if quiet() || last.elapsed() < QUIET || pending == 0 {
            return;
        }
        *last = Instant::now();
        let rate = visited as f64 / elapsed.as_secs_f64();
        let label = format!("{} {stage}", subject.rules);
        self.say(&format!("{label}: sweep {sweeps} done, {pending} values pending ({rate:.0}/s visited)"));
    }

    fn solved(&self, _: &dyn Display) {
        AT_ONCE.store(false, Ordering::Relaxed);
    }

    fn compared(&self, classes: u64) {
        self.advance(COMPARED, classes);
    }

    fn judged(&self, rules: &dyn Display, count: u64) {
        self.advance(&rules.to_string(), count);
    }

    fn searched(&self, rules: &dyn Display, count: u64) {
        self.advance(&searched(rules), count);
    }
}

/// The label under which positions are searched with the history.
fn searched(rules: &dyn Display) -> String {
    format!("{rules} with the history")
}

impl Bars {
    /// `count` more things have been done under a label.
    pub fn advance(&self, label: &str, count: u64) {
        let Some(entry) = self.entries.iter().find(|e| e.label == label) else { return };
        entry.since.get_or_init(|| {
            entry.bar.reset_eta();
            Instant::now()
        });
        entry.done.fetch_add(count, Ordering::Relaxed);
        if self.drawn.is_some() {
            entry.bar.set_message("");
            entry.bar.inc(count);
            return;
        }
        // Another thread that holds the lock is writing the line.
        let Ok(mut last) = self.last_line.try_lock() else { return };
        if !quiet() && last.elapsed() >= QUIET {
            *last = Instant::now();
            message(&self.line());
        }
    }
}

impl Drop for Bars {
    /// Takes the bars off the screen.
    fn drop(&mut self) {
        for entry in &self.entries {
            entry.bar.finish_and_clear();
        }
    }
}
