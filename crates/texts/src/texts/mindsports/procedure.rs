//! MindSports Arena as a procedure: handicap, play under superko, end by two passes, agreement on dead stones, either count.

use super::judge;
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, Grid, Wide, WideBoard};
use crate::law::procedure::agree::{Agree, best_play};
use crate::law::procedure::count::Counted;
use crate::law::procedure::course::{Course, KernelClauses};
use crate::law::procedure::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::{Procedure, Proposal, Sequence, either, placed};
use crate::law::{ClauseId, KoRule, RuleSet};
use crate::record::{Act, Komi, Setup};
use crate::texts::mindsports::clauses::*;

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
pub struct MindSportsProcedure {
    rules: RuleSet,
    agree: Agree,
    komi: Option<Komi>,
    set_up: bool,
    step: usize,
    /// The moves; ms.ko minds what was on the board.
    game: Sequence,
    proposal: Proposal,
    disagreed: bool,
    phase: Phase,
    result: Option<GameResult>,
}

impl MindSportsProcedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> MindSportsProcedure {
        // ms.turn
        let game = Sequence::of_record(setup, rules.applies(MS_TURN));
        MindSportsProcedure {
            rules,
            agree,
            komi: setup.komi,
            set_up: setup.is_set_up(),
            step: 0,
            game,
            proposal: Proposal::default(),
            disagreed: false,
            phase: Phase::Game,
            result: None,
        }
    }

    fn applies(&self, clause: ClauseId) -> bool {
        self.rules.applies(clause)
    }

    /// The clause by which a stone is put on an empty point: ms.turn; without it there is only the board.
    fn play_clause(&self) -> ClauseId {
        self.rules.in_force(MS_TURN, MS_BOARD)
    }

    /// ms.turn.
    fn check_turn(&self, player: Colour) -> Result<(), Judged> {
        if self.applies(MS_TURN) { self.game.course.turn(player, MS_TURN) } else { Ok(()) }
    }

    /// A play: turn, kernel, ms.ko.
    fn check_play(&self, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        self.check_turn(player)?;
        let clauses = KernelClauses { occupied: self.play_clause(), suicide: MS_NO_SUICIDE };
        let play = self.game.course.kernel(player, point, &clauses)?;
        if self.applies(MS_KO) {
            self.game.superko(KoRule::Situational, MS_KO, player, &play)?;
        }
        Ok(play)
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        match self.check_play(player, point) {
            Err(refused) => refused,
            Ok(play) => {
                self.game.play(player, point, &play, self.step);
                let judged = Course::played(self.play_clause(), point, &play);
                if play.captured.is_empty() {
                    return judged;
                }
                judged.with(MS_CAPTURE, Effect::Prisoners { player, stones: play.captured })
            }
        }
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if let Err(refused) = self.check_turn(player) {
            return refused;
        }
        self.game.pass(player, self.step);
        let judged = Judged::accepted(MS_PASS, Fact::Words("a pass"));
        if self.game.course.passes.len() < 2 || !self.applies(MS_END) {
            return judged;
        }
        self.phase = Phase::Ended;
        judged.with(MS_END, Effect::Phase(self.phase()))
    }

    /// ms.handicap, ms.handicap.placement: Black's first move.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let grid = self.game.course.position.grid();
        let refused = |clause, words| Judged::refused(Refusal::Handicap, clause, Fact::Words(words));
        if !self.applies(MS_HANDICAP) {
            return Judged::outside(self.play_clause(), "one stone is put down at a turn; nothing changes");
        }
        if player != Colour::Black || self.step != 1 || self.set_up {
            return refused(MS_HANDICAP, "handicap stones are Black's first move, on the empty board");
        }
        let number = (0..grid.len()).filter(|p| points.contains(p)).count();
        if number != points.len() || !(2..=9).contains(&number) {
            return refused(MS_HANDICAP, "a handicap is of two to nine stones, each on a point of its own");
        }
        let Some(position) = placed(grid, player, points) else {
            return refused(MS_NO_SUICIDE, "these stones would have no liberty");
        };
        self.game.put(player, position, self.applies(MS_TURN), self.step);
        match unusual(grid, points).filter(|_| self.applies(MS_HANDICAP_PLACEMENT)) {
            Some(why) => Judged::outside(MS_HANDICAP_PLACEMENT, why),
            None => Judged::accepted(MS_HANDICAP, Fact::Stones(points.to_vec())),
        }
    }

    fn ended(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::ClaimDead(_) => {
                self.disagreed = false;
                either(self.proposal.claim(&self.game.course.position, player, act, MS_AGREEMENT))
            }
            Act::ClaimSeki(_) => {
                let clause = self.rules.in_force(MS_SEKI, MS_AGREEMENT);
                either(self.proposal.claim(&self.game.course.position, player, act, clause))
            }
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
            _ => self.unknown(),
        }
    }

    /// The count on the agreed dead stones and seki.
    fn count(&self) -> Counted {
        let position = &self.game.course.position;
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
            count.add_prisoners(MS_COUNT_JAPANESE, "stones captured in the game", self.game.course.prisoners);
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

    fn unknown(&self) -> Judged {
        Judged::outside(self.rules.in_force(MS_END, MS_BOARD), "the text knows no such action; nothing changes")
    }
}

/// Where handicap stones depart from what the text calls the convention: it refuses nothing.
fn unusual(grid: Grid, points: &[usize]) -> Option<&'static str> {
    let marks = marked_points(grid);
    if !marks.is_empty() && points.iter().any(|p| !marks.contains(p)) {
        return Some("by convention handicap stones go to the marked points; the record is followed");
    }
    let far_left = marks.first()?;
    (points.len() <= 3 && points.contains(far_left))
        .then_some("by convention the far left corner stays vacant with two or three stones; the record is followed")
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

impl Procedure for MindSportsProcedure {
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
            (Phase::Game, _) => self.unknown(),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match (self.phase, act) {
            // The common question, without a copy of the whole game.
            (Phase::Game, Act::Play(point)) => match self.check_play(player, *point) {
                Ok(play) => Course::played(self.play_clause(), *point, &play),
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
        let first = self.game.course.passes.first().copied().unwrap_or(Colour::Black);
        let result = best_play(&self.rules, &self.game.course.position, first, budget, count);
        let judged = Judged::accepted(MS_AGREEMENT, Fact::Words("what is dead by best play stands for the agreement"));
        Some(self.over(judged, result))
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
            Phase::Ended => "ended, to be counted",
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
