//! Verdicts on positions in which the life of some strings is undecided: what they come to whichever of these live.

use super::clause::ClauseId;
use super::trace::{Trace, string_name};
use super::verdict::{Life, Outcome, PointStatus, Status, StringStatus, Verdict};
use crate::board::Board;

/// The statuses that the strings may have, one of which is theirs: the first, which an account is given of, and the others.
pub struct Alternatives {
    /// By string.
    pub first: Vec<StringStatus>,
    /// By way and string.
    pub others: Vec<Vec<StringStatus>>,
}

/// The strings with each of those whose life is undecided alive or dead, all of them alive first; `None` if they are more than `most`.
#[must_use]
pub fn each_way(strings: &[StringStatus], most: usize) -> Option<Alternatives> {
    let open: Vec<usize> = (0..strings.len()).filter(|&i| strings[i].life == Life::Undecided).collect();
    let alive_or_dead = |way: usize| {
        let mut strings = strings.to_vec();
        for (at, &i) in open.iter().enumerate() {
            strings[i].life = if way >> at & 1 == 0 { Life::Alive } else { Life::Dead };
        }
        strings
    };
    let ways = || Alternatives { first: alive_or_dead(0), others: (1..1 << open.len()).map(alive_or_dead).collect() };
    (open.len() <= most).then(ways)
}

/// What the verdicts of all ways have in common, one of which is that of the position. If they are one margin, it is made up as in the
/// first way, and `cite` says so in the trace. The strings that they differ in are undecided by `clause`.
pub fn whichever(
    ways: Alternatives,
    clause: ClauseId,
    trace: &mut Trace,
    cite: impl FnOnce(&mut Trace),
    mut judge: impl FnMut(Vec<StringStatus>, &mut Trace) -> Verdict,
) -> Verdict {
    if ways.others.is_empty() {
        return judge(ways.first, trace);
    }
    let one = judge(ways.first.clone(), &mut Trace::silent());
    let verdict = ways.others.into_iter().fold(one, |one, way| common(one, judge(way, &mut Trace::silent()), clause));
    if trace.is_kept() && verdict.outcome.margin().is_some() {
        cite(trace);
        judge(ways.first, trace);
    }
    verdict
}

/// What the trace says where the margin is the same whatever the open strings are: what they may be, and what they are taken for.
pub fn alike(board: &Board, strings: &[StringStatus], either: &str, taken: &str) -> String {
    let open = strings.iter().filter(|s| s.life == Life::Undecided);
    let open: Vec<String> = open.map(|s| string_name(board, s.string)).collect();
    format!("{either}, the margin is the same, and it is made up as if these were {taken}: {}", open.join(", "))
}

/// A margin if both have the same, with the claims of the first; if not, bounds.
fn common(one: Verdict, other: Verdict, clause: ClauseId) -> Verdict {
    let (outcome, claims) = if one.outcome == other.outcome {
        (one.outcome, one.claims)
    } else {
        let ((_, lo, hi), (_, other_lo, other_hi)) = (one.outcome.parts(), other.outcome.parts());
        (Outcome::Undecided { lo: lo.min(other_lo), hi: hi.max(other_hi) }, Vec::new())
    };
    let mut notes = one.notes;
    notes.history |= other.notes.history;
    Verdict { outcome, status: one.status.zip(other.status).map(|(a, b)| both(a, b, clause)), claims, notes }
}

/// What is not the same in both is undecided.
fn both(mut one: Status, other: Status, clause: ClauseId) -> Status {
    for (s, other) in one.strings.iter_mut().zip(&other.strings).filter(|(s, other)| s.life != other.life) {
        s.clause = if s.clause == other.clause { s.clause } else { clause };
        s.life = Life::Undecided;
    }
    for (p, _) in one.points.iter_mut().zip(&other.points).filter(|(p, other)| p != other) {
        *p = PointStatus::Undecided;
    }
    one
}
