//! Records in SGF (FF[4], <https://www.red-bean.com/sgf/>). What SGF cannot hold stands in the private property `SHIN`, whose
//! values are actions as a script has them: `;SHIN[B claim dead A1][W agree]`.

use super::encoding::decoded;
use super::game::Record;
use super::mended::Mends;
use super::place::BadRecord;
pub use super::sgf_games::{Games, count};
use super::sgf_line::read_tree;
use super::sgf_tree::{GameTree, Source};
pub use super::sgf_written::{Said, write, write_position};

/// Reads the first game of a file. `line` says which variation is taken where the game branches, each counted from 1; where it
/// says no more, the first.
///
/// `[]` and `[tt]` are passes. Handicap stones (`HA` with as many `AB`, or with as many black stones in a row at the start of the
/// game) become the first action; a resignation in `RE` becomes the last one of the main line. Stones that are taken off after the
/// last move (`AE`) and points marked as territory there (`TB`, `TW`) are kept aside ([`Record::marked`]). Other setup after the
/// first action is nothing that a player did: the game begins anew with the position that it leaves, and a warning says so. `PL`
/// beside a move names the next player.
///
/// What is no SGF is mended where there is no doubt of what is meant, and a warning, the same for all of it, says what was mended
/// and where.
///
/// # Errors
/// [`BadRecord`], with the place and what was expected there.
pub fn read(file: &str, bytes: &[u8], line: &[usize]) -> Result<Record, BadRecord> {
    read_game(file, bytes, None, line)
}

/// The same for a game of the file, counted from 1; where none is named it is the first, and a warning says so if there are others.
///
/// # Errors
/// As [`read`]; also if there is no such game.
pub fn read_game(file: &str, bytes: &[u8], number: Option<usize>, line: &[usize]) -> Result<Record, BadRecord> {
    let (text, warnings) = decoded(bytes);
    let source = Source { file, text: &text };
    let mut mends = Mends::default();
    let game = GameTree::numbered(&source, number.unwrap_or(1), &mut mends)?;
    read_tree(&source, &game, number.is_none(), line, mends, warnings)
}
