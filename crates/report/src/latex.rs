//! Boards and tables for papers: LaTeX with TikZ, and no other package.
//!
//! The marks are those of [`svg`](super::svg), so a figure can be read in black and white.

use std::fmt::Write;

use super::board::{Cell, Drawn, answer_lines, captioned};
use super::divergence::Report;
use super::svg::differing;
use crate::law::answer::Answer;
use crate::law::{Life, PointStatus};
use shinpan_board::{Colour, diagram};

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
    let grid = board.grid;
    let (last_col, last_row) = (grid.cols() - 1, grid.rows() - 1);
    let at = |p: usize| format!("({},{})", p % grid.cols(), last_row - p / grid.cols());
    let mut out = "\\begin{tikzpicture}[x=5mm, y=5mm, goban/.try]\n".to_string();
    // Writing to a string cannot fail.
    for (p, cell) in board.cells.iter().enumerate() {
        if let Some(PointStatus::Territory(colour)) = cell.point {
            let shade = if colour == Colour::Black { "black!18" } else { "black!4" };
            let _ = writeln!(out, "  \\fill[{shade}, shift={{{}}}] (-.5,-.5) rectangle (.5,.5);", at(p));
        }
    }
    // A single line is drawn a little beyond its stones.
    let [across, down] = [grid.cols(), grid.rows()].map(|n| if n == 1 { 0.5 } else { 0.0 });
    let (right, top) = (last_col as f64 + across, last_row as f64 + down);
    let _ = writeln!(
        out,
        "  \\foreach \\y in {{0,...,{last_row}}} \\draw[black!60] ({},\\y) -- ({right},\\y);\n  \
         \\foreach \\x in {{0,...,{last_col}}} \\draw[black!60] (\\x,{}) -- (\\x,{top});",
        -across, -down
    );
    for p in (0..grid.len()).filter(|&p| board.cells[p] == Cell::default() && diagram::is_star(grid, p)) {
        let _ = writeln!(out, "  \\fill[black!60] {} circle[radius=.1];", at(p));
    }
    for (p, &cell) in board.cells.iter().enumerate() {
        out.push_str(&marks(cell, &at(p)));
    }
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
            let _ = writeln!(out, "  \\draw[densely dashed, thick, shift={{{}}}] {side};", at(p));
        }
    }
    for (col, letter) in grid.column_letters().enumerate() {
        let _ = writeln!(out, "  \\node[font=\\scriptsize] at ({col},-1) {{{letter}}};");
    }
    for row in 0..grid.rows() {
        let _ = writeln!(out, "  \\node[font=\\scriptsize] at (-1,{row}) {{{}}};", row + 1);
    }
    out.push_str("\\end{tikzpicture}");
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
