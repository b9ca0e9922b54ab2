//! Places in a file, to say where it is no record.

use crate::foreign;

/// A place in a file, both counted from 1; columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Why a file is no record: the place, what stands there and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{}:{}: {message}", .place.line, .place.column)]
pub struct BadRecord {
    /// The file, as it was named.
    pub file: String,
    /// Where.
    pub place: Place,
    /// What is wrong and what was expected, on one line.
    pub message: String,
}

impl BadRecord {
    /// The error; control characters of the file are spelled out, so that the message is one line.
    pub(crate) fn new(file: &str, place: Place, message: &str) -> BadRecord {
        BadRecord { file: foreign::line(file), place, message: foreign::line(message) }
    }
}

/// Finds lines and columns; asked for ascending places it reads the text once.
pub struct Places<'a> {
    text: &'a str,
    at: usize,
    place: Place,
}

impl<'a> Places<'a> {
    pub fn new(text: &'a str) -> Places<'a> {
        Places { text, at: 0, place: Place { line: 1, column: 1 } }
    }

    /// The place of the character at byte `at`.
    pub fn of(&mut self, at: usize) -> Place {
        if at < self.at {
            *self = Places::new(self.text);
        }
        for ch in self.text[self.at..at].chars() {
            if ch == '\n' {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.at = at;
        self.place
    }
}
