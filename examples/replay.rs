//! A game record under every rule set: the steps that are refused, and the result.
//!
//! `cargo run --example replay -- game.sgf`

use shinpan::{Agree, Budget, RuleSet, record, replay};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("the name of an SGF file is missing")?;
    let record = record::read(&file, &std::fs::read(&file)?, &[])?;
    for rules in RuleSet::defaults() {
        let game = replay(&record, &rules, Agree::BestPlay(Budget::default()));
        println!("{rules}: {}", game.result_text());
        for (step, row) in game.rows.iter().enumerate().filter(|(_, row)| !row.judged.is_accepted()) {
            println!("  step {}: refused by {}", step + 1, row.judged.clause);
        }
    }
    Ok(())
}
