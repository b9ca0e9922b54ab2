//! An engine whose rules forbid the suicide that a text allows.

use super::*;

#[test]
fn a_suicide_that_only_the_text_allows_is_one_cause_with_its_name() {
    let engine = format!("'{}' gtp --rules aga-area", shinpan());
    let args = ["--engine-rules", "aga-area", "--board", "3x3", "--suite", "legality,capture", "--budget", "30"];
    let run = check(&engine, "tromp-taylor", &args);
    let superko = "allows a repetition that basic ko does not forbid [tt.6]";
    assert_eq!((run.status, run.causes()), (1, vec![superko, "refuses suicide of several stones"]), "{}", run.err);
    let smallest = run.finding("refuses suicide of several stones");
    assert_eq!((&smallest["board"], smallest["moves"].as_array().unwrap().len()), (&"2x3".into(), 3), "{smallest}");
}
