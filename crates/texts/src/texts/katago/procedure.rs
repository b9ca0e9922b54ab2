//! KataGo's rules as a procedure: the main phase under each ko rule, its ends, the cleanup phases of territory scoring, the count.

use super::clauses::*;
use super::cleanup::Cleanup;
use super::judge::{Second, count, suicide};
use super::turns::{Made, Turns};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Wide, WideBoard, pass_alive};
use crate::law::procedure::count::{Counted, Item};
use crate::law::procedure::course::Course;
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::{Procedure, Sequence, placed};
use crate::law::{ClauseId, KoRule, RuleSet};
use crate::record::{Act, Komi, Setup};

/// The procedure. Nothing in it is left to the players.
#[derive(Clone, Debug)]
pub struct KataGoProcedure {
    turns: Turns,
    komi: Option<Komi>,
    set_up: bool,
    /// Who was the first to pass in the main phase.
    first_pass: Option<Colour>,
    handicap: usize,
    /// The cleanup phase that the game is in, if it is in one.
    cleanup: Option<Cleanup>,
    result: Option<GameResult>,
}

impl KataGoProcedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup) -> KataGoProcedure {
        // katago.main.turns
        let game = Sequence::of_record(setup, rules.applies(KATAGO_MAIN_TURNS));
        KataGoProcedure {
            turns: Turns { rules, step: 0, game },
            komi: setup.komi,
            set_up: setup.is_set_up(),
            first_pass: None,
            handicap: 0,
            cleanup: None,
            result: None,
        }
    }

    fn button(&self) -> bool {
        self.turns.rules.read::<Button>() == Button::Yes
    }

    /// katago.main.legal.
    fn check_move(&self, player: Colour, point: usize) -> Result<Made, Judged> {
        self.turns.check_turn(player)?;
        let made = self.turns.pseudolegal(player, point)?;
        if !self.turns.applies(KATAGO_MAIN_LEGAL) {
            return Ok(made);
        }
        let rule = match self.turns.rules.read() {
            Ko::Simple => KoRule::Basic,
            Ko::Positional => KoRule::Positional,
            Ko::Situational => KoRule::Situational,
            Ko::Spight => KoRule::PositionalSincePass,
        };
        // katago.main.state: with the button what was there before the first pass is another state.
        let Some(step) = self.turns.game.repeats_since(rule, player, &made.0, self.button()) else { return Ok(made) };
        let to_move = matches!(rule, KoRule::Basic | KoRule::Situational).then_some(player.opponent());
        let refusal = if rule == KoRule::Basic { Refusal::BasicKo } else { Refusal::Superko };
        Err(Judged::refused(refusal, KATAGO_MAIN_LEGAL, Fact::Recreates { step, to_move }))
    }

    /// A legal move of any phase.
    fn check(&self, player: Colour, point: usize) -> Result<Made, Judged> {
        match &self.cleanup {
            None => self.check_move(player, point),
            Some(cleanup) => cleanup.check_move(&self.turns, player, point),
        }
    }

    /// How a move that stands is judged.
    fn judged(player: Colour, point: usize, (play, own): &Made) -> Judged {
        if !own.is_empty() {
            let fact = Fact::Points { what: "empties the player's own points", points: own.clone() };
            let effect = Effect::Prisoners { player: player.opponent(), stones: own.clone() };
            return Judged::accepted(KATAGO_PSEUDOLEGAL_3, fact).with(KATAGO_PSEUDOLEGAL_2, effect);
        }
        let judged = Course::played(KATAGO_PSEUDOLEGAL_3, point, play);
        if play.captured.is_empty() {
            return judged;
        }
        judged.with(KATAGO_PSEUDOLEGAL_2, Effect::Prisoners { player, stones: play.captured.clone() })
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        let made = match self.check(player, point) {
            Ok(made) => made,
            Err(refused) => return refused,
        };
        let mut judged = Self::judged(player, point, &made);
        let before = self.turns.game.course.position.clone();
        self.turns.game.play(player, point, &made.0, self.turns.step);
        // katago.pseudolegal.2
        self.turns.game.course.prisoners[player.opponent().index()] += made.1.len() as u32;
        if let Some(cleanup) = &mut self.cleanup {
            let (blocked, ended) = cleanup.moved(&self.turns, player, point, &before);
            if blocked {
                judged = judged.with(KATAGO_CLEANUP_LEGAL, Effect::Words("the stone is ko-recapture-blocked"));
            }
            return if ended { self.no_result(judged, KATAGO_CLEANUP_END_NO_RESULT) } else { judged };
        }
        self.after_turn(judged)
    }

    /// katago.main.end.settled, katago.main.end.no-result: what ends the main phase whatever the turn was.
    fn after_turn(&mut self, judged: Judged) -> Judged {
        let settles =
            self.turns.rules.read::<SelfPlayOpts>() == SelfPlayOpts::Yes && self.turns.applies(KATAGO_MAIN_END_SETTLED);
        if settles && pass_alive::everywhere(&self.turns.game.course.position, suicide(&self.turns.rules)) {
            let words = Effect::Words("every point is of a pass-alive-group or in pass-alive-territory");
            // It is scored as if both had gone on passing: the button is for who would have been the first.
            self.first_pass = self.first_pass.or(self.turns.game.course.mover);
            return self.counted(judged.with(KATAGO_MAIN_END_SETTLED, words), None);
        }
        let repeats = self.turns.rules.read::<Ko>() == Ko::Simple && self.turns.applies(KATAGO_MAIN_END_NO_RESULT);
        if repeats && self.turns.game.stood_since_pass() >= 2 {
            return self.no_result(judged, KATAGO_MAIN_END_NO_RESULT);
        }
        judged
    }

    fn no_result(&mut self, judged: Judged, clause: ClauseId) -> Judged {
        let result = GameResult { decision: Decision::NoResult(None), count: None };
        self.result = Some(result.clone());
        judged.with(clause, Effect::Result(result))
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if let Err(refused) = self.turns.check_turn(player) {
            return refused;
        }
        let judged = Judged::accepted(KATAGO_MAIN_PASS, Fact::Words("a pass"));
        if let Some(cleanup) = &mut self.cleanup {
            let over = cleanup.passed(&mut self.turns, player);
            return if over { self.end_of_phase(judged, KATAGO_CLEANUP_END_PASSES) } else { judged };
        }
        self.turns.game.pass(player, self.turns.step);
        let first = self.first_pass.is_none();
        self.first_pass.get_or_insert(player);
        // The first pass of the game is among those that follow one another as long as nothing was played since.
        let passes = self.turns.game.course.passes.len() - usize::from(self.button() && self.only_passes_since_first());
        let ko = self.turns.rules.read();
        if passes >= 2 && ko != Ko::Spight && self.turns.applies(KATAGO_MAIN_END_PASSES) {
            return self.end_of_phase(judged, KATAGO_MAIN_END_PASSES);
        }
        let minds = matches!(ko, Ko::Simple | Ko::Spight) && self.turns.applies(KATAGO_MAIN_END_REPEATED);
        if minds && self.turns.game.passed_again(self.button()) {
            return self.end_of_phase(judged, KATAGO_MAIN_END_REPEATED);
        }
        let judged = if first && self.button() && self.turns.applies(KATAGO_COUNT_BUTTON) {
            judged.with(KATAGO_COUNT_BUTTON, Effect::Words("the first to pass gets the button"))
        } else {
            judged
        };
        self.after_turn(judged)
    }

    fn only_passes_since_first(&self) -> bool {
        self.turns.game.course.passes.len() == self.turns.game.passes()
    }

    /// A phase is over: the next one, or the count.
    fn end_of_phase(&mut self, judged: Judged, clause: ClauseId) -> Judged {
        let second = match self.cleanup.take() {
            None if self.turns.rules.read::<Scoring>() == Scoring::Area => None,
            Some(cleanup) if cleanup.is_second() => Some(cleanup.second()),
            before => {
                self.cleanup = Some(Cleanup::begin(&self.turns.game.course, before.is_some()));
                self.turns.game.course.passes.clear();
                let next = if before.is_some() { KATAGO_CLEANUP_SECOND } else { KATAGO_CLEANUP_TURNS };
                let judged = judged.with(clause, Effect::Words("the phase ends"));
                return judged.with(next, Effect::Phase(self.phase()));
            }
        };
        self.counted(judged.with(clause, Effect::Phase("over")), second)
    }

    /// katago.area, katago.territory.
    fn counted(&mut self, judged: Judged, second: Option<Second<Wide>>) -> Judged {
        let position = &self.turns.game.course.position;
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let counted = count(&self.turns.rules, &board, stones, second);
        let mut score = Counted::default();
        score.add_claims(&counted.claims);
        if self.turns.rules.read::<Scoring>() == Scoring::Territory {
            score.add_prisoners(KATAGO_TERRITORY, "captures", self.turns.game.course.prisoners);
        }
        if let Some(player) = self.first_pass.filter(|_| self.button() && self.turns.applies(KATAGO_COUNT_BUTTON)) {
            let (clause, what) = (Some(KATAGO_COUNT_BUTTON), "the button");
            score.items.push(Item { clause, player, what, points: Vec::new(), value: 50 });
        }
        if let Some(bonus) =
            self.turns.rules.text.playing(&self.turns.rules).handicap_points.filter(|b| self.turns.applies(b.clause))
        {
            let points = bonus.of(self.handicap) as i32;
            score.add(bonus.clause, Colour::White, "handicap stones", Vec::new(), points);
        }
        score.add_komi(self.komi);
        let score = score.sorted();
        let result = GameResult { decision: Decision::Margin(score.margin()), count: Some(score) };
        self.cleanup = None;
        self.result = Some(result.clone());
        judged.with(KATAGO_WINNER, Effect::Result(result))
    }

    /// katago.cleanup.unblock.
    fn unblock(&mut self, player: Colour, point: usize) -> Judged {
        let Some(cleanup) = &mut self.cleanup else { return self.unknown() };
        match cleanup.unblock(&mut self.turns, player, point) {
            Ok(false) => Judged::accepted(KATAGO_CLEANUP_UNBLOCK, Fact::Words("the block is lifted")),
            Ok(true) => {
                let judged = Judged::accepted(KATAGO_CLEANUP_UNBLOCK, Fact::Words("the block is lifted"));
                self.no_result(judged, KATAGO_CLEANUP_END_NO_RESULT)
            }
            Err(refused) => refused,
        }
    }

    fn unknown(&self) -> Judged {
        let why = "a turn is a pass or a move, and the text knows no such action; nothing changes";
        Judged::outside(KATAGO_MAIN_PASS, why)
    }

    /// katago.params.handicap: the record puts stones on an empty grid.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let position = &self.turns.game.course.position;
        let placed = placed(position.grid(), player, points);
        let empty = self.turns.step == 1 && position.cells().iter().all(Option::is_none);
        let Some(placed) = placed.filter(|_| empty) else { return self.unknown() };
        self.turns.game.put(player, placed, self.turns.applies(KATAGO_MAIN_TURNS), self.turns.step);
        self.handicap = points.len();
        let why = "handicap games are not described; the record is followed";
        Judged::outside(self.turns.rules.in_force(KATAGO_PARAMS_HANDICAP, KATAGO_BASIC_2), why)
    }
}

impl Procedure for KataGoProcedure {
    fn rules(&self) -> &RuleSet {
        &self.turns.rules
    }

    fn begin(&self) -> Option<Judged> {
        let why = "a game starts from the empty grid; the record is followed";
        self.set_up.then(|| Judged::outside(self.turns.rules.in_force(KATAGO_MAIN_TURNS, KATAGO_BASIC_2), why))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.turns.step += 1;
        match act {
            _ if self.result.is_some() => {
                Judged::refused(Refusal::GameOver, KATAGO_WINNER, Fact::Words("the game has ended"))
            }
            Act::Play(point) => self.play(player, *point),
            Act::Pass => self.pass(player),
            Act::PassForKo(point) => self.unblock(player, *point),
            Act::Handicap(points) => self.handicap(player, points),
            _ => self.unknown(),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match act {
            // The common question, without a copy of the whole game.
            Act::Play(point) if self.result.is_none() => match self.check(player, *point) {
                Ok(made) => Self::judged(player, *point, &made),
                Err(refused) => refused,
            },
            _ => self.copy().step(player, act),
        }
    }

    fn close(&mut self) -> Option<Judged> {
        None
    }

    fn position(&self) -> &PlainPosition {
        &self.turns.game.course.position
    }

    fn to_move(&self) -> Option<Colour> {
        if self.result.is_none() { self.turns.game.course.mover } else { None }
    }

    fn phase(&self) -> &'static str {
        match &self.cleanup {
            _ if self.result.is_some() => "over",
            None => "main phase",
            Some(cleanup) if cleanup.is_second() => "second cleanup phase",
            Some(_) => "first cleanup phase",
        }
    }

    fn prisoners(&self) -> [u32; 2] {
        self.turns.game.course.prisoners
    }

    fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    fn copy(&self) -> Box<dyn Procedure> {
        Box::new(self.clone())
    }
}
