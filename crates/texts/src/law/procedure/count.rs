//! The score of a recorded game: what a text counts, with prisoners and komi.

use crate::board::plain::PlainPosition;
use crate::board::{Colour, PointSet, Wide};
use crate::law::clause::ClauseId;
use crate::law::verdict::{Claim, Outcome};
use crate::record::Komi;

/// One item of a score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The clause it rests on; none for komi, of which no text speaks.
    pub clause: Option<ClauseId>,
    /// Whose points.
    pub player: Colour,
    /// What is counted.
    pub what: &'static str,
    /// Where; empty for what is not on the board.
    pub points: Vec<usize>,
    /// How many points, in hundredths.
    pub value: i32,
}

/// A score: its items.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Black's items first, each player's in the order of the text.
    pub items: Vec<Item>,
}

impl Counted {
    /// Adds so many points for `player`, if it is any.
    pub fn add(&mut self, clause: ClauseId, player: Colour, what: &'static str, points: Vec<usize>, value: i32) {
        if value != 0 {
            self.items.push(Item { clause: Some(clause), player, what, points, value: 100 * value });
        }
    }

    /// Adds the claims of a verdict.
    pub fn add_claims<S: PointSet>(&mut self, claims: &[Claim<S>]) {
        for c in claims {
            self.add(c.clause, c.player, c.what, c.points.points().collect(), c.value);
        }
    }

    /// Adds prisoners, by the player who took them.
    pub fn add_prisoners(&mut self, clause: ClauseId, what: &'static str, taken: [u32; 2]) {
        for player in Colour::ALL {
            self.add(clause, player, what, Vec::new(), taken[player.index()] as i32);
        }
    }

    /// Adds komi as White's points (as Black's if it is negative).
    pub fn add_komi(&mut self, komi: Option<Komi>) {
        if let Some(Komi(value)) = komi.filter(|k| k.0 != 0) {
            let player = if value > 0 { Colour::White } else { Colour::Black };
            let what = "komi, as the record has it";
            self.items.push(Item { clause: None, player, what, points: Vec::new(), value: value.abs() });
        }
    }

    /// Black's points less White's, in hundredths.
    #[must_use]
    pub fn margin(&self) -> i32 {
        self.items.iter().map(|i| if i.player == Colour::Black { i.value } else { -i.value }).sum()
    }

    /// The items in order.
    #[must_use]
    pub fn sorted(mut self) -> Counted {
        self.items.sort_by_key(|i| (i.player, i.clause.is_none(), i.clause, i.points.first().copied()));
        self
    }

    /// Bounds of an outcome with what is counted here added, in hundredths.
    #[must_use]
    pub fn around(&self, outcome: Outcome) -> [i32; 2] {
        let (lo, hi) = match outcome {
            Outcome::Margin(m) => (m, m),
            Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => (lo, hi),
        };
        [lo, hi].map(|v| 100 * v + self.margin())
    }
}

/// The marks of a set of points, one a point of the grid.
#[must_use]
pub fn marked(position: &PlainPosition, points: &[usize]) -> Vec<bool> {
    let mut marks = vec![false; position.grid().len()];
    points.iter().for_each(|&p| marks[p] = true);
    marks
}

/// The strings of a position that do not stand on these points.
#[must_use]
pub fn others(position: &PlainPosition, without: &[usize]) -> Vec<(Colour, Wide)> {
    let off = marked(position, without);
    let strings = position.strings().into_iter().filter(|s| !off[s.stones[0]]);
    strings.map(|s| (s.colour, s.stones.into_iter().collect())).collect()
}
