//! From what a search has decided to the steps that show it: parts each of which is won because of earlier ones.

use rustc_hash::FxHashSet;

use super::part::{Part, Way};
use super::search::{DEEPEST, Search};

/// Most steps of a local game.
const MOST_STEPS: usize = 200_000;

/// A part that the player wins, his opponent to move.
pub(crate) struct LocalStep {
    pub part: Part,
    /// By moves of the opponent's (`None`: a pass) after which it is not won at once: the player's play by which it is won.
    pub answers: Vec<(Option<usize>, usize)>,
}

/// Follows a search.
struct Follower<'a, 'b> {
    search: &'b mut Search<'a>,
    steps: Vec<LocalStep>,
    shown: FxHashSet<Part>,
    /// The parts of the line that is followed.
    line: FxHashSet<Part>,
}

impl Search<'_> {
    /// Steps that show that the player wins one of these ways, each resting on earlier ones. Nothing if he is not found to, or if they would be too many.
    pub fn steps(&mut self, ways: &[Way]) -> Option<Vec<LocalStep>> {
        let mut follower =
            Follower { search: self, steps: Vec::new(), shown: FxHashSet::default(), line: FxHashSet::default() };
        follower.one(ways).then_some(follower.steps)
    }
}

impl Follower<'_, '_> {
    /// When it was found that all parts of a way are won: what came earlier does not rest on what came later.
    fn when(&self, way: &Way) -> Option<u32> {
        way.parts.iter().try_fold(0, |last, part| Some(last.max(self.search.found(part)?)))
    }

    /// Shows one of these ways.
    fn one(&mut self, ways: &[Way]) -> bool {
        let mut won: Vec<(u32, &Way)> = ways.iter().filter_map(|way| Some((self.when(way)?, way))).collect();
        won.sort_by_key(|(when, _)| *when);
        won.into_iter().any(|(_, way)| way.parts.iter().all(|part| self.part(part)))
    }

    /// Shows a part with the opponent to move.
    fn part(&mut self, part: &Part) -> bool {
        if self.shown.contains(part) || self.search.is_won_at_once(part) {
            return true;
        }
        if self.steps.len() >= MOST_STEPS || self.line.len() >= DEEPEST || !self.line.insert(*part) {
            return false;
        }
        let answers = self.answers(part);
        self.line.remove(part);
        let Some(answers) = answers else { return false };
        self.shown.insert(*part);
        self.steps.push(LocalStep { part: *part, answers });
        true
    }

    fn answers(&mut self, part: &Part) -> Option<Vec<(Option<usize>, usize)>> {
        let mut answers = Vec::new();
        for (mv, after) in self.search.moves(part) {
            if !self.search.is_won_at_once(&after) {
                answers.push((mv, self.answer(&after)?));
            }
        }
        Some(answers)
    }

    /// A play by which the player wins a part, the parts that come of it being shown.
    fn answer(&mut self, part: &Part) -> Option<usize> {
        let plays = self.search.plays(part);
        // What has been forgotten is searched again, once.
        for again in [false, true] {
            if again && !self.search.again(part) {
                return None;
            }
            let ways = plays.iter().flat_map(|(p, ways)| ways.iter().map(move |way| (*p, way)));
            let mut won: Vec<(u32, usize, &Way)> =
                ways.filter_map(|(p, way)| Some((self.when(way)?, p, way))).collect();
            won.sort_by_key(|(when, p, _)| (*when, *p));
            if let Some((_, p, _)) = won.into_iter().find(|(_, _, way)| way.parts.iter().all(|part| self.part(part))) {
                return Some(p);
            }
        }
        None
    }
}
