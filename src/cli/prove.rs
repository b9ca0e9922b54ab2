//! `shinpan prove`.

use std::path::PathBuf;

use super::output::{OutputFile, message, to_stdout};
use super::position::WhichArg;
use super::progress::{Bars, stop_on_interrupt, was_interrupted};
use super::value::Player;
use super::waiting::meanwhile;
use super::{Exit, Failure, QuestionArg, position};
use crate::atlas::values::{search, solve};
use crate::atlas::{Stopped, WholeBoard};
use crate::board::{Board, Grid, Position};
use crate::law::RuleSet;
use crate::proof::check::check;
use crate::proof::prove::prove_any;
use crate::proof::value::rules_of;
use crate::solve::Budget;
use crate::solve::whole::classes::MAX_WHOLE_POINTS;
use crate::texts::in_words::example;

/// Writes the strategies that show a verdict: who forces what, and who prevents it.
///
/// The proof is JSON (specs/proof.md): the verdict, the claims it rests on (`White forces the capture of C3`, `Black forces an
/// end worth at least 3`), and for each the strategy, in every state that can come about. `shinpan check-proof` verifies it. The
/// bare games are searched, without the shortcuts of `judge`, so this needs more than judging: what does not fit the
/// budget is an error. On boards of more than 16 points a claim is shown by steps instead, states each of which is won because of
/// earlier ones, as a search finds them. Where an analysis region by region gives the verdict, on boards of 26 points to 19x19, the proof says what each
/// player holds and by which local games.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan prove XX.O/XXOO/..O. --rules ", example!(one), " --out proof.json
  shinpan prove .XO. --rules ", example!(needs_first), ":first=white
  shinpan prove 2x3 --value --rules ", example!(area), " --out value.json"))]
pub struct Args {
    /// The position: a board on one line, a file with one, or - for standard input, as for `shinpan judge`; with
    /// --value also a size, MxN, for the empty board
    #[arg(value_name = "BOARD|FILE|-", allow_hyphen_values = true)]
    board: String,
    #[arg(help = concat!("One rule set, readings after a colon; of ", example!(needs_first), " also who passed first (", example!(needs_first), ":first=black)"), long, value_name = "ID")]
    rules: String,
    /// Prove the value of the game from the position instead of the verdict on it: the result of best play, by a strategy of each
    /// player (up to 16 points; `shinpan value`)
    #[arg(long)]
    value: bool,
    /// With --value: the player to move
    #[arg(long, value_name = "B|W", default_value = "B", requires = "value")]
    to_move: Player,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    budget: QuestionArg,
}

/// States of a search with the history for the strategies of a value, if no budget is given: the empty 4x4 takes some ten million.
const SEARCHED_STATES: usize = 200_000_000;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.value {
        return of_value(args);
    }
    let rules = match RuleSet::parse_list(&args.rules)?.as_slice() {
        [rules] => rules.clone(),
        sets => {
            let names: Vec<String> = sets.iter().map(|set| format!("`{set}`")).collect();
            return Err(Failure(format!(
                "`{}` is more than one rule set; name one: {}",
                args.rules,
                names.join(" or ")
            )));
        }
    };
    let position = position::read(&args.board, WhichArg::default())?.position;
    let out = args.out.as_ref().map(|path| OutputFile::prepare(path, args.force)).transpose()?;
    let budget = args.budget.given().unwrap_or_default();
    let proof = meanwhile(&format!("deciding {rules}"), |now| prove_any(&rules, &position, budget, now))?;
    let open: Vec<&str> = proof.claims.iter().filter_map(|c| c.not_certified.as_deref()).collect();
    if let Some(why) = open.first() {
        message(&format!("{} of {} claims not certified: {why}", open.len(), proof.claims.len()));
    } else {
        // A proof that does not check is none; to write it would be an error of this program.
        check(&proof)?;
    }
    let text = proof.to_json()?;
    match out {
        Some(file) => file.write(|out| out.write_all(text.as_bytes()))?,
        None => to_stdout(|out| out.write_all(text.as_bytes()))?,
    }
    Ok(Exit::Success)
}

/// The certificate of a value.
fn of_value(args: &Args) -> Result<Exit, Failure> {
    let rules = rules_of(&args.rules).map_err(Failure)?;
    let (board, position) = match Grid::parse(&args.board) {
        Ok(grid) => (Board::new(grid), Position::default()),
        Err(_) => {
            let (board, position) = position::small(&args.board)?;
            (Some(board), position)
        }
    };
    let grid = board.map(|board| board.grid()).filter(|grid| grid.len() <= MAX_WHOLE_POINTS).ok_or_else(|| {
        Failure(format!("the game is solved on boards of up to {MAX_WHOLE_POINTS} points (4x4, 3x5, 2x8, 1x16)"))
    })?;
    let out = args.out.as_ref().map(|path| OutputFile::prepare(path, args.force)).transpose()?;
    let whole = WholeBoard::new(grid)?;
    if whole.at(position).is_none() {
        return Err(Failure("a string on the board has no liberty: no sequence of play leaves it there".to_string()));
    }
    let stop = stop_on_interrupt();
    let budget = args.budget.given().unwrap_or_default();
    let rules = [rules];
    let bars = Bars::of(&whole, &rules);
    let mut found = solve(&whole, &rules, Vec::new(), budget, &bars, stop)?;
    drop(bars);
    let mover = args.to_move.colour();
    let proof = meanwhile("searching with the history", |now| {
        let states = if args.budget.states.budget.is_some() { budget.states } else { SEARCHED_STATES };
        let budget = Budget { states, stop: Some(stop), ..budget };
        search(&mut found, (position, mover), budget, stop);
        now("writing both players' strategies, and checking them".to_string());
        let values = found.first().ok_or_else(|| Failure("there is no rule set".to_string()))?;
        values.certificate(position, mover, budget, stop).map_err(Failure)
    });
    if was_interrupted() {
        return Err(Stopped.into());
    }
    let proof = proof?;
    let text = proof.to_json()?;
    match out {
        Some(file) => file.write(|out| out.write_all(text.as_bytes()))?,
        None => to_stdout(|out| out.write_all(text.as_bytes()))?,
    }
    Ok(Exit::Success)
}
