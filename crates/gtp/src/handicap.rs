//! Where handicap stones go: the placement of GTP 2 (draft 2, section 4.1), and stones chosen by the engine itself.

use super::game::GtpGame;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};

/// The points of a fixed handicap on a square board of 7x7 or more: on the third lines, from 13x13 on the fourth. On 7x7
/// and boards of even size there are at most four stones, elsewhere nine. `None` where GTP 2 has no placement.
#[must_use]
pub fn fixed(grid: Grid, stones: usize) -> Option<Vec<usize>> {
    let size = grid.rows();
    let most = if size == 7 || size.is_multiple_of(2) { 4 } else { 9 };
    if size != grid.cols() || size < 7 || !(2..=most).contains(&stones) {
        return None;
    }
    let edge = if size < 13 { 2 } else { 3 };
    // Rows count from the top.
    let (low, middle, high) = (edge, size / 2, size - 1 - edge);
    let at = |(row, col): (usize, usize)| row * size + col;
    let corners = [(high, low), (low, high), (low, low), (high, high)];
    let sides = [(middle, low), (middle, high), (high, middle), (low, middle)];
    let mut points: Vec<usize> = corners.into_iter().chain(sides).take(stones).map(at).collect();
    // An odd stone beyond the corners stands in the centre, not on a side.
    if stones > 4 && stones % 2 == 1 {
        points.truncate(stones - 1);
        points.push(at((middle, middle)));
    }
    Some(points)
}

/// So many points for Black to choose: those of the fixed handicap as far as there are any, but of three with the far left
/// corner vacant, then the other points in the order of the grid.
#[must_use]
pub fn free(grid: Grid, stones: usize) -> Vec<usize> {
    let mut points = (2..=stones.min(9)).rev().find_map(|n| fixed(grid, n)).unwrap_or_default();
    if stones == 3 && points.len() == 3 {
        points[2] = grid.len() - 1 - points[2];
    }
    let others: Vec<usize> = (0..grid.len()).filter(|p| !points.contains(p)).collect();
    points.into_iter().chain(others).take(stones).collect()
}

/// A game with handicap stones in place of its empty start, White to move; `None` if the board is not empty or the stones
/// cannot stand.
#[must_use]
pub fn with_handicap(game: &GtpGame, points: &[usize]) -> Option<GtpGame> {
    let mut cells = game.position().cells().to_vec();
    if cells.iter().any(Option::is_some) {
        return None;
    }
    points.iter().for_each(|&p| cells[p] = Some(Colour::Black));
    let position = PlainPosition::from_cells(game.grid(), cells)?;
    position.is_legal().then(|| game.restarted(position).with_first(Colour::White).with_handicap(points.len()))
}
