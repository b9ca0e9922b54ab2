//! What a position is worth if it is played on to two successive passes under superko, for the number that the last position is
//! worth to Black.
//!
//! *Without the history* a state is the position, the player to move and how many passes have just been made; `lo` and `hi` are those
//! of [`super::score`], kept within what any position is worth: where one player can go on for ever by himself (suicide) the other
//! forces no end at all, and superko will. Superko forbids positions (positional) or positions with a player to move (situational; where only
//! those count to which moves of the same player have led, it forbids fewer of these), so one mark stands for several states. The sandwich
//! holds all the same, and so does [`super::history`], for the shortest way to what a player forces. Say that by it he plays to the position P, the other one to move, and that P was there before, farther from the goal:
//!
//! * the other one to move, he himself having passed: whatever could be done then can be done now, but for the pass that would
//!   have ended the play. What was won then cannot have been farther than what is won now, and if that pass would not have been good for
//!   him it was lost;
//! * he himself to move (which positional superko minds): now the other one may pass, and then he has the plays that he had
//!   before, or ends the play by a second pass. In the first case it was no farther then; in the second he could have passed then, and
//!   would not have come back to P by as many as three moves.
//!
//! Where only own moves count ([`Superko::OwnMoves`]), a play may leave the position as it is: suicide of one stone. So much is then remembered
//! as long as the position stays: which players' moves have led to it. Who forces something leaves such plays out, and the other one makes
//! none where a move of his has led to the position since it last came up. The first has no more moves than in the game, the other no fewer. For
//! the shortest way that holds what is said above: when P came up before, by a play or a pass of the player himself, the other one had no
//! move that he has not now, but for the pass that would have ended the play.
//!
//! *With the history*, for the question whether Black gets at least `k`, who has passed need not be remembered: a player to whom
//! the present position is not good enough does not pass, since the other one would end the play; after the pass of one to whom it is
//! good enough the other one has to play, as he would end the play to his own harm. So a state is a position and a player to move.

use rustc_hash::FxHashMap;

use super::history::{Learned, Memory, Without, wins};
use super::line::{Forced, Line, best_line};
use super::score::{Scores, Valuation};
use super::{Bounds, Budget, Game};
use crate::board::{Colour, Position};

/// What may not come back by a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Superko {
    /// A position; the start counts.
    Positions,
    /// A position with the same player to move; the start counts.
    Situations,
    /// A position to which a move of the same player has led, a pass too. The start was led to by none.
    OwnMoves,
}

/// Play under superko.
pub trait Play {
    /// Appends the plays of a player with the positions they lead to. Unless only [`Superko::OwnMoves`] are minded none of these is the
    /// one they are made in.
    fn plays(&self, position: Position, mover: Colour, out: &mut Vec<(u8, Position)>);

    /// What the position is worth to Black if the play ends in it.
    fn worth(&self, position: Position) -> i16;

    /// No position is worth more than this to either player.
    fn most(&self) -> i16;

    /// What may not come back.
    fn superko(&self) -> Superko;
}

/// A state without the history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// Successive passes just made; two end the play.
    pub passes: u8,
    /// By player, if superko is in force and only own moves count: a move of his has led to the position since it last came up.
    pub led: Option<[bool; 2]>,
}

impl State {
    /// The start, with nothing of it kept.
    #[must_use]
    pub fn new(position: Position, mover: Colour) -> State {
        State { position, mover, passes: 0, led: None }
    }
}

/// Play without a repetition rule, as it is looked at for what one player forces: where it is kept which moves have led to the position, the plays
/// that leave it as it is are not for him, and for the other one only where no move of his has led to it.
pub struct Free<'a, P> {
    /// The play.
    pub play: &'a P,
    /// The player who forces something.
    pub forcing: Colour,
}

impl<'a, P> Free<'a, P> {
    /// For what Black forces, and for what White does.
    fn of_each(play: &'a P) -> [Free<'a, P>; 2] {
        Colour::ALL.map(|forcing| Free { play, forcing })
    }
}

impl<P: Play> Game for Free<'_, P> {
    type State = State;
    type Move = Option<u8>;

    fn mover(&self, state: &State) -> Colour {
        state.mover
    }

    fn moves(&self, state: &State, out: &mut Vec<(Option<u8>, State)>) {
        if state.passes == 2 {
            return;
        }
        let (mover, moved) = (state.mover.opponent(), state.mover.index());
        // The marks after a move, from those that stand before it.
        let marked = |led: Option<[bool; 2]>| {
            led.map(|mut led| {
                led[moved] = true;
                led
            })
        };
        out.push((None, State { mover, passes: state.passes + 1, led: marked(state.led), ..*state }));
        let mut plays = Vec::new();
        self.play.plays(state.position, state.mover, &mut plays);
        out.extend(plays.into_iter().filter_map(|(p, position)| {
            let stays = position == state.position;
            if stays && state.led.is_some_and(|led| state.mover == self.forcing || led[moved]) {
                return None;
            }
            let led = marked(if stays { state.led } else { state.led.map(|_| [false; 2]) });
            Some((Some(p), State { led, ..State::new(position, mover) }))
        }));
    }
}

/// The worth of the last position, as the number at the end of [`Free`].
pub struct Worth<'a, P>(pub &'a P);

impl<P: Play> Valuation<Free<'_, P>> for Worth<'_, P> {
    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn end(&self, state: &State) -> i16 {
        self.0.worth(state.position)
    }

    fn known(&mut self, state: &State) -> Bounds<i16> {
        if state.passes == 2 {
            return Bounds::exactly(self.0.worth(state.position));
        }
        Bounds { lower: -self.0.most(), upper: self.0.most() }
    }
}

/// Play for a worth of at least `k`: a position and the player to move.
struct Wanted<'a, P> {
    play: &'a P,
    k: i16,
}

impl<P: Play> Game for Wanted<'_, P> {
    type State = (Position, Colour);
    type Move = Option<u8>;

    fn mover(&self, state: &Self::State) -> Colour {
        state.1
    }

    fn moves(&self, &(position, mover): &Self::State, out: &mut Vec<(Option<u8>, Self::State)>) {
        let mut plays = Vec::new();
        self.play.plays(position, mover, &mut plays);
        out.extend(plays.into_iter().map(|(p, after)| (Some(p), (after, mover.opponent()))));
        if (self.play.worth(position) >= self.k) == (mover == Colour::Black) {
            out.push((None, (position, mover.opponent())));
        }
    }
}

/// The memory of a game that is played for at least `k`.
struct Remembering {
    superko: Superko,
    k: i16,
}

impl<P: Play> Memory<Wanted<'_, P>> for Remembering {
    type Mark = (Position, Option<Colour>);
    /// The moves depend on what is wanted.
    type Name = (Position, Colour, i16);

    fn name(&self, &(position, mover): &(Position, Colour)) -> Self::Name {
        (position, mover, self.k)
    }

    fn visited(&self, &(position, mover): &(Position, Colour)) -> Option<Self::Mark> {
        (self.superko == Superko::Situations).then_some((position, Some(mover)))
    }

    fn left(&self, from: &(Position, Colour), _: &Option<u8>, to: &(Position, Colour)) -> Option<Self::Mark> {
        match self.superko {
            Superko::Situations => None,
            // Of a position that stands for two states, the mark is left with the position, so that both are looked at together.
            Superko::Positions => Some((from.0, None)),
            Superko::OwnMoves => Some((to.0, Some(to.1))),
        }
    }

    fn forbidding(&self, _: &(Position, Colour), mv: &Option<u8>, to: &(Position, Colour)) -> Option<Self::Mark> {
        mv.map(|_| (to.0, (self.superko != Superko::Positions).then_some(to.1)))
    }
}

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The worth, or bounds of it.
    pub worth: Bounds<i16>,
    /// The history was needed.
    pub history: bool,
    /// The budget ran out.
    pub undecided: bool,
}

/// What the worth of a start rests on.
pub enum Ground<'a, P: Play> {
    /// Both players force it without a memory of the game.
    Play {
        /// A line of best play.
        line: Line<Free<'a, P>>,
        /// The line comes to the end of the play; else there was no room for it.
        ends: bool,
    },
    /// Superko decides. What both force without it, if that is known.
    Superko(Option<Bounds<i16>>),
}

/// The longest line shown.
const MOST_MOVES: usize = 60;

/// The values of positions, with what has been found of others.
pub struct SuperkoValues<P> {
    play: P,
    budget: Budget,
    scores: Scores<State>,
    learned: Learned<(Position, Colour, i16)>,
    known: FxHashMap<(State, bool), Value>,
}

impl<P: Play> SuperkoValues<P> {
    /// Nothing is known yet.
    pub fn new(play: P, budget: Budget) -> SuperkoValues<P> {
        SuperkoValues {
            play,
            budget,
            scores: Scores::default(),
            learned: Learned::default(),
            known: FxHashMap::default(),
        }
    }

    /// The play.
    pub fn play(&self) -> &P {
        &self.play
    }

    /// The start of play from a position with this player to move.
    #[must_use]
    pub fn start(&self, position: Position, mover: Colour, superko: bool) -> State {
        let own_moves = superko && self.play.superko() == Superko::OwnMoves;
        State { led: own_moves.then_some([false; 2]), ..State::new(position, mover) }
    }

    /// `lo` and `hi` of a state without the history; `None` if the budget ran out.
    pub fn bounds(&mut self, state: &State) -> Option<Bounds<i16>> {
        let SuperkoValues { play, budget, scores, .. } = self;
        let [black, white] = Free::of_each(&*play);
        let lower = scores.lo(&black, &mut Worth(&*play), state, *budget).decided()?;
        Some(Bounds { lower, upper: scores.hi(&white, &mut Worth(&*play), state, *budget).decided()? })
    }

    /// What a position is worth with this player to move, it being all of the history; without superko, its `lo` and `hi`.
    pub fn value(&mut self, position: Position, mover: Colour, superko: bool) -> Value {
        let start = self.start(position, mover, superko);
        if let Some(known) = self.known.get(&(start, superko)) {
            return *known;
        }
        let value = self.find(start, superko);
        if !value.undecided {
            self.known.insert((start, superko), value);
        }
        value
    }

    /// What it rests on that a start is worth so much: play that shows it, or superko.
    pub fn ground(&mut self, start: &State, worth: i16) -> Ground<'_, P> {
        match self.bounds(start) {
            Some(bounds) if bounds.decided().is_some() => {
                let (free, mut end) = (Free::of_each(&self.play), Worth(&self.play));
                let line =
                    best_line(free.each_ref(), &mut end, &mut Forced::new(worth), start, MOST_MOVES, self.budget);
                let ends = line.last().is_some_and(|(_, state)| state.passes == 2);
                Ground::Play { line, ends }
            }
            bounds => Ground::Superko(bounds),
        }
    }

    fn find(&mut self, start: State, superko: bool) -> Value {
        let SuperkoValues { play, budget, scores, learned, .. } = self;
        let ([black, white], budget) = (Free::of_each(&*play), *budget);
        let lo = scores.lo(&black, &mut Worth(&*play), &start, budget);
        let hi = scores.hi(&white, &mut Worth(&*play), &start, budget);
        let (Some(mut best), Some(upper)) = (lo.decided(), hi.decided()) else {
            let worth = Bounds { lower: lo.lower, upper: hi.upper };
            return Value { worth, history: false, undecided: true };
        };
        if !superko || best == upper {
            return Value { worth: Bounds { lower: best, upper }, history: false, undecided: false };
        }
        while best < upper {
            let k = best + 1;
            // The greatest worth for which all that is looked at is won without the history, or is not, as for `k`.
            let mut alike = upper;
            let game = Wanted { play: &*play, k };
            let without = |&(position, mover): &(Position, Colour)| {
                // Whichever moves have led to it: without a mark the other player has all the plays that he can have.
                let state = State { led: start.led, ..State::new(position, mover) };
                // Which passes are of use depends on it too.
                if play.worth(position) >= k {
                    alike = alike.min(play.worth(position));
                }
                let lo = scores.lo(&black, &mut Worth(&*play), &state, budget).decided()?;
                if lo >= k {
                    alike = alike.min(lo);
                    return Some(Without::Won(Colour::Black));
                }
                let hi = scores.hi(&white, &mut Worth(&*play), &state, budget).decided()?;
                if hi < k {
                    return Some(Without::Won(Colour::White));
                }
                alike = alike.min(hi);
                Some(Without::Open)
            };
            let memory = Remembering { superko: play.superko(), k };
            match wins(&game, &memory, &(start.position, start.mover), Colour::Black, without, learned, budget) {
                Some(true) => best = alike,
                Some(false) => break,
                None => return Value { worth: Bounds { lower: best, upper }, history: true, undecided: true },
            }
        }
        Value { worth: Bounds::exactly(best), history: true, undecided: false }
    }
}
