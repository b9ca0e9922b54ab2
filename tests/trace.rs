//! What a trace shows is real: its lines can be played and end as the fact says, and it cites what has decided, and nothing else.

mod cited;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Grid, Points, Position};
use shinpan::law::facts::Facts;
use shinpan::law::{ClauseId, Interpreter, Life, RuleSet, Step, Verdict, interpreter};
use shinpan::solve::Budget;
use shinpan::texts::j1989::{Called, J1989Interpreter};
use shinpan::texts::mindsports::{self, MindSportsInterpreter};

/// What a rule set says of a position, and why.
struct Traced {
    rules: RuleSet,
    position: Position,
    verdict: Verdict,
    steps: Vec<Step>,
}

/// The traces of one board, once they are made.
type Made = Arc<OnceLock<Vec<Traced>>>;

/// How the answers that a trace shows are sought.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    /// As on small boards.
    Lists,
    /// As on larger ones, under the texts for which that can be asked of small ones.
    Searches,
}

impl By {
    fn interpreter(self, rules: &RuleSet, board: &Board) -> Box<dyn Interpreter> {
        let (rules, board, budget, facts) = (rules.clone(), board.clone(), Budget::default(), Facts::default());
        match (self, rules.text.id()) {
            (By::Lists, _) => interpreter(&rules, &board, budget),
            (By::Searches, "j1989") => Box::new(J1989Interpreter::new(rules, board, budget, &facts).searching()),
            (By::Searches, _) => Box::new(MindSportsInterpreter::new(rules, board, budget, &facts).searching()),
        }
    }
}

/// The traces of every position of a board, made once for all tests that look at them.
fn traces(size: &str, list: &str, check: impl FnMut(&RuleSet, Grid, Position, &Verdict, &[Step])) {
    traces_by(By::Lists, size, list, check);
}

fn traces_by(by: By, size: &str, list: &str, mut check: impl FnMut(&RuleSet, Grid, Position, &Verdict, &[Step])) {
    static MADE: Mutex<BTreeMap<(By, String, String), Made>> = Mutex::new(BTreeMap::new());
    let made = {
        let mut boards = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        boards.entry((by, size.to_string(), list.to_string())).or_default().clone()
    };
    let grid = Grid::parse(size).expect("a size");
    let board = Board::new(grid).expect("small");
    let all = |rules: RuleSet| {
        let mut interpreter = by.interpreter(&rules, &board);
        let mut trace = |position| {
            let (verdict, steps) = interpreter.trace(position);
            assert_eq!(interpreter.judge(position), verdict);
            Traced { rules: rules.clone(), position, verdict, steps }
        };
        Index::new(grid).expect("small").iter().map(&mut trace).collect::<Vec<Traced>>()
    };
    let made = made.get_or_init(|| {
        let sets = RuleSet::parse_list(list).expect("a known list");
        sets.into_par_iter().with_max_len(1).flat_map_iter(all).collect()
    });
    for Traced { rules, position, verdict, steps } in made {
        check(rules, grid, *position, verdict, steps);
    }
}

const ALL: &str = "j1989 j1989:enable=none j1989:enable=anywhere j1997 j1997:agreement=as-it-stands,ko-stones=prisoners \
                   aj2004 ms-japanese ms-chinese:dead=opponent-first tromp-taylor tromp-taylor:agreement=play-out \
                   aga-territory aga-area:agreement=best-play";

/// Plays a line on the plain kernel; gives the removed points of each move.
fn replay(grid: Grid, position: Position, step: &Step) -> Vec<Points> {
    let mut here = PlainPosition::from_position(grid, position).expect("it fits");
    let mut removed = Vec::new();
    let mut last: Option<Colour> = None;
    for mv in &step.line {
        assert_ne!(last, Some(mv.player), "players move in turn");
        last = Some(mv.player);
        let mut captured = 0;
        if !mv.what.starts_with("pass") {
            let p = grid.point(&mv.what).expect("a coordinate");
            // Suicide, which a text may allow, removes nothing of the opponent's.
            let (play, _) = here.play_or_suicide(mv.player, p).expect("a legal play");
            captured = play.captured.iter().fold(0, |m, q| m | 1 << q);
            here = play.after;
        }
        assert_eq!(here.to_position(), Some(mv.after));
        removed.push(captured);
    }
    removed
}

/// The position without the dead stones.
fn removed(position: Position, verdict: &Verdict) -> Position {
    let strings = verdict.status.iter().flat_map(|s| &s.strings);
    position.without(strings.filter(|s| s.life == Life::Dead).fold(0, |m, s| m | s.string.stones))
}

#[test]
fn a_string_of_an_ms_seki_step_with_a_line_is_captured_by_who_moves_first() {
    let mut shown = 0;
    traces("2x3", "ms-japanese ms-chinese:dead=opponent-first", |rules, grid, position, verdict, steps| {
        let unfinished =
            verdict.status.iter().flat_map(|s| &s.strings).filter(|s| s.by == mindsports::Called::Unfinished);
        for (string, step) in unfinished.zip(steps.iter().filter(|s| s.clause == "ms.seki" && !s.line.is_empty())) {
            let text = shinpan::board::diagram::text(grid, position);
            let taken = replay(grid, removed(position, verdict), step);
            assert_eq!(step.line[0].player, string.string.colour.opponent(), "{rules} on {text}");
            assert_eq!(taken.last(), taken.iter().find(|t| *t & string.string.stones != 0), "{rules} on {text}");
            shown += 1;
        }
    });
    assert!(shown > 0);
}

#[test]
fn every_line_of_every_trace_can_be_played() {
    for size in ["1x4", "2x3"] {
        traces(size, ALL, |_, grid, position, verdict, steps| {
            for step in steps {
                // What ms.seki asks is asked after the removal.
                replay(grid, if step.clause == "ms.seki" { removed(position, verdict) } else { position }, step);
            }
        });
    }
}

#[test]
fn every_step_cites_a_clause_of_its_text_and_the_reading_in_force() {
    traces("2x3", ALL, |rules, _, _, _, steps| {
        // The counts of continuations have nothing to say of an empty board.
        assert!(
            !steps.is_empty() || shinpan::texts::proofs(rules).is_some_and(|proofs| proofs.terms().contains(&"dead"))
        );
        for step in steps {
            let cited = step.clause.spec();
            assert!(cited.id.starts_with(rules.text.prefix()));
            if let Some(reading) = &step.reading {
                let (key, value) = reading.split_once('=').expect("KEY=VALUE");
                assert_eq!(rules.value(key).unwrap_or_default(), value);
            }
        }
    });
}

#[test]
fn the_line_of_a_dead_string_takes_it_and_shows_what_becomes_of_new_stones() {
    const ENDINGS: [&str; 3] = [
        "(at the end of the line nothing that is played there can live)",
        "(the line ends without one)",
        "(at its end the line repeats: each of them is taken again)",
    ];
    let (mut shown, mut without) = ([0; ENDINGS.len()], 0);
    traces("2x3", "j1989 j1989:enable=none ms-japanese", |rules, grid, position, verdict, steps| {
        let status = verdict.status.as_ref().expect("status is defined");
        let about = steps.iter().filter(|s| s.clause == "j1989.7.1" || s.clause == "ms.dead");
        for (string, step) in status.strings.iter().zip(about) {
            if string.life != Life::Dead {
                continue;
            }
            let removed = replay(grid, position, step);
            let text = shinpan::board::diagram::text(grid, position);
            // The string's stones stand until one move takes them all.
            let stones = string.string.stones;
            let capture = removed.iter().position(|taken| taken & stones != 0).expect("it is captured");
            assert_eq!(removed[capture] & stones, stones, "{rules} on {text}");
            let ending = ENDINGS.iter().position(|ending| step.fact.ends_with(ending));
            let brings_forth = rules.value("enable").is_some_and(|value| value != "none");
            assert!(brings_forth || ending.is_none(), "{rules} on {text}: {}", step.fact);
            assert!(ending.is_some() || capture + 1 == removed.len(), "{rules} on {text}");
            match ending {
                Some(ending) => shown[ending] += 1,
                None => without += usize::from(brings_forth),
            }
        }
    });
    // A line that would be too long stops at the capture.
    assert!(shown.iter().sum::<usize>() > 20 * without && shown[0] > 0, "{shown:?}, {without}");
}

/// Lines that are read from a search: those that take a string take all of it, and those that try one leave it as lists have it. What is
/// seen at sight has no line.
#[test]
fn what_a_search_has_to_show_a_list_bears_out() {
    const J1989: &str = "j1989 j1989:enable=none";
    const MS: &str = "ms-japanese ms-japanese:dead=opponent-first";
    let mut counts = BTreeMap::new();
    for (list, size) in [(J1989, "1x5"), (J1989, "2x3"), (MS, "2x3")] {
        // By rule set and position: what cannot be taken, or is not dead.
        let mut standing = BTreeMap::new();
        let stands = |s: &&shinpan::law::StringStatus| {
            s.by == Called::Uncapturable || s.by != mindsports::Called::Dead && list == MS
        };
        traces(size, list, |rules, grid, position, verdict, _| {
            let strings = verdict.status.iter().flat_map(|s| &s.strings).filter(stands);
            let text = shinpan::board::diagram::text(grid, position);
            standing.insert((rules.to_string(), text), strings.fold(0, |m, s| m | s.string.stones));
        });
        traces_by(By::Searches, size, list, |rules, grid, position, verdict, steps| {
            let text = shinpan::board::diagram::text(grid, position);
            let status = verdict.status.as_ref().expect("status is defined");
            let about = steps.iter().filter(|s| s.clause == "j1989.7.1" || s.clause == "ms.dead");
            for (string, step) in status.strings.iter().zip(about).filter(|(_, step)| !step.line.is_empty()) {
                let (owner, stones) = (string.string.colour, string.string.stones);
                let taken = replay(grid, position, step);
                let first = taken.iter().position(|taken| taken & stones != 0);
                let what = match (string.life, string.by) {
                    (Life::Dead, _) => {
                        assert_eq!(taken[first.expect("it is taken")] & stones, stones, "{rules} on {text}");
                        "dead"
                    }
                    (_, by) if !stands(&string) => {
                        assert!(first.is_some() && by != Called::Uncapturable, "{rules} on {text}");
                        "enabling"
                    }
                    _ => {
                        assert_eq!(first, None, "{rules} on {text}");
                        // Whose answer leaves it to the other to begin, as the rule set has it.
                        let opponent_first =
                            !rules.to_string().starts_with("ms") || rules.to_string().contains("opponent");
                        let free = step.line.iter().take_while(|mv| mv.rules.is_empty());
                        for mv in free.filter(|mv| mv.player == owner && opponent_first) {
                            let after = (rules.to_string(), shinpan::board::diagram::text(grid, mv.after));
                            assert_eq!(standing[&after] & stones, stones, "{rules} on {text}: {}", after.1);
                        }
                        "tried"
                    }
                };
                *counts.entry((rules.to_string(), what)).or_insert(0) += 1;
            }
        });
    }
    // Dead and tried ones under each rule set, and under the first those that live by their capture.
    assert_eq!(counts.len(), 9, "{counts:?}");
}

#[test]
fn the_line_that_tries_an_uncapturable_string_never_takes_it_and_leaves_it_uncapturable() {
    const LIST: &str = "j1989 j1989:enable=none";
    let mut standing = BTreeMap::new();
    traces("2x3", LIST, |rules, grid, position, verdict, _| {
        let strings = verdict.status.iter().flat_map(|s| &s.strings).filter(|s| s.by == Called::Uncapturable);
        let stones = strings.fold(0, |m, s| m | s.string.stones);
        standing.insert((rules.to_string(), shinpan::board::diagram::text(grid, position)), stones);
    });
    let mut answers = 0;
    traces("2x3", LIST, |rules, grid, position, verdict, steps| {
        let status = verdict.status.as_ref().expect("status is defined");
        let about = steps.iter().filter(|s| s.clause == "j1989.7.1");
        for (string, step) in status.strings.iter().zip(about).filter(|(s, _)| s.by == Called::Uncapturable) {
            let text = shinpan::board::diagram::text(grid, position);
            let (owner, stones) = (string.string.colour, string.string.stones);
            assert!(step.line.first().is_none_or(|mv| mv.player == owner.opponent()), "{rules} on {text}");
            assert!(replay(grid, position, step).iter().all(|taken| taken & stones == 0), "{rules} on {text}");
            assert_eq!(step.line.len() % 2, 0, "{rules} on {text}: each play is answered");
            // A ko that has been taken in forbids what is not forbidden in the same position by itself.
            let free = step.line.iter().take_while(|mv| mv.rules.is_empty());
            for mv in free.filter(|mv| mv.player == owner) {
                let after = shinpan::board::diagram::text(grid, mv.after);
                assert_eq!(
                    standing[&(rules.to_string(), after.clone())] & stones,
                    stones,
                    "{rules} on {text}: {after}"
                );
                answers += 1;
            }
        }
    });
    assert!(answers > 0);
}

/// Where the opponent cannot take a string the line begins with whoever is said to move first; in between nothing of it is taken, and
/// after each answer the opponent, moving first, cannot take it either.
#[test]
fn the_line_that_tries_a_string_by_further_play_leaves_it_standing() {
    const LIST: &str =
        "ms-japanese ms-japanese:dead=opponent-first ms-chinese:seki=points aga-area:agreement=best-play";
    // There is a seki on the first, none on the second.
    const BOARDS: [&str; 2] = ["1x5", "2x3"];
    let mut standing = BTreeMap::new();
    let mut stands = |_: &RuleSet, grid: Grid, position: Position, verdict: &Verdict, _: &[Step]| {
        let strings = verdict.status.iter().flat_map(|s| &s.strings).filter(|s| s.life != Life::Dead);
        let stones = strings.fold(0, |m, s| m | s.string.stones);
        standing.insert(shinpan::board::diagram::text(grid, position), stones);
    };
    BOARDS.iter().for_each(|size| traces(size, "ms-japanese:dead=opponent-first", &mut stands));
    let mut answers = BTreeMap::new();
    let mut tries = |rules: &RuleSet, grid: Grid, position: Position, verdict: &Verdict, steps: &[Step]| {
        let status = verdict.status.as_ref().expect("status is defined");
        let text = shinpan::board::diagram::text(grid, position);
        let tried = steps.iter().filter(|s| s.fact.contains("the line shows plays with which it can be tried"));
        for step in tried {
            let about = |s: &&shinpan::law::StringStatus| {
                let stones = (0..grid.len()).filter(|p| s.string.stones >> p & 1 == 1).map(|p| grid.name(p));
                let name = format!(
                    "the {} string {} ",
                    s.string.colour.to_string().to_lowercase(),
                    stones.collect::<Vec<_>>().join(" ")
                );
                step.fact.starts_with(&name)
            };
            let string = status.strings.iter().find(about).expect("the fact is about a string").string;
            let (owner, stones) = (string.colour, string.stones);
            let opponent_first = step.clause == "ms.seki" || rules.to_string().contains("opponent-first");
            let first = if opponent_first { owner.opponent() } else { owner };
            assert_eq!(step.line[0].player, first, "{rules} on {text}");
            assert_eq!(step.line.last().map(|mv| mv.player), Some(owner), "{rules} on {text}: each play is answered");
            // The line of a seki begins where the dead stones are off.
            let from = if step.clause == "ms.seki" {
                let dead = status.strings.iter().filter(|s| s.life == Life::Dead);
                position.without(dead.fold(0, |m, s| m | s.string.stones))
            } else {
                position
            };
            assert!(replay(grid, from, step).iter().all(|taken| taken & stones == 0), "{rules} on {text}");
            // A ko that has been taken in forbids what is not forbidden in the same position by itself.
            let free = step.line.iter().take_while(|mv| mv.rules.is_empty());
            for mv in free.filter(|mv| mv.player == owner) {
                let after = shinpan::board::diagram::text(grid, mv.after);
                assert_eq!(standing[&after] & stones, stones, "{rules} on {text}: {after}");
                *answers.entry((rules.to_string(), step.clause.to_string())).or_insert(0) += 1;
            }
        }
    };
    BOARDS.iter().for_each(|size| traces(size, LIST, &mut tries));
    // Under each of them, and of strings in seki too.
    assert_eq!(answers.len(), 7, "{answers:?}");
}

#[test]
fn the_line_of_a_string_alive_only_by_enable_ends_with_a_new_stone_or_says_why_not() {
    let mut shown = 0;
    traces("2x3", "j1989 j1989:enable=local-1 j1989:enable=anywhere", |rules, grid, position, verdict, steps| {
        let status = verdict.status.as_ref().expect("status is defined");
        let about = steps.iter().filter(|s| s.clause == "j1989.7.1");
        for (string, step) in status.strings.iter().zip(about) {
            if string.life == Life::Dead || string.by == Called::Uncapturable {
                continue;
            }
            let text = shinpan::board::diagram::text(grid, position);
            let removed = replay(grid, position, step).into_iter().fold(0, |m, r| m | r);
            assert_eq!(removed & string.string.stones, string.string.stones, "{rules} on {text}: it is captured");
            if step.fact.contains("can no longer be captured") {
                let end = step.line.last().expect("a line").after;
                assert_ne!(end.of(string.string.colour), 0, "{rules} on {text}: a new stone stands");
                shown += 1;
            } else {
                assert!(step.fact.contains("never all for good"), "{rules} on {text}");
            }
        }
    });
    assert!(shown > 0);
}

#[test]
fn claims_sum_to_the_margin() {
    traces("2x3", ALL, |rules, grid, position, verdict, _| {
        let sum: i32 = verdict.claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        if let Some(margin) = verdict.outcome.margin() {
            assert_eq!(sum, margin, "{rules} on {}", shinpan::board::diagram::text(grid, position));
        }
    });
}

#[test]
fn a_line_names_every_retake_that_a_rule_refuses_and_only_plays_that_would_be_legal_without_it() {
    let mut shown = [0; 2];
    for size in ["1x4", "2x3"] {
        traces(size, ALL, |rules, grid, position, verdict, steps| {
            let text = shinpan::board::diagram::text(grid, position);
            for step in steps {
                let start = if step.clause == "ms.seki" { removed(position, verdict) } else { position };
                let mut here = PlainPosition::from_position(grid, start).expect("it fits");
                for mv in &step.line {
                    let other = mv.player.opponent();
                    let refused: Vec<(usize, ClauseId)> = mv
                        .rules
                        .iter()
                        .filter_map(|rule| {
                            let rest = rule.fact.strip_prefix(&format!("{other} may not play on "))?;
                            Some((grid.point(rest.split(':').next()?).expect("a point"), rule.clause))
                        })
                        .collect();
                    if let Some(name) = mv.what.strip_prefix("pass for the ko at ") {
                        let lifts = mv.rules.iter().any(|r| {
                            ["j1989.7.2.pass", "j1997.playout.4"].contains(&r.clause.as_str()) && r.fact.contains(name)
                        });
                        assert!(lifts, "{rules} on {text}: {}", mv.what);
                        shown[1] += 1;
                    }
                    let mut retake = None;
                    if !mv.what.starts_with("pass") {
                        let play = here.play(mv.player, grid.point(&mv.what).expect("a point")).expect("legal");
                        retake = play.ko.filter(|&p| play.after.play(other, p).is_ok_and(|back| back.after == here));
                        here = play.after;
                    }
                    for &(point, clause) in &refused {
                        assert!(here.play(other, point).is_ok(), "{rules} on {text}: {clause} refuses what is no play");
                    }
                    if let Some(point) = retake {
                        assert!(refused.iter().any(|r| r.0 == point), "{rules} on {text}: a retake is not refused");
                        shown[0] += 1;
                    }
                }
            }
        });
    }
    assert!(shown.iter().all(|&n| n > 0), "{shown:?}");
}

#[test]
fn a_line_of_best_play_takes_no_more_than_the_verdict_and_ends_worth_what_is_claimed() {
    // Bent four in the corner and ten-thousand-year ko: asking for the value of every move on the way took minutes.
    for (board, rules, clause, passes) in [
        ("XXXXXX./OOXXXXX/.OOOOX./XXX.OXX", "aj2004", "aj2004.analysis", 3),
        (".OOX./OXOXX/XXOX./..OXX/OOOXX/XXXXX", "j1997:first=black", "j1997.playout.6", 2),
    ] {
        let plain = shinpan::board::diagram::parse(board).expect("a board");
        let (grid, position) = (plain.grid(), plain.to_position().expect("small"));
        let rules = RuleSet::parse(rules).expect("a rule set").remove(0);
        let (_, steps) = interpreter(&rules, &Board::new(grid).expect("small"), Budget::default()).trace(position);
        let step = steps.iter().find(|s| s.clause == clause).expect("a step");
        assert!(step.fact.contains("one line of best play"), "{}", step.fact);
        replay(grid, position, step);
        let ending = step.line.iter().rev().take_while(|mv| mv.what == "pass").count();
        assert_eq!(ending, passes, "{rules}: the sequence is over");
    }
}
