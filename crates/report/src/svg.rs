//! Boards as SVG, in the manner of a printed diagram. Every mark has a shape of its own, so nothing depends on colour: dead stones
//! are faded and bear a cross, stones in seki a square, territory is a filled or an open square, eyes of stones in seki are filled or
//! open diamonds, dame are small crosses, and what is undecided is a question mark. Where the boards beside each other differ, a
//! broken line surrounds it.
//!
//! What is drawn has a class as well as its colours: a page with [`STYLE`] shows the same board on paper, wood or in the dark.

use maud::{Markup, PreEscaped, html};

use super::board::{Cell, Drawn, answer_lines, captioned, wrap};
use super::figure::{Figure as Diagram, Part};
use crate::law::answer::Answer;
use crate::law::{Life, PointStatus};
use shinpan_board::{Colour, Grid, diagram};

/// The colours of boards and of what is around them, for pages: paper, wood, dark, and print.
pub const STYLE: &str = include_str!("look.css");

/// From line to line.
const STEP: usize = 24;
/// From the edge of the picture to the first line: room for coordinates.
const EDGE: usize = 30;
/// The radius of a stone.
const STONE: usize = 11;
/// The height of a line of text.
const LINE: usize = 15;
/// Room between pictures on a sheet.
const GAP: usize = 18;

/// What the marks mean: the mark as a shape in a picture of its own, and its meaning.
const KEY: [(Mark, &str); 9] = [
    (Mark::Stone(Colour::Black, Life::Alive), "stone; alive, if a status is given"),
    (Mark::Stone(Colour::Black, Life::Dead), "dead stone"),
    (Mark::Stone(Colour::Black, Life::Seki), "stone in seki"),
    (Mark::Point(PointStatus::Territory(Colour::Black)), "territory of Black"),
    (Mark::Point(PointStatus::Territory(Colour::White)), "territory of White"),
    (Mark::Point(PointStatus::EyeInSeki(Colour::Black)), "eye of stones in seki (open: White's)"),
    (Mark::Point(PointStatus::Dame), "dame"),
    (Mark::Point(PointStatus::Undecided), "undecided point"),
    (Mark::Stone(Colour::Black, Life::Undecided), "stone of undecided life"),
];

/// What is drawn on a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Stone(Colour, Life),
    Point(PointStatus),
}

/// The marks of a point: a stone and what becomes of the point, either or none.
fn marks(cell: Cell) -> Vec<Mark> {
    let stone = cell.stone.map(|colour| Mark::Stone(colour, cell.life.unwrap_or(Life::Alive)));
    let point = cell.point.filter(|p| *p != PointStatus::Stone).map(Mark::Point);
    // That a point with a dead stone is neutral is shown by there being no mark of territory. What is open of a stone is open of its point.
    let told = |mark: &Mark| !matches!(mark, Mark::Point(PointStatus::Dame | PointStatus::Undecided));
    let point = point.filter(|mark| stone.is_none() || told(mark));
    stone.into_iter().chain(point).collect()
}

fn drawn(mark: Mark, x: usize, y: usize, small: bool) -> Markup {
    let (x, y) = (x as f64, y as f64);
    let ink = |colour| if colour == Colour::Black { "#111" } else { "#fff" };
    let class = |colour| if colour == Colour::Black { "b" } else { "w" };
    let cross = |r: f64, stroke: &str, class: &str, width: &str| {
        html! {
            path class=(class) d=(format!("M{} {}l{d} {d}m0 -{d}l-{d} {d}", x - r, y - r, d = 2.0 * r)) stroke=(stroke)
                stroke-width=(width) fill="none" {}
        }
    };
    match mark {
        Mark::Stone(colour, life) => {
            let contrast = ink(colour.opponent());
            html! {
                circle class=(format!("stone {}", class(colour))) cx=(x) cy=(y) r=(STONE) fill=(ink(colour)) stroke="#111" stroke-width="1.2"
                    opacity=[(life == Life::Dead).then_some(FADED)] {}
                @match life {
                    Life::Alive => {},
                    Life::Dead => (cross(4.5, if colour == Colour::Black { "#fff" } else { "#111" }, "on", "2.2")),
                    Life::Seki => {
                        rect class="on" x=(x - 4.5) y=(y - 4.5) width="9" height="9" fill="none" stroke=(contrast) stroke-width="1.8" {}
                    },
                    Life::Undecided => (question(x, y, contrast, "on")),
                }
            }
        }
        Mark::Point(PointStatus::Territory(colour)) => {
            // Beside a dead stone, in the corner.
            let (side, dx) = if small { (7.0, 8.0) } else { (9.0, 0.0) };
            let edge = if colour == Colour::Black && small { "#fff" } else { "#111" };
            html! {
                rect class=(format!("square {}", class(colour))) x=(x + dx - side / 2.0) y=(y + dx - side / 2.0) width=(side) height=(side)
                    fill=(ink(colour)) stroke=(edge) stroke-width="1.4" {}
            }
        }
        Mark::Point(PointStatus::EyeInSeki(colour)) => html! {
            path class=(format!("square {}", class(colour))) d=(format!("M{} {y}L{x} {}L{} {y}L{x} {}Z", x - 5.5, y - 5.5, x + 5.5, y + 5.5))
                fill=(ink(colour)) stroke="#111" stroke-width="1.4" {}
        },
        Mark::Point(PointStatus::Dame) => html! {
            rect class="ground" x=(x - 5.0) y=(y - 5.0) width="10" height="10" fill="#fff" {}
            (cross(3.5, "#111", "ink", "1.4"))
        },
        Mark::Point(PointStatus::Undecided) => html! {
            rect class="ground" x=(x - 5.0) y=(y - 7.0) width="10" height="14" fill="#fff" {}
            (question(x, y, "#111", "said"))
        },
        Mark::Point(PointStatus::Stone) => html! {},
    }
}

/// How much of a dead stone is seen.
const FADED: &str = "0.5";

fn question(x: f64, y: f64, ink: &str, class: &str) -> Markup {
    html! {
        text class=(class) x=(x) y=(y + 5.0) text-anchor="middle" font-size="14" font-weight="bold" fill=(ink) { "?" }
    }
}

/// The points on which boards that give a status do not say the same; what one of them leaves undecided is no difference.
#[must_use]
pub fn differing(boards: &[&Drawn]) -> Vec<usize> {
    let said: Vec<&&Drawn> = boards.iter().filter(|board| board.with_status).collect();
    let of = |board: &Drawn, p: usize| match board.cells[p] {
        Cell { stone: Some(_), life, .. } => {
            life.filter(|life| *life != Life::Undecided).map(|life| (Some(life), None))
        }
        Cell { point, .. } => point.filter(|point| *point != PointStatus::Undecided).map(|point| (None, Some(point))),
    };
    let points = said.iter().map(|board| board.cells.len()).min().unwrap_or(0);
    let differs = |&p: &usize| {
        let known: Vec<_> = said.iter().filter_map(|board| of(board, p)).collect();
        known.windows(2).any(|two| two[0] != two[1])
    };
    (0..points).filter(differs).collect()
}

/// A broken line around points.
fn outline(grid: Grid, points: &[usize]) -> Markup {
    let mut path = String::new();
    for &p in points {
        let (row, col) = (p / grid.cols(), p % grid.cols());
        let (x, y) = ((EDGE + col * STEP) as i32, (EDGE + row * STEP) as i32);
        let half = STEP as i32 / 2;
        // A side has a line if the point beyond it is not among them.
        let inside = |r: Option<usize>, c: Option<usize>| {
            r.zip(c).is_some_and(|(r, c)| r < grid.rows() && c < grid.cols() && points.contains(&(r * grid.cols() + c)))
        };
        let sides = [
            (inside(row.checked_sub(1), Some(col)), format!("M{} {}h{STEP}", x - half, y - half)),
            (inside(Some(row + 1), Some(col)), format!("M{} {}h{STEP}", x - half, y + half)),
            (inside(Some(row), col.checked_sub(1)), format!("M{} {}v{STEP}", x - half, y - half)),
            (inside(Some(row), Some(col + 1)), format!("M{} {}v{STEP}", x + half, y - half)),
        ];
        sides.iter().filter(|(inside, _)| !inside).for_each(|(_, side)| path.push_str(side));
    }
    html! {
        @if !points.is_empty() {
            path class="differs-halo" d=(path) fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="square" {}
            path class="differs" d=(path) fill="none" stroke="#a3005a" stroke-width="2" stroke-dasharray="6 3" {}
        }
    }
}

/// Width and height of the picture of a board.
#[must_use]
pub fn size(grid: Grid) -> (usize, usize) {
    side_lengths(&Part::whole(grid))
}

fn side_lengths(part: &Part) -> (usize, usize) {
    let side = |n: usize| 2 * EDGE + (n - 1) * STEP;
    (side(part.cols.len()), side(part.rows.len()))
}

/// The lines, coordinates and marks of a board, from 0, 0, and a broken line around some points.
fn content(board: &Drawn, differs: &[usize]) -> Markup {
    let (width, height) = size(board.grid);
    html! {
        rect class="ground" width=(width) height=(height) fill="#fff" {}
        (lines_and_marks(board, &Part::whole(board.grid), true))
        (outline(board.grid, differs))
    }
}

/// A part of a board where it lies in the picture of all of it; lines go on a little beyond where the board does.
fn lines_and_marks(board: &Drawn, part: &Part, names: bool) -> Markup {
    let grid = board.grid;
    let at = |n: usize| EDGE + n * STEP;
    let Part { rows, cols } = part.clone();
    let [top, bottom, left, right] = [at(rows.start), at(rows.end - 1), at(cols.start), at(cols.end - 1)];
    let [up, down] = part.beyond(&rows, grid.rows()).map(|on| if on { STEP / 2 } else { 0 });
    let [before, after] = part.beyond(&cols, grid.cols()).map(|on| if on { STEP / 2 } else { 0 });
    let shade = |p: usize| match board.cells[p].point {
        Some(PointStatus::Territory(Colour::Black)) => Some(("shade b", "#000", "0.16")),
        Some(PointStatus::Territory(Colour::White)) => Some(("shade w", "#fff", "0.8")),
        _ => None,
    };
    html! {
        @for p in part.points(grid) {
            @if let Some((class, fill, opacity)) = shade(p) {
                rect class=(class) x=(at(p % grid.cols()) - STEP / 2) y=(at(p / grid.cols()) - STEP / 2) width=(STEP) height=(STEP)
                    fill=(fill) fill-opacity=(opacity) {}
            }
        }
        g class="lines" stroke="#555" stroke-width="1" {
            @for row in rows.clone() {
                line x1=(left - before) y1=(at(row)) x2=(right + after) y2=(at(row)) {}
            }
            @for col in cols.clone() {
                line x1=(at(col)) y1=(top - up) x2=(at(col)) y2=(bottom + down) {}
            }
        }
        @if names {
            g class="names" font-size="10" fill="#333" text-anchor="middle" {
                @for (col, letter) in grid.column_letters().enumerate().filter(|(col, _)| cols.contains(col)) {
                    text x=(at(col)) y=(top + 11 - EDGE) { (letter) }
                    text x=(at(col)) y=(bottom + EDGE - 3) { (letter) }
                }
                @for row in rows {
                    text x=(left + 7 - EDGE) y=(at(row) + 4) { (grid.rows() - row) }
                    text x=(right + EDGE - 7) y=(at(row) + 4) { (grid.rows() - row) }
                }
            }
        }
        @for p in part.points(grid).filter(|&p| board.cells[p] == Cell::default() && diagram::is_star(grid, p)) {
            circle class="star" cx=(at(p % grid.cols())) cy=(at(p / grid.cols())) r="2.5" fill="#555" {}
        }
        @for p in part.points(grid) {
            @let all = marks(board.cells[p]);
            @for mark in &all {
                (drawn(*mark, at(p % grid.cols()), at(p / grid.cols()), all.len() > 1))
            }
        }
    }
}

/// A figure as a file of its own; `width` in millimetres, else a unit of length is a pixel.
#[must_use]
pub fn figure(figure: &Diagram, width: Option<f64>) -> String {
    let Diagram { board, part, numbers, names } = figure;
    let (all_across, all_down) = side_lengths(part);
    // Without coordinates there is half a step around the stones.
    let margin = if *names { 0 } else { EDGE - STEP / 2 - 1 };
    let (across, down) = (all_across - 2 * margin, all_down - 2 * margin);
    let (x, y) = (part.cols.start * STEP + margin, part.rows.start * STEP + margin);
    let length = |units: usize| match width {
        Some(width) => format!("{}mm", (width * units as f64 / across as f64 * 1000.0).round() / 1000.0),
        None => units.to_string(),
    };
    let grid = board.grid;
    let at = |n: usize| EDGE + n * STEP;
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("{x} {y} {across} {down}")) width=(length(across)) height=(length(down))
            font-family="sans-serif" {
            rect x=(x) y=(y) width=(across) height=(down) fill="#fff" {}
            (lines_and_marks(board, part, *names))
            @for (p, number) in part.points(grid).filter_map(|p| Some((p, numbers[p]?))) {
                @let on_black = board.cells[p].stone == Some(Colour::Black);
                @let size = match number { 0..=9 => 14, 10..=99 => 12, _ => 10 };
                text x=(at(p % grid.cols())) y=(at(p / grid.cols()) + size / 3 + 1) text-anchor="middle" font-size=(size)
                    fill=(if on_black { "#fff" } else { "#111" }) { (number) }
            }
        }
    };
    format!("{}\n", svg.into_string())
}

/// A board as an `svg` element of a page. `says` is what someone who does not see it is told.
#[must_use]
pub fn element(board: &Drawn, says: &str) -> Markup {
    compared(board, says, &[])
}

/// The same with a broken line around points on which it differs from another.
#[must_use]
pub fn compared(board: &Drawn, says: &str, differs: &[usize]) -> Markup {
    let (width, height) = size(board.grid);
    html! {
        svg class="board" viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img" aria-label=(says)
            font-family="sans-serif" { (content(board, differs)) }
    }
}

/// A picture on a sheet: a board with a heading above and lines below.
pub struct Figure {
    /// The board.
    pub board: Drawn,
    /// Above the heading, over this picture and the next; the title is written on a sheet of such pictures.
    pub over: Option<String>,
    /// Above the board.
    pub heading: String,
    /// Below the board; long ones are wrapped.
    pub caption: Vec<String>,
    /// Points on which it differs from those beside it.
    pub differs: Vec<usize>,
}

/// The narrowest a picture with text gets.
const NARROWEST: usize = 190;
/// The width of a mark with what it means.
const KEY_WIDTH: usize = 280;
/// The width of a character of the text, on average, in tenths.
const CHARACTER: usize = 65;

impl Figure {
    fn width(&self) -> usize {
        size(self.board.grid).0.max(NARROWEST)
    }

    fn lines(&self, text: &str) -> Vec<String> {
        wrap(text, 0, self.width() * 10 / CHARACTER)
    }

    fn over_lines(&self) -> usize {
        usize::from(self.over.is_some())
    }

    fn heading(&self) -> Vec<String> {
        self.lines(&self.heading)
    }

    fn caption(&self) -> Vec<String> {
        self.caption.iter().flat_map(|text| self.lines(text)).collect()
    }

    fn height(&self) -> usize {
        size(self.board.grid).1 + LINE * (self.over_lines() + self.heading().len() + self.caption().len()) + 4
    }
}

/// Pictures as one SVG file, so many beside each other, with what the marks mean below.
#[must_use]
pub fn sheet(title: &str, figures: &[Figure], across: usize) -> String {
    let across = across.clamp(1, figures.len().max(1));
    let column = figures.iter().map(Figure::width).max().unwrap_or(NARROWEST);
    let width = (across * column + (across + 1) * GAP).max(GAP + KEY_WIDTH);
    let mut placed = Vec::new();
    let titled = figures.iter().any(|figure| figure.over.is_some());
    let width = if titled { width.max(2 * GAP + title.chars().count() * CHARACTER / 8) } else { width };
    let mut y = if titled { GAP + 2 * LINE } else { GAP };
    for row in figures.chunks(across) {
        placed.extend(row.iter().enumerate().map(|(n, figure)| (GAP + n * (column + GAP), y, figure)));
        y += row.iter().map(Figure::height).max().unwrap_or(0) + GAP;
    }
    let used: Vec<&(Mark, &str)> = KEY.iter().filter(|(mark, _)| figures.iter().any(|f| shows(f, *mark))).collect();
    let keys = (width.saturating_sub(GAP) / KEY_WIDTH).max(1);
    let key_top = y + 6;
    let differs = figures.iter().any(|figure| !figure.differs.is_empty());
    let height = key_top + (used.len() + usize::from(differs)).div_ceil(keys) * 28 + GAP / 2;
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height)
            font-family="sans-serif" font-size="12" {
            title { (title) }
            rect width=(width) height=(height) fill="#fff" {}
            @if titled { text x=(GAP) y=(GAP + LINE) font-size="15" font-weight="bold" { (title) } }
            @for (x, y, figure) in placed {
                @let heading = figure.heading();
                @let y = y + LINE * figure.over_lines();
                @if let Some(over) = &figure.over { text x=(x) y=(y - 3) { (over) } }
                @let (board_width, board_height) = size(figure.board.grid);
                g transform=(format!("translate({x} {y})")) {
                    g font-weight="bold" {
                        @for (n, line) in heading.iter().enumerate() { text x="0" y=(LINE * (n + 1) - 3) { (line) } }
                    }
                    g transform=(format!("translate({} {})", (figure.width() - board_width) / 2, LINE * heading.len())) {
                        (content(&figure.board, &figure.differs))
                    }
                    @for (n, line) in figure.caption().iter().enumerate() {
                        text x="0" y=(LINE * (heading.len() + n + 1) + board_height) { (line) }
                    }
                }
            }
            @for (n, (mark, meaning)) in used.iter().enumerate() {
                @let (x, y) = (GAP + (n % keys) * KEY_WIDTH, key_top + (n / keys) * 28);
                (drawn(*mark, x + 12, y + 12, false))
                text x=(x + 32) y=(y + 16) { (meaning) }
            }
            @if differs {
                @let n = used.len();
                @let (x, y) = (GAP + (n % keys) * KEY_WIDTH, key_top + (n / keys) * 28);
                (broken_square(x, y))
                text x=(x + 32) y=(y + 16) { (DIFFERS) }
            }
        }
    };
    format!("{}\n", svg.into_string())
}

/// What a broken line means.
const DIFFERS: &str = "here the verdicts differ";

fn broken_square(x: usize, y: usize) -> Markup {
    html! {
        rect class="differs" x=(x + 2) y=(y + 2) width="20" height="20" fill="none" stroke="#a3005a" stroke-width="2.4" stroke-dasharray="6 3" {}
    }
}

/// A picture of answers: a board each, with the outcome above and the count below, three beside each other.
#[must_use]
pub fn answers(title: &str, answers: &[&Answer]) -> String {
    const ACROSS: usize = 3;
    let boards: Vec<Drawn> = answers.iter().map(|answer| Drawn::of(answer)).collect();
    let differs = differing(&boards.iter().collect::<Vec<_>>());
    let figure = |answer: &&Answer| Figure {
        board: Drawn::of(answer),
        heading: format!("{}: {}", answer.rules, answer.outcome()),
        caption: answer_lines(answer)
            .iter()
            .map(|line| captioned(line))
            .chain(answer.remarks.iter().cloned())
            .collect(),
        over: None,
        differs: differs.clone(),
    };
    sheet(title, &answers.iter().map(figure).collect::<Vec<Figure>>(), ACROSS)
}

/// Whether a mark, or the same of the other player, is on a board.
fn shows(figure: &Figure, mark: Mark) -> bool {
    let all = figure.board.cells.iter().flat_map(|cell| marks(*cell));
    let alike = |other: Mark| match (mark, other) {
        (Mark::Stone(_, a), Mark::Stone(_, b)) => a == b,
        (Mark::Point(PointStatus::EyeInSeki(_)), Mark::Point(PointStatus::EyeInSeki(_))) => true,
        (a, b) => a == b,
    };
    all.into_iter().any(alike)
}

/// What the marks mean, as elements of a page.
#[must_use]
pub fn key() -> Markup {
    html! {
        ul.key {
            @for (mark, meaning) in KEY {
                li {
                    svg class="board" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" { (drawn(mark, 12, 12, false)) }
                    " " (meaning)
                }
            }
            li { svg class="board" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" { (broken_square(0, 0)) } " " (DIFFERS) }
        }
    }
}

/// Nothing that a page fetches or runs: the text as it stands between tags.
#[must_use]
pub fn raw(text: &'static str) -> Markup {
    PreEscaped(text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, life: Option<Life>) -> Drawn {
        let board = diagram::parse(text).unwrap();
        let mut drawn = Drawn::new(board.grid(), board.to_position().unwrap(), None);
        drawn.with_status = life.is_some();
        for cell in &mut drawn.cells {
            if cell.stone.is_some() {
                cell.life = life;
            } else {
                cell.point = life.map(|_| PointStatus::Dame);
            }
        }
        drawn
    }

    #[test]
    fn boards_differ_where_two_statuses_do_and_nowhere_else() {
        let [alive, dead, open, none] =
            [Some(Life::Alive), Some(Life::Dead), Some(Life::Undecided), None].map(|l| drawn(".XX", l));
        assert_eq!(differing(&[&alive, &dead]), [1, 2]);
        assert!(differing(&[&alive, &alive]).is_empty());
        // What is undecided, and a text without a status, are no difference.
        assert!(differing(&[&alive, &open]).is_empty());
        assert_eq!(differing(&[&alive, &none, &dead]), [1, 2]);
        let mut territory = alive.clone();
        territory.cells[0].point = Some(PointStatus::Territory(Colour::Black));
        assert_eq!(differing(&[&alive, &territory]), [0]);
        let shown = compared(&alive, "a board", &[1, 2]).into_string();
        assert!(shown.contains("class=\"differs\" d=\"M42 18h24"), "{shown}");
        // Between the two there is no line: six sides, drawn twice.
        assert_eq!(shown.matches("h24").count() + shown.matches("v24").count(), 2 * 6, "{shown}");
    }
}
