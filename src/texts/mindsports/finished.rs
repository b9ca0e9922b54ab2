//! Final positions in which nothing has to be searched for.

use crate::board::Colour;
use crate::board::plain::PlainPosition;
use crate::law::RuleSet;
use crate::law::finished::{Finished, Sight};
use crate::law::procedure::count::{components, immortal, mindsports};

/// Every string is immortal, so not dead; or its opponent denies it life, so that it is dead whoever moves first (ms.dead). Where a
/// region is shared the strings on it are independent, being immortal when the dead ones are gone (ms.seki).
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let dead = Sight::of(position).dead(position)?;
    let stones: Vec<usize> = (0..dead.len()).filter(|&p| dead[p]).collect();
    let cells = (0..dead.len()).map(|p| position.at(p).filter(|_| !dead[p])).collect();
    let after = PlainPosition::from_cells(position.grid(), cells)?;
    let alive = Colour::ALL.map(|c| immortal(&after, c));
    for region in components(&after, |p| after.at(p).is_none()) {
        let border = || region.iter().flat_map(|&p| after.grid().neighbours(p)).filter_map(|q| Some((q, after.at(q)?)));
        let shared = Colour::ALL.iter().all(|&c| border().any(|(_, stone)| stone == c));
        if shared && !border().all(|(q, stone)| alive[stone.index()][q]) {
            return None;
        }
    }
    let count = mindsports(rules, position, &stones, &[]);
    Some(Finished::with_status(position, &dead, &vec![false; dead.len()], count))
}
