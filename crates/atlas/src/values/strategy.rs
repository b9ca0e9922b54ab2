//! The strategies behind a value, written out from a position as a certificate.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::game::{Leading, Values};
use super::solution::System;
use crate::board::{Colour, Position, diagram};
use crate::law::Outcome;
use crate::law::play::{Remembered, Taken};
use crate::proof::value::{FORMAT, MOST_ENTRIES, State, ValueEntry, ValueProof, check};
use crate::solve::Budget;
use crate::solve::value::bounds::{Given, Pair, PayoffGame};
use crate::solve::value::graph::State as Node;

impl Values {
    /// The certificate of the value of a position, both players' strategies checked. Where the value rests on the history it is searched
    /// again, within the budget.
    ///
    /// # Errors
    /// One line: the value is not decided, the search does not come to an end, or takes strategies that are too long.
    pub fn certificate(
        &self,
        position: Position,
        mover: Colour,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<ValueProof, String> {
        let Outcome::Margin(value) = self.value(position, mover) else {
            let value = self.value(position, mover);
            return Err(format!("the value is {value}; only one that is decided has a certificate"));
        };
        let mut proof = ValueProof {
            format: FORMAT.to_string(),
            board: diagram::text(self.board().grid(), position),
            to_move: mover.letter().to_string(),
            rules: self.name.clone(),
            value,
            black: Vec::new(),
            black_steps: Vec::new(),
            white: Vec::new(),
            white_steps: Vec::new(),
        };
        let by_bounds = self.by_bounds(&mut proof, position, mover);
        if by_bounds.is_ok() || self.play().remembered == Remembered::Nothing {
            return by_bounds.map(|()| proof);
        }
        (proof.black, proof.white) = (Vec::new(), Vec::new());
        for player in Colour::ALL {
            let steps = self.steps((position, mover), value, player, budget, stop)?;
            *(if player == Colour::Black { &mut proof.black_steps } else { &mut proof.white_steps }) = steps;
        }
        check(&proof, Budget::default())
            .map_err(|why| format!("no strategy that stands by itself was found: {why}"))?;
        Ok(proof)
    }

    /// The strategies of the bounds, if these are the value.
    fn by_bounds(&self, proof: &mut ValueProof, position: Position, mover: Colour) -> Result<(), String> {
        let root = self.graph.node_of(position, mover, false, None);
        let [lo, hi] = self.solution.bounds(&self.graph, root);
        // Each system has strategies of its own: one is taken that has the bound, and whose strategy stands by itself.
        let mut last = "no system of states has both bounds".to_string();
        if lo != hi {
            return Err(last);
        }
        let has = |player: Colour| {
            let at = usize::from(mover != player);
            let bound = [lo, hi][at];
            self.solution
                .systems
                .iter()
                .filter(move |system| i16::from(system.bounds.pairs[system.node(&self.graph, root)][at]) == bound)
        };
        for black in has(Colour::Black) {
            for white in has(Colour::White) {
                proof.black = self.strategy(black, position, mover, Colour::Black)?;
                proof.white = self.strategy(white, position, mover, Colour::White)?;
                match check(proof, Budget::default()) {
                    Ok(_) => return Ok(()),
                    Err(why) => last = why.to_string(),
                }
            }
        }
        Err(format!("no strategy that stands by itself was found: {last}"))
    }

    /// What a player does in every state that can come about.
    fn strategy(
        &self,
        system: &System,
        position: Position,
        mover: Colour,
        player: Colour,
    ) -> Result<Vec<ValueEntry>, String> {
        let play = self.play();
        let prisoners = play.taken == Taken::Captured;
        let game = PayoffGame { graph: &self.graph, end: &self.solution.end, basic_ko: system.basic_ko, prisoners };
        let follower = Follower { values: self, system, player, passing: game.passing(), start: position };
        let mut root = State { position, mover, passed: false, ban: None, passing: false };
        root.passing = mover != player && follower.passes(&root);
        let mut numbers: HashMap<State, ()> = HashMap::from([(root, ())]);
        let mut states = vec![root];
        let mut entries = Vec::new();
        while entries.len() < states.len() {
            let state = states[entries.len()];
            let options = self.options(state.position, state.mover, state.passed, state.ban);
            let (mut mv, mut passing) = (None, state.passing);
            let mut followed: Vec<&Leading> = options.iter().collect();
            if state.mover == player {
                passing |= follower.passes(&state);
                let chosen = if passing { options.last() } else { follower.chosen(&state, &options) };
                let chosen = chosen.ok_or_else(|| format!("no move in `{}`", state.text(self.board())))?;
                mv = Some(chosen.mv.map_or_else(|| "pass".to_string(), |p| self.board().grid().name(p.into())));
                followed = vec![chosen];
            }
            let switched = passing && !state.passing;
            let mut says = ValueEntry {
                state: state.text(self.board()),
                mv,
                passing: switched,
                promise: follower.promise(&state),
            };
            for option in followed.into_iter().filter(|o| o.to.is_some()) {
                let (passed, ban) = (option.mv.is_none(), option.ban);
                let mut to = State { position: option.after, mover: state.mover.opponent(), passed, ban, passing };
                if state.mover == player && !passing && follower.passes(&to) {
                    (to.passing, says.passing) = (true, true);
                }
                if numbers.insert(to, ()).is_none() {
                    states.push(to);
                }
            }
            entries.push(says);
            if states.len() > MOST_ENTRIES {
                return Err(format!("{player}'s strategy has more than {MOST_ENTRIES} states"));
            }
        }
        Ok(entries)
    }
}

/// Who follows a strategy of a system.
struct Follower<'a> {
    values: &'a Values,
    system: &'a System,
    player: Colour,
    /// By node: what passing alone brings.
    passing: Vec<Pair>,
    start: Position,
}

impl Follower<'_> {
    fn side(&self, state: &State) -> usize {
        usize::from(state.mover != self.player)
    }

    /// The node by which he goes on.
    fn node(&self, state: &State) -> usize {
        let graph = &self.values.graph;
        let node = self.system.node(graph, graph.node_of(state.position, state.mover, state.passed, state.ban));
        let given = self.system.given_up.get(node).map_or(Given::Nothing, |given| given[self.side(state)]);
        if given == Given::Ban { graph.class(node) } else { node }
    }

    /// Whether he does nothing but pass from here on.
    fn passes(&self, state: &State) -> bool {
        self.system.bounds.ranks[self.node(state)][self.side(state)] == 0
    }

    /// The move that keeps the bound and was reached before: a play if there is one, where he may not stop.
    fn chosen<'b>(&self, state: &State, options: &'b [Leading]) -> Option<&'b Leading> {
        let (values, node) = (self.values, self.node(state));
        let bounds = &self.system.bounds;
        let (own, rank) = (i16::from(bounds.pairs[node][0]), bounds.ranks[node][0]);
        if let Node::Passed(class) = values.graph.state(node)
            && i16::from(values.solution.end[class][0]) == own
        {
            return options.last();
        }
        let keeps = |option: &&Leading| {
            option.to.is_some_and(|to| {
                let to = self.system.node(&values.graph, to);
                option.gain - i16::from(bounds.pairs[to][1]) == own && bounds.ranks[to][1] < rank
            })
        };
        options.iter().find(keeps)
    }

    /// What he promises himself of the rest of the game, Black minus White.
    fn promise(&self, state: &State) -> i32 {
        let (node, side) = (self.node(state), self.side(state));
        let pairs = if state.passing { &self.passing } else { &self.system.bounds.pairs };
        let value = i32::from(pairs[node][side]);
        let value = if state.mover == Colour::Black { value } else { -value };
        // The stones at the start are no prisoners.
        value + self.values.besides(self.start)
    }
}
