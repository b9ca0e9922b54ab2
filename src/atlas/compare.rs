//! Rule sets compared in pairs on every position of a board: where they diverge, how strongly, and why.
//!
//! A position counts in two ways: by itself, and as a member of its class under the symmetries of the board and the exchange
//! of the colours. A class counts where any of its members does: for most rule sets all members are alike, but the exchange
//! of the colours exchanges the players who may have passed first too, so of a class one position may diverge from
//! `j1997:first=black` and its mirror image in colour not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::AtomicBool;

use super::causes::{Cause, Causes};
use super::changes::{Changes, variants};
use super::{Progress, Stopped, Verdicts, WholeBoard};
use crate::game::Budget;
use crate::rules::{Life, Outcome, Verdict};
use crate::spec::{RuleSet, Text};

/// How many prisoners a bare position is taken to have before it: what is added to a margin so that rule sets that count
/// prisoners can be compared with those that count stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prisoners {
    /// Those of a game in which both players have played equally many stones: a margin that counts prisoners gets the black
    /// stones on the board less the white ones, a margin that counts stones stays.
    #[default]
    Level,
    /// None: margins as the interpreters give them.
    None,
    /// Those of a game in which Black has played one stone more: one less than `Level`.
    BlackAhead,
}

impl Prisoners {
    /// All conventions, the default first.
    pub const ALL: [Prisoners; 3] = [Prisoners::Level, Prisoners::None, Prisoners::BlackAhead];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prisoners::Level => "level",
            Prisoners::None => "none",
            Prisoners::BlackAhead => "black-ahead",
        }
    }

    /// What it adds to a margin of `rules` on a position with `stones` more black stones than white ones.
    #[must_use]
    pub fn added(self, rules: &RuleSet, stones: i32) -> i32 {
        match self {
            Prisoners::None => 0,
            _ if counts_stones(rules) => 0,
            Prisoners::Level => stones,
            Prisoners::BlackAhead => stones - 1,
        }
    }
}

impl fmt::Display for Prisoners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether the margin counts stones on the board (an area margin) and not prisoners (a territory margin).
#[must_use]
pub fn counts_stones(rules: &RuleSet) -> bool {
    rules.text == Text::MsChinese || rules.reading("score") == "area"
}

/// Who wins, for a comparison of results that leaves the margin aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Winner {
    Margin(i32),
    Nobody,
}

fn winner(outcome: Outcome) -> Winner {
    outcome.margin().map_or(Winner::Nobody, |m| Winner::Margin(m.signum()))
}

/// Whether two decided outcomes are different results. Two no-results are the same result, whatever their bounds: nobody
/// wins either.
#[must_use]
pub fn differ(a: Outcome, b: Outcome) -> bool {
    a.margin() != b.margin()
}

/// Whether the budget ran out on an outcome.
#[must_use]
pub fn undecided(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Undecided { .. })
}

/// The verdicts of several rule sets on one board, found by rule set.
pub struct Tables<'a> {
    whole: &'a WholeBoard,
    found: BTreeMap<RuleSet, Verdicts>,
}

impl<'a> Tables<'a> {
    /// Judges the board under each of `rules`, once.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn judge(
        whole: &'a WholeBoard,
        rules: &[RuleSet],
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Tables<'a>, Stopped> {
        let judged = whole.judge(rules, budget, progress, stop)?;
        let found = judged.into_iter().map(|v| (v.rules.clone(), v)).collect();
        Ok(Tables { whole, found })
    }

    /// The board.
    #[must_use]
    pub fn whole(&self) -> &WholeBoard {
        self.whole
    }

    /// The table that answers for `rules` and whether it does so with the colours exchanged: what a play-out with Black as
    /// the first passer says of a position is, the colours exchanged, what one with White says of the exchanged position.
    fn table(&self, rules: &RuleSet) -> Option<(&Verdicts, bool)> {
        if let Some(table) = self.found.get(rules) {
            return Some((table, false));
        }
        let other = other_first_passer(rules).filter(|_| rules.is_play_out())?;
        self.found.get(&other).map(|table| (table, true))
    }

    /// Whether [`Tables::outcome`] answers for `rules`.
    #[must_use]
    pub fn has(&self, rules: &RuleSet) -> bool {
        self.table(rules).is_some()
    }

    /// The verdict of `rules` on position `at`; `None` if it was not judged.
    #[must_use]
    pub fn verdict(&self, rules: &RuleSet, at: usize) -> Option<Verdict> {
        let (table, swap) = self.table(rules)?;
        if !swap {
            return Some(self.whole.verdict(table, at));
        }
        let mut verdict = self.whole.verdict(table, self.exchanged(at)?);
        // A play-out has no status of points, and its claims name no points: only the players change.
        verdict.outcome = verdict.outcome.negated();
        verdict.claims.iter_mut().for_each(|c| c.player = c.player.opponent());
        Some(verdict.in_order())
    }

    /// The outcome of `rules` on position `at`, without earlier prisoners; `None` if it was not judged.
    #[must_use]
    pub fn outcome(&self, rules: &RuleSet, at: usize) -> Option<Outcome> {
        let (table, swap) = self.table(rules)?;
        if swap {
            Some(self.whole.outcome(table, self.exchanged(at)?).negated())
        } else {
            Some(self.whole.outcome(table, at))
        }
    }

    /// The position with the colours exchanged.
    fn exchanged(&self, at: usize) -> Option<usize> {
        self.whole.at(self.whole.position(at).swapped())
    }

    /// The rule sets judged, with the seconds each took.
    pub fn seconds(&self) -> impl Iterator<Item = (&RuleSet, f64)> {
        self.found.iter().map(|(rules, table)| (rules, table.seconds))
    }
}

/// The play-out with the other player as the one who passed first.
#[must_use]
pub fn other_first_passer(rules: &RuleSet) -> Option<RuleSet> {
    let other = if rules.reading("first") == "black" { "white" } else { "black" };
    rules.clone().with("first", other)
}

/// Every rule set in default readings and, after each, those that read one choice of it otherwise. The position as it stands
/// does not depend on who passed first and is listed once.
#[must_use]
pub fn each_reading() -> Vec<RuleSet> {
    let mut found: Vec<RuleSet> = Vec::new();
    for text in Text::ALL {
        let defaults: Vec<RuleSet> = RuleSet::defaults().into_iter().filter(|r| r.text == text).collect();
        let changed = text.readings().filter(|(key, _)| *key != "first").flat_map(|(key, values)| {
            let with = |&value: &&'static str| defaults.iter().filter_map(move |d| d.clone().with(key, value));
            values.iter().skip(1).flat_map(with).collect::<Vec<RuleSet>>()
        });
        let changed: Vec<RuleSet> = changed.collect();
        for set in defaults.iter().cloned().chain(changed) {
            let once = set.reading("agreement") == "as-it-stands"
                && other_first_passer(&set).is_some_and(|other| found.contains(&other));
            if !once {
                found.push(set);
            }
        }
    }
    found
}

/// How many positions, and how many classes of them under symmetry and the exchange of the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Tally {
    /// Positions.
    pub positions: u64,
    /// Classes with such a position.
    pub classes: u64,
}

/// Counts positions and their classes.
#[derive(Default)]
struct Counter {
    positions: u64,
    classes: BTreeSet<usize>,
}

impl Counter {
    fn add(&mut self, class: usize) {
        self.positions += 1;
        self.classes.insert(class);
    }

    fn tally(&self) -> Tally {
        Tally { positions: self.positions, classes: self.classes.len() as u64 }
    }
}

/// Positions found of one kind and the smallest of them: fewest stones, then smallest text.
#[derive(Default)]
struct Sample {
    counter: Counter,
    smallest: Option<(u32, usize)>,
}

impl Sample {
    fn add(&mut self, whole: &WholeBoard, at: usize) {
        self.counter.add(whole.class(at));
        let this = (whole.position(at).occupied().count_ones(), at);
        self.smallest = Some(self.smallest.map_or(this, |s| s.min(this)));
    }

    fn found(&self) -> Option<Found> {
        self.smallest.map(|(_, witness)| Found { tally: self.counter.tally(), witness })
    }
}

/// Positions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// How many.
    pub tally: Tally,
    /// The smallest, a number of [`WholeBoard::position`]: fewest stones, then smallest text.
    pub witness: usize,
}

/// Two rule sets compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The first, an index into [`Comparison::rules`].
    pub a: usize,
    /// The second.
    pub b: usize,
    /// Positions on which they diverge.
    pub diverge: Option<Found>,
    /// Those among them that are settled.
    pub settled: Option<Found>,
    /// Positions on which the winner differs.
    pub winner: Option<Found>,
    /// Those among them that are settled.
    pub settled_winner: Option<Found>,
    /// Positions on which the status of a stone or an empty point differs; `None` unless both texts define it.
    pub status: Option<Tally>,
    /// Those among them that are settled.
    pub settled_status: Option<Tally>,
    /// Positions that were left out because the budget ran out under one of them.
    pub undecided: Tally,
    /// Why they diverge; several causes may hold on a position.
    pub causes: BTreeMap<Cause, CauseFound>,
}

/// Positions on which one cause holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CauseFound {
    /// How many, and the smallest.
    pub found: Found,
    /// How many of them have no other cause.
    pub alone: u64,
    /// How many of them are settled, and the smallest of those.
    pub settled: Option<Found>,
}

/// What one rule set says of the board as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    /// The budget for each question.
    pub budget: Budget,
    /// Whether causes are looked for (which asks for more tables), and by which changes to the rule sets.
    pub causes: Option<Changes>,
}

/// Rule sets compared in pairs on one board.
pub struct Comparison<'a> {
    /// The rule sets, in the order asked for.
    pub rules: Vec<RuleSet>,
    /// The convention for earlier prisoners.
    pub prisoners: Prisoners,
    /// The tables judged: those of `rules` and what causes and settledness needed.
    pub tables: Tables<'a>,
    /// Settled positions: those in which players could sensibly stop.
    pub settled: Tally,
    /// Positions of which the budget left open whether they are settled; they are not counted as settled.
    pub settled_open: u64,
    /// Verdicts of changed rule sets (looked at for causes) on which the budget ran out: they show no cause.
    pub changes_undecided: u64,
    /// By rule set.
    pub summaries: Vec<Summary>,
    /// Each pair once, in the order of `rules`.
    pub pairs: Vec<Pair>,
}

/// The tables that say whether a position is settled, whatever rule sets are compared.
struct Settled {
    fates: [RuleSet; 2],
    play_outs: [RuleSet; 2],
}

impl Settled {
    fn new() -> Settled {
        let ms = RuleSet::default_of(Text::MsJapanese);
        let black = RuleSet::default_of(Text::J1997);
        let opponent_first = ms.clone().with("dead", "opponent-first").unwrap_or_else(|| ms.clone());
        let white = other_first_passer(&black).unwrap_or_else(|| black.clone());
        Settled { fates: [ms, opponent_first], play_outs: [black, white] }
    }

    /// No string's fate in `ms` depends on who moves first, and the play-out's outcome does not depend on who passed first;
    /// `None` if the budget ran out on one of them.
    fn holds(&self, tables: &Tables, at: usize) -> Option<bool> {
        let [black, white] = [tables.outcome(&self.play_outs[0], at)?, tables.outcome(&self.play_outs[1], at)?];
        let changeable = changeable(tables, &self.fates, at)?;
        (!undecided(black) && !undecided(white)).then(|| !changeable && !differ(black, white))
    }
}

/// Whether the fate of some string in `ms` depends on who moves first; `None` if that is undecided.
fn changeable(tables: &Tables, fates: &[RuleSet; 2], at: usize) -> Option<bool> {
    let status = [tables.verdict(&fates[0], at)?.status?, tables.verdict(&fates[1], at)?.status?];
    let mut differs = false;
    for (a, b) in status[0].strings.iter().zip(&status[1].strings) {
        if a.life == Life::Undecided || b.life == Life::Undecided {
            return None;
        }
        differs |= (a.life == Life::Dead) != (b.life == Life::Dead);
    }
    Some(differs)
}

/// Whether the status of a stone or an empty point differs; `None` unless both texts define it and both were decided.
fn status_differs(a: &Verdict, b: &Verdict) -> Option<bool> {
    let (a, b) = (a.status.as_ref()?, b.status.as_ref()?);
    let undecided = |s: &crate::rules::Status| s.strings.iter().any(|s| s.life == Life::Undecided);
    if undecided(a) || undecided(b) {
        return None;
    }
    let stones = a.strings.iter().zip(&b.strings).any(|(x, y)| x.life != y.life);
    let occupied = a.strings.iter().fold(0u64, |m, s| m | s.string.stones);
    let points = (0..a.points.len()).any(|p| occupied >> p & 1 == 0 && a.points[p] != b.points[p]);
    Some(stones || points)
}

/// What is counted for one pair.
#[derive(Default)]
struct Counting {
    diverge: Sample,
    settled: Sample,
    winner: Sample,
    settled_winner: Sample,
    status: Option<Counter>,
    settled_status: Counter,
    undecided: Counter,
    causes: BTreeMap<Cause, (Sample, u64, Sample)>,
}

impl Counting {
    fn pair(self, a: usize, b: usize) -> Pair {
        let causes = self.causes.into_iter().filter_map(|(cause, (sample, alone, settled))| {
            Some((cause, CauseFound { found: sample.found()?, alone, settled: settled.found() }))
        });
        Pair {
            a,
            b,
            diverge: self.diverge.found(),
            settled: self.settled.found(),
            winner: self.winner.found(),
            settled_winner: self.settled_winner.found(),
            settled_status: self.status.as_ref().map(|_| self.settled_status.tally()),
            status: self.status.map(|s| s.tally()),
            undecided: self.undecided.tally(),
            causes: causes.collect(),
        }
    }
}

/// All rule sets that must be judged to compare `rules`: those asked for first, then what settledness and causes need.
#[must_use]
pub fn needed(rules: &[RuleSet], options: &Options) -> Vec<RuleSet> {
    let Settled { fates, play_outs } = Settled::new();
    let mut needed: Vec<RuleSet> = rules.to_vec();
    let mut add = |set: RuleSet| {
        // One first passer answers for the other.
        let answered = |n: &RuleSet| *n == set || set.is_play_out() && Some(n) == other_first_passer(&set).as_ref();
        if !needed.iter().any(answered) {
            needed.push(set);
        }
    };
    fates.into_iter().chain(play_outs).for_each(&mut add);
    if let Some(changes) = options.causes {
        rules.iter().flat_map(|r| variants(r, changes)).for_each(|v| add(v.rules));
        // A play-out is compared with the position as it stands.
        let stands =
            rules.iter().filter(|r| r.is_play_out()).filter_map(|r| r.clone().with("agreement", "as-it-stands"));
        stands.for_each(&mut add);
    }
    needed
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
        let tables = Tables::judge(whole, &needed(rules, options), options.budget, progress, stop)?;
        let settled_by = Settled::new();
        let causes = options.causes.map(|changes| Causes::new(rules, options.prisoners, changes));
        let mut settled_count = Counter::default();
        let mut settled_open = 0;
        let mut summaries = vec![Summary::default(); rules.len()];
        let pairs: Vec<(usize, usize)> =
            (0..rules.len()).flat_map(|a| (a + 1..rules.len()).map(move |b| (a, b))).collect();
        let mut counting: Vec<Counting> = pairs.iter().map(|_| Counting::default()).collect();
        for at in 0..whole.len() {
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(Stopped);
            }
            let class = whole.class(at);
            let settled = settled_by.holds(&tables, at);
            settled_open += u64::from(settled.is_none());
            let settled = settled == Some(true);
            if settled {
                settled_count.add(class);
            }
            let stones = whole.stone_difference(at);
            let verdicts: Vec<Verdict> = rules.iter().filter_map(|r| tables.verdict(r, at)).collect();
            let outcomes: Vec<Outcome> =
                rules.iter().zip(&verdicts).map(|(r, v)| v.outcome.plus(options.prisoners.added(r, stones))).collect();
            for ((summary, verdict), outcome) in summaries.iter_mut().zip(&verdicts).zip(&outcomes) {
                summary.history += u64::from(verdict.notes.history);
                match *outcome {
                    Outcome::Margin(m) => *summary.margins.entry(m).or_default() += 1,
                    Outcome::NoResult { .. } => summary.no_result += 1,
                    Outcome::Undecided { .. } => summary.undecided += 1,
                }
            }
            // What the variants say is the same for all pairs of a position.
            let mut at_position = causes.as_ref().map(|c| c.at(&tables, at));
            for (&(a, b), count) in pairs.iter().zip(&mut counting) {
                if verdicts[a].status.is_some() && verdicts[b].status.is_some() {
                    count.status.get_or_insert_default();
                }
                if let (Some(status), Some(true)) = (&mut count.status, status_differs(&verdicts[a], &verdicts[b])) {
                    status.add(class);
                    if settled {
                        count.settled_status.add(class);
                    }
                }
                if undecided(outcomes[a]) || undecided(outcomes[b]) {
                    count.undecided.add(class);
                    continue;
                }
                if !differ(outcomes[a], outcomes[b]) {
                    continue;
                }
                let winner = winner(outcomes[a]) != winner(outcomes[b]);
                count.diverge.add(whole, at);
                if winner {
                    count.winner.add(whole, at);
                }
                if settled {
                    count.settled.add(whole, at);
                    if winner {
                        count.settled_winner.add(whole, at);
                    }
                }
                if let Some(found) = at_position.as_mut().map(|p| p.of(a, b, &verdicts)) {
                    for &cause in &found {
                        let (sample, alone, settled_too) = count.causes.entry(cause).or_default();
                        sample.add(whole, at);
                        *alone += u64::from(found.len() == 1);
                        if settled {
                            settled_too.add(whole, at);
                        }
                    }
                }
            }
        }
        let asked = |set: &RuleSet| rules.contains(set);
        let changes_undecided = tables
            .found
            .values()
            .filter(|table| !asked(&table.rules))
            .map(|table| (0..whole.len()).filter(|&at| undecided(whole.outcome(table, at))).count() as u64)
            .sum();
        let pairs = pairs.into_iter().zip(counting).map(|((a, b), count)| count.pair(a, b)).collect();
        Ok(Comparison {
            rules: rules.to_vec(),
            prisoners: options.prisoners,
            tables,
            settled: settled_count.tally(),
            settled_open,
            changes_undecided,
            summaries,
            pairs,
        })
    }

    /// Whether nothing was left undecided.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.settled_open == 0 && self.summaries.iter().all(|s| s.undecided == 0)
    }

    /// The outcome of rule set number `rules` on position `at`, under the convention.
    #[must_use]
    pub fn outcome(&self, rules: usize, at: usize) -> Option<Outcome> {
        let set = &self.rules[rules];
        let added = self.prisoners.added(set, self.tables.whole().stone_difference(at));
        self.tables.outcome(set, at).map(|o| o.plus(added))
    }
}
