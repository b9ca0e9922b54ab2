//! The rule set that an engine says it plays by.

use serde_json::Value;
use shinpan::check::declared::{asks_engine, named};
use shinpan::law::RuleSet;

use super::{check, misbehaving, shinpan};
use crate::check::tolerant::tolerant;

#[test]
fn what_an_engine_declares_is_a_rule_set() {
    let said = r#"{"friendlyPassOk":true,"hasButton":true,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE",
                   "whiteHandicapBonus":"N-1"}"#;
    let name = named(said).unwrap();
    assert_eq!(RuleSet::parse(&name).unwrap(), RuleSet::parse("katago/aga-button").unwrap());
    assert_eq!(named("{}").as_deref(), Ok("katago"));
    assert_eq!(named(r#"{"ko":"SPIGHT"}"#).as_deref(), Ok("katago:ko=spight"));
    assert!(named(r#"{"ko":"NONE"}"#).unwrap_err().contains("`ko` as \"NONE\""));
    assert!(named("japanese").unwrap_err().contains("no JSON object"));
    assert_eq!(asks_engine("engine:self-play-opts=yes"), Some("self-play-opts=yes"));
    assert_eq!((asks_engine("engine"), asks_engine("engines"), asks_engine("aga-area")), (Some(""), None, None));
}

const ASKED: [&str; 6] = ["--board", "5x5", "--budget", "4", "--suite", "legality,ko"];

#[test]
fn an_engine_is_checked_against_what_it_declares() {
    let run = check(&tolerant("policy"), "engine", &ASKED);
    assert_eq!(run.causes(), [""; 0], "{}", run.err);
    assert_eq!(run.of_kind("run")[0]["rules"].as_str(), Some("katago:ko=simple,suicide=no"));
}

#[test]
fn what_an_engine_declares_is_not_contradicted() {
    let run = check(&tolerant("policy"), "engine:suicide=yes", &ASKED);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("`suicide` is given twice"), "{}", run.err);
}

/// What `kata-get-rules` cannot express is no contradiction: New Zealand's suicide of one stone, and its own superko.
#[test]
fn a_rule_that_no_declaration_has_is_not_held_against_an_engine() {
    let run = check(&format!("{} gtp --rules new-zealand", shinpan()), "new-zealand", &ASKED);
    assert_eq!((run.status, run.causes().len()), (0, 0), "{}", run.err);
    let own = "superko over what a player's own moves have led to";
    assert_eq!(run.of_kind("implemented")[0]["repetition"], Value::from(vec![own, "situational superko"]));
}

#[test]
fn an_engine_that_declares_nothing_is_not_checked_against_that() {
    let run = check(&misbehaving("few-commands", "j1989"), "engine", &["--board", "2x2", "--budget", "5"]);
    assert_eq!(run.status, 2, "{}", run.err);
    assert!(run.err.contains("no `kata-get-rules`"), "{}", run.err);
}
