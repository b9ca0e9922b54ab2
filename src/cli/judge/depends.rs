//! What to do with an outcome that is open: which strings it hangs on, and what the players' agreement on each comes to.

use super::super::agreement::{Claimed, Counted, counted};
use super::super::position::Asked;
use crate::board::plain::PlainString;
use crate::law::answer::{Answer, Found};
use crate::law::procedure::Decision;
use crate::law::{Life, Outcome};
use crate::record::{Record, Setup};

/// The most strings of which each is looked at by itself.
const MOST: usize = 8;

/// The game that a position is the end of: the one it was read from, or one that starts with it.
pub fn record_of(asked: &Asked) -> Record {
    match &asked.game {
        Some(game) => game.record.clone(),
        None => Record::new(Setup { position: asked.position.clone(), ..Setup::new(asked.position.grid()) }),
    }
}

/// The strings that are in doubt, and the stones that are known to be dead.
pub fn in_doubt(answer: &Answer) -> (Vec<PlainString>, Vec<usize>) {
    match &answer.found {
        Found::Verdict(verdict) => {
            let strings = answer.position.strings();
            let of = |life: Life| -> Vec<PlainString> {
                let known = verdict.status.iter().flat_map(|s| &s.strings).filter(|s| s.life == life);
                let stones: Vec<u64> = known.map(|s| s.string.stones).collect();
                let is_one = |s: &&PlainString| stones.iter().any(|stones| stones >> s.stones[0] & 1 == 1);
                strings.iter().filter(is_one).cloned().collect()
            };
            (of(Life::Undecided), of(Life::Dead).into_iter().flat_map(|s| s.stones).collect())
        }
        Found::Unfinished(unfinished) => {
            let dead = unfinished.known.strings.iter().filter(|s| s.life == Some(Life::Dead));
            (unfinished.open.clone(), dead.flat_map(|s| s.string.stones.clone()).collect())
        }
        Found::Finished(_) => (Vec::new(), Vec::new()),
    }
}

/// One line with the `--dead` that has all of them, and one for each string in doubt; nothing where the outcome is known, and one line
/// where no string is in doubt.
pub fn lines(asked: &Asked, answer: &Answer) -> Vec<String> {
    if !matches!(answer.outcome(), Outcome::Undecided { .. }) {
        return Vec::new();
    }
    let (open, dead) = in_doubt(answer);
    let grid = asked.position.grid();
    if open.is_empty() {
        return vec!["(what the players agree on can be counted: --dead STONES, --dead none)".to_string()];
    }
    let record = record_of(asked);
    let agreed = |more: &[usize]| -> Option<Decision> {
        let mut dead: Vec<usize> = dead.iter().chain(more).copied().collect();
        dead.sort_unstable();
        let claimed = Claimed { dead, seki: Vec::new() };
        match counted(&answer.rules, &record, &asked.position, &claimed) {
            Counted::Result { game, .. } => game.result.map(|result| result.decision),
            Counted::Refused(_) | Counted::Parted { .. } => None,
        }
    };
    let first = |stones: &[usize]| grid.name(stones[0]);
    let known = answer.position.strings().into_iter().filter(|s| dead.contains(&s.stones[0]));
    let named: Vec<String> =
        open.iter().map(|s| s.stones.clone()).chain(known.map(|s| s.stones)).map(|s| first(&s)).collect();
    let mut lines = vec![format!(
        "(what the players agree on can be counted: --dead {} without those of them that live, or --dead none)",
        named.join(",")
    )];
    // The text may leave nothing to the players.
    let Some(alive) = agreed(&[]) else { return lines };
    for string in open.iter().take(MOST) {
        if let Some(dies) = agreed(&string.stones) {
            let colour = string.colour.to_string().to_lowercase();
            lines.push(format!("(if the {colour} string {} dies {dies}, else {alive})", first(&string.stones)));
        }
    }
    if open.len() > 1 {
        let more = open.len().saturating_sub(MOST);
        let more = if more > 0 { format!("; {more} more are in doubt") } else { String::new() };
        lines.push(format!("(each with the others in doubt alive{more})"));
    }
    lines
}
