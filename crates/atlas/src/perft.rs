//! Perft: the number of move sequences of each length under a ko rule, a check of move generators against each other.
//!
//! Sequences start on the empty board with Black to move. Passes are moves and always legal; two successive passes end a
//! sequence, which has no continuation then. Suicide is illegal. The rules are those that look back at the sequence: passes for a
//! ko are no moves here, and a rule whose bans they would lift forbids nothing.

use crate::board::{Board, Colour, Position, points_of};
use crate::law::History;
pub use crate::law::KoRule;

/// The number of sequences of exactly `depth` moves under a ko rule; 1 for depth 0.
///
/// Time is proportional to the result, and the recursion is `depth` deep: meant for depths below 100.
#[must_use]
pub fn perft(board: &Board, depth: u32, ko: KoRule) -> u64 {
    perft_series(board, depth, ko).pop().unwrap_or(0)
}

/// The number of sequences of each length from 0 to `depth` under a ko rule: `depth` + 1 numbers, the first one 1.
#[must_use]
pub fn perft_series(board: &Board, depth: u32, ko: KoRule) -> Vec<u64> {
    let depth = depth as usize;
    let history = History::new(&Position::default(), Colour::Black, 0);
    let mut count = SequenceCount { board, ko, depth, counts: vec![0; depth + 1], history };
    count.visit(Position::default(), Colour::Black, 0);
    count.counts
}

struct SequenceCount<'a> {
    board: &'a Board,
    ko: KoRule,
    depth: usize,
    counts: Vec<u64>,
    /// The sequence so far.
    history: History<Position>,
}

impl SequenceCount<'_> {
    /// Counts the sequence that leads to `here`, whose last `passes` moves are passes, and all its continuations.
    fn visit(&mut self, here: Position, to_move: Colour, passes: u32) {
        let length = self.history.moves();
        self.counts[length] += 1;
        if length == self.depth || passes == 2 {
            return;
        }
        for p in points_of(self.board.empty(here)) {
            if let Some(play) = self.board.play(here, to_move, p)
                && self.history.refuses(self.ko, to_move, &play.after).is_none()
            {
                self.history.play(to_move, &play.after, 0);
                self.visit(play.after, to_move.opponent(), 0);
                self.history.undo(&play.after);
            }
        }
        self.history.pass(to_move, 0);
        self.visit(here, to_move.opponent(), passes + 1);
        self.history.undo(&here);
    }
}
