//! `shinpan check` against an engine whose `play` is tolerant.

use super::*;

pub fn tolerant(mode: &str) -> String {
    format!("python3 '{}' {mode}", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/tolerant.py"))
}

/// A short check of that engine, which plays by [`COUNTED`] when it is told to.
const TOLERANT: [&str; 4] = ["--board", "5x5", "--budget", "4"];

#[test]
fn a_tolerant_play_is_recognised_and_the_engine_is_judged_by_what_it_says_is_legal() {
    let run = check(&tolerant("policy"), COUNTED, &TOLERANT);
    assert_eq!(run.causes(), [""; 0], "{:?} {}", run.of_kind("finding"), run.err);
    let head = run.of_kind("run")[0];
    let asked: Vec<&str> = head["asked"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    for part in [
        "positions: `showboard`",
        "legal plays: `kata-raw-nn 0`",
        "`play` is tolerant",
        "counts the board as it stands",
    ] {
        assert!(asked.iter().any(|line| line.contains(part)), "{part}: {asked:?}");
    }
    // The rules were set in its terms, and read back.
    assert!(head["set"].as_str().unwrap().contains("\"ko\":\"POSITIONAL\""), "{head}");
    assert_eq!((&head["told"], &head["otherwise"]), (&true.into(), &Value::Array(Vec::new())));
    let found = run.of_kind("implemented")[0];
    let expected = (&vec!["positional superko"].into(), &"allowed for several stones".into());
    assert_eq!((&found["repetition"], &found["suicide"]), expected, "{found}");
    let asked = |name: &str| {
        let jobs = run.of_kind("job").into_iter().filter(|job| job["job"].as_str().unwrap().starts_with(name));
        jobs.map(|job| job["questions"].as_u64().unwrap()).sum::<u64>()
    };
    for suite in [
        "legality 5x5 positions",
        "legality 5x5 random games",
        "capture",
        "ko",
        "score 5x5 positions with every stone alive",
    ] {
        assert!(asked(suite) >= 4, "{suite}");
    }
    // It has no final_status_list at all, which is no disagreement and no failure, and is said.
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("suite status left out"), "{}", run.err);
}

#[test]
fn of_a_tolerant_play_and_nothing_else_no_rule_is_inferred() {
    let run = check(&tolerant("declares"), COUNTED, &[&TOLERANT[..], &["--suite", "legality,ko"]].concat());
    assert_eq!((run.status, run.causes().len()), (2, 0), "{:?} {}", run.of_kind("finding"), run.err);
    assert!(run.of_kind("implemented").is_empty());
    let why = run.of_kind("unchecked").into_iter().find(|line| line["what"] == "is_legal").unwrap();
    assert!(why["why"].as_str().unwrap().contains("tolerant: it takes"), "{why}");
    // What does not rest on it was compared.
    let positions = run.of_kind("job").into_iter().find(|job| job["job"] == "legality 5x5 positions drawn uniformly");
    assert!(positions.unwrap()["questions"].as_u64().unwrap() > 10);
}

#[test]
fn rules_that_are_refused_or_contradicted_are_one_line_and_status_2() {
    let args = ["--board", "5x5", "--suite", "ko"];
    let run = check(&tolerant("contradicts"), COUNTED, &args);
    assert_eq!((run.status, run.causes().len()), (2, 0), "{:?} {}", run.of_kind("finding"), run.err);
    for part in
        ["ko is \"SIMPLE\", not \"POSITIONAL\"", "declares `ko` SIMPLE, basic ko, and plays by positional superko"]
    {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
    let run = check(&tolerant("policy"), COUNTED, &[&args[..], &["--engine-rules", "nonsense"]].concat());
    assert_eq!(run.status, 1);
    assert!(run.err.contains("the engine refused `kata-set-rules nonsense`"), "{}", run.err);
    // It went on, by the rules that it has: basic ko, no suicide.
    assert_eq!(run.of_kind("implemented")[0]["repetition"], Value::from(vec!["basic ko"]));
}

#[test]
fn an_answer_that_changes_is_said_and_is_no_test() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out").display().to_string();
    let mut command = command(&tolerant("forgets"), COUNTED, &["--board", "5x5", "--suite", "score", "--budget", "3"]);
    let run = read(&command.args(["--out", &out]).output().unwrap());
    assert!(run.err.contains("the engine changes its answer"), "{}", run.err);
    let tests = fs::read_to_string(format!("{out}/regression.tst")).unwrap();
    assert!(!tests.contains("not repeat"), "{tests}");
}

#[test]
fn a_board_is_found_in_the_answer_to_showboard_by_its_shape() {
    let asked = |run: &Run| run.of_kind("run")[0]["asked"].to_string();
    let args = ["--board", "5x5", "--suite", "legality,capture", "--budget", "2"];
    let run = check(&tolerant("drawn"), COUNTED, &args);
    let how = "positions: `showboard`, in a layout found by its shape: columns, the last first, each from its end, Black `●`, White `○`";
    assert!(asked(&run).contains(how), "{}", asked(&run));
    assert_eq!(run.causes(), [""; 0], "{:?} {}", run.of_kind("finding"), run.err);
    let questions = |run: &Run| run.of_kind("job").iter().map(|job| job["questions"].as_u64().unwrap()).sum::<u64>();
    assert!(questions(&run) > 100, "{:?}", run.of_kind("job"));
    // What it shows is compared: stones that are taken and stay are a finding.
    let run = check(&tolerant("drawn whole"), COUNTED, &args);
    assert!(asked(&run).contains(how), "{}", asked(&run));
    assert!(
        run.status == 1 && run.of_kind("finding").iter().all(|f| f["question"] == "stones"),
        "{:?} {}",
        run.of_kind("finding"),
        run.err
    );
}
