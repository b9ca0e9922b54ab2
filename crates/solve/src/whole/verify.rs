//! Solutions checked against the rules' own moves, independently of how they were found.
//!
//! What is solved by leaving passes out of the states, by marking what may have changed and by giving up whole parts at a
//! time is derived here from the text alone: the number of successive passes belongs to the state, the sequence ends after
//! the last of them, and every value is that of the moves. A least fixpoint is grown from nothing in plain sweeps: a value
//! is raised only for moves whose values have been raised before, so whatever holds has a ground of lower rank, and
//! where the sweeps come to rest what does not hold has none. A nested one begins with everything; what has no ground of
//! that kind is lost, and so is, in sweeps again, what the other player can lead there; in the end what is left has grounds
//! in itself. Then all values are compared, of every state and with either player to move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use super::STATES;
use super::classes::{Classes, Turns};
use super::graph::{Graph, States};
use super::store::{Remembering, Stages, StoreError, Stored, Subject, Words};
use super::winning::WinningSets;
use crate::board::{Colour, Position, diagram};
use crate::solve::parallel;

/// Why a solution was not found right.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A table cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stage is missing.
    #[error("{} is not there; `shinpan solve` with --resume makes it", file.display())]
    Missing {
        /// Its file.
        file: std::path::PathBuf,
    },
    /// A value does not follow from the rules.
    #[error("{subject}: {stage} is wrong for {state}: {what}")]
    Wrong {
        /// The board and the game.
        subject: String,
        /// The stage.
        stage: String,
        /// The state, seen from the player to move.
        state: String,
        /// What the table says, and what follows.
        what: String,
    },
}

/// A value of a state: of a lattice whose order is that of what the player who forces would rather have.
pub trait Value: Copy + Eq + Send + Sync {
    /// Holds one that several threads see.
    type Cell: Send + Sync;
    /// The least there is.
    const WORST: Self;
    /// The most there is.
    const BEST: Self;

    /// A cell that holds it.
    fn cell(self) -> Self::Cell;
    /// What a cell holds.
    fn load(cell: &Self::Cell) -> Self;
    /// Puts it into a cell.
    fn store(self, cell: &Self::Cell);
    /// The better of the two: the player who forces chooses.
    fn or(self, other: Self) -> Self;
    /// The worse of the two: the other player chooses.
    fn and(self, other: Self) -> Self;
    /// In the frame of the board turned by a symmetry.
    fn turned(self, turns: &Turns, turn: usize) -> Self;
}

macro_rules! questions {
    ($(#[$doc:meta])* $name:ident, $turned:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub u16);

        impl Value for $name {
            type Cell = AtomicU16;
            const WORST: $name = $name(0);
            const BEST: $name = $name(u16::MAX);

            fn cell(self) -> AtomicU16 {
                AtomicU16::new(self.0)
            }

            fn load(cell: &AtomicU16) -> $name {
                $name(cell.load(Ordering::Relaxed))
            }

            fn store(self, cell: &AtomicU16) {
                cell.store(self.0, Ordering::Relaxed);
            }

            fn or(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }

            fn and(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }

            fn turned(self, turns: &Turns, turn: usize) -> $name {
                $name($turned(turns, turn, self.0))
            }
        }
    };
}

questions!(
    /// Questions about points, a bit to a point.
    Each,
    Turns::set
);
questions!(
    /// Questions about the whole board, a bit to a question.
    Whole,
    |_: &Turns, _: usize, bits: u16| bits
);

/// Who is to move: the player who forces, or the other.
const ROLES: [usize; 2] = [0, 1];

/// The values of all states: by successive passes made, by who is to move, by node.
pub struct StateValues<V: Value>(Vec<[Vec<V::Cell>; 2]>);

impl<V: Value> StateValues<V> {
    /// Of a state.
    #[must_use]
    pub fn of(&self, passes: usize, role: usize, node: usize) -> V {
        V::load(&self.0[passes][role][node])
    }
}

/// A game in which so many successive passes end a sequence.
pub struct Sequences<'a, X> {
    /// The classes of positions.
    pub classes: &'a Classes,
    /// The states and the rules' own moves.
    pub graph: &'a Graph<X>,
    /// Passes that end it.
    pub passes: usize,
    /// Once set, it goes no further.
    pub stop: &'a AtomicBool,
}

/// Nodes visited by one thread at a time.
const PIECE: usize = 1 << 12;

impl<X: Words> Sequences<'_, X> {
    /// The values that a function gives: of the passes made, who is to move, and the node.
    pub fn values<V: Value>(&self, value: impl Fn(usize, usize, usize) -> V + Sync) -> StateValues<V> {
        let nodes = self.graph.len();
        let cells = |passes: usize| ROLES.map(|role| parallel::map(nodes, &|n| value(passes, role, n).cell()));
        StateValues((0..self.passes).map(cells).collect())
    }

    /// What the moves in a state are worth, after each number of successive passes, where a sequence that ends with the
    /// position of a node, this player having passed last, is worth `end`.
    fn moves<V: Value>(
        &self,
        values: &StateValues<V>,
        end: &impl Fn(usize, usize) -> V,
        role: usize,
        node: usize,
        to: &mut [V],
    ) {
        let choose = |a: V, b: V| if role == 0 { a.or(b) } else { a.and(b) };
        let worst_to_him = if role == 0 { V::WORST } else { V::BEST };
        let best_to_him = if role == 0 { V::BEST } else { V::WORST };
        let turns = self.classes.turns();
        let mut plays = worst_to_him;
        for form in self.graph.plays(node) {
            if plays == best_to_him {
                break;
            }
            plays = choose(plays, values.of(0, 1 - role, form.number()).turned(turns, form.turn()));
        }
        let pass = self.graph.pass(node);
        for (passes, to) in to.iter_mut().enumerate() {
            let passed = if passes + 1 == self.passes {
                end(role, node)
            } else {
                values.of(passes + 1, 1 - role, pass.number()).turned(turns, pass.turn())
            };
            *to = choose(plays, passed);
        }
    }

    /// The values that are at least `start` and, where `counts` says so, at least what the moves are worth: the least such
    /// ones.
    ///
    /// # Errors
    /// [`StoreError::Stopped`].
    pub fn least_fixpoint<V: Value>(
        &self,
        start: impl Fn(usize, usize, usize) -> V + Sync,
        counts: impl Fn(usize, usize) -> V + Sync,
        end: impl Fn(usize, usize) -> V + Sync,
    ) -> Result<StateValues<V>, StoreError> {
        let values = self.values(&start);
        self.sweep(&values, &end, |role, node, old, worth| old.or(worth.and(counts(role, node))))?;
        Ok(values)
    }

    /// Sweeps over all states until none changes: `next` gives the value of one (who is to move, and the node) from its old
    /// value and from what the moves are worth. It must only raise values, or only lower them.
    fn sweep<V: Value>(
        &self,
        values: &StateValues<V>,
        end: &(impl Fn(usize, usize) -> V + Sync),
        next: impl Fn(usize, usize, V, V) -> V + Sync,
    ) -> Result<(), StoreError> {
        let pieces = self.graph.len().div_ceil(PIECE);
        let changed = AtomicBool::new(true);
        let mut downwards = false;
        while changed.swap(false, Ordering::Relaxed) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(StoreError::Stopped);
            }
            parallel::each(pieces, &|piece| {
                let piece = if downwards { pieces - 1 - piece } else { piece };
                let nodes = piece * PIECE..self.graph.len().min((piece + 1) * PIECE);
                let mut worth = vec![V::WORST; self.passes];
                for i in 0..nodes.len() {
                    let node = if downwards { nodes.end - 1 - i } else { nodes.start + i };
                    for role in ROLES {
                        self.moves(values, end, role, node, &mut worth);
                        for (passes, worth) in worth.iter().enumerate() {
                            let old = values.of(passes, role, node);
                            let new = next(role, node, old, *worth);
                            if new != old {
                                new.store(&values.0[passes][role][node]);
                                changed.store(true, Ordering::Relaxed);
                            }
                        }
                    }
                }
            });
            downwards = !downwards;
        }
        Ok(())
    }

    /// What the player who forces brings about again and again, for each of the questions for which `holds` says where it is
    /// so, or has at the `end`; `all` says of what he brings about for each question what he must have.
    ///
    /// # Errors
    /// [`StoreError::Stopped`].
    pub fn again_and_again(
        &self,
        holds: impl Fn(usize, usize) -> Each + Sync,
        end: impl Fn(usize, usize) -> Each + Sync,
        all: impl Fn(Each) -> Each + Sync,
    ) -> Result<StateValues<Each>, StoreError> {
        let outer = self.values(|_, _, _| Each::BEST);
        loop {
            let next = self.values(|_, _, _| Each::WORST);
            parallel::each(self.graph.len(), &|node| {
                let mut worth = vec![Each::WORST; self.passes];
                for role in ROLES {
                    self.moves(&outer, &end, role, node, &mut worth);
                    for (passes, worth) in worth.iter().enumerate() {
                        worth.and(holds(role, node)).store(&next.0[passes][role][node]);
                    }
                }
            });
            let inner = self.least_fixpoint(|p, role, node| next.of(p, role, node), |_, _| Each::BEST, &end)?;
            // What he cannot bring about once more is lost to him.
            let same = AtomicBool::new(true);
            parallel::each(self.graph.len(), &|node| {
                for (passes, role) in (0..self.passes).flat_map(|passes| ROLES.map(|role| (passes, role))) {
                    let old = outer.of(passes, role, node);
                    let new = old.and(all(inner.of(passes, role, node)));
                    if new != old {
                        new.store(&outer.0[passes][role][node]);
                        same.store(false, Ordering::Relaxed);
                    }
                }
            });
            if same.into_inner() {
                return Ok(outer);
            }
            // And so is everything from where the other can lead him there.
            self.sweep(&outer, &end, |_, _, old, worth| old.and(worth))?;
        }
    }

    /// The position of a node.
    #[must_use]
    pub fn position(&self, node: usize) -> Position {
        self.classes.representative(self.graph.class(node))
    }

    /// Stones of the player who forces.
    #[must_use]
    pub fn stones(&self, role: usize, node: usize) -> Each {
        Each(self.position(node).stones[role] as u16)
    }

    /// Those of them that are immortal.
    #[must_use]
    pub fn immortal(&self, role: usize, node: usize) -> Each {
        Each(self.classes.board().immortal(self.position(node), [Colour::Black, Colour::White][role]) as u16)
    }

    /// Points without a stone of the player who does not force.
    #[must_use]
    pub fn free(&self, role: usize, node: usize) -> Each {
        Each(!(self.position(node).stones[1 - role] as u16))
    }

    /// A state as a reader would set it up.
    fn name(&self, role: usize, node: usize) -> String {
        let (position, memory) = self.graph.state(self.classes, node);
        let text = diagram::text(self.classes.board().grid(), position);
        let mut name = format!("{text} with X, {}, to move", ["who forces", "against whom it is forced"][role]);
        for (at, word) in X::NAMES.iter().enumerate().filter(|(at, _)| memory.word(*at) != 0) {
            name += &format!(", {word} {}", memory.word(at));
        }
        name
    }
}

/// The tables of one game, to be checked stage by stage.
pub struct Check<'a> {
    /// What they are about.
    pub subject: &'a Subject,
    /// The classes of positions.
    pub classes: &'a Arc<Classes>,
    /// Where they are kept.
    pub stages: &'a Stages<'a>,
}

impl Check<'_> {
    /// The game with these states, of which so many successive passes end a sequence.
    #[must_use]
    pub fn sequences<'s, X: Words>(&'s self, graph: &'s Graph<X>, passes: usize) -> Sequences<'s, X> {
        Sequences { classes: self.classes, graph, passes, stop: self.stages.stop }
    }

    /// The stage of the stones that are captured.
    ///
    /// # Errors
    /// [`VerifyError`], with the first state whose value does not follow.
    pub fn captured<X: Words>(&self, moves: &Sequences<'_, X>, stage: &str) -> Result<(), VerifyError> {
        let free = |role: usize, node: usize| moves.free(role, node);
        self.stage(moves, stage, || moves.least_fixpoint(|_, role, node| free(role, node), |_, _| Each::BEST, free))?;
        Ok(())
    }

    /// The table of a stage.
    ///
    /// # Errors
    /// [`VerifyError`], if it is missing or cannot be read.
    pub fn table<T: Stored>(&self, stage: &str) -> Result<T, VerifyError> {
        let Some(store) = self.stages.store else {
            return Err(VerifyError::Missing { file: stage.into() });
        };
        let missing = || VerifyError::Missing { file: store.file(self.subject, stage) };
        store.read(self.subject, stage)?.ok_or_else(missing)
    }

    /// The states, found anew, which are those that the table lists.
    ///
    /// # Errors
    /// [`VerifyError`], with the first state whose value does not follow.
    pub fn states<S: States<Extra: Words>>(&self, game: &S) -> Result<Graph<S::Extra>, VerifyError> {
        let stage = STATES;
        self.stages.progress.begins(self.subject, stage);
        let Remembering(listed) = self.table::<Remembering<S::Extra>>(stage)?;
        let graph = Graph::new(self.classes, game, &self.stages.sweeping(self.subject, stage));
        let graph = graph.ok_or(StoreError::Stopped)?;
        let found = graph.nodes().remembering();
        if let Some(at) = (0..found.len().max(listed.len())).find(|&at| found.get(at) != listed.get(at)) {
            let first = self.classes.len();
            let what = format!("the table lists {:?}, what follows is {:?}", listed.get(at), found.get(at));
            return Err(self.wrong(stage, format!("number {}", first + at), what));
        }
        self.stages.progress.ends(self.subject, stage, true);
        Ok(graph)
    }

    /// A stage of questions about points: derived anew, and compared.
    ///
    /// # Errors
    /// [`VerifyError`], with the first state whose value does not follow.
    pub fn stage<X: Words>(
        &self,
        moves: &Sequences<'_, X>,
        stage: &str,
        derive: impl FnOnce() -> Result<StateValues<Each>, StoreError>,
    ) -> Result<StateValues<Each>, VerifyError> {
        let grid = self.classes.board().grid();
        let found = |role: usize, node: usize, values: &StateValues<Each>| values.of(0, role, node).0;
        let what = |bit: usize| if bit < grid.len() { grid.name(bit) } else { format!("bit {bit}") };
        self.compare(moves, stage, derive, found, what)
    }

    /// A stage: derived anew, and compared. `found` gives the bits of a role, a node and the values; `bit` names them.
    ///
    /// # Errors
    /// [`VerifyError`], with the first state whose value does not follow.
    pub fn compare<X: Words, V: Value>(
        &self,
        moves: &Sequences<'_, X>,
        stage: &str,
        derive: impl FnOnce() -> Result<StateValues<V>, StoreError>,
        found: impl Fn(usize, usize, &StateValues<V>) -> u16 + Sync,
        bit: impl Fn(usize) -> String,
    ) -> Result<StateValues<V>, VerifyError> {
        self.stages.progress.begins(self.subject, stage);
        let WinningSets { attacker, owner } = self.table(stage)?;
        let table = [attacker, owner];
        if table[0].len() != moves.graph.len() {
            let (rows, nodes) = (table[0].len(), moves.graph.len());
            return Err(self.wrong(stage, "its length".to_string(), format!("it has {rows} rows for {nodes} states")));
        }
        let values = derive()?;
        for role in ROLES {
            let differs = |node: usize| found(role, node, &values) != table[role][node];
            if let Some(node) = parallel::first(moves.graph.len(), &differs) {
                let (says, follows) = (table[role][node], found(role, node, &values));
                let first = (says ^ follows).trailing_zeros() as usize;
                let yes = |bits: u16| if bits >> first & 1 == 1 { "yes" } else { "no" };
                let what = format!("the table says {} of {}, what follows is {}", yes(says), bit(first), yes(follows));
                return Err(self.wrong(stage, moves.name(role, node), what));
            }
        }
        self.stages.progress.ends(self.subject, stage, true);
        Ok(values)
    }

    /// What is wrong: with which stage, for which state, and what.
    #[must_use]
    pub fn wrong(&self, stage: &str, state: String, what: String) -> VerifyError {
        let subject = format!("{} {}", self.subject.grid, self.subject.rules);
        VerifyError::Wrong { subject, stage: stage.to_string(), state, what }
    }
}
