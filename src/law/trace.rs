//! Traces: by which clauses a verdict came about, with the facts and the lines of play that show it.

use super::verdict::{Claim, LineMove, Status, Step};
use crate::board::{Board, Points, Position, StoneString, points_of};
use crate::law::ClauseId;
use crate::law::RuleSet;

/// Coordinates of a set of points, or `none`.
pub(crate) fn names(board: &Board, points: Points) -> String {
    if points == 0 {
        return "none".to_string();
    }
    points_of(points).map(|p| board.grid().name(p)).collect::<Vec<_>>().join(" ")
}

/// A string in words: `the black string A1 B1`.
pub(crate) fn string_name(board: &Board, string: StoneString) -> String {
    format!("the {} string {}", string.colour.to_string().to_lowercase(), names(board, string.stones))
}

/// The coordinate of a play, or `pass`.
pub(crate) fn move_name(board: &Board, mv: Option<u8>) -> String {
    mv.map_or_else(|| "pass".to_string(), |p| board.grid().name(p as usize))
}

pub(crate) fn step(clause: ClauseId, rules: &RuleSet, key: Option<&str>, fact: String, line: Vec<LineMove>) -> Step {
    let reading = key.and_then(|key| Some(format!("{key}={}", rules.value(key)?)));
    Step { clause, reading, fact, line }
}

/// One step for each claim.
pub(crate) fn claim_steps<'a>(board: &'a Board, claims: &'a [Claim]) -> impl Iterator<Item = Step> + 'a {
    claims.iter().map(|c| Step {
        clause: c.clause,
        reading: None,
        fact: format!("{}: {} ({}) = {}", c.player, c.what, names(board, c.points), c.value),
        line: Vec::new(),
    })
}

/// The points of a status that meet a condition.
pub(crate) fn points_where(status: &Status, wanted: impl Fn(super::PointStatus) -> bool) -> Points {
    status.points.iter().enumerate().filter(|(_, s)| wanted(**s)).fold(0, |m, (p, _)| m | 1 << p)
}

/// A line as the moves of a trace. `of` gives the player who made the move, its name and the position it leads to.
pub(crate) fn moves<M, S>(
    line: Vec<(M, S)>,
    of: impl Fn(&M, &S) -> (crate::board::Colour, String, Position),
) -> Vec<LineMove> {
    line.iter()
        .map(|(mv, state)| {
            let (player, what, after) = of(mv, state);
            LineMove { player, what, after }
        })
        .collect()
}
