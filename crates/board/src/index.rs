//! Dense exact numbering of the legal positions of a grid of up to [`MAX_INDEX_POINTS`] points.
//!
//! The legal positions, in ascending order of their canonical text (row by row from the upper left, `.` < `O` < `X`), are
//! numbered 0, 1, 2, ... without enumerating them. As in J. Tromp and G. Farnebäck, "Combinatorics of Go" (2006), a
//! position is read cell by cell; what the cells read so far mean for the rest is a *border state*: the colours of the
//! cells that still have an unread neighbour, which strings without liberty they belong to, and which strings have one.
//! Border states make an acyclic automaton that accepts exactly the legal positions; number of accepted continuations
//! gives ranks, and merging states with equal continuations makes it small.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::bits::{Points, Position};
use super::grid::{Colour, Grid};

/// The most points a grid can have for an [`Index`]. Time and memory depend on the columns first: the border is as wide
/// as a row.
pub const MAX_INDEX_POINTS: usize = 25;

/// Why a grid has no [`Index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IndexError {
    /// Too many points.
    #[error("a {rows}x{cols} board has too many points to number its positions: at most {MAX_INDEX_POINTS}")]
    TooLarge {
        /// Rows of the grid.
        rows: usize,
        /// Columns of the grid.
        cols: usize,
    },
}

/// No legal continuation.
const NOWHERE: u32 = u32::MAX;
/// The node after the last cell.
const END: u32 = 0;

/// A state of the automaton before some cell. Cell contents are numbered in text order: 0 empty, 1 white, 2 black.
#[derive(Clone, Copy)]
struct Node {
    /// The state after the cell, by content.
    next: [u32; 3],
    /// Legal continuations that begin with a lesser content.
    before: [u64; 3],
}

/// The numbering of the legal positions of one grid.
#[derive(Clone)]
pub struct Index {
    grid: Grid,
    nodes: Vec<Node>,
    root: u32,
    count: u64,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Index({}, {} positions, {} nodes)", self.grid, self.count, self.nodes.len())
    }
}

impl Index {
    /// Builds the numbering for `grid`.
    ///
    /// # Errors
    /// [`IndexError::TooLarge`] if the grid has more than [`MAX_INDEX_POINTS`] points.
    pub fn new(grid: Grid) -> Result<Index, IndexError> {
        if grid.len() > MAX_INDEX_POINTS {
            return Err(IndexError::TooLarge { rows: grid.rows(), cols: grid.cols() });
        }
        let layers = border_states(grid);

        // From the last cell to the first: nodes with equal continuations become one.
        let mut nodes = vec![Node { next: [NOWHERE; 3], before: [0; 3] }];
        let mut counts: Vec<u64> = vec![1];
        let mut node_of_next = vec![END];
        for layer in layers.iter().rev() {
            // Continuations of different lengths are never equal, so a map for each layer is enough.
            let mut merged: FxHashMap<[u32; 3], u32> = FxHashMap::default();
            let mut node_of = Vec::with_capacity(layer.len());
            for targets in layer {
                let next = targets.map(|t| if t == NOWHERE { NOWHERE } else { node_of_next[t as usize] });
                if next == [NOWHERE; 3] {
                    node_of.push(NOWHERE);
                    continue;
                }
                node_of.push(*merged.entry(next).or_insert_with(|| {
                    let mut before = [0; 3];
                    let mut total = 0;
                    for (content, &n) in next.iter().enumerate() {
                        before[content] = total;
                        total += if n == NOWHERE { 0 } else { counts[n as usize] };
                    }
                    nodes.push(Node { next, before });
                    counts.push(total);
                    nodes.len() as u32 - 1
                }));
            }
            node_of_next = node_of;
        }
        // The empty board is legal, so the first state has a continuation.
        let root = node_of_next[0];
        Ok(Index { grid, nodes, root, count: counts[root as usize] })
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The number of legal positions.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of legal positions whose text is less than that of `pos`; `None` if `pos` is not a legal position of
    /// the grid.
    #[must_use]
    pub fn rank(&self, pos: Position) -> Option<u64> {
        let n = self.grid.len();
        let [black, white] = pos.stones;
        if black & white != 0 || (black | white) >> n != 0 {
            return None;
        }
        let mut node = self.root;
        let mut rank = 0;
        for p in 0..n {
            let content = (white >> p & 1 | (black >> p & 1) << 1) as usize;
            let here = &self.nodes[node as usize];
            rank += here.before[content];
            node = here.next[content];
            if node == NOWHERE {
                return None;
            }
        }
        Some(rank)
    }

    /// The legal position with this rank; `None` if `rank` is not less than [`Index::count`].
    #[must_use]
    pub fn unrank(&self, rank: u64) -> Option<Position> {
        self.range(rank..rank.saturating_add(1)).next()
    }

    /// The numbering of those legal positions that have exactly `empty` empty points.
    #[must_use]
    pub fn with_empty(&self, empty: usize) -> WithEmpty<'_> {
        // A node only leads to nodes before it.
        let mut counts: Vec<Vec<u64>> = Vec::with_capacity(self.nodes.len());
        for (n, node) in self.nodes.iter().enumerate() {
            let of = |content: usize, left: usize| match node.next[content] {
                NOWHERE => 0,
                next => counts[next as usize][left],
            };
            let count = |left: usize| match (n as u32, left) {
                (END, left) => u64::from(left == 0),
                (_, 0) => of(1, 0) + of(2, 0),
                (_, left) => of(0, left - 1) + of(1, left) + of(2, left),
            };
            counts.push((0..=empty).map(count).collect());
        }
        WithEmpty { index: self, empty, counts }
    }

    /// All legal positions in rank order.
    #[must_use]
    pub fn iter(&self) -> Positions<'_> {
        self.range(0..self.count)
    }

    /// The legal positions with these ranks, in rank order; ranks from [`Index::count`] on are left out.
    #[must_use]
    pub fn range(&self, ranks: Range<u64>) -> Positions<'_> {
        let left = ranks.end.min(self.count).saturating_sub(ranks.start);
        let mut walk = Positions { index: self, path: [END; MAX_INDEX_POINTS], pos: Position::default(), left };
        if left > 0 {
            walk.descend(0, self.root, ranks.start);
        }
        walk
    }
}

impl<'a> IntoIterator for &'a Index {
    type Item = Position;
    type IntoIter = Positions<'a>;

    fn into_iter(self) -> Positions<'a> {
        self.iter()
    }
}

/// Legal positions in rank order: a walk over the automaton that changes only the last cells from one to the next.
#[derive(Clone)]
pub struct Positions<'a> {
    index: &'a Index,
    /// The node before each cell of `pos`.
    path: [u32; MAX_INDEX_POINTS],
    /// The position to yield next, if `left` is not zero.
    pos: Position,
    left: u64,
}

impl Positions<'_> {
    /// Fills the cells from `from` on with the continuation of rank `rank` (among those of `node`).
    fn descend(&mut self, from: usize, mut node: u32, mut rank: u64) {
        for p in from..self.index.grid.len() {
            self.path[p] = node;
            let here = &self.index.nodes[node as usize];
            // The last content with a continuation whose continuations begin at or before `rank`.
            let content = (0..3).rev().find(|&c| here.next[c] != NOWHERE && here.before[c] <= rank).unwrap_or(0);
            rank -= here.before[content];
            put(&mut self.pos, p, content);
            node = here.next[content];
        }
    }

    /// Goes to the next position; there must be one.
    fn advance(&mut self) {
        for p in (0..self.index.grid.len()).rev() {
            let node = &self.index.nodes[self.path[p] as usize];
            let content = (self.pos.stones[1] >> p & 1 | (self.pos.stones[0] >> p & 1) << 1) as usize;
            if let Some(greater) = (content + 1..3).find(|&c| node.next[c] != NOWHERE) {
                put(&mut self.pos, p, greater);
                self.descend(p + 1, node.next[greater], 0);
                return;
            }
        }
    }
}

/// The numbering, in the same order, of the legal positions of a grid with a given number of empty points.
#[derive(Clone)]
pub struct WithEmpty<'a> {
    index: &'a Index,
    empty: usize,
    /// By node and number of empty points: the legal continuations that have so many.
    counts: Vec<Vec<u64>>,
}

impl WithEmpty<'_> {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts[self.index.root as usize][self.empty]
    }

    /// The position with this rank among them; `None` if `rank` is not less than [`WithEmpty::count`].
    #[must_use]
    pub fn unrank(&self, mut rank: u64) -> Option<Position> {
        if rank >= self.count() {
            return None;
        }
        let (mut pos, mut node, mut left) = (Position::default(), self.index.root, self.empty);
        for p in 0..self.index.grid.len() {
            for content in 0..3 {
                let next = self.index.nodes[node as usize].next[content];
                let Some(rest) = left.checked_sub(usize::from(content == 0)).filter(|_| next != NOWHERE) else {
                    continue;
                };
                let count = self.counts[next as usize][rest];
                if rank < count {
                    put(&mut pos, p, content);
                    (node, left) = (next, rest);
                    break;
                }
                rank -= count;
            }
        }
        Some(pos)
    }
}

/// Sets cell `p` to a content (0 empty, 1 white, 2 black).
fn put(pos: &mut Position, p: usize, content: usize) {
    let keep = !(1 << p);
    pos.stones[0] = pos.stones[0] & keep | (content as Points >> 1) << p;
    pos.stones[1] = pos.stones[1] & keep | (content as Points & 1) << p;
}

impl Iterator for Positions<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        if self.left == 0 {
            return None;
        }
        let pos = self.pos;
        self.left -= 1;
        if self.left > 0 {
            self.advance();
        }
        Some(pos)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match usize::try_from(self.left) {
            Ok(left) => (left, Some(left)),
            Err(_) => (usize::MAX, None),
        }
    }
}

impl std::iter::FusedIterator for Positions<'_> {}

/// The transitions between border states: for each cell, for each state before it, the number of the state after it (in
/// the next layer) by content. All states after the last cell are number 0.
fn border_states(grid: Grid) -> Vec<Vec<[u32; 3]>> {
    let mut layers = Vec::with_capacity(grid.len());
    let mut states = vec![Border::EMPTY.packed()];
    for p in 0..grid.len() {
        let last = p + 1 == grid.len();
        let mut number: FxHashMap<u128, u32> = FxHashMap::default();
        let mut after_states = Vec::new();
        let mut layer = Vec::with_capacity(states.len());
        for &state in &states {
            let border = Border::unpacked(state);
            let contents = [None, Some(Colour::White), Some(Colour::Black)];
            layer.push(contents.map(|content| {
                border.with(grid, p, content).map_or(NOWHERE, |after| {
                    let packed = after.packed();
                    debug_assert!(!last || packed == 0);
                    *number.entry(packed).or_insert_with(|| {
                        after_states.push(packed);
                        after_states.len() as u32 - 1
                    })
                })
            }));
        }
        layers.push(layer);
        states = after_states;
    }
    layers
}

/// The most columns of a grid.
const MAX_COLS: usize = 19;
/// Bits a border cell takes: codes are below 4 + 2 x 19.
const CODE_BITS: usize = 6;

/// Nothing to remember of this column: unread yet, or read with all its neighbours.
const GONE: u8 = 0;
/// An empty point.
const OPEN: u8 = 1;
/// 2 + colour: a stone whose string has a liberty. (Which string no longer matters.)
const ALIVE: u8 = 2;
/// 4 + 2 x class + colour: a stone of a string without liberty so far; equal codes are the same string, and classes are
/// numbered by first appearance.
const BARE: u8 = 4;

/// What the cells read so far mean for the rest: by column, a code for the last cell read in it.
#[derive(Clone, Copy)]
struct Border {
    codes: [u8; MAX_COLS],
}

impl Border {
    const EMPTY: Border = Border { codes: [GONE; MAX_COLS] };

    fn packed(self) -> u128 {
        let codes = self.codes.iter().enumerate();
        codes.fold(0, |word, (c, &code)| word | u128::from(code) << (CODE_BITS * c))
    }

    fn unpacked(word: u128) -> Border {
        let mask = (1 << CODE_BITS) - 1;
        Border { codes: std::array::from_fn(|c| (word >> (CODE_BITS * c) & mask) as u8) }
    }

    /// The border after cell `p` is read; `None` if a string is left that can never have a liberty.
    fn with(mut self, grid: Grid, p: usize, content: Option<Colour>) -> Option<Border> {
        let (row, col) = (p / grid.cols(), p % grid.cols());
        let last_row = row + 1 == grid.rows();
        let last_col = col + 1 == grid.cols();
        let up = self.codes[col];
        let left = if col > 0 { self.codes[col - 1] } else { GONE };

        let new = match content {
            None => {
                self.enliven(up);
                self.enliven(left);
                OPEN
            }
            Some(colour) => {
                let side = colour.index() as u8;
                let friend = |code: u8| code >= ALIVE && code & 1 == side;
                let friends = || [up, left].into_iter().filter(|&c| friend(c));
                if up == OPEN || left == OPEN || friends().any(|c| c < BARE) {
                    friends().for_each(|c| self.enliven(c));
                    ALIVE + side
                } else {
                    // A class number no code of the border has: there are at most as many classes as columns.
                    let class = friends().next().unwrap_or_else(|| {
                        (0..).map(|k| BARE + 2 * k + side).find(|c| !self.codes.contains(c)).unwrap_or(BARE)
                    });
                    friends().for_each(|c| self.replace(c, class));
                    class
                }
            }
        };

        // Cells that have no unread neighbour any more go. A bare string must keep a cell on the border.
        let above = self.codes[col];
        self.codes[col] = new;
        if above >= BARE && !self.codes.contains(&above) {
            return None;
        }
        if last_row && col > 0 {
            self.drop_column(col - 1)?;
        }
        if last_row && last_col {
            self.drop_column(col)?;
        }
        self.renumber();
        Some(self)
    }

    fn drop_column(&mut self, col: usize) -> Option<()> {
        let code = std::mem::replace(&mut self.codes[col], GONE);
        (code < BARE || self.codes.contains(&code)).then_some(())
    }

    fn replace(&mut self, old: u8, new: u8) {
        for code in &mut self.codes {
            if *code == old {
                *code = new;
            }
        }
    }

    /// The string of a stone on the border has a liberty.
    fn enliven(&mut self, code: u8) {
        if code >= BARE {
            self.replace(code, ALIVE + (code & 1));
        }
    }

    /// Numbers the classes by first appearance, so that equal borders have equal codes.
    fn renumber(&mut self) {
        let mut seen = [0u8; BARE as usize + 4 * MAX_COLS];
        let mut classes = 0;
        for code in &mut self.codes {
            if *code >= BARE {
                let new = &mut seen[*code as usize];
                if *new == 0 {
                    *new = BARE + 2 * classes + (*code & 1);
                    classes += 1;
                }
                *code = *new;
            }
        }
    }
}
