//! Recorded games: where the game starts, and what the players did, one action after the other. A record says nothing of
//! what a rules document makes of it; that is the business of the procedures of the texts.
//!
//! Two forms are read and written, each into the other: [`script`], one action a line, and [`sgf`].

extern crate self as record;
use shinpan_board as board;
use shinpan_outside::foreign;

mod encoding;
mod mended;
pub mod script;
pub mod sgf;
mod sgf_games;
mod sgf_tree;
mod sgf_written;

use std::fmt;

use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};

/// The most actions a record may hold.
pub const MOST_ACTIONS: usize = 200_000;
/// The most bytes a file with a record may have.
pub const MOST_BYTES: u64 = 64 << 20;

/// A place in a file, both counted from 1; columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Why a file is no record: the place, what stands there and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{}:{}: {message}", .place.line, .place.column)]
pub struct BadRecord {
    /// The file, as it was named.
    pub file: String,
    /// Where.
    pub place: Place,
    /// What is wrong and what was expected, on one line.
    pub message: String,
}

impl BadRecord {
    /// The error; control characters of the file are spelled out, so that the message is one line.
    pub(crate) fn new(file: &str, place: Place, message: &str) -> BadRecord {
        BadRecord { file: foreign::line(file), place, message: foreign::line(message) }
    }
}

/// Compensation points for White, in hundredths of a point (komi 6.5 is 650, 3.75 is 375).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Komi(pub i32);

impl Komi {
    /// Reads a decimal number of at most two places, for example `6.5`, `-5` or `3.75`; `None` if it is none, or if it is
    /// beyond a thousand points.
    #[must_use]
    pub fn parse(text: &str) -> Option<Komi> {
        let text = text.trim();
        let (negative, digits) =
            text.strip_prefix('-').map_or((false, text.strip_prefix('+').unwrap_or(text)), |t| (true, t));
        let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
        let places = places.trim_end_matches('0');
        if whole.is_empty()
            || whole.len() > 4
            || places.len() > 2
            || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        {
            return None;
        }
        let hundredths = whole.parse::<i32>().ok()? * 100 + format!("{places:0<2}").parse::<i32>().ok()?;
        (hundredths <= 100_000).then_some(Komi(if negative { -hundredths } else { hundredths }))
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, n) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        match n % 100 {
            0 => write!(f, "{sign}{}", n / 100),
            places if places % 10 == 0 => write!(f, "{sign}{}.{}", n / 100, places / 10),
            places => write!(f, "{sign}{}.{places:02}", n / 100),
        }
    }
}

/// Where a game starts, and what is said of it beforehand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The position: empty, or set up.
    pub position: PlainPosition,
    /// Who is to play first, if the record says so.
    pub to_move: Option<Colour>,
    /// Komi, if the record says so.
    pub komi: Option<Komi>,
    /// The rules, by the name the record gives them.
    pub rules: Option<String>,
    /// The result, as the record has it.
    pub result: Option<String>,
    /// What else an SGF file says of the game (players, date, ...): property and value, in the order of the file.
    pub info: Vec<(String, String)>,
}

impl Setup {
    /// The empty board of this size, nothing more said.
    #[must_use]
    pub fn new(grid: Grid) -> Setup {
        Setup {
            position: PlainPosition::new(grid),
            to_move: None,
            komi: None,
            rules: None,
            result: None,
            info: Vec::new(),
        }
    }

    /// Whether there are stones on the board at the start.
    #[must_use]
    pub fn is_set_up(&self) -> bool {
        self.position.cells().iter().any(Option::is_some)
    }
}

/// What a player does. Points are numbered row by row from the upper left (see [`Grid`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Puts several handicap stones on the board.
    Handicap(Vec<usize>),
    /// Plays a stone.
    Play(usize),
    /// Passes.
    Pass,
    /// Passes for one ko: the one whose recapture would be a play on this point.
    PassForKo(usize),
    /// Resigns.
    Resign,
    /// Says that the strings of these stones are dead and no others; no point means: none at all.
    ClaimDead(Vec<usize>),
    /// Says that the strings of these stones are in seki and no others.
    ClaimSeki(Vec<usize>),
    /// Agrees to what was last claimed, or to what stands.
    Agree,
    /// Does not agree.
    Disagree,
    /// Asks for the game to be resumed.
    RequestResumption,
    /// Asks for a play-out to completion.
    RequestPlayOut,
    /// Goes back to the position before hypothetical or unofficial plays.
    Return,
    /// Asks for the life of the string of this stone to be examined by hypothetical play.
    Examine(usize),
    /// Offers to end the game without result.
    OfferNoResult,
    /// Accepts an offer.
    Accept,
    /// Refuses an offer or a request.
    Refuse,
    /// Moves a stone that was on the board, by accident.
    MoveStone {
        /// Where it stood.
        from: usize,
        /// Where it stands now.
        to: usize,
    },
    /// Finds, after the stop, a move that would have mattered.
    EffectiveMove(usize),
    /// Objects to the result.
    Object,
    /// Confirms the result.
    Confirm,
}

/// An action of a record: whose, what, and where the record has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// Who acts.
    pub player: Colour,
    /// What is done.
    pub act: Act,
    /// Where it stands in the file.
    pub place: Place,
    /// A comment of the file on it; empty if there is none. (Comments of a script are not kept.)
    pub comment: String,
}

impl Action {
    /// An action that stands in no file.
    #[must_use]
    pub fn new(player: Colour, act: Act) -> Action {
        Action { player, act, place: Place::default(), comment: String::new() }
    }

    /// As a script has it, for example `B C3` or `W pass`.
    #[must_use]
    pub fn text(&self, grid: Grid) -> String {
        format!("{} {}", self.player.letter(), script::act_text(&self.act, grid))
    }
}

/// What an SGF file marks after the last move. Nobody said so in the game: it may be what the players agreed on, or what a
/// program made of the position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marked {
    /// Points marked as territory (`TB`, `TW`), Black's and White's.
    pub territory: [Vec<usize>; 2],
    /// Points from which stones were taken off (`AE`).
    pub taken_off: Vec<usize>,
}

impl Marked {
    /// The stones that are dead if the marks are right: taken off, or on points marked as the other player's territory. `None` if
    /// nothing is marked.
    #[must_use]
    pub fn dead(&self, position: &PlainPosition) -> Option<Vec<usize>> {
        let [black, white] = &self.territory;
        if black.is_empty() && white.is_empty() && self.taken_off.is_empty() {
            return None;
        }
        let on = |points: &[usize], colour| {
            points.iter().copied().filter(move |&p| position.at(p) == Some(colour)).collect()
        };
        let on_black: Vec<usize> = on(black, Colour::White);
        let on_white: Vec<usize> = on(white, Colour::Black);
        let taken_off = self.taken_off.iter().copied().filter(|&p| position.at(p).is_some());
        let mut dead: Vec<usize> = on_black.into_iter().chain(on_white).chain(taken_off).collect();
        dead.sort_unstable();
        dead.dedup();
        Some(dead)
    }
}

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The start.
    pub setup: Setup,
    /// What was done, in order.
    pub actions: Vec<Action>,
    /// What the reader has to say about the file: things it left out or had to interpret, one line each.
    pub warnings: Vec<String>,
    /// What is marked after the last move.
    pub marked: Marked,
}

impl Record {
    /// A record without actions.
    #[must_use]
    pub fn new(setup: Setup) -> Record {
        Record { setup, actions: Vec::new(), warnings: Vec::new(), marked: Marked::default() }
    }

    /// The grid of the game.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.setup.position.grid()
    }
}

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
        return sgf::read_game(file, bytes, number.unwrap_or(1), line);
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
        let place = sgf_tree::Places::new(&before).of(before.len());
        let expected = "an SGF record, which begins with `(`, or a script of actions such as `B C3`";
        BadRecord::new(file, place, &format!("not UTF-8 text: expected {expected}"))
    })?;
    script::read(file, text)
}
