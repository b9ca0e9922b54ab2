//! Japanese 1989 as a procedure: game, stop, confirmation of life and death, agreement, confirmed result.

use super::dame::open_dame;
use super::judge;
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, Wide, WideBoard};
use crate::law::procedure::agree::{Agree, best_play};
use crate::law::procedure::count::{self, Counted};
use crate::law::procedure::course::{Course, KernelClauses};
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::kos::Kos;
use crate::law::procedure::{Procedure, Proposal, either, placed};
use crate::law::{ClauseId, History, RuleSet, Trace};
use crate::record::{Act, Komi, Setup};
use crate::texts::j1989::clauses::*;

const KERNEL: KernelClauses = KernelClauses { occupied: J1989_3, suicide: J1989_4 };

/// A confirmation sequence (j1989.7.2).
#[derive(Clone, Debug)]
struct Examination {
    course: Course,
    kos: Kos,
    /// A stone of the string examined, and whose it is.
    string: Vec<usize>,
    owner: Colour,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Until the stop (j1989.1, j1989.9.1).
    Game,
    /// Between stop and end: life and death and territory are confirmed (j1989.9.2).
    Stopped,
    /// A confirmation sequence.
    Examining(Box<Examination>),
    /// The game has ended by agreement; the result is not yet confirmed by both (j1989.10).
    Agreed { confirmed: [bool; 2] },
    /// Nothing can happen any more; the clause says why.
    Over(ClauseId),
}

/// The procedure.
#[derive(Clone, Debug)]
pub struct J1989Procedure {
    rules: RuleSet,
    agree: Agree,
    komi: Option<Komi>,
    set_up: bool,
    step: usize,
    course: Course,
    /// The moves of the game.
    history: History<[Wide; 2]>,
    /// When the present position came up before.
    repeated: Option<usize>,
    /// Who has offered no result, and is not answered yet.
    offer: Option<Colour>,
    /// Who asked for the resumption after which no move has been made.
    resumed_by: Option<Colour>,
    /// A stone has been shifted and put back, and the players have not yet gone on.
    shifted: bool,
    proposal: Proposal,
    /// The step at which a player did not agree since the stop.
    disagreed: Option<usize>,
    /// The step at which an effective move was found since the stop.
    effective: Option<usize>,
    phase: Phase,
    result: Option<GameResult>,
}

impl J1989Procedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> J1989Procedure {
        let history = History::new(&WideBoard::stones(&setup.position), Colour::Black, 0);
        J1989Procedure {
            rules,
            agree,
            komi: setup.komi,
            set_up: setup.is_set_up(),
            step: 0,
            course: Course::new(setup.position.clone(), setup.to_move),
            history,
            repeated: None,
            offer: None,
            resumed_by: None,
            shifted: false,
            proposal: Proposal::default(),
            disagreed: None,
            effective: None,
            phase: Phase::Game,
            result: None,
        }
    }

    fn applies(&self, clause: ClauseId) -> bool {
        self.rules.applies(clause)
    }

    fn end(&mut self, judged: Judged, clause: ClauseId, result: GameResult) -> Judged {
        self.phase = Phase::Over(clause);
        self.result = Some(result.clone());
        judged.with(clause, Effect::Result(result))
    }

    /// j1989.14: a move against the rules loses, while the result is not confirmed.
    fn foul(&mut self, player: Colour, refused: Judged) -> Judged {
        if !self.applies(J1989_14) {
            return refused;
        }
        let result = GameResult::without_count(Decision::Foul { winner: player.opponent() });
        self.end(refused, J1989_14, result)
    }

    /// Article 2.
    fn check_turn(&self, player: Colour) -> Result<(), Judged> {
        if self.applies(J1989_2) { self.course.turn(player, J1989_2) } else { Ok(()) }
    }

    /// A play of the game: Articles 2 to 6.
    fn check_play(&self, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        self.check_turn(player)?;
        let play = self.course.kernel(player, point, &KERNEL)?;
        match self.course.recapture(point, &play).filter(|_| self.applies(J1989_6_RECAPTURE)) {
            Some(fact) => Err(Judged::refused(Refusal::KoRecapture, J1989_6_RECAPTURE, fact)),
            None => Ok(play),
        }
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        let play = match self.check_play(player, point) {
            Ok(play) => play,
            Err(refused) => return self.foul(player, refused),
        };
        self.course.play(player, point, &play, self.step);
        self.moved();
        let stones = WideBoard::stones(&self.course.position);
        self.repeated = self.history.came_up(&stones).next();
        self.history.play(player, &stones, self.step);
        let mut judged = Course::played(J1989_3, point, &play);
        if !play.captured.is_empty() {
            judged = judged.with(J1989_5, Effect::Prisoners { player, stones: play.captured });
        }
        if self.repeated.is_some() && self.applies(J1989_12) {
            judged = judged.with(J1989_12, Effect::Words("a repeated situation: both may agree on no result"));
        }
        judged
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if let Err(refused) = self.check_turn(player) {
            return self.foul(player, refused);
        }
        self.course.pass(player);
        self.moved();
        // Article 9.1 alone speaks of passes; without it one is a turn without a stone.
        let judged = Judged::accepted(self.rules.in_force(J1989_9_1, J1989_2), Fact::Words("a pass"));
        if self.course.passes.len() < 2 || !self.applies(J1989_9_1) {
            return judged;
        }
        self.phase = Phase::Stopped;
        self.proposal = Proposal::default();
        (self.disagreed, self.effective) = (None, None);
        judged.with(J1989_9_1, Effect::Phase(self.phase()))
    }

    /// A move has been made: what waited for it is over.
    fn moved(&mut self) {
        self.offer = None;
        self.resumed_by = None;
        self.shifted = false;
    }

    fn in_game(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::Play(point) => self.play(player, *point),
            Act::Pass => self.pass(player),
            Act::Handicap(points) if self.course.position.cells().iter().all(Option::is_none) => {
                self.handicap(player, points)
            }
            Act::OfferNoResult if self.applies(J1989_12) => match self.repeated {
                Some(step) => {
                    self.offer = Some(player);
                    Judged::accepted(J1989_12, Fact::Recreates { step, to_move: None })
                }
                None => Judged::refused(
                    Refusal::NoRepetition,
                    J1989_12,
                    Fact::Words("this situation is not a repeated one"),
                ),
            },
            Act::Accept | Act::Refuse if self.applies(J1989_12) && self.offer.is_some() => {
                if self.offer == Some(player) {
                    let fact = Fact::Words("the offer is the player's own");
                    return Judged::refused(Refusal::OwnProposal, J1989_12, fact);
                }
                self.offer = None;
                if *act == Act::Refuse {
                    return Judged::accepted(J1989_12, Fact::Words("both have to agree: the game goes on"));
                }
                let judged = Judged::accepted(J1989_12, Fact::Words("both agree"));
                self.end(judged, J1989_12, GameResult::without_count(Decision::NoResult(None)))
            }
            Act::Refuse if self.resumed_by == Some(player.opponent()) => {
                let fact = Fact::Words("a request of resumption has to be accepted");
                Judged::refused(Refusal::MustAccept, J1989_9_3, fact)
            }
            Act::Accept if self.resumed_by == Some(player.opponent()) => {
                Judged::accepted(J1989_9_3, Fact::Words("the request of resumption is accepted"))
            }
            Act::MoveStone { from, to } if self.applies(J1989_13_2) => self.shift(*from, *to),
            Act::Agree if self.shifted => {
                self.shifted = false;
                Judged::accepted(J1989_13_2, Fact::Words("agreed: the stone is put back"))
            }
            Act::Disagree if self.shifted => {
                let judged = Judged::accepted(J1989_13_2, Fact::Words("no agreement on the shifted stone"));
                self.end(judged, J1989_13_2, GameResult::without_count(Decision::BothLose))
            }
            Act::Accept | Act::Refuse if self.applies(J1989_12) => {
                Judged::refused(Refusal::NothingProposed, J1989_12, Fact::Words("nothing has been offered"))
            }
            Act::Agree | Act::Disagree | Act::ClaimDead(_) | Act::EffectiveMove(_) | Act::Examine(_) => {
                Judged::refused(Refusal::WrongPhase, J1989_9_2, Fact::Words("the game has not stopped"))
            }
            Act::RequestResumption if self.applies(J1989_9_3) => {
                Judged::refused(Refusal::WrongPhase, J1989_9_3, Fact::Words("the game has not stopped"))
            }
            Act::Object | Act::Confirm if self.applies(J1989_10_3) => {
                Judged::refused(Refusal::WrongPhase, J1989_10_3, Fact::Words("there is no result yet"))
            }
            Act::PassForKo(_) if self.applies(J1989_7_2_PASS) => Judged::refused(
                Refusal::WrongPhase,
                J1989_7_2_PASS,
                Fact::Words("a pass for a ko belongs to the confirmation of life and death"),
            ),
            _ => Judged::outside(J1989_1, "the text knows no such action; nothing changes"),
        }
    }

    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        match placed(self.course.position.grid(), player, points) {
            Some(position) => {
                self.course.position = position;
                self.history = History::new(&WideBoard::stones(&self.course.position), player.opponent(), self.step);
                Judged::outside(J1989_2, "the text says nothing of a handicap; the record is followed")
            }
            None => Judged::outside(J1989_2, "the text says nothing of a handicap, and these stones cannot stand"),
        }
    }

    /// j1989.13.2: the stone is returned to its point and the game goes on; without agreement on that both lose.
    fn shift(&mut self, from: usize, to: usize) -> Judged {
        if self.course.position.at(from).is_none() {
            let fact = Fact::Points { what: "no stone on", points: vec![from] };
            return Judged::refused(Refusal::NoStone, J1989_13_2, fact);
        }
        self.shifted = true;
        let fact = Fact::Points { what: "shifted from and to", points: vec![from, to] };
        Judged::accepted(J1989_13_2, fact)
            .with(J1989_13_2, Effect::Words("the stone is put back where it was and the game goes on"))
    }

    fn stopped(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::RequestResumption if self.applies(J1989_9_3) => {
                self.phase = Phase::Game;
                self.course.passes.clear();
                self.course.mover = Some(player.opponent());
                self.resumed_by = Some(player);
                Judged::accepted(J1989_9_3, Fact::Words("the opponent has to accept"))
                    .with(J1989_9_3, Effect::Phase(self.phase()))
                    .with(J1989_9_3, Effect::ToMove(player.opponent()))
            }
            Act::ClaimDead(_) => {
                self.disagreed = None;
                either(self.proposal.claim(&self.course.position, player, act, J1989_9_2))
            }
            Act::Agree if self.proposal.agree(player) => {
                let judged = Judged::accepted(J1989_9_2, Fact::Words("both agree"));
                let result = self.count();
                self.phase = Phase::Agreed { confirmed: [false; 2] };
                self.result = Some(result.clone());
                let judged = judged.with(J1989_9_2, Effect::Phase(self.phase()));
                let judged = judged.with(J1989_10_2, Effect::Result(result));
                let besides = self.besides(Counted::default()).margin();
                match open_dame(&self.rules, &self.course.position, &self.proposal.dead, besides) {
                    Some(open) => judged.with(J1989_8_SEKI, open),
                    None => judged,
                }
            }
            Act::Agree => Judged::accepted(J1989_9_2, Fact::Words("the other player has to agree as well")),
            Act::Disagree => {
                self.proposal.disagree(player);
                self.disagreed = Some(self.step);
                Judged::accepted(J1989_9_2, Fact::Words("no agreement"))
            }
            Act::EffectiveMove(point) if self.applies(J1989_13_1) => {
                self.effective = Some(self.step);
                let fact = Fact::Points { what: "an effective move was left", points: vec![*point] };
                Judged::accepted(J1989_13_1, fact)
            }
            Act::Examine(point) if self.applies(J1989_7_2) => self.examine(*point),
            Act::Play(_) | Act::Pass | Act::PassForKo(_) => Judged::refused(
                Refusal::WrongPhase,
                J1989_9_1,
                Fact::Words("the game has stopped: it is resumed on request, and life is examined by name"),
            ),
            Act::OfferNoResult | Act::Accept | Act::Refuse if self.applies(J1989_12) => {
                Judged::refused(Refusal::WrongPhase, J1989_12, Fact::Words("the game has stopped"))
            }
            Act::Object | Act::Confirm if self.applies(J1989_10_3) => {
                Judged::refused(Refusal::WrongPhase, J1989_10_3, Fact::Words("the game has not ended"))
            }
            _ => Judged::outside(J1989_9_2, "the text knows no such action after the stop; nothing changes"),
        }
    }

    /// Articles 8 and 10 on the agreed life and death.
    fn count(&self) -> GameResult {
        let position = &self.course.position;
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let living = count::others(position, &self.proposal.dead);
        let counted = judge::count(&self.rules, &board, stones, &living, &mut Trace::silent());
        let mut count = Counted::default();
        count.add_claims(&counted.claims);
        let count = self.besides(count).sorted();
        GameResult { decision: Decision::Margin(count.margin()), count: Some(count) }
    }

    /// Prisoners of the game and komi.
    fn besides(&self, mut count: Counted) -> Counted {
        count.add_prisoners(J1989_10_2, "prisoners taken in the game", self.course.prisoners);
        count.add_komi(self.komi);
        count
    }

    fn examine(&mut self, point: usize) -> Judged {
        let Some(owner) = self.course.position.at(point) else {
            let fact = Fact::Points { what: "no stone on", points: vec![point] };
            return Judged::refused(Refusal::NoStone, J1989_7_1, fact);
        };
        let course = Course {
            prisoners: self.course.prisoners,
            ..Course::new(self.course.position.clone(), Some(owner.opponent()))
        };
        let string = self.course.position.string_at(point);
        let fact = Fact::Points { what: "the string examined", points: string.clone() };
        self.phase = Phase::Examining(Box::new(Examination { course, kos: Kos::default(), string, owner }));
        Judged::accepted(J1989_7_1, fact)
            .with(J1989_7_1, Effect::Phase(self.phase()))
            .with(J1989_7_1, Effect::ToMove(owner.opponent()))
    }

    fn examining(&mut self, player: Colour, act: &Act) -> Judged {
        let (step, rules) = (self.step, self.rules.clone());
        // The opponent begins (Article 7.1), and the players alternate.
        let turn = rules.in_force(J1989_2, J1989_7_1);
        let Phase::Examining(examination) = &mut self.phase else {
            return Judged::outside(J1989_7_2, "no confirmation is going on");
        };
        let Examination { course, kos, .. } = &mut **examination;
        match act {
            Act::Play(point) => either(course.turn(player, turn).and_then(|()| {
                let play = course.kernel(player, *point, &KERNEL)?;
                if let Some(ban) = kos.ban(*point, &play) {
                    let fact = Fact::Ko { point: ban.point, stone: ban.stone, step: ban.step };
                    return Err(Judged::refused(Refusal::KoBan, J1989_7_2, fact));
                }
                course.play(player, *point, &play, step);
                kos.after(*point, &play, step);
                Ok(Course::played(J1989_7_1, *point, &play))
            })),
            Act::PassForKo(point) if rules.applies(J1989_7_2_PASS) => {
                either(course.turn(player, turn).and_then(|()| {
                    let Some(ban) = kos.liftable(&course.position, player, *point) else {
                        let fact = Fact::Points { what: "no banned ko capture on", points: vec![*point] };
                        return Err(Judged::refused(Refusal::NothingToLift, J1989_7_2_PASS, fact));
                    };
                    kos.lift(ban);
                    course.pass_for_ko(player);
                    let fact = Fact::Ko { point: ban.point, stone: ban.stone, step: ban.step };
                    Ok(Judged::accepted(J1989_7_2_PASS, fact))
                }))
            }
            Act::Pass => match course.turn(player, turn) {
                Err(refused) => refused,
                Ok(()) => {
                    course.pass(player);
                    let judged = Judged::accepted(J1989_7_1, Fact::Words("a pass"));
                    if course.passes.len() == 2 { self.examined(judged) } else { judged }
                }
            },
            Act::Return => self.examined(Judged::accepted(J1989_7_1, Fact::Words("the confirmation is broken off"))),
            _ => Judged::refused(
                Refusal::WrongPhase,
                J1989_7_1,
                Fact::Words("a confirmation is going on: it ends with two passes or a return"),
            ),
        }
    }

    /// The end of a confirmation: the position is the final one again.
    fn examined(&mut self, judged: Judged) -> Judged {
        let mut stands = true;
        if let Phase::Examining(examination) = &self.phase {
            let Examination { course, string, owner, .. } = &**examination;
            stands = string.iter().any(|&p| course.position.at(p) == Some(*owner));
        }
        self.phase = Phase::Stopped;
        let words = if stands { "stones stand on the string's points" } else { "the string is off the board" };
        judged.with(J1989_7_1, Effect::Words(words)).with(J1989_9_2, Effect::Phase(self.phase()))
    }

    /// Article 10, items 3 and 4.
    fn agreed(&mut self, player: Colour, act: &Act, mut confirmed: [bool; 2]) -> Judged {
        match act {
            Act::Confirm if !self.applies(J1989_10_4) => {
                Judged::outside(J1989_9_2, "the text knows no confirmation of a result; nothing changes")
            }
            Act::Confirm if confirmed[player.index()] => {
                Judged::refused(Refusal::OwnProposal, J1989_10_4, Fact::Words("the player has confirmed already"))
            }
            Act::Confirm => {
                confirmed[player.index()] = true;
                let judged = Judged::accepted(J1989_10_4, Fact::Words("the player confirms the result"));
                if confirmed == [true; 2] {
                    self.phase = Phase::Over(J1989_10_4);
                    return judged.with(J1989_10_4, Effect::Words("the result is final"));
                }
                self.phase = Phase::Agreed { confirmed };
                judged
            }
            Act::Object if self.applies(J1989_10_3) => {
                self.phase = Phase::Agreed { confirmed: [false; 2] };
                let words =
                    "the game is replayed and counted again: the record gives the same result, both have to confirm it";
                Judged::accepted(J1989_10_3, Fact::Words("an objection to the result"))
                    .with(J1989_10_3, Effect::Words(words))
            }
            _ => Judged::refused(Refusal::GameOver, J1989_9_2, Fact::Words("the game has ended by agreement")),
        }
    }
}

impl Procedure for J1989Procedure {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn begin(&self) -> Option<Judged> {
        self.set_up.then(|| Judged::outside(J1989_1, "the text knows no position set up; the record is followed"))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.step += 1;
        if *act == Act::Resign && self.applies(J1989_11) && matches!(self.phase, Phase::Game | Phase::Stopped) {
            let judged = Judged::accepted(J1989_11, Fact::Words("the player offers his own defeat"));
            let result = GameResult::without_count(Decision::Resignation { winner: player.opponent() });
            return self.end(judged, J1989_11, result);
        }
        match self.phase {
            Phase::Game => self.in_game(player, act),
            Phase::Stopped => self.stopped(player, act),
            Phase::Examining(_) => self.examining(player, act),
            Phase::Agreed { confirmed } => self.agreed(player, act, confirmed),
            Phase::Over(clause @ J1989_10_4) => {
                Judged::refused(Refusal::Final, clause, Fact::Words("both have confirmed the result"))
            }
            Phase::Over(clause) => Judged::refused(Refusal::GameOver, clause, Fact::Words("the game has ended")),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match (&self.phase, act) {
            // The common question, without a copy of the whole game.
            (Phase::Game, Act::Play(point)) => match self.check_play(player, *point) {
                Ok(play) => Course::played(J1989_3, *point, &play),
                Err(refused) => refused,
            },
            _ => self.copy().step(player, act),
        }
    }

    fn close(&mut self) -> Option<Judged> {
        if !matches!(self.phase, Phase::Stopped | Phase::Examining(_)) {
            return None;
        }
        if let (Some(step), Some(_)) = (self.effective, self.disagreed) {
            let fact = Fact::Earlier { what: "no agreement, for the effective move found at", step };
            let judged = Judged::accepted(J1989_13_1, fact);
            return Some(self.end(judged, J1989_13_1, GameResult::without_count(Decision::BothLose)));
        }
        let Agree::BestPlay(budget) = self.agree else { return None };
        if self.disagreed.is_some() {
            return None;
        }
        let first = self.course.passes.first().copied().unwrap_or(Colour::Black);
        let result = best_play(&self.rules, &self.course.position, first, budget, self.besides(Counted::default()));
        let judged = Judged::accepted(J1989_9_2, Fact::Words("what best play confirms stands for the agreement"));
        Some(self.end(judged, J1989_10_2, result))
    }

    fn position(&self) -> &PlainPosition {
        if let Phase::Examining(e) = &self.phase { &e.course.position } else { &self.course.position }
    }

    fn to_move(&self) -> Option<Colour> {
        match &self.phase {
            Phase::Game => self.course.mover,
            Phase::Examining(e) => e.course.mover,
            _ => None,
        }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Game => "game",
            Phase::Stopped => "stopped",
            Phase::Examining(_) => "confirmation of life and death",
            Phase::Agreed { .. } => "ended by agreement",
            Phase::Over(_) => "over",
        }
    }

    fn prisoners(&self) -> [u32; 2] {
        if let Phase::Examining(e) = &self.phase { e.course.prisoners } else { self.course.prisoners }
    }

    fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    fn copy(&self) -> Box<dyn Procedure> {
        Box::new(self.clone())
    }
}
