//! Sweeps over all states until nothing changes any more.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

/// Nodes of one piece of work; a multiple of 64.
const PIECE: usize = 1 << 12;

/// Nodes whose value may have to grow, because one of a successor has.
struct Pending(Vec<AtomicU64>);

impl Pending {
    fn all(nodes: usize) -> Pending {
        let word = |w: usize| if nodes - 64 * w >= 64 { !0 } else { (1 << (nodes - 64 * w)) - 1 };
        Pending((0..nodes.div_ceil(64)).map(|w| AtomicU64::new(word(w))).collect())
    }

    fn mark(&self, node: usize) {
        let (word, bit) = (&self.0[node / 64], 1 << (node % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Release);
        }
    }
}

/// Each node has two values, one for each role the player to move may have: 0 and 1. `visit` brings the value of a role and a
/// node up to date and says whether it changed; it is then called for the other role of all predecessors. Every value is
/// visited at least once, and by one thread at a time. Where all values only grow, up to a bound, and follow from each other
/// by monotone equations, neither the order of the visits nor the number of threads matters for what is reached.
pub fn until_stable<'p>(
    nodes: usize,
    predecessors: impl Fn(usize) -> &'p [u32] + Sync,
    visit: impl Fn(usize, usize) -> bool + Sync,
) {
    let pending = [Pending::all(nodes), Pending::all(nodes)];
    let changed = AtomicBool::new(true);
    let mut downwards = true;
    while changed.swap(false, Ordering::Relaxed) {
        (0..nodes.div_ceil(PIECE)).into_par_iter().for_each(|piece| {
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
        });
        downwards = !downwards;
    }
}
