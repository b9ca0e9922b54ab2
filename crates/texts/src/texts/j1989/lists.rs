//! The games of a confirmation as lists of what follows ask them: which strings are captured, and which for good.

use super::{Confirmation, ConfirmationFacts, Confirming};
use crate::board::{Colour, Points};
use crate::law::KoMove;
use crate::solve::arena::{Decided, Explored, explore, solve};
use crate::solve::attractor::{Attractor, Targets};
use crate::solve::buechi::{Buechi, Conditions};
use crate::solve::fixpoint::{LeastFixpoint, Question};
use crate::solve::frozen::{Bound, Frozen, Others, Spent, Within};
use crate::solve::{Bounds, Budget, Game};

/// A confirmation without the ordinary passes that cannot help who makes them, given the goal of the opponent (the
/// attacker): a condition that he must meet when the sequence ends.
///
/// An ordinary pass of the attacker lets the owner pass too, which ends the sequence: where the goal is not met that loses.
/// Where it is met, the owner loses by an ordinary pass, as the attacker may end the sequence by another. So the attacker
/// passes only where the goal is met, the owner only where it is not, the sequence never ends by two passes, and nobody has
/// to remember whether the last move was one. A player without a move has lost or won as the goal says.
pub struct Pressing<'a, F> {
    /// The sequences.
    pub confirmation: &'a Confirmation,
    /// The condition.
    pub met: F,
}

impl<F: Fn(&Confirming) -> bool> Game for Pressing<'_, F> {
    type State = Confirming;
    type Move = KoMove;

    fn mover(&self, state: &Confirming) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Confirming, out: &mut Vec<(KoMove, Confirming)>) {
        self.confirmation.moves(state, out);
        let attacks = state.mover != self.confirmation.owner;
        if attacks != (self.met)(state) {
            out.retain(|(mv, _)| *mv != KoMove::Pass);
        }
        for (_, next) in out {
            next.passed = false;
        }
    }
}

/// Which of the owner's stones the opponent forces off the board.
pub struct Captured<'a>(pub &'a Confirmation);

impl<G: Game<State = Confirming>> Targets<G> for Captured<'_> {
    fn attacker(&self) -> Colour {
        self.0.owner.opponent()
    }

    fn live(&self, state: &Confirming) -> Points {
        state.position.of(self.0.owner)
    }

    fn reached(&self, from: &Confirming, to: &Confirming) -> Points {
        from.position.of(self.0.owner) & !to.position.of(self.0.owner)
    }

    fn known(&mut self, state: &Confirming) -> (Points, Points) {
        if state.ended {
            return (0, 0);
        }
        // An owner who always passes keeps an immortal stone; the attacker never has to pass before he has taken what is
        // where nothing can live.
        let (board, live) = (&self.0.board, state.position.of(self.0.owner));
        let lost = live & board.denied(state.position, self.0.owner.opponent());
        (lost, live & !board.immortal(state.position, self.0.owner))
    }
}

/// The stones of the owner that the opponent forces off the board from `state`: surely, and possibly.
pub fn captured(
    confirmation: &Confirmation,
    state: &Confirming,
    solved: &mut Decided<Confirming, Points>,
    budget: Budget,
) -> Bounds<Points> {
    let game = Pressing { confirmation, met: |_: &Confirming| false };
    solve(&game, &mut LeastFixpoint(&mut Attractor(Captured(confirmation))), solved, state, budget)
}

/// All that is explored to tell that, nothing being known before.
pub fn explored(confirmation: &Confirmation, state: &Confirming, budget: Budget) -> Explored<Confirming, Points> {
    let game = Pressing { confirmation, met: |_: &Confirming| false };
    let mut question = Attractor(Captured(confirmation));
    explore(&game, &mut LeastFixpoint(&mut question), &Decided::default(), state, budget)
}

/// The opponent forces both that `string` is captured and that no stone new on `local` is permanent.
pub struct ForGood<'a> {
    /// The sequences; its `local`.
    pub confirmation: &'a Confirmation,
    /// The string.
    pub string: Points,
    /// Reading `infinite=defender`: he must bring the sequence to an end.
    pub endless_defends: bool,
    /// What is known of every state.
    pub facts: Option<&'a dyn ConfirmationFacts>,
}

/// What has been solved of the play after a capture of Black's stones, for one `local` and one reading `infinite`.
#[derive(Default)]
pub struct SolvedForGood(Decided<Confirming, bool>);

impl ForGood<'_> {
    /// Whether he forces it from `state`.
    pub fn forced(&self, state: &Confirming, solved: &mut SolvedForGood, budget: Budget) -> Bounds<bool> {
        self.explored(state, solved, budget).bounds[0]
    }

    /// All that is explored to tell that, beside what has been `solved` before.
    pub fn explored(
        &self,
        state: &Confirming,
        solved: &mut SolvedForGood,
        budget: Budget,
    ) -> Explored<Confirming, bool> {
        let ForGood { confirmation, string, .. } = *self;
        let game = Pressing { confirmation, met: |s: &Confirming| confirmation.cleared(s, string) };
        let found = if self.endless_defends {
            let mut question = AtEnd { asked: self, solved };
            let found = explore(&game, &mut LeastFixpoint(&mut question), &Decided::default(), state, budget);
            let is_so = |b: &Bounds<u64>| Bounds { lower: b.lower == 1, upper: b.upper == 1 };
            Explored { bounds: found.bounds.iter().map(is_so).collect(), arena: found.arena }
        } else {
            explore(&game, &mut Buechi(AgainAndAgain { asked: self, solved }), &Decided::default(), state, budget)
        };
        // What is decided of the states after the capture does not depend on the string.
        let after = found.values().filter(|(state, _)| state.original & string == 0);
        solved.0.extend(after.filter_map(|(state, bounds)| Some((*state, bounds.decided()?))));
        found
    }

    /// Whether he forces it from the start on a board of open points, in the game that restricts `player`.
    pub fn on_open_points(&self, frozen: &Frozen, player: Colour, budget: Budget) -> Bounds<bool> {
        let ForGood { confirmation, string, .. } = *self;
        let game = Pressing { confirmation, met: |s: &Confirming| confirmation.cleared(s, string) };
        let bound = Bound { game: &game, frozen, player, others: Others::Any };
        let solved = SolvedForGood::default();
        let mut question = Buechi(Within(AgainAndAgain { asked: self, solved: &solved }));
        let start = Spent::start(confirmation.start(frozen.position()));
        solve(&bound, &mut question, &mut Decided::default(), &start, budget)
    }

    /// Whether he forces it from `state`, as far as that is seen or has been solved.
    pub fn told(&self, state: &Confirming, solved: &SolvedForGood) -> Option<bool> {
        let after = state.original & self.string == 0;
        let solved = if after { solved.0.get(state).copied() } else { None };
        solved.or_else(|| self.known(state))
    }

    /// Whether it is seen without looking further that he forces it from `state`.
    pub fn is_seen(&self, state: &Confirming) -> bool {
        self.known(state) == Some(true)
    }

    /// Seen without looking further: an owner who always passes keeps an immortal stone; and nothing lives where nothing can.
    fn known(&self, state: &Confirming) -> Option<bool> {
        let ForGood { confirmation: c, string, .. } = *self;
        let stones = c.new_stones(state) | state.original & string;
        if stones & c.board.immortal(state.position, c.owner) != 0 {
            return Some(false);
        }
        if let Some(found) = self.facts.and_then(|facts| self.looked_up(state, facts)) {
            return Some(found);
        }
        // The attacker sees to it that nothing is on `local` ever again; to bring the sequence to an end as well he needs that
        // everywhere, so that the owner has no move left but to pass.
        let denied = c.board.denied(state.position, c.owner.opponent());
        let needed = if self.endless_defends { c.board.all() } else { c.local };
        (needed & !denied == 0).then_some(true)
    }

    /// What follows from facts about single points and about the whole board. He must see to every point of `local` that is
    /// not an original stone's, if need be by capturing the string; and he has what he wants where he can see to every point
    /// of the board, its original stones counted as new.
    fn looked_up(&self, state: &Confirming, facts: &dyn ConfirmationFacts) -> Option<bool> {
        let c = self.confirmation;
        let cleared = facts.cleared(state, c.owner)?;
        if cleared.everywhere && !self.endless_defends {
            return Some(true);
        }
        let standing = state.original & self.string;
        // Of one point they say all, unless the sequence is to end.
        if c.local.is_power_of_two() && !self.endless_defends && (standing == c.local || state.original == 0) {
            return Some(c.local & !cleared.each == 0);
        }
        (c.local & (!state.original | standing) & !cleared.each != 0).then_some(false)
    }
}

/// [`ForGood`] as an infinite game: again and again the string is gone and a point of `local` is free of a new stone, for
/// every point.
struct AgainAndAgain<'a> {
    asked: &'a ForGood<'a>,
    solved: &'a SolvedForGood,
}

impl<G: Game<State = Confirming>> Conditions<G> for AgainAndAgain<'_> {
    fn attacker(&self) -> Colour {
        self.asked.confirmation.owner.opponent()
    }

    fn all(&self) -> Points {
        self.asked.confirmation.local
    }

    fn holding(&self, state: &Confirming) -> Points {
        let ForGood { confirmation: c, string, .. } = *self.asked;
        if state.original & string == 0 { c.local & !c.new_stones(state) } else { 0 }
    }

    fn known(&mut self, state: &Confirming) -> Option<bool> {
        self.asked.told(state, self.solved)
    }
}

/// [`ForGood`] with an end that the attacker must bring about.
struct AtEnd<'a> {
    asked: &'a ForGood<'a>,
    solved: &'a SolvedForGood,
}

impl<G: Game<State = Confirming>> Question<G> for AtEnd<'_> {
    type Value = u64;

    fn maximiser(&self) -> Colour {
        self.asked.confirmation.owner.opponent()
    }

    fn through(&self, _: &Confirming, _: &Confirming, value: u64) -> u64 {
        value
    }

    fn known(&mut self, state: &Confirming) -> Bounds<u64> {
        let known = self.asked.told(state, self.solved);
        known.map_or(Bounds { lower: 0, upper: 1 }, |forced| Bounds::exactly(forced.into()))
    }

    fn end(&mut self, state: &Confirming) -> u64 {
        u64::from(self.asked.confirmation.cleared(state, self.asked.string))
    }
}
