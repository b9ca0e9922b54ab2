//! Positions on which almost nothing is open are decided on boards of any size, as whole boards are by lists and searches, and as a twin has it.

mod boards;

use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Grid, diagram};
use shinpan::law::answer::{Asking, Found};
use shinpan::law::facts::Facts;
use shinpan::law::finished::{Finished, Sight};
use shinpan::law::{Interpreter, Outcome, RuleSet, Trace, Verdict, interpreter};
use shinpan::solve::Budget;
use shinpan::solve::frozen::Frozen;
use shinpan::texts;

use self::boards::{board, within};
use crate::twin::{Ruling, open};

/// States for each search of open points.
const STATES: usize = 5_000;

/// Readings on which what is asked depends.
const READINGS: &str = "j1989,j1989:enable=anywhere,j1989:enable=enclosed,j1989:enable=local-1,j1989:enable=none,\
                        j1989:seki=string,ms-japanese,ms-chinese:dead=opponent-first,ms-japanese:dead=opponent-first,seki=points,\
                        aj2004,aj2004:score=area,j1997:first=black,j1997:first=white,j1997:ko-stones=prisoners,first=black,\
                        j1997:endless=never-ends,first=white";

fn sets(list: &str) -> Vec<RuleSet> {
    RuleSet::parse_list(list).expect("rule sets")
}

fn grid(rows: usize, cols: usize) -> Grid {
    Grid::new(rows, cols).expect("a size")
}

/// By a search of the open points, where what is seen at sight is not enough.
fn searched(rules: &RuleSet, position: &PlainPosition, states: usize) -> Option<Finished> {
    let sight = Sight::within(position, Budget::of(states));
    if sight.finished(rules, &mut Trace::silent()).is_some() {
        return None;
    }
    sight.nearly_finished(rules, &mut Trace::silent())
}

fn is_verdict(found: &Finished, verdict: &Verdict) -> bool {
    let life = found.strings.iter().flatten().map(|(_, life)| *life);
    let status = match &verdict.status {
        Some(status) => status.strings.iter().map(|s| s.life).eq(life) && found.points.as_ref() == Some(&status.points),
        None => found.strings.is_none() && found.points.is_none(),
    };
    status && found.outcome() == verdict.outcome
}

fn is_ruling(found: &Finished, twin: &Ruling) -> bool {
    let life = found.strings.iter().flatten().map(|(_, life)| *life);
    let points = found.points.as_ref().map_or(twin.points.is_empty(), |points| *points == twin.points);
    life.eq(twin.life.iter().copied()) && points && found.outcome() == twin.outcome
}

fn differs(found: &Finished, twin: &Ruling) -> String {
    let life = found.strings.iter().flatten().zip(&twin.life).filter(|((_, a), b)| a != *b);
    let points = found.points.iter().flatten().zip(&twin.points).enumerate().filter(|(_, (a, b))| a != b);
    let (life, points): (Vec<_>, Vec<_>) = (life.collect(), points.collect());
    format!("{} and {}, {life:?}, {points:?}", found.outcome(), twin.outcome)
}

fn twin(rules: &RuleSet, position: &PlainPosition) -> Option<Ruling> {
    match rules.text {
        text if text == texts::j1989::TEXT => open::j1989::ruling(position, rules),
        text if text == texts::aj2004::TEXT => open::aj2004::ruling(position, rules),
        text if text == texts::j1997::TEXT => open::j1997::ruling(position, rules),
        _ => open::ms::ruling(position, rules),
    }
}

/// On every so many positions of a board: so many are decided by a search of the open points, all as the whole board is by lists.
fn as_listed(rows: usize, cols: usize, every: u64, random: &mut fastrand::Rng) -> usize {
    let board = Board::new(grid(rows, cols)).expect("small");
    let mut judges: Vec<(RuleSet, Box<dyn Interpreter>)> =
        sets(READINGS).into_iter().map(|set| (set.clone(), interpreter(&set, &board, Budget::default()))).collect();
    let index = Index::new(board.grid()).expect("small");
    let (mut at, mut decided) = (0, 0);
    while at < index.count() {
        let position = index.unrank(at).expect("a rank");
        at += random.u64(1..2 * every);
        let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
        if open::two_eyed_points(&plain) == 0 {
            continue;
        }
        for (rules, judge) in &mut judges {
            let Some(found) = searched(rules, &plain, 100_000) else { continue };
            let verdict = judge.judge(position);
            assert!(is_verdict(&found, &verdict), "{rules} {plain}: {} {}", found.outcome(), verdict.outcome);
            decided += 1;
        }
    }
    decided
}

/// Of so many random boards: how many are decided by a search of the open points, and how many of these by one of the whole board too, which says the same.
fn as_searched(size: Grid, boards: usize, random: &mut fastrand::Rng) -> [usize; 2] {
    let small = Board::new(size).expect("small");
    let (mut decided, mut compared) = (0, 0);
    for _ in 0..boards {
        let plain = board(size, 1, random);
        let position = plain.to_position().expect("small");
        for rules in sets(READINGS) {
            let Some(found) = searched(&rules, &plain, STATES) else { continue };
            decided += 1;
            let verdict = interpreter(&rules, &small, Budget::of(STATES)).judge(position);
            if verdict.outcome.margin().is_some() {
                assert_eq!(found.outcome(), verdict.outcome, "{rules} {plain}");
                compared += 1;
            }
        }
    }
    [decided, compared]
}

/// A random board of at most 9x9 as a part of a larger one, of which 4 to 8 points are open too: eyes at its edges may be none any more there.
fn larger(size: Grid, players: usize, random: &mut fastrand::Rng) -> PlainPosition {
    loop {
        let position = within(&board(grid(random.usize(6..=9), random.usize(6..=9)), players, random), size);
        if (4..=8).contains(&open::open_points(&position).len()) {
            return position;
        }
    }
}

/// Under how many of these rule sets a board is decided, and for how many of these the twin tells: it says the same.
fn as_twin(position: &PlainPosition, sets: &[RuleSet]) -> [usize; 2] {
    let (mut decided, mut told) = (0, 0);
    for rules in sets {
        let answer = Asking::of(position).answer(rules, &Facts::default(), Budget::of(STATES), false);
        let Found::Finished(found) = answer.found else { continue };
        decided += 1;
        if let Some(ruling) = twin(rules, position) {
            assert!(is_ruling(&found, &ruling), "{rules} {position}: {}", differs(&found, &ruling));
            told += 1;
        }
    }
    [decided, told]
}

#[test]
fn open_points_tell_what_lists_of_small_boards_tell() {
    let mut random = fastrand::Rng::with_seed(1);
    let decided: usize =
        [(2, 5, 3), (3, 4, 40), (2, 6, 40)].map(|(r, c, every)| as_listed(r, c, every, &mut random)).iter().sum();
    assert!(decided > 100, "{decided}");
}

#[test]
fn open_points_tell_what_searches_of_whole_boards_tell() {
    let mut random = fastrand::Rng::with_seed(2);
    let found = as_searched(grid(5, 5), 10, &mut random);
    assert!(found[1] > 20, "{found:?}");
}

/// White's spare move decides it (`ms.dead`).
#[test]
fn a_spare_move_elsewhere_decides_as_on_the_whole_board() {
    let position = diagram::parse("XO.OO./XXO.OO/.XOO.O").expect("a board");
    let rules = &sets("ms-japanese")[0];
    let found = searched(rules, &position, STATES).expect("decided");
    assert_eq!(found.outcome(), Outcome::Margin(-13));
    assert!(is_ruling(&found, &twin(rules, &position).expect("small")));
    // White has none to spare: he does not take Black. Nothing else is found.
    let position = diagram::parse("XO.OO./XXO.OO/.XOOOO").expect("a board");
    let whole = Board::new(position.grid()).expect("small");
    let verdict = interpreter(rules, &whole, Budget::default()).judge(position.to_position().expect("small"));
    assert_eq!(verdict.outcome, Outcome::Margin(-2));
    assert!(twin(rules, &position).is_none_or(|ruling| ruling.outcome == Outcome::Margin(-2)));
    assert!(searched(rules, &position, STATES).is_none_or(|found| found.outcome() == Outcome::Margin(-2)));
}

#[test]
fn boards_of_more_than_64_points_on_which_almost_nothing_is_open_are_decided() {
    let text = ".XXXX.XX./X.XOXXXXX/.XO.OXXX./XXOO.OOXX/.XOOOOXX./XXO.OOX.X/XXXOOXXXX/OOOOOXXXX/O.OOOOXX.";
    let position = diagram::parse(text).expect("a board");
    let rules = sets("j1989,ms-japanese,aj2004,j1997:first=black,j1997:first=white");
    assert_eq!(as_twin(&position, &rules), [5, 5]);
    let outcomes = rules.iter().map(|set| searched(set, &position, STATES).expect("decided").outcome());
    assert_eq!(outcomes.collect::<Vec<_>>(), [10, 6, 7, 10, 6].map(Outcome::Margin));
    let mut random = fastrand::Rng::with_seed(3);
    for size in [9, 13, 19] {
        let mut told = 0;
        for _ in 0..1 {
            let position = larger(grid(size, size), 2, &mut random);
            let found = as_twin(&position, &rules);
            assert_eq!(found[0], rules.len(), "{position}");
            told += found[1];
        }
        assert!(told > 0, "{size}");
    }
}

/// Too many frozen strings beside the open points, or nothing frozen at all: nothing is claimed.
#[test]
fn nothing_is_said_of_boards_that_are_open() {
    for text in ["........./".repeat(8) + ".........", ".X.X./XXXXX/.....".to_string()] {
        let position = diagram::parse(&text).expect("a board");
        let sight = Sight::of(&position);
        let frozen = Frozen::of(&sight.board, sight.stones);
        assert_eq!(frozen.is_some(), position.grid().len() < 64, "{text}");
    }
}

#[test]
#[ignore = "minutes"]
fn long_all_of_120_boards_of_9x9_are_decided_and_as_the_twin_has_it() {
    let mut random = fastrand::Rng::with_seed(53);
    let sets = sets("j1989,ms-japanese,aj2004,j1997:first=black,j1997:first=white");
    let mut told = 0;
    for _ in 0..120 {
        let position = board(grid(9, 9), 2, &mut random);
        let [decided, of_them] = as_twin(&position, &sets);
        assert_eq!(decided, sets.len(), "{position}");
        told += of_them;
    }
    println!("the twin tells of {told} of 600");
    assert!(told >= 100, "{told}");
}

#[test]
#[ignore = "hours"]
fn long_ten_thousand_boards_are_as_the_twin_has_them() {
    let mut random = fastrand::Rng::with_seed(10);
    let sets = sets(READINGS);
    let (mut asked, mut decided, mut told) = (0, 0, 0);
    while asked < 10_000 {
        let size = [9, 9, 13, 19][asked % 4];
        let position = larger(grid(size, size), 1, &mut random);
        let found = as_twin(&position, &sets);
        asked += 1;
        decided += found[0];
        told += found[1];
        if asked % 100 == 0 {
            println!("{asked} boards, {} verdicts: {decided} decided, {told} as the twin has them", asked * sets.len());
        }
    }
    assert!(decided * 100 >= asked * sets.len() * 95, "{decided}");
}

#[test]
#[ignore = "an hour"]
fn long_open_points_tell_what_lists_of_every_position_of_small_boards_tell() {
    let mut random = fastrand::Rng::with_seed(1);
    let sizes = [(1, 8), (1, 9), (1, 10), (2, 4), (2, 5), (3, 3), (2, 6), (3, 4)];
    let decided = sizes.map(|(rows, cols)| as_listed(rows, cols, 1, &mut random));
    println!("{decided:?}");
    assert!(decided.iter().sum::<usize>() > 10_000, "{decided:?}");
}

#[test]
#[ignore = "an hour"]
fn long_open_points_tell_what_searches_of_whole_boards_tell() {
    let mut random = fastrand::Rng::with_seed(2);
    let found =
        [(4, 5), (5, 5), (5, 6), (6, 6), (7, 7), (8, 8)].map(|(r, c)| as_searched(grid(r, c), 300, &mut random));
    println!("{found:?}");
    assert!(found.iter().all(|[_, compared]| *compared > 100), "{found:?}");
}
