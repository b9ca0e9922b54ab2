//! Tromp-Taylor as a procedure: turns under positional superko, suicide, the end by two passes, the score.

use super::clauses::*;
use super::judge::claims;
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, Wide, WideBoard};
use crate::law::procedure::Procedure;
use crate::law::procedure::count::Counted;
use crate::law::procedure::course::Course;
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::{History, KoRule, RuleSet};
use crate::record::{Act, Komi, Setup};

/// The procedure. Nothing in it is left to the players.
#[derive(Clone, Debug)]
pub struct TrompTaylor {
    rules: RuleSet,
    komi: Option<Komi>,
    set_up: bool,
    step: usize,
    course: Course,
    history: History<[Wide; 2]>,
    result: Option<GameResult>,
}

/// A move that may be made: what it does, and the own points that it clears.
type Made = (PlainPlay, Vec<usize>);

impl TrompTaylor {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup) -> TrompTaylor {
        let set_up = setup.position.cells().iter().any(Option::is_some);
        // tt.5; in a position that was set up the record says whose turn it is.
        let first = setup.to_move.filter(|_| set_up).unwrap_or(Colour::Black);
        let mover = rules.applies(TT_5).then_some(first);
        TrompTaylor {
            rules,
            komi: setup.komi,
            set_up,
            step: 0,
            course: Course::new(setup.position.clone(), mover),
            history: History::new(&WideBoard::stones(&setup.position), first, 0),
            result: None,
        }
    }

    fn check_turn(&self, player: Colour) -> Result<(), Judged> {
        if self.rules.applies(TT_5) { self.course.turn(player, TT_5) } else { Ok(()) }
    }

    /// tt.5, tt.7, tt.6.
    fn check_move(&self, player: Colour, point: usize) -> Result<Made, Judged> {
        self.check_turn(player)?;
        let position = &self.course.position;
        let Ok((play, own)) = position.play_or_suicide(player, point) else {
            // Occupied: there is a stone.
            let stone = position.at(point).unwrap_or(player);
            return Err(Judged::refused(Refusal::Occupied, TT_7, Fact::Holds { point, stone }));
        };
        let earlier = self.history.refuses(KoRule::Positional, player, &WideBoard::stones(&play.after));
        match earlier.filter(|_| self.rules.applies(TT_6)) {
            Some(step) => Err(Judged::refused(Refusal::Superko, TT_6, Fact::Recreates { step, to_move: None })),
            None => Ok((play, own)),
        }
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
                self.course.play(player, point, &made.0, self.step);
                self.history.play(player, &WideBoard::stones(&made.0.after), self.step);
                Self::judged(player, point, &made)
            }
        }
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if let Err(refused) = self.check_turn(player) {
            return refused;
        }
        self.course.pass(player);
        self.history.pass(player, self.step);
        let judged = Judged::accepted(TT_6, Fact::Words("a pass"));
        if self.course.passes.len() < 2 || !self.rules.applies(TT_8) {
            return judged;
        }
        let position = &self.course.position;
        let mut count = Counted::default();
        count.add_claims(&claims(&WideBoard::new(position.grid()), WideBoard::stones(position)));
        count.add_komi(self.komi);
        let count = count.sorted();
        let result = GameResult { decision: Decision::Margin(count.margin()), count: Some(count) };
        self.result = Some(result.clone());
        judged.with(TT_8, Effect::Phase(self.phase())).with(TT_10, Effect::Result(result))
    }

    fn unknown() -> Judged {
        Judged::outside(TT_6, "a turn is a pass or a move, and the text knows no other action; nothing changes")
    }

    /// The record puts stones on an empty grid.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let position = &self.course.position;
        if position.cells().iter().any(Option::is_some) {
            return Self::unknown();
        }
        let mut cells = position.cells().to_vec();
        points.iter().for_each(|&p| cells[p] = Some(player));
        let Some(position) = PlainPosition::from_cells(position.grid(), cells).filter(PlainPosition::is_legal) else {
            return Self::unknown();
        };
        self.history.play(player, &WideBoard::stones(&position), self.step);
        self.course = Course::new(position, self.rules.applies(TT_5).then_some(player.opponent()));
        Judged::outside(TT_5, "the text knows no handicap, the record is followed")
    }
}

impl Procedure for TrompTaylor {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn begin(&self) -> Option<Judged> {
        let why = "a game starts from the empty grid; the record is followed";
        self.set_up.then(|| Judged::outside(TT_5, why))
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
            _ => Self::unknown(),
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
        &self.course.position
    }

    fn to_move(&self) -> Option<Colour> {
        if self.result.is_none() { self.course.mover } else { None }
    }

    fn phase(&self) -> &'static str {
        if self.result.is_none() { "game" } else { "over" }
    }

    fn prisoners(&self) -> [u32; 2] {
        self.course.prisoners
    }

    fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    fn copy(&self) -> Box<dyn Procedure> {
        Box::new(self.clone())
    }
}
