//! The same for what stands in a `$$` diagram.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shinpan::board::diagram;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let lines: Vec<String> = text.lines().map(|line| format!("$$ {line}")).collect();
    if let Ok(board) = diagram::parse(&lines.join("\n")) {
        let written = board.to_string();
        assert_eq!(diagram::parse(&written).expect("what was written is read"), board, "{written}");
    }
});
