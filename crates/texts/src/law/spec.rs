//! The clause files under `specs/`, compiled into the program.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

// `SOURCES`: the files `specs/*/clauses.toml`, in the order of their places.
include!(concat!(env!("OUT_DIR"), "/sources.rs"));

/// One rules document.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Prefix of its clause ids.
    pub text: String,
    /// Title.
    pub title: String,
    /// File name of the document.
    pub source: String,
    /// Date of the document.
    #[serde(default)]
    pub date: String,
    /// Its place among the documents.
    pub place: u8,
    /// Its clauses, in the order of the text.
    #[serde(rename = "clause")]
    pub clauses: Vec<ClauseSpec>,
    /// Its readings.
    #[serde(rename = "reading", default)]
    pub readings: Vec<ReadingSpec>,
}

/// Who or what decides a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClauseState {
    /// Decides something when a final position is judged or a recorded game is executed: it is in the code.
    Modelled,
    /// Only the players can decide it.
    Players,
    /// Lost or empty in the source.
    Silent,
}

/// Whose reading it is: who stands behind what fills a gap of a text, or behind a way to read a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// The document itself, by these or other words of its.
    Text,
    /// A commentary of those who issued the document.
    Commentary,
    /// What players do, without a document that says so.
    Practice,
    /// Another document, which answers what this one leaves open; it is named.
    OtherText,
    /// Nobody but this project.
    Ours,
}

impl Whose {
    /// The word for it, as in the files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Whose::Text => "text",
            Whose::Commentary => "commentary",
            Whose::Practice => "practice",
            Whose::OtherText => "other-text",
            Whose::Ours => "ours",
        }
    }
}

/// One clause of a document.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseSpec {
    /// Its id: the prefix of its text, a dot, and a number or name.
    pub id: String,
    /// A short name.
    pub title: String,
    /// What it is about.
    pub kind: String,
    /// Who or what decides it.
    pub state: ClauseState,
    /// What it says, paraphrased.
    pub paraphrase: String,
    /// The readings that attach to it.
    #[serde(default)]
    pub readings: Vec<String>,
    /// What is missing or garbled in the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
    /// Whose reading fills the gap; given exactly where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<Whose>,
    /// The other text that fills the gap, with its address; given exactly where it is one ([`Whose::OtherText`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Whether the judge can be run with this clause lifted.
    #[serde(default)]
    pub decisive: bool,
    /// Why not, where it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
    /// It says what a word means that other clauses use, and nothing is decided by it alone: no trace cites it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub words: bool,
}

/// One choice that a text leaves open.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ReadingSpec {
    /// Name of the choice, for example `enable`.
    pub key: String,
    /// The clause that leaves it open.
    pub clause: String,
    /// The ways to read it.
    pub values: Vec<ValueSpec>,
    /// Which gap it closes, and why the default.
    #[serde(default)]
    pub why: String,
}

/// One way to read a clause.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ValueSpec {
    /// Its name, for example `local-2`.
    pub name: String,
    /// Whose reading it is.
    pub whose: Whose,
    /// The other text that it is from, with its address; given exactly where it is from one ([`Whose::OtherText`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Whether it is the default.
    #[serde(default)]
    pub default: bool,
    /// What it means.
    pub meaning: String,
}

/// The documents, in the order of their places.
///
/// # Panics
/// Never in a program whose tests pass: the files are part of the program and a test reads them.
pub fn specs() -> &'static [Spec] {
    static SPECS: OnceLock<Vec<Spec>> = OnceLock::new();
    SPECS.get_or_init(|| {
        let parse = |source| toml::from_str(source).expect("specs/*/clauses.toml is part of the program");
        SOURCES.into_iter().map(parse).collect()
    })
}

/// The clause with this id.
pub fn clause(id: &str) -> Option<&'static ClauseSpec> {
    specs().iter().flat_map(|spec| &spec.clauses).find(|clause| clause.id == id)
}
