//! `shinpan gtp`.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::memory::parse_kept;
use super::output::reason;
use super::{Exit, Failure, parse_budget, parse_time};
use crate::foreign::Plain;
use crate::gtp::server::Server;
use crate::solve::Budget;
use crate::texts::in_words::example;

/// Speak the Go Text Protocol (GTP 2) on standard input and output: a referee that judges by the text of a rule set.
///
/// It knows the rules and nothing of strategy: `genmove` gives the best move on boards of up to 6 points where every game
/// can be searched to its end, a move that forces what the rest of the game is worth where that is known (up to 9 points, up to 16 with
/// `--values`), any legal move elsewhere, which it says on standard error. `shinpan-value COLOUR` answers with that value and move, or with why they are not
/// known. `shinpan-why VERTEX` and `shinpan-trace` answer with clauses.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan gtp --rules ", example!(area), "
  gogui-twogtp -black 'ENGINE1' -white 'ENGINE2' -referee 'shinpan gtp --rules ", example!(one), "' -size 7 -auto"))]
pub struct Args {
    #[arg(help = concat!("Rule set, readings after a colon: ", example!(one), ":", example!(reading), "; see `shinpan rules`. `kata-set-rules ID` changes it later"), long, value_name = "ID", default_value = example!(one))]
    rules: String,
    /// Most states explored for one question, before the score is refused as undecided
    #[arg(long, value_name = "STATES", default_value = "100000", value_parser = parse_budget)]
    budget: Budget,
    /// Most time for the verdict of one rule set, before the score is refused as undecided: 5s, 2m, 1h
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_time)]
    time: Duration,
    /// Most memory of the process while a verdict is searched for, before the score is refused as undecided: 500MiB, 2GiB
    #[arg(long, value_name = "LIMIT", value_parser = parse_kept)]
    memory: Option<u64>,
    /// A folder that `shinpan value MxN --all --keep DIR` has left: `genmove` and `shinpan-value` know its boards, up to 16
    /// points. 4x4 takes some 1 GB and up to half a minute to read
    #[arg(long, value_name = "DIR")]
    values: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// An unknown rule set, or streams that fail.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let budget = args.budget.within(Some(args.time), args.memory);
    let mut server = Server::new(&args.rules, budget).map_err(Failure)?.with_values(args.values.clone());
    server.serve(io::stdin().lock(), Plain::new(io::stdout().lock())).map_err(|e| Failure(reason(&e)))?;
    Ok(Exit::Success)
}
