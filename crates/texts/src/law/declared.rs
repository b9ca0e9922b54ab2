//! What a text declares of itself, as data: the choices that it leaves open, its rules of play, its names.

use super::clause::ClauseId;
use super::repetition::KoRule;

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

/// The readings of a text that lets what an agreement leaves open be played on: whether the position is counted as it stands or is played
/// on, and who then moves first.
#[derive(Clone, Copy, Debug)]
pub struct FurtherPlay {
    /// The choice with the values `as-it-stands` and `play-out`, and perhaps others.
    pub agreement: Choice,
    /// The choice with the values `black` and `white`.
    pub first: Choice,
    /// The points of the largest board of one row, and of the largest other one, of which every position is played on by default: the
    /// histories of further play are practical on boards with few positions only.
    pub most: [usize; 2],
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

impl PlayingRules {
    /// These rules on repetition with their clauses, plays by this one, and nothing more: suicide is a move, passes cost nothing, handicap
    /// stones are not made up for, and two successive passes end a game.
    #[must_use]
    pub const fn of(
        repetition: &'static [KoRule],
        repetition_clauses: &'static [ClauseId],
        play: ClauseId,
    ) -> PlayingRules {
        let ending =
            Ending { free_pass: false, outlasts_passes: false, repetition: None, settled: None, goes_on: false };
        PlayingRules {
            repetition,
            repetition_clauses,
            play,
            suicide: None,
            unchanged: None,
            pass_stones: None,
            handicap_points: None,
            ending,
        }
    }
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
    /// Two successive passes do not end the game.
    pub outlasts_passes: bool,
    /// A pass in a position in which its player has passed before ends the game, and so does the third time that a turn begins in the
    /// same position without a pass between: the clauses of both.
    pub repetition: Option<[ClauseId; 2]>,
    /// A position in which every point is of a pass-alive string or in pass-alive territory ends the game: the clause.
    pub settled: Option<ClauseId>,
    /// What ends play there is not the end of the game: phases of another kind follow.
    pub goes_on: bool,
}
