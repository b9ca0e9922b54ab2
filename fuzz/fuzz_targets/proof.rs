//! A proof that is accepted shows the verdict of the judge, and no text panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan::law::{Outcome, interpreter};
use shinpan::proof::{Proof, check::check};
use shinpan::solve::Budget;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(proof) = Proof::read(text) else { return };
    let Ok(checked) = check(&proof) else { return };
    // What is larger takes the judge too long.
    if checked.board.grid().len() <= 6 {
        let judged = interpreter(&checked.rules, &checked.board, Budget::default()).judge(checked.position);
        let same = checked.verdict.outcome == judged.outcome
            || matches!(checked.verdict.outcome, Outcome::Undecided { .. });
        assert!(same, "{text}: {} is {}", checked.verdict.outcome, judged.outcome);
    }
});
