//! `shinpan check --games`: a line for each game as soon as it is checked, several at a time, and a journal with which a run that
//! was ended goes on.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::output::{make_folder, message, reason, to_stdout};
use super::progress::{Bars, stop_after, stop_on_interrupt, tell, time_is_up};
use super::{Exit, Failure, parse_time};
use crate::check::games::{Answers, Checker, Tally};
use crate::files::{self, Held};
use crate::foreign;
use crate::law::RuleSet;
use crate::record::{Record, sgf};
use crate::solve::Budget;

/// What concerns game records alone.
#[derive(clap::Args)]
pub struct GamesArgs {
    /// Game records in SGF to check instead, move by move and result, against the text: one line for each game, as soon as it is
    /// checked. Without --rules each is checked against the text that its RU names, or the nearest one. With --out the lines are
    /// kept in games.jsonl as well, and --resume goes on there
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engine", "baseline", "cases"])]
    pub games: Vec<PathBuf>,
    /// With --games: who answers what a text leaves to the players [default: the marks of the file where there are any and the text
    /// lets the players agree, else best play]
    #[arg(long, value_enum, value_name = "WHO", requires = "games")]
    agree: Option<Who>,
    /// With --games: time limit for all of them; the others are then left out
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "games")]
    time: Option<Duration>,
    /// With --games: time limit for the verdict on one final position; beyond it the verdict is undecided
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "games")]
    each: Option<Duration>,
}

/// The value of `--agree`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Who {
    /// Nobody but the actions of the record
    Recorded,
    /// What the file marks after the last move (TB, TW, AE)
    Marked,
    /// The exhaustive analysis of the final position
    BestPlay,
}

impl GamesArgs {
    fn answers(&self) -> Answers {
        match self.agree {
            None => Answers::Either,
            Some(Who::Recorded) => Answers::Recorded,
            Some(Who::Marked) => Answers::Marked,
            Some(Who::BestPlay) => Answers::BestPlay,
        }
    }
}

/// Where the lines go, and whether there are lines of an earlier run.
pub struct Out<'a> {
    /// The folder.
    pub dir: Option<&'a Path>,
    /// Replace what is there.
    pub force: bool,
    /// Go on with what is there.
    pub resume: bool,
    /// Lines in JSON on standard output.
    pub json: bool,
}

/// The file of the lines.
const KEPT: &str = "games.jsonl";

/// Checks the games of files, one line each; a file that cannot be read is one line too, and the rest goes on.
///
/// # Errors
/// Something was not checked, and nothing was found in the rest.
pub fn run(args: &GamesArgs, sets: Option<&[RuleSet]>, states: Budget, out: &Out) -> Result<Exit, Failure> {
    let stop = stop_on_interrupt();
    let budget = Budget { stop: Some(stop), ..states.within(args.each, None) };
    let mut kept = out.dir.map(|dir| Kept::begin(dir, &head(args, sets, states), out)).transpose()?;
    let mut tallies = Tallies::default();
    let mut done: HashSet<String> = HashSet::new();
    if let Some(kept) = &mut kept {
        // What could not be read is tried again.
        kept.lines(|line| {
            if line["kind"] == "unread" {
                return;
            }
            tallies.add(line);
            done.extend(line["game"].as_str().map(str::to_string));
        })?;
    }
    let earlier = done.len();
    if let Some(time) = args.time {
        stop_after(time);
    }
    let checker = Checker::new(sets, args.answers(), budget);
    let counts: Vec<usize> = args.games.iter().map(|path| number_of(path)).collect();
    let all: usize = counts.iter().sum();
    let bars = Bars::new([("games".to_string(), (all - earlier.min(all)) as u64)]);
    let work = Work { checker: &checker, bars: &bars, json: out.json, stop, done: &done };
    let shared = Mutex::new(Shared { kept: kept.take(), tallies, warned: BTreeSet::new(), failed: None });
    let games = Mutex::new(games(args.games.iter().cloned().zip(counts)));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work.on(&games, &shared));
        }
    });
    drop(bars);
    let Shared { tallies, failed, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = failed {
        return Err(failure);
    }
    let left = all - tallies.games.min(all);
    if out.json {
        to_stdout(|to| writeln!(to, "{}", tallies.json(left)))?;
    }
    tallies.say(left);
    tell(&format!("final positions searched: {}", checker.searched()));
    if left > 0 {
        let on = if out.dir.is_some() { "; --resume goes on" } else { "" };
        let why = if time_is_up() { "the time is up" } else { "interrupted" };
        return Err(Failure(format!("{why}: {left} games are left{on}")));
    }
    match (tallies.differing(), tallies.open() + tallies.unread) {
        (0, 0) => Ok(Exit::Success),
        (0, _) => Err(Failure("not all is checked: see above".to_string())),
        _ => Ok(Exit::Failing),
    }
}

/// On what the lines depend.
fn head(args: &GamesArgs, sets: Option<&[RuleSet]>, states: Budget) -> Value {
    let rules = sets.map(|sets| sets.iter().map(RuleSet::to_string).collect::<Vec<_>>());
    json!({
        "kind": "games", "rules": rules, "agree": format!("{:?}", args.answers()), "states": states.states,
        "each": args.each.map(|each| each.as_secs()), "version": env!("CARGO_PKG_VERSION"),
    })
}

/// How many games a file has; one that cannot be read has one line.
fn number_of(path: &Path) -> usize {
    files::read(path, crate::record::MOST_BYTES).map_or(1, |bytes| sgf::count(&bytes))
}

/// A game that is to be checked, under its name; or why it cannot be read.
type Next = (String, Result<Record, String>);

/// The games of the files, each read when it is asked for.
fn games(files: impl Iterator<Item = (PathBuf, usize)> + Send) -> impl Iterator<Item = Next> + Send {
    files.flat_map(|(path, number)| {
        let file = path.display().to_string();
        let (unread, games) = match files::read(&path, crate::record::MOST_BYTES) {
            Err(error) => (Some((file.clone(), Err(format!("cannot read {file}: {error}")))), None),
            Ok(bytes) => (None, Some(sgf::Games::new(&file, &bytes))),
        };
        let named = move |n: usize| if number > 1 { format!("{file}, game {n}") } else { file.clone() };
        let games = games.into_iter().flatten().enumerate();
        unread.into_iter().chain(games.map(move |(n, game)| (named(n + 1), game.map_err(|bad| bad.to_string()))))
    })
}

/// What all threads work on.
struct Work<'a> {
    checker: &'a Checker,
    bars: &'a Bars,
    json: bool,
    stop: &'static AtomicBool,
    /// The names of the games of an earlier run.
    done: &'a HashSet<String>,
}

/// What they write to.
struct Shared {
    kept: Option<Kept>,
    tallies: Tallies,
    /// What has been said once.
    warned: BTreeSet<String>,
    failed: Option<Failure>,
}

impl Work<'_> {
    /// Checks one game after the other, until there is none left or it is to stop.
    fn on(&self, games: &Mutex<impl Iterator<Item = Next>>, shared: &Mutex<Shared>) {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let next = games.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((name, read)) = next else { return };
            if self.done.contains(&name) {
                continue;
            }
            let (line, warning) = match read {
                Err(why) => (json!({ "kind": "unread", "game": name, "text": why }), None),
                Ok(record) => {
                    let (checked, warning) = self.checker.check(name, &record);
                    if checked.is_open() && self.stop.load(Ordering::Relaxed) {
                        // It may be open for that alone.
                        return;
                    }
                    let mut line = checked.json();
                    line["said"] = json!(record.warnings);
                    (line, warning)
                }
            };
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(warning) = warning.filter(|w| shared.warned.insert(w.clone())) {
                self.bars.say(&warning);
            }
            if let Err(failure) = shared.write(&line, self.json) {
                shared.failed = Some(failure);
                self.stop.store(true, Ordering::Relaxed);
            }
            self.bars.advance("games", 1);
        }
    }
}

impl Shared {
    /// One line, to the journal first: what is shown is kept.
    fn write(&mut self, line: &Value, json: bool) -> Result<(), Failure> {
        if let Some(kept) = &mut self.kept {
            kept.append(line)?;
        }
        self.tallies.add(line);
        let text = line["text"].as_str().unwrap_or_default();
        match line["kind"].as_str() {
            Some("unread") if !json => message(text),
            _ => {
                let shown = if json { line.to_string() } else { foreign::line(text) };
                to_stdout(|out| writeln!(out, "{shown}"))?;
            }
        }
        Ok(())
    }
}

/// What has come of the games so far, by rule set.
#[derive(Default)]
struct Tallies {
    games: usize,
    unread: usize,
    by_rules: BTreeMap<String, Tally>,
}

impl Tallies {
    fn add(&mut self, line: &Value) {
        self.games += 1;
        if line["kind"] == "unread" {
            self.unread += 1;
        } else {
            let rules = line["rules"].as_str().unwrap_or("rules that are none of those here");
            self.by_rules.entry(rules.to_string()).or_default().add(line);
        }
    }

    fn differing(&self) -> usize {
        self.by_rules.values().map(|tally| tally.refused + tally.differs.values().sum::<usize>()).sum()
    }

    fn open(&self) -> usize {
        self.by_rules.values().map(|tally| tally.open).sum()
    }

    fn say(&self, left: usize) {
        let left = if left > 0 { format!(", {left} left") } else { String::new() };
        message(&format!(
            "{} games: {} at odds with the text, {} whose result was not compared, {} not read{left}",
            self.games,
            self.differing(),
            self.open(),
            self.unread
        ));
        self.by_rules.iter().for_each(|(rules, tally)| message(&format!("{rules}: {}", tally.text())));
    }

    fn json(&self, left: usize) -> Value {
        let of = |tally: &Tally| {
            json!({
                "equal": tally.equal, "refused": tally.refused, "differs": tally.differs, "not_compared": tally.open,
            })
        };
        let by_rules: BTreeMap<&String, Value> =
            self.by_rules.iter().map(|(rules, tally)| (rules, of(tally))).collect();
        json!({ "kind": "summary", "games": self.games, "unread": self.unread, "left": left, "rules": by_rules })
    }
}

fn cannot_write(shown: &str, error: &std::io::Error) -> Failure {
    Failure(format!("cannot write {shown}: {}", reason(error)))
}

/// The lines of a run, in a file to which each is added as soon as it is known.
struct Kept {
    file: Held,
    shown: String,
}

impl Kept {
    /// A new file, or the one of an earlier run of the same kind.
    fn begin(dir: &Path, head: &Value, out: &Out) -> Result<Kept, Failure> {
        make_folder(dir)?;
        let path = dir.join(KEPT);
        let shown = path.display().to_string();
        let earlier = path.symlink_metadata().is_ok();
        if earlier && !out.force && !out.resume {
            return Err(Failure(format!("{shown} exists; --resume goes on with it, --force replaces it")));
        }
        let goes_on = earlier && out.resume;
        let mut options = OpenOptions::new();
        let file = files::open_own(&path, options.read(true).write(true).create(true));
        let file = file.map_err(|error| Failure(format!("cannot write {shown}: {error}")))?;
        let held = Held::hold(file).map_err(|e| cannot_write(&shown, &e))?;
        let Some(file) = held else { return Err(Failure(format!("{shown} is being written by another run"))) };
        let mut kept = Kept { file, shown };
        if goes_on && kept.is_of(head)? {
            return Ok(kept);
        }
        kept.file.set_len(0).map_err(|e| kept.failed(&e))?;
        kept.append(head)?;
        Ok(kept)
    }

    fn failed(&self, error: &std::io::Error) -> Failure {
        cannot_write(&self.shown, error)
    }

    /// Whether the lines are of a run with this head; false if there is none. What a run that was killed wrote in part is cut off.
    fn is_of(&mut self, head: &Value) -> Result<bool, Failure> {
        let mut whole = 0;
        let mut first = None;
        let mut reader = BufReader::new(&*self.file);
        loop {
            let mut line = Vec::new();
            let read = reader.read_until(b'\n', &mut line).map_err(|e| self.failed(&e))?;
            if read == 0 || line.last() != Some(&b'\n') {
                break;
            }
            whole += read as u64;
            first.get_or_insert(line);
        }
        self.file.set_len(whole).map_err(|e| self.failed(&e))?;
        let Some(first) = first else { return Ok(false) };
        let then: Value = serde_json::from_slice(&first)
            .map_err(|e| Failure(format!("{}:1: {e}: expected the lines of `check --games`", self.shown)))?;
        if then != *head {
            return Err(Failure(format!(
                "{} is of another check: it has {then}, now it is {head}; give the same arguments, or start anew with --force",
                self.shown
            )));
        }
        Ok(true)
    }

    /// The lines of games.
    fn lines(&mut self, mut take: impl FnMut(&Value)) -> Result<(), Failure> {
        self.file.seek(SeekFrom::Start(0)).map_err(|e| self.failed(&e))?;
        for (n, line) in BufReader::new(&*self.file).lines().enumerate().skip(1) {
            let line = line.map_err(|e| self.failed(&e))?;
            let line = serde_json::from_str(&line)
                .map_err(|e| Failure(format!("{}:{}: {e}: expected a line of a game", self.shown, n + 1)))?;
            take(&line);
        }
        Ok(())
    }

    fn append(&mut self, line: &Value) -> Result<(), Failure> {
        let whole = format!("{line}\n");
        let written = self.file.seek(SeekFrom::End(0)).and_then(|_| self.file.write_all(whole.as_bytes()));
        written.map_err(|e| self.failed(&e))
    }
}
