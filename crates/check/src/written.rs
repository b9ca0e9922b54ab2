//! The JSON lines of reports and journals: what is found, as it is written and as it is read again.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::family::Family;
use super::findings::{Done, Finding};
use super::implemented::Implemented;
use super::jobs::{Job, Suite};
use super::{Disagreement, MoveRecord, Question, Status};
use crate::board::Grid;
use crate::gtp::game::Move;
use crate::gtp::protocol::{parse_colour, parse_vertex, vertex};

/// The program and its version, as reports name it.
pub const PROGRAM: &str = concat!("shinpan ", env!("CARGO_PKG_VERSION"));

/// The most bytes of a report that is read again.
pub const MOST_BYTES: u64 = 64 << 20;

/// A file that is no report of a check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadReport {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// What an engine implements of the rules on repetition and suicide.
pub(super) fn implemented_json(found: &Implemented) -> Value {
    let answers: serde_json::Map<String, Value> = found.answers.iter().map(|(k, v)| (k.clone(), json!(v))).collect();
    json!({
        "kind": "implemented", "board": found.grid.to_string(), "repetition": found.ko, "suicide": found.suicide,
        "answers": answers,
    })
}

/// What has been done of a job.
pub(super) fn job_json(kind: &str, job: &Job, done: Done) -> Value {
    json!({
        "kind": kind, "job": job.name(), "done": done.units, "of": job.units, "questions": done.questions,
        "skipped": done.skipped, "declined": done.declined, "disagreements": done.disagreements,
    })
}

/// What [`job_json`] says.
pub(super) fn read_done(value: &Value) -> Done {
    let number = |key: &str| value[key].as_u64().unwrap_or_default();
    Done {
        units: number("done"),
        questions: number("questions"),
        skipped: number("skipped"),
        declined: number("declined"),
        disagreements: number("disagreements"),
    }
}

/// A wrong answer.
pub(super) fn disagreement_json(suite: Suite, found: &Disagreement) -> Value {
    let Disagreement { record, question, expected, clause, got, cause } = found;
    let moves: Vec<[String; 2]> =
        record.moves.iter().map(|m| [m.player.letter().to_string(), vertex(record.grid, m.point)]).collect();
    json!({
        "kind": "found", "cause": cause, "suite": suite, "board": record.grid.to_string(), "moves": moves,
        "question": question_json(record.grid, question), "expected": expected, "clause": clause, "got": got,
    })
}

/// What [`disagreement_json`] says.
pub(super) fn read_found(value: &Value) -> Option<(Suite, Disagreement)> {
    let text = |key: &str| value[key].as_str().map(str::to_string);
    let grid = Grid::parse(value["board"].as_str()?).ok()?;
    let moves = value["moves"].as_array()?.iter().map(|m| read_move(grid, m)).collect::<Option<_>>()?;
    let found = Disagreement {
        record: MoveRecord { grid, moves },
        question: read_question(grid, &value["question"])?,
        expected: text("expected")?,
        clause: text("clause")?,
        got: text("got")?,
        cause: text("cause")?,
    };
    Some((serde_json::from_value(value["suite"].clone()).ok()?, found))
}

fn question_json(grid: Grid, question: &Question) -> Value {
    let at = |m: &Move| [m.player.letter().to_string(), vertex(grid, m.point)];
    match question {
        Question::Legal(player, p) => json!({ "legal": at(&Move::play(*player, *p)) }),
        Question::Undo(made) => json!({ "undo": at(made) }),
        Question::Stones => json!("stones"),
        Question::Captures => json!("captures"),
        Question::Score => json!("score"),
        Question::Status(status) => json!({ "status": status.name() }),
    }
}

fn read_question(grid: Grid, value: &Value) -> Option<Question> {
    let made = |value: &Value| read_move(grid, value);
    Some(match value {
        Value::String(name) => match name.as_str() {
            "stones" => Question::Stones,
            "captures" => Question::Captures,
            "score" => Question::Score,
            _ => return None,
        },
        _ => {
            let (key, of) = value.as_object()?.iter().next()?;
            match key.as_str() {
                "legal" => made(of).and_then(|m| m.point.map(|p| Question::Legal(m.player, p)))?,
                "undo" => Question::Undo(made(of)?),
                "status" => Question::Status(Status::ALL.into_iter().find(|s| Some(s.name()) == of.as_str())?),
                _ => return None,
            }
        }
    })
}

fn read_move(grid: Grid, value: &Value) -> Option<Move> {
    let [player, point] = value.as_array()?.as_slice() else { return None };
    Some(Move { player: parse_colour(player.as_str()?).ok()?, point: parse_vertex(grid, point.as_str()?).ok()? })
}

/// What a report says has been done, for a run that goes on from it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Earlier {
    /// The rule set, the command of the engine and the settings.
    pub about: [String; 3],
    /// The program that wrote it.
    pub program: String,
    /// By the name of the job.
    pub done: BTreeMap<String, Done>,
    /// By key.
    pub findings: BTreeMap<String, Finding>,
    /// See [`super::findings::State`].
    pub unchecked: Vec<(String, String)>,
    /// See [`super::findings::State`].
    pub implemented: Option<Implemented>,
    /// See [`super::findings::State`].
    pub left_large: u64,
}

/// Reads a report.
///
/// # Errors
/// [`BadReport`]: the first line that is not of one.
pub fn read(text: &str) -> Result<Earlier, BadReport> {
    let mut earlier = Earlier::default();
    for (i, line) in text.lines().enumerate() {
        let bad = |what: &str| BadReport { line: i + 1, what: what.to_string() };
        let value: Value = serde_json::from_str(line).map_err(|e| bad(&format!("no JSON: {e}")))?;
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_string();
        let number = |key: &str| value[key].as_u64().unwrap_or_default();
        match value["kind"].as_str() {
            Some("run") => {
                earlier.about = [text("rules"), text("command"), text("settings")];
                earlier.program = text("program");
            }
            // What is not so any more is of no use later.
            Some("mended") => {}
            Some("unchecked") => earlier.unchecked.push((text("what"), text("why"))),
            Some("implemented") => earlier.implemented = Some(read_implemented(&value).ok_or_else(|| bad("no board"))?),
            Some("job") => {
                earlier.done.insert(text("job"), read_done(&value));
            }
            Some("finding") => {
                let finding = read_finding(&value).ok_or_else(|| bad("no finding: board, moves and question"))?;
                earlier.findings.insert(text("key"), finding);
            }
            Some("end") => earlier.left_large = number("left-large"),
            _ => return Err(bad("no line of a report by `shinpan check`: it has no `kind` known here")),
        }
    }
    Ok(earlier)
}

/// What [`implemented_json`] says.
pub(super) fn read_implemented(value: &Value) -> Option<Implemented> {
    let texts = |v: &Value| v.as_array().into_iter().flatten().filter_map(|t| t.as_str().map(str::to_string)).collect();
    let answers = value["answers"].as_object()?.iter();
    Some(Implemented {
        grid: Grid::parse(value["board"].as_str()?).ok()?,
        ko: texts(&value["repetition"]),
        suicide: value["suicide"].as_str()?.to_string(),
        answers: answers.map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default().to_string())).collect(),
    })
}

fn read_finding(value: &Value) -> Option<Finding> {
    let (suite, witness) = read_found(value)?;
    let about = Family::named(value["about"].as_str()?)?;
    let found_with = value["found-with-moves"].as_u64()? as usize;
    let shapes = value["shapes"].as_object()?.iter().map(|(shape, n)| Some((shape.clone(), n.as_u64()?)));
    let (count, shapes) = (value["count"].as_u64()?, shapes.collect::<Option<_>>()?);
    Some(Finding { suite, about, count, witness, found_with, shapes })
}
