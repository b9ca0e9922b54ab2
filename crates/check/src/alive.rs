//! Finished positions that leave no doubt, on boards of any size: every stone is alive whoever moves, there is no dame, and all
//! texts agree. What an engine says of them shows how it counts, and nothing else.

use crate::board::plain::PlainPosition;
use crate::board::{Colour, Grid};
use crate::law::finished::all_immortal;

/// How often a drawing is begun anew.
const ATTEMPTS: usize = 400;

/// Draws such a position; `None` if none was found, as on boards without room for two players' eyes.
#[must_use]
pub fn draw(grid: Grid, random: &mut fastrand::Rng) -> Option<PlainPosition> {
    (0..ATTEMPTS).find_map(|_| {
        let mut cells = shared(grid, random);
        open_eyes(grid, &mut cells, random);
        PlainPosition::from_cells(grid, cells).filter(|position| {
            let both = Colour::ALL.into_iter().all(|c| position.cells().contains(&Some(c)));
            both && all_immortal(position, true).is_some()
        })
    })
}

/// Every point is given to one player: to the one whose nearest point of a few drawn ones is nearer.
fn shared(grid: Grid, random: &mut fastrand::Rng) -> Vec<Option<Colour>> {
    let most = (grid.len() / 12).clamp(2, 8);
    let seeds: Vec<usize> = (0..random.usize(2..=most)).map(|_| random.usize(0..grid.len())).collect();
    let place = |p: usize| (p / grid.cols(), p % grid.cols());
    let owner = |p: usize| {
        let distance = |seed: usize| {
            let ((row, col), (other_row, other_col)) = (place(p), place(seed));
            row.abs_diff(other_row).pow(2) + col.abs_diff(other_col).pow(2)
        };
        let nearest = (0..seeds.len()).min_by_key(|&i| distance(seeds[i]));
        nearest.map(|i| if i % 2 == 0 { Colour::Black } else { Colour::White })
    };
    (0..grid.len()).map(owner).collect()
}

/// Opens eyes of one or two points within what each player has, some more than are needed.
fn open_eyes(grid: Grid, cells: &mut [Option<Colour>], random: &mut fastrand::Rng) {
    let mut order: Vec<usize> = (0..grid.len()).collect();
    random.shuffle(&mut order);
    let share = random.usize(4..=12);
    let mut left = grid.len() / share + 4;
    for p in order {
        let Some(colour) = cells[p] else { continue };
        let own = |p: usize, besides: usize| grid.neighbours(p).all(|q| q == besides || cells[q] == Some(colour));
        if left == 0 {
            return;
        }
        if !own(p, p) {
            continue;
        }
        let second = grid.neighbours(p).find(|&q| cells[q] == Some(colour) && own(q, p));
        cells[p] = None;
        if let Some(q) = second.filter(|_| random.u8(0..4) == 0) {
            cells[q] = None;
        }
        left -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_drawn_on_every_size_that_engines_play_on() {
        for side in [5, 6, 7, 9, 13, 19] {
            let grid = Grid::new(side, side).unwrap();
            let mut random = fastrand::Rng::with_seed(1);
            for _ in 0..5 {
                let position = draw(grid, &mut random).unwrap_or_else(|| panic!("{grid}"));
                let (area, territory) = (all_immortal(&position, true), all_immortal(&position, false));
                assert!(area.is_some() && territory.is_some());
            }
        }
    }
}
