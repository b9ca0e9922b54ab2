//! Verdicts by searches, without tables, are those of the tables of whole boards.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::{Grid, diagram};
use shinpan::law::{Outcome, RuleSet};
use shinpan::solve::Budget;

use super::searching;

/// Judges every so-manieth position by a search with so many states, and by tables: how many, and how many of these the search left open.
fn alike(size: &str, rules: &str, every: usize, budget: usize) -> (usize, usize) {
    let set = RuleSet::parse(rules).expect("a rule set").remove(0);
    let whole = WholeBoard::new(Grid::parse(size).expect("a size")).expect("small");
    let sets = std::slice::from_ref(&set);
    let (budget, go_on) = (Budget::of(budget), AtomicBool::new(false));
    let table = &whole.judge::<Outcome>(sets, Budget::default(), &Silent, &go_on).expect("not stopped")[0];
    let mut random = fastrand::Rng::with_seed(every as u64);
    let positions: Vec<_> = whole.positions().filter(|_| every == 1 || random.usize(0..every) == 0).collect();
    let open = positions.par_chunks(64).map(|some| {
        let mut judge = searching(&set, whole.board(), budget);
        let open = some.iter().filter(|&&position| {
            let (is, said) = (whole.outcome_of(table, position), judge.judge(position).outcome);
            let text = || format!("{set} on {}: {is:?} {said:?}", diagram::text(whole.board().grid(), position));
            let Outcome::Undecided { lo, hi } = said else {
                assert_eq!(is, said, "{}", text());
                return false;
            };
            assert!(is.margin().is_none_or(|margin| lo <= margin && margin <= hi), "{}", text());
            true
        });
        open.count()
    });
    (positions.len(), open.sum())
}

fn compared(size: &str, every: usize) {
    for rules in ["j1997", "j1997:first=white,ko-stones=prisoners", "aj2004"] {
        let (judged, open) = alike(size, rules, every, 2_000);
        assert!(judged > 100 && open < judged / 2, "{rules}: {open} of {judged} open");
    }
}

#[test]
fn searches_give_the_verdicts_of_tables_on_2x4() {
    compared("2x4", 20);
}

#[test]
#[ignore = "minutes"]
fn searches_give_the_verdicts_of_tables_on_2x5() {
    compared("2x5", 40);
}

/// All of 3x4, and a random one in 243 of the positions of 4x4 (100,000 of them).
macro_rules! searches_give_the_verdicts_of_tables {
    ($($name:ident: $rules:literal,)*) => {$(
        mod $name {
            #[test]
            #[ignore = "minutes to an hour"]
            fn searches_give_the_verdicts_of_tables_on_3x4() {
                super::report("3x4", $rules, 1);
            }

            #[test]
            #[ignore = "minutes to an hour"]
            fn searches_give_the_verdicts_of_tables_on_4x4() {
                super::report("4x4", $rules, 243);
            }
        }
    )*};
}

searches_give_the_verdicts_of_tables! {
    j1989: "j1989",
    j1997_first_black: "j1997:first=black",
    j1997_first_white: "j1997:first=white",
    aj2004: "aj2004",
    ms_japanese: "ms-japanese",
    ms_chinese: "ms-chinese",
}

fn report(size: &str, rules: &str, every: usize) {
    let (judged, open) = alike(size, rules, every, 2_000);
    println!("{rules} {size}: {judged} judged, {open} of them left open, no other verdict");
    assert!(open * 2 < judged, "{rules} {size}: {open} of {judged} open");
}
