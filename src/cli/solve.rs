//! `shinpan solve`, and `--tables` of the commands that use what it keeps.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::memory::{MemoryArg, one_at_a_time, peak_memory};
use super::output::make_folder;
use super::progress::{Bars, tell};
use super::{Effort, Exit, Failure, RuleList};
use crate::atlas::{Table, WholeBoard};
use crate::board::{Board, Grid};
use crate::law::Outcome;
use crate::law::RuleSet;
use crate::law::solved::Known;
use crate::solve::Budget;
use crate::solve::dense::Slots;
use crate::solve::progress::Progress;
use crate::solve::whole::classes::{Classes, MAX_WHOLE_POINTS};
use crate::solve::whole::store::{Stages, Store, StoreError, Subject};
use crate::solve::whole::sweep::Swept;
use crate::solve::whole::verify::VerifyError;
use crate::texts::in_words::example;

/// Solves the games of rule sets from every position of a board, and keeps the solutions and the outcomes in a folder.
///
/// It keeps, in a file for each: the states of each game, what the players force from them, question by question, and the
/// outcome of every position under each rule set with this budget. `--tables DIR` of other commands reads them. The files
/// hold nothing that depends on time or on the number of threads. Each is written when it is complete, outcomes in pieces
/// that become one file in the end, so a run that is stopped or killed loses only what it was computing.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan solve 3x4 --out tables
  shinpan solve 4x4 --rules ", example!(one), ",", example!(by_play), ",", example!(territory), ",", example!(area), " --out tables --memory 2GiB
  shinpan solve 4x4 --rules ", example!(one), ",", example!(by_play), ",", example!(territory), ",", example!(area), " --out tables --resume
  shinpan table 3x4 --tables tables
  shinpan judge X.O./XXO./.X.O --tables tables"))]
pub struct Args {
    /// Board size, ROWSxCOLUMNS; up to 16 points (4x4, 3x5, 2x8, 1x16), up to 20 (4x5, 3x6) under rule sets whose games are solved
    /// there: of those the solutions are kept, not the outcomes
    #[arg(value_name = "MxN", value_parser = Grid::parse)]
    size: Grid,
    #[arg(help = concat!("Rule sets separated by commas, readings after a colon: ", example!(one), ":", example!(reading), ",", example!(another_reading), ",", example!(by_play), " [default: all that are practical on the board, in default readings]; see `shinpan rules`"), long, value_name = "LIST")]
    rules: Option<RuleList>,
    /// Folder that gets the tables; it may hold those of other boards and rule sets
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on with the tables that are there already, instead of refusing to begin. The end has the same bytes
    #[arg(long)]
    resume: bool,
    /// Check all that is kept in the end, however it was found: every value of the solutions against the rules' own moves, and
    /// every outcome by judging again. A wrong one is an error. On boards of more than 16 points: positions drawn at random are searched
    /// without the tables, and their outcomes have to be the same
    #[arg(long)]
    verify: bool,
    /// With --verify, on boards of more than 16 points: how many positions are drawn, 1 to 1000000 [default: 10000]
    #[arg(long, value_name = "N", requires = "verify", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    drawn: Option<u32>,
    #[command(flatten)]
    memory: MemoryArg,
    #[command(flatten)]
    effort: Effort,
}

/// Solutions that need not be computed.
#[derive(clap::Args, Clone, Default)]
pub struct TablesArg {
    /// Folder with tables that `shinpan solve` has kept: what is there is looked up. The answers are the same without
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
}

impl TablesArg {
    /// The folder, if one is named.
    ///
    /// # Errors
    /// One line, if there is no such folder.
    pub fn store(&self) -> Result<Option<Store>, Failure> {
        let Some(folder) = &self.tables else { return Ok(None) };
        if !folder.is_dir() {
            let shown = folder.display();
            return Err(Failure(format!("--tables {shown}: there is no such folder; `shinpan solve` makes one")));
        }
        Ok(Some(Store::new(folder)))
    }

    /// What is known of all positions of a board, for these rule sets. For a `few` positions tables of large boards stay on disk, where they can.
    ///
    /// # Errors
    /// One line, if there is no such folder or a table cannot be used.
    pub fn known(&self, board: &Board, rules: &[RuleSet], few: bool) -> Result<Known, Failure> {
        let Some(store) = self.store()? else { return Ok(Known::default()) };
        let (grid, stop) = (board.grid(), AtomicBool::new(false));
        let games = || rules.iter().filter_map(|set| set.text.solvable(set));
        // What a board has is listed only if something of it is kept.
        let known = if board.len() <= MAX_WHOLE_POINTS {
            let listed = games().any(|game| game.is_in(&store, grid)).then(|| Classes::new(board)).flatten();
            listed.map(|classes| Known::read(&Arc::new(classes), &store, rules, &stop))
        } else {
            let numbered = games().any(|game| game.is_in_dense(&store, grid)).then(|| Slots::new(board)).flatten();
            numbered.map(Arc::new).map(|slots| {
                let known = if few { Known::look_up(&slots, &store, rules)? } else { Known::default() };
                known.and_read_dense(&slots, &store, rules, &stop)
            })
        };
        Ok(known.transpose()?.unwrap_or_default())
    }

    /// The same, as far as it is looked up in tables that stay on disk.
    ///
    /// # Errors
    /// One line, if there is no such folder or a table cannot be used.
    pub fn on_disk(&self, board: &Board, rules: &[RuleSet]) -> Result<Known, Failure> {
        let Some(store) = self.store()?.filter(|_| board.len() > MAX_WHOLE_POINTS) else { return Ok(Known::default()) };
        let Some(slots) = Slots::new(board) else { return Ok(Known::default()) };
        Ok(Known::look_up(&Arc::new(slots), &store, rules)?)
    }

    /// Makes what is known of a board for these rule sets its own.
    ///
    /// # Errors
    /// One line, if there is no such folder or a table cannot be used.
    pub fn look_up(&self, board: &mut WholeBoard, rules: &[RuleSet]) -> Result<(), Failure> {
        match self.store()? {
            Some(store) => Ok(board.look_up(&store, rules, &AtomicBool::new(false))?),
            None => Ok(()),
        }
    }

    /// The outcomes that are there, found with this budget.
    ///
    /// # Errors
    /// One line, if there is no such folder or a table cannot be used.
    pub fn outcomes(
        &self,
        board: &WholeBoard,
        rules: &[RuleSet],
        budget: Budget,
    ) -> Result<Vec<Table<Outcome>>, Failure> {
        let Some(store) = self.store()? else { return Ok(Vec::new()) };
        let stored = rules.iter().map(|set| board.stored(set, budget, &store));
        Ok(stored.filter_map(Result::transpose).collect::<Result<_, StoreError>>()?)
    }
}

/// Says of each stage how long it took; the rest is said by the bars.
pub struct Times<'a> {
    bars: &'a Bars,
    /// Stages are not computed but checked.
    verifies: bool,
    begun: Mutex<Vec<(String, Instant)>>,
}

impl<'a> Times<'a> {
    /// Of stages that are computed, or checked.
    pub fn new(bars: &'a Bars, verifies: bool) -> Times<'a> {
        Times { bars, verifies, begun: Mutex::default() }
    }
}

impl Progress for Times<'_> {
    fn judged(&self, rules: &dyn Display, count: u64) {
        self.bars.judged(rules, count);
    }

    fn searched(&self, rules: &dyn Display, count: u64) {
        self.bars.searched(rules, count);
    }

    fn begins(&self, subject: &Subject, stage: &str) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        begun.push((format!("{} {stage}", subject.rules), Instant::now()));
    }

    fn advances(&self, subject: &Subject, stage: &str, done: u64, of: u64) {
        self.bars.advances(subject, stage, done, of);
    }

    fn swept(&self, subject: &Subject, stage: &str, swept: Swept) {
        self.bars.swept(subject, stage, swept);
    }

    fn ends(&self, subject: &Subject, stage: &str, read: bool) {
        let name = format!("{} {stage}", subject.rules);
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(at) = begun.iter().position(|(begun, _)| *begun == name) else { return };
        let (_, since) = begun.swap_remove(at);
        // The bars show how far the pieces of a stage are.
        if begun.iter().all(|(whole, _)| !name.starts_with(whole)) {
            let how = match (self.verifies, read) {
                (true, _) => "verified",
                (false, true) => "read",
                (false, false) => "done",
            };
            self.bars.say(&format!("{} {name}: {how}, {:.2} s", subject.grid, since.elapsed().as_secs_f64()));
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let started = Instant::now();
    let (rules, _) = RuleList::practical(args.rules.as_ref(), RuleList::or_defaults(args.rules.as_ref()), args.size);
    WholeBoard::allows(args.size, &rules)?;
    if args.size.len() > MAX_WHOLE_POINTS {
        return dense(args, &rules, started);
    }
    if args.drawn.is_some() {
        let why =
            format!("--drawn: on a board of up to {MAX_WHOLE_POINTS} points everything is verified; leave it out");
        return Err(Failure(why));
    }
    args.memory.state(args.size, 0, |classes, _| one_at_a_time(args.size, classes, &rules))?;
    let board = WholeBoard::new(args.size)?;
    make_folder(&args.out)?;
    let store = Store::new(&args.out);
    let _held = store.hold()?;
    args.effort.run(|budget, stop| {
        if args.resume {
            store.tidy()?;
        } else {
            board.nothing_kept(&rules, budget, &store)?;
        }
        let bars = Bars::of(&board, &rules);
        let stages = Stages { store: Some(&store), keeps: true, stop, progress: &Times::new(&bars, false) };
        board.keep(&rules, budget, &store, &stages)?;
        drop(bars);
        if args.verify {
            let bars = Bars::of(&board, &rules);
            let stages = Stages { store: Some(&store), keeps: false, stop, progress: &Times::new(&bars, true) };
            board.verify(&rules, budget, &store, &stages)?;
        }
        Ok::<(), VerifyError>(())
    })??;
    ended(args, started)
}

/// A board whose classes are not listed.
fn dense(args: &Args, rules: &[RuleSet], started: Instant) -> Result<Exit, Failure> {
    if rules.iter().all(|set| set.text.solvable(set).is_none()) {
        return Err(Failure("these rule sets only count: there is no game to be solved".to_string()));
    }
    let mut board = WholeBoard::dense(args.size)?;
    args.memory.state_dense(&board, rules, 0.0)?;
    make_folder(&args.out)?;
    let store = Store::new(&args.out);
    let _held = store.hold()?;
    args.effort.run(|budget, stop| {
        if args.resume {
            store.tidy()?;
        }
        let bars = Bars::new([]);
        let stages = Stages { store: Some(&store), keeps: true, stop, progress: &Times::new(&bars, false) };
        board.keep_dense(rules, args.resume, &store, &stages)?;
        if args.verify { search_drawn(args, &mut board, rules, &store, budget, stop) } else { Ok(()) }
    })??;
    ended(args, started)
}

/// The seed of the positions that are drawn: the same in every run.
const SEED: u64 = 1;
/// How many are drawn where nothing else is asked for.
const DRAWN: u32 = 10_000;

/// Searches positions drawn at random without what is kept, and says how many were left open.
fn search_drawn(
    args: &Args,
    board: &mut WholeBoard,
    rules: &[RuleSet],
    store: &Store,
    budget: Budget,
    stop: &AtomicBool,
) -> Result<(), VerifyError> {
    board.look_up(store, rules, stop)?;
    let drawn = args.drawn.unwrap_or(DRAWN);
    for set in rules.iter().filter(|set| set.text.solvable(set).is_some()) {
        let bars = Bars::new([(set.to_string(), u64::from(drawn))]);
        let found = board.searched_alike(set, (drawn as usize, SEED), budget, &Times::new(&bars, true), stop)?;
        bars.say(&format!(
            "{} {set}: {} positions drawn and searched without tables, {} left open, none differs",
            args.size, found.positions, found.open
        ));
    }
    Ok(())
}

fn ended(args: &Args, started: Instant) -> Result<Exit, Failure> {
    let memory = peak_memory().map(|kib| format!(", peak memory {} MiB", kib / 1024)).unwrap_or_default();
    tell(&format!("{} in all: {:.2} s of wall time{memory}", args.size, started.elapsed().as_secs_f64()));
    Ok(Exit::Success)
}
