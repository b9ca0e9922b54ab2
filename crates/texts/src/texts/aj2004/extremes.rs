//! The analyses of aj2004 at their extremes: from which states a player forces control of everything, or leaves the other
//! control of nothing. What is worth the most or the least whatever the points count is found once for all positions.

use crate::board::Colour;
use crate::solve::parallel;
use crate::solve::whole::classes::CanonicalForm;
use crate::solve::whole::forced::Whole;
use crate::solve::whole::graph::Graph;
use crate::solve::whole::winning::{Equation, WinningSets, least_fixpoint};
use crate::texts::aj2004::control::controlled;

/// Bits 0, 1 and 2: the player who forces comes to control every point, after as many successive passes as the bit says;
/// bits 3, 4 and 5: he leaves the other player control of none.
const EVERYTHING: u16 = 0b111;
const FRESH: u16 = 0b001_001;

struct Analyses<'a> {
    graph: &'a Graph<u8>,
    /// By node: what an end there is worth to the player to move, and to the other, in bits 2 and 5.
    ends: Vec<[u16; 2]>,
}

impl Analyses<'_> {
    /// After a play no pass has been made, whatever was before; after a pass, one more; after the third it has ended.
    fn after_play(sets: u16) -> u16 {
        (sets & FRESH) * EVERYTHING
    }

    fn after_pass(sets: u16) -> u16 {
        sets >> 1 & 0b011_011
    }
}

impl Equation for Analyses<'_> {
    const POINTS: bool = false;

    fn attacker(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16 {
        let passed = Self::after_pass(at(self.graph.pass(node))) | self.ends[node][0];
        self.graph.plays(node).iter().fold(passed, |won, &s| won | Self::after_play(at(s)))
    }

    fn owner(&self, node: usize, at: impl Fn(CanonicalForm) -> u16) -> u16 {
        let passed = Self::after_pass(at(self.graph.pass(node))) | self.ends[node][1];
        self.graph.plays(node).iter().fold(passed, |won, &s| won & Self::after_play(at(s)))
    }
}

/// What each player forces from every state: see [`everything`] and [`nothing`]. `None` if it was stopped.
#[must_use]
pub fn extremes(whole: &Whole<'_, u8>) -> Option<WinningSets> {
    let (classes, graph) = (whole.classes, whole.graph);
    let board = classes.board();
    let ends = parallel::map(graph.len(), &|n| {
        let position = classes.representative(graph.class(n));
        let control = Colour::ALL.map(|c| controlled(board, position, c));
        [0, 1].map(|mine| {
            let everything = control[mine] == board.all();
            let nothing = control[1 - mine] == 0;
            u16::from(everything) << 2 | u16::from(nothing) << 5
        })
    });
    let analyses = Analyses { graph, ends };
    least_fixpoint(WinningSets::all(0, graph.len()), classes.turns(), &analyses, whole.predecessors, &whole.sweeping)
}

/// Whether the player who forces comes to control everything, after `passes` successive passes.
#[must_use]
pub fn everything(sets: u16, passes: u8) -> bool {
    sets >> passes & 1 == 1
}

/// Whether the player who forces leaves the other control of nothing, after `passes` successive passes.
#[must_use]
pub fn nothing(sets: u16, passes: u8) -> bool {
    sets >> (3 + passes) & 1 == 1
}
