//! What the search of thresholds says of captures in a confirmation, and of captures for good, is held equal to lists of all that follows: one
//! table for all questions about a position, with room for all states and for few, by one thread and by three.

use shinpan::board::{Colour, Points, diagram};
use shinpan::law::RuleSet;
use shinpan::solve::Budget;
use shinpan::solve::arena::Decided;
use shinpan::solve::thresholds::Settled;
use shinpan::texts::j1989::Confirmation;
use shinpan::texts::j1989::answers::{ForGood, SolvedForGood, captured};
use shinpan::texts::j1989::counted::{Numbered, Pursuit, Wanted};

use super::{WAYS, board, positions, searched};

/// How many questions were asked, how many were answered, and of how many only play without end tells the answer.
#[derive(Default, Debug)]
struct Asked {
    all: usize,
    answered: usize,
    endless: usize,
}

/// Asks all questions about some positions of a board: of every string, and of captures for good through its own points, through all
/// points and through some drawn at random.
fn ask(size: &str, rules: &str, every: usize, states: usize) -> [Asked; 2] {
    let (board, rules) = (board(size), RuleSet::parse(rules).expect("a rule set").remove(0));
    let mut random = fastrand::Rng::with_seed(29);
    let mut asked: [Asked; 2] = Default::default();
    let all = positions(&board);
    for &position in all.iter().skip(random.usize(0..every)).step_by(every) {
        for owner in Colour::ALL {
            let confirmation = Confirmation::new(&rules, &board, owner);
            let start = confirmation.start(position);
            let taken = captured(&confirmation, &start, &mut Decided::default(), Budget::default());
            assert_eq!(taken.lower, taken.upper, "the board is small");
            let for_good = |string: Points, local: Points| {
                let confirmation = confirmation.clone().looking_at(local);
                let asked = ForGood { confirmation: &confirmation, string, endless_defends: false, facts: None };
                let start = confirmation.start(position);
                let found = asked.forced(&start, &mut SolvedForGood::default(), Budget::default());
                found.decided().expect("the board is small")
            };
            let mut questions = Vec::new();
            for string in board.components(position.of(owner)) {
                questions.push((Wanted::Taken(string & string.wrapping_neg()), taken.lower & string != 0));
            }
            for string in board.components(position.of(owner)) {
                let near = string | board.around(string) & random.u64(..);
                for local in [string, board.all(), near] {
                    questions.push((Wanted::Cleared(string, local), for_good(string, local)));
                }
            }
            for way in WAYS {
                let pursuit = Pursuit::new(&rules, &board, owner);
                let mut thresholds = searched(&pursuit, states, way);
                let mut numbered = Numbered::default();
                for &(wanted, truth) in &questions {
                    let recurs = matches!(wanted, Wanted::Cleared(..));
                    let start = pursuit.start(position, wanted, &mut numbered);
                    let settled = thresholds.settle(&start, 1, recurs, Budget::of(states));
                    let text = || format!("{} {owner}: {wanted:?} is {truth}", diagram::text(board.grid(), position));
                    let asked = &mut asked[usize::from(recurs)];
                    asked.all += 1;
                    match settled {
                        Settled::Forced => assert!(truth, "{}", text()),
                        Settled::Prevented => assert!(!truth, "{}", text()),
                        Settled::Endless => {
                            assert!(recurs, "{}", text());
                            asked.endless += 1;
                        }
                        Settled::Open => {}
                    }
                    asked.answered += usize::from(matches!(settled, Settled::Forced | Settled::Prevented));
                    if let (Wanted::Taken(stone), Settled::Prevented) = (wanted, settled) {
                        pursuit.is_firm(board.connected(stone, position.of(owner)));
                    }
                }
            }
        }
    }
    asked
}

#[test]
fn captures_and_captures_for_good_are_what_lists_say() {
    // On a line more is won by going on for ever.
    for (size, every, least) in [("2x3", 2, 75), ("2x4", 60, 95), ("3x3", 480, 90), ("1x7", 40, 30)] {
        let [taken, cleared] = ask(size, "j1989", every, 20_000);
        assert!(taken.all > 50 && taken.answered == taken.all, "{size}: {taken:?}");
        assert!(cleared.answered * 100 >= cleared.all * least, "{size}: {cleared:?}");
    }
}

/// A long run, by hand.
#[test]
#[ignore = "minutes"]
fn captures_and_captures_for_good_are_what_lists_say_on_whole_boards() {
    for (size, every) in [("2x4", 1), ("3x3", 3), ("2x5", 30)] {
        let [taken, cleared] = ask(size, "j1989", every, 100_000);
        println!("{size}: {taken:?} {cleared:?}");
        assert!(taken.answered * 100 >= taken.all * 99, "{size}: {taken:?}");
        assert!(cleared.answered * 100 >= cleared.all * 80, "{size}: {cleared:?}");
    }
}
