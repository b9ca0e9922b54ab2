//! What a game is worth from every position of a board under one rule set, and lines of best play.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::solution::{Solution, System};
use crate::atlas::{Table, WholeBoard};
use crate::board::{Board, Colour, Position};
use crate::law::play::{Play, Remembered, Stone, Taken};
use crate::law::{History, KoRule, Outcome, RuleSet};
use crate::solve::Bounds;
use crate::solve::value::bounds::PayoffGame;
use crate::solve::value::graph::Graph;
use crate::solve::value::verify::{Wrong, verify};
use crate::solve::whole::classes::Classes;

/// A position, the player to move, and bounds of his moves as Black sees them, a pass last.
type SearchedMoves = ((Position, Colour), Vec<Bounds<i16>>);

/// The longest line of best play.
const MOST_MOVES: usize = 120;

/// A move: a play on a point, or a pass.
pub type Move = Option<u8>;

/// The value of a move, and whether it is best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// What the game comes to after it.
    pub value: Outcome,
    /// It has the value, or both bounds of a no-result, or if no move has both the one that the player forces. None is where the value
    /// is undecided.
    pub best: bool,
}

/// A line of best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestLine {
    /// Who moved, the move, and the position after it.
    pub moves: Vec<(Colour, Move, Position)>,
    /// The position at the stop, what the text says of it with the line's first passer, and the prisoners of the line (Black's
    /// less White's); `None` if the line does not come to a stop within the moves that are shown.
    pub end: Option<(Outcome, i32)>,
}

/// A state that a game has come to.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'h> {
    /// The states before it, from the first on, each with the player to move.
    pub before: &'h [(Position, Colour)],
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// The last move was a pass.
    pub passed: bool,
    /// The point on which a ko may not be retaken.
    pub ban: Option<usize>,
}

/// The values of a board under one rule set.
pub struct Values {
    /// The rule set; which player passed first is no part of it.
    pub rules: RuleSet,
    /// Its name without the choice of who passed first.
    pub name: String,
    /// Wall time: for the verdicts on final positions, and for the game.
    pub seconds: [f64; 2],
    /// Sweeps over all states, and rounds in which strategies had to be given up.
    pub work: [u32; 2],
    pub(super) graph: Arc<Graph>,
    pub(super) solution: Arc<Solution>,
    /// Of the classes whose bounds differ, those of which a search with the history was made.
    pub(super) searched: FxHashMap<u32, Bounds<i16>>,
    /// Of a position that was asked for and searched, bounds of its moves as Black sees them.
    pub(super) searched_moves: Option<SearchedMoves>,
    /// By the node after a capture in a ko, bounds for who is to move there, of those that were searched with the position before
    /// as history.
    pub(super) searched_kos: FxHashMap<usize, Bounds<i16>>,
    /// Some verdict on a final position was undecided.
    pub(super) undecided_ends: bool,
    /// The rule set with White as first passer: verdicts on ends as whoever stops the game, seen as Black, has them.
    pub(super) ends: Table<Outcome>,
}

/// Stones of Black less those of White.
pub(super) fn difference(position: Position) -> i32 {
    position.of(Colour::Black).count_ones() as i32 - position.of(Colour::White).count_ones() as i32
}

impl Values {
    /// The classes of the positions as the player to move sees them.
    #[must_use]
    pub fn classes(&self) -> &Classes {
        self.graph.classes()
    }

    pub(super) fn board(&self) -> &Board {
        self.classes().board()
    }

    /// The rules of play.
    #[must_use]
    pub fn play(&self) -> Play {
        self.rules.play()
    }

    /// What the position at the start adds to what the solution has.
    pub(super) fn besides(&self, position: Position) -> i32 {
        if self.play().taken == Taken::CapturedAndPassed { -difference(position) } else { 0 }
    }

    /// Bounds for the player to move as a result, Black minus White.
    pub(super) fn outcome(&self, [most, least]: [i16; 2], mover: Colour, besides: i32) -> Outcome {
        let (lo, hi) = (i32::from(most), i32::from(least));
        let own = match () {
            () if lo == hi => Outcome::Margin(lo),
            () if self.play().remembered == Remembered::Nothing && !self.undecided_ends => Outcome::NoResult { lo, hi },
            () => Outcome::Undecided { lo, hi },
        };
        if mover == Colour::Black { own.plus(besides) } else { own.negated().plus(besides) }
    }

    /// The bounds for the player to move from a class, those of a search with the history included.
    fn pair(&self, class: usize) -> [i16; 2] {
        match self.searched.get(&(class as u32)) {
            Some(found) => [found.lower, found.upper],
            None => self.solution.bounds(&self.graph, class),
        }
    }

    /// What the game comes to by best play from a legal position, with this player to move and no history: Black minus White.
    #[must_use]
    pub fn value(&self, position: Position, mover: Colour) -> Outcome {
        let class = self.classes().form(position.seen_by(mover)).number();
        self.outcome(self.pair(class), mover, self.besides(position))
    }

    /// Whether it took a search with the history.
    #[must_use]
    pub fn took_history(&self, position: Position, mover: Colour) -> bool {
        let class = self.classes().form(position.seen_by(mover)).number();
        self.searched.contains_key(&(class as u32))
    }

    /// The moves from a state: what each gains, the position and the node that it leads to.
    pub(super) fn options(&self, position: Position, mover: Colour, passed: bool, ban: Option<usize>) -> Vec<Leading> {
        let play = self.play();
        let next = mover.opponent();
        let stones = play.stones(self.board(), position, mover).filter(|stone| ban != Some(stone.point));
        let mut options: Vec<Leading> = stones
            .map(|stone: Stone| {
                let ban = stone.ko.filter(|_| play.basic_ko);
                let node = self.graph.node_of(stone.after, next, false, ban);
                let (mv, gain) = (Some(stone.point as u8), play.gain(&stone));
                Leading { mv, gain, after: stone.after, ban, to: Some(node) }
            })
            .collect();
        let to = (!passed).then(|| self.graph.node_of(position, next, true, None));
        options.push(Leading { mv: None, gain: 0, after: position, ban: None, to });
        options
    }

    /// Bounds of every move, a pass last, for whoever makes it.
    pub(super) fn move_bounds(&self, position: Position, mover: Colour) -> Vec<[i16; 2]> {
        let root = self.graph.node_of(position, mover, false, None);
        let [_, most_of_all] = self.pair(self.graph.class(root));
        let of = |option: &Leading| {
            let node = option.to?;
            let [most, least] = self.solution.bounds(&self.graph, node);
            let mut pair = [option.gain - least, (option.gain - most).min(most_of_all)];
            if self.play().remembered == Remembered::Positions
                && self.solution.keeps(&self.graph, root, node, option.gain).is_none()
            {
                pair[0] = -self.solution.greatest;
            }
            Some(pair)
        };
        self.options(position, mover, false, None).iter().filter_map(of).collect()
    }

    /// The value of every move, a pass last.
    ///
    /// Where a position may not come back whoever moves, a move that is not best is known to be worth no more than its value's upper
    /// bound only: the player's way to as much as his bound says may lead through the position at the start.
    #[must_use]
    pub fn moves(&self, position: Position, mover: Colour) -> Vec<MoveValue> {
        let own = self.pair(self.classes().form(position.seen_by(mover)).number());
        let options = self.options(position, mover, false, None);
        let pairs: Vec<[i16; 2]> = match &self.searched_moves {
            Some((at, found)) if *at == (position, mover) => {
                let of =
                    |b: &Bounds<i16>| if mover == Colour::Black { [b.lower, b.upper] } else { [-b.upper, -b.lower] };
                found.iter().map(of).collect()
            }
            _ => self.move_bounds(position, mover),
        };
        // Of what is undecided nothing is known to be best.
        let open = matches!(self.value(position, mover), Outcome::Undecided { .. });
        let whole = pairs.contains(&own);
        let best = |pair: [i16; 2]| !open && if whole { pair == own } else { pair[0] == own[0] };
        let besides = self.besides(position);
        options
            .iter()
            .zip(pairs)
            .map(|(option, pair)| MoveValue {
                mv: option.mv,
                value: self.outcome(pair, mover, besides),
                best: best(pair),
            })
            .collect()
    }

    /// The position after a move, if there is such a move.
    #[must_use]
    pub fn after(&self, position: Position, mover: Colour, mv: Move) -> Option<Position> {
        match mv {
            Some(point) => Some(self.play().stone(self.board(), position, mover, point.into())?.after),
            None => Some(position),
        }
    }

    /// The captures in a ko from a position by this player.
    #[must_use]
    pub fn ko_captures(&self, position: Position, mover: Colour) -> Vec<KoCapture> {
        let (play, next) = (self.play(), mover.opponent());
        let captures = self.options(position, mover, false, None).into_iter().enumerate();
        let of = |(at, option): (usize, Leading)| {
            option.ban?;
            let (node, mover, after) = (self.graph.first_alike(option.to?), next, option.after);
            Some(KoCapture { before: position, at, gain: option.gain, after, mover, node })
        };
        captures.filter(|_| play.basic_ko).filter_map(of).collect()
    }

    /// What the rest of the game comes to after a capture in a ko, the position before it being all that was played before.
    #[must_use]
    pub fn value_in_ko(&self, capture: &KoCapture) -> Outcome {
        let pair = match self.searched_kos.get(&capture.node) {
            Some(found) => [found.lower, found.upper],
            None => self.bounds_in_ko(capture),
        };
        self.outcome(pair, capture.mover, self.besides(capture.after))
    }

    /// Bounds for who is to move after a capture in a ko, without a search.
    pub(super) fn bounds_in_ko(&self, capture: &KoCapture) -> [i16; 2] {
        let [least, most] = self.move_bounds(capture.before, capture.mover.opponent())[capture.at];
        [capture.gain - most, capture.gain - least]
    }

    /// Of the moves from a state those that are `allowed` and keep what the player to move forces, the one that leads nearest to the end.
    fn chosen<'a>(
        &self,
        from: usize,
        options: &'a [Leading],
        allowed: impl Fn(&Leading) -> bool,
    ) -> Option<&'a Leading> {
        let own = self.solution.bounds(&self.graph, from)[0];
        let worth = |o: &Leading| match o.to {
            Some(to) => {
                let kept = o.gain - self.solution.bounds(&self.graph, to)[1] == own;
                // A play that keeps the bound without leading nearer to the end comes last.
                kept.then(|| self.solution.keeps(&self.graph, from, to, o.gain).unwrap_or(u16::MAX))
            }
            None => {
                let [end, _] = self.solution.end[self.graph.class(from)];
                (i16::from(end) == own).then_some(0)
            }
        };
        let kept = options.iter().filter(|o| allowed(o)).filter_map(|o| Some((worth(o)?, o)));
        kept.min_by_key(|(rank, _)| *rank).map(|(_, option)| option)
    }

    /// A best move in a game that has come to a position, of those that are `allowed`: `passed` if the last move was a pass, `ban` the
    /// point on which a ko may not be retaken. `None` if the value from there is not decided, or no best move is allowed. What else was
    /// played before is left aside.
    pub fn choice(
        &self,
        (position, mover): (Position, Colour),
        passed: bool,
        ban: Option<usize>,
        allowed: impl Fn(Move) -> bool,
    ) -> Option<Move> {
        let from = self.graph.node_of(position, mover, passed, ban);
        let [lo, hi] = self.solution.bounds(&self.graph, from);
        let options = self.options(position, mover, passed, ban);
        self.chosen(from, &options, |o| lo == hi && allowed(o.mv)).map(|option| option.mv)
    }

    /// A line of best play, where the value is decided without a search with the history.
    #[must_use]
    pub fn line(&self, board: &WholeBoard, position: Position, mover: Colour) -> Option<BestLine> {
        let [lo, hi] = self.solution.bounds(&self.graph, self.graph.node_of(position, mover, false, None));
        if lo != hi {
            return None;
        }
        self.follow(board, position, mover, |Reached { position, mover, passed, ban, .. }, options, allowed| {
            let from = self.graph.node_of(*position, *mover, *passed, *ban);
            self.chosen(from, options, |o| allowed(o)).map(|option| option.mv)
        })
    }

    /// The line of the moves that are chosen from a position on, given the state, what there is to choose from and what of that the history
    /// allows; `None` if none is chosen.
    pub(super) fn follow(
        &self,
        board: &WholeBoard,
        position: Position,
        mover: Colour,
        mut choose: impl FnMut(&Reached<'_>, &[Leading], &dyn Fn(&Leading) -> bool) -> Option<Move>,
    ) -> Option<BestLine> {
        let rule = remembering(self.play());
        let mut history = History::new(&position, mover, 0);
        let (mut here, mut player, mut passed, mut ban) = (position, mover, false, None);
        let (mut before, mut moves, mut prisoners) = (Vec::new(), Vec::new(), 0);
        for step in 1..=MOST_MOVES {
            let options = self.options(here, player, passed, ban);
            let allowed = |o: &Leading| o.mv.is_none() || history.refuses(rule, player, &o.after).is_none();
            let reached = Reached { before: &before, position: here, mover: player, passed, ban };
            let mv = choose(&reached, &options, &allowed)?;
            let option = options.iter().find(|o| o.mv == mv)?;
            let gain = i32::from(option.gain);
            prisoners += if player == Colour::Black { gain } else { -gain };
            moves.push((player, option.mv, option.after));
            if option.to.is_none() {
                return Some(BestLine { moves, end: Some(self.stopped(board, [position, here], player, prisoners)) });
            }
            match option.mv {
                Some(_) => history.play(player, &option.after, step),
                None => history.pass(player, step),
            }
            before.push((here, player));
            (here, passed, ban) = (option.after, option.mv.is_none(), option.ban);
            player = player.opponent();
        }
        Some(BestLine { moves, end: None })
    }

    /// What the text says where a player has stopped the game, and the prisoners since the start.
    fn stopped(
        &self,
        board: &WholeBoard,
        [start, here]: [Position; 2],
        player: Colour,
        prisoners: i32,
    ) -> (Outcome, i32) {
        let handed = self.play().taken == Taken::CapturedAndPassed;
        // The next to move would be who passed first.
        let end = board.outcome_of(&self.ends, here.seen_by(player));
        let end = if player == Colour::Black { end } else { end.negated() };
        (end, if handed { difference(here) - difference(start) } else { prisoners })
    }

    /// What these moves from a position come to: the outcome with the prisoners, `None` if a move is refused. The moves end with the
    /// pass that stops the game.
    #[must_use]
    pub fn comes_to(
        &self,
        board: &WholeBoard,
        position: Position,
        mover: Colour,
        moves: &[(Colour, Move, Position)],
    ) -> Option<Outcome> {
        let play = self.play();
        let rule = remembering(play);
        let mut history = History::new(&position, mover, 0);
        let (mut here, mut ban, mut prisoners) = (position, None, 0);
        for (step, &(player, mv, _)) in (1..).zip(moves) {
            let Some(point) = mv.map(usize::from) else {
                history.pass(player, step);
                ban = None;
                continue;
            };
            let stone = play.stone(self.board(), here, player, point).filter(|_| ban != Some(point))?;
            if history.refuses(rule, player, &stone.after).is_some() {
                return None;
            }
            history.play(player, &stone.after, step);
            let gain = i32::from(play.gain(&stone));
            prisoners += if player == Colour::Black { gain } else { -gain };
            (here, ban) = (stone.after, stone.ko.filter(|_| play.basic_ko));
        }
        let (player, _, _) = moves.last()?;
        let (end, prisoners) = self.stopped(board, [position, here], *player, prisoners);
        Some(end.plus(prisoners))
    }

    /// Checks every bound that holds without a search against the moves of the rules.
    ///
    /// # Errors
    /// The first that is [`Wrong`].
    pub fn verify(&self) -> Result<(), Wrong> {
        let play = self.play();
        for System { basic_ko, bounds, given_up } in &self.solution.systems {
            let prisoners = play.taken == Taken::Captured;
            let game = PayoffGame { graph: &self.graph, end: &self.solution.end, basic_ko: *basic_ko, prisoners };
            verify(&game, &play, bounds, given_up)?;
        }
        Ok(())
    }
}

/// The rule on repetition that remembers the game.
fn remembering(play: Play) -> KoRule {
    match play.remembered {
        Remembered::Nothing => KoRule::None,
        Remembered::Pairs => KoRule::Fixed,
        Remembered::Situations => KoRule::Situational,
        Remembered::Positions => KoRule::Positional,
    }
}

/// A capture in a ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KoCapture {
    /// The position before it.
    pub(super) before: Position,
    /// Its number among the moves from there.
    pub(super) at: usize,
    /// Prisoners for who made it.
    pub(super) gain: i16,
    /// The position after it.
    pub after: Position,
    /// The player to move then, who may not retake at once.
    pub mover: Colour,
    /// The state after it, or the first one that is alike.
    pub(super) node: usize,
}

/// A move with what it leads to; no node if it stops the game.
pub(super) struct Leading {
    pub(super) mv: Move,
    pub(super) gain: i16,
    pub(super) after: Position,
    pub(super) ban: Option<usize>,
    pub(super) to: Option<usize>,
}
