//! Lines of play that show what a solver has decided.

use rustc_hash::FxHashSet;

use super::arena::{Decided, explore};
use super::fixpoint::{LeastFixpoint, Question};
use super::score::{Score, Side, Valuation};
use super::{Bounds, Budget, Game};
use crate::board::Colour;

/// The moves of a line with the states they lead to.
pub type Line<G> = Vec<(<G as Game>::Move, <G as Game>::State)>;

/// What is proved of a value of a game: from which states a player forces it, the maximiser at least that and the other at most. What
/// proves it for a state holds a move for every state that may follow, and is kept.
pub struct Forced<S> {
    value: i16,
    /// By state: the maximiser's first.
    known: [Decided<S, u64>; 2],
    expanded: usize,
}

impl<S: Clone + Eq + std::hash::Hash> Forced<S> {
    /// Nothing is proved yet.
    #[must_use]
    pub fn new(value: i16) -> Forced<S> {
        Forced { value, known: Default::default(), expanded: 0 }
    }

    /// `lo` and `hi` of a state, and where they agree what has proved them.
    pub fn score<G: Game<State = S>, V: Valuation<G>>(
        game: &G,
        valuation: &mut V,
        state: &S,
        budget: Budget,
    ) -> (Score, Option<Forced<S>>) {
        let (mut expanded, maximiser) = (0, valuation.maximiser());
        // What one player forces, seen from his side, and by state whether he forces just that.
        let mut side = |player: Colour, sign: i16| {
            let mut side = Side { valuation: &mut *valuation, player, sign };
            let explored = explore(game, &mut LeastFixpoint(&mut side), &Decided::default(), state, budget);
            expanded += explored.arena.expanded().len();
            let found = explored.bounds[0];
            let known = found.decided().map(|value| {
                let keeps = |bounds: Bounds<i16>| match (bounds.lower >= value, bounds.upper < value) {
                    (true, _) => Some(1),
                    (_, true) => Some(0),
                    _ => None,
                };
                let all = explored.values().filter_map(|(state, bounds)| Some((state.clone(), keeps(bounds)?)));
                all.collect::<Decided<S, u64>>()
            });
            (found, known)
        };
        let (lo, by_maximiser) = side(maximiser, 1);
        let (minus_hi, by_other) = side(maximiser.opponent(), -1);
        let hi = Bounds { lower: -minus_hi.upper, upper: -minus_hi.lower };
        let score = Score { lo, hi };
        let forced = match (lo.decided().filter(|_| lo == hi), by_maximiser, by_other) {
            (Some(value), Some(first), Some(second)) => Some(Forced { value, known: [first, second], expanded }),
            _ => None,
        };
        (score, forced)
    }

    /// Whether `player` forces the value from `state`; `None` if that takes more than the budget.
    pub fn keeps<G: Game<State = S>, V: Valuation<G>>(
        &mut self,
        game: &G,
        valuation: &mut V,
        player: Colour,
        state: &S,
        budget: Budget,
    ) -> Option<bool> {
        let known = &mut self.known[usize::from(player != valuation.maximiser())];
        if let Some(&answer) = known.get(state) {
            return Some(answer == 1);
        }
        let mut question = Keeps { valuation, player, value: self.value };
        let explored = explore(game, &mut LeastFixpoint(&mut question), known, state, budget);
        known.extend(explored.values().filter_map(|(state, bounds)| Some((state.clone(), bounds.decided()?))));
        self.expanded += explored.arena.expanded().len();
        explored.bounds[0].decided().map(|answer| answer == 1)
    }

    /// The same for little: `left` states may be expanded for it and for what is asked after it.
    fn soon<G: Game<State = S>, V: Valuation<G>>(
        &mut self,
        game: &G,
        valuation: &mut V,
        player: Colour,
        state: &S,
        budget: Budget,
        left: &mut usize,
    ) -> Option<bool> {
        let before = self.expanded;
        let answer = self.keeps(game, valuation, player, state, Budget { states: *left, ..budget });
        *left -= (self.expanded - before).min(*left);
        answer
    }
}

/// A line in which each player keeps to what he forces: the maximiser at least the value, the other at most that. The first listed
/// move that is known to do so and that leads to a state not met before is taken. Empty unless both force it from the root
/// within the budget; stops at an end, where no such move is known, and after `most` moves.
///
/// Beside what proves it for the root, little is spent on the moves of the line.
///
/// `games` are the game as it is looked at for what Black forces and for what White does: mostly the same twice.
pub fn best_line<G: Game, V: Valuation<G>>(
    games: [&G; 2],
    valuation: &mut V,
    forced: &mut Forced<G::State>,
    root: &G::State,
    most: usize,
    budget: Budget,
) -> Line<G> {
    /// States expanded for moves of which those proofs do not tell: what is soon said of small positions.
    const MORE: usize = 2_000;
    let mut line: Line<G> = Vec::new();
    let unforced = |player: Colour| forced.keeps(games[player.index()], valuation, player, root, budget) != Some(true);
    if Colour::ALL.into_iter().any(unforced) {
        return line;
    }
    let mut left = MORE;
    while line.len() < most {
        let here = line.last().map_or(root, |(_, state)| state).clone();
        let mut moves = Vec::new();
        let mover = games[0].mover(&here);
        let game = games[mover.index()];
        game.moves(&here, &mut moves);
        let fresh = |state: &G::State| state != root && line.iter().all(|(_, met)| met != state);
        let mut kept = |to: &G::State| forced.soon(game, valuation, mover, to, budget, &mut left) == Some(true);
        let Some(next) = moves.into_iter().find(|(_, to)| fresh(to) && kept(to)) else { break };
        line.push(next);
    }
    line
}

/// Whether it takes a rule to force a value: `games` are with the rule and without, `forced` is of the first. Who forces it from the
/// root with the rule only, and play that shows it; `None` if nobody does or if it takes too much to tell.
///
/// What is spent on it goes with what `forced` has taken; `least` states may be expanded in any case for the question whether it does,
/// and as many for moves of the play that shows it, beside what the proofs tell.
pub fn decided_by<G: Game, V: Valuation<G>>(
    games: [&G; 2],
    mut valuations: [&mut V; 2],
    forced: &mut Forced<G::State>,
    root: &G::State,
    least: usize,
    budget: Budget,
) -> Option<(Colour, PartingLine<G>)> {
    /// Positions of that play looked at.
    const LOOKED_AT: usize = 3_000;
    let whether = Budget { states: budget.states.min(forced.expanded.max(least)), ..budget };
    let mut without = Forced::new(forced.value);
    let [first, second] = &mut valuations;
    let needs = |&player: &Colour| without.keeps(games[1], *second, player, root, whether) == Some(false);
    let keeper = Colour::ALL.into_iter().find(needs)?;
    if forced.keeps(games[0], *first, keeper, root, whether) != Some(true) {
        return None;
    }
    let mut left = least;
    let mut forced = [forced, &mut without];
    let forces =
        |n: usize, state: &G::State| forced[n].soon(games[n], &mut *valuations[n], keeper, state, budget, &mut left);
    Some((keeper, parting_line(games, root, keeper, forces, LOOKED_AT)?))
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
