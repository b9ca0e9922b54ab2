//! The states of a search and the moves between them, made when they are met.

use std::rc::Rc;

use super::{Asked, Edge, Memorable, NONE, Node, Search, seen};
use crate::board::{Colour, Position};
use crate::solve::play::Remembered;
use crate::solve::whole::classes::packed;

impl Search<'_> {
    fn mark(&mut self, of: (u32, u32)) -> u32 {
        let next = self.marks.len() as u32;
        let mark = *self.marks.entry(of).or_insert(next);
        if mark == next {
            self.left.push(0);
        }
        mark
    }

    /// The mark of a state, if states leave one.
    fn mark_of(&mut self, position: Position, mover: Colour) -> u32 {
        match self.game.play.remembered {
            Remembered::Nothing | Remembered::Pairs => NONE,
            Remembered::Situations => self.mark((packed(position), mover.index() as u32)),
            Remembered::Positions => self.mark((packed(position), NONE)),
        }
    }

    /// The marks that were left before a position that is asked about.
    pub(super) fn marks_before(&mut self, asked: Asked<'_>) -> Vec<u32> {
        let Asked { before, position, .. } = asked;
        if self.game.play.remembered != Remembered::Pairs {
            return before.iter().map(|&(position, mover)| self.mark_of(position, mover)).collect();
        }
        let after = before.iter().skip(1).map(|(position, _)| *position).chain([position]);
        let plays = before.iter().map(|(position, _)| *position).zip(after).filter(|(before, after)| before != after);
        plays.map(|(before, after)| self.mark((packed(before), packed(after)))).collect()
    }

    /// The point that may not be played on in a position that is asked about, where the marks do not imply it.
    pub(super) fn ban_of(&self, asked: Asked<'_>) -> Option<u8> {
        let Memorable { graph, play, .. } = self.game;
        let &(before, mover) = asked.before.last()?;
        let mut stones = play.stones(graph.classes().board(), before, mover);
        let ko = stones.find(|stone| stone.after == asked.position)?.ko;
        ko.filter(|_| play.basic_ko && play.remembered == Remembered::Pairs).map(|point| point as u8)
    }

    /// The number of a move among those that a ban leaves; `None` if it is the one that is banned.
    pub(super) fn number_with(&self, ban: Option<u8>, position: Position, mover: Colour, at: usize) -> Option<usize> {
        let Memorable { graph, play, .. } = self.game;
        let mut stones = play.stones(graph.classes().board(), position, mover);
        match ban.and_then(|ban| stones.position(|stone| stone.point == usize::from(ban))) {
            Some(banned) if banned == at => None,
            Some(banned) if banned < at => Some(at - 1),
            _ => Some(at),
        }
    }

    /// The number of a state.
    pub(super) fn number(&mut self, position: Position, mover: Colour, ban: Option<u8>) -> u32 {
        if let Some(&number) = self.numbers.get(&(position, mover, ban)) {
            return number;
        }
        let number = self.nodes.len() as u32;
        let mark = self.mark_of(position, mover);
        let end = self.game.end[self.game.graph.classes().form(position).number()];
        let stop = i16::from(end[usize::from(self.game.generous)]);
        self.numbers.insert((position, mover, ban), number);
        self.nodes.push(Node { position, mover, ban, mark, stop, edges: None, wins: Default::default() });
        number
    }

    /// The moves from a state.
    pub(super) fn edges(&mut self, number: u32) -> Rc<[Edge]> {
        if let Some(edges) = &self.nodes[number as usize].edges {
            return edges.clone();
        }
        let Node { position, mover, ban, .. } = self.nodes[number as usize];
        let Memorable { graph, play, .. } = self.game;
        let stones: Vec<_> = play.stones(graph.classes().board(), position, mover).collect();
        let mut edges = Vec::with_capacity(stones.len() + 1);
        for stone in stones.iter().filter(|stone| ban != Some(stone.point as u8)) {
            let gain = if mover == Colour::Black { play.gain(stone) } else { -play.gain(stone) };
            edges.push(self.edge(position, mover, Some(stone.after), gain, stone.ko));
        }
        edges.push(self.edge(position, mover, None, 0, None));
        let edges: Rc<[Edge]> = edges.into();
        self.nodes[number as usize].edges = Some(edges.clone());
        edges
    }

    /// A play that leads to `after`, or a pass.
    fn edge(&mut self, before: Position, mover: Colour, after: Option<Position>, gain: i16, ko: Option<usize>) -> Edge {
        let Memorable { graph, play, sure, guide, .. } = self.game;
        let (pass, position, next) = (after.is_none(), after.unwrap_or(before), mover.opponent());
        let pairs = play.remembered == Remembered::Pairs;
        // What is remembered implies a ban, but for pairs.
        let ban = ko.filter(|_| play.basic_ko && pairs);
        let sure = seen(sure[graph.node_of(position, next, false, ban)], next);
        let node = graph.node_of(position, next, pass, ko.filter(|_| play.basic_ko));
        let ranks = guide.ranks[node];
        Edge {
            to: if sure[0] == sure[1] { NONE } else { self.number(position, next, ban.map(|p| p as u8)) },
            mark: match () {
                () if !pairs => self.mark_of(position, next),
                () if pass => NONE,
                () => self.mark((packed(before), packed(position))),
            },
            pass,
            gain,
            sure,
            guide: seen(guide.pairs[node], next),
            ranks: if next == Colour::Black { ranks } else { [ranks[1], ranks[0]] },
        }
    }
}
