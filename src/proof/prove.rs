//! Writes proofs: judges a position, asks again what the verdict rests on, this time of the bare games without any help, and
//! takes the strategies from what the solvers have explored.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::strategy::{Against, Label, Walk, against, entries, ranks};
use super::{Claim, Entry, FORMAT, Proof, Sequence, Statement};
use crate::board::{Board, Colour, Points, Position, StoneString, diagram, points_of};
use crate::law::RuleSet;
use crate::law::facts::Facts;
use crate::law::{Life, Outcome, RestsOn, Status, Written, interpreter};
use crate::report::board::verdict_json;
use crate::solve::arena::{Decided, Explored, explore, solve};
use crate::solve::least::{Least, Question};
use crate::solve::permanence::{Conditions, Permanence};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::aj2004::{Aj2004, Analysing, BlackAnalysis, FixedKoAnalysis, Remembering, Weights, controlled};
use crate::texts::j1989::clauses::{Enable, Infinite};
use crate::texts::j1989::{CAPTURABLE_1, Confirmation, Confirming, UNCAPTURABLE, local_2};
use crate::texts::j1997::clauses::First;
use crate::texts::j1997::{PlayOut, Playing};
use crate::texts::mindsports::clauses::Dead;
use crate::texts::mindsports::{Continuation, Continuing, SuperkoContinuation, UNFINISHED};

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// The verdict itself is open.
    #[error("undecided: the budget ran out before there was a verdict")]
    Undecided,
    /// The bare game of a claim is too large.
    #[error("not proved: the budget ran out in claim {0}, of which the bare game is searched for its strategy")]
    Budget(usize),
    /// No proofs of this kind are written.
    #[error("no proofs are written of the value of play under superko, on which `{0}` rests")]
    Superko(String),
    /// The search of the bare game contradicts the verdict: one of the two is wrong.
    #[error("claim {0} of the verdict does not hold in the bare game: an error of this program")]
    Contradicted(usize),
}

/// Proves what `rules` says of `position`.
///
/// # Errors
/// [`Unproved`], if the budget runs out.
pub fn prove(rules: &RuleSet, board: &Board, position: Position, budget: Budget) -> Result<Proof, Unproved> {
    if rules.text.rests_on(rules) == RestsOn::SuperkoValue {
        return Err(Unproved::Superko(rules.to_string()));
    }
    let mut judge = interpreter(rules, board, budget);
    let mut verdict = judge.judge(position);
    if let Outcome::Undecided { .. } = verdict.outcome {
        return Err(Unproved::Undecided);
    }
    let prover = Prover { rules, board, position, budget };
    let status = verdict.status.as_ref();
    let claims = match rules.text.rests_on(rules) {
        RestsOn::Counting => Vec::new(),
        RestsOn::Confirmation => status.map(|s| prover.confirmation(s)).unwrap_or_default(),
        RestsOn::Continuation { seki } => status.map(|s| prover.continuation(s, seki)).unwrap_or_default(),
        RestsOn::Analyses => prover.analyses()?,
        RestsOn::PlayOut => prover.play_out(verdict.outcome),
        RestsOn::SuperkoValue => return Err(Unproved::Superko(rules.to_string())),
    };
    verdict.notes.history = false;
    let mut written = verdict_json(board.grid(), &verdict);
    written.remove("history");
    let mut proof = Proof {
        format: FORMAT.to_string(),
        board: diagram::text(board.grid(), position),
        rules: rules.to_string(),
        verdict: Value::Object(written),
        claims: Vec::new(),
    };
    for (number, (claim, holds)) in claims.into_iter().enumerate() {
        let budget = Unproved::Budget(number + 1);
        let mut shown = prover.strategy(&claim, holds).ok_or(budget)?;
        let (mut history, mut not_certified) = (None, None);
        if shown.is_none() {
            match prover.with_history(&claim, holds) {
                Some(Ok((first, then))) => (history, shown) = (Some(first), Some(then)),
                Some(Err(why)) => not_certified = Some(why),
                None => return Err(Unproved::Contradicted(number + 1)),
            }
        }
        let claim = claim.statement(board);
        proof.claims.push(Claim { claim, holds, history, strategy: shown, not_certified });
    }
    Ok(proof)
}

/// A strategy and the states in which it ends.
type Ending<S> = (Vec<Entry>, Vec<S>);

/// What comes before a strategy, and the strategy.
type InTwo = (Vec<Entry>, Vec<Entry>);

/// The most entries of a claim that rests on the history.
const MOST_ENTRIES: usize = 100_000;

/// A game with a history, and without.
struct Parts<'a, F: Game, W: Game> {
    free: &'a F,
    whole: &'a W,
    /// The state without the history.
    forget: &'a dyn Fn(&W::State) -> F::State,
}

/// What has to be shown.
#[derive(Clone, Copy)]
enum Needed {
    Captured(StoneString),
    ForGood(StoneString, Points),
    Dead(StoneString),
    /// In the position without the dead stones.
    Independent(StoneString, Position),
    /// In that position too.
    Capturable(StoneString, Position),
    Value(Sequence, bool, i16),
}

impl Needed {
    fn statement(self, board: &Board) -> Statement {
        let names = |set| points_of(set).map(|p| board.grid().name(p)).collect::<Vec<_>>();
        match self {
            Needed::Captured(s) => Statement::Captured { string: names(s.stones) },
            Needed::ForGood(s, local) => Statement::CapturedForGood { string: names(s.stones), local: names(local) },
            Needed::Dead(s) => Statement::Dead { string: names(s.stones) },
            Needed::Independent(s, _) => Statement::Independent { string: names(s.stones) },
            Needed::Capturable(s, _) => Statement::Capturable { string: names(s.stones) },
            Needed::Value(of, true, value) => Statement::AtLeast { of, value },
            Needed::Value(of, false, value) => Statement::AtMost { of, value },
        }
    }
}

struct Prover<'a> {
    rules: &'a RuleSet,
    board: &'a Board,
    position: Position,
    budget: Budget,
}

impl Prover<'_> {
    /// What the lives of j1989 rest on.
    fn confirmation(&self, status: &Status) -> Vec<(Needed, bool)> {
        let mut needed = Vec::new();
        for s in &status.strings {
            let string = s.string;
            needed.push((Needed::Captured(string), s.by != UNCAPTURABLE));
            if s.by == UNCAPTURABLE {
                continue;
            }
            let local_2 = local_2(self.rules, self.board, string, &status.strings);
            let dead = s.life == Life::Dead;
            let asked = match self.rules.read() {
                Enable::None => vec![],
                Enable::Anywhere => vec![(self.board.all(), dead)],
                Enable::Local1 => vec![(string.stones, dead)],
                _ if s.by == CAPTURABLE_1 => vec![(string.stones, false)],
                _ if local_2 == string.stones => vec![(local_2, dead)],
                _ => vec![(string.stones, true), (local_2, dead)],
            };
            needed.extend(asked.into_iter().map(|(local, forced)| (Needed::ForGood(string, local), forced)));
        }
        needed
    }

    /// What the lives of the MindSports counts rest on.
    fn continuation(&self, status: &Status, seki: bool) -> Vec<(Needed, bool)> {
        let is_dead = |s: &&crate::law::StringStatus| s.life == Life::Dead;
        let dead = status.strings.iter().filter(is_dead).fold(0, |m, s| m | s.string.stones);
        let after = self.position.without(dead);
        let shared = self
            .board
            .components(self.board.empty(after))
            .filter(|&r| Colour::ALL.into_iter().all(|c| self.board.around(r) & after.of(c) != 0))
            .fold(0, |m, r| m | r);
        let mut needed: Vec<_> = status.strings.iter().map(|s| (Needed::Dead(s.string), is_dead(&s))).collect();
        if !seki {
            return needed;
        }
        for s in status.strings.iter().filter(|s| !is_dead(s) && self.board.around(s.string.stones) & shared != 0) {
            let seki = s.life == Life::Seki;
            if s.by != UNFINISHED {
                needed.push((Needed::Independent(s.string, after), !seki));
            }
            if seki || s.by == UNFINISHED {
                needed.push((Needed::Capturable(s.string, after), !seki));
            }
        }
        needed
    }

    /// What the value of aj2004 rests on.
    fn analyses(&self) -> Result<Vec<(Needed, bool)>, Unproved> {
        let mut aj2004 = Aj2004::new(self.rules.clone(), self.board.clone(), self.budget, &Facts::default());
        let mut needed = Vec::new();
        for (of, position) in
            [(Sequence::BlackAnalysis, self.position), (Sequence::WhiteAnalysis, self.position.swapped())]
        {
            let value = aj2004.black_analysis(position).value.decided().ok_or(Unproved::Undecided)?;
            needed.extend([true, false].map(|at_least| (Needed::Value(of, at_least, value), true)));
        }
        Ok(needed)
    }

    /// What the outcome of a play-out rests on.
    fn play_out(&self, outcome: Outcome) -> Vec<(Needed, bool)> {
        let value = |at_least, value: i32| Needed::Value(Sequence::PlayOut, at_least, value as i16);
        match outcome {
            Outcome::Margin(m) => vec![(value(true, m), true), (value(false, m), true)],
            Outcome::NoResult { lo, hi } | Outcome::Undecided { lo, hi } => vec![
                (value(true, lo), true),
                (value(true, lo + 1), false),
                (value(false, hi), true),
                (value(false, hi - 1), false),
            ],
        }
    }

    /// The strategy that shows a claim: `None` if the budget ran out, `Some(None)` if none exists without the history.
    fn strategy(&self, needed: &Needed, holds: bool) -> Option<Option<Vec<Entry>>> {
        let Prover { rules, board, position, .. } = *self;
        match *needed {
            Needed::Captured(s) => {
                let game = Confirmation::new(rules, board, s.colour).looking_at(s.stones);
                let over = |state: &Confirming| met(state.original() & s.stones == 0, state.has_ended());
                self.reach(&game, game.start(position), s.colour.opponent(), &over, holds)
            }
            Needed::ForGood(string, local) => {
                let game = Confirmation::new(rules, board, string.colour).looking_at(local);
                let start = game.start(position);
                let cleared = ForGood { game: &game, string, local };
                if rules.read::<Infinite>() == Infinite::Defender {
                    let over = |state: &Confirming| state.has_ended().then(|| cleared.met(state) == local);
                    return self.reach(&game, start, string.colour.opponent(), &over, holds);
                }
                self.recur(&game, &start, cleared, holds)
            }
            Needed::Capturable(s, after) => {
                let game = Continuation::new(board, true);
                let stands = |state: &Continuing| state.position.of(s.colour) & s.stones == s.stones;
                let over = |state: &Continuing| met(!stands(state), state.has_ended());
                let opponent = s.colour.opponent();
                self.reach(&game, game.start(after, opponent), opponent, &over, holds)
            }
            Needed::Dead(s) => {
                let reading = rules.reads().unwrap_or(Dead::OwnerFirst);
                let game = Continuation::new(board, reading != Dead::Superko);
                let first = if reading == Dead::OpponentFirst { s.colour.opponent() } else { s.colour };
                let stands = |state: &Continuing| state.position.of(s.colour) & s.stones == s.stones;
                let start = game.start(position, first);
                if reading == Dead::Superko && !holds {
                    let over = |state: &Continuing| match (stands(state), state.has_ended()) {
                        (false, _) => Some(false),
                        (true, ended) => ended.then_some(true),
                    };
                    return self.reach(&game, start, s.colour, &over, true);
                }
                let over = |state: &Continuing| met(!stands(state), state.has_ended());
                self.reach(&game, start, s.colour.opponent(), &over, holds)
            }
            Needed::Independent(s, after) => {
                let game = Continuation::new(board, true);
                let over = |state: &Continuing| {
                    let stands = state.position.of(s.colour) & s.stones == s.stones;
                    let immortal = stands && board.immortal(state.position, s.colour) & s.stones != 0;
                    met(immortal, state.has_ended() || !stands)
                };
                self.reach(&game, game.start(after, s.colour.opponent()), s.colour, &over, holds)
            }
            Needed::Value(Sequence::PlayOut, at_least, k) => {
                let game = PlayOut::new(rules, board);
                let first = if rules.read::<First>() == First::White { Colour::White } else { Colour::Black };
                let over = |state: &Playing| state.has_ended().then(|| enough(game.value(state), at_least, k));
                self.reach(&game, game.start(position, first), side(at_least), &over, holds)
            }
            Needed::Value(of, at_least, k) => {
                let (game, start, over) = self.analysis(of, at_least, k);
                self.reach(&game, start, side(at_least), &over, holds)
            }
        }
    }

    /// The same for what rests on the history: `None` if it is not forced, or this claim cannot; or why it is not certified.
    fn with_history(&self, needed: &Needed, holds: bool) -> Option<Result<InTwo, String>> {
        let Prover { rules, board, position, .. } = *self;
        match *needed {
            Needed::Value(of @ (Sequence::BlackAnalysis | Sequence::WhiteAnalysis), at_least, k) if holds => {
                let (game, start, over) = self.analysis(of, at_least, k);
                let start = Remembering { state: start, used: Vec::new() };
                let parts = Parts { free: &game, whole: &FixedKoAnalysis(&game), forget: &|r| r.state };
                self.in_two(&parts, start, side(at_least), &over)
            }
            Needed::Dead(s) if rules.reads() == Some(Dead::Superko) => {
                let game = Continuation::new(board, false);
                let stands = |state: &Continuing| state.position.of(s.colour) & s.stones == s.stones;
                let over = |state: &Continuing| match (stands(state), state.has_ended()) {
                    (true, false) => None,
                    (stands, _) => Some(stands != holds),
                };
                let whole = SuperkoContinuation(&game);
                let start = whole.start(position, s.colour);
                let player = if holds { s.colour.opponent() } else { s.colour };
                let parts = Parts { free: &game, whole: &whole, forget: &|v| v.state };
                self.in_two(&parts, start, player, &over)
            }
            _ => None,
        }
    }

    /// An analysis of aj2004, its start, and whether its value is enough once it is over.
    fn analysis(
        &self,
        of: Sequence,
        at_least: bool,
        k: i16,
    ) -> (BlackAnalysis, Analysing, impl Fn(&Analysing) -> Option<bool>) {
        let Prover { rules, board, position, .. } = *self;
        let position = if of == Sequence::WhiteAnalysis { position.swapped() } else { position };
        let game = BlackAnalysis::new(rules, board);
        let start = game.start(position);
        let weights = Weights::new(board, rules, position);
        let over = move |state: &Analysing| {
            let value = || weights.of(controlled(board, state.position, Colour::Black));
            (state.passes == 3).then(|| enough(value(), at_least, k))
        };
        (game, start, over)
    }

    /// The strategy for what is not forced without the history: first with the history, then, from where it is forced
    /// without, the strategy for that. `None` if it is not forced; or why it cannot be written.
    fn in_two<F, W>(
        &self,
        parts: &Parts<'_, F, W>,
        start: W::State,
        player: Colour,
        over: &dyn Fn(&F::State) -> Option<bool>,
    ) -> Option<Result<InTwo, String>>
    where
        F: Game<Move = Option<u8>>,
        F::State: Written + Copy,
        W: Game<Move = Option<u8>>,
        W::State: Written,
    {
        let Prover { board, budget, .. } = *self;
        let Parts { free, whole, forget } = *parts;
        let against = |state: &F::State| over(state).map(|met| !met);
        // By state: who forces what he wants without the history.
        let (mut forced, mut prevented) = (Decided::default(), Decided::default());
        let mut known: FxHashMap<F::State, Option<bool>> = FxHashMap::default();
        let mut without = |state: &F::State| {
            *known.entry(*state).or_insert_with(|| {
                let mut mine = Reaching { player, over };
                let mut theirs = Reaching { player: player.opponent(), over: &against };
                let mine = solve(free, &mut Least(&mut mine), &mut forced, state, budget).decided();
                let theirs = solve(free, &mut Least(&mut theirs), &mut prevented, state, budget).decided();
                match (mine, theirs) {
                    (Some(1), _) => Some(true),
                    (_, Some(1)) => Some(false),
                    _ => None,
                }
            })
        };
        // A state about which the budget runs out is taken to be open.
        let without = std::cell::RefCell::new(&mut without);
        let leaves = |r: &W::State| (without.borrow_mut())(&forget(r));
        let spent = || Some(Err("history search: the budget ran out".to_string()));
        let Some(found) = self.reach_from(whole, start, player, &leaves, true) else { return spent() };
        let (first, exits) = found?;
        let mut starts: Vec<F::State> = exits.iter().map(forget).filter(|s| over(s).is_none()).collect();
        starts.sort_by_key(|state| state.written(board));
        starts.dedup();
        if starts.is_empty() {
            return Some(Ok((first, Vec::new())));
        }
        let any = FromAny { game: free, starts, player: player.opponent() };
        let over = |state: &Start<F::State>| state.0.as_ref().and_then(over);
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
        let found = explore(game, &mut Least(&mut question), &Decided::default(), &start, self.budget);
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

    /// The strategy for (or against) no stone on the points looked at being permanent.
    fn recur(
        &self,
        game: &Confirmation,
        start: &Confirming,
        cleared: ForGood<'_>,
        holds: bool,
    ) -> Option<Option<Vec<Entry>>> {
        let local = cleared.local;
        let Explored { arena, bounds } =
            explore(game, &mut Permanence(cleared), &Decided::default(), start, self.budget);
        if bounds[0].decided()? != holds {
            return Some(None);
        }
        let holding: Vec<Points> = (0..arena.len()).map(|n| cleared.met(arena.state(n))).collect();
        let ended: Vec<bool> = (0..arena.len()).map(|n| arena.state(n).has_ended()).collect();
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

fn met(met: bool, ended: bool) -> Option<bool> {
    if met { Some(true) } else { ended.then_some(false) }
}

fn side(at_least: bool) -> Colour {
    if at_least { Colour::Black } else { Colour::White }
}

fn enough(value: i16, at_least: bool, k: i16) -> bool {
    if at_least { value >= k } else { value <= k }
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

/// What the opponent of a string's owner wants again and again: it is gone, and a point is free of a new stone.
#[derive(Clone, Copy)]
struct ForGood<'a> {
    game: &'a Confirmation,
    string: StoneString,
    local: Points,
}

impl ForGood<'_> {
    fn met(&self, state: &Confirming) -> Points {
        if state.original() & self.string.stones == 0 { self.local & !self.game.new_stones(state) } else { 0 }
    }
}

impl Conditions<Confirmation> for ForGood<'_> {
    fn attacker(&self) -> Colour {
        self.string.colour.opponent()
    }

    fn all(&self) -> Points {
        self.local
    }

    fn holding(&self, state: &Confirming) -> Points {
        self.met(state)
    }

    fn known(&mut self, state: &Confirming) -> Option<bool> {
        state.has_ended().then(|| self.met(state) == self.local)
    }
}
