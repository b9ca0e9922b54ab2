//! The bitboard kernel: positions of boards of up to 64 points as two masks.

use serde::{Deserialize, Serialize};

use super::grid::{Colour, Grid};

/// The most points a [`Board`] can have.
pub const MAX_POINTS: usize = 64;

/// A set of points: bit `p` stands for point `p` of the grid (row by row from the upper left).
pub type Points = u64;

/// The points of a set, ascending.
pub fn points_of(mut set: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let p = set.trailing_zeros() as usize;
            set &= set - 1;
            p
        })
    })
}

/// A position: which points hold black stones, which white ones, the rest empty. Equality is exact; whose turn it is,
/// bans and prisoners are no part of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// Points that hold a stone, by [`Colour::index`].
    pub stones: [Points; 2],
}

impl Position {
    /// The stones of `colour`.
    #[must_use]
    pub fn of(self, colour: Colour) -> Points {
        self.stones[colour.index()]
    }

    /// All stones.
    #[must_use]
    pub fn occupied(self) -> Points {
        self.stones[0] | self.stones[1]
    }

    /// The colour of the stone on `p`, if any.
    #[must_use]
    pub fn at(self, p: usize) -> Option<Colour> {
        Colour::ALL.into_iter().find(|c| self.of(*c) >> p & 1 == 1)
    }

    /// The position without the stones on `set`.
    #[must_use]
    pub fn without(self, set: Points) -> Position {
        Position { stones: [self.stones[0] & !set, self.stones[1] & !set] }
    }

    /// The order of the texts of two positions of one board: row by row from the upper left, `.` < `O` < `X`.
    #[must_use]
    pub fn cmp_text(&self, other: &Position) -> std::cmp::Ordering {
        let differ = (self.stones[0] ^ other.stones[0]) | (self.stones[1] ^ other.stones[1]);
        let first = differ & differ.wrapping_neg();
        let content = |p: &Position| [0, 1].map(|i| p.stones[i] & first != 0);
        content(self).cmp(&content(other))
    }

    /// The position with the colours exchanged.
    #[must_use]
    pub fn swapped(self) -> Position {
        Position { stones: [self.stones[1], self.stones[0]] }
    }

    /// The position with the colours named from `player`'s side, whose stones are then Black's.
    #[must_use]
    pub fn seen_by(self, player: Colour) -> Position {
        if player == Colour::Black { self } else { self.swapped() }
    }
}

/// A string: a maximal connected set of stones of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StoneString {
    /// Whose stones.
    pub colour: Colour,
    /// The intersections of the string.
    pub stones: Points,
}

/// What a legal play leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// The position after all removals.
    pub after: Position,
    /// The opposing stones removed.
    pub captured: Points,
    /// The stone removed by a *ko capture*: one stone removed, and the capturing string is a single stone whose only
    /// liberty is the point of the removed one.
    pub ko: Option<usize>,
}

/// A board of at most [`MAX_POINTS`] points: the bitboard kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    grid: Grid,
    all: Points,
    not_first_col: Points,
    not_last_col: Points,
    adjacent: Vec<Points>,
    /// It is no grid: which points are adjacent is told by `adjacent` only.
    is_graph: bool,
}

impl Board {
    /// The board over `grid`, or `None` if it has more than [`MAX_POINTS`] points.
    #[must_use]
    pub fn new(grid: Grid) -> Option<Board> {
        let n = grid.len();
        if n > MAX_POINTS {
            return None;
        }
        let all = if n == 64 { !0 } else { (1 << n) - 1 };
        let column = |c: usize| (0..grid.rows()).fold(0, |m, r| m | 1 << (r * grid.cols() + c));
        let adjacent = (0..n).map(|p| grid.neighbours(p).fold(0, |m, q| m | 1 << q)).collect();
        Some(Board {
            grid,
            all,
            not_first_col: all & !column(0),
            not_last_col: all & !column(grid.cols() - 1),
            adjacent,
            is_graph: false,
        })
    }

    /// The board over a graph: by point, the points adjacent to it. It serves to look at a part of a larger board; its
    /// [`grid`](Board::grid) only has room for the points. `None` if there are none or more than [`MAX_POINTS`].
    #[must_use]
    pub fn of_graph(adjacent: Vec<Points>) -> Option<Board> {
        let n = adjacent.len();
        if n == 0 || n > MAX_POINTS {
            return None;
        }
        let grid = Grid::new(n.div_ceil(8), n.min(8)).ok()?;
        let all = if n == 64 { !0 } else { (1 << n) - 1 };
        Some(Board { grid, all, not_first_col: 0, not_last_col: 0, adjacent, is_graph: true })
    }

    /// The grid of the board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// All points.
    #[must_use]
    pub fn all(&self) -> Points {
        self.all
    }

    /// Number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.adjacent.len()
    }

    /// A board has at least one point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The empty points of `pos`.
    #[must_use]
    pub fn empty(&self, pos: Position) -> Points {
        self.all & !pos.occupied()
    }

    /// The points adjacent to point `p`.
    #[must_use]
    pub fn adjacent(&self, p: usize) -> Points {
        self.adjacent[p]
    }

    /// The points adjacent to a point of `set` (points of `set` themselves included where they are adjacent).
    #[must_use]
    pub fn around(&self, set: Points) -> Points {
        if self.is_graph {
            return points_of(set).fold(0, |m, p| m | self.adjacent[p]);
        }
        let [right, left, below, above] = self.shifted(set);
        right | left | below | above
    }

    /// A set moved by one point to the right, to the left, down and up; what leaves the board is gone. Of a graph that is nothing.
    pub(crate) fn shifted(&self, set: Points) -> [Points; 4] {
        let cols = self.grid.cols();
        // A shift by 64 would overflow; with 64 columns or more there is a single row (never here: sides are <= 19).
        [(set & self.not_last_col) << 1, (set & self.not_first_col) >> 1, (set << cols) & self.all, set >> cols]
    }

    /// Whether it is [no grid](Board::of_graph).
    pub(crate) fn is_graph(&self) -> bool {
        self.is_graph
    }

    /// The maximal connected part of `within` that holds `seed` (a subset of `within`).
    #[must_use]
    pub fn connected(&self, seed: Points, within: Points) -> Points {
        let mut part = seed;
        loop {
            let more = (part | self.around(part)) & within;
            if more == part {
                return part;
            }
            part = more;
        }
    }

    /// The maximal connected parts of `set`, in the order of their first points.
    pub fn components(&self, set: Points) -> impl Iterator<Item = Points> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let part = self.connected(rest & rest.wrapping_neg(), rest);
                rest &= !part;
                part
            })
        })
    }

    /// The stones of the string that holds the stone on `p`; empty if `p` is.
    #[must_use]
    pub fn string_at(&self, pos: Position, p: usize) -> Points {
        pos.at(p).map_or(0, |c| self.connected(1 << p, pos.of(c)))
    }

    /// The strings of `pos`: Black's, then White's, each in the order of their first points.
    #[must_use]
    pub fn strings(&self, pos: Position) -> Vec<StoneString> {
        Colour::ALL
            .into_iter()
            .flat_map(|colour| self.components(pos.of(colour)).map(move |stones| StoneString { colour, stones }))
            .collect()
    }

    /// The empty points adjacent to a string.
    #[must_use]
    pub fn liberties(&self, pos: Position, string: Points) -> Points {
        self.around(string) & self.empty(pos)
    }

    /// A position is legal iff every string has a liberty.
    #[must_use]
    pub fn is_legal(&self, pos: Position) -> bool {
        let empty = self.empty(pos);
        Colour::ALL.into_iter().all(|c| {
            let stones = pos.of(c);
            self.connected(self.around(empty) & stones, stones) == stones
        })
    }

    /// A stone of `colour` on the empty point `p`: opposing strings left without liberty are removed; `None` if then the
    /// string played has no liberty (suicide) or if `p` is not empty. Ko restrictions are not the kernel's business.
    #[must_use]
    pub fn play(&self, pos: Position, colour: Colour, p: usize) -> Option<Play> {
        let stone = 1 << p;
        if pos.occupied() & stone != 0 {
            return None;
        }
        let mut after = pos;
        after.stones[colour.index()] |= stone;
        let empty = self.empty(after);
        let them = pos.of(colour.opponent());
        let near = self.adjacent[p];
        let mut captured = 0;
        // Most often each stone next to the play has a liberty of its own, and no string need be followed.
        let with_liberty = them & self.around(empty);
        if near & them & !with_liberty != 0 {
            let free = self.connected(with_liberty, them);
            captured = self.connected(near & them & !free, them);
        }
        after.stones[colour.opponent().index()] &= !captured;
        // What is taken leaves a liberty.
        if captured == 0 && near & empty == 0 {
            let own = self.connected(stone, after.of(colour));
            if self.liberties(after, own) == 0 {
                return None;
            }
        }
        let is_alone = near & after.of(colour) == 0;
        let ko = (captured.count_ones() == 1 && is_alone && near & self.empty(after) == captured)
            .then(|| captured.trailing_zeros() as usize);
        Some(Play { after, captured, ko })
    }

    /// The *ko stones* of `pos`: stones that the opponent could remove by a ko capture, every ko restriction ignored.
    #[must_use]
    pub fn ko_stones(&self, pos: Position) -> Points {
        let mut stones = 0;
        for colour in Colour::ALL {
            for p in points_of(self.empty(pos)) {
                if let Some(Play { ko: Some(removed), .. }) = self.play(pos, colour, p) {
                    stones |= 1 << removed;
                }
            }
        }
        stones
    }
}
