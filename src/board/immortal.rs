//! Immortal stones: by the definition (an exhaustive solo search) and by Benson's theorem.

use rustc_hash::FxHashSet;

use super::bits::{Board, Points, Position, points_of};
use super::grid::Colour;

impl Board {
    /// The immortal stones of `colour` by definition (aj2004.immortal): those not removed by any sequence of moves in which
    /// the opponent plays first and `colour` always passes. Exhaustive over every set of opposing plays.
    #[must_use]
    pub fn immortal_by_definition(&self, pos: Position, colour: Colour) -> Points {
        let opponent = colour.opponent();
        let mut survivors = pos.of(colour);
        let mut seen = FxHashSet::default();
        let mut open = vec![pos];
        seen.insert(pos);
        while let Some(here) = open.pop() {
            survivors &= here.of(colour);
            for p in points_of(self.empty(here)) {
                if let Some(play) = self.play(here, opponent, p)
                    && seen.insert(play.after)
                {
                    open.push(play.after);
                }
            }
        }
        survivors
    }

    /// The immortal stones of `colour` by D. B. Benson, "Life in the game of Go" (1976): the greatest set of strings and of
    /// regions enclosed by them such that every string has two vital regions, a region being vital to a string when all its
    /// empty points are liberties of that string.
    #[must_use]
    pub fn immortal(&self, pos: Position, colour: Colour) -> Points {
        let mut alive = pos.of(colour);
        let empty = self.empty(pos);
        // Only a region whose empty points are all next to strings of `colour` can be vital to any of them.
        let mut regions: Vec<Points> = self
            .components(self.all() & !alive)
            .filter(|&region| region & empty & !self.around(pos.of(colour)) == 0)
            .collect();
        loop {
            let mut next = 0;
            for string in self.components(alive) {
                let reach = self.around(string);
                let vital = regions.iter().filter(|&&r| r & reach != 0 && r & empty & !reach == 0).count();
                if vital >= 2 {
                    next |= string;
                }
            }
            if next == alive {
                return alive;
            }
            alive = next;
            // A region bordered by a string given up is no longer enclosed.
            let given_up = pos.of(colour) & !alive;
            regions.retain(|&r| self.around(r) & given_up == 0);
        }
    }
}
