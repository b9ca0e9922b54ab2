//! The smallest divergence of each pair of rule sets over several boards.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::compare::{Comparison, Occurrences, Options, Pair};
use super::prisoners::Prisoners;
use super::settled::{SettledBy, agree_where_settled};
use super::{Progress, Stopped, WholeBoard};
use crate::board::{Grid, Position, diagram};
use crate::law::Outcome;
use crate::law::{Practical, RuleSet};
use crate::solve::Budget;

/// The positions of the largest board on which rule sets are looked at that need a search of seconds for each
/// ([`Practical::Slow`]).
pub const MOST_SLOW: u64 = 500;

/// The smallest divergence of two rule sets over several boards: fewest points, then fewest stones, then smallest text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Smallest {
    /// The board.
    pub grid: Grid,
    /// The position.
    pub position: Position,
    /// The outcomes, under the convention.
    pub outcomes: [Outcome; 2],
}

impl Smallest {
    fn key(&self) -> (usize, u32, String) {
        (self.grid.len(), self.position.occupied().count_ones(), diagram::text(self.grid, self.position))
    }

    fn new(c: &Comparison, pair: &Pair, found: Occurrences) -> Smallest {
        let outcomes = [pair.a, pair.b].map(|i| c.outcome(i, found.witness));
        Smallest { grid: c.whole().board().grid(), position: c.whole().position(found.witness), outcomes }
    }
}

/// What is known of one pair.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct First {
    /// The smallest divergence.
    pub smallest: Option<Smallest>,
    /// The smallest settled one.
    pub settled: Option<Smallest>,
    /// Up to so many points all boards that could hold a smaller divergence were looked at, beyond it some were left out.
    /// `None` if none was left out.
    pub looked_up_to: Option<usize>,
}

impl First {
    /// A board of that many points was left out.
    fn left_out(&mut self, points: usize) {
        self.looked_up_to = Some(self.looked_up_to.unwrap_or(usize::MAX).min(points - 1));
    }

    /// Whether a board of that many points could hold a smaller divergence.
    fn open(smallest: Option<&Smallest>, points: usize) -> bool {
        smallest.is_none_or(|s| s.grid.len() >= points)
    }
}

/// The smallest divergences of each pair of rule sets over several boards.
pub struct FirstDifferences {
    /// The rule sets.
    pub rules: Vec<RuleSet>,
    /// The convention for earlier prisoners.
    pub prisoners: Prisoners,
    /// The boards looked at, and whether nothing was left undecided on them.
    pub boards: Vec<(Grid, bool)>,
    /// By pair: indices into `rules`.
    pub pairs: BTreeMap<(usize, usize), First>,
    /// Whether rule sets are left out where they are not practical.
    leave_out: bool,
}

impl FirstDifferences {
    /// None yet. With `leave_out`, rule sets are left out on boards where they are not practical ([`WholeBoard::practical`]),
    /// play-outs on all large ones, and those that are slow beyond [`MOST_SLOW`] positions.
    #[must_use]
    pub fn new(rules: &[RuleSet], prisoners: Prisoners, leave_out: bool) -> FirstDifferences {
        let pairs = (0..rules.len()).flat_map(|a| (a + 1..rules.len()).map(move |b| ((a, b), First::default())));
        FirstDifferences { rules: rules.to_vec(), prisoners, boards: Vec::new(), pairs: pairs.collect(), leave_out }
    }

    /// Whether a rule set is looked at on a board.
    fn looks(&self, whole: &WholeBoard, rules: &RuleSet) -> bool {
        let positions = whole.len() as u64;
        let minutes = rules.first_passer_matters() && positions > WholeBoard::LARGE
            || rules.text.practical(rules, whole.board().grid()) == Practical::Slow && positions > MOST_SLOW;
        !self.leave_out || WholeBoard::practical(whole.board().grid(), rules) && !minutes
    }

    /// Looks at one more board, under the rule sets of which a pair can have a smaller divergence there. It is cheap to begin
    /// with the boards of fewest points.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn look(
        &mut self,
        whole: &WholeBoard,
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        let points = whole.board().len();
        let looks: Vec<bool> = self.rules.iter().map(|r| self.looks(whole, r)).collect();
        let mut open = Vec::new();
        for (&(a, b), first) in &mut self.pairs {
            let settled = !agree_where_settled(&self.rules[a], &self.rules[b]);
            let wanted =
                First::open(first.smallest.as_ref(), points) || settled && First::open(first.settled.as_ref(), points);
            if wanted && looks[a] && looks[b] {
                open.push((a, b));
            } else if wanted {
                first.left_out(points);
            }
        }
        if open.is_empty() {
            self.boards.push((whole.board().grid(), true));
            return Ok(());
        }
        let options = |settled| Options { budget, settled, ..Options::under(self.prisoners) };
        // Where no position diverges on which strings have their fate whoever moves first, no settled one does.
        let (rules, numbers) = self.of(&open);
        let comparison = Comparison::run(whole, &rules, &options(SettledBy::Fates), progress, stop)?;
        let mut exact = comparison.is_exact();
        let mut candidates = Vec::new();
        for pair in &comparison.pairs {
            let key = (numbers[pair.a], numbers[pair.b]);
            let (first, [a, b]) = (self.pairs.entry(key).or_default(), [key.0, key.1].map(|i| &self.rules[i]));
            if let Some(found) = pair.results.diverge {
                keep(&mut first.smallest, Smallest::new(&comparison, pair, found));
            }
            if pair.results.settled.is_some() && open.contains(&key) && !agree_where_settled(a, b) {
                candidates.push(key);
            }
        }
        candidates.retain(|key| First::open(self.pairs[key].settled.as_ref(), points));
        if !SettledBy::FatesAndPlayOuts.rules().iter().all(|r| self.looks(whole, r)) {
            candidates.drain(..).for_each(|key| self.pairs.entry(key).or_default().left_out(points));
        }
        let (rules, numbers) = self.of(&candidates);
        if !rules.is_empty() {
            let comparison = Comparison::run(whole, &rules, &options(SettledBy::FatesAndPlayOuts), progress, stop)?;
            exact &= comparison.is_exact();
            for pair in &comparison.pairs {
                let first = self.pairs.entry((numbers[pair.a], numbers[pair.b])).or_default();
                if let Some(found) = pair.results.settled {
                    keep(&mut first.settled, Smallest::new(&comparison, pair, found));
                }
            }
        }
        self.boards.push((whole.board().grid(), exact));
        Ok(())
    }

    /// The rule sets of these pairs, and their numbers.
    fn of(&self, pairs: &[(usize, usize)]) -> (Vec<RuleSet>, Vec<usize>) {
        let numbers: Vec<usize> =
            (0..self.rules.len()).filter(|i| pairs.iter().any(|(a, b)| a == i || b == i)).collect();
        (numbers.iter().map(|&i| self.rules[i].clone()).collect(), numbers)
    }
}

fn keep(smallest: &mut Option<Smallest>, new: Smallest) {
    *smallest = smallest.take().into_iter().chain([new]).min_by_key(Smallest::key);
}
