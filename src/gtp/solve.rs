//! The best move on boards small enough to search every game to its end.

use rustc_hash::FxHashMap;

use super::game::{Game, Move};
use super::referee::Referee;
use crate::board::Colour;
use crate::board::plain::PlainPosition;

/// Most points of a board that is searched.
const MOST_POINTS: usize = 6;
/// Most moves looked at.
const MOST_NODES: usize = 200_000;

/// The move that leads to the best outcome for `player` when both play for the outcome of the text: the first such one in
/// the order of the grid, a pass last. `None` where this is not known: the board is too large, the budget runs out, an end
/// has no margin, or a sequence that no rule forbids comes back to an earlier situation, so that play might never end.
///
/// Every game is followed to its end (two passes) with its full history; nothing is guessed.
pub fn best_move(game: &Game, player: Colour, referee: &mut Referee) -> Option<Move> {
    if game.grid().len() > MOST_POINTS || game.is_over() {
        return None;
    }
    let mut search =
        Search { game: game.clone(), referee, nodes: MOST_NODES, ends: FxHashMap::default(), line: Vec::new() };
    let (_, made) = search.value(player, -i32::MAX, i32::MAX)?;
    made
}

/// An end: the position, who passed first, and Black's captures less White's.
type End = (PlainPosition, Option<Colour>, i32);

struct Search<'a> {
    game: Game,
    referee: &'a mut Referee,
    nodes: usize,
    ends: FxHashMap<End, Option<i32>>,
    /// The situations of the line being searched: position, player to move, and whether the last move was a pass.
    line: Vec<(PlainPosition, Colour, bool)>,
}

impl Search<'_> {
    /// The value for the player to move and a move that reaches it, by alpha-beta search.
    fn value(&mut self, player: Colour, mut alpha: i32, beta: i32) -> Option<(i32, Option<Move>)> {
        if self.game.is_over() {
            let margin = self.end()?;
            return Some((if player == Colour::Black { margin } else { -margin }, None));
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let passed = self.game.moves().next_back().is_some_and(|m| m.point.is_none());
        let here = (self.game.position().clone(), player, passed);
        if self.line.contains(&here) {
            return None;
        }
        self.line.push(here);
        let mut best: Option<(i32, Option<Move>)> = None;
        let points = self.game.legal_points(player);
        for point in points.into_iter().map(Some).chain([None]) {
            let made = Move { player, point };
            self.game.make(made).ok()?;
            let value = -self.value(player.opponent(), -beta, -alpha)?.0;
            self.game.undo();
            if best.is_none_or(|(found, _)| value > found) {
                best = Some((value, Some(made)));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.line.pop();
        best
    }

    fn end(&mut self) -> Option<i32> {
        let key = (self.game.position().clone(), self.game.first_passer(), self.game.prisoners());
        if let Some(&known) = self.ends.get(&key) {
            return known;
        }
        let margin = self.referee.judge(&self.game).ok().and_then(|j| j.score.margin());
        self.ends.insert(key, margin);
        margin
    }
}
