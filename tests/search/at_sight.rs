//! What is seen at once is what is searched for.

use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Colour, PointSet, Wide, WideBoard, diagram};
use shinpan::law::finished::Sight;
use shinpan::law::{Life, Outcome, RuleSet, Trace, interpreter};
use shinpan::solve::Budget;
use shinpan::solve::local::LocalGames;
use shinpan::texts;

use super::board;

/// Holds what is seen equal to what is searched for, under so many readings of each text, further play under superko on boards of up to
/// `superko` points only: hardly anything is seen of it, and its searches are long.
fn seen_is_searched_for(sizes: &[(&str, u64, usize)], superko: usize) -> [usize; 2] {
    let (mut seen, mut unseen, mut narrow) = (0, 0, 0);
    for &(size, every, sets) in sizes {
        let board = board(size);
        let mut judges: Vec<_> = texts::ALL
            .into_iter()
            .flat_map(|text| RuleSet::all_readings(text).into_iter().take(if size == "4x4" { 1 } else { sets }))
            // Their searches are long, and for them hardly anything is seen.
            .filter(|rules| !rules.first_passer_matters() || rules.value("endless") != Some("refused"))
            .filter(|rules| board.len() <= superko || !rules.first_passer_matters() || rules.text.prefix() == "j1997")
            // The long ones have their own board.
            .filter(|rules| board.len() <= 9 || !rules.first_passer_matters() && rules.text.id() != "aj2004")
            .map(|rules| (rules.clone(), interpreter(&rules, &board, Budget::of(200_000))))
            .collect();
        let index = Index::new(board.grid()).expect("small");
        let mut random = fastrand::Rng::with_seed(4);
        let mut at = 0;
        while at < index.count() {
            let position = index.unrank(at).expect("a rank");
            at += random.u64(1..=2 * every);
            let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
            for colour in Colour::ALL {
                // What is seen of the whole board is found region by region as well.
                let mut games = LocalGames::new(&WideBoard::new(board.grid()));
                let held = games.held(WideBoard::stones(&plain), colour, Wide::default(), Budget::of(0));
                let barred = held.barred.points().fold(0, |m, p| m | 1 << p);
                assert_eq!(board.denied(position, colour) & !barred, 0, "{plain}");
            }
            let sight = Sight::of(&plain);
            for (rules, judge) in &mut judges {
                let mut trace = Trace::kept();
                let Some(found) = sight.finished(rules, &mut trace) else {
                    let [lo, hi] = sight.unfinished(rules).bounds;
                    unseen += 1;
                    if unseen % 7 == 0
                        && let Some(margin) = judge.judge(position).outcome.margin()
                    {
                        assert!(lo <= margin && margin <= hi, "{rules} {plain}: {margin} is not in [{lo},{hi}]");
                        narrow += usize::from([-lo, hi].iter().any(|&most| most < 2 * board.len() as i32));
                    }
                    continue;
                };
                seen += 1;
                let verdict = judge.judge(position);
                assert_eq!(found.outcome(), verdict.outcome, "{rules} {plain}");
                if board.len() <= 6 && seen % 20 == 0 {
                    // It rests on clauses that the verdict of the whole board rests on, and says what the text counts.
                    let whole = judge.trace(position).1;
                    let steps = trace.steps();
                    assert!(!steps.is_empty() || plain.strings().is_empty(), "{rules} {plain}");
                    for step in &steps {
                        assert!(whole.iter().any(|s| s.clause == step.clause), "{rules} {plain}: {}", step.clause);
                    }
                }
                if let (Some(strings), Some(points), Some(status)) = (found.strings, found.points, verdict.status) {
                    assert!(strings.iter().map(|s| s.1).eq(status.strings.iter().map(|s| s.life)), "{rules} {plain}");
                    assert_eq!(points, status.points, "{rules} {plain}");
                }
            }
        }
    }
    [seen, narrow]
}

#[test]
fn what_is_seen_at_once_is_what_is_searched_for() {
    let sizes = [("1x5", 1, 20), ("1x7", 45, 20), ("2x3", 2, 20), ("2x4", 45, 20), ("3x3", 60, 5), ("3x4", 60_000, 4)];
    let [seen, narrow] = seen_is_searched_for(&sizes, 6);
    assert!(seen > 400 && narrow > 400, "{seen} {narrow}");
}

#[test]
#[ignore = "minutes"]
fn what_is_seen_at_once_is_what_is_searched_for_on_larger_boards() {
    let sizes = [("1x7", 5, 20), ("2x4", 5, 20), ("3x3", 7, 5), ("3x4", 900, 4), ("4x4", 60_000, 1)];
    let [seen, narrow] = seen_is_searched_for(&sizes, 6);
    assert!(seen > 1000 && narrow > 500, "{seen} {narrow}");
}

#[test]
#[ignore = "minutes"]
fn what_is_seen_of_further_play_is_what_is_searched_for() {
    let sizes = [("1x7", 5, 20), ("2x4", 5, 20), ("3x3", 7, 5)];
    let [seen, narrow] = seen_is_searched_for(&sizes, 9);
    assert!(seen > 1000 && narrow > 1000, "{seen} {narrow}");
}

/// Points of a player by the outline of a position: his stones, and empty regions with his stones alone around; and how many empty
/// points are nobody's.
fn outline(position: &PlainPosition) -> ([i32; 2], [i32; 2], usize) {
    let grid = position.grid();
    let (mut stones, mut territory, mut dame) = ([0; 2], [0; 2], 0);
    let mut seen = vec![false; grid.len()];
    for first in 0..grid.len() {
        if let Some(colour) = position.at(first) {
            stones[colour.index()] += 1;
        } else if !seen[first] {
            let (mut region, mut at, mut around) = (vec![first], 0, [false; 2]);
            seen[first] = true;
            while at < region.len() {
                for q in grid.neighbours(region[at]) {
                    match position.at(q) {
                        Some(colour) => around[colour.index()] = true,
                        None if !seen[q] => {
                            seen[q] = true;
                            region.push(q);
                        }
                        None => {}
                    }
                }
                at += 1;
            }
            match around {
                [true, false] => territory[0] += region.len() as i32,
                [false, true] => territory[1] += region.len() as i32,
                _ => dame += region.len(),
            }
        }
    }
    (stones, territory, dame)
}

/// Made by `python3 tools/finished_games.py 7 9 13 19 --games 3 --seed 1` with GNU Go 3.8.
#[test]
fn games_played_out_are_judged_at_sight_on_boards_of_any_size() {
    let mut judged = 0;
    for line in include_str!("../finished.txt").lines() {
        let text = line.split_whitespace().last().expect("a position");
        let position = diagram::parse(text).expect("a position");
        let (stones, territory, dame) = outline(&position);
        assert_eq!(dame, 0, "{line}");
        let difference = |by: [i32; 2]| by[0] - by[1];
        for rules in ["j1989", "ms-japanese", "ms-chinese"] {
            let set = RuleSet::parse(rules).expect("a rule set").remove(0);
            let found = Sight::of(&position).finished(&set, &mut Trace::silent());
            let found = found.unwrap_or_else(|| panic!("{rules} {line}"));
            let area = if rules == "ms-chinese" { difference(stones) } else { 0 };
            assert_eq!(found.outcome(), Outcome::Margin(difference(territory) + area), "{rules} {line}");
            let alive = found.strings.expect("a status").iter().all(|(_, life)| *life == Life::Alive);
            assert!(alive, "{rules} {line}");
            judged += 1;
        }
    }
    assert!(judged >= 24, "{judged}");
}
