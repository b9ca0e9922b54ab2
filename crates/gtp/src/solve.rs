//! The best move on boards small enough to search every game to its end, or to solve the game from every position.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use super::game::{GtpGame, Move};
use super::protocol::vertex;
use super::referee::Referee;
use crate::atlas::values::{self, Reached, Values};
use crate::atlas::{Silent, WholeBoard};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, Position};
use crate::law::{Outcome, RuleSet};
use shinpan_solve::Budget;
use shinpan_solve::whole::classes::MAX_WHOLE_POINTS;
use shinpan_solve::whole::store::Store;

/// Most points of a board that is searched.
const MOST_POINTS: usize = 6;
/// Most moves looked at.
const MOST_NODES: usize = 200_000;

/// Most points of a board whose game is solved here from every position.
const MOST_SOLVED: usize = 9;

/// A board whose game is solved from every position, under one rule set.
pub struct Solved {
    grid: Grid,
    values: Values,
    /// Of a search with the history.
    budget: Budget,
}

impl Solved {
    /// The game of these rule sets (one, or one for each first passer), as the folder has it that `value --all --keep` has left, or solved
    /// here if the board is small.
    ///
    /// # Errors
    /// Why it is not solved: a line.
    pub fn new(grid: Grid, sets: &[RuleSet], budget: Budget, folder: Option<&Path>) -> Result<Solved, String> {
        sets.iter().try_for_each(RuleSet::ends_by_passes).map_err(|e| e.to_string())?;
        let points = grid.len();
        if points > MAX_WHOLE_POINTS {
            return Err(format!("the board has {points} points: a game is solved up to {MAX_WHOLE_POINTS}"));
        }
        if let Some(folder) = folder.filter(|_| points > MOST_SOLVED) {
            return Solved::kept(grid, sets, budget, folder);
        }
        if points > MOST_SOLVED {
            return Err(format!(
                "the board has {points} points: the game is solved here up to {MOST_SOLVED}, up to {MAX_WHOLE_POINTS} with a folder that \
                 `shinpan value {grid} --all --keep` has left (`--values`)"
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
        Ok(Solved { grid, values, budget })
    }

    /// The game as a folder has it.
    fn kept(grid: Grid, sets: &[RuleSet], budget: Budget, folder: &Path) -> Result<Solved, String> {
        let whole = WholeBoard::new(grid).map_err(|e| e.to_string())?;
        let games = values::games_of(sets);
        let found = values::kept(&whole, &games, Budget::default(), &Store::new(folder)).map_err(|e| e.to_string())?;
        let values = found.into_iter().flatten().next().ok_or_else(|| {
            let rules = games.first().map(values::name_of).unwrap_or_default();
            let folder = folder.display();
            format!("{folder} has no values of {grid} under {rules}: `shinpan value {grid} --all --rules {rules} --keep {folder}`")
        })?;
        Ok(Solved { grid, values, budget })
    }

    /// What the rest of a game comes to if this player moves next, and a move that forces it; none if it is not known, or the game
    /// does not allow any.
    fn rest(&self, game: &GtpGame, player: Colour) -> Option<(Outcome, Option<Move>)> {
        let small = |(position, mover): (&PlainPosition, Colour)| Some((position.to_position()?, mover));
        let before: Vec<(Position, Colour)> = game.states().map(small).collect::<Option<_>>()?;
        let reached = Reached {
            before: &before,
            position: game.position().to_position()?,
            mover: player,
            passed: game.moves().next_back().is_some_and(|made| made.point.is_none() && made.player != player),
            // The point on which a single stone was taken by a single stone.
            ban: (0..self.grid.len()).find(|&p| retakes(game, player, p)),
        };
        let allowed = |mv: values::Move| mv.is_none_or(|p| game.result(player, p.into()).is_ok());
        let (value, mv) = self.values.rest(&reached, self.budget, allowed, &AtomicBool::new(false))?;
        Some((value, mv.map(|mv| Move { player, point: mv.map(usize::from) })))
    }

    /// A move that forces what the rest of the game comes to, with what was played before where the rules remember it.
    #[must_use]
    pub fn best_move(&self, game: &GtpGame, player: Colour) -> Option<Move> {
        self.rest(game, player)?.1
    }

    /// What the rest of the game comes to with this player to move, prisoners so far aside, and a best move, in words.
    #[must_use]
    pub fn says(&self, game: &GtpGame, player: Colour) -> String {
        match self.rest(game, player) {
            None => "not known".to_string(),
            Some((value, Some(made))) => format!("{value} by {}", vertex(self.grid, made.point)),
            Some((value @ Outcome::Margin(_), None)) => format!("{value}; no best move is known from here"),
            Some((value, None)) => format!("{value}; no best move is known"),
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
    if game.grid().len() > MOST_POINTS || game.is_over() || referee.rules().ends_by_passes().is_err() {
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
