//! Final positions in which nothing has to be searched for.

use crate::board::Colour;
use crate::board::plain::PlainPosition;
use crate::law::RuleSet;
use crate::law::finished::{Finished, Sight, all_immortal};
use crate::law::procedure::count::{Counted, aj2004_value, controlled};
use crate::texts::aj2004::clauses::*;

/// Bounds of the value of a player's own analysis, as [`super::Sure`] has them at its start: what he controls or takes over, and all
/// but what he can never control. Where nothing is in doubt he comes to control his stones and what they enclose.
pub fn bounds(rules: &RuleSet, position: &PlainPosition, player: Colour) -> [i32; 2] {
    if all_immortal(position, false).is_some() {
        let beside = |p: usize| position.grid().neighbours(p).find_map(|q| position.at(q));
        let owner = |p: usize| position.at(p).or_else(|| beside(p));
        // In a region of two points the one may touch only the other.
        let owner = |p: usize| owner(p).or_else(|| position.grid().neighbours(p).find_map(owner));
        let own: Vec<usize> = (0..position.grid().len()).filter(|&p| owner(p) == Some(player)).collect();
        return [aj2004_value(rules, position, &own, player); 2];
    }
    let sight = Sight::of(position);
    let (mine, theirs) = (player.index(), player.opponent().index());
    let surrounded = |p: usize| {
        let mut around = position.grid().neighbours(p).peekable();
        around.peek().is_some() && around.all(|q| sight.immortal[theirs][q])
    };
    let lost = |p: usize| sight.immortal[theirs][p] || surrounded(p) || sight.denied[theirs][p];
    let own = controlled(position, player);
    let least: Vec<usize> = (0..position.grid().len()).filter(|&p| own.contains(&p) || sight.denied[mine][p]).collect();
    let most: Vec<usize> = (0..position.grid().len()).filter(|&p| !lost(p)).collect();
    [least, most].map(|points| aj2004_value(rules, position, &points, player))
}

/// The values of both analyses are seen at once.
pub fn finished(rules: &RuleSet, position: &PlainPosition) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let mut count = Counted::default();
    for player in Colour::ALL {
        let [least, most] = bounds(rules, position, player);
        if least != most {
            return None;
        }
        count.add(AJ2004_SCORE, player, "value of the player's own analysis", Vec::new(), most);
    }
    Some(Finished { position: position.clone(), strings: None, points: None, count })
}
