//! The grid: size, coordinates, adjacency.

use std::fmt;

use serde::Serialize;

/// One of the two players, and the colour of the player's stones. Written as `black` or `white`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
}

impl Colour {
    /// Both colours, Black first.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// 0 for Black, 1 for White: an index into two-element arrays.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `B` or `W`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "Black",
            Colour::White => "White",
        })
    }
}

/// Why a grid or a coordinate cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// A side is outside 1..=19.
    #[error("board size {rows}x{cols} is out of range: rows and columns must each be 1 to 19")]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The text is not `ROWSxCOLUMNS`.
    #[error("`{0}` is not a board size: write ROWSxCOLUMNS, for example 3x4")]
    SizeText(String),
    /// The text is not a coordinate of this grid.
    #[error("`{text}` is not a point of a {rows}x{cols} board: write A1 to {last} (letter I is skipped)")]
    Point {
        /// What was written.
        text: String,
        /// Rows of the grid.
        rows: usize,
        /// Columns of the grid.
        cols: usize,
        /// The upper right corner of the grid.
        last: String,
    },
}

/// Column letters; I is skipped.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// A grid of `rows` x `cols` points, 1..=19 each. Points are numbered row by row from the upper left, the order in which
/// a diagram is read; coordinates count from the lower left (`A1`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    rows: u8,
    cols: u8,
}

impl Grid {
    /// A grid of the given size.
    ///
    /// # Errors
    /// [`GridError::Size`] if a side is not 1..=19.
    pub fn new(rows: usize, cols: usize) -> Result<Grid, GridError> {
        if (1..=19).contains(&rows) && (1..=19).contains(&cols) {
            Ok(Grid { rows: rows as u8, cols: cols as u8 })
        } else {
            Err(GridError::Size { rows, cols })
        }
    }

    /// Reads `ROWSxCOLUMNS`.
    ///
    /// # Errors
    /// [`GridError::SizeText`] or [`GridError::Size`].
    pub fn parse(text: &str) -> Result<Grid, GridError> {
        let bad = || GridError::SizeText(text.to_string());
        let (r, c) = text.split_once(['x', 'X']).ok_or_else(bad)?;
        Grid::new(r.trim().parse().map_err(|_| bad())?, c.trim().parse().map_err(|_| bad())?)
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of points.
    #[must_use]
    pub fn len(self) -> usize {
        self.rows() * self.cols()
    }

    /// A grid has at least one point.
    #[must_use]
    pub fn is_empty(self) -> bool {
        false
    }

    /// The points adjacent to `p` along a line.
    pub fn neighbours(self, p: usize) -> impl Iterator<Item = usize> {
        let (r, c) = (p / self.cols(), p % self.cols());
        let up = (r > 0).then(|| p - self.cols());
        let down = (r + 1 < self.rows()).then(|| p + self.cols());
        let left = (c > 0).then(|| p - 1);
        let right = (c + 1 < self.cols()).then(|| p + 1);
        [up, left, right, down].into_iter().flatten()
    }

    /// The coordinate of point `p`: column letter, then row number from below.
    #[must_use]
    pub fn name(self, p: usize) -> String {
        format!("{}{}", COLUMNS[p % self.cols()] as char, self.rows() - p / self.cols())
    }

    /// The point with this coordinate, in either case.
    ///
    /// # Errors
    /// [`GridError::Point`] if there is none.
    pub fn point(self, text: &str) -> Result<usize, GridError> {
        let bad = || GridError::Point {
            text: text.to_string(),
            rows: self.rows(),
            cols: self.cols(),
            last: self.name(self.cols() - 1),
        };
        let mut chars = text.trim().chars();
        let letter = chars.next().ok_or_else(bad)?.to_ascii_uppercase();
        let col = COLUMNS.iter().position(|&c| c as char == letter).filter(|&c| c < self.cols()).ok_or_else(bad)?;
        let rest = chars.as_str();
        if !rest.bytes().all(|b| b.is_ascii_digit()) || rest.starts_with('0') {
            return Err(bad());
        }
        let row: usize = rest.parse().map_err(|_| bad())?;
        if row == 0 || row > self.rows() {
            return Err(bad());
        }
        Ok((self.rows() - row) * self.cols() + col)
    }

    /// The letters of the columns, left to right.
    pub fn column_letters(self) -> impl Iterator<Item = char> {
        COLUMNS[..self.cols()].iter().map(|&b| b as char)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}
