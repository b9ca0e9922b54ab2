//! Bounds checked: each is derived once more from what the board's own plays lead to, and the ranks have to descend.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::bounds::{Bounds, Given, Pair, PayoffGame, negated};
use super::graph::State;
use crate::board::{Colour, diagram};
use crate::solve::play::Play;

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
/// the best move is worth, or passing alone, or [`Given`] up.
///
/// # Errors
/// The first that is wrong.
pub fn verify(game: &PayoffGame<'_>, play: &Play, bounds: &Bounds, given_up: &[[Given; 2]]) -> Result<(), Wrong> {
    let (graph, passing) = (game.graph, game.passing());
    let (classes, wrong) = (graph.classes(), AtomicBool::new(false));
    let is_right = |node: usize| {
        let position = classes.representative(graph.class(node));
        let banned = graph.banned(node).map(usize::from);
        // Of each move: what it is worth, the rank of what it leads to, and what it is worth if one of the players passes from then on.
        let mut moves: Vec<(Pair, [u16; 2], Pair)> = Vec::new();
        match graph.state(node) {
            State::Passed(class) => moves.push((game.end[class], [0; 2], game.end[class])),
            _ => {
                let to = graph.node_of(position, Colour::White, true, None);
                moves.push((negated(bounds.pairs[to], 0), bounds.ranks[to], negated(passing[to], 0)));
            }
        }
        for stone in play.stones(classes.board(), position, Colour::Black).filter(|s| Some(s.point) != banned) {
            let ban = stone.ko.filter(|_| game.basic_ko);
            let to = graph.node_of(stone.after, Colour::White, false, ban);
            let gain = play.gain(&stone) as i8;
            moves.push((negated(bounds.pairs[to], gain), bounds.ranks[to], negated(passing[to], gain)));
        }
        let (kept, ranks) = (bounds.pairs[node], bounds.ranks[node]);
        let least = passing[node];
        // The first move is the pass.
        let held = moves.iter().map(|m| m.2[1]).max();
        let passes = Some(least[1]) == held && least[0] == moves[0].2[0];
        let given = given_up.get(node).copied().unwrap_or_default();
        let class = graph.class(node);
        let plain = (bounds.pairs[class], bounds.ranks[class]);
        let own = if given[0] == Given::Passes { &moves[1..] } else { &moves[..] };
        let most = own.iter().map(|m| m.0[0]).max().unwrap_or(i8::MIN);
        let first = match (given[0], ranks[0]) {
            (Given::All, _) => kept[0] == least[0],
            (Given::Ban, rank) => kept[0] == plain.0[0] && (rank == 0 || plain.1[0] < rank),
            (_, 0) => kept[0] == least[0] && most <= kept[0],
            (_, rank) => kept[0] == most && own.iter().any(|(v, r, _)| v[0] == kept[0] && r[1] < rank),
        };
        let most = moves.iter().map(|m| m.0[1]).max();
        let second = match (given[1], ranks[1]) {
            (Given::All, _) => kept[1] == least[1],
            (Given::Ban, rank) => kept[1] == plain.0[1] && (rank == 0 || plain.1[1] < rank),
            (_, 0) => kept[1] == least[1] && most >= Some(kept[1]),
            (_, rank) => most == Some(kept[1]) && moves.iter().all(|(v, r, _)| v[1] < kept[1] || r[0] < rank),
        };
        passes && first && second
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
