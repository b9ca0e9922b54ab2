//! What proofs of a verdict claim: which strings the opponent captures, and which for good (j1989.7.1).

use std::collections::HashSet;

use crate::board::{Colour, Points, StoneString};
use crate::law::finished::{Sight, wide};
use crate::law::{Life, Verdict, Written};
use crate::proof::claim::{Claims, Forced, Judged, Provable, Reach, Recur, Term, What, met};
use crate::proof::steps::{Done, Searched, Task, done};
use crate::solve::Budget;
use crate::texts::j1989::answers::{Clearing, Emptying, ForGood, InTurn, Taking};
use crate::texts::j1989::clauses::*;
use crate::texts::j1989::judge::life;
use crate::texts::j1989::questions::{Asked, Seen};
use crate::texts::j1989::{Called, Confirmation, Confirming};

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

/// Does what is wanted of the searches for a capture for good: in full, or by more than is asked for, that all of `local` is free at
/// once, or that the owner has no stone at all. Which it is the first state tells.
fn by_steps(asked: &ForGood<'_>, emptying: &Emptying<'_>, start: &Confirming, task: Task<'_>) -> Done {
    let (at_once, in_turn) = (Clearing(asked), InTurn(asked));
    let (first, emptied) = (in_turn.start(start), emptying.confirmation.start(start.position));
    match task {
        Task::Prove(holds, budget) => Done::Proved(PARTS.iter().find_map(|&part| {
            let task = || Task::Prove(holds, budget.part(part));
            let by_emptying = || if holds { done(emptying, &emptied, task()).steps() } else { None };
            let by_clearing = || done(&at_once, start, task()).steps();
            by_emptying().or_else(by_clearing).or_else(|| done(&in_turn, &first, task()).steps())
        })),
        Task::Check(holds, steps) => {
            let board = &asked.confirmation.board;
            let begins_at = |text: String| steps.iter().any(|step| step.state == text);
            // The original string stands in no state of the second.
            if begins_at(start.written(board)) {
                done(&at_once, start, task)
            } else if holds && begins_at(emptied.written(board)) {
                done(emptying, &emptied, task)
            } else {
                done(&in_turn, &first, task)
            }
        }
    }
}

/// What verdicts rest on.
pub struct Confirmations;

impl Provable for Confirmations {
    fn terms(&self) -> &'static [Term] {
        &[CAPTURED, FOR_GOOD]
    }

    fn claims(&self, of: Judged<'_>, verdict: &Verdict, _: Budget) -> Option<Vec<(What, bool)>> {
        let status = verdict.status.as_ref()?;
        // What bounds a local-2 is not known where a search has left open by which term a string is alive.
        if status.strings.iter().any(|s| s.by == Called::Capturable || s.life == Life::Undecided) {
            return None;
        }
        // What Article 7.1 asks on its way to these statuses.
        let mut claims: Vec<(What, bool)> = Vec::new();
        let mut answer = |asked: Asked<Points>| {
            let s = status.strings.iter().find(|s| s.string.stones == asked.string())?;
            let holds = match asked {
                Asked::Captured(..) => s.by != Called::Uncapturable,
                // Only what is alive by its local-2 is captured for good from its own points.
                Asked::ForGood(_, string, local) => {
                    s.life == Life::Dead || s.by == Called::Capturable2 && local == string
                }
            };
            let claim = (asked.what(), holds);
            if !claims.contains(&claim) {
                claims.push(claim);
            }
            Some(holds)
        };
        life(of.rules, of.board, of.position.stones, &mut answer);
        // Some answers follow from others: a string that is captured for good from its local-2 is so from its own points.
        let told = |claims: &[(What, bool)]| of.told(&claims.iter().copied().collect(), Asked::read).0;
        for at in (0..claims.len()).rev() {
            let claim = claims.remove(at);
            if told(&claims) != *verdict {
                claims.insert(at, claim);
            }
        }
        Some(claims)
    }

    fn forced(&self, of: Judged<'_>, what: What, holds: bool, _: &Claims) -> Result<Box<dyn Forced>, String> {
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
                let searched = game.clone().looking_at(0);
                let listed = Reach { game, start, player, holds, over: Box::new(over) };
                let steps = move |task: Task<'_>| {
                    let taking = Taking { confirmation: &searched, point: s.stones.trailing_zeros() as usize };
                    done(&taking, &searched.start(start.position), task)
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
                let listed = Recur { game, start, player, holds, all: local, holding, ended };
                let steps = move |task: Task<'_>| {
                    let for_good =
                        ForGood { confirmation: &searched, string: s.stones, endless_defends: false, facts: None };
                    by_steps(&for_good, &Emptying { confirmation: &anywhere }, &start, task)
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
