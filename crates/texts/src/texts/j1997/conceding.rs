//! What a player gets at least in a play-out of j1997, found for all positions of a board at once: bounds that leave little to
//! be searched for.
//!
//! A state of a play-out knows too much for a table: which stones were played, on which points ko stones were captured, which
//! bans are in force. One player, the *conceder*, is therefore given less than the text gives him, so that what he forces
//! here he forces there:
//!
//! * every stone of his that is captured, or does not count at the end, is taken for one that was played (it costs a point),
//!   and every such stone of the other for one that stood there at the stop (it costs nothing). In the *counted* tables only as
//!   many of the other's as stood there are taken so, the first ones; the others bring a point each;
//! * of the kos there are games of growing freedom, each a table in terms of those before it. In the first the conceder captures
//!   no ko stone and the other captures any, except on the points of the set K: [`Concessions::none`] (K unknown),
//!   [`Concessions::one`] (one point), [`Concessions::two`] (two adjacent points), with or without bans. In
//!   [`Concessions::taken`] both may capture, K is one point, and there may be a ban on one player for that ko; a further ko
//!   capture leads to the games before. In [`Concessions::first`] no ko stone has been captured yet.
//!
//! A value is a number of points for the conceder, counted so that every move leaves it but the capture of a stone: his stones
//! and territory less the other's, less the stones played and lost (see [`Concessions::ends`]).

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::board::{Colour, Points, points_of};
use crate::solve::parallel;
use crate::solve::progress::Silent;
use crate::solve::whole::classes::{CanonicalForm, Classes};
use crate::solve::whole::numbers::{Differs, NEVER, Numbers};
use crate::solve::whole::store::{Stages, StoreError, Subject};
use crate::texts::j1997::game::PlayOut;
use crate::texts::j1997::plays::{Frames, Kos, Mark, PAIRS, POINTS, Plays};

/// The tables in the order in which they are made.
pub const STAGES: [&str; 7] = ["none", "none-counted", "one", "two", "taken", "first", "first-counted"];
/// Bytes that the tables take for each class, and those of one of them while it is written or made.
pub const BYTES: u64 = (2 * 2 * (2 + 5 * POINTS + PAIRS) + 32 + size_of::<Kos>()) as u64;

/// The bans in [`Concessions::taken`]: none, on the other player, on the conceder.
const FREE: usize = 0;
const OTHER_BANNED: usize = POINTS;
const CONCEDER_BANNED: usize = 2 * POINTS;

/// The tables.
pub struct Concessions {
    classes: Arc<Classes>,
    frames: Frames,
    kos: Vec<Kos>,
    /// By role and node: what an end there is worth. The conceder's stones that count and his territory, less the other's
    /// stones and territory: a stone of his that does not count was played, one of the other's that does not was not.
    ends: [Vec<i8>; 2],
    /// By role and node: the other's stones that do not count at an end.
    uncounted: [Vec<i8>; 2],
    /// By role and node: immortal stones of the conceder.
    immortal: [Vec<u16>; 2],
    /// By role and node: whether he can take the whole board ([`Board::denied`](crate::board::Board::denied)).
    takes_all: [Vec<bool>; 2],
    none: Numbers<1>,
    none_counted: Numbers<POINTS>,
    one: Numbers<POINTS>,
    two: Numbers<PAIRS>,
    taken: Numbers<{ 3 * POINTS }>,
    first: Numbers<1>,
    first_counted: Numbers<POINTS>,
}

/// What the conceder gets at least from a state, from the points of view of the two kinds of tables.
#[derive(Clone, Copy, Debug)]
pub struct AtLeast {
    /// Counting none of the other's stones that are captured: what he loses on the way is what this grows by.
    pub plain: i8,
    /// Counting those that were played.
    pub counted: i8,
}

/// What of a state of a play-out matters to the tables, besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The other's stones that stood there at the stop.
    pub originals: usize,
    /// The points on which ko stones were captured.
    pub taken: u16,
    /// Whether there is a ban, and if so whether on the conceder; looked at if only one ko stone was captured.
    pub ban: Option<bool>,
}

impl Concessions {
    /// The tables of the play-outs `out` on the board of `classes`, made or read. The clauses on kos (j1997.playout.3, .4 and .5)
    /// must all be applied.
    ///
    /// # Errors
    /// [`StoreError`], if a stage cannot be read or kept, or if it was asked to stop before the last one.
    pub fn new(
        classes: &Arc<Classes>,
        out: &PlayOut,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<Concessions, StoreError> {
        let (nodes, board) = (classes.len(), classes.board());
        let plays = OnceCell::new();
        let plays = || plays.get_or_init(|| Plays::new(classes));
        fn by_role<T: Send>(nodes: usize, of: impl Fn(usize, usize) -> T + Sync) -> [Vec<T>; 2] {
            [0, 1].map(|role| parallel::map(nodes, &|n| of(role, n)))
        }
        let count = |role: usize, node: usize, played: Points| {
            let black = out.count(classes.representative(node), played) as i8;
            if role == 0 { black } else { -black }
        };
        let stones = |role: usize, node: usize| classes.representative(node).stones[role];
        let ends = by_role(nodes, |role, n| count(role, n, stones(role, n)) - stones(1 - role, n).count_ones() as i8);
        let uncounted = by_role(nodes, |role, n| {
            let others = stones(1 - role, n);
            let counted = count(role, n, stones(role, n)) - count(role, n, stones(role, n) | others);
            others.count_ones() as i8 - counted
        });
        let conceder = |role: usize| Colour::ALL[role];
        let immortal = by_role(nodes, |role, n| board.immortal(classes.representative(n), conceder(role)) as u16);
        let takes_all = by_role(nodes, |role, n| {
            out.counts_played() && board.denied(classes.representative(n), conceder(role)) == board.all()
        });
        let mut tables = Concessions {
            classes: classes.clone(),
            frames: Frames::new(classes),
            kos: parallel::map(nodes, &|n| Kos::of(classes, n)),
            ends,
            uncounted,
            immortal,
            takes_all,
            none: Numbers::new(0, |_, _, _| NEVER),
            none_counted: Numbers::new(0, |_, _, _| NEVER),
            one: Numbers::new(0, |_, _, _| NEVER),
            two: Numbers::new(0, |_, _, _| NEVER),
            taken: Numbers::new(0, |_, _, _| NEVER),
            first: Numbers::new(0, |_, _, _| NEVER),
            first_counted: Numbers::new(0, |_, _, _| NEVER),
        };
        // What is forced in one game is forced in the next, where the other has less or the conceder more.
        let [none, none_counted, one, two, taken, first, first_counted] = STAGES;
        tables.none = stages
            .stage(subject, none, || {
                let (start, plays) = (Numbers::new(nodes, |_, _, _| NEVER), plays());
                start
                    .solve(plays.predecessors(), &stages.sweeping(subject, none), |table, role, n| {
                        tables.none_at(table, plays, role, n)
                    })
                    .ok_or(StoreError::Stopped)
            })?
            .of(nodes, subject, none, stages)?;
        tables.none_counted = stages
            .stage(subject, none_counted, || {
                let (start, plays) = (Numbers::new(nodes, |_, _, _| NEVER), plays());
                start
                    .solve(plays.predecessors(), &stages.sweeping(subject, none_counted), |table, role, n| {
                        tables.none_counted_at(table, plays, role, n)
                    })
                    .ok_or(StoreError::Stopped)
            })?
            .of(nodes, subject, none_counted, stages)?;
        // Beyond the board there are no numbers.
        let on = |i: usize| i < board.len();
        tables.one = stages
            .stage(subject, one, || {
                let none = |role: usize, n: usize, i: usize| if on(i) { tables.none.get(role, n, 0) } else { NEVER };
                let (start, plays) = (Numbers::new(nodes, none), plays());
                start
                    .solve(plays.predecessors(), &stages.sweeping(subject, one), |table, role, n| {
                        tables.one_at(table, plays, role, n)
                    })
                    .ok_or(StoreError::Stopped)
            })?
            .of(nodes, subject, one, stages)?;
        let either = |one: &Numbers<POINTS>, role: usize, n: usize, pair: &[u8; 2]| {
            let [p, q] = pair.map(|p| one.get(role, n, p as usize));
            p.max(q)
        };
        tables.two = stages
            .stage(subject, two, || {
                let (start, plays) = (
                    Numbers::new(nodes, |role, n, i| {
                        tables.frames.pairs.get(i).map_or(NEVER, |pair| either(&tables.one, role, n, pair))
                    }),
                    plays(),
                );
                start
                    .solve(plays.predecessors(), &stages.sweeping(subject, two), |table, role, n| {
                        tables.two_at(table, plays, role, n)
                    })
                    .ok_or(StoreError::Stopped)
            })?
            .of(nodes, subject, two, stages)?;
        tables.taken = stages
            .stage(subject, taken, || {
                let (start, plays) = (Numbers::new(nodes, |role, n, i| tables.one.get(role, n, i % POINTS)), plays());
                start
                    .solve(plays.predecessors(), &stages.sweeping(subject, taken), |table, role, n| {
                        tables.taken_at(table, plays, role, n)
                    })
                    .ok_or(StoreError::Stopped)
            })?
            .of(nodes, subject, taken, stages)?;
        tables.first = stages
            .stage(subject, first, || {
                let (start, plays) = (Numbers::new(nodes, |role, n, _| tables.none.get(role, n, 0)), plays());
                start
                    .solve(plays.predecessors(), &stages.sweeping(subject, first), |table, role, n| {
                        tables.first_at(table, plays, role, n)
                    })
                    .ok_or(StoreError::Stopped)
            })?
            .of(nodes, subject, first, stages)?;
        tables.first_counted = stages
            .stage(subject, first_counted, || {
                let (start, plays) = (Numbers::new(nodes, |role, n, j| tables.none_counted.get(role, n, j)), plays());
                start
                    .solve(plays.predecessors(), &stages.sweeping(subject, first_counted), |table, role, n| {
                        tables.first_counted_at(table, plays, role, n)
                    })
                    .ok_or(StoreError::Stopped)
            })?
            .of(nodes, subject, first_counted, stages)?;
        Ok(tables)
    }

    /// Checks the tables that are kept, each as the least solution of its equation.
    ///
    /// # Errors
    /// [`StoreError`], if one cannot be read; the inner error is the stage with the first role and node whose numbers do not
    /// follow, and how they differ.
    pub fn check(
        classes: &Arc<Classes>,
        out: &PlayOut,
        subject: &Subject,
        stages: &Stages<'_>,
    ) -> Result<Result<(), (&'static str, Differs)>, StoreError> {
        let tables = Concessions::new(classes, out, subject, &Stages { progress: &Silent, ..*stages })?;
        let plays = Plays::new(classes);
        let checks: [&dyn Fn() -> Option<Differs>; STAGES.len()] = [
            &|| tables.none.check(|t, role, n| tables.none_at(t, &plays, role, n)),
            &|| tables.none_counted.check(|t, role, n| tables.none_counted_at(t, &plays, role, n)),
            &|| tables.one.check(|t, role, n| tables.one_at(t, &plays, role, n)),
            &|| tables.two.check(|t, role, n| tables.two_at(t, &plays, role, n)),
            &|| tables.taken.check(|t, role, n| tables.taken_at(t, &plays, role, n)),
            &|| tables.first.check(|t, role, n| tables.first_at(t, &plays, role, n)),
            &|| tables.first_counted.check(|t, role, n| tables.first_counted_at(t, &plays, role, n)),
        ];
        for (stage, check) in STAGES.into_iter().zip(checks) {
            if stages.stop.load(Ordering::Relaxed) {
                return Err(StoreError::Stopped);
            }
            stages.progress.begins(subject, stage);
            if let Some(differs) = check() {
                return Ok(Err((stage, differs)));
            }
            stages.progress.ends(subject, stage, true);
        }
        Ok(Ok(()))
    }

    /// Role 0, no play found: the conceder passes, and the other ends it or plays on.
    fn passed(&self, node: usize, others: i8) -> i8 {
        self.ends[0][node].min(others)
    }

    /// Role 1: the other passes, and the conceder ends it or plays on.
    fn passed_by_other(&self, node: usize, conceders: i8) -> i8 {
        self.ends[1][node].max(conceders)
    }

    /// If the other has a ko capture, the conceder's pass does not lead to an end: the other may pass for a ko without end.
    /// (In the text a pass for a ko lifts a ban, and then there is one ban less; here bans are not known.)
    fn none_at(&self, table: &Numbers<1>, plays: &Plays, role: usize, node: usize) -> [i8; 1] {
        let at = |s: CanonicalForm| table.get(1 - role, s.number(), 0);
        let pass = at(plays.pass(node));
        if role == 0 {
            let others = plays.others_kos(node).removed;
            let start = if others == 0 { self.passed(node, pass) } else { NEVER };
            let plays = plays.of(node).filter(|(_, mark)| mark.ko().is_none());
            [plays.fold(start, |best, (s, _)| best.max(at(s)))]
        } else {
            let start = self.passed_by_other(node, pass);
            [plays.of(node).fold(start, |best, (s, mark)| best.min(at(s).saturating_sub(mark.captured())))]
        }
    }

    /// No ko stone has been captured yet.
    fn first_at(&self, table: &Numbers<1>, plays: &Plays, role: usize, node: usize) -> [i8; 1] {
        let next = 1 - role;
        let at = |s: CanonicalForm| table.get(next, s.number(), 0);
        let pass = at(plays.pass(node));
        let start = if role == 0 { self.passed(node, pass) } else { self.passed_by_other(node, pass) };
        let value = |(s, mark): (CanonicalForm, Mark)| match mark.ko() {
            None => at(s),
            Some((_, q)) => {
                // The stone that took is a string of the player not to move.
                let [_, taker] = plays.turned(s).singles;
                self.banned(&self.taken, next, s, taker, if role == 0 { OTHER_BANNED } else { CONCEDER_BANNED }, q)
            }
        };
        let plays = plays.of(node);
        [if role == 0 {
            plays.fold(start, |best, play| best.max(value(play)))
        } else {
            plays.fold(start, |best, play| best.min(value(play).saturating_sub(play.1.captured())))
        }]
    }

    /// [`Concessions::none_at`], counting.
    fn none_counted_at(&self, table: &Numbers<POINTS>, plays: &Plays, role: usize, node: usize) -> [i8; POINTS] {
        self.counting(plays, table, role, node, plays.others_kos(node).removed == 0, |s, mark, j| {
            if mark.ko().is_none() || role == 1 { table.get(1 - role, s.number(), j) } else { NEVER }
        })
    }

    /// The equation of a table that counts the other's stones that were played: by the number of his that were not, which are
    /// taken for the first to be captured. `ends` says whether a pass of the conceder may lead to an end, `at` what a play is
    /// worth.
    fn counting(
        &self,
        plays: &Plays,
        table: &Numbers<POINTS>,
        role: usize,
        node: usize,
        ends: bool,
        at: impl Fn(CanonicalForm, Mark, usize) -> i8,
    ) -> [i8; POINTS] {
        let most = 2 * self.frames.points as i8 - 1;
        let pass = plays.pass(node).number();
        let mut best = [NEVER; POINTS];
        for (j, best) in best.iter_mut().enumerate() {
            let passed = table.get(1 - role, pass, j);
            let end = self.ends[role][node] + (self.uncounted[role][node] - j as i8).max(0);
            *best = if role == 1 {
                end.max(passed)
            } else if ends {
                end.min(passed)
            } else {
                NEVER
            };
        }
        for (s, mark) in plays.of(node) {
            let m = mark.captured();
            if role == 0 {
                for (j, best) in best.iter_mut().enumerate() {
                    let gain = (m - j as i8).max(0);
                    let value = at(s, mark, (j as i8 - m).max(0) as usize);
                    if value != NEVER {
                        *best = (*best).max((value + gain).min(most));
                    }
                }
            } else {
                for (j, best) in best.iter_mut().enumerate() {
                    *best = (*best).min(at(s, mark, j).saturating_sub(m));
                }
            }
        }
        best
    }

    /// [`Concessions::none_at`] with sets K: `set` gives one as points, `back` the one that a symmetry leads to it.
    fn with_taken<const N: usize>(
        &self,
        plays: &Plays,
        table: &Numbers<N>,
        (role, node): (usize, usize),
        sets: usize,
        set: impl Fn(usize) -> u16,
        back: impl Fn(CanonicalForm) -> [u8; N],
    ) -> [i8; N] {
        let mut best = [NEVER; N];
        let pass = plays.pass(node);
        let passed = back(pass);
        let at = |s: CanonicalForm, back: &[u8; N], i: usize| table.get(1 - role, s.number(), back[i] as usize);
        if role == 0 {
            let others = plays.others_kos(node).removed;
            for (i, best) in best.iter_mut().enumerate().take(sets) {
                if others & !set(i) == 0 {
                    *best = self.passed(node, at(pass, &passed, i));
                }
            }
            for (s, _) in plays.of(node).filter(|(_, mark)| mark.ko().is_none()) {
                let back = back(s);
                for (i, best) in best.iter_mut().enumerate().take(sets) {
                    *best = (*best).max(at(s, &back, i));
                }
            }
        } else {
            for (i, best) in best.iter_mut().enumerate().take(sets) {
                *best = self.passed_by_other(node, at(pass, &passed, i));
            }
            for (s, mark) in plays.of(node) {
                let back = back(s);
                let removed = mark.ko().map_or(0, |(_, q)| 1 << q);
                for (i, best) in best.iter_mut().enumerate().take(sets) {
                    if set(i) & removed == 0 {
                        *best = (*best).min(at(s, &back, i).saturating_sub(mark.captured()));
                    }
                }
            }
        }
        best
    }

    fn one_at(&self, table: &Numbers<POINTS>, plays: &Plays, role: usize, node: usize) -> [i8; POINTS] {
        let Frames { points, back, .. } = &self.frames;
        self.with_taken(plays, table, (role, node), *points, |p| 1 << p, |s| back[s.turn()])
    }

    fn two_at(&self, table: &Numbers<PAIRS>, plays: &Plays, role: usize, node: usize) -> [i8; PAIRS] {
        let Frames { pairs, pairs_back, .. } = &self.frames;
        let set = |i: usize| pairs[i].iter().fold(0, |set, &p| set | 1 << p);
        self.with_taken(plays, table, (role, node), pairs.len(), set, |s| pairs_back[s.turn()])
    }

    /// What is known of a form with `p` and `q` in K, the player of `role` to move.
    fn both_taken(&self, role: usize, form: CanonicalForm, p: usize, q: usize) -> i8 {
        let back = &self.frames.back[form.turn()];
        let one = |p: usize| self.one.get(role, form.number(), back[p] as usize);
        let two = self.frames.pair[p][q].map_or(NEVER, |pair| {
            let pair = self.frames.pairs_back[form.turn()][pair as usize];
            self.two.get(role, form.number(), pair as usize)
        });
        one(p).max(one(q)).max(two)
    }

    /// What is known of a form with `p` in K and a ban for the ko at `p` that was in force before, or has come about: `banned` is
    /// where it is kept. Which stone the ban protects is known only where one string of one stone is next to `p`; it is over if
    /// there is none, that stone having joined others or `p` being occupied.
    fn banned(
        &self,
        table: &Numbers<{ 3 * POINTS }>,
        role: usize,
        form: CanonicalForm,
        [one, more]: [u16; 2],
        banned: usize,
        p: usize,
    ) -> i8 {
        let back = self.frames.back[form.turn()][p] as usize;
        if more >> p & 1 == 1 {
            self.one.get(role, form.number(), back)
        } else if one >> p & 1 == 1 {
            table.get(role, form.number(), banned + back)
        } else {
            table.get(role, form.number(), FREE + back)
        }
    }

    /// One ko stone has been captured.
    fn taken_at(&self, table: &Numbers<{ 3 * POINTS }>, plays: &Plays, role: usize, node: usize) -> [i8; 3 * POINTS] {
        let points = self.frames.points;
        let mut best = [NEVER; 3 * POINTS];
        let next = 1 - role;
        let pass = plays.pass(node);
        let passed = &self.frames.back[pass.turn()];
        let at_pass = |bans: usize, p: usize| table.get(next, pass.number(), bans + passed[p] as usize);
        let kos = plays.kos(node).at;
        for p in 0..points {
            for bans in [FREE, OTHER_BANNED, CONCEDER_BANNED] {
                best[bans + p] = if role == 0 {
                    self.passed(node, at_pass(bans, p))
                } else {
                    self.passed_by_other(node, at_pass(bans, p))
                };
            }
            // playout.4: a pass for the ko.
            if kos >> p & 1 == 1 {
                let lifted = at_pass(FREE, p);
                if role == 0 {
                    best[CONCEDER_BANNED + p] = best[CONCEDER_BANNED + p].max(lifted);
                } else {
                    best[OTHER_BANNED + p] = best[OTHER_BANNED + p].min(lifted);
                }
            }
        }
        let mut take = |i: usize, value: i8| best[i] = if role == 0 { best[i].max(value) } else { best[i].min(value) };
        for (s, mark) in plays.of(node) {
            let back = &self.frames.back[s.turn()];
            let cost = if role == 0 { 0 } else { mark.captured() };
            if let Some((v, q)) = mark.ko() {
                for p in (0..points).filter(|&p| p != q) {
                    let value = self.both_taken(next, s, p, q).saturating_sub(cost);
                    take(FREE + p, value);
                    // playout.5: a pass for the ko is needed before recapturing in it.
                    if role == 1 || v != p {
                        take(CONCEDER_BANNED + p, value);
                    }
                    if role == 0 || v != p {
                        take(OTHER_BANNED + p, value);
                    }
                }
                continue;
            }
            let [own, other] = plays.turned(s).singles;
            // After a move of his the conceder is the one not to move.
            let [conceder, other] = if role == 0 { [other, own] } else { [own, other] };
            for (p, &back) in back.iter().enumerate().take(points) {
                take(FREE + p, table.get(next, s.number(), FREE + back as usize).saturating_sub(cost));
                take(OTHER_BANNED + p, self.banned(table, next, s, conceder, OTHER_BANNED, p).saturating_sub(cost));
                take(CONCEDER_BANNED + p, self.banned(table, next, s, other, CONCEDER_BANNED, p).saturating_sub(cost));
            }
        }
        best
    }

    /// [`Concessions::first_at`], counting.
    fn first_counted_at(&self, table: &Numbers<POINTS>, plays: &Plays, role: usize, node: usize) -> [i8; POINTS] {
        let next = 1 - role;
        self.counting(plays, table, role, node, true, |s, mark, j| match mark.ko() {
            None => table.get(next, s.number(), j),
            Some((_, q)) => {
                let [_, taker] = plays.turned(s).singles;
                let known =
                    self.banned(&self.taken, next, s, taker, if role == 0 { OTHER_BANNED } else { CONCEDER_BANNED }, q);
                known.max(self.none_counted.get(next, s.number(), j))
            }
        })
    }

    /// The immortal stones of the conceder in the position of a form.
    #[must_use]
    pub fn immortal(&self, role: usize, form: CanonicalForm) -> Points {
        Points::from(self.classes.turns().set(form.turn(), self.immortal[role][form.number()]))
    }

    /// Whether the conceder can take the whole board.
    #[must_use]
    pub fn takes_all(&self, role: usize, form: CanonicalForm) -> bool {
        self.takes_all[role][form.number()]
    }

    /// What the conceder gets at least from a state whose last move was no pass; far below any value if the tables do not say.
    #[must_use]
    pub fn at_least(&self, role: usize, form: CanonicalForm, course: &Course) -> AtLeast {
        let node = form.number();
        let back = &self.frames.back[form.turn()];
        let mut plain = self.none.get(role, node, 0);
        let mut counted = self.none_counted.get(role, node, course.originals);
        match course.taken.count_ones() {
            0 => {
                plain = self.first.get(role, node, 0);
                counted = self.first_counted.get(role, node, course.originals);
            }
            1 => {
                let p = course.taken.trailing_zeros() as usize;
                plain = plain.max(match course.ban {
                    None => self.taken.get(role, node, FREE + back[p] as usize),
                    Some(on_conceder) => {
                        let bans = if on_conceder { CONCEDER_BANNED } else { OTHER_BANNED };
                        let [mover, other] = self.kos[node].turned(&self.classes, form.turn()).singles;
                        let taker = if (role == 0) == on_conceder { other } else { mover };
                        self.banned(&self.taken, role, form, taker, bans, p)
                    }
                });
            }
            _ => {
                for p in points_of(Points::from(course.taken)) {
                    plain = plain.max(self.one.get(role, node, back[p] as usize));
                }
                for (i, pair) in self.frames.pairs.iter().enumerate() {
                    if pair.iter().all(|&p| course.taken >> p & 1 == 1) {
                        plain = plain.max(self.two.get(role, node, self.frames.pairs_back[form.turn()][i] as usize));
                    }
                }
            }
        }
        AtLeast { plain, counted }
    }
}
