//! The course of a sequence of moves on a board of any size: what all texts share. Ko restrictions and stages of the game are
//! the business of each text.

use super::judged::{Fact, Judged, Refusal};
use crate::board::Colour;
use crate::board::plain::{IllegalPlay, PlainPlay, PlainPosition};
use crate::law::clause::ClauseId;
use crate::law::repetition::retakes;

/// The clauses by which a text refuses what no ko restriction has to do with.
#[derive(Clone, Copy, Debug)]
pub struct KernelClauses {
    /// Plays are made on empty points.
    pub occupied: ClauseId,
    /// No suicide.
    pub suicide: ClauseId,
}

/// A capture in a ko: the stone on `stone` has just captured the one on `point`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KoCapture {
    /// Where a stone was captured.
    pub point: usize,
    /// The stone that captured it.
    pub stone: usize,
    /// The step.
    pub step: usize,
}

/// A sequence of moves as far as it has come.
#[derive(Clone, Debug)]
pub struct Course {
    /// The position.
    pub position: PlainPosition,
    /// Who moves next; `None`: whoever does.
    pub mover: Option<Colour>,
    /// How many moves have been made.
    pub moves: usize,
    /// Who made the passes that have just followed one another.
    pub passes: Vec<Colour>,
    /// Stones taken, by the player who took them.
    pub prisoners: [u32; 2],
    /// The last move, if it was a capture in a ko.
    pub last_ko: Option<KoCapture>,
}

impl Course {
    /// A sequence that begins here.
    #[must_use]
    pub fn new(position: PlainPosition, mover: Option<Colour>) -> Course {
        Course { position, mover, moves: 0, passes: Vec::new(), prisoners: [0; 2], last_ko: None }
    }

    /// Whether `player` has the turn.
    ///
    /// # Errors
    /// The refusal.
    pub fn turn(&self, player: Colour, clause: ClauseId) -> Result<(), Judged> {
        match self.mover {
            Some(mover) if mover != player => Err(Judged::refused(Refusal::NotYourTurn, clause, Fact::Turn(mover))),
            _ => Ok(()),
        }
    }

    /// A play on an empty point that leaves the string of the stone a liberty.
    ///
    /// # Errors
    /// The refusal.
    pub fn kernel(&self, player: Colour, point: usize, clauses: &KernelClauses) -> Result<PlainPlay, Judged> {
        self.position.play(player, point).map_err(|illegal| match illegal {
            IllegalPlay::Occupied => {
                // Occupied means that there is a stone.
                let stone = self.position.at(point).unwrap_or(player);
                Judged::refused(Refusal::Occupied, clauses.occupied, Fact::Holds { point, stone })
            }
            IllegalPlay::Suicide => Judged::refused(
                Refusal::Suicide,
                clauses.suicide,
                Fact::WithoutLiberty(self.string_with(player, point)),
            ),
        })
    }

    /// The string that a stone of `player` on the empty `point` would belong to.
    fn string_with(&self, player: Colour, point: usize) -> Vec<usize> {
        let mut cells = self.position.cells().to_vec();
        cells[point] = Some(player);
        PlainPosition::from_cells(self.position.grid(), cells).map_or(vec![point], |p| p.string_at(point))
    }

    /// Makes a play that was found to be `play`.
    pub fn play(&mut self, player: Colour, point: usize, play: &PlainPlay, step: usize) {
        self.position = play.after.clone();
        self.prisoners[player.index()] += play.captured.len() as u32;
        self.passes.clear();
        self.moves += 1;
        self.mover = Some(player.opponent());
        self.last_ko = play.ko.map(|captured| KoCapture { point: captured, stone: point, step });
    }

    /// Makes an ordinary pass.
    pub fn pass(&mut self, player: Colour) {
        self.passes.push(player);
        self.moves += 1;
        self.mover = Some(player.opponent());
        self.last_ko = None;
    }

    /// Makes a pass for a ko, which is no ordinary pass.
    pub fn pass_for_ko(&mut self, player: Colour) {
        self.passes.clear();
        self.moves += 1;
        self.mover = Some(player.opponent());
        self.last_ko = None;
    }

    /// The recapture that the player whose ko stone was just taken may not make at once.
    #[must_use]
    pub fn recapture(&self, point: usize, play: &PlainPlay) -> Option<Fact> {
        let KoCapture { point: taken, stone, step } = self.last_ko?;
        retakes((taken, stone), point, play.ko).then_some(Fact::Ko { point, stone, step })
    }

    /// What an accepted play is judged to be.
    #[must_use]
    pub fn played(clause: ClauseId, point: usize, play: &PlainPlay) -> Judged {
        Judged::accepted(clause, Fact::Played { point, captured: play.captured.clone(), ko: play.ko })
    }
}
