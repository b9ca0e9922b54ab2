//! Games whose repetition rule remembers the whole sequence (fixed-ko, situational superko): who forces a condition, when
//! the bounds without that memory leave it open.
//!
//! A move is forbidden only if its state was entered before ([`Memory`]). That makes backward induction go a long way. Let
//! states be *decided* one after the other, each for the player who wins whatever was visited before, if only none of it was
//! decided earlier than the state itself:
//!
//! * what is won without the memory: the winner's strategy never leads to the same state twice, nor to one that is open;
//! * a state from which the player to move reaches one decided for him, or can reach none but such as are decided for the
//!   other: what is reached was decided earlier, so it was not visited;
//! * once all that the states of a strongly connected component lead to outside it is decided, all of them at a time, each by
//!   a search within the component with nothing visited but itself. For this, states whose moves leave the same mark are
//!   connected: what was visited outside the component forbids nothing inside it.
//!
//! Every state of the *core*, those not won without the memory, is decided in this way. A player without a move inside it loses.
//! The search within a component is [`component`].

mod component;
mod core;

use std::hash::Hash;

use fixedbitset::FixedBitSet;

pub use self::component::Learned;
use self::component::{Batch, ComponentSearch};
use self::core::Core;
pub use self::core::{Memory, Without};
use super::{Budget, Game};
use crate::board::Colour;

/// Whether `player` wins `root` under the repetition rule; `None` if the budget ran out or `without` could not tell.
pub fn wins<G: Game, M: Memory<G>>(
    game: &G,
    memory: &M,
    root: &G::State,
    player: Colour,
    mut without: impl FnMut(&G::State) -> Option<Without>,
    learned: &mut Learned<M::Name>,
    budget: Budget,
) -> Option<bool> {
    if let Without::Won(winner) = without(root)? {
        return Some(winner == player);
    }
    let core = Core::build(game, memory, root, without, budget)?;
    core.decide(|state| memory.name(state), learned, budget, false)[0].map(|winner| winner == player)
}

/// Decides every state of the core that can be reached from `root`: tells `found` who wins it with nothing visited but
/// itself. A `without` that knows what was found in this way, all of it, is right for other roots too. If the budget runs out,
/// `found` hears `None` of what is not decided by then. `None` if `without` could not tell, or the budget was too small to list
/// the states; nothing is found then.
pub fn decide<G: Game, M: Memory<G>>(
    game: &G,
    memory: &M,
    root: &G::State,
    mut without: impl FnMut(&G::State) -> Option<Without>,
    budget: Budget,
    mut found: impl FnMut(&G::State, Option<Colour>),
) -> Option<()> {
    if without(root)? == Without::Open {
        let core = Core::build(game, memory, root, without, budget)?;
        let winners = core.decide(|state| memory.name(state), &mut Learned::default(), budget, true);
        core.states.iter().zip(winners).for_each(|(state, winner)| found(state, winner));
    }
    Some(())
}

impl<S: Clone + Eq + Hash> Core<S> {
    /// Who wins each state with nothing visited but itself, as far as the budget goes. Unless it is to be `every` one, those
    /// are left out that a sequence from the root enters only after others of the same component.
    fn decide<N: Eq + Hash>(
        &self,
        name: impl Fn(&S) -> N,
        learned: &mut Learned<N>,
        budget: Budget,
        every: bool,
    ) -> Vec<Option<Colour>> {
        let nodes = self.edges.len();
        let searched = FixedBitSet::with_capacity(nodes);
        let mut winners = Winners { core: self, by_state: vec![None; nodes], left: Vec::new(), searched };
        let mut work = 0;
        winners.left = self.edges.iter().zip(&self.won).map(|(out, &won)| out.len() as u32 + u32::from(won)).collect();
        for node in 0..nodes {
            if self.won[node] {
                winners.put(node as u32, self.movers[node]);
            } else if self.edges[node].is_empty() {
                winners.put(node as u32, self.movers[node].opponent());
            }
        }
        // The next one is the last; whatever it leads to outside itself has been decided by then.
        let mut components = vec![(0..nodes as u32).collect::<Vec<_>>()];
        while let Some(component) = components.pop() {
            let open: Vec<u32> =
                component.iter().copied().filter(|&n| winners.by_state[n as usize].is_none()).collect();
            let connected = if open.len() == component.len() { self.components(&open) } else { Vec::new() };
            if connected.len() == 1 {
                winners.searched.extend(open.iter().map(|&n| n as usize));
                let entered = |n: u32| {
                    let outside =
                        |p: &u32| !winners.searched.contains(*p as usize) && winners.by_state[*p as usize].is_none();
                    every || n == 0 || self.predecessors.of(n as usize).iter().any(outside)
                };
                let entries: Vec<usize> = (0..open.len()).filter(|&at| entered(open[at])).collect();
                let names = open.iter().map(|&n| name(&self.states[n as usize])).collect();
                let (component, numbers) = learned.component(names, || Batch::new(self, &open));
                let mut search = ComponentSearch::new(component);
                let mut winner = |at: usize| search.winner(numbers[at], budget, &mut work);
                let found: Option<Vec<(u32, Colour)>> =
                    entries.iter().map(|&at| Some((open[at], winner(at)?))).collect();
                let Some(found) = found else { break };
                found.into_iter().for_each(|(n, winner)| winners.put(n, winner));
            } else if !open.is_empty() {
                let parts = if connected.is_empty() { self.components(&open) } else { connected };
                components.extend(parts.into_iter().rev());
            }
        }
        winners.by_state
    }
}

/// The winners of the states of a core that have been decided.
struct Winners<'a, S> {
    core: &'a Core<S>,
    /// `None` of what is not decided yet.
    by_state: Vec<Option<Colour>>,
    /// By state: moves that are not decided against the player to move.
    left: Vec<u32>,
    /// The states of components that have been searched: nothing else is to be concluded about them.
    searched: FixedBitSet,
}

impl<S> Winners<'_, S> {
    /// A state is decided, and what follows from it.
    fn put(&mut self, node: u32, winner: Colour) {
        let mut news = vec![(node, winner)];
        while let Some((node, winner)) = news.pop() {
            if self.by_state[node as usize].is_some() {
                continue;
            }
            self.by_state[node as usize] = Some(winner);
            for &from in self.core.predecessors.of(node as usize) {
                let at = from as usize;
                self.left[at] -= u32::from(self.core.movers[at] != winner);
                if self.searched.contains(at) {
                    continue;
                }
                if self.core.movers[at] == winner || self.left[at] == 0 {
                    news.push((from, winner));
                }
            }
        }
    }
}
