//! The positions on which two rule sets diverge, one by one, to be gone through by cause, settledness and number of stones.

use std::sync::atomic::AtomicBool;

use super::causes::{Cause, Causes};
use super::columns::{Columns, Members, Walker};
use super::compare::{Options, needed};
use super::prisoners::Prisoners;
use super::settled::{Settled, SettledBy};
use super::{Progress, Stopped, WholeBoard};
use crate::law::changes::Changes;
use crate::law::verdict::{differ, undecided};
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;

/// A position on which two rule sets diverge, with those it is the image of under the symmetries of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The number of the first of them on the board, in the order of texts.
    pub at: usize,
    /// How many they are.
    pub positions: u64,
    /// How many stones are on the board.
    pub stones: u32,
    /// Whether they are settled, if that is known.
    pub settled: Option<bool>,
    /// What the two rule sets say, under the convention for prisoners.
    pub outcomes: [Outcome; 2],
    /// The causes that hold, by their number in [`Listing::causes`]: a bit each.
    causes: u128,
}

impl Listed {
    /// Whether the cause of this number holds.
    #[must_use]
    pub fn holds(&self, cause: usize) -> bool {
        cause < MOST_CAUSES && self.causes >> cause & 1 == 1
    }
}

/// All positions of a board on which two rule sets diverge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The two rule sets.
    pub rules: [RuleSet; 2],
    /// The positions: fewest stones first, then in the order of texts.
    pub listed: Vec<Listed>,
    /// The causes that hold somewhere, in their order.
    pub causes: Vec<Cause>,
    /// Positions left out because one of the two was undecided.
    pub undecided: u64,
}

/// How to list.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// The convention for earlier prisoners.
    pub prisoners: Prisoners,
    /// By what settled positions are told apart.
    pub settled: SettledBy,
    /// By which changes to the rule sets causes are looked for; `None`: they are not looked for.
    pub causes: Option<Changes>,
    /// The budget for each question.
    pub budget: Budget,
}

impl How {
    fn options(&self) -> Options {
        let How { prisoners, settled, causes, budget } = *self;
        Options { budget, settled, causes, ..Options::under(prisoners) }
    }
}

struct Plan<'p> {
    whole: &'p WholeBoard,
    prisoners: Prisoners,
    rules: [RuleSet; 2],
    settled: Option<Settled>,
    causes: Option<Causes>,
}

struct Walk<'p> {
    plan: &'p Plan<'p>,
    listed: Vec<Listed>,
    /// The causes met so far: their numbers until all are known.
    causes: Vec<Cause>,
    undecided: u64,
}

/// The most causes that are told apart; more than there are.
const MOST_CAUSES: usize = 128;

/// The number of a cause in a list that grows.
fn number(causes: &mut Vec<Cause>, cause: Cause) -> usize {
    causes.iter().position(|met| *met == cause).unwrap_or_else(|| {
        causes.push(cause);
        causes.len() - 1
    })
}

/// Bits with other numbers.
fn renumbered(bits: u128, numbers: &[usize]) -> u128 {
    (0..MOST_CAUSES).filter(|n| bits >> n & 1 == 1).fold(0, |all, n| all | 1 << numbers[n])
}

impl Walker for Walk<'_> {
    fn see(&mut self, here: &Members) {
        let Plan { prisoners, rules, settled, causes, .. } = self.plan;
        let stones = here.stone_difference();
        let outcomes = [0, 1].map(|n| here.verdicts[n].outcome.plus(prisoners.added(&rules[n], stones)));
        let [a, b] = outcomes;
        if undecided(a) || undecided(b) {
            self.undecided += here.positions;
            return;
        }
        if !differ(a, b) {
            return;
        }
        let held = causes.iter().flat_map(|causes| causes.at(here).of(0, 1));
        let causes = held.fold(0, |all, cause| all | 1 << number(&mut self.causes, cause));
        self.listed.push(Listed {
            at: self.plan.whole.at(here.first()).unwrap_or_default(),
            positions: here.positions,
            stones: here.position.occupied().count_ones(),
            settled: settled.as_ref().and_then(|settled| settled.holds(here)),
            outcomes,
            causes,
        });
    }

    fn merge(&mut self, other: Self) {
        let numbers: Vec<usize> = other.causes.into_iter().map(|cause| number(&mut self.causes, cause)).collect();
        let listed = other.listed.into_iter();
        self.listed.extend(listed.map(|l| Listed { causes: renumbered(l.causes, &numbers), ..l }));
        self.undecided += other.undecided;
    }
}

impl Listing {
    /// All rule sets that must be judged for it.
    #[must_use]
    pub fn needs(whole: &WholeBoard, rules: &[RuleSet; 2], how: &How) -> Vec<RuleSet> {
        needed(whole.board().grid(), rules, &how.options())
    }

    /// Goes through the board.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn run(
        whole: &WholeBoard,
        rules: &[RuleSet; 2],
        how: &How,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Listing, Stopped> {
        let needs = Listing::needs(whole, rules, how);
        let mut columns = Columns::new(whole, &needs, how.budget, progress, stop)?;
        let plan = Plan {
            whole,
            prisoners: how.prisoners,
            rules: rules.clone(),
            settled: Settled::new(&mut columns, how.settled),
            causes: how.causes.and_then(|changes| Causes::new(&mut columns, rules, how.prisoners, changes)),
        };
        let new = || Walk { plan: &plan, listed: Vec::new(), causes: Vec::new(), undecided: 0 };
        let Walk { listed, causes: met, undecided, .. } = columns.walk(new, progress, stop)?;
        let mut causes = met.clone();
        causes.sort_unstable();
        let numbers: Vec<usize> = met.iter().filter_map(|cause| causes.binary_search(cause).ok()).collect();
        let whole_numbers = |l: Listed| Listed { causes: renumbered(l.causes, &numbers), ..l };
        let mut listed: Vec<Listed> = listed.into_iter().map(whole_numbers).collect();
        listed.sort_unstable_by_key(|listed| (listed.stones, listed.at));
        Ok(Listing { rules: rules.clone(), listed, causes, undecided })
    }
}
