//! How often two rule sets differ on a whole board.
//!
//! `cargo run --release --example table -- 3x3 j1989 aj2004`

use shinpan::{Budget, Grid, RuleSet, table};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [board, first, second] = args.as_slice() else {
        return Err("a board and two rule sets are wanted: 3x3 j1989 aj2004".into());
    };
    let outcomes = |name: &str| -> Result<_, Box<dyn std::error::Error>> {
        Ok(table(Grid::parse(board)?, &RuleSet::parse(name)?[0], Budget::default())?)
    };
    let (a, b) = (outcomes(first)?, outcomes(second)?);
    let differ = a.iter().zip(&b).filter(|(a, b)| a.1.margin().zip(b.1.margin()).is_some_and(|(a, b)| a != b)).count();
    println!("{board}: {first} and {second} give another margin on {differ} of {} positions", a.len());
    Ok(())
}
