//! Japanese 1997 after the stop: unofficial plays, agreement, resumption, play-out to completion.

use super::life::Clauses;
use super::procedure::{J1997Procedure, Phase, PlayOut, Unofficial};
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, PointSet, WideBoard};
use crate::law::procedure::agree::{Agree, best_play};
use crate::law::procedure::count::{self, Counted};
use crate::law::procedure::course::{Course, KoCapture};
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::kos::Kos;
use crate::law::procedure::{Procedure, Proposal, either};
use crate::law::{ClauseId, Trace};
use crate::record::Act;
use crate::texts::j1997::clauses::*;

impl J1997Procedure {
    /// The game-ending procedure.
    pub(super) fn ending(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::Play(_) | Act::Pass => self.unofficial(player, act),
            Act::Return => self.go_back(),
            Act::ClaimDead(_) => match self.unless_playing() {
                Err(refused) => refused,
                Ok(()) => {
                    self.disagreed = None;
                    let position = self.position().clone();
                    either(self.proposal.claim(&position, player, act, J1997_ENDING_1_2))
                }
            },
            Act::Agree => match self.unless_playing() {
                Err(refused) => refused,
                Ok(()) => self.agreement(player),
            },
            Act::Disagree => {
                self.proposal.disagree(player);
                self.disagreed = Some(self.step);
                Judged::accepted(J1997_ENDING_1_2, Fact::Words("no agreement"))
            }
            Act::RequestResumption if self.applies(J1997_RESUME_1) => self.resume(player),
            Act::RequestPlayOut if self.applies(J1997_PLAYOUT_1) => self.start_play_out(player),
            Act::PassForKo(_) if self.applies(J1997_PLAYOUT_4) => Judged::refused(
                Refusal::WrongPhase,
                J1997_PLAYOUT_4,
                Fact::Words("a pass for a ko belongs to the play-out"),
            ),
            Act::OfferNoResult | Act::Accept | Act::Refuse if self.applies(J1997_NO_RESULT) => {
                Judged::refused(Refusal::WrongPhase, J1997_NO_RESULT, Fact::Words("the game has stopped"))
            }
            Act::MoveStone { from, .. } => {
                let fact = Fact::Points { what: "stones remain on their points of play", points: vec![*from] };
                Judged::refused(Refusal::StoneStays, J1997_LIBERTY, fact)
            }
            _ => Judged::outside(J1997_ENDING_1_2, "the text knows no such action after the stop; nothing changes"),
        }
    }

    /// Agreement comes after the unofficial plays have ended.
    fn unless_playing(&self) -> Result<(), Judged> {
        match &self.phase {
            Phase::Ending(Some(u)) if !u.ended => {
                let fact = Fact::Words("the unofficial plays end with passes in succession");
                Err(Judged::refused(Refusal::WrongPhase, J1997_ENDING_1_1, fact))
            }
            _ => Ok(()),
        }
    }

    /// ending.1.1: alternate plays that are no moves of the game, with the ko restriction of the game.
    fn unofficial(&mut self, player: Colour, act: &Act) -> Judged {
        const CLAUSE: ClauseId = J1997_ENDING_1_1;
        if !self.applies(CLAUSE) {
            let fact = Fact::Words("the right to play has ended");
            return Judged::refused(Refusal::WrongPhase, J1997_STOP, fact);
        }
        let (step, first) = (self.step, self.first_passer());
        let mut plays = match &self.phase {
            Phase::Ending(Some(u)) => u.clone(),
            _ => {
                let course = Course::new(self.course.position.clone(), Some(first));
                Box::new(Unofficial { course, ended: false })
            }
        };
        if plays.ended {
            let fact = Fact::Words("the unofficial plays have ended; a return begins them again");
            return Judged::refused(Refusal::WrongPhase, CLAUSE, fact);
        }
        if let Err(mut refused) = plays.course.turn(player, CLAUSE) {
            refused.fact = Fact::Turn(plays.course.mover.unwrap_or(first));
            return refused;
        }
        let judged = if let Act::Play(point) = act {
            let play = match self.check_play(&plays.course, player, *point) {
                Ok(play) => play,
                Err(refused) => return refused,
            };
            plays.course.play(player, *point, &play, step);
            Course::played(CLAUSE, *point, &play)
        } else {
            plays.course.pass(player);
            plays.ended = plays.course.passes.len() == 2;
            Judged::accepted(CLAUSE, Fact::Words("a pass"))
        };
        // What was claimed of another position is void.
        self.proposal = Proposal::default();
        let ended = plays.ended;
        self.phase = Phase::Ending(Some(plays));
        if ended { judged.with(CLAUSE, Effect::Words("the unofficial plays have ended")) } else { judged }
    }

    /// ending.2
    fn go_back(&mut self) -> Judged {
        if !self.applies(J1997_ENDING_2) {
            return Judged::outside(J1997_ENDING_1_1, "the text knows no such action; nothing changes");
        }
        if !matches!(self.phase, Phase::Ending(Some(_))) {
            let fact = Fact::Words("there are no unofficial plays to go back from");
            return Judged::refused(Refusal::NothingProposed, J1997_ENDING_2, fact);
        }
        self.phase = Phase::Ending(None);
        self.proposal = Proposal::default();
        Judged::accepted(J1997_ENDING_2, Fact::Words("back to where the unofficial plays began"))
    }

    fn agreement(&mut self, player: Colour) -> Judged {
        let judged = Judged::accepted(J1997_ENDING_1_2, Fact::Words("the player agrees"));
        if !self.proposal.agree(player) || !self.applies(J1997_END) {
            return judged;
        }
        let position = self.position().clone();
        let dead = count::marked(&position, &self.proposal.dead);
        let cells = (0..dead.len()).map(|p| position.at(p).filter(|_| !dead[p])).collect();
        let standing = PlainPosition::from_cells(position.grid(), cells).unwrap_or_else(|| position.clone());
        let (board, stones) = (WideBoard::new(standing.grid()), WideBoard::stones(&standing));
        let clauses = Clauses::new(&self.rules);
        let life = clauses.apply(&board, stones, &mut Trace::silent());
        let mut count = Counted::default();
        count.add_claims(&clauses.claims::<WideBoard>(stones, &life));
        for winner in Colour::ALL {
            let of = |&&p: &&usize| position.at(p) == Some(winner.opponent());
            let stones: Vec<usize> = self.proposal.dead.iter().filter(of).copied().collect();
            let n = stones.len() as i32;
            count.add(J1997_ENDING_1_2, winner, "stones removed by agreement", stones, n);
        }
        count.add_prisoners(J1997_RESULT, "prisoners taken in the game", self.prisoners());
        let result = self.counted(count);
        self.end(judged, J1997_END, result)
    }

    fn counted(&self, mut count: Counted) -> GameResult {
        count.add_komi(self.komi);
        let count = count.sorted();
        GameResult { decision: Decision::Margin(count.margin()), count: Some(count) }
    }

    /// resume.1, resume.2, resume.4
    fn resume(&mut self, player: Colour) -> Judged {
        let stones = WideBoard::stones(&self.course.position);
        if let Some(&step) = self.resumed_at.get(&stones).filter(|_| self.applies(J1997_RESUME_4)) {
            let fact = Fact::Earlier { what: "the game was resumed in this very position at", step };
            return Judged::refused(Refusal::RepeatedStop, J1997_RESUME_4, fact);
        }
        self.resumed_at.insert(stones, self.step);
        self.phase = Phase::Game;
        self.course.passes.clear();
        self.course.mover = self.applies(J1997_RESUME_2).then_some(player.opponent());
        self.resumed_by = Some(player);
        let judged = Judged::accepted(J1997_RESUME_1, Fact::Words("no agreement was reached"))
            .with(J1997_RESUME_1, Effect::Phase(self.phase()));
        if self.course.mover.is_none() {
            return judged;
        }
        judged.with(J1997_RESUME_2, Effect::ToMove(player.opponent()))
    }

    /// resume.2, second half: both players have asked, before any move.
    pub(super) fn both_resume(&mut self, player: Colour) -> Judged {
        if self.resumed_by != Some(player.opponent()) || !self.applies(J1997_RESUME_2) {
            let fact = Fact::Words("the game has not stopped");
            return Judged::refused(Refusal::WrongPhase, J1997_RESUME_1, fact);
        }
        let first = self.first_passer();
        self.course.mover = Some(first);
        self.resumed_by = None;
        Judged::accepted(J1997_RESUME_2, Fact::Words("both players ask for resumption"))
            .with(J1997_RESUME_2, Effect::ToMove(first))
    }

    /// playout.1: what has to have come about before a player may ask for the play-out. A player did not agree, and neither asks for
    /// resumption; or the game was resumed in this very position before.
    fn no_agreement(&self) -> Result<Fact, Judged> {
        self.unless_playing()?;
        if let Some(&step) = self.resumed_at.get(&WideBoard::stones(&self.course.position)) {
            return Ok(Fact::Earlier { what: "this is again the position in which the game was resumed at", step });
        }
        let what = "neither player has asked for resumption since the players did not agree at";
        self.disagreed.map(|step| Fact::Earlier { what, step }).ok_or_else(|| {
            let fact = Fact::Words("a play-out follows a disagreement, or a resumption that led to the same position");
            Judged::refused(Refusal::WrongPhase, J1997_PLAYOUT_1, fact)
        })
    }

    /// playout.1, playout.2
    fn start_play_out(&mut self, player: Colour) -> Judged {
        let fact = match self.no_agreement() {
            Ok(fact) => fact,
            Err(refused) => return refused,
        };
        let first = self.first_passer();
        let course = Course::new(self.course.position.clone(), Some(first));
        let played = vec![false; course.position.grid().len()];
        let out = PlayOut { course, kos: Kos::default(), played, requested_by: player, moved: false };
        self.phase = Phase::PlayOut(Box::new(out));
        Judged::accepted(J1997_PLAYOUT_1, fact)
            .with(J1997_PLAYOUT_2, Effect::Phase(self.phase()))
            .with(J1997_PLAYOUT_2, Effect::ToMove(first))
    }

    pub(super) fn playing_out(&mut self, player: Colour, act: &Act) -> Judged {
        if let Some(judged) = self.no_result(player, act) {
            return judged;
        }
        let Phase::PlayOut(out) = &self.phase else {
            return Judged::outside(J1997_PLAYOUT_1, "no play-out is going on");
        };
        match act {
            Act::Play(point) => match self
                .check_play_out(out, player, *point)
                .and_then(|play| self.check_repetition(player, &play).map(|()| play))
            {
                Err(refused) => Self::illegal(refused),
                Ok(play) => {
                    let mut out = out.clone();
                    out.course.play(player, *point, &play, self.step);
                    if self.applies(J1997_PLAYOUT_5) {
                        out.kos.after(*point, &play, self.step);
                    } else {
                        out.kos.note(*point, &play, self.step);
                    }
                    play.captured.iter().for_each(|&p| out.played[p] = false);
                    out.played[*point] = true;
                    let judged = Course::played(J1997_PLAYOUT_2, *point, &play);
                    let position = out.course.position.clone();
                    self.continue_play_out(out);
                    self.note_position(player, &position, judged)
                }
            },
            Act::PassForKo(point) if self.applies(J1997_PLAYOUT_4) => {
                if let Err(refused) = self.check_turn_out(out, player) {
                    return refused;
                }
                let mut out = out.clone();
                let liftable = out.kos.liftable(&out.course.position, player, *point);
                let taken = |ban: &KoCapture| out.kos.taken(ban.stone).filter(|_| self.applies(J1997_PLAYOUT_3));
                let again = liftable.and_then(|ban| taken(&ban));
                let Some(ban) = liftable.filter(|_| again.is_none()) else {
                    let fact = Fact::Points { what: "no banned ko capture on", points: vec![*point] };
                    let refused = Judged::refused(Refusal::NothingToLift, J1997_PLAYOUT_4, fact);
                    let why = "the capture would take a ko stone a second time on its point";
                    return match again {
                        Some(_) => refused.with(J1997_PLAYOUT_3, Effect::Words(why)),
                        None => refused,
                    };
                };
                out.kos.lift(ban);
                out.course.pass_for_ko(player);
                self.continue_play_out(out);
                let fact = Fact::Ko { point: ban.point, stone: ban.stone, step: ban.step };
                Judged::accepted(J1997_PLAYOUT_4, fact)
            }
            Act::Pass => {
                if let Err(refused) = self.check_turn_out(out, player) {
                    return refused;
                }
                let mut out = out.clone();
                out.course.pass(player);
                let ended = out.course.passes.len() == 2;
                self.continue_play_out(out);
                let judged = Judged::accepted(J1997_PLAYOUT_6, Fact::Words("a normal pass"));
                if ended { self.completed(judged) } else { judged }
            }
            Act::RequestResumption if !out.moved && out.requested_by != player && self.applies(J1997_RESUME_1) => {
                // playout.1: a play-out needs that neither player asks for resumption.
                self.phase = Phase::Ending(None);
                let judged = self.resume(player);
                if judged.is_accepted() { judged } else { self.refuse_resumption(judged) }
            }
            _ => Judged::refused(Refusal::WrongPhase, J1997_PLAYOUT_1, Fact::Words("the game is being played out")),
        }
    }

    /// A refused request of resumption leaves the play-out as it was asked for.
    fn refuse_resumption(&mut self, judged: Judged) -> Judged {
        let first = self.first_passer();
        let course = Course::new(self.course.position.clone(), Some(first));
        let played = vec![false; course.position.grid().len()];
        // Who asked matters no more: the only request that could still come has just been refused.
        let out = PlayOut { course, kos: Kos::default(), played, requested_by: first, moved: true };
        self.phase = Phase::PlayOut(Box::new(out));
        judged
    }

    fn continue_play_out(&mut self, mut out: Box<PlayOut>) {
        out.moved = true;
        self.phase = Phase::PlayOut(out);
        self.moved();
    }

    /// playout.2 for the first move of the play-out, right-to-play for the others.
    fn check_turn_out(&self, out: &PlayOut, player: Colour) -> Result<(), Judged> {
        let clause = if out.course.moves == 0 { J1997_PLAYOUT_2 } else { J1997_RIGHT_TO_PLAY };
        out.course.turn(player, self.rules.in_force(clause, J1997_PLAYOUT_2))
    }

    /// A play of the play-out: playout.3 and playout.5 are its ko restrictions.
    pub(super) fn check_play_out(&self, out: &PlayOut, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        self.check_turn_out(out, player)?;
        let play = self.check_basic(&out.course, player, point)?;
        let Some(captured) = play.ko else { return Ok(play) };
        if let Some(step) = out.kos.taken(captured).filter(|_| self.applies(J1997_PLAYOUT_3)) {
            let fact = Fact::Taken { point: captured, step };
            return Err(Judged::refused(Refusal::KoTaken, J1997_PLAYOUT_3, fact));
        }
        match out.kos.ban(point, &play).filter(|_| self.applies(J1997_PLAYOUT_5)) {
            Some(ban) => {
                let fact = Fact::Ko { point: ban.point, stone: ban.stone, step: ban.step };
                Err(Judged::refused(Refusal::KoBan, J1997_PLAYOUT_5, fact))
            }
            None => Ok(play),
        }
    }

    /// playout.6 and playout.7, life.1 to life.5, and the result.
    fn completed(&mut self, judged: Judged) -> Judged {
        let Phase::PlayOut(out) = &self.phase else { return judged };
        let position = &out.course.position;
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let clauses = Clauses::new(&self.rules);
        let life = clauses.apply(&board, stones, &mut Trace::silent());
        let mut count = Counted::default();
        count.add_claims(&clauses.claims::<WideBoard>(stones, &life));
        if self.applies(J1997_PLAYOUT_7) {
            let played = (0..out.played.len()).filter(|&p| out.played[p]).collect();
            let n = life.played(stones, played).map(|s| s.count() as i32);
            let more = if n[0] >= n[1] { Colour::Black } else { Colour::White };
            count.add(
                J1997_PLAYOUT_7,
                more,
                "more living stones played during the play-out",
                Vec::new(),
                (n[0] - n[1]).abs(),
            );
        }
        count.add_prisoners(J1997_RESULT, "prisoners taken in the game and the play-out", self.prisoners());
        let result = self.counted(count);
        self.end(judged, J1997_PLAYOUT_6, result)
    }

    /// The end of the record.
    pub(super) fn closed(&mut self) -> Option<Judged> {
        let Phase::Ending(_) = &self.phase else { return None };
        if let Some(step) = self.disagreed {
            if !self.applies(J1997_BOTH_LOSE) {
                return None;
            }
            let fact = Fact::Earlier { what: "nothing was requested after the players did not agree at", step };
            let judged = Judged::accepted(J1997_BOTH_LOSE, fact);
            return Some(self.end(judged, J1997_BOTH_LOSE, GameResult::without_count(Decision::BothLose)));
        }
        let Agree::BestPlay(budget) = self.agree else { return None };
        let mut count = Counted::default();
        count.add_prisoners(J1997_RESULT, "prisoners taken in the game", self.course.prisoners);
        count.add_komi(self.komi);
        let position = &self.course.position;
        let result = if self.rules.read::<Agreement>() == Agreement::AsItStands {
            // The clauses on the final position itself need no play, and no small board.
            let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
            let clauses = Clauses::new(&self.rules);
            let life = clauses.apply(&board, stones, &mut Trace::silent());
            count.add_claims(&clauses.claims::<WideBoard>(stones, &life));
            let count = count.sorted();
            GameResult { decision: Decision::Margin(count.margin()), count: Some(count) }
        } else {
            best_play(&self.rules, position, self.first_passer(), budget, count)
        };
        let words = "what best play comes to stands for the agreement";
        let judged = Judged::accepted(J1997_ENDING_1_2, Fact::Words(words));
        Some(self.end(judged, J1997_END, result))
    }
}
