//! `shinpan conformance`.

use std::path::PathBuf;

use serde_json::Value;

use super::output::{OutputFolder, message};
use super::{Exit, Failure, parse_budget};
use crate::board::Grid;
use crate::check::conformance::{Amount, README, SCHEMA, positions, records};
use crate::law::RuleSet;
use crate::solve::Budget;
use crate::texts::in_words::example;

/// The conformance suite as data, for implementations in any language
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Export(Export),
}

/// Write what a rule set says of positions and of records as JSON lines, with a schema and a README for writing a runner.
///
/// Writes positions.jsonl (legal plays and their results, verdicts), records.jsonl (games with the judgement of each step),
/// schema.json and README.md. Two runs give the same bytes.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan conformance export --rules ", example!(area), " --out suite
  python3 examples/conformance_runner.py suite gnugo --mode gtp"))]
struct Export {
    #[arg(help = concat!("Rule set, readings after a colon: ", example!(one), ":", example!(reading), "; see `shinpan rules`"), long, value_name = "ID")]
    rules: String,
    /// Folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace the files if they exist
    #[arg(long)]
    force: bool,
    /// Board, ROWSxCOLUMNS, of at most 25 points; may be given several times [default: 1x3 2x2 2x3 3x3]
    #[arg(long, value_name = "MxN", value_parser = Grid::parse)]
    board: Vec<Grid>,
    /// Most positions of a board; of a larger one so many are drawn uniformly
    #[arg(long, value_name = "N", default_value_t = 500)]
    positions: u64,
    /// Random games a board
    #[arg(long, value_name = "N", default_value_t = 40)]
    games: u64,
    /// For the random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Most states explored for one question, before the verdict is `undecided` [default: 4000000]
    #[arg(long, value_name = "STATES", value_parser = parse_budget)]
    budget: Option<Budget>,
}

const FILES: [&str; 4] = ["positions.jsonl", "records.jsonl", "schema.json", "README.md"];

/// Runs the command.
///
/// # Errors
/// Bad arguments, or files that cannot be written.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Command::Export(args) = &args.command;
    let sets = RuleSet::parse(&args.rules)?;
    let folder = OutputFolder::prepare(&args.out, args.force, &FILES)?;
    let boards = if args.board.is_empty() {
        [(1, 3), (2, 2), (2, 3), (3, 3)].into_iter().map(|(r, c)| Grid::new(r, c)).collect::<Result<_, _>>()?
    } else {
        args.board.clone()
    };
    let amount = Amount { positions: args.positions, games: args.games, seed: args.seed };
    let (mut of_positions, mut of_records) = (Vec::new(), Vec::new());
    for grid in boards {
        of_positions.extend(positions(&sets, grid, amount, args.budget.unwrap_or_default())?);
        of_records.extend(records(&sets, grid, amount));
    }
    let lines = |values: &[Value]| values.iter().map(|value| format!("{value}\n")).collect::<String>();
    folder.write(&[
        (FILES[0], lines(&of_positions)),
        (FILES[1], lines(&of_records)),
        (FILES[2], SCHEMA.to_string()),
        (FILES[3], README.to_string()),
    ])?;
    message(&format!("{} positions with a player to move, {} records", of_positions.len(), of_records.len()));
    Ok(Exit::Success)
}
