//! Comparisons of rule sets on whole boards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use shinpan::atlas::causes::{Cause, Causes};
use shinpan::atlas::changes::Changes;
use shinpan::atlas::compare::{Comparison, Options, Pair, Prisoners, Tables, Tally, differ, each_reading, needed};
use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::{Colour, Grid, Position, Symmetry, diagram};
use shinpan::game::Budget;
use shinpan::report::divergence::{FirstDifferences, Report};
use shinpan::rules::{Life, Outcome, Verdict, interpreter};
use shinpan::spec::RuleSet;

fn whole(size: &str) -> WholeBoard {
    WholeBoard::new(Grid::parse(size).unwrap()).unwrap()
}

fn options(prisoners: Prisoners, causes: Option<Changes>) -> Options {
    Options { prisoners, budget: Budget::default(), causes }
}

fn compare<'a>(whole: &'a WholeBoard, rules: &[RuleSet], options: &Options) -> Comparison<'a> {
    Comparison::run(whole, rules, options, &Silent, &AtomicBool::new(false)).unwrap()
}

fn rules(list: &str) -> Vec<RuleSet> {
    RuleSet::parse_list(list).unwrap()
}

/// Judges every position by itself: no symmetry, no exchange of the colours.
fn judge_each(whole: &WholeBoard, rules: &RuleSet) -> Vec<Verdict> {
    let mut interpreter = interpreter(rules, whole.board(), Budget::default());
    whole.positions().map(|p| interpreter.judge(p)).collect()
}

/// The least text among the images of a position: one for each class.
fn class(grid: Grid, position: Position) -> String {
    let images = Symmetry::all(grid).into_iter().flat_map(|s| [position, position.swapped()].map(|p| s.position(p)));
    images.map(|p| diagram::text(grid, p)).min().unwrap()
}

fn stones(position: Position) -> i32 {
    position.of(Colour::Black).count_ones() as i32 - position.of(Colour::White).count_ones() as i32
}

/// The convention as the reports describe it, by the name of the rule set.
fn with_prisoners(name: &str, convention: Prisoners, position: Position, outcome: Outcome) -> Outcome {
    let area = name.starts_with("ms-chinese") || name == "aj2004:score=area";
    outcome.plus(match convention {
        _ if area => 0,
        Prisoners::None => 0,
        Prisoners::Level => stones(position),
        Prisoners::BlackAhead => stones(position) - 1,
    })
}

#[derive(Default)]
struct Counted {
    positions: u64,
    classes: BTreeSet<String>,
    smallest: Option<(u32, String)>,
}

impl Counted {
    fn add(&mut self, grid: Grid, position: Position) {
        self.positions += 1;
        self.classes.insert(class(grid, position));
        let this = (position.occupied().count_ones(), diagram::text(grid, position));
        self.smallest = self.smallest.take().into_iter().chain([this]).min();
    }

    fn tally(&self) -> Tally {
        Tally { positions: self.positions, classes: self.classes.len() as u64 }
    }
}

fn found_is(found: Option<shinpan::atlas::compare::Found>, counted: &Counted, whole: &WholeBoard, what: &str) {
    let grid = whole.board().grid();
    assert_eq!(found.map(|f| f.tally).unwrap_or_default(), counted.tally(), "{what}");
    let smallest = found.map(|f| whole.position(f.witness));
    assert_eq!(
        smallest.map(|p| (p.occupied().count_ones(), diagram::text(grid, p))),
        counted.smallest,
        "smallest: {what}"
    );
}

fn comparison_counts_what_the_verdicts_on_every_position_say(size: &str) {
    let whole = whole(size);
    let grid = whole.board().grid();
    let sets =
        rules("j1989,j1997,aj2004,ms-japanese,ms-chinese,j1997:first=black,agreement=as-it-stands,aj2004:score=area");
    let verdicts: Vec<Vec<Verdict>> = sets.iter().map(|r| judge_each(&whole, r)).collect();
    let helpers: Vec<Vec<Verdict>> =
        rules("ms-japanese,ms-japanese:dead=opponent-first,j1997:first=black,j1997:first=white")
            .iter()
            .map(|r| judge_each(&whole, r))
            .collect();
    let dead = |v: &Verdict| -> Vec<bool> {
        v.status.as_ref().unwrap().strings.iter().map(|s| s.life == Life::Dead).collect()
    };
    let settled = |at: usize| {
        dead(&helpers[0][at]) == dead(&helpers[1][at])
            && helpers[2][at].outcome.margin() == helpers[3][at].outcome.margin()
    };
    for convention in Prisoners::ALL {
        let comparison = compare(&whole, &sets, &options(convention, None));
        assert!(comparison.is_exact());
        let mut counted_settled = Counted::default();
        for (at, position) in whole.positions().enumerate() {
            if settled(at) {
                counted_settled.add(grid, position);
            }
        }
        assert_eq!(comparison.settled, counted_settled.tally());
        assert_eq!(comparison.pairs.len(), sets.len() * (sets.len() - 1) / 2);
        for Pair { a, b, diverge, settled: also_settled, winner, status, .. } in &comparison.pairs {
            let names = [sets[*a].to_string(), sets[*b].to_string()];
            let (mut all, mut in_settled, mut winners) = Default::default();
            let mut statuses = Counted::default();
            for (at, position) in whole.positions().enumerate() {
                let pair = [&verdicts[*a][at], &verdicts[*b][at]];
                let [x, y] = [0, 1].map(|i| with_prisoners(&names[i], convention, position, pair[i].outcome).margin());
                let count = |c: &mut Counted| c.add(grid, position);
                if x != y {
                    count(&mut all);
                    if settled(at) {
                        count(&mut in_settled);
                    }
                }
                if x.map(i32::signum) != y.map(i32::signum) {
                    count(&mut winners);
                }
                if let [Some(s), Some(t)] = pair.map(|v| v.status.as_ref()) {
                    let lives = |s: &shinpan::rules::Status| s.strings.iter().map(|s| s.life).collect::<Vec<_>>();
                    let empty = |p: &usize| position.at(*p).is_none();
                    let points = (0..grid.len()).filter(empty).any(|p| s.points[p] != t.points[p]);
                    if points || lives(s) != lives(t) {
                        count(&mut statuses);
                    }
                }
            }
            let what = format!("{size} {} {convention}", names.join(" / "));
            found_is(*diverge, &all, &whole, &what);
            found_is(*also_settled, &in_settled, &whole, &what);
            found_is(*winner, &winners, &whole, &what);
            let define_status = verdicts[*a][0].status.is_some() && verdicts[*b][0].status.is_some();
            assert_eq!(*status, define_status.then(|| statuses.tally()), "{what}");
        }
    }
}

#[test]
fn comparison_counts_what_the_verdicts_on_every_position_of_2x2_say() {
    comparison_counts_what_the_verdicts_on_every_position_say("2x2");
}

#[test]
fn comparison_counts_what_the_verdicts_on_every_position_of_2x3_say() {
    comparison_counts_what_the_verdicts_on_every_position_say("2x3");
}

#[test]
fn comparison_counts_what_the_verdicts_on_every_position_of_1x6_say() {
    comparison_counts_what_the_verdicts_on_every_position_say("1x6");
}

#[test]
fn the_two_mindsports_counts_agree_on_every_position_under_level_and_differ_by_one_if_black_is_a_stone_ahead() {
    // With equally many stones played, prisoners make up for stones whatever the status of the points is.
    for readings in ["", ":seki=points", ":dead=opponent-first"] {
        let sets = rules(&format!("ms-japanese{readings} ms-chinese{readings}"));
        for size in ["1x1", "1x2", "1x5", "2x2", "2x3"] {
            let whole = whole(size);
            let level = compare(&whole, &sets, &options(Prisoners::Level, None));
            assert_eq!(level.pairs[0].diverge, None, "{size} {readings}");
            assert_eq!(level.pairs[0].status.map(|s| s.positions), Some(0), "{size} {readings}");
            let ahead = compare(&whole, &sets, &options(Prisoners::BlackAhead, None));
            for at in 0..whole.len() {
                let [japanese, chinese] = [0, 1].map(|i| ahead.outcome(i, at).unwrap().margin().unwrap());
                assert_eq!(japanese, chinese - 1, "{size} {readings} {at}");
            }
        }
    }
}

#[test]
fn every_divergent_position_has_a_cause_and_two_texts_that_define_status_leave_none_unexplained() {
    let sets = each_reading();
    for (size, prisoners) in [("2x2", Prisoners::Level), ("1x5", Prisoners::None), ("1x4", Prisoners::BlackAhead)] {
        let whole = whole(size);
        let options = options(prisoners, Some(Changes::Usual));
        let stop = AtomicBool::new(false);
        let tables = Tables::judge(&whole, &needed(&sets, &options), options.budget, &Silent, &stop).unwrap();
        let causes = Causes::new(&sets, prisoners, Changes::Usual);
        for (at, position) in whole.positions().enumerate() {
            let verdicts: Vec<Verdict> = sets.iter().map(|r| tables.verdict(r, at).unwrap()).collect();
            let outcomes: Vec<Outcome> = (0..sets.len())
                .map(|i| verdicts[i].outcome.plus(prisoners.added(&sets[i], stones(position))))
                .collect();
            let mut here = causes.at(&tables, at);
            for a in 0..sets.len() {
                for b in (a + 1..sets.len()).filter(|&b| differ(outcomes[a], outcomes[b])) {
                    let found = here.of(a, b, &verdicts);
                    let what = || {
                        format!("{size} {} {} / {}", diagram::text(whole.board().grid(), position), sets[a], sets[b])
                    };
                    assert!(!found.is_empty(), "{}", what());
                    let both = verdicts[a].status.is_some() && verdicts[b].status.is_some();
                    assert!(!both || !found.contains(&Cause::Unexplained), "{}: {found:?}", what());
                    // Where nothing is said but descriptions, that is said too.
                    let explained = found.iter().any(|c| !c.is_description());
                    assert_eq!(!explained, found.contains(&Cause::Unexplained), "{}", what());
                }
            }
        }
    }
}

#[test]
fn causes_cover_the_divergences_they_are_counted_for() {
    let whole = whole("2x3");
    let comparison = compare(&whole, &RuleSet::defaults(), &options(Prisoners::Level, Some(Changes::Usual)));
    for pair in &comparison.pairs {
        let diverge = pair.diverge.map(|f| f.tally).unwrap_or_default();
        let sum: u64 = pair.causes.values().map(|c| c.found.tally.positions).sum();
        let alone: u64 = pair.causes.values().map(|c| c.alone).sum();
        assert!(alone <= diverge.positions && diverge.positions <= sum);
        for found in pair.causes.values() {
            assert!(found.found.tally.positions <= diverge.positions);
            let settled = |f: Option<shinpan::atlas::compare::Found>| f.map_or(0, |f| f.tally.positions);
            assert!(settled(found.settled) <= settled(pair.settled));
        }
        // The smallest divergence is the smallest for one of its causes.
        let first = pair.causes.values().map(|c| c.found.witness).any(|w| Some(w) == pair.diverge.map(|f| f.witness));
        assert_eq!(first, pair.diverge.is_some());
    }
}

#[test]
fn an_ordinary_ko_ban_is_found_to_decide_a_life() {
    // Without the ban the lone stone's side retakes at once.
    let whole = whole("2x3");
    let comparison = compare(&whole, &rules("j1989,ms-japanese"), &options(Prisoners::Level, Some(Changes::Usual)));
    let kinds: BTreeMap<&str, u64> =
        comparison.pairs[0].causes.iter().map(|(c, f)| (c.kind(), f.found.tally.positions)).collect();
    for kind in ["life", "clause", "dead-stones", "who-moves-first"] {
        assert!(kinds.get(kind).is_some_and(|&n| n > 0), "{kind}: {kinds:?}");
    }
}

#[test]
fn one_first_passer_answers_for_the_other_with_the_colours_exchanged() {
    let whole = whole("2x3");
    let [black, white] = [rules("j1997:first=black"), rules("j1997:first=white")];
    let stop = AtomicBool::new(false);
    let judge = |sets: &[RuleSet]| Tables::judge(&whole, sets, Budget::default(), &Silent, &stop).unwrap();
    let (one, both) = (judge(&black), judge(&[black[0].clone(), white[0].clone()]));
    for at in 0..whole.len() {
        assert_eq!(one.verdict(&white[0], at), both.verdict(&white[0], at));
        assert_eq!(one.outcome(&white[0], at), both.outcome(&white[0], at));
    }
    // A changed play-out is judged for one first passer only.
    let options = options(Prisoners::Level, Some(Changes::All));
    let changed = needed(&[black, white].concat(), &options);
    let lifted = changed.iter().filter(|r| r.is_play_out() && !r.applies("j1997.playout.5")).count();
    assert_eq!(lifted, 1);
}

#[test]
fn two_runs_give_the_same_bytes_whatever_the_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let whole = whole("2x3");
            let options = options(Prisoners::Level, Some(Changes::All));
            let comparison = compare(&whole, &RuleSet::defaults(), &options);
            let report = Report { command: "shinpan diverge 2x3", comparison: &comparison };
            let mut first = FirstDifferences::new(&RuleSet::defaults(), Prisoners::Level);
            first.add(&comparison);
            (report.markdown(), report.json().to_string(), first.markdown(""), first.json("").to_string())
        })
    };
    let one = run(1);
    assert_eq!(one, run(1));
    assert_eq!(one, run(3));
}

#[test]
fn the_smallest_divergence_over_several_boards_is_the_one_with_fewest_points() {
    let sets = rules("j1989,j1997:first=black");
    let mut first = FirstDifferences::new(&sets, Prisoners::Level);
    for size in ["2x2", "1x3", "1x1"] {
        let whole = whole(size);
        first.add(&compare(&whole, &sets, &options(Prisoners::Level, None)));
    }
    let json = first.json("shinpan");
    let smallest = &json["pairs"][0]["smallest"];
    let points = Grid::parse(smallest["board"].as_str().unwrap()).unwrap().len();
    for size in ["1x1", "1x3", "2x2"] {
        let whole = whole(size);
        let diverge = compare(&whole, &sets, &options(Prisoners::Level, None)).pairs[0].diverge;
        assert!(diverge.is_none() || points <= whole.board().len(), "{size}");
    }
}

#[test]
fn each_reading_is_listed_once_beside_the_defaults() {
    let sets = each_reading();
    let names: BTreeSet<String> = sets.iter().map(RuleSet::to_string).collect();
    assert_eq!(names.len(), sets.len());
    for default in RuleSet::defaults() {
        assert!(sets.contains(&default), "{default}");
        for (key, values) in default.text.readings() {
            for value in values {
                assert!(
                    sets.iter().any(|r| r.text == default.text && r.reading(key) == *value),
                    "{default} {key}={value}"
                );
            }
        }
    }
}
