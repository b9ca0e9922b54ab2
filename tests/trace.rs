//! What a trace shows is real: its lines can be played, and end as the fact says.

use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Grid, Points, Position};
use shinpan::law::RuleSet;
use shinpan::law::{Life, RestsOn, Step, Verdict, interpreter};
use shinpan::solve::Budget;
use shinpan::texts::mindsports::UNFINISHED;

fn traces(size: &str, list: &str, mut check: impl FnMut(&RuleSet, Grid, Position, &Verdict, &[Step])) {
    let grid = Grid::parse(size).expect("a size");
    let board = Board::new(grid).expect("small");
    for rules in RuleSet::parse_list(list).expect("a known list") {
        let mut interpreter = interpreter(&rules, &board, Budget::default());
        for position in Index::new(grid).expect("small").iter() {
            let (verdict, steps) = interpreter.trace(position);
            assert_eq!(interpreter.judge(position), verdict);
            check(&rules, grid, position, &verdict, &steps);
        }
    }
}

const ALL: &str = "j1989 j1989:enable=none j1989:enable=anywhere j1997 j1997:agreement=as-it-stands,ko-stones=prisoners \
                   aj2004 ms-japanese ms-chinese:dead=opponent-first tromp-taylor tromp-taylor:agreement=play-out \
                   aga-territory aga-area:agreement=best-play";

/// Plays a line on the plain kernel; gives the removed points of each move.
fn replay(grid: Grid, position: Position, step: &Step) -> Vec<Points> {
    let mut here = PlainPosition::from_position(grid, position).expect("it fits");
    let mut removed = Vec::new();
    let mut last: Option<Colour> = None;
    for mv in &step.line {
        assert_ne!(last, Some(mv.player), "players move in turn");
        last = Some(mv.player);
        let mut captured = 0;
        if !mv.what.starts_with("pass") {
            let p = grid.point(&mv.what).expect("a coordinate");
            // Suicide, which a text may allow, removes nothing of the opponent's.
            let (play, _) = here.play_or_suicide(mv.player, p).expect("a legal play");
            captured = play.captured.iter().fold(0, |m, q| m | 1 << q);
            here = play.after;
        }
        assert_eq!(here.to_position(), Some(mv.after));
        removed.push(captured);
    }
    removed
}

/// The position without the dead stones.
fn removed(position: Position, verdict: &Verdict) -> Position {
    let strings = verdict.status.iter().flat_map(|s| &s.strings);
    position.without(strings.filter(|s| s.life == Life::Dead).fold(0, |m, s| m | s.string.stones))
}

#[test]
fn a_string_of_an_ms_seki_step_with_a_line_is_captured_by_who_moves_first() {
    let mut shown = 0;
    traces("2x3", "ms-japanese ms-chinese:dead=opponent-first", |rules, grid, position, verdict, steps| {
        let unfinished = verdict.status.iter().flat_map(|s| &s.strings).filter(|s| s.by == UNFINISHED);
        for (string, step) in unfinished.zip(steps.iter().filter(|s| s.clause == "ms.seki" && !s.line.is_empty())) {
            let text = shinpan::board::diagram::text(grid, position);
            let taken = replay(grid, removed(position, verdict), step);
            assert_eq!(step.line[0].player, string.string.colour.opponent(), "{rules} on {text}");
            assert_eq!(taken.last(), taken.iter().find(|t| *t & string.string.stones != 0), "{rules} on {text}");
            shown += 1;
        }
    });
    assert!(shown > 0);
}

#[test]
fn every_line_of_every_trace_can_be_played() {
    for size in ["1x4", "2x3"] {
        traces(size, ALL, |_, grid, position, verdict, steps| {
            for step in steps {
                // What ms.seki asks is asked after the removal.
                replay(grid, if step.clause == "ms.seki" { removed(position, verdict) } else { position }, step);
            }
        });
    }
}

#[test]
fn every_step_cites_a_clause_of_its_text_and_the_reading_in_force() {
    traces("2x3", ALL, |rules, _, _, _, steps| {
        assert!(!steps.is_empty() || matches!(rules.text.rests_on(rules), RestsOn::Continuation { .. }));
        for step in steps {
            let cited = step.clause.spec();
            assert!(cited.id.starts_with(rules.text.prefix()));
            if let Some(reading) = &step.reading {
                let (key, value) = reading.split_once('=').expect("KEY=VALUE");
                assert_eq!(rules.value(key).unwrap_or_default(), value);
            }
        }
    });
}

#[test]
fn the_line_of_a_dead_string_ends_with_its_capture() {
    traces("2x3", "j1989 j1989:enable=none ms-japanese", |rules, grid, position, verdict, steps| {
        let status = verdict.status.as_ref().expect("status is defined");
        let about = steps.iter().filter(|s| s.clause == "j1989.7.1" || s.clause == "ms.dead");
        for (string, step) in status.strings.iter().zip(about) {
            if string.life != Life::Dead {
                continue;
            }
            let removed = replay(grid, position, step);
            let text = shinpan::board::diagram::text(grid, position);
            assert!(!removed.is_empty(), "{rules} on {text}");
            // The string's stones stand until the last move takes them all.
            let (last, before) = removed.split_last().expect("a line");
            assert_eq!(last & string.string.stones, string.string.stones, "{rules} on {text}");
            assert!(before.iter().all(|r| r & string.string.stones == 0), "{rules} on {text}");
        }
    });
}

#[test]
fn the_line_of_a_string_alive_only_by_enable_ends_with_a_new_stone_or_says_why_not() {
    let mut shown = 0;
    traces("2x3", "j1989 j1989:enable=local-1 j1989:enable=anywhere", |rules, grid, position, verdict, steps| {
        let status = verdict.status.as_ref().expect("status is defined");
        let about = steps.iter().filter(|s| s.clause == "j1989.7.1");
        for (string, step) in status.strings.iter().zip(about) {
            if string.life == Life::Dead || string.by == "uncapturable" {
                continue;
            }
            let text = shinpan::board::diagram::text(grid, position);
            let removed = replay(grid, position, step).into_iter().fold(0, |m, r| m | r);
            assert_eq!(removed & string.string.stones, string.string.stones, "{rules} on {text}: it is captured");
            if step.fact.contains("can no longer be captured") {
                let end = step.line.last().expect("a line").after;
                assert_ne!(end.of(string.string.colour), 0, "{rules} on {text}: a new stone stands");
                shown += 1;
            } else {
                assert!(step.fact.contains("never all for good"), "{rules} on {text}");
            }
        }
    });
    assert!(shown > 0);
}

#[test]
fn claims_sum_to_the_margin() {
    traces("2x3", ALL, |rules, grid, position, verdict, _| {
        let sum: i32 = verdict.claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        if let Some(margin) = verdict.outcome.margin() {
            assert_eq!(sum, margin, "{rules} on {}", shinpan::board::diagram::text(grid, position));
        }
    });
}
