//! Searches for what the opponent forces of a player's strings in one position, on boards of up to [`MOST_IN_WORDS`] points: the answers to all
//! questions about it, rung by rung, from what is known of the same states.

use super::Seeking;
use crate::board::{Board, Colour, Points, Position};
use crate::solve::Budget;
use crate::solve::evidence::{Evidence, Known};
use crate::solve::thresholds::{Settled, Thresholds};
use crate::texts::j1989::Confirming;
use crate::texts::j1989::clauses::Enable;
use crate::texts::j1989::counted::{MOST_IN_WORDS, Numbered, Pursuit, Wanted};
use crate::texts::j1989::lines::Shown;
use crate::texts::j1989::questions::Asked;

/// Of a string that can be taken, what becomes of its own points gets one of so many parts of what other questions get where it only bounds the
/// areas of others: what becomes of its whole area says whether it lives.
const OWN_POINTS: usize = 8;

/// What is asked of each string: whether it is captured, and for good. One search for all strings of an owner gets as much as all that.
const QUESTIONS: usize = 2;

/// The searches of one position.
pub(super) struct Searches<'a> {
    pursuits: &'a [Pursuit; 2],
    position: Position,
    /// What all of a position's questions may use.
    budget: Budget,
    /// It is remembered how late something was found.
    remembers: bool,
    /// By owner.
    thresholds: [Option<Thresholds<'a, Pursuit>>; 2],
    numbered: [Numbered; 2],
    /// Strings that are known not to be taken.
    firm: [Points; 2],
    /// What is known of captures for good.
    for_good: Vec<(Asked<Points>, bool)>,
}

impl<'a> Searches<'a> {
    /// Of a position; nothing if the board is too large. Play that shows answers is read from them if they are `shown`.
    pub fn of(
        pursuits: &'a Option<[Pursuit; 2]>,
        position: Position,
        budget: Budget,
        shown: bool,
    ) -> Option<Searches<'a>> {
        let pursuits = pursuits.as_ref()?;
        Some(Searches {
            pursuits,
            position,
            budget,
            remembers: shown,
            thresholds: Default::default(),
            numbered: Default::default(),
            firm: [0; 2],
            for_good: Vec::new(),
        })
    }

    /// Whether a string of the owner's is known not to be taken.
    pub fn has_firm(&self, owner: Colour) -> bool {
        self.firm[owner.index()] != 0
    }

    /// The answer to a question about a capture for good that follows from one about the same string: the larger the area, the better for the
    /// owner.
    pub fn implied(&self, question: Asked<Points>) -> Option<bool> {
        let Asked::ForGood(owner, string, local) = question else { return None };
        let implies = |&&(known, holds): &&(Asked<Points>, bool)| match known {
            Asked::ForGood(of, other, area) if (of, other) == (owner, string) => {
                if holds {
                    local & !area == 0
                } else {
                    area & !local == 0
                }
            }
            _ => false,
        };
        self.for_good.iter().find(implies).map(|(_, holds)| *holds)
    }

    /// The answer to a question is known.
    pub fn learn(&mut self, question: Asked<Points>, holds: bool) {
        match question {
            Asked::Captured(owner, string) if !holds => {
                self.firm[owner.index()] |= string;
                self.pursuits[owner.index()].is_firm(string);
            }
            Asked::Captured(..) => {}
            Asked::ForGood(..) => self.for_good.push((question, holds)),
        }
    }

    /// Whether the owner's opponent gets what he wants; and how many states were expanded for that.
    pub fn settle(&mut self, owner: Colour, wanted: Wanted, budget: Budget) -> (Settled, usize) {
        let pursuit = &self.pursuits[owner.index()];
        let start = pursuit.start(self.position, wanted, &mut self.numbered[owner.index()]);
        let thresholds = self.thresholds(owner);
        let before = thresholds.expanded();
        let recurs = !matches!(wanted, Wanted::Taken(_));
        (thresholds.settle(&start, 1, recurs, budget), thresholds.expanded() - before)
    }

    /// Whether he gets it from another state, if that is known; and how late that was found.
    pub fn told(&mut self, owner: Colour, wanted: Wanted, state: &Confirming) -> Option<(bool, u64)> {
        let pursuit = &self.pursuits[owner.index()];
        let state = pursuit.pursued(state, wanted, &mut self.numbered[owner.index()]);
        pursuit.told(self.thresholds(owner), &state)
    }

    fn thresholds(&mut self, owner: Colour) -> &mut Thresholds<'a, Pursuit> {
        let pursuit = &self.pursuits[owner.index()];
        let (budget, remembers) = (self.budget, self.remembers);
        self.thresholds[owner.index()].get_or_insert_with(|| {
            let thresholds = Thresholds::new(pursuit, budget);
            if remembers { thresholds.remembering() } else { thresholds }
        })
    }
}

/// Whether these searches are for a board.
pub(super) fn is_small_enough(board: &Board) -> bool {
    board.len() <= MOST_IN_WORDS
}

impl Seeking<'_> {
    /// By searches on small boards.
    pub(super) fn pursued(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        let owner = question.owner();
        // Where new stones do not matter nobody asks about them.
        if self.solver.minded && !self.solver.endless_defends() && self.is_emptied(owner) {
            let anywhere = Asked::ForGood(owner, question.string(), self.solver.game.board.all());
            return Some(Evidence::Play(self.shown(anywhere, Wanted::Emptied, true)).of(true));
        }
        let (wanted, budget) = match question {
            Asked::Captured(_, string) => (Wanted::Taken(string & string.wrapping_neg()), self.budget),
            Asked::ForGood(_, string, local) => {
                let bounds_others = matches!(self.solver.rules.read(), Enable::Local2 | Enable::Enclosed);
                let parts = if string == local && bounds_others && self.rung.part > 1 { OWN_POINTS } else { 1 };
                (Wanted::Cleared(string, local), self.budget.part(parts))
            }
        };
        let implied = self.searches.as_ref().and_then(|searches| searches.implied(question));
        let holds = match implied {
            Some(holds) => holds,
            None => match self.settle(owner, wanted, budget) {
                Settled::Forced => true,
                Settled::Prevented => false,
                Settled::Open => return None,
                // What is gained by going on for ever is found by other searches.
                Settled::Endless => {
                    return match question {
                        Asked::Captured(..) => self.searched(question),
                        Asked::ForGood(..) => self.searched_for_good(question),
                    };
                }
            },
        };
        self.searches.as_mut()?.learn(question, holds);
        Some(Evidence::Play(self.shown(question, wanted, holds)).of(holds))
    }

    /// That no stone of the owner's is permanent anywhere: more than is asked, and often found sooner. It is not so if one is never taken.
    fn is_emptied(&mut self, owner: Colour) -> bool {
        if self.emptied[owner.index()].is_none() && self.searches.as_ref().is_some_and(|s| !s.has_firm(owner)) {
            let strings = self.solver.game.board.components(self.position.of(owner)).count();
            let states = self.budget.states.saturating_mul(strings * QUESTIONS);
            let settled = self.settle(owner, Wanted::Emptied, Budget { states, ..self.budget });
            self.emptied[owner.index()] = Some(match settled {
                Settled::Forced => Some(true),
                Settled::Prevented => Some(false),
                Settled::Endless | Settled::Open => None,
            });
        }
        self.emptied[owner.index()] == Some(Some(true))
    }

    fn settle(&mut self, owner: Colour, wanted: Wanted, budget: Budget) -> Settled {
        let Some(searches) = &mut self.searches else { return Settled::Open };
        let (settled, spent) = searches.settle(owner, wanted, budget);
        self.spent += spent;
        settled
    }

    /// What a search on a small board has to show for an answer.
    fn shown(&mut self, question: Asked<Points>, wanted: Wanted, holds: bool) -> Shown {
        let Some(mut searches) = self.searches.take_if(|_| self.shows) else { return Shown::default() };
        let owner = question.owner();
        let shown = if let (Asked::Captured(..), false) = (question, holds) {
            self.tries(question, |state| searches.told(owner, wanted, state).is_some_and(|(holds, _)| !holds))
        } else {
            self.read_search(question, holds, &mut |state| searches.told(owner, wanted, state))
        };
        self.searches = Some(searches);
        shown
    }
}
