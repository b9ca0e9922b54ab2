//! Ko bans that last until a pass for the ko: confirmation of life and death (j1989.7.2) and play-out (j1997.playout.3 to .5), on
//! boards of any size.

use super::course::KoCapture;
use crate::board::Colour;
use crate::board::plain::{PlainPlay, PlainPosition};

/// The bans in force, and the points on which ko stones have been taken.
#[derive(Clone, Debug, Default)]
pub struct Kos {
    bans: Vec<KoCapture>,
    taken: Vec<(usize, usize)>,
}

impl Kos {
    /// The ban that forbids the play on `point`, found to be `play`.
    #[must_use]
    pub fn ban(&self, point: usize, play: &PlainPlay) -> Option<KoCapture> {
        self.bans.iter().find(|b| b.point == point && play.ko == Some(b.stone)).copied()
    }

    /// The step at which a ko stone was taken on `point`.
    #[must_use]
    pub fn taken(&self, point: usize) -> Option<usize> {
        self.taken.iter().find(|t| t.0 == point).map(|t| t.1)
    }

    /// Remembers on which point a play took a ko stone, without a ban.
    pub fn note(&mut self, play: &PlainPlay, step: usize) {
        self.taken.extend(play.ko.map(|captured| (captured, step)));
    }

    /// The bans after a play on `point`: a ban ends when its stone is removed or its point occupied; a ko capture adds one.
    pub fn after(&mut self, point: usize, play: &PlainPlay, step: usize) {
        self.bans.retain(|b| b.point != point && !play.captured.contains(&b.stone));
        if let Some(captured) = play.ko {
            self.bans.push(KoCapture { point: captured, stone: point, step });
        }
        self.note(play, step);
    }

    /// The banned capture on `point` that `player` could make but for the ban.
    #[must_use]
    pub fn liftable(&self, position: &PlainPosition, player: Colour, point: usize) -> Option<KoCapture> {
        let play = position.play(player, point).ok()?;
        self.ban(point, &play)
    }

    /// Lifts a ban.
    pub fn lift(&mut self, ban: KoCapture) {
        self.bans.retain(|b| *b != ban);
    }
}
