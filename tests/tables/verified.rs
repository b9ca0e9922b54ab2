//! What `--verify` says of solutions that are right, and of those with one wrong bit, state or outcome.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::{Grid, diagram};
use shinpan::law::{ClauseId, RuleSet};
use shinpan::solve::Budget;
use shinpan::solve::whole::classes::Classes;
use shinpan::solve::whole::store::{Stages, Store, Subject};
use shinpan::solve::whole::verify::VerifyError;
use shinpan::solve::whole::winning::WinningSets;
use shinpan::texts::mindsports::superko::Dead;
use tempfile::TempDir;

use super::{SOLVED, checksummed, good, refused};

fn rules(list: &str) -> Vec<RuleSet> {
    RuleSet::parse_list(list).unwrap()
}

/// A board, its classes, and the tables of its games.
fn kept(size: &str, list: &str) -> (TempDir, Store, WholeBoard, Arc<Classes>) {
    let folder = TempDir::new().unwrap();
    let store = Store::new(folder.path());
    let board = WholeBoard::new(Grid::parse(size).unwrap()).unwrap();
    let stop = AtomicBool::new(false);
    let stages = Stages { store: Some(&store), keeps: true, stop: &stop, progress: &Silent };
    board.keep(&rules(list), Budget::default(), &store, &stages).unwrap();
    let classes = Arc::new(Classes::new(board.board()).unwrap());
    (folder, store, board, classes)
}

fn verified(store: &Store, classes: &Arc<Classes>, set: &RuleSet) -> Result<(), VerifyError> {
    let stop = AtomicBool::new(false);
    let stages = Stages { store: Some(store), keeps: false, stop: &stop, progress: &Silent };
    set.text.solvable(set).unwrap().verify(classes, &stages)
}

#[test]
fn every_value_on_3x3_and_3x4_follows_from_the_moves() {
    for (size, list) in [
        ("3x3", SOLVED),
        ("3x4", "j1989,ms-japanese"),
        ("1x6", SOLVED),
        ("2x5", SOLVED),
        ("3x3", "j1997:first=black"),
        ("3x3", "ms-japanese:dead=superko"),
        ("3x4", "ms-chinese:dead=superko"),
    ] {
        let (_folder, store, board, _) = kept(size, list);
        let stop = AtomicBool::new(false);
        let stages = Stages { store: Some(&store), keeps: false, stop: &stop, progress: &Silent };
        board.verify(&rules(list), Budget::default(), &store, &stages).unwrap();
    }
}

#[test]
fn the_analyses_of_3x4_follow_from_the_moves() {
    let folder = TempDir::new().unwrap();
    let store = Store::new(folder.path());
    let board = WholeBoard::new(Grid::parse("3x4").unwrap()).unwrap();
    let classes = Arc::new(Classes::new(board.board()).unwrap());
    let set = &rules("aj2004")[0];
    let stop = AtomicBool::new(false);
    let stages = Stages { store: Some(&store), keeps: true, stop: &stop, progress: &Silent };
    set.text.solvable(set).unwrap().solve(&classes, &stages).unwrap();
    verified(&store, &classes, set).unwrap();
}

/// Alters one bit at a time in each table of values, and expects it to be named.
#[test]
fn one_wrong_bit_in_any_table_of_values_is_found_and_named() {
    for (list, stages) in [
        ("j1989", &["captured", "cleared", "cleared-everywhere"][..]),
        ("aj2004", &["extremes"]),
        ("ms-japanese", &["captured", "made-immortal"]),
        ("ms-japanese:dead=superko", &["made-immortal", "captured-freely", "kept-freely"]),
    ] {
        let (_folder, store, board, classes) = kept("2x3", list);
        let set = &rules(list)[0];
        let subject = set.text.solvable(set).unwrap().subject(board.board().grid());
        verified(&store, &classes, set).unwrap();
        for stage in stages {
            let right: WinningSets = store.read(&subject, stage).unwrap().unwrap();
            let nodes = right.attacker.len();
            let mut random = fastrand::Rng::with_seed(7);
            for attacker in [true, false] {
                for value in [false, true].repeat(8) {
                    // A bit that says yes where it should say no, and the other way round.
                    let mut wrong = right.clone();
                    let sets = if attacker { &mut wrong.attacker } else { &mut wrong.owner };
                    let bits =
                        if *stage == "extremes" || *stage == "cleared-everywhere" { 6 } else { board.board().len() };
                    let Some((node, bit)) = (0..10_000)
                        .map(|_| (random.usize(..nodes), random.usize(..bits)))
                        .find(|&(node, bit)| (sets[node] >> bit & 1 == 1) == value)
                    else {
                        panic!("{list} {stage}: no bit is {value}");
                    };
                    sets[node] ^= 1 << bit;
                    store.write(&subject, stage, &wrong).unwrap();
                    let error = verified(&store, &classes, set).unwrap_err().to_string();
                    let says = format!("the table says {} of", if value { "no" } else { "yes" });
                    let begins = format!("{} {}: {stage} is wrong for ", subject.grid, subject.rules);
                    assert!(error.starts_with(&begins) && error.contains(&says), "{error}");
                    assert!(
                        error.contains(if attacker { "with X, who forces, to move" } else { "with X, against whom" }),
                        "{error}"
                    );
                }
            }
            store.write(&subject, stage, &right).unwrap();
        }
        verified(&store, &classes, set).unwrap();
    }
}

#[test]
fn one_wrong_string_in_the_table_of_superko_is_found_and_named() {
    let (_folder, store, board, classes) = kept("2x3", "ms-japanese:dead=superko");
    let set = &rules("ms-japanese:dead=superko")[0];
    let subject = set.text.solvable(set).unwrap().subject(board.board().grid());
    let right: Dead = store.read(&subject, "dead-under-superko").unwrap().unwrap();
    // One by one of either kind: what comes before is verified each time.
    for class in 0..classes.len() {
        let mut wrong = right.clone();
        let sets = if class % 2 == 1 { &mut wrong.undecided } else { &mut wrong.dead };
        sets[class] ^= 1 << (class % board.board().len());
        store.write(&subject, "dead-under-superko", &wrong).unwrap();
        let error = verified(&store, &classes, set).unwrap_err().to_string();
        let state = diagram::text(board.board().grid(), classes.representative(class));
        let begins = format!("2x3 {}: dead-under-superko is wrong for {state} with X to move", subject.rules);
        assert!(error.starts_with(&begins), "{error}");
    }
}

#[test]
fn one_wrong_number_in_any_table_of_play_outs_is_found_and_named() {
    let folder = TempDir::new().unwrap();
    good(folder.path(), "solve 2x3 --rules j1997:first=black --out tables --verify");
    for stage in ["none", "none-counted", "one", "two", "taken", "first", "first-counted", "values"] {
        let path = folder.path().join(format!("tables/2x3-j1997-play-out-{stage}.table"));
        let right = fs::read(&path).unwrap();
        let mut wrong = right.clone();
        // The last number of the last class: with the other to move, or the most that the other holds him to.
        let at = right.len() - 33;
        wrong[at] ^= 1;
        fs::write(&path, checksummed(wrong)).unwrap();
        let says = format!("2x3 j1997 play-out: {stage} is wrong for ");
        refused(folder.path(), "solve 2x3 --rules j1997:first=black --out tables --resume --verify", &[&says]);
        fs::write(&path, right).unwrap();
    }
}

#[test]
fn a_wrong_state_and_a_wrong_outcome_are_found_and_named() {
    let folder = TempDir::new().unwrap();
    good(folder.path(), "solve 2x3 --rules j1989 --out tables --verify");
    let path = |stage: &str| folder.path().join(format!("tables/2x3-j1989-{stage}.table"));
    for (stage, says) in [
        ("confirmation-states", "2x3 j1989 confirmation: states is wrong for number "),
        ("within-4000000-states-outcomes", "2x3 j1989 within 4000000 states: outcomes is wrong for "),
    ] {
        let right = fs::read(path(stage)).unwrap();
        let header = u32::from_le_bytes(right[12..16].try_into().unwrap()) as usize;
        let mut wrong = right.clone();
        // The first state's class; the bounds of the last outcome, both alike.
        if stage == "confirmation-states" {
            wrong[16 + header] ^= 1;
        } else {
            let rows = (right.len() - 16 - header - 32) / 5;
            for column in [0, 1] {
                let at = 16 + header + rows + 2 * rows * column + 2 * (rows - 1);
                wrong[at] ^= 1;
            }
        }
        fs::write(path(stage), checksummed(wrong)).unwrap();
        refused(folder.path(), "solve 2x3 --rules j1989 --out tables --resume --verify", &[says]);
        fs::write(path(stage), right).unwrap();
    }
    good(folder.path(), "solve 2x3 --rules j1989 --out tables --resume --verify");
    refused(
        folder.path(),
        "solve 2x3 --rules j1989 --out tables --resume --verify --drawn 5",
        &["everything is verified"],
    );
}

#[test]
fn games_without_a_clause_have_tables_of_their_own() {
    let folder = TempDir::new().unwrap();
    let store = Store::new(folder.path());
    let grid = Grid::parse("2x3").unwrap();
    let names = |set: &RuleSet| -> Subject { set.text.solvable(set).unwrap().subject(grid) };
    let j1989 = &rules("j1989")[0];
    let without = j1989.clone().lifting(ClauseId::parse("j1989.7.2.pass").unwrap());
    assert_ne!(store.file(&names(j1989), "states"), store.file(&names(&without), "states"));
    assert_eq!(names(&without).rules, "j1989 confirmation without j1989.7.2.pass");
    let other_readings = &rules("j1989:enable=none,seki=group")[0];
    assert_eq!(names(other_readings), names(j1989));
}
