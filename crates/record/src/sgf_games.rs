//! The games of a file, one after the other.

use super::encoding::decoded;
use super::game::Record;
use super::mended::Mends;
use super::place::BadRecord;
use super::sgf_line::read_tree;
use super::sgf_tree::{GameTree, Source};

/// The games of a file, one after the other; one that cannot be read is an error of its own, and where not even its end is found it
/// is the last.
pub struct Games {
    file: String,
    text: String,
    warnings: Vec<String>,
    /// Where the next one begins, if there may be one.
    next: Option<usize>,
}

impl Games {
    /// Of the file of this name.
    #[must_use]
    pub fn new(file: &str, bytes: &[u8]) -> Games {
        let (text, warnings) = decoded(bytes);
        Games { file: file.to_string(), text: text.into_owned(), warnings, next: Some(0) }
    }
}

impl Iterator for Games {
    type Item = Result<Record, BadRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.next.take()?;
        let source = Source { file: &self.file, text: &self.text };
        let mut mends = Mends::default();
        Some(GameTree::scan(&source, at, &mut mends).and_then(|game| {
            self.next = game.next;
            read_tree(&source, &game, false, &[], mends, self.warnings.clone())
        }))
    }
}

/// How many games a file has, with the one that cannot be read.
#[must_use]
pub fn count(bytes: &[u8]) -> usize {
    let (text, _) = decoded(bytes);
    let source = Source { file: "", text: &text };
    let mut number = 1;
    let mut at = 0;
    while let Ok(GameTree { next: Some(next), .. }) = GameTree::scan(&source, at, &mut Mends::default()) {
        number += 1;
        at = next;
    }
    number
}
