//! Zones of parts: what of a part its winner relies on.
//!
//! Where the player wants eyes only, most of a part has nothing to do with it. A *zone* of a part that he wins is a set Z of its points.
//! *Claim:* he wins every part with the same points and the same strings around it, the same player to move and the same stones on Z. So
//! the opponent's plays outside Z are answered as a pass of his is. *Proof*, by what is won below the part:
//!
//! * *Nothing is needed*: won whatever the stones are, Z is empty. *Eyes that are there*: their points, on which he has no stone.
//! * *The player's play on u*: let S be his string with u. Z has S and all points around it, so S is the same, and what is left is cut up
//!   by S alone; all stones of strings that the play takes and the points around them; and Z', the zones of the parts that are left, with the eyes.
//!   Every connected part of the opponent's stones in Z' that is not taken has in Z a liberty that is not u, so nothing else in Z' is taken.
//! * *The opponent to move*: Z has as many liberties of each string of the border as it needs. Let C be the zone after his pass, with these,
//!   closed so that every connected part of the player's stones in C has a liberty in C. A play outside C takes nothing in C, so that
//!   C is as after a pass. For each empty point v of C, if he can play there: v, what is taken, and the zone after it, as of the player's play;
//!   if not: his string with v and all points around, and of the player's strings in contact all stones and a liberty that is not v.

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
