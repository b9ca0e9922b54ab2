//! Ko bans that last until a pass for the ko ([`Bans`]), in a recorded game: with the steps at which they arose, for the facts.

use super::course::KoCapture;
use crate::board::plain::{PlainPlay, PlainPosition};
use crate::board::{Colour, Played, PointSet, Wide, WideBoard};
use crate::law::repetition::Bans;

/// The bans in force, and the points on which ko stones have been taken.
#[derive(Clone, Debug, Default)]
pub struct Kos {
    bans: Bans<Wide>,
    /// Ko captures that were made, the last one last.
    made: Vec<KoCapture>,
}

impl Kos {
    /// The last ko capture of a stone on `point`.
    fn capture_on(&self, point: usize) -> Option<KoCapture> {
        self.made.iter().rfind(|k| k.point == point).copied()
    }

    /// The ban that forbids the play on `point`, found to be `play`.
    #[must_use]
    pub fn ban(&self, point: usize, play: &PlainPlay) -> Option<KoCapture> {
        let board = WideBoard::new(play.after.grid());
        if self.bans.forbid(&board, point, play.ko) { self.capture_on(point) } else { None }
    }

    /// The step at which a ko stone was first taken on `point`.
    #[must_use]
    pub fn taken(&self, point: usize) -> Option<usize> {
        self.made.iter().find(|k| k.point == point).map(|k| k.step)
    }

    /// Remembers on which point a play on `point` took a ko stone, without a ban.
    pub fn note(&mut self, point: usize, play: &PlainPlay, step: usize) {
        self.made.extend(play.ko.map(|captured| KoCapture { point: captured, stone: point, step }));
    }

    /// The bans after a play on `point`.
    pub fn after(&mut self, point: usize, play: &PlainPlay, step: usize) {
        let board = WideBoard::new(play.after.grid());
        self.bans = self.bans.after(&board, point, &Played::from(play));
        self.note(point, play, step);
    }

    /// The banned capture on `point` that `player` could make but for the ban.
    #[must_use]
    pub fn liftable(&self, position: &PlainPosition, player: Colour, point: usize) -> Option<KoCapture> {
        let board = WideBoard::new(position.grid());
        let passable = self.bans.passable(&board, WideBoard::stones(position), player);
        if passable.has(point) { self.capture_on(point) } else { None }
    }

    /// Lifts a ban.
    pub fn lift(&mut self, ban: KoCapture) {
        self.bans = self.bans.lifted(ban.point);
    }
}
