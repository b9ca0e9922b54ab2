//! Values and best moves under different rule sets, compared on every position of a board.

use std::sync::atomic::{AtomicBool, Ordering};

use super::prisoners::Prisoners;
use super::values::{Line, Values};
use super::{Stopped, WholeBoard};
use crate::board::{Colour, Position, diagram};
use crate::law::Outcome;

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
    pub(super) fn add(&mut self, place: Place) {
        self.count += 1;
        let stones = |(position, _): Place| position.occupied().count_ones();
        // Positions come in the order of their texts.
        if self.smallest.is_none_or(|smallest| stones(place) < stones(smallest)) {
            self.smallest = Some(place);
        }
    }
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
fn cause(board: &WholeBoard, (position, mover): Place, line: Option<&Line>, second: &Values, margin: i32) -> Cause {
    let Some(line) = line.filter(|line| line.end.is_some()) else { return Cause::History };
    match second.comes_to(board, position, mover, &line.moves) {
        None => Cause::Refused,
        Some(outcome) if outcome.margin() == Some(margin) => Cause::Elsewhere,
        Some(_) => Cause::Verdict,
    }
}

/// Compares every two of the rule sets; `causes` are found where that is asked for. `stop` ends it before it is done.
///
/// # Errors
/// [`Stopped`].
pub fn compare(board: &WholeBoard, values: &[Values], causes: bool, stop: &AtomicBool) -> Result<Vec<Pair>, Stopped> {
    let points = board.board().len();
    let pairs = (0..values.len()).flat_map(|i| (i + 1..values.len()).map(move |j| [i, j]));
    let mut pairs: Vec<Pair> = pairs
        .map(|of| Pair {
            of,
            decided: 0,
            differs: Kind::default(),
            causes: [Kind::default(); 4],
            cycle: Kind::default(),
            winner: Kind::default(),
            known: 0,
            apart: Kind::default(),
            pass: [Kind::default(); 2],
        })
        .collect();
    for position in board.positions() {
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let [black, white] = position.stones.map(|s| s.count_ones() as i32);
        for mover in Colour::ALL {
            let place = (position, mover);
            let besides = |v: &Values| Prisoners::Level.added(&v.rules, black - white);
            let found: Vec<(Outcome, Option<u32>)> = values
                .iter()
                .map(|v| (v.value(position, mover).plus(besides(v)), best(v, position, mover, points)))
                .collect();
            let mut lines: Vec<Option<Option<Line>>> = vec![None; values.len()];
            for pair in &mut pairs {
                let [i, j] = pair.of;
                let [a, b] = pair.of.map(|i| found[i]);
                match (a.0, b.0) {
                    (Outcome::Margin(first), Outcome::Margin(second)) => {
                        pair.decided += 1;
                        if first != second {
                            pair.differs.add(place);
                            if causes {
                                let line = lines[i].get_or_insert_with(|| values[i].line(board, position, mover));
                                let same = first - besides(&values[j]);
                                let cause = cause(board, place, line.as_ref(), &values[j], same);
                                pair.causes[cause as usize].add(place);
                            }
                        }
                        if first.signum() != second.signum() {
                            pair.winner.add(place);
                        }
                    }
                    (Outcome::Margin(_), Outcome::NoResult { .. }) | (Outcome::NoResult { .. }, Outcome::Margin(_)) => {
                        pair.cycle.add(place)
                    }
                    _ => {}
                }
                if let (Some(a), Some(b)) = (a.1, b.1) {
                    pair.known += 1;
                    if a & b == 0 {
                        pair.apart.add(place);
                    }
                    match (a >> points & 1, b >> points & 1) {
                        (1, 0) => pair.pass[0].add(place),
                        (0, 1) => pair.pass[1].add(place),
                        _ => {}
                    }
                }
            }
        }
    }
    Ok(pairs)
}

/// The text of a position with the player to move: `X./.O B`.
#[must_use]
pub fn written(board: &WholeBoard, (position, mover): Place) -> String {
    format!("{} {}", diagram::text(board.board().grid(), position), mover.letter())
}
