//! The rule set that an engine says it plays by.

use shinpan::check::declared::{asks_engine, named};
use shinpan::law::RuleSet;

#[test]
fn what_an_engine_declares_is_a_rule_set() {
    let said = r#"{"friendlyPassOk":true,"hasButton":true,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE",
                   "whiteHandicapBonus":"N-1"}"#;
    let name = named(said).unwrap();
    assert_eq!(RuleSet::parse(&name).unwrap(), RuleSet::parse("katago/aga-button").unwrap());
    assert_eq!(named("{}").as_deref(), Ok("katago"));
    assert!(named(r#"{"ko":"SPIGHT"}"#).unwrap_err().contains("`ko` as \"SPIGHT\""));
    assert!(named("japanese").unwrap_err().contains("no JSON object"));
    assert_eq!(asks_engine("engine:self-play-opts=yes"), Some("self-play-opts=yes"));
    assert_eq!((asks_engine("engine"), asks_engine("engines"), asks_engine("aga-area")), (Some(""), None, None));
}
