//! What a journal that is gone on with holds is what was written to it, however it was altered, and none panics.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use shinpan::atlas::journal::{Head, Journal};
use shinpan::atlas::sample::{Asked, draw};
use shinpan::board::index::Index;
use shinpan::board::{Board, Grid};
use shinpan::law::{Outcome, RuleSet};
use shinpan::solve::Budget;

const RULES: &str = "j1989,ms-chinese";
const FOUND: [(usize, usize, i32); 3] = [(0, 0, 1), (0, 1, 0), (2, 1, -4)];

fuzz_target!(|data: &[u8]| {
    let grid = Grid::new(2, 2).expect("a grid");
    let board = Board::new(grid).expect("small");
    let rules = RuleSet::parse_list(RULES).expect("rule sets");
    let (positions, _) = draw(&Index::new(grid).expect("small"), None, 6, 1).expect("positions");
    let asked = Asked { board: &board, rules: &rules, settled: false, budget: Budget::default(), solved: None };
    let head = Head::new(&asked, &positions, 1, None);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j");
    let journal = Journal::begin(&path, &head, false).expect("a journal");
    for (position, set, margin) in FOUND {
        journal.outcome(position, set, Outcome::Margin(margin)).expect("written");
    }
    drop(journal);
    // The data says what happens to the bytes: where, what becomes of the byte there, and where the file ends.
    let mut bytes = fs::read(&path).expect("read");
    for change in data.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        match change[2] % 4 {
            0 => bytes[at] ^= change[2] | 1,
            1 => bytes.insert(at, change[2]),
            2 if bytes.len() > 1 => {
                bytes.remove(at);
            }
            _ => bytes.truncate(at.max(1)),
        }
    }
    fs::write(&path, &bytes).expect("written");
    if let Ok(Some(journal)) = Journal::resume(&path, &head) {
        for (position, known) in journal.known().iter().enumerate() {
            for (set, outcome) in known.outcomes.iter().enumerate() {
                let Some(outcome) = outcome else { continue };
                let written = FOUND.iter().any(|&(p, s, m)| (p, s, Outcome::Margin(m)) == (position, set, *outcome));
                assert!(written, "{position} {set} {outcome}");
            }
        }
    }
});
