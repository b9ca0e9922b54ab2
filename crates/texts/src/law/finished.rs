//! Positions of any size in which nothing has to be searched for: every string is immortal, or dead where nothing can live
//! (`docs/src/reach.md`). What a text makes of them it says itself ([`crate::law::Document::finished`]).

use std::fmt;

use super::partly::Partly;
use super::procedure::count::Counted;
pub use super::sight::{Holding, SMALL, Sight, Sights, enclosed, for_local, narrow, wide};
use super::trace::Trace;
use super::verdict::{Claim, Life, Outcome, PointStatus};
use crate::board::plain::{PlainPosition, PlainString};
use crate::board::{Colour, Grid, Kernel, MAX_POINTS, PointSet, Wide, WideBoard};

/// The verdict on such a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The position.
    pub position: PlainPosition,
    /// The life of every string, Black's first; `None` if the text defines none.
    pub strings: Option<Vec<(PlainString, Life)>>,
    /// The status of every point, likewise.
    pub points: Option<Vec<PointStatus>>,
    /// What is counted.
    pub count: Counted,
}

impl Finished {
    /// The outcome without komi and without prisoners from before the position.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        Outcome::Margin(self.count.margin() / 100)
    }

    /// Of a text that only counts.
    #[must_use]
    pub fn counted(position: &PlainPosition, claims: &[Claim<Wide>]) -> Finished {
        let mut count = Counted::default();
        count.add_claims(claims);
        Finished { position: position.clone(), strings: None, points: None, count }
    }

    /// Of a text that gives stones and points a status, as the position stands: with nothing dead or in seki. The trace says what is counted.
    #[must_use]
    pub fn as_it_stands(sight: &Sight, claims: &[Claim<Wide>], trace: &mut Trace) -> Finished {
        trace.count(&sight.board, claims);
        Finished::with_status(sight.position(), Wide::default(), Wide::default(), claims)
    }

    /// Of a text that gives stones and points a status: with these stones dead and these in seki.
    #[must_use]
    pub fn with_status(position: &PlainPosition, dead: Wide, seki: Wide, claims: &[Claim<Wide>]) -> Finished {
        let life = |s: &PlainString| match s.stones[0] {
            p if dead.has(p) => Life::Dead,
            p if seki.has(p) => Life::Seki,
            _ => Life::Alive,
        };
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let living = stones.map(|s| s.less(dead));
        let mut points = vec![PointStatus::Stone; position.grid().len()];
        for region in board.components(board.vacant(living)) {
            let borders = Colour::ALL.into_iter().filter(|c| board.around(region).meets(living[c.index()]));
            let status = match borders.collect::<Vec<Colour>>()[..] {
                [c] if claims.iter().any(|claim| claim.player == c && claim.points.meets(region)) => {
                    PointStatus::Territory(c)
                }
                [c] => PointStatus::EyeInSeki(c),
                _ => PointStatus::Dame,
            };
            region.points().for_each(|p| points[p] = status);
        }
        let strings = position.strings().into_iter().map(|s| (s.clone(), life(&s))).collect();
        Finished { strings: Some(strings), points: Some(points), ..Finished::counted(position, claims) }
    }
}

/// What is known of a position that is not decided without looking at the board as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Bounds of the margin, without komi and without prisoners from before the position.
    pub bounds: [i32; 2],
    /// The strings of which it is not known whether they are dead, Black's first.
    pub open: Vec<PlainString>,
    /// What is known of the others, and of points.
    pub known: Partly,
    pub(super) grid: Grid,
}

impl Unfinished {
    /// The outcome, as far as it is known.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let [lo, hi] = self.bounds;
        Outcome::Undecided { lo, hi }
    }
}

/// Strings named in a line.
const NAMED: usize = 8;

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: a board of more than {MAX_POINTS} points is looked at region by region; ", self.outcome())?;
        if self.open.is_empty() {
            return write!(f, "no string is in doubt, but what it counts is");
        }
        write!(f, "strings of which it is not known whether they are dead ({}):", self.open.len())?;
        for string in self.open.iter().take(NAMED) {
            write!(f, " {} {}", string.colour, self.grid.name(string.stones[0]))?;
        }
        if self.open.len() > NAMED { write!(f, " ...") } else { Ok(()) }
    }
}

/// Black's points less White's where nothing is in doubt: every string has, among the regions of one or two empty points
/// that one player's stones enclose, two whose points are all its liberties (so by Benson's theorem no stone can be taken),
/// and there is no other empty point. `area` counts stones as well. `None` for any other position.
///
/// An opposing stone in a region of two points can be taken at once, at no loss under any text; in a region of one point it
/// cannot be played. So all texts agree; a test holds this against the interpreters on whole boards.
#[must_use]
pub fn all_immortal(position: &PlainPosition, area: bool) -> Option<i32> {
    let grid = position.grid();
    let mut margin = 0;
    let sign = |c: Colour| if c == Colour::Black { 1 } else { -1 };
    // Regions: their points and their owner.
    let mut regions: Vec<(Vec<usize>, Colour)> = Vec::new();
    for p in (0..grid.len()).filter(|&p| position.at(p).is_none()) {
        if regions.iter().any(|(r, _)| r.contains(&p)) {
            continue;
        }
        let mut region = vec![p];
        region.extend(grid.neighbours(p).filter(|&q| position.at(q).is_none()));
        let border = || region.iter().flat_map(|&q| grid.neighbours(q)).filter(|q| !region.contains(q));
        let owner = border().find_map(|q| position.at(q))?;
        if region.len() > 2 || border().any(|q| position.at(q) != Some(owner)) {
            return None;
        }
        margin += sign(owner) * region.len() as i32;
        regions.push((region, owner));
    }
    for string in position.strings() {
        let touches = |q: usize| grid.neighbours(q).any(|r| string.stones.binary_search(&r).is_ok());
        // No string can be given up here, so that Benson's iteration ends with its first round.
        if regions.iter().filter(|(r, _)| r.iter().all(|&q| touches(q))).count() < 2 {
            return None;
        }
        if area {
            margin += sign(string.colour) * string.stones.len() as i32;
        }
    }
    (!regions.is_empty()).then_some(margin)
}
