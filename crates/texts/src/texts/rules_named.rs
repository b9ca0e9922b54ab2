//! Names of rules met in records, and which text they honestly stand for.

use super::{aj2004, j1989, j1997, mindsports};
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
    if let Some(text) = super::ALL.into_iter().find(|text| text.names().contains(&plain.as_str())) {
        return RulesName::Ours(ours(text));
    }
    let near = |text, what: &str| {
        let warning = format!("the record names its rules `{name}`; compared with {}, {what}", ours(text));
        RulesName::Near(ours(text), warning)
    };
    match plain.as_str() {
        "japanese1997" | "japanese1997rules" => RulesName::Ours(ours(j1997::TEXT)),
        "newamateurjapanese" | "newamateurjapanese2004" => RulesName::Ours(ours(aj2004::TEXT)),
        "japanese1989" | "japanese1989rules" => near(j1989::TEXT, "the machine translation of that text"),
        "japanese" | "jp" | "nihonkiin" | "日本" => near(
            j1989::TEXT,
            "one reading of the Japanese rules of 1989; servers and programs use others under that name",
        ),
        "mindsports" | "mindsportsarena" => {
            near(mindsports::JAPANESE, "the Japanese count; the text has a Chinese count as well")
        }
        "" => RulesName::Unknown("the record does not name its rules; no result is compared".to_string()),
        _ => RulesName::Unknown(format!(
            "no rule set here is the text named `{name}`; its result is not compared (there are: {})",
            super::ALL.map(|text| text.id()).join(", ")
        )),
    }
}
