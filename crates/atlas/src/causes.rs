//! Why two rule sets diverge on a position: predicates over their two verdicts, and over verdicts on the same position with
//! one clause lifted or one choice read otherwise. Nothing here knows what a rule set is expected to say.
//!
//! Three kinds of causes, of which several may hold on a position:
//!
//! * *Points*: where both verdicts give a status to every string and point, both margins are sums over points (under a
//!   convention for prisoners), so the divergence is exactly the sum of its differing points; each of them is put down to a
//!   difference in the status of the strings at or around it.
//! * *Conditions*: a side has no result, or depends on who moves or who passed first.
//! * *Changes*: with one clause of one side not applied, or one of its choices read otherwise, the two sides agree.
//!
//! Between an analysis and a status the divergence is a sum as well, see [`Cause::Undefended`]. Where neither side has a
//! status there are besides two descriptions, which do not count as an explanation: that a player gets different points, and
//! that playing on changes what the position as it stands is worth. A position with nothing but these is counted as
//! [`Cause::Unexplained`].

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::columns::{Columns, Members};
use super::prisoners::{Prisoners, counts_stones};
use crate::board::{Board, Colour, Points, Position};
use crate::law::RuleSet;
use crate::law::changes::{Change, Changes, Variant, other_first_passer, variants};
use crate::law::verdict::{differ, undecided};
use crate::law::words::Word;
use crate::law::{Life, Outcome, PointStatus, Status, StringStatus, Verdict};
use crate::texts::{fates, in_words};

/// One side of a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The first rule set.
    A,
    /// The second.
    B,
}

impl Side {
    const BOTH: [Side; 2] = [Side::A, Side::B];

    fn pick<T>(self, a: T, b: T) -> T {
        match self {
            Side::A => a,
            Side::B => b,
        }
    }

    fn other(self) -> Side {
        self.pick(Side::B, Side::A)
    }
}

/// Why two rule sets diverge on a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// A string lives in one and is dead in the other.
    Life {
        /// Where it lives.
        alive: Side,
        /// How it lives there, in the words of that text.
        by: Word,
        /// How it is dead in the other.
        dead: Word,
    },
    /// A string lives in both and is in seki in one only.
    Seki {
        /// Where it is in seki.
        side: Side,
        /// The text that tells fates ([`fates`]) calls it alive and not in seki: it is in seki because dame were left unfilled.
        unfilled: bool,
    },
    /// Eye points of strings in seki count in one only.
    EyesInSeki {
        /// Where they count.
        counted: Side,
    },
    /// A string dead in both is a prisoner in one only: it stands in no territory in the other.
    DeadStones {
        /// Where it is a prisoner.
        prisoner: Side,
    },
    /// Strings alike all around, but the points are territory in one and dame in the other.
    Border {
        /// Where they are territory.
        territory: Side,
    },
    /// Stones on the board are counted by one only (no difference of rules but of bookkeeping).
    StonesCounted,
    /// One has no result.
    NoResult {
        /// Which.
        side: Side,
    },
    /// The play-out of one comes to something else if the other player passed first.
    FirstPasser {
        /// Which.
        side: Side,
    },
    /// The fate of a string depends, in the text that tells fates, on who moves first. Where both sides give a status: of a string
    /// that lives in one and is dead in the other.
    WhoMovesFirst,
    /// They agree if one of them is changed.
    Agree {
        /// Which is changed.
        side: Side,
        /// How.
        change: Change,
    },
    /// A player's analysis finds less than his territory by status is worth: he cannot hold it if the opponent moves first.
    Undefended {
        /// Whose analysis.
        side: Side,
    },
    /// A player's analysis finds more than his territory by status is worth: points that the status gives to nobody, or to
    /// the opponent.
    ControlBeyond {
        /// Whose analysis.
        side: Side,
    },
    /// Two sides without status of points claim different points for a player (a description, no explanation).
    PlayersPoints,
    /// The play-out is worth something else than the position as it stands (a description, no explanation).
    PlayingOn {
        /// Whose play-out.
        side: Side,
    },
    /// Nothing but descriptions holds.
    Unexplained,
}

impl Cause {
    /// Whether it only describes the divergence.
    #[must_use]
    pub fn is_description(self) -> bool {
        matches!(self, Cause::PlayersPoints | Cause::PlayingOn { .. } | Cause::Unexplained)
    }

    /// A short name of its kind, for programs.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Cause::Life { .. } => "life",
            Cause::Seki { unfilled: false, .. } => "seki",
            Cause::Seki { unfilled: true, .. } => "dame-unfilled",
            Cause::EyesInSeki { .. } => "eyes-in-seki",
            Cause::DeadStones { .. } => "dead-stones",
            Cause::Border { .. } => "border",
            Cause::StonesCounted => "stones-counted",
            Cause::NoResult { .. } => "no-result",
            Cause::FirstPasser { .. } => "first-passer",
            Cause::WhoMovesFirst => "who-moves-first",
            Cause::Agree { change: Change::Lifted(_), .. } => "clause",
            Cause::Agree { change: Change::Reading(..), .. } => "reading",
            Cause::Undefended { .. } => "undefended",
            Cause::ControlBeyond { .. } => "control-beyond",
            Cause::PlayersPoints => "players-points",
            Cause::PlayingOn { .. } => "playing-on",
            Cause::Unexplained => "unexplained",
        }
    }

    /// What it says of rule sets `a` and `b`.
    #[must_use]
    pub fn describe(self, a: &RuleSet, b: &RuleSet) -> String {
        let name = |side: Side| format!("`{}`", side.pick(a, b));
        match self {
            Cause::Life { alive, by, dead } => {
                format!("life: a string alive in {} ({by}) is dead in {} ({dead})", name(alive), name(alive.other()))
            }
            Cause::Seki { side, unfilled: false } => format!("seki: a living string is in seki in {} only", name(side)),
            Cause::Seki { side, unfilled: true } => format!(
                "dame unfilled: a string is in seki in {} only, and by {} it is alive and not in seki",
                name(side),
                in_words::FATES
            ),
            Cause::EyesInSeki { counted } => format!("eyes in seki count in {} only", name(counted)),
            Cause::DeadStones { prisoner } => {
                format!("dead stones: a string dead in both is a prisoner in {} only", name(prisoner))
            }
            Cause::Border { territory } => {
                format!("border: points are territory in {} only, with all strings around them alike", name(territory))
            }
            Cause::StonesCounted => "stones counted: one counts stones on the board, the other does not".to_string(),
            Cause::NoResult { side } => format!("cycle: {} has no result", name(side)),
            Cause::FirstPasser { side } => format!("unsettled: {} depends on who passed first", name(side)),
            Cause::WhoMovesFirst => "unsettled: the life of a string depends on who moves first".to_string(),
            Cause::Agree { side, change: Change::Lifted(clause) } => {
                format!("clause `{clause}` decides: without it in {} they agree", name(side))
            }
            Cause::Agree { side, change: Change::Reading(key, value) } => {
                format!("reading: with {} read `{key}={value}` they agree", name(side))
            }
            Cause::Undefended { side } => format!(
                "undefended: territory by status in {} that the analysis of {} does not hold when the opponent moves first",
                name(side.other()),
                name(side)
            ),
            Cause::ControlBeyond { side } => format!(
                "control beyond territory: the analysis of {} finds more than the territory by status in {}",
                name(side),
                name(side.other())
            ),
            Cause::PlayersPoints => "(description) they give a player different points".to_string(),
            Cause::PlayingOn { side } => {
                format!("(description) playing on: {} is not worth what the position is as it stands", name(side))
            }
            Cause::Unexplained => "unexplained: nothing but descriptions holds".to_string(),
        }
    }
}

/// What is asked of every position of a board: the columns that answer.
pub struct Causes {
    board: Board,
    prisoners: Prisoners,
    sides: Vec<Asked>,
    /// The text that tells fates, with either first mover.
    fates: [usize; 2],
}

/// The changes to one rule set by which causes are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Those whose verdicts are looked at.
    pub changes: Vec<Change>,
    /// Those that are not practical on the board.
    pub left_out: Vec<Change>,
}

/// What is asked for a rule set that is compared.
struct Asked {
    rules: RuleSet,
    /// It, changed in one respect.
    changed: Vec<(Change, RuleSet, usize)>,
    /// Changes that were not judged.
    left_out: Vec<Change>,
    /// For a play-out: with the other player as the first passer.
    other_first: Option<usize>,
    /// For a play-out: the position as it stands.
    as_it_stands: Option<(RuleSet, usize)>,
}

impl Causes {
    /// For pairs of `rules`, which are the first columns; `None` if the fates of strings were not judged.
    pub fn new(columns: &mut Columns, rules: &[RuleSet], prisoners: Prisoners, changes: Changes) -> Option<Causes> {
        let sides = rules.iter().map(|r| {
            let (mut changed, mut left_out) = (Vec::new(), Vec::new());
            for Variant { change, rules } in variants(r, changes) {
                match columns.number(&rules) {
                    Some(column) => changed.push((change, rules, column)),
                    None => left_out.push(change),
                }
            }
            let stands = r.text.as_it_stands(r);
            Asked {
                changed,
                left_out,
                other_first: other_first_passer(r).and_then(|o| columns.number(&o)),
                as_it_stands: stands.and_then(|set| columns.number(&set).map(|column| (set, column))),
                rules: r.clone(),
            }
        });
        let sides = sides.collect();
        let [owner, opponent] = fates();
        let fates = [columns.number(&owner)?, columns.number(&opponent)?];
        Some(Causes { board: columns.whole().board().clone(), prisoners, sides, fates })
    }

    /// The changes to each rule set, in their order.
    #[must_use]
    pub fn tried(&self) -> Vec<Tried> {
        let of = |asked: &Asked| Tried {
            changes: asked.changed.iter().map(|(change, ..)| *change).collect(),
            left_out: asked.left_out.clone(),
        };
        self.sides.iter().map(of).collect()
    }

    /// The causes on a position.
    #[must_use]
    pub fn at<'a>(&'a self, here: &'a Members<'a>) -> CausesAt<'a> {
        CausesAt {
            causes: self,
            here,
            stones: here.stone_difference(),
            changed: vec![None; self.sides.len()],
            unsettled: None,
        }
    }
}

/// The causes on one position; what is the same for all pairs is looked up once.
pub struct CausesAt<'a> {
    causes: &'a Causes,
    here: &'a Members<'a>,
    stones: i32,
    /// By rule set: the outcomes of its variants under the convention.
    changed: Vec<Option<Vec<(Change, Outcome)>>>,
    /// The stones whose fate in that text depends on who moves first.
    unsettled: Option<Points>,
}

impl<'a> CausesAt<'a> {
    /// The causes for rule sets number `a` and `b`, which diverge here; never empty.
    pub fn of(&mut self, a: usize, b: usize) -> BTreeSet<Cause> {
        let mut found = BTreeSet::new();
        let pair = [a, b].map(|i| (&self.causes.sides[i], &self.here.verdicts[i]));
        let outcomes = pair.map(|(side, v)| v.outcome.plus(self.causes.prisoners.added(&side.rules, self.stones)));
        self.conditions(pair, &mut found);
        for side in Side::BOTH {
            let (changed, other) = side.pick((a, outcomes[1]), (b, outcomes[0]));
            for &(change, outcome) in self.changed(changed) {
                if !undecided(outcome) && !differ(outcome, other) {
                    found.insert(Cause::Agree { side, change });
                }
            }
        }
        // A play-out that is worth what the position is as it stands has the status of that.
        let mut sides = pair.map(|(asked, verdict)| (&asked.rules, verdict));
        let mut played_on = false;
        for (k, side) in Side::BOTH.into_iter().enumerate() {
            let (asked, verdict) = pair[k];
            if asked.rules.text.as_it_stands(&asked.rules).is_none() {
                continue;
            }
            let stands = asked.as_it_stands.as_ref().map(|(set, column)| (set, &self.here.verdicts[*column]));
            match stands {
                Some((set, stands)) if !differ(stands.outcome, verdict.outcome) => sides[k] = (set, stands),
                _ => {
                    played_on = true;
                    found.insert(Cause::PlayingOn { side });
                }
            }
        }
        if !played_on {
            self.points(sides, &mut found);
        }
        if found.iter().all(|c| c.is_description()) {
            found.insert(Cause::Unexplained);
        }
        found
    }

    fn conditions(&mut self, pair: [(&Asked, &Verdict); 2], found: &mut BTreeSet<Cause>) {
        for (side, (asked, verdict)) in Side::BOTH.into_iter().zip(pair) {
            if matches!(verdict.outcome, Outcome::NoResult { .. }) {
                found.insert(Cause::NoResult { side });
            }
            let other = asked.other_first.map(|column| self.here.verdicts[column].outcome);
            if other.is_some_and(|o| !undecided(o) && differ(o, verdict.outcome)) {
                found.insert(Cause::FirstPasser { side });
            }
        }
        let at_stake = match (&pair[0].1.status, &pair[1].1.status) {
            (Some(a), Some(b)) => split_lives(a, b).fold(0, |m, (s, _)| m | s.string.stones),
            _ => Points::MAX,
        };
        if self.unsettled() & at_stake != 0 {
            found.insert(Cause::WhoMovesFirst);
        }
    }

    fn changed(&mut self, rules: usize) -> &[(Change, Outcome)] {
        let CausesAt { causes, here, stones, .. } = *self;
        self.changed[rules].get_or_insert_with(|| {
            let outcome = |(change, rules, column): &(Change, RuleSet, usize)| {
                (*change, here.verdicts[*column].outcome.plus(causes.prisoners.added(rules, stones)))
            };
            causes.sides[rules].changed.iter().map(outcome).collect()
        })
    }

    /// The strings as the text that tells fates has them, its column being that number of [`Causes::fates`].
    fn strings(&self, fate: usize) -> &'a [StringStatus] {
        let here = self.here;
        here.verdicts[self.causes.fates[fate]].status.as_ref().map_or(&[], |s| &s.strings)
    }

    fn unsettled(&mut self) -> Points {
        let (owner, opponent) = (self.strings(0), self.strings(1));
        *self.unsettled.get_or_insert_with(|| {
            let dead = |s: &StringStatus| s.life == Life::Dead;
            owner.iter().zip(opponent).filter(|(x, y)| dead(x) != dead(y)).fold(0, |m, (x, _)| m | x.string.stones)
        })
    }

    /// What the points say, where both sides give a status; else who gets more by an analysis.
    fn points(&mut self, sides: [(&RuleSet, &Verdict); 2], found: &mut BTreeSet<Cause>) {
        let [(rules_a, a), (rules_b, b)] = sides;
        let (Some(status_a), Some(status_b)) = (&a.status, &b.status) else {
            return self.analyses(sides, found);
        };
        let board = &self.causes.board;
        let values = [self.values(board, rules_a, a), self.values(board, rules_b, b)];
        let differing: Vec<usize> = (0..board.len()).filter(|&p| values[0][p] != values[1][p]).collect();
        if differing.is_empty() {
            // All points are alike: only what the convention adds can differ.
            found.insert(Cause::StonesCounted);
        }
        let view = Point { board, position: self.here.position, a: status_a, b: status_b, told: self.strings(0) };
        for p in differing {
            view.causes(p, [values[0][p], values[1][p]], found);
        }
    }

    /// What each point adds to the margin, with the prisoners of the convention put down to the stones on the board.
    fn values(&self, board: &Board, rules: &RuleSet, verdict: &Verdict) -> Vec<i32> {
        let sign = |c: Colour| if c == Colour::Black { 1 } else { -1 };
        let mut values = vec![0; board.len()];
        for claim in verdict.claims.iter().filter(|c| c.points != 0) {
            let each = claim.value / claim.points.count_ones() as i32;
            crate::board::points_of(claim.points).for_each(|p| values[p] += sign(claim.player) * each);
        }
        if self.causes.prisoners != Prisoners::None && !counts_stones(rules) {
            for c in Colour::ALL {
                crate::board::points_of(self.here.position.of(c)).for_each(|p| values[p] += sign(c));
            }
        }
        values
    }

    /// Where one side at least gives no status and both give a margin. If the other values points by play, the divergence
    /// is the sum of three parts: what either player's analysis finds more or less than his territory by status is worth
    /// there, and dead stones that the other side takes as prisoners outside territory.
    fn analyses(&self, sides: [(&RuleSet, &Verdict); 2], found: &mut BTreeSet<Cause>) {
        if sides.iter().any(|(_, verdict)| verdict.outcome.margin().is_none()) {
            return;
        }
        let claimed = |verdict: &Verdict, c: Colour| -> i32 {
            verdict.claims.iter().filter(|claim| claim.player == c).map(|claim| claim.value).sum()
        };
        let [(rules_a, a), (rules_b, b)] = sides;
        let (side, analysis_rules, analysis, rules, verdict, status) = match (&a.status, &b.status) {
            (None, Some(status)) if rules_a.text.values_points_by_play() => (Side::A, rules_a, a, rules_b, b, status),
            (Some(status), None) if rules_b.text.values_points_by_play() => (Side::B, rules_b, b, rules_a, a, status),
            _ => {
                if Colour::ALL.into_iter().any(|c| claimed(a, c) != claimed(b, c)) {
                    found.insert(Cause::PlayersPoints);
                } else {
                    found.insert(Cause::StonesCounted);
                }
                return;
            }
        };
        let area = counts_stones(analysis_rules);
        let mut alike = true;
        for c in Colour::ALL {
            let theirs = self.here.position.of(c.opponent());
            let worth: i32 = (0..status.points.len())
                .filter(|&p| status.points[p] == PointStatus::Territory(c))
                .map(|p| if !area && theirs >> p & 1 == 1 { 2 } else { 1 })
                .sum();
            // With area scoring the living stones are controlled too.
            let living = |s: &&StringStatus| s.string.colour == c && s.life != Life::Dead;
            let stones: Points = status.strings.iter().filter(living).fold(0, |m, s| m | s.string.stones);
            let worth = worth + if area { stones.count_ones() as i32 } else { 0 };
            let finds = claimed(analysis, c);
            alike &= finds == worth;
            if finds < worth {
                found.insert(Cause::Undefended { side });
            } else if finds > worth {
                found.insert(Cause::ControlBeyond { side });
            }
        }
        let values = self.values(&self.causes.board, rules, verdict);
        let dead: Points = status.strings.iter().filter(|s| s.life == Life::Dead).fold(0, |m, s| m | s.string.stones);
        let outside = crate::board::points_of(dead).any(|p| {
            let own = if self.here.position.of(Colour::Black) >> p & 1 == 1 { 1 } else { -1 };
            let stays = if self.causes.prisoners == Prisoners::None { 0 } else { own };
            !matches!(status.points[p], PointStatus::Territory(_)) && values[p] != stays
        });
        if outside {
            found.insert(Cause::DeadStones { prisoner: side.other() });
        } else if alike {
            found.insert(Cause::StonesCounted);
        }
    }
}

/// The strings that live in one and are dead in the other, with the side where they live.
fn split_lives<'a>(a: &'a Status, b: &'a Status) -> impl Iterator<Item = (&'a StringStatus, (Side, Word, Word))> {
    a.strings.iter().zip(&b.strings).filter_map(|(x, y)| match (x.life == Life::Dead, y.life == Life::Dead) {
        (false, true) => Some((x, (Side::A, x.by, y.by))),
        (true, false) => Some((x, (Side::B, y.by, x.by))),
        _ => None,
    })
}

/// Two statuses of one position, seen from a point.
struct Point<'a> {
    board: &'a Board,
    position: Position,
    a: &'a Status,
    b: &'a Status,
    told: &'a [StringStatus],
}

impl Point<'_> {
    /// The causes of a point's difference, worth `values` to Black in A and B.
    fn causes(&self, p: usize, values: [i32; 2], found: &mut BTreeSet<Cause>) {
        let bit = 1 << p;
        let dead = |s: &Status| s.strings.iter().filter(|s| s.life == Life::Dead).fold(0, |m, s| m | s.string.stones);
        if self.position.occupied() & bit != 0 {
            if let Some((_, (alive, by, dead))) = split_lives(self.a, self.b).find(|(s, _)| s.string.stones & bit != 0)
            {
                found.insert(Cause::Life { alive, by, dead });
            } else if dead(self.a) & bit != 0 {
                // The colour of the stone says which value makes it a prisoner.
                let white = self.position.of(Colour::White) & bit != 0;
                let prisoner = if (values[0] > values[1]) == white { Side::A } else { Side::B };
                found.insert(Cause::DeadStones { prisoner });
                self.around(bit | self.connected(bit), found);
            } else {
                found.insert(Cause::StonesCounted);
            }
            return;
        }
        let region = self.connected(bit);
        if self.around(region, found) {
            return;
        }
        match (self.a.points[p], self.b.points[p]) {
            (PointStatus::EyeInSeki(_), PointStatus::Territory(_)) => {
                found.insert(Cause::EyesInSeki { counted: Side::B });
            }
            (PointStatus::Territory(_), PointStatus::EyeInSeki(_)) => {
                found.insert(Cause::EyesInSeki { counted: Side::A });
            }
            _ => {
                let territory = if values[0] == 0 { Side::B } else { Side::A };
                found.insert(Cause::Border { territory });
            }
        }
    }

    /// The points that are empty or hold a stone dead in A or in B, connected to `seed`.
    fn connected(&self, seed: Points) -> Points {
        let dead = [self.a, self.b]
            .into_iter()
            .flat_map(|s| &s.strings)
            .filter(|s| s.life == Life::Dead)
            .fold(0, |m, s| m | s.string.stones);
        self.board.connected(seed, self.board.empty(self.position) | dead | seed)
    }

    /// Differences in the status of the strings in and around a region: in life, or where there is none, in seki.
    fn around(&self, region: Points, found: &mut BTreeSet<Cause>) -> bool {
        let near = region | self.board.around(region);
        let mut any = false;
        for (_, (alive, by, dead)) in split_lives(self.a, self.b).filter(|(s, _)| s.string.stones & near != 0) {
            found.insert(Cause::Life { alive, by, dead });
            any = true;
        }
        if any {
            return true;
        }
        for (i, (x, y)) in self.a.strings.iter().zip(&self.b.strings).enumerate() {
            if x.string.stones & near == 0 || (x.life == Life::Seki) == (y.life == Life::Seki) {
                continue;
            }
            let side = if x.life == Life::Seki { Side::A } else { Side::B };
            let unfilled = self.told.get(i).is_some_and(|s| s.life == Life::Alive);
            found.insert(Cause::Seki { side, unfilled });
            any = true;
        }
        any
    }
}
