//! Final positions of any size, in which nothing has to be searched for.

use super::clauses::*;
use super::judge::{asks, cite_base, cite_between, claims};
use crate::board::{PointSet, Wide};
use crate::law::finished::{Finished, Sight};
use crate::law::verdict::margin;
use crate::law::{RuleSet, Trace};
use crate::texts::mindsports::questions::{Asked, Seen};

/// The verdict, if nothing is asked or what is seen answers what can be taken (cn.8).
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let dead = if asks(rules) { taken(sight)? } else { Wide::default() };
    if asks(rules) {
        sight.cite_strings([CN_8_ALIVE, CN_8_DEAD], dead, trace);
    }
    let living = sight.stones.map(|of| of.less(dead));
    cite_between(&sight.board, living, trace);
    let claims = claims(&sight.board, living);
    trace.count(&sight.board, &claims);
    cite_base(sight.position().grid().len(), margin(&claims), trace);
    Some(Finished::with_status(sight.position(), dead, Wide::default(), &claims))
}

/// The stones that can be taken, if that is seen of every string. What is seen does not depend on who moves first.
fn taken(sight: &Sight) -> Option<Wide> {
    let seen = Seen { sight, after: None };
    let mut dead = Wide::default();
    for string in sight.position().strings() {
        let stones: Wide = string.stones.iter().copied().collect();
        if seen.answer(Asked::Dead(string.colour, stones))? {
            dead = dead | stones;
        }
    }
    Some(dead)
}
