//! Names of rules met in records, and which text they honestly stand for.

use super::{aga, aj2004, j1989, j1997, mindsports, tromp_taylor};
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
        "chinese" | "cn" | "chineseogs" | "chinesekgs" | "cga" | "中国" | "中國" | "中国规则" => near(
            mindsports::CHINESE,
            "which counts stones instead of stones and territory: no open point may be left, and no text here is the Chinese one",
        ),
        "newzealand" | "nz" | "nzgs" => near(
            tromp_taylor::TEXT,
            "the area count with suicide; the rules of New Zealand forbid a position only with the same player to move",
        ),
        "ing" | "goe" | "sst" => near(
            tromp_taylor::TEXT,
            "the area count with suicide; the rules of Ing have kos of their own, and fill stones",
        ),
        "korean" | "kr" | "kba" => {
            near(j1989::TEXT, "the machine translation of the Japanese rules of 1989; the Korean ones are near to them")
        }
        "bga" | "british" | "ffg" | "french" => {
            near(aga::TERRITORY, "whose words the rules of that name share in the main")
        }
        "" => RulesName::Unknown("the record does not name its rules; no result is compared".to_string()),
        _ => RulesName::Unknown(format!(
            "no rule set here is the text named `{name}`; its result is not compared (there are: {})",
            super::ALL.map(|text| text.id()).join(", ")
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
