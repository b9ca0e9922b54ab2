//! Local games that are said to be won are won, by the attractor over all their states: random ones, most of them with several walls, which are to have
//! eyes here and have some elsewhere. Whole small boards have too few points for that.

use fastrand::Rng;
use rustc_hash::FxHashMap;

use super::*;
use crate::board::{Board, Grid, Points, points_of};

/// The opponent's plays that are still to be paid for are counted up to this.
const MOST_CREDIT: u8 = 5;
/// States of the attractor; games with more are left out.
const MOST_STATES: usize = 400_000;

/// The local game of a region as `docs/src/life.md` has it (*Held region by region*), without parts.
struct Bare {
    board: Board,
    region: Points,
    /// Walls, with the eyes that they are to have here and have elsewhere. Kept stones are walls.
    walls: Vec<(Points, Eyes)>,
    aim: Aim,
}

/// A state of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    own: Points,
    theirs: Points,
    theirs_to_move: bool,
    /// At no loss: stones of the player's that he has played and that may be taken; and how many more the other has played than he has
    /// taken of such. `None` if he has taken more.
    new: Points,
    credit: Option<u8>,
}

impl Bare {
    /// The strings with walls in them, and how many eyes or liberties each needs here.
    fn strings(&self, own: Points) -> Vec<(Points, usize)> {
        let all = self.walls.iter().fold(own, |m, (wall, _)| m | wall);
        let needs = |string: Points| {
            let eyes = || self.walls.iter().filter(|(wall, _)| wall & string != 0).map(|(_, eyes)| eyes);
            let here = eyes().map(|eyes| eyes.here).max()?;
            let elsewhere = eyes().map(|eyes| eyes.elsewhere).max()?;
            Some((string, here.max(EYES - elsewhere)))
        };
        self.board.components(all).filter_map(needs).collect()
    }

    fn is_lost(&self, state: &State) -> bool {
        let empty = self.region & !state.own & !state.theirs;
        let is_short =
            |(string, needs): &(Points, usize)| ((self.board.around(*string) & empty).count_ones() as usize) < *needs;
        state.credit.is_none() || state.theirs_to_move && self.strings(state.own).iter().any(is_short)
    }

    /// Whether the player has what he wants. At no loss the other has no stone there any more.
    fn is_won(&self, state: &State) -> bool {
        let strings = self.strings(state.own);
        let border = strings.iter().fold(0, |m, (string, _)| m | string);
        let empty = self.region & !state.own & !state.theirs;
        let parts: Vec<Points> = self.board.components(self.region & !border).collect();
        let has_eyes = |(string, needs): &(Points, usize)| {
            let reach = self.board.around(*string);
            let eyes = parts.iter().filter(|&part| part & !reach == 0);
            eyes.map(|&part| if self.board.has_two_cuts(part, part & empty) { 2 } else { 1 }).sum::<usize>() >= *needs
        };
        let is_barred = |part: &Points| self.board.is_barren(part & !self.board.around(border));
        strings.iter().all(has_eyes)
            && (!self.aim.bars() || parts.iter().all(is_barred))
            && (self.aim != Aim::BarsAtNoLoss || state.theirs == 0)
    }

    /// After a play; `None` if it cannot be made, or is a ko capture of the player's.
    fn after(&self, state: &State, p: usize) -> Option<State> {
        let border = self.strings(state.own).iter().fold(0, |m, (string, _)| m | string);
        let players = !state.theirs_to_move;
        let (mine, other) =
            if players { (state.own | border, state.theirs) } else { (state.theirs, state.own & !border) };
        let empty = self.region & !state.own & !state.theirs & !(1 << p);
        let is_taken = |string: &Points| {
            let around = self.board.around(*string);
            around >> p & 1 == 1 && around & empty == 0
        };
        let taken = self.board.components(other).filter(is_taken).fold(0, |m, string| m | string);
        let string = self.board.connected(1 << p, mine | 1 << p);
        let liberties = self.board.around(string) & (empty | taken);
        if string & border == 0 && liberties == 0 {
            return None;
        }
        if players && taken.is_power_of_two() && string == 1 << p && liberties == taken {
            return None;
        }
        let mut to = State { theirs_to_move: players, ..*state };
        if players {
            to.own |= 1 << p;
            to.theirs &= !taken;
            to.new |= 1 << p;
        } else {
            to.theirs |= 1 << p;
            to.own &= !taken;
            let lost = (state.new & taken).count_ones() as u8;
            to.credit = to.credit.and_then(|credit| (credit + 1).min(MOST_CREDIT).checked_sub(lost));
        }
        let border = self.strings(to.own).iter().fold(0, |m, (string, _)| m | string);
        to.new &= to.own & !border;
        if self.aim != Aim::BarsAtNoLoss {
            (to.new, to.credit) = (0, Some(0));
        }
        Some(to)
    }

    /// Whether the player forces each of these in finitely many moves, the other playing first; `None` if it takes too many states.
    fn forced(&self, starts: &[[Points; 2]]) -> Option<Vec<bool>> {
        let start = |&[own, theirs]: &[Points; 2]| State { own, theirs, theirs_to_move: true, new: 0, credit: Some(0) };
        let mut states: Vec<State> = Vec::new();
        let mut numbers: FxHashMap<State, usize> = FxHashMap::default();
        let mut number = |state: State, states: &mut Vec<State>| {
            *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        };
        let starts: Vec<usize> = starts.iter().map(|of| number(start(of), &mut states)).collect();
        let (mut before, mut open, mut won): (Vec<Vec<usize>>, Vec<usize>, Vec<usize>) = Default::default();
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            before.resize(states.len().max(before.len()), Vec::new());
            // How many of the moves have to be won.
            open.push(usize::MAX);
            if !self.is_lost(&state) {
                if self.is_won(&state) {
                    won.push(at);
                } else {
                    let pass = State { theirs_to_move: !state.theirs_to_move, ..state };
                    let plays = points_of(self.region & !state.own & !state.theirs);
                    let to: Vec<State> = plays.filter_map(|p| self.after(&state, p)).chain([pass]).collect();
                    open[at] = if state.theirs_to_move { to.len() } else { 1 };
                    for to in to {
                        let to = number(to, &mut states);
                        before.resize(states.len().max(before.len()), Vec::new());
                        before[to].push(at);
                    }
                }
            }
            if states.len() > MOST_STATES {
                return None;
            }
            at += 1;
        }
        let mut is_won = vec![false; states.len()];
        won.iter().for_each(|&at| is_won[at] = true);
        while let Some(at) = won.pop() {
            for &from in &before[at] {
                if is_won[from] || open[from] == usize::MAX {
                    continue;
                }
                open[from] -= 1;
                if open[from] == 0 {
                    is_won[from] = true;
                    won.push(from);
                }
            }
        }
        Some(starts.iter().map(|&at| is_won[at]).collect())
    }
}

fn wide(points: Points) -> Wide {
    points_of(points).collect()
}

/// A connected set of points, or two.
fn region_of(board: &Board, many: u32, random: &mut Rng) -> Points {
    let mut region: Points =
        (0..if random.u8(0..5) == 0 { 2 } else { 1 }).fold(0, |m, _| m | 1 << random.usize(0..board.len()));
    while region.count_ones() < many {
        let next: Vec<usize> = points_of(board.around(region) & !region).collect();
        // Long ones more often than round ones.
        let thin = |p: &&usize| (board.adjacent(**p) & region).count_ones() == 1;
        let long: Vec<usize> = next.iter().filter(thin).copied().collect();
        let from = if random.bool() && !long.is_empty() { &long } else { &next };
        region |= 1 << from[random.usize(0..from.len())];
    }
    region
}

/// Whether all strings have liberties.
fn stands(board: &Board, region: Points, stones: [Points; 2]) -> bool {
    let empty = region & !stones[0] & !stones[1];
    stones.into_iter().all(|of| board.components(of).all(|string| board.around(string) & empty != 0))
}

/// Games that are said to be won until there are so many, all of them held by the attractor: how many had several walls, and how many were looked at with
/// other stones outside their zones.
fn held(aim: Aim, many: usize, seed: u64) -> [usize; 2] {
    let mut random = Rng::with_seed(seed);
    let sizes = [(5, 5), (4, 6), (6, 6), (7, 5), (8, 3), (4, 4), (10, 3), (7, 7), (12, 2), (3, 5)];
    let (mut found, mut several, mut refilled) = (0, 0, 0);
    while found < many {
        let (rows, cols) = sizes[random.usize(0..sizes.len())];
        let grid = Grid::new(rows, cols).expect("a size");
        let board = Board::new(grid).expect("small");
        let points = random.u32(4..10);
        let region = region_of(&board, points, &mut random);
        let ring = board.around(region) & !region;
        let others = [0, 15, 40, 70][random.usize(0..4)];
        let more = points_of(board.all() & !region & !ring).filter(|_| random.u32(0..100) < others);
        let player = more.fold(ring, |m, p| m | 1 << p);
        let walls: Vec<Points> = board.components(player).filter(|wall| board.around(*wall) & region != 0).collect();
        if walls.is_empty() || walls.len() == 1 && random.u8(0..10) > 0 {
            continue;
        }
        let of = |_: &Points| Eyes {
            here: [0, 0, 0, 0, 1, 1, 2][random.usize(0..7)],
            elsewhere: [0, 0, 1, 1, 1, 2, 2][random.usize(0..7)],
        };
        let eyes: Vec<Eyes> = walls.iter().map(of).collect();
        let border = walls.iter().fold(0, |m, wall| m | wall);
        let deep = |p: usize| board.adjacent(p) & border == 0;
        let (full, inner) = (random.u32(0..40), random.u32(0..25));
        let mut stones = [0, 0];
        for p in points_of(region) {
            if random.u32(0..100) < full {
                stones[1] |= 1 << p;
            } else if deep(p) && random.u32(0..100) < inner {
                stones[0] |= 1 << p;
            }
        }
        if !stands(&board, region, stones) {
            continue;
        }
        let kept = board.components(stones[0]).filter(|_| aim.bars() && random.u8(0..3) == 0).fold(0, |m, s| m | s);
        let mut all: Vec<(Points, Eyes)> = walls.iter().copied().zip(eyes.iter().copied()).collect();
        all.extend(board.components(kept).map(|string| (string, Eyes { here: 0, elsewhere: 0 })));
        let walls: Vec<Wide> = walls.into_iter().map(wide).collect();
        let question = Question { points: wide(region), walls: &walls, eyes: &eyes, kept: wide(kept), aim };
        let mut games = LocalGames::new(&WideBoard::new(grid));
        let on_board = [wide(stones[0] | border), wide(stones[1])];
        let Some(zone) = games.is_won(on_board, Colour::Black, &question, Budget::of(3_000)) else { continue };
        let bare = Bare { board: board.clone(), region: region & !kept, walls: all, aim };
        let mut starts = vec![[stones[0] & !kept, stones[1]]];
        if !aim.bars() {
            // The same zone with anything else.
            let zone: Points = zone.points().fold(0, |m, p| m | 1 << p);
            for _ in 0..4 {
                let mut other = stones.map(|of| of & zone);
                for p in points_of(region & !zone) {
                    match random.u8(0..6) {
                        0..3 => other[1] |= 1 << p,
                        3 if deep(p) => other[0] |= 1 << p,
                        _ => {}
                    }
                }
                if stands(&board, region, other) {
                    starts.push(other);
                }
            }
        }
        let Some(are_so) = bare.forced(&starts) else { continue };
        for (start, is_so) in starts.iter().zip(are_so) {
            assert!(is_so, "{aim:?} {grid}: region {region:b}, {start:?}, walls {:?}", bare.walls);
        }
        found += 1;
        several += usize::from(bare.walls.len() > 1);
        refilled += starts.len() - 1;
    }
    [several, refilled]
}

#[test]
fn local_games_that_are_won_are_forced() {
    for aim in [Aim::Eyes, Aim::Bars, Aim::BarsAtNoLoss] {
        let [several, refilled] = held(aim, 1_000, 1);
        println!("{aim:?}: 1,000 won, {several} with several walls; {refilled} refilled");
        assert!(several > 500 && (aim.bars() || refilled > 200), "{aim:?} {several} {refilled}");
    }
}

#[test]
#[ignore = "minutes"]
fn many_local_games_that_are_won_are_forced() {
    for aim in [Aim::Eyes, Aim::Bars, Aim::BarsAtNoLoss] {
        let [several, refilled] = held(aim, 20_000, 2);
        println!("{aim:?}: 20,000 won, {several} with several walls; {refilled} refilled");
    }
}
