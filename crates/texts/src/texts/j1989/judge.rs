//! Japanese 1989: life and death (Article 7), territory (8) and score (10) of a final position, in the order of the text.
//!
//! Articles 8 and 10 are written over any kernel: the end of a recorded game, in which the players say which stones are dead, is
//! counted by the same functions.

use super::answers::{ConfirmationSolver, Grounds};
use super::lines::End;
use super::questions::Asked;
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, StoneString};
use crate::law::facts::Facts;
use crate::law::open::{alike, each_way, whichever};
use crate::law::trace::{LOOKED_UP, points, string_name, with_tries};
use crate::law::verdict::{Claim, Life, LineMove, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::words::called;
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::solve::Budget;
use crate::solve::ladder::Ask;
use crate::texts::j1989::clauses::*;

called! {
    /// What the text calls a string.
    pub enum Called {
        /// Alive: the opponent cannot force its capture.
        Uncapturable = "uncapturable",
        /// Alive through its own intersections.
        Capturable1 = "capturable-1",
        /// Alive through its local-2.
        Capturable2 = "capturable-2",
        /// Alive through its own intersections or, if not, through its local-2: a search has not told which.
        Capturable = "capturable-1 or capturable-2",
        /// Dead: its capture brings forth no new stone.
        Captured = "captured",
        /// Dead: its capture is enough (reading `enable=none`).
        Taken = "capturable",
        /// Alive through all points (reading `enable=anywhere`).
        Enables = "enables a new stone",
        /// Alive since j1989.7.1 is not applied.
        NotExamined = "not examined",
        /// The budget ran out.
        Undecided = "undecided",
    }
}

/// The interpreter.
pub struct J1989Interpreter {
    pub(super) rules: RuleSet,
    pub(super) board: Board,
    /// The confirmation of life and death: who is asked what it comes to.
    pub(super) ask: ConfirmationSolver,
}

/// What Article 7.1 says of a string, as far as its questions are answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Examined<S> {
    /// The owner.
    pub owner: Colour,
    /// The string.
    pub stones: S,
    /// Alive or dead, or undecided.
    pub life: Life,
    /// By which term.
    pub by: Called,
    /// The opponent can take it.
    capturable: Option<bool>,
    /// It is uncapturable or capturable-1.
    firm: Option<bool>,
    /// The question on whose answer its life rests.
    on: Option<Asked<S>>,
}

impl<S: PointSet> Examined<S> {
    fn said(self, life: Life, by: Called) -> Examined<S> {
        Examined { life, by, ..self }
    }

    fn through(self, local: S) -> Examined<S> {
        Examined { on: Some(Asked::ForGood(self.owner, self.stones, local)), ..self }
    }

    /// Whether its life is not known.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.life == Life::Undecided
    }
}

/// Article 7.1: a stone lives if the opponent cannot take it, or if taking it can bring forth a new stone that the opponent
/// cannot take. Every other stone is dead.
pub(super) fn life<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    stones: [K::Set; 2],
    ask: &mut dyn Ask<Asked<K::Set>>,
) -> Vec<Examined<K::Set>> {
    let strings = Colour::ALL.into_iter().flat_map(|c| board.components(stones[c.index()]).map(move |s| (c, s)));
    let mut found: Vec<_> = strings.map(|string| cannot_be_taken(rules, string, ask)).collect();
    if rules.applies(J1989_7_1) {
        found.iter_mut().for_each(|s| *s = brings_forth(rules, board, *s, ask));
        let first = found.clone();
        found.iter_mut().for_each(|s| *s = brings_forth_nearby(rules, board, *s, &first, ask));
    }
    found
}

/// Article 7.1, the first half: whether the opponent cannot take the string.
fn cannot_be_taken<S: PointSet>(
    rules: &RuleSet,
    (owner, stones): (Colour, S),
    ask: &mut dyn Ask<Asked<S>>,
) -> Examined<S> {
    let open = Examined {
        owner,
        stones,
        life: Life::Undecided,
        by: Called::Undecided,
        capturable: None,
        firm: None,
        on: None,
    };
    if !rules.applies(J1989_7_1) {
        return open.said(Life::Alive, Called::NotExamined);
    }
    let asked = Asked::Captured(owner, stones);
    let open = Examined { on: Some(asked), ..open };
    match ask.ask(asked) {
        Some(false) => {
            Examined { capturable: Some(false), firm: Some(true), ..open.said(Life::Alive, Called::Uncapturable) }
        }
        capturable => Examined { capturable, ..open },
    }
}

/// Whether it matters to the life of a string what comes after its capture (reading `enable`).
fn looks_for_new_stones(rules: &RuleSet) -> bool {
    match rules.read() {
        Enable::None => false,
        Enable::Local1 | Enable::Local2 | Enable::Enclosed | Enable::Anywhere => true,
    }
}

/// Article 7.1, the second half, of a string that the opponent can take: whether that can bring forth a new stone where the reading
/// `enable` looks for one first. `local-2` is looked at afterwards ([`brings_forth_nearby`]), as it depends on which strings are
/// uncapturable or capturable-1.
fn brings_forth<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    string: Examined<K::Set>,
    ask: &mut dyn Ask<Asked<K::Set>>,
) -> Examined<K::Set> {
    if string.capturable != Some(true) {
        return string;
    }
    let (owner, stones) = (string.owner, string.stones);
    let mut through = |local| ask.ask(Asked::ForGood(owner, stones, local)).map(|for_good| !for_good);
    match rules.read() {
        Enable::None => string.said(Life::Dead, Called::Taken),
        Enable::Anywhere => {
            let string = string.through(board.all());
            match through(board.all()) {
                Some(true) => string.said(Life::Alive, Called::Enables),
                Some(false) => string.said(Life::Dead, Called::Captured),
                None => string,
            }
        }
        enable @ (Enable::Local1 | Enable::Local2 | Enable::Enclosed) => {
            let (firm, string) = (through(stones), string.through(stones));
            match firm {
                Some(true) => Examined { firm, ..string.said(Life::Alive, Called::Capturable1) },
                Some(false) if enable == Enable::Local1 => {
                    Examined { firm, ..string.said(Life::Dead, Called::Captured) }
                }
                _ => Examined { firm, ..string },
            }
        }
    }
}

/// Article 7.1, a string that the opponent can take, and that is not known to be capturable-1: whether it is alive through its
/// local-2. Where it is open of a string that would bound that area, the largest and the smallest area are asked about: the larger it is, the
/// better for the owner.
fn brings_forth_nearby<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    string: Examined<K::Set>,
    strings: &[Examined<K::Set>],
    ask: &mut dyn Ask<Asked<K::Set>>,
) -> Examined<K::Set> {
    // Whose strings bound the area.
    let bounds_it = |colour: Colour| match rules.read() {
        Enable::Local2 => colour == string.owner,
        Enable::Enclosed => true,
        Enable::None | Enable::Anywhere | Enable::Local1 => false,
    };
    if !bounds_it(string.owner) || string.capturable != Some(true) || string.firm == Some(true) {
        return string;
    }
    let bounded_by = |bounds: &dyn Fn(Option<bool>) -> bool| {
        let others = strings.iter().filter(|s| s.stones != string.stones && bounds_it(s.owner) && bounds(s.firm));
        bounded(board, string.stones, PointSet::union(others.map(|s| s.stones)))
    };
    let largest = bounded_by(&|firm| firm == Some(true));
    let smallest = bounded_by(&|firm| firm != Some(false));
    let mut for_good = |local| ask.ask(Asked::ForGood(string.owner, string.stones, local));
    match for_good(largest) {
        Some(true) => Examined { firm: Some(false), ..string.through(largest).said(Life::Dead, Called::Captured) },
        Some(false) if largest == smallest => string.through(largest).alive_nearby(),
        _ if largest != smallest && for_good(smallest) == Some(false) => string.through(smallest).alive_nearby(),
        _ => string,
    }
}

impl<S: PointSet> Examined<S> {
    fn alive_nearby(self) -> Examined<S> {
        self.said(Life::Alive, if self.firm == Some(false) { Called::Capturable2 } else { Called::Capturable })
    }
}

/// The points of a string and, recursively, every adjacent one that holds none of these stones (reading `enable`: local-2).
fn bounded<K: Kernel>(board: &K, string: K::Set, firm: K::Set) -> K::Set {
    board.connected(string, board.all().less(firm) | string)
}

impl J1989Interpreter {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> J1989Interpreter {
        let ask = ConfirmationSolver::new(&rules, &board, budget, facts, looks_for_new_stones(&rules));
        J1989Interpreter { rules, board, ask }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(self) -> J1989Interpreter {
        J1989Interpreter { ask: self.ask.searching(), ..self }
    }

    /// Article 7.1, and Article 7.2 where it rests on that.
    fn examined(&mut self, position: Position, trace: &mut Trace) -> Vec<StringStatus> {
        let (rules, board) = (&self.rules, &self.board);
        let judge = |ask: &mut dyn Ask<Asked<Points>>| life(rules, board, position.stones, ask);
        let is_open = |examined: &Vec<Examined<Points>>| examined.iter().any(Examined::is_open);
        let examined = if trace.is_kept() {
            // Looked up first: what is shown may take all the time there is.
            let looked_up = self.ask.looks_up().then(|| self.ask.about(position, judge, is_open));
            let (mut examined, grounds) = self.ask.shown(position, judge, is_open);
            let mut only_looked_up = 0;
            for (shown, known) in examined.iter_mut().zip(looked_up.into_iter().flatten()) {
                if shown.is_open() && !known.is_open() {
                    *shown = known;
                    only_looked_up |= known.stones;
                }
            }
            self.tell(position, &examined, &grounds, only_looked_up, trace);
            examined
        } else {
            self.ask.about(position, judge, is_open)
        };
        let status = |s: &Examined<Points>| StringStatus {
            string: StoneString { colour: s.owner, stones: s.stones },
            life: s.life,
            by: s.by.into(),
            clause: J1989_7_1,
        };
        examined.iter().map(status).collect()
    }

    /// What Article 7.1 has come to, string by string, and what Article 7.2 and the pass for a ko decide of it. Some strings' life is only
    /// looked up.
    fn tell(
        &self,
        position: Position,
        examined: &[Examined<Points>],
        grounds: &Grounds,
        looked_up: Points,
        trace: &mut Trace,
    ) {
        if !self.rules.applies(J1989_7_1) {
            return;
        }
        for s in examined {
            trace.show_read(J1989_7_1, &self.rules, Enable::CHOICE, || {
                let (fact, line) = self.told(s, grounds);
                if s.stones & looked_up == 0 { (fact, line) } else { (fact + LOOKED_UP, line) }
            });
        }
        let captures = examined.iter().filter_map(|s| Some((Asked::Captured(s.owner, s.stones), s.capturable?)));
        for clause in [J1989_7_2, J1989_7_2_PASS].into_iter().filter(|c| self.rules.applies(*c)) {
            for shown in self.ask.decided_by(clause, position, captures.clone(), grounds) {
                trace.show(clause, || shown);
            }
        }
    }

    /// The life of one string in words, with the line that shows it.
    fn told(&self, s: &Examined<Points>, grounds: &Grounds) -> (String, Vec<LineMove>) {
        let name = string_name(&self.board, StoneString { colour: s.owner, stones: s.stones });
        let attacker = s.owner.opponent();
        let shown = s.on.and_then(|asked| grounds.of(asked)?.play()).cloned().unwrap_or_default();
        let of_local = match s.on {
            Some(Asked::ForGood(_, _, local)) => points(&self.board, local),
            _ => String::new(),
        };
        let ending = match shown.end {
            Some(End::NoneLives) => " (at the end of the line nothing that is played there can live)".to_string(),
            Some(End::NoneStands) => " (the line ends without one)".to_string(),
            Some(End::TakenAgain) => " (at its end the line repeats: each of them is taken again)".to_string(),
            Some(End::Stays(stone)) => {
                let stone = points(&self.board, stone);
                format!(" (at the end of the line the new stone {stone} can no longer be captured)")
            }
            Some(End::Replaced) => " (new stones there are taken and replaced, but never all for good)".to_string(),
            None => String::new(),
        };
        let fact = match (s.life, s.by) {
            (Life::Undecided, _) => return (format!("{name}: undecided, the budget ran out"), Vec::new()),
            (Life::Dead, _) => {
                let dead = format!("{name} is dead: {attacker} forces its capture");
                if of_local.is_empty() {
                    dead
                } else {
                    format!("{dead}, after which no new stone on {of_local} is permanent{ending}")
                }
            }
            (_, Called::Uncapturable) => {
                let fact = format!("{name} is alive: uncapturable, {attacker} cannot force its capture");
                return with_tries(fact, shown.line);
            }
            (_, Called::Capturable) => format!(
                "{name} is alive: {}; {attacker} cannot capture it without a permanent new stone on its local-2",
                s.by
            ),
            (_, by) => format!(
                "{name} is alive: {by}; {attacker} can capture it, but not without a permanent new stone on {of_local}{ending}"
            ),
        };
        (fact, shown.line)
    }
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

impl<S: PointSet> CountedUp<S> {
    /// The status of every point. A point under a dead stone is of the territory that it lies in, or no more than a stone.
    pub fn status<K: Kernel<Set = S>>(&self, board: &K) -> Vec<PointStatus> {
        let mut points = vec![PointStatus::Stone; board.grid().len()];
        self.dame.points().for_each(|p| points[p] = PointStatus::Dame);
        for &(player, eyes) in &self.eyes {
            let is_territory = self.territory.contains(&(player, eyes));
            let status = if is_territory { PointStatus::Territory(player) } else { PointStatus::EyeInSeki(player) };
            eyes.points().for_each(|p| points[p] = status);
        }
        points
    }
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
        let points = counted.status(&self.board);
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
        let strings = self.examined(position, trace);
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
