//! Rule sets compared in pairs on every position of a board: where they diverge, how strongly, and why.
//!
//! A position counts in two ways: by itself, and as a member of its class under the symmetries of the board and the exchange
//! of the colours. A class counts where any of its members does: for most rule sets all members are alike, but the exchange
//! of the colours exchanges the players who may have passed first too, so of a class one position may diverge under
//! a rule set that names one of them, and its mirror image in colour not.
//!
//! All rule sets are judged side by side, and what they say of a position is counted and dropped ([`Columns::walk`]).

mod counts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::causes::{Cause, Causes, Tried};
use super::census::{Beast, Census};
use super::columns::{Columns, Members, Walker};
use super::settled::{Settled, SettledBy};
use super::unfinished::{Ended, Head, Unfinished};
use super::{Only, Progress, Stopped, WholeBoard};
use crate::board::Grid;
use crate::law::RuleSet;
use crate::law::changes::{Changes, variants};
use crate::law::{Life, Outcome, Status, Verdict};
use crate::solve::Budget;
use crate::texts::fates;

pub use super::prisoners::{Prisoners, counts_stones};
pub use super::tally::{Occurrences, Tally};
pub use crate::law::changes::other_first_passer;
pub use crate::law::verdict::{differ, undecided};
pub use crate::texts::each_reading;

use super::prisoners::winner;
use counts::Counts;

/// What is counted of the results of two rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Results<T> {
    /// Positions on which they diverge.
    pub diverge: T,
    /// Those among them that are settled.
    pub settled: T,
    /// Positions on which the winner differs.
    pub winner: T,
    /// Those among them that are settled.
    pub settled_winner: T,
}

/// Two rule sets compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The first, an index into [`Comparison::rules`].
    pub a: usize,
    /// The second.
    pub b: usize,
    /// Where they diverge, under the convention for prisoners.
    pub results: Results<Option<Occurrences>>,
    /// The same under further conventions, in the order asked for.
    pub also: Vec<Results<Option<Occurrences>>>,
    /// Positions on which the status of a stone or an empty point differs; `None` unless both texts define it.
    pub status: Option<Tally>,
    /// Those among them that are settled.
    pub settled_status: Option<Tally>,
    /// Positions that were left out because the budget ran out under one of them.
    pub undecided: Tally,
    /// Why they diverge; several causes may hold on a position.
    pub causes: BTreeMap<Cause, CauseFound>,
    /// Positions on which they diverge, by the number of stones on the board.
    pub by_stones: Vec<u64>,
}

/// Positions on which one cause holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CauseFound {
    /// How many, and the smallest.
    pub found: Occurrences,
    /// How many of them have no other cause.
    pub alone: u64,
    /// How many of them are settled, and the smallest of those.
    pub settled: Option<Occurrences>,
}

/// What one rule set says of the board as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Positions by margin, under the convention.
    pub margins: BTreeMap<i32, u64>,
    /// Positions without result.
    pub no_result: u64,
    /// Positions undecided.
    pub undecided: u64,
    /// Positions decided by a search with the full history.
    pub history: u64,
}

/// How to compare.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The convention for earlier prisoners.
    pub prisoners: Prisoners,
    /// Further conventions, under which divergences are counted too.
    pub also: &'static [Prisoners],
    /// The budget for each question.
    pub budget: Budget,
    /// By what settled positions are told apart (which asks for more rule sets to be judged).
    pub settled: SettledBy,
    /// Whether causes are looked for, and by which changes to the rule sets (each asks for one more to be judged).
    pub causes: Option<Changes>,
    /// Whether positions of certain kinds are counted: [`super::census`].
    pub census: bool,
    /// Which positions are compared, if not all ([`WholeBoard::only`]).
    pub only: Option<Only>,
}

impl Options {
    /// Under one convention; settled positions are told apart, causes are not looked for.
    #[must_use]
    pub fn under(prisoners: Prisoners) -> Options {
        Options {
            prisoners,
            also: &[],
            budget: Budget::default(),
            settled: SettledBy::FatesAndPlayOuts,
            causes: None,
            census: false,
            only: None,
        }
    }
}

/// Rule sets compared in pairs on one board.
pub struct Comparison<'a> {
    /// The rule sets, in the order asked for.
    pub rules: Vec<RuleSet>,
    /// The convention for earlier prisoners.
    pub prisoners: Prisoners,
    /// Further conventions, in the order of [`Pair::also`].
    pub also: &'static [Prisoners],
    /// The rule sets judged: first `rules`, then what causes and settledness needed.
    pub columns: Columns<'a>,
    /// All positions.
    pub all: Tally,
    /// Settled positions: those in which players could sensibly stop.
    pub settled: Tally,
    /// Positions of which it is open whether they are settled (the budget ran out, or what play comes to
    /// cannot be judged on the board); they are not counted as settled.
    pub settled_open: u64,
    /// Whether the board can be judged under what tells settled positions apart.
    pub settled_judged: bool,
    /// Verdicts of changed rule sets (looked at for causes) on which the budget ran out: they show no cause.
    pub changes_undecided: u64,
    /// How rule sets were changed to find causes, in the order of `rules`; empty if causes were not looked for.
    pub tried: Vec<Tried>,
    /// Positions of certain kinds; empty unless asked for.
    pub census: Vec<Beast>,
    /// By rule set.
    pub summaries: Vec<Summary>,
    /// Each pair once, in the order of `rules`.
    pub pairs: Vec<Pair>,
    /// All positions, by the number of stones on the board.
    pub by_stones: Vec<u64>,
}

/// Whether the status of a stone or an empty point differs; `None` unless both texts define it and both were decided.
fn status_differs(a: &Verdict, b: &Verdict) -> Option<bool> {
    let (a, b) = (a.status.as_ref()?, b.status.as_ref()?);
    let undecided = |s: &Status| s.strings.iter().any(|s| s.life == Life::Undecided);
    if undecided(a) || undecided(b) {
        return None;
    }
    let stones = a.strings.iter().zip(&b.strings).any(|(x, y)| x.life != y.life);
    let occupied = a.strings.iter().fold(0u64, |m, s| m | s.string.stones);
    let points = (0..a.points.len()).any(|p| occupied >> p & 1 == 0 && a.points[p] != b.points[p]);
    Some(stones || points)
}

/// All rule sets that must be judged to compare `rules`: those asked for first, then what settledness, the census and causes
/// need. Beyond those asked for, only what is practical.
#[must_use]
pub fn needed(grid: Grid, rules: &[RuleSet], options: &Options) -> Vec<RuleSet> {
    let mut needed: Vec<RuleSet> = rules.to_vec();
    let mut add = |set: RuleSet| {
        // One first passer answers for the other.
        let answered = |n: &RuleSet| *n == set || Some(n) == other_first_passer(&set).as_ref();
        if (options.only.is_some() || WholeBoard::practical(grid, &set)) && !needed.iter().any(answered) {
            needed.push(set);
        }
    };
    options.settled.rules().into_iter().for_each(&mut add);
    if options.census {
        Census::asks_for(grid, options.only).into_iter().for_each(&mut add);
    }
    if let Some(changes) = options.causes {
        // Causes look at the fates of strings, too.
        fates().into_iter().for_each(&mut add);
        rules.iter().flat_map(|r| variants(r, changes)).for_each(|v| add(v.rules));
        // A play-out is compared with the position as it stands.
        let stands = rules.iter().filter_map(|r| r.text.as_it_stands(r));
        stands.for_each(&mut add);
    }
    needed
}

/// What the counts depend on.
fn head(whole: &WholeBoard, rules: &[RuleSet], options: &Options) -> Head {
    let names: Vec<String> = rules.iter().map(RuleSet::to_string).collect();
    let Options { prisoners, also, budget, settled, causes, census, only } = options;
    Head::new(vec![
        ("board", whole.board().grid().to_string()),
        ("positions", only.map_or_else(|| "all".to_string(), |only| format!("{only:?}"))),
        ("rules", names.join(",")),
        ("prisoners", format!("{prisoners:?} {also:?}")),
        ("budget", budget.states.to_string()),
        ("settled", format!("{settled:?}")),
        ("causes", format!("{causes:?}")),
        ("census", census.to_string()),
        ("classes", format!("{} by {}", whole.numbers(), whole.piece())),
    ])
}

/// How a comparison counts: the same for all pieces of the board.
struct Plan<'p> {
    rules: &'p [RuleSet],
    prisoners: Vec<Prisoners>,
    settled: Option<Settled>,
    causes: Option<Causes>,
    census: Option<Census>,
    /// Columns not asked for, of which undecided verdicts are counted.
    helpers: Vec<usize>,
}

/// Counts of a part of the board.
struct Count<'p> {
    plan: &'p Plan<'p>,
    pairs: Vec<(usize, usize)>,
    counts: Counts,
}

impl<'p> Count<'p> {
    fn new(plan: &'p Plan<'p>) -> Count<'p> {
        let rules = plan.rules.len();
        let pairs: Vec<(usize, usize)> = (0..rules).flat_map(|a| (a + 1..rules).map(move |b| (a, b))).collect();
        let beasts = plan.census.as_ref().map_or(Vec::new(), Census::none);
        let counts = Counts::none(rules, pairs.len(), plan.prisoners.len(), beasts);
        Count { plan, pairs, counts }
    }
}

impl Walker for Count<'_> {
    /// A pair diverges, for the same causes, on a position and on that with the colours exchanged, unless earlier prisoners favour one
    /// player.
    fn together(&self) -> bool {
        !self.plan.prisoners.contains(&Prisoners::BlackAhead)
    }

    fn see(&mut self, here: &Members) {
        let Count { plan, pairs, counts } = self;
        counts.all.add(here);
        let settled = plan.settled.as_ref().map(|s| s.holds(here));
        if settled == Some(None) {
            counts.settled_open += here.positions;
        }
        let settled = settled == Some(Some(true));
        if settled {
            counts.settled.add(here);
        }
        let helpers_undecided = plan.helpers.iter().filter(|&&c| undecided(here.verdicts[c].outcome)).count();
        counts.changes_undecided += here.positions * helpers_undecided as u64;
        counts.by_stones.add(here);
        let verdicts = &here.verdicts[..plan.rules.len()];
        let stones = here.stone_difference();
        // By convention, then by rule set.
        let under = |p: &Prisoners| -> Vec<Outcome> {
            plan.rules.iter().zip(verdicts).map(|(r, v)| v.outcome.plus(p.added(r, stones))).collect()
        };
        let outcomes: Vec<Vec<Outcome>> = plan.prisoners.iter().map(under).collect();
        for ((summary, verdict), outcome) in counts.summaries.iter_mut().zip(verdicts).zip(&outcomes[0]) {
            summary.add(here, verdict, *outcome);
        }
        if let Some(census) = &plan.census {
            census.count(here, settled, &mut counts.beasts);
        }
        // What the variants say is the same for all pairs of a position.
        let mut at_position = plan.causes.as_ref().map(|c| c.at(here));
        for (&(a, b), count) in pairs.iter().zip(&mut counts.counting) {
            if verdicts[a].status.is_some() && verdicts[b].status.is_some() {
                count.status.get_or_insert_default();
            }
            if let (Some(status), Some(true)) = (&mut count.status, status_differs(&verdicts[a], &verdicts[b])) {
                status.add(here);
                if settled {
                    count.settled_status.add(here);
                }
            }
            if undecided(verdicts[a].outcome) || undecided(verdicts[b].outcome) {
                count.undecided.add(here);
                continue;
            }
            for (results, outcomes) in count.results.iter_mut().zip(&outcomes) {
                if differ(outcomes[a], outcomes[b]) {
                    results.add(here, winner(outcomes[a]) != winner(outcomes[b]), settled);
                }
            }
            if !differ(outcomes[0][a], outcomes[0][b]) {
                continue;
            }
            count.by_stones.add(here);
            if let Some(found) = at_position.as_mut().map(|p| p.of(a, b)) {
                for &cause in &found {
                    let counting = count.causes.entry(cause).or_default();
                    counting.sample.add(here);
                    if found.len() == 1 {
                        counting.alone += here.positions;
                    }
                    if settled {
                        counting.settled.add(here);
                    }
                }
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.counts.merge(other.counts);
    }
}

impl<'a> Comparison<'a> {
    /// Compares `rules` on a board. The answer does not depend on the number of threads.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn run(
        whole: &'a WholeBoard,
        rules: &[RuleSet],
        options: &Options,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Comparison<'a>, Stopped> {
        match Comparison::run_keeping(whole, rules, options, None, progress, stop) {
            Ok(found) => Ok(found),
            Err(Ended::Stopped(stopped)) => Err(stopped),
            Err(Ended::Kept(_)) => unreachable!("nothing is kept"),
        }
    }

    /// The same; what is counted is kept every few minutes, and what an earlier run has kept is gone on with.
    ///
    /// # Errors
    /// [`Ended`], if `stop` was set meanwhile, or what is counted cannot be kept or read.
    pub fn run_keeping(
        whole: &'a WholeBoard,
        rules: &[RuleSet],
        options: &Options,
        kept: Option<&Unfinished>,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Comparison<'a>, Ended> {
        let grid = whole.board().grid();
        let head = head(whole, rules, options);
        // What cannot be gone on with is refused before anything is solved.
        let begun = kept.map(|kept| kept.read::<Counts>(&head)).transpose()?.flatten();
        let mut columns = Columns::new(whole, &needed(grid, rules, options), options.budget, progress, stop)?;
        let plan = Plan {
            rules,
            prisoners: std::iter::once(options.prisoners).chain(options.also.iter().copied()).collect(),
            settled: Settled::new(&mut columns, options.settled),
            causes: options.causes.and_then(|changes| Causes::new(&mut columns, rules, options.prisoners, changes)),
            census: options.census.then(|| Census::new(&mut columns)),
            helpers: columns.own().filter(|&c| c >= rules.len()).collect(),
        };
        let new = || Count::new(&plan);
        let begun = match (kept, begun) {
            (Some(kept), Some((_, counts))) if !counts.is_like(&new().counts) => return Err(kept.unlike().into()),
            (_, begun) => begun.map(|(done, counts)| (done, Count { counts, ..new() })),
        };
        let keep = |done: usize, count: &Count<'_>| {
            kept.map_or(Ok(()), |kept| kept.keep(&head, done, &count.counts)).map_err(Ended::from)
        };
        let Count { pairs, counts: count, .. } = columns.walk_on(new, begun, keep, progress, stop)?;
        let pairs = pairs.iter().zip(count.counting).map(|(&(a, b), counting)| counting.pair(whole, a, b));
        Ok(Comparison {
            rules: rules.to_vec(),
            prisoners: options.prisoners,
            also: options.also,
            all: count.all.tally(),
            settled: count.settled.tally(),
            settled_open: count.settled_open,
            settled_judged: options.only.is_some()
                || options.settled.rules().iter().all(|r| rules.contains(r) || WholeBoard::practical(grid, r)),
            changes_undecided: count.changes_undecided,
            tried: plan.causes.as_ref().map_or(Vec::new(), Causes::tried),
            census: plan.census.as_ref().map_or(Vec::new(), |census| census.found(whole, &count.beasts)),
            summaries: count.summaries,
            pairs: pairs.collect(),
            by_stones: count.by_stones.on(whole),
            columns,
        })
    }

    /// Judges again the positions that stand for divergences and causes, several at a time: their verdicts are not kept on the way.
    pub fn judge_witnesses(&self) {
        let asked: BTreeSet<(usize, usize)> = (self.pairs.iter())
            .flat_map(|pair| {
                let results = [pair.results.diverge, pair.results.settled];
                let found = results.into_iter().flatten().chain(pair.causes.values().map(|cause| cause.found));
                found.flat_map(|found| [pair.a, pair.b].map(|rules| (rules, found.witness)))
            })
            .collect();
        asked.into_par_iter().for_each(|(rules, at)| drop(self.verdict(rules, at)));
    }

    /// The board.
    #[must_use]
    pub fn whole(&self) -> &'a WholeBoard {
        self.columns.whole()
    }

    /// Whether nothing was left undecided.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.settled_open == 0 && self.summaries.iter().all(|s| s.undecided == 0)
    }

    /// The verdict of rule set number `rules` on position `at`, without earlier prisoners.
    #[must_use]
    pub fn verdict(&self, rules: usize, at: usize) -> Verdict {
        self.columns.verdict(rules, at)
    }

    /// The outcome of rule set number `rules` on position `at`, under the convention.
    #[must_use]
    pub fn outcome(&self, rules: usize, at: usize) -> Outcome {
        let added = self.prisoners.added(&self.rules[rules], self.whole().stone_difference(at));
        self.verdict(rules, at).outcome.plus(added)
    }
}
