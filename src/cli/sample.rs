//! `shinpan sample`.

use std::path::PathBuf;

use super::output::{OutputFile, message, to_stdout};
use super::progress::{self, Bars};
use super::{Effort, Failure, Format, Found, RuleList};
use crate::atlas::compare::Prisoners;
use crate::atlas::sample::{Asked, draw, judge};
use crate::board::index::Index;
use crate::board::{Board, Grid};
use crate::report::sample::Report;

/// Compares rule sets on legal positions of a board drawn uniformly at random.
///
/// For boards too large to be judged whole, up to 25 points. Each position is drawn by its rank among all legal ones, exactly
/// uniformly and without rejection, and judged under every rule set, with a budget for each question. Reports how often the
/// rule sets diverge, with 95 % confidence intervals, and what the budget left undecided. The same seed gives the same bytes.
/// After Ctrl-C the report says what was done until then.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shinpan sample 5x5 --n 100 --seed 1 --budget 2000
  shinpan sample 4x5 --n 1000 --seed 1 --empty 6 --rules j1989,ms-japanese --out sample.json --format json")]
pub struct Args {
    /// Board size, ROWSxCOLUMNS; at most 25 points
    #[arg(value_name = "MxN", value_parser = Grid::parse)]
    size: Grid,
    /// How many positions to draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    n: u32,
    /// The positions drawn depend on it alone
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Rule sets separated by commas, readings after a colon [default: all, in default readings]; see `shinpan rules`
    #[arg(long, value_name = "LIST")]
    rules: Option<RuleList>,
    /// Only positions with exactly this many empty points (exactly uniform among them)
    #[arg(long, value_name = "K")]
    empty: Option<usize>,
    /// Also the rates among the settled positions of the sample
    #[arg(long)]
    settled: bool,
    /// Form of the report; JSON holds every position with its outcomes
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    effort: Effort,
}

impl Args {
    /// The command without what the report does not depend on.
    fn command(&self, rules: &[crate::spec::RuleSet], budget: usize) -> String {
        let mut command = format!("shinpan sample {} --n {} --seed {} --budget {budget}", self.size, self.n, self.seed);
        if self.rules.is_some() {
            let names: Vec<String> = rules.iter().map(ToString::to_string).collect();
            command.push_str(&format!(" --rules {}", names.join(",")));
        }
        if let Some(empty) = self.empty {
            command.push_str(&format!(" --empty {empty}"));
        }
        if self.settled {
            command.push_str(" --settled");
        }
        command
    }
}

pub fn run(args: &Args) -> Result<Found, Failure> {
    let rules = RuleList::or_defaults(args.rules.as_ref());
    let out = args.out.as_ref().map(|path| OutputFile::prepare(path, args.force)).transpose()?;
    let index = Index::new(args.size)?;
    let board = Board::new(args.size).ok_or_else(|| Failure(format!("{} is too large", args.size)))?;
    let (positions, population) = draw(&index, args.empty, args.n as usize, args.seed).ok_or_else(|| {
        let empty = args.empty.unwrap_or_default();
        Failure(format!("no legal position of {} has exactly {empty} empty points", args.size))
    })?;
    let bars = Bars::new(rules.iter().map(|set| (set.to_string(), u64::from(args.n))));
    let (rows, seconds, budget) = args.effort.run(|budget, stop| {
        let asked = Asked { board: &board, rules: &rules, settled: args.settled, budget };
        let (rows, seconds) = judge(&asked, &positions, &bars, stop);
        (rows, seconds, budget.states)
    })?;
    drop(bars);
    let names = rules.iter().map(ToString::to_string).chain(args.settled.then(|| "settled".to_string()));
    let times: Vec<String> = names.zip(&seconds).map(|(name, s)| format!("{name} {s:.1} s")).collect();
    message(&format!("{} positions: {}", rows.len(), times.join(", ")));
    let report = Report {
        command: args.command(&rules, budget),
        grid: args.size,
        population: (population, args.empty),
        asked: positions.len(),
        seed: args.seed,
        budget,
        rules: &rules,
        prisoners: Prisoners::Level,
        rows: &rows,
        settled: args.settled,
    };
    let text = match args.format {
        Format::Text => report.markdown(),
        Format::Json => format!("{:#}\n", report.json()),
    };
    match out {
        Some(file) => file.write(|out| out.write_all(text.as_bytes()))?,
        None => to_stdout(|out| out.write_all(text.as_bytes()))?,
    }
    if progress::was_interrupted() {
        return Err(Failure(format!("stopped: the report is of the first {} of {} positions", rows.len(), args.n)));
    }
    Ok(Found::Nothing)
}
