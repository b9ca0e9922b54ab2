//! Boards too large to be judged whole: rule sets compared on legal positions drawn uniformly at random.
//!
//! Positions are drawn independently of each other: a rank below the exact number of legal positions, and the position with
//! that rank ([`Index::unrank`]; of those with a given number of empty points [`Index::with_empty`]). No position is rejected,
//! so none is favoured. Ranks come from the generator of the `fastrand` crate (wyrand), made uniform below the count by D.
//! Lemire's multiplication with rejection ("Fast random integer generation in an interval", 2019).

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use super::Progress;
use super::compare::{Prisoners, differ, undecided};
use super::journal::{Journal, JournalError};
use super::prisoners::winner;
pub use super::rows::{Asked, Known, Row};
use super::settled::is_settled;
use crate::board::index::Index;
use crate::board::{Colour, Position};
use crate::law::{Outcome, RuleSet, Verdict, knowing};

/// `n` positions drawn uniformly from the legal ones of a grid (with exactly `empty` empty points), and the number of those. The
/// same `seed` gives the same positions, and those of a smaller `n` are the first of those of a larger one. `None` if there
/// is no such position.
#[must_use]
pub fn draw(index: &Index, empty: Option<usize>, n: usize, seed: u64) -> Option<(Vec<Position>, u64)> {
    // A table of so many numbers of empty points would have to be made.
    if empty.is_some_and(|empty| empty > index.grid().len()) {
        return None;
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let stratum = empty.map(|empty| index.with_empty(empty));
    let count = stratum.as_ref().map_or(index.count(), |s| s.count());
    if count == 0 {
        return None;
    }
    let mut position = || {
        let rank = random.u64(0..count);
        stratum.as_ref().map_or_else(|| index.unrank(rank), |s| s.unrank(rank))
    };
    Some(((0..n).map_while(|_| position()).collect(), count))
}

/// Judges positions, but for what a journal has already; what is found is added to it. The rows of as many of the first
/// ones as were judged before `stop` was set, and the seconds of processor time (about) spent now on each rule set, and on
/// settledness. The rows depend neither on the number of threads nor on what the journal had.
///
/// # Errors
/// [`JournalError`], if the journal cannot be written.
pub fn judge(
    asked: &Asked<'_>,
    positions: &[Position],
    journal: Option<&Journal>,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<(Vec<Row>, Vec<f64>), JournalError> {
    let spent: Vec<AtomicU64> = (0..=asked.rules.len()).map(|_| AtomicU64::new(0)).collect();
    let rows = Mutex::new(vec![None; positions.len()]);
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let judging = Judging { asked, journal, progress, stop, spent: &spent };
    // One after the other, so that what is done when the run is stopped is, nearly, a first part.
    let ended = rayon::broadcast(|_| {
        while !failed.load(Ordering::Relaxed) {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(&position) = positions.get(i) else { break };
            let row = judging.row(i, position).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            let Some(row) = row else { break };
            if let Ok(mut rows) = rows.lock() {
                rows[i] = Some(row);
            }
        }
        Ok(())
    });
    ended.into_iter().collect::<Result<(), JournalError>>()?;
    let rows = rows.into_inner().unwrap_or_default().into_iter().map_while(|row| row).collect();
    Ok((rows, spent.into_iter().map(|nanos| nanos.into_inner() as f64 / 1e9).collect()))
}

/// A run of [`judge`].
struct Judging<'a> {
    asked: &'a Asked<'a>,
    journal: Option<&'a Journal>,
    progress: &'a dyn Progress,
    stop: &'a AtomicBool,
    /// Nanoseconds by rule set, and on settledness.
    spent: &'a [AtomicU64],
}

impl Judging<'_> {
    /// One row; `None` if the run was stopped before it was complete.
    fn row(&self, at: usize, position: Position) -> Result<Option<Row>, JournalError> {
        let Asked { rules, settled, .. } = self.asked;
        let mut known = self.journal.map_or_else(|| Known::nothing(rules.len()), |j| j.known()[at].clone());
        let mut verdicts: Vec<Option<Verdict>> = vec![None; rules.len()];
        let mut outcomes = Vec::new();
        for (i, rules) in rules.iter().enumerate() {
            if let Some(outcome) = known.outcomes[i].take() {
                outcomes.push(outcome);
                continue;
            }
            let Some(verdict) = self.unless_stopped(i, || self.asked.judge(rules, position)) else { return Ok(None) };
            self.journal.map_or(Ok(()), |journal| journal.outcome(at, i, verdict.outcome))?;
            self.progress.judged(rules, 1);
            outcomes.push(verdict.outcome);
            verdicts[i] = Some(verdict);
        }
        if *settled && known.settled.is_none() {
            let found = self.unless_stopped(rules.len(), || self.asked.is_settled(position, &verdicts));
            let Some(found) = found else { return Ok(None) };
            self.journal.map_or(Ok(()), |journal| journal.settled(at, found))?;
            known.settled = Some(found);
        }
        Ok(Some(Row { position, outcomes, settled: known.settled }))
    }

    /// What is found, its time being added to what was spent; nothing if the run was stopped: then it is not what would
    /// have been found.
    fn unless_stopped<T>(&self, spent: usize, find: impl FnOnce() -> T) -> Option<T> {
        let start = Instant::now();
        let found = find();
        self.spent[spent].fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        (!self.stop.load(Ordering::Relaxed)).then_some(found)
    }
}

impl Asked<'_> {
    fn judge(&self, rules: &RuleSet, position: Position) -> Verdict {
        let facts = self.solved.map(|solved| solved.facts(rules)).unwrap_or_default();
        knowing(rules, self.board, self.budget, &facts).judge(position)
    }

    /// Whether players could sensibly stop ([`is_settled`]); `verdicts` by rule set, where one was found just now.
    fn is_settled(&self, position: Position, verdicts: &[Option<Verdict>]) -> Option<bool> {
        is_settled(|rules| {
            let found = self.rules.iter().position(|r| r == rules).and_then(|at| verdicts[at].clone());
            Some(found.unwrap_or_else(|| self.judge(rules, position)))
        })
    }
}

/// A share of a population estimated from a sample, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// How many of the sample.
    pub found: u64,
    /// The sample.
    pub of: u64,
    /// `found / of`; 0 of an empty sample.
    pub rate: f64,
    /// E. B. Wilson's score interval ("Probable inference, the law of succession, and statistical inference", 1927).
    pub interval: [f64; 2],
}

impl Estimate {
    /// The estimate from `found` of `of`; of an empty sample the interval is everything.
    #[must_use]
    pub fn new(found: u64, of: u64) -> Estimate {
        if of == 0 {
            return Estimate { found, of, rate: 0.0, interval: [0.0, 1.0] };
        }
        // The 97.5 % quantile of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        let (n, p) = (of as f64, found as f64 / of as f64);
        let scale = 1.0 + Z * Z / n;
        let middle = (p + Z * Z / (2.0 * n)) / scale;
        let half = Z / scale * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        Estimate { found, of, rate: p, interval: [(middle - half).max(0.0), (middle + half).min(1.0)] }
    }
}

/// How often two rule sets diverge.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// Numbers of the rule sets.
    pub rules: [usize; 2],
    /// Among the positions decided under both.
    pub decided: Estimate,
    /// Of these, those on which the winner differs.
    pub winner: Estimate,
    /// Positions undecided under one of them at least.
    pub undecided: u64,
    /// If none of those diverged.
    pub least: Estimate,
    /// If all of those diverged.
    pub most: Estimate,
    /// The row on which they diverge that has the fewest stones, and of those the first in the order of texts
    /// ([`Position::cmp_text`]).
    pub smallest: Option<usize>,
}

/// The outcome of a row under a rule set of these, its prisoners being as `prisoners` says.
#[must_use]
pub fn outcome(rules: &[RuleSet], row: &Row, at: usize, prisoners: Prisoners) -> Outcome {
    let [black, white] = Colour::ALL.map(|c| row.position.of(c).count_ones() as i32);
    row.outcomes[at].plus(prisoners.added(&rules[at], black - white))
}

/// Compares rule sets in pairs on rows, their prisoners being as `prisoners` says.
#[must_use]
pub fn pairs(rules: &[RuleSet], rows: &[&Row], prisoners: Prisoners) -> Vec<Pair> {
    let size = |row: &Row| row.position.occupied().count_ones();
    let pair = |a: usize, b: usize| {
        let (mut found, mut winners, mut of) = (0, 0, 0);
        let mut smallest: Option<usize> = None;
        for (at, row) in rows.iter().enumerate() {
            let [x, y] = [a, b].map(|rules_at| outcome(rules, row, rules_at, prisoners));
            if undecided(x) || undecided(y) {
                continue;
            }
            of += 1;
            if differ(x, y) {
                found += 1;
                winners += u64::from(winner(x) != winner(y));
                let is_smaller = |than: usize| {
                    let than = rows[than];
                    let by_text = || row.position.cmp_text(&than.position);
                    size(row).cmp(&size(than)).then_with(by_text).is_lt()
                };
                if smallest.is_none_or(is_smaller) {
                    smallest = Some(at);
                }
            }
        }
        let all = rows.len() as u64;
        Pair {
            rules: [a, b],
            decided: Estimate::new(found, of),
            winner: Estimate::new(winners, of),
            undecided: all - of,
            least: Estimate::new(found, all),
            most: Estimate::new(found + all - of, all),
            smallest,
        }
    };
    (0..rules.len()).flat_map(|a| (a + 1..rules.len()).map(move |b| (a, b))).map(|(a, b)| pair(a, b)).collect()
}

/// What was found of the positions with one number of stones.
#[derive(Clone, PartialEq, Debug)]
pub struct Stratum {
    /// Stones on the board.
    pub stones: u32,
    /// Positions of the sample.
    pub positions: u64,
    /// Each pair on these positions.
    pub pairs: Vec<Pair>,
}

/// Rows by their number of stones, in ascending order.
#[must_use]
pub fn by_stones(rules: &[RuleSet], rows: &[&Row], prisoners: Prisoners) -> Vec<Stratum> {
    let mut strata: BTreeMap<u32, Vec<&Row>> = BTreeMap::new();
    for &row in rows {
        strata.entry(row.position.occupied().count_ones()).or_default().push(row);
    }
    let stratum = |(stones, rows): (u32, Vec<&Row>)| Stratum {
        stones,
        positions: rows.len() as u64,
        pairs: pairs(rules, &rows, prisoners),
    };
    strata.into_iter().map(stratum).collect()
}
