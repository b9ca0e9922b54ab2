//! What proofs of a verdict claim: which strings the opponent captures, and which for good (j1989.7.1).

use std::collections::HashSet;

use crate::board::{Colour, Points, StoneString};
use crate::law::facts::Facts;
use crate::law::finished::{Sight, wide};
use crate::law::{Interpreter, Verdict, Written};
use crate::proof::Entry;
use crate::proof::claim::{Claims, Forced, Judged, Provable, Reach, Recur, Term, What, met};
use crate::proof::steps::{Done, Searched, Task, Teller, done, done_told};
use crate::solve::Budget;
use crate::solve::thresholds::{Thresholds, for_thresholds};
use crate::texts::j1989::answers::{Awaiting, Clearing, Emptying, ForGood, InTurn, Taking};
use crate::texts::j1989::clauses::*;
use crate::texts::j1989::counted::{MOST_IN_WORDS, Numbered, Pursuit, Wanted};
use crate::texts::j1989::judge::life;
use crate::texts::j1989::questions::{Asked, Seen};
use crate::texts::j1989::{Confirmation, Confirming, J1989Interpreter};

/// The parts of the budget for either way to show a capture for good.
const PARTS: [usize; 3] = [64, 8, 1];

const CAPTURED: Term = "captured";
const FOR_GOOD: Term = "captured-for-good";

impl Asked<Points> {
    fn read(what: &What) -> Option<Asked<Points>> {
        match *what {
            What::OfString { says: CAPTURED, string, local: None } => {
                Some(Asked::Captured(string.colour, string.stones))
            }
            What::OfString { says: FOR_GOOD, string, local: Some(local) } => {
                Some(Asked::ForGood(string.colour, string.stones, local))
            }
            _ => None,
        }
    }

    fn what(self) -> What {
        match self {
            Asked::Captured(colour, stones) => {
                What::OfString { says: CAPTURED, string: StoneString { colour, stones }, local: None }
            }
            Asked::ForGood(colour, stones, local) => {
                What::OfString { says: FOR_GOOD, string: StoneString { colour, stones }, local: Some(local) }
            }
        }
    }
}

/// The pursuits of an owner's strings on a small board, some of them being claimed not to be taken.
fn pursuit(of: Judged<'_>, owner: Colour, claims: &Claims) -> Option<Pursuit> {
    let pursuit = (of.board.len() <= MOST_IN_WORDS).then(|| Pursuit::new(of.rules, of.board, owner))?;
    for (what, _) in claims.iter().filter(|(_, holds)| !**holds) {
        if let Some(Asked::Captured(of, string)) = Asked::read(what)
            && of == owner
        {
            pursuit.is_firm(string);
        }
    }
    Some(pursuit)
}

/// A search of thresholds that tells who wins, for the game of the steps, whose states are made ones of a confirmation.
struct Telling<'a, M> {
    pursuit: &'a Pursuit,
    thresholds: Thresholds<'a, Pursuit>,
    wanted: Wanted,
    numbered: Numbered,
    confirming: M,
}

impl<'a, M> Telling<'a, M> {
    fn new(pursuit: &'a Pursuit, wanted: Wanted, budget: Budget, confirming: M) -> Telling<'a, M> {
        let thresholds = Thresholds::new(pursuit, for_thresholds(budget)).remembering();
        Telling { pursuit, thresholds, wanted, numbered: Numbered::default(), confirming }
    }
}

impl<S, M: Fn(&S) -> Confirming> Teller<S> for Telling<'_, M> {
    fn told(&mut self, state: &S) -> Option<(bool, u64)> {
        let state = self.pursuit.pursued(&(self.confirming)(state), self.wanted, &mut self.numbered);
        self.pursuit.told(&mut self.thresholds, &state)
    }

    fn settle(&mut self, state: &S, budget: Budget) -> Option<bool> {
        let state = self.pursuit.pursued(&(self.confirming)(state), self.wanted, &mut self.numbered);
        let recurs = !matches!(self.wanted, Wanted::Taken(_));
        self.thresholds.settle(&state, 1, recurs, for_thresholds(budget)).told()
    }
}

/// The searches for a capture for good: in full, or by more than is asked for, that all of `local` is free at once, or that the owner has no
/// stone at all.
#[derive(Clone, Copy)]
struct Steps<'a> {
    asked: &'a ForGood<'a>,
    emptying: &'a Emptying<'a>,
    start: Confirming,
    /// On small boards.
    pursuit: Option<&'a Pursuit>,
}

impl Steps<'_> {
    /// Does what is wanted of them. Which it is the first state tells.
    fn done(&self, task: Task<'_>) -> Done {
        let (at_once, in_turn) = (Clearing(self.asked), InTurn(self.asked));
        let (first, emptied) = (in_turn.start(&self.start), self.emptying.confirmation.start(self.start.position));
        match task {
            // What is gained by going on for ever no search of thresholds finds.
            Task::Prove(holds, budget) => {
                Done::Proved(self.pursuit.map(Some).into_iter().chain([None]).find_map(|pursuit| {
                    PARTS.iter().find_map(|&part| {
                        let (by, task) = (Steps { pursuit, ..*self }, || Task::Prove(holds, budget.part(part)));
                        let emptied = if holds { by.emptied(&emptied, task()) } else { None };
                        let cleared = emptied.or_else(|| by.cleared(&at_once, task()));
                        cleared.or_else(|| by.in_turn(&in_turn, &first, task()))
                    })
                }))
            }
            Task::Check(holds, steps) => {
                let board = &self.asked.confirmation.board;
                let begins_at = |text: String| steps.iter().any(|step| step.state == text);
                // The original string stands in no state of the second.
                if begins_at(self.start.written(board)) {
                    done(&at_once, &self.start, task)
                } else if holds && begins_at(emptied.written(board)) {
                    done(self.emptying, &emptied, task)
                } else {
                    done(&in_turn, &first, task)
                }
            }
        }
    }

    /// Steps for that the owner has no stone at all again and again.
    fn emptied(&self, start: &Confirming, task: Task<'_>) -> Option<Vec<Entry>> {
        let Some(pursuit) = self.pursuit else { return done(self.emptying, start, task).steps() };
        let teller = |budget| Telling::new(pursuit, Wanted::Emptied, budget, |state: &Confirming| *state);
        done_told(self.emptying, teller, start, task).steps()
    }

    /// Steps for that the string is taken and all of `local` is free, again and again.
    fn cleared(&self, at_once: &Clearing<'_>, task: Task<'_>) -> Option<Vec<Entry>> {
        let Some(pursuit) = self.pursuit else { return done(at_once, &self.start, task).steps() };
        let wanted = Wanted::Cleared(self.asked.string, self.asked.confirmation.local);
        let teller = |budget| Telling::new(pursuit, wanted, budget, |state: &Confirming| *state);
        done_told(at_once, teller, &self.start, task).steps()
    }

    /// Steps for that the string is taken and the points of `local` are free in turn, again and again.
    fn in_turn(&self, in_turn: &InTurn<'_>, start: &Awaiting, task: Task<'_>) -> Option<Vec<Entry>> {
        let Some(pursuit) = self.pursuit else { return done(in_turn, start, task).steps() };
        let wanted = Wanted::Cleared(self.asked.string, self.asked.confirmation.local);
        let teller = |budget| Telling::new(pursuit, wanted, budget, |state: &Awaiting| state.state);
        done_told(in_turn, teller, start, task).steps()
    }
}

/// What verdicts rest on.
pub struct Confirmations;

impl Provable for Confirmations {
    fn terms(&self) -> &'static [Term] {
        &[CAPTURED, FOR_GOOD]
    }

    fn judged(&self, of: Judged<'_>, budget: Budget) -> (Verdict, Option<Vec<(What, bool)>>) {
        let mut judge = J1989Interpreter::new(of.rules.clone(), of.board.clone(), budget, &Facts::default());
        let verdict = judge.judge(of.position);
        // What Article 7.1 asks on its way to the statuses, as far as it is answered.
        let mut claims: Vec<(What, bool)> = Vec::new();
        let mut answer = |asked: Asked<Points>| {
            let holds = judge.ask.answer(asked)?;
            let claim = (asked.what(), holds);
            if !claims.contains(&claim) {
                claims.push(claim);
            }
            Some(holds)
        };
        life(of.rules, of.board, of.position.stones, &mut answer);
        // Some answers follow from others: a string that is captured for good from its local-2 is so from its own points.
        let is_told = |claims: &[(What, bool)]| of.told(&claims.iter().copied().collect(), Asked::read).0 == verdict;
        if !is_told(&claims) {
            return (verdict, None);
        }
        for at in (0..claims.len()).rev() {
            let claim = claims.remove(at);
            if !is_told(&claims) {
                claims.insert(at, claim);
            }
        }
        (verdict, Some(claims))
    }

    fn forced(&self, of: Judged<'_>, what: What, holds: bool, claims: &Claims) -> Result<Box<dyn Forced>, String> {
        let confirmation = |string: StoneString, local: Points| {
            let game = Confirmation::new(of.rules, of.board, string.colour).looking_at(local);
            (game.start(of.position), game, string.colour.opponent())
        };
        match Asked::read(&what) {
            Some(Asked::Captured(colour, stones)) => {
                let s = StoneString { colour, stones };
                let (start, game, player) = confirmation(s, s.stones);
                let over = move |_: &Confirmation, state: &Confirming| {
                    met(state.original() & s.stones == 0, state.has_ended())
                };
                let (searched, pursuit) = (game.clone().looking_at(0), pursuit(of, colour, claims));
                let listed = Reach { game, start, player, holds, over: Box::new(over) };
                let steps = move |task: Task<'_>| {
                    let taking = Taking { confirmation: &searched, point: s.stones.trailing_zeros() as usize };
                    let first = searched.start(start.position);
                    let Some(pursuit) = &pursuit else { return done(&taking, &first, task) };
                    let wanted = Wanted::Taken(1 << taking.point);
                    let teller = |budget| Telling::new(pursuit, wanted, budget, |state: &Confirming| *state);
                    done_told(&taking, teller, &first, task)
                };
                Ok(Box::new(Searched { listed, holds, game: Box::new(steps) }))
            }
            Some(Asked::ForGood(_, stones, local)) if stones & !local != 0 => {
                Err("its string is not on `local`".to_string())
            }
            Some(Asked::ForGood(colour, stones, local)) => {
                let s = StoneString { colour, stones };
                let (start, game, player) = confirmation(s, local);
                // The string is gone, and no new stone stands on the point.
                let free = move |game: &Confirmation, state: &Confirming| {
                    if state.original() & s.stones == 0 { local & !game.new_stones(state) } else { 0 }
                };
                if of.rules.read::<Infinite>() == Infinite::Defender {
                    let over = move |game: &Confirmation, state: &Confirming| {
                        state.has_ended().then(|| free(game, state) == local)
                    };
                    return Ok(Box::new(Reach { game, start, player, holds, over: Box::new(over) }));
                }
                let (holding, ended) = (Box::new(free), Confirming::has_ended);
                let (searched, anywhere) = (game.clone(), game.clone().looking_at(0));
                let pursuit = pursuit(of, colour, claims);
                let listed = Recur { game, start, player, holds, all: local, holding, ended };
                let steps = move |task: Task<'_>| {
                    let for_good =
                        ForGood { confirmation: &searched, string: s.stones, endless_defends: false, facts: None };
                    let emptying = Emptying { confirmation: &anywhere };
                    Steps { asked: &for_good, emptying: &emptying, start, pursuit: pursuit.as_ref() }.done(task)
                };
                Ok(Box::new(Searched { listed, holds, game: Box::new(steps) }))
            }
            None => of.not_asked(),
        }
    }

    /// As [`super::finished`] has it, and a string kept by itself is uncapturable too.
    fn seen(&self, of: Judged<'_>, what: What, holds: bool, _: &Claims, sight: &Sight) -> bool {
        let Some(asked) = Asked::read(&what).map(|asked| asked.map(wide)) else { return false };
        let seen = Seen::of(sight, asked.owner()).answer(of.rules, asked);
        let alone = || matches!(asked, Asked::Captured(owner, string) if sight.keeps_alone(owner, string));
        seen == Some(holds) || seen.is_none() && !holds && alone()
    }

    fn sentence(&self, of: Judged<'_>, what: What, holds: bool) -> String {
        let forces = if holds { "forces" } else { "cannot force" };
        let capture = |owner: Colour, string: Points| {
            format!("{} {forces} the capture of {}", owner.opponent(), of.names(string).join(" "))
        };
        match Asked::read(&what) {
            Some(Asked::Captured(owner, string)) => capture(owner, string),
            Some(Asked::ForGood(owner, string, local)) => {
                format!("{} without a permanent new stone on {}", capture(owner, string), of.names(local).join(" "))
            }
            None => what.statement(of).says,
        }
    }

    fn verdict(&self, of: Judged<'_>, claims: &Claims) -> Result<(Verdict, HashSet<What>), String> {
        Ok(of.told(claims, Asked::read))
    }
}
