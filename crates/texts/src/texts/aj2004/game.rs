//! The black-analysis: its states and moves.

use std::borrow::Borrow;

use crate::board::{Board, Colour, Position, diagram, points_of};
use crate::law::repetition::{pair, recreating};
use crate::law::written::{points, start};
use crate::law::{Cited, Refused, RuleSet, Ruled, Written};
use crate::solve::Game;
use crate::solve::history::Memory;
use crate::solve::search::{OnBoard, Step};
use crate::texts::aj2004::clauses::*;

/// The longest board of one row on which the histories of aj2004.fixed-ko are searched to the end: on 1x9 the default budget
/// leaves 168 of 6,649 positions undecided, and a hundred times as much none.
pub const LONGEST_ANALYSED: usize = 8;

/// A state of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Analysing {
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// Successive passes just made; three end the sequence.
    pub passes: u8,
    /// Where a play would recreate the position just before the last opposing move (aj2004.basic-ko).
    pub(super) ban: Option<u8>,
}

/// aj2004.analysis: the black-analysis, a move-sequence that starts by White. The white-analysis is the black-analysis of the
/// position with the colours exchanged.
#[derive(Clone, Debug)]
pub struct BlackAnalysis {
    pub(super) board: Board,
    pub(super) basic_ko: bool,
}

/// A move: a play, or `None` for a pass.
pub type Move = Option<u8>;

impl Analysing {
    /// The point on which a play would recreate the position just before the last opposing move (aj2004.basic-ko).
    #[must_use]
    pub fn ban(&self) -> Option<u8> {
        self.ban
    }
}

impl BlackAnalysis {
    /// A state in the course of a sequence, after `passes` successive passes.
    #[must_use]
    pub fn remembering(&self, position: Position, mover: Colour, passes: u8, ban: Option<u8>) -> Analysing {
        Analysing { position, mover, passes, ban }
    }

    /// The analysis of `rules` on `board`.
    #[must_use]
    pub fn new(rules: &RuleSet, board: &Board) -> BlackAnalysis {
        BlackAnalysis { board: board.clone(), basic_ko: rules.applies(AJ2004_BASIC_KO) }
    }

    /// The start of the sequence.
    #[must_use]
    pub fn start(&self, position: Position) -> Analysing {
        Analysing { position, mover: Colour::White, passes: 0, ban: None }
    }
}

impl Game for BlackAnalysis {
    type State = Analysing;
    type Move = Move;

    fn mover(&self, state: &Analysing) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Analysing, out: &mut Vec<(Move, Analysing)>) {
        if state.passes == 3 {
            return;
        }
        let mover = state.mover.opponent();
        // A pass leaves the position as it was: no play can recreate the position just before it.
        out.push((None, Analysing { mover, passes: state.passes + 1, ban: None, ..*state }));
        for p in points_of(self.board.empty(state.position)) {
            if state.ban == Some(p as u8) {
                continue;
            }
            if let Some(play) = self.board.play(state.position, state.mover, p) {
                let ban = self.basic_ko.then(|| recreating(&self.board, state.position, play.after, mover)).flatten();
                out.push((Some(p as u8), Analysing { position: play.after, mover, passes: 0, ban }));
            }
        }
    }
}

impl OnBoard for BlackAnalysis {
    fn board(&self) -> &Board {
        &self.board
    }

    fn position(&self, state: &Analysing) -> Position {
        state.position
    }

    fn step(mv: &Move) -> Step {
        mv.map_or(Step::Pass, |p| Step::Play(p.into()))
    }
}

/// aj2004.fixed-ko: a play may not repeat the pair of positions just before and just after it.
pub struct FixedKo;

impl Memory<BlackAnalysis> for FixedKo {
    type Mark = (Position, Position);
    type Name = Analysing;

    fn name(&self, state: &Analysing) -> Analysing {
        *state
    }

    fn visited(&self, _: &Analysing) -> Option<Self::Mark> {
        None
    }

    fn left(&self, from: &Analysing, _: &Move, to: &Analysing) -> Option<Self::Mark> {
        pair(from.position, to.position)
    }

    fn forbidding(&self, from: &Analysing, mv: &Move, to: &Analysing) -> Option<Self::Mark> {
        self.left(from, mv, to)
    }
}

/// The black-analysis with aj2004.fixed-ko, the pairs of positions used up being part of the state.
pub struct FixedKoAnalysis<G = BlackAnalysis>(pub G);

/// A state of a [`FixedKoAnalysis`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Remembering {
    /// The state without the history.
    pub state: Analysing,
    /// The pairs of positions just before and just after each play, in ascending order.
    pub used: Vec<(Position, Position)>,
}

impl<G: Borrow<BlackAnalysis>> Game for FixedKoAnalysis<G> {
    type State = Remembering;
    type Move = Move;

    fn mover(&self, state: &Remembering) -> Colour {
        state.state.mover
    }

    fn moves(&self, from: &Remembering, out: &mut Vec<(Move, Remembering)>) {
        let mut moves = Vec::new();
        self.0.borrow().moves(&from.state, &mut moves);
        for (mv, state) in moves {
            let mut used = from.used.clone();
            if let Some(pair) = pair(from.state.position, state.position) {
                let Err(at) = used.binary_search(&pair) else { continue };
                used.insert(at, pair);
            }
            out.push((mv, Remembering { state, used }));
        }
    }
}

impl Ruled for BlackAnalysis {
    fn refused(&self, state: &Analysing) -> Vec<Refused> {
        // The ban is on a point on which the play would be legal but for the clause.
        let why = "that would bring back the position just before the opponent's last move".to_string();
        let refused = |p: u8| Refused { clause: AJ2004_BASIC_KO, point: p.into(), why };
        state.ban.filter(|_| state.passes < 3).map(refused).into_iter().collect()
    }

    fn allowed(&self, _: &Analysing, _: &Move) -> Vec<Cited> {
        Vec::new()
    }
}

impl Written for Analysing {
    fn written(&self, board: &Board) -> String {
        let ban = self.ban().map_or(0, |p| 1 << p);
        start(board, self.position, self.mover) + &format!(" passes {}", self.passes) + &points(board, "ban", ban)
    }
}

impl Written for Remembering {
    fn written(&self, board: &Board) -> String {
        let text = |position| diagram::text(board.grid(), position);
        let used = self.used.iter().map(|&(before, after)| format!(" used {}>{}", text(before), text(after)));
        self.state.written(board) + &used.collect::<String>()
    }
}
