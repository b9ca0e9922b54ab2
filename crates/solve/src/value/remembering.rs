//! What a position is worth under a rule that remembers the game: depth-first proof-number search (df-pn) for one threshold after
//! the other, with the history.
//!
//! *The question* is whether Black brings the rest of the game to at least `need`: what the stop is worth, and his prisoners less
//! White's from here on. A player to whom a stop in the present position is not good enough does not pass, since the other one would
//! stop; after the pass of one to whom it is good enough the other one has to play. So who has passed need not be remembered, and a
//! player without a move has lost.
//!
//! *The history* is a set of marks: what may not come back. A play is refused if its mark was left before, and leaves it. A win
//! that has been found rests on two sets of marks:
//!
//! * *free*: those of the winner's plays, which must not have been left before;
//! * *left*: those that refused a play of the loser and were left before.
//!
//! With any other history of which both are true the same strategy wins: its plays are not refused, and the loser has no play that
//! he did not have. So a proof is kept with its state and used wherever both hold. It shows as much for what is easier to reach.
//! (A. Kishimoto and M. Mueller, "A general solution to the graph history interaction problem", AAAI 2004, keep the path and follow
//! the proof again on another one.)
//!
//! *Where the search ends*: [`Memorable::sure`] bounds what is had whatever was played before. The numbers of df-pn are kept by state,
//! threshold and the set of marks on the path together, so that those of one path are not taken for those of another. They
//! begin as bounds that know nothing of the history suggest ([`Memorable::guide`]): what these suggest wrongly takes longer, and
//! is found all the same.

mod proof;
mod reasons;
mod states;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use self::proof::Proof;
pub use self::proof::{Found, Reasons, Shown};
use super::bounds::{Bounds, Pair};
use super::graph::Graph;
use crate::board::{Colour, Position};
use crate::solve::play::{Play, Remembered};
use crate::solve::{Bounds as Between, Budget, clock};

/// A game under a rule that remembers it, in which it does not matter who passed first.
pub struct Memorable<'a> {
    /// The plays.
    pub graph: &'a Graph,
    /// The rules of play.
    pub play: Play,
    /// By class: what a stop is worth to the player to move, prisoners aside; bounds, if that is not decided.
    pub end: &'a [Pair],
    /// Where a stop is not decided, it is worth to Black what it is at most; else what it is at least.
    pub generous: bool,
    /// By node: what the player to move has at least, and what he is held to, with any history of states that these bounds leave open.
    pub sure: &'a [Pair],
    /// The same with any other history: all of them are had by passing alone.
    pub always_sure: bool,
    /// By node: bounds without the history, with their ranks.
    pub guide: &'a Bounds,
}

/// What is asked about: the rest of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked<'h> {
    /// The states before the position, from the first on, each with the player to move: a move leads from each to the next, the last one
    /// to the position.
    pub before: &'h [(Position, Colour)],
    /// The position that the game has come to.
    pub position: Position,
    /// Who moves first.
    pub mover: Colour,
    /// His first move, if it has been made: its number among the plays by ascending point, a ban aside, then a pass.
    pub first: Option<usize>,
}

/// No state, no mark.
const NONE: u32 = u32::MAX;
/// The most proofs that are kept of a state for either player.
const MOST_PROOFS: usize = 16;
/// The most marks in all proofs that are kept (4 bytes each).
const MOST_MARKS: usize = 1 << 27;
/// The most numbers that are kept (some 24 bytes each).
const MOST_NUMBERS: usize = 1 << 24;
/// Where there are more states than these before a question, all is begun anew (each takes some hundreds of bytes).
const MOST_STATES: usize = 1 << 22;
/// A number that nothing reaches.
const INFINITE: u32 = 1 << 30;
/// The clock is looked at when so many states have been entered.
const OFTEN: usize = 1 << 8;

/// The first number of a state of which nothing is known; of one that the guide gives to the other player.
const UNKNOWN: u32 = 5;
const UNLIKELY: u32 = 64;

/// A win of a state: Black has at least `worth`, or White holds him to less.
struct Win {
    worth: i16,
    proof: Rc<Proof>,
}

/// A state met in a search.
struct Node {
    position: Position,
    mover: Colour,
    /// The point that may not be played on, where the marks do not imply it.
    ban: Option<u8>,
    /// The mark that it leaves, if states leave one.
    mark: u32,
    /// What a stop here is worth to Black.
    stop: i16,
    edges: Option<Rc<[Edge]>>,
    /// By winner.
    wins: [Vec<Win>; 2],
}

/// A move.
#[derive(Clone, Copy)]
struct Edge {
    /// [`NONE`] if the bounds of what it leads to are the same.
    to: u32,
    /// The mark that it leaves, and that refuses it if it is a play.
    mark: u32,
    pass: bool,
    /// Prisoners that it brings Black.
    gain: i16,
    /// Bounds of what it leads to, Black's, and how far away what the guide promises is.
    sure: [i16; 2],
    guide: [i16; 2],
    ranks: [u16; 2],
}

/// A move of a state that is being searched.
struct Child {
    /// Its number among the moves.
    at: usize,
    edge: Edge,
    need: i16,
    /// How much is to be proved for whoever moves after it, and against him.
    phi: u32,
    delta: u32,
    /// It loses.
    refuted: Option<Rc<Proof>>,
}

/// A state that is being searched.
struct Frame {
    node: u32,
    need: i16,
    /// When the numbers for and against the player to move reach these, something else is searched first.
    most: [u32; 2],
    children: Vec<Child>,
    /// The marks that refuse plays.
    refused: Vec<u32>,
    /// The child that is being searched.
    trying: usize,
    /// The player to move wins.
    won: Option<Rc<Proof>>,
}

/// How a search of a state ends.
enum Ended {
    Open([u32; 2]),
    Won(Colour, Rc<Proof>),
}

/// What to do next with a state that is being searched.
enum Step {
    Down { child: usize, most: [u32; 2] },
    Done(Ended),
}

/// Searches from positions of one game, each with what was learned in those before.
pub struct Search<'a> {
    game: Memorable<'a>,
    nodes: Vec<Node>,
    numbers: FxHashMap<(Position, Colour, Option<u8>), u32>,
    marks: FxHashMap<(u32, u32), u32>,
    /// By mark: how often it was left on the path.
    left: Vec<u32>,
    /// The marks on the path, and a key of their set.
    path: Vec<u32>,
    key: u64,
    known: FxHashMap<u64, [u32; 2]>,
    /// Marks in all proofs that are kept.
    kept: usize,
    /// States entered for the present question.
    entered: usize,
    nothing: Rc<Proof>,
    /// Wins are kept with their reasons.
    reasoned: bool,
}

impl<'a> Search<'a> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(game: Memorable<'a>) -> Search<'a> {
        Search {
            game,
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            marks: FxHashMap::default(),
            left: Vec::new(),
            path: Vec::new(),
            key: 0,
            known: FxHashMap::default(),
            kept: 0,
            entered: 0,
            nothing: Rc::default(),
            reasoned: false,
        }
    }

    /// About how many bytes it comes to take on a board with so many legal positions, where most of them are searched. Measured: 5.5 GB with
    /// two of them at a time on 4x4, and 0.8 GB with one on 3x4.
    #[must_use]
    pub fn memory(positions: u64) -> u64 {
        let states = (2 * positions).min(MOST_STATES as u64);
        let numbers = (64 * positions).min(MOST_NUMBERS as u64);
        200 * states + 24 * numbers
    }

    /// What the game comes to, Black minus White, between bounds that are right, prisoners of a first move included; better bounds, if
    /// the budget does not do. A threshold may take half of what is left of it.
    pub fn value(&mut self, asked: Asked<'_>, [mut lo, mut hi]: [i16; 2], budget: Budget) -> Between<i16> {
        if self.nodes.len() > MOST_STATES {
            self.forget();
        }
        // The least and the greatest threshold that took too much.
        let mut open: Option<[i16; 2]> = None;
        let mut spent = 0;
        loop {
            let need = match open.filter(|&[from, to]| lo < to && from <= hi) {
                None if lo < hi => lo + (hi - lo + 1) / 2,
                Some([from, _]) if lo < from - 1 => lo + (from - lo) / 2,
                Some([_, to]) if to < hi => to + (hi - to + 1) / 2,
                _ => break,
            };
            let part = Budget { states: budget.states.saturating_sub(spent).div_ceil(2), ..budget };
            let time = clock::left().map(|left| left / 2);
            let wins = clock::within(time, || self.wins(asked, need, part));
            spent += self.entered;
            match wins {
                Some(true) => lo = need,
                Some(false) => hi = need - 1,
                None => open = Some(open.map_or([need; 2], |[from, to]| [from.min(need), to.max(need)])),
            }
        }
        Between { lower: lo, upper: hi }
    }

    /// Forgets all that was learned.
    fn forget(&mut self) {
        self.nodes = Vec::new();
        self.numbers = FxHashMap::default();
        self.marks = FxHashMap::default();
        self.left = Vec::new();
        self.known = FxHashMap::default();
        self.kept = 0;
    }

    /// Whether Black gets at least `need`; `None` if the budget ran out, or if it rests on what does not hold with this history.
    pub fn wins(&mut self, asked: Asked<'_>, need: i16, budget: Budget) -> Option<bool> {
        self.entered = 0;
        let Asked { before, position, mover, first } = asked;
        let ban = self.ban_of(asked);
        let first = match first {
            Some(at) => Some(self.number_with(ban, position, mover, at)?),
            None => None,
        };
        let start = self.number(position, mover, ban);
        let start_mark = self.nodes[start as usize].mark;
        for mark in self.marks_before(asked) {
            self.leave(mark);
        }
        let (to, rest, sure, mark) = match first {
            None => (start, need, self.sure(position, mover), start_mark),
            Some(at) => {
                let edge = self.edges(start)[at];
                if edge.pass && !self.may_stop(start, need) {
                    self.leave_nothing();
                    return Some(mover == Colour::White);
                }
                self.leave(start_mark);
                (edge.to, need - edge.gain, edge.sure, edge.mark)
            }
        };
        let found = match winner(sure, rest) {
            Some(winner) => Some(winner),
            None => {
                self.leave(mark);
                self.search(to, rest, budget)
            }
        };
        self.leave_nothing();
        let places = before.iter().copied().chain(first.map(|_| (position, mover)));
        found.filter(|&winner| !self.may_return(winner, need, places)).map(|winner| winner == Colour::Black)
    }

    /// Whether a play of the winner's may lead back to one of these places, being one that bounds give him with the other one to move. Where
    /// a search ends at bounds this is to be ruled out.
    fn may_return(&self, player: Colour, need: i16, mut places: impl Iterator<Item = (Position, Colour)>) -> bool {
        let other = player.opponent();
        let anyone = self.game.play.remembered == Remembered::Positions;
        let given = |position| winner(self.sure(position, other), need) == Some(player);
        !self.game.always_sure && places.any(|(position, mover)| (anyone || mover == other) && given(position))
    }

    /// Bounds of a state that no play with a ban leads to, as Black has them.
    fn sure(&self, position: Position, mover: Colour) -> [i16; 2] {
        seen(self.game.sure[self.game.graph.node_of(position, mover, false, None)], mover)
    }

    fn leave_nothing(&mut self) {
        while let Some(&mark) = self.path.last() {
            self.take_back(mark);
        }
    }

    /// Whether a stop in a state is good enough to the player to move.
    fn may_stop(&self, node: u32, need: i16) -> bool {
        let Node { mover, stop, .. } = self.nodes[node as usize];
        (stop >= need) == (mover == Colour::Black)
    }

    fn search(&mut self, root: u32, need: i16, budget: Budget) -> Option<Colour> {
        if let Some((winner, _)) = self.won_before(root, need, NONE) {
            return Some(winner);
        }
        let mut frames = vec![self.frame(root, need, [INFINITE; 2])];
        loop {
            let frame = frames.last_mut()?;
            match self.step(frame) {
                Step::Down { child, most } => {
                    let often = self.entered.is_multiple_of(OFTEN);
                    if self.entered >= budget.states || (often && budget.is_spent(self.entered, 1)) {
                        return None;
                    }
                    frame.trying = child;
                    let Child { edge, need, .. } = frame.children[child];
                    self.leave(edge.mark);
                    frames.push(self.frame(edge.to, need, most));
                }
                Step::Done(found) => {
                    frames.pop();
                    match (frames.last_mut(), found) {
                        (Some(above), found) => self.answer(above, found),
                        (None, Ended::Won(winner, _)) => return Some(winner),
                        (None, Ended::Open(_)) => return None,
                    }
                }
            }
        }
    }

    /// Begins with a state that has just been entered.
    fn frame(&mut self, node: u32, need: i16, most: [u32; 2]) -> Frame {
        self.entered += 1;
        let edges = self.edges(node);
        let (mover, may_stop) = (self.nodes[node as usize].mover, self.may_stop(node, need));
        let mut frame = Frame { node, need, most, children: Vec::new(), refused: Vec::new(), trying: 0, won: None };
        for (at, &edge) in edges.iter().enumerate().filter(|(_, edge)| may_stop || !edge.pass) {
            if !edge.pass && self.left[edge.mark as usize] > 0 {
                frame.refused.push(edge.mark);
                continue;
            }
            let need = need - edge.gain;
            let known = match winner(edge.sure, need) {
                Some(winner) => Some((winner, self.nothing.clone())),
                None => self.won_before(edge.to, need, edge.mark),
            };
            let mut child = Child { at, edge, need, phi: 0, delta: INFINITE, refuted: None };
            match known {
                Some((winner, proof)) if winner == mover => {
                    frame.won = Some(self.won_by(&frame, at, edge, &proof));
                    break;
                }
                Some((_, proof)) => child.refuted = Some(proof),
                None => {
                    let kept = self.known.get(&self.key_after(edge, need)).copied();
                    [child.phi, child.delta] = kept.unwrap_or_else(|| suggested(&edge, mover, need));
                }
            }
            frame.children.push(child);
        }
        frame
    }

    /// What to search next, or what has come out.
    fn step(&mut self, frame: &Frame) -> Step {
        let mover = self.nodes[frame.node as usize].mover;
        if let Some(proof) = &frame.won {
            return Step::Done(Ended::Won(mover, proof.clone()));
        }
        let open = || frame.children.iter().enumerate().filter(|(_, child)| child.refuted.is_none());
        // The easiest to refute, of those the hardest to prove.
        let Some((at, best)) = open().min_by_key(|(_, c)| (c.delta, std::cmp::Reverse(c.phi))) else {
            return Step::Done(Ended::Won(mover.opponent(), self.lost(frame)));
        };
        let against = open().fold(0u32, |sum, (_, child)| sum.saturating_add(child.phi)).min(INFINITE - 1);
        if best.delta >= frame.most[0] || against >= frame.most[1] {
            return Step::Done(Ended::Open([best.delta, against]));
        }
        let second = open().filter(|(i, _)| *i != at).map(|(_, child)| child.delta).min().unwrap_or(INFINITE);
        // Somewhat more than the second best, so that it does not change too often.
        let more = second.saturating_add(1 + second / 4).min(frame.most[0]);
        Step::Down { child: at, most: [frame.most[1] - against + best.phi, more] }
    }

    /// What came out of the child that was tried.
    fn answer(&mut self, frame: &mut Frame, found: Ended) {
        let mover = self.nodes[frame.node as usize].mover;
        let Child { at, edge, need, .. } = frame.children[frame.trying];
        self.take_back(edge.mark);
        match found {
            Ended::Open([phi, delta]) => {
                let child = &mut frame.children[frame.trying];
                [child.phi, child.delta] = [phi, delta];
                if self.known.len() >= MOST_NUMBERS {
                    self.known.clear();
                }
                self.known.insert(self.key_after(edge, need), [phi, delta]);
            }
            Ended::Won(winner, proof) if winner != mover => frame.children[frame.trying].refuted = Some(proof),
            Ended::Won(_, proof) => {
                frame.won = Some(self.won_by(frame, at, edge, &proof));
                return;
            }
        }
        // What was learned meanwhile.
        for i in (0..frame.children.len()).filter(|&i| i != frame.trying) {
            let Child { at, edge, need, ref refuted, .. } = frame.children[i];
            if refuted.is_some() {
                continue;
            }
            match self.won_before(edge.to, need, edge.mark) {
                Some((winner, proof)) if winner == mover => {
                    frame.won = Some(self.won_by(frame, at, edge, &proof));
                    return;
                }
                Some((_, proof)) => frame.children[i].refuted = Some(proof),
                None => {}
            }
        }
    }

    /// A win that was found before and holds after a move that leaves `mark`.
    fn won_before(&self, node: u32, need: i16, mark: u32) -> Option<(Colour, Rc<Proof>)> {
        let of = |winner: Colour| {
            let mut wins = self.nodes[node as usize].wins[winner.index()].iter().rev();
            let enough = |win: &Win| if winner == Colour::Black { win.worth >= need } else { win.worth <= need };
            let win = wins.find(|win| enough(win) && self.holds(&win.proof, mark))?;
            Some((winner, win.proof.clone()))
        };
        Colour::ALL.into_iter().find_map(of)
    }

    /// Whether what a proof rests on is so with the marks on the path and this one.
    fn holds(&self, proof: &Proof, mark: u32) -> bool {
        let is_left = |m: &u32| *m == mark || self.left[*m as usize] > 0;
        if !proof.left.iter().all(is_left) {
            return false;
        }
        if proof.free.len() <= 8 * self.path.len() {
            return !proof.free.iter().any(is_left);
        }
        !self.path.iter().chain([&mark]).any(|m| proof.free.binary_search(m).is_ok())
    }

    /// The player to move wins by a move.
    fn won_by(&mut self, frame: &Frame, at: usize, edge: Edge, after: &Rc<Proof>) -> Rc<Proof> {
        let own = self.nodes[frame.node as usize].mark;
        let mut free = after.free.to_vec();
        if !edge.pass
            && let Err(at) = free.binary_search(&edge.mark)
        {
            free.insert(at, edge.mark);
        }
        let left = after.left.iter().copied().filter(|&mark| mark != edge.mark && mark != own).collect();
        let reasons = self.reasons(frame, [(at, after)]);
        self.learn(frame, self.nodes[frame.node as usize].mover, Proof { free: free.into(), left, reasons })
    }

    /// The player to move loses whatever he does.
    fn lost(&mut self, frame: &Frame) -> Rc<Proof> {
        let own = self.nodes[frame.node as usize].mark;
        let (mut free, mut left) = (Vec::new(), frame.refused.clone());
        for child in &frame.children {
            let Some(proof) = &child.refuted else { continue };
            free.extend_from_slice(&proof.free);
            left.extend(proof.left.iter().copied().filter(|&mark| mark != child.edge.mark));
        }
        left.retain(|&mark| mark != own);
        for marks in [&mut free, &mut left] {
            marks.sort_unstable();
            marks.dedup();
        }
        let loser = self.nodes[frame.node as usize].mover;
        let answered = frame.children.iter().filter_map(|child| Some((child.at, child.refuted.as_ref()?)));
        let reasons = self.reasons(frame, answered);
        self.learn(frame, loser.opponent(), Proof { free: free.into(), left: left.into(), reasons })
    }

    fn learn(&mut self, frame: &Frame, winner: Colour, proof: Proof) -> Rc<Proof> {
        if self.kept > MOST_MARKS {
            self.nodes.iter_mut().for_each(|node| node.wins = Default::default());
            self.kept = 0;
        }
        let size = |proof: &Proof| proof.free.len() + proof.left.len();
        let wins = &mut self.nodes[frame.node as usize].wins[winner.index()];
        if wins.len() >= MOST_PROOFS {
            self.kept -= size(&wins.remove(0).proof);
        }
        self.kept += size(&proof);
        let proof = Rc::new(proof);
        wins.push(Win { worth: frame.need, proof: proof.clone() });
        proof
    }

    fn leave(&mut self, mark: u32) {
        if mark == NONE {
            return;
        }
        self.path.push(mark);
        let left = &mut self.left[mark as usize];
        *left += 1;
        if *left == 1 {
            self.key ^= mark_key(mark);
        }
    }

    fn take_back(&mut self, mark: u32) {
        if mark == NONE {
            return;
        }
        self.path.pop();
        let left = &mut self.left[mark as usize];
        *left -= 1;
        if *left == 0 {
            self.key ^= mark_key(mark);
        }
    }

    /// The key of what a move leads to, with the marks on the path then.
    fn key_after(&self, edge: Edge, need: i16) -> u64 {
        let new = edge.mark != NONE && self.left[edge.mark as usize] == 0;
        let marks = if new { self.key ^ mark_key(edge.mark) } else { self.key };
        marks ^ mixed(u64::from(edge.to) << 17 | u64::from(need as u16) << 1)
    }
}

/// Bounds of the player to move as Black has them.
fn seen([most, least]: Pair, mover: Colour) -> [i16; 2] {
    let [lo, hi] = [most, least].map(i16::from);
    if mover == Colour::Black { [lo, hi] } else { [-hi, -lo] }
}

/// Who wins if these are bounds.
fn winner([lo, hi]: [i16; 2], need: i16) -> Option<Colour> {
    match () {
        () if lo >= need => Some(Colour::Black),
        () if hi < need => Some(Colour::White),
        () => None,
    }
}

/// The first numbers of what a move of `mover` leads to.
fn suggested(edge: &Edge, mover: Colour, need: i16) -> [u32; 2] {
    let Some(winner) = winner(edge.guide, need) else { return [UNKNOWN; 2] };
    let near = 1 + u32::from(edge.ranks[winner.index()]) / 8;
    if winner == mover { [UNLIKELY, near] } else { [near, UNLIKELY] }
}

/// A well-mixed number (the finalizer of SplitMix64).
fn mixed(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

fn mark_key(mark: u32) -> u64 {
    mixed(u64::from(mark) << 1 | 1)
}
