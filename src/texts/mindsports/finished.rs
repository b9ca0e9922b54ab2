//! Final positions in which nothing has to be searched for.

use super::judge;
use crate::board::{Colour, Kernel, PointSet, Wide};
use crate::law::finished::{Finished, Sight};
use crate::law::partly::Partly;
use crate::law::{RuleSet, Trace};
use crate::texts::mindsports::clauses::{MS_DEAD, MS_TERRITORY};

/// Every string is immortal, so not dead; or its opponent denies it life, so that it is dead whoever moves first (ms.dead). Where a
/// region is shared the strings on it are independent, being immortal when the dead ones are gone (ms.seki).
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let (board, dead) = (&sight.board, sight.dead()?);
    let after = sight.stones.map(|s| s.less(dead));
    let seen = sight.after(after)?;
    let mortal = |c: Colour, around: Wide| around.meets(after[c.index()].less(seen.kept(c)));
    for region in board.components(board.vacant(after)) {
        let around = board.around(region);
        if after.iter().all(|s| around.meets(*s)) && Colour::ALL.into_iter().any(|c| mortal(c, around)) {
            return None;
        }
    }
    sight.cite_strings(MS_DEAD, dead, trace);
    let seki = Wide::default();
    let claims = judge::count(rules, board, sight.stones, dead, seki);
    trace.count(board, &claims);
    Some(Finished::with_status(sight.position(), dead, seki, &claims))
}

/// What is barred to a player is dead (ms.dead), what he keeps is not; the rest may be either, and territory (ms.territory) only where the
/// other keeps no stone and does not bar him.
pub fn bounds(rules: &RuleSet, sight: &Sight) -> Option<[i32; 2]> {
    let area = rules.text.counts_stones(rules);
    // At least and at most.
    let count = |player: Colour| -> [i32; 2] {
        let (reach, other) = (sight.within_reach(player), player.opponent());
        let theirs = sight.stones[other.index()];
        let removed = (theirs & sight.held(player).barred).count() as i32;
        if area {
            [sight.kept(player).count() as i32, reach.count() as i32]
        } else {
            // Where a dead stone of his own is taken off he may have territory; a stone may be dead on points that he is barred from.
            [removed, (reach.count() + theirs.less(sight.kept(other)).count()) as i32]
        }
    };
    let [black, white] = Colour::ALL.map(count);
    rules.is_whole().then(|| [black[0] - white[1], black[1] - white[0]])
}

/// What is barred to a player is dead (ms.dead), what he keeps is not, whatever becomes of the rest.
pub fn partly(rules: &RuleSet, sight: &Sight) -> Partly {
    if !rules.is_whole() {
        return Partly::default();
    }
    Partly::of(sight, [MS_DEAD, MS_TERRITORY], |owner, string| {
        string.less(sight.held(owner.opponent()).barred).is_none()
    })
}
