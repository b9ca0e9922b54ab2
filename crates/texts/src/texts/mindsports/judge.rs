//! Mind Sports Arena: territory and the two counts, dead strings and their removal, seki, in the order of the text.
//!
//! Territory, the counts and the removal are written over any kernel: the end of a recorded game is counted by the same functions.

use super::search::Asking;
use crate::board::{Board, Colour, Kernel, PointSet, Points, Position, StoneString, points_of};
use crate::law::open::{Alternatives, alike, whichever};
use crate::law::trace::{points, string_name, with_tries};
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::{Interpreter, Reading, RuleSet, Trace};
use crate::solve::Bounds;
use crate::texts::mindsports::clauses::*;

/// A living string so called borders on a region that both colours border and is not independent, but it is not in seki, since
/// its opponent captures it if he moves first: its fate is open, and it counts as it stands.
pub const UNFINISHED: &str = "not dead, captured if the opponent moves first";

/// The interpreter, for either count.
pub struct MindSportsInterpreter {
    pub(super) rules: RuleSet,
    pub(super) board: Board,
    /// The continuation: who is asked what it comes to.
    pub(super) ask: Asking,
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

impl MindSportsInterpreter {
    /// ms.dead: a string is dead if it is bound to be captured (reading `dead`). The strings, and whether it took a history to tell.
    fn dead(&mut self, position: Position, trace: &mut Trace) -> (Vec<StringStatus>, bool) {
        let applies = self.rules.applies(MS_DEAD);
        let none = (Bounds::exactly(0), false);
        let dead = Colour::ALL.map(|c| if applies { self.ask.dead(position, c) } else { none });
        let status = |string: StoneString| {
            let Bounds { lower, upper } = dead[string.colour.index()].0;
            let (life, by) = if string.stones & lower != 0 {
                (Life::Dead, "dead")
            } else if string.stones & upper != 0 {
                (Life::Undecided, "undecided")
            } else {
                (Life::Alive, "not dead")
            };
            StringStatus { string, life, by, clause: MS_DEAD }
        };
        let strings: Vec<StringStatus> = self.board.strings(position).into_iter().map(status).collect();
        if applies && !strings.is_empty() {
            self.ko(trace);
            for s in &strings {
                trace.show_read(MS_DEAD, &self.rules, Dead::CHOICE, || {
                    let name = string_name(&self.board, s.string);
                    let opponent = s.string.colour.opponent();
                    match s.life {
                        Life::Dead => {
                            let line = self.ask.capture_line(position, s.string);
                            (format!("{name} is dead: {opponent} forces its capture"), line)
                        }
                        Life::Undecided => (format!("{name}: undecided, the budget ran out"), Vec::new()),
                        _ => with_tries(
                            format!("{name} is not dead: {opponent} cannot force its capture"),
                            self.ask.trying_line(position, s.string),
                        ),
                    }
                });
            }
        }
        (strings, dead.iter().any(|d| d.1))
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
    fn removed(&self, strings: &[StringStatus], trace: &mut Trace) -> Points {
        let removed = strings.iter().filter(|s| s.life == Life::Dead).fold(0, |m, s| m | s.string.stones);
        // Without the clause they are taken off all the same, but count for nobody.
        if removed != 0 && self.rules.applies(MS_REMOVED) {
            trace.cite(MS_REMOVED, || format!("the dead stones {} are removed", points(&self.board, removed)));
        }
        removed
    }

    /// ms.seki: in a seki opposing groups without two eyes cannot take each other for want of liberties. Of the strings on a region
    /// that both colours border: those that are not independent (ms.eyes), and that the opponent cannot capture even if he moves
    /// first. `after` is the position without the dead stones.
    fn seki(&mut self, after: Position, strings: &mut [StringStatus], removed: bool, trace: &mut Trace) {
        if !self.rules.applies(MS_SEKI) {
            return;
        }
        let shared = regions(&self.board, after.stones).into_iter().filter(|r| r.1 == [true, true]);
        let shared = shared.fold(0, |m, r| m | r.0);
        // Strings of the position after the removal; none is joined or split by it.
        let around_shared = self.board.around(shared);
        let sharing = |s: &&mut StringStatus| s.life == Life::Alive && around_shared & s.string.stones != 0;
        let mut among = [0; 2];
        strings.iter_mut().filter(sharing).for_each(|s| among[s.string.colour.index()] |= s.string.stones);
        let independent = Colour::ALL.map(|c| self.ask.independent(after, c, among[c.index()]));
        let capturable = Colour::ALL.map(|c| {
            let dependent = among[c.index()] & !independent[c.index()].lower;
            self.ask.capturable(after, c, dependent)
        });
        for s in strings.iter_mut().filter(sharing) {
            let StoneString { colour, stones } = s.string;
            let (independent, capturable) = (independent[colour.index()], capturable[colour.index()]);
            if stones & independent.lower != 0 {
                trace.cite(MS_EYES, || {
                    let name = string_name(&self.board, s.string);
                    format!("{name} borders a region that both colours border, but {colour} can make it immortal")
                });
                continue;
            }
            s.clause = MS_SEKI;
            (s.life, s.by) = if stones & capturable.lower != 0 {
                (Life::Alive, UNFINISHED)
            } else if stones & (independent.upper | capturable.upper) == 0 {
                (Life::Seki, "not independent, not capturable, on a shared region")
            } else {
                (Life::Undecided, "undecided")
            };
        }
        for s in strings.iter().filter(|s| s.life == Life::Seki) {
            trace.show_read(MS_SEKI, &self.rules, Seki::CHOICE, || {
                let fact = format!(
                    "{} is in seki: it borders a region that both colours border, {} cannot make it immortal, and {} cannot \
                     capture it even by moving first",
                    string_name(&self.board, s.string),
                    s.string.colour,
                    s.string.colour.opponent()
                );
                with_tries(fact, self.ask.trying_line_by_first_move(after, s.string))
            });
        }
        for s in strings.iter().filter(|s| s.by == UNFINISHED) {
            trace.show_read(MS_SEKI, &self.rules, Seki::CHOICE, || {
                let opponent = s.string.colour.opponent();
                let fact = format!(
                    "{} borders a region that both colours border and is not in seki: {opponent} captures it if he moves \
                     first{}; its fate is open, and it counts as it stands",
                    string_name(&self.board, s.string),
                    if removed { " after the removal" } else { "" }
                );
                (fact, self.ask.capture_by_first_move(after, s.string))
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
    fn counted(&mut self, position: Position, mut strings: Vec<StringStatus>, trace: &mut Trace) -> Verdict {
        let removed = self.removed(&strings, trace);
        let after = position.without(removed);
        self.seki(after, &mut strings, removed != 0, trace);
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
        let (strings, history) = self.dead(position, trace);
        let verdict = if strings.iter().any(|s| s.life == Life::Undecided) {
            self.undecided(position, strings)
        } else {
            self.counted(position, strings, trace)
        };
        Verdict { notes: Notes { history }, ..verdict }
    }
}
