//! Boards and tables for papers: LaTeX with TikZ, and no other package.
//!
//! The marks are those of [`svg`](super::svg), so a figure can be read in black and white.

use std::fmt::Write;

use super::board::{Cell, Drawn, answer_lines, captioned};
use super::divergence::Report;
use super::figure::{Figure, Part};
use super::svg::differing;
use crate::law::answer::Answer;
use crate::law::{Life, PointStatus};
use shinpan_board::{Colour, Grid, diagram};

/// What a document needs in its preamble, as a comment.
const NEEDS: &str = "% needs \\usepackage{tikz}\n";

/// Text with the characters escaped that mean something to LaTeX.
///
/// ```
/// assert_eq!(shinpan_report::latex::escaped("50 % of {a_b}"), "50 \\% of \\{a\\_b\\}");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '%' | '&' | '#' | '$' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            c => out.push(c),
        }
    }
    out
}

/// The colour of a player's stones, and the one that is seen on them.
const fn inks(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Black => ("black", "white"),
        Colour::White => ("white", "black"),
    }
}

/// What is drawn on a point, at `at` in TikZ's coordinates.
fn marks(cell: Cell, at: &str) -> String {
    let mut out = String::new();
    if let Some(colour) = cell.stone {
        let (fill, contrast) = inks(colour);
        let life = cell.life.unwrap_or(Life::Alive);
        let faded = if life == Life::Dead { ", opacity=.5" } else { "" };
        let _ = writeln!(out, "  \\filldraw[draw=black, fill={fill}{faded}] {at} circle[radius=.46];");
        let _ = match life {
            Life::Alive => Ok(()),
            Life::Dead => writeln!(
                out,
                "  \\draw[{contrast}, thick, shift={{{at}}}] (-.18,-.18) -- (.18,.18) (-.18,.18) -- (.18,-.18);"
            ),
            Life::Seki => {
                writeln!(out, "  \\draw[{contrast}, thick, shift={{{at}}}] (-.18,-.18) rectangle (.18,.18);")
            }
            Life::Undecided => writeln!(out, "  \\node[text={contrast}, font=\\bfseries\\footnotesize] at {at} {{?}};"),
        };
    }
    // Beside a dead stone, in the corner; that such a point is neutral is shown by there being no mark.
    let beside = if cell.stone.is_some() { "(.32,-.32)" } else { "(0,0)" };
    let _ = match cell.point {
        None | Some(PointStatus::Stone) => Ok(()),
        Some(PointStatus::Dame | PointStatus::Undecided) if cell.stone.is_some() => Ok(()),
        Some(PointStatus::Territory(colour)) => {
            let (fill, contrast) = inks(colour);
            let edge = if cell.stone.is_some() { contrast } else { "black" };
            writeln!(
                out,
                "  \\filldraw[draw={edge}, fill={fill}, shift={{{at}}}, shift={{{beside}}}] (-.17,-.17) rectangle (.17,.17);"
            )
        }
        Some(PointStatus::EyeInSeki(colour)) => writeln!(
            out,
            "  \\filldraw[draw=black, fill={}, shift={{{at}}}] (-.24,0) -- (0,.24) -- (.24,0) -- (0,-.24) -- cycle;",
            inks(colour).0
        ),
        Some(PointStatus::Dame) => writeln!(
            out,
            "  \\fill[white, shift={{{at}}}] (-.2,-.2) rectangle (.2,.2);\n  \\draw[shift={{{at}}}] (-.14,-.14) -- (.14,.14) \
             (-.14,.14) -- (.14,-.14);"
        ),
        Some(PointStatus::Undecided) => {
            writeln!(out, "  \\node[fill=white, inner sep=1pt, font=\\bfseries\\footnotesize] at {at} {{?}};")
        }
    };
    out
}

/// A board as a `tikzpicture`; points on which it differs from another have a dashed frame around them. A line is 5 mm from the next:
/// `\tikzset{goban/.style={x=4mm, y=4mm}}` in the preamble makes it 4.
///
/// ```
/// use shinpan_board::diagram;
/// use shinpan_report::{board::Drawn, latex};
///
/// let board = diagram::parse("X.O").unwrap();
/// let drawn = Drawn::new(board.grid(), board.to_position().unwrap(), None);
/// assert!(latex::board(&drawn, &[]).contains(r"\filldraw[draw=black, fill=black] (0,0) circle[radius=.46];"));
/// ```
#[must_use]
pub fn board(board: &Drawn, differs: &[usize]) -> String {
    picture("x=5mm, y=5mm, goban/.try", board, &Part::whole(board.grid), true, &outline(board.grid, differs))
}

/// A figure; `width` of all of it in millimetres, else a line is 5 mm from the next.
#[must_use]
pub fn figure(figure: &Figure, width: Option<f64>) -> String {
    let Figure { board, part, numbers, names } = figure;
    let grid = board.grid;
    // Half a line around the stones, or with coordinates three halves.
    let lines = part.cols.len() + if *names { 2 } else { 0 };
    let options = match width.map(|width| (width / lines as f64 * 1000.0).round() / 1000.0) {
        Some(step) => format!("x={step}mm, y={step}mm"),
        None => "x=5mm, y=5mm, goban/.try".to_string(),
    };
    let mut written = String::new();
    for (p, number) in part.points(grid).filter_map(|p| Some((p, numbers[p]?))) {
        let ink = if board.cells[p].stone == Some(Colour::Black) { "white" } else { "black" };
        let _ = writeln!(
            written,
            "  \\node[text={ink}, font=\\scriptsize, inner sep=0pt] at {} {{{number}}};",
            at(grid, p)
        );
    }
    format!("{NEEDS}{}\n", picture(&options, board, part, *names, &written))
}

/// A point in TikZ's coordinates: A1 is the origin.
fn at(grid: Grid, p: usize) -> String {
    format!("({},{})", p % grid.cols(), grid.rows() - 1 - p / grid.cols())
}

/// A part of a board as a `tikzpicture` with these options, and with `more` over its stones.
fn picture(options: &str, board: &Drawn, part: &Part, names: bool, more: &str) -> String {
    let grid = board.grid;
    let at = |p: usize| at(grid, p);
    let mut out = format!("\\begin{{tikzpicture}}[{options}]\n");
    // Writing to a string cannot fail.
    for p in part.points(grid) {
        if let Some(PointStatus::Territory(colour)) = board.cells[p].point {
            let shade = if colour == Colour::Black { "black!18" } else { "black!4" };
            let _ = writeln!(out, "  \\fill[{shade}, shift={{{}}}] (-.5,-.5) rectangle (.5,.5);", at(p));
        }
    }
    let Part { rows, cols } = part.clone();
    let (lowest, highest) = (grid.rows() - rows.end, grid.rows() - 1 - rows.start);
    let (first, last) = (cols.start, cols.end - 1);
    let half = |on: bool| if on { 0.5 } else { 0.0 };
    let [[up, down], [before, after]] =
        [part.beyond(&rows, grid.rows()), part.beyond(&cols, grid.cols())].map(|on| on.map(half));
    let (left, right) = (first as f64 - before, last as f64 + after);
    let (bottom, top) = (lowest as f64 - down, highest as f64 + up);
    let _ = writeln!(
        out,
        "  \\foreach \\y in {{{lowest},...,{highest}}} \\draw[black!60] ({left},\\y) -- ({right},\\y);\n  \
         \\foreach \\x in {{{first},...,{last}}} \\draw[black!60] (\\x,{bottom}) -- (\\x,{top});",
    );
    for p in part.points(grid).filter(|&p| board.cells[p] == Cell::default() && diagram::is_star(grid, p)) {
        let _ = writeln!(out, "  \\fill[black!60] {} circle[radius=.1];", at(p));
    }
    for p in part.points(grid) {
        out.push_str(&marks(board.cells[p], &at(p)));
    }
    out.push_str(more);
    if names {
        for (col, letter) in grid.column_letters().enumerate().filter(|(col, _)| cols.contains(col)) {
            let _ = writeln!(out, "  \\node[font=\\scriptsize] at ({col},{}) {{{letter}}};", lowest as i32 - 1);
        }
        for row in lowest..=highest {
            let _ = writeln!(out, "  \\node[font=\\scriptsize] at ({},{row}) {{{}}};", first as i32 - 1, row + 1);
        }
    }
    out.push_str("\\end{tikzpicture}");
    out
}

/// A dashed frame around points.
fn outline(grid: Grid, differs: &[usize]) -> String {
    let mut out = String::new();
    for &p in differs {
        let (row, col) = (p / grid.cols(), p % grid.cols());
        let inside = |r: Option<usize>, c: Option<usize>| {
            r.zip(c)
                .is_some_and(|(r, c)| r < grid.rows() && c < grid.cols() && differs.contains(&(r * grid.cols() + c)))
        };
        // A side has a line if the point beyond it is not among them.
        let sides = [
            (inside(row.checked_sub(1), Some(col)), "(-.5,.5) -- (.5,.5)"),
            (inside(Some(row + 1), Some(col)), "(-.5,-.5) -- (.5,-.5)"),
            (inside(Some(row), col.checked_sub(1)), "(-.5,-.5) -- (-.5,.5)"),
            (inside(Some(row), Some(col + 1)), "(.5,-.5) -- (.5,.5)"),
        ];
        for (_, side) in sides.iter().filter(|(inside, _)| !inside) {
            let _ = writeln!(out, "  \\draw[densely dashed, thick, shift={{{}}}] {side};", at(grid, p));
        }
    }
    out
}

/// Answers for a paper: for each a heading, the board and the count. `command` stands above them as a comment.
#[must_use]
pub fn answers(command: &str, answers: &[&Answer]) -> String {
    let boards: Vec<Drawn> = answers.iter().map(|answer| Drawn::of(answer)).collect();
    let differs = differing(&boards.iter().collect::<Vec<_>>());
    let mut out = format!("% {command}\n{NEEDS}");
    for (answer, drawn) in answers.iter().zip(&boards) {
        let heading = format!("{}: {}", answer.rules, answer.outcome());
        let _ = writeln!(
            out,
            "\\begin{{minipage}}[t]{{.48\\linewidth}}\\raggedright\n\\textbf{{{}}}\\\\[1ex]\n{}\\\\[1ex]\n{{\\footnotesize {}}}\n\
             \\end{{minipage}}\\hfill",
            escaped(&heading),
            board(drawn, &differs),
            answer_lines(answer)
                .iter()
                .map(|line| captioned(line))
                .chain(answer.remarks.iter().cloned())
                .map(|line| escaped(&line))
                .collect::<Vec<_>>()
                .join("\\\\\n")
        );
    }
    out
}

impl Report<'_> {
    /// The matrix as a table: above the diagonal all positions on which two rule sets diverge, below it the settled ones.
    #[must_use]
    pub fn latex(&self) -> String {
        let c = self.comparison;
        let names: Vec<String> = (0..c.rules.len()).map(|i| escaped(&self.name(i))).collect();
        let mut out = format!(
            "% {}\n% Positions of {} on which two rule sets diverge, of {}: above the diagonal all, below it those of the {} settled.\n\
             \\begin{{tabular}}{{l{}}}\n\\hline\n",
            self.command,
            self.grid(),
            c.all.positions,
            c.settled.positions,
            "r".repeat(names.len())
        );
        let heads: Vec<String> = (1..=names.len()).map(|n| format!(" & {n}")).collect();
        let _ = writeln!(out, "{} \\\\\n\\hline", heads.concat());
        for (row, name) in names.iter().enumerate() {
            let cells: Vec<String> = (0..names.len())
                .map(|col| self.cell(row, col, |p| p.results).map_or("--".to_string(), |t| t.positions.to_string()))
                .collect();
            let _ = writeln!(out, "{} {name} & {} \\\\", row + 1, cells.join(" & "));
        }
        out.push_str("\\hline\n\\end{tabular}\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_is_drawn_and_every_character_escaped() {
        let stone = |life| Cell { stone: Some(Colour::Black), life: Some(life), point: None };
        let point = |point| Cell { point: Some(point), ..Cell::default() };
        for (cell, drawn) in [
            (stone(Life::Dead), "opacity=.5"),
            (stone(Life::Seki), "(-.18,-.18) rectangle"),
            (stone(Life::Undecided), "{?}"),
            (point(PointStatus::Territory(Colour::White)), "fill=white"),
            (point(PointStatus::EyeInSeki(Colour::Black)), "cycle"),
            (point(PointStatus::Dame), "(-.14,-.14) -- (.14,.14)"),
            (point(PointStatus::Undecided), "{?}"),
        ] {
            assert!(marks(cell, "(1,2)").contains(drawn), "{cell:?}");
        }
        let dead_in_territory = Cell { point: Some(PointStatus::Territory(Colour::White)), ..stone(Life::Dead) };
        assert!(marks(dead_in_territory, "(1,2)").contains("shift={(.32,-.32)}"));
        assert_eq!(
            escaped(r"a\b~c^d&#$<>"),
            r"a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d\&\#\$\textless{}\textgreater{}"
        );
    }
}
