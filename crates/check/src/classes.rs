//! What the causes of disagreements come down to: a few known ones, which are no mystery to an engine's authors, and the rest.

use super::cause::{NOT_REPEATED, UNEXPLAINED};
use super::family::Family;
use super::findings::Finding;

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
        match finding.about {
            _ if has(NOT_REPEATED) => Class::NotRepeated,
            Family::Protocol => Class::Trouble,
            Family::SuicideOfOne | Family::SuicideOfSeveral => Class::Suicide,
            Family::Repetition => Class::Ko,
            Family::Score if cause.starts_with(UNEXPLAINED) => Class::Unexplained,
            Family::Score if has(SEKI) => Class::Seki,
            Family::Score if has(DAME) => Class::Dame,
            Family::Score if has(DEAD) => Class::Dead,
            Family::Score => Class::Count,
            Family::Status(_) => Class::Status,
            _ => Class::Playing,
        }
    }
}

/// Part of the cause of a score that differs by the territory of strings in seki.
const SEKI: &str = "territory in seki";
/// Part of the cause of a score as if dame had been filled.
const DAME: &str = "dame";
/// Part of the cause of a score that has to do with dead stones.
const DEAD: &str = "dead stone";
