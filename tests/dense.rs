//! The dense solver against the game as it is said, over every position of small boards.

use std::collections::HashMap;
use std::sync::Arc;

use shinpan::board::index::Index;
use shinpan::board::{Board, Colour, Grid, Points, Position, points_of};
use shinpan::solve::dense::moves::{plays, predecessors};
use shinpan::solve::dense::reach::States;
use shinpan::solve::dense::{Goal, Repetition, Sides, Slots};
use shinpan::solve::whole::sweep::Sweeps;

/// A state as the rule has it: by player, the position before his last play, as long as the other's plays may bring it back.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    position: Position,
    mover: Colour,
    before: [Option<Position>; 2],
    passed: bool,
    ended: bool,
}

/// A play that takes nothing is not undone by the opponent's plays, which add his stones; nor is one after he has added a stone
/// that was not there.
fn may_return(here: Position, there: Position, player: Colour) -> bool {
    here.of(player) & !there.of(player) == 0 && there.of(player) != here.of(player)
}

fn next(board: &Board, ko: bool, state: &State) -> Vec<State> {
    let (mover, opponent) = (state.mover, state.mover.opponent());
    if state.ended {
        return Vec::new();
    }
    let mut found = vec![State { mover: opponent, passed: true, ended: state.passed, ..*state }];
    for p in points_of(board.empty(state.position)) {
        let Some(play) = board.play(state.position, mover, p) else { continue };
        if ko && state.before[opponent.index()] == Some(play.after) {
            continue;
        }
        let mut before = state.before;
        before[mover.index()] = Some(state.position).filter(|_| ko);
        let kept = |player: Colour, bound: Colour| {
            before[player.index()].filter(|before| may_return(play.after, *before, bound))
        };
        let before = [kept(Colour::Black, Colour::White), kept(Colour::White, Colour::Black)];
        found.push(State { position: play.after, mover: opponent, before, passed: false, ended: false });
    }
    found
}

/// By position, mover and owner: the stones of the owner about which the goal is forced.
fn forced(board: &Board, positions: &[Position], ko: bool, goal: Goal) -> HashMap<(Position, Colour, Colour), Points> {
    let mut numbers: HashMap<State, usize> = HashMap::new();
    let mut states = Vec::new();
    for &position in positions {
        for mover in Colour::ALL {
            let start = State { position, mover, before: [None; 2], passed: false, ended: false };
            numbers.insert(start, states.len());
            states.push(start);
        }
    }
    let starts = states.len();
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        let after = next(board, ko, &states[moves.len()]);
        moves.push(
            after
                .into_iter()
                .map(|state| {
                    *numbers.entry(state).or_insert_with(|| {
                        states.push(state);
                        states.len() - 1
                    })
                })
                .collect(),
        );
    }
    let mut found = HashMap::new();
    for owner in Colour::ALL {
        let forces = if goal == Goal::Captured { owner.opponent() } else { owner };
        let start = |s: &State| match goal {
            Goal::Captured => !s.position.of(owner),
            Goal::Immortal => board.immortal_by_definition(s.position, owner),
        };
        let starting: Vec<Points> = states.iter().map(start).collect();
        let mut values = starting.clone();
        loop {
            let mut same = true;
            for i in (0..states.len()).rev() {
                let state = &states[i];
                let after = moves[i].iter().map(|&m| values[m]);
                let follows = match moves[i].is_empty() {
                    true => 0,
                    false if state.mover == forces => after.fold(0, |m, v| m | v),
                    false => after.fold(!0, |m, v| m & v),
                };
                let standing = if goal == Goal::Captured { !0 } else { state.position.of(owner) };
                let new = starting[i] | follows & standing;
                if new != values[i] {
                    values[i] = new;
                    same = false;
                }
            }
            if same {
                break;
            }
        }
        for i in 0..starts {
            found.insert((states[i].position, states[i].mover, owner), values[i] & states[i].position.of(owner));
        }
    }
    found
}

fn boards() -> impl Iterator<Item = (Board, Vec<Position>)> {
    let grids = (1..=3).flat_map(|rows| (rows..=8 / rows).map(move |cols| (rows, cols))).chain([(3, 3)]);
    grids.map(|(rows, cols)| {
        let grid = Grid::new(rows, cols).unwrap();
        (Board::new(grid).unwrap(), Index::new(grid).unwrap().iter().collect())
    })
}

#[test]
fn what_is_forced_is_what_the_game_as_it_is_said_comes_to() {
    for (board, positions) in boards() {
        let slots = Arc::new(Slots::new(&board).unwrap());
        for (ko, repetition) in [(false, Repetition::Allowed), (true, Repetition::BasicKo)] {
            let states = States::new(&slots, repetition, &Sweeps::alone()).unwrap();
            for goal in [Goal::Captured, Goal::Immortal] {
                let reached = states.reach(goal, &Sweeps::alone()).unwrap();
                let mut stones = 0;
                for ((position, mover, owner), told) in forced(&board, &positions, ko, goal) {
                    let found = reached.points(Sides::of(position, mover)) & position.of(owner);
                    assert_eq!(
                        found,
                        told,
                        "{:?} {position:?} {mover} moves, {owner}'s, {goal:?} {repetition:?}",
                        board.grid()
                    );
                    stones += told.count_ones();
                }
                assert!(stones > 0 || board.len() < 3, "{} {goal:?}", board.grid());
            }
        }
    }
}

#[test]
fn each_position_has_one_number_up_to_symmetry() {
    for (board, positions) in boards() {
        let slots = Slots::new(&board).unwrap();
        let mut count = 0;
        for block in slots.blocks() {
            for code in 0..block.colourings() {
                let Some(sides) = slots.legal(block, code) else { continue };
                let place = slots.place(sides);
                assert_eq!(place.slot, block.base + code as usize);
                assert_eq!(slots.points(place, slots.bits(place, sides.own)), sides.own);
                count += slots.images(sides);
            }
        }
        assert_eq!(count, positions.len() as u64, "{}", board.grid());
        for &position in &positions {
            let sides = Sides::of(position, Colour::Black);
            let place = slots.place(sides);
            let (block, image) = (&slots.blocks()[slots.block_of(place.slot)], slots.position(place.slot));
            assert!(slots.legal(block, (place.slot - block.base) as u32).is_some());
            // The points of the image lead back to those of the position.
            let all = slots.points(place, block.colourings() - 1);
            assert_eq!((all, image.occupied().count_ones()), (position.occupied(), all.count_ones()));
        }
    }
}

#[test]
fn a_position_comes_from_those_whose_plays_lead_to_it() {
    for (board, positions) in boards() {
        let mut from: HashMap<Position, Vec<Position>> = HashMap::new();
        let mut made = Vec::new();
        for &position in &positions {
            let sides = Sides::of(position, Colour::Black);
            plays(&board, sides, &mut made);
            let all: Vec<Position> = points_of(board.empty(position))
                .filter_map(|p| board.play(position, Colour::Black, p))
                .map(|play| play.after.swapped())
                .collect();
            assert_eq!(made.iter().map(|play| play.after(sides).position()).collect::<Vec<_>>(), all);
            all.into_iter().for_each(|after| from.entry(after).or_default().push(position));
        }
        for &position in &positions {
            let mut found = Vec::new();
            predecessors(&board, Sides::of(position, Colour::Black), |before| found.push(before.position()));
            found.sort_unstable();
            let mut told = from.remove(&position).unwrap_or_default();
            told.sort_unstable();
            assert_eq!(found, told, "{} {position:?}", board.grid());
        }
    }
}
