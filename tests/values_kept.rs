//! Values that are kept in a folder, and searches of all positions of a board with the history.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use assert_cmd::Command;
use shinpan::atlas::values::{Values, games_of, search_all, searched, solve, to_search};
use shinpan::atlas::{Progress, Silent, WholeBoard};
use shinpan::board::Grid;
use shinpan::law::RuleSet;
use shinpan::law::play::Taken;
use shinpan::solve::Budget;
use shinpan::solve::whole::store::{Stages, StoreError};

fn run(arguments: &[&str]) -> std::process::Output {
    Command::cargo_bin("shinpan").unwrap().args(arguments).output().unwrap()
}

/// A run that keeps what it finds is not begun again by mistake, and goes on to the same end.
#[test]
fn what_is_kept_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().join("kept");
    let of = |out: &str, more: &[&str]| {
        let out = folder.path().join(out);
        let mut arguments = vec!["value", "2x3", "--all", "--verify", "--keep", keep.to_str().unwrap()];
        arguments.extend(["--rules", "j1989,aj2004,aga-territory,aga-area", "--out", out.to_str().unwrap()]);
        arguments.extend(more);
        (run(&arguments), std::fs::read(&out).unwrap_or_default())
    };
    let (first, lines) = of("first.jsonl", &[]);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let (again, _) = of("again.jsonl", &[]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8(again.stderr).unwrap().contains("--resume"));
    // As if it had been stopped before two of the games.
    let kept: Vec<_> = std::fs::read_dir(&keep).unwrap().map(|f| f.unwrap().path()).collect();
    let values: Vec<_> = kept.iter().filter(|f| f.to_str().unwrap().ends_with("-value.table")).collect();
    let searched: Vec<_> = kept.iter().filter(|f| f.to_str().unwrap().ends_with("-searched-4000000.table")).collect();
    // Both counts of aga share a solution.
    assert_eq!((values.len(), searched.len()), (3, 2), "{kept:?}");
    let before: Vec<Vec<u8>> = searched.iter().map(|f| std::fs::read(f).unwrap()).collect();
    for gone in [values[0], values[2], searched[0]] {
        std::fs::remove_file(gone).unwrap();
    }
    let (resumed, same) = of("resumed.jsonl", &["--resume"]);
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_eq!(resumed.stdout, first.stdout);
    assert!(lines == same && !lines.is_empty());
    assert_eq!(searched.iter().map(|f| std::fs::read(f).unwrap()).collect::<Vec<_>>(), before);
    // A position is looked up.
    let one = ["value", "..O/X..", "--rules", "j1989,aj2004", "--moves"];
    let kept_too = [&one[..], &["--keep", keep.to_str().unwrap(), "--resume"]].concat();
    let looked_up = run(&kept_too);
    assert_eq!(looked_up.stdout, run(&one).stdout);
    assert!(String::from_utf8(looked_up.stderr).unwrap().contains("aj2004 within 4000000 states value: read"));
    // One that is damaged is found.
    let mut bytes = std::fs::read(values[1]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(values[1], bytes).unwrap();
    let (damaged, _) = of("damaged.jsonl", &["--resume"]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(String::from_utf8(damaged.stderr).unwrap().contains("damaged"));
}

/// What searches found is read and not searched again; what is not theirs, or cannot be, is refused, and `--verify` finds what is wrong.
#[test]
fn what_searches_found_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().to_str().unwrap();
    let of = |board: &[&str], more: &[&str]| {
        let rules = ["--rules", "aj2004,aga-area", "--keep", keep];
        let output = run(&[&["value"], board, &rules, more].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, counts, _) = of(&["2x3", "--all"], &[]);
    assert_eq!(code, Some(0));
    let file = |rules: &str| folder.path().join(format!("2x3-{rules}-within-4000000-states-searched-4000000.table"));
    let [aj2004, aga] = ["aj2004", "aga-area"].map(|rules| std::fs::read(file(rules)).unwrap());
    let (code, same, said) = of(&["2x3", "--all"], &["--resume", "--verify"]);
    assert_eq!((code, &same), (Some(0), &counts), "{said}");
    assert!(said.contains("aga-area within 4000000 states searched-4000000: read"), "{said}");
    assert!(said.contains("and again: no value is contradicted"), "{said}");

    let refused = |bytes: &[u8], words: &str| {
        std::fs::write(file("aga-area"), bytes).unwrap();
        for board in [&["2x3", "--all"][..], &[".X./.O.", "--to-move", "W"]] {
            let (code, out, said) = of(board, &["--resume"]);
            assert_eq!((code, out.as_str()), (Some(2), ""), "{said}");
            assert!(said.lines().last().unwrap().contains(words), "{words}: {said}");
        }
    };
    refused(&aj2004, "is of another rule set");
    refused(&aga[..aga.len() - 1], "is damaged: it has");
    refused(b"no table", "is damaged: it does not begin as a table does");
    let mut bytes = aga.clone();
    bytes[aga.len() - 40] ^= 1;
    refused(&bytes, "is damaged: its checksum");

    // Classes, lower and upper bounds follow the header, and the checksum follows them.
    let start = 16 + u32::from_le_bytes(aga[12..16].try_into().unwrap()) as usize;
    let rows = (aga.len() - 32 - start) / 8;
    let with = |row: usize, change: &dyn Fn(i16) -> i16| {
        let mut bytes = aga[..aga.len() - 32].to_vec();
        for column in [4 * rows, 6 * rows] {
            let at = start + column + 2 * row;
            let value = change(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
            bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
        }
        let sum = *blake3::hash(&bytes).as_bytes();
        bytes.extend(sum);
        bytes
    };
    refused(&with(3, &|_| 7), "is [7,7], and has to be in [");
    let mut other = aga[..aga.len() - 32].to_vec();
    other[start] ^= 1;
    let sum = *blake3::hash(&other).as_bytes();
    other.extend(sum);
    refused(&other, "it is not of the positions that take a search");

    // A value that its bounds allow, and that is wrong: one more or one less.
    let wrong = [1, -1].into_iter().find(|by| {
        std::fs::write(file("aga-area"), with(3, &|value| value + by)).unwrap();
        of(&["2x3", "--all"], &["--resume"]).0 == Some(0)
    });
    assert!(wrong.is_some());
    let (code, _, said) = of(&["2x3", "--all"], &["--resume", "--verify"]);
    assert_eq!(code, Some(2), "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.contains("when it is searched again"), "{said}");
    // What is kept is what is said of the position.
    let position = last.split(&[' ', ','][..]).find(|word| word.contains('/')).unwrap();
    let (code, out, _) = of(&[position, "--format", "json"], &["--resume"]);
    let said: serde_json::Value = serde_json::from_str(&out).unwrap();
    let right = run(&["value", position, "--rules", "aga-area", "--format", "json"]);
    let right: serde_json::Value = serde_json::from_slice(&right.stdout).unwrap();
    let [said, right] = [said, right].map(|json| json["values"]["aga-area"]["value"].as_i64().unwrap());
    assert_eq!((code, said - right), (Some(0), i64::from(wrong.unwrap())));
}

/// Searches of all positions tell how far they are, and one that is stopped keeps nothing that was cut short.
#[test]
fn searches_of_all_positions_are_told_of_and_stopped() {
    struct Count(AtomicU64);
    impl Progress for Count {
        fn searched(&self, _: &dyn Display, count: u64) {
            self.0.fetch_add(count, Ordering::Relaxed);
        }
    }
    let board = WholeBoard::new(Grid::parse("2x3").unwrap()).unwrap();
    let rules = games_of(&RuleSet::parse_list("j1989 aj2004 aga-territory aga-area").unwrap());
    let stop = AtomicBool::new(false);
    let budget = Budget::default();
    let mut values = solve(&board, &rules, Vec::new(), budget, &Silent, &stop).unwrap();
    let each = |values: &Values| (values.play().taken != Taken::Nothing).then_some(budget);
    let open: u64 = to_search(&values, each).iter().map(|(_, classes)| *classes as u64).sum();
    let count = Count(AtomicU64::new(0));
    let stages = Stages { progress: &count, ..Stages::in_memory(&stop) };
    stop.store(true, Ordering::Relaxed);
    assert!(matches!(search_all(&board, &mut values, budget, each, &stages), Err(StoreError::Stopped)));
    assert!(searched(&values).is_empty());
    stop.store(false, Ordering::Relaxed);
    search_all(&board, &mut values, budget, each, &stages).unwrap();
    assert!(open > 0);
    assert_eq!(count.0.into_inner(), open);
    // `aga-area` has the game of `aga-territory`.
    assert_eq!(
        searched(&values).iter().map(|(rules, _)| rules.to_string()).collect::<Vec<_>>(),
        ["aj2004", "aga-territory"]
    );
}
