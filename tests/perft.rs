//! Perft and the repetition rules: counts of move sequences against a replay of each, and against the games that engines play.

use assert_cmd::Command;
use shinpan::atlas::perft::{KoRule, perft, perft_series};
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Grid};
use shinpan::cases::KoRule as GameKoRule;
use shinpan::gtp::game::{GtpGame, Move};

const RULES: [KoRule; 7] = [
    KoRule::None,
    KoRule::Basic,
    KoRule::Situational,
    KoRule::Positional,
    KoRule::Fixed,
    KoRule::OwnMoves,
    KoRule::PositionalSincePass,
];

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
            KoRule::None | KoRule::Recurring | KoRule::Confirmation | KoRule::PlayOut => false,
            KoRule::Basic => i > 0 && recreates(i - 1),
            KoRule::Situational => (0..=i).any(|j| j % 2 == (i + 1) % 2 && recreates(j)),
            KoRule::PositionalSincePass => {
                let since = moves[..i].iter().rposition(Option::is_none).map_or(0, |pass| pass + 1);
                (since..=i).any(recreates)
            }
            KoRule::Positional => (0..=i).any(recreates),
            KoRule::OwnMoves => (1..=i).any(|j| j % 2 == (i + 1) % 2 && recreates(j)),
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
    // Without suicide the empty board never comes back, so that own moves are all that situational superko minds.
    assert_eq!(RULES.map(|ko| perft(&board, 7, ko)), [916, 800, 724, 714, 856, 724, 758]);
}

#[test]
fn ko_rules_are_named_on_the_command_line_in_lower_case() {
    let names = ["none", "basic", "situational", "positional", "fixed"];
    let board = Board::new(Grid::new(1, 4).unwrap()).unwrap();
    for (name, ko) in names.into_iter().zip(RULES) {
        let run = Command::cargo_bin("shinpan").unwrap().args(["perft", "1x4", "--depth", "7", "--ko", name]).unwrap();
        let series: Vec<String> =
            perft_series(&board, 7, ko).iter().enumerate().map(|(d, n)| format!("{d} {n}")).collect();
        assert_eq!(String::from_utf8(run.stdout).unwrap().lines().collect::<Vec<_>>(), series, "{name}");
    }
}

#[test]
fn perft_of_the_one_point_board_is_two_passes() {
    let board = Board::new(Grid::new(1, 1).unwrap()).unwrap();
    for ko in RULES {
        assert_eq!(perft_series(&board, 3, ko), [1, 1, 1, 0]);
    }
}

fn count(game: &mut GtpGame, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.is_over() {
        return 0;
    }
    let player = game.to_move();
    let moves = game.legal_points(player).into_iter().map(Some).chain([None]);
    let mut total = 0;
    for point in moves.collect::<Vec<_>>() {
        game.make(Move { player, point }).unwrap();
        total += count(game, depth - 1);
        game.undo();
    }
    total
}

#[test]
fn games_allow_the_sequences_that_perft_counts() {
    let rules: [(&'static [GameKoRule], KoRule); 5] = [
        (&[GameKoRule::Basic], KoRule::Basic),
        (&[GameKoRule::Situational], KoRule::Situational),
        (&[GameKoRule::PositionalSincePass], KoRule::PositionalSincePass),
        (&[GameKoRule::Positional], KoRule::Positional),
        (&[GameKoRule::Fixed], KoRule::Fixed),
    ];
    for (rows, cols, depth) in [(1, 3, 8), (2, 2, 7), (1, 4, 6), (2, 3, 4)] {
        let grid = Grid::new(rows, cols).unwrap();
        for (ko, counted) in rules {
            let expected = perft(&Board::new(grid).unwrap(), depth as u32, counted);
            assert_eq!(count(&mut GtpGame::empty(ko, grid), depth), expected, "{grid} {counted:?}");
        }
    }
}
