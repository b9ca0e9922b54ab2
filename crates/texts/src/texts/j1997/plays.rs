//! All plays on a board, for tables over all its positions: what [`super::conceding`] needs of them.

use std::sync::Arc;

use crate::board::{Colour, Play, Points, Position, points_of};
use crate::solve::whole::classes::{CanonicalForm, Classes};
use crate::solve::{Predecessors, parallel};

/// Points of a board, at most.
pub const POINTS: usize = 16;
/// Pairs of adjacent points, at most.
pub const PAIRS: usize = 24;

/// What a play does besides leading to a position: the stones it captures, and of a ko capture the point it is made on and the
/// one whose stone it removes.
#[derive(Clone, Copy)]
pub struct Mark(u16);

impl Mark {
    fn new(captured: Points, v: usize, ko: Option<usize>) -> Mark {
        let ko = ko.map_or(0, |q| 1 << 4 | v << 5 | q << 9);
        Mark(captured.count_ones() as u16 | ko as u16)
    }

    /// Stones captured.
    #[must_use]
    pub fn captured(self) -> i8 {
        (self.0 & 15) as i8
    }

    /// Of a ko capture: the point it is made on, and the stone it removes.
    #[must_use]
    pub fn ko(self) -> Option<(usize, usize)> {
        let at = |shift: u32| (self.0 >> shift & 15) as usize;
        (self.0 >> 4 & 1 == 1).then(|| (at(5), at(9)))
    }
}

/// What is looked up of a position, seen from the player to move.
#[derive(Clone, Copy, Default)]
pub struct Kos {
    /// Points on which he could make a ko capture.
    pub at: u16,
    /// Stones that such captures would remove.
    pub removed: u16,
    /// By player (the one to move first): empty points next to exactly one, and to more than one, of his strings of one stone.
    pub singles: [[u16; 2]; 2],
}

impl Kos {
    /// Of the position of a class.
    #[must_use]
    pub fn of(classes: &Classes, class: usize) -> Kos {
        let (board, position) = (classes.board(), classes.representative(class));
        let singles = Colour::ALL.map(|c| singles(classes, position, c));
        let mut kos = Kos { singles, ..Kos::default() };
        for v in points_of(board.empty(position)) {
            if let Some(Play { ko: Some(q), .. }) = board.play(position, Colour::Black, v) {
                kos.at |= 1 << v;
                kos.removed |= 1 << q;
            }
        }
        kos
    }

    /// The same, turned by a symmetry.
    #[must_use]
    pub fn turned(self, classes: &Classes, turn: usize) -> Kos {
        let set = |set: u16| classes.turns().set(turn, set);
        Kos { at: set(self.at), removed: set(self.removed), singles: self.singles.map(|s| s.map(set)) }
    }
}

/// All plays from all classes of positions, seen from the player to move, with every ko allowed. The first successor of a node is
/// that by a pass.
pub struct Plays {
    classes: Arc<Classes>,
    starts: Vec<u32>,
    forms: Vec<CanonicalForm>,
    marks: Vec<Mark>,
    kos: Vec<Kos>,
    predecessors: Predecessors,
}

impl Plays {
    /// Of a board.
    #[must_use]
    pub fn new(classes: &Arc<Classes>) -> Plays {
        let board = classes.board();
        let found: Vec<Vec<(CanonicalForm, Mark)>> = parallel::map(classes.len(), &|class| {
            let position = classes.representative(class);
            let mut next = vec![(classes.form(position.swapped()), Mark(0))];
            for v in points_of(board.empty(position)) {
                let Some(play) = board.play(position, Colour::Black, v) else { continue };
                next.push((classes.form(play.after.swapped()), Mark::new(play.captured, v, play.ko)));
            }
            next
        });
        let (mut starts, mut forms, mut marks) = (vec![0], Vec::new(), Vec::new());
        for next in found {
            forms.extend(next.iter().map(|n| n.0));
            marks.extend(next.iter().map(|n| n.1));
            starts.push(forms.len() as u32);
        }
        let kos = parallel::map(classes.len(), &|class| Kos::of(classes, class));
        let from = |node: usize| &forms[starts[node] as usize..starts[node + 1] as usize];
        let predecessors =
            Predecessors::new(classes.len(), |node| from(node).iter().map(move |form| (form.number(), node as u32)));
        Plays { classes: classes.clone(), starts, forms, marks, kos, predecessors }
    }

    /// The successor by a pass, as seen by the other player.
    #[must_use]
    #[inline]
    pub fn pass(&self, node: usize) -> CanonicalForm {
        self.forms[self.starts[node] as usize]
    }

    /// The successors by plays, as seen by the other player.
    #[inline]
    pub fn of(&self, node: usize) -> impl Iterator<Item = (CanonicalForm, Mark)> {
        let plays = self.starts[node] as usize + 1..self.starts[node + 1] as usize;
        self.forms[plays.clone()].iter().copied().zip(self.marks[plays].iter().copied())
    }

    /// The kos of the other player in the position of a node, in the node's frame.
    #[must_use]
    pub fn others_kos(&self, node: usize) -> Kos {
        self.turned(self.pass(node))
    }

    /// The kos of a form, in the frame that it leads to.
    #[must_use]
    pub fn turned(&self, form: CanonicalForm) -> Kos {
        self.kos[form.number()].turned(&self.classes, form.turn())
    }

    /// By node: the nodes from which it is reached by one move.
    #[must_use]
    pub fn predecessors(&self) -> &Predecessors {
        &self.predecessors
    }

    /// The kos of a node in its own frame.
    #[must_use]
    pub fn kos(&self, node: usize) -> Kos {
        self.kos[node]
    }
}

/// Empty points next to exactly one, and to more than one, string of one stone.
fn singles(classes: &Classes, position: Position, colour: Colour) -> [u16; 2] {
    let board = classes.board();
    let stones = position.of(colour);
    let single = stones & !board.around(stones);
    let [mut one, mut more] = [0u16; 2];
    for p in points_of(board.empty(position)) {
        match (board.adjacent(p) & single).count_ones() {
            0 => {}
            1 => one |= 1 << p,
            _ => more |= 1 << p,
        }
    }
    [one, more]
}

/// How points and pairs of adjacent points move under the symmetries.
pub struct Frames {
    /// Points of the board.
    pub points: usize,
    /// By symmetry: the point that it leads to each point.
    pub back: Vec<[u8; POINTS]>,
    /// The pairs.
    pub pairs: Vec<[u8; 2]>,
    /// By symmetry: the pair that it leads to each pair.
    pub pairs_back: Vec<[u8; PAIRS]>,
    /// By two points: their pair, if they are adjacent.
    pub pair: [[Option<u8>; POINTS]; POINTS],
}

impl Frames {
    /// Of a board.
    #[must_use]
    pub fn new(classes: &Classes) -> Frames {
        let board = classes.board();
        let mut pairs = Vec::new();
        let mut pair = [[None; POINTS]; POINTS];
        let adjacent = |p| points_of(board.adjacent(p)).filter(move |&q| q > p);
        for (p, q) in (0..board.len()).flat_map(|p| adjacent(p).map(move |q| (p, q))) {
            (pair[p][q], pair[q][p]) = (Some(pairs.len() as u8), Some(pairs.len() as u8));
            pairs.push([p as u8, q as u8]);
        }
        let turns = classes.turns();
        let back: Vec<[u8; POINTS]> = (0..turns.len())
            .map(|t| {
                let inverse = turns.symmetry(turns.inverse(t));
                std::array::from_fn(|p| if p < board.len() { inverse.point(p) as u8 } else { p as u8 })
            })
            .collect();
        let moved = |back: &[u8; POINTS], i: usize| {
            let ends = pairs.get(i).map(|&[p, q]| (back[p as usize] as usize, back[q as usize] as usize));
            ends.and_then(|(p, q)| pair[p][q]).unwrap_or(i as u8)
        };
        let pairs_back = back.iter().map(|b| std::array::from_fn(|i| moved(b, i))).collect();
        Frames { points: board.len(), back, pairs, pairs_back, pair }
    }
}
