//! MindSports Arena as a procedure: handicap, play under superko, end by two passes, agreement on dead stones, either count.

use rustc_hash::FxHashMap;

use super::agree::{Agree, best_play};
use super::count::{self, Counted};
use super::course::{Course, KernelClauses, Positions};
use super::judged::{Decision, Effect, Fact, GameResult, Judged, Refusal};
use super::{Procedure, Proposal, either};
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, Grid};
use crate::record::{Act, Komi, Setup};
use crate::spec::{RuleSet, Text};

const KERNEL: KernelClauses = KernelClauses { turn: "ms.turn", occupied: "ms.turn", suicide: "ms.no-suicide" };

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
    positions: Positions,
    /// By position and player to move: the step after which both first came up together.
    seen: FxHashMap<(u32, Colour), usize>,
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
        let mover = rules.applies("ms.turn").then_some(first);
        let mut procedure = MindSports {
            rules,
            agree,
            komi: setup.komi,
            set_up,
            step: 0,
            course: Course::new(setup.position.clone(), mover),
            positions: Positions::default(),
            seen: FxHashMap::default(),
            proposal: Proposal::default(),
            disagreed: false,
            phase: Phase::Game,
            result: None,
        };
        procedure.note(first);
        procedure
    }

    fn applies(&self, clause: &str) -> bool {
        self.rules.applies(clause)
    }

    /// Remembers the present position with this player to move.
    fn note(&mut self, to_move: Colour) {
        let number = self.positions.enter(&self.course.position);
        self.seen.entry((number, to_move)).or_insert(self.step);
    }

    /// A play: turn, kernel, ms.ko.
    fn check_play(&self, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        if self.applies("ms.turn") {
            self.course.turn(player, KERNEL.turn)?;
        }
        let play = self.course.kernel(player, point, &KERNEL)?;
        let to_move = player.opponent();
        let earlier = self.positions.number(&play.after).and_then(|n| self.seen.get(&(n, to_move)));
        match earlier.filter(|_| self.applies("ms.ko")) {
            Some(&step) => {
                let fact = Fact::Recreates { step, to_move: Some(to_move) };
                Err(Judged::refused(Refusal::Superko, "ms.ko", fact))
            }
            None => Ok(play),
        }
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        match self.check_play(player, point) {
            Err(refused) => refused,
            Ok(play) => {
                self.course.play(player, point, &play, self.step);
                self.note(player.opponent());
                let judged = Course::played("ms.turn", point, &play);
                if play.captured.is_empty() {
                    return judged;
                }
                judged.with("ms.capture", Effect::Prisoners { player, stones: play.captured })
            }
        }
    }

    fn pass(&mut self, player: Colour) -> Judged {
        if self.applies("ms.turn")
            && let Err(refused) = self.course.turn(player, KERNEL.turn)
        {
            return refused;
        }
        self.course.pass(player);
        self.note(player.opponent());
        let judged = Judged::accepted("ms.pass", Fact::Words("a pass"));
        if self.course.passes.len() < 2 || !self.applies("ms.end") {
            return judged;
        }
        self.phase = Phase::Ended;
        judged.with("ms.end", Effect::Phase(self.phase()))
    }

    /// ms.handicap, ms.handicap.placement: Black's first move.
    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let grid = self.course.position.grid();
        let refused = |clause, words| Judged::refused(Refusal::Handicap, clause, Fact::Words(words));
        if !self.applies("ms.handicap") {
            return Judged::outside("ms.turn", "one stone is put down at a turn; nothing changes");
        }
        if player != Colour::Black || self.step != 1 || self.set_up {
            return refused("ms.handicap", "handicap stones are Black's first move, on the empty board");
        }
        let stones = count::marked(&self.course.position, points);
        let number = stones.iter().filter(|&&s| s).count();
        if number != points.len() || !(2..=9).contains(&number) {
            return refused("ms.handicap", "a handicap is of two to nine stones, each on a point of its own");
        }
        if self.applies("ms.handicap.placement") {
            let marks = marked_points(grid);
            if !marks.is_empty() && points.iter().any(|p| !marks.contains(p)) {
                return refused("ms.handicap.placement", "handicap stones go to the marked points");
            }
            if number <= 3 && marks.first().is_some_and(|far_left| points.contains(far_left)) {
                return refused("ms.handicap.placement", "with two or three stones the far left corner stays vacant");
            }
        }
        let cells = stones.iter().map(|&s| s.then_some(Colour::Black)).collect();
        let Some(position) = PlainPosition::from_cells(grid, cells).filter(PlainPosition::is_legal) else {
            return refused("ms.no-suicide", "these stones would have no liberty");
        };
        self.course = Course::new(position, self.applies("ms.turn").then_some(Colour::White));
        self.note(Colour::White);
        Judged::accepted("ms.handicap", Fact::Stones(points.to_vec()))
    }

    fn ended(&mut self, player: Colour, act: &Act) -> Judged {
        match act {
            Act::ClaimDead(_) => {
                self.disagreed = false;
                either(self.proposal.claim(&self.course.position, player, act, "ms.agreement"))
            }
            Act::ClaimSeki(_) => either(self.proposal.claim(&self.course.position, player, act, "ms.seki")),
            Act::Agree if self.proposal.agree(player) => {
                let Proposal { dead, seki, .. } = &self.proposal;
                let result = self.counted(count::mindsports(&self.rules, &self.course.position, dead, seki));
                self.over(Judged::accepted("ms.agreement", Fact::Words("both see it so")), result)
            }
            Act::Agree => Judged::accepted("ms.agreement", Fact::Words("the other player has to agree as well")),
            Act::Disagree => {
                self.proposal.disagree(player);
                self.disagreed = true;
                Judged::outside("ms.agreement", "the text does not say what follows from that; there is no count")
            }
            Act::Play(_) | Act::Pass => {
                Judged::refused(Refusal::GameOver, "ms.end", Fact::Words("two passes have ended the game"))
            }
            _ => Self::unknown(),
        }
    }

    /// Prisoners (Japanese count) and komi added.
    fn besides(&self, mut count: Counted) -> Counted {
        if self.rules.text == Text::MsJapanese {
            count.add_prisoners("ms.count.japanese", "stones captured in the game", self.course.prisoners);
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
        let clause = if self.rules.text == Text::MsChinese { "ms.count.chinese" } else { "ms.count.japanese" };
        judged.with(clause, Effect::Result(result))
    }

    fn unknown() -> Judged {
        Judged::outside("ms.end", "the text knows no such action; nothing changes")
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
        (self.set_up && self.applies("ms.start")).then(|| Judged::outside("ms.start", why))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.step += 1;
        match (self.phase, act) {
            (Phase::Over, _) => Judged::refused(Refusal::GameOver, "ms.end", Fact::Words("the game has been counted")),
            (_, Act::MoveStone { from, .. }) if self.applies("ms.stay") => {
                let fact = Fact::Points { what: "once played, stones are not moved", points: vec![*from] };
                Judged::refused(Refusal::StoneStays, "ms.stay", fact)
            }
            (Phase::Ended, _) => self.ended(player, act),
            (Phase::Game, Act::Play(point)) => self.play(player, *point),
            (Phase::Game, Act::Pass) => self.pass(player),
            (Phase::Game, Act::Handicap(points)) => self.handicap(player, points),
            (Phase::Game, Act::ClaimDead(_) | Act::ClaimSeki(_) | Act::Agree | Act::Disagree) => {
                let fact = Fact::Words("dead stones are left until the end of the game");
                Judged::refused(Refusal::WrongPhase, "ms.agreement", fact)
            }
            (Phase::Game, _) => Self::unknown(),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match (self.phase, act) {
            // The common question, without a copy of the whole game.
            (Phase::Game, Act::Play(point)) => match self.check_play(player, *point) {
                Ok(play) => Course::played("ms.turn", *point, &play),
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
        let judged =
            Judged::accepted("ms.agreement", Fact::Words("what is dead by best play stands for the agreement"));
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
