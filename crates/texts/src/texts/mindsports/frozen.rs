//! Positions of any size on which almost nothing is open: all that can follow on the open points is searched ([`crate::solve::frozen`]).

use super::finished::concluded;
use super::lists::{Captured, Independent};
use super::questions::{Asked, Seen};
use super::{Continuation, Continuing};
use crate::board::{Colour, PointSet, Points, Position, Wide};
use crate::law::finished::{Finished, Sight};
use crate::law::{RuleSet, Trace};
use crate::solve::Bounds;
use crate::solve::arena::{Decided, solve};
use crate::solve::attractor::Attractor;
use crate::solve::fixpoint::LeastFixpoint;
use crate::solve::frozen::{Bound, Frozen, Others, Sparing, Spent, Within, settled};
use crate::texts::mindsports::clauses::Dead;

/// ms.ko minds no position before a spare move: its stone stays.
impl Sparing for Continuation {
    fn position(&self, state: &Continuing) -> Position {
        state.position
    }

    fn is_over(&self, state: &Continuing) -> bool {
        state.ended
    }

    fn spared(&self, state: &Continuing) -> Continuing {
        self.start(state.position, state.mover.opponent())
    }
}

/// The verdict, if a search of the open points answers the questions of ms.dead and ms.seki that are not answered at sight.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let mut searching = Searching { rules, sight, positions: Vec::new(), listed: Vec::new() };
    concluded(rules, sight, &mut |asked: Asked<Wide>| searching.answer(asked), trace)
}

/// What is asked of all stones of a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// That they are captured, with who moves first.
    Captured(Colour),
    Independent,
}

/// A position without the dead stones, with its open points and the continuations on them.
struct OpenPoints {
    removed: Wide,
    found: Option<(Frozen, Continuation)>,
}

/// A question about all stones of a player, by the place of the position: in the game that restricts the second player.
type Listing = (usize, What, Colour, Colour);

struct Searching<'a> {
    rules: &'a RuleSet,
    sight: &'a Sight,
    positions: Vec<OpenPoints>,
    listed: Vec<(Listing, Bounds<Points>)>,
}

impl Searching<'_> {
    fn answer(&mut self, asked: Asked<Wide>) -> Option<bool> {
        let seen = Seen { sight: self.sight, after: None };
        if let Some(answer) = seen.answer(asked) {
            return Some(answer);
        }
        let owner = asked.owner();
        let what = match asked {
            // The history is not searched.
            Asked::Dead(..) if self.rules.read::<Dead>() == Dead::Superko => return None,
            Asked::Dead(..) if self.rules.read::<Dead>() == Dead::OwnerFirst => What::Captured(owner),
            Asked::Dead(..) | Asked::Capturable(..) => What::Captured(owner.opponent()),
            Asked::Independent(..) => What::Independent,
        };
        let at = self.without(asked.removed());
        let string = self.positions[at].found.as_ref()?.0.narrow(asked.string());
        if string == 0 {
            // It has two eyes.
            return Some(what == What::Independent);
        }
        let attacker = if what == What::Independent { owner } else { owner.opponent() };
        settled(attacker, |player| {
            let bounds = self.list((at, what, owner, player));
            Bounds { lower: bounds.lower & string != 0, upper: bounds.upper & string != 0 }
        })
    }

    /// The place of the position without these stones.
    fn without(&mut self, removed: Wide) -> usize {
        self.positions.iter().position(|p| p.removed == removed).unwrap_or_else(|| {
            let Sight { board, stones, .. } = self.sight;
            let frozen = Frozen::of(board, stones.map(|s| s.less(removed)));
            let found = frozen.map(|frozen| {
                let game = Continuation::new(frozen.board(), true);
                (frozen, game)
            });
            self.positions.push(OpenPoints { removed, found });
            self.positions.len() - 1
        })
    }

    fn list(&mut self, asked: Listing) -> Bounds<Points> {
        if let Some((_, bounds)) = self.listed.iter().find(|(of, _)| *of == asked) {
            return *bounds;
        }
        let (at, what, owner, player) = asked;
        let Some((frozen, game)) = &self.positions[at].found else { return Bounds { lower: 0, upper: !0 } };
        let bound = Bound { game, frozen, player, others: Others::Any };
        let budget = self.sight.budget();
        let start = |first| Spent::start(game.start(frozen.position(), first));
        let bounds = match what {
            What::Captured(first) => {
                let mut question = Attractor(Within(Captured { game, owner }));
                solve(&bound, &mut LeastFixpoint(&mut question), &mut Decided::default(), &start(first), budget)
            }
            What::Independent => {
                let mut question = Attractor(Within(Independent { game, owner }));
                let first = owner.opponent();
                solve(&bound, &mut LeastFixpoint(&mut question), &mut Decided::default(), &start(first), budget)
            }
        };
        self.listed.push((asked, bounds));
        bounds
    }
}
