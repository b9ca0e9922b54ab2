//! `shinpan diverge`.

use std::path::PathBuf;

use super::output::{OutputFolder, message, to_stdout};
use super::progress::Bars;
use super::solve::TablesArg;
use super::{Effort, Failure, Format, Found, RuleList};
use crate::atlas::WholeBoard;
use crate::atlas::changes::Changes;
use crate::atlas::compare::{Comparison, Options, Prisoners, each_reading};
use crate::board::Grid;
use crate::game::Budget;
use crate::report::divergence::{FirstDifferences, Report};
use crate::spec::RuleSet;

/// Compare rule sets in pairs on every position of a board
///
/// Counts the positions on which they diverge, says why (computed from the verdicts) and draws the smallest position of each
/// pair and cause. Two runs give the same bytes; times go to standard error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shinpan diverge 2x3
  shinpan diverge 3x3 --out reports/3x3
  shinpan diverge 2x3 --rules j1989,j1989:enable=none --prisoners none --format json
  shinpan diverge 1x5 2x2 2x3 --first --readings")]
pub struct Args {
    /// Board size, ROWSxCOLUMNS; at most 1,000,000 legal positions (3x4, 2x6, 1x13). Several with --first
    #[arg(value_name = "MxN", value_parser = Grid::parse, required = true)]
    sizes: Vec<Grid>,
    /// Rule sets separated by commas, readings after a colon: j1989:enable=none,seki=group,aj2004 [default: all, in
    /// default readings]; see `shinpan rules`
    #[arg(long, value_name = "LIST", conflicts_with = "readings")]
    rules: Option<RuleList>,
    /// Compare all readings: every rule set in default readings, and with each one reading changed
    #[arg(long)]
    readings: bool,
    /// Prisoners taken before the position
    #[arg(long, value_enum, default_value = "level")]
    prisoners: PrisonersArg,
    /// Only the smallest divergence of each pair of rule sets, over all boards given
    #[arg(long)]
    first: bool,
    /// Changes to the rule sets that are tried to find causes
    #[arg(long, value_enum, default_value = "usual", conflicts_with = "first")]
    changes: ChangesArg,
    /// Form of what goes to standard output
    #[arg(long, value_enum, default_value = "text", conflicts_with = "out")]
    format: Format,
    /// Folder that gets diverge.md and diverge.json [default: standard output]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    effort: Effort,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum PrisonersArg {
    /// Both players have played equally many stones
    Level,
    /// None
    None,
    /// Black has played one stone more
    BlackAhead,
}

impl PrisonersArg {
    fn convention(self) -> Prisoners {
        match self {
            PrisonersArg::Level => Prisoners::Level,
            PrisonersArg::None => Prisoners::None,
            PrisonersArg::BlackAhead => Prisoners::BlackAhead,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ChangesArg {
    /// None: causes that need no other verdicts
    None,
    /// Clauses lifted and choices read otherwise that decide often or cost little
    Usual,
    /// Also those that decide seldom and cost much
    All,
}

impl ChangesArg {
    fn changes(self) -> Changes {
        match self {
            ChangesArg::None => Changes::None,
            ChangesArg::Usual => Changes::Usual,
            ChangesArg::All => Changes::All,
        }
    }

    fn name(self) -> &'static str {
        match self {
            ChangesArg::None => "none",
            ChangesArg::Usual => "usual",
            ChangesArg::All => "all",
        }
    }
}

const FILES: [&str; 2] = ["diverge.md", "diverge.json"];

pub fn run(args: &Args) -> Result<Found, Failure> {
    if !args.first && args.sizes.len() > 1 {
        return Err(Failure("more than one board is compared with --first only; give one board".to_string()));
    }
    let mut boards = args.sizes.iter().map(|&grid| WholeBoard::new(grid)).collect::<Result<Vec<_>, _>>()?;
    let rules = if args.readings { each_reading() } else { RuleList::or_defaults(args.rules.as_ref()) };
    for board in &mut boards {
        args.tables.look_up(board, &rules)?;
    }
    for board in &boards {
        board.within_limits(&rules, true)?;
    }
    if rules.len() < 2 {
        return Err(Failure("one rule set has nothing to diverge from; name two or more".to_string()));
    }
    let folder = args.out.as_ref().map(|dir| OutputFolder::prepare(dir, args.force, &FILES)).transpose()?;
    let command = command(args);
    let causes = (!args.first).then(|| args.changes.changes());
    let options = Options { prisoners: args.prisoners.convention(), budget: Budget::default(), causes };
    let mut first = FirstDifferences::new(&rules, options.prisoners);
    let mut texts = None;
    for board in &boards {
        let comparison = compare(board, &rules, &options, &args.effort)?;
        if args.first {
            first.add(&comparison);
        } else {
            let report = Report { command: &command, comparison: &comparison };
            texts = Some((report.markdown(), report.json()));
        }
    }
    let (markdown, json) = texts.unwrap_or_else(|| (first.markdown(&command), first.json(&command)));
    let json = serde_json::to_string_pretty(&json)? + "\n";
    match folder {
        Some(folder) => folder.write(&[(FILES[0], markdown), (FILES[1], json)])?,
        None => {
            let text = if args.format == Format::Json { json } else { markdown };
            to_stdout(|out| out.write_all(text.as_bytes()))?;
        }
    }
    Ok(Found::Nothing)
}

fn compare<'a>(
    board: &'a WholeBoard,
    rules: &[RuleSet],
    options: &Options,
    effort: &Effort,
) -> Result<Comparison<'a>, Failure> {
    let started = std::time::Instant::now();
    // The bars show the rule sets asked for; changed ones bear the same names.
    let bars = Bars::of(board, rules);
    let comparison =
        effort.run(|budget, stop| Comparison::run(board, rules, &Options { budget, ..*options }, &bars, stop))??;
    drop(bars);
    let grid = board.board().grid();
    let mut helpers = 0.0;
    for (set, seconds) in comparison.tables.seconds() {
        if !rules.contains(set) {
            helpers += seconds;
        } else if options.causes.is_some() {
            message(&format!("{grid} {set}: {seconds:.2} s"));
        }
    }
    let memory = peak_memory().map(|kib| format!(", peak memory {} MiB", kib / 1024)).unwrap_or_default();
    let wall = started.elapsed().as_secs_f64();
    message(&format!(
        "{grid} changed rule sets and settledness: {helpers:.2} s; in all {wall:.2} s of wall time{memory}"
    ));
    Ok(comparison)
}

/// The most memory this process has had, in KiB, where the system says so.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The command that makes the report, without what does not change it.
fn command(args: &Args) -> String {
    let mut words = vec!["shinpan diverge".to_string()];
    words.extend(args.sizes.iter().map(Grid::to_string));
    if let Some(rules) = &args.rules {
        let names: Vec<String> = rules.0.iter().map(RuleSet::to_string).collect();
        words.push(format!("--rules {}", names.join(",")));
    }
    if args.readings {
        words.push("--readings".to_string());
    }
    let prisoners = args.prisoners.convention();
    if prisoners != Prisoners::default() {
        words.push(format!("--prisoners {prisoners}"));
    }
    if args.first {
        words.push("--first".to_string());
    } else if args.changes != ChangesArg::Usual {
        words.push(format!("--changes {}", args.changes.name()));
    }
    if let Some(Budget { states, .. }) = args.effort.budget.budget {
        words.push(format!("--budget {states}"));
    }
    words.join(" ")
}
