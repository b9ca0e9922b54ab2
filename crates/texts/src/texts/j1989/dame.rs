//! Article 8: what dame that nobody has filled take from the count.

use super::clauses::*;
use super::judge::{self, J1989Interpreter};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, Kernel, PointSet, Points, Position, Wide, WideBoard};
use crate::law::finished::{Finished, Sight};
use crate::law::procedure::count::others;
use crate::law::procedure::judged::Effect;
use crate::law::trace::points;
use crate::law::verdict::{Life, PointStatus, Verdict, margin};
use crate::law::{Interpreter, Outcome, RuleSet, Trace};

/// A position that has been judged, as far as dame are concerned.
pub(super) struct Standing<S> {
    outcome: Outcome,
    dame: S,
    alive: S,
    seki: S,
}

impl<S: PointSet> Standing<S> {
    /// Of these statuses.
    fn of(outcome: Outcome, strings: impl Iterator<Item = (S, Life)>, status: &[PointStatus]) -> Standing<S> {
        let (mut alive, mut seki) = (S::default(), S::default());
        for (stones, life) in strings {
            match life {
                Life::Alive => alive = alive | stones,
                Life::Seki => seki = seki | stones,
                Life::Dead | Life::Undecided => {}
            }
        }
        let dame = (0..status.len()).filter(|&p| status[p] == PointStatus::Dame);
        Standing { outcome, dame: PointSet::union(dame.map(S::one)), alive, seki }
    }
}

/// Dame that put strings in seki which are alive and not in seki once they are filled, whoever fills them, with what is then
/// counted: all dame together, or else each connected part of them. `judge` judges the filled positions.
fn unfilled<K: Kernel>(
    board: &K,
    stones: [K::Set; 2],
    standing: &Standing<K::Set>,
    mut judge: impl FnMut([K::Set; 2]) -> Option<Standing<K::Set>>,
) -> Vec<String> {
    let Standing { dame, seki, .. } = *standing;
    if seki.is_none() || dame.is_none() {
        return Vec::new();
    }
    if let Some(all) = filled(board, stones, seki, dame, &mut judge) {
        return vec![all];
    }
    let parts: Vec<K::Set> = board.components(dame).collect();
    parts.into_iter().filter_map(|part| filled(board, stones, seki, part, &mut judge)).collect()
}

/// What is said of these dame: nothing, if they cannot be filled, or if none of the strings is freed by it, or one dies of it.
fn filled<K: Kernel>(
    board: &K,
    stones: [K::Set; 2],
    seki: K::Set,
    dame: K::Set,
    judge: &mut impl FnMut([K::Set; 2]) -> Option<Standing<K::Set>>,
) -> Option<String> {
    let mut freed = seki;
    let mut counts: Vec<Outcome> = Vec::new();
    for player in Colour::ALL {
        let mut after = stones;
        after[player.index()] = after[player.index()] | dame;
        let breathes = |string: K::Set| board.around(string).meets(board.vacant(after));
        if !after.iter().all(|own| board.components(*own).all(breathes)) {
            return None;
        }
        let standing = judge(after)?;
        standing.outcome.margin()?;
        if !seki.less(standing.alive | standing.seki).is_none() {
            return None;
        }
        freed = freed & standing.alive;
        counts.push(standing.outcome);
    }
    let strings = Colour::ALL.into_iter().flat_map(|c| board.components(stones[c.index()]).map(move |s| (c, s)));
    let strings: Vec<String> = strings
        .filter(|(_, string)| string.meets(freed))
        .map(|(colour, string)| format!("{colour} {}", points(board, string)))
        .collect();
    if strings.is_empty() {
        return None;
    }
    let count = match counts[..] {
        [one, other] if one == other => format!("filled by either side the count is {one}"),
        [black, white] => format!("filled by Black the count is {black}, filled by White {white}"),
        _ => return None,
    };
    let puts = if dame.count() == 1 { "puts" } else { "put" };
    let dame = points(board, dame);
    Some(format!("dame {dame} {puts} {} in seki [{J1989_8_SEKI}]; {count}", strings.join(", ")))
}

impl J1989Interpreter {
    /// Of a position that has been judged.
    pub(super) fn unfilled_dame(&mut self, position: Position, verdict: &Verdict) -> Vec<String> {
        if !self.rules.applies(J1989_8_SEKI) {
            return Vec::new();
        }
        let standing = |verdict: &Verdict| {
            let status = verdict.status.as_ref()?;
            let strings = status.strings.iter().map(|s| (s.string.stones, s.life));
            Some(Standing::<Points>::of(verdict.outcome, strings, &status.points))
        };
        let Some(stands) = standing(verdict) else { return Vec::new() };
        let board = self.board.clone();
        unfilled(&board, position.stones, &stands, |stones| standing(&self.judge(Position { stones })))
    }
}

/// Of a position of any size that has been judged at sight.
pub(super) fn at_sight(rules: &RuleSet, sight: &Sight, finished: &Finished) -> Vec<String> {
    let standing = |finished: &Finished| {
        let strings = finished.strings.as_ref()?.iter().map(|(s, life)| (s.stones.iter().copied().collect(), *life));
        Some(Standing::<Wide>::of(finished.outcome(), strings, finished.points.as_ref()?))
    };
    let Some(stands) = standing(finished).filter(|_| rules.applies(J1989_8_SEKI)) else { return Vec::new() };
    unfilled(&sight.board, sight.stones, &stands, |stones| {
        standing(&super::finished::finished(rules, &sight.after(stones)?, &mut Trace::silent())?)
    })
}

/// Where the players agree on what is dead: the living stones that open dame put in seki, and the margin once all dame are filled,
/// with `besides` added, in hundredths. `None` if there are none, if they cannot be filled, or if that changes nothing.
pub(super) fn open_dame(rules: &RuleSet, position: &PlainPosition, dead: &[usize], besides: i32) -> Option<Effect> {
    let board = WideBoard::new(position.grid());
    let counted = |position: &PlainPosition| {
        let (stones, living) = (WideBoard::stones(position), others(position, dead));
        judge::count(rules, &board, stones, &living, &mut Trace::silent())
    };
    let now = counted(position);
    let dame: Vec<usize> = now.dame.points().collect();
    if now.seki.is_none() || dame.is_empty() {
        return None;
    }
    let mut filled = [0; 2];
    for player in Colour::ALL {
        let mut cells = position.cells().to_vec();
        dame.iter().for_each(|&p| cells[p] = Some(player));
        let after = PlainPosition::from_cells(position.grid(), cells).filter(PlainPosition::is_legal)?;
        filled[player.index()] = margin(&counted(&after).claims);
    }
    let changes = filled.iter().any(|&m| m != margin(&now.claims));
    let filled = filled.map(|m| 100 * m + besides);
    changes.then(|| Effect::OpenDame { seki: now.seki.points().collect(), dame, filled })
}
