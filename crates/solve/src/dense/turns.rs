//! The symmetries of a board, and colourings of some of its points as numbers, by tables over a few bits of a set of points.

use crate::board::{Board, Points, Position, Symmetry};

/// Bits of a set that one look into a table turns.
const HALF: u32 = 10;

/// The symmetries of a board of up to 20 points, the identity first.
pub struct Turns {
    /// By symmetry: the images of the sets of the lower ten points and of the upper ones.
    images: Vec<[[u32; 1 << HALF]; 2]>,
    inverse: Vec<u8>,
    /// By the symmetry done first and the one done then.
    both: Vec<[u8; 8]>,
}

impl Turns {
    /// Of this board.
    #[must_use]
    pub fn new(board: &Board) -> Turns {
        let symmetries = Symmetry::all(board.grid());
        let half = |s: &Symmetry, shift: u32| {
            std::array::from_fn(|set| s.points((set as Points) << shift & board.all()) as u32)
        };
        let images = symmetries.iter().map(|s| [half(s, 0), half(s, HALF)]).collect();
        let number = |found: &Symmetry| {
            symmetries.iter().position(|s| s == found).expect("the symmetries of a grid are a group") as u8
        };
        let inverse = symmetries.iter().map(|s| number(&s.inverse())).collect();
        let same = |first: &Symmetry, then: &Symmetry, s: &Symmetry| {
            (0..board.len()).all(|p| then.point(first.point(p)) == s.point(p))
        };
        let followed = |first: &Symmetry, then: &Symmetry| {
            symmetries.iter().position(|s| same(first, then, s)).expect("the symmetries of a grid are a group") as u8
        };
        let both = symmetries
            .iter()
            .map(|first| std::array::from_fn(|then| symmetries.get(then).map_or(0, |then| followed(first, then))))
            .collect();
        Turns { images, inverse, both }
    }

    /// How many there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// The one that undoes `turn`.
    #[must_use]
    #[inline]
    pub fn inverse(&self, turn: usize) -> usize {
        self.inverse[turn] as usize
    }

    /// The one that does what `first` and `then` do one after the other.
    #[must_use]
    #[inline]
    pub fn both(&self, first: usize, then: usize) -> usize {
        self.both[first][then] as usize
    }

    /// The image of a set of points.
    #[must_use]
    #[inline]
    pub fn set(&self, turn: usize, points: Points) -> Points {
        if turn == 0 {
            return points;
        }
        let [low, high] = &self.images[turn];
        let mask = (1 << HALF) - 1;
        Points::from(low[(points & mask) as usize] | high[(points >> HALF & mask) as usize])
    }
}

impl Turns {
    /// The image of a position.
    #[must_use]
    pub fn position(&self, turn: usize, position: Position) -> Position {
        Position { stones: position.stones.map(|set| self.set(turn, set)) }
    }
}

/// Subsets of a set of up to 24 points as numbers: bit `i` of the number stands for point `i` of the set.
pub struct Subsets {
    gathered: Box<[u8; 1 << 16]>,
    scattered: Box<[u8; 1 << 16]>,
    count: [u8; 256],
}

impl Default for Subsets {
    fn default() -> Subsets {
        let mut tables = Subsets {
            gathered: Box::new([0; 1 << 16]),
            scattered: Box::new([0; 1 << 16]),
            count: std::array::from_fn(|set| set.count_ones() as u8),
        };
        for set in 0..256usize {
            let points: Vec<usize> = (0..8).filter(|p| set >> p & 1 == 1).collect();
            for x in 0..256usize {
                let gathered = points.iter().enumerate().fold(0, |m, (i, p)| m | (x >> p & 1) << i);
                let scattered = points.iter().enumerate().fold(0, |m, (i, p)| m | (x >> i & 1) << p);
                tables.gathered[set << 8 | x] = gathered as u8;
                tables.scattered[set << 8 | x] = scattered as u8;
            }
        }
        tables
    }
}

impl Subsets {
    #[inline]
    fn at(table: &[u8; 1 << 16], set: u32, x: u32) -> u32 {
        u32::from(table[((set & 0xff) << 8 | x & 0xff) as usize])
    }

    #[inline]
    fn count(&self, set: u32) -> u32 {
        u32::from(self.count[(set & 0xff) as usize])
    }

    /// The number of the part of `points` that is in `set`.
    #[must_use]
    #[inline]
    pub fn number(&self, points: Points, set: u32) -> u32 {
        let points = points as u32;
        let first = self.count(set);
        let second = first + self.count(set >> 8);
        Self::at(&self.gathered, set, points)
            | Self::at(&self.gathered, set >> 8, points >> 8) << first
            | Self::at(&self.gathered, set >> 16, points >> 16) << second
    }

    /// The subset of `set` that has this number.
    #[must_use]
    #[inline]
    pub fn points(&self, number: u32, set: u32) -> Points {
        let first = self.count(set);
        let second = first + self.count(set >> 8);
        Points::from(
            Self::at(&self.scattered, set, number)
                | Self::at(&self.scattered, set >> 8, number >> first) << 8
                | Self::at(&self.scattered, set >> 16, number >> second) << 16,
        )
    }
}
