//! The AGA rules: what is dead, territory, and the score by either count.

use super::clauses::*;
use super::game::Resumption;
use crate::board::{Board, Colour, Points, Position, points_of};
use crate::law::facts::Facts;
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
use crate::law::{Interpreter, RuleSet};
use crate::solve::superko::{Value, Values};
use crate::solve::{Bounds, Budget};
use crate::texts::mindsports::{self, MindSports};

/// Why a string is alive.
pub const NOT_AGREED_DEAD: &str = "not agreed to be dead";
/// Why a string is dead.
pub const CANNOT_ESCAPE: &str = "could not escape capture";

/// The interpreter, for either count.
pub struct Aga {
    pub(super) rules: RuleSet,
    pub(super) values: Values<Resumption>,
    /// The continuation in which it is asked what is dead.
    pub(super) continuation: MindSports,
}

/// aga.12.territory: the empty points surrounded by stones of one player alone.
#[must_use]
pub fn territory(board: &Board, position: Position, player: Colour) -> Points {
    let beside = |region: Points, colour| board.around(region) & position.of(colour) != 0;
    let surrounded = |region: &Points| beside(*region, player) && !beside(*region, player.opponent());
    board.components(board.empty(position)).filter(surrounded).fold(0, |all, region| all | region)
}

/// aga.12.by-area: territory and stones.
#[must_use]
pub fn area(board: &Board, position: Position, player: Colour) -> Points {
    position.of(player) | territory(board, position, player)
}

impl Aga {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: &Board, budget: Budget, facts: &Facts) -> Aga {
        let owner_first = RuleSet::default_of(mindsports::JAPANESE);
        let continuation = MindSports::new(owner_first, board.clone(), budget, facts);
        Aga { rules, values: Values::new(Resumption::new(board), budget), continuation }
    }

    pub(super) fn board(&self) -> &Board {
        self.values.play().board()
    }

    /// aga.2: who moves first in further play.
    pub(super) fn first(&self) -> Colour {
        match self.rules.read() {
            First::Black => Colour::Black,
            First::White => Colour::White,
        }
    }

    /// aga.9.dead: the stones of a player that are (lower) or may be (upper) dead.
    fn dead(&mut self, position: Position, owner: Colour) -> Bounds<Points> {
        match self.rules.read() {
            Agreement::BestPlay if self.rules.applies(AGA_9_DEAD) => self.continuation.dead(position, owner).0,
            _ => Bounds::exactly(0),
        }
    }

    /// aga.9.dead, of each string.
    fn lives(&mut self, position: Position) -> Vec<StringStatus> {
        let dead = Colour::ALL.map(|player| self.dead(position, player));
        let status = |string: crate::board::StoneString| {
            let Bounds { lower, upper } = dead[string.colour.index()];
            let (life, by) = match (string.stones & lower != 0, string.stones & upper != 0) {
                (true, _) => (Life::Dead, CANNOT_ESCAPE),
                (false, true) => (Life::Undecided, "undecided"),
                (false, false) => (Life::Alive, NOT_AGREED_DEAD),
            };
            StringStatus { string, life, by }
        };
        self.board().strings(position).into_iter().map(status).collect()
    }

    /// aga.12: the score with what is dead taken off.
    fn counted(&mut self, position: Position) -> Verdict {
        let strings = self.lives(position);
        if strings.iter().any(|s| s.life == Life::Undecided) {
            return self.undecided(position, strings);
        }
        let board = self.board();
        let removed = strings.iter().filter(|s| s.life == Life::Dead).fold(0, |all, s| all | s.string.stones);
        let after = position.without(removed);
        let mut points = vec![PointStatus::Stone; board.len()];
        points_of(board.empty(after)).for_each(|p| points[p] = PointStatus::Dame);
        let mut claims = Vec::new();
        let mut claim = |clause, player, what, points: Points| {
            let value = points.count_ones() as i32;
            claims.extend((value > 0).then_some(Claim { clause, player, what, points, value }));
        };
        for player in Colour::ALL {
            let own = territory(board, after, player);
            points_of(own).for_each(|p| points[p] = PointStatus::Territory(player));
            claim(AGA_12_TERRITORY, player, "points of territory", own);
            if self.rules.text.counts_stones(&self.rules) {
                claim(AGA_12_BY_AREA, player, "living stones", after.of(player));
            } else {
                let taken = removed & position.of(player.opponent());
                claim(AGA_12_BY_TERRITORY, player, "dead stones taken as prisoners", taken);
            }
        }
        let margin = claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        let status = Some(Status { strings, points });
        Verdict { outcome: Outcome::Margin(margin), status, claims, notes: Notes::default() }.in_order()
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

    /// aga.6: what further play from the position comes to, by area.
    pub(super) fn value(&mut self, position: Position) -> Value {
        let (first, superko) = (self.first(), self.rules.applies(AGA_6));
        self.values.value(position, first, superko)
    }

    /// What has to be added to the area of an end: with aga.7 and aga.11 prisoners and passes make up for the stones on the board, but
    /// for those that were there at the start.
    pub(super) fn besides(&self, position: Position) -> i32 {
        let stones = |c| position.of(c).count_ones() as i32;
        if self.rules.text.counts_stones(&self.rules) { 0 } else { stones(Colour::White) - stones(Colour::Black) }
    }

    fn resumed(&mut self, position: Position) -> Verdict {
        let Value { worth, history, undecided } = self.value(position);
        let area = Outcome::Undecided { lo: worth.lower.into(), hi: worth.upper.into() };
        let evenly = self.rules.applies(AGA_7) && self.rules.applies(AGA_11);
        let (clause, outcome) = match area.plus(self.besides(position)) {
            // Unless passes are paid for the counts are games of their own, of which this one is not solved.
            _ if !evenly && !self.rules.text.counts_stones(&self.rules) => {
                let most = 3 * self.board().len() as i32;
                (AGA_12_BY_TERRITORY, Outcome::Undecided { lo: -most, hi: most })
            }
            Outcome::Undecided { lo, hi } if !undecided && lo == hi => (self.clause(), Outcome::Margin(lo)),
            Outcome::Undecided { lo, hi } if !undecided => (self.clause(), Outcome::NoResult { lo, hi }),
            open => (self.clause(), open),
        };
        let mut claims = Vec::new();
        if let Some(margin) = outcome.margin().filter(|m| *m != 0) {
            let player = if margin < 0 { Colour::White } else { Colour::Black };
            claims.push(Claim { clause, player, what: "value of further play", points: 0, value: margin.abs() });
        }
        Verdict { outcome, status: None, claims, notes: Notes { history } }
    }

    /// The clause of the count.
    pub(super) fn clause(&self) -> crate::law::ClauseId {
        self.rules.text.score_clause()
    }
}

impl Interpreter for Aga {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn judge(&mut self, position: Position) -> Verdict {
        match self.rules.read() {
            Agreement::AsItStands | Agreement::BestPlay => self.counted(position),
            Agreement::PlayOut => self.resumed(position),
        }
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let verdict = self.judge(position);
        let steps = self.steps(position, &verdict);
        (verdict, steps)
    }
}
