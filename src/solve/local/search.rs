//! Who wins a local game: depth-first proof-number search over its parts.
//!
//! A part met again on its path is lost, as is one that is too deep: a part that is won is so by a tree without repetitions, whatever the
//! path. So only wins are answers.

use rustc_hash::{FxHashMap, FxHashSet};

use super::part::{LocalGame, Part, Parts};
use crate::solve::Budget;

const INFINITE: u32 = 1_000_000_000;
/// Most parts kept.
const MOST_KEPT: usize = 1 << 19;
/// Most moves of a path.
const DEEPEST: usize = 400;

/// How much is left to show that the player wins a part, and that he does not.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// With these sums; who has nothing left to show has shown it.
    fn of(proof: u32, disproof: u32) -> Numbers {
        match (proof, disproof) {
            (0, _) => Numbers::WON,
            (_, 0) => Numbers::LOST,
            _ => Numbers { proof: proof.min(INFINITE), disproof: disproof.min(INFINITE) },
        }
    }

    fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What is kept of a part.
struct Kept {
    numbers: Numbers,
    /// Parts expanded for it.
    work: u32,
}

/// A play of the player's: what is known of the parts of each way to go on.
struct Answer {
    ways: Vec<(Parts, Vec<Numbers>)>,
    /// Of the best way; and its part that is looked at next.
    numbers: Numbers,
    next: (usize, usize),
}

impl Answer {
    /// Of several ways he needs one, and in it all parts.
    fn settle(&mut self) {
        self.numbers = Numbers::LOST;
        for (i, (_, found)) in self.ways.iter().enumerate() {
            let (mut proof, mut disproof, mut next) = (0u32, INFINITE, 0);
            for (j, numbers) in found.iter().enumerate().filter(|(_, numbers)| numbers.proof > 0) {
                proof = proof.saturating_add(numbers.proof).min(INFINITE);
                if numbers.disproof < disproof {
                    (disproof, next) = (numbers.disproof, j);
                }
            }
            let numbers = Numbers::of(proof, disproof);
            if numbers.proof < self.numbers.proof {
                (self.numbers, self.next) = (numbers, (i, next));
            }
        }
    }
}

/// A search of one local game.
pub(super) struct Search<'a> {
    game: &'a LocalGame,
    table: FxHashMap<Part, Kept>,
    path: FxHashSet<Part>,
    expanded: usize,
    budget: Budget,
}

impl<'a> Search<'a> {
    pub fn new(game: &'a LocalGame, budget: Budget) -> Search<'a> {
        Search { game, table: FxHashMap::default(), path: FxHashSet::default(), expanded: 0, budget }
    }

    /// Whether the player is found to win all parts of one of these ways.
    pub fn wins(&mut self, ways: Vec<Parts>) -> bool {
        let mut root = self.answer(ways);
        while !root.numbers.is_decided() && !self.is_over() {
            self.go_on(&mut root, INFINITE, INFINITE, INFINITE);
        }
        root.numbers.proof == 0
    }

    fn is_over(&self) -> bool {
        self.budget.is_spent(self.expanded, 1)
    }

    fn look(&self, part: &Part) -> Numbers {
        if self.path.contains(part) || self.path.len() > DEEPEST {
            return Numbers::LOST;
        }
        if let Some(kept) = self.table.get(part) {
            return kept.numbers;
        }
        match self.game.known(part) {
            Some(true) => Numbers::WON,
            Some(false) => Numbers::LOST,
            None => Numbers { proof: self.game.estimate(part), disproof: 1 },
        }
    }

    fn answer(&self, ways: Vec<Parts>) -> Answer {
        let look = |parts: Parts| {
            let found = parts.iter().map(|part| self.look(part)).collect();
            (parts, found)
        };
        let mut answer = Answer { ways: ways.into_iter().map(look).collect(), numbers: Numbers::LOST, next: (0, 0) };
        answer.settle();
        answer
    }

    /// Looks on into an answer until its numbers reach these, `second` being the proof number of the next best one.
    fn go_on(&mut self, answer: &mut Answer, proof: u32, disproof: u32, second: u32) {
        let (way, part) = answer.next;
        let (parts, found) = &mut answer.ways[way];
        let others = answer.numbers.proof - found[part].proof;
        let most = more_than(second).min(proof).saturating_sub(others);
        found[part] = self.expand(&parts[part], most, disproof);
        answer.settle();
    }

    /// Expands a part until its numbers reach these.
    fn expand(&mut self, part: &Part, proof: u32, disproof: u32) -> Numbers {
        let before = self.expanded;
        self.expanded += 1;
        self.path.insert(*part);
        let numbers =
            if part.theirs_to_move { self.all(part, proof, disproof) } else { self.any(part, proof, disproof) };
        self.path.remove(part);
        let work = u32::try_from(self.expanded - before).unwrap_or(u32::MAX);
        if self.table.len() >= MOST_KEPT {
            self.forget();
        }
        let kept = self.table.entry(*part).or_insert(Kept { numbers, work: 0 });
        *kept = Kept { numbers, work: kept.work.saturating_add(work) };
        numbers
    }

    /// The opponent to move: the player needs all.
    fn all(&mut self, part: &Part, proof: u32, disproof: u32) -> Numbers {
        let moves = self.game.after_theirs(part);
        let mut found: Vec<Numbers> = moves.iter().map(|to| self.look(to)).collect();
        loop {
            let (mut sum, mut least, mut second, mut best) = (0u32, INFINITE, INFINITE, 0);
            for (i, numbers) in found.iter().enumerate().filter(|(_, numbers)| numbers.proof > 0) {
                sum = sum.saturating_add(numbers.proof).min(INFINITE);
                if numbers.disproof < least {
                    (second, least, best) = (least, numbers.disproof, i);
                } else {
                    second = second.min(numbers.disproof);
                }
            }
            let numbers = Numbers::of(sum, least);
            if numbers.proof >= proof || numbers.disproof >= disproof || numbers.is_decided() || self.is_over() {
                return numbers;
            }
            let most = proof.saturating_sub(sum).saturating_add(found[best].proof).min(INFINITE);
            found[best] = self.expand(&moves[best], most, more_than(second).min(disproof));
        }
    }

    /// The player to move: he needs one answer. Of the disproof numbers the greatest is taken, as most plays fail for one reason.
    fn any(&mut self, part: &Part, proof: u32, disproof: u32) -> Numbers {
        let mut answers: Vec<Answer> = self.game.after_own(part).into_iter().map(|ways| self.answer(ways)).collect();
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
            let numbers = Numbers::of(least, most);
            if numbers.proof >= proof || numbers.disproof >= disproof || numbers.is_decided() || self.is_over() {
                return numbers;
            }
            self.go_on(&mut answers[best], proof, disproof, second);
        }
    }

    /// Makes room: what was found at little cost goes, as much as is needed.
    fn forget(&mut self) {
        let mut least = 2;
        while self.table.len() > MOST_KEPT / 2 && least < u32::MAX / 2 {
            self.table.retain(|_, kept| kept.work >= least);
            least *= 2;
        }
    }
}

/// A part is left when its number is so much more than that of the next one.
fn more_than(number: u32) -> u32 {
    number.saturating_add(number / 4 + 1).min(INFINITE)
}
