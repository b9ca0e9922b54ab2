//! The best move on boards small enough to search every game to its end, or to solve the game from every position.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use super::game::{GtpGame, Move};
use super::protocol::vertex;
use super::referee::Referee;
use crate::atlas::values::{self, Values};
use crate::atlas::{Silent, WholeBoard};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;

/// Most points of a board that is searched.
const MOST_POINTS: usize = 6;
/// Most moves looked at.
const MOST_NODES: usize = 200_000;

/// Most points of a board whose game is solved from every position.
const MOST_SOLVED: usize = 9;

/// A board whose game is solved from every position, under one rule set.
pub struct Solved {
    grid: Grid,
    values: Values,
}

impl Solved {
    /// The game of these rule sets (one, or one for each first passer).
    ///
    /// # Errors
    /// Why it is not solved: a line.
    pub fn new(grid: Grid, sets: &[RuleSet], budget: Budget) -> Result<Solved, String> {
        if grid.len() > MOST_SOLVED {
            let points = grid.len();
            return Err(format!(
                "the board has {points} points: the game is solved here up to {MOST_SOLVED}, with `shinpan value` up to 16"
            ));
        }
        if let Some(set) = sets.iter().find(|set| !WholeBoard::practical(grid, set)) {
            return Err(format!("{set} needs a search for every position of {grid}: `shinpan value` makes it"));
        }
        let whole = WholeBoard::new(grid).map_err(|e| e.to_string())?;
        let games = values::games_of(sets);
        let never = AtomicBool::new(false);
        let found = values::solve(&whole, &games, Vec::new(), budget, &Silent, &never).map_err(|e| e.to_string())?;
        let values = found.into_iter().next().ok_or("there is no rule set")?;
        Ok(Solved { grid, values })
    }

    /// A move that forces the value of the position from which the game goes on, whatever was played before, if the game allows it.
    #[must_use]
    pub fn best_move(&self, game: &GtpGame, player: Colour) -> Option<Move> {
        let position = game.position().to_position()?;
        let passed = game.moves().next_back().is_some_and(|m| m.point.is_none());
        // The point on which a single stone was taken by a single stone.
        let ban = (0..self.grid.len()).find(|&p| retakes(game, player, p));
        let allowed = |mv: values::Move| mv.is_none_or(|p| game.result(player, p.into()).is_ok());
        let mv = self.values.choice((position, player), passed, ban, allowed)?;
        Some(Move { player, point: mv.map(usize::from) })
    }

    /// The value of the position with this player to move and a best move, in words.
    #[must_use]
    pub fn says(&self, game: &GtpGame, player: Colour) -> String {
        let Some(position) = game.position().to_position() else { return "not known".to_string() };
        let value = self.values.value(position, player);
        match (value, self.best_move(game, player)) {
            (Outcome::Margin(_), Some(made)) => format!("{value} by {}", vertex(self.grid, made.point)),
            (Outcome::Margin(_), None) => format!("{value}; no best move is known from here"),
            _ => format!("{value}; no best move is known"),
        }
    }
}

/// Whether a play on the point would take a ko back at once.
fn retakes(game: &GtpGame, player: Colour, point: usize) -> bool {
    let Some(before) = game.before_last() else { return false };
    let Ok((play, own)) = game.position().play_or_suicide(player, point) else { return false };
    own.is_empty() && play.after == *before
}

/// The move that leads to the best outcome for `player` when both play for the outcome of the text: the first such one in
/// the order of the grid, a pass last. `None` where this is not known: the board is too large, the budget runs out, an end
/// has no margin, or a sequence that no rule forbids comes back to an earlier situation, so that play might never end.
///
/// Every game is followed to its end (two passes) with its full history; nothing is guessed.
pub fn best_move(game: &GtpGame, player: Colour, referee: &mut Referee) -> Option<Move> {
    if game.grid().len() > MOST_POINTS || game.is_over() {
        return None;
    }
    let mut search =
        AlphaBeta { game: game.clone(), referee, nodes: MOST_NODES, ends: FxHashMap::default(), line: Vec::new() };
    let (_, made) = search.value(player, -i32::MAX, i32::MAX)?;
    made
}

/// An end: the position, who passed first, and Black's captures less White's.
type End = (PlainPosition, Option<Colour>, i32);

struct AlphaBeta<'a> {
    game: GtpGame,
    referee: &'a mut Referee,
    nodes: usize,
    ends: FxHashMap<End, Option<i32>>,
    /// The situations of the line being searched: position, player to move, and whether the last move was a pass.
    line: Vec<(PlainPosition, Colour, bool)>,
}

impl AlphaBeta<'_> {
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
