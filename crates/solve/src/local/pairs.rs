//! Parts that are won by *pairs*: two empty points of which the player gets one, as he answers on the other when the opponent has played
//! on the one.
//!
//! Pairs join strings, give them eyes, and keep the opponent from having an eye; when they are enough, and why, is in `docs/src/life.md` (*Pairs*).

use super::part::{Border, EYES, LocalGame, Part};
use crate::board::{Board, Points, points_of};

impl LocalGame {
    /// Whether the player, who wants to bar his opponent, wins the part by pairs.
    pub fn is_won_by_pairs(&self, part: &Part) -> bool {
        let mut free = part.empty();
        let (strings, mut firm) = self.joined(part, &mut free);
        let mut open: Vec<Points> = self.board.components(part.points).collect();
        for string in &strings {
            let mut needs = string.needs();
            open.retain(|&c| {
                let eyes = if needs > 0 { self.eyes_by_pairs(part, string, c, free, needs) } else { 0 };
                needs -= eyes;
                eyes == 0
            });
            if needs > 0 {
                return false;
            }
            firm |= string.touch;
        }
        let rest = open.iter().fold(0, |m, c| m | c);
        self.is_paired(rest & !firm, rest & firm & free)
    }

    /// The strings that need something when those are joined that can be by pairs of `free` points, and the points next to the others.
    fn joined(&self, part: &Part, free: &mut Points) -> (Vec<Border>, Points) {
        let mut strings: Vec<Border> = part.strings().collect();
        let mut firm = part.firm;
        let mut pair = |a: Points, b: Points| {
            let both = a & b & *free;
            let found = both.count_ones() >= 2;
            if found {
                *free &= !self.least_beside(part, both);
            }
            found
        };
        'next: loop {
            for i in 0..strings.len() {
                if strings[i].elsewhere < EYES && pair(strings[i].touch, firm) {
                    strings[i].elsewhere = EYES;
                    if strings[i].needs() == 0 {
                        firm |= strings.swap_remove(i).touch;
                    }
                    continue 'next;
                }
                if let Some(j) = (0..i).find(|&j| pair(strings[i].touch, strings[j].touch)) {
                    strings[j] = strings[j].with(strings.swap_remove(i));
                    continue 'next;
                }
            }
            return (strings, firm);
        }
    }

    /// Two of these points: those beside which the fewest others are.
    fn least_beside(&self, part: &Part, points: Points) -> Points {
        let mut points: Vec<usize> = points_of(points).collect();
        points.sort_by_key(|&p| (self.board.adjacent(p) & part.points).count_ones());
        1 << points[0] | 1 << points[1]
    }

    /// How many eyes, of those that it `needs`, a string comes to have in a connected part by pairs of `free` points.
    fn eyes_by_pairs(&self, part: &Part, string: &Border, c: Points, free: Points, needs: u8) -> u8 {
        let (deep, beside) = (c & !string.touch, c & string.touch & free);
        let left = c & (part.theirs | free);
        if left == 0 || !self.has_pairs(deep, beside) {
            return 0;
        }
        if needs == EYES && self.has_two_by_pairs(c, deep, beside, left) { EYES } else { 1 }
    }

    /// Whether there are two eyes by pairs, one of them of cuts.
    fn has_two_by_pairs(&self, c: Points, deep: Points, beside: Points, left: Points) -> bool {
        let is_cut = |&p: &usize| self.board.components(c & !(1 << p)).filter(|side| side & left != 0).nth(1).is_some();
        let two = |p: usize, q: usize| self.has_pairs(deep, beside & !(1 << p | 1 << q));
        let cuts: Vec<usize> = points_of(beside).filter(is_cut).collect();
        cuts.iter().enumerate().any(|(i, &p)| cuts[..i].iter().any(|&q| two(p, q)))
    }

    /// Whether the opponent can have nothing alive, all strings of the border being firm: at most one point is deep, that is not next
    /// to the border, or two that are neighbours, all others being *paired*: next to two empty points beside the border that no
    /// other one takes.
    pub fn is_paired(&self, deep: Points, free: Points) -> bool {
        let pairs = |p: &usize| (self.board.adjacent(*p) & free).count_ones() >= 2;
        let can = points_of(deep).filter(pairs).fold(0, |m, p| m | 1 << p);
        let rest = deep & !can;
        if !self.board.is_barren(rest) {
            return false;
        }
        let fits = |left: Points| {
            let roomy = |p: usize| self.board.adjacent(p).count_ones() >= 2;
            self.board.is_barren(left)
                && (left == deep || points_of(left).all(roomy))
                && self.has_pairs(deep & !left, free)
        };
        if fits(rest) {
            return true;
        }
        // One or two points that could be paired need not be, if they and the rest are at most two neighbours.
        match rest.count_ones() {
            0 => points_of(can).any(|p| {
                fits(1 << p) || points_of(self.board.adjacent(p) & can).any(|q| q > p && fits(1 << p | 1 << q))
            }),
            1 => points_of(self.board.around(rest) & can).any(|p| fits(rest | 1 << p)),
            _ => false,
        }
    }

    /// Whether each of these points can have two of the free points beside it for itself (augmenting paths).
    fn has_pairs(&self, points: Points, free: Points) -> bool {
        const NOBODY: u8 = u8::MAX;
        type Taken = [u8; Points::BITS as usize];
        fn take(board: &Board, p: usize, free: Points, seen: &mut Points, taken: &mut Taken) -> bool {
            for q in points_of(board.adjacent(p) & free) {
                if *seen >> q & 1 == 1 || usize::from(taken[q]) == p {
                    continue;
                }
                *seen |= 1 << q;
                if taken[q] == NOBODY || take(board, usize::from(taken[q]), free, seen, taken) {
                    taken[q] = p as u8;
                    return true;
                }
            }
            false
        }
        if 2 * points.count_ones() > (self.board.around(points) & free).count_ones() {
            return false;
        }
        let mut taken = [NOBODY; Points::BITS as usize];
        points_of(points).all(|p| (0..2).all(|_| take(&self.board, p, free, &mut 0, &mut taken)))
    }
}
