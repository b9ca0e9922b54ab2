//! What the words of an answer say: points, a board, a score.

use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};

/// The points an answer lists, sorted, passes left out; `None` if a word is neither.
#[must_use]
pub fn points(grid: Grid, text: &str) -> Option<Vec<usize>> {
    let words = text.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("pass"));
    let mut points = words.map(|word| grid.point(word).ok()).collect::<Option<Vec<_>>>()?;
    points.sort_unstable();
    points.dedup();
    Some(points)
}

/// The coordinates of points, in the order of the grid.
#[must_use]
pub fn names(grid: Grid, points: &[usize]) -> String {
    points.iter().map(|&p| grid.name(p)).collect::<Vec<_>>().join(" ")
}

/// The board that two lists of stones make.
#[must_use]
pub fn board_text(grid: Grid, black: &str, white: &str) -> Option<String> {
    let mut cells = vec![None; grid.len()];
    for (colour, text) in Colour::ALL.into_iter().zip([black, white]) {
        for p in points(grid, text)? {
            if cells[p].replace(colour).is_some() {
                return None;
            }
        }
    }
    PlainPosition::from_cells(grid, cells).map(|position| position.to_string())
}

/// Reads a score, Black less White; `None` if it is none.
#[must_use]
pub fn score(text: &str) -> Option<f64> {
    let word = text.split_whitespace().next()?;
    match word.get(..2).map(str::to_ascii_uppercase).as_deref() {
        Some("B+") => word[2..].parse().ok(),
        Some("W+") => word[2..].parse().ok().map(|n: f64| -n),
        _ if word == "0" || word.eq_ignore_ascii_case("draw") => Some(0.0),
        _ => word.parse().ok().filter(|n: &f64| *n == 0.0),
    }
}
