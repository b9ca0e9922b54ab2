//! The plays with which an attacker could try what he cannot take, and what answers them.

use super::{ProofNumberSearch, Siege, Step};
use crate::solve::line::Line;
use crate::solve::{Budget, Game};

/// Plays of the attacker that are shown.
const MOST: usize = 6;
/// States that may be spent on each answer.
const STATES: usize = 20_000;

/// A play of the attacker, what it leaves of the string's liberties, and the answer.
struct Try<G: Game> {
    play: (G::Move, G::State),
    liberties: u32,
    answer: (G::Move, G::State),
}

impl<G: Siege<State: PartialEq>> ProofNumberSearch<'_, G> {
    /// How a string that the attacker cannot take is tried from `root`: again and again the play that leaves it the fewest liberties, of
    /// several one that needs an answer, and an answer after which it still stands, a pass where that will do. If its owner is to
    /// move first, so he begins. A play that neither takes a liberty nor needs an answer is not shown; the line ends where no answer
    /// is found with [`STATES`] states. The core is a stone of the string, and the attacker wants it taken.
    pub fn trying_line(&mut self, root: &G::State, budget: Budget) -> Line<G> {
        let game = self.game;
        let budget = Budget { states: budget.states.min(STATES), ..budget };
        let mut line: Line<G> = Vec::new();
        let mut here = *root;
        if game.mover(&here) != game.attacker() {
            let Some(answer) = self.answer(&here, budget) else { return line };
            here = answer.1;
            line.push(answer);
        }
        for _ in 0..MOST {
            let now = liberties(game, &here);
            let mut plays = Vec::new();
            game.moves(&here, &mut plays);
            plays.retain(|(mv, to)| matches!(G::step(mv), Step::Play(_)) && line.iter().all(|(_, met)| met != to));
            let tried = plays.into_iter().filter_map(|play| {
                let answer = self.answer(&play.1, budget)?;
                let liberties = liberties(game, &play.1);
                let asks = G::step(&answer.0) != Step::Pass;
                (asks || liberties < now).then_some(Try::<G> { play, liberties, answer })
            });
            let Some(best) = tried.min_by_key(|t| (t.liberties, G::step(&t.answer.0) == Step::Pass)) else { break };
            here = best.answer.1;
            line.extend([best.play, best.answer]);
        }
        line
    }

    /// A move of the owner after which the string stands: a pass if that will do.
    fn answer(&mut self, state: &G::State, budget: Budget) -> Option<(G::Move, G::State)> {
        let game = self.game;
        let (board, owner) = (game.board(), game.attacker().opponent());
        let mut answers = Vec::new();
        game.moves(state, &mut answers);
        answers.sort_by_key(|(mv, _)| G::step(mv) != Step::Pass);
        answers.into_iter().find(|(_, to)| {
            board.immortal(game.position(to), owner) & game.core() != 0 || self.wins(to, budget) == Some(false)
        })
    }
}

/// The liberties of the string with the core.
fn liberties<G: Siege>(game: &G, state: &G::State) -> u32 {
    let (board, position) = (game.board(), game.position(state));
    let string = board.string_at(position, game.core().trailing_zeros() as usize);
    board.liberties(position, string).count_ones()
}
