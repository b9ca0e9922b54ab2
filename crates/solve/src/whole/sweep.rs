//! Sweeps over all states until nothing changes any more.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use crate::solve::parallel;
pub use crate::solve::progress::Swept;
use crate::solve::progress::{Progress, Subject};

/// The search for the states of a stage and the sweeps over them: what stops them, and who hears of them.
#[derive(Clone, Copy)]
pub struct Sweeps<'a> {
    stop: &'a AtomicBool,
    heard: Option<(&'a dyn Progress, &'a Subject, &'a str)>,
}

impl<'a> Sweeps<'a> {
    /// Nothing stops them, and nobody hears of them.
    #[must_use]
    pub fn alone() -> Sweeps<'a> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Sweeps { stop: &NEVER, heard: None }
    }

    /// Nobody hears of them.
    #[must_use]
    pub fn silent(stop: &'a AtomicBool) -> Sweeps<'a> {
        Sweeps { stop, heard: None }
    }

    /// Those of a stage.
    #[must_use]
    pub fn of(stop: &'a AtomicBool, progress: &'a dyn Progress, subject: &'a Subject, stage: &'a str) -> Sweeps<'a> {
        Sweeps { stop, heard: Some((progress, subject, stage)) }
    }

    /// Whether they are to end before they are done. Asked often.
    #[must_use]
    pub fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// So many of the states found so far have had their moves made; others may follow from the rest.
    pub fn expanded(&self, done: u64, found: u64) {
        if let Some((progress, subject, stage)) = self.heard {
            progress.advances(subject, stage, done, found);
        }
    }

    /// A sweep has ended.
    pub fn swept(&self, swept: Swept) {
        if let Some((progress, subject, stage)) = self.heard {
            progress.swept(subject, stage, swept);
        }
    }
}

/// Nodes of one piece of work; a multiple of 64.
const PIECE: usize = 1 << 12;

/// Nodes whose value may have to grow, because one of a successor has.
struct Pending(Vec<AtomicU64>);

impl Pending {
    fn all(nodes: usize) -> Pending {
        let word = |w: usize| if nodes - 64 * w >= 64 { !0 } else { (1 << (nodes - 64 * w)) - 1 };
        Pending((0..nodes.div_ceil(64)).map(|w| AtomicU64::new(word(w))).collect())
    }

    fn count(&self) -> u64 {
        self.0.par_iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum()
    }

    /// Written even if the mark is there already: one that is only seen may just be taken by a thread that has not seen the new value.
    fn mark(&self, node: usize) {
        self.0[node / 64].fetch_or(1 << (node % 64), Ordering::Release);
    }
}

/// Each node has two values, one for each role the player to move may have: 0 and 1. `visit` brings the value of a role and a
/// node up to date and says whether it changed; it is then called for the other role of all predecessors. Every value is
/// visited at least once, and by one thread at a time. Where all values only grow, up to a bound, and follow from each other
/// by monotone equations, neither the order of the visits nor the number of threads matters for what is reached.
/// `None` if it was stopped: the values are no fixpoint then.
pub fn until_stable<'p>(
    nodes: usize,
    predecessors: impl Fn(usize) -> &'p [u32] + Sync,
    visit: impl Fn(usize, usize) -> bool + Sync,
    sweeping: &Sweeps<'_>,
) -> Option<()> {
    let pending = [Pending::all(nodes), Pending::all(nodes)];
    let changed = AtomicBool::new(true);
    let (stopped, visited, begun) = (AtomicBool::new(false), AtomicU64::new(0), Instant::now());
    let (mut downwards, mut sweeps) = (true, 0);
    while changed.swap(false, Ordering::Relaxed) {
        parallel::each(nodes.div_ceil(PIECE), &|piece| {
            if sweeping.stops() {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
            let mut visits = 0;
            let piece = if downwards { nodes.div_ceil(PIECE) - 1 - piece } else { piece };
            for i in 0..PIECE / 64 {
                let word = piece * PIECE / 64 + if downwards { PIECE / 64 - 1 - i } else { i };
                for role in [0, 1] {
                    let Some(marks) = pending[role].0.get(word) else { continue };
                    if marks.load(Ordering::Relaxed) == 0 {
                        continue;
                    }
                    // A mark that comes after this is seen by the next sweep.
                    let mut marked = marks.swap(0, Ordering::Acquire);
                    visits += u64::from(marked.count_ones());
                    while marked != 0 {
                        let bit = if downwards { 63 - marked.leading_zeros() } else { marked.trailing_zeros() };
                        marked &= !(1 << bit);
                        let node = 64 * word + bit as usize;
                        if visit(role, node) {
                            predecessors(node).iter().for_each(|&p| pending[1 - role].mark(p as usize));
                            changed.store(true, Ordering::Relaxed);
                        }
                    }
                }
            }
            visited.fetch_add(visits, Ordering::Relaxed);
        });
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        downwards = !downwards;
        sweeps += 1;
        let pending = pending.iter().map(Pending::count).sum();
        sweeping.swept(Swept { sweeps, visited: visited.load(Ordering::Relaxed), pending, elapsed: begun.elapsed() });
    }
    Some(())
}
