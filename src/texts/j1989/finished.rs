//! Final positions in which nothing has to be searched for.

use super::judge;
use crate::board::{Colour, Kernel, PointSet, Wide};
use crate::law::finished::{Finished, Sight};
use crate::law::partly::Partly;
use crate::law::{RuleSet, Trace};
use crate::texts::j1989::clauses::*;

/// Every string is immortal, so uncapturable (7.1); or it is captured where its opponent denies its owner all life, and he sees to
/// it that the owner never has a new stone on any point that could keep it.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let (board, stones) = (&sight.board, sight.stones);
    let dead = sight.dead()?;
    let mut living = Vec::new();
    for owner in Colour::ALL {
        let forbidden = sight.forbidden(owner.opponent());
        for string in board.components(stones[owner.index()]) {
            if !dead.meets(string) {
                living.push((owner, string));
                continue;
            }
            // What must be seen to everywhere, for the sequence to end, is not tried here.
            if rules.read::<Infinite>() == Infinite::Defender {
                return None;
            }
            let local: Wide = match rules.read() {
                Enable::None | Enable::Local1 => string,
                // The strings of the owner that are firm; if others bound it too it is less.
                Enable::Local2 | Enable::Enclosed => {
                    board.connected(string, board.all().less(stones[owner.index()].less(dead)))
                }
                Enable::Anywhere => board.all(),
            };
            if !local.less(forbidden).is_none() {
                return None;
            }
        }
    }
    sight.cite_strings(J1989_7_1, dead, trace);
    let counted = judge::count(rules, board, stones, &living, trace);
    Some(Finished::with_status(sight.position(), dead, counted.seki, &counted.claims))
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

/// A string that is never taken is uncapturable, so alive (7.1), if perhaps in seki (8). One that its opponent denies all life is dead,
/// whatever becomes of the others, where no new stone could keep it: as in [`finished`], with an area that only strings which are never
/// taken are known to bound.
pub fn partly(rules: &RuleSet, sight: &Sight) -> Partly {
    if !rules.is_whole() {
        return Partly::default();
    }
    let board = &sight.board;
    Partly::of(sight, [J1989_7_1, J1989_8_TERRITORY], |owner, string| {
        let opponent = owner.opponent();
        let local: Wide = match rules.read() {
            Enable::None | Enable::Local1 => string,
            Enable::Local2 | Enable::Enclosed => board.connected(string, board.all().less(sight.kept(owner))),
            Enable::Anywhere => board.all(),
        };
        rules.read::<Infinite>() != Infinite::Defender
            && string.less(sight.held(opponent).barred).is_none()
            && local.less(sight.forbidden(opponent)).is_none()
    })
}
