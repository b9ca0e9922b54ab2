//! The games of a confirmation as a search plays them: one string, or all of a player's, under siege.

use super::lists::{ForGood, Pressing};
use crate::board::{Board, Colour, Points, Position, points_of};
use crate::law::{KoMove, Written};
use crate::solve::search::zone::Ban;
use crate::solve::search::{ProofNumberSearch, Siege, Step, hope_of_taking, last_liberty, surely_taken};
use crate::solve::{Budget, Game};
use crate::texts::j1989::{Confirmation, Confirming};

/// Whether the opponent forces the owner's stone on a point off the board, for a search.
pub struct Taking<'a> {
    /// The sequences.
    pub confirmation: &'a Confirmation,
    /// The point.
    pub point: usize,
}

impl Game for Taking<'_> {
    type State = Confirming;
    type Move = KoMove;

    fn mover(&self, state: &Confirming) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Confirming, out: &mut Vec<(KoMove, Confirming)>) {
        Pressing { confirmation: self.confirmation, met: |_: &Confirming| false }.moves(state, out);
    }
}

fn bans(board: &Board, state: &Confirming) -> Vec<Ban> {
    points_of(state.bans.sets()[0]).filter_map(|p| Some((p, state.bans.stone(board, p)?))).collect()
}

impl Siege for Taking<'_> {
    fn board(&self) -> &Board {
        &self.confirmation.board
    }

    fn attacker(&self) -> Colour {
        self.confirmation.owner.opponent()
    }

    fn position(&self, state: &Confirming) -> Position {
        state.position
    }

    fn step(mv: &KoMove) -> Step {
        (*mv).into()
    }

    fn core(&self) -> Points {
        1 << self.point
    }

    fn bans(&self, state: &Confirming) -> Vec<Ban> {
        bans(self.board(), state)
    }

    fn known(&self, state: &Confirming) -> Option<(bool, Points)> {
        surely_taken(self.board(), state.position, self.confirmation.owner, self.point)
    }

    fn strike(&self, state: &Confirming) -> Option<(usize, Points)> {
        let owner = self.confirmation.owner;
        let v = last_liberty(self.board(), state.position, owner, self.point).filter(|_| state.mover != owner)?;
        self.confirmation.play(state, v).map(|_| (v, self.core()))
    }

    fn estimate(&self, state: &Confirming) -> (u32, u32) {
        let owner = self.confirmation.owner;
        hope_of_taking(self.board(), state.position, owner, self.point, state.mover == owner)
    }

    fn middle(&self, state: &Confirming) -> Points {
        self.board().string_at(state.position, self.point)
    }
}

/// [`ForGood`] for a search: again and again the string is gone and no new stone is on `local` at all. That is more than the
/// attacker needs, unless `local` is a single point; so a cycle after the capture that does not give it to him proves nothing then.
pub struct Clearing<'a>(pub &'a ForGood<'a>);

/// What a search has told of a state, and how late it was decided.
pub(super) type Told<'a> = dyn FnMut(&Confirming) -> Option<(bool, u64)> + 'a;

impl ForGood<'_> {
    /// Whether he forces it from `state`, by a search, not with `endless_defends`; `None` if it is not decided.
    pub fn searched(&self, state: &Confirming, budget: Budget) -> Option<bool> {
        self.searching(state, budget, &mut 0, |holds, _| holds)
    }

    /// What is read from a search that has decided it, given the answer; `spent` more states have been expanded for that.
    pub(super) fn searching<T>(
        &self,
        state: &Confirming,
        budget: Budget,
        spent: &mut usize,
        read: impl FnOnce(bool, &mut Told<'_>) -> T,
    ) -> Option<T> {
        let simple = Clearing(self);
        // Zones of captures for good are right, but do not pay (docs/src/reach.md).
        let mut search = ProofNumberSearch::new(&simple).without_zones();
        let answer = search.wins(state, budget);
        *spent += search.expanded();
        if let Some(holds) = answer {
            return Some(read(holds, &mut |state| search.told_at(state)));
        }
        if !search.is_doubted() {
            return None;
        }
        let in_turn = InTurn(self);
        let mut search = ProofNumberSearch::new(&in_turn).without_zones();
        let answer = search.wins(&in_turn.start(state), budget);
        *spent += search.expanded();
        Some(read(answer?, &mut |state| search.told_at(&in_turn.start(state))))
    }
}

impl Clearing<'_> {
    fn cleared(&self, state: &Confirming) -> bool {
        self.0.confirmation.cleared(state, self.0.string)
    }
}

impl Game for Clearing<'_> {
    type State = Confirming;
    type Move = KoMove;

    fn mover(&self, state: &Confirming) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Confirming, out: &mut Vec<(KoMove, Confirming)>) {
        Pressing { confirmation: self.0.confirmation, met: |s: &Confirming| self.cleared(s) }.moves(state, out);
    }
}

impl Siege for Clearing<'_> {
    fn board(&self) -> &Board {
        &self.0.confirmation.board
    }

    fn attacker(&self) -> Colour {
        self.0.confirmation.owner.opponent()
    }

    fn position(&self, state: &Confirming) -> Position {
        state.position
    }

    fn step(mv: &KoMove) -> Step {
        (*mv).into()
    }

    fn core(&self) -> Points {
        self.0.confirmation.local | self.0.string
    }

    fn bans(&self, state: &Confirming) -> Vec<Ban> {
        bans(self.board(), state)
    }

    fn mark(&self, state: &Confirming) -> Points {
        state.original
    }

    fn met(&self, state: &Confirming) -> bool {
        self.cleared(state)
    }

    fn again(&self) -> bool {
        true
    }

    fn simplified(&self, state: &Confirming) -> bool {
        state.original & self.0.string == 0 && !self.0.confirmation.local.is_power_of_two()
    }

    fn known(&self, state: &Confirming) -> Option<(bool, Points)> {
        let ForGood { confirmation: c, string, .. } = *self.0;
        let stones = c.new_stones(state) | state.original & string;
        let safe = stones & c.board.safe(state.position, c.owner);
        if safe != 0 {
            let zone = c.board.safe_zone(state.position, c.owner, safe.trailing_zeros() as usize)?;
            return Some((false, zone | self.core()));
        }
        let zone = c.board.forbidden_zone(state.position, c.owner.opponent(), c.local)?;
        Some((true, zone | self.core()))
    }

    fn estimate(&self, state: &Confirming) -> (u32, u32) {
        let ForGood { confirmation: c, string, .. } = *self.0;
        let standing = state.original & string;
        if standing != 0 {
            let string = c.board.connected(standing, state.position.of(c.owner));
            (c.board.liberties(state.position, string).count_ones().min(8) + 2, 2)
        } else {
            let new = c.new_stones(state);
            let free = c.local & !state.position.of(c.owner.opponent());
            (1 + new.count_ones().min(3) + free.count_ones().min(4), if new == 0 { 2 } else { 1 })
        }
    }

    fn middle(&self, _: &Confirming) -> Points {
        self.core()
    }
}

/// Whether the opponent sees to it that again and again the owner has no stone at all, for a search. That is the most he can want: then
/// every stone of the owner's is captured, and none is permanent anywhere.
pub struct Emptying<'a> {
    /// The sequences; its `local` is empty.
    pub confirmation: &'a Confirmation,
}

impl Emptying<'_> {
    fn emptied(&self, state: &Confirming) -> bool {
        state.position.of(self.confirmation.owner) == 0
    }
}

impl Game for Emptying<'_> {
    type State = Confirming;
    type Move = KoMove;

    fn mover(&self, state: &Confirming) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Confirming, out: &mut Vec<(KoMove, Confirming)>) {
        Pressing { confirmation: self.confirmation, met: |s: &Confirming| self.emptied(s) }.moves(state, out);
    }
}

impl Siege for Emptying<'_> {
    fn board(&self) -> &Board {
        &self.confirmation.board
    }

    fn attacker(&self) -> Colour {
        self.confirmation.owner.opponent()
    }

    fn position(&self, state: &Confirming) -> Position {
        state.position
    }

    fn step(mv: &KoMove) -> Step {
        (*mv).into()
    }

    fn core(&self) -> Points {
        self.board().all()
    }

    fn bans(&self, state: &Confirming) -> Vec<Ban> {
        bans(self.board(), state)
    }

    /// All points matter to who wants the board empty.
    fn local(&self) -> bool {
        false
    }

    fn met(&self, state: &Confirming) -> bool {
        self.emptied(state)
    }

    fn again(&self) -> bool {
        true
    }

    fn known(&self, state: &Confirming) -> Option<(bool, Points)> {
        let (c, all) = (self.confirmation, self.core());
        if c.board.safe(state.position, c.owner) != 0 {
            return Some((false, all));
        }
        c.board.forbidden_zone(state.position, c.owner.opponent(), all).map(|_| (true, all))
    }

    fn estimate(&self, state: &Confirming) -> (u32, u32) {
        let c = self.confirmation;
        let safe = c.board.barred(state.position, c.owner.opponent());
        let own = state.position.of(c.owner) & !safe;
        let open = self.core() & !safe & !state.position.of(c.owner.opponent());
        (1 + own.count_ones().min(8) / 2 + open.count_ones() / 4, 1)
    }

    fn middle(&self, state: &Confirming) -> Points {
        let own = state.position.of(self.confirmation.owner);
        if own == 0 { self.core() } else { own }
    }
}

/// [`ForGood`] for a search, in full: the points of `local` are to be free of new stones one after the other, in their order, again
/// and again.
pub struct InTurn<'a>(pub &'a ForGood<'a>);

impl Written for Awaiting {
    fn written(&self, board: &Board) -> String {
        format!("{} free {}", self.state.written(board), self.free)
    }
}

/// A state with the points of `local` that have been free since all were.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Awaiting {
    pub(super) state: Confirming,
    free: u8,
}

impl InTurn<'_> {
    fn local(&self) -> Points {
        self.0.confirmation.local
    }

    /// The first state.
    pub fn start(&self, state: &Confirming) -> Awaiting {
        self.after(0, *state)
    }

    /// The state with what has been free before it.
    fn after(&self, free: u8, state: Confirming) -> Awaiting {
        if state.original & self.0.string != 0 {
            return Awaiting { state, free: 0 };
        }
        let all = self.local().count_ones() as u8;
        let before = if free == all { 0 } else { free };
        let new = self.0.confirmation.new_stones(&state);
        let now = points_of(self.local()).skip(before.into()).take_while(|&p| new >> p & 1 == 0).count() as u8;
        Awaiting { state, free: before + now }
    }
}

impl Game for InTurn<'_> {
    type State = Awaiting;
    type Move = KoMove;

    fn mover(&self, state: &Awaiting) -> Colour {
        state.state.mover
    }

    fn moves(&self, state: &Awaiting, out: &mut Vec<(KoMove, Awaiting)>) {
        let mut moves = Vec::new();
        Clearing(self.0).moves(&state.state, &mut moves);
        out.extend(moves.into_iter().map(|(mv, to)| (mv, self.after(state.free, to))));
    }
}

impl Siege for InTurn<'_> {
    fn board(&self) -> &Board {
        &self.0.confirmation.board
    }

    fn attacker(&self) -> Colour {
        self.0.confirmation.owner.opponent()
    }

    fn position(&self, state: &Awaiting) -> Position {
        state.state.position
    }

    fn step(mv: &KoMove) -> Step {
        (*mv).into()
    }

    fn core(&self) -> Points {
        Clearing(self.0).core()
    }

    fn met(&self, state: &Awaiting) -> bool {
        state.state.original & self.0.string == 0 && u32::from(state.free) == self.local().count_ones()
    }

    fn again(&self) -> bool {
        true
    }

    fn known(&self, state: &Awaiting) -> Option<(bool, Points)> {
        Clearing(self.0).known(&state.state)
    }

    fn estimate(&self, state: &Awaiting) -> (u32, u32) {
        Clearing(self.0).estimate(&state.state)
    }

    fn middle(&self, state: &Awaiting) -> Points {
        Clearing(self.0).middle(&state.state)
    }
}
