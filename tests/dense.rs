//! The dense solver against the game as it is said, over every position of small boards.

mod analyses;
mod looked_up;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use shinpan::atlas::compare::{Comparison, Options, Prisoners};
use shinpan::atlas::settled::SettledBy;
use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::index::Index;
use shinpan::board::{Board, Colour, Grid, Points, Position, diagram, points_of};
use shinpan::law::changes::Changes;
use shinpan::law::{KoMove, Outcome, RuleSet, interpreter, knowing};
use shinpan::report::divergence::Report;
use shinpan::solve::dense::moves::{plays, predecessors};
use shinpan::solve::dense::{Goal, Repetition, Sides, Slots, States};
use shinpan::solve::progress::Progress;
use shinpan::solve::whole::store::{Stages, Store, StoreError, Subject};
use shinpan::solve::whole::sweep::Sweeps;
use shinpan::solve::{Budget, Game};
use shinpan::texts::j1989::clauses::{J1989_7_2, J1989_7_2_PASS};
use shinpan::texts::j1989::{Confirmation, ConfirmationFacts, Confirming};
use shinpan::texts::mindsports::ContinuationFacts;
use shinpan::texts::mindsports::clauses::MS_KO;

/// A state as the rule has it: by player, the position before his last play, as long as the other's plays may bring it back.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    position: Position,
    mover: Colour,
    before: [Option<Position>; 2],
    passed: bool,
    ended: bool,
}

/// A play that takes nothing is not undone by the opponent's plays, which add his stones; nor is one after he has added a stone
/// that was not there.
fn may_return(here: Position, there: Position, player: Colour) -> bool {
    here.of(player) & !there.of(player) == 0 && there.of(player) != here.of(player)
}

fn next(board: &Board, ko: bool, state: &State) -> Vec<State> {
    let (mover, opponent) = (state.mover, state.mover.opponent());
    if state.ended {
        return Vec::new();
    }
    let mut found = vec![State { mover: opponent, passed: true, ended: state.passed, ..*state }];
    for p in points_of(board.empty(state.position)) {
        let Some(play) = board.play(state.position, mover, p) else { continue };
        if ko && state.before[opponent.index()] == Some(play.after) {
            continue;
        }
        let mut before = state.before;
        before[mover.index()] = Some(state.position).filter(|_| ko);
        let kept = |player: Colour, bound: Colour| {
            before[player.index()].filter(|before| may_return(play.after, *before, bound))
        };
        let before = [kept(Colour::Black, Colour::White), kept(Colour::White, Colour::Black)];
        found.push(State { position: play.after, mover: opponent, before, passed: false, ended: false });
    }
    found
}

/// By position, mover and owner: the stones of the owner about which the goal is forced.
fn forced(board: &Board, positions: &[Position], ko: bool, goal: Goal) -> HashMap<(Position, Colour, Colour), Points> {
    let mut numbers: HashMap<State, usize> = HashMap::new();
    let mut states = Vec::new();
    for &position in positions {
        for mover in Colour::ALL {
            let start = State { position, mover, before: [None; 2], passed: false, ended: false };
            numbers.insert(start, states.len());
            states.push(start);
        }
    }
    let starts = states.len();
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        let after = next(board, ko, &states[moves.len()]);
        moves.push(
            after
                .into_iter()
                .map(|state| {
                    *numbers.entry(state).or_insert_with(|| {
                        states.push(state);
                        states.len() - 1
                    })
                })
                .collect(),
        );
    }
    let mut found = HashMap::new();
    for owner in Colour::ALL {
        let forces = if goal == Goal::Captured { owner.opponent() } else { owner };
        let start = |s: &State| match goal {
            Goal::Captured => !s.position.of(owner),
            Goal::Immortal => board.immortal_by_definition(s.position, owner),
        };
        let starting: Vec<Points> = states.iter().map(start).collect();
        let mut values = starting.clone();
        loop {
            let mut same = true;
            for i in (0..states.len()).rev() {
                let state = &states[i];
                let after = moves[i].iter().map(|&m| values[m]);
                let follows = match moves[i].is_empty() {
                    true => 0,
                    false if state.mover == forces => after.fold(0, |m, v| m | v),
                    false => after.fold(!0, |m, v| m & v),
                };
                let standing = if goal == Goal::Captured { !0 } else { state.position.of(owner) };
                let new = starting[i] | follows & standing;
                if new != values[i] {
                    values[i] = new;
                    same = false;
                }
            }
            if same {
                break;
            }
        }
        for i in 0..starts {
            found.insert((states[i].position, states[i].mover, owner), values[i] & states[i].position.of(owner));
        }
    }
    found
}

fn boards() -> impl Iterator<Item = (Board, Vec<Position>)> {
    let grids = (1..=3).flat_map(|rows| (rows..=8 / rows).map(move |cols| (rows, cols))).chain([(3, 3)]);
    grids.map(|(rows, cols)| {
        let grid = Grid::new(rows, cols).unwrap();
        (Board::new(grid).unwrap(), Index::new(grid).unwrap().iter().collect())
    })
}

#[test]
fn what_is_forced_is_what_the_game_as_it_is_said_comes_to() {
    for (board, positions) in boards() {
        let slots = Arc::new(Slots::new(&board).unwrap());
        for (ko, repetition) in [(false, Repetition::Allowed), (true, Repetition::BasicKo)] {
            let states = States::new(&slots, repetition, &Sweeps::alone()).unwrap();
            for goal in [Goal::Captured, Goal::Immortal] {
                let reached = states.reach(goal, &Sweeps::alone()).unwrap();
                let mut stones = 0;
                for ((position, mover, owner), told) in forced(&board, &positions, ko, goal) {
                    let found = reached.points(Sides::of(position, mover)) & position.of(owner);
                    assert_eq!(
                        found,
                        told,
                        "{:?} {position:?} {mover} moves, {owner}'s, {goal:?} {repetition:?}",
                        board.grid()
                    );
                    stones += told.count_ones();
                }
                assert!(stones > 0 || board.len() < 3, "{} {goal:?}", board.grid());
            }
        }
    }
}

#[test]
fn each_position_has_one_number_up_to_symmetry() {
    for (board, positions) in boards() {
        let slots = Slots::new(&board).unwrap();
        let mut count = 0;
        for block in slots.blocks() {
            for code in 0..block.colourings() {
                let Some(sides) = slots.legal(block, code) else { continue };
                let place = slots.place(sides);
                assert_eq!(place.slot, block.base + code as usize);
                assert_eq!(slots.points(place, slots.bits(place, sides.own)), sides.own);
                count += slots.images(sides);
            }
        }
        assert_eq!(count, positions.len() as u64, "{}", board.grid());
        for &position in &positions {
            let sides = Sides::of(position, Colour::Black);
            let place = slots.place(sides);
            let (block, image) = (&slots.blocks()[slots.block_of(place.slot)], slots.position(place.slot));
            assert!(slots.legal(block, (place.slot - block.base) as u32).is_some());
            // The points of the image lead back to those of the position.
            let all = slots.points(place, block.colourings() - 1);
            assert_eq!((all, image.occupied().count_ones()), (position.occupied(), all.count_ones()));
        }
    }
}

#[test]
fn a_position_comes_from_those_whose_plays_lead_to_it() {
    for (board, positions) in boards() {
        let mut from: HashMap<Position, Vec<Position>> = HashMap::new();
        let mut made = Vec::new();
        for &position in &positions {
            let sides = Sides::of(position, Colour::Black);
            plays(&board, sides, &mut made);
            let all: Vec<Position> = points_of(board.empty(position))
                .filter_map(|p| board.play(position, Colour::Black, p))
                .map(|play| play.after.swapped())
                .collect();
            assert_eq!(made.iter().map(|play| play.after(sides).position()).collect::<Vec<_>>(), all);
            all.into_iter().for_each(|after| from.entry(after).or_default().push(position));
        }
        for &position in &positions {
            let mut found = Vec::new();
            predecessors(&board, Sides::of(position, Colour::Black), |before| found.push(before.position()));
            found.sort_unstable();
            let mut told = from.remove(&position).unwrap_or_default();
            told.sort_unstable();
            assert_eq!(found, told, "{} {position:?}", board.grid());
        }
    }
}

fn rules(list: &str) -> Vec<RuleSet> {
    RuleSet::parse_list(list).expect("a known list")
}

fn facts(board: &WholeBoard, set: &RuleSet) -> Arc<dyn ContinuationFacts> {
    let facts = board.facts(std::slice::from_ref(set), &Silent, &NEVER).expect("nothing stops it");
    facts[0].known().expect("the game is solved")
}

fn confirmation_facts(board: &WholeBoard, set: &RuleSet) -> Arc<dyn ConfirmationFacts> {
    let facts = board.facts(std::slice::from_ref(set), &Silent, &NEVER).expect("nothing stops it");
    facts[0].known().expect("the game is solved")
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// All boards of up to 12 points, each in one orientation.
fn grids() -> impl Iterator<Item = Grid> {
    let grids = (1..=3usize).flat_map(|rows| (rows..=12 / rows).map(move |cols| (rows, cols)));
    grids.map(|(rows, cols)| Grid::new(rows, cols).expect("a size"))
}

#[test]
fn tables_without_a_list_of_the_classes_say_the_same() {
    for grid in grids() {
        let (listed, dense) = (WholeBoard::new(grid).expect("small"), WholeBoard::dense(grid).expect("small"));
        let ms = rules("ms-japanese").remove(0);
        for set in [ms.clone().lifting(MS_KO), ms] {
            let [listed_facts, dense_facts] = [&listed, &dense].map(|board| facts(board, &set));
            for position in listed.positions() {
                for owner in Colour::ALL {
                    for first in Colour::ALL {
                        let [a, b] = [&listed_facts, &dense_facts].map(|f| f.captured(position, owner, first));
                        assert_eq!(a, b, "captured {owner} first {first} {}", diagram::text(grid, position));
                    }
                    let [a, b] = [&listed_facts, &dense_facts].map(|f| f.independent(position, owner));
                    assert_eq!(a, b, "independent {owner} {}", diagram::text(grid, position));
                }
            }
        }
    }
}

/// What both solvers say of a state of a confirmation.
fn both_say(facts: [&dyn ConfirmationFacts; 2], state: &Confirming, owner: Colour, board: &Board) {
    let said = facts.map(|facts| {
        let found = facts.cleared(state, owner)?;
        Some((found.each & board.all(), found.everywhere))
    });
    assert_eq!(said[0], said[1], "{owner}'s, {state:?}");
    assert!(said[0].is_some());
}

/// Every state of the confirmations that can follow from any position, under j1989, without the pass for a ko, and without the ban.
fn confirmations_are_solved_alike(size: &str) {
    let grid = Grid::parse(size).expect("a size");
    let (listed, dense) = (WholeBoard::new(grid).expect("small"), WholeBoard::dense(grid).expect("small"));
    let (j1989, board) = (rules("j1989").remove(0), listed.board());
    let sets = [j1989.clone().lifting(J1989_7_2), j1989.clone().lifting(J1989_7_2_PASS), j1989];
    let banned = sets.each_ref().map(|set| {
        let [a, b] = [&listed, &dense].map(|board| confirmation_facts(board, set));
        let mut banned = 0;
        for owner in Colour::ALL {
            let game = Confirmation::new(set, board, owner);
            let (mut seen, mut open) = (HashSet::new(), Vec::new());
            for position in listed.positions() {
                let [of_a, of_b] = [&a, &b].map(|facts| facts.captured(position, owner));
                assert_eq!(of_a, of_b, "captured {owner}'s {}", diagram::text(grid, position));
                open.extend(Colour::ALL.map(|mover| game.remembering(position, mover, [0; 3])));
            }
            seen.extend(open.iter().copied());
            let mut moves = Vec::new();
            while let Some(state) = open.pop() {
                both_say([&*a, &*b], &state, owner, board);
                banned += usize::from(state.bans() != [0; 3]);
                moves.clear();
                game.moves(&state, &mut moves);
                for (mv, next) in &moves {
                    let passed = || game.remembering(next.position, next.mover, next.bans());
                    let next = if *mv == KoMove::Pass { passed() } else { *next };
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        banned
    });
    let has_kos = !["1x1", "2x2"].contains(&size);
    assert!(banned[0] == 0 && (!has_kos || banned[1..].iter().all(|&banned| banned > 0)), "{size} {banned:?}");
}

#[test]
fn confirmations_without_a_list_of_the_classes_say_the_same() {
    for size in ["1x1", "1x2", "2x2", "1x7", "2x3", "2x4", "3x3"] {
        confirmations_are_solved_alike(size);
    }
}

/// By hand: `cargo test --release --test all -- --ignored dense::confirmations_of_3x4`. It takes minutes.
#[test]
#[ignore = "takes minutes"]
fn confirmations_of_3x4_without_a_list_of_the_classes_say_the_same() {
    confirmations_are_solved_alike("3x4");
}

#[test]
fn a_comparison_without_a_list_of_the_classes_is_the_same() {
    let all = "tromp-taylor,aga-territory,aga-area,ms-japanese,ms-chinese,j1989,j1989:enable=enclosed";
    let (all, aj2004) = (rules(all), rules("tromp-taylor,aj2004"));
    let sizes = ["1x1", "1x5", "2x3", "2x4", "3x3", "1x9"].map(|size| (size, &all));
    for (size, rules) in sizes.into_iter().chain(["1x1", "1x5", "2x3", "2x4", "3x3"].map(|size| (size, &aj2004))) {
        let grid = Grid::parse(size).expect("a size");
        let options = Options {
            also: &[Prisoners::None],
            causes: Some(Changes::Light),
            settled: SettledBy::Fates,
            ..Options::under(Prisoners::Level)
        };
        let report = |board: WholeBoard| {
            let found = Comparison::run(&board, rules, &options, &Silent, &NEVER).expect("nothing stops it");
            let report = Report { command: "diverge", comparison: &found, left_out: &[] };
            report.markdown() + &report.json().to_string()
        };
        let [listed, dense] =
            [WholeBoard::new(grid), WholeBoard::dense(grid)].map(|board| report(board.expect("small")));
        assert_eq!(listed, dense, "{size}");
    }
}

#[test]
fn a_run_that_was_ended_is_gone_on_with() {
    // With the checksums of their parts; j1989 with the list of states with bans, and what finds the positions.
    goes_on_after_its_end("ms-chinese", &["captured", "made-immortal"], 4);
    goes_on_after_its_end("j1989", &["captured", "cleared", "cleared-everywhere"], 9);
    goes_on_after_its_end("aj2004", &["extremes", "values"], 2);
}

/// How often a stage is stopped.
const MOST_STOPS: usize = 6;

/// Stops whenever half of what is pending has been looked at, if that is much, in each of the stages, which are kept in so many files.
fn goes_on_after_its_end(rule_set: &str, stages: &[&'static str], files: usize) {
    struct Stopping<'a> {
        stop: AtomicBool,
        stages: &'a [&'static str],
        /// How often each of them has been stopped.
        stopped: Mutex<Vec<usize>>,
    }

    impl Progress for Stopping<'_> {
        fn advances(&self, _: &Subject, stage: &str, done: u64, found: u64) {
            let at = self.stages.iter().position(|name| *name == stage);
            if let Some(at) = at.filter(|_| found > 5_000 && 2 * done > found) {
                let mut stopped = self.stopped.lock().expect("no panic");
                // What is looked at after a round is not kept: who always stops there does not come to an end.
                if stopped[at] < MOST_STOPS && !self.stop.swap(true, Ordering::Relaxed) {
                    stopped[at] += 1;
                }
            }
        }
    }

    let board = WholeBoard::dense(Grid::parse("3x4").expect("a size")).expect("small");
    let set = rules(rule_set);
    let whole = tempfile::tempdir().expect("a folder");
    let keep = |folder: &Path, resume: bool, stop: &AtomicBool, progress: &dyn Progress| {
        let store = Store::new(folder);
        board.keep_dense(&set, resume, &store, &Stages { store: Some(&store), keeps: true, stop, progress })
    };
    keep(whole.path(), false, &NEVER, &Silent).expect("a folder");
    let names = Store::new(whole.path()).names().expect("a folder");
    assert_eq!(names.len(), files, "{names:?}");
    let cut = tempfile::tempdir().expect("a folder");
    let stopping = Stopping { stop: AtomicBool::new(false), stages, stopped: Mutex::new(vec![0; stages.len()]) };
    loop {
        stopping.stop.store(false, Ordering::Relaxed);
        match keep(cut.path(), true, &stopping.stop, &stopping) {
            Ok(()) => break,
            Err(StoreError::Stopped) => {
                let unfinished = Store::new(cut.path()).names().expect("a folder");
                assert!(unfinished.iter().any(|name| name.ends_with("-unfinished.table")), "{unfinished:?}");
            }
            Err(error) => panic!("{error}"),
        }
    }
    let stopped = stopping.stopped.into_inner().expect("no panic");
    // In its first sweeps, and in later ones or what follows from these.
    assert!(stopped.iter().all(|times| *times > 1), "{stages:?}: {stopped:?}");
    let again = keep(cut.path(), false, &NEVER, &Silent);
    assert!(matches!(again, Err(StoreError::Exists { .. })), "{again:?}");
    for name in &names {
        let [a, b] = [&whole, &cut].map(|folder| std::fs::read(folder.path().join(name)).expect("a table"));
        assert!(a == b, "{name}");
    }
    assert_eq!(Store::new(cut.path()).names().expect("a folder"), names);
    // Damaged: refused before anything is looked up.
    for name in &names {
        let file = cut.path().join(name);
        let bytes = std::fs::read(&file).expect("a table");
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 1;
        std::fs::write(&file, damaged).expect("a table");
        let refused = keep(cut.path(), true, &NEVER, &Silent);
        assert!(matches!(refused, Err(StoreError::Damaged { .. })), "{name}: {refused:?}");
        std::fs::write(&file, bytes).expect("a table");
    }
}

/// Tables hold against searches of positions that are drawn; a table that has come to say something else does not.
#[test]
fn searches_of_drawn_positions_say_what_the_tables_say_and_find_tables_that_are_wrong() {
    for (rule_set, turned) in [("j1989", "captured"), ("ms-japanese", "captured"), ("aj2004", "values")] {
        let set = &rules(rule_set)[0];
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path());
        let mut board = WholeBoard::dense(Grid::parse("2x5").expect("a size")).expect("small");
        let stages = Stages { store: Some(&store), keeps: true, stop: &NEVER, progress: &Silent };
        board.keep_dense(std::slice::from_ref(set), false, &store, &stages).expect("a folder");
        let mut hold = || {
            board.look_up(&store, std::slice::from_ref(set), &NEVER).expect("tables");
            board.searched_alike(set, (300, 5), Budget::of(200_000), &Silent, &NEVER)
        };
        let held = hold().expect("the same");
        assert_eq!((held.positions, held.open), (300, 0), "{rule_set}");
        // What it says turned over, under a checksum that fits.
        let turned = format!("-{turned}.table");
        let name = store.names().expect("a folder").into_iter().find(|name| name.ends_with(&turned));
        let file = folder.path().join(name.expect("a table"));
        let mut bytes = std::fs::read(&file).expect("a table");
        let (from, to) = (bytes.len() / 2, bytes.len() - 32);
        bytes[from..to].iter_mut().for_each(|byte| *byte = !*byte);
        bytes.truncate(to);
        let checksum = blake3::hash(&bytes);
        bytes.extend_from_slice(checksum.as_bytes());
        std::fs::write(&file, bytes).expect("a table");
        let wrong = hold().expect_err("another outcome").to_string();
        assert!(wrong.contains(&format!("2x5 {rule_set}: outcome is wrong for ")), "{wrong}");
        assert!(wrong.contains("by the tables it is "), "{wrong}");
    }
}

/// Processor seconds of this process, and the most memory it has had in MiB.
fn used() -> (f64, u64) {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    let ticks: f64 = fields[11].parse::<f64>().expect("a number") + fields[12].parse::<f64>().expect("a number");
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let most = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a line");
    (ticks / 100.0, most.split_whitespace().nth(1).expect("a number").parse::<u64>().expect("a number") / 1024)
}

/// What is found of 4x4 by numbers, and by lists with the board that has them; what both ways cost is printed.
fn both_ways<T>(set: &RuleSet, facts: fn(&WholeBoard, &RuleSet) -> T) -> (T, T, WholeBoard) {
    let grid = Grid::parse("4x4").expect("a size");
    let begun = used();
    let dense = facts(&WholeBoard::dense(grid).expect("small"), set);
    let between = used();
    println!("numbers: {:.1} s of processor time, {} MiB at most", between.0 - begun.0, between.1);
    let board = WholeBoard::new(grid).expect("small");
    let listed = facts(&board, set);
    let end = used();
    println!("lists: {:.1} s of processor time, {} MiB at most", end.0 - between.0, end.1);
    (dense, listed, board)
}

/// By hand: `cargo test --release --test all -- --ignored --nocapture dense::a_board_of_16_points`. It takes minutes.
#[test]
#[ignore = "takes minutes"]
fn a_board_of_16_points_is_solved_alike() {
    let (dense, listed, listed_board) = both_ways(&rules("ms-japanese")[0], facts);
    let all = |facts: &Arc<dyn ContinuationFacts>, position: Position| {
        let captured = Colour::ALL.map(|owner| Colour::ALL.map(|first| facts.captured(position, owner, first)));
        (captured, Colour::ALL.map(|owner| facts.independent(position, owner)))
    };
    for class in 0..listed_board.symmetric().len() {
        let position = listed_board.symmetric().representative(class);
        assert_eq!(
            all(&dense, position),
            all(&listed, position),
            "{}",
            diagram::text(listed_board.board().grid(), position)
        );
    }
}

/// By hand: `cargo test --release --test all -- --ignored --nocapture dense::confirmations_of_a_board_of_16_points`. It takes minutes.
#[test]
#[ignore = "takes minutes"]
fn confirmations_of_a_board_of_16_points_are_solved_alike() {
    let set = rules("j1989").remove(0);
    let (dense, listed, listed_board) = both_ways(&set, confirmation_facts);
    let (board, mut moves) = (listed_board.board(), Vec::new());
    for class in 0..listed_board.symmetric().len() {
        let position = listed_board.symmetric().representative(class);
        for owner in Colour::ALL {
            let game = Confirmation::new(&set, board, owner);
            assert_eq!(listed.captured(position, owner), dense.captured(position, owner));
            for mover in Colour::ALL {
                let state = game.remembering(position, mover, [0; 3]);
                both_say([&*listed, &*dense], &state, owner, board);
                moves.clear();
                game.moves(&state, &mut moves);
                let banned = moves.iter().filter(|(_, next)| next.bans() != [0; 3]);
                banned.for_each(|(_, next)| both_say([&*listed, &*dense], next, owner, board));
            }
        }
    }
}

/// Beyond 16 points there are no lists to compare with, and values take another byte: random positions of the smallest such board are searched.
#[test]
#[ignore = "takes minutes"]
fn a_board_of_17_points_is_judged_as_by_searches() {
    let board = WholeBoard::dense(Grid::parse("1x17").expect("a size")).expect("small");
    let index = Index::new(board.board().grid()).expect("small");
    for name in ["j1989", "j1989:enable=none", "ms-japanese"] {
        let set = rules(name).remove(0);
        let facts = board.facts(std::slice::from_ref(&set), &Silent, &NEVER).expect("nothing stops it").remove(0);
        // What is not looked up would be undecided.
        let mut looked_up = knowing(&set, board.board(), Budget::of(1), &facts);
        let mut random = fastrand::Rng::with_seed(17);
        let (mut judged, mut open) = (0, 0);
        for _ in 0..10_000 {
            let position = index.unrank(random.u64(0..index.count())).expect("a rank");
            let searched = interpreter(&set, board.board(), Budget::of(20_000)).judge(position).outcome;
            let is = looked_up.judge(position).outcome;
            match searched {
                Outcome::Undecided { lo, hi } => {
                    open += 1;
                    assert!(
                        is.margin().is_some_and(|margin| lo <= margin && margin <= hi),
                        "{name}: {is:?} {searched:?}"
                    );
                }
                _ => assert_eq!(is, searched, "{name} on {}", diagram::text(board.board().grid(), position)),
            }
            judged += 1;
        }
        println!("{name}: {judged} judged, {open} of them left open by searches, no other verdict");
        assert!(2 * open < judged, "{name}: {open} of {judged} open");
    }
}
