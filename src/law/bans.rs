//! Ko bans that last until lifted by a pass for the ko: what j1989.7.2 (confirmation of life and death) and
//! j1997.playout.4 and .5 (play-out) share.

use crate::board::{Board, Colour, Play, Points, Position, Symmetry, points_of};

/// The bans in force. A ban names the point `p` on which a stone was captured in a ko, and the adjacent stone that captured
/// it: its opponent may not make the ko capture on `p` that would remove that stone. At most one ban exists for each `p`
/// (a new capture on `p` needs a stone on `p` first, and that ends the ban).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bans {
    at: Points,
    /// Which of the points adjacent to `p` (0..=3, ascending) holds the stone: low and high bit.
    towards: [Points; 2],
}

impl Bans {
    /// The stone protected by the ban on `p`.
    pub fn stone(self, board: &Board, p: usize) -> Option<usize> {
        if self.at >> p & 1 == 0 {
            return None;
        }
        let nth = (self.towards[0] >> p & 1) + 2 * (self.towards[1] >> p & 1);
        points_of(board.adjacent(p)).nth(nth as usize)
    }

    fn add(&mut self, board: &Board, p: usize, stone: usize) {
        let nth = points_of(board.adjacent(p)).position(|q| q == stone).unwrap_or_default();
        self.at |= 1 << p;
        for (bit, towards) in self.towards.iter_mut().enumerate() {
            *towards = *towards & !(1 << p) | ((nth >> bit & 1) as u64) << p;
        }
    }

    /// The bans as sets of points: where they are, and the low and high bit of the number of the adjacent point (0..=3,
    /// ascending) that holds the stone.
    pub fn sets(self) -> [Points; 3] {
        [self.at, self.towards[0], self.towards[1]]
    }

    /// The bans that [`Bans::sets`] describes.
    pub fn from_sets([at, low, high]: [Points; 3]) -> Bans {
        Bans { at, towards: [low, high] }
    }

    /// The bans turned by a symmetry of the board.
    pub fn turned(self, board: &Board, symmetry: &Symmetry) -> Bans {
        let mut turned = Bans::default();
        for p in points_of(self.at) {
            if let Some(stone) = self.stone(board, p) {
                turned.add(board, symmetry.point(p), symmetry.point(stone));
            }
        }
        turned
    }

    /// The bans without the one on `p`.
    pub fn lifted(self, p: usize) -> Bans {
        let keep = !(1u64 << p);
        Bans { at: self.at & keep, towards: [self.towards[0] & keep, self.towards[1] & keep] }
    }

    /// The bans after a play on `v`: a ban ends when its stone is removed or its point is occupied; a ko capture adds one.
    pub fn after(self, board: &Board, v: usize, play: &Play) -> Bans {
        let mut bans = self.lifted(v);
        for p in points_of(bans.at) {
            // A stone that has joined others is never again removed by a ko capture: its ban has nothing left to forbid.
            let joined = |stone: usize| {
                play.after.stones.iter().any(|own| own >> stone & 1 == 1 && board.adjacent(stone) & own != 0)
            };
            let over = |stone: usize| play.captured >> stone & 1 == 1 || joined(stone);
            if bans.stone(board, p).is_some_and(over) {
                bans = bans.lifted(p);
            }
        }
        if let Some(removed) = play.ko {
            bans.add(board, removed, v);
        }
        bans
    }

    /// Whether the play on `v`, found to be `play`, is a ko capture that is banned.
    pub fn forbid(self, board: &Board, v: usize, play: &Play) -> bool {
        play.ko.is_some() && self.stone(board, v) == play.ko
    }

    /// The bans of `mover` that a pass for a ko can lift: those whose ko capture would be legal but for the ban.
    pub fn passable(self, board: &Board, position: Position, mover: Colour) -> Points {
        let mut points = 0;
        for p in points_of(self.at) {
            let Some(stone) = self.stone(board, p) else { continue };
            if board.play(position, mover, p).is_some_and(|play| play.ko == Some(stone)) {
                points |= 1 << p;
            }
        }
        points
    }
}

/// A move of a sequence in which passes for a ko exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KoMove {
    /// A play on a point.
    Play(u8),
    /// An ordinary pass.
    Pass,
    /// A pass for the ko whose banned capture is on the point.
    PassForKo(u8),
}

impl KoMove {
    /// The move as written in traces.
    pub fn text(self, board: &Board) -> String {
        match self {
            KoMove::Play(p) => board.grid().name(p as usize),
            KoMove::Pass => "pass".to_string(),
            KoMove::PassForKo(p) => format!("pass for the ko at {}", board.grid().name(p as usize)),
        }
    }
}
