//! Who seems to lead. It says where a search looks first, and nothing that is found rests on it.

use super::bits::{Board, Points, Position};
use super::grid::Colour;

/// Hundredths of a point for each stone; pair of neighbours; square of four; neighbour of a stone that is empty, counted for each stone that it
/// has; stone without a neighbour of the other colour; and for the turn. Fitted to the outcomes of positions of 5x5 (`tools/leads.py`).
const WEIGHTS: [i32; 6] = [-885, 1126, -775, 571, -427, 922];

impl Board {
    /// How many points more the area of `colour` than that of his opponent is likely to come to, `mover` being to move. On a
    /// [graph](Board::of_graph) nothing is foreseen: 0.
    #[must_use]
    pub fn likely_lead(&self, position: Position, colour: Colour, mover: Colour) -> i16 {
        let turn = if mover == colour { WEIGHTS[5] } else { -WEIGHTS[5] };
        let [own, other] = [colour, colour.opponent()].map(|player| position.of(player));
        let all = self.len() as i32;
        let lead = (self.weight(own, other) - self.weight(other, own) + turn) / 100;
        if self.is_graph() { 0 } else { lead.clamp(-all, all) as i16 }
    }

    /// What stones weigh, in hundredths of a point.
    fn weight(&self, own: Points, other: Points) -> i32 {
        let empty = self.all() & !(own | other);
        let [right, left, below, above] = self.shifted(own);
        let beside = own & right;
        let pairs = beside.count_ones() + (own & below).count_ones();
        let blocks = (beside & self.shifted(beside)[2]).count_ones();
        let free: u32 = [right, left, below, above].iter().map(|points| (points & empty).count_ones()).sum();
        let loose = (own & !self.around(other)).count_ones();
        let counts = [own.count_ones(), pairs, blocks, free, loose];
        counts.into_iter().zip(WEIGHTS).map(|(count, weight)| count as i32 * weight).sum()
    }
}
