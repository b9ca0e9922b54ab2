//! How text looks to who reads it: stones and colour on a terminal that has them, and as wide as that is.

use std::env;
use std::io::{self, IsTerminal};

use clap::ValueEnum;
use terminal_size::{Width, terminal_size};

use super::Failure;
use super::output::print_dressed;
use crate::board::Grid;
use crate::report::board::KEY;

/// When stones and colour are shown.
#[derive(clap::Args)]
pub struct ColorArg {
    /// Drawn stones and colour: where standard output is a terminal that has them (colour not if NO_COLOR is set), always or never
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    color: When,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// The widest that text gets, and the narrowest that it is fitted to.
const WIDEST: usize = 100;
const NARROWEST: usize = 40;

/// How text looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    stones: bool,
    colour: bool,
    /// What boards and text are fitted to, in characters.
    pub width: usize,
}

impl ColorArg {
    /// What standard output is like.
    pub fn look(&self) -> Look {
        let terminal = io::stdout().is_terminal();
        let set = |name| env::var_os(name).filter(|value| !value.is_empty());
        let unicode = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).is_some_and(|locale| {
            let locale = locale.to_string_lossy().to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        let colour = set("NO_COLOR").is_none() && env::var("TERM").is_ok_and(|term| term != "dumb");
        let (stones, colour) = match self.color {
            When::Auto => (terminal && unicode, terminal && colour),
            When::Always => (true, true),
            When::Never => (false, false),
        };
        Look { stones, colour, width: width() }
    }
}

/// What text on standard output is fitted to, in characters: no wider than a terminal is.
pub fn width() -> usize {
    let columns = terminal_size().filter(|_| io::stdout().is_terminal());
    columns.map_or(WIDEST, |(Width(columns), _)| usize::from(columns).clamp(NARROWEST, WIDEST))
}

/// A character of a drawn board: as it is kept until the text is fitted, what stands for it where stones are drawn, and its colour.
/// Black's are cyan and White's yellow, on dark and on light ground; what is dead is red, what is in seki or undecided magenta.
const CHARACTERS: [(char, char, u8); 14] = [
    ('X', '●', 36),
    ('O', '○', 33),
    ('#', '◆', 35),
    ('@', '◇', 35),
    ('x', '✕', 31),
    ('o', '⊗', 31),
    ('Y', 'Y', 35),
    ('Q', 'Q', 35),
    ('b', '▪', 36),
    ('w', '▫', 33),
    (':', ':', 35),
    ('?', '?', 35),
    ('.', '·', 0),
    ('+', '+', 0),
];

/// Where the characters of boards are kept apart from those of words: in the private use area, one cell wide each.
const KEPT: u32 = 0xE000;

fn kept(character: char) -> char {
    let at = CHARACTERS.iter().position(|(c, ..)| *c == character);
    at.and_then(|n| char::from_u32(KEPT + n as u32)).unwrap_or(character)
}

impl Look {
    /// As files and other programs want it.
    pub const PLAIN: Look = Look { stones: false, colour: false, width: WIDEST };

    /// A drawn board (coordinates around it, one line a row) whose points will be dressed.
    pub fn board(self, grid: Grid, mut lines: Vec<String>) -> Vec<String> {
        let label = grid.rows().to_string().len();
        for line in lines.iter_mut().skip(1).take(grid.rows()) {
            let point = |n: usize| n > label && (n - label - 1).is_multiple_of(2) && (n - label - 1) / 2 < grid.cols();
            *line = line.chars().enumerate().map(|(n, c)| if point(n) { kept(c) } else { c }).collect();
        }
        lines
    }

    /// What the characters of boards mean, dressed as those are.
    pub fn legend(self, mut legend: String) -> String {
        for (marks, meaning) in KEY {
            let dressed: String = marks.chars().map(kept).collect();
            legend = legend.replace(&format!("{marks} {meaning}"), &format!("{dressed} {meaning}"));
        }
        for meaning in ["dame", "empty point"] {
            legend = legend.replace(&format!(". {meaning}"), &format!("{} {meaning}", kept('.')));
        }
        legend
    }

    /// Prints text with boards in it.
    ///
    /// # Errors
    /// One line, if standard output cannot be written.
    pub fn print(self, text: &str) -> Result<(), Failure> {
        print_dressed(text, |text| self.dress(text))
    }

    fn dress(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for character in text.chars() {
            let at = (character as u32).checked_sub(KEPT).and_then(|n| CHARACTERS.get(n as usize));
            match at {
                None => out.push(character),
                Some((plain, stone, colour)) => {
                    let drawn = if self.stones { *stone } else { *plain };
                    if self.colour && *colour > 0 {
                        out.push_str(&format!("\u{1b}[{colour}m{drawn}\u{1b}[0m"));
                    } else {
                        out.push(drawn);
                    }
                }
            }
        }
        out
    }
}
