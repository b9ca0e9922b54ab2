//! States and moves as text: everything on which the further course may depend, so that two states of one game read alike
//! only if they are the same.

use super::aj2004::{Analysing, Remembering};
use super::j1989::Confirming;
use super::j1997::Playing;
use super::ko::{Bans, KoMove};
use super::mindsports::{Continuing, Visiting};
use crate::board::{Board, Colour, Points, Position, diagram, points_of};

/// What is written in proofs.
pub trait Written {
    /// The text.
    fn written(&self, board: &Board) -> String;

    /// Whether it is a move that is an ordinary pass.
    fn is_pass(&self) -> bool {
        false
    }
}

/// The position and the player to move: `X.O/XXO B`.
fn start(board: &Board, position: Position, mover: Colour) -> String {
    format!("{} {}", diagram::text(board.grid(), position), mover.letter())
}

fn passes(passed: bool, ended: bool) -> &'static str {
    match (passed, ended) {
        (_, true) => " ended",
        (true, false) => " passed",
        (false, false) => "",
    }
}

/// ` NAME A1 B2`, nothing if there are no points.
fn points(board: &Board, name: &str, points: Points) -> String {
    let names: String = points_of(points).map(|p| format!(" {}", board.grid().name(p))).collect();
    if names.is_empty() { names } else { format!(" {name}{names}") }
}

/// ` ban A1>B1`: the capture of the stone on B1 by a play on A1 is banned.
fn bans(board: &Board, bans: Bans) -> String {
    let ban = |p| {
        let stone = bans.stone(board, p)?;
        Some(format!(" ban {}>{}", board.grid().name(p), board.grid().name(stone)))
    };
    points_of(bans.sets()[0]).filter_map(ban).collect()
}

impl Written for Confirming {
    fn written(&self, board: &Board) -> String {
        start(board, self.position, self.mover)
            + passes(self.passed, self.ended)
            + &bans(board, self.bans)
            + &points(board, "original", self.original)
    }
}

impl Written for Playing {
    fn written(&self, board: &Board) -> String {
        start(board, self.position, self.mover)
            + passes(self.passed, self.ended)
            + &bans(board, self.bans)
            + &points(board, "taken", self.taken)
            + &points(board, "played", self.played)
            + &format!(" prisoners {}", self.prisoners)
    }
}

impl Written for Analysing {
    fn written(&self, board: &Board) -> String {
        let ban = self.ban().map_or(0, |p| 1 << p);
        start(board, self.position, self.mover) + &format!(" passes {}", self.passes) + &points(board, "ban", ban)
    }
}

impl Written for Remembering {
    fn written(&self, board: &Board) -> String {
        let text = |position| diagram::text(board.grid(), position);
        let used = self.used.iter().map(|&(before, after)| format!(" used {}>{}", text(before), text(after)));
        self.state.written(board) + &used.collect::<String>()
    }
}

impl Written for Continuing {
    fn written(&self, board: &Board) -> String {
        let before = Colour::ALL.into_iter().filter_map(|player| {
            let before = self.before[player.index()]?;
            Some(format!(" before-{} {}", player.letter(), diagram::text(board.grid(), before)))
        });
        start(board, self.position, self.mover) + passes(self.passed, self.ended) + &before.collect::<String>()
    }
}

impl Written for Visiting {
    fn written(&self, board: &Board) -> String {
        let visited =
            self.visited.iter().map(|&(position, mover)| format!(" visited {}", start(board, position, mover)));
        self.state.written(board) + &visited.collect::<String>()
    }
}

impl Written for KoMove {
    fn written(&self, board: &Board) -> String {
        self.text(board)
    }

    fn is_pass(&self) -> bool {
        *self == KoMove::Pass
    }
}

impl Written for Option<u8> {
    fn written(&self, board: &Board) -> String {
        self.map_or_else(|| "pass".to_string(), |p| board.grid().name(p as usize))
    }

    fn is_pass(&self) -> bool {
        self.is_none()
    }
}
