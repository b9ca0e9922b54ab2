//! What the causes of disagreements come down to: a few known ones, which are no mystery to an engine's authors, and the rest.

use super::Question;
use super::cause::UNEXPLAINED;
use super::run::Finding;

/// What a disagreement comes down to. In the order of a report: the ones that say most first, the unexplained last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// The engine does not answer, or answers nonsense; or its board is not what it says.
    Trouble,
    /// A legal play refused, a position, captures or undo.
    Playing,
    /// Which suicide is a move.
    Suicide,
    /// Which repetition is refused.
    Ko,
    /// Whether territory in seki counts.
    Seki,
    /// Dame that were left, which by some texts make seki or leave points open.
    Dame,
    /// Stones that cannot live were left on the board, or what lives is judged otherwise.
    Dead,
    /// Another way of counting, named.
    Count,
    /// The status of stones.
    Status,
    /// A new process answers otherwise.
    NotRepeated,
    /// A score that nothing tried here explains.
    Unexplained,
}

impl Class {
    /// What it is called in a report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Trouble => "no usable answer",
            Class::Playing => "plays, positions, captures",
            Class::Suicide => "suicide",
            Class::Ko => "ko",
            Class::Seki => "territory in seki",
            Class::Dame => "dame left",
            Class::Dead => "dead stones left on the board",
            Class::Count => "another count",
            Class::Status => "status of stones",
            Class::NotRepeated => "not repeated by a new process",
            Class::Unexplained => "unexplained",
        }
    }

    /// What a finding comes down to.
    #[must_use]
    pub fn of(finding: &Finding) -> Class {
        let cause = finding.witness.cause.as_str();
        let has = |part: &str| cause.contains(part);
        match finding.witness.question {
            _ if has(NOT_REPEATED) => Class::NotRepeated,
            _ if cause == UNEXPLAINED => Class::Unexplained,
            _ if has("no usable answer") || has("no answer in time") || has("the engine ended") => Class::Trouble,
            _ if has("too much output") || has("wrong id") || has("size of a board") || has("cannot be started") => {
                Class::Trouble
            }
            Question::Legal(..) if has("suicide") => Class::Suicide,
            Question::Legal(..) if has("ko") => Class::Ko,
            Question::Score if has(SEKI) => Class::Seki,
            Question::Score if has(DAME) => Class::Dame,
            Question::Score if has(DEAD_ALIVE) || has(DEAD_REMOVED) || has(DEAD_PLACE) => Class::Dead,
            Question::Score => Class::Count,
            Question::Status(_) => Class::Status,
            _ => Class::Playing,
        }
    }
}

/// Part of the cause of an answer that a new process does not repeat.
pub const NOT_REPEATED: &str = "that a new process does not repeat";
/// Part of the cause of a score that differs by the territory of strings in seki.
pub const SEKI: &str = "territory in seki";
/// Part of the cause of a score as if dame had been filled.
pub const DAME: &str = "dame";
/// Part of the cause of a score that takes dead stones for alive.
pub const DEAD_ALIVE: &str = "counts every stone as alive";
/// Part of the cause of a score that gives the places of dead stones to their captor, whatever is beside them.
pub const DEAD_PLACE: &str = "the place of each dead stone";
/// Part of the cause of a score without stones that the text leaves on the board.
pub const DEAD_REMOVED: &str = "removes stones";
