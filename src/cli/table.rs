//! `shinpan table`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::memory::{MemoryArg, QUIET, one_at_a_time};
use super::output::{OutputFile, to_stdout};
use super::progress::Bars;
use super::solve::TablesArg;
use super::{Effort, Exit, Failure, RuleList, parse_time};
use crate::atlas::{Stopped, Table, WholeBoard};
use crate::board::{Grid, Position, diagram};
use crate::law::{Interpreter, Outcome, RuleSet, knowing};
use crate::solve::whole::classes::MAX_WHOLE_POINTS;
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
    /// Board size, ROWSxCOLUMNS; up to 16 points (4x4, 3x5, 2x8, 1x16), up to 20 (4x5, 3x6) under rule sets whose games are solved there
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
    /// The first position of each class under the symmetries and the exchange of the colours only, with the number of positions of the
    /// class as `weight`; boards of up to 16 points
    #[arg(long)]
    classes: bool,
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
    let (rules, _) = RuleList::practical(args.rules.as_ref(), RuleList::or_defaults(args.rules.as_ref()), args.size);
    WholeBoard::allows(args.size, &rules)?;
    if args.size.len() > MAX_WHOLE_POINTS && (parquet || args.classes) {
        let why = match parquet {
            true => {
                format!("Parquet is written for boards of up to {MAX_WHOLE_POINTS} points: name a .jsonl or .csv file")
            }
            false => format!("--classes lists boards of up to {MAX_WHOLE_POINTS} points: leave it out"),
        };
        return Err(Failure(why));
    }
    let file = args.out.as_ref().map(|path| OutputFile::prepare(path, args.force)).transpose()?;
    if args.size.len() > MAX_WHOLE_POINTS {
        return streamed(args, &rules, file);
    }
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
        Some(file) if parquet => file.write(|out| write_parquet(&board, &tables, args.classes, out))?,
        Some(file) => file.write(|out| write(&board, &tables, args.classes, ends_in(args, "csv"), out))?,
        None => to_stdout(|out| write(&board, &tables, args.classes, false, out))?,
    }
    Ok(Exit::Success)
}

/// Positions judged by one interpreter, and those that are judged before they are written.
const STREAMED: [usize; 2] = [1 << 10, 1 << 16];

/// A board whose classes are not listed: position by position.
fn streamed(args: &Args, rules: &[RuleSet], file: Option<OutputFile>) -> Result<Exit, Failure> {
    let mut board = WholeBoard::dense(args.size)?;
    args.memory.state_dense(&board, rules, (board.len() * rules.len()) as f64 * SECONDS_STREAMED)?;
    args.tables.look_up(&mut board, rules)?;
    let csv = ends_in(args, "csv");
    args.effort.run(|budget, stop| {
        let bars = Bars::new([(WRITTEN.to_string(), board.len() as u64)]);
        let facts = board.facts(rules, &bars, stop)?;
        let judge = |positions: &[Position]| {
            let judges = rules.iter().zip(&facts).map(|(set, facts)| knowing(set, board.board(), budget, facts));
            let mut judges: Vec<Box<dyn Interpreter>> = judges.collect();
            let row = |&position: &Position| {
                let outcomes: Vec<Outcome> = judges.iter_mut().map(|judge| judge.judge(position).outcome).collect();
                (position, outcomes)
            };
            positions.iter().map(row).collect::<Vec<_>>()
        };
        let names: Vec<String> = rules.iter().map(RuleSet::to_string).collect();
        let write = |out: &mut dyn Write| {
            let mut lines = Lines::new(args.size, &names, csv, false, out)?;
            let mut positions = board.positions();
            loop {
                let some: Vec<Position> = positions.by_ref().take(STREAMED[1]).collect();
                if some.is_empty() {
                    return lines.end();
                }
                for (position, outcomes) in some.par_chunks(STREAMED[0]).flat_map_iter(judge).collect::<Vec<_>>() {
                    lines.line(position, None, &outcomes)?;
                }
                if stop.load(Ordering::Relaxed) {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                bars.advance(WRITTEN, some.len() as u64);
            }
        };
        let written = match file {
            Some(file) => file.write(|out| write(out)),
            None => to_stdout(|out| write(out)),
        };
        if stop.load(Ordering::Relaxed) { Err(Stopped.into()) } else { written }
    })??;
    Ok(Exit::Success)
}

/// The label under which positions are written.
const WRITTEN: &str = "positions written";

/// Processor seconds to judge a position under a rule set and write what was found.
const SECONDS_STREAMED: f64 = 3e-6;

/// The name of the column that has the number of positions of a class.
const WEIGHT: &str = "weight";

/// Positions and what rule sets say of them, a line each.
struct Lines<'a> {
    grid: Grid,
    names: &'a [String],
    kind: Kind<'a>,
}

enum Kind<'a> {
    Json(&'a mut dyn Write),
    Csv(Box<csv::Writer<&'a mut dyn Write>>),
}

impl<'a> Lines<'a> {
    /// With a heading if it is CSV.
    fn new(grid: Grid, names: &'a [String], csv: bool, weights: bool, out: &'a mut dyn Write) -> io::Result<Lines<'a>> {
        let kind = if csv {
            let mut lines = csv::Writer::from_writer(out);
            lines.write_record(
                std::iter::once("position").chain(weights.then_some(WEIGHT)).chain(names.iter().map(String::as_str)),
            )?;
            Kind::Csv(Box::new(lines))
        } else {
            Kind::Json(out)
        };
        Ok(Lines { grid, names, kind })
    }

    /// Margins as numbers; in CSV what is none in words.
    fn line(&mut self, position: Position, weight: Option<u32>, outcomes: &[Outcome]) -> io::Result<()> {
        let text = diagram::text(self.grid, position);
        match &mut self.kind {
            Kind::Json(out) => {
                let mut line = Map::new();
                line.insert("position".to_string(), Value::String(text));
                line.extend(weight.map(|weight| (WEIGHT.to_string(), json!(weight))));
                let outcomes = self.names.iter().zip(outcomes);
                line.extend(outcomes.map(|(name, outcome)| (name.clone(), json!(outcome))));
                serde_json::to_writer(&mut *out, &line)?;
                out.write_all(b"\n")
            }
            Kind::Csv(lines) => {
                let words = |o: &Outcome| o.margin().map_or_else(|| o.to_string(), |margin| margin.to_string());
                Ok(lines.write_record(
                    std::iter::once(text)
                        .chain(weight.map(|weight| weight.to_string()))
                        .chain(outcomes.iter().map(words)),
                )?)
            }
        }
    }

    fn end(self) -> io::Result<()> {
        match self.kind {
            Kind::Json(_) => Ok(()),
            Kind::Csv(mut lines) => lines.flush(),
        }
    }
}

fn ends_in(args: &Args, extension: &str) -> bool {
    args.out.as_ref().is_some_and(|path| path.extension().is_some_and(|e| e == extension))
}

fn write(
    board: &WholeBoard,
    tables: &[Table<Outcome>],
    classes: bool,
    csv: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let names: Vec<String> = tables.iter().map(|t| t.rules.to_string()).collect();
    let mut lines = Lines::new(board.board().grid(), &names, csv, classes, out)?;
    let outcomes =
        |position: Position| tables.iter().map(|table| board.outcome_of(table, position)).collect::<Vec<Outcome>>();
    if classes {
        for (at, weight) in board.representatives() {
            let position = board.position(at);
            lines.line(position, Some(weight), &outcomes(position))?;
        }
    } else {
        for position in board.positions() {
            lines.line(position, None, &outcomes(position))?;
        }
    }
    lines.end()
}

#[cfg(feature = "parquet")]
fn write_parquet(
    board: &WholeBoard,
    tables: &[Table<Outcome>],
    classes: bool,
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    crate::report::parquet::write(board, tables, classes, out).map_err(io::Error::other)
}

#[cfg(not(feature = "parquet"))]
fn write_parquet(_: &WholeBoard, _: &[Table<Outcome>], _: bool, _: &mut (dyn Write + Send)) -> io::Result<()> {
    Err(io::Error::other(NO_PARQUET))
}
