//! New Amateur-Japanese 2004.

use std::collections::HashMap;

use super::*;

/// The most positions that may follow from one that is looked into: every end is counted by the plays that might follow.
const MOST_COUNTED: usize = 300_000;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Analysing {
    stones: Stones,
    mover: Colour,
    passes: u8,
    /// The position just before the last opposing move.
    before: Option<Stones>,
}

fn moves(part: &Part, s: &Analysing) -> Vec<Analysing> {
    if s.passes == 3 || part.is_left(s.stones) {
        return Vec::new();
    }
    let (mover, before) = (s.mover.opponent(), Some(s.stones));
    let mut after = vec![Analysing { mover, passes: s.passes + 1, before, ..*s }];
    let plays = part.plays(s.stones, s.mover).filter(|(_, play)| s.before != Some(play.after));
    after.extend(plays.map(|(_, play)| Analysing { stones: play.after, mover, passes: 0, before }));
    after
}

/// What a player controls at least and at most when a sequence ends: an immortal stone on the point or on all points next to it.
fn controlled(part: &Part, stones: Stones, player: Colour) -> [Nodes; 2] {
    let own = stones[player.index()];
    let mut immortal = [0; 2];
    for n in nodes(own) {
        let found = part.is_immortal(stones, player, n);
        immortal[0] |= Nodes::from(found == Some(true)) << n;
        immortal[1] |= Nodes::from(found != Some(false)) << n;
    }
    immortal.map(|immortal| {
        let surrounded = |n: &usize| part.beside[*n] & !immortal == 0;
        nodes(part.all()).filter(surrounded).fold(immortal, |m, n| m | 1 << n)
    })
}

/// The value of the analysis of a player, his opponent moving first; `None` if it is not looked into far enough, or the history decides it.
fn value(position: &PlainPosition, part: &Part, player: Colour, area: bool) -> Option<i32> {
    let grid = position.grid();
    let worth = |p: usize| match position.at(p) {
        _ if area => 1,
        None => 1,
        Some(c) if c != player => 2,
        Some(_) => 0,
    };
    let most: i32 = (0..grid.len()).map(worth).sum();
    let of = |set: Nodes| (0..grid.len()).filter(|&p| set >> part.node[p] & 1 == 1).map(worth).sum::<i32>();
    let start = Analysing { stones: part.stones, mover: player.opponent(), passes: 0, before: None };
    let graph = Graph::explore(start, |s| s.mover, |s| moves(part, s));
    let mut known: HashMap<Stones, [i32; 2]> = HashMap::new();
    let mut values = [Vec::new(), Vec::new()];
    for s in &graph.states {
        let worth = match () {
            () if part.is_left(s.stones) => [0, most],
            () if s.passes == 3 => *known.entry(s.stones).or_insert_with(|| controlled(part, s.stones, player).map(of)),
            () => [0; 2],
        };
        (0..2).for_each(|i| values[i].push(worth[i]));
    }
    let lo = graph.value(player, &values[0], i32::MIN);
    let hi = graph.value(player, &values[1], i32::MAX);
    (lo == hi).then_some(lo)
}

/// What the text makes of a position; `None` if that is not looked into far enough, or the history decides it.
pub fn ruling(position: &PlainPosition, rules: &RuleSet) -> Option<crate::twin::Ruling> {
    let part = Part::within(position, MOST_COUNTED)?;
    let area = rules.value("score") == Some("area");
    let [black, white] = Colour::ALL.map(|player| value(position, &part, player, area));
    Some(crate::twin::Ruling { outcome: Outcome::Margin(black? - white?), life: Vec::new(), points: Vec::new() })
}
