//! Verdicts are proved by strategies, and a checker that knows only the kernel, the moves and the clauses accepts the proofs
//! and nothing else.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;
use shinpan::board::index::Index;
use shinpan::board::{Board, Colour, Grid, Points, Position, Symmetry, diagram};
use shinpan::law::{RuleSet, Text};
use shinpan::law::{Written, interpreter};
use shinpan::proof::check::{Fault, check};
use shinpan::proof::prove::{Unproved, prove};
use shinpan::proof::{Claim, Entry, Proof, Statement};
use shinpan::solve::{Budget, Game};
use shinpan::texts;
use shinpan::texts::mindsports::{Continuation, SuperkoContinuation};

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
                Ok(checked) => assert_eq!(checked.outcome, judge.judge(position).outcome, "{rules} on {text}"),
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

#[test]
fn positions_of_3x3_are_proved_and_checked_under_all_default_rule_sets() {
    let board = board("3x3");
    let all = classes(&board);
    let sets = RuleSet::defaults();
    // Few analyses of aj2004 rest on fixed-ko.
    let every = |rules: &RuleSet| if rules.text.id() == "aj2004" { 61 } else { 241 };
    let asked: Vec<(&RuleSet, Position)> =
        sets.iter().flat_map(|rules| all.iter().step_by(every(rules)).map(move |&p| (rules, p))).collect();
    let history = asked.par_iter().with_max_len(1).map(|&(rules, position)| {
        let proof = proved(rules, &board, position);
        check(&proof).unwrap_or_else(|fault| panic!("{rules} on {}: {fault}", proof.board));
        proof.claims.iter().filter(|c| c.history.is_some()).count()
    });
    assert!(history.sum::<usize>() > 0, "some analyses rest on fixed-ko");
}

#[test]
fn verdicts_of_dead_under_superko_are_proved_and_checked_where_they_rest_on_the_history_too() {
    let sets = RuleSet::parse("ms-japanese:dead=superko").expect("a rule set");
    for size in ["2x2", "2x3", "1x6", "3x3"] {
        let (proofs, partial) = every_class(size, &sets);
        assert_eq!((proofs, partial), (classes(&board(size)).len(), Vec::new()), "{size}");
    }
    // Both ways: a string taken, and one kept.
    for (text, holds) in [("O.XO..", true), ("..O/XOX/O..", true), (".../OXO/...", false), (".O./OXO/...", false)] {
        let (board, position) = position(text);
        let proof = proved(&sets[0], &board, position);
        assert!(proof.claims.iter().any(|c| c.history.is_some() && c.holds == holds), "{text}");
    }
}

/// Plays a claim that a string is (or is not) dead against every answer of the other player, superko being kept to from the
/// first move to the last; gives the number of states.
fn played_under_superko(board: &Board, position: Position, claim: &Claim) -> usize {
    let Some(string) = claim.claim.string.as_ref().filter(|_| claim.claim.says == "dead") else { return 0 };
    let stones = string.iter().fold(0, |m: Points, name| m | 1 << board.grid().point(name).expect("a point"));
    let owner = if position.of(Colour::Black) & stones == stones { Colour::Black } else { Colour::White };
    let player = if claim.holds { owner.opponent() } else { owner };
    let moves_of = |entries: &Option<Vec<Entry>>| -> HashMap<String, Option<String>> {
        entries.iter().flatten().map(|e| (e.state.clone(), e.mv.clone())).collect()
    };
    let (history, strategy) = (moves_of(&claim.history), moves_of(&claim.strategy));
    let free = Continuation::new(board, false);
    let game = SuperkoContinuation(&free);
    let mut open = vec![(game.start(position, owner), true)];
    let mut seen: HashSet<_> = open.iter().cloned().collect();
    while let Some((state, in_history)) = open.pop() {
        let stands = state.state.position.of(owner) & stones == stones;
        if !stands || state.state.has_ended() {
            assert_eq!(stands, !claim.holds, "{}", state.written(board));
            continue;
        }
        let remembered = history.get(&state.written(board)).filter(|_| in_history);
        let entry = remembered.or_else(|| strategy.get(&state.state.written(board)));
        let mv = entry.unwrap_or_else(|| panic!("no entry: {}", state.written(board)));
        assert_eq!(mv.is_some(), game.mover(&state) == player);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if let Some(mv) = mv {
            moves.retain(|(m, _)| m.written(board) == *mv);
            assert_eq!(moves.len(), 1, "{mv} is forbidden: {}", state.written(board));
        }
        let next = moves.into_iter().map(|(_, to)| (to, remembered.is_some()));
        open.extend(next.filter(|to| seen.insert(to.clone())));
    }
    seen.len()
}

#[test]
fn superko_forbids_no_move_of_a_strategy_for_dead_strings_or_against() {
    let rules = &RuleSet::parse("ms-japanese:dead=superko").expect("a rule set")[0];
    for size in ["2x2", "2x3", "1x6", "3x3"] {
        let board = board(size);
        for position in classes(&board) {
            let proof = proved(rules, &board, position);
            let states: usize = proof.claims.iter().map(|c| played_under_superko(&board, position, c)).sum();
            assert!(states > 0 || position == Position::default(), "{}", proof.board);
        }
    }
}

#[test]
fn every_class_of_2x2_is_proved_and_checked_under_all_readings() {
    // Of KataGo's parameters those that make a difference to a position.
    let readings = |t: Text| if t.is_usual() { RuleSet::all_readings(t) } else { RuleSet::all_verdicts(t) };
    let all: Vec<RuleSet> = texts::ALL.into_iter().flat_map(readings).collect();
    let (refused, sets): (Vec<RuleSet>, Vec<RuleSet>) = all.into_iter().partition(|set| texts::proofs(set).is_none());
    let (small, position) = position("../.X");
    for set in &refused {
        let error = prove(set, &small, position, Budget::default()).expect_err("no proof");
        assert_eq!(error, Unproved::Superko(set.to_string()));
    }
    // The play-outs under New Zealand's and the Simplified Ing rules, whoever moves first, are four of them.
    assert_eq!(refused.len(), 14);
    let (proofs, partial) = every_class("2x2", &sets);
    assert_eq!(proofs, sets.len() * classes(&board("2x2")).len());
    assert_eq!(partial, Vec::<String>::new());
}

#[test]
#[ignore = "an hour"]
fn every_class_of_3x3_is_proved_and_checked_under_all_default_rule_sets() {
    for rules in RuleSet::defaults() {
        let (proofs, partial) = every_class("3x3", std::slice::from_ref(&rules));
        println!("{rules}: {proofs} proofs, {} not certified {partial:?}", partial.len());
        assert!(partial.is_empty());
    }
}

/// The strategy of a claim (0) or what comes before it (1).
fn entries_of(proof: &mut Proof, claim: usize, list: usize) -> &mut Vec<shinpan::proof::Entry> {
    let claim = &mut proof.claims[claim];
    if list == 0 { &mut claim.strategy } else { &mut claim.history }.as_mut().expect("it has one")
}

/// A proof with one thing altered, for everything in it, and what was done.
fn altered(proof: &Proof) -> Vec<(String, Proof)> {
    let grid = diagram::parse(&proof.board).expect("a board").grid();
    let mut moves: Vec<String> = (0..grid.len()).map(|p| grid.name(p)).collect();
    moves.extend((0..grid.len()).map(|p| format!("pass for the ko at {}", grid.name(p))));
    moves.push("pass".to_string());
    let mut all = Vec::new();
    let mut alter = |what: String, change: &dyn Fn(&mut Proof)| {
        let mut changed = proof.clone();
        change(&mut changed);
        all.push((what, changed));
    };
    for (c, claim) in proof.claims.iter().enumerate() {
        alter(format!("claim {c} dropped"), &|p| drop(p.claims.remove(c)));
        alter(format!("claim {c} turned round"), &|p| p.claims[c].holds = !p.claims[c].holds);
        alter(format!("claim {c} without its strategy"), &|p| p.claims[c].strategy = None);
        alter(format!("claim {c} with an empty history"), &|p| p.claims[c].history = Some(Vec::new()));
        if claim.history.is_some() {
            alter(format!("claim {c} without its history"), &|p| p.claims[c].history = None);
        }
        alter(format!("claim {c} made of something else"), &|p| match &mut p.claims[c].claim {
            Statement { says, value: Some(value), .. } => *value += if says == "at-least" { 1 } else { -1 },
            Statement { local: Some(points), .. } | Statement { string: Some(points), .. } => drop(points.pop()),
            _ => unreachable!("it says something"),
        });
        for (list, e, entry) in [&claim.strategy, &claim.history]
            .into_iter()
            .enumerate()
            .flat_map(|(list, entries)| entries.iter().flatten().enumerate().map(move |(e, entry)| (list, e, entry)))
        {
            let mut at = |what: String, change: &dyn Fn(&mut shinpan::proof::Entry)| {
                alter(format!("claim {c}, {}: {what}", entry.state), &|p| {
                    change(&mut entries_of(p, c, list)[e]);
                });
            };
            for mv in moves.iter().map(Some).chain([None]).filter(|mv| *mv != entry.mv.as_ref()) {
                at(format!("{mv:?} instead of {:?}", entry.mv), &|entry| entry.mv = mv.cloned());
            }
            for rank in entry.rank.map_or(vec![Some(0), Some(1)], |r| vec![Some(r + 1), r.checked_sub(1), None]) {
                if rank != entry.rank {
                    at(format!("rank {rank:?} instead of {:?}", entry.rank), &|entry| entry.rank = rank);
                }
            }
            for point in moves[..grid.len()].iter().map(Some).chain([None]).filter(|p| *p != entry.stands.as_ref()) {
                at(format!("{point:?} instead of {:?}", entry.stands), &|entry| entry.stands = point.cloned());
            }
            let shorter = entry.state.rsplit_once(' ').map_or("", |(most, _)| most);
            at("its last word dropped".to_string(), &|entry| entry.state = shorter.to_string());
            alter(format!("claim {c}, {} dropped", entry.state), &|p| {
                entries_of(p, c, list).remove(e);
            });
        }
    }
    alter("the verdict".to_string(), &|p| p.verdict["outcome"] = serde_json::json!(1234));
    all
}

/// Proves what the rule set says of the board, which is shown by claims of these kinds and by strategies that say what is
/// looked for, and checks that nothing in the proof can be altered.
fn every_alteration_is_rejected(rules: &str, text: &str, claims: &[(&str, bool)], looked_for: &str) {
    let (board, position) = position(text);
    let rules = &RuleSet::parse(rules).expect("a rule set")[0];
    let proof = proved(rules, &board, position);
    check(&proof).unwrap_or_else(|fault| panic!("{rules} on {text}: {fault}"));
    let written = proof.to_json().expect("it can be written");
    for (says, holds) in claims {
        let claim = |c: &shinpan::proof::Claim| {
            c.holds == *holds && serde_json::to_value(&c.claim).is_ok_and(|claim| claim["says"] == **says)
        };
        assert!(proof.claims.iter().any(claim), "{rules} on {text}: {says} {holds}");
    }
    assert!(written.contains(looked_for), "{rules} on {text}: {looked_for}");
    let mut alterations = 0;
    for (what, proof) in altered(&proof) {
        assert!(check(&proof).is_err(), "{rules} on {text}: still a proof: {what}");
        alterations += 1;
    }
    assert!(alterations > 25, "{alterations}");
}

#[test]
fn a_proof_of_j1989_with_anything_altered_is_rejected() {
    let (captured, for_good) = ("captured", "captured-for-good");
    every_alteration_is_rejected("j1989", ".O./XOO", &[(captured, true), (for_good, true)], " next ");
    every_alteration_is_rejected("j1989", ".OO/OOO", &[(captured, true), (for_good, false)], "rank");
    every_alteration_is_rejected("j1989", "..X/O.O/OOO", &[(captured, true), (for_good, false)], "stands");
    every_alteration_is_rejected("j1989:enable=none", ".O./OOO", &[(captured, false)], "move");
    every_alteration_is_rejected("j1989:infinite=defender", ".O./XOO", &[(for_good, true)], "rank");
}

#[test]
fn a_proof_of_j1997_with_anything_altered_is_rejected() {
    let margin = [("at-least", true), ("at-most", true)];
    every_alteration_is_rejected("j1997:first=black", ".X./OX.", &margin, "prisoners");
    every_alteration_is_rejected("j1997:first=white", "X.O/XO.", &margin, "played");
}

#[test]
fn a_proof_of_aj2004_with_anything_altered_is_rejected() {
    let values = [("at-least", true), ("at-most", true)];
    every_alteration_is_rejected("aj2004", ".X./XO.", &values, "passes 2");
    every_alteration_is_rejected("aj2004", "X.O/XO.", &values, "rank");
    every_alteration_is_rejected("aj2004", ".XO/XO./.X.", &values, " used ");
}

#[test]
fn a_proof_of_a_mindsports_count_with_anything_altered_is_rejected() {
    let (dead, independent, capturable) = ("dead", "independent", "capturable");
    every_alteration_is_rejected("ms-japanese", ".../OXO", &[(dead, false), (capturable, true)], "rank");
    every_alteration_is_rejected("ms-japanese", ".O.X.", &[(independent, false), (capturable, false)], "move");
    every_alteration_is_rejected("ms-chinese", "OO./.XX/.OO", &[(independent, true), (capturable, true)], "rank");
    every_alteration_is_rejected("ms-chinese:dead=superko", "OO./OOO", &[(dead, true)], "rank");
    every_alteration_is_rejected("ms-japanese:dead=opponent-first", ".X./XXX/XO.", &[(dead, true)], "rank");
}

#[test]
fn a_proof_of_dead_under_superko_with_a_history_and_anything_altered_is_rejected() {
    for (text, holds) in
        [(".X./OO.", true), (".XO/O..", true), (".XO/OO.", false), ("OX./.O.", false), ("O.XXO.", false)]
    {
        every_alteration_is_rejected("ms-japanese:dead=superko", text, &[("dead", holds)], " visited ");
    }
    // A history is the other rule sets' no business.
    let (board, position) = position(".XO/O..");
    let mut proof = proved(&RuleSet::parse("ms-japanese").expect("a rule set")[0], &board, position);
    for claim in &mut proof.claims {
        claim.history.clone_from(&claim.strategy);
    }
    assert!(matches!(check(&proof), Err(Fault::Rejected(why)) if why.contains("does not rest on the history")));
}

/// The margin may be the same whether the string lives or not: its claims are missing all the same.
#[test]
fn a_proof_without_the_claims_of_a_string_is_rejected() {
    let board = board("2x4");
    for rules in ["j1989", "ms-japanese"] {
        let rules = &RuleSet::parse(rules).expect("a rule set")[0];
        let mut open = 0;
        for position in classes(&board).into_iter().step_by(3) {
            let proof = proved(rules, &board, position);
            // All claims of a string are left out, or those of one kind.
            let strings = proof.claims.iter().map(|c| (c.claim.string.clone(), None));
            let kinds = proof.claims.iter().map(|c| (c.claim.string.clone(), Some(c.claim.says.clone())));
            for (string, says) in strings.chain(kinds).collect::<HashSet<_>>() {
                let mut without = proof.clone();
                let is_left_out =
                    |c: &Claim| c.claim.string == string && says.as_ref().is_none_or(|says| c.claim.says == *says);
                without.claims.retain(|c| !is_left_out(c));
                match check(&without) {
                    Err(Fault::Rejected(why)) => open += usize::from(why.contains("the life of")),
                    other => panic!("{rules} on {}, without {says:?} of {string:?}: {other:?}", proof.board),
                }
            }
        }
        assert!(open > 0, "{rules}");
    }
}

/// Runs the program; gives its exit status, standard output and standard error.
fn shinpan(args: &[&str]) -> (i32, String, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_shinpan")).args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

#[test]
fn the_program_tells_a_valid_proof_from_a_rejected_one_and_from_a_bad_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("proof.json");
    let name = file.to_str().expect("text");
    let (status, _, message) = shinpan(&["prove", ".O./XOO", "--rules", "j1989", "--out", name]);
    assert_eq!((status, message.as_str()), (0, ""));
    let (status, out, _) = shinpan(&["check-proof", name]);
    assert!(status == 0 && out.starts_with("valid: j1989 on .O./XOO is "), "{out}");

    let proof = std::fs::read_to_string(&file).expect("written");
    assert_eq!(
        proof,
        proved(&RuleSet::parse("j1989").unwrap()[0], &board("2x3"), position(".O./XOO").1).to_json().unwrap()
    );
    std::fs::write(&file, proof.replacen("\"rank\":1", "\"rank\":7", 1)).expect("written");
    let (status, out, _) = shinpan(&["check-proof", name]);
    assert!(status == 1 && out.starts_with("rejected: claim 1 (White forces the capture of A1): "), "{out}");
    assert!(out.contains("rank"), "{out}");

    std::fs::write(&file, proof.replacen("\"holds\": true", "\"holds\": 1", 1)).expect("written");
    let (status, out, message) = shinpan(&["check-proof", name]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(message.contains("line 9 column") && message.lines().count() == 1, "{message}");
}

#[test]
fn a_budget_that_is_too_small_is_one_clear_line() {
    let (status, out, message) = shinpan(&["prove", ".../.../...", "--rules", "aj2004", "--budget", "50"]);
    assert_eq!((status, out.as_str(), message.lines().count()), (2, "", 1));
    assert!(message.contains("undecided"), "{message}");
}

#[test]
fn a_claim_without_its_strategy_says_why_and_is_not_accepted() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("proof.json");
    let name = file.to_str().expect("text");
    let rules = ["--rules", "ms-japanese:dead=superko", "--budget", "300", "--out", name];
    let (status, _, message) = shinpan(&[&["prove", "..O/OXO/O.."], &rules[..]].concat());
    assert_eq!((status, message.lines().count()), (0, 1), "{message}");
    assert!(message.contains("claims not certified: history search: the budget ran out"), "{message}");
    let (status, out, _) = shinpan(&["check-proof", name]);
    assert!(status == 1 && out.contains("not certified: history search: the budget ran out"), "{out}");
}

#[test]
fn what_names_nothing_is_a_bad_file_and_no_rejected_proof() {
    let mut proof = proved(&RuleSet::parse("j1989").unwrap()[0], &board("2x3"), position(".O./XOO").1);
    for (wrong, named) in [
        (Statement { string: Some(vec!["K9".to_string()]), ..proof.claims[0].claim.clone() }, "K9"),
        // Another text's claim, one that no text makes, and one with another's members.
        (Statement { says: "dead".to_string(), ..proof.claims[0].claim.clone() }, "`dead`"),
        (Statement { says: "taken".to_string(), ..proof.claims[0].claim.clone() }, "`taken`"),
        (Statement { value: Some(1), ..proof.claims[0].claim.clone() }, "these members"),
        (Statement { string: None, ..proof.claims[0].claim.clone() }, "these members"),
    ] {
        let mut proof = proof.clone();
        proof.claims[0].claim = wrong;
        assert!(matches!(check(&proof), Err(Fault::Bad(why)) if why.contains(named)), "{named}");
    }
    proof.rules = "j1989:enable=nowhere".to_string();
    assert!(matches!(check(&proof), Err(Fault::Bad(why)) if why.contains("nowhere")));
}
