//! Values and best moves under different rule sets, compared on every position of a board.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};

use rayon::prelude::*;

use super::prisoners::Prisoners;
use super::values::{BestLine, Values};
use super::{Progress, Stopped, WholeBoard};
use crate::board::{Colour, Position, diagram};
use crate::law::Outcome;
use crate::solve::whole::classes::Classes;

/// A position with a player to move.
pub type Place = (Position, Colour);

/// How many positions of a kind there are, and the smallest: with the fewest stones, then by text, Black to move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kind {
    /// How many.
    pub count: u64,
    /// The smallest.
    pub smallest: Option<Place>,
}

impl Kind {
    /// One more.
    pub(super) fn add(&mut self, place: Place) {
        self.add_all(&[place]);
    }

    /// As many more as are named: positions that are images of each other.
    fn add_all(&mut self, places: &[Place]) {
        self.count += places.len() as u64;
        for &place in places {
            self.consider(place);
        }
    }

    fn consider(&mut self, place: Place) {
        if self.smallest.is_none_or(|smallest| order(place, smallest).is_lt()) {
            self.smallest = Some(place);
        }
    }

    fn merge(&mut self, other: &Kind) {
        self.count += other.count;
        if let Some(place) = other.smallest {
            self.consider(place);
        }
    }
}

/// Fewer stones first, then by text, then Black to move.
pub(super) fn order((a, first): Place, (b, second): Place) -> Ordering {
    let stones = |position: Position| position.occupied().count_ones();
    stones(a).cmp(&stones(b)).then_with(|| {
        let differs = (a.stones[0] ^ b.stones[0]) | (a.stones[1] ^ b.stones[1]);
        let point = differs.trailing_zeros();
        // `.` before `O` before `X`.
        let written = |position: Position| {
            let [black, white] = position.stones.map(|s| s.checked_shr(point).unwrap_or(0) & 1);
            2 * black + white
        };
        written(a).cmp(&written(b)).then(first.index().cmp(&second.index()))
    })
}

/// Why two rule sets give a position another value, as far as a line of best play under the first shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The second refuses a move of the line.
    Refused,
    /// The second gives another value to the position in which the line stops, prisoners included.
    Verdict,
    /// The line comes to the same under both; the second has a better move somewhere, because of what it says of other ends.
    Elsewhere,
    /// There is no line: the value took a search with the history of the game.
    History,
}

impl Cause {
    /// All.
    pub const ALL: [Cause; 4] = [Cause::Refused, Cause::Verdict, Cause::Elsewhere, Cause::History];

    /// In words, of the first and the second rule set.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Cause::Refused => "the second refuses a move of best play under the first",
            Cause::Verdict => "the verdict at the end of best play under the first differs",
            Cause::Elsewhere => "another move is better under the second",
            Cause::History => "no line: the value rests on the history",
        }
    }
}

/// Two rule sets on every position of a board and both players to move.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Their numbers in the list.
    pub of: [usize; 2],
    /// Positions whose value is decided under both.
    pub decided: u64,
    /// Of those, positions whose value is another; prisoners from before by the convention `level`.
    pub differs: Kind,
    /// Of those, by [`Cause`], if causes are asked for.
    pub causes: [Kind; 4],
    /// Positions that are decided under one alone, and without result under the other: a cycle is judged otherwise.
    pub cycle: Kind,
    /// Of those decided under both, positions on which another player wins, or nobody.
    pub winner: Kind,
    /// Positions of which all best moves are known under both.
    pub known: u64,
    /// Of those, positions on which no move is best under both.
    pub apart: Kind,
    /// Of those, positions on which a pass is best under the first and not under the second, and the other way round.
    pub pass: [Kind; 2],
}

/// The best moves, a bit for each point and one above them for a pass, if no other can be one.
fn best(values: &Values, position: Position, mover: Colour, points: usize) -> Option<u32> {
    let value = values.value(position, mover).margin()?;
    let mut best = 0;
    for m in values.moves(position, mover) {
        let bit = 1 << m.mv.map_or(points, usize::from);
        let most = match m.value {
            Outcome::Margin(margin) => margin,
            Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => {
                if mover == Colour::Black {
                    hi
                } else {
                    lo
                }
            }
        };
        if m.value.margin() == Some(value) {
            best |= bit;
        } else if most == value {
            return None;
        }
    }
    (best != 0).then_some(best)
}

/// Why the second rule set gives another value than the line of best play under the first ends in.
fn cause(board: &WholeBoard, (position, mover): Place, line: Option<&BestLine>, second: &Values, margin: i32) -> Cause {
    let Some(line) = line.filter(|line| line.end.is_some()) else { return Cause::History };
    match second.comes_to(board, position, mover, &line.moves) {
        None => Cause::Refused,
        Some(outcome) if outcome.margin() == Some(margin) => Cause::Elsewhere,
        Some(_) => Cause::Verdict,
    }
}

impl Pair {
    fn new(of: [usize; 2]) -> Pair {
        let none = Kind::default();
        Pair {
            of,
            decided: 0,
            differs: none,
            causes: [none; 4],
            cycle: none,
            winner: none,
            known: 0,
            apart: none,
            pass: [none; 2],
        }
    }

    fn kinds(&mut self) -> [&mut Kind; 10] {
        let Pair { differs, causes: [a, b, c, d], cycle, winner, apart, pass: [first, second], .. } = self;
        [differs, a, b, c, d, cycle, winner, apart, first, second]
    }

    fn merge(&mut self, mut other: Pair) {
        self.decided += other.decided;
        self.known += other.known;
        self.kinds().into_iter().zip(other.kinds()).for_each(|(own, more)| own.merge(more));
    }
}

/// Classes that are compared at a time.
const PIECE: usize = 2048;

/// Compares every two of the rule sets; `causes` are found where that is asked for. `stop` ends it before it is done.
///
/// A value depends on a position as the player to move sees it, up to the symmetries of the board: each class of those is looked at once.
///
/// # Errors
/// [`Stopped`].
pub fn compare(
    board: &WholeBoard,
    values: &[Values],
    causes: bool,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Vec<Pair>, Stopped> {
    let none = || -> Vec<Pair> {
        (0..values.len()).flat_map(|i| (i + 1..values.len()).map(move |j| Pair::new([i, j]))).collect()
    };
    let Some(first) = values.first() else { return Ok(Vec::new()) };
    let classes = first.classes();
    let piece = |at: usize| {
        if stop.load(atomic::Ordering::Relaxed) {
            return Err(Stopped);
        }
        let mut pairs = none();
        let range = at * PIECE..classes.len().min((at + 1) * PIECE);
        range.clone().for_each(|class| add(&mut pairs, board, values, &places(classes, class), causes));
        progress.compared(range.len() as u64);
        Ok(pairs)
    };
    let merged = |mut all: Vec<Pair>, more: Vec<Pair>| {
        all.iter_mut().zip(more).for_each(|(pair, other)| pair.merge(other));
        Ok(all)
    };
    (0..classes.len().div_ceil(PIECE)).into_par_iter().map(piece).try_reduce(none, merged)
}

/// The positions that the players see as a class has it: Black to move, and White with the colours exchanged. Its representative
/// comes first.
fn places(classes: &Classes, class: usize) -> Vec<Place> {
    let (turns, representative) = (classes.turns(), classes.representative(class));
    let mut images: Vec<Position> = Vec::with_capacity(turns.len());
    for image in (0..turns.len()).map(|turn| turns.position(turn, representative)) {
        if !images.contains(&image) {
            images.push(image);
        }
    }
    Colour::ALL.into_iter().flat_map(|mover| images.iter().map(move |p| (p.seen_by(mover), mover))).collect()
}

/// What the positions of a class add; the first of them is asked about.
fn add(pairs: &mut [Pair], board: &WholeBoard, values: &[Values], places: &[Place], causes: bool) {
    let (points, many) = (board.board().len(), places.len() as u64);
    let (position, mover) = places[0];
    let [black, white] = position.stones.map(|s| s.count_ones() as i32);
    let besides = |v: &Values| Prisoners::Level.added(&v.rules, black - white);
    let found: Vec<(Outcome, Option<u32>)> =
        values.iter().map(|v| (v.value(position, mover).plus(besides(v)), best(v, position, mover, points))).collect();
    let mut lines = vec![None; values.len()];
    for pair in pairs {
        let [i, j] = pair.of;
        let [a, b] = pair.of.map(|i| found[i]);
        match (a.0, b.0) {
            (Outcome::Margin(first), Outcome::Margin(second)) => {
                pair.decided += many;
                if first != second {
                    pair.differs.add_all(places);
                    if causes {
                        // Which line is shown, of several that are best, is no matter of the class.
                        let of_all = || places.iter().map(|&(p, mover)| values[i].line(board, p, mover)).collect();
                        let lines: &Vec<Option<BestLine>> = lines[i].get_or_insert_with(of_all);
                        for (place, line) in places.iter().zip(lines) {
                            let same = first - besides(&values[j]);
                            let same = if place.1 == mover { same } else { -same };
                            pair.causes[cause(board, *place, line.as_ref(), &values[j], same) as usize].add(*place);
                        }
                    }
                }
                if first.signum() != second.signum() {
                    pair.winner.add_all(places);
                }
            }
            (Outcome::Margin(_), Outcome::NoResult { .. }) | (Outcome::NoResult { .. }, Outcome::Margin(_)) => {
                pair.cycle.add_all(places);
            }
            _ => {}
        }
        if let (Some(a), Some(b)) = (a.1, b.1) {
            pair.known += many;
            if a & b == 0 {
                pair.apart.add_all(places);
            }
            match (a >> points & 1, b >> points & 1) {
                (1, 0) => pair.pass[0].add_all(places),
                (0, 1) => pair.pass[1].add_all(places),
                _ => {}
            }
        }
    }
}

/// The text of a position with the player to move: `X./.O B`.
#[must_use]
pub fn written(board: &WholeBoard, (position, mover): Place) -> String {
    format!("{} {}", diagram::text(board.board().grid(), position), mover.letter())
}
