//! States that have been shown to be won, each with its zone.

use std::collections::HashMap;

use crate::board::{Board, Colour, Play, Points, points_of};
use crate::solve::search::zone::{Ban, Care, Scene};
use crate::solve::search::{Siege, Step};

/// A state that has been shown to be won, for states that are the same on its zone.
pub(super) struct Shown<S> {
    pub(super) state: S,
    pub(super) zone: Points,
}

/// What is not on the board: who is to move, and what a state is marked with.
pub(super) type Marks = (Colour, Points);

/// What a zone holds, with its marks.
pub(super) type Seen = (Marks, [Points; 2]);

/// States that have been shown to be won, in the order of their steps.
pub(super) struct ShownStates<'a, G: Siege> {
    game: &'a G,
    /// It is the attacker who has won them.
    won: bool,
    pub(super) shown: Vec<Shown<G::State>>,
    exact: HashMap<G::State, usize>,
    /// By zone: the first of them by its marks and its stones there.
    alike: Vec<(Points, HashMap<Seen, usize>)>,
}

impl<'a, G: Siege> ShownStates<'a, G> {
    pub(super) fn new(game: &'a G, won: bool) -> ShownStates<'a, G> {
        ShownStates { game, won, shown: Vec::new(), exact: HashMap::new(), alike: Vec::new() }
    }

    fn marks(&self, state: &G::State) -> Marks {
        (self.game.mover(state), self.game.mark(state))
    }

    fn on(&self, state: &G::State, zone: Points) -> [Points; 2] {
        Colour::ALL.map(|c| self.game.position(state).of(c) & zone)
    }

    /// Whether states that are the same on a zone may serve, and be served by, this one.
    fn is_local(&self, state: &G::State) -> bool {
        self.game.local() && !self.game.again() && !self.game.bound(state) && self.game.bans(state).is_empty()
    }

    pub(super) fn add(&mut self, state: G::State, zone: Points) {
        let number = self.shown.len();
        self.exact.insert(state, number);
        if zone != self.game.board().all() && self.is_local(&state) {
            let key = (self.marks(&state), self.on(&state, zone));
            let at = self.alike.iter().position(|(of, _)| *of == zone).unwrap_or_else(|| {
                self.alike.push((zone, HashMap::new()));
                self.alike.len() - 1
            });
            self.alike[at].1.entry(key).or_insert(number);
        }
        self.shown.push(Shown { state, zone });
    }

    /// Forgets all but the first so many.
    pub(super) fn truncate(&mut self, len: usize) {
        for Shown { state, .. } in self.shown.drain(len..) {
            self.exact.remove(&state);
        }
        for (_, states) in &mut self.alike {
            states.retain(|_, number| *number < len);
        }
    }

    /// Where a state is won as it is seen at once, or by a state shown: its zone. Who wins it otherwise is no concern of this.
    pub(super) fn zone(&self, state: &G::State) -> Option<Points> {
        let all = self.game.board().all();
        if let Some((won, zone)) = self.game.known(state) {
            return (won == self.won).then(|| self.widened(state, zone));
        }
        if let Some(&number) = self.exact.get(state) {
            return Some(self.shown[number].zone);
        }
        if !self.is_local(state) {
            return None;
        }
        let marks = self.marks(state);
        let first = self.alike.iter().filter_map(|(zone, states)| states.get(&(marks, self.on(state, *zone)))).min()?;
        Some(self.shown.get(*first).map_or(all, |shown| shown.zone))
    }

    /// A zone of a state with what the question is about; the whole board where zones are not sound.
    fn widened(&self, state: &G::State, zone: Points) -> Points {
        if self.game.local() && !self.game.again() && !self.game.bound(state) {
            let bans = self.game.bans(state);
            scene(self.game, state, &bans).with_bans(zone | self.game.core())
        } else {
            self.game.board().all()
        }
    }

    /// The zone of a state from that of the state to which a move leads.
    pub(super) fn through(&self, state: &G::State, step: Step, child: Points) -> Points {
        let bans = self.game.bans(state);
        let scene = scene(self.game, state, &bans);
        let by_winner = (self.game.mover(state) == self.game.attacker()) == self.won;
        let zone = match step {
            Step::Pass => child,
            Step::Lift(p) if by_winner => child | 1 << p | scene.pinned(p),
            Step::Lift(p) => child | 1 << p,
            Step::Play(v) => match played(self.game, state, v) {
                Some(play) => scene.through(v, &play, by_winner, child),
                None => self.game.board().all(),
            },
        };
        self.widened(state, zone)
    }
}

pub(super) fn scene<'s, G: Siege>(game: &'s G, state: &G::State, bans: &'s [Ban]) -> Scene<'s> {
    let (board, position, mover) = (game.board(), game.position(state), game.mover(state));
    Scene { board, position, mover, bans, care: Care::default() }
}

pub(super) fn played<G: Siege>(game: &G, state: &G::State, v: usize) -> Option<Play> {
    game.board().play(game.position(state), game.mover(state), v)
}

/// A move and where it leads.
pub(super) fn moves<G: Siege>(game: &G, state: &G::State) -> Vec<(G::Move, Step, G::State)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|(mv, to)| (mv.clone(), G::step(&mv), to)).collect()
}

/// Why moves of the other player are not answered.
pub(super) enum Unanswered {
    /// This move leads to a state that has not been shown.
    Move(usize),
    /// The points do not hold what moves elsewhere must leave as it is.
    Open,
}

impl<G: Siege> ShownStates<'_, G> {
    /// The zone of a state in which the other player is to move, all his moves on the points `within` being answered (`docs/src/reach.md`,
    /// *Zones*, 4 to 6). `zone` gives that of a state that follows.
    pub(super) fn answered(
        &self,
        state: &G::State,
        moves: &[(G::Move, Step, G::State)],
        within: Points,
        zone: impl Fn(&G::State) -> Option<Points>,
    ) -> Result<Points, Unanswered> {
        let (game, board) = (self.game, self.game.board());
        let of = |number: usize| zone(&moves[number].2).ok_or(Unanswered::Move(number));
        if within == board.all() {
            (0..moves.len()).try_for_each(|number| of(number).map(|_| ()))?;
            return Ok(within);
        }
        if !game.local() || game.again() || game.bound(state) {
            return Err(Unanswered::Open);
        }
        let bans = game.bans(state);
        let scene = scene(game, state, &bans);
        let (position, other) = (game.position(state), game.mover(state).opponent());
        let empty = board.empty(position);
        let has_liberty = |part| board.around(part) & empty & within != 0;
        if game.core() & !within != 0
            || scene.with_bans(within) != within
            || !board.components(within & position.of(other)).all(has_liberty)
        {
            return Err(Unanswered::Open);
        }
        let number = |step: Step| moves.iter().position(|(_, s, _)| *s == step);
        let mut found = within;
        let pass = number(Step::Pass);
        if let Some(pass) = pass
            && of(pass)? & !within != 0
        {
            return Err(Unanswered::Open);
        }
        for &(p, stone) in bans.iter().filter(|(p, _)| within >> p & 1 == 1) {
            match number(Step::Lift(p)) {
                Some(lift) => found |= self.through(state, Step::Lift(p), of(lift)?),
                // A player's own stone he cannot take: its ban is the other's.
                None if position.of(other.opponent()) >> stone & 1 == 1 => {}
                None => found |= scene.pinned(p),
            }
        }
        for v in points_of(within & empty) {
            found |= match number(Step::Play(v)) {
                Some(play) => self.through(state, Step::Play(v), of(play)?),
                None => scene.pinned(v),
            };
        }
        let found = self.widened(state, found);
        // Where he may not pass, the other passes after a play elsewhere, and the state is as before: all its zone is answered.
        // That goes on for ever, which the attacker must not let happen.
        let passes_back = pass.is_none() && (self.won || found != within);
        if passes_back { Err(Unanswered::Open) } else { Ok(found) }
    }
}

/// Where steps may lead back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cycles {
    /// Nowhere: something is to be reached.
    None,
    /// To states in which the attacker has what he wants again and again.
    Met,
    /// Anywhere: something is to be prevented for ever.
    Any,
    /// Not through states in which the attacker has what he wants again and again.
    NotMet,
}

impl Cycles {
    pub(super) fn of(game: &impl Siege, won: bool) -> Cycles {
        match (won, game.again()) {
            (true, false) => Cycles::None,
            (true, true) => Cycles::Met,
            (false, false) => Cycles::Any,
            (false, true) => Cycles::NotMet,
        }
    }
}

/// Points as a step names them; nothing where they are the whole board.
pub(super) fn names(board: &Board, points: Points) -> Option<Vec<String>> {
    (points != board.all()).then(|| points_of(points).map(|p| board.grid().name(p)).collect())
}
