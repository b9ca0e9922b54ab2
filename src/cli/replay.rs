//! `shinpan replay`.

use std::io;
use std::path::Path;
use std::str::FromStr;

use clap::ValueEnum;
use rayon::prelude::*;

use super::look::{ColorArg, Look};
use super::output::{message, to_stdout};
use super::{Exit, Failure, QuestionArg, RuleList, progress};
use crate::files;
use crate::foreign;
use crate::law::RuleSet;
use crate::law::procedure::{Agree, Replay, ResultCheck, Session, check_result, name_of};
use crate::record::{self, MOST_BYTES, Record, script, sgf};
use crate::report::board::wrap;
use crate::report::replay::{boards, comments, parting, result_sentence, results, table, trace, write_json};
use crate::solve::Budget;
use crate::texts::in_words::example;
use crate::texts::{RulesName, rules_named};

/// Executes a recorded game clause by clause under several rule sets, side by side.
///
/// Every step is judged by each text: accepted, refused (with the clause and the fact that refuses it) or outside the text, and what
/// follows from it. The record is SGF or a script, one action a line: `B C3`, `W pass`, `B claim dead A1`; `shinpan play` lists
/// them all. What the record leaves to the players has no result, unless best play is asked to answer it.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan replay game.sgf                          the steps on which there is something to say, and the results
  shinpan replay game.sgf --rules ", example!(one), ",", example!(area), " --trace
  shinpan replay game.txt --agree best-play        dead stones, analyses and play-out by exhaustive analysis
  shinpan replay game.sgf --format sgf > notes.sgf the record with comments that any viewer shows
  shinpan replay game.sgf --format script          the record as a script"))]
pub struct Args {
    /// The record: an SGF file, a script, or - for standard input
    #[arg(value_name = "FILE|-")]
    file: String,
    /// Rule sets separated by commas, readings after a colon [default: all, in default readings]. Who passed first is read from
    /// the game
    #[arg(long, value_name = "LIST")]
    rules: Option<RuleList>,
    /// Every step with clause, facts and consequences under each rule set
    #[arg(long)]
    trace: bool,
    /// Also the board after each step
    #[arg(long)]
    board: bool,
    /// Only the first so many steps
    #[arg(long, value_name = "STEP")]
    until: Option<usize>,
    /// Which variation to take where an SGF game branches, counted from 1: 2.1 is the second, then the first [default: the main
    /// line]
    #[arg(long, value_name = "N.N...")]
    line: Option<LineArg>,
    /// Of an SGF file with several games: which, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    game: Option<u32>,
    /// Who decides what a text leaves to the players and the record does not show
    #[arg(long, value_enum, default_value = "recorded")]
    agree: Who,
    /// With --agree best-play.
    #[command(flatten)]
    budget: QuestionArg,
    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    #[command(flatten)]
    color: ColorArg,
}

/// The value of `--agree`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Who {
    /// Nobody but the record: what it does not show has no result
    Recorded,
    /// What the SGF file marks after the last move (TB, TW, AE), where the text lets the players agree on dead stones
    Marked,
    /// The exhaustive analysis of the final position (boards of up to 64 points)
    BestPlay,
}

impl Who {
    /// The value with what it may use; a Ctrl-C stops it.
    ///
    /// # Errors
    /// One line, if a limit is given that nothing would use.
    pub fn agree(self, budget: &QuestionArg) -> Result<Agree, Failure> {
        match (self, budget.given()) {
            (Who::Recorded, None) => Ok(Agree::Recorded),
            (Who::Marked, None) => Ok(Agree::Marked),
            (Who::Recorded | Who::Marked, Some(_)) => {
                Err(Failure("--budget, --time and --memory have an effect only with --agree best-play".to_string()))
            }
            (Who::BestPlay, budget) => {
                let stop = Some(progress::stop_on_interrupt());
                Ok(Agree::BestPlay(Budget { stop, ..budget.unwrap_or_default() }))
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// For programs
    Json,
    /// The record with comments
    Sgf,
    /// The record as a script, without judgements
    Script,
}

/// The value of `--line`.
#[derive(Clone, Debug)]
struct LineArg(Vec<usize>);

impl FromStr for LineArg {
    type Err = String;

    fn from_str(text: &str) -> Result<LineArg, String> {
        let number = |part: &str| part.parse().ok().filter(|n| (1..=1_000_000).contains(n));
        let numbers = text.split('.').map(number).collect::<Option<Vec<usize>>>();
        numbers.map(LineArg).ok_or_else(|| "write numbers from 1 up with points between, for example 2.1".to_string())
    }
}

/// The rule sets for games: as asked for, or all.
///
/// # Errors
/// One line, if a reading is asked for that the game itself decides.
pub fn rules_for_games(list: Option<&RuleList>) -> Result<Vec<RuleSet>, Failure> {
    Ok(crate::games(&RuleList::or_defaults(list))?)
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let rules = rules_for_games(args.rules.as_ref())?;
    let agree = args.agree.agree(&args.budget)?;
    if args.board && args.format != Form::Text {
        return Err(Failure("--board draws boards for people; leave it or --format out".to_string()));
    }
    let record = read(&args.file, args.game, args.line.as_ref().map_or(&[], |l| &l.0))?;
    record.warnings.iter().for_each(|w| message(w));
    if args.format == Form::Script {
        let text = script::write(&record);
        to_stdout(|out| out.write_all(text.as_bytes()))?;
        return Ok(Exit::Success);
    }
    let games: Vec<Replay> = rules.par_iter().map(|r| Replay::of(r, &record, agree, args.until)).collect();
    if progress::was_interrupted() {
        return Err(Failure("interrupted".to_string()));
    }
    let text = match args.format {
        Form::Json => {
            to_stdout(|out| write_json(out, &record, &games))?;
            return Ok(Exit::Success);
        }
        Form::Sgf => {
            let mut shown = record.clone();
            shown.actions.truncate(args.until.unwrap_or(usize::MAX));
            sgf::write(&shown, &comments(&record, &games))
        }
        _ => {
            let look = args.color.look();
            look.print(&text(&record, &games, args, agree, look))?;
            return Ok(Exit::Success);
        }
    };
    to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Success)
}

/// Reads a record from a file or standard input.
///
/// # Errors
/// One line with the place.
fn read(file: &str, game: Option<u32>, line: &[usize]) -> Result<Record, Failure> {
    let (name, read) = match file {
        "-" => ("standard input", files::read_from(io::stdin().lock(), MOST_BYTES)),
        _ => (file, files::read(Path::new(file), MOST_BYTES)),
    };
    let bytes = read.map_err(|e| Failure(format!("cannot read {name}: {e}")))?;
    Ok(record::read_game(name, &bytes, game.map(|n| n as usize), line)?)
}

fn text(record: &Record, games: &[Replay], args: &Args, agree: Agree, look: Look) -> String {
    let setup = &record.setup;
    let number = record.actions.len();
    let mut out = format!("{}, {number} action{}", record.grid(), if number == 1 { "" } else { "s" });
    if let Some(komi) = setup.komi {
        out.push_str(&format!(", komi {komi}"));
    }
    for (ident, player) in [("PB", "Black"), ("PW", "White")] {
        if let Some((_, name)) = setup.info.iter().find(|(i, _)| i == ident) {
            out.push_str(&format!(", {player}: {}", foreign::line(name)));
        }
    }
    out.push_str("\n\n");
    out.push_str(&if args.trace { trace(record, games, look.width) } else { table(record, games) });
    out.push('\n');
    if args.board {
        out.push_str(&after_each_step(record, games, args, agree, look));
    }
    if games.len() > 1 {
        out.push_str(&(wrap(&parting(games), 0, look.width).join("\n") + "\n"));
        out.push('\n');
    }
    let ends: Vec<_> = games.iter().map(|g| (name_of(&g.rules), &g.position, g.prisoners)).collect();
    out.push_str(&boards(&ends, look.width, &|grid, drawn| look.board(grid, drawn)));
    out.push('\n');
    out.push_str(&results(games));
    let answered =
        games.iter().any(|g| g.close.as_ref().is_some_and(|c| c.result().is_some_and(|r| r.count.is_some())));
    if let Some(game) = games.first().filter(|g| answered && g.position.to_position().is_some()) {
        let position = game.position.to_string();
        out.push_str(&format!(
            "\n`shinpan judge {position} --trace` shows the best play that answers for the players\n"
        ));
    }
    if args.until.is_none() && (setup.result.is_some() || setup.rules.is_some()) {
        out.push_str(&format!("\n{}\n", foreign::line(&checked(record, games, agree))));
    }
    out
}

/// The board after each step.
fn after_each_step(record: &Record, games: &[Replay], args: &Args, agree: Agree, look: Look) -> String {
    let rules: Vec<RuleSet> = games.iter().map(|g| g.rules.clone()).collect();
    let mut session = Session::new(&rules, record.setup.clone(), agree);
    let mut out = String::new();
    for (n, action) in record.actions.iter().enumerate().take(args.until.unwrap_or(usize::MAX)) {
        session.step(action.clone());
        let now: Vec<_> =
            session.procedures.iter().map(|p| (name_of(p.rules()), p.position(), p.prisoners())).collect();
        out.push_str(&format!(
            "after {} {}\n{}\n",
            n + 1,
            action.text(record.grid()),
            boards(&now, look.width, &|grid, drawn| look.board(grid, drawn))
        ));
    }
    out
}

/// Whether the result of the record is what its rules give.
fn checked(record: &Record, games: &[Replay], agree: Agree) -> String {
    let named = record.setup.rules.as_deref().unwrap_or("");
    let rules = match rules_named(named) {
        RulesName::Ours(rules) => rules,
        RulesName::Near(rules, warning) => {
            message(&warning);
            rules
        }
        RulesName::Unknown(why) => return why,
    };
    let Some(recorded) = record.setup.result.as_deref() else {
        return format!("the record gives no result to compare with {}", name_of(&rules));
    };
    let name = name_of(&rules);
    let game = games
        .iter()
        .find(|g| name_of(&g.rules) == name)
        .cloned()
        .unwrap_or_else(|| Replay::of(&rules, record, agree, None));
    match check_result(recorded, game.result.as_ref().map(|r| &r.decision)) {
        ResultCheck::Same => format!("the record's result, {recorded}, is what {name} gives"),
        ResultCheck::Differs { recorded, .. } => {
            let refused = game.rows.iter().position(|row| !row.judged.is_accepted());
            let why = refused.map_or("its count is above".to_string(), |n| {
                format!("step {} is the first that it does not accept [{}]", n + 1, game.rows[n].judged.clause)
            });
            format!("the record's result is {recorded}, but {name} gives {}: {why}", result_sentence(&game))
        }
        ResultCheck::CannotTell(why) => format!("the record's result is {recorded}; {name} does not tell: {why}"),
    }
}
