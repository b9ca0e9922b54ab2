//! Traces: by which clauses a verdict came about, with the facts and the lines of play that show it. Whoever decides by a clause
//! writes it down there and then.

use super::clause::ClauseId;
use super::verdict::{Cited, Claim, LineMove, Step};
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, StoneString};
use crate::solve::Game;
use crate::solve::line::Line;

/// What a judgement rests on, as far as it has come. A silent trace keeps nothing: facts and lines are made only if they are kept.
#[derive(Debug, Default)]
pub struct Trace(Option<Vec<Step>>);

impl Trace {
    /// One that keeps nothing.
    #[must_use]
    pub fn silent() -> Trace {
        Trace(None)
    }

    /// One that is kept.
    #[must_use]
    pub fn kept() -> Trace {
        Trace(Some(Vec::new()))
    }

    /// Whether it is kept.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// The steps, in the order in which they were decided.
    #[must_use]
    pub fn steps(self) -> Vec<Step> {
        self.0.unwrap_or_default()
    }

    /// A clause was applied.
    pub fn cite(&mut self, clause: ClauseId, fact: impl FnOnce() -> String) {
        self.add(clause, None, || (fact(), Vec::new()));
    }

    /// A clause was applied, and a line of play shows it.
    pub fn show(&mut self, clause: ClauseId, shown: impl FnOnce() -> (String, Vec<LineMove>)) {
        self.add(clause, None, shown);
    }

    /// What is counted, an item each.
    pub fn count<K: Kernel>(&mut self, board: &K, claims: &[Claim<K::Set>]) {
        for c in claims {
            self.cite(c.clause, || {
                let on = if c.points.is_none() { String::new() } else { format!(" ({})", points(board, c.points)) };
                format!("{}: {}{on} = {}", c.player, c.what, c.value)
            });
        }
    }

    /// A clause was applied, as a choice that it leaves open is read.
    pub(super) fn add(
        &mut self,
        clause: ClauseId,
        reading: Option<String>,
        shown: impl FnOnce() -> (String, Vec<LineMove>),
    ) {
        let Some(steps) = &mut self.0 else { return };
        let (fact, line) = shown();
        steps.push(Step { clause, reading, fact, line });
    }
}

/// A game whose moves rest on clauses.
pub trait Ruled: Game {
    /// The plays of the player to move that a clause refuses, apart from what makes every play one (an empty point, no suicide).
    fn refused(&self, state: &Self::State) -> Vec<Refused>;

    /// The clause without which this move could not be made, with what it does, and what else it is an instance of.
    fn allowed(&self, from: &Self::State, mv: &Self::Move) -> Vec<Cited>;
}

/// A play that a clause refuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The clause.
    pub clause: ClauseId,
    /// The point of the play.
    pub point: usize,
    /// Why, as what follows `A may not play on B1: `.
    pub why: String,
}

/// A line with the clauses that its moves rest on: of a move, what allows it, and which answers it has refused that were not
/// refused before. `of` gives the player who made a move, its name and the position it leads to.
pub(crate) fn ruled<G: Ruled>(
    game: &G,
    board: &Board,
    start: &G::State,
    line: &Line<G>,
    of: impl Fn(&G::Move, &G::State) -> (Colour, String, Position),
) -> Vec<LineMove> {
    let mut known: [Vec<Refused>; 2] = Default::default();
    let mut from = start;
    let mut moves = Vec::with_capacity(line.len());
    for (mv, to) in line {
        let (player, what, after) = of(mv, to);
        let mut rules = game.allowed(from, mv);
        let refused = game.refused(to);
        let other = player.opponent();
        let new = refused.iter().filter(|r| !known[other.index()].contains(r));
        rules.extend(new.map(|Refused { clause, point, why }| Cited {
            clause: *clause,
            fact: format!("{other} may not play on {}: {why}", board.grid().name(*point)),
        }));
        known[other.index()] = refused;
        moves.push(LineMove { player, what, after, rules });
        from = to;
    }
    moves
}

/// A line of moves that rest on nothing but what every move does. `of` is as in [`ruled`].
pub(crate) fn unruled<G: Game>(
    line: Line<G>,
    of: impl Fn(&G::Move, &G::State) -> (Colour, String, Position),
) -> Vec<LineMove> {
    let moves = line.iter().map(|(mv, to)| of(mv, to));
    moves.map(|(player, what, after)| LineMove { player, what, after, rules: Vec::new() }).collect()
}

/// What is said of a string that cannot be taken, with the line that tries it, if there is one.
pub(crate) fn with_tries(fact: String, line: Vec<LineMove>) -> (String, Vec<LineMove>) {
    let tried = if line.is_empty() { "" } else { "; the line shows plays with which it can be tried" };
    (fact + tried, line)
}

/// What is added to a fact that tables of the whole board tell, where no play that shows it was found within the limits.
pub(crate) const LOOKED_UP: &str =
    " (so tables of the whole board have it; no play that shows it was found within the limits)";

/// What a clause decides about a number that play comes to, in words and with the play that shows it.
pub(crate) struct Deciding {
    /// Who forces, by the clause, what he does not force without it.
    pub keeper: Colour,
    /// The move of the keeper that only the clause allows; `None` if the line ends where the clause refuses the other a play.
    pub only: Option<String>,
    /// Play of which both do their best, up to there.
    pub line: Vec<LineMove>,
}

impl Deciding {
    /// In words; `forced` says what the keeper forces.
    pub fn text(&self, forced: &str) -> String {
        let Deciding { keeper, only, .. } = self;
        let how = match only {
            Some(mv) => format!("{mv} is his only move that keeps it"),
            None => format!("{} has the play that would prevent it refused at the end of the line", keeper.opponent()),
        };
        format!("but for this {keeper} could not {forced}; {how}")
    }
}

/// Coordinates of a set of points, or `none`.
pub(crate) fn points<K: Kernel>(board: &K, set: K::Set) -> String {
    if set.is_none() {
        return "none".to_string();
    }
    set.points().map(|p| board.grid().name(p)).collect::<Vec<_>>().join(" ")
}

/// Coordinates of a set of points, or `none`.
pub(crate) fn names(board: &Board, set: Points) -> String {
    points(board, set)
}

/// A string in words: `the black string A1 B1`.
pub(crate) fn string_name(board: &Board, string: StoneString) -> String {
    format!("the {} string {}", string.colour.to_string().to_lowercase(), names(board, string.stones))
}

/// The coordinate of a play, or `pass`.
pub(crate) fn move_name(board: &Board, mv: Option<u8>) -> String {
    mv.map_or_else(|| "pass".to_string(), |p| board.grid().name(p as usize))
}
