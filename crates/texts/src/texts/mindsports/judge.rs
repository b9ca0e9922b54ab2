//! Mind Sports Arena: territory and the two counts, dead strings and their removal, seki, in the order of the text.
//!
//! Territory, the counts and the removal are written over any kernel: the end of a recorded game is counted by the same functions.

use super::answers::{ContinuationSolver, Grounds};
use super::questions::Asked;
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, StoneString, points_of};
use crate::law::facts::Facts;
use crate::law::open::{Alternatives, alike, whichever};
use crate::law::trace::{LOOKED_UP, points, string_name, with_tries};
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::words::called;
use crate::law::{ClauseId, Interpreter, Reading, RuleSet, Trace};
use crate::solve::Budget;
use crate::solve::ladder::Ask;
use crate::texts::mindsports::clauses::*;

called! {
    /// What the text calls a string.
    pub enum Called {
        /// Bound to be captured (ms.dead).
        Dead = "dead",
        /// Alive.
        NotDead = "not dead",
        /// In seki (ms.seki).
        InSeki = "not independent, not capturable, on a shared region",
        /// Alive, on a region that both colours border, and not independent, but not in seki, since its opponent captures it if he moves first: its fate is open,
        /// and it counts as it stands.
        Unfinished = "not dead, captured if the opponent moves first",
        /// The budget ran out.
        Undecided = "undecided",
    }
}

/// The interpreter, for either count.
pub struct MindSportsInterpreter {
    pub(super) rules: RuleSet,
    pub(super) board: Board,
    /// The continuation: who is asked what it comes to.
    pub(super) ask: ContinuationSolver,
}

/// A territory or another region of empty points: the points, and the players whose strings border it.
pub(super) type Region<S> = (S, [bool; 2]);

/// The empty regions.
fn regions<K: Kernel>(board: &K, stones: [K::Set; 2]) -> Vec<Region<K::Set>> {
    let empty = board.components(board.vacant(stones));
    empty.map(|region| (region, stones.map(|s| board.around(region).meets(s)))).collect()
}

/// ms.territory: empty points that one player has surrounded. The player, if it is so of a region.
fn surrounds(bordered_by: [bool; 2]) -> Option<Colour> {
    match bordered_by {
        [true, false] => Some(Colour::Black),
        [false, true] => Some(Colour::White),
        _ => None,
    }
}

/// ms.territory with the exception of ms.seki: points inside a seki are nobody's, eyes included (reading `seki`).
fn territory<K: Kernel>(rules: &RuleSet, board: &K, region: Region<K::Set>, seki: K::Set) -> Option<Colour> {
    let exempt = rules.applies(MS_SEKI) && rules.read::<Seki>() == Seki::NoPoints;
    surrounds(region.1).filter(|_| !exempt || !board.around(region.0).meets(seki))
}

/// ms.territory, ms.count.japanese, ms.count.chinese: what is counted of a position from which `removed` have been taken off as dead,
/// with these stones in seki.
pub(super) fn count<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    stones: [K::Set; 2],
    removed: K::Set,
    seki: K::Set,
) -> Vec<Claim<K::Set>> {
    let after = stones.map(|s| s.less(removed));
    let mut claims = Vec::new();
    for region in regions(board, after) {
        let owner = territory(rules, board, region, seki);
        let claim = |player| Claim::each(MS_TERRITORY, player, "vacant points of territory", region.0, 1);
        claims.extend(owner.and_then(claim));
    }
    for player in Colour::ALL {
        claims.extend(if rules.text.counts_stones(rules) {
            let own = after[player.index()];
            Claim::each(MS_COUNT_CHINESE, player, "stones on the board", own, 1)
        } else {
            let theirs = stones[player.opponent().index()] & removed;
            let counted = if rules.applies(MS_REMOVED) { theirs } else { K::Set::default() };
            Claim::each(MS_COUNT_JAPANESE, player, "stones removed as dead", counted, 1)
        });
    }
    claims.sort_by_key(|c| (c.player, c.clause, c.points.first()));
    claims
}

/// The strings with those of which it is undecided whether they are in seki in it or not, player by player: a player's territory is the
/// smaller, the more of his strings are, and no other's.
fn in_seki_or_not(strings: &[StringStatus]) -> Alternatives {
    let is_open = |s: &StringStatus, colour| s.life == Life::Undecided && s.string.colour == colour;
    let way = |in_seki: [bool; 2]| {
        let mut strings = strings.to_vec();
        for s in strings.iter_mut().filter(|s| s.life == Life::Undecided) {
            s.life = if in_seki[s.string.colour.index()] { Life::Seki } else { Life::Alive };
        }
        strings
    };
    let open = Colour::ALL.map(|colour| strings.iter().any(|s| is_open(s, colour)));
    let others = [[true, false], [false, true], [true, true]].into_iter();
    let others = others.filter(|ways| (0..2).all(|i| open[i] || !ways[i]));
    Alternatives { first: way([false, false]), others: others.map(way).collect() }
}

/// What tables tell and no play that was found shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct LookedUp {
    /// Whether these strings are dead.
    dead: Points,
    /// Which strings are in seki.
    seki: bool,
}

/// What ms.dead and ms.seki say of a string, as far as their questions are answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fate<S> {
    /// The owner.
    pub owner: Colour,
    /// The string.
    pub stones: S,
    /// Dead, in seki, or alive as it stands; or undecided.
    pub life: Life,
    /// By which term.
    pub by: Called,
    /// By which clause.
    pub clause: ClauseId,
    /// Its owner can make it immortal, where that was asked.
    independent: bool,
}

/// What they say of all strings.
pub(super) struct Fates<S> {
    pub strings: Vec<Fate<S>>,
    /// ms.removed: the dead stones.
    pub removed: S,
}

impl<S: PointSet> Fates<S> {
    /// Whether the fate of some string is not known.
    pub fn is_open(&self) -> bool {
        self.strings.iter().any(|s| s.life == Life::Undecided)
    }

    /// The stones in seki.
    pub fn in_seki(&self) -> S {
        PointSet::union(self.strings.iter().filter(|s| s.life == Life::Seki).map(|s| s.stones))
    }

    /// The strings of which it is not known whether they are dead.
    fn dead_open(&self) -> S {
        let open = self.strings.iter().filter(|s| s.life == Life::Undecided && s.clause == MS_DEAD);
        PointSet::union(open.map(|s| s.stones))
    }
}

/// ms.dead, ms.removed and ms.seki: what becomes of the strings. Which are in seki is asked only once it is known which are dead.
pub(super) fn fates<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    stones: [K::Set; 2],
    ask: &mut dyn Ask<Asked<K::Set>>,
) -> Fates<K::Set> {
    let strings = Colour::ALL.into_iter().flat_map(|c| board.components(stones[c.index()]).map(move |s| (c, s)));
    let mut strings: Vec<_> = strings.map(|string| dead(rules, string, ask)).collect();
    let removed = PointSet::union(strings.iter().filter(|s| s.life == Life::Dead).map(|s| s.stones));
    let is_open = strings.iter().any(|s| s.life == Life::Undecided);
    if rules.applies(MS_SEKI) && !is_open {
        seki(board, stones.map(|s| s.less(removed)), removed, &mut strings, ask);
    }
    Fates { strings, removed }
}

/// ms.dead: a string is dead if it is bound to be captured (reading `dead`).
fn dead<S: PointSet>(rules: &RuleSet, (owner, stones): (Colour, S), ask: &mut dyn Ask<Asked<S>>) -> Fate<S> {
    let asked = Asked::Dead(owner, stones);
    let (life, by) = match if rules.applies(MS_DEAD) { ask.ask(asked) } else { Some(false) } {
        Some(true) => (Life::Dead, Called::Dead),
        Some(false) => (Life::Alive, Called::NotDead),
        None => (Life::Undecided, Called::Undecided),
    };
    Fate { owner, stones, life, by, clause: MS_DEAD, independent: false }
}

/// ms.seki: in a seki opposing groups without two eyes cannot take each other for want of liberties. Of the strings on a region
/// that both colours border: those that are not independent (ms.eyes), and that the opponent cannot capture even if he moves
/// first. `after` is the position without the stones `removed` as dead: none of its strings is joined or split by that.
fn seki<K: Kernel>(
    board: &K,
    after: [K::Set; 2],
    removed: K::Set,
    strings: &mut [Fate<K::Set>],
    ask: &mut dyn Ask<Asked<K::Set>>,
) {
    let shared = PointSet::union(regions(board, after).into_iter().filter(|r| r.1 == [true, true]).map(|r| r.0));
    let around_shared = board.around(shared);
    for s in strings.iter_mut().filter(|s| s.life == Life::Alive && around_shared.meets(s.stones)) {
        let independent = ask.ask(Asked::Independent(s.owner, s.stones, removed));
        if independent == Some(true) {
            s.independent = true;
            continue;
        }
        s.clause = MS_SEKI;
        (s.life, s.by) = match (independent, ask.ask(Asked::Capturable(s.owner, s.stones, removed))) {
            (_, Some(true)) => (Life::Alive, Called::Unfinished),
            (Some(false), Some(false)) => (Life::Seki, Called::InSeki),
            _ => (Life::Undecided, Called::Undecided),
        };
    }
}

impl MindSportsInterpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> MindSportsInterpreter {
        let ask = ContinuationSolver::new(&rules, &board, budget, facts);
        MindSportsInterpreter { rules, board, ask }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(self) -> MindSportsInterpreter {
        MindSportsInterpreter { ask: self.ask.searching(), ..self }
    }

    /// ms.dead, with what shows it.
    fn tell_dead(&self, strings: &[StringStatus], grounds: &Grounds, looked_up: LookedUp, trace: &mut Trace) {
        if !self.rules.applies(MS_DEAD) || strings.is_empty() {
            return;
        }
        self.ko(trace);
        for s in strings {
            trace.show_read(MS_DEAD, &self.rules, Dead::CHOICE, || {
                let name = string_name(&self.board, s.string);
                let opponent = s.string.colour.opponent();
                let line = grounds.line(Asked::Dead(s.string.colour, s.string.stones));
                let (fact, line) = match (s.life, s.clause) {
                    (Life::Dead, _) => (format!("{name} is dead: {opponent} forces its capture"), line),
                    (Life::Undecided, MS_DEAD) => (format!("{name}: undecided, the budget ran out"), Vec::new()),
                    _ => with_tries(format!("{name} is not dead: {opponent} cannot force its capture"), line),
                };
                if looked_up.dead & s.string.stones == 0 { (fact, line) } else { (fact + LOOKED_UP, line) }
            });
        }
    }

    /// ms.ko: what binds the play by which strings are dead.
    fn ko(&self, trace: &mut Trace) {
        if !self.rules.applies(MS_KO) {
            return;
        }
        let fact = match self.rules.read() {
            Dead::Superko => {
                "strings are dead or not under situational superko, with this position as the whole history; what ms.seki asks \
                 is bound by basic ko only, which is no word of the text but the part of its superko that holds whatever the \
                 history was"
            }
            Dead::OwnerFirst | Dead::OpponentFirst => {
                "play from here is bound by basic ko only, which is no word of the text but the part of its superko that holds \
                 whatever the history was (dead=superko takes this position for the whole history)"
            }
        };
        trace.cite_read(MS_KO, &self.rules, Dead::CHOICE, || fact.to_string());
    }

    /// ms.removed: dead stones are taken off without being captured.
    fn removed(&self, removed: Points, trace: &mut Trace) {
        // Without the clause they are taken off all the same, but count for nobody.
        if removed != 0 && self.rules.applies(MS_REMOVED) {
            trace.cite(MS_REMOVED, || format!("the dead stones {} are removed", points(&self.board, removed)));
        }
    }

    /// ms.eyes and ms.seki, with what shows them.
    fn tell_seki(&self, fates: &Fates<Points>, grounds: &Grounds, looked_up: LookedUp, trace: &mut Trace) {
        let note = if looked_up.seki { LOOKED_UP } else { "" };
        let line = |s: &Fate<Points>| grounds.line(Asked::Capturable(s.owner, s.stones, fates.removed));
        let named = |s: &Fate<Points>| string_name(&self.board, StoneString { colour: s.owner, stones: s.stones });
        for s in fates.strings.iter().filter(|s| s.independent) {
            trace.cite(MS_EYES, || {
                let name = named(s);
                format!("{name} borders a region that both colours border, but {} can make it immortal", s.owner)
            });
        }
        for s in fates.strings.iter().filter(|s| s.life == Life::Seki) {
            trace.show_read(MS_SEKI, &self.rules, Seki::CHOICE, || {
                let fact = format!(
                    "{} is in seki: it borders a region that both colours border, {} cannot make it immortal, and {} cannot \
                     capture it even by moving first{note}",
                    named(s),
                    s.owner,
                    s.owner.opponent()
                );
                with_tries(fact, line(s))
            });
        }
        for s in fates.strings.iter().filter(|s| s.by == Called::Unfinished) {
            trace.show_read(MS_SEKI, &self.rules, Seki::CHOICE, || {
                let fact = format!(
                    "{} borders a region that both colours border and is not in seki: {} captures it if he moves \
                     first{}; its fate is open, and it counts as it stands{note}",
                    named(s),
                    s.owner.opponent(),
                    if fates.removed == 0 { "" } else { " after the removal" }
                );
                (fact, line(s))
            });
        }
    }

    /// ms.territory, ms.seki: whose points they are after the removal.
    fn points(&self, after: Position, seki: Points, trace: &mut Trace) -> Vec<PointStatus> {
        let board = &self.board;
        let mut found = vec![PointStatus::Stone; board.len()];
        let (mut eyes, mut dame) = ([0; 2], 0);
        for region in regions(board, after.stones) {
            let status = match (surrounds(region.1), territory(&self.rules, board, region, seki)) {
                (_, Some(player)) => PointStatus::Territory(player),
                (Some(player), None) => PointStatus::EyeInSeki(player),
                (None, _) => PointStatus::Dame,
            };
            match status {
                PointStatus::EyeInSeki(player) => eyes[player.index()] |= region.0,
                PointStatus::Dame => dame |= region.0,
                _ => {}
            }
            points_of(region.0).for_each(|p| found[p] = status);
        }
        for player in Colour::ALL.into_iter().filter(|c| eyes[c.index()] != 0) {
            trace.cite_read(MS_SEKI, &self.rules, Seki::CHOICE, || {
                let eyes = points(board, eyes[player.index()]);
                format!("{player} surrounds {eyes}, but with stones in seki: no territory")
            });
        }
        if dame != 0 {
            trace.cite(MS_TERRITORY, || format!("nobody's points: {}", points(board, dame)));
        }
        found
    }

    /// ms.removed, ms.seki and the count, once it is known which strings are dead.
    fn counted(
        &self,
        position: Position,
        fates: &Fates<Points>,
        strings: Vec<StringStatus>,
        (grounds, looked_up): (&Grounds, LookedUp),
        trace: &mut Trace,
    ) -> Verdict {
        let removed = fates.removed;
        self.removed(removed, trace);
        let after = position.without(removed);
        self.tell_seki(fates, grounds, looked_up, trace);
        let cite = |trace: &mut Trace| {
            let fact = || alike(&self.board, &strings, "in seki or not", "not in seki");
            trace.cite_read(MS_SEKI, &self.rules, Seki::CHOICE, fact);
        };
        let made_up = |strings: Vec<StringStatus>, trace: &mut Trace| {
            let seki = strings.iter().filter(|s| s.life == Life::Seki).fold(0, |m, s| m | s.string.stones);
            let points = self.points(after, seki, trace);
            let claims = count(&self.rules, &self.board, position.stones, removed, seki);
            trace.count(&self.board, &claims);
            let (outcome, status) = (Outcome::Margin(margin(&claims)), Some(Status { strings, points }));
            Verdict { outcome, status, claims, notes: Notes::default() }
        };
        whichever(in_seki_or_not(&strings), MS_SEKI, trace, cite, made_up)
    }

    fn undecided(&self, position: Position, strings: Vec<StringStatus>) -> Verdict {
        let [hi, minus_lo] = Colour::ALL.map(|c| self.at_most(position, c, &strings));
        Verdict {
            outcome: Outcome::Undecided { lo: -minus_lo, hi },
            status: Some(Status { strings, points: vec![PointStatus::Undecided; self.board.len()] }),
            claims: Vec::new(),
            notes: Notes::default(),
        }
    }

    /// The most that a player can be ahead, given the life of some strings: no point is his territory that is surely in a region
    /// with a stone of the opponent beside it that is not removed.
    fn at_most(&self, position: Position, player: Colour, strings: &[StringStatus]) -> i32 {
        let board = &self.board;
        let with = |colour: Colour, life: Life| {
            let found = strings.iter().filter(|s| s.string.colour == colour && s.life == life);
            found.fold(0, |m, s| m | s.string.stones)
        };
        let (mine, theirs) = (player, player.opponent());
        let stay = |colour| with(colour, Life::Alive) | with(colour, Life::Seki);
        let (dead, open) =
            ([mine, theirs].map(|c| with(c, Life::Dead)), [mine, theirs].map(|c| with(c, Life::Undecided)));
        let sure = board.components(board.empty(position) | dead[0] | dead[1]);
        let regions = sure.filter(|&region| board.around(region) & stay(theirs) == 0).fold(0, |m, r| m | r);
        let count = |points: Points| points.count_ones() as i32;
        // An open stone of his stays, or is gone and its point his; one of theirs is gone and its point his.
        let territory = count(regions) + count(open[0]) + count(open[1]);
        if self.rules.text.counts_stones(&self.rules) {
            territory + count(stay(mine)) - count(stay(theirs))
        } else {
            territory + count(dead[1]) + count(open[1])
                - if self.rules.applies(MS_REMOVED) { count(dead[0]) } else { 0 }
        }
    }
}

impl Interpreter for MindSportsInterpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let (rules, board) = (&self.rules, &self.board);
        let judge = |ask: &mut dyn Ask<Asked<Points>>| fates(rules, board, position.stones, ask);
        let (fates, grounds, looked_up) = if trace.is_kept() {
            // Looked up first: what is shown may take all the time there is.
            let looked_up = self.ask.looks_up().then(|| self.ask.about(position, judge, Fates::is_open));
            let (shown, mut grounds) = self.ask.shown(position, judge, Fates::is_open);
            match looked_up.filter(|(known, _)| shown.is_open() && !known.is_open()) {
                Some((known, by_history)) => {
                    grounds.by_history |= by_history;
                    (known, grounds, LookedUp { dead: shown.dead_open(), seki: true })
                }
                None => (shown, grounds, LookedUp::default()),
            }
        } else {
            let (fates, by_history) = self.ask.about(position, judge, Fates::is_open);
            (fates, Grounds::untold(by_history), LookedUp::default())
        };
        let status = |s: &Fate<Points>| StringStatus {
            string: StoneString { colour: s.owner, stones: s.stones },
            life: s.life,
            by: s.by.into(),
            clause: s.clause,
        };
        let strings: Vec<StringStatus> = fates.strings.iter().map(status).collect();
        self.tell_dead(&strings, &grounds, looked_up, trace);
        let verdict = if fates.dead_open() != 0 {
            self.undecided(position, strings)
        } else {
            self.counted(position, &fates, strings, (&grounds, looked_up), trace)
        };
        Verdict { notes: Notes { history: grounds.by_history }, ..verdict }
    }
}
