//! The search of thresholds is held equal to lists of all that follows: what each player forces, and what he does not, whatever is
//! forgotten on the way, and whether one thread looks or three.

use shinpan::board::{Board, Colour, diagram};
use shinpan::law::{Outcome, RuleSet, interpreter};
use shinpan::solve::arena::Decided;
use shinpan::solve::score::{Score, Scores, Valuation};
use shinpan::solve::thresholds::Counted;
use shinpan::solve::{Bounds, Budget, Game};
use shinpan::texts::aj2004::{self, BlackAnalysis, Weights};
use shinpan::texts::j1997::{self, PlayOut};

use super::{WAYS, board, positions, searched};

/// More than any value.
const NONE: Bounds<i16> = Bounds { lower: -10_000, upper: 10_000 };
/// How many values of states were compared, in how many only a cycle keeps the players apart, and how many the search left open.
#[derive(Default, Debug)]
struct Compared {
    values: usize,
    cycles: usize,
    open: usize,
}

impl Compared {
    /// Holds the search of a start equal to a list.
    fn compare<G, C, V>(&mut self, game: &G, counted: &C, valuation: &mut V, starts: &[G::State], states: usize)
    where
        G: Game<State: Copy>,
        C: Counted<State = G::State>,
        V: Valuation<G>,
    {
        let mut scores = Scores::default();
        for start in starts {
            let listed = scores.score(game, valuation, start, Budget::default());
            assert!(listed.lo.decided().is_some() && listed.hi.decided().is_some(), "the board is small");
            for way in WAYS {
                let Score { lo, hi } = searched(counted, states, way).score(start, NONE, Budget::of(states));
                for (is, said) in [(listed.lo, lo), (listed.hi, hi)] {
                    assert!(said.lower <= is.lower && is.upper <= said.upper, "{start:?}: {is:?} {said:?}");
                    self.values += 1;
                    self.open += usize::from(said.decided().is_none());
                }
                self.cycles += usize::from(lo.decided().is_some() && hi.decided().is_some() && lo != hi);
            }
        }
    }
}

fn rules(name: &str) -> RuleSet {
    RuleSet::parse(name).expect("a rule set").remove(0)
}

/// Every so-manieth position.
fn some(board: &Board, every: usize) -> impl Iterator<Item = shinpan::board::Position> {
    positions(board).into_iter().step_by(every)
}

fn analyses(size: &str, name: &str, every: usize, states: usize) -> Compared {
    let (board, rules) = (board(size), rules(name));
    let game = BlackAnalysis::new(&rules, &board);
    let mut compared = Compared::default();
    for position in some(&board, every) {
        let weights = Weights::new(&board, &rules, position.stones);
        let start = game.start(position);
        let one = aj2004::Worth::<1> { game: &game, weights, facts: None };
        compared.compare(&game, &one, &mut aj2004::Value::new(&game, weights), &[start], states);
        let three = aj2004::Worth::<3> { game: &game, weights, facts: None };
        compared.compare(&game, &three, &mut aj2004::Value::new(&game, weights), &[start], states);
    }
    compared
}

fn play_outs(size: &str, name: &str, every: usize, states: usize) -> Compared {
    let (board, rules) = (board(size), rules(name));
    let out = PlayOut::new(&rules, &board);
    let starts: Vec<_> =
        some(&board, every).flat_map(|position| Colour::ALL.map(|first| out.start(position, first))).collect();
    let mut compared = Compared::default();
    let mut conceded = Decided::default();
    let mut value = j1997::Value::new(&out, &mut conceded, None, Budget::default());
    if !name.contains("never-ends") {
        compared.compare(&out, &j1997::Worth::<2>(&out), &mut value, &starts, states);
    }
    compared.compare(&out, &j1997::Worth::<6>(&out), &mut value, &starts, states);
    compared
}

#[test]
fn analyses_come_to_what_lists_say() {
    let mut cycles = 0;
    for rules in ["aj2004", "aj2004:score=area"] {
        for (size, every) in [("1x4", 1), ("1x5", 1), ("2x2", 1), ("2x3", 1), ("2x4", 40), ("3x3", 200)] {
            let compared = analyses(size, rules, every, 20_000);
            assert!(compared.open * 20 <= compared.values, "{rules} {size}: {compared:?}");
            cycles += compared.cycles;
        }
    }
    assert!(cycles > 0);
}

#[test]
fn play_outs_come_to_what_lists_say() {
    for rules in ["j1997", "j1997:ko-stones=prisoners", "j1997:endless=never-ends"] {
        for (size, every) in [("1x4", 1), ("1x5", 3), ("2x2", 1), ("2x3", 6), ("2x4", 200), ("3x3", 600)] {
            let compared = play_outs(size, rules, every, 20_000);
            assert!(compared.open * 4 <= compared.values, "{rules} {size}: {compared:?}");
        }
    }
}

/// A long run, by hand.
#[test]
#[ignore = "minutes"]
fn scores_come_to_what_lists_say_on_whole_boards() {
    for rules in ["aj2004", "aj2004:score=area"] {
        for (size, every) in [("1x6", 1), ("2x4", 1), ("3x3", 4)] {
            println!("{rules} {size}: {:?}", analyses(size, rules, every, 100_000));
        }
    }
    for rules in ["j1997", "j1997:ko-stones=prisoners", "j1997:endless=never-ends"] {
        for (size, every) in [("1x6", 1), ("2x3", 1), ("2x4", 10), ("3x3", 100)] {
            println!("{rules} {size}: {:?}", play_outs(size, rules, every, 100_000));
        }
    }
}

/// What only a history decides on 5x5: the values of these analyses were had from a search of their own.
#[test]
#[ignore = "a minute"]
fn a_history_decides_analyses_on_5x5() {
    let positions = [
        ("X.XXO/OOO../O.XX./..XOX/XXO.X", 8),
        (".OXO./OXXO./X...X/..O../XXOXO", 0),
        (".O..O/..X.X/OX.OX/XX.O./XOOXX", 9),
    ];
    for (text, margin) in positions {
        let position = diagram::parse(text).expect("a position").to_position().expect("small");
        let verdict = interpreter(&rules("aj2004"), &board("5x5"), Budget::default()).judge(position);
        assert_eq!(verdict.outcome, Outcome::Margin(margin), "{text}");
        assert!(verdict.notes.history, "{text}");
    }
}
