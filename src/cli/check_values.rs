//! `shinpan check --values`: a table of values that others have made against those of a rule set, the smallest wrong entry, and a line
//! of play that shows why.

mod reading;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::reading::Table;
use super::check_games::Out;
use super::memory::MemoryArg;
use super::output::{OutputFolder, to_stdout};
use super::solve::TablesArg;
use super::solving::Means;
use super::value::{line_words, move_name};
use super::waiting::meanwhile;
use super::{BudgetArg, Effort, Exit, Failure};
use crate::atlas::WholeBoard;
use crate::atlas::best::written;
use crate::atlas::claimed::{self, Compared, Wrong};
use crate::atlas::values::{BestLine, Values};
use crate::board::diagram;
use crate::law::{Outcome, RuleSet};
use crate::report::board::Drawn;
use crate::solve::Budget;
use crate::solve::whole::classes::MAX_WHOLE_POINTS;

/// What concerns tables of values alone.
#[derive(clap::Args)]
pub struct ValuesArgs {
    /// A table of values to check instead, of one board of up to 16 points: CSV, JSON lines or Parquet with columns `position`,
    /// `to-move` and `value` (Black minus White, from there on without history). With --out every wrong entry is in values.jsonl
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engine", "games", "baseline", "cases", "resume"], requires = "rules")]
    pub values: Option<PathBuf>,
    /// With --values: the column of the values [default: `value`, or the only one left]
    #[arg(long, value_name = "NAME", requires = "values")]
    column: Option<String>,
    /// With --values: folder that keeps what has been found on the board, as `value --keep --resume` does
    #[arg(long, value_name = "DIR", requires = "values")]
    keep: Option<PathBuf>,
}

/// The files written.
const FILES: [&str; 2] = ["values.jsonl", "summary.md"];
/// Wrong entries that the summary names.
const NAMED: usize = 20;

/// Compares the table in a file with a rule set.
///
/// # Errors
/// The table cannot be read, or its board not be solved; or something of it was not compared and the rest is right.
pub fn run(
    args: &ValuesArgs,
    path: &Path,
    sets: &[RuleSet],
    states: Option<Budget>,
    out: &Out,
) -> Result<Exit, Failure> {
    let folder = out.dir.map(|dir| OutputFolder::prepare(dir, out.force, &FILES)).transpose()?;
    let table = reading::read(path, args.column.as_deref())?;
    let grid = table.grid;
    if grid.len() > MAX_WHOLE_POINTS {
        return Err(super::value::too_large(grid));
    }
    if let Some(twice) = claimed::contradiction(&table.entries) {
        let [first, other] = [twice.first, twice.other].map(|at| table.places[at]);
        return Err(Failure(format!(
            "{}:{other}: another value than at {first} for the same position",
            path.display()
        )));
    }
    let (tables, memory) = (TablesArg::default(), MemoryArg::default());
    let effort = Effort { budget: BudgetArg { budget: states }, threads: None };
    let keep = args.keep.as_deref().map(|folder| (folder, true));
    let means = Means { tables: &tables, memory: &memory, effort: &effort, time: None, keep };
    let (board, mut found) = means.solve(grid, sets, None)?;
    let compared = found.first().map(|values| claimed::compare(values, table.entries.iter().copied()));
    let compared = compared.ok_or_else(|| Failure("there is no rule set".to_string()))?;
    let shown = match compared.wrong.first() {
        Some(wrong) => {
            means.search_one(&board, &mut found, wrong.place)?;
            let values = &found[0];
            let line = meanwhile("searching for a line of best play", |_| {
                effort.run(|budget, stop| {
                    let (position, mover) = wrong.place;
                    let known = values.line(&board, position, mover).filter(|line| line.end.is_some());
                    known.or_else(|| values.searched_line(&board, position, mover, budget, stop))
                })
            })?;
            Some(Shown::new(&board, values, *wrong, line))
        }
        None => None,
    };
    let report =
        Report { file: path.display().to_string(), table: &table, board: &board, values: &found[0], compared, shown };
    match folder {
        Some(folder) => folder.write(&[(FILES[0], report.lines()), (FILES[1], report.markdown())])?,
        None if out.json => to_stdout(|to| to.write_all(report.lines().as_bytes()))?,
        None => to_stdout(|to| to.write_all(report.text().as_bytes()))?,
    }
    let (wrong, open) = (report.compared.wrong.len(), report.compared.open + table.empty);
    match (wrong, open) {
        (0, 0) => Ok(Exit::Success),
        (0, open) => Err(Failure(format!("{open} entries are not compared: see above"))),
        _ => Ok(Exit::Failing),
    }
}

/// Why an entry is wrong.
struct Shown {
    wrong: Wrong,
    /// The moves by what they come to, the best first: whether they are best, the outcome, their names.
    moves: Vec<(bool, Outcome, Vec<String>)>,
    line: Option<BestLine>,
}

impl Shown {
    fn new(board: &WholeBoard, values: &Values, wrong: Wrong, line: Option<BestLine>) -> Shown {
        let (position, mover) = wrong.place;
        let mut moves: Vec<(bool, Outcome, Vec<String>)> = Vec::new();
        for m in values.moves(position, mover) {
            let name = move_name(board.board(), m.mv);
            match moves.iter_mut().find(|(best, value, _)| (*best, *value) == (m.best, m.value)) {
                Some((.., names)) => names.push(name),
                None => moves.push((m.best, m.value, vec![name])),
            }
        }
        moves.sort_by_key(|(best, ..)| !best);
        Shown { wrong, moves, line }
    }
}

/// What is said of a table.
struct Report<'a> {
    file: String,
    table: &'a Table,
    board: &'a WholeBoard,
    values: &'a Values,
    compared: Compared,
    shown: Option<Shown>,
}

impl Report<'_> {
    fn counts(&self) -> String {
        let Compared { right, open, wrong, classes } = &self.compared;
        let (compared, places) = (self.table.entries.len(), claimed::places(self.board));
        let mut text = format!(
            "{}: {compared} of the {places} positions of {} with a player to move, under {}: {right} right, {} wrong",
            self.file,
            self.table.grid,
            self.values.name,
            wrong.len()
        );
        if !wrong.is_empty() {
            text.push_str(&format!(" ({classes} up to symmetry and the exchange of the colours)"));
        }
        text.push_str(&format!(", {open} not decided, {} without a value\n", self.table.empty));
        text
    }

    /// The smallest wrong entry, and why it is wrong.
    fn smallest(&self) -> String {
        let Some(shown) = &self.shown else { return String::new() };
        let grid = self.table.grid;
        let (position, mover) = shown.wrong.place;
        let text = diagram::text(grid, position);
        let mut out = format!(
            "The smallest wrong entry: {text}, {mover} to move: {} in the table, {} by the rules\n",
            shown.wrong.claimed, shown.wrong.value
        );
        Drawn::new(grid, position, None).lines().iter().for_each(|line| out.push_str(&format!("{line}\n")));
        out.push_str("\nWhat each move comes to, * the best:\n");
        for (best, value, names) in &shown.moves {
            out.push_str(&format!("  {} {value}: {}\n", if *best { '*' } else { ' ' }, names.join(" ")));
        }
        match &shown.line {
            Some(line) => {
                out.push_str("Best play by both:\n");
                line_words(self.board.board(), position, line)
                    .iter()
                    .for_each(|line| out.push_str(&format!("  {line}\n")));
            }
            None => out.push_str("No line of best play is known within the budget.\n"),
        }
        out.push_str(&format!(
            "The strategies of both players: shinpan prove --value '{text}' --to-move {} --rules '{}' (shinpan check-proof)\n",
            mover.letter(),
            self.values.name
        ));
        out
    }

    fn text(&self) -> String {
        let mut out = self.counts();
        if self.shown.is_some() {
            out.push_str(&format!("\n{}", self.smallest()));
        }
        if self.compared.wrong.len() > 1 {
            out.push_str(&format!("\nOther wrong entries (position, player to move: table, rules){}:\n", self.more()));
            for wrong in self.compared.wrong.iter().skip(1).take(NAMED) {
                out.push_str(&format!("  {}: {}, {}\n", written(self.board, wrong.place), wrong.claimed, wrong.value));
            }
        }
        out
    }

    /// What is said where not all are named.
    fn more(&self) -> String {
        let wrong = self.compared.wrong.len();
        if wrong > NAMED + 1 { format!(", {NAMED} of {}", wrong - 1) } else { String::new() }
    }

    fn markdown(&self) -> String {
        let mut out = format!("# A table of values against {}\n\n{}", self.values.name, self.counts());
        if self.shown.is_some() {
            out.push_str(&format!("\n```text\n{}```\n", self.smallest()));
        }
        if !self.compared.wrong.is_empty() {
            let all = if self.more().is_empty() { String::new() } else { format!(" All are in `{}`.", FILES[0]) };
            out.push_str(&format!(
                "\nWrong entries, the smallest first.{all}\n\n| position | table | rules |\n|---|---|---|\n"
            ));
            for wrong in self.compared.wrong.iter().take(NAMED + 1) {
                out.push_str(&format!(
                    "| `{}` | {} | {} |\n",
                    written(self.board, wrong.place),
                    wrong.claimed,
                    wrong.value
                ));
            }
        }
        out
    }

    /// A line for the run and one for each wrong entry.
    fn lines(&self) -> String {
        let grid = self.table.grid;
        let Compared { right, open, wrong, classes } = &self.compared;
        let run = json!({
            "kind": "run", "file": self.file, "column": self.table.column, "board": grid.to_string(), "rules": self.values.name,
            "version": env!("CARGO_PKG_VERSION"),
            "positions": claimed::places(self.board), "entries": self.table.entries.len(), "right": right, "wrong": wrong.len(),
            "classes": classes, "open": open, "without value": self.table.empty,
        });
        let of = |wrong: &Wrong| {
            json!({
                "kind": "wrong", "position": diagram::text(grid, wrong.place.0), "to-move": wrong.place.1.letter().to_string(),
                "table": wrong.claimed, "rules": wrong.value,
            })
        };
        let why = self.shown.iter().map(|shown| {
            let moves: Vec<Value> = shown
                .moves
                .iter()
                .map(|(best, value, names)| json!({ "best": best, "value": value, "moves": names }))
                .collect();
            let (position, mover) = shown.wrong.place;
            let line = shown.line.as_ref().map(|line| line_words(self.board.board(), position, line));
            json!({
                "kind": "why", "position": diagram::text(grid, position), "to-move": mover.letter().to_string(),
                "moves": moves, "line": line,
            })
        });
        let all = [run].into_iter().chain(why).chain(wrong.iter().map(of));
        all.map(|line| format!("{line}\n")).collect()
    }
}
