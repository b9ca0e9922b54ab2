//! Japanese 1989: life and death (Article 7), territory (8) and score (10) of a final position, in the order of the text.
//!
//! Articles 8 and 10 are written over any kernel: the end of a recorded game, in which the players say which stones are dead, is
//! counted by the same functions.

use super::search::Asking;
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, StoneString, points_of};
use crate::law::open::{alike, each_way, whichever};
use crate::law::trace::{points, string_name, with_tries};
use crate::law::verdict::{Claim, Life, LineMove, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::solve::Bounds;
use crate::texts::j1989::clauses::*;

/// The opponent cannot force the capture of a string so called.
pub const UNCAPTURABLE: &str = "uncapturable";
/// A string so called is alive through its own intersections.
pub const CAPTURABLE_1: &str = "capturable-1";
/// A string so called is alive through its local-2.
pub const CAPTURABLE_2: &str = "capturable-2";
/// A string so called is alive through its own intersections or, if not, through its local-2: a search has not told which.
pub const CAPTURABLE: &str = "capturable-1 or capturable-2";
/// A string so called is alive since j1989.7.1 is not applied.
const NOT_EXAMINED: &str = "not examined";

/// The interpreter.
pub struct J1989Interpreter {
    pub(super) rules: RuleSet,
    pub(super) board: Board,
    /// The confirmation of life and death: who is asked what it comes to.
    pub(super) ask: Asking,
}

impl J1989Interpreter {
    /// Article 7.1: a stone lives if the opponent cannot take it, or if taking it can bring forth a new stone that the opponent
    /// cannot take. Every other stone is dead.
    fn life(&mut self, position: Position, trace: &mut Trace) -> Vec<StringStatus> {
        let strings = self.board.strings(position);
        if !self.rules.applies(J1989_7_1) {
            return strings.iter().map(|s| examined(s, Life::Alive, NOT_EXAMINED)).collect();
        }
        let found = if self.ask.in_rounds() { self.in_rounds(position) } else { self.in_order(position) };
        for s in &found {
            trace.show_read(J1989_7_1, &self.rules, Enable::CHOICE, || self.shown(position, s, &found));
        }
        if trace.is_kept() {
            self.kos(position, &strings, trace);
        }
        found
    }

    /// Article 7.1, string by string.
    fn in_order(&mut self, position: Position) -> Vec<StringStatus> {
        let taken = Colour::ALL.map(|owner| self.ask.taken(position, owner));
        let mut found: Vec<StringStatus> = Vec::new();
        for string in &self.board.strings(position) {
            let Bounds { lower, upper } = taken[string.colour.index()];
            found.push(if string.stones & upper == 0 {
                examined(string, Life::Alive, UNCAPTURABLE)
            } else if string.stones & lower == 0 {
                examined(string, Life::Undecided, "undecided")
            } else {
                self.brings_forth(position, string)
            });
        }
        if matches!(self.rules.read(), Enable::Local2 | Enable::Enclosed) {
            let firm = found.clone();
            for status in found.iter_mut().filter(|s| s.life == Life::Dead) {
                *status = self.capturable_2(position, &status.string, &firm);
            }
        }
        found
    }

    /// Article 7.2 and the pass for a ko, where it rests on one of them whether a string can be taken.
    fn kos(&self, position: Position, strings: &[StoneString], trace: &mut Trace) {
        for clause in [J1989_7_2, J1989_7_2_PASS].into_iter().filter(|c| self.rules.applies(*c)) {
            let parting = Colour::ALL.map(|owner| self.ask.taken_without(&self.rules, clause, position, owner));
            for string in strings.iter().filter(|s| s.stones & parting[s.colour.index()] != 0) {
                if let Some(shown) = self.ask.taking_decided_by(&self.rules, clause, position, *string) {
                    trace.show(clause, || shown);
                }
            }
        }
    }

    /// Article 7.1, a string that the opponent can take: whether that can bring forth a new stone where the reading `enable` looks for
    /// one. (capturable-2 is found afterwards: it depends on which strings are uncapturable or capturable-1.)
    fn brings_forth(&mut self, position: Position, string: &StoneString) -> StringStatus {
        let (local, by) = match self.rules.read() {
            Enable::None => {
                return StringStatus { string: *string, life: Life::Dead, by: "capturable", clause: J1989_7_1 };
            }
            Enable::Anywhere => (self.board.all(), "enables a new stone"),
            Enable::Local1 | Enable::Local2 | Enable::Enclosed => (string.stones, CAPTURABLE_1),
        };
        Self::through(string, self.ask.brings_forth(position, string, local), by)
    }

    /// Article 7.1, a string that is neither uncapturable nor capturable-1: whether it is alive through its local-2.
    fn capturable_2(&mut self, position: Position, string: &StoneString, firm: &[StringStatus]) -> StringStatus {
        let open = |s: &StringStatus| s.life == Life::Undecided && bounds_local_2(&self.rules, *string, s);
        let through = if firm.iter().any(open) {
            // Dead through the whole board is dead whatever local-2 is.
            self.ask.brings_forth(position, string, self.board.all()).filter(|&alive| !alive)
        } else {
            self.ask.brings_forth(position, string, local_2(&self.rules, &self.board, *string, firm))
        };
        Self::through(string, through, CAPTURABLE_2)
    }

    fn through(string: &StoneString, brings_forth: Option<bool>, by: &'static str) -> StringStatus {
        let (life, by) = match brings_forth {
            Some(true) => (Life::Alive, by),
            Some(false) => (Life::Dead, "captured"),
            None => (Life::Undecided, "undecided"),
        };
        examined(string, life, by)
    }

    /// The life of one string in words, with the line that shows it.
    fn shown(&self, position: Position, s: &StringStatus, all: &[StringStatus]) -> (String, Vec<LineMove>) {
        let name = string_name(&self.board, s.string);
        let attacker = s.string.colour.opponent();
        let local = self.local_of(s, all);
        let of_local = points(&self.board, local);
        match (s.life, s.by) {
            (Life::Undecided, _) => (format!("{name}: undecided, the budget ran out"), Vec::new()),
            (Life::Dead, _) => {
                let line = self.ask.taking_line(position, s.string, local);
                let fact = match self.rules.read() {
                    Enable::None => format!("{name} is dead: {attacker} forces its capture"),
                    _ => format!(
                        "{name} is dead: {attacker} forces its capture, after which no new stone on {of_local} is permanent"
                    ),
                };
                (fact, line)
            }
            (_, UNCAPTURABLE) => {
                let line = self.ask.trying_line(position, s.string);
                with_tries(format!("{name} is alive: uncapturable, {attacker} cannot force its capture"), line)
            }
            (_, CAPTURABLE) => {
                let fact = format!(
                    "{name} is alive: {CAPTURABLE}; {attacker} cannot capture it without a permanent new stone"
                );
                (format!("{fact} on its local-2"), Vec::new())
            }
            (_, by) => {
                let fact = format!(
                    "{name} is alive: {by}; {attacker} can capture it, but not without a permanent new stone on {of_local}"
                );
                if !self.ask.is_listed(position, s.string, local) {
                    return (fact, Vec::new());
                }
                let (line, stone) = self.ask.bringing_forth_line(position, s.string, local);
                let ending = if stone == 0 {
                    "new stones there are taken and replaced, but never all for good".to_string()
                } else {
                    let stone = points(&self.board, stone);
                    format!("at the end of the line the new stone {stone} can no longer be captured")
                };
                (format!("{fact} ({ending})"), line)
            }
        }
    }

    /// The points on which a new stone keeps this string alive, as the reading in force has it.
    fn local_of(&self, s: &StringStatus, all: &[StringStatus]) -> Points {
        match (self.rules.read(), s.by) {
            (Enable::None, _) => 0,
            (Enable::Anywhere, _) => self.board.all(),
            (Enable::Local1, _) | (_, CAPTURABLE_1) => s.string.stones,
            (Enable::Local2 | Enable::Enclosed, _) => local_2(&self.rules, &self.board, s.string, all),
        }
    }
}

/// What j1989.7.1 says of a string.
pub(super) fn examined(string: &StoneString, life: Life, by: &'static str) -> StringStatus {
    StringStatus { string: *string, life, by, clause: J1989_7_1 }
}

/// `local-2` of a string (reading `enable` of j1989.7.1): its intersections and, recursively, every adjacent intersection that holds
/// no stone of a string of its owner's that is uncapturable or capturable-1; under `enable=enclosed` of such a string of either
/// player. `strings` say which strings those are.
#[must_use]
pub fn local_2(rules: &RuleSet, board: &Board, string: StoneString, strings: &[StringStatus]) -> Points {
    let bounds = |s: &&StringStatus| bounds_local_2(rules, string, s) && matches!(s.by, UNCAPTURABLE | CAPTURABLE_1);
    let firm = strings.iter().filter(bounds).fold(0, |m, s| m | s.string.stones);
    bounded(board, string, firm)
}

/// The intersections of a string and, recursively, every adjacent one that holds none of these stones.
pub(super) fn bounded(board: &Board, string: StoneString, by: Points) -> Points {
    board.connected(string.stones, board.all() & !by | string.stones)
}

/// Whether the local-2 of `string` depends on whether another one is uncapturable or capturable-1.
fn bounds_local_2(rules: &RuleSet, string: StoneString, other: &StringStatus) -> bool {
    other.string.colour == string.colour || rules.read::<Enable>() == Enable::Enclosed
}

/// What Articles 8 and 10 come to.
pub(super) struct CountedUp<S> {
    /// j1989.8.eye: regions of eye points, and whose they are.
    pub eyes: Vec<(Colour, S)>,
    /// j1989.8.dame.
    pub dame: S,
    /// j1989.8.seki: the living stones in seki.
    pub seki: S,
    /// j1989.8.territory: regions of eye points that are territory.
    pub territory: Vec<(Colour, S)>,
    /// Article 10.
    pub claims: Vec<Claim<S>>,
}

/// Articles 8 and 10 once it is known which strings live.
pub(super) fn count<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    stones: [K::Set; 2],
    living: &[(Colour, K::Set)],
    trace: &mut Trace,
) -> CountedUp<K::Set> {
    let eyes = eye_points(rules, board, stones, living, trace);
    let dame = dame(board, stones, &eyes, trace);
    let seki = seki(rules, board, living, &eyes, dame, trace);
    let territory = territory(board, living, &eyes, seki);
    let claims = score(rules, board, stones, &territory, trace);
    CountedUp { eyes, dame, seki, territory, claims }
}

/// Article 8, eye points: points enclosed by the living stones of a single player. A region is a maximal connected set of points that
/// are empty or hold dead stones: of either player with `eye=through-dead`, while with `eye=living-only` a region with dead stones of
/// the player's own is enclosed by living and dead stones, and is none of his.
fn eye_points<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    stones: [K::Set; 2],
    living: &[(Colour, K::Set)],
    trace: &mut Trace,
) -> Vec<(Colour, K::Set)> {
    let living = Colour::ALL.map(|c| PointSet::union(living.iter().filter(|s| s.0 == c).map(|s| s.1)));
    let enclosed_by = |region: K::Set| {
        let next_to = living.map(|stones: K::Set| board.around(region).meets(stones));
        let player = match next_to {
            [true, false] => Colour::Black,
            [false, true] => Colour::White,
            _ => return None,
        };
        let by_dead_too = region.meets(stones[player.index()]) && rules.read::<Eye>() == Eye::LivingOnly;
        (!by_dead_too).then_some((player, region))
    };
    let eyes: Vec<_> = board.components(board.all().less(living[0] | living[1])).filter_map(enclosed_by).collect();
    for player in Colour::ALL.into_iter().filter(|c| eyes.iter().any(|e| e.0 == *c)) {
        let empty = PointSet::union(eyes.iter().filter(|e| e.0 == player).map(|e| e.1)) & board.vacant(stones);
        trace.cite_read(J1989_8_EYE, rules, Eye::CHOICE, || match empty.is_none() {
            true => format!("{player} encloses dead stones and no empty point"),
            false => format!("eye points of {player}: {}", points(board, empty)),
        });
    }
    eyes
}

/// Article 8, dame: empty points that are not eye points. A point under a dead stone is none.
fn dame<K: Kernel>(board: &K, stones: [K::Set; 2], eyes: &[(Colour, K::Set)], trace: &mut Trace) -> K::Set {
    let dame = board.vacant(stones).less(PointSet::union(eyes.iter().map(|s| s.1)));
    if !dame.is_none() {
        trace.cite(J1989_8_DAME, || format!("dame: {}", points(board, dame)));
    }
    dame
}

/// Article 8, seki: living stones that have dame are in seki; with `seki=group`, so are those that share eye points with such stones.
fn seki<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    living: &[(Colour, K::Set)],
    eyes: &[(Colour, K::Set)],
    dame: K::Set,
    trace: &mut Trace,
) -> K::Set {
    if !rules.applies(J1989_8_SEKI) {
        return K::Set::default();
    }
    let possessing = |s: &&(Colour, K::Set)| board.around(s.1).meets(dame);
    let mut seki = PointSet::union(living.iter().filter(possessing).map(|s| s.1));
    while rules.read::<Seki>() == Seki::Group {
        let before = seki;
        for (_, eye) in eyes.iter().filter(|e| board.around(e.1).meets(before)) {
            let sharing = living.iter().filter(|s| board.around(*eye).meets(s.1));
            seki = seki | PointSet::union(sharing.map(|s| s.1));
        }
        if seki == before {
            break;
        }
    }
    for (colour, stones) in living.iter().filter(|s| s.1.meets(seki)) {
        trace.cite_read(J1989_8_SEKI, rules, Seki::CHOICE, || {
            let touching = board.around(*stones) & dame;
            let why = if touching.is_none() {
                "shares an eye region with a string in seki".to_string()
            } else {
                format!("is alive and possesses dame ({})", points(board, touching))
            };
            let colour = colour.to_string().to_lowercase();
            format!("the {colour} string {} {why}: it is in seki", points(board, *stones))
        });
    }
    seki
}

/// Article 8, territory: eye points of living stones that are not in seki.
fn territory<K: Kernel>(
    board: &K,
    living: &[(Colour, K::Set)],
    eyes: &[(Colour, K::Set)],
    seki: K::Set,
) -> Vec<(Colour, K::Set)> {
    debug_assert!(seki.less(PointSet::union(living.iter().map(|s| s.1))).is_none());
    eyes.iter().filter(|(_, eye)| !board.around(*eye).meets(seki)).copied().collect()
}

/// Article 10: a point of territory is the unit of the count (8.territory); the opposing dead stones in it are lifted and become
/// prisoners (10.1), so each counts for its point and as a prisoner; the numbers are compared (10.2).
fn score<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    stones: [K::Set; 2],
    territory: &[(Colour, K::Set)],
    trace: &mut Trace,
) -> Vec<Claim<K::Set>> {
    let mut claims = Vec::new();
    for &(player, region) in territory {
        let empty = region & board.vacant(stones);
        claims.extend(Claim::each(J1989_8_TERRITORY, player, "empty points of territory", empty, 1));
        if rules.applies(J1989_10_1) {
            let dead = region & stones[player.opponent().index()];
            let what = "dead stones in territory: the point and the prisoner";
            claims.extend(Claim::each(J1989_10_1, player, what, dead, 2));
        }
    }
    claims.sort_by_key(|c| (c.player, c.clause, c.points.first()));
    trace.count(board, &claims);
    trace.cite(J1989_10_2, || {
        let of = |player| claims.iter().filter(|c| c.player == player).map(|c| c.value).sum::<i32>();
        format!("Black {}, White {}: {}", of(Colour::Black), of(Colour::White), Outcome::Margin(margin(&claims)))
    });
    claims
}

/// The most strings of undecided life of which it is counted what comes of each being alive or dead.
const MOST_OPEN: usize = 10;

/// The most that a player's territory can count, given the life of some strings: no point that is surely in a region with one of
/// the opponent's living stones beside it.
fn at_most(board: &Board, position: Position, player: Colour, strings: &[StringStatus]) -> i32 {
    let with = |colour: Colour, life: Life| {
        let found = strings.iter().filter(|s| s.string.colour == colour && s.life == life);
        found.fold(0, |m, s| m | s.string.stones)
    };
    let theirs = player.opponent();
    let (alive, dead) = (with(theirs, Life::Alive), with(theirs, Life::Dead));
    let empty = board.empty(position);
    let open = 2 * with(theirs, Life::Undecided).count_ones();
    let sure = board.components(empty | dead | with(player, Life::Dead));
    let theirs = sure.filter(|&region| board.around(region) & alive == 0);
    (open + theirs.map(|r| (r & empty).count_ones() + 2 * (r & dead).count_ones()).sum::<u32>()) as i32
}

impl J1989Interpreter {
    /// The status of strings and points (Article 8) that goes with a count.
    fn status(&self, mut strings: Vec<StringStatus>, counted: &CountedUp<Points>) -> Status {
        for s in strings.iter_mut().filter(|s| s.string.stones & counted.seki != 0) {
            (s.life, s.clause) = (Life::Seki, J1989_8_SEKI);
        }
        let mut points = vec![PointStatus::Stone; self.board.len()];
        points_of(counted.dame).for_each(|p| points[p] = PointStatus::Dame);
        for &(player, eyes) in &counted.eyes {
            let is_territory = counted.territory.contains(&(player, eyes));
            let status = if is_territory { PointStatus::Territory(player) } else { PointStatus::EyeInSeki(player) };
            points_of(eyes).for_each(|p| points[p] = status);
        }
        Status { strings, points }
    }

    /// Articles 8 and 10, once it is known which strings live.
    fn counted(&self, position: Position, strings: Vec<StringStatus>, trace: &mut Trace) -> Verdict {
        let alive = strings.iter().filter(|s| s.life == Life::Alive);
        let living: Vec<(Colour, Points)> = alive.map(|s| (s.string.colour, s.string.stones)).collect();
        let counted = count(&self.rules, &self.board, position.stones, &living, trace);
        let outcome = Outcome::Margin(margin(&counted.claims));
        let status = Some(self.status(strings, &counted));
        Verdict { outcome, status, claims: counted.claims, notes: Notes::default() }
    }

    /// Too many strings are open: what each player's territory can come to.
    fn undecided(&self, position: Position, strings: Vec<StringStatus>) -> Verdict {
        let [hi, minus_lo] = Colour::ALL.map(|c| at_most(&self.board, position, c, &strings));
        Verdict {
            outcome: Outcome::Undecided { lo: -minus_lo, hi },
            status: Some(Status { strings, points: vec![PointStatus::Undecided; self.board.len()] }),
            claims: Vec::new(),
            notes: Notes::default(),
        }
    }
}

impl Interpreter for J1989Interpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let strings = self.life(position, trace);
        let cite = |trace: &mut Trace| {
            trace.cite_read(J1989_7_1, &self.rules, Enable::CHOICE, || {
                alike(&self.board, &strings, "alive or dead", "alive")
            });
        };
        let counted = |strings, trace: &mut Trace| self.counted(position, strings, trace);
        let Some(ways) = each_way(&strings, MOST_OPEN) else { return self.undecided(position, strings) };
        let mut verdict = whichever(ways, J1989_8_SEKI, trace, cite, counted);
        if let (Outcome::Undecided { .. }, Some(status)) = (verdict.outcome, &mut verdict.status) {
            // They live or not, whether or not they are in seki: that may rest on what is open.
            status.strings = strings;
        }
        verdict
    }

    fn remarks(&mut self, position: Position, verdict: &Verdict) -> Vec<String> {
        self.unfilled_dame(position, verdict)
    }
}
