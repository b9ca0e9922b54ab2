//! Recorded games: where the game starts, and what the players did, one action after the other. A record says nothing of
//! what a rules document makes of it; that is the business of the procedures of the texts.
//!
//! Two forms are read and written, each into the other: [`script`], one action a line, and [`sgf`].

extern crate self as record;
use shinpan_board as board;
use shinpan_outside::foreign;

mod encoding;
mod game;
mod mended;
mod place;
pub mod script;
pub mod sgf;
mod sgf_games;
mod sgf_line;
mod sgf_tree;
mod sgf_written;

pub use game::{Act, Action, Komi, MOST_ACTIONS, Marked, Record, Setup};
pub use place::{BadRecord, Place};

/// The most bytes a file with a record may have.
pub const MOST_BYTES: u64 = 64 << 20;

/// Whether a file is one of games in SGF, and no script or diagram: the first character that is no blank is `(`, or `(;` or `(SZ[`
/// stands in it, after text that somebody put in front.
#[must_use]
pub fn is_game(bytes: &[u8]) -> bool {
    let utf_16 = encoding::utf_16(bytes).map(|(text, _)| text.into_bytes());
    let bytes = utf_16.as_deref().unwrap_or(bytes);
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if content.first() == Some(&b'(') {
        return true;
    }
    let mut lines = content.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.starts_with(b"#"));
    let is_script = lines.find(|line| !line.is_empty()).is_some_and(script::is_header);
    let begins = |open: &[u8]| {
        open.first() == Some(&b'(') && {
            let node = open[1..].trim_ascii_start();
            let ident = node.iter().take_while(|b| b.is_ascii_uppercase()).count();
            node.first() == Some(&b';') || ident > 0 && node.get(ident) == Some(&b'[')
        }
    };
    !is_script && (0..content.len()).any(|at| begins(&content[at..]))
}

/// Reads a record in either form: SGF if [`is_game`] says so, else a script. `line` chooses among
/// variations (see [`sgf::read`]); a script has none.
///
/// ```
/// # use shinpan_record as record;
/// let record = record::read("game.sgf", b"(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[])", &[])?;
/// assert_eq!(record.actions.len(), 2);
/// assert_eq!(record.setup.komi.unwrap().to_string(), "6.5");
/// # Ok::<(), record::BadRecord>(())
/// ```
///
/// # Errors
/// [`BadRecord`], with the place and what was expected there.
pub fn read(file: &str, bytes: &[u8], line: &[usize]) -> Result<Record, BadRecord> {
    read_game(file, bytes, None, line)
}

/// The same for a game of the file, counted from 1; a script has one game.
///
/// # Errors
/// As [`read`]; also if there is no such game.
pub fn read_game(file: &str, bytes: &[u8], number: Option<usize>, line: &[usize]) -> Result<Record, BadRecord> {
    let bad = |message: String| BadRecord::new(file, Place { line: 1, column: 1 }, &message);
    if bytes.len() as u64 > MOST_BYTES {
        return Err(bad(format!("the file has more than {} MiB; a record has a few KiB", MOST_BYTES >> 20)));
    }
    if is_game(bytes) {
        return sgf::read_game(file, bytes, number, line);
    }
    if number.is_some() {
        return Err(bad("a script holds one game; leave --game out".to_string()));
    }
    if !line.is_empty() {
        return Err(bad("a script has no variations to choose from; leave --line out".to_string()));
    }
    if let Some((text, _)) = encoding::utf_16(bytes) {
        return script::read(file, &text);
    }
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(content).map_err(|e| {
        let before = String::from_utf8_lossy(&content[..e.valid_up_to()]);
        let place = place::Places::new(&before).of(before.len());
        let expected = "an SGF record, which begins with `(`, or a script of actions such as `B C3`";
        BadRecord::new(file, place, &format!("not UTF-8 text: expected {expected}"))
    })?;
    script::read(file, text)
}
