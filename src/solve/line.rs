//! Lines of play that show what a solver has decided.

use rustc_hash::FxHashSet;

use super::arena::{Decided, Explored, explore};
use super::fixpoint::{LeastFixpoint, Question};
use super::score::Valuation;
use super::{Bounds, Budget, Game};
use crate::board::Colour;

/// The moves of a line with the states they lead to.
pub type Line<G> = Vec<(<G as Game>::Move, <G as Game>::State)>;

/// A line in which the maximiser of `question` plays his forcing strategy, nearer to the goal with each of his moves, and
/// the other player holds out as long as he can. `won` tells the values that meet the goal, `nothing` is the least value.
/// `None` if the goal is not forced within the budget.
pub fn forcing_line<G: Game, Q: Question<G>>(
    game: &G,
    question: &mut Q,
    root: &G::State,
    nothing: Q::Value,
    won: impl Fn(Q::Value) -> bool,
    budget: Budget,
) -> Option<Line<G>> {
    let Explored { arena, bounds } = explore(game, &mut LeastFixpoint(question), &Decided::default(), root, budget);
    if !won(bounds[0].lower) {
        return None;
    }
    const FAR: u32 = u32::MAX;
    // By node: how many moves the strategy needs at most; by edge the same, 0 if the move itself reaches the goal.
    let mut ranks: Vec<u32> = (0..arena.len())
        .map(|n| if arena.successors(n).is_empty() && won(bounds[n].lower) { 0 } else { FAR })
        .collect();
    let through = |from: usize, to: usize, ranks: &[u32]| {
        let direct = won(question.through(arena.state(from), arena.state(to), nothing));
        if direct { 0 } else { ranks[to] }
    };
    let extreme = |node: usize, ranks: &[u32]| {
        let options = arena.successors(node).iter().map(|&to| through(node, to as usize, ranks));
        if arena.maximising[node] { options.min() } else { options.max() }.unwrap_or(FAR)
    };
    let mut layer = 1;
    while ranks[0] == FAR {
        let reached: Vec<usize> = arena
            .expanded()
            .iter()
            .map(|&n| n as usize)
            .filter(|&n| ranks[n] == FAR && won(bounds[n].lower) && extreme(n, &ranks) != FAR)
            .collect();
        if reached.is_empty() {
            return None;
        }
        reached.into_iter().for_each(|n| ranks[n] = layer);
        layer += 1;
    }
    let mut line = Vec::new();
    let mut node = 0;
    while ranks[node] > 0 {
        let best = extreme(node, &ranks);
        let at = arena.successors(node).iter().position(|&to| through(node, to as usize, &ranks) == best)?;
        let mut moves = Vec::new();
        game.moves(arena.state(node), &mut moves);
        line.push(moves.swap_remove(at));
        if best == 0 && ranks[arena.successors(node)[at] as usize] != 0 {
            break;
        }
        node = arena.successors(node)[at] as usize;
    }
    Some(line)
}

/// A line in which each player keeps to what he forces: the maximiser at least `value`, the other at most that. The first listed
/// move that is known to do so and that leads to a state not met before is taken. Empty unless both force `value` of the root
/// within the budget; stops at an end, where no such move is known, and after `most` moves.
///
/// What proves the two for the root holds a move for every state that may follow, and is kept: no more is spent on the moves of
/// the line than on those proofs.
pub fn best_line<G: Game, V: Valuation<G>>(
    game: &G,
    valuation: &mut V,
    root: &G::State,
    value: i16,
    most: usize,
    budget: Budget,
) -> Line<G> {
    /// What may be spent in any case: what is soon said of small positions.
    const LEAST: usize = 2_000;
    let maximiser = valuation.maximiser();
    // What each player forces, by state: the maximiser first.
    let mut forced = [Decided::default(), Decided::default()];
    // A yes-or-no question, with the number of states expanded for it.
    let mut keeps = |player: Colour, state: &G::State, states: usize| {
        let known = &mut forced[usize::from(player != maximiser)];
        if let Some(&answer) = known.get(state) {
            return (Some(answer == 1), 0);
        }
        let mut question = Keeps { valuation: &mut *valuation, player, value };
        let explored = explore(game, &mut LeastFixpoint(&mut question), known, state, Budget { states, ..budget });
        known.extend(explored.values().filter_map(|(state, bounds)| Some((state.clone(), bounds.decided()?))));
        (explored.bounds[0].decided().map(|answer| answer == 1), explored.arena.expanded().len())
    };
    let mut line: Line<G> = Vec::new();
    let mut left = LEAST;
    for player in Colour::ALL {
        let (answer, spent) = keeps(player, root, budget.states);
        if answer != Some(true) {
            return line;
        }
        left += spent;
    }
    while line.len() < most {
        let here = line.last().map_or(root, |(_, state)| state).clone();
        let mut moves = Vec::new();
        game.moves(&here, &mut moves);
        let fresh = |state: &G::State| state != root && line.iter().all(|(_, met)| met != state);
        let mut kept = |to: &G::State| {
            let (answer, spent) = keeps(game.mover(&here), to, left);
            left -= spent;
            answer == Some(true)
        };
        let Some(next) = moves.into_iter().find(|(_, to)| fresh(to) && kept(to)) else { break };
        line.push(next);
    }
    line
}

/// The move on which play under two rules parts, with the state it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parting<M, S> {
    /// Made in the second game against the keeper, it cannot be made in the first.
    Refused(M, S),
    /// By it the keeper keeps what he forces in the first game, where nothing else does; it cannot be made in the second.
    Only(M, S),
}

/// Play in two games at once, up to the move on which they part.
pub struct PartingLine<G: Game> {
    /// The moves that are made in both, with the states they lead to in each.
    pub shared: Vec<(G::Move, [G::State; 2])>,
    /// The move that only one of them has.
    pub parting: Parting<G::Move, G::State>,
}

impl<G: Game> PartingLine<G> {
    /// The line in the first game, the move of the keeper that only it has included.
    pub fn in_first(&self) -> Line<G> {
        let mut line: Line<G> = self.shared.iter().map(|(mv, to)| (mv.clone(), to[0].clone())).collect();
        if let Parting::Only(mv, to) = &self.parting {
            line.push((mv.clone(), to.clone()));
        }
        line
    }

    /// The line in the second game, the move against the keeper that only it has included.
    pub fn in_second(&self) -> Line<G> {
        let mut line: Line<G> = self.shared.iter().map(|(mv, to)| (mv.clone(), to[1].clone())).collect();
        if let Parting::Refused(mv, to) = &self.parting {
            line.push((mv.clone(), to.clone()));
        }
        line
    }
}

/// Play in which a player, the keeper, keeps what he forces in the first game, while the other sees to it that he would not force
/// that in the second, up to the move on which the games part: a shortest such line. `forces` tells whether the keeper forces it from a
/// state of the first game (0) or of the second (1), `None` if that is not known; from `root` he does in the first and not in the
/// second. `None` if it takes more than `most` states to find or if
/// too much is not known; moves to states of which it is not known are left out.
///
/// There is such a line: if every move could be made in both games, a strategy that brings the keeper to his goal in the first would do
/// so in the second.
pub fn parting_line<G: Game>(
    games: [&G; 2],
    root: &G::State,
    keeper: Colour,
    mut forces: impl FnMut(usize, &G::State) -> Option<bool>,
    most: usize,
) -> Option<PartingLine<G>> {
    struct Node<G: Game> {
        states: [G::State; 2],
        parent: usize,
        by: Option<G::Move>,
    }
    let mut nodes: Vec<Node<G>> = vec![Node { states: [root.clone(), root.clone()], parent: 0, by: None }];
    let mut seen = FxHashSet::from_iter([[root.clone(), root.clone()]]);
    // A question that is not answered has cost all that may be spent on it.
    const MOST_UNKNOWN: usize = 20;
    let (mut at, mut unknown) = (0, 0);
    let mut options: [Vec<(G::Move, G::State)>; 2] = Default::default();
    while at < nodes.len() && nodes.len() <= most {
        let states = nodes[at].states.clone();
        let shared = |nodes: &[Node<G>]| {
            let mut line = Vec::new();
            let mut node = at;
            while let Some(by) = &nodes[node].by {
                line.push((by.clone(), nodes[node].states.clone()));
                node = nodes[node].parent;
            }
            line.reverse();
            line
        };
        for game in [0, 1] {
            options[game].clear();
            games[game].moves(&states[game], &mut options[game]);
        }
        // The keeper moves by the first game, the other by the second.
        let (own, other) = if games[0].mover(&states[0]) == keeper { (0, 1) } else { (1, 0) };
        let mut parts = Vec::new();
        let mut goes_on = false;
        for (mv, to) in &options[own] {
            match forces(own, to) {
                Some(forced) if forced == (own == 0) => {}
                Some(_) => continue,
                None if unknown == MOST_UNKNOWN => return None,
                None => {
                    unknown += 1;
                    continue;
                }
            }
            match options[other].iter().find(|(m, _)| m == mv) {
                None => parts.push((mv.clone(), to.clone())),
                Some((_, also)) => {
                    goes_on = true;
                    let states = if own == 0 { [to.clone(), also.clone()] } else { [also.clone(), to.clone()] };
                    if seen.insert(states.clone()) {
                        nodes.push(Node { states, parent: at, by: Some(mv.clone()) });
                    }
                }
            }
        }
        match parts.into_iter().next() {
            Some((mv, to)) if own == 1 => {
                return Some(PartingLine { shared: shared(&nodes), parting: Parting::Refused(mv, to) });
            }
            Some((mv, to)) if !goes_on => {
                return Some(PartingLine { shared: shared(&nodes), parting: Parting::Only(mv, to) });
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether a player forces a value, at least or at most as he wants it: 1 or 0.
struct Keeps<'v, V> {
    valuation: &'v mut V,
    player: Colour,
    value: i16,
}

impl<V> Keeps<'_, V> {
    /// Whether these bounds are good enough for him: for certain, and perhaps.
    fn of<G: Game>(&self, bounds: Bounds<i16>) -> Bounds<u64>
    where
        V: Valuation<G>,
    {
        let Bounds { lower, upper } = bounds;
        let (surely, perhaps) = if self.player == self.valuation.maximiser() {
            (lower >= self.value, upper >= self.value)
        } else {
            (upper <= self.value, lower <= self.value)
        };
        Bounds { lower: u64::from(surely), upper: u64::from(perhaps) }
    }
}

impl<G: Game, V: Valuation<G>> Question<G> for Keeps<'_, V> {
    type Value = u64;

    fn maximiser(&self) -> Colour {
        self.player
    }

    fn through(&self, _: &G::State, _: &G::State, value: u64) -> u64 {
        value
    }

    fn known(&mut self, state: &G::State) -> Bounds<u64> {
        let bounds = self.valuation.known(state);
        self.of::<G>(bounds)
    }

    fn end(&mut self, state: &G::State) -> u64 {
        let value = self.valuation.end(state);
        self.of::<G>(Bounds::exactly(value)).lower
    }
}
