//! `shinpan map`.

use std::path::PathBuf;

use super::memory::{MemoryArg, QUIET, all_together};
use super::output::OutputFolder;
use super::progress::{Bars, tell};
use super::solve::TablesArg;
use super::{Effort, Exit, Failure, RuleList};
use crate::atlas::WholeBoard;
use crate::atlas::compare::{Comparison, Options, needed};
use crate::atlas::prisoners::Prisoners;
use crate::board::Grid;
use crate::law::RuleSet;
use crate::report::aspects::aspects;
use crate::report::map::{Map, OfBoard};
use crate::texts::in_words::example;
use crate::texts::{every_reading, every_text};

/// Draws how much rule sets disagree, as a tree and as a plane, and tells them apart clause by clause.
///
/// Every pair of rule sets is compared on every position of each board, earlier prisoners being such that both players have played equally many
/// stones. The folder gets map.md, map.json, and for each board four pictures: a tree (average linkage) and a plane (classical scaling), of all
/// positions and of the settled ones. Two runs give the same bytes.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan map 2x3 --out map
  shinpan map 3x3 3x4 --all-readings --out map
  shinpan map 2x3 --rules ", example!(one), ",", example!(by_play), ",", example!(territory), " --out map"))]
pub struct Args {
    /// Board sizes, ROWSxCOLUMNS, as for `shinpan diverge`
    #[arg(value_name = "MxN", value_parser = Grid::parse, required = true)]
    sizes: Vec<Grid>,
    #[arg(help = concat!("Rule sets separated by commas, readings after a colon: ", example!(one), ":", example!(reading), ",", example!(another_reading), ",", example!(by_play), " [default: all texts, in default readings]"), long, value_name = "LIST", conflicts_with = "all_readings")]
    rules: Option<RuleList>,
    /// All texts in default readings, and with each one reading changed; those that need too long a search on a board are left out
    /// there, and the page says which
    #[arg(long)]
    all_readings: bool,
    /// Folder that gets the page and the pictures
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace the files if they exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    memory: MemoryArg,
    #[command(flatten)]
    effort: Effort,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let rules = match &args.rules {
        Some(list) => list.0.clone(),
        None if args.all_readings => every_reading(),
        None => every_text(),
    };
    if rules.len() < 2 {
        return Err(Failure("one rule set has no distance from anything; name two or more".to_string()));
    }
    let names: Vec<String> = args
        .sizes
        .iter()
        .flat_map(|grid| {
            ["tree", "plane"].map(|kind| ["all", "settled"].map(|among| format!("{kind}-{grid}-{among}.svg")))
        })
        .flatten()
        .chain(["map.md".to_string(), "map.json".to_string()])
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for &grid in &args.sizes {
        WholeBoard::allows(grid, &looked_at(args, grid, &rules).0)?;
    }
    let folder = OutputFolder::prepare(&args.out, args.force, &names)?;
    let boards = args.sizes.iter().map(|&grid| board(args, grid, &rules)).collect::<Result<Vec<OfBoard>, Failure>>()?;
    // Clause by clause it is the texts that are told apart, unless something else is asked for.
    let told = if args.rules.is_some() { rules } else { every_text() };
    let map = Map { command: command(args), boards, aspects: aspects(&told), rules: told };
    let json = serde_json::to_string_pretty(&map.json())? + "\n";
    let mut files = vec![("map.md".to_string(), map.markdown()), ("map.json".to_string(), json)];
    files.extend(map.pictures());
    let files: Vec<(&str, String)> = files.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    folder.write(&files)?;
    Ok(Exit::Success)
}

/// The rule sets that are looked at on a board, and those that are left out: unless they are named, those of which each position of a board that is not small
/// needs a search.
fn looked_at(args: &Args, grid: Grid, rules: &[RuleSet]) -> (Vec<RuleSet>, Vec<RuleSet>) {
    RuleList::looked_at(args.rules.as_ref(), rules.to_vec(), grid, |rules| WholeBoard::is_quick(grid, rules))
}

/// The rule sets compared on one board.
fn board(args: &Args, grid: Grid, rules: &[RuleSet]) -> Result<OfBoard, Failure> {
    let started = std::time::Instant::now();
    let (rules, left_out) = looked_at(args, grid, rules);
    let options = Options::under(Prisoners::Level);
    let needed = needed(grid, &rules, &options);
    args.memory.state(grid, QUIET, |classes, _| all_together(grid, classes, &needed))?;
    let mut whole = WholeBoard::for_rules(grid, &rules)?;
    args.tables.look_up(&mut whole, &needed)?;
    let searched: Vec<RuleSet> = needed.into_iter().filter(WholeBoard::searches).collect();
    let bars = Bars::comparing(&whole, &searched);
    let compared = |budget, stop: &std::sync::atomic::AtomicBool| {
        Comparison::run(&whole, &rules, &Options { budget, ..options }, &bars, stop)
    };
    let comparison = args.effort.run(compared)??;
    drop(bars);
    let found = OfBoard::of(&comparison, &left_out);
    tell(&format!("{grid}: {} rule sets, {:.2} s of wall time", rules.len(), started.elapsed().as_secs_f64()));
    Ok(found)
}

/// The command that makes the map, without what does not change it.
fn command(args: &Args) -> String {
    let mut words = vec!["shinpan map".to_string()];
    words.extend(args.sizes.iter().map(Grid::to_string));
    if let Some(rules) = &args.rules {
        let names: Vec<String> = rules.0.iter().map(RuleSet::to_string).collect();
        words.push(format!("--rules {}", names.join(",")));
    }
    if args.all_readings {
        words.push("--all-readings".to_string());
    }
    if let Some(budget) = args.effort.budget.budget {
        words.push(format!("--budget {}", budget.states));
    }
    words.push("--out DIR".to_string());
    words.join(" ")
}
