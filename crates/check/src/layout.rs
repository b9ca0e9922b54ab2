//! A board found in an answer to `showboard` by its shape, in layouts that are not known here: as many lines in a row as the board has,
//! each with as many signs. What the signs stand for, and which way round the board is drawn, is learned from positions that are known.

use std::collections::BTreeSet;

use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};

/// Signs by which boards are drawn. A letter or digit that is none of these makes a line something else.
const WORDS: [&str; 14] = ["x", "X", "o", "O", "b", "B", "w", "W", "e", "E", "0", "1", "2", "-1"];
/// What stands between points, or marks one.
const BETWEEN: [char; 12] = ['|', '[', ']', '(', ')', '{', '}', '<', '>', ',', '\'', '"'];

/// How the points of a line are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line {
    /// It begins with the number or letter of the row.
    begins: bool,
    /// It ends with it.
    ends: bool,
    /// Each point is a word; else each is a character.
    words: bool,
}

/// Which way round the board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    /// Columns are drawn as lines.
    across: bool,
    /// The lowest row first.
    from_below: bool,
    /// The last column first.
    from_right: bool,
}

impl Turn {
    fn all() -> impl Iterator<Item = Turn> {
        (0..8).map(|n| Turn { across: n & 4 != 0, from_below: n & 2 != 0, from_right: n & 1 != 0 })
    }

    /// The lines of the drawing, and the points of each.
    fn size(self, grid: Grid) -> (usize, usize) {
        if self.across { (grid.cols(), grid.rows()) } else { (grid.rows(), grid.cols()) }
    }

    /// The points in the order in which they are drawn.
    fn points(self, grid: Grid) -> Vec<usize> {
        let (lines, width) = self.size(grid);
        let places = (0..lines).flat_map(|line| (0..width).map(move |at| (line, at)));
        let point = |(line, at): (usize, usize)| {
            let (row, col) = if self.across { (at, line) } else { (line, at) };
            let row = if self.from_below { grid.rows() - 1 - row } else { row };
            let col = if self.from_right { grid.cols() - 1 - col } else { col };
            row * grid.cols() + col
        };
        places.map(point).collect()
    }
}

/// How an engine draws a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    line: Line,
    turn: Turn,
    /// The signs of Black's and of White's stones.
    stones: [BTreeSet<String>; 2],
    /// Letters and digits that stand for an empty point.
    empty: BTreeSet<String>,
}

impl Layout {
    /// What answers to `showboard` show of positions that are known, if there is one way only to take them.
    #[must_use]
    pub fn learn(grid: Grid, shown: &[(String, PlainPosition)]) -> Option<Layout> {
        let both = [false, true];
        let lines = both
            .into_iter()
            .flat_map(|words| both.into_iter().flat_map(move |begins| both.map(|ends| Line { begins, ends, words })));
        let mut found: Option<Layout> = None;
        for line in lines {
            for turn in Turn::all() {
                let Some(layout) = Layout::of(grid, line, turn, shown) else { continue };
                match &found {
                    Some(other) if other.turn.points(grid) != turn.points(grid) => return None,
                    Some(_) => {}
                    None => found = Some(layout),
                }
            }
        }
        found
    }

    fn of(grid: Grid, line: Line, turn: Turn, shown: &[(String, PlainPosition)]) -> Option<Layout> {
        let mut signs: [BTreeSet<String>; 3] = Default::default();
        for (text, position) in shown {
            let drawn = drawn(text, line, turn.size(grid))?;
            for (sign, p) in drawn.into_iter().zip(turn.points(grid)) {
                signs[position.at(p).map_or(2, Colour::index)].insert(sign);
            }
        }
        let [black, white, empty] = signs;
        let apart = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.intersection(b).next().is_none();
        let told = !black.is_empty() && !white.is_empty();
        let all = told && apart(&black, &white) && apart(&black, &empty) && apart(&white, &empty);
        all.then_some(Layout { line, turn, stones: [black, white], empty })
    }

    /// The position that is drawn; `None` if there is not just one board in the text, or a sign that is not known.
    #[must_use]
    pub fn read(&self, grid: Grid, text: &str) -> Option<PlainPosition> {
        let drawn = drawn(text, self.line, self.turn.size(grid))?;
        let mut cells = vec![None; grid.len()];
        for (sign, p) in drawn.iter().zip(self.turn.points(grid)) {
            cells[p] = Colour::ALL.into_iter().find(|c| self.stones[c.index()].contains(sign));
            // A point may be marked by its place; a letter or digit has a meaning that is to be known.
            if cells[p].is_none() && is_word(sign) && !self.empty.contains(sign) {
                return None;
            }
        }
        PlainPosition::from_cells(grid, cells)
    }

    /// In words.
    #[must_use]
    pub fn text(&self) -> String {
        let Turn { across, from_below, from_right } = self.turn;
        let what = if across { "columns" } else { "rows" };
        let first = match (across, if across { from_right } else { from_below }) {
            (false, false) => "the highest",
            (false, true) => "the lowest",
            (true, false) => "the first",
            (true, true) => "the last",
        };
        let mirrored = if (across && from_below) || (!across && from_right) { ", each from its end" } else { "" };
        let [black, white] = [0, 1].map(|i| {
            let signs: Vec<String> = self.stones[i].iter().map(|sign| format!("`{sign}`")).collect();
            signs.join(" or ")
        });
        format!("in a layout found by its shape: {what}, {first} first{mirrored}, Black {black}, White {white}")
    }
}

/// Whether a sign is a letter, digit or number.
fn is_word(sign: &str) -> bool {
    sign.chars().any(char::is_alphanumeric)
}

/// The signs of the only block of just so many lines, one after the other, of just so many points.
fn drawn(text: &str, line: Line, (lines, width): (usize, usize)) -> Option<Vec<String>> {
    let mut blocks: Vec<Vec<Vec<String>>> = Vec::new();
    let mut open = false;
    for written in text.lines() {
        match signs(written, line).filter(|signs| signs.len() == width) {
            Some(signs) if open => blocks.last_mut()?.push(signs),
            Some(signs) => {
                blocks.push(vec![signs]);
                open = true;
            }
            None => open = false,
        }
    }
    blocks.retain(|block| block.len() == lines);
    match <[_; 1]>::try_from(blocks) {
        Ok([block]) => Some(block.concat()),
        Err(_) => None,
    }
}

/// The signs of a line; `None` if something else stands there.
fn signs(written: &str, line: Line) -> Option<Vec<String>> {
    let spaced: String = written.chars().map(|c| if BETWEEN.contains(&c) { ' ' } else { c }).collect();
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    let is_label = |word: &str| {
        word.chars().all(|c| c.is_ascii_digit()) || word.len() == 1 && word.chars().all(|c| c.is_ascii_alphabetic())
    };
    if line.begins {
        words.first().filter(|word| is_label(word))?;
        words.remove(0);
    }
    if line.ends {
        words.pop().filter(|word| is_label(word))?;
    }
    let signs: Vec<String> = if line.words {
        words.iter().map(|word| (*word).to_string()).collect()
    } else {
        words.concat().chars().map(String::from).collect()
    };
    let is_sign = |sign: &String| WORDS.contains(&sign.as_str()) || sign.chars().count() == 1 && !is_word(sign);
    signs.iter().all(is_sign).then_some(signs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    fn at(text: &str) -> PlainPosition {
        diagram::parse(text).unwrap()
    }

    /// Drawings of the same two positions, and of a third one.
    fn read(drawings: [&str; 3]) -> Option<String> {
        let known = [".X./.../..O", "OX./.../..O"];
        let shown: Vec<(String, PlainPosition)> =
            drawings.iter().zip(known).map(|(text, position)| (text.to_string(), at(position))).collect();
        let layout = Layout::learn(Grid::new(3, 3).unwrap(), &shown)?;
        layout.read(Grid::new(3, 3).unwrap(), drawings[2]).map(|position| position.to_string())
    }

    #[test]
    fn a_board_is_found_by_its_shape_whatever_it_is_drawn_with() {
        let right = Some("OX./XX./..O".to_string());
        for drawings in [
            // Plain, with a heading.
            ["Black to move\n.#.\n...\n..O", "x\nO#.\n...\n..O", "x\nO#.\n##.\n..O"],
            // Numbers of rows on both sides, the lowest row first, letters below.
            [
                "1 . . w 1\n2 . . . 2\n3 . b . 3\n  A B C",
                "1 . . w 1\n2 . . . 2\n3 w b . 3\n  A B C",
                "1 . . w 1\n2 b b . 2\n3 w b . 3\n  A B C",
            ],
            // A matrix of numbers.
            [
                "[[ 0  1  0]\n [ 0  0  0]\n [ 0  0 -1]]",
                "[[-1  1  0]\n [ 0  0  0]\n [ 0  0 -1]]",
                "[[-1  1  0]\n [ 1  1  0]\n [ 0  0 -1]]",
            ],
            // Columns as lines, the last move marked, and another sign for the middle.
            ["· · ·\n● ┼ ·\n· · (○)", "(○) · ·\n● ┼ ·\n· · ○", "○ (●) ·\n● ● ·\n· · ○"],
        ] {
            assert_eq!(read(drawings), right, "{}", drawings[0]);
        }
    }

    #[test]
    fn what_is_ambiguous_is_not_read() {
        // Two boards.
        assert_eq!(read([".X.\n...\n..O\n\n.X.\n...\n..O", "OX.\n...\n..O", ".X.\n...\n..O"]), None);
        // The same sign for both.
        assert_eq!(read([".X.\n...\n..X", "XX.\n...\n..X", "XX.\n...\n..X"]), None);
        // A sign whose meaning was not shown, and a line too many.
        assert_eq!(read([".X.\n...\n..O", "OX.\n...\n..O", "BX.\n...\n..O"]), None);
        assert_eq!(read([".X.\n...\n..O", "OX.\n...\n..O", "OX.\n...\n..O\n..."]), None);
        // Positions that look the same from two sides do not tell which way round it is.
        let shown = [(".X.\n...\n.O.".to_string(), at(".X./.../.O."))];
        assert_eq!(Layout::learn(Grid::new(3, 3).unwrap(), &shown), None);
    }
}
