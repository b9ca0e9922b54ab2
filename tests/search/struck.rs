//! What the text says of strings whose opponent has a first play after which it is seen at once that their owner comes to have no stone
//! anywhere.

use std::sync::atomic::AtomicBool;

use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Colour, Grid, points_of};
use shinpan::law::finished::{Sight, narrow};
use shinpan::law::{Life, RuleSet, Verdict};
use shinpan::solve::Budget;

/// On every so-manieth position of a board: how many strings are seen to be dead so though they are not as the position stands.
fn struck_on(size: &str, every: usize) -> usize {
    let whole = WholeBoard::new(Grid::parse(size).expect("a size")).expect("small");
    let board = whole.board();
    let rules = RuleSet::parse("j1989").expect("a rule set");
    let (budget, go_on) = (Budget::default(), AtomicBool::new(false));
    let table = whole.judge::<Verdict>(&rules, budget, &Silent, &go_on).expect("not stopped").remove(0);
    let sight = |position| {
        let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
        Sight::within(&plain, Budget::of(5_000))
    };
    let mut found = 0;
    for (at, position) in whole.positions().enumerate().step_by(every) {
        let verdict = whole.verdict(&table, at);
        for owner in Colour::ALL.into_iter().filter(|c| position.of(*c) != 0) {
            let opponent = owner.opponent();
            if narrow(sight(position).forbidden(opponent)) == board.all() {
                continue;
            }
            let plays = points_of(board.empty(position)).filter_map(|p| board.play(position, opponent, p));
            let kills = |after| narrow(sight(after).forbidden(opponent)) == board.all();
            if !plays.filter(|play| play.ko.is_none()).any(|play| kills(play.after)) {
                continue;
            }
            for string in verdict.status.iter().flat_map(|status| &status.strings) {
                if string.string.colour == owner {
                    assert_eq!(string.life, Life::Dead, "{owner} {:?}", position);
                    found += 1;
                }
            }
        }
    }
    found
}

#[test]
fn who_is_struck_at_sight_is_dead() {
    for (size, every) in [("2x4", 1), ("3x3", 7), ("2x5", 19)] {
        let found = struck_on(size, every);
        println!("{size}: {found}");
        assert!(found > 100, "{size}: {found}");
    }
}
