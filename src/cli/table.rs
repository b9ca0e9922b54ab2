//! `shinpan table`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::memory::{MemoryArg, QUIET, one_at_a_time};
use super::output::{OutputFile, to_stdout};
use super::progress::Bars;
use super::solve::TablesArg;
use super::{Effort, Exit, Failure, RuleList, parse_time};
use crate::atlas::{Table, WholeBoard};
use crate::board::{Grid, diagram};
use crate::law::Outcome;
use crate::law::RuleSet;
use crate::texts::in_words::example;

/// Judges every legal position of a board: one JSON object a line, in ascending order of the position's text.
///
/// A line is {"position":"X.O/...","ID":2,"ID:first=black":{"no-result":[-1,3]},...}. Its keys are the rule sets, with
/// readings other than the default spelled out. A value is the margin, Black minus White, without komi and without
/// prisoners from before the position; {"no-result":[lo,hi]} where only an endless cycle keeps the players from conceding;
/// {"undecided":[lo,hi]} where the budget ran out. The same command gives the same bytes, unless --each is given.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan table 2x3
  shinpan table 3x3 --rules ", example!(one), ",", example!(by_play), " --out 3x3.jsonl
  shinpan table 3x3 --out 3x3.csv
  shinpan table 2x2 --rules ", example!(one), ",", example!(one), ":", example!(reading), " --out 2x2.jsonl --force
  shinpan table 3x4 --tables tables"))]
pub struct Args {
    /// Board size, ROWSxCOLUMNS; up to 16 points (4x4, 3x5, 2x8, 1x16)
    #[arg(value_name = "MxN", value_parser = Grid::parse)]
    size: Grid,
    #[arg(help = concat!("Rule sets separated by commas, readings after a colon: ", example!(one), ":", example!(reading), ",", example!(another_reading), ",", example!(by_play), " [default: all that are practical on the board, in default readings]; see `shinpan rules`"), long, value_name = "LIST")]
    rules: Option<RuleList>,
    /// File to write, whole or not at all; CSV if its name ends in .csv, Parquet if it ends in .parquet and the program is built with
    /// that feature [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    memory: MemoryArg,
    /// Most time for the verdict of one rule set on one position, where positions are searched one by one, before it is
    /// undecided: 5s, 2m, 1h. What is undecided then depends on the machine
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    each: Option<Duration>,
    #[command(flatten)]
    effort: Effort,
}

pub const NO_PARQUET: &str =
    "this program is built without Parquet: build it with `--features parquet`, or name a .jsonl file";

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let parquet = ends_in(args, "parquet");
    if parquet && cfg!(not(feature = "parquet")) {
        return Err(Failure(NO_PARQUET.to_string()));
    }
    let file = args.out.as_ref().map(|path| OutputFile::prepare(path, args.force)).transpose()?;
    let (rules, _) = RuleList::practical(args.rules.as_ref(), RuleList::or_defaults(args.rules.as_ref()), args.size);
    args.memory.state(args.size, QUIET, |classes, _| one_at_a_time(args.size, classes, &rules))?;
    let mut board = WholeBoard::new(args.size)?;
    let stored = args.tables.outcomes(&board, &rules, args.effort.budget.budget.unwrap_or_default())?;
    let rest: Vec<RuleSet> = rules.iter().filter(|set| stored.iter().all(|t| t.rules != **set)).cloned().collect();
    args.tables.look_up(&mut board, &rest)?;
    let bars = Bars::of(&board, &rest);
    let mut tables = args
        .effort
        .run(|budget, stop| board.judge(&rest, budget.within(args.each, args.memory.limit()), &bars, stop))??;
    drop(bars);
    tables.extend(stored);
    tables.sort_by_key(|table| rules.iter().position(|set| *set == table.rules));
    match file {
        Some(file) if parquet => file.write(|out| write_parquet(&board, &tables, out))?,
        Some(file) if ends_in(args, "csv") => file.write(|out| write_csv(&board, &tables, out))?,
        Some(file) => file.write(|out| write(&board, &tables, out))?,
        None => to_stdout(|out| write(&board, &tables, out))?,
    }
    Ok(Exit::Success)
}

fn ends_in(args: &Args, extension: &str) -> bool {
    args.out.as_ref().is_some_and(|path| path.extension().is_some_and(|e| e == extension))
}

/// A heading, then a line for each position: margins as numbers, what is none in words.
fn write_csv(board: &WholeBoard, tables: &[Table<Outcome>], out: &mut dyn Write) -> io::Result<()> {
    let grid = board.board().grid();
    let mut lines = csv::Writer::from_writer(out);
    lines.write_record(std::iter::once("position".to_string()).chain(tables.iter().map(|t| t.rules.to_string())))?;
    for position in board.positions() {
        let outcomes = tables.iter().map(|table| {
            let outcome = board.outcome_of(table, position);
            outcome.margin().map_or_else(|| outcome.to_string(), |margin| margin.to_string())
        });
        lines.write_record(std::iter::once(diagram::text(grid, position)).chain(outcomes))?;
    }
    lines.flush()
}

fn write(board: &WholeBoard, tables: &[Table<Outcome>], out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = tables.iter().map(|t| t.rules.to_string()).collect();
    let grid = board.board().grid();
    for position in board.positions() {
        let mut line = Map::new();
        line.insert("position".to_string(), Value::String(diagram::text(grid, position)));
        for (name, table) in names.iter().zip(tables) {
            line.insert(name.clone(), json!(board.outcome_of(table, position)));
        }
        serde_json::to_writer(&mut *out, &line)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(feature = "parquet")]
fn write_parquet(board: &WholeBoard, tables: &[Table<Outcome>], out: &mut (dyn Write + Send)) -> io::Result<()> {
    crate::report::parquet::write(board, tables, out).map_err(io::Error::other)
}

#[cfg(not(feature = "parquet"))]
fn write_parquet(_: &WholeBoard, _: &[Table<Outcome>], _: &mut (dyn Write + Send)) -> io::Result<()> {
    Err(io::Error::other(NO_PARQUET))
}
