//! New Amateur-Japanese 2004 as a procedure: alternation, final position, black-analysis and white-analysis.

use super::{Procedure, judge};
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Board, Colour, PointSet, WideBoard};
use crate::law::finished::Sights;
use crate::law::procedure::agree::{Agree, result};
use crate::law::procedure::count::Counted;
use crate::law::procedure::course::{Course, KernelClauses};
use crate::law::procedure::judged::{Effect, Fact, GameResult, Judged, Refusal};
use crate::law::procedure::{Sequence, placed};
use crate::law::{ClauseId, KoRule, Outcome, RuleSet};
use crate::record::{Act, Komi, Setup};
use crate::solve::{Budget, clock};
use crate::texts::aj2004::clauses::*;

const KERNEL: KernelClauses = KernelClauses { occupied: AJ2004_MOVE, suicide: AJ2004_NO_SUICIDE };

/// A move-sequence: the alternation or an analysis.
#[derive(Clone, Debug)]
struct MoveSequence {
    moves: Sequence,
    /// The clause that says who begins.
    first: ClauseId,
}

impl MoveSequence {
    /// aj2004.sequence: the player who has the move.
    fn check_turn(&self, rules: &RuleSet, player: Colour) -> Result<(), Judged> {
        let course = &self.moves.course;
        let clause = if course.moves == 0 { self.first } else { AJ2004_SEQUENCE };
        if rules.applies(AJ2004_SEQUENCE) { course.turn(player, clause) } else { Ok(()) }
    }

    /// A play: turn, kernel, basic-ko, fixed-ko.
    fn check(&self, rules: &RuleSet, player: Colour, point: usize) -> Result<PlainPlay, Judged> {
        self.check_turn(rules, player)?;
        let play = self.moves.course.kernel(player, point, &KERNEL)?;
        let repeats = |clause, rule| if rules.applies(clause) { self.moves.repeats(rule, player, &play) } else { None };
        if let Some(step) = repeats(AJ2004_BASIC_KO, KoRule::Basic) {
            let fact = Fact::Recreates { step, to_move: None };
            return Err(Judged::refused(Refusal::BasicKo, AJ2004_BASIC_KO, fact));
        }
        match repeats(AJ2004_FIXED_KO, KoRule::Fixed) {
            Some(step) => Err(Judged::refused(Refusal::FixedKo, AJ2004_FIXED_KO, Fact::SamePair { step })),
            None => Ok(play),
        }
    }
}

#[derive(Clone, Debug)]
enum Phase {
    /// The alternation.
    Alternation,
    /// The final position, between the parts of the game.
    Final,
    /// The analysis that tests what this player controls.
    Analysis(Colour, Box<MoveSequence>),
    /// Both analyses are over.
    Over,
}

/// The procedure.
#[derive(Clone, Debug)]
pub struct Aj2004Procedure {
    rules: RuleSet,
    agree: Agree,
    komi: Option<Komi>,
    set_up: bool,
    step: usize,
    alternation: MoveSequence,
    phase: Phase,
    /// By player: the points controlled at the end of the player's own analysis.
    controlled: [Option<Vec<usize>>; 2],
    result: Option<GameResult>,
}

impl Aj2004Procedure {
    /// A game that starts from `setup`.
    #[must_use]
    pub fn new(rules: RuleSet, setup: &Setup, agree: Agree) -> Aj2004Procedure {
        let moves = Sequence::of_record(setup, rules.applies(AJ2004_ALTERNATION));
        Aj2004Procedure {
            rules,
            agree,
            komi: setup.komi,
            set_up: setup.is_set_up(),
            step: 0,
            alternation: MoveSequence { moves, first: AJ2004_ALTERNATION },
            phase: Phase::Alternation,
            controlled: [None, None],
            result: None,
        }
    }

    fn final_position(&self) -> &PlainPosition {
        &self.alternation.moves.course.position
    }

    /// The analysis that a move of `player` begins at the final position: the one of his opponent, who is tested by it.
    fn next_analysis(&self, player: Colour) -> Option<Colour> {
        Some(player.opponent()).filter(|tested| self.controlled[tested.index()].is_none())
    }

    fn play(&mut self, player: Colour, point: usize) -> Judged {
        let step = self.step;
        let rules = self.rules.clone();
        let sequence = match &mut self.phase {
            Phase::Analysis(_, sequence) => sequence,
            _ => &mut self.alternation,
        };
        match sequence.check(&rules, player, point) {
            Err(refused) => refused,
            Ok(play) => {
                sequence.moves.play(player, point, &play, step);
                let judged = Course::played(AJ2004_MOVE, point, &play);
                if play.captured.is_empty() {
                    return judged;
                }
                judged.with(AJ2004_CAPTURE, Effect::Prisoners { player, stones: play.captured })
            }
        }
    }

    fn pass(&mut self, player: Colour) -> Judged {
        let step = self.step;
        let (sequence, most) = match &mut self.phase {
            Phase::Analysis(_, sequence) => (&mut **sequence, 3),
            _ => (&mut self.alternation, 2),
        };
        if let Err(refused) = sequence.check_turn(&self.rules, player) {
            return refused;
        }
        sequence.moves.pass(player, step);
        let judged = Judged::accepted(AJ2004_MOVE, Fact::Words("a pass"));
        if sequence.moves.course.passes.len() < most {
            return judged;
        }
        match &self.phase {
            Phase::Alternation if self.rules.applies(AJ2004_ALTERNATION) => {
                self.phase = Phase::Final;
                judged.with(AJ2004_ALTERNATION, Effect::Phase(self.phase()))
            }
            Phase::Analysis(..) => self.analysed(judged),
            _ => judged,
        }
    }

    /// The end of an analysis: control.
    fn analysed(&mut self, judged: Judged) -> Judged {
        let Phase::Analysis(tested, sequence) = &self.phase else { return judged };
        let tested = *tested;
        let at_end = &sequence.moves.course.position;
        let (board, stones) = (WideBoard::new(at_end.grid()), WideBoard::stones(at_end));
        let points: Vec<usize> = judge::control(&board, stones, tested).points.points().collect();
        let controls = Effect::Points { what: "controls", player: tested, points: points.clone() };
        let judged = if self.rules.applies(AJ2004_CONTROL) { judged.with(AJ2004_CONTROL, controls) } else { judged };
        self.controlled[tested.index()] = Some(points);
        self.phase = if self.controlled.iter().all(Option::is_some) { Phase::Over } else { Phase::Final };
        let judged = judged.with(AJ2004_ANALYSIS, Effect::Phase(self.phase()));
        if !matches!(self.phase, Phase::Over) {
            return judged;
        }
        let values = Colour::ALL.map(|player| self.recorded_value(player).map(|v| [v, v]).unwrap_or_default());
        let result = self.counted(values);
        self.result = Some(result.clone());
        judged.with(AJ2004_RESULT, Effect::Result(result))
    }

    /// The value of an analysis of the record.
    fn recorded_value(&self, player: Colour) -> Option<i32> {
        let controlled = self.controlled[player.index()].as_ref()?;
        if !self.rules.applies(AJ2004_CONTROL) {
            return Some(0);
        }
        let position = self.final_position();
        let [own, others] = [player, player.opponent()].map(|c| WideBoard::stones(position)[c.index()]);
        let weights = judge::Weights::new(&WideBoard::new(position.grid()), &self.rules, [own, others]);
        Some(weights.of(controlled.iter().copied().collect()).into())
    }

    /// The result from bounds of the values of both analyses.
    fn counted(&self, [black, white]: [[i32; 2]; 2]) -> GameResult {
        let mut count = Counted::default();
        if self.rules.read::<Score>() == Score::Territory {
            let taken = self.alternation.moves.course.prisoners;
            count.add_prisoners(AJ2004_SCORE, "prisoners taken in the alternation", taken);
        }
        count.add_komi(self.komi);
        if black[0] != black[1] || white[0] != white[1] {
            return result(Outcome::Undecided { lo: black[0] - white[1], hi: black[1] - white[0] }, count);
        }
        for (player, [value, _]) in Colour::ALL.into_iter().zip([black, white]) {
            let points = self.controlled[player.index()].clone().unwrap_or_default();
            count.add(AJ2004_SCORE, player, "value of the player's own analysis", points, value);
        }
        result(Outcome::Margin(0), count)
    }

    /// An action at the final position: the first move of an analysis.
    fn at_final(&mut self, player: Colour, act: &Act) -> Judged {
        if !matches!(act, Act::Play(_) | Act::Pass) {
            return Self::unknown();
        }
        let Some(tested) = self.next_analysis(player) else {
            let fact = Fact::Turn(player.opponent());
            return Judged::refused(Refusal::NotYourTurn, AJ2004_ANALYSIS, fact);
        };
        let moves = Sequence::new(self.final_position().clone(), player, true, self.step - 1);
        self.phase = Phase::Analysis(tested, Box::new(MoveSequence { moves, first: AJ2004_ANALYSIS }));
        let judged = if let Act::Play(point) = act { self.play(player, *point) } else { self.pass(player) };
        if judged.is_accepted() {
            return judged.with(AJ2004_ANALYSIS, Effect::Phase(self.phase()));
        }
        self.phase = Phase::Final;
        judged
    }

    fn unknown() -> Judged {
        Judged::outside(AJ2004_GAME, "the text knows no such action; nothing changes")
    }

    fn handicap(&mut self, player: Colour, points: &[usize]) -> Judged {
        let empty = self.final_position();
        let placed = placed(empty.grid(), player, points);
        let Some(placed) = placed.filter(|_| empty.cells().iter().all(Option::is_none)) else {
            return Self::unknown();
        };
        let alternate = self.rules.applies(AJ2004_ALTERNATION);
        self.alternation.moves = Sequence::new(placed, player.opponent(), alternate, self.step);
        Judged::outside(
            self.rules.in_force(AJ2004_ALTERNATION, AJ2004_GAME),
            "the text knows no handicap, the record is followed",
        )
    }
}

impl Procedure for Aj2004Procedure {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn begin(&self) -> Option<Judged> {
        let why = "the alternation starts from the empty grid; the record is followed";
        self.set_up.then(|| Judged::outside(self.rules.in_force(AJ2004_ALTERNATION, AJ2004_GAME), why))
    }

    fn step(&mut self, player: Colour, act: &Act) -> Judged {
        self.step += 1;
        match (&self.phase, act) {
            (Phase::Over, Act::Play(_) | Act::Pass) => {
                Judged::refused(Refusal::GameOver, AJ2004_GAME, Fact::Words("both analyses are over"))
            }
            (Phase::Final, _) => self.at_final(player, act),
            (Phase::Alternation | Phase::Analysis(..), Act::Play(point)) => self.play(player, *point),
            (Phase::Alternation | Phase::Analysis(..), Act::Pass) => self.pass(player),
            (Phase::Alternation, Act::Handicap(points)) => self.handicap(player, points),
            (_, Act::MoveStone { from, .. }) => {
                let fact = Fact::Points {
                    what: "a move is a play on an empty point or a pass, not a shift of",
                    points: vec![*from],
                };
                Judged::refused(Refusal::StoneStays, AJ2004_MOVE, fact)
            }
            _ => Self::unknown(),
        }
    }

    fn why(&self, player: Colour, act: &Act) -> Judged {
        match (&self.phase, act) {
            // The common question, without a copy of the whole game.
            (Phase::Alternation, Act::Play(point)) => match self.alternation.check(&self.rules, player, *point) {
                Ok(play) => Course::played(AJ2004_MOVE, *point, &play),
                Err(refused) => refused,
            },
            _ => self.copy().step(player, act),
        }
    }

    fn close(&mut self) -> Option<Judged> {
        let Agree::BestPlay(budget) = self.agree else { return None };
        if self.result.is_some() || matches!(self.phase, Phase::Alternation) {
            return None;
        }
        let values = Colour::ALL.map(|player| match self.recorded_value(player) {
            Some(value) => [value, value],
            None => best_analysis(&self.rules, self.final_position(), player, budget),
        });
        let result = self.counted(values);
        self.phase = Phase::Over;
        self.result = Some(result.clone());
        let judged =
            Judged::accepted(AJ2004_ANALYSIS, Fact::Words("best play stands for what is not recorded to its end"));
        Some(judged.with(AJ2004_RESULT, Effect::Result(result)))
    }

    fn position(&self) -> &PlainPosition {
        match &self.phase {
            Phase::Analysis(_, sequence) => &sequence.moves.course.position,
            _ => self.final_position(),
        }
    }

    fn to_move(&self) -> Option<Colour> {
        match &self.phase {
            Phase::Alternation => self.alternation.moves.course.mover,
            Phase::Analysis(_, sequence) => sequence.moves.course.mover,
            _ => None,
        }
    }

    fn phase(&self) -> &'static str {
        match &self.phase {
            Phase::Alternation => "alternation",
            Phase::Final => "final position",
            Phase::Analysis(Colour::Black, _) => "black-analysis",
            Phase::Analysis(Colour::White, _) => "white-analysis",
            Phase::Over => "over",
        }
    }

    fn prisoners(&self) -> [u32; 2] {
        self.alternation.moves.course.prisoners
    }

    fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    fn copy(&self) -> Box<dyn Procedure> {
        Box::new(self.clone())
    }
}

/// The value by best play of the analysis of `player` under aj2004: exact, or bounds.
fn best_analysis(rules: &RuleSet, position: &PlainPosition, player: Colour, budget: Budget) -> [i32; 2] {
    let Some((board, small)) = Board::new(position.grid()).zip(position.to_position()) else {
        // With more and more searched of each region, until both bounds are the same.
        let sights = Sights::of(position);
        return clock::within(budget.time, || {
            let mut bounds = [i32::MIN, i32::MAX];
            for sight in sights.each(budget) {
                bounds = super::finished::of_analysis(rules, sight, player);
                if bounds[0] == bounds[1] {
                    break;
                }
            }
            bounds
        });
    };
    let small = small.seen_by(player);
    let analysis =
        super::judge::Aj2004Interpreter::new(rules.clone(), board, budget, &crate::law::facts::Facts::default())
            .black_analysis(small);
    [analysis.value.lower.into(), analysis.value.upper.into()]
}
