//! `shinpan check`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::output::{OutputFolder, message, reason, to_stdout};
use super::progress::{Bars, stop_in_order, was_interrupted};
use super::{Exit, Failure, Format, check_games, parse_budget, parse_time};
use crate::board::{Colour, Grid};
use crate::cases::{Case, built_in};
use crate::check::classes::Class;
use crate::check::declared;
use crate::check::probe::Scores;
use crate::check::report::{self, Earlier, Head, json_lines, read, regression, summary, witnesses};
use crate::check::run::{Bounds, Checker, Finding, State};
use crate::check::run::{CHANGES, DOUBTS};
use crate::check::suites::{Suite, jobs};
use crate::check::{Engine, MoveRecord, Question, Reference, Status};
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
  shinpan check --engine ./engine --rules ", example!(one), " --baseline found/check.jsonl"))]
pub struct Args {
    /// Command that starts the engine, quoted as for a shell (no shell is started)
    #[arg(long, value_name = "CMD ARGS", required_unless_present = "games")]
    engine: Option<String>,
    /// Game records in SGF to check instead, move by move and result, against the text: one line for each game
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engine", "out", "baseline", "cases"])]
    games: Vec<PathBuf>,
    #[arg(help = concat!("Rule set, readings after a colon: ", example!(one), ":", example!(reading), "; see `shinpan rules`. `engine`: what the engine says that it plays by"), long, value_name = "ID")]
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
    /// Folder that gets check.jsonl, summary.md, regression.tst and witnesses.sgf [default: the summary on standard output]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long, requires = "out")]
    force: bool,
    /// Go on where the report in --out stopped
    #[arg(long, requires = "out")]
    resume: bool,
    /// A check.jsonl: its disagreements are known, and only others count
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Seconds that the engine may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = parse_seconds)]
    timeout: f64,
    /// Seconds until its first answer
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = parse_seconds)]
    start_timeout: f64,
    /// Most states explored for one question about a final position; what is not decided then is not asked
    #[arg(long, value_name = "STATES", default_value = "3000", value_parser = parse_budget)]
    states: Budget,
    /// What goes to standard output without --out: the summary, or the lines of check.jsonl
    #[arg(long, value_enum, default_value = "text", conflicts_with = "out")]
    format: Format,
}

/// Stands for all suites.
const ALL: &str = "all";

/// The names of the suites, and the one for all of them.
fn suite_names() -> PossibleValuesParser {
    let each = Suite::value_variants().iter().filter_map(Suite::to_possible_value);
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

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s: &f64| (0.01..=86_400.0).contains(s));
    seconds.ok_or_else(|| "write seconds from 0.01 to 86400".to_string())
}

/// The files written, the report first.
const FILES: [&str; 4] = ["check.jsonl", "summary.md", "regression.tst", "witnesses.sgf"];
/// Units of a job where a board is not gone through whole.
const USUAL: u64 = 300;

/// Runs the command.
///
/// # Errors
/// Bad arguments or files, an engine that cannot be run, or an interruption (after the report has been written).
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let asks_engine = declared::asks_engine(&args.rules);
    let Some(engine_command) = &args.engine else {
        let sets = RuleSet::parse(&args.rules)?;
        return check_games::run(&sets, &args.games, args.states, args.format == Format::Json);
    };
    // A wrong name is told before anything is started.
    let named = if asks_engine.is_none() { RuleSet::parse(&args.rules)? } else { Vec::new() };
    let command = shlex::split(engine_command).filter(|words| !words.is_empty());
    let command = command
        .ok_or_else(|| Failure(format!("`{}` is no command: a quote is not closed, or it is empty", engine_command)))?;
    let known: Vec<String> = match &args.baseline {
        Some(path) => report_in(path)?.findings.into_keys().collect(),
        None => Vec::new(),
    };
    let earlier = match (&args.out, args.resume) {
        (Some(dir), true) => Some(report_in(&dir.join(FILES[0]))?),
        _ => None,
    };
    let folder =
        args.out.as_ref().map(|dir| OutputFolder::prepare(dir, args.force || args.resume, &FILES)).transpose()?;
    let (cases, records) = match &args.cases {
        Some(dir) => to_replay(dir)?,
        None => (built_in()?, Vec::new()),
    };
    let boards = if args.board.is_empty() { squares(&BOARDS)? } else { args.board.clone() };
    let most = match args.budget {
        Some(Amount::Units(n)) => Some(n),
        _ => None,
    };
    let alive = if args.board.is_empty() { squares(&ALIVE)? } else { args.board.clone() };
    let jobs = jobs(&suites(&args.suite), &boards, &alive, most, USUAL, &cases, &records);

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
    let scores = engine.find_out(&boards);
    let head = Head {
        command: engine_command.clone(),
        engine: [engine.name.clone(), engine.version.clone(), engine.protocol.clone()],
        rules: name,
        told: engine.told.clone(),
        asked: engine.ways.text().into_iter().chain(scores.iter().map(Scores::text)).collect(),
        settings: settings(args, &boards),
    };
    let mut state = State { jobs: jobs.into_iter().map(|job| (job, Default::default())).collect(), ..State::default() };
    if let Some(earlier) = earlier {
        go_on(&mut state, earlier, &head)?;
    }
    let until = match args.budget {
        Some(Amount::Time(time)) => Some(started + time),
        _ => None,
    };
    let left = |state: &State| state.jobs.iter().map(|(job, done)| job.units - done.units.min(job.units)).sum::<u64>();
    let bars = Bars::new([(head.engine[0].clone(), left(&state))]);
    let judging = Budget { stop: Some(stop), ..args.states };
    let mut checker = Checker::new(engine, Reference::new(sets.clone(), judging), state, args.seed);
    for what in checker.engine.told.in_doubt(args.engine_rules.is_some()) {
        checker.could_not(DOUBTS[0].to_string(), &what);
    }
    if let Some(Scores::Changes(said)) = &scores {
        checker.could_not("final_score".to_string(), &format!("{CHANGES}: {}", said.join(", then ")));
    }
    checker.smallest = (args.smallest.rows(), args.smallest.cols());
    let result = checker.run(&Bounds { stop, until }, |_, _| bars.advance(&head.engine[0], 1));
    drop(bars);
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
    let report = json_lines(&head, &checker.state, &known, complete);
    let text = summary(&head, &sets[0], &checker.state, &known, complete);
    match folder {
        Some(folder) => {
            let tests = regression(&checker.engine, &head, &checker.state);
            let games = witnesses(&head, &checker.state);
            folder.write(&[(FILES[0], report), (FILES[1], text), (FILES[2], tests), (FILES[3], games)])?;
        }
        None => {
            let text = if args.format == Format::Json { report } else { text };
            to_stdout(|out| out.write_all(text.as_bytes()))?;
        }
    }
    let is_new =
        |(key, finding): &(&String, &Finding)| !known.contains(key) && Class::of(finding) != Class::NotRepeated;
    let new = checker.state.findings.iter().filter(is_new).count();
    let rate = rate(&checker.engine, started.elapsed());
    let left_large = checker.state.left_large;
    let causes = checker.state.findings.len();
    let time_is_up = until.is_some_and(|until| Instant::now() >= until);
    let left_out =
        left_out(&checker.engine, &checker.state, &args.board, result.is_err() || was_interrupted() || time_is_up);
    checker.engine.quit();
    message(&format!(
        "{causes} causes of disagreement, {new} not in a baseline; {:.1} s, {rate}",
        started.elapsed().as_secs_f64()
    ));
    if !complete {
        message("the report is not complete: not all units were done, and it says so");
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

/// What of the check was left out for a failure of the engine, if anything: a suite of which nothing was compared although it
/// was not `stopped`, a board that was asked for; and in any case that nothing at all was compared.
fn left_out(engine: &Engine, state: &State, asked: &[Grid], stopped: bool) -> Option<String> {
    let reasons = || {
        let each = state.unchecked.iter().map(|(what, why)| format!("{what}: {why}"));
        let reasons: Vec<String> = each.take(MOST_REASONS).collect();
        if reasons.is_empty() { "no question could be put".to_string() } else { reasons.join("; ") }
    };
    if state.jobs.iter().all(|(_, done)| done.questions == 0) {
        return (!stopped).then(|| format!("nothing was checked: {}", reasons()));
    }
    let of = |suite: Suite| state.jobs.iter().filter(move |(job, _)| job.suite == suite);
    let is_left_out = |suite: &Suite| {
        let failed =
            *suite == Suite::Ko || of(*suite).any(|(job, done)| done.units < job.units) || lacks(engine, *suite);
        failed && of(*suite).next().is_some() && of(*suite).all(|(_, done)| done.questions == 0)
    };
    let suites = Suite::ALL.into_iter().filter(is_left_out).map(|suite| format!("suite {}", suite.name()));
    let missing = |grid: &&Grid| {
        let mut jobs = state.jobs.iter().filter(|(job, _)| job.grid == Some(**grid)).peekable();
        jobs.peek().is_some() && jobs.all(|(job, done)| done.units == 0 && job.units > 0)
    };
    let boards = asked.iter().filter(missing).map(|grid| format!("board {grid}"));
    let left: Vec<String> = suites.chain(boards).collect();
    if !stopped && !left.is_empty() {
        return Some(format!("{} left out: {}", left.join(", "), reasons()));
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
        args.seed, args.states.states
    )
}

fn report_in(path: &Path) -> Result<Earlier, Failure> {
    let shown = path.display();
    let text = files::read(path, report::MOST_BYTES).and_then(files::text);
    let text = text.map_err(|e| Failure(format!("cannot read {shown}: {e}")))?;
    read(&text).map_err(|e| Failure(format!("{shown}: {e}")))
}

/// Takes over what an earlier run has done, which must have asked the same questions.
fn go_on(state: &mut State, earlier: Earlier, head: &Head) -> Result<(), Failure> {
    let now = [&head.rules, &head.command, &head.settings];
    if let Some((then, now)) = earlier.about.iter().zip(now).find(|(then, now)| then != now) {
        return Err(Failure(format!(
            "the report to resume is of another check: it has `{then}`, now it is `{now}`; give the same arguments, or \
             start anew with --force"
        )));
    }
    for (job, done) in &mut state.jobs {
        if let Some(earlier) = earlier.done.get(&job.name()) {
            *done = *earlier;
        }
    }
    state.findings = earlier.findings;
    state.unchecked = earlier.unchecked;
    state.implemented = earlier.implemented;
    state.left_large = earlier.left_large;
    Ok(())
}

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
