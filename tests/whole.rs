//! Boards solved as a whole: what is looked up there is what the interpreters find by searching from one position.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::{Board, Grid, diagram};
use shinpan::law::ClauseId;
use shinpan::law::RuleSet;
use shinpan::law::{Outcome, Verdict, interpreter};
use shinpan::solve::Budget;
use shinpan::solve::progress::Progress;
use shinpan::solve::whole::classes::Classes;
use shinpan::solve::whole::forced::Whole;
use shinpan::solve::whole::graph::Graph;
use shinpan::solve::whole::store::Subject;
use shinpan::solve::whole::sweep::{Sweeps, Swept, until_stable};
use shinpan::texts::mindsports::Continuation;

fn rules(list: &str) -> Vec<RuleSet> {
    RuleSet::parse_list(list).expect("a known list")
}

fn whole(size: &str) -> WholeBoard {
    WholeBoard::new(Grid::parse(size).expect("a size")).expect("small")
}

/// Every rule set whose game is solved as a whole, with the readings and without the clauses that change that game or what
/// is asked of it.
fn solvable() -> Vec<RuleSet> {
    let mut sets = rules(
        "j1989 j1989:enable=local-1 j1989:enable=anywhere j1989:enable=none j1989:infinite=defender aj2004 \
         aj2004:score=area ms-japanese ms-chinese:seki=points ms-japanese:dead=opponent-first \
         ms-japanese:dead=superko j1997 j1997:ko-stones=prisoners",
    );
    for (set, clause) in [
        ("j1989", "j1989.7.2"),
        ("j1989", "j1989.7.2.pass"),
        ("aj2004", "aj2004.basic-ko"),
        ("aj2004", "aj2004.control"),
        ("ms-japanese", "ms.ko"),
        ("ms-japanese", "ms.seki"),
        ("ms-chinese:dead=superko", "ms.ko"),
        ("j1997", "j1997.life.1"),
        ("j1997", "j1997.life.4"),
        ("j1997", "j1997.playout.7"),
    ] {
        sets.push(rules(set).remove(0).lifting(ClauseId::parse(clause).unwrap()));
    }
    assert!(sets.iter().all(|set| set.text.solvable(set).is_some()));
    sets
}

/// Of every position, or of the first of each class.
fn assert_looked_up_is_searched(size: &str, sets: &[RuleSet], first: bool) {
    let whole = whole(size);
    let tables =
        whole.judge::<Verdict>(sets, Budget::default(), &Silent, &AtomicBool::new(false)).expect("not stopped");
    for (set, table) in sets.iter().zip(&tables) {
        let mut searching = interpreter(set, whole.board(), Budget::default());
        let mut seen = vec![false; whole.classes()];
        for (at, position) in whole.positions().enumerate() {
            if std::mem::replace(&mut seen[whole.class(at)], true) && first {
                continue;
            }
            let text = diagram::text(whole.board().grid(), position);
            assert_eq!(whole.verdict(table, at), searching.judge(position), "{set:?} on {text}");
        }
        assert!(seen.iter().all(|&s| s));
    }
}

#[test]
fn verdicts_from_the_whole_solution_are_those_of_a_search_under_every_reading_and_clause_on_small_boards() {
    for size in ["1x1", "1x6", "6x1", "2x2", "2x3"] {
        assert_looked_up_is_searched(size, &solvable(), false);
    }
}

/// Those compared on 3x3.
const ON_3X3: &str =
    "j1989 j1989:enable=local-1 aj2004 ms-japanese ms-japanese:dead=opponent-first j1997 j1997:ko-stones=prisoners";

#[test]
fn verdicts_from_the_whole_solution_are_those_of_a_search_on_every_class_of_3x3() {
    assert_looked_up_is_searched("3x3", &rules(ON_3X3), true);
}

#[test]
#[ignore = "minutes"]
fn verdicts_from_the_whole_solution_are_those_of_a_search_on_every_position_of_3x3() {
    assert_looked_up_is_searched("3x3", &rules(ON_3X3), false);
}

fn assert_outcomes_looked_up_are_searched(size: &str, set: &RuleSet) {
    let whole = whole(size);
    let sets = std::slice::from_ref(set);
    let tables =
        whole.judge::<Outcome>(sets, Budget::default(), &Silent, &AtomicBool::new(false)).expect("not stopped");
    let mut searching = interpreter(set, whole.board(), Budget::default());
    let mut seen = vec![false; whole.classes()];
    for (at, position) in whole.positions().enumerate() {
        if !std::mem::replace(&mut seen[whole.class(at)], true) {
            let text = diagram::text(whole.board().grid(), position);
            assert_eq!(whole.outcome_of(&tables[0], position), searching.judge(position).outcome, "{set} on {text}");
        }
    }
    assert!(seen.iter().all(|&s| s));
}

#[test]
fn outcomes_of_play_outs_from_the_whole_solution_are_those_of_a_search_on_every_class_of_short_boards_of_one_row() {
    for size in ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "7x1"] {
        for set in rules("j1997 j1997:ko-stones=prisoners") {
            assert_outcomes_looked_up_are_searched(size, &set);
        }
    }
}

#[test]
fn outcomes_of_confirmations_from_the_whole_solution_are_those_of_a_search_on_every_class_of_boards_of_8_points() {
    for size in ["1x7", "7x1", "1x8", "2x4"] {
        assert_outcomes_looked_up_are_searched(size, &rules("j1989")[0]);
    }
}

#[test]
fn outcomes_of_mindsports_and_aj2004_from_the_whole_solution_are_those_of_a_search_on_every_class_of_2x5() {
    for set in rules("ms-chinese aj2004") {
        assert_outcomes_looked_up_are_searched("2x5", &set);
    }
}

#[test]
#[ignore = "minutes"]
fn outcomes_of_mindsports_from_the_whole_solution_are_those_of_a_search_on_every_class_of_3x4() {
    assert_outcomes_looked_up_are_searched("3x4", &rules("ms-chinese")[0]);
}

#[test]
#[ignore = "minutes"]
fn outcomes_of_aj2004_from_the_whole_solution_are_those_of_a_search_on_every_class_of_3x4() {
    assert_outcomes_looked_up_are_searched("3x4", &rules("aj2004")[0]);
}

#[test]
fn bounds_of_play_outs_within_a_small_budget_hold_on_a_board_of_one_row() {
    let (whole, set) = (whole("1x7"), &rules("j1997")[..1]);
    let judge = |states| {
        whole
            .judge::<Outcome>(set, Budget::of(states), &Silent, &AtomicBool::new(false))
            .expect("not stopped")
            .remove(0)
    };
    let exact = judge(Budget::default().states);
    for states in [0, 1, 30] {
        let found = judge(states);
        for position in whole.positions() {
            let bounds = |outcome| match outcome {
                Outcome::Margin(m) => (m, m),
                Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => (lo, hi),
            };
            let (within, value) =
                (bounds(whole.outcome_of(&found, position)), bounds(whole.outcome_of(&exact, position)));
            let text = diagram::text(whole.board().grid(), position);
            assert!(within.0 <= value.0 && value.1 <= within.1, "{text} within {states}: {value:?} in {within:?}");
        }
    }
}

#[test]
fn what_was_learned_of_histories_on_earlier_positions_of_1x8_changes_no_outcome() {
    let set = &rules("aj2004")[0];
    let whole = whole("1x8");
    let mut learning = interpreter(set, whole.board(), Budget::default());
    let mut histories = 0;
    for position in whole.positions() {
        let learned = learning.judge(position);
        if learned.notes.history {
            histories += 1;
            let text = diagram::text(whole.board().grid(), position);
            let first = interpreter(set, whole.board(), Budget::default()).judge(position);
            assert_eq!(learned.outcome, first.outcome, "{text}");
        }
    }
    assert!(histories > 0, "fixed-ko decides some analyses");
}

#[test]
fn the_positions_of_3x4_and_their_classes_are_as_many_as_counted_without_listing_them() {
    let whole = whole("3x4");
    assert_eq!((whole.len(), whole.classes()), (321_689, 40_997));
}

#[test]
fn nothing_is_undecided_under_the_rule_sets_that_are_solved_as_a_whole() {
    for (size, list) in
        [("3x4", "j1989 j1989:enable=local-1 aj2004 ms-japanese:dead=opponent-first"), ("1x8", "aj2004")]
    {
        let whole = whole(size);
        let tables = whole.judge::<Outcome>(&rules(list), Budget::default(), &Silent, &AtomicBool::new(false));
        for table in &tables.expect("not stopped") {
            let undecided = |p| matches!(whole.outcome_of(table, p), Outcome::Undecided { .. });
            assert_eq!(whole.positions().filter(|&p| undecided(p)).count(), 0, "{} on {size}", table.rules);
        }
    }
}

#[test]
fn what_needs_histories_is_left_out_on_long_boards_of_one_row() {
    let practical = |size: &str, list: &str| -> Vec<bool> {
        let grid = Grid::parse(size).expect("a size");
        rules(list).iter().map(|set| WholeBoard::practical(grid, set)).collect()
    };
    let all = "j1989 aj2004 ms-japanese j1997:first=black ms-japanese:dead=superko";
    for (size, expected) in [
        ("1x8", [true, true, true, true, true]),
        ("9x1", [true, false, true, true, true]),
        ("1x10", [true, false, true, true, true]),
        ("1x11", [true, false, true, false, false]),
        ("4x4", [true, true, true, true, true]),
        ("2x8", [true, true, true, true, true]),
    ] {
        assert_eq!(practical(size, all), expected, "{size}");
    }
    // What is searched for every position, on a board of few and on one of many of them.
    assert_eq!(
        (practical("3x4", "j1989:infinite=defender"), practical("4x4", "j1989:infinite=defender")),
        (vec![true], vec![false])
    );
}

#[test]
fn one_thread_and_two_find_the_same() {
    let whole = whole("3x3");
    let sets = rules("j1989 aj2004 ms-japanese");
    let found = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let tables =
            pool.install(|| whole.judge::<Verdict>(&sets, Budget::default(), &Silent, &AtomicBool::new(false)));
        let tables = tables.expect("not stopped");
        tables.iter().flat_map(|t| (0..whole.len()).map(|at| whole.verdict(t, at))).collect::<Vec<_>>()
    });
    assert_eq!(found[0], found[1]);
}

#[test]
fn every_legal_position_is_an_image_of_the_representative_of_its_class() {
    for size in ["1x1", "1x7", "2x4", "3x3", "4x3"] {
        let whole = whole(size);
        let board = Board::new(whole.board().grid()).expect("small");
        let classes = Classes::new(&board).expect("small");
        let mut members = vec![0; classes.len()];
        for position in whole.positions() {
            let form = classes.form(position);
            let representative = classes.representative(form.number());
            assert_eq!(classes.turns().position(form.turn(), representative), position);
            let back = classes.turns().inverse(form.turn());
            assert_eq!(classes.turns().position(back, position), representative);
            members[form.number()] += 1;
        }
        assert!(members.iter().all(|&m| m > 0));
    }
}

/// Lets so many sweeps be done.
struct Until {
    most: usize,
    swept: Mutex<Vec<Swept>>,
    stop: AtomicBool,
}

impl Until {
    fn new(most: usize) -> Until {
        Until { most, swept: Mutex::default(), stop: AtomicBool::new(most == 0) }
    }

    fn done(self) -> Vec<Swept> {
        self.swept.into_inner().expect("no panic")
    }
}

impl Progress for Until {
    fn swept(&self, _: &Subject, _: &str, swept: Swept) {
        let mut all = self.swept.lock().expect("no panic");
        all.push(swept);
        self.stop.store(all.len() >= self.most, Ordering::Relaxed);
    }
}

#[test]
fn a_fixpoint_that_is_stopped_before_its_last_sweep_is_no_result() {
    let board = Board::new(Grid::parse("3x3").expect("a size")).expect("small");
    let classes = Classes::new(&board).expect("small");
    let graph = Graph::new(&classes, &Continuation::new(&board, true), &Sweeps::alone()).expect("nothing stops it");
    let predecessors = graph.predecessors();
    let rules = rules("ms-japanese").remove(0);
    let subject = Subject { grid: board.grid(), clauses: rules.text.source(), rules: rules.to_string() };
    let captured = |sweeping: Sweeps<'_>| {
        Whole { classes: &classes, graph: &graph, predecessors: &predecessors, sweeping }.captured()
    };
    let until = |until: &Until| captured(Sweeps::of(&until.stop, until, &subject, "captured"));
    let all = Until::new(usize::MAX);
    let found = until(&all);
    assert!(found.is_some() && found == captured(Sweeps::alone()));
    let swept = all.done();
    assert!(swept.iter().map(|s| s.sweeps).eq(1..=swept.len() as u32));
    assert!(swept.iter().rev().skip(1).all(|s| s.pending > 0) && swept.last().is_some_and(|s| s.pending == 0));
    // Each value at least once, and only some of them again.
    assert!(swept[0].visited >= 2 * graph.len() as u64);
    assert!(swept.windows(2).all(|s| s[0].visited + s[0].pending <= s[1].visited));
    // One thread: the number of sweeps depends on how many there are.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
    let alone = Until::new(usize::MAX);
    assert_eq!(pool.install(|| until(&alone)), found);
    let sweeps = alone.done().len();
    assert!(sweeps > 2, "{sweeps}");
    for most in 0..sweeps {
        assert_eq!(pool.install(|| until(&Until::new(most))), None, "{most} of {sweeps}");
    }
    assert_eq!(pool.install(|| until(&Until::new(sweeps))), found);
}

/// A number on a cache line of its own, so that storing it takes long.
#[repr(align(64))]
struct Alone(AtomicU32);

/// Pairs of nodes that raise each other, visited by several threads: a mark that is lost leaves both below the bound.
#[test]
fn no_change_is_lost_between_threads() {
    const NODES: usize = 1 << 15;
    const MOST: u32 = 40;
    let partners: Vec<[u32; 1]> = (0..NODES).map(|node| [(NODES - 1 - node) as u32]).collect();
    for round in 0..20 {
        let values: [Vec<Alone>; 2] = [0, 1].map(|_| (0..NODES).map(|_| Alone(AtomicU32::new(0))).collect());
        let visit = |role: usize, node: usize| {
            let follows = values[1 - role][partners[node][0] as usize].0.load(Ordering::Relaxed) + 1;
            let value = &values[role][node].0;
            let grows = value.load(Ordering::Relaxed) < follows.min(MOST);
            if grows {
                value.store(follows.min(MOST), Ordering::Relaxed);
            }
            grows
        };
        until_stable(NODES, |node| &partners[node][..], visit, &Sweeps::alone()).unwrap();
        let below = values.iter().flatten().filter(|value| value.0.load(Ordering::Relaxed) < MOST).count();
        assert_eq!(below, 0, "round {round}");
    }
}
