//! What makes the program fast is held equal to what it stands for, over whole small boards.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rayon::prelude::*;
use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::index::Index;
use shinpan::board::{Board, Colour, Grid, Points, Position, StoneString, diagram, points_of};
use shinpan::law::RuleSet;
use shinpan::law::{Life, Outcome, Verdict, interpreter};
use shinpan::solve::Budget;
use shinpan::solve::whole::classes::Classes;
use shinpan::solve::whole::store::Stages;
use shinpan::texts::mindsports::SuperkoFacts;

fn board(size: &str) -> Board {
    Board::new(Grid::parse(size).expect("a size")).expect("small")
}

fn rules(list: &str) -> Vec<RuleSet> {
    RuleSet::parse_list(list).expect("a known list")
}

/// The immortal stones by the recursion that the definition is: a stone must outlast every play of the opponent, and then
/// every sequence after it. The opponent's stones only grow in number, so the recursion ends.
struct Survivors<'a> {
    board: &'a Board,
    index: &'a Index,
    colour: Colour,
    known: Vec<Option<Points>>,
}

impl Survivors<'_> {
    fn of(&mut self, position: Position) -> Points {
        let rank = self.index.rank(position).expect("a legal position") as usize;
        if let Some(known) = self.known[rank] {
            return known;
        }
        let mut survivors = position.of(self.colour);
        for p in points_of(self.board.empty(position)) {
            if let Some(play) = self.board.play(position, self.colour.opponent(), p) {
                survivors &= self.of(play.after);
            }
        }
        self.known[rank] = Some(survivors);
        survivors
    }
}

#[test]
fn benson_finds_the_immortal_stones_of_every_position_of_every_board_up_to_12_points() {
    let mut compared = 0u64;
    for (rows, cols) in (1..=12).flat_map(|r| (1..=12).map(move |c| (r, c))).filter(|(r, c)| r * c <= 12) {
        let grid = Grid::new(rows, cols).expect("a size in range");
        let (index, board) = (Index::new(grid).expect("small"), Board::new(grid).expect("small"));
        for colour in Colour::ALL {
            let known = vec![None; index.count() as usize];
            let mut survivors = Survivors { board: &board, index: &index, colour, known };
            for position in index.iter() {
                assert_eq!(
                    board.immortal(position, colour),
                    survivors.of(position),
                    "{colour} on {}",
                    shinpan::board::diagram::text(grid, position)
                );
                compared += 1;
            }
        }
    }
    // Twice (for the colours) the legal positions of 35 boards: 3x4 and 4x3 alone have 321,689 each.
    assert!(compared > 4 * 321_689);
}

/// What is asked of one string, or of two things at once, is not looked for where it cannot be: the answers are the same.
#[test]
fn what_is_looked_for_together_or_of_one_string_is_what_is_found_of_all() {
    let sizes = (1..=12).flat_map(|r| (1..=12).map(move |c| (r, c))).filter(|(r, c)| r * c <= 12);
    let boards: Vec<Board> = sizes.map(|(r, c)| Board::new(Grid::new(r, c).expect("a size")).expect("small")).collect();
    let asked = boards.par_iter().map(|board| {
        let mut asked = 0u64;
        for position in Index::new(board.grid()).expect("small").iter() {
            for colour in Colour::ALL {
                let said = || format!("{colour} on {}", diagram::text(board.grid(), position));
                let (immortal, safe) = (board.immortal(position, colour), board.safe(position, colour));
                assert_eq!(
                    board.immortal_and_barred(position, colour),
                    (immortal, board.barred(position, colour)),
                    "{}",
                    said()
                );
                for string in board.components(position.of(colour)) {
                    assert_eq!(board.is_any_safe(position, colour, string), safe & string != 0, "{}", said());
                    let p = string.trailing_zeros() as usize;
                    assert_eq!(
                        board.immortal_zone(position, colour, p).is_some(),
                        immortal >> p & 1 == 1,
                        "{}",
                        said()
                    );
                    assert_eq!(board.safe_zone(position, colour, p).is_some(), safe >> p & 1 == 1, "{}", said());
                    asked += 1;
                }
            }
        }
        asked
    });
    assert!(asked.sum::<u64>() > 4 * 321_689);
}

#[test]
fn the_search_for_immortal_stones_is_the_definition_on_every_position_of_3x3() {
    let grid = Grid::new(3, 3).expect("a size in range");
    let (index, board) = (Index::new(grid).expect("small"), Board::new(grid).expect("small"));
    for position in index.iter() {
        for colour in Colour::ALL {
            assert_eq!(board.immortal(position, colour), board.immortal_by_definition(position, colour));
        }
    }
}

/// One step of the proof that `colour` takes the points he denies: a play that is no ko capture, loses none of them, and after
/// any answer is at most one such play from more immortal stones there.
fn takes_on(board: &Board, position: Position, colour: Colour, denied: Points, stones: u32, plies: u32) -> bool {
    let opponent = colour.opponent();
    points_of(board.empty(position) & denied).filter_map(|p| board.play(position, colour, p)).any(|play| {
        let here = play.after;
        if play.ko.is_some() || denied & !board.denied(here, colour) != 0 {
            return false;
        }
        if (board.immortal(here, colour) & denied).count_ones() > stones {
            return true;
        }
        let replies = points_of(board.empty(here)).filter_map(|p| board.play(here, opponent, p)).map(|p| p.after);
        plies > 0 && replies.chain([here]).all(|next| takes_on(board, next, colour, denied, stones, plies - 1))
    })
}

/// Whether there was something to take of what `colour` denies on a position: it stays denied and is taken.
fn denied_holds(board: &Board, position: Position, colour: Colour) -> bool {
    let denied = board.denied(position, colour);
    if denied == 0 {
        return false;
    }
    let text = diagram::text(board.grid(), position);
    let immortal = board.immortal(position, colour) & denied;
    let mut contested = denied & position.of(colour.opponent()) != 0;
    for p in points_of(board.empty(position)) {
        if let Some(play) = board.play(position, colour.opponent(), p) {
            contested |= denied >> p & 1 == 1;
            assert_eq!(denied & !board.denied(play.after, colour), 0, "{text} after a play on {p}");
        }
    }
    if contested {
        assert!(takes_on(board, position, colour, denied, immortal.count_ones(), 1), "{colour} on {text}");
    }
    contested
}

/// After any play of the opponent's some answer, or none, leaves barred what was; and where a stone of his is barred, some play leads
/// to more immortal or safe stones there, or fewer of his, within some more.
fn bars_on(board: &Board, position: Position, colour: Colour, barred: Points, plies: u32) -> bool {
    let opponent = colour.opponent();
    let here = |at: Position| barred & !board.barred(at, colour) == 0;
    let own = |at: Position| (at.of(colour) & barred).count_ones();
    points_of(board.empty(position) & barred).filter_map(|p| board.play(position, colour, p)).any(|play| {
        if play.ko.is_some() || !here(play.after) {
            return false;
        }
        let safe = |at: Position| (board.safe(at, colour) & barred).count_ones();
        if safe(play.after) > safe(position) || play.after.of(opponent) & barred == 0 {
            return true;
        }
        let replies = points_of(board.empty(play.after)).filter_map(|p| board.play(play.after, opponent, p));
        let replies = replies.map(|p| p.after).chain([play.after]);
        plies > 0 && replies.into_iter().all(|next| own(next) > 0 && bars_on(board, next, colour, barred, plies - 1))
    })
}

/// Whether more is barred on a position than denied, and whether there was something to take: all of it stays so by answers and is taken, and
/// what is safe by answers stays safe.
fn barred_holds(board: &Board, position: Position, colour: Colour) -> [bool; 2] {
    let text = diagram::text(board.grid(), position);
    let (immortal, safe) = (board.immortal(position, colour), board.safe(position, colour));
    assert_eq!(immortal & !safe, 0, "{text}");
    let (denied, barred) = (board.denied(position, colour), board.barred(position, colour));
    assert_eq!(denied & !barred, 0, "{text}");
    let kept = |at: Position| barred & !board.barred(at, colour) == 0 && safe & !board.safe(at, colour) == 0;
    for p in points_of(board.empty(position)) {
        let Some(play) = board.play(position, colour.opponent(), p) else { continue };
        let answers = points_of(board.empty(play.after)).filter_map(|p| board.play(play.after, colour, p));
        let mut answers = answers.filter(|answer| answer.ko.is_none()).map(|answer| answer.after);
        assert!(kept(play.after) || answers.any(kept), "{colour} on {text} after a play on {p}");
    }
    let contested = barred & position.of(colour.opponent()) != 0;
    assert!(!contested || bars_on(board, position, colour, barred, 2), "{colour} on {text}");
    [barred != denied, contested]
}

/// Of these positions, as Black sees them (the colours are alike): how many have more barred points than denied, something to take on barred
/// points, and something to take on denied ones.
fn all_hold(board: &Board, positions: Vec<Position>) -> [usize; 3] {
    let held = positions.into_par_iter().map(|position| {
        let denied = denied_holds(board, position, Colour::Black);
        let [more, contested] = barred_holds(board, position, Colour::Black);
        [more, contested, denied].map(usize::from)
    });
    held.reduce(|| [0; 3], |a, b| [0, 1, 2].map(|i| a[i] + b[i]))
}

#[test]
fn what_is_denied_barred_or_safe_is_so_on_every_position_of_every_board_of_up_to_12_points() {
    let mut all = [0; 3];
    for (rows, cols) in (1..=3).flat_map(|r| (r..=12).map(move |c| (r, c))).filter(|(r, c)| r * c <= 12) {
        let board = board(&format!("{rows}x{cols}"));
        let found = all_hold(&board, Index::new(board.grid()).expect("small").iter().collect());
        println!("{rows}x{cols}: {found:?}");
        all = [0, 1, 2].map(|i| all[i] + found[i]);
    }
    assert!(all.into_iter().all(|found| found > 2_000), "{all:?}");
}

/// Positions drawn at random, Black with most stones.
#[test]
fn what_is_denied_barred_or_safe_is_so_on_random_positions_of_boards_of_13_to_25_points() {
    let sizes = (2..=5).flat_map(|r| (r..=12).map(move |c| (r, c)));
    for (rows, cols) in sizes.filter(|(r, c)| (13..=25).contains(&(r * c))) {
        let board = board(&format!("{rows}x{cols}"));
        let mut random = fastrand::Rng::with_seed((100 * rows + cols) as u64);
        let drawn = std::iter::repeat_with(|| {
            let (black, white) = (random.u32(3..9), random.u32(0..3));
            (0..board.len()).fold(Position::default(), |mut position, p| {
                match random.u32(0..12) {
                    n if n < black => position.stones[0] |= 1 << p,
                    n if n < black + white => position.stones[1] |= 1 << p,
                    _ => {}
                }
                position
            })
        });
        let found = all_hold(&board, drawn.filter(|position| board.is_legal(*position)).take(20_000).collect());
        println!("{rows}x{cols}: {found:?}");
        assert!(found.into_iter().all(|found| found > 100), "{rows}x{cols} {found:?}");
    }
}

fn all_one_by_one(grid: Grid, rules: &RuleSet) -> Vec<(Position, Verdict)> {
    let board = Board::new(grid).expect("small");
    let mut interpreter = interpreter(rules, &board, Budget::default());
    Index::new(grid).expect("small").iter().map(|p| (p, interpreter.judge(p))).collect()
}

fn assert_images_are_verdicts(size: &str, list: &str) {
    let grid = Grid::parse(size).expect("a size");
    let whole = WholeBoard::new(grid).expect("small");
    for rules in rules(list) {
        let stop = Default::default();
        let tables = whole.judge(std::slice::from_ref(&rules), Budget::default(), &Silent, &stop).expect("not stopped");
        for (at, (position, verdict)) in all_one_by_one(grid, &rules).into_iter().enumerate() {
            assert_eq!(whole.position(at), position);
            let text = shinpan::board::diagram::text(grid, position);
            assert_eq!(whole.verdict(&tables[0], at), verdict, "{rules} on {text}");
            assert_eq!(whole.outcome(&tables[0], at), verdict.outcome, "{rules} on {text}");
        }
    }
}

#[test]
fn verdicts_of_images_are_images_of_verdicts_under_all_rule_sets_on_whole_boards() {
    let list = "j1989 j1989:infinite=defender,seki=group j1997 j1997:agreement=as-it-stands,ko-stones=prisoners aj2004 \
                aj2004:score=area ms-japanese ms-chinese:dead=superko,seki=points";
    for size in ["1x1", "1x4", "4x1", "1x6", "2x2", "2x3"] {
        assert_images_are_verdicts(size, list);
    }
}

#[test]
fn verdicts_of_images_are_images_of_verdicts_on_every_position_of_3x3() {
    assert_images_are_verdicts("3x3", "j1989:enable=anywhere aj2004 ms-japanese ms-chinese:dead=superko");
}

#[test]
fn what_an_interpreter_remembers_does_not_change_its_verdicts() {
    for size in ["1x5", "2x2", "2x3"] {
        let grid = Grid::parse(size).expect("a size");
        let board = Board::new(grid).expect("small");
        for rules in RuleSet::defaults() {
            for (position, verdict) in all_one_by_one(grid, &rules) {
                let fresh = interpreter(&rules, &board, Budget::default()).judge(position);
                assert_eq!(fresh, verdict, "{rules} on {}", shinpan::board::diagram::text(grid, position));
            }
        }
    }
}

#[test]
fn a_search_out_of_budget_is_undecided_and_its_bounds_hold() {
    let grid = Grid::parse("2x3").expect("a size");
    let board = Board::new(grid).expect("small");
    let mut undecided = 0;
    for rules in RuleSet::defaults() {
        for (position, verdict) in all_one_by_one(grid, &rules) {
            let poor = interpreter(&rules, &board, Budget::of(70)).judge(position);
            match (poor.outcome, verdict.outcome) {
                (shinpan::law::Outcome::Undecided { lo, hi }, shinpan::law::Outcome::Margin(m)) => {
                    undecided += 1;
                    assert!(lo <= m && m <= hi, "{rules} on {}", shinpan::board::diagram::text(grid, position));
                }
                (shinpan::law::Outcome::Undecided { .. }, _) => undecided += 1,
                _ => {
                    // By which of two terms a string is alive may be left open.
                    let said = |verdict: &Verdict| {
                        let status = verdict.status.clone();
                        let lives: Option<Vec<Life>> =
                            status.as_ref().map(|s| s.strings.iter().map(|s| s.life).collect());
                        (verdict.outcome, verdict.claims.clone(), lives, status.map(|s| s.points))
                    };
                    let text = shinpan::board::diagram::text(grid, position);
                    assert_eq!(said(&poor), said(&verdict), "{rules} on {text}");
                }
            }
        }
    }
    assert!(undecided > 0);
}

/// Whenever its time ends, what a search says is the verdict or bounds that hold it: at once, and after times so short that it is
/// broken off anywhere.
#[test]
fn a_search_out_of_time_is_undecided_and_its_bounds_hold() {
    let grid = Grid::parse("2x3").expect("a size");
    let board = Board::new(grid).expect("small");
    // Where a position is only counted nothing takes time.
    for rules in RuleSet::defaults().into_iter().filter(|rules| !rules.text.only_counts(rules)) {
        let mut undecided = 0;
        for (at, (position, verdict)) in all_one_by_one(grid, &rules).into_iter().enumerate() {
            let time = Duration::from_micros([0, 10, 30, 100, 300][at % 5]);
            let hasty = interpreter(&rules, &board, Budget::default().within(Some(time), None)).judge(position);
            let name = format!("{rules} on {} in {time:?}", shinpan::board::diagram::text(grid, position));
            match (hasty.outcome, verdict.outcome) {
                (Outcome::Undecided { lo, hi }, Outcome::Margin(m)) => {
                    undecided += 1;
                    assert!(lo <= m && m <= hi, "{name}");
                }
                (Outcome::Undecided { .. }, _) => undecided += 1,
                _ => assert_eq!(hasty.outcome, verdict.outcome, "{name}"),
            }
        }
        assert!(undecided > 0, "{rules}");
    }
}

/// Who gets his way with a stone of `owner` under situational superko, every history walked: the last of `visited` is where
/// the sequence is. What is forced without a repetition rule is taken from the tables.
fn keeps(
    known: &dyn SuperkoFacts,
    board: &Board,
    owner: Colour,
    stone: Points,
    visited: &mut Vec<(Position, Colour)>,
) -> bool {
    let &(position, mover) = visited.last().expect("the root");
    if position.of(owner) & stone == 0 {
        return false;
    }
    let [captured, kept] = known.freely(position, owner, mover);
    if (captured | kept) & stone != 0 {
        return kept & stone != 0;
    }
    let next = mover.opponent();
    let plays = points_of(board.empty(position)).filter_map(|p| board.play(position, mover, p));
    let mut to: Vec<(Position, Colour)> =
        plays.map(|play| (play.after, next)).filter(|to| !visited.contains(to)).collect();
    // A pass of the opponent lets the owner end the sequence.
    to.extend((mover == owner).then_some((position, next)));
    let mut goes_on = |to| {
        visited.push(to);
        let keeps = keeps(known, board, owner, stone, visited);
        visited.pop();
        keeps
    };
    if mover == owner { to.into_iter().any(&mut goes_on) } else { to.into_iter().all(goes_on) }
}

#[test]
fn strings_dead_under_superko_are_those_that_no_history_saves() {
    let stop = AtomicBool::new(false);
    let set = &rules("ms-japanese:dead=superko")[0];
    let mut histories = 0;
    for size in ["1x5", "1x6", "1x7", "2x3", "2x4"] {
        let board = Board::new(Grid::parse(size).expect("a size")).expect("small");
        let classes = Arc::new(Classes::new(&board).expect("small"));
        let game = set.text.solvable(set).expect("it is solved as a whole");
        let facts = game.solve(&classes, &Stages::in_memory(&stop)).expect("not stopped");
        let known: Arc<dyn SuperkoFacts> = facts.known().expect("the reading asks for it");
        for position in (0..classes.len()).map(|class| classes.representative(class)) {
            for StoneString { colour: owner, stones } in board.strings(position) {
                let stone = stones & stones.wrapping_neg();
                let dead = known.dead(position, owner);
                let text = diagram::text(board.grid(), position);
                assert_eq!(dead.lower & stones, dead.upper & stones, "undecided on {text}");
                let keeps = keeps(known.as_ref(), &board, owner, stone, &mut vec![(position, owner)]);
                assert_eq!(dead.lower & stones, if keeps { 0 } else { stones }, "{text}");
                let [captured, kept] = known.freely(position, owner, owner);
                histories += u32::from((captured | kept) & stone == 0);
            }
        }
    }
    assert!(histories > 0, "some strings are held by cycles alone");
}
