//! Games that are solved from every position of a board at once: what a text says of its own ([`WholeGame`]), and the solutions of rule
//! sets that are known.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::clause::ClauseId;
use super::facts::Facts;
pub use super::solvable::{DenseGame, Memory, Size, Solvable, Solving, WholeGame};
use super::text::RuleSet;
use crate::solve::dense::Slots;
use crate::solve::progress::Silent;
use crate::solve::whole::classes::Classes;
use crate::solve::whole::store::{Failed, Stages, Store, StoreError};

/// The name of a game in which those of these clauses that `rules` lift are not applied.
#[must_use]
pub fn without(game: &str, rules: &RuleSet, clauses: &[ClauseId]) -> String {
    let lifted = clauses.iter().filter(|clause| !rules.applies(**clause));
    lifted.fold(game.to_string(), |name, clause| format!("{name} without {clause}"))
}

/// Solutions that have been read from a folder.
#[derive(Default)]
pub struct Known {
    games: Vec<(Solvable, Facts)>,
    failed: Arc<Failed>,
}

impl Known {
    /// The solutions of the games of these rule sets, as far as all their stages are there.
    ///
    /// # Errors
    /// [`StoreError`], if a table is damaged or of something else, or if it was asked to stop.
    pub fn read(
        classes: &Arc<Classes>,
        store: &Store,
        rules: &[RuleSet],
        stop: &AtomicBool,
    ) -> Result<Known, StoreError> {
        let stages = Stages { store: Some(store), keeps: false, stop, progress: &Silent };
        let mut known = Known::default();
        for set in rules {
            let game = set.text.solvable(set).filter(|game| game.is_in(store, classes.board().grid()));
            if let Some(game) = game.filter(|game| known.of(game).is_none()) {
                let facts = game.solve(classes, &stages)?;
                known.games.push((game, facts));
            }
        }
        Ok(known)
    }

    /// The solutions of the games of these rule sets on a board whose classes are not listed, looked up in tables that stay on disk, as far as
    /// all is there that it takes. [`Known::error`] tells what goes wrong later.
    ///
    /// # Errors
    /// [`StoreError`], if a file is damaged or of something else.
    pub fn look_up(slots: &Arc<Slots>, store: &Store, rules: &[RuleSet]) -> Result<Known, StoreError> {
        let mut known = Known::default();
        for game in rules.iter().filter_map(|set| set.text.solvable(set)) {
            if known.of(&game).is_none()
                && let Some(facts) = game.look_up(slots, store, &known.failed)?
            {
                known.games.push((game, facts));
            }
        }
        Ok(known)
    }

    /// With those, on such a board, that are not known yet, read as far as all their stages are there.
    ///
    /// # Errors
    /// [`StoreError`], if a table is damaged or of something else, or if it was asked to stop.
    pub fn and_read_dense(
        mut self,
        slots: &Arc<Slots>,
        store: &Store,
        rules: &[RuleSet],
        stop: &AtomicBool,
    ) -> Result<Known, StoreError> {
        let stages = Stages { store: Some(store), keeps: false, stop, progress: &Silent };
        for game in rules.iter().filter_map(|set| set.text.solvable(set)) {
            if game.is_in_dense(store, slots.board().grid()) && self.of(&game).is_none() {
                let facts = game.solve_dense(slots, &stages)?;
                self.games.push((game, facts));
            }
        }
        Ok(self)
    }

    /// What has gone wrong since: verdicts that were found with what is known then are worth nothing.
    #[must_use]
    pub fn error(&self) -> Option<&StoreError> {
        self.failed.error()
    }

    /// The solution of a game, if it is known.
    #[must_use]
    pub fn of(&self, game: &Solvable) -> Option<&Facts> {
        self.games.iter().find(|(known, _)| known == game).map(|(_, facts)| facts)
    }

    /// The names of the games whose solutions are known.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.games.iter().map(|(game, _)| format!("{game:?}")).collect()
    }

    /// What is known for a rule set.
    #[must_use]
    pub fn facts(&self, rules: &RuleSet) -> Facts {
        rules.text.solvable(rules).and_then(|game| self.of(&game)).cloned().unwrap_or_default()
    }
}
