//! What all phases of a game have in common: turns, and moves that are pseudolegal.

use super::clauses::*;
use super::judge::suicide;
use crate::board::Colour;
use crate::board::plain::PlainPlay;
use crate::law::procedure::Sequence;
use crate::law::procedure::judged::{Fact, Judged, Refusal};
use crate::law::{ClauseId, RuleSet};

/// The turns of a game so far.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    pub(super) rules: RuleSet,
    /// The step of the record.
    pub(super) step: usize,
    /// The turns of all phases; katago.main.legal minds what was on the grid in the main phase.
    pub(super) game: Sequence,
}

/// A pseudolegal move: what it does, and the player's own points that it empties.
pub(super) type Made = (PlainPlay, Vec<usize>);

impl Turns {
    /// Whether the clause is applied.
    pub(super) fn applies(&self, clause: ClauseId) -> bool {
        self.rules.applies(clause)
    }

    /// Whether the player has the turn.
    pub(super) fn check_turn(&self, player: Colour) -> Result<(), Judged> {
        if self.applies(KATAGO_MAIN_TURNS) { self.game.course.turn(player, KATAGO_MAIN_TURNS) } else { Ok(()) }
    }

    /// katago.pseudolegal.3, and what a move may not do.
    pub(super) fn pseudolegal(&self, player: Colour, point: usize) -> Result<Made, Judged> {
        let position = &self.game.course.position;
        let Ok((play, own)) = position.play_or_suicide(player, point) else {
            // Occupied: there is a stone.
            let stone = position.at(point).unwrap_or(player);
            return Err(Judged::refused(Refusal::Occupied, KATAGO_PSEUDOLEGAL_3, Fact::Holds { point, stone }));
        };
        if !own.is_empty() && !suicide(&self.rules) {
            let fact = Fact::WithoutLiberty(own);
            return Err(Judged::refused(Refusal::Suicide, KATAGO_PSEUDOLEGAL_SUICIDE, fact));
        }
        if play.after == *position && self.applies(KATAGO_PSEUDOLEGAL_CHANGE) {
            let fact = Fact::WithoutLiberty(own);
            return Err(Judged::refused(Refusal::Suicide, KATAGO_PSEUDOLEGAL_CHANGE, fact));
        }
        Ok((play, own))
    }
}
