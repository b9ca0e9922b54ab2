//! Comparisons of rule sets on whole boards.

mod kinds;
mod resumed;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use shinpan::atlas::causes::{Cause, Causes};
use shinpan::atlas::columns::{Columns, Members, Walker};
use shinpan::atlas::compare::{Comparison, Options, Pair, Prisoners, Results, Tally, differ, each_reading, needed};
use shinpan::atlas::first::FirstDifferences;
use shinpan::atlas::settled::SettledBy;
use shinpan::atlas::tally::Occurrences;
use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::{Colour, Grid, Position, Symmetry, diagram};
use shinpan::law::ClauseId;
use shinpan::law::RuleSet;
use shinpan::law::changes::{Change, Changes, Variant, variants};
use shinpan::law::words::Word;
use shinpan::law::{Life, Outcome, Verdict, interpreter};
use shinpan::report::divergence::Report;
use shinpan::report::first;
use shinpan::solve::Budget;
use shinpan::texts;
use shinpan::texts::Kind;

fn whole(size: &str) -> WholeBoard {
    WholeBoard::new(Grid::parse(size).unwrap()).unwrap()
}

fn options(prisoners: Prisoners, causes: Option<Changes>) -> Options {
    Options { causes, ..Options::under(prisoners) }
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

fn found_is(found: Option<Occurrences>, counted: &Counted, whole: &WholeBoard, what: &str) {
    let grid = whole.board().grid();
    assert_eq!(found.map(|f| f.tally).unwrap_or_default(), counted.tally(), "{what}");
    let smallest = found.map(|f| whole.position(f.witness));
    assert_eq!(
        smallest.map(|p| (p.occupied().count_ones(), diagram::text(grid, p))),
        counted.smallest,
        "smallest: {what}"
    );
}

const SETS: &str =
    "j1989,j1997,aj2004,ms-japanese,ms-chinese,j1997:first=black,agreement=as-it-stands,aj2004:score=area";

fn comparison_counts_what_the_verdicts_on_every_position_say(size: &str, sets: &str, by: SettledBy) {
    let whole = whole(size);
    let grid = whole.board().grid();
    let sets = rules(sets);
    let verdicts: Vec<Vec<Verdict>> = sets.iter().map(|r| judge_each(&whole, r)).collect();
    let helpers: Vec<Vec<Verdict>> = by.rules().iter().map(|r| judge_each(&whole, r)).collect();
    let dead = |v: &Verdict| -> Vec<bool> {
        v.status.as_ref().unwrap().strings.iter().map(|s| s.life == Life::Dead).collect()
    };
    let settled = |at: usize| {
        dead(&helpers[0][at]) == dead(&helpers[1][at])
            && helpers[2..].iter().all(|h| h[at].outcome.margin() == helpers[2][at].outcome.margin())
    };
    // Each convention by itself, and the others beside it in the same pass.
    for (convention, also) in [
        (Prisoners::Level, &[Prisoners::None, Prisoners::BlackAhead][..]),
        (Prisoners::None, &[]),
        (Prisoners::BlackAhead, &[Prisoners::Level]),
    ] {
        let comparison = compare(&whole, &sets, &Options { also, settled: by, ..options(convention, None) });
        assert!(comparison.is_exact());
        let mut counted_settled = Counted::default();
        for (at, position) in whole.positions().enumerate() {
            if settled(at) {
                counted_settled.add(grid, position);
            }
        }
        assert_eq!(comparison.settled, counted_settled.tally());
        assert_eq!(comparison.pairs.len(), sets.len() * (sets.len() - 1) / 2);
        for pair in &comparison.pairs {
            let Pair { a, b, results, also: results_also, status, settled_status, .. } = pair;
            let names = [*a, *b].map(|i| sets[i].to_string());
            let both = |at: usize| [&verdicts[*a][at], &verdicts[*b][at]];
            let under = std::iter::once((convention, results)).chain(also.iter().copied().zip(results_also));
            for (convention, results) in under {
                let mut counted: Results<Counted> = Results::default();
                for (at, position) in whole.positions().enumerate() {
                    let margin =
                        |i: usize| with_prisoners(&names[i], convention, position, both(at)[i].outcome).margin();
                    let [x, y] = [0, 1].map(margin);
                    if x != y {
                        counted.diverge.add(grid, position);
                        if settled(at) {
                            counted.settled.add(grid, position);
                        }
                    }
                    if x.map(i32::signum) != y.map(i32::signum) {
                        counted.winner.add(grid, position);
                        if settled(at) {
                            counted.settled_winner.add(grid, position);
                        }
                    }
                }
                let what = format!("{size} {} {convention}", names.join(" / "));
                found_is(results.diverge, &counted.diverge, &whole, &what);
                found_is(results.settled, &counted.settled, &whole, &what);
                found_is(results.winner, &counted.winner, &whole, &what);
                found_is(results.settled_winner, &counted.settled_winner, &whole, &what);
            }
            let (mut statuses, mut settled_statuses) = (Counted::default(), Counted::default());
            for (at, position) in whole.positions().enumerate() {
                let [Some(s), Some(t)] = both(at).map(|v| v.status.as_ref()) else { continue };
                let lives = |s: &shinpan::law::Status| s.strings.iter().map(|s| s.life).collect::<Vec<_>>();
                let empty = |p: &usize| position.at(*p).is_none();
                if lives(s) != lives(t) || (0..grid.len()).filter(empty).any(|p| s.points[p] != t.points[p]) {
                    statuses.add(grid, position);
                    if settled(at) {
                        settled_statuses.add(grid, position);
                    }
                }
            }
            let what = format!("{size} {}", names.join(" / "));
            let define_status = both(0).iter().all(|v| v.status.is_some());
            assert_eq!(*status, define_status.then(|| statuses.tally()), "{what}");
            assert_eq!(*settled_status, define_status.then(|| settled_statuses.tally()), "{what}");
        }
    }
}

#[test]
fn comparison_counts_what_the_verdicts_on_every_position_of_2x2_say() {
    comparison_counts_what_the_verdicts_on_every_position_say("2x2", SETS, SettledBy::FatesAndPlayOuts);
}

#[test]
fn comparison_counts_what_the_verdicts_on_every_position_of_2x3_say() {
    comparison_counts_what_the_verdicts_on_every_position_say("2x3", SETS, SettledBy::FatesAndPlayOuts);
}

#[test]
fn comparison_counts_what_the_verdicts_on_every_position_of_1x6_say() {
    comparison_counts_what_the_verdicts_on_every_position_say("1x6", SETS, SettledBy::FatesAndPlayOuts);
}

#[test]
fn comparison_counts_what_the_verdicts_on_every_position_of_3x3_say() {
    // Without the play-outs, which take long and are looked at on smaller boards: settled is what the fates leave.
    comparison_counts_what_the_verdicts_on_every_position_say("3x3", "j1989,aj2004,ms-chinese", SettledBy::Fates);
}

#[test]
fn the_census_counts_what_the_verdicts_on_every_position_say() {
    for size in ["2x2", "2x3", "1x6", "1x7"] {
        let whole = whole(size);
        let grid = whole.board().grid();
        let sets = rules("j1989,j1989:infinite=defender,aj2004");
        let comparison = compare(&whole, &sets, &Options { census: true, ..options(Prisoners::Level, None) });
        assert_eq!(comparison.census.iter().map(|b| b.kind).collect::<Vec<_>>(), Kind::ALL);
        for beast in &comparison.census {
            let verdicts: Vec<Vec<Verdict>> = beast.kind.rules().iter().map(|r| judge_each(&whole, r)).collect();
            let mut counted = Counted::default();
            for (at, position) in whole.positions().enumerate() {
                let here: Vec<&Verdict> = verdicts.iter().map(|v| &v[at]).collect();
                if beast.kind.holds(whole.board(), position, &here) {
                    counted.add(grid, position);
                }
            }
            found_is(beast.found, &counted, &whole, &format!("{size} {}", beast.kind.name()));
        }
    }
}

/// Positions of a kind on a board: all, and the smallest.
fn kinds(size: &str) -> BTreeMap<&'static str, (u64, Option<String>)> {
    let whole = whole(size);
    let sets = rules("j1989,j1989:infinite=defender");
    let comparison = compare(&whole, &sets, &Options { census: true, ..options(Prisoners::Level, None) });
    let text = |f: Occurrences| diagram::text(whole.board().grid(), whole.position(f.witness));
    comparison.census.iter().map(|b| (b.kind.name(), (b.tally().positions, b.found.map(text)))).collect()
}

#[test]
fn the_census_finds_what_can_be_seen_on_the_smallest_boards() {
    // On 1x2 a lone stone is captured and retaken for ever: two colours, two places, a ko stone each.
    let found = kinds("1x2");
    assert_eq!(found["ko-stone"], (4, Some(".O".to_string())));
    assert_eq!(found["endless"], (4, Some(".O".to_string())));
    assert_eq!(found["all-dead-j1989"], (4, Some(".O".to_string())));
    assert_eq!(found["seki-ms"], (0, None));
    // On 1x3 a wall of two stones is captured, and a new stone stands where it was.
    assert_eq!(kinds("1x3")["capturable-1"].1, Some(".OO".to_string()));
}

#[test]
fn the_two_mindsports_counts_agree_on_every_position_under_level_and_differ_by_one_if_black_is_a_stone_ahead() {
    // With equally many stones played, prisoners make up for stones whatever the status of the points is.
    for readings in ["", ":seki=points", ":dead=opponent-first"] {
        let sets = rules(&format!("ms-japanese{readings} ms-chinese{readings}"));
        for size in ["1x1", "1x2", "1x5", "2x2", "2x3"] {
            let whole = whole(size);
            let level = compare(&whole, &sets, &options(Prisoners::Level, None));
            assert_eq!(level.pairs[0].results.diverge, None, "{size} {readings}");
            assert_eq!(level.pairs[0].status.map(|s| s.positions), Some(0), "{size} {readings}");
            let ahead = compare(&whole, &sets, &options(Prisoners::BlackAhead, None));
            for at in 0..whole.len() {
                let [japanese, chinese] = [0, 1].map(|i| ahead.outcome(i, at).margin().unwrap());
                assert_eq!(japanese, chinese - 1, "{size} {readings} {at}");
            }
        }
    }
}

/// Asks for the causes of every divergence.
struct Asking<'a> {
    causes: &'a Causes,
    sets: &'a [RuleSet],
    prisoners: Prisoners,
    grid: Grid,
    asked: u64,
}

impl Walker for Asking<'_> {
    fn see(&mut self, here: &Members) {
        let Asking { sets, prisoners, .. } = *self;
        let outcomes: Vec<Outcome> = (0..sets.len())
            .map(|i| here.verdicts[i].outcome.plus(prisoners.added(&sets[i], stones(here.position))))
            .collect();
        let mut causes = self.causes.at(here);
        for a in 0..sets.len() {
            for b in (a + 1..sets.len()).filter(|&b| differ(outcomes[a], outcomes[b])) {
                let found = causes.of(a, b);
                let what = || format!("{} {} / {}", diagram::text(self.grid, here.position), sets[a], sets[b]);
                assert!(!found.is_empty(), "{}", what());
                let both = here.verdicts[a].status.is_some() && here.verdicts[b].status.is_some();
                assert!(!both || !found.contains(&Cause::Unexplained), "{}: {found:?}", what());
                // Where nothing is said but descriptions, that is said too.
                let explained = found.iter().any(|c| !c.is_description());
                assert_eq!(!explained, found.contains(&Cause::Unexplained), "{}", what());
                self.asked += 1;
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.asked += other.asked;
    }
}

#[test]
fn every_divergent_position_has_a_cause_and_two_texts_that_define_status_leave_none_unexplained() {
    let sets = each_reading();
    for (size, prisoners, changes) in [
        ("2x2", Prisoners::Level, Changes::Usual),
        ("1x5", Prisoners::None, Changes::Usual),
        ("1x4", Prisoners::BlackAhead, Changes::Usual),
        ("1x5", Prisoners::Level, Changes::None),
    ] {
        let whole = whole(size);
        let options = options(prisoners, Some(changes));
        let stop = AtomicBool::new(false);
        let judged = needed(whole.board().grid(), &sets, &options);
        let mut columns = Columns::new(&whole, &judged, options.budget, &Silent, &stop).unwrap();
        let causes = Causes::new(&mut columns, &sets, prisoners, changes).unwrap();
        let grid = whole.board().grid();
        let asking = || Asking { causes: &causes, sets: &sets, prisoners, grid, asked: 0 };
        assert!(columns.walk(asking, &Silent, &stop).unwrap().asked > 0);
    }
}

/// Counts how often every class and every position is shown.
struct Showing {
    classes: BTreeMap<usize, u64>,
    positions: BTreeMap<usize, u64>,
    index: BTreeMap<String, usize>,
    grid: Grid,
}

impl Walker for Showing {
    fn see(&mut self, here: &Members) {
        *self.classes.entry(here.class).or_default() += here.positions;
        let images: BTreeSet<String> =
            Symmetry::all(self.grid).iter().map(|s| diagram::text(self.grid, s.position(here.position))).collect();
        assert_eq!(images.len() as u64, here.positions);
        for image in images {
            *self.positions.entry(self.index[&image]).or_default() += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        for (mine, other) in [(&mut self.classes, other.classes), (&mut self.positions, other.positions)] {
            other.into_iter().for_each(|(k, n)| *mine.entry(k).or_default() += n);
        }
    }
}

#[test]
fn a_walk_shows_every_position_once_and_first_of_names_the_first_of_those_shown() {
    for size in ["1x1", "1x4", "4x1", "2x3", "3x3"] {
        let whole = whole(size);
        let grid = whole.board().grid();
        let stop = AtomicBool::new(false);
        let columns = Columns::new(&whole, &[], Budget::default(), &Silent, &stop).unwrap();
        let index: BTreeMap<String, usize> =
            whole.positions().enumerate().map(|(at, p)| (diagram::text(grid, p), at)).collect();
        let new = || Showing { classes: BTreeMap::new(), positions: BTreeMap::new(), index: index.clone(), grid };
        let shown = columns.walk(new, &Silent, &stop).unwrap();
        assert_eq!(shown.classes.len(), whole.classes(), "{size}");
        assert!((0..whole.len()).all(|at| shown.positions.get(&at) == Some(&1)), "{size}");
    }
}

#[test]
fn causes_cover_the_divergences_they_are_counted_for() {
    let whole = whole("2x3");
    let comparison = compare(&whole, &RuleSet::defaults(), &options(Prisoners::Level, Some(Changes::Usual)));
    for pair in &comparison.pairs {
        let diverge = pair.results.diverge.map(|f| f.tally).unwrap_or_default();
        let sum: u64 = pair.causes.values().map(|c| c.found.tally.positions).sum();
        let alone: u64 = pair.causes.values().map(|c| c.alone).sum();
        assert!(alone <= diverge.positions && diverge.positions <= sum);
        for found in pair.causes.values() {
            assert!(found.found.tally.positions <= diverge.positions);
            let settled = |f: Option<Occurrences>| f.map_or(0, |f| f.tally.positions);
            assert!(settled(found.settled) <= settled(pair.results.settled));
        }
        // The smallest divergence is the smallest for one of its causes.
        let first =
            pair.causes.values().map(|c| c.found.witness).any(|w| Some(w) == pair.results.diverge.map(|f| f.witness));
        assert_eq!(first, pair.results.diverge.is_some());
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
    let mut columns = Columns::new(&whole, &black, Budget::default(), &Silent, &stop).unwrap();
    let other = columns.number(&white[0]).unwrap();
    let judged = judge_each(&whole, &white[0]);
    for (at, verdict) in judged.iter().enumerate() {
        assert_eq!(columns.verdict(other, at), *verdict);
    }
    // A changed play-out is judged for one first passer only.
    let options = options(Prisoners::Level, Some(Changes::All));
    let changed = needed(whole.board().grid(), &[black, white].concat(), &options);
    let lifted = changed
        .iter()
        .filter(|r| r.first_passer_matters() && !r.applies(ClauseId::parse("j1997.playout.5").unwrap()))
        .count();
    assert_eq!(lifted, 1);
}

#[test]
fn light_changes_are_choices_for_which_no_further_game_is_solved() {
    for rules in RuleSet::defaults() {
        let light = variants(&rules, Changes::Light);
        let none = rules.text == texts::aj2004::TEXT || rules.text.only_counts(&rules);
        assert!(none || !light.is_empty(), "{rules}");
        for Variant { change, rules: changed } in light {
            assert!(matches!(change, Change::Reading(..)), "{changed}");
            let same = changed.text.solvable(&changed) == rules.text.solvable(&rules);
            // The position as it stands is counted.
            assert!(same || changed.value("agreement").unwrap_or_default() == "as-it-stands", "{changed}");
        }
    }
}

#[test]
fn a_report_names_the_changes_that_were_tried() {
    let whole = whole("2x2");
    let sets = rules("j1989 j1997:first=black,agreement=as-it-stands");
    let comparison = compare(&whole, &sets, &options(Prisoners::Level, Some(Changes::Light)));
    let changes: Vec<&[Change]> = comparison.tried.iter().map(|t| t.changes.as_slice()).collect();
    assert_eq!(changes, [&[Change::Reading(Word("enable"), Word("none"))][..], &[]]);
    let report = Report { command: "shinpan diverge 2x2", comparison: &comparison, left_out: &[] };
    assert!(report.markdown().contains("\n- `j1989` was tried: enable=none.\n"));
    assert_eq!(report.json()["changes"][0]["tried"], serde_json::json!(["enable=none"]));
    let comparison = compare(&whole, &sets, &options(Prisoners::Level, None));
    assert!(comparison.tried.is_empty());
}

/// The smallest divergences over boards, as JSON and Markdown.
fn smallest(sets: &[RuleSet], sizes: &[&str], leave_out: bool) -> (serde_json::Value, String) {
    let mut differences = FirstDifferences::new(sets, Prisoners::Level, leave_out);
    for size in sizes {
        differences.look(&whole(size), Budget::default(), &Silent, &AtomicBool::new(false)).unwrap();
    }
    (first::json(&differences, "shinpan"), first::markdown(&differences, "shinpan"))
}

#[test]
fn two_runs_give_the_same_bytes_whatever_the_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let whole = whole("2x3");
            let options =
                Options { also: &[Prisoners::None], census: true, ..options(Prisoners::Level, Some(Changes::All)) };
            let comparison = compare(&whole, &RuleSet::defaults(), &options);
            let report = Report { command: "shinpan diverge 2x3", comparison: &comparison, left_out: &[] };
            let (json, markdown) = smallest(&RuleSet::defaults(), &["1x3", "2x2"], false);
            (report.markdown(), report.json().to_string(), json.to_string(), markdown)
        })
    };
    let one = run(1);
    assert_eq!(one, run(1));
    assert_eq!(one, run(3));
}

#[test]
fn many_pieces_of_a_board_are_counted_alike_by_one_thread_and_by_three() {
    let whole = whole("3x4");
    let sets = rules("j1997:first=black,agreement=as-it-stands ms-japanese ms-chinese");
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let options = Options {
                settled: SettledBy::Fates,
                also: &[Prisoners::BlackAhead],
                ..options(Prisoners::Level, Some(Changes::None))
            };
            let comparison = compare(&whole, &sets, &options);
            (comparison.pairs.clone(), comparison.summaries.clone(), comparison.settled)
        })
    };
    let one = run(1);
    assert_eq!(one, run(3));
    // Two margins, one of them less by one, are never the same.
    let ahead = one.0.iter().find(|p| (p.a, p.b) == (1, 2)).map(|p| p.also[0].diverge.map(|f| f.tally)).unwrap();
    assert_eq!(ahead, Some(Tally { positions: 321_689, classes: 40_997 }));
}

#[test]
fn the_smallest_divergence_over_several_boards_is_the_one_with_fewest_points_whatever_their_order() {
    let sets = rules("j1989,j1997:first=black,ms-japanese,ms-chinese,ms-chinese:dead=opponent-first");
    let sizes = ["2x2", "1x3", "1x1", "1x2"];
    let (json, _) = smallest(&sets, &sizes, false);
    let (other, _) = smallest(&sets, &["1x1", "1x2", "1x3", "2x2"], false);
    assert_eq!(json["pairs"], other["pairs"]);
    // As found by comparing each board by itself.
    let mut pairs = json["pairs"].as_array().unwrap().iter();
    for a in 0..sets.len() {
        for b in a + 1..sets.len() {
            let pair = pairs.next().unwrap();
            let mut least: [Option<(usize, u32, String, String)>; 2] = [None, None];
            for size in sizes {
                let whole = whole(size);
                let grid = whole.board().grid();
                let two = [sets[a].clone(), sets[b].clone()];
                let results = compare(&whole, &two, &options(Prisoners::Level, None)).pairs[0].results;
                for (least, found) in least.iter_mut().zip([results.diverge, results.settled]) {
                    let this = found.map(|f| {
                        let position = whole.position(f.witness);
                        let stones = position.occupied().count_ones();
                        (grid.len(), stones, diagram::text(grid, position), grid.to_string())
                    });
                    *least = least.take().into_iter().chain(this).min();
                }
            }
            for (least, key) in least.into_iter().zip(["smallest", "smallest-settled"]) {
                let found = pair[key].as_object().map(|o| (o["board"].clone(), o["position"].clone()));
                let least = least.map(|(_, _, position, board)| (board.into(), position.into()));
                assert_eq!(found, least, "{key} {} / {}", sets[a], sets[b]);
            }
        }
    }
}

#[test]
fn a_pair_that_is_not_looked_at_on_a_board_is_said_not_to_be() {
    // Play-outs are left out on lines beyond ten points; without that the pair would never part.
    let sets = rules("j1997:first=black j1997:ko-stones=prisoners,first=black ms-japanese ms-chinese");
    let (json, markdown) = smallest(&sets, &["1x1", "1x11"], true);
    let pair = |a: &str, b: &str| {
        json["pairs"].as_array().unwrap().iter().find(|p| p["rule-sets"] == serde_json::json!([a, b])).unwrap()
    };
    let names: Vec<String> = sets.iter().map(RuleSet::to_string).collect();
    assert_eq!(pair(&names[0], &names[1])["looked-up-to"], 10);
    assert_eq!(pair("ms-japanese", "ms-chinese").get("looked-up-to"), None);
    assert!(markdown.contains(&format!("| {} / {} | none up to 10 points |", names[0], names[1])));
    assert!(markdown.contains("| ms-japanese / ms-chinese | none | none |"));
    // Nor are they judged there to tell settled positions apart.
    let (json, _) = smallest(&rules("ms-japanese ms-japanese:seki=points"), &["1x11"], true);
    let pair = &json["pairs"][0];
    assert!(pair["smallest"].is_object());
    assert_eq!(pair["looked-up-to"], 10);
}

#[test]
fn each_reading_is_listed_once_beside_the_defaults() {
    let sets = each_reading();
    let names: BTreeSet<String> = sets.iter().map(RuleSet::to_string).collect();
    assert_eq!(names.len(), sets.len());
    for default in RuleSet::defaults() {
        assert!(sets.contains(&default), "{default}");
        for (key, values) in default.text.readings() {
            let choice = default.text.choices().iter().find(|c| c.key == key).expect("a choice");
            for value in values.iter().filter(|_| default.text.matters(&default, choice)) {
                assert!(
                    sets.iter().any(|r| r.text == default.text && r.value(key).unwrap_or_default() == *value),
                    "{default} {key}={value}"
                );
            }
        }
    }
}
