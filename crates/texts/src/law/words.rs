//! Words of the texts, read back from a file.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer};

/// A word of a text.
pub type Word = &'static str;

/// A word as the texts have it, for as long as the program runs: there are few.
///
/// # Errors
/// If it is no string.
pub fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
    static WORDS: Mutex<BTreeSet<Word>> = Mutex::new(BTreeSet::new());
    let word = String::deserialize(deserializer)?;
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.get(word.as_str()) {
        return Ok(known);
    }
    let word: Word = Box::leak(word.into_boxed_str());
    words.insert(word);
    Ok(word)
}
