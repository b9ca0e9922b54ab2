//! Verdicts are proved by strategies, and a checker that knows only the kernel, the moves and the clauses accepts the proofs
//! and nothing else.

use shinpan::board::index::Index;
use shinpan::board::{Board, Grid, Position, Symmetry, diagram};
use shinpan::game::Budget;
use shinpan::proof::check::{Fault, check};
use shinpan::proof::prove::prove;
use shinpan::proof::{Claim, Proof};
use shinpan::rules::interpreter;
use shinpan::spec::{RuleSet, Text};

fn board(size: &str) -> Board {
    Board::new(Grid::parse(size).expect("a size")).expect("small")
}

fn position(text: &str) -> (Board, Position) {
    let diagram = diagram::parse(text).expect("a board");
    (Board::new(diagram.grid()).expect("small"), diagram.to_position().expect("small"))
}

fn proved(rules: &RuleSet, board: &Board, position: Position) -> Proof {
    prove(rules, board, position, Budget::default())
        .unwrap_or_else(|e| panic!("{rules} on {}: {e}", diagram::text(board.grid(), position)))
}

/// One position of each class under symmetry and exchange of the colours.
fn classes(board: &Board) -> Vec<Position> {
    let symmetries = Symmetry::all(board.grid());
    let least = |p: &Position| symmetries.iter().all(|s| *p <= s.position(*p) && *p <= s.position(p.swapped()));
    Index::new(board.grid()).expect("small").iter().filter(least).collect()
}

/// Every claim has its strategy.
fn is_whole(proof: &Proof) -> bool {
    proof.claims.iter().all(|c| c.not_certified.is_none())
}

/// Proves and checks every class of positions of a board; gives the number of proofs and of those not whole.
fn every_class(size: &str, sets: &[RuleSet]) -> (usize, Vec<String>) {
    let board = board(size);
    let (mut proofs, mut partial) = (0, Vec::new());
    for rules in sets {
        let mut judge = interpreter(rules, &board, Budget::default());
        for position in classes(&board) {
            let proof = proved(rules, &board, position);
            let text = diagram::text(board.grid(), position);
            proofs += 1;
            if !is_whole(&proof) {
                partial.push(format!("{rules} {text}"));
                continue;
            }
            match check(&proof) {
                Ok(checked) => assert_eq!(checked.verdict.outcome, judge.judge(position).outcome, "{rules} on {text}"),
                Err(fault) => panic!("{rules} on {text}: {fault}"),
            }
        }
    }
    (proofs, partial)
}

#[test]
fn every_class_of_2x3_is_proved_and_checked_under_all_default_rule_sets() {
    let (proofs, partial) = every_class("2x3", &RuleSet::defaults());
    assert_eq!(partial, Vec::<String>::new());
    assert!(proofs > 0);
}
