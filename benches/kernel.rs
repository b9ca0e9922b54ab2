//! Speed of the kernel and of whole-board judging. Each bench asserts the count of what it does.

use divan::{Bencher, black_box};
use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::index::Index;
use shinpan::board::{Board, Colour, Grid, Position, points_of};
use shinpan::law::RuleSet;
use shinpan::law::Verdict;
use shinpan::proof::{check::check, prove::prove};
use shinpan::solve::Budget;

fn main() {
    divan::main();
}

fn board(size: &str) -> (Board, Index, Vec<Position>) {
    let grid = Grid::parse(size).expect("a size");
    let index = Index::new(grid).expect("small");
    let positions = index.iter().collect();
    (Board::new(grid).expect("small"), index, positions)
}

/// Every play of both colours in every legal position of 3x3; those that are legal.
#[divan::bench]
fn plays_of_3x3(bencher: Bencher) {
    let (board, _, positions) = board("3x3");
    bencher.bench(|| {
        let mut legal = 0u32;
        for &position in &positions {
            for p in points_of(board.empty(position)) {
                for colour in Colour::ALL {
                    legal += u32::from(black_box(board.play(position, colour, p)).is_some());
                }
            }
        }
        assert_eq!(legal, PLAYS_OF_3X3);
    });
}

const PLAYS_OF_3X3: u32 = 83_502;

/// Ranks every legal position of 3x4.
#[divan::bench]
fn ranks_of_3x4(bencher: Bencher) {
    let (_, index, positions) = board("3x4");
    assert_eq!(positions.len(), 321_689);
    bencher.bench(|| {
        let sum = positions.iter().filter_map(|&p| index.rank(p)).sum::<u64>();
        assert_eq!(sum, 321_689 * 321_688 / 2);
    });
}

/// Every 1,000,003rd position of 5x5 by its rank.
#[divan::bench]
fn unranks_of_5x5(bencher: Bencher) {
    let index = Index::new(Grid::parse("5x5").expect("a size")).expect("small");
    let ranks: Vec<u64> = (0..index.count()).step_by(1_000_003).collect();
    assert_eq!(ranks.len(), 414_294);
    bencher.bench(|| {
        let found = ranks.iter().filter(|&&rank| black_box(index.unrank(rank)).is_some()).count();
        assert_eq!(found, ranks.len());
    });
}

/// Proves and checks what a rule set says of one position of 3x3.
#[divan::bench(args = ["j1989", "aj2004", "ms-japanese"])]
fn proof_of_3x3(bencher: Bencher, rules: &str) {
    let (board, index, _) = board("3x3");
    let position = index.unrank(6000).expect("there are more");
    let rules = &RuleSet::parse(rules).expect("a known rule set")[0];
    bencher.bench(|| {
        let proof = prove(rules, &board, position, Budget::default()).expect("small");
        assert_eq!(check(&proof).expect("it is one").position.to_position(), Some(position));
    });
}

/// Immortal stones of both colours in every legal position of 3x3.
#[divan::bench]
fn immortal_stones_of_3x3(bencher: Bencher) {
    let (board, _, positions) = board("3x3");
    bencher.bench(|| {
        let stones: [u32; 2] =
            Colour::ALL.map(|c| positions.iter().map(|&p| board.immortal(p, c).count_ones()).sum::<u32>());
        assert_eq!(stones[0], stones[1]);
    });
}

/// Judges every position of 2x3.
#[divan::bench(args = ["j1989", "j1997:first=black", "aj2004", "ms-japanese", "ms-japanese:dead=superko"])]
fn whole_2x3(bencher: Bencher, rules: &str) {
    let whole = WholeBoard::new(Grid::parse("2x3").expect("a size")).expect("small");
    let rules = RuleSet::parse(rules).expect("a known rule set");
    bencher.bench(|| {
        let stop = Default::default();
        let tables = whole.judge::<Verdict>(&rules, Budget::default(), &Silent, &stop).expect("not stopped");
        assert_eq!(
            (0..whole.len()).filter(|&at| whole.outcome(&tables[0], at).margin().is_none()).count(),
            if rules[0].first_passer_matters() { NO_RESULTS_OF_2X3 } else { 0 }
        );
    });
}

const NO_RESULTS_OF_2X3: usize = 28;
