//! The black-analysis: its states and moves, control, and what points count.

use super::search::Listed;
pub use super::search::{Sure, Value};
use crate::board::{Board, Colour, Points, Position, diagram, points_of};
use crate::law::RuleSet;
use crate::law::Written;
use crate::law::facts::ListedState;
use crate::law::recreating;
use crate::law::written::{points, start};
use crate::solve::Game;
use crate::solve::history::Memory;
use crate::solve::part::Part;
use crate::texts::aj2004::clauses::*;

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
    pub(in crate::texts) board: Board,
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

/// aj2004.fixed-ko: a play may not repeat the pair of positions just before and just after it.
pub struct FixedKo;

impl FixedKo {
    /// The pair of a move from one position to another: a pass, which leaves the position as it is, has none.
    pub(super) fn pair(before: Position, after: Position) -> Option<(Position, Position)> {
        (before != after).then_some((before, after))
    }
}

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
        FixedKo::pair(from.position, to.position)
    }

    fn forbidding(&self, from: &Analysing, mv: &Move, to: &Analysing) -> Option<Self::Mark> {
        self.left(from, mv, to)
    }
}

/// [`FixedKo`] where the states are listed.
pub struct FixedKoInPart<'a>(pub(super) &'a Listed<'a>);

impl Memory<Part<ListedState>> for FixedKoInPart<'_> {
    type Mark = (Position, Position);
    type Name = Analysing;

    fn name(&self, state: &u32) -> Analysing {
        self.0.state(*state)
    }

    fn visited(&self, _: &u32) -> Option<Self::Mark> {
        None
    }

    fn left(&self, from: &u32, (): &(), to: &u32) -> Option<Self::Mark> {
        FixedKo::pair(self.0.state(*from).position, self.0.state(*to).position)
    }

    fn forbidding(&self, from: &u32, mv: &(), to: &u32) -> Option<Self::Mark> {
        self.left(from, mv, to)
    }
}

/// The black-analysis with aj2004.fixed-ko, the pairs of positions used up being part of the state.
pub struct FixedKoAnalysis<'a>(pub &'a BlackAnalysis);

/// A state of a [`FixedKoAnalysis`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Remembering {
    /// The state without the history.
    pub state: Analysing,
    /// The pairs of positions just before and just after each play, in ascending order.
    pub used: Vec<(Position, Position)>,
}

impl Game for FixedKoAnalysis<'_> {
    type State = Remembering;
    type Move = Move;

    fn mover(&self, state: &Remembering) -> Colour {
        state.state.mover
    }

    fn moves(&self, from: &Remembering, out: &mut Vec<(Move, Remembering)>) {
        let mut moves = Vec::new();
        self.0.moves(&from.state, &mut moves);
        for (mv, state) in moves {
            let mut used = from.used.clone();
            if mv.is_some() {
                let pair = (from.state.position, state.position);
                let Err(at) = used.binary_search(&pair) else { continue };
                used.insert(at, pair);
            }
            out.push((mv, Remembering { state, used }));
        }
    }
}

/// aj2004.control: the points that `player` controls when the sequence ends in `position`: an immortal stone of his is on
/// the point or on all its adjacent points (on 1x1 the one point has none, and both players control it).
#[must_use]
pub fn controlled(board: &Board, position: Position, player: Colour) -> Points {
    let immortal = board.immortal(position, player);
    (0..board.len())
        .filter(|&p| immortal >> p & 1 == 1 || board.adjacent(p) & !immortal == 0)
        .fold(0, |m, p| m | 1 << p)
}

/// aj2004.score: what each controlled point counts.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub(super) one: Points,
    pub(super) two: Points,
}

impl Weights {
    /// 1 for an empty point and 2 for one that holds a white stone in the final position (reading `territory`), or 1 for
    /// every point (`area`).
    #[must_use]
    pub fn new(board: &Board, rules: &RuleSet, position: Position) -> Weights {
        if rules.text.counts_stones(rules) {
            Weights { one: board.all(), two: 0 }
        } else {
            Weights { one: board.empty(position), two: position.of(Colour::White) }
        }
    }

    /// What these points count.
    #[must_use]
    pub fn of(self, points: Points) -> i16 {
        ((points & self.one).count_ones() + 2 * (points & self.two).count_ones()) as i16
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
