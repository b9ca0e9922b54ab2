//! The games that are searched: an attacker wants something of a few points of a board.

use super::zone::Ban;
use crate::board::{Board, Colour, Points, Position};
use crate::solve::Game;

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A stone is played.
    Play(usize),
    /// Nothing.
    Pass,
    /// The ban on a point is lifted.
    Lift(usize),
}

/// A game on the positions of a board, as the search sees it.
///
/// Who has no move has lost. A sequence that goes on for ever is won by the attacker if states that are [`met`](Siege::met) come
/// again and again. Where a player may not pass, his opponent may pass after any play of his that
/// leaves the core as it is. Moves are plays by the rules of the board, passes, and what lifts one ban; a play is forbidden only by
/// a ban on its point, which says that it would be a ko capture of the stone named, or in states that are [`bound`](Siege::bound).
pub trait Siege: Game<State: Copy> {
    /// The board.
    fn board(&self) -> &Board;

    /// The player who wants something.
    fn attacker(&self) -> Colour;

    /// The position.
    fn position(&self, state: &Self::State) -> Position;

    /// What a move does.
    fn step(mv: &Self::Move) -> Step;

    /// The points that the question is about; all that is asked of a state is to be seen there.
    fn core(&self) -> Points;

    /// Lasting bans: each ends when its point is occupied or its stone is removed or joined, or when it is lifted.
    fn bans(&self, _: &Self::State) -> Vec<Ban> {
        Vec::new()
    }

    /// Whether the course so far matters in a way that only the whole board tells.
    fn bound(&self, _: &Self::State) -> bool {
        false
    }

    /// Whether the attacker needs plays on or next to the zone to get what he wants, as where something is to be taken. Else moves
    /// anywhere matter, and there are no zones.
    fn local(&self) -> bool {
        true
    }

    /// What is part of the state besides the position, on the core.
    fn mark(&self, _: &Self::State) -> Points {
        0
    }

    /// The attacker has what he wants now, and needs it again and again.
    fn met(&self, _: &Self::State) -> bool {
        false
    }

    /// Whether there are states in which he has that, so that it matters what lies on a cycle.
    fn again(&self) -> bool {
        false
    }

    /// Whether a cycle through the state is taken for lost, if he never has what he wants in it, though it might not be: then no
    /// answer that it decides is a disproof.
    fn simplified(&self, _: &Self::State) -> bool {
        false
    }

    /// Seen without looking further: whether the attacker wins, and a zone.
    fn known(&self, state: &Self::State) -> Option<(bool, Points)>;

    /// A play that wins for the attacker at once, with a zone of what it leads to.
    fn strike(&self, _: &Self::State) -> Option<(usize, Points)> {
        None
    }

    /// How hard it seems to prove and to disprove that the attacker wins.
    fn estimate(&self, state: &Self::State) -> (u32, u32);

    /// Where moves are looked at first.
    fn middle(&self, state: &Self::State) -> Points;
}
