//! A board alone, for a paper: all of it or a part, with the numbers of moves.

use std::ops::Range;

use super::board::Drawn;
use shinpan_board::Grid;

/// A part of a board: rows and columns from 0, the first row at the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its rows.
    pub rows: Range<usize>,
    /// Its columns.
    pub cols: Range<usize>,
}

impl Part {
    /// All of a board.
    #[must_use]
    pub fn whole(grid: Grid) -> Part {
        Part { rows: 0..grid.rows(), cols: 0..grid.cols() }
    }

    /// The smallest part with both points.
    #[must_use]
    pub fn between(grid: Grid, a: usize, b: usize) -> Part {
        let range = |a: usize, b: usize| a.min(b)..a.max(b) + 1;
        Part { rows: range(a / grid.cols(), b / grid.cols()), cols: range(a % grid.cols(), b % grid.cols()) }
    }

    /// Its points, in the order of the board.
    pub fn points(&self, grid: Grid) -> impl Iterator<Item = usize> + use<> {
        let Part { rows, cols } = self.clone();
        rows.flat_map(move |row| cols.clone().map(move |col| row * grid.cols() + col))
    }

    /// Whether a point is in it.
    #[must_use]
    pub fn has(&self, grid: Grid, point: usize) -> bool {
        self.rows.contains(&(point / grid.cols())) && self.cols.contains(&(point % grid.cols()))
    }

    /// Whether lines across the range are drawn a little beyond its first and its last: where the board goes on, and where it is one line wide.
    pub(super) fn beyond(&self, range: &Range<usize>, all: usize) -> [bool; 2] {
        [range.start > 0 || all == 1, range.end < all || all == 1]
    }
}

/// A board to be drawn alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The board.
    pub board: Drawn,
    /// The part that is shown.
    pub part: Part,
    /// By point of the board: a number on its stone.
    pub numbers: Vec<Option<u32>>,
    /// Whether there are coordinates at the edges.
    pub names: bool,
}

impl Figure {
    /// All of the board, with coordinates and without numbers.
    #[must_use]
    pub fn of(board: Drawn) -> Figure {
        Figure { part: Part::whole(board.grid), numbers: vec![None; board.cells.len()], board, names: true }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{latex, svg};
    use super::*;
    use shinpan_board::diagram;

    fn figure() -> Figure {
        let position = diagram::parse("X..../.O.../...../...X./....O").unwrap();
        Figure::of(Drawn::plain(&position))
    }

    #[test]
    fn a_part_has_its_stones_its_coordinates_and_lines_that_go_on_where_the_board_does() {
        let grid = Grid::new(5, 5).unwrap();
        let part = Part::between(grid, grid.point("C1").unwrap(), grid.point("E3").unwrap());
        assert_eq!(part, Part { rows: 2..5, cols: 2..5 });
        assert_eq!(part.points(grid).map(|p| grid.name(p)).collect::<Vec<_>>().join(" "), "C3 D3 E3 C2 D2 E2 C1 D1 E1");
        let shown = svg::figure(&Figure { part: part.clone(), ..figure() }, None);
        // The stones D2 and E1, three lines each way, which go on up and to the left.
        assert_eq!(shown.matches("<circle class=\"stone").count(), 2, "{shown}");
        assert_eq!(shown.matches("<line ").count(), 6);
        assert!(shown.contains("x1=\"66\" y1=\"78\" x2=\"126\" y2=\"78\""), "{shown}");
        assert!(shown.contains(">C</text>") && !shown.contains(">B</text>") && !shown.contains(">4</text>"), "{shown}");
        let drawn = latex::figure(&Figure { part, ..figure() }, None);
        assert_eq!(drawn.matches("circle[radius=.46]").count(), 2, "{drawn}");
        assert!(drawn.contains("\\foreach \\y in {0,...,2} \\draw[black!60] (1.5,\\y) -- (4,\\y);"), "{drawn}");
        assert!(drawn.contains("{C}") && !drawn.contains("{B}"), "{drawn}");
    }

    #[test]
    fn a_figure_is_as_wide_as_it_is_told_to_be_and_bears_numbers() {
        let mut figure = Figure { names: false, ..figure() };
        figure.numbers[0] = Some(7);
        figure.numbers[6] = Some(128);
        let shown = svg::figure(&figure, Some(60.0));
        assert!(shown.contains("width=\"60mm\" height=\"60mm\""), "{shown}");
        assert!(shown.contains("fill=\"#fff\">7</text>") && shown.contains("fill=\"#111\">128</text>"), "{shown}");
        assert!(!shown.contains("class=\"names\""), "{shown}");
        let drawn = latex::figure(&figure, Some(60.0));
        assert!(
            drawn.contains("[x=12mm, y=12mm]") && drawn.contains("text=white") && drawn.contains("{128}"),
            "{drawn}"
        );
    }
}
