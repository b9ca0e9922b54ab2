//! How an engine is told the rules in its terms, and how they are read back.

use serde_json::Value;

use super::Engine;
use crate::foreign;
use crate::gtp::peer::Trouble;
use crate::law::RuleSet;

pub use crate::gtp::terms::{Terms, of};

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

    /// The repetition rule that the engine declares: none if it says itself that its parameters do not say all.
    #[must_use]
    pub fn declares_ko(&self) -> Option<String> {
        let differs = self.declared("differs");
        if differs.as_ref().and_then(Value::as_array).is_some_and(|differs| !differs.is_empty()) {
            return None;
        }
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
                // An engine that knows rule sets by these ids may have kept another that has the same parameters.
                if let Some(id) = declared_id(engine)?.filter(|id| asked.is_none() && id != name) {
                    told.refused.push((command, format!("it plays by {id} then")));
                    continue;
                }
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

/// The id of a rule set that the engine says it plays by; `None` of an engine that knows none.
fn declared_id(engine: &mut Engine) -> Result<Option<String>, Trouble> {
    if !engine.knows("kata-get-rules") {
        return Ok(None);
    }
    let said = engine.ask("kata-get-rules")?.unwrap_or_default();
    let said: Option<Value> = serde_json::from_str(&said).ok();
    Ok(said.and_then(|said| Some(said.get("id")?.as_str()?.to_string())))
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
