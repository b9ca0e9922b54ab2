//! A number for each position of a board up to its symmetries: first the set of its occupied points, up to symmetry, then the
//! colours of those points.
//!
//! All colourings of one set of occupied points are a block of consecutive numbers, and blocks come by falling number of
//! stones: what a play leads to that takes nothing has a lesser number, what a pass leads to is in the same block, and what a
//! capture leads to has a greater one. Some numbers stand for no position: those of colourings that are not legal, and of those
//! that are an image of another one in their block, where a symmetry leaves the occupied points as they are.

use crate::board::{Board, Colour, Points, Position};

use super::moves::Sides;
use super::turns::{Subsets, Turns};

/// The most points of a board that is solved so.
pub const MAX_DENSE_POINTS: usize = 20;

/// Numbers of one block that are a word of a set of numbers.
const WORD: usize = 64;

/// All colourings of one set of points.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The occupied points, the least set of their images under the symmetries.
    pub occupied: u32,
    /// The number of the first colouring. It is a multiple of 64.
    pub base: usize,
    /// Symmetries that leave the occupied points as they are, the identity among them.
    pub still: u8,
}

impl Block {
    /// How many stones.
    #[must_use]
    pub fn stones(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// How many colourings.
    #[must_use]
    pub fn colourings(&self) -> u32 {
        1 << self.stones()
    }

    /// How many numbers are set aside for them.
    #[must_use]
    pub fn len(&self) -> usize {
        (self.colourings() as usize).max(WORD)
    }

    /// There is at least one colouring.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// Where a position is found: the number of its image, and what leads back from there.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The number.
    pub slot: usize,
    /// The occupied points of the image.
    pub(super) occupied: u32,
    /// The symmetry from the image to the position.
    pub(super) back: u8,
    /// A symmetry leaves the occupied points as they are.
    pub(super) symmetric: bool,
}

/// The numbers of the positions of one board.
pub struct Slots {
    board: Board,
    turns: Turns,
    subsets: Subsets,
    /// By set of occupied points: the first number of its block (from bit 8 on), the symmetry that leads to the block's own set
    /// (bits 1 to 3), and whether a symmetry leaves that as it is (bit 0).
    canonical: Vec<u64>,
    blocks: Vec<Block>,
    len: usize,
}

impl Slots {
    /// Of this board; `None` if it has more than [`MAX_DENSE_POINTS`] points.
    #[must_use]
    pub fn new(board: &Board) -> Option<Slots> {
        let n = board.len();
        if n > MAX_DENSE_POINTS {
            return None;
        }
        let turns = Turns::new(board);
        // The full board is no legal position.
        let least = |set: u32| (1..turns.len()).all(|t| turns.set(t, set.into()) >= Points::from(set));
        let mut sets: Vec<u32> = (0..(1u32 << n) - 1).filter(|&set| least(set)).collect();
        sets.sort_by_key(|set| (n as u32 - set.count_ones(), *set));
        let mut blocks = Vec::with_capacity(sets.len());
        let mut canonical = vec![u64::MAX; 1 << n];
        let mut len = 0;
        for occupied in sets {
            let still =
                (0..turns.len()).filter(|&t| turns.set(t, occupied.into()) == Points::from(occupied)).count() as u8;
            let block = Block { occupied, base: len, still };
            for turn in (0..turns.len()).rev() {
                let back = turns.inverse(turn) as u64;
                let image = turns.set(turn, occupied.into()) as usize;
                canonical[image] = (len as u64) << 8 | back << 1 | u64::from(still > 1);
            }
            len += block.len();
            blocks.push(block);
        }
        Some(Slots { board: board.clone(), turns, subsets: Subsets::default(), canonical, blocks, len })
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

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: the empty board has a number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The blocks, in the order of their numbers.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The block that a number is in.
    #[must_use]
    pub fn block_of(&self, slot: usize) -> usize {
        self.blocks.partition_point(|block| block.base <= slot) - 1
    }

    /// Where a position is found.
    #[must_use]
    #[inline]
    pub fn place(&self, Sides { own, theirs }: Sides) -> Place {
        let entry = self.canonical[(own | theirs) as usize];
        let (base, mut turn, symmetric) = ((entry >> 8) as usize, (entry >> 1 & 7) as usize, entry & 1 == 1);
        let black = self.turns.set(turn, own);
        let occupied = self.turns.set(turn, own | theirs) as u32;
        let mut code = self.subsets.number(black, occupied);
        if symmetric {
            let first = turn;
            for then in self.still(occupied) {
                let image = self.subsets.number(self.turns.set(then, black), occupied);
                if image < code {
                    code = image;
                    turn = self.turns.both(first, then);
                }
            }
        }
        Place { slot: base + code as usize, occupied, back: self.turns.inverse(turn) as u8, symmetric }
    }

    /// The symmetries but the identity that leave this set as it is.
    pub(super) fn still(&self, occupied: u32) -> impl Iterator<Item = usize> + '_ {
        (1..self.turns.len()).filter(move |&turn| self.turns.set(turn, occupied.into()) == Points::from(occupied))
    }

    /// The stones of this number of a block: those of the player to move and the others.
    #[must_use]
    #[inline]
    pub fn sides(&self, block: &Block, code: u32) -> Sides {
        let own = self.subsets.points(code, block.occupied);
        Sides { own, theirs: Points::from(block.occupied) & !own }
    }

    /// The same, if it is a legal position and the first of its images in its block.
    #[must_use]
    pub fn legal(&self, block: &Block, code: u32) -> Option<Sides> {
        if code >= block.colourings() {
            return None;
        }
        let sides = self.sides(block, code);
        let first = |turn| self.subsets.number(self.turns.set(turn, sides.own), block.occupied) >= code;
        let is_first = block.still == 1 || self.still(block.occupied).all(first);
        (is_first && self.board.is_legal(sides.position())).then_some(sides)
    }

    /// How many images a position has under the symmetries.
    #[must_use]
    pub fn images(&self, sides: Sides) -> u64 {
        let same = |&turn: &usize| [sides.own, sides.theirs].iter().all(|&set| self.turns.set(turn, set) == set);
        (self.turns.len() / (0..self.turns.len()).filter(same).count()) as u64
    }

    /// The stones of a number that belongs to a position.
    #[must_use]
    pub fn position(&self, slot: usize) -> Position {
        let block = &self.blocks[self.block_of(slot)];
        self.sides(block, (slot - block.base) as u32).position()
    }

    /// The points of the image that are in `points` of the position, as bits of a value; [`Slots::points`] leads back.
    #[must_use]
    #[inline]
    pub fn bits(&self, place: Place, points: Points) -> u32 {
        self.subsets.number(self.turns.set(self.turns.inverse(place.back as usize), points), place.occupied)
    }

    /// The stones of the position that a value has a bit for.
    #[must_use]
    #[inline]
    pub fn points(&self, place: Place, bits: u32) -> Points {
        self.turns.set(place.back as usize, self.subsets.points(bits, place.occupied))
    }

    /// The points of a block's own set that a value has a bit for.
    #[must_use]
    #[inline]
    pub(super) fn unturned(&self, occupied: u32, bits: u32) -> Points {
        self.subsets.points(bits, occupied)
    }

    /// The value with bits for these stones of a block's own set.
    #[must_use]
    #[inline]
    pub(super) fn value(&self, occupied: u32, points: Points) -> u32 {
        self.subsets.number(points, occupied)
    }

    /// Bytes that the numbers themselves take on a board of so many points.
    #[must_use]
    pub fn memory(points: usize) -> u64 {
        (8 + 16) << points
    }
}

impl Sides {
    /// Of a position, this player to move.
    #[must_use]
    pub fn of(position: Position, mover: Colour) -> Sides {
        Sides { own: position.of(mover), theirs: position.of(mover.opponent()) }
    }
}
