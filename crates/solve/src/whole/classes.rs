//! The legal positions of a board up to its symmetries, the colours kept apart: one number for each class, found from a
//! position by one look into a table of all colourings.

use crate::board::{Board, Points, Position, Symmetry};

/// The most points of a board whose positions are numbered here: there is one table entry for each of the 3^points
/// colourings (4x4: 172 MB).
pub const MAX_WHOLE_POINTS: usize = 16;

/// No legal position.
const ILLEGAL: u32 = u32::MAX;
/// A number takes this many bits; the symmetry stands above them.
const NUMBER_BITS: u32 = 29;
const NUMBER: u32 = (1 << NUMBER_BITS) - 1;

/// A class or node, and the symmetry that leads from its representative to what was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CanonicalForm(u32);

impl CanonicalForm {
    /// `number` turned by the symmetry `turn`.
    #[must_use]
    pub fn new(number: usize, turn: usize) -> CanonicalForm {
        debug_assert!(number <= NUMBER as usize && turn < 8);
        CanonicalForm(number as u32 | (turn as u32) << NUMBER_BITS)
    }

    /// The number of the class or node.
    #[must_use]
    pub fn number(self) -> usize {
        (self.0 & NUMBER) as usize
    }

    /// The symmetry, an index into [`Turns`].
    #[must_use]
    pub fn turn(self) -> usize {
        (self.0 >> NUMBER_BITS) as usize
    }
}

/// The symmetries of a board of up to 16 points, as tables over bytes of a set of points.
#[derive(Clone, Debug)]
pub struct Turns {
    symmetries: Vec<Symmetry>,
    low: Vec<[u16; 256]>,
    high: Vec<[u16; 256]>,
    inverse: Vec<usize>,
}

impl Turns {
    fn new(board: &Board) -> Turns {
        let symmetries = Symmetry::all(board.grid());
        let table = |s: &Symmetry, shift: usize| {
            std::array::from_fn(|byte| {
                let points = (byte as Points) << shift;
                // Bits beyond the board stay where they are.
                (s.points(points & board.all()) | points & !board.all()) as u16
            })
        };
        let low = symmetries.iter().map(|s| table(s, 0)).collect();
        let high = symmetries.iter().map(|s| table(s, 8)).collect();
        let undoes = |s: &Symmetry| {
            let inverse = s.inverse();
            symmetries.iter().position(|t| *t == inverse).expect("the symmetries of a grid are a group")
        };
        let inverse = symmetries.iter().map(undoes).collect();
        Turns { low, high, inverse, symmetries }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.symmetries.len()
    }

    /// There is always the identity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The symmetry itself.
    #[must_use]
    pub fn symmetry(&self, turn: usize) -> &Symmetry {
        &self.symmetries[turn]
    }

    /// The one that undoes `turn`.
    #[must_use]
    pub fn inverse(&self, turn: usize) -> usize {
        self.inverse[turn]
    }

    /// The image of a set of points.
    #[must_use]
    #[inline]
    pub fn set(&self, turn: usize, points: u16) -> u16 {
        self.low[turn][(points & 0xff) as usize] | self.high[turn][(points >> 8) as usize]
    }

    /// The image of a position.
    #[must_use]
    #[inline]
    pub fn position(&self, turn: usize, position: Position) -> Position {
        Position { stones: position.stones.map(|s| Points::from(self.set(turn, s as u16))) }
    }
}

/// The classes of the legal positions of one board.
pub struct Classes {
    board: Board,
    turns: Turns,
    /// Base-3 weight of a set of points.
    ternary: Vec<u32>,
    /// By colouring (black counts 1, white 2, base 3): its class and the symmetry that leads to it.
    forms: Vec<u32>,
    /// By class: black stones, white stones in the upper half.
    representatives: Vec<u32>,
}

/// Two sets of up to 16 points in one number.
#[must_use]
pub fn packed(position: Position) -> u32 {
    position.stones[0] as u32 | (position.stones[1] as u32) << 16
}

/// The position that [`packed`] made a number of.
#[must_use]
pub fn unpacked(packed: u32) -> Position {
    Position { stones: [Points::from(packed & 0xffff), Points::from(packed >> 16)] }
}

impl Classes {
    /// The classes of `board`, in ascending order of the text of their first positions; `None` if it has more than
    /// [`MAX_WHOLE_POINTS`] points.
    #[must_use]
    pub fn new(board: &Board) -> Option<Classes> {
        let n = board.len();
        if n > MAX_WHOLE_POINTS {
            return None;
        }
        let index = crate::board::index::Index::new(board.grid()).ok()?;
        let turns = Turns::new(board);
        let mut ternary = vec![0u32; 1 << n];
        for set in 1usize..1 << n {
            let p = set.trailing_zeros();
            ternary[set] = ternary[set & (set - 1)] + 3u32.pow(p);
        }
        let code = |p: Position| (ternary[p.stones[0] as usize] + 2 * ternary[p.stones[1] as usize]) as usize;
        let mut forms = vec![ILLEGAL; 3usize.pow(n as u32)];
        let mut representatives = Vec::new();
        for position in &index {
            if forms[code(position)] != ILLEGAL {
                continue;
            }
            let class = representatives.len();
            representatives.push(packed(position));
            for turn in 0..turns.len() {
                let form = &mut forms[code(turns.position(turn, position))];
                if *form == ILLEGAL {
                    *form = CanonicalForm::new(class, turn).0;
                }
            }
        }
        Some(Classes { board: board.clone(), turns, ternary, forms, representatives })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Its symmetries.
    #[must_use]
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// How many classes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Never: the empty board is a class.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.representatives.is_empty()
    }

    /// The class of a legal position and the symmetry that leads from its representative to it.
    #[must_use]
    #[inline]
    pub fn form(&self, position: Position) -> CanonicalForm {
        let [black, white] = position.stones;
        let form = self.forms[(self.ternary[black as usize] + 2 * self.ternary[white as usize]) as usize];
        debug_assert_ne!(form, ILLEGAL);
        CanonicalForm(form)
    }

    /// The representative of a class: its first position in the order of texts.
    #[must_use]
    #[inline]
    pub fn representative(&self, class: usize) -> Position {
        unpacked(self.representatives[class])
    }
}
