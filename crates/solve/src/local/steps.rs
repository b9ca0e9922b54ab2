//! From what a search has decided to the steps that show it: parts each of which is won because of earlier ones.

use rustc_hash::{FxHashMap, FxHashSet};

use super::part::{Part, Way};
use super::search::{DEEPEST, Search};
use super::shown::ShownParts;
use crate::board::Points;

/// Most steps of a local game.
const MOST_STEPS: usize = 200_000;

/// A part that the player wins, his opponent to move.
pub struct LocalStep {
    /// The part.
    pub part: Part,
    /// By moves of the opponent's (`None`: a pass) that have to be answered, and after which it is not won at once: the player's play by
    /// which it is won.
    pub answers: Vec<(Option<usize>, usize)>,
}

/// Follows a search.
struct Follower<'a, 'b> {
    search: &'b mut Search<'a>,
    steps: Vec<LocalStep>,
    shown: ShownParts<'a>,
    /// The parts of the line that is followed.
    line: FxHashSet<Part>,
}

/// What the opponent's move leads to, and what the player can do then.
struct Reply {
    mv: Option<usize>,
    after: Part,
    plays: Vec<(usize, Vec<Way>)>,
    /// Of the plays, that by which it is shown to be won.
    answer: Option<usize>,
}

impl<'a> Search<'a> {
    /// Steps that show that the player wins one of these ways, each resting on earlier ones. Nothing if he is not found to, or if they
    /// would be too many.
    pub fn steps(&mut self, ways: &[Way]) -> Option<Vec<LocalStep>> {
        let shown = ShownParts::new(self.game());
        let mut follower = Follower { search: self, steps: Vec::new(), shown, line: FxHashSet::default() };
        let shown = follower.one(ways);
        let steps = follower.steps;
        shown.then(|| self.reached(ways, steps))
    }

    /// The steps whose parts come about from these ways by moves and answers; others were shown for ways that came to nothing.
    fn reached(&self, ways: &[Way], steps: Vec<LocalStep>) -> Vec<LocalStep> {
        let numbers: FxHashMap<Part, usize> = steps.iter().enumerate().map(|(n, step)| (step.part, n)).collect();
        let mut open: Vec<Part> = ways.iter().flat_map(|way| way.parts.clone()).collect();
        let mut reached = vec![false; steps.len()];
        while let Some(part) = open.pop() {
            let Some(&number) = numbers.get(&part).filter(|&&number| !reached[number]) else { continue };
            reached[number] = true;
            for (mv, after) in self.game().moves(&part) {
                let answer = steps[number].answers.iter().find(|(to, _)| *to == mv);
                let Some((_, answer)) = answer else { continue };
                let ways = self.game().ways(&after, *answer).unwrap_or_default();
                open.extend(ways.into_iter().flat_map(|way| way.parts));
            }
        }
        steps.into_iter().zip(reached).filter_map(|(step, reached)| reached.then_some(step)).collect()
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
        if self.shown.zone(part).is_some() {
            return true;
        }
        if self.steps.len() >= MOST_STEPS || self.line.len() >= DEEPEST || !self.line.insert(*part) {
            return false;
        }
        let answers = self.answers(part);
        self.line.remove(part);
        let Some(answers) = answers else { return false };
        self.steps.push(LocalStep { part: *part, answers });
        true
    }

    /// Answers to all moves that need one; what they lead to is shown, and so is the part.
    fn answers(&mut self, part: &Part) -> Option<Vec<(Option<usize>, usize)>> {
        let game = self.search.game();
        let reply = |(mv, after)| Reply { mv, after, plays: Vec::new(), answer: None };
        let mut replies: Vec<Reply> = game.moves(part).into_iter().map(reply).collect();
        // The pass comes first: what is shown of it says on which points plays need an answer. With more that is shown these may change.
        loop {
            let zones: Vec<Option<Points>> = replies.iter().map(|reply| self.zone_after(reply)).collect();
            let core = zones[0].map(|zone| self.shown.core(part, zone));
            let matters = |reply: &Reply| reply.mv.is_none_or(|p| core.is_some_and(|core| core >> p & 1 == 1));
            let Some(open) = (0..replies.len()).find(|&i| zones[i].is_none() && matters(&replies[i])) else {
                let core = core?;
                let after: FxHashMap<usize, Points> =
                    replies.iter().zip(&zones).filter_map(|(reply, zone)| Some((reply.mv?, (*zone)?))).collect();
                self.shown.add(part, core, &after);
                let needed = replies.iter().filter(|reply| matters(reply) && game.known(&reply.after) != Some(true));
                return needed.map(|reply| Some((reply.mv, reply.plays[reply.answer?].0))).collect();
            };
            let reply = &mut replies[open];
            reply.plays = game.after_own(&reply.after);
            reply.answer = Some(self.answer(&reply.after, &reply.plays)?);
        }
    }

    /// The zone of what a move leads to, if it is shown to be won by the answer.
    fn zone_after(&self, reply: &Reply) -> Option<Points> {
        let by_answer = || {
            let (play, ways) = &reply.plays[reply.answer?];
            self.shown.before_play(&reply.after, *play, ways)
        };
        self.shown.zone(&reply.after).or_else(by_answer)
    }

    /// Which of these plays wins a part, the parts that come of it being shown.
    fn answer(&mut self, part: &Part, plays: &[(usize, Vec<Way>)]) -> Option<usize> {
        // What has been forgotten is searched again, once.
        for again in [false, true] {
            if again && !self.search.again(part) {
                return None;
            }
            let ways = plays.iter().enumerate().flat_map(|(i, (_, ways))| ways.iter().map(move |way| (i, way)));
            let mut won: Vec<(u32, usize, &Way)> =
                ways.filter_map(|(i, way)| Some((self.when(way)?, i, way))).collect();
            won.sort_by_key(|(when, i, _)| (*when, *i));
            if let Some((_, i, _)) = won.into_iter().find(|(_, _, way)| way.parts.iter().all(|part| self.part(part))) {
                return Some(i);
            }
        }
        None
    }
}
