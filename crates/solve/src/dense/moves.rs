//! Plays, and what they can come from, made anew whenever they are needed.

use crate::board::{Board, Points, Position, points_of};

/// The stones on a board, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// His.
    pub own: Points,
    /// His opponent's.
    pub theirs: Points,
}

impl Sides {
    /// As a position, the player to move being Black.
    #[must_use]
    pub fn position(self) -> Position {
        Position { stones: [self.own, self.theirs] }
    }

    /// The other player to move.
    #[must_use]
    pub fn swapped(self) -> Sides {
        Sides { own: self.theirs, theirs: self.own }
    }

    /// All stones.
    #[must_use]
    pub fn occupied(self) -> Points {
        self.own | self.theirs
    }
}

/// How the opponent could bring back the position before a play by plays of his own alone, were it not forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retake {
    /// In no way.
    Never,
    /// By the next play: the play took a single stone and can be taken back by itself.
    Ko,
    /// By several plays, the last of which takes the stone played back.
    Refill,
}

/// A play of the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// The point.
    pub stone: Points,
    /// The stones it takes.
    pub captured: Points,
    /// How it could be undone.
    pub retake: Retake,
}

impl Play {
    /// The stones after it, seen from the opponent, who is to move.
    #[must_use]
    #[inline]
    pub fn after(&self, Sides { own, theirs }: Sides) -> Sides {
        Sides { own: theirs & !self.captured, theirs: own | self.stone }
    }
}

/// The plays from a legal position, in the order of their points.
pub fn plays(board: &Board, sides @ Sides { own, theirs }: Sides, out: &mut Vec<Play>) {
    out.clear();
    let empty = board.all() & !sides.occupied();
    // The strings of the opponent that a play takes, by their only liberties.
    let mut last = 0;
    let mut takes = [(0, 0); 32];
    let mut strings = 0;
    for string in board.components(theirs) {
        let liberties = board.around(string) & empty;
        if liberties & liberties.wrapping_sub(1) == 0 {
            takes[strings] = (liberties, string);
            strings += 1;
            last |= liberties;
        }
    }
    let free = board.around(empty);
    for point in points_of(empty) {
        let stone = 1 << point;
        let beside = board.adjacent(point);
        let (mut captured, mut retake) = (0, Retake::Never);
        if last & stone != 0 {
            captured = takes[..strings].iter().filter(|(liberty, _)| *liberty == stone).fold(0, |m, (_, s)| m | s);
            if beside & !theirs == 0 {
                retake = if captured & (captured - 1) == 0 { Retake::Ko } else { Retake::Refill };
            }
        } else if free & stone == 0 {
            let string = board.connected(beside & own, own);
            if board.around(string) & empty & !stone == 0 {
                continue;
            }
        }
        out.push(Play { stone, captured, retake });
    }
}

/// The positions, seen from the opponent who was to move there, from which one of his plays leads here.
pub fn predecessors(board: &Board, sides @ Sides { own, theirs }: Sides, mut found: impl FnMut(Sides)) {
    let empty = board.all() & !sides.occupied();
    // What he has taken was all of an empty region that only he borders.
    let (mut regions, mut number, mut beside_them) = ([0; 16], 0, 0);
    for region in board.components(empty) {
        let around = board.around(region);
        if around & own == 0 && around & theirs != 0 {
            regions[number] = region;
            number += 1;
            beside_them |= around;
        }
    }
    for point in points_of(theirs) {
        let stone = 1 << point;
        let before = Sides { own: theirs & !stone, theirs: own };
        found(before);
        if beside_them & stone == 0 {
            continue;
        }
        let (mut here, mut several) = ([0; 4], 0);
        for &region in regions[..number].iter().filter(|region| **region & board.adjacent(point) != 0) {
            here[several] = region;
            several += 1;
        }
        for some in 1u32..1 << several {
            let taken = (0..several).filter(|i| some >> i & 1 == 1).fold(0, |m, i| m | here[i]);
            // His other strings had liberties.
            let liberties = board.around(empty & !taken | stone);
            if board.connected(liberties & before.own, before.own) == before.own {
                found(Sides { own: before.own, theirs: own | taken });
            }
        }
    }
}

/// Whether plays of the player with the stones `own` alone might lead from `here` to `there`: they only add his stones, on points
/// that are his `there`, and take whole strings of the opponent, for which they must occupy every liberty.
#[must_use]
pub fn can_return(board: &Board, here: Sides, there: Sides) -> bool {
    let missing = there.own & !here.own;
    let surplus = here.theirs & !there.theirs;
    missing != 0
        && here.own & !there.own == 0
        && there.theirs & !here.theirs == 0
        && board.connected(surplus, here.theirs) == surplus
        && board.around(surplus) & !here.occupied() & board.all() & !missing == 0
}
