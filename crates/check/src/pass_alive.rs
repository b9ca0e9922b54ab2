//! Stones that some engines take off before they count, as their rules say: those in the other player's pass-alive territory.

use super::count::all_alive;
use crate::board::pass_alive::territory;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, PointSet, Wide, WideBoard};

/// The stones within the other player's pass-alive territory: regions bordered by his stones only, all of which are alive even if
/// he always passes (`suicide`: where the suicide of several stones is a move), with no more than one point that is next to none of them.
#[must_use]
pub fn pass_dead(position: &PlainPosition, suicide: bool) -> Wide {
    let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
    let [black, white] = Colour::ALL.map(|colour| territory(&board, stones, colour, suicide));
    stones[Colour::White.index()] & black | stones[Colour::Black.index()] & white
}

/// The margin by area without them.
#[must_use]
pub fn area_without(position: &PlainPosition, suicide: bool) -> i32 {
    let off = pass_dead(position, suicide);
    let cells = position.cells().iter().enumerate().map(|(p, cell)| cell.filter(|_| !off.has(p)));
    PlainPosition::from_cells(position.grid(), cells.collect()).map_or(0, |left| all_alive(&left, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::index::Index;
    use crate::board::pass_alive::pass_alive;
    use crate::board::{Grid, Kernel, diagram};

    #[test]
    fn stones_among_unconditionally_living_ones_are_dead_and_others_are_not() {
        let dead = |text: &str| pass_dead(&diagram::parse(text).unwrap(), false).count();
        // Two eyes and a region of two points: the white stone in it never lives.
        assert_eq!(dead(".XX/XXX/.XX/XXX/O.X"), 1);
        // One eye is enough beside that region; without any nothing is alive by itself.
        assert_eq!(dead(".XX/XXX/XXX/XXX/O.X"), 1);
        assert_eq!(dead("XXX/XXX/XXX/XXX/O.X"), 0);
        assert_eq!(area_without(&diagram::parse(".XX/XXX/.XX/XXX/O.X").unwrap(), false), 15);
    }

    /// KataGo 1.17 counts this W+30: it leaves B3 and C3 where they could take themselves off.
    #[test]
    fn a_region_from_which_stones_can_take_themselves_off_is_no_eye() {
        let position = diagram::parse("..OO./..O.O/.O.O./O.O.O/OXXOO/OOO.X/.O.OO").unwrap();
        assert_eq!([false, true].map(|suicide| area_without(&position, suicide)), [-35, -30]);
    }

    #[test]
    fn without_suicide_it_is_what_the_search_takes_as_immortal() {
        for size in ["2x4", "3x3", "1x7"] {
            let grid = Grid::parse(size).unwrap();
            let index = Index::new(grid).unwrap();
            for position in (0..index.count()).filter_map(|at| index.unrank(at)) {
                let plain = PlainPosition::from_position(grid, position).unwrap();
                let (board, stones) = (WideBoard::new(grid), WideBoard::stones(&plain));
                for colour in Colour::ALL {
                    let alive = [false, true].map(|suicide| pass_alive(&board, stones, colour, suicide));
                    assert_eq!(alive[0], board.immortal_stones(stones, colour), "{plain}");
                    assert!(alive[1].less(alive[0]).is_none(), "{plain}");
                }
            }
        }
    }
}
