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

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;
    use crate::board::Grid;
    use crate::board::plain::PlainPosition;

    const RULES: [KoRule; 5] =
        [KoRule::Unrestricted, KoRule::Basic, KoRule::Situational, KoRule::Positional, KoRule::Fixed];

    /// `None` is a pass.
    type Sequence = Vec<Option<usize>>;

    /// Replays a sequence from the empty board by the wording of the rules; `None` if a move of it is illegal.
    fn replay(grid: Grid, moves: &[Option<usize>], ko: KoRule) -> Option<()> {
        // After i moves, the position is `positions[i]`, and the player to move is Black iff i is even.
        let mut positions = vec![PlainPosition::new(grid)];
        for (i, &m) in moves.iter().enumerate() {
            if i >= 2 && moves[i - 2].is_none() && moves[i - 1].is_none() {
                return None;
            }
            let before = positions[i].clone();
            let Some(p) = m else {
                positions.push(before);
                continue;
            };
            let after = before.play(Colour::ALL[i % 2], p).ok()?.after;
            let recreates = |j: usize| positions[j] == after;
            let banned = match ko {
                KoRule::Unrestricted => false,
                KoRule::Basic => i > 0 && recreates(i - 1),
                KoRule::Situational => (0..=i).any(|j| j % 2 == (i + 1) % 2 && recreates(j)),
                KoRule::Positional => (0..=i).any(recreates),
                KoRule::Fixed => (0..i).any(|j| moves[j].is_some() && positions[j] == before && recreates(j + 1)),
            };
            if banned {
                return None;
            }
            positions.push(after);
        }
        Some(())
    }

    /// All sequences of each length, found by trying every move at the end of every shorter one.
    fn slow_series(grid: Grid, depth: usize, ko: KoRule) -> Vec<u64> {
        let mut sequences: Vec<Sequence> = vec![Vec::new()];
        let mut counts = vec![1];
        for _ in 0..depth {
            let mut longer = Vec::new();
            for sequence in &sequences {
                for m in (0..grid.len()).map(Some).chain([None]) {
                    let mut tried = sequence.clone();
                    tried.push(m);
                    if replay(grid, &tried, ko).is_some() {
                        longer.push(tried);
                    }
                }
            }
            sequences = longer;
            counts.push(sequences.len() as u64);
        }
        counts
    }

    #[test]
    fn perft_equals_a_replay_of_every_sequence_by_the_plain_kernel() {
        for (rows, cols, depth) in [(1, 1, 4), (1, 2, 9), (1, 3, 8), (2, 2, 8), (1, 4, 7), (2, 3, 5)] {
            let grid = Grid::new(rows, cols).unwrap();
            let board = Board::new(grid).unwrap();
            for ko in RULES {
                let series = perft_series(&board, depth, ko);
                assert_eq!(series, slow_series(grid, depth as usize, ko), "{grid} {ko:?}");
                assert_eq!(perft(&board, depth, ko), series[depth as usize], "{grid} {ko:?}");
            }
        }
    }

    #[test]
    fn every_ko_rule_gives_its_own_numbers_on_a_small_board() {
        let board = Board::new(Grid::new(1, 4).unwrap()).unwrap();
        assert_eq!(RULES.map(|ko| perft(&board, 7, ko)), [916, 800, 724, 714, 856]);
    }

    #[test]
    fn ko_rules_are_named_on_the_command_line_in_lower_case() {
        let names = ["none", "basic", "situational", "positional", "fixed"];
        assert_eq!(names.map(|name| KoRule::from_str(name, false)), RULES.map(Ok));
    }

    #[test]
    fn perft_of_the_one_point_board_is_two_passes() {
        let board = Board::new(Grid::new(1, 1).unwrap()).unwrap();
        for ko in RULES {
            assert_eq!(perft_series(&board, 3, ko), [1, 1, 1, 0]);
        }
    }
}
