//! Samples: uniform, reproducible, and right where the whole board is known.

use shinpan::atlas::Silent;
use shinpan::atlas::compare::Prisoners;
use shinpan::atlas::sample::{Asked, Estimate, Row, draw, judge, pairs};
use shinpan::board::index::Index;
use shinpan::board::{Board, Grid, Position};
use shinpan::game::Budget;
use shinpan::rules::{Outcome, interpreter};
use shinpan::spec::RuleSet;
use std::sync::atomic::AtomicBool;

fn index(size: &str) -> Index {
    Index::new(Grid::parse(size).expect("a size")).expect("small")
}

#[test]
fn a_sample_of_2x3_is_uniform_over_its_489_positions() {
    let index = index("2x3");
    const EACH: usize = 100;
    let cells = index.count() as usize;
    assert_eq!(cells, 489);
    let (positions, _) = draw(&index, None, EACH * cells, 1).expect("there are positions");
    let mut seen = vec![0i64; cells];
    positions.iter().for_each(|&p| seen[index.rank(p).expect("legal") as usize] += 1);
    let chi_square: f64 = seen.iter().map(|&n| (n - EACH as i64).pow(2) as f64 / EACH as f64).sum();
    // 488 degrees of freedom: mean 488, standard deviation 31.2; the 0.1 % quantiles are 397 and 590.
    assert!((397.0..590.0).contains(&chi_square), "{chi_square}");
}

#[test]
fn positions_with_a_number_of_empty_points_are_numbered_without_a_gap() {
    for size in ["1x1", "2x3", "3x3"] {
        let index = index(size);
        let points = index.grid().len();
        let mut total = 0;
        for empty in 0..=points {
            let expected: Vec<Position> =
                index.iter().filter(|p| points - p.occupied().count_ones() as usize == empty).collect();
            let stratum = index.with_empty(empty);
            let found: Vec<Position> = (0..stratum.count()).filter_map(|rank| stratum.unrank(rank)).collect();
            assert_eq!(found, expected, "{size}, {empty} empty points");
            assert_eq!(stratum.unrank(stratum.count()), None);
            total += stratum.count();
        }
        assert_eq!(total, index.count());
    }
    let index = index("5x5");
    assert_eq!((0..=25).map(|empty| index.with_empty(empty).count()).sum::<u64>(), 414_295_148_741);
}

#[test]
fn a_longer_sample_goes_on_where_a_shorter_one_ends() {
    let index = index("5x5");
    let (short, count) = draw(&index, Some(7), 20, 5).expect("there are positions");
    let (long, _) = draw(&index, Some(7), 50, 5).expect("there are positions");
    assert_eq!(short, long[..20]);
    assert!(long.iter().all(|p| p.occupied().count_ones() == 18));
    assert_eq!(count, index.with_empty(7).count());
    assert_eq!(draw(&index, Some(26), 1, 5), None);
    assert_eq!(draw(&index, Some(0), 1, 5), None);
}

fn sampled(size: &str, list: &str, n: usize, budget: usize, settled: bool) -> (Vec<RuleSet>, Vec<Row>) {
    let index = index(size);
    let board = Board::new(index.grid()).expect("small");
    let rules = RuleSet::parse_list(list).expect("a list");
    let (positions, _) = draw(&index, None, n, 20).expect("there are positions");
    let asked = Asked { board: &board, rules: &rules, settled, budget: Budget::of(budget) };
    let (rows, _) = judge(&asked, &positions, &Silent, &AtomicBool::new(false));
    assert_eq!(rows.len(), n);
    (rules, rows)
}

#[test]
fn rates_of_a_sample_of_3x3_agree_with_the_exact_ones() {
    // reports/3x3: of 12,675 positions.
    let exact = [("j1989 aj2004", 3166), ("j1989 ms-japanese", 2764), ("aj2004 ms-chinese", 3192)];
    for (list, diverging) in exact {
        let (rules, rows) = sampled("3x3", list, 300, 4_000_000, false);
        let pair = pairs(&rules, &rows.iter().collect::<Vec<_>>(), Prisoners::Level)[0];
        let [low, high] = pair.decided.interval;
        let rate = f64::from(diverging) / 12_675.0;
        assert_eq!(pair.undecided, 0);
        assert!(low < rate && rate < high, "{list}: {low} to {high}, exactly {rate}");
    }
}

#[test]
fn the_settled_share_of_a_sample_of_2x3_agrees_with_the_exact_one() {
    // reports/2x3 has the number of settled positions in its first lines.
    let report = std::fs::read_to_string("reports/2x3/diverge.md").expect("committed");
    let line = report.lines().find(|l| l.contains("are settled:")).expect("it says so");
    let settled: u32 = line.trim_start_matches("- ").split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    let (_, rows) = sampled("2x3", "j1989", 300, 4_000_000, true);
    let found = rows.iter().filter(|r| r.settled == Some(Some(true))).count() as u64;
    let [low, high] = Estimate::new(found, 300).interval;
    let share = f64::from(settled) / 489.0;
    assert!(low < share && share < high, "{low} to {high}, exactly {share}");
    assert!(rows.iter().all(|r| r.settled != Some(None)));
}

#[test]
fn what_the_budget_leaves_open_bounds_the_rate_from_both_sides() {
    let (rules, rows) = sampled("3x4", "j1989 aj2004", 60, 300, false);
    let open = |o: &Outcome| matches!(o, Outcome::Undecided { .. });
    let undecided = rows.iter().filter(|r| r.outcomes.iter().any(open)).count() as u64;
    let pair = pairs(&rules, &rows.iter().collect::<Vec<_>>(), Prisoners::Level)[0];
    assert!(undecided > 0 && undecided < 60);
    assert_eq!((pair.undecided, pair.decided.of), (undecided, 60 - undecided));
    assert_eq!((pair.least.found, pair.most.found), (pair.decided.found, pair.decided.found + undecided));
    // Not what other positions of the sample have taught an interpreter.
    for row in &rows {
        let board = Board::new(Grid::parse("3x4").expect("a size")).expect("small");
        let alone = interpreter(&rules[0], &board, Budget::of(300)).judge(row.position).outcome;
        assert_eq!(alone, row.outcomes[0]);
    }
}

#[test]
fn one_thread_and_two_give_the_same_bytes() {
    let run = |threads: &str| {
        let args = ["sample", "3x4", "--n", "40", "--seed", "3", "--budget", "500", "--settled", "--format", "json"];
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_shinpan"))
            .args(args)
            .args(["--threads", threads])
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    let json: serde_json::Value = serde_json::from_slice(&one).expect("JSON");
    assert_eq!(json["positions"].as_array().map(Vec::len), Some(40));
    assert_eq!(json["legal"], 321_689);
}
