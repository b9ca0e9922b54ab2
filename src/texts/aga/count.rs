//! aga.12 on boards of any size: the plain twin of [`super::judge`].

use super::clauses::*;
use crate::board::Colour;
use crate::board::plain::PlainPosition;
use crate::law::RuleSet;
use crate::law::procedure::count::{Counted, bordered_by, components, marked, single};

/// The score with these stones dead, without prisoners from before.
#[must_use]
pub fn counted(rules: &RuleSet, position: &PlainPosition, dead: &[usize]) -> Counted {
    let grid = position.grid();
    let is_dead = marked(position, dead);
    let living = |p: usize| position.at(p).filter(|_| !is_dead[p]);
    let regions = components(position, |p| living(p).is_none());
    let mut count = Counted::default();
    let mut add = |clause, player, what, points: Vec<usize>| {
        let value = points.len() as i32;
        count.add(clause, player, what, points, value);
    };
    for player in Colour::ALL {
        let surrounded = |r: &&Vec<usize>| single(bordered_by(position, r, |q| living(q).is_some())) == Some(player);
        let mut territory: Vec<usize> = regions.iter().filter(surrounded).flatten().copied().collect();
        territory.sort_unstable();
        add(AGA_12_TERRITORY, player, "points of territory", territory);
        if rules.text.counts_stones(rules) {
            let stones = (0..grid.len()).filter(|&p| living(p) == Some(player)).collect();
            add(AGA_12_BY_AREA, player, "living stones", stones);
        } else {
            let taken = (0..grid.len()).filter(|&p| is_dead[p] && position.at(p) == Some(player.opponent())).collect();
            add(AGA_12_BY_TERRITORY, player, "dead stones taken as prisoners", taken);
        }
    }
    count
}
