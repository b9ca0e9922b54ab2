//! A table with a right checksum over wrong bytes is refused or read, and none panics; without one it is refused.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use shinpan::board::Grid;
use shinpan::law::RuleSet;
use shinpan::solve::whole::store::{Columns, Store, Stored, Subject};

/// The stage of the seed.
const STAGE: &str = "captured-for-good";

/// Any columns.
struct Any(Columns);

impl Stored for Any {
    fn columns(&self) -> Columns {
        self.0.clone()
    }

    fn from_columns(columns: Columns) -> Option<Any> {
        Some(Any(columns))
    }
}

fuzz_target!(|data: &[u8]| {
    let grid = Grid::new(1, 3).expect("a grid");
    let rules = RuleSet::default_of(shinpan::texts::j1989::TEXT);
    let subject: Subject = rules.text.solvable(&rules).expect("a game").subject(grid);
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::new(folder.path());
    let file = store.file(&subject, STAGE);
    fs::write(&file, data).expect("written");
    let refused = store.read::<Any>(&subject, STAGE).is_err();
    assert!(refused, "without its checksum");
    let mut whole = data.to_vec();
    whole.extend_from_slice(blake3::hash(data).as_bytes());
    fs::write(&file, &whole).expect("written");
    if let Ok(Some(table)) = store.read::<Any>(&subject, STAGE) {
        fs::remove_file(&file).expect("removed");
        store.write(&subject, STAGE, &table).expect("written again");
        let again = store.read::<Any>(&subject, STAGE).expect("read again").expect("there");
        assert_eq!(again.0, table.0);
    }
});
