//! Positions of any size on which almost nothing is open: all that can follow on the open points is searched ([`crate::solve::frozen`]).

use super::finished::concluded;
use super::judge;
use super::lists::{Captured, ForGood, Pressing};
use super::questions::{Asked, Seen};
use super::{Confirmation, Confirming};
use crate::board::{Colour, PointSet, Points, Position, Wide};
use crate::law::finished::{Finished, Sight};
use crate::law::{RuleSet, Trace};
use crate::solve::Bounds;
use crate::solve::arena::{Decided, solve};
use crate::solve::attractor::Attractor;
use crate::solve::fixpoint::LeastFixpoint;
use crate::solve::frozen::{Bound, Frozen, Others, Sparing, Spent, Within, settled};
use crate::texts::j1989::clauses::Infinite;

/// Bans stay as they are where a spare move is made (j1989.7.2): it is a play elsewhere, and no pass for a ko.
impl<F: Fn(&Confirming) -> bool> Sparing for Pressing<'_, F> {
    fn position(&self, state: &Confirming) -> Position {
        state.position
    }

    /// Nobody passes twice in succession.
    fn is_over(&self, _: &Confirming) -> bool {
        false
    }

    fn spared(&self, state: &Confirming) -> Confirming {
        Confirming { mover: state.mover.opponent(), passed: false, ..*state }
    }

    fn lifted(&self, from: &Confirming, to: &Confirming) -> Points {
        if from.position == to.position { from.bans.less(to.bans) } else { 0 }
    }
}

/// The verdict, if a search of the open points answers the questions of Article 7.1 that are not answered at sight.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    if !rules.is_whole() {
        return None;
    }
    let frozen = Frozen::of(&sight.board, sight.stones)?;
    let seen = Colour::ALL.map(|owner| Seen::of(sight, owner));
    let mut searching = Searching { rules, sight, frozen, seen, listed: Vec::new() };
    let mut ask = |asked: Asked<Wide>| searching.answer(asked);
    let strings = judge::life(rules, &sight.board, sight.stones, &mut ask);
    concluded(rules, sight, strings, trace)
}

struct Searching<'a> {
    rules: &'a RuleSet,
    sight: &'a Sight,
    frozen: Frozen,
    /// By owner.
    seen: [Seen<Wide>; 2],
    /// By owner and by whom the game restricts: the stones that can be taken.
    listed: Vec<([Colour; 2], Bounds<Points>)>,
}

impl Searching<'_> {
    fn answer(&mut self, asked: Asked<Wide>) -> Option<bool> {
        let owner = asked.owner();
        if let Some(answer) = self.seen[owner.index()].answer(self.rules, asked) {
            return Some(answer);
        }
        let string = self.frozen.narrow(asked.string());
        if string == 0 {
            // It has two eyes.
            return Some(false);
        }
        let attacker = owner.opponent();
        match asked {
            Asked::Captured(..) => settled(attacker, |player| {
                let bounds = self.captured(owner, player);
                Bounds { lower: bounds.lower & string != 0, upper: bounds.upper & string != 0 }
            }),
            // That the sequence is brought to an end is not searched for.
            Asked::ForGood(..) if self.rules.read::<Infinite>() == Infinite::Defender => None,
            // The owner fills an eye there for good.
            Asked::ForGood(_, _, local)
                if self.frozen.has_spare(owner) && self.frozen.eyes_of(owner).less(local).is_none() =>
            {
                Some(false)
            }
            Asked::ForGood(_, _, local) => settled(attacker, |player| {
                let found = self.for_good(owner, player, string, self.frozen.narrow(local));
                // He may fill one there that is needed.
                let fills = player == attacker && local.meets(self.frozen.eyes_of(owner));
                Bounds { lower: found.lower && !fills, ..found }
            }),
        }
    }

    fn game(&self, owner: Colour, local: Points) -> Confirmation {
        Confirmation::new(self.rules, self.frozen.board(), owner).looking_at(local)
    }

    fn captured(&mut self, owner: Colour, player: Colour) -> Bounds<Points> {
        let asked = [owner, player];
        if let Some((_, bounds)) = self.listed.iter().find(|(of, _)| *of == asked) {
            return *bounds;
        }
        let confirmation = self.game(owner, 0);
        let game = Pressing { confirmation: &confirmation, met: |_: &Confirming| false };
        let bound = Bound { game: &game, frozen: &self.frozen, player, others: Others::Any };
        let mut question = Attractor(Within(Captured(&confirmation)));
        let start = Spent::start(confirmation.start(self.frozen.position()));
        let mut question = LeastFixpoint(&mut question);
        let bounds = solve(&bound, &mut question, &mut Decided::default(), &start, self.sight.budget());
        self.listed.push((asked, bounds));
        bounds
    }

    fn for_good(&self, owner: Colour, player: Colour, string: Points, local: Points) -> Bounds<bool> {
        let confirmation = self.game(owner, local);
        let asked = ForGood { confirmation: &confirmation, string, endless_defends: false, facts: None };
        asked.on_open_points(&self.frozen, player, self.sight.budget())
    }
}
