//! Which plays of the player's have won before: they are looked at first (the history heuristic; J. Schaeffer, "The history heuristic and
//! alpha-beta search enhancements in practice", 1989).

use crate::board::{Points, points_of};

/// How often a play on a point was found to win, and how often it was among the plays where one was.
#[derive(Clone, Copy, Default)]
struct Count {
    won: u32,
    seen: u32,
}

impl Count {
    /// Twice these numbers, with one that was seen and half a win more: what nothing is known of wins every other time.
    fn known(self) -> (u32, u32) {
        (2 * self.won + 1, 2 * (self.seen + 1))
    }
}

/// When so many have been seen both numbers are halved, so that what was found last counts most.
const MOST_SEEN: u32 = 1 << 10;
/// A play that never wins seems harder than one that always does by so many times its number.
const WEIGHT: u32 = 4;

/// What is known of the plays on each point, in all parts of a local game.
pub(super) struct Success {
    counts: [Count; Points::BITS as usize],
}

impl Default for Success {
    fn default() -> Success {
        Success { counts: [Count::default(); Points::BITS as usize] }
    }
}

impl Success {
    /// Of these plays the one on `winner` has been found to win.
    pub fn note(&mut self, winner: Option<usize>, plays: impl Iterator<Item = usize>) {
        winner.into_iter().for_each(|p| self.counts[p].won += 1);
        for p in plays {
            let count = &mut self.counts[p];
            count.seen += 1;
            if count.seen > MOST_SEEN {
                (count.won, count.seen) = (count.won / 2, count.seen / 2);
            }
        }
    }

    /// These points, those first on which plays have won most often.
    pub fn in_order(&self, points: Points) -> Vec<usize> {
        let mut order: Vec<usize> = points_of(points).collect();
        // As a fraction of a number that tells all counts apart.
        let seldom = |p: usize| {
            let (won, seen) = self.counts[p].known();
            (seen - won) * 2 * MOST_SEEN / seen
        };
        order.sort_by_key(|&p| seldom(p));
        order
    }

    /// How hard it seems to win by a play on a point after which a part seems so hard.
    pub fn weighed(&self, p: usize, proof: u32) -> u32 {
        let (won, seen) = self.counts[p].known();
        proof.saturating_add(proof.saturating_mul(WEIGHT * (seen - won)) / seen)
    }
}
