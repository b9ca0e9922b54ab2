//! What proofs of a verdict claim: which strings are dead (ms.dead), and of others whether they are in seki (ms.seki).

use std::collections::HashSet;

use crate::board::{Colour, PointSet, Points, Position, StoneString};
use crate::law::finished::{Sight, wide};
use crate::law::{Life, Verdict, interpreter};
use crate::proof::claim::{Claims, Forced, Judged, Provable, Reach, ReachWithHistory, Term, What, met};
use crate::proof::steps::{Searched, Task, Teller, done, done_told};
use crate::solve::Budget;
use crate::solve::thresholds::{Thresholds, for_thresholds};
use crate::texts::mindsports::answers::{self, Wanting};
use crate::texts::mindsports::clauses::*;
use crate::texts::mindsports::counted::{MOST_IN_WORDS, Pursuit};
use crate::texts::mindsports::judge::fates;
use crate::texts::mindsports::questions::{Asked, Seen};
use crate::texts::mindsports::{Called, Continuation, Continuing, SuperkoContinuation, Visiting};

const DEAD: Term = "dead";
const INDEPENDENT: Term = "independent";
const CAPTURABLE: Term = "capturable";

impl Asked<Points> {
    /// The question that a claim answers, `removed` being the dead stones.
    fn read(what: &What, removed: Points) -> Option<Asked<Points>> {
        let What::OfString { says, string: StoneString { colour, stones }, local: None } = *what else { return None };
        match says {
            DEAD => Some(Asked::Dead(colour, stones)),
            INDEPENDENT => Some(Asked::Independent(colour, stones, removed)),
            CAPTURABLE => Some(Asked::Capturable(colour, stones, removed)),
            _ => None,
        }
    }

    fn what(self) -> What {
        let says = match self {
            Asked::Dead(..) => DEAD,
            Asked::Independent(..) => INDEPENDENT,
            Asked::Capturable(..) => CAPTURABLE,
        };
        What::OfString { says, string: StoneString { colour: self.owner(), stones: self.string() }, local: None }
    }
}

/// What verdicts rest on.
pub struct Continuations {
    /// Which strings are in seki, too.
    pub seki: bool,
    /// How `dead` is read in a text that has no such choice.
    pub dead: Dead,
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
    by_steps(listed, searched, s, answers::What::Captured, start)
}

/// The same claim of a search: something is wanted of a string.
fn by_steps(
    listed: Reach<Continuation>,
    game: Continuation,
    s: StoneString,
    what: answers::What,
    start: Continuing,
) -> Box<dyn Forced> {
    let holds = listed.holds;
    let steps = move |task: Task<'_>| {
        let point = s.stones.trailing_zeros() as usize;
        let wanting = Wanting { game: &game, owner: s.colour, point, what };
        if game.board.len() > MOST_IN_WORDS {
            return done(&wanting, &start, task);
        }
        let player = if what == answers::What::Captured { s.colour.opponent() } else { s.colour };
        let pursuit = Pursuit { game: &game, player };
        let teller = |budget| {
            let thresholds = Thresholds::new(&pursuit, for_thresholds(budget)).remembering();
            Telling { pursuit: &pursuit, thresholds, point, what }
        };
        done_told(&wanting, teller, &start, task)
    };
    Box::new(Searched { listed, holds, game: Box::new(steps) })
}

/// A search of thresholds that tells who gets what he wants of the stone on a point.
struct Telling<'a> {
    pursuit: &'a Pursuit<'a>,
    thresholds: Thresholds<'a, Pursuit<'a>>,
    point: usize,
    what: answers::What,
}

impl Teller<Continuing> for Telling<'_> {
    fn told(&mut self, state: &Continuing) -> Option<(bool, u64)> {
        self.thresholds.told(&self.pursuit.pursued(state, self.point, self.what), 1)
    }

    fn settle(&mut self, state: &Continuing, budget: Budget) -> Option<bool> {
        let state = self.pursuit.pursued(state, self.point, self.what);
        self.thresholds.settle(&state, 1, false, for_thresholds(budget)).told()
    }
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

/// ms.removed: the stones that the claims call dead.
fn dead_stones(of: Judged<'_>, claims: &Claims) -> Points {
    let is_dead = |s: &StoneString| claims.get(&Asked::Dead(s.colour, s.stones).what()) == Some(&true);
    of.board.strings(of.position).into_iter().filter(is_dead).fold(0, |m, s| m | s.stones)
}

impl Continuations {
    /// What a verdict rests on.
    fn claims(&self, of: Judged<'_>, verdict: &Verdict) -> Option<Vec<(What, bool)>> {
        let status = verdict.status.as_ref()?;
        // What ms.dead and ms.seki ask on their way to these statuses.
        let mut claims = Vec::new();
        let mut answer = |asked: Asked<Points>| {
            let s = status.strings.iter().find(|s| s.string.stones == asked.string())?;
            let holds = match asked {
                Asked::Dead(..) => s.life == Life::Dead,
                Asked::Independent(..) if s.by == Called::Unfinished => return None,
                Asked::Independent(..) => s.life == Life::Alive,
                Asked::Capturable(..) => s.by == Called::Unfinished,
            };
            claims.push((asked.what(), holds));
            Some(holds)
        };
        if self.seki {
            fates(of.rules, of.board, of.position.stones, &mut answer);
        } else {
            for s in &status.strings {
                answer(Asked::Dead(s.string.colour, s.string.stones));
            }
        }
        Some(claims)
    }
}

impl Provable for Continuations {
    fn terms(&self) -> &'static [Term] {
        if self.seki { &[DEAD, INDEPENDENT, CAPTURABLE] } else { &[DEAD] }
    }

    fn judged(&self, of: Judged<'_>, budget: Budget) -> (Verdict, Option<Vec<(What, bool)>>) {
        let verdict = interpreter(of.rules, of.board, budget).judge(of.position);
        let claims = self.claims(of, &verdict);
        (verdict, claims)
    }

    fn forced(&self, of: Judged<'_>, what: What, holds: bool, claims: &Claims) -> Result<Box<dyn Forced>, String> {
        let removed = dead_stones(of, claims);
        let asked = Asked::read(&what, removed).ok_or(()).or_else(|()| of.not_asked())?;
        let s = StoneString { colour: asked.owner(), stones: asked.string() };
        Ok(match asked {
            Asked::Dead(..) => match of.rules.reads().unwrap_or(self.dead) {
                Dead::Superko => under_superko(of, s, holds),
                Dead::OwnerFirst => capture(of, s, of.position, s.colour, holds),
                Dead::OpponentFirst => capture(of, s, of.position, s.colour.opponent(), holds),
            },
            Asked::Capturable(..) => capture(of, s, of.position.without(removed), s.colour.opponent(), holds),
            Asked::Independent(..) => {
                let game = Continuation::new(of.board, true);
                let over = move |game: &Continuation, state: &Continuing| match taken(s, state) {
                    true => Some(false),
                    false => met(game.board.immortal(state.position, s.colour) & s.stones != 0, state.has_ended()),
                };
                let start = game.start(of.position.without(removed), s.colour.opponent());
                let searched = game.clone();
                let listed = Reach { game, start, player: s.colour, holds, over: Box::new(over) };
                by_steps(listed, searched, s, answers::What::Immortal, start)
            }
        })
    }

    /// As [`super::finished`] has it, but what is to be made immortal has to be so already; and a string kept by itself is not dead where nothing but
    /// basic ko binds its owner.
    fn seen(&self, of: Judged<'_>, what: What, holds: bool, claims: &Claims, sight: &Sight) -> bool {
        let removed = dead_stones(of, claims);
        let Some(asked) = Asked::read(&what, removed).map(|asked| asked.map(wide)) else { return false };
        let after = sight.after(of.position.without(removed).stones.map(wide));
        match asked {
            Asked::Independent(owner, string, _) => {
                holds && after.is_some_and(|after| string.less(after.immortal(owner)).is_none())
            }
            _ => {
                let seen = Seen { sight, after: after.as_ref() }.answer(asked);
                let basic_ko = of.rules.reads().unwrap_or(self.dead) != Dead::Superko;
                let alone =
                    || matches!(asked, Asked::Dead(owner, string) if basic_ko && sight.keeps_alone(owner, string));
                seen == Some(holds) || seen.is_none() && !holds && alone()
            }
        }
    }

    fn sentence(&self, of: Judged<'_>, what: What, holds: bool) -> String {
        let forces = if holds { "forces" } else { "cannot force" };
        let Some(asked) = Asked::read(&what, 0) else { return what.statement(of).says };
        let (owner, opponent, names) = (asked.owner(), asked.owner().opponent(), of.names(asked.string()).join(" "));
        match asked {
            Asked::Dead(..) => format!("{opponent} {forces} the capture of {names}"),
            Asked::Capturable(..) => {
                format!("without the dead stones {opponent}, moving first, {forces} the capture of {names}")
            }
            Asked::Independent(..) => format!("{owner} {forces} {names} to be immortal"),
        }
    }

    fn verdict(&self, of: Judged<'_>, claims: &Claims) -> Result<(Verdict, HashSet<What>), String> {
        let removed = dead_stones(of, claims);
        Ok(of.told(claims, |what| Asked::read(what, removed)))
    }
}
