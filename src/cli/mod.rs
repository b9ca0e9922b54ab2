//! The command line: one file per command. Data goes to stdout, progress and messages to stderr. Exit status: 0 fine,
//! 1 something was found that a command looks for (a failing case), 2 an error, 3 a defect of this program (a panic), 130
//! interrupted (Ctrl-C). An error is one line on stderr.

mod agreement;
mod arguments;
mod cases;
mod check;
mod check_formats;
mod check_games;
mod check_proof;
mod check_values;
mod conformance;
mod count;
mod deciding;
mod diverge;
mod draw;
mod explore;
mod gtp;
mod judge;
mod look;
mod manual;
mod map;
mod memory;
mod nearest;
mod output;
mod perft;
mod pictures;
mod play;
mod position;
mod progress;
mod prove;
mod replay;
mod rules;
mod sample;
mod solve;
mod solving;
mod table;
mod value;
mod waiting;

use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::atlas::WholeBoard;
use crate::board::Grid;
use crate::defects;
use crate::law::RuleSet;
use crate::solve::Budget;
use crate::solve::whole::classes::MAX_WHOLE_POINTS;
use crate::texts::RuleSetError;

/// A formal reference for the rules of Go: judges positions clause by clause, and compares rule sets on every position of
/// small boards.
///
/// Data goes to standard output, progress and messages to standard error. Exit status: 0 fine, 1 the command found what it looks for
/// (a failing case, an engine's disagreement), 2 an error, 3 a defect of this program, 130 interrupted.
#[derive(Parser)]
#[command(name = "shinpan", version, about, max_term_width = 100)]
struct Cli {
    /// Do not show progress
    #[arg(long, short, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rules(rules::Args),
    Judge(judge::Args),
    Table(table::Args),
    Solve(solve::Args),
    Value(value::Args),
    Diverge(diverge::Args),
    Map(map::Args),
    Count(count::Args),
    Perft(perft::Args),
    Prove(prove::Args),
    CheckProof(check_proof::Args),
    Sample(sample::Args),
    Cases(cases::Args),
    Draw(draw::Args),
    Replay(replay::Args),
    Play(play::Args),
    Explore(explore::Args),
    Gtp(gtp::Args),
    Check(check::Args),
    Conformance(conformance::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

/// What a command comes to, where it is not an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Exit status 0.
    Success,
    /// Exit status 1: what was looked for was found (a failing case).
    Failing,
}

/// An error that ends a command: one clear line for the user, exit status 2.
#[derive(Debug)]
pub struct Failure(pub String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

/// A list of rule sets on the command line, read by [`RuleSet::parse_list`]:
/// `#[arg(long, value_name = "LIST")] rules: Option<RuleList>`.
#[derive(Clone, Debug)]
pub struct RuleList(pub Vec<RuleSet>);

impl FromStr for RuleList {
    type Err = RuleSetError;

    fn from_str(list: &str) -> Result<RuleList, RuleSetError> {
        RuleSet::parse_list(list).map(RuleList)
    }
}

impl RuleList {
    /// The rule sets of an optional `--rules`: all of them in default readings if it is not given.
    pub fn or_defaults(list: Option<&RuleList>) -> Vec<RuleSet> {
        list.map_or_else(RuleSet::defaults, |list| list.0.clone())
    }

    /// Of `rules`, those that a whole board is judged under, and those that are left out, which is said: what is not practical
    /// there ([`WholeBoard::practical`]), unless `--rules` names it.
    pub fn practical(list: Option<&RuleList>, rules: Vec<RuleSet>, grid: Grid) -> (Vec<RuleSet>, Vec<RuleSet>) {
        RuleList::looked_at(list, rules, grid, |rules| WholeBoard::practical(grid, rules))
    }

    /// The same where something else is practical.
    pub fn looked_at(
        list: Option<&RuleList>,
        rules: Vec<RuleSet>,
        grid: Grid,
        is_practical: impl Fn(&RuleSet) -> bool,
    ) -> (Vec<RuleSet>, Vec<RuleSet>) {
        let (rules, left_out): (Vec<_>, Vec<_>) =
            rules.into_iter().partition(|rules| list.is_some() || is_practical(rules));
        if !left_out.is_empty() {
            let names: Vec<String> = left_out.iter().map(RuleSet::to_string).collect();
            let why = match grid.len() {
                0..=MAX_WHOLE_POINTS => "they need too much of a search",
                _ => "their games are solved on smaller boards only",
            };
            output::message(&format!("left out on {grid}, as {why}: {}", names.join(" ")));
        }
        (rules, left_out)
    }
}

/// Reads the value of `--budget`.
fn parse_budget(text: &str) -> Result<Budget, String> {
    match text.replace('_', "").parse() {
        Ok(states) if states > 0 => Ok(Budget::of(states)),
        _ => Err("write a number of states from 1 up, for example 4000000".to_string()),
    }
}

/// Reads a time from a second up: `90`, `90s`, `5m`, `2h`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let (digits, unit) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len());
    let seconds = match unit {
        "" | "s" => Some(1),
        "m" => Some(60),
        "h" => Some(3600),
        _ => None,
    };
    let time = seconds.zip(digits.parse().ok()).and_then(|(unit, n): (u64, u64)| n.checked_mul(unit));
    let time = time.filter(|&seconds| seconds > 0).map(Duration::from_secs);
    time.ok_or_else(|| "write a number of seconds, minutes or hours from 1 up, such as 90, 90s, 5m or 2h".to_string())
}

/// How far a question may go.
#[derive(clap::Args)]
pub struct BudgetArg {
    /// Largest number of states explored for one question; beyond it the answer is `undecided` [default: 4000000]
    #[arg(long, value_name = "STATES", allow_negative_numbers = true, value_parser = parse_budget)]
    pub budget: Option<Budget>,
}

/// How far a question may go, and how long it may take.
#[derive(clap::Args)]
pub struct QuestionArg {
    /// How far.
    #[command(flatten)]
    pub states: BudgetArg,
    /// Time limit for the verdict of one rule set on one position; beyond it the verdict is `undecided`: 5s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Memory limit of the process while it searches for verdicts; beyond it they are `undecided`: 500MiB, 2GiB
    #[arg(long, value_name = "LIMIT", value_parser = memory::parse_kept)]
    pub memory: Option<u64>,
}

impl QuestionArg {
    /// The limits, if one is given.
    pub fn given(&self) -> Option<Budget> {
        let any = self.states.budget.is_some() || self.time.is_some() || self.memory.is_some();
        any.then(|| self.states.budget.unwrap_or_default().within(self.time, self.memory))
    }
}

/// What the commands that judge whole boards may use.
#[derive(clap::Args)]
pub struct Effort {
    /// How far a question may go.
    #[command(flatten)]
    pub budget: BudgetArg,
    /// Largest number of threads; the output does not depend on it [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
}

impl Effort {
    /// How many threads it may use.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(rayon::current_num_threads)
    }

    /// Runs `work` with at most as many threads as it may use, the budget of a question, and a flag that Ctrl-C sets.
    ///
    /// # Errors
    /// One line, if the threads cannot be started.
    pub fn run<T: Send>(&self, work: impl FnOnce(Budget, &AtomicBool) -> T + Send) -> Result<T, Failure> {
        let stop = progress::stop_on_interrupt();
        let budget = Budget { stop: Some(stop), ..self.budget.budget.unwrap_or_default() };
        let Some(threads) = self.threads else { return Ok(work(budget, stop)) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(pool.install(|| work(budget, stop)))
    }
}

/// Form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Reads the value of `--threads`.
fn parse_threads(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| (1..=256).contains(n)).ok_or_else(|| "write a number from 1 to 256".to_string())
}

/// What is wrong with the arguments, in one line: the parts of the parser's message before its usage.
fn argument_error(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let mut line = String::new();
    for part in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        if part.starts_with("Usage:") || part.starts_with("For more information") {
            break;
        }
        let part = part.strip_prefix("error: ").unwrap_or(part);
        if !line.is_empty() {
            line.push_str(if line.ends_with(':') { " " } else { "; " });
        }
        line.push_str(part);
    }
    line
}

/// Exit status of a command in which a defect of this program has shown itself.
const DEFECT: u8 = 3;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    defects::note_panics();
    fail_beyond_the_limit();
    let status = defects::caught(command).unwrap_or_else(|defect| {
        output::message(&defect.to_string());
        ExitCode::from(DEFECT)
    });
    // In a thread that nobody waited for, or one that a session went on after.
    match defects::last() {
        Some(defect) => output::message(&defect.to_string()),
        None if defects::count() == 0 => return status,
        None => {}
    }
    output::message(&format!("defects that showed themselves: {}", defects::count()));
    ExitCode::from(DEFECT)
}

/// A file that grows beyond what the system lets this process write is an error like a full disk, and no end without a word.
fn fail_beyond_the_limit() {
    #[cfg(unix)]
    {
        let met = std::sync::Arc::new(AtomicBool::new(false));
        // Without a handler the signal ends the process.
        let _ = signal_hook::flag::register(nix::libc::SIGXFSZ, met);
    }
}

/// Runs the command that the arguments of this process name.
fn command() -> ExitCode {
    let given: Vec<_> = arguments::lists_joined(std::env::args_os()).collect();
    let parsed = arguments::grouped(Cli::command()).try_get_matches_from(&given);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => match error.kind() {
            // Help that was asked for, or that answers a bare `shinpan`. A pipe that closes is no error.
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                let _ = error.print();
                return ExitCode::SUCCESS;
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let _ = error.print();
                return ExitCode::from(2);
            }
            _ => {
                let hint = arguments::hint(&error, &given).map(|hint| format!("; {hint}")).unwrap_or_default();
                output::message(&format!("{}{hint} (see --help)", argument_error(&error)));
                return ExitCode::from(2);
            }
        },
    };
    progress::say_nothing(cli.quiet);
    let result = match cli.command {
        Command::Rules(args) => rules::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Value(args) => value::run(&args),
        Command::Diverge(args) => diverge::run(&args),
        Command::Map(args) => map::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::CheckProof(args) => check_proof::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Cases(args) => cases::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Conformance(args) => conformance::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    };
    match result {
        Ok(Exit::Success) => ExitCode::SUCCESS,
        Ok(Exit::Failing) => ExitCode::from(1),
        Err(Failure(message)) => {
            output::message(&message);
            ExitCode::from(if progress::was_interrupted() { progress::INTERRUPTED } else { 2 })
        }
    }
}
