//! The sequences by which repetition rules and suicides are told apart.

use shinpan::check::ko::Sequence;
use shinpan::check::variant::{Repetition, Suicide, Variant};

use super::*;

/// The move that is refused first.
fn first_refused(repetition: Repetition, sequence: &Sequence) -> Option<usize> {
    Variant { repetition, suicide: Suicide::Never, free_pass: false, fault: None }
        .refuses(&sequence.record.with(sequence.last))
}

#[test]
fn the_sequences_tell_every_two_repetition_rules_apart_on_every_board() {
    for side in ko::BOARDS {
        let sequences = ko::of_repetition(Grid::new(side, side).unwrap());
        let answers = |rule| sequences.iter().map(|s| first_refused(rule, s)).collect::<Vec<_>>();
        let all = ko::hypotheses();
        for (i, (name, rules)) in all.iter().enumerate() {
            for (other, rules2) in &all[..i] {
                // There is no room on 4x4 for the sequence on which these two part.
                let alike =
                    side == 4 && name.ends_with("situational superko") && other.ends_with("situational superko");
                assert!(alike || answers(*rules) != answers(*rules2), "{name} / {other} on {side}x{side}");
            }
        }
        // What a ko threat is for: no rule forbids the retaking after an exchange.
        assert!(all.iter().all(|(_, rules)| answers(*rules)[1].is_none()));
    }
}

/// Each is a sequence of play of its own: what comes before its last move stands under every rule that it is to tell apart, and the last
/// move is refused by some and by others not.
#[test]
fn kos_and_superkos_are_refused_by_the_rules_that_they_are_about() {
    let refused = |name: &str| -> Vec<&str> {
        let sequences = ko::sequences(Grid::new(9, 9).unwrap());
        let sequence = sequences.iter().find(|s| s.name == name).unwrap_or_else(|| panic!("{name}"));
        let last = Some(sequence.record.moves.len());
        let is_refused = |rule: &Repetition| first_refused(*rule, sequence) == last;
        ko::hypotheses().into_iter().filter(|(_, rule)| is_refused(rule)).map(|(name, _)| name).collect()
    };
    let since_pass = "positional superko since the last pass";
    let superko = ["situational superko", "natural situational superko", "positional superko"];
    assert_eq!(refused("a triple ko, round once"), [superko[0], superko[1], since_pass, superko[2]]);
    assert_eq!(refused("a double ko, round once, with the other player to move"), ["positional superko"]);
    assert_eq!(refused("sending two, returning one"), [since_pass, superko[2]]);
    assert_eq!(refused("a play without a capture that brings back a position"), superko);
    assert_eq!(refused("bringing back a position that a pass has handed over"), [superko[0], since_pass, superko[2]]);
    for captures in
        ["taking back two stones (snapback)", "taking two strings at once", "taking a string that is touched twice"]
    {
        assert!(refused(captures).is_empty(), "{captures}");
    }
}

#[test]
fn suicides_are_refused_at_their_last_move() {
    let sequences = ko::sequences(Grid::new(5, 5).unwrap());
    let suicides: Vec<&Sequence> = sequences.iter().filter(|s| s.name.starts_with("suicide")).collect();
    assert_eq!(suicides.len(), 3);
    for suicide in suicides {
        assert_eq!(first_refused(Repetition::Rules(&[]), suicide), Some(suicide.record.moves.len()));
    }
}
