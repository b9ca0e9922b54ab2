//! Comparing cases with the program.

use std::fmt::Debug;

use rayon::prelude::*;
use serde::Serialize;

use super::format::{Case, Judge, Moves, Statuses};
use super::moves::replay;
use super::replay::unmet;
use crate::board::index::Index;
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour, Grid};
use crate::law::RuleSet;
use crate::law::procedure::name_of;
use crate::law::{Life, Outcome, PointStatus, Verdict, interpreter};
use crate::solve::Budget;

/// An expectation that is not met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failed {
    /// The file of the case.
    pub file: String,
    /// The name of the case.
    pub case: String,
    /// What was asked.
    pub what: String,
    /// What the case expects.
    pub expected: String,
    /// What the program says.
    pub actual: String,
}

/// A rule set that differs from a ruling, as its case says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// The file of the case.
    pub file: String,
    /// The name of the case.
    pub case: String,
    /// The examples and figures of the commentary.
    pub of: Vec<String>,
    /// The rule set.
    pub rules: String,
    /// Whether it is one in default readings.
    pub default: bool,
    /// What the commentary rules.
    pub says: String,
    /// Why the rule set differs.
    pub why: String,
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// How many cases were run.
    pub cases: usize,
    /// How many expectations they state.
    pub expectations: usize,
    /// Those that are not met, in the order of the files.
    pub failed: Vec<Failed>,
    /// How many cases a commentary has ruled on.
    pub rulings: usize,
    /// Where rule sets differ from these rulings, in the order of the files.
    pub differences: Vec<Difference>,
}

/// Runs cases. The order of the report is that of the cases.
#[must_use]
pub fn run(cases: &[Case]) -> Report {
    let checked: Vec<(Vec<Failed>, Vec<Difference>)> = cases.par_iter().with_max_len(1).map(checked).collect();
    let (failed, differences): (Vec<_>, Vec<_>) = checked.into_iter().unzip();
    Report {
        cases: cases.len(),
        expectations: cases.iter().map(|c| c.judge.len() + c.moves.len() + c.count.len() + c.replay.len()).sum(),
        failed: failed.into_iter().flatten().collect(),
        rulings: cases.iter().filter(|c| c.ruling.is_some()).count(),
        differences: differences.into_iter().flatten().collect(),
    }
}

/// What a rule set says of the board of a case; `None` if the board is too large for it.
#[must_use]
pub fn judge_with(case: &Case, rules: &RuleSet) -> Option<Verdict> {
    let board = Board::new(case.board.grid())?;
    Some(interpreter(rules, &board, Budget::default()).judge(case.board.to_position()?))
}

/// Collects what is not as expected in one case.
struct Check<'a> {
    case: &'a Case,
    failed: Vec<Failed>,
    differences: Vec<Difference>,
}

impl Check<'_> {
    fn same<T: PartialEq>(&mut self, what: &str, expected: &T, actual: &T, show: impl Fn(&T) -> String) {
        if expected != actual {
            self.wrong(what, show(expected), show(actual));
        }
    }

    fn wrong(&mut self, what: &str, expected: String, actual: String) {
        let Case { file, name, .. } = self.case;
        self.failed.push(Failed { file: file.clone(), case: name.clone(), what: what.to_string(), expected, actual });
    }
}

fn checked(case: &Case) -> (Vec<Failed>, Vec<Difference>) {
    let mut check = Check { case, failed: Vec::new(), differences: Vec::new() };
    let judges: Vec<(&Judge, &RuleSet)> =
        case.judge.iter().flat_map(|judge| judge.rules.iter().map(move |rules| (judge, rules))).collect();
    // A few verdicts take most of the time.
    let verdicts: Vec<_> = judges.par_iter().with_max_len(1).map(|(_, rules)| judge_with(case, rules)).collect();
    for ((judge, rules), verdict) in judges.into_iter().zip(verdicts) {
        match verdict {
            Some(verdict) => judged(&mut check, judge, rules, &verdict),
            None => check.wrong(&rules.to_string(), "a verdict".to_string(), "the board is too large".to_string()),
        }
    }
    for moves in &case.moves {
        moved(&mut check, moves);
    }
    for count in &case.count {
        let grid = case.board.grid();
        let what = format!("legal positions of {grid}");
        match Index::new(grid) {
            Ok(index) => check.same(&what, &count.legal_positions, &index.count(), u64::to_string),
            Err(error) => check.wrong(&what, count.legal_positions.to_string(), error.to_string()),
        }
    }
    for (record, expected) in case.record.iter().flat_map(|record| case.replay.iter().map(move |e| (record, e))) {
        for rules in &expected.rules {
            for (what, wanted, found) in unmet(record, expected, rules) {
                check.wrong(&format!("{}: {what}", name_of(rules)), wanted, found);
            }
        }
    }
    (check.failed, check.differences)
}

fn names(grid: Grid, points: &[usize]) -> String {
    let names: Vec<String> = points.iter().map(|&p| grid.name(p)).collect();
    format!("[{}]", names.join(", "))
}

fn judged(check: &mut Check, judge: &Judge, rules: &RuleSet, verdict: &Verdict) {
    let case = check.case;
    check.same(&format!("{rules}: outcome"), &judge.outcome, &verdict.outcome, Outcome::to_string);
    for (what, expected, actual) in unlike(case.board.grid(), &judge.statuses, verdict) {
        check.wrong(&format!("{rules}: {what}"), expected, actual);
    }
    let Some(ruling) = case.ruling.as_ref().filter(|r| r.text == rules.text.prefix()) else { return };
    let found = unlike(case.board.grid(), &ruling.statuses, verdict);
    let what = |point: &str| format!("{rules}: {point}, as ruled in {}", ruling.of.join(", "));
    match (&judge.differs, found.is_empty()) {
        (None, true) => {}
        (None, false) => {
            found.into_iter().for_each(|(point, ruled, actual)| check.wrong(&what(&point), ruled, actual));
        }
        (Some(_), true) => check.wrong(&what("status"), "a difference".to_string(), "none".to_string()),
        (Some(why), false) => check.differences.push(Difference {
            file: case.file.clone(),
            case: case.name.clone(),
            of: ruling.of.clone(),
            rules: rules.to_string(),
            default: RuleSet::defaults().contains(rules),
            says: ruling.says.clone(),
            why: why.clone(),
        }),
    }
}

/// Where a verdict has not these statuses: what was asked, what is expected and what is found.
fn unlike(grid: Grid, statuses: &Statuses, verdict: &Verdict) -> Vec<(String, String, String)> {
    let mut unlike = Vec::new();
    let no_status = || "the text defines no status".to_string();
    for (name, life, expected) in [
        ("alive", Life::Alive, &statuses.alive),
        ("seki", Life::Seki, &statuses.seki),
        ("dead", Life::Dead, &statuses.dead),
    ] {
        for &point in expected.iter().flatten() {
            let found = verdict.status.as_ref().map_or_else(no_status, |status| {
                let string = status.strings.iter().find(|s| s.string.stones >> point & 1 == 1);
                string.map_or("no stone there".to_string(), |s| text_of(s.life))
            });
            if found != text_of(life) {
                unlike.push((grid.name(point), name.to_string(), found));
            }
        }
    }
    for (name, wanted, expected) in [
        ("black-territory", PointStatus::Territory(Colour::Black), &statuses.black_territory),
        ("white-territory", PointStatus::Territory(Colour::White), &statuses.white_territory),
        ("dame", PointStatus::Dame, &statuses.dame),
        ("eyes-in-seki", PointStatus::EyeInSeki(Colour::Black), &statuses.eyes_in_seki),
    ] {
        let Some(expected) = expected else { continue };
        let Some(status) = &verdict.status else {
            unlike.push((name.to_string(), names(grid, expected), no_status()));
            continue;
        };
        // Whose the eyes are is plain from the board.
        let counts = |found: PointStatus| match found {
            PointStatus::EyeInSeki(_) => name == "eyes-in-seki",
            other => other == wanted,
        };
        let actual: Vec<usize> = (0..grid.len()).filter(|&p| counts(status.points[p])).collect();
        if *expected != actual {
            unlike.push((name.to_string(), names(grid, expected), names(grid, &actual)));
        }
    }
    unlike
}

fn text_of(life: Life) -> String {
    shown(&life).to_lowercase()
}

fn shown(value: &impl Debug) -> String {
    format!("{value:?}")
}

fn moved(check: &mut Check, moves: &Moves) {
    let last = moves.line.len() - 1;
    let ko = shown(&moves.ko).to_lowercase();
    let what = format!("move {} of a sequence under ko = {ko}", last + 1);
    let expected = match &moves.refused {
        None => "legal".to_string(),
        Some((clause, _)) => format!("refused by {clause}"),
    };
    let now = match (replay(&check.case.board, &moves.line, moves.ko), &moves.refused) {
        (Ok(now), None) => now,
        (Ok(_), Some(_)) => return check.wrong(&what, expected, "legal".to_string()),
        (Err((at, refusal)), Some((_, wanted))) if at == last && refusal == *wanted => return,
        (Err((at, refusal)), _) => {
            return check.wrong(&what, expected, format!("move {} refused: {}", at + 1, shown(&refusal)));
        }
    };
    if let Some(captured) = moves.captured {
        check.same(&format!("{what}: stones captured"), &captured, &now.captured.len(), usize::to_string);
    }
    if let Some(after) = &moves.after {
        check.same(&format!("{what}: board after"), after, &now.position, one_line);
    }
}

/// The position on one line.
fn one_line(position: &PlainPosition) -> String {
    let stone = |p: usize| position.at(p).map_or('.', |c| if c == Colour::Black { 'X' } else { 'O' });
    let rows: Vec<String> = (0..position.grid().rows())
        .map(|r| (0..position.grid().cols()).map(|c| stone(r * position.grid().cols() + c)).collect())
        .collect();
    rows.join("/")
}
