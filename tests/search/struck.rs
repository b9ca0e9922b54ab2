//! What the text says of strings of which it is seen region by region, after a first play of their opponent's, that they are taken, and
//! that their owner comes to have no stone on their local-2.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Colour, Grid, Points, Position, points_of};
use shinpan::law::finished::{Sight, narrow};
use shinpan::law::words::Word;
use shinpan::law::{Life, RuleSet, Verdict};
use shinpan::solve::Budget;
use shinpan::texts::j1989::Called;

/// On every position of a board: how many strings are seen to be taken, and how many to be dead, that are not as the position stands.
fn struck_on(size: &str) -> [usize; 2] {
    let whole = WholeBoard::new(Grid::parse(size).expect("a size")).expect("small");
    let board = whole.board();
    let rules = RuleSet::parse("j1989").expect("a rule set");
    let (budget, go_on) = (Budget::default(), AtomicBool::new(false));
    let table = whole.judge::<Verdict>(&rules, budget, &Silent, &go_on).expect("not stopped").remove(0);
    // The stones of the owner that are taken, and the points on which he never has one again, once it is seen what his opponent holds.
    let seen = |position: Position, after: Position, owner: Colour| {
        let plain = PlainPosition::from_position(board.grid(), after).expect("of the board");
        let sight = Sight::within(&plain, Budget::of(5_000));
        let barred = narrow(sight.held(owner.opponent()).barred) | !after.of(owner);
        (position.of(owner) & barred, narrow(sight.forbidden(owner.opponent())))
    };
    let positions: Vec<Position> = whole.positions().collect();
    let counted = positions.into_par_iter().enumerate().map(|(at, position)| {
        let (verdict, mut found) = (whole.verdict(&table, at), [0, 0]);
        let strings = &verdict.status.as_ref().expect("the text has one").strings;
        for owner in Colour::ALL.into_iter().filter(|c| position.of(*c) != 0) {
            let plays = points_of(board.empty(position)).filter_map(|p| board.play(position, owner.opponent(), p));
            let after = plays.filter(|play| play.ko.is_none()).map(|play| play.after);
            let struck: Vec<_> = after.map(|after| seen(position, after, owner)).collect();
            let (dead_now, forbidden_now) = seen(position, position, owner);
            for status in strings.iter().filter(|status| status.string.colour == owner) {
                let string = status.string.stones;
                let firm = |by: Word| by == Called::Uncapturable || by == Called::Capturable1;
                let others = strings.iter().filter(|s| s.string.colour == owner && s.string.stones != string);
                let walls = others.filter(|s| firm(s.by)).fold(0, |m, s| m | s.string.stones);
                let local = board.connected(string, board.all() & !walls);
                let text = || format!("{owner} {string:b} on {position:?}: {status:?}");
                if string & !dead_now != 0 && struck.iter().any(|(dead, _)| string & !dead == 0) {
                    assert!(status.by != Called::Uncapturable, "{}", text());
                    found[0] += 1;
                }
                let for_good = |dead: Points, forbidden: Points| string & !dead == 0 && local & !forbidden == 0;
                if !for_good(dead_now, forbidden_now)
                    && struck.iter().any(|&(dead, forbidden)| for_good(dead, forbidden))
                {
                    assert_eq!(status.life, Life::Dead, "{}", text());
                    found[1] += 1;
                }
            }
        }
        found
    });
    counted.reduce(|| [0, 0], |a, b| [a[0] + b[0], a[1] + b[1]])
}

#[test]
fn who_is_struck_is_dead() {
    struck_are_dead(&[("1x7", 100), ("2x3", 100), ("2x4", 1_000)]);
}

#[test]
#[ignore = "minutes"]
fn who_is_struck_is_dead_on_larger_boards() {
    struck_are_dead(&[("3x3", 1_000), ("2x5", 1_000)]);
}

fn struck_are_dead(sizes: &[(&str, usize)]) {
    for &(size, least) in sizes {
        let [taken, dead] = struck_on(size);
        println!("{size}: {taken} taken, {dead} dead");
        // Some are taken and live on by a new stone.
        assert!(dead >= least && taken > dead, "{size}: {taken} {dead}");
    }
}
