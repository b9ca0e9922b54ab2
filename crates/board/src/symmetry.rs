//! The symmetries of a grid: 8 of a square, 4 of another rectangle.

use super::bits::{Points, Position, points_of};
use super::grid::Grid;

/// A symmetry of a grid: a permutation of its points that keeps adjacency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    image: Vec<u8>,
}

impl Symmetry {
    /// All symmetries of `grid`, the identity first. A 1 x n board lists each permutation once.
    #[must_use]
    pub fn all(grid: Grid) -> Vec<Symmetry> {
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut found: Vec<Symmetry> = Vec::new();
        for transpose in [false, true] {
            if transpose && rows != cols {
                continue;
            }
            for flip_rows in [false, true] {
                for flip_cols in [false, true] {
                    let image = (0..grid.len())
                        .map(|p| {
                            let (mut r, mut c) = (p / cols, p % cols);
                            if transpose {
                                (r, c) = (c, r);
                            }
                            if flip_rows {
                                r = rows - 1 - r;
                            }
                            if flip_cols {
                                c = cols - 1 - c;
                            }
                            (r * cols + c) as u8
                        })
                        .collect();
                    let symmetry = Symmetry { image };
                    if !found.contains(&symmetry) {
                        found.push(symmetry);
                    }
                }
            }
        }
        found
    }

    /// The one that moves no point.
    #[must_use]
    pub fn identity(grid: Grid) -> Symmetry {
        Symmetry { image: (0..grid.len()).map(|p| p as u8).collect() }
    }

    /// The image of a point.
    #[must_use]
    pub fn point(&self, p: usize) -> usize {
        self.image[p] as usize
    }

    /// The image of a set of points.
    #[must_use]
    pub fn points(&self, set: Points) -> Points {
        points_of(set).fold(0, |m, p| m | 1 << self.image[p])
    }

    /// The image of a position.
    #[must_use]
    pub fn position(&self, pos: Position) -> Position {
        Position { stones: [self.points(pos.stones[0]), self.points(pos.stones[1])] }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Symmetry {
        let mut image = vec![0; self.image.len()];
        for (p, &q) in self.image.iter().enumerate() {
            image[q as usize] = p as u8;
        }
        Symmetry { image }
    }
}
