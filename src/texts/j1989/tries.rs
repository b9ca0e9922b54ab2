//! The plays with which the opponent of a string that he cannot take could try it, and what its owner answers.

use crate::board::{Points, Position, StoneString};
use crate::law::repetition::KoMove;
use crate::law::verdict::LineMove;
use crate::solve::line::Line;
use crate::solve::search::Search;
use crate::solve::{Budget, Game};
use crate::texts::j1989::lines::written;
use crate::texts::j1989::search::{Asking, Taking};
use crate::texts::j1989::{Confirmation, Confirming};

/// Plays of the opponent that are shown.
const MOST: usize = 6;
/// States that may be spent on each answer.
const STATES: usize = 20_000;

/// A play of the opponent, what it leaves of the string's liberties, and what its owner answers.
struct Try {
    play: (KoMove, Confirming),
    liberties: u32,
    answer: (KoMove, Confirming),
}

impl Asking {
    /// How an uncapturable string is tried (Article 7.1): again and again the play that leaves it the fewest liberties, of several one
    /// that needs an answer, and an answer after which it is still uncapturable, a pass where that will do. A play that neither takes a
    /// liberty nor needs an answer is not shown; the line ends where no answer is found with [`STATES`] states.
    pub fn trying_line(&self, position: Position, string: StoneString) -> Vec<LineMove> {
        let game = &self.confirmation(string.colour, 0);
        let start = game.start(position);
        let budget = Budget { states: self.budget.states.min(STATES), ..self.budget };
        let taking = Taking { confirmation: game, point: string.stones.trailing_zeros() as usize };
        let mut search = Search::new(&taking);
        let mut stands = |state: &Confirming| {
            game.board.immortal(state.position, string.colour) & string.stones != 0
                || search.wins(&Confirming { passed: false, ..*state }, budget) == Some(false)
        };
        let mut line: Line<Confirmation> = Vec::new();
        let mut here = start;
        while line.len() < 2 * MOST {
            let now = liberties(game, here.position, string.stones);
            let mut plays = Vec::new();
            game.moves(&here, &mut plays);
            plays.retain(|(mv, to)| matches!(mv, KoMove::Play(_)) && line.iter().all(|(_, met)| met != to));
            let tried = plays.into_iter().filter_map(|play| {
                let liberties = liberties(game, play.1.position, string.stones);
                let answer = answer(game, &play.1, &mut stands)?;
                let asks = answer.0 != KoMove::Pass;
                (asks || liberties < now).then_some(Try { play, liberties, answer })
            });
            let Some(best) = tried.min_by_key(|t| (t.liberties, t.answer.0 == KoMove::Pass)) else { break };
            here = best.answer.1;
            line.extend([best.play, best.answer]);
        }
        written(game, &start, &line)
    }
}

/// An answer of the owner after which the string stands: a pass if that will do.
fn answer(
    game: &Confirmation,
    state: &Confirming,
    stands: &mut impl FnMut(&Confirming) -> bool,
) -> Option<(KoMove, Confirming)> {
    let mut answers = Vec::new();
    game.moves(state, &mut answers);
    answers.sort_by_key(|(mv, _)| *mv != KoMove::Pass);
    answers.into_iter().find(|(_, to)| stands(to))
}

/// The liberties of the string that holds these stones.
fn liberties(game: &Confirmation, position: Position, stones: Points) -> u32 {
    let board = &game.board;
    board.liberties(position, board.string_at(position, stones.trailing_zeros() as usize)).count_ones()
}
