//! What is known of a board before a position on it is judged: that its states have been solved as a whole, or what the answers to
//! the questions about one position are. A rule set's interpreter that is given such facts looks them up where it would search;
//! its answers are the same. Whoever states a fact answers for it being exact.
//!
//! Facts are kept by their types. Each text declares its own, and asks for them.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use super::hints::Hints;

/// What is known, at most one fact of a type.
#[derive(Clone, Default)]
pub struct Facts {
    known: Vec<Arc<dyn Any + Send + Sync>>,
    prepare: Vec<Arc<dyn Fn() + Send + Sync>>,
    expected: Option<Arc<Hints>>,
}

impl Facts {
    /// With what is expected of one position: no fact, but it says what is tried first.
    #[must_use]
    pub fn expecting(self, hints: Option<Hints>) -> Facts {
        Facts { expected: hints.map(Arc::new), ..self }
    }

    /// What is expected of some position.
    #[must_use]
    pub fn expected(&self) -> Option<&Hints> {
        self.expected.as_deref()
    }

    /// With one more fact.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, fact: T) -> Facts {
        self.known.push(Arc::new(fact));
        self
    }

    /// With something that makes ready for questions about many positions of the board.
    #[must_use]
    pub fn prepared_by(mut self, prepare: impl Fn() + Send + Sync + 'static) -> Facts {
        self.prepare.push(Arc::new(prepare));
        self
    }

    /// The fact of this type, if it is known.
    #[must_use]
    pub fn known<T: Any + Clone>(&self) -> Option<T> {
        self.known.iter().find_map(|fact| fact.downcast_ref::<T>()).cloned()
    }

    /// Makes ready for questions about many positions of the board.
    pub fn prepare(&self) {
        self.prepare.iter().for_each(|prepare| prepare());
    }
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} facts", self.known.len())
    }
}

/// The answers to the questions `Q` that a text asks about one position. Nothing is searched then: what has no answer stays
/// undecided.
#[derive(Debug)]
pub struct Answers<Q> {
    answers: HashMap<Q, bool>,
    asked: Mutex<HashSet<Q>>,
}

impl<Q: Copy + Eq + Hash> Answers<Q> {
    /// These answers.
    #[must_use]
    pub fn new(answers: HashMap<Q, bool>) -> Answers<Q> {
        Answers { answers, asked: Mutex::default() }
    }

    /// The answer; `None` leaves what depends on it undecided.
    #[must_use]
    pub fn answer(&self, question: Q) -> Option<bool> {
        // A poisoned lock would leave the question unasked.
        self.asked.lock().ok()?.insert(question);
        self.answers.get(&question).copied()
    }

    /// What has been asked so far.
    #[must_use]
    pub fn asked(&self) -> HashSet<Q> {
        self.asked.lock().map(|asked| asked.clone()).unwrap_or_default()
    }
}
