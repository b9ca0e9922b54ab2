//! `--memory` of the commands that judge whole boards: what a run is estimated to need is said before it begins.

use super::Failure;
use super::progress::tell;
use crate::atlas::WholeBoard;
use crate::board::index::Index;
use crate::board::{Grid, Symmetry};
use crate::law::Outcome;
use crate::law::RuleSet;
use crate::law::solved::{Memory, Solvable};
use crate::solve::dense::Slots;
use crate::solve::whole::classes::MAX_WHOLE_POINTS;

const MIB: u64 = 1 << 20;

/// MiB below which what is needed is not said by commands that mostly need little.
pub const QUIET: u64 = 256;

/// The most memory a run may need.
#[derive(clap::Args, Default)]
pub struct MemoryArg {
    /// Most memory, for example 2GiB: a board that is estimated to need more is refused
    #[arg(long, value_name = "LIMIT", value_parser = parse_memory)]
    memory: Option<u64>,
}

/// Reads the value of `--memory`.
fn parse_memory(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|ch: char| !ch.is_ascii_digit());
    let unit = match &text[digits.len()..] {
        "" => 0,
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        _ => u64::BITS,
    };
    let bytes = digits.parse().ok().and_then(|n: u64| n.checked_mul(1u64.checked_shl(unit)?));
    bytes.ok_or_else(|| "write bytes, or KiB, MiB or GiB with their number, for example 2GiB".to_string())
}

/// Reads a limit that is kept while a program runs, which takes a system that says what it uses.
pub fn parse_kept(text: &str) -> Result<u64, String> {
    let limit = parse_memory(text)?;
    match crate::solve::memory::resident() {
        None => Err("this system does not say how much memory a program takes (/proc/self/status)".to_string()),
        Some(now) if limit < 2 * now => Err(format!(
            "the program alone takes {} MiB: give it {} MiB or more",
            now.div_ceil(MIB),
            (2 * now).div_ceil(MIB)
        )),
        Some(_) => Ok(limit),
    }
}

impl MemoryArg {
    /// The limit, where the system says what a program takes.
    pub fn limit(&self) -> Option<u64> {
        self.memory.filter(|_| crate::solve::memory::resident().is_some())
    }

    /// Says what memory a board is estimated to need, unless it is less than `quiet` MiB and no limit is given; refuses what is
    /// more than the limit. Estimated are, in bytes: 16 MiB for the program, a number for each colouring of the points, 32
    /// bytes for each class under symmetry, and what `judging` so many classes and positions takes. What a search for a single position
    /// needs comes on top.
    ///
    /// # Errors
    /// One line, if it is more than the limit.
    pub fn state(&self, grid: Grid, quiet: u64, judging: impl Fn(u64, u64) -> u64) -> Result<(), Failure> {
        if grid.len() > MAX_WHOLE_POINTS {
            // Refused with the reason when the board is set up.
            return Ok(());
        }
        let (positions, bytes) = estimated(grid, judging)?;
        self.say(grid, positions, quiet, bytes, "")
    }

    /// The same for a board whose classes are not listed: what the games of these rule sets take, the solutions being kept; and about
    /// how long they take, with `seconds` of processor time besides.
    ///
    /// # Errors
    /// One line, if it is more than the limit.
    pub fn state_dense(&self, board: &WholeBoard, rules: &[RuleSet], seconds: f64) -> Result<(), Failure> {
        let Some(slots) = board.slots() else { return Ok(()) };
        let (mut before, mut most) = (0, Slots::memory(board.board().len()));
        let games = games(rules);
        for Memory { solving, kept } in games.iter().map(|game| game.dense_memory(slots)) {
            most = most.max(before + solving);
            before += kept;
        }
        let seconds = games.iter().map(|game| game.dense_seconds(slots)).sum::<f64>() + seconds;
        let time = format!(", and about {} of processor time", human(seconds));
        self.say(board.board().grid(), board.len() as u64, 0, (32 << 20) + most, &time)
    }

    fn say(&self, grid: Grid, positions: u64, quiet: u64, bytes: u64, time: &str) -> Result<(), Failure> {
        let need = 1 + bytes / MIB;
        let text = format!("{grid} needs about {need} MiB of memory{time} ({positions} legal positions)");
        match self.memory.map(|limit| limit / MIB) {
            Some(limit) if need > limit => {
                return Err(Failure(format!("{text}, more than the {limit} MiB of --memory")));
            }
            None if need < quiet => {}
            _ => tell(&text),
        }
        Ok(())
    }
}

/// The positions of a board, and the bytes that it is estimated to need ([`MemoryArg::state`]).
///
/// # Errors
/// One line, if its positions cannot be numbered.
pub fn estimated(grid: Grid, judging: impl Fn(u64, u64) -> u64) -> Result<(u64, u64), Failure> {
    let positions = Index::new(grid)?.count();
    let classes = positions.div_ceil(Symmetry::all(grid).len() as u64);
    Ok((positions, (16 << 20) + 4 * 3u64.pow(grid.len() as u32) + 32 * classes + judging(classes, positions)))
}

/// A time to the minute, or in seconds if it is short.
fn human(seconds: f64) -> String {
    if seconds < 120.0 { format!("{} s", seconds.ceil()) } else { format!("{} min", (seconds / 60.0).ceil()) }
}

/// The games of rule sets, each once.
fn games(rules: &[RuleSet]) -> Vec<Solvable> {
    let mut games: Vec<Solvable> = Vec::new();
    for game in rules.iter().filter_map(|set| set.text.solvable(set)) {
        if !games.contains(&game) {
            games.push(game);
        }
    }
    games
}

/// Bytes to judge so many classes of positions under these rule sets, a game at a time, the outcomes being kept: one for each
/// class and, where the rule set tells the players apart, one with the colours exchanged.
pub fn one_at_a_time(grid: Grid, classes: u64, rules: &[RuleSet]) -> u64 {
    let most = games(rules).into_iter().map(|game| game.memory(grid, classes).solving).max();
    let outcomes: u64 = rules.iter().map(|set| 1 + u64::from(set.first_passer_matters())).sum();
    most.unwrap_or(0) + outcomes * classes * size_of::<Outcome>() as u64
}

/// Bytes to judge so many classes of positions under these rule sets, the games being solved in turn and all solutions kept.
pub fn all_together(grid: Grid, classes: u64, rules: &[RuleSet]) -> u64 {
    let (mut before, mut most) = (0, 0);
    for Memory { solving, kept } in games(rules).into_iter().map(|game| game.memory(grid, classes)) {
        most = most.max(before + solving);
        before += kept;
    }
    most
}

/// The most memory this process has had, in KiB, where the system says so.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
