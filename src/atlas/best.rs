//! Best moves under different rule sets, compared on every position of a board.

use super::WholeBoard;
use super::prisoners::Prisoners;
use super::values::Values;
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
    fn add(&mut self, place: Place) {
        self.count += 1;
        let stones = |(position, _): Place| position.occupied().count_ones();
        // Positions come in the order of their texts.
        if self.smallest.is_none_or(|smallest| stones(place) < stones(smallest)) {
            self.smallest = Some(place);
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
    /// Of those, positions on which another player wins, or nobody; prisoners from before by the convention `level`.
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

/// Compares every two of the rule sets.
#[must_use]
pub fn compare(board: &WholeBoard, values: &[Values]) -> Vec<Pair> {
    let points = board.board().len();
    let pairs = (0..values.len()).flat_map(|i| (i + 1..values.len()).map(move |j| [i, j]));
    let mut pairs: Vec<Pair> = pairs
        .map(|of| Pair {
            of,
            decided: 0,
            winner: Kind::default(),
            known: 0,
            apart: Kind::default(),
            pass: [Kind::default(); 2],
        })
        .collect();
    for position in board.positions() {
        let [black, white] = position.stones.map(|s| s.count_ones() as i32);
        for mover in Colour::ALL {
            let found: Vec<(Option<i32>, Option<u32>)> = values
                .iter()
                .map(|v| {
                    let besides = Prisoners::Level.added(&v.rules, black - white);
                    let winner = v.value(position, mover).margin().map(|m| (m + besides).signum());
                    (winner, best(v, position, mover, points))
                })
                .collect();
            for pair in &mut pairs {
                let [a, b] = pair.of.map(|i| found[i]);
                let place = (position, mover);
                if let (Some(a), Some(b)) = (a.0, b.0) {
                    pair.decided += 1;
                    if a != b {
                        pair.winner.add(place);
                    }
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
    pairs
}

/// The text of a position with the player to move: `X./.O B`.
#[must_use]
pub fn written(board: &WholeBoard, (position, mover): Place) -> String {
    format!("{} {}", diagram::text(board.board().grid(), position), mover.letter())
}
