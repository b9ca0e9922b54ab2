//! What an answer rests on, and play that shows it: read from what was found with the answer, nothing is solved for it.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::hash::Hash;

use super::Game;
use super::line::Line;
use super::objective::Arena;
use crate::board::Colour;

/// The answer to a question, with what it rests on.
#[derive(Clone, Debug)]
pub struct Known<L> {
    /// The answer.
    pub holds: bool,
    /// What it rests on.
    pub by: Evidence<L>,
}

/// What an answer rests on.
#[derive(Clone, Debug)]
pub enum Evidence<L> {
    /// It was told, and is not shown here.
    Told,
    /// It is seen as the stones stand, region by region.
    Seen,
    /// A table of all positions of the board has it.
    Table,
    /// Play that was found to lead to it.
    Play(L),
}

impl<L> Evidence<L> {
    /// What is known if this is what the answer rests on.
    pub fn of(self, holds: bool) -> Known<L> {
        Known { holds, by: self }
    }
}

impl<L> Known<L> {
    /// The play that shows the answer, if it rests on play.
    pub fn play(&self) -> Option<&L> {
        if let Evidence::Play(line) = &self.by { Some(line) } else { None }
    }
}

/// By node: in how many moves the maximiser reaches a goal at most, through nodes that he has `won`.
pub fn ranks<S: Clone + Eq + Hash>(
    arena: &Arena<S>,
    goal: impl Fn(usize) -> bool,
    won: impl Fn(usize) -> bool,
) -> Vec<Option<u32>> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); arena.len()];
    let mut waiting = vec![0u32; arena.len()];
    for n in (0..arena.len()).filter(|&n| won(n)) {
        let next = arena.successors(n);
        next.iter().for_each(|&to| before[to as usize].push(n as u32));
        waiting[n] = if arena.maximising[n] { 1 } else { next.len() as u32 };
    }
    let mut ranks = vec![None; arena.len()];
    let mut queue: VecDeque<usize> = (0..arena.len()).filter(|&n| won(n) && goal(n)).collect();
    queue.iter().for_each(|&n| ranks[n] = Some(0));
    while let Some(n) = queue.pop_front() {
        for &from in &before[n] {
            let from = from as usize;
            if ranks[from].is_none() {
                waiting[from] -= 1;
                if waiting[from] == 0 {
                    ranks[from] = ranks[n].map(|rank: u32| rank + 1);
                    queue.push_back(from);
                }
            }
        }
    }
    ranks
}

/// Goes on with a line from `start` by the moves that `choose` picks of those there are, given the line so far and where it has led to, until it
/// picks none or there are `most`.
pub fn follow<G: Game>(
    game: &G,
    start: &G::State,
    line: &mut Line<G>,
    most: usize,
    mut choose: impl FnMut(&Line<G>, &G::State, &[(G::Move, G::State)]) -> Option<usize>,
) {
    let mut here = line.last().map_or(start, |(_, state)| state).clone();
    let mut moves = Vec::new();
    while line.len() < most {
        moves.clear();
        game.moves(&here, &mut moves);
        let Some(chosen) = choose(line, &here, &moves) else { break };
        let next = moves.swap_remove(chosen);
        here = next.1.clone();
        line.push(next);
    }
}

/// How far it is to a capture that is seen; [`Captures::rank`] puts what play has shown behind that.
const SEEN: u64 = 64;

/// The capture of something of a player's.
pub struct Captures<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The player.
    pub owner: Colour,
    /// Most moves of a line.
    pub most: usize,
    /// Whether a move is a pass.
    pub is_pass: fn(&G::Move) -> bool,
}

impl<G: Game> Captures<'_, G> {
    /// How far it is to a capture: nothing once it is made, the nearer the fewer liberties where it is seen, and else farther, as play has
    /// shown.
    pub fn rank(is_gone: bool, seen: Option<u32>, found: Option<u64>) -> Option<u64> {
        match (is_gone, seen) {
            (true, _) => Some(0),
            (false, Some(liberties)) => Some(SEEN.min(1 + u64::from(liberties))),
            (false, None) => found.map(|rank| SEEN + 1 + rank),
        }
    }

    /// A line in which it is captured, nearer with each move of the other player's, while its owner holds out as long as he can; where it is
    /// seen, he passes. `rank` tells how far it is from states from which that is forced, 0 where it is `gone`. `None` if what is known leads to no
    /// capture.
    pub fn line(&self, start: &G::State, rank: &mut dyn FnMut(&G::State) -> Option<u64>) -> Option<Line<G>> {
        let mut line = Vec::new();
        let mut is_gone = false;
        follow(self.game, start, &mut line, self.most, |line, here, moves| {
            if is_gone {
                return None;
            }
            let rated = moves.iter().enumerate().filter_map(|(at, (_, to))| Some((rank(to)?, at)));
            let chosen = if self.game.mover(here) == self.owner {
                let rated: Vec<_> = rated.filter(|&(_, at)| line.iter().all(|(_, met)| *met != moves[at].1)).collect();
                let is_seen = rated.iter().all(|(rank, _)| *rank <= SEEN);
                let pass = rated.iter().find(|(_, at)| is_seen && (self.is_pass)(&moves[*at].0));
                pass.or_else(|| rated.iter().max_by_key(|(rank, at)| (*rank, Reverse(*at)))).copied()
            } else {
                rated.min()
            };
            is_gone = chosen.is_some_and(|(rank, _)| rank == 0);
            chosen.map(|(_, at)| at)
        });
        is_gone.then_some(line)
    }
}
