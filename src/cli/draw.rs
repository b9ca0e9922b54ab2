//! `shinpan draw`.

use std::path::{Path, PathBuf};

use super::output::{OutputFile, to_stdout};
use super::pictures::{pdf, png};
use super::position::{self, Asked, WhichArg};
use super::{Exit, Failure};
use crate::board::Grid;
use crate::record::Act;
use crate::report::board::Drawn;
use crate::report::figure::{Figure, Part};
use crate::report::{latex, svg};

/// Draws a board for a paper: a position or a part of it, with the numbers of moves.
///
/// Nothing is judged: `judge --svg`, `--png` and `--pdf` draw verdicts. Moves of a game whose stones are no more on the board, and plays where
/// one was before, are said on standard output, for the caption.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shinpan draw .XO./XX.O/.... --out board.pdf --width 40
  shinpan draw game.sgf --move 40 --numbers 31 --part K10:T19 --out corner.tex")]
pub struct Args {
    /// A board, or a file with a board or a game; `-` for standard input
    #[arg(value_name = "BOARD|FILE")]
    board: String,
    #[command(flatten)]
    which: WhichArg,
    /// The picture: its name ends in .svg, .pdf, .png or .tex (TikZ)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Only the part between two points, for example A1:G7
    #[arg(long, value_name = "POINT:POINT")]
    part: Option<String>,
    /// Of a game: numbers on the stones of its moves, from this move on, which is number 1 [without N: from the first]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    numbers: Option<u32>,
    /// Width in millimetres, 5 to 1000
    #[arg(long, value_name = "MM", value_parser = parse_width)]
    width: Option<f64>,
    /// Without coordinates
    #[arg(long)]
    bare: bool,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

fn parse_width(text: &str) -> Result<f64, String> {
    let width = text.strip_suffix("mm").unwrap_or(text).parse::<f64>().ok();
    width
        .filter(|mm| (5.0..=1000.0).contains(mm))
        .ok_or_else(|| "write a number of millimetres from 5 to 1000".to_string())
}

/// The form that the name of a file asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Svg,
    Pdf,
    Png,
    Tex,
}

impl Kind {
    fn of(path: &Path) -> Result<Kind, Failure> {
        let ending = path.extension().and_then(|e| e.to_str()).map(str::to_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Kind::Svg),
            Some("pdf") => Ok(Kind::Pdf),
            Some("png") => Ok(Kind::Png),
            Some("tex") => Ok(Kind::Tex),
            _ => Err(Failure(format!("`{}`: end the name in .svg, .pdf, .png or .tex", path.display()))),
        }
    }

    fn bytes(self, figure: &Figure, width: Option<f64>) -> Result<Vec<u8>, Failure> {
        match self {
            Kind::Svg => Ok(svg::figure(figure, width).into_bytes()),
            Kind::Tex => Ok(latex::figure(figure, width).into_bytes()),
            Kind::Pdf => pdf(&svg::figure(figure, width)),
            Kind::Png => png(&svg::figure(figure, width)),
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let kind = Kind::of(&args.out)?;
    let asked = position::read(&args.board, args.which)?;
    let grid = asked.position.grid();
    let part = match &args.part {
        Some(text) => parse_part(grid, text)?,
        None => Part::whole(grid),
    };
    let mut figure = Figure { part, names: !args.bare, ..Figure::of(Drawn::plain(&asked.position)) };
    let mut notes = Vec::new();
    if let Some(from) = args.numbers {
        (figure.numbers, notes) = numbered(&asked, from as usize, &figure.part)?;
    }
    let file = OutputFile::prepare(&args.out, args.force)?;
    let bytes = kind.bytes(&figure, args.width)?;
    file.write(|out| out.write_all(&bytes))?;
    to_stdout(|out| notes.iter().try_for_each(|note| writeln!(out, "{note}")))?;
    Ok(Exit::Success)
}

fn parse_part(grid: Grid, text: &str) -> Result<Part, Failure> {
    let points = text.split_once(':').map(|(a, b)| (grid.point(a.trim()), grid.point(b.trim())));
    match points {
        Some((Ok(a), Ok(b))) => Ok(Part::between(grid, a, b)),
        Some((Err(error), _) | (_, Err(error))) => Err(Failure(format!("--part {text}: {error}"))),
        None => Err(Failure(format!("--part {text}: write two points, for example A1:C3"))),
    }
}

/// Numbers for the stones of the moves from move `from` on, and what has to be said of those that a picture of this part does not show.
fn numbered(asked: &Asked, from: usize, part: &Part) -> Result<(Vec<Option<u32>>, Vec<String>), Failure> {
    let Some(game) = &asked.game else {
        return Err(Failure("--numbers numbers the moves of a game, and this is a board".to_string()));
    };
    let grid = asked.position.grid();
    let moves = game.record.actions.iter().filter(|a| matches!(a.act, Act::Play(_) | Act::Pass));
    let moves: Vec<_> = moves.map(|a| (a.player, if let Act::Play(p) = a.act { Some(p) } else { None })).collect();
    if from > moves.len() {
        return Err(Failure(format!("--numbers {from}: the game has {} moves up to there", moves.len())));
    }
    // The stone on a point is that of the last play there, if it has not been taken.
    let shown = |i: usize, p: usize| {
        let is_last = moves[i + 1..].iter().all(|(_, later)| *later != Some(p));
        is_last && asked.position.at(p) == Some(moves[i].0)
    };
    let mut numbers: Vec<Option<u32>> = vec![None; grid.len()];
    let numbered = || {
        moves.iter().enumerate().skip(from - 1).map(|(i, (player, point))| (i, *player, *point, (i + 2 - from) as u32))
    };
    for (i, _, point, number) in numbered() {
        if let Some(p) = point.filter(|&p| shown(i, p)) {
            numbers[p] = Some(number);
        }
    }
    let mut notes = Vec::new();
    let mut elsewhere = Vec::new();
    for (i, player, point, number) in numbered() {
        match point {
            None => notes.push(format!("{number} {player} passes")),
            Some(p) if !part.has(grid, p) => elsewhere.push(number.to_string()),
            Some(p) if shown(i, p) => {}
            Some(p) => notes.push(match numbers[p] {
                Some(later) => format!("{number} at {later}"),
                None => format!("{number} at {}, taken", grid.name(p)),
            }),
        }
    }
    if !elsewhere.is_empty() {
        notes.push(format!("{} elsewhere", elsewhere.join(" ")));
    }
    Ok((numbers, notes))
}
