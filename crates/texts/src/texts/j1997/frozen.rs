//! Positions of any size on which almost nothing is open: the play-out on the open points is searched ([`crate::solve::frozen`]).
//!
//! *Spare moves cost nothing.* Who fills an eye of a frozen string gives up a point of territory (life.5) and has a stone played there (playout.7), one for the
//! other; if the group is in seki (life.4), neither counts. So an end counts the same as if all eyes were empty still, and no more than the open
//! points tell which groups have dame.
//!
//! *Ko stones.* A frozen string is none, as one with an eye left has another liberty, and one that has filled an eye is of several stones. It makes no difference to
//! the others (life.1) either, but for one case: where the opponent of the restricted player may have filled all eyes of a string that has but one liberty
//! left, a stone beside that liberty would not be taken in a ko, as the string is taken with it. Such an end is held to be lost.

use super::clauses::{Agreement, Endless};
use super::counted::Worth;
use super::finished::{of_play_out, played_out};
use super::game::{PlayOut, Playing, UNBOUNDED};
use crate::board::{Board, Colour, Points, Position};
use crate::law::finished::{Finished, Sight};
use crate::law::verdict::margin;
use crate::law::{KoMove, Reading, RuleSet, Trace};
use crate::solve::frozen::{Bound, Frozen, Groups, Others, Sparing, Spent};
use crate::solve::thresholds::{Counted, Forced, Sight as Seen, Sure, Thresholds, for_thresholds};
use crate::solve::{Bounds, Game};
use crate::texts::j1997::clauses::*;

/// A spare move is a play elsewhere: no pass, and bans stay as they are (playout.5).
impl Sparing for PlayOut {
    fn position(&self, state: &Playing) -> Position {
        state.position
    }

    fn is_over(&self, state: &Playing) -> bool {
        state.ended
    }

    fn spared(&self, state: &Playing) -> Playing {
        Playing { mover: state.mover.opponent(), passed: false, ..*state }
    }

    fn lifted(&self, from: &Playing, to: &Playing) -> Points {
        if from.position == to.position { from.bans.less(to.bans) } else { 0 }
    }
}

/// The play-out on open points, one player being restricted.
struct OnOpenPoints<'a> {
    bound: Bound<'a, PlayOut>,
    groups: &'a Groups,
}

type OpenState = Spent<Playing>;

impl OnOpenPoints<'_> {
    fn worth(&self) -> Worth<'_, 6> {
        Worth(self.bound.game)
    }

    /// The count at an end, but for the stones removed.
    fn count(&self, state: &OpenState) -> i16 {
        let Bound { game, frozen, player, .. } = self.bound;
        let (Playing { position, played, .. }, other) = (state.at, player.opponent());
        let spent = state.spent()[other.index()];
        let board = &self.groups.board;
        let life = game.clauses.apply(board, position.stones, &mut Trace::silent());
        if life.dead != 0 && frozen.may_be_in_atari(position, other, spent) {
            return if player == Colour::Black { -UNBOUNDED } else { UNBOUNDED };
        }
        let played = life.played(position.stones, played);
        let of = |c: usize| self.groups.count(life.territory[c]) + self.groups.apart[c] + played[c].count_ones() as i16;
        of(0) - of(1) + margin(&game.clauses.prisoners::<Board>(position.stones, &life)) as i16
    }

    /// What `player` forces from a state on besides the stones removed so far, and how many stones he loses at most.
    ///
    /// He plays on empty points beside his strings that frozen ones are a part of, and passes only while there are none. Such a play is legal, as those strings keep
    /// eyes, and no ko capture. They grow until no empty point is beside them but eyes of theirs. So in the end their groups have no dame: their eyes count, and their
    /// stones that were played. The other gets all his own eyes at most, a point for every other open point on which no original stone of his stands, and one for each
    /// stone of the player's there. Of his stones that are taken meanwhile each is worth one to the player, and if he plays there again, that stone is worth one to him.
    fn filling(&self, state: &OpenState, player: Colour) -> Forced {
        let (Playing { position, played, .. }, frozen) = (state.at, self.bound.frozen);
        let other = player.opponent();
        let walls = Colour::ALL.map(|c| position.of(c) & !frozen.open_points());
        let joined = frozen.joined_to_walls(position, player);
        let left = frozen.open_points() & !joined;
        let original = position.of(other) & !played;
        let lost = (left & !original).count_ones() + (left & position.of(player)).count_ones();
        let gained = (joined & played).count_ones();
        let eyes = self.groups.eyes(walls[player.index()], player) - self.groups.eyes(walls[other.index()], other);
        Forced { value: eyes + gained as i16 - lost as i16, fall: (left & position.of(player)).count_ones() as u8 }
    }

    /// The same, if the other cannot end the play-out before it is done, and it does not come to an end by the stones removed.
    fn sure_for(&self, state: &OpenState, player: Colour) -> Forced {
        let Playing { mover, passed, prisoners, .. } = state.at;
        let game = self.bound.game;
        let mut forced = self.filling(state, player);
        if passed && mover != player {
            let end = self.count(state);
            forced.value = forced.value.min(if player == Colour::Black { end } else { -end });
        }
        if !self.worth().is_level() {
            // Between his plays, of which there are no more than open points, the other makes no more plays than there are.
            let open = self.bound.frozen.open() as i16;
            let in_time = prisoners.abs() + open * (open + 2) < game.without_bound();
            let removed = if player == Colour::Black { prisoners } else { -prisoners };
            forced.value = if in_time { forced.value + removed } else { -UNBOUNDED };
        }
        forced
    }
}

impl Game for OnOpenPoints<'_> {
    type State = OpenState;
    type Move = Option<KoMove>;

    fn mover(&self, state: &OpenState) -> Colour {
        self.bound.mover(state)
    }

    fn moves(&self, state: &OpenState, out: &mut Vec<(Self::Move, OpenState)>) {
        self.bound.moves(state, out);
    }
}

impl Counted for OnOpenPoints<'_> {
    type Key = [u64; 6];

    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn sight(&self, state: &OpenState) -> Seen<[u64; 6]> {
        if state.at.has_ended() && !self.bound.game.is_without_bound(&state.at) {
            let removed = if self.worth().is_level() { 0 } else { state.at.prisoners(Colour::Black) };
            return Seen::Over(self.count(state) + removed);
        }
        match self.worth().sight(&state.at) {
            Seen::Open(mut key) => {
                let [black, white] = state.spent().map(u64::from);
                key[5] |= black << 32 | white << 40;
                Seen::Open(key)
            }
            other => other,
        }
    }

    fn gained(&self, state: &OpenState) -> i16 {
        self.worth().gained(&state.at)
    }

    fn limit(&self) -> i16 {
        self.worth().limit()
    }

    fn sure(&self, state: &OpenState) -> Sure {
        let [lower, upper] = Colour::ALL.map(|player| self.sure_for(state, player));
        Sure { lower, upper: Forced { value: -upper.value, ..upper } }
    }

    fn number(mv: &Self::Move) -> usize {
        mv.as_ref().map_or(66, <Worth<'_, 6> as Counted>::number)
    }
}

/// What the play-out comes to, this player moving first, if a search of the open points tells.
fn value(rules: &RuleSet, sight: &Sight, (frozen, groups): (&Frozen, &Groups), first: Colour) -> Option<i16> {
    let game = PlayOut { points: sight.position().grid().len(), ..PlayOut::new(rules, frozen.board()) };
    let start = Spent::start(game.start(frozen.position(), first));
    let [lower, upper] = of_play_out(rules, sight).map(|bound| bound as i16);
    let budget = for_thresholds(sight.budget());
    let search = |player: Colour, known: Bounds<i16>| {
        let bound = Bound { game: &game, frozen, player, others: Others::Counted };
        Thresholds::new(&OnOpenPoints { bound, groups }, budget).score(&start, known, budget)
    };
    // What Black forces where he is restricted he forces; and White.
    let lower = search(Colour::Black, Bounds { lower, upper }).lo.lower;
    let upper = search(Colour::White, Bounds { lower, upper }).hi.upper;
    (lower == upper && lower.abs() < UNBOUNDED).then_some(lower)
}

/// The verdict, if a search of the open points tells what the play-out comes to; if it is not said who moves first, whoever does.
pub fn finished(rules: &RuleSet, sight: &Sight, trace: &mut Trace) -> Option<Finished> {
    let plays = rules.is_whole() && rules.read::<Agreement>() == Agreement::PlayOut;
    if !plays || rules.read::<Endless>() == Endless::Refused {
        return None;
    }
    let frozen = Frozen::of(&sight.board, sight.stones)?;
    let groups = frozen.groups(&sight.board)?;
    let firsts = Colour::ALL.into_iter().filter(|first| {
        let first = if *first == Colour::Black { First::Black } else { First::White };
        rules.value(First::CHOICE.key).is_none() || rules.read::<First>() == first
    });
    let values: Vec<i16> = firsts.map(|first| value(rules, sight, (&frozen, &groups), first)).collect::<Option<_>>()?;
    let value = *values.first().filter(|value| values.iter().all(|other| other == *value))?;
    trace.cite_read(J1997_PLAYOUT_2, rules, First::CHOICE, || match values.len() {
        1 => "the play-out starts from the final position".to_string(),
        _ => "the play-out starts from the final position; whoever moves first, it comes to the same".to_string(),
    });
    trace.cite(J1997_PLAYOUT_6, || {
        format!(
            "Black forces {value} and White holds him to it: all but {} points are strings that keep two eyes, and such eyes; what follows on those points was \
             searched, with the spare moves in the eyes, which cost nothing as stones that were played count",
            frozen.open()
        )
    });
    Some(played_out(sight, value.into()))
}
