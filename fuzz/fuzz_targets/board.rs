//! A board that is read is written and read again as the same one, and no text panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan::board::diagram;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(board) = diagram::parse(text) {
        let written = board.to_string();
        assert_eq!(diagram::parse(&written).expect("what was written is read"), board, "{written}");
    }
});
