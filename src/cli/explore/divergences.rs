//! The positions of a board on which two rule sets diverge, one at a time. Small boards are judged when they are first asked for,
//! larger ones are looked up in tables.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::before::convention;
use super::{Refused, Server, Stop, answered, as_json, rule_sets};
use crate::atlas::compare::{Comparison, Occurrences, Options, needed};
use crate::atlas::listing::{How, Listed, Listing};
use crate::atlas::prisoners::Prisoners;
use crate::atlas::settled::SettledBy;
use crate::atlas::{Progress, Silent, WholeBoard};
use crate::board::index::Index;
use crate::board::{Grid, diagram};
use crate::cli::Failure;
use crate::cli::memory::{all_together, estimated};
use crate::law::RuleSet;
use crate::law::changes::Changes;
use crate::solve::Budget;
use crate::solve::whole::classes::MAX_WHOLE_POINTS;
use crate::solve::whole::store::Store;

/// The most legal positions of a board of which causes are looked for with changed rule sets (3x3, 2x4, 1x9).
const MOST_CHANGED: u64 = 20_000;
/// The most legal positions of a board that is judged without tables (3x4, 2x6, 1x12).
const MOST_JUDGED: u64 = 350_000;
/// The boards that are offered without tables.
const SMALL: [&str; 11] = ["1x3", "1x4", "1x5", "2x2", "1x6", "2x3", "2x4", "3x3", "2x5", "2x6", "3x4"];
/// Boards that are offered where tables of them are there.
const LARGER: [&str; 3] = ["1x13", "2x7", "3x5"];
/// A board that is offered in any case: without tables it takes minutes, which are stated before.
const ON_DEMAND: &str = "4x4";
/// Rows and columns of the board on which it is measured how long that takes.
const MEASURED: (usize, usize) = (3, 4);
/// How many boards are on a sheet of small ones.
const SHEET: usize = 12;
/// The most listings that are kept, and the most positions in them together.
const KEPT: usize = 8;
const KEPT_POSITIONS: usize = 8_000_000;

#[derive(Clone, PartialEq, Eq)]
struct Key {
    grid: Grid,
    rules: [RuleSet; 2],
    prisoners: Prisoners,
}

/// What has been listed, the last first, and where tables are.
pub struct Kept {
    store: Option<Store>,
    listings: Mutex<Vec<(Key, Arc<Listing>)>>,
    /// How far the last listing that was begun has come.
    going: Mutex<Option<Arc<Going>>>,
}

/// How far a board has been gone through.
struct Going {
    what: String,
    since: Instant,
    /// Verdicts found, of so many.
    judged: AtomicU64,
    of: u64,
    /// A game that is solved as a whole.
    solving: Mutex<String>,
}

impl Progress for Going {
    fn solving(&self, rules: &dyn Display) {
        *self.solving.lock().unwrap_or_else(PoisonError::into_inner) = rules.to_string();
    }

    fn solved(&self, _: &dyn Display) {
        self.solving.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn judged(&self, _: &dyn Display, count: u64) {
        self.judged.fetch_add(count, Ordering::Relaxed);
    }
}

impl Kept {
    pub fn new(store: Option<Store>) -> Kept {
        Kept { store, listings: Mutex::default(), going: Mutex::default() }
    }

    /// The boards that can be looked at under some rule sets.
    pub fn boards(&self) -> Vec<&'static str> {
        let defaults = RuleSet::defaults();
        let there = |size: &&str| {
            let kept = |r: &&RuleSet, grid| self.is_known(r, grid) && !r.text.only_counts(r);
            Grid::parse(size).is_ok_and(|grid| defaults.iter().filter(|r| kept(r, grid)).count() >= 2)
        };
        SMALL.into_iter().chain(LARGER.into_iter().filter(there)).chain([ON_DEMAND]).collect()
    }

    /// Whether nothing has to be solved: it is in the tables, or nothing but counting is asked for.
    fn is_known(&self, rules: &RuleSet, grid: Grid) -> bool {
        let kept =
            rules.text.solvable(rules).zip(self.store.as_ref()).is_some_and(|(game, store)| game.is_in(store, grid));
        kept || rules.text.only_counts(rules)
    }

    fn find(&self, key: &Key) -> Option<Arc<Listing>> {
        let listings = self.listings.lock().unwrap_or_else(PoisonError::into_inner);
        listings.iter().find(|(k, _)| k == key).map(|(_, listing)| listing.clone())
    }

    fn keep(&self, key: Key, listing: &Arc<Listing>) {
        let mut listings = self.listings.lock().unwrap_or_else(PoisonError::into_inner);
        listings.insert(0, (key, listing.clone()));
        let mut positions = 0;
        let few = listings.iter().take(KEPT).take_while(|(_, l)| {
            positions += l.listed.len();
            positions <= KEPT_POSITIONS
        });
        let few = few.count().max(1);
        listings.truncate(few);
    }

    /// What listing a board would take that is neither small nor in tables, up to 16 points: measured on a small one under the same rule
    /// sets.
    fn offer(&self, key: &Key, budget: Budget, stop: &'static AtomicBool) -> Result<Option<Value>, Refused> {
        let Key { grid, rules, prisoners } = key;
        let refused = |error: &dyn Display| Refused(error.to_string());
        let count = Index::new(*grid).map_err(|e| refused(&e))?.count();
        let is_known = count <= MOST_JUDGED || rules.iter().all(|r| self.is_known(r, *grid));
        if is_known || grid.len() > MAX_WHOLE_POINTS {
            return Ok(None);
        }
        let small = Grid::new(MEASURED.0, MEASURED.1).map_err(|e| refused(&e))?;
        let small = WholeBoard::new(small).map_err(|e| refused(&e))?;
        let how = How {
            prisoners: *prisoners,
            settled: SettledBy::Nothing,
            causes: None,
            budget: Budget { stop: Some(stop), ..budget },
        };
        let since = Instant::now();
        Listing::run(&small, rules, &how, &Silent, stop).map_err(|e| refused(&e))?;
        let seconds = since.elapsed().as_secs_f64() * count as f64 / small.len() as f64;
        let judging = |classes, _| all_together(*grid, classes, rules);
        let (positions, bytes) = estimated(*grid, judging).map_err(|Failure(why)| Refused(why))?;
        Ok(Some(json!({ "positions": positions, "seconds": seconds.ceil() as u64, "mib": bytes.div_ceil(1 << 20) })))
    }

    /// `patient`: also what is neither small nor in tables.
    fn list(&self, key: &Key, patient: bool, budget: Budget, stop: &'static AtomicBool) -> Result<Listing, Refused> {
        let Key { grid, rules, prisoners } = key;
        let refused = |error: &dyn Display| Refused(error.to_string());
        let count = Index::new(*grid).map_err(|e| refused(&e))?.count();
        let small = count <= MOST_JUDGED;
        let few = count <= MOST_CHANGED;
        if let Some(unknown) = rules.iter().find(|r| !small && !patient && !self.is_known(r, *grid)) {
            return Err(Refused(format!(
                "{grid} has {count} legal positions, and no table says what {unknown} makes of them: `shinpan solve {grid} --out \
                 DIR`, then `shinpan explore --tables DIR`"
            )));
        }
        let known = |by: &SettledBy| small || by.rules().iter().all(|r| self.is_known(r, *grid));
        let how = How {
            prisoners: *prisoners,
            settled: [SettledBy::FatesAndPlayOuts].into_iter().find(known).unwrap_or(SettledBy::Nothing),
            causes: Some(if few { Changes::Usual } else { Changes::None }).filter(|_| known(&SettledBy::Fates)),
            budget: Budget { stop: Some(stop), ..budget },
        };
        let mut whole = WholeBoard::new(*grid).map_err(|e| refused(&e))?;
        let needs = Listing::needs(&whole, rules, &how);
        if let Some(store) = &self.store {
            whole.look_up(store, &needs, stop).map_err(|e| refused(&e))?;
        }
        let going =
            self.begin(format!("{} and {} on {grid}", rules[0], rules[1]), whole.numbers() as u64 * needs.len() as u64);
        Listing::run(&whole, rules, &how, &*going, stop).map_err(|e| refused(&e))
    }

    /// Progress of what begins; the page asks for it.
    fn begin(&self, what: String, of: u64) -> Arc<Going> {
        let (judged, solving) = (AtomicU64::new(0), Mutex::default());
        let going = Arc::new(Going { what, since: Instant::now(), judged, of, solving });
        *self.going.lock().unwrap_or_else(PoisonError::into_inner) = Some(going.clone());
        going
    }

    /// How far what was last begun has come.
    fn progress(&self) -> Value {
        let going = self.going.lock().unwrap_or_else(PoisonError::into_inner).clone();
        going.map_or(Value::Null, |going| {
            let solving = going.solving.lock().unwrap_or_else(PoisonError::into_inner).clone();
            json!({
                "what": going.what, "seconds": going.since.elapsed().as_secs(), "solving": solving,
                "judged": going.judged.load(Ordering::Relaxed), "of": going.of,
            })
        })
    }

    /// All pairs of rule sets on a board of few positions.
    fn matrix(
        &self,
        grid: Grid,
        rules: &[RuleSet],
        prisoners: Prisoners,
        budget: Budget,
        stop: &'static AtomicBool,
    ) -> Result<Value, Refused> {
        let refused = |error: &dyn Display| Refused(error.to_string());
        let count = Index::new(grid).map_err(|e| refused(&e))?.count();
        if count > MOST_CHANGED {
            return Err(Refused(format!(
                "{grid} has {count} legal positions: the page compares all rule sets on boards of up to {MOST_CHANGED}; `shinpan diverge \
                 {grid} --format html` makes a page of a larger one"
            )));
        }
        let practical: Vec<RuleSet> = rules.iter().filter(|r| WholeBoard::practical(grid, r)).cloned().collect();
        let rules = practical.as_slice();
        WholeBoard::allows(grid, rules).map_err(|e| refused(&e))?;
        let whole = WholeBoard::for_rules(grid, rules).map_err(|e| refused(&e))?;
        let options = Options { budget: Budget { stop: Some(stop), ..budget }, ..Options::under(prisoners) };
        let of = whole.numbers() as u64 * needed(grid, rules, &options).len() as u64;
        let going = self.begin(format!("all rule sets on {grid}"), of);
        let found = Comparison::run(&whole, rules, &options, &*going, stop).map_err(|e| refused(&e))?;
        let positions = |found: Option<Occurrences>| found.map_or(0, |f| f.tally.positions);
        let pairs = found.pairs.iter().map(|pair| {
            json!({
                "a": pair.a, "b": pair.b, "diverge": positions(pair.results.diverge), "settled": positions(pair.results.settled),
            })
        });
        Ok(json!({
            "rules": rules.iter().map(RuleSet::to_string).collect::<Vec<_>>(),
            "positions": found.all.positions,
            "settled": found.settled.positions,
            "pairs": pairs.collect::<Vec<Value>>(),
        }))
    }
}

#[derive(Deserialize)]
pub struct Asked {
    size: String,
    rules: String,
    prisoners: Option<String>,
    /// The number of a cause.
    cause: Option<usize>,
    settled: Option<bool>,
    stones: Option<u32>,
    /// Which of them, from 0.
    #[serde(default)]
    n: usize,
    /// Minutes are waited for.
    #[serde(default)]
    patient: bool,
}

impl Asked {
    fn key(&self) -> Result<Key, Refused> {
        let grid = Grid::parse(&self.size).map_err(|e| Refused(e.to_string()))?;
        let rules = rule_sets(&self.rules)?;
        let count = rules.len();
        let rules = <[RuleSet; 2]>::try_from(rules)
            .map_err(|_| Refused(format!("divergences are those of two rule sets; these are {count}")))?;
        let prisoners = self.prisoners.as_deref().unwrap_or(Prisoners::default().name());
        Ok(Key { grid, rules, prisoners: convention(Some(prisoners))? })
    }

    fn of_cause(&self, listed: &Listed) -> bool {
        self.cause.is_none_or(|cause| listed.holds(cause))
    }

    fn of_settled(&self, listed: &Listed) -> bool {
        self.settled.is_none_or(|settled| listed.settled == Some(settled))
    }

    fn of_stones(&self, listed: &Listed) -> bool {
        self.stones.is_none_or(|stones| listed.stones == stones)
    }

    fn answer(&self, key: &Key, listing: &Listing) -> Result<Value, Refused> {
        let [a, b] = &key.rules;
        let positions = |wanted: &dyn Fn(&Listed) -> bool| -> u64 {
            listing.listed.iter().filter(|l| wanted(l)).map(|l| l.positions).sum()
        };
        // Of each choice, how many there are with the other two as they are.
        let causes = listing.causes.iter().enumerate().map(|(n, cause)| {
            let positions = positions(&|l| l.holds(n) && self.of_settled(l) && self.of_stones(l));
            json!({ "n": n, "text": cause.describe(a, b), "positions": positions })
        });
        // Where no position is known to be settled or not, it is not known of any.
        let told_apart = listing.listed.is_empty() || listing.listed.iter().any(|l| l.settled.is_some());
        let settled = told_apart.then(|| positions(&|l| l.settled == Some(true)));
        let most = listing.listed.last().map_or(0, |l| l.stones);
        let stones = (0..=most)
            .map(|stones| (stones, positions(&|l| l.stones == stones && self.of_cause(l) && self.of_settled(l))))
            .filter(|(_, n)| *n > 0);
        let matching: Vec<&Listed> =
            listing.listed.iter().filter(|l| self.of_cause(l) && self.of_settled(l) && self.of_stones(l)).collect();
        let index = Index::new(key.grid).map_err(|e| Refused(e.to_string()))?;
        // The sheet of small boards on which it is.
        let first = self.n / SHEET * SHEET;
        let sheet = matching.iter().enumerate().skip(first).take(SHEET).filter_map(|(n, l)| {
            let board = diagram::text(key.grid, index.unrank(l.at as u64)?);
            Some(json!({ "n": n, "board": board, "outcomes": l.outcomes.map(|o| o.to_string()) }))
        });
        let shown = matching.get(self.n).and_then(|l| Some((l, index.unrank(l.at as u64)?)));
        let shown = shown.map(|(l, position)| {
            json!({
                "board": diagram::text(key.grid, position),
                "outcomes": l.outcomes.map(|o| o.to_string()),
                "settled": l.settled,
                "stones": l.stones,
                "positions": l.positions,
                "causes": (0..listing.causes.len()).filter(|&n| l.holds(n)).collect::<Vec<_>>(),
            })
        });
        Ok(json!({
            "rules": [a.to_string(), b.to_string()],
            "of": index.count(),
            "positions": positions(&|_| true),
            "settled": settled,
            "undecided": listing.undecided,
            "causes": causes.collect::<Vec<Value>>(),
            "stones": stones.collect::<Vec<_>>(),
            "matching": matching.len(),
            "matching_positions": matching.iter().map(|l| l.positions).sum::<u64>(),
            "n": self.n,
            "shown": shown,
            "sheet": sheet.collect::<Vec<Value>>(),
        }))
    }
}

pub async fn divergences(State(server): State<Server>, Query(asked): Query<Asked>) -> Response {
    // Dropped, and so set, when the page does not wait any more.
    let stop = Stop::new();
    let flag = stop.0;
    let work = move |server: &Server| {
        let key = asked.key()?;
        let listing = match server.divergences.find(&key) {
            Some(listing) => listing,
            None => {
                let offer = if asked.patient { None } else { server.divergences.offer(&key, server.budget, flag)? };
                if let Some(offer) = offer {
                    return Ok(json!({ "offer": offer }));
                }
                let listing = Arc::new(server.divergences.list(&key, asked.patient, server.budget, flag)?);
                server.divergences.keep(key.clone(), &listing);
                listing
            }
        };
        asked.answer(&key, &listing)
    };
    let answer = answered(server, work).await;
    drop(stop);
    answer
}

#[derive(Deserialize)]
pub struct Compared {
    size: String,
    rules: String,
    prisoners: Option<String>,
}

/// On how many positions of a board each pair of rule sets diverges.
pub async fn matrix(State(server): State<Server>, Query(asked): Query<Compared>) -> Response {
    let stop = Stop::new();
    let flag = stop.0;
    let work = move |server: &Server| {
        let grid = Grid::parse(&asked.size).map_err(|e| Refused(e.to_string()))?;
        let rules = rule_sets(&asked.rules)?;
        let prisoners = convention(Some(asked.prisoners.as_deref().unwrap_or(Prisoners::default().name())))?;
        server.divergences.matrix(grid, &rules, prisoners, server.budget, flag)
    };
    let answer = answered(server, work).await;
    drop(stop);
    answer
}

/// How far what takes long has come.
pub async fn progress(State(server): State<Server>) -> impl IntoResponse {
    as_json(&server.divergences.progress())
}
