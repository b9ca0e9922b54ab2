//! The sequences by which repetition rules and suicides are told apart.

use super::*;

/// A record, and the move in question at its end.
type Sequence = (MoveRecord, Move);

/// The sequences that tell repetition rules apart, and the suicides.
fn sequences(grid: Grid) -> (Vec<Sequence>, Vec<Sequence>) {
    let question = |(record, question): (MoveRecord, Question)| match question {
        Question::Legal(player, point) => (record, Move { player, point: Some(point) }),
        other => panic!("{other:?}"),
    };
    let mut all: Vec<Sequence> = ko::questions(grid).into_iter().map(question).collect();
    let suicides = all.split_off(all.len() - 2);
    (all, suicides)
}

/// The move that is refused first.
fn first_refused(rules: &'static [KoRule], (record, last): &Sequence) -> Option<usize> {
    let mut game = GtpGame::empty(rules, record.grid);
    record.moves.iter().chain([last]).position(|&m| game.make(m).is_err())
}

#[test]
fn the_sequences_tell_every_two_repetition_rules_apart_on_every_board() {
    for side in ko::BOARDS {
        let (sequences, _) = sequences(Grid::new(side, side).unwrap());
        let answers = |rules| sequences.iter().map(|s| first_refused(rules, s)).collect::<Vec<_>>();
        let all = ko::hypotheses();
        for (i, (name, rules)) in all.iter().enumerate() {
            for (other, rules2) in &all[..i] {
                assert_ne!(answers(rules), answers(rules2), "{name} / {other} on {side}x{side}");
            }
        }
        // What a ko threat is for: no rule forbids the retaking after an exchange.
        assert!(all.iter().all(|(_, rules)| answers(rules)[1].is_none()));
    }
}

#[test]
fn suicides_are_refused_at_their_last_move() {
    let (_, suicides) = sequences(Grid::new(5, 5).unwrap());
    for suicide in &suicides {
        assert_eq!(first_refused(&[], suicide), Some(suicide.0.moves.len()));
    }
}
