//! A sequence of moves with what a restriction on repetition remembers of it.

use super::course::Course;
use super::judged::{Fact, Judged, Refusal};
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, Grid, Wide, WideBoard};
use crate::law::clause::ClauseId;
use crate::law::repetition::{History, KoRule};
use crate::record::Setup;

/// A sequence of moves as far as it has come, and the positions in it.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The moves.
    pub course: Course,
    history: History<[Wide; 2]>,
}

impl Sequence {
    /// A sequence that begins with a move of `first` in the position after `step`. Unless the players `alternate` either of them may
    /// make any move.
    #[must_use]
    pub fn new(position: PlainPosition, first: Colour, alternate: bool, step: usize) -> Sequence {
        let history = History::new(&WideBoard::stones(&position), first, step);
        Sequence { course: Course::new(position, alternate.then_some(first)), history }
    }

    /// A recorded game: Black begins, and in a position that was set up whoever the record says.
    #[must_use]
    pub fn of_record(setup: &Setup, alternate: bool) -> Sequence {
        let first = setup.to_move.filter(|_| setup.is_set_up()).unwrap_or(Colour::Black);
        Sequence::new(setup.position.clone(), first, alternate, 0)
    }

    /// Makes a play that was found to be `play`.
    pub fn play(&mut self, player: Colour, point: usize, play: &PlainPlay, step: usize) {
        self.course.play(player, point, play, step);
        self.history.play(player, &WideBoard::stones(&play.after), step);
    }

    /// Makes an ordinary pass.
    pub fn pass(&mut self, player: Colour, step: usize) {
        self.course.pass(player);
        self.history.pass(player, step);
    }

    /// Puts stones on the empty board in place of a play; the opponent moves next.
    pub fn put(&mut self, player: Colour, position: PlainPosition, alternate: bool, step: usize) {
        self.history.play(player, &WideBoard::stones(&position), step);
        self.course = Course::new(position, alternate.then_some(player.opponent()));
    }

    /// The step that a rule on repetition holds against a play.
    #[must_use]
    pub fn repeats(&self, rule: KoRule, player: Colour, play: &PlainPlay) -> Option<usize> {
        self.history.refuses(rule, player, &WideBoard::stones(&play.after))
    }

    /// The same, but what was before the first pass is not held against it if that is told from what was after (`free_pass`).
    #[must_use]
    pub fn repeats_since(&self, rule: KoRule, player: Colour, play: &PlainPlay, free_pass: bool) -> Option<usize> {
        let since = if free_pass { self.history.first_pass() } else { 0 };
        self.history.refuses_since(rule, player, &WideBoard::stones(&play.after), since)
    }

    /// Whether the last move is a pass that its player has made before in the same position ([`History::passed_again`]).
    #[must_use]
    pub fn passed_again(&self, free_pass: bool) -> bool {
        self.history.passed_again(free_pass).is_some()
    }

    /// How often the present position stood before with the present player to move, since the last pass.
    #[must_use]
    pub fn stood_since_pass(&self) -> usize {
        self.history.stood_since_pass().count()
    }

    /// How many passes there were.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.history.passes()
    }

    /// Whether a play stands under a superko rule.
    ///
    /// # Errors
    /// The refusal by `clause`.
    pub fn superko(&self, rule: KoRule, clause: ClauseId, player: Colour, play: &PlainPlay) -> Result<(), Judged> {
        let Some(step) = self.repeats(rule, player, play) else { return Ok(()) };
        let to_move = (rule != KoRule::Positional).then_some(player.opponent());
        Err(Judged::refused(Refusal::Superko, clause, Fact::Recreates { step, to_move }))
    }
}

/// The position with these stones of a player and no others, if each of them has a liberty.
#[must_use]
pub fn placed(grid: Grid, player: Colour, points: &[usize]) -> Option<PlainPosition> {
    let mut cells = vec![None; grid.len()];
    points.iter().for_each(|&p| cells[p] = Some(player));
    PlainPosition::from_cells(grid, cells).filter(PlainPosition::is_legal)
}
