//! The values of all play-outs on a short board of one row, found for every state that can follow from any of its positions.
//!
//! Such a board is full of kos: it has few positions, and little of their play-outs is decided by bounds. A state is that of
//! the play-out but for the stones removed so far, which the rest of a play-out does not depend on before its end by 2mn
//! stones lost; so it has a *value from there on*. The points on which ko stones have been captured (j1997.playout.3) only
//! become more, so the states fall into layers: within a layer values depend on each other, else only on layers with more
//! such points, which are solved before.
//!
//! The end by 2mn stones (j1997.no-result) is left out, and for that the values are *cut*: a state counts to a player for no more
//! than a certain number, whatever he forces from there on. If he forces `k` at least with values cut off at `cut`, he has lost
//! no more than `cut - k` stones on balance anywhere on the way. So where that is less than 2mn he does not come to that end
//! before, and has `k` with it too.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::board::{Board, Colour, Grid, Points};
use crate::law::KoMove;
use crate::solve::Game;
use crate::solve::whole::classes::Classes;
use crate::solve::whole::store::{Stages, StoreError};
use crate::texts::j1997::game::{PlayOut, Playing};

/// The longest board of one row whose states are few enough. Each point more makes them about seven times as many.
pub const LONGEST: usize = 10;

/// A state seen from the player to move and turned so that it is the least of its images: the sets of [`Playing::sets`] but the
/// one that is empty on a board of one row, one after the other. The points on which ko stones were captured come first.
type Key = u64;

/// More than any value.
const NEVER: i8 = i8::MAX;

/// Where values are cut off, for a board of so many points: from not at all, which is right for who gets 0 or more, to where even
/// who loses much can do without.
fn cuts(points: usize) -> [i8; CUTS] {
    [2 * points - 1, points, points / 2].map(|cut| cut as i8)
}
const CUTS: usize = 3;

/// What the player to move forces from a state on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Value {
    /// What he gets at least.
    lo: i8,
    /// What the other player holds him to.
    hi: i8,
}

impl Value {
    /// Nothing is forced yet.
    const OPEN: Value = Value { lo: -NEVER, hi: NEVER };
    /// That of no move.
    const NONE: Value = Value { lo: -NEVER, hi: -NEVER };

    fn exactly(value: i8) -> Value {
        Value { lo: value, hi: value }
    }

    /// What a move that gains so many stones is worth to the player who makes it and so leads to a state of this value.
    fn before(self, gain: i8) -> Value {
        let turned = |v: i8| if v.abs() == NEVER { -v } else { gain - v };
        Value { lo: turned(self.hi), hi: turned(self.lo) }
    }

    /// Of two moves of a player who chooses.
    fn or(self, other: Value) -> Value {
        Value { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }

    /// Cut off for both players.
    fn cut(self, at: i8) -> Value {
        Value { lo: self.lo.min(at), hi: self.hi.max(-at) }
    }
}

/// By where they are cut off.
type CutValues = [Value; CUTS];

fn or(a: CutValues, b: CutValues) -> CutValues {
    std::array::from_fn(|i| a[i].or(b[i]))
}

fn before(a: CutValues, gain: i8) -> CutValues {
    a.map(|value| value.before(gain))
}

/// The states with one set of points on which ko stones were captured, in ascending order, and their values if no pass was made just before.
#[derive(Default)]
struct Layer {
    keys: Vec<Key>,
    values: Vec<CutValues>,
}

impl Layer {
    fn number(&self, key: Key) -> Option<usize> {
        self.keys.binary_search(&key).ok()
    }
}

/// By the points on which ko stones were captured.
type Layers = BTreeMap<Key, Layer>;

/// The play-outs of a board.
struct Solver<'a> {
    classes: &'a Classes,
    out: &'a PlayOut,
    stages: &'a Stages<'a>,
    cuts: [i8; CUTS],
}

/// Whether it is a board of one row that is short enough.
#[must_use]
pub fn takes(grid: Grid) -> bool {
    grid.rows().min(grid.cols()) == 1 && grid.len() <= LONGEST
}

/// About how many bytes it takes on a board with so many classes under symmetry; not less. Measured: for each position and
/// each set of points 35 on 1x8 to 41 on 1x10.
#[must_use]
pub fn memory(grid: Grid, classes: u64) -> u64 {
    48 * (classes << grid.len())
}

/// The value of the play-out from each class of positions, the player who is Black there moving first; `None` of a class where it
/// may rest on the end by 2mn stones lost, or is no number. `None` at all if the board is not of one row, or is too long.
///
/// # Errors
/// [`StoreError::Stopped`].
pub fn values(classes: &Classes, out: &PlayOut, stages: &Stages<'_>) -> Result<Option<Vec<Option<i8>>>, StoreError> {
    let grid = classes.board().grid();
    if !takes(grid) {
        return Ok(None);
    }
    let points = grid.len();
    let solver = Solver { classes, out, stages, cuts: cuts(points) };
    let starts = solver.solve()?;
    let value = |class: usize| {
        let key = solver.key(&out.start(classes.representative(class), Colour::Black));
        let values = starts.values[starts.number(key).expect("every position is a start")].into_iter().zip(solver.cuts);
        let end = |cut: i8, k: i8| i16::from(cut) - i16::from(k) >= 2 * points as i16;
        let lo = values.clone().filter(|(v, cut)| !end(*cut, v.lo)).map(|(v, _)| v.lo).max()?;
        let hi = values.filter(|(v, cut)| !end(*cut, v.hi.saturating_neg())).map(|(v, _)| v.hi).min()?;
        (lo == hi).then_some(lo)
    };
    Ok(Some((0..classes.len()).map(value).collect()))
}

impl Solver<'_> {
    fn board(&self) -> &Board {
        self.classes.board()
    }

    fn key(&self, state: &Playing) -> Key {
        let (turns, n) = (self.classes.turns(), self.board().len());
        let key = |[own, others, at, low, _, taken, played]: [Points; 7]| {
            [taken, own, others, at, low, played].into_iter().fold(0, |key, set| key << n | set)
        };
        let sets = state.sets();
        let turned = (1..turns.len()).map(|turn| key(Playing::turned(self.board(), turns.symmetry(turn), sets)));
        turned.fold(key(sets), Key::min)
    }

    fn state(&self, key: Key) -> Playing {
        let n = self.board().len();
        let [taken, own, others, at, low, played] = std::array::from_fn(|i| key >> ((5 - i) * n) & self.board().all());
        Playing::from_sets([own, others, at, low, 0, taken, played])
    }

    /// The points on which ko stones were captured.
    fn taken(&self, key: Key) -> Key {
        key >> (5 * self.board().len())
    }

    /// The state after a pass, and what each play and each pass for a ko gains and leads to.
    fn moves(&self, key: Key, next: &mut Vec<(i8, Key)>) -> Key {
        let state = self.state(key);
        let mut moves = Vec::new();
        self.out.moves(&state, &mut moves);
        let mut pass = key;
        for (mv, to) in moves {
            match mv {
                KoMove::Pass => pass = self.key(&to),
                _ => next.push((to.prisoners(Colour::Black) as i8, self.key(&to))),
            }
        }
        pass
    }

    fn go_on(&self) -> Result<(), StoreError> {
        if self.stages.stop.load(Ordering::Relaxed) { Err(StoreError::Stopped) } else { Ok(()) }
    }

    /// The layer of the states before any ko capture.
    fn solve(&self) -> Result<Layer, StoreError> {
        let start = |class| self.key(&self.out.start(self.classes.representative(class), Colour::Black));
        let mut seeds: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
        seeds.insert(0, (0..self.classes.len()).map(start).collect());
        // By the number of points on which ko stones were captured.
        let mut found: Vec<Layers> = Vec::new();
        while !seeds.is_empty() {
            let explored = std::mem::take(&mut seeds).into_par_iter();
            let explored = explored.map(|(taken, seeds)| Ok((taken, self.explore(taken, seeds)?)));
            let mut layers = Layers::new();
            for (taken, (keys, further)) in explored.collect::<Result<Vec<_>, StoreError>>()? {
                layers.insert(taken, Layer { keys, values: Vec::new() });
                further.into_iter().for_each(|key| seeds.entry(self.taken(key)).or_default().push(key));
            }
            found.push(layers);
        }
        let mut above = Layers::new();
        while let Some(layers) = found.pop() {
            let solve = |(taken, layer): (Key, Layer)| Ok((taken, self.solve_layer(taken, layer.keys, &above)?));
            let solved = layers.into_par_iter().map(solve).collect::<Result<Vec<_>, StoreError>>()?;
            above = solved.into_iter().collect();
        }
        Ok(above.remove(&0).unwrap_or_default())
    }

    /// All states of a layer that follow from the `seeds`, and those to which ko captures lead from there.
    fn explore(&self, taken: Key, seeds: Vec<Key>) -> Result<(Vec<Key>, FxHashSet<Key>), StoreError> {
        self.go_on()?;
        let (mut known, mut further) = (FxHashSet::default(), FxHashSet::default());
        let mut open = Vec::new();
        let mut next: Vec<(i8, Key)> = seeds.into_iter().map(|key| (0, key)).collect();
        loop {
            for (_, key) in next.drain(..) {
                if self.taken(key) != taken {
                    further.insert(key);
                } else if known.insert(key) {
                    open.push(key);
                }
            }
            let Some(key) = open.pop() else { break };
            let pass = self.moves(key, &mut next);
            next.push((0, pass));
        }
        let mut keys: Vec<Key> = known.into_iter().collect();
        keys.sort_unstable();
        Ok((keys, further))
    }

    /// The values of a layer, from those of the layers `above`.
    fn solve_layer(&self, taken: Key, keys: Vec<Key>, above: &Layers) -> Result<Layer, StoreError> {
        self.go_on()?;
        let mut layer = Layer { values: Vec::new(), keys };
        let number = |key| layer.number(key).expect("a state that follows is in the layer") as u32;
        // By state: what leads out of the layer, what stays in it, the state after a pass, and what an end is worth.
        let (mut leaving, mut starts, mut staying) = (Vec::new(), vec![0u32], Vec::new());
        let (mut passes, mut ends, mut next) = (Vec::new(), Vec::new(), Vec::new());
        for &key in &layer.keys {
            passes.push(number(self.moves(key, &mut next)));
            let mut best = [Value::NONE; CUTS];
            for (gain, to) in next.drain(..) {
                if self.taken(to) == taken {
                    staying.push((gain, number(to)));
                } else {
                    let above = &above[&self.taken(to)];
                    let at = above.number(to).expect("a state that follows is in a layer above");
                    best = or(best, before(above.values[at], gain));
                }
            }
            leaving.push(best);
            starts.push(staying.len() as u32);
            ends.push([Value::exactly(self.out.value(&self.state(key)) as i8); CUTS]);
        }
        let mut values = vec![[Value::OPEN; CUTS]; layer.keys.len()];
        // The best of all moves but the pass.
        let mut plays = values.clone();
        let mut changed = true;
        while changed {
            self.go_on()?;
            changed = false;
            for i in 0..values.len() {
                let moves = &staying[starts[i] as usize..starts[i + 1] as usize];
                let best =
                    moves.iter().fold(leaving[i], |best, &(gain, to)| or(best, before(values[to as usize], gain)));
                // After a pass the other may end it by another (j1997.playout.6).
                let pass = passes[i] as usize;
                let value = or(best, before(or(ends[pass], plays[pass]), 0));
                let value = std::array::from_fn(|at| value[at].cut(self.cuts[at]));
                changed |= best != plays[i] || value != values[i];
                (plays[i], values[i]) = (best, value);
            }
        }
        layer.values = values;
        Ok(layer)
    }
}
