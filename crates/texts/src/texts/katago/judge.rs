//! KataGo's rules: regions, what is taken off before the count, and the counts by area and by territory under each tax.
//!
//! All is written over any kernel: the end of a recorded game is counted by the same functions.

use super::clauses::*;
use crate::board::{Board, Colour, Kernel, PointSet, Position, StoneString, pass_alive};
use crate::law::trace::points;
use crate::law::verdict::{Claim, Life, Notes, Outcome, PointStatus, Status, StringStatus, Verdict, margin};
use crate::law::words::called;
use crate::law::{Interpreter, Reading, RuleSet, Trace};

called! {
    /// What the text calls a string.
    pub enum Called {
        /// Alive.
        Counted = "on the grid",
        /// In seki.
        NotIndependent = "outside independent-life-regions",
        /// Dead.
        PassDead = "in pass-alive-territory",
    }
}

/// The interpreter.
pub struct KataGoInterpreter {
    pub(super) rules: RuleSet,
    pub(super) board: Board,
}

/// The second cleanup phase, as far as the count by territory depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Second<S> {
    /// The stones when it began.
    pub stones: [S; 2],
    /// The moves that each player made in it.
    pub moves: [i32; 2],
}

/// katago.params.suicide.
#[must_use]
pub fn suicide(rules: &RuleSet) -> bool {
    rules.read::<Suicide>() == Suicide::Yes || !rules.applies(KATAGO_PSEUDOLEGAL_SUICIDE)
}

/// Empty regions that border this colour and not the other.
#[must_use]
pub fn surrounded<K: Kernel>(board: &K, stones: [K::Set; 2], player: Colour) -> K::Set {
    let borders = |region: K::Set, colour: Colour| board.around(region).meets(stones[colour.index()]);
    let alone = |region: &K::Set| borders(*region, player) && !borders(*region, player.opponent());
    PointSet::union(board.components(board.vacant(stones)).filter(alone))
}

/// katago.more.1: the points of empty regions that border both colours.
#[must_use]
pub fn dame<K: Kernel>(board: &K, stones: [K::Set; 2]) -> K::Set {
    let borders_both = |region: &K::Set| stones.iter().all(|of| board.around(*region).meets(*of));
    PointSet::union(board.components(board.vacant(stones)).filter(borders_both))
}

/// katago.more.2: the stones of both colours of regions with exactly one liberty.
#[must_use]
pub fn in_atari<K: Kernel>(board: &K, stones: [K::Set; 2]) -> K::Set {
    let vacant = board.vacant(stones);
    let one_liberty = |region: &K::Set| (board.around(*region) & vacant).count() == 1;
    PointSet::union(stones.into_iter().flat_map(|of| board.components(of).filter(one_liberty).collect::<Vec<_>>()))
}

/// katago.more.3: the independent-life-regions of a player.
#[must_use]
pub fn independent_life<K: Kernel>(rules: &RuleSet, board: &K, stones: [K::Set; 2], player: Colour) -> Vec<K::Set> {
    let (dame, atari) = (dame(board, stones), in_atari(board, stones));
    let of_player = |region: &K::Set| match rules.read() {
        LifeRegions::WithAStone => region.meets(stones[player.index()]),
        LifeRegions::Any => true,
    };
    let regions = board.components(board.all().less(stones[player.opponent().index()]));
    regions.filter(|region| !region.meets(dame) && !region.meets(atari)).filter(of_player).collect()
}

/// katago.count.clear: the stones of each colour that are taken off before the count.
#[must_use]
pub fn cleared<K: Kernel>(rules: &RuleSet, board: &K, stones: [K::Set; 2]) -> [K::Set; 2] {
    if rules.read::<SelfPlayOpts>() == SelfPlayOpts::No || !rules.applies(KATAGO_COUNT_CLEAR) {
        return Default::default();
    }
    let theirs = |colour: Colour| pass_alive::territory(board, stones, colour.opponent(), suicide(rules));
    Colour::ALL.map(|colour| stones[colour.index()] & theirs(colour))
}

/// What is counted of a position: stones taken off first, by colour, and the items.
pub struct Count<S> {
    /// The stones taken off, by colour.
    pub off: [S; 2],
    /// The stones left.
    pub stones: [S; 2],
    /// The points within independent-life-regions, by player; none where they do not matter.
    pub independent: [S; 2],
    /// The items, without komi, button and captures before the position.
    pub claims: Vec<Claim<S>>,
}

/// katago.area, katago.territory: the count of a position that ends the game. `second` is the second cleanup phase, if moves were made in
/// it.
pub fn count<K: Kernel>(
    rules: &RuleSet,
    board: &K,
    stones: [K::Set; 2],
    second: Option<Second<K::Set>>,
) -> Count<K::Set> {
    let off = cleared(rules, board, stones);
    let left = Colour::ALL.map(|c| stones[c.index()].less(off[c.index()]));
    let regions = Colour::ALL.map(|player| independent_life(rules, board, left, player));
    let independent = [0, 1].map(|i: usize| PointSet::union(regions[i].iter().copied()));
    let empty = board.vacant(left);
    let by_area = rules.read::<Scoring>() == Scoring::Area;
    let (plain, taxed) =
        if by_area { (KATAGO_AREA, KATAGO_AREA_TAX) } else { (KATAGO_TERRITORY, KATAGO_TERRITORY_TAX) };
    let tax: Tax = rules.read();
    let mut claims = Vec::new();
    for player in Colour::ALL {
        let (mine, theirs) = (player.index(), player.opponent().index());
        let each = |clause, what, points| Claim::each(clause, player, what, points, 1);
        if by_area {
            claims.extend(each(KATAGO_AREA, "points of the player's colour", left[mine]));
        } else {
            claims.extend(each(KATAGO_COUNT_CLEAR, "stones taken off in pass-alive-territory", off[theirs]));
        }
        claims.extend(match tax {
            Tax::None => each(plain, "empty points that border that colour alone", surrounded(board, left, player)),
            Tax::Seki | Tax::All => {
                each(taxed, "empty points within independent-life-regions", empty & independent[mine])
            }
        });
        if tax == Tax::All && !regions[mine].is_empty() {
            let (what, value) = ("independent-life-regions, two points for each", -2 * regions[mine].len() as i32);
            claims.push(Claim { clause: taxed, player, what, points: independent[mine], value });
        }
        let Some(second) = second.filter(|_| !by_area) else { continue };
        let (what, value) = ("moves in the second cleanup phase", second.moves[mine]);
        claims.extend((value != 0).then_some(Claim { clause: plain, player, what, points: K::Set::default(), value }));
        let new = left[mine].less(independent[mine]).less(second.stones[mine]);
        let what =
            "points of the player's colour that are new since that phase began, outside independent-life-regions";
        claims.extend(Claim::each(plain, player, what, new, -1));
    }
    Count { off, stones: left, independent, claims }
}

/// Why the string with these stones is what it is, with the clause.
#[must_use]
pub fn life<S: PointSet>(rules: &RuleSet, count: &Count<S>, string: S) -> (Life, Called, crate::law::ClauseId) {
    let within = |sets: &[S; 2]| sets.iter().any(|set| set.meets(string));
    match rules.read() {
        _ if within(&count.off) => (Life::Dead, Called::PassDead, KATAGO_COUNT_CLEAR),
        Tax::Seki | Tax::All if !within(&count.independent) => (Life::Seki, Called::NotIndependent, KATAGO_MORE_3),
        _ => (
            Life::Alive,
            Called::Counted,
            if rules.read::<Scoring>() == Scoring::Area { KATAGO_AREA } else { KATAGO_TERRITORY },
        ),
    }
}

/// The status of every point.
#[must_use]
pub fn points_of_count<K: Kernel>(rules: &RuleSet, board: &K, count: &Count<K::Set>) -> Vec<PointStatus> {
    let mut status = vec![PointStatus::Stone; board.grid().len()];
    for p in board.vacant(count.stones).points() {
        status[p] = PointStatus::Dame;
    }
    for player in Colour::ALL {
        for p in surrounded(board, count.stones, player).points() {
            let counts = rules.read::<Tax>() == Tax::None || count.independent[player.index()].has(p);
            status[p] = if counts { PointStatus::Territory(player) } else { PointStatus::EyeInSeki(player) };
        }
    }
    status
}

/// What the count rests on.
pub(super) fn cite<K: Kernel>(rules: &RuleSet, board: &K, count: &Count<K::Set>, trace: &mut Trace) {
    if rules.read::<SelfPlayOpts>() == SelfPlayOpts::Yes && rules.applies(KATAGO_COUNT_CLEAR) {
        trace.cite_read(KATAGO_COUNT_CLEAR, rules, SelfPlayOpts::CHOICE, || {
            format!("stones in pass-alive-territory, taken off: {}", points(board, count.off[0] | count.off[1]))
        });
    }
    let dame = board
        .vacant(count.stones)
        .less(PointSet::union(Colour::ALL.map(|player| surrounded(board, count.stones, player))));
    if !dame.is_none() {
        let none = count.stones.iter().all(|s| s.is_none());
        let why = if none { "border no colour" } else { "border both colours" };
        trace.cite(KATAGO_MORE_1, || format!("empty points that {why}, and are nobody's: {}", points(board, dame)));
    }
    if rules.read::<Tax>() != Tax::None {
        for player in Colour::ALL {
            trace.cite_read(KATAGO_MORE_3, rules, LifeRegions::CHOICE, || {
                format!("independent-life-regions of {player}: {}", points(board, count.independent[player.index()]))
            });
        }
        trace.cite_read(KATAGO_PARAMS_TAX, rules, Tax::CHOICE, || "empty points elsewhere do not count".to_string());
    }
    trace.cite_read(KATAGO_PARAMS_SCORING, rules, Scoring::CHOICE, || match rules.read() {
        Scoring::Area => "the position ends the game and is counted as it stands".to_string(),
        Scoring::Territory => "the position ends the game: no move was made in the cleanup phases".to_string(),
    });
    trace.count(board, &count.claims);
}

impl Interpreter for KataGoInterpreter {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn decide(&mut self, position: Position, trace: &mut Trace) -> Verdict {
        let (rules, board) = (&self.rules, &self.board);
        let count = count(rules, board, position.stones, None);
        cite(rules, board, &count, trace);
        let outcome = Outcome::Margin(margin(&count.claims));
        trace.cite(KATAGO_WINNER, || match outcome {
            Outcome::Margin(0) => "equal scores: a draw".to_string(),
            _ => format!("the higher score wins: {outcome}"),
        });
        let of = |string: StoneString| {
            let (life, by, clause) = life(rules, &count, string.stones);
            StringStatus { string, life, by: by.into(), clause }
        };
        let strings = board.strings(position).into_iter().map(of).collect();
        let points = points_of_count(rules, board, &count);
        let status = Some(Status { strings, points });
        Verdict { outcome, status, claims: count.claims, notes: Notes::default() }.in_order()
    }
}
