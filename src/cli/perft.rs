//! `shinpan perft`.

use serde_json::json;

use super::output::to_stdout;
use super::{Exit, Failure, Format};
use crate::atlas::perft::{KoRule, perft};
use crate::board::{Board, Grid, MAX_POINTS};

/// Counts the move sequences of each length from the empty board under a ko rule.
///
/// Black moves first. A pass is a move and always legal; two successive passes end a sequence, which is counted at its
/// length and not continued. Suicide is illegal. The time it takes is proportional to the numbers it prints, one line for
/// each length as soon as it is known. Such numbers compare move generators.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shinpan perft 3x3 --depth 6
  shinpan perft 2x2 --depth 12 --ko positional")]
pub struct Args {
    /// Board size, ROWSxCOLUMNS; at most 64 points
    #[arg(value_name = "MxN", value_parser = Grid::parse)]
    size: Grid,
    /// Greatest number of moves, 0 to 30
    #[arg(long, value_name = "D", value_parser = parse_depth)]
    depth: u32,
    /// Which plays are forbidden
    #[arg(long, value_enum, default_value = "none")]
    ko: Ko,
    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The rules on repetition that look back at the sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Ko {
    /// None.
    None,
    /// A play may not recreate the position just before the opponent's last move.
    Basic,
    /// A play may not recreate an earlier position with the same player to move; the start counts, and so does what a pass
    /// leads to.
    Situational,
    /// A play may not recreate an earlier position.
    Positional,
    /// The positions before and after a play may not be those of an earlier play.
    Fixed,
}

impl From<Ko> for KoRule {
    fn from(ko: Ko) -> KoRule {
        match ko {
            Ko::None => KoRule::None,
            Ko::Basic => KoRule::Basic,
            Ko::Situational => KoRule::Situational,
            Ko::Positional => KoRule::Positional,
            Ko::Fixed => KoRule::Fixed,
        }
    }
}

/// Sequences of this length exist in numbers that still fit what they are counted in, and nobody waits for longer ones.
const MOST_DEPTH: u32 = 30;

fn parse_depth(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| *depth <= MOST_DEPTH)
        .ok_or_else(|| format!("write a number of moves from 0 to {MOST_DEPTH}"))
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let grid = args.size;
    let board = Board::new(grid).ok_or_else(|| {
        Failure(format!(
            "{grid} has {} points: sequences are counted on boards of up to {MAX_POINTS} points, for example 8x8",
            grid.len()
        ))
    })?;
    to_stdout(|out| {
        for depth in 0..=args.depth {
            let sequences = perft(&board, depth, args.ko.into());
            match args.format {
                Format::Text => writeln!(out, "{depth} {sequences}")?,
                Format::Json => writeln!(out, "{}", json!({ "depth": depth, "sequences": sequences }))?,
            }
            out.flush()?;
        }
        Ok(())
    })?;
    Ok(Exit::Success)
}
