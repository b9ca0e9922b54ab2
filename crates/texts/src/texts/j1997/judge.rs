//! Japanese 1997: life and death of a position (its clauses 1 to 5), what a play-out to completion comes to (its clauses 2, 6 and 7),
//! and the result.
//!
//! The clauses are written over any kernel: the end of a recorded game is counted by the same functions.

use super::finished;
use super::search::Asking;
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, StoneString, points_of};
use crate::law::trace::points;
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::{ClauseId, Interpreter, Reading, RuleSet, Trace};
use crate::solve::Bounds;
use crate::solve::line::Forced;
use crate::texts::j1997::clauses::*;

use super::game::*;

/// j1997.life.1 to life.5 applied to a position.
#[derive(Clone, Debug)]
pub struct LifeAndDeath<S = Points> {
    /// Dead ko stones.
    pub dead: S,
    /// Living stones of groups in seki.
    pub seki: S,
    /// Points of territory, by player.
    pub territory: [S; 2],
    /// Eye points of groups in seki, by player.
    pub eyes_in_seki: [S; 2],
    /// Dame.
    pub dame: S,
}

/// The clauses of "Life and Death", as a rule set reads them.
#[derive(Clone, Debug)]
pub struct Clauses {
    rules: RuleSet,
    ko_stones_die: bool,
    seki_exists: bool,
    pub(super) ko_stones_are_prisoners: bool,
}

impl Clauses {
    /// The clauses as `rules` read them.
    #[must_use]
    pub fn new(rules: &RuleSet) -> Clauses {
        Clauses {
            rules: rules.clone(),
            ko_stones_die: rules.applies(J1997_LIFE_1),
            seki_exists: rules.applies(J1997_LIFE_4),
            ko_stones_are_prisoners: rules.read::<KoStones>() == KoStones::Prisoners,
        }
    }

    /// The five clauses in their order. With `ko-stones=prisoners` dead ko stones leave the board before anything is
    /// counted, and are returned as dead all the same.
    #[must_use]
    pub fn apply<K: Kernel>(&self, board: &K, stones: [K::Set; 2], trace: &mut Trace) -> LifeAndDeath<K::Set> {
        let dead = self.ko_stones(board, stones, trace);
        let standing = if self.ko_stones_are_prisoners { stones.map(|s| s.less(dead)) } else { stones };
        let living = standing.map(|s| s.less(dead));
        let (eyes, dame) = eye_points(board, standing, living, trace);
        let (mut seki, mut territory, mut eyes_in_seki) = (K::Set::default(), eyes, [K::Set::default(); 2]);
        for c in [0, 1] {
            let mut whole = K::Set::default();
            for group in groups(board, living[c], eyes[c]) {
                if self.is_in_seki(board, group & living[c], dame) {
                    seki = seki | group & living[c];
                    eyes_in_seki[c] = eyes_in_seki[c] | group & eyes[c];
                }
                whole = whole | group;
            }
            territory[c] = (eyes[c] & whole).less(eyes_in_seki[c]);
        }
        let life = LifeAndDeath { dead, seki, territory, eyes_in_seki, dame };
        if trace.is_kept() {
            life.cite(board, living, eyes, trace);
        }
        life
    }

    /// life.1: ko stones are dead, all other stones are alive.
    fn ko_stones<K: Kernel>(&self, board: &K, stones: [K::Set; 2], trace: &mut Trace) -> K::Set {
        if !self.ko_stones_die {
            return K::Set::default();
        }
        let dead = board.in_ko(stones);
        if !dead.is_none() {
            trace.cite_read(J1997_LIFE_1, &self.rules, KoStones::CHOICE, || {
                format!("dead ko stones: {}", points(board, dead))
            });
        }
        dead
    }

    /// life.4: a group is in seki if it has dame.
    fn is_in_seki<K: Kernel>(&self, board: &K, stones: K::Set, dame: K::Set) -> bool {
        self.seki_exists && board.around(stones).meets(dame)
    }

    /// Dead ko stones counted as prisoners (reading `ko-stones=prisoners`), by the player whose prisoners they are.
    pub(super) fn prisoners<K: Kernel>(&self, stones: [K::Set; 2], life: &LifeAndDeath<K::Set>) -> Vec<Claim<K::Set>> {
        let taken = |player: Colour| stones[player.opponent().index()] & life.dead;
        let claim = |player| Claim::each(J1997_RESULT, player, "dead ko stones taken as prisoners", taken(player), 1);
        if self.ko_stones_are_prisoners { Colour::ALL.into_iter().filter_map(claim).collect() } else { Vec::new() }
    }

    /// Territory, and dead ko stones where they are prisoners.
    pub(super) fn claims<K: Kernel>(&self, stones: [K::Set; 2], life: &LifeAndDeath<K::Set>) -> Vec<Claim<K::Set>> {
        let of = |player: Colour| {
            Claim::each(J1997_LIFE_5, player, "points of territory", life.territory[player.index()], 1)
        };
        let mut claims: Vec<_> = Colour::ALL.into_iter().filter_map(of).collect();
        claims.extend(self.prisoners::<K>(stones, life));
        claims.sort_by_key(|c| (c.player, c.clause, c.points.first()));
        claims
    }
}

/// life.2: an empty region enclosed by living stones of a single player consists of eye points, any other empty point is dame. The eye
/// points by player, and the dame.
fn eye_points<K: Kernel>(
    board: &K,
    standing: [K::Set; 2],
    living: [K::Set; 2],
    trace: &mut Trace,
) -> ([K::Set; 2], K::Set) {
    let (mut eyes, mut dame) = ([K::Set::default(); 2], K::Set::default());
    for region in board.components(board.vacant(standing)) {
        let border = board.around(region) & (standing[0] | standing[1]);
        let encloses = |c: &Colour| !border.is_none() && border.less(living[c.index()]).is_none();
        match Colour::ALL.into_iter().find(encloses) {
            Some(player) => eyes[player.index()] = eyes[player.index()] | region,
            None => dame = dame | region,
        }
    }
    for c in Colour::ALL {
        if !eyes[c.index()].is_none() {
            trace.cite(J1997_LIFE_2, || format!("eye points of {c}: {}", points(board, eyes[c.index()])));
        }
    }
    if !dame.is_none() {
        trace.cite(J1997_LIFE_2, || format!("dame: {}", points(board, dame)));
    }
    (eyes, dame)
}

/// life.3: living stones and eye points of one player that hang together; the stones among them form a group.
fn groups<K: Kernel>(board: &K, living: K::Set, eyes: K::Set) -> impl Iterator<Item = K::Set> {
    board.components(living | eyes).filter(move |whole| whole.meets(living))
}

impl<S: PointSet> LifeAndDeath<S> {
    /// life.3, life.4 and life.5, which have decided this.
    fn cite<K: Kernel<Set = S>>(&self, board: &K, living: [S; 2], eyes: [S; 2], trace: &mut Trace) {
        for c in Colour::ALL {
            let whole = groups(board, living[c.index()], eyes[c.index()]).map(|g| points(board, g & living[c.index()]));
            let whole: Vec<String> = whole.collect();
            if !whole.is_empty() {
                trace.cite(J1997_LIFE_3, || format!("groups of {c}: {}", whole.join(", ")));
            }
        }
        if !self.seki.is_none() {
            let fact = || format!("stones of groups that possess dame, in seki: {}", points(board, self.seki));
            trace.cite(J1997_LIFE_4, fact);
        }
        for c in Colour::ALL {
            let territory = self.territory[c.index()];
            if !territory.is_none() {
                trace.cite(J1997_LIFE_5, || format!("territory of {c}: {}", points(board, territory)));
            }
        }
    }

    /// playout.7: of the stones played during the play-out those that live and are not in seki, by player.
    #[must_use]
    pub fn played(&self, stones: [S; 2], played: S) -> [S; 2] {
        stones.map(|own| (own & played).less(self.dead | self.seki))
    }
}

/// The interpreter.
pub struct J1997Interpreter {
    pub(super) rules: RuleSet,
    /// The play-out: who is asked what it comes to.
    pub(super) ask: Asking,
}

impl J1997Interpreter {
    /// Reading `agreement=as-it-stands`: life.1 to life.5 on the final position.
    fn as_it_stands(&self, position: Position, trace: &mut Trace) -> Verdict {
        let PlayOut { board, clauses, .. } = &self.ask.out;
        let life = clauses.apply(board, position.stones, trace);
        let status = |string: StoneString| {
            let (life, by, clause) = if string.stones & life.dead != 0 {
                (Life::Dead, "ko stone", J1997_LIFE_1)
            } else if string.stones & life.seki != 0 {
                (Life::Seki, "its group possesses dame", J1997_LIFE_4)
            } else {
                (Life::Alive, "not a ko stone", J1997_LIFE_1)
            };
            StringStatus { string, life, by, clause }
        };
        let strings = board.strings(position).into_iter().map(status).collect();
        let mut points = vec![PointStatus::Stone; board.len()];
        let lifted = if clauses.ko_stones_are_prisoners { life.dead } else { 0 };
        points_of(life.dame | lifted).for_each(|p| points[p] = PointStatus::Dame);
        for c in Colour::ALL {
            points_of(life.territory[c.index()]).for_each(|p| points[p] = PointStatus::Territory(c));
            points_of(life.eyes_in_seki[c.index()]).for_each(|p| points[p] = PointStatus::EyeInSeki(c));
        }
        let claims = clauses.claims::<Board>(position.stones, &life);
        trace.count(board, &claims);
        let outcome = Outcome::Margin(margin(&claims));
        Verdict { outcome, status: Some(Status { strings, points }), claims, notes: Notes::default() }
    }

    /// playout.2: play goes on from the final position, and the player who passed first moves first.
    fn play_out(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let first = if self.rules.read::<First>() == First::White { Colour::White } else { Colour::Black };
        let start = self.ask.out.start(position, first);
        trace.cite_read(J1997_PLAYOUT_2, &self.rules, First::CHOICE, || {
            format!("the play-out starts from the final position; {first} passed first and moves first")
        });
        let seen = self.ask.seen(&self.rules, position);
        if let Some((known, sights)) = &seen
            && let Some(value) = known.decided().map(i32::from)
            && let Some(sight) = sights.seen().find(|sight| finished::of_play_out(&self.rules, sight) == [value; 2])
        {
            finished::cite(sight, value, trace);
            return Self::result(Outcome::Margin(value));
        }
        let known = seen.map_or(Bounds { lower: -UNBOUNDED, upper: UNBOUNDED }, |(known, _)| known);
        let (score, forced) =
            if trace.is_kept() { self.ask.proved_score(&start, known) } else { (self.ask.score(&start, known), None) };
        let most = 3 * self.ask.out.board.len() as i16;
        let bounded = |v: i16| i32::from(v.clamp(-most, most));
        let outcome = match (score.lo.decided(), score.hi.decided()) {
            (Some(lo), Some(hi)) if lo == hi => Outcome::Margin(i32::from(lo)),
            (Some(lo), Some(hi)) => Outcome::NoResult { lo: i32::from(lo), hi: i32::from(hi) },
            _ => Outcome::Undecided { lo: bounded(score.lo.lower), hi: bounded(score.hi.upper) },
        };
        if trace.is_kept() {
            self.played_out(&start, outcome, forced, trace);
        }
        Self::result(outcome)
    }

    /// playout.6, or that there is no result: what play has come to, with a line of it.
    fn played_out(&mut self, start: &Playing, outcome: Outcome, forced: Option<Forced<Playing>>, trace: &mut Trace) {
        match outcome {
            Outcome::Margin(margin) => {
                let Some(mut forced) = forced else { return };
                let (line, end) = self.ask.best_line(start, &mut forced);
                let part = if end.has_ended() { "one line" } else { "how one line begins" };
                trace.show(J1997_PLAYOUT_6, || {
                    (format!("Black forces {margin} and White holds him to it; {part} of best play"), line)
                });
                for clause in [J1997_PLAYOUT_3, J1997_PLAYOUT_4, J1997_PLAYOUT_5] {
                    self.decides(clause, start, margin, &mut forced, trace);
                }
                if end.has_ended() {
                    self.completed(&end, trace);
                }
            }
            Outcome::NoResult { lo, hi } => trace.cite_read(J1997_NO_RESULT, &self.rules, Endless::CHOICE, || {
                format!(
                    "Black forces {lo} and White holds him to {hi}: only an endless cycle keeps them apart, no result"
                )
            }),
            Outcome::Undecided { lo, hi } => {
                trace.cite(J1997_PLAYOUT_6, || format!("undecided between {lo} and {hi}: the budget ran out"));
            }
        }
    }

    /// playout.3, playout.4, playout.5, where the value of the play-out rests on one of them.
    fn decides(
        &mut self,
        clause: ClauseId,
        start: &Playing,
        margin: i32,
        forced: &mut Forced<Playing>,
        trace: &mut Trace,
    ) {
        let applies = self.rules.applies(clause);
        let found = if applies { self.ask.decided_by(&self.rules, clause, start, forced) } else { None };
        if let Some(found) = found {
            let forced = match found.keeper {
                Colour::Black => format!("force {margin}"),
                Colour::White => format!("hold Black to {margin}"),
            };
            trace.show(clause, || (found.text(&forced), found.line));
        }
    }

    /// The end of the line that is shown: life.1 to life.5, playout.7 and the result.
    fn completed(&self, end: &Playing, trace: &mut Trace) {
        let out = &self.ask.out;
        let stones = end.position.stones;
        let life = out.clauses.apply(&out.board, stones, trace);
        let n = if out.counts_played() { life.played(stones, end.played).map(Points::count_ones) } else { [0; 2] };
        if out.counts_played() {
            trace.cite(J1997_PLAYOUT_7, || {
                format!("living stones not in seki played during the play-out: Black {}, White {}", n[0], n[1])
            });
        }
        trace.cite(J1997_RESULT, || {
            let territory = life.territory.map(Points::count_ones);
            format!(
                "territory {} - {}, prisoners of the play-out {:+} for Black, stones played {} - {}: Black minus White = {}",
                territory[0],
                territory[1],
                end.prisoners,
                n[0],
                n[1],
                out.value(end)
            )
        });
    }

    /// j1997.result: what a play-out comes to.
    #[must_use]
    pub fn result(outcome: Outcome) -> Verdict {
        let claims = match outcome {
            Outcome::Margin(m) if m != 0 => vec![Claim {
                clause: J1997_PLAYOUT_6,
                player: if m > 0 { Colour::Black } else { Colour::White },
                what: "value of the play-out",
                points: 0,
                value: m.abs(),
            }],
            _ => Vec::new(),
        };
        Verdict { outcome, status: None, claims, notes: Notes::default() }
    }
}

impl Interpreter for J1997Interpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        match self.rules.read() {
            Agreement::PlayOut => self.play_out(position, trace),
            Agreement::AsItStands => self.as_it_stands(position, trace),
        }
    }
}
