//! The verdicts of several rule sets on a whole board, class by class and side by side, none of them kept longer than it is
//! looked at.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::whole::{Kept, Method};
use super::{Progress, Stopped, Verdicts, WholeBoard};
use crate::board::{Colour, Position};
use crate::law::RuleSet;
use crate::law::changes::other_first_passer;
use crate::law::facts::Facts;
use crate::law::{Interpreter, Verdict, knowing};
use crate::solve::Budget;

/// Classes whose verdicts are in memory at a time, for each thread.
const BLOCK: usize = 1 << 8;

/// What is gone through between two moments at which what is found may be kept takes at least half of this, if there is so much.
const AT_A_TIME: Duration = Duration::from_secs(20);

/// What is found is kept after this time.
const KEPT: Duration = Duration::from_secs(200);

/// The rule sets that are looked at on one board: a column each.
pub struct Columns<'a> {
    whole: &'a WholeBoard,
    budget: Budget,
    columns: Vec<Column>,
    /// By column and position: verdicts that were asked for one by one.
    asked: Mutex<FxHashMap<(usize, usize), Verdict>>,
}

struct Column {
    rules: RuleSet,
    source: Source,
    /// Time, in nanoseconds, summed over threads.
    spent: AtomicU64,
}

/// Where the verdicts come from.
enum Source {
    /// Judged when they are looked at: what would have to be searched for is known.
    Judged(Facts),
    /// Judged before: one interpreter that remembers what it has found went through all classes.
    Kept(Box<Verdicts>),
    /// From the column of this number: what a play-out with Black as the first passer says of a position is, the colours
    /// exchanged, what one with White says of the exchanged position.
    Exchanged(usize),
}

/// The positions of one class that have the same colours as its representative, up to symmetry, or those that have the
/// colours exchanged; or both together ([`Walker::together`]).
pub struct Members<'a> {
    /// The class, a number from 0.
    pub class: usize,
    /// The positions meant here; they are images of each other under the symmetries of the board and, as far as `exchanged` tells, the
    /// exchange of the colours.
    pub positions: u64,
    /// How many of them have the colours of `position` exchanged: the verdicts on them are those here, the colours exchanged.
    pub exchanged: u64,
    /// One of them, on which the verdicts are.
    pub position: Position,
    /// By column.
    pub verdicts: &'a [Verdict],
    whole: &'a WholeBoard,
    first: OnceCell<Position>,
}

impl<'a> Members<'a> {
    fn new(whole: &'a WholeBoard, class: usize, of: (Position, u64), verdicts: &'a [Verdict]) -> Members<'a> {
        let (position, positions) = of;
        Members { class, positions, exchanged: 0, position, verdicts, whole, first: OnceCell::new() }
    }

    /// The first of them in the order of texts.
    #[must_use]
    pub fn first(&self) -> Position {
        *self.first.get_or_init(|| {
            let own = self.whole.first(self.position);
            let exchanged = (self.exchanged > 0).then(|| self.whole.first(self.position.swapped()));
            exchanged.filter(|exchanged| exchanged.cmp_text(&own).is_lt()).unwrap_or(own)
        })
    }

    /// Black stones less white stones: what the convention `level` adds to a territory margin.
    #[must_use]
    pub fn stone_difference(&self) -> i32 {
        let of = |c| self.position.of(c).count_ones() as i32;
        of(Colour::Black) - of(Colour::White)
    }
}

/// What counts what [`Columns::walk`] shows: one for each piece of the classes, merged in the end.
pub trait Walker: Send {
    /// Whether positions and those with the colours exchanged are to be shown at once where no rule set tells the players apart.
    fn together(&self) -> bool {
        false
    }

    /// Looks at some positions.
    fn see(&mut self, here: &Members);

    /// Takes in what one of the same kind has seen of other classes.
    fn merge(&mut self, other: Self);
}

impl<'a> Columns<'a> {
    /// Makes ready to look at the board under each of `rules`: solves the games that are solved as a whole, each once, and
    /// judges under the rule sets that need a search for every position.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn new(
        whole: &'a WholeBoard,
        rules: &[RuleSet],
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Columns<'a>, Stopped> {
        let mut columns = Columns { whole, budget, columns: Vec::new(), asked: Mutex::default() };
        let answered =
            |set: &RuleSet, before: &[RuleSet]| other_first_passer(set).is_some_and(|other| before.contains(&other));
        let own: Vec<RuleSet> =
            rules.iter().enumerate().filter(|(i, r)| !answered(r, &rules[..*i])).map(|(_, r)| r.clone()).collect();
        // Of positions that were chosen each is judged when it is looked at, and searched for by itself.
        let is_searched = |set: &RuleSet| whole.is_only().is_none() && Method::of(set) == Method::Searched;
        let searched: Vec<RuleSet> = own.iter().filter(|r| is_searched(r)).cloned().collect();
        let mut solved = whole.solve(&own, progress, stop)?.into_iter();
        let mut kept = whole.judge::<Verdict>(&searched, budget, progress, stop)?.into_iter();
        for set in rules {
            if !own.contains(set) {
                columns.number(set);
                continue;
            }
            // Both lists are in the order of `own`.
            let facts = solved.next().flatten();
            let (source, seconds) = if is_searched(set) {
                let table = kept.next().expect("a table for each rule set searched");
                let seconds = table.seconds;
                (Source::Kept(Box::new(table)), seconds)
            } else {
                let (facts, seconds) = facts.unwrap_or_default();
                (Source::Judged(facts), seconds)
            };
            columns.columns.push(Column { rules: set.clone(), source, spent: AtomicU64::new((seconds * 1e9) as u64) });
        }
        Ok(columns)
    }

    /// The board.
    #[must_use]
    pub fn whole(&self) -> &'a WholeBoard {
        self.whole
    }

    /// The column of a rule set: one it was asked for, or the play-out with the other first passer of such a one.
    pub fn number(&mut self, rules: &RuleSet) -> Option<usize> {
        if let Some(found) = self.find(rules) {
            return Some(found);
        }
        let other = other_first_passer(rules)?;
        let source = Source::Exchanged(self.find(&other)?);
        self.columns.push(Column { rules: rules.clone(), source, spent: AtomicU64::new(0) });
        Some(self.columns.len() - 1)
    }

    fn find(&self, rules: &RuleSet) -> Option<usize> {
        self.columns.iter().position(|c| c.rules == *rules)
    }

    /// The columns that do not follow from another one.
    pub fn own(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns.len()).filter(|&c| !matches!(self.columns[c].source, Source::Exchanged(_)))
    }

    /// The rule set of a column.
    #[must_use]
    pub fn rules(&self, column: usize) -> &RuleSet {
        &self.columns[column].rules
    }

    /// The rule sets, with the seconds each took so far, summed over threads.
    pub fn seconds(&self) -> impl Iterator<Item = (&RuleSet, f64)> {
        self.columns.iter().map(|c| (&c.rules, c.spent.load(Ordering::Relaxed) as f64 / 1e9))
    }

    /// Looks at every position under every rule set, several pieces of the classes at a time where there are processors for
    /// it. The answer does not depend on how many.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile.
    pub fn walk<W: Walker>(
        &self,
        new: impl Fn() -> W + Sync + Send,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<W, Stopped> {
        self.walk_on(new, None, |_, _| Ok(()), progress, stop)
    }

    /// The same, gone on with from where all below a number of a class have been `begun` with; how far it is is handed to `keep` every few
    /// minutes, and when it is stopped.
    ///
    /// # Errors
    /// [`Stopped`] if `stop` was set meanwhile, or what `keep` says.
    pub fn walk_on<W: Walker, E: From<Stopped>>(
        &self,
        new: impl Fn() -> W + Sync + Send,
        begun: Option<(usize, W)>,
        mut keep: impl FnMut(usize, &W) -> Result<(), E>,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<W, E> {
        let (numbers, piece_size) = (self.whole.numbers(), self.whole.piece());
        let together = new().together() && self.columns.iter().all(|c| !c.rules.first_passer_matters());
        let walk = |piece: usize| {
            let from = piece * piece_size;
            let mut walker = new();
            let mut interpreters = None;
            for block in (from..numbers.min(from + piece_size)).step_by(BLOCK) {
                let block = block..numbers.min(from + piece_size).min(block + BLOCK);
                let of = |class| Some((class, self.whole.representative(class)?));
                let classes: Vec<(usize, Position)> = block.clone().filter_map(of).collect();
                if !classes.is_empty() {
                    let interpreters = interpreters.get_or_insert_with(|| self.interpreters());
                    let verdicts = self.judge(interpreters, &classes, !together, stop)?;
                    for (&(class, position), verdicts) in classes.iter().zip(verdicts) {
                        let halves = self.whole.halves(position);
                        if together {
                            let [own, exchanged] = halves.map(|half| half.map_or(0, |(_, positions)| positions));
                            let here = Members::new(self.whole, class, (position, own + exchanged), &verdicts[0]);
                            walker.see(&Members { exchanged, ..here });
                            continue;
                        }
                        for (half, verdicts) in halves.into_iter().zip(&verdicts) {
                            half.into_iter().for_each(|of| walker.see(&Members::new(self.whole, class, of, verdicts)));
                        }
                    }
                }
                progress.compared(block.len() as u64);
            }
            Ok::<W, Stopped>(walker)
        };
        let merged = |mut a: W, b: W| {
            a.merge(b);
            Ok(a)
        };
        let (done, mut walked) = begun.unwrap_or_else(|| (0, new()));
        progress.compared(done.min(numbers) as u64);
        let (pieces, mut kept) = (numbers.div_ceil(piece_size), Instant::now());
        let (mut next, mut many) = (done / piece_size, rayon::current_num_threads());
        while next < pieces {
            let (some, begun) = (next..pieces.min(next + many), Instant::now());
            match some.clone().into_par_iter().map(walk).try_reduce(&new, merged) {
                Ok(more) => walked.merge(more),
                Err(stopped) => {
                    keep(next * piece_size, &walked)?;
                    return Err(stopped.into());
                }
            }
            next = some.end;
            if begun.elapsed() < AT_A_TIME {
                many *= 2;
            }
            if kept.elapsed() >= KEPT {
                keep(next * piece_size, &walked)?;
                kept = Instant::now();
            }
        }
        Ok(walked)
    }

    fn interpreters(&self) -> Vec<Option<Box<dyn Interpreter>>> {
        let of = |c: &Column| match &c.source {
            Source::Judged(facts) => Some(knowing(&c.rules, self.whole.board(), self.budget, facts)),
            _ => None,
        };
        self.columns.iter().map(of).collect()
    }

    /// By class: the verdicts on its representative and, if `both` are asked for, those on the representative with the colours exchanged,
    /// by column.
    fn judge(
        &self,
        interpreters: &mut [Option<Box<dyn Interpreter>>],
        classes: &[(usize, Position)],
        both: bool,
        stop: &AtomicBool,
    ) -> Result<Vec<[Vec<Verdict>; 2]>, Stopped> {
        let mut found: Vec<[Vec<Verdict>; 2]> = vec![Default::default(); classes.len()];
        for (column, interpreter) in self.columns.iter().zip(interpreters) {
            let started = Instant::now();
            for (&(class, position), found) in classes.iter().zip(&mut found) {
                let (own, exchanged) = match (&column.source, interpreter.as_deref_mut()) {
                    (Source::Judged(_), Some(interpreter)) => {
                        let verdict = interpreter.judge(position);
                        // The rule set may tell the players apart.
                        let exchanged = both.then(|| match column.rules.first_passer_matters() {
                            true => interpreter.judge(position.swapped()),
                            false => verdict.exchanged(self.whole.board()),
                        });
                        (verdict, exchanged)
                    }
                    (Source::Kept(table), _) => {
                        let [own, exchanged] = self.whole.kept_of(table, class);
                        (own, Some(exchanged))
                    }
                    (Source::Exchanged(other), _) => {
                        let [own, exchanged] = [&found[1][*other], &found[0][*other]];
                        (own.exchanged(self.whole.board()), Some(exchanged.exchanged(self.whole.board())))
                    }
                    (Source::Judged(_), None) => unreachable!("one interpreter for each"),
                };
                found[0].push(own);
                found[1].extend(exchanged);
                // What was answered meanwhile may have been cut short.
                if stop.load(Ordering::Relaxed) {
                    return Err(Stopped);
                }
            }
            column.spent.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
        Ok(found)
    }

    /// The verdict of one column on position `at`. It may have to be searched for, so it is remembered.
    #[must_use]
    pub fn verdict(&self, column: usize, at: usize) -> Verdict {
        let Column { rules, source, .. } = &self.columns[column];
        match source {
            Source::Judged(facts) => {
                let asked = || self.asked.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(known) = asked().get(&(column, at)) {
                    return known.clone();
                }
                let verdict = knowing(rules, self.whole.board(), self.budget, facts).judge(self.whole.position(at));
                asked().insert((column, at), verdict.clone());
                verdict
            }
            Source::Kept(table) => self.whole.verdict(table, at),
            Source::Exchanged(other) => {
                let swapped = self.whole.at(self.whole.position(at).swapped());
                let swapped = swapped.expect("the exchange of the colours leaves a position legal");
                self.verdict(*other, swapped).exchanged(self.whole.board())
            }
        }
    }
}
