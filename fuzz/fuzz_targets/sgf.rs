//! The SGF reader never panics, and what it reads can be written as SGF and read again with the same actions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan::record::sgf;

fuzz_target!(|data: &[u8]| {
    if let Ok(record) = sgf::read("fuzz", data, &[]) {
        let written = sgf::write(&record, &[]);
        let again = sgf::read("fuzz", written.as_bytes(), &[]).expect("what was written is read");
        let acts =
            |r: &shinpan::record::Record| r.actions.iter().map(|a| (a.player, a.act.clone())).collect::<Vec<_>>();
        assert_eq!(acts(&again), acts(&record));
    }
});
