//! What is known of single strings and points of a position of which the outcome is open.

use super::clause::ClauseId;
use super::sight::Sight;
use super::verdict::{Life, PointStatus};
use crate::board::plain::PlainString;
use crate::board::{Colour, Kernel, PointSet, Wide};

/// A string of which something is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownString {
    /// The string.
    pub string: PlainString,
    /// Its life; `None`: it is not dead, but whether it is in seki is open.
    pub life: Option<Life>,
    /// By which clause.
    pub clause: ClauseId,
}

/// What is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Partly {
    /// The strings, Black's first.
    pub strings: Vec<KnownString>,
    /// Points and their status.
    pub points: Vec<(usize, PointStatus)>,
    /// The clause by which points are territory; `None` if none are known.
    pub points_by: Option<ClauseId>,
}

impl Partly {
    /// Of a text by which, whatever becomes of the rest, a string that is never taken is not dead (`life`), and points that only living
    /// stones of one player surround which have no dame, nor share such points with any that may, are territory (`territory`). Which
    /// strings are dead the text says.
    #[must_use]
    pub fn of(sight: &Sight, [life, territory]: [ClauseId; 2], is_dead: impl Fn(Colour, Wide) -> bool) -> Partly {
        let (board, stones) = (&sight.board, sight.stones);
        let kept = Colour::ALL.map(|c| stones[c.index()] & sight.kept(c));
        let mut dead = Wide::default();
        for owner in Colour::ALL {
            for string in board.components(stones[owner.index()].less(kept[owner.index()])) {
                if is_dead(owner, string) {
                    dead = dead | string;
                }
            }
        }
        let mut found = Partly::default();
        let mut alive = Wide::default();
        for player in Colour::ALL {
            let own = kept[player.index()];
            let (theirs, forbidden) = (stones[player.opponent().index()], sight.forbidden(player));
            // What is enclosed by stones of the player that live, and where the other never lives.
            let closed: Vec<Wide> = board
                .components(board.all().less(own))
                .filter(|&region| {
                    region.less(forbidden).is_none()
                        && !region.meets(stones[player.index()])
                        && (region & theirs).less(dead).is_none()
                })
                .collect();
            let all_closed = Wide::union(closed.iter().copied());
            let strings: Vec<Wide> = board.components(own).collect();
            // Next to other points than those and living stones of the other's there may be dame.
            let has_no_dame = |string: &Wide| {
                let beside = board.around(*string).less(*string | all_closed | kept[player.opponent().index()]);
                beside.is_none()
            };
            let mut sure = Wide::union(strings.iter().copied().filter(has_no_dame));
            // What shares an eye with a string that may be in seki may be so too.
            loop {
                let shares = |string: &&Wide| {
                    closed.iter().any(|&region| {
                        let around = board.around(region);
                        around.meets(**string) && !(around & own).less(sure).is_none()
                    })
                };
                let doubtful = Wide::union(strings.iter().filter(|s| sure.meets(**s)).filter(shares).copied());
                if doubtful.is_none() {
                    break;
                }
                sure = sure.less(doubtful);
            }
            alive = alive | sure;
            for region in closed.into_iter().filter(|&region| (board.around(region) & own).less(sure).is_none()) {
                let status = PointStatus::Territory(player);
                found.points.extend(region.points().map(|p| (p, status)));
                found.points_by = Some(territory);
            }
        }
        found.points.sort_by_key(|(p, _)| *p);
        for string in sight.position().strings() {
            let p = string.stones[0];
            let known = match p {
                p if alive.has(p) => Some(Some(Life::Alive)),
                p if dead.has(p) => Some(Some(Life::Dead)),
                p if kept[string.colour.index()].has(p) => Some(None),
                _ => None,
            };
            found.strings.extend(known.map(|fate| KnownString { string, life: fate, clause: life }));
        }
        found
    }

    /// The string with a stone on this point, if it is known.
    #[must_use]
    pub fn string_at(&self, point: usize) -> Option<&KnownString> {
        self.strings.iter().find(|known| known.string.stones.contains(&point))
    }
}
