//! A position under every rule set, with the claims that sum to each margin.
//!
//! `cargo run --example judge -- XX.O/XXOO/..O.`

use shinpan::{Budget, RuleSet, diagram, judge};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("XX.O/XXOO/..O.".to_string());
    let position = diagram::parse(&text)?;
    println!("{}", diagram::pretty(&position));
    for rules in RuleSet::defaults() {
        let verdict = judge(&position, &rules, Budget::default())?;
        println!("{rules}: {}", verdict.outcome);
        for claim in &verdict.claims {
            println!("  {:?} {:+} {} ({})", claim.player, claim.value, claim.what, claim.clause);
        }
    }
    Ok(())
}
