//! Games that two passes stop, after which the players agree on what is dead, or do not: what such texts share of a game step by step.
//!
//! Which plays there are a text declares ([`crate::law::Document::playing`]); by which clauses it does the rest it says in [`Clauses`]. What
//! it makes of a stop, of an agreement and of none is its own ([`Agreed`]).

use super::agree::{Agree, best_play};
use super::count::Counted;
use super::course::Course;
use super::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use super::sequence::{Sequence, placed};
use super::{Proposal, either};
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, PointSet, Wide, WideBoard};
use crate::law::clause::ClauseId;
use crate::law::declared::PlayingRules;
use crate::law::text::{Procedure, RuleSet};
use crate::law::verdict::Claim;
use crate::record::{Act, Komi, Setup};

/// The clauses of a text for what all such games have.
#[derive(Clone, Copy, Debug)]
pub struct Clauses {
    /// The empty board at the start.
    pub start: ClauseId,
    /// The players move in turn.
    pub turn: ClauseId,
    /// What a move is: a play or a pass.
    pub moves: ClauseId,
    /// Opposing stones without liberty are removed.
    pub capture: ClauseId,
    /// The same where the player's stones would have none either.
    pub first: ClauseId,
    /// The player's own stones without liberty are removed, where that is so.
    pub own: ClauseId,
    /// When play stops.
    pub stop: ClauseId,
    /// The players agree on what is dead.
    pub agreement: ClauseId,
    /// Who wins.
    pub winner: ClauseId,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Play.
    Play,
    /// Two passes have stopped it; the players try to agree.
    Stopped,
    /// They have not agreed: play is to go on.
    Disagreed,
    /// The result is there.
    Over,
}

/// A game as far as it has come.
#[derive(Clone, Debug)]
pub struct AgreedGame {
    /// The rule set.
    pub rules: RuleSet,
    /// The moves.
    pub game: Sequence,
    /// What has been claimed since the last stop.
    proposal: Proposal,
    /// How often play has stopped.
    pub stops: usize,
    /// Who made the first of the passes that stopped it last.
    first: Colour,
    /// See [`Stage`].
    pub stage: Stage,
    /// The number of the last step.
    pub step: usize,
    clauses: Clauses,
    agree: Agree,
    komi: Option<Komi>,
    set_up: bool,
    result: Option<GameResult>,
}

/// A play that may be made: what it does, and the player's own stones that it removes.
pub type Made = (PlainPlay, Vec<usize>);

impl AgreedGame {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree, clauses: Clauses) -> AgreedGame {
        let game = Sequence::of_record(setup, rules.applies(clauses.turn));
        AgreedGame {
            rules,
            game,
            proposal: Proposal::default(),
            stops: 0,
            first: Colour::Black,
            stage: Stage::Play,
            step: 0,
            clauses,
            agree,
            komi: setup.komi,
            set_up: setup.is_set_up(),
            result: None,
        }
    }

    /// Whether the clause is applied.
    #[must_use]
    pub fn applies(&self, clause: ClauseId) -> bool {
        self.rules.applies(clause)
    }

    fn check_turn(&self, player: Colour) -> Result<(), Judged> {
        let turn = self.clauses.turn;
        if self.applies(turn) { self.game.course.turn(player, turn) } else { Ok(()) }
    }

    /// A play on an empty point that is neither suicide, where that is forbidden, nor a repetition.
    ///
    /// # Errors
    /// The refusal.
    pub fn check_play(&self, player: Colour, point: usize) -> Result<Made, Judged> {
        self.check_turn(player)?;
        let PlayingRules { repetition, repetition_clauses, play: clause, suicide, .. } =
            self.rules.text.playing(&self.rules);
        let position = &self.game.course.position;
        let Ok((play, own)) = position.play_or_suicide(player, point) else {
            // Occupied: there is a stone.
            let stone = position.at(point).unwrap_or(player);
            return Err(Judged::refused(Refusal::Occupied, clause, Fact::Holds { point, stone }));
        };
        if let Some(suicide) = suicide.filter(|_| !own.is_empty()) {
            return Err(Judged::refused(Refusal::Suicide, suicide, Fact::WithoutLiberty(own)));
        }
        for (&rule, &clause) in repetition.iter().zip(repetition_clauses) {
            if self.applies(clause) {
                self.game.superko(rule, clause, player, &play)?;
            }
        }
        Ok((play, own))
    }

    /// How a play that stands is judged.
    fn played(&self, player: Colour, point: usize, (play, own): &Made) -> Judged {
        let clause = self.rules.text.playing(&self.rules).play;
        let gone = |player, points: &[usize]| Effect::Points { what: "loses", player, points: points.to_vec() };
        if !own.is_empty() {
            let fact = Fact::Points { what: "removes the player's own", points: own.clone() };
            return Judged::accepted(clause, fact).with(self.clauses.own, gone(player, own));
        }
        let judged = Course::played(clause, point, play);
        if play.captured.is_empty() {
            return judged;
        }
        let liberties = play.after.liberties(&play.after.string_at(point));
        let alike = liberties.iter().all(|p| play.captured.contains(p));
        let clause = if alike { self.clauses.first } else { self.clauses.capture };
        judged.with(clause, gone(player.opponent(), &play.captured))
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        match self.check_play(player, point) {
            Err(refused) => refused,
            Ok(made) => {
                self.game.play(player, point, &made.0, self.step);
                self.stage = Stage::Play;
                self.played(player, point, &made)
            }
        }
    }

    /// A pass; whether play stops by it.
    fn pass(&mut self, player: Colour) -> Result<(Judged, bool), Judged> {
        self.check_turn(player)?;
        self.game.pass(player, self.step);
        self.stage = Stage::Play;
        let judged = Judged::accepted(self.clauses.moves, Fact::Words("a pass"));
        Ok((judged, self.game.course.passes.len() >= 2 && self.applies(self.clauses.stop)))
    }

    /// The stop is one at which the players try to agree.
    #[must_use]
    pub fn to_be_agreed(&mut self, judged: Judged) -> Judged {
        self.stage = Stage::Stopped;
        self.proposal = Proposal::default();
        judged.with(self.clauses.stop, Effect::Phase(self.phase()))
    }

    /// A claim of dead stones, or an agreement to what has been claimed: once both agree, the strings that they agree on.
    pub fn agreeing(&mut self, player: Colour, act: &Act) -> (Judged, Option<Vec<usize>>) {
        let clause = self.clauses.agreement;
        match act {
            Act::Agree if self.proposal.agree(player) => {
                let dead = std::mem::take(&mut self.proposal.dead);
                (Judged::accepted(clause, Fact::Words("both see it so")), Some(dead))
            }
            Act::Agree => (Judged::accepted(clause, Fact::Words("the other player has to agree as well")), None),
            _ => (either(self.proposal.claim(&self.game.course.position, player, act, clause)), None),
        }
    }

    /// Play goes on with this player's move, or with that of whoever makes one.
    #[must_use]
    pub fn goes_on(&mut self, judged: Judged, clause: ClauseId, next: Option<Colour>) -> Judged {
        self.game.course.passes.clear();
        self.game.course.mover = next;
        self.stage = if next.is_some() { Stage::Play } else { Stage::Disagreed };
        let judged = judged.with(clause, Effect::Phase(self.phase()));
        match next {
            Some(player) => judged.with(clause, Effect::ToMove(player)),
            None => judged,
        }
    }

    /// The opponent of the one who passed last.
    #[must_use]
    pub fn next(&self) -> Colour {
        self.game.course.passes.last().map_or(Colour::Black, |last| last.opponent())
    }

    /// What the text says of anything else.
    #[must_use]
    pub fn unknown(&self) -> Judged {
        Judged::outside(self.clauses.moves, "the text knows no such action; nothing changes")
    }

    /// The record puts stones on an empty board.
    fn handicap(&mut self, player: Colour, points: &[usize], why: &'static str) -> Judged {
        let position = &self.game.course.position;
        let placed = placed(position.grid(), player, points);
        let empty = self.step == 1 && position.cells().iter().all(Option::is_none);
        let Some(placed) = placed.filter(|_| empty) else { return self.unknown() };
        self.game.put(player, placed, self.applies(self.clauses.turn), self.step);
        Judged::outside(self.rules.in_force(self.clauses.start, self.clauses.moves), why)
    }

    fn over(&mut self, judged: Judged, result: GameResult) -> Judged {
        self.stage = Stage::Over;
        self.result = Some(result.clone());
        judged.with(self.clauses.winner, Effect::Result(result))
    }

    /// The game ends with this decision, and nothing is counted.
    #[must_use]
    pub fn decided(&mut self, judged: Judged, decision: Decision) -> Judged {
        self.over(judged, GameResult::without_count(decision))
    }

    fn phase(&self) -> &'static str {
        match self.stage {
            Stage::Play => "game",
            Stage::Stopped => "stopped, to be agreed on",
            Stage::Disagreed => "to be played on",
            Stage::Over => "over",
        }
    }
}

/// A text whose games are of this kind.
pub trait Agreed: Clone + Send + 'static {
    /// Why stones that a record puts on the empty board are outside the text.
    const HANDICAP: &'static str;

    /// The game.
    fn game(&self) -> &AgreedGame;

    /// The game.
    fn game_mut(&mut self) -> &mut AgreedGame;

    /// What the text counts of a position from which the dead stones have been taken off.
    fn claims(&self, board: &WideBoard, stones: [Wide; 2]) -> Vec<Claim<Wide>>;

    /// Two passes have been made, the last of them judged so.
    fn stopped(&mut self, judged: Judged) -> Judged;

    /// What is done after a stop, or when play is to go on, besides a play or a pass that goes on with it.
    fn settling(&mut self, player: Colour, act: &Act) -> Judged;

    /// What is done in the course of play besides plays, passes and handicap stones.
    fn besides(&mut self, _: Colour, _: &Act) -> Judged {
        self.game().unknown()
    }

    /// The position is counted with these stones dead.
    fn counted(&mut self, judged: Judged, dead: &[usize]) -> Judged {
        let position = &self.game().game.course.position;
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let off: Wide = dead.iter().copied().collect();
        let mut count = Counted::default();
        count.add_claims(&self.claims(&board, stones.map(|of| of.less(off))));
        count.add_komi(self.game().komi);
        let count = count.sorted();
        let judged = match dead {
            [] => judged,
            dead => judged.with(self.game().clauses.agreement, Effect::Removed(dead.to_vec())),
        };
        let result = GameResult { decision: Decision::Margin(count.margin()), count: Some(count) };
        self.game_mut().over(judged, result)
    }
}

impl<T: Agreed> Procedure for T {
    fn rules(&self) -> &RuleSet {
        &self.game().rules
    }

    fn begin(&self) -> Option<Judged> {
        let game = self.game();
        let why = "a game starts from the empty board; the record is followed";
        game.set_up.then(|| Judged::outside(game.rules.in_force(game.clauses.start, game.clauses.moves), why))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.game_mut().step += 1;
        match (self.game().stage, act) {
            (Stage::Over, _) => {
                let fact = Fact::Words("the game has ended");
                Judged::refused(Refusal::GameOver, self.game().clauses.winner, fact)
            }
            (Stage::Stopped, Act::Play(_) | Act::Pass) => {
                let fact = Fact::Words("two passes have stopped play; who does not agree says so first");
                Judged::refused(Refusal::WrongPhase, self.game().clauses.stop, fact)
            }
            (_, Act::Play(point)) => self.game_mut().play(player, *point),
            (_, Act::Pass) => match self.game_mut().pass(player) {
                Err(refused) => refused,
                Ok((judged, false)) => judged,
                Ok((judged, true)) => {
                    let game = self.game_mut();
                    game.stops += 1;
                    game.first = game.game.course.passes.first().copied().unwrap_or(player);
                    self.stopped(judged)
                }
            },
            (Stage::Stopped | Stage::Disagreed, _) => self.settling(player, act),
            (Stage::Play, Act::Handicap(points)) => self.game_mut().handicap(player, points, Self::HANDICAP),
            (Stage::Play, Act::ClaimDead(_) | Act::Agree | Act::Disagree)
                if self.game().applies(self.game().clauses.stop) =>
            {
                let fact = Fact::Words("the players try to agree once two passes have stopped play");
                Judged::refused(Refusal::WrongPhase, self.game().clauses.stop, fact)
            }
            (Stage::Play, _) => self.besides(player, act),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        let game = self.game();
        match (game.stage, act) {
            // The common question, without a copy of the whole game.
            (Stage::Play, Act::Play(point)) => match game.check_play(player, *point) {
                Ok(made) => game.played(player, *point, &made),
                Err(refused) => refused,
            },
            _ => self.copy().step(player, act),
        }
    }

    fn close(&mut self) -> Option<Judged> {
        let game = self.game();
        let Agree::BestPlay(budget) = game.agree else { return None };
        if !matches!(game.stage, Stage::Stopped | Stage::Disagreed) {
            return None;
        }
        let fact = Fact::Words("the reading agreement stands for what the players have left open");
        let mut besides = Counted::default();
        besides.add_komi(game.komi);
        let result = best_play(&game.rules, &game.game.course.position, game.first, budget, besides);
        let judged = Judged::accepted(game.clauses.agreement, fact);
        Some(self.game_mut().over(judged, result))
    }

    fn position(&self) -> &PlainPosition {
        &self.game().game.course.position
    }

    fn to_move(&self) -> Option<Colour> {
        if self.game().stage == Stage::Play { self.game().game.course.mover } else { None }
    }

    fn phase(&self) -> &'static str {
        self.game().phase()
    }

    fn prisoners(&self) -> [u32; 2] {
        self.game().game.course.prisoners
    }

    fn result(&self) -> Option<&GameResult> {
        self.game().result.as_ref()
    }

    fn copy(&self) -> Box<dyn Procedure> {
        Box::new(self.clone())
    }
}
