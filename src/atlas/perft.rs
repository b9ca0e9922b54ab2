//! Perft: the number of move sequences of each length under a ko rule, a check of move generators against each other.
//!
//! Sequences start on the empty board with Black to move. Passes are moves and always legal; two successive passes end a
//! sequence, which has no continuation then. Suicide is illegal.

use crate::board::{Board, Colour, Position, points_of};

/// Which plays a ko rule forbids. Positions are compared exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, clap::ValueEnum)]
pub enum KoRule {
    /// No ko restriction.
    #[value(name = "none")]
    Unrestricted,
    /// A play may not recreate the position just before the opponent's last move.
    Basic,
    /// A play may not recreate an earlier position with the same player to move; the start counts, and so does what a pass
    /// leads to.
    Situational,
    /// A play may not recreate an earlier position.
    Positional,
    /// The positions before and after a play may not be those of an earlier play.
    Fixed,
}

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
    let mut game = Game { board, ko, depth, counts: vec![0; depth + 1], line: Vec::new() };
    game.visit(Situation { pos: Position::default(), to_move: Colour::Black, by: Move::Start });
    game.counts
}

/// How a situation arose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Move {
    Start,
    Pass,
    Play,
}

/// A position with the player to move in it.
#[derive(Clone, Copy)]
struct Situation {
    pos: Position,
    to_move: Colour,
    by: Move,
}

struct Game<'a> {
    board: &'a Board,
    ko: KoRule,
    depth: usize,
    counts: Vec<u64>,
    /// The situations from the start to the current one.
    line: Vec<Situation>,
}

impl Game<'_> {
    /// Counts the sequence that leads to `now` and all its continuations.
    fn visit(&mut self, now: Situation) {
        let length = self.line.len();
        self.counts[length] += 1;
        if length == self.depth {
            return;
        }
        let over = now.by == Move::Pass && self.line.last().is_some_and(|s| s.by == Move::Pass);
        if over {
            return;
        }
        self.line.push(now);
        let next = now.to_move.opponent();
        for p in points_of(self.board.empty(now.pos)) {
            if let Some(play) = self.board.play(now.pos, now.to_move, p)
                && !self.is_banned(now, play.after)
            {
                self.visit(Situation { pos: play.after, to_move: next, by: Move::Play });
            }
        }
        self.visit(Situation { pos: now.pos, to_move: next, by: Move::Pass });
        self.line.pop();
    }

    /// Whether the ko rule forbids the play from `now` (the last of the line) to `after`.
    fn is_banned(&self, now: Situation, after: Position) -> bool {
        let next = now.to_move.opponent();
        match self.ko {
            KoRule::Unrestricted => false,
            KoRule::Basic => self.line.iter().rev().nth(1).is_some_and(|before| before.pos == after),
            KoRule::Situational => self.line.iter().any(|s| s.pos == after && s.to_move == next),
            KoRule::Positional => self.line.iter().any(|s| s.pos == after),
            KoRule::Fixed => {
                self.line.windows(2).any(|w| w[1].by == Move::Play && w[0].pos == now.pos && w[1].pos == after)
            }
        }
    }
}
