//! Tromp-Taylor as a procedure: turns under positional superko, suicide, the end by two passes, the score.

use super::clauses::*;
use super::count::claims;
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, WideBoard};
use crate::law::procedure::count::Counted;
use crate::law::procedure::course::Course;
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::{Procedure, Sequence, placed};
use crate::law::{ClauseId, KoRule, RuleSet};
use crate::record::{Act, Komi, Setup};

/// The procedure. Nothing in it is left to the players.
#[derive(Clone, Debug)]
pub struct TrompTaylorProcedure {
    rules: RuleSet,
    komi: Option<Komi>,
    set_up: bool,
    step: usize,
    /// The turns; tt.6 minds what was on the grid.
    game: Sequence,
    result: Option<GameResult>,
}

/// A move that may be made: what it does, and the own points that it clears.
type Made = (PlainPlay, Vec<usize>);

impl TrompTaylorProcedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup) -> TrompTaylorProcedure {
        // tt.5
        let game = Sequence::of_record(setup, rules.applies(TT_5));
        TrompTaylorProcedure { rules, komi: setup.komi, set_up: setup.is_set_up(), step: 0, game, result: None }
    }

    /// The clause by which a turn is a pass or a move: tt.6; without it there are only turns.
    fn turn_clause(&self) -> ClauseId {
        self.rules.in_force(TT_6, TT_5)
    }

    fn check_turn(&self, player: Colour) -> Result<(), Judged> {
        if self.rules.applies(TT_5) { self.game.course.turn(player, TT_5) } else { Ok(()) }
    }

    /// tt.5, tt.7, tt.6.
    fn check_move(&self, player: Colour, point: usize) -> Result<Made, Judged> {
        self.check_turn(player)?;
        let position = &self.game.course.position;
        let Ok((play, own)) = position.play_or_suicide(player, point) else {
            // Occupied: there is a stone.
            let stone = position.at(point).unwrap_or(player);
            return Err(Judged::refused(Refusal::Occupied, TT_7, Fact::Holds { point, stone }));
        };
        if self.rules.applies(TT_6) {
            self.game.superko(KoRule::Positional, TT_6, player, &play)?;
        }
        Ok((play, own))
    }

    /// How a move that stands is judged.
    fn judged(player: Colour, point: usize, (play, own): &Made) -> Judged {
        let cleared = |colour, points: &[usize]| Effect::Points {
            what: "is cleared on",
            player: colour,
            points: points.to_vec(),
        };
        if !own.is_empty() {
            let fact = Fact::Points { what: "clears the player's own colour on", points: own.clone() };
            return Judged::accepted(TT_7, fact).with(TT_4, cleared(player, own));
        }
        let judged = Course::played(TT_7, point, play);
        if play.captured.is_empty() { judged } else { judged.with(TT_4, cleared(player.opponent(), &play.captured)) }
    }

    fn make(&mut self, player: Colour, point: usize) -> Judged {
        match self.check_move(player, point) {
            Err(refused) => refused,
            Ok(made) => {
                self.game.play(player, point, &made.0, self.step);
                Self::judged(player, point, &made)
            }
        }
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if let Err(refused) = self.check_turn(player) {
            return refused;
        }
        self.game.pass(player, self.step);
        let judged = Judged::accepted(self.turn_clause(), Fact::Words("a pass"));
        if self.game.course.passes.len() < 2 || !self.rules.applies(TT_8) {
            return judged;
        }
        let position = &self.game.course.position;
        let mut count = Counted::default();
        count.add_claims(&claims(&WideBoard::new(position.grid()), WideBoard::stones(position)));
        count.add_komi(self.komi);
        let count = count.sorted();
        let result = GameResult { decision: Decision::Margin(count.margin()), count: Some(count) };
        self.result = Some(result.clone());
        judged.with(TT_8, Effect::Phase(self.phase())).with(TT_10, Effect::Result(result))
    }

    fn unknown(&self) -> Judged {
        let why = "a turn is a pass or a move, and the text knows no other action; nothing changes";
        Judged::outside(self.turn_clause(), why)
    }

    /// The record puts stones on an empty grid.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let position = &self.game.course.position;
        let placed = placed(position.grid(), player, points);
        let Some(placed) = placed.filter(|_| position.cells().iter().all(Option::is_none)) else {
            return self.unknown();
        };
        self.game.put(player, placed, self.rules.applies(TT_5), self.step);
        Judged::outside(self.rules.in_force(TT_5, TT_1), "the text knows no handicap, the record is followed")
    }
}

impl Procedure for TrompTaylorProcedure {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn begin(&self) -> Option<Judged> {
        let why = "a game starts from the empty grid; the record is followed";
        self.set_up.then(|| Judged::outside(self.rules.in_force(TT_5, TT_1), why))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.step += 1;
        match act {
            _ if self.result.is_some() => {
                Judged::refused(Refusal::GameOver, TT_8, Fact::Words("two passes have ended the game"))
            }
            Act::Play(point) => self.make(player, *point),
            Act::Pass => self.pass(player),
            Act::Handicap(points) => self.handicap(player, points),
            _ => self.unknown(),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match act {
            // The common question, without a copy of the whole game.
            Act::Play(point) if self.result.is_none() => match self.check_move(player, *point) {
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
        &self.game.course.position
    }

    fn to_move(&self) -> Option<Colour> {
        if self.result.is_none() { self.game.course.mover } else { None }
    }

    fn phase(&self) -> &'static str {
        if self.result.is_none() { "game" } else { "over" }
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
