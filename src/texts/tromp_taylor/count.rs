//! tt.9 on a grid of any size: the plain twin of [`super::judge`].

use super::clauses::TT_9;
use crate::board::Colour;
use crate::board::plain::PlainPosition;
use crate::law::procedure::count::{Counted, bordered_by, components, single};

/// The score of a position as it stands.
#[must_use]
pub fn counted(position: &PlainPosition) -> Counted {
    let mut count = Counted::default();
    let mut add = |player, what, points: Vec<usize>| {
        let value = points.len() as i32;
        count.add(TT_9, player, what, points, value);
    };
    let regions = components(position, |p| position.at(p).is_none());
    for player in Colour::ALL {
        let own = (0..position.grid().len()).filter(|&p| position.at(p) == Some(player)).collect();
        add(player, "points of the player's colour", own);
        let reach_only = |region: &&Vec<usize>| single(bordered_by(position, region, |_| true)) == Some(player);
        let mut only: Vec<usize> = regions.iter().filter(reach_only).flatten().copied().collect();
        only.sort_unstable();
        add(player, "empty points that reach only that colour", only);
    }
    count
}
