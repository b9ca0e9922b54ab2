//! The positions of a board on which two rule sets diverge, one at a time. Small boards are judged when they are first asked for,
//! larger ones are looked up in tables.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::verdicts::convention;
use super::{Refused, Server, Stop, as_json, rule_sets};
use crate::atlas::listing::{How, Listed, Listing};
use crate::atlas::prisoners::Prisoners;
use crate::atlas::settled::SettledBy;
use crate::atlas::{Silent, WholeBoard};
use crate::board::index::Index;
use crate::board::{Grid, diagram};
use crate::law::RuleSet;
use crate::law::changes::Changes;
use crate::solve::Budget;
use crate::solve::whole::store::Store;

/// The most legal positions of a board that is judged without tables (3x3, 2x4, 1x9).
const MOST_JUDGED: u64 = 20_000;
/// The boards that are offered without tables.
const SMALL: [&str; 8] = ["1x3", "1x4", "1x5", "2x2", "1x6", "2x3", "2x4", "3x3"];
/// Boards that are offered where tables of them are there.
const LARGER: [&str; 6] = ["2x5", "2x6", "3x4", "2x7", "3x5", "4x4"];
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
}

impl Kept {
    pub fn new(store: Option<Store>) -> Kept {
        Kept { store, listings: Mutex::default() }
    }

    /// The boards that can be looked at under some rule sets.
    pub fn boards(&self) -> Vec<&'static str> {
        let defaults = RuleSet::defaults();
        let there = |size: &&str| {
            Grid::parse(size).is_ok_and(|grid| defaults.iter().filter(|r| self.is_known(r, grid)).count() >= 2)
        };
        SMALL.into_iter().chain(LARGER.into_iter().filter(there)).collect()
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

    fn list(
        &self,
        key: &Key,
        budget: Budget,
        stop: &'static std::sync::atomic::AtomicBool,
    ) -> Result<Listing, Refused> {
        let Key { grid, rules, prisoners } = key;
        let refused = |error: &dyn std::fmt::Display| Refused(error.to_string());
        let count = Index::new(*grid).map_err(|e| refused(&e))?.count();
        let small = count <= MOST_JUDGED;
        if let Some(unknown) = rules.iter().find(|r| !small && !self.is_known(r, *grid)) {
            return Err(Refused(format!(
                "{grid} has {count} legal positions, and no table says what {unknown} makes of them: `shinpan solve {grid} --out \
                 DIR`, then `shinpan explore --tables DIR`"
            )));
        }
        let known = |by: &SettledBy| small || by.rules().iter().all(|r| self.is_known(r, *grid));
        let how = How {
            prisoners: *prisoners,
            settled: [SettledBy::FatesAndPlayOuts].into_iter().find(known).unwrap_or(SettledBy::Nothing),
            causes: Some(if small { Changes::Usual } else { Changes::None }).filter(|_| known(&SettledBy::Fates)),
            budget: Budget { stop: Some(stop), ..budget },
        };
        let mut whole = WholeBoard::new(*grid).map_err(|e| refused(&e))?;
        if let Some(store) = &self.store {
            let needs = Listing::needs(&whole, rules, &how);
            whole.look_up(store, &needs, stop).map_err(|e| refused(&e))?;
        }
        Listing::run(&whole, rules, &how, &Silent, stop).map_err(|e| refused(&e))
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
        }))
    }
}

pub async fn divergences(State(server): State<Server>, Query(asked): Query<Asked>) -> Response {
    // Dropped, and so set, when the page does not wait any more.
    let stop = Stop::new();
    let flag = stop.0;
    let work = move || {
        let key = asked.key()?;
        let listing = match server.divergences.find(&key) {
            Some(listing) => listing,
            None => {
                let _permit = server.permit()?;
                let listing = Arc::new(server.divergences.list(&key, server.budget, flag)?);
                server.divergences.keep(key.clone(), &listing);
                listing
            }
        };
        asked.answer(&key, &listing)
    };
    let answer = tokio::task::spawn_blocking(work).await;
    drop(stop);
    match answer {
        Ok(Ok(value)) => as_json(&value).into_response(),
        Ok(Err(refused)) => refused.into_response(),
        Err(_) => Refused("a defect: the program's terminal says more".to_string()).into_response(),
    }
}
