//! Zones proved so far, asked by position: a tree in which a point is empty, the owner's, the attacker's, or any of these.

use rustc_hash::FxHashMap;

use crate::board::{Board, Points};

const NONE: u32 = u32::MAX;
const ANY: usize = 3;
/// Most nodes of all trees together.
const MOST_NODES: usize = 1 << 20;

/// Which tree: whether the attacker is to move, and what a state is marked with besides its position.
type Root = (bool, Points);

struct Node {
    next: [u32; 4],
    pattern: u32,
}

impl Node {
    const NEW: Node = Node { next: [NONE; 4], pattern: NONE };
}

/// The patterns of one question.
pub struct Patterns {
    /// The points, those in the middle of the question first.
    order: Vec<usize>,
    trees: FxHashMap<Root, u32>,
    nodes: Vec<Node>,
    patterns: Vec<(bool, Points)>,
}

impl Patterns {
    /// No patterns, for a question about `core`.
    pub fn new(board: &Board, core: Points) -> Patterns {
        let mut order = Vec::with_capacity(board.len());
        let (mut seen, mut ring) = (0, core);
        while seen != board.all() {
            order.extend((0..board.len()).filter(|&p| ring >> p & 1 == 1));
            seen |= ring;
            ring = board.around(seen) & !seen;
        }
        Patterns { order, trees: FxHashMap::default(), nodes: Vec::new(), patterns: Vec::new() }
    }

    fn colour(stones: [Points; 2], p: usize) -> usize {
        if stones[0] >> p & 1 == 1 { 1 } else { 2 * usize::from(stones[1] >> p & 1 == 1) }
    }

    /// Keeps that the state is won for the attacker or not, for these reasons. `stones` are the owner's and the attacker's.
    pub fn add(&mut self, root: Root, stones: [Points; 2], won: bool, zone: Points) {
        if self.nodes.len() + self.order.len() >= MOST_NODES {
            return;
        }
        let Patterns { order, trees, nodes, patterns } = self;
        let mut new = || {
            nodes.push(Node::NEW);
            nodes.len() as u32 - 1
        };
        let mut at = *trees.entry(root).or_insert_with(&mut new);
        let mut left = zone;
        for &p in order.iter() {
            if left == 0 || nodes[at as usize].pattern != NONE {
                break;
            }
            left &= !(1 << p);
            let which = if zone >> p & 1 == 0 { ANY } else { Patterns::colour(stones, p) };
            if nodes[at as usize].next[which] == NONE {
                nodes[at as usize].next[which] = nodes.len() as u32;
                nodes.push(Node::NEW);
            }
            at = nodes[at as usize].next[which];
        }
        let node = &mut nodes[at as usize];
        if node.pattern == NONE {
            node.pattern = patterns.len() as u32;
            patterns.push((won, zone));
        }
    }

    /// A pattern that a position matches: who wins, and the zone.
    pub fn find(&self, root: Root, stones: [Points; 2]) -> Option<(bool, Points)> {
        let mut open = vec![(*self.trees.get(&root)?, 0)];
        while let Some((at, depth)) = open.pop() {
            let node = &self.nodes[at as usize];
            if node.pattern != NONE {
                return Some(self.patterns[node.pattern as usize]);
            }
            let Some(&p) = self.order.get(depth) else { continue };
            for which in [ANY, Patterns::colour(stones, p)] {
                if node.next[which] != NONE {
                    open.push((node.next[which], depth + 1));
                }
            }
        }
        None
    }
}
