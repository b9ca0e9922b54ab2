//! Searches with the history: from a position that is asked for, or from all positions of a board whose bounds differ, in pieces
//! that are kept one by one.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::game::{KoCapture, Values};
use super::solution::{Grounds, Solution};
use crate::atlas::{Progress, Stopped, WholeBoard};
use crate::board::{Colour, Position, diagram};
use crate::law::RuleSet;
use crate::law::games::ends_of;
use crate::law::play::Remembered;
use crate::solve::value::bounds::Pair;
use crate::solve::value::graph::Graph;
use crate::solve::value::remembering::{Asked, Memorable, Search};
use crate::solve::whole::store::{Columns, Stages, Store, StoreError, Stored, Subject};
use crate::solve::{Bounds, Budget, clock};

/// Classes searched by one search, each with what was learned in those before. What a budget leaves undecided depends on them, so
/// they depend on nothing else; and what is learned takes memory.
const PIECE: usize = 1 << 16;
/// The same of captures in a ko, of which there are fewer.
const KOS: usize = 1 << 9;

/// What searches found, by class in ascending order.
#[derive(Clone)]
struct Searched(Vec<(u32, Bounds<i16>)>);

impl Stored for Searched {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        columns.put("class", self.0.iter().map(|(class, _)| *class));
        columns.put("lo", self.0.iter().map(|(_, found)| found.lower));
        columns.put("hi", self.0.iter().map(|(_, found)| found.upper));
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<Searched> {
        let (classes, los, his): (Vec<u32>, Vec<i16>, Vec<i16>) =
            (columns.take("class")?, columns.take("lo")?, columns.take("hi")?);
        let found = classes.into_iter().zip(los).zip(his);
        columns
            .is_empty()
            .then(|| Searched(found.map(|((class, lower), upper)| (class, Bounds { lower, upper })).collect()))
    }
}

/// The stage of what searches with this budget found. What time or memory leave undecided is another thing on another machine.
fn stage(budget: Budget) -> String {
    let time = budget.time.map(|time| format!("-{}s", time.as_secs())).unwrap_or_default();
    let memory = budget.memory.map(|bytes| format!("-{bytes}B")).unwrap_or_default();
    format!("searched-{}{time}{memory}", budget.states)
}

/// Values searched with the history that another search does not confirm.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WrongSearch {
    /// It contradicts one.
    #[error("{position}, Black to move: [{},{}] with the history, and [{},{}] when it is searched again", said[0], said[1], again[0], again[1])]
    Differs {
        /// The position, seen by the player to move.
        position: String,
        /// What is said of it.
        said: [i16; 2],
        /// What the other search says.
        again: [i16; 2],
    },
    /// It was asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The searches of a game.
pub(super) struct Searches<'a> {
    graph: &'a Graph,
    solution: &'a Solution,
    /// For what it comes to at least and, where verdicts on ends are undecided, at most.
    sides: Vec<Search<'a>>,
}

impl<'a> Searches<'a> {
    /// Those of the game of `values`, of which these are graph and solution. They end at what is given by the grounds, or at what is had by
    /// passing alone if that is given.
    pub(super) fn new(
        values: &Values,
        graph: &'a Graph,
        solution: &'a Solution,
        grounds: &'a Grounds<'_>,
        passing: Option<&'a [Pair]>,
    ) -> Searches<'a> {
        let of = |&generous: &bool| {
            let memorable = solution.memorable(graph, grounds, generous);
            Search::new(match passing {
                Some(sure) => Memorable { sure, always_sure: true, ..memorable },
                None => memorable,
            })
        };
        let sides = if values.undecided_ends { &[false, true][..] } else { &[false] };
        Searches { graph, solution, sides: sides.iter().map(of).collect() }
    }

    /// What it comes to between these bounds, as Black has it.
    pub(super) fn value(&mut self, asked: Asked<'_>, bounds: [i16; 2], budget: Budget) -> Bounds<i16> {
        let mut found = self.sides.iter_mut().map(|search| search.value(asked, bounds, budget));
        let least = found.next().expect("there is a side");
        found.fold(least, |least, most| Bounds { lower: least.lower, upper: most.upper })
    }

    /// Whether the player to move has at least this by a first move, as Black has it; `None` if the budget does not do.
    pub(super) fn keeps(&mut self, asked: Asked<'_>, value: i16, budget: Budget) -> Option<bool> {
        // Of ends that are not decided he counts on what is worse for him.
        match (asked.mover, self.sides.as_mut_slice()) {
            (Colour::Black, [least, ..]) => least.wins(asked, value, budget),
            (Colour::White, [.., most]) => most.wins(asked, value + 1, budget).map(|wins| !wins),
            (_, []) => None,
        }
    }

    /// The value of a class for the player to move.
    fn class(&mut self, class: u32, budget: Budget) -> Bounds<i16> {
        let position = self.graph.classes().representative(class as usize);
        let start = Asked { before: &[], position, mover: Colour::Black, first: None };
        let bounds = self.solution.bounds(self.graph, class as usize);
        clock::within(budget.time, || self.value(start, bounds, budget))
    }
}

impl Values {
    /// The classes whose bounds differ though a search with the history may tell, in ascending order.
    fn open(&self) -> Vec<u32> {
        if !self.may_be_searched() {
            return Vec::new();
        }
        (0..self.classes().len() as u32).filter(|&class| self.is_open(class)).collect()
    }

    /// Whether what bounds the values without basic ko holds whatever was played before, so that searches with the history are short.
    #[must_use]
    pub fn bounds_hold(&self) -> bool {
        self.solution.bounds_hold()
    }

    pub(super) fn may_be_searched(&self) -> bool {
        self.play().remembered != Remembered::Nothing && !self.rules.first_passer_matters()
    }

    fn is_open(&self, class: u32) -> bool {
        let [lo, hi] = self.solution.bounds(&self.graph, class as usize);
        lo < hi
    }

    /// Searches the position that is asked for, if its bounds differ and its value is not known, then its moves.
    fn search(&mut self, (position, mover): (Position, Colour), budget: Budget, stop: &AtomicBool) {
        let class = self.classes().form(position.seen_by(mover)).number() as u32;
        if !self.may_be_searched() || !self.is_open(class) {
            return;
        }
        let (graph, solution) = (self.graph.clone(), self.solution.clone());
        let Some(grounds) = solution.grounds(&graph, stop) else { return };
        let mut searches = Searches::new(self, &graph, &solution, &grounds, None);
        let known = self.searched.get(&class).copied().filter(|found| found.decided().is_some());
        self.searched.insert(class, known.unwrap_or_else(|| searches.class(class, budget)));
        let before = self.move_bounds(position, mover);
        let of_move = |(first, [lo, hi]): (usize, [i16; 2])| {
            let bounds = if mover == Colour::Black { [lo, hi] } else { [-hi, -lo] };
            searches.value(Asked { before: &[], position, mover, first: Some(first) }, bounds, budget)
        };
        let moves = clock::within(budget.time, || before.into_iter().enumerate().map(of_move).collect());
        self.searched_moves = Some(((position, mover), moves));
    }

    /// Searches these classes, each with what was learned in those before.
    fn search_piece(
        &self,
        classes: &[u32],
        grounds: &Grounds<'_>,
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Searched, StoreError> {
        let mut searches = Searches::new(self, &self.graph, &self.solution, grounds, None);
        let mut found = Vec::with_capacity(classes.len());
        for &class in classes {
            found.push((class, searches.class(class, budget)));
            // It may have been cut short.
            if stop.load(Ordering::Relaxed) {
                return Err(StoreError::Stopped);
            }
            progress.searched(&self.rules, 1);
        }
        Ok(Searched(found))
    }

    /// Searches all classes of which it may tell something.
    fn search_all(&self, subject: &Subject, budget: Budget, stages: &Stages<'_>) -> Result<Searched, StoreError> {
        let open = self.open();
        if open.is_empty() {
            return Ok(Searched(Vec::new()));
        }
        let stage = stage(budget);
        let piece = |at: usize| format!("{stage}-{at:04}");
        let pieces: Vec<&[u32]> = open.chunks(PIECE).collect();
        let mut computed = false;
        let found = stages.stage(subject, &stage, || {
            computed = true;
            let grounds = self.solution.grounds(&self.graph, stages.stop).ok_or(StoreError::Stopped)?;
            let found = pieces.par_iter().enumerate().map(|(at, classes)| {
                let mut computed = false;
                let found = stages.stage(subject, &piece(at), || {
                    computed = true;
                    self.search_piece(classes, &grounds, budget, stages.progress, stages.stop)
                })?;
                if !computed {
                    stages.progress.searched(&self.rules, found.0.len() as u64);
                }
                self.fits(&found, classes).map_err(|what| damaged(stages.store, subject, &piece(at), what))?;
                Ok(found.0)
            });
            Ok(Searched(found.collect::<Result<Vec<_>, StoreError>>()?.concat()))
        })?;
        if !computed {
            stages.progress.searched(&self.rules, found.0.len() as u64);
            self.fits(&found, &open).map_err(|what| damaged(stages.store, subject, &stage, what))?;
        }
        // A run that was stopped just here has left some of them.
        if let Some(store) = stages.store.filter(|_| stages.keeps) {
            (0..pieces.len()).try_for_each(|at| store.remove(subject, &piece(at)))?;
        }
        Ok(found)
    }

    /// The captures in a ko of which bounds differ though a search with the history may tell, one for each state that they lead to.
    fn open_kos(&self) -> Vec<KoCapture> {
        if !self.may_be_searched() {
            return Vec::new();
        }
        let mut seen = FxHashSet::default();
        let classes = 0..self.classes().len();
        let captures = classes.flat_map(|class| self.ko_captures(self.classes().representative(class), Colour::Black));
        let open = |capture: &KoCapture| {
            let [lo, hi] = self.bounds_in_ko(capture);
            lo < hi && seen.insert(capture.node)
        };
        captures.filter(open).collect()
    }

    /// Searches these, with the position before a capture as history.
    fn search_kos(
        &self,
        open: &[KoCapture],
        budget: Budget,
        progress: &dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Vec<(usize, Bounds<i16>)>, Stopped> {
        if open.is_empty() {
            return Ok(Vec::new());
        }
        let grounds = self.solution.grounds(&self.graph, stop).ok_or(Stopped)?;
        let found = open.par_chunks(KOS).map(|some| {
            let mut searches = Searches::new(self, &self.graph, &self.solution, &grounds, None);
            let mut found = Vec::with_capacity(some.len());
            for capture in some {
                let KoCapture { before: position, at, gain, node, .. } = *capture;
                let [lo, hi] = self.bounds_in_ko(capture);
                let asked = Asked { before: &[], position, mover: Colour::Black, first: Some(at) };
                let Bounds { lower, upper } =
                    clock::within(budget.time, || searches.value(asked, [gain - hi, gain - lo], budget));
                if stop.load(Ordering::Relaxed) {
                    return Err(Stopped);
                }
                found.push((node, Bounds { lower: gain - upper, upper: gain - lower }));
                progress.searched(&self.rules, 1);
            }
            Ok(found)
        });
        Ok(found.collect::<Result<Vec<_>, Stopped>>()?.concat())
    }

    /// Whether this is what may be found of these classes: the bounds that hold without a search hold with it.
    fn fits(&self, found: &Searched, classes: &[u32]) -> Result<(), String> {
        if !found.0.iter().map(|(class, _)| class).eq(classes) {
            return Err("it is not of the positions that take a search".to_string());
        }
        match found.0.iter().find(|&&(class, found)| !self.allows(class, found)) {
            None => Ok(()),
            Some(&(class, found)) => {
                let [lo, hi] = self.solution.bounds(&self.graph, class as usize);
                let text = self.text(class);
                Err(format!("{text} is [{},{}], and has to be in [{lo},{hi}]", found.lower, found.upper))
            }
        }
    }

    fn allows(&self, class: u32, found: Bounds<i16>) -> bool {
        let [lo, hi] = self.solution.bounds(&self.graph, class as usize);
        lo <= found.lower && found.lower <= found.upper && found.upper <= hi
    }

    fn text(&self, class: u32) -> String {
        diagram::text(self.board().grid(), self.classes().representative(class as usize))
    }

    /// Searches once more what a search has found, in the opposite order, so that each value rests on other proofs.
    fn search_again(&self, budget: Budget, progress: &dyn Progress, stop: &AtomicBool) -> Result<(), WrongSearch> {
        let mut classes: Vec<u32> = self.searched.keys().copied().collect();
        if classes.is_empty() {
            return Ok(());
        }
        classes.sort_unstable_by_key(|&class| Reverse(class));
        let grounds = self.solution.grounds(&self.graph, stop).ok_or(Stopped)?;
        classes.par_chunks(PIECE).try_for_each(|piece| {
            let again = self.search_piece(piece, &grounds, budget, progress, stop).map_err(|_| Stopped)?;
            for (class, again) in again.0 {
                let said = self.searched[&class];
                if !self.allows(class, said) || said.lower > again.upper || again.lower > said.upper {
                    let [said, again] = [said, again].map(|b| [b.lower, b.upper]);
                    return Err(WrongSearch::Differs { position: self.text(class), said, again });
                }
            }
            Ok(())
        })
    }
}

/// Of the rule sets of which values were searched, how many classes; rule sets with the same game are one.
#[must_use]
pub fn searched(values: &[Values]) -> Vec<(&RuleSet, usize)> {
    let of = |at: usize| (&values[at].rules, values[at].searched.len());
    (0..values.len()).filter(|&at| same_before(values, at).is_none()).map(of).filter(|(_, found)| *found > 0).collect()
}

/// Searches all values that a search has found once more, each with this budget and in the opposite order.
///
/// # Errors
/// [`WrongSearch`], with the first value that is contradicted.
pub fn search_again(
    values: &[Values],
    budget: impl Fn(&Values) -> Budget,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<(), WrongSearch> {
    let mut different = (0..values.len()).filter(|&at| same_before(values, at).is_none()).map(|at| &values[at]);
    different.try_for_each(|values| values.search_again(budget(values), progress, stop))
}

fn damaged(store: Option<&Store>, subject: &Subject, stage: &str, what: String) -> StoreError {
    StoreError::Damaged { file: store.map(|store| store.file(subject, stage)).unwrap_or_default(), what }
}

/// The rule set before `at` that has the same game, if there is one.
fn same_before(values: &[Values], at: usize) -> Option<usize> {
    (0..at).find(|&before| Arc::ptr_eq(&values[before].solution, &values[at].solution))
}

/// Searches with the history the position asked for, and its moves, under the rule sets that remember the game and to which it does
/// not matter who passed first, if its bounds differ there. What the budget leaves open stays undecided.
pub fn search(values: &mut [Values], asked: (Position, Colour), budget: Budget, stop: &AtomicBool) {
    for at in 0..values.len() {
        match same_before(values, at) {
            Some(before) => {
                let (searched, moves) = (values[before].searched.clone(), values[before].searched_moves.clone());
                (values[at].searched, values[at].searched_moves) = (searched, moves);
            }
            None => values[at].search(asked, budget, stop),
        }
    }
}

/// Of the rule sets for which `budget` has one, how much there is to search, if anything; rule sets with the same game are one.
fn to_be_searched(
    values: &[Values],
    budget: impl Fn(&Values) -> Option<Budget>,
    open: impl Fn(&Values) -> usize,
) -> Vec<(&RuleSet, usize)> {
    let searched = |at: &usize| same_before(values, *at).is_none() && budget(&values[*at]).is_some();
    let of = |at: usize| (&values[at].rules, open(&values[at]));
    (0..values.len()).filter(searched).map(of).filter(|(_, open)| *open > 0).collect()
}

/// Of the rule sets of which [`search_all`] has something to search, how many classes; rule sets with the same game are one.
#[must_use]
pub fn to_search(values: &[Values], budget: impl Fn(&Values) -> Option<Budget>) -> Vec<(&RuleSet, usize)> {
    to_be_searched(values, budget, |values| values.open().len())
}

/// Searches as [`search`] does all positions of a board whose bounds differ, each with this budget, under the rule sets for which
/// `budget` has one; what the stages have is not searched. The verdicts are those with the budget `judged`.
///
/// # Errors
/// [`StoreError`], if a table cannot be read or kept, or if it was asked to stop.
pub fn search_all(
    board: &WholeBoard,
    values: &mut [Values],
    judged: Budget,
    budget: impl Fn(&Values) -> Option<Budget>,
    stages: &Stages<'_>,
) -> Result<(), StoreError> {
    for at in 0..values.len() {
        let searched = match (same_before(values, at), budget(&values[at])) {
            (Some(before), _) => values[before].searched.clone(),
            (None, None) => continue,
            (None, Some(budget)) => {
                let subject = board.subject(&ends_of(&values[at].rules), judged);
                let Searched(found) = values[at].search_all(&subject, budget, stages)?;
                found.into_iter().collect()
            }
        };
        values[at].searched = searched;
    }
    Ok(())
}

/// Of the rule sets of which [`search_kos`] has something to search, how many captures in a ko; rule sets with the same game are one.
#[must_use]
pub fn to_search_kos(values: &[Values], budget: impl Fn(&Values) -> Option<Budget>) -> Vec<(&RuleSet, usize)> {
    to_be_searched(values, budget, |values| values.open_kos().len())
}

/// Searches with the history, of which the position before is all, what is open after captures in a ko on a board.
///
/// # Errors
/// [`Stopped`] if `stop` was set meanwhile.
pub fn search_kos(
    values: &mut [Values],
    budget: impl Fn(&Values) -> Option<Budget>,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    for at in 0..values.len() {
        let found = match (same_before(values, at), budget(&values[at])) {
            (Some(before), _) => values[before].searched_kos.clone(),
            (None, None) => continue,
            (None, Some(budget)) => {
                let open = values[at].open_kos();
                values[at].search_kos(&open, budget, progress, stop)?.into_iter().collect()
            }
        };
        values[at].searched_kos = found;
    }
    Ok(())
}

/// About how many bytes [`search_all`] takes on a board with so many classes and legal positions, with this many threads.
#[must_use]
pub fn searching_memory(classes: u64, positions: u64, threads: usize) -> u64 {
    // Seldom are more than half of the classes searched.
    let pieces = classes.div_ceil(2 * PIECE as u64);
    pieces.min(threads as u64) * Search::memory(positions)
}

/// Looks up what [`search_all`] has kept of a position.
///
/// # Errors
/// [`StoreError`], if a table is damaged or of something else.
pub fn look_up(
    board: &WholeBoard,
    values: &mut [Values],
    asked: (Position, Colour),
    judged: Budget,
    budget: impl Fn(&Values) -> Option<Budget>,
    store: &Store,
) -> Result<(), StoreError> {
    for at in (0..values.len()).filter(|&at| same_before(values, at).is_none()).collect::<Vec<_>>() {
        let here = &mut values[at];
        let class = here.classes().form(asked.0.seen_by(asked.1)).number() as u32;
        let Some(budget) = budget(here).filter(|_| here.may_be_searched() && here.is_open(class)) else { continue };
        let (subject, stage) = (board.subject(&ends_of(&here.rules), judged), stage(budget));
        let Some(found) = store.read::<Searched>(&subject, &stage)? else { continue };
        here.fits(&found, &here.open()).map_err(|what| damaged(Some(store), &subject, &stage, what))?;
        here.searched.extend(found.0.into_iter().filter(|(of, _)| *of == class));
    }
    Ok(())
}
