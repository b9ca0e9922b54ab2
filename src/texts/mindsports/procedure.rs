//! MindSports Arena as a procedure: handicap, play under superko, end by two passes, agreement on dead stones, either count.

use super::judge;
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, Grid, Wide, WideBoard};
use crate::law::procedure::agree::{Agree, best_play};
use crate::law::procedure::count::{self, Counted};
use crate::law::procedure::course::{Course, KernelClauses};
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::{Procedure, Proposal, either};
use crate::law::{ClauseId, History, KoRule, RuleSet};
use crate::record::{Act, Komi, Setup};
use crate::texts::mindsports::clauses::*;

const KERNEL: KernelClauses = KernelClauses { turn: MS_TURN, occupied: MS_TURN, suicide: MS_NO_SUICIDE };

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The game.
    Game,
    /// Two passes have ended it; dead stones are agreed on.
    Ended,
    /// Counted.
    Over,
}

/// The procedure, for either count.
#[derive(Clone, Debug)]
pub struct MindSports {
    rules: RuleSet,
    agree: Agree,
    komi: Option<Komi>,
    set_up: bool,
    step: usize,
    course: Course,
    history: History<[Wide; 2]>,
    proposal: Proposal,
    disagreed: bool,
    phase: Phase,
    result: Option<GameResult>,
}

impl MindSports {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> MindSports {
        let set_up = setup.position.cells().iter().any(Option::is_some);
        // ms.turn; in a position that was set up the record says whose turn it is.
        let first = setup.to_move.filter(|_| set_up).unwrap_or(Colour::Black);
        let mover = rules.applies(MS_TURN).then_some(first);
        MindSports {
            rules,
            agree,
            komi: setup.komi,
            set_up,
            step: 0,
            course: Course::new(setup.position.clone(), mover),
            history: History::new(&WideBoard::stones(&setup.position), first, 0),
            proposal: Proposal::default(),
            disagreed: false,
            phase: Phase::Game,
            result: None,
        }
    }

    fn applies(&self, clause: ClauseId) -> bool {
        self.rules.applies(clause)
    }

    /// A play: turn, kernel, ms.ko.
    fn check_play(&self, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        if self.applies(MS_TURN) {
            self.course.turn(player, KERNEL.turn)?;
        }
        let play = self.course.kernel(player, point, &KERNEL)?;
        let to_move = player.opponent();
        let earlier = self.history.refuses(KoRule::Situational, player, &WideBoard::stones(&play.after));
        match earlier.filter(|_| self.applies(MS_KO)) {
            Some(step) => {
                let fact = Fact::Recreates { step, to_move: Some(to_move) };
                Err(Judged::refused(Refusal::Superko, MS_KO, fact))
            }
            None => Ok(play),
        }
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        match self.check_play(player, point) {
            Err(refused) => refused,
            Ok(play) => {
                self.course.play(player, point, &play, self.step);
                self.history.play(player, &WideBoard::stones(&play.after), self.step);
                let judged = Course::played(MS_TURN, point, &play);
                if play.captured.is_empty() {
                    return judged;
                }
                judged.with(MS_CAPTURE, Effect::Prisoners { player, stones: play.captured })
            }
        }
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if self.applies(MS_TURN)
            && let Err(refused) = self.course.turn(player, KERNEL.turn)
        {
            return refused;
        }
        self.course.pass(player);
        self.history.pass(player, self.step);
        let judged = Judged::accepted(MS_PASS, Fact::Words("a pass"));
        if self.course.passes.len() < 2 || !self.applies(MS_END) {
            return judged;
        }
        self.phase = Phase::Ended;
        judged.with(MS_END, Effect::Phase(self.phase()))
    }

    /// ms.handicap, ms.handicap.placement: Black's first move.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let grid = self.course.position.grid();
        let refused = |clause, words| Judged::refused(Refusal::Handicap, clause, Fact::Words(words));
        if !self.applies(MS_HANDICAP) {
            return Judged::outside(MS_TURN, "one stone is put down at a turn; nothing changes");
        }
        if player != Colour::Black || self.step != 1 || self.set_up {
            return refused(MS_HANDICAP, "handicap stones are Black's first move, on the empty board");
        }
        let stones = count::marked(&self.course.position, points);
        let number = stones.iter().filter(|&&s| s).count();
        if number != points.len() || !(2..=9).contains(&number) {
            return refused(MS_HANDICAP, "a handicap is of two to nine stones, each on a point of its own");
        }
        if self.applies(MS_HANDICAP_PLACEMENT) {
            let marks = marked_points(grid);
            if !marks.is_empty() && points.iter().any(|p| !marks.contains(p)) {
                return refused(MS_HANDICAP_PLACEMENT, "handicap stones go to the marked points");
            }
            if number <= 3 && marks.first().is_some_and(|far_left| points.contains(far_left)) {
                return refused(MS_HANDICAP_PLACEMENT, "with two or three stones the far left corner stays vacant");
            }
        }
        let cells = stones.iter().map(|&s| s.then_some(Colour::Black)).collect();
        let Some(position) = PlainPosition::from_cells(grid, cells).filter(PlainPosition::is_legal) else {
            return refused(MS_NO_SUICIDE, "these stones would have no liberty");
        };
        self.history.play(Colour::Black, &WideBoard::stones(&position), self.step);
        self.course = Course::new(position, self.applies(MS_TURN).then_some(Colour::White));
        Judged::accepted(MS_HANDICAP, Fact::Stones(points.to_vec()))
    }

    fn ended(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::ClaimDead(_) => {
                self.disagreed = false;
                either(self.proposal.claim(&self.course.position, player, act, MS_AGREEMENT))
            }
            Act::ClaimSeki(_) => either(self.proposal.claim(&self.course.position, player, act, MS_SEKI)),
            Act::Agree if self.proposal.agree(player) => {
                let judged = Judged::accepted(MS_AGREEMENT, Fact::Words("both see it so"));
                let dead = self.proposal.dead.clone();
                let judged = if dead.is_empty() || !self.applies(MS_REMOVED) {
                    judged
                } else {
                    judged.with(MS_REMOVED, Effect::Removed(dead))
                };
                let result = self.counted(self.count());
                self.over(judged, result)
            }
            Act::Agree => Judged::accepted(MS_AGREEMENT, Fact::Words("the other player has to agree as well")),
            Act::Disagree => {
                self.proposal.disagree(player);
                self.disagreed = true;
                Judged::outside(MS_AGREEMENT, "the text does not say what follows from that; there is no count")
            }
            Act::Play(_) | Act::Pass => {
                Judged::refused(Refusal::GameOver, MS_END, Fact::Words("two passes have ended the game"))
            }
            _ => Self::unknown(),
        }
    }

    /// The count on the agreed dead stones and seki.
    fn count(&self) -> Counted {
        let position = &self.course.position;
        let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
        let set = |points: &[usize]| points.iter().copied().collect::<Wide>();
        let (dead, seki) = (set(&self.proposal.dead), set(&self.proposal.seki));
        let mut count = Counted::default();
        count.add_claims(&judge::count(&self.rules, &board, stones, dead, seki));
        count
    }

    /// Prisoners (Japanese count) and komi added.
    fn besides(&self, mut count: Counted) -> Counted {
        if !self.rules.text.counts_stones(&self.rules) {
            count.add_prisoners(MS_COUNT_JAPANESE, "stones captured in the game", self.course.prisoners);
        }
        count.add_komi(self.komi);
        count
    }

    fn counted(&self, count: Counted) -> GameResult {
        let count = self.besides(count).sorted();
        GameResult { decision: Decision::Margin(count.margin()), count: Some(count) }
    }

    fn over(&mut self, judged: Judged, result: GameResult) -> Judged {
        self.phase = Phase::Over;
        self.result = Some(result.clone());
        let clause = if self.rules.text.counts_stones(&self.rules) { MS_COUNT_CHINESE } else { MS_COUNT_JAPANESE };
        judged.with(clause, Effect::Result(result))
    }

    fn unknown() -> Judged {
        Judged::outside(MS_END, "the text knows no such action; nothing changes")
    }
}

/// The marked points of the three sizes of the text: the crossings of the third (9x9) or fourth lines with each other and with
/// the middle lines, from the upper left. None for other sizes.
fn marked_points(grid: Grid) -> Vec<usize> {
    let (n, edge) = match (grid.rows(), grid.cols()) {
        (9, 9) => (9, 2),
        (13, 13) => (13, 3),
        (19, 19) => (19, 3),
        _ => return Vec::new(),
    };
    let lines = [edge, n / 2, n - 1 - edge];
    lines.into_iter().flat_map(|row| lines.map(|col| row * n + col)).collect()
}

impl Procedure for MindSports {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn begin(&self) -> Option<Judged> {
        let why = "a game starts on an empty board; the record is followed";
        (self.set_up && self.applies(MS_START)).then(|| Judged::outside(MS_START, why))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.step += 1;
        match (self.phase, act) {
            (Phase::Over, _) => Judged::refused(Refusal::GameOver, MS_END, Fact::Words("the game has been counted")),
            (_, Act::MoveStone { from, .. }) if self.applies(MS_STAY) => {
                let fact = Fact::Points { what: "once played, stones are not moved", points: vec![*from] };
                Judged::refused(Refusal::StoneStays, MS_STAY, fact)
            }
            (Phase::Ended, _) => self.ended(player, act),
            (Phase::Game, Act::Play(point)) => self.play(player, *point),
            (Phase::Game, Act::Pass) => self.pass(player),
            (Phase::Game, Act::Handicap(points)) => self.handicap(player, points),
            (Phase::Game, Act::ClaimDead(_) | Act::ClaimSeki(_) | Act::Agree | Act::Disagree) => {
                let fact = Fact::Words("dead stones are left until the end of the game");
                Judged::refused(Refusal::WrongPhase, MS_AGREEMENT, fact)
            }
            (Phase::Game, _) => Self::unknown(),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match (self.phase, act) {
            // The common question, without a copy of the whole game.
            (Phase::Game, Act::Play(point)) => match self.check_play(player, *point) {
                Ok(play) => Course::played(MS_TURN, *point, &play),
                Err(refused) => refused,
            },
            _ => self.copy().step(player, act),
        }
    }

    fn close(&mut self) -> Option<Judged> {
        let Agree::BestPlay(budget) = self.agree else { return None };
        if self.phase != Phase::Ended || self.disagreed {
            return None;
        }
        let count = self.besides(Counted::default());
        let first = self.course.passes.first().copied().unwrap_or(Colour::Black);
        let result = best_play(&self.rules, &self.course.position, first, budget, count);
        let judged = Judged::accepted(MS_AGREEMENT, Fact::Words("what is dead by best play stands for the agreement"));
        Some(self.over(judged, result))
    }

    fn position(&self) -> &PlainPosition {
        &self.course.position
    }

    fn to_move(&self) -> Option<Colour> {
        if self.phase == Phase::Game { self.course.mover } else { None }
    }

    fn phase(&self) -> &'static str {
        match self.phase {
            Phase::Game => "game",
            Phase::Ended => "ended, to be counted",
            Phase::Over => "over",
        }
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
