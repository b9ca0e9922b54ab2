//! Writes proofs: judges a position, asks again what the verdict rests on, this time of the bare games without any help, and
//! takes the strategies from what the solvers have explored.

use serde_json::json;
pub use shinpan_texts::proof::shown::How;
use shinpan_texts::proof::shown::Show;
use shinpan_texts::texts::proofs;

pub use super::Unproved;
use super::claim::{Claims, Judged, What};
use super::regions::prove::{Seeing, at_sight};
use super::{Claim, FORMAT, Proof};
use crate::board::plain::PlainPosition;
use crate::board::{Board, Position, diagram};
use crate::law::encoded::EncodedVerdict;
use crate::law::finished::{SMALL, Sight, Sights};
use crate::law::{Outcome, RuleSet};
use crate::solve::local::LEVELS;
use crate::solve::{Budget, clock};

/// Proves what `rules` says of `position`.
///
/// # Errors
/// [`Unproved`], if the budget runs out.
pub fn prove(rules: &RuleSet, board: &Board, position: Position, budget: Budget) -> Result<Proof, Unproved> {
    prove_by(rules, board, position, budget, How::of(board), &|_| ())
}

/// The part of the budget with which play is searched first: one of so many.
const FEW: usize = 8;

/// Proves what `rules` says of a position on a board of any size: of more than 25 points region by region where it is seen so with little
/// search; else by claims, and where these do not prove it region by region with more. `now` is told what is done.
///
/// # Errors
/// The same.
pub fn prove_any(
    rules: &RuleSet,
    position: &PlainPosition,
    budget: Budget,
    now: &dyn Fn(String),
) -> Result<Proof, Unproved> {
    clock::within(budget.time, || {
        let by_regions = |states: usize| {
            now("looking at it region by region".to_string());
            at_sight(rules, position, Budget { states: states.min(budget.states), ..budget })
        };
        if position.grid().len() > SMALL
            && let Ok(proof) = by_regions(LEVELS[1])
        {
            return Ok(proof);
        }
        let by_claims = match Board::new(position.grid()).zip(position.to_position()) {
            Some((board, position)) => prove_by(rules, &board, position, budget, How::of(&board), now),
            None => Err(Unproved::Undecided),
        };
        // What the text itself has left open says less than that a verdict which is seen could not be shown.
        by_claims.or_else(|why| {
            by_regions(budget.states)
                .map_err(|not_seen| if let Unproved::Undecided = not_seen { why } else { not_seen })
        })
    })
}

/// The same in one of two ways; `now` is told which claim is being shown.
///
/// # Errors
/// The same.
pub fn prove_by(
    rules: &RuleSet,
    board: &Board,
    position: Position,
    budget: Budget,
    how: How,
    now: &dyn Fn(String),
) -> Result<Proof, Unproved> {
    clock::within(budget.time, || {
        let Some(text) = proofs(rules) else { return Err(Unproved::Superko(rules.to_string())) };
        let judged = Judged { board, position, rules };
        let (mut verdict, claims) = text.judged(judged, budget);
        if let Outcome::Undecided { .. } = verdict.outcome {
            return Err(Unproved::Undecided);
        }
        if verdict.open().next().is_some() {
            return Err(Unproved::Claims);
        }
        let claims = claims.ok_or(Unproved::Claims)?;
        let all: Claims = claims.iter().copied().collect();
        let count = claims.len();
        let is_seen = |&(what, holds): &(What, bool), sight: &Sight| text.seen(judged, what, holds, &all, sight);
        let sights = (how == How::Searching).then(|| Sights::on(board, position)).flatten();
        let mut seeing = Seeing::new(sights, &is_seen, budget);
        verdict.notes.history = false;
        let written = EncodedVerdict { history: None, ..verdict.encoded(board.grid()) };
        let mut proof = Proof {
            format: FORMAT.to_string(),
            board: diagram::text(board.grid(), position),
            rules: rules.to_string(),
            verdict: json!(written),
            claims: Vec::new(),
            held: None,
        };
        for (number, (what, holds)) in claims.into_iter().enumerate() {
            let number = number + 1;
            now(format!("proving claim {number} of {count}: {}", text.sentence(judged, what, holds)));
            // What the text claims it can say the game of.
            let forced = text.forced(judged, what, holds, &all).map_err(|_| Unproved::Contradicted(number))?;
            let (mut history, mut strategy, mut steps, mut not_certified) = (None, None, None, None);
            let claim = (what, holds);
            // On boards on which regions are looked at: what is seen with little search; what play shows with little; what is seen with more.
            let few = |seeing: &Seeing| {
                let found = seeing.sights.as_ref().and_then(|_| forced.show(board, budget.part(FEW), how));
                found.filter(|show| !matches!(show, Show::NotCertified(_)))
            };
            let show = if seeing.sees(claim, LEVELS[1]) {
                None
            } else if let Some(show) = few(&seeing) {
                Some(show)
            } else if seeing.sees(claim, LEVELS[2]) {
                None
            } else {
                Some(forced.show(board, budget, how).ok_or(Unproved::Budget(number))?)
            };
            let seen = show.is_none();
            match show {
                None => {}
                Some(Show::Strategy(found)) => strategy = Some(found),
                Some(Show::InTwo(first, then)) => (history, strategy) = (Some(first), Some(then)),
                Some(Show::Steps(found)) => steps = Some(found),
                Some(Show::NotCertified(why)) => not_certified = Some(why),
                Some(Show::Contradicted) => return Err(Unproved::Contradicted(number)),
            }
            let claim = what.statement(judged);
            proof.claims.push(Claim { claim, holds, history, strategy, steps, seen, not_certified });
        }
        if !seeing.claims.is_empty() {
            now("writing what players hold".to_string());
            proof.held = Some(seeing.held().ok_or(Unproved::Held)?);
        }
        Ok(proof)
    })
}
