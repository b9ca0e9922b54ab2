//! Bounds of the value of an analysis (aj2004.analysis).

use std::sync::Arc;

use crate::board::{Board, Colour, Points, Position};
use crate::game::arena::{Decided, solve};
use crate::game::least::{Least, Question};
use crate::game::score::Valuation;
use crate::game::{Bounds, Budget};
use crate::rules::aj2004::{Analysing, BlackAnalysis, Weights, controlled};
use crate::rules::facts::{AnalysisFacts, Facts};

/// Points that `player` can never come to control while the opponent keeps to passing: those of the opponent's immortal
/// stones and those surrounded by them.
fn denied(board: &Board, position: Position, player: Colour) -> Points {
    let immortal = board.immortal(position, player.opponent());
    (0..board.len())
        .filter(|&p| immortal >> p & 1 == 1 || (board.adjacent(p) != 0 && board.adjacent(p) & !immortal == 0))
        .fold(0, |m, p| m | 1 << p)
}

/// The black-analysis valued from Black's side, with or without the help of what is known of it for all weights.
pub struct Value<'a> {
    game: &'a BlackAnalysis,
    weights: Weights,
    pub(in crate::rules) control: bool,
    pub(in crate::rules) extremes: Option<(&'a mut Extremes, Budget)>,
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
        // Either player may pass for ever: his immortal stones stay, and the sequence ends. Or he may take over what he denies to
        // the other, unless the sequence is over or the other may end it first. A play for that is not forbidden by
        // aj2004.basic-ko: a stone of his next to such points was not taken by the last move, and a play that takes two does
        // not bring a position back.
        let takes = |player: Colour| {
            let late = state.passes == 3 || (state.passes == 2 && state.mover != player);
            if late { 0 } else { board.denied(state.position, player) }
        };
        let lower = self.weights.of(controlled(board, state.position, Colour::Black) | takes(Colour::Black));
        let lost = denied(board, state.position, Colour::Black) | takes(Colour::White);
        let upper = self.weights.of(board.all() & !lost);
        if lower < upper
            && let Some((extremes, budget)) = &mut self.extremes
        {
            return extremes.narrow(self.game, state, Bounds { lower, upper }, self.weights, *budget);
        }
        Bounds { lower, upper }
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
        let at_most = board.all() & !denied(board, state.position, Colour::Black);
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
    pub(in crate::rules) fn new(facts: &Facts) -> Extremes {
        Extremes { facts: facts.analysis.clone(), ..Extremes::default() }
    }

    /// Whether the board has been solved as a whole.
    pub(in crate::rules) fn knows(&self) -> bool {
        self.facts.is_some()
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
