//! An engine whose rules forbid the suicide that a text allows.

use super::*;

#[test]
fn a_suicide_that_only_the_text_allows_is_one_cause_with_its_name() {
    let engine = format!("'{}' gtp --rules aga-area", shinpan());
    let args = ["--engine-rules", "aga-area", "--board", "3x3", "--suite", "legality,capture", "--budget", "30"];
    let run = check(&engine, "tromp-taylor", &args);
    let superko = "plays by situational superko, where the text has positional superko [tt.6]";
    let causes = run.causes();
    // Not every answer that would tell a like rule from it is asked for.
    assert!(causes.iter().any(|cause| cause.starts_with(superko)), "{causes:?}");
    assert!(causes.contains(&"refuses suicide of several stones"), "{causes:?}");
    assert_eq!((run.status, causes.len()), (1, 2), "{}", run.err);
    let smallest = run.finding("refuses suicide of several stones");
    assert_eq!((&smallest["board"], smallest["moves"].as_array().unwrap().len()), (&"2x3".into(), 3), "{smallest}");
}

/// Nobody captures stones that their owner takes off by a play: an engine may count them as it likes, and a later capture with them.
#[test]
fn captures_have_no_right_answer_after_a_suicide() {
    let grid = Grid::parse("3x3").unwrap();
    let mut game = GtpGame::empty(&RuleSet::parse("tromp-taylor").unwrap()[0], grid);
    let mut said = Vec::new();
    // White fills A1, and takes off A1 and A2.
    for vertex in ["A3", "A2", "B2", "pass", "B1", "A1", "pass", "pass"] {
        let (player, point) = (game.to_move(), (vertex != "pass").then(|| grid.point(vertex).unwrap()));
        game.make(Move { player, point }).unwrap();
        said.push(Reference::of_game(&game, &Question::Captures));
    }
    let none = Some("black 0 white 0".to_string());
    assert_eq!(said, [none.clone(), none.clone(), none.clone(), none.clone(), none, None, None, None]);
    for _ in 0..3 {
        game.undo();
    }
    assert!(!game.had_suicide());
}
