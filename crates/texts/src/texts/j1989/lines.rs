//! Lines of play that show what j1989.7.1 has come to, read from what was found with the answers to its questions.

use super::lists::{ForGood, Pressing};
use super::{Confirmation, Confirming};
use crate::board::{PointSet, Points, Position, StoneString};
use crate::law::KoMove;
use crate::law::trace::{ruled, string_name};
use crate::law::verdict::LineMove;
use crate::law::{ClauseId, RuleSet};
use crate::solve::Budget;
use crate::solve::arena::Explored;
use crate::solve::evidence::{Captures, follow, ranks};
use crate::solve::line::{Line, Parting, parting_line};
use crate::solve::search::{ProofNumberSearch, Trying};
use crate::texts::j1989::sieges::Taking;

/// Play that shows an answer; none where what was found leaves none.
#[derive(Clone, Default, Debug)]
pub struct Shown {
    /// The line.
    pub line: Vec<LineMove>,
    /// What is seen at its end.
    pub end: Option<End>,
}

/// What is seen at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The attacker answers every play there: none can live.
    NoneLives,
    /// The sequence ends without a new stone.
    NoneStands,
    /// New stones are taken again and again: the line comes back to a state that it has been in.
    TakenAgain,
    /// These new stones can no longer be taken.
    Stays(Points),
    /// New stones are taken, but never all for good.
    Replaced,
}

/// Most moves of a line up to a capture, and from there on.
const MOST: usize = 40;

/// A string whose capture is shown.
#[derive(Clone, Copy)]
pub(super) struct Showing<'a> {
    /// The sequences; its `local`.
    pub game: &'a Confirmation,
    /// The string.
    pub string: Points,
}

impl Showing<'_> {
    /// A line with the clauses that its moves rest on.
    pub fn written(&self, start: &Confirming, line: &Line<Confirmation>) -> Vec<LineMove> {
        let board = &self.game.board;
        ruled(self.game, board, start, line, |mv, state| (state.mover.opponent(), mv.text(board), state.position))
    }

    fn stands(&self, state: &Confirming) -> bool {
        state.position.of(self.game.owner) & self.string == self.string
            && (self.game.local & self.string == 0 || state.original & self.string != 0)
    }

    /// How far it is to the capture of the string, given whether that is seen and what play has shown.
    pub fn rank(&self, state: &Confirming, is_seen: bool, found: Option<u64>) -> Option<u64> {
        let liberties = || self.game.board.liberties(state.position, self.string).count_ones();
        Captures::<Confirmation>::rank(!self.stands(state), is_seen.then(liberties), found)
    }

    /// A line that captures the string.
    fn capture(
        &self,
        start: &Confirming,
        rank: &mut dyn FnMut(&Confirming) -> Option<u64>,
    ) -> Option<Line<Confirmation>> {
        let game = &Pressing { confirmation: self.game, met: |_: &Confirming| false };
        Captures { game, owner: self.game.owner, most: MOST, is_pass: |mv| *mv == KoMove::Pass }.line(start, rank)
    }

    /// Plays with which the string could be tried, which is `kept`.
    pub fn tried(&self, start: &Confirming, kept: impl FnMut(&Confirming) -> bool) -> Shown {
        let game = &Pressing { confirmation: self.game, met: |_: &Confirming| false };
        let (stone, position) = (self.string.trailing_zeros() as usize, |state: &Confirming| state.position);
        let step = |mv: &KoMove| (*mv).into();
        let trying = Trying { game, board: &self.game.board, owner: self.game.owner, stone, position, step };
        Shown { line: self.written(start, &trying.line(start, kept)), end: None }
    }

    /// The capture of the string, whatever comes after.
    pub fn taken(&self, start: &Confirming, rank: &mut dyn FnMut(&Confirming) -> Option<u64>) -> Shown {
        let line = self.capture(start, rank).map(|line| self.written(start, &line));
        Shown { line: line.unwrap_or_default(), end: None }
    }

    /// The capture of the string for good: the line goes on from it until it is seen what becomes of new stones. Their owner plays where
    /// most of them stand, the attacker so that he still forces what he is to force, taking what he can. If that is not seen soon the line ends
    /// with the capture.
    pub fn taken_for_good(
        &self,
        question: &ForGood<'_>,
        start: &Confirming,
        rank: &mut dyn FnMut(&Confirming) -> Option<u64>,
        forced: &mut dyn FnMut(&Confirming) -> bool,
    ) -> Shown {
        let game = self.game;
        let Some(mut line) = self.capture(start, rank) else { return Shown::default() };
        let captured = line.len();
        let pressing = Pressing { confirmation: game, met: |s: &Confirming| game.cleared(s, self.string) };
        let stones = |state: &Confirming| state.position.of(game.owner).count_ones();
        let mut end = None;
        let mut is_over = false;
        follow(&pressing, start, &mut line, captured + MOST, |line, here, moves| {
            if question.is_seen(here) {
                end = Some(End::NoneLives);
            } else if line[captured - 1..line.len() - 1].iter().any(|(_, met)| met == here) {
                end = (!question.endless_defends).then_some(End::TakenAgain);
                return None;
            }
            if end.is_some() {
                return None;
            }
            let moves = moves.iter().enumerate();
            if here.mover == game.owner {
                is_over = moves.len() == 0;
                moves.max_by_key(|(_, (_, to))| (game.new_stones(to).count_ones(), stones(to))).map(|(at, _)| at)
            } else {
                moves.filter(|(_, (_, to))| forced(to)).min_by_key(|(_, (_, to))| stones(to)).map(|(at, _)| at)
            }
        });
        if is_over {
            // He who has no play passes, and so does the other.
            for _ in 0..2 {
                let here = line.last().map_or(*start, |(_, state)| *state);
                line.push((KoMove::Pass, Confirmation::pass(&here)));
            }
            end = Some(End::NoneStands);
        }
        if end.is_none() {
            line.truncate(captured);
        }
        Shown { line: self.written(start, &line), end }
    }

    /// A line in which the string is captured and its owner gets a new stone that stays: the attacker captures as fast as he can, the
    /// owner answers so that it is never for good (`not_for_good`). `stays` tells which stones can no longer be taken.
    pub fn brings_forth(
        &self,
        start: &Confirming,
        rank: &mut dyn FnMut(&Confirming) -> Option<u64>,
        not_for_good: &mut dyn FnMut(&Confirming) -> bool,
        stays: &dyn Fn(&Confirming) -> Points,
    ) -> Shown {
        let game = self.game;
        let pressing = Pressing { confirmation: game, met: |s: &Confirming| game.cleared(s, self.string) };
        let safe =
            |state: &Confirming| game.new_stones(state) & (stays(state) | game.board.safe(state.position, game.owner));
        let mut line = Vec::new();
        let mut is_lost = false;
        follow(&pressing, start, &mut line, MOST, |line, here, moves| {
            if !self.stands(here) && safe(here) != 0 {
                return None;
            }
            let moves_to: Vec<_> = moves.iter().map(|(_, to)| *to).collect();
            let fresh = |to: &Confirming| to != start && line.iter().all(|(_, met)| met != to);
            let moves = moves.iter().enumerate().map(|(at, (_, to))| (at, to));
            if here.mover == game.owner {
                // A new stone that stays at once if there is one, else one that has not been here yet.
                let good: Vec<_> = moves.filter(|(_, to)| fresh(to) && not_for_good(to)).collect();
                let best = good.iter().find(|(_, to)| !self.stands(to) && safe(to) != 0).or(good.first());
                // That none has not been here is no loss.
                is_lost = best.is_none() && !moves_to.iter().any(&mut *not_for_good);
                best.map(|(at, _)| *at)
            } else if self.stands(here) {
                moves.filter_map(|(at, to)| Some((rank(to)?, at))).min().map(|(_, at)| at)
            } else {
                // The string is gone: the attacker takes what he can.
                let taken =
                    |to: &Confirming| here.position.of(game.owner).less(to.position.of(game.owner)).count_ones();
                moves.filter(|(_, to)| fresh(to)).max_by_key(|(_, to)| taken(to)).map(|(at, _)| at)
            }
        });
        let here = line.last().map_or(*start, |(_, state)| *state);
        if self.stands(&here) {
            return Shown::default();
        }
        let safe = safe(&here);
        if safe == 0 && is_lost {
            // No answer is known, so nothing is said of what stays.
            return Shown::default();
        }
        let end = Some(if safe == 0 { End::Replaced } else { End::Stays(safe) });
        Shown { line: self.written(start, &line), end }
    }
}

/// What a list has shown of the captures of a player's stones.
pub(super) struct Taken<'a, V> {
    explored: &'a Explored<Confirming, V>,
    string: Points,
    ranks: Vec<Option<u32>>,
}

/// A state in which it is not looked at where original stones stand.
pub(super) fn plain(state: &Confirming) -> Confirming {
    Confirming { original: 0, ..*state }
}

impl<'a> Taken<'a, bool> {
    /// Of a string that can be captured for good.
    pub fn for_good(explored: &'a Explored<Confirming, bool>, asked: &ForGood<'_>) -> Taken<'a, bool> {
        let Explored { arena, bounds } = explored;
        let gone = |n: usize| arena.state(n).original & asked.string == 0;
        let ranks = ranks(arena, |n| gone(n) || arena.successors(n).is_empty(), |n| bounds[n].lower);
        Taken { explored, string: asked.string, ranks }
    }

    /// How far the capture is from a state.
    pub fn found(&self, state: &Confirming) -> Option<u64> {
        self.explored.arena.node(state).and_then(|n| self.ranks[n]).map(u64::from)
    }
}

impl<'a> Taken<'a, Points> {
    /// Of a string that can be captured.
    pub fn of(explored: &'a Explored<Confirming, Points>, string: Points, game: &Confirmation) -> Taken<'a, Points> {
        let Explored { arena, bounds } = explored;
        let gone = |n: usize| arena.state(n).position.of(game.owner) & string != string;
        let ranks = ranks(
            arena,
            |n| gone(n) || arena.successors(n).is_empty(),
            |n| gone(n) || bounds[n].lower & string == string,
        );
        Taken { explored, string, ranks }
    }

    /// How far the capture is from a state in which the string stands.
    pub fn rank(&self, showing: &Showing<'_>, state: &Confirming) -> Option<u64> {
        let (board, owner) = (&showing.game.board, showing.game.owner);
        let is_seen = self.string.less(board.denied(state.position, owner.opponent())) == 0;
        let found = self.explored.arena.node(&plain(state)).and_then(|n| self.ranks[n]);
        showing.rank(state, is_seen, found.map(u64::from))
    }

    /// The owner's stones in a state that cannot be taken.
    pub fn never(&self, state: &Confirming) -> Points {
        let node = self.explored.arena.node(&plain(state));
        node.map_or(0, |n| state.position.occupied() & !self.explored.bounds[n].upper)
    }
}

/// Most positions of play under two rules that are looked at to find where it parts.
const LOOKED_AT: usize = 3_000;

/// What a clause on kos decides about whether the opponent can take a string, which he `can` by `rules`, if it can be told by expanding no
/// more than `left` states: in words, with the play that shows it.
pub(super) fn decided_by(
    rules: &RuleSet,
    clause: ClauseId,
    (with, position): (&Confirmation, Position),
    (string, can): (StoneString, bool),
    budget: Budget,
    left: &mut usize,
) -> Option<(String, Vec<LineMove>)> {
    let StoneString { colour: owner, stones } = string;
    let point = stones.trailing_zeros() as usize;
    let board = &with.board;
    let without = Confirmation::new(&rules.clone().lifting(clause), board, owner);
    let plainly = [with.clone().looking_at(0), without.clone()];
    let sieges = plainly.each_ref().map(|confirmation| Taking { confirmation, point });
    let mut searches = sieges.each_ref().map(ProofNumberSearch::new);
    let mut taken = |game: usize, state: &Confirming| {
        let search = &mut searches[game];
        let before = search.expanded();
        let answer = search.wins(&plain(state), Budget { states: before + *left, ..budget });
        *left = left.saturating_sub(search.expanded() - before);
        answer
    };
    let with = with.clone().looking_at(stones);
    let without = without.looking_at(stones);
    let start = with.start(position);
    if taken(1, &start)? == can {
        return None;
    }
    // He who attacks forces the capture in one of the games: what the play that parts them shows depends on in which.
    let (first, second) = if can { (0, 1) } else { (1, 0) };
    let confirmations = if can { [&with, &without] } else { [&without, &with] };
    let open: fn(&Confirming) -> bool = |_| false;
    let games = confirmations.map(|confirmation| Pressing { confirmation, met: open });
    let forces = |game: usize, state: &Confirming| {
        if state.original & stones == 0 { Some(true) } else { taken([first, second][game], state) }
    };
    let attacker = owner.opponent();
    let found = parting_line([&games[0], &games[1]], &start, attacker, forces, LOOKED_AT)?;
    let name = string_name(board, string);
    let (able, how) = match (can, found.parting.clone()) {
        (true, Parting::Refused(..)) => {
            ("could not", format!("{owner} has the play that would prevent it refused at the end of the line"))
        }
        (true, Parting::Only(mv, _)) => ("could not", format!("{} is his only move for that", mv.text(board))),
        (false, Parting::Refused(mv, _)) => ("could", format!("{owner} prevents it by {}", mv.text(board))),
        (false, Parting::Only(mv, _)) => ("could", format!("he has {} refused at the end of the line", mv.text(board))),
    };
    let line = if can { found.in_first() } else { found.in_second() };
    let showing = Showing { game: &with, string: stones };
    Some((format!("but for this {attacker} {able} take {name}; {how}"), showing.written(&start, &line)))
}
