//! What proofs of a verdict claim: which strings the opponent captures, and which for good (j1989.7.1).

use std::collections::HashSet;

use crate::board::{PointSet, Points, StoneString};
use crate::law::finished::{Sight, wide};
use crate::law::{Life, Verdict, Written};
use crate::proof::claim::{Claims, Forced, Judged, Provable, Reach, Recur, Term, What, met};
use crate::proof::steps::{Done, Searched, Task, done};
use crate::solve::Budget;
use crate::texts::j1989::clauses::*;
use crate::texts::j1989::search::{Clearing, Emptying, ForGood, InTurn, Taking};
use crate::texts::j1989::{CAPTURABLE, CAPTURABLE_1, Confirmation, Confirming, UNCAPTURABLE, local_2};

/// A question that j1989.7.1 asks of the confirmations from one final position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// Does the opponent of its owner force the capture of the string?
    Captured(StoneString),
    /// Does he force both that it is captured and that no stone new on these points is permanent?
    ForGood(StoneString, Points),
}

/// The parts of the budget for either way to show a capture for good.
const PARTS: [usize; 3] = [64, 8, 1];

const CAPTURED: Term = "captured";
const FOR_GOOD: Term = "captured-for-good";

impl Asked {
    fn read(what: &What) -> Option<Asked> {
        match *what {
            What::OfString { says: CAPTURED, string, local: None } => Some(Asked::Captured(string)),
            What::OfString { says: FOR_GOOD, string, local: Some(local) } => Some(Asked::ForGood(string, local)),
            _ => None,
        }
    }

    fn what(self) -> What {
        match self {
            Asked::Captured(string) => What::OfString { says: CAPTURED, string, local: None },
            Asked::ForGood(string, local) => What::OfString { says: FOR_GOOD, string, local: Some(local) },
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
        if status.strings.iter().any(|s| s.by == CAPTURABLE) {
            return None;
        }
        let mut claims = Vec::new();
        for s in &status.strings {
            let string = s.string;
            claims.push((Asked::Captured(string), s.by != UNCAPTURABLE));
            if s.by == UNCAPTURABLE {
                continue;
            }
            let local_2 = local_2(of.rules, of.board, string, &status.strings);
            let dead = s.life == Life::Dead;
            let for_good = match of.rules.read() {
                Enable::None => vec![],
                Enable::Anywhere => vec![(of.board.all(), dead)],
                Enable::Local1 => vec![(string.stones, dead)],
                _ if s.by == CAPTURABLE_1 => vec![(string.stones, false)],
                _ if local_2 == string.stones => vec![(local_2, dead)],
                _ => vec![(string.stones, true), (local_2, dead)],
            };
            claims.extend(for_good.into_iter().map(|(local, forced)| (Asked::ForGood(string, local), forced)));
        }
        Some(claims.into_iter().map(|(asked, holds)| (asked.what(), holds)).collect())
    }

    fn forced(&self, of: Judged<'_>, what: What, holds: bool, _: &Claims) -> Result<Box<dyn Forced>, String> {
        let confirmation = |string: StoneString, local: Points| {
            let game = Confirmation::new(of.rules, of.board, string.colour).looking_at(local);
            (game.start(of.position), game, string.colour.opponent())
        };
        match Asked::read(&what) {
            Some(Asked::Captured(s)) => {
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
            Some(Asked::ForGood(s, local)) if s.stones & !local != 0 => Err("its string is not on `local`".to_string()),
            Some(Asked::ForGood(s, local)) => {
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

    /// As [`super::finished`] has it: what is kept is uncapturable, what is barred is taken, and no new stone on `local` can stay where its owner
    /// can have none.
    fn seen(&self, of: Judged<'_>, what: What, holds: bool, _: &Claims, sight: &Sight) -> bool {
        let Some(asked) = Asked::read(&what) else { return false };
        let (Asked::Captured(s) | Asked::ForGood(s, _)) = asked;
        let (string, opponent) = (wide(s.stones), s.colour.opponent());
        // What must be seen to everywhere, for the sequence to end, is not tried here.
        let is_taken =
            || of.rules.read::<Infinite>() != Infinite::Defender && string.less(sight.held(opponent).barred).is_none();
        match (asked, holds) {
            (Asked::Captured(_), true) => is_taken(),
            (Asked::Captured(_), false) => {
                string.less(sight.kept(s.colour)).is_none() || sight.keeps_alone(s.colour, string)
            }
            (Asked::ForGood(_, local), true) => is_taken() && wide(local).less(sight.forbidden(opponent)).is_none(),
            (Asked::ForGood(..), false) => false,
        }
    }

    fn sentence(&self, of: Judged<'_>, what: What, holds: bool) -> String {
        let forces = if holds { "forces" } else { "cannot force" };
        let capture = |s: StoneString| {
            format!("{} {forces} the capture of {}", s.colour.opponent(), of.names(s.stones).join(" "))
        };
        match Asked::read(&what) {
            Some(Asked::Captured(s)) => capture(s),
            Some(Asked::ForGood(s, local)) => {
                format!("{} without a permanent new stone on {}", capture(s), of.names(local).join(" "))
            }
            None => what.statement(of).says,
        }
    }

    fn verdict(&self, of: Judged<'_>, claims: &Claims) -> Result<(Verdict, HashSet<What>), String> {
        Ok(of.told(claims, Asked::read))
    }
}
