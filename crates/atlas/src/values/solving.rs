//! The games of rule sets solved, in memory or with what has been found kept in a folder.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::game::{Values, difference};
use super::solution::{Solution, System};
use crate::atlas::{Progress, Silent, Stopped, Table, WholeBoard};
use crate::law::games::{ends_of, name_of};
use crate::law::play::{Play, Remembered, Taken};
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;
use crate::solve::value::bounds::{Bounds, Given, Pair, PayoffGame};
use crate::solve::value::graph::Graph;
use crate::solve::value::sure::sure;
use crate::solve::whole::store::{Columns, Stages, Store, StoreError, Stored, Subject};
use crate::solve::whole::sweep::{Sweeps, Swept};

/// The stage of a solution in a folder.
const STAGE: &str = "value";

/// Solves the games of rule sets from every position of a board. `given` are tables of verdicts that need not be made.
///
/// # Errors
/// [`Stopped`] if `stop` was set meanwhile.
pub fn solve(
    board: &WholeBoard,
    rules: &[RuleSet],
    given: Vec<Table<Outcome>>,
    budget: Budget,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Vec<Values>, Stopped> {
    let mut tables = given;
    let missing: Vec<RuleSet> =
        rules.iter().map(ends_of).filter(|set| tables.iter().all(|t| t.rules != *set)).collect();
    tables.extend(board.judge::<Outcome>(&missing, budget, progress, stop)?);
    // Without a folder a stage can only be stopped.
    games(board, rules, tables, budget, progress, &Stages::in_memory(stop)).map_err(|_| Stopped)
}

/// Solves the games of rule sets over these verdicts, one table for [`ends_of`] each; what the stages have is not computed.
///
/// # Errors
/// [`StoreError`], if a solution cannot be read or kept, or if it was asked to stop before the last one.
///
/// # Panics
/// If a table is missing.
pub fn games(
    board: &WholeBoard,
    rules: &[RuleSet],
    mut tables: Vec<Table<Outcome>>,
    budget: Budget,
    progress: &dyn Progress,
    stages: &Stages<'_>,
) -> Result<Vec<Values>, StoreError> {
    let classes = board.symmetric();
    let mut graphs: Vec<Arc<Graph>> = Vec::new();
    let mut found: Vec<Values> = Vec::new();
    for set in rules {
        let started = Instant::now();
        let at = tables.iter().position(|t| t.rules == ends_of(set)).expect("judged");
        let ends = tables.swap_remove(at);
        let play = set.play();
        let graph = match graphs.iter().find(|graph| graph.serves(&play)) {
            Some(graph) => graph.clone(),
            None => {
                graphs.push(Arc::new(Graph::new(classes, play)));
                graphs[graphs.len() - 1].clone()
            }
        };
        let mut undecided_ends = false;
        let end: Vec<Pair> = (0..classes.len())
            .map(|class| {
                let position = classes.representative(class);
                let besides = if play.taken == Taken::CapturedAndPassed { difference(position) } else { 0 };
                let (lo, hi) = match board.outcome_of(&ends, position).plus(besides) {
                    Outcome::Margin(m) => (m, m),
                    Outcome::NoResult { lo, hi } => (lo, hi),
                    Outcome::Undecided { lo, hi } => {
                        undecided_ends = true;
                        (lo, hi)
                    }
                };
                [lo, hi].map(|n| i8::try_from(n).expect("no position of 16 points is worth more than 48"))
            })
            .collect();
        // Prisoners that passes make up for are as good as none.
        let alike = |p: &Play| Play { taken: if p.taken == Taken::Captured { p.taken } else { Taken::Nothing }, ..*p };
        let same = |v: &&Values| alike(&v.solution.play) == alike(&play) && v.solution.end == end;
        let counted = Counted { progress, done: AtomicU32::new(0), rounds: AtomicU32::new(0) };
        let solution = match found.iter().find(same) {
            Some(values) => values.solution.clone(),
            None => {
                let subject = board.subject(&ends_of(set), budget);
                let sweeps = Sweeps::of(stages.stop, &counted, &subject, STAGE);
                let Systems(systems) = stages.stage(&subject, STAGE, || {
                    systems(&graph, &play, &end, &sweeps).map(Systems).ok_or(StoreError::Stopped)
                })?;
                if systems.iter().any(|s| s.bounds.pairs.len() != graph.len()) {
                    let file = stages.store.map(|store| store.file(&subject, STAGE)).unwrap_or_default();
                    let what = format!("it is not of {} states", graph.len());
                    return Err(StoreError::Damaged { file, what });
                }
                let greatest = end.iter().map(|[lo, hi]| lo.abs().max(hi.abs())).max().unwrap_or(0).into();
                Arc::new(Solution { play, end, greatest, systems })
            }
        };
        let work = [counted.done.into_inner(), counted.rounds.into_inner()];
        let seconds = [ends.seconds, started.elapsed().as_secs_f64()];
        let (rules, name) = (set.clone(), name_of(set));
        let (searched, searched_moves, searched_kos) = (FxHashMap::default(), None, FxHashMap::default());
        found.push(Values {
            rules,
            name,
            seconds,
            work,
            graph,
            solution,
            searched,
            searched_moves,
            searched_kos,
            undecided_ends,
            ends,
        });
    }
    Ok(found)
}

/// The games of these rule sets over the verdicts that a folder has; `None` of one of which it has none. What it has no solution of, such as
/// a game that is the same as another one's, is solved.
///
/// # Errors
/// [`StoreError`], if a table is damaged or of something else.
pub fn kept(
    board: &WholeBoard,
    rules: &[RuleSet],
    budget: Budget,
    store: &Store,
) -> Result<Vec<Option<Values>>, StoreError> {
    let never = AtomicBool::new(false);
    let stages = Stages { store: Some(store), keeps: false, stop: &never, progress: &Silent };
    let of = |set: &RuleSet| {
        let ends = ends_of(set);
        let Some(table) = board.stored(&ends, budget, store)? else { return Ok(None) };
        Ok(games(board, std::slice::from_ref(set), vec![table], budget, &Silent, &stages)?.pop())
    };
    rules.iter().map(of).collect()
}

/// Counts the sweeps of a game, and tells of them.
struct Counted<'a> {
    progress: &'a dyn Progress,
    done: AtomicU32,
    /// How often all was begun anew.
    rounds: AtomicU32,
}

impl Progress for Counted<'_> {
    fn swept(&self, subject: &Subject, stage: &str, swept: Swept) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if swept.sweeps == 1 {
            self.rounds.fetch_add(1, Ordering::Relaxed);
        }
        let stage = format!("{stage}, round {}", self.rounds.load(Ordering::Relaxed));
        self.progress.swept(subject, &stage, Swept { sweeps: done, ..swept });
    }
}

/// The systems of a game; `None` if it was stopped.
fn systems(graph: &Graph, play: &Play, end: &[Pair], sweeps: &Sweeps<'_>) -> Option<Vec<System>> {
    let prisoners = play.taken == Taken::Captured;
    let mut systems = Vec::new();
    for basic_ko in [true, false] {
        let game = PayoffGame { graph, end, basic_ko, prisoners };
        let plain =
            |game: &PayoffGame<'_>| Some(System { basic_ko, bounds: game.bounds(&[], sweeps)?, given_up: Vec::new() });
        let system = match play.remembered {
            // Without a memory of the game it has one repetition rule, or none.
            Remembered::Nothing if basic_ko == play.basic_ko => plain(&game)?,
            Remembered::Nothing => continue,
            // Where nothing is gained on the way and every play determines what follows it, all bounds stand.
            Remembered::Situations | Remembered::Positions if !basic_ko && !prisoners => plain(&game)?,
            remembered => {
                let sure = sure(&game, remembered, sweeps)?;
                System { basic_ko, bounds: sure.bounds, given_up: sure.given_up }
            }
        };
        systems.push(system);
    }
    Some(systems)
}

/// What is kept of a game.
struct Systems(Vec<System>);

/// The columns of a system begin with this.
fn prefix(basic_ko: bool) -> &'static str {
    if basic_ko { "basic-ko" } else { "free" }
}

const BOUNDS: [&str; 2] = ["most", "least"];

impl Stored for Systems {
    fn columns(&self) -> Columns {
        let mut columns = Columns::default();
        for System { basic_ko, bounds: Bounds { pairs, ranks }, given_up } in &self.0 {
            for (i, name) in BOUNDS.into_iter().enumerate() {
                let name = |what: &str| format!("{}-{name}{what}", prefix(*basic_ko));
                columns.put(&name(""), pairs.iter().map(|pair| pair[i]));
                columns.put(&name("-rank"), ranks.iter().map(|rank| rank[i]));
                let given = |node: usize| given_up.get(node).map_or(0, |given| given[i] as u8);
                columns.put(&name("-given-up"), (0..pairs.len()).map(given));
            }
        }
        columns
    }

    fn from_columns(mut columns: Columns) -> Option<Systems> {
        let mut systems = Vec::new();
        for basic_ko in [true, false] {
            let mut bounds = Bounds { pairs: Vec::new(), ranks: Vec::new() };
            let mut given_up: Vec<[Given; 2]> = Vec::new();
            for (i, name) in BOUNDS.into_iter().enumerate() {
                let name = |what: &str| format!("{}-{name}{what}", prefix(basic_ko));
                let Some(kept) = columns.take::<i8>(&name("")) else { break };
                bounds.pairs.resize(kept.len(), [0; 2]);
                bounds.ranks.resize(kept.len(), [0; 2]);
                given_up.resize(kept.len(), [Given::Nothing; 2]);
                let (ranks, given) = (columns.take::<u16>(&name("-rank"))?, columns.take::<u8>(&name("-given-up"))?);
                for (node, bound) in kept.into_iter().enumerate() {
                    bounds.pairs[node][i] = bound;
                    bounds.ranks[node][i] = ranks[node];
                    given_up[node][i] = Given::from_number(given[node])?;
                }
            }
            if !given_up.is_empty() {
                systems.push(System { basic_ko, bounds, given_up });
            }
        }
        (columns.is_empty() && !systems.is_empty()).then_some(Systems(systems))
    }
}
