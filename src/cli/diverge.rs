//! `shinpan diverge`.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::look::ColorArg;
use super::memory::{MemoryArg, QUIET, all_together, one_at_a_time, peak_memory};
use super::output::{OutputFolder, to_stdout};
use super::progress::{Bars, tell, was_interrupted};
use super::sample::listed;
use super::solve::TablesArg;
use super::solving::Means;
use super::{Effort, Exit, Failure, RuleList};
use crate::atlas::best;
use crate::atlas::compare::{Comparison, Options, needed};
use crate::atlas::first::FirstDifferences;
use crate::atlas::prisoners::Prisoners;
use crate::atlas::settled::SettledBy;
use crate::atlas::unfinished::{Ended, Unfinished};
use crate::atlas::{Only, Stopped, WholeBoard};
use crate::board::Grid;
use crate::board::index::Index;
use crate::law::RuleSet;
use crate::law::changes::Changes;
use crate::report::divergence::Report;
use crate::report::{first, values as values_report};
use crate::solve::Budget;
use crate::texts::each_reading;
use crate::texts::in_words::example;

/// Compare rule sets in pairs on every position of a board
///
/// Counts the positions on which they diverge, says why (computed from the verdicts) and draws the smallest position of each
/// pair and cause. Standard output gets the answer in a few lines, with --full all of the report. Two runs give the same
/// bytes; times go to standard error. With --out what is counted is kept in the folder every few minutes: a run that was stopped or killed
/// continues with --resume, and ends with the same bytes.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan diverge 2x3
  shinpan diverge 3x3 --out reports/3x3
  shinpan diverge 3x3 --format html > 3x3.html
  shinpan diverge 2x3 --rules ", example!(one), ",", example!(one), ":", example!(reading), " --prisoners none --format json
  shinpan diverge 4x4 --rules ", example!(one), ",", example!(by_play), ",", example!(territory), " --prisoners all --census --out reports/4x4
  shinpan diverge 1x5 2x2 2x3 --first --readings
  shinpan diverge --first --up-to 12 --readings
  shinpan diverge 2x3 --values"))]
pub struct Args {
    /// Board size, ROWSxCOLUMNS; up to 16 points (4x4, 3x5, 2x8, 1x16), up to 20 (4x5, 3x6) under rule sets whose games are
    /// solved there, under those that need a search for every position at most 1,000,000 legal positions (3x4, 2x6, 1x13).
    /// Several with --first
    #[arg(value_name = "MxN", value_parser = Grid::parse, required_unless_present = "up_to")]
    sizes: Vec<Grid>,
    #[arg(help = concat!("Rule sets separated by commas, readings after a colon: ", example!(one), ":", example!(reading), ",", example!(another_reading), ",", example!(by_play), " [default: all that are practical on the board, in default readings]; see `shinpan rules`"), long, value_name = "LIST", conflicts_with = "readings")]
    rules: Option<RuleList>,
    /// Compare all readings: every rule set in default readings, and with each one reading changed. Without --rules those
    /// that need too long a search on the board are left out, and the report says which
    #[arg(long)]
    readings: bool,
    /// Only positions of one kind, on boards of up to 25 points (5x5, 4x6, 3x8); each is searched by itself
    #[arg(long, value_enum, value_name = "KIND", conflicts_with_all = ["first", "values", "tables"])]
    only: Option<OnlyArg>,
    /// Only the positions of this size in a file, each as often as it is there, on boards of up to 25 points; the last word of each line is
    /// a board. Each is searched by itself
    #[arg(long, value_name = "FILE", conflicts_with_all = ["only", "first", "values", "tables"])]
    from: Option<PathBuf>,
    /// Prisoners taken before the position; causes and witnesses are those under one convention
    #[arg(long, value_enum, default_value = "level")]
    prisoners: PrisonersArg,
    /// Only the smallest divergence of each pair of rule sets, over all boards given
    #[arg(long)]
    first: bool,
    /// With --first: all boards of up to N points, those of fewest points first; a pair of rule sets is compared only
    /// until it has differed
    #[arg(long, value_name = "N", requires = "first", conflicts_with = "sizes", value_parser = clap::value_parser!(u8).range(1..=16))]
    up_to: Option<u8>,
    /// Changes to the rule sets that are tried to find causes; each costs about as much as a rule set, and a play-out without
    /// a clause on kos needs a search for every position [default: usual; light on boards of more than 20,000 positions]
    #[arg(long, value_enum, conflicts_with = "first")]
    changes: Option<ChangesArg>,
    /// Compare the values of the game, the results of best play from every position with either player to move, instead of verdicts.
    /// Causes are found on boards of up to 20,000 positions
    #[arg(long, conflicts_with_all = ["first", "census", "changes", "prisoners"])]
    values: bool,
    /// Count positions of certain kinds too (ko stones, seki, life by one clause, no result, ...), with the smallest of each; on
    /// boards of more than 16 points those kinds that the rule sets compared tell of
    #[arg(long, conflicts_with = "first")]
    census: bool,
    /// Form of what goes to standard output
    #[arg(long, value_enum, default_value = "text", conflicts_with = "out")]
    format: Form,
    #[command(flatten)]
    color: ColorArg,
    /// All of the report on standard output, as Markdown
    #[arg(long, conflicts_with = "out")]
    full: bool,
    /// Folder that gets diverge.md and diverge.json [default: standard output]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long, requires = "out")]
    force: bool,
    /// Go on with what a run for --out that was stopped or killed has counted; it is kept there every few minutes
    #[arg(long, requires = "out", conflicts_with_all = ["force", "first", "values"])]
    resume: bool,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    memory: MemoryArg,
    #[command(flatten)]
    effort: Effort,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Form {
    /// The answer in a few lines; with --full the whole report
    Text,
    /// The whole report for programs
    Json,
    /// The whole report as one page, with boards drawn: it needs nothing else and can be sent by mail
    Html,
    /// A picture of the smallest position on which each pair diverges
    Svg,
    /// The matrix as a table for papers
    Latex,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum OnlyArg {
    /// Every string is immortal (Benson 1976)
    PassAlive,
    /// The same, and both players have stones
    PassAliveBoth,
}

impl OnlyArg {
    fn only(self) -> Only {
        match self {
            OnlyArg::PassAlive => Only::PassAlive,
            OnlyArg::PassAliveBoth => Only::PassAliveBoth,
        }
    }

    fn name(self) -> &'static str {
        match self {
            OnlyArg::PassAlive => "pass-alive",
            OnlyArg::PassAliveBoth => "pass-alive-both",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum PrisonersArg {
    /// Both players have played equally many stones
    Level,
    /// None
    None,
    /// Black has played one stone more
    BlackAhead,
    /// Level, and the matrix under the other two as well
    All,
}

impl PrisonersArg {
    fn convention(self) -> Prisoners {
        match self {
            PrisonersArg::Level | PrisonersArg::All => Prisoners::Level,
            PrisonersArg::None => Prisoners::None,
            PrisonersArg::BlackAhead => Prisoners::BlackAhead,
        }
    }

    /// Further conventions.
    fn also(self) -> &'static [Prisoners] {
        if self == PrisonersArg::All { &[Prisoners::None, Prisoners::BlackAhead] } else { &[] }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ChangesArg {
    /// None: causes that need no other verdicts
    None,
    /// Choices read otherwise of what counts at the end of the same game: no further game is solved
    Light,
    /// Also clauses lifted that decide often or cost little
    Usual,
    /// Also those that decide seldom and cost much
    All,
}

impl ChangesArg {
    fn changes(self) -> Changes {
        match self {
            ChangesArg::None => Changes::None,
            ChangesArg::Light => Changes::Light,
            ChangesArg::Usual => Changes::Usual,
            ChangesArg::All => Changes::All,
        }
    }

    /// Where none are named.
    fn default_of(grid: Grid) -> ChangesArg {
        let few = Index::new(grid).is_ok_and(|index| index.count() <= MOST_CHANGED);
        if few { ChangesArg::Usual } else { ChangesArg::Light }
    }

    fn name(self) -> &'static str {
        match self {
            ChangesArg::None => "none",
            ChangesArg::Light => "light",
            ChangesArg::Usual => "usual",
            ChangesArg::All => "all",
        }
    }
}

/// The most legal positions of a board on which changes that need a game of their own are tried unless told otherwise (3x3,
/// 1x9).
const MOST_CHANGED: u64 = 20_000;

/// Processor seconds for each rule set and number of a position on a board whose classes are not listed.
const SECONDS_COMPARED: f64 = 6e-7;

const FILES: [&str; 2] = ["diverge.md", "diverge.json"];
/// What has been counted while a run is not at its end.
const UNFINISHED: &str = "diverge.unfinished";

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let rules = if args.readings { each_reading() } else { RuleList::or_defaults(args.rules.as_ref()) };
    if rules.len() < 2 {
        return Err(Failure("one rule set has nothing to diverge from; name two or more".to_string()));
    }
    if args.first && !matches!(args.format, Form::Text | Form::Json) {
        return Err(Failure("--first has no page, picture or table; use --format text or json".to_string()));
    }
    if args.values && !matches!(args.format, Form::Text | Form::Json) {
        return Err(Failure("--values has no page, picture or table; use --format text or json".to_string()));
    }
    if args.full && args.format != Form::Text {
        return Err(Failure("--full is the whole report as Markdown; leave it or --format out".to_string()));
    }
    let Reports { folder, brief, markdown, json, page, kept } = match (args.first, args.sizes.as_slice()) {
        (true, _) => smallest(args, &rules, &boards(args)?)?,
        (false, &[grid]) => {
            let (rules, left_out) = match (args.only, &args.from) {
                (None, None) => RuleList::practical(args.rules.as_ref(), rules, grid),
                _ => (rules, Vec::new()),
            };
            if args.values { values(args, grid, &rules)? } else { compare(args, grid, &rules, &left_out)? }
        }
        _ => return Err(Failure("more than one board is compared with --first only; give one board".to_string())),
    };
    let json = serde_json::to_string_pretty(&json)? + "\n";
    match folder {
        Some(folder) => {
            folder.write(&[(FILES[0], markdown), (FILES[1], json)])?;
            kept.map_or(Ok(()), |kept| kept.remove())?;
        }
        None => {
            let text = match (args.format, page) {
                (Form::Json, _) => json,
                (Form::Html | Form::Svg | Form::Latex, Some(page)) => page,
                _ if args.full => markdown,
                _ => {
                    return args.color.look().print(&brief.unwrap_or(markdown)).map(|()| Exit::Success);
                }
            };
            to_stdout(|out| out.write_all(text.as_bytes()))?;
        }
    }
    Ok(Exit::Success)
}

/// What a run makes: the folder it is for, made once nothing is left to refuse, and the reports.
struct Reports {
    folder: Option<OutputFolder>,
    /// What goes to standard output if nothing more is asked for, where that is less than the whole.
    brief: Option<String>,
    markdown: String,
    json: Value,
    /// The page or the picture, if it is asked for.
    page: Option<String>,
    /// What has been kept on the way, and is of no use once the reports are written.
    kept: Option<Unfinished>,
}

fn folder(args: &Args) -> Result<Option<OutputFolder>, Failure> {
    let goes_on = |dir: &Path| args.resume && dir.join(UNFINISHED).exists();
    args.out.as_ref().map(|dir| OutputFolder::prepare(dir, args.force || goes_on(dir), &FILES)).transpose()
}

/// The boards of `--first`: those named, or all up to a number of points, each in one orientation.
fn boards(args: &Args) -> Result<Vec<Grid>, Failure> {
    let Some(most) = args.up_to.map(usize::from) else {
        for &grid in &args.sizes {
            WholeBoard::new(grid)?;
        }
        return Ok(args.sizes.clone());
    };
    let shapes = (1..=most).flat_map(|rows| (rows..=most / rows).map(move |cols| (rows, cols)));
    let mut boards: Vec<Grid> = shapes.filter_map(|(rows, cols)| Grid::new(rows, cols).ok()).collect();
    boards.sort_by_key(|grid| (grid.len(), grid.rows()));
    Ok(boards)
}

/// The smallest divergences over several boards.
fn smallest(args: &Args, rules: &[RuleSet], boards: &[Grid]) -> Result<Reports, Failure> {
    let mut differences = FirstDifferences::new(rules, args.prisoners.convention(), args.up_to.is_some());
    let judged = [rules, &SettledBy::FatesAndPlayOuts.rules()].concat();
    for &grid in boards {
        args.memory.state(grid, QUIET, |classes, _| one_at_a_time(grid, classes, &judged))?;
    }
    let folder = folder(args)?;
    for &grid in boards {
        let started = std::time::Instant::now();
        let mut whole = WholeBoard::new(grid)?;
        args.tables.look_up(&mut whole, &judged)?;
        let bars = Bars::comparing(&whole, &[]);
        args.effort.run(|budget, stop| differences.look(&whole, budget, &bars, stop))??;
        drop(bars);
        tell(&format!("{grid}: {:.2} s", started.elapsed().as_secs_f64()));
    }
    let command = command(args, None);
    let (markdown, json) = (first::markdown(&differences, &command), first::json(&differences, &command));
    Ok(Reports { folder, brief: None, markdown, json, page: None, kept: None })
}

/// Rule sets compared on one board.
fn compare(args: &Args, grid: Grid, rules: &[RuleSet], left_out: &[RuleSet]) -> Result<Reports, Failure> {
    let started = std::time::Instant::now();
    let usual = ChangesArg::default_of(grid);
    let changes = args.changes.unwrap_or(usual);
    let listed = args.from.as_ref().map(|file| listed(file, grid)).transpose()?;
    let options = Options {
        also: args.prisoners.also(),
        causes: Some(changes.changes()),
        census: args.census,
        only: listed.as_ref().map(|positions| Only::given(grid, positions)).or(args.only.map(OnlyArg::only)),
        ..Options::under(args.prisoners.convention())
    };
    let needed = needed(grid, rules, &options);
    let (whole, folder) = match (listed, options.only) {
        (Some(positions), _) => (WholeBoard::given(grid, positions)?, folder(args)?),
        (None, Some(only)) => {
            let folder = folder(args)?;
            (WholeBoard::only(grid, only)?, folder)
        }
        (None, None) => {
            WholeBoard::allows(grid, rules)?;
            args.memory.state(grid, QUIET, |classes, _| all_together(grid, classes, &needed))?;
            let mut whole = WholeBoard::for_rules(grid, rules)?;
            args.memory.state_dense(&whole, &needed, (whole.numbers() * needed.len()) as f64 * SECONDS_COMPARED)?;
            let folder = folder(args)?;
            args.tables.look_up(&mut whole, &needed)?;
            (whole, folder)
        }
    };
    let whole = &whole;
    let unfinished = args.out.as_ref().map(|dir| dir.join(UNFINISHED));
    let kept = unfinished.map(|file| Unfinished::at(&file, args.resume || args.force)).transpose()?;
    if let Some(kept) = kept.as_ref().filter(|_| args.force) {
        kept.remove()?;
    }
    let is_searched = |set: &RuleSet| options.only.is_none() && WholeBoard::searches(set);
    let searched: Vec<RuleSet> = needed.into_iter().filter(is_searched).collect();
    let bars = Bars::comparing(whole, &searched);
    let comparison = args.effort.run(|budget, stop| {
        Comparison::run_keeping(whole, rules, &Options { budget, ..options }, kept.as_ref(), &bars, stop)
    })?;
    drop(bars);
    let comparison = match (comparison, &kept) {
        (Err(Ended::Stopped(_)), Some(kept)) if kept.is_there() => {
            let command = command(args, Some(changes).filter(|&c| c != usual));
            return Err(Failure(format!("stopped before the end; the same command with --resume goes on: {command}")));
        }
        (found, _) => found?,
    };
    let mut helpers = 0.0;
    for (set, seconds) in comparison.columns.seconds() {
        if rules.contains(set) {
            tell(&format!("{grid} {set}: {seconds:.2} s"));
        } else {
            helpers += seconds;
        }
    }
    if args.from.is_some() {
        tell(&format!("{grid}: the smallest positions are judged again, for the report"));
        args.effort.run(|_, _| comparison.judge_witnesses())?;
    }
    let command = command(args, Some(changes).filter(|&c| c != usual));
    let report = Report { command: &command, comparison: &comparison, left_out };
    let look = args.color.look();
    let brief = look.legend(report.brief(look.width, &|grid, drawn| look.board(grid, drawn))) + &more(args);
    let (markdown, json) = (report.markdown(), report.json());
    let page = match args.format {
        Form::Html => Some(report.page()),
        Form::Svg => Some(report.sheet()),
        Form::Latex => Some(report.latex()),
        Form::Text | Form::Json => None,
    };
    let reports = Reports { folder, brief: Some(brief), markdown, json, page, kept };
    // What is judged again for the report may have been cut short.
    if was_interrupted() {
        return Err(Stopped.into());
    }
    let memory = peak_memory().map(|kib| format!(", peak memory {} MiB", kib / 1024)).unwrap_or_default();
    let wall = started.elapsed().as_secs_f64();
    tell(&format!("{grid} changed rule sets and settledness: {helpers:.2} s; in all {wall:.2} s of wall time{memory}"));
    Ok(reports)
}

/// The values of the game compared on one board.
fn values(args: &Args, grid: Grid, rules: &[RuleSet]) -> Result<Reports, Failure> {
    let started = std::time::Instant::now();
    let folder = folder(args)?;
    let Args { tables, memory, effort, .. } = args;
    let (board, found) = Means { tables, memory, effort, time: None, keep: None }.solve(grid, rules, None)?;
    let causes = board.len() as u64 <= MOST_CHANGED;
    let bars = Bars::of_classes(found.first().map_or(0, |values| values.classes().len()));
    let pairs = effort.run(|_, stop| best::compare(&board, &found, causes, &bars, stop))??;
    drop(bars);
    if pairs.is_empty() {
        return Err(Failure(
            "these rule sets have one game; name two that differ by more than the first passer".into(),
        ));
    }
    let command = command(args, None);
    let report = values_report::Report { command: &command, board: &board, values: &found, pairs: &pairs, causes };
    let (markdown, json) = (report.markdown(), report.json());
    tell(&format!("{grid}: {:.2} s of wall time", started.elapsed().as_secs_f64()));
    Ok(Reports { folder, brief: None, markdown, json, page: None, kept: None })
}

/// Where the rest is.
fn more(args: &Args) -> String {
    let sizes: Vec<String> = args.sizes.iter().map(Grid::to_string).collect();
    let name = sizes.join(" ");
    format!(
        "\nThe causes, and a position for each: --full, or --format html > {name}.html for a page with drawn boards, or --out \
         DIR\n"
    )
}

/// The command that makes the report, without what does not change it.
fn command(args: &Args, changes: Option<ChangesArg>) -> String {
    let mut words = vec!["shinpan diverge".to_string()];
    words.extend(args.sizes.iter().map(Grid::to_string));
    if let Some(rules) = &args.rules {
        let names: Vec<String> = rules.0.iter().map(RuleSet::to_string).collect();
        words.push(format!("--rules {}", names.join(",")));
    }
    if args.readings {
        words.push("--readings".to_string());
    }
    if let Some(only) = args.only {
        words.push(format!("--only {}", only.name()));
    }
    if let Some(file) = &args.from {
        words.push(format!("--from {}", file.display()));
    }
    match args.prisoners {
        PrisonersArg::Level => {}
        PrisonersArg::All => words.push("--prisoners all".to_string()),
        one => words.push(format!("--prisoners {}", one.convention())),
    }
    if args.first {
        words.push("--first".to_string());
    }
    if args.values {
        words.push("--values".to_string());
    }
    if let Some(points) = args.up_to {
        words.push(format!("--up-to {points}"));
    }
    if let Some(changes) = changes {
        words.push(format!("--changes {}", changes.name()));
    }
    if args.census {
        words.push("--census".to_string());
    }
    if let Some(Budget { states, .. }) = args.effort.budget.budget {
        words.push(format!("--budget {states}"));
    }
    words.join(" ")
}
