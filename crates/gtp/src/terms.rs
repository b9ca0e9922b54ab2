//! What a rule set amounts to in the terms of engines: `specs/*/engines.toml`. Engines know rules by names (`kgs-rules`) or by a few
//! parameters (`kata-set-rules`); neither is a text, and most texts say more.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::law::RuleSet;
use crate::texts::{self, every_text};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rules: Vec<Terms>,
    #[serde(default)]
    when: Vec<When>,
}

/// What a reading changes in the terms of all rule sets of a text that have it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct When {
    readings: BTreeMap<String, String>,
    #[serde(default)]
    kata: Map<String, Value>,
    #[serde(default)]
    differs: Vec<String>,
}

/// What a rule set amounts to in the terms of engines.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Terms {
    /// The id of the rule set.
    pub id: String,
    /// The readings for which this holds; of several entries that hold the last counts.
    #[serde(default)]
    pub readings: BTreeMap<String, String>,
    /// The argument of `kata-set-rules`.
    pub kata: Map<String, Value>,
    /// The argument of `kgs-rules`: a name that servers use, which fixes less. `None` if no name fits.
    #[serde(default)]
    pub kgs: Option<String>,
    /// What of the rule set these terms do not express, each as a sentence.
    pub differs: Vec<String>,
}

/// The terms of a rule set; `None` if it has none.
///
/// # Panics
/// If the file of its text is malformed; it is part of the program.
#[must_use]
pub fn of(rules: &RuleSet) -> Option<Terms> {
    let file: File = toml::from_str(rules.text.engine_terms()).expect("specs/*/engines.toml is part of the program");
    let read = |readings: &BTreeMap<String, String>| {
        readings.iter().all(|(key, value)| rules.value(key) == Some(value.as_str()))
    };
    let mut terms = file.rules.into_iter().rfind(|terms| terms.id == rules.text.id() && read(&terms.readings))?;
    for when in file.when.into_iter().filter(|when| read(&when.readings)) {
        terms.kata.extend(when.kata);
        terms.differs.extend(when.differs);
    }
    Some(terms)
}

/// The rule sets, in default readings, that amount to these parameters, as far as they are given; those that `kata-set-rules` of KataGo
/// knows.
#[must_use]
pub fn meant_by(parameters: &Map<String, Value>) -> Vec<RuleSet> {
    let is_meant = |rules: &RuleSet| {
        of(rules).is_some_and(|terms| parameters.iter().all(|(key, value)| terms.kata.get(key) == Some(value)))
    };
    by_text(RuleSet::defaults(), is_meant)
}

/// The rule set whose choices are these parameters (KataGo's own text); what is not given is as by default, and what is no choice of it,
/// such as whether players may pass with dead stones left, is passed over.
///
/// # Errors
/// Which parameter has a value that the text has not, in words.
pub fn exactly(parameters: &Map<String, Value>) -> Result<RuleSet, String> {
    let text = texts::ALL.into_iter().find(|text| !text.declared().is_empty());
    let text = text.ok_or("rules that no rule set has")?;
    let with = |rules: RuleSet, &(rule, key): &(&str, &str)| {
        let Some(value) = parameters.get(rule) else { return Ok(rules) };
        let values = text.choices().iter().filter(|choice| choice.key == key).flat_map(|choice| choice.values);
        let mut sets = values.filter_map(|reading| rules.clone().with(key, reading));
        sets.find(|set| of(set).is_some_and(|terms| terms.kata.get(rule) == Some(value)))
            .ok_or_else(|| format!("`{rule}` as {value}, which {} has not", text.id()))
    };
    text.declared().iter().try_fold(RuleSet::default_of(text), with)
}

/// The first of these parameters that no rule set here has, if there is one.
#[must_use]
pub fn unknown(parameters: &Map<String, Value>) -> Option<&str> {
    let all: Vec<Terms> = texts::ALL.into_iter().filter_map(|text| of(&RuleSet::default_of(text))).collect();
    parameters.keys().map(String::as_str).find(|key| all.iter().all(|terms| !terms.kata.contains_key(*key)))
}

/// The rule sets, in default readings, that servers know by this name: of those that are compared where none is named, if there are
/// any, else of all.
#[must_use]
pub fn named(kgs: &str) -> Vec<RuleSet> {
    let is_named = |rules: &RuleSet| of(rules).is_some_and(|terms| terms.kgs.as_deref() == Some(kgs));
    let usual = by_text(RuleSet::defaults(), is_named);
    if usual.is_empty() { by_text(every_text(), is_named) } else { usual }
}

/// One for each text: whoever passed first makes no difference here.
fn by_text(rules: Vec<RuleSet>, is_meant: impl Fn(&RuleSet) -> bool) -> Vec<RuleSet> {
    let mut found: Vec<RuleSet> = rules.into_iter().filter(is_meant).collect();
    found.dedup_by(|a, b| a.text == b.text);
    found
}
