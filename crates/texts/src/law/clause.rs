//! Clauses by their ids. There is one constant for each clause of `specs/*/clauses.toml`, made when the program is built.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::spec::{self, ClauseSpec};

/// The id of a clause: the prefix of its text, a dot, and its number or name. A value of this type always names a clause that exists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseId(&'static str);

impl ClauseId {
    /// For the constants made from the clause files.
    pub(crate) const fn new(id: &'static str) -> ClauseId {
        ClauseId(id)
    }

    /// The clause with this id, if there is one.
    #[must_use]
    pub fn parse(id: &str) -> Option<ClauseId> {
        spec::clause(id).map(|clause| ClauseId(clause.id.as_str()))
    }

    /// What its clause file says of it.
    ///
    /// # Panics
    /// Never: the constants are made from the clause files.
    #[must_use]
    pub fn spec(self) -> &'static ClauseSpec {
        spec::clause(self.0).expect("the constants are made from the clause files")
    }

    /// The id.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for ClauseId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for ClauseId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ClauseId, D::Error> {
        let id = String::deserialize(deserializer)?;
        ClauseId::parse(&id).ok_or_else(|| D::Error::custom(format!("there is no clause `{id}`")))
    }
}

impl PartialEq<str> for ClauseId {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for ClauseId {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<String> for ClauseId {
    fn eq(&self, other: &String) -> bool {
        self.0 == other
    }
}
