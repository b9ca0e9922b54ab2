//! The rule sets in all readings, one changed at a time.

use super::registry::ALL;
use crate::law::{RuleSet, Text};

/// Every rule set that is compared where none is named, in default readings and, after each, those that read one choice of it otherwise,
/// where that makes a difference. The position as it stands does not depend on who passed first and is listed once.
#[must_use]
pub fn each_reading() -> Vec<RuleSet> {
    readings_of(ALL.into_iter().filter(|text| text.is_usual()))
}

/// The same of every text.
#[must_use]
pub fn every_reading() -> Vec<RuleSet> {
    readings_of(ALL)
}

/// Every text in default readings.
#[must_use]
pub fn every_text() -> Vec<RuleSet> {
    ALL.into_iter().flat_map(defaults_of).collect()
}

fn defaults_of(text: Text) -> Vec<RuleSet> {
    RuleSet::parse(text.id()).unwrap_or_default()
}

fn readings_of(texts: impl IntoIterator<Item = Text>) -> Vec<RuleSet> {
    let mut found: Vec<RuleSet> = Vec::new();
    for text in texts {
        let defaults = defaults_of(text);
        let choices = text.choices().iter().filter(|choice| !choice.required);
        let changed = choices.flat_map(|choice| {
            let with = |&value: &&'static str| {
                let defaults = defaults.iter().filter(move |d| text.matters(d, choice));
                defaults.filter_map(move |d| d.clone().with(choice.key, value))
            };
            choice.values.iter().skip(1).flat_map(with).collect::<Vec<RuleSet>>()
        });
        let changed: Vec<RuleSet> = changed.collect();
        for set in defaults.iter().cloned().chain(changed) {
            // What a bare name stands for apart from this set is the same to a position as it stands.
            let required = text.choices().iter().filter(|choice| choice.required);
            let images = required.flat_map(|choice| choice.values.iter().map(|value| (choice.key, *value)));
            let once = set.text.only_counts(&set)
                && images.filter_map(|(key, value)| set.clone().with(key, value)).any(|other| found.contains(&other));
            if !once {
                found.push(set);
            }
        }
    }
    found
}
