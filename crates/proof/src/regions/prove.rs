//! Writes proofs of what is seen region by region.

use serde_json::json;

use super::{GameProof, HeldProof, PartStep, answers, names, written};
use crate::board::plain::PlainPosition;
use crate::board::{Kernel, PointSet, Wide};
use crate::law::encoded::EncodedVerdict;
use crate::law::finished::{Holding, Sight, Sights};
use crate::law::{RuleSet, Trace};
use crate::proof::claim::What;
use crate::proof::prove::Unproved;
use crate::proof::{FORMAT, Proof};
use crate::solve::Budget;
use crate::solve::local::{Aim, Ground, LocalStep, Place};

/// Proves what `rules` says of a position whose verdict is seen region by region.
///
/// # Errors
/// [`Unproved`], of any other position, or if the budget runs out.
pub fn at_sight(rules: &RuleSet, position: &PlainPosition, budget: Budget) -> Result<Proof, Unproved> {
    let mut why = Unproved::Undecided;
    for sight in Sights::of(position).each(budget) {
        match seen(rules, sight) {
            Err(Unproved::Undecided) => {}
            Err(not_found) => why = not_found,
            proved => return proved,
        }
    }
    Err(why)
}

fn seen(rules: &RuleSet, sight: &Sight) -> Result<Proof, Unproved> {
    let finished = sight.finished(rules, &mut Trace::silent()).ok_or(Unproved::Undecided)?;
    let held = all_shown(sight, sight).ok_or(Unproved::Held)?;
    let verdict = EncodedVerdict { history: None, ..finished.encoded() };
    Ok(Proof {
        format: FORMAT.to_string(),
        board: sight.position().to_string(),
        rules: rules.to_string(),
        verdict: json!(verdict),
        claims: Vec::new(),
        held: Some(held),
    })
}

/// What players hold of what has been asked of `sight`, by what has been searched for another of the same position; nothing if its budget runs out.
#[must_use]
pub fn all_shown(sight: &Sight, searched: &Sight) -> Option<Vec<HeldProof>> {
    let asked = sight.asked();
    asked.iter().filter(|holding| !holding.grounds.games.is_empty()).map(|holding| shown(searched, holding)).collect()
}

/// What a player holds, with the steps of all local games; nothing if the budget runs out.
#[must_use]
pub fn shown(sight: &Sight, holding: &Holding) -> Option<HeldProof> {
    let (board, player) = (&sight.board, holding.player);
    let grid = board.grid();
    let game = |(number, ground): (usize, &Ground)| {
        let place = Place::of_grounds(board, &holding.grounds, number)?;
        let step = |step: &LocalStep| PartStep {
            part: written(&place, &step.part, grid, player),
            answers: answers(&place, &step.answers, grid),
        };
        let first = |wall: Wide| wall.points().next().map(|p| grid.name(p));
        let mut walls = ground.walls.clone();
        walls.sort_by_key(|(wall, _)| wall.points().next());
        Some(GameProof {
            points: names(grid, ground.points),
            walls: walls.iter().filter_map(|&(wall, eyes)| Some(format!("{} {eyes}", first(wall)?))).collect(),
            kept: names(grid, ground.kept),
            steps: sight.steps(holding, number)?.iter().map(step).collect(),
        })
    };
    Some(HeldProof {
        board: board.position(holding.stones)?.to_string(),
        player: player.letter().to_string(),
        alone: holding.grounds.aim == Aim::Eyes,
        at_no_loss: holding.grounds.aim == Aim::BarsAtNoLoss,
        games: holding.grounds.games.iter().enumerate().map(game).collect::<Option<_>>()?,
    })
}

/// Claims about a position that are seen from what players hold.
pub(crate) struct Seeing<'a> {
    /// The position, if it is looked at so.
    pub sights: Option<Sights>,
    /// Whether a claim is seen, as the text has it.
    pub is_seen: &'a dyn Fn(&(What, bool), &Sight) -> bool,
    /// Those that were.
    pub claims: Vec<(What, bool)>,
    budget: Budget,
}

impl<'a> Seeing<'a> {
    /// None yet.
    pub fn new(
        sights: Option<Sights>,
        is_seen: &'a dyn Fn(&(What, bool), &Sight) -> bool,
        budget: Budget,
    ) -> Seeing<'a> {
        Seeing { sights, is_seen, claims: Vec::new(), budget }
    }

    /// Whether a claim is seen with so many states for a local game; if so it is among those that are shown.
    pub fn sees(&mut self, claim: (What, bool), states: usize) -> bool {
        let is_seen = self.sight(states).is_some_and(|sight| (self.is_seen)(&claim, sight));
        self.claims.extend(is_seen.then_some(claim));
        is_seen
    }

    fn sight(&self, states: usize) -> Option<&Sight> {
        let budget = Budget { states: states.min(self.budget.states), ..self.budget };
        self.sights.as_ref()?.each(budget).last()
    }

    /// What players hold, as far as these claims need it; nothing if the budget runs out.
    pub fn held(&self) -> Option<Vec<HeldProof>> {
        let sights = self.sights.as_ref()?;
        let last = sights.seen().next()?;
        // What has been seen with more search comes first.
        let found: Vec<Holding> = sights.seen().flat_map(Sight::asked).collect();
        let needed = Sight::shown(last.position(), found.into());
        let all = self.claims.iter().all(|claim| (self.is_seen)(claim, &needed));
        all.then(|| all_shown(&needed, last)).flatten()
    }
}
