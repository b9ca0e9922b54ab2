//! Final positions in which nothing has to be searched for.

use crate::board::plain::PlainPosition;
use crate::law::RuleSet;
use crate::law::finished::{Finished, Sight};
use crate::law::procedure::count::{components, j1989_with_seki};
use crate::texts::j1989::clauses::*;

/// Every string is immortal, so uncapturable (7.1); or it is captured where its opponent denies its owner all life, and he sees to
/// it that the owner never has a new stone on any point that could keep it.
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let sight = Sight::of(position);
    let dead = sight.dead(position)?;
    for string in position.strings().iter().filter(|s| dead[s.stones[0]]) {
        // What must be seen to everywhere, for the sequence to end, is not tried here.
        if rules.read::<Infinite>() == Infinite::Defender {
            return None;
        }
        let (owner, attacker) = (string.colour, string.colour.opponent());
        let local = match rules.read() {
            Enable::None | Enable::Local1 => string.stones.clone(),
            // The strings of the owner that are firm; if others bound it too it is less.
            Enable::Local2 | Enable::Enclosed => {
                let firm = |p: usize| position.at(p) == Some(owner) && !dead[p];
                components(position, |p| !firm(p)).into_iter().find(|c| c.contains(&string.stones[0]))?
            }
            Enable::Anywhere => (0..position.grid().len()).collect(),
        };
        if !local.iter().all(|&p| sight.is_forbidden(position, attacker, p)) {
            return None;
        }
    }
    let stones: Vec<usize> = (0..dead.len()).filter(|&p| dead[p]).collect();
    let (count, seki) = j1989_with_seki(rules, position, &stones);
    Some(Finished::with_status(position, &dead, &seki, count))
}
