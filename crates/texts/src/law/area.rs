//! Counts of stones and of the points that they surround: what such texts share once each has said, in its own words, which points are
//! whose.

use super::verdict::{Claim, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, points_of};
use crate::solve::superko::{Play, Superko};

/// The empty regions that border stones of both players, or of this player alone.
fn bordering<K: Kernel>(board: &K, stones: [K::Set; 2], is_it: impl Fn([bool; 2]) -> bool) -> K::Set {
    let borders = |region: &K::Set| stones.map(|of| board.around(*region).meets(of));
    PointSet::union(board.components(board.vacant(stones)).filter(|region| is_it(borders(region))))
}

/// The points of empty regions that border stones of this player and of no other.
#[must_use]
pub fn surrounded<K: Kernel>(board: &K, stones: [K::Set; 2], player: Colour) -> K::Set {
    bordering(board, stones, |borders| borders[player.index()] && !borders[player.opponent().index()])
}

/// The points of empty regions that border stones of both players.
#[must_use]
pub fn between<K: Kernel>(board: &K, stones: [K::Set; 2]) -> K::Set {
    bordering(board, stones, |borders| borders == [true; 2])
}

/// The verdict on a position of which these strings have these lives, what is left without the dead ones being counted so.
#[must_use]
pub fn verdict(board: &Board, living: Position, strings: Vec<StringStatus>, claims: Vec<Claim>) -> Verdict {
    let mut points = vec![PointStatus::Dame; board.len()];
    points_of(living.occupied()).for_each(|p| points[p] = PointStatus::Stone);
    for player in Colour::ALL {
        let own: Points = surrounded(board, living.stones, player);
        points_of(own).for_each(|p| points[p] = PointStatus::Territory(player));
    }
    let outcome = Outcome::Margin(margin(&claims));
    Verdict { outcome, status: Some(Status { strings, points }), claims, notes: Notes::default() }.in_order()
}

/// Further play for the area on the board: plays, with suicide as the text has it, under its rule on repetition.
#[derive(Clone, Debug)]
pub struct AreaPlay {
    /// The board.
    pub board: Board,
    /// A play may remove the player's own stones.
    pub suicide: bool,
    /// What may not come back.
    pub superko: Superko,
}

impl AreaPlay {
    /// What a play on an empty point leads to, rules on repetition aside; `None` if there is none.
    #[must_use]
    pub fn after(&self, position: Position, mover: Colour, p: usize) -> Option<Position> {
        if let Some(play) = self.board.play(position, mover, p) {
            return Some(play.after);
        }
        // A play that captures is no suicide, so it is the own string that goes.
        let own = self.board.connected(1 << p, position.of(mover) | 1 << p);
        self.suicide.then(|| position.without(own))
    }
}

impl Play for AreaPlay {
    fn plays(&self, position: Position, mover: Colour, out: &mut Vec<(u8, Position)>) {
        let plays =
            points_of(self.board.empty(position)).filter_map(|p| Some((p as u8, self.after(position, mover, p)?)));
        // Only where it is looked at whose moves have led where a play may leave the position as it is.
        out.extend(plays.filter(|(_, after)| self.superko == Superko::OwnMoves || *after != position));
    }

    fn worth(&self, position: Position) -> i16 {
        let area = |player: Colour| {
            let own = position.of(player) | surrounded(&self.board, position.stones, player);
            own.count_ones() as i16
        };
        area(Colour::Black) - area(Colour::White)
    }

    fn most(&self) -> i16 {
        self.board.len() as i16
    }

    fn superko(&self) -> Superko {
        self.superko
    }
}
