//! The AGA rules as a procedure: handicap, play under situational superko, passes that cost a stone, agreement on dead stones or a
//! dispute, White's last move, either count.

use super::clauses::*;
use super::count::count;
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, WideBoard};
use crate::law::procedure::agree::{Agree, best_play};
use crate::law::procedure::count::Counted;
use crate::law::procedure::course::{Course, KernelClauses};
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::{Procedure, Proposal, Sequence, either, placed};
use crate::law::{ClauseId, KoRule, RuleSet};
use crate::record::{Act, Komi, Setup};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Play.
    Game,
    /// Two passes have stopped it; the players try to agree.
    Stopped,
    /// Counted.
    Over,
}

/// The procedure, for either count.
#[derive(Clone, Debug)]
pub struct AgaProcedure {
    rules: RuleSet,
    agree: Agree,
    komi: Option<Komi>,
    set_up: bool,
    step: usize,
    /// The moves; aga.6 minds what was on the board.
    game: Sequence,
    handicap: usize,
    proposal: Proposal,
    /// Play has gone on after a disagreement.
    resumed: bool,
    phase: Phase,
    result: Option<GameResult>,
}

impl AgaProcedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> AgaProcedure {
        // aga.2
        let game = Sequence::of_record(setup, rules.applies(AGA_2));
        AgaProcedure {
            rules,
            agree,
            komi: setup.komi,
            set_up: setup.is_set_up(),
            step: 0,
            game,
            handicap: 0,
            proposal: Proposal::default(),
            resumed: false,
            phase: Phase::Game,
            result: None,
        }
    }

    fn applies(&self, clause: ClauseId) -> bool {
        self.rules.applies(clause)
    }

    /// The clause that makes a move of what is done at a turn: aga.2; without it there are only the players and their stones.
    fn move_clause(&self) -> ClauseId {
        self.rules.in_force(AGA_2, AGA_1)
    }

    /// aga.2.
    fn check_turn(&self, player: Colour) -> Result<(), Judged> {
        if self.applies(AGA_2) { self.game.course.turn(player, AGA_2) } else { Ok(()) }
    }

    /// A play: aga.2, aga.5, aga.6.
    fn check_play(&self, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        self.check_turn(player)?;
        let clauses = KernelClauses { occupied: self.move_clause(), suicide: AGA_5_SELF_CAPTURE };
        let play = self.game.course.kernel(player, point, &clauses)?;
        if self.applies(AGA_6) {
            self.game.superko(KoRule::Situational, AGA_6, player, &play)?;
        }
        Ok(play)
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        match self.check_play(player, point) {
            Err(refused) => refused,
            Ok(play) => {
                self.game.play(player, point, &play, self.step);
                let judged = Course::played(self.move_clause(), point, &play);
                if play.captured.is_empty() {
                    return judged;
                }
                judged.with(AGA_5, Effect::Prisoners { player, stones: play.captured })
            }
        }
    }

    /// aga.7: a stone for the opponent.
    fn hand_over(&mut self, player: Colour) {
        if self.applies(AGA_7) {
            self.game.course.prisoners[player.opponent().index()] += 1;
        }
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if let Err(refused) = self.check_turn(player) {
            return refused;
        }
        self.game.pass(player, self.step);
        self.hand_over(player);
        let mut judged = Judged::accepted(self.move_clause(), Fact::Words("a pass"));
        if self.applies(AGA_7) {
            judged = judged.with(AGA_7, Effect::Words("the opponent gets a stone as a prisoner"));
        }
        if self.game.course.passes.len() < 2 || !self.applies(AGA_9) {
            return judged;
        }
        self.phase = Phase::Stopped;
        self.proposal = Proposal::default();
        judged.with(AGA_9, Effect::Phase(self.phase()))
    }

    /// aga.4.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let refused = |words| Judged::refused(Refusal::Handicap, AGA_4, Fact::Words(words));
        if !self.applies(AGA_4) {
            return Judged::outside(self.move_clause(), "one stone is put down at a turn; nothing changes");
        }
        if player != Colour::Black || self.step != 1 || self.set_up {
            return refused("handicap stones are Black's and are put on the empty board before White's first move");
        }
        let grid = self.game.course.position.grid();
        let number = (0..grid.len()).filter(|p| points.contains(p)).count();
        if number != points.len() || !(2..=9).contains(&number) {
            return refused("a handicap is of two to nine stones, each on a point of its own");
        }
        let Some(position) = placed(grid, player, points) else {
            return Judged::refused(Refusal::Handicap, AGA_5_SELF_CAPTURE, Fact::Words("these stones have no liberty"));
        };
        self.game.put(player, position, self.applies(AGA_2), self.step);
        self.handicap = number;
        Judged::accepted(AGA_4, Fact::Stones(points.to_vec()))
    }

    fn stopped(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::ClaimDead(_) => either(self.proposal.claim(&self.game.course.position, player, act, AGA_9_AGREEMENT)),
            Act::Agree if self.proposal.agree(player) => {
                let dead = std::mem::take(&mut self.proposal.dead);
                let judged = Judged::accepted(AGA_9_AGREEMENT, Fact::Words("both see it so"));
                self.over(judged, |procedure, besides| procedure.count(&dead, besides))
            }
            Act::Agree => Judged::accepted(AGA_9_AGREEMENT, Fact::Words("the other player has to agree as well")),
            Act::Disagree | Act::RequestResumption if self.applies(AGA_10) => self.dispute(),
            Act::Disagree => Judged::outside(AGA_9_AGREEMENT, "what follows is not said; there is no count"),
            Act::Play(_) | Act::Pass => {
                let fact = Fact::Words("two passes have stopped play; who does not agree says so first");
                Judged::refused(Refusal::WrongPhase, AGA_9, fact)
            }
            _ => self.unknown(),
        }
    }

    /// aga.10.
    fn dispute(&mut self) -> Judged {
        if self.resumed {
            let fact = Fact::Words("no agreement after play has gone on: all stones are alive");
            let judged = Judged::accepted(AGA_10, fact);
            return self.over(judged, |procedure, besides| procedure.count(&[], besides));
        }
        self.resumed = true;
        self.phase = Phase::Game;
        // The opponent of the one who passed last, who is to move anyway.
        let next = self.game.course.passes.last().map_or(Colour::Black, |last| last.opponent());
        self.game.course.passes.clear();
        let judged = Judged::accepted(AGA_10, Fact::Words("play goes on"));
        judged.with(AGA_10, Effect::Phase(self.phase())).with(AGA_10, Effect::ToMove(next))
    }

    /// Prisoners or, by area, points for handicap stones; and komi.
    fn besides(&self) -> Counted {
        let mut count = Counted::default();
        if !self.rules.text.counts_stones(&self.rules) {
            let taken = self.game.course.prisoners;
            count.add_prisoners(AGA_12_BY_TERRITORY, "prisoners and pass stones", taken);
        } else if self.applies(AGA_4_AREA) {
            let points = self.handicap.saturating_sub(1) as i32;
            count.add(AGA_4_AREA, Colour::White, "handicap stones but the first", Vec::new(), points);
        }
        count.add_komi(self.komi);
        count
    }

    fn count(&self, dead: &[usize], mut besides: Counted) -> GameResult {
        let position = &self.game.course.position;
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        besides.add_claims(&count(&self.rules, &board, stones, dead.iter().copied().collect()));
        let count = besides.sorted();
        GameResult { decision: Decision::Margin(count.margin()), count: Some(count) }
    }

    /// The end: aga.11, then the count.
    fn over(&mut self, mut judged: Judged, count: impl FnOnce(&AgaProcedure, Counted) -> GameResult) -> Judged {
        self.phase = Phase::Over;
        if self.game.course.passes.last() == Some(&Colour::Black) && self.applies(AGA_11) {
            self.hand_over(Colour::White);
            judged = judged.with(AGA_11, Effect::Words("White passes once more, and Black gets a stone as a prisoner"));
        }
        let result = count(self, self.besides());
        self.result = Some(result.clone());
        judged.with(self.rules.text.score_clause(), Effect::Result(result))
    }

    fn unknown(&self) -> Judged {
        Judged::outside(self.rules.in_force(AGA_9, AGA_1), "the text knows no such action; nothing changes")
    }
}

impl Procedure for AgaProcedure {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn begin(&self) -> Option<Judged> {
        let why = "the board is vacant at first; the record is followed";
        self.set_up.then(|| Judged::outside(AGA_1, why))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.step += 1;
        match (self.phase, act) {
            (Phase::Over, _) => Judged::refused(Refusal::GameOver, AGA_9, Fact::Words("the game has been counted")),
            (Phase::Stopped, _) => self.stopped(player, act),
            (Phase::Game, Act::Play(point)) => self.play(player, *point),
            (Phase::Game, Act::Pass) => self.pass(player),
            (Phase::Game, Act::Handicap(points)) => self.handicap(player, points),
            (Phase::Game, Act::ClaimDead(_) | Act::Agree | Act::Disagree) if self.applies(AGA_9) => {
                let fact = Fact::Words("the players try to agree once two passes have stopped play");
                Judged::refused(Refusal::WrongPhase, AGA_9, fact)
            }
            (Phase::Game, _) => self.unknown(),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match (self.phase, act) {
            // The common question, without a copy of the whole game.
            (Phase::Game, Act::Play(point)) => match self.check_play(player, *point) {
                Ok(play) => Course::played(self.move_clause(), *point, &play),
                Err(refused) => refused,
            },
            _ => self.copy().step(player, act),
        }
    }

    fn close(&mut self) -> Option<Judged> {
        let Agree::BestPlay(budget) = self.agree else { return None };
        if self.phase != Phase::Stopped {
            return None;
        }
        let first = self.game.course.passes.first().copied().unwrap_or(Colour::Black);
        let fact = Fact::Words("the reading agreement stands for what the players have left open");
        Some(self.over(Judged::accepted(AGA_9_DEAD, fact), |procedure, besides| {
            best_play(&procedure.rules, &procedure.game.course.position, first, budget, besides)
        }))
    }

    fn position(&self) -> &PlainPosition {
        &self.game.course.position
    }

    fn to_move(&self) -> Option<Colour> {
        if self.phase == Phase::Game { self.game.course.mover } else { None }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Game => "game",
            Phase::Stopped => "stopped, to be agreed on",
            Phase::Over => "over",
        }
    }

    fn prisoners(&self) -> [u32; 2] {
        self.game.course.prisoners
    }

    fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    fn copy(&self) -> Box<dyn Procedure> {
        Box::new(self.clone())
    }
}
