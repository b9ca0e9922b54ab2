//! A rules document as the rest of the program sees it: what can be asked of a text without knowing which one it is, its rule sets, and
//! what it makes of them: the interpreter of final positions and the procedure of a game.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::change::{Change, Changes};
use super::clause::ClauseId;
use super::declared::{Choice, FurtherPlay, Named, NearTo, PlayingRules, Practical};
use super::facts::Facts;
use super::finished::Finished;
use super::partly::Partly;
use super::procedure::judged::{GameResult, Judged};
use super::refusal::Refusal;
use super::sight::Sight;
use super::solvable::Solvable;
use super::trace::Trace;
use super::verdict::{Life, Step, Verdict};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour, Grid, Position};
use crate::record::{Act, Setup};
use crate::solve::Budget;

/// What a rules document gives besides its clauses. One is in the registry for each rule set .
pub trait Document: Sync {
    /// The id of the rule set.
    fn id(&self) -> &'static str;

    /// The prefix of its clause ids; several rule sets may belong to one document.
    fn prefix(&self) -> &'static str;

    /// Its clause file, as it is written.
    fn source(&self) -> &'static str;

    /// What its rule sets amount to in the terms of engines, as it is written.
    fn engine_terms(&self) -> &'static str;

    /// The choices that it leaves open.
    fn choices(&self) -> &'static [Choice];

    /// The interpreter of final positions on a board, given what is known of the board already.
    fn interpreter(&self, rules: &RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Box<dyn Interpreter>;

    /// What it says of a position of any size in which nothing has to be searched for; `None` of any other. The trace says by which
    /// clauses.
    fn finished(&self, rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished>;

    /// What it says of a position of any size on which almost nothing is open, so that all that can follow there is searched
    /// ([`crate::solve::frozen`]); `None` where that decides nothing, or is not done for this text. The trace says by which clauses.
    fn nearly_finished(&self, _rules: &RuleSet, _sight: &Sight, _trace: &mut Trace) -> Option<Finished> {
        None
    }

    /// What people should know besides of what it says of such a position, a sentence each ([`Interpreter::remarks`]).
    fn remarks(&self, _rules: &RuleSet, _sight: &Sight, _finished: &Finished) -> Vec<String> {
        Vec::new()
    }

    /// Bounds of the margin of a position of any size, from what is seen at sight; `None` if nothing is known.
    fn bounds(&self, _rules: &RuleSet, _sight: &Sight) -> Option<[i32; 2]> {
        None
    }

    /// What is known of single strings and points where the outcome is open.
    fn partly(&self, _rules: &RuleSet, _sight: &Sight) -> Partly {
        Partly::default()
    }

    /// The procedure of a game that starts from `setup`.
    fn procedure(&self, rules: &RuleSet, setup: &Setup, agree: Agree) -> Box<dyn Procedure>;

    /// The rules of play in a game.
    fn playing(&self, rules: &RuleSet) -> PlayingRules;

    /// Whether the margin counts stones on the board (an area margin) and not prisoners (a territory margin).
    fn counts_stones(&self, _rules: &RuleSet) -> bool {
        false
    }

    /// What a clause refuses in a sequence of moves; `None` if it refuses none.
    fn refusal(&self, rules: &RuleSet, clause: ClauseId) -> Option<Refusal> {
        let PlayingRules { repetition, repetition_clauses, play, suicide, .. } = self.playing(rules);
        match repetition_clauses.iter().position(|c| *c == clause) {
            Some(at) => Some(Refusal::Repetition(repetition[at])),
            None if clause == play => Some(Refusal::Occupied),
            None => (Some(clause) == suicide).then_some(Refusal::Suicide),
        }
    }

    /// The clause by which points are counted.
    fn score_clause(&self) -> ClauseId;

    /// The clause by which stones get a status.
    fn status_clause(&self, life: Life) -> ClauseId;

    /// Its readings of further play, if it lets a position be played on. What follows from them are the answers of [`Document::first_passer`],
    /// [`Document::as_it_stands`], [`Document::only_counts`], [`Document::matters`] and [`Document::practical`].
    fn further_play(&self) -> Option<&'static FurtherPlay> {
        None
    }

    /// Where the outcome depends on who passed first (a game shows it, a bare position does not): the same with this player as
    /// the one who did.
    fn first_passer(&self, rules: &RuleSet, player: Colour) -> Option<RuleSet> {
        self.further_play()?.first_passer(rules, player)
    }

    /// Where the outcome is that of further play: the same applied to the position as it stands.
    fn as_it_stands(&self, rules: &RuleSet) -> Option<RuleSet> {
        self.further_play()?.as_it_stands(rules)
    }

    /// Whether it is a position as it stands that is counted: nothing is solved or searched for.
    fn only_counts(&self, rules: &RuleSet) -> bool {
        self.further_play().is_some_and(|further| further.stands(rules))
    }

    /// Whether its traces are read from what was found with a verdict, so that they cost little beside it.
    fn carries_traces(&self) -> bool {
        false
    }

    /// Whether it makes a difference how a choice is read, the others being read as they are.
    fn matters(&self, rules: &RuleSet, choice: &Choice) -> bool {
        self.further_play().is_none_or(|further| further.matters(rules, choice))
    }

    /// The names by which records mean this rule set (SGF `RU`), and no other: lower case, letters and digits only.
    fn names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The names of other rules in records to which this rule set is the nearest.
    fn nearest_to(&self) -> &'static [NearTo] {
        &[]
    }

    /// The names that people and programs use for rules in general, without "rules" at their end, by which this rule set could be meant.
    fn could_be(&self) -> &'static [&'static str] {
        &[]
    }

    /// Names that the document, or the program that it belongs to, has for combinations of its readings, each with the readings:
    /// `TEXT/NAME`.
    fn named(&self) -> &'static [Named] {
        &[]
    }

    /// Where its choices are what programs declare by `kata-get-rules`: the choices, by the rule there.
    fn declared(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether it is among the rule sets that are compared where none is named.
    fn is_usual(&self) -> bool {
        true
    }

    /// Whether the outcome is the sum of what each player's own sequence of moves brings him, point by point.
    fn values_points_by_play(&self) -> bool {
        false
    }

    /// The game that has to be solved, where it can be solved from every position of a board at once.
    fn solvable(&self, _rules: &RuleSet) -> Option<Solvable> {
        None
    }

    /// Whether whole boards of this size can be judged in practice; those that are too large for any rule set aside.
    fn practical(&self, rules: &RuleSet, grid: Grid) -> Practical {
        self.further_play().map_or(Practical::Yes, |further| further.practical(rules, grid))
    }

    /// Changes to the rule set that may explain a divergence, each with how much it costs to try: of clauses that decide
    /// whether a string lives or what a sequence comes to (a string's status does not show them, so they are found by lifting
    /// them), and of choices.
    fn changes(&self) -> &'static [(Changes, Change)];
}

/// A rule set of the registry, without its readings. Two are equal if their ids are.
#[derive(Clone, Copy)]
pub struct Text(&'static dyn Document);

impl Text {
    /// For the registry.
    pub(crate) const fn of(document: &'static dyn Document) -> Text {
        Text(document)
    }

    /// The reading keys of the text with their values, default first.
    pub fn readings(self) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        self.choices().iter().map(|c| (c.key, c.values))
    }
}

impl Deref for Text {
    type Target = dyn Document;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text with one reading for each of its choices.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RuleSet {
    /// The text.
    pub text: Text,
    pub(super) values: Vec<u8>,
    /// Clauses that are not applied (ids): for showing what a clause decides. Not part of the id.
    pub(super) lifted: Vec<ClauseId>,
}

/// An interpreter of one rule set on one board. It remembers what it has solved, so many positions of one board are best
/// given to one interpreter; the answers do not depend on that.
pub trait Interpreter {
    /// The rule set it interprets.
    fn rules(&self) -> &RuleSet;

    /// Judges a final position, and writes down in the trace by which clauses, with the lines of play that show it. The margin is
    /// Black minus White with no prisoners from before the position.
    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict;

    /// Judges a final position.
    fn judge(&mut self, position: Position) -> Verdict {
        self.decide(position, &mut Trace::silent())
    }

    /// Judges a final position and says by which clauses.
    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let mut trace = Trace::kept();
        let verdict = self.decide(position, &mut trace);
        (verdict, trace.steps())
    }

    /// What people should know of this verdict besides, a sentence each: what players are expected to do before they stop, for
    /// example.
    fn remarks(&mut self, _position: Position, _verdict: &Verdict) -> Vec<String> {
        Vec::new()
    }
}

/// A text as the procedure of one game. Copies are independent of each other.
pub trait Procedure: Send {
    /// The rule set. (Who passed first is taken from the game: a reading `first` has no part in it.)
    fn rules(&self) -> &RuleSet;

    /// What the text says of the start, where it is not the one it expects.
    fn begin(&self) -> Option<Judged>;

    /// Judges the next action of the record, and carries it out if it stands. Steps are counted from 1, whatever becomes of them.
    ///
    /// # Panics
    /// If a point of the action is no point of the grid; readers of records let none pass.
    fn step(&mut self, player: Colour, act: &Act) -> Judged;

    /// What [`Procedure::step`] would say; nothing is carried out.
    fn why(&self, player: Colour, act: &Act) -> Judged {
        self.copy().step(player, act)
    }

    /// The record ends here: what follows from that, if the game has not ended. The last call.
    fn close(&mut self) -> Option<Judged>;

    /// The position on the board, hypothetical or unofficial plays included.
    fn position(&self) -> &PlainPosition;

    /// Who moves next; `None` if no move is to be made, or if any player may.
    fn to_move(&self) -> Option<Colour>;

    /// The phase of the game, in the text's words.
    fn phase(&self) -> &'static str;

    /// Stones taken, by the player who took them, hypothetical and unofficial plays included.
    fn prisoners(&self) -> [u32; 2];

    /// The result, once there is one.
    fn result(&self) -> Option<&GameResult>;

    /// An independent copy.
    fn copy(&self) -> Box<dyn Procedure>;
}

/// Who decides what a text leaves to the players, where the record says nothing.
#[derive(Clone, Copy, Debug)]
pub enum Agree {
    /// Nobody: the game has no result.
    Recorded,
    /// What an SGF file marks after the last move ([`crate::record::Marked`]), where the text lets the players agree on it.
    Marked,
    /// The verdict of best play.
    BestPlay(Budget),
}
