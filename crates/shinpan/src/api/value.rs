//! The value of the game from a position, under several rule sets.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::position::NotJudged;
use crate::atlas::values::{self, Move};
use crate::atlas::{Progress, Stopped, WholeBoard};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid, diagram};
use crate::law::play::EndsOtherwise;
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;
use crate::solve::whole::classes::MAX_WHOLE_POINTS;

/// Why a position has no value here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotValued {
    /// The board has more points than games are solved on.
    #[error(
        "the board is {grid}, {} points: the game is solved on boards of up to {MAX_WHOLE_POINTS} points (4x4, 3x5, 2x8, 1x16); \
         `judge` says what a final position is worth on larger ones",
        .grid.len()
    )]
    TooLarge {
        /// The board.
        grid: Grid,
    },
    /// A string on the board has no liberty.
    #[error(transparent)]
    Position(#[from] NotJudged),
    /// A rule set whose games are not solved.
    #[error(transparent)]
    Rules(#[from] EndsOtherwise),
    /// The flag was set meanwhile.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What best play comes to under one rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameValue {
    /// The rule set, without who passed first: the game shows that.
    pub rules: String,
    /// Black minus White.
    pub value: Outcome,
    /// It took a search with the history of the game.
    pub history: bool,
    /// Every move (a coordinate, or `pass`, the last), what the game comes to after it, and whether it is best.
    pub moves: Vec<(String, Outcome, bool)>,
    /// A line of best play, where the value is decided without such a search: who moves, the move and the position after it.
    pub line: Option<Vec<(Colour, String, String)>>,
}

/// What best play comes to from a position with `mover` to move and no history, under each of `rules`, as `shinpan value` finds it. The
/// game is solved from every position of the board. `time` is for a search with the history.
///
/// # Errors
/// [`NotValued`].
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
/// use shinpan::{Budget, Colour, RuleSet, Silent, diagram, values};
///
/// let (rules, empty) = (RuleSet::defaults(), diagram::parse("../..")?);
/// let found = values(&empty, Colour::Black, &rules, Budget::default(), None, &Silent, &AtomicBool::new(false))?;
/// assert_eq!(found[0].value.margin(), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn values(
    position: &PlainPosition,
    mover: Colour,
    rules: &[RuleSet],
    budget: Budget,
    time: Option<Duration>,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Vec<GameValue>, NotValued> {
    let grid = position.grid();
    rules.iter().try_for_each(RuleSet::ends_by_passes)?;
    if !position.is_legal() {
        return Err(NotJudged::NoLiberty.into());
    }
    let small =
        position.to_position().filter(|_| grid.len() <= MAX_WHOLE_POINTS).ok_or(NotValued::TooLarge { grid })?;
    let board = WholeBoard::new(grid).map_err(|_| NotValued::TooLarge { grid })?;
    let mut found = values::solve(&board, &values::games_of(rules), Vec::new(), budget, progress, stop)?;
    values::search(&mut found, (small, mover), budget.within(time, budget.memory), stop);
    let name = |mv: Move| mv.map_or_else(|| "pass".to_string(), |p| grid.name(p.into()));
    let of = |values: &values::Values| GameValue {
        rules: values.name.clone(),
        value: values.value(small, mover),
        history: values.took_history(small, mover),
        moves: values.moves(small, mover).into_iter().map(|m| (name(m.mv), m.value, m.best)).collect(),
        line: values.line(&board, small, mover).map(|line| {
            line.moves.into_iter().map(|(who, mv, after)| (who, name(mv), diagram::text(grid, after))).collect()
        }),
    };
    Ok(found.iter().map(of).collect())
}
