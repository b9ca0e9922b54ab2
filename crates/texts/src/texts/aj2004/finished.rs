//! Final positions in which nothing has to be searched for.

use super::control::{Weights, control};
use crate::board::{Colour, Kernel, PointSet, Wide};
use crate::law::finished::{Finished, Sight, all_immortal, enclosed};
use crate::law::{Claim, RuleSet, Trace};
use crate::texts::aj2004::clauses::*;

/// Bounds of the value of a player's own analysis, as [`super::Sure`] has them at its start: what he controls or takes over, and all
/// but what he can never control. Where nothing is in doubt he comes to control his stones and what they enclose.
pub fn of_analysis(rules: &RuleSet, sight: &Sight, player: Colour) -> [i32; 2] {
    let (board, mine, theirs) = (&sight.board, player.index(), player.opponent().index());
    let value = |points: Wide| {
        let weights = Weights::new(board, rules, [sight.stones[mine], sight.stones[theirs]]);
        if rules.applies(AJ2004_CONTROL) { i32::from(weights.of(points)) } else { 0 }
    };
    if all_immortal(sight.position(), false).is_some() {
        // In a region of two points the one may touch only the other.
        let own = sight.stones[mine];
        let regions = board.components(board.vacant(sight.stones)).filter(|&region| board.around(region).meets(own));
        return [value(own | Wide::union(regions)); 2];
    }
    points(sight, player).map(value)
}

/// The points that `player` controls or can take over, and those that he can ever come to control: whatever comes, and whoever is to move.
pub fn points(sight: &Sight, player: Colour) -> [Wide; 2] {
    let board = &sight.board;
    let immortal = sight.immortal(player.opponent());
    // A point without neighbours is never lost by them.
    let surrounded = enclosed(board, immortal) & board.around(immortal);
    let least = control(board, sight.stones, player).points | sight.held(player).barred;
    let most = board.all().less(immortal | surrounded | sight.held(player.opponent()).barred);
    [least, most]
}

/// The values of both analyses are seen at once.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let mut claims = Vec::new();
    for player in Colour::ALL {
        let [least, value] = of_analysis(rules, sight, player);
        if least != value {
            return None;
        }
        let what = "value of the player's own analysis";
        claims.push(Claim { clause: AJ2004_SCORE, player, what, points: Wide::default(), value });
    }
    trace.count(&sight.board, &claims);
    Some(Finished::counted(sight.position(), &claims))
}

/// Of both analyses (aj2004.result).
pub fn bounds(rules: &RuleSet, sight: &Sight) -> Option<[i32; 2]> {
    let [black, white] = Colour::ALL.map(|player| of_analysis(rules, sight, player));
    rules.is_whole().then(|| [black[0] - white[1], black[1] - white[0]])
}
