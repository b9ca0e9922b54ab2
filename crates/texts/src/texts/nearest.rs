//! Where the texts can be read, and which rule set is nearest to rules that are in use: `specs/*/originals.toml` and
//! `specs/nearest.toml`. Both are kept apart from the clauses, so that what rests on these does not change when an address does.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// A place where a text can be read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Original {
    /// Its title there.
    pub title: String,
    /// In which way it is an original: the text itself, a translation, a commentary.
    pub what: String,
    /// Its address.
    pub address: String,
    /// The clauses, or beginnings of their ids, that are read there; none if all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
}

impl Original {
    /// Whether the clause is one of those that are named as read there.
    #[must_use]
    pub fn names(&self, clause: &str) -> bool {
        let begins =
            |own: &String| clause.strip_prefix(own.as_str()).is_some_and(|r| r.is_empty() || r.starts_with('.'));
        self.clauses.iter().any(begins)
    }
}

/// Rules that are in use somewhere, and the rule set here that is nearest to them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// What it is asked for by; several may share it (the rule sets of a server).
    pub name: String,
    /// What people call these rules.
    pub title: String,
    /// What is known of them, and from where.
    pub source: String,
    /// The rule set to follow a game with.
    pub moves: String,
    /// The rule set to count a final position with.
    pub count: String,
    /// How to use them.
    pub note: String,
    /// Where they differ.
    #[serde(default)]
    pub differs: Vec<Difference>,
}

/// A difference between rules in use and the nearest rule set here.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The difference.
    pub what: String,
    /// A position that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// A game whose last step shows it, as a script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The rule set here that is shown; given where there is an example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ours: Option<String>,
    /// A rule set here that does as the rules in use do in this respect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// What the rules in use say, where no rule set here does the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theirs: Option<String>,
    /// What is not certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
}

// `SOURCES`: by the prefix of a document's clauses, where it can be read.
include!(concat!(env!("OUT_DIR"), "/originals.rs"));

/// `specs/*/originals.toml`.
#[derive(Deserialize)]
struct Originals {
    original: Vec<Original>,
}

/// `specs/nearest.toml`.
#[derive(Deserialize)]
struct Nearest {
    rules: Vec<Near>,
}

/// Where the document with this prefix can be read, the text itself first.
///
/// # Panics
/// Never in a program whose tests pass: the files are part of the program and a test reads them.
pub fn originals(prefix: &str) -> impl Iterator<Item = &'static Original> {
    static ORIGINALS: OnceLock<Vec<(&str, Originals)>> = OnceLock::new();
    let all = ORIGINALS.get_or_init(|| {
        let parse = |source| toml::from_str(source).expect("specs/*/originals.toml is part of the program");
        SOURCES.into_iter().map(|(text, source)| (text, parse(source))).collect()
    });
    all.iter().filter(move |(text, _)| *text == prefix).flat_map(|(_, originals)| &originals.original)
}

/// All rules in use that are known here, in the order in which they are listed.
///
/// # Panics
/// Never in a program whose tests pass: the file is part of the program and a test reads it.
#[must_use]
pub fn rules_in_use() -> &'static [Near] {
    static NEAREST: OnceLock<Nearest> = OnceLock::new();
    let all = NEAREST.get_or_init(|| {
        let source = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../specs/nearest.toml"));
        toml::from_str(source).expect("specs/nearest.toml is part of the program")
    });
    &all.rules
}
