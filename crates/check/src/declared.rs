//! The rule set that an engine says it plays by (`kata-get-rules`), for `check --rules engine`.

use serde_json::{Map, Value};

use super::Engine;
use crate::foreign;
use crate::gtp::peer::Trouble;
use crate::gtp::terms;

/// What stands for the rules that the engine declares.
pub const ENGINE: &str = "engine";

/// The readings after [`ENGINE`], if a rule set's name begins with that: `engine`, or `engine:KEY=VALUE,...`.
#[must_use]
pub fn asks_engine(name: &str) -> Option<&str> {
    let rest = name.trim().strip_prefix(ENGINE)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(':') }
}

/// The name of the rule set that an engine declares, with these further readings; or why there is none, in one line.
///
/// # Errors
/// [`Trouble`] with the engine.
pub fn rules_of(engine: &mut Engine, readings: &str) -> Result<Result<String, String>, Trouble> {
    if !engine.knows("kata-get-rules") {
        let why = "the engine has no `kata-get-rules`, so that it cannot be asked what it plays by; write a rule set";
        return Ok(Err(why.to_string()));
    }
    Ok(match engine.ask("kata-get-rules")? {
        Err(error) => Err(format!("the engine does not say what it plays by: {}", foreign::line(error.trim()))),
        Ok(said) => named(&said).map(|name| match readings {
            "" => name,
            _ if name.contains(':') => format!("{name},{readings}"),
            _ => format!("{name}:{readings}"),
        }),
    })
}

/// The name of the rule set that an answer to `kata-get-rules` declares.
///
/// # Errors
/// What of it is not understood, in one line.
pub fn named(said: &str) -> Result<String, String> {
    let shown = || foreign::line(said.trim());
    let declared: Map<String, Value> = serde_json::from_str(said)
        .map_err(|_| format!("the engine's `kata-get-rules` is no JSON object: {}", shown()))?;
    let rules = terms::exactly(&declared).map_err(|why| format!("the engine declares {why}"))?;
    Ok(rules.to_string())
}
