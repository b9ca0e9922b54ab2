//! `shinpan judge --assume engine`: what an engine says of strings is assumed where nothing is proved, under its name; and an engine that says
//! nothing of use is refused in a line.

use super::judge::WALLS;
use super::{Run, good, json, refused, run};

/// The command of an engine with a script.
fn guide(script: &str) -> String {
    format!("python3 '{}' {script}", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/guide.py"))
}

/// What is said of a position as such an engine believes.
fn assumed(board: &str, rules: &str, script: &str, more: &[&str]) -> Run {
    let engine = guide(script);
    let args = ["judge", board, "--rules", rules, "--budget", "300", "--assume", "engine", "--guide", &engine];
    run(&[&args[..], more].concat())
}

#[test]
fn what_an_engine_says_of_open_strings_is_assumed_under_its_name_in_every_form() {
    let of = |script: &str, more: &[&str]| good(assumed(WALLS, "ms-japanese,tromp-taylor", script, more));
    let alive = "dead= seki= alive=C1,C2,C3,C4,C5,C6,C7,E1,E2,E3,E4,E5,E6,E7";
    let text = of(alive, &[]);
    let said = "ASSUMED, not proved (C7 alive, E7 alive; Guide 1.0_\\& says so): draw [ms.agreement]";
    assert!(text.contains(said) && text.contains("undecided [-56,56]"), "{text}");
    assert_eq!(text.matches("ASSUMED").count(), 1, "tromp-taylor decides by itself: {text}");
    let verdicts = json(&of(alive, &["--format", "json"]));
    assert_eq!(verdicts["verdicts"][0]["remarks"], serde_json::json!([said]));
    for form in ["markdown", "svg", "html", "sgf", "latex"] {
        let text = of(alive, &["--format", form]);
        assert!(text.contains("ASSUMED, not proved") && text.contains("Guide 1.0"), "{form}: {text}");
    }
    let traced = of(alive, &["--trace"]);
    assert!(traced.contains(said), "{traced}");
    // As by hand, one stone of a string will do.
    let dies = of("dead=C3 alive=E1", &[]);
    assert!(dies.contains("ASSUMED, not proved (E7 alive, C7 dead; Guide 1.0_\\& says so): W+49"), "{dies}");
    let by_hand =
        good(run(&["judge", WALLS, "--rules", "ms-japanese", "--budget", "300", "--assume", "dead:C1,alive:E1"]));
    assert!(by_hand.contains("ASSUMED, not proved (E7 alive, C7 dead): W+49"), "{by_hand}");
}

#[test]
fn a_string_of_which_the_engine_says_nothing_leaves_the_outcome_open() {
    let text = good(assumed(WALLS, "ms-japanese", "dead=C1", &[]));
    assert!(text.contains("Guide 1.0_\\& leaves it open: it does not say whether E7 live"), "{text}");
    assert!(!text.contains("ASSUMED"), "{text}");
}

#[test]
fn seki_is_assumed_where_the_text_asks_for_it_and_counted_as_not_dead_elsewhere() {
    let of = |rules: &str| good(assumed(WALLS, rules, "dead= alive= seki=C1,E1", &[]));
    let seki = of("ms-japanese");
    assert!(seki.contains("(C7 in seki, E7 in seki; Guide 1.0_\\& says so): draw [ms.agreement]"), "{seki}");
    let dead_only = of("j1989");
    let says = "(the text asks which strings are dead: C7, E7 counted as not dead)";
    let one_line = dead_only.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        one_line.contains("ASSUMED, not proved (C7 in seki, E7 in seki;") && one_line.contains(says),
        "{dead_only}"
    );
}

#[test]
fn what_is_proved_is_not_assumed_and_an_engine_that_contradicts_it_is_named() {
    let lies = good(assumed(".OO", "j1989", "dead=B1,C1 alive= seki=", &[]));
    let says = "Guide 1.0_\\& calls B1 dead, but it is proved to live: that is not used";
    assert!(lies.contains("W+1") && lies.contains(says) && !lies.contains("ASSUMED"), "{lies}");
    let agrees = good(assumed(".OO", "j1989", "alive=B1,C1", &["--strict"]));
    assert!(agrees.contains("W+1") && !agrees.contains("Guide"), "{agrees}");
    // Of the larger board the right side is proved to live: what is said of it is not used, and the rest is assumed.
    let board = "..X.O.O/..X.OO./..X.O.O/..X.OO./..X.O.O/..X.OO./..X.O.O";
    let lies = good(assumed(board, "ms-japanese", "dead=E1 alive=C1", &[]));
    assert!(lies.contains("calls E7 dead, but it is proved to live"), "{lies}");
    assert!(!lies.contains("E7 dead;") && !lies.contains("E7 dead,  "), "{lies}");
    let by_hand = good(run(&["judge", ".OO", "--rules", "j1989", "--assume", "dead:B1"]));
    assert!(by_hand.contains("B1 is assumed dead, but proved to live: that is not used"), "{by_hand}");
}

#[test]
fn strict_tells_a_verdict_from_an_engines_word_by_the_exit_status() {
    let alive = "dead= seki= alive=C1,E1";
    assert_eq!(assumed(WALLS, "ms-japanese", alive, &[]).status, 0);
    assert_eq!(assumed(WALLS, "ms-japanese", alive, &["--strict"]).status, 1);
}

#[test]
fn an_engine_without_an_opinion_on_the_position_is_refused_in_a_line() {
    let engine = "Guide 1.0_\\&";
    for (script, says) in [
        ("no-lists", "has no command final_status_list"),
        ("no-board", "does not play on 7x7: `boardsize 7` is refused: unacceptable size"),
        ("no-stones", "does not set the position up: it refuses `play black C7`: illegal move"),
        ("refuses", "`final_status_list dead` is answered by `cannot tell`: it has no such list"),
        ("garbage", "is answered by `every [2J string | lives`: `every` is no point of 7x7"),
        ("dead=C1,H1", "is answered by `C1 H1`: `H1` is no point of 7x7"),
        ("dead=C1,A1", "is answered by `C1 A1`: there is no stone on A1"),
        ("dead=C1 alive=C2,E1", "calls the string of C7 both dead and alive"),
    ] {
        refused(assumed(WALLS, "j1989", script, &[]), &["--guide: ", engine, says]);
    }
    refused(assumed(WALLS, "j1989", "dies", &[]), &["--guide: ", "the engine ended without an answer"]);
    // It has to start in that time, too, however slow the machine is.
    let hangs = assumed(WALLS, "j1989", "hangs", &["--guide-timeout", "10"]);
    refused(hangs, &["--guide: `final_status_list dead`: no answer within 10 s"]);
    refused(assumed(WALLS, "j1989", "endless", &[]), &["--guide: `final_status_list dead`: more than 1048576 bytes"]);
    let nameless = good(assumed(WALLS, "ms-japanese", "nameless alive=C1,E1", &[]));
    assert!(nameless.contains("an engine without a name says so"), "{nameless}");
}

#[test]
fn options_for_a_guide_that_do_not_go_together_are_refused_in_a_line() {
    refused(run(&["judge", WALLS, "--assume", "engine"]), &["--assume engine: name the engine with --guide"]);
    refused(run(&["judge", WALLS, "--guide-timeout", "3"]), &["--guide"]);
    let with = |command: &str| run(&["judge", WALLS, "--assume", "engine", "--guide", command]);
    refused(with("'no end"), &["`'no end` is no command"]);
    refused(with(" "), &["is no command"]);
    refused(with("/no/such/engine"), &["--guide: cannot start `/no/such/engine`"]);
    refused(with("true"), &["--guide: `protocol_version`: the engine ended without an answer"]);
}
