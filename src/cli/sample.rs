//! `shinpan sample`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::memory::parse_kept;
use super::output::{OutputFile, message, to_stdout};
use super::progress::{self, Bars};
use super::solve::TablesArg;
use super::{Effort, Exit, Failure, Format, RuleList, parse_time};
use crate::atlas::compare::Prisoners;
use crate::atlas::journal::{Decided, Head, Journal, JournalError, ordered};
use crate::atlas::sample::{Asked, draw, judge};
use crate::board::index::Index;
use crate::board::{Board, Grid, MAX_POINTS, Position, diagram};
use crate::files;
use crate::law::RuleSet;
use crate::report::sample::Report;
use crate::texts::in_words::example;

/// Compares rule sets on legal positions of a board drawn uniformly at random.
///
/// For boards too large to be judged whole, up to 25 points. Each position is drawn by its rank among all legal ones, exactly
/// uniformly and without rejection - or all positions of the board in a file are taken - and judged under every rule set, with a budget for each question. Reports how often the
/// rule sets diverge, with 95 % confidence intervals, and by the number of stones; on which position with the fewest stones; and what the
/// budget left undecided. The same seed gives the same bytes.
/// With --out verdicts are kept as they are found, in a journal beside the report that is removed in the end: a run that was
/// stopped or killed continues with --resume, and ends with the same bytes. After Ctrl-C and after --time the report says what
/// was done until then.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan sample 5x5 --n 100 --seed 1 --budget 2000
  shinpan sample 4x5 --n 1000 --seed 1 --empty 6 --rules ", example!(one), ",", example!(territory), " --out sample.json --format json
  shinpan sample 5x5 --n 10000 --seed 1 --budget 20000 --out sample.md --time 2h
  shinpan sample 5x5 --n 10000 --seed 1 --budget 20000 --out sample.md --time 2h --resume
  shinpan sample 5x5 --n 10000 --seed 1 --budget 200000 --out more.md --earlier sample.md.journal
  shinpan sample 4x5 --n 100000 --seed 1 --tables tables --rules ", example!(one), ",", example!(by_play), " --out sample.md
  shinpan sample 5x5 --from finished.txt --rules ", example!(one), ",", example!(territory), " --each 30s"))]
pub struct Args {
    /// Board size, ROWSxCOLUMNS; at most 25 points to draw from, 64 with --from
    #[arg(value_name = "MxN", value_parser = Grid::parse)]
    size: Grid,
    /// How many positions to draw
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    #[arg(required_unless_present = "from")]
    n: Option<u32>,
    /// The positions drawn depend on it alone
    #[arg(long, value_name = "S", required_unless_present = "from")]
    seed: Option<u64>,
    /// Take the positions of this size in a file instead of drawing any; the last word of each line is a board
    #[arg(long, value_name = "FILE", conflicts_with_all = ["n", "seed", "empty"])]
    from: Option<PathBuf>,
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
    /// The file to write [default: standard output]; while it is not complete there is FILE.journal as well
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file and its journal if they exist
    #[arg(long, requires = "out")]
    force: bool,
    /// Continue where the run for --out stopped
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    /// Keep the journal of a complete sample, its lines in the order of the positions: its bytes depend on the verdicts alone
    #[arg(long, requires = "out")]
    keep_journal: bool,
    /// Take over what the journal of another sample of these positions, or of the first of them, has decided: one under other rule
    /// sets, with another budget or of fewer positions. May be given several times
    #[arg(long, value_name = "JOURNAL", requires = "out")]
    earlier: Vec<PathBuf>,
    /// Stop after this time; a later run can continue: 90s, 5m, 2h
    #[arg(long, value_name = "TIME", requires = "out", value_parser = parse_time)]
    time: Option<Duration>,
    /// Time limit for the verdict of one rule set on one position; beyond it the verdict is undecided: 5s, 2m, 1h. What is
    /// undecided then depends on the machine
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    each: Option<Duration>,
    /// Memory limit of the process while it searches for verdicts; beyond it they are undecided: 500MiB, 2GiB
    #[arg(long, value_name = "LIMIT", value_parser = parse_kept)]
    memory: Option<u64>,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    effort: Effort,
}

impl Args {
    /// The command without what the report does not depend on.
    fn command(&self, rules: &[RuleSet], budget: usize) -> String {
        let which = match &self.from {
            Some(file) => format!("--from {}", file.display()),
            None => format!("--n {} --seed {}", self.n.unwrap_or_default(), self.seed.unwrap_or_default()),
        };
        let mut command = format!("shinpan sample {} {which} --budget {budget}", self.size);
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
        if let Some(folder) = &self.tables.tables {
            command.push_str(&format!(" --tables {}", folder.display()));
        }
        for earlier in &self.earlier {
            command.push_str(&format!(" --earlier {}", earlier.display()));
        }
        if let Some(each) = self.each {
            command.push_str(&format!(" --each {}s", each.as_secs()));
        }
        command
    }
}

/// The file beside the report that holds the verdicts.
fn journal_of(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_os_string();
    name.push(".journal");
    name.into()
}

/// The journal of a report: that of an earlier run, or a new one; with what other samples have decided.
fn journal(args: &Args, out: &Path, head: &Head, positions: &[Position]) -> Result<Journal, Failure> {
    let path = journal_of(out);
    let read = |earlier: &PathBuf| Decided::read(earlier, args.size, positions);
    let decided = args.earlier.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let resumed = if args.resume { Journal::resume(&path, head)? } else { None };
    let mut journal = match resumed {
        Some(journal) => journal,
        None => Journal::begin(&path, head, args.force)?,
    };
    for other in &decided {
        journal.take_over(other)?;
    }
    Ok(journal)
}

/// The positions of a grid in a file: the last word of each line that is not empty.
pub(super) fn listed(file: &Path, grid: Grid) -> Result<Vec<Position>, Failure> {
    let bytes =
        files::read(file, MOST_BYTES).map_err(|error| Failure(format!("cannot read {}: {error}", file.display())))?;
    let text = files::text(bytes).map_err(|error| Failure(format!("{}: {error}", file.display())))?;
    let mut positions = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let Some(word) = line.split_whitespace().last() else { continue };
        let position =
            diagram::parse(word).map_err(|error| Failure(format!("{}, line {}: {error}", file.display(), at + 1)))?;
        if position.grid() == grid {
            positions.extend(position.to_position());
        }
    }
    if positions.is_empty() {
        return Err(Failure(format!("{} has no position of {grid}", file.display())));
    }
    Ok(positions)
}

/// More than a list of a million boards has.
const MOST_BYTES: u64 = 1 << 26;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let rules = RuleList::or_defaults(args.rules.as_ref());
    let earlier = args.out.as_deref().map(journal_of).filter(|journal| journal.exists());
    let goes_on = args.resume && earlier.is_some();
    if let Some(file) = earlier.filter(|_| !args.resume && !args.force) {
        return Err(JournalError::Exists { file }.into());
    }
    let out = args.out.as_ref().map(|path| OutputFile::prepare(path, args.force || goes_on)).transpose()?;
    let board = Board::new(args.size).ok_or_else(|| {
        Failure(format!("{} has {} points: at most {MAX_POINTS}, for example 8x8", args.size, args.size.len()))
    })?;
    let seed = args.seed.unwrap_or_default();
    let (positions, population) = match &args.from {
        Some(file) => listed(file, args.size).map(|positions| (positions, 0))?,
        None => {
            draw(&Index::new(args.size)?, args.empty, args.n.unwrap_or_default() as usize, seed).ok_or_else(|| {
                let empty = args.empty.unwrap_or_default();
                Failure(format!("no legal position of {} has exactly {empty} empty points", args.size))
            })?
        }
    };
    let solved = args.tables.known(&board, &rules, false)?;
    if let Some(time) = args.time {
        progress::stop_after(time);
    }
    let (rows, seconds, budget, journal) = args.effort.run(|budget, stop| {
        let budget = budget.within(args.each, args.memory);
        let asked = Asked { board: &board, rules: &rules, settled: args.settled, budget, solved: Some(&solved) };
        let head = Head::new(&asked, &positions, seed, args.empty);
        let journal = args.out.as_ref().map(|out| journal(args, out, &head, &positions)).transpose()?;
        let known = |set: usize| {
            let of = journal.iter().flat_map(Journal::known);
            of.filter(|known| known.outcomes[set].is_some()).count() as u64
        };
        let left = |(at, set): (usize, &RuleSet)| (set.to_string(), positions.len() as u64 - known(at));
        let bars = Bars::new(rules.iter().enumerate().map(left));
        let (rows, seconds) = judge(&asked, &positions, journal.as_ref(), &bars, stop)?;
        if let Some(out) = args.out.as_ref().filter(|_| args.keep_journal && rows.len() == positions.len()) {
            ordered(&journal_of(out), &head, &rows)?;
        }
        Ok::<_, Failure>((rows, seconds, budget.states, journal))
    })??;
    let names = rules.iter().map(ToString::to_string).chain(args.settled.then(|| "settled".to_string()));
    let times: Vec<String> = names.zip(&seconds).map(|(name, s)| format!("{name} {s:.1} s")).collect();
    progress::tell(&format!("{} positions: {}", rows.len(), times.join(", ")));
    let report = Report {
        command: args.command(&rules, budget),
        grid: args.size,
        from: args.from.as_ref().map(|file| file.display().to_string()),
        population: (population, args.empty),
        asked: positions.len(),
        seed,
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
    if rows.len() == positions.len() {
        journal.filter(|_| !args.keep_journal).map_or(Ok(()), Journal::remove)?;
        return Ok(Exit::Success);
    }
    let mut stopped = format!("stopped: the report is of the first {} of {} positions", rows.len(), positions.len());
    if journal.is_some() {
        stopped.push_str("; the same command with --resume goes on");
    }
    if progress::was_interrupted() {
        return Err(Failure(stopped));
    }
    message(&stopped);
    Ok(Exit::Success)
}
