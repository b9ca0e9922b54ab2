//! By which commands an engine tells what is asked: whatever it is called, only what it can do matters.

use super::layout::Layout;
use super::said::{board_text, points};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, diagram};
use crate::gtp::peer::Answer;
use crate::gtp::protocol::colour_name;
use crate::record::sgf;

/// How an engine tells the stones on the board, the best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StonesBy {
    /// `list_stones`, for each player.
    ListStones,
    /// `printsgf`, where it writes the stones (a game's moves would say nothing of the engine's own board).
    PrintSgf,
    /// `showboard`, in a layout that is known here.
    ShowBoard,
}

impl StonesBy {
    /// All, in the order in which they are tried.
    pub const ALL: [StonesBy; 3] = [StonesBy::ListStones, StonesBy::PrintSgf, StonesBy::ShowBoard];

    /// The command.
    #[must_use]
    pub fn command(self) -> &'static str {
        match self {
            StonesBy::ListStones => "list_stones",
            StonesBy::PrintSgf => "printsgf",
            StonesBy::ShowBoard => "showboard",
        }
    }

    /// The commands that ask for the position.
    #[must_use]
    pub fn commands(self) -> Vec<String> {
        match self {
            StonesBy::ListStones => Colour::ALL.map(|c| format!("list_stones {}", colour_name(c))).to_vec(),
            other => vec![other.command().to_string()],
        }
    }

    /// The position that the answers tell, as its text; `None` if they are no answer.
    #[must_use]
    pub fn read(self, grid: Grid, answers: &[Answer]) -> Option<String> {
        let text = |i: usize| answers.get(i)?.as_ref().ok();
        match self {
            StonesBy::ListStones => board_text(grid, text(0)?, text(1)?),
            StonesBy::PrintSgf => {
                let record = sgf::read("printsgf", text(0)?.as_bytes(), &[]).ok()?;
                (record.actions.is_empty() && record.grid() == grid).then(|| record.setup.position.to_string())
            }
            StonesBy::ShowBoard => shown(grid, text(0)?).map(|position| position.to_string()),
        }
    }
}

/// The position in an answer to `showboard`: the part of it that is a board, with whatever stands around it.
fn shown(grid: Grid, text: &str) -> Option<PlainPosition> {
    let fits = |text: &str| diagram::parse(text).ok().filter(|position| position.grid() == grid);
    if let Some(position) = fits(text) {
        return Some(position);
    }
    // Rows with their number on the left; a mark of the last move in brackets, what is printed to the right of the board.
    let rows: Vec<String> = text.lines().filter_map(|line| row(grid, line)).collect();
    if rows.len() == grid.rows() { fits(&rows.join("/")) } else { None }
}

/// The points of a line that begins with a row number.
fn row(grid: Grid, line: &str) -> Option<String> {
    let line = line.trim_start();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    line[..digits].parse::<usize>().ok().filter(|n| (1..=grid.rows()).contains(n))?;
    let point = |c: char| match c {
        'X' | '#' | '@' => Some('X'),
        'O' => Some('O'),
        '.' | '+' | ',' => Some('.'),
        _ => None,
    };
    // Digits and brackets mark the last moves.
    let mark = |c: &char| c.is_ascii_digit() || matches!(c, ' ' | '|' | '(' | ')' | '[' | ']');
    let points: Vec<char> = line[digits..].chars().filter(|c| !mark(c)).collect();
    points.get(..grid.cols())?.iter().map(|c| point(*c)).collect()
}

/// How an engine tells how many stones each player has captured, the best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CapturesBy {
    /// `captures`, for each player.
    Captures,
    /// `showboard`, in the words of GNU Go, KataGo and Pachi.
    ShowBoard,
}

impl CapturesBy {
    /// All, in the order in which they are tried.
    pub const ALL: [CapturesBy; 2] = [CapturesBy::Captures, CapturesBy::ShowBoard];

    /// The command.
    #[must_use]
    pub fn command(self) -> &'static str {
        match self {
            CapturesBy::Captures => "captures",
            CapturesBy::ShowBoard => "showboard",
        }
    }

    /// The commands that ask for them.
    #[must_use]
    pub fn commands(self) -> Vec<String> {
        match self {
            CapturesBy::Captures => Colour::ALL.map(|c| format!("captures {}", colour_name(c))).to_vec(),
            CapturesBy::ShowBoard => vec!["showboard".to_string()],
        }
    }

    /// The stones that Black and White have captured, as the answers tell; `None` if they are no answer.
    #[must_use]
    pub fn read(self, answers: &[Answer]) -> Option<[u32; 2]> {
        let text = |i: usize| answers.get(i)?.as_ref().ok();
        match self {
            CapturesBy::Captures => Some([text(0)?.trim().parse().ok()?, text(1)?.trim().parse().ok()?]),
            CapturesBy::ShowBoard => captured(text(0)?),
        }
    }
}

/// What an answer to `showboard` says that Black and White have captured. KataGo counts whose stones were taken, the others who took
/// them.
fn captured(text: &str) -> Option<[u32; 2]> {
    let after = |words: &str| text.split_once(words)?.1.split_whitespace().next()?.parse().ok();
    const WORDS: [[&str; 2]; 3] = [
        ["BLACK (X) has captured", "WHITE (O) has captured"],
        ["W stones captured:", "B stones captured:"],
        ["Captures B:", " W:"],
    ];
    WORDS.iter().find_map(|[black, white]| Some([after(black)?, after(white)?]))
}

/// How an engine tells which plays are legal, the best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegalBy {
    /// `is_legal`, point by point, or `all_legal`.
    Asking,
    /// `kata-raw-nn 0`: a network's policy, which is no number where the engine's rules forbid the play.
    Policy,
    /// `play`: it refuses what is illegal. Of an engine whose `play` is tolerant this would say nothing.
    Play,
}

impl LegalBy {
    /// The command.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LegalBy::Asking => "is_legal",
            LegalBy::Policy => "kata-raw-nn",
            LegalBy::Play => "play",
        }
    }
}

/// What the answer to `kata-raw-nn 0` says of each point: whether a play there is legal for the player to move.
#[must_use]
pub fn policy(grid: Grid, text: &str) -> Option<Vec<bool>> {
    let mut words = text.split_whitespace().skip_while(|word| *word != "policy").skip(1);
    let legal = |word: &str| {
        if word.eq_ignore_ascii_case("nan") { Some(false) } else { word.parse::<f64>().ok().map(|_| true) }
    };
    (0..grid.len()).map(|_| legal(words.next()?)).collect()
}

/// What an answer to `all_legal` says of each point.
#[must_use]
pub fn listed(grid: Grid, text: &str) -> Option<Vec<bool>> {
    let list = points(grid, text)?;
    Some((0..grid.len()).map(|p| list.contains(&p)).collect())
}

/// By which commands an engine is asked, as it was found out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// For positions; `None` if it has no way that is known here.
    pub stones: Option<StonesBy>,
    /// How `showboard` draws the board, where that had to be found out.
    pub layout: Option<Layout>,
    /// For captures; `None` if it has no way that is known here.
    pub captures: Option<CapturesBy>,
    /// For legal plays; `None` if it has none that says something of its rules.
    pub legal: Option<LegalBy>,
    /// `play` takes what the engine's own rules forbid: what shows it.
    pub tolerant: Option<String>,
    /// `play` was tried on what its rules forbid: without, it is not known whether it is tolerant.
    pub tried: bool,
    /// It refuses to pass: the text of the error. Records with a pass are left out then.
    pub no_pass: Option<String>,
    /// Commands that the engine lists and that are of no use here, each with the reason.
    pub unusable: Vec<String>,
}

impl Ways {
    /// The position that answers tell; `None` if they are no answer, or cannot be read.
    #[must_use]
    pub fn read_stones(&self, grid: Grid, answers: &[Answer]) -> Option<String> {
        match &self.layout {
            None => self.stones?.read(grid, answers),
            Some(layout) => {
                let text = answers.first()?.as_ref().ok()?;
                layout.read(grid, text).map(|position| position.to_string())
            }
        }
    }

    /// How it was asked, in sentences.
    #[must_use]
    pub fn text(&self) -> Vec<String> {
        let layout = self.layout.as_ref().map(|layout| format!(", {}", layout.text())).unwrap_or_default();
        let stones = self.stones.map_or("not at all".to_string(), |by| format!("`{}`{layout}", by.command()));
        let legal = match self.legal {
            None => "not at all".to_string(),
            Some(LegalBy::Asking) => "`is_legal` or `all_legal`".to_string(),
            Some(LegalBy::Policy) => "`kata-raw-nn 0`, whose policy is NAN where a play is illegal".to_string(),
            Some(LegalBy::Play) => {
                "`play` alone: nothing else that the engine has or declares says whether it takes more than its rules allow"
                    .to_string()
            }
        };
        let mut lines = vec![format!("positions: {stones}"), format!("legal plays: {legal}")];
        lines.extend(self.captures.map(|by| format!("captures: `{}`", by.command())));
        match &self.tolerant {
            Some(why) => lines.push(format!("`play` is tolerant, so that no rule is inferred from it: {why}")),
            None if self.tried => lines.push("`play` took nothing that the engine says is forbidden".to_string()),
            None => {}
        }
        let no_pass = |why| {
            format!("it refuses to pass (`{why}`): records with a pass are left out, and scores are asked without any")
        };
        lines.extend(self.no_pass.iter().map(no_pass));
        lines.extend(self.unusable.iter().map(|what| format!("not used: {what}")));
        lines
    }
}
