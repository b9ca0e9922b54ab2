//! Finds steps: follows a search from what it has decided to the states that show it.

use std::collections::HashMap;

use super::check::check;
use super::states::{Cycles, ShownStates, Unanswered, moves, names, scene};
use super::teller::Teller;
use crate::board::{Points, points_of};
use crate::law::Written;
use crate::proof::Entry;
use crate::solve::search::{ProofNumberSearch, Siege, Step};
use crate::solve::{Budget, clock};

/// Most steps of a claim.
const MOST_STEPS: usize = 200_000;
/// Most states that are followed for a claim, those included that turn out to lead nowhere.
const MOST_FOLLOWED: usize = 1_000_000;
/// The longest line that is followed.
const MOST_MOVES: usize = 4_000;
/// Room for the lines on the stack.
const STACK: usize = 1 << 28;

/// Steps that show that the attacker of a game wins from a state, if it `holds`, or that he does not; nothing if the budget of a
/// question ran out, or they would have to be followed too far.
pub fn steps<G: Siege<State: Written + Send + Sync, Move: Written> + Sync>(
    game: &G,
    start: &G::State,
    holds: bool,
    budget: Budget,
) -> Option<Vec<Entry>> {
    steps_told(game, &mut ProofNumberSearch::new(game), start, holds, budget)
}

/// The same as far as somebody tells who wins.
pub fn steps_told<G: Siege<State: Written + Send + Sync, Move: Written> + Sync>(
    game: &G,
    teller: &mut (dyn Teller<G::State> + Send),
    start: &G::State,
    holds: bool,
    budget: Budget,
) -> Option<Vec<Entry>> {
    let found = std::thread::scope(|scope| {
        let left = clock::left();
        let follow = move || {
            let mut follower = Follower::new(game, teller, holds, budget);
            clock::within(left, || follower.all(start)).map(|()| follower.steps)
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, follow).ok()?;
        thread.join().ok()?
    })?;
    // Lines that avoid something come again and again may still lead to it together.
    (Cycles::of(game, holds) != Cycles::NotMet || check(game, start, holds, &found).is_ok()).then_some(found)
}

struct Follower<'a, G: Siege> {
    game: &'a G,
    teller: &'a mut (dyn Teller<G::State> + Send),
    budget: Budget,
    holds: bool,
    cycles: Cycles,
    shown: ShownStates<'a, G>,
    steps: Vec<Entry>,
    /// The states of the line, with their places.
    line: HashMap<G::State, usize>,
    /// How many states of the line up to each are met.
    met: Vec<usize>,
    /// Met states that are still to be shown.
    later: Vec<G::State>,
    followed: usize,
}

impl<'a, G: Siege<State: Written, Move: Written>> Follower<'a, G> {
    fn new(game: &'a G, teller: &'a mut (dyn Teller<G::State> + Send), holds: bool, budget: Budget) -> Follower<'a, G> {
        Follower {
            game,
            teller,
            budget,
            holds,
            cycles: Cycles::of(game, holds),
            shown: ShownStates::new(game, holds),
            steps: Vec::new(),
            line: HashMap::new(),
            met: Vec::new(),
            later: Vec::new(),
            followed: 0,
        }
    }

    /// Shows the first state, and all that this leaves to be shown.
    fn all(&mut self, start: &G::State) -> Option<()> {
        if self.shown.zone(start).is_some() {
            return Some(());
        }
        self.later.push(*start);
        let mut at = 0;
        while let Some(&state) = self.later.get(at) {
            at += 1;
            if self.shown.zone(&state).is_none() {
                self.follow(&state)?;
            }
        }
        Some(())
    }

    /// Shows a state: its zone.
    fn show(&mut self, state: &G::State) -> Option<Points> {
        if let Some(zone) = self.shown.zone(state) {
            return Some(zone);
        }
        let all = self.game.board().all();
        let on_line = self.line.contains_key(state);
        if self.cycles == Cycles::Met && self.game.met(state) {
            if !on_line && !self.later.contains(state) {
                self.later.push(*state);
            }
            return Some(all);
        }
        if on_line { self.leads_back(state).then_some(all) } else { self.follow(state) }
    }

    /// Whether the last state of the line may lead to this one, which is on it or is shown later.
    fn leads_back(&self, state: &G::State) -> bool {
        let met = self.game.met(state);
        match (self.cycles, self.line.get(state)) {
            (Cycles::Met, _) => met && (self.line.contains_key(state) || self.later.contains(state)),
            (Cycles::None, _) | (_, None) => false,
            (Cycles::Any, Some(_)) => true,
            // Nothing is met from there to here.
            (Cycles::NotMet, Some(&head)) => {
                self.met.last().is_none_or(|&last| last + usize::from(met) == self.met[head])
            }
        }
    }

    /// Shows a state by those that follow.
    fn follow(&mut self, state: &G::State) -> Option<Points> {
        if self.game.known(state).is_some() || !self.is_won(state, self.budget.states) {
            return None;
        }
        self.followed += 1;
        if self.budget.is_spent(0, 0) {
            return None;
        }
        if self.followed > MOST_FOLLOWED || self.steps.len() > MOST_STEPS || self.line.len() > MOST_MOVES {
            return None;
        }
        self.line.insert(*state, self.met.len());
        let met = self.met.last().copied().unwrap_or(0) + usize::from(self.game.met(state));
        self.met.push(met);
        let before = (self.steps.len(), self.later.len());
        let mine = (self.game.mover(state) == self.game.attacker()) == self.holds;
        let found = if mine { self.move_of(state) } else { self.answers(state) };
        self.line.remove(state);
        self.met.pop();
        match found {
            Some((mv, within, zone)) => {
                let state_text = state.written(self.game.board());
                self.steps.push(Entry { state: state_text, mv, within, rank: None, stands: None });
                self.shown.add(*state, zone);
                Some(zone)
            }
            None => {
                self.forget(before);
                None
            }
        }
    }

    /// Forgets what has been shown since.
    fn forget(&mut self, (steps, later): (usize, usize)) {
        self.steps.truncate(steps);
        self.shown.truncate(steps);
        self.later.truncate(later);
    }

    /// Whether the player of the claim wins a state, as far as a search of so many states tells.
    fn is_won(&mut self, state: &G::State, states: usize) -> bool {
        let told = self.teller.told(state).map(|(won, _)| won);
        told.or_else(|| self.teller.settle(state, Budget { states, ..self.budget })) == Some(self.holds)
    }

    /// How late it was found that the player of the claim wins a state, if that is known.
    fn told_at(&mut self, state: &G::State) -> Option<u64> {
        self.teller.told(state).filter(|(won, _)| *won == self.holds).map(|(_, at)| at)
    }

    /// A move that wins.
    fn move_of(&mut self, state: &G::State) -> Option<(Option<String>, Option<Vec<String>>, Points)> {
        let moves = moves(self.game, state);
        let name = |number: usize| Some(moves[number].0.written(self.game.board()));
        let through = |this: &Self, number: usize, after| this.shown.through(state, moves[number].1, after);
        let seen = (0..moves.len()).filter_map(|n| Some((n, through(self, n, self.shown.zone(&moves[n].2)?))));
        if let Some((number, zone)) = seen.min_by_key(|(_, zone)| zone.count_ones()) {
            return Some((name(number), None, zone));
        }
        // First what is told, the earliest first, which rests on least; then what may still be found, with more and more room.
        let at: Vec<Option<u64>> = moves.iter().map(|(_, _, to)| self.told_at(to)).collect();
        let mut open: Vec<usize> = (0..moves.len()).collect();
        open.sort_by_key(|&number| at[number].unwrap_or(u64::MAX));
        for states in [0, 100, 2_000, self.budget.states] {
            let mut left = Vec::new();
            for number in open {
                let to = &moves[number].2;
                let on_line = self.line.contains_key(to);
                let won =
                    if states == 0 { !on_line && at[number].is_some() } else { on_line || self.is_won(to, states) };
                if !won {
                    left.push(number);
                } else if let Some(after) = self.show(to) {
                    return Some((name(number), None, through(self, number, after)));
                }
            }
            open = left;
        }
        None
    }

    /// Answers to all moves that matter.
    fn answers(&mut self, state: &G::State) -> Option<(Option<String>, Option<Vec<String>>, Points)> {
        let (game, board) = (self.game, self.game.board());
        let moves = moves(game, state);
        let mut within = board.all();
        if game.local() && !game.again() && !game.bound(state) {
            within = game.core();
            if let Some((_, _, to)) = moves.iter().find(|(_, step, _)| *step == Step::Pass) {
                within |= self.show(to)?;
            }
        }
        let bans = game.bans(state);
        loop {
            let open = moves.iter().filter(|(_, _, to)| self.shown.zone(to).is_none());
            let open = open.filter_map(|(_, step, _)| if let Step::Play(v) = step { Some(1 << v) } else { None });
            let avoided = open.fold(0, |m: Points, v: Points| m | v);
            within = scene(game, state, &bans).closed(within, avoided);
            let zone = |to: &G::State| self.shown.zone(to).or_else(|| self.leads_back(to).then_some(board.all()));
            match self.shown.answered(state, &moves, within, zone) {
                Ok(zone) => return Some((None, names(board, within), zone)),
                Err(Unanswered::Move(number)) => {
                    self.show(&moves[number].2)?;
                }
                Err(Unanswered::Open) => {
                    // What the answers rest on has to be answered too.
                    let before = within;
                    within |= self.rests_on(state, &moves, within);
                    if within == before {
                        within = board.all();
                    }
                }
            }
        }
    }

    /// What answers on these points rest on.
    fn rests_on(&self, state: &G::State, moves: &[(G::Move, Step, G::State)], within: Points) -> Points {
        let mut found = within;
        let position = self.game.position(state);
        let bans = self.game.bans(state);
        let scene = scene(self.game, state, &bans);
        for v in points_of(within & self.game.board().empty(position)) {
            found |= match moves.iter().find(|(_, step, _)| *step == Step::Play(v)) {
                Some((_, step, to)) => {
                    let after = self.shown.zone(to).unwrap_or(self.game.board().all());
                    self.shown.through(state, *step, after)
                }
                None => scene.pinned(v),
            };
        }
        found
    }
}
