//! Random boards on which little is open.

use shinpan::board::plain::PlainPosition;
use shinpan::board::{Colour, Grid};

use crate::twin::open::{open_points, two_eyed};

/// Areas of both players, each of whose strings has two eyes at least; `None` if that does not come out.
fn areas(grid: Grid, random: &mut fastrand::Rng) -> Option<Vec<Option<Colour>>> {
    let far = |p: usize, q: usize| {
        let [(r, c), (s, d)] = [p, q].map(|p| (p / grid.cols(), p % grid.cols()));
        r.abs_diff(s) + c.abs_diff(d)
    };
    let middles: Vec<usize> = (0..random.usize(2..=2 + grid.len() / 12)).map(|_| random.usize(..grid.len())).collect();
    let of = |p: usize| (0..middles.len()).min_by_key(|&i| far(p, middles[i])).map(|i| Colour::ALL[i % 2]);
    let mut cells: Vec<Option<Colour>> = (0..grid.len()).map(of).collect();
    // Eyes for strings that have room for them; the others change sides.
    for _ in 0..grid.len() {
        let position = PlainPosition::from_cells(grid, cells.clone())?;
        let walls = Colour::ALL.map(|c| two_eyed(&position, c).0);
        let mut is_done = true;
        for short in position.strings().iter().filter(|s| !walls[s.colour.index()][s.stones[0]]) {
            is_done = false;
            let deep = |&&p: &&usize| grid.neighbours(p).all(|q| cells[q] == Some(short.colour));
            let room: Vec<usize> = short.stones.iter().filter(deep).copied().collect();
            if room.is_empty() {
                short.stones.iter().for_each(|&p| cells[p] = Some(short.colour.opponent()));
            } else {
                cells[room[random.usize(..room.len())]] = None;
            }
        }
        if is_done {
            return Some(cells);
        }
    }
    None
}

/// A board of which 4 to 8 points are open, beside strings of so many players at least, and everything else has two eyes.
pub fn board(grid: Grid, players: usize, random: &mut fastrand::Rng) -> PlainPosition {
    loop {
        let Some(cells) = areas(grid, random) else { continue };
        for _ in 0..20 {
            let mut cells = cells.clone();
            let (rows, cols) = (random.usize(1..=3), random.usize(2..=4));
            let (row, col) = (random.usize(..=grid.rows() - rows), random.usize(..=grid.cols() - cols));
            for (r, c) in (row..row + rows).flat_map(|r| (col..col + cols).map(move |c| (r, c))) {
                let all = [None, None, Some(Colour::Black), Some(Colour::White)];
                if random.u8(..4) > 0 {
                    cells[r * grid.cols() + c] = all[random.usize(..4)];
                }
            }
            let position = PlainPosition::from_cells(grid, cells).expect("a cell a point");
            if !position.is_legal() {
                continue;
            }
            let open = open_points(&position);
            let beside = |colour: &Colour| {
                let wall = two_eyed(&position, *colour).0;
                open.iter().any(|&p| grid.neighbours(p).any(|q| wall[q]))
            };
            if (4..=8).contains(&open.len()) && Colour::ALL.iter().filter(|c| beside(c)).count() >= players {
                return position;
            }
        }
    }
}

/// The same stones in the upper left of a larger board, the rest of which is Black's, with eyes one line from its lower edge.
pub fn within(position: &PlainPosition, grid: Grid) -> PlainPosition {
    let (rows, cols) = (position.grid().rows(), position.grid().cols());
    let cell = |p: usize| match (p / grid.cols(), p % grid.cols()) {
        (r, c) if r < rows && c < cols => position.at(r * cols + c),
        (r, c) if r == grid.rows() - 2 && (c == 1 || c == 3 || c == 5) => None,
        _ => Some(Colour::Black),
    };
    PlainPosition::from_cells(grid, (0..grid.len()).map(cell).collect()).expect("a cell a point")
}
