//! Checking an engine against the texts: it is driven over GTP, asked about positions and records whose answer the rule set
//! fixes, and every disagreement is shrunk to a shortest record that still shows it.
//!
//! A [`MoveRecord`] always starts from the empty board and is legal play; a [`Question`] is put at its end. [`Reference`] knows
//! the right answer, [`Engine`] puts the question to the engine, the suites choose what to ask and [`run`](mod@run) goes through them.
//! What is answered becomes [`evidence`]; [`hypotheses`] are held against all of it, and [`conclude`] makes findings of what explains it,
//! each with a witness that [`shrink`](mod@shrink) has made small.

extern crate self as check;
use shinpan_atlas as atlas;
use shinpan_board as board;
use shinpan_cases as cases;
use shinpan_gtp as gtp;
use shinpan_outside::foreign;
use shinpan_record as record;
use shinpan_solve as solve;
use shinpan_texts::{law, texts};

pub mod alive;
pub mod baseline;
pub mod cause;
pub mod classes;
pub mod conclude;
pub mod conformance;
pub mod count;
pub mod declared;
pub mod engine;
pub mod evidence;
pub mod family;
pub mod findings;
pub mod games;
pub mod guide;
pub mod hypotheses;
pub mod implemented;
pub mod jobs;
pub mod journal;
pub mod ko;
pub mod layout;
pub mod pass_alive;
pub mod probe;
pub mod reference;
pub mod report;
pub mod run;
pub mod said;
pub mod shortest;
pub mod shrink;
pub mod suites;
pub mod terms;
pub mod variant;
pub mod ways;
pub mod written;

pub use engine::{Engine, Got};
pub use reference::{Expected, Reference};

use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};
use crate::gtp::game::Move;
use crate::gtp::protocol::{colour_name, vertex};
use crate::law::Life;
use crate::record::Act;

/// Moves from the empty board, Black first, the players in turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveRecord {
    /// The board.
    pub grid: Grid,
    /// The moves.
    pub moves: Vec<Move>,
}

impl MoveRecord {
    /// The record of these moves, with a pass wherever a player would move twice in a row (or White first).
    #[must_use]
    pub fn alternating(grid: Grid, moves: impl IntoIterator<Item = Move>) -> MoveRecord {
        let mut record = MoveRecord { grid, moves: Vec::new() };
        for made in moves {
            if record.to_move() != made.player {
                record.moves.push(Move::pass(made.player.opponent()));
            }
            record.moves.push(made);
        }
        record
    }

    /// A record that leads to a legal position without any capture: stones in the order of the grid, passes where a player
    /// has none left. (Of a legal position every part is legal too: a string of the part lacks a stone of its string in the
    /// whole, next to it, or has its liberties.)
    #[must_use]
    pub fn to_position(position: &PlainPosition) -> MoveRecord {
        let stones = |c| (0..position.cells().len()).filter(move |&p| position.at(p) == Some(c));
        let [mut black, mut white] = Colour::ALL.map(|c| stones(c).map(move |p| Move::play(c, p)));
        let mut moves = Vec::new();
        loop {
            let (b, w) = (black.next(), white.next());
            if b.is_none() && w.is_none() {
                break;
            }
            moves.extend(b.into_iter().chain(w));
        }
        MoveRecord::alternating(position.grid(), moves)
    }

    /// The moves of a recorded game, up to its first action that is none. Stones set up beforehand are played as in
    /// [`MoveRecord::to_position`].
    #[must_use]
    pub fn of_game(game: &record::Record) -> MoveRecord {
        let handicap = game.actions.iter().take(1).flat_map(|action| match &action.act {
            Act::Handicap(points) => points.iter().map(|&p| Move::play(Colour::Black, p)).collect(),
            _ => Vec::new(),
        });
        let is_handicap = |action: &&record::Action| matches!(action.act, Act::Handicap(_));
        let moves = game.actions.iter().skip_while(is_handicap).map_while(|action| match action.act {
            Act::Play(p) => Some(Move::play(action.player, p)),
            Act::Pass => Some(Move::pass(action.player)),
            _ => None,
        });
        let setup = MoveRecord::to_position(&game.setup.position).moves;
        MoveRecord::alternating(game.grid(), setup.into_iter().chain(handicap).chain(moves))
    }

    /// The player to move at the end.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.moves.last().map_or(Colour::Black, |m| m.player.opponent())
    }

    /// The record with one more move.
    #[must_use]
    pub fn with(&self, made: Move) -> MoveRecord {
        let moves = self.moves.iter().copied().chain([made]);
        MoveRecord::alternating(self.grid, moves)
    }

    /// The record as that of a game that is over: two passes at its end.
    #[must_use]
    pub fn ended(&self) -> MoveRecord {
        let mut record = self.clone();
        let passes = self.moves.iter().rev().take_while(|m| m.point.is_none()).count();
        for _ in passes..2 {
            record.moves.push(Move::pass(record.to_move()));
        }
        record
    }

    /// The record at whose end a question is put: a score or a status is asked of a game that is over, a play of the player to move.
    #[must_use]
    pub fn for_question(&self, question: &Question) -> MoveRecord {
        match question {
            Question::Score | Question::Status(_) => self.ended(),
            Question::Legal(player, _) | Question::Undo(Move { player, .. }) if self.to_move() != *player => {
                self.with(Move::pass(self.to_move()))
            }
            _ => self.clone(),
        }
    }

    /// The first moves of the record.
    #[must_use]
    pub fn with_moves(&self, count: usize) -> MoveRecord {
        MoveRecord { grid: self.grid, moves: self.moves[..count].to_vec() }
    }

    /// The moves as `B A1 W pass ...`.
    #[must_use]
    pub fn text(&self) -> String {
        let moves = self.moves.iter().map(|m| format!("{} {}", m.player.letter(), vertex(self.grid, m.point)));
        moves.collect::<Vec<_>>().join(" ")
    }
}

/// What is asked at the end of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Whether a player may play on a point.
    Legal(Colour, usize),
    /// The stones on the board.
    Stones,
    /// The stones on the board after a play and its undoing.
    Undo(Move),
    /// The number of stones each player has captured.
    Captures,
    /// The score of the position as final, komi 0.
    Score,
    /// The points of the stones of a status.
    Status(Status),
}

/// A status of `final_status_list`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// Dead stones.
    Dead,
    /// Stones in seki.
    Seki,
    /// Living stones that are not in seki.
    Alive,
}

impl Status {
    /// As the texts have it.
    #[must_use]
    pub fn life(self) -> Life {
        match self {
            Status::Dead => Life::Dead,
            Status::Seki => Life::Seki,
            Status::Alive => Life::Alive,
        }
    }

    /// The statuses that are asked for.
    pub const ALL: [Status; 3] = [Status::Dead, Status::Seki, Status::Alive];

    /// Its name in GTP.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Dead => "dead",
            Status::Seki => "seki",
            Status::Alive => "alive",
        }
    }
}

impl Question {
    /// The question as a command, or as nearly as one command can put it.
    #[must_use]
    pub fn text(&self, grid: Grid) -> String {
        match self {
            Question::Legal(player, p) => format!("is_legal {} {}", colour_name(*player), grid.name(*p)),
            Question::Stones => "list_stones".to_string(),
            Question::Undo(m) => format!("list_stones after {} {} and undo", m.player.letter(), vertex(grid, m.point)),
            Question::Captures => "captures".to_string(),
            Question::Score => "final_score".to_string(),
            Question::Status(status) => format!("final_status_list {}", status.name()),
        }
    }

    /// The command it is about.
    #[must_use]
    pub fn command(&self) -> &'static str {
        match self {
            Question::Legal(..) => "is_legal",
            Question::Stones => "list_stones",
            Question::Undo(_) => "undo",
            Question::Captures => "captures",
            Question::Score => "final_score",
            Question::Status(_) => "final_status_list",
        }
    }
}

/// An engine that does not answer as the text does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What was played.
    pub record: MoveRecord,
    /// What was asked.
    pub question: Question,
    /// The right answer.
    pub expected: String,
    /// The clause it rests on.
    pub clause: String,
    /// What the engine said.
    pub got: String,
    /// What kind of disagreement it is: disagreements of one cause are reported once.
    pub cause: String,
}
