//! Every proof without steps of what a player holds, on every position of the smallest boards: what is accepted is so.

use rayon::prelude::*;
use shinpan::board::index::Index;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Board, Colour, Grid, Kernel, PointSet, Position, Wide, WideBoard, diagram};
use shinpan::proof::regions::check::holding;
use shinpan::proof::{GameProof, HeldProof};

use super::board;
use super::shown::Truth;

fn names(grid: Grid, set: Wide) -> Vec<String> {
    set.points().map(|p| grid.name(p)).collect()
}

/// All ways to choose one of several for each.
fn each<T: Clone>(choices: &[Vec<T>]) -> Vec<Vec<T>> {
    choices.iter().fold(vec![Vec::new()], |all, these| {
        all.iter()
            .flat_map(|chosen| these.iter().map(|one| [chosen.as_slice(), std::slice::from_ref(one)].concat()))
            .collect()
    })
}

/// All games that can be written without steps for some of a player's strings as walls: each region by itself or not at all, or all regions as one; each
/// wall with none to two eyes; the strings in it kept or not.
fn games(board: &WideBoard, own: Wide, walls: &[Wide]) -> Vec<Vec<GameProof>> {
    let grid = board.grid();
    let outside = board.all().less(Wide::union(walls.iter().copied()));
    let game = |points: Wide| -> Vec<Option<GameProof>> {
        let around: Vec<Wide> = walls.iter().filter(|wall| board.around(**wall).meets(points)).copied().collect();
        let first = |wall: &Wide, eyes: usize| format!("{} {eyes}", grid.name(wall.first().expect("a stone")));
        let eyes = each(&vec![vec![0, 1, 2]; around.len()]);
        let keeps = if (own & points).is_none() { vec![Wide::default()] } else { vec![Wide::default(), own & points] };
        let written = eyes.iter().flat_map(|eyes| {
            let walls: Vec<String> = around.iter().zip(eyes).map(|(wall, &eyes)| first(wall, eyes)).collect();
            keeps.iter().map(move |&kept| GameProof {
                points: names(grid, points),
                walls: walls.clone(),
                kept: names(grid, kept),
                steps: Vec::new(),
            })
        });
        written.map(Some).chain([None]).collect()
    };
    let regions: Vec<Wide> = board.components(outside).collect();
    let mut all: Vec<Vec<Option<GameProof>>> = each(&regions.iter().map(|&region| game(region)).collect::<Vec<_>>());
    if regions.len() > 1 {
        all.extend(game(outside).into_iter().map(|one| vec![one]));
    }
    all.into_iter().map(|games| games.into_iter().flatten().collect()).collect()
}

/// How many such proofs there are of a position, and how many are accepted; all of these are true.
fn stepless(board: &Board, position: Position, player: Colour) -> [usize; 2] {
    let plain = PlainPosition::from_position(board.grid(), position).expect("of the board");
    let (wide, own) = (WideBoard::new(board.grid()), WideBoard::stones(&plain)[player.index()]);
    let strings: Vec<Wide> = wide.components(own).collect();
    let (mut truth, mut counts) = (Truth::of(board), [0; 2]);
    for chosen in 0..1usize << strings.len() {
        let walls: Vec<Wide> = (0..strings.len()).filter(|i| chosen >> i & 1 == 1).map(|i| strings[i]).collect();
        for games in games(&wide, own, &walls) {
            for alone in [false, true] {
                let board = diagram::text(board.grid(), position);
                let player_name = player.letter().to_string();
                let proof = HeldProof { board, player: player_name, alone, at_no_loss: false, games: games.clone() };
                counts[0] += 1;
                if let Ok(found) = holding(&wide, &proof) {
                    counts[1] += 1;
                    assert!(truth.is_so(position, player, found.grounds.held()), "{proof:#?}");
                }
            }
        }
    }
    counts
}

#[test]
fn without_steps_nothing_is_shown_that_is_not_so() {
    let mut all = [0; 2];
    for size in ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3", "2x4"] {
        let board = board(size);
        let positions: Vec<Position> = Index::new(board.grid()).expect("small").iter().collect();
        let every = if size == "2x4" { 5 } else { 1 };
        let counted =
            positions.into_par_iter().step_by(every).map(|position| stepless(&board, position, Colour::Black));
        let [proofs, accepted] = counted.reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        println!("{size}: {accepted} of {proofs} accepted");
        all = [all[0] + proofs, all[1] + accepted];
    }
    assert!(all[0] > 50_000 && all[1] > 1_000, "{all:?}");
}
