//! Games that end in a number, searched depth first within a number of moves that grows: is a state worth at least `k`, within so
//! many moves? Either answer is a strategy that ends. Where good bounds are known this costs least; where only a cycle keeps
//! the players apart it never answers, and [`super::score`] does.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::score::Valuation;
use super::{Bounds, Game};
use crate::board::Colour;

/// Room for so many states is kept when they are forgotten.
const KEPT: usize = 1 << 14;

/// What is known of the value of a state, for the maximiser.
#[derive(Clone, Copy, Debug)]
struct Known {
    bounds: Bounds<i16>,
    /// It is open within so many moves whether the value is at least `asked`.
    moves: u16,
    asked: i16,
}

/// What has been found of states: as a valuation, with bounds that a search has made narrower, and looked up once only.
pub struct Narrowed<'a, S, V> {
    known: &'a mut FxHashMap<S, Known>,
    valuation: &'a mut V,
}

impl<S: Clone + Eq + Hash, V> Narrowed<'_, S, V> {
    fn look<G: Game<State = S>>(&mut self, state: &S) -> Known
    where
        V: Valuation<G>,
    {
        if let Some(known) = self.known.get(state) {
            return *known;
        }
        let known = Known { bounds: self.valuation.known(state), moves: 0, asked: 0 };
        self.known.insert(state.clone(), known);
        known
    }
}

impl<G: Game, V: Valuation<G>> Valuation<G> for Narrowed<'_, G::State, V> {
    fn maximiser(&self) -> Colour {
        self.valuation.maximiser()
    }

    fn end(&self, state: &G::State) -> i16 {
        self.valuation.end(state)
    }

    fn known(&mut self, state: &G::State) -> Bounds<i16> {
        self.look::<G>(state).bounds
    }
}

/// What has been found of states, kept from one root to the next.
pub struct Deepening<S> {
    known: FxHashMap<S, Known>,
}

impl<S> Default for Deepening<S> {
    fn default() -> Deepening<S> {
        Deepening { known: FxHashMap::default() }
    }
}

impl<S: Clone + Eq + Hash> Deepening<S> {
    /// Forgets all states.
    pub fn forget(&mut self) {
        self.known.clear();
        self.known.shrink_to(KEPT);
    }

    /// The valuation with what has been found. One valuation only may be asked for.
    pub fn narrowed<'a, V>(&'a mut self, valuation: &'a mut V) -> Narrowed<'a, S, V> {
        Narrowed { known: &mut self.known, valuation }
    }

    /// Bounds of `lo` and `hi` of `root`: exact ones if they are settled before so many states have been expanded. One valuation
    /// only may be asked for.
    pub fn bounds<G: Game<State = S>, V: Valuation<G>>(
        &mut self,
        game: &G,
        valuation: &mut V,
        root: &S,
        most: usize,
    ) -> Bounds<i16> {
        let mut search = DepthLimitedSearch { narrowed: self.narrowed(valuation), game, expanded: 0 };
        let mut bounds = search.look(root).bounds;
        for moves in 1.. {
            // The ends first: what one of the players holds without any doubt is most often all that there is.
            let mut asked = 0;
            while asked < 3 {
                let Bounds { lower, upper } = bounds;
                if lower >= upper || search.expanded >= most {
                    return bounds;
                }
                let target = [upper, lower + 1, lower + (upper - lower) / 2 + 1][asked];
                let known = search.ask(root, target, moves);
                bounds = known.bounds;
                let open = known.bounds.lower < target && target <= known.bounds.upper;
                asked = if open { asked + 1 } else { 0 };
            }
        }
        bounds
    }
}

struct DepthLimitedSearch<'a, G: Game, V> {
    narrowed: Narrowed<'a, G::State, V>,
    game: &'a G,
    /// States expanded for this root.
    expanded: usize,
}

impl<G: Game, V: Valuation<G>> DepthLimitedSearch<'_, G, V> {
    fn look(&mut self, state: &G::State) -> Known {
        self.narrowed.look::<G>(state)
    }

    /// Whether `state` is worth at least `asked`, within so many moves: what is known of it then.
    fn ask(&mut self, state: &G::State, asked: i16, moves: u16) -> Known {
        let mut known = self.look(state);
        let settled = asked <= known.bounds.lower || asked > known.bounds.upper;
        if settled || moves == 0 || known.asked == asked && known.moves >= moves {
            return known;
        }
        self.expanded += 1;
        let mut next = Vec::new();
        self.game.moves(state, &mut next);
        let maximising = self.game.mover(state) == self.narrowed.valuation.maximiser();
        let bounds = if next.is_empty() {
            Bounds::exactly(self.narrowed.valuation.end(state))
        } else {
            let mut next: Vec<(G::State, Known)> =
                next.into_iter().map(|(_, to)| (to.clone(), self.look(&to))).collect();
            // The most promising first: what is proved of them, then what is possible.
            next.sort_by_key(
                |(_, Known { bounds: Bounds { lower, upper }, .. })| {
                    if maximising { (-lower, -upper) } else { (*upper, *lower) }
                },
            );
            let mut found: Option<Bounds<i16>> = None;
            for (to, first) in next {
                let unsettled = first.bounds.lower < asked && asked <= first.bounds.upper;
                let now = if unsettled { self.ask(&to, asked, moves - 1) } else { first }.bounds;
                let here = found.map_or(now, |f| {
                    let of = |a: i16, b: i16| if maximising { a.max(b) } else { a.min(b) };
                    Bounds { lower: of(f.lower, now.lower), upper: of(f.upper, now.upper) }
                });
                found = Some(here);
                if maximising && now.lower >= asked || !maximising && now.upper < asked {
                    // The moves not looked at can only make this better for the mover.
                    found = Some(if maximising {
                        Bounds { upper: known.bounds.upper, ..here }
                    } else {
                        Bounds { lower: known.bounds.lower, ..here }
                    });
                    break;
                }
            }
            found.unwrap_or(known.bounds)
        };
        known.bounds.lower = known.bounds.lower.max(bounds.lower);
        known.bounds.upper = known.bounds.upper.min(bounds.upper);
        if known.bounds.lower < asked && asked <= known.bounds.upper {
            (known.asked, known.moves) = (asked, moves);
        }
        self.narrowed.known.insert(state.clone(), known);
        known
    }
}
