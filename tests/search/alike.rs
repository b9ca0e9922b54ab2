//! Verdicts by searches are those by lists, and what stays open has bounds that hold.

use shinpan::board::diagram;
use shinpan::board::index::Index;
use shinpan::law::verdict::margin;
use shinpan::law::{Life, Outcome, PointStatus, RuleSet, Verdict, interpreter};
use shinpan::solve::Budget;
use shinpan::texts::j1989::Called;

use super::{board, searching};

/// How many positions were judged by listing and by searches, how many of these stay open, and how many are decided though the life of a string is
/// open.
#[derive(Clone, Copy, Default)]
struct Alike {
    judged: usize,
    open: usize,
    same: usize,
}

/// Judges every so-manieth position by listing, and by searches with each of these budgets.
fn judged_alike<const N: usize>(size: &str, rules: &str, every: usize, budgets: [usize; N]) -> [Alike; N] {
    let board = board(size);
    let rules = RuleSet::parse(rules).expect("a rule set").remove(0);
    let mut lists = interpreter(&rules, &board, Budget::default());
    // Thresholds leave to lists what a history decides: these are to come to an end.
    let ends = ["aj2004", "j1997"].contains(&rules.text.prefix());
    let mut searches =
        budgets.map(|states| searching(&rules, &board, if ends { Budget::default() } else { Budget::of(states) }));
    let mut found = [Alike::default(); N];
    let mut random = fastrand::Rng::with_seed(every as u64);
    let index = Index::new(board.grid()).expect("small");
    let mut at = random.u64(0..every as u64);
    while let Some(position) = index.unrank(at).filter(|_| at < index.count()) {
        at += if every == 1 { 1 } else { random.u64(1..2 * every as u64) };
        let listed = lists.judge(position);
        if matches!(listed.outcome, Outcome::Undecided { .. }) {
            // On 4x4 a list may come to more states than it is given: then there is nothing to compare with.
            continue;
        }
        for (searches, found) in searches.iter_mut().zip(&mut found) {
            let searched = searches.judge(position);
            let text = format!("{rules} on {}: {listed:?} {searched:?}", diagram::text(board.grid(), position));
            found.compare(&listed, &searched, &text);
        }
    }
    found
}

impl Alike {
    fn compare(&mut self, listed: &Verdict, searched: &Verdict, text: &str) {
        self.judged += 1;
        if let Outcome::Undecided { lo, hi } = searched.outcome {
            self.open += 1;
            let margin = listed.outcome.margin().expect("decided");
            assert!(lo <= margin && margin <= hi, "{text}");
            let lives = |v: &Verdict| {
                let status = v.status.as_ref().expect("it has one");
                status.strings.iter().map(|s| s.life).collect::<Vec<_>>()
            };
            // What is not open is as it is; whether it is in seki may depend on what is open.
            let alike = lives(listed).into_iter().zip(lives(searched)).all(|(is, said)| match said {
                Life::Undecided => true,
                Life::Dead => is == Life::Dead,
                _ => is != Life::Dead,
            });
            assert!(alike, "{text}");
            return;
        }
        // A search may tell that a string is alive before it tells by which term.
        let mut said = searched.clone();
        // What makes no difference to the count may be open, and regions of points be told apart by it.
        let mut unknown = false;
        if let (Some(is), Some(said)) = (&listed.status, &mut said.status) {
            for (is, said) in is.strings.iter().zip(&mut said.strings) {
                if said.by == Called::Capturable
                    && [Called::Capturable1, Called::Capturable2].iter().any(|called| is.by == *called)
                {
                    said.by = is.by;
                }
                if said.life == Life::Undecided {
                    (*said, unknown) = (is.clone(), true);
                }
            }
            for (is, said) in is.points.iter().zip(&mut said.points).filter(|(_, p)| **p == PointStatus::Undecided) {
                assert!(unknown, "{text}");
                *said = *is;
            }
        }
        if unknown {
            self.same += 1;
            assert_eq!(said.outcome.margin(), Some(margin(&said.claims)), "{text}");
            said.claims.clone_from(&listed.claims);
        }
        assert_eq!(*listed, said, "{text}");
    }
}

#[test]
fn searches_and_lists_give_the_same_verdicts_on_small_boards() {
    searches_and_lists_agree(8);
    // Out of budget the bounds hold.
    let [Alike { judged, open, .. }] = judged_alike("2x4", "ms-japanese", 3, [2]);
    assert!(open * 10 > judged);
    assert!(decided_with_a_string_open([15, 180]).iter().sum::<usize>() > 0);
}

/// On two small boards, and on one position of larger ones in so many times a number.
fn searches_and_lists_agree(times: usize) {
    for rules in ["j1989", "j1989:enable=enclosed", "ms-japanese", "ms-chinese:dead=opponent-first"] {
        for (size, every) in [("2x3", 1), ("1x6", 1), ("2x4", 4 * times), ("3x3", 40 * times)] {
            let [Alike { judged, open, .. }] = judged_alike(size, rules, every, [20_000]);
            assert!(open * 10 <= judged, "{rules} {size}: {open} of {judged} open");
        }
    }
    // Thresholds are searched for; what a history decides is listed.
    for rules in ["aj2004", "aj2004:score=area", "j1997", "j1997:first=white,endless=never-ends"] {
        for (size, every) in [("2x3", times), ("2x4", 12 * times), ("3x3", 400 * times)] {
            let [Alike { judged, open, .. }] = judged_alike(size, rules, every, [20_000]);
            assert!(judged > 2 && open == 0, "{rules} {size}: {open} of {judged} open");
        }
    }
}

/// Bounds hold where some positions are decided though the life of a string is not: on one position of 2x4, and of 3x3, in so many. How many these
/// are, by rule set.
fn decided_with_a_string_open(every: [usize; 2]) -> Vec<usize> {
    let texts = ["j1989", "j1989:enable=enclosed", "j1989:enable=none", "j1989:seki=string", "j1989:infinite=defender"];
    let others = ["ms-japanese", "ms-chinese", "aga-area:agreement=best-play", "aga-territory:agreement=best-play"];
    let of = |rules: &str| {
        let found = judged_alike("2x4", rules, every[0], [4, 40]).into_iter();
        let found = found.chain(judged_alike("3x3", rules, every[1], [100]));
        let same = found.map(|Alike { judged, open, same }| {
            assert!(open * 40 > judged, "{rules}: {open} of {judged} open");
            same
        });
        same.sum()
    };
    texts.into_iter().chain(others).map(of).collect()
}

/// Kos beyond the 32nd point: their bans are in zones.
#[test]
fn searches_of_boards_with_more_than_32_points_meet_bans_anywhere() {
    let board = board("5x8");
    // Black's and White's large strings have two eyes each; E1 can be taken in a ko.
    let text = "XXXXXX../X.XX.X../XXXXXX../OOOOOXXX/.O.OX.X.";
    let position = diagram::parse(text).expect("a position").to_position().expect("small");
    for rules in ["j1989", "ms-japanese"] {
        let rules = RuleSet::parse(rules).expect("a rule set").remove(0);
        let verdict = interpreter(&rules, &board, Budget::of(2_000)).judge(position);
        let status = verdict.status.expect("it has one");
        let of = |p: usize| status.strings.iter().find(|s| s.string.stones >> p & 1 == 1).expect("a stone").life;
        assert!(matches!(of(0), Life::Alive | Life::Seki), "{rules}");
    }
}

/// A long run: all of 3x3 and 2x5, and random positions of 3x4 and 4x4.
#[test]
#[ignore = "minutes"]
fn searches_and_lists_give_the_same_verdicts_on_whole_boards() {
    searches_and_lists_agree(1);
    let found = decided_with_a_string_open([1, 4]);
    assert!(found.iter().all(|same| *same > 0), "{found:?}");
    for rules in ["j1989", "ms-japanese", "ms-japanese:dead=opponent-first"] {
        for (size, every) in [("3x3", 1), ("2x5", 1), ("3x4", 100), ("4x4", 100_000)] {
            let [Alike { judged, open, same }] = judged_alike(size, rules, every, [50_000]);
            println!("{rules} {size}: {judged} judged, {open} open, {same} decided with a string open, none differs");
        }
    }
}
