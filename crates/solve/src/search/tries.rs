//! The plays with which an attacker could try what he cannot take, and what answers them.

use super::siege::Step;
use crate::board::{Board, Colour, Position};
use crate::solve::Game;
use crate::solve::line::Line;

/// Plays of the attacker that are shown.
const MOST: usize = 6;

/// A play of the attacker, what it leaves of the string's liberties, and the answer.
struct Try<G: Game> {
    play: (G::Move, G::State),
    liberties: u32,
    answer: (G::Move, G::State),
}

/// A string that is tried.
pub struct Trying<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The board.
    pub board: &'a Board,
    /// Whose string it is.
    pub owner: Colour,
    /// One of its stones.
    pub stone: usize,
    /// The position of a state.
    pub position: fn(&G::State) -> Position,
    /// What a move does.
    pub step: fn(&G::Move) -> Step,
}

impl<G: Game> Trying<'_, G> {
    /// How a string that cannot be taken is tried from `root`: again and again the play of the other player's that leaves it the fewest
    /// liberties, of several one that is answered by a play, and an answer after which it still stands, a pass where that will do. If its
    /// owner is to move first, so he begins. A play that neither takes a liberty nor is answered by a play is not shown; the line ends
    /// where no answer is known. `kept` says of a state whether it is known that the string is not taken from there.
    pub fn line(&self, root: &G::State, mut kept: impl FnMut(&G::State) -> bool) -> Line<G> {
        let mut line: Line<G> = Vec::new();
        let mut here = root.clone();
        if self.game.mover(&here) == self.owner {
            let Some(answer) = self.answer(&here, &mut kept) else { return line };
            here = answer.1.clone();
            line.push(answer);
        }
        for _ in 0..MOST {
            let now = self.liberties(&here);
            let mut plays = Vec::new();
            self.game.moves(&here, &mut plays);
            plays.retain(|(mv, to)| matches!((self.step)(mv), Step::Play(_)) && line.iter().all(|(_, met)| met != to));
            let tried = plays.into_iter().filter_map(|play| {
                let answer = self.answer(&play.1, &mut kept)?;
                let liberties = self.liberties(&play.1);
                let asks = (self.step)(&answer.0) != Step::Pass;
                (asks || liberties < now).then_some(Try::<G> { play, liberties, answer })
            });
            let is_passed = |t: &Try<G>| (self.step)(&t.answer.0) == Step::Pass;
            let Some(best) = tried.min_by_key(|t| (t.liberties, is_passed(t))) else { break };
            here = best.answer.1.clone();
            line.extend([best.play, best.answer]);
        }
        line
    }

    /// A move of the owner after which the string stands: a pass if that will do.
    fn answer(&self, state: &G::State, kept: &mut impl FnMut(&G::State) -> bool) -> Option<(G::Move, G::State)> {
        let mut answers = Vec::new();
        self.game.moves(state, &mut answers);
        answers.sort_by_key(|(mv, _)| (self.step)(mv) != Step::Pass);
        let is_immortal = |to: &G::State| self.board.immortal((self.position)(to), self.owner) >> self.stone & 1 == 1;
        answers.into_iter().find(|(_, to)| is_immortal(to) || kept(to))
    }

    /// The liberties of the string.
    fn liberties(&self, state: &G::State) -> u32 {
        let position = (self.position)(state);
        self.board.liberties(position, self.board.string_at(position, self.stone)).count_ones()
    }
}
