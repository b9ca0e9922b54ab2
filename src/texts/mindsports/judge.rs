//! MindSports Arena: dead strings, independence and seki, territory, and the Japanese and Chinese counts of a final position.

use std::sync::Arc;

use super::search::{Captured, Independent, Kept, What, searched};
use crate::board::{Board, Colour, Points, Position, StoneString, points_of};
use crate::law::Interpreter;
use crate::law::RuleSet;
use crate::law::facts::{Answers, Asked, ContinuationFacts, Facts, SuperkoFacts, told};
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, Step, StringStatus, Verdict};
use crate::solve::arena::{Decided, solve};
use crate::solve::forcing::Forcing;
use crate::solve::history::{Learned, Without, wins};
use crate::solve::least::Least;
use crate::solve::search::{LARGEST_LISTED, LISTED_AFTER_SEARCHES};
use crate::solve::{Bounds, Budget};
use crate::texts::mindsports::clauses::*;

use super::game::*;

/// A living string so called borders on a region that both colours border and is not independent, but it is not in seki, since
/// its opponent captures it if he moves first: its fate is open, and it counts as it stands.
pub const UNFINISHED: &str = "not dead, captured if the opponent moves first";

/// What has been solved for the stones of one player.
#[derive(Default)]
pub struct Solved {
    captured: Decided<Continuing, Points>,
    independent: Decided<Continuing, Points>,
    captured_freely: Decided<Continuing, Points>,
    kept_freely: Decided<Continuing, Points>,
}

/// The interpreter, for either count.
pub struct MindSports {
    pub(super) rules: RuleSet,
    pub(super) budget: Budget,
    pub(super) game: Continuation,
    /// Without any repetition rule: what bounds the game under superko.
    pub(super) free: Continuation,
    solved: [Solved; 2],
    facts: Option<Arc<dyn ContinuationFacts>>,
    superko: Option<Arc<dyn SuperkoFacts>>,
    answers: Option<Arc<dyn Answers>>,
    /// Questions are searched one by one instead of listing what follows from a position.
    pub(super) searches: bool,
}

impl MindSports {
    /// The interpreter of `rules` on `board`.
    #[must_use]
    pub fn new(rules: RuleSet, board: Board, budget: Budget, facts: &Facts) -> MindSports {
        let game = Continuation::new(&board, rules.applies(MS_KO));
        let free = Continuation::new(&board, false);
        let searches = board.len() > LARGEST_LISTED;
        MindSports {
            rules,
            budget,
            game,
            free,
            solved: Default::default(),
            facts: facts.continuation.clone(),
            superko: facts.superko.clone(),
            answers: facts.answers.clone(),
            searches,
        }
    }

    /// The interpreter that searches on boards of any size, as on large ones.
    #[must_use]
    pub fn searching(self) -> MindSports {
        MindSports { searches: true, ..self }
    }

    pub(super) fn board(&self) -> &Board {
        &self.game.board
    }

    /// ms.dead: the stones of `owner` that are (lower) or may be (upper) dead, and whether a history search was needed.
    fn dead(&mut self, position: Position, owner: Colour) -> (Bounds<Points>, bool) {
        if let Some(answers) = &self.answers {
            let strings = self.board().strings(position).into_iter().filter(|s| s.colour == owner);
            return (told(answers.as_ref(), strings, Asked::Dead), false);
        }
        let first = match self.rules.read() {
            Dead::Superko => return self.dead_under_superko(position, owner),
            Dead::OpponentFirst => owner.opponent(),
            Dead::OwnerFirst => owner,
        };
        (self.captured(position, owner, first, position.of(owner)), false)
    }

    /// The stones of `owner` that his opponent forces (lower) or might force (upper) off the board, `first` moving first: at
    /// least those of strings with a point of `among`.
    fn captured(&mut self, position: Position, owner: Colour, first: Colour, among: Points) -> Bounds<Points> {
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.captured(position, owner, first));
        }
        let found =
            self.searches.then(|| searched(&self.game, position, owner, first, What::Captured, among, self.budget));
        if let Some(found) = found.filter(|found| found.decided().is_some()) {
            return found;
        }
        let budget = self.listing();
        let mut question = Forcing(Captured { game: &self.game, owner });
        let start = self.game.start(position, first);
        let memo = &mut self.solved[owner.index()].captured;
        let listed = solve(&self.game, &mut Least(&mut question), memo, &start, budget);
        found.map_or(listed, |found| found.and(listed))
    }

    /// What may be listed: where searches come first, and find nothing, not so much.
    fn listing(&self) -> Budget {
        if self.searches { self.budget.part(LISTED_AFTER_SEARCHES) } else { self.budget }
    }

    /// Reading `dead=superko`: the owner moves first and the history starts with the final position.
    fn dead_under_superko(&mut self, position: Position, owner: Colour) -> (Bounds<Points>, bool) {
        let MindSports { free, solved, budget, superko, .. } = self;
        let (free, budget) = (&*free, *budget);
        let Solved { captured_freely, kept_freely, .. } = &mut solved[owner.index()];
        // Without a repetition rule: what the opponent forces off the board, and what the owner brings to the end.
        let mut freely = |position: Position, mover: Colour| {
            if let Some(facts) = &superko {
                let [captured, kept] = facts.freely(position, owner, mover);
                return [captured, kept].map(Bounds::exactly);
            }
            let state = free.start(position, mover);
            let mut question = Forcing(Captured { game: free, owner });
            let captured = solve(free, &mut Least(&mut question), captured_freely, &state, budget);
            let kept = solve(free, &mut Least(&mut Kept { game: free, owner }), kept_freely, &state, budget);
            [captured, kept]
        };
        let [captured, kept] = freely(position, owner);
        let mut dead = Bounds { lower: captured.lower, upper: position.of(owner) & !kept.lower };
        let mut history = false;
        let settled = superko.as_ref().map(|facts| facts.dead(position, owner));
        for string in free.board.components(position.of(owner)) {
            if string & dead.upper & !dead.lower == 0 {
                continue;
            }
            history = true;
            if let Some(settled) = settled.filter(|s| s.lower & string == s.upper & string) {
                dead.lower |= string & settled.lower;
                dead.upper &= !string | settled.upper;
                continue;
            }
            let stone = string & string.wrapping_neg();
            let without = |&(position, mover): &(Position, Colour)| {
                if position.of(owner) & stone == 0 {
                    return Some(Without::Won(owner.opponent()));
                }
                let [captured, kept] = freely(position, mover);
                if captured.lower & stone != 0 {
                    Some(Without::Won(owner.opponent()))
                } else if kept.lower & stone != 0 {
                    Some(Without::Won(owner))
                } else if captured.upper & stone == 0 && kept.upper & stone == 0 {
                    Some(Without::Open)
                } else {
                    None
                }
            };
            let game = Held { free, owner };
            match wins(&game, &Superko, &(position, owner), owner.opponent(), without, &mut Learned::default(), budget)
            {
                Some(true) => dead.lower |= string,
                Some(false) => dead.upper &= !string,
                None => {}
            }
        }
        (dead, history)
    }

    /// ms.seki, what is asked of it with the strings that may be in it, which lie on `among`.
    fn of_some(
        &self,
        position: Position,
        owner: Colour,
        among: Points,
        asked: fn(StoneString) -> Asked,
    ) -> Option<Bounds<Points>> {
        let answers = self.answers.as_ref()?;
        let strings = self.board().strings(position).into_iter();
        Some(told(answers.as_ref(), strings.filter(|s| s.colour == owner && s.stones & among != 0), asked))
    }

    /// ms.seki, neither has two eyes: the stones of `owner` in strings that are (or may be) independent, the opponent moving
    /// first.
    fn independent(&mut self, position: Position, owner: Colour, among: Points) -> Bounds<Points> {
        if among == 0 {
            return Bounds::exactly(0);
        }
        if let Some(told) = self.of_some(position, owner, among, Asked::Independent) {
            return told;
        }
        if let Some(facts) = &self.facts {
            return Bounds::exactly(facts.independent(position, owner));
        }
        let first = owner.opponent();
        let found =
            self.searches.then(|| searched(&self.game, position, owner, first, What::Immortal, among, self.budget));
        if let Some(found) = found.filter(|found| found.decided().is_some()) {
            return found;
        }
        let budget = self.listing();
        let mut question = Forcing(Independent { game: &self.game, owner });
        let start = self.game.start(position, owner.opponent());
        let memo = &mut self.solved[owner.index()].independent;
        let listed = solve(&self.game, &mut Least(&mut question), memo, &start, budget);
        found.map_or(listed, |found| found.and(listed))
    }

    /// ms.seki, neither can capture the other: the stones of `owner` in strings that the opponent captures (or might capture) if
    /// he moves first. The continuation is that of ms.dead with basic ko, under `dead=superko` too.
    fn capturable(&mut self, position: Position, owner: Colour, among: Points) -> Bounds<Points> {
        if among == 0 {
            return Bounds::exactly(0);
        }
        let told = self.of_some(position, owner, among, Asked::Capturable);
        told.unwrap_or_else(|| self.captured(position, owner, owner.opponent(), among))
    }

    fn undecided(&self, position: Position, strings: Vec<StringStatus>) -> Verdict {
        let [hi, minus_lo] = Colour::ALL.map(|c| self.at_most(position, c, &strings));
        Verdict {
            outcome: Outcome::Undecided { lo: -minus_lo, hi },
            status: Some(Status { strings, points: vec![PointStatus::Undecided; self.board().len()] }),
            claims: Vec::new(),
            notes: Notes::default(),
        }
    }

    /// The most that a player can be ahead, given the life of some strings: no point is his territory that is surely in a region
    /// with a stone of the opponent beside it that is not removed.
    fn at_most(&self, position: Position, player: Colour, strings: &[StringStatus]) -> i32 {
        let board = self.board();
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

    /// The empty regions of `position` with the players whose strings border them.
    fn regions(&self, position: Position) -> Vec<(Points, [bool; 2])> {
        let board = self.board();
        board
            .components(board.empty(position))
            .map(|r| (r, Colour::ALL.map(|c| board.around(r) & position.of(c) != 0)))
            .collect()
    }
}

impl Interpreter for MindSports {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn judge(&mut self, position: Position) -> Verdict {
        let board = self.board().clone();
        let strings = board.strings(position);
        // ms.dead
        let (dead, history): (Vec<_>, Vec<_>) = if self.rules.applies(MS_DEAD) {
            Colour::ALL.into_iter().map(|c| self.dead(position, c)).unzip()
        } else {
            (vec![Bounds::exactly(0); 2], vec![false; 2])
        };
        let notes = Notes { history: history.contains(&true) };
        let status = |string: StoneString, life, by| StringStatus { string, life, by };
        let life: Vec<StringStatus> = strings
            .iter()
            .map(|&s| {
                let Bounds { lower, upper } = dead[s.colour.index()];
                if s.stones & lower != 0 {
                    status(s, Life::Dead, "dead")
                } else if s.stones & upper != 0 {
                    status(s, Life::Undecided, "undecided")
                } else {
                    status(s, Life::Alive, "not dead")
                }
            })
            .collect();
        if life.iter().any(|s| s.life == Life::Undecided) {
            return self.undecided(position, life);
        }
        // ms.removed
        let removed = dead[0].lower | dead[1].lower;
        let after = position.without(removed);
        let regions = self.regions(after);
        // ms.seki
        let mut life = life;
        let mut seki = 0;
        if self.rules.applies(MS_SEKI) {
            let shared = regions.iter().filter(|r| r.1 == [true, true]).fold(0, |m, r| m | r.0);
            // Strings of the position after the removal; none is joined or split by it.
            let sharing = |s: &StringStatus| s.life == Life::Alive && board.around(s.string.stones) & shared != 0;
            let among = Colour::ALL.map(|c| {
                life.iter().filter(|s| s.string.colour == c && sharing(s)).fold(0, |m, s| m | s.string.stones)
            });
            let independent = Colour::ALL.map(|c| self.independent(after, c, among[c.index()]));
            let capturable = Colour::ALL.map(|c| {
                let dependent = among[c.index()] & !independent[c.index()].lower;
                self.capturable(after, c, dependent)
            });
            for s in life.iter_mut().filter(|s| sharing(s)) {
                let StoneString { colour, stones } = s.string;
                let (independent, capturable) = (independent[colour.index()], capturable[colour.index()]);
                if stones & independent.lower != 0 {
                    continue;
                }
                *s = if stones & capturable.lower != 0 {
                    status(s.string, Life::Alive, UNFINISHED)
                } else if stones & (independent.upper | capturable.upper) == 0 {
                    seki |= stones;
                    status(s.string, Life::Seki, "not independent, not capturable, on a shared region")
                } else {
                    status(s.string, Life::Undecided, "undecided")
                };
            }
            if life.iter().any(|s| s.life == Life::Undecided) {
                return self.undecided(position, life);
            }
        }
        // ms.territory
        let mut points = vec![PointStatus::Stone; board.len()];
        let mut claims = Vec::new();
        for &(region, bordered_by) in &regions {
            let (point, owner) = match bordered_by {
                [true, false] | [false, true] => {
                    let player = if bordered_by[0] { Colour::Black } else { Colour::White };
                    if board.around(region) & seki != 0 && self.rules.read::<Seki>() == Seki::NoPoints {
                        (PointStatus::EyeInSeki(player), None)
                    } else {
                        (PointStatus::Territory(player), Some(player))
                    }
                }
                _ => (PointStatus::Dame, None),
            };
            points_of(region).for_each(|p| points[p] = point);
            claims.extend(owner.map(|player| Claim {
                clause: MS_TERRITORY,
                player,
                what: "vacant points of territory",
                points: region,
                value: region.count_ones() as i32,
            }));
        }
        for player in Colour::ALL {
            let (clause, what, counted) = match self.rules.text.counts_stones(&self.rules) {
                true => (MS_COUNT_CHINESE, "stones on the board", after.of(player)),
                false => (MS_COUNT_JAPANESE, "stones removed as dead", removed & position.of(player.opponent())),
            };
            if counted != 0 && (clause == MS_COUNT_CHINESE || self.rules.applies(MS_REMOVED)) {
                claims.push(Claim { clause, player, what, points: counted, value: counted.count_ones() as i32 });
            }
        }
        let margin = claims.iter().map(|c| if c.player == Colour::Black { c.value } else { -c.value }).sum();
        Verdict { outcome: Outcome::Margin(margin), status: Some(Status { strings: life, points }), claims, notes }
            .in_order()
    }

    fn trace(&mut self, position: Position) -> (Verdict, Vec<Step>) {
        let verdict = self.judge(position);
        let steps = self.steps(position, &verdict);
        (verdict, steps)
    }
}
