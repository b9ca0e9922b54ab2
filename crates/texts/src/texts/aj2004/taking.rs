//! Analyses of boards too large to list in which one player takes the whole board, by a search.

use crate::board::{Board, Colour, Points, Position};
use crate::solve::search::{ProofNumberSearch, Siege, Step};
use crate::solve::{Budget, Game};
use crate::texts::aj2004::game::{Analysing, BlackAnalysis, Move};

/// The parts of the budget that each question is given, round by round.
const ROUNDS: [usize; 4] = [64, 16, 4, 1];

/// The player, if there is one of these, who forces that all points are barred to the other ([`Board::barred`]): Black controls every point
/// in the end, or none. `None` as well if the budget ran out.
///
/// He comes there in finitely many moves, however often positions come back, so aj2004.fixed-ko does not hinder him: a way that gets
/// nearer with every move repeats no pair of positions.
pub fn takes_all(game: &BlackAnalysis, position: Position, mut hopeful: Vec<Colour>, budget: Budget) -> Option<Colour> {
    for part in ROUNDS {
        for player in hopeful.clone() {
            let taking = Taking { game, player };
            match ProofNumberSearch::new(&taking).wins(&game.start(position), budget.part(part)) {
                Some(true) => return Some(player),
                Some(false) => hopeful.retain(|&p| p != player),
                None => {}
            }
        }
    }
    None
}

/// The black-analysis in which a player wants all points barred to the other. He does not pass, so that the sequence does not end
/// before.
struct Taking<'a> {
    game: &'a BlackAnalysis,
    player: Colour,
}

impl Game for Taking<'_> {
    type State = Analysing;
    type Move = Move;

    fn mover(&self, state: &Analysing) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Analysing, out: &mut Vec<(Move, Analysing)>) {
        self.game.moves(state, out);
        if state.mover == self.player {
            out.retain(|(mv, _)| mv.is_some());
        }
    }
}

impl Siege for Taking<'_> {
    fn board(&self) -> &Board {
        &self.game.board
    }

    fn attacker(&self) -> Colour {
        self.player
    }

    fn position(&self, state: &Analysing) -> Position {
        state.position
    }

    fn step(mv: &Move) -> Step {
        mv.map_or(Step::Pass, |p| Step::Play(p.into()))
    }

    fn core(&self) -> Points {
        self.board().all()
    }

    /// All points matter.
    fn local(&self) -> bool {
        false
    }

    fn known(&self, state: &Analysing) -> Option<(bool, Points)> {
        let (board, all) = (self.board(), self.core());
        if board.barred(state.position, self.player) == all {
            return Some((true, all));
        }
        // What the other keeps by answers is never barred to him.
        (board.safe(state.position, self.player.opponent()) != 0).then_some((false, all))
    }

    fn estimate(&self, state: &Analysing) -> (u32, u32) {
        let barred = self.board().barred(state.position, self.player);
        let theirs = state.position.of(self.player.opponent()) & !barred;
        let open = self.core() & !barred & !state.position.of(self.player);
        (1 + theirs.count_ones().min(8) / 2 + open.count_ones() / 4, 1)
    }

    fn middle(&self, state: &Analysing) -> Points {
        let theirs = state.position.of(self.player.opponent());
        if theirs == 0 { self.core() } else { theirs }
    }
}

/// The points that Black controls when `player` has taken the whole board.
pub fn taken(board: &Board, player: Colour) -> Points {
    if player == Colour::Black { board.all() } else { 0 }
}
