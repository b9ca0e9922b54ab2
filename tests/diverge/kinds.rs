//! Positions looked at together, and positions of one kind.

use shinpan::atlas::compare::{Comparison, Options, Pair, Prisoners, differ};
use shinpan::atlas::settled::SettledBy;
use shinpan::atlas::tally::Occurrences;
use shinpan::atlas::{Only, WholeBoard};
use shinpan::board::{Colour, Grid, Position, diagram};
use shinpan::law::changes::Changes;
use shinpan::law::{Outcome, interpreter};
use shinpan::solve::Budget;

use super::{Counted, compare, options, rules, whole, with_prisoners};

/// Where no rule set tells the players apart a position and that with the colours exchanged are looked at once; where one does, each by itself.
#[test]
fn positions_with_the_colours_exchanged_count_the_same_when_they_are_looked_at_together() {
    for size in ["1x5", "2x3", "3x3"] {
        let whole = whole(size);
        let options = Options {
            settled: SettledBy::Fates,
            census: true,
            also: &[Prisoners::None],
            ..options(Prisoners::Level, Some(Changes::Light))
        };
        let together = rules("j1989,aj2004,ms-japanese,ms-chinese,tromp-taylor");
        let apart = [together.clone(), rules("j1997:first=black")].concat();
        let [together, apart] = [&together, &apart].map(|rules| compare(&whole, rules, &options));
        assert_eq!([together.all, together.settled], [apart.all, apart.settled], "{size}");
        assert_eq!(together.summaries, apart.summaries[..5], "{size}");
        let both: Vec<&Pair> = apart.pairs.iter().filter(|pair| pair.b < 5).collect();
        assert_eq!(together.pairs.iter().collect::<Vec<&Pair>>(), both, "{size}");
        assert!(!together.census.is_empty());
        for beast in &together.census {
            let other = apart.census.iter().find(|other| other.kind == beast.kind).expect("of the same kind");
            assert_eq!([beast.found, beast.settled], [other.found, other.settled], "{size} {:?}", beast.kind);
        }
    }
}

/// Positions of one kind are compared by themselves: the same numbers as when every position is judged and those of the kind are counted.
#[test]
fn positions_of_one_kind_are_compared_by_themselves() {
    let rules = rules("j1989,j1997:first=black,aj2004,ms-japanese,ms-chinese");
    for (size, only) in [("3x4", Only::PassAliveBoth), ("1x7", Only::PassAlive), ("3x3", Only::PassAlive)] {
        let (grid, all) = (Grid::parse(size).unwrap(), whole(size));
        let chosen = WholeBoard::only(grid, only).unwrap();
        let options = Options { only: Some(only), settled: SettledBy::Fates, ..options(Prisoners::Level, None) };
        let found = compare(&chosen, &rules, &options);
        let is_one = |position: &Position| {
            let lives = |c| all.board().immortal_by_definition(*position, c) == position.of(c);
            Colour::ALL.into_iter().all(lives) && (only == Only::PassAlive || !position.stones.contains(&0))
        };
        let positions: Vec<Position> = all.positions().filter(is_one).collect();
        assert!(!positions.is_empty(), "{size}");
        assert_eq!(found.all.positions, positions.len() as u64, "{size}");
        assert_eq!(chosen.len(), positions.len(), "{size}");
        let outcomes: Vec<Vec<Outcome>> = rules
            .iter()
            .map(|set| {
                let mut judge = interpreter(set, all.board(), Budget::default());
                let name = set.to_string();
                let of = |p: &Position| with_prisoners(&name, Prisoners::Level, *p, judge.judge(*p).outcome);
                positions.iter().map(of).collect()
            })
            .collect();
        for pair in &found.pairs {
            let mut counted = Counted::default();
            for (at, &position) in positions.iter().enumerate() {
                if differ(outcomes[pair.a][at], outcomes[pair.b][at]) {
                    counted.add(grid, position);
                }
            }
            let Counted { positions, classes, smallest } = counted;
            let of = |found: Occurrences| diagram::text(grid, chosen.position(found.witness));
            assert_eq!(pair.results.diverge.map_or(0, |f| f.tally.positions), positions, "{size}");
            assert_eq!(pair.results.diverge.map_or(0, |f| f.tally.classes), classes.len() as u64, "{size}");
            assert_eq!(pair.results.diverge.map(of), smallest.map(|(_, text)| text), "{size}");
        }
    }
}

/// Positions given as a list are each judged by themselves: all of a board come to what the board comes to, given twice to twice as much.
#[test]
fn positions_of_a_list_are_compared_as_often_as_they_are_there() {
    let rules = rules("j1989,j1997:first=black,j1997:first=white,aj2004,ms-japanese,tromp-taylor");
    for (size, times) in [("2x3", 1), ("1x5", 2)] {
        let (grid, all) = (Grid::parse(size).unwrap(), whole(size));
        let list: Vec<Position> = (0..times).flat_map(|_| all.positions()).collect();
        let options = Options { also: &[Prisoners::None], ..options(Prisoners::Level, Some(Changes::Light)) };
        let expected = compare(&all, &rules, &options);
        let given = WholeBoard::given(grid, list.clone()).unwrap();
        let found = compare(&given, &rules, &Options { only: Some(Only::given(grid, &list)), ..options });
        let counted = |comparison: &Comparison, times: u64| {
            let of = |found: Occurrences| (times * found.tally.positions, found.witness);
            let pair = |pair: &Pair| {
                let results = [pair.results.diverge, pair.results.settled, pair.results.winner, pair.also[0].diverge];
                let causes: Vec<_> = (pair.causes.iter())
                    .map(|(cause, found)| (*cause, of(found.found), times * found.alone, found.settled.map(of)))
                    .collect();
                (results.map(|found| found.map(of)), causes)
            };
            let positions = [comparison.all, comparison.settled].map(|tally| times * tally.positions);
            (positions, comparison.pairs.iter().map(pair).collect::<Vec<_>>())
        };
        assert!(expected.pairs.iter().any(|pair| pair.causes.len() > 1), "{size}");
        assert_eq!(counted(&found, 1), counted(&expected, times), "{size}");
    }
}

#[test]
fn a_board_on_which_no_positions_of_one_kind_are_enumerated_is_refused() {
    let refused = WholeBoard::only(Grid::parse("6x6").unwrap(), Only::PassAlive).err().expect("too large");
    let said =
        "6x6 has 36 points; positions of one kind or of a list are gone through up to 25 points (5x5, 4x6, 3x8, 1x19)";
    assert_eq!(refused.to_string(), said);
}
