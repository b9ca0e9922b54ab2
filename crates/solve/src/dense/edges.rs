//! Pairs of adjacent points, as bits: where a ko may not be retaken for longer than a move, a pair stands for the ban.

use super::moves::Sides;
use super::slots::{Place, Slots};
use super::turns::Turns;
use crate::board::{Board, Points, points_of};

/// The pairs of adjacent points of a board of up to 20 points, of which there are at most 31.
pub struct Edges {
    /// By point: the pairs that it is in.
    of: Vec<u32>,
    ends: Vec<Points>,
    /// By symmetry and pair: its image.
    images: Vec<[u32; 32]>,
}

impl Edges {
    /// Of this board, which has these symmetries.
    #[must_use]
    pub fn new(board: &Board, turns: &Turns) -> Edges {
        let pairs =
            (0..board.len()).flat_map(|p| points_of(board.adjacent(p)).filter(move |&q| p < q).map(move |q| (p, q)));
        let ends: Vec<Points> = pairs.map(|(p, q)| 1 << p | 1 << q).collect();
        let number = |ends_of: Points| ends.iter().position(|e| *e == ends_of).map_or(0, |i| 1 << i);
        let images = (0..turns.len())
            .map(|turn| std::array::from_fn(|i| ends.get(i).map_or(0, |e| number(turns.set(turn, *e)))))
            .collect();
        let of = (0..board.len())
            .map(|p| (0..ends.len()).filter(|&i| ends[i] >> p & 1 == 1).fold(0, |m, i| m | 1 << i))
            .collect();
        Edges { of, ends, images }
    }

    /// The pairs that any of these points is in.
    #[must_use]
    #[inline]
    pub fn around(&self, points: Points) -> u32 {
        points_of(points).fold(0, |m, p| m | self.of[p])
    }

    /// The pair of two adjacent points.
    #[must_use]
    #[inline]
    pub fn between(&self, p: usize, q: usize) -> u32 {
        self.of[p] & self.of[q]
    }

    /// The two points of one pair.
    #[must_use]
    pub fn ends(&self, pair: u32) -> Points {
        self.ends[pair.trailing_zeros() as usize]
    }

    /// The bans of a position at this place as they are listed, and the symmetry that leads back from there. Of images of the position
    /// that are the position itself, that with the least bans counts.
    #[inline]
    pub(super) fn least(&self, slots: &Slots, place: Place, sides: Sides, bans: u32) -> (u32, usize) {
        let turns = slots.turns();
        let to = turns.inverse(place.back as usize);
        let mut least = (self.turned(to, bans), place.back as usize);
        if place.symmetric {
            let (own, first) = (turns.set(to, sides.own), least.0);
            for then in slots.still(place.occupied).filter(|&then| turns.set(then, own) == own) {
                let image = self.turned(then, first);
                if image < least.0 {
                    least = (image, turns.inverse(turns.both(to, then)));
                }
            }
        }
        least
    }

    /// The images of some pairs.
    #[must_use]
    #[inline]
    pub fn turned(&self, turn: usize, mut pairs: u32) -> u32 {
        if turn == 0 {
            return pairs;
        }
        let mut image = 0;
        while pairs != 0 {
            image |= self.images[turn][pairs.trailing_zeros() as usize];
            pairs &= pairs - 1;
        }
        image
    }
}
