//! All plays from all classes of positions of a board, each position seen from the player to move.

use std::sync::Arc;

use rayon::prelude::*;

use crate::board::{Colour, Position};
use crate::solve::play::{Play, Stone};
use crate::solve::whole::classes::Classes;
use crate::solve::{Predecessors, parallel};

/// A state of the game: a class of positions seen by the player to move (his stones are Black's) and what the last move leaves of
/// consequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing.
    Fresh(usize),
    /// It was a pass: another one stops the game.
    Passed(usize),
    /// It took a stone in a ko: the ban with this number.
    Banned(usize),
}

/// The states and the plays that lead from one to another.
pub struct Graph {
    classes: Arc<Classes>,
    play: Play,
    /// By class: where its plays start.
    starts: Vec<u32>,
    /// By play: the node it leads to.
    to: Vec<u32>,
    /// By play: its point in the frame of the representative, and in the upper half the opposing stones it removes.
    marks: Vec<u8>,
    /// By class: the class of the position as the other player sees it.
    other: Vec<u32>,
    /// By ban: its class, and the point that may not be played on.
    bans: Vec<(u32, u8)>,
    /// By class: where its bans start.
    ban_starts: Vec<u32>,
    /// The classes from which a class is reached by a move.
    before: Predecessors,
}

/// A play from a class.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The point in the frame of the representative.
    pub point: u8,
    /// Opposing stones removed.
    pub captured: i8,
    /// The node it leads to.
    pub to: usize,
}

impl Graph {
    /// Of a board under the rules of `play`; it serves all that allow the same plays ([`Graph::serves`]).
    #[must_use]
    pub fn new(classes: &Arc<Classes>, play: Play) -> Graph {
        let number = |position: Position| classes.form(position).number() as u32;
        type PackedEdge = (u32, Option<u8>, u8);
        let found: Vec<Vec<PackedEdge>> = parallel::map(classes.len(), &|class| {
            let position = classes.representative(class);
            let edge = |stone: Stone| {
                let form = classes.form(stone.after.swapped());
                let back = classes.turns().inverse(form.turn());
                let ban = stone.ko.filter(|_| play.basic_ko);
                let ban = ban.map(|p| classes.turns().symmetry(back).point(p) as u8);
                // At least one point is empty, so both numbers are less than 16.
                (form.number() as u32, ban, stone.point as u8 | (stone.removed.max(0) as u8) << 4)
            };
            play.stones(classes.board(), position, Colour::Black).map(edge).collect()
        });
        let mut bans: Vec<(u32, u8)> =
            found.par_iter().flat_map_iter(|of| of.iter().filter_map(|&(class, ban, _)| Some((class, ban?)))).collect();
        bans.par_sort_unstable();
        bans.dedup();
        let mut ban_starts = vec![0u32; classes.len() + 1];
        for &(class, _) in &bans {
            ban_starts[class as usize + 1] += 1;
        }
        for class in 0..classes.len() {
            ban_starts[class + 1] += ban_starts[class];
        }
        let mut graph = Graph {
            classes: classes.clone(),
            play,
            starts: vec![0],
            to: Vec::new(),
            marks: Vec::new(),
            other: parallel::map(classes.len(), &|c| number(classes.representative(c).swapped())),
            bans,
            ban_starts,
            before: Predecessors::new(0, |_| std::iter::empty()),
        };
        for of in found {
            for (class, ban, mark) in of {
                let to = match ban {
                    Some(point) => graph.node(State::Banned(graph.ban(class as usize, point).expect("listed"))),
                    None => class as usize,
                };
                graph.to.push(to as u32);
                graph.marks.push(mark);
            }
            graph.starts.push(graph.to.len() as u32);
        }
        graph.before = Predecessors::new(classes.len(), |class| {
            let of = graph.starts[class] as usize..graph.starts[class + 1] as usize;
            let plays = graph.to[of].iter().map(|&to| graph.class(to as usize));
            plays.chain([graph.other(class)]).map(move |to| (to, class as u32))
        });
        graph
    }

    /// Bytes for a board with so many classes of positions of so many points.
    #[must_use]
    pub fn memory(classes: u64, points: u64) -> u64 {
        // About three quarters of the points are free to play on; a play takes 9 bytes, with what it is made from 21.
        classes * (21 * points * 3 / 4 + 60)
    }

    /// The classes.
    #[must_use]
    pub fn classes(&self) -> &Arc<Classes> {
        &self.classes
    }

    /// Whether a game under the rules of `play` is one on this graph.
    #[must_use]
    pub fn serves(&self, play: &Play) -> bool {
        self.play.suicide == play.suicide && self.play.basic_ko == play.basic_ko
    }

    /// How many nodes there are: one for each state.
    #[must_use]
    pub fn len(&self) -> usize {
        2 * self.classes.len() + self.bans.len()
    }

    /// Never: the empty board is a class.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of a state.
    #[must_use]
    pub fn node(&self, state: State) -> usize {
        match state {
            State::Fresh(class) => class,
            State::Passed(class) => self.classes.len() + class,
            State::Banned(ban) => 2 * self.classes.len() + ban,
        }
    }

    /// The state with a number.
    #[must_use]
    #[inline]
    pub fn state(&self, node: usize) -> State {
        match node / self.classes.len() {
            0 => State::Fresh(node),
            1 => State::Passed(node - self.classes.len()),
            _ => State::Banned(node - 2 * self.classes.len()),
        }
    }

    /// The class of a node.
    #[must_use]
    #[inline]
    pub fn class(&self, node: usize) -> usize {
        match self.state(node) {
            State::Fresh(class) | State::Passed(class) => class,
            State::Banned(ban) => self.bans[ban].0 as usize,
        }
    }

    /// The point that may not be played on.
    #[must_use]
    #[inline]
    pub fn banned(&self, node: usize) -> Option<u8> {
        match self.state(node) {
            State::Banned(ban) => Some(self.bans[ban].1),
            _ => None,
        }
    }

    /// The ban on a point of a class.
    #[must_use]
    pub fn ban(&self, class: usize, point: u8) -> Option<usize> {
        let [from, to] = [0, 1].map(|i| self.ban_starts[class + i] as usize);
        self.bans[from..to].binary_search(&(class as u32, point)).ok().map(|at| from + at)
    }

    /// The nodes of a class.
    pub fn nodes(&self, class: usize) -> impl Iterator<Item = usize> {
        let bans = self.ban_starts[class] as usize..self.ban_starts[class + 1] as usize;
        let first = 2 * self.classes.len();
        [class, self.classes.len() + class].into_iter().chain(bans.map(move |ban| first + ban))
    }

    /// The node of a position with a player to move; `ban` is the point on which he may not retake a ko.
    #[must_use]
    pub fn node_of(&self, position: Position, mover: Colour, passed: bool, ban: Option<usize>) -> usize {
        let form = self.classes.form(position.seen_by(mover));
        let turned = |p: usize| {
            let turns = self.classes.turns();
            turns.symmetry(turns.inverse(form.turn())).point(p)
        };
        match ban.and_then(|p| self.alike(form.number(), turned(p)).next()) {
            Some(ban) => self.node(State::Banned(ban)),
            None if passed => self.node(State::Passed(form.number())),
            None => form.number(),
        }
    }

    /// The bans of a class that are one on this point under symmetries of its position; not all images of a ban are met.
    fn alike(&self, class: usize, point: usize) -> impl Iterator<Item = usize> + '_ {
        let (turns, position) = (self.classes.turns(), self.classes.representative(class));
        let keeping = (0..turns.len()).filter(move |&turn| turns.position(turn, position) == position);
        keeping.filter_map(move |turn| self.ban(class, turns.symmetry(turn).point(point) as u8))
    }

    /// The first of the nodes that are this one under symmetries of its position: of one with a ban there may be others.
    #[must_use]
    pub fn first_alike(&self, node: usize) -> usize {
        let State::Banned(ban) = self.state(node) else { return node };
        let (class, point) = self.bans[ban];
        let first = self.alike(class as usize, point.into()).min();
        first.map_or(node, |ban| self.node(State::Banned(ban)))
    }

    /// The class as the other player sees it.
    #[must_use]
    #[inline]
    pub fn other(&self, class: usize) -> usize {
        self.other[class] as usize
    }

    /// The classes from which a class is reached by a move.
    #[must_use]
    pub fn before(&self, class: usize) -> &[u32] {
        self.before.of(class)
    }

    /// The plays from the positions of a class, those that a ban forbids included.
    #[inline]
    pub fn plays(&self, class: usize) -> impl Iterator<Item = Edge> {
        let of = self.starts[class] as usize..self.starts[class + 1] as usize;
        self.to[of.clone()].iter().zip(&self.marks[of]).map(|(&to, &mark)| Edge {
            point: mark & 15,
            captured: (mark >> 4) as i8,
            to: to as usize,
        })
    }
}
