//! What a player holds region by region he holds on the whole board.

use rustc_hash::{FxHashMap, FxHashSet};
use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, PointSet, Points, Position, Wide, WideBoard, points_of};
use shinpan::solve::Budget;
use shinpan::solve::local::held;

use super::board;

type State = (Position, Colour);

/// The moves of a player who answers by plays that are no ko captures, and of his opponent who may do anything.
fn moves(board: &Board, (position, mover): State, owner: Colour) -> Vec<State> {
    let plays = points_of(board.empty(position)).filter_map(|p| board.play(position, mover, p));
    let mut to: Vec<State> =
        plays.filter(|play| mover != owner || play.ko.is_none()).map(|play| (play.after, mover.opponent())).collect();
    to.push((position, mover.opponent()));
    to
}

/// Whether `owner` forces in finitely many moves, his opponent playing first, that all of `barred` is barred and all `walls` are safe
/// by answers or barred, none of their stones having ever been taken: by the attractor over all states that can follow.
fn forced(board: &Board, start: Position, owner: Colour, walls: Points, barred: Points) -> bool {
    let start = (start, owner.opponent());
    let (mut states, mut todo) = (FxHashSet::from_iter([start]), vec![start]);
    while let Some(state) = todo.pop() {
        todo.extend(moves(board, state, owner).into_iter().filter(|&to| states.insert(to)));
    }
    let lost = |position: Position| walls & !position.of(owner) != 0;
    let done = |position: Position| {
        let seen = board.barred(position, owner);
        !lost(position) && barred & !seen == 0 && walls & !(seen | board.safe(position, owner)) == 0
    };
    let mut won: FxHashSet<State> = states.iter().copied().filter(|s| done(s.0)).collect();
    let mut open: FxHashMap<State, Vec<State>> =
        states.iter().filter(|s| !done(s.0) && !lost(s.0)).map(|&s| (s, moves(board, s, owner))).collect();
    loop {
        let wins = |s: &State, to: &[State]| {
            if s.1 == owner { to.iter().any(|t| won.contains(t)) } else { to.iter().all(|t| won.contains(t)) }
        };
        let more: Vec<State> = open.iter().filter(|(s, to)| wins(s, to)).map(|(s, _)| *s).collect();
        if more.is_empty() {
            return won.contains(&start);
        }
        more.iter().for_each(|s| drop(open.remove(s)));
        won.extend(more);
    }
}

fn points(set: Wide) -> Points {
    set.points().fold(0, |m, p| m | 1 << p)
}

/// Looks at every so-manieth position: how much was held that is not seen at once, in positions and players.
fn held_on(size: &str, every: u64) -> usize {
    let board = board(size);
    let wide = WideBoard::new(board.grid());
    let index = Index::new(board.grid()).expect("small");
    let mut random = fastrand::Rng::with_seed(every);
    let (mut at, mut found) = (0, 0);
    while let Some(position) = index.unrank(at).filter(|_| at < index.count()) {
        at += if every == 1 { 1 } else { random.u64(1..2 * every) };
        let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
        for owner in Colour::ALL {
            let held = held(&wide, WideBoard::stones(&plain), owner, Budget::of(20_000));
            let (walls, barred) = (points(held.walls), points(held.barred));
            let seen = board.barred(position, owner);
            if barred & !seen == 0 && walls & !(seen | board.safe(position, owner)) == 0 {
                continue;
            }
            found += 1;
            assert!(forced(&board, position, owner, walls, barred), "{owner} {held:?} in {plain}");
        }
    }
    found
}

#[test]
fn what_is_held_region_by_region_is_held_on_the_whole_board() {
    assert!(held_on("2x4", 1) > 100);
    assert!(held_on("3x3", 9) > 50);
    assert!(held_on("1x8", 5) > 0);
}

#[test]
#[ignore = "minutes"]
fn what_is_held_on_larger_boards_is_held_on_the_whole_board() {
    assert!(held_on("3x3", 1) > 500);
    assert!(held_on("2x5", 3) > 500);
    assert!(held_on("3x4", 2_000) > 5);
}
