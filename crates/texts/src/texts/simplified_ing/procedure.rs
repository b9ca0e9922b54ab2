//! The Simplified Ing rules as a procedure: alternate moves, suicide, positional superko, one attempt to agree, the score.

use super::clauses::*;
use super::judge::claims;
use crate::board::{Colour, Wide, WideBoard};
use crate::law::procedure::Agree;
use crate::law::procedure::agreed::{Agreed, AgreedGame, Clauses};
use crate::law::procedure::judged::{Effect, Fact, Judged};
use crate::law::{Claim, RuleSet};
use crate::record::{Act, Setup};

const CLAUSES: Clauses = Clauses {
    start: ING_START,
    turn: ING_START,
    moves: ING_MOVE,
    capture: ING_REMOVAL,
    first: ING_REMOVAL,
    own: ING_SUICIDE,
    stop: ING_STOP,
    agreement: ING_AGREEMENT,
    winner: ING_RESULT,
};

/// The procedure.
#[derive(Clone, Debug)]
pub struct SimplifiedIngProcedure(AgreedGame);

impl SimplifiedIngProcedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> SimplifiedIngProcedure {
        SimplifiedIngProcedure(AgreedGame::new(rules, setup, agree, CLAUSES))
    }

    /// ing.disagreement.
    fn disagreed(&mut self) -> Judged {
        if !self.0.applies(ING_DISAGREEMENT) {
            return Judged::outside(ING_AGREEMENT, "what follows is not said; there is no count");
        }
        let next = Some(self.0.next());
        let resumed = Judged::accepted(ING_DISAGREEMENT, Fact::Words("the alternate moving is resumed"));
        self.0.goes_on(resumed, ING_DISAGREEMENT, next)
    }
}

impl Agreed for SimplifiedIngProcedure {
    const HANDICAP: &'static str = "the text knows no handicap, the record is followed";

    fn game(&self) -> &AgreedGame {
        &self.0
    }

    fn game_mut(&mut self) -> &mut AgreedGame {
        &mut self.0
    }

    fn claims(&self, board: &WideBoard, stones: [Wide; 2]) -> Vec<Claim<Wide>> {
        claims(board, stones)
    }

    /// ing.stop, ing.second-stop.
    fn stopped(&mut self, judged: Judged) -> Judged {
        if self.0.stops > 1 && self.0.applies(ING_SECOND_STOP) {
            let at_once = Effect::Words("the second stop: the scores are determined at once");
            return self.counted(judged.with(ING_SECOND_STOP, at_once), &[]);
        }
        self.0.to_be_agreed(judged)
    }

    /// ing.agreement.
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
