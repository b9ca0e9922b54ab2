//! Words of the texts: what a string is called, as each text enumerates it, and as it is written in a file and read back.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize};

/// A word of a text, of whichever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Word(pub &'static str);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// It is kept for as long as the program runs: there are few.
impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
        static WORDS: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
        let word = String::deserialize(deserializer)?;
        let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = words.get(word.as_str()) {
            return Ok(Word(known));
        }
        let word: &str = Box::leak(word.into_boxed_str());
        words.insert(word);
        Ok(Word(word))
    }
}

/// Defines what a text calls strings: an enumeration, each with the word of the text.
macro_rules! called {
    ($(#[doc = $about:literal])* pub enum $name:ident { $($(#[doc = $doc:literal])* $what:ident = $word:literal,)* }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
        pub enum $name {
            $($(#[doc = $doc])* #[serde(rename = $word)] $what,)*
        }

        impl $name {
            /// The word of the text.
            #[must_use]
            pub const fn word(self) -> $crate::law::words::Word {
                $crate::law::words::Word(match self { $($name::$what => $word,)* })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.word().fmt(f)
            }
        }

        impl From<$name> for $crate::law::words::Word {
            fn from(called: $name) -> Self {
                called.word()
            }
        }

        impl PartialEq<$name> for $crate::law::words::Word {
            fn eq(&self, called: &$name) -> bool {
                *self == called.word()
            }
        }
    };
}

pub(crate) use called;

called! {
    /// What every text calls a string.
    pub enum Open {
        /// The budget ran out.
        Undecided = "undecided",
    }
}
