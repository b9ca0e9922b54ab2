//! Bounds checked: each is derived once more from what the board's own plays lead to, and the ranks have to descend.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::bounds::{Bounds, Game, Pair, negated};
use super::graph::State;
use crate::board::{Colour, diagram};
use crate::law::play::Play;

/// A bound that is not what follows from its successors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position} ({state}): the bounds {kept:?} do not follow from those of the positions after it")]
pub struct Wrong {
    /// The position, seen by the player to move.
    pub position: String,
    /// What the last move left.
    pub state: String,
    /// The bounds.
    pub kept: Pair,
}

/// Checks every node. That the first bound is forced is shown by a move that keeps it and leads to a lower rank; that the second
/// is, by all moves being worth no more, those worth as much leading to lower ranks; that no player forces more, by each being what
/// the best move is worth, or passing alone, or `pinned`.
///
/// # Errors
/// The first that is wrong.
pub fn verify(game: &Game<'_>, play: &Play, bounds: &Bounds, pinned: &[[bool; 2]]) -> Result<(), Wrong> {
    let (graph, passing) = (game.graph, game.passing());
    let (classes, wrong) = (graph.classes(), AtomicBool::new(false));
    let is_right = |node: usize| {
        let position = classes.representative(graph.class(node));
        let banned = graph.banned(node).map(usize::from);
        // Of each move: what it is worth, and the rank of what it leads to.
        let mut moves: Vec<(Pair, [u16; 2])> = Vec::new();
        match graph.state(node) {
            State::Passed(class) => moves.push((game.end[class], [0; 2])),
            _ => {
                let to = graph.node_of(position, Colour::White, true, None);
                moves.push((negated(bounds.pairs[to], 0), bounds.ranks[to]));
            }
        }
        for stone in play.stones(classes.board(), position, Colour::Black).filter(|s| Some(s.point) != banned) {
            let ban = stone.ko.filter(|_| game.basic_ko);
            let to = graph.node_of(stone.after, Colour::White, false, ban);
            moves.push((negated(bounds.pairs[to], play.gain(&stone) as i8), bounds.ranks[to]));
        }
        let (kept, ranks) = (bounds.pairs[node], bounds.ranks[node]);
        let least = passing[node];
        let pins = pinned.get(node).copied().unwrap_or_default();
        let most = moves.iter().fold([i8::MIN; 2], |best, (v, _)| [best[0].max(v[0]), best[1].max(v[1])]);
        let first = match (pins[0], ranks[0]) {
            (true, _) => kept[0] == least[0],
            (false, 0) => kept[0] == least[0] && most[0] <= kept[0],
            (false, rank) => kept[0] == most[0] && moves.iter().any(|(v, r)| v[0] == kept[0] && r[1] < rank),
        };
        let second = match (pins[1], ranks[1]) {
            (true, _) => kept[1] == least[1],
            (false, 0) => kept[1] == least[1] && most[1] >= kept[1],
            (false, rank) => kept[1] == most[1] && moves.iter().all(|(v, r)| v[1] < kept[1] || r[0] < rank),
        };
        first && second
    };
    // Bans that are not looked at are no states of the game.
    let nodes = if game.basic_ko { graph.len() } else { 2 * classes.len() };
    let found = (0..nodes).into_par_iter().find_any(|&node| {
        let fails = !wrong.load(Ordering::Relaxed) && !is_right(node);
        if fails {
            wrong.store(true, Ordering::Relaxed);
        }
        fails
    });
    let Some(node) = found else { return Ok(()) };
    Err(Wrong {
        position: diagram::text(classes.board().grid(), classes.representative(graph.class(node))),
        state: format!("{:?}", graph.state(node)),
        kept: bounds.pairs[node],
    })
}
