//! `shinpan judge`.

use std::io;
use std::path::Path;

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::output::to_stdout;
use super::solve::TablesArg;
use super::{BudgetArg, Failure, Format, Found, RuleList};
use crate::board::diagram::{self, DiagramError};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Colour, Grid, MAX_POINTS, Position};
use crate::files::{self, ReadError};
use crate::law::procedure::count::{Counted, Item};
use crate::law::{ClauseId, Outcome, RuleSet, Step, Verdict, knowing};
use crate::report::board::{
    claim_lines, draw, legend, outcome_json, side_by_side, trace_json, trace_lines, verdict_json, wrap,
};

/// Judges a final position under several rule sets, side by side.
///
/// For each rule set: the board with the status of every stone and point where the text defines one, the outcome (Black
/// minus White, without komi and without prisoners from before the position), and the claims that sum to it, each with the
/// clause it rests on. Boards of up to 64 points can be judged; how far the analysis gets depends on the number of empty
/// points. An outcome is never guessed: if the budget runs out it is `undecided` between two bounds.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shinpan judge XX.O/XXOO/..O.             all rule sets, default readings
  shinpan judge .XO. --rules j1989,aj2004 --trace
  shinpan judge position.txt --rules j1989:enable=none,seki=group
  cat position.txt | shinpan judge - --format json")]
pub struct Args {
    /// The position: a board on one line (rows from the top, X black, O white, . empty, / between rows), or a file with
    /// one, or - for standard input. A file may also hold one row a line, or a $$ diagram
    ///
    /// A text of only X, O, . and / is a board, anything else is the name of a file.
    #[arg(value_name = "BOARD|FILE|-", allow_hyphen_values = true)]
    board: String,
    /// Rule sets separated by commas, readings after a colon: j1989:enable=none,seki=group,aj2004 [default: all, in
    /// default readings]; see `shinpan rules`
    #[arg(long, value_name = "LIST")]
    rules: Option<RuleList>,
    /// Also say by which clauses: each with its reading and the facts it was applied to, and a line of play for what has to
    /// be shown
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    budget: BudgetArg,
    #[command(flatten)]
    tables: TablesArg,
    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The width boards and text are fitted to.
const WIDTH: usize = 100;
/// More than any diagram has; what is longer is some other file.
const MOST_BYTES: u64 = 64 * 1024;

/// One rule set's answer.
struct Answer {
    rules: RuleSet,
    verdict: Verdict,
    steps: Vec<Step>,
}

pub fn run(args: &Args) -> Result<Found, Failure> {
    let diagram = read(&args.board)?;
    if diagram.grid().len() > MAX_POINTS {
        return counted(args, &diagram);
    }
    let (board, position) = small(&diagram)?;
    let grid = board.grid();
    let budget = args.budget.budget.unwrap_or_default();
    let rules = RuleList::or_defaults(args.rules.as_ref());
    let known = args.tables.known(&board, &rules)?;
    let answers: Vec<Answer> = rules
        .into_par_iter()
        .map(|rules| {
            let mut judge = knowing(&rules, &board, budget, &known.facts(&rules));
            let (verdict, steps) = if args.trace { judge.trace(position) } else { (judge.judge(position), Vec::new()) };
            Answer { rules, verdict, steps }
        })
        .collect();
    let text = match args.format {
        Format::Text => text(grid, position, &answers, args.trace),
        Format::Json => format!("{:#}\n", json(grid, position, &answers, args.trace)),
    };
    to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Found::Nothing)
}

/// The position that the argument is or names, on a board on which positions can be judged.
pub(super) fn position(argument: &str) -> Result<(Board, Position), Failure> {
    small(&read(argument)?)
}

fn small(diagram: &PlainPosition) -> Result<(Board, Position), Failure> {
    let grid = diagram.grid();
    Board::new(grid).zip(diagram.to_position()).ok_or_else(|| too_large(grid, ""))
}

fn too_large(grid: Grid, more: &str) -> Failure {
    let points = grid.len();
    Failure(format!(
        "the board is {grid}, {points} points: positions are judged on boards of up to {MAX_POINTS} points, for example 8x8 \
         or 3x19{more}"
    ))
}

/// On a board too large to be judged: the count under rule sets that count a position as it stands.
fn counted(args: &Args, position: &PlainPosition) -> Result<Found, Failure> {
    let grid = position.grid();
    let count = |set: RuleSet| set.text.counted(&set, position).map(|count| (set.to_string(), count.sorted()));
    let rules = RuleList::or_defaults(args.rules.as_ref());
    let found: Vec<_> = rules.iter().cloned().filter_map(count).collect();
    if args.rules.is_none() || found.len() < rules.len() || args.trace {
        let able: Vec<String> = RuleSet::defaults().into_iter().filter_map(count).map(|(name, _)| name).collect();
        return Err(too_large(
            grid,
            &if able.is_empty() {
                String::new()
            } else {
                format!("; only counted, without --trace, on any: {}", able.join(", "))
            },
        ));
    }
    if args.format == Format::Json {
        let item = |i: &Item| {
            let points: Vec<String> = i.points.iter().map(|&p| grid.name(p)).collect();
            json!({
                "clause": i.clause.map(ClauseId::as_str),
                "player": i.player.to_string().to_lowercase(),
                "what": i.what,
                "points": points,
                "value": i.value / 100,
            })
        };
        let verdict = |(rules, count): &(String, Counted)| {
            let claims: Vec<Value> = count.items.iter().map(item).collect();
            json!({ "rules": rules, "outcome": outcome_json(Outcome::Margin(count.margin() / 100)), "claims": claims })
        };
        let verdicts: Vec<Value> = found.iter().map(verdict).collect();
        let all = json!({
            "position": position.to_string(), "rows": grid.rows(), "cols": grid.cols(), "verdicts": verdicts,
        });
        to_stdout(|out| writeln!(out, "{all:#}"))?;
        return Ok(Found::Nothing);
    }
    let mut out = format!("{grid}\n\n{}", diagram::pretty(position));
    for (rules, count) in &found {
        out.push_str(&format!("\n{rules}\n"));
        for i in &count.items {
            let value = if i.player == Colour::Black { i.value } else { -i.value } / 100;
            let clause = i.clause.map(|clause| format!(" [{clause}]")).unwrap_or_default();
            out.push_str(&format!("  {value:+4}  {}: {}{clause}\n", i.player, i.what));
        }
        out.push_str(&format!("      {}\n", Outcome::Margin(count.margin() / 100)));
    }
    to_stdout(|to| to.write_all(out.as_bytes()))?;
    Ok(Found::Nothing)
}

/// The diagram that the argument is or names.
fn read(argument: &str) -> Result<PlainPosition, Failure> {
    if argument == "-" {
        return parse("standard input", files::read_from(io::stdin().lock(), MOST_BYTES));
    }
    // A board of several lines can only be meant as a board.
    if argument.contains('\n') || argument.chars().all(|ch| "XO./".contains(ch)) {
        return Ok(diagram::parse(argument)?);
    }
    let file = Path::new(argument);
    match files::read(file, MOST_BYTES) {
        Err(error) if error.is_missing() => {
            let why = match diagram::parse(argument) {
                Err(error @ DiagramError::Character { .. }) if argument.contains('/') => format!("as a board: {error}"),
                _ => "a board is written with X, O, . and / only, for example X.O/XXO".to_string(),
            };
            Err(Failure(format!("`{argument}`: there is no such file; {why}")))
        }
        read => parse(&format!("`{argument}`"), read),
    }
}

/// Reads a diagram from what has been read.
fn parse(name: &str, read: Result<Vec<u8>, ReadError>) -> Result<PlainPosition, Failure> {
    let text = read.and_then(files::text).map_err(|error| match error {
        ReadError::NoText => Failure(format!("{name} is no diagram: {error}; write rows of X, O and .")),
        ReadError::TooLarge(_) => Failure(format!("{name} is no diagram: {error}")),
        error => Failure(format!("cannot read {name}: {error}")),
    })?;
    diagram::parse(&text).map_err(|error| Failure(format!("{}: {error}", name.trim_matches('`'))))
}

fn text(grid: Grid, position: Position, answers: &[Answer], trace: bool) -> String {
    let mut out = format!("{grid} {}\n\n", diagram::text(grid, position));
    let blocks: Vec<Vec<String>> = answers
        .iter()
        .map(|Answer { rules, verdict, .. }| {
            let mut block = vec![rules.to_string()];
            block.extend(draw(grid, position, verdict.status.as_ref()));
            block.push(verdict.outcome.to_string());
            block
        })
        .collect();
    out.push_str(&side_by_side(&blocks, WIDTH));

    let boards: Vec<_> = answers.iter().map(|a| (position, a.verdict.status.as_ref())).collect();
    out.push('\n');
    for line in wrap(&legend(&boards, grid), 0, WIDTH) {
        out.push_str(&format!("{line}\n"));
    }
    let plain: Vec<String> =
        answers.iter().filter(|a| a.verdict.status.is_none()).map(|a| a.rules.to_string()).collect();
    if !plain.is_empty() {
        out.push_str(&format!("no status, the result is that of best play: {}\n", plain.join(", ")));
    }

    for Answer { rules, verdict, steps } in answers {
        out.push_str(&format!("\n{rules}\n"));
        for line in claim_lines(grid, verdict) {
            out.push_str(&format!("  {line}\n"));
        }
        if verdict.notes.history {
            out.push_str("        (bounds without the history differed; a search with the full history decided)\n");
        }
        if trace && !steps.is_empty() {
            out.push('\n');
            for line in trace_lines(grid, position, steps, WIDTH - 2) {
                out.push_str(&format!("  {line}\n"));
            }
        }
    }
    out
}

fn json(grid: Grid, position: Position, answers: &[Answer], trace: bool) -> Value {
    let verdicts: Vec<Value> = answers
        .iter()
        .map(|Answer { rules, verdict, steps }| {
            let mut map = Map::new();
            map.insert("rules".to_string(), json!(rules.to_string()));
            map.append(&mut verdict_json(grid, verdict));
            if trace {
                map.insert("trace".to_string(), trace_json(grid, steps));
            }
            Value::Object(map)
        })
        .collect();
    json!({
        "position": diagram::text(grid, position),
        "rows": grid.rows(),
        "cols": grid.cols(),
        "verdicts": verdicts,
    })
}
