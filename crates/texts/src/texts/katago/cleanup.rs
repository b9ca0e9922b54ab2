//! The cleanup phases of territory scoring: ko-moves, blocks, and what ends a phase.

use rustc_hash::FxHashMap;

use super::clauses::*;
use super::judge::Second;
use super::turns::{Made, Turns};
use crate::board::plain::PlainPosition;
use crate::board::{Colour, PointSet, Wide, WideBoard};
use crate::law::procedure::Course;
use crate::law::procedure::judged::{Fact, Judged, Refusal};

/// katago.cleanup.2: the colouring, the blocked points, and who has the next turn.
type State = ([Wide; 2], Wide, Colour);

/// A cleanup phase as far as it has come.
#[derive(Clone, Debug)]
pub struct Cleanup {
    is_second: bool,
    /// The stones when the phase began.
    start: [Wide; 2],
    /// The moves that each player has made in the phase.
    moves: [i32; 2],
    /// The points marked as ko-recapture-blocked.
    blocked: Wide,
    /// By player, point and colouring: the step at which such a move was made in the phase.
    made: FxHashMap<(Colour, usize, [Wide; 2]), usize>,
    /// The states in which players have passed in the phase.
    passed: Vec<State>,
    /// The states in which turns have begun since the last pass in the phase, the present one last.
    since_pass: Vec<State>,
}

impl Cleanup {
    /// A phase that begins here: nothing is marked.
    pub fn begin(course: &Course, is_second: bool) -> Cleanup {
        let mut cleanup = Cleanup {
            is_second,
            start: WideBoard::stones(&course.position),
            moves: [0; 2],
            blocked: Wide::default(),
            made: FxHashMap::default(),
            passed: Vec::new(),
            since_pass: Vec::new(),
        };
        let next = course.passes.last().map_or(Colour::Black, |last| last.opponent());
        cleanup.since_pass.push((cleanup.start, cleanup.blocked, next));
        cleanup
    }

    /// Whether it is the second one.
    pub fn is_second(&self) -> bool {
        self.is_second
    }

    /// What the count has to know of it.
    pub fn second(&self) -> Second<Wide> {
        Second { stones: self.start, moves: self.moves }
    }

    /// katago.cleanup.1: whether a move that leads from `before` to `after`, taking `captured`, could be taken back by a move of the
    /// opponent. He would have to play where his stone was taken, and no more than one can have been, as he puts down one.
    fn is_ko_move(player: Colour, before: &PlainPosition, after: &PlainPosition, captured: &[usize]) -> bool {
        let [taken] = captured[..] else { return false };
        after.play_or_suicide(player.opponent(), taken).is_ok_and(|(reply, _)| reply.after == *before)
    }

    /// katago.cleanup.legal.
    pub fn check_move(&self, game: &Turns, player: Colour, point: usize) -> Result<Made, Judged> {
        game.check_turn(player)?;
        let made = game.pseudolegal(player, point)?;
        let position = &game.game.course.position;
        let ko = Self::is_ko_move(player, position, &made.0.after, &made.0.captured);
        if !ko || !game.applies(KATAGO_CLEANUP_LEGAL) {
            return Ok(made);
        }
        if let Some(&stone) = made.0.captured.iter().find(|&&p| self.blocked.has(p)) {
            let fact = Fact::Points { what: "captures a stone that is ko-recapture-blocked", points: vec![stone] };
            return Err(Judged::refused(Refusal::KoBan, KATAGO_CLEANUP_LEGAL, fact));
        }
        match self.made.get(&(player, point, WideBoard::stones(position))) {
            Some(&step) => Err(Judged::refused(Refusal::FixedKo, KATAGO_CLEANUP_LEGAL, Fact::SamePair { step })),
            None => Ok(made),
        }
    }

    /// A turn begins: whether the game ends without result.
    fn begins(&mut self, game: &Turns) -> bool {
        let course = &game.game.course;
        let mover = course.mover.unwrap_or(Colour::Black);
        let state = (WideBoard::stones(&course.position), self.blocked, mover);
        let before = self.since_pass.iter().filter(|s| **s == state).count();
        self.since_pass.push(state);
        before >= 2 && game.applies(KATAGO_CLEANUP_END_NO_RESULT)
    }

    /// A legal move has been made: whether its stone is blocked now, and whether the game ends without result.
    pub fn moved(&mut self, game: &Turns, player: Colour, point: usize, before: &PlainPosition) -> (bool, bool) {
        let after = &game.game.course.position;
        let (was, stones) = (WideBoard::stones(before), WideBoard::stones(after));
        self.made.insert((player, point, was), game.step);
        self.moves[player.index()] += 1;
        let captured: Vec<usize> =
            was[player.opponent().index()].less(stones[player.opponent().index()]).points().collect();
        let ko = game.applies(KATAGO_CLEANUP_LEGAL) && Self::is_ko_move(player, before, after, &captured);
        if ko {
            self.blocked = self.blocked | Wide::one(point);
        }
        self.blocked = self.blocked & (stones[0] | stones[1]);
        (ko, self.begins(game))
    }

    /// A pass is made: whether the phase is over.
    pub fn passed(&mut self, game: &mut Turns, player: Colour) -> bool {
        let state = (WideBoard::stones(&game.game.course.position), self.blocked, player);
        let again = self.passed.contains(&state);
        self.passed.push(state);
        game.game.pass(player, game.step);
        self.since_pass = vec![(state.0, state.1, player.opponent())];
        again || game.game.course.passes.len() >= 2
    }

    /// katago.cleanup.unblock: the block on an opposing stone is lifted that stands alone, with `point` as its only liberty, or on it.
    /// Whether the game ends without result.
    pub fn unblock(&mut self, game: &mut Turns, player: Colour, point: usize) -> Result<bool, Judged> {
        game.check_turn(player)?;
        let position = &game.game.course.position;
        let opponent = player.opponent();
        let may = |stone: &usize| {
            let alone = position.at(*stone) == Some(opponent) && position.string_at(*stone).len() == 1;
            let liberties = position.liberties(&[*stone]);
            alone && liberties.len() == 1 && (*stone == point || liberties == [point])
        };
        let stones: Vec<usize> = self.blocked.points().filter(may).collect();
        let refused = |what| {
            let fact = Fact::Points { what, points: vec![point] };
            Judged::refused(Refusal::NothingToLift, KATAGO_CLEANUP_UNBLOCK, fact)
        };
        let stone = match stones[..] {
            [stone] => stone,
            [] => return Err(refused("no blocked stone of the opponent's stands alone and in atari at")),
            _ => return Err(refused("several stones are meant; name the one, and not its liberty")),
        };
        self.blocked = self.blocked.less(Wide::one(stone));
        game.game.course.pass_for_ko(player);
        Ok(self.begins(game))
    }
}
