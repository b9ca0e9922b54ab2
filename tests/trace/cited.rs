//! The clauses that traces cite of the cases: those that decide, and no other.

use std::collections::BTreeSet;

use rayon::prelude::*;
use shinpan::board::Board;
use shinpan::cases::{Case, built_in, unmet};
use shinpan::law::procedure::{Agree, Replay};
use shinpan::law::{ClauseId, ClauseState, RuleSet, Step, Verdict, interpreter, specs};
use shinpan::solve::Budget;

/// The clauses that a trace cites, by its steps and by the moves of its lines, each with a fact.
fn cited(steps: &[Step]) -> BTreeSet<ClauseId> {
    let moves = steps.iter().flat_map(|s| &s.line).flat_map(|m| &m.rules);
    let all = steps.iter().map(|s| (s.clause, &s.fact)).chain(moves.map(|r| (r.clause, &r.fact)));
    all.map(|(clause, fact)| {
        assert!(!fact.trim().is_empty(), "{clause} is cited without a fact");
        clause
    })
    .collect()
}

fn traced(case: &Case, rules: &RuleSet) -> (Verdict, Vec<Step>) {
    let board = Board::new(case.board.grid()).expect("small");
    let position = case.board.to_position().expect("small");
    interpreter(rules, &board, Budget::default()).trace(position)
}

/// The clauses that a rule set cites of a recorded game.
fn cited_in_game(game: &Replay) -> BTreeSet<ClauseId> {
    let judged = game.start.iter().chain(game.rows.iter().map(|r| &r.judged)).chain(&game.close);
    let counted = game.result.iter().flat_map(|r| &r.count).flat_map(|c| &c.items).filter_map(|i| i.clause);
    judged
        .flat_map(|j| std::iter::once(j.clause).chain(j.consequences.iter().map(|c| c.clause)))
        .chain(counted)
        .collect()
}

/// Every case with a clause that it is declared decisive for.
fn decisive(cases: &[Case]) -> Vec<(&Case, ClauseId)> {
    let clause = |id: &String| ClauseId::parse(id).expect("a clause");
    cases.iter().flat_map(|c| c.decisive_for.iter().map(move |id| (c, clause(id)))).collect()
}

fn of_text(rules: &RuleSet, clause: ClauseId) -> bool {
    clause.as_str().split('.').next() == Some(rules.text.prefix())
}

#[test]
fn a_case_cites_every_clause_it_is_declared_decisive_for_and_none_that_is_not_applied() {
    let cases = built_in().unwrap_or_else(|e| panic!("{e}"));
    let missing: Vec<String> = decisive(&cases)
        .par_iter()
        .with_max_len(1)
        .flat_map_iter(|(case, clause)| {
            let mut missing = Vec::new();
            let mut shown = 0;
            for judge in &case.judge {
                for rules in judge.rules.iter().filter(|r| of_text(r, *clause)) {
                    let lifted = rules.clone().lifting(*clause);
                    let (without, steps) = traced(case, &lifted);
                    if cited(&steps).contains(clause) {
                        missing.push(format!("{}: {rules} without {clause} cites it", case.name));
                    }
                    if without.outcome == judge.outcome {
                        continue;
                    }
                    shown += 1;
                    if !cited(&traced(case, rules).1).contains(clause) {
                        missing.push(format!("{}: {rules} does not cite {clause}", case.name));
                    }
                }
            }
            for (record, expected) in case.record.iter().flat_map(|r| case.replay.iter().map(move |e| (r, e))) {
                for rules in expected.rules.iter().filter(|r| of_text(r, *clause)) {
                    let lifted = rules.clone().lifting(*clause);
                    if cited_in_game(&Replay::of(&lifted, record, expected.agree, None)).contains(clause) {
                        missing.push(format!("{}: the record under {rules} without {clause} cites it", case.name));
                    }
                    if unmet(record, expected, &lifted).is_empty() {
                        continue;
                    }
                    shown += 1;
                    if !cited_in_game(&Replay::of(rules, record, expected.agree, None)).contains(clause) {
                        missing.push(format!("{}: the record under {rules} does not cite {clause}", case.name));
                    }
                }
            }
            assert!(shown > 0, "{}: {clause} decides nothing", case.name);
            missing
        })
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn of_a_recorded_game_no_clause_is_cited_that_is_lifted_and_changes_it() {
    let cases = built_in().unwrap_or_else(|e| panic!("{e}"));
    let mut cited = BTreeSet::new();
    let mut shown = 0;
    for case in &cases {
        for (record, expected) in case.record.iter().flat_map(|r| case.replay.iter().map(move |e| (r, e))) {
            for rules in &expected.rules {
                let game = |rules: &RuleSet| Replay::of(rules, record, Agree::Recorded, None);
                let whole = game(rules);
                for clause in cited_in_game(&whole) {
                    let mut without = game(&rules.clone().lifting(clause));
                    without.rules = whole.rules.clone();
                    if without != whole {
                        shown += 1;
                        if cited_in_game(&without).contains(&clause) {
                            cited.insert(format!("{}: {rules} without {clause}", case.name));
                        }
                    }
                }
            }
        }
    }
    assert!(cited.is_empty(), "{cited:#?}");
    assert!(shown > 100, "{shown}");
}

/// Modelled clauses that define words of the kernel (what a board, a string, a liberty is) or say what the game is about: they are
/// part of every play and count, and nothing is decided by them alone; or name a parameter, whose own clauses decide. A worked example is itself a case.
/// Newer texts say so of a clause themselves (`words`).
const WORDS: [&str; 26] = [
    "j1997.strings",
    "aj2004.players",
    "aj2004.grid",
    "aj2004.string",
    "aj2004.position",
    "ms.board",
    "ms.object",
    "ms.count.example",
    "ms.liberty",
    "tt.1",
    "tt.2",
    "katago.params.ko",
    "katago.params.suicide",
    "katago.params.button",
    "katago.params.self-play",
    "katago.basic.1",
    "katago.basic.2",
    "katago.basic.3",
    "katago.basic.6",
    "katago.pseudolegal.1",
    "katago.more.2",
    "katago.more.4",
    "katago.more.5",
    "katago.main.state",
    "katago.cleanup.1",
    "katago.cleanup.2",
];

#[test]
fn every_modelled_clause_is_cited_of_some_case() {
    let cases = built_in().unwrap_or_else(|e| panic!("{e}"));
    let cited: BTreeSet<ClauseId> = cases
        .par_iter()
        .with_max_len(1)
        .flat_map_iter(|case| {
            // Small boards have enough of them.
            let small = case.board.grid().len() <= 12;
            let judged = case.judge.iter().filter(|_| small).flat_map(|j| &j.rules);
            let mut all: BTreeSet<ClauseId> = judged.flat_map(|rules| cited(&traced(case, rules).1)).collect();
            for (record, expected) in case.record.iter().flat_map(|r| case.replay.iter().map(move |e| (r, e))) {
                for rules in &expected.rules {
                    all.extend(cited_in_game(&Replay::of(rules, record, expected.agree, None)));
                }
            }
            all
        })
        .collect();
    let modelled = specs().iter().flat_map(|s| &s.clauses).filter(|c| c.state == ClauseState::Modelled && !c.words);
    let never: Vec<&str> = modelled.map(|c| c.id.as_str()).filter(|id| !cited.iter().any(|c| *c == *id)).collect();
    assert_eq!(never, WORDS);
    let words: Vec<&str> = specs().iter().flat_map(|s| &s.clauses).filter(|c| c.words).map(|c| c.id.as_str()).collect();
    assert!(!words.is_empty() && words.iter().all(|id| !cited.iter().any(|c| *c == **id)), "{words:?}");
}
