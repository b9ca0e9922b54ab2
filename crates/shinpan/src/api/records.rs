//! Recorded games under several rule sets, as `shinpan replay --format json` writes them.

use crate::law::RuleSet;
use crate::law::procedure::{Agree, Replay, merged, name_of};
use crate::record::Record;
use crate::report::replay::write_json;

/// A rule set names what a game itself shows: who passed first.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{set}: a game shows who passed first; leave `first` out and write {name}")]
pub struct NoSuchGame {
    /// The rule set.
    pub set: String,
    /// What to write.
    pub name: String,
}

/// The rule sets for games: those of a list, which player passed first being no part of them.
///
/// # Errors
/// [`NoSuchGame`], if only one of the two first passers is named.
pub fn games(sets: &[RuleSet]) -> Result<Vec<RuleSet>, NoSuchGame> {
    let merged = merged(sets);
    for set in merged.iter().filter(|s| name_of(s) != s.to_string()) {
        if sets.iter().filter(|s| name_of(s) == name_of(set)).count() < 2 {
            return Err(NoSuchGame { set: set.to_string(), name: name_of(set) });
        }
    }
    Ok(merged)
}

/// A record under each of `rules`, step by step: one JSON object.
///
/// # Examples
/// ```
/// use shinpan::{Agree, RuleSet, record, replayed};
///
/// let record = record::read("game.sgf", b"(;GM[1]FF[4]SZ[3];B[bb];W[bb])", &[])?;
/// let said: serde_json::Value = serde_json::from_str(&replayed(&record, &RuleSet::defaults(), Agree::Recorded))?;
/// assert_eq!(said["games"][0]["steps"][1]["judgement"], "refused");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn replayed(record: &Record, rules: &[RuleSet], agree: Agree) -> String {
    let games: Vec<Replay> = rules.iter().map(|rules| Replay::of(rules, record, agree, None)).collect();
    let mut out = Vec::new();
    // Memory takes everything.
    write_json(&mut out, record, &games).expect("a vector can be written to");
    String::from_utf8(out).expect("JSON is text")
}
