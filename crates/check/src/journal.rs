//! What a check has done so far, line by line beside the report: a run that is killed is gone on with where it was.
//!
//! The first line says what is checked. Then comes a line for each wrong answer and, after those of its unit, one for the unit; what a
//! kill has cut off in the middle of a unit is left out when the journal is read.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::Disagreement;
use super::findings::{Done, State};
use super::jobs::{Job, Suite};
use super::written::{self, BadReport, Earlier};

/// The most bytes of a journal that is read again.
pub const MOST_BYTES: u64 = 1 << 30;

/// A journal in work.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// How much of what could not be checked it has.
    unchecked: usize,
}

impl Journal {
    /// Begins a journal; there must be none.
    ///
    /// # Errors
    /// The file cannot be written, or exists.
    pub fn begin(path: &Path, [rules, command, settings]: &[String; 3]) -> io::Result<Journal> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let mut journal = Journal { file, unchecked: 0 };
        let head = json!({
            "kind": "journal", "program": written::PROGRAM, "rules": rules, "command": command, "settings": settings,
        });
        journal.file.write_all(format!("{head}\n").as_bytes())?;
        Ok(journal)
    }

    /// Goes on with a journal of which so many bytes are whole lines.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn go_on(path: &Path, whole: u64) -> io::Result<Journal> {
        let file = OpenOptions::new().append(true).open(path)?;
        // A line that a kill has cut short is taken off.
        file.set_len(whole)?;
        Ok(Journal { file, unchecked: 0 })
    }

    /// Adds a unit and what was found in it; what came out of the sequences, and what could not be checked, as far as it is new.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn unit(&mut self, job: &Job, done: Done, found: &[(Suite, Disagreement)], state: &State) -> io::Result<()> {
        let mut lines = String::new();
        for (what, why) in state.unchecked.iter().skip(self.unchecked) {
            lines += &format!("{}\n", json!({ "kind": "unchecked", "what": what, "why": why }));
        }
        self.unchecked = state.unchecked.len();
        if let Some(found) = state.implemented.as_ref().filter(|_| job.suite == Suite::Ko) {
            lines += &format!("{}\n", written::implemented_json(found));
        }
        for (suite, found) in found {
            lines += &format!("{}\n", written::disagreement_json(*suite, found));
        }
        lines += &format!("{}\n", written::job_json("unit", job, done));
        self.file.write_all(lines.as_bytes())
    }
}

/// What a journal has kept.
#[derive(Debug, Default)]
pub struct Kept {
    /// What had been done, without findings.
    pub earlier: Earlier,
    /// The wrong answers of the units that were done.
    pub found: Vec<(Suite, Disagreement)>,
    /// The bytes of the lines up to the last unit.
    pub whole: u64,
}

/// Reads a journal.
///
/// # Errors
/// [`BadReport`]: a line that is none of a journal. A last line that is cut short is no error.
pub fn read(text: &str) -> Result<Kept, BadReport> {
    let mut kept = Kept::default();
    let (mut pending, mut at) = (Vec::new(), 0);
    for (i, line) in text.split_inclusive('\n').enumerate() {
        at += line.len() as u64;
        if !line.ends_with('\n') {
            break;
        }
        let bad = |what: &str| BadReport { line: i + 1, what: what.to_string() };
        let value: Value = serde_json::from_str(line).map_err(|e| bad(&format!("no JSON: {e}")))?;
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_string();
        match value["kind"].as_str() {
            Some("journal") => {
                kept.earlier.about = [text("rules"), text("command"), text("settings")];
                kept.earlier.program = text("program");
                kept.whole = at;
            }
            Some("unchecked") if !kept.earlier.unchecked.contains(&(text("what"), text("why"))) => {
                kept.earlier.unchecked.push((text("what"), text("why")));
            }
            Some("unchecked") => {}
            Some("implemented") => kept.earlier.implemented = written::read_implemented(&value),
            Some("found") => pending.push(written::read_found(&value).ok_or_else(|| bad("no wrong answer"))?),
            Some("unit") => {
                kept.earlier.done.insert(text("job"), written::read_done(&value));
                kept.found.append(&mut pending);
                kept.whole = at;
            }
            _ => return Err(bad("no line of a journal of `shinpan check`")),
        }
    }
    Ok(kept)
}
