//! A rules document as the rest of the program sees it: what can be asked of a text without knowing which one it is.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::{ClauseId, KoRule, Life, Refusal, RuleSet, Trace};
use crate::board::{Board, Colour, Grid};
use crate::law::Interpreter;
use crate::law::changes::{Change, Changes};
use crate::law::facts::Facts;
use crate::law::finished::{Finished, Sight};
use crate::law::further::FurtherPlay;
use crate::law::partly::Partly;
use crate::law::procedure::{Agree, Procedure};
use crate::law::solved::Solvable;
use crate::record::Setup;
use crate::solve::Budget;

/// A choice that a text leaves open. Made from the clause files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its name, for example `enable`.
    pub key: &'static str,
    /// The clause that leaves it open.
    pub clause: ClauseId,
    /// The ways to read it, the default first.
    pub values: &'static [&'static str],
    /// There is no default: a bare rule set stands for all values.
    pub required: bool,
    /// Which of the text's choices it is, from 0.
    pub number: usize,
}

/// A reading: a choice of one text, as a type whose values are the ways to read it. Made from the clause files.
pub trait Reading: Copy + Eq + 'static {
    /// The choice.
    const CHOICE: Choice;
    /// The values, the default first.
    const ALL: &'static [Self];
}

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

/// Rules that records name and that no rule set here is, of which one is the nearest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearTo {
    /// The names: lower case, letters and digits only.
    pub names: &'static [&'static str],
    /// What has to be said of taking this rule set for them, after its name.
    pub warning: &'static str,
}

/// A name for a combination of readings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// What it fixes; other choices are read by default.
    pub readings: &'static [(&'static str, &'static str)],
}

/// Whether whole boards can be judged in practice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Practical {
    /// Yes.
    Yes,
    /// Where there are few positions: each needs a long search.
    FewPositions,
    /// Where there are few positions: each needs a search of seconds. Over several boards only the smallest are looked at.
    Slow,
    /// No.
    No,
}

/// The rules of play in a game, for whoever only has to know which plays are legal, and by which clause.
#[derive(Clone, Copy, Debug)]
pub struct PlayingRules {
    /// The rules on repetition.
    pub repetition: &'static [KoRule],
    /// Their clauses, in the same order.
    pub repetition_clauses: &'static [ClauseId],
    /// By which a play is made, and refused on an occupied point.
    pub play: ClauseId,
    /// By which suicide is forbidden; `None` where it is a move.
    pub suicide: Option<ClauseId>,
    /// Where suicide is a move, by which one that changes nothing is refused; `None` if nothing but a rule on repetition does.
    pub unchanged: Option<ClauseId>,
    /// By which who passes hands over a stone as a prisoner, White making the last pass; `None` where passes cost nothing.
    pub pass_stones: Option<ClauseId>,
    /// How White is paid for handicap stones; `None` where they are not made up for.
    pub handicap_points: Option<HandicapPoints>,
    /// What ends a game besides two successive passes.
    pub ending: Ending,
}

/// White's points for handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandicapPoints {
    /// The clause.
    pub clause: ClauseId,
    /// How many of the stones bring nothing; each of the others brings a point.
    pub free: usize,
}

impl HandicapPoints {
    /// The points for so many stones.
    #[must_use]
    pub fn of(self, stones: usize) -> usize {
        stones.saturating_sub(self.free)
    }
}

/// What ends a game besides two successive passes, and what a first pass is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ending {
    /// The first pass of the game is not one of the two that end it, and rules on repetition mind nothing that was before it.
    pub free_pass: bool,
    /// A pass in a position in which its player has passed before ends the game, and so does the third time that a turn begins in the
    /// same position without a pass between: the clauses of both.
    pub repetition: Option<[ClauseId; 2]>,
    /// A position in which every point is of a pass-alive string or in pass-alive territory ends the game: the clause.
    pub settled: Option<ClauseId>,
    /// What ends play there is not the end of the game: phases of another kind follow.
    pub goes_on: bool,
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
