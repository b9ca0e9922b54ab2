//! Tables of whole boards that are looked up: on disk, part by part, and beside a search for what is shown.

use std::sync::Arc;

use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::index::Index;
use shinpan::board::{Board, Grid, diagram};
use shinpan::law::solved::Known;
use shinpan::law::{interpreter, knowing};
use shinpan::solve::Budget;
use shinpan::solve::dense::Slots;
use shinpan::solve::whole::store::{Stages, Store};

use super::{NEVER, rules};

/// What is looked up on disk is what is in memory, and a damaged part of a table is found when it is asked for.
#[test]
fn tables_that_stay_on_disk_say_the_same() {
    let grid = Grid::parse("3x4").expect("a size");
    let (dense, board) = (WholeBoard::dense(grid).expect("small"), Board::new(grid).expect("small"));
    let slots = Arc::new(Slots::new(&board).expect("small"));
    for (rule_set, stage) in [("j1989", "captured"), ("j1989", "states"), ("ms-japanese", "captured")] {
        let sets = rules(rule_set);
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path());
        let stages = Stages { store: Some(&store), keeps: true, stop: &NEVER, progress: &Silent };
        dense.keep_dense(&sets, false, &store, &stages).expect("a folder");
        let read = Known::default().and_read_dense(&slots, &store, &sets, &NEVER).expect("tables");
        let looked_up = Known::look_up(&slots, &store, &sets).expect("tables");
        assert_eq!(looked_up.names(), read.names());
        let [mut one, mut other] =
            [&read, &looked_up].map(|known| knowing(&sets[0], &board, Budget::default(), &known.facts(&sets[0])));
        for position in Index::new(grid).expect("small").iter().step_by(23) {
            assert_eq!(one.judge(position), other.judge(position), "{rule_set} {}", diagram::text(grid, position));
        }
        assert!(looked_up.error().is_none());
        let end = format!("-{stage}.table");
        let name = store.names().expect("a folder").into_iter().find(|name| name.ends_with(&end)).expect("a table");
        let file = folder.path().join(name);
        let mut bytes = std::fs::read(&file).expect("a table");
        let half = bytes.len() / 2;
        bytes[half..].iter_mut().for_each(|byte| *byte ^= 0x55);
        std::fs::write(&file, bytes).expect("a table");
        let looked_up = Known::look_up(&slots, &store, &sets).expect("what is damaged is not asked for");
        let mut judge = knowing(&sets[0], &board, Budget::default(), &looked_up.facts(&sets[0]));
        for position in Index::new(grid).expect("small").iter().step_by(997) {
            judge.judge(position);
        }
        let error = looked_up.error().expect("it is asked for").to_string();
        assert!(error.contains(&end) && error.contains(" are not those that were kept"), "{error}");
        std::fs::remove_file(folder.path().join(file.with_extension("").display().to_string() + "-parts.table"))
            .expect("the checksums");
        assert!(Known::look_up(&slots, &store, &sets).expect("nothing is read").names().is_empty());
    }
}

/// Lines of play rest on no table. Where none is found the verdict is that of the tables, and the trace says so.
#[test]
fn a_trace_tells_what_tables_know_and_no_play_shows() {
    for rule_set in ["j1989", "ms-japanese", "ms-chinese:dead=opponent-first"] {
        told_and_shown(rule_set, "2x3", 1);
        told_and_shown(rule_set, "3x3", 41);
    }
}

/// On every so many-th position of a board.
fn told_and_shown(rule_set: &str, size: &str, every: usize) {
    let grid = Grid::parse(size).expect("a size");
    let (whole, board) = (WholeBoard::dense(grid).expect("small"), Board::new(grid).expect("small"));
    let set = &rules(rule_set)[0];
    let facts = &whole.facts(std::slice::from_ref(set), &Silent, &NEVER).expect("nothing stops it")[0];
    let mut searching = interpreter(set, &board, Budget::default());
    let mut looking_up = knowing(set, &board, Budget::default(), facts);
    let (mut told, mut shown) = (0, 0);
    for position in Index::new(grid).expect("small").iter().step_by(every) {
        let text = diagram::text(grid, position);
        let outcome = searching.judge(position).outcome;
        assert_eq!(looking_up.trace(position), searching.trace(position), "{rule_set} {text}");
        let mut hurried = knowing(set, &board, Budget::of(3), facts);
        let (verdict, steps) = hurried.trace(position);
        assert_eq!(verdict.outcome, outcome, "{rule_set} {text}");
        let looked_up = steps.iter().any(|step| step.fact.contains("tables of the whole board have it"));
        let without = interpreter(set, &board, Budget::of(3)).trace(position);
        assert_eq!((&verdict, &steps) == (&without.0, &without.1), !looked_up, "{rule_set} {text}");
        told += usize::from(looked_up);
        shown += usize::from(steps.iter().any(|step| !step.line.is_empty()));
    }
    assert!(told > 50 && shown > 5, "{rule_set}: {told} {shown}");
}
