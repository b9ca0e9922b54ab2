//! Speed of the searches, beside the lists that they stand in for: captures in a continuation (ms.dead) on random positions of 3x4,
//! and values of analyses (aj2004.value) on some of 2x5. Items are states expanded, or listed; the bench of moves counts children.
//! Each bench asserts that the search says what the list says.

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Grid, PointSet, Position, StoneString, Wide, WideBoard, diagram};
use shinpan::law::RuleSet;
use shinpan::solve::arena::{Decided, explore};
use shinpan::solve::attractor::Attractor;
use shinpan::solve::fixpoint::LeastFixpoint;
use shinpan::solve::local::{LEVELS, LocalGames};
use shinpan::solve::score::{Score, Scores};
use shinpan::solve::search::ProofNumberSearch;
use shinpan::solve::thresholds::Thresholds;
use shinpan::solve::{Bounds, Budget, Game};
use shinpan::texts::aj2004::{BlackAnalysis, Value, Weights, Worth};
use shinpan::texts::mindsports::Continuation;
use shinpan::texts::mindsports::answers::{Captured, Wanting, What};

fn main() {
    divan::main();
}

const SEED: u64 = 20_261_123;

fn board(size: &str) -> Board {
    Board::new(Grid::parse(size).expect("a size")).expect("small")
}

/// So many legal positions, drawn uniformly.
fn positions(board: &Board, many: usize) -> Vec<Position> {
    let index = Index::new(board.grid()).expect("small");
    let mut random = fastrand::Rng::with_seed(SEED);
    (0..many).map(|_| index.unrank(random.u64(0..index.count())).expect("a rank")).collect()
}

/// A string, and the position it is in.
type Question = (Position, StoneString);

/// The strings of 40 positions of 3x4, and which of them are captured, by lists; the states of the lists.
static LISTED: LazyLock<(Vec<(Question, bool)>, usize)> = LazyLock::new(listed);

fn listed() -> (Vec<(Question, bool)>, usize) {
    let board = board("3x4");
    let game = Continuation::new(&board, true);
    let (mut found, mut states) = (Vec::new(), 0);
    for position in positions(&board, 40) {
        for owner in Colour::ALL {
            let mut question = Attractor(Captured { game: &game, owner });
            let start = game.start(position, owner);
            let memo = Decided::default();
            let explored = explore(&game, &mut LeastFixpoint(&mut question), &memo, &start, Budget::default());
            states += explored.arena.len();
            let captured = explored.bounds[0].decided().expect("3x4 is small");
            let strings = board.strings(position).into_iter().filter(|s| s.colour == owner);
            found.extend(strings.map(|s| ((position, s), captured & s.stones != 0)));
        }
    }
    (found, states)
}

#[divan::bench]
fn captures_by_lists(bencher: Bencher) {
    let states = LISTED.1;
    bencher.counter(ItemsCount::new(states)).bench(|| assert_eq!(black_box(listed()).1, states));
}

#[divan::bench(args = ["zones", "no zones"])]
fn captures_by_searches(bencher: Bencher, how: &str) {
    let board = board("3x4");
    let game = Continuation::new(&board, true);
    let run = || {
        let mut expanded = 0;
        for ((position, string), captured) in &LISTED.0 {
            let point = string.stones.trailing_zeros() as usize;
            let wanting = Wanting { game: &game, owner: string.colour, point, what: What::Captured };
            let search = ProofNumberSearch::new(&wanting);
            let mut search = if how == "zones" { search } else { search.without_zones() };
            assert_eq!(search.wins(&game.start(*position, string.colour), Budget::default()), Some(*captured));
            expanded += search.expanded();
        }
        expanded
    };
    let expanded = run();
    bencher.counter(ItemsCount::new(expanded)).bench(|| assert_eq!(black_box(run()), expanded));
}

/// Children made, of the positions that the captures are asked of.
#[divan::bench]
fn moves_of_a_continuation(bencher: Bencher) {
    let board = board("3x4");
    let game = Continuation::new(&board, true);
    let run = || {
        let mut out = Vec::new();
        let mut children = 0;
        for ((position, string), _) in &LISTED.0 {
            out.clear();
            game.moves(&game.start(*position, string.colour), &mut out);
            children += black_box(&out).len();
        }
        children
    };
    let children = run();
    bencher.counter(ItemsCount::new(children)).bench(|| assert_eq!(black_box(run()), children));
}

/// The values of the analyses of five positions, and how many states a list of them has.
static VALUED: LazyLock<Vec<(Position, [i16; 2])>> = LazyLock::new(|| {
    let board = board("2x5");
    positions(&board, 5).into_iter().map(|position| (position, value_by_list(&board, position))).collect()
});

fn analysis(board: &Board, position: Position) -> (BlackAnalysis, Weights) {
    let rules = RuleSet::parse("aj2004").expect("a rule set").remove(0);
    (BlackAnalysis::new(&rules, board), Weights::new(board, &rules, position.stones))
}

fn value_by_list(board: &Board, position: Position) -> [i16; 2] {
    let (game, weights) = analysis(board, position);
    let mut value = Value::new(&game, weights);
    let found = Scores::default().score(&game, &mut value, &game.start(position), Budget::default());
    decided(found)
}

fn decided(Score { lo, hi }: Score) -> [i16; 2] {
    [lo, hi].map(|bounds| bounds.decided().expect("2x5 is small"))
}

#[divan::bench(sample_count = 5)]
fn analyses_by_lists(bencher: Bencher) {
    let board = board("2x5");
    bencher.counter(ItemsCount::new(VALUED.len())).bench(|| {
        for (position, is) in VALUED.iter() {
            assert_eq!(value_by_list(&board, *position), *is);
        }
    });
}

#[divan::bench(sample_count = 5)]
fn analyses_by_thresholds(bencher: Bencher) {
    let board = board("2x5");
    bencher.counter(ItemsCount::new(VALUED.len())).bench(|| {
        for (position, is) in VALUED.iter() {
            let (game, weights) = analysis(&board, *position);
            let worth = Worth::<1> { game: &game, weights, facts: None };
            let known = Bounds { lower: 0, upper: weights.of(board.all()) };
            let budget = Budget::of(100_000);
            let found = Thresholds::new(&worth, budget).score(&game.start(*position), known, budget);
            assert_eq!(decided(found), *is);
        }
    });
}

/// What both hold region by region in a game of 9x9 that has been played out.
#[divan::bench]
fn regions_of_9x9(bencher: Bencher) {
    let games = include_str!("../tests/finished.txt").lines().filter(|line| line.starts_with("9x9"));
    let boards: Vec<PlainPosition> =
        games.map(|line| diagram::parse(line.split(' ').next_back().expect("a board")).expect("legal")).collect();
    bencher.counter(ItemsCount::new(boards.len())).bench(|| {
        for plain in &boards {
            let (board, stones) = (WideBoard::new(plain.grid()), WideBoard::stones(plain));
            for colour in Colour::ALL {
                let mut games = LocalGames::new(&board);
                let held = games.held(stones, colour, Wide::default(), Budget::of(LEVELS[0]));
                assert!(!black_box(held).walls.is_none());
            }
        }
    });
}
