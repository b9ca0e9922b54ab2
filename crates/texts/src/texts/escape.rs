//! What is dead for texts that say only that it cannot escape being taken: asked in the continuation of the MindSports text.

use crate::board::{Board, Points, Position, StoneString};
use crate::law::open::{alike, each_way, whichever};
use crate::law::trace::{string_name, with_tries};
use crate::law::verdict::{Life, Notes, Outcome, PointStatus, Status, StringStatus, Verdict};
use crate::law::words::{Open, Word};
use crate::law::{Choice, ClauseId, RuleSet, Trace};
use crate::solve::ladder::Ask;
use crate::texts::mindsports::answers::ContinuationSolver;
use crate::texts::mindsports::questions::Asked;

/// The most strings of undecided life with which a position is counted in each way.
const MOST_OPEN: usize = 10;

/// How a text words what is alive and what is dead.
pub struct Words {
    /// Why a string is alive, and by which clause.
    pub alive: (Word, ClauseId),
    /// Why a string is dead, and by which clause.
    pub dead: (Word, ClauseId),
    /// The choice that has it asked.
    pub choice: Choice,
    /// Said of who moves, after "forces its capture".
    pub though: fn(&StoneString) -> String,
}

/// The strings of a position, each with its life.
pub fn lives(
    ask: &mut ContinuationSolver,
    (board, position): (&Board, Position),
    words: &Words,
    rules: &RuleSet,
    trace: &mut Trace,
) -> Vec<StringStatus> {
    let strings = board.strings(position);
    let escapes = |ask: &mut dyn Ask<Asked<Points>>| -> Vec<Option<bool>> {
        strings.iter().map(|s| ask.ask(Asked::Dead(s.colour, s.stones))).collect()
    };
    let is_open = |dead: &Vec<Option<bool>>| dead.contains(&None);
    let (dead, grounds) = match trace.is_kept() {
        false => (ask.about(position, escapes, is_open).0, None),
        true => {
            let (dead, grounds) = ask.shown(position, escapes, is_open);
            (dead, Some(grounds))
        }
    };
    let status = |(string, dead): (StoneString, Option<bool>)| {
        let (life, (by, clause)) = match dead {
            Some(true) => (Life::Dead, words.dead),
            None => (Life::Undecided, (Open::Undecided.word(), words.dead.1)),
            Some(false) => (Life::Alive, words.alive),
        };
        StringStatus { string, life, by, clause }
    };
    let strings: Vec<StringStatus> = strings.into_iter().zip(dead).map(status).collect();
    for s in &strings {
        trace.show_read(s.clause, rules, words.choice, || {
            let (owner, opponent) = (s.string.colour, s.string.colour.opponent());
            let name = string_name(board, s.string);
            let line = grounds.as_ref().map_or_else(Vec::new, |g| g.line(Asked::Dead(owner, s.string.stones)));
            match s.life {
                Life::Dead => {
                    (format!("{name} is dead: {opponent} forces its capture{}", (words.though)(&s.string)), line)
                }
                Life::Undecided => (format!("{name}: undecided, the budget ran out"), Vec::new()),
                _ => with_tries(format!("{name} is alive: {opponent} cannot force its capture"), line),
            }
        });
    }
    strings
}

/// What a position with these strings comes to, counted in each way if the life of some is undecided; `None` if these are too many.
pub fn counted(
    board: &Board,
    strings: &[StringStatus],
    words: &Words,
    rules: &RuleSet,
    trace: &mut Trace,
    judge: impl FnMut(Vec<StringStatus>, &mut Trace) -> Verdict,
) -> Option<Verdict> {
    let cite = |trace: &mut Trace| {
        let fact = || alike(board, strings, "dead or not", "not dead");
        trace.cite_read(words.dead.1, rules, words.choice, fact);
    };
    Some(whichever(each_way(strings, MOST_OPEN)?, words.dead.1, trace, cite, judge))
}

/// The stones of the strings that are dead.
#[must_use]
pub fn dead_stones(strings: &[StringStatus]) -> Points {
    strings.iter().filter(|s| s.life == Life::Dead).fold(0, |all, s| all | s.string.stones)
}

/// The verdict where too many strings are undecided: the margin is within these bounds.
#[must_use]
pub fn undecided(board: &Board, strings: Vec<StringStatus>, [lo, hi]: [i32; 2]) -> Verdict {
    let points = vec![PointStatus::Undecided; board.len()];
    let outcome = Outcome::Undecided { lo, hi };
    Verdict { outcome, status: Some(Status { strings, points }), claims: Vec::new(), notes: Notes::default() }
}
