//! Strategies under a rule that remembers the game, as steps: states each of which keeps what it promises because of earlier ones.
//!
//! What may not come back is a *mark*, and the history is a set of them. Of each step two sets of marks follow: those that must not have
//! been left before (*free*, of the player's own plays), and those that must have been (*left*, of plays of the other that are taken
//! for refused). With any history in which both are so the strategy does what the step promises; the first state of the game has
//! nothing before it but its own mark.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::game::{State, Step, ValueGame};
use crate::board::{Colour, Position};
use crate::law::play::Remembered;

/// A state in which a player keeps what he promises himself, because of earlier ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueStep {
    /// `X.O/XXO B`, then `ban A1` where a ko may not be retaken on A1 and nothing else forbids it, and `passing` if the player of
    /// the strategy does nothing but pass.
    pub state: String,
    /// What the rest of the game comes to at least for him, Black minus White: the verdict at its end and the prisoners from here on.
    pub promise: i32,
    /// By move, the number of the step, an earlier one, that answers for what it leads to (from 0): his own move, or those of the
    /// other. None where he does nothing but pass.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub after: BTreeMap<String, usize>,
}

/// The most steps of a strategy: a file has room for about so many.
pub const MOST_STEPS: usize = 800_000;

/// The most states in which a player does nothing but pass.
const MOST_PASSED: usize = 8_000_000;

/// A mark: a pair of positions, a position with a player to move, or a position.
type Mark = (Position, Option<Position>, Option<Colour>);

/// What a step rests on, both in order.
#[derive(Default)]
struct Rests {
    free: Vec<u32>,
    left: Vec<u32>,
}

/// Follows the steps of a player.
///
/// # Errors
/// The state and what is wrong with it.
pub(super) fn follow(
    game: &mut ValueGame<'_>,
    player: Colour,
    steps: &[ValueStep],
    root: State,
    value: i32,
) -> Result<(), String> {
    if game.play.remembered == Remembered::Nothing {
        return Err("steps are for rules that remember the game".to_string());
    }
    if steps.len() > MOST_STEPS {
        return Err(format!("{} steps, more than {MOST_STEPS}", steps.len()));
    }
    let mut states = Vec::new();
    for step in steps {
        let state = State::read(&step.state, game.board).filter(|state| !state.passed);
        states.push(state.ok_or_else(|| format!("`{}` is no state", step.state))?);
    }
    let sign = if player == Colour::Black { 1 } else { -1 };
    let last = steps.last().zip(states.last()).filter(|(_, s)| State { passing: false, ..**s } == root);
    let (last, _) = last.ok_or("it does not end with the start")?;
    if sign * last.promise < sign * value {
        return Err(format!("it promises {} and not {value}", last.promise));
    }
    let (marks, passed) = (HashMap::new(), HashMap::new());
    Follower { game, player, steps, states: &states, marks, passed }.all()
}

struct Follower<'a, 'g> {
    game: &'a mut ValueGame<'g>,
    player: Colour,
    steps: &'a [ValueStep],
    states: &'a [State],
    marks: HashMap<Mark, u32>,
    /// Of states in which he does nothing but pass, what he has been seen to keep.
    passed: HashMap<State, i32>,
}

impl Follower<'_, '_> {
    fn all(&mut self) -> Result<(), String> {
        // Each is used for a later one, and what it rests on is forgotten after the last of these.
        let mut used: Vec<usize> = vec![0; self.steps.len()];
        for (at, step) in self.steps.iter().enumerate() {
            for (name, &to) in &step.after {
                if to >= at {
                    return Err(format!(
                        "in `{}`: {name} is answered by step {to}, which is no earlier one",
                        step.state
                    ));
                }
                used[to] = at;
            }
        }
        let mut rests: Vec<Option<Rc<Rests>>> = vec![None; self.steps.len()];
        let mut forgotten: Vec<Vec<usize>> = vec![Vec::new(); self.steps.len()];
        for at in 0..self.steps.len() {
            if at + 1 < self.steps.len() {
                if used[at] == 0 {
                    return Err(format!("nothing rests on `{}`", self.steps[at].state));
                }
                forgotten[used[at]].push(at);
            }
        }
        for at in 0..self.steps.len() {
            let found = match self.states[at].passing {
                true => self.keeps_by_passing(at).map(|()| Rests::default()),
                false => self.keeps(at, &rests),
            };
            rests[at] = Some(Rc::new(found.map_err(|why| format!("in `{}`: {why}", self.steps[at].state))?));
            forgotten[at].iter().for_each(|&old| rests[old] = None);
        }
        Ok(())
    }

    fn sign(&self) -> i32 {
        if self.player == Colour::Black { 1 } else { -1 }
    }

    fn named(&self, step: &Step) -> String {
        step.mv.map_or("pass".to_string(), |p| self.game.board.grid().name(p))
    }

    /// Whether a stop, whoever passed first, is worth so much to the player.
    fn is_worth(&mut self, position: Position, promise: i32) -> bool {
        let sign = self.sign();
        Colour::ALL.into_iter().all(|stopper| {
            let (lo, hi) = self.game.end(position, stopper);
            (if sign > 0 { lo } else { -hi }) >= promise
        })
    }

    /// Whether what a move leads to, by another step, is as good as is promised.
    fn is_enough(&self, at: usize, step: &Step, to: usize) -> Result<(), String> {
        let gain = if self.states[at].mover == self.player { step.gain } else { -step.gain };
        let sign = self.sign();
        let rest = gain + sign * self.steps[to].promise;
        if rest < sign * self.steps[at].promise {
            let (name, promise) = (self.named(step), self.steps[at].promise);
            return Err(format!("{name} leads to {}, {promise} is promised", sign * rest));
        }
        Ok(())
    }

    /// He passes whatever the other does. As the rule on repetition makes every game end it is enough that each end that can
    /// come about is good enough.
    fn keeps_by_passing(&mut self, at: usize) -> Result<(), String> {
        if !self.steps[at].after.is_empty() {
            return Err("he does nothing but pass, and answers are named".to_string());
        }
        let sign = self.sign();
        let mut open = vec![(self.states[at], sign * self.steps[at].promise)];
        while let Some((state, promise)) = open.pop() {
            if self.passed.get(&state).is_some_and(|&kept| kept >= promise) {
                continue;
            }
            if self.passed.len() >= MOST_PASSED {
                return Err(format!("more than {MOST_PASSED} states in which he passes follow"));
            }
            self.passed.insert(state, promise);
            let own = state.mover == self.player;
            if !own && !self.is_worth(state.position, promise) {
                let text = state.text(self.game.board);
                return Err(format!("a stop in `{text}`, which follows, is worth less than is promised"));
            }
            // A pass of the other's is answered by the stop.
            for step in self.game.steps(&state).into_iter().filter(|step| step.mv.is_none() == own) {
                let gain = if own { step.gain } else { -step.gain };
                open.push((self.as_stated(step.to.ok_or("the game stops")?), promise - gain));
            }
        }
        Ok(())
    }

    /// A state as steps have it: superko implies a ban.
    fn as_stated(&self, state: State) -> State {
        let ban = state.ban.filter(|_| self.game.play.remembered == Remembered::Pairs);
        State { passed: false, ban, ..state }
    }

    /// What a step rests on that keeps its promise by earlier ones.
    fn keeps(&mut self, at: usize, rests: &[Option<Rc<Rests>>]) -> Result<Rests, String> {
        let (state, own) = (self.states[at], self.states[at].mover == self.player);
        let stops = self.is_worth(state.position, self.sign() * self.steps[at].promise);
        let mut found = Rests::default();
        let here = self.mark_of(&state);
        let mut named = 0;
        for step in self.game.steps(&state) {
            let name = self.named(&step);
            let after = self.as_stated(step.to.ok_or("the game stops")?);
            let mark = self.mark_after(&state, &step, &after);
            let Some(&to) = self.steps[at].after.get(&name) else {
                match step.mv {
                    _ if own => {}
                    None if stops => {}
                    None => return Err("a pass is not answered, and a stop is worth less than is promised".to_string()),
                    Some(_) => found.left.extend(mark),
                }
                continue;
            };
            named += 1;
            if own && step.mv.is_none() && !stops {
                return Err("he passes, and a stop is worth less than is promised".to_string());
            }
            if (State { passing: false, ..self.states[to] }) != after {
                return Err(format!("{name} does not lead to `{}`", self.steps[to].state));
            }
            self.is_enough(at, &step, to)?;
            let rest = rests[to].as_ref().ok_or("it is forgotten")?;
            for left in here.iter().chain(&mark) {
                if rest.free.binary_search(left).is_ok() {
                    return Err(format!("after {name} a play is needed that may be refused by then"));
                }
            }
            found.free.extend_from_slice(&rest.free);
            found.left.extend(rest.left.iter().filter(|m| Some(**m) != mark));
            if own && step.mv.is_some() {
                found.free.extend(mark);
            }
        }
        if named != self.steps[at].after.len() {
            return Err("an answer is named to what is no move".to_string());
        }
        if own && named != 1 {
            return Err(format!("{named} moves of his own are named, not one"));
        }
        found.left.retain(|m| Some(*m) != here);
        for marks in [&mut found.free, &mut found.left] {
            marks.sort_unstable();
            marks.dedup();
        }
        if at + 1 == self.steps.len() && !found.left.is_empty() {
            return Err("a move of the other has no answer".to_string());
        }
        Ok(found)
    }

    fn number(&mut self, mark: Mark) -> u32 {
        let next = self.marks.len() as u32;
        *self.marks.entry(mark).or_insert(next)
    }

    /// The mark that a state leaves when it comes about.
    fn mark_of(&mut self, state: &State) -> Option<u32> {
        match self.game.play.remembered {
            Remembered::Nothing | Remembered::Pairs => None,
            Remembered::Situations => Some(self.number((state.position, None, Some(state.mover)))),
            Remembered::Positions => Some(self.number((state.position, None, None))),
        }
    }

    /// The mark that a move leaves; a play is refused if it was left before.
    fn mark_after(&mut self, state: &State, step: &Step, after: &State) -> Option<u32> {
        match (self.game.play.remembered, step.mv) {
            (Remembered::Pairs, Some(_)) => Some(self.number((state.position, Some(after.position), None))),
            _ => self.mark_of(after),
        }
    }
}
