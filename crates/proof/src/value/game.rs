//! The states and moves of a game whose value is claimed.

use std::collections::HashMap;

use crate::board::{Board, Colour, Position, diagram};
use crate::law::play::{Play, Taken};
use crate::law::{Interpreter, Outcome};

/// A state of a game, and what the player of the strategy remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// The last move was a pass.
    pub passed: bool,
    /// The point on which a ko may not be retaken.
    pub ban: Option<usize>,
    /// The player of the strategy does nothing but pass.
    pub passing: bool,
}

impl State {
    /// As it is written.
    #[must_use]
    pub fn text(&self, board: &Board) -> String {
        let mut text = format!("{} {}", diagram::text(board.grid(), self.position), self.mover.letter());
        if self.passed {
            text.push_str(" passed");
        }
        if let Some(p) = self.ban {
            text.push_str(&format!(" ban {}", board.grid().name(p)));
        }
        if self.passing {
            text.push_str(" passing");
        }
        text
    }

    pub(super) fn read(text: &str, board: &Board) -> Option<State> {
        let mut words = text.split(' ');
        let diagram = diagram::parse(words.next()?).ok().filter(|d| d.grid() == board.grid())?;
        let mover = Colour::ALL.into_iter().find(|c| c.letter().to_string() == words.clone().next().unwrap_or(""))?;
        words.next();
        let position = diagram.to_position().filter(|_| diagram.is_legal())?;
        let mut state = State { position, mover, passed: false, ban: None, passing: false };
        while let Some(word) = words.next() {
            match word {
                "passed" => state.passed = true,
                "ban" => state.ban = Some(board.grid().point(words.next()?).ok()?),
                "passing" => state.passing = true,
                _ => return None,
            }
        }
        (state.text(board) == text).then_some(state)
    }
}

/// What a move leads to, and what it brings the player who makes it.
pub(super) struct Step {
    pub(super) mv: Option<usize>,
    pub(super) gain: i32,
    /// None if it stops the game.
    pub(super) to: Option<State>,
}

/// The game from a start whose value is claimed.
pub(super) struct ValueGame<'a> {
    pub(super) board: &'a Board,
    pub(super) play: Play,
    pub(super) start: Position,
    /// By first passer: who judges.
    pub(super) judges: [Box<dyn Interpreter>; 2],
    pub(super) first_passer_matters: bool,
    pub(super) judged: HashMap<(Position, Colour), Outcome>,
}

impl ValueGame<'_> {
    pub(super) fn steps(&self, state: &State) -> Vec<Step> {
        let next = State { mover: state.mover.opponent(), passed: false, ban: None, ..*state };
        let stones = self.play.stones(self.board, state.position, state.mover).filter(|s| state.ban != Some(s.point));
        let plays = stones.map(|stone| {
            let ban = stone.ko.filter(|_| self.play.basic_ko);
            let to = State { position: stone.after, ban, ..next };
            Step { mv: Some(stone.point), gain: i32::from(self.play.gain(&stone)), to: Some(to) }
        });
        let pass = Step { mv: None, gain: 0, to: (!state.passed).then_some(State { passed: true, ..next }) };
        plays.chain([pass]).collect()
    }

    /// What the game comes to where `stopper` stops it: bounds, Black minus White.
    pub(super) fn end(&mut self, position: Position, stopper: Colour) -> (i32, i32) {
        // Where it does not matter who passed first, one judge does.
        let stopper = if self.first_passer_matters { stopper } else { Colour::Black };
        let judge = &mut self.judges[stopper.opponent().index()];
        let outcome = *self.judged.entry((position, stopper)).or_insert_with(|| judge.judge(position).outcome);
        let difference =
            |p: Position| p.of(Colour::Black).count_ones() as i32 - p.of(Colour::White).count_ones() as i32;
        let handed = self.play.taken == Taken::CapturedAndPassed;
        let outcome = outcome.plus(if handed { difference(position) - difference(self.start) } else { 0 });
        match outcome {
            Outcome::Margin(m) => (m, m),
            Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => (lo, hi),
        }
    }
}
