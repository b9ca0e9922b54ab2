//! Follows a strategy through a game, for [`super::verified`].
//!
//! A strategy is followed through the game: from every state with the move it names, where its player is to move, and with
//! every move the other player has. Three kinds are told apart by what they show:
//!
//! * *reaching* (capture, an end of some value): every state has a rank, one more than that of the state that follows by the
//!   strategy's move, or than the greatest that follows by a move of the other player. So the goal is reached.
//! * *avoiding*: no state that follows meets the goal. The states are closed, so it is never met.
//! * *again and again* (no stone on `local` is permanent): the points of `local` are to be met in turn, a point being met in a
//!   state when the string is captured and no new stone stands there. The rank counts down to that, and starts anew. Against it:
//!   ranks that never grow, and in all states of one rank that can follow each other a new stone stands on one and the same
//!   point (or the string has not been captured).
//!
//! Of several moves the strategy names a determined one (the first with the least rank; against *again and again* the first
//! that the ranks allow; a pass comes first), ranks are exact where they count moves, and no entry is left over. A strategy may
//! still be another one than `prove` writes (see specs/proof.md); whatever is accepted shows its claim.

use std::collections::{HashMap, HashSet};

use super::Entry;
use crate::board::{Board, Colour, Points, points_of};
use crate::law::Written;
use crate::solve::Game;

/// What a player is to bring about.
pub(super) enum Aim<'a, S> {
    /// That a state is reached in which this is true; false says that it cannot be any more.
    Reach(&'a dyn Fn(&S) -> Option<bool>),
    /// That each of `all` is among `holding` again and again, or all are at the end of the sequence.
    Recur { all: Points, holding: &'a dyn Fn(&S) -> Points, ended: &'a dyn Fn(&S) -> Option<bool> },
}

pub(super) struct Contest<'a, G: Game> {
    pub(super) board: &'a Board,
    pub(super) game: &'a G,
    pub(super) player: Colour,
    pub(super) aim: Aim<'a, G::State>,
}

/// A state that follows, with its entry and the number of the point to be met next.
type Next<'a, S> = (&'a Entry, S, usize);

/// What a move leads to, as the player of the strategy sees it.
enum Follows<'a, S> {
    Won,
    Lost,
    /// The state has no entry.
    Unknown,
    Entry(&'a Entry, S, usize),
}

impl<G: Game> Contest<'_, G>
where
    G::State: Written,
    G::Move: Written,
{
    /// Verifies that the player's strategy brings about the aim (or the other player's prevents it).
    pub(super) fn verify(&self, starts: Vec<G::State>, holds: bool, strategy: &[Entry]) -> Result<(), String> {
        let table: HashMap<&str, &Entry> = strategy.iter().map(|e| (e.state.as_str(), e)).collect();
        if table.len() != strategy.len() {
            return Err("two entries have the same state".to_string());
        }
        let mut open = Vec::new();
        for start in starts {
            match self.follows(&table, start, 0, holds) {
                Follows::Won => {}
                Follows::Entry(entry, state, turn) => open.push((entry, state, turn)),
                Follows::Lost | Follows::Unknown => return Err("the first state is lost, or has no entry".to_string()),
            }
        }
        let mut seen: HashSet<(G::State, usize)> = open.iter().map(|(_, s, t)| (s.clone(), *t)).collect();
        let mut used: HashSet<&str> = HashSet::new();
        while let Some((entry, state, turn)) = open.pop() {
            used.insert(&entry.state);
            let next =
                self.step(&table, entry, &state, turn, holds).map_err(|why| format!("{}: {why}", entry.state))?;
            open.extend(next.into_iter().filter(|(_, s, t)| seen.insert((s.clone(), *t))));
        }
        match strategy.iter().find(|e| !used.contains(e.state.as_str())) {
            Some(entry) => Err(format!("{}: the state does not come about", entry.state)),
            None => Ok(()),
        }
    }

    /// The point that is to be met next, by its number: from `turn` on, the first that is not met in `state`.
    fn turn(&self, state: &G::State, turn: usize) -> (usize, bool) {
        let Aim::Recur { all, holding, .. } = self.aim else { return (0, false) };
        let points: Vec<usize> = points_of(all).collect();
        let met =
            (0..points.len()).take_while(|n| holding(state) >> points[(turn + n) % points.len()] & 1 == 1).count();
        ((turn + met) % points.len(), met > 0)
    }

    fn follows<'t>(
        &self,
        table: &HashMap<&str, &'t Entry>,
        state: G::State,
        turn: usize,
        holds: bool,
    ) -> Follows<'t, G::State> {
        let (Aim::Reach(over) | Aim::Recur { ended: over, .. }) = self.aim;
        match over(&state) {
            Some(met) if met == holds => return Follows::Won,
            Some(_) => return Follows::Lost,
            None => {}
        }
        let mut text = state.written(self.board);
        if let (Aim::Recur { all, .. }, true) = (&self.aim, holds) {
            let point = points_of(*all).nth(turn).map(|p| self.board.grid().name(p));
            text.push_str(&format!(" next {}", point.unwrap_or_default()));
        }
        table.get(text.as_str()).map_or(Follows::Unknown, |entry| Follows::Entry(entry, state, turn))
    }

    /// Verifies one entry, and gives those that follow.
    fn step<'t>(
        &self,
        table: &HashMap<&str, &'t Entry>,
        entry: &Entry,
        state: &G::State,
        turn: usize,
        holds: bool,
    ) -> Result<Vec<Next<'t, G::State>>, String> {
        if entry.within.is_some() {
            return Err("`within` says nothing here".to_string());
        }
        let recurs = matches!(self.aim, Aim::Recur { .. });
        let (next, met) = if holds { self.turn(state, turn) } else { (0, false) };
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut moves: Vec<_> =
            moves.into_iter().map(|(mv, to)| (mv.written(self.board), self.follows(table, to, next, holds))).collect();
        moves.sort_by_key(|(mv, _)| mv != "pass");
        let same = |other: &Entry| entry.stands.is_some() && (other.rank, &other.stands) == (entry.rank, &entry.stands);
        // The rank of what follows, where the move is one that the strategy may make or can answer.
        let rank = |follows: &Follows<'_, G::State>| match follows {
            Follows::Won => Some(0),
            Follows::Entry(e, ..) if !recurs || holds || e.rank < entry.rank || same(e) => Some(e.rank.unwrap_or(0)),
            _ => None,
        };
        let against = recurs && !holds;
        let mine = self.game.mover(state) == if holds { self.player } else { self.player.opponent() };
        if mine {
            let able = moves.iter().enumerate().filter(|(_, (_, to))| rank(to).is_some());
            let best = able.min_by_key(|(i, (_, to))| (if against { None } else { rank(to) }, *i)).map(|(i, _)| i);
            let best = best.ok_or("no move leads to a state of the strategy")?;
            let (mv, follows) = moves.swap_remove(best);
            if entry.mv.as_ref() != Some(&mv) {
                return Err(format!("the move is {}, not {mv}", entry.mv.as_deref().unwrap_or("missing")));
            }
            moves = vec![(mv, follows)];
        } else if let Some(mv) = &entry.mv {
            return Err(format!("the other player is to move, not {mv}"));
        }
        let mut most = 0;
        let mut level = false;
        for (mv, follows) in &moves {
            most = most.max(rank(follows).ok_or_else(|| match follows {
                Follows::Lost => format!("{mv} refutes it"),
                Follows::Entry(..) => format!("the rank does not fall with {mv}"),
                _ => format!("{mv} leads to a state without an entry"),
            })?);
            level |= matches!(follows, Follows::Entry(e, ..) if same(e));
        }
        let exact = match (holds || recurs, met) {
            (false, _) => None,
            (true, true) => Some(0),
            (true, false) => Some(most.checked_add(1).ok_or("the ranks are too large")?),
        };
        match (&entry.stands, &self.aim) {
            (Some(point), Aim::Recur { all, holding, .. }) if against => {
                let name = point;
                let point = self.board.grid().point(name).map_err(|e| e.to_string())?;
                if *name != self.board.grid().name(point) {
                    return Err(format!("write {} for {name}", self.board.grid().name(point)));
                }
                if all >> point & 1 == 0 || holding(state) >> point & 1 == 1 || !level {
                    return Err("no new stone stands there, or none has to".to_string());
                }
            }
            (Some(_), _) => return Err("`stands` says nothing here".to_string()),
            (None, _) if entry.rank != exact => {
                let rank = |rank: Option<u32>| rank.map_or("none".to_string(), |r| r.to_string());
                return Err(format!("the rank is {}, not {}", rank(exact), rank(entry.rank)));
            }
            (None, _) => {}
        }
        Ok(moves
            .into_iter()
            .filter_map(|(_, follows)| match follows {
                Follows::Entry(entry, state, turn) => Some((entry, state, turn)),
                _ => None,
            })
            .collect())
    }
}
