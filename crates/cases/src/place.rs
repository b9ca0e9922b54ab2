//! Places in a file of cases, to say where it is wrong.

use toml::Spanned;

use crate::law::clause;

/// Why a file of cases cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct BadFile {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, in one line.
    pub message: String,
}

/// A place in a file to complain about.
pub(super) struct Text<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl Text<'_> {
    pub(super) fn bad(&self, at: usize, message: impl ToString) -> BadFile {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        BadFile {
            file: self.file.to_string(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    pub(super) fn at<T>(&self, place: &Spanned<T>, message: impl ToString) -> BadFile {
        self.bad(place.span().start, message)
    }

    pub(super) fn clause(&self, id: Spanned<String>) -> Result<String, BadFile> {
        if clause(id.get_ref()).is_none() {
            return Err(self.at(&id, format!("there is no clause `{}`", id.get_ref())));
        }
        Ok(id.into_inner())
    }
}
