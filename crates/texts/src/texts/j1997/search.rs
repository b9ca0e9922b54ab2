//! What a play-out comes to (j1997.playout): how that is asked, and bounds of its value.

use std::sync::Arc;

use crate::board::{Board, Colour, Points, Position, points_of};
use crate::law::facts::Facts;
use crate::law::finished::{Sights, for_local};
use crate::law::trace::{Deciding, ruled};
use crate::law::{ClauseId, KoMove, LineMove, RuleSet};
use crate::solve::arena::{Decided, solve};
use crate::solve::deepening::Deepening;
use crate::solve::fixpoint::{LeastFixpoint, Question};
use crate::solve::ladder::least_for;
use crate::solve::line::{Forced, Parting, best_line, decided_by};
use crate::solve::score::{Score, Scores, Valuation};
use crate::solve::search::{LARGEST_LISTED, LISTED_AFTER_SEARCHES};
use crate::solve::thresholds::{Forced as Surely, Sure, Thresholds, for_thresholds};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::j1997::clauses::Endless;
use crate::texts::j1997::counted::{MOST_IN_TWO_WORDS, Worth};
use crate::texts::j1997::finished::bounds;
use crate::texts::j1997::game::{PlayOut, Playing, UNBOUNDED};

/// States expanded before a play-out is held to be a long one.
pub const SHORT: usize = 300;

/// Bounds of the value of a play-out (j1997.playout).
pub trait PlayOutFacts: Send + Sync {
    /// What `player` forces at least in all, from a state in which nobody has made the last of two passes: points for him, stones removed
    /// so far included.
    fn at_least(&self, state: &Playing, player: Colour) -> i16;
}

/// The play-outs of one board, asked what they come to. What has been solved is remembered.
pub struct Asking {
    /// The play-out.
    pub out: PlayOut,
    pub(super) budget: Budget,
    pub(super) conceded: Decided<Conceded, [i16; 2]>,
    facts: Option<Arc<dyn PlayOutFacts>>,
    /// What short play-outs have settled, where there are facts.
    short: Deepening<Playing>,
    /// Play-outs are searched before their states are listed.
    pub(super) searches: bool,
}

impl Asking {
    /// Play-outs of which nothing is solved yet.
    pub fn new(out: PlayOut, budget: Budget, facts: &Facts) -> Asking {
        let facts = facts.known();
        let searches = facts.is_none() && out.board.len() > LARGEST_LISTED;
        Asking { out, budget, conceded: Decided::default(), facts, short: Deepening::default(), searches }
    }

    /// What is seen region by region of the play-out of a position, by those rules: bounds of its value, and of what they are seen. Nothing
    /// on boards that are not searched so.
    pub(super) fn seen(&self, rules: &RuleSet, position: Position) -> Option<(Bounds<i16>, Sights)> {
        let sights = if self.searches { Sights::on(&self.out.board, position) } else { None }?;
        let budget = for_local(self.budget);
        let mut known = Bounds { lower: -UNBOUNDED, upper: UNBOUNDED };
        for sight in sights.each(budget) {
            let Some([lower, upper]) = bounds(rules, sight) else { break };
            known = known.within(Bounds { lower: lower as i16, upper: upper as i16 });
            if known.decided().is_some() {
                break;
            }
        }
        Some((known, sights))
    }

    /// `lo` and `hi` of a play-out, of which these bounds are known.
    pub fn score(&mut self, start: &Playing, known: Bounds<i16>) -> Score {
        if self.out.endless == Endless::Refused {
            let value = self.refused(start, known, false).0;
            return Score { lo: value, hi: value };
        }
        match &self.facts {
            Some(facts) => self.out.settle(facts.as_ref(), &mut self.short, start, self.budget).score,
            None if self.searches => self.searched(start, known),
            None => {
                let mut value = Value::new(&self.out, &mut self.conceded, None, self.budget);
                Scores::default().score(&self.out, &mut value, start, self.budget)
            }
        }
    }

    /// By a search; what it leaves open is listed.
    fn searched(&mut self, start: &Playing, known: Bounds<i16>) -> Score {
        let (out, budget) = (&self.out, for_thresholds(self.budget));
        let level = out.endless == Endless::GainWins && out.board.len() <= MOST_IN_TWO_WORDS;
        let found = if level {
            Thresholds::new(&Worth::<2>(out), budget).score(start, known, budget)
        } else {
            Thresholds::new(&Worth::<6>(out), budget).score(start, known, budget)
        };
        if found.lo.decided().is_some() && found.hi.decided().is_some() {
            return found;
        }
        let mut value = Value::new(out, &mut self.conceded, None, self.budget);
        let listed = Scores::default().score(out, &mut value, start, self.budget.part(LISTED_AFTER_SEARCHES));
        found.and(listed)
    }

    /// The same, with what has proved it where they agree.
    pub fn proved_score(&mut self, start: &Playing, known: Bounds<i16>) -> (Score, Option<Forced<Playing>>) {
        if self.facts.is_some() || self.searches {
            let score = self.score(start, known);
            let value = score.lo.decided().filter(|_| score.lo == score.hi);
            return (score, value.map(Forced::new));
        }
        let mut value = Value::new(&self.out, &mut self.conceded, None, self.budget);
        Forced::score(&self.out, &mut value, start, self.budget)
    }

    /// A line of best play, with the clauses that its moves rest on, and where it ends.
    pub fn best_line(&mut self, start: &Playing, forced: &mut Forced<Playing>) -> (Vec<LineMove>, Playing) {
        let (out, budget) = (&self.out, self.budget);
        let mut value = Value::new(out, &mut self.conceded, self.facts.as_deref(), budget);
        let line = best_line([out; 2], &mut value, forced, start, 80, budget);
        let end = line.last().map_or(*start, |(_, state)| *state);
        let board = &out.board;
        let of = |mv: &KoMove, state: &Playing| (state.mover.opponent(), mv.text(board), state.position);
        (ruled(out, board, start, &line, of), end)
    }
}

impl Asking {
    /// What a clause on kos decides about a play-out whose value is known, if it can be told.
    pub(super) fn decided_by(
        &mut self,
        rules: &RuleSet,
        clause: ClauseId,
        start: &Playing,
        forced: &mut Forced<Playing>,
    ) -> Option<Deciding> {
        let lifted = PlayOut::new(&rules.clone().lifting(clause), &self.out.board);
        let games = [&self.out, &lifted];
        let mut conceded = Decided::default();
        let with = &mut Value::new(games[0], &mut self.conceded, self.facts.as_deref(), self.budget);
        let without = &mut Value::new(games[1], &mut conceded, None, self.budget);
        let (keeper, found) =
            decided_by(games, [with, without], forced, start, least_for(self.out.board.len()), self.budget)?;
        let board = &self.out.board;
        let of = |mv: &KoMove, state: &Playing| (state.mover.opponent(), mv.text(board), state.position);
        let only = if let Parting::Only(mv, _) = found.parting { Some(mv.text(board)) } else { None };
        let line = found.in_first();
        Some(Deciding { keeper, only, line: ruled(&self.out, board, start, &line, of) })
    }
}

/// What became of a play-out.
#[derive(Clone, Copy, Debug)]
pub struct PlayedOut {
    /// Its `lo` and `hi`.
    pub score: Score,
    /// Whether a state was looked at in which it ends because somebody has lost 2mn stones on balance (j1997.no-result). If not,
    /// what is forced does not rest on that.
    pub met_limit: bool,
}

impl PlayOut {
    /// `lo` and `hi` of a play-out, its states bounded by `facts`. `short` is room for the search.
    #[must_use]
    pub fn settle(
        &self,
        facts: &dyn PlayOutFacts,
        short: &mut Deepening<Playing>,
        start: &Playing,
        budget: Budget,
    ) -> PlayedOut {
        let mut conceded = Decided::default();
        let mut value = Value::new(self, &mut conceded, Some(facts), budget);
        short.forget();
        // With good bounds most play-outs are settled by short ones, which cost least.
        let score = match short.bounds(self, &mut value, start, SHORT.min(budget.states)).decided() {
            Some(found) => Score { lo: Bounds::exactly(found), hi: Bounds::exactly(found) },
            None => Scores::default().score(self, &mut short.narrowed(&mut value), start, budget),
        };
        PlayedOut { score, met_limit: value.met_limit }
    }
}

/// The largest board on which play-outs are bounded by those of a player who concedes every ko. There all final positions
/// together have few enough states; on larger boards the bounds would take longer than the play-outs.
const MOST_POINTS: usize = 9;

/// A play-out in which one player concedes every ko: he makes no ko capture and no pass for a ko, while the other makes any
/// ko capture and passes for a ko whenever he could make one. What he gets here he gets in the play-out, so it bounds that
/// from his side; and its states need no bans, so all play-outs of a board share them. Seen as Black's (else with the
/// colours exchanged).
struct Conceding<'a> {
    out: &'a PlayOut,
}

/// A state of [`Conceding`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Conceded {
    position: Position,
    played: Points,
    mover: Colour,
    passed: bool,
    ended: bool,
}

impl Game for Conceding<'_> {
    type State = Conceded;
    type Move = ();

    fn mover(&self, state: &Conceded) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Conceded, out: &mut Vec<((), Conceded)>) {
        if state.ended {
            return;
        }
        let board = &self.out.board;
        let mover = state.mover.opponent();
        out.push(((), Conceded { mover, passed: true, ended: state.passed, ..*state }));
        let mut ko = false;
        for v in points_of(board.empty(state.position)) {
            let Some(play) = board.play(state.position, state.mover, v) else { continue };
            if play.ko.is_some() {
                if state.mover == Colour::Black {
                    continue;
                }
                ko = true;
            }
            let played = (state.played & !play.captured) | 1 << v;
            out.push(((), Conceded { position: play.after, played, mover, passed: false, ended: false }));
        }
        if ko && state.passed {
            out.push(((), Conceded { mover, passed: false, ..*state }));
        }
    }
}

/// What Black gets from here on when he concedes every ko, twice: cut off at `2mn - 1` and at 0. (A play-out ends when one
/// player is 2mn stones ahead. On the way to a total of at least k, a state is never worth more than the cut, so the stones
/// lost before it are fewer than the cut less k: no end by 2mn can come between if k > cut - 2mn.)
struct AtLeast<'a> {
    game: &'a Conceding<'a>,
    cuts: [i16; 2],
}

impl Question<Conceding<'_>> for AtLeast<'_> {
    type Value = [i16; 2];

    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn through(&self, from: &Conceded, to: &Conceded, value: [i16; 2]) -> [i16; 2] {
        let lost = |c: Colour| (from.position.of(c) & !to.position.of(c)).count_ones() as i16;
        let gain = lost(Colour::White) - lost(Colour::Black);
        std::array::from_fn(|i| if value[i] == -UNBOUNDED { value[i] } else { (value[i] + gain).min(self.cuts[i]) })
    }

    fn shifts(&self) -> bool {
        true
    }

    fn known(&mut self, state: &Conceded) -> Bounds<[i16; 2]> {
        let most = |player| gain_at_most(&self.game.out.board, state.position, state.played, player);
        let (lower, upper) = (-most(Colour::White), most(Colour::Black));
        Bounds { lower: self.cuts.map(|cut| cut.min(lower)), upper: self.cuts.map(|cut| cut.min(upper)) }
    }

    fn end(&mut self, state: &Conceded) -> [i16; 2] {
        let count = self.game.out.count(state.position, state.played);
        self.cuts.map(|cut| count.min(cut))
    }
}

/// The value of a play-out, with the help of its conceding twins.
pub struct Value<'a> {
    /// The play-out.
    pub out: &'a PlayOut,
    /// What its conceding twins come to, as far as it is known.
    pub conceded: &'a mut Decided<Conceded, [i16; 2]>,
    facts: Option<&'a dyn PlayOutFacts>,
    /// For each bound; it only saves work.
    budget: Budget,
    /// On the smallest boards bounded by what a player gets who concedes every ko. What is seen at once does not need that.
    pub concedes: bool,
    /// Whether a state was met at which a play-out ends because somebody has lost 2mn stones on balance.
    pub met_limit: bool,
}

impl Value<'_> {
    /// The value of play-outs, bounded by `facts` if there are any; at most `budget` spent on a question about one of them.
    pub fn new<'a>(
        out: &'a PlayOut,
        conceded: &'a mut Decided<Conceded, [i16; 2]>,
        facts: Option<&'a dyn PlayOutFacts>,
        budget: Budget,
    ) -> Value<'a> {
        Value {
            out,
            conceded,
            facts,
            budget: Budget { states: budget.states / 2, ..budget },
            concedes: true,
            met_limit: false,
        }
    }

    /// What `player` gets at least from `state`.
    fn at_least(&mut self, state: &Playing, player: Colour) -> i16 {
        let (start, prisoners) = seen_by(state, player);
        let gain_wins = self.at_least_if_gain_wins(state, &start, player, prisoners);
        match self.out.endless {
            Endless::NeverEnds => self.out.with_an_end(gain_wins, &start, prisoners),
            _ => gain_wins,
        }
    }

    /// Reading `endless=gain-wins`.
    fn at_least_if_gain_wins(&mut self, state: &Playing, start: &Conceded, player: Colour, prisoners: i16) -> i16 {
        if let Some(facts) = self.facts {
            return facts.at_least(state, player);
        }
        let concedes = self.concedes && self.out.board.len() <= MOST_POINTS;
        match self.out.taking_all(start).and_then(|all| self.out.with_prisoners(all, prisoners)) {
            Some(value) => value,
            None if concedes => self.conceding(start, prisoners),
            None => self.out.at_sight(start, prisoners),
        }
    }

    /// What Black gets who concedes every ko.
    fn conceding(&mut self, start: &Conceded, prisoners: i16) -> i16 {
        let game = Conceding { out: self.out };
        let limit = self.out.without_bound();
        let cuts = [limit - 1, 0];
        let mut question = AtLeast { game: &game, cuts };
        let found = solve(&game, &mut LeastFixpoint(&mut question), self.conceded, start, self.budget);
        if found.decided().is_none() {
            // One bound too dear: less is spent on the next ones.
            self.budget.states /= 4;
        }
        let bound = found.lower;
        (0..2)
            .map(|i| bound[i].saturating_add(prisoners))
            .zip(cuts)
            .filter(|&(k, cut)| k > cut - limit)
            .map(|(k, _)| k)
            .max()
            .unwrap_or(-UNBOUNDED)
    }
}

/// A state as it is to Black where it is this player's, and the stones removed so far.
fn seen_by(state: &Playing, player: Colour) -> (Conceded, i16) {
    let Playing { played, passed, .. } = *state;
    let mover = if player == Colour::Black { state.mover } else { state.mover.opponent() };
    let start = Conceded { position: state.position.seen_by(player), played, mover, passed, ended: false };
    (start, state.prisoners(player))
}

/// What Black gets from a state on, as it is seen at once: besides the stones removed so far, and with how many stones he may come to lose on
/// balance on the way.
impl PlayOut {
    /// What is sure for both players by `endless=gain-wins`, besides the stones removed so far.
    pub(super) fn sure(&self, state: &Playing) -> Sure {
        let [lower, upper] = Colour::ALL.map(|player| {
            let (start, prisoners) = seen_by(state, player);
            self.forced_at_sight(&start, prisoners)
        });
        Sure { lower, upper: Surely { value: -upper.value, ..upper } }
    }

    /// What is sure for both players whatever the reading of `endless`, the stones removed so far counted.
    pub(super) fn sure_with_prisoners(&self, state: &Playing) -> Bounds<i16> {
        let [lower, upper] = Colour::ALL.map(|player| {
            let (start, prisoners) = seen_by(state, player);
            let gain_wins = self.at_sight(&start, prisoners);
            if self.endless == Endless::NeverEnds { self.with_an_end(gain_wins, &start, prisoners) } else { gain_wins }
        });
        Bounds { lower, upper: -upper }
    }

    /// Counted with the stones removed so far. `None` if the play-out might end on the way, as Black has lost so many on balance.
    fn with_prisoners(&self, forced: Surely, prisoners: i16) -> Option<i16> {
        (prisoners - i16::from(forced.fall) > -self.without_bound()).then_some(prisoners + forced.value)
    }

    /// The most that is seen at once.
    fn at_sight(&self, start: &Conceded, prisoners: i16) -> i16 {
        self.with_prisoners(self.forced_at_sight(start, prisoners), prisoners).unwrap_or(-UNBOUNDED)
    }

    /// The most that is seen at once and does not come too late.
    fn forced_at_sight(&self, start: &Conceded, prisoners: i16) -> Surely {
        let in_time = |forced: &Surely| self.with_prisoners(*forced, prisoners).is_some();
        if let Some(all) = self.taking_all(start).filter(in_time) {
            return all;
        }
        let passing = self.passing(start);
        match self.holding(start).filter(in_time) {
            Some(held) if held.value > passing.value || !in_time(&passing) => held,
            _ => passing,
        }
    }

    /// Reading `endless=never-ends`, where what is forced must not come to 2mn stones removed on balance for either player: what Black gets,
    /// who by `endless=gain-wins` gets `gain_wins`.
    ///
    /// What Black forces by `endless=gain-wins`, but no more than 1, he forces here too: let him do the same, except that he
    /// passes from then on where that would be a capture of `m` stones by which he comes to be 2mn ahead. Then he is at least
    /// 2mn - m ahead. He has at most mn - m - 1 stones on the board, each of which he may lose together with its point, and
    /// all other points (see [`gain_at_most`]): 2mn - m - 1 in all. So at least 1 is left.
    fn with_an_end(&self, gain_wins: i16, start: &Conceded, prisoners: i16) -> i16 {
        let forced = gain_wins.min(1);
        let board = &self.board;
        // On the way to the whole board Black makes at most two plays for each point to come, but for two eyes (see
        // [`Board::denied`]); each answer of White's may cost a stone, one more if White is to move, and those on the board.
        let others = start.position.of(Colour::White).count_ones() as i16;
        let wall = board.two_eyed(start.position, Colour::Black).0.count_ones() as i16;
        let answers = 2 * (board.len() as i16 - 2 - wall) + 1;
        let all = self.taking_all(start).and_then(|all| self.with_prisoners(all, prisoners));
        let all = all.filter(|_| prisoners + others + answers < self.without_bound());
        let passing = self.with_prisoners(self.passing(start), prisoners);
        [all, passing].into_iter().flatten().fold(forced, i16::max)
    }

    /// What Black gets who always passes. He loses no more stones than that costs him.
    fn passing(&self, start: &Conceded) -> Surely {
        let cost = gain_at_most(&self.board, start.position, start.played, Colour::White);
        Surely { value: -cost, fall: cost as u8 }
    }

    /// What Black gets who takes the whole board, if he can ([`Board::denied`]; his plays for that are no ko captures, so
    /// nothing forbids them). He ends with no stone of White's on the board and every point an eye or a stone of his, each
    /// worth one but for the stones that stood there at the stop; those on the board now are prisoners. If White takes a stone
    /// of Black's meanwhile it is replaced by one that counts, and the stone that took it is taken too. Fewer than mn
    /// stones are taken from him on the way. `None` if this is not to be had, or White may end the play-out by a pass first.
    fn taking_all(&self, state: &Conceded) -> Option<Surely> {
        let board = &self.board;
        let late = state.passed && state.mover == Colour::White;
        if late || !self.count_played || board.denied(state.position, Colour::Black) != board.all() {
            return None;
        }
        let original = state.position.of(Colour::Black) & !state.played;
        let count = state.position.of(Colour::White).count_ones() + (board.all() & !original).count_ones();
        Some(Surely { value: count as i16, fall: board.len() as u8 })
    }

    /// What Black gets who holds what is barred to White ([`Board::barred`]) and lets him have the rest. He answers White there, and passes
    /// only when nothing of White's is left there and no empty point outside is next to W: until then he plays on such points,
    /// which is always legal, as the stone joins W and so is no ko capture. In the end W borders on no dame: every barred
    /// point is worth one but for the stones that stood there at the stop, and White's stones there are prisoners; losses there are
    /// made good as in [`PlayOut::taking_all`], whose other conditions hold here too. Outside White gains no more than Black's stones, and a
    /// point for each but his own original stones.
    fn holding(&self, state: &Conceded) -> Option<Surely> {
        let board = &self.board;
        let late = state.passed && state.mover == Colour::White;
        if late || !self.count_played {
            return None;
        }
        let barred = board.barred(state.position, Colour::Black);
        if barred == 0 {
            return None;
        }
        let [black, white] = state.position.stones;
        let outside = board.all() & !barred;
        let gained = (white & barred).count_ones() + (barred & !(black & !state.played)).count_ones();
        let lost = (black & outside).count_ones() + (outside & !(white & !state.played)).count_ones();
        Some(Surely { value: gained as i16 - lost as i16, fall: board.len() as u8 })
    }
}

/// The most that `player` gains from here on if the other always passes, which ends the play-out: he removes no immortal
/// stone, and ends with territory and played stones only on points that hold neither such a stone nor an original one of
/// his own.
pub(super) fn gain_at_most(board: &Board, position: Position, played: Points, player: Colour) -> i16 {
    let immortal = board.immortal(position, player.opponent());
    let original = position.of(player) & !played;
    let captures = (position.of(player.opponent()) & !immortal).count_ones();
    (captures + (board.all() & !immortal & !original).count_ones()) as i16
}

impl Valuation<PlayOut> for Value<'_> {
    fn maximiser(&self) -> Colour {
        Colour::Black
    }

    fn end(&self, state: &Playing) -> i16 {
        self.out.value(state)
    }

    fn known(&mut self, state: &Playing) -> Bounds<i16> {
        if state.ended {
            self.met_limit |= self.out.is_without_bound(state);
            return Bounds::exactly(Valuation::<PlayOut>::end(self, state));
        }
        if self.out.is_endless(state) {
            return Bounds { lower: -UNBOUNDED, upper: UNBOUNDED };
        }
        let lower = self.at_least(state, Colour::Black);
        let upper = -self.at_least(state, Colour::White);
        Bounds { lower, upper }
    }
}
