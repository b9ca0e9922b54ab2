//! Engines with one known fault each get exactly their cause.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use shinpan::board::Grid;
use shinpan::check::engine::Engine;
use shinpan::check::findings::{Finding, State};
use shinpan::check::probe::Scores;
use shinpan::check::reference::Reference;
use shinpan::check::run::{Bounds, Checker};
use shinpan::check::suites::{Suite, jobs};
use shinpan::check::{MoveRecord, Question};
use shinpan::gtp::game::Move;
use shinpan::law::RuleSet;
use shinpan::solve::Budget;

use super::mutant::{Asked, Ko, Mutant, Score, TROMP_TAYLOR, fewest, starter};

/// Nothing is stopped.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// What a check of an engine finds.
fn findings(mutant: Mutant, rules: &str, units: u64) -> Vec<Finding> {
    checked(mutant, rules, units).state.findings.into_values().collect()
}

/// A check of an engine, done.
pub fn checked(mutant: Mutant, rules: &str, units: u64) -> Checker {
    let mut checker = begun(mutant, rules, units);
    checker.run(&Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
    checker.conclude(true);
    checker
}

/// A check of an engine, to be done: so many units of each job on 3x3 and 5x5.
pub fn begun(mutant: Mutant, rules: &str, units: u64) -> Checker {
    on(mutant, rules, units, &[3, 5].map(|side| Grid::new(side, side).unwrap()))
}

/// The same on these boards.
fn on(mutant: Mutant, rules: &str, units: u64, grids: &[Grid]) -> Checker {
    let mut engine = Engine::of(starter(mutant)).unwrap();
    engine.find_out(grids, None);
    of_engine(engine, rules, units, grids)
}

/// A check of an engine that has been found out about.
pub fn of_engine(engine: Engine, rules: &str, units: u64, grids: &[Grid]) -> Checker {
    let sets = RuleSet::parse(rules).unwrap();
    let budget = Budget::of(3000);
    let suites = [Suite::Ko, Suite::Legality, Suite::Capture, Suite::Score];
    let jobs = jobs(&suites, grids, &grids[grids.len() - 1..], Some(units), units, &[], &[]);
    let state = State { jobs: jobs.into_iter().map(|job| (job, Default::default())).collect(), ..State::default() };
    Checker::new(engine, Reference::new(sets, budget), state, 1)
}

const BASE: Mutant = TROMP_TAYLOR;

fn fault(fault: &'static str) -> Mutant {
    Mutant { fault, ..BASE }
}

fn ko(ko: Ko) -> Mutant {
    Mutant { ko, ..BASE }
}

fn score(score: Score) -> Mutant {
    Mutant { score, ..BASE }
}

#[test]
fn an_engine_without_fault_is_not_accused() {
    for engine in [BASE, fault("ends"), fault("by play"), fault("no score"), fault("cannot pass"), fault("alternates")]
    {
        let found = findings(engine, "tromp-taylor", 10);
        assert!(found.is_empty(), "{engine:?}: {found:?}");
    }
}

/// Engines with one known fault each under tromp-taylor, and its cause.
fn table() -> Vec<(Mutant, String)> {
    let superko = "where the text has positional superko [tt.6]";
    vec![
        (ko(Ko::None), format!("plays by no repetition rule, {superko}")),
        (ko(Ko::Basic), format!("plays by basic ko, {superko}")),
        (ko(Ko::Situational), format!("plays by situational superko, {superko}")),
        (ko(Ko::Natural), format!("plays by natural situational superko, {superko}")),
        (ko(Ko::PositionalAtCaptures), format!("plays by positional superko looked at after captures only, {superko}")),
        (ko(Ko::Point), "refuses every play where one stone has just been taken, also one that takes more".to_string()),
        (Mutant { suicide: None, ..BASE }, "refuses suicide of several stones".to_string()),
        (fault("occupied"), "allows plays on occupied points".to_string()),
        (fault("own eye"), "refuses plays in one's own eyes".to_string()),
        (fault("liberty first"), "refuses a stone without liberty before it looks whether it captures".to_string()),
        (fault("keeps captured"), "leaves captured stones on the board".to_string()),
        (fault("one string"), "removes only one of several strings that a play captures".to_string()),
        (fault("singles only"), "captures single stones only".to_string()),
        (fault("edge"), "never captures a string at the edge".to_string()),
        (fault("touched twice"), "counts a captured string once for each of its stones beside the play".to_string()),
        (fault("strings"), "counts a captured string as one stone".to_string()),
        (fault("exchanged"), "counts as a player's captures those of his own stones".to_string()),
        (fault("last capture"), "counts only the last capture".to_string()),
        (fault("undo nothing"), "undo takes nothing back".to_string()),
        (fault("undo stone only"), "undo does not put captured stones back".to_string()),
        (fault("wrong sign"), "final_score has the wrong sign".to_string()),
        (fault("komi"), "final_score is -7 more than the text's for Black, whatever the position".to_string()),
        (score(Score::Territory), "final_score counts every stone as alive, territory and prisoners".to_string()),
        (score(Score::AreaAndPrisoners), "final_score counts prisoners, which the text does not".to_string()),
        (
            Mutant { score: Score::Territory, ..fault("suicides are prisoners") },
            "final_score counts every stone as alive, territory and prisoners, among them stones taken off by suicide"
                .to_string(),
        ),
        (
            Mutant { score: Score::AreaAndPrisoners, ..fault("suicides are prisoners") },
            "final_score counts prisoners, among them stones taken off by suicide, which the text does not".to_string(),
        ),
        (score(Score::Stones), "final_score counts the stones on the board alone".to_string()),
        (
            score(Score::DirectNeighbours),
            "final_score counts stones, and of the empty points those with stones of one player alone beside them"
                .to_string(),
        ),
    ]
}

#[test]
fn engines_with_one_fault_get_exactly_its_cause() {
    let table: Vec<(Mutant, &str, String)> =
        table().into_iter().map(|(mutant, cause)| (mutant, "tromp-taylor", cause)).collect();
    exactly(&table);
}

/// What is played by most: situational superko without suicide, the superko of servers, and basic ko as of libraries.
const AGA: Mutant = Mutant { ko: Ko::Situational, suicide: None, ..BASE };
const SERVER: Mutant = Mutant { ko: Ko::Positional, suicide: None, ..BASE };
const LIBRARY: Mutant = Mutant { ko: Ko::Basic, suicide: Some(2), ..BASE };
const SERVER_RULES: &str = "katago:ko=positional,suicide=no";
const LIBRARY_RULES: &str = "katago:ko=simple";

#[test]
fn engines_without_fault_by_other_rules_are_not_accused() {
    for (engine, rules) in [
        (AGA, "aga-area"),
        (SERVER, SERVER_RULES),
        (LIBRARY, LIBRARY_RULES),
        (Mutant { suicide: None, ..LIBRARY }, "katago:ko=simple,suicide=no"),
        (Mutant { ko: Ko::Situational, ..LIBRARY }, "katago/new-zealand"),
        (Mutant { fault: "ends", ..SERVER }, SERVER_RULES),
        (Mutant { fault: "alternates", ..AGA }, "aga-area"),
    ] {
        let found = findings(engine, rules, 10);
        assert!(found.is_empty(), "{rules} {engine:?}: {found:?}");
    }
}

/// With a button what was before the first pass is another state, in the sequences by which rules are recognised too.
#[test]
fn a_rule_on_repetition_is_recognised_in_games_with_a_button() {
    let checker = checked(Mutant { fault: "button", ..AGA }, "katago/aga-button", 3);
    assert!(checker.state.findings.is_empty(), "{:?}", checker.state.findings);
    assert_eq!(checker.state.implemented.map(|found| found.ko), Some(vec!["situational superko".to_string()]));
}

/// As libraries have it that keep the point of a ko and allow all suicide: two faults under superko, of which each gets its cause, and a rule
/// that the engine does not have gets neither.
#[test]
fn a_ko_rule_and_suicide_of_one_stone_are_two_causes() {
    let found = findings(Mutant { ko: Ko::Basic, fault: "lone suicide", ..BASE }, "tromp-taylor", 10);
    let causes: Vec<String> = found.into_iter().map(|f| f.witness.cause).collect();
    let ko = "plays by basic ko, where the text has positional superko [tt.6]";
    assert_eq!(causes, ["allows suicide of one stone [tt.6]", ko]);
}

/// An engine that counts captures wrongly, and them in a count that is not the text's: its scores follow from both, and are one cause.
#[test]
fn a_score_that_is_wrong_for_two_reasons_is_one_cause() {
    let touched = "counts a captured string once for each of its stones beside the play";
    for (score, counts) in [
        (Score::Territory, "final_score counts every stone as alive, territory and prisoners"),
        (Score::AreaAndPrisoners, "final_score counts prisoners, which the text does not"),
    ] {
        let found = findings(Mutant { score, fault: "touched twice", ..BASE }, "tromp-taylor", 10);
        let causes: Vec<String> = found.into_iter().map(|f| f.witness.cause).collect();
        assert_eq!(causes, [touched.to_string(), format!("{counts}; prisoners are as it counts captures")]);
    }
}

#[test]
fn engines_with_one_fault_by_other_rules_get_exactly_its_cause() {
    let touched = "counts a captured string once for each of its stones beside the play";
    let neighbours =
        "final_score counts stones, and of the empty points those with stones of one player alone beside them";
    let exact = |engine: Mutant, rules: &'static str, cause: &str| (engine, rules, cause.to_string());
    let by = |ko: Ko, of: Mutant| Mutant { ko, ..of };
    let aga = "where the text has situational superko [aga.6]";
    let server = "where the text has positional superko [katago.main.legal]";
    let several = "refuses every play where one stone has just been taken, also one that takes more";
    exactly(&[
        exact(by(Ko::None, AGA), "aga-area", &format!("plays by no repetition rule, {aga}")),
        exact(by(Ko::Basic, AGA), "aga-area", &format!("plays by basic ko, {aga}")),
        exact(by(Ko::Positional, AGA), "aga-area", &format!("plays by positional superko, {aga}")),
        exact(Mutant { suicide: Some(2), ..AGA }, "aga-area", "allows suicide of several stones [aga.5.self-capture]"),
        exact(Mutant { fault: "touched twice", ..AGA }, "aga-area", touched),
        exact(Mutant { score: Score::DirectNeighbours, ..AGA }, "aga-area", neighbours),
        exact(
            by(Ko::PositionalAtCaptures, SERVER),
            SERVER_RULES,
            &format!("plays by positional superko looked at after captures only, {server}"),
        ),
        exact(by(Ko::Natural, SERVER), SERVER_RULES, &format!("plays by natural situational superko, {server}")),
        exact(
            Mutant { score: Score::Territory, ..SERVER },
            SERVER_RULES,
            "final_score counts every stone as alive, territory and prisoners",
        ),
        exact(fault("lone suicide"), "tromp-taylor", "allows suicide of one stone [tt.6]"),
        exact(fault("off the board"), "tromp-taylor", "accepts the size of a board and plays on another"),
        exact(
            by(Ko::None, LIBRARY),
            LIBRARY_RULES,
            "plays by no repetition rule, where the text has basic ko [katago.main.legal]",
        ),
        exact(by(Ko::Point, LIBRARY), LIBRARY_RULES, several),
        exact(Mutant { suicide: None, ..LIBRARY }, LIBRARY_RULES, "refuses suicide of several stones"),
        exact(Mutant { fault: "touched twice", ..LIBRARY }, LIBRARY_RULES, touched),
    ]);
}

/// Engines with one fault each, the rule set by which they are checked, and the one cause that is to be found.
fn exactly(table: &[(Mutant, &str, String)]) {
    let wrong = Mutex::new(Vec::new());
    let work = |part: usize| {
        for (mutant, rules, cause) in table.iter().skip(part).step_by(PARTS) {
            let found: Vec<String> =
                findings(*mutant, rules, 10).into_iter().map(|f| f.witness.cause.clone()).collect();
            if found != [cause.clone()] {
                eprintln!("{rules} {mutant:?}\n  expected {cause}\n  found {found:#?}");
                wrong.lock().unwrap().push(mutant.fault);
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        (0..PARTS).for_each(|part| drop(scope.spawn(move || work(part))));
    });
    assert!(wrong.lock().unwrap().is_empty());
}

/// The table is gone through by so many threads.
const PARTS: usize = 6;

/// Every record of so many moves on a board, from the empty one.
fn records(grid: Grid, moves: usize) -> Vec<MoveRecord> {
    let mut records = vec![MoveRecord { grid, moves: Vec::new() }];
    for _ in 0..moves {
        let longer = records.iter().flat_map(|record| {
            let player = record.to_move();
            let made = (0..grid.len()).map(move |p| Move::play(player, p)).chain([Move::pass(player)]);
            made.map(|m| record.with(m))
        });
        records = longer.collect();
    }
    records
}

/// No shorter record shows the fault, whatever is asked at its end: all records of up to four moves are tried.
#[test]
fn witnesses_are_as_short_as_any_on_a_small_board() {
    let grid = Grid::parse("2x3").unwrap();
    for engine in [
        fault("occupied"),
        fault("own eye"),
        fault("keeps captured"),
        fault("exchanged"),
        fault("undo nothing"),
        fault("liberty first"),
        ko(Ko::None),
        Mutant { suicide: None, ..BASE },
    ] {
        let mut checker = on(engine, "tromp-taylor", 20, &[grid]);
        checker.smallest = (2, 3);
        checker.run(&Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
        checker.conclude(true);
        for finding in checker.state.findings.clone().into_values() {
            let (found, question) = (finding.witness.record.moves.len(), finding.witness.question);
            for record in (0..found.min(5)).flat_map(|moves| records(grid, moves)) {
                let player = record.to_move();
                let points = 0..grid.len();
                let questions: Vec<Question> = match question {
                    Question::Legal(..) => points.map(|p| Question::Legal(player, p)).collect(),
                    Question::Undo(_) => points.map(|p| Question::Undo(Move::play(player, p))).collect(),
                    other => vec![other],
                };
                for question in questions {
                    let shorter = checker.examine(&record, &question).unwrap();
                    assert!(shorter.is_none_or(|d| d.record.moves.len() >= found), "{engine:?}: {}", record.text());
                }
            }
        }
    }
}

/// Those that took 27 and 8 moves: a string of three around a point of the corner is touched twice, a suicide of two has three around it.
#[test]
fn witnesses_on_the_boards_of_engines_are_short() {
    let grid = Grid::parse("5x5").unwrap();
    for (engine, moves) in [(fault("touched twice"), 6), (Mutant { suicide: None, ..BASE }, 5)] {
        let mut checker = on(engine, "tromp-taylor", 20, &[grid]);
        checker.smallest = (5, 5);
        checker.run(&Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
        checker.conclude(true);
        let found: Vec<usize> = checker.state.findings.values().map(|f| f.witness.record.moves.len()).collect();
        assert_eq!(found, [moves], "{engine:?}: {:?}", checker.state.findings);
    }
}

/// How long witnesses are, and how long the shortest is that there is: found by trying all records, up to [`LONGEST`] moves. Printed as a table.
#[test]
#[ignore = "minutes"]
fn witnesses_beside_the_shortest_that_there_are() {
    let (mut ours, mut shortest) = (Vec::new(), Vec::new());
    println!("| cause | 3x3: found | shortest | 5x5: found |");
    for (engine, cause) in table() {
        let found = |side: usize| {
            let mut checker = on(engine, "tromp-taylor", 20, &[Grid::new(side, side).unwrap()]);
            checker.smallest = (side, side);
            checker.run(&Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
            checker.conclude(true);
            let finding = checker.state.findings.into_values().next();
            finding.map(|f| (f.witness.record.moves.len(), f.witness.question))
        };
        let five = found(5).map_or("none".to_string(), |(moves, _)| moves.to_string());
        let Some((moves, question)) = found(3) else {
            println!("| {cause} | none | | {five} |");
            continue;
        };
        let asked = match question {
            Question::Legal(..) => Asked::Legal,
            Question::Stones => Asked::Stones,
            Question::Undo(_) => Asked::Undo,
            Question::Captures => Asked::Captures,
            _ => Asked::Score,
        };
        let tried = LONGEST.min(moves.saturating_sub(1));
        let least = fewest(engine, BASE, 3, asked, tried);
        let said = match least {
            Some(least) => least.to_string(),
            None if tried + 1 >= moves => moves.to_string(),
            None => format!("over {tried}"),
        };
        println!("| {cause} | {moves} | {said} | {five} |");
        ours.push(moves);
        shortest.push(least.unwrap_or(moves.min(tried + 1)));
    }
    let median = |lengths: &mut Vec<usize>| {
        lengths.sort_unstable();
        lengths[lengths.len() / 2]
    };
    println!("together {} moves, the shortest {}", ours.iter().sum::<usize>(), shortest.iter().sum::<usize>());
    let (of_ours, of_shortest) = (median(&mut ours), median(&mut shortest));
    println!("median {of_ours}, of the shortest {of_shortest}");
    assert_eq!(of_ours, of_shortest);
}

/// Records of so many moves are tried.
const LONGEST: usize = 6;

/// A slow engine: what a unit may ask is bounded, and every suite is asked something.
#[test]
fn an_engine_without_time_for_a_whole_game_is_asked_a_part_of_it() {
    let grids = ["9x9", "13x13"].map(|text| Grid::parse(text).unwrap());
    let all = |allowance: Option<u64>, engine: Mutant| {
        let mut checker = on(engine, "tromp-taylor", 1, &grids);
        (checker.smallest, checker.allowance) = ((5, 5), allowance);
        let before = checker.engine.commands;
        checker.run(&Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
        let sent = checker.engine.commands - before;
        checker.conclude(true);
        (sent, checker)
    };
    let (sent, whole) = all(None, BASE);
    assert!(sent > 10_000, "{sent}");
    let (sent, part) = all(Some(400), BASE);
    // The sequences and what is prepared for each unit come on top of it.
    assert!(sent < 600 * part.state.jobs.len() as u64, "{sent}");
    assert!(part.state.findings.is_empty(), "{:?}", part.state.findings);
    for ((job, done), (_, of)) in part.state.jobs.iter().zip(&whole.state.jobs) {
        assert!(done.units == 1 && (done.questions > 0) == (of.questions > 0), "{}: {done:?}, {of:?}", job.name());
    }
    // What is wrong shows there as well.
    let (_, part) = all(Some(400), Mutant { suicide: None, ..BASE });
    assert_eq!(part.state.findings.len(), 1, "{:?}", part.state.findings);
}

/// Finding out how an engine can be asked costs it little: a slow one would have no time left for questions about Go.
#[test]
fn an_engine_is_found_out_about_with_few_commands() {
    let grids = [Grid::new(13, 13).unwrap()];
    let cost = |until: Option<Instant>| {
        let mut engine = Engine::of(starter(fault("13x13 only"))).unwrap();
        let scores = engine.find_out(&grids, until);
        (scores, engine.commands)
    };
    let (scores, commands) = cost(None);
    assert_eq!(scores, Some(Scores::Counts));
    assert!(commands < 700, "{commands}");
    // No time is left: what takes hundreds of commands is not tried.
    let (scores, commands) = cost(Some(Instant::now()));
    assert_eq!(scores, Some(Scores::NotTried));
    assert!(commands < 150, "{commands}");
}

#[test]
fn an_engine_of_one_size_is_asked_everything_on_it() {
    let grids = ["5x5", "13x13"].map(|text| Grid::parse(text).unwrap());
    let mut checker = on(fault("13x13 only"), "tromp-taylor", 1, &grids);
    checker.allowance = Some(400);
    checker.run(&Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
    checker.conclude(true);
    assert!(checker.state.findings.is_empty(), "{:?}", checker.state.findings);
    for (job, done) in &checker.state.jobs {
        let is_asked = job.grid != Some(grids[0]);
        assert_eq!(done.questions > 0, is_asked, "{}: {done:?}", job.name());
    }
}

/// A play off the board is refused, on the largest boards too.
#[test]
fn an_engine_that_takes_plays_off_the_board_is_found_out_on_every_board() {
    for side in [5, 19] {
        let found = |engine| -> Vec<String> {
            let mut checker = on(engine, "tromp-taylor", 1, &[Grid::new(side, side).unwrap()]);
            checker.allowance = Some(100);
            checker.run(&Bounds { stop: &NEVER, until: None }, |_, _| {}).unwrap();
            checker.conclude(true);
            checker.state.findings.into_values().map(|f| f.witness.cause).collect()
        };
        assert_eq!(found(fault("off the board")), ["accepts the size of a board and plays on another"], "{side}");
        assert_eq!(found(BASE), [""; 0], "{side}");
    }
}
