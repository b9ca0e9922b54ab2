//! Stones that some engines take off before they count, as their rules say: those in the other player's pass-alive territory.

use crate::board::pass_alive::territory;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Wide, WideBoard};

/// The stones within the other player's pass-alive territory: regions bordered by his stones only, all of which are alive even if
/// he always passes (`suicide`: where the suicide of several stones is a move), with no more than one point that is next to none of them.
#[must_use]
pub fn pass_dead(position: &PlainPosition, suicide: bool) -> Wide {
    let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
    let [black, white] = Colour::ALL.map(|colour| territory(&board, stones, colour, suicide));
    stones[Colour::White.index()] & black | stones[Colour::Black.index()] & white
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::index::Index;
    use crate::board::pass_alive::pass_alive;
    use crate::board::{Grid, Kernel, PointSet, diagram};

    #[test]
    fn stones_among_unconditionally_living_ones_are_dead_and_others_are_not() {
        let dead = |text: &str| pass_dead(&diagram::parse(text).unwrap(), false).count();
        // Two eyes and a region of two points: the white stone in it never lives.
        assert_eq!(dead(".XX/XXX/.XX/XXX/O.X"), 1);
        // One eye is enough beside that region; without any nothing is alive by itself.
        assert_eq!(dead(".XX/XXX/XXX/XXX/O.X"), 1);
        assert_eq!(dead("XXX/XXX/XXX/XXX/O.X"), 0);
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
