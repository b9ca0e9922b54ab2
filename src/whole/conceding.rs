//! What a player gets at least from a play-out (j1997.playout) if he concedes every ko and nothing is known of which stones
//! were played during it: one number for every position, shared by all play-outs of a board.

use std::sync::atomic::{AtomicBool, AtomicI8, Ordering};

use rayon::prelude::*;

use super::classes::{Classes, Seat};
use super::graph::{Graph, Predecessors};
use crate::board::Colour;
use crate::rules::j1997::PlayOut;

const NOTHING: i8 = i8::MIN;

/// By node, `[the conceder to move, the other to move]`, each `[the last move was no pass, it was one]`.
pub struct Conceded {
    values: [[Vec<i8>; 2]; 2],
}

/// Solves.
#[must_use]
pub fn conceded(classes: &Classes, graph: &Graph<()>, predecessors: &Predecessors, out: &PlayOut) -> Conceded {
    let nodes = graph.len();
    let fresh = || (0..nodes).map(|_| AtomicI8::new(NOTHING)).collect::<Vec<_>>();
    let values = [[fresh(), fresh()], [fresh(), fresh()]];
    let board = classes.board();
    // By node, the player to move called Black: what an end is worth to him at worst, and to the other.
    let ends: Vec<[i8; 2]> = (0..nodes).into_par_iter().map(|n| {
        let p = classes.representative(n);
        [out.least_count(p) as i8, out.least_count(p.swapped()) as i8]
    }).collect();
    let ko: Vec<u8> = (0..nodes).into_par_iter().map(|n| {
        let p = classes.representative(n);
        u8::from(crate::board::points_of(board.empty(p)).any(|v| board.play(p, Colour::Black, v).is_some_and(|x| x.ko.is_some())))
    }).collect();
    let stones = |n: usize, c: usize| classes.representative(n).stones[c].count_ones() as i8;
    let get = |role: usize, passed: usize, s: Seat| values[role][passed][s.number()].load(Ordering::Relaxed);
    let changed = AtomicBool::new(true);
    let mut sweeps = 0;
    while changed.swap(false, Ordering::Relaxed) {
        sweeps += 1;
        (0..nodes).into_par_iter().for_each(|n| {
            let n = if sweeps % 2 == 1 { nodes - 1 - n } else { n };
            let pass = graph.pass(n);
            let set = |role: usize, passed: usize, v: i8| {
                let cell = &values[role][passed][n];
                if v > cell.load(Ordering::Relaxed) { cell.store(v, Ordering::Relaxed); changed.store(true, Ordering::Relaxed); }
            };
            let position = classes.representative(n);
            // the conceder to move
            let mut best = NOTHING;
            for (i, &s) in graph.plays(n).iter().enumerate() {
                let _ = i;
                // a ko capture is conceded
                if ko[n] != 0 && graph.is_ko(classes, n, i) { continue; }
                best = best.max(get(1, 0, s));
            }
            set(0, 0, best.max(get(1, 1, pass)));
            set(0, 1, best.max(ends[n][0]));
            // the other to move
            let mut worst = i8::MAX;
            let theirs = stones(n, 1);
            for &s in graph.plays(n) {
                let v = get(0, 0, s);
                if v == NOTHING { worst = NOTHING; break; }
                let lost = theirs - stones(s.number(), 0);
                worst = worst.min(v - lost);
            }
            set(1, 0, worst.min(get(0, 1, pass)));
            let mut w = worst.min(ends[n][1]);
            if ko[n] != 0 { w = w.min(get(0, 0, pass)); }
            set(1, 1, w);
            let _ = position;
        });
    }
    let _ = predecessors;
    eprintln!("sweeps {sweeps}");
    Conceded { values: values.map(|r| r.map(|v| v.into_iter().map(AtomicI8::into_inner).collect())) }
}

impl Conceded {
    /// value
    pub fn at(&self, role: usize, passed: usize, node: usize) -> i8 { self.values[role][passed][node] }
}
