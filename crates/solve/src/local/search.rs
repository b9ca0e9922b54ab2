//! Who wins a local game: depth-first proof-number search over its parts.
//!
//! A part met again on its path is lost, as is one that is too deep: a part that is won is so by a tree without repetitions, whatever the
//! path. So only wins are answers. What is lost because a part of the path comes up again is not kept as lost.

use rustc_hash::FxHashMap;

use super::part::{LocalGame, Part, Way};
use super::patterns::Patterns;
use super::success::Success;
use crate::board::{Points, points_of};
use crate::solve::Budget;

const INFINITE: u32 = 1_000_000_000;
/// Most parts kept: as many as a table takes before it grows to twice its size.
const MOST_KEPT: usize = (1 << 20) / 8 * 7;
/// Most moves of a path.
pub(super) const DEEPEST: usize = 400;

/// How much is left to show that the player wins a part, and that he does not; where he wins, a zone of it.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
    zone: Points,
    /// Where he loses because a part of the path comes up again: the place of the first such part on it.
    again: usize,
}

/// On no path.
const NEVER: usize = usize::MAX;
/// What seems to be left to show of a part that is lost on one path.
const UNLIKELY: u32 = 1_000;

impl Numbers {
    const LOST: Numbers = Numbers::lost(NEVER);

    const fn lost(again: usize) -> Numbers {
        Numbers { proof: INFINITE, disproof: 0, zone: 0, again }
    }

    fn won(zone: Points) -> Numbers {
        Numbers { proof: 0, disproof: INFINITE, zone, again: NEVER }
    }

    /// With these sums; who has nothing left to show has shown it. `zone` is looked at only if the player has, `again` if he has not.
    fn of(proof: u32, disproof: u32, again: usize, zone: impl FnOnce() -> Points) -> Numbers {
        match (proof, disproof) {
            (0, _) => Numbers::won(zone()),
            (_, 0) => Numbers::lost(again),
            _ => Numbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE), zone: 0, again: NEVER },
        }
    }

    fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What is left to show of several parts. Where one play answers most of what the opponent can do the greatest number says more than the
/// sum, with one for each of the others (weak proof numbers; Ueda, Hashimoto, Hashimoto and Iida 2008).
struct Sum {
    adds: bool,
    most: u32,
    many: u32,
    sum: u32,
}

impl Sum {
    fn new(adds: bool) -> Sum {
        Sum { adds, most: 0, many: 0, sum: 0 }
    }

    fn add(&mut self, proof: u32) {
        self.most = self.most.max(proof);
        self.many += u32::from(proof > 0);
        self.sum = self.sum.saturating_add(proof).min(INFINITE);
    }

    fn value(&self) -> u32 {
        if self.adds { self.sum } else { self.most.saturating_add(self.many.saturating_sub(1)).min(INFINITE) }
    }

    /// How much a part with this number may come to before the value is `proof`.
    fn room(&self, proof: u32, part: u32) -> u32 {
        let others = if self.adds { self.sum - part } else { self.many.saturating_sub(1) };
        proof.saturating_sub(others).clamp(1, INFINITE)
    }
}

/// What is kept of a part.
struct Kept {
    numbers: Numbers,
    /// Parts expanded for it.
    work: u32,
    /// If it is won: how many were found to be won before it.
    when: u32,
}

/// A play of the player's: what is known of the parts of each way to go on.
struct Answer {
    play: Option<usize>,
    ways: Vec<(Way, Vec<Numbers>)>,
    /// Of the best way; and its part that is looked at next.
    numbers: Numbers,
    next: (usize, usize),
}

impl Answer {
    /// Of several ways he needs one, and in it all parts.
    fn settle(&mut self) {
        self.numbers = Numbers::LOST;
        let mut again = NEVER;
        for (i, (way, found)) in self.ways.iter().enumerate() {
            let (mut proof, mut disproof, mut next) = (0u32, INFINITE, 0);
            for (j, numbers) in found.iter().enumerate().filter(|(_, numbers)| numbers.proof > 0) {
                proof = proof.saturating_add(numbers.proof).min(INFINITE);
                if numbers.disproof < disproof {
                    (disproof, next) = (numbers.disproof, j);
                }
            }
            let lost = last_again(found.iter());
            again = again.min(lost);
            let numbers = Numbers::of(proof, disproof, lost, || found.iter().fold(way.eyes, |m, part| m | part.zone));
            if numbers.proof < self.numbers.proof {
                (self.numbers, self.next) = (numbers, (i, next));
            }
        }
        if self.numbers.disproof == 0 {
            self.numbers.again = again;
        }
    }
}

/// What is kept of the parts of a board, for one question after the other: what is found of a part does not depend on where it comes up.
#[derive(Default)]
pub(super) struct Table {
    parts: FxHashMap<Part, Kept>,
    /// Wins found so far.
    wins: u32,
    /// The same wins by their zones, where zones are smaller than parts.
    patterns: Patterns,
    /// Which plays won.
    success: Success,
}

impl Table {
    /// The parts kept.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Makes room: what was found at little cost goes, as much as is needed.
    fn forget(&mut self) {
        let mut least = 2;
        while self.parts.len() > MOST_KEPT / 2 && least < u32::MAX / 2 {
            self.parts.retain(|_, kept| kept.work >= least);
            least *= 2;
        }
    }
}

/// A search of one local game.
pub(super) struct Search<'a> {
    game: &'a LocalGame,
    table: &'a mut Table,
    /// The parts on the path, with their places on it.
    path: FxHashMap<Part, usize>,
    expanded: usize,
    budget: Budget,
}

impl<'a> Search<'a> {
    pub fn new(game: &'a LocalGame, table: &'a mut Table, budget: Budget) -> Search<'a> {
        Search { game, table, path: FxHashMap::default(), expanded: 0, budget }
    }

    /// Whether the player is found to win all parts of one of these ways: the zone of that.
    pub fn wins(&mut self, ways: Vec<Way>) -> Option<Points> {
        let mut root = self.answer(None, ways);
        while !root.numbers.is_decided() && !self.is_over() {
            self.go_on(&mut root, INFINITE, INFINITE, INFINITE);
        }
        (root.numbers.proof == 0).then_some(root.numbers.zone)
    }

    /// When a part was found to be won: after everything that this rests on. At once is 0.
    pub fn found(&self, part: &Part) -> Option<u32> {
        let kept = || self.table.parts.get(part).filter(|kept| kept.numbers.proof == 0).map(|kept| kept.when);
        let alike = || self.table.patterns.find(part).map(|pattern| pattern.when);
        if self.is_won_at_once(part) { Some(0) } else { kept().or_else(alike) }
    }

    /// Whether it is seen without looking further that the player wins a part.
    pub fn is_won_at_once(&self, part: &Part) -> bool {
        self.game.known(part) == Some(true)
    }

    /// Searches a part as if nothing were known of it; whether it is won.
    pub fn again(&mut self, part: &Part) -> bool {
        self.expand(part, INFINITE, INFINITE).proof == 0
    }

    /// The rules of the game.
    pub fn game(&self) -> &'a LocalGame {
        self.game
    }

    fn is_over(&self) -> bool {
        self.budget.is_spent(self.expanded, 1)
    }

    /// What is known of a part, or seems to be so; `by` is the play of the player's that leads to it.
    fn look(&self, part: &Part, by: Option<usize>) -> Numbers {
        if let Some(&place) = self.path.get(part) {
            return Numbers::lost(place);
        }
        if self.path.len() > DEEPEST {
            return Numbers::lost(0);
        }
        let kept = self.table.parts.get(part).map(|kept| kept.numbers);
        if let Some(numbers) = kept.filter(Numbers::is_decided) {
            return numbers;
        }
        if let Some(pattern) = self.table.patterns.find(part) {
            return Numbers::won(pattern.zone);
        }
        if let Some(numbers) = kept {
            return numbers;
        }
        match self.game.known(part) {
            Some(true) => Numbers::won(0),
            Some(false) => Numbers::LOST,
            None => {
                let proof = self.game.estimate(part);
                let proof = by.map_or(proof, |p| self.table.success.weighed(p, proof));
                Numbers { proof, disproof: 1, zone: 0, again: NEVER }
            }
        }
    }

    fn answer(&self, play: Option<usize>, ways: Vec<Way>) -> Answer {
        let look = |way: Way| {
            let found = way.parts.iter().map(|part| self.look(part, play)).collect();
            (way, found)
        };
        let ways = ways.into_iter().map(look).collect();
        let mut answer = Answer { play, ways, numbers: Numbers::LOST, next: (0, 0) };
        answer.settle();
        answer
    }

    /// Looks on into an answer until its numbers reach these, `second` being the proof number of the next best one.
    fn go_on(&mut self, answer: &mut Answer, proof: u32, disproof: u32, second: u32) {
        let (way, part) = answer.next;
        let (way, found) = &mut answer.ways[way];
        let others = answer.numbers.proof - found[part].proof;
        let most = more_than(second).min(proof).saturating_sub(others);
        found[part] = self.expand(&way.parts[part], most, disproof);
        answer.settle();
    }

    /// Expands a part until its numbers reach these.
    fn expand(&mut self, part: &Part, proof: u32, disproof: u32) -> Numbers {
        let before = self.expanded;
        self.expanded += 1;
        let place = self.path.len();
        self.path.insert(*part, place);
        let mut numbers =
            if part.theirs_to_move { self.all(part, proof, disproof) } else { self.any(part, proof, disproof) };
        self.path.remove(part);
        if numbers.disproof == 0 && numbers.again >= place {
            numbers.again = NEVER;
        }
        let work = u32::try_from(self.expanded - before).unwrap_or(u32::MAX);
        if self.table.parts.len() >= MOST_KEPT {
            self.table.forget();
        }
        // What is lost on this path only may be won on others.
        let known = match numbers.again {
            NEVER => numbers,
            _ => Numbers { proof: UNLIKELY, disproof: 1, ..Numbers::LOST },
        };
        self.table.wins += u32::from(known.proof == 0);
        let when = self.table.wins;
        if known.proof == 0 && !self.game.aim.bars() {
            self.table.patterns.add(part, known.zone, when);
        }
        let kept = self.table.parts.entry(*part).or_insert(Kept { numbers: known, work: 0, when });
        *kept = Kept { numbers: known, work: kept.work.saturating_add(work), when };
        numbers
    }

    /// The opponent to move: the player needs all. Where nobody is to be barred only what lies in the core matters, after a pass.
    fn all(&mut self, part: &Part, proof: u32, disproof: u32) -> Numbers {
        let passed = self.game.passed(part);
        let mut pass = self.look(&passed, None);
        let mut core = part.points;
        let mut moves = self.game.after_theirs(part, core);
        let mut found: Vec<Numbers> = moves.iter().map(|(_, to)| self.look(to, None)).collect();
        let mut is_cut = self.game.aim.bars();
        loop {
            if !is_cut && pass.proof == 0 {
                is_cut = true;
                core = self.game.core(part, pass.zone);
                (moves, found) = moves.into_iter().zip(found).filter(|((p, _), _)| core >> p & 1 == 1).unzip();
            }
            let mut all = Sum::new(self.game.aim.bars());
            all.add(pass.proof);
            let (mut least, mut second, mut best) = (pass.disproof, INFINITE, None);
            for (i, numbers) in found.iter().enumerate().filter(|(_, numbers)| numbers.proof > 0) {
                all.add(numbers.proof);
                if numbers.disproof < least {
                    (second, least, best) = (least, numbers.disproof, Some(i));
                } else {
                    second = second.min(numbers.disproof);
                }
            }
            let sum = all.value();
            let again = last_again(found.iter().chain([&pass]));
            let numbers = Numbers::of(sum, least, again, || self.before_all(part, core, &moves, &found));
            if numbers.proof >= proof || numbers.disproof >= disproof || numbers.is_decided() || self.is_over() {
                return numbers;
            }
            if !is_cut {
                best = None;
                second = disproof;
            }
            let (to, numbers) = best.map_or((&passed, &mut pass), |i| (&moves[i].1, &mut found[i]));
            *numbers = self.expand(to, all.room(proof, numbers.proof), more_than(second).min(disproof));
        }
    }

    /// The zone of a part in which the player has an answer to all moves, `found` being what is known after each.
    fn before_all(&self, part: &Part, core: Points, moves: &[(usize, Part)], found: &[Numbers]) -> Points {
        if self.game.aim.bars() {
            return part.points;
        }
        let mut zones: [Option<Points>; Points::BITS as usize] = [None; _];
        moves.iter().zip(found).for_each(|((p, _), after)| zones[*p] = Some(after.zone));
        points_of(core & part.empty()).fold(core, |m, p| m | self.game.before_theirs(part, p, zones[p]))
    }

    /// The player to move: he needs one answer. Of the disproof numbers the greatest is taken, as most plays fail for one reason. Once a play
    /// is known to win no others are looked at.
    fn any(&mut self, part: &Part, proof: u32, disproof: u32) -> Numbers {
        let mut answers: Vec<Answer> = Vec::new();
        for p in self.table.success.in_order(part.empty()) {
            answers.extend(self.game.ways(part, p).map(|ways| self.answer(Some(p), ways)));
            if answers.last().is_some_and(|answer| answer.numbers.proof == 0) {
                break;
            }
        }
        loop {
            let (mut most, mut least, mut second, mut best) = (0u32, INFINITE, INFINITE, 0);
            for (i, answer) in answers.iter().enumerate().filter(|(_, answer)| answer.numbers.disproof > 0) {
                most = most.max(answer.numbers.disproof);
                if answer.numbers.proof < least {
                    (second, least, best) = (least, answer.numbers.proof, i);
                } else {
                    second = second.min(answer.numbers.proof);
                }
            }
            let again = answers.iter().map(|answer| answer.numbers.again).min().unwrap_or(NEVER);
            let numbers = Numbers::of(least, most, again, || self.before_any(part, &answers[best]));
            if numbers.proof >= proof || numbers.disproof >= disproof || numbers.is_decided() || self.is_over() {
                if numbers.proof == 0 {
                    self.table.success.note(answers[best].play, answers.iter().filter_map(|answer| answer.play));
                }
                return numbers;
            }
            self.go_on(&mut answers[best], proof, disproof, second);
        }
    }

    /// The zone of a part in which the player has an answer by which he wins.
    fn before_any(&self, part: &Part, answer: &Answer) -> Points {
        match answer.play {
            Some(p) if !self.game.aim.bars() => self.game.before_own(part, p, answer.numbers.zone),
            _ => part.points,
        }
    }
}

/// Where one lost part is enough: the one that rests on the least of the path.
fn last_again<'a>(found: impl Iterator<Item = &'a Numbers>) -> usize {
    found.filter(|numbers| numbers.disproof == 0).map(|numbers| numbers.again).max().unwrap_or(NEVER)
}

/// A part is left when its number is so much more than that of the next one.
fn more_than(number: u32) -> u32 {
    number.saturating_add(number / 4 + 1).min(INFINITE)
}
