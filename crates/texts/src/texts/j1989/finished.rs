//! Final positions of any size, in which nothing has to be searched for.

use super::judge::{self, Examined};
use super::questions::{Asked, Seen};
use crate::board::{Colour, PointSet, Wide};
use crate::law::finished::{Finished, Sight};
use crate::law::partly::Partly;
use crate::law::{Life, RuleSet, Trace};
use crate::texts::j1989::clauses::*;

/// The verdict, if what is seen answers all questions of Article 7.1.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    concluded(rules, sight, life_at_sight(rules, sight), trace)
}

/// The verdict, if nothing is open of what Article 7.1 says of the strings.
pub fn concluded(rules: &RuleSet, sight: &Sight, strings: Vec<Examined<Wide>>, trace: &mut Trace) -> Option<Finished> {
    if strings.iter().any(Examined::is_open) {
        return None;
    }
    let (living, dead): (Vec<Examined<Wide>>, Vec<_>) = strings.iter().partition(|s| s.life == Life::Alive);
    let living: Vec<(Colour, Wide)> = living.iter().map(|s| (s.owner, s.stones)).collect();
    let dead = PointSet::union(dead.iter().map(|s| s.stones));
    sight.cite_strings([J1989_7_1; 2], dead, trace);
    let counted = judge::count(rules, &sight.board, sight.stones, &living, trace);
    let points = counted.status(&sight.board);
    let finished = Finished::with_status(sight.position(), dead, counted.seki, &counted.claims);
    Some(Finished { points: Some(points), ..finished })
}

/// Article 7.1, as far as what is seen answers its questions.
fn life_at_sight(rules: &RuleSet, sight: &Sight) -> Vec<Examined<Wide>> {
    let seen = Colour::ALL.map(|owner| Seen::of(sight, owner));
    let mut ask = |asked: Asked<Wide>| seen[asked.owner().index()].answer(rules, asked);
    judge::life(rules, &sight.board, sight.stones, &mut ask)
}

/// What is known of strings and points where the outcome is open. A string that is never taken is uncapturable, so alive (7.1), if perhaps in
/// seki (8); which are dead whatever becomes of the others Article 7.1 tells.
pub fn partly(rules: &RuleSet, sight: &Sight) -> Partly {
    if !rules.is_whole() {
        return Partly::default();
    }
    let strings = life_at_sight(rules, sight);
    Partly::of(sight, [J1989_7_1, J1989_8_TERRITORY], |owner, string| {
        strings.iter().any(|s| s.owner == owner && s.stones == string && s.life == Life::Dead)
    })
}

/// A player has territory (8) only where the other keeps no stone and does not bar him from having any; a stone that is not kept may be
/// dead, wherever it is. How much of that becomes seki for what is in doubt is open.
pub fn bounds(rules: &RuleSet, sight: &Sight) -> Option<[i32; 2]> {
    let most = |player: Colour| {
        let reach = sight.within_reach(player);
        let dead = sight.stones[player.opponent().index()].less(sight.kept(player.opponent()));
        (reach.less(sight.stones[player.index()]).count() + dead.count()) as i32
    };
    rules.is_whole().then(|| [-most(Colour::White), most(Colour::Black)])
}
