//! The continuation of a final position: its states and moves, with basic ko or under superko.

use std::borrow::Borrow;

use crate::board::{Board, Colour, Position, diagram, points_of};
use crate::law::written::{passes, start};
use crate::law::{Cited, Refused, Ruled, Written};
use crate::solve::Game;
use crate::solve::history::Memory;
use crate::texts::mindsports::clauses::*;

/// A state of the continuation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Continuing {
    /// The position.
    pub position: Position,
    pub(in crate::texts) mover: Colour,
    /// The last move was a pass.
    pub(in crate::texts) passed: bool,
    pub(in crate::texts) ended: bool,
    /// By player: the position just before his last play, which the opponent's plays may not recreate (ms.ko). Forgotten as
    /// soon as no succession of the opponent's plays leads back to it; the player's own next play replaces it anyway.
    pub(in crate::texts) before: [Option<Position>; 2],
}

/// Play on from a position: plays and passes in alternation, ended by two successive passes.
#[derive(Clone, Debug)]
pub struct Continuation {
    pub(in crate::texts) board: Board,
    /// Basic ko is the repetition rule (else the game has none, or one that remembers the whole sequence).
    pub(super) basic_ko: bool,
}

impl Continuing {
    /// The player to move.
    #[must_use]
    pub fn mover(&self) -> Colour {
        self.mover
    }

    /// Two successive passes have been made.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// By player: the position just before his last play, where the opponent's plays may still recreate it.
    #[must_use]
    pub fn before(&self) -> [Option<Position>; 2] {
        self.before
    }
}

impl Continuation {
    /// A state in the course of a sequence, after a move that was no pass.
    #[must_use]
    pub fn remembering(&self, position: Position, mover: Colour, before: [Option<Position>; 2]) -> Continuing {
        Continuing { before, ..self.start(position, mover) }
    }

    /// The continuation with basic ko, as the reading of ms.dead has it; with `basic_ko` false nothing forbids repetition.
    #[must_use]
    pub fn new(board: &Board, basic_ko: bool) -> Continuation {
        Continuation { board: board.clone(), basic_ko }
    }

    /// A start without bans.
    #[must_use]
    pub fn start(&self, position: Position, mover: Colour) -> Continuing {
        Continuing { position, mover, passed: false, ended: false, before: [None; 2] }
    }

    /// ms.ko, as far as it holds whatever the history was: a play may not bring back the position just before the opponent's last play.
    /// Whether it forbids one that leads to `after`.
    fn recreates(state: &Continuing, after: Position) -> bool {
        state.before[state.mover.opponent().index()] == Some(after)
    }

    pub(super) fn play(&self, state: &Continuing, p: usize) -> Option<Continuing> {
        let opponent = state.mover.opponent();
        let after = self.board.play(state.position, state.mover, p)?.after;
        if Self::recreates(state, after) {
            return None;
        }
        let mut before = [None; 2];
        if self.basic_ko {
            let kept = |b: &Position, player| can_return(&self.board, after, *b, player);
            before[state.mover.index()] = Some(state.position).filter(|b| kept(b, opponent));
            before[opponent.index()] = state.before[opponent.index()].filter(|b| kept(b, state.mover));
        }
        Some(Continuing { position: after, mover: opponent, passed: false, ended: false, before })
    }
}

/// Whether plays of `player` alone might lead from `here` to `there`: they only add his stones, on points that are his in
/// `there`, and remove the opponent's strings whole, which takes a stone on every liberty of theirs.
pub fn can_return(board: &Board, here: Position, there: Position, player: Colour) -> bool {
    let opponent = player.opponent();
    let missing = there.of(player) & !here.of(player);
    let surplus = here.of(opponent) & !there.of(opponent);
    missing != 0
        && here.of(player) & !there.of(player) == 0
        && there.of(opponent) & !here.of(opponent) == 0
        && board.connected(surplus, here.of(opponent)) == surplus
        && board.liberties(here, surplus) & !missing == 0
}

impl Game for Continuation {
    type State = Continuing;
    type Move = Option<u8>;

    fn mover(&self, state: &Continuing) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Continuing, out: &mut Vec<(Option<u8>, Continuing)>) {
        if state.ended {
            return;
        }
        for p in points_of(self.board.empty(state.position)) {
            out.extend(self.play(state, p).map(|next| (Some(p as u8), next)));
        }
        out.push((None, Continuing { mover: state.mover.opponent(), passed: true, ended: state.passed, ..*state }));
    }
}

impl Ruled for Continuation {
    fn refused(&self, state: &Continuing) -> Vec<Refused> {
        let refused = |p| {
            let after = self.board.play(state.position, state.mover, p)?.after;
            let why = "that would bring back the position just before the opponent's last play".to_string();
            Self::recreates(state, after).then_some(Refused { clause: MS_KO, point: p, why })
        };
        let going_on = if state.ended { 0 } else { self.board.empty(state.position) };
        points_of(going_on).filter_map(refused).collect()
    }

    fn allowed(&self, _: &Continuing, _: &Option<u8>) -> Vec<Cited> {
        Vec::new()
    }
}

/// The continuation under situational superko (ms.dead, reading `superko`) as it is said: a state holds the whole history, so
/// there are very many. What the interpreter searches has fewer, and the same answer.
pub struct SuperkoContinuation<G = Continuation>(pub G);

/// A state of a [`SuperkoContinuation`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Visiting {
    /// The state without the history.
    pub state: Continuing,
    /// The positions with the player to move that have occurred, the present one included, in ascending order.
    pub visited: Vec<(Position, Colour)>,
}

impl<G: Borrow<Continuation>> SuperkoContinuation<G> {
    /// A start with a history of its own.
    #[must_use]
    pub fn start(&self, position: Position, mover: Colour) -> Visiting {
        Visiting { state: self.0.borrow().start(position, mover), visited: vec![(position, mover)] }
    }
}

impl<G: Borrow<Continuation>> Game for SuperkoContinuation<G> {
    type State = Visiting;
    type Move = Option<u8>;

    fn mover(&self, state: &Visiting) -> Colour {
        state.state.mover
    }

    fn moves(&self, from: &Visiting, out: &mut Vec<(Option<u8>, Visiting)>) {
        let mut moves = Vec::new();
        self.0.borrow().moves(&from.state, &mut moves);
        for (mv, state) in moves {
            let mut visited = from.visited.clone();
            let situation = (state.position, state.mover);
            match visited.binary_search(&situation) {
                Ok(_) if mv.is_some() => continue,
                Ok(_) => {}
                Err(at) => visited.insert(at, situation),
            }
            out.push((mv, Visiting { state, visited }));
        }
    }
}

/// The course of a continuation without a repetition rule while a string of `owner` stands. His opponent does not pass: the
/// owner would end the sequence by a pass of his own, the string on the board. So who has passed is no part of the state, and
/// the owner's pass hands over the move and nothing else.
pub struct Held<'a> {
    pub(super) free: &'a Continuation,
    pub(super) owner: Colour,
}

impl Game for Held<'_> {
    type State = (Position, Colour);
    type Move = Option<u8>;

    fn mover(&self, state: &Self::State) -> Colour {
        state.1
    }

    fn moves(&self, &(position, mover): &Self::State, out: &mut Vec<(Option<u8>, Self::State)>) {
        let (board, next) = (&self.free.board, mover.opponent());
        let plays = points_of(board.empty(position)).filter_map(|p| Some((p, board.play(position, mover, p)?.after)));
        out.extend(plays.map(|(p, after)| (Some(p as u8), (after, next))));
        if mover == self.owner {
            out.push((None, (position, next)));
        }
    }
}

/// Situational superko: no play may lead to a position with a player to move that has occurred before.
pub struct Superko;

impl Memory<Held<'_>> for Superko {
    type Mark = (Position, Colour);
    type Name = (Position, Colour);

    fn name(&self, state: &Self::Mark) -> Self::Name {
        *state
    }

    fn visited(&self, state: &Self::Mark) -> Option<Self::Mark> {
        Some(*state)
    }

    fn left(&self, _: &Self::Mark, _: &Option<u8>, _: &Self::Mark) -> Option<Self::Mark> {
        None
    }

    fn forbidding(&self, _: &Self::Mark, mv: &Option<u8>, to: &Self::Mark) -> Option<Self::Mark> {
        mv.map(|_| *to)
    }
}

impl Written for Continuing {
    fn written(&self, board: &Board) -> String {
        let before = Colour::ALL.into_iter().filter_map(|player| {
            let before = self.before[player.index()]?;
            Some(format!(" before-{} {}", player.letter(), diagram::text(board.grid(), before)))
        });
        start(board, self.position, self.mover) + passes(self.passed, self.ended) + &before.collect::<String>()
    }
}

impl Written for Visiting {
    fn written(&self, board: &Board) -> String {
        let visited =
            self.visited.iter().map(|&(position, mover)| format!(" visited {}", start(board, position, mover)));
        self.state.written(board) + &visited.collect::<String>()
    }
}
