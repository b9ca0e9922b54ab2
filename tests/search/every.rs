//! What players hold region by region, and strings that are kept by themselves, on every position of every board of up to 12 points, by the
//! attractor; and on random ones of 13 to 25 points, where the search of the whole board must not say otherwise.

use std::collections::HashMap;

use rayon::prelude::*;
use shinpan::board::index::Index;
use shinpan::board::plain::{PlainPosition, PlainString};
use shinpan::board::{Board, Colour, Grid, Kernel, Points, Position, Symmetry, Wide, WideBoard, diagram};
use shinpan::law::finished::Sight;
use shinpan::law::hints::Hints;
use shinpan::law::{Life, RuleSet};
use shinpan::solve::Budget;
use shinpan::solve::local::LocalGames;

use super::region::{forced_from, is_seen, points};
use super::{board, searching};

/// States for a region, and for a string by itself.
const STATES: [usize; 2] = [20_000, 2_000];

/// What Black is said to hold on a position, beyond what is seen at once.
struct Said {
    position: Position,
    walls: Points,
    barred: Points,
}

/// What is said of Black's stones: what he holds, and which other strings of his are kept by themselves.
fn said(board: &Board, games: &mut LocalGames, position: Position) -> Vec<Said> {
    let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
    let (wide, stones) = (WideBoard::new(board.grid()), WideBoard::stones(&plain));
    let held = games.held(stones, Colour::Black, Wide::default(), Budget::of(STATES[0]));
    let walls = points(held.walls);
    let mut all = vec![Said { position, walls, barred: points(held.barred) }];
    for string in wide.components(stones[0]).filter(|&string| points(string) & walls == 0) {
        if games.keeps(stones, Colour::Black, string, Budget::of(STATES[1])).is_some() {
            all.push(Said { position, walls: points(string), barred: 0 });
        }
    }
    all.retain(|said| !is_seen(board, position, Colour::Black, said.walls, said.barred));
    all
}

/// The same where only that is tried which somebody expects, whoever is right: that all strings live, none, only those of one player, every
/// second one, or some at random.
fn said_expecting(board: &Board, position: Position) -> Vec<Said> {
    let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
    let mut random = fastrand::Rng::with_seed(position.stones[0] ^ position.stones[1] << 25);
    let at_random = random.u64(..);
    let beliefs: [&dyn Fn(&PlainString) -> bool; 6] = [
        &|_| true,
        &|_| false,
        &|string| string.colour == Colour::Black,
        &|string| string.colour == Colour::White,
        &|string| string.stones[0] % 2 == 0,
        &|string| at_random >> string.stones[0] & 1 == 1,
    ];
    let mut all = Vec::new();
    for lives in beliefs {
        let sight = Sight::within(&plain, Budget::of(STATES[1])).expecting(&Hints::of(&plain, lives)).expect("of it");
        let deeper = sight.deeper(Budget::of(STATES[0]));
        for sight in [sight, deeper] {
            let held = sight.held(Colour::Black);
            all.push(Said { position, walls: points(held.walls), barred: points(held.barred) });
        }
    }
    all.retain(|said| !is_seen(board, position, Colour::Black, said.walls, said.barred));
    all
}

/// Of one position of each class of equal ones, as Black sees it: what is said that is not seen at once, region by region and of single strings,
/// all of it held by the attractor.
fn held_everywhere(size: &str) -> [usize; 2] {
    let board = board(size);
    so_everywhere(&board, &|some| {
        let mut games = LocalGames::new(&WideBoard::new(board.grid()));
        some.iter().flat_map(|&position| said(&board, &mut games, position)).collect::<Vec<Said>>()
    })
}

/// Holds what is `said` of positions against the attractor: how much there is that is held, and kept.
fn so_everywhere(board: &Board, said: &(dyn Fn(&[Position]) -> Vec<Said> + Sync)) -> [usize; 2] {
    let symmetries = Symmetry::all(board.grid());
    let is_first = |position: &Position| symmetries.iter().all(|s| s.position(*position).stones >= position.stones);
    let positions: Vec<Position> =
        Index::new(board.grid()).expect("small").iter().filter(|p| p.stones[0] != 0).filter(is_first).collect();
    let found: Vec<Said> = positions.par_chunks(256).flat_map_iter(said).collect();
    let mut by_claim: HashMap<(Points, Points), Vec<Position>> = HashMap::new();
    for Said { position, walls, barred } in found {
        by_claim.entry((walls, barred)).or_default().push(position);
    }
    let counted = by_claim.into_par_iter().map(|((walls, barred), positions)| {
        let are_so = forced_from(board, &positions, board.all(), Colour::Black, walls, barred);
        for (position, is_so) in positions.iter().zip(are_so) {
            assert!(is_so, "{walls:b} {barred:b} in {}", diagram::text(board.grid(), *position));
        }
        if barred == 0 { [0, positions.len()] } else { [positions.len(), 0] }
    });
    counted.reduce(|| [0, 0], |a, b| [a[0] + b[0], a[1] + b[1]])
}

fn report(sizes: impl Iterator<Item = (usize, usize)>) -> [usize; 2] {
    let mut all = [0, 0];
    for (rows, cols) in sizes {
        let size = format!("{rows}x{cols}");
        let [held, kept] = held_everywhere(&size);
        println!("{size}: {held} held, {kept} kept");
        all = [all[0] + held, all[1] + kept];
    }
    all
}

/// All boards of so many points, but for those that are others turned.
fn boards(points: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = (usize, usize)> {
    let sizes = (1..=5).flat_map(|rows| (rows..=12).map(move |cols| (rows, cols)));
    sizes.filter(move |(rows, cols)| points.contains(&(rows * cols)))
}

#[test]
fn what_is_held_is_so_on_every_position_of_every_board_of_up_to_10_points() {
    let [held, kept] = report(boards(1..=10));
    assert!(held > 1_000 && kept > 500, "{held} held, {kept} kept");
}

#[test]
fn what_is_held_is_so_whatever_is_expected_on_every_position_of_every_board_of_up_to_8_points() {
    let mut all = 0;
    for (rows, cols) in boards(1..=8) {
        let board = board(&format!("{rows}x{cols}"));
        let of = |some: &[Position]| some.iter().flat_map(|&position| said_expecting(&board, position)).collect();
        all += so_everywhere(&board, &of)[0];
    }
    assert!(all > 100, "{all} held");
}

#[test]
#[ignore = "minutes"]
fn what_is_held_is_so_on_every_position_of_every_board_of_up_to_12_points() {
    let [held, kept] = report(boards(11..=12));
    assert!(held > 5_000 && kept > 5_000, "{held} held, {kept} kept");
}

/// Random positions of boards of 13 to 25 points: of the strings that are kept, and of those on barred points, how many the search of the
/// whole board decides, and how many it leaves open.
fn beside_searches(many: usize, states: usize) -> [[usize; 2]; 2] {
    let rules = RuleSet::parse("ms-japanese:dead=opponent-first").expect("a rule set").remove(0);
    let sizes: Vec<(usize, usize)> = boards(13..=25).filter(|(rows, _)| *rows > 1).collect();
    let counted = sizes.into_par_iter().map(|(rows, cols)| {
        let board = Board::new(Grid::new(rows, cols).expect("a size")).expect("small");
        let (wide, mut random) = (WideBoard::new(board.grid()), fastrand::Rng::with_seed((100 * rows + cols) as u64));
        let mut found = [[0; 2]; 2];
        let mut looked = 0;
        while looked < many {
            let empty = random.u32(2..6);
            let position = (0..board.len()).fold(Position::default(), |mut position, p| {
                match random.u32(0..6 + empty) {
                    0..3 => position.stones[0] |= 1 << p,
                    3..6 => position.stones[1] |= 1 << p,
                    _ => {}
                }
                position
            });
            if !board.is_legal(position) {
                continue;
            }
            looked += 1;
            let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
            let (mut games, stones) = (LocalGames::new(&wide), WideBoard::stones(&plain));
            let budget = Budget::of(states);
            let held = Colour::ALL.map(|c| games.held(stones, c, Wide::default(), budget));
            let mut judge = searching(&rules, &board, budget);
            let status = judge.judge(position).status.expect("the text has one");
            for of in status.strings {
                let (string, colour) = (of.string.stones, of.string.colour);
                let on_board = shinpan::board::points_of(string).collect();
                let is_kept = string & points(held[colour.index()].walls) != 0
                    || games.keeps(stones, colour, on_board, budget).is_some();
                let is_barred = string & points(held[colour.opponent().index()].barred) != 0;
                let text = || format!("{colour} {string:b} in {plain}: {:?}", of.life);
                assert!(!(is_kept && is_barred), "{}", text());
                assert!(!is_kept || of.life != Life::Dead, "{}", text());
                assert!(!is_barred || matches!(of.life, Life::Dead | Life::Undecided), "{}", text());
                for (found, is_so) in found.iter_mut().zip([is_kept, is_barred]) {
                    found[usize::from(of.life == Life::Undecided)] += usize::from(is_so);
                }
            }
        }
        found
    });
    counted.reduce(Default::default, |a, b| [0, 1].map(|i| [0, 1].map(|j| a[i][j] + b[i][j])))
}

#[test]
fn searches_of_random_boards_say_nothing_else_of_what_is_held() {
    let [kept, barred] = beside_searches(5, 2_000);
    println!("kept: {kept:?}, barred: {barred:?} decided and open");
    assert!(kept[0] > 15 && barred[0] > 3, "{kept:?} {barred:?}");
}

#[test]
#[ignore = "minutes"]
fn searches_of_many_random_boards_say_nothing_else_of_what_is_held() {
    let [kept, barred] = beside_searches(100, 20_000);
    println!("kept: {kept:?}, barred: {barred:?} decided and open");
    assert!(kept[0] > 1_000 && barred[0] > 500, "{kept:?} {barred:?}");
}
