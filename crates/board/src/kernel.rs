//! What a clause may ask of a board, whatever its size: the rules are written once over [`Kernel`]. [`Board`] is the kernel of
//! small boards, [`WideBoard`] that of any; tests hold them and the plain one equal.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use super::bits::{Board, Play, Points, Position, points_of};
use super::grid::{Colour, Grid};
use super::plain::{PlainPlay, PlainPosition};

/// A set of points of a board.
pub trait PointSet:
    Copy + Eq + Hash + Debug + Default + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The set of one point.
    fn one(p: usize) -> Self;

    /// The points, ascending.
    fn points(self) -> impl Iterator<Item = usize>;

    /// How many they are.
    fn count(self) -> usize;

    /// Whether the point is among them.
    fn has(self, p: usize) -> bool {
        self.meets(Self::one(p))
    }

    /// No point.
    fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Whether the sets have a point in common.
    fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    /// The points that are not in the other set.
    fn less(self, other: Self) -> Self {
        self & !other
    }

    /// The first point, if there is one.
    fn first(self) -> Option<usize> {
        self.points().next()
    }

    /// All these points.
    fn union(sets: impl IntoIterator<Item = Self>) -> Self {
        sets.into_iter().fold(Self::default(), |all, set| all | set)
    }
}

impl PointSet for Points {
    fn one(p: usize) -> Points {
        1 << p
    }

    fn points(self) -> impl Iterator<Item = usize> {
        points_of(self)
    }

    fn count(self) -> usize {
        self.count_ones() as usize
    }
}

/// What a legal play leads to, as sets of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<S> {
    /// The stones after all removals, by [`Colour::index`].
    pub after: [S; 2],
    /// The opposing stones removed.
    pub captured: S,
    /// The stone removed by a *ko capture* (see [`super::Play`]).
    pub ko: Option<usize>,
}

impl From<&Play> for Played<Points> {
    fn from(play: &Play) -> Played<Points> {
        Played { after: play.after.stones, captured: play.captured, ko: play.ko }
    }
}

impl From<&PlainPlay> for Played<Wide> {
    fn from(play: &PlainPlay) -> Played<Wide> {
        Played { after: WideBoard::stones(&play.after), captured: play.captured.iter().copied().collect(), ko: play.ko }
    }
}

impl From<Position> for [Points; 2] {
    fn from(position: Position) -> [Points; 2] {
        position.stones
    }
}

/// A board as the rules see it. Stones are given by [`Colour::index`].
pub trait Kernel {
    /// Its sets of points.
    type Set: PointSet;

    /// The grid.
    fn grid(&self) -> Grid;

    /// All points.
    fn all(&self) -> Self::Set;

    /// The points adjacent to a point of `set`.
    fn around(&self, set: Self::Set) -> Self::Set;

    /// The points adjacent to `p`.
    fn adjacent_to(&self, p: usize) -> Self::Set {
        self.around(Self::Set::one(p))
    }

    /// The maximal connected part of `within` that holds `seed` (a subset of `within`).
    fn connected(&self, seed: Self::Set, within: Self::Set) -> Self::Set {
        let mut part = seed;
        loop {
            let more = (part | self.around(part)) & within;
            if more == part {
                return part;
            }
            part = more;
        }
    }

    /// The maximal connected parts of `set`, in the order of their first points.
    fn components(&self, set: Self::Set) -> impl Iterator<Item = Self::Set> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = self.connected(Self::Set::one(rest.first()?), rest);
            rest = rest.less(part);
            Some(part)
        })
    }

    /// The empty points.
    fn vacant(&self, stones: [Self::Set; 2]) -> Self::Set {
        self.all().less(stones[0] | stones[1])
    }

    /// What a stone of `colour` on `p` leads to; `None` if the point is occupied or the play is suicide.
    fn put(&self, stones: [Self::Set; 2], colour: Colour, p: usize) -> Option<Played<Self::Set>>;

    /// The stones that the opponent could remove by a ko capture, every ko restriction ignored.
    fn in_ko(&self, stones: [Self::Set; 2]) -> Self::Set;

    /// The immortal stones of `colour` ([`Board::immortal`]).
    fn immortal_stones(&self, stones: [Self::Set; 2], colour: Colour) -> Self::Set;
}

impl Kernel for Board {
    type Set = Points;

    fn grid(&self) -> Grid {
        Board::grid(self)
    }

    fn all(&self) -> Points {
        Board::all(self)
    }

    fn around(&self, set: Points) -> Points {
        Board::around(self, set)
    }

    fn adjacent_to(&self, p: usize) -> Points {
        self.adjacent(p)
    }

    fn put(&self, stones: [Points; 2], colour: Colour, p: usize) -> Option<Played<Points>> {
        self.play(Position { stones }, colour, p).map(|play| Played::from(&play))
    }

    fn in_ko(&self, stones: [Points; 2]) -> Points {
        self.ko_stones(Position { stones })
    }

    fn immortal_stones(&self, stones: [Points; 2], colour: Colour) -> Points {
        self.immortal(Position { stones }, colour)
    }
}

/// Words of a [`Wide`] set: 19 x 19 points.
const WORDS: usize = 6;

/// A set of points of a board of any size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wide([u64; WORDS]);

impl BitAnd for Wide {
    type Output = Wide;

    fn bitand(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Wide {
    type Output = Wide;

    fn bitor(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Wide {
    type Output = Wide;

    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl PointSet for Wide {
    fn one(p: usize) -> Wide {
        let mut set = Wide::default();
        set.0[p / 64] = 1 << (p % 64);
        set
    }

    fn points(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| points_of(word).map(move |p| 64 * i + p))
    }

    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

impl FromIterator<usize> for Wide {
    fn from_iter<I: IntoIterator<Item = usize>>(points: I) -> Wide {
        let mut set = Wide::default();
        points.into_iter().for_each(|p| set.0[p / 64] |= 1 << (p % 64));
        set
    }
}

/// A board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideBoard {
    grid: Grid,
}

impl WideBoard {
    /// The board over `grid`.
    #[must_use]
    pub fn new(grid: Grid) -> WideBoard {
        WideBoard { grid }
    }

    /// The stones of a position, by [`Colour::index`].
    #[must_use]
    pub fn stones(position: &PlainPosition) -> [Wide; 2] {
        let of = |c| position.cells().iter().enumerate().filter(move |(_, s)| **s == Some(c)).map(|(p, _)| p);
        Colour::ALL.map(|c| of(c).collect())
    }

    /// The position with these stones.
    #[must_use]
    pub fn position(&self, stones: [Wide; 2]) -> Option<PlainPosition> {
        let cells = (0..self.grid.len()).map(|p| Colour::ALL.into_iter().find(|c| stones[c.index()].has(p)));
        PlainPosition::from_cells(self.grid, cells.collect())
    }
}

impl Kernel for WideBoard {
    type Set = Wide;

    fn grid(&self) -> Grid {
        self.grid
    }

    fn all(&self) -> Wide {
        (0..self.grid.len()).collect()
    }

    fn around(&self, set: Wide) -> Wide {
        set.points().flat_map(|p| self.grid.neighbours(p)).collect()
    }

    fn put(&self, stones: [Wide; 2], colour: Colour, p: usize) -> Option<Played<Wide>> {
        let play = self.position(stones)?.play(colour, p).ok()?;
        Some(Played::from(&play))
    }

    fn in_ko(&self, stones: [Wide; 2]) -> Wide {
        let Some(position) = self.position(stones) else { return Wide::default() };
        let position = &position;
        let takes = |p| Colour::ALL.into_iter().filter_map(move |c| position.play(c, p).ok()?.ko);
        self.vacant(stones).points().flat_map(takes).collect()
    }

    /// Benson's theorem, as [`Board::immortal`] has it.
    fn immortal_stones(&self, stones: [Wide; 2], colour: Colour) -> Wide {
        let (own, empty) = (stones[colour.index()], self.vacant(stones));
        let next_to_own = self.around(own);
        let fit = |region: &Wide| (*region & empty).less(next_to_own).is_none();
        let mut regions: Vec<Wide> = self.components(self.all().less(own)).filter(fit).collect();
        let mut alive = own;
        loop {
            let strings = self.components(alive).filter(|&string| {
                let reach = self.around(string);
                regions.iter().filter(|r| r.meets(reach) && (**r & empty).less(reach).is_none()).count() >= 2
            });
            let next = Wide::union(strings);
            if next == alive {
                return alive;
            }
            alive = next;
            let given_up = own.less(alive);
            regions.retain(|&r| !self.around(r).meets(given_up));
        }
    }
}
