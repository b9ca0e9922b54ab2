//! `shinpan value`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use super::memory::{MemoryArg, peak_memory};
use super::output::{OutputFile, message, to_stdout};
use super::progress::{Bars, was_interrupted};
use super::solve::TablesArg;
use super::solving::Means;
use super::waiting::meanwhile;
use super::{Effort, Exit, Failure, Format, RuleList, parse_time, position};
use crate::atlas::best::{self, Kind, Pair};
use crate::atlas::values::{BestLine, Move, MoveValue, Values};
use crate::atlas::{Silent, Stopped, WholeBoard, worth};
use crate::board::{Board, Colour, Grid, Position, Symmetry, diagram};
use crate::law::Outcome;
use crate::report::board::Drawn;
use crate::solve::Budget;
use crate::solve::whole::classes::MAX_WHOLE_POINTS;
use crate::texts::in_words::example;

/// The value of the game: the result of best play from a position, under each rule set
///
/// From the position, with a player to move and no history, both players play and pass as well as can be done until two passes stop the
/// game; then the rule set judges, and the prisoners taken since the position are added where they count. The game is solved
/// from every position of the board, so this takes as long as `shinpan table` and memory for the plays. A value is Black minus White;
/// `no result [lo,hi]` where only an endless cycle keeps the players from conceding, `undecided [lo,hi]` where a rule on
/// repetition that remembers the game may decide and no search has shown how (docs/src/values.md).
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan value 3x3
  shinpan value .X./OX./.O. --to-move W --moves
  shinpan value 2x3 --rules ", example!(one), ",", example!(area), " --trace
  shinpan value 1x5 2x2 2x3 3x3
  shinpan value 3x3 --all --out 3x3-values.jsonl
  shinpan value 3x4 --all --verify
  shinpan value 4x4 --all --out 4x4-values.jsonl --keep values --resume
  shinpan value 2x3 --compare
  shinpan value 2x3 --worth
  shinpan value 3x3 --compare --rules ", example!(one), ",", example!(one), ":", example!(reading)))]
pub struct Args {
    /// The position: a board on one line, a file with one, or - for standard input; MxN is the empty board of that size. Up
    /// to 16 points (4x4, 3x5, 2x8, 1x16). Several sizes: a table of the empty boards, with first moves up to symmetry
    #[arg(value_name = "BOARD|FILE|-|MxN", required = true, num_args = 1..)]
    boards: Vec<String>,
    /// The player to move
    #[arg(long, value_name = "B|W", default_value = "B", conflicts_with = "all")]
    to_move: Player,
    /// Rule sets separated by commas, readings after a colon [default: all that are practical on the board, in default
    /// readings]; who passed first is known from the game, so that it is no part of a value
    #[arg(long, value_name = "LIST")]
    rules: Option<RuleList>,
    /// The value of every move, the best ones marked
    #[arg(long, conflicts_with = "all")]
    moves: bool,
    /// A line of best play with the verdict at its end
    #[arg(long, conflicts_with = "all")]
    trace: bool,
    /// Every position of the board and both players: how many values are decided, and for how many a search with the history was
    /// made; with --out each of them
    #[arg(long)]
    all: bool,
    /// The rule sets in pairs on every position of a board: who wins, and which moves are best
    #[arg(long, conflicts_with_all = ["all", "to_move", "moves", "trace"])]
    compare: bool,
    /// What single things are worth on every position of a board, as differences of values: a turn, the last move, a threat in a
    /// ko, a dame and a seki (docs/src/values.md). What is finished, a dame and a seki is as the first rule set has it
    #[arg(long, conflicts_with_all = ["all", "compare", "to_move", "moves", "trace"])]
    worth: bool,
    /// With --all: the file to write, a JSON object a line, or Parquet if its name ends in .parquet and the program is built with that
    /// feature
    #[arg(long, value_name = "FILE", requires = "all")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
    /// Folder that keeps what has been found, verdicts, solutions and what searches of all positions found, a file for each; a run that
    /// is stopped or killed loses only what it was computing
    #[arg(long, value_name = "DIR", conflicts_with = "tables")]
    keep: Option<PathBuf>,
    /// With --keep: go on with what is kept there already, instead of refusing to begin. The end is the same
    #[arg(long, requires = "keep")]
    resume: bool,
    /// Check every value: bounds have to follow from those of the positions after it, and lead to an end; what a search with the
    /// history found is searched again in the opposite order. A wrong one is an error
    #[arg(long)]
    verify: bool,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    memory: MemoryArg,
    /// Most time for each search with the history from one position, before its value is undecided: 5s, 2m, 1h. It does not bound
    /// the run: the board is solved first. What is undecided then depends on the machine
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    #[command(flatten)]
    effort: Effort,
}

/// A player on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum Player {
    #[value(name = "B", alias = "b", alias = "black")]
    Black,
    #[value(name = "W", alias = "w", alias = "white")]
    White,
}

impl Player {
    /// His colour.
    pub fn colour(self) -> Colour {
        match self {
            Player::Black => Colour::Black,
            Player::White => Colour::White,
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let file = args.out.as_ref().map(|path| OutputFile::prepare(path, args.force)).transpose()?;
    let parquet = args.out.as_ref().is_some_and(|path| path.extension().is_some_and(|e| e == "parquet"));
    if parquet && cfg!(not(feature = "parquet")) {
        return Err(Failure(super::table::NO_PARQUET.to_string()));
    }
    let mover = args.to_move.colour();
    let whole = args.all || args.compare || args.worth;
    if let [argument] = args.boards.as_slice() {
        let (grid, asked) = asked(argument, whole)?;
        let (board, found) = solved(args, grid, (!whole).then_some((asked, mover)))?;
        return match () {
            () if args.all => all(args, &board, &found, file, parquet),
            () if args.compare => compare(args, &board, &found),
            () if args.worth => worth(args, &board, &found),
            () => one(args, &board, &found, asked, mover),
        };
    }
    if whole || args.moves || args.trace {
        let names = "--all, --compare, --worth, --moves and --trace";
        return Err(Failure(format!("{names} are about one board, and {} are named", args.boards.len())));
    }
    let mut rows = Vec::new();
    for argument in &args.boards {
        let (grid, _) = asked(argument, true)?;
        let (board, found) = solved(args, grid, Some((Position::default(), mover)))?;
        rows.push((grid, found.iter().map(|values| first_moves(&board, values, mover)).collect::<Vec<_>>()));
    }
    empty_boards(args, &rows)
}

/// The board and the position that an argument names; `size` if it has to be a size.
fn asked(argument: &str, size: bool) -> Result<(Grid, Position), Failure> {
    let (grid, position) = match Grid::parse(argument) {
        Ok(grid) => (grid, Some(Position::default())),
        Err(_) if size => {
            return Err(Failure(format!("`{argument}` is no size of a board; here one is needed, for example 3x3")));
        }
        Err(_) => {
            let read = position::read(argument, position::WhichArg::default())?.position;
            if !read.is_legal() {
                return Err(Failure(
                    "a string on the board has no liberty: no sequence of play leaves it there".to_string(),
                ));
            }
            (read.grid(), read.to_position())
        }
    };
    match position.filter(|_| grid.len() <= MAX_WHOLE_POINTS) {
        Some(position) => Ok((grid, position)),
        None => Err(too_large(grid)),
    }
}

/// The values of a board; searches with the history are made for the position asked about, or for all if there are few.
fn solved(args: &Args, grid: Grid, asked: Option<(Position, Colour)>) -> Result<(WholeBoard, Vec<Values>), Failure> {
    let (rules, _) = RuleList::practical(args.rules.as_ref(), RuleList::or_defaults(args.rules.as_ref()), grid);
    let keep = args.keep.as_deref().map(|folder| (folder, args.resume));
    let means = Means { tables: &args.tables, memory: &args.memory, effort: &args.effort, time: args.time, keep };
    let (board, mut found) = means.solve(grid, &rules, asked)?;
    if args.worth {
        means.search_kos(grid, &mut found)?;
    }
    if args.verify {
        means.verify(grid, &found)?;
    }
    Ok((board, found))
}

/// What is said of one position.
fn one(args: &Args, board: &WholeBoard, found: &[Values], asked: Position, mover: Colour) -> Result<Exit, Failure> {
    let grid = board.board().grid();
    let answers = meanwhile("searching for lines of best play with the history", |_| {
        args.effort.run(|budget, stop| {
            let budget = budget.within(args.time, args.memory.limit());
            found
                .iter()
                .map(|values| Answer::new(args, board, values, (asked, mover), budget, stop))
                .collect::<Vec<_>>()
        })
    })?;
    match args.format {
        Format::Json => {
            let line = json!({
                "position": diagram::text(grid, asked),
                "to-move": mover.letter().to_string(),
                "values": answers.iter().map(|a| (a.name.clone(), a.json(board))).collect::<Map<_, _>>(),
            });
            to_stdout(|out| writeln!(out, "{line}"))?;
        }
        Format::Text => to_stdout(|out| text(out, board, asked, mover, &answers))?,
    }
    // What is known has been said; lines may be missing.
    if was_interrupted() { Err(Stopped.into()) } else { Ok(Exit::Success) }
}

/// The value of the empty board under a rule set, and the best first moves, one of those that are images of each other.
struct First {
    name: String,
    value: Outcome,
    moves: Vec<String>,
}

fn first_moves(board: &WholeBoard, values: &Values, mover: Colour) -> First {
    let empty = Position::default();
    let grid = board.board().grid();
    let symmetries = Symmetry::all(grid);
    let first = |p: usize| symmetries.iter().all(|s| s.point(p) >= p);
    let best = values.moves(empty, mover).into_iter().filter(|m| m.best && m.mv.is_none_or(|p| first(p.into())));
    First {
        name: values.name.clone(),
        value: values.value(empty, mover),
        moves: best.map(|m| move_name(board.board(), m.mv)).collect(),
    }
}

/// A table of the empty boards.
fn empty_boards(args: &Args, rows: &[(Grid, Vec<First>)]) -> Result<Exit, Failure> {
    if args.format == Format::Json {
        let of = |(grid, found): &(Grid, Vec<First>)| {
            let sets: Map<String, Value> =
                found.iter().map(|f| (f.name.clone(), json!({ "value": json!(f.value), "best": f.moves }))).collect();
            json!({ "board": grid.to_string(), "values": sets })
        };
        to_stdout(|out| rows.iter().try_for_each(|row| writeln!(out, "{}", of(row))))?;
        return Ok(Exit::Success);
    }
    let mut names: Vec<&str> = Vec::new();
    for first in rows.iter().flat_map(|(_, found)| found) {
        if !names.contains(&first.name.as_str()) {
            names.push(&first.name);
        }
    }
    to_stdout(|out| {
        writeln!(out, "| board | {} |", names.join(" | "))?;
        writeln!(out, "|---|{}", "---|".repeat(names.len()))?;
        for (grid, found) in rows {
            let cell = |name: &&str| match found.iter().find(|f| f.name == **name) {
                Some(f) if f.moves.is_empty() => f.value.to_string(),
                Some(f) => format!("{}: {}", f.value, f.moves.join(" ")),
                None => "-".to_string(),
            };
            writeln!(out, "| {grid} | {} |", names.iter().map(cell).collect::<Vec<_>>().join(" | "))?;
        }
        Ok(())
    })?;
    Ok(Exit::Success)
}

/// The rule sets in pairs.
fn compare(args: &Args, board: &WholeBoard, found: &[Values]) -> Result<Exit, Failure> {
    let bars = Bars::of_classes(found.first().map_or(0, |values| values.classes().len()));
    let pairs = args.effort.run(|_, stop| best::compare(board, found, false, &bars, stop))??;
    drop(bars);
    let grid = board.board().grid();
    let places = 2 * board.len();
    let smallest = |kind: &Kind| kind.smallest.map(|place| best::written(board, place));
    if args.format == Format::Json {
        let kind = |kind: &Kind| json!({ "count": kind.count, "smallest": smallest(kind) });
        let of = |pair: &Pair| {
            json!({
                "rules": pair.of.map(|i| found[i].name.clone()),
                "decided": pair.decided, "winner": kind(&pair.winner),
                "best known": pair.known, "no common best move": kind(&pair.apart),
                "pass best under one alone": pair.pass.iter().map(kind).collect::<Vec<_>>(),
            })
        };
        let line = json!({ "board": grid.to_string(), "positions": places, "pairs": pairs.iter().map(of).collect::<Vec<_>>() });
        to_stdout(|out| writeln!(out, "{line}"))?;
        return Ok(Exit::Success);
    }
    to_stdout(|out| {
        writeln!(out, "{grid}: {places} positions with a player to move\n")?;
        writeln!(
            out,
            "| pair | decided | winner differs | smallest | best moves known | none in common | smallest | pass best under the first alone | smallest | under the second alone | smallest |"
        )?;
        writeln!(out, "|---|{}", "---|".repeat(10))?;
        for pair in &pairs {
            let [a, b] = pair.of.map(|i| found[i].name.as_str());
            let cells = [&pair.winner, &pair.apart, &pair.pass[0], &pair.pass[1]].map(|kind| {
                let smallest = smallest(kind).map_or_else(|| "-".to_string(), |text| format!("`{text}`"));
                format!("{} | {smallest}", kind.count)
            });
            let [winner, apart, first, second] = cells;
            let (decided, known) = (pair.decided, pair.known);
            writeln!(out, "| {a} / {b} | {decided} | {winner} | {known} | {apart} | {first} | {second} |")?;
        }
        Ok(())
    })?;
    Ok(Exit::Success)
}

/// What single things are worth.
fn worth(args: &Args, board: &WholeBoard, found: &[Values]) -> Result<Exit, Failure> {
    let Some(first) = found.first() else { return Ok(Exit::Success) };
    let report = args.effort.run(|budget, stop| {
        let budget = budget.within(None, args.memory.limit());
        let verdicts = board.judge(std::slice::from_ref(&first.rules), budget, &Silent, stop)?.remove(0);
        worth::worths(board, found, &verdicts, stop)
    })??;
    let worths = report.iter().zip(found).map(|(worths, values)| (values.name.as_str(), worths));
    let report = crate::report::worth::Report { board, worths: worths.collect() };
    match args.format {
        Format::Json => to_stdout(|out| writeln!(out, "{}", report.json()))?,
        Format::Text => to_stdout(|out| out.write_all(report.markdown().as_bytes()))?,
    }
    Ok(Exit::Success)
}

/// That a board is too large for its game to be solved.
pub fn too_large(grid: Grid) -> Failure {
    let points = grid.len();
    Failure(format!(
        "the board is {grid}, {points} points: the game is solved on boards of up to {MAX_WHOLE_POINTS} points (4x4, 3x5, \
         2x8, 1x16); `shinpan judge` says what a final position is worth on larger ones"
    ))
}

/// What is said of the position under one rule set.
struct Answer {
    name: String,
    value: Outcome,
    history: bool,
    moves: Vec<MoveValue>,
    all_moves: bool,
    line: Option<Option<BestLine>>,
}

impl Answer {
    fn new(
        args: &Args,
        board: &WholeBoard,
        values: &Values,
        (position, mover): (Position, Colour),
        budget: Budget,
        stop: &AtomicBool,
    ) -> Answer {
        let history = values.took_history(position, mover);
        let decided = values.value(position, mover).margin().is_some();
        let searched =
            || if decided && history { values.searched_line(board, position, mover, budget, stop) } else { None };
        let line = || values.line(board, position, mover).or_else(searched);
        Answer {
            name: values.name.clone(),
            value: values.value(position, mover),
            history,
            moves: values.moves(position, mover),
            all_moves: args.moves,
            line: args.trace.then(line),
        }
    }

    fn best(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().filter(|m| m.best).map(|m| m.mv)
    }

    fn json(&self, board: &WholeBoard) -> Value {
        let board = board.board();
        let mut json = json!({
            "value": json!(self.value),
            "history": self.history,
            "best": self.best().map(|mv| move_name(board, mv)).collect::<Vec<_>>(),
        });
        if self.all_moves {
            let moves = self.moves.iter().map(|m| (move_name(board, m.mv), json!(m.value)));
            json["moves"] = Value::Object(moves.collect());
        }
        if let Some(line) = &self.line {
            json["line"] = line.as_ref().map_or(Value::Null, |line| {
                let moves = line.moves.iter().map(|(player, mv, after)| {
                    json!([player.letter().to_string(), move_name(board, *mv), diagram::text(board.grid(), *after)])
                });
                json!({
                    "moves": moves.collect::<Vec<_>>(),
                    "verdict": line.end.map(|(outcome, _)| json!(outcome)),
                    "prisoners": line.end.map(|(_, prisoners)| prisoners),
                })
            });
        }
        json
    }
}

/// A move by its point, or `pass`.
pub fn move_name(board: &Board, mv: Move) -> String {
    mv.map_or_else(|| "pass".to_string(), |p| board.grid().name(p.into()))
}

fn text(
    out: &mut dyn Write,
    board: &WholeBoard,
    position: Position,
    mover: Colour,
    answers: &[Answer],
) -> io::Result<()> {
    let board = board.board();
    let grid = board.grid();
    writeln!(out, "{grid} {}, {mover} to move", diagram::text(grid, position))?;
    for line in Drawn::new(grid, position, None).lines() {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let widths = [
        answers.iter().map(|a| a.name.len()).max().unwrap_or(0),
        answers.iter().map(|a| a.value.to_string().len()).max().unwrap_or(0),
    ];
    for answer in answers {
        let best: Vec<String> = answer.best().map(|mv| move_name(board, mv)).collect();
        let best = if best.is_empty() { "-".to_string() } else { best.join(" ") };
        let value = answer.value.to_string();
        let history = if answer.history { "  (searched with the history)" } else { "" };
        writeln!(out, "{:<w$}  {value:<v$}  {best}{history}", answer.name, w = widths[0], v = widths[1])?;
    }
    for answer in answers.iter().filter(|a| a.all_moves) {
        writeln!(out, "\n{}", answer.name)?;
        let mut groups: Vec<(Outcome, bool, Vec<String>)> = Vec::new();
        for m in &answer.moves {
            match groups.iter_mut().find(|g| (g.0, g.1) == (m.value, m.best)) {
                Some(group) => group.2.push(move_name(board, m.mv)),
                None => groups.push((m.value, m.best, vec![move_name(board, m.mv)])),
            }
        }
        let key = |o: &Outcome| match *o {
            Outcome::Margin(m) => (m, m),
            Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => (lo, hi),
        };
        let for_mover = |o: &Outcome| if mover == Colour::Black { key(o) } else { key(&o.negated()) };
        groups.sort_by_key(|g| std::cmp::Reverse((g.1, for_mover(&g.0))));
        for (value, best, moves) in groups {
            writeln!(out, "  {} {value}: {}", if best { '*' } else { ' ' }, moves.join(" "))?;
        }
    }
    for answer in answers {
        let Some(line) = &answer.line else { continue };
        writeln!(out, "\n{}", answer.name)?;
        let Some(line) = line else {
            writeln!(out, "  no line: the value rests on a cycle, or on a search with the history that did not end")?;
            continue;
        };
        line_words(board, position, line).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(())
}

/// A line of best play from a position: its moves, and what it comes to.
pub fn line_words(board: &Board, position: Position, line: &BestLine) -> [String; 2] {
    let moves: Vec<String> =
        line.moves.iter().map(|(player, mv, _)| format!("{} {}", player.letter(), move_name(board, *mv))).collect();
    let end = diagram::text(board.grid(), line.moves.last().map_or(position, |m| m.2));
    let comes_to = match line.end {
        Some((outcome, prisoners)) => {
            let taken = if prisoners == 0 { String::new() } else { format!(", prisoners {prisoners:+}") };
            format!("-> {end}: {outcome}{taken}")
        }
        None => format!("-> {end}: the line goes on"),
    };
    [moves.join(", "), comes_to]
}

/// Every position and both players.
fn all(
    args: &Args,
    board: &WholeBoard,
    found: &[Values],
    file: Option<OutputFile>,
    parquet: bool,
) -> Result<Exit, Failure> {
    match file {
        Some(file) if parquet => file.write(|out| write_parquet(board, found, out))?,
        Some(file) => file.write(|out| write_lines(board, found, out))?,
        None => {}
    }
    let grid = board.board().grid();
    let counts: Vec<[u64; 4]> = found.iter().map(|values| count(board, values)).collect();
    let empty = |values: &Values| values.value(Position::default(), Colour::Black);
    match args.format {
        Format::Json => {
            let of = |(values, [decided, no_result, undecided, searched]): (&Values, &[u64; 4])| {
                let value = json!({
                    "empty board": json!(empty(values)),
                    "decided": decided, "no-result": no_result, "undecided": undecided, "searched": searched,
                });
                (values.name.clone(), value)
            };
            let sets: Map<String, Value> = found.iter().zip(&counts).map(of).collect();
            let line = json!({ "board": grid.to_string(), "values": 2 * board.len(), "rules": sets });
            to_stdout(|out| writeln!(out, "{line}"))?;
        }
        Format::Text => to_stdout(|out| {
            writeln!(out, "{grid}: {} positions, either player to move\n", board.len())?;
            let width = found.iter().map(|v| v.name.len()).max().unwrap_or(0).max(5);
            writeln!(
                out,
                "{:<width$}  {:>10}  {:>10}  {:>10}  {:>10}  empty board",
                "rules", "decided", "no result", "undecided", "searched"
            )?;
            for (values, [decided, no_result, undecided, searched]) in found.iter().zip(&counts) {
                let counts = format!("{decided:>10}  {no_result:>10}  {undecided:>10}  {searched:>10}");
                writeln!(out, "{:<width$}  {counts}  {}", values.name, empty(values))?;
            }
            Ok(())
        })?,
    }
    for values in found {
        let [verdicts, game] = values.seconds;
        let [sweeps, rounds] = values.work;
        message(&format!(
            "{grid} {}: verdicts {verdicts:.2} s, game {game:.2} s ({sweeps} sweeps, {rounds} rounds)",
            values.name
        ));
    }
    if let Some(kib) = peak_memory() {
        message(&format!("{grid}: peak memory {} MiB", kib / 1024));
    }
    Ok(Exit::Success)
}

/// How many values are decided, without result, and undecided; and for how many a search with the history was made.
fn count(board: &WholeBoard, values: &Values) -> [u64; 4] {
    let mut counts = [0; 4];
    for position in board.positions() {
        for mover in Colour::ALL {
            counts[match values.value(position, mover) {
                Outcome::Margin(_) => 0,
                Outcome::NoResult { .. } => 1,
                Outcome::Undecided { .. } => 2,
            }] += 1;
            counts[3] += u64::from(values.took_history(position, mover));
        }
    }
    counts
}

fn write_lines(board: &WholeBoard, found: &[Values], out: &mut dyn Write) -> io::Result<()> {
    let grid = board.board().grid();
    for position in board.positions() {
        for mover in Colour::ALL {
            let mut line = Map::new();
            line.insert("position".to_string(), Value::String(diagram::text(grid, position)));
            line.insert("to-move".to_string(), Value::String(mover.letter().to_string()));
            for values in found {
                line.insert(values.name.clone(), json!(values.value(position, mover)));
            }
            serde_json::to_writer(&mut *out, &line)?;
            out.write_all(b"\n")?;
        }
    }
    Ok(())
}

#[cfg(feature = "parquet")]
fn write_parquet(board: &WholeBoard, found: &[Values], out: &mut (dyn Write + Send)) -> io::Result<()> {
    crate::report::parquet::write_values(board, found, out).map_err(io::Error::other)
}

#[cfg(not(feature = "parquet"))]
fn write_parquet(_: &WholeBoard, _: &[Values], _: &mut (dyn Write + Send)) -> io::Result<()> {
    Err(io::Error::other(super::table::NO_PARQUET))
}
