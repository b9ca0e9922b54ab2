//! Final positions in which nothing has to be searched for.

use super::game::result;
use super::life::Clauses;
use crate::board::{Colour, Kernel, PointSet, Wide, WideBoard};
use crate::law::finished::{Finished, Sight, all_immortal};
use crate::law::trace::points as named_points;
use crate::law::{Claim, Outcome, Reading, RuleSet, Trace};
use crate::texts::j1997::clauses::*;

/// The position is counted as it stands; or nothing is in doubt, and the play-out changes nothing; or what it comes to is seen region by region.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    let (position, board, stones) = (sight.position(), &sight.board, sight.stones);
    if !rules.is_whole() {
        return None;
    }
    if rules.text.only_counts(rules) || all_immortal(position, false).is_some() {
        let clauses = Clauses::new(rules);
        let life = clauses.apply(board, stones, trace);
        let claims = clauses.claims::<WideBoard>(stones, &life);
        trace.count(board, &claims);
        return Some(Finished::counted(position, &claims));
    }
    let [value, most] = of_play_out(rules, sight);
    if value != most {
        return None;
    }
    trace.cite_read(J1997_PLAYOUT_2, rules, First::CHOICE, || {
        "the play-out starts from the final position; whoever moves first, it comes to the same".to_string()
    });
    cite(sight, value, trace);
    Some(played_out(sight, value))
}

/// j1997.result, where the play-out comes to this.
pub fn played_out(sight: &Sight, value: i32) -> Finished {
    let claims = result(Outcome::Margin(value)).claims;
    let claims: Vec<Claim<Wide>> = claims.into_iter().map(|claim| claim.on(Wide::default())).collect();
    Finished::counted(sight.position(), &claims)
}

/// Of the play-out, whoever moves first.
pub fn bounds(rules: &RuleSet, sight: &Sight) -> Option<[i32; 2]> {
    (rules.is_whole() && rules.read::<Agreement>() == Agreement::PlayOut).then(|| of_play_out(rules, sight))
}

/// Bounds of what the play-out of the position comes to, Black less White, whoever moves first.
pub fn of_play_out(rules: &RuleSet, sight: &Sight) -> [i32; 2] {
    let [black, white] = Colour::ALL.map(|player| at_least(rules, sight, player));
    [black, -white]
}

/// What `player` gets in the play-out at least: by answering where he holds something at no loss, or by passing.
///
/// He passes in place of an answer only when no stone of the other's is left on the points barred to him and no empty point outside is next to his walls: until then
/// he plays there, which is always legal, as the stone joins walls, and no ko capture. So his walls border on no dame in the end (life.4), and
/// every barred point is worth one, as territory (life.5) or by a stone played (playout.7), but for those of his original stones that still stand; one of these that
/// is taken is a prisoner, and its point worth one. The other's stones there become prisoners, and so do those that he plays: of the player's that he takes
/// meanwhile there are no more. Outside the other gains no more than the player's stones, and a point for each but his own original stones, as of these one that
/// is taken and replaced is a prisoner too. Fewer stones are taken from the player on balance than end the play-out (no-result): those that stood
/// there at the stop, and one for each of the other's that stands on a barred point.
fn at_least(rules: &RuleSet, sight: &Sight, player: Colour) -> i32 {
    let (board, grid) = (&sight.board, sight.position().grid());
    let [own, theirs] = [player, player.opponent()].map(|c| sight.stones[c.index()]);
    let held = sight.held_at_no_loss(player).barred;
    let immortal = sight.immortal(player);
    // Always passing, he loses what is not immortal, and has nothing else.
    let passing = -((own.less(immortal).count() + board.all().less(immortal | theirs).count()) as i32);
    // Where no position is recreated an answer may be prohibited. On a single row a stone of his in the middle of what he holds may be a ko
    // stone in the end.
    let prohibited = rules.read::<Endless>() == Endless::Refused;
    if prohibited || held.is_none() || grid.rows().min(grid.cols()) == 1 {
        return passing;
    }
    let outside = board.all().less(held);
    let [points, taken] = gained(sight, player, held);
    let lost = outside.less(theirs).count() + (own & outside).count();
    let holding = (points + taken) as i32 - lost as i32;
    // The stones that he takes may be so many that the play-out has no end; as in `PlayOut::with_an_end`.
    let holding = if rules.read::<Endless>() == Endless::GainWins { holding } else { holding.min(1) };
    passing.max(holding)
}

/// What `player` gets on points barred to the other: of these those without an original stone of his, and the other's stones on them.
fn gained(sight: &Sight, player: Colour, held: Wide) -> [usize; 2] {
    let [own, theirs] = [player, player.opponent()].map(|c| sight.stones[c.index()]);
    [held.less(own).count(), (theirs & held).count()]
}

/// What is seen of the value of the play-out, which is this.
pub fn cite(sight: &Sight, value: i32, trace: &mut Trace) {
    for player in Colour::ALL {
        let held = sight.held_at_no_loss(player).barred;
        let named = || {
            if held.is_none() {
                return format!("{player} can pass for ever: of his stones only immortal ones are left then");
            }
            let [points, taken] = gained(sight, player, held);
            format!(
                "{player} has an answer to every play on {}, and in the end the other has no stone there; what {player} plays there \
                 himself costs nothing, as living stones that were played count: {} for points without a stone of his in the final position, \
                 and {} for stones taken",
                named_points(&sight.board, held),
                points,
                taken
            )
        };
        trace.cite(J1997_PLAYOUT_7, named);
    }
    trace.cite(J1997_PLAYOUT_6, || {
        format!("Black forces {value} and White holds him to it: seen region by region, with no line of play")
    });
}
