//! The analyses of aj2004 without a list of the classes: what is forced of their ends, and what they come to.

use std::collections::HashSet;
use std::sync::Arc;

use shinpan::atlas::{Silent, WholeBoard};
use shinpan::board::{Colour, Grid, diagram};
use shinpan::law::{RuleSet, knowing};
use shinpan::solve::whole::store::{Stages, Store};
use shinpan::solve::{Budget, Game};
use shinpan::texts::aj2004::clauses::{AJ2004_BASIC_KO, AJ2004_FIXED_KO};
use shinpan::texts::aj2004::{Analysing, AnalysisFacts, AnalysisValues, BlackAnalysis};

use super::{NEVER, both_ways, rules};

fn analysis_facts(board: &WholeBoard, set: &RuleSet) -> Arc<dyn AnalysisFacts> {
    let facts = board.facts(std::slice::from_ref(set), &Silent, &NEVER).expect("nothing stops it");
    facts[0].known().expect("the game is solved")
}

/// Every state of the analyses that can follow from any position: whether a player takes everything, or leaves nothing.
fn analyses_are_solved_alike(size: &str) {
    let grid = Grid::parse(size).expect("a size");
    let (listed, dense) = (WholeBoard::new(grid).expect("small"), WholeBoard::dense(grid).expect("small"));
    let aj2004 = rules("aj2004").remove(0);
    for set in [aj2004.clone().lifting(AJ2004_BASIC_KO), aj2004] {
        let [a, b] = [&listed, &dense].map(|board| analysis_facts(board, &set));
        let game = BlackAnalysis::new(&set, listed.board());
        let (mut seen, mut banned, mut extreme) = (HashSet::new(), 0, 0);
        let mut open: Vec<Analysing> = listed.positions().map(|position| game.start(position)).collect();
        open.extend(listed.positions().map(|position| game.remembering(position, Colour::Black, 0, None)));
        seen.extend(open.iter().copied());
        let mut moves = Vec::new();
        while let Some(state) = open.pop() {
            if state.passes < 3 {
                assert_eq!(a.extreme(&state), b.extreme(&state), "{size} {set} {state:?}");
                extreme += usize::from(a.extreme(&state).is_some());
            }
            banned += usize::from(state.ban().is_some());
            moves.clear();
            game.moves(&state, &mut moves);
            open.extend(moves.iter().map(|(_, next)| *next).filter(|next| seen.insert(*next)));
        }
        let has_kos = !["1x1", "2x2"].contains(&size) && set.applies(AJ2004_BASIC_KO);
        assert_eq!(banned > 0, has_kos, "{size} {set}: {banned}");
        assert!(2 * extreme > seen.len(), "{size} {set}: {extreme} of {}", seen.len());
    }
}

#[test]
fn analyses_without_a_list_of_the_classes_say_the_same() {
    for size in ["1x1", "1x2", "2x2", "1x7", "2x3", "2x4", "3x3"] {
        analyses_are_solved_alike(size);
    }
}

/// The values of all positions, too, and what history decides.
#[test]
fn values_of_analyses_without_a_list_of_the_classes_are_the_same() {
    let sets = rules("aj2004,aj2004:score=area");
    for size in ["1x1", "1x2", "1x3", "1x7", "2x2", "2x3", "2x4", "3x3"] {
        let grid = Grid::parse(size).expect("a size");
        let boards = [WholeBoard::new(grid).expect("small"), WholeBoard::dense(grid).expect("small")];
        let [listed, mut dense] = boards;
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path());
        let stages = Stages { store: Some(&store), keeps: true, stop: &NEVER, progress: &Silent };
        dense.keep_dense(&sets, false, &store, &stages).expect("a folder");
        // Values that were found with a rule are none without it, though the game has the same name.
        let lifted = [sets[0].clone().lifting(AJ2004_FIXED_KO)];
        dense.look_up(&store, &lifted, &NEVER).expect("tables");
        assert!(dense.facts(&lifted, &Silent, &NEVER).expect("tables")[0].known::<Arc<dyn AnalysisValues>>().is_none());
        dense.look_up(&store, &sets, &NEVER).expect("tables");
        let boards = [listed, dense];
        let facts = boards.each_ref().map(|board| board.facts(&sets, &Silent, &NEVER).expect("nothing stops it"));
        assert!(facts[1].iter().all(|facts| facts.known::<Arc<dyn AnalysisValues>>().is_some()));
        for (at, set) in sets.iter().flat_map(|set| [set.clone(), set.clone().lifting(AJ2004_FIXED_KO)]).enumerate() {
            let budget = Budget::default();
            let mut both = facts.each_ref().map(|facts| {
                facts[at / 2].prepare();
                knowing(&set, boards[0].board(), budget, &facts[at / 2])
            });
            let mut by_history = 0;
            for position in boards[0].positions() {
                let [listed, dense] = both.each_mut().map(|of| of.judge(position));
                assert_eq!(listed, dense, "{set} {}", diagram::text(grid, position));
                by_history += usize::from(dense.notes.history);
            }
            let decided = set.applies(AJ2004_FIXED_KO) && ["1x7", "3x3"].contains(&size);
            assert!(!decided || by_history > 0, "{size} {set}: {by_history}");
        }
    }
}

/// By hand: `cargo test --release --test all -- --ignored --nocapture dense::analyses::analyses_of_a_board_of_16_points`. It takes minutes.
#[test]
#[ignore = "takes minutes"]
fn analyses_of_a_board_of_16_points_are_valued_alike() {
    let set = rules("aj2004").remove(0);
    let of = |board: &WholeBoard, set: &RuleSet| {
        let facts = board.facts(std::slice::from_ref(set), &Silent, &NEVER).expect("nothing stops it").remove(0);
        facts.prepare();
        facts
    };
    let (dense, listed, listed_board) = both_ways(&set, of);
    let budget = Budget::default();
    let mut both = [&dense, &listed].map(|facts| knowing(&set, listed_board.board(), budget, facts));
    let (mut judged, mut by_history) = (0, 0);
    for class in 0..listed_board.symmetric().len() {
        let position = listed_board.symmetric().representative(class);
        let [dense, listed] = both.each_mut().map(|of| of.judge(position));
        assert_eq!(dense, listed, "{}", diagram::text(listed_board.board().grid(), position));
        judged += 1;
        by_history += usize::from(dense.notes.history);
    }
    println!("{judged} classes, {by_history} of them decided by history");
}
