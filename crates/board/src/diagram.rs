//! Diagrams of positions, in and out.
//!
//! Boards as GNU Go, KataGo, Pachi and forums print them are read too, with what these programs say beside them, Unicode and
//! full-width stones (● is black) and comments after `#`. Three forms are read by [`parse`] and written:
//!
//! * the *canonical text*, one line: `X.O/.../OX.`, rows from the top, `X` black, `O` white, `.` empty ([`text`]; also the
//!   `Display` of [`PlainPosition`]);
//! * a board of one row a line, with or without spaces, borders and coordinates ([`pretty`]);
//! * the `$$` diagrams of Go forums and wikis ([`forum`]; <https://senseis.xmp.net/?HowDiagramsWork>).

use std::fmt;

use super::bits::{MAX_POINTS, Position};
use super::grid::{Colour, Grid, GridError};
use super::plain::PlainPosition;

/// Why a text is not a diagram of a legal position. Lines, columns and rows count from 1, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiagramError {
    /// No row at all.
    #[error("the diagram is empty: write rows of X (black), O (white) and . (empty)")]
    Empty,
    /// A row without points, or a blank line between rows.
    #[error(
        "line {line}: row {row} has no points: a row needs at least one, and no line between two rows may be blank"
    )]
    EmptyRow {
        /// Which row.
        row: usize,
        /// Its line.
        line: usize,
    },
    /// Rows of different widths.
    #[error("line {line}: row {row} has {width} points, but row 1 has {expected}: all rows need the same number")]
    Ragged {
        /// Which row.
        row: usize,
        /// Its line.
        line: usize,
        /// Its number of points.
        width: usize,
        /// The number of points of row 1.
        expected: usize,
    },
    /// A side is outside 1..=19.
    #[error(transparent)]
    Size(#[from] GridError),
    /// A character that is no point.
    #[error(
        "line {line}, column {column}: unknown character `{found}`: write X for black, O for white, . for empty{hint}"
    )]
    Character {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
        /// What stands there.
        found: char,
        /// What else would be right there; empty or with leading punctuation.
        hint: &'static str,
    },
    /// A numbered move in a forum diagram.
    #[error(
        "line {line}, column {column}: `{found}` is a numbered move: a diagram with numbers is a sequence of moves, not a \
         position; write X, O or . for the position before or after it"
    )]
    Numbered {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
        /// The digit.
        found: char,
    },
    /// A row number that does not fit the row.
    #[error("line {line}: the row number is {found}, but counted from the lowest row, which is 1, it is {expected}")]
    RowNumber {
        /// The line.
        line: usize,
        /// The number found.
        found: String,
        /// The number of this row.
        expected: usize,
    },
    /// Column letters that do not fit the rows.
    #[error(
        "line {line}: the column letters are {found}, but the rows have the columns {expected} (letter I is skipped)"
    )]
    ColumnLetters {
        /// The line.
        line: usize,
        /// The letters found.
        found: String,
        /// The letters of these columns.
        expected: String,
    },
    /// Rows separated by `/` and by line ends at once.
    #[error(
        "line {line}: another line beside one with `/`: write either all rows on one line, separated by /, or one row a line"
    )]
    Mixed {
        /// The second line with content.
        line: usize,
    },
    /// A line without `$$` in a forum diagram.
    #[error("line {line}: this line does not start with `$$`, but others do: a forum diagram needs it on every line")]
    NotForum {
        /// The line.
        line: usize,
    },
    /// A forum diagram with borders on some sides only.
    #[error(
        "the diagram has a border on some sides, but none {missing}: it shows a part of a board; draw all of the board"
    )]
    Partial {
        /// Where no border is.
        missing: &'static str,
    },
    /// The board size in the header of a forum diagram is not that of its rows.
    #[error(
        "the header names board size {size}, but the diagram is {rows}x{cols}: draw all of the board or correct the size"
    )]
    HeaderSize {
        /// The size of the header.
        size: usize,
        /// The rows drawn.
        rows: usize,
        /// The columns drawn.
        cols: usize,
    },
    /// A string has no liberty.
    #[error("illegal position: the {} string of {point} has no liberty", .colour.to_string().to_lowercase())]
    NoLiberty {
        /// Whose string.
        colour: Colour,
        /// The coordinate of its first stone.
        point: String,
    },
}

/// A line of the input without its whitespace; columns count from 1.
struct TextLine<'a> {
    number: usize,
    raw: &'a str,
    chars: Vec<(usize, char)>,
}

impl TextLine<'_> {
    fn is_blank(&self) -> bool {
        self.chars.is_empty()
    }
}

/// The points of a row, and the line where it stands.
struct Row {
    line: usize,
    cells: Vec<Option<Colour>>,
}

/// Reads a diagram in any of the three forms, or as other programs print it (see the module).
///
/// # Errors
/// [`DiagramError`], with the place and what would be right.
pub fn parse(text: &str) -> Result<PlainPosition, DiagramError> {
    let text = super::printed::plain(text);
    let lines: Vec<TextLine> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .map(|(i, raw)| {
            let chars = raw.chars().enumerate().filter(|(_, ch)| !ch.is_whitespace());
            TextLine { number: i + 1, raw: raw.trim(), chars: chars.map(|(c, ch)| (c + 1, ch)).collect() }
        })
        .collect();
    let position = if lines.iter().any(|l| l.raw.starts_with("$$")) {
        read_forum(&lines)?
    } else if lines.iter().any(|l| l.raw.contains('/')) {
        read_slashes(&lines)?
    } else {
        read_board(&lines)?
    };
    match position.string_without_liberty() {
        None => Ok(position),
        Some(string) => {
            Err(DiagramError::NoLiberty { colour: string.colour, point: position.grid().name(string.stones[0]) })
        }
    }
}

/// All rows on one line.
fn read_slashes(lines: &[TextLine]) -> Result<PlainPosition, DiagramError> {
    let mut filled = lines.iter().filter(|l| !l.is_blank());
    let line = filled.next().ok_or(DiagramError::Empty)?;
    if let Some(other) = filled.next() {
        return Err(DiagramError::Mixed { line: other.number });
    }
    let rows =
        line.chars.split(|&(_, ch)| ch == '/').map(|chars| read_row(line.number, chars)).collect::<Result<_, _>>()?;
    assemble(rows)
}

/// One row a line, with or without borders and coordinates.
fn read_board(lines: &[TextLine]) -> Result<PlainPosition, DiagramError> {
    let letters = |l: &TextLine| l.chars.first().is_some_and(|&(_, ch)| ch == 'A');
    let is_row = |l: &TextLine| !l.is_blank() && !is_border(&l.chars) && !letters(l);
    let first = lines.iter().position(is_row).ok_or(DiagramError::Empty)?;
    let last = lines.iter().rposition(is_row).ok_or(DiagramError::Empty)?;

    let mut rows = Vec::new();
    let mut numbers = Vec::new();
    for line in &lines[first..=last] {
        let mut chars = &line.chars[..];
        numbers.push((line.number, strip_digits(&mut chars, true)));
        strip(&mut chars, '|', true);
        numbers.push((line.number, strip_digits(&mut chars, false)));
        strip(&mut chars, '|', false);
        rows.push(read_row(line.number, chars)?);
    }
    let position = assemble(rows)?;

    let grid = position.grid();
    for (i, (line, found)) in numbers.into_iter().enumerate() {
        let expected = grid.rows() - i / 2;
        if found.as_ref().is_some_and(|n| *n != expected.to_string()) {
            return Err(DiagramError::RowNumber { line, found: found.unwrap_or_default(), expected });
        }
    }
    let expected: String = grid.column_letters().collect();
    for line in lines.iter().filter(|l| letters(l)) {
        let found: String = line.chars.iter().map(|&(_, ch)| ch).collect();
        if found != expected {
            return Err(DiagramError::ColumnLetters { line: line.number, found, expected });
        }
    }
    Ok(position)
}

/// A `$$` diagram.
fn read_forum(lines: &[TextLine]) -> Result<PlainPosition, DiagramError> {
    let mut rows = Vec::new();
    let mut size = None;
    let (mut top, mut bottom, mut left, mut right) = (false, false, 0, 0);
    for (i, line) in lines.iter().filter(|l| !l.is_blank()).enumerate() {
        let raw = line.raw.strip_prefix("$$").ok_or(DiagramError::NotForum { line: line.number })?;
        let mut chars = line.chars.get(2..).unwrap_or_default();
        // Arrows and links say nothing of the position.
        if chars.is_empty() || raw.trim_start().starts_with(['{', '[']) {
            continue;
        }
        if i == 0
            && let Some(header) = read_header(raw)
        {
            size = header.size;
            continue;
        }
        if is_border(chars) {
            if rows.is_empty() {
                top = true
            } else {
                bottom = true
            }
            continue;
        }
        if bottom {
            // A row below the lower border.
            let (column, found) = chars[0];
            let hint = "; nothing may follow the lower border";
            return Err(DiagramError::Character { line: line.number, column, found, hint });
        }
        left += usize::from(strip(&mut chars, '|', true));
        right += usize::from(strip(&mut chars, '|', false));
        rows.push(read_forum_row(line.number, chars)?);
    }
    if rows.is_empty() {
        return Err(DiagramError::Empty);
    }

    let sides = [
        (top, "above"),
        (bottom, "below"),
        (left == rows.len(), "left of every row"),
        (right == rows.len(), "right of every row"),
    ];
    if (top || bottom || left > 0 || right > 0)
        && let Some(&(_, missing)) = sides.iter().find(|(drawn, _)| !drawn)
    {
        return Err(DiagramError::Partial { missing });
    }
    let position = assemble(rows)?;
    let grid = position.grid();
    match size {
        Some(size) if (size, size) != (grid.rows(), grid.cols()) => {
            Err(DiagramError::HeaderSize { size, rows: grid.rows(), cols: grid.cols() })
        }
        _ => Ok(position),
    }
}

/// What the first line of a forum diagram says, if it is no row.
struct Header {
    size: Option<usize>,
}

/// The header is what follows `$$` directly: `B` or `W` (who plays move 1), `c` (coordinates), a board size, `m` and the
/// number of the first move, each optional; then a caption. Without those, a caption is a line that cannot be a row.
fn read_header(raw: &str) -> Option<Header> {
    let settings = raw.split(char::is_whitespace).next().unwrap_or_default();
    if !settings.is_empty() {
        let rest = settings.strip_prefix(['B', 'W']).unwrap_or(settings);
        let rest = rest.strip_prefix('c').unwrap_or(rest);
        let after = rest.trim_start_matches(|ch: char| ch.is_ascii_digit());
        let size = rest[..rest.len() - after.len()].parse().ok();
        let move_number = after.strip_prefix('m').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
        if after.is_empty() || move_number {
            return Some(Header { size });
        }
    }
    let single = raw.split_whitespace().all(|token| token.chars().count() == 1);
    let row = raw.chars().all(|ch| ch.is_whitespace() || "XO.,+-|B#W@YQPZCSTM".contains(ch));
    let bordered = raw.trim_start().starts_with('|');
    (!single && !row && !bordered).then_some(Header { size: None })
}

/// A line of a border: `-----`, `+---+`, `|---|`.
fn is_border(chars: &[(usize, char)]) -> bool {
    chars.iter().all(|(_, ch)| "+-|".contains(*ch)) && chars.iter().any(|&(_, ch)| ch == '-')
}

/// Takes `mark` off one end; whether it was there.
fn strip(chars: &mut &[(usize, char)], mark: char, front: bool) -> bool {
    let rest = if front { chars.split_first() } else { chars.split_last() };
    match rest {
        Some(((_, ch), rest)) if *ch == mark => {
            *chars = rest;
            true
        }
        _ => false,
    }
}

/// Takes the digits off one end.
fn strip_digits(chars: &mut &[(usize, char)], front: bool) -> Option<String> {
    let digit = |(_, ch): &(usize, char)| ch.is_ascii_digit();
    let split = if front {
        chars.iter().position(|c| !digit(c)).unwrap_or(chars.len())
    } else {
        chars.iter().rposition(|c| !digit(c)).map_or(0, |i| i + 1)
    };
    let (a, b) = chars.split_at(split);
    let (digits, rest) = if front { (a, b) } else { (b, a) };
    *chars = rest;
    (!digits.is_empty()).then(|| digits.iter().map(|&(_, ch)| ch).collect())
}

fn read_row(line: usize, chars: &[(usize, char)]) -> Result<Row, DiagramError> {
    let cell = |&(column, ch): &(usize, char)| match ch {
        'X' => Ok(Some(Colour::Black)),
        'O' => Ok(Some(Colour::White)),
        '.' | '+' | ',' => Ok(None),
        _ => {
            let hint = match ch {
                'x' | 'o' | '0' => " (capital letters X and O)",
                '1'..='9' => "; numbers may only stand at the ends of a row, as row numbers",
                _ => "",
            };
            Err(DiagramError::Character { line, column, found: ch, hint })
        }
    };
    Ok(Row { line, cells: chars.iter().map(cell).collect::<Result<_, _>>()? })
}

fn read_forum_row(line: usize, chars: &[(usize, char)]) -> Result<Row, DiagramError> {
    let cell = |&(column, ch): &(usize, char)| match ch {
        'X' | 'B' | '#' | 'Y' | 'Z' => Ok(Some(Colour::Black)),
        'O' | 'W' | '@' | 'Q' | 'P' => Ok(Some(Colour::White)),
        '.' | ',' | '+' | 'C' | 'S' | 'T' | 'M' | 'a'..='z' => Ok(None),
        '0'..='9' => Err(DiagramError::Numbered { line, column, found: ch }),
        _ => {
            let hint = ", B # Y Z for marked black stones, W @ Q P for marked white ones, C S T M or a to z for marked \
                        empty points";
            Err(DiagramError::Character { line, column, found: ch, hint })
        }
    };
    Ok(Row { line, cells: chars.iter().map(cell).collect::<Result<_, _>>()? })
}

fn assemble(rows: Vec<Row>) -> Result<PlainPosition, DiagramError> {
    let expected = rows.first().ok_or(DiagramError::Empty)?.cells.len();
    for (i, Row { line, cells }) in rows.iter().enumerate() {
        let (row, line, width) = (i + 1, *line, cells.len());
        if width == 0 {
            return Err(DiagramError::EmptyRow { row, line });
        }
        if width != expected {
            return Err(DiagramError::Ragged { row, line, width, expected });
        }
    }
    let grid = Grid::new(rows.len(), expected)?;
    let cells = rows.into_iter().flat_map(|r| r.cells).collect();
    // The rows are of one width, so the cells are as many as the points.
    PlainPosition::from_cells(grid, cells).ok_or(DiagramError::Empty)
}

fn symbol(cell: Option<Colour>) -> char {
    match cell {
        Some(Colour::Black) => 'X',
        Some(Colour::White) => 'O',
        None => '.',
    }
}

/// The canonical text of a position: `X.O/.../OX.`. Points beyond the first [`MAX_POINTS`] of a grid are empty.
#[must_use]
pub fn text(grid: Grid, pos: Position) -> String {
    one_line(grid, |p| symbol(if p < MAX_POINTS { pos.at(p) } else { None }))
}

/// One character a point, the rows from the top separated by `/`.
fn one_line(grid: Grid, cell: impl Fn(usize) -> char) -> String {
    let mut out = String::with_capacity(grid.len() + grid.rows());
    for p in 0..grid.len() {
        if p > 0 && p % grid.cols() == 0 {
            out.push('/');
        }
        out.push(cell(p));
    }
    out
}

impl fmt::Display for PlainPosition {
    /// The canonical text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(self.grid(), |p| symbol(self.at(p))))
    }
}

/// Draws one character a point, with coordinates on all sides; each line ends with a newline.
#[must_use]
pub fn draw(grid: Grid, cell: impl Fn(usize) -> char) -> String {
    let width = grid.rows().to_string().len();
    let mut letters = " ".repeat(width);
    for letter in grid.column_letters() {
        letters.extend([' ', letter]);
    }
    letters.push('\n');
    let mut out = letters.clone();
    for row in 0..grid.rows() {
        let number = grid.rows() - row;
        out += &format!("{number:>width$} ");
        for col in 0..grid.cols() {
            out.extend([cell(row * grid.cols() + col), ' ']);
        }
        out += &format!("{number}\n");
    }
    out + &letters
}

/// The board with coordinates, one row a line; `+` marks the empty star points of 9x9, 13x13 and 19x19.
#[must_use]
pub fn pretty(position: &PlainPosition) -> String {
    draw(position.grid(), |p| match position.at(p) {
        None if is_star(position.grid(), p) => '+',
        cell => symbol(cell),
    })
}

/// The `$$` diagram of Go forums, with borders and without caption; `,` marks the empty star points of 9x9, 13x13 and
/// 19x19. Each line ends with a newline.
#[must_use]
pub fn forum(position: &PlainPosition) -> String {
    let grid = position.grid();
    let border = format!("$$  {}\n", "-".repeat(2 * grid.cols() + 1));
    let mut out = format!("$$\n{border}");
    for row in 0..grid.rows() {
        out += "$$ | ";
        for col in 0..grid.cols() {
            let p = row * grid.cols() + col;
            let cell = match position.at(p) {
                None if is_star(grid, p) => ',',
                cell => symbol(cell),
            };
            out.extend([cell, ' ']);
        }
        out += "|\n";
    }
    out + &border
}

/// Whether `p` is a star point of 9x9, 13x13 or 19x19.
#[must_use]
pub fn is_star(grid: Grid, p: usize) -> bool {
    let (row, col) = (p / grid.cols(), p % grid.cols());
    match (grid.rows(), grid.cols()) {
        (9, 9) => [row, col] == [4, 4] || [row, col].iter().all(|&x| x == 2 || x == 6),
        (13, 13) => [row, col] == [6, 6] || [row, col].iter().all(|&x| x == 3 || x == 9),
        (19, 19) => [row, col].iter().all(|&x| x % 6 == 3),
        _ => false,
    }
}
