//! The script reader never panics, what it reads is written and read again as the same record, and no text panics on it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan::law::procedure::{Agree, Replay, merged};
use shinpan::record::script;
use shinpan::law::RuleSet;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(record) = script::read("fuzz", text) {
        let written = script::write(&record);
        let again = script::read("fuzz", &written).expect("what was written is read");
        assert_eq!(script::write(&again), written);
        for rules in merged(&RuleSet::defaults()) {
            let game = Replay::of(&rules, &record, Agree::Recorded, Some(500));
            assert!(game.rows.len() <= 500);
        }
    }
});
