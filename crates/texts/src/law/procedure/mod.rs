//! The texts as procedures: who may play, and what a pass, a stop, a request, an offer, an illegal move lead to. One file for each
//! text, a state machine of the phases of a game on boards of any size; every transition names its clause.
//!
//! A [`Procedure`] takes the actions of a record one after the other and judges each: accepted, refused, or outside the text, with
//! the clause, the facts, and what follows. What only people can decide is an action of the record; with [`Agree::BestPlay`] an end
//! that the players have left open is answered by the exhaustive analysis of [`crate::law`], as far as that can be.

pub mod agree;
pub mod agreed;
pub mod count;
pub mod course;
pub mod judged;
pub mod kos;
mod replay;
mod result;
mod sequence;

pub use agree::agree_on;
pub use course::{Course, KernelClauses, KoCapture};
pub use judged::{Consequence, Decision, Effect, Fact, GameResult, Judged, Judgement, Refusal};
pub use kos::Kos;
pub use replay::{Replay, Row, Session, merged, name_of, options, passes_after_the_end, procedure};
pub use result::{ResultCheck, check_result, recorded_margin};
pub use sequence::{Sequence, placed};

use crate::board::Colour;
use crate::board::plain::PlainPosition;
use crate::law::clause::ClauseId;
pub use crate::law::text::{Agree, Procedure};
use crate::record::Act;

/// What the players have put forward about the final position, and who of them agrees to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proposal {
    /// The stones of the strings claimed to be dead.
    pub dead: Vec<usize>,
    /// The stones of the strings claimed to be in seki.
    pub seki: Vec<usize>,
    agreed: [bool; 2],
}

impl Proposal {
    /// A claim: whole strings, agreed to by the player who makes it.
    ///
    /// # Errors
    /// The refusal, if a point holds no stone.
    pub fn claim(
        &mut self,
        position: &PlainPosition,
        player: Colour,
        act: &Act,
        clause: ClauseId,
    ) -> Result<Judged, Judged> {
        let (Act::ClaimDead(points) | Act::ClaimSeki(points)) = act else {
            return Err(Judged::outside(clause, "no claim"));
        };
        if let Some(&p) = points.iter().find(|&&p| position.at(p).is_none()) {
            let fact = Fact::Points { what: "no stone on", points: vec![p] };
            return Err(Judged::refused(Refusal::NoStone, clause, fact));
        }
        let mut stones: Vec<usize> = points.iter().flat_map(|&p| position.string_at(p)).collect();
        stones.sort_unstable();
        stones.dedup();
        let what = if matches!(act, Act::ClaimDead(_)) { "claimed to be dead" } else { "claimed to be in seki" };
        let fact = Fact::Points { what, points: stones.clone() };
        match act {
            Act::ClaimDead(_) => self.dead = stones,
            _ => self.seki = stones,
        }
        self.agreed = [false; 2];
        self.agreed[player.index()] = true;
        Ok(Judged::accepted(clause, fact))
    }

    /// The player agrees; whether both now do.
    pub fn agree(&mut self, player: Colour) -> bool {
        self.agreed[player.index()] = true;
        self.agreed == [true; 2]
    }

    /// The player does not agree.
    pub fn disagree(&mut self, player: Colour) {
        self.agreed[player.index()] = false;
    }
}

/// The one of two results of a check that stops at the first refusal.
pub(crate) fn either(judged: Result<Judged, Judged>) -> Judged {
    judged.unwrap_or_else(|refused| refused)
}
