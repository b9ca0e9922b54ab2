//! What a rule set amounts to in the terms of engines: `specs/*/engines.toml`, and how it is set and read back.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::Engine;
use crate::foreign;
use crate::gtp::peer::Trouble;
use crate::law::RuleSet;

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

/// What an engine was told of the rules, and what it says of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The command that it took; `None` if it cannot be told, or refused all.
    pub command: Option<String>,
    /// The commands that it refused, each with its error.
    pub refused: Vec<(String, String)>,
    /// What `kata-get-rules` says afterwards; empty if there is no such command.
    pub says: String,
    /// Where that is not what was set, each as one line.
    pub otherwise: Vec<String>,
    /// What of the rule set the command does not express.
    pub differs: Vec<String>,
}

impl Told {
    /// Why the engine may play by other rules than were meant, each as one line; rules that were `asked` for must be taken.
    #[must_use]
    pub fn in_doubt(&self, asked: bool) -> Vec<String> {
        let refused = self.refused.iter().filter(|_| asked && self.command.is_none());
        let refused = refused.map(|(command, error)| format!("the engine refused `{command}`: {error}"));
        let otherwise = self.otherwise.iter().map(|what| format!("the engine took them, and then says that {what}"));
        refused.chain(otherwise).collect()
    }

    /// What the engine declares of one rule (`ko`, `suicide`, `scoring`, `tax`), as the terms of `kata-get-rules` have it.
    #[must_use]
    pub fn declared(&self, rule: &str) -> Option<Value> {
        let said: Value = serde_json::from_str(&self.says).ok()?;
        said.get(rule).cloned()
    }

    /// Whether the rules that the engine declares allow suicide of several stones.
    #[must_use]
    pub fn declares_suicide(&self) -> Option<bool> {
        self.declared("suicide")?.as_bool()
    }

    /// The repetition rule that the engine declares.
    #[must_use]
    pub fn declares_ko(&self) -> Option<String> {
        Some(self.declared("ko")?.as_str()?.to_string())
    }
}

/// Tells an engine the rules: those of `asked` (`--engine-rules`) if given, else the rule set in the engine's terms, else by its id.
///
/// # Errors
/// [`Trouble`] with the engine.
pub fn tell(engine: &mut Engine, rules: &RuleSet, name: &str, asked: Option<&str>) -> Result<Told, Trouble> {
    let terms = of(rules);
    let mut told = Told::default();
    let mut offers: Vec<(String, Vec<String>)> = Vec::new();
    let known = |command: &str| engine.knows(command);
    match asked {
        Some(asked) => {
            let command = ["kata-set-rules", "kgs-rules"].into_iter().find(|c| known(c)).unwrap_or("kata-set-rules");
            offers.push((format!("{command} {asked}"), Vec::new()));
        }
        None => {
            let by_name = format!("kata-set-rules {name}");
            if known("kata-set-rules") {
                // Rule by rule first: a name may mean something else to the engine.
                let object = |terms: &Terms| format!("kata-set-rules {}", Value::Object(terms.kata.clone()));
                offers.extend(terms.iter().map(|terms| (object(terms), terms.differs.clone())));
                offers.push((by_name, Vec::new()));
            }
            if let Some(terms) = &terms {
                let differs = terms.differs.clone();
                if let Some(kgs) = terms.kgs.as_ref().filter(|_| known("kgs-rules")) {
                    let only = format!("`kgs-rules {kgs}` is a name; what the engine makes of it, it does not say");
                    offers.push((format!("kgs-rules {kgs}"), differs.into_iter().chain([only]).collect()));
                }
            }
        }
    }
    for (command, differs) in offers {
        match engine.ask(&command)? {
            Ok(_) => {
                (told.command, told.differs) = (Some(command), differs);
                break;
            }
            Err(error) => told.refused.push((command, foreign::line(error.trim()))),
        }
    }
    if engine.knows("kata-get-rules") {
        let said = engine.ask("kata-get-rules")?.unwrap_or_else(|error| error);
        told.says = foreign::line(said.trim());
        if asked.is_none()
            && told.command.is_some()
            && let Some(terms) = &terms
        {
            told.otherwise = otherwise(terms, &told);
        }
    }
    Ok(told)
}

/// Where the engine declares other rules than the terms of the rule set: after a name was set, that name means something else to it.
fn otherwise(terms: &Terms, told: &Told) -> Vec<String> {
    let differing = |(rule, right): (&String, &Value)| {
        // Another kind of value is another language, which is not ours to read.
        let said = told.declared(rule).filter(|said| std::mem::discriminant(said) == std::mem::discriminant(right))?;
        (said != *right).then(|| format!("{rule} is {said}, not {right}"))
    };
    terms.kata.iter().filter_map(differing).collect()
}
