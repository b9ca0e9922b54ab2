//! Answers from a table, or by a list of what follows from a position.

use std::rc::Rc;

use super::{ForGood, Seeking, captured};
use crate::board::{Colour, Points};
use crate::solve::Bounds;
use crate::solve::arena::Explored;
use crate::solve::evidence::{Evidence, Known};
use crate::texts::j1989::Confirming;
use crate::texts::j1989::lines::{Showing, Shown, Taken};
use crate::texts::j1989::lists::explored;
use crate::texts::j1989::questions::Asked;

/// The stones of a player that can (lower) or might (upper) be taken, by a table or by a list of what follows.
pub(super) struct Listed {
    bounds: Bounds<Points>,
    /// The list, where lines are read from it.
    explored: Option<Rc<Explored<Confirming, Points>>>,
}

impl Seeking<'_> {
    /// From a table, or by a list of what follows.
    pub(super) fn by_list(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        match question {
            Asked::Captured(owner, string) => {
                let Listed { bounds, explored } = self.listed(owner);
                let holds =
                    Bounds { lower: bounds.lower & string != 0, upper: bounds.upper & string != 0 }.decided()?;
                if self.solver.facts.is_some() {
                    return Some(Evidence::Table.of(holds));
                }
                let shown = explored.map(|explored| self.read_list(question, holds, &explored));
                Some(Evidence::Play(shown.unwrap_or_default()).of(holds))
            }
            Asked::ForGood(..) => self.listed_for_good(question),
        }
    }

    fn listed(&mut self, owner: Colour) -> Listed {
        if let Some(Listed { bounds, explored }) = &self.listed[owner.index()] {
            return Listed { bounds: *bounds, explored: explored.clone() };
        }
        let game = self.solver.confirmation(owner, 0);
        let start = game.start(self.position);
        let (bounds, explored) = match &self.solver.facts {
            Some(facts) => (Bounds::exactly(facts.captured(self.position, owner)), None),
            None if self.shows => {
                let found = explored(&game, &start, self.budget);
                self.spent += found.arena.expanded().len();
                (found.bounds[0], Some(Rc::new(found)))
            }
            None => (captured(&game, &start, &mut self.solver.captured[owner.index()], self.budget), None),
        };
        self.listed[owner.index()] = Some(Listed { bounds, explored: explored.clone() });
        Listed { bounds, explored }
    }

    /// What a list has to show for an answer about a capture, whatever comes after it.
    fn read_list(&self, question: Asked<Points>, holds: bool, explored: &Explored<Confirming, Points>) -> Shown {
        let (string, game) = (question.string(), self.game(question));
        if !holds {
            let kept = |n: usize| explored.bounds[n].upper & string == 0;
            return self.tries(question, |state| explored.arena.node(state).is_some_and(kept));
        }
        if !self.shows_capture(question) {
            return Shown::default();
        }
        let showing = Showing { game: &game, string };
        let taken = Taken::of(explored, string, &game);
        showing.taken(&game.start(self.position), &mut |state| taken.rank(&showing, state))
    }

    /// By a list of what follows: whether the opponent forces that the string is captured and no new stone on `local` is permanent.
    ///
    /// On a small board, of which many positions are judged, the question for the whole board comes first: a larger `local` can only
    /// help the owner, so a string not alive through the whole board is alive through no part of it, and what is solved for the
    /// whole board serves all strings. Elsewhere a small `local` has far fewer states, and facts about the whole board say more than
    /// the question would.
    fn listed_for_good(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        const SMALL: usize = 12;
        let Asked::ForGood(owner, string, local) = question else { return None };
        let all = self.solver.game.board.all();
        let first = self.solver.facts.is_none() && self.solver.game.board.len() <= SMALL;
        if first && local != all {
            let anywhere = self.list_for_good(Asked::ForGood(owner, string, all));
            if let Some(Known { holds: true, .. }) = anywhere {
                return anywhere;
            }
        }
        self.list_for_good(question)
    }

    fn list_for_good(&mut self, question: Asked<Points>) -> Option<Known<Shown>> {
        let game = self.game(question);
        let (owner, string) = (question.owner(), question.string());
        // Symmetric questions have one answer: ask the one about Black whose `local` is least, to meet it again.
        let image = self.solver.symmetries.iter().min_by_key(|s| s.points(game.local))?.clone();
        let turned = self.solver.confirmation(Colour::Black, image.points(game.local));
        let seen = |state: &Confirming| Confirming {
            position: image.position(state.position.seen_by(owner)),
            mover: if owner == Colour::Black { state.mover } else { state.mover.opponent() },
            original: image.points(state.original),
            ..state.with(state.position, turned.turned_bans(state.bans(), &image))
        };
        let endless_defends = self.solver.endless_defends();
        let facts = self.solver.facts.clone();
        let facts = facts.as_deref();
        let asked = ForGood { confirmation: &turned, string: image.points(string), endless_defends, facts };
        let start = game.start(self.position);
        let solved = self.solver.for_good.entry(turned.local).or_default();
        let found = asked.explored(&seen(&start), solved, self.budget);
        self.spent += found.arena.expanded().len();
        let holds = found.bounds[0].decided()?;
        if !self.shows {
            return Some(Evidence::Play(Shown::default()).of(holds));
        }
        let solved = &self.solver.for_good[&turned.local];
        let decided = |state: &Confirming| found.arena.node(state).and_then(|n| found.bounds[n].decided());
        let is = |state: &Confirming, wanted: bool| {
            let state = seen(state);
            asked.told(&state, solved).or_else(|| decided(&state)) == Some(wanted)
        };
        let showing = Showing { game: &game, string };
        let plainly = ForGood { confirmation: &game, string, endless_defends, facts: None };
        let shown = if holds {
            let taken = Taken::for_good(&found, &asked);
            let mut rank = |state: &Confirming| {
                let is_seen = plainly.is_seen(state);
                showing.rank(state, is_seen, taken.found(&seen(state))).filter(|_| is(state, true))
            };
            showing.taken_for_good(&plainly, &start, &mut rank, &mut |state| is(state, true))
        } else {
            // How the string is taken, another list tells, if there is one.
            let listed = self.listed[owner.index()].as_ref().and_then(|listed| listed.explored.as_deref());
            let by_list = |explored| {
                let taken = Taken::of(explored, string, &game);
                let mut rank = |state: &Confirming| taken.rank(&showing, state);
                let stays = |state: &Confirming| taken.never(state);
                showing.brings_forth(&start, &mut rank, &mut |state| is(state, false), &stays)
            };
            listed.map(by_list).unwrap_or_default()
        };
        Some(Evidence::Play(shown).of(holds))
    }
}
