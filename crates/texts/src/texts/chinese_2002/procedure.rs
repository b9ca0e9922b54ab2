//! The Chinese rules as a procedure: turns, no suicide, no repetition of the whole board, resignation, two passes, confirmation, count.

use super::clauses::*;
use super::judge::claims;
use crate::board::{Colour, Wide, WideBoard};
use crate::law::procedure::Agree;
use crate::law::procedure::agreed::{Agreed, AgreedGame, Clauses};
use crate::law::procedure::judged::{Decision, Fact, Judged, Refusal};
use crate::law::{Claim, RuleSet};
use crate::record::{Act, Setup};

const CLAUSES: Clauses = Clauses {
    start: CN_2_START,
    turn: CN_2_TURNS,
    moves: CN_2_PASS,
    capture: CN_4_1,
    first: CN_4_2,
    own: CN_5,
    stop: CN_7_PASSES,
    agreement: CN_8_CONFIRMATION,
    winner: CN_9_BASE,
};

/// The procedure.
#[derive(Clone, Debug)]
pub struct ChineseProcedure(AgreedGame);

impl ChineseProcedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> ChineseProcedure {
        ChineseProcedure(AgreedGame::new(rules, setup, agree, CLAUSES))
    }

    /// cn.7.resignation.
    fn resigned(&mut self, player: Colour) -> Judged {
        if !self.0.applies(CN_7_RESIGNATION) {
            return self.0.unknown();
        }
        let judged = Judged::accepted(CN_7_RESIGNATION, Fact::Words("the player resigns"));
        self.0.decided(judged, Decision::Resignation { winner: player.opponent() })
    }
}

impl Agreed for ChineseProcedure {
    const HANDICAP: &'static str = "the articles that were read know no handicap; the record is followed";

    fn game(&self) -> &AgreedGame {
        &self.0
    }

    fn game_mut(&mut self) -> &mut AgreedGame {
        &mut self.0
    }

    fn claims(&self, board: &WideBoard, stones: [Wide; 2]) -> Vec<Claim<Wide>> {
        claims(board, stones)
    }

    /// cn.7.passes.
    fn stopped(&mut self, judged: Judged) -> Judged {
        self.0.to_be_agreed(judged)
    }

    /// cn.8.
    fn settling(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::ClaimDead(_) | Act::Agree => match self.0.agreeing(player, act) {
                (judged, Some(dead)) => self.counted(judged, &dead),
                (judged, None) => judged,
            },
            Act::Disagree => Judged::outside(
                CN_8_CONFIRMATION,
                "what follows is not in the articles that were read; there is no count",
            ),
            _ => self.besides(player, act),
        }
    }

    /// cn.7.resignation, cn.2.stay.
    fn besides(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::Resign => self.resigned(player),
            Act::MoveStone { .. } if self.0.applies(CN_2_STAY) => {
                let fact = Fact::Words("a stone is not moved once it has been put down");
                Judged::refused(Refusal::StoneStays, CN_2_STAY, fact)
            }
            _ => self.0.unknown(),
        }
    }
}
