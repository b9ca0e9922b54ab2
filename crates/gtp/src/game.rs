//! A game as the protocol sees it: plays and passes of either player in any order, under the playing rules of a rule set.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::board::pass_alive;
use crate::board::plain::{IllegalPlay, PlainPosition};
use crate::board::{Colour, Grid};
use crate::law::Refusal;
use crate::law::procedure::{Agree, Consequence, Effect};
use crate::law::{ClauseId, Ending, HandicapPoints, History, KoRule, PlayingRules, RuleSet, Text};
use crate::record::{Act, Setup};
use crate::texts;

/// A move: who, and where; `None` is a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Who moves.
    pub player: Colour,
    /// The point played on, or `None` for a pass.
    pub point: Option<usize>,
}

impl Move {
    /// A play.
    #[must_use]
    pub fn play(player: Colour, point: usize) -> Move {
        Move { player, point: Some(point) }
    }

    /// A pass.
    #[must_use]
    pub fn pass(player: Colour) -> Move {
        Move { player, point: None }
    }
}

/// The clause by which a rule set refuses a play.
#[must_use]
pub fn clause_of(rules: &RuleSet, refusal: Refusal) -> ClauseId {
    let PlayingRules { repetition, repetition_clauses, play, suicide, unchanged, .. } = rules.text.playing(rules);
    let first = repetition_clauses[0];
    match refusal {
        Refusal::Occupied => play,
        Refusal::Suicide => suicide.or(unchanged).unwrap_or(play),
        Refusal::Repetition(ko) => {
            repetition.iter().position(|rule| *rule == ko).map_or(first, |at| repetition_clauses[at])
        }
        Refusal::NothingToLift(_) | Refusal::TakenBefore => first,
        Refusal::GameOver => end_of_play(rules.text).unwrap_or(play),
    }
}

/// By the id of a text: [`found_end_of_play`], which is asked for with every game.
static ENDS: LazyLock<FxHashMap<&'static str, Option<ClauseId>>> =
    LazyLock::new(|| texts::ALL.into_iter().map(|text| (text.id(), found_end_of_play(text))).collect());

/// The clause by which two passes end the game or stop it; `None` if play goes on.
fn end_of_play(text: Text) -> Option<ClauseId> {
    ENDS.get(text.id()).copied().flatten()
}

/// The same, as the procedure of the text has it.
fn found_end_of_play(text: Text) -> Option<ClauseId> {
    let setup = Setup::new(Grid::new(1, 1).ok()?);
    let mut procedure = text.procedure(&RuleSet::default_of(text), &setup, Agree::Recorded);
    let before = procedure.phase();
    let passed = Colour::ALL.map(|player| procedure.step(player, &Act::Pass));
    let is_phase = |c: &&Consequence| matches!(c.effect, Effect::Phase(_));
    let stopped = passed[1].consequences.iter().rfind(is_phase)?;
    (procedure.phase() != before).then_some(stopped.clause)
}

/// The rules on repetition of a rule set.
#[must_use]
pub fn ko_rules(rules: &RuleSet) -> &'static [KoRule] {
    rules.text.playing(rules).repetition
}

/// Which plays are legal, and what passes and handicap stones cost. With rules on repetition alone suicide is forbidden, and the
/// others cost nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legality {
    /// The rules on repetition.
    pub repetition: &'static [KoRule],
    /// Suicide is a move.
    pub suicide: bool,
    /// A play has to change the position.
    pub changes: bool,
    /// Stones that a player takes off himself are prisoners of the other.
    pub owes: bool,
    /// Passes hand over a stone as a prisoner, and White makes the last one.
    pub pass_stones: bool,
    /// White's points for handicap stones.
    pub handicap_points: Option<HandicapPoints>,
    /// What ends the game besides two successive passes.
    pub ending: Ending,
    /// Two passes end the game, or stop it: no further move of the game can be made.
    pub ends: bool,
}

impl Legality {
    /// Only a play on an occupied point is illegal.
    pub const LEAST: Legality = Legality {
        repetition: &[],
        suicide: true,
        changes: false,
        owes: false,
        pass_stones: false,
        handicap_points: None,
        ending: Ending { free_pass: false, outlasts_passes: false, repetition: None, settled: None, goes_on: false },
        ends: false,
    };
}

impl From<&'static [KoRule]> for Legality {
    fn from(repetition: &'static [KoRule]) -> Legality {
        Legality { repetition, suicide: false, ..Legality::LEAST }
    }
}

impl From<&RuleSet> for Legality {
    fn from(rules: &RuleSet) -> Legality {
        let PlayingRules { repetition, suicide, unchanged, pass_stones, handicap_points, ending, .. } =
            rules.text.playing(rules);
        let (suicide, changes, pass_stones) = (suicide.is_none(), unchanged.is_some(), pass_stones.is_some());
        // A text that counts prisoners and allows suicide has to say whose they are.
        let owes = suicide && !rules.text.counts_stones(rules);
        let ends = end_of_play(rules.text).is_some();
        Legality { repetition, suicide, changes, owes, pass_stones, handicap_points, ending, ends }
    }
}

/// What has ended a game, with the clause where it is not two passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Two successive passes.
    Passes,
    /// A pass or a turn in a position that has been before.
    Repetition(ClauseId),
    /// Every point is of a pass-alive string or in pass-alive territory.
    Settled(ClauseId),
}

/// One move that was made.
#[derive(Clone, Debug)]
struct Step {
    made: Move,
    before: PlainPosition,
    /// Stones removed, by the player who has them as prisoners.
    captured: [usize; 2],
}

/// A game from a starting position.
#[derive(Clone, Debug)]
pub struct GtpGame {
    legality: Legality,
    end: Option<End>,
    steps: Vec<Step>,
    history: History<PlainPosition>,
    position: PlainPosition,
    /// Who moves first, if nobody has moved yet.
    first: Colour,
    /// Handicap stones with which it started.
    handicap: usize,
    /// Stones each player has captured, by [`Colour::index`].
    captured: [usize; 2],
}

impl GtpGame {
    /// A game that starts from a position, under the playing rules of a rule set, or under these repetition rules.
    #[must_use]
    pub fn new(legality: impl Into<Legality>, position: PlainPosition) -> GtpGame {
        let history = History::new(&position, Colour::Black, 0);
        let legality = legality.into();
        GtpGame {
            legality,
            end: None,
            steps: Vec::new(),
            history,
            position,
            first: Colour::Black,
            handicap: 0,
            captured: [0; 2],
        }
    }

    /// A game on an empty board.
    #[must_use]
    pub fn empty(legality: impl Into<Legality>, grid: Grid) -> GtpGame {
        GtpGame::new(legality, PlainPosition::new(grid))
    }

    /// The same game with this player first to move, which matters before the first move only.
    #[must_use]
    pub fn with_first(mut self, first: Colour) -> GtpGame {
        self.first = first;
        self
    }

    /// The same game with so many handicap stones in its starting position.
    #[must_use]
    pub fn with_handicap(mut self, stones: usize) -> GtpGame {
        self.handicap = stones;
        self
    }

    /// The handicap stones with which it started.
    #[must_use]
    pub fn handicap(&self) -> usize {
        self.handicap
    }

    /// White's points for handicap stones, as Black's: not more than 0.
    #[must_use]
    pub fn handicap_points(&self) -> i32 {
        self.legality.handicap_points.map_or(0, |points| -(points.of(self.handicap) as i32))
    }

    /// A game under the same rules from another position.
    #[must_use]
    pub fn restarted(&self, position: PlainPosition) -> GtpGame {
        GtpGame::new(self.legality, position)
    }

    /// The position from which it started, and who was to move first.
    #[must_use]
    pub fn start(&self) -> (&PlainPosition, Colour) {
        (self.steps.first().map_or(&self.position, |s| &s.before), self.first)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &PlainPosition {
        &self.position
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.position.grid()
    }

    /// The states before the present one, from the first on: the position, and who moved.
    pub fn states(&self) -> impl Iterator<Item = (&PlainPosition, Colour)> {
        self.steps.iter().map(|step| (&step.before, step.made.player))
    }

    /// The stones a player has captured so far.
    #[must_use]
    pub fn captured_by(&self, player: Colour) -> usize {
        self.captured[player.index()]
    }

    /// Whether a play has taken the player's own stones off: no text in which that is a move says whose captures they are.
    #[must_use]
    pub fn had_suicide(&self) -> bool {
        let after = self.steps.iter().skip(1).map(|step| &step.before).chain([&self.position]);
        self.steps.iter().zip(after).any(|(step, after)| step.made.point.is_some_and(|p| after.at(p).is_none()))
    }

    /// The stones that White's plays have taken off of his own, less those of Black's, as far as the text does not make them prisoners.
    #[must_use]
    pub fn taken_by_suicide(&self) -> i32 {
        if self.legality.owes {
            return 0;
        }
        let after = self.steps.iter().skip(1).map(|step| &step.before).chain([&self.position]);
        let of = |(step, after): (&Step, &PlainPosition)| {
            let Move { player, point } = step.made;
            let own = |on: &PlainPosition| on.cells().iter().filter(|cell| **cell == Some(player)).count() as i32;
            let lost = point.map_or(0, |_| own(&step.before) + 1 - own(after));
            if player == Colour::White { lost } else { -lost }
        };
        self.steps.iter().zip(after).map(of).sum()
    }

    /// Black's prisoners less White's, were the game to end here: captures and, where passes hand over stones, those, the last pass
    /// of White's included.
    #[must_use]
    pub fn prisoners(&self) -> i32 {
        let passed = |player| self.moves().filter(|m| m.point.is_none() && m.player == player).count() as i32;
        let last = self.moves().next_back().is_some_and(|m| m.player == Colour::Black);
        let passes = passed(Colour::White) + i32::from(last) - passed(Colour::Black);
        self.captured[0] as i32 - self.captured[1] as i32 + if self.legality.pass_stones { passes } else { 0 }
    }

    /// The position before the last move; `None` if there was none.
    #[must_use]
    pub fn before_last(&self) -> Option<&PlainPosition> {
        self.steps.last().map(|step| &step.before)
    }

    /// The moves made.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.steps.iter().map(|s| s.made)
    }

    /// The player to move: the opponent of the one who moved last.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.steps.last().map_or(self.first, |s| s.made.player.opponent())
    }

    /// Who made the first of the passes that end the game so far; `None` if the last move is no pass.
    #[must_use]
    pub fn first_passer(&self) -> Option<Colour> {
        self.moves().rev().take_while(|m| m.point.is_none()).last().map(|m| m.player)
    }

    /// What has ended the game; `None` if nothing has.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether the game has ended: by two passes of different players that are the last two moves, or as [`Ending`] has it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// What [`GtpGame::end`] is after the last move.
    fn found_end(&self) -> Option<End> {
        let Ending { free_pass, outlasts_passes, repetition, settled, .. } = self.legality.ending;
        let mut last = self.moves().rev();
        let passes = match (last.next(), last.next()) {
            (Some(a), Some(b)) => a.point.is_none() && b.point.is_none() && a.player != b.player,
            _ => false,
        };
        // If two passes are the last moves, the first pass of the game is one of them unless there are more.
        let free = free_pass && passes && self.moves().filter(|m| m.point.is_none()).count() < 3;
        if passes && !free && !outlasts_passes {
            return Some(End::Passes);
        }
        let everywhere = || !self.steps.is_empty() && pass_alive::everywhere(&self.position, self.legality.suicide);
        match (repetition, settled) {
            (Some([clause, _]), _) if self.history.passed_again(free_pass).is_some() => Some(End::Repetition(clause)),
            (_, Some(clause)) if everywhere() => Some(End::Settled(clause)),
            (Some([_, clause]), _) if self.history.stood_since_pass().nth(1).is_some() => Some(End::Repetition(clause)),
            _ => None,
        }
    }

    /// Whether no move can be made any more: by a text two passes end the game or stop it, or something else has ended it.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.legality.ends && self.is_over()
    }

    /// The clause by which a move of this game is refused.
    #[must_use]
    pub fn refused_by(&self, rules: &RuleSet, refusal: Refusal) -> ClauseId {
        match self.end {
            Some(End::Repetition(clause) | End::Settled(clause)) if refusal == Refusal::GameOver => clause,
            _ => clause_of(rules, refusal),
        }
    }

    /// Whether play goes on in another phase after what has ended it here.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.legality.ending.goes_on && self.is_over()
    }

    /// What a play of `player` on `point` leads to: the position and the opposing stones removed. Whose turn it is does not matter.
    ///
    /// # Errors
    /// Why it is illegal: the first that applies of the end of the game, occupied point, suicide, repetition.
    pub fn result(&self, player: Colour, point: usize) -> Result<(PlainPosition, Vec<usize>), Refusal> {
        if self.has_ended() {
            return Err(Refusal::GameOver);
        }
        let (play, own) = self.position.play_or_suicide(player, point).map_err(|e| match e {
            IllegalPlay::Occupied => Refusal::Occupied,
            IllegalPlay::Suicide => Refusal::Suicide,
        })?;
        let nothing = self.legality.changes && play.after == self.position;
        if !own.is_empty() && (!self.legality.suicide || nothing) {
            return Err(Refusal::Suicide);
        }
        let since = if self.legality.ending.free_pass { self.history.first_pass() } else { 0 };
        let refuses = |ko: &&KoRule| self.history.refuses_since(**ko, player, &play.after, since).is_some();
        match self.legality.repetition.iter().find(refuses) {
            Some(ko) => Err(Refusal::Repetition(*ko)),
            None => Ok((play.after, play.captured)),
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// Why it is illegal; the game is as before.
    pub fn make(&mut self, made: Move) -> Result<(), Refusal> {
        let (after, captured) = match made.point {
            Some(p) => self.result(made.player, p)?,
            None if self.has_ended() => return Err(Refusal::GameOver),
            None => (self.position.clone(), Vec::new()),
        };
        match made.point {
            Some(_) => self.history.play(made.player, &after, 0),
            None => self.history.pass(made.player, 0),
        }
        let stones = |of: &PlainPosition| of.cells().iter().filter(|cell| **cell == Some(made.player)).count();
        let before = std::mem::replace(&mut self.position, after);
        let mut taken = [0; 2];
        taken[made.player.index()] = captured.len();
        if self.legality.owes && made.point.is_some() {
            taken[made.player.opponent().index()] = stones(&before) + 1 - stones(&self.position);
        }
        (0..2).for_each(|i| self.captured[i] += taken[i]);
        self.steps.push(Step { made, before, captured: taken });
        self.end = self.found_end();
        Ok(())
    }

    /// Takes the last move back; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let step = self.steps.pop()?;
        self.history.undo(&self.position);
        self.position = step.before;
        (0..2).for_each(|i| self.captured[i] -= step.captured[i]);
        self.end = self.found_end();
        Some(step.made)
    }

    /// The points on which a player may play, in the order of the grid.
    #[must_use]
    pub fn legal_points(&self, player: Colour) -> Vec<usize> {
        (0..self.grid().len()).filter(|&p| self.result(player, p).is_ok()).collect()
    }
}
