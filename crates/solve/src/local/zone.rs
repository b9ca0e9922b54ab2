//! Zones of parts: what of a part its winner relies on.
//!
//! Where the player wants eyes only, most of a part has nothing to do with it: he wins every part with the same points, the same strings around it, the
//! same player to move and the same stones on its zone. The rules, and their proof, are in `docs/src/life.md` (*Kept by itself*).

use super::part::{LocalGame, Part};
use crate::board::{Points, points_of};

impl LocalGame {
    /// C: this zone after the opponent's pass, with liberties that the border needs, and closed.
    pub fn core(&self, part: &Part, after_pass: Points) -> Points {
        let mut zone = after_pass;
        for string in part.strings() {
            let free = string.touch & part.empty();
            let needed = if self.care.liberties { u32::from(string.needs()) } else { 0 };
            let lacking = needed.saturating_sub((free & zone).count_ones());
            zone = points_of(free & !zone).take(lacking as usize).fold(zone, |m, p| m | 1 << p);
        }
        self.closed(part.own, zone, part.empty(), zone)
    }

    /// The zone with a liberty among `free`, and all between, for every connected part of the stones in it that has none in it; of those in
    /// `of` at first.
    fn closed(&self, stones: Points, of: Points, free: Points, mut zone: Points) -> Points {
        let mut of = if self.care.contacts { of } else { 0 };
        loop {
            let open = |part: &Points| self.board.around(*part) & free & zone == 0;
            let Some(part) = self.board.components(stones & of).find(open) else { return zone };
            let more = self.with_liberty(self.board.connected(part, stones), free, zone);
            (zone, of) = (zone | more, of | more);
        }
    }

    /// The string with one of its liberties among `free`, in `zone` if possible.
    fn with_liberty(&self, string: Points, free: Points, zone: Points) -> Points {
        let liberties = self.board.around(string) & free;
        let liberties = if liberties & zone == 0 { liberties } else { liberties & zone };
        string | liberties & liberties.wrapping_neg()
    }

    /// The zone before a play on `p` of who does not own `stones`, `zone` being that after it and `played` what shows that the play can be
    /// made.
    fn before(&self, part: &Part, stones: Points, p: usize, zone: Points, played: Points) -> Points {
        let free = part.empty() & !(1 << p);
        let beside = self.board.components(stones).filter(|s| s & self.board.adjacent(p) != 0);
        let taken = beside.filter(|&s| self.board.around(s) & free == 0).fold(0, |m, s| m | s);
        let shown = if self.care.captured { taken | self.board.around(taken) & part.points } else { 0 };
        let before = zone | played | shown;
        self.closed(stones & !taken, zone, free, before)
    }

    /// The zone before the player's play on `p`, `zone` being that after it.
    pub fn before_own(&self, part: &Part, p: usize, zone: Points) -> Points {
        let string = self.board.connected(1 << p, part.own | 1 << p);
        self.before(part, part.theirs, p, zone, string | self.board.around(string) & part.points)
    }

    /// The zone before the opponent's play on `p`, `zone` being that after it; of one that cannot be played if there is none.
    pub fn before_theirs(&self, part: &Part, p: usize, zone: Option<Points>) -> Points {
        if let Some(zone) = zone {
            return self.before(part, part.own, p, zone, 1 << p);
        }
        let string = self.board.connected(1 << p, part.theirs | 1 << p);
        let shown = string | self.board.around(string) & part.points;
        let beside = self.board.components(part.own).filter(|s| s & self.board.adjacent(p) != 0);
        let free = part.empty() & !(1 << p);
        beside.fold(shown, |zone, s| zone | self.with_liberty(s, free, zone))
    }
}
