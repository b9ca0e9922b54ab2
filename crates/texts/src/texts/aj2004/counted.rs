//! The black-analysis as a game of thresholds: what tells its states apart, and what is seen of them at once.

use super::control::{Weights, controlled};
use super::facts::{AnalysisFacts, Extreme};
use super::game::{Analysing, BlackAnalysis, Move};
use super::sure::Sure;
use crate::board::{Colour, Position};
use crate::solve::subgame::Source;
use crate::solve::thresholds::{self, Counted, Forced, Sight};
use crate::solve::{Bounds, Game};

/// The most points of a board whose states are told apart by one word: the stones, who is to move, the passes and a point.
pub const MOST_IN_A_WORD: usize = 25;

/// The black-analysis with what its end is worth, its states told apart by so many words: 1 on boards of up to [`MOST_IN_A_WORD`] points,
/// else 3.
pub struct Worth<'a, const WORDS: usize> {
    /// The game.
    pub game: &'a BlackAnalysis,
    /// What points count.
    pub weights: Weights,
    /// What is known of its states whatever points count.
    pub facts: Option<&'a dyn AnalysisFacts>,
}

impl<const WORDS: usize> Worth<'_, WORDS> {
    /// What is seen of the value of a state at once.
    pub fn bounds(&self, state: &Analysing) -> Bounds<i16> {
        let board = &self.game.board;
        match self.facts.and_then(|facts| facts.extreme(state)) {
            Some(Extreme::Everything) => Bounds::exactly(self.weights.of(board.all())),
            Some(Extreme::Nothing) => Bounds::exactly(0),
            None => Sure::of(board, state.position).bounds(board, self.weights, state.mover, state.passes),
        }
    }

    /// What tells a state apart.
    pub fn key(&self, state: &Analysing) -> [u64; WORDS] {
        let [black, white] = state.position.stones;
        let ban = state.ban().map_or(0, |p| 1 + u64::from(p));
        let rest = state.mover.index() as u64 | u64::from(state.passes) << 1 | ban << 3;
        let mut key = [0; WORDS];
        if WORDS == 1 {
            key[0] = black | white << MOST_IN_A_WORD | rest << (2 * MOST_IN_A_WORD);
        } else {
            [key[0], key[1], key[2]] = [black, white, rest];
        }
        key
    }
}

/// The state that is told apart by this word.
pub fn named(key: u64) -> Analysing {
    let (stones, rest) = ((1 << MOST_IN_A_WORD) - 1, key >> (2 * MOST_IN_A_WORD));
    Analysing {
        position: Position { stones: [key & stones, key >> MOST_IN_A_WORD & stones] },
        mover: Colour::ALL[(rest & 1) as usize],
        passes: (rest >> 1 & 0b11) as u8,
        ban: ((rest >> 3) as u8).checked_sub(1),
    }
}

/// The part of the game that matters to one root, its states being made anew.
impl Source for Worth<'_, 1> {
    type State = u64;

    fn mover(&self, state: u64) -> Colour {
        named(state).mover
    }

    fn known(&self, state: u64) -> Bounds<i16> {
        self.bounds(&named(state))
    }

    fn successors(&self, state: u64, out: &mut Vec<u64>) {
        let mut moves = Vec::new();
        self.game.moves(&named(state), &mut moves);
        out.extend(moves.iter().map(|(_, next)| self.key(next)[0]));
    }
}

impl<const WORDS: usize> Game for Worth<'_, WORDS> {
    type State = Analysing;
    type Move = Move;

    fn mover(&self, state: &Analysing) -> Colour {
        self.game.mover(state)
    }

    fn moves(&self, state: &Analysing, out: &mut Vec<(Move, Analysing)>) {
        self.game.moves(state, out);
    }
}

impl<const WORDS: usize> Counted for Worth<'_, WORDS> {
    type Key = [u64; WORDS];

    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn sight(&self, state: &Analysing) -> Sight<[u64; WORDS]> {
        if state.passes == 3 {
            Sight::Over(self.weights.of(controlled(&self.game.board, state.position, Colour::Black)))
        } else {
            Sight::Open(self.key(state))
        }
    }

    fn gained(&self, _: &Analysing) -> i16 {
        0
    }

    fn limit(&self) -> i16 {
        i16::MAX
    }

    fn sure(&self, state: &Analysing) -> thresholds::Sure {
        let bounds = self.bounds(state);
        let [lower, upper] = [bounds.lower, bounds.upper].map(|value| Forced { value, fall: 0 });
        thresholds::Sure { lower, upper }
    }

    /// Most likely Black comes to control so much of the board as his lead says.
    fn estimate(&self, state: &Analysing, known: Bounds<i16>, k: i16) -> (u32, u32) {
        let board = &self.game.board;
        let (points, all) = (board.len() as i32, i32::from(self.weights.of(board.all())));
        let lead = i32::from(board.likely_lead(state.position, Colour::Black, state.mover));
        let likely = (all * (points + lead) / (2 * points)) as i16;
        let likely = likely.max(known.lower).min(known.upper);
        thresholds::missing([known, Bounds::exactly(likely)], k)
    }

    fn number(mv: &Move) -> usize {
        mv.map_or(64, usize::from)
    }
}
