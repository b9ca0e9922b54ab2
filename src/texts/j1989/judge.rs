//! Japanese 1989: life and death (Article 7), territory (8) and score (10) of a final position, in the order of the text.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::search::{ForGood, SolvedForGood, captured, taken};
use crate::board::{Board, Colour, Points, Position, StoneString, Symmetry, points_of};
use crate::law::Interpreter;
use crate::law::RuleSet;
use crate::law::facts::{Answers, Asked, ConfirmationFacts, Facts, told};
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
use crate::solve::arena::Decided;
use crate::solve::search::{LARGEST_LISTED, LISTED_AFTER_SEARCHES};
use crate::solve::{Bounds, Budget};
use crate::texts::j1989::clauses::*;

use super::game::*;

/// `local-2` of a string: its intersections and, recursively, every adjacent intersection that holds no stone of a string of
/// its owner's that is uncapturable or capturable-1; under `enable=enclosed` of such a string of either player. `strings` say
/// which strings those are.
#[must_use]
pub fn local_2(rules: &RuleSet, board: &Board, string: StoneString, strings: &[StringStatus]) -> Points {
    let bounds = |s: &&StringStatus| bounds_local_2(rules, string, s) && matches!(s.by, UNCAPTURABLE | CAPTURABLE_1);
    let firm = strings.iter().filter(bounds).fold(0, |m, s| m | s.string.stones);
    board.connected(string.stones, board.all() & !firm | string.stones)
}

/// Whether the local-2 of `string` depends on whether another one is uncapturable or capturable-1.
fn bounds_local_2(rules: &RuleSet, string: StoneString, other: &StringStatus) -> bool {
    other.string.colour == string.colour || rules.read::<Enable>() == Enable::Enclosed
}

/// The opponent cannot force the capture of a string so called.
pub const UNCAPTURABLE: &str = "uncapturable";
/// A string so called is alive through its own intersections.
pub const CAPTURABLE_1: &str = "capturable-1";

/// The interpreter.
pub struct J1989 {
    pub(super) rules: RuleSet,
    pub(super) board: Board,
    pub(super) budget: Budget,
    pub(super) enable: Enable,
    /// By owner: the owner's stones that can be forced off the board.
    captured: [Decided<Confirming, Points>; 2],
    /// By `local`.
    for_good: FxHashMap<Points, SolvedForGood>,
    symmetries: Vec<Symmetry>,
    facts: Option<Arc<dyn ConfirmationFacts>>,
    answers: Option<Arc<dyn Answers>>,
    /// Questions are searched one by one instead of listing what follows from a position.
    pub(super) searches: bool,
    /// Whether it is forced that a string is captured for good, by position, string and `local`: what searches have decided.
    searched: FxHashMap<(Position, Points, Points), bool>,
}

impl J1989 {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> J1989 {
        let enable = rules.read::<Enable>();
        let symmetries = Symmetry::all(board.grid());
        let searches = board.len() > LARGEST_LISTED;
        J1989 {
            rules,
            board,
            budget,
            enable,
            captured: Default::default(),
            for_good: FxHashMap::default(),
            symmetries,
            facts: facts.confirmation.clone(),
            answers: facts.answers.clone(),
            searches,
            searched: FxHashMap::default(),
        }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(self) -> J1989 {
        J1989 { searches: true, ..self }
    }

    pub(super) fn confirmation(&self, owner: Colour, local: Points) -> Confirmation {
        Confirmation { local, ..Confirmation::new(&self.rules, &self.board, owner) }
    }

    /// j1989.7.1, first half: the stones of `owner` that the opponent can (lower) or might (upper) capture.
    fn capturable(&mut self, position: Position, owner: Colour) -> Bounds<Points> {
        if let Some(answers) = &self.answers {
            let strings = self.board.strings(position).into_iter().filter(|s| s.colour == owner);
            return told(answers.as_ref(), strings, Asked::Captured);
        }
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.captured(position, owner));
        }
        let game = self.confirmation(owner, 0);
        let searched = self.searches.then(|| taken(&game, position, self.budget));
        if let Some(found) = searched.filter(|found| found.decided().is_some()) {
            return found;
        }
        let budget = self.listing();
        let listed = captured(&game, &game.start(position), &mut self.captured[owner.index()], budget);
        searched.map_or(listed, |found| found.and(listed))
    }

    /// j1989.7.1, second half: whether the capture of `string` lets its owner have a permanent new stone on `local`;
    /// `None` if the budget ran out.
    fn enables(&mut self, position: Position, string: StoneString, local: Points) -> Option<bool> {
        if let Some(answers) = &self.answers {
            return answers.answer(Asked::ForGood(string, local)).map(|forced| !forced);
        }
        let search = self.searches && self.facts.is_none() && !self.endless_defends();
        if let Some(alive) = search.then(|| self.enables_by_search(position, string, local)).flatten() {
            return Some(alive);
        }
        let budget = self.listing();
        // Symmetric questions have one answer: ask the one about Black whose `local` is least, to meet it again.
        let position = position.seen_by(string.colour);
        let image = self.symmetries.iter().min_by_key(|s| s.points(local))?;
        let (position, stones, local) = (image.position(position), image.points(string.stones), image.points(local));
        let game = self.confirmation(Colour::Black, local);
        let question = ForGood {
            confirmation: &game,
            string: stones,
            endless_defends: self.endless_defends(),
            facts: self.facts.as_deref(),
        };
        let solved = self.for_good.entry(local).or_default();
        question.forced(&game.start(position), solved, budget).decided().map(|forced| !forced)
    }

    /// What may be listed: where searches come first, and find nothing, not so much.
    fn listing(&self) -> Budget {
        let search = self.searches && !self.endless_defends();
        if search { self.budget.part(LISTED_AFTER_SEARCHES) } else { self.budget }
    }

    /// Reading `infinite=defender`.
    pub(super) fn endless_defends(&self) -> bool {
        self.rules.read::<Infinite>() == Infinite::Defender
    }

    /// The same. On a small board, of which many positions are judged, the question for the whole board comes first: a larger
    /// `local` can only help the owner, so a string not alive through the whole board is alive through no part of it, and
    /// what is solved for the whole board serves all strings. Elsewhere a small `local` has far fewer states.
    fn enables_in(&mut self, position: Position, string: StoneString, local: Points) -> Option<bool> {
        const SMALL: usize = 12;
        // Facts about the whole board say more than the question would.
        let first = self.facts.is_none() && self.answers.is_none() && self.board.len() <= SMALL;
        if first && self.enables(position, string, self.board.all()) == Some(false) {
            return Some(false);
        }
        self.enables(position, string, local)
    }

    /// The same by searches that get more and more room, for the whole board and for `local` in turn: to see to it that nothing new
    /// lives anywhere is often the easier way to see to it that nothing lives on `local`.
    fn enables_by_search(&mut self, position: Position, string: StoneString, local: Points) -> Option<bool> {
        let whole = self.board.all();
        for share in [64, 16, 4, 1] {
            let budget = self.budget.part(share);
            if self.forced_for_good(position, string, whole, budget) == Some(true) {
                return Some(false);
            }
            if let Some(forced) = self.forced_for_good(position, string, local, budget) {
                return Some(!forced);
            }
        }
        None
    }

    /// By a search: whether the opponent forces that `string` is captured and no new stone on `local` is permanent.
    fn forced_for_good(
        &mut self,
        position: Position,
        string: StoneString,
        local: Points,
        budget: Budget,
    ) -> Option<bool> {
        let asked = (position, string.stones, local);
        if let Some(&answer) = self.searched.get(&asked) {
            return Some(answer);
        }
        let game = self.confirmation(string.colour, local);
        let question = ForGood { confirmation: &game, string: string.stones, endless_defends: false, facts: None };
        let answer = question.searched(&game.start(position), budget);
        if let Some(answer) = answer {
            self.searched.insert(asked, answer);
        }
        answer
    }

    /// Article 7: the life of every string.
    fn life(&mut self, position: Position) -> Vec<StringStatus> {
        let strings = self.board.strings(position);
        let status = |string: StoneString, life, by| StringStatus { string, life, by };
        if !self.rules.applies(J1989_7_1) {
            return strings.into_iter().map(|s| status(s, Life::Alive, "not examined")).collect();
        }
        let capturable = Colour::ALL.map(|owner| self.capturable(position, owner));
        let mut found = Vec::new();
        for &string in &strings {
            let Bounds { lower, upper } = capturable[string.colour.index()];
            found.push(if string.stones & upper == 0 {
                status(string, Life::Alive, UNCAPTURABLE)
            } else if string.stones & lower == 0 {
                status(string, Life::Undecided, "undecided")
            } else {
                match self.enable {
                    Enable::None => status(string, Life::Dead, "capturable"),
                    Enable::Anywhere => {
                        let through = self.enables(position, string, self.board.all());
                        Self::by_enable(string, through, "enables a new stone")
                    }
                    Enable::Local1 | Enable::Local2 | Enable::Enclosed => {
                        let through = self.enables_in(position, string, string.stones);
                        Self::by_enable(string, through, CAPTURABLE_1)
                    }
                }
            });
        }
        if matches!(self.enable, Enable::Local2 | Enable::Enclosed) {
            self.local_2(position, &mut found);
        }
        found
    }

    fn by_enable(string: StoneString, through: Option<bool>, by: &'static str) -> StringStatus {
        match through {
            Some(true) => StringStatus { string, life: Life::Alive, by },
            Some(false) => StringStatus { string, life: Life::Dead, by: "captured" },
            None => StringStatus { string, life: Life::Undecided, by: "undecided" },
        }
    }

    /// [`local_2`]; `None` while it is undecided which strings bound it.
    fn local_2_of(&self, string: StoneString, found: &[StringStatus]) -> Option<Points> {
        let open = |s: &StringStatus| s.life == Life::Undecided && bounds_local_2(&self.rules, string, s);
        (!found.iter().any(open)).then(|| local_2(&self.rules, &self.board, string, found))
    }

    /// capturable-2, among the strings that are neither uncapturable nor capturable-1.
    fn local_2(&mut self, position: Position, found: &mut [StringStatus]) {
        let before = found.to_vec();
        for status in found.iter_mut().filter(|s| s.life == Life::Dead) {
            let through = match self.local_2_of(status.string, &before) {
                Some(local) => self.enables_in(position, status.string, local),
                // Dead through the whole board is dead whatever local-2 is.
                None => self.enables(position, status.string, self.board.all()).filter(|&alive| !alive),
            };
            *status = Self::by_enable(status.string, through, "capturable-2");
        }
    }

    /// Articles 8 and 10 on the life found.
    fn settle(&self, position: Position, mut strings: Vec<StringStatus>) -> Verdict {
        let n = self.board.len();
        if strings.iter().any(|s| s.life == Life::Undecided) {
            let [hi, minus_lo] = Colour::ALL.map(|c| self.at_most(position, c, &strings));
            return Verdict {
                outcome: Outcome::Undecided { lo: -minus_lo, hi },
                status: Some(Status { strings, points: vec![PointStatus::Undecided; n] }),
                claims: Vec::new(),
                notes: Notes::default(),
            };
        }
        let living = Colour::ALL.map(|c| {
            strings.iter().filter(|s| s.string.colour == c && s.life == Life::Alive).fold(0, |m, s| m | s.string.stones)
        });
        let regions: Vec<(Points, Option<Colour>)> = self.regions(living).collect();
        let seki = self.in_seki(&strings, &regions);
        for (status, in_seki) in strings.iter_mut().zip(&seki) {
            if *in_seki {
                status.life = Life::Seki;
            }
        }
        let seki_stones = strings.iter().filter(|s| s.life == Life::Seki).fold(0, |m, s| m | s.string.stones);
        let mut points = vec![PointStatus::Stone; n];
        let mut claims = Vec::new();
        for &(region, eye_of) in &regions {
            let (point, territory_of) = match eye_of {
                None => (PointStatus::Dame, None),
                // j1989.8.territory
                Some(x) if self.board.around(region) & living[x.index()] & seki_stones != 0 => {
                    (PointStatus::EyeInSeki(x), None)
                }
                Some(x) => (PointStatus::Territory(x), Some(x)),
            };
            points_of(region).for_each(|p| points[p] = point);
            if let Some(x) = territory_of {
                claims.extend(self.score(position, region, x));
            }
        }
        let margin = claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        Verdict {
            outcome: Outcome::Margin(margin),
            status: Some(Status { strings, points }),
            claims,
            notes: Notes::default(),
        }
        .in_order()
    }

    /// The most that a player's territory can count, given the life of some strings: no point that is surely in a region with one of
    /// the opponent's living stones beside it.
    fn at_most(&self, position: Position, player: Colour, strings: &[StringStatus]) -> i32 {
        let with = |colour: Colour, lives: &[Life]| {
            let found = strings.iter().filter(|s| s.string.colour == colour && lives.contains(&s.life));
            found.fold(0, |m, s| m | s.string.stones)
        };
        let theirs = player.opponent();
        let (alive, dead) = (with(theirs, &[Life::Alive]), with(theirs, &[Life::Dead]));
        let empty = self.board.empty(position);
        let open = 2 * with(theirs, &[Life::Undecided]).count_ones();
        let sure = self.board.components(empty | dead | with(player, &[Life::Dead]));
        let theirs = sure.filter(|&region| self.board.around(region) & alive == 0);
        (open + theirs.map(|r| (r & empty).count_ones() + 2 * (r & dead).count_ones()).sum::<u32>()) as i32
    }

    /// j1989.8.eye, j1989.8.dame: the maximal connected sets of points that are empty or hold dead stones, and whose eye
    /// points they are: a player's, if every living string adjacent is that player's and there is one.
    fn regions(&self, living: [Points; 2]) -> impl Iterator<Item = (Points, Option<Colour>)> + '_ {
        self.board.components(self.board.all() & !living[0] & !living[1]).map(move |region| {
            let next_to = Colour::ALL.map(|c| self.board.around(region) & living[c.index()] != 0);
            let eye_of = match next_to {
                [true, false] => Some(Colour::Black),
                [false, true] => Some(Colour::White),
                _ => None,
            };
            (region, eye_of)
        })
    }

    /// j1989.8.seki: living strings that possess dame; with `seki=group`, also those that share an eye region with one.
    fn in_seki(&self, strings: &[StringStatus], regions: &[(Points, Option<Colour>)]) -> Vec<bool> {
        if !self.rules.applies(J1989_8_SEKI) {
            return vec![false; strings.len()];
        }
        let dame = regions.iter().filter(|r| r.1.is_none()).fold(0, |m, r| m | r.0);
        let alive = |s: &StringStatus| s.life == Life::Alive;
        let mut seki: Vec<bool> =
            strings.iter().map(|s| alive(s) && self.board.around(s.string.stones) & dame != 0).collect();
        while self.rules.read::<Seki>() == Seki::Group {
            let before = seki.clone();
            for &(region, _) in regions.iter().filter(|r| r.1.is_some()) {
                let border: Vec<usize> = (0..strings.len())
                    .filter(|&i| alive(&strings[i]) && self.board.around(region) & strings[i].string.stones != 0)
                    .collect();
                if border.iter().any(|&i| seki[i]) {
                    border.iter().for_each(|&i| seki[i] = true);
                }
            }
            if seki == before {
                break;
            }
        }
        seki
    }

    /// Article 10 for one territory of `player`: its empty points, and the dead opposing stones in it (each leaves a point
    /// and is a prisoner, j1989.10.1).
    fn score(&self, position: Position, region: Points, player: Colour) -> Vec<Claim> {
        let empty = region & self.board.empty(position);
        let dead = region & position.of(player.opponent());
        let mut claims = Vec::new();
        if empty != 0 {
            claims.push(Claim {
                clause: J1989_8_TERRITORY,
                player,
                what: "empty points of territory",
                points: empty,
                value: empty.count_ones() as i32,
            });
        }
        if dead != 0 && self.rules.applies(J1989_10_1) {
            claims.push(Claim {
                clause: J1989_10_1,
                player,
                what: "dead stones in territory: the point and the prisoner",
                points: dead,
                value: 2 * dead.count_ones() as i32,
            });
        }
        claims
    }
}

impl Interpreter for J1989 {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn judge(&mut self, position: Position) -> Verdict {
        let strings = self.life(position);
        self.settle(position, strings)
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let verdict = self.judge(position);
        let steps = self.steps(position, &verdict);
        (verdict, steps)
    }
}
