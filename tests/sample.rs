//! Samples: uniform, reproducible, right where the whole board is known, and the same however often they were stopped.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use shinpan::atlas::Silent;
use shinpan::atlas::compare::Prisoners;
use shinpan::atlas::journal::{Decided, Head, Journal, JournalError};
use shinpan::atlas::sample::{Asked, Estimate, Row, by_stones, draw, judge, pairs};
use shinpan::board::index::Index;
use shinpan::board::{Board, Grid, Position, diagram};
use shinpan::law::RuleSet;
use shinpan::law::{Outcome, interpreter};
use shinpan::solve::Budget;
use tempfile::TempDir;

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
    let asked = Asked { board: &board, rules: &rules, settled, budget: Budget::of(budget), solved: None };
    let judged = judge(&asked, &positions, None, &Silent, &AtomicBool::new(false));
    let (rows, _) = judged.expect("no journal fails");
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

/// The committed sample of 4x5 beside the report of all of 4x5: the shares of all positions lie in the intervals of the sample.
#[test]
fn the_sample_of_4x5_agrees_with_the_whole_board() {
    let whole = fs::read("reports/4x5/diverge.json").expect("committed");
    let whole: serde_json::Value = serde_json::from_slice(&whole).expect("JSON");
    let all = whole["positions"]["positions"].as_u64().expect("a number") as f64;
    let sample = fs::read_to_string("reports/4x5-sample/3000.md").expect("committed");
    let part = sample.split("\n## ").find(|part| part.starts_with("Divergence, all 3000 positions")).expect("a part");
    let mut compared = 0;
    for line in part.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, pair, decided, diverge, _, interval, ..] = cells[..] else { continue };
        let Some((a, b)) = pair.split_once(" / ") else { continue };
        let named = |p: &&serde_json::Value| {
            [a, b].iter().all(|name| p["rule-sets"].as_array().is_some_and(|list| list.iter().any(|r| r == name)))
        };
        let Some(exact) = whole["pairs"].as_array().expect("a list").iter().find(named) else { continue };
        let exact = exact["diverge"]["positions"].as_u64().expect("a number") as f64 / all;
        let bounds: Vec<f64> =
            interval.split(" to ").map(|p| p.trim_end_matches(" %").parse().expect("a share")).collect();
        assert!(
            bounds[0] - 0.005 <= 100.0 * exact && 100.0 * exact <= bounds[1] + 0.005,
            "{pair}: {interval}, exactly {exact}"
        );
        assert_eq!(exact == 0.0, diverge == "0", "{pair}");
        assert!(decided.parse::<u32>().expect("a number") > 2900, "{pair}");
        compared += 1;
    }
    assert_eq!(compared, 10);
}

/// All positions of a board are a sample too: what is said of it is what the report of the whole board says.
#[test]
fn a_sample_of_every_position_of_2x3_says_what_the_report_says() {
    let (index, prisoners) = (index("2x3"), Prisoners::Level);
    let board = Board::new(index.grid()).expect("small");
    let report = fs::read("reports/2x3/diverge.json").expect("committed");
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    let name = |rules: &serde_json::Value| rules.as_str().map(ToString::to_string).expect("a name");
    let names: Vec<String> = report["rule-sets"].as_array().expect("a list").iter().map(|r| name(&r["id"])).collect();
    let rules: Vec<RuleSet> = names.iter().flat_map(|name| RuleSet::parse_list(name).expect("one")).collect();
    let asked = Asked { board: &board, rules: &rules, settled: true, budget: Budget::of(4_000_000), solved: None };
    let positions: Vec<Position> = index.iter().collect();
    let (rows, _) = judge(&asked, &positions, None, &Silent, &AtomicBool::new(false)).expect("no journal fails");
    let all: Vec<&Row> = rows.iter().collect();
    assert!(rows.iter().all(|row| row.settled.flatten().is_some()));
    let settled: Vec<&Row> = rows.iter().filter(|row| row.settled == Some(Some(true))).collect();
    let number = |of: &serde_json::Value| of["positions"].as_u64().expect("a number");
    let said = report["pairs"].as_array().expect("a list");
    let (found, among) = (pairs(&rules, &all, prisoners), pairs(&rules, &settled, prisoners));
    assert_eq!((said.len(), found.len()), (36, 36));
    for ((said, pair), settled_pair) in said.iter().zip(&found).zip(&among) {
        let [a, b] = pair.rules;
        assert_eq!(said["rule-sets"], serde_json::json!([names[a], names[b]]));
        assert_eq!(
            (number(&said["diverge"]), number(&said["winner"])),
            (pair.decided.found, pair.winner.found),
            "{said}"
        );
        assert_eq!(number(&said["settled"]["diverge"]), settled_pair.decided.found, "{said}");
        assert_eq!(number(&said["settled"]["winner"]), settled_pair.winner.found, "{said}");
        for (key, rows, pair) in [("smallest", &all, pair), ("smallest-settled", &settled, settled_pair)] {
            let text = pair.smallest.map(|at| diagram::text(index.grid(), rows[at].position));
            assert_eq!(said[key]["position"].as_str(), text.as_deref(), "{key} of {said}");
        }
    }
    let strata = by_stones(&rules, &all, prisoners);
    assert_eq!(strata.iter().map(|s| s.positions).collect::<Vec<_>>(), {
        let with =
            |stones: usize| rows.iter().filter(|r| r.position.occupied().count_ones() as usize == stones).count();
        (0..6).map(|stones| with(stones) as u64).collect::<Vec<_>>()
    });
    for (at, pair) in found.iter().enumerate() {
        assert_eq!(strata.iter().map(|s| s.pairs[at].decided.found).sum::<u64>(), pair.decided.found);
    }
}

#[test]
fn what_the_budget_leaves_open_bounds_the_rate_from_both_sides() {
    let (rules, rows) = sampled("3x4", "j1989 aj2004", 60, 300, false);
    let open = |o: &Outcome| matches!(o, Outcome::Undecided { .. });
    let undecided = rows.iter().filter(|r| r.outcomes.iter().any(open)).count() as u64;
    let pair = pairs(&rules, &rows.iter().collect::<Vec<_>>(), Prisoners::Level)[0];
    assert!(undecided > 0 && undecided < 60);
    let strata = by_stones(&rules, &rows.iter().collect::<Vec<_>>(), Prisoners::Level);
    assert_eq!(strata.iter().map(|s| s.pairs[0].undecided).sum::<u64>(), undecided);
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
        let output = Command::new(env!("CARGO_BIN_EXE_shinpan"))
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

/// The positions of games on the board asked for, and of no other; what is wrong is said with its line.
#[test]
fn the_positions_of_a_file_are_judged_instead_of_drawn_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |size: &str| {
        let args = ["sample", size, "--from", "games", "--rules", "j1989", "--format", "json"];
        Command::new(env!("CARGO_BIN_EXE_shinpan")).args(args).current_dir(folder.path()).output().expect("it runs")
    };
    let write = |text: &str| std::fs::write(folder.path().join("games"), text).expect("it is written");
    write("2x3 seed 1 .X./XXX\n\n3x3 seed 1 .X./XXX/.X.\n");
    let output = run("2x3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["positions"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["positions"][0]["board"], ".X./XXX");
    assert_eq!(json["from"], "games");
    assert_eq!(json["legal"], serde_json::Value::Null);
    let of_no_game = run("4x4");
    assert!(!of_no_game.status.success());
    assert!(String::from_utf8_lossy(&of_no_game.stderr).contains("games has no position of 4x4"));
    write("2x3 .X./XXX\n2x3 .X./XYX\n");
    let wrong = run("2x3");
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("games, line 2"));
}

/// The report for people lists what is left open, with its bounds, and the divergence with the fewest stones of each pair.
#[test]
fn the_report_lists_what_is_open_and_the_smallest_divergences() {
    let args = ["sample", "3x4", "--n", "60", "--seed", "20", "--budget", "300", "--rules", "j1989,aj2004"];
    let text = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_shinpan")).args(args).args(more).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let json: serde_json::Value = serde_json::from_str(&text(&["--format", "json"])).expect("JSON");
    let report = text(&[]);
    let open = report.split("## Left open").nth(1).expect("it is the last part");
    let mut listed = 0;
    for position in json["positions"].as_array().expect("a list") {
        for (at, rules) in ["j1989", "aj2004"].iter().enumerate() {
            let row = format!("| `{}` | {rules} | undecided [", position["board"].as_str().expect("a board"));
            let is_open = position["outcomes"][at]["undecided"].is_array();
            assert_eq!(open.contains(&row), is_open, "{row}");
            listed += usize::from(is_open);
        }
    }
    assert!(listed > 0);
    assert_eq!(open.lines().filter(|line| line.starts_with("| `")).count(), listed);
    let smallest = json["all"][0]["fewest-stones"]["board"].as_str().expect("they diverge");
    let part = report.split("## Divergences with the fewest stones").nth(1).expect("a part");
    assert!(part.contains(&format!("| j1989 / aj2004 | `{smallest}` |")), "{part}");
}

/// A sample that takes a few seconds, of every kind of verdict: some are undecided, some of no result.
const LINE: &str = "sample 3x4 --n 150 --seed 3 --budget 1500 --settled --format json --out";

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinpan"));
    command.current_dir(folder).args(line.split(' ')).stdin(Stdio::null()).stderr(Stdio::piped());
    command
}

/// The exit status and the last line on stderr.
fn run(folder: &Path, line: &str) -> (Option<i32>, String) {
    let output = command(folder, line).output().expect("it runs");
    let err = String::from_utf8(output.stderr).expect("text");
    (output.status.code(), err.lines().last().unwrap_or_default().to_string())
}

fn lines(file: &Path) -> usize {
    fs::read(file).map_or(0, |bytes| bytes.iter().filter(|&&b| b == b'\n').count())
}

/// Waits until the journal has so many lines; the process must not end before.
#[cfg(unix)]
fn wait_for(journal: &Path, many: usize, child: &mut std::process::Child) {
    let begun = std::time::Instant::now();
    while lines(journal) < many {
        assert!(child.try_wait().expect("it is ours").is_none(), "it ended with {} lines of {many}", lines(journal));
        assert!(begun.elapsed() < std::time::Duration::from_secs(300), "the run does not get on");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[cfg(unix)]
#[test]
fn a_sample_that_is_killed_at_any_moment_goes_on_to_the_same_bytes() {
    let folder = TempDir::new().expect("a folder");
    assert_eq!(run(folder.path(), &format!("{LINE} whole")).0, Some(0));
    let (killed, journal) = (folder.path().join("killed"), folder.path().join("killed.journal"));
    let mut resume = "";
    // 150 positions have 900 verdicts.
    for many in [1, 2, 40, 200, 450] {
        let mut child = command(folder.path(), &format!("{LINE} killed{resume}")).spawn().expect("it runs");
        wait_for(&journal, many, &mut child);
        child.kill().expect("it is ours");
        child.wait().expect("it is ours");
        assert!(!killed.exists(), "a report before the end");
        // As if killed within a line.
        fs::OpenOptions::new()
            .append(true)
            .open(&journal)
            .and_then(|mut f| f.write_all(b"{\"posi"))
            .expect("it is there");
        resume = " --resume";
    }
    let before = lines(&journal);
    assert!((450..901).contains(&before), "{before}");
    assert_eq!(run(folder.path(), &format!("{LINE} killed --resume")).0, Some(0));
    assert_eq!(fs::read(&killed).expect("a report"), fs::read(folder.path().join("whole")).expect("a report"));
    assert!(!journal.exists());
    // What is complete is not begun again.
    let (status, last) = run(folder.path(), &format!("{LINE} killed --resume"));
    assert!(status == Some(2) && last.contains("killed exists"), "{last}");
}

#[test]
fn a_kept_journal_has_the_same_bytes_whatever_the_threads_and_the_runs() {
    let folder = TempDir::new().expect("a folder");
    let line = "sample 3x4 --n 30 --seed 5 --budget 500 --settled --keep-journal --format json --out";
    for (out, more) in [("one", " --threads 1"), ("two", " --threads 2")] {
        assert_eq!(run(folder.path(), &format!("{line} {out}{more}")).0, Some(0));
    }
    let journal = |name: &str| fs::read(folder.path().join(format!("{name}.journal"))).expect("it is kept");
    let one = journal("one");
    // The head, the outcomes of nine rule sets and whether it is settled.
    assert_eq!(one.iter().filter(|&&b| b == b'\n').count(), 1 + 30 * 10);
    assert!(one == journal("two"));
    // One whose lines are in another order, and not all there: it goes on to the same.
    let rules = RuleSet::defaults();
    let board = Board::new(Grid::parse("3x4").expect("a size")).expect("a small board");
    let (positions, _) = draw(&Index::new(board.grid()).expect("a small board"), None, 30, 5).expect("there are some");
    let asked = Asked { board: &board, rules: &rules, settled: true, budget: Budget::of(500), solved: None };
    let path = folder.path().join("part.journal");
    let begun = Journal::begin(&path, &Head::new(&asked, &positions, 5, None), false).expect("it can be written");
    let (rows, _) = judge(&asked, &positions, None, &Silent, &AtomicBool::new(false)).expect("no journal fails");
    for at in [29, 3, 17] {
        begun.settled(at, rows[at].settled.expect("it was asked")).expect("it can be written");
        (0..rules.len())
            .rev()
            .for_each(|set| begun.outcome(at, set, rows[at].outcomes[set]).expect("it can be written"));
    }
    drop(begun);
    assert_eq!(run(folder.path(), &format!("{line} part --resume")).0, Some(0));
    assert!(one == journal("part"));
}

#[test]
fn a_run_that_goes_on_judges_only_what_its_journal_does_not_have() {
    let index = index("3x4");
    let board = Board::new(index.grid()).expect("small");
    let rules = RuleSet::parse_list("j1989,ms-japanese").expect("a list");
    let (positions, _) = draw(&index, None, 3, 20).expect("there are positions");
    let asked = Asked { board: &board, rules: &rules, settled: false, budget: Budget::of(300), solved: None };
    let head = Head::new(&asked, &positions, 20, None);
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("journal");
    let told = Outcome::NoResult { lo: -77, hi: 77 };
    let journal = Journal::begin(&path, &head, false).expect("it can be written");
    journal.outcome(1, 1, told).expect("it can be written");
    // Two runs would write over each other.
    assert!(matches!(Journal::resume(&path, &head), Err(JournalError::Busy { .. })));
    assert!(matches!(Journal::begin(&path, &head, true), Err(JournalError::Busy { .. })));
    drop(journal);
    let journal = Journal::resume(&path, &head).expect("it can be read").expect("it is there");
    let (rows, _) =
        judge(&asked, &positions, Some(&journal), &Silent, &AtomicBool::new(false)).expect("it can be written");
    // What it had is taken as it is, even though no rules say so.
    let (anew, _) = judge(&asked, &positions, None, &Silent, &AtomicBool::new(false)).expect("no journal fails");
    let differ = |at: usize, set: usize| rows[at].outcomes[set] != anew[at].outcomes[set];
    assert_eq!(rows[1].outcomes[1], told);
    assert!([(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)].iter().all(|&(at, set)| !differ(at, set)));
    assert_eq!(lines(&path), 1 + 6);
}

#[test]
fn a_sample_begins_with_what_others_have_decided_and_comes_to_the_same() {
    let folder = TempDir::new().expect("a folder");
    let line = |n: usize, budget: usize, rest: &str| {
        let line = format!("sample 3x4 --n {n} --seed 3 --budget {budget} --keep-journal --settled {rest}");
        assert_eq!(run(folder.path(), &line).0, Some(0), "{line}");
    };
    let said = |name: &str| fs::read_to_string(folder.path().join(format!("{name}.journal"))).expect("it is kept");
    line(40, 1_500, "--out little");
    line(15, 10_000, "--rules aj2004 --out few");
    line(40, 10_000, "--out whole");
    let open = |name: &str| said(name).lines().filter(|line| line.contains("undecided")).count();
    assert!(open("little") > open("whole"), "with fewer states more is open");
    line(40, 10_000, "--out more --earlier little.journal --earlier few.journal");
    assert!(said("more") == said("whole"));
    let report = fs::read_to_string(folder.path().join("more")).expect("a report");
    assert!(report.contains("--earlier little.journal --earlier few.journal"), "{report}");
    for (other, wrong) in [
        ("sample 3x4 --n 10 --seed 3 --rules aj2004", "few.journal is of another n: 15, not at most 10"),
        ("sample 3x4 --n 50 --seed 4 --rules aj2004", "few.journal is of another positions"),
        ("sample 3x3 --n 50 --seed 3 --rules aj2004", "few.journal is of another board: 3x4, not 3x3"),
    ] {
        let (status, last) = run(folder.path(), &format!("{other} --out wrong --earlier few.journal"));
        assert!(status == Some(2) && last.contains(wrong) && last.ends_with("nothing is taken from it"), "{last}");
    }
    for (other, wrong) in [("none", "cannot read none"), ("more", "more: line 1: it does not begin as a journal")] {
        let (status, last) = run(folder.path(), &format!("{LINE} wrong --earlier {other}"));
        assert!(status == Some(2) && last.contains(wrong) && !last.contains("remove"), "{last}");
    }
    assert!(!folder.path().join("wrong.journal").exists(), "a sample was begun");
}

#[test]
fn what_another_sample_has_decided_is_not_judged_again_and_what_it_left_open_is() {
    let board = Board::new(Grid::parse("3x4").expect("a size")).expect("small");
    let sets = |list: &str| RuleSet::parse_list(list).expect("a list");
    let (positions, _) = draw(&Index::new(board.grid()).expect("small"), None, 3, 20).expect("there are positions");
    let folder = TempDir::new().expect("a folder");
    let begin = |name: &str, rules: &[RuleSet], n: usize| {
        let asked = Asked { board: &board, rules, settled: true, budget: Budget::of(300), solved: None };
        let head = Head::new(&asked, &positions[..n], 20, None);
        Journal::begin(&folder.path().join(name), &head, false).expect("it can be written")
    };
    // Of the first two, and under one of the rule sets: no rules say any of this.
    let told = Outcome::NoResult { lo: -77, hi: 77 };
    let other = begin("other", &sets("ms-japanese,aga-area"), 2);
    other.outcome(0, 0, Outcome::Undecided { lo: -1, hi: 1 }).expect("it can be written");
    other.outcome(1, 0, told).expect("it can be written");
    other.outcome(1, 1, told).expect("it can be written");
    other.settled(0, None).expect("it can be written");
    other.settled(1, Some(true)).expect("it can be written");
    // It is still being written, and has a line without an end.
    let (path, rules) = (folder.path().join("other"), sets("j1989,ms-japanese"));
    fs::OpenOptions::new().append(true).open(&path).and_then(|mut f| f.write_all(b"{\"posi")).expect("it is there");
    let mut journal = begin("journal", &rules, 3);
    let decided = Decided::read(&path, board.grid(), &positions).expect("it can be read");
    journal.take_over(&decided).expect("it can be written");
    journal.take_over(&decided).expect("there is nothing more");
    assert_eq!(lines(&folder.path().join("journal")), 1 + 2);
    let known: Vec<_> = journal.known().iter().map(|known| (known.outcomes[1], known.settled)).collect();
    assert_eq!(known, [(None, None), (Some(told), Some(Some(true))), (None, None)]);
}

#[cfg(unix)]
#[test]
fn a_sample_that_is_interrupted_reports_what_is_done_and_goes_on_to_the_same_bytes() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = TempDir::new().expect("a folder");
    assert_eq!(run(folder.path(), &format!("{LINE} whole")).0, Some(0));
    let mut child = command(folder.path(), &format!("{LINE} part")).spawn().expect("it runs");
    wait_for(&folder.path().join("part.journal"), 300, &mut child);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it is ours");
    let output = child.wait_with_output().expect("it is ours");
    let err = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.trim_end().ends_with("the same command with --resume goes on"), "{err}");
    let part = fs::read(folder.path().join("part")).expect("a report");
    let report: serde_json::Value = serde_json::from_slice(&part).expect("JSON");
    let rows = report["positions"].as_array().expect("rows");
    assert!((1..150).contains(&rows.len()), "{}", rows.len());
    let whole = fs::read(folder.path().join("whole")).expect("a report");
    let wanted: serde_json::Value = serde_json::from_slice(&whole).expect("JSON");
    assert_eq!(rows[..], wanted["positions"].as_array().expect("rows")[..rows.len()]);
    // Not by mistake from the beginning.
    let (status, last) = run(folder.path(), &format!("{LINE} part"));
    assert!(status == Some(2) && last.contains("part.journal exists") && last.contains("--resume"), "{last}");
    // Verdicts with a limit and without one do not go together.
    for (limit, key) in [("--each 5s", "another each"), ("--memory 4GiB", "another memory")] {
        let (status, last) = run(folder.path(), &format!("{LINE} part {limit} --resume"));
        assert!(status == Some(2) && last.contains(key), "{last}");
    }
    assert_eq!(run(folder.path(), &format!("{LINE} part --resume")).0, Some(0));
    assert!(fs::read(folder.path().join("part")).expect("a report") == whole);
}

#[test]
fn a_sample_ends_in_good_order_when_its_time_is_up() {
    let folder = TempDir::new().expect("a folder");
    // Hours of work.
    let line = "sample 5x5 --n 10000 --seed 1 --budget 20000 --rules ms-japanese --time 1s --format json --out part";
    let done = || {
        let report: serde_json::Value =
            serde_json::from_slice(&fs::read(folder.path().join("part")).expect("a report")).expect("JSON");
        report["drawn"].as_u64().expect("a number")
    };
    let (status, last) = run(folder.path(), line);
    assert!(status == Some(0) && last.ends_with("the same command with --resume goes on"), "{last}");
    let first = done();
    assert_eq!(run(folder.path(), &format!("{line} --resume")).0, Some(0));
    assert!(first <= done() && done() < 10_000);
}

/// A journal of two lines with something altered in the second, and its checksum made anew (specs/journal.md).
fn resealed(text: &str, from: &str, to: &str) -> String {
    let (head, line) = text.split_once('\n').expect("a line");
    let (line, _) = line.split_once(",\"chain\"").expect("a checksum");
    let line = format!("{line}}}").replacen(from, to, 1);
    let mut hash = blake3::Hasher::new();
    hash.update(blake3::hash(format!("{head}\n").as_bytes()).as_bytes()).update(line.as_bytes());
    let (open, chain) = (line.strip_suffix('}').expect("an object"), hash.finalize().to_hex());
    format!("{head}\n{open},\"chain\":\"{chain}\"}}\n")
}

#[test]
fn what_has_been_solved_is_looked_up_and_said() {
    let folder = TempDir::new().expect("a folder");
    let rules = "j1989,ms-japanese";
    assert_eq!(run(folder.path(), &format!("solve 3x3 --rules {rules} --out T")).0, Some(0));
    let line = format!("sample 3x3 --n 60 --seed 4 --rules {rules} --format json --out");
    for with in ["searched --budget 1000000", "looked --budget 1 --tables T"] {
        assert_eq!(run(folder.path(), &format!("{line} {with}")).0, Some(0));
    }
    let read = |name: &str| -> serde_json::Value {
        serde_json::from_slice(&fs::read(folder.path().join(name)).expect("a report")).expect("JSON")
    };
    let (searched, looked) = (read("searched"), read("looked"));
    assert_eq!(searched["positions"], looked["positions"]);
    let all = searched["positions"].as_array().expect("positions");
    assert!(all.len() == 60 && all.iter().all(|at| at["outcomes"][1].is_i64()), "{searched}");
    assert!(looked["command"].as_str().is_some_and(|command| command.ends_with(" --tables T")), "{looked}");
    // Nothing of the one goes into the other.
    let (with, without) = (format!("{line} s --tables T"), format!("{line} s"));
    let kept = |line: &str| format!("{line} --keep-journal");
    for (first, then) in [(&with, &without), (&without, &with)] {
        assert_eq!(run(folder.path(), &kept(first)).0, Some(0));
        let (status, last) = run(folder.path(), &format!("{then} --resume"));
        assert!(status == Some(2) && last.contains("s.journal is of another solved: "), "{last}");
        fs::remove_file(folder.path().join("s")).expect("a report");
        fs::remove_file(folder.path().join("s.journal")).expect("a journal");
    }
}

#[test]
fn a_journal_of_something_else_or_one_that_is_damaged_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let line = "sample 3x4 --n 10 --seed 3 --budget 500 --rules j1989,ms-japanese --out s --resume";
    let grid = Grid::parse("3x4").expect("a size");
    let (board, index) = (Board::new(grid).expect("small"), Index::new(grid).expect("small"));
    let rules = RuleSet::parse_list("j1989,ms-japanese").expect("a list");
    let (positions, _) = draw(&index, None, 10, 3).expect("there are positions");
    let asked = Asked { board: &board, rules: &rules, settled: false, budget: Budget::of(500), solved: None };
    let journal = folder.path().join("s.journal");
    let begin = || {
        let begun = Journal::begin(&journal, &Head::new(&asked, &positions, 3, None), true).expect("it can be written");
        begun.outcome(9, 1, Outcome::Margin(12)).expect("it can be written");
    };
    begin();
    for (from, to, key) in [
        ("3x4", "4x3", "board"),
        ("--n 10", "--n 11", "n"),
        ("--seed 3", "--seed 4", "seed"),
        ("--budget 500", "--budget 501", "budget"),
        ("j1989,ms-japanese", "ms-japanese,j1989", "rules"),
        ("--out s", "--out s --settled", "settled"),
        ("--out s", "--out s --empty 3", "empty"),
    ] {
        let (status, last) = run(folder.path(), &line.replace(from, to));
        assert!(status == Some(2) && last.contains(&format!("s.journal is of another {key}: ")), "{to}: {last}");
    }
    let text = fs::read_to_string(&journal).expect("text");
    for (damaged, what) in [
        (text.replacen("\"spec\":\"", "\"spec\":\"0", 1), "is of another spec"),
        (text.replacen("\"positions\":\"", "\"positions\":\"0", 1), "is of another positions"),
        (text.replacen("\"format\":2", "\"format\":3", 1), "is of another format: 3, not 2"),
        (text.replacen("\"seed\":3,", "", 1), "line 1: it does not say its `seed`"),
        (text.replacen('{', "", 1), "line 1: it does not begin as a journal does"),
        (text.replace("12,", "13,"), "line 2: its checksum is not that of what is written so far"),
        (resealed(&text, "12}", "x}"), "line 2: it is no verdict"),
        (resealed(&text, "\"position\":9", "\"position\":10"), "line 2: there is no position 10 in a sample of 10"),
        (resealed(&text, "\"rules\":\"ms-japanese\"", "\"rules\":\"ms-chinese\""), "line 2: `ms-chinese` was not"),
    ] {
        assert_ne!(damaged, text, "{what}");
        fs::write(&journal, damaged).expect("it can be written");
        let (status, last) = run(folder.path(), line);
        assert!(status == Some(2) && last.contains(what), "{what}: {last}");
    }
    begin();
    assert_eq!(run(folder.path(), line).0, Some(0));
    assert!(!journal.exists() && folder.path().join("s").exists());
}

#[test]
fn intervals_are_those_published() {
    // R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    for (found, of, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let [a, b] = Estimate::new(found, of).interval;
        assert!((a - low).abs() < 5e-5 && (b - high).abs() < 5e-5, "{found}/{of}: {a} {b}");
    }
}
