//! What is seen region by region of the play-out of j1997 bounds it: on every position of small boards, by tables; on random positions of larger
//! ones, by searches of the whole board.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use shinpan::atlas::{Silent, Table, WholeBoard};
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Grid, Kernel, PointSet, Position, Wide, diagram};
use shinpan::law::finished::{Sight, all_immortal};
use shinpan::law::{Outcome, RuleSet};
use shinpan::solve::Budget;
use shinpan::solve::local::Held;

use super::{board, searching};

/// What the play-outs of all positions of a board come to, by tables.
pub(super) struct PlayOuts {
    whole: WholeBoard,
    sets: Vec<RuleSet>,
    tables: Vec<Table<Outcome>>,
}

impl PlayOuts {
    /// Under these rule sets.
    pub fn of(grid: Grid, rules: &[&str]) -> PlayOuts {
        let sets: Vec<RuleSet> =
            rules.iter().map(|rules| RuleSet::parse(rules).expect("a rule set").remove(0)).collect();
        let whole = WholeBoard::new(grid).expect("small");
        let tables = whole.judge(&sets, Budget::default(), &Silent, &AtomicBool::new(false)).expect("not stopped");
        PlayOuts { whole, sets, tables }
    }

    /// The bounds that are seen hold for all rule sets. Whether they are one number, not only because all stones are immortal; and whether somebody
    /// holds something.
    pub fn assert_bounded(&self, sight: &Sight, position: Position) -> [bool; 2] {
        let plain = sight.position();
        let mut seen = false;
        for (set, table) in self.sets.iter().zip(&self.tables) {
            let [lower, upper] = set.text.bounds(set, sight).expect("bounds");
            let is = self.whole.outcome_of(table, position);
            let (_, lo, hi) = is.parts();
            assert!(lower <= lo && hi <= upper, "{set} {plain}: {is:?} is not in [{lower},{upper}]");
            seen |= lower == upper;
        }
        let held = Colour::ALL.iter().any(|&c| sight.held_at_no_loss(c) != Held::default());
        [seen && all_immortal(plain, false).is_none(), held]
    }
}

fn plain(board: &Board, position: Position) -> PlainPosition {
    PlainPosition::from_position(board.grid(), position).expect("of the board")
}

/// Every so-manieth position: of how many the value is seen, and in how many somebody holds something.
fn bounded(size: &str, rules: &[&str], every: usize) -> [usize; 2] {
    let outs = PlayOuts::of(Grid::parse(size).expect("a size"), rules);
    let board = outs.whole.board();
    let mut random = fastrand::Rng::with_seed(every as u64);
    let positions: Vec<_> = outs.whole.positions().filter(|_| every == 1 || random.usize(0..every) == 0).collect();
    let counted = positions
        .par_iter()
        .map(|&position| outs.assert_bounded(&Sight::of(&plain(board, position)), position).map(usize::from));
    let found = counted.reduce(|| [0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
    println!("{size}: {} positions, {} seen, {} with something held", positions.len(), found[0], found[1]);
    found
}

const READINGS: [&str; 4] =
    ["j1997:first=black", "j1997:first=white", "j1997:ko-stones=prisoners", "j1997:endless=never-ends"];

#[test]
fn what_is_seen_of_a_play_out_bounds_it_on_small_boards() {
    let mut all = [0, 0];
    let smallest = ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2"].map(|size| (size, 1));
    for (size, every) in smallest.into_iter().chain([("1x6", 3), ("2x3", 3), ("2x4", 11), ("3x3", 31)]) {
        let [seen, held] = bounded(size, &READINGS, every);
        all = [all[0] + seen, all[1] + held];
    }
    assert!(all[0] > 200 && all[1] > 200, "{all:?}");
}

#[test]
#[ignore = "minutes"]
fn what_is_seen_of_a_play_out_bounds_it_on_boards_of_6_to_12_points() {
    for size in ["1x6", "2x3", "2x4", "3x3", "2x5", "2x6", "3x4"] {
        bounded(size, &READINGS[..3], 1);
    }
}

/// One position in 243, 100,000 of them.
#[test]
#[ignore = "an hour"]
fn what_is_seen_of_a_play_out_bounds_it_on_4x4() {
    bounded("4x4", &READINGS[..2], 243);
}

/// Black bars White from all of the board: White's eye of four points has Black's stone in the middle. To take White he has to play two stones more in it, which
/// White takes by one, and so on.
const BARRED: &str = ".X.OX/O.OOX/OOOXX/XXXX./.X.XX";

#[test]
fn who_bars_the_other_may_lose_stones_for_it() {
    let position = diagram::parse(BARRED).expect("a position");
    let sight = Sight::within(&position, Budget::of(50_000));
    let board = board("5x5");
    assert_eq!(sight.held(Colour::Black).barred, sight.board.all());
    let eye: Wide =
        ["A5", "B5", "C5", "B4"].map(|name| board.grid().point(name).expect("a point")).into_iter().collect();
    assert!(!sight.held_at_no_loss(Colour::Black).barred.meets(eye));
    let at_no_loss = 25 - 12 + 7;
    for rules in ["j1997:first=black", "j1997:first=white"] {
        let set = RuleSet::parse(rules).expect("a rule set").remove(0);
        let found = searching(&set, &board, Budget::of(1_000_000)).judge(position.to_position().expect("small"));
        assert_eq!(found.outcome, Outcome::Margin(at_no_loss - 2), "{rules}");
        assert!(set.text.bounds(&set, &sight).expect("bounds")[0] <= at_no_loss - 2, "{rules}");
    }
}

/// Random positions of boards of 13 to 25 points with something held: of how many values that searches of the whole board find, and how many
/// are seen.
fn beside_searches(many: usize, states: usize) -> [usize; 2] {
    let sizes = ["3x5", "4x4", "3x6", "4x5", "5x5"];
    let counted = sizes.into_par_iter().map(|size| {
        let board = board(size);
        let mut random = fastrand::Rng::with_seed(board.len() as u64);
        let (mut looked, mut found) = (0, [0; 2]);
        while looked < many {
            // Few empty points.
            let mut position = Position::default();
            for p in 0..board.len() {
                match random.u32(0..8) {
                    0..3 => position.stones[0] |= 1 << p,
                    3..5 => position.stones[1] |= 1 << p,
                    _ => {}
                }
            }
            if !board.is_legal(position) {
                continue;
            }
            let plain = plain(&board, position);
            let sight = Sight::within(&plain, Budget::of(states));
            if Colour::ALL.iter().all(|&c| sight.held_at_no_loss(c) == Held::default()) {
                continue;
            }
            looked += 1;
            for rules in &READINGS[..2] {
                let set = RuleSet::parse(rules).expect("a rule set").remove(0);
                let [lower, upper] = set.text.bounds(&set, &sight).expect("bounds");
                let (_, lo, hi) = searching(&set, &board, Budget::of(states)).judge(position).outcome.parts();
                assert!(lower <= hi && lo <= upper, "{set} {plain}: [{lo},{hi}] is not in [{lower},{upper}]");
                found[0] += usize::from(lo == hi);
                found[1] += usize::from(lower == upper);
            }
        }
        found
    });
    counted.reduce(|| [0, 0], |a, b| [a[0] + b[0], a[1] + b[1]])
}

#[test]
fn searches_of_random_boards_come_to_what_is_seen_of_play_outs() {
    let [searched, seen] = beside_searches(20, 2_000);
    println!("{searched} found by searches, {seen} seen");
    assert!(searched > 20 && seen > 20, "{searched} {seen}");
}

#[test]
#[ignore = "minutes"]
fn searches_of_many_random_boards_come_to_what_is_seen_of_play_outs() {
    let [searched, seen] = beside_searches(1_000, 20_000);
    println!("{searched} found by searches, {seen} seen");
    assert!(searched > 500 && seen > 500, "{searched} {seen}");
}
