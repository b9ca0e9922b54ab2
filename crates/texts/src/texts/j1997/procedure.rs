//! Japanese 1997 as a procedure: game, stop, game-ending procedure with its unofficial plays, resumption, play-out to completion.
//! What comes after the stop is in [`super::ending`].

use rustc_hash::FxHashMap;

use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, Wide, WideBoard};
use crate::law::procedure::agree::Agree;
use crate::law::procedure::course::{Course, KernelClauses};
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::kos::Kos;
use crate::law::procedure::{Procedure, Proposal, either, placed};
use crate::law::{ClauseId, History, KoRule, RuleSet};
use crate::record::{Act, Komi, Setup};
use crate::texts::j1997::clauses::*;

const KERNEL: KernelClauses = KernelClauses { occupied: J1997_POINT, suicide: J1997_NO_SUICIDE };

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
    Over(ClauseId),
}

/// The stones of a position.
pub(super) type Stones = [Wide; 2];

/// An offer of no result (j1997.no-result).
#[derive(Clone, Debug)]
struct Offer {
    by: Colour,
    /// The positions that the player may mean to repeat.
    positions: Vec<Stones>,
}

/// The procedure.
#[derive(Clone, Debug)]
pub struct J1997Procedure {
    pub(super) rules: RuleSet,
    pub(super) agree: Agree,
    pub(super) komi: Option<Komi>,
    set_up: bool,
    pub(super) step: usize,
    /// The moves of the game.
    pub(super) course: Course,
    /// Who passed first at the last stop.
    first_passer: Colour,
    /// The plays of the game and of the play-out.
    history: History<Stones>,
    /// The position was repeated by the last play: when it came up before.
    repeated: Option<usize>,
    /// No result has been offered, and the offer is not answered yet.
    offer: Option<Offer>,
    /// By position: prohibited since this step (j1997.no-result.refused).
    prohibited: FxHashMap<Stones, usize>,
    /// By position of a stop: the step at which the game was resumed there.
    pub(super) resumed_at: FxHashMap<Stones, usize>,
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

impl J1997Procedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> J1997Procedure {
        let set_up = setup.is_set_up();
        // game.2; in a position that was set up the record says whose turn it is.
        let first = setup.to_move.filter(|_| set_up).unwrap_or(Colour::Black);
        let mover = rules.applies(J1997_GAME_2).then_some(first);
        let history = History::new(&WideBoard::stones(&setup.position), first, 0);
        J1997Procedure {
            rules,
            agree,
            komi: setup.komi,
            set_up,
            step: 0,
            course: Course::new(setup.position.clone(), mover),
            first_passer: first,
            history,
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

    pub(super) fn applies(&self, clause: ClauseId) -> bool {
        self.rules.applies(clause)
    }

    /// The game ends here, with what is on the board now.
    pub(super) fn end(&mut self, judged: Judged, clause: ClauseId, result: GameResult) -> Judged {
        (self.course.prisoners, self.course.position) = (self.prisoners(), self.position().clone());
        self.phase = Phase::Over(clause);
        self.result = Some(result.clone());
        judged.with(clause, Effect::Result(result))
    }

    /// game.2 for the first move of the game, right-to-play for the others.
    fn check_turn(&self, course: &Course, player: Colour) -> Result<(), Judged> {
        let clause = if course.moves == 0 { J1997_GAME_2 } else { J1997_RIGHT_TO_PLAY };
        if self.applies(J1997_RIGHT_TO_PLAY) { course.turn(player, clause) } else { Ok(()) }
    }

    /// The player who passed first at the last stop.
    pub(super) fn first_passer(&self) -> Colour {
        self.first_passer
    }

    /// Kernel and prohibited positions: what holds for plays of the game and of the play-out.
    pub(super) fn check_basic(&self, course: &Course, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        let play = course.kernel(player, point, &KERNEL)?;
        match self.prohibited.get(&WideBoard::stones(&play.after)) {
            Some(&step) => {
                let fact = Fact::Earlier { what: "brings back the position prohibited by the refusal at", step };
                Err(Judged::refused(Refusal::ProhibitedPosition, J1997_NO_RESULT_REFUSED, fact))
            }
            None => Ok(play),
        }
    }

    /// A play with the ko restriction of the game.
    pub(super) fn check_play(&self, course: &Course, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        self.check_turn(course, player)?;
        let play = self.check_basic(course, player, point)?;
        match course.recapture(point, &play).filter(|_| self.applies(J1997_KO_RECAPTURE)) {
            Some(fact) => Err(Judged::refused(Refusal::KoRecapture, J1997_KO_RECAPTURE, fact)),
            None => Ok(play),
        }
    }

    /// no-result: the last step by which a position came up, if it has come up again.
    fn recurred(&self, stones: &Stones) -> Option<usize> {
        self.history.refuses(KoRule::Recurring, Colour::Black, stones)
    }

    /// no-result: a position that has come up again is brought about once more only by a player who has offered no result.
    pub(super) fn check_repetition(&self, player: Colour, play: &PlainPlay) -> Result<(), Judged> {
        let after = WideBoard::stones(&play.after);
        let offered = || self.offer.as_ref().is_some_and(|o| o.by == player && o.positions.contains(&after));
        match self.recurred(&after).filter(|_| self.applies(J1997_NO_RESULT) && !offered()) {
            Some(step) => {
                let fact = Fact::Earlier { what: "brings back once more, without an offer, the position of", step };
                Err(Judged::refused(Refusal::OfferNeeded, J1997_NO_RESULT, fact))
            }
            None => Ok(()),
        }
    }

    /// The positions that a player who offers no result now may mean to repeat: the present one, if the last play has repeated it, and
    /// those that have come up again before and that he could bring about with his next play. The least step first.
    fn repeatable(&self, player: Colour) -> Vec<Stones> {
        let present = self.repeated.map(|_| WideBoard::stones(self.position()));
        let plays = (0..self.course.position.grid().len()).filter_map(|point| match &self.phase {
            Phase::Game => self.check_play(&self.course, player, point).ok(),
            Phase::PlayOut(out) => self.check_play_out(out, player, point).ok(),
            _ => None,
        });
        let again = plays.map(|play| WideBoard::stones(&play.after)).filter(|s| self.recurred(s).is_some());
        let mut found: Vec<Stones> = again.chain(present).collect();
        found.sort_by_key(|s| self.recurred(s));
        found.dedup();
        found
    }

    /// A move has been made: what waited for it is over.
    pub(super) fn moved(&mut self) {
        self.offer = None;
        self.resumed_by = None;
    }

    /// A new position has come up by a play: whether it repeats an earlier one.
    pub(super) fn note_position(&mut self, player: Colour, position: &PlainPosition, judged: Judged) -> Judged {
        let stones = WideBoard::stones(position);
        self.repeated = self.history.came_up(&stones).next();
        self.history.play(player, &stones, self.step);
        if self.repeated.is_some() && self.applies(J1997_NO_RESULT) {
            let words = "a repeated position: who means to go on repeating it has to offer no result";
            return judged.with(J1997_NO_RESULT, Effect::Words(words));
        }
        judged
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        let checked = self.check_play(&self.course, player, point);
        let play = match checked.and_then(|play| self.check_repetition(player, &play).map(|()| play)) {
            Ok(play) => play,
            Err(refused) => return Self::illegal(refused),
        };
        self.course.play(player, point, &play, self.step);
        self.moved();
        self.played_since_resumption = true;
        let mut judged = Course::played(J1997_POINT, point, &play);
        if !play.captured.is_empty() {
            judged = judged.with(J1997_CAPTURE, Effect::Prisoners { player, stones: play.captured });
        }
        let position = self.course.position.clone();
        self.note_position(player, &position, judged)
    }

    /// illegal: a move against the rules cannot be made, and attempting it does not forfeit the game.
    pub(super) fn illegal(refused: Judged) -> Judged {
        refused.with(J1997_ILLEGAL, Effect::Words("the move is not made, and costs nothing"))
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if let Err(refused) = self.check_turn(&self.course, player) {
            return refused;
        }
        self.course.pass(player);
        self.moved();
        // Without right-to-play a pass is still something that a player of the game does.
        let judged = Judged::accepted(self.rules.in_force(J1997_RIGHT_TO_PLAY, J1997_GAME_1), Fact::Words("a pass"));
        if self.course.passes.len() < 2 || !self.applies(J1997_STOP) {
            return judged;
        }
        self.first_passer = self.course.passes[0];
        let judged = judged.with(J1997_STOP, Effect::Words("the right to play ends and the game stops"));
        let resumed = !self.resumed_at.is_empty() && self.played_since_resumption;
        if resumed && !self.applies(J1997_RESUME_3) {
            self.phase = Phase::Stopped;
            return judged;
        }
        self.phase = Phase::Ending(None);
        self.proposal = Proposal::default();
        self.disagreed = None;
        judged.with(if resumed { J1997_RESUME_3 } else { J1997_STOP }, Effect::Phase(self.phase()))
    }

    /// No result by repetition, in the game and in the play-out; `None` if the action is no such thing.
    pub(super) fn no_result(&mut self, player: Colour, act: &Act) -> Option<Judged> {
        match act {
            Act::OfferNoResult if !self.applies(J1997_NO_RESULT) => None,
            Act::OfferNoResult => Some({
                let positions = self.repeatable(player);
                match (self.repeated, positions.first().and_then(|s| self.recurred(s))) {
                    (Some(step), _) => {
                        self.offer = Some(Offer { by: player, positions });
                        Judged::accepted(J1997_NO_RESULT, Fact::Recreates { step, to_move: None })
                    }
                    (None, Some(step)) => {
                        self.offer = Some(Offer { by: player, positions });
                        let fact = Fact::Earlier { what: "may bring back once more the position of", step };
                        Judged::accepted(J1997_NO_RESULT, fact)
                    }
                    (None, None) => {
                        let fact = Fact::Words("this position is not a repeated one");
                        Judged::refused(Refusal::NoRepetition, J1997_NO_RESULT, fact)
                    }
                }
            }),
            Act::Accept | Act::Refuse => {
                let Offer { by, positions } = self.offer.clone()?;
                if by == player {
                    let fact = Fact::Words("the offer is the player's own");
                    return Some(Judged::refused(Refusal::OwnProposal, J1997_NO_RESULT, fact));
                }
                self.offer = None;
                if *act == Act::Accept {
                    let judged = Judged::accepted(J1997_NO_RESULT, Fact::Words("the offer is accepted"));
                    return Some(self.end(
                        judged,
                        J1997_NO_RESULT,
                        GameResult::without_count(Decision::NoResult(None)),
                    ));
                }
                let clause = self.rules.in_force(J1997_NO_RESULT_REFUSED, J1997_NO_RESULT);
                let judged = Judged::accepted(clause, Fact::Words("the offer is refused"));
                if !self.applies(J1997_NO_RESULT_REFUSED) {
                    return Some(judged);
                }
                self.prohibited.extend(positions.iter().map(|&n| (n, self.step)));
                let steps = positions.iter().filter_map(|s| self.recurred(s));
                let prohibits =
                    |judged: Judged, step: usize| judged.with(J1997_NO_RESULT_REFUSED, Effect::Prohibited { step });
                Some(steps.fold(judged, prohibits))
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
            Act::RequestResumption if self.applies(J1997_RESUME_1) => self.both_resume(player),
            Act::Accept | Act::Refuse if self.applies(J1997_NO_RESULT) => {
                Judged::refused(Refusal::NothingProposed, J1997_NO_RESULT, Fact::Words("nothing has been offered"))
            }
            Act::MoveStone { from, .. } => {
                let fact = Fact::Points { what: "stones remain on their points of play", points: vec![*from] };
                Judged::refused(Refusal::StoneStays, J1997_LIBERTY, fact)
            }
            Act::PassForKo(_) if self.applies(J1997_PLAYOUT_4) => Judged::refused(
                Refusal::WrongPhase,
                J1997_PLAYOUT_4,
                Fact::Words("a pass for a ko belongs to the play-out"),
            ),
            Act::ClaimDead(_) | Act::Agree | Act::Disagree | Act::Return if self.applies(J1997_STOP) => {
                Judged::refused(Refusal::WrongPhase, J1997_STOP, Fact::Words("the game has not stopped"))
            }
            Act::RequestPlayOut if self.applies(J1997_PLAYOUT_1) => {
                Judged::refused(Refusal::WrongPhase, J1997_PLAYOUT_1, Fact::Words("the game has not stopped"))
            }
            _ => Judged::outside(J1997_GAME_1, "the text knows no such action; nothing changes"),
        }
    }

    /// game.2: stones put on the empty board before the first move make it a handicap game, in which White plays first. How they
    /// are put there the text does not say.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let position = &self.course.position;
        let before = position.cells().iter().all(Option::is_none) && self.step == 1 && player == Colour::Black;
        let Some(position) = placed(position.grid(), player, points).filter(|_| before) else {
            let fact = Fact::Words("handicap stones are Black's, on the empty board before the first move");
            return match self.applies(J1997_GAME_2) {
                true => Judged::refused(Refusal::Handicap, J1997_GAME_2, fact),
                false => Judged::outside(J1997_GAME_1, "the text knows no handicap; nothing changes"),
            };
        };
        let plays_first = self.applies(J1997_GAME_2);
        self.history = History::new(&WideBoard::stones(&position), Colour::White, self.step);
        self.course = Course::new(position, plays_first.then_some(Colour::White));
        if !plays_first {
            return Judged::outside(J1997_GAME_1, "the text knows no handicap; the record is followed");
        }
        Judged::accepted(J1997_GAME_2, Fact::Stones(points.to_vec())).with(J1997_GAME_2, Effect::ToMove(Colour::White))
    }
}

impl Procedure for J1997Procedure {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn begin(&self) -> Option<Judged> {
        self.set_up.then(|| Judged::outside(J1997_GAME_1, "the text knows no position set up; the record is followed"))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.step += 1;
        if *act == Act::Resign && self.applies(J1997_RESIGN) && !matches!(self.phase, Phase::Over(_)) {
            let judged = Judged::accepted(J1997_RESIGN, Fact::Words("the player admits defeat"));
            let result = GameResult::without_count(Decision::Resignation { winner: player.opponent() });
            return self.end(judged, J1997_RESIGN, result);
        }
        match self.phase {
            Phase::Game => self.in_game(player, act),
            Phase::Ending(_) => self.ending(player, act),
            Phase::Stopped => {
                let fact = Fact::Words("no game-ending procedure is carried out");
                Judged::refused(Refusal::WrongPhase, J1997_ENDING_1_2, fact)
            }
            Phase::PlayOut(_) => self.playing_out(player, act),
            Phase::Over(clause) => Judged::refused(Refusal::GameOver, clause, Fact::Words("the game has ended")),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match (&self.phase, act) {
            // The common question, without a copy of the whole game.
            (Phase::Game, Act::Play(point)) => either(
                self.check_play(&self.course, player, *point)
                    .and_then(|play| self.check_repetition(player, &play).map(|()| play))
                    .map(|play| Course::played(J1997_POINT, *point, &play))
                    .map_err(Self::illegal),
            ),
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
