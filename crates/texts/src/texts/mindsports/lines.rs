//! Lines of play that show what ms.dead and ms.seki have come to, read from what was found with the answers to their questions.

use super::{Continuation, Continuing};
use crate::board::{Colour, PointSet, Points};
use crate::law::LineMove;
use crate::law::trace::{move_name, ruled};
use crate::solve::Game;
use crate::solve::arena::Explored;
use crate::solve::evidence::{Captures, ranks};
use crate::solve::line::Line;
use crate::solve::search::{Step, Trying};

/// Most moves of a line up to a capture.
const MOST: usize = 40;

/// A string whose capture is shown, or plays with which it could be tried: by the moves of the continuation, or of one in which some
/// are left out.
pub(super) struct Showing<'a, G> {
    pub plays: &'a G,
    pub game: &'a Continuation,
    pub owner: Colour,
    pub string: Points,
}

impl<G: Game<State = Continuing, Move = Option<u8>>> Showing<'_, G> {
    /// A line with the clauses that its moves rest on.
    fn written(&self, start: &Continuing, line: &Line<Continuation>) -> Vec<LineMove> {
        let (game, board) = (self.game, &self.game.board);
        ruled(game, board, start, line, |mv, state| (state.mover.opponent(), move_name(board, *mv), state.position))
    }

    fn is_gone(&self, state: &Continuing) -> bool {
        state.position.of(self.owner) & self.string != self.string
    }

    /// A line that captures the string, as far as `found` tells how far it is from states from which that is forced.
    pub fn taken(&self, start: &Continuing, mut found: impl FnMut(&Continuing) -> Option<u64>) -> Vec<LineMove> {
        let board = &self.game.board;
        let mut rank = |state: &Continuing| {
            // The owner may end the sequence by a pass first.
            let late = state.passed && state.mover == self.owner;
            let denied = || self.string.less(board.denied(state.position, self.owner.opponent())) == 0;
            let liberties = || board.liberties(state.position, self.string).count_ones();
            let seen = (!state.ended && !late && denied()).then(liberties);
            Captures::<G>::rank(self.is_gone(state), seen, found(state))
        };
        let captures = Captures { game: self.plays, owner: self.owner, most: MOST, is_pass: Option::is_none };
        captures.line(start, &mut rank).map(|line| self.written(start, &line)).unwrap_or_default()
    }

    /// The same of what a list has explored.
    pub fn taken_by_list(&self, start: &Continuing, explored: &Explored<Continuing, Points>) -> Vec<LineMove> {
        let Explored { arena, bounds } = explored;
        let gone = |n: usize| self.is_gone(arena.state(n));
        let won = |n: usize| gone(n) || bounds[n].lower & self.string == self.string;
        let ranks = ranks(arena, |n| gone(n) || arena.successors(n).is_empty(), won);
        self.taken(start, |state| arena.node(state).and_then(|n| ranks[n]).map(u64::from))
    }

    /// Plays with which the string could be tried, which is `kept`.
    pub fn tried(&self, start: &Continuing, kept: impl FnMut(&Continuing) -> bool) -> Vec<LineMove> {
        let trying = Trying {
            game: self.plays,
            board: &self.game.board,
            owner: self.owner,
            stone: self.string.trailing_zeros() as usize,
            position: |state: &Continuing| state.position,
            step: |mv| mv.map_or(Step::Pass, |p| Step::Play(p.into())),
        };
        self.written(start, &trying.line(start, kept))
    }

    /// The same of what a list has explored.
    pub fn tried_by_list(&self, start: &Continuing, explored: &Explored<Continuing, Points>) -> Vec<LineMove> {
        let kept = |n: usize| explored.bounds[n].upper & self.string == 0;
        self.tried(start, |state| explored.arena.node(state).is_some_and(kept))
    }
}
