//! Japanese 1997 as a procedure: game, stop, game-ending procedure with its unofficial plays, resumption, play-out to completion.
//! What comes after the stop is in [`super::j1997_end`].

use rustc_hash::FxHashMap;

use super::agree::Agree;
use super::count;
use super::course::{Course, KernelClauses, Positions};
use super::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use super::kos::Kos;
use super::{Procedure, Proposal};
use crate::board::Colour;
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::record::{Act, Komi, Setup};
use crate::spec::RuleSet;

pub(super) const KERNEL: KernelClauses =
    KernelClauses { turn: "j1997.right-to-play", occupied: "j1997.point", suicide: "j1997.no-suicide" };

/// The unofficial alternate plays (j1997.ending.1.1).
#[derive(Clone, Debug)]
pub(super) struct Unofficial {
    pub course: Course,
    /// Passes in succession have ended them.
    pub ended: bool,
}

/// The play-out to completion.
#[derive(Clone, Debug)]
pub(super) struct PlayOut {
    /// From the last game stop; prisoners are those of the play-out.
    pub course: Course,
    pub kos: Kos,
    /// The points whose stones were played during the play-out.
    pub played: Vec<bool>,
    pub requested_by: Colour,
    pub moved: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Phase {
    /// The right to play exists.
    Game,
    /// The game-ending procedure after a stop.
    Ending(Option<Box<Unofficial>>),
    /// A stop without a game-ending procedure (only if j1997.resume.3 is not applied).
    Stopped,
    /// The play-out.
    PlayOut(Box<PlayOut>),
    /// The end; the clause says why.
    Over(&'static str),
}

/// The procedure.
#[derive(Clone, Debug)]
pub struct J1997 {
    pub(super) rules: RuleSet,
    pub(super) agree: Agree,
    pub(super) komi: Option<Komi>,
    set_up: bool,
    pub(super) step: usize,
    /// The moves of the game.
    pub(super) course: Course,
    pub(super) positions: Positions,
    /// By position: the step after which it first came up by a play.
    seen: FxHashMap<u32, usize>,
    /// The position was repeated by the last play: when it came up before.
    repeated: Option<usize>,
    /// Who has offered no result, and is not answered yet.
    offer: Option<Colour>,
    /// By position: prohibited since this step (j1997.no-result.refused).
    prohibited: FxHashMap<u32, usize>,
    /// By position of a stop: the step at which the game was resumed there.
    pub(super) resumed_at: FxHashMap<u32, usize>,
    /// Who asked for the resumption after which no move has been made.
    pub(super) resumed_by: Option<Colour>,
    /// A play has been made since a resumption.
    played_since_resumption: bool,
    pub(super) proposal: Proposal,
    /// The step at which a player did not agree in this game-ending procedure.
    pub(super) disagreed: Option<usize>,
    pub(super) phase: Phase,
    pub(super) result: Option<GameResult>,
}

impl J1997 {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> J1997 {
        let set_up = setup.position.cells().iter().any(Option::is_some);
        // game.2; in a position that was set up the record says whose turn it is.
        let first = setup.to_move.filter(|_| set_up).unwrap_or(Colour::Black);
        let mover = rules.applies("j1997.game.2").then_some(first);
        let mut positions = Positions::default();
        let seen = FxHashMap::from_iter([(positions.enter(&setup.position), 0)]);
        J1997 {
            rules,
            agree,
            komi: setup.komi,
            set_up,
            step: 0,
            course: Course::new(setup.position.clone(), mover),
            positions,
            seen,
            repeated: None,
            offer: None,
            prohibited: FxHashMap::default(),
            resumed_at: FxHashMap::default(),
            resumed_by: None,
            played_since_resumption: false,
            proposal: Proposal::default(),
            disagreed: None,
            phase: Phase::Game,
            result: None,
        }
    }

    pub(super) fn applies(&self, clause: &str) -> bool {
        self.rules.applies(clause)
    }

    pub(super) fn end(&mut self, judged: Judged, clause: &'static str, result: GameResult) -> Judged {
        self.phase = Phase::Over(clause);
        self.result = Some(result.clone());
        judged.with(clause, Effect::Result(result))
    }

    /// The player who passed first at the last stop.
    pub(super) fn first_passer(&self) -> Colour {
        self.course.passes.first().copied().unwrap_or(Colour::Black)
    }

    /// Turn, kernel and prohibited positions: what holds for plays of the game and of the play-out.
    pub(super) fn check_basic(&self, course: &Course, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        if self.applies("j1997.right-to-play") {
            course.turn(player, KERNEL.turn)?;
        }
        let play = course.kernel(player, point, &KERNEL)?;
        let number = self.positions.number(&play.after);
        match number.and_then(|n| self.prohibited.get(&n)) {
            Some(&step) => {
                let fact = Fact::Earlier { what: "brings back the position prohibited by the refusal at", step };
                Err(Judged::refused(Refusal::ProhibitedPosition, "j1997.no-result.refused", fact))
            }
            None => Ok(play),
        }
    }

    /// A play with the ko restriction of the game.
    pub(super) fn check_play(&self, course: &Course, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        let play = self.check_basic(course, player, point)?;
        match course.recapture(point, &play).filter(|_| self.applies("j1997.ko.recapture")) {
            Some(fact) => Err(Judged::refused(Refusal::KoRecapture, "j1997.ko.recapture", fact)),
            None => Ok(play),
        }
    }

    /// A move has been made: what waited for it is over.
    pub(super) fn moved(&mut self) {
        self.offer = None;
        self.resumed_by = None;
    }

    /// A new position has come up by a play: whether it repeats an earlier one.
    pub(super) fn note_position(&mut self, position: &PlainPosition, judged: Judged) -> Judged {
        let number = self.positions.enter(position);
        self.repeated = Some(*self.seen.entry(number).or_insert(self.step)).filter(|&first| first < self.step);
        if self.repeated.is_some() && self.applies("j1997.no-result") {
            let words = "a repeated position: who means to go on repeating it has to offer no result";
            return judged.with("j1997.no-result", Effect::Words(words));
        }
        judged
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        let play = match self.check_play(&self.course, player, point) {
            Ok(play) => play,
            // j1997.illegal: it cannot be made, and costs nothing.
            Err(refused) => return refused,
        };
        self.course.play(player, point, &play, self.step);
        self.moved();
        self.played_since_resumption = true;
        let mut judged = Course::played("j1997.point", point, &play);
        if !play.captured.is_empty() {
            judged = judged.with("j1997.capture", Effect::Prisoners { player, stones: play.captured });
        }
        let position = self.course.position.clone();
        self.note_position(&position, judged)
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if self.applies("j1997.right-to-play")
            && let Err(refused) = self.course.turn(player, KERNEL.turn)
        {
            return refused;
        }
        self.course.pass(player);
        self.moved();
        let judged = Judged::accepted("j1997.right-to-play", Fact::Words("a pass"));
        if self.course.passes.len() < 2 || !self.applies("j1997.stop") {
            return judged;
        }
        let judged = judged.with("j1997.stop", Effect::Words("the right to play ends and the game stops"));
        let resumed = !self.resumed_at.is_empty() && self.played_since_resumption;
        if resumed && !self.applies("j1997.resume.3") {
            self.phase = Phase::Stopped;
            return judged;
        }
        self.phase = Phase::Ending(None);
        self.proposal = Proposal::default();
        self.disagreed = None;
        judged.with(if resumed { "j1997.resume.3" } else { "j1997.stop" }, Effect::Phase(self.phase()))
    }

    /// No result by repetition, in the game and in the play-out; `None` if the action is no such thing.
    pub(super) fn no_result(&mut self, player: Colour, act: &Act) -> Option<Judged> {
        match act {
            Act::OfferNoResult if !self.applies("j1997.no-result") => None,
            Act::OfferNoResult => Some(match self.repeated {
                Some(step) => {
                    self.offer = Some(player);
                    Judged::accepted("j1997.no-result", Fact::Recreates { step, to_move: None })
                }
                None => {
                    let fact = Fact::Words("this position is not a repeated one");
                    Judged::refused(Refusal::NoRepetition, "j1997.no-result", fact)
                }
            }),
            Act::Accept | Act::Refuse => {
                let by = self.offer?;
                if by == player {
                    let fact = Fact::Words("the offer is the player's own");
                    return Some(Judged::refused(Refusal::OwnProposal, "j1997.no-result", fact));
                }
                self.offer = None;
                if *act == Act::Accept {
                    let judged = Judged::accepted("j1997.no-result", Fact::Words("the offer is accepted"));
                    return Some(self.end(
                        judged,
                        "j1997.no-result",
                        GameResult::without_count(Decision::NoResult(None)),
                    ));
                }
                let judged = Judged::accepted("j1997.no-result.refused", Fact::Words("the offer is refused"));
                if !self.applies("j1997.no-result.refused") {
                    return Some(judged);
                }
                let number = self.positions.enter(&self.position().clone());
                self.prohibited.insert(number, self.step);
                Some(judged.with("j1997.no-result.refused", Effect::Prohibited { step: self.step }))
            }
            _ => None,
        }
    }

    fn in_game(&mut self, player: Colour, act: &Act) -> Judged {
        if let Some(judged) = self.no_result(player, act) {
            return judged;
        }
        match act {
            Act::Play(point) => self.play(player, *point),
            Act::Pass => self.pass(player),
            Act::Handicap(points) => self.handicap(player, points),
            Act::RequestResumption => self.both_resume(player),
            Act::Accept | Act::Refuse => {
                Judged::refused(Refusal::NothingProposed, "j1997.no-result", Fact::Words("nothing has been offered"))
            }
            Act::MoveStone { from, .. } => {
                let fact = Fact::Points { what: "stones remain on their points of play", points: vec![*from] };
                Judged::refused(Refusal::StoneStays, "j1997.liberty", fact)
            }
            Act::PassForKo(_) => Judged::refused(
                Refusal::WrongPhase,
                "j1997.playout.4",
                Fact::Words("a pass for a ko belongs to the play-out"),
            ),
            Act::ClaimDead(_) | Act::Agree | Act::Disagree | Act::Return => {
                Judged::refused(Refusal::WrongPhase, "j1997.stop", Fact::Words("the game has not stopped"))
            }
            Act::RequestPlayOut => {
                Judged::refused(Refusal::WrongPhase, "j1997.playout.1", Fact::Words("the game has not stopped"))
            }
            _ => Judged::outside("j1997.game.1", "the text knows no such action; nothing changes"),
        }
    }

    /// game.2: stones put on the empty board before the first move make it a handicap game, in which White plays first. How they
    /// are put there the text does not say.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let grid = self.course.position.grid();
        let empty = self.course.position.cells().iter().all(Option::is_none);
        let stones = count::marked(&self.course.position, points);
        let cells = stones.iter().map(|&s| s.then_some(player)).collect();
        let position = PlainPosition::from_cells(grid, cells).filter(PlainPosition::is_legal);
        let Some(position) = position.filter(|_| empty && self.step == 1 && player == Colour::Black) else {
            let fact = Fact::Words("handicap stones are Black's, on the empty board before the first move");
            return Judged::refused(Refusal::Handicap, "j1997.game.2", fact);
        };
        self.seen = FxHashMap::from_iter([(self.positions.enter(&position), self.step)]);
        self.course = Course::new(position, self.applies("j1997.game.2").then_some(Colour::White));
        let judged = Judged::accepted("j1997.game.2", Fact::Stones(points.to_vec()));
        if self.course.mover.is_some() { judged.with("j1997.game.2", Effect::ToMove(Colour::White)) } else { judged }
    }
}

impl Procedure for J1997 {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn begin(&self) -> Option<Judged> {
        self.set_up
            .then(|| Judged::outside("j1997.game.1", "the text knows no position set up; the record is followed"))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.step += 1;
        if *act == Act::Resign && self.applies("j1997.resign") && !matches!(self.phase, Phase::Over(_)) {
            let judged = Judged::accepted("j1997.resign", Fact::Words("the player admits defeat"));
            let result = GameResult::without_count(Decision::Resignation { winner: player.opponent() });
            return self.end(judged, "j1997.resign", result);
        }
        match self.phase {
            Phase::Game => self.in_game(player, act),
            Phase::Ending(_) => self.ending(player, act),
            Phase::Stopped => {
                let fact = Fact::Words("no game-ending procedure is carried out");
                Judged::refused(Refusal::WrongPhase, "j1997.ending.1.2", fact)
            }
            Phase::PlayOut(_) => self.playing_out(player, act),
            Phase::Over(clause) => Judged::refused(Refusal::GameOver, clause, Fact::Words("the game has ended")),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match (&self.phase, act) {
            // The common question, without a copy of the whole game.
            (Phase::Game, Act::Play(point)) => match self.check_play(&self.course, player, *point) {
                Ok(play) => Course::played("j1997.point", *point, &play),
                Err(refused) => refused,
            },
            _ => self.copy().step(player, act),
        }
    }

    fn close(&mut self) -> Option<Judged> {
        self.closed()
    }

    fn position(&self) -> &PlainPosition {
        match &self.phase {
            Phase::Ending(Some(u)) => &u.course.position,
            Phase::PlayOut(p) => &p.course.position,
            _ => &self.course.position,
        }
    }

    fn to_move(&self) -> Option<Colour> {
        match &self.phase {
            Phase::Game => self.course.mover,
            Phase::Ending(Some(u)) if !u.ended => u.course.mover,
            Phase::PlayOut(p) => p.course.mover,
            _ => None,
        }
    }

    fn phase(&self) -> &'static str {
        match &self.phase {
            Phase::Game => "game",
            Phase::Ending(Some(u)) if !u.ended => "game-ending procedure, unofficial plays",
            Phase::Ending(_) => "game-ending procedure",
            Phase::Stopped => "stopped",
            Phase::PlayOut(_) => "play-out to completion",
            Phase::Over(_) => "over",
        }
    }

    fn prisoners(&self) -> [u32; 2] {
        let more = match &self.phase {
            Phase::Ending(Some(u)) => u.course.prisoners,
            Phase::PlayOut(p) => p.course.prisoners,
            _ => [0; 2],
        };
        std::array::from_fn(|i| self.course.prisoners[i] + more[i])
    }

    fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    fn copy(&self) -> Box<dyn Procedure> {
        Box::new(self.clone())
    }
}
