//! Final positions of any size, in which nothing has to be searched for.

use super::judge::{self, Fates};
use super::questions::{Asked, Seen};
use crate::board::{Colour, PointSet, Wide};
use crate::law::finished::{Finished, Sight};
use crate::law::partly::Partly;
use crate::law::trace::points;
use crate::law::{ClauseId, Life, Reading, RuleSet, Trace};
use crate::solve::ladder::Ask;
use crate::texts::mindsports::clauses::{MS_DEAD, MS_SEKI, MS_TERRITORY, Seki};

/// The verdict, if what is seen answers all questions of ms.dead and ms.seki.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let stones = sight.stones;
    let without = sight.dead().map(|dead| stones.map(|s| s.less(dead)));
    let after = without.and_then(|after| sight.after(after));
    let seen = Seen { sight, after: after.as_ref() };
    concluded(rules, sight, &mut |asked: Asked<Wide>| seen.answer(asked), trace)
}

/// The verdict, if all questions of ms.dead and ms.seki have answers.
pub fn concluded(
    rules: &RuleSet,
    sight: &Sight,
    ask: &mut dyn Ask<Asked<Wide>>,
    trace: &mut Trace,
) -> Option<Finished> {
    let (board, stones) = (&sight.board, sight.stones);
    let fates = judge::fates(rules, board, stones, ask);
    if fates.is_open() {
        return None;
    }
    let Fates { removed, .. } = fates;
    let seki = fates.in_seki();
    sight.cite_strings([MS_DEAD; 2], removed, trace);
    for string in fates.strings.iter().filter(|s| s.life == Life::Seki) {
        let name = points(board, string.stones);
        let fact =
            || format!("the {} string {name} is {}: it is in seki", string.owner.to_string().to_lowercase(), string.by);
        trace.cite_read(MS_SEKI, rules, Seki::CHOICE, fact);
    }
    let claims = judge::count(rules, board, stones, removed, seki);
    trace.count(board, &claims);
    Some(Finished::with_status(sight.position(), removed, seki, &claims))
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
    partly_by(rules, sight, [MS_DEAD, MS_TERRITORY])
}

/// The same by the clauses of another text on dead stones and on territory.
pub fn partly_by(rules: &RuleSet, sight: &Sight, clauses: [ClauseId; 2]) -> Partly {
    if !rules.is_whole() {
        return Partly::default();
    }
    Partly::of(sight, clauses, |owner, string| string.less(sight.held(owner.opponent()).barred).is_none())
}
