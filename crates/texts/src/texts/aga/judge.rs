//! The AGA rules: what is dead, territory, and the score by either count.
//!
//! The counts are written over any kernel: the end of a recorded game is counted by the same functions.

use super::clauses::*;
use super::game::Resumption;
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, StoneString, points_of};
use crate::law::further::{self, Wording};
use crate::law::open::{alike, each_way, whichever};
use crate::law::trace::{points, string_name, with_tries};
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::solve::ladder::Ask;
use crate::solve::superko::{State, SuperkoValues};
use crate::texts::mindsports::answers::{ContinuationSolver, Grounds};
use crate::texts::mindsports::questions::Asked;

/// Why a string is alive.
pub const NOT_AGREED_DEAD: &str = "not agreed to be dead";
/// Why a string is dead.
pub const CANNOT_ESCAPE: &str = "could not escape capture";

/// The most strings of undecided life with which the score is counted in each way.
const MOST_OPEN: usize = 10;

/// The interpreter, for either count.
pub struct AgaInterpreter {
    pub(super) rules: RuleSet,
    pub(super) values: SuperkoValues<Resumption>,
    /// The continuation in which it is asked what is dead.
    pub(super) ask: ContinuationSolver,
}

/// aga.12.territory: the empty points surrounded by stones of one player alone.
#[must_use]
pub fn territory<K: Kernel>(board: &K, stones: impl Into<[K::Set; 2]>, player: Colour) -> K::Set {
    let stones = stones.into();
    let beside = |region: K::Set, colour: Colour| board.around(region).meets(stones[colour.index()]);
    let surrounded = |region: &K::Set| beside(*region, player) && !beside(*region, player.opponent());
    PointSet::union(board.components(board.vacant(stones)).filter(surrounded))
}

/// aga.12.by-area: territory and stones.
#[must_use]
pub fn area<K: Kernel>(board: &K, stones: impl Into<[K::Set; 2]>, player: Colour) -> K::Set {
    let stones = stones.into();
    stones[player.index()] | territory(board, stones, player)
}

/// aga.12: cites which empty points are nobody's, where there are any.
pub(super) fn cite_dame<K: Kernel>(board: &K, living: [K::Set; 2], trace: &mut Trace) {
    let owned = Colour::ALL.into_iter().fold(K::Set::default(), |all, player| all | territory(board, living, player));
    let dame = board.vacant(living).less(owned);
    if !dame.is_none() {
        trace.cite(AGA_12_TERRITORY, || format!("not surrounded by stones of one player: {}", points(board, dame)));
    }
}

/// aga.12: the score with these stones dead, without prisoners from before.
pub(super) fn count<K: Kernel>(rules: &RuleSet, board: &K, stones: [K::Set; 2], dead: K::Set) -> Vec<Claim<K::Set>> {
    let living = stones.map(|s| s.less(dead));
    let of = |player: Colour| {
        let own = Claim::each(AGA_12_TERRITORY, player, "points of territory", territory(board, living, player), 1);
        let besides = if rules.text.counts_stones(rules) {
            Claim::each(AGA_12_BY_AREA, player, "living stones", living[player.index()], 1)
        } else {
            let taken = stones[player.opponent().index()] & dead;
            Claim::each(AGA_12_BY_TERRITORY, player, "dead stones taken as prisoners", taken, 1)
        };
        own.into_iter().chain(besides)
    };
    Colour::ALL.into_iter().flat_map(of).collect()
}

impl AgaInterpreter {
    fn board(&self) -> &Board {
        self.values.play().board()
    }

    /// aga.2: who moves first in further play.
    fn first(&self) -> Colour {
        match self.rules.read() {
            First::Black => Colour::Black,
            First::White => Colour::White,
        }
    }

    /// aga.9.dead, of each string: with `best-play` those are agreed to be dead that cannot escape.
    fn lives(&mut self, position: Position, trace: &mut Trace) -> Vec<StringStatus> {
        let asks = self.rules.applies(AGA_9_DEAD) && self.rules.read::<Agreement>() == Agreement::BestPlay;
        let strings = self.board().strings(position);
        let escapes = |ask: &mut dyn Ask<Asked<Points>>| -> Vec<Option<bool>> {
            strings.iter().map(|s| ask.ask(Asked::Dead(s.colour, s.stones))).collect()
        };
        let is_open = |dead: &Vec<Option<bool>>| dead.contains(&None);
        let (dead, grounds) = match (asks, trace.is_kept()) {
            (false, _) => (vec![Some(false); strings.len()], Grounds::default()),
            (true, false) => (self.ask.about(position, escapes, is_open).0, Grounds::default()),
            (true, true) => self.ask.shown(position, escapes, is_open),
        };
        let status = |(string, dead): (StoneString, Option<bool>)| {
            let (life, by) = match dead {
                Some(true) => (Life::Dead, CANNOT_ESCAPE),
                None => (Life::Undecided, "undecided"),
                Some(false) => (Life::Alive, NOT_AGREED_DEAD),
            };
            StringStatus { string, life, by, clause: AGA_9_DEAD }
        };
        let strings: Vec<StringStatus> = strings.into_iter().zip(dead).map(status).collect();
        if !self.rules.applies(AGA_9_DEAD) {
            return strings;
        }
        if self.rules.read::<Agreement>() == Agreement::AsItStands {
            trace.cite_read(AGA_9_DEAD, &self.rules, Agreement::CHOICE, || "nothing is agreed to be dead".to_string());
            return strings;
        }
        for s in &strings {
            trace.show_read(AGA_9_DEAD, &self.rules, Agreement::CHOICE, || {
                let (owner, opponent) = (s.string.colour, s.string.colour.opponent());
                let name = string_name(self.board(), s.string);
                let line = grounds.line(Asked::Dead(owner, s.string.stones));
                match s.life {
                    Life::Dead => {
                        (format!("{name} is dead: {opponent} forces its capture though {owner} moves first"), line)
                    }
                    Life::Undecided => (format!("{name}: undecided, the budget ran out"), Vec::new()),
                    _ => with_tries(format!("{name} is alive: {opponent} cannot force its capture"), line),
                }
            });
        }
        strings
    }

    /// aga.12: the score with what is dead taken off.
    fn counted(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let strings = self.lives(position, trace);
        let cite = |trace: &mut Trace| {
            let fact = || alike(self.board(), &strings, "dead or not", "not dead");
            trace.cite_read(AGA_9_DEAD, &self.rules, Agreement::CHOICE, fact);
        };
        let judge = |strings, trace: &mut Trace| self.without_dead(position, strings, trace);
        match each_way(&strings, MOST_OPEN) {
            Some(ways) => whichever(ways, AGA_9_DEAD, trace, cite, judge),
            None => self.undecided(position, strings),
        }
    }

    /// The same, once it is known which strings are dead.
    fn without_dead(&self, position: Position, strings: Vec<StringStatus>, trace: &mut Trace) -> Verdict {
        let board = self.board();
        let removed = strings.iter().filter(|s| s.life == Life::Dead).fold(0, |all, s| all | s.string.stones);
        let after = position.without(removed);
        let mut points = vec![PointStatus::Dame; board.len()];
        points_of(after.occupied()).for_each(|p| points[p] = PointStatus::Stone);
        for player in Colour::ALL {
            points_of(territory(board, after, player)).for_each(|p| points[p] = PointStatus::Territory(player));
        }
        cite_dame(board, after.stones, trace);
        let claims = count(&self.rules, board, position.stones, removed);
        trace.count(board, &claims);
        let outcome = Outcome::Margin(margin(&claims));
        Verdict { outcome, status: Some(Status { strings, points }), claims, notes: Notes::default() }.in_order()
    }

    fn undecided(&self, position: Position, strings: Vec<StringStatus>) -> Verdict {
        let empty = self.board().empty(position).count_ones() as i32;
        let stones = Colour::ALL.map(|c| position.of(c).count_ones() as i32);
        let most = |mine: i32, theirs: i32| match self.rules.text.counts_stones(&self.rules) {
            true => empty + mine + theirs,
            false => empty + 2 * theirs,
        };
        let outcome = Outcome::Undecided { lo: -most(stones[1], stones[0]), hi: most(stones[0], stones[1]) };
        let points = vec![PointStatus::Undecided; self.board().len()];
        Verdict { outcome, status: Some(Status { strings, points }), claims: Vec::new(), notes: Notes::default() }
    }

    /// What has to be added to the area of an end: with aga.7 and aga.11 prisoners and passes make up for the stones on the board, but
    /// for those that were there at the start.
    fn besides(&self, position: Position) -> i32 {
        let stones = |c| position.of(c).count_ones() as i32;
        if self.rules.text.counts_stones(&self.rules) { 0 } else { stones(Colour::White) - stones(Colour::Black) }
    }

    /// aga.2, aga.6: what further play from the position comes to.
    fn resumed(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let (first, superko) = (self.first(), self.rules.applies(AGA_6));
        if self.rules.applies(AGA_9_DEAD) {
            trace.cite_read(AGA_9_DEAD, &self.rules, Agreement::CHOICE, || {
                "play goes on from the position, which is the whole history".to_string()
            });
        }
        trace.cite_read(AGA_2, &self.rules, First::CHOICE, || format!("{first} moves first"));
        let value = self.values.value(position, first, superko);
        let evenly = self.rules.applies(AGA_7) && self.rules.applies(AGA_11);
        let clause = self.rules.text.score_clause();
        let outcome = if evenly || self.rules.text.counts_stones(&self.rules) {
            further::outcome(value).plus(self.besides(position))
        } else {
            // Unless passes are paid for the counts are games of their own, of which this one is not solved.
            let most = 3 * self.board().len() as i32;
            Outcome::Undecided { lo: -most, hi: most }
        };
        if trace.is_kept() {
            self.shown(State::new(position, first), outcome, trace);
        }
        let claims = further::claims(clause, outcome);
        Verdict { outcome, status: None, claims, notes: Notes { history: value.history } }
    }

    /// What the value of further play rests on.
    fn shown(&mut self, start: State, outcome: Outcome, trace: &mut Trace) {
        let (besides, board) = (self.besides(start.position), self.board().clone());
        let Some(margin) = outcome.margin() else {
            let why = match outcome {
                Outcome::Undecided { .. } => "the budget ran out, or passes are not paid for",
                _ => "only a cycle keeps the players apart",
            };
            return trace.cite(self.rules.text.score_clause(), || format!("{outcome}: {why}"));
        };
        let area = margin - besides;
        let forbids = "no position may come back with the same player to move";
        let words = Wording { value: AGA_12_BY_AREA, how: " by area", superko: AGA_6, forbids };
        further::show(&mut self.values, &board, &start, area, &words, trace);
        self.prisoners(besides, margin, trace);
    }

    /// aga.7, aga.11, aga.12.by-territory: how the count by territory comes from the area.
    fn prisoners(&self, besides: i32, margin: i32, trace: &mut Trace) {
        if self.rules.text.counts_stones(&self.rules) {
            return;
        }
        trace.cite(AGA_7, || "each pass hands over a stone".to_string());
        trace.cite(AGA_11, || {
            "both end with equally many moves, so that prisoners and pass stones make up for what further play puts on the board"
                .to_string()
        });
        trace.cite(AGA_12_BY_TERRITORY, || {
            let area = margin - besides;
            format!("area {area:+}, stones that stood at the start {besides:+}: Black minus White = {margin}")
        });
    }
}

impl Interpreter for AgaInterpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        match self.rules.read() {
            Agreement::AsItStands | Agreement::BestPlay => self.counted(position, trace),
            Agreement::PlayOut => self.resumed(position, trace),
        }
    }
}
