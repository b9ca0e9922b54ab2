//! The plain kernel: positions of any grid as a list of cells, written to be read beside the rules.
//!
//! Little here is fast. The bitboard kernel ([`super::Board`]) is held equal to it by tests.

use std::hash::{Hash, Hasher};

use super::bits::{MAX_POINTS, Points, Position, points_of};
use super::grid::{Colour, Grid};

/// A position of any grid: each point is empty or holds a stone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainPosition {
    grid: Grid,
    /// One cell a point, in the order of the grid's points.
    cells: Vec<Option<Colour>>,
    /// Of all stones together (Zobrist 1970): superko asks for every play whether its position has been there.
    key: u64,
}

impl Hash for PlainPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// The key of a stone: 64 bits that look random (the finalizer of SplitMix64).
fn key_of(p: usize, colour: Colour) -> u64 {
    let mix = |x: u64, shift: u32, by: u64| (x ^ (x >> shift)).wrapping_mul(by);
    let x = (2 * p as u64 + colour.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = mix(mix(x, 30, 0xbf58_476d_1ce4_e5b9), 27, 0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A string of a [`PlainPosition`]: a maximal connected set of stones of one colour.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlainString {
    /// Whose stones.
    pub colour: Colour,
    /// The points of the string, ascending.
    pub stones: Vec<usize>,
}

/// What a legal play leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainPlay {
    /// The position after all removals.
    pub after: PlainPosition,
    /// The points of the opposing stones removed, ascending.
    pub captured: Vec<usize>,
    /// The stone removed by a *ko capture*: one stone removed, and the capturing string is a single stone whose only
    /// liberty is the point of the removed one.
    pub ko: Option<usize>,
}

/// Why a stone cannot be played on a point, every ko restriction ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalPlay {
    /// The point holds a stone.
    #[error("the point is occupied")]
    Occupied,
    /// The string of the stone played would have no liberty after the opposing strings without liberty are removed.
    #[error("the string of the stone played would have no liberty (suicide)")]
    Suicide,
}

impl PlainPosition {
    /// The empty board.
    #[must_use]
    pub fn new(grid: Grid) -> PlainPosition {
        PlainPosition { grid, cells: vec![None; grid.len()], key: 0 }
    }

    fn with_cells(grid: Grid, cells: Vec<Option<Colour>>) -> PlainPosition {
        let stones = cells.iter().enumerate().filter_map(|(p, &cell)| Some(key_of(p, cell?)));
        let key = stones.fold(0, |all, key| all ^ key);
        PlainPosition { grid, cells, key }
    }

    /// Puts a stone on an empty point.
    fn put(&mut self, p: usize, colour: Colour) {
        self.cells[p] = Some(colour);
        self.key ^= key_of(p, colour);
    }

    /// Takes these stones off.
    fn take(&mut self, stones: &[usize]) {
        for &p in stones {
            self.key ^= self.cells[p].take().map_or(0, |colour| key_of(p, colour));
        }
    }

    /// The position with these cells, row by row from the upper left; `None` if their number is not that of the points.
    /// The position may be illegal: see [`PlainPosition::is_legal`].
    #[must_use]
    pub fn from_cells(grid: Grid, cells: Vec<Option<Colour>>) -> Option<PlainPosition> {
        (cells.len() == grid.len()).then(|| PlainPosition::with_cells(grid, cells))
    }

    /// The same position from the bitboard kernel; `None` if a mask names a point outside the grid or a point has two
    /// stones. (Of a grid of more than [`MAX_POINTS`] points only the first ones can hold stones.)
    #[must_use]
    pub fn from_position(grid: Grid, pos: Position) -> Option<PlainPosition> {
        let inside = |set: Points| points_of(set).all(|p| p < grid.len());
        if !inside(pos.occupied()) || pos.stones[0] & pos.stones[1] != 0 {
            return None;
        }
        let cells = (0..grid.len()).map(|p| if p < MAX_POINTS { pos.at(p) } else { None }).collect();
        Some(PlainPosition::with_cells(grid, cells))
    }

    /// The same position for the bitboard kernel; `None` if the grid has more than [`MAX_POINTS`] points.
    #[must_use]
    pub fn to_position(&self) -> Option<Position> {
        if self.cells.len() > MAX_POINTS {
            return None;
        }
        let mut pos = Position::default();
        for (p, cell) in self.cells.iter().enumerate() {
            if let Some(colour) = cell {
                pos.stones[colour.index()] |= 1 << p;
            }
        }
        Some(pos)
    }

    /// The grid of the position.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The cells, row by row from the upper left.
    #[must_use]
    pub fn cells(&self) -> &[Option<Colour>] {
        &self.cells
    }

    /// The colour of the stone on `p`, if any.
    ///
    /// # Panics
    /// If `p` is not a point of the grid; so for all methods here that take a point.
    #[must_use]
    pub fn at(&self, p: usize) -> Option<Colour> {
        self.cells[p]
    }

    /// The string that holds the stone on `p`, ascending; empty if `p` is.
    #[must_use]
    pub fn string_at(&self, p: usize) -> Vec<usize> {
        if self.cells[p].is_none() {
            return Vec::new();
        }
        let mut stones = vec![p];
        // Met, so that long strings of large boards do not take for ever.
        let mut met = vec![false; self.cells.len()];
        met[p] = true;
        let mut next = 0;
        while next < stones.len() {
            for q in self.grid.neighbours(stones[next]) {
                if self.cells[q] == self.cells[p] && !std::mem::replace(&mut met[q], true) {
                    stones.push(q);
                }
            }
            next += 1;
        }
        stones.sort_unstable();
        stones
    }

    /// Whether the string that holds the stone on `p` has a liberty: looked for until one is found.
    fn breathes(&self, p: usize) -> bool {
        if self.grid.neighbours(p).any(|q| self.cells[q].is_none()) {
            return true;
        }
        let mut stones = vec![p];
        let mut met = vec![false; self.cells.len()];
        met[p] = true;
        while let Some(stone) = stones.pop() {
            for q in self.grid.neighbours(stone) {
                if self.cells[q].is_none() {
                    return true;
                }
                if self.cells[q] == self.cells[p] && !std::mem::replace(&mut met[q], true) {
                    stones.push(q);
                }
            }
        }
        false
    }

    /// The empty points adjacent to a set of points, ascending: the liberties, if the set is a string.
    #[must_use]
    pub fn liberties(&self, stones: &[usize]) -> Vec<usize> {
        let mut liberties: Vec<usize> =
            stones.iter().flat_map(|&p| self.grid.neighbours(p)).filter(|&q| self.cells[q].is_none()).collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// The strings: Black's, then White's, each in the order of their first points.
    #[must_use]
    pub fn strings(&self) -> Vec<PlainString> {
        let mut strings = Vec::new();
        for colour in Colour::ALL {
            for p in (0..self.cells.len()).filter(|&p| self.cells[p] == Some(colour)) {
                let stones = self.string_at(p);
                // Each string once: when the scan meets its first point.
                if stones[0] == p {
                    strings.push(PlainString { colour, stones });
                }
            }
        }
        strings
    }

    /// Of the strings without liberty, the one whose first point comes first in reading order; `None` iff the position is
    /// legal.
    #[must_use]
    pub fn string_without_liberty(&self) -> Option<PlainString> {
        let dead = self.strings().into_iter().filter(|s| self.liberties(&s.stones).is_empty());
        dead.min_by_key(|s| s.stones[0])
    }

    /// A position is legal iff every string has a liberty.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.strings().iter().all(|s| !self.liberties(&s.stones).is_empty())
    }

    /// A stone of `colour` on `p`: opposing strings left without liberty are removed, then the string played must have a
    /// liberty. Ko restrictions are not the kernel's business.
    ///
    /// # Errors
    /// [`IllegalPlay`] if `p` is occupied or the play is suicide.
    pub fn play(&self, colour: Colour, p: usize) -> Result<PlainPlay, IllegalPlay> {
        let (play, own) = self.play_or_suicide(colour, p)?;
        if own.is_empty() { Ok(play) } else { Err(IllegalPlay::Suicide) }
    }

    /// The same where suicide is a move: if the string played has no liberty after the removals it is removed too. Also the
    /// points of the own stones removed, ascending: none unless it is suicide.
    ///
    /// # Errors
    /// [`IllegalPlay::Occupied`].
    pub fn play_or_suicide(&self, colour: Colour, p: usize) -> Result<(PlainPlay, Vec<usize>), IllegalPlay> {
        if self.cells[p].is_some() {
            return Err(IllegalPlay::Occupied);
        }
        let mut placed = self.clone();
        placed.put(p, colour);

        // Only neighbours can have lost their last liberty: the rest of an illegal position stays as it is.
        let mut captured = Vec::new();
        for q in self.grid.neighbours(p) {
            if placed.cells[q] == Some(colour.opponent()) && !captured.contains(&q) && !placed.breathes(q) {
                captured.extend(placed.string_at(q));
            }
        }
        captured.sort_unstable();

        let mut after = placed;
        after.take(&captured);
        if !after.breathes(p) {
            let own = after.string_at(p);
            after.take(&own);
            return Ok((PlainPlay { after, captured, ko: None }, own));
        }
        let is_ko = || after.string_at(p).len() == 1 && after.liberties(&[p]) == captured;
        let ko = (captured.len() == 1 && is_ko()).then(|| captured[0]);
        Ok((PlainPlay { after, captured, ko }, Vec::new()))
    }
}
