//! `shinpan conformance`.

use std::path::PathBuf;

use serde_json::Value;

use super::output::{OutputFolder, message};
use super::{Exit, Failure, parse_budget};
use crate::board::Grid;
use crate::check::conformance::{Amount, MOST_POINTS, README, SCHEMA, positions, records, scores};
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
/// Writes positions.jsonl (legal plays and their results, verdicts), records.jsonl (the sequences by which ko, superko and suicide rules
/// are told apart, and games, with the judgement of each step), scores.jsonl (games that are over, with the stones that the players agree
/// are dead), schema.json and README.md. Two runs give the same bytes.
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
    /// Board, ROWSxCOLUMNS; may be given several times. Positions are of boards of at most 25 points [default: 2x2 3x3 5x5 9x9 13x13 19x19]
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

const FILES: [&str; 5] = ["positions.jsonl", "records.jsonl", "scores.jsonl", "schema.json", "README.md"];
/// The square boards that are exported where none is named: those that libraries have, and the smallest.
const BOARDS: [usize; 6] = [2, 3, 5, 9, 13, 19];

/// Runs the command.
///
/// # Errors
/// Bad arguments, or files that cannot be written.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Command::Export(args) = &args.command;
    let sets = RuleSet::parse(&args.rules)?;
    let folder = OutputFolder::prepare(&args.out, args.force, &FILES)?;
    let boards = if args.board.is_empty() {
        BOARDS.into_iter().map(|side| Grid::new(side, side)).collect::<Result<_, _>>()?
    } else {
        args.board.clone()
    };
    let amount = Amount { positions: args.positions, games: args.games, seed: args.seed };
    let (mut of_positions, mut of_records, mut of_scores) = (Vec::new(), Vec::new(), Vec::new());
    for grid in boards {
        if grid.len() <= MOST_POINTS {
            of_positions.extend(positions(&sets, grid, amount, args.budget.unwrap_or_default())?);
        }
        of_records.extend(records(&sets, grid, amount));
        of_scores.extend(scores(&sets, grid, amount));
    }
    let lines = |values: &[Value]| values.iter().map(|value| format!("{value}\n")).collect::<String>();
    folder.write(&[
        (FILES[0], lines(&of_positions)),
        (FILES[1], lines(&of_records)),
        (FILES[2], lines(&of_scores)),
        (FILES[3], SCHEMA.to_string()),
        (FILES[4], README.to_string()),
    ])?;
    let (positions, records, scores) = (of_positions.len(), of_records.len(), of_scores.len());
    message(&format!("{positions} positions with a player to move, {records} records, {scores} scores"));
    Ok(Exit::Success)
}
