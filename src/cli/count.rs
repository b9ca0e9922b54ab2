//! `shinpan count`.

use rayon::prelude::*;
use serde_json::json;

use super::output::to_stdout;
use super::{Exit, Failure, Format};
use crate::board::index::{Index, MAX_INDEX_POINTS};
use crate::board::{Grid, Symmetry};

/// Counts the legal positions of a board.
///
/// A position is legal if every string has a liberty; whose turn it is does not matter. Positions are counted without being
/// enumerated, on boards of up to 25 points. Up to a million of them are also counted up to the symmetries of the board (8
/// of a square, 4 of another rectangle, 2 of a single row), with and without exchange of the colours.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shinpan count 3x3                  12675 legal positions
  shinpan count 5x5 --format json")]
pub struct Args {
    /// Board size, ROWSxCOLUMNS; at most 25 points
    #[arg(value_name = "MxN", value_parser = Grid::parse)]
    size: Grid,
    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The most positions that are enumerated to count them up to symmetry.
const MOST_ENUMERATED: u64 = 1_000_000;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let grid = args.size;
    let symmetries = Symmetry::all(grid).len();
    // The numbering is cheapest with the short side across, and a board has as many positions as its transpose.
    let (short, long) = (grid.rows().min(grid.cols()), grid.rows().max(grid.cols()));
    let upright = Grid::new(long, short)?;
    if grid.len() > MAX_INDEX_POINTS {
        return Err(Failure(format!(
            "{grid} has {} points: positions are counted on boards of up to {MAX_INDEX_POINTS} points, for example 5x5, \
             3x8 or 1x19",
            grid.len()
        )));
    }
    let index = Index::new(upright)?;
    let legal = index.count();
    let canonical = (legal <= MOST_ENUMERATED).then(|| canonical(&index));
    let text = match args.format {
        Format::Json => {
            let (plain, coloured) = canonical.unzip();
            let object = json!({
                "board": grid.to_string(),
                "legal": legal,
                "symmetries": symmetries,
                "canonical": plain,
                "canonical-with-colours": coloured,
            });
            format!("{object}\n")
        }
        Format::Text => {
            let mut text = format!("{grid}: {legal} legal positions\n");
            match canonical {
                Some((plain, coloured)) => text.push_str(&format!(
                    "up to {symmetries} symmetries: {plain}\nand exchange of the colours: {coloured}\n"
                )),
                None => text.push_str(&format!(
                    "up to symmetry: not counted (boards of at most {MOST_ENUMERATED} positions)\n"
                )),
            }
            text
        }
    };
    to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Success)
}

/// The classes of positions under the symmetries of the board, and under those and the exchange of the colours: by
/// Burnside's lemma, the average number of positions that a symmetry leaves as they are.
fn canonical(index: &Index) -> (u64, u64) {
    let symmetries = Symmetry::all(index.grid());
    let fixed: Vec<(u64, u64)> = symmetries
        .par_iter()
        .map(|symmetry| {
            let mut fixed = (0, 0);
            for position in index {
                let image = symmetry.position(position);
                fixed.0 += u64::from(image == position);
                fixed.1 += u64::from(image == position.swapped());
            }
            fixed
        })
        .collect();
    let order = symmetries.len() as u64;
    let plain: u64 = fixed.iter().map(|f| f.0).sum();
    let swapped: u64 = fixed.iter().map(|f| f.1).sum();
    (plain / order, (plain + swapped) / (2 * order))
}
