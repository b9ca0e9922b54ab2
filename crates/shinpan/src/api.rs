//! The small face of the library: judge a position or many, replay a record, table a board, sample one, prove a verdict, value a
//! position.

mod judgement;
mod many;
mod position;
mod proofs;
mod records;
mod sample;
mod value;

pub use judgement::{Judgement, judge_all, picture};
pub use many::{BoardRow, BoardTable, NotMany, judge_many, practical, tables};
pub use position::NotJudged;
use position::judged;
pub use proofs::{NotProved, Proved, check_proof, prove};
pub use records::{NoSuchGame, games, replayed};
pub use sample::{Begin, Sample, SampleError, Sampled};
pub use value::{GameValue, NotValued, values};

use std::sync::atomic::AtomicBool;

use crate::atlas::{Silent, WholeBoard, WholeBoardError};
use crate::board::plain::PlainPosition;
use crate::board::{Grid, Position};
use crate::law::procedure::{Agree, Replay};
use crate::law::{Outcome, RuleSet, Step, Verdict, interpreter};
use crate::record::Record;
use crate::solve::Budget;

/// Judges a final position under one rule set: the margin, Black minus White in points without komi and without prisoners from
/// before the position, the status of strings and points where the text defines one, and the claims that sum to the margin.
///
/// What `budget` leaves open is [`Outcome::Undecided`] between two bounds, never a guess.
///
/// # Errors
/// [`NotJudged`].
///
/// # Examples
/// ```
/// use shinpan::{Budget, Outcome, RuleSet, diagram, judge};
///
/// let position = diagram::parse("XX.O/XXOO/..O.")?;
/// let rules = &RuleSet::parse("j1989")?[0];
/// let verdict = judge(&position, rules, Budget::default())?;
/// assert_eq!(verdict.outcome, Outcome::Margin(-12));
///
/// // As programs read it.
/// let written = serde_json::to_value(verdict.encoded(position.grid()))?;
/// assert_eq!(written["strings"][0]["player"], "black");
/// assert_eq!(written["strings"][0]["stones"][0], "A3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(position: &PlainPosition, rules: &RuleSet, budget: Budget) -> Result<Verdict, NotJudged> {
    let (board, position) = judged(position)?;
    Ok(interpreter(rules, &board, budget).judge(position))
}

/// What [`judge`] says, and by which clauses: each with its reading and the facts it was applied to, and a line of play for what
/// has to be shown.
///
/// # Errors
/// [`NotJudged`].
///
/// # Examples
/// ```
/// use shinpan::{Budget, RuleSet, diagram, trace};
///
/// let rules = &RuleSet::parse("ms-chinese")?[0];
/// let (verdict, steps) = trace(&diagram::parse(".X./XX./...")?, rules, Budget::default())?;
/// assert_eq!(verdict.outcome.margin(), Some(9));
/// assert!(steps.iter().all(|step| step.clause.as_str().starts_with("ms.")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace(position: &PlainPosition, rules: &RuleSet, budget: Budget) -> Result<(Verdict, Vec<Step>), NotJudged> {
    let (board, position) = judged(position)?;
    Ok(interpreter(rules, &board, budget).trace(position))
}

/// Plays a record under one rule set, step by step: a row for each action (accepted, refused, or outside the text, with the
/// clause), and the result if there is one. Boards of any size.
///
/// What only people can decide is left to the record; with [`Agree::BestPlay`] an end that the players have left open is answered
/// by exhaustive analysis, as far as that can be.
///
/// # Examples
/// ```
/// use shinpan::{Agree, RuleSet, record, replay};
///
/// let record = record::read("game.sgf", b"(;GM[1]FF[4]SZ[3];B[bb];W[bb])", &[])?;
/// let rules = &RuleSet::parse("j1989")?[0];
/// let game = replay(&record, rules, Agree::Recorded);
/// assert!(game.rows[0].judged.is_accepted());
/// assert_eq!(game.rows[1].judged.clause.as_str(), "j1989.3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn replay(record: &Record, rules: &RuleSet, agree: Agree) -> Replay {
    Replay::of(rules, record, agree, None)
}

/// Judges every legal position of a board of up to 16 points under one rule set: position and outcome, in ascending order of the
/// positions' text. Boards of up to 12 points take seconds, 4x4 minutes.
///
/// # Errors
/// [`WholeBoardError`], if the board is too large.
///
/// # Examples
/// ```
/// use shinpan::{Budget, Grid, RuleSet, table};
///
/// let rules = &RuleSet::parse("aj2004")?[0];
/// let outcomes = table(Grid::parse("2x2")?, rules, Budget::default())?;
/// assert_eq!(outcomes.len(), 57);
/// // With the colours exchanged, the other player has the margin.
/// let black = outcomes.iter().filter(|(_, outcome)| outcome.margin() > Some(0)).count();
/// let white = outcomes.iter().filter(|(_, outcome)| outcome.margin() < Some(0)).count();
/// assert_eq!(black, white);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn table(grid: Grid, rules: &RuleSet, budget: Budget) -> Result<Vec<(Position, Outcome)>, WholeBoardError> {
    let board = WholeBoard::new(grid)?;
    let never = AtomicBool::new(false);
    let mut tables =
        board.judge::<Outcome>(std::slice::from_ref(rules), budget, &Silent, &never).expect("never stopped");
    let table = tables.pop().expect("one table for each rule set");
    Ok(board.positions().map(|position| (position, board.outcome_of(&table, position))).collect())
}
