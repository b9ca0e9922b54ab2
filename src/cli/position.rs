//! The position that a command is asked about: written on the command line, in a file, or reached in a recorded game.

use std::io;
use std::path::Path;

use super::Failure;
use super::output::message;
use crate::board::diagram::{self, DiagramError};
use crate::board::plain::PlainPosition;
use crate::board::{Board, MAX_POINTS, Position};
use crate::files::{self, ReadError};
use crate::record::{self, Act, Record};

/// More than any diagram has; what is longer is some other file.
const MOST_BYTES: u64 = 64 * 1024;

/// Which position of a record is meant.
#[derive(clap::Args, Clone, Copy, Default)]
pub struct WhichArg {
    /// Of an SGF file: the position after so many moves of the main line [default: after the last]
    #[arg(long = "move", value_name = "N")]
    pub number: Option<usize>,
    /// Of an SGF file with several games: which, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub game: Option<u32>,
}

/// A position, and the game it was reached in, if it was.
pub struct Asked {
    /// The position.
    pub position: PlainPosition,
    /// The game up to there.
    pub game: Option<Reached>,
}

/// How a position was reached.
pub struct Reached {
    /// The record, ending with the last move before the position.
    pub record: Record,
    /// Stones taken on the way, by the player who took them.
    pub taken: [u32; 2],
}

/// The position that the argument is or names, on a board on which positions can be judged.
///
/// # Errors
/// One line, with the place if it is a file.
pub fn small(argument: &str) -> Result<(Board, Position), Failure> {
    on_a_small_board(&read(argument, WhichArg::default())?.position)
}

/// The position on a board on which positions can be judged.
///
/// # Errors
/// One line, if the board is too large.
pub fn on_a_small_board(position: &PlainPosition) -> Result<(Board, Position), Failure> {
    let grid = position.grid();
    Board::new(grid).zip(position.to_position()).ok_or_else(|| {
        let points = grid.len();
        Failure(format!(
            "the board is {grid}, {points} points: positions are judged on boards of up to {MAX_POINTS} points, for \
             example 8x8 or 3x19"
        ))
    })
}

/// The position that the argument is or names.
///
/// # Errors
/// One line, with the place if it is a file.
pub fn read(argument: &str, which: WhichArg) -> Result<Asked, Failure> {
    if argument == "-" {
        return parse("standard input", files::read_from(io::stdin().lock(), record::MOST_BYTES), which);
    }
    // A board of several lines can only be meant as a board.
    if argument.contains('\n') || argument.chars().all(|ch| "XO./".contains(ch)) {
        return no_game(diagram::parse(argument)?, which);
    }
    let file = Path::new(argument);
    match files::read(file, record::MOST_BYTES) {
        Err(error) if error.is_missing() => {
            let why = match diagram::parse(argument) {
                Err(error @ DiagramError::Character { .. }) if argument.contains('/') => format!("as a board: {error}"),
                Err(_) => "a board is written with X, O, . and / only, for example X.O/XXO".to_string(),
                Ok(position) => return no_game(position, which),
            };
            Err(Failure(format!("`{argument}`: there is no such file; {why}")))
        }
        read => parse(&format!("`{argument}`"), read, which),
    }
}

fn no_game(position: PlainPosition, which: WhichArg) -> Result<Asked, Failure> {
    if which.number.is_some() || which.game.is_some() {
        return Err(Failure("--move and --game choose a position of an SGF file, and this is a board".to_string()));
    }
    Ok(Asked { position, game: None })
}

/// Reads what has been read: a game if it begins as SGF does, else a diagram.
fn parse(name: &str, read: Result<Vec<u8>, ReadError>, which: WhichArg) -> Result<Asked, Failure> {
    let plain = name.trim_matches('`');
    let bytes = read.map_err(|error| match error {
        ReadError::TooLarge(_) => Failure(format!("{name} is no diagram: {error}")),
        error => Failure(format!("cannot read {name}: {error}")),
    })?;
    // Nothing else that is read has a node of SGF in it.
    if record::is_game(&bytes) {
        return reached(plain, &bytes, which);
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure(format!("{name} is no diagram: {}", ReadError::TooLarge(MOST_BYTES))));
    }
    let text = files::text(bytes)
        .map_err(|error| Failure(format!("{name} is no diagram: {error}; write rows of X, O and .")))?;
    let position = diagram::parse(&text).map_err(|error| Failure(format!("{plain}: {error}")))?;
    no_game(position, which)
}

/// A position of the main line of a game.
fn reached(name: &str, bytes: &[u8], which: WhichArg) -> Result<Asked, Failure> {
    let record = record::read_game(name, bytes, which.game.map(|n| n as usize), &[])?;
    record.warnings.iter().for_each(|w| message(w));
    let (game, position) = walked(name, record, which.number)?;
    Ok(Asked { position, game: Some(game) })
}

/// A record up to its last move, and the position after it.
///
/// # Errors
/// One line with the place, for a move that cannot be made whatever the rules.
pub fn end_of(name: &str, record: Record) -> Result<(Record, PlainPosition), Failure> {
    let (game, position) = walked(name, record, None)?;
    Ok((game.record, position))
}

/// A board, a diagram or a game, whatever the bytes are; of a game the position after its last move.
///
/// # Errors
/// One line with the place.
pub fn of_bytes(name: &str, bytes: Vec<u8>) -> Result<Asked, Failure> {
    parse(name, Ok(bytes), WhichArg::default())
}

/// The position of a record after so many moves, or after the last.
fn walked(name: &str, mut record: Record, number: Option<usize>) -> Result<(Reached, PlainPosition), Failure> {
    let grid = record.grid();
    let moves = |a: &record::Action| matches!(a.act, Act::Play(_) | Act::Pass);
    let made = record.actions.iter().filter(|a| moves(a)).count();
    let number = number.unwrap_or(made);
    if number > made {
        return Err(Failure(format!("{name}: move {number} is asked for, but the main line has {made}")));
    }
    let mut position = record.setup.position.clone();
    let mut taken = [0; 2];
    let mut seen = 0;
    let mut kept = 0;
    for action in &record.actions {
        let wrong = |why: &str| {
            let place = action.place;
            Failure(format!("{name}:{}:{}: {}: {why}", place.line, place.column, action.text(grid)))
        };
        match &action.act {
            Act::Play(_) | Act::Pass if seen == number => break,
            Act::Play(p) => {
                let play = position.play(action.player, *p).map_err(|error| wrong(&error.to_string()))?;
                taken[action.player.index()] += play.captured.len() as u32;
                position = play.after;
                seen += 1;
            }
            Act::Pass => seen += 1,
            Act::Handicap(points) => {
                let mut cells = position.cells().to_vec();
                points.iter().for_each(|&p| cells[p] = Some(action.player));
                position = PlainPosition::from_cells(grid, cells)
                    .filter(PlainPosition::is_legal)
                    .ok_or_else(|| wrong("these stones cannot stand on the board"))?;
            }
            Act::Return | Act::MoveStone { .. } | Act::Examine(_) => {
                return Err(wrong(
                    "what this does to the board depends on the rules; `shinpan replay` follows it, `judge` follows plays and passes",
                ));
            }
            _ => {}
        }
        kept += 1;
    }
    let last = number == made;
    record.actions.truncate(kept);
    if !last {
        record.marked = record::Marked::default();
    }
    Ok((Reached { record, taken }, position))
}
