//! The command line: one file per command. Data goes to stdout, progress and messages to stderr. Exit status: 0 fine,
//! 1 something was found that a command looks for (a failing case), 2 an error.

mod cases;
mod count;
mod diverge;
mod judge;
mod output;
mod perft;
mod progress;
mod rules;
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A formal reference for the rules of Go: judges positions clause by clause, and compares rule sets on every position of
/// small boards.
#[derive(Parser)]
#[command(name = "shinpan", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rules(rules::Args),
    Judge(judge::Args),
    Table(table::Args),
    Diverge(diverge::Args),
    Count(count::Args),
    Perft(perft::Args),
    Cases(cases::Args),
}

/// What a command comes to, where it is not an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Exit status 0.
    Nothing,
    /// Exit status 1: what was looked for (a failing case).
    Something,
}

/// An error that ends a command: one clear line for the user, exit status 2.
#[derive(Debug)]
pub struct Failure(pub String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Rules(args) => rules::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Diverge(args) => diverge::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Cases(args) => cases::run(&args),
    };
    match result {
        Ok(Found::Nothing) => ExitCode::SUCCESS,
        Ok(Found::Something) => ExitCode::from(1),
        Err(Failure(message)) => {
            eprintln!("shinpan: {message}");
            ExitCode::from(2)
        }
    }
}
