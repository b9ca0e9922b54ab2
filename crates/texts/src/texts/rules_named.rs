//! Names of rules met in records, and which text they honestly stand for.

use super::registry::ALL;
use super::{aga, j1989, j1997, mindsports};
use crate::law::{RuleSet, Text};

/// What the name of rules in a record stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesName {
    /// One of the rule sets here.
    Ours(Box<RuleSet>),
    /// A rule set here is the nearest thing, but it is not the text that is named: the warning says so.
    Near(Box<RuleSet>, String),
    /// No rule set here is what is named.
    Unknown(String),
}

/// What the name of rules in a record (`RU`) stands for.
#[must_use]
pub fn rules_named(name: &str) -> RulesName {
    let ours = |text: Text| Box::new(RuleSet::default_of(text));
    if let Ok(mut sets) = RuleSet::parse(name.trim())
        && !sets.is_empty()
    {
        return RulesName::Ours(Box::new(sets.swap_remove(0)));
    }
    let plain: String = name.to_lowercase().chars().filter(|ch| ch.is_alphanumeric()).collect();
    if let Some(text) = ALL.into_iter().find(|text| text.names().contains(&plain.as_str())) {
        return RulesName::Ours(ours(text));
    }
    let nearest = ALL.into_iter().find_map(|text| {
        let near = text.nearest_to().iter().find(|near| near.names.contains(&plain.as_str()))?;
        Some((text, near.warning))
    });
    match nearest {
        Some((text, warning)) => {
            let warning = format!("the record names its rules `{name}`; compared with {}, {warning}", ours(text));
            RulesName::Near(ours(text), warning)
        }
        None if plain.is_empty() => {
            RulesName::Unknown("the record does not name its rules; no result is compared".to_string())
        }
        None => RulesName::Unknown(format!(
            "no rule set here is the text named `{name}`; its result is not compared (there are: {})",
            ALL.map(|text| text.id()).join(", ")
        )),
    }
}

/// For a rule set by which open dame put strings in seki: one that counts territory and prisoners whatever dame are open.
#[must_use]
pub fn dame_harmless(rules: &RuleSet) -> Option<RuleSet> {
    [j1989::TEXT, j1997::TEXT].contains(&rules.text).then(|| RuleSet::default_of(mindsports::JAPANESE))
}

/// A rule set that counts the other way: stones and territory instead of territory and prisoners, or these instead of those.
#[must_use]
pub fn other_count(rules: &RuleSet) -> RuleSet {
    let text = if rules.text == aga::TERRITORY {
        aga::AREA
    } else if rules.text == aga::AREA {
        aga::TERRITORY
    } else if rules.text.counts_stones(rules) {
        mindsports::JAPANESE
    } else {
        mindsports::CHINESE
    };
    RuleSet::default_of(text)
}
