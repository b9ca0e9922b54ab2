//! Parts that are shown to be won, with their [zones](super::zone).

use rustc_hash::FxHashMap;

use super::part::{LocalGame, Part, Way};
use crate::board::{Points, points_of};

/// The parts of a local game that have been shown to be won.
pub struct ShownParts<'a> {
    game: &'a LocalGame,
    zones: FxHashMap<Part, Points>,
}

impl<'a> ShownParts<'a> {
    /// None yet.
    pub fn new(game: &'a LocalGame) -> ShownParts<'a> {
        ShownParts { game, zones: FxHashMap::default() }
    }

    /// A zone of a part that is shown, or won at once.
    pub fn zone(&self, part: &Part) -> Option<Points> {
        if self.game.known(part) == Some(true) { Some(0) } else { self.zones.get(part).copied() }
    }

    /// The zone of the first of these ways all of whose parts are shown.
    pub fn one_of(&self, ways: &[Way]) -> Option<Points> {
        let zone = |way: &Way| way.parts.iter().try_fold(way.eyes, |zone, part| Some(zone | self.zone(part)?));
        ways.iter().find_map(zone)
    }

    /// The zone of a part in which the player makes a play that leads to these ways; `None` if none of them is shown.
    pub fn before_play(&self, part: &Part, play: usize, ways: &[Way]) -> Option<Points> {
        let zone = self.one_of(ways)?;
        Some(if self.game.aim.bars() { part.points } else { self.game.before_own(part, play, zone) })
    }

    /// The points on which the opponent's plays in a part have to be answered, the zone after his pass being this.
    pub fn core(&self, part: &Part, after_pass: Points) -> Points {
        if self.game.aim.bars() { part.points } else { self.game.core(part, after_pass) }
    }

    /// A part is shown: after each of the opponent's plays in its core that can be made the zone is this.
    pub fn add(&mut self, part: &Part, core: Points, after: &FxHashMap<usize, Points>) {
        let before = |zone: Points, p: usize| zone | self.game.before_theirs(part, p, after.get(&p).copied());
        let zone = if self.game.aim.bars() { part.points } else { points_of(core & part.empty()).fold(core, before) };
        self.zones.insert(*part, zone);
    }
}
