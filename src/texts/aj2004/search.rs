//! Bounds of the value of an analysis (aj2004.analysis).

use std::sync::Arc;

use crate::board::{Board, Colour, Points, Position};
use crate::law::facts::{AnalysisFacts, Facts, ListedState};
use crate::solve::arena::{Decided, solve};
use crate::solve::least::{Least, Question};
use crate::solve::part::Part;
use crate::solve::score::Valuation;
use crate::solve::{Bounds, Budget};
use crate::texts::aj2004::{Analysing, BlackAnalysis, Weights, controlled};

/// Points that Black can never come to control while White keeps to passing: those of White's immortal stones and those
/// surrounded by them.
fn lost(board: &Board, position: Position) -> Points {
    let immortal = board.immortal(position, Colour::White);
    let surrounded = |&p: &usize| board.adjacent(p) != 0 && board.adjacent(p) & !immortal == 0;
    (0..board.len()).filter(surrounded).fold(immortal, |m, p| m | 1 << p)
}

/// What is sure of a position in a black-analysis, whatever is played. Either player may pass for ever: his immortal stones stay,
/// and the sequence ends. Or he may take over what he denies to the other ([`Board::denied`]), unless the sequence is over or the
/// other may end it first. A play for that is not forbidden by aj2004.basic-ko: a stone of his next to such points was not
/// taken by the last move, and a play that takes two does not bring a position back.
#[derive(Clone, Copy)]
pub struct Sure {
    /// The points that Black controls, whatever comes, if he passes.
    pub controlled: Points,
    /// The points that Black can never come to control while White keeps to passing.
    pub lost: Points,
    /// What each player may take over.
    pub taken: [Points; 2],
}

impl Sure {
    /// Of this position.
    pub fn of(board: &Board, position: Position) -> Sure {
        Sure {
            controlled: controlled(board, position, Colour::Black),
            lost: lost(board, position),
            taken: Colour::ALL.map(|c| board.denied(position, c)),
        }
    }

    /// Bounds of the value in this position with this player to move, after so many passes.
    pub fn bounds(&self, board: &Board, weights: Weights, mover: Colour, passes: u8) -> Bounds<i16> {
        if passes == 3 {
            return Bounds::exactly(weights.of(self.controlled));
        }
        let takes = |player: Colour| if passes == 2 && mover != player { 0 } else { self.taken[player.index()] };
        let lower = weights.of(self.controlled | takes(Colour::Black));
        let upper = weights.of(board.all() & !(self.lost | takes(Colour::White)));
        Bounds { lower, upper }
    }
}

/// The black-analysis valued from Black's side, with or without the help of what is known of it for all weights.
pub struct Value<'a> {
    game: &'a BlackAnalysis,
    weights: Weights,
    /// Control is applied (aj2004.control).
    pub control: bool,
    /// What is known for all weights, and what may be spent on it.
    pub extremes: Option<(&'a mut Extremes, Budget)>,
}

impl<'a> Value<'a> {
    /// The value of the black-analysis of a position with these weights.
    pub fn new(game: &'a BlackAnalysis, weights: Weights) -> Value<'a> {
        Value { game, weights, control: true, extremes: None }
    }
}

impl Valuation<BlackAnalysis> for Value<'_> {
    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn end(&self, state: &Analysing) -> i16 {
        if !self.control {
            return 0;
        }
        self.weights.of(controlled(&self.game.board, state.position, Colour::Black))
    }

    fn known(&mut self, state: &Analysing) -> Bounds<i16> {
        if !self.control {
            return Bounds::exactly(0);
        }
        let board = &self.game.board;
        let sure = Sure::of(board, state.position);
        let bounds = sure.bounds(board, self.weights, state.mover, state.passes);
        if bounds.decided().is_none()
            && let Some((extremes, budget)) = &mut self.extremes
        {
            return extremes.narrow(self.game, state, bounds, self.weights, *budget);
        }
        bounds
    }
}

/// The states in which Black forces control of every point, and those in which White forces that he controls none: they
/// are worth the most and the least whatever the weights, so they are shared by all final positions of a board.
#[derive(Default)]
pub struct Extremes {
    everything: Decided<Analysing, u64>,
    nothing: Decided<Analysing, u64>,
    given_up: bool,
    facts: Option<Arc<dyn AnalysisFacts>>,
}

/// The part of a black-analysis that matters to its value.
pub struct Listed<'a> {
    facts: &'a dyn AnalysisFacts,
    /// The states, their successors and their `lo` and `hi`.
    pub part: Part<ListedState>,
}

impl Listed<'_> {
    /// A state by its number.
    pub fn state(&self, number: u32) -> Analysing {
        self.facts.state(self.part.state(number))
    }
}

struct Extreme<'a> {
    game: &'a BlackAnalysis,
    /// Black: control everything; White: leave Black nothing.
    player: Colour,
}

impl Question<BlackAnalysis> for Extreme<'_> {
    type Value = u64;

    fn maximiser(&self) -> Colour {
        self.player
    }

    fn through(&self, _: &Analysing, _: &Analysing, value: u64) -> u64 {
        value
    }

    fn known(&mut self, state: &Analysing) -> Bounds<u64> {
        let board = &self.game.board;
        let at_least = controlled(board, state.position, Colour::Black);
        let at_most = board.all() & !lost(board, state.position);
        let (lower, upper) = match self.player {
            Colour::Black => (at_least == board.all(), at_most == board.all()),
            Colour::White => (at_most == 0, at_least == 0),
        };
        Bounds { lower: u64::from(lower), upper: u64::from(upper) }
    }

    fn end(&mut self, state: &Analysing) -> u64 {
        let control = controlled(&self.game.board, state.position, Colour::Black);
        u64::from(match self.player {
            Colour::Black => control == self.game.board.all(),
            Colour::White => control == 0,
        })
    }
}

impl Extremes {
    /// The largest board on which these questions are asked: they are solved there once for all final positions.
    const MOST_POINTS: usize = 12;

    /// With what is known of the board already.
    pub fn new(facts: &Facts) -> Extremes {
        Extremes { facts: facts.analysis.clone(), ..Extremes::default() }
    }

    /// The part of the black-analysis of `position` that matters, where every state is listed.
    pub fn part(&self, position: Position, weights: Weights, budget: Budget) -> Option<Listed<'_>> {
        let facts = self.facts.as_deref()?;
        let part = facts.part(position, weights, budget)?;
        Some(Listed { facts, part })
    }

    fn narrow(
        &mut self,
        game: &BlackAnalysis,
        state: &Analysing,
        bounds: Bounds<i16>,
        weights: Weights,
        budget: Budget,
    ) -> Bounds<i16> {
        if let Some(facts) = &self.facts {
            return match (facts.everything(state), facts.nothing(state)) {
                (Some(true), _) => Bounds::exactly(weights.of(game.board.all())),
                (_, Some(true)) => Bounds::exactly(0),
                _ => bounds,
            };
        }
        if self.given_up || game.board.len() > Self::MOST_POINTS {
            return bounds;
        }
        let mut everything = Extreme { game, player: Colour::Black };
        let all = solve(game, &mut Least(&mut everything), &mut self.everything, state, budget);
        let mut nothing = Extreme { game, player: Colour::White };
        let none = solve(game, &mut Least(&mut nothing), &mut self.nothing, state, budget);
        match (all.decided(), none.decided()) {
            (Some(1), _) => Bounds::exactly(weights.of(game.board.all())),
            (_, Some(1)) => Bounds::exactly(0),
            (Some(_), Some(_)) => bounds,
            _ => {
                self.given_up = true;
                bounds
            }
        }
    }
}
