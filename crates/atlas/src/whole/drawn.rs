//! Tables of a board that is too large for every value to be derived again, held against searches of positions drawn at random.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::WholeBoard;
use crate::atlas::Progress;
use crate::atlas::sample::draw;
use crate::board::{Position, diagram};
use crate::law::facts::Facts;
use crate::law::{Outcome, RuleSet, knowing};
use crate::solve::Budget;
use crate::solve::whole::store::StoreError;
use crate::solve::whole::verify::VerifyError;

/// What the searches have come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Drawn {
    /// Positions looked at.
    pub positions: usize,
    /// Positions that the search or the tables left open, with bounds that allow what the other says.
    pub open: usize,
}

/// Positions judged by one interpreter, which remembers.
const PIECE: usize = 16;

impl WholeBoard {
    /// Judges `n` positions drawn uniformly (the same for the same `seed`) by what is looked up ([`WholeBoard::look_up`]), and by a search
    /// with this budget that knows no tables.
    ///
    /// # Errors
    /// [`VerifyError`], with the first position found on which they differ, or if it was asked to stop.
    pub fn searched_alike(
        &self,
        rules: &RuleSet,
        (n, seed): (usize, u64),
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Drawn, VerifyError> {
        let stopped = |_| VerifyError::Store(StoreError::Stopped);
        let facts = self.facts(std::slice::from_ref(rules), progress, stop).map_err(stopped)?.remove(0);
        let (positions, _) = draw(&self.index, None, n, seed).unwrap_or_default();
        let open = AtomicUsize::new(0);
        positions.par_chunks(PIECE).try_for_each(|some| {
            let mut looked_up = knowing(rules, &self.board, Budget::default(), &facts);
            let mut searching = knowing(rules, &self.board, budget, &Facts::default());
            some.iter().try_for_each(|&position| {
                if stop.load(Ordering::Relaxed) {
                    return Err(VerifyError::Store(StoreError::Stopped));
                }
                let (kept, found) = (looked_up.judge(position).outcome, searching.judge(position).outcome);
                if !agree(kept, found) {
                    return Err(self.differs(rules, position, kept, found));
                }
                let is_open = |outcome| matches!(outcome, Outcome::Undecided { .. });
                open.fetch_add(usize::from(is_open(kept) || is_open(found)), Ordering::Relaxed);
                progress.judged(rules, 1);
                Ok(())
            })
        })?;
        Ok(Drawn { positions: positions.len(), open: open.into_inner() })
    }

    fn differs(&self, rules: &RuleSet, position: Position, kept: Outcome, found: Outcome) -> VerifyError {
        VerifyError::Wrong {
            subject: format!("{} {rules}", self.board.grid()),
            stage: "outcome".to_string(),
            state: diagram::text(self.board.grid(), position),
            what: format!("by the tables it is {kept}, and a search finds {found}"),
        }
    }
}

/// Whether both can be right: where one leaves something open, the other lies within its bounds.
fn agree(kept: Outcome, found: Outcome) -> bool {
    let ((_, low, high), (_, other_low, other_high)) = (kept.parts(), found.parts());
    match (kept, found) {
        (Outcome::Undecided { .. }, _) | (_, Outcome::Undecided { .. }) => low.max(other_low) <= high.min(other_high),
        _ => kept == found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_holds_what_is_known_and_what_is_known_is_the_same() {
        let open = |lo, hi| Outcome::Undecided { lo, hi };
        assert!(agree(Outcome::Margin(3), Outcome::Margin(3)) && !agree(Outcome::Margin(3), Outcome::Margin(2)));
        assert!(agree(Outcome::Margin(3), open(3, 9)) && !agree(Outcome::Margin(3), open(4, 9)));
        assert!(agree(open(-2, 3), open(3, 9)) && !agree(open(-2, 2), open(3, 9)));
    }
}
