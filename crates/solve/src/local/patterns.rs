//! Parts that are won because others are: those with the same stones on a [zone](super::zone).

use rustc_hash::FxHashMap;

use super::part::Part;
use crate::board::Points;

/// Most patterns with the same points and strings: those with the smallest zones, as they say most.
const MOST_ALIKE: usize = 64;
/// Most patterns in all; with more of them all are forgotten.
const MOST: usize = 1 << 18;

/// A part that is won, by what that rests on.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    pub zone: Points,
    /// The stones on the zone.
    own: Points,
    theirs: Points,
    /// How many wins had been found before it.
    pub when: u32,
}

impl Pattern {
    fn of(part: &Part, zone: Points, when: u32) -> Pattern {
        Pattern { zone, own: part.own & zone, theirs: part.theirs & zone, when }
    }

    fn fits(&self, part: &Part) -> bool {
        part.own & self.zone == self.own && part.theirs & self.zone == self.theirs
    }

    /// Whether it fits whatever the other fits.
    fn covers(&self, other: &Pattern) -> bool {
        self.zone & !other.zone == 0 && other.own & self.zone == self.own && other.theirs & self.zone == self.theirs
    }
}

/// What has been found to be won, by its zone.
#[derive(Default)]
pub(super) struct Patterns {
    /// By points and strings, without stones, and by who is to move (the player first): those with the smallest zones first.
    lists: FxHashMap<Part, [Vec<Pattern>; 2]>,
    kept: usize,
}

impl Patterns {
    /// A pattern by which a part is won.
    pub fn find(&self, part: &Part) -> Option<&Pattern> {
        if self.lists.is_empty() {
            return None;
        }
        self.lists.get(&part.frame())?[usize::from(part.theirs_to_move)].iter().find(|pattern| pattern.fits(part))
    }

    /// A part is won, which rests on what is on this zone.
    pub fn add(&mut self, part: &Part, zone: Points, when: u32) {
        if self.kept >= MOST {
            *self = Patterns::default();
        }
        let list = &mut self.lists.entry(part.frame()).or_default()[usize::from(part.theirs_to_move)];
        let (pattern, before) = (Pattern::of(part, zone, when), list.len());
        list.retain(|other| !pattern.covers(other));
        let at = list.partition_point(|other| other.zone.count_ones() <= zone.count_ones());
        if at < MOST_ALIKE {
            list.insert(at, pattern);
            list.truncate(MOST_ALIKE);
        }
        self.kept = self.kept + list.len() - before;
    }
}
