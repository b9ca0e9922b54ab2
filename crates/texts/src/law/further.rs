//! Further play under superko, and the readings that ask for it, for texts that let a position be played on: what it comes to, and what that rests on, in the words of
//! the text.

use super::clause::ClauseId;
pub use super::declared::FurtherPlay;
use super::declared::{Choice, Practical};
use super::text::RuleSet;
use super::trace::{Trace, move_name, unruled};
use super::verdict::{Claim, Notes, Outcome, Verdict};
use crate::board::{Board, Colour, Grid, Points, Position};
use crate::solve::superko::{Free, Ground, Play, State, SuperkoValues, Value};

impl FurtherPlay {
    const STANDS: &'static str = "as-it-stands";
    const PLAYED_ON: &'static str = "play-out";

    fn is_read(&self, rules: &RuleSet, value: &str) -> bool {
        rules.value(self.agreement.key) == Some(value)
    }

    fn moved_first(&self, rules: RuleSet, player: Colour) -> Option<RuleSet> {
        rules.with(self.first.key, if player == Colour::Black { "black" } else { "white" })
    }

    /// Whether the position is counted as it stands.
    #[must_use]
    pub fn stands(&self, rules: &RuleSet) -> bool {
        self.is_read(rules, FurtherPlay::STANDS)
    }

    /// Whether it is played on.
    #[must_use]
    pub fn plays(&self, rules: &RuleSet) -> bool {
        self.is_read(rules, FurtherPlay::PLAYED_ON)
    }

    /// The same with this player as the one who passed first and moves first now; `None` where nobody moves.
    #[must_use]
    pub fn first_passer(&self, rules: &RuleSet, player: Colour) -> Option<RuleSet> {
        self.plays(rules).then(|| self.moved_first(rules.clone(), player)).flatten()
    }

    /// The same applied to the position as it stands; `None` where nobody moves.
    #[must_use]
    pub fn as_it_stands(&self, rules: &RuleSet) -> Option<RuleSet> {
        let stands = || rules.clone().with(self.agreement.key, FurtherPlay::STANDS);
        self.moved_first(self.plays(rules).then(stands)??, Colour::Black)
    }

    /// Whether it makes a difference how a choice is read.
    #[must_use]
    pub fn matters(&self, rules: &RuleSet, choice: &Choice) -> bool {
        *choice != self.first || self.plays(rules)
    }

    /// Whether whole boards can be judged in practice.
    #[must_use]
    pub fn practical(&self, rules: &RuleSet, grid: Grid) -> Practical {
        let most = self.most[usize::from(grid.rows().min(grid.cols()) > 1)];
        match self.plays(rules) {
            false => Practical::Yes,
            true if grid.len() <= most => Practical::Slow,
            true => Practical::No,
        }
    }
}

/// How a text words what the value of further play rests on.
pub struct Wording {
    /// The clause that values the end.
    pub value: ClauseId,
    /// Said after the number, of how it is counted.
    pub how: &'static str,
    /// The clause on superko.
    pub superko: ClauseId,
    /// What it forbids, after "as".
    pub forbids: &'static str,
}

/// The outcome of further play that is worth so much.
#[must_use]
pub fn outcome(Value { worth, undecided, .. }: Value) -> Outcome {
    let (lo, hi) = (i32::from(worth.lower), i32::from(worth.upper));
    match (undecided, lo == hi) {
        (true, _) => Outcome::Undecided { lo, hi },
        (false, true) => Outcome::Margin(lo),
        (false, false) => Outcome::NoResult { lo, hi },
    }
}

/// What an outcome of further play gives the player whom it favours.
#[must_use]
pub fn claims(clause: ClauseId, outcome: Outcome) -> Vec<Claim> {
    let claim = |margin: i32| {
        let player = if margin < 0 { Colour::White } else { Colour::Black };
        Claim { clause, player, what: "value of further play", points: Points::default(), value: margin.abs() }
    };
    outcome.margin().filter(|m| *m != 0).map(claim).into_iter().collect()
}

/// Cites what it rests on that further play from `start` is worth `value` to Black.
pub fn show<P: Play>(
    values: &mut SuperkoValues<P>,
    board: &Board,
    start: &State,
    value: i32,
    words: &Wording,
    trace: &mut Trace,
) {
    let Wording { how, forbids, .. } = words;
    match values.ground(start, value as i16) {
        Ground::Play { line, ends } => trace.show(words.value, || {
            let part = if ends { "one line" } else { "how one line begins" };
            let line = unruled::<Free<'_, P>>(line, |mv, state| {
                (state.mover.opponent(), move_name(board, *mv), state.position)
            });
            (format!("Black forces {value}{how} and White holds him to it; {part} of best play"), line)
        }),
        Ground::Superko(bounds) => trace.cite(words.superko, || {
            let free = bounds.map_or(String::new(), |b| {
                format!("without a memory of the game Black forces {} and is held to {}; ", b.lower, b.upper)
            });
            format!("{free}as {forbids}, the position is worth {value}{how}")
        }),
    }
}

/// What further play from a position comes to, this player having the first move and, if `superko` is in force, the position being the
/// whole history.
pub fn verdict<P: Play>(
    values: &mut SuperkoValues<P>,
    board: &Board,
    (position, first): (Position, Colour),
    superko: bool,
    words: &Wording,
    trace: &mut Trace,
) -> Verdict {
    let value = values.value(position, first, superko);
    let outcome = outcome(value);
    if trace.is_kept() {
        match outcome.margin() {
            Some(margin) => {
                let start = values.start(position, first, superko);
                show(values, board, &start, margin, words, trace);
            }
            None => trace.cite(words.value, || {
                let ran_out = matches!(outcome, Outcome::Undecided { .. });
                let why = if ran_out { "the budget ran out" } else { "only a cycle keeps the players apart" };
                format!("{outcome}: {why}")
            }),
        }
    }
    let claims = claims(words.value, outcome);
    Verdict { outcome, status: None, claims, notes: Notes { history: value.history } }
}
