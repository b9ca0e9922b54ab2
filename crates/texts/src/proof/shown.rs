//! Finds what shows a claim: strategies, from lists of what follows from a position or from searches.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::Entry;
use super::game::{Reach, ReachWithHistory, Recur};
use super::steps::Searched;
use super::strategy::{Against, Label, Walk, against, entries};
use crate::board::{Board, Colour, Points, points_of};
use crate::law::Written;
use crate::solve::arena::{Decided, Explored, explore, solve};
use crate::solve::buechi::{Buechi, Conditions};
use crate::solve::evidence::ranks;
use crate::solve::fixpoint::{LeastFixpoint, Question};
use crate::solve::search::{LARGEST_LISTED, LISTED_AFTER_SEARCHES};
use crate::solve::{Bounds, Budget, Game};

/// Where strategies come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// From lists of what follows from a position.
    Listing,
    /// From searches, as far as they decide; the rest from lists.
    Searching,
}

impl How {
    /// As [`prove`] does it on this board.
    #[must_use]
    pub fn of(board: &Board) -> How {
        if board.len() > LARGEST_LISTED { How::Searching } else { How::Listing }
    }
}

/// What there is to show for a claim.
pub enum Show {
    /// A strategy.
    Strategy(Vec<Entry>),
    /// What comes before a strategy, with the history, and the strategy.
    InTwo(Vec<Entry>, Vec<Entry>),
    /// Steps.
    Steps(Vec<Entry>),
    /// No strategy can be written, for this reason.
    NotCertified(String),
    /// It is the other way round.
    Contradicted,
}

/// What can be shown of a game.
pub trait Shown {
    /// Looks for a strategy; `None` if the budget runs out.
    fn show(&self, board: &Board, budget: Budget, how: How) -> Option<Show>;
}

impl Show {
    fn of(strategy: Option<Vec<Entry>>) -> Show {
        strategy.map_or(Show::Contradicted, Show::Strategy)
    }
}

impl<G: Game> Shown for Reach<G>
where
    G::State: Written,
    G::Move: Written,
{
    fn show(&self, board: &Board, budget: Budget, _: How) -> Option<Show> {
        let over = |state: &G::State| self.over(state);
        let prover = Prover { board, budget };
        Some(Show::of(prover.reach(&self.game, self.start.clone(), self.player, &over, self.holds)?))
    }
}

impl<G: Game> Shown for Recur<G>
where
    G::State: Written,
    G::Move: Written,
{
    fn show(&self, board: &Board, budget: Budget, _: How) -> Option<Show> {
        Some(Show::of(Prover { board, budget }.recur(self)?))
    }
}

impl<R: Shown> Shown for Searched<R> {
    fn show(&self, board: &Board, budget: Budget, how: How) -> Option<Show> {
        match how {
            How::Listing => self.listed.show(board, budget, how),
            How::Searching => {
                let steps = self.prove(budget).map(Show::Steps);
                steps.or_else(|| self.listed.show(board, budget.part(LISTED_AFTER_SEARCHES), how))
            }
        }
    }
}

impl<F: Game<Move = Option<u8>>, W: Game<Move = Option<u8>>> Shown for ReachWithHistory<F, W>
where
    F::State: Written + Copy,
    W::State: Written,
{
    fn show(&self, board: &Board, budget: Budget, how: How) -> Option<Show> {
        match self.without.show(board, budget, how)? {
            Show::Contradicted => Some(match (Prover { board, budget }).in_two(self) {
                Some(Ok((first, then))) => Show::InTwo(first, then),
                Some(Err(why)) => Show::NotCertified(why),
                None => Show::Contradicted,
            }),
            shown => Some(shown),
        }
    }
}

/// A strategy and the states in which it ends.
type Ending<S> = (Vec<Entry>, Vec<S>);

/// What comes before a strategy, and the strategy.
type InTwo = (Vec<Entry>, Vec<Entry>);

/// The most entries of a claim that rests on the history.
const MOST_ENTRIES: usize = 100_000;

struct Prover<'a> {
    board: &'a Board,
    budget: Budget,
}

impl Prover<'_> {
    /// The strategy for what is not forced without the history: first with the history, then, from where it is forced
    /// without, the strategy for that. `None` if it is not forced; or why it cannot be written.
    fn in_two<F, W>(&self, of: &ReachWithHistory<F, W>) -> Option<Result<InTwo, String>>
    where
        F: Game<Move = Option<u8>>,
        F::State: Written + Copy,
        W: Game<Move = Option<u8>>,
        W::State: Written,
    {
        let Prover { board, budget } = *self;
        let ReachWithHistory { without: Reach { game: free, player, .. }, whole, forget, .. } = of;
        let player = *player;
        let over = |state: &F::State| of.without.over(state);
        let against = |state: &F::State| over(state).map(|met| !met);
        // By state: who forces what he wants without the history.
        let (mut forced, mut prevented) = (Decided::default(), Decided::default());
        let mut known: FxHashMap<F::State, Option<bool>> = FxHashMap::default();
        let mut without = |state: &F::State| {
            *known.entry(*state).or_insert_with(|| {
                let mut mine = Reaching { player, over: &over };
                let mut theirs = Reaching { player: player.opponent(), over: &against };
                let mine = solve(free, &mut LeastFixpoint(&mut mine), &mut forced, state, budget).decided();
                let theirs = solve(free, &mut LeastFixpoint(&mut theirs), &mut prevented, state, budget).decided();
                match (mine, theirs) {
                    (Some(1), _) => Some(true),
                    (_, Some(1)) => Some(false),
                    _ => None,
                }
            })
        };
        // A state about which the budget runs out is taken to be open.
        let without = RefCell::new(&mut without);
        let leaves = |r: &W::State| (without.borrow_mut())(&forget(r));
        let spent = || Some(Err("history search: the budget ran out".to_string()));
        let Some(found) = self.reach_from(whole, of.start.clone(), player, &leaves, true) else { return spent() };
        let (first, exits) = found?;
        let mut starts: Vec<F::State> = exits.iter().map(forget).filter(|s| over(s).is_none()).collect();
        starts.sort_by_key(|state| state.written(board));
        starts.dedup();
        if starts.is_empty() {
            return Some(Ok((first, Vec::new())));
        }
        let any = FromAny { game: free, starts, player: player.opponent() };
        let over = |state: &Start<F::State>| state.0.as_ref().and_then(&over);
        let Some(then) = self.reach(&any, Start(None), player, &over, true) else { return spent() };
        let mut then = then?;
        then.remove(0);
        let many = first.len() + then.len() > MOST_ENTRIES;
        Some(if many { Err(format!("history search: more than {MOST_ENTRIES} entries")) } else { Ok((first, then)) })
    }

    /// The strategy by which `player` reaches (or, if not `holds`, his opponent prevents) what `over` tells. `Some(None)` if
    /// it is the other way round.
    fn reach<G: Game>(
        &self,
        game: &G,
        start: G::State,
        player: Colour,
        over: &dyn Fn(&G::State) -> Option<bool>,
        holds: bool,
    ) -> Option<Option<Vec<Entry>>>
    where
        G::State: Written,
        G::Move: Written,
    {
        Some(self.reach_from(game, start, player, over, holds)?.map(|(entries, _)| entries))
    }

    /// The same, and the states in which the strategy ends.
    fn reach_from<G: Game>(
        &self,
        game: &G,
        start: G::State,
        player: Colour,
        over: &dyn Fn(&G::State) -> Option<bool>,
        holds: bool,
    ) -> Option<Option<Ending<G::State>>>
    where
        G::State: Written,
        G::Move: Written,
    {
        let mut question = Reaching { player, over };
        let found = explore(game, &mut LeastFixpoint(&mut question), &Decided::default(), &start, self.budget);
        if (found.bounds[0].decided()? == 1) != holds {
            return Some(None);
        }
        let Explored { arena, bounds } = found;
        let over: Vec<Option<bool>> = (0..arena.len()).map(|n| over(arena.state(n))).collect();
        let ranks = if holds { ranks(&arena, |n| over[n] == Some(true), |n| bounds[n].lower == 1) } else { Vec::new() };
        let walk = Walk {
            owner: holds,
            leaf: &|n| over[n].is_some(),
            rate: &|_, to, _| if holds { ranks[to] } else { (bounds[to].upper == 0).then_some(0) },
            label: &|n, _| Label { rank: ranks.get(n).copied().flatten(), ..Label::default() },
        };
        let (entries, ends) = entries(game, self.board, &arena, &walk);
        let ends = ends.into_iter().map(|n| arena.state(n).clone()).collect();
        Some(Some((entries, ends)))
    }

    /// The strategy for (or against) all points being met again and again.
    fn recur<G: Game>(&self, of: &Recur<G>) -> Option<Option<Vec<Entry>>>
    where
        G::State: Written,
        G::Move: Written,
    {
        let Recur { game, all: local, holds, .. } = of;
        let (local, holds) = (*local, *holds);
        let Explored { arena, bounds } =
            explore(game, &mut Buechi(Meeting(of)), &Decided::default(), &of.start, self.budget);
        if bounds[0].decided()? != holds {
            return Some(None);
        }
        let holding: Vec<Points> = (0..arena.len()).map(|n| of.holding(arena.state(n))).collect();
        let ended: Vec<bool> = (0..arena.len()).map(|n| (of.ended)(arena.state(n))).collect();
        let name = |p| self.board.grid().name(p);
        if !holds {
            let lost: Vec<bool> = bounds.iter().map(|b| !b.upper).collect();
            let (choice, numbers) = against(game, &Against { arena: &arena, lost, holding, local, ended: &ended });
            let walk = Walk {
                owner: false,
                leaf: &|n| ended[n],
                rate: &|n, to, _| (choice[n] == to as u32).then_some(0),
                label: &|n, _| {
                    let (rank, stands) = numbers[n].unzip();
                    Label { rank, stands: stands.flatten().map(name), ..Label::default() }
                },
            };
            return Some(Some(entries(game, self.board, &arena, &walk).0));
        }
        let points: Vec<usize> = points_of(local).collect();
        // By turn: how far it is to a state in which the point is met.
        let ranks: Vec<Vec<Option<u32>>> =
            points.iter().map(|&p| ranks(&arena, |n| holding[n] >> p & 1 == 1, |n| bounds[n].lower)).collect();
        let next = |n: usize, turn: usize| {
            let met = |i: &usize| holding[n] >> points[(turn + i) % points.len()] & 1 == 1;
            (turn + (0..points.len()).take_while(met).count()) % points.len()
        };
        let walk = Walk {
            owner: true,
            leaf: &|n| ended[n],
            rate: &|_, to, turn| ranks[turn][to],
            label: &|n, turn| Label {
                suffix: format!(" next {}", name(points[turn])),
                rank: ranks[turn][n],
                turn: next(n, turn),
                ..Label::default()
            },
        };
        Some(Some(entries(game, self.board, &arena, &walk).0))
    }
}

/// Whether `player` reaches what `over` tells.
struct Reaching<'a, S> {
    player: Colour,
    over: &'a dyn Fn(&S) -> Option<bool>,
}

impl<G: Game> Question<G> for Reaching<'_, G::State> {
    type Value = u64;

    fn maximiser(&self) -> Colour {
        self.player
    }

    fn through(&self, _: &G::State, _: &G::State, value: u64) -> u64 {
        value
    }

    fn known(&mut self, state: &G::State) -> Bounds<u64> {
        (self.over)(state).map_or(Bounds { lower: 0, upper: 1 }, |met| Bounds::exactly(met.into()))
    }

    fn end(&mut self, state: &G::State) -> u64 {
        u64::from((self.over)(state) == Some(true))
    }
}

/// A game from several states, any of which `player` may choose first.
struct FromAny<'a, G: Game> {
    game: &'a G,
    starts: Vec<G::State>,
    player: Colour,
}

/// A state of it, `None` before the choice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Start<S>(Option<S>);

impl<G: Game<Move = Option<u8>>> Game for FromAny<'_, G> {
    type State = Start<G::State>;
    type Move = Option<u8>;

    fn mover(&self, state: &Self::State) -> Colour {
        state.0.as_ref().map_or(self.player, |state| self.game.mover(state))
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<(Option<u8>, Self::State)>) {
        let Some(state) = &state.0 else {
            out.extend(self.starts.iter().map(|start| (None, Start(Some(start.clone())))));
            return;
        };
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        out.extend(moves.into_iter().map(|(mv, to)| (mv, Start(Some(to)))));
    }
}

impl<S: Written> Written for Start<S> {
    fn written(&self, board: &Board) -> String {
        self.0.as_ref().map(|state| state.written(board)).unwrap_or_default()
    }
}

/// The points of which a player wants that each is met again and again.
struct Meeting<'a, G: Game>(&'a Recur<G>);

impl<G: Game> Conditions<G> for Meeting<'_, G> {
    fn attacker(&self) -> Colour {
        self.0.player
    }

    fn all(&self) -> Points {
        self.0.all
    }

    fn holding(&self, state: &G::State) -> Points {
        self.0.holding(state)
    }

    fn known(&mut self, state: &G::State) -> Option<bool> {
        self.0.over(state)
    }
}
