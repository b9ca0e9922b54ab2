//! Article 8: what dame that nobody has filled take from the count.

use super::clauses::*;
use super::judge::{J1989Interpreter, count};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, PointSet, Points, Position, Wide, WideBoard};
use crate::law::procedure::count::others;
use crate::law::procedure::judged::Effect;
use crate::law::trace::points;
use crate::law::verdict::{Life, Outcome, PointStatus, Verdict};
use crate::law::{Interpreter, RuleSet, Trace};

impl J1989Interpreter {
    /// Dame that put strings in seki which are alive and not in seki once they are filled, whoever fills them, with what is then
    /// counted: all dame together, or else each connected part of them. Each is found by judging the filled positions.
    pub(super) fn unfilled_dame(&mut self, position: Position, verdict: &Verdict) -> Vec<String> {
        let Some(status) = &verdict.status else { return Vec::new() };
        let seki = strings_in(verdict, Life::Seki);
        let is_dame = |p: &usize| status.points[*p] == PointStatus::Dame;
        let dame = (0..status.points.len()).filter(is_dame).fold(0, |all, p| all | 1 << p) & self.board.empty(position);
        if seki == 0 || dame == 0 || !self.rules.applies(J1989_8_SEKI) {
            return Vec::new();
        }
        if let Some(all) = self.filled(position, seki, dame) {
            return vec![all];
        }
        let parts: Vec<Points> = self.board.components(dame).collect();
        parts.into_iter().filter_map(|part| self.filled(position, seki, part)).collect()
    }

    /// What is said of these dame: nothing, if they cannot be filled, or if none of the strings is freed by it, or one dies of it.
    fn filled(&mut self, position: Position, seki: Points, dame: Points) -> Option<String> {
        let mut freed = seki;
        let mut counts: Vec<Outcome> = Vec::new();
        for player in Colour::ALL {
            let mut filled = position;
            filled.stones[player.index()] |= dame;
            if !self.board.is_legal(filled) {
                return None;
            }
            let verdict = self.judge(filled);
            verdict.outcome.margin()?;
            if seki & (strings_in(&verdict, Life::Dead) | strings_in(&verdict, Life::Undecided)) != 0 {
                return None;
            }
            freed &= strings_in(&verdict, Life::Alive);
            counts.push(verdict.outcome);
        }
        let strings: Vec<String> = self
            .board
            .strings(position)
            .into_iter()
            .filter(|s| s.stones & freed != 0)
            .map(|s| format!("{} {}", s.colour, points(&self.board, s.stones)))
            .collect();
        if strings.is_empty() {
            return None;
        }
        let count = match counts[..] {
            [one, other] if one == other => format!("filled by either side the count is {one}"),
            [black, white] => format!("filled by Black the count is {black}, filled by White {white}"),
            _ => return None,
        };
        let puts = if dame.count_ones() == 1 { "puts" } else { "put" };
        let dame = points(&self.board, dame);
        Some(format!("dame {dame} {puts} {} in seki [{J1989_8_SEKI}]; {count}", strings.join(", ")))
    }
}

/// The stones of the strings of such a life.
fn strings_in(verdict: &Verdict, life: Life) -> Points {
    let strings = verdict.status.iter().flat_map(|s| &s.strings).filter(|s| s.life == life);
    strings.fold(0, |all, s| all | s.string.stones)
}

/// Where the players agree on what is dead: the living stones that open dame put in seki, and the margin once all dame are filled,
/// with `besides` added, in hundredths. `None` if there are none, if they cannot be filled, or if that changes nothing.
pub(super) fn open_dame(rules: &RuleSet, position: &PlainPosition, dead: &[usize], besides: i32) -> Option<Effect> {
    let board = WideBoard::new(position.grid());
    let counted = |position: &PlainPosition| {
        count(rules, &board, WideBoard::stones(position), &others(position, dead), &mut Trace::silent())
    };
    let margin = |claims: &[crate::law::Claim<Wide>]| {
        claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum::<i32>()
    };
    let now = counted(position);
    let dame: Vec<usize> = now.dame.points().collect();
    if now.seki.is_none() || dame.is_empty() || dame.iter().any(|&p| position.at(p).is_some()) {
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
