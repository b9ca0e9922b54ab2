//! `shinpan check`.

mod earlier;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::builder::{PossibleValue, PossibleValuesParser};

use self::earlier::{JOURNAL, REPORT, baseline, compared, earlier, go_on, journal};
use super::check_formats::{CheckFormat, Ci};
use super::output::{OutputFile, OutputFolder, message, reason, to_stdout};
use super::progress::{Bars, stop_in_order, was_interrupted};
use super::{Exit, Failure, check_games, check_values, parse_budget, parse_time};
use crate::board::{Colour, Grid};
use crate::cases::{Case, built_in};
use crate::check::classes::Class;
use crate::check::declared;
use crate::check::findings::{Finding, State};
use crate::check::probe::Scores;
use crate::check::report::{Head, json_lines, regression, summary, witnesses};
use crate::check::run::{Bounds, CHANGES, Checker, DOUBTS};
use crate::check::suites::{Suite, jobs};
use crate::check::{Engine, MoveRecord, Question, Reference, Status, ko};
use crate::files;
use crate::gtp::guard;
use crate::gtp::peer::Limits;
use crate::gtp::peer::Trouble;
use crate::law::RuleSet;
use crate::solve::Budget;
use crate::texts::in_words::example;

/// Check an engine that speaks GTP against the text of a rule set.
///
/// Drives the engine through positions, games and sequences, compares its answers with the text's, and shrinks each kind of
/// disagreement to a shortest record that still shows it. Scores and statuses are asked only of settled positions. Exit
/// status: 0 nothing (new), 1 disagreements that the baseline does not have, 2 could not run, or something was not checked.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan check --engine 'gnugo --mode gtp --japanese-rules' --rules ", example!(one), " --out found
  shinpan check --engine ./engine --rules ", example!(area), " --board 5x5 --suite ko,legality
  shinpan check --engine ./engine --rules ", example!(one), " --baseline found/check.jsonl
  shinpan check --games archive/*.sgf --each 5s --out checked
  shinpan check --values 3x3.csv --rules ", example!(area)))]
pub struct Args {
    /// Command that starts the engine, quoted as for a shell (no shell is started)
    #[arg(long, value_name = "CMD ARGS", required_unless_present_any = ["games", "values"])]
    engine: Option<String>,
    #[command(flatten)]
    games: check_games::GamesArgs,
    #[command(flatten)]
    values: check_values::ValuesArgs,
    #[arg(help = concat!("Rule set, readings after a colon: ", example!(one), ":", example!(reading), "; see `shinpan rules`. `engine`: what the engine says that it plays by"), long, value_name = "ID", required_unless_present = "games", default_value = "", hide_default_value = true)]
    rules: String,
    /// Board, ROWSxCOLUMNS; may be given several times [default: 3x3 5x5 9x9]
    #[arg(long, value_name = "MxN", value_parser = Grid::parse)]
    board: Vec<Grid>,
    /// Smallest board to which a witness of a larger one is shrunk (fewest rows, fewest columns)
    #[arg(long, value_name = "MxN", value_parser = Grid::parse, default_value = "5x5")]
    smallest: Grid,
    /// Rules as the engine names them, given to it by kata-set-rules (or kgs-rules) [default: what the rule set amounts to]
    #[arg(long, value_name = "RULES")]
    engine_rules: Option<String>,
    /// Suites, separated by commas
    #[arg(long, value_name = "SUITE", value_delimiter = ',', value_parser = suite_names(), default_value = ALL)]
    suite: Vec<String>,
    /// Folder with cases (*.toml, as in cases/) and game records (*.sgf) to replay [default: the cases of the program]
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    /// Most units (positions, games) of each job, or a time: 500, 90s, 5m [default: small boards whole, else 300]
    #[arg(long, value_name = "N|TIME")]
    budget: Option<Amount>,
    /// For the random choices: the same seed asks the same questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Folder that gets check.jsonl, summary.md, regression.tst and witnesses.sgf (with --games: games.jsonl) [default: the summary on standard output]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long, requires = "out")]
    force: bool,
    /// Go on where the report in --out stopped
    #[arg(long, requires = "out")]
    resume: bool,
    /// A check.jsonl: its witnesses are put again, and only what it does not have counts: a cause, a board or a shape of witness, or more
    /// than twice the share of wrong answers
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the report to the baseline as well, which need not exist
    #[arg(long, requires = "baseline")]
    update_baseline: bool,
    /// Seconds that the engine may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = parse_seconds)]
    timeout: f64,
    /// Seconds until its first answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = parse_seconds)]
    start_timeout: f64,
    /// Most states explored for one question about a final position; what is not decided then is not asked [default: 3000; with
    /// --values 4000000]
    #[arg(long, value_name = "STATES", value_parser = parse_budget)]
    states: Option<Budget>,
    /// What goes to standard output [default: the summary; with --out nothing]
    #[arg(long, value_enum)]
    format: Option<CheckFormat>,
    /// The file at which SARIF and GitHub show findings, for example the source of the library's rules
    #[arg(long, value_name = "FILE", requires = "format", requires = "engine")]
    at: Option<String>,
}

impl Args {
    /// Of game records and tables, which have lines or a text: whether it is JSON.
    fn for_records(&self) -> Result<bool, Failure> {
        match self.format {
            None | Some(CheckFormat::Text) => Ok(false),
            Some(_) if self.out.is_some() => {
                Err(Failure("--format says what goes to standard output; with --out it is for --engine".to_string()))
            }
            Some(CheckFormat::Json) => Ok(true),
            Some(_) => Err(Failure("--format junit, sarif and github are for --engine".to_string())),
        }
    }

    /// How far a question about a final position may go.
    fn states(&self) -> Budget {
        self.states.unwrap_or(Budget::of(STATES))
    }
}

/// States explored for one question about a final position, where none are given.
const STATES: usize = 3_000;

/// Stands for all suites.
const ALL: &str = "all";

/// The names of the suites, and the one for all of them.
fn suite_names() -> PossibleValuesParser {
    let each = Suite::ALL.into_iter().map(|suite| PossibleValue::new(suite.name()).help(suite.describe()));
    each.chain([PossibleValue::new(ALL).help("All of these")]).collect::<Vec<_>>().into()
}

fn suites(asked: &[String]) -> Vec<Suite> {
    let is = |suite: &Suite| asked.iter().any(|name| name == suite.name() || name == ALL);
    Suite::ALL.into_iter().filter(is).collect()
}

/// How much is asked.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Amount {
    /// Units of each job.
    Units(u64),
    /// Time in all.
    Time(Duration),
}

impl std::str::FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Amount, String> {
        let bad = || format!("`{text}` is no budget: write a number of units such as 500, or a time such as 90s or 5m");
        match text.parse() {
            Ok(0) => Err(bad()),
            Ok(units) => Ok(Amount::Units(units)),
            Err(_) => parse_time(text).map(Amount::Time).map_err(|_| bad()),
        }
    }
}

/// A number of seconds.
pub fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s: &f64| (0.01..=86_400.0).contains(s));
    seconds.ok_or_else(|| "write seconds from 0.01 to 86400".to_string())
}

/// The files written, the report first.
const FILES: [&str; 4] = [REPORT, "summary.md", "regression.tst", "witnesses.sgf"];
/// Units of a job where a board is not gone through whole.
const USUAL: u64 = 300;

/// Runs the command.
///
/// # Errors
/// Bad arguments or files, an engine that cannot be run, or an interruption (after the report has been written).
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let asks_engine = declared::asks_engine(&args.rules);
    let Some(engine_command) = &args.engine else {
        let json = args.for_records()?;
        let out = check_games::Out { dir: args.out.as_deref(), force: args.force, resume: args.resume, json };
        if let Some(table) = &args.values.values {
            return check_values::run(&args.values, table, &RuleSet::parse(&args.rules)?, args.states, &out);
        }
        let sets = (!args.rules.is_empty()).then(|| RuleSet::parse(&args.rules)).transpose()?;
        return check_games::run(&args.games, sets.as_deref(), args.states(), &out);
    };
    // A wrong name is told before anything is started.
    let named = if asks_engine.is_none() { RuleSet::parse(&args.rules)? } else { Vec::new() };
    let command = shlex::split(engine_command).filter(|words| !words.is_empty());
    let command = command
        .ok_or_else(|| Failure(format!("`{}` is no command: a quote is not closed, or it is empty", engine_command)))?;
    let baseline = match &args.baseline {
        Some(path) => baseline(path, &args.rules, args.update_baseline)?,
        None => None,
    };
    let earlier = args.out.as_ref().map(|dir| earlier(dir, args.resume, args.force)).transpose()?.unwrap_or_default();
    let folder =
        args.out.as_ref().map(|dir| OutputFolder::prepare(dir, args.force || args.resume, &FILES)).transpose()?;
    let (cases, records) = match &args.cases {
        Some(dir) => to_replay(dir)?,
        None => (built_in()?, Vec::new()),
    };
    let limits = Limits {
        start: Duration::from_secs_f64(args.start_timeout),
        answer: Duration::from_secs_f64(args.timeout),
        ..Limits::default()
    };
    // What an engine leaves behind is ended with it. From here on signals leave a report, and nothing else.
    guard::adopt();
    let stop = stop_in_order(GRACE, guard::end_all);
    let limits = Limits { stop: Some(stop), ..limits };
    let started = Instant::now();
    let mut engine = Engine::start(&command, limits)?;
    let (name, sets) = match asks_engine {
        None => (args.rules.clone(), named),
        Some(readings) => {
            let name = declared::rules_of(&mut engine, readings)?.map_err(Failure)?;
            let sets = RuleSet::parse(&name)?;
            (name, sets)
        }
    };
    engine.tell(&sets[0], &name, args.engine_rules.as_deref())?;
    let (boards, alive) = boards(args, &mut engine)?;
    let most = match args.budget {
        Some(Amount::Units(n)) => Some(n),
        _ => None,
    };
    let jobs = jobs(&suites(&args.suite), &boards, &alive, most, USUAL, &cases, &records);
    let until = match args.budget {
        Some(Amount::Time(time)) => Some(started + time),
        _ => None,
    };
    let scores = engine.find_out(&boards, until);
    let head = Head {
        command: engine_command.clone(),
        engine: [engine.name.clone(), engine.version.clone(), engine.protocol.clone()],
        rules: name,
        told: engine.told.clone(),
        asked: engine.ways.text().into_iter().chain(scores.iter().map(Scores::text)).collect(),
        settings: settings(args, &boards),
    };
    let mut state = State { jobs: jobs.into_iter().map(|job| (job, Default::default())).collect(), ..State::default() };
    let about = [head.rules.clone(), head.command.clone(), head.settings.clone()];
    let journal =
        args.out.as_ref().map(|dir| journal(&dir.join(JOURNAL), args.resume, &earlier, &about)).transpose()?;
    let (found, wrong) = go_on(&mut state, earlier, &about)?;
    let left = |state: &State| state.jobs.iter().map(|(job, done)| job.units - done.units.min(job.units)).sum::<u64>();
    let bars = Bars::new([(head.engine[0].clone(), left(&state))]);
    let judging = Budget { stop: Some(stop), ..args.states() };
    let mut checker = Checker::new(engine, Reference::new(sets.clone(), judging), state, args.seed);
    for what in checker.engine.told.in_doubt(args.engine_rules.is_some()) {
        checker.could_not(DOUBTS[0].to_string(), &what);
    }
    if let Some(Scores::Changes(said)) = &scores {
        checker.could_not("final_score".to_string(), &format!("{CHANGES}: {}", said.join(", then ")));
    }
    checker.take_over(found);
    checker.take_again(wrong);
    checker.journal = journal;
    if let Some(time) = until.map(|until| until.saturating_duration_since(Instant::now())) {
        // Witnesses are made smaller when the time is up, all of them within a part of it.
        checker.witness_time = Some((time / 4).max(LEAST_EFFORT));
    }
    checker.smallest = (args.smallest.rows(), args.smallest.cols());
    let mended = baseline.as_ref().map_or_else(Vec::new, |baseline| checker.replay(baseline));
    let result = checker.run(&Bounds { stop, until }, |_, _| bars.advance(&head.engine[0], 1));
    drop(bars);
    checker.conclude(result.is_ok() && !was_interrupted());
    for trouble in &checker.engine.troubles {
        message(trouble);
    }
    if checker.engine.late() > 0 {
        message(&format!("{} answers came late and were discarded", checker.engine.late()));
    }
    let result = match result {
        Err(Trouble::Stopped { .. }) => Ok(()),
        other => other,
    };
    let complete = result.is_ok() && !was_interrupted() && left(&checker.state) == 0;
    let compared = compared(baseline.as_ref(), &checker.state, mended, &head.settings);
    let report = json_lines(&head, &checker.state, &compared, complete);
    let text = summary(&head, &sets[0], &checker.state, &compared, complete);
    if let (Some(path), true, true) = (&args.baseline, args.update_baseline, complete) {
        OutputFile::prepare(path, true)?.write(|out| out.write_all(report.as_bytes()))?;
    }
    compared.mended.iter().for_each(|cause| message(&format!("mended since the baseline: {cause}")));
    let time_is_up = until.is_some_and(|until| Instant::now() >= until);
    let left_out = left_out(&checker.engine, &checker.state, args, result.is_err() || was_interrupted(), time_is_up);
    let ci = Ci {
        head: &head,
        state: &checker.state,
        compared: &compared,
        left_out: left_out.as_deref(),
        complete,
        at: args.at.as_deref(),
    };
    let format = args.format.or_else(|| args.out.is_none().then_some(CheckFormat::Text));
    let said = match format {
        Some(CheckFormat::Text) => Some(text.clone()),
        Some(CheckFormat::Json) => Some(report.clone()),
        Some(other) => ci.written(other)?,
        None => None,
    };
    if let Some(folder) = folder {
        let tests = regression(&checker.engine, &head, &checker.state);
        let games = witnesses(&head, &checker.state);
        folder.write(&[(FILES[0], report), (FILES[1], text), (FILES[2], tests), (FILES[3], games)])?;
        if let (true, Some(dir)) = (complete, &args.out) {
            // All that it has is in the report.
            std::fs::remove_file(dir.join(JOURNAL)).map_err(|e| Failure(format!("{JOURNAL}: {}", reason(&e))))?;
        }
    }
    if let Some(said) = said {
        to_stdout(|out| out.write_all(said.as_bytes()))?;
    }
    let is_new =
        |(key, finding): &(&String, &Finding)| !compared.is_known(key) && Class::of(finding) != Class::NotRepeated;
    let new = checker.state.findings.iter().filter(is_new).count();
    let rate = rate(&checker.engine, started.elapsed());
    let left_large = checker.state.left_large;
    let causes = checker.state.findings.len();
    let Checker { engine, unwritten, .. } = checker;
    engine.quit();
    message(&format!(
        "{causes} causes of disagreement, {new} not in a baseline; {:.1} s, {rate}",
        started.elapsed().as_secs_f64()
    ));
    if !complete {
        message("the report is not complete: not all units were done, and it says so");
    }
    if let Some(error) = &unwritten {
        return Err(Failure(format!("cannot write {JOURNAL}: {}", reason(error))));
    }
    result.map_err(|trouble| Failure(format!("the engine was given up: {trouble}")))?;
    if was_interrupted() {
        return Err(Failure("interrupted; the report has what was done, and --resume goes on".to_string()));
    }
    if new > 0 || left_large > 0 {
        left_out.iter().for_each(|left_out| message(left_out));
        return Ok(Exit::Failing);
    }
    // No disagreement says nothing where nothing was compared.
    left_out.map_or(Ok(Exit::Success), |why| Err(Failure(why)))
}

/// How fast it went, and whether it was the engine that took the time.
fn rate(engine: &Engine, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
    let waited = 100.0 * engine.waited.as_secs_f64() / seconds;
    format!(
        "{} commands, {:.0} a second, {waited:.0}% of the time waiting for the engine",
        engine.commands,
        engine.commands as f64 / seconds
    )
}

/// Time in which a check that was stopped ends.
const GRACE: Duration = Duration::from_millis(4500);

/// What of the check was left out for a failure of the engine or for want of time, if anything: a suite of which nothing was compared
/// although the run was not `stopped`, a board that was asked for; and in any case that nothing at all was compared. That an engine has
/// no commands for a suite which was not named is no failure, and is said.
fn left_out(engine: &Engine, state: &State, args: &Args, stopped: bool, time_is_up: bool) -> Option<String> {
    let reasons = || {
        let each = state.unchecked.iter().map(|(what, why)| format!("{what}: {why}"));
        let reasons: Vec<String> = each.take(MOST_REASONS).collect();
        if reasons.is_empty() { "no question could be put".to_string() } else { reasons.join("; ") }
    };
    if state.jobs.iter().all(|(_, done)| done.questions == 0) {
        let why = if time_is_up { "the time was up before anything was asked".to_string() } else { reasons() };
        return (!stopped).then(|| format!("nothing was checked: {why}"));
    }
    let of = |suite: Suite| state.jobs.iter().filter(move |(job, _)| job.suite == suite);
    let says_nothing = |suite: &Suite| of(*suite).next().is_some() && of(*suite).all(|(_, done)| done.questions == 0);
    let is_open = |suite: &Suite| of(*suite).any(|(job, done)| done.units < job.units);
    let silent: Vec<Suite> = Suite::ALL.into_iter().filter(says_nothing).collect();
    let named = |list: &[Suite]| list.iter().map(|suite| format!("suite {}", suite.name())).collect::<Vec<_>>();
    let optional = |suite: &Suite| {
        matches!(suite, Suite::Capture | Suite::Score | Suite::Status) && !args.suite.iter().any(|n| n == suite.name())
    };
    let (cannot, failed): (Vec<Suite>, Vec<Suite>) =
        silent.into_iter().partition(|suite| lacks(engine, *suite) && optional(suite));
    let (cut, failed): (Vec<Suite>, Vec<Suite>) =
        failed.into_iter().partition(|suite| time_is_up && is_open(suite) && !lacks(engine, *suite));
    let failed: Vec<Suite> =
        failed.into_iter().filter(|suite| *suite == Suite::Ko || is_open(suite) || lacks(engine, *suite)).collect();
    if !cannot.is_empty() {
        message(&format!("{} left out, as the engine has no commands for it", named(&cannot).join(", ")));
    }
    let missing = |grid: &&Grid| {
        let mut jobs = state.jobs.iter().filter(|(job, _)| job.grid == Some(**grid)).peekable();
        jobs.peek().is_some() && jobs.all(|(job, done)| done.units == 0 && job.units > 0)
    };
    let boards = args.board.iter().filter(missing).map(|grid| format!("board {grid}"));
    let left: Vec<String> = named(&failed).into_iter().chain(boards).collect();
    if !stopped && !left.is_empty() {
        return Some(format!("{} left out: {}", left.join(", "), reasons()));
    }
    if !stopped && !cut.is_empty() {
        return Some(format!("{} cut off before anything was compared: give it more time", named(&cut).join(", ")));
    }
    // What was compared may not be what was meant.
    let doubts = state.unchecked.iter().filter(|(what, why)| DOUBTS.contains(&what.as_str()) || why.contains(CHANGES));
    let doubts: Vec<String> = doubts.map(|(what, why)| format!("{what}: {why}")).take(MOST_REASONS).collect();
    (!doubts.is_empty()).then(|| format!("not all is checked: {}", doubts.join("; ")))
}

/// Whether the engine has no way at all to answer what a suite asks.
fn lacks(engine: &Engine, suite: Suite) -> bool {
    let player = Colour::Black;
    let questions = match suite {
        Suite::Legality => vec![Question::Legal(player, 0), Question::Stones],
        Suite::Capture => vec![Question::Stones, Question::Captures],
        Suite::Ko => vec![Question::Legal(player, 0)],
        Suite::Score => vec![Question::Score],
        Suite::Status => vec![Question::Status(Status::Dead)],
        Suite::Replay => vec![Question::Legal(player, 0), Question::Stones, Question::Score],
    };
    questions.iter().all(|question| engine.can(question).is_err())
}

/// Reasons that are given in one line.
const MOST_REASONS: usize = 4;

/// The boards on which is asked where none are given, and those of finished positions without any doubt.
const BOARDS: [usize; 3] = [3, 5, 9];
const ALIVE: [usize; 5] = [5, 7, 9, 13, 19];

/// The boards on which is asked, and those of finished positions without any doubt: where none are named the usual ones, or of an engine that
/// has none of them the first that it has.
fn boards(args: &Args, engine: &mut Engine) -> Result<(Vec<Grid>, Vec<Grid>), Failure> {
    if !args.board.is_empty() {
        return Ok((args.board.clone(), args.board.clone()));
    }
    let (usual, alive) = (squares(&BOARDS)?, squares(&ALIVE)?);
    for &grid in &usual {
        if engine.accepts(grid)?.is_ok() {
            return Ok((usual, alive));
        }
    }
    for grid in squares(&ko::BOARDS)? {
        if engine.accepts(grid)?.is_ok() {
            return Ok((vec![grid], vec![grid]));
        }
    }
    Ok((usual, alive))
}

fn squares(sides: &[usize]) -> Result<Vec<Grid>, Failure> {
    Ok(sides.iter().map(|&side| Grid::new(side, side)).collect::<Result<_, _>>()?)
}

/// On what the questions depend.
fn settings(args: &Args, boards: &[Grid]) -> String {
    let boards = boards.iter().map(Grid::to_string).collect::<Vec<_>>().join(" ");
    let suites = suites(&args.suite).iter().map(|s| s.name()).collect::<Vec<_>>().join(" ");
    let units = match args.budget {
        Some(Amount::Units(n)) => format!("at most {n} units"),
        _ => "usual units".to_string(),
    };
    let cases = args.cases.as_ref().map_or("built in".to_string(), |dir| dir.display().to_string());
    format!(
        "boards {boards}; suites {suites}; {units}; cases {cases}; seed {}; {} states",
        args.seed,
        args.states().states
    )
}

/// Time for making the witnesses smaller, at least.
const LEAST_EFFORT: Duration = Duration::from_secs(1);

/// The cases and game records of a folder.
fn to_replay(dir: &Path) -> Result<(Vec<Case>, Vec<MoveRecord>), Failure> {
    let shown = dir.display();
    let entries = std::fs::read_dir(dir).map_err(|e| Failure(format!("cannot read {shown}: {}", reason(&e))))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|e| e.path())).collect();
    paths.sort();
    let (mut cases, mut records) = (Vec::new(), Vec::new());
    for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "toml")) {
        let name = path.display().to_string();
        let text = files::read(path, crate::cases::MOST_BYTES).and_then(files::text);
        let text = text.map_err(|e| Failure(format!("{name}: {e}")))?;
        cases.extend(crate::cases::read(&name, &text)?);
    }
    for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "sgf")) {
        let name = path.display().to_string();
        let bytes = files::read(path, crate::record::MOST_BYTES).map_err(|e| Failure(format!("{name}: {e}")))?;
        records.push(MoveRecord::of_game(&crate::record::sgf::read(&name, &bytes, &[])?));
    }
    if cases.is_empty() && records.is_empty() {
        return Err(Failure(format!("{shown} holds neither cases (*.toml) nor game records (*.sgf)")));
    }
    Ok((cases, records))
}
