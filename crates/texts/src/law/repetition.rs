//! The rules on repetition, once each: what judges, procedures, cases, counts of sequences, the protocol and the check of engines
//! ask.
//!
//! Texts word the simplest one in two ways. *No recapture* ([`retakes`]): who has just lost a stone in a ko may not retake it with
//! his next move. *Basic ko* ([`recreating`], [`KoRule::Basic`]): a play may not bring back the position just before the opponent's
//! last move. They refuse the same plays. [`History`] has the rules that look back at a whole sequence, [`Bans`] those of the bans
//! that last until a pass for the ko.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::board::{Board, Colour, Kernel, Played, PointSet, Points, Position, Symmetry};
use crate::solve::search::Step;

/// A rule on repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KoRule {
    /// None.
    None,
    /// A play may not recreate the position just before the opponent's last move.
    Basic,
    /// A play may not recreate an earlier position with the same player to move; the start counts, and so does what a pass
    /// leads to.
    Situational,
    /// A play may not recreate an earlier position.
    Positional,
    /// A play may not recreate a position that has been there since the last pass: what the pass leads to counts, and nothing before it.
    PositionalSincePass,
    /// A play may not recreate a position to which an earlier move of the same player has led, a pass too; the start was led to by none.
    OwnMoves,
    /// The positions before and after a play may not be those of an earlier play.
    Fixed,
    /// A play may not bring about once more a position that a play has brought back already (that takes an offer of no result
    /// first, which a sequence of moves does not have).
    Recurring,
    /// A ko capture is banned from the capture of the ko stone until its player has passed for that ko.
    Confirmation,
    /// The same, and ko stones may be captured only once on a point.
    PlayOut,
}

/// No recapture: the stone on `stone` has just captured one on `taken` in a ko; whether a play on `point`, which captures `ko` in
/// a ko, retakes it.
#[must_use]
pub fn retakes((taken, stone): (usize, usize), point: usize, ko: Option<usize>) -> bool {
    point == taken && ko == Some(stone)
}

/// Basic ko: the point on which a play of `mover` in `here` would recreate the position `before`, if there is one.
#[must_use]
pub fn recreating(board: &Board, before: Position, here: Position, mover: Colour) -> Option<u8> {
    let missing = before.of(mover) & !here.of(mover);
    let p = missing.trailing_zeros() as usize;
    (missing.count_ones() == 1 && board.play(here, mover, p).is_some_and(|play| play.after == before))
        .then_some(p as u8)
}

/// Fixed-ko: the pair of positions that a play uses up. A pass, which leaves the position as it is, has none.
#[must_use]
pub fn pair<P: PartialEq>(before: P, after: P) -> Option<(P, P)> {
    (before != after).then_some((before, after))
}

/// A moment of a sequence: the start, or what a move has led to.
#[derive(Clone, Copy, Debug)]
struct Moment {
    /// The number of the position.
    position: u32,
    /// Who moves next.
    to_move: Colour,
    /// A play has led here.
    played: bool,
    /// As the caller counts.
    step: usize,
}

/// A sequence of moves as rules on repetition see it: which position stood when. Positions are compared exactly.
#[derive(Clone, Debug)]
pub struct History<P> {
    numbers: FxHashMap<P, u32>,
    /// By position: the moments at which it stood, ascending.
    stood: Vec<Vec<u32>>,
    moments: Vec<Moment>,
}

impl<P: Eq + Hash + Clone> History<P> {
    /// A sequence that starts from a position, after `step`, with this player to move.
    #[must_use]
    pub fn new(start: &P, to_move: Colour, step: usize) -> History<P> {
        let mut history = History { numbers: FxHashMap::default(), stood: Vec::new(), moments: Vec::new() };
        history.enter(start, to_move, false, step);
        history
    }

    fn enter(&mut self, position: &P, to_move: Colour, played: bool, step: usize) {
        let number = match self.numbers.get(position) {
            Some(&number) => number,
            None => {
                let number = self.stood.len() as u32;
                self.numbers.insert(position.clone(), number);
                self.stood.push(Vec::new());
                number
            }
        };
        self.stood[number as usize].push(self.moments.len() as u32);
        self.moments.push(Moment { position: number, to_move, played, step });
    }

    fn moved(&mut self, player: Colour) {
        // Whoever moves had the move.
        if let Some(last) = self.moments.last_mut() {
            last.to_move = player;
        }
    }

    /// A play of `player` has led to a position.
    pub fn play(&mut self, player: Colour, after: &P, step: usize) {
        self.moved(player);
        self.enter(after, player.opponent(), true, step);
    }

    /// A pass of `player`, of whatever kind.
    pub fn pass(&mut self, player: Colour, step: usize) {
        self.moved(player);
        if let Some(&Moment { position, .. }) = self.moments.last() {
            self.stood[position as usize].push(self.moments.len() as u32);
            self.moments.push(Moment { position, to_move: player.opponent(), played: false, step });
        }
    }

    /// Takes the last move back, which has led to `present`. The start stays.
    pub fn undo(&mut self, present: &P) {
        if self.moments.len() > 1
            && let Some(last) = self.moments.pop()
        {
            let stood = &mut self.stood[last.position as usize];
            stood.pop();
            // Numbers are given in order, so one that stands no more is the last.
            if stood.is_empty() {
                self.stood.pop();
                self.numbers.remove(present);
            }
        }
    }

    /// How many moves have been made.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moments.len() - 1
    }

    /// The moments at which a position stood.
    fn of(&self, position: &P) -> impl DoubleEndedIterator<Item = (usize, Moment)> + '_ {
        let stood = self.numbers.get(position).map_or(&[][..], |&n| &self.stood[n as usize]);
        stood.iter().map(|&at| (at as usize, self.moments[at as usize]))
    }

    /// Those from the moment `since` on.
    fn of_since(&self, position: &P, since: usize) -> impl DoubleEndedIterator<Item = (usize, Moment)> + '_ {
        self.of(position).filter(move |(at, _)| *at >= since)
    }

    /// The steps after which a position came up: at the start, or by a play.
    pub fn came_up(&self, position: &P) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.of(position).filter(|(at, m)| *at == 0 || m.played).map(|(_, m)| m.step)
    }

    /// Whether a rule refuses `player` to lead to `after` by a play now; the step that he would repeat: of a position, the one after
    /// which it stood; of a pair of positions, the play that led from one to the other. Bans are the business of [`Bans`].
    #[must_use]
    pub fn refuses(&self, rule: KoRule, player: Colour, after: &P) -> Option<usize> {
        self.refuses_since(rule, player, after, 0)
    }

    /// The same for a rule that minds nothing before the moment `since` (as [`History::first_pass`] has it).
    #[must_use]
    pub fn refuses_since(&self, rule: KoRule, player: Colour, after: &P, since: usize) -> Option<usize> {
        let now = self.moments.len() - 1;
        let next = player.opponent();
        match rule {
            KoRule::None | KoRule::Confirmation | KoRule::PlayOut => None,
            KoRule::Basic => {
                let before = self.of_since(after, since).find(|(at, m)| at + 1 == now && m.to_move == next);
                before.map(|(_, m)| m.step)
            }
            KoRule::Situational => self.of_since(after, since).find(|(_, m)| m.to_move == next).map(|(_, m)| m.step),
            KoRule::PositionalSincePass => {
                let since = since.max(self.last_pass());
                self.refuses_since(KoRule::Positional, player, after, since)
            }
            KoRule::Positional => self.of_since(after, since).next().map(|(_, m)| m.step),
            KoRule::OwnMoves => {
                self.of_since(after, since).find(|(at, m)| *at > 0 && m.to_move == next).map(|(_, m)| m.step)
            }
            KoRule::Fixed => {
                let from = |at: usize| at.checked_sub(1).map(|at| self.moments[at].position);
                let here = Some(self.moments[now].position);
                self.of_since(after, since).find(|(at, m)| m.played && from(*at) == here).map(|(_, m)| m.step)
            }
            KoRule::Recurring => self.came_up(after).nth(1).and_then(|_| self.came_up(after).next_back()),
        }
    }

    fn is_pass(&self, at: usize) -> bool {
        at > 0 && !self.moments[at].played
    }

    /// How many passes there were.
    #[must_use]
    pub fn passes(&self) -> usize {
        (1..self.moments.len()).filter(|&at| self.is_pass(at)).count()
    }

    /// The moment to which the first pass has led; 0 if there was none.
    #[must_use]
    pub fn first_pass(&self) -> usize {
        (1..self.moments.len()).find(|&at| self.is_pass(at)).unwrap_or(0)
    }

    /// The moment to which the last pass has led; 0 if there was none.
    fn last_pass(&self) -> usize {
        (1..self.moments.len()).rev().find(|&at| self.is_pass(at)).unwrap_or(0)
    }

    /// Whether the last move is a pass of a player in a position in which he has passed before, at his turn (since the first pass of
    /// the game, if that is told from the others); then the step after which he did.
    #[must_use]
    pub fn passed_again(&self, free_pass: bool) -> Option<usize> {
        let last = self.moments.len() - 1;
        let since = if free_pass { self.first_pass() } else { 0 };
        let from = |at: usize| (self.moments[at - 1].position, self.moments[at - 1].to_move);
        let passes = (since + 1..last).filter(|&at| self.is_pass(at));
        if !self.is_pass(last) || last <= since {
            return None;
        }
        passes.filter(|&at| from(at) == from(last)).map(|at| self.moments[at].step).next_back()
    }

    /// The steps after which the present position stood before with the present player to move, since the last pass: that to which
    /// the pass has led counts, as does the start.
    pub fn stood_since_pass(&self) -> impl Iterator<Item = usize> + '_ {
        let (last, since) = (self.moments.len() - 1, self.last_pass());
        let now = self.moments[last];
        let same = move |m: &&Moment| m.position == now.position && m.to_move == now.to_move;
        self.moments[since..last].iter().filter(same).map(|m| m.step)
    }
}

/// Ko bans that last until a pass for the ko, as confirmations of life and death and play-outs may have them. A
/// ban names the point `p` on which a stone was captured in a ko, and the adjacent stone that captured it: its opponent may not
/// make the ko capture on `p` that would remove that stone. At most one ban exists for each `p` (a new capture on `p` needs a stone
/// on `p` first, and that ends the ban).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bans<S = Points> {
    at: S,
    /// Which of the points adjacent to `p` (0..=3, ascending) holds the stone: low and high bit.
    towards: [S; 2],
}

impl<S: PointSet> Bans<S> {
    /// The stone protected by the ban on `p`.
    pub fn stone<K: Kernel<Set = S>>(self, board: &K, p: usize) -> Option<usize> {
        if !self.at.has(p) {
            return None;
        }
        let nth = usize::from(self.towards[0].has(p)) + 2 * usize::from(self.towards[1].has(p));
        board.adjacent_to(p).points().nth(nth)
    }

    fn add<K: Kernel<Set = S>>(&mut self, board: &K, p: usize, stone: usize) {
        let nth = board.adjacent_to(p).points().position(|q| q == stone).unwrap_or_default();
        let one = S::one(p);
        self.at = self.at | one;
        for (bit, towards) in self.towards.iter_mut().enumerate() {
            *towards = towards.less(one) | if nth >> bit & 1 == 1 { one } else { S::default() };
        }
    }

    /// The bans as sets of points: where they are, and the low and high bit of the number of the adjacent point (0..=3,
    /// ascending) that holds the stone.
    pub fn sets(self) -> [S; 3] {
        [self.at, self.towards[0], self.towards[1]]
    }

    /// The points of these bans on which there is none of the others.
    #[must_use]
    pub fn less(self, others: Bans<S>) -> S {
        self.at.less(others.at)
    }

    /// The bans that [`Bans::sets`] describes.
    pub fn from_sets([at, low, high]: [S; 3]) -> Bans<S> {
        Bans { at, towards: [low, high] }
    }

    /// The bans without the one on `p`.
    #[must_use]
    pub fn lifted(self, p: usize) -> Bans<S> {
        let one = S::one(p);
        Bans { at: self.at.less(one), towards: self.towards.map(|t| t.less(one)) }
    }

    /// The bans after a play on `v`: a ban ends when its stone is removed or its point is occupied; a ko capture adds one.
    #[must_use]
    pub fn after<K: Kernel<Set = S>>(self, board: &K, v: usize, play: &Played<S>) -> Bans<S> {
        let mut bans = self.lifted(v);
        for p in bans.at.points() {
            // A stone that has joined others is never again removed by a ko capture: its ban has nothing left to forbid.
            let joined =
                |stone: usize| play.after.iter().any(|own| own.has(stone) && board.adjacent_to(stone).meets(*own));
            let over = |stone: usize| play.captured.has(stone) || joined(stone);
            if bans.stone(board, p).is_some_and(over) {
                bans = bans.lifted(p);
            }
        }
        if let Some(removed) = play.ko {
            bans.add(board, removed, v);
        }
        bans
    }

    /// Whether the play on `v`, found to capture `ko` in a ko, is banned.
    pub fn forbid<K: Kernel<Set = S>>(self, board: &K, v: usize, ko: Option<usize>) -> bool {
        ko.is_some() && self.stone(board, v) == ko
    }

    /// The bans of `mover` that a pass for a ko can lift: those whose ko capture would be legal but for the ban.
    pub fn passable<K: Kernel<Set = S>>(self, board: &K, stones: [S; 2], mover: Colour) -> S {
        let could = |&p: &usize| {
            let stone = self.stone(board, p);
            stone.is_some() && board.put(stones, mover, p).is_some_and(|play| play.ko == stone)
        };
        S::union(self.at.points().filter(could).map(S::one))
    }
}

impl Bans {
    /// The bans turned by a symmetry of the board.
    #[must_use]
    pub fn turned(self, board: &Board, symmetry: &Symmetry) -> Bans {
        let mut turned = Bans::default();
        for p in self.at.points() {
            if let Some(stone) = self.stone(board, p) {
                turned.add(board, symmetry.point(p), symmetry.point(stone));
            }
        }
        turned
    }
}

/// A move of a sequence in which passes for a ko exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KoMove {
    /// A play on a point.
    Play(u8),
    /// An ordinary pass.
    Pass,
    /// A pass for the ko whose banned capture is on the point.
    PassForKo(u8),
}

impl KoMove {
    /// The move as written in traces.
    pub fn text(self, board: &Board) -> String {
        match self {
            KoMove::Play(p) => board.grid().name(p as usize),
            KoMove::Pass => "pass".to_string(),
            KoMove::PassForKo(p) => format!("pass for the ko at {}", board.grid().name(p as usize)),
        }
    }
}

impl From<KoMove> for Step {
    fn from(mv: KoMove) -> Step {
        match mv {
            KoMove::Play(p) => Step::Play(p.into()),
            KoMove::Pass => Step::Pass,
            KoMove::PassForKo(p) => Step::Lift(p.into()),
        }
    }
}
