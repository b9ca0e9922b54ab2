//! Boards as SVG, in the manner of a printed diagram. Every mark has a shape of its own, so nothing depends on colour: dead stones
//! bear a cross, stones in seki a square, territory is a filled or an open square, eyes of stones in seki are filled or open
//! diamonds, dame are small crosses, and what is undecided is a question mark.

use maud::{Markup, PreEscaped, html};

use super::board::{Cell, Drawn, answer_lines, wrap};
use crate::law::answer::Answer;
use crate::law::{Life, PointStatus};
use shinpan_board::{Colour, Grid, diagram};

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
const KEY: [(Mark, &str); 8] = [
    (Mark::Stone(Colour::Black, Life::Alive), "stone; alive, if a status is given"),
    (Mark::Stone(Colour::Black, Life::Dead), "dead stone"),
    (Mark::Stone(Colour::Black, Life::Seki), "stone in seki"),
    (Mark::Point(PointStatus::Territory(Colour::Black)), "territory of Black"),
    (Mark::Point(PointStatus::Territory(Colour::White)), "territory of White"),
    (Mark::Point(PointStatus::EyeInSeki(Colour::Black)), "eye of stones in seki (open: White's)"),
    (Mark::Point(PointStatus::Dame), "dame"),
    (Mark::Point(PointStatus::Undecided), "undecided"),
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
    // That a point with a dead stone is neutral is shown by there being no mark of territory.
    let point = point.filter(|mark| stone.is_none() || *mark != Mark::Point(PointStatus::Dame));
    stone.into_iter().chain(point).collect()
}

fn drawn(mark: Mark, x: usize, y: usize, small: bool) -> Markup {
    let (x, y) = (x as f64, y as f64);
    let ink = |colour| if colour == Colour::Black { "#111" } else { "#fff" };
    let cross = |r: f64, stroke: &str, width: &str| {
        html! {
            path d=(format!("M{} {}l{d} {d}m0 -{d}l-{d} {d}", x - r, y - r, d = 2.0 * r)) stroke=(stroke)
                stroke-width=(width) fill="none" {}
        }
    };
    match mark {
        Mark::Stone(colour, life) => {
            let contrast = ink(colour.opponent());
            html! {
                circle cx=(x) cy=(y) r=(STONE) fill=(ink(colour)) stroke="#111" stroke-width="1.2" {}
                @match life {
                    Life::Alive => {},
                    Life::Dead => (cross(4.5, contrast, "2")),
                    Life::Seki => {
                        rect x=(x - 4.5) y=(y - 4.5) width="9" height="9" fill="none" stroke=(contrast) stroke-width="1.8" {}
                    },
                    Life::Undecided => (question(x, y, contrast)),
                }
            }
        }
        Mark::Point(PointStatus::Territory(colour)) => {
            // Beside a dead stone, in the corner.
            let (side, dx) = if small { (7.0, 8.0) } else { (9.0, 0.0) };
            html! {
                rect x=(x + dx - side / 2.0) y=(y + dx - side / 2.0) width=(side) height=(side) fill=(ink(colour))
                    stroke=(if small { "#fff" } else { "#111" }) stroke-width="1.4" {}
                @if small && colour == Colour::White {
                    rect x=(x + dx - side / 2.0) y=(y + dx - side / 2.0) width=(side) height=(side) fill="#fff" stroke="#111"
                        stroke-width="1.4" {}
                }
            }
        }
        Mark::Point(PointStatus::EyeInSeki(colour)) => html! {
            path d=(format!("M{} {y}L{x} {}L{} {y}L{x} {}Z", x - 5.5, y - 5.5, x + 5.5, y + 5.5)) fill=(ink(colour))
                stroke="#111" stroke-width="1.4" {}
        },
        Mark::Point(PointStatus::Dame) => html! {
            rect x=(x - 5.0) y=(y - 5.0) width="10" height="10" fill="#fff" {}
            (cross(3.5, "#111", "1.4"))
        },
        Mark::Point(PointStatus::Undecided) => html! {
            rect x=(x - 5.0) y=(y - 7.0) width="10" height="14" fill="#fff" {}
            (question(x, y, "#111"))
        },
        Mark::Point(PointStatus::Stone) => html! {},
    }
}

fn question(x: f64, y: f64, ink: &str) -> Markup {
    html! { text x=(x) y=(y + 5.0) text-anchor="middle" font-size="14" font-weight="bold" fill=(ink) { "?" } }
}

/// Width and height of the picture of a board.
#[must_use]
pub fn size(grid: Grid) -> (usize, usize) {
    let side = |n: usize| 2 * EDGE + (n - 1) * STEP;
    (side(grid.cols()), side(grid.rows()))
}

/// The lines, coordinates and marks of a board, from 0, 0.
fn content(board: &Drawn) -> Markup {
    let grid = board.grid;
    let (width, height) = size(grid);
    let (right, bottom) = (width - EDGE, height - EDGE);
    let at = |n: usize| EDGE + n * STEP;
    // A single line is drawn a little beyond its stones.
    let [across, down] = [grid.cols(), grid.rows()].map(|n| if n == 1 { STEP / 2 } else { 0 });
    html! {
        g stroke="#555" stroke-width="1" {
            @for row in 0..grid.rows() {
                line x1=(EDGE - across) y1=(at(row)) x2=(right + across) y2=(at(row)) {}
            }
            @for col in 0..grid.cols() {
                line x1=(at(col)) y1=(EDGE - down) x2=(at(col)) y2=(bottom + down) {}
            }
        }
        g font-size="10" fill="#333" text-anchor="middle" {
            @for (col, letter) in grid.column_letters().enumerate() {
                text x=(at(col)) y="11" { (letter) }
                text x=(at(col)) y=(height - 3) { (letter) }
            }
            @for row in 0..grid.rows() {
                text x="7" y=(at(row) + 4) { (grid.rows() - row) }
                text x=(width - 7) y=(at(row) + 4) { (grid.rows() - row) }
            }
        }
        @for p in (0..grid.len()).filter(|&p| board.cells[p] == Cell::default() && diagram::is_star(grid, p)) {
            circle cx=(at(p % grid.cols())) cy=(at(p / grid.cols())) r="2.5" fill="#555" {}
        }
        @for (p, cell) in board.cells.iter().enumerate() {
            @let all = marks(*cell);
            @for mark in &all {
                (drawn(*mark, at(p % grid.cols()), at(p / grid.cols()), all.len() > 1))
            }
        }
    }
}

/// A board as an `svg` element of a page. `says` is what someone who does not see it is told.
#[must_use]
pub fn element(board: &Drawn, says: &str) -> Markup {
    let (width, height) = size(board.grid);
    html! {
        svg viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) role="img" aria-label=(says)
            font-family="sans-serif" { (content(board)) }
    }
}

/// A picture on a sheet: a board with a heading above and lines below.
pub struct Figure {
    /// The board.
    pub board: Drawn,
    /// Above the board.
    pub heading: String,
    /// Below the board; long ones are wrapped.
    pub caption: Vec<String>,
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

    fn heading(&self) -> Vec<String> {
        self.lines(&self.heading)
    }

    fn caption(&self) -> Vec<String> {
        self.caption.iter().flat_map(|text| self.lines(text)).collect()
    }

    fn height(&self) -> usize {
        size(self.board.grid).1 + LINE * (self.heading().len() + self.caption().len()) + 4
    }
}

/// Pictures as one SVG file, so many beside each other, with what the marks mean below.
#[must_use]
pub fn sheet(title: &str, figures: &[Figure], across: usize) -> String {
    let across = across.clamp(1, figures.len().max(1));
    let column = figures.iter().map(Figure::width).max().unwrap_or(NARROWEST);
    let width = (across * column + (across + 1) * GAP).max(GAP + KEY_WIDTH);
    let mut placed = Vec::new();
    let mut y = GAP;
    for row in figures.chunks(across) {
        placed.extend(row.iter().enumerate().map(|(n, figure)| (GAP + n * (column + GAP), y, figure)));
        y += row.iter().map(Figure::height).max().unwrap_or(0) + GAP;
    }
    let used: Vec<&(Mark, &str)> = KEY.iter().filter(|(mark, _)| figures.iter().any(|f| shows(f, *mark))).collect();
    let keys = (width.saturating_sub(GAP) / KEY_WIDTH).max(1);
    let key_top = y + 6;
    let height = key_top + used.len().div_ceil(keys) * 28 + GAP / 2;
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height)
            font-family="sans-serif" font-size="12" {
            title { (title) }
            rect width=(width) height=(height) fill="#fff" {}
            @for (x, y, figure) in placed {
                @let heading = figure.heading();
                @let (board_width, board_height) = size(figure.board.grid);
                g transform=(format!("translate({x} {y})")) {
                    g font-weight="bold" {
                        @for (n, line) in heading.iter().enumerate() { text x="0" y=(LINE * (n + 1) - 3) { (line) } }
                    }
                    g transform=(format!("translate({} {})", (figure.width() - board_width) / 2, LINE * heading.len())) {
                        (content(&figure.board))
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
        }
    };
    format!("{}\n", svg.into_string())
}

/// A picture of answers: a board each, with the outcome above and the count below, three beside each other.
#[must_use]
pub fn answers(title: &str, answers: &[&Answer]) -> String {
    const ACROSS: usize = 3;
    let figure = |answer: &&Answer| Figure {
        board: Drawn::of(answer),
        heading: format!("{}: {}", answer.rules, answer.outcome()),
        caption: answer_lines(answer),
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
                    svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" { (drawn(mark, 12, 12, false)) }
                    " " (meaning)
                }
            }
        }
    }
}

/// Nothing that a page fetches or runs: the text as it stands between tags.
#[must_use]
pub fn raw(text: &'static str) -> Markup {
    PreEscaped(text.to_string())
}
