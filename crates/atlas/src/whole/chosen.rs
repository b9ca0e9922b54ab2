//! Some positions of a board that is too large to go through all of it: those of one kind, enumerated.

use rustc_hash::FxHashMap;

use super::space::Half;
use crate::board::{Board, Grid, Points, Position, Symmetry, diagram};

/// The most points of a board of which the positions of a kind are enumerated: all sets of points are gone through.
pub const MAX_CHOSEN_POINTS: usize = 25;

/// Which positions of a board are gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only {
    /// Those in which every string is immortal ([`Board::immortal`], Benson 1976), the empty board among them.
    PassAlive,
    /// Those of them in which both players have stones.
    PassAliveBoth,
    /// Those of a list, as often as they are in it.
    Given {
        /// BLAKE3 of the list, a line of text for each.
        digest: [u8; 32],
    },
}

impl Only {
    /// What is said of them, as in "9,876,389 ...".
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Only::PassAlive => {
                "legal positions in which every string is immortal (Benson 1976; also called pass-alive)"
            }
            Only::PassAliveBoth => {
                "legal positions in which both players have stones and every string is immortal (Benson 1976; also called pass-alive)"
            }
            Only::Given { .. } => "positions of a list",
        }
    }

    /// Those of this list.
    #[must_use]
    pub fn given(grid: Grid, positions: &[Position]) -> Only {
        let mut list = blake3::Hasher::new();
        for &position in positions {
            list.update(diagram::text(grid, position).as_bytes()).update(b"\n");
        }
        Only::Given { digest: list.finalize().into() }
    }
}

/// Whether a position has as many stones of either colour, so that it may be an image of that with the colours exchanged.
pub(super) fn can_be_images(position: Position) -> bool {
    let [black, white] = position.stones.map(u64::count_ones);
    black == white
}

/// Positions of one kind, a representative of each class under symmetry and the exchange of the colours; those of a list stand for themselves.
pub(super) struct Chosen {
    /// Which.
    pub only: Only,
    /// How many positions they stand for.
    pub positions: u64,
    /// By class.
    pub representatives: Vec<Position>,
    symmetries: Vec<Symmetry>,
}

impl Chosen {
    /// Those of a board; `None` if it has more than [`MAX_CHOSEN_POINTS`] points.
    pub fn new(grid: Grid, only: Only) -> Option<Chosen> {
        let board = Board::new(grid).filter(|board| board.len() <= MAX_CHOSEN_POINTS)?;
        let mut chosen = Chosen { only, positions: 0, representatives: Vec::new(), symmetries: Symmetry::all(grid) };
        let mut living = Living { board: &board, found: FxHashMap::default() };
        for black in 0..=board.all() {
            if chosen.symmetries.iter().all(|s| s.points(black) >= black) {
                living.beside(black, &mut |white| chosen.take(Position { stones: [black, white] }));
            }
        }
        Some(chosen)
    }

    /// Those of a list; `None` as above.
    pub fn given(grid: Grid, representatives: Vec<Position>) -> Option<Chosen> {
        Board::new(grid).filter(|board| board.len() <= MAX_CHOSEN_POINTS)?;
        let only = Only::given(grid, &representatives);
        Some(Chosen { only, positions: representatives.len() as u64, representatives, symmetries: Vec::new() })
    }

    /// Of a class: see [`super::WholeBoard::halves`].
    pub fn halves(&self, position: Position) -> [Option<Half>; 2] {
        if let Only::Given { .. } = self.only {
            return [Some((position, 1)), None];
        }
        let (positions, swapped) = (self.images(position), position.swapped());
        let is_image = can_be_images(position) && self.is_image(position, swapped);
        [Some((position, positions)), (!is_image).then_some((swapped, positions))]
    }

    /// Keeps a position if it is of the kind, and the least of its class.
    fn take(&mut self, position: Position) {
        if self.only == Only::PassAliveBoth && position.stones.contains(&0) {
            return;
        }
        let images = |of: Position| self.symmetries.iter().map(move |s| s.position(of));
        if images(position).chain(images(position.swapped())).all(|image| image >= position) {
            let swapped = position.swapped();
            let is_image = can_be_images(position) && self.is_image(position, swapped);
            self.positions += self.images(position) * if is_image { 1 } else { 2 };
            self.representatives.push(position);
        }
    }

    /// How many images a position has under the symmetries.
    fn images(&self, position: Position) -> u64 {
        let still = self.symmetries.iter().filter(|s| s.position(position) == position).count();
        (self.symmetries.len() / still) as u64
    }

    /// Whether `other` is one of them.
    fn is_image(&self, position: Position, other: Position) -> bool {
        self.symmetries.iter().any(|s| s.position(position) == other)
    }

    /// The first of them in the order of texts.
    pub fn first(&self, position: Position) -> Position {
        self.symmetries.iter().map(|s| s.position(position)).min_by(Position::cmp_text).unwrap_or(position)
    }
}

/// Sets of stones all of whose strings are immortal.
///
/// If every string of a position is immortal, a region without stones of one player that holds stones of the other is vital to no
/// string of the first: he could play on all its empty points one by one, as the string has its liberties elsewhere, and would take
/// those stones though their owner only passes. So the vital regions are empty regions that only one player borders, and the
/// position is one in which all strings are immortal exactly if each string is next to all points of two such regions.
struct Living<'a> {
    board: &'a Board,
    /// By set of points that is bordered by opposing stones or the edge: the sets of stones on it whose strings are all immortal.
    found: FxHashMap<Points, Vec<Points>>,
}

/// Fewer points hold no string with two eyes.
const LEAST: u32 = 3;

impl Living<'_> {
    /// Every set of white stones beside these black ones with which all strings are immortal.
    fn beside(&mut self, black: Points, take: &mut dyn FnMut(Points)) {
        let board = self.board;
        let regions: Vec<Points> = board.components(board.all() & !black).collect();
        let reaches: Vec<Points> = board.components(black).map(|string| board.around(string)).collect();
        // A string lives with two regions that are left empty; White may be on all others.
        let eyes = |held: usize, reach: &Points| {
            let free = regions.iter().enumerate().filter(|(i, _)| held >> i & 1 == 0);
            free.filter(|(_, region)| *region & !reach == 0).count()
        };
        if !reaches.iter().all(|reach| eyes(0, reach) >= 2) {
            return;
        }
        let large: Vec<usize> = (0..regions.len()).filter(|&i| regions[i].count_ones() >= LEAST).collect();
        for choice in 0..1usize << large.len() {
            let held: Vec<usize> = (0..large.len()).filter(|at| choice >> at & 1 == 1).map(|at| large[at]).collect();
            let mask = held.iter().fold(0, |mask, i| mask | 1 << i);
            if reaches.iter().all(|reach| eyes(mask, reach) >= 2) {
                let ways: Vec<Vec<Points>> = held.iter().map(|&i| self.within(regions[i]).clone()).collect();
                combine(&ways, 0, take);
            }
        }
    }

    /// The sets of stones, not empty, within an area whose neighbours are stones of the opponent, all of whose strings are immortal.
    fn within(&mut self, area: Points) -> &Vec<Points> {
        let board = self.board;
        self.found.entry(area).or_insert_with(|| {
            let mut found = Vec::new();
            let mut stones = area;
            while stones != 0 {
                let own = |region: &Points| board.around(*region) & !area == 0;
                let eyes: Vec<Points> = board.components(area & !stones).filter(own).collect();
                let lives = |string: Points| {
                    let reach = board.around(string);
                    eyes.iter().filter(|&&eye| eye & !reach == 0).nth(1).is_some()
                };
                if eyes.len() >= 2 && board.components(stones).all(lives) {
                    found.push(stones);
                }
                stones = (stones - 1) & area;
            }
            found
        })
    }
}

/// Each way to take one set of each list, together with `so_far`.
fn combine(ways: &[Vec<Points>], so_far: Points, take: &mut dyn FnMut(Points)) {
    match ways {
        [] => take(so_far),
        [first, rest @ ..] => first.iter().for_each(|set| combine(rest, so_far | set, take)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WholeBoard;
    use crate::board::Colour;
    use crate::board::index::Index;

    /// Every position of whole boards, by what immortal means: no sequence of the opponent's plays alone takes a stone.
    #[test]
    fn the_positions_enumerated_are_all_in_which_every_string_is_immortal() {
        for (rows, cols) in [(1, 1), (1, 3), (1, 7), (2, 3), (2, 5), (3, 3), (3, 4)] {
            let grid = Grid::new(rows, cols).unwrap();
            let board = Board::new(grid).unwrap();
            for only in [Only::PassAlive, Only::PassAliveBoth] {
                let is_one = |position: &Position| {
                    let lives = |c| board.immortal_by_definition(*position, c) == position.of(c);
                    let both = only == Only::PassAlive || !position.stones.contains(&0);
                    both && Colour::ALL.into_iter().all(lives)
                };
                let all: Vec<Position> = Index::new(grid).unwrap().iter().filter(is_one).collect();
                let whole = WholeBoard::only(grid, only).unwrap();
                let mut found: Vec<Position> = Vec::new();
                for class in 0..whole.numbers() {
                    for (position, positions) in
                        whole.halves(whole.representative(class).unwrap()).into_iter().flatten()
                    {
                        let images = Symmetry::all(grid).into_iter().map(|s| s.position(position));
                        let mut images: Vec<Position> = images.collect();
                        images.sort_by(Position::cmp_text);
                        images.dedup();
                        assert_eq!((images[0], images.len() as u64), (whole.first(position), positions));
                        found.extend(images);
                    }
                }
                found.sort_by(Position::cmp_text);
                assert_eq!(found, all, "{grid} {only:?}");
                assert_eq!(whole.len(), all.len());
            }
        }
    }

    /// Counted by another program that adds up ways instead of listing positions.
    #[test]
    fn there_are_as_many_as_counted_elsewhere() {
        for (only, positions) in [(Only::PassAlive, 328_253), (Only::PassAliveBoth, 18_932)] {
            assert_eq!(Chosen::new(Grid::new(4, 5).unwrap(), only).unwrap().positions, positions);
        }
    }
}
