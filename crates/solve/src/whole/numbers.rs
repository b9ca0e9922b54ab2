//! Least fixpoints over numbers, several to a state.

use std::sync::atomic::{AtomicBool, AtomicI8, Ordering};

use super::store::{Columns, Stages, StoreError, Stored, Subject};
use super::sweep::{Sweeps, until_stable};
use crate::solve::{Predecessors, parallel};

/// Less than any value: nothing is forced yet.
pub const NEVER: i8 = i8::MIN;

/// `N` numbers for each role (0: the conceder to move, 1: the other) and node.
pub struct Numbers<const N: usize>([Vec<[AtomicI8; N]>; 2]);

impl<const N: usize> Numbers<N> {
    /// The numbers that a function gives: of the role, the node and the place.
    pub fn new(nodes: usize, value: impl Fn(usize, usize, usize) -> i8 + Sync) -> Numbers<N> {
        let of = |role: usize| {
            let node = |node: usize| std::array::from_fn(|i| AtomicI8::new(value(role, node, i)));
            parallel::map(nodes, &node)
        };
        Numbers([of(0), of(1)])
    }

    /// One of them.
    #[inline]
    #[must_use]
    pub fn get(&self, role: usize, node: usize, i: usize) -> i8 {
        self.0[role][node][i].load(Ordering::Relaxed)
    }

    /// Raises the numbers of a node to these; whether one was less.
    #[inline]
    fn raise(&self, role: usize, node: usize, to: &[i8; N]) -> bool {
        let mut changed = false;
        for (value, &to) in self.0[role][node].iter().zip(to) {
            if value.load(Ordering::Relaxed) < to {
                value.store(to, Ordering::Relaxed);
                changed = true;
            }
        }
        changed
    }

    /// The least solution above the start: `equation` gives the numbers of a role and a node that follow from the others.
    /// `None` if it was stopped.
    pub fn solve(
        self,
        predecessors: &Predecessors,
        sweeping: &Sweeps<'_>,
        equation: impl Fn(&Numbers<N>, usize, usize) -> [i8; N] + Sync,
    ) -> Option<Numbers<N>> {
        let visit = |role: usize, node: usize| self.raise(role, node, &equation(&self, role, node));
        until_stable(self.0[0].len(), |n| predecessors.of(n), visit, sweeping)?;
        Some(self)
    }

    /// Checks that these are the least solution of the equation: grown anew from nothing, in plain sweeps over all nodes, it is
    /// the same. Otherwise the first role and node that differ, and how.
    pub fn check(&self, equation: impl Fn(&Numbers<N>, usize, usize) -> [i8; N] + Sync) -> Option<Differs> {
        let nodes = self.0[0].len();
        let anew = Numbers::new(nodes, |_, _, _| NEVER);
        let changed = AtomicBool::new(true);
        while changed.swap(false, Ordering::Relaxed) {
            parallel::each(nodes, &|n| {
                for role in [0, 1] {
                    if anew.raise(role, n, &equation(&anew, role, n)) {
                        changed.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
        let differs = |role: usize, n: usize| {
            let (says, follows) = (0..N).map(|i| (self.get(role, n, i), anew.get(role, n, i))).find(|(a, b)| a != b)?;
            Some((role, n, format!("the table says {says}, what follows is {follows}")))
        };
        let first = |role: usize| parallel::first(nodes, &|n| differs(role, n).is_some());
        [0, 1].into_iter().find_map(|role| first(role).and_then(|n| differs(role, n)))
    }

    /// The table, if it is one of so many nodes.
    ///
    /// # Errors
    /// [`StoreError::Damaged`], if it is one of another number.
    pub fn of(
        self,
        nodes: usize,
        subject: &Subject,
        stage: &str,
        stages: &Stages<'_>,
    ) -> Result<Numbers<N>, StoreError> {
        match stages.store.filter(|_| self.0[0].len() != nodes) {
            Some(store) => {
                let what = format!("it has {} rows instead of {nodes}", self.0[0].len());
                Err(StoreError::Damaged { file: store.file(subject, stage), what })
            }
            None => Ok(self),
        }
    }
}

/// A role and a node that differ, and how.
pub type Differs = (usize, usize, String);

impl<const N: usize> Stored for Numbers<N> {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        for (role, i) in [0, 1].into_iter().flat_map(|role| (0..N).map(move |i| (role, i))) {
            let values = self.0[role].iter().map(|numbers| numbers[i].load(Ordering::Relaxed));
            columns.put(&format!("{}-{i}", ROLES[role]), values);
        }
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<Numbers<N>> {
        let mut of = |role: &str| {
            let mut numbers: Vec<[AtomicI8; N]> = Vec::new();
            for i in 0..N {
                let column: Vec<i8> = columns.take(&format!("{role}-{i}"))?;
                numbers.resize_with(column.len(), || std::array::from_fn(|_| AtomicI8::new(NEVER)));
                numbers.iter_mut().zip(column).for_each(|(numbers, value)| numbers[i] = AtomicI8::new(value));
            }
            Some(numbers)
        };
        let found = [of(ROLES[0])?, of(ROLES[1])?];
        (found[0].len() == found[1].len()).then_some(Numbers(found))
    }
}

/// Who is to move, as files name it.
const ROLES: [&str; 2] = ["conceder", "other"];
