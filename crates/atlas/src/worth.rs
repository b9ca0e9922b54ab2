//! What single things are worth: a turn, the last move of a game, a threat in a ko, a dame, a seki. Each is a difference of two values,
//! taken wherever on a board both are decided.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::best::{Kind, Place};
use super::prisoners::Prisoners;
use super::values::{Move, Values};
use super::whole::Verdicts;
use super::{Stopped, WholeBoard};
use crate::board::{Colour, Position};
use crate::law::{Life, Verdict};

/// A thing that is worth something. *Finished* and *dame* are said by the first of the rule sets that are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Thing {
    /// The turn: the value with Black to move less the value with White to move.
    Turn,
    /// The last move: a turn that is worth something, where either player has a best move after which the turn is worth nothing.
    LastMove,
    /// A threat in a ko: to a player whose stone has just been taken in a ko, the value if he may retake it at once less the value
    /// as he may not. A threat that has been answered elsewhere changes nothing else.
    KoThreat,
    /// So many dame, in a finished position: the turn. Finished: a pass is best for either player, and the value is the same whoever
    /// moves. A dame: a point on which a play is best for either player as well.
    Dame(u32),
    /// A string in seki, in a finished position without a dame: how far the value is from that under the first rule set, prisoners
    /// from before by the convention `level`.
    Seki,
    /// The same in a finished position without a dame and without a seki.
    Settled,
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Turn => write!(f, "turn"),
            Thing::LastMove => write!(f, "last move"),
            Thing::KoThreat => write!(f, "ko threat"),
            Thing::Dame(many) => write!(f, "{many} dame"),
            Thing::Seki => write!(f, "seki"),
            Thing::Settled => write!(f, "no dame, no seki"),
        }
    }
}

/// Under one rule set: how often a thing is worth so much, and the smallest position.
pub type Worths = BTreeMap<(Thing, i32), Kind>;

/// What things are worth under each of the rule sets. `verdicts` are those of the first on final positions.
///
/// # Errors
/// [`Stopped`] if `stop` was set meanwhile.
pub fn worths(
    board: &WholeBoard,
    values: &[Values],
    verdicts: &Verdicts,
    stop: &AtomicBool,
) -> Result<Vec<Worths>, Stopped> {
    let mut found = vec![Worths::new(); values.len()];
    let all = values;
    for (at, position) in board.positions().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let finished = finished(&all[0], position).map(|(value, dame)| match dame {
            0 if in_seki(&board.verdict(verdicts, at)) => (value, Thing::Seki),
            0 => (value, Thing::Settled),
            many => (value, Thing::Dame(many)),
        });
        let level = |v: &Values| Prisoners::Level.added(&v.rules, board.stone_difference(at));
        for (i, worths) in found.iter_mut().enumerate() {
            let values = &all[i];
            let mut add = |thing, worth, place| worths.entry((thing, worth)).or_default().add(place);
            for capture in Colour::ALL.into_iter().flat_map(|taker| values.ko_captures(position, taker)) {
                let (after, mover) = (capture.after, capture.mover);
                let [free, banned] = [values.value(after, mover), values.value_in_ko(&capture)];
                if let (Some(free), Some(banned)) = (free.margin(), banned.margin()) {
                    let worth = if mover == Colour::Black { free - banned } else { banned - free };
                    add(Thing::KoThreat, worth, (after, mover));
                }
            }
            let [Some(black), Some(white)] = Colour::ALL.map(|mover| values.value(position, mover).margin()) else {
                continue;
            };
            let (turn, place) = (black - white, (position, Colour::Black));
            add(Thing::Turn, turn, place);
            let last = |(mover, value)| leaves_nothing(values, (position, mover), value);
            if turn != 0 && Colour::ALL.into_iter().zip([black, white]).all(last) {
                add(Thing::LastMove, turn, place);
            }
            match finished {
                Some((_, thing @ Thing::Dame(_))) => add(thing, turn, place),
                Some((first, thing)) if turn == 0 => {
                    let first = first + level(&all[0]);
                    add(thing, (black + level(values) - first).abs(), place);
                }
                _ => {}
            }
        }
    }
    Ok(found)
}

fn in_seki(verdict: &Verdict) -> bool {
    verdict.status.iter().flat_map(|status| &status.strings).any(|string| string.life == Life::Seki)
}

/// The value of a finished position, and how many dame there are.
fn finished(values: &Values, position: Position) -> Option<(i32, u32)> {
    let [black, white] = Colour::ALL.map(|mover| values.value(position, mover).margin());
    let value = black.filter(|_| black == white)?;
    let best =
        |mover| -> Vec<Move> { values.moves(position, mover).into_iter().filter(|m| m.best).map(|m| m.mv).collect() };
    let [black, white] = Colour::ALL.map(best);
    let both: Vec<Move> = black.into_iter().filter(|mv| white.contains(mv)).collect();
    let dame = both.iter().flatten().count() as u32;
    both.contains(&None).then_some((value, dame))
}

/// Whether the player has a best move after which the turn is worth nothing.
fn leaves_nothing(values: &Values, (position, mover): Place, value: i32) -> bool {
    let best = values.moves(position, mover).into_iter().filter(|m| m.best && m.value.margin() == Some(value));
    best.filter_map(|m| values.after(position, mover, m.mv)).any(|after| {
        let [black, white] = Colour::ALL.map(|mover| values.value(after, mover).margin());
        black.is_some() && black == white
    })
}
