//! The rules of New Zealand as a procedure: turns, suicide, no repetition after one's own moves, agreement or further play, the count.

use super::clauses::*;
use super::judge::claims;
use crate::board::{Colour, Wide, WideBoard};
use crate::law::procedure::Agree;
use crate::law::procedure::agreed::{Agreed, AgreedGame, Clauses, Stage};
use crate::law::procedure::judged::{Fact, Judged};
use crate::law::{Claim, RuleSet};
use crate::record::{Act, Setup};

const CLAUSES: Clauses = Clauses {
    start: NZ_START,
    turn: NZ_START,
    moves: NZ_MOVE,
    capture: NZ_PLAY_OPPONENT,
    first: NZ_PLAY_OPPONENT,
    own: NZ_PLAY_OWN,
    stop: NZ_END,
    agreement: NZ_DEAD,
    winner: NZ_WINNER,
};

/// The procedure.
#[derive(Clone, Debug)]
pub struct NewZealandProcedure(AgreedGame);

impl NewZealandProcedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> NewZealandProcedure {
        NewZealandProcedure(AgreedGame::new(rules, setup, agree, CLAUSES))
    }

    /// nz.dead.play-on, nz.dead.stay.
    fn disagreed(&mut self) -> Judged {
        let game = &mut self.0;
        if game.stage == Stage::Stopped && game.applies(NZ_DEAD_PLAY_ON) {
            let words = Fact::Words("they have to play on; who moves next is for both to agree on");
            return game.goes_on(Judged::accepted(NZ_DEAD_PLAY_ON, words), NZ_DEAD_PLAY_ON, None);
        }
        if game.applies(NZ_DEAD_STAY) {
            let words = Fact::Words("without an agreement all stones stay on the board");
            return self.counted(Judged::accepted(NZ_DEAD_STAY, words), &[]);
        }
        Judged::outside(NZ_DEAD, "what follows is not said; there is no count")
    }
}

impl Agreed for NewZealandProcedure {
    const HANDICAP: &'static str = "White passes instead of handicap stones being put down; the record is followed";

    fn game(&self) -> &AgreedGame {
        &self.0
    }

    fn game_mut(&mut self) -> &mut AgreedGame {
        &mut self.0
    }

    fn claims(&self, board: &WideBoard, stones: [Wide; 2]) -> Vec<Claim<Wide>> {
        claims(board, stones)
    }

    /// nz.end.
    fn stopped(&mut self, judged: Judged) -> Judged {
        self.0.to_be_agreed(judged)
    }

    /// nz.dead.
    fn settling(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::Disagree | Act::RequestResumption => self.disagreed(),
            Act::ClaimDead(_) | Act::Agree => match self.0.agreeing(player, act) {
                (judged, Some(dead)) => self.counted(judged, &dead),
                (judged, None) => judged,
            },
            _ => self.0.unknown(),
        }
    }
}
