//! Pass-alive strings and territory: what is alive even if its owner always passes, where suicide may be a move.

use super::plain::PlainPosition;
use super::{Colour, Kernel, PointSet, WideBoard};

/// The stones of `colour` that no sequence of plays of the opponent alone takes off.
///
/// Where the suicide of several stones is no move this is Benson's theorem ([`Kernel::immortal_stones`]): each string is next to all
/// empty points of two regions, whose other strings are alive too. Where it is a move (`suicide`) all points of such a region count,
/// with a stone or without: stones that take themselves off leave points that may be next to no string.
pub fn pass_alive<K: Kernel>(board: &K, stones: [K::Set; 2], colour: Colour, suicide: bool) -> K::Set {
    let own = stones[colour.index()];
    let vacant = board.vacant(stones);
    let mut strings: Vec<K::Set> = board.components(own).collect();
    let mut regions: Vec<K::Set> = board.components(board.all().less(own)).collect();
    loop {
        let vital = |string: K::Set, region: K::Set| {
            let eyes = if suicide { region } else { region & vacant };
            !eyes.is_none() && eyes.less(board.around(string)).is_none()
        };
        let before = strings.len();
        strings.retain(|&string| regions.iter().filter(|&&region| vital(string, region)).count() >= 2);
        let alive = K::Set::union(strings.iter().copied());
        if strings.len() == before {
            return alive;
        }
        regions.retain(|&region| (board.around(region) & own).less(alive).is_none());
    }
}

/// The pass-alive territory of `colour`: regions without his stones that are bordered by pass-alive ones of his only, with no more
/// than one point that is next to none of them.
pub fn territory<K: Kernel>(board: &K, stones: [K::Set; 2], colour: Colour, suicide: bool) -> K::Set {
    let own = stones[colour.index()];
    let alive = pass_alive(board, stones, colour, suicide);
    K::Set::union(board.components(board.all().less(own)).filter(|&region| {
        let border = board.around(region) & own;
        border.less(alive).is_none() && region.less(board.around(border)).count() <= 1
    }))
}

/// Whether every point is of a pass-alive string or in pass-alive territory.
#[must_use]
pub fn everywhere(position: &PlainPosition, suicide: bool) -> bool {
    let (board, stones) = (WideBoard::new(position.grid()), WideBoard::stones(position));
    let held = Colour::ALL.map(|c| pass_alive(&board, stones, c, suicide) | territory(&board, stones, c, suicide));
    board.all().less(held[0] | held[1]).is_none()
}
