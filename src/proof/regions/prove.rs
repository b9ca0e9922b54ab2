//! Writes proofs of what is seen region by region.

use serde_json::json;

use super::{GameProof, HeldProof, PartStep, answers, names, written};
use crate::board::plain::PlainPosition;
use crate::board::{Kernel, PointSet, Wide};
use crate::law::encoded::EncodedVerdict;
use crate::law::finished::{Holding, Sight, Sights};
use crate::law::{RuleSet, Trace};
use crate::proof::{FORMAT, Proof};
use crate::solve::Budget;
use crate::solve::local::{Ground, LocalStep, Place};

/// Proves what `rules` says of a position whose verdict is seen region by region; nothing of any other, or if the budget runs out.
#[must_use]
pub fn at_sight(rules: &RuleSet, position: &PlainPosition, budget: Budget) -> Option<Proof> {
    let sights = Sights::of(position);
    sights.each(budget).find_map(|sight| seen(rules, sight))
}

fn seen(rules: &RuleSet, sight: &Sight) -> Option<Proof> {
    let finished = sight.finished(rules, &mut Trace::silent())?;
    let mut held = Vec::new();
    for holding in sight.asked().iter().filter(|holding| !holding.grounds.games.is_empty()) {
        held.push(shown(sight, holding)?);
    }
    let verdict = EncodedVerdict { history: None, ..finished.encoded() };
    Some(Proof {
        format: FORMAT.to_string(),
        board: sight.position().to_string(),
        rules: rules.to_string(),
        verdict: json!(verdict),
        claims: Vec::new(),
        held: Some(held),
    })
}

/// What a player holds, with the steps of all local games; nothing if the budget runs out.
#[must_use]
pub fn shown(sight: &Sight, holding: &Holding) -> Option<HeldProof> {
    let (board, player) = (&sight.board, holding.player);
    let grid = board.grid();
    let game = |(number, ground): (usize, &Ground)| {
        let place = Place::of_ground(board, ground)?;
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
        games: holding.grounds.games.iter().enumerate().map(game).collect::<Option<_>>()?,
    })
}
