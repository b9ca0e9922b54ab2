//! A proof that is accepted shows the verdict of the judge, and no text panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan::board::Board;
use shinpan::law::interpreter;
use shinpan::proof::{Proof, check::check};
use shinpan::solve::Budget;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(proof) = Proof::read(text) else { return };
    let Ok(checked) = check(&proof) else { return };
    // What is larger takes the judge too long.
    let grid = checked.position.grid();
    let Some((board, position)) = Board::new(grid).zip(checked.position.to_position()) else { return };
    if grid.len() <= 6 {
        let judged = interpreter(&checked.rules, &board, Budget::default()).judge(position);
        assert_eq!(checked.outcome, judged.outcome, "{text}");
    }
});
