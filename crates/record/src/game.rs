//! A recorded game: where it starts, and what the players did.

use std::fmt;

use super::place::Place;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};

/// The most actions a record may hold.
pub const MOST_ACTIONS: usize = 200_000;

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
        format!("{} {}", self.player.letter(), act_text(&self.act, grid))
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

/// An action as a script has it, without the player.
#[must_use]
fn act_text(act: &Act, grid: Grid) -> String {
    let names = |points: &[usize]| points.iter().map(|&p| grid.name(p)).collect::<Vec<_>>().join(" ");
    let listed = |points: &[usize]| if points.is_empty() { "none".to_string() } else { names(points) };
    match act {
        Act::Handicap(points) => format!("handicap {}", names(points)),
        Act::Play(p) => grid.name(*p),
        Act::Pass => "pass".to_string(),
        Act::PassForKo(p) => format!("pass-for-ko {}", grid.name(*p)),
        Act::Resign => "resign".to_string(),
        Act::ClaimDead(points) => format!("claim dead {}", listed(points)),
        Act::ClaimSeki(points) => format!("claim seki {}", listed(points)),
        Act::Agree => "agree".to_string(),
        Act::Disagree => "disagree".to_string(),
        Act::RequestResumption => "resume".to_string(),
        Act::RequestPlayOut => "play-out".to_string(),
        Act::Return => "return".to_string(),
        Act::Examine(p) => format!("examine {}", grid.name(*p)),
        Act::OfferNoResult => "offer no-result".to_string(),
        Act::Accept => "accept".to_string(),
        Act::Refuse => "refuse".to_string(),
        Act::MoveStone { from, to } => format!("moved {} {}", grid.name(*from), grid.name(*to)),
        Act::EffectiveMove(p) => format!("effective-move {}", grid.name(*p)),
        Act::Object => "object".to_string(),
        Act::Confirm => "confirm".to_string(),
    }
}
