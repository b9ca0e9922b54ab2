//! Records as text that people type: one action a line, `#` begins a comment.
//!
//! ```text
//! size 3x3          # or: board X.O/.../... ; to-move W ; komi 6.5 ; rules NAME ; result B+3
//! B B2
//! W pass
//! B claim dead none
//! ```

use super::game::{Act, Action, Komi, MOST_ACTIONS, Record, Setup};
use super::place::{BadRecord, Place};
use crate::board::{Colour, Grid, diagram};
use crate::foreign;

/// The ways to write an action after `B` or `W`, for messages and help.
pub const WORDS: [&str; 20] = [
    "C3",
    "pass",
    "pass-for-ko C3",
    "resign",
    "handicap D4 Q16",
    "claim dead A1 C3 (or: none)",
    "claim seki A1",
    "agree",
    "disagree",
    "resume",
    "play-out",
    "return",
    "examine C3",
    "offer no-result",
    "accept",
    "refuse",
    "moved C3 D3",
    "effective-move C3",
    "object",
    "confirm",
];

/// What is wrong with a line: the column of the word, counted from 0 in characters, and the message.
type Wrong = (usize, String);

/// The words of a line with the columns at which they begin.
fn words(line: &str) -> Vec<(usize, &str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut start = None;
    let mut columns = 0;
    for (column, (at, ch)) in line.char_indices().enumerate() {
        columns = column + 1;
        match (ch.is_whitespace(), start) {
            (false, None) => start = Some((column, at)),
            (true, Some((from, begin))) => {
                found.push((from, &line[begin..at]));
                start = None;
            }
            _ => {}
        }
    }
    if let Some((from, begin)) = start {
        debug_assert!(from < columns);
        found.push((from, &line[begin..]));
    }
    found
}

/// Reads one action, for example `B claim dead A1 A2`.
///
/// # Errors
/// The column, from 0, and what is wrong there.
pub fn parse_action(line: &str, grid: Grid) -> Result<(Colour, Act), (usize, String)> {
    let words = words(line);
    let expected = || format!("expected B or W and one of: {}", WORDS.join(", "));
    let Some(&(column, player)) = words.first() else { return Err((0, expected())) };
    let player = match player {
        "B" | "b" | "Black" | "black" => Colour::Black,
        "W" | "w" | "White" | "white" => Colour::White,
        other => return Err((column, format!("`{other}` is no player: {}", expected()))),
    };
    act(&words[1..], grid, line.chars().count()).map(|act| (player, act))
}

fn act(words: &[(usize, &str)], grid: Grid, end: usize) -> Result<Act, Wrong> {
    let point = |&(column, word): &(usize, &str)| grid.point(word).map_err(|e| (column, e.to_string()));
    let Some(&(column, word)) = words.first() else {
        return Err((end, format!("an action is missing: one of {}", WORDS.join(", "))));
    };
    let rest = &words[1..];
    // Exactly this many words follow.
    let exactly = |n: usize| match rest.len() {
        len if len == n => Ok(()),
        len if len < n => Err((end, format!("`{word}` needs {n} point{} after it", if n == 1 { "" } else { "s" }))),
        _ => Err((rest[n].0, format!("nothing is expected after this action, found `{}`", rest[n].1))),
    };
    let one = |make: fn(usize) -> Act| exactly(1).and_then(|()| point(&rest[0])).map(make);
    let none = |act: Act| exactly(0).map(|()| act);
    match word {
        "pass" => none(Act::Pass),
        "pass-for-ko" => one(Act::PassForKo),
        "resign" => none(Act::Resign),
        "handicap" if rest.is_empty() => Err((end, "`handicap` needs points after it".to_string())),
        "handicap" | "claim" if rest.len() > grid.len() + 1 => {
            Err((rest[grid.len()].0, format!("more points than the {grid} board has")))
        }
        "handicap" => Ok(Act::Handicap(rest.iter().map(point).collect::<Result<_, _>>()?)),
        "claim" => {
            let &(column, what) =
                rest.first().ok_or_else(|| (end, "`claim` needs `dead` or `seki` after it".to_string()))?;
            let points = match &rest[1..] {
                [] => return Err((end, format!("`claim {what}` needs points after it, or `none`"))),
                [(_, "none")] => Vec::new(),
                points => points.iter().map(point).collect::<Result<_, _>>()?,
            };
            match what {
                "dead" => Ok(Act::ClaimDead(points)),
                "seki" => Ok(Act::ClaimSeki(points)),
                _ => Err((column, format!("`{what}` cannot be claimed: write `claim dead` or `claim seki`"))),
            }
        }
        "agree" => none(Act::Agree),
        "disagree" => none(Act::Disagree),
        "resume" => none(Act::RequestResumption),
        "play-out" => none(Act::RequestPlayOut),
        "return" => none(Act::Return),
        "examine" => one(Act::Examine),
        "offer" => match rest {
            [(_, "no-result")] => Ok(Act::OfferNoResult),
            [] => Err((end, "`offer` needs `no-result` after it".to_string())),
            [(column, other), ..] => Err((*column, format!("`{other}` cannot be offered: write `offer no-result`"))),
        },
        "accept" => none(Act::Accept),
        "refuse" => none(Act::Refuse),
        "moved" => {
            exactly(2)?;
            Ok(Act::MoveStone { from: point(&rest[0])?, to: point(&rest[1])? })
        }
        "effective-move" => one(Act::EffectiveMove),
        "object" => none(Act::Object),
        "confirm" => none(Act::Confirm),
        _ => {
            let p = grid.point(word).map_err(|e| (column, format!("{e}, or one of: {}", WORDS[1..].join(", "))))?;
            exactly(0).map(|()| Act::Play(p))
        }
    }
}

/// Whether a line is one that stands before the first action of a script.
pub(super) fn is_header(line: &[u8]) -> bool {
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    Header::KEYS.iter().any(|key| key.as_bytes() == word)
}

/// Reads a script.
///
/// # Errors
/// [`BadRecord`] of the first line that is wrong.
pub fn read(file: &str, text: &str) -> Result<Record, BadRecord> {
    let mut header = Header::default();
    let mut record: Option<Record> = None;
    for (number, raw) in text.lines().enumerate() {
        let line = raw.split_once('#').map_or(raw, |(before, _)| before);
        let Some(&(column, first)) = words(line).first() else { continue };
        let bad =
            |(column, message): Wrong| BadRecord::new(file, Place { line: number + 1, column: column + 1 }, &message);
        if Header::KEYS.contains(&first) {
            if record.is_some() {
                return Err(bad((column, format!("`{first}` belongs before the first action"))));
            }
            header.take(line, column, first).map_err(bad)?;
            continue;
        }
        let record = match &mut record {
            Some(record) => record,
            None => {
                let setup = header.setup().map_err(|message| bad((column, message)))?;
                record.insert(Record::new(setup))
            }
        };
        if record.actions.len() == MOST_ACTIONS {
            return Err(bad((column, format!("more than {MOST_ACTIONS} actions: expected the end of the record"))));
        }
        let (player, act) = parse_action(line, record.grid()).map_err(bad)?;
        let place = Place { line: number + 1, column: column + 1 };
        record.actions.push(Action { place, ..Action::new(player, act) });
    }
    match record {
        Some(record) => Ok(record),
        None => {
            let place = Place { line: text.lines().count().max(1), column: 1 };
            header.setup().map(Record::new).map_err(|message| BadRecord::new(file, place, &message))
        }
    }
}

/// The lines before the first action.
#[derive(Default)]
struct Header {
    setup: Option<Setup>,
    to_move: Option<Colour>,
    komi: Option<Komi>,
    rules: Option<String>,
    result: Option<String>,
}

impl Header {
    const KEYS: [&'static str; 6] = ["size", "board", "to-move", "komi", "rules", "result"];

    fn take(&mut self, line: &str, column: usize, key: &str) -> Result<(), Wrong> {
        let value = line.trim()[key.len()..].trim();
        let at =
            column + line.trim_start().chars().count() - line.trim_start()[key.len()..].trim_start().chars().count();
        if value.is_empty() {
            return Err((at, format!("`{key}` needs a value after it")));
        }
        let twice = match key {
            "size" | "board" => self.setup.is_some(),
            "to-move" => self.to_move.is_some(),
            "komi" => self.komi.is_some(),
            "rules" => self.rules.is_some(),
            _ => self.result.is_some(),
        };
        if twice {
            return Err((column, format!("`{key}` is given twice (a record has either a size or a board)")));
        }
        match key {
            "size" => self.setup = Some(Setup::new(Grid::parse(value).map_err(|e| (at, e.to_string()))?)),
            "board" => {
                let position = diagram::parse(value).map_err(|e| (at, e.to_string()))?;
                self.setup = Some(Setup { position: position.clone(), ..Setup::new(position.grid()) });
            }
            "to-move" => {
                self.to_move = Some(match value {
                    "B" => Colour::Black,
                    "W" => Colour::White,
                    _ => return Err((at, format!("`{value}` is no player: write B or W"))),
                });
            }
            "komi" => {
                let komi = Komi::parse(value);
                self.komi = Some(komi.ok_or_else(|| (at, format!("`{value}` is no komi: write for example 6.5")))?);
            }
            "rules" => self.rules = Some(value.to_string()),
            _ => self.result = Some(value.to_string()),
        }
        Ok(())
    }

    fn setup(&self) -> Result<Setup, String> {
        let setup =
            self.setup.clone().ok_or("a script begins with the board: `size ROWSxCOLUMNS`, or `board X.O/...`")?;
        Ok(Setup {
            to_move: self.to_move,
            komi: self.komi,
            rules: self.rules.clone(),
            result: self.result.clone(),
            ..setup
        })
    }
}

/// The record as a script. Line ends in texts become blanks.
#[must_use]
pub fn write(record: &Record) -> String {
    let Setup { position, to_move, komi, rules, result, .. } = &record.setup;
    let grid = record.grid();
    // Whole, however long: this is no message.
    let one_line = |text: &str| {
        foreign::lines(&text.replace('#', " ").split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
    };
    let mut out = if position.cells().iter().all(Option::is_none) {
        format!("size {grid}\n")
    } else {
        format!("board {position}\n")
    };
    if let Some(player) = to_move {
        out.push_str(&format!("to-move {}\n", player.letter()));
    }
    if let Some(komi) = komi {
        out.push_str(&format!("komi {komi}\n"));
    }
    for (key, text) in [("rules", rules), ("result", result)] {
        if let Some(text) = text.as_deref().map(one_line).filter(|t| !t.is_empty()) {
            out.push_str(&format!("{key} {text}\n"));
        }
    }
    for action in &record.actions {
        out.push_str(&action.text(grid));
        out.push('\n');
    }
    out
}
