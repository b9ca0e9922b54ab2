//! Stones that some engines take off before they count, as their rules say: those in the other player's pass-alive territory.

use super::cause::all_alive;
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Kernel, PointSet, Wide, WideBoard};

/// The stones within the other player's pass-alive territory: regions bordered by his stones only, all of which are alive even if
/// he always passes (Benson's theorem), with no more than one point that is next to none of them.
#[must_use]
pub fn pass_dead(position: &PlainPosition) -> Wide {
    let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
    let territory = |colour: Colour| {
        let own = stones[colour.index()];
        let alive = board.immortal_stones(stones, colour);
        let regions = board.components(board.all().less(own));
        Wide::union(regions.filter(|&region| {
            let border = board.around(region) & own;
            !border.is_none() && border.less(alive).is_none() && region.less(board.around(border)).count() <= 1
        }))
    };
    let [black, white] = Colour::ALL.map(territory);
    stones[Colour::White.index()] & black | stones[Colour::Black.index()] & white
}

/// The margin by area without them.
#[must_use]
pub fn area_without(position: &PlainPosition) -> i32 {
    let off = pass_dead(position);
    let cells = position.cells().iter().enumerate().map(|(p, cell)| cell.filter(|_| !off.has(p)));
    PlainPosition::from_cells(position.grid(), cells.collect()).map_or(0, |left| all_alive(&left, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    #[test]
    fn stones_among_unconditionally_living_ones_are_dead_and_others_are_not() {
        let dead = |text: &str| pass_dead(&diagram::parse(text).unwrap()).count();
        // Two eyes and a region of two points: the white stone in it never lives.
        assert_eq!(dead(".XX/XXX/.XX/XXX/O.X"), 1);
        // One eye is enough beside that region; without any nothing is alive by itself.
        assert_eq!(dead(".XX/XXX/XXX/XXX/O.X"), 1);
        assert_eq!(dead("XXX/XXX/XXX/XXX/O.X"), 0);
        assert_eq!(area_without(&diagram::parse(".XX/XXX/.XX/XXX/O.X").unwrap()), 15);
    }
}
