//! Proofs of what is seen region by region, on boards of any size: what players hold, by local games that they win, each by steps: parts
//! that are won because of earlier ones.
//!
//! [`prove`] writes them, [`check`] verifies them; both know the rules of local games ([`crate::solve::local`]), and the second nothing
//! of how they are searched.

pub mod check;
pub mod prove;

use serde::{Deserialize, Serialize};

use crate::board::{Colour, Grid, PointSet, Points, Wide};
use crate::solve::local::{Part, Place};

/// What a player holds, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldProof {
    /// The position, `X.O/XXO`: the final one, or one that the text asks about besides.
    pub board: String,
    /// `B` or `W`.
    pub player: String,
    /// It is one string that he keeps by itself, in games in which his opponent is not barred.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// He holds it at no loss: of the stones that he comes to play there never more are taken than the other plays there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_no_loss: bool,
    /// The local games that he wins.
    pub games: Vec<GameProof>,
}

/// A local game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameProof {
    /// On which points: all that are connected outside his walls, or several such regions as one.
    pub points: Vec<String>,
    /// The walls around it, by their first stones, each with the eyes that it comes to have here: `A1 1`.
    pub walls: Vec<String>,
    /// Stones of his on the points that are not taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<String>,
    /// Why he wins it; none if that is seen at once.
    pub steps: Vec<PartStep>,
}

/// A part that he wins, his opponent to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartStep {
    /// The part: its points; those with stones; that one of the player's is loose; those next to walls that need nothing; and for each other string around it the eyes it
    /// is to have here and has elsewhere, and the points next to it.
    pub part: String,
    /// The opponent's moves that have to be answered and after which it is not won at once, with the answers: `pass A1`, `B1 C1`.
    pub answers: Vec<String>,
}

/// The names of points.
fn names(grid: Grid, set: Wide) -> Vec<String> {
    set.points().map(|p| grid.name(p)).collect()
}

/// A part as a step has it.
fn written(place: &Place, part: &Part, grid: Grid, player: Colour) -> String {
    let named = |points: Points| names(grid, place.on_board(points)).join(" ");
    let letter = |c: Colour| if c == Colour::Black { 'X' } else { 'O' };
    let mut text = named(part.points);
    for (stones, of) in [(part.own, player), (part.theirs, player.opponent())] {
        if stones != 0 {
            text.push_str(&format!("; {} {}", letter(of), named(stones)));
        }
    }
    if part.loose {
        text.push_str("; loose");
    }
    if part.firm != 0 {
        text.push_str(&format!("; firm {}", named(part.firm)));
    }
    for string in part.strings() {
        text.push_str(&format!("; {}+{} {}", string.here, string.elsewhere, named(string.touch)));
    }
    text
}

/// A move of a local game: a point of its place, or a pass.
fn move_name(place: &Place, mv: Option<usize>, grid: Grid) -> String {
    mv.map_or("pass".to_string(), |p| grid.name(place.point(p)))
}

/// The answers of a step, as they are written.
fn answers(place: &Place, answers: &[(Option<usize>, usize)], grid: Grid) -> Vec<String> {
    let answer = |(mv, to): &(Option<usize>, usize)| {
        format!("{} {}", move_name(place, *mv, grid), move_name(place, Some(*to), grid))
    };
    answers.iter().map(answer).collect()
}
