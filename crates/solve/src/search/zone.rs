//! Zones: on which points a position need only be the same for a state to have the same winner.
//!
//! The claim for a zone Z of a state won for one player: every state with the same player to move whose position is the same on
//! Z and whose bans on points of Z are the same is won for him too. `docs/src/reach.md` proves what is done here.

use crate::board::{Board, Colour, Play, Points, Position, points_of};

/// A ban: the point on which a ko capture is forbidden, and the stone that it would take.
pub type Ban = (usize, usize);

/// What zones take care of: everything. Tests leave out one thing at a time and must find the harm.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// Where a player may move outside the zone, the stones of the other in it keep a liberty in it.
    pub liberties: bool,
    /// A play takes nothing in the zone that it did not take.
    pub contacts: bool,
    /// What is taken, where that matters, is in the zone with all points around.
    pub captured: bool,
    /// What rests on a repetition has no zone, and no existence off its path.
    pub repetitions: bool,
}

impl Default for Care {
    fn default() -> Care {
        Care { liberties: true, contacts: true, captured: true, repetitions: true }
    }
}

/// A state, as far as zones go.
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// The bans in force.
    pub bans: &'a [Ban],
    /// What is taken care of.
    pub care: Care,
}

impl Scene<'_> {
    fn empty(&self) -> Points {
        self.board.empty(self.position)
    }

    fn theirs(&self) -> Points {
        self.position.of(self.mover.opponent())
    }

    /// A shortest way through `stones` from one of `from` to an empty point that is not one of `avoided`, that point included
    /// (one of `known` if there is a choice): it shows that the string has that liberty. The whole board if there is none.
    fn way_out(&self, from: Points, stones: Points, avoided: Points, known: Points) -> Points {
        let free = self.empty() & !avoided;
        let mut layers = vec![from];
        let mut seen = from;
        loop {
            let last = layers[layers.len() - 1];
            let liberties = self.board.around(last) & free;
            if liberties != 0 {
                let chosen = if liberties & known != 0 { liberties & known } else { liberties };
                let mut at = chosen & chosen.wrapping_neg();
                let mut way = at;
                for layer in layers.iter().rev() {
                    at = self.board.around(at) & layer;
                    at &= at.wrapping_neg();
                    way |= at;
                }
                return way;
            }
            let next = self.board.around(last) & stones & !seen;
            if next == 0 {
                return self.board.all();
            }
            seen |= next;
            layers.push(next);
        }
    }

    /// The zone with what keeps its bans as they are while a player moves elsewhere: the stone, and all points around both.
    pub fn with_bans(&self, mut zone: Points) -> Points {
        loop {
            let before = zone;
            for &(p, stone) in self.bans {
                if zone >> p & 1 == 1 {
                    zone |= 1 << stone | self.board.adjacent(p) | self.board.adjacent(stone);
                }
            }
            if zone == before {
                return zone;
            }
        }
    }

    /// The zone with a liberty for every connected part of the stones in it of the player who is not to move, not one of
    /// `avoided` if it can be helped; and with what keeps its bans.
    pub fn closed(&self, mut zone: Points, avoided: Points) -> Points {
        loop {
            let before = zone;
            zone = self.with_bans(zone);
            if self.care.liberties {
                let parts: Vec<Points> = self.board.components(zone & self.theirs()).collect();
                for part in parts {
                    if self.board.around(part) & self.empty() & zone == 0 {
                        let string = self.board.connected(part, self.theirs());
                        let other = self.board.around(string) & self.empty() & !avoided != 0;
                        zone |= self.way_out(part, self.theirs(), if other { avoided } else { 0 }, zone);
                    }
                }
            }
            if zone == before {
                return zone;
            }
        }
    }

    /// Points that show exactly what a play on `v` is: whether it is suicide, what it takes, whether it is a ko capture.
    pub fn pinned(&self, v: usize) -> Points {
        let (board, stone) = (self.board, 1 << v);
        let next = board.adjacent(v);
        let captured = match board.play(self.position, self.mover, v) {
            Some(play) => play.captured,
            None => {
                let own = board.connected(stone, self.position.of(self.mover) | stone);
                return self.uncaptured(own | board.around(own), next & self.theirs(), stone);
            }
        };
        let zone = stone | next | captured | board.around(captured);
        self.uncaptured(zone, next & self.theirs() & !captured, stone)
    }

    /// With a liberty other than `v` for the string of each of these stones.
    fn uncaptured(&self, mut zone: Points, stones: Points, v: Points) -> Points {
        if self.care.contacts {
            for q in points_of(stones) {
                zone |= self.way_out(1 << q, self.theirs(), v, zone);
            }
        }
        zone
    }

    /// A zone of the state, given one of the state that a play on `v` leads to: the play leads from every state that is the same
    /// on it to one that is the same on `child`. For a play of the winner it shows that the play is legal too.
    pub fn through(&self, v: usize, play: &Play, by_winner: bool, child: Points) -> Points {
        let board = self.board;
        if child == board.all() {
            return child;
        }
        let (captured, stone, next, empty) = (play.captured, 1 << v, board.adjacent(v), self.empty());
        let own = self.position.of(self.mover);
        let relevant = captured & child != 0;
        let mut zone = child | stone;
        // Where a ko may be taken, or a ban may forbid it, the play has to be known exactly.
        let mut exact = self.bans.iter().any(|&(p, _)| p == v);
        if relevant {
            exact |= captured.is_power_of_two();
            zone |= captured;
            if self.care.captured {
                zone |= board.around(captured);
            }
        } else if by_winner {
            if next & empty != 0 {
                if next & empty & zone == 0 {
                    let liberties = next & empty;
                    zone |= liberties & liberties.wrapping_neg();
                }
            } else if captured != 0 {
                exact = true;
            } else {
                let ways = points_of(next & own).map(|q| self.way_out(1 << q, own, stone, zone));
                zone |= ways.min_by_key(|way| way.count_ones()).unwrap_or(board.all());
            }
        }
        let contacts = next & self.theirs() & !captured;
        let all_known = if self.care.captured { next | captured | board.around(captured) } else { next };
        let known = self.uncaptured(zone | all_known, contacts, stone);
        if exact {
            return self.with_bans(known);
        }
        // Nothing else in the zone is taken: either all contacts are known, or every part of the other player's stones in the
        // zone keeps a liberty.
        let mut kept = zone;
        while self.care.contacts && kept.count_ones() < known.count_ones() {
            let mut parts = board.components(kept & self.theirs() & !captured);
            let Some(bare) = parts.find(|&part| board.around(part) & empty & kept & !stone == 0) else {
                return self.with_bans(kept);
            };
            kept |= self.way_out(bare, self.theirs(), stone, kept);
        }
        self.with_bans(known)
    }
}
