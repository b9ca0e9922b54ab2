//! What proofs of a verdict claim: which strings are dead (ms.dead), and of others whether they are in seki (ms.seki).

use std::collections::HashSet;

use crate::board::{Colour, PointSet, Position, StoneString};
use crate::law::finished::{Sight, wide};
use crate::law::{Life, StringStatus, Verdict};
use crate::proof::claim::{Claims, Forced, Judged, Provable, Reach, ReachWithHistory, Term, What, met};
use crate::proof::steps::{Searched, Task, done};
use crate::solve::Budget;
use crate::texts::mindsports::clauses::*;
use crate::texts::mindsports::search::{self, Wanting};
use crate::texts::mindsports::{Continuation, Continuing, SuperkoContinuation, UNFINISHED, Visiting};

/// A question that ms.dead or ms.seki asks of the continuations from one final position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// ms.dead: is the string dead?
    Dead(StoneString),
    /// ms.seki: is the string of the position without the dead stones independent?
    Independent(StoneString),
    /// ms.seki: does the opponent of its owner force the capture of the string of the position without the dead stones, moving
    /// first?
    Capturable(StoneString),
}

const DEAD: Term = "dead";
const INDEPENDENT: Term = "independent";
const CAPTURABLE: Term = "capturable";

impl Asked {
    fn read(what: &What) -> Option<Asked> {
        match *what {
            What::OfString { says: DEAD, string, local: None } => Some(Asked::Dead(string)),
            What::OfString { says: INDEPENDENT, string, local: None } => Some(Asked::Independent(string)),
            What::OfString { says: CAPTURABLE, string, local: None } => Some(Asked::Capturable(string)),
            _ => None,
        }
    }

    fn what(self) -> What {
        let (says, string) = match self {
            Asked::Dead(string) => (DEAD, string),
            Asked::Independent(string) => (INDEPENDENT, string),
            Asked::Capturable(string) => (CAPTURABLE, string),
        };
        What::OfString { says, string, local: None }
    }
}

/// What verdicts rest on.
pub struct Continuations {
    /// Which strings are in seki, too.
    pub seki: bool,
}

/// Whether a string has been captured.
fn taken(s: StoneString, state: &Continuing) -> bool {
    state.position.of(s.colour) & s.stones != s.stones
}

/// That a string is captured, `first` moving first in a continuation with basic ko.
fn capture(of: Judged<'_>, s: StoneString, position: Position, first: Colour, holds: bool) -> Box<dyn Forced> {
    let game = Continuation::new(of.board, true);
    let over = move |_: &Continuation, state: &Continuing| met(taken(s, state), state.has_ended());
    let start = game.start(position, first);
    let searched = game.clone();
    let listed = Reach { game, start, player: s.colour.opponent(), holds, over: Box::new(over) };
    by_steps(listed, searched, s, search::What::Captured, start)
}

/// The same claim of a search: something is wanted of a string.
fn by_steps(
    listed: Reach<Continuation>,
    game: Continuation,
    s: StoneString,
    what: search::What,
    start: Continuing,
) -> Box<dyn Forced> {
    let holds = listed.holds;
    let steps = move |task: Task<'_>| {
        let wanting = Wanting { game: &game, owner: s.colour, point: s.stones.trailing_zeros() as usize, what };
        done(&wanting, &start, task)
    };
    Box::new(Searched { listed, holds, game: Box::new(steps) })
}

/// That a string is captured, or brought to the end by its owner, under situational superko, the owner moving first.
///
/// Superko only takes moves from the other player. It forbids a play of the strategy if a situation (position and player
/// to move) comes about that was visited before. A play of the strategy takes the string or leads to a situation that has
/// an entry, the other player being to move. None of these was visited in the history: it is left as soon as one comes
/// about, however that is. Nor in the strategy: as the rank falls no state comes twice, so the situation would have come about by a
/// pass first and by the play later. Now a pass of who is to take the string is refuted, since the owner ends the sequence by
/// another. And after a pass of the owner his opponent has the same plays as without it, and loses at once by a pass: the rank is
/// at most what it is without, so it cannot fall to that.
fn under_superko(of: Judged<'_>, s: StoneString, dead: bool) -> Box<dyn Forced> {
    let game = Continuation::new(of.board, false);
    let whole = SuperkoContinuation(game.clone());
    let over = move |_: &Continuation, state: &Continuing| match (taken(s, state), state.has_ended()) {
        (false, false) => None,
        (taken, _) => Some(taken == dead),
    };
    let player = if dead { s.colour.opponent() } else { s.colour };
    let (start, first) = (whole.start(of.position, s.colour), game.start(of.position, s.colour));
    let without = Reach { game, start: first, player, holds: true, over: Box::new(over) };
    Box::new(ReachWithHistory { without, whole, start, forget: |v: &Visiting| v.state, leaves_at: situation })
}

/// The situation of a state, as far as it matters to the other player: not that his opponent has passed.
fn situation(state: &str, other: bool) -> &str {
    if other { state.strip_suffix(" passed").unwrap_or(state) } else { state }
}

/// ms.removed: the position without the stones that the claims call dead.
fn without_dead(of: Judged<'_>, claims: &Claims) -> Position {
    let is_dead = |s: &StoneString| claims.get(&Asked::Dead(*s).what()) == Some(&true);
    let dead = of.board.strings(of.position).into_iter().filter(is_dead).fold(0, |m, s| m | s.stones);
    of.position.without(dead)
}

impl Provable for Continuations {
    fn terms(&self) -> &'static [Term] {
        if self.seki { &[DEAD, INDEPENDENT, CAPTURABLE] } else { &[DEAD] }
    }

    fn claims(&self, of: Judged<'_>, verdict: &Verdict, _: Budget) -> Option<Vec<(What, bool)>> {
        let status = verdict.status.as_ref()?;
        let is_dead = |s: &&StringStatus| s.life == Life::Dead;
        let dead = status.strings.iter().filter(is_dead).fold(0, |m, s| m | s.string.stones);
        let after = of.position.without(dead);
        let shared = of
            .board
            .components(of.board.empty(after))
            .filter(|&r| Colour::ALL.into_iter().all(|c| of.board.around(r) & after.of(c) != 0))
            .fold(0, |m, r| m | r);
        let mut claims: Vec<_> = status.strings.iter().map(|s| (Asked::Dead(s.string), is_dead(&s))).collect();
        let doubtful = |s: &&StringStatus| self.seki && !is_dead(s) && of.board.around(s.string.stones) & shared != 0;
        for s in status.strings.iter().filter(doubtful) {
            let seki = s.life == Life::Seki;
            if s.by != UNFINISHED {
                claims.push((Asked::Independent(s.string), !seki));
            }
            if seki || s.by == UNFINISHED {
                claims.push((Asked::Capturable(s.string), !seki));
            }
        }
        Some(claims.into_iter().map(|(asked, holds)| (asked.what(), holds)).collect())
    }

    fn forced(&self, of: Judged<'_>, what: What, holds: bool, claims: &Claims) -> Result<Box<dyn Forced>, String> {
        Ok(match Asked::read(&what) {
            Some(Asked::Dead(s)) => match of.rules.reads().unwrap_or(Dead::OwnerFirst) {
                Dead::Superko => under_superko(of, s, holds),
                Dead::OwnerFirst => capture(of, s, of.position, s.colour, holds),
                Dead::OpponentFirst => capture(of, s, of.position, s.colour.opponent(), holds),
            },
            Some(Asked::Capturable(s)) => capture(of, s, without_dead(of, claims), s.colour.opponent(), holds),
            Some(Asked::Independent(s)) => {
                let game = Continuation::new(of.board, true);
                let over = move |game: &Continuation, state: &Continuing| match taken(s, state) {
                    true => Some(false),
                    false => met(game.board.immortal(state.position, s.colour) & s.stones != 0, state.has_ended()),
                };
                let start = game.start(without_dead(of, claims), s.colour.opponent());
                let searched = game.clone();
                let listed = Reach { game, start, player: s.colour, holds, over: Box::new(over) };
                by_steps(listed, searched, s, search::What::Immortal, start)
            }
            None => return of.not_asked(),
        })
    }

    /// As [`super::finished`] has it: what is kept is not dead, nor capturable when it is kept without the dead stones; what is barred is dead.
    fn seen(&self, of: Judged<'_>, what: What, holds: bool, claims: &Claims, sight: &Sight) -> bool {
        let Some(asked) = Asked::read(&what) else { return false };
        let (Asked::Dead(s) | Asked::Independent(s) | Asked::Capturable(s)) = asked;
        let string = wide(s.stones);
        let keeps = |sight: &Sight| string.less(sight.kept(s.colour)).is_none();
        let after = || sight.after(without_dead(of, claims).stones.map(wide));
        match (asked, holds) {
            (Asked::Dead(_), true) => string.less(sight.held(s.colour.opponent()).barred).is_none(),
            (Asked::Dead(_), false) => {
                let basic_ko = of.rules.reads().unwrap_or(Dead::OwnerFirst) != Dead::Superko;
                keeps(sight) || basic_ko && sight.keeps_alone(s.colour, string)
            }
            (Asked::Independent(_), true) => {
                after().is_some_and(|after| string.less(after.immortal(s.colour)).is_none())
            }
            (Asked::Capturable(_), false) => after().is_some_and(|after| keeps(&after)),
            (Asked::Independent(_), false) | (Asked::Capturable(_), true) => false,
        }
    }

    fn sentence(&self, of: Judged<'_>, what: What, holds: bool) -> String {
        let names = |s: StoneString| of.names(s.stones).join(" ");
        let forces = if holds { "forces" } else { "cannot force" };
        match Asked::read(&what) {
            Some(Asked::Dead(s)) => format!("{} {forces} the capture of {}", s.colour.opponent(), names(s)),
            Some(Asked::Capturable(s)) => {
                let opponent = s.colour.opponent();
                format!("without the dead stones {opponent}, moving first, {forces} the capture of {}", names(s))
            }
            Some(Asked::Independent(s)) => format!("{} {forces} {} to be immortal", s.colour, names(s)),
            None => what.statement(of).says,
        }
    }

    fn verdict(&self, of: Judged<'_>, claims: &Claims) -> Result<(Verdict, HashSet<What>), String> {
        Ok(of.told(claims, Asked::read))
    }
}
