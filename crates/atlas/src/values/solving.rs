//! The games of rule sets solved, in memory or with what has been found kept in a folder.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::{Values, difference, ends_of, name_of};
use crate::atlas::{Progress, Silent, Stopped, Table, WholeBoard};
use crate::law::play::{Play, Remembered, Taken};
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;
use crate::solve::value::bounds::{Bounds, Given, Pair, PayoffGame};
use crate::solve::value::graph::{Graph, State};
use crate::solve::value::remembering::Memorable;
use crate::solve::value::sure::sure;
use crate::solve::whole::store::{Columns, Stages, Store, StoreError, Stored, Subject};
use crate::solve::whole::sweep::{Sweeps, Swept};

/// The stage of a solution in a folder.
const STAGE: &str = "value";

/// One way to bound the values: a graph with or without basic ko in its states.
pub(super) struct System {
    pub(super) basic_ko: bool,
    pub(super) bounds: Bounds,
    pub(super) given_up: Vec<[Given; 2]>,
}

/// What a game is worth, shared by the rule sets that have the same one.
pub(super) struct Solution {
    pub(super) play: Play,
    pub(super) end: Vec<Pair>,
    /// No end is worth more than this to either player.
    pub(super) greatest: i16,
    pub(super) systems: Vec<System>,
}

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

/// What a search with the history goes by: bounds whatever was played before, and bounds that only suggest.
pub(super) enum Grounds<'a> {
    Kept([&'a Bounds; 2]),
    Made { sure: Vec<Pair>, guide: Bounds },
}

impl Grounds<'_> {
    pub(super) fn sure(&self) -> &[Pair] {
        match self {
            Grounds::Kept([sure, _]) => &sure.pairs,
            Grounds::Made { sure, .. } => sure,
        }
    }

    pub(super) fn guide(&self) -> &Bounds {
        match self {
            Grounds::Kept([_, guide]) => guide,
            Grounds::Made { guide, .. } => guide,
        }
    }
}

impl System {
    /// The node of the system that stands for a state.
    pub(super) fn node(&self, graph: &Graph, node: usize) -> usize {
        match graph.state(node) {
            State::Banned(_) if !self.basic_ko => graph.class(node),
            _ => node,
        }
    }
}

impl Solution {
    /// The bounds of a node, of all systems together.
    pub(super) fn bounds(&self, graph: &Graph, node: usize) -> [i16; 2] {
        let pairs = self.systems.iter().map(|system| system.bounds.pairs[system.node(graph, node)]);
        let pair = pairs.reduce(|x, y| [x[0].max(y[0]), x[1].min(y[1])]).expect("there is a system");
        pair.map(i16::from)
    }

    /// Whether the bounds of the system without basic ko hold whatever was played before.
    pub(super) fn bounds_hold(&self) -> bool {
        let Play { taken, remembered, .. } = self.play;
        taken != Taken::Captured && matches!(remembered, Remembered::Situations | Remembered::Positions)
    }

    /// What a search with the history goes by; `None` if it was stopped.
    ///
    /// By passing alone a player has what he has whatever was played before. Where only the last position counts and the position
    /// after a play is all of the state, so is what is forced without basic ko (`docs/src/values.md`).
    pub(super) fn grounds(&self, graph: &Graph, stop: &AtomicBool) -> Option<Grounds<'_>> {
        let of = |basic_ko: bool| self.systems.iter().find(|system| system.basic_ko == basic_ko);
        if let (true, Some(free), Some(guide)) = (self.bounds_hold(), of(false), of(true)) {
            return Some(Grounds::Kept([&free.bounds, &guide.bounds]));
        }
        let game = self.game(graph);
        Some(Grounds::Made { sure: game.passing(), guide: game.bounds(&[], &Sweeps::silent(stop))? })
    }

    /// By node: bounds of what is had by passing alone.
    pub(super) fn passing(&self, graph: &Graph) -> Vec<Pair> {
        self.game(graph).passing()
    }

    /// The game with basic ko, if the text has it.
    fn game<'a>(&'a self, graph: &'a Graph) -> PayoffGame<'a> {
        let prisoners = self.play.taken == Taken::Captured;
        PayoffGame { graph, end: &self.end, basic_ko: self.play.basic_ko, prisoners }
    }

    /// The game that is searched with its history.
    pub(super) fn memorable<'a>(&'a self, graph: &'a Graph, grounds: &'a Grounds<'_>, generous: bool) -> Memorable<'a> {
        let (sure, guide) = (grounds.sure(), grounds.guide());
        let always_sure = !self.bounds_hold();
        Memorable { graph, play: self.play, end: &self.end, generous, sure, always_sure, guide }
    }

    /// Whether a move from `from` to `to` keeps the first bound by a strategy that forces it: what it leads to was reached before;
    /// and how long before the end.
    pub(super) fn keeps(&self, graph: &Graph, from: usize, to: usize, gain: i16) -> Option<u16> {
        let most = self.bounds(graph, from)[0];
        let rank = |system: &System| {
            let [from, to] = [from, to].map(|node| system.node(graph, node));
            let Bounds { pairs, ranks } = &system.bounds;
            let keeps = i16::from(pairs[from][0]) == most && gain - i16::from(pairs[to][1]) == most;
            (keeps && ranks[to][1] < ranks[from][0]).then_some(ranks[to][1])
        };
        self.systems.iter().filter_map(rank).min()
    }
}
